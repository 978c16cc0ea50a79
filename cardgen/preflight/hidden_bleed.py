"""Ends of art that no outline tells: within pictures and shadings, and where white is laid over art.

Such a side of a card is looked at as it is seen; one that a plain ground covers, with nothing on it that
could be white, needs no looking at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..pdf.color_spaces import Paint
from ..pdf.painted_objects import Mark
from ..pdf.paths import meet
from ..pdf.raster import Seen
from ..units import MM
from .bleed_edges import BESIDE, BOX, ON_TRIM, Change, Edge, Side, change_at, differ, holds, paper, strip

#: Ink up to this may look like bare paper, and pictures are noisy: in them paper is from this on.
_LIGHT, _PAPER = 0.1, 244
#: Over a distance, colours change more than at an edge: a ground that fades has no end.
_FAR_DIFFERENT = 48
#: How much of an edge on the trim is bare in one piece, at the least: the grain of a picture has pieces of
#: 3 mm. And how far apart lines are looked at, in points.
_SHOWS, _STEP = 5 * MM, 0.1 * MM
#: Shadings are drawn coarsely: an end this far out is on the trim.
_BLURRED = 0.35 * MM
#: Art that ends beyond the trim does so along this much of a side; and an end is where this much of it is.
_MOST_OF_IT = 1 / 2


def may_hide(marks: list[Mark], side: Side, drift: float) -> bool:
    """Whether art may end near a side without an outline that ends there."""
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
    """Whether a mark is of one known colour all over."""
    stencil = mark.picture is not None and mark.picture.stencil
    of_one_color = mark.kind in ("fill", "stroke") or stencil
    return of_one_color and mark.state.opaque and mark.paint.parts is not None and not mark.paint.pattern


def _is_told_by_others(mark: Mark) -> bool:
    """Whether it is painted with a pattern of tiles: the marks of its cell are marks of the page as well."""
    return mark.paint.space.family == "Pattern"


def _may_be_white(paint: Paint) -> bool:
    parts = paint.parts or ()
    if paint.space.family == "DeviceGray":
        return parts[0] >= 1 - _LIGHT
    if paint.space.family in ("DeviceCMYK", "Separation", "DeviceN"):
        return max(parts, default=0.0) <= _LIGHT
    return True


def hidden_ends(page: Seen, side: Side, drift: float) -> Iterator[tuple[Edge, Change]]:
    """Where art is seen to end on the trim, between it and the bleed's edge, or just inside."""
    if side.bleed > 2 * BESIDE:
        yield _on_trim(page, side)
        yield from _outside(page, side)
        yield from _inside(page, side, drift)


def _on_trim(page: Seen, side: Side) -> tuple[Edge, Change]:
    """The trim itself: bare counts only where it is bare in one piece, and on to the bleed's edge.

    Line art on white ends everywhere, and begins as often, but never so.
    """
    from PIL import ImageChops

    edge = Edge(side, 0.0)
    inside, outside = _line(page, side, -BESIDE), _line(page, side, BESIDE)
    beyond = page.strip(strip(side, BESIDE, side.bleed - BESIDE)).resize(outside.size, BOX)
    bare = ImageChops.darker(paper(outside, _PAPER), paper(beyond, _PAPER))
    longest = _longest(ImageChops.darker(differ(inside, outside), bare)) / page.scale
    return edge, change_at(page, edge)._replace(bare=longest if longest >= _SHOWS else 0.0)


def _outside(page: Seen, side: Side) -> Iterator[tuple[Edge, Change]]:
    """Where art that is seen at the trim has come to its end before the bleed's edge."""
    inside, outermost = _line(page, side, -BESIDE), _line(page, side, side.bleed - BESIDE)
    mask, long = _ended(page, inside, outermost)
    if long >= _MOST_OF_IT * (side.end - side.start):
        out = _place(page, side, mask, ON_TRIM, side.bleed - BESIDE)
        on_trim = out <= _BLURRED
        yield Edge(side, 0.0 if on_trim else out), Change(long, long if on_trim else 0.0, long, True)


def _inside(page: Seen, side: Side, drift: float) -> Iterator[tuple[Edge, Change]]:
    """Where art ends between the trim and as far inside as the cut may be off."""
    if drift <= ON_TRIM:
        return
    inside, trim = _line(page, side, -drift), _line(page, side, -BESIDE)
    mask, long = _ended(page, inside, trim)
    if long > 0:
        out = _place(page, side, mask, -drift, -BESIDE)
        yield Edge(side, min(out, -BESIDE)), Change(long, 0.0, 0.0, True)


def _ended(page: Seen, inside: Any, outside: Any) -> tuple[Any, float]:
    """Where there is colour inside and paper outside, and how long that is, less what is the other way."""
    from PIL import ImageChops

    different = differ(inside, outside, _FAR_DIFFERENT)
    mask = ImageChops.darker(different, paper(outside, _PAPER))
    other_way = ImageChops.darker(different, paper(inside, _PAPER))
    return mask, (mask.histogram()[255] - other_way.histogram()[255]) / page.scale


def _place(page: Seen, side: Side, mask: Any, start: float, end: float) -> float:
    """How far outside a side most of what a mask tells has become paper."""
    from PIL import ImageChops

    wanted, out = _MOST_OF_IT * mask.histogram()[255], start
    while out < end:
        bare = ImageChops.darker(mask, paper(_line(page, side, out).resize(mask.size), _PAPER))
        if bare.histogram()[255] >= wanted:
            break
        out += _STEP
    return out


def _line(page: Seen, side: Side, out: float) -> Any:
    """What is seen along a side, so far outside it; all lines of a side are of one size."""
    line: Any = page.strip(strip(side, out))
    return line


def _longest(mask: Any) -> int:
    """The longest piece of a line that a mask tells, in pixels."""
    return max(map(len, mask.tobytes().split(b"\0")))
