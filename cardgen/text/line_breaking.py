"""Breaks paragraphs into lines so that the whole paragraph looks best.

After D. E. Knuth and M. F. Plass, "Breaking paragraphs into lines", Software: Practice and Experience 11
(1981): boxes, glue and penalties, in three passes: without hyphens, with hyphens, and at any cost.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from ..pack.model import Card
from .scripts import NO_BREAK, OBJECT_CHARACTER, has_right_to_left_letters, is_right_to_left
from .styles import Look

#: How much spaces may stretch and shrink in the worst acceptable line, as parts of their width.
_STRETCH, _SHRINK = 0.55, 0.28
#: Penalties for breaking at a hyphen that is added, at one that the word has, and at two in succession.
HYPHEN, OWN_HYPHEN, _TWO_HYPHENS = 60.0, 8.0, 4000.0
#: Share of the measure by which ragged lines may be short and still look good.
_RAG = 0.16
#: Share of the measure that a last line may leave free, and the penalty above that.
_SHORT, _SHORT_LAST = 0.88, 9000.0
#: Penalty for a last line that begins with the rest of a word.
_LAST_HYPHEN = 20_000.0
#: Maximum stretch of spaces in each pass.
TOLERANCES = (1.3, 1.7, 1000.0)
#: Penalties of lines that are too loose, too wide, and too wide because something fits on no line.
INFINITE, TOO_WIDE, _OVERFULL = float("inf"), -1.0, 1e9


class LinePiece(NamedTuple):
    """An unbreakable item of a line: text of one look, a small card or an icon."""

    width: float
    text: str
    look: Look
    #: The drawing shown instead: a card, or the name of an icon or of the symbol of a suit.
    inline_object: Card | str | None = None

    @property
    def is_object(self) -> bool:
        """Tell whether the piece is a drawing or a gap, either of which is one character in its paragraph's
        text.
        """
        return self.inline_object is not None or not self.text


class Segment(NamedTuple):
    """A piece of a line with its x. `spread`: how many points each space is wider than usual."""

    x: float
    width: float
    text: str
    look: Look
    spread: float = 0.0
    inline_object: Card | str | None = None


class Line(NamedTuple):
    """One line of a paragraph."""

    segments: tuple[Segment, ...]
    width: float
    #: The text between this line and the next: a space; nothing; or a soft hyphen, if its last character is a
    #: hyphen that was added.
    joint: str = ""


class Break(NamedTuple):
    """A possible line break."""

    #: The index of the item after it.
    item_index: int
    #: Distance from the paragraph's start to the end of a line here (with its hyphen), and to the start of
    #: the next one.
    end: float
    start: float
    #: The width of spaces in these distances.
    end_spaces: float = 0.0
    start_spaces: float = 0.0
    cost: float = 0.0
    ends_in_hyphen: bool = False
    is_forced: bool = False
    #: How many items of the word behind `at` stand before it, where that word is divided here.
    items_before: int = 0


class LineSpace(NamedTuple):
    """A space. breaks: whether a line may break here."""

    look: Look
    is_breakable: bool
    width: float


class HyphenPoint(NamedTuple):
    """A place within a word where a line may break, with its penalty."""

    #: The hyphen to add at a break here; None if the word has one.
    hyphen: LinePiece | None
    cost: float


class ForcedBreak(NamedTuple):
    """A forced line break."""


Item = LinePiece | LineSpace | HyphenPoint | ForcedBreak
#: Items that have a width.
_WIDE = (LinePiece, LineSpace)


def positioned_lines(
    items: Sequence[Item],
    breaks: Sequence[Break],
    measure: float,
    text: str,
    language: str,
    indent: float = 0.0,
    justified: bool = False,
) -> list[Line]:
    """Return the lines between breaks, each with its parts from left to right.

    text: the words of the whole paragraph, which determine its direction.
    """
    lines = [(one.item_index, other.item_index) for one, other in pairwise(breaks)]
    right = is_right_to_left(text, language)
    if right or has_right_to_left_letters(text):
        return _lines_in_visual_order(items, lines, measure, indent, justified, right)
    return [
        _positioned_line(items, start, end, measure, 0.0 if start else indent, justified)
        for start, end in lines
    ]


def _lines_in_visual_order(
    items: Sequence[Item],
    lines: Iterable[tuple[int, int]],
    measure: float,
    indent: float,
    justified: bool,
    is_right_to_left: bool,
) -> list[Line]:
    """Return lines with their parts in visual order."""
    from .shaping import parts_in_visual_order, visual_order

    texts = [_item_text(item) for item in items]
    starts = [0, *accumulate(map(len, texts))]
    order = visual_order("".join(texts), is_right_to_left)
    made = []
    for start, end in lines:
        inside = [at for at in range(start, end) if texts[at]]
        while inside and isinstance(items[inside[-1]], LineSpace):
            inside.pop()
        while inside and texts[inside[0]] == " ":
            inside.pop(0)
        characters: list[tuple[int | None, str, LinePiece | LineSpace]] = [
            (starts[at] + place, character, item)
            for at in inside
            for item in [items[at]]
            if isinstance(item, _WIDE)
            for place, character in enumerate(texts[at])
        ]
        last = items[end - 1]
        if isinstance(last, HyphenPoint) and last.hyphen:
            characters.append((None, "-", last.hyphen))
        first = 0.0 if start else indent
        full = justified and not isinstance(last, ForcedBreak)
        made.append(
            _line_of_parts(
                parts_in_visual_order(order, characters, _is_same_look), measure - first, first, full
            )
        )
    return made


def _item_text(item: Item) -> str:
    """Return an item's text within its paragraph."""
    if isinstance(item, LineSpace):
        return " " if item.is_breakable else NO_BREAK
    if isinstance(item, LinePiece):
        return OBJECT_CHARACTER if item.is_object else item.text
    return ""


