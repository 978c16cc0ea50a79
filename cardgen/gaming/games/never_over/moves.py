"""Moves that are verified and recorded, and games that can be replayed from their record.

`verify_move` explains why a move is illegal, `make_move` makes it; a move is a code, see `table`.

The rules stand here one by one, as a player would explain them, independent of the fast sets of `table`;
tests verify that both agree.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Literal, NamedTuple

from ....units import Sentence
from .state import DRAW, NOTHING, OVER, Scores, State, scores_of
from .table import AWAY, DRAW_DISCARD, DRAW_STOCK, FIRST, PASS, RETIRE, GameTable

Act = Literal["retire", "pass", "draw-stock", "draw-discard", "discard", "green", "red"]
_ACTS_WITHOUT_CARD: dict[int, Act] = {
    RETIRE: "retire",
    PASS: "pass",
    DRAW_STOCK: "draw-stock",
    DRAW_DISCARD: "draw-discard",
}


class IllegalMove(ValueError):  # noqa: N818 - the players' own word
    """A move that the rules forbid; the message says why."""

    @property
    def reason(self) -> str:
        """Return the reason why the move is illegal; a `Sentence` if the move plays a card in hand."""
        said: str = self.args[0]
        return said


class DecodedMove(NamedTuple):
    """A code split into an act, a card and a place."""

    act: Act
    #: The card that is discarded or put on a pile.
    kind: int | None = None
    #: The red pile that it goes on, or beside which a green card goes.
    place: int | None = None


def decode_move(table: GameTable, code: int) -> DecodedMove:
    """Return a code split into its parts. Raises IllegalMove if it means nothing at this table."""
    if not 0 <= code < len(table.place_and_kind_by_code):
        raise IllegalMove(f"there is no move {code}")
    if code < FIRST:
        return DecodedMove(_ACTS_WITHOUT_CARD[code])
    place, kind = table.place_and_kind_by_code[code]
    if place == AWAY:
        return DecodedMove("discard", kind)
    return DecodedMove("green" if table.cards.is_green(kind) else "red", kind, place)


def verify_move(state: State, code: int) -> None:
    """Raise IllegalMove with the reason unless the move is legal now."""
    move = decode_move(state.table, code)
    if state.phase == OVER:
        raise IllegalMove("the game is over")
    if (state.phase == DRAW) != move.act.startswith("draw"):
        raise IllegalMove(
            Sentence("draw a card first")
            if state.phase == DRAW
            else Sentence("draw after you have played, not before")
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
    """Raise IllegalMove with the reason unless the seat at turn could put a card of a kind on a place.

    The seat need not hold such a card.
    """
    table, cards, top = state.table, state.table.cards, ceiling_of_place(state, place)
    label, pointage, (green, red) = cards.labels[kind], cards.pointages[kind], cards.suit_names
    if state.is_closed(place):
        raise IllegalMove(Sentence("nothing goes on the {suit} pile of one who has retired", suit=red))
    if cards.is_green(kind):
        if place != table.red_pile[state.seat]:
            raise IllegalMove(Sentence("{suit} cards go on nobody’s {suit} pile but your own", suit=green))
        if pointage > top:
            raise IllegalMove(Sentence("{card} is over your ceiling, which is {top}", card=label, top=top))
    elif not table.is_of_own_side(state.seat, place):
        # On an opponent's pile no higher red; on an empty one any.
        if pointage > top:
            raise IllegalMove(
                Sentence(
                    "{card} is higher than the {top} at the top: opponents only go down", card=label, top=top
                )
            )
    elif pointage < top:
        # On one's own pile, or a partner's, no lower red; on an empty one the highest.
        if state.reds[place]:
            raise IllegalMove(
                Sentence(
                    "{card} is lower than the {top} at the top: your own side only goes up",
                    card=label,
                    top=top,
                )
            )
        raise IllegalMove(
            Sentence(
                "your {suit} pile is empty, which counts as {top}: nothing lower goes there",
                suit=red,
                top=top,
            )
        )


def ceiling_of_place(state: State, place: int) -> int:
    """Return the pointage that limits a place: its top card's; an empty pile implies the highest."""
    cards, pile = state.table.cards, state.reds[place]
    return cards.pointages[pile[-1]] if pile else cards.highest


def is_playable_somewhere(state: State, kind: int) -> bool:
    """Tell whether a card of this kind could go on any pile now, even if it changes nothing."""
    for place in range(len(state.table.seats_by_place)):
        with suppress(IllegalMove):
            verify_card(state, kind, place)
            return True
    return False


