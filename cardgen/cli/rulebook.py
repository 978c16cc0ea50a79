"""Commands that make the rules of a game: rulebook, summary."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from .. import api, units
from ..colour.icc import CONDITIONS
from ..errors import UsageError
from ..geometry import TOLERANCE
from ..text.formats import FORMATS, NAMES, format_name
from .loading import explicit_options, load_checked, pack_of, pdf_names, pdf_or_folder, save, tell_template
from .options import PAPER, Parsed, look_options, overrides, pack_argument
from .terminal import Progress, echo

if TYPE_CHECKING:
    from ..output.rulebook import BookJob, RulebookFile, RulebookPress
    from ..printers.choices import Standard

F = TypeVar("F", bound=Callable[..., Any])

_OUTPUT = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="A file of the format that is made, or a folder. Default: output/",
)
#: Formats for screens, which have no pages.
_WEB = ("html", "epub")


def _what_options(command: F) -> F:
    """Add the options that say which rules to make, from which template."""
    for option in reversed(
        (
            click.option(
                "--game", metavar="GAME", help="Which of the pack's games: see `cardgen list games`."
            ),
            click.option(
                "--template",
                type=click.Path(path_type=Path, dir_okay=False),
                help="Your own template. Default: the one beside the pack, or the game's.",
            ),
            click.option("--ragged", is_flag=True, help="Leave the right edge of the text ragged."),
        )
    ):
        command = option(command)
    return command


def _format(value: object) -> str:
    """Read a format of pages, or one for screens. Raises BadValue."""
    name = str(value).strip().lower()
    return name if name in _WEB else format_name(value)


@click.command("rulebook")
@pack_argument(many=False)
@_OUTPUT
@_what_options
@click.option(
    "--format",
    "form",
    type=Parsed("format", _format, "FORMAT"),
    help=f"The size of a page: {', '.join(NAMES)} (as large as the cards), or a card size. Default: a4. "
    "Or for screens: html, one file for phones and browsers; epub, for readers of books.",
)
@click.option("--booklet", is_flag=True, help="Pages in order for folding and stapling, two to a side.")
@click.option("--paper", type=PAPER, default="a4", show_default=True, help="Of a booklet: a4, letter, a3 ...")
@click.option(
    "--press",
    is_flag=True,
    help="For a printer: PDF/X in CMYK, with 3 mm of bleed, a multiple of four pages.",
)
@click.option("--condition", type=click.Choice(tuple(CONDITIONS)), help="With --press. Default: fogra39.")
@click.option("--standard", type=click.Choice(("x1a", "x4")), help="With --press. Default: x1a.")
@look_options
def rulebook_command(pack: str, output: Path | None, **options: Any) -> int:
    """Make the rules of a game as a book, with the pack's own cards in it and every figure counted.

    With --press, what is written is preflighted at once; exit code 1 says that a printer would refuse it.

    \b
    Examples:
      cardgen rulebook never-over
      cardgen rulebook never-over --format a5 --booklet
      cardgen rulebook never-over --format card --press
      cardgen rulebook never-over --format html
      cardgen rulebook my-pack.yaml --template my-rules.md.j2
    """
    from ..output.rulebook import BookJob

    _refuse_contradictions(options)
    if options["form"] in _WEB:
        job = BookJob(options["game"], template=options["template"])
        _write_web(pack, output, job, options)
        return 0
    usual = _half(options["paper"]) if options["booklet"] else "a4"
    form = options["form"] or usual
    if form is None:
        raise UsageError("no format is half as large as this paper: add --format, such as --format a6")
    job = BookJob(
        *(options["game"], form, options["ragged"], options["template"]),
        press=_press(options),
        booklet=options["booklet"],
    )
    ending = "-rulebook" if form in ("a4", usual) else f"-rulebook-{form.replace(' ', '')}"
    ending += "-booklet" if options["booklet"] else "-press" if options["press"] else ""
    target = pdf_or_folder(output, [pack], "a rulebook")
    examined, file = _made(pack, job, options)
    _tell_missing(examined, file.messages, file.missing)
    [path] = pdf_names([examined], target, _part(examined, job) + ending)
    if options["booklet"]:
        _write_booklet(path, file, options["paper"])
        return 0
    save({path: file.data})
    notes = f", {_last(file.notes)} for notes" if file.notes else ""
    echo(f"{path}: {units.counted(file.pages, 'page')} of {_named(file)}{notes}{_others(examined, job)}")
    if job.press:
        from ..output.flattening import flattening_lines
        from ..output.rulebook import rulebook_target
        from ..preflight import preflight
        from .preflight import said_of

        for line in flattening_lines(file.flattened):
            echo(line)
        if not said_of(preflight(file.data, rulebook_target(file, job.press))):
            echo(f"Do not send {path.name} in: mend what is said above, and make it again.", err=True)
            return 1
    if job.press:
        echo(f"Next: look at every page of {path.name} on the screen before you send it in.")
    elif file.form.mirrored:
        echo(f"Next: read {path.name}; add --booklet for one to fold and staple.")
    else:
        echo(f"Next: read {path.name}, or print it at actual size.")
    return 0


def _part(examined: api.Examined, job: BookJob) -> str:
    """Say what tells the books of a pack's several games apart in their names."""
    from ..output.rulebook import book_part

    return "" if job.template else book_part(pack_of(examined), job.game, examined.file)


