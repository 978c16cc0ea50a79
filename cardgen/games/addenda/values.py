"""What a row of cards comes to: numerals count, and face cards act on the card before them.

Readings: a King after a Jack cancels as the Jack did, and so does a King after a King that cancelled (A3).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

#: The total that a trick should not pass.
LIMIT = 17

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


class Step(NamedTuple):
    """One card of a row: what it changes, and the total with it."""

    rank: str
    act: Act
    change: int
    total: int


#: Where every row begins.
START = Step("", Act.NOTHING, 0, 0)


def face_value(rank: str) -> int:
    """What a rank counts by itself: Ace 1, numerals their number, face cards nothing."""
    if rank not in _NUMERALS and rank not in FACES:
        raise ValueError(f"{rank!r} is no rank of Addenda")
    return _NUMERALS.get(rank, 0)


def add(before: Step, rank: str) -> Step:
    """The next card of a row after the step before it (START for the card led)."""
    if rank in _NUMERALS:
        change = _NUMERALS[rank]
        return Step(rank, Act.COUNTS, change, before.total + change)
    act = _act(before, rank)
    change = before.change if act is Act.REPEATS else 0 if act is Act.NOTHING else -before.change
    return Step(rank, act, change, before.total + change)


def _act(before: Step, rank: str) -> Act:
    """What a face card does."""
    face_value(rank)
    if rank == "Q" or before is START:
        return Act.NOTHING
    if rank == "J":
        return Act.CANCELS
    return Act.CANCELS_TOO if before.act in CANCELLING else Act.REPEATS


def steps(ranks: Iterable[str]) -> tuple[Step, ...]:
    """The whole row, card by card.

    >>> [step.total for step in steps(["4", "J", "K", "K"])]
    [4, 0, 4, 0]
    """
    found = [START]
    for rank in ranks:
        found.append(add(found[-1], rank))
    return tuple(found[1:])


def total(ranks: Iterable[str]) -> int:
    """What a row comes to.

    >>> total(["4", "5", "J", "J"]), total(["6", "J", "9", "K"]), total(["Q", "K", "7"])
    (9, 18, 7)
    """
    return (START, *steps(ranks))[-1].total
