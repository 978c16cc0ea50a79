"""Make the rules of a game: as a book, on one page, or on a card of the pack."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from ..colour.icc import CONDITIONS
from ..errors import LAST, Problem, Suggestion
from ..geometry import TOLERANCE
from ..prepress.printers.choices import Standard
from ..text.format_names import NAMES, WEB_FORMS, WebForm, format_name
from ..units import MM, Size, count_with_noun, nearest_word_hint, paper_name, size_text
from .groups import (
    GAME,
    AppearanceAndStrictOptions,
    PaperOptions,
    language_suffix,
    output_path,
    path_problems,
)
from .job import Dependency, Job, Option, Progress, options_of
from .kinds import PAPER, Choice, FilePath, Parsed
from .playing import RulesFileOption, read_rules_file
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..output.rulebook import BookJob, RulebookFile, RulebookPress

_PRESS = Dependency(
    "press", (True,), "--condition and --standard are for a printer: add --press", needed=True
)
#: Options that only apply to pages of paper.
_FOR_PAGES = ("booklet", "condition", "paper", "press", "ragged", "standard")


def _read_format(value: object) -> str:
    """Read a format of pages, or one for screens. Raises BadValue."""
    name = str(value).strip().lower()
    return name if name in WEB_FORMS else format_name(value)


@dataclass(frozen=True, kw_only=True)
class RulesJob(Job):
    """Which rules are made, from which template, and where they are written."""

    output: Annotated[
        Path | None,
        Option("A file of the format that is made, or a folder. Default: output/", FilePath(), letter="o"),
    ] = None
    game: Annotated[str | None, Option("Which of the pack's games: see `cardgen list games`.", GAME)] = None
    template: Annotated[
        Path | None,
        Option(
            "Your own template. Default: the one beside the pack, or the game's.",
            FilePath("file", only=True),
        ),
    ] = None
    ragged: Annotated[bool, Option("Set the text ragged right.")] = False

    #: The product, and the name of its file.
    product: ClassVar[str] = "rulebook"

    @property
    def form(self) -> str | None:
        """Return the requested format; None for the default."""
        raise NotImplementedError

    @property
    def requested_web_format(self) -> WebForm | None:
        """Return the requested format if it is one for screens; None otherwise."""
        return next((form for form in WEB_FORMS if form == self.form), None)

    def book_job(self, pack: "Examined") -> "BookJob":
        """Return the book job for the writer."""
        raise NotImplementedError

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions, doubtful parts of the template, and how much is not translated."""
        if self.requested_web_format:
            for name in _FOR_PAGES:
                if name in self.given:
                    flag = options_of(type(self))[name].flag
                    message = f"{flag} is for pages of paper: leave it out, or leave --format out"
                    yield Problem(message, (name,))
        else:
            yield from super().option_problems(pack)
        if pack is None:
            yield from self.output_problems()
            yield from self._unknown_game()
            return
        from ..output.rulebook import template_of_job, template_warnings

        job = self.book_job(pack)
        yield from template_warnings(pack.valid_pack, job)
        template = template_of_job(pack.valid_pack, job)
        if template.missing:
            lacking = f"{template.missing} of {template.messages} texts of the rules are not in"
            help_ = "`cardgen words` helps to translate them"
            yield Problem(f"{lacking} {pack.valid_pack.language!r} yet; {help_}", severity="note")

    def output_problems(self) -> Iterator[Problem]:
        """Yield an error if the file cannot be written to its path."""
        kind = self.output.suffix[1:].lower() if self.output else ""
        if not self.requested_web_format and kind in WEB_FORMS:
            yield Problem(f"{self.output} is not a PDF file: add --format {kind}")
        else:
            yield from path_problems(
                self.output, f"a {self.product}", f".{self.requested_web_format or 'pdf'}"
            )

    def _unknown_game(self) -> Iterator[Problem]:
        from ..gaming.games import GAMES

        if self.game is not None and self.game not in GAMES:
            yield Problem(f"there is no game {self.game!r}; {nearest_word_hint(self.game, GAMES)}", ("game",))

    def file_name_part(self, pack: "Examined") -> str:
        """Return the suffix by which the files of a pack's books differ: its game, unless a template is
        named, and the language.
        """
        from ..output.rulebook import book_suffix

        game = "" if self.template else book_suffix(pack.valid_pack, self.game, pack.file)
        return game + language_suffix(pack, getattr(self, "language", None))

    def other_games_note(self, pack: "Examined") -> str:
        """Return a note which game's rules were chosen and which other games have rules.

        It is "" if a game or a template was named, or if there is only one game.
        """
        from ..output.rulebook import games_with_books

        games = [game for game in games_with_books(pack.valid_pack, pack.file) if game]
        if self.game or self.template or len(games) < 2:
            return ""
        return f", the rules of {games[0]}; there are more: --game {' or '.join(games[1:])}"

    def book(self, pack: "Examined", progress: Progress) -> "RulebookFile":
        """Make the rules as a PDF."""
        from ..output.rulebook import write_book

        with progress("rules"):
            return write_book(pack.valid_pack, self.book_job(pack))

    def web_book(self, pack: "Examined", form: WebForm, progress: Progress) -> Result:
        """Make the rules as a file for screens."""
        from ..output.web_rulebook import write_web_book

        with progress("rules"):
            rules = read_rules_file(getattr(self, "rules", None))
            data = write_web_book(pack.valid_pack, self.book_job(pack), form, rules=rules)
        path = output_path(self.output, f"{pack.slug}{self.file_name_part(pack)}-{self.product}", f".{form}")
        kind = "one HTML file" if form == "html" else "an EPUB"
        about = f"the rules as {kind} of {len(data) / 1000:.0f} kB{self.other_games_note(pack)}"
        next_step = f"Next: open {path.name} with an app or a reader for books."
        if form == "html":
            next_step = (
                f"Next: open {path.name} in a browser, or send it to a phone; all that it needs is inside."
            )
        return self.result_with_file(ResultFile(path, data, about, facts={"format": form}), next_step)

    def result_with_file(self, file: ResultFile, next_step: str, *faults: str) -> Result:
        """Return the result with one file."""
        return Result([file], facts=file.facts, next_step=next_step, faults=faults, named=self.output)


