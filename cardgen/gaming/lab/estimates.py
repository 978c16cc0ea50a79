"""Measures worked out, each with its 95 per cent interval.

The interval of a measure follows from how its two sums vary from game to game, and together (the delta method
for a ratio of means): players of one game are no independent trials, games are. Shares and indices keep
within their bounds by Wilson's interval, with as many trials as would vary so much, and counts keep above 0
by the score interval of a Poisson count, with as many events: so what never happened may still happen. A
difference between experiments that played the same games is measured game by game. How games vary shows in
many of them only: few tell no interval.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from ..games.measures import GAMES, Estimate, Measure, Unit
from .moments import Tally

#: The confidence of intervals.
SURE = 0.95
#: The standard errors that such an interval reaches to either side of a normal variable.
Z = NormalDist().inv_cdf((1 + SURE) / 2)
#: The fewest games for an interval. Fewer often come out alike by chance, as if they never varied.
FEWEST = 100
#: The largest value of measures that are parts of a whole; and measures that count something. Neither is
#: below 0.
_WHOLE: dict[Unit, float] = {"share": 1.0, "index": 100.0}
_COUNTS: tuple[Unit, ...] = ("cards", "times", "turns")


class Linearization(NamedTuple):
    """A value, and how much each fact of a game moves it (its influence)."""

    value: float
    weights: list[float]


def estimate(tally: Tally, facts: Sequence[str], measure: Measure, begin: int = 0) -> Estimate:
    """Estimate a measure of the experiment whose facts begin at a column of the tally."""
    line = linearized(tally, facts, measure, begin)
    if line is None:
        return Estimate(None, None, None)
    games = resting_on(tally, facts, measure, begin)
    if games < FEWEST:
        return Estimate(line.value, None, None)
    return _interval(tally, measure, line, games)


def _interval(tally: Tally, measure: Measure, line: Linearization, games: float) -> Estimate:
    """Work out the interval of a measure that rests on `games` games."""
    value, variance = line.value, variance_of(tally, line.weights)
    if measure.unit in _WHOLE:
        whole = _WHOLE[measure.unit]
        return Estimate(*(whole * each for each in _within_one(value / whole, variance / whole**2, games)))
    z = _quantile(games)
    if measure.unit in _COUNTS and measure.mean is None:
        # What a single event more would add.
        one = max(abs(weight) for weight in line.weights) / tally.games
        return _above_zero(value, variance, z, one)
    half = z * sqrt(variance)
    return Estimate(value, value - half, value + half)


def _above_zero(value: float, variance: float, z: float, one: float) -> Estimate:
    """Return the score interval of a Poisson count (Barker, "A comparison of nine confidence intervals for a
    Poisson parameter when the expected number of events is ≤ 5", The American Statistician 56, 2002) of as
    many events as would vary so much; where none was seen, each adds `one`.
    """
    if value <= 0:
        return Estimate(value, value, value + z * z * one)
    if not variance:
        return Estimate(value, value, value)
    events, worth = value * value / variance, variance / value
    half = z * sqrt(events + z * z / 4)
    return Estimate(value, max(0.0, worth * (events + z * z / 2 - half)), worth * (events + z * z / 2 + half))


def difference(
    tally: Tally, facts: Sequence[Sequence[str]], measures: tuple[Measure, Measure], one: int, other: int
) -> Estimate:
    """Estimate how much more the other experiment has than the one, of those that stand side by side.

    facts: of all experiments of the tally. measures: the same measure of the one and of the other, which may
    have factors of their own, such as the points in a pack. The games of both are the same by number, so
    what chance does to both alike falls out.
    """
    begins = [sum(map(len, facts[:at])) for at in range(len(facts))]
    lines = [
        linearized(tally, facts[at], each, begins[at])
        for at, each in zip((one, other), measures, strict=True)
    ]
    if lines[0] is None or lines[1] is None:
        return Estimate(None, None, None)
    value = lines[1].value - lines[0].value
    games = [
        resting_on(tally, facts[at], each, begins[at])
        for at, each in zip((one, other), measures, strict=True)
    ]
    if min(games) < FEWEST:
        return Estimate(value, None, None)
    weights = [b - a for a, b in zip(lines[0].weights, lines[1].weights, strict=True)]
    variance = variance_of(tally, weights)
    if measures[0].unit in (*_WHOLE, *_COUNTS):
        one_value, other_value = (
            _interval(tally, measure, line, so_many)
            for measure, line, so_many in zip(measures, (lines[0], lines[1]), games, strict=True)
        )
        a, b = (variance_of(tally, line.weights) for line in (lines[0], lines[1]))
        together = (a + b - variance) / 2 / sqrt(a * b) if a and b else 0.0
        return _between(one_value, other_value, together)
    half = _quantile(min(games)) * sqrt(variance)
    return Estimate(value, value - half, value + half)


def _between(one: Estimate, other: Estimate, together: float) -> Estimate:
    """Work out the difference of two measures from the interval of each.

    Where hardly a game came out differently, the variance of the differences says too little. So what each
    may be more or less is squared and added, with regard to how far they go together, their correlation
    (Newcombe, "Improved confidence intervals for the difference between binomial proportions based on paired
    data", Statistics in Medicine 17, 1998; for any measures Zou, "On the estimation of additive interaction
    by use of the four-by-two table and beyond", American Journal of Epidemiology 168, 2008).
    """
    (x, low_x, high_x), (y, low_y, high_y) = (tuple(float(v or 0.0) for v in each) for each in (one, other))

    def far(up: float, down: float) -> float:
        return sqrt(max(0.0, up * up + down * down - 2 * together * up * down))

    return Estimate(y - x, y - x - far(high_x - x, y - low_y), y - x + far(x - low_x, high_y - y))


def resting_on(tally: Tally, facts: Sequence[str], measure: Measure, begin: int = 0) -> float:
    """Count the games that a measure rests on: fewer than all where its divisor comes from few of them.

    A share of things that one game in a thousand has is no surer than a thousandth of the games (the
    effective sample size of Kish, "Survey Sampling", 1965).
    """
    always = measure.under.get(GAMES, 0)
    counted = [(begin + facts.index(fact), times) for fact, times in measure.under.items() if fact != GAMES]
    some = sum(times * tally.sums[at] for at, times in counted)
    squares = sum(a * b * tally.products[at][of] for at, a in counted for of, b in counted)
    squares += always * (always * tally.games + 2 * some)
    return (always * tally.games + some) ** 2 / squares if squares else 0.0


def linearized(tally: Tally, facts: Sequence[str], measure: Measure, begin: int) -> Linearization | None:
    """Work out a measure's value, and its influence for all columns of the tally."""
    if not tally.games:
        return None
    under = _mean(tally, facts, measure.under, begin)
    if not under:
        return None
    ratio = _mean(tally, facts, measure.over, begin) / under
    weights = [0.0] * len(tally.sums)
    _weigh(weights, facts, measure.over, begin, 1 / under)
    _weigh(weights, facts, measure.under, begin, -ratio / under)
    if measure.mean is None:
        return Linearization(ratio, weights)
    middle = _mean(tally, facts, measure.mean, begin) / under
    spread = sqrt(max(0.0, ratio - middle * middle))
    _weigh(weights, facts, measure.mean, begin, -2 * middle / under)
    _weigh(weights, facts, measure.under, begin, 2 * middle * middle / under)
    return Linearization(spread, [weight / (2 * spread) if spread else 0.0 for weight in weights])


def _mean(tally: Tally, facts: Sequence[str], factors: Mapping[str, int], begin: int) -> float:
    """Return the mean over games of a sum of facts."""
    total = sum(
        factor * (tally.games if fact == GAMES else tally.sums[begin + facts.index(fact)])
        for fact, factor in factors.items()
    )
    return total / tally.games


def _weigh(
    weights: list[float], facts: Sequence[str], factors: Mapping[str, int], begin: int, times: float
) -> None:
    for fact, factor in factors.items():
        if fact != GAMES:
            weights[begin + facts.index(fact)] += factor * times


def variance_of(tally: Tally, weights: Sequence[float]) -> float:
    """Return the variance of a mean over games, of a sum of facts with these weights."""
    games, used = tally.games, [at for at, weight in enumerate(weights) if weight]
    if games < 2:
        return 0.0
    # Whole numbers until the end: the difference of two large sums would lose its digits.
    total = sum(
        weights[a] * weights[b] * ((games * tally.products[a][b] - tally.sums[a] * tally.sums[b]) / games)
        for a in used
        for b in used
    )
    return max(0.0, total) / (games - 1) / games


def _within_one(share: float, variance: float, games: float) -> tuple[float, float, float]:
    """Work out Wilson's interval of a share, with as many trials as would give its mean this variance.

    Where no variance is seen, every game is a trial.
    """
    share = min(1.0, max(0.0, share))
    # Of none or all, a trace of variance is no more than rounding.
    trials = max(1.0, share * (1 - share) / variance) if variance > 0 and 0 < share < 1 else float(games)
    square = Z * Z / trials
    middle = (share + square / 2) / (1 + square)
    half = Z / (1 + square) * sqrt(share * (1 - share) / trials + square / (4 * trials))
    return share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def _quantile(games: float) -> float:
    """Return Student's t for `games` games, by the terms of its expansion (Abramowitz and Stegun, 26.7.5)."""
    free = games - 1
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / free + second / free**2 + third / free**3
