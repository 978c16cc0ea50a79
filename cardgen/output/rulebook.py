"""A pack's rulebook: from its template to pages, and these drawn as PDF for a screen or a press."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from .. import __version__
from ..art.pdf_writer import PdfWriter
from ..art.presses import press_for_pack
from ..books import templates
from ..books.blocks import Book, plain_text
from ..books.context import Facts, pack_facts
from ..books.markup import read_book
from ..books.page_items import PageItems
from ..books.title_and_contents import BLEED
from ..books.typeset import Typeset, typeset_book, typeset_sheet
from ..checks.examination import reported_and_allowed_problems
from ..colour.colors import Space
from ..colour.conversion import PressInks
from ..colour.icc import CONDITIONS, bundled_profile
from ..errors import PackError, Problem, UsageError
from ..gaming.games import GAMES
from ..pack.model import Pack
from ..prepress.pdf.flattening import FlattenedSide, Flattener
from ..prepress.pdf.pdfx import xmp_metadata
from ..prepress.pdf.structure import StructureTree
from ..text import fonts
from ..text.formats import FORMATS, PageFormat, page_format
from ..text.own_fonts import with_pack_fonts
from ..text.reportlab_parts import share_graphics_state_names, without_ascii_encoding

if TYPE_CHECKING:
    from ..prepress.pdf.pdfx import OutputIntent
    from ..prepress.preflight.findings import Target
    from ..prepress.printers.choices import Standard

T = TypeVar("T")


class BookJob(NamedTuple):
    """Which rulebook to make, and how."""

    #: One of the pack's games; None for the first that has a template.
    game: str | None = None
    #: One of text.formats.NAMES, or a card size, see format_name() there.
    form: str = "a4"
    ragged: bool = False
    #: A template of one's own, as a file or a text, and the pack's file, beside which there may be one.
    template: Path | templates.Template | None = None
    beside: str = ""
    #: What the game is told, such as its variants.
    options: Mapping[str, Any] = {}
    press: RulebookPress | None = None
    #: Whether its pages are for sheets that are folded once.
    booklet: bool = False
    #: A whole book, or one page: the rules in short, on a card of the pack, or a page for the table.
    kind: Literal["book", "summary", "card", "first-game", "player-aid", "score-sheet"] = "book"


@with_pack_fonts
def write_book(pack: Pack, job: BookJob | None = None) -> RulebookFile:
    """Return a pack's rulebook as PDF.

    Raises UsageError if there is no template, and PackError with the problems of the template.
    """
    job = job or BookJob()
    template = template_of_job(pack, job)
    return run_within_limits(
        template, _rulebook_file, pack, job, template, returns=(RulebookFile, PageFormat, FlattenedSide)
    )


def _rulebook_file(pack: Pack, job: BookJob, template: templates.Template) -> RulebookFile:
    """Return the PDF of a template, with the messages of its translation."""
    if job.press is not None:
        pack = pack.converted_for_press(PressInks(job.press.conversion_profile))
    # Presses have no use for tags, and pages imposed on sheets are pictures of pages.
    tagged = job.press is None and not job.booklet
    file = write_rulebook(pack, typeset_pack_book(pack, job, template), job.press, tagged=tagged)
    return file._replace(messages=template.messages, missing=template.missing)


def run_within_limits(
    template: templates.Template, function: Callable[..., T], *args: Any, returns: Sequence[type] = ()
) -> T:
    """Call a function that works on a template, and return its result.

    Unless the template comes with cardgen, the function runs in a child process with limits. returns: the
    classes in the result. Raises PackError if a limit is exceeded.
    """
    if template.bundled:
        return function(*args)
    from ..sandbox.child import TEMPLATE, OverLimit, run_confined

    try:
        return run_confined(function, *args, limits=TEMPLATE, returns=returns)
    except OverLimit as error:
        hint = "make it shorter, or simplify it"
        raise PackError([template.problem_at_line(f"setting this template {error}", hint)]) from None


def games_with_books(pack: Pack, pack_file: str = "") -> list[str | None]:
    """Return the games of a pack that have rulebooks; [None] if the pack has a template beside it, which is
    used instead.

    pack_file: the pack's file.
    """
    if templates.pack_template_file(pack_file) is not None:
        return [None]
    return [game for game in pack.games if templates.has_bundled_template(GAMES[game].template)]


def book_suffix(pack: Pack, game: str | None, pack_file: str = "") -> str:
    """Return the part of a file's name that tells a pack's several books apart, such as "-addenda"; "" if
    there is one book.
    """
    games = games_with_books(pack, pack_file)
    chosen = game or next(iter(games), None)
    return f"-{chosen}" if len(games) > 1 and chosen else ""


@with_pack_fonts
def typeset_pack_book(pack: Pack, job: BookJob, template: templates.Template | None = None) -> Typeset:
    """Return a pack's rulebook as typeset pages, which are not drawn yet.

    template: None for the pack's own. The limits of write_book() do not apply here. Raises UsageError and
    PackError as write_book() does.
    """
    template = template or template_of_job(pack, job)
    book = book_of_job(pack, job, template)
    form = page_format(job.form, pack, job.ragged)
    if job.kind != "book":
        return typeset_sheet(book, pack, form, template)
    return typeset_book(book, pack, form, template, multiple=4 if job.press or job.booklet else 1)


def book_of_job(pack: Pack, job: BookJob, template: templates.Template) -> Book:
    """Return a template, filled in for a pack, as blocks of a book. Raises PackError with all that is wrong
    with it.
    """
    pack = pack_for_template(pack, template)
    filled = templates.fill_template(
        template, pack, template_facts(pack, game_of_template(pack, job.game, template), job.options)
    )
    return read_book(filled, template, f"{pack.name}: rules", pack.language)


def pack_for_template(pack: Pack, template: templates.Template) -> Pack:
    """Return a pack in the template's language, because untranslated parts of a book would otherwise mention
    the pack in another language.
    """
    if not template.language or template.language == pack.language:
        return pack
    from ..pack.card_list import with_cards
    from ..pack.translations import untranslated_pack

    # Labels of cards depend on the language.
    original = replace(untranslated_pack(pack), language=template.language)
    return with_cards(original, original.cards)


def template_of_job(pack: Pack, job: BookJob) -> templates.Template:
    """Return the template for a job, with the translations that a catalogue has for the pack's language.

    A rules card without its own template uses that of the summary. A book with pages as small as a card uses
    the game's leaflet, if there is one and the user has no template. Raises UsageError if there is no
    template, and PackError if a template or a catalogue cannot be read.
    """
    return _translated_template(untranslated_template(pack, job), pack, job.beside)


def _translated_template(template: templates.Template, pack: Pack, pack_file: str) -> templates.Template:
    """Return a template in the pack's language; unchanged if it is in that language already. pack_file: the
    pack's file.
    """
    if template.language and template.is_in(pack.language):
        return template
    from ..books.catalogue import translated_template

    return translated_template(template, pack.language, pack_file)


def untranslated_template(pack: Pack, job: BookJob) -> templates.Template:
    """Return the template for a job as it was written. Raises as template_of_job() does."""
    games = [job.game] if job.game else pack.games
    books = {game: GAMES[game].template if game in GAMES else game for game in games}
    if job.kind == "card":
        with contextlib.suppress(UsageError):
            return templates.find_template(pack, books, ".card", job.template, job.beside)
    small = job.kind == "book" and job.form not in FORMATS
    if small and job.template is None and templates.pack_template_file(job.beside) is None:
        with contextlib.suppress(UsageError):
            return templates.find_template(pack, books, ".leaflet")
    kind = "" if job.kind == "book" else ".summary" if job.kind == "card" else f".{job.kind}"
    return templates.find_template(pack, books, kind, job.template, job.beside)


def template_facts(pack: Pack, game: str | None, options: Mapping[str, Any] | None = None) -> Facts:
    """Return the values that a template may name: those of the pack, and those of the game if there is one.

    Raises UsageError or PackError if the game cannot be played with the pack.
    """
    own = GAMES[game].facts(pack, {**(options or {}), "game": game}).by_name() if game in GAMES else {}
    return {**pack_facts(pack).by_name(), **own}


@with_pack_fonts
def rules_card_picture(pack: Pack, job: BookJob, dpi: int = 600) -> bytes:
    """Return the rules on one card of the pack as PNG, with its bleed, to be added to the pack as an extra
    card. dpi: dots per inch.
    """
    template = template_of_job(pack, job)
    return run_within_limits(template, _card_as_png, pack, job, template, dpi)


def _card_as_png(pack: Pack, job: BookJob, template: templates.Template, dpi: int) -> bytes:
    """Return the rules on one card as PNG, as rules_card_picture() does, without limits."""
    import pypdfium2

    from .encoding import encode_image

    file = write_rulebook(pack, typeset_pack_book(pack, job, template), bleed=pack.card.bleed)
    page = pypdfium2.PdfDocument(file.data)[0]
    return encode_image(page.render(scale=dpi / 72).to_pil().convert("RGB"), "png", dpi)


@with_pack_fonts
def template_problems(pack: Pack, file: Path) -> list[Problem]:
    """Return the problems of a template beside a pack, without those that the pack allows."""
    try:
        template = _translated_template(templates.read_template(file, is_beside_pack=True), pack, str(file))
        found = run_within_limits(template, _warnings_and_errors_of_template, pack, template)
    except PackError as error:
        found = error.problems
    return reported_and_allowed_problems(found, pack)[0]


def template_warnings(pack: Pack, job: BookJob) -> list[Problem]:
    """Return the warnings on a job's template, without those that the pack allows.

    The list is empty for a template that comes with cardgen. Raises UsageError and PackError as
    template_of_job() does.
    """
    template = template_of_job(pack, job)
    # Templates that come with cardgen are held to packs of all kinds by tests.
    found = [] if template.bundled else run_within_limits(template, _template_warnings, pack, template)
    return reported_and_allowed_problems(found, pack)[0]


def _template_warnings(pack: Pack, template: templates.Template) -> list[Problem]:
    """Return the warnings on a template. The list is empty for a translated one, whose lines are those of a
    catalogue.
    """
    from ..books.number_lint import number_problems

    return [] if template.origins else number_problems(template, pack)


def _warnings_and_errors_of_template(pack: Pack, template: templates.Template) -> list[Problem]:
    """Return the warnings on a template and the errors in it, in the order of its lines."""
    problems = _template_warnings(pack, template)
    try:
        filled = templates.fill_template(
            template, pack, template_facts(pack, game_of_template(pack, None, template))
        )
        read_book(filled, template, pack.name, pack.language)
    except PackError as error:
        problems += error.problems
    return _sorted_problems(problems)


def game_of_template(pack: Pack, game: str | None, template: templates.Template) -> str | None:
    """Return the game whose values a template may name; None if there is none.

    It is the named game; else the one after which the template's file is named; else the pack's first one.
    """
    if game is not None:
        return game
    name = Path(template.file).name.partition(".")[0]
    told = [each for each in pack.games if GAMES[each].template == name]
    return told[0] if told else name if name in GAMES else next(iter(pack.games), None)


def _sorted_problems(problems: list[Problem]) -> list[Problem]:
    """Return problems in the order of their lines."""
    return sorted(problems, key=lambda problem: (problem.mark or ("", 0, 0, 0))[1:3])


#: The thinnest line for a press, in points: cards are drawn small here, and their lines with them.
_LEAST_LINE = 0.5


class RulebookPress(NamedTuple):
    """The printing conditions of a rulebook's press file."""

    #: A printing condition by its key, or None with an intent and a profile of its own.
    condition: str = "fogra39"
    standard: Standard = "x1a"
    intent: OutputIntent | None = None
    profile: bytes | None = None

    @property
    def conversion_profile(self) -> bytes:
        """Return the ICC profile by which RGB colours become CMYK."""
        return self.profile or bundled_profile(CONDITIONS[self.condition].profile)


