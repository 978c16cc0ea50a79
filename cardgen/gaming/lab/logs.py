"""Games from logs as an experiment, and the players whose games they resemble most.

The distance of a player is the root of the mean squared difference of all measures, each in standard
deviations of one game. Two players are told apart by what the distances would be if the other one had
played: the difference of their squares is a weighted sum of the group's measures, so that its mean and
variance follow from the other's games. A player is ruled out if so large a difference comes up in fewer than
one of twenty such groups of its own games, all players taken together (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from statistics import NormalDist
from typing import Any, Literal, NamedTuple

from ..games.experiment import Chunk, PlayableExperiment
from ..games.game_log import GameLog, LogError
from ..games.measures import Measure
from .estimates import CONFIDENCE, Linearization, linearized_measure, variance_of_mean
from .results import Results

#: Minimum number of games to tell players apart: the sums of fewer are not near enough to normal.
FEWEST_TO_TELL = 5
#: The chance that any measure of a group of the very same player differs beyond chance.
_SURPRISE = 0.01


@dataclass(frozen=True)
class LoggedGames:
    """Logged games at one table as an experiment: game number n is the n-th log.

    table: the table they were played at, with any players.
    """

    table: PlayableExperiment
    logs: tuple[GameLog, ...]

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the names of the facts."""
        return self.table.facts

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Return the measures of the table."""
        return self.table.measures

    @property
    def score_range(self) -> tuple[int, int]:
        """Return the range of scores of the table."""
        return self.table.score_range

    @cached_property
    def setup_record(self) -> dict[str, Any]:
        """Return the game, the options, and the names of people and bots, as data for JSON."""
        people = sorted({name for log in self.logs for name in log.people})
        bots = sorted({seat.name for log in self.logs for seat in log.seats if seat.is_bot})
        return {**self.table.setup_record, "temperaments": [*people, *bots], "people": people}

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        """Replay `count` logs, beginning with number `first`, and return their facts; the seed has no effect.

        Raises LogError if a log's moves are not a game by the rules, or do not lead to its scores.
        """
        chunks = [replay_facts(self.table, log) for log in self.logs[first : first + count]]
        rows = [row for chunk in chunks for row in chunk.rows]
        tables = {
            name: [sum(each) for each in zip(*(chunk.tables[name] for chunk in chunks), strict=True)]
            for name in chunks[0].tables
        }
        return Chunk(rows, tables)


def replay_facts(table: PlayableExperiment, log: GameLog) -> Chunk:
    """Play a log again and return its facts.

    Raises LogError if its moves are not a game by the rules, or do not lead to its scores.
    """
    chunk = table.replay(log.seed, log.number, log.moves)
    [row] = chunk.rows
    scores = tuple(int(row[table.facts.index(f"score_{seat}")]) for seat in range(len(log.seats)))
    if log.scores and scores != log.scores:
        said, found = (", ".join(map(str, each)) for each in (log.scores, scores))
        raise LogError(f"its moves lead to the scores {found}, and it says {said}")
    return chunk


class PlayerDistance(NamedTuple):
    """The distance between a player's games and those of a group, and whether chance explains it."""

    name: str
    #: In standard deviations of one game; None if nothing can be compared.
    distance: float | None
    verdict: Literal["nearest", "cannot be told apart", "ruled out"]


class Difference(NamedTuple):
    """A measure in which a group differs from a player by more than chance explains."""

    measure: Measure
    group: float
    player: float


class Resemblance(NamedTuple):
    """The distances of all players, the nearest first, and how a group differs from the nearest."""

    players: tuple[PlayerDistance, ...]
    #: Number of measures compared.
    measures: int
    differences: tuple[Difference, ...]

    @property
    def is_decided(self) -> bool:
        """Tell whether all players but the nearest are ruled out."""
        return all(each.verdict != "cannot be told apart" for each in self.players)


class _Profile(NamedTuple):
    """A player's measures, linearized, and their standard deviations in one game; both by key."""

    results: Results
    lines: Mapping[str, Linearization]
    spreads: Mapping[str, float]


