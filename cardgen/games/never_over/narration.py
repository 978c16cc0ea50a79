"""A game told in facts, turn by turn, which a template makes words of. Nothing here is a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from .moves import Move
from .records import Game, Source, Step, move
from .scoring import points
from .state import State
from .table import Table

Deed = Literal["scores", "raises", "tops", "lowers", "discards", "passes", "retires"]


@dataclass(frozen=True)
class Told:
    """One turn. Cards are labels ("+4"), ceilings pointages; what does not apply is None."""

    turn: int
    seat: int
    #: What was done: a green card scores; a red one raises the own side, lowers an opponent, or tops an
    #: equal one (or the ceiling that an empty pile implies) and so changes nothing.
    deed: Deed
    card: str | None
    #: The seats whose red pile the card went on, or governed it.
    whose: tuple[int, ...]
    before: int | None
    after: int | None
    #: Whether that pile was empty, its ceiling only implied.
    implied: bool
    #: Where a card was drawn from, and which; nobody but the player sees one from the stock.
    source: Source | None
    drawn: str | None
    #: Whether there was a choice between stock and discards.
    choice: bool
    #: Green cards laid down on retiring.
    laid: tuple[str, ...]
    #: Retired by choice, or for want of cards; None for one who plays on.
    retired: Literal["choice", "no cards"] | None
    over: bool
    #: Afterwards: the hand, the green points on the player's pile, and what is left to draw.
    hand: tuple[str, ...]
    points: int
    stock: int
    discards: tuple[str, ...]


def told(game: Game) -> tuple[Told, ...]:
    """Every turn of a game, in order. Raises IllegalMove for a record that breaks the rules."""
    return tuple(_turns(game))


def opening(game: Game) -> tuple[tuple[str, ...], ...]:
    """The hands that were dealt, as labels, seat by seat."""
    return tuple(_labels(game.table, hand) for hand in State(game.table, game.deck).hands)


def _turns(game: Game) -> Iterator[Told]:
    state = State(game.table, game.deck)
    for _, group in groupby(game.steps, key=lambda step: step.turn):
        steps = [move(state, step.code) for step in group]
        yield _told(state, steps[0], steps[-1])


def _told(state: State, first: Step, last: Step) -> Told:
    """The turn that has just been played: its first decision, and the draw, if that was one."""
    table, label = state.table, state.table.cards.labels
    made = first.move
    return Told(
        turn=first.turn,
        seat=first.seat,
        deed=_deed(table, first),
        card=None if made.kind is None else label[made.kind],
        whose=() if made.place is None else table.places[made.place],
        before=first.before,
        after=first.after,
        implied=first.implied,
        source=last.source,
        drawn=None if last.drawn is None else label[last.drawn],
        choice=last is not first,
        laid=tuple(label[kind] for kind in first.laid),
        retired=None if not last.retired else "choice" if made.act == "retire" else "no cards",
        over=last.over,
        hand=_labels(table, state.hands[first.seat]),
        points=points(state, first.seat),
        stock=len(state.stock),
        discards=tuple(label[kind] for kind in state.discards),
    )


def _deed(table: Table, step: Step) -> Deed:
    if step.redundant:
        return "tops"
    if step.move.act == "red":
        return "raises" if _friend(table, step.seat, step.move) else "lowers"
    plain: dict[str, Deed] = {
        "green": "scores",
        "discard": "discards",
        "pass": "passes",
        "retire": "retires",
    }
    return plain[step.move.act]


def _friend(table: Table, seat: int, made: Move) -> bool:
    return made.place is not None and table.is_friend(seat, made.place)


def _labels(table: Table, hand: list[int]) -> tuple[str, ...]:
    return tuple(table.cards.labels[kind] for kind, times in enumerate(hand) for _ in range(times))
