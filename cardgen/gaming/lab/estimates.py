"""Estimate measures, each with its 95 per cent interval.

The interval of a measure follows from the variances and the covariance of its two sums over games (the delta
method for a ratio of means): games are independent, the players of one game are not. Shares and indices get
the exact interval of as many trials as would give this variance. All others get that of a Poisson count,
shifted and scaled to the same variance and skewness. So events that never happened still have an upper limit,
and values that never varied still have an interval. A difference between experiments with the same games is
measured game by game. The variance needs many games: there is no interval below 100.
tests/benchmarks/intervals.py measures the coverage and the width of the intervals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import prod, sqrt
from statistics import NormalDist
from typing import NamedTuple

from ..games.measures import GAMES, Estimate, Measure, Unit
from .exact_intervals import binomial_interval, poisson_interval
from .moments import GameTally, cubes_key, varying_sums

#: The confidence of intervals.
CONFIDENCE = 0.95
#: The standard errors of such an interval on either side of a normal variable.
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
#: Minimum number of games for an interval. Fewer games are often equal by chance, as if there were no
#: variance.
FEWEST_GAMES = 100
#: Minimum number of games behind a measure: see `effective_games`.
_FEWEST_EFFECTIVE_GAMES = 30
#: Units of measures that count something, and so are never negative.
_COUNTS: tuple[Unit, ...] = ("cards", "times", "turns")
#: Number of events above which a Poisson count is treated as normal, except for its skewness.
_NORMAL = 1e6
#: The share of a sum that rounding may leave of terms that cancel out.
_ROUNDING = 1e-12
#: Maximum width relative to Garwood's interval, as events larger than those seen are possible.
_FURTHEST = 2.0


class Linearization(NamedTuple):
    """A value, and its derivatives with respect to the means of facts.

    weights: the derivative for each column of a tally. factors: the derivative for each sum of
    `varying_sums`, in their order.
    """

    value: float
    weights: list[float]
    factors: list[float]


def estimate(tally: GameTally, facts: Sequence[str], measure: Measure, begin: int = 0) -> Estimate:
    """Return a measure's value and 95 per cent interval.

    facts: the names of the experiment's facts; they start at column `begin` of the tally. Value and interval
    are None without games or with a divisor of 0; the interval alone is None for too few games.
    """
    line = linearized_measure(tally, facts, measure, begin)
    if line is None:
        return Estimate(None, None, None)
    games = effective_games(tally, facts, measure, begin)
    if not _has_enough_games(tally, games):
        return Estimate(line.value, None, None)
    return _measure_interval(tally, facts, measure, begin, line, games)


def _has_enough_games(tally: GameTally, games: float) -> bool:
    """Tell whether this number of games is enough for an interval."""
    return tally.games >= FEWEST_GAMES and games >= _FEWEST_EFFECTIVE_GAMES


def _measure_interval(
    tally: GameTally, facts: Sequence[str], measure: Measure, begin: int, line: Linearization, games: float
) -> Estimate:
    """Return a measure's value and interval. line, games: from `linearized_measure`, `effective_games`."""
    variance = variance_of_mean(tally, line.weights)
    if whole := measure.largest_value:
        # The variance is estimated too.
        wide = variance / whole**2 * (_student_quantile(games) / Z) ** 2
        return Estimate(*(whole * each for each in _share_with_interval(line.value / whole, wide, games)))
    bounded = measure.unit in _COUNTS or measure.mean is not None
    third = _third_moment_of_mean(tally, facts, measure, begin, line)
    if third is None:
        # Counts are treated as Poisson variables, all others as symmetric ones.
        third = variance**2 / line.value if measure.unit in _COUNTS and line.value > 0 else 0.0
    low, high = (
        _offsets_of_skewed_interval(variance, third, games)
        if variance
        else _offsets_without_variance(tally, measure, line, games)
    )
    least = line.value + low
    return Estimate(line.value, max(0.0, least) if bounded else least, line.value + high)


def _share_with_interval(share: float, variance: float, games: float) -> tuple[float, float, float]:
    """Return a share with both ends of its exact interval, as for a number of independent trials.

    The number of trials is the one with which a share of this size would have this variance (Korn and
    Graubard, "Confidence intervals for proportions with small expected number of positive counts estimated
    from survey data", Survey Methodology 24, 1998). Without variance, every game is a trial.
    """
    share = min(1.0, max(0.0, share))
    # With none or all, a trace of variance is rounding.
    trials = max(1.0, share * (1 - share) / variance) if variance > 0 and 0 < share < 1 else games
    low, high = binomial_interval(share * trials, trials, CONFIDENCE)
    return share, min(share, low), max(share, high)


