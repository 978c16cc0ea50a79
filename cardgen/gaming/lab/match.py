"""Matches: one player against another, from every side of the table and with the same deals.

In each deal player A has one side, and player B all others; the deal is played once from every side, so that
neither the cards nor the seats favour anyone. The combined result of a deal's games is one observation.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import Any, NamedTuple

from ..games.experiment import Chunk, PlayableExperiment
from ..games.measures import Estimate, Measure
from .moments import GameTally
from .sequential import mean_interval, share_interval

#: Facts of a deal, over its games: A alone has the highest score, and A shares it.
FACTS = ("first", "shared")
#: Number of deals before the first look at a match: ten deals won from every side are the fewest that decide.
FIRST_LOOK = 10


@dataclass(frozen=True)
class MatchExperiment:
    """A match at a table as an experiment, whose games are deals played from every side.

    one, other: the players by name. Raises UsageError for unknown players.
    """

    table: PlayableExperiment
    one: str
    other: str

    def __post_init__(self) -> None:
        for name in (self.one, self.other):
            self.table.chooser(name)

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the names of the facts."""
        return FACTS

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Return an empty tuple: `match_standing` computes the result of a match."""
        return ()

    @property
    def score_range(self) -> tuple[int, int]:
        """Return an empty range: there is no table of scores."""
        return 0, 0

    @property
    def setup_record(self) -> dict[str, Any]:
        """Return the game, the number of players, both players and the options, as data for JSON."""
        table = self.table.setup_record
        return {
            "game": table["game"], "players": table["players"], "one": self.one, "other": self.other,
            "options": table["options"],
        }  # fmt: skip

    @property
    def sides(self) -> int:
        """Return the number of sides; partners are one side."""
        game = self.table.start(1, 0)
        return len({game.side(seat) for seat in range(game.seats)})

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        """Play `count` deals of a seed from every side, beginning with number `first`, and return their
        facts.

        Each deal has a table of its own, which keeps the observations in order.
        """
        sides, rows, tables = self.sides, [], {}
        for number in range(first, first + count):
            row, tables[_deal_table_name(number)] = self._play_deal(seed, number, sides)
            rows.append(row)
        return Chunk(rows, tables)

    def _play_deal(self, seed: int, number: int, sides: int) -> tuple[list[int], list[int]]:
        """Play a deal from every side and return two lists: its facts, and its wins and margin.

        A win has `_parts_of_a_win` parts, which tied sides share. The margin is the sum, over all games of
        the deal, of `sides` times A's score minus the scores of all sides.
        """
        one, other = (self.table.chooser(name) for name in (self.one, self.other))
        parts, row, kept = _parts_of_a_win(sides), [0, 0], [0, 0]
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


def _deal_table_name(number: int) -> str:
    """Return the name of the table that holds a deal's wins and margin."""
    return f"deal {number}"


def _parts_of_a_win(sides: int) -> int:
    """Return the number of parts of a win, which any number of tied sides can share equally."""
    return lcm(*range(1, sides + 1))


class Standing(NamedTuple):
    """The result of a match so far."""

    deals: int
    #: The number of sides, and so of games per deal.
    sides: int
    #: The player's share of wins, with ties shared, and its margin over the mean of the others.
    wins: Estimate
    margin: Estimate
    #: Numbers of games with the highest score alone, and with a shared one.
    first: int
    shared: int

    @property
    def fair_share(self) -> float:
        """Return the share of wins that a player would have who is as good as the others."""
        return 1 / self.sides

    @property
    def winner_sign(self) -> int:
        """Return 1 if the player wins more than its share, -1 if less, and 0 while undecided."""
        _, low, high = self.wins
        return int(low is not None and low > self.fair_share) - int(
            high is not None and high < self.fair_share
        )


def match_standing(match: MatchExperiment, tally: GameTally) -> Standing:
    """Return the result of a match so far, with intervals that are valid whenever it is stopped."""
    sides = match.sides
    kept = [tally.tables[f"0:{_deal_table_name(number)}"] for number in range(tally.games)]
    wins = share_interval([one / (_parts_of_a_win(sides) * sides) for one, _ in kept])
    margin = mean_interval([more / (sides * (sides - 1)) for _, more in kept])
    first, shared = tally.sums or (0, 0)
    return Standing(tally.games, sides, wins, margin, first, shared)


def deals_at_next_look(deals: int) -> int:
    """Return the number of deals at the next look at a match: a fifth more, independent of any clock."""
    return max(FIRST_LOOK, deals + 2, deals + deals // 5)
