"""The search of a row in plain Python: the lead with best play on both sides, exactly.

What is maximised is the lead: the score of the one to move less the other's. The search is minimax with
alpha-beta cuts (Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975), most
cards first: such a move is often good, and leaves the least to look at. In the 52-card game, where a short
hand multiplies, the fewest come first. Nothing is remembered, as no two lines of a row meet in one position,
and nothing is guessed: cuts leave out only what cannot change the lead.

`compiled_search` looks at the same positions in the same order and says the same; `chosen` says which of the
two searches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .layout import Layout, Position
from .options import Kind

#: No lead is as large as this.
BEYOND = 1 << 20


class Ask(NamedTuple):
    """What is asked of a search.

    low, high: only leads between them need be exact; of others it is enough to know on which side they are.
    habit: for who began and for the other, the number of cards that this player always takes, or as many as
    may be taken; 0 for one who plays as well as can be.
    """

    low: int = -BEYOND
    high: int = BEYOND
    habit: tuple[int, int] = (0, 0)


class Found(NamedTuple):
    """The lead of the one to move (in a finished row: of whose move it would be), and positions looked at."""

    lead: int
    visited: int


#: An engine: what comes of a position with best play.
Search = Callable[[Layout, Position, Ask], Found]
EVERYTHING = Ask()


def reference(layout: Layout, position: Position, ask: Ask = EVERYTHING) -> Found:
    """Search in plain Python."""
    through, gone, most = layout.through, len(layout.row), limits(layout)
    unfettered, fewest_first = layout.unfettered, layout.options.kind is Kind.FULL
    visited = 0

    def lead(taken: int, last: int, hand: int, low: int, high: int, habit: int, others: int) -> int:
        """Return the lead of the one to move, who holds hand; habit is that one's, others the other's."""
        nonlocal visited
        visited += 1
        other = through[taken] ^ hand
        if taken == gone:
            mine, its = layout.scored(hand, other)
            return mine - its
        found = -BEYOND
        limit = min(last + 1, gone - taken) if last else most[taken]
        numbers = range(1, limit + 1) if fewest_first else range(limit, 0, -1)
        for number in (min(habit, limit),) if habit else numbers:
            # The other one moves next, and leads by as much as this one lags.
            before = number if unfettered else 0
            value = -lead(taken + number, before, other, -high, -low, others, habit)
            if value > found:
                found = value
                if found >= high:
                    break
                low = max(low, found)
        return found

    habits = ask.habit[position.turn], ask.habit[1 - position.turn]
    hand = layout.hands(position)[position.turn]
    value = lead(position.taken, position.last, hand, ask.low, ask.high, *habits)
    return Found(value, visited)


def limits(layout: Layout) -> list[int]:
    """Return the most cards that may be taken at each place of the row (unfettered: at the first only)."""
    return [layout.limit(Position(taken, 0, 0, 0)) for taken in range(len(layout.row))]
