"""A made-up game for tests of the lab: two players score, and now and then one of them wins."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any

from cardgen.gaming.games.experiment import Chunk
from cardgen.gaming.games.measures import GAMES, Measure
from cardgen.gaming.games.rng import PLAYING, Stream

FACTS = ("turns", "points", "points_squares", "won")
#: What is said of it, and what is true: see tests of measures.
SHARE = Measure("won", "games won", {"won": 1}, {GAMES: 1}, "share")
MEAN = Measure("points", "points a game", {"points": 1}, {GAMES: 1}, "points")
RATIO = Measure("rate", "points a turn", {"points": 1}, {"turns": 1}, "points")
SPREAD = Measure(
    "spread", "spread of points", {"points_squares": 1}, {GAMES: 1}, "points", mean={"points": 1}
)


@dataclass(frozen=True)
class Coins:
    """A game takes 1 to 6 turns; a turn scores a point in `luck` of 16 cases; who scores every time wins.

    numpy: give rows as an array. slow: seconds a game takes.
    """

    luck: int = 8
    numpy: bool = False
    slow: float = 0.0

    facts = FACTS
    measures = (SHARE, MEAN, RATIO, SPREAD)

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        rows = [self.game(seed, number) for number in range(first, first + count)]
        lengths = [0] * 7
        for turns, *_ in rows:
            lengths[turns] += 1
        if self.numpy:
            import numpy as np

            return Chunk(np.array(rows, dtype=np.int64), {"lengths": np.array(lengths)})
        return Chunk(rows, {"lengths": lengths})

    def game(self, seed: int, number: int) -> list[int]:
        if self.slow:
            time.sleep(self.slow)
        chance = Stream(seed, number, PLAYING)
        turns = 1 + int(chance.random() * 6)
        points = sum(int(chance.random() * 16) < self.luck for _ in range(turns))
        return [turns, points, points * points, int(points == turns)]


class Lent:
    """Workers of an executor of concurrent.futures that the test starts and ends."""

    def __init__(self, executor: Executor, size: int) -> None:
        self.size = size
        self._executor = executor

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        return self._executor.submit(task, *arguments)

    def mend(self, error: Exception) -> None:
        raise error

    def watch(self) -> None:
        """Trust the test."""
