"""A pack's rulebook from its template to the finished file, for the command line and for Python."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from ..errors import PackError, Problem, UsageError
from ..games import GAMES
from ..pack.model import Pack
from ..rulebook import templates
from ..rulebook.context import Facts, pack_facts
from ..rulebook.markup import read_book
from ..rulebook.number_lint import bare_numbers
from ..rulebook.typeset import Typeset, typeset, typeset_sheet
from ..text.formats import PageFormat, page_format
from .rulebook import RulebookFile, RulebookPress, write_rulebook

T = TypeVar("T")


class BookJob(NamedTuple):
    """Which rulebook to make, and how."""

    #: One of the pack's games; None for the first that has a template.
    game: str | None = None
    #: One of rulebook.formats.NAMES, or a card size, see format_name() there.
    form: str = "a4"
    ragged: bool = False
    #: A template of one's own, and the pack's file, beside which there may be one.
    template: Path | None = None
    beside: str = ""
    #: What the game is told, such as its variants.
    options: Mapping[str, Any] = {}
    press: RulebookPress | None = None
    #: A whole book, a page, or a page that is a card of the pack.
    kind: Literal["book", "summary", "card"] = "book"


def write_book(pack: Pack, job: BookJob | None = None) -> RulebookFile:
    """Make a pack's rulebook as PDF.

    Raises UsageError where there is no template, and PackError with the problems of one.
    """
    job = job or BookJob()
    template = find_template(pack, job)
    return _within_limits(template, _written, pack, job, template, returns=(RulebookFile, PageFormat))


def _written(pack: Pack, job: BookJob, template: templates.Template) -> RulebookFile:
    if job.press is not None:
        pack = pack.on_press(job.press.converting)
    return write_rulebook(pack, set_book(pack, job, template), job.press)


def _within_limits(
    template: templates.Template, work: Callable[..., T], *args: Any, returns: Sequence[type] = ()
) -> T:
    """Do what a template asks for; if it is not cardgen's own, in a child process with limits."""
    if template.bundled:
        return work(*args)
    from ..sandbox.child import TEMPLATE, OverLimit, confined

    try:
        return confined(work, *args, limits=TEMPLATE, returns=returns)
    except OverLimit as error:
        hint = "make it shorter, or let it do less"
        raise PackError([template.problem(f"setting this template {error}", hint)]) from None


def books_of(pack: Pack, beside: str = "") -> list[str | None]:
    """Return the games that rulebooks can be made for, one a book; None for a template beside the pack."""
    if templates.beside_pack(beside) is not None:
        return [None]
    first = {GAMES[game].template: game for game in reversed(pack.games)}
    told = [game for game in pack.games if first[GAMES[game].template] == game]
    return [game for game in told if templates.exists(GAMES[game].template)]


def book_part(pack: Pack, game: str | None, beside: str = "") -> str:
    """Tell the files of a pack's several books apart, as by "-addenda"; empty where there is one book."""
    games = books_of(pack, beside)
    chosen = game or next(iter(games), None)
    return f"-{GAMES[chosen].template}" if len(games) > 1 and chosen else ""


def set_book(pack: Pack, job: BookJob, template: templates.Template | None = None) -> Typeset:
    """Set a pack's rulebook as pages ready to be drawn, by its own template or this one.

    Without the limits of write_book(). Raises as that does.
    """
    template = template or find_template(pack, job)
    # Nobody could mend a template that comes with cardgen: tests hold those to packs of all kinds.
    numbers = [] if template.bundled else bare_numbers(template, pack)
    try:
        filled = templates.fill(template, pack, facts_of(pack, _game(pack, job.game, template), job.options))
    except PackError as error:
        raise PackError(_sorted([*numbers, *error.problems])) from None
    if numbers:
        raise PackError(numbers)
    book = read_book(filled, template, f"{pack.name}: rules", pack.language)
    form = page_format(job.form, pack, job.ragged)
    if job.kind != "book":
        return typeset_sheet(book, pack, form, template)
    return typeset(book, pack, form, template, multiple=4 if job.press else 1)


def find_template(pack: Pack, job: BookJob) -> templates.Template:
    """Find the template for a job; for a rules card, the summary's where there is none of its own."""
    games = [job.game] if job.game else pack.games
    books = {game: GAMES[game].template if game in GAMES else game for game in games}
    if job.kind == "card":
        with contextlib.suppress(UsageError):
            return templates.find(pack, books, ".card", job.template, job.beside)
    kind = "" if job.kind == "book" else ".summary"
    return templates.find(pack, books, kind, job.template, job.beside)


def facts_of(pack: Pack, game: str | None, options: Mapping[str, Any] | None = None) -> Facts:
    """Return everything that a template may name: facts of the pack, and of the game if there is one.

    Raises UsageError or PackError for a pack that is none for the game.
    """
    own = GAMES[game].facts(pack, {**(options or {}), "game": game}) if game in GAMES else {}
    return {**pack_facts(pack), **own}


def card_picture(pack: Pack, job: BookJob, dpi: int = 600) -> bytes:
    """Draw the rules on one card of the pack as PNG, with its bleed: an extra of the pack."""
    template = find_template(pack, job)
    return _within_limits(template, _card_drawn, pack, job, template, dpi)


def _card_drawn(pack: Pack, job: BookJob, template: templates.Template, dpi: int) -> bytes:
    import pypdfium2

    from .encoding import encoded

    file = write_rulebook(pack, set_book(pack, job, template), bleed=pack.card.bleed)
    page = pypdfium2.PdfDocument(file.data)[0]
    return encoded(page.render(scale=dpi / 72).to_pil().convert("RGB"), "png", dpi)


def template_problems(pack: Pack, file: Path) -> list[Problem]:
    """List what is wrong with a template beside a pack, for `cardgen check`; numbers are warned of only."""
    template = templates.read(file, beside=True)
    try:
        return _within_limits(template, _problems_of, pack, template)
    except PackError as error:
        return error.problems


def _problems_of(pack: Pack, template: templates.Template) -> list[Problem]:
    problems = bare_numbers(template, pack, "warning")
    try:
        filled = templates.fill(template, pack, facts_of(pack, _game(pack, None, template)))
        read_book(filled, template, pack.name, pack.language)
    except PackError as error:
        problems += error.problems
    return _sorted(problems)


def _game(pack: Pack, game: str | None, template: templates.Template) -> str | None:
    """Return the game whose facts a template may name: the one asked for, else the one it is called after."""
    if game is not None:
        return game
    name = (
        Path(template.file).name.removesuffix(templates.SUFFIX).removesuffix(".summary").removesuffix(".card")
    )
    told = [each for each in pack.games if GAMES[each].template == name]
    return told[0] if told else name if name in GAMES else next(iter(pack.games), None)


def _sorted(problems: list[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda problem: (problem.mark or ("", 0, 0, 0))[1:3])
