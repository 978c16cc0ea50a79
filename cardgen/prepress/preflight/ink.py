"""Rule: no spot of a card gets more ink than can dry."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from ...units import Sentence
from ..pdf.color_spaces import GLYPHS, Paint
from ..pdf.display_list import DisplayList, display_lists
from ..pdf.document import PdfDocument
from ..pdf.painted_objects import PaintedMark
from ..pdf.paths import Box, has_overlap
from .colour import PROCESS, SEEN
from .findings import Finding, Severity, Target
from .page_rules import with_page_count
from .pictures import check_picture_depth, check_picture_packing, faulty_pictures
from .transparency import has_group_in_rgb

if TYPE_CHECKING:
    from ...pack.model import Pack
    from ..pdf.plates import CannotSeparate, InkMaximum

#: Tolerance of measured ink: the plates have 255 levels each.
_ROUNDING = 0.01
#: The limit if the printer states none: the one that cardgen's own files keep.
DEFAULT = 3.0
#: Maximum number of further pages listed.
_MOST_NAMED = 6
#: The amount of each ink.
_Inks = dict[str, float]


class MeasuredInk(NamedTuple):
    """The maximum ink of pages, as measured on their plates; 1.0 is 100 %."""

    #: The maximum ink of pages, each with its page and spot.
    most: list[tuple[float, int, tuple[float, float]]]
    #: The reasons why the ink of pages is unknown, with these pages.
    unknown: dict[str, list[int]]


def check_total_ink(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that the total of all inks within the bleed is at most the printer's limit.

    Source: printers' web pages, whose limits are 240 to 300 %; ISO 12647-2 states 330 % as the maximum for
    coated paper. If the printer states no limit, more than 300 % is a warning, and so is unknown ink.

    If the colours of a page prove that its total is within the limit (see `_ink_bound`), its plates are not
    drawn; otherwise they are drawn and measured. A page whose ink is unknown is not judged: PDF/X-4 may have
    colours that only the printer's program converts to inks. If the ink is unknown because of an error in
    colours or pictures, the rules for these report the error.
    """
    limit = DEFAULT if target.total_ink is None else target.total_ink
    proven, doubtful = [0.0], []
    pictures: dict[tuple[object, ...], float | None] = {}
    for content in display_lists(file):
        if content.fault is None and not has_forbidden_color(content, target):
            most = _ink_bound(file, content, target.technical, pictures)
            if most is not None and most <= limit + 1e-6:
                proven.append(most)
            else:
                doubtful.append(content)
    measured = _measured_ink(file, doubtful, target)
    found = [*_excess_findings(measured, target, limit), *_unknown_ink_findings(measured, target)]
    yield from found
    if not found and not any(
        content.fault or has_forbidden_color(content, target) for content in display_lists(file)
    ):
        told = _total_sentence(max(proven), measured)
        file.facts.append(
            Sentence("{ink}; no limit is known", ink=told) if target.total_ink is None else told
        )


def has_forbidden_color(content: DisplayList, target: Target) -> bool:
    """Tell whether a page has colours that the rules `rgb_color` or `seen_color` report as errors."""
    refused = {"DeviceRGB", *(SEEN if target.standard == "x1a" else ())}
    return any(
        space.family in refused for mark in content.distinct_marks for space in mark.paint.space.with_bases()
    )


def _total_sentence(proven: float, measured: MeasuredInk) -> Sentence:
    """Return the fact with the highest total of inks, in per cent, and its page if it was measured."""
    most, page, _ = max(measured.most, default=(0.0, 0, (0.0, 0.0)))
    if not measured.most or most < proven:
        return Sentence("total ink at most {ink} %, as the colours used prove", ink=_percent_text(proven))
    return Sentence(
        "total ink at most {ink} %, as measured (page {page})", ink=_percent_text(most), page=page
    )


