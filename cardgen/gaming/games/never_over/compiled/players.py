"""How players decide, for compiled code: what they see, and the choice by what moves are worth.

What moves are worth is not told here again: the functions of `heuristics` and `lookahead` are compiled as
they are, with the records of `arrays` for what a seat sees and for the ground.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np

from .. import heuristics, lookahead
from ..players import TEMPERAMENTS
from ..table import DRAW_DISCARD, DRAW_STOCK, FIRST, PASS, RETIRE
from .arrays import AROUND, DISCARDS, FOE, STOCK
from .intrinsics import below, compiled, has, lowest, part, within

_U, _WRAP = np.uint64, AROUND - 1
_GREEDY, _ATTACKER, _DEFENDER = (
    list(TEMPERAMENTS).index(name) for name in ("greedy", "attacker", "defender")
)

#: Long functions that one or two others call: compiled by themselves they would be optimised twice.
_ONCE = {"weigh_greedy", "weigh_attacker", "weigh_defender", "weigh_cards", "weigh_red", "wishes"}


def _thoughts() -> dict[str, Any]:
    """Return the functions of both files compiled, each knowing the others so."""
    names = {**vars(heuristics), **vars(lookahead)}
    for name, each in list(names.items()):
        if isinstance(each, FunctionType):
            # The careful player is by a sixth faster where it is known in which record its lists lie.
            way = part if name == "weigh_careful" else within if name in _ONCE else compiled
            names[name] = way(FunctionType(each.__code__, names, name))
    return names


_thought = _thoughts()
_weigh_greedy, _weigh_attacker = _thought["weigh_greedy"], _thought["weigh_attacker"]
_weigh_defender, _weigh_careful = _thought["weigh_defender"], _thought["weigh_careful"]


@compiled
def look(setup: Any, board: Any, seat: Any) -> None:
    """Look round as `players.sight` does."""
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
        look_at(setup, board, other, own)
    look_at_discards(setup, board)


@compiled
def look_at(setup: Any, board: Any, other: int, own: int) -> None:
    """Note what is seen of another seat: cards in hand, points, and the hand if that lies face up."""
    board.sizes[other] = 0
    for kind in range(setup.kinds):
        board.sizes[other] += board.hands[other, kind]
        if setup.retire_face_up and not board.playing[other]:
            board.unseen[kind] -= board.hands[other, kind]
    pile = setup.green_pile[other]
    board.leads[other] = 0
    if setup.spread_greens or pile == own:
        board.leads[other] = board.green_points[pile]
    elif board.green_top[pile] >= 0:
        board.leads[other] = setup.points[board.green_top[pile]]


@compiled
def look_at_discards(setup: Any, board: Any) -> None:
    """Note which discards are to be seen, and whether the next one is."""
    count, at = board.left[DISCARDS], board.at[DISCARDS]
    for card in range(max(0, count - 1) if setup.squared_discards else 0, count):
        board.unseen[board.queues[DISCARDS, (at + card) & _WRAP]] -= 1
    board.coming = -1
    if count and setup.newest_discard:
        board.coming = board.queues[DISCARDS, (at + count - 1) & _WRAP]
    elif count == 1 or (count and not setup.squared_discards):
        board.coming = board.queues[DISCARDS, at & _WRAP]


@compiled
def gains(setup: Any, board: Any, seat: Any, place: Any, kind: Any) -> bool:
    """Tell if a card on a place can gain its player anything: see `players.gains`."""
    if kind < setup.greens:
        return True
    level, top = setup.level_of[kind], board.tops[place]
    if setup.relation[seat, place] != FOE:
        return level > top and useful(setup, board, seat, top, level)
    if setup.against and setup.pointages[kind]:
        return True
    if level < top:
        for other in range(setup.seats):
            if setup.red_pile[other] == place and board.playing[other]:
                return True
    return False


@compiled
def useful(setup: Any, board: Any, seat: Any, top: int, level: int) -> bool:
    """Tell if a higher ceiling can serve anybody of the side."""
    if board.left[STOCK] or board.left[DISCARDS]:
        return True
    if board.held[seat] & setup.within[level] & ~setup.within[top]:
        return True
    for other in range(setup.seats):
        if other != seat and setup.sides[other] == setup.sides[seat] and board.playing[other]:
            return True
    return False


@compiled
def idle(setup: Any, board: Any, seat: Any) -> bool:
    """Tell if no card that fits gains anything: see `players.idle`."""
    for place in range(setup.places):
        kinds = board.fits[place + 1]
        while kinds:
            if gains(setup, board, seat, place, lowest(kinds)):
                return False
            kinds &= kinds - _U(1)
    return True


@compiled
def choices(setup: Any, board: Any, seat: Any, waited: Any, retires: int, passes: int) -> int:
    """Write down the codes that a thinking player chooses from; how many. See `players.choice`."""
    count = 0
    if retires:
        board.codes[0] = RETIRE
        count = 1
    if waited:
        gaining = cards(setup, board, seat, count, True)
        return gaining if gaining else cards(setup, board, seat, 0, False)
    if passes:
        board.codes[count] = PASS
        count += 1
    for kind in range(setup.kinds):
        if has(board.fits[0], kind):
            board.codes[count] = FIRST + kind
            count += 1
    return cards(setup, board, seat, count, False)


@compiled
def cards(setup: Any, board: Any, seat: Any, count: int, gaining: bool) -> int:
    """Write down, after so many codes, those of cards that fit places; only those that gain, if so wished."""
    for place in range(setup.places):
        for kind in range(setup.kinds):
            if has(board.fits[place + 1], kind) and (not gaining or gains(setup, board, seat, place, kind)):
                board.codes[count] = FIRST + setup.kinds * (place + 1) + kind
                count += 1
    return count


@compiled
def best(board: Any, count: int) -> Any:
    """Choose one of the codes that are worth most, by chance."""
    most, equal = board.out[board.codes[0]], 0
    for at in range(count):
        worth = board.out[board.codes[at]]
        if worth > most:
            most, equal = worth, 0
        equal += worth == most
    board.chance += board.by
    rank = below(board.chance, equal)
    for at in range(count):
        if board.out[board.codes[at]] == most:
            if rank == 0:
                return board.codes[at]
            rank -= 1
    return -1


@compiled
def think(setup: Any, board: Any, seat: Any, count: Any) -> Any:
    """Decide between so many codes that are written down; for none, what to draw."""
    if not count:
        board.codes[0], board.codes[1] = DRAW_STOCK, DRAW_DISCARD
        count = 2
    look(setup, board, seat)
    temper = setup.tempers[seat]
    if temper == _GREEDY:
        _weigh_greedy(board, setup, board.out, board.wish)
    elif temper == _ATTACKER:
        _weigh_attacker(board, setup, board.out, board.wish)
    elif temper == _DEFENDER:
        _weigh_defender(board, setup, board.out, board.wish)
    else:
        _weigh_careful(board, setup, board.out, board.wish)
    return best(board, count)
