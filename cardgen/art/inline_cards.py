"""Cards in a line of text: a small card with only its index, as high as the line allows."""

from __future__ import annotations

from ..colour.colors import BLACK, WHITE, Color
from ..geometry import Rect, combined_matrix, scaling, translation
from ..pack.model import Card, Pack
from ..pack.values import SizedSymbol
from ..text.fonts import INDEX, LEAST_REVERSED_TYPE, LEAST_TYPE, TEXT, Font
from ..text.icons import silhouette
from ..text.outlines import rounded_rectangle
from ..text.own_fonts import font_for_role
from ..text.symbols import symbol_shape
from . import inks
from .index_face import is_ambiguous_upside_down
from .items import Fill, Item, Label, Run, Stroke
from .label import index_label, label_with_symbol

#: In font sizes: the figures, the card below and above the baseline, its minimum width, the space beside its
#: index, its corner radius and its outline.
_FIGURES, _BELOW, _ABOVE = 0.56, 0.2, 0.82
_LEAST_WIDTH, _AIR, _CORNER, _LINE = 0.84, 0.2, 0.14, 0.045
#: Height of figures as a share of the font size; their minimum size as a multiple of the smallest type.
_FIGURE_HEIGHT, _OVER_LEAST = 0.634, 1.02
#: Height of a symbol as a multiple of figures', and its distance from them.
_SYMBOL, _GAP = 1.06, 0.1
#: Suit signs in a text are drawn if its font lacks them; their height in font sizes.
SIGN_HEIGHT = 0.76
#: The space on both sides of a card together.
HAIR = 0.06
#: The outline of a white card whose name is black: a grey of black ink only.
_EDGE = Color((0.64, 0.64, 0.64), (0, 0, 0, 0.36))


class InlineCards:
    """Draws the small cards of one pack in lines of text. They are cached, as texts repeat few cards."""

    def __init__(self, pack: Pack, language: str = "") -> None:
        """Prepare. language: that of the names on cards without an index; by default, that of the pack."""
        self.language = language or pack.language
        # Texts on other pieces name cards as well.
        self.pack = pack.whole_pack or pack
        self._labels: dict[tuple[str, float], Label] = {}

    def label(self, card: Card, size: float) -> Label:
        """Return the label on a small card."""
        key = (card.id, size)
        if key not in self._labels:
            self._labels[key] = _small_card_label(self.pack, card, size, self.language)
        return self._labels[key]

    def width(self, card: Card, size: float) -> float:
        """Return the width of a small card in a line, with the space on its sides, in points. size: that of
        the font.
        """
        return max(_LEAST_WIDTH * size, self.label(card, size).box.width + 2 * _AIR * size) + HAIR * size

    def object_width(self, card_or_symbol: Card | str, size: float) -> float:
        """Return the width in points, in a line, of a small card, or of a suit sign given by the name of its
        symbol.

        size: the font size in points.
        """
        if isinstance(card_or_symbol, Card):
            return self.width(card_or_symbol, size)
        return symbol_shape(card_or_symbol).bounds.width * SIGN_HEIGHT * size

    def items(self, card: Card, x: float, y: float, size: float) -> list[Item]:
        """Return the items of a small card, whose left end on the baseline is at (x, y)."""
        label = self.label(card, size)
        width = self.width(card, size) - HAIR * size
        height = (_BELOW + _ABOVE) * size
        rect = Rect(x + HAIR / 2 * size, y - _BELOW * size, width, height)
        line = _LINE * size
        dx = rect.center[0] - label.box.x - label.box.width / 2
        placed = label._replace(
            place=translation(dx, rect.y + (height - _figure_height(size, label.ground)) / 2)
        )
        if label.ground != WHITE:
            return [Fill(rounded_rectangle(rect, _CORNER * size), label.ground), placed]
        edge = _EDGE if card.suit is None and "index" not in card.values else label.color
        return [Stroke(rounded_rectangle(rect.grown(-line / 2), _CORNER * size), edge, line, WHITE), placed]


def _figure_height(size: float, ground: Color) -> float:
    """Return the height in points of the figures on a small card beside type of a size.

    Figures on a coloured ground are reversed, and so have a larger minimum.
    """
    least = LEAST_TYPE if ground == WHITE else LEAST_REVERSED_TYPE
    return max(_FIGURES * size, _OVER_LEAST * _FIGURE_HEIGHT * least)


def _small_card_label(pack: Pack, card: Card, size: float, language: str) -> Label:
    """Return the label of a card: sign and number, rank and symbol, its index, or its name."""
    figures = _figure_height(size, WHITE)
    figures_in = font_for_role(pack.fonts, "index", INDEX)
    if card.suit is None or card.rank is None:
        if own := card.values.get("index"):
            color = inks.legible_color(inks.accent_color(pack, card), WHITE, inks.SMALL_CONTRAST)
            return index_label(None, own, figures, color, WHITE, "small", False, figures_in)
        text = card.name_in(language) if card.kind == "layout" else card.label.capitalize()
        small = max(0.8 * size, LEAST_TYPE)
        font = font_for_role(pack.fonts, "text", TEXT)
        wide = font.width(text, small)
        run = Run(text, 0, 0, small, font)
        return Label((run,), (), Rect(0, 0, wide, figures), BLACK, WHITE, "small")
    suit, rank = pack.suits[card.suit], pack.shown_rank(card)
    plain = inks.index_face_style(pack, suit, card) == "paper"
    if suit.sized_symbol:
        return _with_symbol(rank, suit.sized_symbol, figures, inks.ink_on_white(suit.color, pack), figures_in)
    color, ground = (
        (inks.ink_on_white(suit.color, pack), WHITE)
        if plain
        else (inks.text_color_on(suit.color), suit.color)
    )
    figures = _figure_height(size, ground)
    return index_label(
        suit.sign, rank, figures, color, ground, "small", is_ambiguous_upside_down(card, pack), figures_in
    )


def _with_symbol(rank: str, symbol: SizedSymbol, figures: float, color: Color, font: Font) -> Label:
    size = font.size_for_figure_height(figures)
    ink = font.ink_box(rank, size)
    high = _SYMBOL * figures
    start = ink.width + _GAP * figures
    wide = silhouette(symbol).bounds.width * high
    place = combined_matrix(scaling(high), translation(start + wide / 2, figures / 2))
    run = Run(rank, -ink.x, 0, size, font)
    made = Label((run,), (), Rect(0, 0, start + wide, figures), color, WHITE, "small")
    return label_with_symbol(made, symbol, place)