def _is_same_look(one: LinePiece | LineSpace, other: LinePiece | LineSpace) -> bool:
    return one.look == other.look and OBJECT_CHARACTER not in (_item_text(one), _item_text(other))


def _line_of_parts(
    parts: Sequence[tuple[str, LinePiece | LineSpace]], measure: float, x: float, fills_measure: bool
) -> Line:
    """Return a line with its parts positioned from x. fills_measure: whether spaces are stretched so that the
    line fills the measure.
    """
    widths = [
        own.width if isinstance(own, LinePiece) and text == OBJECT_CHARACTER else own.look.width(text)
        for text, own in parts
    ]
    spaces = sum(text.count(" ") for text, _ in parts)
    slack = measure - sum(widths)
    spread = slack / spaces if spaces and (fills_measure or slack < 0) else 0.0
    segments = []
    for (text, own), width in zip(parts, widths, strict=True):
        wide = width + spread * text.count(" ")
        if isinstance(own, LinePiece) and text == OBJECT_CHARACTER:
            segments.append(Segment(x, wide, own.text, own.look, 0.0, own.inline_object))
        else:
            segments.append(Segment(x, wide, text.replace(NO_BREAK, " "), own.look, spread))
        x += wide
    return Line(tuple(segments), x)


def with_wide_words_cut(items: Iterable[Item], measure: float, letters_only: bool = False) -> Iterator[Item]:
    """Yield items, in which words wider than the measure are cut into parts that fit.

    letters_only: whether text without letters, such as figures and signs, stays whole. A word also stays
    whole if not even one letter fits.
    """
    pen = 0.0
    for item in items:
        if not isinstance(item, LinePiece):
            pen = 0.0
            yield item
            continue
        text, look = item.text, item.look
        while pen + item.width > measure and not item.is_object:
            if letters_only and not any(map(str.isalpha, text)):
                break
            count = _fitting_count(text, look, measure - pen)
            if count:
                yield LinePiece(look.width(text[:count]), text[:count], look)
            elif not pen:
                break
            yield HyphenPoint(None, HYPHEN)
            pen, text = 0.0, text[count:]
            item = LinePiece(look.width(text), text, look)
        pen += item.width
        yield item


def _fitting_count(text: str, look: Look, width: float) -> int:
    """Return how many letters of a text fit in a width, at most all but one.

    Not the whole text is measured, as shaping takes time for each letter.
    """

    def is_wider(count: int) -> bool:
        return look.width(text[:count]) > width

    most = len(text) - 1
    beyond = 1
    while beyond <= most and not is_wider(beyond):
        beyond *= 2
    low = beyond // 2
    count = low + bisect_right(range(low + 1, min(beyond, most + 1)), False, key=is_wider)
    # Kerned or joined with the next letter, a letter may be narrower than by itself.
    while count < most and not is_wider(count + 1):
        count += 1
    return count


def with_last_word_whole(items: Sequence[Item], measure: float) -> list[Item]:
    """Return items without the hyphens of the last word before each forced break.

    A last word that is wider than a line keeps its hyphens.
    """
    kept: list[Item] = []
    word: list[Item] = []
    for item in items:
        if isinstance(item, ForcedBreak):
            wide = sum(each.width for each in word if isinstance(each, _WIDE))
            kept += word if wide > measure else _without_hyphens(word)
            word = []
            kept.append(item)
        elif (
            word and isinstance(word[-1], LineSpace) and word[-1].is_breakable and isinstance(item, LinePiece)
        ):
            kept += word
            word = [item]
        else:
            word.append(item)
    return kept


