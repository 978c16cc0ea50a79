"""Where something ends near a card's trim, and how much of that can be seen. Lengths in points."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..geometry import Rect
from ..pdf.display_list import DisplayList
from ..pdf.painted_objects import Mark
from ..pdf.paths import Box
from ..pdf.raster import Seen
from ..units import MM
from .findings import Target

#: How far an edge may be from the trim and still be meant to be on it.
ON_TRIM = 0.1 * MM
#: How far to either side of an edge it is looked whether the colours differ, and by how much of 255.
BESIDE, DIFFERENT = 0.15 * MM, 24
#: Parts of a colour that vary by no more than this (of 255, as a standard deviation) are one colour.
_EVEN = 16
#: Paper is no darker than this.
_PAPER = 250
#: The most edges of one page that are looked at.
_MOST_EDGES = 400


class Side(NamedTuple):
    """A side of a card."""

    name: str
    #: 0 where its edge is an x, 1 where it is a y; and 1 where outwards is up, -1 where it is down.
    axis: int
    outward: int
    #: Where it is, and where it begins and ends.
    at: float
    start: float
    end: float
    #: How far the art is to reach beyond it.
    bleed: float


class Edge(NamedTuple):
    """A place where something may end: so far outside a side (inside if negative)."""

    side: Side
    out: float


class Change(NamedTuple):
    """How much of an edge can be seen, as lengths in points."""

    seen: float
    #: How much of that borders on bare paper, less what lies the other way about, as in a chess board; and
    #: how much on paper that is bare to the bleed's edge.
    bare: float
    empty: float
    #: Whether it is one colour that begins or ends here, not a pattern.
    even: bool


def sides(drawn: DisplayList, target: Target) -> list[Side]:
    """The four sides of a card; its bleed is no more than its page has."""
    trim, bleed = card(drawn), drawn.page.drawn
    if trim is None or bleed is None:
        return []
    spare = (trim.x - bleed.x, trim.y - bleed.y, bleed.right - trim.right, bleed.top - trim.top)
    left, low, right, top = (max(0.0, min(target.bleed, room)) for room in spare)
    return [
        Side("left", 0, -1, trim.x, trim.y, trim.top, left),
        Side("right", 0, 1, trim.right, trim.y, trim.top, right),
        Side("below", 1, -1, trim.y, trim.x, trim.right, low),
        Side("above", 1, 1, trim.top, trim.x, trim.right, top),
    ]


def ends(marks: list[Mark], side: Side, target: Target) -> list[Edge]:
    """Where something ends near a side, the outermost first."""
    found = set()
    nearest, far = -target.drift, side.bleed - ON_TRIM
    for mark in marks:
        for box in (mark.box, *mark.parts):
            inner, outer = sorted(side.outward * (box[side.axis + way] - side.at) for way in (0, 2))
            along = box[3 - side.axis] > side.start and box[1 - side.axis] < side.end
            if along and inner < min(outer, 0) and nearest < outer < far:
                found.add(round(outer, 1))
            if along and inner < outer and nearest < inner < -ON_TRIM:
                found.add(round(inner, 1))
    return [Edge(side, out) for out in sorted(found, reverse=True)[:_MOST_EDGES]]


def near(drawn: DisplayList, target: Target) -> list[Mark]:
    """The marks that come near the trim, but for text and for the die line, which is not printed."""
    trim, spots = card(drawn) or Rect(0, 0, 1, 1), set(target.spots)
    inner = edges_of(trim.grown(-target.drift - _ROUNDING))
    marks = [mark for mark in drawn.printed if mark.kind != "text" and not holds(inner, mark.box)]
    return [mark for mark in marks if spots.isdisjoint(mark.paint.space.inks)]


def change_at(page: Seen, edge: Edge) -> Change:
    """How much of an edge can be seen: where the colours on both its sides differ."""
    from PIL import ImageChops

    side, out = edge
    outside = page.strip(strip(side, out + BESIDE))
    inside = page.strip(strip(side, out - BESIDE)).resize(outside.size)
    beyond = page.strip(strip(side, out + BESIDE, max(side.bleed - BESIDE, out + BESIDE)))
    different = differ(inside, outside)
    bare = ImageChops.darker(different, paper(outside))
    other_way = ImageChops.darker(different, paper(inside))
    empty = ImageChops.darker(bare, paper(beyond.resize(outside.size, BOX)))
    long = [picture.histogram()[255] / page.scale for picture in (different, bare, empty, other_way)]
    even = long[0] > 0 and (_is_even(inside, different) or _is_even(outside, different))
    return Change(long[0], long[1] - long[3], long[2], even)


def _is_even(picture: Any, mask: Any) -> bool:
    """Whether a picture is all of one colour where a mask is."""
    from PIL import ImageStat

    return max(ImageStat.Stat(picture, mask).stddev) <= _EVEN


#: Pillow's number for a filter that takes the mean of what becomes one pixel.
BOX = 4


def paper(picture: Any, least: int = _PAPER) -> Any:
    """Where a picture is as light as paper."""
    from PIL import ImageChops

    red, green, blue = picture.split()
    darkest = ImageChops.darker(ImageChops.darker(red, green), blue)
    return darkest.point([255 if value >= least else 0 for value in range(256)])


def differ(one: Any, other: Any, least: int = DIFFERENT) -> Any:
    """Where two pictures of one size differ by so much in one of their colours."""
    from PIL import ImageChops

    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255 if value >= least else 0 for value in range(256)])


def strip(side: Side, out: float, end: float | None = None) -> Box:
    """A strip along a side, from so far outside it to so far, or a line of one pixel."""
    one, other = sorted(
        (side.at + side.outward * out, side.at + side.outward * (out if end is None else end))
    )
    return (one, side.start, other, side.end) if side.axis == 0 else (side.start, one, side.end, other)


def card(drawn: DisplayList) -> Rect | None:
    """Where the card is cut; a page may say so by an ArtBox as well (ISO 15930-4 and -7)."""
    return drawn.page.trim or drawn.page.art


def edges_of(rect: Rect) -> Box:
    """The sides of a rectangle as a box."""
    return (rect.x, rect.y, rect.right, rect.top)


#: What rounding may take away, in points.
_ROUNDING = 0.05


def holds(outer: Box, inner: Box) -> bool:
    """Whether a box lies within another, but for what rounding takes away."""
    return (
        inner[0] >= outer[0] - _ROUNDING
        and inner[1] >= outer[1] - _ROUNDING
        and inner[2] <= outer[2] + _ROUNDING
        and inner[3] <= outer[3] + _ROUNDING
    )
