"""What was found, measured on games that the search never saw: only these are an honest estimate.

Whoever takes the best of many takes the luckiest among them; on fresh games the luck is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from ...errors import UsageError
from ...games.experiment import Experiment
from ...games.measures import Estimate
from ...games.rng import MOST_SEED
from ..estimates import Z, estimate
from ..moments import Tally
from ..results import Results
from .checkpoint import Memory
from .compositions import Composition
from .deviation import Gap, Side, gap
from .problem import Question
from .targets import Wish

Word = Literal["met", "likely met", "likely missed", "missed"]


class Outcome(NamedTuple):
    """A wish, what the base and a design have of it, and how far the design is from it."""

    wish: Wish
    base: Estimate
    value: Estimate
    target: float
    #: None where the games say nothing of it.
    gap: Gap | None

    @property
    def word(self) -> Word:
        """Sure where the whole interval of the gap is near enough, or nothing of it; likely otherwise."""
        if self.gap is None or self.gap.surely_missed(Z):
            return "missed"
        if self.gap.surely_met(Z):
            return "met"
        return "likely met" if abs(self.gap.value) <= self.gap.tolerance else "likely missed"

    @property
    def tolerance(self) -> float:
        """How far off is near enough."""
        return self.wish.tolerance(self.base.value or 0.0) if self.gap is None else self.gap.tolerance

    @property
    def met(self) -> bool:
        """Whether the wish is met as far as the games tell."""
        return self.word in ("met", "likely met")


class Design(NamedTuple):
    """A composition with what it does."""

    composition: Composition
    changed: int
    outcomes: tuple[Outcome, ...]

    @property
    def met(self) -> bool:
        """Whether all wishes are met as far as the games tell."""
        return all(each.met for each in self.outcomes)


class Elsewhere(NamedTuple):
    """How designs do at another table: with other players, or with more or fewer of them."""

    #: What is other: "2 players", "greedy".
    table: str
    results: Results


def elsewhere(
    question: Question,
    best: Sequence[Composition],
    tables: Mapping[str, Callable[[Composition], Experiment]],
    games: int,
    play: Callable[[Sequence[Experiment], int, int], Tally],
) -> list[Elsewhere]:
    """Play the base and designs at other tables, on fresh games too; those where a design cannot be played
    are left out.

    tables: by what is other there, what makes a table with a composition. Ends early where `play` is stopped.
    """
    seed, found = fresh_seed(fresh_seed(question.seed)), []
    for name, experiment in tables.items():
        with suppress(UsageError):
            tried = tuple(map(experiment, (question.frame.base, *best)))
            names = (name,) * len(tried)
            results = Results(names, tried, play(tried, seed, games), seed, games)
            if not results.complete:
                break
            found.append(Elsewhere(name, results))
    return found


def fresh_seed(seed: int) -> int:
    """The seed of the fresh games: the next one."""
    return (seed + 1) % MOST_SEED


def measured(
    question: Question,
    best: Sequence[Composition],
    names: Sequence[str],
    games: int,
    play: Callable[[Sequence[Experiment], int, int], Tally],
) -> Results:
    """The base and the best, side by side over fresh games; fewer games where `play` is stopped."""
    seed = fresh_seed(question.seed)
    tables = tuple(map(question.experiment, (question.frame.base, *best)))
    return Results(tuple(names), tables, play(tables, seed, games), seed, games)


def designs(question: Question, best: Sequence[Composition], results: Results) -> list[Design]:
    """What the fresh games say of each: those that meet the wishes first, otherwise in their order."""
    facts = results.experiments[0].facts
    base = results.tally.part(range(len(facts)))
    made = []
    for at, composition in enumerate(best, 1):
        own = results.experiments[at].facts
        pair = results.tally.part(
            [*range(len(facts)), *range(results.begin(at), results.begin(at) + len(own))]
        )
        sides = {
            wish.key: (Side(results.measure(wish.key), facts), Side(results.measure(wish.key, at), own))
            for wish in question.wishes
        }
        made.append(_design(question, composition, base, pair, sides))
    return sorted(made, key=lambda each: not each.met)


def searched(question: Question, best: Sequence[Composition], memory: Memory) -> list[Design]:
    """What the search itself says of each: not fresh, and so a little too good."""
    return [
        _design(
            question,
            each,
            memory.base,
            memory.tried[each],
            {
                wish.key: (question.side(question.frame.base, wish.key), question.side(each, wish.key))
                for wish in question.wishes
            },
        )
        for each in best
    ]


def _design(
    question: Question,
    composition: Composition,
    base: Tally,
    pair: Tally,
    sides: dict[str, tuple[Side, Side]],
) -> Design:
    outcomes = []
    for wish in question.wishes:
        own, other = sides[wish.key]
        was = estimate(base, own.facts, own.measure)
        value = estimate(pair, other.facts, other.measure, len(own.facts))
        target = wish.target(was.value or 0.0)
        outcomes.append(Outcome(wish, was, value, target, gap(wish, base, pair, (own, other))))
    return Design(composition, question.frame.changed(composition), tuple(outcomes))
