"""Finds where art ends near a card's trim, and how much of each edge is visible. Lengths in points.

Most edges are outlines of marks. Edges within pictures and shadings, or of white over art, have no outline:
such a side of a card is rendered and compared. A side covered by a plain ground, without anything white on
it, needs no rendering.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ...geometry import Rect
from ...units import MM, Sentence
from ..pdf.color_spaces import Paint
from ..pdf.display_list import DisplayList
from ..pdf.limits import MOST_EDGES
from ..pdf.painted_objects import PaintedMark
from ..pdf.paths import Box, has_overlap
from ..pdf.raster import RenderedStrips
from .findings import Target

#: Tolerance for an edge that lies on the trim.
ON_TRIM = 0.1 * MM
#: Distance to either side of an edge at which colours are compared, and the difference (of 255) that counts.
BESIDE, DIFFERENT = 0.15 * MM, 24
#: Maximum standard deviation (of 255) of the channels of one colour.
_EVEN = 16
#: Minimum level of paper.
_PAPER = 250


class TrimSide(NamedTuple):
    """One of the four sides of a card's trim, on its page."""

    name: str
    #: 0 if its edge has a fixed x, 1 for a fixed y; and 1 if outwards is right or up, -1 for left or down.
    axis: int
    outward: int
    #: Its fixed coordinate, and its start and end along the other axis.
    at: float
    start: float
    end: float
    #: How far art should extend past it.
    bleed: float


class ArtEdge(NamedTuple):
    """A place where art may end: a line parallel to a side, at a distance in points (negative for inside)."""

    side: TrimSide
    out: float


class EdgeVisibility(NamedTuple):
    """The visible length of an edge of art, in points."""

    seen: float
    #: The length next to bare paper, less the length of the reverse, as in a chess board; and the length next
    #: to paper that is bare up to the end of the bleed.
    bare: float
    empty: float
    #: Whether one colour begins or ends here, not a pattern.
    even: bool


def card_sides(content: DisplayList, target: Target) -> list[TrimSide]:
    """Return the four sides of a card's trim; empty for a page without a trim.

    The bleed of each side is the target's, or that of the page if this is smaller.
    """
    trim, bleed = card_trim(content), content.page.bleed_or_cut_box
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


def edges_of_outlines(marks: list[PaintedMark], side: TrimSide, target: Target) -> list[ArtEdge]:
    """Return the edges of marks near a side, from outside to inside, at most as many as MOST_EDGES."""
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
    return [ArtEdge(side, out) for out in sorted(found, reverse=True)[:MOST_EDGES]]


def marks_near_trim(content: DisplayList, target: Target) -> list[PaintedMark]:
    """Return the marks that are not far inside the trim, without text and without marks in technical inks."""
    trim, spots = card_trim(content) or Rect(0, 0, 1, 1), set(target.technical)
    inner = box_of_rect(trim.grown(-target.drift - _ROUNDING))
    marks = [
        mark for mark in content.printed_marks if mark.kind != "text" and not contains_box(inner, mark.box)
    ]
    return [mark for mark in marks if spots.isdisjoint(mark.paint.space.inks)]


def edge_visibility_at(page: RenderedStrips, edge: ArtEdge) -> EdgeVisibility:
    """Compare the rendered colours on the two sides of an edge; return the length along which they differ."""
    from PIL import ImageChops

    side, out = edge
    outside = page.strip(strip_along(side, out + BESIDE))
    inside = page.strip(strip_along(side, out - BESIDE)).resize(outside.size)
    different = difference_mask(inside, outside)
    bare = ImageChops.darker(different, paper_mask(outside))
    other_way = ImageChops.darker(different, paper_mask(inside))
    empty = bare
    if bare.getbbox():
        beyond = page.strip(strip_along(side, out + BESIDE, max(side.bleed - BESIDE, out + BESIDE)))
        empty = ImageChops.darker(bare, paper_mask(beyond.resize(outside.size, BOX)))
    long = [picture.histogram()[255] / page.scale for picture in (different, bare, empty, other_way)]
    even = long[0] > 0 and (_has_one_color(inside, different) or _has_one_color(outside, different))
    return EdgeVisibility(long[0], long[1] - long[3], long[2], even)


def _has_one_color(picture: Any, mask: Any) -> bool:
    """Tell whether a picture has one colour within a mask."""
    from PIL import ImageStat

    return max(ImageStat.Stat(picture, mask).stddev) <= _EVEN


#: Pillow's constant for a filter that averages.
BOX = 4


