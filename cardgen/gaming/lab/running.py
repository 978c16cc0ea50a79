"""Run consecutive games, here or with workers, and add up their facts in order.

Sums are exact whole numbers and every game has its own random stream, so neither the number of workers nor
the length of stretches affects the result; stretches can be as long as suits the clock. Few stretches are
pending at any time: memory does not grow with the number of games. The tally always holds the first games of
the run, so a stopped run equals a shorter run.
"""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from time import perf_counter
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Protocol

from ...errors import UsageError
from ..games.experiment import Experiment
from .moments import GameTally, play_and_sum

if TYPE_CHECKING:
    from concurrent.futures import Future

#: Signals within this many seconds count as one: a terminal and a program may both pass on a Ctrl-C.
_SAME_SIGNAL_SECONDS = 0.3
#: Default handlers of signals.
_USUAL: dict[int, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}


class StopRequest:
    """A request to stop a run: `asked` is True after Ctrl-C within a `with` block in the main thread.

    signals: the signals that ask to stop; by default only SIGINT, which is Ctrl-C. A signal whose present
    handler is not a usual one is left to that handler, unless the handler has the attribute `ends_process`.
    A second request raises KeyboardInterrupt.
    """

    def __init__(self, *signals: int) -> None:
        self.asked = False
        self._since = 0.0
        self._signals = signals or (signal.SIGINT,)
        self._before: dict[int, Any] = {}

    def __enter__(self) -> StopRequest:
        if threading.current_thread() is threading.main_thread():
            for number in self._signals:
                handler = signal.getsignal(number)
                if handler == _USUAL[number] or getattr(handler, "ends_process", False):
                    self._before[number] = signal.signal(number, self._handle_signal)
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        while self._before:
            signal.signal(*self._before.popitem())

    def _handle_signal(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self.asked and now > self._since + _SAME_SIGNAL_SECONDS:
            raise KeyboardInterrupt
        self.asked, self._since = True, now


#: Seconds: of play per stretch in this process, per stretch of a worker (and at least, for the last games
#: that are shared out), and of waiting.
_STRETCH_SECONDS, _WORKER_STRETCH_SECONDS, _SHORTEST_STRETCH_SECONDS, _WAIT_SECONDS = 0.1, 0.25, 0.02, 0.1
#: Seconds of play below which workers are not worth their start, and after which the pace is known.
_SECONDS_WORTH_WORKERS, _SECONDS_TO_KNOW_PACE = 1.5, 0.1
#: Number of stretches queued per worker, so that it never waits.
_QUEUED_STRETCHES = 3
#: Maximum number of games whose facts are in memory.
_MOST_GAMES_IN_MEMORY = 1 << 14


class WorkersLost(UsageError):  # noqa: N818 - called as its siblings are
    """The workers are lost for good; `played` holds the tally of the first games of the run."""

    played: GameTally = GameTally()


class WorkerPool(Protocol):
    """Workers: the part of the concurrent.futures interface that a run needs, and recovery."""

    @property
    def size(self) -> int:
        """Return the number of parallel tasks."""
        ...

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Have a worker call task(*arguments), and return the future of the result."""
        ...

    def recover(self, error: Exception) -> None:
        """Prepare for new tasks after a failed one; if that is not possible, raise an error.

        error: that of the failed task. Raises this error itself, a UsageError or WorkersLost.
        """
        ...

    def check_workers(self) -> None:
        """Raise WorkersLost if no worker is left to send a result; called while none arrives."""
        ...


def play_games(
    experiments: Sequence[Experiment],
    seed: int,
    games: int,
    pool: WorkerPool | None = None,
    *,
    first: int = 0,
    report: Callable[[int, int], None] | None = None,
    stop: StopRequest | None = None,
    min_seconds: float | None = None,
) -> GameTally:
    """Play games first ... first + games - 1 of a seed in all experiments, and return their tally.

    pool: the workers; without them, or if they are not worth while, this process plays. report: called with
    the number of games done and of all, several times a second. stop: ends the run early; by default Ctrl-C
    does. The tally then has fewer games, the first of them, and no task is left behind. min_seconds: seconds
    of play below which workers are not worth while; by default the time of starting them. Raises WorkersLost,
    with the games played, if workers are lost for good.
    """
    with nullcontext(stop) if stop is not None else StopRequest() as heeded:
        least = _SECONDS_WORTH_WORKERS if min_seconds is None else min_seconds
        course = _RunState(tuple(experiments), seed, first, games, report or _ignore_progress, heeded, least)
        try:
            course.play_here(pool)
            if pool is not None:
                course.play_with_workers(pool)
        except KeyboardInterrupt:
            # The caller's own request: a second one must reach the caller.
            if heeded.asked:
                raise
            heeded.asked = True
        except WorkersLost as error:
            error.played = course.total
            raise
    return course.total


def _ignore_progress(done: int, games: int) -> None:
    """Ignore the progress."""


def play_stretch(
    experiments: Sequence[Experiment], seed: int, first: int, count: int
) -> tuple[GameTally, float]:
    """Play `count` games from number `first` on, and return their sums and the seconds that they took.

    Workers call this.
    """
    began, total, end = perf_counter(), GameTally(), first + count
    for at in range(first, end, _MOST_GAMES_IN_MEMORY):
        total.add(play_and_sum(experiments, seed, at, min(_MOST_GAMES_IN_MEMORY, end - at)))
    return total, perf_counter() - began


class _PendingStretches(deque[tuple[int, "Future[tuple[GameTally, float]]"]]):
    """Pending stretches of games in order: for each the number of games, and the future of its tally."""

    @property
    def games(self) -> int:
        """Return the number of games in all pending stretches."""
        return sum(count for count, _ in self)

    def cancel(self) -> None:
        """Cancel all stretches that have not begun, and forget all."""
        while self:
            self.pop()[1].cancel()


@dataclass
class _RunState:
    """A run: what to play, the sums of the games so far, and the speed of play."""

    experiments: tuple[Experiment, ...]
    seed: int
    first: int
    games: int
    report: Callable[[int, int], None]
    stop: StopRequest
    worth: float
    #: The sums of the games so far.
    total: GameTally = field(default_factory=GameTally)
    #: Number of games in the last stretch, and games per second.
    last: int = 0
    pace: float = 0.0
    #: Games played here and the seconds taken, without the first stretch, which warms up.
    known: tuple[int, float] = 0, 0.0

    def is_unfinished(self) -> bool:
        """Tell whether games are left to play, and no stop was requested."""
        return self.total.games < self.games and not self.stop.asked

    def play_here(self, pool: WorkerPool | None) -> None:
        """Play all games in this process; with workers, only until they are known to be worth their start."""
        while self.is_unfinished() and not (pool is not None and self._is_worth_workers()):
            done, left = self.total.games, self.games - self.total.games
            count = min(left, self._games_within(_STRETCH_SECONDS))
            tally, seconds = play_stretch(self.experiments, self.seed, self.first + done, count)
            if done:
                self.known = self.known[0] + count, self.known[1] + seconds
            self._add_games(tally, seconds)

    def play_with_workers(self, pool: WorkerPool) -> None:
        """Have workers play the remaining games, and add up their sums."""
        out = _PendingStretches()
        try:
            while self.is_unfinished():
                try:
                    self._submit_stretches(out, pool)
                    self._collect_results(out, pool)
                except Exception as error:
                    # The pending stretches are lost, and played again.
                    out.cancel()
                    pool.recover(error)
        finally:
            out.cancel()

    def _is_worth_workers(self) -> bool:
        """Tell whether workers save time for the remaining games; False until the speed is known."""
        left = self.games - self.total.games
        games, seconds = self.known
        return seconds >= min(_SECONDS_TO_KNOW_PACE, self.worth / 5) and left * seconds > games * self.worth

    def _games_within(self, seconds: float) -> int:
        """Return how many games to play in this time: at least 1, at most 8 times the last stretch."""
        return max(1, min(8 * self.last, int(self.pace * seconds)))

    def _submit_stretches(self, out: _PendingStretches, pool: WorkerPool) -> None:
        """Submit stretches until each worker has some queued. The last stretches are shorter."""
        while len(out) < _QUEUED_STRETCHES * pool.size:
            done = self.total.games + out.games
            left = self.games - done
            if not left:
                return
            share = max(self._games_within(_SHORTEST_STRETCH_SECONDS), left // (2 * pool.size))
            count = min(left, share, self._games_within(_WORKER_STRETCH_SECONDS))
            out.append(
                (count, pool.submit(play_stretch, self.experiments, self.seed, self.first + done, count))
            )

    def _collect_results(self, out: _PendingStretches, pool: WorkerPool) -> None:
        """Wait a moment for the first pending stretch, then add the sums of those that are done."""
        from concurrent.futures import wait

        wait([out[0][1]], _WAIT_SECONDS)
        self.report(self.total.games, self.games)
        if not out[0][1].done():
            pool.check_workers()
        while out and out[0][1].done():
            self._add_games(*out.popleft()[1].result())

    def _add_games(self, tally: GameTally, seconds: float) -> None:
        # Nothing is half added, wherever an interrupt occurs.
        """Add the sums of a stretch to the total, measure the speed of play, and report the progress."""
        total = GameTally()
        total.add(self.total)
        total.add(tally)
        self.total = total
        self.last, self.pace = tally.games, tally.games / max(seconds, 1e-9)
        self.report(total.games, self.games)
