"""Compares rendered sheets with the pack: each card must look like the card that it is named as, and all
else be blank.

The pack's own faces and back are drawn at the places of the cards in a file, on pages of the same size
(comparison.rasters), and both are rendered with pdfium: equal drawings are equal to the pixel, so nothing
depends on what the file states about itself. Only a picture that another program has compressed again
differs a little; the tolerance depends on the area of a difference (comparison.differences).
"""

from __future__ import annotations

import io
import math
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...art.items import Drawing, Fill
from ...art.pdf_writer import write_pdf
from ...art.piece_outline import piece_outline
from ...colour.colors import BLACK
from ...errors import UsageError
from ...geometry import IDENTITY, Matrix, Rect, transformed_bounds, transformed_point
from ...layout.paper import HAND_CUT_TOLERANCE
from ...layout.tiling import MAP_SIZE
from ...pack.model import Card, CardFormat, Pack
from ...text.areas import Areas
from ...text.outlines import points_of_contour, rectangle
from ...units import MM, count_with_noun, length_text
from ..comparison import sources
from ..comparison.differences import (
    DRAWN,
    LOSSY,
    Difference,
    DifferenceSearcher,
    Scan,
    are_pictures_equal,
    is_within_tolerance,
)
from ..comparison.rasters import CardPage, PackArtist, card_scan, page_scale, rendered_page
from ..comparison.sources import EXACT, Judgement, judge_side
from ..comparison.views import page_view
from ..pdf.limits import Unreadable
from ..pdf.readback import DeclaredMarks, FoundCard, SheetPage
from ..pdf.stand_ins import stand_ins_of_file
from .parts import Part

Tick = Callable[[int, int], None]

#: Pixels per point, more for cards whose short side is less than _SMALL.
_SCALE, _SMALL = 1.25, 30 * MM
#: The border of a card that is not compared, as guides may run along the cut.
_RIM = 0.4 * MM
#: A face within the tolerance is compared with all others of the pack in so many cells per side, unless the
#: means of squares of so many cells already distinguish the two.
_CELLS, _COARSE = 32, 8
#: A face shows another card if its distance to that is at most this part of the distance to its own.
_MUCH_NEARER = 0.25
#: Maximum number of cards with the same difference that are reported one by one; more get one message.
_FEW = 3
#: Maximum number of cards that such a message names.
_NAMED = 6
#: A pixel in the margin darker than this (of 255) is printed.
_WHITE = 231
#: The border of a part along joints in which its texts and pictures are not compared with their sources, in
#: points: beside it lie lines to cut and to glue along.
_JOINT_LINE = 0.5
#: Outside the cards, text and guides fill at most this share of a square centimetre.
_SQUARE, _FILLED = 10 * MM, 0.3


#: Maximum number of different cards that are shown as pictures, the difference of pixels (of 255) that is
#: framed in them, and the colour of the frame, which no deck has by chance.
_MOST_PICTURES, _SHOWN, _FRAME = 6, 24, (230, 0, 160)

#: Number of pages that are compared with stand-ins before these are given up if most differ.
_TRIED = 4
#: Maximum number of faces and backs that are compared with their sources, at about 15 ms each.
MOST_SIDES = 1000


class DifferentCard(NamedTuple):
    """A card that differs from the pack, as pictures in PNG."""

    #: "page 2, the face of red-4".
    name: str
    #: As it is in the file, and as the pack draws it.
    seen: bytes
    wanted: bytes


class _CardFault(NamedTuple):
    """A card that does not look as it should."""

    page: int
    #: The card's id; "" for a back.
    card: str
    words: str
    #: The difference in words that fit any other card; "" if unknown.
    common: str = ""


