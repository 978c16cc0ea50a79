"""Print a pack as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..units import count_with_noun, length_text, size_text
from .terminal import echo, paragraph, table_lines

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..jobs.result import Result
    from ..jobs.show import Show


def print_report(job: Show, examined: Examined, made: Result) -> None:
    """Print a pack's name, format, suits, quantities and extras, unless a picture is made."""
    if job.output is not None:
        return
    pack = examined.valid_pack
    if pack.whole_pack is not None and pack.piece != pack.whole_pack.kinds[0].piece:
        echo("")
    echo(f"{pack.name}" + (f", {pack.edition}" if pack.edition else ""))
    card = pack.card
    cards = job.shown_cards(pack)
    count = sum(each.quantity for each in cards)
    some = "" if count == pack.count else f"{count:,} of "
    shape = f"corners {length_text(card.corner)}" if card.shape == "rectangle" else card.shape_word
    echo(f"{some}{count_with_noun(pack.count, pack.card_noun)} of {size_text(*card.size)}, {shape}")
    if pack.games:
        echo("for " + ", ".join(pack.games))
    several = len({pack.back_of(each) for each in pack.cards}) > 1
    rows: list[tuple[str, ...]] = [
        ("suit", pack.card_noun, "quantity", "face", *(["back"] if several else []))
    ]
    rows += [
        (
            pack.suit_title(each.suit) if each.suit else "extras" if each.is_extra else "cards",
            each.label,
            str(each.quantity),
            each.layout or each.kind,
            *([pack.back_of(each)] if several else []),
        )
        for each in cards
    ]
    if not pack.suits and all(each.is_extra == pack.cards[0].is_extra for each in pack.cards):
        rows = [row[1:] for row in rows]
    sides = "<><" if len(rows[0]) < 4 + several else "<<><"
    echo("\n".join(table_lines(rows, sides)))
    noted = [each for each in cards if each.notes]
    if noted:
        echo("\nNotes")
        echo("\n".join(paragraph(f"{each.label}:", each.notes, hang=4) for each in noted))
