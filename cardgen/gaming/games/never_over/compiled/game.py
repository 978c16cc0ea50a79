"""A game of NEVER OVER for compiled code: the rules as `state` has them, and the facts, over records."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...rng import DEALING, PLAYING
from ..facts import BY_SEAT, COMMON, LONGEST, ROUNDS
from ..table import DRAW_STOCK, FIRST, PASS, RETIRE
from .arrays import AROUND, DISCARDS, FOE, STOCK
from .intrinsics import below, bit, compiled, lowest, nth, ones, part, start, step, within
from .players import choices, idle, think

_U, _WRAP = np.uint64, np.uint64(AROUND - 1)
# The places of facts in a row, in the order of COMMON: those of a game, then BY_SEAT seat by seat.
_TURNS, _PLACED, _STUCK, _DISCARDS, _TAKEN, _PASSES, _RETIRED, _GREENS, _GREEN_POINTS = range(9)
_REDS_OWN, _REDS_ON, _LOWERING, _TAKING, _TAKEN_POINTS, _HELD, _BARRED, _LET_GO, _LEFT = range(9, 18)
_STOCK, _TIED, _NEGATIVE, _POSITIVE, _SCORE, _SQUARES, _MARGIN = range(18, len(COMMON))
_BY_SEAT, _EACH = len(COMMON), len(BY_SEAT)
_SEAT_TURNS, _THREE = _U(_BY_SEAT + BY_SEAT.index("turns")), _U(_EACH)


# Facts, as `reference.Notes` gathers them in plain Python


@part
def turn(setup: Any, board: Any, seat: Any, union: Any) -> None:
    """Note that a turn begins; union: the kinds in hand that fit any place."""
    board.facts[_STUCK] += union == _U(0)
    board.facts[_SEAT_TURNS + _THREE * seat] += 1
    if board.gone < ROUNDS:
        board.ceilings[_U(board.gone)] += setup.level_points[_U(board.tops[_U(setup.red_pile[seat])])]
        board.turns[_U(board.gone)] += 1


@part
def put(setup: Any, board: Any, seat: Any, place: Any, kind: Any) -> None:
    """Note a card that goes on a pile."""
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
        points = barred_points(setup, board, place, setup.within[_U(top)] & ~setup.within[_U(level)])
        board.facts[_TAKING] += points > 0
        board.facts[_TAKEN_POINTS] += points


@compiled
def barred_points(setup: Any, board: Any, place: Any, kinds: Any) -> int:
    """Return the points of some kinds in the hands of the owners of a place who still play."""
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
    """Put green cards on the seat's pile."""
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
    """Note a card that leaves a hand without a score: barred, or let go."""
    over = setup.points[kind] > setup.level_points[_U(board.tops[_U(setup.red_pile[seat])])]
    points = setup.points[kind]
    board.facts[_BARRED] += points * over
    board.facts[_LET_GO] += points * (1 - over)


@compiled
def count_kept_cards(setup: Any, board: Any, seat: Any) -> None:
    """Count what a hand still holds when its player retires or the game ends."""
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
    """Score every side, each of its piles counted once, in `leads`, which nobody needs any more."""
    for side in range(setup.seats):
        board.leads[side] = 0
    for pile in range(setup.piles):
        board.leads[setup.pile_sides[pile]] += board.green_points[pile]
    if setup.against:
        for place in range(setup.places):
            board.leads[setup.place_sides[place]] -= board.red_points[place]


@compiled
def finish(setup: Any, board: Any, scores: Any) -> None:
    """Note the scores, and what follows from them."""
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


# The game


@compiled
def clear(setup: Any, board: Any) -> None:
    """Clear the table and all hands."""
    board.facts[:] = 0
    board.before[0] = 0
    for seat in range(setup.seats):
        board.playing[seat] = 1
        board.held[seat] = _U(0)
        board.green_points[seat] = board.red_points[seat] = 0
        board.green_top[seat] = board.red_top[seat] = -1
        board.tops[seat] = setup.highest
        for kind in range(setup.kinds):
            board.hands[seat, kind] = board.green_cards[seat, kind] = 0


@compiled
def deal(setup: Any, board: Any, state: Any, by: Any) -> None:
    """Shuffle and deal."""
    deck, seat, points = board.queues[STOCK], _U(0), 0
    for card in range(setup.cards):
        deck[card] = setup.deck[card]
    for card in range(setup.cards - 1, 0, -1):
        state += by
        other = _U(below(state, card + 1))
        deck[card], deck[other] = deck[other], deck[card]
    for card in range(setup.dealt):
        kind = _U(deck[card])
        board.hands[seat, kind] += 1
        board.held[seat] |= bit(kind)
        points += setup.points[kind]
        seat = seat + _U(1) if seat + _U(1) < setup.seats else _U(0)
    board.facts[_HELD] = points
    board.at[STOCK], board.left[STOCK] = setup.dealt, setup.cards - setup.dealt
    board.at[DISCARDS] = board.left[DISCARDS] = 0
    if setup.deal_all:
        board.facts[_STOCK], board.left[STOCK] = board.left[STOCK], 0


