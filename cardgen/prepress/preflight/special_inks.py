"""Rules: plates of special inks (foil, varnish, white) are solid, overprint, and are the pack's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from ...art.face import card_side
from ...art.items import Drawing, Item
from ...art.pdf_writer import write_pdf
from ...art.presses import press_for_pack, printer_inks
from ...geometry import Rect, translation
from ...pack.model import Pack
from ...text.own_fonts import with_pack_fonts
from ...units import MM, Figure, Sentence
from ..comparison.differences import place_in_millimetres
from ..comparison.pack_sides import PackSide
from ..pdf.display_list import DisplayList, display_lists
from ..pdf.document import DocumentPage, PdfDocument, open_document
from ..pdf.painted_objects import PaintedMark
from ..pdf.plates import CannotSeparate, separate_pages
from ..pdf.without_spots import without_spots
from . import deck_pages
from .findings import Finding, Target
from .page_rules import Fault, findings_of_pages, noun_for_mark, path_of_mark

#: Resolution of plates, in pixels per point: 300 per inch.
_SCALE = 300 / 72
#: Plates are compared at this many times the resolution of their pictures. They are equal if none has ink
#: farther than this many of the finer pixels from the other's ink: at 300 pixels per inch 0.056 mm, more than
#: another program's rendering moves an edge.
_FINER, _REACH = 3, 2
#: That distance in points.
EDGE_TOLERANCE = _REACH / (_FINER * _SCALE)
_FULL = 0.995
_HINT = "make the file again from the pack, and send that"
_NO_PLATES = (
    "make the file again from the pack; if the cards are to be printed in ink alone, add "
    "--special-inks none, and if the plates are in files of their own, --special-inks files"
)


@contextmanager
def file_without_special_inks(file: PdfDocument, target: Target) -> Iterator[PdfDocument]:
    """Open a copy of a file without the plates of its special inks; the file itself if it has none.

    Facts, figures and progress go to the file itself. Raises Unreadable if the plates cannot be taken out.
    """
    if not target.special_inks:
        yield file
        return
    with open_document(without_spots(file.data, target.special_inks)) as process:
        process.facts, process.unjudged = file.facts, file.unjudged
        process.figures, process.tell = file.figures, file.tell
        yield process


def lacks_special_inks(file: PdfDocument, target: Target) -> bool:
    """Tell whether nothing in a file is in any of the special inks that should be plates of it."""
    wanted = set(target.special_inks)
    return bool(wanted) and not any(
        wanted & {ink for space in mark.paint.space.with_bases() for ink in space.inks}
        for drawn in display_lists(file)
        for mark in drawn.printed_marks
    )


def check_special_ink(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that plates of special inks are solid and overprint. A plate in a file of its own must be in
    black alone.

    Source: printers' web pages on foil and spot varnish, which want one solid colour without tints, gradients
    and pictures. A mark that does not overprint removes the inks under it (ISO 32000-1, 11.7.4.3).
    """

    def special_ink_faults(drawn: DisplayList) -> Iterator[Fault]:
        for mark in drawn.printed_marks:
            named = set(target.special_inks) & {ink for s in mark.paint.space.with_bases() for ink in s.inks}
            if target.plate and not _is_pure_black(mark):
                message = f"{noun_for_mark(mark)} on the plate {target.plate} is not in pure black"
                hint = "paint the plate in 0/0/0/100 alone, without tints and pictures"
                yield Fault(message, hint, "error", path_of_mark(mark))
            for ink in sorted(named):
                yield from _spot_faults(mark, ink)

    yield from findings_of_pages(file, "special-ink", special_ink_faults)


def _spot_faults(mark: PaintedMark, ink: str) -> Iterator[Fault]:
    """Yield faults if a mark in a special ink is not solid or does not overprint."""
    stencil = mark.picture is not None and mark.picture.stencil
    if (
        mark.paint.space.inks != (ink,)
        or mark.paint.parts is None
        or mark.paint.parts[0] < _FULL
        or (mark.kind in ("image", "shading") and not stencil)
    ):
        message = f"{noun_for_mark(mark)} on the plate {ink} is not solid"
        yield Fault(message, f"paint it in 100 % of {ink} alone", "error", path_of_mark(mark))
    if not mark.overprints:
        message = (
            f"{noun_for_mark(mark)} on the plate {ink} does not overprint, and removes the inks under it"
        )
        yield Fault(message, f"set all that is in {ink} to overprint", "error", path_of_mark(mark))


