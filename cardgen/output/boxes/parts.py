"""A part of a box laid flat, as its printed side is seen: cuts, creases, and what its sides show."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ...geometry import Rect
from ...pack.packaging import PanelName
from ...text.outlines import KAPPA, Point, Segment, Shape, open_line
from ...units import MM, Size

#: How far what is printed runs past the cut at home, and under what is glued.
BLEED = 1.5 * MM
#: Marks at the ends of creases: how far from the bleed they begin, and how long they are.
_TICK_GAP, _TICK = 0.5 * MM, 3 * MM
TICK_REACH = BLEED + _TICK_GAP + _TICK
#: How far the edges of lids, tongues and flaps stay clear of the sides that they pass.
CLEARANCE = 0.5 * MM
#: Room for the contents where the least of it is left, in depth and height, and in width.
ROOM, ROOM_ACROSS = 0.5 * MM, 1 * MM
#: Two creases closer together than this tear.
LEAST_DEPTH = 4 * MM
#: The width of flaps that are glued, and the radius of notches for a thumb.
GLUE, THUMB = 12 * MM, 9 * MM

Degrees = Literal[0, 90, 180, -90]
#: What a side shows where the pack says nothing: a card or the pack's name, its back, a line of text, or only
#: the ground.
PanelContent = Literal["face", "back", "name", "imprint", "ground"]


class Panel(NamedTuple):
    """A side of a box that shows something."""

    #: The key of the pack for it; "well" for a well of an insert, which has none.
    name: PanelName | Literal["well"]
    #: From crease to crease.
    rect: Rect
    shows: PanelContent
    #: How far what it shows is turned anticlockwise on the sheet, so that it stands upright on the box.
    degrees: Degrees = 0
    #: Where it may be seen beyond its rectangle: at its cut edges, past the bleed.
    around: tuple[Rect, ...] = ()
    #: A text in place of the pack's name.
    text: str = ""
    #: Whether a notch leaves its middle no room for a text.
    is_notched: bool = False


class Part(NamedTuple):
    """A part of a box laid flat, its lower left corner at the origin. Lengths in points."""

    #: The name of its file: "" for a box of one part.
    name: str
    outline: Shape
    creases: Shape
    #: Marks beside it that show where creases reach its edge.
    ticks: Shape
    size: Size
    #: What is left bare for glue.
    glue_areas: tuple[Rect, ...]
    panels: tuple[Panel, ...]
    #: The width, height and depth that are left inside where there is least room.
    inside: tuple[float, float, float]
    #: Cuts inside the outline.
    slits: Shape = Shape(())
    #: Where words about it may be; it may lie beside it.
    notes: Rect = Rect(0, 0, 0, 0)
    #: What it is called in words about it; "" for what is seen at once.
    title: str = ""

    @property
    def extent(self) -> Rect:
        """Return the rectangle around everything that is printed: the part, its ticks and its
        notes (points).
        """
        around = Rect(0, 0, *self.size).grown(TICK_REACH)
        low, high = min(around.y, self.notes.y), max(around.top, self.notes.top)
        return Rect(around.x, low, around.width, high - low)


def line_segments(*points: Point) -> list[Segment]:
    """Return straight segments to these points, in order."""
    return [("l", point) for point in points]


def crease_tick(point: Point, direction: Point) -> Shape:
    """Return a short line that points away from an edge, and begins outside its bleed.

    point: where a crease meets the edge. direction: the direction: (1, 0) is to the right, (0, -1) is down.
    """
    near, far = BLEED + _TICK_GAP, TICK_REACH
    (x, y), (dx, dy) = point, direction
    return open_line((x + near * dx, y + near * dy), (x + far * dx, y + far * dy))


def notched_edge(begin: float, end: float, y: float, radius: float) -> list[Segment]:
    """Return a horizontal edge with a half-round notch in its middle, which goes down.

    begin, end: the x of its ends, the smaller one first. y: its y. radius: that of the notch; 0 for no
    notch.
    """
    if not radius:
        return line_segments((begin, y), (end, y))
    middle, k = (begin + end) / 2, KAPPA * radius
    left, right, deep = middle - radius, middle + radius, y - radius
    return [
        *line_segments((begin, y), (left, y)),
        ("c", (left, y - k, middle - k, deep, middle, deep)),
        ("c", (middle + k, deep, right, y - k, right, y)),
        ("l", (end, y)),
    ]
