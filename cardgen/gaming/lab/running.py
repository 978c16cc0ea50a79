"""Runs: games in a row, played here or by workers, and added up in their order.

Sums are exact whole numbers and every game has its own chances, so neither the number of workers nor the
length of stretches leaves a trace in what comes out; that is why stretches may be as long as fits the
clock. Few are out at any time: memory does not grow with games. What has been added up is always the first
games of the run, so a run that is stopped is a shorter run, and no other.
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
from .moments import Tally, played

if TYPE_CHECKING:
    from concurrent.futures import Future

#: Signals within this time (seconds) are one: a terminal and a program between may both pass a Ctrl-C on.
_AT_ONCE = 0.3
#: The usual handlers of signals.
_USUAL: dict[int, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}


class Stop:
    """A wish to stop: by Ctrl-C, or by SIGTERM too where a whole program is to end so.

    Listens within a `with`, in the main thread, where nobody else does but a handler that would end the
    process and says so by an attribute `ends_process`. Asked a second time it raises KeyboardInterrupt, for
    whoever has waited long enough.
    """

    def __init__(self, *signals: int) -> None:
        self.asked = False
        self._since = 0.0
        self._signals = signals or (signal.SIGINT,)
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Stop:
        if threading.current_thread() is threading.main_thread():
            for number in self._signals:
                handler = signal.getsignal(number)
                if handler == _USUAL[number] or getattr(handler, "ends_process", False):
                    self._before[number] = signal.signal(number, self._heed)
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        while self._before:
            signal.signal(*self._before.popitem())

    def _heed(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self.asked and now > self._since + _AT_ONCE:
            raise KeyboardInterrupt
        self.asked, self._since = True, now


#: Seconds: what is played here in one go, what is handed to a worker in one go (and in the end, when the
#: last games are shared out, at least), what is waited for at a time.
_HERE, _THERE, _LEAST, _WAIT = 0.1, 0.25, 0.02, 0.1
#: Seconds of play for which workers are not worth their start, and after which the pace is known.
_WORTH, _KNOWN = 1.5, 0.1
#: Stretches a worker has before it, so that it never waits for the next.
_AHEAD = 3
#: Games whose facts are in memory at once.
_MOST = 1 << 14


class WorkersLost(UsageError):  # noqa: N818 - called as its siblings are
    """The workers are lost for good; `played` is what the games until then came to, the first of the run."""

    played: Tally = Tally()


class Pool(Protocol):
    """Workers: what of the concurrent.futures interface a run needs, and what to do when one is lost."""

    @property
    def size(self) -> int:
        """Return how many tasks go on at once."""
        ...

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Hand out a task."""
        ...

    def mend(self, error: Exception) -> None:
        """Make ready to hand out tasks anew after one failed; or raise it, UsageError or WorkersLost."""
        ...

    def watch(self) -> None:
        """Look after the workers, now and then, while nothing comes back. Raises WorkersLost where
        nothing will.
        """
        ...


def run(
    experiments: Sequence[Experiment],
    seed: int,
    games: int,
    pool: Pool | None = None,
    *,
    first: int = 0,
    report: Callable[[int, int], None] | None = None,
    stop: Stop | None = None,
    worth: float | None = None,
) -> Tally:
    """Play games first ... first + games - 1 of a seed in all experiments, and add them up.

    pool: who plays; without one, or where it is not worth while, this process does. report: told the games
    done and all of them, several times a second. stop: asks for an early end; without one, Ctrl-C does. The
    tally then has fewer games than were asked for, the first of them, and no task stays behind. worth:
    seconds of play for which workers are not worth while; as many as starting them takes, unless told
    otherwise. Raises WorkersLost, which has what was played by then, where workers are lost for good.
    """
    with nullcontext(stop) if stop is not None else Stop() as heeded:
        least = _WORTH if worth is None else worth
        course = _Course(tuple(experiments), seed, first, games, report or _silent, heeded, least)
        try:
            course.here(pool)
            if pool is not None:
                course.there(pool)
        except KeyboardInterrupt:
            # Somebody else's way to ask; asked twice, the caller is to know.
            if heeded.asked:
                raise
            heeded.asked = True
        except WorkersLost as error:
            error.played = course.total
            raise
    return course.total


