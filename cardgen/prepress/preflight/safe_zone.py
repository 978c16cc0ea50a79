"""Rules: art extends into the bleed, text stays in the safe zone, and nothing ends between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

from ...art.piece_outline import is_inside, piece_outline
from ...geometry import Rect
from ...pack.pieces import CardFormat
from ...text.areas import Areas, is_within
from ...text.outlines import rectangle
from ...units import MM, Figure, Sentence
from ..pdf.display_list import DisplayList, display_lists, reserve_drawing
from ..pdf.document import PdfDocument
from ..pdf.limits import Unreadable
from ..pdf.painted_objects import PaintedMark
from ..pdf.paths import Box, has_overlap
from ..pdf.raster import RenderedStrips
from .bleed_edges import (
    ON_TRIM,
    ArtEdge,
    EdgeVisibility,
    box_of_rect,
    card_sides,
    card_trim,
    contains_box,
    edge_visibility_at,
    edges_of_outlines,
    marks_near_trim,
    may_hide_edges,
    rendered_edges,
)
from .findings import Finding, Target
from .page_rules import Fault, findings_of_pages, path_of_mark

#: Visible length from which an edge on the trim counts; share of the side along which art must end farther
#: out or in to count, as a pattern may end there by chance.
_SHOWS, _MUCH_OUTSIDE, _MUCH_INSIDE = 3 * MM, 1 / 2, 1 / 3
#: Number of small marks near the trim from which they count as a pattern.
_PATTERN = 12


def check_bleed_art(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that art that is cut extends to the end of the bleed, so that no cut leaves a white line.

    Source: printers' web pages, which want 2 to 3.2 mm of bleed.

    Art ends at the edges of marks. If a mark ends on the trim, or between the trim and the end of the bleed,
    the page is rendered, and the colours on both sides of this edge are compared. White art on white paper
    has no visible edge.

    An edge on the trim is a fault if it is visible for 3 mm: an error against paper, and a warning against
    another colour. An edge within the bleed is a fault if it is visible along half of the side and only paper
    follows. Shorter edges are no faults, because the tiles of a pattern may end anywhere. Sides where a
    picture, a shading, white art or a clip may end without an outline are rendered at the trim and at the end
    of the bleed (see `may_hide_edges`).
    """

    def bleed_faults(edge: ArtEdge, change: EdgeVisibility) -> Iterator[Fault]:
        side, wanted = edge.side, edge.side.bleed
        if wanted <= ON_TRIM or edge.out < -ON_TRIM:
            return
        hint = Sentence("extend it to {far} beyond the trim", far=_length_figure(wanted))
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

    yield from _each_visible_edge(file, target, "bleed-art", bleed_faults)


