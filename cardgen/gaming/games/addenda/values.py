"""The total of a row of cards in Addenda, and which card wins a trick.

Numerals add their value, and face cards act on the card before them; two players and partnerships have
different rules for the winner.

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

#: The total that a trick should not exceed.
LIMIT = 17
#: The highest total of a trick: a Ten and three cards that count ten again.
HIGHEST = 40

_NUMERALS = {"A": 1} | {str(number): number for number in range(2, 11)}
FACES = ("J", "Q", "K")


class CardEffect(Enum):
    """The effect of a card on the total; rulebooks look up their words by these values."""

    COUNTS = "counts"  #: a numeral, at face value
    NOTHING = "nothing"  #: a Queen, or a Jack or King that was led
    CANCELS = "cancels"  #: a Jack, which undoes what the card before it did
    REPEATS = "repeats"  #: a King after a numeral, a Queen or a King that repeated
    CANCELS_TOO = "cancels too"  #: a King after a card that cancelled, which it undoes


CANCELLING = (CardEffect.CANCELS, CardEffect.CANCELS_TOO)


class RunningTotal(NamedTuple):
    """One card of a row: the change it makes to the total, and the total after it."""

    rank: str
    act: CardEffect
    change: int
    total: int


#: The step before the first card.
START = RunningTotal("", CardEffect.NOTHING, 0, 0)


def face_value(rank: str) -> int:
    """Return the value of a rank by itself: Ace 1, numerals their number, face cards 0."""
    if rank not in _NUMERALS and rank not in FACES:
        raise ValueError(f"{rank!r} is not a rank of Addenda")
    return _NUMERALS.get(rank, 0)


# Players ask for the same few thousand sums again and again.
@lru_cache(maxsize=1 << 14)
def next_running_total(before: RunningTotal, rank: str) -> RunningTotal:
    """Return the running total with a card, given the one before (START for the card led).

    Raises ValueError for an unknown rank.
    """
    if rank in _NUMERALS:
        change = _NUMERALS[rank]
        return RunningTotal(rank, CardEffect.COUNTS, change, before.total + change)
    face_value(rank)
    if rank == "Q" or before is START:
        return RunningTotal(rank, CardEffect.NOTHING, 0, before.total)
    if rank == "K" and before.act not in CANCELLING:
        return RunningTotal(rank, CardEffect.REPEATS, before.change, before.total + before.change)
    act = CardEffect.CANCELS if rank == "J" else CardEffect.CANCELS_TOO
    return RunningTotal(rank, act, -before.change, before.total - before.change)


def running_totals(ranks: Iterable[str]) -> tuple[RunningTotal, ...]:
    """Return the running totals of a row, card by card.

    >>> [step.total for step in running_totals(["4", "J", "K", "K"])]
    [4, 0, 4, 0]
    """
    found = [START]
    for rank in ranks:
        found.append(next_running_total(found[-1], rank))
    return tuple(found[1:])


def row_total(ranks: Iterable[str]) -> int:
    """Return the total of a row.

    >>> row_total(["4", "5", "J", "J"]), row_total(["6", "J", "9", "K"]), row_total(["Q", "K", "7"])
    (9, 18, 7)
    """
    return (START, *running_totals(ranks))[-1].total


class DecidingReason(Enum):
    """What decided a trick; rulebooks look up their words by these values."""

    LAST_CARD = "last card"  #: two: the total was never above 17
    OVER = "over"  #: two: the other player first brought it above 17
    MATCHED = "matched"  #: two: the other player was the last to match a suit
    BROUGHT = "brought"  #: four: the last to bring the total to 17 or less
    LED = "led"  #: four: nobody after the leader did


class TrickVerdict(NamedTuple):
    """The winner of a trick: `place` is the position (0 to 3) of a card of the winner, `decided_by` the
    position of the card that decided.
    """

    place: int
    why: DecidingReason
    decided_by: int


def verdict_for_two(row: Sequence[RunningTotal]) -> TrickVerdict:
    """Return the verdict on a trick of two players, who play in turn, if neither matched a suit.

    The player of the last card wins, unless the total was above 17 at some time; then the opponent of the
    player who first exceeded it wins, even if the total fell again.

    >>> from cardgen.gaming.games.addenda.values import running_totals
    >>> verdict_for_two(running_totals(["10", "8", "J", "5"]))
    TrickVerdict(place=0, why=<DecidingReason.OVER: 'over'>, decided_by=1)
    """
    for place, step in enumerate(row):
        if step.total > LIMIT:
            return TrickVerdict(1 - place % 2, DecidingReason.OVER, place)
    return TrickVerdict(len(row) - 1, DecidingReason.LAST_CARD, len(row) - 1)


def is_brought_within_limit(step: RunningTotal, zeros: bool = False) -> bool:
    """Tell whether a card after the lead brings the total to 17 or less.

    A Queen never does. By default a Jack or King that cancels or repeats a change of 0 does not either.
    zeros: whether it does; this is the second reading, by which any card but a Queen brings the total to
    where it is (A2).
    """
    return step.total <= LIMIT and (step.rank != "Q" if zeros else step.change != 0)


def verdict_for_four(row: Sequence[RunningTotal], zeros: bool = False) -> TrickVerdict:
    """Return the verdict on a trick of four players: the last card that brought the total to 17 or less wins.

    >>> from cardgen.gaming.games.addenda.values import running_totals
    >>> verdict_for_four(running_totals(["6", "5", "Q", "9"])).place
    1
    >>> verdict_for_four(running_totals(["6", "5", "Q", "K"])).place
    1
    >>> verdict_for_four(running_totals(["6", "5", "Q", "K"]), True).place
    3
    """
    place = max((at for at, step in enumerate(row) if is_brought_within_limit(step, zeros)), default=0)
    return TrickVerdict(place, DecidingReason.BROUGHT if place else DecidingReason.LED, place)