def _is_pure_black(mark: PaintedMark) -> bool:
    """Tell whether a mark is in 100 % of black alone, and no picture, gradient or pattern."""
    space, parts, pattern = mark.paint
    if pattern or mark.kind == "shading" or (mark.picture is not None and not mark.picture.stencil):
        return False
    return (space.family == "DeviceCMYK" and parts == (0, 0, 0, 1)) or (
        space.family == "DeviceGray" and parts == (0,)
    )


def check_special_plates(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that plates of special inks are equal to the pack's drawing, and have no parts too fine to
    print.

    The plates of the file and of the pack are drawn at 300 pixels per inch with overprint and knockout
    applied. Neither may show ink farther than 0.056 mm from ink of the other. Plates are not judged without a
    pack, nor on sheets that do not state where their cards are.
    """
    if not (target.special_inks or target.plate):
        return
    yield from _fineness_findings(file, target)
    if target.plate:
        # The cards of a file of one plate are compared as those of any other.
        return
    if target.pack is None:
        message = Sentence("the plates of special inks were not compared: no pack is named")
        yield Finding("special-plate", message, Sentence("name the pack with --pack"), "not judged")
        return
    if lacks_special_inks(file, target):
        plates = ", ".join(target.special_inks)
        yield Finding(
            "special-plate", f"there are no plates of special inks in the file: {plates}", _NO_PLATES
        )
        return
    placed = _cards_on_pages(file, target)
    if placed is None:
        unknown = Sentence(
            "the plates of special inks were not compared: the file does not say where its cards are"
        )
        yield Finding("special-plate", unknown, Sentence("look at each plate yourself"), "not judged")
        return
    pack = (target.pack.one_deck or target.pack).with_special_inks("separations")
    compared = 0
    known: dict[tuple[bytes, tuple[tuple[PackSide, Rect], ...]], list[Finding]] = {}
    for number, cards in placed.items():
        page = file.pages[number - 1]
        key = file.drawing_digest(page), tuple(cards)
        if key not in known:
            known[key] = list(_page_findings(file, page, cards, pack, target))
        compared += 1
        yield from (finding._replace(page=number) for finding in known[key])
    if compared and not any(known.values()):
        said = Sentence(
            "the plates of special inks are as the pack draws them on {n} page: {plates}",
            "the plates of special inks are as the pack draws them on {n} pages: {plates}",
            n=compared,
            plates=list(target.special_inks),
        )
        file.facts.append(said)


def _cards_on_pages(file: PdfDocument, target: Target) -> dict[int, list[tuple[PackSide, Rect]]] | None:
    """Return the faces and backs on each page with their trims (points), by page number.

    Returns None for sheets that do not state where their cards are.
    """
    pack = target.pack
    assert pack is not None  # noqa: S101 - the caller has looked
    if target.sheet:
        sheets = deck_pages.declared_cards_on_sheets(file, file.pages, pack.card.size)
        if sheets is None:
            return None
        found: dict[int, list[tuple[PackSide, Rect]]] = {}
        for each in sheets[0]:
            if each.trim is not None:
                found.setdefault(each.page, []).append((each.side, each.trim))
        return found
    sides = [deck_pages.side_shown_on_page(file, page.number) for page in file.pages]
    return {
        page.number: [(side, deck_pages.card_trim(page, pack.card.size, pack.card.bleed))]
        for page, side in zip(file.pages, sides, strict=True)
        if side is not None
    }


def _page_findings(
    file: PdfDocument,
    page: DocumentPage,
    cards: Sequence[tuple[PackSide, Rect]],
    pack: Pack,
    target: Target,
) -> Iterator[Finding]:
    """Yield a finding for each card on a page whose plate of a special ink is not as the pack draws it.

    A plate that cannot be drawn is not judged. cards: the faces and backs on the page, with their trims in
    points.
    """
    media = page.media or Rect(0, 0, 0, 0)
    own = _draw_own_page(pack, cards, media, target)
    for plate in target.special_inks:
        try:
            (seen,) = separate_pages(file.data, [page.number - 1], scale=_SCALE, spot=plate)
            (wanted,) = separate_pages(own, [0], scale=_SCALE, spot=plate)
        except CannotSeparate as error:
            message = f"the plate {plate} cannot be drawn because of {error}"
            yield Finding("special-plate", message, "look at the plate yourself", "not judged")
            continue
        trims = [trim.grown(min(pack.card.bleed, trim.x - media.x)) for _, trim in cards]
        areas = [_pixel_box(area, media, seen.black.size) for area in trims]
        for (_, trim), area in zip(cards, areas, strict=True):
            fault = plate_difference(seen.black.crop(area), wanted.black.crop(area))
            if fault is not None:
                message, box = fault
                at = place_in_millimetres(_card_rect(box, area, trim, media))
                yield Finding("special-plate", message.format(plate=plate, at=at), _HINT)


@with_pack_fonts
def _draw_own_page(pack: Pack, cards: Sequence[tuple[PackSide, Rect]], media: Rect, target: Target) -> bytes:
    """Draw the pack's own cards at their places on a page, and return it as a PDF with separations.

    media: the rectangle of the page in points.
    """
    by_id = {card.id: card for card in pack.cards}
    inks = target.inks or printer_inks(None)
    drawn = pack.converted_for_press(inks)
    trim = Rect(0, 0, *pack.card.size)
    items: list[Item] = [
        Drawing(
            (card_side(drawn, by_id[side.name] if side.kind == "Front" else side.name, trim),),
            translation(at.x - media.x, at.y - media.y),
        )
        for side, at in cards
        if side.kind == "Back" or side.name in by_id
    ]
    return write_pdf(items, (media.width, media.height), "cmyk", press_for_pack(drawn, inks), draft=True)


def _pixel_box(area: Rect, media: Rect, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return an area of a page (points) in pixels of its plates: left, top, right, bottom.

    media: the page in points. size: the plates' width and height in pixels.
    """
    across, up = size[0] / media.width, size[1] / media.height
    return (
        max(0, round((area.x - media.x) * across)),
        max(0, round((media.top - area.top) * up)),
        min(size[0], round((area.right - media.x) * across)),
        min(size[1], round((media.top - area.y) * up)),
    )


def _card_rect(
    box: tuple[int, int, int, int], area: tuple[int, int, int, int], trim: Rect, media: Rect
) -> Rect:
    """Return a box of pixels as a rectangle in points from the lower left corner of the card's trim.

    box: within `area`, which is a part of the page's plate in pixels. media: the page in points.
    """
    left = (area[0] + box[0]) / _SCALE + media.x - trim.x
    low = media.top - (area[1] + box[3]) / _SCALE - trim.y
    return Rect(left, low, (box[2] - box[0]) / _SCALE, (box[3] - box[1]) / _SCALE)


def plate_difference(actual: Any, expected: Any) -> tuple[str, tuple[int, int, int, int]] | None:
    """Return how a plate differs from the expected one, and the box of pixels where; None if it does not.

    actual, expected: plates as pictures (PIL, L) of 300 pixels per inch, 255 where there is ink. The text has
    the fields {plate} and {at}, for the name of the plate and for the place.
    """
    edges = _differing_edges(actual, expected)
    if edges.box is None:
        return None
    if not is_inked(actual):
        return "the plate {plate} is empty, and the pack draws on it {at}", edges.box
    if not is_inked(expected):
        return "the plate {plate} shows something {at}, where the pack draws nothing", edges.box
    return f"the plate {{plate}} {edges.words} {{at}}", edges.box


def is_inked(levels: Any) -> bool:
    """Tell whether a plate has ink anywhere."""
    return bool(levels.getextrema()[1] > 127)


class _DifferingEdges(NamedTuple):
    """Where two plates differ."""

    #: The box of pixels; None if all ink of each is near ink of the other.
    box: tuple[int, int, int, int] | None
    #: The words before the place.
    words: str


def _differing_edges(actual: Any, expected: Any) -> _DifferingEdges:
    """Return where a plate has ink that the wanted one lacks nearby, or the reverse."""
    from PIL import Image, ImageChops, ImageFilter

    if not ImageChops.difference(actual, expected).point(lambda level: 255 * (level > 64)).getbbox():
        return _DifferingEdges(None, "")
    size = actual.width * _FINER, actual.height * _FINER
    actual, expected = (
        each.resize(size, Image.Resampling.BILINEAR).point(lambda level: 255 * (level > 127))
        for each in (actual, expected)
    )
    # The mean of a square is above 0 if any of its pixels is; this is faster than the highest of them.
    grown = [
        each.filter(ImageFilter.BoxBlur(_REACH)).point(lambda level: 255 * (level > 0))
        for each in (actual, expected)
    ]
    missing, strange = ImageChops.subtract(expected, grown[0]), ImageChops.subtract(actual, grown[1])
    box = ImageChops.lighter(missing, strange).getbbox()
    if box is None:
        return _DifferingEdges(None, "")
    words = "is not as the pack draws it: it differs"
    if missing.getbbox() is None:
        words = "has more ink than the pack draws"
    elif strange.getbbox() is None:
        words = "lacks ink"
    left, top, right, low = box
    return _DifferingEdges((left // _FINER, top // _FINER, -(-right // _FINER), -(-low // _FINER)), words)


def _fineness_findings(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Yield findings for lines and gaps finer than the printer allows; add a fact if no limit is known."""
    plates = [target.plate] if target.plate else list(target.special_inks)
    file.unjudged += unjudged_fineness_sentences(plates, target)
    if target.special_line is None and target.special_gap is None:
        return
    seen = set[bytes]()
    for page in file.pages:
        digest = file.drawing_digest(page)
        for plate in plates if digest not in seen else ():
            yield from _plate_fineness_findings(file, page.number, plate, target)
        seen.add(digest)


def _plate_fineness_findings(file: PdfDocument, page: int, plate: str, target: Target) -> Iterator[Finding]:
    """Yield findings if a plate of a page has lines or gaps finer than the printer allows.

    page: its number from 1. plate: the name of the special ink.
    """
    spot = "" if target.plate else plate
    try:
        (made,) = separate_pages(file.data, [page - 1], scale=2 * _SCALE, spot=spot)
    except CannotSeparate as error:
        message = f"the plate {plate} cannot be drawn because of {error}"
        yield Finding("special-fineness", message, "look at the plate yourself", "not judged", page)
        return
    yield from (each._replace(page=page) for each in fineness_findings(made.black, plate, target))


def fineness_findings(levels: Any, plate: str, target: Target) -> Iterator[Finding]:
    """Yield warnings of lines and gaps finer than the printer allows.

    levels: the plate as a picture (PIL, L) of 600 pixels per inch, 255 where there is ink. plate: its name.
    """
    hint = Sentence("make it wider, or set larger and bolder type")
    least = target.special_line
    if least is not None and _has_finer(levels, least):
        wanted = Figure(f"{least / MM:.2g} mm")
        line = Sentence("a line on the plate {plate} is thinner than {least}", plate=plate, least=wanted)
        yield Finding("special-fineness", line, hint, "warning")
    least = target.special_gap
    if least is not None and _has_finer(inverted_picture(levels), least):
        wanted = Figure(f"{least / MM:.2g} mm")
        gap = Sentence("a gap on the plate {plate} is narrower than {least}", plate=plate, least=wanted)
        yield Finding("special-fineness", gap, hint, "warning")


def unjudged_fineness_sentences(plates: Sequence[str], target: Target) -> list[Sentence]:
    """Return the sentence that the thinnest lines and gaps of plates were not judged, in a list.

    The list is empty if the printer states limits for both.
    """
    if target.special_line is not None and target.special_gap is not None:
        return []
    said = Sentence("the thinnest line and gap of {plates} are not known, and were not judged", plates=plates)
    return [said]


def inverted_picture(picture: Any) -> Any:
    """Return a picture with white for black and black for white."""

    from PIL import ImageChops

    return ImageChops.invert(picture)


def _has_finer(picture: Any, min_width: float) -> bool:
    """Tell whether a plate at 600 pixels per inch has ink thinner than a length in points."""
    from PIL import Image, ImageChops, ImageFilter

    side = int(min_width * 2 * _SCALE)
    if side < 2:
        return False
    full = picture.point(lambda level: 255 * (level > 127))
    # What lies beyond the page goes on as at its edge.
    padded = Image.new("L", (full.width + 2 * side, full.height + 2 * side), full.getpixel((0, 0)))
    padded.paste(full, (side, side))
    opened = _windowed_extreme(
        _windowed_extreme(padded, side, 1, ImageChops.darker), side, -1, ImageChops.lighter
    )
    # At corners and curves some pixels of a thick part are lost; a thin part is lost as a whole.
    lost = ImageChops.subtract(padded, opened.filter(ImageFilter.MaxFilter(3)))
    return lost.filter(ImageFilter.MinFilter(3)).getbbox() is not None


def _windowed_extreme(picture: Any, side: int, direction: int, extreme_of_two: Any) -> Any:
    """Return a picture in which each pixel is the darkest or lightest pixel of a square in the given picture.

    side: of the square, in pixels. direction: 1 or -1, the direction in which the square extends from the
    pixel. extreme_of_two: the function of Pillow that returns the darker or the lighter of two pictures.
    """
    from PIL import ImageChops

    for across, down in ((direction, 0), (0, direction)):
        reach = 1
        while reach < side:
            step = min(reach, side - reach)
            picture = extreme_of_two(picture, ImageChops.offset(picture, step * across, step * down))
            reach += step
    return picture
