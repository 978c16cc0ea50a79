"""The command that shows a pack as a table, a picture or resolved YAML: show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .. import api
from ..errors import PackError, UsageError
from ..pack import library
from ..pack.model import Pack
from ..pack.yaml import Data
from ..units import counted, shown, shown_size
from .options import look_options, overrides, pack_argument
from .terminal import echo, table


@click.command("show")
@pack_argument(many=False)
@look_options
@click.option("--resolved", is_flag=True, help="Print the pack as YAML, its base laid under it.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write a PNG picture of all faces.")
@click.option("--dpi", type=click.IntRange(30, 300), default=100, show_default=True, help="Of the picture.")
def show_command(
    pack: str, resolved: bool, output: Path | None, dpi: int, strict: bool, size: Any, **look: Any
) -> None:
    """Show what is in a pack: a table, or a contact sheet as a picture.

    \b
    Examples:
      cardgen show never-over
      cardgen show never-over -o never-over.png
      cardgen show never-over-attack --resolved
    """
    given = overrides(look)
    if resolved:
        from .new import as_yaml

        _show_resolved(as_yaml({"format": 1, **_resolved(pack, given)}), output, size)
        return
    loaded = api.load(pack, given, size, strict=strict)
    if output is None:
        _print_pack(loaded)
        return
    from ..output.contact import write_contact_sheet
    from ..output.files import write

    if output.suffix.lower() != ".png":
        raise UsageError(f"{output} should end in .png: a picture of the pack is a PNG")
    write(output, write_contact_sheet(loaded, dpi), named=True)
    backs = "the back" if len(loaded.backs) == 1 else counted(len(loaded.backs), "back")
    echo(f"{output}: {counted(len(loaded.cards), 'face')} and {backs} of {loaded.name}")


def _show_resolved(text: str, output: Path | None, size: Any) -> None:
    if size is not None:
        raise UsageError("--size and --resolved do not go together: a pack's file says its size itself")
    if output is None:
        echo(text, nl=False)
        return
    from ..output.files import write

    if output.suffix.lower() not in (".yaml", ".yml"):
        raise UsageError(f"{output} should end in .yaml: a resolved pack is YAML")
    write(output, text.encode("utf-8"), named=True)
    echo(f"{output}: the pack as one file")


def _resolved(pack: str, given: Any) -> dict[str, Data]:
    """Return a pack's data laid over its base. Raises PackError where one of them cannot be read whole."""
    resolved = library.resolve(pack, given)
    if resolved.problems:
        raise PackError([resolved.locate(problem) for problem in resolved.problems])
    return resolved.data


def _print_pack(pack: Pack) -> None:
    """Print name, format, suits, quantities and extras."""
    echo(f"{pack.name}" + (f", {pack.edition}" if pack.edition else ""))
    card = pack.card
    echo(f"{counted(pack.count, 'card')} of {shown_size(*card.size)}, corners {shown(card.corner)}")
    if pack.games:
        echo("for " + ", ".join(pack.games))
    rows = [("suit", "card", "quantity", "face")]
    rows += [
        (
            pack.suit_title(each.suit) if each.suit else "extras" if each.extra else "cards",
            each.label,
            str(each.quantity),
            each.layout or each.kind,
        )
        for each in pack.cards
    ]
    echo("\n".join(table(rows, "<<><")))
