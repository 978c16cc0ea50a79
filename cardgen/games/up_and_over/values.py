"""What cards count, and what a trick's sum does."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

#: The sum that takes the trick.
LIMIT = 21

#: What each rank counts: an Ace as its player says when it is played, face cards nothing or less.
VALUES: dict[str, tuple[int, ...]] = {
    "A": (1, 11),
    **{str(number): (number,) for number in range(2, 11)},
    "J": (0,),
    "Q": (-2,),
    "K": (-4,),
}


class Outcome(Enum):
    """What a card does to the trick; rulebooks look their words up by these."""

    UNDER = "under"  #: the next player plays
    EXACTLY = "exactly"  #: whoever played it takes the trick
    OVER = "over"  #: the player to the right takes the trick


def outcome(total: int) -> Outcome:
    """Tell what a sum does to the trick.

    >>> [outcome(total).value for total in (-6, 20, 21, 22)]
    ['under', 'under', 'exactly', 'over']
    """
    return Outcome.UNDER if total < LIMIT else Outcome.EXACTLY if total == LIMIT else Outcome.OVER


class Sum(NamedTuple):
    """A row of cards summed: ranks, what each counts, the running sums and what the last one does."""

    ranks: tuple[str, ...]
    values: tuple[int, ...]
    totals: tuple[int, ...]
    outcome: Outcome


def worked(row: Iterable[str]) -> Sum:
    """Sum a row of ranks, an Ace with what it was declared as: "A1" or "A11".

    Raises ValueError for an Ace that nobody declared, and for cards after the trick was taken.

    >>> worked(["10", "K", "A11", "4"]).totals
    (10, 6, 17, 21)
    """
    ranks, values, totals = [], [], [0]
    for name in row:
        if name == "A":
            raise ValueError("an Ace is declared when it is played: write A1 or A11")
        rank = "A" if name in ("A1", "A11") else name
        if rank not in VALUES:
            raise ValueError(f"{name!r} is no rank")
        value = int(name[1:]) if rank == "A" else VALUES[rank][0]
        if outcome(totals[-1]) is not Outcome.UNDER:
            raise ValueError(f"the trick was taken at {totals[-1]}, before {name}")
        ranks.append(rank)
        values.append(value)
        totals.append(totals[-1] + value)
    return Sum(tuple(ranks), tuple(values), tuple(totals[1:]), outcome(totals[-1]))
