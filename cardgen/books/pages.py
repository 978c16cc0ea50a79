"""Breaks boxes into columns and pages with few gaps, keeping together what belongs together.

Text flows down one column after another. A box that floats (a figure, a table) stays at its place if there is
room; else the text continues above it, and it follows at the next end of a paragraph with enough room. A page
with text shows at least one of the figures that were moved to it. A wide box spans all columns, below the
text before it or at the head of a later page. Figures keep their order, whether they float, are wide or are
in the text, and none comes before the text that precedes it in the book.

The best pages are searched column by column: of all partial solutions only the best few are continued (a
beam search).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from itertools import accumulate, pairwise
from operator import attrgetter
from typing import NamedTuple

from .boxes import BAD, NEVER, Box

#: Penalty for empty half lines at a column's foot: the square of their number up to the second figure, then
#: linear; the third for each beyond a third of the column.
_GAP, _FIRST_GAPS, _THIRD = 0.6, 6, 60.0
#: Penalty for a last page with fewer than 16 half lines, and for one less than 30 % full.
_FEW, _LONELY, _FILLED, _THIN = 16, 3000.0, 0.3, 900.0
#: Penalty for a page other than the last that is less than two thirds full: more than for a misplaced figure.
_UNDER = 1100.0
#: Minimum filled share of a column, except at the end of a section, and the penalty: less than for a
#: misplaced figure.
_LEAST_FILLED, _UNFILLED = 0.85, 800.0
#: Penalty per column, to keep books short.
_COLUMN = 200.0
#: Penalties for moving a float to the next column, and for showing it after the next heading.
_OFF, _ASTRAY = 15.0, 1000.0
#: Penalty for moving a wide box to the next page.
_WIDE_OFF = 60.0
#: Free half lines above a wide box and below it.
_ABOUT_WIDE = 2
#: Penalty for moving a float or a wide box to the second page after its place.
_LATE = 1100.0
#: Penalty for a column break, within a page, between a colon and the figure that it announces.
_PARTED = 900.0
#: Penalty for breaking a paragraph across the box at the head of the second column.
_TORN = 60.0
#: Width of the beam without wide boxes, and with some, as the cost of moving these shows late. Of 85 books
#: (all games that come with cardgen, in their languages and in six formats) all are the same as with 300 and
#: 600; with half as many, 79 are.
_FOLLOWED, _WIDE_FOLLOWED = 16, 32


class PlacedBox(NamedTuple):
    """A box on its page: its distance from the top of the text in half lines, and its column."""

    top: int
    box: Box
    column: int = 0


class Page(NamedTuple):
    """The boxes of one page."""

    boxes: tuple[PlacedBox, ...]

    @property
    def depth(self) -> int:
        """Return the depth in half lines to which the page is filled."""
        return max((placed.top + placed.box.height for placed in self.boxes), default=0)

    def is_two_thirds_filled(self, room: int, columns: int) -> bool:
        """Tell whether boxes fill at least two thirds of the page. room: the half lines of a column."""
        depths = [
            max(
                (
                    placed.top + placed.box.height
                    for placed in self.boxes
                    if placed.column == column or placed.box.flow == "wide"
                ),
                default=0,
            )
            for column in range(columns)
        ]
        return 3 * sum(depths) >= 2 * columns * room


class _ColumnEnd(NamedTuple):
    """A possible end of a column: the number of boxes of the text and of floats that are placed by then."""

    text: int
    floats: int
    depth: int
    #: The penalty for ending here, without that for the gap below.
    cost: float
    #: The boxes in the column, of which the first `used` are placed here.
    placed: Sequence[tuple[int, Box]]
    used: int


class _PartialSolution(NamedTuple):
    """A column or the start of a page in the search for the best breaks, with a link to the one before."""

    cost: float
    stop: _ColumnEnd
    #: Number of wide boxes placed.
    wides: int
    #: The top of this page's columns, below what spans them.
    top: int
    above: tuple[PlacedBox, ...]
    before: _PartialSolution | None


_COST = attrgetter("cost")


def paginate(boxes: Sequence[Box], room: int, columns: int = 1, opening: Sequence[Box] = ()) -> list[Page]:
    """Break boxes into pages with the lowest total penalty, and return the pages.

    room: the half lines of each column. opening: boxes above all columns of the first page.
    """
    best = _Paginator(boxes, room, columns, opening)
    pages = best.pages()
    if best.second and len(pages) > 1 and not pages[0].is_two_thirds_filled(room, columns):
        # A box at the head of the second column keeps wide boxes off the first page, so try it within the
        # text.
        pages = _Paginator(boxes, room, columns, opening, headed=False).pages()
    return pages


class _Paginator:
    """Breaks the boxes of one book into pages."""

    def __init__(
        self, boxes: Sequence[Box], room: int, columns: int, opening: Sequence[Box], *, headed: bool = True
    ) -> None:
        """Prepare the search for the best pages.

        headed: whether a box may be placed at the head of the first page's second column.
        """
        self.room, self.columns = room, columns
        self.opening, self.top = boxes_with_tops_and_depth(opening)
        self.sections: list[int] = []
        self.text: list[Box] = []
        #: Floats and wide boxes, each with the number of text boxes before it.
        self.floats: list[tuple[int, Box]] = []
        self.wides: list[tuple[int, Box]] = []
        #: Number of wide boxes before each float in the book, and of floats before each wide box.
        self.float_wides: list[int] = []
        self.wide_floats: list[int] = []
        #: The box at the head of the first page's second column.
        self.second: tuple[int, Box] | None = None
        for box in boxes:
            if box.flow == "float":
                self.floats.append((len(self.text), box))
                self.float_wides.append(len(self.wides))
            elif box.flow == "wide" and columns > 1:
                self.wides.append((len(self.text), box))
                self.wide_floats.append(len(self.floats))
            elif headed and self._can_head_second_column(box):
                self.second = (len(self.text), box)
            else:
                if box.opens_section:
                    self.sections.append(len(self.text))
                self.text.append(box)
        self.whole = len(self.text), len(self.floats), len(self.wides)
        self.section_ends = {*self.sections, len(self.text)}
        #: Number of sections begun before each place in the text, and before each float and wide box.
        places = range(len(self.text) + 1)
        self.section, self.floats_before, self.wides_before = (
            [bisect_left(begins, place) for place in places]
            for begins in (self.sections, [at for at, _ in self.floats], [at for at, _ in self.wides])
        )
        #: Height of the text before each of its boxes, and of the floats; the number of text boxes before
        #: those.
        self.text_heights = list(accumulate((box.height for box in self.text), initial=0))
        self.float_heights = list(accumulate((box.height for _, box in self.floats), initial=0))
        self.float_places = [place for place, _ in self.floats]
        self.wide_places = [place for place, _ in self.wides]
        self.floats_due, self.wides_due = self._due_float_and_wide_counts()
        #: Penalty for a page break after each box of the text, or for a column break.
        self.page_costs = [box.break_penalty for box in self.text]
        self.column_costs = [_PARTED if box.announces_figure else box.break_penalty for box in self.text]
        #: Indices of floats that are followed by another float without text between.
        self.joined = {
            number
            for number, ((place, box), (after, _)) in enumerate(pairwise(self.floats))
            if box.is_inside_block
            and place == after
            and self.float_wides[number] == self.float_wides[number + 1]
        }

    def _due_float_and_wide_counts(self) -> tuple[list[int], list[int]]:
        """Return two lists: for each box of the text, how many floats and how many wide boxes must be placed
        before it.

        Before a figure in the text, these are all floats and wide boxes that precede it in the book. Text
        that must stay with the next box needs the same number as that box, as far as they precede this text
        in the book. A wide box must also be placed before the text that is set directly above it.
        """
        floats, wides = [0] * (len(self.text) + 1), [0] * (len(self.text) + 1)
        first = {place: number for number, place in reversed([*enumerate(self.wide_places)])}
        #: Number of wide boxes due before text that the last of them is set with.
        beside = 0
        for at in reversed(range(len(self.text))):
            box = self.text[at]
            if box.break_penalty < NEVER:
                beside = 0
            elif at + 1 in first:
                beside = (first[at + 1] + 1) * self._belongs_above_wide_box(at, first[at + 1])
            floats_before, wides_before = self._float_and_wide_counts_before(at)
            # Floats are placed between paragraphs, wide boxes wherever a page may end.
            if box.is_figure:
                floats[at], wides[at] = floats_before, wides_before
            else:
                floats[at] = min(floats[at + 1], floats_before) * _is_kept_with_next(box)
                wides[at] = min(wides[at + 1], wides_before) * (box.break_penalty >= NEVER)
            wides[at] = max(wides[at], beside)
        return floats[:-1], wides[:-1]

    def _belongs_above_wide_box(self, index: int, wide: int) -> bool:
        """Tell whether box `index` of the text, a heading or a line with a colon, is set in the columns above
        a wide box.

        It is if no float lies between the two in the book, and if a page has room for the wide box together
        with this text and all earlier text that must stay with it. wide: the index of the wide box.
        """
        if self.wide_floats[wide] > bisect_left(self.float_places, index + 1):
            return False
        while index and index not in self.wide_places and self.text[index - 1].break_penalty >= NEVER:
            index -= 1
        tall = boxes_with_tops_and_depth(self.text[index : self.wide_places[wide]])[1]
        return tall + self.wides[wide][1].height + 2 * _ABOUT_WIDE <= self.room

    def _float_and_wide_counts_before(self, index: int) -> tuple[int, int]:
        """Return the number of floats and wide boxes before a box of the text in the book."""
        return bisect_right(self.float_places, index), bisect_right(self.wide_places, index)

    def pages(self) -> list[Page]:
        """Return the pages with the lowest total penalty."""
        ways = [_PartialSolution(0.0, _ColumnEnd(0, 0, 0, 0.0, (), 0), 0, 0, (), None)]
        best: _PartialSolution | None = None
        wide = any(place < len(self.text) for place, _ in self.wides)
        followed = _WIDE_FOLLOWED if wide else _FOLLOWED
        column = 0
        while ways and (best is None or column % self.columns or ways[0].cost < best.cost):
            if column % self.columns == 0:
                ways = [headed for way in ways for headed in self._page_starts(way, column == 0)]
            reached: dict[tuple[int, ...], _PartialSolution] = {}
            for way in ways:
                for stop in self._column_ends(way.stop, column, self.room - way.top, way.wides):
                    ends = self._ends_book(stop, way, column)
                    cost = way.cost + self._column_penalty(stop, way, column, ends)
                    key = (stop.text, stop.floats, way.wides, way.top)
                    if ends:
                        if best is None or cost < best.cost:
                            best = _PartialSolution(cost, stop, way.wides, way.top, (), way)
                    elif key not in reached or cost < reached[key].cost:
                        reached[key] = _PartialSolution(cost, stop, way.wides, way.top, (), way)
            ways = nsmallest(followed, reached.values(), key=_COST)
            column += 1
        assert best is not None  # noqa: S101 - what comes first of all that is left fits on a page of its own
        return list(self._pages_of_solution(best))

    def _ends_book(self, column_end: _ColumnEnd, solution: _PartialSolution, column: int) -> bool:
        """Tell whether a column that ends here holds the end of the book."""
        return (column_end.text, column_end.floats, solution.wides) == self.whole and (
            column > 0 or not self.second
        )

    def _can_head_second_column(self, box: Box) -> bool:
        """Tell whether the next box of the book may be placed at the head of the second column.

        The current section must begin in the first column, with at least two lines. If the box is a figure,
        no other figure may precede it in the book, as it would overtake that figure.
        """
        if box.flow != "second" or self.columns == 1 or self.second is not None:
            return False
        if box.is_figure and (self.floats or self.wides or any(each.is_figure for each in self.text)):
            return False
        opened = self.sections[-1] + 3 if self.sections else 0
        return boxes_with_tops_and_depth(self.text[:opened])[1] <= self.room - self.top

    def _page_starts(self, solution: _PartialSolution, first: bool) -> Iterator[_PartialSolution]:
        """Yield the possible starts of a page after a partial solution: with none, one or more of the next
        wide boxes over the columns.

        first: whether it is the first page, which has boxes above all columns.
        """
        above = tuple(PlacedBox(top, box) for top, box in self.opening) if first else ()
        ways = [
            _PartialSolution(
                solution.cost, solution.stop, solution.wides, self.top if first else 0, above, solution
            )
        ]
        banded = not (first and self.second)
        while ways:
            yield from ways
            more = [solution for solution in ways if solution.wides < len(self.wides)]
            ways = [wider for each in more for wider in self._with_wide_box(each, banded)]

    def _with_wide_box(self, page: _PartialSolution, banded: bool) -> Iterator[_PartialSolution]:
        """Yield a page's start with the next wide box placed over all columns, in each possible way.

        The box is above all further text of the page. If `banded`, it may also be below columns with the text
        that precedes it in the book.
        """
        place, box = self.wides[page.wides]
        start = page.stop.text
        # A box that closes the book is below all else, and may be far below a column of that.
        closing = (place, page.wides + 1) == (len(self.text), len(self.wides))
        closing = closing and self.wide_floats[page.wides] == len(self.floats)
        below = 0 if closing else _ABOUT_WIDE
        least = page.top + box.height
        tall = self.text_heights[place] - self.text_heights[start]
        if (page.top and least > self.room) or tall > self.columns * max(0, self.room - least):
            return
        all_set = (start, page.stop.floats) == self.whole[:2]
        due = self.wide_floats[page.wides]
        if start >= place and page.stop.floats >= due and (all_set or not closing):
            top = min(self.room, least + below)
            yield page._replace(wides=page.wides + 1, top=top, above=(*page.above, PlacedBox(page.top, box)))
        if place > start and banded:
            floats = max(page.stop.floats, due)
            room = self.room - least - _ABOUT_WIDE
            columns = self._levelled_columns(page, place, floats, self.columns, room, page.wides + 1)
            depth = max((each.stop.depth for each in columns), default=0)
            if columns:
                foot = page.top + depth + _ABOUT_WIDE
                above = (*page.above, *self._placed_boxes(page, columns), PlacedBox(foot, box))
                gaps = 0.0 if closing else sum(self._gap_penalty(depth - each.stop.depth) for each in columns)
                torn = sum(each.stop.cost for each in columns if each.stop.text < place)
                yield page._replace(
                    cost=page.cost + gaps + torn,
                    stop=_ColumnEnd(place, floats, 0, 0.0, (), 0),
                    wides=page.wides + 1,
                    top=min(self.room, foot + box.height + below),
                    above=above,
                )

    def _column_ends(
        self, start: _ColumnEnd, column: int, room: int, wides: int, until: tuple[int, int] | None = None
    ) -> list[_ColumnEnd]:
        """Return the possible ends of a column that begins at `start`.

        room: the height of the column in half lines. wides: the number of wide boxes placed by the end of the
        column. until: the latest end, as the numbers of text boxes and floats placed; None for the end of the
        book.
        """
        at, floats, text = start.text, start.floats, self.text
        end, count = until or self.whole[:2]
        placed: list[tuple[int, Box]] = []
        depth = below = 0
        astray = 0.0
        costs = self._end_penalties(column)
        if column == 1 and self.second:
            _, box = self.second
            placed.append((0, box))
            depth, below = box.height, box.below
        # The fields of a _Stop without `placed`: most are discarded.
        ends: list[tuple[int, int, int, float, int]] = []
        # A column stays empty only below something else, or (see below) if nothing is left that may follow.
        if room < self.room or placed:
            ends.append((at, floats, depth, 0.0, len(placed)))
        while True:
            while floats < count and self._may_float(at, floats, wides):
                place, box = self.floats[floats]
                top = depth + max(below, box.above) if placed else 0
                if placed and top + box.height > room:
                    break
                placed.append((top, box))
                depth, below = top + box.height, box.below
                astray += _ASTRAY * (self.section[at] - self.section[place])
                floats += 1
                ends.append((at, floats, depth, astray + box.break_penalty, len(placed)))
            if at == end or self._must_follow_earlier_boxes(at, floats, wides):
                break
            box = text[at]
            if not placed and box.repeated_head:
                placed.append((0, box.repeated_head))
                top = box.repeated_head.height
            else:
                top = depth + max(below, box.above) if placed else 0
                if placed and top + box.height > room:
                    break
            placed.append((top, box))
            depth, below = top + box.height, box.below
            at += 1
            cost = costs[at - 1] * ((at, floats) != (end, count))
            ends.append((at, floats, depth, astray + cost, len(placed)))
        # An almost empty column is used only if there is no other, or nothing is left for it.
        useful = [each for each in ends if 4 * each[2] >= room and each[3] < NEVER]
        useful = useful or ends or [(at, floats, depth, 0.0, 0)]
        return [_ColumnEnd(*each[:4], placed, each[4]) for each in useful]

    def _end_penalties(self, column: int) -> Sequence[float]:
        """Return the penalty for ending a column after each box of the text."""
        is_followed = column % self.columns < self.columns - 1 and not (column == 0 and self.second)
        return self.column_costs if is_followed else self.page_costs

    def _must_follow_earlier_boxes(self, index: int, floats: int, wides: int) -> bool:
        """Tell whether a float or a wide box must be placed before this box of the text."""
        return floats < self.floats_due[index] or wides < self.wides_due[index] or floats - 1 in self.joined

    def _may_float(self, index: int, floats: int, wides: int) -> bool:
        """Tell whether the next float may be placed before box `index` of the text. It may be at its own
        place in the book, or after this place where the text may break.
        """
        place = self.float_places[floats]
        if place >= index or wides < self.float_wides[floats]:
            return place == index and wides >= self.float_wides[floats]
        return not _is_kept_with_next(self.text[index - 1])

    def _column_penalty(
        self, column_end: _ColumnEnd, solution: _PartialSolution, column: int, ends: bool
    ) -> float:
        """Return the penalty of a column that ends at `column_end`.

        solution: the solution before the column. column: the number of the column; on the first page numbers
        begin at 0. ends: whether the book ends with this column.
        """
        gap = self.room - solution.top - column_end.depth
        if ends:
            little = solution.top + column_end.depth if column and column % self.columns == 0 else self.room
            thin = _THIN * (little < _FILLED * self.columns * self.room)
            return (_LONELY if little < _FEW else thin) + (NEVER if gap < 0 else 0.0)
        cost = _COLUMN + column_end.cost + (NEVER if gap < 0 else self._gap_penalty(gap))
        if gap > (1 - _LEAST_FILLED) * self.room and column_end.text not in self.section_ends:
            cost += _UNFILLED
        if column == 0 and self.second:
            # Its section begins in the first column, and the next one does not.
            off = self.section[column_end.text] - self.section[self.second[0]]
            cost += -NEVER * off if off < 0 else _ASTRAY * off
            cost += _TORN * (column_end.text > 0 and self.text[column_end.text - 1].continues_paragraph)
        cost += _OFF * max(0, self.floats_before[column_end.text] - column_end.floats)
        for place, _ in self.wides[solution.wides :]:
            begun = max(self.section[solution.stop.text], self.section[place])
            cost += _ASTRAY * max(0, self.section[column_end.text] - begun)
        if column % self.columns == self.columns - 1:
            filled = self.columns * solution.top + column_end.depth
            page = solution
            for _ in range(self.columns - 1):
                filled += page.stop.depth
                page = page.before or page
            cost += _UNDER * (3 * filled < 2 * self.columns * self.room)
            cost += _WIDE_OFF * max(0, self.wides_before[column_end.text] - solution.wides)
            cost += self._late_page_penalty(page.before or page, column_end, solution.wides, column)
        return cost

    def _late_page_penalty(
        self, start: _PartialSolution, column_end: _ColumnEnd, wides: int, column: int
    ) -> float:
        """Return the penalty of a page that is empty, or that postpones floats and wide boxes which an
        earlier page has postponed already.

        start: the solution at the end of the previous page. wides: the number of wide boxes placed by the end
        of this page.
        """
        if column > self.columns and (column_end.text, column_end.floats, wides) == (
            *start.stop[:2],
            start.wides,
        ):
            # An empty page.
            return NEVER
        due, wides_due = self._float_and_wide_counts_before(start.stop.text)
        late = max(0, due - column_end.floats) + max(0, wides_due - wides)
        if not late or column_end.text == start.stop.text:
            # More figures than fit on a page follow each other, without text between them.
            return 0.0
        none_set = column_end.floats == start.stop.floats < due or start.wides == wides < wides_due
        return NEVER if none_set else late * _LATE

    def _gap_penalty(self, gap: int) -> float:
        """Return the penalty for free half lines at the foot of a column."""
        few = min(gap, _FIRST_GAPS)
        cost = _GAP * (few**2 + 2 * _FIRST_GAPS * max(0, gap - _FIRST_GAPS))
        return cost + _THIRD * max(0, gap - self.room // 3)

    # -- what came of it

    def _pages_of_solution(self, best: _PartialSolution) -> Iterator[Page]:
        """Yield the pages of the best solution. The columns of the last page are levelled: they end at about
        the same height.
        """
        ways: list[_PartialSolution] = []
        way = best
        while way.before is not None:
            ways.append(way)
            way = way.before
        ways.reverse()
        for first in range(0, len(ways), self.columns + 1):
            page, *columns = ways[first : first + self.columns + 1]
            if first + self.columns + 1 >= len(ways) and self.columns > 1:
                whole = (len(self.text), len(self.floats))
                column = self.columns if first else 0
                room = self.room - page.top
                columns = self._levelled_columns(page, *whole, column, room, len(self.wides)) or columns
            yield Page((*page.above, *self._placed_boxes(page, columns)))

    def _levelled_columns(
        self, page: _PartialSolution, text: int, floats: int, first: int, room: int, wides: int
    ) -> list[_PartialSolution]:
        """Return the columns of a page, levelled: all have the least depth at which they hold the text from
        the start of the page up to `text`.

        text, floats, wides: how many text boxes, floats and wide boxes are placed by the end of the columns.
        first: the number of the first column. room: the greatest depth to try, in half lines. The list is
        empty if no depth suffices.
        """
        # No depth suffices that is less than an equal share of what is left and of the space between, which
        # column breaks save where it is largest.
        pairs = pairwise(self.text[page.stop.text : text])
        between = sorted(max(box.below, after.above) for box, after in pairs)
        spared = sum(between[len(between) - self.columns + 1 :])
        whole = self._height_of_first_boxes(text, floats)
        left = whole - self._height_of_first_boxes(page.stop.text, page.stop.floats)
        share = (left + sum(between) - spared) // self.columns
        for depth in range(max(2, share - share % 2), room + 1, 2):
            ways = [page]
            for column in range(first, first + self.columns):
                last = column == first + self.columns - 1
                # The rest must fit in the remaining columns.
                least = whole - depth * (first + self.columns - column)
                ways = [
                    _PartialSolution(way.cost + stop.cost, stop, way.wides, way.top, (), way)
                    for way in ways
                    if self._height_of_first_boxes(way.stop.text, way.stop.floats) >= least
                    for stop in self._column_ends(way.stop, column, depth, wides, (text, floats))
                    if stop.depth <= depth
                    and (
                        (stop.text, stop.floats) == (text, floats)
                        or (not last and stop.used and stop.cost < BAD)
                    )
                ]
            if ways:
                chain = [min(ways, key=_COST)]
                while chain[-1].before is not page:
                    assert chain[-1].before is not None  # noqa: S101 - they all come from the page
                    chain.append(chain[-1].before)
                return chain[::-1]
        return []

    def _height_of_first_boxes(self, text: int, floats: int) -> int:
        """Return the height, in half lines, of the first `text` boxes of the text and the first `floats`
        floats, without the space between them.
        """
        return self.text_heights[text] + self.float_heights[floats]

    def _placed_boxes(
        self, page: _PartialSolution, columns: Sequence[_PartialSolution]
    ) -> Iterator[PlacedBox]:
        """Yield the boxes in the columns of a page, with their places."""
        for number, way in enumerate(columns):
            for top, box in way.stop.placed[: way.stop.used]:
                yield PlacedBox(page.top + top, box, number)


def _is_kept_with_next(box: Box) -> bool:
    """Tell whether the next box of the text should follow this one directly."""
    return box.is_inside_block or box.break_penalty >= BAD


def boxes_with_tops_and_depth(boxes: Sequence[Box]) -> tuple[list[tuple[int, Box]], int]:
    """Return two values in half lines: boxes with their tops when stacked, and the depth of the stack with
    the space below its last box.
    """
    placed: list[tuple[int, Box]] = []
    depth = below = 0
    for box in boxes:
        depth += max(below, box.above) if placed else 0
        placed.append((depth, box))
        depth, below = depth + box.height, box.below
    return placed, depth + below
