"""A pack's rulebook: from its template to pages, and these drawn as PDF for a screen or a press."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from itertools import groupby, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from .. import __version__
from ..art.face import card_side
from ..art.frame import OVERSCAN
from ..art.inline_cards import InlineCards
from ..art.items import Drawing, Fill, Instance, Stroke
from ..art.pdf_writer import PdfWriter, overprinting
from ..art.piece_outline import outline
from ..art.presses import press_of
from ..books import templates
from ..books.blocks import Book, plain
from ..books.boxes import Anchor, Box, Drawn, Ruled, Shaded, Written, palette
from ..books.context import Facts, pack_facts
from ..books.hands import Laid
from ..books.markup import read_book
from ..books.title_and_contents import BLEED
from ..books.typeset import Leaf, Typeset, typeset_book, typeset_sheet
from ..checks.examination import without_allowed
from ..colour.colors import BLACK, Color, Space
from ..colour.conversion import PressInks
from ..colour.icc import CONDITIONS, bundled_profile
from ..errors import PackError, Problem, UsageError
from ..gaming.games import GAMES
from ..geometry import Rect, chain, scale, shift
from ..pack.model import Card, Pack
from ..prepress.pdf.flattening import Flattened, Flattener
from ..prepress.pdf.pdfx import text_string, xmp
from ..prepress.pdf.structure import ARTIFACT, PAGINATION, Element, Structure
from ..text import fonts
from ..text.fitting import shortened_line
from ..text.formats import FORMATS, PageFormat, page_format
from ..text.line_breaking import SIGN_HEIGHT, Line, Segment
from ..text.outlines import Shape, number, rectangle
from ..text.own_fonts import with_pack_fonts
from ..text.reportlab_parts import annotate, bookmark, document_of, packed_once, share_states
from ..text.scripts import language_from_right, needs_shaping
from ..text.styles import Look
from ..text.symbols import SYMBOLS

if TYPE_CHECKING:
    from ..prepress.pdf.pdfx import Intent
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
    #: A template of one's own, and the pack's file, beside which there may be one.
    template: Path | None = None
    beside: str = ""
    #: What the game is told, such as its variants.
    options: Mapping[str, Any] = {}
    press: RulebookPress | None = None
    #: Whether its pages are for sheets that are folded once.
    booklet: bool = False
    #: A whole book, a page, or a page that is a card of the pack.
    kind: Literal["book", "summary", "card"] = "book"


@with_pack_fonts
def write_book(pack: Pack, job: BookJob | None = None) -> RulebookFile:
    """Make a pack's rulebook as PDF.

    Raises UsageError where there is no template, and PackError with the problems of one.
    """
    job = job or BookJob()
    template = find_template(pack, job)
    return within_limits(
        template, _rulebook_file, pack, job, template, returns=(RulebookFile, PageFormat, Flattened)
    )


def _rulebook_file(pack: Pack, job: BookJob, template: templates.Template) -> RulebookFile:
    if job.press is not None:
        pack = pack.on_press(PressInks(job.press.converting))
    # Presses have no use for tags, and pages imposed on sheets are pictures of pages.
    tagged = job.press is None and not job.booklet
    file = write_rulebook(pack, set_book(pack, job, template), job.press, tagged=tagged)
    return file._replace(messages=template.messages, missing=template.missing)


def within_limits(
    template: templates.Template, work: Callable[..., T], *args: Any, returns: Sequence[type] = ()
) -> T:
    """Do what a template asks for; if it is not cardgen's own, in a child process with limits."""
    if template.bundled:
        return work(*args)
    from ..sandbox.child import TEMPLATE, OverLimit, confined

    try:
        return confined(work, *args, limits=TEMPLATE, returns=returns)
    except OverLimit as error:
        hint = "make it shorter, or simplify it"
        raise PackError([template.problem(f"setting this template {error}", hint)]) from None


def books_of(pack: Pack, beside: str = "") -> list[str | None]:
    """Return the games that rulebooks can be made for; None for a template beside the pack."""
    if templates.beside_pack(beside) is not None:
        return [None]
    return [game for game in pack.games if templates.exists(GAMES[game].template)]


