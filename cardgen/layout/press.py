"""Pages for a press: where cards lie on them, and their boxes. Numbers only, in points.

A page holds one card or a sheet of columns and rows. The trim box is what is left once all is cut (of a
sheet, the rectangle around all cards), the bleed box lies around it, and a slug for marks around that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..errors import UsageError
from ..geometry import Rect
from ..units import MM, shown
from .grid import Grid, Reach

#: The room for marks outside the bleed: crop marks and, outside them, registration marks and colours end
#: 11.8 mm from it (output.press_marks); the rest is cut off.
SLUG = 13 * MM
#: The longest side of a press sheet: the largest that sheet-fed presses print are 2,050 mm long.
_LONGEST = 2500 * MM


class Place(NamedTuple):
    """Where one card lies: its trim, and what of its bleed may show beside its neighbours."""

    trim: Rect
    window: Rect


@dataclass(frozen=True)
class PressLayout(Grid):
    """Cards in columns and rows on a page; one column and one row for a page a card."""

    #: Room outside the bleed on every side, 0 for none.
    slug: float = 0.0

    def __post_init__(self) -> None:
        if max(self.page) > _LONGEST:
            asked = f"{self.columns} × {self.rows} cards"
            raise UsageError(f"{asked} take a sheet of more than {shown(_LONGEST)}: ask for fewer")

    @cached_property
    def page(self) -> tuple[float, float]:
        """Return the media box's width and height."""
        rim = 2 * (self.bleed + self.slug)
        return self.size[0] + rim, self.size[1] + rim

    @cached_property
    def area(self) -> Rect:
        """Return the trim box."""
        return Rect(0, 0, *self.page).grown(-self.bleed - self.slug)

    @property
    def reach(self) -> Reach:
        """Let art run out by the whole bleed on every side."""
        return Reach(*[self.bleed] * 4)

    @cached_property
    def bleed_box(self) -> Rect:
        """Return the bleed box."""
        return self.area.grown(self.bleed)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """List where the cards of a front lie, row by row from the top left."""
        return tuple(Place(trim, self.window(trim)) for trim in map(self.trim, range(self.capacity)))

    @cached_property
    def places_behind(self) -> tuple[Place, ...]:
        """List where the backs of those cards lie, the sheet turned about its upright edge."""
        rows = (self.places[first : first + self.columns] for first in range(0, self.capacity, self.columns))
        return tuple(place for row in rows for place in reversed(row))
