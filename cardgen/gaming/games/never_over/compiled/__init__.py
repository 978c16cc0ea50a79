"""NEVER OVER compiled by numba: the same games as the `reference`, move for move, about 100 times as fast.

Compilation takes some seconds, once: numba caches the code in this folder, or else in the user's cache. If
both are read-only, each process compiles the code again, without a message.
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
from ..state import DRAW, State
from ..table import GameTable
from .arrays import empty_board, set_position, setup_record, tables_by_name
from .game import play_games

#: Modules whose changes make cached code stale.
_SOURCES = (
    *(f"{__package__}.{name}" for name in ("arrays", "game", "players", "primitives")),
    "cardgen.gaming.games.rng",
    *(
        f"cardgen.gaming.games.never_over.{name}"
        for name in ("facts", "heuristics", "lookahead", "players", "table")
    ),
)
#: Initial length of the log of codes.
_LOG = 1024


def play_chunk(table: GameTable, temperaments: tuple[str, ...], seed: int, first: int, count: int) -> Chunk:
    """Return the facts of games, a row per game, and the tables summed over them. See `facts`."""
    verify_points(table)
    (rows, scores), board = _empty_facts_and_scores(table, count), empty_board()
    _run_engine(setup_record(table, temperaments), board, rows, scores, np.zeros(0, np.int64), seed, first)
    return Chunk(rows, tables_by_name(board, scores))


def move_codes(table: GameTable, temperaments: tuple[str, ...], seed: int, game: int) -> list[int]:
    """Play a game and return the codes of all its decisions."""
    count = _LOG
    log = np.zeros(0, np.int64)
    while len(log) < count:
        log = np.zeros(count, np.int64)
        setup, board = setup_record(table, temperaments), empty_board()
        count = _run_engine(setup, board, *_empty_facts_and_scores(table, 1), log, seed, game)
    return [int(code) for code in log[:count]]


def _empty_facts_and_scores(table: GameTable, count: int) -> tuple[Any, Any]:
    """Return empty rows of facts for `count` games, and the empty table of scores."""
    width = sum(table.cards.count_and_points(green=green)[1] for green in (True, False)) + 1
    rows = np.zeros((count, len(fact_names(table.players))), np.int64)
    return rows, np.zeros(table.players * width, np.int64)


class CompiledGameFinisher:
    """Plays games of a table from any position to their end, for searches. Results equal the reference's."""

    def __init__(self, table: GameTable, temperament: str) -> None:
        verify_points(table)
        self._setup, self._board = setup_record(table, (temperament,) * table.players), empty_board()
        self._results = _empty_facts_and_scores(table, 1)
        self._log = np.zeros(0, np.int64)
        self._score = [fact_names(table.players).index(f"score_{seat}") for seat in range(table.players)]

    def final_scores(self, state: State, chance: Stream) -> list[int]:
        """Return the scores of the seats at the end of a game that is not over."""
        set_position(state, chance, self._board)
        first = state.seat + state.table.players * (state.phase == DRAW)
        _run_engine(self._setup, self._board, *self._results, self._log, 0, 0, first)
        row = self._results[0][0].tolist()
        return [row[at] for at in self._score]


def _run_engine(
    setup: Any, board: Any, rows: Any, scores: Any, log: Any, seed: int, first: int, seat: int = -1
) -> int:
    """Call the compiled engine and return its result; without numba's cache if that cannot be used."""
    thinks = np.int64(1) if setup["tempers"].any() else None
    arguments = (setup, board, rows, scores, log, np.uint64(seed), np.uint64(first), np.int64(seat), thinks)
    try:
        with notify_listeners_of_compilation():
            return int(compiled_engine(thinks is not None)(*arguments))
    except (OSError, EOFError, UnpicklingError):
        # The cache is full, broken or missing; no game has been played yet, so compile without it.
        return int(compiled_engine(thinks is not None, cached=False)(*arguments))


@cache
def compiled_engine(thinks: bool, *, cached: bool = True) -> Any:
    """Return the compiled function that plays games; from numba's cache if possible.

    thinks: whether any player is not random. cached: whether to read and write numba's cache. Numba compiles
    again if the function's own file has changed, but does not check other files. So a hash of these is part
    of the function's name, which names the files in the cache.
    """
    play_games.__qualname__ = _name_of_engine(thinks)
    try:
        return njit(cache=cached, nogil=True)(play_games)
    except RuntimeError:
        # Numba found no writable folder for its cache.
        return njit(nogil=True)(play_games)


def is_compiled(thinks: bool) -> bool:
    """Tell whether the engine is ready: this process has compiled it, or it is in numba's cache.

    thinks: whether any player is not random.
    """
    function = compiled_engine(thinks)
    folder = function.stats.cache_path
    cached = folder is not None and any(Path(folder).glob(f"*.{_name_of_engine(thinks)}-*.nbc"))
    return cached or bool(function.signatures)


def _name_of_engine(thinks: bool) -> str:
    """Return the name of the compiled function in the cache. thinks: whether any player is not random."""
    return f"play_{'games' if thinks else 'random_games'}_{_source_stamp()}"


def _source_stamp() -> int:
    """Return a hash of the sources as a number."""
    texts = (sys.modules[name].__loader__.get_source(name) for name in _SOURCES)  # type: ignore[union-attr]
    return int.from_bytes(sha256("\0".join(text or "" for text in texts).encode()).digest()[:7], "big")
