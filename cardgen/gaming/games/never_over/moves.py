"""Moves that are checked and recorded, and games that can be replayed: a frozen record of every decision.

`verify_move` says why a move may not be made, `move` makes it; a move is a code, see `table`.

The rules are told here one by one, as a player would say them, and apart from the quick sets of `table`;
that both always agree is tested.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Literal, NamedTuple

from .state import DRAW, NOTHING, OVER, Scores, State, scores
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


class Move(NamedTuple):
    """A code taken apart."""

    act: Act
    #: The card, for a discard and for a card put on a pile.
    kind: int | None = None
    #: The red pile that it goes on, or beside which a green card goes.
    place: int | None = None


def taken_apart(table: Table, code: int) -> Move:
    """Take a code apart. Raises IllegalMove where it means nothing at this table."""
    if not 0 <= code < len(table.parts):
        raise IllegalMove(f"there is no move {code}")
    if code < FIRST:
        return Move(_BARE[code])
    place, kind = table.parts[code]
    if place == AWAY:
        return Move("discard", kind)
    return Move("green" if table.cards.is_green(kind) else "red", kind, place)


def verify_move(state: State, code: int) -> None:
    """Raise IllegalMove, saying why, unless the move is legal now."""
    move = taken_apart(state.table, code)
    if state.phase == OVER:
        raise IllegalMove("the game is over")
    if (state.phase == DRAW) != move.act.startswith("draw"):
        raise IllegalMove(
            "draw a card first" if state.phase == DRAW else "draw after you have played, not before"
        )
    if move.kind is not None and not state.hands[state.seat][move.kind]:
        label = state.table.cards.labels[move.kind]
        raise IllegalMove(f"there is no {label} in the hand of seat {state.seat}")
    if move.kind is not None and move.act == "discard":
        _verify_discard(state, move.kind)
    elif move.kind is not None and move.place is not None:
        verify_card(state, move.kind, move.place)
    elif move.act == "retire":
        _verify_retiring(state)
    elif move.act == "pass":
        _verify_passing(state)


def verify_card(state: State, kind: int, place: int) -> None:
    """Raise IllegalMove, saying why, unless whose turn it is could put a card of this kind on a place."""
    table, cards, top = state.table, state.table.cards, ceiling(state, place)
    label, pointage = cards.labels[kind], cards.pointages[kind]
    if state.closed(place):
        raise IllegalMove("nothing goes on the red pile of one who has retired")
    if cards.is_green(kind):
        if place != table.red_pile[state.seat]:
            raise IllegalMove("a green card goes on nobody's green pile but your own")
        if pointage > top:
            raise IllegalMove(f"{label} is over your ceiling, which is {top}")
    elif not table.is_friend(state.seat, place):
        # On an opponent's pile no higher red; on an empty one any.
        if pointage > top:
            raise IllegalMove(f"{label} is higher than the {top} at the top: opponents only go down")
    elif pointage < top:
        # On one's own pile, or a partner's (reading N11), no lower red; on an empty one the highest (N1).
        if state.reds[place]:
            raise IllegalMove(f"{label} is lower than the {top} at the top: your own side only goes up")
        raise IllegalMove(f"your red pile is empty, which counts as a red {top}: nothing lower goes there")


def ceiling(state: State, place: int) -> int:
    """Return the pointage that governs a place: its top card's; an empty pile implies the highest."""
    cards, pile = state.table.cards, state.reds[place]
    return cards.pointages[pile[-1]] if pile else cards.highest


def could_put(state: State, kind: int) -> bool:
    """Tell if a card of this kind could go on somebody's pile now, redundant or not (reading N19)."""
    for place in range(len(state.table.places)):
        with suppress(IllegalMove):
            verify_card(state, kind, place)
            return True
    return False


def _playable_in_hand(state: State) -> str:
    """Return the label of a card in hand that could go on a pile; nothing where there is none."""
    hand, labels = state.hands[state.seat], state.table.cards.labels
    return next((labels[kind] for kind in range(len(hand)) if hand[kind] and could_put(state, kind)), "")


