"""The common parts of jobs that play games: table, number of games, workers, and an early end."""

import gc
import os
import re
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

from ..errors import KeyPath, Problem, UsageError
from ..units import BadValue, count_with_noun
from .groups import IN_LANGUAGE, STRICT
from .job import Job, Option, Progress, Tick
from .kinds import FilePath, Kind, Number, Others, Text

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..gaming.games.experiment import Experiment
    from ..gaming.games.game import Setup
    from ..gaming.lab.moments import GameTally
    from ..gaming.lab.results import Results
    from ..gaming.lab.running import StopRequest, WorkerPool

#: Default and maximum number of games: above, sums would not be exact.
_USUAL_GAMES, _MOST_GAMES = 10_000, 1_000_000_000_000
_MOST_PLAYERS = 1_000
#: Maximum number of tables of a group.
_MOST_TABLES = 8
#: Seconds: after a job has played for the first, it is likely to continue, and workers are started for all
#: runs that take longer than the second.
_LONG, _SHORT = 3.0, 0.1


class Words(Kind):
    """Words separated by commas, in lower case. Python may give a sequence of them."""

    metavar = "NAME[,NAME...]"

    def parse_value(self, value: object, others: Others) -> tuple[str, ...]:
        """Return the words. Raises BadValue."""
        parts = value.split(",") if isinstance(value, str) else value
        if not isinstance(parts, Sequence) or not all(isinstance(part, str) for part in parts):
            raise BadValue(f"{value!r} is not a text")
        words = tuple(part.strip().lower() for part in parts)
        if not words or not all(words):
            raise BadValue("write one word, or several with commas between")
        return words

    def as_typed(self, value: Any) -> str:
        """Return words as they would be typed."""
        return ",".join(value)


class PlayerCounts(Kind):
    """Numbers of players: one, a range, or several. Python may give a number or a sequence of them."""

    metavar = "N[-M]"

    def parse_value(self, value: object, others: Others) -> tuple[int, ...]:
        """Return the numbers, each once, the smallest first. Raises BadValue."""
        words = str(value).split(",") if isinstance(value, str | int) else value
        found: set[int] = set()
        for word in words if isinstance(words, Sequence) else ():
            match = re.fullmatch(r"([0-9]{1,3})(?:[-–]([0-9]{1,3}))?", str(word).strip())
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
            if not 1 <= first <= last or len(found) + last - first >= _MOST_TABLES:
                found = set()
                break
            found |= {*range(first, last + 1)}
        if not found:
            raise BadValue(
                f"{value!r} is no number of players", f"write 4, 2-6 or 2,4: up to {_MOST_TABLES} numbers"
            )
        return tuple(sorted(found))

    def as_typed(self, value: Any) -> str:
        """Return numbers as they would be typed."""
        return ",".join(map(str, value))


WORDS = Words()
GAME = Option("Which of the pack's games. Default: its first.", Text("GAME"))
PLAYERS_HELP = "Number of players. Default: 4, or 2."
PLAYERS = Option(PLAYERS_HELP, Number(1, _MOST_PLAYERS))
#: The same option for jobs that need opponents.
OPPONENTS = Option(PLAYERS_HELP, Number(2, _MOST_PLAYERS))
TEMPERAMENT = Option("How all players play, or each seat in order: see `cardgen list players`.", WORDS)
GAME_OPTIONS = Option(
    "An option of the game, such as hand=6: see `cardgen list options`.", Text("OPTION"), name="option"
)
RULES = Option(
    "A game of your own in place of the pack's: see `cardgen docs own-games`. The file is "
    "run as a program: name none that you do not trust.",
    FilePath("file", only=True, metavar="FILE.py"),
)
SEED = Option("The same seed gives the same games.", Number(0, (1 << 63) - 1))
ENGINE = Option(
    "The engine that plays NEVER OVER. Both play the same games; compiled needs the extra cardgen-kit[lab]."
)
Engine = Literal["auto", "compiled", "reference"]


@dataclass(frozen=True, kw_only=True)
class LanguageAndStrictOptions(Job):
    """The language in which a pack is read, and the option that treats warnings as errors."""

    strict: Annotated[bool, STRICT] = False
    language: Annotated[str | None, IN_LANGUAGE] = None

    @property
    def overrides(self) -> dict[KeyPath, Any]:
        """Return the override that is merged into a pack before it is checked: its language."""
        return {("language",): self.language} if self.language else {}


@dataclass(frozen=True, kw_only=True)
class WorkOptions(Job):
    """The workers that play: processes of this machine, or a cluster."""

    plays_games = True

    workers: Annotated[
        int | None, Option("Number of games played at once. Default: one for each core.", Number(1, 1_000))
    ] = None
    dask: Annotated[
        str | None, Option("Play on a Dask cluster; its scheduler's address.", Text("HOST:PORT"))
    ] = None

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield an error if both --workers and --dask are given."""
        yield from super().option_problems(pack)
        if self.workers is not None and self.dask is not None:
            yield Problem("--workers is for this machine and --dask for a cluster; leave one of them out")


@dataclass(frozen=True, kw_only=True)
class GamesOptions(Job):
    """The number of games, their seed, and the engine that plays them."""

    games: Annotated[int, Option("Number of games to play.", Number(1, _MOST_GAMES))] = _USUAL_GAMES
    seed: Annotated[int, SEED] = 1
    engine: Annotated[Engine, ENGINE] = "auto"


@dataclass(frozen=True, kw_only=True)
class TableOptions(Job):
    """A table: the game, its players and its options."""

    game: Annotated[str | None, GAME] = None
    players: Annotated[int | None, PLAYERS] = None
    temperament: Annotated[Sequence[str], TEMPERAMENT] = ("random",)
    options: Annotated[tuple[str, ...], GAME_OPTIONS] = ()

    def table(self, games: int | None = None) -> "Setup":
        """Return the table. games: total number of games at it. Raises UsageError for faulty rules."""
        from ..gaming.games.game import Setup

        return Setup(
            self.game,
            self.players,
            tuple(self.temperament),
            self.options,
            getattr(self, "engine", "auto"),
            games,
            read_rules_file(getattr(self, "rules", None)),
        )


@dataclass(frozen=True, kw_only=True)
class RulesFileOption(Job):
    """The file with the rules of a user's own game."""

    rules: Annotated[Path | None, RULES] = None