def _playable_label(state: State) -> str:
    """Return the label of a card in hand that could go on a pile; "" if there is none."""
    hand, labels = state.hands[state.seat], state.table.cards.labels
    return next(
        (labels[kind] for kind in range(len(hand)) if hand[kind] and is_playable_somewhere(state, kind)), ""
    )


def _verify_discard(state: State, kind: int) -> None:
    options = state.table.options
    if options.no_discarding:
        raise IllegalMove(Sentence("this game has no discarding"))
    if options.no_playable_discard and is_playable_somewhere(state, kind):
        label = state.table.cards.labels[kind]
        raise IllegalMove(Sentence("{card} could go on a pile, and such a card is not discarded", card=label))


def _verify_retiring(state: State) -> None:
    label = state.table.options.no_retiring_while_playable and _playable_label(state)
    if label:
        raise IllegalMove(f"you hold {label}, which could go on a pile: nobody retires with such a card")


def _verify_passing(state: State) -> None:
    """Raise IllegalMove with the reason if the seat at turn may not pass.

    It may pass if passing is an option of the game, or if discarding is not allowed and no card in hand can
    go on a pile.
    """
    options = state.table.options
    if options.passing:
        return
    if not options.no_discarding:
        raise IllegalMove("this game has no passing")
    label = _playable_label(state)
    if label:
        raise IllegalMove(f"you hold {label}, which could go on a pile: only who cannot play passes")


# Records

Source = Literal["stock", "discards"]
_SOURCES: dict[int, Source] = {DRAW_STOCK: "stock", DRAW_DISCARD: "discards"}


class RecordedStep(NamedTuple):
    """One decision and its results. Cards are kinds, ceilings pointages."""

    #: Turns count from 1; the choice of a draw belongs to the same turn.
    turn: int
    seat: int
    code: int
    move: DecodedMove
    #: The ceiling of the card's place before and after; None without a place.
    before: int | None = None
    after: int | None = None
    #: Whether the place had no red card, so that the ceiling before was implied.
    implied: bool = False
    #: Where a card was drawn from, and which; None if nothing was drawn (yet).
    source: Source | None = None
    drawn: int | None = None
    #: Green cards laid down when retiring.
    laid: tuple[int, ...] = ()
    #: Whether the seat has retired with this, by choice or with an empty hand.
    retired: bool = False
    #: Whether the game ended with this.
    over: bool = False

    @property
    def is_redundant(self) -> bool:
        """Tell whether the played card is red and does not change the ceiling of its pile."""
        return self.move.act == "red" and self.before == self.after


class RecordedGame(NamedTuple):
    """A finished game, with all that is needed to replay it."""

    table: GameTable
    #: The shuffled cards, top first.
    deck: tuple[int, ...]
    steps: tuple[RecordedStep, ...]
    scores: Scores

    @property
    def turns(self) -> int:
        """Return the number of turns."""
        return self.steps[-1].turn


def make_move(state: State, code: int) -> RecordedStep:
    """Make a move and return its record. Raises IllegalMove with the reason for an illegal one."""
    verify_move(state, code)
    made = decode_move(state.table, code)
    turn, seat, place = state.turn + 1, state.seat, made.place
    pile = state.greens[state.table.green_pile[seat]]
    had, before = len(pile), None if place is None else ceiling_of_place(state, place)
    implied = place is not None and not state.reds[place]
    state.apply_move(code)
    return RecordedStep(
        turn=turn,
        seat=seat,
        code=code,
        move=made,
        before=before,
        after=None if place is None else ceiling_of_place(state, place),
        implied=implied,
        source=_SOURCES.get(state.source),
        drawn=None if state.drawn == NOTHING else state.drawn,
        laid=tuple(pile[had:]) if made.act == "retire" else (),
        retired=not state.playing[seat],
        over=state.phase == OVER,
    )


def replay(game: RecordedGame) -> State:
    """Replay a game, verifying every move, and return the final state.

    Raises IllegalMove for an illegal move, and ValueError if anything else differs from the record.
    """
    state = State(game.table, game.deck)
    for step in game.steps:
        if make_move(state, step.code) != step:
            raise ValueError(f"turn {step.turn} of seat {step.seat} is not as recorded")
    if state.phase != OVER:
        raise ValueError("the record ends before the game does")
    if scores_of(state) != game.scores:
        raise ValueError(f"the scores are {scores_of(state).seats}, not {game.scores.seats} as recorded")
    return state
