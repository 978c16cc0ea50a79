"""Small cards in drawings: outlined, with rank and symbol only, or framed faces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..art import inks
from ..art.face import clipped_card
from ..art.items import Fill, Form, Item, Label, Run, Stroke, Text
from ..art.label import index_label
from ..art.piece_outline import format_of_side, piece_outline
from ..colour.colors import WHITE
from ..geometry import Rect, combined_matrix, scaling, translation
from ..pack.model import Card, Pack
from ..text import fonts
from ..text.fonts import INDEX, Font
from ..text.icons import colored_shapes
from ..text.outlines import rounded_rectangle
from .boxes import book_palette

if TYPE_CHECKING:
    from ..colour.colors import Color

#: Of a card: the heights of rank and symbol, the heights of their centres, and the maximum width of the rank.
_RANK, _SYMBOL, _RANK_AT, _SYMBOL_AT, _RANK_WIDTH = 0.33, 0.31, 0.69, 0.28, 0.78


def outlined_card(pack: Pack, card: Card, trim: Rect) -> Form:
    """Return a card in outline, with its rank over its suit's symbol, or with its index only."""
    name = f"outlined{[each.id for each in pack.cards].index(card.id)}"
    full = Rect(0, 0, trim.width, trim.height)
    return Form(name, full, trim, lambda rect: list(_outlined_card_items(pack, card, rect)))


def _outlined_card_items(pack: Pack, card: Card, trim: Rect) -> Iterator[Item]:
    edge, line = book_palette(pack).line, 0.5
    inside = trim.grown(-line / 2)
    yield Stroke(
        rounded_rectangle(inside, pack.card.corner * trim.width / pack.card.width), edge, line, WHITE
    )
    suit = pack.suits[card.suit or ""]
    rank, color = card.rank or "", inks.ink_on_white(suit.color, pack)
    x, _ = trim.center
    if not suit.sized_symbol:
        yield _centred_vertically(
            index_label(suit.sign, rank, _RANK * trim.height, color, WHITE, "small"), trim
        )
        return
    size = INDEX.size_for_figure_height(_RANK * trim.height)
    size *= min(1.0, _RANK_WIDTH * trim.width / INDEX.width(rank, size))
    y = trim.y + _RANK_AT * trim.height - INDEX.ink_box("0", size).height / 2
    yield centred_text(rank, x, y, INDEX, size, color)
    place = combined_matrix(scaling(_SYMBOL * trim.height), translation(x, trim.y + _SYMBOL_AT * trim.height))
    for shape, ink in colored_shapes(suit.sized_symbol, color):
        yield Fill(shape, ink, place)


def _centred_vertically(label: Label, trim: Rect) -> Label:
    x, y = trim.center
    box = label.box
    return label._replace(place=translation(x - box.x - box.width / 2, y - box.y - box.height / 2))


def centred_text(text: str, x: float, y: float, font: Font, size: float, color: Color) -> Text:
    """Return a line of text centred at x, with its baseline at y. size: in points; a size that is too small
    to print is raised to the smallest printable size.
    """
    size = max(fonts.LEAST_TYPE, size)
    return Text(Run(text, x - font.width(text, size) / 2, y, size, font), color)


def framed_card(pack: Pack, card: Card | None, rect: Rect) -> tuple[Form, Stroke]:
    """Return a card's face clipped to its outline, and a thin line around it. card: None for the back of the
    pack.
    """
    edge = piece_outline(format_of_side(pack, card), rect)
    return clipped_card(pack, card, rect), Stroke(edge, book_palette(pack).line, 0.5)


def small_card(pack: Pack, card: Card, trim: Rect) -> tuple[Item, ...]:
    """Return the items of a card at a small size: in outline if it has a rank and its suit a symbol, else its
    whole face.
    """
    suit = pack.suits[card.suit] if card.suit else None
    if suit is not None and suit.symbol and card.rank is not None:
        return (outlined_card(pack, card, trim),)
    return framed_card(pack.kind_of(card), card, trim)
