"""Tables and positions of NEVER OVER for its tests, told in labels."""

import pytest

from cardgen.games.never_over.cards import Cards
from cardgen.games.never_over.moves import IllegalMove, verify_move
from cardgen.games.never_over.options import Options
from cardgen.games.never_over.table import table_for

#: The pack as published: pointage to quantity.
GREEN, RED = {4: 7, 3: 9, 2: 11, 1: 13}, {4: 5, 3: 4, 2: 3, 1: 2, 0: 1}
CARDS = Cards.of(GREEN, RED)


def table(players=3, sides=(), **options):
    return table_for(CARDS, players, Options(**options), sides)


def put(state, label, place=None):
    """The code for a card on a place, the own one if none is given."""
    kind = CARDS.kind(label)
    return state.table.code(kind, state.table.red_pile[state.seat] if place is None else place)


def away(state, label):
    return state.table.code(CARDS.kind(label))


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
