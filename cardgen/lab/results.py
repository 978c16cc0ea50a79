"""What games of one or several packs came to, ready to be told, written or drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..games.experiment import Experiment
from ..games.measures import Estimate, Measure
from .estimates import difference, estimate
from .moments import Tally


@dataclass(frozen=True)
class Results:
    """Experiments that played the same games, and what these came to.

    names: what people call them (a pack's name). asked: how many games were wanted; fewer are there where the
    run was interrupted.
    """

    names: tuple[str, ...]
    experiments: tuple[Experiment, ...]
    tally: Tally
    seed: int
    asked: int

    @property
    def complete(self) -> bool:
        """Whether all games were played."""
        return self.tally.games >= self.asked

    @cached_property
    def facts(self) -> tuple[tuple[str, ...], ...]:
        """The names of the facts of each experiment."""
        return tuple(each.facts for each in self.experiments)

    def begin(self, at: int) -> int:
        """The column of the tally at which the facts of an experiment begin."""
        return sum(map(len, self.facts[:at]))

    def total(self, fact: str, at: int = 0) -> int:
        """The sum of a fact over all games."""
        return self.tally.sums[self.begin(at) + self.facts[at].index(fact)]

    def table(self, name: str, at: int = 0) -> Sequence[int]:
        """A table of an experiment; empty where no game was played."""
        return self.tally.tables.get(f"{at}:{name}", [])

    def measure(self, key: str, at: int = 0) -> Measure:
        """A measure of an experiment by its key."""
        return next(each for each in self.experiments[at].measures if each.key == key)

    def estimate(self, measure: Measure | str, at: int = 0) -> Estimate:
        """A measure of an experiment with its interval."""
        wanted = self.measure(measure, at) if isinstance(measure, str) else measure
        return estimate(self.tally, self.facts[at], wanted, self.begin(at))

    def difference(self, measure: Measure | str, one: int, other: int) -> Estimate:
        """How much more the other experiment has than the one, game by game."""
        key = measure if isinstance(measure, str) else measure.key
        both = (self.measure(key, one), self.measure(key, other))
        return difference(self.tally, self.facts, both, one, other)
