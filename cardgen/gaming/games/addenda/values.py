"""What a row of cards comes to in Addenda, and who wins a trick by which card.

Numerals count, and face cards act on the card before them; for two players one rule says who wins, for
partnerships another.

Readings: a King after a Jack cancels as the Jack did, and so does a King after a King that cancelled (A3);
for four, a trick goes to the last card that changed the total and left it at 17 or less, and the card led
always counts as such (A1, A2); the first to go over loses for two only (A6); a matched suit decides for two,
whatever the total (A13).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

#: The total that a trick should not pass.
LIMIT = 17
#: The highest total of a trick: a Ten and three cards that count ten again.
HIGHEST = 40

_NUMERALS = {"A": 1} | {str(number): number for number in range(2, 11)}
FACES = ("J", "Q", "K")


class Act(Enum):
    """What a card does to the total; the names are for rulebooks to look their words up by."""

    COUNTS = "counts"  #: a numeral, at face value
    NOTHING = "nothing"  #: a Queen, or a Jack or King that was led
    CANCELS = "cancels"  #: a Jack, which undoes what the card before it did
    REPEATS = "repeats"  #: a King after a numeral, a Queen or a King that repeated
    CANCELS_TOO = "cancels too"  #: a King after a card that cancelled, which it undoes in its turn


CANCELLING = (Act.CANCELS, Act.CANCELS_TOO)


class RunningTotal(NamedTuple):
    """One card of a row: what it changes, and the total with it."""

    rank: str
    act: Act
    change: int
    total: int


#: Where every row begins.
START = RunningTotal("", Act.NOTHING, 0, 0)


def face_value(rank: str) -> int:
    """Return what a rank counts by itself: Ace 1, numerals their number, face cards nothing."""
    if rank not in _NUMERALS and rank not in FACES:
        raise ValueError(f"{rank!r} is not a rank of Addenda")
    return _NUMERALS.get(rank, 0)


# Players ask for the same few thousand sums again and again.
@lru_cache(maxsize=1 << 14)
def add(before: RunningTotal, rank: str) -> RunningTotal:
    """Add a card to a row after the step before it (START for the card led). Raises ValueError."""
    if rank in _NUMERALS:
        change = _NUMERALS[rank]
        return RunningTotal(rank, Act.COUNTS, change, before.total + change)
    face_value(rank)
    if rank == "Q" or before is START:
        return RunningTotal(rank, Act.NOTHING, 0, before.total)
    if rank == "K" and before.act not in CANCELLING:
        return RunningTotal(rank, Act.REPEATS, before.change, before.total + before.change)
    act = Act.CANCELS if rank == "J" else Act.CANCELS_TOO
    return RunningTotal(rank, act, -before.change, before.total - before.change)


def steps(ranks: Iterable[str]) -> tuple[RunningTotal, ...]:
    """Add up a whole row, card by card.

    >>> [step.total for step in steps(["4", "J", "K", "K"])]
    [4, 0, 4, 0]
    """
    found = [START]
    for rank in ranks:
        found.append(add(found[-1], rank))
    return tuple(found[1:])


def total(ranks: Iterable[str]) -> int:
    """Return what a row comes to.

    >>> total(["4", "5", "J", "J"]), total(["6", "J", "9", "K"]), total(["Q", "K", "7"])
    (9, 18, 7)
    """
    return (START, *steps(ranks))[-1].total


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


def judge_two(row: Sequence[RunningTotal]) -> Verdict:
    """Judge the trick of two players, who play in turn, when neither matched a suit.

    The player of the last card wins, unless the total was above 17 at some time; then the opponent of
    whoever first brought it there wins, even if it came down again.

    >>> from cardgen.gaming.games.addenda.values import steps
    >>> judge_two(steps(["10", "8", "J", "5"]))
    Verdict(place=0, why=<Why.OVER: 'over'>, decided_by=1)
    """
    for place, step in enumerate(row):
        if step.total > LIMIT:
            return Verdict(1 - place % 2, Why.OVER, place)
    return Verdict(len(row) - 1, Why.LAST_CARD, len(row) - 1)


def brings(step: RunningTotal, zeros: bool = False) -> bool:
    """Tell if a card after the lead brings the total to 17 or less.

    A Queen never does. A Jack or King that undoes or repeats a zero does only where `zeros` is set: the
    table's other reading, by which any card but a Queen brings the total where it stands (A2).
    """
    return step.total <= LIMIT and (step.rank != "Q" if zeros else step.change != 0)


def judge_four(row: Sequence[RunningTotal], zeros: bool = False) -> Verdict:
    """Judge the trick of four players: the last card that brought the total to 17 or less wins it.

    >>> from cardgen.gaming.games.addenda.values import steps
    >>> judge_four(steps(["6", "5", "Q", "9"])).place
    1
    >>> judge_four(steps(["6", "5", "Q", "K"])).place, judge_four(steps(["6", "5", "Q", "K"]), True).place
    (1, 3)
    """
    place = max((at for at, step in enumerate(row) if brings(step, zeros)), default=0)
    return Verdict(place, Why.BROUGHT if place else Why.LED, place)