def check_near_trim(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Warn of edges just inside the trim: an inaccurate cut makes thin frames visibly crooked.

    Source: printers' web pages, by which cuts are off by up to 1.5 mm. The rule finds edges in the same way
    as the rule `bleed_art`, and reports edges that are visible along at least a third of a side.
    """

    def near_trim_faults(edge: ArtEdge, change: EdgeVisibility) -> Iterator[Fault]:
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
                drift=_length_figure(target.drift),
            )
            yield Fault(message, hint, "warning")

    yield from _each_visible_edge(file, target, "near-trim", near_trim_faults)


def check_safe_zone(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that text, and small marks that are not cut, are inside the safe zone.

    Source: printers' web pages, by which the safe zone is 3 to 4 mm inside the trim.

    Text outside the safe zone is an error; it is measured by the ink of its glyphs. Another mark is a warning
    if it is smaller than half the card in both directions, ends inside the trim, and is not cut by a clip.
    More than a dozen such marks count as a pattern, and are not reported. Grounds, frames and everything that
    extends over the trim are intended.
    """
    if target.sheet:
        return
    looked = file.cached_result(_rendered_pages, target)
    count = len(file.pages)

    def safe_zone_faults(content: DisplayList) -> Iterator[Fault]:
        trim = card_trim(content)
        if trim is None:
            return
        whole, nonrectangular_format = (
            box_of_rect(trim),
            _nonrectangular_format_of_page(target, content, count),
        )
        for mark in looked[content.page.number].stray_texts:
            hint = Sentence("keep text {safe} or more inside the trim", safe=_length_figure(target.safe))
            yield Fault(Sentence("text reaches out of the safe zone"), hint, "error", path_of_mark(mark))
        small = [
            mark
            for mark in content.printed_marks
            if _is_small(mark, whole, target)
            and mark.is_whole
            and not _has_room(mark, nonrectangular_format, trim, target.safe)
        ]
        for mark in small if len(small) <= _PATTERN else ():
            if _has_room(mark, nonrectangular_format, trim, 0):
                hint = Sentence(
                    "keep what is not to be cut {safe} or more inside the trim",
                    safe=_length_figure(target.safe),
                )
                yield Fault(_SMALL[mark.kind], hint, "warning", path_of_mark(mark))

    yield from findings_of_pages(file, "safe-zone", safe_zone_faults)


_SMALL: dict[str, str] = {
    "image": Sentence("a small image reaches out of the safe zone"),
    "fill": Sentence("a small fill reaches out of the safe zone"),
    "stroke": Sentence("a small stroke reaches out of the safe zone"),
    "shading": Sentence("a small shading reaches out of the safe zone"),
}


def _length_figure(length: float) -> Figure:
    """Return a length in points as a figure in millimetres: "3 mm"."""
    return Figure(f"{length / MM:.2g} mm")


def _is_small(mark: PaintedMark, card: Box, target: Target) -> bool:
    """Tell whether a mark is smaller than half the card both ways, and no text, die line or clipped mark."""
    x0, y0, x1, y1 = mark.box
    half = (card[2] - card[0]) / 2, (card[3] - card[1]) / 2
    spot = set(target.spots) & set(mark.paint.space.inks)
    little = x1 - x0 < half[0] and y1 - y0 < half[1]
    return mark.kind != "text" and little and not mark.cut and not spot


def _each_visible_edge(
    file: PdfDocument,
    target: Target,
    rule: str,
    edge_faults: Callable[[ArtEdge, EdgeVisibility], Iterator[Fault]],
) -> Iterator[Finding]:
    """Yield the findings of a rule for visible edges near the trim, at most one for each side of a page.

    edge_faults: a function that returns the faults of an edge.
    """
    if target.sheet:
        return
    if target.nonrectangular_format is not None:
        # Edges are searched along the sides of a rectangle; for other shapes, the comparison with the pack
        # checks the bleed.
        if rule == "near-trim":
            file.unjudged.append(Sentence("whether frames end near the cut is judged for rectangles only"))
        return

    looked = file.cached_result(_rendered_pages, target)

    def faults_of_page(content: DisplayList) -> Iterator[Fault]:
        found = looked[content.page.number].changes
        if isinstance(found, Unreadable):
            hint = "look at the page as it is printed"
            yield Fault(f"the edges of its art could not be checked: {found}", hint, "not judged")
            return
        for _, edges in groupby(found, key=lambda pair: pair[0].side):
            faults = [fault for edge, change in edges for fault in edge_faults(edge, change)]
            # One fault per side is enough: the worst, and among equals the outermost.
            yield from sorted(faults, key=lambda fault: fault.severity)[:1]

    yield from findings_of_pages(file, rule, faults_of_page)


class _RenderedPage(NamedTuple):
    """The edges and texts that rendering a page has shown, without the rendered picture, which is large."""

    #: How much of each edge is visible, side by side, the outermost first; the error if it could not be
    #: rendered.
    changes: list[tuple[ArtEdge, EdgeVisibility]] | Unreadable
    #: Texts that extend out of the safe zone.
    stray_texts: list[PaintedMark]


def _rendered_pages(file: PdfDocument, target: Target) -> dict[int, _RenderedPage]:
    """Render each distinct page once; return the edges and texts found, by the number of its first page.

    Pages that cannot be read are left out.
    """
    pages = display_lists(file)
    found = {}
    for done, content in enumerate(pages, 1):
        if content.fault is None:
            found[content.page.number] = _render_page(file, content, target)
        file.tell(done, len(pages))
    return found


def _render_page(file: PdfDocument, content: DisplayList, target: Target) -> _RenderedPage:
    """Render the sides of a page; return the visible edges of art, and texts outside the safe zone."""
    trim = card_trim(content) or Rect(0, 0, 1, 1)
    nonrectangular_format = _nonrectangular_format_of_page(target, content, len(file.pages))

    @cache
    def raster() -> RenderedStrips:
        if not reserve_drawing(file, content):
            raise Unreadable("the page has far more to draw than it needs")
        return RenderedStrips(file, content.page, trim.grown(6 * MM))

    marks, changes = marks_near_trim(content, target), []
    try:
        for side in card_sides(content, target):
            changes += [
                (edge, edge_visibility_at(raster(), edge)) for edge in edges_of_outlines(marks, side, target)
            ]
            if may_hide_edges(marks, side, target.drift):
                changes += rendered_edges(raster(), side, target.drift)
        return _RenderedPage(
            changes,
            list(_texts_outside_safe_zone(content, target, nonrectangular_format, lambda: raster().glyphs)),
        )
    except Unreadable as error:
        # Text that cannot be measured counts with its largest possible extent.
        return _RenderedPage(
            error.with_traceback(None),
            list(_texts_outside_safe_zone(content, target, nonrectangular_format, list)),
        )


def _nonrectangular_format_of_page(target: Target, content: DisplayList, pages: int) -> CardFormat | None:
    """Return the card's format if it is no rectangle, mirrored for a back; else None.

    pages: the number of pages of the file.
    """
    nonrectangular_format = target.nonrectangular_format
    return (
        nonrectangular_format.seen_from_back
        if nonrectangular_format is not None and target.is_back(content.page.number, pages)
        else nonrectangular_format
    )


def _texts_outside_safe_zone(
    content: DisplayList,
    target: Target,
    nonrectangular_format: CardFormat | None,
    glyphs: Callable[[], list[Box]],
) -> Iterator[PaintedMark]:
    """Yield texts that have a glyph on the card but outside the safe zone.

    glyphs: a function that returns the boxes of all glyphs on the page. For a text without glyph boxes, the
    box of the text counts, which is as high as its line.
    """
    trim = card_trim(content)
    if trim is None:
        return
    whole = box_of_rect(trim)
    for mark in content.printed_marks:
        if (
            mark.kind == "text"
            and not _is_safe(target, nonrectangular_format, trim, mark.box)
            and has_overlap(whole, mark.box)
        ):
            own = [glyph for glyph in glyphs() if has_overlap(mark.box, glyph)]
            if any(
                has_overlap(whole, box)
                and not _is_safe(target, nonrectangular_format, trim, box)
                and (nonrectangular_format is None or _is_on_piece(nonrectangular_format, trim, box))
                for box in own or [mark.box]
            ):
                yield mark


def _is_safe(target: Target, nonrectangular_format: CardFormat | None, trim: Rect, box: Box) -> bool:
    """Tell whether a box lies inside the safe zone.

    nonrectangular_format: the card's format if it is no rectangle, else None.
    """
    if nonrectangular_format is None:
        return contains_box(box_of_rect(trim.grown(-target.safe)), box)
    return is_inside(nonrectangular_format, trim, _rect_of_box(box), target.safe)


def _has_room(
    mark: PaintedMark, nonrectangular_format: CardFormat | None, trim: Rect, distance: float
) -> bool:
    """Tell whether a mark lies inside the trim, at least `distance` (points) from it.

    nonrectangular_format: the card's format if it is no rectangle; the mark's own outline then counts.
    """
    if nonrectangular_format is None:
        return contains_box(box_of_rect(trim.grown(-distance)), mark.box)
    # Its box is compared faster, and settles most.
    is_box_inside = is_inside(nonrectangular_format, trim, _rect_of_box(mark.box), distance)
    return is_box_inside or is_within(mark.area, piece_outline(nonrectangular_format, trim, -distance))


def _is_on_piece(nonrectangular_format: CardFormat, trim: Rect, box: Box) -> bool:
    """Tell whether a box overlaps the outline of a piece that is no rectangle."""
    return bool(
        Areas()
        .intersection(rectangle(_rect_of_box(box)), piece_outline(nonrectangular_format, trim))
        .segments
    )


def _rect_of_box(box: Box) -> Rect:
    """Return a box as a rectangle."""
    x0, y0, x1, y1 = box
    return Rect(x0, y0, x1 - x0, y1 - y0)
