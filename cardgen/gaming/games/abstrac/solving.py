"""Solve a row: its value, every first move, the best line, and the lines that the source compares.

Of moves with equal leads, the best line takes the one with the fewest cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from ..cards import Card
from ..compiling import INSTALL, is_compiler_installed, verify_installed
from ..game import Engine
from . import rows, scoring
from .layout import START, Position, RowLayout
from .options import GameKind
from .scoring import HandScoring, HandScoring52
from .search import Search, SearchRequest, search_in_python

#: The name of the line in the source's example.
EXAMPLE = "the source's line"


class TurnPlayed(NamedTuple):
    """One draw.

    player: 0 for the first player. hand: the player's cards after the draw, sorted. points: for combinations
    in the hand; None in the 52-card game, which scores a half as a whole. left: the number of cards left in
    the row.
    """

    player: int
    cards: tuple[Card, ...]
    hand: tuple[Card, ...]
    points: int | None
    left: int


class PlayedLine(NamedTuple):
    """A line of play to the end of a row. Scores are those of the first player, then of the second.

    If the line begins at a later position, the hands include the cards taken before.
    """

    name: str
    draws: tuple[int, ...]
    turns: tuple[TurnPlayed, ...]
    sides: tuple[HandScoring, HandScoring] | tuple[HandScoring52, HandScoring52]

    @property
    def scores(self) -> tuple[int, int]:
        """Return the scores of the first player and of the other."""
        return self.sides[0].score, self.sides[1].score

    @property
    def lead(self) -> int:
        """Return the first player's lead; negative if the other wins."""
        return self.scores[0] - self.scores[1]


def count_lines_of_play(layout: RowLayout, position: Position = START) -> int:
    """Return the number of lines of play from a position on; no two have the same draws."""

    @cache
    def lines(taken: int, last: int) -> int:
        at = Position(taken, 0, 0, last)
        if layout.is_over(at):
            return 1
        after = (layout.position_after(at, number) for number in layout.legal_moves(at))
        return sum(lines(each.taken, each.last) for each in after)

    return lines(position.taken, position.last)


def played_line(layout: RowLayout, draws: Sequence[int], name: str = "") -> PlayedLine:
    """Play a row out by numbers of cards. Raises ValueError for illegal draws, or if cards are left.

    >>> from .options import AbstracOptions
    >>> played_line(RowLayout(rows.ROW, AbstracOptions()), rows.DRAWS).scores
    (168, 250)
    """
    position, turns, options = START, list[TurnPlayed](), layout.options
    full = options.kind is GameKind.FULL
    hands: tuple[list[Card], list[Card]] = ([], [])
    for number in draws:
        if number not in layout.legal_moves(position):
            raise ValueError(f"{number} cards may not be taken after {position.taken}")
        player, at = position.turn, position.taken
        took = layout.row[at : at + number]
        hand = hands[player]
        hand.extend(took)
        position = layout.position_after(position, number)
        points = None if full else sum(each.points for each in scoring.combinations(hand))
        turns.append(
            TurnPlayed(player, took, scoring.sorted_hand(hand), points, len(layout.row) - position.taken)
        )
    if not layout.is_over(position):
        raise ValueError(f"{len(layout.row) - position.taken} cards are left")
    if full:
        sides = scoring.score_hands52(*hands, options.ace, options.unpaired)
        return PlayedLine(name, tuple(draws), tuple(turns), sides)
    return PlayedLine(name, tuple(draws), tuple(turns), scoring.score_hands(*hands))


def constant_draws(layout: RowLayout, number: int) -> tuple[int, ...] | None:
    """Return the draws if each player always takes `number` cards, and the last turn takes the rest.

    Returns None if such draws are illegal.
    """
    position, draws = START, list[int]()
    while not layout.is_over(position):
        left = len(layout.row) - position.taken
        draws.append(min(number, left))
        if draws[-1] not in layout.legal_moves(position):
            return None
        position = layout.position_after(position, draws[-1])
    return tuple(draws)


