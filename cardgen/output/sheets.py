"""Sheets for a home printer: cards on paper, backs behind them, guides, a ruler and text outside."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from .. import __version__
from ..art.face import card_side
from ..art.items import Bookmark, Drawing, Instance, Item, Marked, Stroke
from ..art.pdf_writer import PdfWriter
from ..art.piece_outline import outline
from ..colour.colors import BLACK, WHITE, Color, from_hex
from ..errors import UsageError
from ..geometry import HEXAGONS, Rect
from ..layout.guides import Guides, Kind, Where, guides, unmarked_cuts
from ..layout.imposition import Backs, Imposition, SheetOptions, SheetSide, Slot, impose
from ..layout.paper import MARK
from ..pack.model import Card, Pack
from ..pack.pieces import CardFormat
from ..pack.selection import deck
from ..prepress.pdf.pdfx import named
from ..text import fonts
from ..text.outlines import join, open_line, polygon, rectangle
from ..text.own_fonts import with_pack_fonts
from ..text.reportlab_parts import packed_once
from ..units import shown
from . import slug
from .printed import Printed, printed_cards

_DARK, _GREY = Color(from_hex("#3A3A3A").rgb, (0, 0, 0, 0.85)), Color(from_hex("#8C8C8C").rgb, (0, 0, 0, 0.5))
#: The guides' colours; on backs one that is visible on a dark ground as well as on paper.
_GUIDES = {"front": _DARK, "both": _DARK, "back": _GREY}
_HAIRLINE = 0.35
#: How far art extends under that of the next card, in points: a pixel of a screen, to hide the seam.
_SEAM = 1.0


class Job(NamedTuple):
    """Which sheets to print of a pack, on which paper, with which guides."""

    layout: SheetOptions = SheetOptions()
    guides: Kind = "auto"
    guides_on: Where = "fronts"
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
    """Return the sheets of a pack as PDF files: one, or fronts and backs separately.

    Raises UsageError for contradictory options or cards that do not fit on the paper.
    """
    cards = deck(pack, job.only, job.copies, job.missing) if job.chosen is None else list(job.chosen)
    count = sum(times for _, times in cards)
    if pack.card.shape != "rectangle":
        job = job._replace(guides=_guides_of_shape(pack.card, job.guides))
    marks = job.guides in ("auto", "crop")
    imposition = impose(count, pack.card.size, pack.card.bleed, job.layout, marks, pack.card.shape)
    with packed_once():
        return [
            _Writer(pack, job, imposition, cards, faces, tick).file(suffix)
            for suffix, faces in _FILES[job.layout.backs].items()
        ]


def _guides_of_shape(card: CardFormat, asked: Kind) -> Kind:
    """Return the guides of a piece that is no rectangle. Raises UsageError for marks of straight cuts."""
    if asked in ("crop", "lines", "ticks"):
        raise UsageError(
            f"--guides {asked} marks straight cuts, and a {card.shape_word} is cut along its outline: "
            "leave --guides out"
        )
    return "none" if asked == "none" else "rounded"


class _Writer:
    """Draws one PDF of sheets."""

    def __init__(
        self,
        pack: Pack,
        job: Job,
        imposition: Imposition,
        cards: Sequence[tuple[Card, int]],
        faces: tuple[str, ...],
        tick: Tick | None,
    ) -> None:
        self.tick = tick
        self.pack, self.job, self.imposition, self.cards, self.faces = pack, job, imposition, cards, faces
        fonts.register()
        self.buffer = io.BytesIO()
        self.canvas = self._canvas()
        self.writer = PdfWriter(self.canvas)
        # Rotation on large paper needs more decimals than translation.
        self.writer.decimals = (8, 4)
        #: The index in `cards` of each card to print.
        self.order = [place for place, (_, times) in enumerate(cards) for _ in range(times)]
        #: The guides of a side, by its number of cards.
        self.guided: dict[str, list[Item]] = {}
        self.trim = Rect(0, 0, *pack.card.size)
        #: As much of a card as a file holds.
        self.art = self.trim.grown(pack.card.bleed + 1)
        self.page = 0
        self.ruler = 0

    def _canvas(self) -> Any:
        from reportlab.pdfgen.canvas import Canvas

        return Canvas(
            self.buffer,
            pagesize=self.imposition.grid.page,
            pageCompression=1,
            invariant=1,
            pdfVersion=(1, 7),
            initialFontName=fonts.TEXT.name,
            lang=self.pack.language,
        )

    def file(self, suffix: str) -> SheetFile:
        """Draw all pages and return the file."""
        from ..art.pdf_objects import set_page_groups

        self._describe()
        for front in self.imposition.fronts():
            if "front" in self.faces:
                folded = self.job.layout.backs == "gutterfold"
                self._sheet(self.imposition.folded(front) if folded else front)
            if "back" in self.faces:
                self._sheet(self.imposition.back(front))
        set_page_groups(self.canvas, "rgb")
        data = self.canvas.getpdfdata()
        warnings, notes = list(self.imposition.warnings), list(self.imposition.notes)
        unmarked = unmarked_cuts(self.imposition.grid, self.job.guides, self.job.guides_inside)
        if unmarked and self.job.guides == "auto":
            notes.append(
                f"ticks in the cards' corners show where to cut between {' and '.join(unmarked)}: "
                "the paper has no room for crop marks there"
            )
        elif unmarked:
            marks = "crop marks" if self.job.guides == "crop" else "ticks"
            warnings.append(
                f"the paper has no room for {marks} between {' and '.join(unmarked)} "
                f"({shown(MARK)} at least); leave --guides out, use lines, or larger paper, or fewer of them"
            )
        sheets, cards = self.imposition.sheets, len(self.order)
        return SheetFile(suffix, data, self.page, sheets, cards, self.ruler, tuple(warnings), tuple(notes))

    def _describe(self) -> None:
        canvas, pack, layout = self.canvas, self.pack, self.job.layout
        canvas.setTitle(f"{pack.name}: cards to print and cut")
        canvas.setAuthor(pack.author or "")
        canvas.setSubject(pack.edition or "")
        canvas.setCreator(f"cardgen {__version__}")
        canvas.setKeywords(json.dumps(self._declaration, separators=(",", ":"), ensure_ascii=True))
        canvas.setViewerPreference("PrintScaling", "None")
        duplex = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}[layout.flip]
        canvas.setViewerPreference("Duplex", duplex if self.faces == ("front", "back") else "Simplex")

    @cached_property
    def _declaration(self) -> dict[str, object]:
        """Return the declaration that `verify` needs to verify the file."""
        layout, job, back = self.job.layout, self.job, self.pack.back
        return {
            "cardgen": __version__,
            "pack": (self.pack.whole or self.pack).name,
            **({"piece": self.pack.piece or "card"} if self.pack.whole else {}),
            **({"source": self.job.source} if self.job.source else {}),
            "trim": [round(side, 4) for side in self.pack.card.size],
            "look": {
                "style": self.pack.style,
                "ink_saver": self.pack.ink_saver,
                "stripe": self.pack.stripe.on,
                **({"suit_styles": True} if any(suit.style for suit in self.pack.suits.values()) else {}),
                "back": "image" if back.image else "layout" if back.layout else back.pattern,
            },
            "margin": round(layout.margin, 4),
            "backs": layout.backs,
            "sides": list(self.faces),
            "flip": layout.flip,
            "fold": self.imposition.grid.fold,
            "back_offset": [round(part, 4) for part in layout.back_offset],
            "back_rotate": layout.back_rotate,
            "only": list(job.only),
            "copies": job.copies,
            "missing": list(job.missing) if job.chosen is None else self._chosen_terms,
            "printed": [list(each) for each in self._printed],
            **({"follows": job.follows} if job.follows else {}),
        }

    @property
    def _chosen_terms(self) -> list[str]:
        """Return the terms of --missing that name the printed cards."""
        return [f'id="{card.id}":{times}' for card, times in self.cards]

    @property
    def _printed(self) -> Sequence[Printed]:
        """Return the cards that a user has after this printing, and the digest of the printing that it
        follows.
        """
        is_whole = self.job.chosen is not None
        cards = (
            [(card, card.quantity) for card in self.pack.cards if card.quantity] if is_whole else self.cards
        )
        return printed_cards(self.pack, cards, backs=self.job.layout.backs != "none")

    def _sheet(self, side: SheetSide) -> None:
        """Draw one page."""
        self.page += 1
        moved = side.face == "back" and (self.job.layout.back_rotate or any(self.job.layout.back_offset))
        # One by one, so that what takes too much is reported at its card.
        cards = self._cards(side)
        kind = "sheet" if side.face == "both" else side.face
        title = self.pack.wording.say(f"outline-{kind}", sheet=side.sheet + 1)
        items = [Drawing(tuple(cards), self.imposition.back_shift)] if moved else cards
        self.writer.paint(chain(items, self._slug(side), [Bookmark(f"p{self.page}", title=title)]))
        self.canvas.showPage()
        if self.tick is not None:
            self.tick(self.page, self.imposition.sheets * len(self.faces))

    def _slug(self, side: SheetSide) -> Iterator[Item]:
        """Yield the text and the ruler outside the cards, if there is room."""
        strips = slug.strips(self.imposition.grid)
        if strips is None:
            return
        pages = self.imposition.sheets * len(self.faces)
        parts = slug.caption(self.pack, self.job.layout, side, self.page, pages)
        yield Drawing((slug.caption_line(parts, strips.room),), strips.words)
        self.ruler = slug.ruler_length(strips.room)
        if self.ruler:
            box = slug.ruler_box(strips.room)
            wording = self.pack.wording

            def plan() -> list[Item]:
                return list(slug.ruler(self.ruler, strips.room, wording))

            yield Instance("ruler", box, plan, strips.ruler)

    def _cards(self, side: SheetSide) -> Iterator[Item]:
        behind = side.face == "back"
        for place, slot in enumerate(side.slots):
            yield self._back(slot, place) if behind else self._front(slot, place)
        for place, slot in enumerate(side.backs):
            yield self._back(slot, place)
        wanted = self.job.guides_on
        if side.face == "both" or wanted == "both" or wanted == side.face + "s":
            yield from self._guides(side)

    def _front(self, slot: Slot, place: int) -> Item:
        kind = self.order[slot.card]
        card, times = self.cards[kind]
        form = f"face-{kind + 1}" if times > 1 else None
        window = self._seamless(slot.window, place, behind=False)
        return self._placed(slot, window, named("Front", card.id), card, form)

    def _back(self, slot: Slot, place: int) -> Item:
        name = self.pack.back_of(self.cards[self.order[slot.card]][0])
        form = name if len(self.order) > 1 else None
        window = self._seamless(slot.window, place, behind=True)
        return self._placed(slot, window, named("Back", name), name, form)

    def _seamless(self, window: Rect, place: int, behind: bool) -> Rect:
        """Return a window extended slightly under the cards drawn next, so that no paper shows in the
        seam.
        """
        grid, axis = self.imposition.grid, self.imposition.axis if behind else ""
        if self.pack.card.shape in HEXAGONS:
            return window
        row, column = divmod(place, grid.columns)
        wide = _SEAM if column < grid.columns - 1 else 0.0
        high = _SEAM if row < grid.rows - 1 else 0.0
        x = window.x - wide if axis == "x" else window.x
        y = window.y if axis == "y" else window.y - high
        return Rect(x, y, window.width + wide, window.height + high)

    def _placed(self, slot: Slot, window: Rect, named: str, card: Card | str, form: str | None) -> Drawing:
        """Return a side of a card in its slot: once for the file if it is used again, otherwise inline."""

        def plan() -> list[Item]:
            return [card_side(self.pack, card, self.trim)]

        blank, clip = self.pack.card, None
        if blank.shape != "rectangle":
            clip = polygon(slot.cell) if slot.cell else outline(blank, slot.trim, blank.bleed)
        shown = plan() if form is None else [Instance(form, self.art, plan)]
        card_in_place = Drawing((Marked(tuple(shown), named),), slot.place)
        return Drawing(
            (Drawing((card_in_place,), clip=clip) if clip else card_in_place,), clip=rectangle(window)
        )

    def _guides(self, side: SheetSide) -> list[Item]:
        """Return the cutting guides, which the file has once for all sheets with the same number of cards."""
        name = f"guides-{side.face}-{len(side.slots)}"
        if name not in self.guided:
            made = guides(self.imposition.grid, side, self.job.guides, self.job.guides_inside)
            self.guided[name] = list(self._guide_lines(made, side.face))
        items = self.guided[name]
        return [Instance(name, Rect(0, 0, *self.imposition.grid.page), lambda: items)] if items else []

    def _guide_lines(self, made: Guides, face: str) -> Iterator[Item]:
        over = [open_line((x0, y0), (x1, y1)) for x0, y0, x1, y1 in made.over]
        edges = [outline(self.pack.card, trim) for trim in made.outlines]
        if self.pack.card.shape != "rectangle":
            # These are the only guides, and must be visible on any ground.
            over += edges
            edges = []
        if over:
            yield Stroke(join(*over), WHITE, 3 * _HAIRLINE)
        strokes = over + [open_line((x0, y0), (x1, y1)) for x0, y0, x1, y1 in made.lines]
        strokes += edges
        if strokes:
            yield Stroke(join(*strokes), _GUIDES[face], _HAIRLINE)
        folds = [open_line((x0, y0), (x1, y1)) for x0, y0, x1, y1 in made.folds]
        if folds:
            yield Stroke(join(*folds), BLACK, 0.5, dash=(4, 3))
