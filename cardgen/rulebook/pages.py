"""Boxes into pages: the breaks that leave the fewest gaps, part nothing that belongs together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from .boxes import NEVER, Box

#: What empty half lines at a page's foot cost: the square of the first few, then so much each as the last of
#: those; and what a last page with next to nothing on it costs.
_GAP, _FIRST_GAPS, _LONELY = 0.6, 6, 3000.0
#: So many half lines are next to nothing.
_FEW = 16


class Placed(NamedTuple):
    """A box on its page: how many half lines its top is below the text's."""

    top: int
    box: Box


class Page(NamedTuple):
    """One page's boxes."""

    boxes: tuple[Placed, ...]

    @property
    def depth(self) -> int:
        """Tell down to which half line the page is filled."""
        last = self.boxes[-1] if self.boxes else None
        return last.top + last.box.height if last else 0


def paginate(boxes: Sequence[Box], room: int) -> list[Page]:
    """Break boxes into pages, each with room for so many half lines."""
    count = len(boxes)
    shapes = [(box.height, box.above, box.below, box.cost) for box in boxes]
    best: list[tuple[float, int]] = [(0.0, 0)] + [(float("inf"), 0)] * count
    for start in range(count):
        so_far = best[start][0]
        if so_far == float("inf"):
            continue
        again = boxes[start].again
        depth, free = again.height if again else 0, 0
        for end, (height, above, below, last) in enumerate(shapes[start:], start + 1):
            depth += height + (max(free, above) if end > start + 1 else 0)
            free = below
            if depth > room and end > start + 1:
                break
            if so_far + last > best[end][0] and end < count:
                continue  # as the page's own costs are never below 0
            cost = so_far + _cost(last, room - depth, end == count, depth)
            if cost < best[end][0]:
                best[end] = (cost, start)
    starts: list[int] = []
    end = count
    while end:
        end = best[end][1]
        starts.append(end)
    bounds = [*starts[::-1], count]
    return [_page(boxes[a:b]) for a, b in pairwise(bounds)]


def _cost(last: float, gap: int, ends: bool, depth: int) -> float:
    """Tell what a page costs that ends behind a box of this cost."""
    if ends:
        return _LONELY if depth < _FEW else 0.0
    over = NEVER if gap < 0 else 0.0
    few = max(0, min(gap, _FIRST_GAPS))
    return over + 10 + last + _GAP * (few**2 + 2 * _FIRST_GAPS * max(0, gap - _FIRST_GAPS))


def _page(boxes: Sequence[Box]) -> Page:
    placed: list[Placed] = []
    depth, below = 0, 0
    for box in boxes:
        if placed:
            depth += max(below, box.above)
        elif box.again:
            placed.append(Placed(0, box.again))
            depth = box.again.height
        placed.append(Placed(depth, box))
        depth, below = depth + box.height, box.below
    return Page(tuple(placed))
