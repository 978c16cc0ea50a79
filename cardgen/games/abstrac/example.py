"""The row that the source works out, and the lines that it compares on it.

The source's picture is lost; this row was found by search and fits every figure that the source gives
(B13). In the source cards go from right to left; here, as everywhere, the exposed card stands first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..cards import Card, cards
from .deal import Deal
from .options import Kind, Options
from .records import Settled
from .scoring import Combination, arranged, combinations

ROW = cards("As Kd Qc Jc Ah Jd Kc 9c Ts Ad 9h Qh 9s Jh Js Ks 9d Tc Kh Qs Qd Ac Td Th")
#: How many cards each turn took, the non-dealer's first.
DRAWS = (2, 2, 2, 3, 1, 1, 2, 3, 1, 3, 2, 2)
#: What the source asks of the same row: if each always took so many cards.
ALWAYS = (1, 2, 3)


class Draw(NamedTuple):
    """One turn of a line: who took what, and then the seat's whole hand as it lies and what it makes."""

    seat: int
    cards: tuple[Card, ...]
    hand: tuple[Card, ...]
    combinations: tuple[Combination, ...]
    left: int


class Line(NamedTuple):
    """A row played out: each turn, and how it was scored; seat 0 is the non-dealer."""

    draws: tuple[Draw, ...]
    settled: Settled

    @property
    def scores(self) -> tuple[int, int]:
        """The non-dealer's score and the dealer's."""
        return self.settled.scored[0].score, self.settled.scored[1].score


def line(row: Sequence[Card], draws: Sequence[int], kind: Kind = Kind.BASIC, first: bool = True) -> Line:
    """Play a row of 24 or 25 by numbers of cards, the non-dealer playing first (or second).

    Raises ValueError where a draw is not legal, or cards are left.

    >>> line(ROW, DRAWS).scores
    (168, 250)
    """
    deal = Deal(Options(kind), (row,))
    deal.choose(first)
    turns = []
    for number in draws:
        took = deal.take(number)
        hand = arranged(deal.hands[took.seat])
        left = len(row) - deal.position.taken
        turns.append(Draw(took.seat, took.cards, hand, combinations(hand), left))
    return Line(tuple(turns), deal.finished().halves[0])


def always(row: Sequence[Card], number: int, kind: Kind = Kind.BASIC, first: bool = True) -> Line:
    """The same row if each always took so many cards, and the last turn what is left.

    >>> [always(ROW, number).scores for number in ALWAYS]
    [(60, 96), (144, 120), (96, 84)]
    """
    whole, rest = divmod(len(row), number)
    return line(row, [number] * whole + [rest] * (rest > 0), kind, first)