def _others(examined: api.Examined, job: BookJob) -> str:
    """Say which game was taken where none was named, and which others there are."""
    from ..output.rulebook import books_of

    games = [game for game in books_of(pack_of(examined), examined.file) if game]
    if job.game or job.template or len(games) < 2:
        return ""
    return f", the rules of {games[0]}; there are more: --game {' or '.join(games[1:])}"


def _half(paper: tuple[float, float]) -> str | None:
    """Find the format of a page that is half as large as a paper (points), to a millimetre; or None."""
    width, height = max(paper) / 2, min(paper)
    for name, form in FORMATS.items():
        if 0 <= width - form.width + TOLERANCE < units.MM and abs(height - form.height) < units.MM:
            return name
    return None


def _refuse_contradictions(options: dict[str, Any]) -> None:
    _refuse_pages(options)
    if options["booklet"] and options["press"]:
        raise UsageError("--booklet and --press do not go together: a printer imposes pages himself")
    if not options["press"] and (options["condition"] or options["standard"]):
        raise UsageError("--condition and --standard are for a printer: add --press")
    if "paper" in explicit_options() and not options["booklet"]:
        raise UsageError("--paper is for booklets: add --booklet, or use --format letter")


def _refuse_pages(options: dict[str, Any]) -> None:
    """Refuse what is for pages of paper where a format has none, and a name of another format."""
    output = click.get_current_context().params["output"]
    kind = output.suffix[1:].lower() if output else ""
    if options["form"] not in _WEB:
        if kind in _WEB:
            raise UsageError(f"{output} is no PDF file: add --format {kind}")
        return
    wrong = explicit_options() & {"booklet", "paper", "press", "condition", "standard", "ragged"}
    if wrong:
        message = f"--{min(wrong)} is for pages of paper: leave it out, or leave --format out"
        raise UsageError(message)


def _press(options: dict[str, Any]) -> RulebookPress | None:
    if not options["press"]:
        return None
    from ..output.rulebook import RulebookPress

    key = options["condition"] or "fogra39"
    standard: Standard = options["standard"] or "x1a"
    if standard == "x4" and not CONDITIONS[key].exact:
        raise UsageError(
            f"PDF/X-4 needs the profile of {CONDITIONS[key].identifier}, which cardgen may not pass on: "
            "use --standard x1a"
        )
    return RulebookPress(key, standard)


def _made(pack: str, job: BookJob, options: dict[str, Any]) -> tuple[api.Examined, RulebookFile]:
    """Make the book of a pack."""
    from ..output.rulebook import write_book

    examined, job = _ready(pack, job, options)
    with Progress(f"{examined.slug}: rules"):
        return examined, write_book(pack_of(examined), job)


def _write_web(
    pack: str, output: Path | None, job: BookJob, options: dict[str, Any], what: str = "rulebook"
) -> None:
    """Write a rulebook, or a summary, as a file for screens."""
    from ..output.web_rulebook import write_web_book

    form = options["form"]
    target = pdf_or_folder(output, [pack], f"a {what}", f".{form}")
    examined, job = _ready(pack, job, options)
    with Progress(f"{examined.slug}: rules"):
        data = write_web_book(pack_of(examined), job, form)
    _tell_missing_of(examined, job)
    [path] = pdf_names([examined], target, f"{_part(examined, job)}-{what}", f".{form}")
    save({path: data})
    kind = "one HTML file" if form == "html" else "an EPUB"
    echo(f"{path}: the rules as {kind} of {len(data) / 1000:.0f} kB{_others(examined, job)}")
    if form == "html":
        echo(f"Next: open {path.name} in a browser, or send it to a phone; all that it needs is inside.")
    else:
        echo(f"Next: open {path.name} with an app or a reader for books.")