@dataclass(frozen=True, kw_only=True)
class Rulebook(RulesJob, RulesFileOption, AppearanceAndStrictOptions):
    """Make the rules of a game as a book, with the pack's own cards in it and every figure counted.

    An HTML book lets its readers play the first turns; its page says what is allowed, and why not.
    With --press, what is written is preflighted at once; exit code 1 says that a printer would refuse it.

    \b
    Examples:
      cardgen rulebook never-over
      cardgen rulebook never-over --format a5 --booklet
      cardgen rulebook never-over --format card --press
      cardgen rulebook never-over --format html
      cardgen rulebook my-pack.yaml --template my-rules.md.j2
      cardgen rulebook my-pack.yaml --template my-rules.md.j2 --format html --rules my_game.py
    """

    format: Annotated[
        str | None,
        Option(
            f"The size of a page: {', '.join(NAMES)} (as large as the cards), or a card size. Default: a4. "
            "Or for screens: html, one file for phones and browsers; epub, for readers of books.",
            Parsed(_read_format, "FORMAT", known=(*NAMES, *WEB_FORMS)),
        ),
    ] = None
    booklet: Annotated[bool, Option("Pages in order for folding and stapling, two to a side.")] = False
    paper: Annotated[
        Size,
        Option(
            "Of a booklet: a4, letter, a3 ...",
            PAPER,
            only=Dependency(
                "booklet",
                (True,),
                "--paper is for booklets: add --booklet, or use --format letter",
                needed=True,
            ),
        ),
    ] = PaperOptions.paper
    press: Annotated[
        bool, Option("For a printer: PDF/X in CMYK, with 3 mm of bleed, a multiple of four pages.")
    ] = False
    condition: Annotated[
        str | None,
        Option("With --press. Default: fogra39.", Choice(tuple(CONDITIONS)), only=_PRESS),
    ] = None
    standard: Annotated[Standard | None, Option("With --press. Default: x1a.", only=_PRESS)] = None

    @property
    def form(self) -> str | None:
        """Return the requested format; None for the default."""
        return self.format

    @property
    def default_form(self) -> str | None:
        """Return the default format of a page: "a4", or for a booklet the format that is half as large as the
        paper.

        None if no known format is half as large as the paper.
        """
        if not self.booklet:
            return "a4"
        from ..text.formats import FORMATS

        width, height = max(self.paper) / 2, min(self.paper)
        for name, form in FORMATS.items():
            if 0 <= width - form.width + TOLERANCE < MM and abs(height - form.height) < MM:
                return name
        return None

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions, and doubtful parts of the template."""
        yield from super().option_problems(pack)
        if self.rules is not None and self.requested_web_format != "html":
            message = "--rules are for the turns that an HTML book lets its readers play: add --format html"
            yield Problem(message, ("rules",))
        if self.booklet and self.press:
            message = "--booklet and --press do not go together: a printer imposes pages himself"
            yield Problem(message, ("booklet",))
        if self.form is None and self.default_form is None:
            message = "no format is half as large as this paper: add --format, such as --format a6"
            yield Problem(message, ("format",))
        condition = CONDITIONS[self.condition or "fogra39"]
        if self.press and self.standard == "x4" and not condition.exact:
            yield Problem(
                f"PDF/X-4 needs the profile of {condition.identifier}, which cardgen may not pass on: "
                "use --standard x1a",
                ("standard",),
            )

    def book_job(self, pack: "Examined") -> "BookJob":
        """Return the book job for the writer."""
        from ..output.rulebook import BookJob

        if self.requested_web_format:
            return BookJob(self.game, template=self.template, beside=pack.file)
        form = self.form or self.default_form or "a4"
        return BookJob(
            self.game,
            form,
            self.ragged,
            self.template,
            beside=pack.file,
            press=self._rulebook_press(),
            booklet=self.booklet,
        )

    def _rulebook_press(self) -> "RulebookPress | None":
        from ..output.rulebook import RulebookPress

        return RulebookPress(self.condition or "fogra39", self.standard or "x1a") if self.press else None

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Set the book and return its files."""
        if self.requested_web_format:
            return self.web_book(pack, self.requested_web_format, progress)
        file, form = self.book(pack, progress), self.form or self.default_form or "a4"
        name = f"{pack.slug}{self.file_name_part(pack)}-rulebook"
        name += "" if form in ("a4", self.default_form) else f"-{form.replace(' ', '')}"
        name += "-booklet" if self.booklet else "-press" if self.press else ""
        path, notes = (
            output_path(self.output, name),
            f", {_last_page_note(file.notes)} for notes" if file.notes else "",
        )
        if self.booklet:
            return self._booklet_result(path, file, notes)
        facts = {"pages": file.pages, "size": (file.form.width, file.form.height)}
        about = (
            f"{count_with_noun(file.pages, 'page')} of {_page_note(file)}{notes}{self.other_games_note(pack)}"
        )
        if self.press:
            return self._press_result(path, file, about, facts)
        next_step = f"Next: read {path.name}, or print it at actual size."
        if file.form.mirrored:
            next_step = f"Next: read {path.name}; add --booklet for one to fold and staple."
        return self.result_with_file(ResultFile(path, file.data, about, facts=facts), next_step)

    def _press_result(self, path: Path, file: "RulebookFile", about: str, facts: dict[str, Any]) -> Result:
        """Return the rulebook as a press file with the report of its preflight.

        about: the description of the file. facts: of the file.
        """
        from ..output.rulebook import rulebook_target
        from ..prepress.pdf.flattening import flattening_lines
        from ..prepress.preflight import preflight

        press = self._rulebook_press()
        assert press is not None  # noqa: S101 - the caller has looked
        report = preflight(file.data, rulebook_target(file, press))
        lines = tuple(flattening_lines(file.flattened))
        made = ResultFile(path, file.data, about, lines, facts, report=report)
        fault = f"Do not send {path.name} to the printer: fix the faults above and make it again."
        next_step = (
            f"Next: look at every page of {path.name} on the screen before you send it to the printer."
        )
        return self.result_with_file(made, next_step, *([] if report.passed else [fault]))

    def _booklet_result(self, path: Path, file: "RulebookFile", notes: str) -> Result:
        """Return the rulebook imposed as a booklet, with two pages on each side."""
        from ..output.booklet import impose_booklet

        made = impose_booklet(file.data, self.paper)
        paper = paper_name(self.paper) or size_text(*self.paper)
        about = f"{file.pages} pages{notes}, on {count_with_noun(made.sheets, 'sheet')} of {paper}"
        facts = {"pages": file.pages, "sheets": made.sheets, "paper": paper}
        next_step = (
            f"Next: print {path.name} at actual size on both sides, flipped on the short edge.\n"
            "Then fold the sheets together in the middle and staple them through the fold."
        )
        return self.result_with_file(ResultFile(path, made.data, about, facts=facts), next_step)


