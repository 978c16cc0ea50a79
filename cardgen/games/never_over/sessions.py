"""Five players and their partners over a session of NEVER OVER, for its rulebook.

Players are numbered round the table, see `table`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from .table import Sides, numbered, seating


class Rotation(NamedTuple):
    """One game of a session with rotating partnerships."""

    dealer: int
    #: The players of each side.
    teams: tuple[tuple[int, ...], ...]
    #: The side of each seat.
    sides: Sides


class NamedGame(NamedTuple):
    """The same in names."""

    number: int
    dealer: str
    partners: str
    opponents: str


class Five(NamedTuple):
    """Five players: the session in which each deals once, and the further one, in which the dealer joins."""

    games: tuple[NamedGame, ...]
    further: tuple[NamedGame, ...]
    #: In how many games a player has one partner, and in how many two.
    single: int
    double: int
    #: How often neighbours, and those who are not, are partners; in the further games; and over all.
    neighbours: int
    others: int
    further_neighbours: int
    further_others: int
    together: int


def rotation(*, dealer_joins: bool = False) -> tuple[Rotation, ...]:
    """Return the published session of five: each deals once, sinistra and destra play against the others.

    dealer_joins: the further session, in which the dealer joins sinistra and destra.
    """
    games = []
    for dealer in range(5):
        order = sinistra, *others, destra, last = seating(dealer, 5)
        ends = (sinistra, destra, last) if dealer_joins else (sinistra, destra)
        rest = tuple(others) if dealer_joins else (*others, last)
        sides = numbered([int(player in rest) for player in order])
        games.append(Rotation(dealer, (tuple(sorted(ends)), tuple(sorted(rest))), sides))
    return tuple(games)


def partner_counts(games: Sequence[Rotation]) -> dict[tuple[int, int], int]:
    """Count how often any two players are partners."""
    counts = dict.fromkeys(combinations(range(5), 2), 0)
    for each in games:
        for team in each.teams:
            for pair in combinations(team, 2):
                counts[pair] += 1
    return counts


def partners_a_game(games: Sequence[Rotation], player: int) -> list[int]:
    """Count the partners that a player has in each game."""
    return [len(team) - 1 for each in games for team in each.teams if player in team]


def five(names: Sequence[str]) -> Five:
    """Work out both sessions of five players, who sit clockwise in this order."""
    first, further = rotation(), rotation(dealer_joins=True)
    counts, more = partner_counts(first), partner_counts(further)
    near, far = (0, 1), (0, 2)
    a_game = partners_a_game(first, 0)
    return Five(
        games=_named(first, names),
        further=_named(further, names),
        single=a_game.count(1),
        double=a_game.count(2),
        neighbours=counts[near],
        others=counts[far],
        further_neighbours=more[near],
        further_others=more[far],
        together=counts[near] + more[near],
    )


def _named(games: Sequence[Rotation], names: Sequence[str]) -> tuple[NamedGame, ...]:
    """Tell the games in names, sinistra's side first, each side in the order of the seats."""
    made = []
    for number, (dealer, teams, _) in enumerate(games, 1):
        sides = [[names[player] for player in seating(dealer, 5) if player in team] for team in teams]
        partners, opponents = (f"{', '.join(side[:-1])} and {side[-1]}" for side in sides)
        made.append(NamedGame(number, names[dealer], partners, opponents))
    return tuple(made)