def _offsets_of_skewed_interval(variance: float, third: float, games: float) -> tuple[float, float]:
    """Return how far the true value of a mean may be below it (negative) and above it.

    variance, third: the variance and the third central moment of the mean. The interval is the exact one of a
    Poisson count, scaled and shifted to these moments. To the first order in the skewness, it is the interval
    that Hall derives ("On the removal of skewness by transformation", Journal of the Royal Statistical
    Society B 54, 1992). Student's t moves both ends further out. One end depends on whether events larger
    than those seen occur; its degrees of freedom are at most those of the variance of a Poisson count, which
    are two per event.
    """
    worth = third / variance
    events = (variance / worth) / worth if worth else _NORMAL
    wide = _student_quantile(games) / Z
    if events >= _NORMAL:
        half, shift = wide * Z * sqrt(variance), (2 * Z * Z + 1) / 6 * worth
        return shift - half, shift + half
    few, many = poisson_interval(events, CONFIDENCE)
    wider = min(_FURTHEST, _student_quantile(1 + 1 / (1 / (games - 1) + 1 / (2 * events))) / Z)
    low, high = sorted((wide * worth * (few - events), wider * worth * (many - events)))
    return low, high


def _offsets_without_variance(
    tally: GameTally, measure: Measure, line: Linearization, games: float
) -> tuple[float, float]:
    """Return how far the true value may be below (negative or 0) and above a value that all games had.

    It is assumed that as many games differ as the upper limit for an event that was never seen. Each may
    differ by the standard deviation of a Poisson count with this mean, or by one if that is more.
    """
    most = poisson_interval(0, CONFIDENCE)[1]
    if measure.mean is not None:
        # The mean square has the limit of that many events; a root has no slope at 0.
        return 0.0, sqrt(most / games)
    one = max((abs(weight) for weight in line.weights), default=0.0)
    far = most * max(one, sqrt(abs(line.value) * one)) / tally.games
    return -far, far


def estimate_difference(
    tally: GameTally, facts: Sequence[Sequence[str]], measures: tuple[Measure, Measure], one: int, other: int
) -> Estimate:
    """Return the other experiment's measure minus the one's, with its interval; both are in one tally.

    one, other: the indices of the experiments. facts: of all experiments of the tally. measures: the same
    measure for the one and the other, whose factors may differ, such as the points in a pack. Both played the
    same games by number, so chance that affects both alike cancels out.
    """
    begins = [sum(map(len, facts[:at])) for at in range(len(facts))]
    lines = [
        linearized_measure(tally, facts[at], each, begins[at])
        for at, each in zip((one, other), measures, strict=True)
    ]
    if lines[0] is None or lines[1] is None:
        return Estimate(None, None, None)
    value = lines[1].value - lines[0].value
    games = [
        effective_games(tally, facts[at], each, begins[at])
        for at, each in zip((one, other), measures, strict=True)
    ]
    if not _has_enough_games(tally, min(games)):
        return Estimate(value, None, None)
    weights = [b - a for a, b in zip(lines[0].weights, lines[1].weights, strict=True)]
    variance = variance_of_mean(tally, weights)
    a, b = (variance_of_mean(tally, line.weights) for line in (lines[0], lines[1]))
    if measures[0].largest_value or measures[0].unit in _COUNTS or not (a and b):
        one_value, other_value = (
            _measure_interval(tally, facts[at], measure, begins[at], line, so_many)
            for at, measure, line, so_many in zip(
                (one, other), measures, (lines[0], lines[1]), games, strict=True
            )
        )
        correlation = (a + b - variance) / 2 / sqrt(a * b) if a and b else 0.0
        return _difference_from_intervals(one_value, other_value, correlation)
    half = _student_quantile(min(games)) * sqrt(variance)
    return Estimate(value, value - half, value + half)


def _difference_from_intervals(one: Estimate, other: Estimate, correlation: float) -> Estimate:
    """Return the other measure minus the one, with an interval that follows from the intervals of both.

    It is used if hardly any game differed, because the variance of the differences is too small then. The
    squares of the two possible deviations are added, less what `correlation` explains
    (Newcombe, "Improved confidence intervals for the difference between binomial proportions based on paired
    data", Statistics in Medicine 17, 1998; for any measures Zou, "On the estimation of additive interaction
    by use of the four-by-two table and beyond", American Journal of Epidemiology 168, 2008).
    """
    (x, low_x, high_x), (y, low_y, high_y) = (tuple(float(v or 0.0) for v in each) for each in (one, other))

    def combined_deviation(one_deviation: float, other_deviation: float) -> float:
        return sqrt(
            max(
                0.0, one_deviation**2 + other_deviation**2 - 2 * correlation * one_deviation * other_deviation
            )
        )

    low = y - x - combined_deviation(high_x - x, y - low_y)
    return Estimate(y - x, low, y - x + combined_deviation(x - low_x, high_y - y))


def effective_games(tally: GameTally, facts: Sequence[str], measure: Measure, begin: int = 0) -> float:
    """Return the effective number of games of a measure; it is low if few games make up its divisor.

    For example, if a share is about things that occur in one game of a thousand, it is as uncertain as if a
    thousandth of the games had been played (the effective sample size of Kish, "Survey Sampling", 1965).
    """
    always = measure.under.get(GAMES, 0)
    counted = [(begin + facts.index(fact), times) for fact, times in measure.under.items() if fact != GAMES]
    some = sum(times * tally.sums[at] for at, times in counted)
    squares = sum(a * b * tally.products[at][of] for at, a in counted for of, b in counted)
    squares += always * (always * tally.games + 2 * some)
    return (always * tally.games + some) ** 2 / squares if squares else 0.0


