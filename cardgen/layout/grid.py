"""Equal cards in rows and columns: their places, the visible bleed, the cuts. In points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ..geometry import TOLERANCE, Rect


class OuterBleed(NamedTuple):
    """The visible bleed outside the outermost trims, on each side of the grid, in points."""

    left: float
    right: float
    low: float
    high: float


@dataclass(frozen=True)
class Grid:
    """Cards of one size, row by row from the top left; subclasses define the page and the grid's place on
    it.
    """

    card: tuple[float, float]
    #: How far art may extend past a trim if there is room.
    bleed: float
    columns: int = 1
    rows: int = 1
    gutter: float = 0.0
    #: The cells that stay empty on every sheet, counted from 0 row by row.
    skipped: tuple[int, ...] = field(default=(), kw_only=True)

    @property
    def cell_count(self) -> int:
        """Return the number of cells of the grid, also those that stay empty."""
        return self.columns * self.rows

    @property
    def capacity(self) -> int:
        """Return how many cards fit on a page."""
        return len(self.cells)

    @cached_property
    def cells(self) -> list[int]:
        """Return the numbers of the cells that hold a card, from 0, row by row. Cells that stay empty are
        left out.
        """
        return [cell for cell in range(self.cell_count) if cell not in self.skipped]

    @cached_property
    def size(self) -> tuple[float, float]:
        """Return the width and height of all trims with their gutters."""
        width = self.columns * self.card[0] + (self.columns - 1) * self.gutter
        return width, self.rows * self.card[1] + (self.rows - 1) * self.gutter

    @property
    def area(self) -> Rect:
        """Return the rectangle around all trims."""
        raise NotImplementedError

    @property
    def outer_bleed(self) -> OuterBleed:
        """Return the visible bleed outside the outermost trims: at most the bleed."""
        raise NotImplementedError

    def trim(self, place: int) -> Rect:
        """Return the trim of a place on a front, counted from 0."""
        row, column = divmod(self.cells[place], self.columns)
        width, height = self.card
        x = self.area.x + column * (width + self.gutter)
        y = self.area.top - (row + 1) * height - row * self.gutter
        return Rect(x, y, width, height)

    def trim_with_bleed(self, trim: Rect) -> Rect:
        """Return a trim with its visible bleed: half the gutter towards a neighbour, `outer_bleed` at the
        outside of the grid.
        """
        area, reach, half = self.area, self.outer_bleed, self.gutter / 2

        def run(to_rim: float, outer: float) -> float:
            return min(self.bleed, outer if to_rim < TOLERANCE else half)

        left, right = run(trim.x - area.x, reach.left), run(area.right - trim.right, reach.right)
        low, high = run(trim.y - area.y, reach.low), run(area.top - trim.top, reach.high)
        return Rect(trim.x - left, trim.y - low, trim.width + left + right, trim.height + low + high)

    def pages(self, count: int) -> Iterator[range]:
        """Yield the range of cards (0 to count) on each page."""
        for first in range(0, count, self.capacity):
            yield range(first, min(count, first + self.capacity))


def cut_positions(trims: Iterable[Rect]) -> tuple[list[float], list[float]]:
    """Return the x of the vertical cuts and the y of the horizontal cuts of trims; a shared cut is listed
    once.
    """
    trims = list(trims)
    return (
        _sorted_distinct(x for trim in trims for x in (trim.x, trim.right)),
        _sorted_distinct(y for trim in trims for y in (trim.y, trim.top)),
    )


def _sorted_distinct(values: Iterable[float]) -> list[float]:
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > TOLERANCE:
            found.append(value)
    return found
