"""Registration marks: a Silhouette finds them on a printed sheet, and so knows where to cut.

The figures are those of Silhouette Studio and of silhouette-card-maker's specification (as of July 2026),
whose ready templates cut sheets that are laid out alike: cards of one orientation in the middle of the paper,
1.25 mm apart, clear of the squares in the corners in which the machine looks for its marks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ..geometry import Rect
from ..units import MM, Size, paper_name

#: The distance between cards, of which each has half as its bleed, in points.
GAP = 1.25 * MM
#: The distance of the marks from the edges of the paper, and of those for printers that print to the edge.
INSET, BORDERLESS_INSET = 10 * MM, 3.5 * MM
#: Minimum and maximum length of a mark's arms, and their thickness, in Silhouette Studio's page setup.
_LEAST_ARM, _MOST_ARM, THICKNESS = 5 * MM, 20 * MM, 1 * MM
#: How far art stays clear of the shortest marks: 1.5 mm, and as much of the gap as is not bleed.
_CLEARANCE = 1.5 * MM + GAP / 2
#: The side of the square that marks the upper left corner.
_SQUARE = 5 * MM

Marks = Literal["three", "four"]


class Registration(NamedTuple):
    """Registration marks on a sheet."""

    #: Three: a square in the upper left corner and two angles. Four: angles in all corners.
    marks: Marks = "three"
    #: The distance of the middle of their lines from the edges of the paper, in points.
    inset: float = INSET

    def corner_zones(self, page: Size, arm: float) -> list[Rect]:
        """Return the squares in the corners of the paper in which only the marks are printed."""
        side = self.inset + max(arm, _SQUARE) + THICKNESS / 2
        return [Rect(x, y, side, side) for x in (0, page[0] - side) for y in (0, page[1] - side)]

    def corner_size(self, arm: float = _LEAST_ARM) -> float:
        """Return the side in points of the squares that cards leave free in the corners of the paper.

        arm: the length of the marks' arms in points, by default the smallest one.
        """
        return self.inset + arm + _CLEARANCE

    def arm_length(self, area: Rect) -> float:
        """Return the length of the marks' arms in points. They are as long as cards in this area allow,
        within limits.
        """
        room = max(area.x, area.y) - self.inset - GAP
        return max(_LEAST_ARM, min(_MOST_ARM, room))

    def mark_rects(self, page: Size, arm: float) -> Iterator[Rect]:
        """Yield the rectangles of the marks, to fill with black."""
        (width, height), half, long = page, THICKNESS / 2, arm + THICKNESS / 2
        left, right = self.inset - half, width - self.inset + half
        low, top = self.inset - half, height - self.inset + half
        for x, y, is_right, is_top in (
            (left, top, False, True),
            (right, top, True, True),
            (left, low, False, False),
            (right, low, True, False),
        ):
            if self.marks == "three" and (is_right, is_top) == (True, False):
                continue
            if self.marks == "three" and (is_right, is_top) == (False, True):
                side = _SQUARE + THICKNESS
                yield Rect(x, y - side, side, side)
                continue
            yield Rect(x - long if is_right else x, y - THICKNESS if is_top else y, long, THICKNESS)
            yield Rect(x - THICKNESS if is_right else x, y - long if is_top else y, THICKNESS, long)


class CuttingTemplate(NamedTuple):
    """A ready template of silhouette-card-maker."""

    #: The name of its file, without its version.
    file: str
    #: The radius of the corners that it cuts, in millimetres.
    corner: float


#: Its sizes of cards: width, height and radius of corners in millimetres (assets/layouts.json).
_TEMPLATE_SIZES = {
    "standard": (63, 88, 3),
    "poker": (63.5, 88.9, 3),
    "bridge": (57.15, 88.9, 3),
    "bridge_square": (57.15, 57.15, 3),
    "japanese": (59, 86, 1),
    "tarot": (69.85, 120.65, 3),
    "american_mini": (41, 63, 3),
    "euro_mini": (44, 68, 3),
    "catan": (54, 80, 3),
    "standard_double": (88, 126, 3),
    "70mm_square": (70, 70, 3),
    "euro_business": (85, 55, 3),
    "business": (88.9, 50.8, 3),
    "credit": (85.725, 53.975, 3.175),
    "domino": (44.45, 88.9, 3),
    "domino_square": (44.45, 44.45, 3),
    "jumbo": (88.9, 139.7, 3),
    "micro": (31.75, 44.45, 3),
    "mini": (44.45, 63.5, 3),
}
#: The papers that it has templates for.
_TEMPLATE_PAPERS = ("letter", "legal", "tabloid", "a4", "a3")
#: Sizes that differ by less are the same, in millimetres.
_SAME = 0.05


def cutting_template(card: Size, paper: Size, *, borderless: bool) -> CuttingTemplate | None:
    """Return the ready template for rectangular cards of a size on a paper (both in points); None if there is
    none.

    borderless: whether the marks are at the edge of the paper. For A3 the place of those marks is not known.
    """
    sheet = paper_name(paper).lower()
    if sheet not in _TEMPLATE_PAPERS or (borderless and sheet == "a3"):
        return None
    for name, (width, height, corner) in _TEMPLATE_SIZES.items():
        if abs(card[0] / MM - width) < _SAME and abs(card[1] / MM - height) < _SAME:
            return CuttingTemplate(f"{sheet}-{name}{'-borderless' if borderless else ''}", corner)
    return None