def linearized_measure(
    tally: GameTally, facts: Sequence[str], measure: Measure, begin: int
) -> Linearization | None:
    """Return a measure's value and its derivatives; None without games or with a divisor of 0."""
    if not tally.games:
        return None
    under = _mean_of_facts(tally, facts, measure.under, begin)
    if not under:
        return None
    ratio = _mean_of_facts(tally, facts, measure.over, begin) / under
    weights = [0.0] * len(tally.sums)
    _add_gradient(weights, facts, measure.over, begin, 1 / under)
    _add_gradient(weights, facts, measure.under, begin, -ratio / under)
    if measure.mean is None:
        factors = [1 / under, -ratio / under]
        return Linearization(ratio, weights, _derivatives_by_varying_sums(measure, factors))
    middle = _mean_of_facts(tally, facts, measure.mean, begin) / under
    spread = sqrt(max(0.0, ratio - middle * middle))
    _add_gradient(weights, facts, measure.mean, begin, -2 * middle / under)
    _add_gradient(weights, facts, measure.under, begin, 2 * middle * middle / under)
    steep = 1 / (2 * spread) if spread else 0.0
    factors = [1 / under, -2 * middle / under, (2 * middle * middle - ratio) / under]
    return Linearization(
        spread,
        [weight * steep for weight in weights],
        _derivatives_by_varying_sums(measure, [factor * steep for factor in factors]),
    )


def _derivatives_by_varying_sums(measure: Measure, factors: Sequence[float]) -> list[float]:
    """Return the derivatives for those sums of a measure that vary, and not only count the games.

    factors: the derivatives for the measure's `over`, `mean` (if it has one) and `under`.
    """
    sums = (
        [measure.over, measure.under] if measure.mean is None else [measure.over, measure.mean, measure.under]
    )
    return [factor for sum_, factor in zip(sums, factors, strict=True) if {*sum_} - {GAMES}]


def _mean_of_facts(tally: GameTally, facts: Sequence[str], factors: Mapping[str, int], begin: int) -> float:
    """Return the mean over games of a sum of facts, each times its factor."""
    total = sum(
        factor * (tally.games if fact == GAMES else tally.sums[begin + facts.index(fact)])
        for fact, factor in factors.items()
    )
    return total / tally.games


def _add_gradient(
    weights: list[float], facts: Sequence[str], factors: Mapping[str, int], begin: int, times: float
) -> None:
    """Add the derivatives of a mean of facts, multiplied by `times`, to the weights of their columns."""
    for fact, factor in factors.items():
        if fact != GAMES:
            weights[begin + facts.index(fact)] += factor * times


def variance_of_mean(tally: GameTally, weights: Sequence[float]) -> float:
    """Return the variance of the mean over games of a weighted sum of facts. weights: one for each column."""
    games, used = tally.games, [at for at, weight in enumerate(weights) if weight]
    if games < 2:
        return 0.0
    # Whole numbers until the end: the difference of two large sums would lose digits.
    terms = [
        weights[a] * weights[b] * ((games * tally.products[a][b] - tally.sums[a] * tally.sums[b]) / games)
        for a in used
        for b in used
    ]
    total = sum(terms)
    # The remainder of terms that cancel out is rounding.
    return total / (games - 1) / games if total > _ROUNDING * sum(map(abs, terms)) else 0.0


def _third_moment_of_mean(
    tally: GameTally, facts: Sequence[str], measure: Measure, begin: int, line: Linearization
) -> float | None:
    """Return the third central moment of a measure's mean over games, to the first order.

    Returns None if the tally has no sums of cubes for the measure.
    """
    cubes, games = tally.cubes.get(cubes_key(measure, begin)), tally.games
    if cubes is None:
        return None
    columns = [
        [(begin + facts.index(fact), factor) for fact, factor in each.items()]
        for each in varying_sums(measure)
    ]
    sums = [sum(factor * tally.sums[at] for at, factor in each) for each in columns]
    products = [
        [sum(p * q * tally.products[at][of] for at, p in one for of, q in other) for other in columns]
        for one in columns
    ]
    total = 0.0
    for cube, (a, b, c) in zip(cubes, combinations_with_replacement(range(len(columns)), 3), strict=True):
        pairs = products[a][b] * sums[c] + products[a][c] * sums[b] + products[b][c] * sums[a]
        # Whole numbers until the end, as above.
        central = games * games * cube - games * pairs + 2 * sums[a] * sums[b] * sums[c]
        orders = {1: 1, 2: 3, 3: 6}[len({a, b, c})]
        total += orders * prod(line.factors[each] for each in (a, b, c)) * (central / games**3)
    return total / games**2


def _student_quantile(games: float) -> float:
    """Return half the width of a 95 per cent interval for a mean of this many games, in standard errors.

    It is a quantile of Student's t (Abramowitz and Stegun, 26.7.5).
    """
    free = games - 1
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / free + second / free**2 + third / free**3
