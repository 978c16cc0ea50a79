"""The score: green pointages of what lies on green piles, less the red ones under that option.

The source does not say that the highest score wins, nor how a series is totalled; both are plainly
meant, and ties stand (reading N6).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .partners import seating
from .state import State
from .table import Table


@dataclass(frozen=True)
class Scores:
    """What a game comes to."""

    #: The score of each seat: with partners, each has the whole of the side's (reading N17).
    seats: tuple[int, ...]
    #: The score of each side; without partners, the seats' again.
    sides: tuple[int, ...]

    @property
    def best(self) -> tuple[int, ...]:
        """The sides with the highest score; several for a tie."""
        return tuple(side for side, score in enumerate(self.sides) if score == max(self.sides))


def points(state: State, seat: int) -> int:
    """The green points on a seat's pile (shared by partners, if they share it)."""
    return _sum(state, state.greens[state.table.green_pile[seat]])


def burden(state: State, seat: int) -> int:
    """The red points on a seat's pile, which count against it under that option."""
    return _sum(state, state.reds[state.table.red_pile[seat]])


def scores(state: State) -> Scores:
    """What every seat and every side has; of a game not over yet, what it would have if all retired now."""
    table = state.table
    sides = tuple(_side(state, team) for team in table.teams)
    return Scores(tuple(sides[side] for side in table.sides), sides)


def _side(state: State, team: tuple[int, ...]) -> int:
    """The total of a side's piles, each counted once however many share it."""
    table = state.table
    green = sum(_sum(state, state.greens[pile]) for pile in {table.green_pile[seat] for seat in team})
    if not table.options.red_counts_against:
        return green
    return green - sum(_sum(state, state.reds[place]) for place in {table.red_pile[seat] for seat in team})


def _sum(state: State, pile: list[int]) -> int:
    pointages = state.table.cards.pointages
    return sum(pointages[kind] for kind in pile)


def session(table: Table, games: Sequence[tuple[int, Scores]]) -> tuple[int, ...]:
    """The players' totals over a session; games are dealers and scores.

    Players are numbered round the table. Fixed partners add up the side's score of each game, and so each
    has the side's total; with rotating partners each adds up what his side of the day had.
    """
    totals = [0] * table.players
    for dealer, each in games:
        for player, score in zip(seating(dealer, table.players), each.seats, strict=True):
            totals[player] += score
    return tuple(totals)