def read_rules_file(path: Path | None) -> Any:
    """Return the rules in a file; None if no path is given. Raises UsageError if it cannot be read."""
    from ..gaming.games.rules_file import RulesFile

    return None if path is None else RulesFile.read(path)


# --- playing -------------------------------------------------------------------------------------


class Session:
    """Plays all runs of a job with the same workers, one progress display, and one stop request."""

    def __init__(self, pool: "WorkerPool | None", stop: "StopRequest", progress: Progress) -> None:
        self.pool, self.stop = pool, stop
        #: Why the workers are lost, once they are.
        self.lost: UsageError | None = None
        self._progress, self._step = progress, ExitStack()
        self._tick: Tick | None = None
        self._began = time.monotonic()

    def begin(self, what: str) -> None:
        """Begin a step with this description."""
        self.end()
        self._tick = self._step.enter_context(self._progress(what, "games"))

    def end(self) -> None:
        """End the current step."""
        self._step.close()
        self._tick = None

    def show_progress(self, done: int, total: int) -> None:
        """Show how many games of the step are played, of how many."""
        if self._tick is not None:
            self._tick(done, total)

    @property
    def is_stopped(self) -> bool:
        """Tell whether the user asked to stop: then no run may begin."""
        return self.stop.asked

    def play_games(
        self,
        experiments: "Sequence[Experiment]",
        seed: int,
        games: int,
        first: int = 0,
        report: Callable[[int, int], None] | None = None,
    ) -> "GameTally":
        """Play games first ... first + games - 1 in all experiments and return their tally.

        The tally has fewer games if the user asks to stop or the workers are lost. report: called with the
        progress; by default the current step shows it.
        """
        from ..gaming.lab.running import WorkersLost, play_games

        worth = _SHORT if time.monotonic() - self._began > _LONG else None
        try:
            return play_games(
                experiments,
                seed,
                games,
                self.pool,
                first=first,
                report=report or self.show_progress,
                stop=self.stop,
                min_seconds=worth,
            )
        except WorkersLost as error:
            # Keep what was played, and begin nothing more.
            self.lost, self.stop.asked = error, True
            return error.played

    def warnings(self, kept: str = "the results are those of the games played by then") -> tuple[str, ...]:
        """Return why results are partial, if the workers were lost."""
        return () if self.lost is None else (f"{self.lost}; {kept}",)

    def abort(self) -> NoReturn:
        """Raise the error of a job that ends without results: the loss of the workers, else
        KeyboardInterrupt.
        """
        raise self.lost or KeyboardInterrupt


@contextmanager
def open_session(job: WorkOptions, progress: Progress) -> Iterator[Session]:
    """Provide the workers that a job names, as long as it plays.

    Ctrl-C, and SIGTERM where it would just end the process, end a run early with its results; a second one
    stops the job with KeyboardInterrupt. Raises UsageError if a cluster is not available.
    """
    from ..gaming.lab import workers as lab
    from ..gaming.lab.running import StopRequest

    # Every core has a worker: numpy, if it is loaded later, must not start threads as well.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Games run for long and create cycles of objects, which short commands do not collect.
    gc.enable()
    with StopRequest(signal.SIGINT, signal.SIGTERM) as stop, lab.start_workers(job.workers, job.dask) as pool:
        session = Session(pool, stop, progress)
        try:
            yield session
        finally:
            session.end()


def play_experiments(
    job: WorkOptions,
    experiments: "Sequence[Experiment]",
    names: Sequence[str],
    seed: int,
    games: int,
    progress: Progress,
    what: str = "playing",
) -> tuple["Results", tuple[str, ...]]:
    """Play games in all experiments; return their results, and warnings.

    names: of the experiments. `is_complete` of the results tells whether all games were played. If there are
    no results yet, the loss of the workers raises UsageError, and stopping raises KeyboardInterrupt.
    """
    from ..gaming.lab.results import Results

    with open_session(job, progress) as session:
        session.begin(what)
        tally = session.play_games(experiments, seed, games)
    if not tally.games:
        session.abort()
    return Results(tuple(names), tuple(experiments), tally, seed, games), session.warnings()


def games_sentence(results: "Results", what: str = "game") -> str:
    """Return a phrase that says how many games were played and with which seed, and whether the run was
    interrupted.

    what: the noun for a game.
    """
    games = count_with_noun(results.tally.games, what)
    if not results.is_complete:
        games = f"INTERRUPTED: the first {games} of {results.asked:,}"
    return f"{games}, seed {results.seed}"


def table_text(experiment: "Experiment") -> str:
    """Return the table as text: "4 players (random), with red-counts-against"."""
    about = experiment.setup_record
    names = list(dict.fromkeys(about["temperaments"]))
    how = names[0] if len(names) == 1 else ", ".join(about["temperaments"])
    return f"{about['players']} players ({how}){options_text(experiment)}"


def options_text(experiment: "Experiment") -> str:
    """Return the changed options as text: ", with red-counts-against"; "" without any."""
    options = experiment.setup_record["options"]
    said = [name if value is True else f"{name}={value}" for name, value in options.items()]
    return f", with {', '.join(said)}" if said else ""
