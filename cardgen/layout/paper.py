"""Cards in the middle of a sheet of paper, and the room around them for marks and words. In points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ..geometry import TOLERANCE, Point, Rect
from ..units import MM
from .grid import Grid, OuterBleed
from .registration import GAP

#: Height of the strip for the ruler and the text outside the cards, and its distance from crop marks.
STRIP, CLEAR = 4.2 * MM, 0.5 * MM
#: Minimum distance of a cutting mark from the trim, and its minimum length. A ruler covers what it lies on,
#: so a mark must extend past it; and a corner punch of 3 mm removes ticks in corners.
MARK_OFF, MARK = 0.3 * MM, 3 * MM
#: Tolerance of a cut by hand, and so the minimum bleed around cards, even under crop marks.
HAND_CUT_TOLERANCE = 1.5 * MM

Axis = Literal["x", "y"]


@dataclass(frozen=True, kw_only=True)
class PaperGrid(Grid):
    """Cards in the middle of a sheet of paper. With a gutterfold, the fronts are on one side of the fold."""

    page: tuple[float, float]
    margin: float
    #: The direction of a gutterfold's fold line on the page.
    fold: Literal["none", "vertical", "horizontal"] = "none"
    #: The distance between the cards on either side of the fold.
    fold_gap: float = 0.0
    #: Whether the cards are cut along their outlines, so that there are no crop marks.
    is_outlined: bool = False
    #: The side of the squares in the corners of the page that cards and text leave free for registration
    #: marks; 0 for none.
    clear_corner: float = 0.0

    @cached_property
    def area(self) -> Rect:
        """Return the rectangle around all trims; with a gutterfold, around those of the fronts."""
        width, height = self.size
        x, y = (self.page[0] - width) / 2, (self.page[1] - height) / 2
        if self.fold == "vertical":
            x = self.page[0] / 2 - self.fold_gap / 2 - width
        if self.fold == "horizontal":
            y = self.page[1] / 2 + self.fold_gap / 2
        return Rect(x, y, width, height)

    @property
    def printable_area(self) -> Rect:
        """Return the page without its margins."""
        return Rect(0, 0, *self.page).grown(-self.margin)

    @property
    def whole_area(self) -> Rect:
        """Return the rectangle around all trims, including the backs of a gutterfold."""
        area = self.area
        if self.fold == "vertical":
            return area._replace(width=2 * area.width + self.fold_gap)
        if self.fold == "horizontal":
            low = self.page[1] - area.top
            return Rect(area.x, low, area.width, area.top - low)
        return area

    @property
    def free_space(self) -> tuple[float, float]:
        """Return the printable space, in points, on either side of the cards, and above and below them."""
        whole, printable = self.whole_area, self.printable_area
        return whole.x - printable.x, whole.y - printable.y

    @cached_property
    def strip_axis(self) -> Axis | None:
        """Return where the ruler and the text are printed: "x" at the sides, "y" above and below. Return None
        if there is no room.

        Crop marks have precedence over them. Where crop marks have no room on one axis, this does not apply,
        as corners then have ticks anyway.
        """
        beside, above = self.free_space
        unmarked = min(beside, above) < MARK_OFF + MARK - TOLERANCE
        if max(beside, above) < STRIP + CLEAR + (MARK_OFF if unmarked else MARK_OFF + MARK) - TOLERANCE:
            return None
        return "x" if beside > above else "y"

    def room_for_marks(self, axis: Axis) -> float:
        """Return the printable space in points on either side of the cards along an axis, without the room
        for the ruler and the text.
        """
        taken = STRIP + CLEAR if self.strip_axis == axis else 0.0
        return max(0.0, self.free_space[0 if axis == "x" else 1] - taken)

    @property
    def leaves_corners_free(self) -> bool:
        """Tell whether no card extends into the squares in the page's corners that must stay free."""
        return (
            max(self.area.x - self.outer_bleed_along("x"), self.area.y - self.outer_bleed_along("y"))
            >= self.clear_corner - TOLERANCE
        )

    @property
    def axes_without_marks(self) -> list[Axis]:
        """Return the axes on which crop marks do not fit: "x" at the sides (for rows), "y" above and below
        (for columns).
        """
        axes: tuple[Axis, Axis] = ("y", "x")
        return [axis for axis in axes if self.room_for_marks(axis) < MARK_OFF + MARK - TOLERANCE]

    @cached_property
    def outer_bleed(self) -> OuterBleed:
        """Return the visible bleed outside the outermost trims. Towards a fold it ends at the fold, elsewhere
        it extends over free paper.
        """
        beside, above, fold = self.outer_bleed_along("x"), self.outer_bleed_along("y"), self.fold_gap / 2
        right = fold if self.fold == "vertical" else beside
        return OuterBleed(beside, right, fold if self.fold == "horizontal" else above, above)

    def cell_corners(self, place: int, count: int) -> tuple[Point, ...]:
        """Return the corners of the area in its window that the n-th of `count` cards may print; empty if it
        may print the whole window.
        """
        return ()

    def trim_with_bleed_at(self, window: Rect, place: int, count: int) -> Rect:
        """Return the window of the n-th of `count` cards, extended by its bleed over empty places beside it.

        Cards that are cut straight are not extended, because a cut through all cards continues between the
        empty places.
        """
        if not self.is_outlined:
            return window
        cell, taken, more = self.cells[place], set(self.cells[:count]), max(0.0, self.bleed - self.gutter / 2)
        row, column = divmod(cell, self.columns)
        left = more if column > 0 and cell - 1 not in taken else 0.0
        right = more if column < self.columns - 1 and cell + 1 not in taken else 0.0
        high = more if row > 0 and cell - self.columns not in taken else 0.0
        low = more if row < self.rows - 1 and cell + self.columns not in taken else 0.0
        return Rect(window.x - left, window.y - low, window.width + left + right, window.height + low + high)

    def outer_bleed_along(self, axis: Axis) -> float:
        """Return the visible bleed in points outside the outermost trims along an axis: at most the bleed,
        and less where marks need the room.
        """
        room = self.room_for_marks(axis)
        if self.clear_corner:
            # More would leave less room for cards beside the corners.
            return min(self.bleed, room, GAP / 2)
        if self.is_outlined:
            return min(self.bleed, room)
        return max(0.0, min(self.bleed, max(room - MARK_OFF - MARK, min(room / 2, HAND_CUT_TOLERANCE))))


def candidate_counts(maximum: int, requested: int | None, minimum: int | None = None) -> list[int]:
    """Return the numbers of columns or rows to try: the requested number if it fits, else those from
    `maximum` down to `minimum`.

    requested: None if no number is requested. minimum: None for one less than `maximum`.
    """
    if requested is not None:
        return [requested] if requested <= maximum else []
    return list(range(maximum, max(1, maximum - 1 if minimum is None else minimum) - 1, -1))
