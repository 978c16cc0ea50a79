"""A game of NEVER OVER for compiled code: the rules of `state` and the facts, on records."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...rng import DEALING, PLAYING
from ..facts import BY_SEAT, COMMON, LONGEST, ROUNDS
from ..table import DRAW_STOCK, FIRST, PASS, RETIRE
from .arrays import AROUND, DISCARDS, FOE, STOCK
from .players import chosen_code, is_without_gain, write_considered_codes
from .primitives import (
    bit_mask,
    compile_as_lines,
    compile_function,
    compile_inline,
    count_ones,
    integer_below,
    lowest_bit_place,
    nth_bit_place,
    stream_start,
    stream_step,
)

_U, _WRAP = np.uint64, np.uint64(AROUND - 1)
# The positions of facts in a row, in the order of COMMON: those of a game, then BY_SEAT for each seat.
_TURNS, _PLACED, _STUCK, _DISCARDS, _TAKEN, _PASSES, _RETIRED, _GREENS, _GREEN_POINTS = range(9)
_REDS_OWN, _REDS_ON, _LOWERING, _TAKING, _TAKEN_POINTS, _HELD, _BARRED, _LET_GO, _LEFT = range(9, 18)
_STOCK, _TIED, _NEGATIVE, _POSITIVE, _SCORE, _SQUARES, _MARGIN = range(18, len(COMMON))
_BY_SEAT, _EACH = len(COMMON), len(BY_SEAT)
_SEAT_TURNS, _THREE = _U(_BY_SEAT + BY_SEAT.index("turns")), _U(_EACH)


# Facts, as `reference.FactRecorder` collects them


@compile_inline
def record_turn(setup: Any, board: Any, seat: Any, playable: Any) -> None:
    """Record the beginning of a turn. playable: the set of kinds in hand that fit any place."""
    board.facts[_STUCK] += playable == _U(0)
    board.facts[_SEAT_TURNS + _THREE * seat] += 1
    if board.gone < ROUNDS:
        board.ceilings[_U(board.gone)] += setup.level_points[_U(board.tops[_U(setup.red_pile[seat])])]
        board.turns[_U(board.gone)] += 1


@compile_inline
def record_card_on_pile(setup: Any, board: Any, seat: Any, place: Any, kind: Any) -> None:
    """Record a card that goes on a pile."""
    board.facts[_PLACED] += 1
    if kind < setup.greens:
        add_greens_to_pile(setup, board, seat, kind, 1)
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


@compile_function
def barred_points(setup: Any, board: Any, place: Any, kinds: Any) -> int:
    """Return the points of cards of some kinds in the hands of those owners of a place who still play."""
    points = 0
    for other in range(setup.seats):
        if setup.red_pile[other] == place and board.playing[other]:
            taken = board.held[other] & kinds
            while taken:
                kind = lowest_bit_place(taken)
                points += board.hands[other, kind] * setup.points[kind]
                taken &= taken - _U(1)
    return points


@compile_inline
def add_greens_to_pile(setup: Any, board: Any, seat: Any, kind: Any, times: int) -> None:
    """Put `times` green cards of a kind on the seat's pile."""
    pile, points = _U(setup.green_pile[seat]), setup.points[kind] * times
    board.green_points[pile] += points
    board.green_cards[pile, kind] += times
    board.green_top[pile] = kind
    board.facts[_GREENS] += times
    board.facts[_GREEN_POINTS] += points
    if board.gone < ROUNDS:
        board.points[_U(board.gone)] += points


@compile_inline
def record_lost_card(setup: Any, board: Any, seat: Any, kind: Any) -> None:
    """Record a card that leaves a hand without scoring, as barred or as let go: see `facts`."""
    over = setup.points[kind] > setup.level_points[_U(board.tops[_U(setup.red_pile[seat])])]
    points = setup.points[kind]
    board.facts[_BARRED] += points * over
    board.facts[_LET_GO] += points * (1 - over)


@compile_function
def record_kept_cards(setup: Any, board: Any, seat: Any) -> None:
    """Record as facts the cards that are left in a hand when its player retires or the game ends."""
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