def paper_mask(picture: Any, min_level: int = _PAPER) -> Any:
    """Return a mask (255 or 0) of the pixels whose red, green and blue are all at least this level."""
    from PIL import ImageChops

    red, green, blue = picture.split()
    darkest = ImageChops.darker(ImageChops.darker(red, green), blue)
    return darkest.point([255 if value >= min_level else 0 for value in range(256)])


def difference_mask(one: Any, other: Any, min_difference: int = DIFFERENT) -> Any:
    """Return a mask (255 or 0) of the pixels that differ by at least this much in red, green or blue.

    The two pictures have one size.
    """
    from PIL import ImageChops

    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255 if value >= min_difference else 0 for value in range(256)])


def strip_along(side: TrimSide, start: float, end: float | None = None) -> Box:
    """Return the strip along a side between two distances (points) outside it.

    Without an end, returns a line without width, which is rendered as one row of pixels.
    """
    one, other = sorted(
        (side.at + side.outward * start, side.at + side.outward * (start if end is None else end))
    )
    return (one, side.start, other, side.end) if side.axis == 0 else (side.start, one, side.end, other)


def card_trim(content: DisplayList) -> Rect | None:
    """Return the TrimBox of a page, or else its ArtBox (ISO 15930-4 and -7); None if it has neither."""
    return content.page.trim or content.page.art


def box_of_rect(rect: Rect) -> Box:
    """Return a rectangle as a box: left, bottom, right and top."""
    return (rect.x, rect.y, rect.right, rect.top)


#: Tolerance for rounding, in points.
_ROUNDING = 0.05


def contains_box(outer: Box, inner: Box) -> bool:
    """Tell whether a box lies within another, with a tolerance for rounding."""
    return (
        inner[0] >= outer[0] - _ROUNDING
        and inner[1] >= outer[1] - _ROUNDING
        and inner[2] <= outer[2] + _ROUNDING
        and inner[3] <= outer[3] + _ROUNDING
    )


# --- ends that no outline tells -------------------------------------------------------------------

#: Ink up to this amount may look like bare paper; and the minimum level of paper in pictures, which have
#: noise.
_LIGHT, _PICTURE_PAPER = 0.1, 244
#: Difference of colours over a distance that counts as an end of art: a fading ground has none.
_FAR_DIFFERENT = 48
#: Minimum length of bare paper on the trim in one piece: the grain of a picture has pieces of 3 mm. And the
#: step of sampled lines, in points.
_SHOWS, _STEP = 5 * MM, 0.1 * MM
#: Shadings are rendered coarsely: an edge up to this far outside counts as on the trim.
_BLURRED = 0.35 * MM
#: Share of a side along which art must end outside the trim to count.
_MOST_OF_IT = 1 / 2


def may_hide_edges(marks: list[PaintedMark], side: TrimSide, drift: float) -> bool:
    """Tell whether art may end near a side where no mark has its outline, so that the side must be rendered.

    marks: in the order in which they are painted. drift: the tolerance of the cut, in points.
    """
    band, bleed = strip_along(side, -drift, side.bleed), strip_along(side, ON_TRIM, side.bleed)
    covered = doubtful = False
    for mark in marks:
        if not has_overlap(mark.box, band):
            continue
        plain = _is_plain(mark)
        if plain and mark.solid and mark.kind == "fill" and contains_box(mark.box, band):
            covered, doubtful = not _may_be_white(mark.paint), False
        elif mark.paint.space.family == "Pattern" or (plain and covered and not _may_be_white(mark.paint)):
            # The marks of a tiling pattern are listed as well.
            continue
        else:
            # A solid mark of one colour ends with its outline.
            white = not plain or _may_be_white(mark.paint)
            doubtful = doubtful or white or (not mark.solid and has_overlap(mark.box, bleed))
    return doubtful


def _is_plain(mark: PaintedMark) -> bool:
    """Tell whether a mark is opaque and in one known colour."""
    stencil = mark.picture is not None and mark.picture.stencil
    of_one_color = mark.kind in ("fill", "stroke") or stencil
    return of_one_color and mark.state.is_opaque and mark.paint.parts is not None and not mark.paint.pattern


def _may_be_white(paint: Paint) -> bool:
    """Tell whether a colour has at most 10 % of each ink, or cannot be compared with paper."""
    parts = paint.parts or ()
    if paint.space.family == "DeviceGray":
        return parts[0] >= 1 - _LIGHT
    if paint.space.family in ("DeviceCMYK", "Separation", "DeviceN"):
        return max(parts, default=0.0) <= _LIGHT
    return True


