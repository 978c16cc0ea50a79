"""A tray with four walls, open above, and a lid that is slid over it: a larger tray upside down.

Flat, the walls lie around the base. The upper and the lower one have a tab at each end, which is folded
inwards and glued inside the wall at the side. Sides are measured from crease to crease, that is to the middle
of the board: tabs lie inside the walls at the sides, so their creases are one thickness of board nearer to
the middle than those of these walls.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...geometry import Matrix, Rect
from ...layout.materials import LID_ROOM
from ...text.outlines import Segment, Shape, joined_shapes, open_line
from ...units import MM
from . import parts

#: How far a lid ends above the table that the tray stands on.
_LIFT = 1 * MM
#: How much of a wall a notch takes at most: those of a tray and of the lid over it do not meet.
_NOTCH_SHARE = 0.45
#: How far the edges of a tab slant, so that it passes the base and the rim.
_SLANT = 1.5 * MM
#: The height of the strip for words and the ruler below a tray.
_NOTES = 13 * MM

#: Width, height and depth, in points.
Box3 = tuple[float, float, float]


def tray_part(
    inside: Box3,
    board: float,
    name: str,
    panels: TrayPanels,
    bleed: float = parts.BLEED,
) -> parts.Part:
    """Return a tray laid flat, with a notch for a thumb in its upper and its lower wall.

    inside: the least width, height and depth inside. board: its thickness. name: that of the part. panels:
    what its base and walls show. All lengths in points.
    """
    width, height, depth = inside[0] + 3 * board, inside[1] + board, inside[2] + board / 2
    radius = min(parts.THUMB, _NOTCH_SHARE * depth, (width - 2 * board) / 5)
    # Two tabs do not meet behind a wall.
    tab = min(parts.GLUE, height / 2 - parts.CLEARANCE)
    slant = min(_SLANT, depth / 4, tab / 2)
    side_wall = parts.line_segments((0, depth), (height, depth), (height, 0))
    begin, end = board, width - board
    end_wall = [
        *parts.line_segments((begin, 0), (begin - tab, slant), (begin - tab, depth - slant)),
        *parts.notched_edge(begin, end, depth, radius),
        *parts.line_segments((end + tab, depth - slant), (end + tab, slant), (end, 0), (width, 0)),
    ]
    left, right, low, top = depth, depth + width, depth, depth + height
    # Each wall runs clockwise along its side of the base and stands outwards.
    walls: list[tuple[list[Segment], Matrix]] = [
        (side_wall, (0, 1, -1, 0, left, low)),
        (end_wall, (1, 0, 0, 1, left, top)),
        (side_wall, (0, -1, 1, 0, right, top)),
        (end_wall, (-1, 0, 0, -1, right, low)),
    ]
    outline = [segment for wall, place in walls for segment in Shape(wall).transformed(place).segments]
    size = (2 * depth + width, 2 * depth + height)
    tabs = (left + begin, left + end)
    creases = [
        *(open_line((x, low), (x, top)) for x in (left, right)),
        *(open_line((tabs[0], y), (tabs[1], y)) for y in (low, top)),
        *(open_line((x, y), (x, rim)) for x in tabs for y, rim in ((low, 0.0), (top, size[1]))),
    ]
    ticks = [parts.crease_tick((x, y), (0, way)) for x in tabs for y, way in ((0.0, -1), (size[1], 1))]
    ticks += [parts.crease_tick((x, y), (way, 0)) for y in (low, top) for x, way in ((0.0, -1), (size[0], 1))]
    return parts.Part(
        name,
        Shape([("m", (left, low)), *outline, ("h", ())]),
        joined_shapes(*creases),
        joined_shapes(*ticks),
        size,
        # The ground runs a little under what is glued, so that no white shows at the corners.
        tuple(
            Rect(x, y, tab - parts.BLEED + 2 * bleed, depth + 2 * bleed)
            for x in (tabs[0] - tab - 2 * bleed, tabs[1] + parts.BLEED)
            for y in (-2 * bleed, top)
        ),
        tuple(_tray_panels(Rect(left, low, width, height), depth, board, panels, bleed)),
        inside,
        notes=Rect(left, -parts.TICK_REACH - _NOTES, width, _NOTES),
    )


class TrayPanels(NamedTuple):
    """What the base and the walls of a tray show, as its outside is seen."""

    base: parts.Panel
    wall: parts.Panel
    #: Whether it stands on its base; a lid lies on its rim.
    is_upright: bool


def _tray_panels(
    base: Rect, depth: float, board: float, panel_contents: TrayPanels, bleed: float
) -> Iterator[parts.Panel]:
    """Yield the panels of a tray: its base, then its four walls."""
    yield panel_contents.base._replace(rect=base)
    long, high = base.width - 2 * board, base.height
    # What a wall shows runs past its rim and its ends; a little of it lies on the tabs, under what is glued.
    walls: list[tuple[Rect, Rect, parts.Degrees]] = [
        (
            Rect(base.x + board, base.y - depth, long, depth),
            Rect(base.x + board - parts.BLEED, base.y - depth - bleed, long + 2 * parts.BLEED, depth + bleed),
            0,
        ),
        (
            Rect(base.x + board, base.top, long, depth),
            Rect(base.x + board - parts.BLEED, base.top, long + 2 * parts.BLEED, depth + bleed),
            180,
        ),
        (
            Rect(base.x - depth, base.y, depth, high),
            Rect(base.x - depth - bleed, base.y - bleed, depth + bleed, high + 2 * bleed),
            -90,
        ),
        (
            Rect(base.right, base.y, depth, high),
            Rect(base.right, base.y - bleed, depth + bleed, high + 2 * bleed),
            90,
        ),
    ]
    for wall, around, degrees in walls:
        # The walls of a lid hang from its top; those of a tray stand the other way up.
        turned = _UPSIDE_DOWN[degrees] if panel_contents.is_upright else degrees
        is_notched = degrees in (0, 180)
        yield panel_contents.wall._replace(rect=wall, degrees=turned, around=(around,), is_notched=is_notched)


_UPSIDE_DOWN: dict[parts.Degrees, parts.Degrees] = {0: 180, 180: 0, 90: -90, -90: 90}


def tray_with_lid(
    inside: Box3, board: float, room: float = LID_ROOM, bleed: float = parts.BLEED
) -> tuple[parts.Part, parts.Part]:
    """Return a tray for contents of this size, and the lid that slides over it, both laid flat.

    inside: the contents' width, height and depth. room: the gap between lid and tray, on each side. All
    lengths in points.
    """
    size = (
        inside[0] + parts.ROOM_ACROSS,
        inside[1] + parts.ROOM_ACROSS,
        max(inside[2] + parts.ROOM, parts.LEAST_DEPTH),
    )
    low = tray_part(size, board, "tray", TRAY, bleed)
    outer = outer_size(low)
    inner = (outer[0] + 2 * room, outer[1] + 2 * room, max(outer[2] - _LIFT, parts.LEAST_DEPTH))
    return low, tray_part(inner, board, "lid", LID, bleed)


def outer_size(part: parts.Part) -> Box3:
    """Return a tray's width, height and depth outside, in points, calculated from its creases."""
    base = part.panels[0].rect
    board = base.height - part.inside[1]
    return base.width + board, base.height + board, part.inside[2] + board


_NOWHERE = Rect(0, 0, 0, 0)
TRAY = TrayPanels(
    parts.Panel("back", _NOWHERE, "back"), parts.Panel("tray", _NOWHERE, "ground"), is_upright=True
)
LID = TrayPanels(
    parts.Panel("front", _NOWHERE, "face"), parts.Panel("spine", _NOWHERE, "name"), is_upright=False
)