SummaryPage = Literal["rules", "first-game", "player-aid", "score-sheet"]
#: For each page its usual format, and the kind of its template.
_PAGES = {
    "rules": ("a5", "summary"),
    "first-game": ("a4", "first-game"),
    "player-aid": ("a6", "player-aid"),
    "score-sheet": ("a5", "score-sheet"),
}


@dataclass(frozen=True, kw_only=True)
class Summary(RulesJob, AppearanceAndStrictOptions):
    """Make one page for the table: rules, a first game, a player aid or a score sheet. Or with --card a card.

    \b
    Examples:
      cardgen summary never-over
      cardgen summary never-over --page first-game
      cardgen summary standard-52 --game addenda --page score-sheet
      cardgen summary never-over --format letter
      cardgen summary never-over --card
    """

    product = "summary"

    format: Annotated[
        str | None,
        Option(
            "The size of the page, or a form for screens; see --card and --page.",
            Choice([*(name for name in NAMES if name != "card"), *WEB_FORMS]),
        ),
    ] = None
    page: Annotated[
        SummaryPage,
        Option("The rules in short, a first game on a4, a player aid on a6 for each seat, or a score sheet."),
    ] = "rules"
    card: Annotated[bool, Option("A rules card for the pack itself: a picture to add to its extras.")] = False

    @property
    def form(self) -> str | None:
        """Return the requested format; None for the default."""
        return self.format

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions, and doubtful parts of the template."""
        if self.card and self.format:
            yield Problem("--card is as large as the pack's cards: leave --format out", ("format",))
        if self.card and self.page != "rules":
            yield Problem("--card is the rules on a card: leave --page out", ("page",))
        yield from super().option_problems(pack)

    def output_problems(self) -> Iterator[Problem]:
        """Yield an error if the file cannot be written to its path."""
        if not self.card:
            yield from super().output_problems()
        elif self.output and self.output.suffix.lower() not in ("", ".png") and not self.output.is_dir():
            yield Problem(f"{self.output} should end in .png: a rules card is a picture")

    def book_job(self, pack: "Examined") -> "BookJob":
        """Return the book job for the writer."""
        from ..output.rulebook import BookJob

        usual, kind = _PAGES[self.page]
        form, kind = ("card", "card") if self.card else (self.format or usual, kind)
        return BookJob(self.game, form, self.ragged, self.template, beside=pack.file, kind=kind)  # type: ignore[arg-type]

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Set the page, or draw the card."""
        if self.card:
            return self._rules_card_result(pack)
        if self.requested_web_format:
            return self.web_book(pack, self.requested_web_format, progress)
        file = self.book(pack, progress)
        path = output_path(self.output, f"{pack.slug}{self.file_name_part(pack)}-{_PAGES[self.page][1]}")
        facts = {"pages": file.pages, "size": (file.form.width, file.form.height)}
        what = "the rules" if self.page == "rules" else f"a {self.page.replace('-', ' ')}"
        made = ResultFile(path, file.data, f"{what} on a page of {_page_note(file)}", facts=facts)
        copies = ", once for each player" if self.page == "player-aid" else ""
        return self.result_with_file(made, f"Next: print {path.name} at actual size{copies}.")

    def _rules_card_result(self, pack: "Examined") -> Result:
        """Draw the rules as a picture of a card, with a note on how to add it to the pack."""
        from ..output.rulebook import rules_card_picture

        path = output_path(self.output, f"{pack.slug}{self.file_name_part(pack)}-rules-card", ".png")
        data = rules_card_picture(pack.valid_pack, self.book_job(pack))
        card = f"{{face: image, image: {path.name}, name: Rules}}"
        next_step = (
            f"Next: put {path.name} beside your pack and add it to its extras:\n  extras:\n    - {card}"
        )
        made = self.result_with_file(ResultFile(path, data, f"the rules on a card of {pack.slug}"), next_step)
        return replace(made, suggestions=(Suggestion(("extras", LAST), card),))


def _last_page_note(count: int) -> str:
    return "the last one" if count == 1 else f"the last {count}"


def _page_note(file: "RulebookFile") -> str:
    size = (file.form.width, file.form.height)
    return paper_name(size) or size_text(*size)