def rendered_edges(
    page: RenderedStrips, side: TrimSide, drift: float
) -> Iterator[tuple[ArtEdge, EdgeVisibility]]:
    """Yield the edges of art near a side that only rendering shows, each with its visible length.

    They lie on the trim, within the bleed, or inside the trim by at most `drift` points.
    """
    if side.bleed > 2 * BESIDE:
        yield _trim_edge(page, side)
        yield from _edges_in_bleed(page, side)
        yield from _edges_inside_trim(page, side, drift)


def _trim_edge(page: RenderedStrips, side: TrimSide) -> tuple[ArtEdge, EdgeVisibility]:
    """Return an edge on the trim, and its visible length next to bare paper.

    Bare paper counts only where it reaches from the trim to the end of the bleed, in one long piece. Line art
    on white ends at the trim in many places, but not along such a piece.
    """
    from PIL import ImageChops

    edge = ArtEdge(side, 0.0)
    inside, outside = _rendered_line(page, side, -BESIDE), _rendered_line(page, side, BESIDE)
    bare, longest = paper_mask(outside, _PICTURE_PAPER), 0.0
    if bare.getbbox():
        beyond = page.strip(strip_along(side, BESIDE, side.bleed - BESIDE)).resize(outside.size, BOX)
        bare = ImageChops.darker(bare, paper_mask(beyond, _PICTURE_PAPER))
        mask = ImageChops.darker(difference_mask(inside, outside), bare)
        longest = max(map(len, mask.tobytes().split(b"\0"))) / page.scale
    return edge, edge_visibility_at(page, edge)._replace(bare=longest if longest >= _SHOWS else 0.0)


def _edges_in_bleed(page: RenderedStrips, side: TrimSide) -> Iterator[tuple[ArtEdge, EdgeVisibility]]:
    """Yield an edge if art covers the trim but ends within the bleed, along at least half of the side."""
    inside, outermost = _rendered_line(page, side, -BESIDE), _rendered_line(page, side, side.bleed - BESIDE)
    mask, long = _color_to_paper_mask(page, inside, outermost)
    if long >= _MOST_OF_IT * (side.end - side.start):
        out = _distance_to_paper(page, side, mask, ON_TRIM, side.bleed - BESIDE)
        on_trim = out <= _BLURRED
        yield (
            ArtEdge(side, 0.0 if on_trim else out),
            EdgeVisibility(long, long if on_trim else 0.0, long, True),
        )


def _edges_inside_trim(
    page: RenderedStrips, side: TrimSide, drift: float
) -> Iterator[tuple[ArtEdge, EdgeVisibility]]:
    """Yield an edge if art ends inside the trim, at most `drift` points from it."""
    if drift <= ON_TRIM:
        return
    inside, trim = _rendered_line(page, side, -drift), _rendered_line(page, side, -BESIDE)
    mask, long = _color_to_paper_mask(page, inside, trim)
    if long > 0:
        out = _distance_to_paper(page, side, mask, -drift, -BESIDE)
        yield ArtEdge(side, min(out, -BESIDE)), EdgeVisibility(long, 0.0, 0.0, True)


def _color_to_paper_mask(page: RenderedStrips, inside: Any, outside: Any) -> tuple[Any, float]:
    """Return a mask of the places with colour inside and paper outside, and their length in points.

    The length of places with paper inside and colour outside is subtracted, because patterns such as a chess
    board have as many of these. inside, outside: rendered lines of one size.
    """
    from PIL import ImageChops

    bare = paper_mask(outside, _PICTURE_PAPER)
    if bare.getbbox() is None:
        return bare, 0.0
    different = difference_mask(inside, outside, _FAR_DIFFERENT)
    mask = ImageChops.darker(different, bare)
    other_way = ImageChops.darker(different, paper_mask(inside, _PICTURE_PAPER))
    return mask, (mask.histogram()[255] - other_way.histogram()[255]) / page.scale


def _distance_to_paper(page: RenderedStrips, side: TrimSide, mask: Any, start: float, end: float) -> float:
    """Return the distance outside a side, in points, from which at least half of a mask is paper.

    Distances from `start` on are tried in small steps. If none fits, a distance just beyond `end` is
    returned.
    """
    from PIL import ImageChops

    wanted, out = _MOST_OF_IT * mask.histogram()[255], start
    while out < end:
        bare = ImageChops.darker(
            mask, paper_mask(_rendered_line(page, side, out).resize(mask.size), _PICTURE_PAPER)
        )
        if bare.histogram()[255] >= wanted:
            break
        out += _STEP
    return out


def _rendered_line(page: RenderedStrips, side: TrimSide, distance: float) -> Any:
    """Return the rendered line along a side, at a distance (points) outside it.

    All lines of one side have one size.
    """
    line: Any = page.strip(strip_along(side, distance))
    return line