def compared_lines(layout: RowLayout) -> list[PlayedLine]:
    """Return the lines that the source compares, as far as this row and game allow them.

    Both players always take one, two or three cards; on the source's own row also the line of the source.
    """
    steady = [(number, constant_draws(layout, number)) for number in rows.ALWAYS]
    found = [played_line(layout, draws, f"both always {number}") for number, draws in steady if draws]
    if layout.options.kind is GameKind.BASIC and layout.row == rows.ROW:
        found.append(played_line(layout, rows.DRAWS, EXAMPLE))
    return found


class EvaluatedMove(NamedTuple):
    """A first move: the number of cards, and the lead of its player with best play from there on."""

    number: int
    lead: int


class PositionValue(NamedTuple):
    """The result of searching a position.

    lead: of the player to move, with best play. moves: each move with its lead, fewest cards first; empty in
    a finished row. draws: the best line from here. visited: number of positions searched.
    """

    lead: int
    moves: tuple[EvaluatedMove, ...]
    draws: tuple[int, ...]
    visited: int


class Solution(NamedTuple):
    """A solved row. Leads are the first player's; the second player's are their negatives."""

    layout: RowLayout
    value: PositionValue
    best: PlayedLine
    others: tuple[PlayedLine, ...]
    #: The number of lines of play.
    lines: int

    @property
    def is_playing_first_better(self) -> bool:
        """Tell whether the non-dealer should play first; True also if both choices are equally good."""
        return self.value.lead >= 0


def solve(layout: RowLayout, search: Search) -> Solution:
    """Solve a row, and play the lines that the source compares."""
    value = evaluate_position(layout, START, search)
    best = played_line(layout, value.draws, "the best line")
    return Solution(layout, value, best, tuple(compared_lines(layout)), count_lines_of_play(layout))


def evaluate_position(layout: RowLayout, position: Position, search: Search) -> PositionValue:
    """Return the value of a position, of each move in it, and the best line from there."""
    if layout.is_over(position):
        found = search(layout, position, SearchRequest())
        return PositionValue(found.lead, (), (), found.visited)
    moves, visited = [], 0
    for number in layout.legal_moves(position):
        found = search(layout, layout.position_after(position, number), SearchRequest())
        moves.append(EvaluatedMove(number, -found.lead))
        visited += found.visited
    # max() returns the first of equals: the fewest cards.
    best = max(moves, key=lambda move: move.lead)
    draws, lead = [best.number], -best.lead
    position = layout.position_after(position, best.number)
    while not layout.is_over(position):
        number, more = _best_draw_and_visited(layout, position, lead, search)
        draws.append(number)
        visited += more
        position, lead = layout.position_after(position, number), -lead
    return PositionValue(best.lead, tuple(moves), tuple(draws), visited)


def _best_draw_and_visited(
    layout: RowLayout, position: Position, lead: int, search: Search
) -> tuple[int, int]:
    """Return the smallest number of cards that keeps the lead, and the number of positions searched."""
    *others, last = layout.legal_moves(position)
    visited = 0
    # Only whether the lead is kept is searched, which is faster than by how much it falls.
    ask = SearchRequest(low=-lead, high=1 - lead)
    for number in others:
        found = search(layout, layout.position_after(position, number), ask)
        visited += found.visited
        if found.lead <= -lead:
            return number, visited
    return last, visited


# Engines

#: Loading the compiled engine takes as long as the reference needs for this many rows.
_ROWS_WORTH_LOADING = 100


def choose_engine(engine: Engine, rows: int = 1) -> Literal["compiled", "reference"]:
    """Return the engine for this many rows: the compiled one if requested, or if installed and worth loading.

    Raises UsageError if it is requested and not installed.
    """
    if engine == "compiled":
        verify_installed()
        return "compiled"
    return (
        "compiled"
        if engine == "auto" and rows >= _ROWS_WORTH_LOADING and is_compiler_installed()
        else "reference"
    )


def find_search(engine: Literal["compiled", "reference"]) -> Search:
    """Return the search function of an engine."""
    if engine == "reference":
        return search_in_python
    from .compiled_search import search

    return search


def missing_extra_hint(engine: Engine, rows: int) -> str:
    """Return a sentence to print if the missing extra `lab` would speed up solving; otherwise ""."""
    if engine != "auto" or rows < _ROWS_WORTH_LOADING or is_compiler_installed():
        return ""
    return f"The compiled engine solves about ten times as many rows a second: {INSTALL}"
