"""Matches: one player against another, from every side of the table and over the same deals.

In each deal player A has one side, and player B all others; the deal is played once from every side, so that
neither the cards nor the seats favour anybody. What a deal comes to, all its games together, is one
observation.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import Any, NamedTuple

from ..games.experiment import Chunk, PlayableExperiment
from ..games.measures import Estimate, Measure
from .moments import Tally
from .sequential import mean_interval, share_interval

#: Facts of a deal, over its games: those in which A is first alone, and those in which it shares that.
FACTS = ("first", "shared")
#: Deals after which a match is first looked at: ten that are won from every side are the fewest that decide.
FIRST_LOOK = 10


@dataclass(frozen=True)
class Match:
    """A match at a table as an experiment, whose games are deals played from every side.

    one, other: the players by name. Raises UsageError for players that there are not.
    """

    table: PlayableExperiment
    one: str
    other: str

    def __post_init__(self) -> None:
        for name in (self.one, self.other):
            self.table.chooser(name)

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the columns of rows."""
        return FACTS

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Return nothing: `standing` says what comes of a match."""
        return ()

    @property
    def score_range(self) -> tuple[int, int]:
        """Return nothing, for no scores are told apart."""
        return 0, 0

    @property
    def about(self) -> dict[str, Any]:
        """Return what is played."""
        about = self.table.about
        return {"game": about["game"], "players": about["players"], "one": self.one, "other": self.other,
                "options": about["options"]}  # fmt: skip

    @property
    def sides(self) -> int:
        """Return how many sides play."""
        game = self.table.start(1, 0)
        return len({game.side(seat) for seat in range(game.seats)})

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Play some deals by their numbers. A table a deal keeps what `standing` wants to have in order."""
        sides, rows, tables = self.sides, [], {}
        for number in range(first, first + count):
            row, tables[_name(number)] = self._deal(seed, number, sides)
            rows.append(row)
        return Chunk(rows, tables)

    def _deal(self, seed: int, number: int, sides: int) -> tuple[list[int], list[int]]:
        """Play a deal from every side; return its facts, and wins and margin as whole numbers."""
        one, other = (self.table.chooser(name) for name in (self.one, self.other))
        parts, row, kept = _parts(sides), [0, 0], [0, 0]
        for mine in range(sides):
            game = self.table.start(seed, number)
            side_of = [game.side(seat) for seat in range(game.seats)]
            choosers = [one if side == mine else other for side in side_of]
            played = self.table.finished_game(seed, number, choosers)
            scores = dict(zip(side_of, played.scores(), strict=True))
            best = [side for side, score in scores.items() if score == max(scores.values())]
            if mine in best:
                kept[0] += parts // len(best)
                row[len(best) > 1] += 1
            kept[1] += sides * scores[mine] - sum(scores.values())
        return row, kept


def _name(number: int) -> str:
    return f"deal {number}"


def _parts(sides: int) -> int:
    """Return into how many parts a win is divided, so that any tie is shared in whole numbers."""
    return lcm(*range(1, sides + 1))


class Standing(NamedTuple):
    """What a match has come to."""

    deals: int
    #: The sides of the table, and so the games of a deal.
    sides: int
    #: The share of wins of the one player, a tie shared, and what it has more than the mean of the others.
    wins: Estimate
    margin: Estimate
    #: Of its games: first alone, and sharing the first place.
    first: int
    shared: int

    @property
    def fair(self) -> float:
        """Return the share of wins of a player who is as good as the others."""
        return 1 / self.sides

    @property
    def decided(self) -> int:
        """Return 1 where the one player wins more than its share, -1 where less, and 0 while that is open."""
        _, low, high = self.wins
        return int(low is not None and low > self.fair) - int(high is not None and high < self.fair)


def standing(match: Match, tally: Tally) -> Standing:
    """Return what a match has come to, with intervals that hold whenever it is stopped."""
    sides = match.sides
    kept = [tally.tables[f"0:{_name(number)}"] for number in range(tally.games)]
    wins = share_interval([one / (_parts(sides) * sides) for one, _ in kept])
    margin = mean_interval([more / (sides * (sides - 1)) for _, more in kept])
    first, shared = tally.sums or (0, 0)
    return Standing(tally.games, sides, wins, margin, first, shared)


def next_look(deals: int) -> int:
    """Return after how many deals a match is looked at next: a fifth more, so that this depends on no
    clock."""
    return max(FIRST_LOOK, deals + 2, deals + deals // 5)