def book_part(pack: Pack, game: str | None, beside: str = "") -> str:
    """Tell the files of a pack's several books apart, as by "-addenda"; empty where there is one book."""
    games = books_of(pack, beside)
    chosen = game or next(iter(games), None)
    return f"-{chosen}" if len(games) > 1 and chosen else ""


@with_pack_fonts
def set_book(pack: Pack, job: BookJob, template: templates.Template | None = None) -> Typeset:
    """Set a pack's rulebook as pages ready to be drawn, by its own template or this one.

    Without the limits of write_book(). Raises as that does.
    """
    template = template or find_template(pack, job)
    book = read_job(pack, job, template)
    form = page_format(job.form, pack, job.ragged)
    if job.kind != "book":
        return typeset_sheet(book, pack, form, template)
    return typeset_book(book, pack, form, template, multiple=4 if job.press or job.booklet else 1)


def read_job(pack: Pack, job: BookJob, template: templates.Template) -> Book:
    """Fill in a template and read it into blocks. Raises PackError with all that is wrong with it."""
    if template.language and template.language != pack.language:
        # What is not translated speaks of the pack in its own language, too.
        from ..pack.translations import as_written

        pack = replace(as_written(pack), language=template.language)
    filled = templates.fill(template, pack, facts_of(pack, game_of(pack, job.game, template), job.options))
    return read_book(filled, template, f"{pack.name}: rules", pack.language)


def find_template(pack: Pack, job: BookJob) -> templates.Template:
    """Find the template for a job, in the pack's language as far as a catalogue goes.

    For a rules card it is the summary's where there is none of its own. For pages as large as a card it is
    the game's leaflet, if it has one and nobody has a book of their own. Raises UsageError where there is
    none, and PackError for a template or a catalogue that cannot be read.
    """
    return _translated_template(untranslated_template(pack, job), pack, job.beside)


def _translated_template(template: templates.Template, pack: Pack, beside: str) -> templates.Template:
    if template.language and template.is_in(pack.language):
        return template
    from ..books.catalogue import translated_template

    return translated_template(template, pack.language, beside)


def untranslated_template(pack: Pack, job: BookJob) -> templates.Template:
    """Find the template for a job as it was written, as find_template() does."""
    games = [job.game] if job.game else pack.games
    books = {game: GAMES[game].template if game in GAMES else game for game in games}
    if job.kind == "card":
        with contextlib.suppress(UsageError):
            return templates.find(pack, books, ".card", job.template, job.beside)
    small = job.kind == "book" and job.form not in FORMATS
    if small and job.template is None and templates.beside_pack(job.beside) is None:
        with contextlib.suppress(UsageError):
            return templates.find(pack, books, ".leaflet")
    kind = "" if job.kind == "book" else ".summary"
    return templates.find(pack, books, kind, job.template, job.beside)


def facts_of(pack: Pack, game: str | None, options: Mapping[str, Any] | None = None) -> Facts:
    """Return everything that a template may name: facts of the pack, and of the game if there is one.

    Raises UsageError or PackError for a pack that is none for the game.
    """
    own = GAMES[game].facts(pack, {**(options or {}), "game": game}).named() if game in GAMES else {}
    return {**pack_facts(pack).named(), **own}


@with_pack_fonts
def card_picture(pack: Pack, job: BookJob, dpi: int = 600) -> bytes:
    """Draw the rules on one card of the pack as PNG, with its bleed: an extra of the pack."""
    template = find_template(pack, job)
    return within_limits(template, _card_drawn, pack, job, template, dpi)


def _card_drawn(pack: Pack, job: BookJob, template: templates.Template, dpi: int) -> bytes:
    import pypdfium2

    from .encoding import encoded

    file = write_rulebook(pack, set_book(pack, job, template), bleed=pack.card.bleed)
    page = pypdfium2.PdfDocument(file.data)[0]
    return encoded(page.render(scale=dpi / 72).to_pil().convert("RGB"), "png", dpi)


@with_pack_fonts
def template_problems(pack: Pack, file: Path) -> list[Problem]:
    """List what is wrong with a template beside a pack, for `cardgen check`, but for what the pack allows."""
    try:
        template = _translated_template(templates.read(file, beside=True), pack, str(file))
        found = within_limits(template, _problems_of, pack, template)
    except PackError as error:
        found = error.problems
    return without_allowed(found, pack)[0]


