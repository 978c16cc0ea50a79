"""Measure designs on games that the search did not use.

The best of many candidates is partly the luckiest one; only fresh games give an unbiased estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from ....errors import UsageError
from ...games.experiment import Experiment
from ...games.measures import Estimate
from ...games.rng import MOST_SEED
from ..estimates import Z, estimate
from ..moments import GameTally
from ..results import Results
from .problem import DesignProblem, DesignWish, Deviation, MeasureColumns, estimate_deviation
from .racing import SearchState
from .search_space import Composition

Verdict = Literal["met", "likely met", "likely missed", "missed"]


class WishOutcome(NamedTuple):
    """A wish with the base's value, the design's value, and the design's deviation from the target."""

    wish: DesignWish
    base: Estimate
    value: Estimate
    target: float
    #: None if the games do not determine it.
    deviation: Deviation | None

    @property
    def verdict(self) -> Verdict:
        """Return "met" or "missed" if that is so in the whole interval, else "likely met" or "likely missed".

        A wish is met if the value is within the tolerance around the target.
        """
        if self.deviation is None or self.deviation.is_surely_missed(Z):
            return "missed"
        if self.deviation.is_surely_met(Z):
            return "met"
        return "likely met" if self.deviation.is_within_tolerance else "likely missed"

    @property
    def tolerance(self) -> float:
        """Return the tolerance around the target."""
        return (
            self.wish.tolerance(self.base.value or 0.0)
            if self.deviation is None
            else self.deviation.tolerance
        )

    @property
    def is_met(self) -> bool:
        """Tell whether the wish is met, as far as the games show."""
        return self.verdict in ("met", "likely met")


class JudgedDesign(NamedTuple):
    """A composition, the number of cards exchanged, and how far it meets each wish."""

    composition: Composition
    changed: int
    outcomes: tuple[WishOutcome, ...]

    @property
    def is_met(self) -> bool:
        """Tell whether all wishes are met, as far as the games show."""
        return all(each.is_met for each in self.outcomes)


class OtherTable(NamedTuple):
    """The results of designs at another table, where the players or their number differ."""

    #: What differs: "2 players", "greedy".
    table: str
    results: Results


def results_at_other_tables(
    problem: DesignProblem,
    best: Sequence[Composition],
    tables: Mapping[str, Callable[[Composition], Experiment]],
    games: int,
    play: Callable[[Sequence[Experiment], int, int], GameTally],
) -> list[OtherTable]:
    """Play the base and the designs at other tables, on games that were not used before.

    tables: for each table, a function that returns the table with a given composition. Tables at which a
    design cannot be played are left out. Ends early if `play` is stopped.
    """
    seed, found = fresh_seed(fresh_seed(problem.seed)), []
    for name, experiment in tables.items():
        with suppress(UsageError):
            tried = tuple(map(experiment, (problem.space.base, *best)))
            names = (name,) * len(tried)
            results = Results(names, tried, play(tried, seed, games), seed, games)
            if not results.is_complete:
                break
            found.append(OtherTable(name, results))
    return found


def fresh_seed(seed: int) -> int:
    """Return the seed of the fresh games: the next integer."""
    return (seed + 1) % MOST_SEED


def play_fresh_games(
    problem: DesignProblem,
    best: Sequence[Composition],
    names: Sequence[str],
    games: int,
    play: Callable[[Sequence[Experiment], int, int], GameTally],
) -> Results:
    """Play the base and the designs side by side on fresh games; fewer games if `play` is stopped."""
    seed = fresh_seed(problem.seed)
    tables = tuple(map(problem.experiment, (problem.space.base, *best)))
    return Results(tuple(names), tables, play(tables, seed, games), seed, games)


def judge_by_fresh_games(
    problem: DesignProblem, best: Sequence[Composition], results: Results
) -> list[JudgedDesign]:
    """Return for each design how far it meets the wishes in fresh games, the best designs first.

    Designs that meet all wishes come before others; otherwise the order is that of `best`.
    """
    facts = results.experiments[0].facts
    base = results.tally.with_columns(range(len(facts)))
    made = []
    for at, composition in enumerate(best, 1):
        own = results.experiments[at].facts
        pair = results.tally.with_columns(
            [*range(len(facts)), *range(results.first_column(at), results.first_column(at) + len(own))]
        )
        sides = {
            wish.key: (
                MeasureColumns(results.measure(wish.key), facts),
                MeasureColumns(results.measure(wish.key, at), own),
            )
            for wish in problem.wishes
        }
        made.append(_judge_design(problem, composition, base, pair, sides))
    return sorted(made, key=lambda each: not each.is_met)


def judge_by_search_games(
    problem: DesignProblem, best: Sequence[Composition], state: SearchState
) -> list[JudgedDesign]:
    """Return how far each design meets the wishes in the search's own games, which flatter it a little."""
    return [
        _judge_design(
            problem,
            each,
            state.base,
            state.tried[each],
            {
                wish.key: (
                    problem.measure_columns(problem.space.base, wish.key),
                    problem.measure_columns(each, wish.key),
                )
                for wish in problem.wishes
            },
        )
        for each in best
    ]


def _judge_design(
    problem: DesignProblem,
    composition: Composition,
    base: GameTally,
    pair: GameTally,
    sides: dict[str, tuple[MeasureColumns, MeasureColumns]],
) -> JudgedDesign:
    """Return how far a design meets each wish. For base, pair and sides see `estimate_deviation`."""
    outcomes = []
    for wish in problem.wishes:
        own, other = sides[wish.key]
        was = estimate(base, own.facts, own.measure)
        value = estimate(pair, other.facts, other.measure, len(own.facts))
        target = wish.target(was.value or 0.0)
        outcomes.append(
            WishOutcome(wish, was, value, target, estimate_deviation(wish, base, pair, (own, other)))
        )
    return JudgedDesign(composition, problem.space.count_changed_cards(composition), tuple(outcomes))
