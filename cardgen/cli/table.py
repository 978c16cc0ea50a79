"""A pack as a table on the terminal."""

from __future__ import annotations

import unicodedata

from ..pack.model import Pack
from ..units import shown, shown_size
from .report import echo


def print_pack(pack: Pack) -> None:
    """Print name, format, suits, quantities and extras."""
    echo(f"{pack.name}" + (f", {pack.edition}" if pack.edition else ""))
    card = pack.card
    echo(f"{pack.count} cards of {shown_size(*card.size)}, corners {shown(card.corner)}")
    if pack.games:
        echo("for " + ", ".join(pack.games))
    rows = [("suit", "card", "quantity", "face")]
    rows += [
        (pack.suit_title(each.suit) if each.suit else "extras", each.label, str(each.quantity), each.kind)
        for each in pack.cards
    ]
    suit, label, quantity = (max(cells(row[column]) for row in rows) for column in range(3))
    echo(
        "\n".join(
            f"{padded(one, suit)}  {padded(two, label)}  {three:>{quantity}}  {four}"
            for one, two, three, four in rows
        )
    )


def cells(text: str) -> int:
    """How many cells of a terminal a text takes: a wide character takes two, an accent by itself none."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.combining(character) > 0 for character in text)


def padded(text: str, width: int) -> str:
    """A text with spaces behind it to a width in cells."""
    return text + " " * (width - cells(text))
