"""Rules: page boxes state the size of the card and its bleed."""

from __future__ import annotations

from collections.abc import Iterator

from ...geometry import Rect
from ...units import MM, Sentence, length_text, size_text
from ..pdf.document import DocumentPage, PdfDocument
from .findings import Finding, Severity, Target

#: Tolerance of boxes in points: a tenth of a millimetre, for rounding.
_NEAR = 0.1 * MM


def _page_finding(
    rule: str, page: DocumentPage, message: str, hint: str, severity: Severity = "error"
) -> Finding:
    """Return a finding for a page."""
    return Finding(rule, message, hint, severity, page.number)


def check_media_box(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require a MediaBox on every page, and that every box is a rectangle.

    ISO 32000-1, 7.7.3.3 (MediaBox) and 7.9.5 (rectangles).
    """
    for page in file.pages:
        if page.media is None and "MediaBox" not in page.broken:
            yield _page_finding("media-box", page, "the page has no MediaBox", "export the file again")
        for name in page.broken:
            message = f"the page's {name} is not a rectangle of four numbers"
            yield _page_finding("media-box", page, message, "export the file again")


def check_trim_box(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require either a TrimBox or an ArtBox on every page, not both (ISO 15930-4 and -7, bounding boxes)."""
    if target.standard is None:
        return
    for page in file.pages:
        broken = {"TrimBox", "ArtBox"} & set(page.broken)
        if page.trim is not None and page.art is not None:
            message = "the page has a TrimBox and an ArtBox: nothing says which of them is cut"
            yield _page_finding("trim-box", page, message, "export with a TrimBox only")
        elif _has_size_with_bleed(page, target):
            blank = f"{size_text(*target.trim or (0, 0))} with {length_text(target.bleed)} of bleed"
            amiss = "the TrimBox goes round its bleed too" if page.trim else "only the TrimBox is missing"
            message = f"the page is the card with its bleed ({blank}); {amiss}"
            where = f"set the TrimBox {length_text(target.bleed)} inside the page's edges"
            yield _page_finding("trim-box", page, message, f"{where}, and the BleedBox on them")
        elif page.trim is None and page.art is None and not broken:
            message = "the page has no TrimBox: nothing says where it is cut"
            yield _page_finding("trim-box", page, message, "export with the card's size as TrimBox")


def check_box_nesting(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require all boxes within the MediaBox, and the TrimBox or ArtBox within BleedBox and CropBox.

    ISO 15930-4 and -7 (bounding boxes); ISO 32000-1, 14.11.2. A CropBox within the bleed is a warning: some
    programs discard what lies outside it.
    """
    for page in file.pages:
        named = {"CropBox": page.crop, "BleedBox": page.bleed, "TrimBox": page.trim, "ArtBox": page.art}
        for name, box in named.items():
            if box and page.media and not _contains(page.media, box):
                message = f"the {name} reaches beyond the page's MediaBox"
                yield _page_finding("box-nesting", page, message, "export the file again with a larger page")
        for outer in ("BleedBox", "CropBox"):
            for inner in ("TrimBox", "ArtBox"):
                if not _contains(named[outer], named[inner]):
                    message = f"the {inner} reaches beyond the {outer}"
                    yield _page_finding("box-nesting", page, message, "set the boxes anew and export again")
        cropped = _contains(page.crop, page.trim or page.art) and not _contains(page.crop, page.bleed)
        if cropped and _contains(page.media, page.crop):
            message = "the CropBox cuts into the bleed: some programs throw away what is outside it"
            yield _page_finding("box-nesting", page, message, "export without a CropBox", "warning")


def _contains(outer: Rect | None, inner: Rect | None) -> bool:
    """Tell whether a box lies in another, with a tolerance of 0.1 point; True if either is missing."""
    return outer is None or inner is None or outer.grown(0.1).contains(inner)


def check_trim_size(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require every page to have the trim of the ordered card.

    Source: the size on the printer's web page; ISO 32000-1, 14.11 (TrimBox).
    """
    if target.trim is None or target.sheet:
        return
    found = False
    for page in file.pages:
        size = _trim_size(page)
        if size is None or _is_same_size(size, target.trim):
            continue
        found = True
        if target.standard and _has_size_with_bleed(page, target):
            continue  # which trim-box says
        is_, wanted = size_text(*size), size_text(*target.trim)
        if _is_same_size(size, target.trim[::-1]):
            message = f"the page lies on its side: it is cut to {is_}, the card is {wanted}"
            yield _page_finding("trim-size", page, message, "turn the page by 90 degrees and export again")
        else:
            message = f"the page is cut to {is_}; the card is {wanted}"
            yield _page_finding("trim-size", page, message, "draw the cards at the printer's size again")
    if not found:
        _add_size_fact(file, target)


def check_page_sizes(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that all pages have one trim, as a pack is cut in one go (ISO 32000-1, 14.11.2).

    If the printer's size is known, the rule `trim_size` checks the trims instead.
    """
    if target.trim is not None and not target.sheet:
        return
    sizes = {page.number: size for page in file.pages if (size := _trim_size(page))}
    first = next(iter(sizes.values()), None)
    odd = [number for number, size in sizes.items() if first and not _is_same_size(size, first)]
    for number in odd:
        message = (
            f"the page is cut to {size_text(*sizes[number])}, the first to {size_text(*first or (0, 0))}"
        )
        yield Finding("page-sizes", message, "make all pages of one size", page=number)
    if not odd and first:
        _add_size_fact(file, target)


def _add_size_fact(file: PdfDocument, target: Target) -> None:
    """Add a fact with the number of pages, the trim of the first, and the smallest bleed."""
    size, count = _trim_size(file.pages[0]), len(file.pages)
    if size is None:
        return
    shape, least = size_text(*size), min((min(_bleed_on_each_side(page)) for page in file.pages), default=0.0)
    if least > _NEAR:
        said = Sentence(
            "{n} page of {size} with {bleed} bleed",
            "{n} pages of {size} with {bleed} bleed",
            n=count,
            size=shape,
            bleed=length_text(least),
        )
    else:
        said = Sentence("{n} page of {size}", "{n} pages of {size}", n=count, size=shape)
    file.facts.append(said)


def check_bleed_size(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require a BleedBox that extends past the trim by the printer's bleed on every side.

    Source: printers' web pages. A page without a BleedBox counts as a page without bleed. By ISO 32000-1,
    14.11.2, its BleedBox is the whole page, but then marks and captions would be in the bleed. The rule
    `bleed_art` checks whether there is art in the bleed.
    """
    if target.sheet or target.bleed <= 0:
        return
    for page in file.pages:
        if page.cut_box is None or "BleedBox" in page.broken or not _contains(page.bleed, page.cut_box):
            continue  # which the rules for boxes say
        if target.standard and _has_size_with_bleed(page, target):
            continue  # the same
        if page.bleed is None:
            wanted = length_text(target.bleed)
            message = Sentence("the page has no BleedBox; the printer wants {wanted} of bleed", wanted=wanted)
            yield _page_finding("bleed-size", page, message, Sentence("export with bleed"))
            continue
        names = (Sentence("left"), Sentence("bottom"), Sentence("right"), Sentence("top"))
        short = {
            name: by
            for name, by in zip(names, _bleed_on_each_side(page), strict=True)
            if by < target.bleed - _NEAR
        }
        if short:
            message = Sentence(
                "the bleed is too small on the {sides}: {least} instead of {wanted}",
                sides=list(short),
                least=length_text(max(0.0, min(short.values()))),
                wanted=length_text(target.bleed),
            )
            hint = Sentence("draw the art further out and export with more bleed")
            yield _page_finding("bleed-size", page, message, hint)


def check_user_unit(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that the unit of length of every page is one point.

    PDF 1.6 introduced the key UserUnit for other units, and many programs ignore the key (GWG 2015, scaling).
    """
    for page in file.pages:
        if page.obj.get("/UserUnit") is not None and page.obj.get("/UserUnit") != 1:
            message = "the page is scaled by a UserUnit, which many programs do not know"
            yield _page_finding("user-unit", page, message, "export the pages at their true size")


def check_turned_page(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require upright pages (ISO 32000-1, 7.7.3.3: Rotate is a multiple of 90).

    Some programs that impose pages turn them by the key Rotate, and others ignore the key, so a card may be
    printed on its side.
    """
    for page in file.pages:
        if page.rotate is not None and page.rotate != 0:
            message = f"the page is shown turned (Rotate {str(page.rotate)[:20]})"
            yield _page_finding("turned-page", page, message, "turn the art instead")


def _trim_size(page: DocumentPage) -> tuple[float, float] | None:
    """Return the width and height of a page's trim, in points; None if it is unknown."""
    return (page.cut_box.width, page.cut_box.height) if page.cut_box else None


def _is_same_size(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Tell whether both lengths of two sizes are equal, with a tolerance."""
    return all(abs(a - b) <= _NEAR for a, b in zip(one, other, strict=True))


def _has_size_with_bleed(page: DocumentPage, target: Target) -> bool:
    """Tell whether the stated or assumed trim of a page has the size of the card with its bleed."""
    size = _trim_size(page)
    if size is None or target.trim is None or page.art or target.bleed <= _NEAR:
        return False
    if page.trim and not (page.media and page.trim.grown(_NEAR).contains(page.media)):
        return False
    if {"TrimBox", "ArtBox"} & set(page.broken):
        return False
    wide, high = (side + 2 * target.bleed for side in target.trim)
    return abs(size[0] - wide) <= 2 * _NEAR and abs(size[1] - high) <= 2 * _NEAR


def _bleed_on_each_side(page: DocumentPage) -> tuple[float, float, float, float]:
    """Return how far the BleedBox extends past the trim, in points: left, bottom, right, top.

    All are 0 if the page has no BleedBox or no trim.
    """
    cut, bleed = page.cut_box, page.bleed or page.cut_box
    if cut is None or bleed is None:
        return (0.0, 0.0, 0.0, 0.0)
    return cut.x - bleed.x, cut.y - bleed.y, bleed.right - cut.right, bleed.top - cut.top
