"""What the commands that play games share: who plays what, and how results are said."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import UsageError
from .loading import given
from .report import as_json, echo
from .session import work_options

if TYPE_CHECKING:
    from ..games.experiment import Experiment
    from ..games.game import Setup
    from ..lab.results import Results, Row

F = TypeVar("F", bound=Callable[..., Any])

#: Games where nobody says how many.
USUAL_GAMES = 10_000
MOST_GAMES = 1_000_000_000_000
_PLAYERS_MOST = 1_000
#: From so many columns on there is room to say what each line means.
_WIDE = 118

_FORMATS = ("text", "json", "csv")


class _Words(click.ParamType):  # type: ignore[type-arg]  # before click 8.5 it takes none
    """Words with commas between."""

    name = "words"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The words."""
        if not isinstance(value, str):
            return value
        words = tuple(word.strip().lower() for word in value.split(","))
        if not all(words):
            self.fail("write one word, or several with commas between", param, ctx)
        return words

    def get_metavar(self, param: Any, ctx: Any = None) -> str:
        """What stands for the value in the help."""
        return "NAME[,NAME...]"


class Count(click.IntRange):
    """A whole number, with or without commas: "20,000" as people read it."""

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """The number."""
        try:
            number = int(str(value).replace(",", ""))
        except ValueError:
            self.fail(f"{value!r} is no whole number: write 20000 or 20,000", param, ctx)
        least, most = int(self.min or 0), int(self.max or MOST_GAMES)
        if not least <= number <= most:
            self.fail(
                f"{number:,} is too {'few' if number < least else 'many'}: from {least:,} to {most:,}",
                param,
                ctx,
            )
        return number


def table_options(command: F, temperament: str = "random") -> F:
    """Which game, who plays it, and by which options. temperament: who plays where nobody says."""
    for option in reversed(
        (
            click.option("--game", metavar="GAME", help="Which of the pack's games. Default: its first."),
            click.option(
                "--players", type=click.IntRange(1, _PLAYERS_MOST), help="How many play. Default: 4, or 2."
            ),
            click.option(
                "--temperament",
                "temperaments",
                type=_Words(),
                default=temperament,
                show_default=True,
                help="How all play, or each seat in order: see `cardgen list players`.",
            ),
            click.option(
                "--option",
                "options",
                multiple=True,
                metavar="OPTION",
                help="An option of the game, such as hand=6: see `cardgen list options`.",
            ),
        )
    ):
        command = option(command)
    return command


def games_options(command: F) -> F:
    """How many games of which seed, and by which engine."""
    for option in reversed(
        (
            click.option(
                "--games",
                type=Count(1, MOST_GAMES),
                default=USUAL_GAMES,
                show_default=True,
                help="How many games to play.",
            ),
            seed_option,
            engine_option,
        )
    ):
        command = option(command)
    return command


seed_option = click.option(
    "--seed",
    type=click.IntRange(0, (1 << 63) - 1),
    default=1,
    show_default=True,
    help="The same seed gives the same games.",
)
engine_option = click.option(
    "--engine",
    type=click.Choice(("auto", "compiled", "reference")),
    default="auto",
    show_default=True,
    help="What plays NEVER OVER. Both play the same games; compiled wants the extra cardgen[lab].",
)
format_option = click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True, help="How to say it."
)
plot_option = click.option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw it as well: a .png, .svg or .pdf. Wants the extra cardgen[lab].",
)


def play_options(command: F) -> F:
    """All that simulate and compare ask for."""
    strict = click.option("--strict", is_flag=True, help="Treat warnings as errors.")
    for options in (strict, plot_option, format_option, work_options, games_options, table_options):
        command = options(command)
    return command


def setup_of(options: dict[str, Any]) -> Setup:
    """The table that the options ask for."""
    from ..games.game import Setup

    return Setup(
        options["game"], options["players"], options["temperaments"], options["options"], options["engine"]
    )


def said_of_table(experiment: Experiment) -> str:
    """Who plays how: "4 players (random), with red-counts-against"."""
    about = experiment.about
    names = list(dict.fromkeys(about["temperaments"]))
    how = names[0] if len(names) == 1 else ", ".join(about["temperaments"])
    with_options = ", ".join(_option(name, value) for name, value in about["options"].items())
    return f"{about['players']} players ({how})" + (f", with {with_options}" if with_options else "")


def _option(name: str, value: object) -> str:
    return name if value is True else f"{name}={value}"


def plural_games(results: Results) -> str:
    """How many games were played: "1 game", "1,000 games"."""
    return f"{results.tally.games:,} game{'s' if results.tally.games != 1 else ''}"


def said_of_games(results: Results) -> str:
    """How many games of which seed, and whether that is all of them."""
    games = plural_games(results)
    if not results.complete:
        games = f"INTERRUPTED: the first {games} of {results.asked:,}"
    return f"{games}, seed {results.seed}"


def said_of_temperament(game: str) -> str:
    """Who played, where nobody chose; nothing otherwise."""
    if "temperaments" in given():
        return ""
    from ..games import GAMES

    return f"The players play at random; --temperament {GAMES[game].play().thinking} asks those who think."


def said_of_few(results: Results, what: str = "games") -> str:
    """Why there are no intervals; nothing where there are. what: what was played."""
    from ..lab.estimates import FEWEST

    few = results.tally.games < FEWEST
    return f"Intervals want {FEWEST} {what} or more: fewer do not show how {what} vary." if few else ""


def said_of_intervals(results: Results, what: str = "games") -> str:
    """What intervals mean, or why there are none."""
    return said_of_few(results, what) or "Each interval holds the true value in 95 of 100 such runs."


def warn_of_interruption(results: Results) -> None:
    """Say that a run is not whole where what is printed is for programs."""
    if not results.complete:
        echo(f"cardgen: {said_of_games(results)}", err=True)


def print_rows(rows: Sequence[Row]) -> None:
    """Print an experiment's results, part by part."""
    from ..lab.results import told

    columns = shutil.get_terminal_size().columns
    cells = [(row, *told(row)) for row in rows]
    title = max(len(row.title) for row in rows)
    value = max(len(text) for _, text, _ in cells)
    part = ""
    for row, text, interval in cells:
        if row.part != part:
            part = row.part
            echo(f"\n{part}")
        line = f"  {row.title:{title}}  {text:>{value}}  {interval:19}"
        meaning = textwrap.wrap(row.meaning, columns - len(line) - 2) if columns >= _WIDE else []
        for at, words in enumerate(meaning or [""]):
            echo(f"{' ' * len(line) if at else line}  {words}".rstrip())


def print_json(data: object) -> None:
    """Print a record for other programs."""
    echo(as_json(data))


def print_csv(lines: Sequence[Sequence[object]]) -> None:
    """Print a table for spreadsheets."""
    from ..output.images import csv_table

    echo(csv_table(lines, end="\n"), nl=False)


def verify_plot(path: Path | None) -> None:
    """Refuse a picture that cannot be drawn before any game is played. Raises UsageError."""
    if path is None:
        return
    from ..lab.plots import theme

    theme.kind_of(path)
    theme.verify_installed()


def write_plot(path: Path, data: bytes, form: str) -> None:
    """Write a picture; say so where people read."""
    from ..output.files import write

    write(path, data, named=True)
    echo(f"{path}: drawn", err=form != "text")


def refuse_plot_of_nothing(results: Results) -> None:
    """Raise UsageError where no game was played."""
    if not results.tally.games:
        raise UsageError("no game was finished, so there is nothing to tell")