def _without_hyphens(word: Sequence[Item]) -> Iterator[Item]:
    """Yield the items of a word without its hyphenation points."""
    for before, item in pairwise((None, *word)):
        own = isinstance(before, LinePiece) and before.text.endswith("-")
        if item is not None and not (isinstance(item, HyphenPoint) and (item.hyphen or own)):
            yield item


def possible_breaks(items: Sequence[Item], indent: float = 0.0) -> list[Break]:
    """Return the start of the paragraph and all possible breaks, each with the sums of widths up to it."""
    breaks = [Break(0, 0.0, -indent)]
    width = spaces = 0.0
    for at, item in enumerate(items, 1):
        if isinstance(item, LinePiece):
            width += item.width
        elif isinstance(item, LineSpace):
            end, before = width, spaces
            width += item.width
            spaces += item.width
            if item.is_breakable and at > 1:
                breaks.append(Break(at, end, width, before, spaces))
        elif isinstance(item, HyphenPoint):
            end = width + item.hyphen.width if item.hyphen else width
            breaks.append(Break(at, end, width, spaces, spaces, item.cost, item.hyphen is not None))
        else:
            breaks.append(Break(at, width, width, spaces, spaces, is_forced=True))
    return breaks


class _Node(NamedTuple):
    """A line break in a partial solution."""

    end: Break
    cost: float
    before: _Node | None


def _best_and_open_nodes(
    nodes: list[_Node], end: Break, line_cost: Callable[[Break, Break], float], allows_overfull: bool
) -> tuple[_Node | None, list[_Node]]:
    """Return (the best node for a line that ends at `end`, the nodes from which later lines may start).

    The first is None if no line can end at `end`.
    """
    least, best = INFINITE, None
    alive: list[_Node] = []
    for node in nodes:
        cost = line_cost(node.end, end)
        if cost == TOO_WIDE:
            continue
        alive.append(node)
        if node.cost + cost < least:
            least, best = node.cost + cost, node
    if best is None and allows_overfull and not alive and nodes:
        best = min(nodes, key=lambda node: node.cost)
        least = best.cost + _OVERFULL
    return _Node(end, least, best) if best is not None else None, [] if end.is_forced else alive


def best_breaks(
    breaks: Sequence[Break],
    line_cost: Callable[[Break, Break], float],
    allows_overfull: bool,
    line_numbers: Sequence[int] | None = None,
) -> list[Break] | None:
    """Return the breaks with the lowest total penalty, including the first and the last; None if no breaks
    are possible.

    line_cost: returns the penalty of a line between two breaks: INFINITE if the line is too loose, TOO_WIDE
    if it and all longer lines are too wide. allows_overfull: whether to put what is too wide for any line on
    a line of its own. line_numbers: for each break, the number of the only line that can end there; None if
    several lines can.
    """
    nodes: list[_Node] = []
    waiting = [_Node(breaks[0], 0.0, None)]
    for number, end in enumerate(breaks[1:], 1):
        if line_numbers is None:
            nodes += waiting
            waiting = []
        elif line_numbers[number] > line_numbers[number - 1]:
            nodes, waiting = waiting, []
        node, nodes = _best_and_open_nodes(nodes, end, line_cost, allows_overfull)
        if node is not None:
            waiting.append(node)
        if not (nodes or waiting):
            return None
    ends: list[Break] = []
    last: _Node | None = waiting[-1]
    while last is not None:
        ends.append(last.end)
        last = last.before
    return ends[::-1]


def breaks_by_first_fit(
    breaks: Sequence[Break],
    measure: float,
    rag: float,
    hyphens: Callable[[Break, Break], Sequence[Break]],
    allows_overfull: bool = False,
) -> list[Break] | None:
    """Return the breaks at which lines end that each take as much as fits; None if something is too wide for
    a line.

    The result begins with the start of the paragraph. hyphens: returns the places between two breaks where a
    hyphen may divide a word. A word wider than the measure is divided. Any other word except the last is
    divided if the line before it would otherwise leave more than the share `rag` of the measure free.
    allows_overfull: whether to put what is too wide on a line of its own.
    """
    ends = [breaks[0]]
    at = 1
    while True:
        start = ends[-1].start
        first = at
        while at < len(breaks) and breaks[at].end - start <= measure + 1e-6:
            at += 1
        if at == len(breaks):
            return [*ends, breaks[-1]]
        last = breaks[at - 1] if at > first else None
        begin = last.start if last else start
        is_ragged = measure - (begin - start) > rag * measure and at < len(breaks) - 1
        if is_ragged or breaks[at].end - begin > measure + 1e-6:
            inside = hyphens(breaks[at - 1], breaks[at])
            last = next(
                (each for each in reversed(inside) if each.end - start <= measure and each.start > start),
                last,
            )
        if last:
            ends.append(last)
        elif allows_overfull:
            ends.append(breaks[at])
            at += 1
        else:
            return None


