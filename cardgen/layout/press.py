"""Pages for a press: the places of cards and the page boxes. Numbers only, in points.

A page has one card or a sheet of columns and rows. The trim box is the rectangle around all trims, the bleed
box lies around it, and around that a slug for marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..errors import UsageError
from ..geometry import Rect
from ..units import MM, length_text
from .grid import Grid, OuterBleed

#: Room for marks outside the bleed: crop marks and, outside them, registration marks and colour bars end 11.8
#: mm from it (output.press_marks).
SLUG = 13 * MM
#: The longest side of a press sheet: sheet-fed presses print up to 2,050 mm.
_LONGEST = 2500 * MM


class CardPlace(NamedTuple):
    """The place of one card: its trim, and its visible bleed beside its neighbours."""

    trim: Rect
    window: Rect


@dataclass(frozen=True)
class PressLayout(Grid):
    """Cards in columns and rows on a page; one of each for a page per card."""

    #: Room outside the bleed on every side; 0 for none.
    slug: float = 0.0

    def __post_init__(self) -> None:
        if max(self.page) > _LONGEST:
            asked = f"{self.columns} × {self.rows} cards"
            raise UsageError(f"{asked} take a sheet of more than {length_text(_LONGEST)}: ask for fewer")

    @cached_property
    def page(self) -> tuple[float, float]:
        """Return the width and height of the media box."""
        rim = 2 * (self.bleed + self.slug)
        return self.size[0] + rim, self.size[1] + rim

    @cached_property
    def area(self) -> Rect:
        """Return the trim box."""
        return Rect(0, 0, *self.page).grown(-self.bleed - self.slug)

    @property
    def outer_bleed(self) -> OuterBleed:
        """Return how far art extends: the whole bleed on every side."""
        return OuterBleed(*[self.bleed] * 4)

    @cached_property
    def bleed_box(self) -> Rect:
        """Return the bleed box."""
        return self.area.grown(self.bleed)

    @cached_property
    def front_places(self) -> tuple[CardPlace, ...]:
        """Return the places of the cards of a front, row by row from the top left."""
        return tuple(
            CardPlace(trim, self.trim_with_bleed(trim)) for trim in map(self.trim, range(self.capacity))
        )

    @cached_property
    def back_places(self) -> tuple[CardPlace, ...]:
        """Return the places of the backs, when the sheet is turned about its vertical edge."""
        rows = (
            self.front_places[first : first + self.columns] for first in range(0, self.capacity, self.columns)
        )
        return tuple(place for row in rows for place in reversed(row))
