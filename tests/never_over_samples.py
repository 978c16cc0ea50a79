"""Tables and positions of NEVER OVER for its tests, told in labels."""

from collections import Counter

import pytest

from cardgen.errors import UsageError
from cardgen.gaming.games.never_over.cards import Cards
from cardgen.gaming.games.never_over.moves import IllegalMove, ceiling_of_place, verify_move
from cardgen.gaming.games.never_over.options import NeverOverOptions
from cardgen.gaming.games.never_over.state import DRAW, OVER, PLAY, State, shuffled_cards
from cardgen.gaming.games.never_over.table import table_for

#: The pack as published: pointage to quantity.
GREEN, RED = {4: 7, 3: 9, 2: 11, 1: 13}, {4: 5, 3: 4, 2: 3, 1: 2, 0: 1}
CARDS = Cards.from_quantities(GREEN, RED)


def table(players=3, sides=(), **options):
    return table_for(CARDS, players, NeverOverOptions(**options), sides)


def put(state, label, place=None):
    """The code for a card on a place, the own one if none is given."""
    kind = CARDS.kind(label)
    return state.table.move_code(kind, state.table.red_pile[state.seat] if place is None else place)


def away(state, label):
    return state.table.move_code(CARDS.kind(label))


def hand(state, seat):
    return [CARDS.labels[k] for k, times in enumerate(state.hands[seat]) for _ in range(times)]


def labels(pile):
    return [CARDS.labels[kind] for kind in pile]


def refusal(state, code):
    with pytest.raises(IllegalMove) as caught:
        verify_move(state, code)
    assert code not in state.legal_moves()
    return str(caught.value)


def marked(addable):
    """What can be added, redundant cards with an r."""
    return " ".join(each.label + "r" * each.redundant for each in addable)


def can_move(state, code):
    """Whether a move is legal now."""
    try:
        verify_move(state, code)
    except IllegalMove:
        return False
    return True


def deal(table, chance):
    """A game about to begin, with shuffled cards."""
    return State(table, shuffled_cards(table, chance))


def laid_out(table, greens=(), reds=(), hands=(), discards=(), stock=None, seat=0, retired=()):
    """A position with these cards, by their labels, piles from the bottom up; missing ones are empty.

    stock: the next card first; all that is left of the pack, unless it is given (the rest is then aside).
    retired: seats that play no more. Raises UsageError for a position that the pack does not allow.
    """
    state, kinds = State(table, table.cards.deck), range(table.cards.kinds)
    laid(table, state.greens, greens)
    laid(table, state.reds, reds)
    held = [[] for _ in range(table.players)]
    laid(table, held, hands)
    state.hands = [[cards.count(kind) for kind in kinds] for cards in held]
    state.held = [sum(1 << kind for kind in set(cards)) for cards in held]
    state.tops = [table.level_of[pile[-1]] if pile else len(table.levels) - 1 for pile in state.reds]
    state.discards = [table.cards.kind(label) for label in discards]
    state.seat, state.playing = seat, [each not in retired for each in range(table.players)]
    state.active = sum(state.playing)
    state.phase = PLAY if state.active else OVER
    state.stock, state.aside = [table.cards.kind(label) for label in reversed(stock or ())], []
    left = Counter(table.cards.deck)
    left.subtract(everything(state))
    rest = sorted((+left).elements())
    if stock is None and not table.options.deal_all:
        state.stock = rest
    else:
        state.aside = rest
    wrong = status(state)
    if wrong:
        raise UsageError("; ".join(wrong))
    return state


def laid(table, piles, labels):
    if len(labels) > len(piles):
        raise UsageError(f"there are {len(piles)} piles of this sort, not {len(labels)}")
    for pile, each in zip(piles, labels, strict=False):
        pile[:] = [table.cards.kind(label) for label in each]


def everything(state):
    """Every card of the game, wherever it is."""
    hands = [kind for hand in state.hands for kind, times in enumerate(hand) for _ in range(times)]
    piles = [kind for pile in (*state.greens, *state.reds) for kind in pile]
    return [*hands, *piles, *state.stock, *state.discards, *state.aside]


def status(state):
    """All that is wrong with a position; nothing for a sound one."""
    return [*wrong_cards(state), *wrong_turn(state)]


def wrong_cards(state):
    table, cards, there = state.table, state.table.cards, Counter(everything(state))
    wrong = [
        f"{there[kind]} of {label} lie on the table or are held, and the pack has {times}"
        for kind, (label, times) in enumerate(zip(cards.labels, cards.quantities, strict=True))
        if there[kind] != times
    ]
    wrong += [
        f"{cards.labels[kind]} lies on a {color} pile"
        for color, piles in (("green", state.greens), ("red", state.reds))
        for pile in piles
        for kind in pile
        if cards.is_green(kind) != (color == "green")
    ]
    for place, top in enumerate(state.tops):
        if table.levels[top] != ceiling_of_place(state, place):
            wrong.append(
                f"place {place} is topped by {ceiling_of_place(state, place)}, not {table.levels[top]}"
            )
    for seat, held in enumerate(state.hands):
        if sum(held) > table.hand_size:
            wrong.append(f"seat {seat} holds {sum(held)} cards, and a hand has {table.hand_size}")
        if state.held[seat] != sum(1 << kind for kind, times in enumerate(held) if times):
            wrong.append(f"the kinds that seat {seat} holds are not those of its hand")
    return wrong


def wrong_turn(state):
    wrong = []
    if state.active != sum(state.playing):
        wrong.append(f"{sum(state.playing)} have not retired, and {state.active} are counted")
    if state.phase != OVER and not state.playing[state.seat]:
        wrong.append(f"it is the turn of seat {state.seat}, who has retired")
    if state.phase == DRAW and not (state.stock and state.discards):
        wrong.append("a draw is to be chosen, and there is no choice")
    if state.phase == OVER and any(state.playing) and state.passes < state.active:
        wrong.append("the game is over, and somebody still plays who has not passed")
    return wrong
