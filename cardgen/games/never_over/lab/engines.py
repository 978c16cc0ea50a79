"""Which engine can play NEVER OVER here, and if not the compiled one, why not."""

from __future__ import annotations

from typing import Any

from ....errors import UsageError
from ..table import Table

#: What compiled code has room for: see `board`. A set of kinds has a bit a kind.
MOST_KINDS, MOST_PLAYERS, MOST_CARDS = 64, 16, 2000
#: Scores are counted one by one from the lowest to the highest that a pack allows.
MOST_POINTS = 100_000
#: How many times faster compiled games are, roughly.
TIMES_FASTER = 100


def why_not_compiled(table: Table) -> str | None:
    """None if the compiled engine can play at this table; else a sentence: why not, and what to do."""
    return _too_large(table) or _missing()


def verify_points(table: Table) -> None:
    """Raise UsageError for a pack with more points than can be counted, by either engine."""
    points = sum(table.cards.total(green=green)[1] for green in (True, False))
    if points > MOST_POINTS:
        raise UsageError(f"this pack has {points:,} points: games are simulated with up to {MOST_POINTS:,}")


def _too_large(table: Table) -> str | None:
    cards = table.cards
    for much, most, what in (
        (cards.kinds, MOST_KINDS, "kinds of card"),
        (table.players, MOST_PLAYERS, "players"),
        (cards.count, MOST_CARDS, "cards"),
    ):
        if much > most:
            return f"the compiled engine plays with up to {most:,} {what}, not {much:,}: use the reference"
    return None


def _missing() -> str | None:
    try:
        import numba
        import numpy  # noqa: F401
    except Exception:  # a numba that does not fit its numpy fails in ways of its own
        return (
            f"the compiled engine plays about {TIMES_FASTER} times as many games in the same time, "
            'but it is not installed: pip install "cardgen[lab]"'
        )
    config: Any = numba.config
    if config.DISABLE_JIT:
        return "the compiled engine is off, since NUMBA_DISABLE_JIT is set: unset it"
    return None
