"""Worked tricks for rulebooks and tests: cards, running totals, and for four who wins and why.

The source's tricks for two are printed as sums, their pictures lost; the cards here are those that the
sums and the rules leave, the likeliest where more than one does (A5).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from ..cards import RANKS, SUITS, Card, card
from .trick import Verdict, judge_four, judge_two
from .values import FACES, Step, face_value, steps, total

SEATS = ("North", "East", "South", "West")

#: The source's tricks for two, by rank, and the sums that it prints.
TWO = (
    ("4 5 6 J", 9), ("4 5 J J", 9), ("4 5 J K", 9), ("4 5 6 K", 21), ("4 5 K K", 19), ("4 5 J 7", 11),
    ("4 5 K J", 9), ("4 5 K 7", 21), ("4 J K K", 0), ("4 J J J", 0), ("4 J K J", 0),
)  # fmt: skip
#: The source's tricks for four, led by North: ranks, winner, value.
FOUR = (
    ("6 5 Q 6", "West", 17), ("6 5 Q 9", "East", 20), ("6 5 8 8", "East", 27), ("6 5 8 J", "West", 11),
    ("6 J 9 K", "South", 18), ("6 K J J", "West", 12), ("6 K K K", "East", 24), ("6 J K K", "West", 0),
)  # fmt: skip


class Mean(NamedTuple):
    """Why the limit is 17: what a suit comes to, Jack and King taken to cancel out, and the means (A14)."""

    suit: int
    card: Fraction
    trick: Fraction


def why_17() -> Mean:
    """The source's reckoning, computed.

    >>> mean = why_17()
    >>> mean.suit, round(float(mean.card), 2), round(float(mean.trick), 2), round(mean.trick)
    (55, 4.23, 16.92, 17)
    """
    suit = sum(map(face_value, RANKS))
    card = Fraction(suit, len(RANKS))
    return Mean(suit, card, card * len(SUITS))


class Worked(NamedTuple):
    """A trick worked out. The cards have the suits in order, as suits do not matter to a trick's worth."""

    cards: tuple[Card, ...]
    steps: tuple[Step, ...]
    total: int
    seats: tuple[str, ...]
    verdict: Verdict

    @property
    def winner(self) -> str:
        """Who wins: a compass point for four, "leader" or "follower" for two."""
        return self.seats[self.verdict.place]


def worked(ranks: str, players: int = 2, zeros_bring: bool = False) -> Worked:
    """A trick of four ranks with spaces between them, each player giving as many cards as the others.

    >>> trick = worked("6 5 8 J", players=4)
    >>> trick.winner, [step.total for step in trick.steps]
    ('West', [6, 11, 19, 11])
    """
    given = ranks.split()
    if len(given) != len(SUITS):
        raise ValueError(f"a trick has four cards, and {ranks!r} has {len(given)}")
    row = steps(given)
    verdict = judge_two(row) if players == 2 else judge_four(row, zeros_bring)
    seats = ("leader", "follower") * 2 if players == 2 else SEATS
    dressed = tuple(card(rank + suit[0]) for rank, suit in zip(given, SUITS, strict=True))
    return Worked(dressed, row, row[-1].total, seats, verdict)


def same_ways(ranks: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """All ways to end a row of numerals and face cards with other Jacks and Kings and come to the same.

    Only the Jacks and Kings after the first of them vary, in the order J before K.

    >>> [" ".join(way) for way in same_ways(["4", "J", "K", "K"])]
    ['4 J J J', '4 J J K', '4 J K J', '4 J K K']
    """
    first = next((at + 1 for at, rank in enumerate(ranks) if rank in FACES), len(ranks))
    ends = product("JK", repeat=len(ranks) - first)
    ways = ((*ranks[:first], *end) for end in ends)
    return tuple(way for way in ways if total(way) == total(ranks))