@dataclass
class SourceTally:
    """Counts of the parts compared with their sources, each face and back once, and the parts that
    differed.
    """

    #: Number of faces and backs compared, in one placed copy each.
    faces: int = 0
    backs: int = 0
    #: Number of those that were skipped because there were too many.
    skipped: int = 0
    #: Number of texts, pictures and drawings compared on them.
    compared: int = 0
    #: What was not judged, and why.
    not_judged: list[str] = field(default_factory=list)
    #: The first cards that differ.
    different: list[DifferentCard] = field(default_factory=list)

    def add(self, judgement: Judgement, name: str, times: int = 1) -> None:
        """Add the result of comparing a face, or a back.

        name: the id of the face's card; "" for a back. times: how many sides to count; 0 for a second or
        later part of a side that is printed in parts.
        """
        self.faces, self.backs = self.faces + bool(name) * times, self.backs + (not name) * times
        self.compared += judgement.compared
        of = f"on the face of {name}" if name else "on a back"
        self.not_judged += [f"{subject} {of}: {reason}" for subject, reason in judgement.not_judged]


class PageSpan(NamedTuple):
    """Consecutive pages of a file: the number of pages before them, and of all pages."""

    before: int
    of: int


class Drift(NamedTuple):
    """The distance by which fronts and backs were moved to correct a printer's offset, in points."""

    front: float
    back: float


def page_faults(
    data: bytes,
    span: PageSpan,
    pages: list[SheetPage],
    pack: Pack,
    margin: float,
    drift: Drift,
    tick: Callable[[], None],
    tally: SourceTally,
    parts: Sequence[Part] = (),
    marks: Marks | None = None,
) -> Iterator[str]:
    """Yield the faults of the pages of one kind of pieces in a file.

    A difference that many cards share is one fault. span: where the pages are in the file. drift: how far
    pages of either side were moved intentionally. tally: receives what was compared with its sources. parts:
    which part of a piece is on each page, as the front is seen; empty for whole pieces. marks: the
    registration marks on fronts; None for none. Raises UsageError if a page cannot be rendered.
    """
    scale = _SCALE * max(1.0, _SMALL / min(pack.card.size))
    faces = _DrawnSides(pack, scale)
    faults: list[_CardFault] = []
    surroundings = _Surroundings(pack, margin, drift, marks, scale)
    shown_parts: Sequence[Part | None] = parts or [None] * len(pages)
    equal = set[int]()
    if pack.pictures:
        equal = _pages_equal_with_stand_ins(data, span, pages, shown_parts, faces, surroundings)
    with _pdfium_document(data) as document:
        if len(document) != span.of:
            raise UsageError("programs disagree on the number of pages of this PDF")
        rest = [CardPage(page.size, page.cards) for place, page in enumerate(pages) if place not in equal]
        wanted_pages = faces.artist.draw_pages(rest)
        for place, (page, part) in enumerate(zip(pages, shown_parts, strict=True)):
            pdf_page = document[span.before + place]
            if place in equal:
                faults += faces.source_faults_of_equal_page(page, pdf_page, tally, part)
            else:
                seen, wanted = (
                    _rendered_sheet(pdf_page, page, scale),
                    _RenderedPage(next(wanted_pages), page),
                )
                yield from surroundings.faults(seen, part)
                for card in page.cards:
                    of_card = list(faces.card_faults(card, pdf_page, seen, wanted, tally, part))
                    if of_card and len(tally.different) < _MOST_PICTURES:
                        tally.different.append(_pictures_of_card(card, seen, wanted, pack))
                    faults += of_card
            yield from _text_faults(pdf_page, page, pack, faces.artist.ranks, part, margin)
            pdf_page.close()
            tick()
    yield from _fault_messages(faults)


def _rendered_sheet(pdf_page: Any, page: SheetPage, scale: float) -> _RenderedPage:
    """Return a page of pdfium as rendered. scale: pixels per point, less for a very large page."""
    return _RenderedPage(rendered_page(pdf_page, page_scale(page.size, scale)), page)


