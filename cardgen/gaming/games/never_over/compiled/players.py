"""The decisions of players for compiled code: what they see, and the choice of the move worth most.

The worth of moves is not written twice: the functions of `heuristics` and `lookahead` are compiled
unchanged, with the records of `arrays` for what a seat sees and for the table.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np

from .. import heuristics, lookahead
from ..players import TEMPERAMENTS
from ..table import DRAW_DISCARD, DRAW_STOCK, FIRST, PASS, RETIRE
from .arrays import AROUND, DISCARDS, FOE, STOCK
from .primitives import (
    compile_as_lines,
    compile_function,
    compile_inline,
    has_bit,
    integer_below,
    lowest_bit_place,
)

_U, _WRAP = np.uint64, AROUND - 1
_GREEDY, _ATTACKER, _DEFENDER = (
    list(TEMPERAMENTS).index(name) for name in ("greedy", "attacker", "defender")
)

#: Long functions with one or two callers: compiled separately they would be optimised twice.
_ONCE = {"weigh_greedy", "weigh_attacker", "weigh_defender", "weigh_cards", "weigh_red", "weigh_extra_cards"}


def _compiled_weighing_functions() -> dict[str, Any]:
    """Return the compiled functions of both modules, which call each other compiled."""
    names = {**vars(heuristics), **vars(lookahead)}
    for name, each in list(names.items()):
        if isinstance(each, FunctionType):
            # Inlining makes the careful player faster by a sixth, as the compiler then knows the record of
            # its lists.
            way = (
                compile_inline
                if name == "weigh_careful"
                else compile_as_lines
                if name in _ONCE
                else compile_function
            )
            names[name] = way(FunctionType(each.__code__, names, name))
    return names


_weighing_functions = _compiled_weighing_functions()
_weigh_greedy, _weigh_attacker = _weighing_functions["weigh_greedy"], _weighing_functions["weigh_attacker"]
_weigh_defender, _weigh_careful = _weighing_functions["weigh_defender"], _weighing_functions["weigh_careful"]


@compile_function
def write_visible_state(setup: Any, board: Any, seat: Any) -> None:
    """Write the visible state of a seat to the board, equal to the result of `players.visible_state`."""
    own = setup.green_pile[seat]
    board.seat, board.stock, board.discards = seat, board.left[STOCK], board.left[DISCARDS]
    for kind in range(setup.kinds):
        board.hand[kind] = board.hands[seat, kind]
        board.unseen[kind] = setup.quantities[kind] - board.hand[kind]
    for pile in range(setup.piles):
        if setup.spread_greens or pile == own:
            for kind in range(setup.kinds):
                board.unseen[kind] -= board.green_cards[pile, kind]
        elif board.green_top[pile] >= 0:
            board.unseen[board.green_top[pile]] -= 1
    for place in range(setup.places):
        if board.red_top[place] >= 0:
            board.unseen[board.red_top[place]] -= 1
    for other in range(setup.seats):
        write_visible_seat(setup, board, other, own)
    write_visible_discards(setup, board)


@compile_function
def write_visible_seat(setup: Any, board: Any, other: int, own: int) -> None:
    """Write the visible facts of another seat: number of cards, points, and the hand if it lies face up."""
    board.sizes[other] = 0
    for kind in range(setup.kinds):
        board.sizes[other] += board.hands[other, kind]
        if setup.retire_face_up and not board.playing[other]:
            board.unseen[kind] -= board.hands[other, kind]
    pile = setup.green_pile[other]
    board.visible_points[other] = 0
    if setup.spread_greens or pile == own:
        board.visible_points[other] = board.green_points[pile]
    elif board.green_top[pile] >= 0:
        board.visible_points[other] = setup.points[board.green_top[pile]]


@compile_function
def write_visible_discards(setup: Any, board: Any) -> None:
    """Subtract visible discards from the unseen cards; write the discard drawn next, if it is visible."""
    count, at = board.left[DISCARDS], board.at[DISCARDS]
    for card in range(max(0, count - 1) if setup.squared_discards else 0, count):
        board.unseen[board.queues[DISCARDS, (at + card) & _WRAP]] -= 1
    board.coming = -1
    if count and setup.newest_discard:
        board.coming = board.queues[DISCARDS, (at + count - 1) & _WRAP]
    elif count == 1 or (count and not setup.squared_discards):
        board.coming = board.queues[DISCARDS, at & _WRAP]


@compile_function
def can_gain(setup: Any, board: Any, seat: Any, place: Any, kind: Any) -> bool:
    """Tell if a card on a place can gain its player anything: see `players.can_gain`."""
    if kind < setup.greens:
        return True
    level, top = setup.level_of[kind], board.tops[place]
    if setup.relation[seat, place] != FOE:
        return level > top and is_higher_ceiling_useful(setup, board, seat, top, level)
    if setup.against and setup.pointages[kind]:
        return True
    if level < top:
        for other in range(setup.seats):
            if setup.red_pile[other] == place and board.playing[other]:
                return True
    return False


@compile_function
def is_higher_ceiling_useful(setup: Any, board: Any, seat: Any, top: int, level: int) -> bool:
    """Tell whether a higher ceiling can help any player of the side."""
    if board.left[STOCK] or board.left[DISCARDS]:
        return True
    if board.held[seat] & setup.within[level] & ~setup.within[top]:
        return True
    for other in range(setup.seats):
        if other != seat and setup.sides[other] == setup.sides[seat] and board.playing[other]:
            return True
    return False


@compile_function
def is_without_gain(setup: Any, board: Any, seat: Any) -> bool:
    """Tell if no playable card gains anything: see `players.is_retiring_at_random`."""
    for place in range(setup.places):
        kinds = board.fits[place + 1]
        while kinds:
            if can_gain(setup, board, seat, place, lowest_bit_place(kinds)):
                return False
            kinds &= kinds - _U(1)
    return True


@compile_function
def write_considered_codes(setup: Any, board: Any, seat: Any, waited: Any, retires: int, passes: int) -> int:
    """Write the codes that a thinking player chooses from; return their number.

    They are those of `players.moves_worth_considering`.
    """
    count = 0
    if retires:
        board.codes[0] = RETIRE
        count = 1
    if waited:
        gaining = append_playable_codes(setup, board, seat, count, True)
        return gaining if gaining else append_playable_codes(setup, board, seat, 0, False)
    if passes:
        board.codes[count] = PASS
        count += 1
    for kind in range(setup.kinds):
        if has_bit(board.fits[0], kind):
            board.codes[count] = FIRST + kind
            count += 1
    return append_playable_codes(setup, board, seat, count, False)


@compile_function
def append_playable_codes(setup: Any, board: Any, seat: Any, count: int, gaining: bool) -> int:
    """Append the codes of playable cards to the `count` codes before; return the new number.

    gaining: whether to append only those that gain something.
    """
    for place in range(setup.places):
        for kind in range(setup.kinds):
            if has_bit(board.fits[place + 1], kind) and (
                not gaining or can_gain(setup, board, seat, place, kind)
            ):
                board.codes[count] = FIRST + setup.kinds * (place + 1) + kind
                count += 1
    return count


@compile_function
def best_code(board: Any, count: int) -> Any:
    """Return the code that is worth most; one of them at random if several are."""
    most, equal = board.code_worth[board.codes[0]], 0
    for at in range(count):
        worth = board.code_worth[board.codes[at]]
        if worth > most:
            most, equal = worth, 0
        equal += worth == most
    board.chance += board.by
    rank = integer_below(board.chance, equal)
    for at in range(count):
        if board.code_worth[board.codes[at]] == most:
            if rank == 0:
                return board.codes[at]
            rank -= 1
    return -1


@compile_function
def chosen_code(setup: Any, board: Any, seat: Any, count: Any) -> Any:
    """Return the player's choice among `count` written codes; if there are none, from where to draw."""
    if not count:
        board.codes[0], board.codes[1] = DRAW_STOCK, DRAW_DISCARD
        count = 2
    write_visible_state(setup, board, seat)
    temper = setup.tempers[seat]
    if temper == _GREEDY:
        _weigh_greedy(board, setup, board.code_worth, board.card_worth)
    elif temper == _ATTACKER:
        _weigh_attacker(board, setup, board.code_worth, board.card_worth)
    elif temper == _DEFENDER:
        _weigh_defender(board, setup, board.code_worth, board.card_worth)
    else:
        _weigh_careful(board, setup, board.code_worth, board.card_worth)
    return best_code(board, count)
