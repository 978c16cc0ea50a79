"""What compiled games note: see `facts`, and `reference.Notes`, which says the same in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from .arrays import FOE
from .facts import BY_SEAT, COMMON, ROUNDS
from .intrinsics import compiled, lowest, part

_U, _BY_SEAT, _EACH = np.uint64, len(COMMON), len(BY_SEAT)
_TURNS, _THREE = _U(_BY_SEAT + BY_SEAT.index("turns")), _U(_EACH)
_STUCK, _PLACED, _GREENS, _GREEN_POINTS, _REDS_OWN, _REDS_ON, _LOWERING, _TAKING, _TAKEN_POINTS = (
    COMMON.index(name)
    for name in (
        *(
            "stuck",
            "placed",
            "greens",
            "green_points",
            "reds_own",
            "reds_on",
            "lowering",
            "taking",
            "taken_points",
        ),
    )
)
_BARRED, _LET_GO, _LEFT, _TIED, _NEGATIVE, _POSITIVE, _SCORE, _SQUARES, _MARGIN = (
    COMMON.index(name)
    for name in (
        *("barred_points", "let_go_points", "left", "tied", "negative", "positive"),
        *("score", "score_squares", "margin"),
    )
)


@part
def turn(setup: Any, board: Any, seat: Any, union: Any) -> None:
    """A turn begins; union: the kinds in hand that fit any place."""
    board.facts[_STUCK] += union == _U(0)
    board.facts[_TURNS + _THREE * seat] += 1
    if board.gone < ROUNDS:
        board.ceilings[_U(board.gone)] += setup.level_points[_U(board.tops[_U(setup.red_pile[seat])])]
        board.turns[_U(board.gone)] += 1


@part
def put(setup: Any, board: Any, seat: Any, place: Any, kind: Any) -> None:
    """A card goes on a pile."""
    board.facts[_PLACED] += 1
    if kind < setup.greens:
        score(setup, board, seat, kind, 1)
        return
    level, top = setup.level_of[kind], board.tops[place]
    board.tops[place], board.red_top[place] = level, kind
    board.red_points[place] += setup.pointages[kind]
    if setup.relation[seat, place] != FOE:
        board.facts[_REDS_OWN] += 1
        return
    board.facts[_REDS_ON] += 1
    if level < top:
        board.facts[_LOWERING] += 1
        points = barred(setup, board, place, setup.within[_U(top)] & ~setup.within[_U(level)])
        board.facts[_TAKING] += points > 0
        board.facts[_TAKEN_POINTS] += points


@compiled
def barred(setup: Any, board: Any, place: Any, kinds: Any) -> int:
    """The points of some kinds in the hands of the owners of a place who still play."""
    points = 0
    for other in range(setup.seats):
        if setup.red_pile[other] == place and board.playing[other]:
            taken = board.held[other] & kinds
            while taken:
                kind = lowest(taken)
                points += board.hands[other, kind] * setup.points[kind]
                taken &= taken - _U(1)
    return points


@part
def score(setup: Any, board: Any, seat: Any, kind: Any, times: int) -> None:
    """Green cards go on the seat's pile."""
    pile, points = _U(setup.green_pile[seat]), setup.points[kind] * times
    board.green_points[pile] += points
    board.green_cards[pile, kind] += times
    board.green_top[pile] = kind
    board.facts[_GREENS] += times
    board.facts[_GREEN_POINTS] += points
    if board.gone < ROUNDS:
        board.points[_U(board.gone)] += points


@part
def let_go(setup: Any, board: Any, seat: Any, kind: Any) -> None:
    """A card leaves a hand without a score: barred, or let go."""
    over = setup.points[kind] > setup.level_points[_U(board.tops[_U(setup.red_pile[seat])])]
    points = setup.points[kind]
    board.facts[_BARRED] += points * over
    board.facts[_LET_GO] += points * (1 - over)


@compiled
def kept(setup: Any, board: Any, seat: Any) -> None:
    """What a hand still holds when its player retires or the game ends."""
    left = points = over = 0
    ceiling = setup.level_points[_U(board.tops[_U(setup.red_pile[seat])])]
    for kind in range(setup.kinds):
        left += board.hands[seat, kind]
        worth = board.hands[seat, kind] * setup.points[kind]
        points += worth
        over += worth * (setup.points[kind] > ceiling)
    board.facts[_LEFT] += left
    board.facts[_BARRED] += over
    board.facts[_LET_GO] += points - over


@compiled
def total(setup: Any, board: Any) -> None:
    """The score of every side, each of its piles counted once, in `leads`, which nobody needs any more."""
    for side in range(setup.seats):
        board.leads[side] = 0
    for pile in range(setup.piles):
        board.leads[setup.pile_sides[pile]] += board.green_points[pile]
    if setup.against:
        for place in range(setup.places):
            board.leads[setup.place_sides[place]] -= board.red_points[place]


@compiled
def finish(setup: Any, board: Any, scores: Any) -> None:
    """Scores, and what follows from them."""
    total(setup, board)
    facts, width = board.facts, scores.size // setup.seats
    most = least = board.leads[0]
    for seat in range(setup.seats):
        points = board.leads[setup.sides[seat]]
        most, least = max(most, points), min(least, points)
    winner = -1
    for seat in range(setup.seats):
        side, at = setup.sides[seat], _BY_SEAT + _EACH * seat
        points = board.leads[side]
        facts[_SCORE] += points
        facts[_SQUARES] += points * points
        facts[_NEGATIVE] += points < 0
        facts[_POSITIVE] += points > 0
        facts[at], facts[at + 1] = points, points == most
        scores[seat * width + points - setup.lowest] += 1
        if points == most:
            facts[_TIED] |= winner >= 0 and winner != side
            winner = side
    facts[_MARGIN] = most - least