@compile_function
def write_side_scores(setup: Any, board: Any) -> None:
    """Write the score of each side to `visible_points`, which is not needed any more.

    A pile counts once, however many players share it.
    """
    for side in range(setup.seats):
        board.visible_points[side] = 0
    for pile in range(setup.piles):
        board.visible_points[setup.pile_sides[pile]] += board.green_points[pile]
    if setup.against:
        for place in range(setup.places):
            board.visible_points[setup.place_sides[place]] -= board.red_points[place]


@compile_function
def record_scores(setup: Any, board: Any, scores: Any) -> None:
    """Record the scores and the facts that follow from them."""
    write_side_scores(setup, board)
    facts, width = board.facts, scores.size // setup.seats
    most = least = board.visible_points[0]
    for seat in range(setup.seats):
        points = board.visible_points[setup.sides[seat]]
        most, least = max(most, points), min(least, points)
    winner = -1
    for seat in range(setup.seats):
        side, at = setup.sides[seat], _BY_SEAT + _EACH * seat
        points = board.visible_points[side]
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


@compile_function
def clear_board(setup: Any, board: Any) -> None:
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


@compile_function
def deal(setup: Any, board: Any, state: Any, stream: Any) -> None:
    """Shuffle and deal."""
    deck, seat, points = board.queues[STOCK], _U(0), 0
    for card in range(setup.cards):
        deck[card] = setup.deck[card]
    for card in range(setup.cards - 1, 0, -1):
        state += stream
        other = _U(integer_below(state, card + 1))
        deck[card], deck[other] = deck[other], deck[card]
    for card in range(setup.dealt):
        kind = _U(deck[card])
        board.hands[seat, kind] += 1
        board.held[seat] |= bit_mask(kind)
        points += setup.points[kind]
        seat = seat + _U(1) if seat + _U(1) < setup.seats else _U(0)
    board.facts[_HELD] = points
    board.at[STOCK], board.left[STOCK] = setup.dealt, setup.cards - setup.dealt
    board.at[DISCARDS] = board.left[DISCARDS] = 0
    if setup.deal_all:
        board.facts[_STOCK], board.left[STOCK] = board.left[STOCK], 0


@compile_inline
def take_card(setup: Any, board: Any, seat: Any, kind: Any) -> None:
    """Take a card into a hand."""
    board.hands[seat, kind] += 1
    board.held[seat] |= bit_mask(kind)
    board.facts[_HELD] += setup.points[kind]


@compile_inline
def picked_place_and_kind(setup: Any, board: Any, choice: int) -> Any:
    """Return where a chosen card goes, and its kind.

    The first is 0 for the discards, else the place plus 1.

    choice: the index of the choice among all possible discards and cards on places.
    """
    where = 0
    for place in range(setup.places):
        where += choice >= board.before[place + 1]
    return _U(where), _U(nth_bit_place(board.fits[_U(where)], choice - board.before[_U(where)]))


@compile_inline
def discard_card(setup: Any, board: Any, seat: Any, kind: Any) -> None:
    """Discard a card."""
    board.facts[_DISCARDS] += 1
    record_lost_card(setup, board, seat, kind)
    queue = _U(STOCK if setup.no_discard_pile else DISCARDS)
    board.queues[queue, _U(board.at[queue] + board.left[queue]) & _WRAP] = kind
    board.left[queue] += 1


@compile_inline
def draw_card(setup: Any, board: Any, seat: Any, queue: int) -> None:
    """Draw a card from the stock or the discards.

    The code has no branch, because both are about equally likely.
    """
    newest, which = setup.newest_discard & queue, _U(queue)
    left = board.left[which] - 1
    board.left[which] = left
    at = board.at[which]
    board.at[which] = at + 1 - newest
    board.facts[_TAKEN] += queue
    take_card(setup, board, seat, _U(board.queues[which, _U(at + newest * left) & _WRAP]))


@compile_function
def deal_numbered_game(setup: Any, board: Any, seed: Any, number: Any) -> None:
    """Deal a numbered game and reset everything."""
    root = stream_start(seed, number, _U(DEALING))
    clear_board(setup, board)
    deal(setup, board, root, stream_step(root))
    board.chance = stream_start(seed, number, _U(PLAYING))
    board.by = stream_step(board.chance)
    board.turn = board.placed = board.gone = board.beat = board.passed = board.logged = 0
    board.active, board.alive = setup.seats, ~_U(0) >> _U(64 - setup.seats)