def _pages_equal_with_stand_ins(
    data: bytes,
    span: PageSpan,
    pages: Sequence[SheetPage],
    parts: Sequence[Part | None],
    faces: _DrawnSides,
    surroundings: _Surroundings,
) -> set[int]:
    """Return the indices of pages that have no faults and equal the pack's, with stand-ins for pictures.

    The search ends early if most of the first pages differ, as in a file whose pictures were all compressed
    again. parts: which part of a piece is on each page; None for whole pieces.
    """
    stand_ins = stand_ins_of_file(data)
    equal = set[int]()
    if stand_ins is None:
        return equal
    with _pdfium_document(stand_ins.data) as document:
        if len(document) != span.of:
            return equal
        papers = [CardPage(page.size, page.cards) for page in pages]
        drawn = faces.artist.draw_pages(papers, stand_ins)
        for place, (page, part, wanted) in enumerate(zip(pages, parts, drawn, strict=True)):
            pdf_page = document[span.before + place]
            seen, own = _rendered_sheet(pdf_page, page, faces.artist.scale), _RenderedPage(wanted, page)
            pdf_page.close()
            if all(faces.is_equal(card, seen, own, part) for card in page.cards) and not any(
                surroundings.faults(seen, part)
            ):
                equal.add(place)
            if place + 1 >= _TRIED and 2 * len(equal) <= place + 1:
                break
    return equal


def _pictures_of_card(
    card: FoundCard, actual: _RenderedPage, expected: _RenderedPage, pack: Pack
) -> DifferentCard:
    """Return two pictures of a card: from the sheet and as the pack draws it, with a frame where they differ.

    The card is upright and as cut. actual, expected: the page of the sheet, and the page as the pack draws
    it.
    """
    from PIL import ImageChops, ImageDraw

    page, size = actual.page, pack.card.size
    one, other = (card_scan(each.pixels, page.size, card, size).pixels for each in (actual, expected))
    box = ImageChops.difference(one, other).convert("L").point(lambda level: 255 * (level > _SHOWN)).getbbox()
    if box:
        frame = (box[0] - 3, box[1] - 3, box[2] + 2, box[3] + 2)
        for each in (one, other):
            ImageDraw.Draw(each).rectangle(frame, outline=_FRAME, width=2)
    side = f"the face of {card.card}" if card.side == "Front" else f"the back {card.card}"
    return DifferentCard(f"page {page.number}, {side}", _png_bytes(one), _png_bytes(other))


def _png_bytes(picture: Any) -> bytes:
    """Return a picture as PNG."""
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _fault_messages(faults: list[_CardFault]) -> Iterator[str]:
    """Yield the faults as messages. A fault that more than a few cards share yields one message."""
    groups: dict[tuple[bool, str], list[_CardFault]] = {}
    for fault in faults:
        if fault.common:
            groups.setdefault((fault.card == "", fault.common), []).append(fault)
    told = set[tuple[bool, str]]()
    for fault in faults:
        key = (fault.card == "", fault.common)
        group = groups.get(key, [])
        if len(group) <= _FEW:
            yield f"page {fault.page}: {fault.words}"
        elif key not in told:
            told.add(key)
            pages = sorted({each.page for each in group})
            where = f"page {pages[0]}" if len(pages) == 1 else f"pages {pages[0]} to {pages[-1]}"
            names = list(dict.fromkeys(each.card for each in group if each.card))
            some = f" ({', '.join(names[:_NAMED])}{' …' if len(names) > _NAMED else ''})" if names else ""
            more = f"the same is true of {len(group) - 1} more {'faces' if fault.card else 'backs'}"
            yield f"{where}: {fault.words}; {more}{some}"


