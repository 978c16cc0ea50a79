"""Text of a few words in a box: bold, italics, lists and icons in the line, broken and fitted.

Texts are small Markdown, see markdown.py.
Sizes are found by first fit, which costs little; the lines at the size found are then balanced. What they are
made of, where they may end and where it stands is the work of line_breaking.py, as for rulebooks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from typing import ClassVar, NamedTuple

from .fonts import Font
from .hyphenation import Hyphenate
from .line_breaking import (
    Break,
    End,
    Item,
    LineSetter,
    Piece,
    Segment,
    Space,
    balanced_breaks,
    breaks_of,
    first_fit,
    with_wide_words_cut,
)
from .markdown import Paragraph, Span, parse
from .scripts import FROM_LEFT, FROM_RIGHT, from_right, has_from_right
from .styles import Look

#: Space between paragraphs, and between the entries of a list, in line heights.
_PARAGRAPH, _ENTRY = 0.45, 0.22
#: Indent of a list after its marks, in font sizes.
_INDENT = 0.45
#: Icons in the line: their height, the height of their foot, the space on each side; in font sizes.
ICON_HEIGHT, ICON_FOOT, ICON_AIR = 0.86, -0.105, 0.03
#: Cap height and the depth of letters such as p, in font sizes.
CAPITALS, DEPTH = 0.66, 0.2
#: Share of the measure above which the next word is divided rather than leaving it free.
_RAG = 0.3
#: Share of the measure that a last line may leave free without a penalty.
_SHORT_LAST = 0.55
#: Maximum number of cached texts, as words and as set, for cards that are alike.
_KEPT = 500
_NEVER = float("inf")
#: Invisible characters.
_BLANK = " " + FROM_LEFT + FROM_RIGHT
#: The step between font sizes, in points at the text's own scale.
_STEP = 0.25
#: Words that cannot be hyphenated are cut only if the text would get smaller than this share of its size.
_CUT = 0.8
#: The minimum height of two lines, in font sizes; a lower box has one line.
_TWO_LINES = CAPITALS + DEPTH + 1.0


class Style(NamedTuple):
    """The style of a text, at any size."""

    plain: Font
    bold: Font
    italic: Font
    both: Font
    leading: float = 1.2
    #: Letter spacing in font sizes.
    tracking: float = 0.0
    capitals: bool = False

    def font(self, span: Span) -> Font:
        """Return the font of a span."""
        if span.bold:
            return self.both if span.italic else self.bold
        return self.italic if span.italic else self.plain

    def look(self, span: Span) -> Look:
        """Return how a span looks at size 1."""
        return Look(self.font(span), 1.0, tracking=self.tracking)


class Placed(NamedTuple):
    """Text in one font, or an icon; x and y (of the baseline) in points from the block's left and top."""

    x: float
    y: float
    text: str
    font: Font
    width: float
    icon: bool = False


class Block(NamedTuple):
    """Text as set in a box."""

    size: float
    #: From the cap height of the first line to the last baseline, and to the descenders below it.
    height: float
    depth: float
    pieces: tuple[Placed, ...]
    #: The number of words that do not fit at the minimum size, of how many.
    left_over: int = 0


