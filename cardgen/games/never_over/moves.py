"""The rules of a move, each with its reason: `verify_move` says why not, `can_move` asks.

`records.move` makes a move and records it; a move is a code, see `table`.

The rules are told here one by one, as a player would say them, and apart from the quick sets of `table`;
that both always agree is tested.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .state import DRAW, OVER, State
from .table import AWAY, DRAW_DISCARD, DRAW_STOCK, FIRST, PASS, RETIRE, Table

Act = Literal["retire", "pass", "draw-stock", "draw-discard", "discard", "green", "red"]
_BARE: dict[int, Act] = {
    RETIRE: "retire",
    PASS: "pass",
    DRAW_STOCK: "draw-stock",
    DRAW_DISCARD: "draw-discard",
}


class IllegalMove(ValueError):  # noqa: N818 - it is what players call it
    """A move that the rules forbid; the message says why."""


@dataclass(frozen=True)
class Move:
    """A code taken apart."""

    act: Act
    #: The card, for a discard and for a card put on a pile.
    kind: int | None = None
    #: The red pile that it goes on, or beside which a green card goes.
    place: int | None = None


def taken_apart(table: Table, code: int) -> Move:
    """What a code means. Raises IllegalMove where it means nothing at this table."""
    if not 0 <= code < len(table.parts):
        raise IllegalMove(f"there is no move {code}")
    if code < FIRST:
        return Move(_BARE[code])
    place, kind = table.parts[code]
    if place == AWAY:
        return Move("discard", kind)
    return Move("green" if table.cards.is_green(kind) else "red", kind, place)


def code_of(table: Table, move: Move) -> int:
    """The code of a move."""
    if move.kind is None:
        return next(code for code, act in _BARE.items() if act == move.act)
    return table.code(move.kind, AWAY if move.place is None else move.place)


def can_move(state: State, code: int) -> bool:
    """Whether a move is legal now."""
    try:
        verify_move(state, code)
    except IllegalMove:
        return False
    return True


def verify_move(state: State, code: int) -> None:
    """Raise IllegalMove, saying why, unless the move is legal now."""
    move = taken_apart(state.table, code)
    if state.phase == OVER:
        raise IllegalMove("the game is over")
    if (state.phase == DRAW) != move.act.startswith("draw"):
        raise IllegalMove(
            "draw a card first" if state.phase == DRAW else "draw after you have played, not before"
        )
    if move.kind is not None:
        verify_in_hand(state, move.kind)
    if move.act == "discard":
        _verify_discard(state, move)
    elif move.kind is not None and move.place is not None:
        verify_card(state, move.kind, move.place)
    elif move.act == "retire":
        _verify_retiring(state)
    elif move.act == "pass":
        _verify_passing(state)


def verify_in_hand(state: State, kind: int) -> None:
    """One plays what one holds."""
    if not state.hands[state.seat][kind]:
        raise IllegalMove(f"there is no {state.table.cards.labels[kind]} in the hand of seat {state.seat}")


def verify_card(state: State, kind: int, place: int) -> None:
    """Raise IllegalMove, saying why, unless whose turn it is could put a card of this kind on a place."""
    if state.closed(place):
        raise IllegalMove("nothing goes on the red pile of one who has retired")
    if state.table.cards.is_green(kind):
        _verify_green(state, kind, place)
    elif state.table.is_friend(state.seat, place):
        _verify_own_red(state, kind, place)
    else:
        _verify_other_red(state, kind, place)


def ceiling(state: State, place: int) -> int:
    """The pointage that governs a place: its top card's, or the highest, which an empty pile implies."""
    cards, pile = state.table.cards, state.reds[place]
    return cards.pointages[pile[-1]] if pile else cards.highest


def _verify_green(state: State, kind: int, place: int) -> None:
    cards = state.table.cards
    if place != state.table.red_pile[state.seat]:
        raise IllegalMove("a green card goes on nobody's green pile but your own")
    if cards.pointages[kind] > ceiling(state, place):
        raise IllegalMove(f"{cards.labels[kind]} is over your ceiling, which is {ceiling(state, place)}")


def _verify_own_red(state: State, kind: int, place: int) -> None:
    """On one's own pile, or a partner's (reading N11), no lower red; on an empty one the highest (N1)."""
    cards, top = state.table.cards, ceiling(state, place)
    if cards.pointages[kind] >= top:
        return
    if not state.reds[place]:
        raise IllegalMove(f"your red pile is empty, which counts as a red {top}: nothing lower goes there")
    raise IllegalMove(f"{cards.labels[kind]} is lower than the {top} at the top: your own side only goes up")


def _verify_other_red(state: State, kind: int, place: int) -> None:
    """On an opponent's pile no higher red; on an empty one any."""
    cards, top = state.table.cards, ceiling(state, place)
    if cards.pointages[kind] > top:
        raise IllegalMove(f"{cards.labels[kind]} is higher than the {top} at the top: opponents only go down")


def could_put(state: State, kind: int) -> bool:
    """Whether a card of this kind could go on somebody's pile now, redundant or not (reading N19)."""
    return any(_fits(state, kind, place) for place in range(len(state.table.places)))


def _fits(state: State, kind: int, place: int) -> bool:
    try:
        verify_card(state, kind, place)
    except IllegalMove:
        return False
    return True


def _playable_in_hand(state: State) -> list[int]:
    hand = state.hands[state.seat]
    return [kind for kind in range(len(hand)) if hand[kind] and could_put(state, kind)]


def _verify_discard(state: State, move: Move) -> None:
    options, cards = state.table.options, state.table.cards
    if options.no_discarding:
        raise IllegalMove("there is no discarding")
    if options.no_playable_discard and could_put(state, move.kind or 0):
        raise IllegalMove(
            f"{cards.labels[move.kind or 0]} could go on a pile, and such a card is not discarded"
        )


def _verify_retiring(state: State) -> None:
    playable = state.table.options.no_retiring_while_playable and _playable_in_hand(state)
    if playable:
        label = state.table.cards.labels[playable[0]]
        raise IllegalMove(f"you hold {label}, which could go on a pile: nobody retires with such a card")


def _verify_passing(state: State) -> None:
    """Passing is an option; without discarding, who cannot put a card on a pile may pass as well."""
    options = state.table.options
    if options.passing:
        return
    if not options.no_discarding:
        raise IllegalMove("there is no passing")
    playable = _playable_in_hand(state)
    if playable:
        label = state.table.cards.labels[playable[0]]
        raise IllegalMove(f"you hold {label}, which could go on a pile: only who cannot play passes")
