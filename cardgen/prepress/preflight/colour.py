"""Rules: all colours are available on the press, and the die line is only a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..pdf.color_spaces import ColorSpace
from ..pdf.display_list import DisplayList
from ..pdf.document import PdfDocument, dictionary_entry
from ..pdf.functions import UnsupportedFunction, read_function
from ..pdf.limits import Unreadable, printable_name
from ..pdf.painted_objects import PaintedMark
from .findings import Finding, Severity, Target
from .page_rules import Fault, findings_of_pages, noun_for_mark, path_of_mark
from .transparency import blended_group_findings

#: Families of device-independent colour spaces, and their names in messages.
SEEN = {"ICCBased": "ICC", "CalRGB": "calibrated RGB", "CalGray": "calibrated gray", "Lab": "Lab"}
#: The process inks, by the names that spot colours may use.
PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
_TO_CMYK = "convert it to CMYK with the printer's profile when you export"


def check_rgb_color(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that nothing is in RGB.

    ISO 15930-4: PDF/X-1a allows only DeviceGray, DeviceCMYK, Separation and DeviceN, and Indexed and Pattern
    spaces based on these. ISO 15930-7: PDF/X-4 allows DeviceRGB only with a DefaultRGB or an RGB output
    intent, and no printer of cards has an RGB output intent.

    The rule also applies to the spaces that a space is based on, alternates, shadings, images, patterns,
    glyphs, soft masks, and the spaces in which transparency is blended (ISO 32000-1, 11.6.5.3 and 11.6.6).
    """

    def rgb_faults(mark: PaintedMark, space: ColorSpace) -> Iterator[Fault]:
        if space.family == "DeviceRGB":
            yield Fault(
                f"{noun_for_mark(mark)} is in RGB{_path_of_space(mark, space)}",
                _TO_CMYK,
                "error",
                path_of_mark(mark),
            )

    yield from _each_color_space(file, "rgb-color", rgb_faults)
    yield from blended_group_findings(file, target, "rgb-color", {"DeviceRGB": "RGB"}, "", "error")


