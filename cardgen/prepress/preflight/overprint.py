"""Rule: nothing disappears by overprinting."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from ...geometry import Rect
from ...units import Sentence
from ..pdf.display_list import DisplayList, display_lists
from ..pdf.document import PdfDocument
from ..pdf.painted_objects import PaintedMark
from ..pdf.paths import Box, bounding_box, has_overlap
from .colour import PROCESS
from .findings import Finding, Target
from .page_rules import Fault, findings_of_pages, noun_for_mark, path_of_mark

#: Blend modes in which paint without ink changes nothing, whether or not it overprints (ISO 32000-1, 11.3.5).
_DARKENING = ("Multiply", "Darken")
#: Maximum number of different marks of a page that are reported.
_MOST = 200
_HINT = "switch its overprint off, so that it knocks out what is under it; only pure black should overprint"

#: Marks of a page that may disappear: one of each kind, with the bounding box of all of them.
_Doubtful = dict[Any, tuple[PaintedMark, Box]]


def check_overprint(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that overprinting neither erases marks nor mixes their colours; pure black may overprint.

    ISO 32000-1, 8.6.7 and 11.7.4.3: a mark that overprints keeps, below it, the inks that its colour space
    does not name. In overprint mode 1, a mark in DeviceCMYK also keeps the inks of which its colour has none.
    So white vanishes, and a light colour mixes with the colours below it, which few screens show. The key OP
    without op applies to fills as well (table 58).

    If such a mark lies over other marks, the plates of the page are drawn twice: as they are, and with only
    pure black overprinting. If the two differ, it is an error; if they cannot be drawn, the page is not
    judged. Other rules check spot colours.
    """
    doubtful = [
        (content, _doubtful_marks(content)) for content in display_lists(file) if content.fault is None
    ]
    lost = dict(
        _faults_of_lost_marks(file, [(content, marks) for content, marks in doubtful if marks], target)
    )
    findings = list(findings_of_pages(file, "overprint", lambda content: lost.get(content.page.number, ())))
    yield from findings
    if not findings and any(
        mark.overprints for content in display_lists(file) for mark in content.distinct_marks
    ):
        file.facts.append(Sentence("nothing is lost by overprint"))


def _doubtful_marks(content: DisplayList) -> _Doubtful:
    """Return the marks of a page that overprint others and may be lost; one of each paint, path and kind."""
    if not any(map(_may_be_lost, content.distinct_marks)):
        return {}
    found: _Doubtful = {}
    below: Box | None = None
    for mark in content.printed_marks:
        if below is not None and _may_be_lost(mark) and has_overlap(mark.box, below):
            key = (mark.paint, mark.where, mark.kind)
            found[key] = (mark, bounding_box([mark.box, found[key][1]]) if key in found else mark.box)
        below = mark.box if below is None else bounding_box([below, mark.box])
    return found


def _may_be_lost(mark: PaintedMark) -> bool:
    """Tell whether a mark overprints, keeps inks of marks below it, and is not pure black."""
    (space, parts, _), state = mark.paint, mark.state
    if not mark.overprints or state.blend in _DARKENING:
        return False
    sampled = mark.kind == "shading" or (mark.kind == "image" and not (mark.picture and mark.picture.stencil))
    if space.parts == 4 and space.family in ("DeviceCMYK", "ICCBased"):
        # Some programs treat the colours of the press's own profile as DeviceCMYK (8.6.5.7).
        spares = state.overprint_mode == 1 and not sampled and not mark.paint.pattern
        return spares and parts is not None and 0 in parts and parts != (0, 0, 0, 1)
    inks = {ink for each in space.with_bases() for ink in each.inks} - {"None"}
    if not inks or not inks < set(PROCESS):
        return False
    return sampled or inks != {"Black"} or parts != (1,) * space.parts


def _faults_of_lost_marks(
    file: PdfDocument, doubtful: list[tuple[DisplayList, _Doubtful]], target: Target
) -> Iterator[tuple[int, list[Fault]]]:
    """Draw the plates of pages; yield each page's number with a fault for each mark that is lost.

    If the plates of a page cannot be drawn, the page has one fault that is not judged. doubtful: the pages
    with the marks that may be lost.
    """
    if not doubtful:
        return
    from ..pdf.plates import CannotSeparate, overprint_losses

    spots = {
        ink
        for content in display_lists(file)
        for mark in content.distinct_marks
        for ink in mark.paint.space.inks
    }
    technical = {*target.spots, *spots - {*PROCESS, "All", "None"}}
    marks_of = {content.page.number: marks for content, marks in doubtful}
    try:
        for content, mask in overprint_losses(
            file, [content for content, _ in doubtful], technical=technical
        ):
            number, marks = content.page.number, marks_of[content.page.number]
            if isinstance(mask, CannotSeparate):
                yield number, [_unknown_fault(marks, str(mask))]
            elif mask.getbbox() is not None:
                area, unit = content.bleed_area, content.page.user_unit
                shown = [
                    m
                    for m, box in islice(marks.values(), _MOST)
                    if _is_ink_lost_within(mask, box, area, unit)
                ]
                yield number, [_overprint_fault(mark) for mark in shown or [next(iter(marks.values()))[0]]]
    except CannotSeparate as error:
        yield from ((number, [_unknown_fault(marks, str(error))]) for number, marks in marks_of.items())


def _is_ink_lost_within(mask: Any, box: Box, area: Rect, unit: float) -> bool:
    """Tell whether a mask of lost ink has any pixel within a box (points).

    area: the part of the page that the mask shows, in the page's own units. unit: points per such unit.
    """
    across, up = mask.width / area.width / unit, mask.height / area.height / unit
    left, right = (int((x - area.x * unit) * across) for x in (box[0], box[2]))
    upper, lower = (int((area.top * unit - y) * up) for y in (box[3], box[1]))
    part = mask.crop((max(left, 0), max(upper, 0), min(right + 1, mask.width), min(lower + 1, mask.height)))
    return part.getbbox() is not None


def _unknown_fault(marks: _Doubtful, reason: str) -> Fault:
    """Return a fault that is not judged, for the first of these marks, with the reason."""
    mark, _ = next(iter(marks.values()))
    message = (
        f"{_mark_description(mark)} overprints; whether it is lost cannot be determined because of {reason}"
    )
    return Fault(message, _HINT, "not judged", path_of_mark(mark))


def _overprint_fault(mark: PaintedMark) -> Fault:
    """Return an error for a mark that overprints: it is lost if it is white, and mixes otherwise."""
    white = mark.paint.parts is not None and not any(mark.paint.parts)
    then = "and is lost over what is under it" if white else "so that what is under it prints through"
    return Fault(f"{_mark_description(mark)} overprints, {then}", _HINT, "error", path_of_mark(mark))


def _mark_description(mark: PaintedMark) -> str:
    """Return a noun for a mark with its colour, such as "text in white" or "a fill in 0/50/0/0"."""
    parts, inks = mark.paint.parts, mark.paint.space.inks
    if parts is None:
        return noun_for_mark(mark)
    if not any(parts):
        return f"{noun_for_mark(mark)} in white"
    if inks:
        return f"{noun_for_mark(mark)} in the ink{'s' if len(inks) > 1 else ''} {' and '.join(inks)} alone"
    return f"{noun_for_mark(mark)} in {'/'.join(f'{100 * part:.0f}' for part in parts)}"
