"""How far a composition is from a wish, by games that it and the base have both played.

The base is played far longer than most candidates. Where a candidate's games were lucky for the base as
well, as far as both go together, that luck is taken off (a control variate; the factor is the regression's,
so it never makes an estimate worse): b and c are the base's and the candidate's values over the same n
games, B the base's over its m.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from ...games.experiment import Chunk, Experiment
from ...games.measures import Measure
from ..estimates import linearized, variance_of
from ..moments import Tally
from .targets import Wish

_NORMAL = NormalDist()
#: A gap that is so likely to be near enough, against none at all, passes for met when there is no more to
#: learn.
_AS_GOOD = 0.8


class Gap(NamedTuple):
    """A value less what is wished for, its standard error squared, and how much is near enough."""

    value: float
    variance: float
    tolerance: float

    @property
    def off(self) -> float:
        """How many tolerances it is off."""
        return self.value / self.tolerance

    @property
    def error(self) -> float:
        """Its standard error in tolerances."""
        return sqrt(self.variance) / self.tolerance

    def interval(self, z: float) -> tuple[float, float]:
        """So many standard errors to either side."""
        half = z * sqrt(self.variance)
        return self.value - half, self.value + half

    def surely_met(self, z: float) -> bool:
        """Whether the whole interval is near enough."""
        low, high = self.interval(z)
        return -self.tolerance <= low and high <= self.tolerance

    def surely_missed(self, z: float) -> bool:
        """Whether nothing of the interval is."""
        low, high = self.interval(z)
        return low > self.tolerance or high < -self.tolerance

    @property
    def chance(self) -> float:
        """How likely it is that the true value is near enough."""
        if self.variance <= 0:
            return float(abs(self.value) <= self.tolerance)
        off, error = self.off, self.error
        return _NORMAL.cdf((1 - off) / error) - _NORMAL.cdf((-1 - off) / error)

    @property
    def seems_met(self) -> bool:
        """Whether it is about as likely to be near enough as so many games can say of anything."""
        return self.chance >= _AS_GOOD * self._replace(value=0.0).chance


class Side(NamedTuple):
    """The measure of one of the two, and the facts kept of it."""

    measure: Measure
    facts: tuple[str, ...]


def gap(wish: Wish, base: Tally, pair: Tally, sides: tuple[Side, Side]) -> Gap | None:
    """The gap of a candidate, or None where its games say nothing of the measure.

    base: the games of the base, its facts only. pair: facts of base and candidate side by side over the same
    games, which are the first of the base's games, or all of them.
    """
    (own, facts), (measure, others) = sides
    long = linearized(base, facts, own, 0)
    one, other = linearized(pair, facts, own, 0), linearized(pair, others, measure, len(facts))
    if long is None or one is None or other is None:
        return None
    # Of means over n games; a variance of one over m is n / m of it.
    b, c = variance_of(pair, one.weights), variance_of(pair, other.weights)
    both = (b + c - variance_of(pair, [y - x for x, y in zip(one.weights, other.weights, strict=True)])) / 2
    part = pair.games / max(base.games, pair.games)
    slope = both / b if b > 0 else 0.0
    value = other.value - slope * (one.value - long.value) - wish.target(long.value)
    variance = c - slope * both * (1 - part) + (wish.times**2 * b - 2 * wish.times * both) * part
    if not isfinite(value):
        return None
    return Gap(value, max(variance, 0.0), wish.tolerance(long.value))


@dataclass(frozen=True)
class Kept:
    """An experiment of which only some facts are kept, and no tables: so that many can stand side by side."""

    experiment: Experiment
    facts: tuple[str, ...]

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Those of the whole experiment."""
        return self.experiment.measures

    @property
    def score_range(self) -> tuple[int, int]:
        """That of the whole experiment."""
        return self.experiment.score_range

    @property
    def about(self) -> dict[str, Any]:
        """That of the whole experiment."""
        return self.experiment.about

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """The kept facts of games."""
        rows = self.experiment.play(seed, first, count).rows
        columns = [self.experiment.facts.index(fact) for fact in self.facts]
        return Chunk(_columns(rows, columns), {})


def _columns(rows: Any, columns: Sequence[int]) -> Any:
    if hasattr(rows, "shape"):
        return rows[:, list(columns)]
    return [[row[each] for each in columns] for row in rows]
