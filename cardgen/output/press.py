"""Files for a card manufacturer: PDF/X pages of one card or a sheet of cards, in CMYK with their boxes."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from ..art.face import card_side
from ..art.frame import OVERSCAN
from ..art.item_writer import Cmyk
from ..art.items import Drawing, Instance, Item, Marked
from ..art.pdf_writer import PdfWriter
from ..art.piece_outline import piece_outline
from ..art.presses import die_line_strokes, press_for_pack
from ..colour.conversion import PressInks
from ..colour.icc import CONDITIONS, bundled_profile
from ..errors import UsageError
from ..geometry import Rect, translation
from ..layout.press import SLUG, CardPlace, PressLayout
from ..pack.model import Card, Pack
from ..pack.numbered_copies import with_each_copy
from ..pack.selection import cards_to_print
from ..pack.special_inks import SpecialInk, SpecialWay
from ..prepress.pdf.contents import contents_keywords
from ..prepress.pdf.flattening import FlattenedSide, Flattener
from ..prepress.pdf.pdfx import OutputIntent, card_content_operator, pdf_version, to_pdfx
from ..prepress.printers.choices import BacksApart, DieLinePlace, Order, Per, SpecialInkFiles, Standard
from ..prepress.printers.model import Printer
from ..sandbox import child
from ..text import fonts
from ..text.icons import needs_color_profile
from ..text.outlines import rectangle
from ..text.own_fonts import with_pack_fonts
from ..text.reportlab_parts import pdf_bytes, share_graphics_state_names, without_ascii_encoding
from ..units import Size
from .press_marks import printer_marks, slug_caption

if TYPE_CHECKING:
    from ..prepress.preflight.findings import Target

#: Called after each page with pages done and pages in all.
Tick = Callable[[int, int], None]


class DieLine(NamedTuple):
    """The line that a die or a plotter cuts along, on a plate of its own."""

    #: Over the faces, on a page of its own after all others, or in a file of its own.
    where: DieLinePlace = "art"
    name: str = "CutContour"


class PressJob(NamedTuple):
    """Which press files to make of a pack."""

    standard: Standard = "x1a"
    intent: OutputIntent = OutputIntent(CONDITIONS["fogra39"].identifier, CONDITIONS["fogra39"].info)
    #: The profile that converts pictures; None for the bundled one of FOGRA39.
    profile: bytes | None = None
    rich_black: Cmyk | None = None
    #: Maximum total ink on one spot, in parts of 1; None for no limit.
    total_ink: float | None = None
    order: Order = "face-back"
    per: Per = "card"
    #: With separate files: the back as often as faces, or once.
    backs: BacksApart = "each"
    marks: bool = False
    die_line: DieLine | None = None
    #: Columns and rows of a sheet; None for a page per card.
    sheet: tuple[int, int] | None = None
    #: The gutter between the cards of a sheet, in points; None for room for the bleed of both.
    gutter: float | None = None
    #: Whether letters are outlines, without fonts.
    outlines: bool = False
    #: How special inks are delivered.
    special_inks: SpecialInkFiles = "separations"
    only: tuple[str, ...] = ()
    copies: int = 1
    missing: tuple[str, ...] = ()

    @property
    def inks(self) -> PressInks:
        """Return how colours become inks of the press: the profile, and the settings of black."""
        return PressInks(self.profile or bundled_profile("fogra39"), self.rich_black, self.total_ink)


def press_job(
    printer: Printer | None,
    standard: Standard | None = None,
    condition: str | None = None,
    output_profile: tuple[OutputIntent, bytes] | None = None,
) -> PressJob:
    """Return the job of press files for a printer; without a printer, with values that all printers accept.

    standard, condition: used instead of the printer's. output_profile: an output intent with its profile,
    used instead of a bundled one. Raises UsageError if a profile is required and there is none.
    """
    if standard is None:
        standard = printer.standard if printer else "x1a"
    if output_profile is None:
        output_profile = _bundled_intent(standard, condition or (printer.condition if printer else "fogra39"))
    intent, profile = output_profile
    if printer is None:
        return PressJob(standard, intent, profile)
    return PressJob(
        standard=standard,
        intent=intent,
        profile=profile,
        rich_black=printer.rich_black,
        total_ink=printer.total_ink,
        order=printer.order,
        per=printer.per,
        backs=printer.backs,
        marks=printer.marks == "wanted",
        die_line=DieLine() if printer.die_line == "wanted" else None,
        outlines=printer.type == "outlines",
        special_inks=printer.special_inks,
    )


def _bundled_intent(standard: Standard, key: str) -> tuple[OutputIntent, bytes]:
    """Return the output intent of a printing condition, and a bundled profile. Raises UsageError for PDF/X-4
    if the exact profile is not bundled.
    """
    condition = CONDITIONS[key]
    profile = bundled_profile(condition.profile)
    if standard == "x4" and not condition.exact:
        raise UsageError(
            f"PDF/X-4 needs the profile of {condition.identifier}, which cardgen may not pass on: add "
            "--profile and the .icc file from your printer to the command, or --standard x1a"
        )
    embedded = profile if standard == "x4" else None
    return OutputIntent(
        condition.identifier, condition.info, True, embedded, condition.substitute_condition
    ), profile


class PressFile(NamedTuple):
    """One finished PDF/X file."""

    #: Appended to the pack's name: "", "-faces", "-backs" or "-die-line"; then that of a special ink.
    suffix: str
    data: bytes
    pages: int
    #: Number of cards whose faces (in a file of backs, whose backs) are in it.
    cards: int
    #: The sides whose transparency was flattened to pixels.
    flattened: tuple[FlattenedSide, ...] = ()
    #: The special ink whose plate is the file, in black; None for a file of the process inks.
    special_ink: SpecialInk | None = None


class _PressPage(NamedTuple):
    """The contents of a page: the sides of cards (indices in the deck), or only the die line."""

    side: Literal["front", "back", "die"]
    cards: Sequence[int]
    #: The short names of the backs, on a page of backs.
    backs: tuple[str, ...] = ()

    @property
    def appearance_key(self) -> tuple[object, ...]:
        """Return a key that is equal for pages that look the same."""
        return self.side, tuple(self.cards) if self.side == "front" else self.backs or len(self.cards)


def press_layout(pack: Pack, job: PressJob) -> PressLayout:
    """Return where a job puts cards on a page."""
    columns, rows = job.sheet or (1, 1)
    bleed = pack.card.bleed
    gutter = 2 * bleed if job.gutter is None else job.gutter
    slug = SLUG if job.marks else 0.0
    return PressLayout(pack.card.size, bleed, columns, rows, gutter if job.sheet else 0.0, slug)


#: Additional seconds per picture: one that fills a poker card at 600 pixels per inch, 3.5 million, is
#: converted, compressed, preflighted and proofed in 1.4.
_SECONDS_A_PICTURE = 2.0


@with_pack_fonts
def write_press(pack: Pack, job: PressJob, tick: Tick | None = None) -> list[PressFile]:
    """Return the press files of a pack: one PDF/X file, or separate ones of faces, backs and die line, as the
    job requires.

    They have the pack's bleed. Raises UsageError for contradictory options.
    """
    child.extend_time("pictures for the press", len(pack.pictures), _SECONDS_A_PICTURE)
    if not needs_color_profile(pack):
        job = job._replace(intent=job.intent._replace(stand_in=""))
    pack = (
        with_each_copy(pack, job.copies)
        .converted_for_press(job.inks)
        .with_special_inks(_special_ink_way_of_job(job))
    )
    cards = cards_to_print(pack, job.only, job.copies, job.missing)
    order = [
        place for place, (_, times) in enumerate(cards) for _ in range(times if job.per == "card" else 1)
    ]
    layout = press_layout(pack, job)
    behind = [pack.back_of(card) for card, _ in cards]
    files = _pages_by_file(layout, job, order, behind)
    plates: list[SpecialInk | None] = [None]
    if job.special_inks == "files":
        plates += pack.special_inks
    total = len(plates) * sum(map(len, files.values()))
    work = _SharedWork(pack, job, layout, [card for card, _ in cards], order, total, tick)
    with without_ascii_encoding():
        return [
            _PressWriter(work, ink).draw_pdf(suffix, pages)
            for ink in plates
            for suffix, pages in files.items()
            if ink is None or suffix != "-die-line"
        ]


def sides_by_file(pack: Pack, job: PressJob) -> dict[str, list[tuple[str, str]]]:
    """Return what each page of the files of cards shows, by the suffix of the file's name: "front", "back" or
    "die", and the id of the card. One back for all cards is that of the first.

    job: of pages of single cards, of all cards once.
    """
    cards = cards_to_print(pack, job.only, job.copies, job.missing)
    order = [
        place for place, (_, times) in enumerate(cards) for _ in range(times if job.per == "card" else 1)
    ]
    behind = [pack.back_of(card) for card, _ in cards]
    files = _pages_by_file(press_layout(pack, job), job, order, behind)
    return {
        suffix: [(page.side, cards[page.cards[0]][0].id) for page in pages] for suffix, pages in files.items()
    }


def _special_ink_way_of_job(job: PressJob) -> SpecialWay:
    """Return in which way the files of process inks draw special inks."""
    if job.special_inks == "separations":
        return "separations"
    # Without its foil, what is foiled is printed in ink.
    return "process" if job.special_inks == "files" else "ink"


def _pages_by_file(
    layout: PressLayout, job: PressJob, order: Sequence[int], back_names: Sequence[str]
) -> dict[str, list[_PressPage]]:
    """Return the pages of each file of a job, by the suffix of its name."""
    fronts = [_PressPage("front", [order[at] for at in cards]) for cards in layout.pages(len(order))]
    files = _ordered_pages_by_file(fronts, job, back_names)
    if job.die_line and job.die_line.where != "art":
        page = _PressPage("die", fronts[0].cards)
        if job.die_line.where == "page":
            next(iter(files.values())).append(page)
        else:
            files["-die-line"] = [page]
    return files


def _ordered_pages_by_file(
    fronts: list[_PressPage], job: PressJob, back_names: Sequence[str]
) -> dict[str, list[_PressPage]]:
    """Return the pages of faces and backs in the printer's order, by the suffix of the file's name. Raises
    UsageError if there are several backs and room for one.
    """
    backs = [_PressPage("back", front.cards, tuple(back_names[at] for at in front.cards)) for front in fronts]
    kinds = {back_names[at] for front in fronts for at in front.cards}
    once = job.order in ("back-last", "back-first") or (job.order == "separate" and job.backs == "once")
    if once and len(kinds) > 1:
        raise UsageError(
            f"these cards have {len(kinds)} backs, and this order has room for one: "
            "use --order face-back, or press the cards of each back by themselves with --only"
        )
    if job.order == "separate":
        return {"-faces": list(fronts), "-backs": backs if job.backs == "each" else backs[:1]}
    if job.order == "face-back":
        return {"": [page for pair in zip(fronts, backs, strict=True) for page in pair]}
    if job.order == "back-face":
        return {"": [page for pair in zip(backs, fronts, strict=True) for page in pair]}
    ends = {"back-last": (*fronts, backs[0]), "back-first": (backs[0], *fronts), "faces": tuple(fronts)}
    return {"": list(ends[job.order])}


@dataclass
class _SharedWork:
    """What all files of a job share: the cards, the layout, and the progress."""

    pack: Pack
    job: PressJob
    layout: PressLayout
    cards: list[Card]
    order: list[int]
    pages: int
    tick: Tick | None
    done: int = 0
    #: Indices of cards that are drawn more than once.
    often: set[int] = field(init=False)

    def __post_init__(self) -> None:
        self.often = {place for place, times in Counter(self.order).items() if times > 1}


class PageBoxes(Protocol):
    """The sizes of a press page: its width and height, and its trim and bleed box, in points."""

    @property
    def page(self) -> Size:
        """Return the width and height."""

    @property
    def area(self) -> Rect:
        """Return the trim box."""

    @property
    def bleed_box(self) -> Rect:
        """Return the bleed box."""


def press_canvas(pack: Pack, job: PressJob, sizes: PageBoxes) -> Any:
    """Return a canvas of ReportLab for press pages of these sizes, which accepts no colour but inks."""
    from reportlab.pdfgen.canvas import Canvas

    fonts.register_fonts()
    canvas = Canvas(
        io.BytesIO(),
        pagesize=sizes.page,
        pageCompression=1,
        invariant=1,
        pdfVersion=pdf_version(job.standard),
        initialFontName=fonts.TEXT.name,
        enforceColorSpace=_verify_ink_color,
        lang=pack.language,
    )
    share_graphics_state_names(canvas)
    canvas.setTrimBox(_box_corners(sizes.area))
    canvas.setBleedBox(_box_corners(sizes.bleed_box))
    return canvas


def press_writer(canvas: Any, pack: Pack, job: PressJob) -> tuple[Flattener | None, PdfWriter]:
    """Return what flattens transparency (None if the standard allows it), and the writer of items on a press
    page.

    pack: the pack with its colours in the inks of the press.
    """
    press = press_for_pack(pack, job.inks)
    #: PDF/X-1a has no transparency (ISO 15930-4, 6.3).
    flattener = Flattener(press, outlines=job.outlines) if job.standard == "x1a" else None
    writer = flattener.make_writer(canvas) if flattener else PdfWriter(canvas, "cmyk", press)
    writer.outlines = job.outlines
    return flattener, writer


class _PressWriter:
    """Draws one PDF/X file."""

    def __init__(self, work: _SharedWork, ink: SpecialInk | None = None) -> None:
        self.work, self.pack, self.job, self.layout = work, work.pack, work.job, work.layout
        #: The special ink whose plate is written alone, in black.
        self.ink = ink
        if ink is not None:
            self.pack = self.pack.with_special_inks("alone", ink.plate)
            # A plate is in black alone, however large its areas are.
            self.job = self.job._replace(die_line=None, rich_black=None)
        self.canvas = press_canvas(self.pack, self.job, self.layout)
        self.flattener, self.writer = press_writer(self.canvas, self.pack, self.job)
        self.trim = Rect(0, 0, *self.pack.card.size)

    def draw_pdf(self, suffix: str, pages: Sequence[_PressPage]) -> PressFile:
        """Draw pages and return them as a PDF/X file. Pages that look the same are drawn once.

        suffix: that of the file's name.
        """
        drawn: dict[object, int] = {}
        order: list[int] = []
        for number, page in enumerate(pages, 1):
            key = number if self.job.marks else page.appearance_key
            if key not in drawn:
                drawn[key] = len(drawn)
                self._draw_page(page, f"{number} of {len(pages)}")
            order.append(drawn[key])
            self.work.done += 1
            if self.work.tick is not None:
                self.work.tick(self.work.done, self.work.pages)
        shown = self.ink.plate.lower() if self.ink else "cards"
        title = f"{self.pack.name}: {shown if not suffix else suffix[1:].replace('-', ' ')} for the press"
        data = pdf_bytes(self.canvas)
        keywords = contents_keywords("cards", self.pack.piece)
        data = to_pdfx(data, title, self.job.standard, self.job.intent, self.pack.language, keywords, order)
        shown = "back" if suffix == "-backs" else "die" if suffix == "-die-line" else "front"
        cards = sum(len(page.cards) for page in pages if page.side == shown)
        flattened = self.flattener.flattened if self.flattener else ()
        whole = suffix + (self.ink.suffix if self.ink else "")
        return PressFile(whole, data, len(pages), cards, flattened, self.ink)

    def _draw_page(self, page: _PressPage, number: str) -> None:
        """Draw a page and end it. number: such as "2 of 5"."""
        self.writer.write_items(list(self._page_items(page, number)))
        self.canvas.showPage()

    def _page_items(self, page: _PressPage, number: str) -> Iterator[Item]:
        """Yield the items of a page: cards, the die line, and marks."""
        layout = self.layout
        if page.side == "front":
            for card, place in zip(page.cards, layout.front_places, strict=False):
                yield self._face_item(card, place)
        elif page.side == "back":
            for name, place in zip(page.backs, layout.back_places, strict=False):
                yield self._placed_side(place, card_content_operator("Back", name), name, name)
        line = self.job.die_line
        if line and (page.side == "die" or (page.side == "front" and line.where == "art")):
            trims = [place.trim for place in layout.front_places[: len(page.cards)]]
            yield from die_line_strokes([piece_outline(self.pack.card, trim) for trim in trims], line.name)
        if self.job.marks:
            yield Instance("marks", Rect(0, 0, *layout.page), lambda: printer_marks(layout))
            yield slug_caption(layout, self._caption_text(page, number))

    def _caption_text(self, page: _PressPage, number: str) -> str:
        """Return the text in the slug: the pack, the side, the page and the printing condition."""
        label = self.work.cards[page.cards[0]].label if page.side == "front" and not self.job.sheet else ""
        shown = "".join(character for character in self.pack.name if fonts.TEXT.can_show(character))
        side = {"front": label or "faces", "back": "back", "die": "die line"}[page.side]
        return f"{shown} · {side} · {number} · {self.job.intent.identifier}"

    def _face_item(self, kind: int, place: CardPlace) -> Item:
        """Return the face of a card at a place. kind: the index of the card in the job."""
        # The same card in the pack whose special inks are drawn in another way.
        card = self.work.cards[kind]
        form = f"face-{kind + 1}" if kind in self.work.often else None
        return self._placed_side(place, card_content_operator("Front", card.id), card, form)

    def _placed_side(self, place: CardPlace, name: str, side: Card | str, form: str | None) -> Drawing:
        """Return a side of a card at its place, with a name for assistive programs and preflight.

        form: the name of the form in which the file contains the side once for all pages; None if the side is
        used only once. The side is clipped, unless the page ends at the bleed of its only card.
        """

        def plan() -> list[Item]:
            return [card_side(self.pack, side, self.trim)]

        art = self.trim.grown(self.pack.card.bleed + OVERSCAN)
        shown = plan() if form is None else [Instance(form, art, plan)]
        card = Drawing((Marked(tuple(shown), name),), translation(place.trim.x, place.trim.y))
        alone = not self.layout.slug and self.layout.capacity == 1
        return card if alone else Drawing((card,), clip=rectangle(place.window))


def _verify_ink_color(color: Any) -> Any:
    """Return a CMYK or spot colour unchanged. Raises ValueError for any other colour.

    ReportLab's own settings for this turn rich black into pure black, and spot colours into process colours.
    """
    from reportlab.lib.colors import CMYKColor

    if not isinstance(color, CMYKColor) or color.alpha != 1:
        raise ValueError(f"{color!r} has no place in a press file")
    return color


def _box_corners(rect: Rect) -> tuple[float, float, float, float]:
    return (rect.x, rect.y, rect.right, rect.top)


def _special_ink_way_of_file(job: PressJob, ink: SpecialInk | None) -> tuple[SpecialWay, str]:
    """Return in which way a press file draws special inks, and the name of the plate that it holds.

    The name is "" for a file of process inks.
    """
    if ink is not None:
        return "alone", ink.plate
    return ("ink" if job.special_inks == "none" else "process"), ""


_PARTS: dict[str, Literal["all", "faces", "backs"]] = {"-faces": "faces", "-backs": "backs"}


def press_target(
    pack: Pack, job: PressJob, printer: Printer | None, suffix: str, ink: SpecialInk | None = None
) -> Target:
    """Return the preflight target of one file: the printer's requirements, with the job's own options.

    suffix: that of the file's name. ink: the special ink whose plate the file holds; None for process inks.
    """
    from ..prepress.preflight.findings import Target

    suffix = suffix.removesuffix(ink.suffix) if ink else suffix
    die_line = None if ink else job.die_line
    pack = with_each_copy(pack, job.copies)
    times = {card.id: count for card, count in cards_to_print(pack, job.only, job.copies, job.missing)}
    # The die line's page is the last one of the first file.
    ends_in_die_line = die_line is not None and die_line.where == "page" and suffix != "-backs"
    more: dict[str, Any] = {
        "standard": job.standard,
        "trim": pack.card.size,
        "bleed": pack.card.bleed if printer is None else printer.bleed,
        "safe": pack.card.safe if printer is None else printer.safe,
        "spots": (die_line.name,) if die_line else (),
        "pack": pack.with_quantities(times).with_special_inks(*_special_ink_way_of_file(job, ink)),
        "special_inks": tuple(each.plate for each in pack.special_inks)
        if job.special_inks == "separations"
        else (),
        "plate": ink.plate if ink else "",
        "inks": job.inks,
        "order": job.order,
        "per": job.per,
        "part": _PARTS.get(suffix, "all"),
        "backs": job.backs,
        "die_page": suffix == "-die-line" or ends_in_die_line,
        "sheet": job.sheet is not None,
        "outlines": job.outlines,
    }
    if ink or (die_line is not None and (suffix == "-die-line") != (die_line.where == "file")):
        more["die_line"] = "allowed"
    return Target(**more) if printer is None else Target.for_printer(printer, **more)
