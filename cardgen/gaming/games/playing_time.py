"""The playing time of games at a table, estimated the same way for all rulebook covers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from ...books.context import Facts

#: Estimated time of a turn (looking, choosing, playing, adding up) and of a deal (shuffling, scoring).
#: Round figures, not measured.
SECONDS_A_TURN, SECONDS_A_DEAL = 10, 60
#: Minutes are rounded up to multiples of this.
_STEP = 5


class Length(NamedTuple):
    """The mean length of a game, or of one deal if the game has no end of its own."""

    turns: float
    #: Mean number of times that cards are shuffled: deals, and discards made a new stock.
    deals: float

    @property
    def minutes(self) -> int:
        """Return the playing time in minutes, rounded up."""
        seconds = self.turns * SECONDS_A_TURN + self.deals * SECONDS_A_DEAL
        return _STEP * max(1, math.ceil(seconds / 60 / _STEP))


def playing_time_facts(lengths: Iterable[Length]) -> Facts:
    """Return what templates may say of the playing time. lengths: of a game, by number of players.

    `minutes` is a text: the shortest and the longest time, "25–45", or "5" if they are equal.
    """
    minutes = sorted({each.minutes for each in lengths})
    shown = dict.fromkeys((minutes[0], minutes[-1]))
    return {
        "minutes": "\N{EN DASH}".join(map(str, shown)),
        "seconds_a_turn": SECONDS_A_TURN,
        "seconds_a_deal": SECONDS_A_DEAL,
    }