def _excess_findings(measured: MeasuredInk, target: Target, limit: float) -> Iterator[Finding]:
    """Yield one finding if pages have more ink than the limit: with the worst spot, and the other pages.

    limit: 3.0 is 300 %.
    """
    pages = sorted((most for most in measured.most if most[0] > limit + _ROUNDING), reverse=True)
    if not pages:
        return
    most, page, (x, y) = pages[0]
    spot = Sentence(
        "{ink} % of ink lie on one spot ({x}, {y} pt from the lower left)",
        ink=_percent_text(most),
        x=f"{x:.0f}",
        y=f"{y:.0f}",
    )
    named = pages[1 : _MOST_NAMED + 1]
    more = [
        Sentence("page {page} has {ink} %", page=number, ink=_percent_text(ink)) for ink, number, _ in named
    ]
    if left := len(pages) - 1 - len(named):
        more.append(Sentence("{n} more page has too much", "{n} more pages have too much", n=left))
    if target.total_ink is None:
        hint = Sentence(
            "ask how much it may be; cardgen takes {ink} %, as most printers do", ink=_percent_text(limit)
        )
        asked = (
            Sentence("{printer} names no limit", printer=target.printer)
            if target.printer
            else Sentence("the printer names no limit")
        )
    else:
        hint = Sentence(
            "use less ink: rich black of {ink} % in all at most, and convert pictures with "
            "the printer's profile",
            ink=_percent_text(limit),
        )
        heavy = _heavy_colors(target.pack, limit) if target.pack else []
        if heavy:
            hint = Sentence(
                "state less ink in the pack, {ink} % at most, for {colors}",
                ink=_percent_text(limit),
                colors=", ".join(heavy),
            )
        asked = Sentence("{ink} % are allowed", ink=_percent_text(limit))
    message = Sentence("{spot}; {asked}", spot=spot, asked=asked)
    for page_more in more:
        message = Sentence("{ink}, {more}", ink=message, more=page_more)
    yield Finding("total-ink", message, hint, "warning" if target.total_ink is None else "error", page)


def _heavy_colors(pack: Pack, limit: float) -> list[str]:
    """Return the pack's colours with more ink than the limit, each as its key and its CMYK in per cent."""
    places = {suit.color: f"suits.{key}.color" for key, suit in pack.suits.items()}
    places |= {suit.stripe: f"suits.{key}.stripe" for key, suit in pack.suits.items() if suit.stripe}
    for name, back in pack.backs.items():
        for key in ("color", "ink", "accent"):
            places.setdefault(getattr(back, key), f"{name}.{key}")
    return [
        f"{places.get(color, 'a layout or a card')} ({'/'.join(f'{100 * part:g}' for part in color.cmyk)})"
        for color in dict.fromkeys(pack.colors)
        if color.has_stated_cmyk and sum(color.cmyk) > limit + _ROUNDING
    ]


def _percent_text(ink: float) -> str:
    """Return an amount of ink in whole per cent, without the sign: "300" for 3.0."""
    return f"{100 * ink:.0f}"


def _unknown_ink_findings(measured: MeasuredInk, target: Target) -> Iterator[Finding]:
    """Yield one finding for each reason why the ink of pages is unknown."""
    severity: Severity = "warning" if target.total_ink is None else "not judged"
    hint = "ask the printer to measure it, or export the file again"
    for reason, pages in measured.unknown.items():
        message = with_page_count(f"the total of ink could not be measured because of {reason}", pages)
        yield Finding("total-ink", message, hint, severity, min(pages))


def _measured_ink(file: PdfDocument, pages: list[DisplayList], target: Target) -> MeasuredInk:
    """Draw the plates of pages and return their maximum ink. pages: the pages."""
    measured = MeasuredInk([], {})
    if not pages:
        return measured
    from ..pdf import plates

    inks: list[tuple[DisplayList, InkMaximum | CannotSeparate]] = []
    try:
        for found in plates.maximum_total_inks(file, pages, technical=target.technical):
            inks.append(found)
            file.tell(len(inks), len(pages))
    except plates.CannotSeparate as error:
        inks = [(content, error) for content in pages]
    for content, ink in inks:
        if not isinstance(ink, Exception):
            measured.most.append((ink.most, content.page.number, ink.where))
        elif not is_reported_by_other_rule(file, target, ink):
            measured.unknown.setdefault(str(ink), []).extend(content.pages)
    return measured


def is_reported_by_other_rule(file: PdfDocument, target: Target, error: CannotSeparate) -> bool:
    """Tell whether the reason why plates cannot be drawn is an error that another rule reports."""
    if error.cause == "work":
        return bool(faulty_pictures(file))
    if error.cause == "picture":
        rules = (check_picture_packing, check_picture_depth)
        return bool(faulty_pictures(file)) or any(any(rule(file, target)) for rule in rules)
    return error.cause == "blending" and has_group_in_rgb(file)


