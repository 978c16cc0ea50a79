"""Players of Abstrac: a random one, and one that looks a few draws ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..card_game import Player, random_legal_move
from ..compiling import is_compiler_installed
from .deal import FIRST, SECOND, AbstracView
from .layout import Position, RowLayout
from .options import GameKind
from .scoring import EVEN, mask_card_count, mask_points, mask_product52
from .search import BEST_PLAY
from .solving import find_search

#: Number of draws that the sensible player looks ahead, by kind: the unfettered game has up to twelve moves.
DRAWS_AHEAD = {GameKind.BASIC: 4, GameKind.SUITS: 4, GameKind.UNFETTERED: 2, GameKind.FULL: 3}


def sensible_move(view: AbstracView, moves: Sequence[int], rng: Random) -> int:
    """Return the move with the best lead after a few draws.

    Of equally good moves it returns the one with the fewest cards, and it prefers to play first.
    """
    layout, position = view.layout, view.position
    ahead = DRAWS_AHEAD[layout.options.kind]
    if view.choosing:
        return FIRST if _expected_lead(layout, position, ahead) >= 0 else SECOND
    sign = -1 if position.turn else 1
    return max(
        moves,
        key=lambda number: sign * _expected_lead(layout, layout.position_after(position, number), ahead - 1),
    )


def _expected_lead(layout: RowLayout, position: Position, depth: int) -> float:
    """Return the first player's estimated lead after the best draws of both players, `depth` draws deep."""
    if layout.is_over(position):
        one, other = layout.scores(position)
        return one - other
    if not depth:
        return _estimated_lead(layout, position)
    leads = [
        _expected_lead(layout, layout.position_after(position, number), depth - 1)
        for number in layout.legal_moves(position)
    ]
    return min(leads) if position.turn else max(leads)


def _estimated_lead(layout: RowLayout, position: Position) -> float:
    """Return an estimate of the first player's lead at the end of the row.

    It assumes that there are no further combinations and that each player takes half of the remaining cards.
    """
    one, other = layout.hands(position)
    rest = (len(layout.row) - position.taken) / 2
    if layout.options.kind is not GameKind.FULL:
        return mask_points(one) * (mask_card_count(other) + rest) - mask_points(other) * (
            mask_card_count(one) + rest
        )
    options = layout.options
    more = one.bit_count() - other.bit_count()
    made = (
        mask_product52(one, options.ace, options.unpaired),
        mask_product52(other, options.ace, options.unpaired),
    )
    # Having fewer cards only counts once a player is short of half.
    share = max(1.0, abs(more) * position.taken / (2 * EVEN))
    return made[0] * share - made[1] if more < 0 else made[0] - made[1] * share


def expert_move(view: AbstracView, moves: Sequence[int], rng: Random) -> int:
    """Return the move with the best lead at the end of the row, if both players play perfectly from then on.

    Of equally good moves it returns the one after which `sensible_move` expects the best lead, because
    opponents may not see as far as the solver.
    """
    search = find_search("compiled" if is_compiler_installed() else "reference")
    layout, position = view.layout, view.position
    if view.choosing:
        return FIRST if search(layout, position, BEST_PLAY).lead >= 0 else SECOND
    sign = -1 if position.turn else 1
    found = {}
    for number in moves:
        after = layout.position_after(position, number)
        ahead = DRAWS_AHEAD[layout.options.kind] - 1
        found[number] = -search(layout, after, BEST_PLAY).lead, sign * _expected_lead(layout, after, ahead)
    return max(moves, key=found.__getitem__)


#: Its players by name, the strongest last.
PLAYERS: dict[str, Player] = {"random": random_legal_move, "sensible": sensible_move, "expert": expert_move}
