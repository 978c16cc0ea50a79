"""NEVER OVER compiled by numba: the same games as the `reference`, move for move, about 100 times as fast.

Compiling takes some seconds, once: numba keeps the code beside this package, or else in the user's own cache.
Where neither can be written, code is compiled anew each time, and nothing is said of it.
"""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
from numba import njit

from ...compiling import notify_listeners_of_compilation
from ...experiment import Chunk
from ...rng import Stream
from ..facts import fact_names, verify_points
from ..state import State
from ..table import Table
from .arrays import board_of, lay, setup_of, tables_of
from .game import play_games

#: The files that code is made of, whose changes make kept code stale.
_SOURCES = (
    *(f"{__package__}.{name}" for name in ("arrays", "game", "intrinsics", "players")),
    "cardgen.gaming.games.rng",
    *(
        f"cardgen.gaming.games.never_over.{name}"
        for name in ("facts", "heuristics", "lookahead", "players", "table")
    ),
)
#: How many codes of a game are written down at first.
_LOG = 1024


def play(table: Table, temperaments: tuple[str, ...], seed: int, first: int, count: int) -> Chunk:
    """Play some games: facts, a row a game, and the tables summed over them. See `facts`."""
    verify_points(table)
    (rows, scores), board = _results(table, count), board_of()
    _run(setup_of(table, temperaments), board, rows, scores, np.zeros(0, np.int64), seed, first)
    return Chunk(rows, tables_of(board, scores))


def moves(table: Table, temperaments: tuple[str, ...], seed: int, game: int) -> list[int]:
    """Play a game, and return the codes of all decisions."""
    count = _LOG
    log = np.zeros(0, np.int64)
    while len(log) < count:
        log = np.zeros(count, np.int64)
        setup, board = setup_of(table, temperaments), board_of()
        count = _run(setup, board, *_results(table, 1), log, seed, game)
    return [int(code) for code in log[:count]]


def _results(table: Table, count: int) -> tuple[Any, Any]:
    """Return empty rows of facts for so many games, and the empty table of scores."""
    width = sum(table.cards.total(green=green)[1] for green in (True, False)) + 1
    rows = np.zeros((count, len(fact_names(table.players))), np.int64)
    return rows, np.zeros(table.players * width, np.int64)


class Rest:
    """Plays games of a table on to their end from any position, as the reference would: for searches."""

    def __init__(self, table: Table, temperament: str) -> None:
        verify_points(table)
        self._setup, self._board = setup_of(table, (temperament,) * table.players), board_of()
        self._results = _results(table, 1)
        self._log = np.zeros(0, np.int64)
        self._score = [fact_names(table.players).index(f"score_{seat}") for seat in range(table.players)]

    def scores(self, state: State, chance: Stream) -> list[int]:
        """Return the scores of the seats at the end of a game whose next decision is a turn."""
        lay(state, chance, self._board)
        _run(self._setup, self._board, *self._results, self._log, 0, 0, state.seat)
        row = self._results[0][0].tolist()
        return [row[at] for at in self._score]


def _run(
    setup: Any, board: Any, rows: Any, scores: Any, log: Any, seed: int, first: int, seat: int = -1
) -> int:
    arguments = (setup, board, rows, scores, log, np.uint64(seed), np.uint64(first), np.int64(seat))
    try:
        with notify_listeners_of_compilation():
            return int(engine()(*arguments))
    except (OSError, EOFError, UnpicklingError):
        # The cache is full, broken or gone, which no game depends on; none has been played yet.
        return int(engine(kept=False)(*arguments))


@cache
def engine(*, kept: bool = True) -> Any:
    """Return the compiled function, from the cache if there is one.

    Numba looks at the function's own file to see if kept code is stale. The stamp in its name, after which
    files of the cache are called, stands for all others.
    """
    play_games.__qualname__ = f"play_games_{_stamp()}"
    try:
        return njit(cache=kept, nogil=True)(play_games)
    except RuntimeError:
        # Numba has found no folder that can be written.
        return njit(nogil=True)(play_games)


def ready() -> bool:
    """Tell if games can begin at once: this process has compiled the engine, or another has kept it."""
    function = engine()
    folder = function.stats.cache_path
    kept = folder is not None and any(Path(folder).glob(f"*.{play_games.__qualname__}-*.nbc"))
    return kept or bool(function.signatures)


def _stamp() -> int:
    """Return a number that changes with the sources."""
    texts = (sys.modules[name].__loader__.get_source(name) for name in _SOURCES)  # type: ignore[union-attr]
    return int.from_bytes(sha256("\0".join(text or "" for text in texts).encode()).digest()[:7], "big")