@part
def take(setup: Any, board: Any, seat: Any, kind: Any) -> None:
    """Take a card into a hand."""
    board.hands[seat, kind] += 1
    board.held[seat] |= bit(kind)
    board.facts[_HELD] += setup.points[kind]


@part
def picked_place(setup: Any, board: Any, pick: int) -> Any:
    """Find where the card of a rank among discards and cards on places goes, and its kind."""
    where = 0
    for place in range(setup.places):
        where += pick >= board.before[place + 1]
    return _U(where), _U(nth(board.fits[_U(where)], pick - board.before[_U(where)]))


@part
def discard(setup: Any, board: Any, seat: Any, kind: Any) -> None:
    """Put a card away."""
    board.facts[_DISCARDS] += 1
    let_go(setup, board, seat, kind)
    queue = _U(STOCK if setup.no_discard_pile else DISCARDS)
    board.queues[queue, _U(board.at[queue] + board.left[queue]) & _WRAP] = kind
    board.left[queue] += 1


@part
def draw(setup: Any, board: Any, seat: Any, queue: int) -> None:
    """Draw a card from the stock or the discards: without a branch, since either is as likely."""
    newest, which = setup.newest_discard & queue, _U(queue)
    left = board.left[which] - 1
    board.left[which] = left
    at = board.at[which]
    board.at[which] = at + 1 - newest
    board.facts[_TAKEN] += queue
    take(setup, board, seat, _U(board.queues[which, _U(at + newest * left) & _WRAP]))


@compiled
def begin(setup: Any, board: Any, seed: Any, number: Any) -> None:
    """Deal, and set all to its beginning."""
    root = start(seed, number, _U(DEALING))
    clear(setup, board)
    deal(setup, board, root, step(root))
    board.chance = start(seed, number, _U(PLAYING))
    board.by = step(board.chance)
    board.turn = board.placed = board.gone = board.beat = board.passed = board.logged = 0
    board.active, board.alive = setup.seats, ~_U(0) >> _U(64 - setup.seats)


@part
def fit(setup: Any, board: Any, seat: Any) -> Any:
    """Write down the kinds in hand that fit each place, and that may be put away; all that fit any place."""
    held, union = board.held[seat], _U(0)
    for place in range(setup.places):
        kinds = setup.fitting[_U(setup.row[seat, place] + board.tops[place])] & held
        board.fits[place + 1] = kinds
        union |= kinds
    if setup.retired_closed:
        union = close(setup, board)
    if setup.no_discarding:
        held = _U(0)
    elif setup.no_playable_discard:
        held &= ~union
    board.fits[0] = held
    return union


@compiled
def close(setup: Any, board: Any) -> Any:
    """Close places all of whose players have retired, an option; return what fits any other."""
    union = _U(0)
    for place in range(setup.places):
        if not setup.owners[place] & board.alive:
            board.fits[place + 1] = _U(0)
        union |= board.fits[place + 1]
    return union


@part
def count(setup: Any, board: Any) -> Any:
    """Count the discards and cards on places there are to choose from; write them down place by place."""
    cards = ones(board.fits[0])
    for place in range(setup.places):
        board.before[place + 1] = cards
        cards += ones(board.fits[place + 1])
    return cards


@within
def decide(setup: Any, board: Any, seat: Any, union: Any) -> Any:
    """Decide what the seat does: a code, or FIRST with where a card goes, and its kind.

    union: the kinds in hand that fit any place. Where is 0 for away, else the place and 1.
    """
    retires = 0 if setup.no_retiring_while_playable and union else 1
    passes = 1 if setup.passing or (setup.no_discarding and not union) else 0
    waited = board.turn - board.placed > board.left[STOCK] + board.left[DISCARDS]
    if setup.tempers[seat]:
        left = choices(setup, board, seat, waited, retires, passes)
        code = think(setup, board, seat, left) if left > 1 or not retires else RETIRE
        return min(code, FIRST), _U(setup.where_of[code]), _U(setup.kind_of[code])
    if waited and retires and idle(setup, board, seat):
        return RETIRE, _U(0), _U(0)
    board.chance += board.by
    pick = below(board.chance, retires + passes + count(setup, board))
    if pick >= retires + passes:
        where, kind = picked_place(setup, board, pick - retires - passes)
        return FIRST, where, kind
    return RETIRE if pick < retires else PASS, _U(0), _U(0)


