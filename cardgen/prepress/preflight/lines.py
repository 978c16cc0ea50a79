"""Rules: lines and type are thick enough to be printed. Marks outside the bleed are not checked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import TYPE_CHECKING, Any

from ...art.pdf_writer import LEAST_REVERSED_LINE
from ...geometry import Rect
from ...text.fonts import FINE_TYPE, LEAST_INK, LEAST_REVERSED_TYPE, MANY_INKS
from ...units import Figure, Sentence
from ..pdf.color_spaces import Paint
from ..pdf.display_list import DisplayList, display_lists
from ..pdf.document import PdfDocument
from ..pdf.limits import MOST_PAIRS
from ..pdf.painted_objects import Kind, PaintedMark
from ..pdf.paths import Box, has_overlap
from .bleed_edges import contains_box
from .findings import Finding, Target
from .ink import has_forbidden_color, is_reported_by_other_rule
from .page_rules import Fault, findings_of_pages, path_of_mark

if TYPE_CHECKING:
    from ..pdf.plates import Plates

#: Tolerance for rounding in files, in points.
_ROUNDING = 0.005
#: A tint is broken up into the dots of a screen, 150 per inch on coated paper (ISO 12647-2: 60 to 80 per
#: centimetre), so that a line thinner than half a point becomes a row of single dots.
_LEAST_IN_TINT = 0.5
#: Amount from which an ink counts as solid, and below which it is not visible.
_FULL, _SHOWS = 0.99, LEAST_INK
#: Maximum size in points of fine black type, beside which white shows if plates are misaligned: the Ghent
#: Workgroup's specifications (2015) require it to overprint.
_FINE_BLACK = 12.0
#: Maximum number of marks of a page that are looked up on its plates.
_MOST_ON_PLATES = 2_000
#: Sizes of type are rounded to a tenth of a point: what is shown as 7 pt counts as 7 pt.
_TOLD_TO = 0.05


def check_hairline(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require a minimum width of lines; a line of width 0 is as thin as the device can draw (8.4.3.2).

    Source: printers' web pages, which want at least 0.25 pt. The width is that on the page; if the line is
    scaled unevenly, the smaller scale counts. A line in a tint (a colour without any solid ink) yields a
    warning below half a point, because the halftone screen breaks the line up.
    """

    def hairline_faults(content: DisplayList) -> Iterator[Fault]:
        for mark in _too_thin_marks(content, "stroke", target.least_line):
            if not set(target.spots).isdisjoint(mark.paint.space.inks):
                continue
            if (mark.width or 0.0) < target.least_line - _ROUNDING:
                hint = Sentence("make lines {least} or thicker", least=_required_length(target.least_line))
                message = Sentence("a line is {width} thin", width=_measured_length_text(mark.width))
                yield Fault(message, hint, "error", path_of_mark(mark), mark.width or 0.0)
            else:
                hint = Sentence(
                    "make it {least} or thicker, or use 100 % of one of its inks",
                    least=_required_length(_LEAST_IN_TINT),
                )
                message = Sentence(
                    "a line in a tint is {width} thin: a screen breaks it up into dots",
                    width=_measured_length_text(mark.width),
                )
                yield Fault(message, hint, "warning", path_of_mark(mark), mark.width or 0.0)

    yield from findings_of_pages(file, "hairline", hairline_faults)


