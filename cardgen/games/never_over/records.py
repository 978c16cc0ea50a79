"""Games that can be replayed: a frozen record of every decision, and of the game that they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .moves import Move, ceiling, taken_apart, verify_move
from .scoring import Scores, scores
from .state import NOTHING, OVER, State
from .table import DRAW_DISCARD, DRAW_STOCK, Table

Source = Literal["stock", "discards"]
_SOURCES: dict[int, Source] = {DRAW_STOCK: "stock", DRAW_DISCARD: "discards"}


@dataclass(frozen=True)
class Step:
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
        """Whether it was a red card that changes nothing about what may be played."""
        return self.move.act == "red" and self.before == self.after


@dataclass(frozen=True)
class Game:
    """A finished game: enough to play it again."""

    table: Table
    #: The cards as they were shuffled, top first.
    deck: tuple[int, ...]
    steps: tuple[Step, ...]
    scores: Scores

    @property
    def turns(self) -> int:
        """How many turns it took."""
        return self.steps[-1].turn


def move(state: State, code: int) -> Step:
    """Make a move and say what came of it. Raises IllegalMove, saying why, for one that the rules forbid."""
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
    """Play a game again, checking every move; the final state.

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


def recorded(table: Table, deck: Sequence[int], steps: Sequence[Step], state: State) -> Game:
    """The record of a game that has come to its end."""
    return Game(table, tuple(deck), tuple(steps), scores(state))