class RulebookFile(NamedTuple):
    """One finished PDF."""

    data: bytes
    pages: int
    form: PageFormat
    #: How many pages at the end are there to be written on.
    notes: int = 0
    #: How many texts it has where another language than the template's is asked for, and how many of them are
    #: not translated.
    messages: int = 0
    missing: int = 0
    #: The cards on which transparency became pixels, as PDF/X-1a has none.
    flattened: tuple[FlattenedSide, ...] = ()


@with_pack_fonts
def write_rulebook(
    pack: Pack,
    typeset: Typeset,
    press: RulebookPress | None = None,
    bleed: float = 0.0,
    tagged: bool = False,
) -> RulebookFile:
    """Return typeset pages as a PDF for screens and home printers or, with `press`, as PDF/X in CMYK with 3
    mm of bleed.

    bleed: the bleed of a PDF without `press`, in points. tagged: whether the PDF states the structure of the
    text for assistive programs (tagged PDF).
    """
    with without_ascii_encoding():
        return _BookWriter(pack, typeset, press, BLEED if press else bleed, tagged).draw_pdf()


class _BookWriter:
    """Draws one PDF."""

    def __init__(
        self, pack: Pack, typeset: Typeset, press: RulebookPress | None, bleed: float, tagged: bool
    ) -> None:
        self.pack, self.made, self.form, self.press = pack, typeset, typeset.form, press
        fonts.register_fonts()
        self.buffer = io.BytesIO()
        self.bleed = bleed
        self.canvas = self._new_canvas()
        self.space: Space = "cmyk" if press else "rgb"
        profile = press and press.conversion_profile
        to_press = press_for_pack(pack, PressInks(profile)) if profile else None
        self.flattener: Flattener | None = None
        if to_press and press and press.standard == "x1a":
            self.flattener = Flattener(to_press, _LEAST_LINE, fonts.FINE_TYPE)
            self.writer = self.flattener.make_writer(self.canvas)
        else:
            self.writer = PdfWriter(self.canvas, self.space, to_press)
            if press:
                self.writer.least_line, self.writer.fine_type = _LEAST_LINE, fonts.FINE_TYPE
        self.structure = StructureTree(typeset.document, len(typeset.leaves)) if tagged else None
        self.pages = PageItems(pack, typeset, bleed, self.structure, for_press=press is not None)

    def _new_canvas(self) -> Any:
        from reportlab.pdfgen.canvas import Canvas

        width, height = self.form.width + 2 * self.bleed, self.form.height + 2 * self.bleed
        canvas = Canvas(
            self.buffer,
            pagesize=(width, height),
            pageCompression=1,
            invariant=1,
            pdfVersion=self._pdf_version(),
            initialFontName=fonts.TEXT.name,
            lang=self.made.book.language,
        )
        share_graphics_state_names(canvas)
        if self.bleed:
            b = self.bleed
            canvas.setTrimBox((b, b, width - b, height - b))
            canvas.setBleedBox((0, 0, width, height))
        return canvas

    def _pdf_version(self) -> tuple[int, int]:
        if self.press is None:
            return (1, 7)
        from ..prepress.pdf.pdfx import pdf_version

        return pdf_version(self.press.standard)

    def draw_pdf(self) -> RulebookFile:
        """Draw all pages and return the finished PDF."""
        from ..art.pdf_objects import set_page_groups

        book = self.made.book
        title = plain_text(book.title).strip() or self.pack.name
        if not self.press:
            self._set_metadata(title)
        for leaf in self.made.leaves:
            self.writer.write_items(self.pages.items_of_page(leaf))
            self.canvas.showPage()
        set_page_groups(self.canvas, self.space)
        if self.structure:
            data = self.structure.write_file(self.canvas, xmp_metadata(title, book.language))
        else:
            data = self.canvas.getpdfdata()
        if self.press:
            data = _as_pdfx(data, title, self.press, book.language)
        flattened = self.flattener.flattened if self.flattener else ()
        return RulebookFile(data, len(self.made.leaves), self.form, self.made.note_pages, flattened=flattened)

    def _set_metadata(self, title: str) -> None:
        canvas = self.canvas
        canvas.setTitle(title)
        canvas.setAuthor(self.made.book.pdf_author or self.pack.author or self.pack.name)
        canvas.setSubject(plain_text(self.made.book.subtitle) or f"Rules of {self.pack.name}")
        canvas.setCreator(f"cardgen {__version__}")
        canvas.setProducer(f"cardgen {__version__}")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if self.pages.from_right:
            canvas.setViewerPreference("Direction", "R2L")
        if any(placed.box.headings for leaf in self.made.leaves for placed in leaf.boxes):
            canvas.showOutline()


def _as_pdfx(data: bytes, title: str, press: RulebookPress, language: str) -> bytes:
    """Return a PDF as PDF/X. pdfx.py is imported here, as it is slow to import and rarely needed."""
    from ..prepress.pdf.contents import contents_keywords
    from ..prepress.pdf.pdfx import OutputIntent, to_pdfx

    condition = CONDITIONS[press.condition]
    embedded = press.conversion_profile if press.standard == "x4" else None
    stand_in = "" if press.profile else condition.substitute_condition
    intent = press.intent or OutputIntent(condition.identifier, condition.info, True, embedded, stand_in)
    return to_pdfx(data, title, press.standard, intent, language, contents_keywords("rulebook"))


def rulebook_target(file: RulebookFile, press: RulebookPress) -> Target:
    """Return what preflight requires of a rulebook's press file: pages of the book's size, and no particular
    number of cards.
    """
    from ..prepress.preflight.findings import rulebook_target as target_of_rulebook

    condition = press.intent.identifier if press.intent else CONDITIONS[press.condition].identifier
    trim = (file.form.width, file.form.height)
    return target_of_rulebook(press.standard, condition)._replace(trim=trim, bleed=BLEED)