def compare_with_players(group: Results, players: Mapping[str, Results]) -> Resemblance:
    """Return the distance of each player's games from those of a group, the nearest first.

    All were played at the same table. The result also says which measures differ from the nearest player's.
    """
    profiles = {name: _profile_of_results(results) for name, results in players.items()}
    mine = _profile_of_results(group).lines
    scales = _common_scales(list(profiles.values()), mine)
    if not scales:
        found = [PlayerDistance(name, None, "cannot be told apart") for name in players]
        return Resemblance(tuple(found), 0, ())
    squares = {
        name: sum(
            ((mine[key].value - profile.lines[key].value) / scale) ** 2 for key, scale in scales.items()
        )
        / len(scales)
        for name, profile in profiles.items()
    }
    best, *others = sorted(squares, key=lambda name: squares[name])
    # Two-sided: the sums of a few games are skewed.
    unlikely = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(1, len(others)))
    found = [PlayerDistance(best, sqrt(squares[best]), "nearest")]
    for name in others:
        gap = squares[name] - squares[best]
        far = _deviation_of_gap(profiles[name], profiles[best], scales, gap, group.tally.games)
        is_out = group.tally.games >= FEWEST_TO_TELL and far > unlikely
        found.append(
            PlayerDistance(name, sqrt(squares[name]), "ruled out" if is_out else "cannot be told apart")
        )
    return Resemblance(tuple(found), len(scales), _differing_measures(group, mine, profiles[best], scales))


def _profile_of_results(results: Results) -> _Profile:
    """Return the profile of a player's results; measures without a value are left out."""
    lines, spreads = {}, {}
    for measure in results.experiments[0].measures:
        line = linearized_measure(results.tally, results.facts[0], measure, 0)
        if line is not None:
            lines[measure.key] = line
            variance = variance_of_mean(results.tally, line.weights)
            spreads[measure.key] = sqrt(variance * results.tally.games)
    return _Profile(results, lines, spreads)


def _common_scales(
    profiles: Sequence[_Profile], group_measures: Mapping[str, Linearization]
) -> dict[str, float]:
    """Return the standard deviation of each measure in one game, averaged over the players.

    Only measures that the group and all players have are included, and only if they vary. group_measures: the
    group's measures by key.
    """
    found = {}
    for key in group_measures:
        if all(key in each.lines for each in profiles):
            scale = sqrt(sum(each.spreads[key] ** 2 for each in profiles) / len(profiles))
            if scale:
                found[key] = scale
    return found


def _deviation_of_gap(
    player: _Profile, best: _Profile, scales: Mapping[str, float], gap: float, games: int
) -> float:
    """Return by how many standard errors a gap exceeds the gap expected if this player had played the games.

    gap: the squared distance of this player from the group, minus that of the nearest player (`best`). games:
    the number of games of the group.
    """
    weights = [0.0] * len(player.results.tally.sums)
    mean = 0.0
    for key, scale in scales.items():
        apart = player.lines[key].value - best.lines[key].value
        mean -= apart**2 / scale**2 / len(scales)
        for at, weight in enumerate(player.lines[key].weights):
            weights[at] -= 2 * apart / scale**2 / len(scales) * weight
    tally = player.results.tally
    one_game = variance_of_mean(tally, weights) * tally.games
    error = sqrt(one_game * (1 / games + 1 / tally.games))
    return (gap - mean) / error if error else 0.0


def _differing_measures(
    group: Results, group_measures: Mapping[str, Linearization], best: _Profile, scales: Mapping[str, float]
) -> tuple[Difference, ...]:
    """Return the measures in which a group differs from a player by more than chance explains.

    Empty for fewer than 5 games. group_measures: the group's measures by key.
    """
    games = group.tally.games
    if games < FEWEST_TO_TELL:
        return ()
    unlikely = NormalDist().inv_cdf(1 - _SURPRISE / 2 / len(scales))
    found = []
    for measure in group.experiments[0].measures:
        if measure.key in scales:
            value, usual = group_measures[measure.key].value, best.lines[measure.key].value
            error = best.spreads[measure.key] * sqrt(1 / games + 1 / best.results.tally.games)
            if abs(value - usual) > unlikely * error > 0:
                found.append(Difference(measure, value, usual))
    return tuple(found)
