"""The rules of Up and Over in numbers: the two editions, options, values of cards, and sums.

Readings: both editions are for two to five players (U1); a smaller hand stays that small (U2); all draw, the
taker of the trick first (U9). So the editions differ in their text, but are played alike here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

#: Cards in a hand; players served; tricks that win.
CARDS_OF_HAND = 5
FEWEST_PLAYERS, MOST_PLAYERS = 2, 5
TRICKS_TO_WIN = 21


@dataclass(frozen=True, slots=True)
class Edition:
    """What one edition says that the other says differently, or not at all.

    names: its names of the game. players: its numbers of players. says_who_draws: whether it says who draws
    (players with fewer than five cards) and in which order (the taker of the trick, then clockwise); the
    other only says to draw back up to five.
    """

    key: str
    names: tuple[str, ...]
    players: tuple[int, ...]
    says_who_draws: bool


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
        if not FEWEST_PLAYERS <= self.players <= MOST_PLAYERS:
            raise ValueError(
                f"this game is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not for {self.players}"
            )
        if self.smaller_hands and self.players <= 3:
            raise ValueError(f"smaller hands are for four or five players, not for {self.players}")

    @property
    def game(self) -> str:
        """Return the name of the edition in packs."""
        return self.edition

    @property
    def hand_size(self) -> int:
        """Return the number of cards in a full hand: 5, or if smaller, 4 for four players and 3 for five."""
        return CARDS_OF_HAND - max(0, self.players - 3) if self.smaller_hands else CARDS_OF_HAND


# Sums

#: The sum that takes the trick.
LIMIT = 21

#: The value of each rank: an Ace as its player declares, face cards zero or less.
VALUES: dict[str, tuple[int, ...]] = {
    "A": (1, 11),
    **{str(number): (number,) for number in range(2, 11)},
    "J": (0,),
    "Q": (-2,),
    "K": (-4,),
}


class TrickOutcome(Enum):
    """The effect of a card on the trick; rulebooks look up their words by these values."""

    UNDER = "under"  #: the next player plays
    EXACTLY = "exactly"  #: whoever played it takes the trick
    OVER = "over"  #: the player to the right takes the trick


def outcome_of_total(total: int) -> TrickOutcome:
    """Return the outcome of a trick with this sum.

    >>> [outcome_of_total(total).value for total in (-6, 20, 21, 22)]
    ['under', 'under', 'exactly', 'over']
    """
    return (
        TrickOutcome.UNDER if total < LIMIT else TrickOutcome.EXACTLY if total == LIMIT else TrickOutcome.OVER
    )


class RowSum(NamedTuple):
    """A summed row of cards: ranks, their values, the running sums, and the outcome of the last card."""

    ranks: tuple[str, ...]
    values: tuple[int, ...]
    totals: tuple[int, ...]
    outcome: TrickOutcome


def row_sum(row: Iterable[str]) -> RowSum:
    """Return the sums of a row of ranks, an Ace with its declared value: "A1" or "A11".

    Raises ValueError for an Ace without a value, and for cards after the trick was taken.

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
        if outcome_of_total(totals[-1]) is not TrickOutcome.UNDER:
            raise ValueError(f"the trick was taken at {totals[-1]}, before {name}")
        ranks.append(rank)
        values.append(value)
        totals.append(totals[-1] + value)
    return RowSum(tuple(ranks), tuple(values), tuple(totals[1:]), outcome_of_total(totals[-1]))
