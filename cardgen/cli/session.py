"""Who plays the games of the lab, how far they are, and what Ctrl-C leaves: for all commands that play."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

import click

from ..errors import UsageError
from .report import echo

if TYPE_CHECKING:
    from ..games.experiment import Experiment
    from ..lab.moments import Tally
    from ..lab.results import Results
    from ..lab.running import Pool, Stop

F = TypeVar("F", bound=Callable[..., Any])

#: Seconds of work before a bar appears, and until it moves again.
_PATIENCE, _OFTEN = 1.0, 0.2
#: Seconds: after so long more is to be expected; then workers get all runs but such short ones.
_WHILE, _SHORT = 3.0, 0.1


def work_options(command: F) -> F:
    """Who plays: --workers, --dask."""
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


class Work:
    """Plays games in all of a command's runs: with the same workers, one bar, one Ctrl-C."""

    def __init__(self, pool: Pool | None, line: Line, stop: Stop) -> None:
        self.pool, self.line, self.stop = pool, line, stop
        #: Why the workers are gone, once they are.
        self.lost: UsageError | None = None
        self._began = time.monotonic()

    @property
    def stopped(self) -> bool:
        """Whether somebody asked to stop: then begin no more."""
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
        from ..lab.running import WorkersLost, run

        # A command that has played for a while already will go on: its workers may as well start.
        worth = _SHORT if time.monotonic() - self._began > _WHILE else None
        told = report or self.line
        try:
            return run(
                experiments, seed, games, self.pool, first=first, report=told, stop=self.stop, worth=worth
            )
        except WorkersLost as error:
            # What was played is worth its telling, and what nobody can play is not begun.
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
def working(workers: int | None, dask: str | None, what: str = "") -> Iterator[Work]:
    """Workers as the options say, for as long as a command plays; a bar on a terminal says what it does.

    Ctrl-C ends a run early with what it has; asked twice, the command stops. Raises UsageError.
    """
    if workers is not None and dask is not None:
        raise UsageError("--workers is for this machine and --dask for a cluster; leave one of them out")
    from ..games.compiling import listening
    from ..lab import workers as lab
    from ..lab.running import Stop

    # Every core has a worker: numpy, which is loaded later if at all, is to start no threads beside them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Games go on for long, and leave rings of objects behind; see __main__.
    gc.enable()
    with (
        Stop(signal.SIGINT, signal.SIGTERM) as stop,
        Line(what) as line,
        lab.workers(workers, dask) as pool,
        listening(line.compiling),
    ):
        yield Work(pool, line, stop)


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
    from ..lab.results import Results

    with working(workers, dask, ", ".join(names)) as hands:
        tally = hands.play(experiments, seed, games)
    if hands.stopped and not tally.games:
        hands.abort()
    hands.tell_lost()
    return Results(tuple(names), tuple(experiments), tally, seed, games)


class Line:
    """A bar on a terminal: what is played, games done, time left. Nothing when nobody looks.

    It is drawn by whoever plays, not by a thread of its own, so that workers can be forked at any time.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._seen = sys.stderr.isatty()
        self._next = time.monotonic() + _PATIENCE
        self._run: _Run | None = None
        self._bar: Any = None

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def compiling(self) -> None:
        """Say why nothing moves for a while."""
        if self._seen:
            echo("compiling the engine for this machine, once: some twenty seconds", err=True)

    def say(self, what: str) -> None:
        """Say what is played from now on, such as the step of a search."""
        self._what = what

    def __call__(self, done: int, games: int) -> None:
        """Tell how far a run is."""
        now = time.monotonic()
        run = self._run if self._run and self._run.done <= done else _Run(now, done, done)
        self._run = run._replace(done=done)
        if self._seen and now >= self._next and done > run.first:
            self._next = now + _OFTEN
            self._draw(done, games, time_left((now - run.began) * (games - done) / (done - run.first)))

    def _draw(self, done: int, games: int, left: str) -> None:
        from rich.markup import escape

        if self._bar is None:
            self._bar = _bar()
            self._bar.start()
        # What a pack is called is a stranger's text, not markup.
        told = {"description": escape(self._what), "completed": done, "total": games, "left": left}
        if not self._bar.task_ids:
            self._bar.add_task(**told)
        self._bar.update(self._bar.task_ids[0], refresh=True, **told)


class _Run(NamedTuple):
    """The run that is shown: when it was first told of, how far it was then, and how far last.

    The first games are left out of the pace: engines and workers warm up in them.
    """

    began: float
    first: int
    done: int


def time_left(seconds: float) -> str:
    """How long something goes on, as people say it: "12 s left", "3 min left", "2 h 05 min left"."""
    if seconds < 90:
        return f"{seconds:.0f} s left"
    minutes = round(seconds / 60)
    return f"{minutes} min left" if minutes < 90 else f"{minutes // 60:,} h {minutes % 60:02} min left"


def _bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.table import Column

    return Progress(
        TextColumn(
            "{task.description}", table_column=Column(no_wrap=True, overflow="ellipsis", max_width=30)
        ),
        BarColumn(bar_width=None),
        TextColumn(
            "{task.completed:,} of {task.total:,} games, {task.fields[left]}",
            table_column=Column(no_wrap=True),
        ),
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
    )
