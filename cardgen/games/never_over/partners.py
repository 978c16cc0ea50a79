"""Who is whose partner: sides round the table, and partnerships that rotate from game to game.

A side is a number; `sides` has one for each seat, seat 0 being sinistra and the last the dealer. In a
session players have numbers too, round the table: with player d dealing, player d + 1 sits on seat 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ...errors import UsageError

Sides = tuple[int, ...]


def alone(players: int) -> Sides:
    """Everybody for himself."""
    return tuple(range(players))


def usual_sides(players: int) -> Sides:
    """Two sides that take turns round the table; for five, sinistra and destra against the other three.

    Raises UsageError where no such sides are usual: say then who partners whom.

    >>> usual_sides(4), usual_sides(5)
    ((0, 1, 0, 1), (0, 1, 1, 0, 1))
    """
    if players == 5:
        return (0, 1, 1, 0, 1)
    if players < 4 or players % 2:
        raise UsageError(
            f"{players} players make no two sides that take turns: partners play with 4 or more, "
            "and of odd numbers with 5 only"
        )
    return tuple(seat % 2 for seat in range(players))


def verify_sides(sides: Sequence[int], players: int) -> None:
    """Raise UsageError, saying why, unless these are sides of a partnership game."""
    if len(sides) != players:
        raise UsageError(f"{players} players need {players} sides, one each, not {len(sides)}")
    if len(set(sides)) < 2:
        raise UsageError("all players are on one side: nobody is left to play against")
    if len(set(sides)) == players:
        raise UsageError("nobody has a partner: put two or more players on one side")


def numbered(sides: Sequence[int]) -> Sides:
    """The same sides, numbered from 0 in the order of the seats.

    >>> numbered((7, 3, 7, 3))
    (0, 1, 0, 1)
    """
    order = list(dict.fromkeys(sides))
    return tuple(order.index(side) for side in sides)


def members(sides: Sides) -> tuple[tuple[int, ...], ...]:
    """The seats of every side."""
    return tuple(
        tuple(seat for seat, side in enumerate(sides) if side == one) for one in range(max(sides) + 1)
    )


def seating(dealer: int, players: int) -> tuple[int, ...]:
    """The player on each seat when one of them deals: the one at the dealer's left first, the dealer last.

    >>> seating(dealer=1, players=4)
    (2, 3, 0, 1)
    """
    return tuple((dealer + 1 + seat) % players for seat in range(players))


class Round(NamedTuple):
    """One game of a session with rotating partnerships."""

    dealer: int
    #: The players of each side.
    teams: tuple[tuple[int, ...], ...]
    #: The side of each seat.
    sides: Sides


def rotation(players: int, *, dealer_joins: bool = False, pairs: bool = False) -> tuple[Round, ...]:
    """A session in which everybody gets to play with others alike, for 4, 5 or 6 players.

    For five it is the published one: each deals once, and sinistra and destra play against the other
    three; with dealer_joins the dealer joins them, and the other two play against these.

    For four and six the source gives none; these are ours. Every split of the players into two halves comes
    once (three games for four, ten for six); or, with pairs, six play as three pairs for five games, each
    once the partner of each. The turn to deal passes on; repeat the rotation until all have dealt equally
    often.

    Raises UsageError for other numbers of players.
    """
    if players == 5:
        return tuple(_five(dealer, dealer_joins) for dealer in range(5))
    if players not in (4, 6):
        raise UsageError(f"there is no rotation of partners for {players} players: only for 4, 5 and 6")
    splits = _pairings(tuple(range(6))) if pairs and players == 6 else _halves(players)
    return tuple(_round(game % players, teams) for game, teams in enumerate(splits))


def partner_counts(rounds: Sequence[Round]) -> dict[tuple[int, int], int]:
    """How often any two players are partners."""
    players = sum(map(len, rounds[0].teams))
    counts = dict.fromkeys(combinations(range(players), 2), 0)
    for each in rounds:
        for team in each.teams:
            for pair in combinations(sorted(team), 2):
                counts[pair] += 1
    return counts


def partners_a_game(rounds: Sequence[Round], player: int) -> list[int]:
    """How many partners a player has in each game."""
    return [len(team) - 1 for each in rounds for team in each.teams if player in team]


def _five(dealer: int, dealer_joins: bool) -> Round:
    sinistra, *others, destra, last = seating(dealer, 5)
    ends = [sinistra, destra, last] if dealer_joins else [sinistra, destra]
    rest = others if dealer_joins else [*others, last]
    return _round(dealer, (tuple(ends), tuple(rest)))


def _round(dealer: int, teams: tuple[tuple[int, ...], ...]) -> Round:
    order = seating(dealer, sum(map(len, teams)))
    side = {player: place for place, team in enumerate(teams) for player in team}
    return Round(dealer, tuple(tuple(sorted(team)) for team in teams), numbered([side[p] for p in order]))


def _halves(players: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every split into two halves, once: player 0 is always in the first."""
    for chosen in combinations(range(1, players), players // 2 - 1):
        first = (0, *chosen)
        yield first, tuple(player for player in range(players) if player not in first)


def _pairings(players: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The circle method: the last player stays, the others move on by one."""
    *moving, last = players
    for turn in range(len(moving)):
        ring = [*moving[turn:], *moving[:turn]]
        others = zip(ring[1 : len(ring) // 2 + 1], reversed(ring[len(ring) // 2 + 1 :]), strict=True)
        yield ((ring[0], last), *others)
