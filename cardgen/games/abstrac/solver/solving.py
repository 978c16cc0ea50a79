"""Everything that is told of a row: its value, the best line, every first move; whichever engine searches.

Of moves that lead equally far, the one that takes the fewest cards is the best line's.
"""

from __future__ import annotations

from typing import NamedTuple

from ..layout import START, Layout, Position
from .lines import Line, compared, count, played
from .search import Ask, Search


class Move(NamedTuple):
    """A first move: how many cards, and what who makes it leads by if both play best from there on."""

    number: int
    lead: int


class Value(NamedTuple):
    """What the search of a position finds.

    lead: of the one to move, with best play. moves: every move with its own lead, fewest cards first; none in
    a finished row. draws: the best line from here. visited: positions looked at for all this.
    """

    lead: int
    moves: tuple[Move, ...]
    draws: tuple[int, ...]
    visited: int


class Solution(NamedTuple):
    """A row solved. Leads are of who plays first; who plays second leads by as much less than nothing."""

    layout: Layout
    value: Value
    best: Line
    others: tuple[Line, ...]
    #: How many lines of play there are.
    lines: int

    @property
    def first(self) -> bool:
        """Whether the non-dealer, who chooses, plays first; of equals, first."""
        return self.value.lead >= 0


def solve(layout: Layout, search: Search) -> Solution:
    """Solve a row."""
    value = evaluate(layout, START, search)
    best = played(layout, value.draws, "the best line")
    return Solution(layout, value, best, tuple(compared(layout)), count(layout))


def evaluate(layout: Layout, position: Position, search: Search) -> Value:
    """The value of a position, of each move in it, and the best line from there."""
    if layout.over(position):
        found = search(layout, position, Ask())
        return Value(found.lead, (), (), found.visited)
    moves, visited = [], 0
    for number in layout.legal_moves(position):
        found = search(layout, layout.take(position, number), Ask())
        moves.append(Move(number, -found.lead))
        visited += found.visited
    # max() keeps the first of equals: the fewest cards.
    best = max(moves, key=lambda move: move.lead)
    line, more = _line(layout, layout.take(position, best.number), -best.lead, search)
    return Value(best.lead, tuple(moves), (best.number, *line), visited + more)


def _line(layout: Layout, position: Position, lead: int, search: Search) -> tuple[list[int], int]:
    """The best line from a position whose lead is known, and the positions looked at to find it."""
    draws, visited = list[int](), 0
    while not layout.over(position):
        number, more = _best(layout, position, lead, search)
        draws.append(number)
        visited += more
        position, lead = layout.take(position, number), -lead
    return draws, visited


def _best(layout: Layout, position: Position, lead: int, search: Search) -> tuple[int, int]:
    """The fewest cards that keep the lead, and the positions looked at."""
    *others, last = layout.legal_moves(position)
    visited = 0
    # Whether the lead is kept or not is all that is asked, which is quicker than how much is lost.
    ask = Ask(low=-lead, high=1 - lead)
    for number in others:
        found = search(layout, layout.take(position, number), ask)
        visited += found.visited
        if found.lead <= -lead:
            return number, visited
    return last, visited
