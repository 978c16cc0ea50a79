"""Lines of play: how many a row has, where each leads, and those that the source compares."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from ...cards import JOKER, Card
from .. import example, scoring, scoring52
from ..layout import START, Layout, Position
from ..options import Kind
from ..scoring import Scored
from ..scoring52 import Scored52

#: How the source's example line is called.
EXAMPLE = "the source's line"


class Turn(NamedTuple):
    """One draw: who took what (0 for who began), all that this player now has, and the points it makes.

    hand: as it is laid. points: for combinations; None in the 52-card game, which scores a half as a whole.
    left: cards left in the row.
    """

    player: int
    cards: tuple[Card, ...]
    hand: tuple[Card, ...]
    points: int | None
    left: int


class Line(NamedTuple):
    """A line played out; scores are of who began, then of the other.

    Not of a whole row where it begins at a later position: the hands hold what was taken before.
    """

    name: str
    draws: tuple[int, ...]
    turns: tuple[Turn, ...]
    sides: tuple[Scored, Scored] | tuple[Scored52, Scored52]

    @property
    def scores(self) -> tuple[int, int]:
        """The score of who began and of the other."""
        return self.sides[0].score, self.sides[1].score

    @property
    def lead(self) -> int:
        """What who began wins by; below zero where the other wins."""
        return self.scores[0] - self.scores[1]


def count(layout: Layout, position: Position = START) -> int:
    """How many lines of play there are, all of them: no two end with the same draws."""

    @cache
    def lines(taken: int, last: int) -> int:
        at = Position(taken, 0, 0, last)
        if layout.over(at):
            return 1
        after = (layout.take(at, number) for number in layout.legal_moves(at))
        return sum(lines(each.taken, each.last) for each in after)

    return lines(position.taken, position.last)


def played(layout: Layout, draws: Sequence[int], name: str) -> Line:
    """A row played out by numbers of cards. Raises ValueError for illegal draws, or where cards are left."""
    position, turns = START, list[Turn]()
    hands: tuple[list[Card], list[Card]] = ([], [])
    for number in draws:
        if number not in layout.legal_moves(position):
            raise ValueError(f"{number} cards may not be taken after {position.taken}")
        player, at = position.turn, position.taken
        took = layout.row[at : at + number]
        hands[player].extend(took)
        position = layout.take(position, number)
        turns.append(_turn(layout, player, took, hands[player], len(layout.row) - position.taken))
    if not layout.over(position):
        raise ValueError(f"{len(layout.row) - position.taken} cards are left")
    return Line(name, tuple(draws), tuple(turns), _settled(layout, *hands))


def _turn(layout: Layout, player: int, took: Sequence[Card], hand: Sequence[Card], left: int) -> Turn:
    if layout.options.kind is Kind.FULL:
        return Turn(player, tuple(took), scoring52.arranged52(hand), None, left)
    points = sum(each.points for each in scoring.combinations(hand))
    return Turn(player, tuple(took), scoring.arranged(hand), points, left)


def _settled(
    layout: Layout, one: Sequence[Card], other: Sequence[Card]
) -> tuple[Scored, Scored] | tuple[Scored52, Scored52]:
    options = layout.options
    if options.kind is Kind.FULL:
        return scoring52.settle52(one, other, options.ace, options.unpaired)
    return scoring.settle(one, other)


def always(layout: Layout, number: int) -> tuple[int, ...] | None:
    """The draws if each always took so many and the last turn what is left; None where that is not legal."""
    position, draws = START, list[int]()
    while not layout.over(position):
        left = len(layout.row) - position.taken
        draws.append(min(number, left))
        if draws[-1] not in layout.legal_moves(position):
            return None
        position = layout.take(position, draws[-1])
    return tuple(draws)


def compared(layout: Layout) -> list[Line]:
    """The lines that the source compares, as far as this row and game allow them.

    Both always take one, two or three cards; on the source's own row also the line that it tells.
    """
    steady = [(number, always(layout, number)) for number in example.ALWAYS]
    found = [played(layout, draws, f"both always {number}") for number, draws in steady if draws]
    told = _told(layout)
    return [*found, played(layout, told, EXAMPLE)] if told else found


def _told(layout: Layout) -> tuple[int, ...] | None:
    """The source's example line, where this is its row and each draw is legal."""
    if tuple(card for card in layout.row if card != JOKER) != example.ROW:
        return None
    if layout.options.kind is not Kind.BASIC:
        return None
    return example.DRAWS