def check_seen_color(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require inks instead of device-independent colours (ICC, Lab, calibrated).

    ISO 15930-4 forbids such spaces in PDF/X-1a; ISO 15930-7 allows them in PDF/X-4, where the printer's
    program converts them to inks, with a black made of four.
    """
    forbidden = target.standard == "x1a"
    severity: Severity = "error" if forbidden else "warning"

    def seen_color_faults(mark: PaintedMark, space: ColorSpace) -> Iterator[Fault]:
        if space.family in SEEN:
            then = "which PDF/X-1a does not have" if forbidden else "which the printer's program will convert"
            within = _path_of_space(mark, space)
            message = f"{noun_for_mark(mark)} is in {SEEN[space.family]} colour{within}, {then}"
            yield Fault(message, _TO_CMYK, severity, path_of_mark(mark))

    yield from _each_color_space(file, "seen-color", seen_color_faults)
    yield from blended_group_findings(
        file, target, "seen-color", SEEN, " colour, which the printer's program will convert", severity
    )


def check_unsaid_color(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that every image states its colour space (ISO 32000-1, 8.9.5.1).

    A JPEG 2000 image may state the space in its data. PDF/X-1a does not allow JPEG 2000; other rules report
    such images.
    """

    def unsaid_color_faults(mark: PaintedMark, space: ColorSpace) -> Iterator[Fault]:
        if space.family == "unsaid" and target.standard != "x1a":
            hint = "save it as a JPEG or a TIFF in CMYK and place it again"
            yield Fault(
                f"the colours of {noun_for_mark(mark)} cannot be determined",
                hint,
                "error",
                path_of_mark(mark),
            )

    yield from _each_color_space(file, "unsaid-color", unsaid_color_faults)


def _path_of_space(mark: PaintedMark, space: ColorSpace) -> str:
    """Return a phrase in brackets for the path from a mark's colour to a space that it uses; "" if it is the
    colour's own space.
    """
    if mark.paint.space is space:
        return ""
    spot = mark.paint.space.inks
    return (
        f" (what stands in for the spot colour {printable_name(spot[0])})"
        if spot
        else " (by way of a table or a pattern)"
    )


def _each_color_space(
    file: PdfDocument, rule: str, space_faults: Callable[[PaintedMark, ColorSpace], Iterable[Fault]]
) -> Iterator[Finding]:
    """Yield the findings of a rule for each colour space of each mark.

    space_faults: a function that returns the faults of a mark in a colour space; it is called for the space
    of the mark's colour and for all spaces that this one is based on.
    """

    def faults_of_page(content: DisplayList) -> Iterator[Fault]:
        for mark in content.distinct_marks:
            for space in mark.paint.space.with_bases():
                yield from space_faults(mark, space)

    return findings_of_pages(file, rule, faults_of_page)


def check_spot_color(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that the file has no spot colours but those that the target allows.

    Source: printers' web pages. Cards are printed in four colours, and a spot colour is a fifth plate that
    nobody ordered. The names of the four inks, All (registration) and None do not count as spot colours (ISO
    32000-1, 8.6.6.4).
    """
    allowed = {*PROCESS, "All", "None", *target.technical}
    die_line = f"the die line is called {' or '.join(target.spots)}"
    named_so = die_line if target.spots else "this file is to have none"

    def spot_color_faults(content: DisplayList) -> Iterator[Fault]:
        for mark, ink in _named_inks(content):
            if ink not in allowed:
                hint = f"turn spot colours into CMYK when you export; {named_so}"
                yield Fault(
                    f"{noun_for_mark(mark)} is in the spot colour {printable_name(ink)}",
                    hint,
                    "error",
                    path_of_mark(mark),
                )

    yield from findings_of_pages(file, "spot-color", spot_color_faults)


def check_ink_alternate(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that an ink's alternate looks like the ink, and that each spot colour has only one alternate.

    ISO 32000-1, 8.6.6.4: a device without the ink paints the alternate colour. For example, an ink named Cyan
    whose alternate is magenta looks different on the press and on the proof. ISO 15930-7 (spot colours): all
    spaces with the same ink name have the same alternate and tint transform. If they differ in PDF/X-1a, it
    is a warning.
    """
    first: dict[str, tuple[object, ...]] = {}
    told = set[str]()
    for page, way, ink, space, tint in _separation_spaces(file):
        looks = _alternate_family_and_colors(space, tint)
        if looks is None or ink in told:
            continue
        family, _, full = looks
        if ink in PROCESS and family in ("/DeviceCMYK", "/DeviceGray"):
            inks = full if family == "/DeviceCMYK" else (0.0, 0.0, 0.0, 1 - full[0])
            own = inks[PROCESS.index(ink)]
            if own < 0.5 or sum(inks) - own > 0.5:
                told.add(ink)
                shown_as = "/".join(f"{100 * part:.0f}" for part in inks)
                message = f"the ink {ink} is shown as another ({shown_as}) where a device does not have it"
                hint = "name the ink that is meant, and give it an alternate of its own"
                yield Finding("ink-alternate", message, hint, "error", page, way)
        elif first.setdefault(ink, looks) != looks:
            told.add(ink)
            message = f"the spot colour {printable_name(ink)} has two different alternates in this file"
            hint = "define it once, and draw all that is in it with this definition"
            severity: Severity = "error" if target.standard == "x4" else "warning"
            yield Finding("ink-alternate", message, hint, severity, page, way)


#: Maximum depth of nested arrays: patterns of tables of spot colours.
_DEEP = 4


def _separation_spaces(file: PdfDocument) -> Iterator[tuple[int, str, str, Any, Any]]:
    """Yield every Separation colour space: page, path, ink, alternate space and tint transform."""
    import pikepdf

    for used in file.resources_of_kinds("color space", "image"):
        waiting = [(dictionary_entry(used.thing, "/ColorSpace") if used.kind == "image" else used.thing, 0)]
        while waiting:
            space, deep = waiting.pop()
            if not isinstance(space, pikepdf.Array) or deep > _DEEP or len(space) < 2:
                continue
            if space[0] == "/Separation" and len(space) >= 4:
                yield used.page, used.where, str(space[1]).lstrip("/"), space[2], space[3]
            elif space[0] in ("/Indexed", "/Pattern"):
                waiting.append((space[1], deep + 1))


def _alternate_family_and_colors(
    space: Any, tint: Any
) -> tuple[str, tuple[float, ...], tuple[float, ...]] | None:
    """Return the colours that a tint transform gives in the alternate space; None if they cannot be computed.

    The three values are the name of the space's family, the colours at a quarter, half and all of the ink in
    one sequence, and the colour at all of the ink.
    """
    import pikepdf

    name = space[0] if isinstance(space, pikepdf.Array) and len(space) else space
    try:
        work = read_function(tint)
        quarter, half, full = (tuple(round(part, 3) for part in work(at)) for at in (0.25, 0.5, 1.0))
    except (UnsupportedFunction, Unreadable, ArithmeticError, LookupError, TypeError, ValueError):
        return None
    if len(full) not in (1, 3, 4):
        return None
    return str(name), (*quarter, *half, *full), full


def check_registration_color(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that registration colour (All), which prints every ink in full, is outside the bleed.

    ISO 32000-1, 8.6.6.4: All paints every plate. Marks are outside the bleed (ISO 15930-4 and -7, annotations
    and printer's marks).
    """

    def registration_faults(content: DisplayList) -> Iterator[Fault]:
        for mark in content.printed_marks:
            if "All" in mark.paint.space.inks:
                hint = "use plain black; registration colour is for marks outside the bleed"
                yield Fault(
                    f"{noun_for_mark(mark)} on the card is in registration colour",
                    hint,
                    "error",
                    path_of_mark(mark),
                )

    yield from findings_of_pages(file, "registration-color", registration_faults)


def check_die_line(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that the die line is stroked and overprints.

    Source: printers' web pages. The colour of the die line, such as CutContour, is only for strokes. A
    plotter would also cut filled shapes in this colour. A line that does not overprint leaves a white line in
    the art (ISO 32000-1, 11.7.4).
    """

    def die_line_faults(content: DisplayList) -> Iterator[Fault]:
        for mark, ink in _named_inks(content):
            if ink not in target.spots:
                continue
            if mark.kind != "stroke":
                message = f"{noun_for_mark(mark)} is in the colour of the die line, {ink}"
                yield Fault(
                    message, "draw the die line as a stroke without a fill", "error", path_of_mark(mark)
                )
            elif not mark.overprints:
                message = f"the die line {ink} does not overprint, so that it leaves a white line in the art"
                yield Fault(message, "set its stroke to overprint", "error", path_of_mark(mark))

    yield from findings_of_pages(file, "die-line", die_line_faults)


def _named_inks(content: DisplayList) -> Iterator[tuple[PaintedMark, str]]:
    """Yield each named ink of each distinct mark of a page, with that mark."""
    for mark in content.distinct_marks:
        for space in mark.paint.space.with_bases():
            for ink in space.inks:
                yield mark, ink
