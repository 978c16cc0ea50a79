"""Sheets for a home printer: cards on paper, backs behind them, guides, a ruler and text outside."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from .. import __version__
from ..art.face import card_side
from ..art.face_recording import FaceRepeater
from ..art.items import Bookmark, DeferredItems, Drawing, Fill, Instance, Item, Marked, Stroke
from ..art.pdf_writer import PdfWriter
from ..art.piece_outline import format_of_side, piece_outline
from ..colour.colors import BLACK, WHITE, Color, color_from_hex
from ..errors import UsageError
from ..geometry import HEXAGONS, IDENTITY, Rect, translation
from ..geometry import combined_matrix as chain_places
from ..layout.guides import CuttingGuides, GuideKind, GuideSides, Segment, cuts_without_marks, cutting_guides
from ..layout.imposition import (
    Backs,
    Imposition,
    Orientation,
    SheetOptions,
    SheetSide,
    Slot,
    TiledImposition,
    impose,
)
from ..layout.paper import MARK
from ..layout.tile_guides import TileGuides, tile_guides
from ..layout.tiling import MAP_SIZE, OVERLAP, TileGrid
from ..pack.model import Card, Pack
from ..pack.numbered_copies import with_each_copy
from ..pack.pieces import CardFormat
from ..pack.selection import cards_by_kind, cards_to_print
from ..prepress.pdf.pdfx import card_content_operator
from ..text import fonts
from ..text.outlines import Shape, joined_shapes, open_line, polygon, rectangle
from ..text.own_fonts import with_pack_fonts
from ..text.reportlab_parts import pdf_bytes, without_ascii_encoding
from ..units import length_text
from . import slug
from .cut_paths import CutPaths
from .printed import PrintedCard, printed_cards

_DARK, _GREY = (
    Color(color_from_hex("#3A3A3A").rgb, (0, 0, 0, 0.85)),
    Color(color_from_hex("#8C8C8C").rgb, (0, 0, 0, 0.5)),
)
#: The guides' colours; on backs one that is visible on a dark ground as well as on paper.
_GUIDES = {"front": _DARK, "both": _DARK, "back": _GREY}
_HAIRLINE = 0.35
#: How far art extends under that of the next card, in points: a pixel of a screen, to hide the seam.
_SEAM = 1.0


class Job(NamedTuple):
    """Which sheets to print of a pack, on which paper, with which guides."""

    layout: SheetOptions = SheetOptions()
    guides: GuideKind = "auto"
    guides_on: GuideSides = "fronts"
    #: Whether corner ticks also extend into the cards' faces.
    guides_inside: bool = False
    only: tuple[str, ...] = ()
    copies: int = 1
    missing: tuple[str, ...] = ()
    #: The cards to print since the last printing, and a digest of that; None for the cards of the other
    #: fields.
    chosen: tuple[tuple[Card, int], ...] | None = None
    follows: str = ""
    #: The name of the pack's file or folder.
    source: str = ""


class SheetsOfKind(NamedTuple):
    """The sheets of one kind of pieces in a file."""

    #: Its name; "" for cards.
    piece: str
    #: The number of its first sheet, from 1; how many there are, and with how many pieces.
    first: int
    sheets: int
    pieces: int
    #: The columns and rows of parts that each piece is in; (1, 1) for whole ones.
    tiles: tuple[int, int] = (1, 1)
    #: The outlines on the first sheet; None for pieces in parts.
    cuts: CutPaths | None = None
    #: The length of the arms of its registration marks, in points; 0 for none.
    arm: float = 0.0


class SheetFile(NamedTuple):
    """A finished PDF with its suffix and what to tell the user about it."""

    #: Appended to the pack's name: "", "-fronts" or "-backs".
    suffix: str
    data: bytes
    pages: int
    #: Number of sheets of paper and of cards; of a file of backs, those they belong to.
    sheets: int
    cards: int
    #: The ruler's length in millimetres, 0 for none.
    ruler: int
    warnings: tuple[str, ...] = ()
    #: Choices that were made because the paper has no room for crop marks.
    notes: tuple[str, ...] = ()
    #: The sheets of each kind of pieces, in their order.
    kinds: tuple[SheetsOfKind, ...] = ()


#: The files that a job makes: suffix of the name, and the sides in it.
_FILES: dict[Backs, dict[str, tuple[str, ...]]] = {
    "duplex": {"": ("front", "back")},
    "separate": {"-fronts": ("front",), "-backs": ("back",)},
    "none": {"": ("front",)},
    "gutterfold": {"": ("front",)},
}

#: Called after each page with pages done and pages in all.
Tick = Callable[[int, int], None]


@with_pack_fonts
def write_sheets(pack: Pack, job: Job, tick: Tick | None = None) -> list[SheetFile]:
    """Return the sheets of a pack as PDF files: one file, or separate ones of fronts and backs.

    Each kind of pieces has its own sheets in a file. Raises UsageError for contradictory options, and for
    cards that do not fit on the paper.
    """
    pack = with_each_copy(pack, job.copies)
    cards = (
        cards_to_print(pack, job.only, job.copies, job.missing) if job.chosen is None else list(job.chosen)
    )
    chosen = cards_by_kind(pack, cards)
    if job.guides in _STRAIGHT and all(kind.card.shape != "rectangle" for kind, _ in chosen):
        shape = chosen[0][0].card.shape_word
        raise UsageError(
            f"--guides {job.guides} marks straight cuts, and a {shape} is cut along its outline: "
            "leave --guides out"
        )
    impositions = _impositions_by_kind(chosen, job)
    with without_ascii_encoding():
        return [
            _SheetWriter(pack, job, chosen, impositions, faces, tick).draw_pdf(suffix)
            for suffix, faces in _FILES[job.layout.backs].items()
        ]


#: Guides that mark straight cuts.
_STRAIGHT: tuple[GuideKind, ...] = ("crop", "lines", "ticks")
#: The cards of a kind with their quantities, and its pack.
_Chosen = tuple[Pack, list[tuple[Card, int]]]


def _guide_kind_for_card(card: CardFormat, requested: GuideKind) -> GuideKind:
    """Return the guides for a kind of pieces: on pieces that are not rectangles, guides follow the
    outline.
    """
    return requested if card.shape == "rectangle" or requested == "none" else "rounded"


def _impositions_by_kind(chosen: Sequence[_Chosen], job: Job) -> list[Imposition]:
    """Return the imposition of each kind: all on paper of one orientation, if pieces fit on it.

    A printer that prints on both sides flips all pages of a file on the same edge. Raises UsageError if a
    piece does not fit on the paper.
    """
    own = [_impose_kind(*each, job, job.layout) for each in chosen]
    if len({each.grid.page for each in own}) == 1:
        return own
    alike = []
    orientations: tuple[Orientation, ...] = ("portrait", "landscape")
    for orientation in orientations:
        layout = job.layout._replace(orientation=orientation)
        with suppress(UsageError):
            made = [_impose_kind(*each, job, layout) for each in chosen]
            is_other = made[0].grid.page != own[0].grid.page
            alike.append((sum(each.sheets for each in made), is_other, made))
    return min(alike, key=itemgetter(0, 1))[2] if alike else own


def _impose_kind(kind: Pack, cards: Sequence[tuple[Card, int]], job: Job, layout: SheetOptions) -> Imposition:
    """Return how the cards of one kind are placed on sheets. Raises UsageError if they do not fit."""
    card, count = kind.card, sum(times for _, times in cards)
    marks = _guide_kind_for_card(card, job.guides) in ("auto", "crop")
    try:
        return impose(count, card.size, card.bleed, layout, marks, card.shape)
    except UsageError as error:
        if not kind.piece:
            raise
        raise UsageError(f"{kind.piece}: {error}; --only piece={kind.piece} makes its sheets alone") from None


class _SheetWriter:
    """Draws one PDF of sheets."""

    def __init__(
        self,
        pack: Pack,
        job: Job,
        chosen: Sequence[_Chosen],
        impositions: Sequence[Imposition],
        faces: tuple[str, ...],
        tick: Tick | None,
    ) -> None:
        self.tick = tick
        #: The pack of the only kind of pieces, or the whole one of several.
        self.pack = chosen[0][0] if len(chosen) == 1 else pack
        self.whole, self.job, self.faces = pack, job, faces
        self.kinds: list[_KindPlanner] = []
        for (kind, cards), imposition in zip(chosen, impositions, strict=True):
            own = job._replace(guides=_guide_kind_for_card(kind.card, job.guides))
            # Parts of a file that are drawn again have names, which differ between kinds.
            prefix = f"k{len(self.kinds)}-" if self.kinds else ""
            first = sum(each.imposition.sheets for each in self.kinds)
            self.kinds.append(_KindPlanner(kind, own, imposition, cards, prefix, first))
        self.sheets = sum(each.imposition.sheets for each in self.kinds)
        fonts.register_fonts()
        self.buffer = io.BytesIO()
        self.canvas = self._new_canvas()
        self.writer = PdfWriter(self.canvas)
        self.writer.repeater = FaceRepeater(self.writer)
        # Rotation on large paper needs more decimals than translation.
        self.writer.decimals = (8, 4)
        self.page = 0

    def _new_canvas(self) -> Any:
        from reportlab.pdfgen.canvas import Canvas

        return Canvas(
            self.buffer,
            pagesize=self.kinds[0].imposition.grid.page,
            pageCompression=1,
            invariant=1,
            pdfVersion=(1, 7),
            initialFontName=fonts.TEXT.name,
            lang=self.pack.language,
        )

    def draw_pdf(self, suffix: str) -> SheetFile:
        """Draw all pages, and return the PDF. suffix: that of the file's name."""
        from ..art.pdf_objects import set_page_groups

        self._set_metadata()
        for kind in self.kinds:
            self.canvas.setPageSize(kind.imposition.grid.page)
            for front in kind.imposition.front_sides():
                if "front" in self.faces:
                    folded = self.job.layout.backs == "gutterfold"
                    self._draw_sheet(kind, kind.imposition.side_to_fold(front) if folded else front)
                if "back" in self.faces:
                    self._draw_sheet(kind, kind.imposition.back_side(front))
        set_page_groups(self.canvas, "rgb")
        data = pdf_bytes(self.canvas)
        told = tuple(kind.sheets_of_kind for kind in self.kinds)
        warnings, notes = (self._texts_of_kinds(place) for place in range(2))
        notes += tuple(
            f"{kind.pack.piece}: guides follow its outline"
            for kind in self.kinds
            if self.job.guides in _STRAIGHT and kind.job.guides != self.job.guides
        )
        count, ruler = sum(each.pieces for each in told), self.kinds[0].ruler
        return SheetFile(suffix, data, self.page, self.sheets, count, ruler, warnings, notes, told)

    def _texts_of_kinds(self, place: int) -> tuple[str, ...]:
        """Return the warnings or the notes of all kinds of pieces. A text that applies to every kind is there
        once.

        place: 0 for warnings, 1 for notes.
        """
        texts = [kind.warnings_and_notes()[place] for kind in self.kinds]
        shared = [text for text in texts[0] if len(texts) > 1 and all(text in each for each in texts)]
        own = [
            self._text_of_kind(kind, text)
            for kind, each in zip(self.kinds, texts, strict=True)
            for text in each
            if text not in shared
        ]
        return (*shared, *own)

    def _text_of_kind(self, kind: _KindPlanner, text: str) -> str:
        """Return a text about one kind of pieces. If the file has several kinds, the name of the kind
        precedes the text.
        """
        return f"{kind.pack.piece or 'cards'}: {text}" if len(self.kinds) > 1 else text

    def _set_metadata(self) -> None:
        canvas, pack, layout = self.canvas, self.pack, self.job.layout
        canvas.setTitle(f"{pack.name}: cards to print and cut")
        canvas.setAuthor(pack.author or "")
        canvas.setSubject(pack.edition or "")
        canvas.setCreator(f"cardgen {__version__}")
        canvas.setKeywords(json.dumps(self._metadata, separators=(",", ":"), ensure_ascii=True))
        canvas.setViewerPreference("PrintScaling", "None")
        duplex = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}[layout.flip]
        canvas.setViewerPreference("Duplex", duplex if self.faces == ("front", "back") else "Simplex")

    @cached_property
    def _metadata(self) -> dict[str, object]:
        """Return the metadata of the file, which the command `verify` reads."""
        layout, job = self.job.layout, self.job
        own = self.kinds[0].metadata
        if len(self.kinds) > 1:
            sides = len(self.faces)
            own = {
                "kinds": [
                    {**each.metadata, "pages": sides * each.sheets_of_kind.sheets} for each in self.kinds
                ]
            }
        return {
            "cardgen": __version__,
            "pack": (self.pack.whole_pack or self.pack).name,
            **({"source": self.job.source} if self.job.source else {}),
            **own,
            "margin": round(layout.margin, 4),
            "backs": layout.backs,
            "sides": list(self.faces),
            "flip": layout.flip,
            "back_offset": [round(part, 4) for part in layout.back_offset],
            "back_rotate": layout.back_rotate,
            "only": list(job.only),
            "copies": job.copies,
            "missing": list(job.missing) if job.chosen is None else self._terms_for_missing_option,
            # Cards have no kind, to save room.
            "printed": [list(each if each.piece else each[:-1]) for each in self._cards_after_printing],
            **({"follows": job.follows} if job.follows else {}),
        }

    @property
    def _cards(self) -> list[tuple[Card, int]]:
        """Return the cards of all kinds with their quantities."""
        return [card for kind in self.kinds for card in kind.cards]

    @property
    def _terms_for_missing_option(self) -> list[str]:
        """Return for each printed card the term that selects it in the option --missing."""
        return [f'id="{card.id}":{times}' for card, times in self._cards]

    @property
    def _cards_after_printing(self) -> Sequence[PrintedCard]:
        """Return a record of each card that the user has after this printing. If only changes are printed,
        cards that were printed before are included.
        """
        cards = self._cards
        if self.job.chosen is not None:
            cards = [(card, card.quantity) for card in self.whole.cards if card.quantity]
        if any(card.copy_of for card, _ in cards):
            # The next printing compares the card, not each of its numbered copies.
            times = Counter[str]()
            for card, count in cards:
                times[card.copy_of.id if card.copy_of else card.id] += count
            cards = [(card, times[card.id]) for card in self.whole.deck_cards if times[card.id]]
        return printed_cards(self.whole, cards, backs=self.job.layout.backs != "none")

    def _draw_sheet(self, kind: _KindPlanner, side: SheetSide) -> None:
        """Draw one page, with its bookmark."""
        self.page += 1
        number = kind.first + side.sheet + 1
        called = "sheet" if side.face == "both" else side.face
        title = kind.pack.wording.phrase(f"outline-{called}", sheet=number)
        if side.tile is not None:
            title += f": {side.tile.label}"
        marks = [Bookmark(f"p{self.page}", title=title)]
        if len(self.kinds) > 1:
            begins = side.sheet == 0 and (side.face != "back" or self.faces == ("back",))
            heading = [Bookmark(f"k{kind.first}", title=kind.pack.name)] if begins else []
            marks = [*heading, marks[0]._replace(level=1)]
        self.writer.write_items(chain(kind.items(side, self.page, self.sheets * len(self.faces)), marks))
        self.canvas.showPage()
        if self.tick is not None:
            self.tick(self.page, self.sheets * len(self.faces))