class _Units:
    """A paragraph at size 1: its items, and the possible breaks.

    A word is hyphenated when a line may end inside it, as in few words.
    """

    def __init__(
        self, paragraph: Paragraph, items: Sequence[Item], hyphenated: Callable[[Piece], Iterable[Item]]
    ) -> None:
        self.paragraph, self.items, self._hyphenated = paragraph, items, hyphenated
        self.breaks = [each for each in breaks_of(items) if not each.hyphen]
        #: By where each begins: where it ends, its parts, and where a hyphen may divide it.
        self._words: dict[int, tuple[int, list[Item], list[Break]]] = {}

    def hyphens(self, start: Break, end: Break) -> list[Break]:
        """Return the places between two breaks where a hyphen may divide a word."""
        if start.at not in self._words:
            parts = [*self.with_hyphens(self.items[start.at : end.at])]
            inside = [
                Break(start.at, start.start + one.end, start.start + one.start, hyphen=True, inside=one.at)
                for one in breaks_of(parts)
                if one.hyphen
            ]
            self._words[start.at] = end.at, parts, inside
        return self._words[start.at][2]

    def with_hyphens(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield items with all points where a hyphen may divide a word."""
        for item in items:
            yield from self._hyphenated(item) if isinstance(item, Piece) else (item,)

    def divided(self, ends: Sequence[Break]) -> tuple[list[Item], list[Break]]:
        """Return the items with the parts of words in which lines end, and where these ends are then."""
        items: list[Item] = []
        moved: list[Break] = []
        done = begin = 0
        for end in ends:
            if end.at >= done:
                items += self.items[done : end.at]
                done, begin = end.at, len(items)
                if end.inside:
                    done, parts, _ = self._words[end.at]
                    items += parts
            moved.append(end._replace(at=begin + end.inside))
        return items, moved


class _Lines(NamedTuple):
    """A paragraph in lines, and whether words are hyphenated in it."""

    units: _Units
    ends: list[Break]
    divided: bool = False


#: Returns the width of an icon that is 1 high.
IconWidth = Callable[[str], float]


class Setter(LineSetter):
    """Sets text into boxes; knows the widths of icons."""

    _parts = re.compile(r"[ \t]+|[^ \t]+")
    _dash = re.compile(r"(?<=[^\W\d_]{2})[-–—/](?=[^\W\d_]{2})")
    _signs: ClassVar[dict[str, str]] = {}
    _least_word = 6

    def __init__(self, icon_width: IconWidth, hyphenate: Hyphenate, language: str = "en") -> None:
        super().__init__(hyphenate, language)
        self._icon_width = icon_width
        self._units: dict[tuple[str, Style], list[_Units]] = {}
        self._divided: dict[Piece, tuple[Item, ...]] = {}
        self._blocks: dict[tuple[object, ...], Block] = {}

    def block(
        self,
        text: str,
        style: Style,
        width: float,
        height: float,
        size: float,
        least: float,
        align: str = "left",
        mirrored: bool = False,
    ) -> Block:
        """Return a text as large as fits in a box, between a maximum and a minimum size.

        Lengths in points. Text that does not fit at the minimum size extends past the box, and is counted.
        align: in a right-to-left paragraph, left means right and the reverse; if mirrored, also in one
        without letters.
        """
        key = (text, style, width, height, size, least, align, mirrored)
        block = self._blocks.get(key)
        if block is None:
            block = self._block_that_fits(text, style, width, height, size, least, align, mirrored)
            if len(self._blocks) >= _KEPT:
                # Drop the newest: texts of many cards come early.
                self._blocks.popitem()
            self._blocks[key] = block
        return block

    def _block_that_fits(
        self,
        text: str,
        style: Style,
        width: float,
        height: float,
        size: float,
        least: float,
        align: str,
        mirrored: bool,
    ) -> Block:
        units = self._units_of(text, style)
        steps = max(0, ceil((size - least) / _STEP - 1e-6))
        sizes = [*(size - _STEP * step for step in range(steps)), least]
        # Centred lines may have any length.
        rag = _RAG if align == "left" else 1.0
        # A single word in a box of one line, such as a number in a corner, is not divided.
        whole = len(units) == 1 and len(units[0].breaks) == 2 and height < _TWO_LINES * size
        for cut in (False,) if whole else (False, True):
            tried = sizes if cut or whole else [each for each in sizes if each >= _CUT * size]
            found: tuple[float, list[_Lines]] | None = None
            # Most texts fit at the first size; otherwise a binary search finds the largest one.
            low, high, middle = 0, len(tried), 0
            while low < high:
                lines = self._first_fit(text, style, width / tried[middle], cut, rag)
                if whole and lines and lines[0].divided:
                    lines = None
                if lines and _height(lines, style) * tried[middle] <= height + 0.01:
                    found, high = (tried[middle], lines), middle
                else:
                    low = middle + 1
                middle = (low + high) // 2
            if found:
                return self._positioned_block(found[1], style, width, found[0], align, mirrored)
        measure = _NEVER if whole else width / least
        last = self._first_fit(text, style, measure, True, rag, overfull=True) or []
        block = self._positioned_block(last, style, width, least, align, mirrored)
        inside = sum(len(each.text.split()) for each in block.pieces if block.depth - each.y <= height)
        words = sum(len(each.text.split()) for each in block.pieces)
        return block._replace(left_over=max(1, words - inside))

    def _units_of(self, text: str, style: Style) -> list[_Units]:
        """Return the paragraphs of a text."""
        key = (text, style)
        if key not in self._units:
            if len(self._units) >= _KEPT:
                self._units.clear()
                self._known.clear()
                self._divided.clear()
            self._units[key] = [
                _Units(each, self._items_of(each, style), self._parts_of) for each in parse(text)
            ]
        return self._units[key]

    def _parts_of(self, word: Piece) -> tuple[Item, ...]:
        """Return the parts of a word; few words of a pack are divided, and those often."""
        if word not in self._divided:
            self._divided[word] = tuple(self.hyphenated(word))
        return self._divided[word]

    def _items_of(self, paragraph: Paragraph, style: Style) -> list[Item]:
        items: list[Item] = []
        for span in paragraph.spans:
            look = style.look(span)
            if not span.icon:
                self.add_words(items, span.text.upper() if style.capitals else span.text, look, False)
                continue
            match items[-2:]:
                case [Piece(text=number, symbol=None), Space(width=wide)] if number[-1:].isdigit():
                    # A number and its icon (`2 {coin}`) are one word.
                    items[-1] = Piece(0.5 * wide, "", look)
            wide = self._icon_width(span.text) * ICON_HEIGHT + 2 * ICON_AIR
            items.append(Piece(wide, span.text, look, symbol=span.text))
        return [*items, End()]

    def _first_fit(
        self, text: str, style: Style, width: float, cut: bool, rag: float, overfull: bool = False
    ) -> list[_Lines] | None:
        """Return each paragraph in lines at size 1; None if one has a word that is too wide.

        cut: words that cannot be hyphenated may be cut; overfull: what is too wide then extends past the
        measure.
        """
        made: list[_Lines] = []
        for units in self._units_of(text, style):
            measure = width - _indent(units.paragraph, style)
            ends = first_fit(units.breaks, measure, rag, units.hyphens)
            is_cut = False
            if ends is None and cut:
                whole = [*units.with_hyphens(units.items)]
                items = [*with_wide_words_cut(whole, measure, True)]
                is_cut = len(items) > len(whole)
                if is_cut:
                    units = _Units(units.paragraph, items, lambda piece: (piece,))
                ends = first_fit(units.breaks, measure, rag, units.hyphens, overfull)
            if ends is None:
                return None
            made.append(_Lines(units, ends, is_cut or any(each.hyphen for each in ends)))
        return made

    def _positioned_block(
        self, lines: Sequence[_Lines], style: Style, width: float, size: float, align: str, mirrored: bool
    ) -> Block:
        """Return lines positioned and balanced, with the top of the first line's capitals at 0."""
        placed: list[Placed] = []
        y = style.leading - CAPITALS
        for place, (units, ends, divided) in enumerate(lines):
            paragraph, items = units.paragraph, units.items
            indent = _indent(paragraph, style)
            measure = width / size - indent
            if divided:
                items, ends = units.divided(ends)
            else:
                cost = _ragged_cost if align == "left" else _even_cost
                ends = balanced_breaks(units.breaks, ends, measure, cost)
            text = paragraph.text
            right = from_right(text, self._language)
            turned = right if any(map(str.isalpha, text)) else mirrored
            share = 1 - _SHARES[align] if turned else _SHARES[align]
            y -= _gap(paragraph, place) * style.leading
            for number, line in enumerate(self.positioned_lines(items, ends, measure, text)):
                y -= style.leading
                x = (0.0 if right else indent) + (measure - line.width + style.tracking) * share
                if paragraph.mark and not number:
                    font = style.bold if paragraph.mark != "•" else style.plain
                    mark = font.width(paragraph.mark, size)
                    left = (x + line.width + indent) * size - mark if right else (x - indent) * size
                    said = FROM_RIGHT + paragraph.mark if right and paragraph.mark != "•" else paragraph.mark
                    placed.append(Placed(left, y * size, said, font, mark))
                placed += (_placed(each, x, y, size) for each in line.segments if each.text.strip(_BLANK))
        return Block(size, -y * size, DEPTH * size, tuple(placed))


def _placed(segment: Segment, x: float, y: float, size: float) -> Placed:
    """Return a segment at its position, without the spaces around it."""
    text, look = segment.text, segment.look
    x += segment.x
    if segment.symbol is not None:
        wide = (segment.width - 2 * ICON_AIR) * size
        return Placed((x + ICON_AIR) * size, (y + ICON_FOOT) * size, text, look.font, wide, True)
    wide = segment.width
    if text.strip(" ") != text and not has_from_right(text):
        x += look.space * (len(text) - len(text.lstrip(" ")))
        text = text.strip(" ")
        wide = look.width(text)
    return Placed(x * size, y * size, text, look.font, wide * size)


def _height(lines: Sequence[_Lines], style: Style) -> float:
    """Return the height of lines at size 1, from the cap height to the descenders of the last line."""
    gaps = sum(_gap(each.units.paragraph, place) for place, each in enumerate(lines))
    count = sum(len(each.ends) - 1 for each in lines)
    return CAPITALS + DEPTH + style.leading * (gaps + count - 1)


def _even_cost(free: float, _is_last: bool) -> float:
    return free * free


def _ragged_cost(free: float, is_last: bool) -> float:
    """Return the penalty of a line by the share that it leaves free; a last line may be short, but not too
    short.
    """
    return 4 * max(0.0, free - _SHORT_LAST) ** 2 if is_last else free * free


#: The share of a line's free space that is before it.
_SHARES = {"left": 0.0, "center": 0.5, "right": 1.0}


def _indent(paragraph: Paragraph, style: Style) -> float:
    if not paragraph.mark:
        return 0.0
    font = style.bold if paragraph.mark != "•" else style.plain
    return font.width(paragraph.mark, 1.0) + _INDENT


def _gap(paragraph: Paragraph, place: int) -> float:
    """Return the space between a paragraph and the one above it, in line heights."""
    if not place:
        return 0.0
    return _PARAGRAPH if paragraph.apart else _ENTRY if paragraph.mark else 0.0