def _verify_discard(state: State, kind: int) -> None:
    options = state.table.options
    if options.no_discarding:
        raise IllegalMove("this game has no discarding")
    if options.no_playable_discard and could_put(state, kind):
        label = state.table.cards.labels[kind]
        raise IllegalMove(f"{label} could go on a pile, and such a card is not discarded")


def _verify_retiring(state: State) -> None:
    label = state.table.options.no_retiring_while_playable and _playable_in_hand(state)
    if label:
        raise IllegalMove(f"you hold {label}, which could go on a pile: nobody retires with such a card")


def _verify_passing(state: State) -> None:
    """Allow passing as an option; without discarding, who cannot put a card on a pile may pass as well."""
    options = state.table.options
    if options.passing:
        return
    if not options.no_discarding:
        raise IllegalMove("this game has no passing")
    label = _playable_in_hand(state)
    if label:
        raise IllegalMove(f"you hold {label}, which could go on a pile: only who cannot play passes")


# Records

Source = Literal["stock", "discards"]
_SOURCES: dict[int, Source] = {DRAW_STOCK: "stock", DRAW_DISCARD: "discards"}


class Step(NamedTuple):
    """One decision and what came of it. Cards are kinds, and ceilings pointages."""

    #: Turns are counted from 1; the choice of a draw is a step of the same turn.
    turn: int
    seat: int
    code: int
    move: Move
    #: The ceiling of the place that the card went on, before and after; None without a place.
    before: int | None = None
    after: int | None = None
    #: Whether the place had no red card, so that the ceiling before was only implied.
    implied: bool = False
    #: Where the hand was filled from, and with what; None where nothing was drawn (yet).
    source: Source | None = None
    drawn: int | None = None
    #: Green cards laid down when retiring.
    laid: tuple[int, ...] = ()
    #: Whether the seat has retired with this, by choice or since its hand is empty.
    retired: bool = False
    #: Whether the game is over with this.
    over: bool = False

    @property
    def redundant(self) -> bool:
        """Tell if it was a red card that changes nothing about what may be played."""
        return self.move.act == "red" and self.before == self.after


class Game(NamedTuple):
    """A finished game: enough to play it again."""

    table: Table
    #: The cards as they were shuffled, top first.
    deck: tuple[int, ...]
    steps: tuple[Step, ...]
    scores: Scores

    @property
    def turns(self) -> int:
        """Return how many turns it took."""
        return self.steps[-1].turn


def move(state: State, code: int) -> Step:
    """Make a move and return what came of it. Raises IllegalMove, saying why, for a forbidden one."""
    verify_move(state, code)
    made = taken_apart(state.table, code)
    turn, seat, place = state.turn + 1, state.seat, made.place
    pile = state.greens[state.table.green_pile[seat]]
    had, before = len(pile), None if place is None else ceiling(state, place)
    implied = place is not None and not state.reds[place]
    state.apply(code)
    return Step(
        turn=turn,
        seat=seat,
        code=code,
        move=made,
        before=before,
        after=None if place is None else ceiling(state, place),
        implied=implied,
        source=_SOURCES.get(state.source),
        drawn=None if state.drawn == NOTHING else state.drawn,
        laid=tuple(pile[had:]) if made.act == "retire" else (),
        retired=not state.playing[seat],
        over=state.phase == OVER,
    )


def replay(game: Game) -> State:
    """Play a game again, checking every move, and return the final state.

    Raises IllegalMove for a move that the rules forbid, and ValueError where all else is not as recorded.
    """
    state = State(game.table, game.deck)
    for step in game.steps:
        if move(state, step.code) != step:
            raise ValueError(f"turn {step.turn} of seat {step.seat} is not as recorded")
    if state.phase != OVER:
        raise ValueError("the record ends before the game does")
    if scores(state) != game.scores:
        raise ValueError(f"the scores are {scores(state).seats}, not {game.scores.seats} as recorded")
    return state