class _KindPlanner:
    """Plans the sheets of one kind of pieces."""

    def __init__(
        self,
        pack: Pack,
        job: Job,
        imposition: Imposition,
        cards: Sequence[tuple[Card, int]],
        prefix: str,
        first: int,
    ) -> None:
        """Prepare the plan of the sheets of one kind of pieces.

        prefix: the beginning of the names of drawings that the file contains once. first: the number of
        sheets before these.
        """
        self.pack, self.job, self.imposition, self.cards = pack, job, imposition, cards
        self.prefix, self.first = prefix, first
        #: The index in `cards` of each card to print.
        self.order = [place for place, (_, times) in enumerate(cards) for _ in range(times)]
        #: The guides of a side, by its number of cards.
        self.guided: dict[str, list[Item]] = {}
        self.trim = Rect(0, 0, *pack.card.size)
        #: As much of a card as a file holds.
        self.art = self.trim.grown(pack.card.bleed + 1)

    @property
    def sheets_of_kind(self) -> SheetsOfKind:
        """Return what is reported to the user about the sheets of this kind of pieces."""
        grid = self.imposition.grid
        tiles = (grid.columns, grid.rows) if isinstance(self.imposition, TiledImposition) else (1, 1)
        marks = self.job.layout.registration
        return SheetsOfKind(
            self.pack.piece,
            self.first + 1,
            self.imposition.sheets,
            len(self.order),
            tiles,
            self.cut_paths,
            marks.arm_length(grid.area) if marks else 0.0,
        )

    @property
    def metadata(self) -> dict[str, object]:
        """Return the metadata that the command `verify` reads from the file, for this kind of pieces."""
        back = self.pack.back
        return {
            **({"piece": self.pack.piece or "card"} if self.pack.whole_pack else {}),
            "trim": [round(side, 4) for side in self.pack.card.size],
            "look": {
                "style": self.pack.style,
                "ink_saver": self.pack.ink_saver,
                "stripe": self.pack.stripe.on,
                **({"suit_styles": True} if any(suit.style for suit in self.pack.suits.values()) else {}),
                "back": "image" if back.image else "layout" if back.layout else back.pattern,
            },
            "fold": self.imposition.grid.fold,
            **(
                {"tiles": _tiles_metadata(self.imposition.grid)}
                if isinstance(self.imposition, TiledImposition)
                else {}
            ),
            **self._registration_metadata,
            **self._correction_metadata,
        }

    @property
    def _registration_metadata(self) -> dict[str, object]:
        """Return metadata of the registration marks on fronts, for `verify`; an empty dictionary if there are
        no marks.
        """
        marks = self.job.layout.registration
        if marks is None:
            return {}
        arm = marks.arm_length(self.imposition.grid.area)
        return {"registration": {"marks": marks.marks, "inset": round(marks.inset, 4), "arm": round(arm, 4)}}

    @property
    def _correction_metadata(self) -> dict[str, object]:
        """Return metadata of the correction for a home printer, for `verify`; an empty dictionary if pages
        are not corrected.
        """
        printer = self.job.layout.home_printer
        if printer is None or self.imposition.calibration is None:
            return {}
        sides = {face: list(self.imposition.correction(face)) for face in ("front", "back")}
        return {"correction": {"printer": printer.name, **sides}}

    @cached_property
    def _text_strips(self) -> slug.Strips | None:
        """Return the strips for text and ruler beside the cards; None if there is no room."""
        return slug.free_strips(self.imposition.grid)

    @property
    def ruler(self) -> int:
        """Return the length of the ruler in millimetres, 0 for none."""
        return slug.ruler_length(self._text_strips.room) if self._text_strips is not None else 0

    def warnings_and_notes(self) -> tuple[list[str], list[str]]:
        """Return warnings, and notes on marks that were left out because the paper has no room for them."""
        warnings, notes = list(self.imposition.warnings), list(self.imposition.notes)
        if not self.first and self._text_strips is None:
            # Users measure on page 1 that nothing was scaled.
            warnings.append(
                "there is no room for the 100 mm ruler; use a smaller margin or one column or row less to "
                "get it"
            )
        unmarked = cuts_without_marks(self.imposition.grid, self.job.guides, self.job.guides_inside)
        if unmarked and self.job.guides == "auto":
            notes.append(
                f"ticks in the cards' corners show where to cut between {' and '.join(unmarked)}: "
                "the paper has no room for crop marks there"
            )
        elif unmarked:
            marks = "crop marks" if self.job.guides == "crop" else "ticks"
            warnings.append(
                f"the paper has no room for {marks} between {' and '.join(unmarked)} "
                f"({length_text(MARK)} at least); leave --guides out, use lines, or larger paper, or "
                "fewer of them"
            )
        return warnings, notes

    def items(self, side: SheetSide, page: int, pages: int) -> Iterator[Item]:
        """Yield the items of a page. page: its number, from 1. pages: how many the file has."""
        moved = side.face == "back" and (self.job.layout.back_rotate or any(self.job.layout.back_offset))
        correction = self.imposition.correction(side.face)
        # One by one, so that what takes too much is reported at its card.
        cards = self._card_items(side)
        shown = [Drawing(tuple(cards), self.imposition.back_offset_matrix)] if moved else cards
        marks = self._registration_marks() if side.face == "front" else ()
        page_items = chain(shown, self._slug_items(side, page, pages), marks)
        yield from page_items if correction == IDENTITY else [Drawing(tuple(page_items), correction)]

    def _registration_marks(self) -> Iterator[Item]:
        """Yield the marks by which a cutter finds the sheet."""
        marks, grid = self.job.layout.registration, self.imposition.grid
        if marks is not None:
            yield from (
                Fill(rectangle(each), BLACK)
                for each in marks.mark_rects(grid.page, marks.arm_length(grid.area))
            )

    @property
    def cut_paths(self) -> CutPaths | None:
        """Return the outlines on the first sheet, as its front is seen; None for pieces in parts.

        With registration marks they are those of a full sheet.
        """
        if isinstance(self.imposition, TiledImposition):
            return None
        grid = self.imposition.grid
        # With marks they are centred on the page by hand, as those of a full sheet are.
        is_whole = self.job.layout.registration is not None
        count = grid.capacity if is_whole else min(grid.capacity, self.imposition.count)
        trims = map(grid.trim, range(count))
        return CutPaths(grid.page, [piece_outline(self.pack.card, trim) for trim in trims])

    def _slug_items(self, side: SheetSide, page: int, pages: int) -> Iterator[Item]:
        """Yield the items of the text and the ruler beside the cards, if there is room."""
        strips = self._text_strips
        if strips is None:
            return
        numbered = side._replace(sheet=self.first + side.sheet)
        printer = self.job.layout.home_printer
        corrected = printer.name if printer and self.imposition.calibration else ""
        parts = slug.caption_parts(self.pack, self.job.layout, numbered, page, pages, corrected)
        room = strips.room
        if side.tile is not None and isinstance(self.imposition, TiledImposition):
            grid, axis = self.imposition.grid, self.imposition.mirrored_axis
            board, wide = slug.tile_map_items_and_width(grid, side.tile, axis if side.face == "back" else "")
            yield Drawing(
                tuple(board),
                translation(grid.printable_area.right - wide, grid.printable_area.top - MAP_SIZE),
            )
            room -= 2 * (wide + slug.APART)
            strips = strips._replace(words=chain_places(translation(wide + slug.APART, 0), strips.words))
        yield Drawing((slug.caption_line(parts, room),), strips.words)
        if self.ruler:
            box = slug.ruler_box(strips.room)
            wording, length = self.pack.wording, self.ruler

            def plan() -> list[Item]:
                return list(slug.ruler_items(length, strips.room, wording))

            yield Instance(f"{self.prefix}ruler", box, plan, strips.ruler)

    def _card_items(self, side: SheetSide) -> Iterator[Item]:
        """Yield the cards of a page, and the guides where they are wanted."""
        behind = side.face == "back"
        for place, slot in enumerate(side.slots):
            yield self._back_item(slot, place) if behind else self._face_item(slot, place)
        for place, slot in enumerate(side.backs):
            yield self._back_item(slot, place)
        wanted = self.job.guides_on
        if side.face == "both" or wanted == "both" or wanted == side.face + "s":
            yield from self._guide_items(side)

    def _face_item(self, slot: Slot, place: int) -> Item:
        """Return the face of a card in its slot. place: the slot's index on the sheet."""
        kind = self.order[slot.card]
        card, times = self.cards[kind]
        form = (
            f"{self.prefix}face-{kind + 1}"
            if times > 1 or isinstance(self.imposition, TiledImposition)
            else None
        )
        window = self._window_without_seam(slot.window, place, is_back=False)
        return self._side_in_slot(slot, window, card_content_operator("Front", card.id), card, form)

    def _back_item(self, slot: Slot, place: int) -> Item:
        """Return the back of a card in its slot. place: the slot's index on the sheet."""
        name = self.pack.back_of(self.cards[self.order[slot.card]][0])
        is_again = len(self.order) > 1 or isinstance(self.imposition, TiledImposition)
        form = f"{self.prefix}{name}" if is_again else None
        window = self._window_without_seam(slot.window, place, is_back=True)
        return self._side_in_slot(slot, window, card_content_operator("Back", name), name, form)

    def _window_without_seam(self, window: Rect, place: int, is_back: bool) -> Rect:
        """Return a card's window, extended a little under the cards that are drawn after it: no white line
        shows between them.
        """
        grid, axis = self.imposition.grid, self.imposition.mirrored_axis if is_back else ""
        if self.pack.card.shape in HEXAGONS or isinstance(self.imposition, TiledImposition):
            return window
        row, column = divmod(grid.cells[place], grid.columns)
        wide = _SEAM if column < grid.columns - 1 else 0.0
        high = _SEAM if row < grid.rows - 1 else 0.0
        x = window.x - wide if axis == "x" else window.x
        y = window.y if axis == "y" else window.y - high
        return Rect(x, y, window.width + wide, window.height + high)

    def _side_in_slot(
        self, slot: Slot, window: Rect, name: str, card: Card | str, form: str | None
    ) -> Drawing:
        """Return a side of a card in its slot.

        form: the name of the form in which the file contains the side once for all sheets; None if the side
        is used only once.
        """

        def plan() -> list[Item]:
            if isinstance(card, Card):
                return [DeferredItems(lambda: [card_side(self.pack, card, self.trim)], self.pack, card)]
            return [card_side(self.pack, card, self.trim)]

        blank, clip = self.pack.card, None
        if blank.shape != "rectangle":
            if slot.cell:
                clip = polygon(slot.cell)
            else:
                clip = piece_outline(format_of_side(self.pack, card), self.trim, blank.bleed).transformed(
                    slot.place
                )
        shown = plan() if form is None else [Instance(form, self.art, plan)]
        card_in_place = Drawing((Marked(tuple(shown), name),), slot.place)
        return Drawing(
            (Drawing((card_in_place,), clip=clip) if clip else card_in_place,), clip=rectangle(window)
        )

    def _guide_items(self, side: SheetSide) -> list[Item]:
        """Return the cutting guides of a page. The file contains them once for all pages with the same number
        of cards.
        """
        if isinstance(self.imposition, TiledImposition):
            return list(self._tile_guides(self.imposition, side))
        name = f"{self.prefix}guides-{side.face}-{len(side.slots)}"
        if name not in self.guided:
            made = cutting_guides(self.imposition.grid, side, self.job.guides, self.job.guides_inside)
            outlines = self._outlines(side) if made.has_outlines else ()
            self.guided[name] = list(self._guide_lines(made, outlines, side.face))
        items = self.guided[name]
        return [Instance(name, Rect(0, 0, *self.imposition.grid.page), lambda: items)] if items else []

    def _outlines(self, side: SheetSide) -> list[Shape]:
        """Return the outlines of the cards on a page, those of fronts, then those of backs."""
        blank = self.pack.card
        fronts, backs = ((), side.slots) if side.face == "back" else (side.slots, side.backs)
        return [piece_outline(blank, self.trim).transformed(slot.place) for slot in fronts] + [
            piece_outline(blank.seen_from_back, self.trim).transformed(slot.place) for slot in backs
        ]

    def _guide_lines(self, guides: CuttingGuides, outlines: Sequence[Shape], face: str) -> Iterator[Item]:
        over = [open_line((x0, y0), (x1, y1)) for x0, y0, x1, y1 in guides.lines_over_art]
        edges = list(outlines)
        if self.pack.card.shape != "rectangle":
            # These are the only guides, and must be visible on any ground.
            over += edges
            edges = []
        if over:
            yield Stroke(joined_shapes(*over), WHITE, 3 * _HAIRLINE)
        strokes = over + [open_line((x0, y0), (x1, y1)) for x0, y0, x1, y1 in guides.lines]
        strokes += edges
        if strokes:
            yield Stroke(joined_shapes(*strokes), _GUIDES[face], _HAIRLINE)
        folds = [open_line((x0, y0), (x1, y1)) for x0, y0, x1, y1 in guides.folds]
        if folds:
            yield Stroke(joined_shapes(*folds), BLACK, 0.5, dash=(4, 3))

    def _tile_guides(self, tiling: TiledImposition, side: SheetSide) -> Iterator[Item]:
        """Yield the guides on the sheet of a part: the visible outline, the joints, and the names of the
        neighbours.
        """
        made = tile_guides(tiling, side, self.job.guides, self.job.guides_inside)
        if self.job.guides == "rounded":
            outlines = tuple(self._guide_lines(CuttingGuides(), self._outlines(side), side.face))
            yield Drawing(outlines, clip=rectangle(side.slots[0].window))
        yield from joint_lines(made, _GUIDES[side.face])
        yield from slug.neighbour_name_items(made.names)


#: The dashes of a line up to which a neighbour is glued, in points.
_GLUE = (4, 3)


def joint_lines(guides: TileGuides, color: Color) -> Iterator[Item]:
    """Yield the lines where parts are cut (solid) and glued (dashed)."""
    groups: tuple[tuple[Sequence[Segment], Sequence[Segment], tuple[float, float] | None], ...] = (
        (guides.cuts, guides.cuts_over_art, None),
        (guides.glue, guides.glue_over_art, _GLUE),
    )
    for on_paper, over, dash in groups:
        lines, above = (
            [open_line((x0, y0), (x1, y1)) for x0, y0, x1, y1 in some] for some in (on_paper, over)
        )
        if above:
            yield Stroke(joined_shapes(*above), WHITE, 3 * _HAIRLINE)
        if lines or above:
            yield Stroke(joined_shapes(*lines, *above), color, _HAIRLINE, dash=dash)


def _tiles_metadata(grid: TileGrid) -> dict[str, object]:
    """Return how a piece is divided into parts on several sheets, for `verify`."""
    return {
        "columns": grid.columns,
        "rows": grid.rows,
        "overlap": round(OVERLAP, 4),
        "corner": [round(part, 4) for part in grid.corner],
    }
