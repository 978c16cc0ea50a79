"""The exact lead of a row with best play of both sides, searched in plain Python.

The lead is the score of the player to move less the other's. The search is minimax with alpha-beta cuts
(Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975), most cards first:
such a move is often good, and leaves the fewest positions. In the 52-card game, where a short hand
multiplies, the fewest come first. No positions are stored, as no two lines of a row meet in one position, and
cuts leave out only what cannot change the lead.

`compiled_search` visits the same positions in the same order with the same result; `chosen_engine` picks one
of the two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .layout import Position, RowLayout
from .options import GameKind

#: An upper bound of all leads.
BEYOND = 1 << 20


class SearchRequest(NamedTuple):
    """What a search should find.

    low, high: bounds between which the lead must be exact; beyond them it only needs to be on the right side.
    habit: for the first player and the second, the number of cards that this player always takes (or as many
    as allowed, if that is less); 0 for best play.
    """

    low: int = -BEYOND
    high: int = BEYOND
    habit: tuple[int, int] = (0, 0)


class SearchResult(NamedTuple):
    """The lead of the player to move, and the number of positions visited.

    In a finished row, it is the lead of the player whose turn would be next.
    """

    lead: int
    visited: int


#: An engine: returns the result of a position with best play.
Search = Callable[[RowLayout, Position, SearchRequest], SearchResult]
BEST_PLAY = SearchRequest()


def search_in_python(
    layout: RowLayout, position: Position, request: SearchRequest = BEST_PLAY
) -> SearchResult:
    """Return the lead and the number of positions visited, searched in plain Python."""
    through, gone, most = layout.through, len(layout.row), limits_by_place(layout)
    unfettered, fewest_first = layout.unfettered, layout.options.kind is GameKind.FULL
    visited = 0

    def lead(taken: int, last: int, hand: int, low: int, high: int, habit: int, others: int) -> int:
        """Return the lead of the player to move. hand: the mask of that player's hand.

        habit: how many cards that player always takes; others: how many the opponent always takes.
        """
        nonlocal visited
        visited += 1
        other = through[taken] ^ hand
        if taken == gone:
            mine, its = layout.scores_of_hands(hand, other)
            return mine - its
        found = -BEYOND
        limit = min(last + 1, gone - taken) if last else most[taken]
        numbers = range(1, limit + 1) if fewest_first else range(limit, 0, -1)
        for number in (min(habit, limit),) if habit else numbers:
            # The opponent moves next, and leads by as much as this player is behind.
            before = number if unfettered else 0
            value = -lead(taken + number, before, other, -high, -low, others, habit)
            if value > found:
                found = value
                if found >= high:
                    break
                low = max(low, found)
        return found

    habits = request.habit[position.turn], request.habit[1 - position.turn]
    hand = layout.hands(position)[position.turn]
    value = lead(position.taken, position.last, hand, request.low, request.high, *habits)
    return SearchResult(value, visited)


def limits_by_place(layout: RowLayout) -> list[int]:
    """Return the maximum number of cards that may be taken at each place of the row.

    In the unfettered game, this holds for the first draw only.
    """
    return [layout.most_cards(Position(taken, 0, 0, 0)) for taken in range(len(layout.row))]
