"""Cards in the line: a small card with its index and nothing else, as high as the line has room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..art import inks
from ..art.index_face import mistakable
from ..art.items import Label, Run, paint
from ..art.label import index, with_symbol
from ..colour.colors import BLACK, WHITE, Color
from ..geometry import Rect, chain, scale, shift
from ..pack.model import Card, Pack
from ..text.fonts import INDEX, LEAST_TYPE, TEXT, Font
from ..text.icons import silhouette
from ..text.outlines import rounded
from ..text.own_fonts import font_of
from .boxes import palette

if TYPE_CHECKING:
    from ..art.brush import Brush

#: Everything in sizes of type: the figures, the card below and above the base line, its least width, the air
#: beside its index, its corners and the line around it.
_FIGURES, _BELOW, _ABOVE = 0.56, 0.2, 0.82
_LEAST_WIDTH, _AIR, _CORNER, _LINE = 0.84, 0.2, 0.14, 0.045
#: The height of figures in type a little over the least that is printed, in points.
_LEAST_FIGURES = 1.02 * 0.634 * LEAST_TYPE
#: How much larger a symbol is than figures, and how far it stands from them.
_SYMBOL, _GAP = 0.98, 0.1


class InlineCards:
    """The small cards of one pack; what has been made is kept, as a rulebook shows few cards often."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self._labels: dict[tuple[str, float], Label] = {}

    def label(self, card: Card, size: float) -> Label:
        """Tell what stands on a card."""
        key = (card.id, size)
        if key not in self._labels:
            self._labels[key] = _label(self.pack, card, size)
        return self._labels[key]

    def width(self, card: Card, size: float) -> float:
        """Tell how wide the card is in a line of this size of type, with a hair of air on both sides."""
        return max(_LEAST_WIDTH * size, self.label(card, size).box.width + 2 * _AIR * size) + 0.06 * size

    def draw(self, brush: Brush, card: Card, x: float, y: float, size: float) -> None:
        """Draw it with its lower left on the base line (x, y)."""
        label = self.label(card, size)
        width = self.width(card, size) - 0.06 * size
        height = (_BELOW + _ABOVE) * size
        rect = Rect(x + 0.03 * size, y - _BELOW * size, width, height)
        line = _LINE * size
        if label.ground == WHITE:
            edge = label.color if card.suit is not None else palette(self.pack).line
            brush.outlined(rounded(rect.grown(-line / 2), _CORNER * size), WHITE, edge, line)
        else:
            brush.fill(rounded(rect, _CORNER * size), label.ground)
        dx = rect.center[0] - label.box.x - label.box.width / 2
        figures = _figures(size)
        paint(brush, [label._replace(place=shift(dx, rect.y + (height - figures) / 2))])


def _figures(size: float) -> float:
    """Tell how high figures are beside type of this size."""
    return max(_FIGURES * size, _LEAST_FIGURES)


def _label(pack: Pack, card: Card, size: float) -> Label:
    """Tell what stands on it: sign and number, rank and symbol, or its name."""
    figures = _figures(size)
    if card.suit is None or card.rank is None:
        text = card.label.capitalize()
        small = max(0.8 * size, LEAST_TYPE)
        font = font_of(pack.fonts, "text", TEXT)
        wide = font.width(text, small)
        run = Run(text, 0, 0, small, font)
        return Label((run,), (), Rect(0, 0, wide, figures), BLACK, WHITE, "small")
    suit = pack.suits[card.suit]
    plain = inks.style(pack, suit) == "paper"
    figures_in = font_of(pack.fonts, "index", INDEX)
    if suit.symbol:
        return _with_symbol(card.rank, suit.symbol, figures, inks.on_paper(suit.color, pack), figures_in)
    color, ground = (inks.on_paper(suit.color, pack), WHITE) if plain else (inks.on(suit.color), suit.color)
    return index(suit.sign, card.rank, figures, color, ground, "small", mistakable(card, pack), figures_in)


def _with_symbol(rank: str, symbol: str, figures: float, color: Color, font: Font) -> Label:
    size = font.size_for(figures)
    ink = font.ink(rank, size)
    high = _SYMBOL * figures
    start = ink.width + _GAP * figures
    wide = silhouette(symbol).bounds.width * high
    place = chain(scale(high), shift(start + wide / 2, figures / 2))
    run = Run(rank, -ink.x, 0, size, font)
    made = Label((run,), (), Rect(0, 0, start + wide, figures), color, WHITE, "small")
    return with_symbol(made, symbol, place)
