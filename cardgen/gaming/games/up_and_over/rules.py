"""The rules of Up and Over in figures: the two editions, what a table agrees on, what cards count, and sums.

Readings: both editions are for two to five players (U1); a smaller hand stays that small (U2); all draw, the
one who took the trick first (U9). So they differ in what they say, not in how they are played here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

#: Cards in a hand; players served; tricks that win.
HAND = 5
FEWEST, MOST = 2, 5
TRICKS = 21


@dataclass(frozen=True, slots=True)
class Edition:
    """What one edition says where the other says something else, or nothing.

    names: what it calls the game. players: the numbers of players that it names.
    drawing_told: whether it says who draws (each with fewer than five cards) and who draws first (whoever
    took the trick, then clockwise); the other only says to draw back up to five.
    """

    key: str
    names: tuple[str, ...]
    players: tuple[int, ...]
    drawing_told: bool


EDITIONS = {
    "up-and-over": Edition("up-and-over", ("Up and Over",), (2, 3, 4, 5), False),
    "up-n-over": Edition("up-n-over", ("Up 'N Over", "Up & Over"), (2, 4), True),
}


@dataclass(frozen=True, slots=True)
class UpAndOverOptions:
    """Two to five players; hands of 5, or with `smaller_hands` one card fewer for every player above three.

    edition: "up-and-over" (the PDF) or "up-n-over" (the older one).
    """

    players: int = 2
    smaller_hands: bool = False
    edition: str = "up-and-over"

    def __post_init__(self) -> None:
        if self.edition not in EDITIONS:
            raise ValueError(f"there is no edition {self.edition!r}: choose from {', '.join(EDITIONS)}")
        if not FEWEST <= self.players <= MOST:
            raise ValueError(f"this game is for {FEWEST} to {MOST} players, not for {self.players}")
        if self.smaller_hands and self.players <= 3:
            raise ValueError(f"smaller hands are for four or five players, not for {self.players}")

    @property
    def game(self) -> str:
        """Return the name by which packs call the edition."""
        return self.edition

    @property
    def hand(self) -> int:
        """Return how many cards a full hand has: 5, or where smaller 4 of four players and 3 of five."""
        return HAND - max(0, self.players - 3) if self.smaller_hands else HAND


# Sums

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


def row_sum(row: Iterable[str]) -> Sum:
    """Sum a row of ranks, an Ace with what it was declared as: "A1" or "A11".

    Raises ValueError for an Ace that nobody declared, and for cards after the trick was taken.

    >>> row_sum(["10", "K", "A11", "4"]).totals
    (10, 6, 17, 21)
    """
    ranks, values, totals = [], [], [0]
    for name in row:
        if name == "A":
            raise ValueError("an Ace is declared when it is played: write A1 or A11")
        rank = "A" if name in ("A1", "A11") else name
        if rank not in VALUES:
            raise ValueError(f"{name!r} is not a rank")
        value = int(name[1:]) if rank == "A" else VALUES[rank][0]
        if outcome(totals[-1]) is not Outcome.UNDER:
            raise ValueError(f"the trick was taken at {totals[-1]}, before {name}")
        ranks.append(rank)
        values.append(value)
        totals.append(totals[-1] + value)
    return Sum(tuple(ranks), tuple(values), tuple(totals[1:]), outcome(totals[-1]))
