"""Boxes into columns and pages: the breaks that leave the fewest gaps and part nothing that belongs together.

Text goes down one column after another. A box that floats (a figure, a table) stands where it is spoken of
if there is room; else the text goes on above it, and it comes at the next end of a paragraph where there is.
A wide box stands over all columns, at the head of its page. The best pages are looked for column by column:
of all ways to fill those so far, only the few best are followed up (a beam search).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from itertools import accumulate
from operator import attrgetter
from typing import NamedTuple

from .boxes import BAD, NEVER, Box

#: What empty half lines at a column's foot cost: the square of the first few, then so much each as the last
#: of those; more each beyond a third of the column; and what a last page with next to nothing on it costs.
_GAP, _FIRST_GAPS, _THIRD, _LONELY = 0.6, 6, 30.0, 3000.0
#: So many half lines are next to nothing.
_FEW = 16
#: What it costs to put a float off to the next column, and to show it behind the next heading.
_OFF, _ASTRAY = 15.0, 300.0
#: The same for a wide box: off to the next page, and on a page before the one that speaks of it.
_WIDE_OFF, _WIDE_EARLY = 60.0, 300.0
#: Free half lines below a wide box.
_BELOW_WIDE = 2
#: What it costs to break a paragraph over what stands at the head of the second column.
_TORN = 60.0
#: How many ways to fill the columns so far are followed up.
_FOLLOWED = 14


class Placed(NamedTuple):
    """A box on its page: how many half lines its top is below the text's, and its column."""

    top: int
    box: Box
    column: int = 0


class Page(NamedTuple):
    """One page's boxes."""

    boxes: tuple[Placed, ...]

    @property
    def depth(self) -> int:
        """Tell down to which half line the page is filled."""
        return max((placed.top + placed.box.height for placed in self.boxes), default=0)


class _Stop(NamedTuple):
    """A place at which a column may end: so many boxes of the text and so many floats are set by then."""

    text: int
    floats: int
    depth: int
    #: Of ending here, whatever is left free below.
    cost: float
    #: What stands in the column, as far as here the first `used` of these.
    placed: Sequence[tuple[int, Box]]
    used: int


class _Way(NamedTuple):
    """One way to fill the columns so far."""

    cost: float
    stop: _Stop
    #: How many wide boxes are set, and how many half lines they and the opening take on this page.
    wides: int
    top: int
    before: _Way | None


_COST = attrgetter("cost")


def paginate(boxes: Sequence[Box], room: int, columns: int = 1, opening: Sequence[Box] = ()) -> list[Page]:
    """Break boxes into pages, each with room for so many half lines in each of its columns.

    opening: what stands on the first page above all columns.
    """
    return _Paginator(boxes, room, columns, opening).pages()


