"""Rules: art runs out into the bleed, live matter stays in the safe zone, and nothing ends between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

from ...art.piece_outline import is_inside
from ...geometry import Rect
from ...units import MM, Figure, Sentence
from ..pdf.display_list import DisplayList, can_draw, display_lists
from ..pdf.document import Document
from ..pdf.limits import Unreadable
from ..pdf.painted_objects import Mark
from ..pdf.paths import Box, meet
from ..pdf.raster import Raster
from .bleed_edges import (
    ON_TRIM,
    Change,
    Edge,
    card,
    change_at,
    edges_of,
    ends,
    hidden_ends,
    holds,
    may_hide,
    near,
    sides,
)
from .findings import Finding, Target
from .page_rules import Fault, each_page, where

#: An edge on the trim shows from this length; art that ends further out or in must end so along this much
#: of the side, or it is a pattern that happens to end there.
_SHOWS, _MUCH_OUTSIDE, _MUCH_INSIDE = 3 * MM, 1 / 2, 1 / 3
#: More small marks than these near the trim are a pattern.
_PATTERN = 12


def bleed_art(file: Document, target: Target) -> Iterator[Finding]:
    """Art that is cut runs on to the bleed's edge, lest a crooked cut leaves a white line.

    Printers' own pages (2 to 3.2 mm of bleed). Found by the edges of what is drawn: where something reaches
    the trim but ends on it, or between it and the bleed's edge, the page is drawn and looked at on both
    sides of this edge. An edge on the trim is wrong if it can be seen for 3 mm, be it against paper (error)
    or another colour (warning). One further out is wrong if nothing more comes along half of the side: the
    tiles of a pattern may end anywhere, and a pattern has as much of this as of its reverse. White art on
    white paper has no edge that is seen. Sides where a picture, a shading, white or a clip may end without an
    outline are looked at as well, by what is seen at the trim and at the bleed's edge (see `may_hide`).
    """

    def look(edge: Edge, change: Change) -> Iterator[Fault]:
        side, wanted = edge.side, edge.side.bleed
        if wanted <= ON_TRIM or edge.out < -ON_TRIM:
            return
        hint = Sentence("extend it to {far} beyond the trim", far=_millimetres(wanted))
        if edge.out <= ON_TRIM:
            if change.bare >= _SHOWS:
                message = Sentence("art ends on the trim, {side}: the cut will show white", side=side.name)
                yield Fault(message, hint)
            elif change.even and change.seen >= _SHOWS:
                message = Sentence("something ends on the trim, {side}: the cut will show it", side=side.name)
                yield Fault(message, hint, "warning")
        elif change.empty >= _MUCH_OUTSIDE * (side.end - side.start):
            out = Figure(f"{edge.out / MM:.1f} mm")
            yield Fault(Sentence("art ends {out} beyond the trim, {side}", out=out, side=side.name), hint)

    yield from _at_page_edges(file, target, "bleed-art", look)


def near_trim(file: Document, target: Target) -> Iterator[Finding]:
    """Nothing ends just inside the trim: a cut that drifts makes thin frames crooked for all to see.

    Printers' own pages (the cut drifts by up to 1.5 mm). Found as `bleed_art` is, where an edge is seen
    along a third of a side or more. A warning.
    """

    def look(edge: Edge, change: Change) -> Iterator[Fault]:
        side = edge.side
        much = change.even and change.seen >= _MUCH_INSIDE * (side.end - side.start)
        if much and -target.drift < edge.out < -ON_TRIM:
            message = Sentence(
                "a frame or the like ends {far} from the trim, {side}",
                far=Figure(f"{-edge.out / MM:.1f} mm"),
                side=side.name,
            )
            hint = Sentence(
                "keep edges {drift} or more from it: the cut may be off by as much",
                drift=_millimetres(target.drift),
            )
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
    looked = file.once(_looked, target)

    def look(drawn: DisplayList) -> Iterator[Fault]:
        trim = card(drawn)
        if trim is None:
            return
        whole = edges_of(trim)
        for mark in looked[drawn.page.number].stray_texts:
            hint = Sentence("keep text {safe} or more inside the trim", safe=_millimetres(target.safe))
            yield Fault(Sentence("text reaches out of the safe zone"), hint, "error", where(mark))
        small = [
            mark
            for mark in drawn.printed
            if not _is_safe(target, trim, mark.box) and _is_small(mark, whole, target)
        ]
        for mark in small if len(small) <= _PATTERN else ():
            if holds(whole, mark.box):
                hint = Sentence(
                    "keep what is not to be cut {safe} or more inside the trim",
                    safe=_millimetres(target.safe),
                )
                yield Fault(_SMALL[mark.kind], hint, "warning", where(mark))

    yield from each_page(file, "safe-zone", look)


_SMALL: dict[str, str] = {
    "image": Sentence("a small image reaches out of the safe zone"),
    "fill": Sentence("a small fill reaches out of the safe zone"),
    "stroke": Sentence("a small stroke reaches out of the safe zone"),
    "shading": Sentence("a small shading reaches out of the safe zone"),
}


def _millimetres(length: float) -> Figure:
    return Figure(f"{length / MM:.2g} mm")


def _is_small(mark: Mark, card: Box, target: Target) -> bool:
    x0, y0, x1, y1 = mark.box
    half = (card[2] - card[0]) / 2, (card[3] - card[1]) / 2
    spot = set(target.spots) & set(mark.paint.space.inks)
    little = x1 - x0 < half[0] and y1 - y0 < half[1]
    return mark.kind != "text" and little and not mark.cut and not spot


def _at_page_edges(
    file: Document, target: Target, rule: str, look: Callable[[Edge, Change], Iterator[Fault]]
) -> Iterator[Finding]:
    """Yield what a look at each edge near the trim finds that can be seen."""
    if target.sheet:
        return
    if target.blank is not None:
        # Edges are sought along the sides of a rectangle; that there is art in the bleed is compared with the
        # pack, as all the rest.
        if rule == "near-trim":
            file.facts.append(Sentence("whether frames end near the cut is judged for rectangles only"))
        return

    looked = file.once(_looked, target)

    def all_of(drawn: DisplayList) -> Iterator[Fault]:
        found = looked[drawn.page.number].changes
        if isinstance(found, Unreadable):
            hint = "look at the page as it is printed"
            yield Fault(f"the edges of its art could not be checked: {found}", hint, "not judged")
            return
        for _, edges in groupby(found, key=lambda pair: pair[0].side):
            faults = [fault for edge, change in edges for fault in look(edge, change)]
            # One fault a side is enough: the worst of them, and the outermost of these.
            yield from sorted(faults, key=lambda fault: fault.severity)[:1]

    yield from each_page(file, rule, all_of)


class _Looked(NamedTuple):
    """What looking at a drawn page has told; the picture itself is large, and let go."""

    #: What is seen of each edge, side by side, the outermost first; why it could not be, where it could not.
    changes: list[tuple[Edge, Change]] | Unreadable
    #: Texts that reach out of the safe zone.
    stray_texts: list[Mark]


def _looked(file: Document, target: Target) -> dict[int, _Looked]:
    """Tell what is seen of each page, by the first of those that look the same; each is drawn once."""
    pages = display_lists(file)
    found = {}
    for done, drawn in enumerate(pages, 1):
        if drawn.fault is None:
            found[drawn.page.number] = _look_at(file, drawn, target)
        file.tell(done, len(pages))
    return found


def _look_at(file: Document, drawn: DisplayList, target: Target) -> _Looked:
    trim = card(drawn) or Rect(0, 0, 1, 1)

    @cache
    def seen() -> Raster:
        if not can_draw(file, drawn):
            raise Unreadable("the page has far more to draw than it needs")
        return Raster(file, drawn.page, trim.grown(6 * MM))

    marks, changes = near(drawn, target), []
    try:
        for side in sides(drawn, target):
            changes += [(edge, change_at(seen(), edge)) for edge in ends(marks, side, target)]
            if may_hide(marks, side, target.drift):
                changes += hidden_ends(seen(), side, target.drift)
        return _Looked(changes, list(_stray_texts(drawn, target, lambda: seen().glyphs)))
    except Unreadable as error:
        # Text that cannot be measured counts as large as it may be.
        return _Looked(error.with_traceback(None), list(_stray_texts(drawn, target, list)))


def _stray_texts(drawn: DisplayList, target: Target, glyphs: Callable[[], list[Box]]) -> Iterator[Mark]:
    """Yield texts with a glyph out of the safe zone. Boxes are as high as lines: glyphs are measured."""
    trim = card(drawn)
    if trim is None:
        return
    whole = edges_of(trim)
    for mark in drawn.printed:
        if mark.kind == "text" and not _is_safe(target, trim, mark.box) and meet(whole, mark.box):
            own = [glyph for glyph in glyphs() if meet(mark.box, glyph)]
            if any(meet(whole, box) and not _is_safe(target, trim, box) for box in own or [mark.box]):
                yield mark


def _is_safe(target: Target, trim: Rect, box: Box) -> bool:
    """Tell whether a box lies inside the safe zone of a card, whatever its shape."""
    if target.blank is None:
        return holds(edges_of(trim.grown(-target.safe)), box)
    x0, y0, x1, y1 = box
    return is_inside(target.blank, trim, Rect(x0, y0, x1 - x0, y1 - y0), target.safe)
