"""Sets paragraphs of books in lines, texts of cards in boxes, and plain text in lines.

All consist of the same items, which line_breaking.py breaks into lines and positions. Running text gets the
breaks that make the whole paragraph look best. The size of a text in a box is found by first fit, which is
fast; the lines at that size are then balanced. Texts of cards are small Markdown, see markdown.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil
from types import MappingProxyType
from typing import Literal, NamedTuple

from ..pack.model import Card
from .fonts import Font
from .hyphenation import Hyphenate
from .line_breaking import (
    HYPHEN,
    OWN_HYPHEN,
    TOLERANCES,
    Break,
    ForcedBreak,
    HyphenPoint,
    Item,
    Line,
    LinePiece,
    LineSpace,
    Segment,
    balanced_breaks,
    best_breaks,
    breaks_by_first_fit,
    line_cost_function,
    positioned_lines,
    possible_breaks,
    with_last_word_whole,
    with_wide_words_cut,
)
from .markdown import MarkdownLine, parsed_lines
from .scripts import (
    LEFT_TO_RIGHT_MARK,
    NARROW,
    NO_BREAK,
    RIGHT_TO_LEFT_MARK,
    breakable_parts,
    has_right_to_left_letters,
    has_unspaced_script,
    is_right_to_left,
    is_right_to_left_language,
    with_nonbreaking_spaces,
)
from .styles import Inline, InlineCard, InlineIcon, LineBreak, Look, NoteMark, Runs, StyledText, TextStyle

#: A dash with two letters on each side, after which a line may break.
_DASH = re.compile(r"(?<=[^\W\d_]{2})[-–—/](?=[^\W\d_]{2})")
#: Minimum length of a word that is hyphenated.
_LEAST_WORD = 5
#: Suit signs in a text, which are drawn if its font lacks them.
_SIGNS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}
#: Suit signs, non-breaking spaces, other spaces, and words.
_PARTS = re.compile(r"[♠♥♦♣]|\u00a0|[ \t\r\n\f\v]+|[^ \t\r\n\f\v\u00a0♠♥♦♣]+")
#: Spaces of special widths, which are replaced by a usual one if the font lacks them.
_WIDE_SPACES = re.compile("[\u1680\u2000-\u200a\u202f\u205f\u3000]")
#: Space between paragraphs, and between the entries of a list, in line heights.
_PARAGRAPH, _ENTRY = 0.45, 0.22
#: Indent of a list after its marks, in font sizes.
_INDENT = 0.45
#: Cap height and the depth of letters such as p, in font sizes.
CAPITALS, DEPTH = 0.66, 0.2
#: Share of the measure above which the next word is divided rather than leaving it free.
_RAG = 0.3
#: Share of the measure that a last line may leave free without a penalty, if lines begin at one edge.
_SHORT_LAST = 0.55
#: Maximum number of cached texts, as words and as set, for cards that are alike.
_KEPT = 500
_NEVER = float("inf")
#: Invisible characters.
_BLANK = " " + LEFT_TO_RIGHT_MARK + RIGHT_TO_LEFT_MARK
#: Whether text is written from the left or from the right.
Direction = Literal["ltr", "rtl"]
_MARKS: dict[Direction, str] = {"ltr": LEFT_TO_RIGHT_MARK, "rtl": RIGHT_TO_LEFT_MARK}
#: The step between font sizes, in points at the text's own scale.
_STEP = 0.25
#: Words that cannot be hyphenated are cut only if the text would get smaller than this share of its size.
_CUT = 0.8
#: The minimum height of two lines, in font sizes; a lower box has one line.
_TWO_LINES = CAPITALS + DEPTH + 1.0


class PlacedText(NamedTuple):
    """Text in one font, an icon or a small card at a place: x, and the y of its baseline, in points from the
    top left.
    """

    x: float
    y: float
    text: str
    font: Font
    width: float
    #: The font size, in points.
    size: float
    inline_object: Card | str | None = None
    #: Letter spacing in points.
    tracking: float = 0.0
    #: The name of the style of words.
    style: str = ""


class TextBlock(NamedTuple):
    """Text as set in a box."""

    size: float
    #: From the cap height of the first line to the last baseline, and to the descenders below it.
    height: float
    depth: float
    pieces: tuple[PlacedText, ...]
    #: The number of words that do not fit at the minimum size, of how many.
    words_left_over: int = 0


class _MeasuredParagraph:
    """A paragraph measured at font size 1: its items, and the possible line breaks.

    Words are hyphenated only where a line may end inside them.
    """

    def __init__(
        self,
        paragraph: MarkdownLine,
        items: Sequence[Item],
        hyphenated: Callable[[LinePiece], Iterable[Item]],
    ) -> None:
        self.paragraph, self.items, self._hyphenation_parts = paragraph, items, hyphenated
        self.breaks = [each for each in possible_breaks(items) if not each.ends_in_hyphen]
        #: By where each begins: where it ends, its parts, and where a hyphen may divide it.
        self._words: dict[int, tuple[int, list[Item], list[Break]]] = {}

    def hyphen_breaks(self, start: Break, end: Break) -> list[Break]:
        """Return the places between two breaks where a hyphen may divide a word."""
        if start.item_index not in self._words:
            parts = [*self.with_hyphens(self.items[start.item_index : end.item_index])]
            inside = [
                Break(
                    start.item_index,
                    start.start + one.end,
                    start.start + one.start,
                    ends_in_hyphen=True,
                    items_before=one.item_index,
                )
                for one in possible_breaks(parts)
                if one.ends_in_hyphen
            ]
            self._words[start.item_index] = end.item_index, parts, inside
        return self._words[start.item_index][2]

    def with_hyphens(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield items with all points where a hyphen may divide a word."""
        for item in items:
            yield from self._hyphenation_parts(item) if isinstance(item, LinePiece) else (item,)

    def with_hyphens_at_ends(self, ends: Sequence[Break]) -> tuple[list[Item], list[Break]]:
        """Return the items, with hyphenation points only in words in which a line ends, and the line ends as
        breaks among these items.
        """
        items: list[Item] = []
        moved: list[Break] = []
        done = begin = 0
        for end in ends:
            if end.item_index >= done:
                items += self.items[done : end.item_index]
                done, begin = end.item_index, len(items)
                if end.items_before:
                    done, parts, _ = self._words[end.item_index]
                    items += parts
            moved.append(end._replace(item_index=begin + end.items_before))
        return items, moved