def _ink_bound(
    file: PdfDocument,
    content: DisplayList,
    technical: tuple[str, ...],
    pictures: dict[tuple[object, ...], float | None],
) -> float | None:
    """Return an upper bound of the ink on any spot of a page; None if its colours do not prove one.

    An opaque mark that does not overprint removes all ink below it. So the ink on a spot comes from one such
    colour (or bare paper) and from the marks that overprint there. A mark that overprints may remove or keep
    inks below it, but adds no more of an ink than its own colour has (ISO 32000-1, 11.7.4). If `over` has the
    largest amount of each ink in all marks that overprint, a spot of colour k therefore has at most max(k,
    over) of each ink.

    This holds for opaque marks in grey, CMYK and spot colours of known tints, and for each pixel of opaque
    images in CMYK. Transparency and other colours prove nothing.

    technical: the spot colours that do not count. pictures: the results for images so far, which most pages
    share.
    """
    over: _Inks = {}
    overprinted: list[tuple[Box, _Inks]] = []
    covers: dict[Paint, _Inks] = {}
    images: list[PaintedMark] = []
    for mark in content.printed_marks:
        if _is_opaque_picture(mark):
            images.append(mark)
            continue
        inks = _ink_amounts_of_mark(mark, technical)
        if inks is None:
            return None
        if mark.overprints or set(technical) & set(mark.paint.space.inks):
            over = _maximum_of_inks(over, inks)
            overprinted.append((mark.box, inks))
        else:
            covers[mark.paint] = inks
    found = [sum(_maximum_of_inks(inks, over).values()) for inks in covers.values()] or [sum(over.values())]
    for mark in images:
        above: _Inks = reduce(
            _maximum_of_inks, (inks for box, inks in overprinted if has_overlap(box, mark.box)), {}
        )
        ink = _maximum_ink_of_mark(file, mark, tuple(above.get(name, 0.0) for name in PROCESS), pictures)
        if ink is None:
            return None
        found.append(ink + sum(part for name, part in above.items() if name not in PROCESS))
    return max(found)


def _is_opaque_picture(mark: PaintedMark) -> bool:
    """Tell whether a mark is an image in CMYK that replaces all that lies below it."""
    picture = mark.picture
    full = picture is not None and picture.full and picture.number is not None
    return full and mark.state.is_opaque and not mark.overprints and mark.paint.space.family == "DeviceCMYK"


def _maximum_ink_of_mark(
    file: PdfDocument,
    mark: PaintedMark,
    min_inks: tuple[float, ...],
    results: dict[tuple[object, ...], float | None],
) -> float | None:
    """Return the maximum total ink of any pixel of an image, with each ink counted as at least `min_inks`.

    Returns None if it is unknown. results: the results so far; this result is added to them.
    """

    from ..pdf import plates

    number = mark.picture.number if mark.picture else None
    if number is None:
        return None
    if (number, min_inks) not in results:
        results[number, min_inks] = plates.maximum_ink_of_image(file, number, mark.paint.space, min_inks)
    return results[number, min_inks]


def _maximum_of_inks(one: _Inks, other: _Inks) -> _Inks:
    """Return the larger amount of each ink."""
    return {ink: max(one.get(ink, 0.0), other.get(ink, 0.0)) for ink in {**one, **other}}


def _ink_amounts_of_mark(mark: PaintedMark, technical: tuple[str, ...]) -> _Inks | None:
    """Return the maximum amount of each ink that a mark prints, 1.0 for solid; None if unknown.

    technical: the spot colours that do not count.
    """
    space, parts = mark.paint.space, mark.paint.parts
    if not mark.state.is_opaque:
        return None
    if space.family == "Pattern" or space == GLYPHS:
        # The marks of the cell and of the glyphs are listed for the page as well.
        return {}
    if mark.kind == "image" and not (mark.picture and mark.picture.stencil):
        return None
    if parts is None or not all(0 <= part <= 1 for part in parts):
        return None
    if space.family == "DeviceGray":
        # A shading's components are maxima, but the darkest grey is the minimum.
        return {"Black": 1.0 if mark.paint.pattern or mark.kind == "shading" else 1 - parts[0]}
    if space.family == "DeviceCMYK":
        return dict(zip(PROCESS, parts, strict=True))
    if space.family in ("Separation", "DeviceN") and "All" not in space.inks:
        return {
            ink: part for ink, part in zip(space.inks, parts, strict=True) if ink not in (*technical, "None")
        }
    return None