def _tell_missing_of(examined: api.Examined, job: BookJob) -> None:
    """Say how much of the rules is not translated, for files that do not count it themselves."""
    from ..output.rulebook import find_template

    template = find_template(pack_of(examined), job)
    _tell_missing(examined, template.messages, template.missing)


def _tell_missing(examined: api.Examined, messages: int, missing: int) -> None:
    """Say how much of the rules is not translated."""
    if missing:
        said = f"{missing} of {messages} texts of the rules are not in {pack_of(examined).language!r} yet"
        echo(f"{examined.slug}: {said}; `cardgen words` helps to translate them", err=True)


def _ready(pack: str, job: BookJob, options: dict[str, Any]) -> tuple[api.Examined, BookJob]:
    """Check the pack and read the job, with the place of its file."""
    from ..games import GAMES
    from ..pack.library import find

    if job.game is not None and job.game not in GAMES:
        raise UsageError(f"there is no game {job.game!r}; {units.nearest(job.game, GAMES)}")
    [examined] = load_checked([pack], overrides(options), options["size"], options["strict"])
    job = job._replace(beside=str(find(pack)))
    tell_template(examined, job, options["strict"])
    return examined, job


def _write_booklet(path: Path, file: RulebookFile, paper: tuple[float, float]) -> None:
    from ..output.booklet import impose

    made = impose(file.data, paper)
    save({path: made.data})
    name = units.paper_name(paper) or units.shown_size(*paper)
    notes = f", {_last(file.notes)} for notes" if file.notes else ""
    echo(f"{path}: {file.pages} pages{notes}, on {units.counted(made.sheets, 'sheet')} of {name}")
    echo(
        f"Next: print {path.name} at actual size on both sides, flipped on the short edge.\n"
        "Then fold the sheets together in the middle and staple them through the fold."
    )


def _last(count: int) -> str:
    return "the last one" if count == 1 else f"the last {count}"


def _named(file: RulebookFile) -> str:
    return units.paper_name((file.form.width, file.form.height)) or units.shown_size(
        file.form.width, file.form.height
    )


@click.command("summary")
@pack_argument(many=False)
@_OUTPUT
@_what_options
@click.option(
    "--format",
    "form",
    type=click.Choice([*(name for name in NAMES if name != "card"), *_WEB]),
    help="The size of the page, or a form for screens; see --card. Default: a5.",
)
@click.option(
    "--card", is_flag=True, help="A rules card for the pack itself: a picture to add to its extras."
)
@look_options
def summary_command(pack: str, output: Path | None, **options: Any) -> None:
    """Make the rules on one page, or with --card on a card of the pack.

    \b
    Examples:
      cardgen summary never-over
      cardgen summary never-over --format letter
      cardgen summary never-over --card
    """
    from ..output.rulebook import BookJob

    _refuse_pages(options)
    if options["card"] and options["form"]:
        raise UsageError("--card is as large as the pack's cards: leave --format out")
    form = "card" if options["card"] else options["form"] or "a5"
    kind: Literal["card", "summary"] = "card" if options["card"] else "summary"
    job = BookJob(options["game"], form, options["ragged"], options["template"], kind=kind)
    if options["card"]:
        _write_card(pack, output, job, options)
        return
    if form in _WEB:
        _write_web(pack, output, job, options, "summary")
        return
    target = pdf_or_folder(output, [pack], "a summary")
    examined, file = _made(pack, job, options)
    _tell_missing(examined, file.messages, file.missing)
    [path] = pdf_names([examined], target, f"{_part(examined, job)}-summary")
    save({path: file.data})
    echo(f"{path}: the rules on a page of {_named(file)}")
    echo(f"Next: print {path.name} at actual size.")


def _write_card(pack: str, output: Path | None, job: BookJob, options: dict[str, Any]) -> None:
    """Write the rules as a picture of a card, and say how it joins the pack."""
    from ..output.rulebook import card_picture
    from .loading import OUTPUT

    target = output or OUTPUT
    if target.suffix and target.suffix.lower() != ".png" and not target.is_dir():
        raise UsageError(f"{target} should end in .png: a rules card is a picture")
    examined, job = _ready(pack, job, options)
    name = f"{examined.slug}{_part(examined, job)}-rules-card.png"
    path = target if target.suffix.lower() == ".png" else target / name
    save({path: card_picture(pack_of(examined), job)})
    _tell_missing_of(examined, job)
    echo(f"{path}: the rules on a card of {examined.slug}")
    echo(
        f"Next: put {path.name} beside your pack and add it to its extras:\n"
        f"  extras:\n    - {{face: image, image: {path.name}, name: Rules}}"
    )
