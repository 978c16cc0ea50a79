"""Where something ends near a card's trim, and how much of that can be seen. Lengths in points.

Most ends are outlines of marks. Within pictures and shadings, and where white is laid over art, no outline
tells them: such a side of a card is looked at as it is seen. One that a plain ground covers, with nothing
on it that could be white, needs no looking at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ...geometry import Rect
from ...units import MM, Sentence
from ..pdf.color_spaces import Paint
from ..pdf.display_list import DisplayList
from ..pdf.limits import MOST_EDGES
from ..pdf.painted_objects import Mark
from ..pdf.paths import Box, meet
from ..pdf.raster import Raster
from .findings import Target

#: How far an edge may be from the trim and still be meant to be on it.
ON_TRIM = 0.1 * MM
#: How far to either side of an edge it is looked whether the colours differ, and by how much of 255.
BESIDE, DIFFERENT = 0.15 * MM, 24
#: Parts of a colour that vary by no more than this (of 255, as a standard deviation) are one colour.
_EVEN = 16
#: Paper is no darker than this.
_PAPER = 250


class TrimSide(NamedTuple):
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

    side: TrimSide
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


def sides(drawn: DisplayList, target: Target) -> list[TrimSide]:
    """Return the four sides of a card; its bleed is no more than its page has."""
    trim, bleed = card(drawn), drawn.page.drawn
    if trim is None or bleed is None:
        return []
    spare = (trim.x - bleed.x, trim.y - bleed.y, bleed.right - trim.right, bleed.top - trim.top)
    left, low, right, top = (max(0.0, min(target.bleed, room)) for room in spare)
    return [
        TrimSide(Sentence("left"), 0, -1, trim.x, trim.y, trim.top, left),
        TrimSide(Sentence("right"), 0, 1, trim.right, trim.y, trim.top, right),
        TrimSide(Sentence("below"), 1, -1, trim.y, trim.x, trim.right, low),
        TrimSide(Sentence("above"), 1, 1, trim.top, trim.x, trim.right, top),
    ]


def ends(marks: list[Mark], side: TrimSide, target: Target) -> list[Edge]:
    """Tell where something ends near a side, the outermost first."""
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
    return [Edge(side, out) for out in sorted(found, reverse=True)[:MOST_EDGES]]


def near(drawn: DisplayList, target: Target) -> list[Mark]:
    """Return the marks that come near the trim, but for text and for the die line, which is not printed."""
    trim, spots = card(drawn) or Rect(0, 0, 1, 1), set(target.spots)
    inner = edges_of(trim.grown(-target.drift - _ROUNDING))
    marks = [mark for mark in drawn.printed if mark.kind != "text" and not holds(inner, mark.box)]
    return [mark for mark in marks if spots.isdisjoint(mark.paint.space.inks)]


def change_at(page: Raster, edge: Edge) -> Change:
    """Tell how much of an edge can be seen: where the colours on both its sides differ."""
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
    """Tell whether a picture is all of one colour where a mask is."""
    from PIL import ImageStat

    return max(ImageStat.Stat(picture, mask).stddev) <= _EVEN


#: Pillow's number for a filter that takes the mean of what becomes one pixel.
BOX = 4


def paper(picture: Any, least: int = _PAPER) -> Any:
    """Tell where a picture is as light as paper."""
    from PIL import ImageChops

    red, green, blue = picture.split()
    darkest = ImageChops.darker(ImageChops.darker(red, green), blue)
    return darkest.point([255 if value >= least else 0 for value in range(256)])


def differ(one: Any, other: Any, least: int = DIFFERENT) -> Any:
    """Tell where two pictures of one size differ by so much in one of their colours."""
    from PIL import ImageChops

    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255 if value >= least else 0 for value in range(256)])


def strip(side: TrimSide, out: float, end: float | None = None) -> Box:
    """Return a strip along a side, from so far outside it to so far, or a line of one pixel."""
    one, other = sorted(
        (side.at + side.outward * out, side.at + side.outward * (out if end is None else end))
    )
    return (one, side.start, other, side.end) if side.axis == 0 else (side.start, one, side.end, other)


def card(drawn: DisplayList) -> Rect | None:
    """Tell where the card is cut; a page may say so by an ArtBox as well (ISO 15930-4 and -7)."""
    return drawn.page.trim or drawn.page.art


def edges_of(rect: Rect) -> Box:
    """Return the sides of a rectangle as a box."""
    return (rect.x, rect.y, rect.right, rect.top)


#: What rounding may take away, in points.
_ROUNDING = 0.05


def holds(outer: Box, inner: Box) -> bool:
    """Tell whether a box lies within another, but for what rounding takes away."""
    return (
        inner[0] >= outer[0] - _ROUNDING
        and inner[1] >= outer[1] - _ROUNDING
        and inner[2] <= outer[2] + _ROUNDING
        and inner[3] <= outer[3] + _ROUNDING
    )


# --- ends that no outline tells -------------------------------------------------------------------

#: Ink up to this may look like bare paper, and pictures are noisy: in them paper is from this on.
_LIGHT, _PICTURE_PAPER = 0.1, 244
#: Over a distance, colours change more than at an edge: a ground that fades has no end.
_FAR_DIFFERENT = 48
#: How much of an edge on the trim is bare in one piece, at the least: the grain of a picture has pieces of
#: 3 mm. And how far apart lines are looked at, in points.
_SHOWS, _STEP = 5 * MM, 0.1 * MM
#: Shadings are drawn coarsely: an end this far out is on the trim.
_BLURRED = 0.35 * MM
#: Art that ends beyond the trim does so along this much of a side; and an end is where this much of it is.
_MOST_OF_IT = 1 / 2


def may_hide(marks: list[Mark], side: TrimSide, drift: float) -> bool:
    """Tell whether art may end near a side without an outline that ends there."""
    band, bleed = strip(side, -drift, side.bleed), strip(side, ON_TRIM, side.bleed)
    covered = doubtful = False
    for mark in marks:
        if not meet(mark.box, band):
            continue
        plain = _is_plain(mark)
        if plain and mark.solid and mark.kind == "fill" and holds(mark.box, band):
            covered, doubtful = not _may_be_white(mark.paint), False
        elif _is_told_by_others(mark) or (plain and covered and not _may_be_white(mark.paint)):
            continue
        else:
            # What is solid and plain ends with its outline.
            white = not plain or _may_be_white(mark.paint)
            doubtful = doubtful or white or (not mark.solid and meet(mark.box, bleed))
    return doubtful


def _is_plain(mark: Mark) -> bool:
    """Tell whether a mark is of one known colour all over."""
    stencil = mark.picture is not None and mark.picture.stencil
    of_one_color = mark.kind in ("fill", "stroke") or stencil
    return of_one_color and mark.state.opaque and mark.paint.parts is not None and not mark.paint.pattern


def _is_told_by_others(mark: Mark) -> bool:
    """Tell whether it is painted with a pattern of tiles, whose marks are marks of the page as well."""
    return mark.paint.space.family == "Pattern"


def _may_be_white(paint: Paint) -> bool:
    parts = paint.parts or ()
    if paint.space.family == "DeviceGray":
        return parts[0] >= 1 - _LIGHT
    if paint.space.family in ("DeviceCMYK", "Separation", "DeviceN"):
        return max(parts, default=0.0) <= _LIGHT
    return True


def hidden_ends(page: Raster, side: TrimSide, drift: float) -> Iterator[tuple[Edge, Change]]:
    """Yield where art is seen to end on the trim, between it and the bleed's edge, or just inside."""
    if side.bleed > 2 * BESIDE:
        yield _on_trim(page, side)
        yield from _outside(page, side)
        yield from _inside(page, side, drift)


