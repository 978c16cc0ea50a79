"""How long games take at a table, reckoned in one way for the covers of all rulebooks."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from ...books.context import Facts

#: How turns are read as time: round figures to go by, no findings. A turn is looking, choosing, playing and
#: saying what it comes to; dealing is shuffling the cards and writing down what was scored before.
SECONDS_A_TURN, SECONDS_A_DEAL = 10, 60
#: What minutes are rounded up to.
_STEP = 5


class Length(NamedTuple):
    """The mean length of a game, or of a deal of a game that has no end of its own."""

    turns: float
    #: How often cards are shuffled or laid out: deals, and used cards that are made a new stock.
    deals: float

    @property
    def minutes(self) -> int:
        """Return the minutes at a table, rounded up."""
        seconds = self.turns * SECONDS_A_TURN + self.deals * SECONDS_A_DEAL
        return _STEP * max(1, math.ceil(seconds / 60 / _STEP))


def time_facts(lengths: Iterable[Length]) -> Facts:
    """Return what templates say of the playing time, of the lengths of a game by its numbers of players.

    `minutes` is a text: the shortest and the longest time, "25–45", or "5" where they are one.
    """
    minutes = sorted({each.minutes for each in lengths})
    shown = dict.fromkeys((minutes[0], minutes[-1]))
    return {
        "minutes": "\N{EN DASH}".join(map(str, shown)),
        "seconds_a_turn": SECONDS_A_TURN,
        "seconds_a_deal": SECONDS_A_DEAL,
    }
