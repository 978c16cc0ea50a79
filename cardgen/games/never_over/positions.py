"""The position in the source's picture, laid with any pack, and what each player can add to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .cards import Cards
from .moves import ceiling
from .options import NeverOverOptions
from .state import State
from .table import Table

#: The top cards, green and red, of the six players in the source's picture. None is an empty pile; numbers
#: below zero count from the highest pointage of the pack (-1) down, so that any pack can be laid so.
FIGURE = ((-2, None), (2, -2), (-1, 1), (2, 2), (None, -1), (-2, 0))


class Addable(NamedTuple):
    """A card that may go on a pile now."""

    label: str
    #: It changes nothing: a red card on an equal one, or the highest red on an empty pile.
    redundant: bool


class Additions(NamedTuple):
    """The piles of one seat, and all that can be added to them by whoever holds the cards."""

    name: str
    #: The top cards; None for an empty pile.
    green: str | None
    red: str | None
    #: The pointage that governs the seat, and whether only an empty pile implies it.
    ceiling: int
    implied: bool
    #: Green cards that stand though they are over the ceiling: they were within it when they were played.
    standing: tuple[str, ...]
    own: tuple[Addable, ...]
    others: tuple[Addable, ...]


def additions(state: State, names: Sequence[str]) -> tuple[Additions, ...]:
    """Tell, seat by seat, what can be added over every card of the pack, where all play alone."""
    table, cards, made = state.table, state.table.cards, []
    for seat in range(table.players):
        top, green, red = ceiling(state, seat), state.greens[seat], state.reds[seat]
        over = sorted({kind for kind in green if cards.pointages[kind] > top})
        own, others = (
            tuple(
                Addable(cards.labels[kind], not cards.is_green(kind) and cards.pointages[kind] == top)
                for kind in range(cards.kinds)
                if table.playable(who, seat, state.tops[seat]) >> kind & 1
            )
            for who in (seat, (seat + 1) % table.players)
        )
        made.append(
            Additions(
                name=names[seat],
                green=cards.labels[green[-1]] if green else None,
                red=cards.labels[red[-1]] if red else None,
                ceiling=top,
                implied=not red,
                standing=tuple(cards.labels[kind] for kind in over),
                own=own,
                others=others,
            )
        )
    return tuple(made)


def figure(cards: Cards, players: int = 6) -> State:
    """Lay the source's picture of six players, or the first of them, with any pack that has the cards.

    With the published pack it is the source's own, card for card; all other cards are in the stock.
    """
    table = Table(cards, players, NeverOverOptions(hand=1))
    state, left = State(table, cards.deck), Counter(cards.deck)
    state.hands, state.held = [[0] * cards.kinds for _ in range(players)], [0] * players
    for seat, (green, red) in enumerate(FIGURE[:players]):
        state.greens[seat] = _near(cards, green, left, green=True)
        state.reds[seat] = _near(cards, red, left, green=False)
        if state.reds[seat]:
            state.tops[seat] = table.level_of[state.reds[seat][-1]]
    state.stock = sorted(left.elements())
    return state


def _near(cards: Cards, wanted: int | None, left: Counter[int], *, green: bool) -> list[int]:
    """Take the card nearest to what the figure wants, of those left; the lower of two."""
    mine = [kind for kind in range(cards.kinds) if cards.is_green(kind) == green and left[kind] > 0]
    if wanted is None or not mine:
        return []
    pointage = wanted if wanted >= 0 else cards.highest + 1 + wanted
    kind = min(mine, key=lambda each: (abs(cards.pointages[each] - pointage), each))
    left[kind] -= 1
    return [kind]
