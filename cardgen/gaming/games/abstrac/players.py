"""Players of Abstrac: one that plays anything, and one that looks a few draws ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..card_game import Player, at_random
from .deal import FIRST, SECOND, View
from .layout import Layout, Position
from .options import Kind
from .scoring import EVEN, count_of, points_of, product_of

#: How many draws the sensible player looks ahead, by kind: the unfettered game has up to twelve moves.
AHEAD = {Kind.BASIC: 4, Kind.SUITS: 4, Kind.UNFETTERED: 2, Kind.FULL: 3}


def sensible(view: View, moves: Sequence[int], rng: Random) -> int:
    """Choose the move with the best lead a few draws on; of equals, the fewest cards, and playing first."""
    layout, position = view.layout, view.position
    ahead = AHEAD[layout.options.kind]
    if view.choosing:
        return FIRST if _lead(layout, position, ahead) >= 0 else SECOND
    sign = -1 if position.turn else 1
    return max(
        moves,
        key=lambda number: sign * _lead(layout, layout.take(position, number), ahead - 1),
    )


def _lead(layout: Layout, position: Position, ahead: int) -> float:
    """Work out what the one who began leads by after the best draws of both, so many ahead."""
    if layout.over(position):
        one, other = layout.scores(position)
        return one - other
    if not ahead:
        return _guess(layout, position)
    leads = [
        _lead(layout, layout.take(position, number), ahead - 1) for number in layout.legal_moves(position)
    ]
    return min(leads) if position.turn else max(leads)


def _guess(layout: Layout, position: Position) -> float:
    """Guess the lead as if no further combination came and the rest of the row were shared by halves."""
    one, other = layout.hands(position)
    rest = (len(layout.row) - position.taken) / 2
    if layout.options.kind is not Kind.FULL:
        return points_of(one) * (count_of(other) + rest) - points_of(other) * (count_of(one) + rest)
    options = layout.options
    more = one.bit_count() - other.bit_count()
    made = product_of(one, options.ace, options.unpaired), product_of(other, options.ace, options.unpaired)
    # Cards fewer count only once somebody is short of half; until then they are a hope.
    share = max(1.0, abs(more) * position.taken / (2 * EVEN))
    return made[0] * share - made[1] if more < 0 else made[0] - made[1] * share


#: Its players by name, the strongest last.
PLAYERS: dict[str, Player] = {"random": at_random, "sensible": sensible}