@part
def write(board: Any, log: Any, code: int) -> None:
    """Put a decision down, where there is room for it."""
    if board.logged < log.size:
        log[board.logged] = code
    board.logged += 1


@part
def play_card(setup: Any, board: Any, seat: Any, where: Any, kind: Any) -> None:
    """Put a card on a pile or away."""
    board.passed = 0
    left = board.hands[seat, kind] - 1
    board.hands[seat, kind] = left
    board.held[seat] ^= _U(left == 0) << kind
    if where == _U(0):
        discard(setup, board, seat, kind)
    else:
        put(setup, board, seat, where - _U(1), kind)
        board.placed = board.turn


@within
def replenish(setup: Any, board: Any, log: Any, seat: Any) -> Any:
    """Draw, if there is anything to draw. Whether the seat can go on."""
    stock, discards = board.left[STOCK], board.left[DISCARDS]
    if not (stock or discards):
        return board.held[seat] != _U(0)
    queue = STOCK if stock else DISCARDS
    if stock and discards:
        if setup.tempers[seat]:
            queue = think(setup, board, seat, np.int64(0)) - DRAW_STOCK
        else:
            board.chance += board.by
            queue = below(board.chance, 2)
        write(board, log, DRAW_STOCK + queue)
    draw(setup, board, seat, queue)
    return True


@compiled
def retire(setup: Any, board: Any, seat: Any) -> None:
    """Retire by choice: the green cards that may be laid down are."""
    board.facts[_RETIRED] += 1
    if setup.lays_down:
        top = board.tops[setup.red_pile[seat]]
        for kind in range(setup.greens):
            times = board.hands[seat, kind]
            if times and setup.level_of[kind] <= top:
                score(setup, board, seat, kind, times)
                board.hands[seat, kind] = 0
    count_kept_cards(setup, board, seat)


@compiled
def leave(board: Any, seat: Any) -> None:
    """Note that the seat plays no more."""
    board.playing[seat] = board.passed = 0
    board.alive ^= bit(seat)
    board.active -= 1


@compiled
def pass_on(setup: Any, board: Any) -> None:
    """Pass; when all have done so in a row, the game is over."""
    board.facts[_PASSES] += 1
    board.passed += 1
    if board.passed >= board.active and not setup.passes_go_on:
        for other in range(setup.seats):
            if board.playing[other]:
                count_kept_cards(setup, board, _U(other))
        board.active = 0


@part
def following(setup: Any, board: Any, seat: Any) -> Any:
    """Return the next turn, and whose it is."""
    board.turn += 1
    board.beat += 1
    if board.beat == setup.seats:
        board.beat = 0
        board.gone += 1
    if not board.active:
        return seat
    later = board.alive >> seat >> _U(1)
    return seat + _U(1) + _U(lowest(later)) if later else _U(lowest(board.alive))


@within
def one_game(setup: Any, board: Any, log: Any, first: Any) -> None:
    """Play a game to its end from the turn of a seat, and note its facts; the codes of decisions go into the
    log while it has room.
    """
    seat = _U(first)
    while board.active:
        union = fit(setup, board, seat)
        code, where, kind = decide(setup, board, seat, union)
        write(board, log, code + np.int64(where) * setup.kinds + np.int64(kind))
        turn(setup, board, seat, union)
        if code == FIRST:
            play_card(setup, board, seat, where, kind)
            if not replenish(setup, board, log, seat):
                leave(board, seat)
        elif code == RETIRE:
            retire(setup, board, seat)
            leave(board, seat)
        else:
            pass_on(setup, board)
        seat = following(setup, board, seat)
    board.facts[_TURNS] = board.turn
    board.facts[_STOCK] += board.left[STOCK]
    board.lengths[min(board.turn, LONGEST)] += 1


def play_games(
    setup: Any, board: Any, rows: Any, scores: Any, log: Any, seed: Any, first: Any, seat: Any
) -> Any:
    """Play as many games as there are rows; how many decisions the last one had.

    seat: -1 to deal them by their numbers; else a single game is played on that lies on the board, from the
    turn of this seat.
    """
    board.logged = 0
    for at in range(rows.shape[0]):
        if seat < 0:
            begin(setup, board, seed, first + _U(at))
        one_game(setup, board, log, max(seat, 0))
        finish(setup, board, scores)
        for fact in range(rows.shape[1]):
            rows[at, fact] = board.facts[fact]
    return board.logged
