"""A pack as a table on the terminal."""

from __future__ import annotations

import click

from ..pack import Pack
from ..units import shown, shown_size


def print_pack(pack: Pack) -> None:
    """Print name, format, suits, quantities and extras."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    click.echo(f"{pack.name}" + (f", {pack.edition}" if pack.edition else ""))
    card = pack.card
    click.echo(f"{pack.count} cards of {shown_size(*card.size)}, corners {shown(card.corner)}")
    if pack.games:
        click.echo("for " + ", ".join(pack.games))
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading, side in (("suit", "left"), ("card", "left"), ("quantity", "right"), ("face", "left")):
        table.add_column(heading, justify=side)  # type: ignore[arg-type]
    for card_ in pack.cards:
        title = pack.suit_title(card_.suit) if card_.suit else "extras"
        table.add_row(*(Text(part) for part in (title, card_.label, str(card_.quantity), card_.kind)))
    Console(highlight=False, markup=False, emoji=False).print(table)
