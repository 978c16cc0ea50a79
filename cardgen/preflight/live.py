"""Rules: art runs out into the bleed, live matter stays in the safe zone, and nothing ends between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from ..geometry import Rect
from ..units import MM
from .bounds import Unreadable
from .document import Document
from .findings import Finding, Target
from .marks import Box, Mark
from .on_pages import Fault, each_page, where
from .paths import meet
from .seen import SCALE, Seen
from .trace import Traced

#: How far an edge may be from the trim and still be meant to be on it.
_ON_TRIM = 0.1 * MM
#: How far to either side of an edge it is looked whether the colours differ, and by how much of 255.
_BESIDE, _DIFFERENT = 0.15 * MM, 24
#: Parts of a colour that vary by no more than this (of 255, as a standard deviation) are one colour.
_EVEN = 16
#: Paper is no darker than this.
_PAPER = 250
#: An edge on the trim shows from this length; art that ends further out or in must end so along this much
#: of the side, or it is a pattern that happens to end there.
_SHOWS, _MUCH_OUTSIDE, _MUCH_INSIDE = 3 * MM, 1 / 2, 1 / 3
#: More small marks than these near the trim are a pattern.
_PATTERN = 12
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


def bleed_art(file: Document, target: Target) -> Iterator[Finding]:
    """Art that is cut runs on to the bleed's edge, lest a crooked cut leaves a white line.

    Printers' own pages (2 to 3.2 mm of bleed). Found by the edges of what is drawn: where something reaches
    the trim but ends on it, or between it and the bleed's edge, the page is drawn and looked at on both
    sides of this edge. An edge on the trim is wrong if it can be seen for 3 mm, be it against paper (error)
    or another colour (warning). One further out is wrong if nothing more comes along half of the side: the
    tiles of a pattern may end anywhere, and a pattern has as much of this as of its reverse. White art on
    white paper has no edge that is seen.
    """

    def look(edge: Edge, change: Change) -> Iterator[Fault]:
        side, wanted = edge.side, edge.side.bleed
        if wanted <= _ON_TRIM or edge.out < -_ON_TRIM:
            return
        hint = f"draw it on to {wanted / MM:.2g} mm beyond the trim"
        if edge.out <= _ON_TRIM:
            if change.bare >= _SHOWS:
                yield Fault(f"art ends on the trim, {side.name}: the cut will show white", hint)
            elif change.even and change.seen >= _SHOWS:
                yield Fault(f"something ends on the trim, {side.name}: the cut will show it", hint, "warning")
        elif change.empty >= _MUCH_OUTSIDE * (side.end - side.start):
            yield Fault(f"art ends {edge.out / MM:.1f} mm beyond the trim, {side.name}", hint)

    yield from _at_page_edges(file, target, "bleed-art", look)


def near_trim(file: Document, target: Target) -> Iterator[Finding]:
    """Nothing ends just inside the trim: a cut that drifts makes thin frames crooked for all to see.

    Printers' own pages (the cut drifts by up to 1.5 mm). Found as `bleed_art` is, where an edge is seen
    along a third of a side or more. A warning.
    """

    def look(edge: Edge, change: Change) -> Iterator[Fault]:
        side = edge.side
        much = change.even and change.seen >= _MUCH_INSIDE * (side.end - side.start)
        if much and -target.drift < edge.out < -_ON_TRIM:
            message = f"a frame or the like ends {-edge.out / MM:.1f} mm from the trim, {side.name}"
            hint = f"keep edges {target.drift / MM:.2g} mm or more from it: the cut may be off by as much"
            yield Fault(message, hint, "warning")

    yield from _at_page_edges(file, target, "near-trim", look)


def safe_zone(file: Document, target: Target) -> Iterator[Finding]:
    """Text, and small things that are not cut, stay inside the safe zone.

    Printers' own pages (3 to 4 mm inside the trim). Text is measured by the ink of its glyphs and is an
    error. Other marks count, as a warning, if they are smaller than half the card both ways, end inside the
    trim, and no clip cuts them; where there are more than a dozen of that size they are a pattern. Grounds,
    frames and all that runs over the trim are meant to be there.
    """
    if target.sheet:
        return

    def look(drawn: Traced) -> Iterator[Fault]:
        trim = _card(drawn)
        if trim is None:
            return
        safe = _edges(trim.grown(-target.safe))
        card = _edges(trim)
        live = [mark for mark in drawn.printed if not _holds(safe, mark.box) and meet(card, mark.box)]
        texts = [mark for mark in live if mark.kind == "text"]
        for mark in _outside(file, drawn, texts, safe, card) if texts else ():
            hint = f"keep text {target.safe / MM:.2g} mm or more inside the trim"
            yield Fault("text reaches out of the safe zone", hint, "error", where(mark))
        small = [
            mark for mark in drawn.printed if not _holds(safe, mark.box) and _is_small(mark, card, target)
        ]
        for mark in small if len(small) <= _PATTERN else ():
            if _holds(card, mark.box):
                hint = f"keep what is not to be cut {target.safe / MM:.2g} mm or more inside the trim"
                yield Fault(f"a small {mark.kind} reaches out of the safe zone", hint, "warning", where(mark))

    yield from each_page(file, "safe-zone", look)


def _is_small(mark: Mark, card: Box, target: Target) -> bool:
    x0, y0, x1, y1 = mark.box
    half = (card[2] - card[0]) / 2, (card[3] - card[1]) / 2
    spot = set(target.spots) & set(mark.paint.space.inks)
    little = x1 - x0 < half[0] and y1 - y0 < half[1]
    return mark.kind != "text" and little and not mark.cut and not spot


def _outside(file: Document, drawn: Traced, texts: list[Mark], safe: Box, card: Box) -> Iterator[Mark]:
    """Texts with a glyph out of the safe zone. Their boxes are as high as lines, so glyphs are measured."""
    try:
        glyphs = _seen(file, drawn).glyphs
    except Unreadable:
        # What cannot be measured counts as large as it may be.
        glyphs = []
    for mark in texts:
        own = [glyph for glyph in glyphs if meet(mark.box, glyph)]
        if any(meet(card, box) and not _holds(safe, box) for box in own or [mark.box]):
            yield mark


def _at_page_edges(
    file: Document, target: Target, rule: str, look: Callable[[Edge, Change], Iterator[Fault]]
) -> Iterator[Finding]:
    """What a look at each edge near the trim finds that can be seen."""
    if target.sheet:
        return

    def all_of(drawn: Traced) -> Iterator[Fault]:
        try:
            changes = _changes(file, drawn, target)
        except Unreadable as error:
            yield Fault(
                f"the edges of its art could not be checked: {error}", "look at the page as it is printed"
            )
            return
        for _, edges in groupby(changes, key=lambda pair: pair[0].side):
            faults = [fault for edge, change in edges for fault in look(edge, change)]
            # One fault a side is enough: the worst of them, and the outermost of these.
            yield from sorted(faults, key=lambda fault: fault.severity)[:1]

    yield from each_page(file, rule, all_of)


def _changes(file: Document, drawn: Traced, target: Target) -> list[tuple[Edge, Change]]:
    """What is seen of each edge on a page, side by side, the outermost first; looked at once."""
    known: dict[object, list[tuple[Edge, Change]]] = vars(drawn).setdefault("changes", {})
    key = (target.bleed, target.drift, target.spots)
    if key not in known:
        marks = _near(drawn, target)
        edges = [edge for side in _sides(drawn, target) for edge in _ends(marks, side, target)]
        known[key] = [(edge, _change(_seen(file, drawn), edge)) for edge in edges]
    return known[key]


def _sides(drawn: Traced, target: Target) -> list[Side]:
    """The four sides of a card; its bleed is no more than its page has."""
    trim, bleed = _card(drawn), drawn.page.drawn
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


def _ends(marks: list[Mark], side: Side, target: Target) -> list[Edge]:
    """Where something ends near a side, the outermost first."""
    found = set()
    near, far = -target.drift, side.bleed - _ON_TRIM
    for mark in marks:
        for box in (mark.box, *mark.parts):
            inner, outer = sorted(side.outward * (box[side.axis + way] - side.at) for way in (0, 2))
            along = box[3 - side.axis] > side.start and box[1 - side.axis] < side.end
            if along and inner < min(outer, 0) and near < outer < far:
                found.add(round(outer, 1))
            if along and inner < outer and near < inner < -_ON_TRIM:
                found.add(round(inner, 1))
    return [Edge(side, out) for out in sorted(found, reverse=True)[:_MOST_EDGES]]


def _near(drawn: Traced, target: Target) -> list[Mark]:
    """The marks that come near the trim, but for text and for the die line, which is not printed."""
    trim, spots = _card(drawn) or Rect(0, 0, 1, 1), set(target.spots)
    inner = _edges(trim.grown(-target.drift - _ROUNDING))
    marks = [mark for mark in drawn.printed if mark.kind != "text" and not _holds(inner, mark.box)]
    return [mark for mark in marks if spots.isdisjoint(mark.paint.space.inks)]


def _change(seen: Seen, edge: Edge) -> Change:
    """How much of an edge can be seen: where the colours on both its sides differ."""
    from PIL import ImageChops

    side, out = edge
    outside = seen.strip(_strip(side, out + _BESIDE))
    inside = seen.strip(_strip(side, out - _BESIDE)).resize(outside.size)
    beyond = seen.strip(_strip(side, out + _BESIDE, max(side.bleed - _BESIDE, out + _BESIDE)))
    bands = ImageChops.difference(inside, outside).split()
    different = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2]).point(_is_different)
    bare = ImageChops.darker(different, _paper(outside))
    other_way = ImageChops.darker(different, _paper(inside))
    empty = ImageChops.darker(bare, _paper(beyond.resize(outside.size, _BOX)))
    long = [picture.histogram()[255] / SCALE for picture in (different, bare, empty, other_way)]
    even = long[0] > 0 and (_is_even(inside, different) or _is_even(outside, different))
    return Change(long[0], long[1] - long[3], long[2], even)


def _is_even(picture: Any, mask: Any) -> bool:
    """Whether a picture is all of one colour where a mask is."""
    from PIL import ImageStat

    return max(ImageStat.Stat(picture, mask).stddev) <= _EVEN


#: Pillow's number for a filter that takes the mean of what becomes one pixel.
_BOX = 4


def _paper(picture: Any) -> Any:
    """Where a picture is as light as paper."""
    from PIL import ImageChops

    red, green, blue = picture.split()
    return ImageChops.darker(ImageChops.darker(red, green), blue).point(_is_paper)


def _is_different(value: int) -> int:
    return 255 if value >= _DIFFERENT else 0


def _is_paper(value: int) -> int:
    return 255 if value >= _PAPER else 0


def _strip(side: Side, out: float, end: float | None = None) -> Box:
    """A strip along a side, from so far outside it to so far, or a line of one pixel."""
    one, other = sorted(
        (side.at + side.outward * out, side.at + side.outward * (out if end is None else end))
    )
    return (one, side.start, other, side.end) if side.axis == 0 else (side.start, one, side.end, other)


def _seen(file: Document, drawn: Traced) -> Seen:
    """The card on a page with its bleed, drawn once."""
    known = vars(drawn).get("seen")
    if known is None:
        trim = _card(drawn) or Rect(0, 0, 1, 1)
        known = vars(drawn)["seen"] = Seen(file, drawn.page, trim.grown(6 * MM))
    return known


def _card(drawn: Traced) -> Rect | None:
    """Where the card is cut; a page may say so by an ArtBox as well (ISO 15930-4 and -7)."""
    return drawn.page.trim or drawn.page.art


def _edges(rect: Rect) -> Box:
    return (rect.x, rect.y, rect.right, rect.top)


#: What rounding may take away, in points.
_ROUNDING = 0.05


def _holds(outer: Box, inner: Box) -> bool:
    return (
        inner[0] >= outer[0] - _ROUNDING
        and inner[1] >= outer[1] - _ROUNDING
        and inner[2] <= outer[2] + _ROUNDING
        and inner[3] <= outer[3] + _ROUNDING
    )
