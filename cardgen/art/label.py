"""Indices as labels: sign and number on one line, or rank over suit symbol."""

from __future__ import annotations

from ..colour.colors import Color
from ..geometry import Matrix, Rect
from ..pack.values import SizedSymbol
from ..text.fonts import INDEX, TEXT, Font
from ..text.icons import colored_shapes, width_ratio
from ..text.outlines import Shape, rectangle
from .items import Label, Role, Run
from .signs import SIGNS

#: The gap between sign and number, in figure heights.
_GAP = 0.15
#: Minimum horizontal scale of a rank before it is reduced.
_NARROWEST = 0.76
#: The bar below a number that could be read upside down: its distance and width in figure heights.
_UNDERLINE_DROP, _UNDERLINE = 0.13, 0.085


def index_label(
    sign: str | None,
    rank: str,
    height: float,
    color: Color,
    ground: Color,
    role: Role,
    underline: bool = False,
    font: Font = INDEX,
) -> Label:
    """Return a label with a sign and a number on one line. The ink begins at x = 0, and figures stand on y =
    0.

    height: the height of the figures, in points.
    """
    size = font.size_for_figure_height(height)
    runs: list[Run] = []
    shapes: list[tuple[Shape, Matrix]] = []
    pen = 0.0
    if sign and sign in SIGNS:
        drawn = SIGNS[sign]
        shapes.append((drawn.shape, (height, 0, 0, height, 0, 0)))
        runs.append(Run(sign, 0, 0, size, font if font.has_character(sign) else TEXT, is_hidden=True))
        pen = (drawn.width + _GAP) * height
    text = rank if not sign or sign in SIGNS else sign + rank
    ink = font.ink_box(text, size)
    runs.append(Run(text, pen - ink.x, 0, size, font))
    low, top = min(0.0, ink.y), max(height, ink.top)
    if underline:
        low = -(_UNDERLINE_DROP + _UNDERLINE) * height
        shapes.append((rectangle(Rect(pen, low, ink.width, _UNDERLINE * height)), (1, 0, 0, 1, 0, 0)))
    return Label(tuple(runs), tuple(shapes), Rect(0, low, pen + ink.width, top - low), color, ground, role)


#: Rank over symbol: their distance (a Q's tail extends into it), in figure heights.
_STEP = 0.33


def rank_over_symbol_label(
    rank: str,
    symbol: SizedSymbol | None,
    heights: tuple[float, float],
    max_width: float,
    color: Color,
    ground: Color,
    font: Font = INDEX,
) -> Label:
    """Return a label with a rank over its suit symbol, centred in a column of a maximum width (points).

    heights: that of the figures and that of the symbol, in points. A wide rank (10) is condensed first, as on
    printed packs, and reduced only if that is not enough.
    """
    height, symbol_height = heights
    size = font.size_for_figure_height(height)
    wide = font.ink_box(rank, size).width
    narrow = max(_NARROWEST, min(1.0, max_width / wide))
    size *= min(1.0, max_width / (wide * narrow))
    ink = font.ink_box(rank, size)
    column = max(ink.width * narrow, symbol_height * width_ratio(symbol) if symbol else 0.0)
    base = symbol_height + _STEP * height if symbol else 0.0
    runs = (
        Run(
            rank,
            (column - ink.width * narrow) / 2 - ink.x * narrow,
            base,
            size,
            font,
            horizontal_scale=narrow,
        ),
    )
    place: Matrix = (symbol_height, 0, 0, symbol_height, column / 2, symbol_height / 2)
    low = min(0.0, base + ink.y)
    box = Rect(0, low, column, base + ink.top - low)
    return label_with_symbol(Label(runs, (), box, color, ground, "small"), symbol, place)


def label_with_symbol(label: Label, symbol: SizedSymbol | None, place: Matrix) -> Label:
    """Return the label with a suit's symbol added, in the colour of the text or in colours of its own."""
    drawn = colored_shapes(symbol, label.color, label.ground) if symbol else []
    if any(color != label.color for _, color in drawn):
        return label._replace(colored_shapes=tuple((shape, place, color) for shape, color in drawn))
    return label._replace(shapes=tuple((shape, place) for shape, _ in drawn))


def vertical_label(word: str, height: float, color: Color, ground: Color, font: Font = INDEX) -> Label:
    """Return a word with its letters below one another, each of this height, centred in their column."""
    size = font.size_for_figure_height(height)
    inks = [font.ink_box(letter, size) for letter in word]
    column = max(ink.width for ink in inks)
    step = height * 1.16
    runs = tuple(
        Run(letter, (column - ink.width) / 2 - ink.x, (len(word) - 1 - place) * step, size, font)
        for place, (letter, ink) in enumerate(zip(word, inks, strict=True))
    )
    return Label(runs, (), Rect(0, 0, column, (len(word) - 1) * step + height), color, ground, "small")


def line_label(text: str, size: float, color: Color, ground: Color, font: Font, role: Role = "body") -> Label:
    """Return a line of text that starts at the origin."""
    box = Rect(0, -0.22 * size, font.width(text, size), 0.94 * size)
    return Label((Run(text, 0, 0, size, font),), (), box, color, ground, role)


def rank_when_upside_down(rank: str) -> str | None:
    """Return the number as which a rank is read upside down, such as "9" for "6". Return None if it then
    looks like no number.
    """
    turned = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6"}
    if not rank or any(figure not in turned for figure in rank):
        return None
    return "".join(turned[figure] for figure in reversed(rank))


#: Pairs of signs and letters that read as each other upside down; then those that read as themselves.
_TURNED = "▲▼△▽▴▾▵▿◀▶◁▷◂▸↑↓←→<>≤≥∧∨∩∪⊂⊃MWbqdpnu"
_EITHER_WAY = "HINOSXZlosxz"


def sign_when_upside_down(sign: str) -> str | None:
    """Return how a sign reads upside down. Unknown characters stay; None if a letter has no turned form."""
    turned = {one: _TURNED[place ^ 1] for place, one in enumerate(_TURNED)}
    letters = "".join(turned.get(part, part) for part in reversed(sign))
    lost = any(
        part.isascii() and part.isalpha() and part not in turned and part not in _EITHER_WAY for part in sign
    )
    return None if lost else letters
