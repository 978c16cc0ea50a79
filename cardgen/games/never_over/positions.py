"""Positions to look at: piles laid out by hand, what each player and the others can add, what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import UsageError
from .cards import Cards
from .moves import ceiling
from .options import Options
from .state import DRAW, OVER, PLAY, State
from .table import Table

#: The top cards, green and red, of the six players in the source's picture. None is an empty pile; numbers
#: below zero count from the highest pointage of the pack (-1) down, so that any pack can be laid so.
FIGURE = ((-2, None), (2, -2), (-1, 1), (2, 2), (None, -1), (-2, 0))

Labels = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Addable:
    """A card that may go on a pile now."""

    kind: int
    label: str
    #: It changes nothing: a red card on an equal one, or the highest red on an empty pile.
    redundant: bool


@dataclass(frozen=True)
class Additions:
    """The piles of one seat, and all that can be added to them by whoever holds the cards."""

    seat: int
    #: The top cards; None for an empty pile.
    green: str | None
    red: str | None
    #: The pointage that governs the seat, and whether only an empty pile implies it.
    ceiling: int
    implied: bool
    #: Green cards that stand though they are over the ceiling: they were within it when they were played.
    standing: tuple[str, ...]
    own: tuple[Addable, ...]
    #: What a partner can add to a red pile that is not shared (reading N11).
    partner: tuple[Addable, ...]
    others: tuple[Addable, ...]


def additions(state: State) -> tuple[Additions, ...]:
    """The table of moves, seat by seat, over every card of the pack."""
    return tuple(_additions(state, seat) for seat in range(state.table.players))


def _additions(state: State, seat: int) -> Additions:
    table, cards = state.table, state.table.cards
    place, top = table.red_pile[seat], ceiling(state, table.red_pile[seat])
    green, red = state.greens[table.green_pile[seat]], state.reds[place]
    mates = [mate for mate in table.teams[table.sides[seat]] if table.red_pile[mate] != place]
    others = [other for other in range(table.players) if table.sides[other] != table.sides[seat]]
    over = sorted({kind for kind in green if cards.pointages[kind] > top})
    return Additions(
        seat=seat,
        green=cards.labels[green[-1]] if green else None,
        red=cards.labels[red[-1]] if red else None,
        ceiling=top,
        implied=not red,
        standing=tuple(cards.labels[kind] for kind in over),
        own=_addable(state, seat, place),
        partner=_addable(state, mates[0], place) if mates else (),
        others=_addable(state, others[0], place),
    )


def _addable(state: State, who: int, place: int) -> tuple[Addable, ...]:
    """What a seat can put on a place if it holds the cards."""
    table, cards = state.table, state.table.cards
    kinds = 0 if state.closed(place) else table.playable(who, place, state.tops[place])
    top = ceiling(state, place)
    return tuple(
        Addable(kind, cards.labels[kind], not cards.is_green(kind) and cards.pointages[kind] == top)
        for kind in range(cards.kinds)
        if kinds >> kind & 1
    )


def laid_out(
    table: Table,
    greens: Labels = (),
    reds: Labels = (),
    hands: Labels = (),
    discards: Sequence[str] = (),
    stock: Sequence[str] | None = None,
    seat: int = 0,
    retired: Sequence[int] = (),
) -> State:
    """A position with these cards, by their labels, piles from the bottom up; missing ones are empty.

    stock: the next card first; all that is left of the pack, unless it is given (the rest is then aside).
    retired: seats that play no more. Raises UsageError for a position that the pack does not allow.
    """
    state = State(table, table.cards.deck)
    _lay(table, state.greens, greens)
    _lay(table, state.reds, reds)
    piles: list[list[int]] = [[] for _ in range(table.players)]
    _lay(table, piles, hands)
    state.hands = [[hand.count(kind) for kind in range(table.cards.kinds)] for hand in piles]
    state.held = [sum(1 << kind for kind in set(hand)) for hand in piles]
    state.tops = [table.level_of[pile[-1]] if pile else len(table.levels) - 1 for pile in state.reds]
    state.discards = [table.cards.kind(label) for label in discards]
    state.seat, state.playing = seat, [each not in retired for each in range(table.players)]
    state.active = sum(state.playing)
    state.phase = PLAY if state.active else OVER
    _rest(state, stock)
    wrong = status(state)
    if wrong:
        raise UsageError("; ".join(wrong))
    return state


def _lay(table: Table, piles: list[list[int]], labels: Labels) -> None:
    if len(labels) > len(piles):
        raise UsageError(f"there are {len(piles)} piles of this sort, not {len(labels)}")
    for pile, each in zip(piles, labels, strict=False):
        pile[:] = [table.cards.kind(label) for label in each]


def _rest(state: State, stock: Sequence[str] | None) -> None:
    """What lies nowhere yet goes to the stock, or aside."""
    state.stock, state.aside = [], []
    if stock is not None:
        state.stock = [state.table.cards.kind(label) for label in reversed(stock)]
    left = Counter(state.table.cards.deck)
    left.subtract(_everything(state))
    rest = sorted((+left).elements())
    if stock is None and not state.table.options.deal_all:
        state.stock = rest
    else:
        state.aside = rest


def _everything(state: State) -> list[int]:
    """Every card of the game, wherever it is."""
    hands = [kind for hand in state.hands for kind, times in enumerate(hand) for _ in range(times)]
    piles = [kind for pile in (*state.greens, *state.reds) for kind in pile]
    return [*hands, *piles, *state.stock, *state.discards, *state.aside]


def status(state: State) -> list[str]:
    """All that is wrong with a position, in plain words; nothing for a sound one."""
    return [*_wrong_cards(state), *_wrong_piles(state), *_wrong_hands(state), *_wrong_turn(state)]


def _wrong_cards(state: State) -> list[str]:
    there, cards = Counter(_everything(state)), state.table.cards
    return [
        f"{there[kind]} of {label} lie on the table or are held, and the pack has {times}"
        for kind, (label, times) in enumerate(zip(cards.labels, cards.quantities, strict=True))
        if there[kind] != times
    ]


def _wrong_piles(state: State) -> list[str]:
    table, cards = state.table, state.table.cards
    wrong = [
        f"{cards.labels[kind]} lies on a {color} pile"
        for color, piles in (("green", state.greens), ("red", state.reds))
        for pile in piles
        for kind in pile
        if cards.is_green(kind) != (color == "green")
    ]
    for place, top in enumerate(state.tops):
        if table.levels[top] != ceiling(state, place):
            wrong.append(f"place {place} is topped by {ceiling(state, place)}, not {table.levels[top]}")
    return wrong


def _wrong_hands(state: State) -> list[str]:
    wrong = []
    for seat, hand in enumerate(state.hands):
        if sum(hand) > state.table.hand:
            wrong.append(f"seat {seat} holds {sum(hand)} cards, and a hand has {state.table.hand}")
        if state.held[seat] != sum(1 << kind for kind, times in enumerate(hand) if times):
            wrong.append(f"the kinds that seat {seat} holds are not those of its hand")
    return wrong


def _wrong_turn(state: State) -> list[str]:
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


def figure(cards: Cards, players: int = 6) -> State:
    """The source's picture of six players, or the first of them, laid with any pack that has the cards.

    With the published pack it is the source's own, card for card.
    """
    table = Table(cards, players, Options(hand=1))
    greens, reds = zip(*FIGURE[:players], strict=True)
    left = Counter(cards.deck)
    return laid_out(
        table,
        greens=[_near(cards, each, left, green=True) for each in greens],
        reds=[_near(cards, each, left, green=False) for each in reds],
    )


def _near(cards: Cards, wanted: int | None, left: Counter[int], *, green: bool) -> list[str]:
    """The card nearest to what the figure wants, of those left; the lower of two."""
    mine = [kind for kind in range(cards.kinds) if cards.is_green(kind) == green and left[kind] > 0]
    if wanted is None or not mine:
        return []
    pointage = wanted if wanted >= 0 else cards.highest + 1 + wanted
    kind = min(mine, key=lambda each: (abs(cards.pointages[each] - pointage), each))
    left[kind] -= 1
    return [cards.labels[kind]]
