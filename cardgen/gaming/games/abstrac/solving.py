"""Solve a row: its value, every first move, the best line, and the lines that the source compares with it.

Of moves that lead equally far, the one that takes the fewest cards is the best line's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from ..cards import Card
from ..compiling import INSTALL, is_compiler_installed, verify_installed
from ..game import Engine
from . import rows, scoring
from .layout import START, Layout, Position
from .options import Kind
from .scoring import Scored, Scored52
from .search import Ask, Search, reference

#: What the line of the source's example is called.
EXAMPLE = "the source's line"


class TurnPlayed(NamedTuple):
    """One draw: who took what (0 for who began), all that this player now has, and the points it makes.

    hand: as it is laid. points: for combinations; None in the 52-card game, which scores a half as a whole.
    left: cards left in the row.
    """

    player: int
    cards: tuple[Card, ...]
    hand: tuple[Card, ...]
    points: int | None
    left: int


class PlayedLine(NamedTuple):
    """A line played out; scores are of who began, then of the other.

    Not of a whole row where it begins at a later position: the hands hold what was taken before.
    """

    name: str
    draws: tuple[int, ...]
    turns: tuple[TurnPlayed, ...]
    sides: tuple[Scored, Scored] | tuple[Scored52, Scored52]

    @property
    def scores(self) -> tuple[int, int]:
        """Return the score of who began and of the other."""
        return self.sides[0].score, self.sides[1].score

    @property
    def lead(self) -> int:
        """Return what who began wins by; below zero where the other wins."""
        return self.scores[0] - self.scores[1]


def count(layout: Layout, position: Position = START) -> int:
    """Count all lines of play from a position on; no two end with the same draws."""

    @cache
    def lines(taken: int, last: int) -> int:
        at = Position(taken, 0, 0, last)
        if layout.over(at):
            return 1
        after = (layout.take(at, number) for number in layout.legal_moves(at))
        return sum(lines(each.taken, each.last) for each in after)

    return lines(position.taken, position.last)


def played_line(layout: Layout, draws: Sequence[int], name: str = "") -> PlayedLine:
    """Play a row out by numbers of cards. Raises ValueError for illegal draws, or where cards are left.

    >>> from .options import AbstracOptions
    >>> played_line(Layout(rows.ROW, AbstracOptions()), rows.DRAWS).scores
    (168, 250)
    """
    position, turns, options = START, list[TurnPlayed](), layout.options
    full = options.kind is Kind.FULL
    hands: tuple[list[Card], list[Card]] = ([], [])
    for number in draws:
        if number not in layout.legal_moves(position):
            raise ValueError(f"{number} cards may not be taken after {position.taken}")
        player, at = position.turn, position.taken
        took = layout.row[at : at + number]
        hand = hands[player]
        hand.extend(took)
        position = layout.take(position, number)
        points = None if full else sum(each.points for each in scoring.combinations(hand))
        turns.append(
            TurnPlayed(player, took, scoring.sorted_hand(hand), points, len(layout.row) - position.taken)
        )
    if not layout.over(position):
        raise ValueError(f"{len(layout.row) - position.taken} cards are left")
    if full:
        sides = scoring.settle52(*hands, options.ace, options.unpaired)
        return PlayedLine(name, tuple(draws), tuple(turns), sides)
    return PlayedLine(name, tuple(draws), tuple(turns), scoring.settle(*hands))


def always(layout: Layout, number: int) -> tuple[int, ...] | None:
    """Return the draws if each always took so many and the last turn what is left; None where not legal."""
    position, draws = START, list[int]()
    while not layout.over(position):
        left = len(layout.row) - position.taken
        draws.append(min(number, left))
        if draws[-1] not in layout.legal_moves(position):
            return None
        position = layout.take(position, draws[-1])
    return tuple(draws)


def compared_lines(layout: Layout) -> list[PlayedLine]:
    """Play the lines that the source compares, as far as this row and game allow them.

    Both always take one, two or three cards; on the source's own row also the line that it tells.
    """
    steady = [(number, always(layout, number)) for number in rows.ALWAYS]
    found = [played_line(layout, draws, f"both always {number}") for number, draws in steady if draws]
    if layout.options.kind is Kind.BASIC and layout.row == rows.ROW:
        found.append(played_line(layout, rows.DRAWS, EXAMPLE))
    return found


class Move(NamedTuple):
    """A first move: how many cards, and what who makes it leads by if both play best from there on."""

    number: int
    lead: int


class Value(NamedTuple):
    """What the search of a position finds.

    lead: of the one to move, with best play. moves: every move with its own lead, fewest cards first; none in
    a finished row. draws: the best line from here. visited: positions looked at for all this.
    """

    lead: int
    moves: tuple[Move, ...]
    draws: tuple[int, ...]
    visited: int


class Solution(NamedTuple):
    """A row solved. Leads are of who plays first; who plays second leads by as much less than nothing."""

    layout: Layout
    value: Value
    best: PlayedLine
    others: tuple[PlayedLine, ...]
    #: How many lines of play there are.
    lines: int

    @property
    def first(self) -> bool:
        """Tell if the non-dealer, who chooses, plays first; of equals, first."""
        return self.value.lead >= 0


def solve(layout: Layout, search: Search) -> Solution:
    """Solve a row, and play out the lines that the source compares."""
    value = evaluate(layout, START, search)
    best = played_line(layout, value.draws, "the best line")
    return Solution(layout, value, best, tuple(compared_lines(layout)), count(layout))


def evaluate(layout: Layout, position: Position, search: Search) -> Value:
    """Find the value of a position, of each move in it, and the best line from there."""
    if layout.over(position):
        found = search(layout, position, Ask())
        return Value(found.lead, (), (), found.visited)
    moves, visited = [], 0
    for number in layout.legal_moves(position):
        found = search(layout, layout.take(position, number), Ask())
        moves.append(Move(number, -found.lead))
        visited += found.visited
    # max() keeps the first of equals: the fewest cards.
    best = max(moves, key=lambda move: move.lead)
    draws, lead = [best.number], -best.lead
    position = layout.take(position, best.number)
    while not layout.over(position):
        number, more = _best(layout, position, lead, search)
        draws.append(number)
        visited += more
        position, lead = layout.take(position, number), -lead
    return Value(best.lead, tuple(moves), tuple(draws), visited)


def _best(layout: Layout, position: Position, lead: int, search: Search) -> tuple[int, int]:
    """Find the fewest cards that keep the lead; and count the positions looked at."""
    *others, last = layout.legal_moves(position)
    visited = 0
    # Whether the lead is kept or not is all that is asked, which is quicker than how much is lost.
    ask = Ask(low=-lead, high=1 - lead)
    for number in others:
        found = search(layout, layout.take(position, number), ask)
        visited += found.visited
        if found.lead <= -lead:
            return number, visited
    return last, visited


# Engines

#: To load the compiled engine takes as long as the reference needs for this many rows.
_WORTH = 100


def chosen_engine(engine: Engine, rows: int = 1) -> Literal["compiled", "reference"]:
    """Choose the engine for so many rows: the compiled one if asked for, or if installed and worth its start.

    Raises UsageError where it is asked for and not installed.
    """
    if engine == "compiled":
        verify_installed()
        return "compiled"
    return "compiled" if engine == "auto" and rows >= _WORTH and is_compiler_installed() else "reference"


def search_of(engine: Literal["compiled", "reference"]) -> Search:
    """Return the search of an engine."""
    if engine == "reference":
        return reference
    from .compiled_search import search

    return search


def hint(engine: Engine, rows: int) -> str:
    """Say what the extra would bring, where it is missing and there is much to solve; else nothing."""
    if engine != "auto" or rows < _WORTH or is_compiler_installed():
        return ""
    return f"The compiled engine solves about ten times as many rows a second: {INSTALL}"