def template_warnings(pack: Pack, job: BookJob) -> list[Problem]:
    """List what is doubtful in the template of a job, but for what the pack allows; nothing in cardgen's own.

    Raises as find_template() does.
    """
    template = find_template(pack, job)
    # Templates that come with cardgen are held to packs of all kinds by tests.
    found = [] if template.bundled else within_limits(template, _warnings_of, pack, template)
    return without_allowed(found, pack)[0]


def _warnings_of(pack: Pack, template: templates.Template) -> list[Problem]:
    """List the warnings of a template; none of one that was translated, whose lines are a catalogue's."""
    from ..books.number_lint import bare_numbers

    return [] if template.origins else bare_numbers(template, pack)


def _problems_of(pack: Pack, template: templates.Template) -> list[Problem]:
    problems = _warnings_of(pack, template)
    try:
        filled = templates.fill(template, pack, facts_of(pack, game_of(pack, None, template)))
        read_book(filled, template, pack.name, pack.language)
    except PackError as error:
        problems += error.problems
    return _sorted_problems(problems)


def game_of(pack: Pack, game: str | None, template: templates.Template) -> str | None:
    """Return the game whose facts a template may name: the one asked for, else the one it is called after."""
    if game is not None:
        return game
    name = Path(template.file).name.partition(".")[0]
    told = [each for each in pack.games if GAMES[each].template == name]
    return told[0] if told else name if name in GAMES else next(iter(pack.games), None)


