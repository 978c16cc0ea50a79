"""Pages for a press: where cards lie on them, and their boxes. Numbers only, in points.

A page holds one card or a sheet of columns and rows. The trim box is what is left once all is cut (of a
sheet, the rectangle around all cards), the bleed box lies around it, and a slug for marks around that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..errors import UsageError
from ..geometry import Rect
from ..units import MM, shown

#: The room for marks outside the bleed.
SLUG = 13 * MM
#: A side of a press sheet: longer is no sheet that is printed.
_LONGEST = 2500 * MM


class Place(NamedTuple):
    """Where one card lies: its trim, and what of its bleed may show beside its neighbours."""

    trim: Rect
    window: Rect


@dataclass(frozen=True)
class PressLayout:
    """Cards in columns and rows on a page; one column and one row for a page a card."""

    card: tuple[float, float]
    bleed: float
    columns: int = 1
    rows: int = 1
    gutter: float = 0.0
    #: Room outside the bleed on every side, 0 for none.
    slug: float = 0.0

    def __post_init__(self) -> None:
        if max(self.page) > _LONGEST:
            asked = f"{self.columns} × {self.rows} cards"
            raise UsageError(f"{asked} take a sheet of more than {shown(_LONGEST)}: ask for fewer")

    @property
    def capacity(self) -> int:
        """Cards on a page."""
        return self.columns * self.rows

    @cached_property
    def page(self) -> tuple[float, float]:
        """The media box's width and height."""
        rim = 2 * (self.bleed + self.slug)
        width = self.columns * self.card[0] + (self.columns - 1) * self.gutter
        height = self.rows * self.card[1] + (self.rows - 1) * self.gutter
        return width + rim, height + rim

    @cached_property
    def trim(self) -> Rect:
        """The trim box."""
        return Rect(0, 0, *self.page).grown(-self.bleed - self.slug)

    @cached_property
    def bleed_box(self) -> Rect:
        """The bleed box."""
        return self.trim.grown(self.bleed)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where the cards of a front lie, row by row from the top left."""
        return tuple(self._place(column, row) for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def places_behind(self) -> tuple[Place, ...]:
        """Where the backs of those cards lie on the other side, the sheet turned about its upright edge."""
        return tuple(
            self._place(self.columns - 1 - column, row)
            for row in range(self.rows)
            for column in range(self.columns)
        )

    def _place(self, column: int, row: int) -> Place:
        width, height = self.card
        x = self.trim.x + column * (width + self.gutter)
        y = self.trim.top - height - row * (height + self.gutter)
        left, right = self._reach(column == 0), self._reach(column == self.columns - 1)
        low, high = self._reach(row == self.rows - 1), self._reach(row == 0)
        window = Rect(x - left, y - low, width + left + right, height + low + high)
        return Place(Rect(x, y, width, height), window)

    def _reach(self, outside: bool) -> float:
        """How far art runs past an edge: the bleed, or half the gutter towards a neighbour."""
        return self.bleed if outside else min(self.bleed, self.gutter / 2)

    def cuts(self) -> tuple[list[float], list[float]]:
        """The x of every upright cut and the y of every level one."""
        edges_x = {edge for place in self.places for edge in (place.trim.x, place.trim.right)}
        edges_y = {edge for place in self.places for edge in (place.trim.y, place.trim.top)}
        return _distinct(edges_x), _distinct(edges_y)

    def sheets(self, count: int) -> Iterator[range]:
        """The cards (0 to count) of each page."""
        for first in range(0, count, self.capacity):
            yield range(first, min(count, first + self.capacity))


def _distinct(values: set[float]) -> list[float]:
    """Sorted, without those that are the same but for rounding."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > 0.001:
            found.append(value)
    return found