@compile_inline
def write_playable_kinds(setup: Any, board: Any, seat: Any) -> Any:
    """Write to `fits` which kinds of card the seat may discard, and which it may put on each place.

    The kinds that may be discarded are the first entry; the places follow. An entry is a set of kinds: a
    number with a bit per kind. Returns the set of the kinds in hand that fit any place.
    """
    held, union = board.held[seat], _U(0)
    for place in range(setup.places):
        kinds = setup.fitting[_U(setup.row[seat, place] + board.tops[place])] & held
        board.fits[place + 1] = kinds
        union |= kinds
    if setup.retired_closed:
        union = close_retired_places(setup, board)
    if setup.no_discarding:
        held = _U(0)
    elif setup.no_playable_discard:
        held &= ~union
    board.fits[0] = held
    return union


@compile_function
def close_retired_places(setup: Any, board: Any) -> Any:
    """Write to `fits` that no card may go on a place whose players have all retired.

    This is an option of the game. Returns the set of kinds in hand that fit any other place.
    """
    union = _U(0)
    for place in range(setup.places):
        if not setup.owners[place] & board.alive:
            board.fits[place + 1] = _U(0)
        union |= board.fits[place + 1]
    return union


@compile_inline
def write_and_count_choices(setup: Any, board: Any) -> Any:
    """Return the number of choices: the kinds that may be discarded, and those that may go on each place.

    Also writes to `before` how many choices precede those of each place.
    """
    cards = count_ones(board.fits[0])
    for place in range(setup.places):
        board.before[place + 1] = cards
        cards += count_ones(board.fits[place + 1])
    return cards


@compile_as_lines
def chosen_code_place_and_kind(setup: Any, board: Any, seat: Any, playable: Any, thinks: Any) -> Any:
    """Return the seat's decision as three numbers: a code, where a card goes, and the kind of the card.

    The code is FIRST for any card. The second number is 0 for the discards, else the place plus 1. Without a
    card, the second and the third are 0. playable: the set of kinds in hand that fit any place. thinks: as
    for `play_games`.
    """
    retires = 0 if setup.no_retiring_while_playable and playable else 1
    passes = 1 if setup.passing or (setup.no_discarding and not playable) else 0
    waited = board.turn - board.placed > board.left[STOCK] + board.left[DISCARDS]
    if thinks is not None and setup.tempers[seat]:
        left = write_considered_codes(setup, board, seat, waited, retires, passes)
        code = chosen_code(setup, board, seat, left) if left > 1 or not retires else RETIRE
        return min(code, FIRST), _U(setup.where_of[code]), _U(setup.kind_of[code])
    if waited and retires and is_without_gain(setup, board, seat):
        return RETIRE, _U(0), _U(0)
    board.chance += board.by
    pick = integer_below(board.chance, retires + passes + write_and_count_choices(setup, board))
    if pick >= retires + passes:
        where, kind = picked_place_and_kind(setup, board, pick - retires - passes)
        return FIRST, where, kind
    return RETIRE if pick < retires else PASS, _U(0), _U(0)


@compile_inline
def log_code(board: Any, log: Any, code: int) -> None:
    """Append a decision to the log if there is room."""
    if board.logged < log.size:
        log[board.logged] = code
    board.logged += 1


@compile_inline
def play_card(setup: Any, board: Any, seat: Any, target: Any, kind: Any) -> None:
    """Put a card from a hand on a pile, or discard it. target: 0 for the discards, else the place plus 1."""
    board.passed = 0
    left = board.hands[seat, kind] - 1
    board.hands[seat, kind] = left
    board.held[seat] ^= _U(left == 0) << kind
    if target == _U(0):
        discard_card(setup, board, seat, kind)
    else:
        record_card_on_pile(setup, board, seat, target - _U(1), kind)
        board.placed = board.turn