def _sorted_problems(problems: list[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda problem: (problem.mark or ("", 0, 0, 0))[1:3])


#: The bar beside a box and the frame around one, in points.
_BAR, _FRAME = 1.6, 1.2
#: The line around cards in figures, in points.
_EDGE = 0.5
#: The thinnest line for a press, in points: cards are drawn small here, and their lines with them.
_LEAST_LINE = 0.5
#: Pieces of a line that are further apart than this, in sizes of type, are words apart.
_APART = 0.1
#: On a press, type smaller than this (points) is printed in black alone.
_SMALL = 12.5


class RulebookPress(NamedTuple):
    """What a printer's file of a rulebook is made for."""

    #: A printing condition by its key, or None with an intent and a profile of its own.
    condition: str = "fogra39"
    standard: Standard = "x1a"
    intent: Intent | None = None
    profile: bytes | None = None

    @property
    def converting(self) -> bytes:
        """Return the profile that colours in RGB are converted by."""
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
    flattened: tuple[Flattened, ...] = ()


@with_pack_fonts
def write_rulebook(
    pack: Pack,
    made: Typeset,
    press: RulebookPress | None = None,
    bleed: float = 0.0,
    tagged: bool = False,
) -> RulebookFile:
    """Write a set book as PDF: for the screen and a home printer, or PDF/X in CMYK with 3 mm of bleed.

    bleed: how far pages go on around their trim where they are for no press, in points. tagged: as tagged
    PDF, which tells the structure of the text.
    """
    with packed_once():
        return _Writer(pack, made, press, BLEED if press else bleed, tagged).file()


class _Writer:
    """Draws one PDF."""

    def __init__(
        self, pack: Pack, made: Typeset, press: RulebookPress | None, bleed: float, tagged: bool
    ) -> None:
        self.pack, self.made, self.form, self.press = pack, made, made.form, press
        fonts.register()
        self.buffer = io.BytesIO()
        self.bleed = bleed
        self.canvas = self._canvas()
        self.space: Space = "cmyk" if press else "rgb"
        profile = press and press.converting
        to_press = press_of(pack, PressInks(profile)) if profile else None
        self.flattener: Flattener | None = None
        if to_press and press and press.standard == "x1a":
            self.flattener = Flattener(to_press, _LEAST_LINE, fonts.FINE_TYPE)
            self.writer = self.flattener.writer(self.canvas)
        else:
            self.writer = PdfWriter(self.canvas, self.space, to_press)
            if press:
                self.writer.least_line, self.writer.fine_type = _LEAST_LINE, fonts.FINE_TYPE
        self.inks, self.inline_cards = palette(pack), InlineCards(pack)
        self.places = {card.id: place for place, card in enumerate(pack.cards)}
        self.structure = Structure(made.document, len(made.leaves)) if tagged else None
        #: What is drawn now: a part of the book as it is read, or an artifact, which begins so.
        self.part: Element | None = None
        self.artifact = ARTIFACT
        #: What the last text belongs to, its colour, and what begins it.
        self.begun: tuple[Element | None, Color | None, str] = (None, None, "")
        #: Text of the page in its order, drawn after all art: its colour, and the operators that begin a part
        #: of the page and show it.
        self.text: list[tuple[Color, str, str]] = []
        #: Links of the page, each with its text, its rectangle and what it belongs to. A form that is begun
        #: on a page takes the page's annotations along as long as nothing is drawn on it, so these come last.
        self.links: list[tuple[str, str, tuple[float, float, float, float], Element | None]] = []
        #: What the sections are called, by their keys.
        self.headings = {
            heading.key: heading.text
            for leaf in made.leaves
            for placed in leaf.boxes
            for heading in placed.box.headings
        }
        self.left = 0.0
        self.from_right = language_from_right(made.book.language)
        #: How deep the outline is at its last entry; -1 before the first.
        self.deepest = -1

    def _canvas(self) -> Any:
        from reportlab.pdfgen.canvas import Canvas

        width, height = self.form.width + 2 * self.bleed, self.form.height + 2 * self.bleed
        canvas = Canvas(
            self.buffer,
            pagesize=(width, height),
            pageCompression=1,
            invariant=1,
            pdfVersion=self._version(),
            initialFontName=fonts.TEXT.name,
            lang=self.made.book.language,
        )
        share_states(canvas)
        if self.bleed:
            b = self.bleed
            canvas.setTrimBox((b, b, width - b, height - b))
            canvas.setBleedBox((0, 0, width, height))
        return canvas

    def _version(self) -> tuple[int, int]:
        if self.press is None:
            return (1, 7)
        from ..prepress.pdf.pdfx import version

        return version(self.press.standard)

    def file(self) -> RulebookFile:
        """Draw all pages."""
        from ..art.pdf_objects import set_page_groups

        book = self.made.book
        title = plain(book.title).strip() or self.pack.name
        if not self.press:
            self._describe(title)
        for leaf in self.made.leaves:
            self._page(leaf)
        set_page_groups(self.canvas, self.space)
        if self.structure:
            data = self.structure.file(self.canvas, xmp(title, book.language))
        else:
            data = self.canvas.getpdfdata()
        if self.press:
            data = _for_press(data, title, self.press, book.language)
        flattened = self.flattener.flattened if self.flattener else ()
        return RulebookFile(data, len(self.made.leaves), self.form, self.made.notes, flattened=flattened)

    def _describe(self, title: str) -> None:
        canvas = self.canvas
        canvas.setTitle(title)
        canvas.setAuthor(self.made.book.made or self.pack.author or self.pack.name)
        canvas.setSubject(plain(self.made.book.subtitle) or f"Rules of {self.pack.name}")
        canvas.setCreator(f"cardgen {__version__}")
        canvas.setProducer(f"cardgen {__version__}")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if self.from_right:
            canvas.setViewerPreference("Direction", "R2L")
        if any(placed.box.headings for leaf in self.made.leaves for placed in leaf.boxes):
            canvas.showOutline()

    def _page(self, leaf: Leaf) -> None:
        form = self.form
        if self.structure:
            self.structure.begin_page()
        self.begun = (None, None, "")
        # Books that are read from the right are bound there: their first page is a left-hand one.
        turned = form.mirrored and leaf.number % 2 == (1 if self.from_right else 0)
        left = (form.outer if turned else form.inner) + self.bleed
        top = form.height - form.top + self.bleed
        for placed in leaf.boxes:
            column, box = placed.column, placed.box
            if self.from_right:
                wide = box.flow == "wide"
                column = 0 if wide else form.columns - 1 - column
                box = box.mirrored(form.text_width if wide else form.measure)
            self.left = left + column * (form.measure + form.gutter)
            self._box(box, top - placed.top * form.leading / 2)
        self.left = left
        if not leaf.bare:
            self._around(leaf, turned)
            self.artifact = ARTIFACT
        self._write_text()
        self._write_links()
        self.canvas.showPage()

    # -- what is on a page

    def _box(self, box: Box, top: float) -> None:
        for mark in box.marks:
            if isinstance(mark, Written):
                self.part = mark.part
                self._line(mark.line, self.left + mark.x, top - mark.y)
            elif isinstance(mark, Ruled):
                y = top - mark.y - mark.weight / 2
                rect = Rect(self.left + mark.x, y, mark.width, mark.weight)
                with self._marked(None):
                    self.writer.paint([Fill(rectangle(rect), self.inks.ink(mark.ink))])
            elif isinstance(mark, Shaded):
                with self._marked(None):
                    self._ground(mark, top - mark.y)
            elif isinstance(mark, Anchor):
                self._anchor(mark, top - mark.y)
            else:
                self._drawn(mark, top)

    def _drawn(self, mark: Drawn, top: float) -> None:
        """Draw art; what stands in it as text belongs to it."""
        rect = mark.rect.moved(self.left, top)
        self.part = mark.part
        if mark.part:
            box = " ".join(map(number, (rect.x, rect.y, rect.right, rect.top)))
            mark.part.attributes = f"/O/Layout/Placement/Block/BBox[{box}]"
        with self._marked(mark.part):
            if isinstance(mark.art, Laid):
                self._hand(rect, mark.art)
            else:
                self.writer.paint(list(mark.art(rect)))

    @contextmanager
    def _marked(self, part: Element | None, said: str = "") -> Iterator[None]:
        """Let what is drawn inside belong to a part of the book, or be an artifact.

        said: what is read instead of it.
        """
        if self.structure is None:
            yield
            return
        write = self.canvas.addLiteral
        write(self.structure.begin(part) if part else self.artifact)
        if part and said:
            write(f"/Span <</ActualText {text_string(said)}>> BDC")
        self.begun = (None, None, "")
        yield
        write("EMC EMC" if part and said else "EMC")

    def _anchor(self, mark: Anchor, y: float) -> None:
        """Make a place that links lead to, and an entry of the outline if it is a heading."""
        if self.press:
            return
        self.canvas.bookmarkHorizontal(mark.key, 0, min(y + self.form.leading, self.form.height))
        if mark.heading and mark.heading.text.strip():
            # Outlines may not leave a level out on the way down.
            self.deepest = min(mark.heading.level - 1, self.deepest + 1)
            self.canvas.addOutlineEntry(mark.heading.text, mark.key, self.deepest, closed=False)

    def _ground(self, mark: Shaded, top: float) -> None:
        """Draw a tint with a bar at its left; a bar alone under the ink saver. A frame goes all round."""
        x = self.left + mark.x
        seam = 0.0 if mark.last else 0.3
        rect = Rect(x, top - mark.height - seam, mark.width, mark.height + seam)
        if self.inks.ground:
            self.writer.paint([Fill(rectangle(rect), self.inks.ground)])
        if mark.framed and mark.first and mark.last:
            self.writer.paint([Stroke(rectangle(rect.grown(-_FRAME / 2)), self.inks.accent, _FRAME)])
        else:
            bar = x if mark.bar == "left" else rect.right - _BAR
            self.writer.paint([Fill(rectangle(Rect(bar, rect.y, _BAR, rect.height)), self.inks.accent)])

    def _around(self, leaf: Leaf, turned: bool) -> None:
        """Draw the running head and the number."""
        form = self.form
        self.part, self.artifact = None, PAGINATION["Footer"]
        look = Look(fonts.SANS, max(6.0, 0.8 * form.size), "faint")
        right = self.left + form.text_width
        title = plain(self.made.book.title)
        foot = self.bleed + (form.height - form.top - form.text_height) * 0.5 - 0.35 * look.size
        number_ = str(leaf.number)
        outside = self.left if turned else right - look.font.width(number_, look.size)
        bold = look._replace(font=fonts.TEXT, ink="text")
        if not form.mirrored:
            outside = self.left + (form.text_width - bold.font.width(number_, look.size)) / 2
        self._plain(number_, outside, foot, bold)
        if not form.head:
            shown = shortened_line(leaf.section or title, look.font, look.size, form.text_width * 0.8)
            x = right - look.font.width(shown, look.size) if turned else self.left
            self._plain(shown, x, foot, look)
            return
        self.artifact = PAGINATION["Header"]
        y = form.height + self.bleed - form.top * 0.62
        half = form.text_width * 0.48
        first, second = (shortened_line(text, look.font, look.size, half) for text in (title, leaf.section))
        if form.mirrored:
            shown = first if turned else second or first
            x = self.left if turned else right - look.font.width(shown, look.size)
            self._plain(shown, x, y, look)
            return
        self._plain(first, self.left, y, look)
        self._plain(second, right - look.font.width(second, look.size), y, look)

    # -- text

    def _plain(self, text: str, x: float, y: float, look: Look) -> None:
        if text:
            width = look.width(text)
            self._line(Line((Segment(0, width, text, look),), width), x, y)

    def _line(self, line: Line, x: float, y: float) -> None:
        part = self.part
        for segment, after in zip_longest(line.segments, line.segments[1:]):
            look = segment.look
            if part and look.link and self.structure:
                self.part = part.linked(look.link)
            joint = line.joint
            if after:
                joint = " " if after.x - segment.x - segment.width > _APART * look.size else ""
            self._segment(segment, x + segment.x, y, joint)
            # A checker of tagged files wants a link to be part of the text.
            if look.link and not self.press and (self.part or not self.structure):
                left = x + segment.x
                right = left + max(segment.width, 2)
                area = (left, y - 0.25 * look.size, right, y + 0.8 * look.size)
                self.links.append((look.link, segment.text, area, self.part))
            self.part = part

    def _segment(self, segment: Segment, x: float, y: float, joint: str) -> None:
        """Draw a piece of a line. joint: what it and the next piece have between them, see Line."""
        look = segment.look
        if segment.card is not None:
            with self._marked(self.part, segment.text + joint):
                self._inline_card(segment.card, x, y, look.size)
            return
        if segment.symbol is not None:
            high = SIGN_HEIGHT * look.size
            place = chain(scale(high), shift(x + segment.width / 2, y + 0.47 * high))
            suits = [suit.color for suit in self.pack.suits.values() if suit.symbol == segment.symbol]
            color = suits[0] if suits and not self.pack.ink_saver else BLACK
            with self._marked(self.part, segment.text + joint):
                self.writer.paint([Fill(SYMBOLS[segment.symbol], color, place)])
            return
        ink = self.inks.ink(look.ink)
        if self.press and look.ink == "accent" and look.size < _SMALL:
            # Small type in several inks is blurred where the plates are a little off.
            ink = self.inks.text
        self.text.append((ink, self._begin(ink), self._shown(segment, x, y, joint)))

    def _begin(self, ink: Color) -> str:
        """Return the operator that begins what text belongs to: that of the last text, if it goes on."""
        if self.structure is None:
            return ""
        if self.part is None:
            return self.artifact
        part, color, begins = self.begun
        if part is not self.part or color is not ink:
            begins = self.structure.begin(self.part)
            self.begun = (self.part, ink, begins)
        return begins

    def _inline_card(self, card: Card, x: float, y: float, size: float) -> None:
        """Draw a card in the line, as a form that is made when first needed."""
        name = f"chip{self.places[card.id]}-{round(size * 100)}"
        box = Rect(-1, -size, self.inline_cards.width(card, size) + 2, 3 * size)
        plan = partial(self.inline_cards.items, card, 0, 0, size)
        self.writer.paint([Instance(name, box, plan, shift(x, y))])

    def _shown(self, segment: Segment, x: float, y: float, joint: str) -> str:
        """Return the operators that show a text, kerned; spaces are spread by PDF's own word spacing.

        In tagged PDF a line ends with the space before the next (ISO 32000-1, 14.8.2.5), or with a soft
        hyphen, which looks like any other, so that words that were divided are whole when read (14.8.2.2.3).
        """
        look, text = segment.look, segment.text
        own, document, size = look.font.with_behind(text), document_of(self.canvas), number(look.size)
        if needs_shaping(text):
            from ..text import glyph_fonts, shaping

            runs = shaping.glyph_runs(text, own)
            return glyph_fonts.operators(runs, document, x, y, look.size, spread=segment.spread)
        if self.structure and self.part and joint and own.has(joint):
            text = text + joint if joint == " " else text[:-1] + joint
        parts = [
            f"{name} {size} Tf {shown}"
            for part, each in own.parts(text)
            for name, shown in fonts.strings(part, each, document)
        ]
        return f"{number(segment.spread)} Tw 1 0 0 1 {number(x)} {number(y)} Tm {' '.join(parts)}"

    def _write_text(self) -> None:
        """Write all text of the page; pure black overprints on a press, so that no light seam shows."""
        canvas = self.canvas
        for color, of_color in groupby(self.text, key=itemgetter(0)):
            parts_of = color.rgb if self.space == "rgb" else color.cmyk
            operator = "rg" if self.space == "rgb" else "k"
            over = self.press is not None and color == BLACK
            with overprinting(canvas, fills=True) if over else nullcontext():
                canvas.addLiteral(f"q {' '.join(map(number, parts_of))} {operator} BT")
                for begins, parts in groupby(of_color, key=itemgetter(1)):
                    shown = "\n".join(part for _, _, part in parts)
                    canvas.addLiteral(f"{begins}\n{shown}\nEMC" if begins else shown)
                canvas.addLiteral("ET Q")
        self.text.clear()

    def _write_links(self) -> None:
        """Write all links of the page, to places in the book ("#key") or in the web, and where they lead."""
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString

        for link, text, place, part in self.links:
            inside = link.startswith("#")
            entries = {
                "Type": PDFName("Annot"),
                "Subtype": PDFName("Link"),
                "Rect": PDFArray(place),
                "Border": PDFArray((0, 0, 0)),
                "Contents": PDFString(self.headings.get(link[1:], text) if inside else link),
            }
            if inside:
                entries["Dest"] = bookmark(self.canvas, link[1:])
            else:
                action = {"Type": PDFName("Action"), "S": PDFName("URI"), "URI": PDFString(link)}
                entries["A"] = PDFDictionary(action)
            if self.structure and part:
                self.structure.annotate(self.canvas, part, entries)
            else:
                annotate(self.canvas, entries)
        self.links.clear()

    # -- cards

    def _hand(self, rect: Rect, laid: Laid) -> None:
        """Draw cards in their places, each with its corners cut off and a thin line around it."""
        edge = outline(self.pack.card, laid.trim)
        for place in laid.places:
            items = (self._card(place.card, laid.trim, edge), Stroke(edge, self.inks.line, _EDGE))
            self.writer.paint([Drawing(items, chain(place.matrix, shift(rect.x, rect.y)))])
            x, y, text = place.label
            if text:
                look = Look(fonts.SANS, self.form.small)
                self._plain(text, rect.x + x - look.font.width(text, look.size) / 2, rect.y + y, look)

    def _card(self, card: Card, trim: Rect, outline: Shape) -> Instance:
        """Return a card at a size, seen within its outline."""
        name = f"card{self.places[card.id]}-{round(trim.width * 100)}"
        far = (self.pack.card.bleed + OVERSCAN) * max(1.0, trim.width / self.pack.card.width)
        return Instance(name, trim.grown(far), lambda: [card_side(self.pack, card, trim, outline)])


def _for_press(data: bytes, title: str, press: RulebookPress, language: str) -> bytes:
    """Make PDF/X of the pages; pdfx.py is imported here, as it costs a start that others need not pay."""
    from ..prepress.pdf.pdfx import Intent, finished

    condition = CONDITIONS[press.condition]
    embedded = press.converting if press.standard == "x4" else None
    stand_in = "" if press.profile else condition.stand_in
    intent = press.intent or Intent(condition.identifier, condition.info, True, embedded, stand_in)
    return finished(data, title, press.standard, intent, language)


def rulebook_target(file: RulebookFile, press: RulebookPress) -> Target:
    """Return what a rulebook's file is held against: pages of its format that hold no cards to be counted."""
    from ..prepress.preflight.findings import Target

    return Target(
        standard=press.standard,
        trim=(file.form.width, file.form.height),
        bleed=BLEED,
        spots=(),
        die_line="forbidden",
        marks="forbidden",
        condition=press.intent.identifier if press.intent else CONDITIONS[press.condition].identifier,
    )
