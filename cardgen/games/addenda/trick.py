"""Who wins a trick, and by which card: one rule for two players, another for partnerships.

Readings: for four, a trick goes to the last card that changed the total and left it at 17 or less, and
the card led always counts as such (A1, A2); the first to go over loses for two only (A6); a matched suit
decides for two, whatever the total (A13).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from .values import LIMIT, Step


class Why(Enum):
    """What decided a trick; rulebooks look their words up by these."""

    LAST_CARD = "last card"  #: two: the total was never above 17
    OVER = "over"  #: two: the other player first brought it above 17
    MATCHED = "matched"  #: two: the other player was the last to match a suit
    BROUGHT = "brought"  #: four: the last to bring the total to 17 or less
    LED = "led"  #: four: nobody after the leader did


class Verdict(NamedTuple):
    """Who wins: `place` is the place in the trick (0 to 3) of a card of the winner's, `decided_by` the
    place of the card that decided.
    """

    place: int
    why: Why
    decided_by: int


def judge_two(row: Sequence[Step]) -> Verdict:
    """The trick of two players, who play in turn, when neither matched a suit.

    The player of the last card wins, unless the total was above 17 at some time; then the opponent of
    whoever first brought it there wins, even if it came down again.

    >>> from cardgen.games.addenda.values import steps
    >>> judge_two(steps(["10", "8", "J", "5"]))
    Verdict(place=0, why=<Why.OVER: 'over'>, decided_by=1)
    """
    for place, step in enumerate(row):
        if step.total > LIMIT:
            return Verdict(1 - place % 2, Why.OVER, place)
    return Verdict(len(row) - 1, Why.LAST_CARD, len(row) - 1)


def brings(step: Step, zeros: bool = False) -> bool:
    """Whether a card after the lead brings the total to 17 or less.

    A Queen never does. A Jack or King that undoes or repeats a zero does only where `zeros` is set: the
    table's other reading, by which any card but a Queen brings the total where it stands (A2).
    """
    return step.total <= LIMIT and (step.rank != "Q" if zeros else step.change != 0)


def judge_four(row: Sequence[Step], zeros: bool = False) -> Verdict:
    """The trick of four players: the last card that brought the total to 17 or less wins it.

    >>> from cardgen.games.addenda.values import steps
    >>> judge_four(steps(["6", "5", "Q", "9"])).place
    1
    >>> judge_four(steps(["6", "5", "Q", "K"])).place, judge_four(steps(["6", "5", "Q", "K"]), True).place
    (1, 3)
    """
    place = max((at for at, step in enumerate(row) if brings(step, zeros)), default=0)
    return Verdict(place, Why.BROUGHT if place else Why.LED, place)