class _Paginator:
    """Breaks the boxes of one book."""

    def __init__(self, boxes: Sequence[Box], room: int, columns: int, opening: Sequence[Box]) -> None:
        self.room, self.columns = room, columns
        self.opening, self.top = _stood(opening)
        self.text: list[Box] = []
        #: What floats and what is wide, each with how much of the text is before it.
        self.floats: list[tuple[int, Box]] = []
        self.wides: list[tuple[int, Box]] = []
        #: What stands at the head of the first page's second column.
        self.second: Box | None = None
        for box in boxes:
            if box.flow == "float":
                self.floats.append((len(self.text), box))
            elif box.flow == "wide" and columns > 1:
                self.wides.append((len(self.text), box))
            elif box.flow == "second" and columns > 1 and self.second is None:
                self.second = box
            else:
                self.text.append(box)
        #: Where sections begin in the text.
        self.sections = [place for place, box in enumerate(self.text) if box.opens]
        #: How many half lines the text takes at least from each of its boxes on, and likewise what floats.
        self.heights = _from_each(self.text), _from_each([box for _, box in self.floats])
        self.float_places = [place for place, _ in self.floats]
        self.wide_places = [place for place, _ in self.wides]

    def pages(self) -> list[Page]:
        """Return the best pages."""
        ways = [_Way(0.0, _Stop(0, 0, 0, 0.0, (), 0), 0, self.top, None)]
        done: list[_Way] = []
        column = 0
        while ways and (not done or column % self.columns):
            if column % self.columns == 0:
                ways = [headed for way in ways for headed in self._headed(way, column == 0)]
            reached: dict[tuple[int, ...], _Way] = {}
            for way in ways:
                for stop in self._stops(way.stop, column, self.room - way.top):
                    ends = self._is_last(stop, way, column)
                    cost = way.cost + self._cost(stop, way, column, ends)
                    key = (stop.text, stop.floats, way.wides, way.top)
                    if ends:
                        done.append(_Way(cost, stop, way.wides, way.top, way))
                    elif key not in reached or cost < reached[key].cost:
                        reached[key] = _Way(cost, stop, way.wides, way.top, way)
            ways = nsmallest(_FOLLOWED, reached.values(), key=_COST)
            column += 1
        return list(self._made(min(done, key=_COST)))

    def _is_last(self, stop: _Stop, way: _Way, column: int) -> bool:
        whole = (len(self.text), len(self.floats), len(self.wides))
        return (stop.text, stop.floats, way.wides) == whole and (column > 0 or not self.second)

    def _headed(self, way: _Way, first: bool) -> Iterator[_Way]:
        """Begin a page, with none, one or more of the next wide boxes at its head."""
        top = self.top if first else 0
        yield way._replace(top=top)
        for wides in range(way.wides + 1, len(self.wides) + 1):
            place, box = self.wides[wides - 1]
            top += box.height + _BELOW_WIDE
            room = self.columns * (self.room - top)
            if top > self.room or sum(each.height for each in self.text[way.stop.text : place]) > room:
                return
            yield way._replace(top=top, wides=wides)

    def _stops(self, start: _Stop, column: int, room: int) -> list[_Stop]:
        """Return the places at which a column may end that goes on from a place."""
        at, floats, text = start.text, start.floats, self.text
        placed: list[tuple[int, Box]] = []
        depth = below = 0
        astray = 0.0
        if column == 1 and self.second:
            placed.append((0, self.second))
            depth, below = self.second.height, self.second.below
        # The values of a _Stop but what is placed: of most places nothing comes.
        ends: list[tuple[int, int, int, float, int]] = []
        # A column stays empty only below something else, or if there is nothing left for it.
        if room < self.room or placed or (at, floats) == (len(text), len(self.floats)):
            ends.append((at, floats, depth, 0.0, len(placed)))
        while True:
            while floats < len(self.floats) and self._may_float(at, floats):
                place, box = self.floats[floats]
                top = depth + max(below, box.above) if placed else 0
                if placed and top + box.height > room:
                    break
                placed.append((top, box))
                depth, below = top + box.height, box.below
                astray += _ASTRAY * (self._section(at) - self._section(place))
                floats += 1
                ends.append((at, floats, depth, astray, len(placed)))
            if at == len(text):
                break
            box = text[at]
            if not placed and box.again:
                placed.append((0, box.again))
                top = box.again.height
            else:
                top = depth + max(below, box.above) if placed else 0
                if placed and top + box.height > room:
                    break
            placed.append((top, box))
            depth, below = top + box.height, box.below
            at += 1
            ends.append((at, floats, depth, astray + (box.cost if at < len(text) else 0.0), len(placed)))
        # A column that is hardly filled is of use only where there is no other, or nothing left for it.
        useful = [end for end in ends if 4 * end[2] >= room and end[3] < NEVER]
        return [_Stop(*end[:4], placed, end[4]) for end in useful or ends]

    def _may_float(self, at: int, floats: int) -> bool:
        """Tell whether the next float may stand here: behind a whole block that is parted from the next."""
        place = self.floats[floats][0]
        if place >= at:
            return place == at
        before = self.text[at - 1]
        return not before.inside and before.cost < BAD

    def _section(self, at: int) -> int:
        return bisect_left(self.sections, at)

    def _cost(self, stop: _Stop, way: _Way, column: int, ends: bool) -> float:
        """Tell what a column costs that ends here."""
        gap = self.room - way.top - stop.depth
        if ends:
            lonely = stop.depth < _FEW and column and column % self.columns == 0
            return (_LONELY if lonely else 0.0) + (NEVER if gap < 0 else 0.0)
        cost = 10 + stop.cost + (NEVER if gap < 0 else self._gap_cost(gap))
        if column == 0 and self.second and stop.text and self.text[stop.text - 1].goes_on:
            cost += _TORN
        cost += _OFF * max(0, bisect_left(self.float_places, stop.text) - stop.floats)
        if column % self.columns == self.columns - 1:
            cost += _WIDE_OFF * max(0, bisect_left(self.wide_places, stop.text) - way.wides)
            if way.wides:
                cost += _WIDE_EARLY * (self.wides[way.wides - 1][0] > stop.text)
        return cost

    def _gap_cost(self, gap: int) -> float:
        few = min(gap, _FIRST_GAPS)
        cost = _GAP * (few**2 + 2 * _FIRST_GAPS * max(0, gap - _FIRST_GAPS))
        return cost + _THIRD * max(0, gap - self.room // 3)

    # -- what came of it

    def _made(self, best: _Way) -> Iterator[Page]:
        """Yield the pages of the best way, the columns of the last one made equally long."""
        ways: list[_Way] = []
        way = best
        while way.before is not None:
            ways.append(way)
            way = way.before
        ways.reverse()
        for first in range(0, len(ways), self.columns):
            page: Sequence[_Way] = ways[first : first + self.columns]
            before = ways[first - self.columns].wides if first else 0
            if first + self.columns >= len(ways) and self.columns > 1:
                page = self._balanced(page, first)
            yield self._page(page, before, first == 0)

    def _balanced(self, page: Sequence[_Way], first: int) -> Sequence[_Way]:
        """Return the columns of the last page with the least depth that holds all that is left."""
        start = page[0].before
        assert start is not None  # noqa: S101 - what ends a column has come from somewhere
        least = self._left(start.stop) // self.columns
        for depth in range(max(2, least - least % 2), self.room - page[0].top + 1, 2):
            ways = [start._replace(cost=0.0, wides=page[0].wides, top=page[0].top)]
            for column in range(first, first + self.columns):
                last = column == first + self.columns - 1
                # What is left must have room in the columns that are left.
                room = (first + self.columns - column) * depth
                ways = [
                    _Way(way.cost + stop.cost, stop, way.wides, way.top, way if column > first else None)
                    for way in ways
                    if self._left(way.stop) <= room
                    for stop in self._stops(way.stop, column, depth)
                    if stop.depth <= depth and (self._is_last(stop, way, column) if last else stop.cost < BAD)
                ]
            if ways:
                chain = [min(ways, key=_COST)]
                while chain[-1].before is not None:
                    chain.append(chain[-1].before)
                return chain[::-1]
        return page

    def _left(self, stop: _Stop) -> int:
        """Tell how many half lines all that is not set yet takes at least."""
        return self.heights[0][stop.text] + self.heights[1][stop.floats]

    def _page(self, ways: Sequence[_Way], before: int, first: bool) -> Page:
        """Return a page of the columns that were found for it; so many wide boxes stand on pages before."""
        placed = [Placed(top, box) for top, box in self.opening] if first else []
        top = self.top if first else 0
        for _, box in self.wides[before : ways[0].wides]:
            placed.append(Placed(top, box))
            top += box.height + _BELOW_WIDE
        for number, way in enumerate(ways):
            stop = way.stop
            placed += [Placed(top + down, box, number) for down, box in stop.placed[: stop.used]]
        return Page(tuple(placed))


def _from_each(boxes: Sequence[Box]) -> list[int]:
    """Return how high boxes are together from each of them on; 0 from behind the last."""
    return list(accumulate((box.height for box in reversed(boxes)), initial=0))[::-1]


def _stood(boxes: Sequence[Box]) -> tuple[list[tuple[int, Box]], int]:
    """Put boxes one below the other; return where each begins, and where what follows does."""
    placed: list[tuple[int, Box]] = []
    depth = below = 0
    for box in boxes:
        depth += max(below, box.above) if placed else 0
        placed.append((depth, box))
        depth, below = depth + box.height, box.below
    return placed, depth + below