class _BrokenParagraph(NamedTuple):
    """A paragraph broken into lines, and whether its words may be hyphenated."""

    paragraph: _MeasuredParagraph
    ends: list[Break]
    is_hyphenated: bool = False


#: Returns the width of a small card, or of an icon or a suit sign by its name, in text of a font size.
ObjectWidthFunction = Callable[[Card | str, float], float]


def plain_lines(text: str, font: Font, size: float, width: float) -> list[str]:
    """Return a plain text in lines no wider than a width in points, without hyphens.

    A word that is wider than a line is cut. Words joined by non-breaking spaces stay together.

    >>> from cardgen.text.fonts import SANS
    >>> plain_lines("the last card wins", SANS, 10, 50)
    ['the last', 'card wins']
    """
    signs = {name: sign for sign, name in _SIGNS.items()}
    setter = Setter(lambda drawn, size: font.width(signs[str(drawn)], size), unhyphenated)
    return setter.texts_of_lines(text, TextStyle(font, font, font, font, size), width)


def unhyphenated(word: str) -> Sequence[str]:
    """Return the word as its only part, for text without hyphenation."""
    return (word,)


class Setter:
    """Sets paragraphs in lines and texts in boxes. Measured words are cached."""

    def __init__(
        self,
        object_width: ObjectWidthFunction,
        hyphenate: Hyphenate,
        language: str = "en",
        keywords: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Prepare. keywords: the styles of words, wherever they occur in texts in boxes."""
        self._object_width, self._hyphenate, self._language = object_width, hyphenate, language
        self._keywords, self._keyword_pattern = keywords, _pattern_of_words(keywords)
        #: The items of each word met so far, by its style.
        self._known: dict[tuple[Look, bool], tuple[Look, dict[str, tuple[Item, ...]]]] = {}
        self._texts: dict[tuple[str, TextStyle, bool, bool], list[_MeasuredParagraph]] = {}
        self._divided: dict[LinePiece, tuple[Item, ...]] = {}
        self._blocks: dict[tuple[object, ...], TextBlock] = {}

    def lines(
        self, runs: Runs, style: TextStyle, measure: float, *, indent: float = 0.0, justified: bool = False
    ) -> list[Line]:
        """Break runs of text into lines no wider than `measure` points, ragged unless `justified`.

        A right-to-left paragraph is aligned at the right. In a right-to-left language it is aligned at the
        left, because whole pages are mirrored later.
        """
        text = "".join(run.text for run in runs if isinstance(run, StyledText))
        # Lines of Chinese and Japanese have no spaces that could stretch.
        justified = justified and not has_unspaced_script(text)
        items, breaks = self._items_and_breaks(runs, style, measure, indent, justified)
        lines = positioned_lines(items, breaks, measure, text, self._language, indent, justified)
        if is_right_to_left_language(self._language) or not is_right_to_left(text, self._language):
            return lines
        return [_aligned_right(line, measure) for line in lines]

    def texts_of_lines(self, text: str, style: TextStyle, measure: float) -> list[str]:
        """Return the text of each line of a paragraph, see lines()."""
        items, breaks = self._items_and_breaks((StyledText(text),), style, measure, 0.0, False)
        return [_text_of_items(items[one.item_index : other.item_index]) for one, other in pairwise(breaks)]

    def _items_and_breaks(
        self, runs: Runs, style: TextStyle, measure: float, indent: float, justified: bool
    ) -> tuple[Sequence[Item], Sequence[Break]]:
        """Return the items of a paragraph, and the breaks at which its lines end.

        The breaks include the start and the end of the paragraph. There are none if the paragraph is empty.
        """
        for final, tolerance in zip((False, False, True), TOLERANCES, strict=True):
            if tolerance == TOLERANCES[1] and not justified:
                continue
            items = self._items(runs, style, final or (justified and tolerance > TOLERANCES[0]))
            if not any(isinstance(item, LinePiece) for item in items):
                return items, ()
            if final:
                items = [*with_wide_words_cut(items, measure - indent)]
            items = with_last_word_whole(items, measure)
            breaks = possible_breaks(items, indent)
            is_short = sum(each.is_forced for each in breaks) == 1 and breaks[-1].end + indent <= measure
            # A single line is always best.
            best = (
                [breaks[0], breaks[-1]]
                if is_short
                else best_breaks(breaks, line_cost_function(measure, justified, tolerance), final)
            )
            if best:
                return items, best
        return (), ()  # pragma: no cover - the last pass always ends

    def natural_and_word_width(self, runs: Runs, style: TextStyle) -> tuple[float, float]:
        """Return two widths in points: that of runs on one line, and that of their widest part within which
        no line may break.
        """
        whole, longest, word = 0.0, 0.0, 0.0
        for item in self._items(runs, style, False):
            if isinstance(item, LinePiece):
                word += item.width
                whole += item.width
            elif isinstance(item, LineSpace):
                whole += item.width
                word = 0.0 if item.is_breakable else word + item.width
            else:
                word = 0.0
            longest = max(longest, word)
        return whole, longest

    def set_block(
        self,
        text: str,
        style: TextStyle,
        width: float,
        height: float,
        size: float,
        min_size: float,
        align: str = "left",
        mirrored: bool = False,
        direction: Direction | None = None,
        plain: bool = False,
        keywords: bool = False,
    ) -> TextBlock:
        """Set a text in a box, at the largest size between a minimum and a maximum at which it fits.

        Lengths are in points. style: the style at font size 1. Text that does not fit at the minimum size
        extends past the box, and the excess lines are counted. align: in a right-to-left paragraph, left and
        right are swapped; if `mirrored`, also in a paragraph without letters. direction: the direction of all
        paragraphs; None to derive it from the language and the first letters. plain: whether to take the text
        literally instead of as Markdown. keywords: whether keywords have their own styles.
        """
        key = (text, style, width, height, size, min_size, align, mirrored, direction, plain, keywords)
        block = self._blocks.get(key)
        if block is None:
            block = self._block_that_fits(*key)
            if len(self._blocks) >= _KEPT:
                # Drop the newest: texts of many cards come early.
                self._blocks.popitem()
            self._blocks[key] = block
        return block

    def _block_that_fits(
        self,
        text: str,
        style: TextStyle,
        width: float,
        height: float,
        size: float,
        min_size: float,
        align: str,
        mirrored: bool,
        direction: Direction | None,
        plain: bool,
        keywords: bool,
    ) -> TextBlock:
        """Set a text as `set_block` does: first without cut words, near the largest size."""
        paragraphs = self._paragraphs(text, style, plain, keywords)
        steps = max(0, ceil((size - min_size) / _STEP - 1e-6))
        sizes = [*(size - _STEP * step for step in range(steps)), min_size]
        # Centred lines may have any length.
        rag = _RAG if align == "left" else 1.0
        # A single word in a box of one line, such as a number in a corner, is not divided.
        whole = len(paragraphs) == 1 and len(paragraphs[0].breaks) == 2 and height < _TWO_LINES * size
        for cut in (False,) if whole else (False, True):
            tried = sizes if cut or whole else [each for each in sizes if each >= _CUT * size]
            found: tuple[float, list[_BrokenParagraph]] | None = None
            # Most texts fit at the first size; otherwise a binary search finds the largest one.
            low, high, middle = 0, len(tried), 0
            while low < high:
                lines = _lines_by_first_fit(paragraphs, style, width / tried[middle], cut, rag)
                if whole and lines and lines[0].is_hyphenated:
                    lines = None
                if lines and _lines_height(lines, style) * tried[middle] <= height + 0.01:
                    found, high = (tried[middle], lines), middle
                else:
                    low = middle + 1
                middle = (low + high) // 2
            if found:
                return self._positioned_block(found[1], style, width, found[0], align, mirrored, direction)
        measure = _NEVER if whole else width / min_size
        last = _lines_by_first_fit(paragraphs, style, measure, True, rag, allows_overfull=True) or []
        block = self._positioned_block(last, style, width, min_size, align, mirrored, direction)
        inside = sum(len(each.text.split()) for each in block.pieces if block.depth - each.y <= height)
        words = sum(len(each.text.split()) for each in block.pieces)
        return block._replace(words_left_over=max(1, words - inside))

    def _paragraphs(
        self, text: str, style: TextStyle, plain: bool, keywords: bool
    ) -> list[_MeasuredParagraph]:
        """Return the paragraphs of a text."""
        key = (text, style, plain, keywords)
        if key not in self._texts:
            if len(self._texts) >= _KEPT:
                self._texts.clear()
                self._known.clear()
                self._divided.clear()
            self._texts[key] = [
                _MeasuredParagraph(
                    each,
                    self._items(self._runs_in_styles(each, keywords), style, False),
                    self._cached_hyphenated_parts,
                )
                for each in parsed_lines(text, plain)
            ]
        return self._texts[key]

    def _runs_in_styles(self, paragraph: MarkdownLine, keywords: bool) -> Iterator[StyledText | InlineIcon]:
        """Yield the runs of a paragraph, with the keywords among them in their styles."""
        for run in paragraph.runs:
            if not keywords or self._keyword_pattern is None or isinstance(run, InlineIcon) or run.style:
                yield run
                continue
            end = 0
            for match in self._keyword_pattern.finditer(run.text):
                if end < match.start():
                    yield run._replace(text=run.text[end : match.start()])
                yield run._replace(text=match[0], style=self._keywords[match[0]])
                end = match.end()
            if end < len(run.text):
                yield run._replace(text=run.text[end:])

    def _items(self, runs: Iterable[Inline | InlineIcon], style: TextStyle, with_hyphens: bool) -> list[Item]:
        """Return the items of a paragraph. with_hyphens: with the places where words may be hyphenated."""
        items: list[Item] = []
        before: Look | None = None
        for run in runs:
            if isinstance(run, StyledText):
                look = style.look_of_words(run)
                text = run.text.upper() if style.style_of_words(run).capitals else run.text
                self._add_words(items, text, look, with_hyphens, is_separate=look == before)
                before = look
                continue
            before = None
            if isinstance(run, LineBreak):
                items.append(ForcedBreak())
                continue
            look = style.look_of_words(
                StyledText("", link=run.link, style=run.style if isinstance(run, InlineIcon) else "")
            )
            if isinstance(run, NoteMark):
                items.append(LinePiece(look.width(str(run)), str(run), look))
                continue
            if isinstance(run, InlineIcon):
                match items[-2:]:
                    case [LinePiece(text=number, inline_object=None), LineSpace(width=wide)] if number[
                        -1:
                    ].isdigit():
                        # A number and its icon (`2 {coin}`) are one word.
                        items[-1] = LinePiece(0.5 * wide, "", look)
            drawn = run.card if isinstance(run, InlineCard) else run.name
            items.append(LinePiece(self._object_width(drawn, look.size), str(run), look, drawn))
        items.append(ForcedBreak())
        return items

    def _add_words(
        self, items: list[Item], text: str, look: Look, hyphens: bool, is_separate: bool = False
    ) -> None:
        """Append the items of a text. Measured words are cached, because most of them occur often.

        is_separate: whether the text has a look object of its own, so that it is not joined to an adjacent
        text of the same look.
        """
        if is_separate:
            known: dict[str, tuple[Item, ...]] = {}
        else:
            look, known = self._known.setdefault((look, hyphens), (look, {}))
        text = with_nonbreaking_spaces(text, self._language)
        if not text.isascii():
            text = _WIDE_SPACES.sub(lambda match: _space_in_font(match[0], look.font), text)
        for part in _PARTS.findall(text):
            if part not in known:
                known[part] = self._measured_part(part, look, hyphens)
            items += known[part]

    def _measured_part(self, part: str, look: Look, hyphens: bool) -> tuple[Item, ...]:
        """Return the items of a word, a space or a suit sign."""
        if part == NO_BREAK or part[0] in " \t\r\n\f\v":
            return (LineSpace(look, part != NO_BREAK, look.space_width),)
        if part in _SIGNS and not look.font.has_character(part):
            drawn = _SIGNS[part]
            return (LinePiece(self._object_width(drawn, look.size), part, look, drawn),)
        hyphens = hyphens and len(part) >= _LEAST_WORD
        if hyphens or _DASH.search(part) or tuple(breakable_parts(part)) != (part,):
            return tuple(self._measured_word(part, look, hyphens))
        return (LinePiece(look.width(part), part, look),)

    def _measured_word(self, word: str, look: Look, hyphens: bool) -> Iterator[Item]:
        """Yield the parts of a word, and the points between them where a line may break. The width of a part
        includes its kerning to the next one.
        """
        end = 0
        starts = [0, *(match.end() for match in _DASH.finditer(word)), len(word)]
        for start, stop in pairwise(starts):
            parts = breakable_parts(word[start:stop])
            for place, each in enumerate(parts):
                if place:
                    yield HyphenPoint(None, 0.0)
                end += len(each)
                piece = LinePiece(
                    look.width(each) + _kerning_of_pair(look, word[end - 1 : end + 1]), each, look
                )
                yield from self._hyphenation_parts(piece) if hyphens and len(parts) == 1 else (piece,)
            if stop < len(word):
                yield HyphenPoint(None, OWN_HYPHEN)

    def _hyphenation_parts(self, piece: LinePiece) -> Iterator[Item]:
        """Yield the parts of a word with the points where a hyphen may divide it."""
        _, word, look, *_ = piece
        parts = self._hyphenate(word) if len(word) >= _LEAST_WORD and not piece.is_object else ()
        if len(parts) < 2:
            yield piece
            return
        end = 0
        for each in parts[:-1]:
            end += len(each)
            joint = _kerning_of_pair(look, word[end - 1 : end + 1])
            yield LinePiece(look.width(each) + joint, each, look)
            hyphen = look.width("-") + _kerning_of_pair(look, each[-1] + "-") - joint
            yield HyphenPoint(LinePiece(hyphen, "-", look), HYPHEN)
        # The last part is kerned with what the word is kerned with.
        yield LinePiece(look.width(parts[-1]) + piece.width - look.width(word), parts[-1], look)

    def _cached_hyphenated_parts(self, word: LinePiece) -> tuple[Item, ...]:
        """Return the parts of a word with its hyphens, cached, as few words of a pack are divided, and those
        often.
        """
        if word not in self._divided:
            self._divided[word] = tuple(self._hyphenation_parts(word))
        return self._divided[word]

    def _positioned_block(
        self,
        lines: Sequence[_BrokenParagraph],
        style: TextStyle,
        width: float,
        size: float,
        align: str,
        mirrored: bool,
        direction: Direction | None,
    ) -> TextBlock:
        """Return lines positioned and balanced, with the top of the first line's capitals at 0."""
        placed: list[PlacedText] = []
        y, larger = 0.0, 1.0
        for place, (units, ends, divided) in enumerate(lines):
            paragraph, items = units.paragraph, units.items
            indent = _list_entry_indent(paragraph, style)
            measure = width / size - indent
            if divided:
                items, ends = units.with_hyphens_at_ends(ends)
            else:
                even = balanced_breaks(units.breaks, ends, measure, _SHORT_LAST if align == "left" else None)
                # Lines with larger words are higher: they may not become more.
                if sum(_line_scales(items, even, style)) <= sum(_line_scales(items, ends, style)):
                    ends = even
            scales = _line_scales(items, ends, style)
            if not place:
                y = (style.leading - CAPITALS) * scales[0]
            # A mark of direction comes before the first letter.
            text = (_MARKS[direction] if direction else "") + paragraph.text
            right = is_right_to_left(text, self._language)
            turned = right if direction or any(map(str.isalpha, text)) else mirrored
            share = 1 - _SHARES[align] if turned else _SHARES[align]
            y -= _paragraph_gap(paragraph, place) * style.leading
            positioned = positioned_lines(items, ends, measure, text, self._language)
            for number, line in enumerate(positioned):
                larger = scales[number]
                y -= style.leading * larger
                x = (0.0 if right else indent) + (measure - line.width + style.tracking) * share
                if paragraph.mark and not number:
                    font = style.strong if paragraph.mark != "•" else style.plain
                    mark = font.width(paragraph.mark, size)
                    left = (x + line.width + indent) * size - mark if right else (x - indent) * size
                    said = (
                        RIGHT_TO_LEFT_MARK + paragraph.mark
                        if right and paragraph.mark != "•"
                        else paragraph.mark
                    )
                    tracking = style.tracking * size
                    placed.append(PlacedText(left, y * size, said, font, mark, size, tracking=tracking))
                placed += (
                    _placed_segment(each, x, y, size) for each in line.segments if each.text.strip(_BLANK)
                )
        return TextBlock(size, -y * size, DEPTH * larger * size, tuple(placed))


def _lines_by_first_fit(
    paragraphs: Sequence[_MeasuredParagraph],
    style: TextStyle,
    width: float,
    cuts_words: bool,
    rag: float,
    allows_overfull: bool = False,
) -> list[_BrokenParagraph] | None:
    """Return each paragraph broken into lines, at font size 1. Return None instead of the list if a word is
    too wide.

    cuts_words: whether to cut words that cannot be hyphenated. allows_overfull: whether words that are too
    wide may extend past the measure.
    """
    made: list[_BrokenParagraph] = []
    for units in paragraphs:
        measure = width - _list_entry_indent(units.paragraph, style)
        ends = breaks_by_first_fit(units.breaks, measure, rag, units.hyphen_breaks)
        is_cut = False
        if ends is None and cuts_words:
            whole = [*units.with_hyphens(units.items)]
            items = [*with_wide_words_cut(whole, measure, True)]
            is_cut = len(items) > len(whole)
            if is_cut:
                units = _MeasuredParagraph(units.paragraph, items, lambda piece: (piece,))
            ends = breaks_by_first_fit(units.breaks, measure, rag, units.hyphen_breaks, allows_overfull)
        if ends is None:
            return None
        made.append(_BrokenParagraph(units, ends, is_cut or any(each.ends_in_hyphen for each in ends)))
    return made


def _placed_segment(segment: Segment, x: float, y: float, size: float) -> PlacedText:
    """Return a segment at its position, without the spaces around it."""
    text, look, wide = segment.text, segment.look, segment.width
    x += segment.x
    if segment.inline_object is None and text.strip(" ") != text and not has_right_to_left_letters(text):
        x += look.space_width * (len(text) - len(text.lstrip(" ")))
        text = text.strip(" ")
        wide = look.width(text)
    own = look.size * size, segment.inline_object, look.tracking * size, look.style
    return PlacedText(x * size, y * size, text, look.font, wide * size, *own)


def _aligned_right(line: Line, measure: float) -> Line:
    """Return a line aligned at the right of the measure, with its indent there as well."""
    free = measure - line.width - (line.segments[0].x if line.segments else 0.0)
    return Line(tuple(each._replace(x=each.x + free) for each in line.segments), measure, line.joint)


def _text_of_items(items: Iterable[Item]) -> str:
    """Return the text of the items of a line."""
    parts = (
        item.text if isinstance(item, LinePiece) else " " if item.is_breakable else NO_BREAK
        for item in items
        if isinstance(item, LinePiece | LineSpace)
    )
    return "".join(parts).strip(" ")


def _space_in_font(space: str, font: Font) -> str:
    """Return a space of special width if the font has it, or else a usual space that breaks, or does not
    break, like it.
    """
    return space if font.can_show(space) else NO_BREAK if space == NARROW else " "


def _kerning_of_pair(look: Look, pair: str) -> float:
    """Return the kerning of two letters in points; 0 for a text of one letter."""
    return sum(kern for _, kern in look.font.kerning_by_letter(pair)) * look.size


def _lines_height(lines: Sequence[_BrokenParagraph], style: TextStyle) -> float:
    """Return the height of all lines at font size 1, from the cap height of the first line to the descenders
    of the last.
    """
    gaps = sum(_paragraph_gap(each.paragraph.paragraph, place) for place, each in enumerate(lines))
    scales = [scale for each in lines for scale in _line_scales(each.paragraph.items, each.ends, style)] or [
        1.0
    ]
    return CAPITALS * scales[0] + DEPTH * scales[-1] + style.leading * (gaps + sum(scales[1:]))


def _line_scales(items: Sequence[Item], ends: Sequence[Break], style: TextStyle) -> list[float]:
    """Return the height of each line as a multiple of the usual height. It is greater than 1 if the line has
    larger words.
    """
    if all(named.size <= style.size for _, named in style.word_styles):
        return [1.0] * (len(ends) - 1)
    return [
        max(
            item.look.size / style.size if isinstance(item, LinePiece) else 1.0
            # A word that is divided begins in the line that it divides; each line ends with no word.
            for item in (*items[one.item_index : other.item_index + bool(other.items_before)], None)
        )
        for one, other in pairwise(ends)
    ]


def _pattern_of_words(words: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern of whole words, the longest first; None if there are none.

    In Chinese and Japanese, words have no spaces around them.
    """

    def whole(word: str) -> str:
        before, after = (
            r"" if has_unspaced_script(end) or not end.isalnum() else r"\b" for end in (word[0], word[-1])
        )
        return f"{before}{re.escape(word)}{after}"

    each = [whole(word) for word in sorted(words, key=len, reverse=True)]
    return re.compile("|".join(each)) if each else None


#: The share of a line's free space that is before it.
_SHARES = {"left": 0.0, "center": 0.5, "right": 1.0}


def _list_entry_indent(paragraph: MarkdownLine, style: TextStyle) -> float:
    """Return the indent of a list entry at font size 1; 0 for other paragraphs."""
    if not paragraph.mark:
        return 0.0
    font = style.strong if paragraph.mark != "•" else style.plain
    return font.width(paragraph.mark, 1.0) + _INDENT


def _paragraph_gap(paragraph: MarkdownLine, place: int) -> float:
    """Return the space between a paragraph and the one above it, in line heights."""
    if not place:
        return 0.0
    return _PARAGRAPH if paragraph.follows_empty_line else _ENTRY if paragraph.mark else 0.0