def check_thin_shape(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Warn of filled strips that are thinner than a line may be: some programs write lines like that.

    Source: printers' web pages, which state a minimum for lines. Only upright strips are found.

    A thin strip is only a warning, because no file states whether a strip is meant as a line. It may also be
    a step of a gradient, a part of a traced picture, or next to a strip of the same colour. Such strips print
    well, so refusing the file would be wrong.
    """

    def thin_shape_faults(content: DisplayList) -> Iterator[Fault]:
        for mark in _too_thin_marks(content, "fill", target.least_line):
            tint = _LEAST_IN_TINT if _is_tint(mark.paint) else 0.0
            hint = Sentence(
                "make it {least} or thicker", least=_required_length(max(target.least_line, tint))
            )
            message = Sentence("a filled strip is {width} thin", width=_measured_length_text(mark.width))
            if (mark.width or 0.0) < _ROUNDING:
                message = Sentence("a filled shape has no width, and may print as a hairline or not at all")
            yield Fault(message, hint, "warning", path_of_mark(mark), mark.width or 0.0)

    yield from findings_of_pages(file, "thin-shape", thin_shape_faults)


def _measured_length_text(length: float | None) -> Figure:
    """Return a measured length with two digits and its unit: "0.12 pt"."""
    return Figure(f"{length or 0.0:.2g} pt")


def _required_length(length: float) -> Figure:
    """Return a required length with its unit: "0.25 pt"."""
    return Figure(f"{length:g} pt")


def _too_thin_marks(content: DisplayList, kind: Kind, min_width: float) -> Iterator[PaintedMark]:
    """Yield the marks of a kind whose width is less than `min_width` points, or half a point for a tint."""
    for mark in content.printed_marks:
        if mark.kind == kind and mark.width is not None:
            wanted = max(min_width, _LEAST_IN_TINT) if _is_tint(mark.paint) else min_width
            if mark.width < wanted - _ROUNDING:
                yield mark


def _is_tint(paint: Paint) -> bool:
    """Tell whether a colour has visible ink, but no ink of 99 % or more."""
    return _SHOWS <= max(_ink_amounts(paint), default=0.0) < _FULL


def _ink_amounts(paint: Paint) -> tuple[float, ...]:
    """Return the amount of each ink of a colour from 0 to 1; empty if unknown, or for a pattern."""
    parts = paint.parts or ()
    if paint.pattern:
        return ()
    if paint.space.family == "DeviceGray":
        return tuple(1 - part for part in parts)
    return parts if paint.space.family in ("DeviceCMYK", "Separation", "DeviceN") else ()


def check_small_type(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require a minimum size of type.

    Source: printers' web pages, which want at least 6 pt. The size is that on the page. The size of a Type 3
    font has no fixed meaning, so it is computed from the height of the glyphs.
    """
    least: list[float] = []

    def small_type_faults(content: DisplayList) -> Iterator[Fault]:
        for mark in content.printed_marks:
            if mark.size is not None:
                least.append(mark.size)
                if mark.size < target.least_type - _ROUNDING:
                    hint = Sentence("set it in {least} or larger", least=_required_length(target.least_type))
                    message = Sentence("type is {size} small", size=_measured_length_text(mark.size))
                    yield Fault(message, hint, "error", path_of_mark(mark), mark.size)

    findings = list(findings_of_pages(file, "small-type", small_type_faults))
    yield from findings
    if not findings and least and not any(content.fault for content in display_lists(file)):
        file.facts.append(Sentence("the smallest type is {size}", size=Figure(f"{min(least):.1f} pt")))


def check_many_inks_type(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Warn of small type in three inks or more: inks are never aligned well enough to keep it sharp.

    Source: printers' web pages, which want text in 0/0/0/100 (black ink alone).
    """

    def many_inks_faults(content: DisplayList) -> Iterator[Fault]:
        for mark in content.printed_marks:
            if mark.size is not None and mark.size < FINE_TYPE and _ink_count(mark.paint) >= MANY_INKS:
                message = Sentence(
                    "type of {size} is printed in {inks} inks",
                    size=_measured_length_text(mark.size),
                    inks=_ink_count(mark.paint),
                )
                hint = Sentence("set small type in black alone, or in one or two inks")
                yield Fault(message, hint, "warning", path_of_mark(mark), mark.size)

    yield from findings_of_pages(file, "many-inks-type", many_inks_faults)


def check_knocked_out_type(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Warn of small black type that does not overprint the colours below it.

    Source: printers' web pages, which want text in 0/0/0/100 (black ink alone) that overprints. By default,
    type removes the colours below it (ISO 32000-1, 11.7.4), and then shows paper beside its strokes as soon
    as the plates are misaligned. One warning for each page names the smallest such type.
    """

    def knocked_out_faults(content: DisplayList) -> Iterator[Fault]:
        types, below, pairs = [], [], 0
        for place, mark in enumerate(content.printed_marks):
            if mark.size is not None and mark.size <= _FINE_BLACK and _knocks_out(mark):
                types.append((mark.size, place, mark))
            elif mark.kind in ("fill", "image", "shading"):
                below.append((place, mark))
        for size, place, mark in sorted(types, key=lambda each: each[:2]):
            pairs += len(below)
            if pairs > MOST_PAIRS:
                return
            if _lies_on_color(mark, (other for at, other in reversed(below) if at < place)):
                message = Sentence(
                    "black type of {size} knocks out of the colour under it",
                    size=_measured_length_text(size),
                )
                hint = Sentence("set small black type to overprint")
                if mark.paint.space.family == "DeviceGray" and mark.overprints:
                    message = Sentence(
                        "black type of {size} in grey knocks out of the colour under it, overprint or not",
                        size=_measured_length_text(size),
                    )
                    hint = Sentence("set it in black of CMYK (0/0/0/100): grey never overprints")
                yield Fault(message, hint, "warning", path_of_mark(mark))
                return

    yield from findings_of_pages(file, "knocked-out-type", knocked_out_faults)


def check_reversed_out(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Warn of white type and lines too thin to stay open on a ground of three inks or more.

    Source: printers' web pages, which want white type of at least 7 pt and white lines of at least 0.75 pt,
    because a misaligned plate closes thin gaps. The warning names the smallest type or line of the file. The
    ink of pictures, gradients and patterns is measured on the plates; unknown ink is a warning too, unless
    another rule reports the colour or the picture as an error.
    """
    on_plain: dict[int, list[Fault]] = {}
    on_pictures: dict[int, list[PaintedMark]] = {}
    doubtful = []
    for content in display_lists(file):
        number = content.page.number
        for mark, ground in _fine_white_marks(content) if content.fault is None else ():
            if ground is None:
                on_pictures.setdefault(number, []).append(mark)
            elif _ink_count(ground.paint) >= MANY_INKS:
                on_plain.setdefault(number, []).append(_reversed_fault(mark, _ink_count(ground.paint)))
        if number in on_pictures and not has_forbidden_color(content, target):
            doubtful.append(content)
    measured = _reversed_faults_on_plates(file, doubtful, on_pictures, target)

    def reversed_faults(content: DisplayList) -> Iterator[Fault]:
        yield from on_plain.get(content.page.number, ())
        yield from measured.get(content.page.number, ())

    yield from findings_of_pages(file, "reversed-out", reversed_faults)


def _fine_white_marks(content: DisplayList) -> Iterator[tuple[PaintedMark, PaintedMark | None]]:
    """Yield each fine white text or line that may fill in, with the fill below it.

    The fill is None if the ground is not of one known colour. Marks on bare paper, and marks over the edge of
    a fill, are left out.
    """
    pairs, below = 0, list[PaintedMark]()
    for mark in content.printed_marks:
        if _is_fine_white(mark):
            pairs += len(below)
            if pairs > MOST_PAIRS:
                return
            for other in reversed(below):
                if other is not mark and contains_box(other.box, mark.box):
                    yield mark, other if _is_plain(other) else None
                    break
                if not _is_plain(other) and has_overlap(other.box, mark.box):
                    yield mark, None
                    break
        if mark.kind in ("fill", "image", "shading"):
            below.append(mark)


def _is_plain(mark: PaintedMark) -> bool:
    """Tell whether a mark is filled in one known colour, and is no text, stroke or picture."""
    return mark.kind == "fill" and mark.paint.parts is not None and not mark.paint.pattern


def _reversed_faults_on_plates(
    file: PdfDocument, pages: list[DisplayList], marks: dict[int, list[PaintedMark]], target: Target
) -> dict[int, list[Fault]]:
    """Return the faults of fine white marks over pictures and gradients, by page number.

    The plates of the pages are drawn to count the inks around each mark. pages: these pages. marks: the
    fine white marks of each page number.
    """
    from ..pdf.plates import CannotSeparate, plates_of_pages

    found: dict[int, list[Fault]] = {}
    if not pages:
        return found
    try:
        for content, plates in plates_of_pages(file, pages, technical=target.technical):
            number = content.page.number
            if isinstance(plates, CannotSeparate):
                if not is_reported_by_other_rule(file, target, plates):
                    message = "out of how many inks fine white type or lines are reversed is not judged"
                    hint = "look at it, or put one plain colour behind it"
                    found[number] = [Fault(f"{message} because of {plates}", hint, "warning")]
                continue
            counts = _ink_counts(plates)
            for mark in marks[number][:_MOST_ON_PLATES]:
                inks = _ink_count_around(counts, content.bleed_area, mark.box)
                if inks >= MANY_INKS:
                    found.setdefault(number, []).append(_reversed_fault(mark, inks))
    except CannotSeparate:
        # The rule of total ink reports it.
        return {}
    return found


def _ink_counts(plates: Plates) -> Any:
    """Return a picture (PIL, mode L) whose pixels are the numbers of visible inks, from 0 to 4."""
    from PIL import ImageChops

    shows = [int(level >= 255 * _SHOWS) for level in range(256)]
    return reduce(ImageChops.add, (plate.point(shows) for plate in plates))


def _ink_count_around(counts: Any, area: Rect, box: Box) -> int:
    """Return the largest number of inks that at least half of the printed pixels in a box have.

    Returns 0 if the box has no ink. counts: a picture with the number of inks of each pixel in `area`
    (points). box: left, bottom, right and top in points.
    """
    scale = counts.width / area.width
    left, low, right, top = box
    # One pixel more in each direction, as a line may be thinner than a pixel.
    part = (
        max(0, int((left - area.x) * scale) - 1),
        max(0, int((area.top - top) * scale) - 1),
        min(counts.width, int((right - area.x) * scale) + 2),
        min(counts.height, int((area.top - low) * scale) + 2),
    )
    if part[0] >= part[2] or part[1] >= part[3]:
        return 0
    spots = counts.crop(part).histogram()
    printed = sum(spots[1:])
    return max((inks for inks in range(1, 5) if 0 < printed <= 2 * sum(spots[inks:])), default=0)


def _reversed_fault(mark: PaintedMark, inks: int) -> Fault:
    """Return a warning for a fine white mark on a ground of several inks."""
    if mark.size is not None:
        hint = Sentence("set it in {least} or larger", least=_required_length(LEAST_REVERSED_TYPE))
        message = Sentence(
            "white type of {size} is reversed out of {inks} inks",
            size=_measured_length_text(mark.size),
            inks=inks,
        )
        return Fault(message, hint, "warning", path_of_mark(mark), mark.size, "type")
    hint = Sentence("make lines {least} or thicker", least=_required_length(LEAST_REVERSED_LINE))
    message = Sentence(
        "a white line of {width} is reversed out of {inks} inks",
        width=_measured_length_text(mark.width),
        inks=inks,
    )
    return Fault(message, hint, "warning", path_of_mark(mark), mark.width or 0.0, "line")


def _is_fine_white(mark: PaintedMark) -> bool:
    """Tell whether a mark is white type or a white line, opaque, and too fine to stay open."""
    amounts = _ink_amounts(mark.paint)
    if not amounts or max(amounts) >= _SHOWS or mark.overprints or not mark.state.is_opaque:
        return False
    if mark.size is not None:
        return mark.kind == "text" and mark.size < LEAST_REVERSED_TYPE - _TOLD_TO
    return mark.kind == "stroke" and (mark.width or 0.0) < LEAST_REVERSED_LINE - _ROUNDING


def _knocks_out(mark: PaintedMark) -> bool:
    """Tell whether a mark is in black alone and removes the inks below it.

    A colour in all four inks keeps those of which it has none only in overprint mode 1. A colour in
    DeviceGray keeps none, whatever its overprint (ISO 32000-1, table 149: any other process colour space).
    """
    state, space, amounts = mark.state, mark.paint.space, _ink_amounts(mark.paint)
    if not state.is_opaque or not amounts or amounts[-1] < _FULL:
        return False
    if space.family == "DeviceCMYK":
        alone = max(amounts[:3]) < _SHOWS
        return alone and not (mark.overprints and state.overprint_mode == 1)
    return space.family == "DeviceGray" or (space.inks == ("Black",) and not mark.overprints)


def _lies_on_color(mark: PaintedMark, below: Iterator[PaintedMark]) -> bool:
    """Tell whether there is another ink than black directly under a mark.

    below: the marks under it, from the top down.
    """
    for other in below:
        if not has_overlap(mark.box, other.box):
            continue
        if _is_colored(other):
            return True
        if (
            other.solid
            and other.state.is_opaque
            and not other.overprints
            and contains_box(other.box, mark.box)
        ):
            return False
    return False


def _is_colored(mark: PaintedMark) -> bool:
    """Tell whether a mark prints, or may print, another ink than black."""
    space, parts = mark.paint.space, mark.paint.parts
    if space.family == "DeviceGray" or space.inks == ("Black",):
        return False
    if parts is None or mark.paint.pattern:
        return True
    if space.family == "DeviceCMYK":
        return max(parts[:3]) >= _SHOWS
    return space.family not in ("Separation", "DeviceN") or max(parts, default=0.0) >= _SHOWS


def _ink_count(paint: Paint) -> int:
    """Return the number of visible inks of a colour; 1 for grey and spot colours."""
    parts = paint.parts or ()
    return sum(part >= _SHOWS for part in parts) if paint.space.family in ("DeviceCMYK", "DeviceN") else 1
