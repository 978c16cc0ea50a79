"""What the commands that play games share: who plays what, the workers, and how results are said."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from ..errors import UsageError
from ..jobs.playing import said_of_games as said_of_games
from ..jobs.playing import said_of_options as said_of_options
from ..jobs.playing import said_of_table as said_of_table
from .terminal import Progress, cells, columns, echo, padded, widths_of, wrapped

if TYPE_CHECKING:
    from ..gaming.games.experiment import Experiment
    from ..gaming.games.game import Setup
    from ..gaming.games.rules_file import RulesFile
    from ..gaming.lab.moments import Tally
    from ..gaming.lab.results import Results, Row
    from ..gaming.lab.running import Pool, Stop
    from ..jobs.job import Job

F = TypeVar("F", bound=Callable[..., Any])

#: The exit code of a run that is interrupted, as shells have it.
INTERRUPTED = 130
#: The usual number of games.
USUAL_GAMES = 10_000
MOST_GAMES = 1_000_000_000_000
_PLAYERS_MOST = 1_000
#: Columns of a terminal that has room to say what each line means.
_WIDE = 118
_FORMATS = ("text", "json", "csv")
#: Seconds: a command that has played for the first is likely to go on; then workers get all runs that take
#: longer than the second.
_WHILE, _SHORT = 3.0, 0.1


def work_options(command: F) -> F:
    """Add the options that say who plays: --workers, --dask."""
    for option in (
        click.option("--dask", metavar="HOST:PORT", help="Play on a Dask cluster; its scheduler's address."),
        click.option(
            "--workers",
            type=click.IntRange(1, 1_000),
            metavar="N",
            help="How many games go on at once. [default: one a core]",
        ),
    ):
        command = option(command)
    return command


class Session:
    """Plays games in all of a command's runs: with the same workers, one bar, one Ctrl-C."""

    def __init__(self, pool: Pool | None, progress: Progress, stop: Stop) -> None:
        self.pool, self.progress, self.stop = pool, progress, stop
        #: Why the workers are gone, once they are.
        self.lost: UsageError | None = None
        self._began = time.monotonic()

    @property
    def stopped(self) -> bool:
        """Tell whether somebody asked to stop: then begin no more."""
        return self.stop.asked

    def play(
        self,
        experiments: Sequence[Experiment],
        seed: int,
        games: int,
        first: int = 0,
        report: Callable[[int, int], None] | None = None,
    ) -> Tally:
        """Play these games and add them up; fewer of them once somebody asks to stop, or the workers are
        lost.

        report: told the games done and all of them instead of the bar.
        """
        from ..gaming.lab.running import WorkersLost, run

        # A command that has played for a while already will go on: its workers may as well start.
        worth = _SHORT if time.monotonic() - self._began > _WHILE else None
        told = report or self.progress
        try:
            return run(
                experiments, seed, games, self.pool, first=first, report=told, stop=self.stop, worth=worth
            )
        except WorkersLost as error:
            # What was played is told, and nothing more is begun.
            self.lost, self.stop.asked = error, True
            return error.played

    def tell_lost(self, kept: str = "what was played by then is told") -> None:
        """Say on the error stream why there is less than was asked for, where the workers were lost."""
        if self.lost is not None:
            echo(f"cardgen: {self.lost}; {kept}", err=True)

    def abort(self) -> NoReturn:
        """End a command that has nothing to tell: raise what lost the workers, or else click.Abort."""
        raise self.lost or click.Abort


@contextmanager
def open_session(workers: int | None, dask: str | None, what: str = "") -> Iterator[Session]:
    """Provide workers as the options say, for as long as a command plays, and a bar that says what it does.

    Ctrl-C ends a run early with what it has; asked twice, the command stops. Raises UsageError.
    """
    if workers is not None and dask is not None:
        raise UsageError("--workers is for this machine and --dask for a cluster; leave one of them out")
    from ..gaming.games.compiling import listening
    from ..gaming.lab import workers as lab
    from ..gaming.lab.running import Stop

    # Every core has a worker: numpy, which is loaded later if at all, is to start no threads beside them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Games go on for long, and leave rings of objects behind; see __main__.
    gc.enable()

    def say_compiling() -> None:
        if sys.stderr.isatty():
            echo("compiling the engine for this machine, once: some twenty seconds", err=True)

    with (
        Stop(signal.SIGINT, signal.SIGTERM) as stop,
        Progress(what, "games") as progress,
        lab.workers(workers, dask) as pool,
        listening(say_compiling),
    ):
        yield Session(pool, progress, stop)