@contextmanager
def _pdfium_document(data: bytes) -> Iterator[Any]:
    """Open a PDF with pdfium for a `with` block. Raises UsageError if it cannot be rendered."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise UsageError(f"this PDF cannot be shown ({error})") from error
    try:
        yield document
    except (pypdfium2.PdfiumError, Unreadable) as error:
        raise UsageError(f"a page of this PDF cannot be shown ({error})") from error
    finally:
        document.close()


class _RenderedPage:
    """A rendered page, with the size of its pixels in points."""

    def __init__(self, pixels: Any, page: SheetPage) -> None:
        width, height = page.size
        self.page, self.pixels = page, pixels
        self.across, self.up = pixels.width / width, pixels.height / height

    def has_print_in_margin(self, margin: float) -> bool:
        """Tell whether anything is printed in the margin. margin: its width in points."""
        edge = int((margin - 1) * min(self.across, self.up))
        if edge < 1:
            return False
        width, height = self.pixels.size
        strips = [(0, 0, width, edge), (0, height - edge, width, height)]
        strips += [(0, 0, edge, height), (width - edge, 0, width, height)]
        return any(self.pixels.crop(strip).convert("L").getextrema()[0] < _WHITE for strip in strips)

    def has_print_beside_cards(self, pack: Pack, part: Part | None) -> bool:
        """Tell whether anything but text and thin lines is printed outside the cards and their bleed."""
        from PIL import ImageDraw

        rest = self.pixels.convert("L")
        pen = ImageDraw.Draw(rest)
        for card in self.page.cards:
            art = Rect(0, 0, *pack.card.size).grown(pack.card.bleed + 1)
            if part is not None:
                seen = part if card.side == "Front" else part.part_seen_from_behind(pack.card.width)
                art = seen.shown.grown(max(pack.card.bleed, HAND_CUT_TOLERANCE) + 1)
            corners = [(art.x, art.y), (art.right, art.y), (art.right, art.top), (art.x, art.top)]
            pen.polygon([self.to_pixels(card.place, *corner) for corner in corners], fill=255)
        square = max(1, round(_SQUARE * min(self.across, self.up)))
        return bool(rest.reduce(square).getextrema()[0] < 255 * (1 - _FILLED))

    def to_pixels(self, place: Matrix, x: float, y: float) -> tuple[float, float]:
        """Return where a point of a card is on the page, in pixels from the upper left."""
        x, y = transformed_point(place, x, y)
        return x * self.across, (self.page.size[1] - y) * self.up

    def card_in_cells(self, place: Matrix, blank: CardFormat) -> Any:
        """Return a card, upright and without its border, as a picture of few pixels."""
        from PIL import Image

        size = blank.size
        area = Rect(0, 0, *size).grown(-_RIM)
        if blank.shape != "rectangle":
            area = (piece_outline(blank, area).inner_rect or area).grown(-_RIM)
        left, top = self.to_pixels(place, area.x, area.top)
        right, low = self.to_pixels(place, area.right, area.y)
        short = min(size)
        cells = [_COARSE * round(_CELLS / _COARSE * side / short) for side in size]
        return self.pixels.resize(cells, Image.Resampling.BOX, (left, top, right, low))


class Marks(NamedTuple):
    """The registration marks on fronts, and the correction for a home printer that moves them."""

    declared: DeclaredMarks
    correction: Matrix = IDENTITY

    def _mark_boxes(self, page: _RenderedPage) -> Iterator[tuple[int, int, int, int]]:
        """Yield the boxes of a page that hold marks and nothing else, in pixels."""
        size = page.page.size
        for zone in self.declared.registration.corner_zones(size, self.declared.arm):
            box = transformed_bounds(self.correction, zone)
            (left, lower), (right, upper) = (
                page.to_pixels(IDENTITY, *corner) for corner in ((box.x, box.y), (box.right, box.top))
            )
            yield max(0, math.ceil(left)), max(0, math.ceil(upper)), math.floor(right), math.floor(lower)

    def are_printed_on(self, page: _RenderedPage, scale: float) -> bool:
        """Tell whether a page has the marks where they should be, and nothing else there.

        scale: the pixels per point of the page.
        """
        size = page.page.size
        fills = [
            Fill(rectangle(each), BLACK)
            for each in self.declared.registration.mark_rects(size, self.declared.arm)
        ]
        with _pdfium_document(write_pdf([Drawing(tuple(fills), self.correction)], size)) as document:
            wanted = rendered_page(document[0], scale)
        return all(
            is_within_tolerance(page.pixels.crop(zone), wanted.crop(zone), page.across, DRAWN)
            for zone in self._mark_boxes(page)
        )

    def without_marks(self, page: _RenderedPage) -> _RenderedPage:
        """Return a page with the boxes of its marks painted white."""
        from PIL import ImageDraw

        rest = page.pixels.copy()
        for zone in self._mark_boxes(page):
            ImageDraw.Draw(rest).rectangle(zone, fill="white")
        return _RenderedPage(rest, page.page)


class _Surroundings(NamedTuple):
    """The content that pages may have outside their cards."""

    pack: Pack
    #: The width of the margin, and how far pages were moved intentionally, in points.
    margin: float
    drift: Drift
    marks: Marks | None
    #: Pixels per point of a page.
    scale: float

    def faults(self, actual: _RenderedPage, part: Part | None) -> Iterator[str]:
        """Yield the faults of a page beside its cards. part: which part of a piece is on it, if any."""
        page, rest = actual.page, actual
        is_back = page.cards_on_side("Back") and not page.cards_on_side("Front")
        blank = max(0.0, self.margin - (self.drift.back if is_back else self.drift.front))
        if self.marks is not None and not is_back:
            rest = self.marks.without_marks(actual)
            if not self.marks.are_printed_on(actual, page_scale(page.size, self.scale)):
                yield f"page {page.number}: its registration marks are not as they should be"
        if rest.has_print_in_margin(blank):
            yield f"page {page.number}: something is printed in the margin of {length_text(blank)}"
        if rest.has_print_beside_cards(self.pack, part):
            yield f"page {page.number}: something is printed beside the {self.pack.card_noun}s"


class _DrawnSides:
    """The faces and backs of a pack, drawn when needed."""

    def __init__(self, pack: Pack, scale: float) -> None:
        self._pack = pack
        self.artist = PackArtist(pack, scale)
        self._searcher = DifferenceSearcher()
        #: The sides that were compared with their sources.
        self._judged = set[tuple[str, str, str]]()
        self._cards = {card.id: card for card in pack.cards}
        #: Each face in cells, and in the means of squares of cells.
        self._cells: dict[str, tuple[Any, tuple[int, ...]]] = {}

    def card_faults(
        self,
        card: FoundCard,
        pdf_page: Any,
        actual: _RenderedPage,
        expected: _RenderedPage,
        tally: SourceTally,
        part: Part | None = None,
    ) -> Iterator[_CardFault]:
        """Yield the faults of how a card looks on a page.

        pdf_page: the page of pdfium. expected: the page as the pack draws it. part: which part of the card is
        on the page, as seen from the front; None for the whole card.
        """
        number, front = actual.page.number, card.side == "Front"
        called = f"the face of {card.card}" if front else "a back"
        name = card.card if front else ""
        if part is not None:
            called += f", part {part.label},"
        pictures = self._both_cards_as_cut(card, actual, expected, part)
        if pictures is None or not self.artist.has_card(card):
            yield _CardFault(number, name, f"{called} does not look as the pack has it")
            return
        one, other = pictures
        same = are_pictures_equal(one, other)
        tolerance = LOSSY if self.artist.has_pictures(card) else DRAWN
        if not same and not is_within_tolerance(one, other, actual.across, tolerance):
            difference = (
                self._named_difference(card, actual, expected)
                if part is None
                else self._searcher.name_difference(Scan(one, actual.across), Scan(other, actual.across))
            )
            words = f"{called} does not look as the pack has it: it {difference}"
            yield _CardFault(number, name, words, difference.description)
            return
        if not same and front and part is None and card.place[:4] == IDENTITY[:4]:
            blank = self._pack.card
            cells, own = (each.card_in_cells(card.place, blank) for each in (actual, expected))
            # Small type is rendered differently at another place, so its own place counts as well.
            rival = self._nearer_face_id(
                cells, own_card=card.card, max_distance=_picture_distance(cells, own)
            )
            if rival:
                yield _CardFault(number, name, f"{called} looks more like that of {rival}")
                return
        yield from self.source_faults(card, pdf_page, number, same, tally, part)

    def source_faults_of_equal_page(
        self, page: SheetPage, pdf_page: Any, tally: SourceTally, part: Part | None
    ) -> Iterator[_CardFault]:
        """Yield how cards differ from their sources, for a page that is equal to the pack's drawing.

        pdf_page, part: as for card_faults().
        """
        for card in page.cards:
            faults = list(self.source_faults(card, pdf_page, page.number, True, tally, part))
            if faults and len(tally.different) < _MOST_PICTURES:
                (wanted,) = self.artist.draw_pages([CardPage(page.size, page.cards)])
                both = _rendered_sheet(pdf_page, page, self.artist.scale), _RenderedPage(wanted, page)
                tally.different.append(_pictures_of_card(card, *both, self._pack))
            yield from faults

    def is_equal(
        self, card: FoundCard, actual: _RenderedPage, expected: _RenderedPage, part: Part | None
    ) -> bool:
        """Tell whether a card is equal to the pixel on a page and as the pack draws it."""
        pictures = self._both_cards_as_cut(card, actual, expected, part)
        return pictures is not None and self.artist.has_card(card) and are_pictures_equal(*pictures)

    def source_faults(
        self,
        card: FoundCard,
        pdf_page: Any,
        number: int,
        equals_pack: bool,
        tally: SourceTally,
        part: Part | None,
    ) -> Iterator[_CardFault]:
        """Yield how a card differs from its sources; nothing for further copies of a card.

        equals_pack: whether the card is equal to the pixel to the pack's drawing, so that no picture was
        compressed again.
        """
        part = self._part_seen_from_side(card, part)
        key = card.side, card.card, part.label if part else ""
        if key in self._judged:
            return
        self._judged.add(key)
        if len(self._judged) > MOST_SIDES:
            tally.skipped += 1
            return
        side: Card | str = card.card if card.side == "Back" else self._cards[card.card]
        name = "" if isinstance(side, str) else card.card
        tolerance = EXACT if equals_pack or not self.artist.has_pictures(card) else sources.LOSSY
        within = part.core.grown(-_JOINT_LINE) if part else None
        judgement = judge_side(
            self._pack,
            side,
            page_view(pdf_page, card.place),
            tolerance=tolerance,
            searcher=self._searcher,
            within=within,
        )
        is_first = part is None or part.label == "A1"
        tally.add(judgement, name, times=1 if is_first else 0)
        on = f"on the face of {name}" if name else "on a back"
        for difference in judgement.differences[:_FEW]:
            sentence = difference.sentence
            yield _CardFault(number, name, f"{on}, {sentence}", sentence)
        more = len(judgement.differences) - _FEW
        if more > 0:
            words = count_with_noun(
                more, "more text, picture or drawing", "more texts, pictures and drawings"
            )
            yield _CardFault(number, name, f"{on}, {words} {'is' if more == 1 else 'are'} not as planned")

    def _part_seen_from_side(self, card: FoundCard, part: Part | None) -> Part | None:
        """Return the part of a card as seen from the card's side, mirrored for a back.

        part: as seen from the front; None for the whole card.
        """
        return (
            part
            if part is None or card.side == "Front"
            else part.part_seen_from_behind(self._pack.card.width)
        )

    def _named_difference(
        self, card: FoundCard, actual: _RenderedPage, expected: _RenderedPage
    ) -> Difference:
        """Return the difference of a card on two pages, with its cause if one is found."""
        size, trim = actual.page.size, self._pack.card.size
        one, other = (card_scan(each.pixels, size, card, trim) for each in (actual, expected))
        if card.side == "Front" and card.place[:4] == IDENTITY[:4]:
            rival = self._nearer_face_id(
                actual.card_in_cells(card.place, self._pack.card), own_card=card.card, factor=_MUCH_NEARER
            )
            if rival:
                return Difference("other", f"shows {rival}")
        return self._searcher.name_difference(one, other)

    def _both_cards_as_cut(
        self, card: FoundCard, actual: _RenderedPage, expected: _RenderedPage, part: Part | None
    ) -> tuple[Any, Any] | None:
        """Return a card on both pages, as cut and without its border; None if it extends beyond the page.

        part: which part of the card is on the page, as seen from the front. Joints of parts are painted
        black.
        """
        from PIL import Image, ImageDraw

        part = self._part_seen_from_side(card, part)
        rim = max(_RIM, 2 / actual.across)
        blank = self._pack.card if card.side == "Front" else self._pack.card.seen_from_back
        if blank.shape != "rectangle":
            # The corners of a polygon are rounded to whole pixels, and a guide runs all around it.
            rim += 1 / actual.across
        edge = piece_outline(blank, Rect(0, 0, *blank.size), -rim)
        if part is not None:
            edge = Areas().intersection(edge, rectangle(part.shown.grown(-rim)))
        corners = [actual.to_pixels(card.place, x, y) for x, y in points_of_contour(edge.segments)]
        xs, ys = zip(*corners, strict=True)
        left, upper, right, lower = min(xs), min(ys), max(xs), max(ys)
        wide, high = actual.pixels.size
        if not (0 <= left < right - 2 < wide - 2 and 0 <= upper < lower - 2 < high - 2):
            return None
        box = math.ceil(left), math.ceil(upper), math.floor(right), math.floor(lower)
        one, other = actual.pixels.crop(box), expected.pixels.crop(box)
        if are_pictures_equal(one, other):
            return one, other
        mask = Image.new("L", one.size, 255)
        ImageDraw.Draw(mask).polygon([(x - box[0] - 0.5, y - box[1] - 0.5) for x, y in corners], fill=0)
        for joint in part.joints if part else ():
            ends = (
                actual.to_pixels(card.place, joint.x, joint.y),
                actual.to_pixels(card.place, joint.right, joint.top),
            )
            (left, right), (upper, lower) = (sorted(axis) for axis in zip(*ends, strict=True))
            ImageDraw.Draw(mask).rectangle(
                (left - box[0] - 1, upper - box[1] - 1, right - box[0], lower - box[1]), fill=255
            )
        one.paste(0, mask=mask)
        other.paste(0, mask=mask)
        return one, other

    def _nearer_face_id(
        self, cells: Any, *, own_card: str, factor: float = 1.0, max_distance: float = math.inf
    ) -> str | None:
        """Return the id of the face that resembles a card more than its own face does; None if there is none.

        own_card: the id of the card. A face counts if its distance is less than `factor` times the distance
        to the card's own face, and less than `max_distance`. Of several, the nearest is returned.
        """
        if not self._cells:
            size = self._pack.card.size
            papers = [CardPage(size, (FoundCard("Front", each, IDENTITY),)) for each in self._cards]
            for each, picture in zip(self._cards, self.artist.draw_pages(papers), strict=True):
                own = _RenderedPage(picture, SheetPage(0, size, ())).card_in_cells(IDENTITY, self._pack.card)
                self._cells[each] = own, _square_means(own)
        nearest = min(factor * _picture_distance(cells, self._cells[own_card][0]), max_distance)
        means, rival = _square_means(cells), None
        for each, (other, others) in self._cells.items():
            # Squares differ by no more than their cells, but each mean is rounded.
            if _COARSE * (math.dist(means, others) - math.sqrt(len(means))) < nearest:
                apart = _picture_distance(cells, other)
                if apart < nearest:
                    nearest, rival = apart, each
        return rival


def _square_means(cells: Any) -> tuple[int, ...]:
    """Return the mean level of each square of cells."""
    return tuple(cells.reduce(_COARSE).tobytes())


def _picture_distance(one: Any, other: Any) -> float:
    """Return the distance of two pictures: the root of the sum of their squared differences."""
    from PIL import ImageChops, ImageStat

    return math.sqrt(sum(ImageStat.Stat(ImageChops.difference(one, other)).sum2))


def _text_faults(
    pdf_page: Any, page: SheetPage, pack: Pack, ranks: dict[str, str], part: Part | None, margin: float
) -> Iterator[str]:
    """Yield a fault for each face whose text lacks its rank, and for a caption that lacks its part."""
    text = pdf_page.get_textpage()
    if part is not None:
        width, height = page.size
        if f"{part.label}," not in text.get_text_bounded(0, height - margin - MAP_SIZE, width, height):
            yield f"page {page.number}: its caption does not say that it is the part {part.label}"
    for card in page.cards_on_side("Front"):
        # A part may not have the rank.
        rank = ranks.get(card.card) if part is None else None
        trim = transformed_bounds(card.place, Rect(0, 0, *pack.card.size))
        written = text.get_text_bounded(trim.x, trim.y, trim.right, trim.top)
        # A font may have ligatures in place of letters.
        if rank and rank not in unicodedata.normalize("NFKC", written):
            yield f"page {page.number}: the face of {card.card} does not say {rank}"
    text.close()
