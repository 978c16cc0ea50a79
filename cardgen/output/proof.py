"""A proof: one PDF for approval by a person, with the checks, every face large, and the whole pack."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from .. import __version__
from ..art.frame import OVERSCAN
from ..art.items import Bookmark, Drawing, Instance, Item, Patch, Stroke
from ..art.pdf_writer import PdfWriter
from ..art.piece_outline import piece_outline
from ..errors import UsageError
from ..geometry import Matrix, Rect
from ..pack.model import Pack
from ..prepress.pdf.contents import contents_keywords
from ..text import fonts
from ..text.outlines import rectangle
from ..text.own_fonts import with_pack_fonts
from ..text.reportlab_parts import pdf_bytes, without_ascii_encoding
from ..units import MM, size_text
from .proof_faces import LEAST_HEIGHT, FaceRoom, face_block, face_room, trim_in_block
from .proof_report import ProofBasis, recipient_name, summary_blocks
from .proof_sides import ProofSide, SoftProof, proof_sides
from .proof_type import (
    BODY,
    GREY,
    HEADING,
    INK,
    RULE,
    SMALL,
    ProofBlock,
    blocks_by_page,
    left_line,
    right_line,
    rule_line,
    shortened_proof_line,
    stacked_items,
    wrapped_lines,
)

#: Number of cards above which the contact sheet shows one of each, with its quantity.
_MOST_CARDS = 300
_FEWEST, _MOST_COLUMNS = 6, 11
_GAP, _CAPTION = 6.0, 12.0


class SmallCard(NamedTuple):
    """A small card on the contact sheet: its side, its lower left corner in points, and its caption."""

    side: ProofSide
    x: float
    y: float
    caption: str


class ContactSheet(NamedTuple):
    """The contact sheet: pages of small cards, and their scale."""

    scale: float
    pages: list[list[SmallCard]]
    #: Whether each card is there in its quantity.
    whole: bool


def contact_sheet(
    pack: Pack, sides: Sequence[ProofSide], area: tuple[float, float, float, float]
) -> ContactSheet:
    """Return the contact sheet of all faces. area: its place on each page: x, top, width and height in
    points.
    """
    faces = [side for side in sides if side.key != "back"]
    whole = pack.count <= _MOST_CARDS
    shown = list(_sides_with_captions(faces, whole))
    x, top, width, height = area
    ratio = pack.card.height / pack.card.width
    columns = next(
        (
            each
            for each in range(_FEWEST, _MOST_COLUMNS)
            if _row_count(each, ratio, width, height) * each >= len(shown)
        ),
        _MOST_COLUMNS,
    )
    rows, wide = max(1, _row_count(columns, ratio, width, height)), _card_width(columns, ratio, width, height)
    pages = []
    for first in range(0, len(shown), columns * rows):
        page = []
        for place, (side, caption) in enumerate(shown[first : first + columns * rows]):
            row, column = divmod(place, columns)
            left = x + column * (wide + _GAP)
            page.append(SmallCard(side, left, top - row * (wide * ratio + _CAPTION) - wide * ratio, caption))
        pages.append(page)
    return ContactSheet(wide / pack.card.width, pages, whole)


def _sides_with_captions(faces: Sequence[ProofSide], every_copy: bool) -> Iterator[tuple[ProofSide, str]]:
    """Yield each side with its caption.

    every_copy: True to yield each card as often as the pack has it, with its number as caption; False to
    yield each card once, with its quantity.
    """
    number = 0
    for side in faces:
        if not every_copy:
            yield side, f"{side.quantity} × {side.label}"
            continue
        for _ in range(side.quantity):
            number += 1
            yield side, str(number)


def _card_width(columns: int, ratio: float, width: float, height: float) -> float:
    """Return the width of a card in points, in this number of columns; its height is at most that of the
    page.

    ratio: a card's height divided by its width. width, height: those of the area.
    """
    return min((width - (columns - 1) * _GAP) / columns, (height - _CAPTION) / ratio)


def _row_count(columns: int, ratio: float, width: float, height: float) -> int:
    """Return how many rows of cards fit on a page. The arguments are those of _card_width()."""
    return int((height + 0.01) / (_card_width(columns, ratio, width, height) * ratio + _CAPTION))


A4 = (210 * MM, 297 * MM)
#: The sides of the smallest paper (a little under A5), and the maximum side.
_LEAST_PAPER, _MOST_PAPER = (147 * MM, 209 * MM), 1200 * MM
_MARGIN, _HEAD, _FOOT = 15 * MM, 26 * MM, 19 * MM
#: The gap between two faces on a page, and the maximum number of faces.
_BETWEEN, _MOST_FACES = 18.0, 2
#: Minimum scale of cards beside their notes; smaller ones get a page each, with their notes below.
_SMALL = 0.7
#: The height of the title on the first page, and its font sizes.
_TITLE, _NAMES, _SUBTITLE = 92.0, (28.0, 22.0, 17.0), 12.0
#: Maximum height and width of the cards beside it.
_THUMBS, _WIDEST = 84.0, 100.0
#: The height of the contact sheet's heading.
_TOP = 25.0

#: Called after each page with pages done and pages in all.
Tick = Callable[[int, int], None]


class ProofFile(NamedTuple):
    """The finished proof."""

    data: bytes
    pages: int


class _ProofPage(NamedTuple):
    """The contents of a page: its running head, its items, and its bookmarks (level and title)."""

    head: str
    items: Sequence[Item]
    bookmarks: tuple[tuple[int, str], ...] = ()


@with_pack_fonts
def write_proof(
    pack: Pack,
    checked: ProofBasis,
    shown: Sequence[ProofSide] | None = None,
    paper: tuple[float, float] = A4,
    tick: Tick | None = None,
) -> ProofFile:
    """Return the proof of a pack that was checked. shown: its sides, if they are already known.

    Raises UsageError for paper that is too small or too large.
    """
    if min(paper) < _LEAST_PAPER[0] or max(paper) < _LEAST_PAPER[1] or max(paper) > _MOST_PAPER:
        asked = f"paper of {size_text(*paper)} cannot be used for a proof"
        raise UsageError(f"{asked}: it goes from a5 to 1200 mm a side")
    with without_ascii_encoding():
        return _ProofWriter(
            pack, checked, proof_sides(pack, checked.job) if shown is None else shown, paper, tick
        ).draw_pdf()


class _ProofWriter:
    """Draws the PDF."""

    def __init__(
        self,
        pack: Pack,
        checked: ProofBasis,
        shown: Sequence[ProofSide],
        paper: tuple[float, float],
        tick: Tick | None,
    ) -> None:
        self.pack, self.checked, self.sides, self.paper, self.tick = pack, checked, shown, paper, tick
        self.wording = pack.wording
        fonts.register_fonts()
        self.buffer = io.BytesIO()
        self.canvas = self._new_canvas()
        self.writer = PdfWriter(self.canvas)
        self.area = Rect(_MARGIN, _FOOT, paper[0] - 2 * _MARGIN, paper[1] - _HEAD - _FOOT)
        #: Draws faces from their plates; None if pictures in RGB are delivered.
        self.soft = SoftProof(pack, checked.job) if checked.job else None

    def _new_canvas(self) -> Any:
        from reportlab.pdfgen.canvas import Canvas

        canvas = Canvas(
            self.buffer,
            pagesize=self.paper,
            pageCompression=1,
            invariant=1,
            pdfVersion=(1, 4),
            initialFontName=fonts.TEXT.name,
            lang=self.pack.language,
        )
        canvas.setTitle(self.wording.sentence("{pack}: proof", pack=self.pack.name))
        canvas.setSubject(
            self.wording.sentence("for {whom}", whom=recipient_name(self.checked, self.wording))
        )
        canvas.setAuthor(self.pack.author or "")
        canvas.setKeywords(contents_keywords("proof", self.pack.piece))
        canvas.setCreator(f"cardgen {__version__}")
        return canvas

    def draw_pdf(self) -> ProofFile:
        """Draw all pages and return the finished proof."""
        from ..art.pdf_objects import set_page_groups

        pages = [*self._summary_pages(), *self._face_pages(), *self._contact_pages()]
        for number, page in enumerate(pages, 1):
            marks = [
                Bookmark(f"p{number}-{place}", None, title, level, is_closed=level == 0)
                for place, (level, title) in enumerate(page.bookmarks)
            ]
            self.writer.write_items(
                [*marks, *self._header_and_footer(page.head, number, len(pages)), *page.items]
            )
            self.canvas.showPage()
            if self.tick is not None:
                self.tick(number, len(pages))
        set_page_groups(self.canvas, "rgb")
        return ProofFile(pdf_bytes(self.canvas), len(pages))

    def _header_and_footer(self, head: str, number: int, pages: int) -> list[Item]:
        """Return the header and footer of a page. head: the text at its upper left. number: that of the page,
        from 1.
        """
        area = self.area
        half = area.width / 2 - 6
        top = self.paper[1] - _HEAD + 26
        items: list[Item] = [*left_line(area.x, top, shortened_proof_line(head, half, SMALL), SMALL, GREY)]
        whose = self.wording.sentence("for {whom}", whom=recipient_name(self.checked, self.wording))
        items += right_line(area.right, top, shortened_proof_line(whose, half, SMALL), SMALL, GREY)
        items.append(rule_line(area.x, top - 12, area.width))
        ends = f" · {self.wording.phrase('page', page=number, pages=pages)}"
        begins = self.wording.sentence("Proof, not for print") + " · "
        room = area.width - fonts.TEXT.width(begins + ends, SMALL)
        words = f"{begins}{shortened_proof_line(self.pack.name, room, SMALL)}{ends}"
        items.append(rule_line(area.x, _FOOT - 12, area.width))
        return [*items, *left_line(area.x, _FOOT - 16, words, SMALL, GREY)]

    def _summary_pages(self) -> list[_ProofPage]:
        laid = self._summary_by_page()
        said, checked = self.wording.sentence("Proof"), self.wording.sentence("What was checked")
        first = _ProofPage(said, self._first_page_items(laid[0]), ((0, checked),))
        area = self.area
        return [
            first,
            *(_ProofPage(checked, list(stacked_items(blocks, area.x, area.top))) for blocks in laid[1:]),
        ]

    def _summary_by_page(self) -> list[list[ProofBlock]]:
        """Return the blocks of the summary, page by page.

        The summary states the pages of faces, and these depend on the length of the summary. So it is laid
        out again until both agree.
        """
        area, (per_page, _) = self.area, self._face_row_count_and_room()
        laid: list[list[ProofBlock]] = [[]]
        for _ in range(3):
            before = len(laid)
            shown_on = [before + 1 + place // per_page for place in range(len(self.sides))]
            blocks = summary_blocks(self.pack, self.checked, self.sides, area.width, shown_on)
            laid = blocks_by_page(blocks, area.height, area.height - _TITLE)
            if len(laid) == before:
                break
        return laid

    def _first_page_items(self, blocks: list[ProofBlock]) -> list[Item]:
        """Return the items of the first page: the title, a face and a back beside it, and blocks."""
        area, items = self.area, list[Item]()
        scale = min(_THUMBS / self.pack.card.height, _WIDEST / self.pack.card.width)
        wide = self.pack.card.width * scale
        room = area.width - 2 * wide - 24
        lines, size = self._name_lines_and_size(room)
        for place, text in enumerate(lines):
            items += left_line(area.x, area.top - 6 - place * 1.2 * size, text, size, INK, fonts.INDEX)
        said = self.wording.sentence("Proof for {whom}", whom=recipient_name(self.checked, self.wording))
        words = shortened_proof_line(said, room, _SUBTITLE)
        items += left_line(area.x, area.top - 12 - 1.2 * len(lines) * size, words, _SUBTITLE, GREY)
        x = area.right - 2 * wide - 8
        for side in (self.sides[0], self.sides[-1]):
            items += self._small_side_items(side, x, area.top - self.pack.card.height * scale, scale)
            x += wide + 8
        return [*items, *stacked_items(blocks, area.x, area.top - _TITLE)]

    def _name_lines_and_size(self, room: float) -> tuple[list[str], float]:
        """Return the lines of the pack's name, and their font size in points.

        room: the width for the name, in points. A name that is too long for it even at the smallest size is
        broken into two lines.
        """
        size = next((size for size in _NAMES if fonts.INDEX.width(self.pack.name, size) <= room), _NAMES[-1])
        first, *rest = wrapped_lines(self.pack.name, room, size, fonts.INDEX) or [""]
        return [first, shortened_proof_line(" ".join(rest), room, size, fonts.INDEX)] if rest else [
            first
        ], size

    def _face_row_count_and_room(self) -> tuple[int, FaceRoom]:
        """Return how many sides are on a page, one below the other, and the room for each."""
        area = self.area
        per_page = max(1, min(_MOST_FACES, int((area.height + _BETWEEN) / (LEAST_HEIGHT + _BETWEEN))))
        room = face_room(self.pack, area.width, (area.height - (per_page - 1) * _BETWEEN) / per_page)
        if room.scale < _SMALL:
            alone = face_room(self.pack, area.width, area.height, notes_below=True)
            per_page, room = (1, alone) if alone.scale > room.scale else (per_page, room)
        return per_page, room

    def _face_pages(self) -> list[_ProofPage]:
        """Return the pages with every side of the pack, large."""
        per_page, room = self._face_row_count_and_room()
        pages = []
        for first in range(0, len(self.sides), per_page):
            some = self.sides[first : first + per_page]
            marks = tuple((1, side.label) for side in some)
            heading = ((0, self.wording.sentence("Every face")),) if first == 0 else ()
            said = self.wording.sentence(
                "Every face, {percent} % of true size", percent=f"{100 * room.scale:.0f}"
            )
            pages.append(_ProofPage(said, list(self._page_of_sides(some, room)), (*heading, *marks)))
        return pages

    def _page_of_sides(self, sides: Sequence[ProofSide], room: FaceRoom) -> Iterator[Item]:
        """Yield the items of a page with these sides."""
        for place, side in enumerate(sides):
            top = self.area.top - place * (room.cell[1] + _BETWEEN)
            if place:
                yield rule_line(self.area.x, top + _BETWEEN / 2, self.area.width)
            yield from self._large_side_items(side, room, (self.area.x, top))

    def _large_side_items(self, side: ProofSide, room: FaceRoom, corner: tuple[float, float]) -> list[Item]:
        """Return a side with its bleed, outlines and notes. corner: the upper left one of its room."""
        trim = trim_in_block(self.pack, room, corner)
        window = rectangle(trim.grown(self.pack.card.bleed * room.scale))
        art = self._placed_art(side, (room.scale, 0, 0, room.scale, trim.x, trim.y))
        notes = face_block(self.pack, self.checked.printer, side, room, corner, self.wording)
        return [Drawing((art,), clip=window), *notes]

    def _contact_pages(self) -> list[_ProofPage]:
        """Return the pages of the contact sheet."""
        area = self.area
        laid = contact_sheet(self.pack, self.sides, (area.x, area.top - _TOP, area.width, area.height - _TOP))
        whole = self.wording.sentence("The whole pack")
        marks = ((0, whole),)
        return [
            _ProofPage(whole, list(self._page_of_cards(page, laid)), marks if place == 0 else ())
            for place, page in enumerate(laid.pages)
        ]

    def _page_of_cards(self, page: list[SmallCard], sheet: ContactSheet) -> Iterator[Item]:
        """Yield the items of a page of the contact sheet."""
        area, wording = self.area, self.wording
        wide = self.pack.card.width * sheet.scale
        cards = wording.phrase(f"{self.pack.card_noun}s", n=self.pack.count)
        order = wording.sentence("{cards}, one of each, with how often it is there", cards=cards)
        if sheet.whole:
            order = wording.sentence("{cards}, in print order", cards=cards)
        whole = wording.sentence("The whole pack")
        yield from left_line(area.x, area.top, whole, HEADING, INK, fonts.INDEX)
        yield from right_line(area.right, area.top - 3, order, BODY, GREY)
        for small in page:
            yield from self._small_side_items(small.side, small.x, small.y, sheet.scale)
            words = shortened_proof_line(small.caption, wide, SMALL - 1)
            x = small.x + (wide - fonts.TEXT.width(words, SMALL - 1)) / 2
            yield from left_line(x, small.y - 2, words, SMALL - 1, GREY)

    def _small_side_items(self, side: ProofSide, x: float, y: float, scale: float) -> list[Item]:
        """Return a side clipped to the cut, with a line around it. x, y: its lower left corner, in points."""
        width, height = (length * scale for length in self.pack.card.size)
        blank = self.pack.card.seen_from_back if side.is_back else self.pack.card
        edge = piece_outline(blank, Rect(x, y, width, height))
        art = self._placed_art(side, (scale, 0, 0, scale, x, y))
        return [Drawing((art,), clip=edge), Stroke(edge, RULE, 0.4)]

    def _placed_art(self, side: ProofSide, place: Matrix) -> Instance:
        """Return a side at a place of the page, as the press prints it. For a printer that takes pictures, it
        is drawn as it is delivered.
        """
        trim, bleed = Rect(0, 0, *self.pack.card.size), self.pack.card.bleed

        def plan() -> list[Item]:
            if self.soft is None:
                return [side.art]
            return [Patch(self.soft.picture(side.art), None, trim.grown(bleed))]

        return Instance(side.key, trim.grown(bleed + OVERSCAN), plan, place)