def work(
    experiments: Sequence[Experiment],
    names: Sequence[str],
    seed: int,
    games: int,
    workers: int | None = None,
    dask: str | None = None,
) -> Results:
    """Play games in all experiments and say what they came to; `complete` tells whether all were played.

    Raises UsageError, and click.Abort where it is stopped before there is anything to tell.
    """
    from ..gaming.lab.results import Results

    with open_session(workers, dask, ", ".join(names)) as session:
        tally = session.play(experiments, seed, games)
    if session.stopped and not tally.games:
        session.abort()
    session.tell_lost()
    return Results(tuple(names), tuple(experiments), tally, seed, games)


class _Words(click.ParamType):  # type: ignore[type-arg]  # before click 8.5 it takes none
    """Words with commas between."""

    name = "words"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Split the words."""
        if not isinstance(value, str):
            return value
        words = tuple(word.strip().lower() for word in value.split(","))
        if not all(words):
            self.fail("write one word, or several with commas between", param, ctx)
        return words

    def get_metavar(self, param: Any, ctx: Any = None) -> str:
        """Return what stands for the value in the help."""
        return "NAME[,NAME...]"


class Count(click.IntRange):
    """A whole number, with or without commas: "20,000" as people read it."""

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read the number."""
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
    """Add the options for a table: which game, who plays it, by which options of the game.

    temperament: who plays where nobody says.
    """
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
    """Add the options for how many games of which seed are played, and by which engine."""
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
    "--format",
    "form",
    type=click.Choice(_FORMATS),
    default="text",
    show_default=True,
    help="Format of the output.",
)
plot_option = click.option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw it as well: a .png, .svg or .pdf. Wants the extra cardgen[lab].",
)


rules_option = click.option(
    "--rules",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.py",
    help="A game of your own in place of the pack's: see docs/own-games.md. The file is run as a "
    "program: name none that you do not trust.",
)


def setup_of(options: dict[str, Any]) -> Setup:
    """Return the table that the options ask for."""
    from ..gaming.games.game import Setup

    return Setup(
        options["game"], options["players"], options["temperaments"], options["options"], options["engine"]
    )._replace(rules=rules_of(options.get("rules")))


def rules_of(path: Path | None) -> RulesFile | None:
    """Read the file of rules that is named, if any. Raises UsageError."""
    from ..gaming.games.rules_file import RulesFile

    return None if path is None else RulesFile.read(path)


def said_of_temperament(job: Job, experiment: Experiment) -> str:
    """Say who played, where nobody chose; "" otherwise."""
    from ..gaming.games import thinking_player

    thinking = thinking_player(experiment)
    if "temperament" in job.given or not thinking:
        return ""
    return f"The players play at random; --temperament {thinking} asks those who think."


def said_of_few(results: Results, what: str = "games") -> str:
    """Say why there are no intervals; "" where there are. what: what was played."""
    from ..gaming.lab.estimates import FEWEST

    few = results.tally.games < FEWEST
    return f"Intervals want {FEWEST} {what} or more: fewer do not show how {what} vary." if few else ""


def said_of_intervals(results: Results, what: str = "games") -> str:
    """Say what intervals mean, or why there are none."""
    return said_of_few(results, what) or "Each interval holds the true value in 95 of 100 such runs."


def print_rows(rows: Sequence[Row]) -> None:
    """Print an experiment's results, part by part."""
    from ..gaming.lab.results import told

    said = [(row.title, *told(row)) for row in rows]
    title, value, _ = widths_of(said)
    wide, part = columns(), ""
    for row, (_, text, interval) in zip(rows, said, strict=True):
        if row.part != part:
            part = row.part
            echo(f"\n{part}")
        line = f"  {padded(row.title, title)}  {padded(text, value, right=True)}  {padded(interval, 19)}  "
        if wide < _WIDE:
            echo(line.rstrip())
        else:
            lines = wrapped(row.meaning, wide, line, " " * cells(line))
            echo("\n".join(each.rstrip() for each in lines))


def print_csv(lines: Sequence[Sequence[object]]) -> None:
    """Print a table for spreadsheets."""
    from ..output.images import csv_table

    echo(csv_table(lines, end="\n"), nl=False)


def refuse_plot_of_nothing(results: Results) -> None:
    """Raise UsageError where no game was played."""
    if not results.tally.games:
        raise UsageError("no game was finished, so there is nothing to tell")
