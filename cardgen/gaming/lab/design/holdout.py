"""Measure what was found on games that the search never saw.

The best of many candidates is partly the luckiest of them; only fresh games are an honest estimate.
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
from ..moments import Tally
from ..results import Results
from .problem import DesignProblem, Deviation, MeasureColumns, Wish, deviation_of
from .racing import SearchState
from .search_space import Composition

Word = Literal["met", "likely met", "likely missed", "missed"]


class Outcome(NamedTuple):
    """A wish, what the base and a design have of it, and how far the design is from it."""

    wish: Wish
    base: Estimate
    value: Estimate
    target: float
    #: None where the games say nothing of it.
    deviation: Deviation | None

    @property
    def word(self) -> Word:
        """Judge the wish: sure where the whole interval is near enough, or nothing of it; likely
        otherwise.
        """
        if self.deviation is None or self.deviation.surely_missed(Z):
            return "missed"
        if self.deviation.surely_met(Z):
            return "met"
        return "likely met" if self.deviation.is_near else "likely missed"

    @property
    def tolerance(self) -> float:
        """Return how far from the target is near enough."""
        return (
            self.wish.tolerance(self.base.value or 0.0)
            if self.deviation is None
            else self.deviation.tolerance
        )

    @property
    def met(self) -> bool:
        """Tell whether the wish is met as far as the games show."""
        return self.word in ("met", "likely met")


class Design(NamedTuple):
    """A composition with what it does."""

    composition: Composition
    changed: int
    outcomes: tuple[Outcome, ...]

    @property
    def met(self) -> bool:
        """Tell whether all wishes are met as far as the games show."""
        return all(each.met for each in self.outcomes)


class Elsewhere(NamedTuple):
    """The results of designs at another table: with other players, or with more or fewer of them."""

    #: What is other: "2 players", "greedy".
    table: str
    results: Results


def elsewhere(
    problem: DesignProblem,
    best: Sequence[Composition],
    tables: Mapping[str, Callable[[Composition], Experiment]],
    games: int,
    play: Callable[[Sequence[Experiment], int, int], Tally],
) -> list[Elsewhere]:
    """Play the base and designs at other tables, on other fresh games.

    tables: by what is other there, a function that makes a table with a composition. Tables where a design
    cannot be played are left out. Ends early where `play` is stopped.
    """
    seed, found = fresh_seed(fresh_seed(problem.seed)), []
    for name, experiment in tables.items():
        with suppress(UsageError):
            tried = tuple(map(experiment, (problem.space.base, *best)))
            names = (name,) * len(tried)
            results = Results(names, tried, play(tried, seed, games), seed, games)
            if not results.complete:
                break
            found.append(Elsewhere(name, results))
    return found


def fresh_seed(seed: int) -> int:
    """Return the seed of the fresh games: the next one."""
    return (seed + 1) % MOST_SEED


def measured(
    problem: DesignProblem,
    best: Sequence[Composition],
    names: Sequence[str],
    games: int,
    play: Callable[[Sequence[Experiment], int, int], Tally],
) -> Results:
    """Play the base and the best side by side on fresh games; fewer games where `play` is stopped."""
    seed = fresh_seed(problem.seed)
    tables = tuple(map(problem.experiment, (problem.space.base, *best)))
    return Results(tuple(names), tables, play(tables, seed, games), seed, games)


def designs(problem: DesignProblem, best: Sequence[Composition], results: Results) -> list[Design]:
    """Judge each design by fresh games: those that meet the wishes first, otherwise in their order."""
    facts = results.experiments[0].facts
    base = results.tally.part(range(len(facts)))
    made = []
    for at, composition in enumerate(best, 1):
        own = results.experiments[at].facts
        pair = results.tally.part(
            [*range(len(facts)), *range(results.begin(at), results.begin(at) + len(own))]
        )
        sides = {
            wish.key: (
                MeasureColumns(results.measure(wish.key), facts),
                MeasureColumns(results.measure(wish.key, at), own),
            )
            for wish in problem.wishes
        }
        made.append(_design(problem, composition, base, pair, sides))
    return sorted(made, key=lambda each: not each.met)


def searched(problem: DesignProblem, best: Sequence[Composition], state: SearchState) -> list[Design]:
    """Judge each design by the search's own games, which makes it look a little too good."""
    return [
        _design(
            problem,
            each,
            state.base,
            state.tried[each],
            {
                wish.key: (
                    problem.columns_of(problem.space.base, wish.key),
                    problem.columns_of(each, wish.key),
                )
                for wish in problem.wishes
            },
        )
        for each in best
    ]


def _design(
    problem: DesignProblem,
    composition: Composition,
    base: Tally,
    pair: Tally,
    sides: dict[str, tuple[MeasureColumns, MeasureColumns]],
) -> Design:
    outcomes = []
    for wish in problem.wishes:
        own, other = sides[wish.key]
        was = estimate(base, own.facts, own.measure)
        value = estimate(pair, other.facts, other.measure, len(own.facts))
        target = wish.target(was.value or 0.0)
        outcomes.append(Outcome(wish, was, value, target, deviation_of(wish, base, pair, (own, other))))
    return Design(composition, problem.space.changed(composition), tuple(outcomes))