def _on_trim(page: Raster, side: TrimSide) -> tuple[Edge, Change]:
    """Return the trim itself: bare counts only where it is bare in one piece, and on to the bleed's edge.

    Line art on white ends everywhere, and begins as often, but never so.
    """
    from PIL import ImageChops

    edge = Edge(side, 0.0)
    inside, outside = _line(page, side, -BESIDE), _line(page, side, BESIDE)
    beyond = page.strip(strip(side, BESIDE, side.bleed - BESIDE)).resize(outside.size, BOX)
    bare = ImageChops.darker(paper(outside, _PICTURE_PAPER), paper(beyond, _PICTURE_PAPER))
    mask = ImageChops.darker(differ(inside, outside), bare)
    longest = max(map(len, mask.tobytes().split(b"\0"))) / page.scale
    return edge, change_at(page, edge)._replace(bare=longest if longest >= _SHOWS else 0.0)


def _outside(page: Raster, side: TrimSide) -> Iterator[tuple[Edge, Change]]:
    """Yield where art that is seen at the trim has come to its end before the bleed's edge."""
    inside, outermost = _line(page, side, -BESIDE), _line(page, side, side.bleed - BESIDE)
    mask, long = _ended(page, inside, outermost)
    if long >= _MOST_OF_IT * (side.end - side.start):
        out = _place(page, side, mask, ON_TRIM, side.bleed - BESIDE)
        on_trim = out <= _BLURRED
        yield Edge(side, 0.0 if on_trim else out), Change(long, long if on_trim else 0.0, long, True)


def _inside(page: Raster, side: TrimSide, drift: float) -> Iterator[tuple[Edge, Change]]:
    """Yield where art ends between the trim and as far inside as the cut may be off."""
    if drift <= ON_TRIM:
        return
    inside, trim = _line(page, side, -drift), _line(page, side, -BESIDE)
    mask, long = _ended(page, inside, trim)
    if long > 0:
        out = _place(page, side, mask, -drift, -BESIDE)
        yield Edge(side, min(out, -BESIDE)), Change(long, 0.0, 0.0, True)


def _ended(page: Raster, inside: Any, outside: Any) -> tuple[Any, float]:
    """Tell where colour is inside and paper outside, and how long that is, less what is the other way."""
    from PIL import ImageChops

    different = differ(inside, outside, _FAR_DIFFERENT)
    mask = ImageChops.darker(different, paper(outside, _PICTURE_PAPER))
    other_way = ImageChops.darker(different, paper(inside, _PICTURE_PAPER))
    return mask, (mask.histogram()[255] - other_way.histogram()[255]) / page.scale


def _place(page: Raster, side: TrimSide, mask: Any, start: float, end: float) -> float:
    """Tell how far outside a side most of what a mask tells has become paper."""
    from PIL import ImageChops

    wanted, out = _MOST_OF_IT * mask.histogram()[255], start
    while out < end:
        bare = ImageChops.darker(mask, paper(_line(page, side, out).resize(mask.size), _PICTURE_PAPER))
        if bare.histogram()[255] >= wanted:
            break
        out += _STEP
    return out


def _line(page: Raster, side: TrimSide, out: float) -> Any:
    """Tell what is seen along a side, so far outside it; all lines of a side are of one size."""
    line: Any = page.strip(strip(side, out))
    return line