@compile_as_lines
def draw_or_retire(setup: Any, board: Any, log: Any, seat: Any, thinks: Any) -> Any:
    """Draw a card if there is any; return whether the seat still plays. thinks: as for `play_games`.

    A seat that can draw no card and has an empty hand retires.
    """
    stock, discards = board.left[STOCK], board.left[DISCARDS]
    if not (stock or discards):
        return board.held[seat] != _U(0)
    queue = STOCK if stock else DISCARDS
    if stock and discards:
        if thinks is not None and setup.tempers[seat]:
            queue = chosen_code(setup, board, seat, np.int64(0)) - DRAW_STOCK
        else:
            board.chance += board.by
            queue = integer_below(board.chance, 2)
        log_code(board, log, DRAW_STOCK + queue)
    draw_card(setup, board, seat, queue)
    return True


@compile_function
def retire(setup: Any, board: Any, seat: Any) -> None:
    """Retire by choice, laying down the green cards that may be laid down."""
    board.facts[_RETIRED] += 1
    if setup.lays_down:
        top = board.tops[setup.red_pile[seat]]
        for kind in range(setup.greens):
            times = board.hands[seat, kind]
            if times and setup.level_of[kind] <= top:
                add_greens_to_pile(setup, board, seat, kind, times)
                board.hands[seat, kind] = 0
    record_kept_cards(setup, board, seat)


@compile_function
def mark_retired(board: Any, seat: Any) -> None:
    """Record that the seat no longer plays."""
    board.playing[seat] = board.passed = 0
    board.alive ^= bit_mask(seat)
    board.active -= 1


@compile_function
def record_pass(setup: Any, board: Any) -> None:
    """Record a pass. The game ends when all who still play have passed in a row."""
    board.facts[_PASSES] += 1
    board.passed += 1
    if board.passed >= board.active and not setup.passes_go_on:
        for other in range(setup.seats):
            if board.playing[other]:
                record_kept_cards(setup, board, _U(other))
        board.active = 0


@compile_inline
def begin_turn_of_next_seat(setup: Any, board: Any, seat: Any) -> Any:
    """Begin the next turn, and return the seat that plays it."""
    board.turn += 1
    board.beat += 1
    if board.beat == setup.seats:
        board.beat = 0
        board.gone += 1
    if not board.active:
        return seat
    later = board.alive >> seat >> _U(1)
    return seat + _U(1) + _U(lowest_bit_place(later)) if later else _U(lowest_bit_place(board.alive))


@compile_as_lines
def play_game(setup: Any, board: Any, log: Any, first: Any, thinks: Any) -> None:
    """Play a game to its end and record its facts. Decisions go to the log while it has room.

    first: the seat that begins; plus the number of seats if it only has to draw in this turn. thinks: as for
    `play_games`.
    """
    seat = _U(first)
    if first >= setup.seats:
        seat = _U(first - setup.seats)
        if not draw_or_retire(setup, board, log, seat, thinks):
            mark_retired(board, seat)
        seat = begin_turn_of_next_seat(setup, board, seat)
    while board.active:
        union = write_playable_kinds(setup, board, seat)
        code, where, kind = chosen_code_place_and_kind(setup, board, seat, union, thinks)
        log_code(board, log, code + np.int64(where) * setup.kinds + np.int64(kind))
        record_turn(setup, board, seat, union)
        if code == FIRST:
            play_card(setup, board, seat, where, kind)
            if not draw_or_retire(setup, board, log, seat, thinks):
                mark_retired(board, seat)
        elif code == RETIRE:
            retire(setup, board, seat)
            mark_retired(board, seat)
        else:
            record_pass(setup, board)
        seat = begin_turn_of_next_seat(setup, board, seat)
    board.facts[_TURNS] = board.turn
    board.facts[_STOCK] += board.left[STOCK]
    board.lengths[min(board.turn, LONGEST)] += 1


def play_games(
    setup: Any, board: Any, rows: Any, scores: Any, log: Any, seed: Any, first: Any, seat: Any, thinks: Any
) -> Any:
    """Play as many games as there are rows; return the number of decisions in the last one.

    seat: -1 to deal games by their numbers; otherwise play the single game on the board, beginning where
    `play_game` says. thinks: None if all players are random, for whom half as much code is compiled; 1 if any
    is not.
    """
    board.logged = 0
    for at in range(rows.shape[0]):
        if seat < 0:
            deal_numbered_game(setup, board, seed, first + _U(at))
        play_game(setup, board, log, max(seat, 0), thinks)
        record_scores(setup, board, scores)
        for fact in range(rows.shape[1]):
            rows[at, fact] = board.facts[fact]
    return board.logged