def balanced_breaks(
    breaks: Sequence[Break], ends: Sequence[Break], measure: float, free_at_end: float | None = None
) -> list[Break]:
    """Return breaks that give as many lines as `ends`, but lines of similar length.

    ends: the result of breaks_by_first_fit(). free_at_end: the share of the measure that the last line may
    leave free without a penalty; None if it should be as long as the others.
    """
    if len(ends) == 2:
        return [*ends]
    # The number of lines is the minimum, and so is that up to any break.
    line_numbers, number = [], 0
    for each in breaks:
        number += each.item_index > ends[number].item_index
        line_numbers.append(number)
    widest = measure + 1e-6

    def line_cost(start: Break, end: Break) -> float:
        wide = end.end - start.start
        if wide > widest:
            return TOO_WIDE
        free = 1 - wide / measure
        if free_at_end is None or not end.is_forced:
            return free * free
        return 4 * max(0.0, free - free_at_end) ** 2

    return best_breaks(breaks, line_cost, True, line_numbers) or [*ends]


def line_cost_function(measure: float, justified: bool, tolerance: float) -> Callable[[Break, Break], float]:
    """Return a function that gives the penalty of a line of running text, for best_breaks()."""
    final = tolerance >= TOLERANCES[-1]

    def line_cost(start: Break, end: Break) -> float:
        slack = measure - (end.end - start.start)
        # The stretch of spaces (negative for shrinking), 1 being the maximum that looks good.
        if slack < 0:
            room = _SHRINK * (end.end_spaces - start.start_spaces) if justified else 0.0
            ratio = slack / room if room > 0 else -1000.0
            if ratio < -1.0 and slack < -0.01:
                return TOO_WIDE
        elif end.is_forced:
            ratio = 0.0
        else:
            room = _STRETCH * (end.end_spaces - start.start_spaces) if justified else _RAG * measure
            ratio = slack / room if room > 0 else (1000.0 if slack > 0.01 else 0.0)
        if ratio > tolerance and not final:
            return INFINITE
        cost: float = (1 + 100 * min(abs(ratio), 20.0) ** 3 + end.cost) ** 2
        if start.ends_in_hyphen:
            cost += _TWO_HYPHENS if end.ends_in_hyphen else _LAST_HYPHEN if end.is_forced else 0.0
        if end.is_forced and slack > _SHORT * measure and start.item_index:
            cost += _SHORT_LAST
        return cost

    return line_cost


def _positioned_line(
    items: Sequence[Item], start: int, end: int, measure: float, indent: float, justified: bool
) -> Line:
    """Return one line with its items positioned."""
    last = items[end - 1]
    joint = " " if end < len(items) and not isinstance(last, HyphenPoint) else ""
    while end > start and not isinstance(items[end - 1], LinePiece):
        end -= 1
    inside = [item for item in items[start:end] if isinstance(item, _WIDE)]
    while inside and isinstance(inside[0], LineSpace) and inside[0].is_breakable:
        inside.pop(0)
    if isinstance(last, HyphenPoint) and last.hyphen:
        inside.append(last.hyphen)
        joint = "\u00ad"
    slack = measure - indent - sum([item.width for item in inside])
    share = 0.0
    if slack < 0 or (justified and not isinstance(last, ForcedBreak)):
        spaces = sum([item.width for item in inside if isinstance(item, LineSpace)])
        share = slack / spaces if spaces else 0.0
    segments = _joined_segments(inside, indent, share)
    width = segments[-1].x + segments[-1].width if segments else indent
    return Line(tuple(segments), width, joint)


def _joined_segments(inside: Sequence[LinePiece | LineSpace], x: float, share: float) -> list[Segment]:
    """Return the items of a line as segments, in which neighbours of the same look are joined.

    x: where the first item begins. share: the share of their width by which spaces are stretched.
    """
    made: list[Segment] = []
    texts: list[str] = []
    look: Look | None = None
    start = x
    for item in inside:
        alone = isinstance(item, LinePiece) and item.is_object
        if texts and look is not None and (alone or item.look is not look):
            made.append(
                Segment(start, x - start, "".join(texts), look, look.space_width * share if share else 0.0)
            )
            texts.clear()
        if not texts:
            start, look = x, item.look
        if isinstance(item, LineSpace):
            texts.append(" ")
            x += item.width * (1 + share)
            continue
        if alone:
            made.append(Segment(x, item.width, item.text, item.look, 0.0, item.inline_object))
        else:
            texts.append(item.text)
        x += item.width
    if texts and look is not None:
        made.append(
            Segment(start, x - start, "".join(texts), look, look.space_width * share if share else 0.0)
        )
    return made