def _silent(done: int, games: int) -> None:
    """Report to nobody."""


def stretch(experiments: Sequence[Experiment], seed: int, first: int, count: int) -> tuple[Tally, float]:
    """Play some games in a row; also the seconds that took. This is what a worker does."""
    began, total, end = perf_counter(), Tally(), first + count
    for at in range(first, end, _MOST):
        total.add(played(experiments, seed, at, min(_MOST, end - at)))
    return total, perf_counter() - began


class _Out(deque[tuple[int, "Future[tuple[Tally, float]]"]]):
    """Stretches that are out, in the order of their games: how many games, and what they will come to."""

    @property
    def games(self) -> int:
        return sum(count for count, _ in self)

    def call_back(self) -> None:
        while self:
            self.pop()[1].cancel()


@dataclass
class _Course:
    """A run and how far it is."""

    experiments: tuple[Experiment, ...]
    seed: int
    first: int
    games: int
    report: Callable[[int, int], None]
    stop: Stop
    worth: float
    #: The sums of the games until now.
    total: Tally = field(default_factory=Tally)
    #: Games of the stretch played last, and games a second in it.
    last: int = 0
    pace: float = 0.0
    #: Games played here and the seconds they took, without the first, which warms up.
    known: tuple[int, float] = 0, 0.0

    def going(self) -> bool:
        """Tell whether there is more to play."""
        return self.total.games < self.games and not self.stop.asked

    def here(self, pool: Pool | None) -> None:
        """Play in this process: all, or with workers at hand until they are known to be worth while."""
        while self.going() and not (pool is not None and self._long()):
            done, left = self.total.games, self.games - self.total.games
            count = min(left, self._fitting(_HERE))
            tally, seconds = stretch(self.experiments, self.seed, self.first + done, count)
            if done:
                self.known = self.known[0] + count, self.known[1] + seconds
            self._add(tally, seconds)

    def there(self, pool: Pool) -> None:
        """Have workers play the rest."""
        out = _Out()
        try:
            while self.going():
                try:
                    self._hand_out(out, pool)
                    self._take_in(out, pool)
                except Exception as error:
                    # The stretches handed out are lost, and played anew.
                    out.call_back()
                    pool.mend(error)
        finally:
            out.call_back()

    def _long(self) -> bool:
        """Tell whether the rest takes long; unknown until a stretch was long enough to tell."""
        left = self.games - self.total.games
        games, seconds = self.known
        return seconds >= min(_KNOWN, self.worth / 5) and left * seconds > games * self.worth

    def _fitting(self, seconds: float) -> int:
        """Return how many games fit this time: carefully, at most 8 times as many as were just played."""
        return max(1, min(8 * self.last, int(self.pace * seconds)))

    def _hand_out(self, out: _Out, pool: Pool) -> None:
        """Let every worker have enough before it; the last games are shared out in smaller stretches."""
        while len(out) < _AHEAD * pool.size:
            done = self.total.games + out.games
            left = self.games - done
            if not left:
                return
            share = max(self._fitting(_LEAST), left // (2 * pool.size))
            count = min(left, share, self._fitting(_THERE))
            out.append((count, pool.submit(stretch, self.experiments, self.seed, self.first + done, count)))

    def _take_in(self, out: _Out, pool: Pool) -> None:
        """Wait a while for the first stretch that is out, and add up what has come."""
        from concurrent.futures import wait

        wait([out[0][1]], _WAIT)
        self.report(self.total.games, self.games)
        if not out[0][1].done():
            pool.watch()
        while out and out[0][1].done():
            self._add(*out.popleft()[1].result())

    def _add(self, tally: Tally, seconds: float) -> None:
        # Nothing is ever half added, wherever an interrupt falls.
        total = Tally()
        total.add(self.total)
        total.add(tally)
        self.total = total
        self.last, self.pace = tally.games, tally.games / max(seconds, 1e-9)
        self.report(total.games, self.games)
