"""Five players and their partners over a session, worked out for NEVER OVER's rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..partners import Round as Game
from ..partners import partner_counts, partners_a_game, rotation, seating


class Round(NamedTuple):
    """One game of a session in which partners change."""

    number: int
    dealer: str
    partners: str
    opponents: str


class Five(NamedTuple):
    """Five players: the session in which each deals once, and the further one, in which the dealer joins."""

    games: tuple[Round, ...]
    further: tuple[Round, ...]
    #: In how many games a player has one partner, and in how many two.
    single: int
    double: int
    #: How often neighbours, and those who are not, are partners; in the further games; and over all.
    neighbours: int
    others: int
    further_neighbours: int
    further_others: int
    together: int


def five(names: Sequence[str]) -> Five:
    """Both sessions of five players, who sit clockwise in this order."""
    first, further = rotation(5), rotation(5, dealer_joins=True)
    counts, more = partner_counts(first), partner_counts(further)
    near, far = (0, 1), (0, 2)
    a_game = partners_a_game(first, 0)
    return Five(
        games=_rounds(first, names),
        further=_rounds(further, names),
        single=a_game.count(1),
        double=a_game.count(2),
        neighbours=counts[near],
        others=counts[far],
        further_neighbours=more[near],
        further_others=more[far],
        together=counts[near] + more[near],
    )


def _rounds(rounds: Sequence[Game], names: Sequence[str]) -> tuple[Round, ...]:
    """The games in names, sinistra's side first, each side in the order of the seats."""
    made = []
    for number, (dealer, teams, _) in enumerate(rounds, 1):
        order = seating(dealer, 5)
        partners, opponents = (_listed([names[p] for p in order if p in team]) for team in teams)
        made.append(Round(number, names[dealer], partners, opponents))
    return tuple(made)


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
