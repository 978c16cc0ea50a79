"""Who shuffles, who cuts, who is dealt what: what happens before the first turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .table import Table


class Turns(NamedTuple):
    """Seats that may do something, in the order in which they get the opportunity."""

    seats: tuple[int, ...]
    #: Who must do it if nobody else has wished to.
    must: int


def dealer(players: int) -> int:
    """The seat of the dealer."""
    return players - 1


def destra(players: int) -> int:
    """The seat at the dealer's right; of two players, destra and sinistra are the same.

    >>> destra(6), destra(2)
    (4, 0)
    """
    return players - 2


def shufflers(table: Table) -> Turns:
    """The dealer shuffles; in rigorous play each may, sinistra first and the dealer last."""
    last = dealer(table.players)
    return Turns(tuple(range(table.players)) if table.options.rigorous else (last,), last)


def cutters(table: Table) -> Turns:
    """Destra cuts; in rigorous play each but the dealer may, sinistra first and destra last."""
    last = destra(table.players)
    return Turns(tuple(range(last + 1)) if table.options.rigorous else (last,), last)


def dealt(table: Table) -> Iterator[int]:
    """The seats in the order in which they get a card: clockwise, one at a time, from sinistra."""
    return (card % table.players for card in range(table.hand * table.players))


def left_over(table: Table) -> int:
    """Cards that are not dealt: the stock, or, where all is dealt, what stays aside."""
    return table.cards.count - table.hand * table.players


def next_dealer(player: int, players: int) -> int:
    """Who deals the next game: the turn to deal passes on clockwise."""
    return (player + 1) % players


def even_session(games: int, players: int) -> bool:
    """Whether all deal equally often, which the source calls best."""
    return games % players == 0
