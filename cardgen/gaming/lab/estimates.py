"""Measures worked out, each with its 95 per cent interval.

The interval of a measure follows from how its two sums vary from game to game, and together (the delta method
for a ratio of means): players of one game are no independent trials, games are. Shares and indices have the
exact interval of as many trials as would vary so much. All others have that of a Poisson count, moved and
stretched to vary so much and to be as skewed. So what never happened may still happen, and what never varied
may still vary. A difference between experiments that played the same games is measured game by game. How
games vary shows in many of them only: few tell no interval. tests/benchmarks/intervals.py measures how often
the intervals hold, and how wide they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import prod, sqrt
from statistics import NormalDist
from typing import NamedTuple

from ..games.measures import GAMES, Estimate, Measure, Unit
from .exact_intervals import binomial_interval, poisson_interval
from .moments import Tally, cubes_key, varying

#: The confidence of intervals.
SURE = 0.95
#: The standard errors that such an interval reaches to either side of a normal variable.
Z = NormalDist().inv_cdf((1 + SURE) / 2)
#: The fewest games for an interval. Fewer often come out alike by chance, as if they never varied.
FEWEST = 100
#: The fewest of them that a measure may rest on: see `resting_on`.
_FEWEST_RESTING = 30
#: Measures that count something, and so are never below 0.
_COUNTS: tuple[Unit, ...] = ("cards", "times", "turns")
#: Events of a Poisson count above which it is a normal one, but for its skewness.
_NORMAL = 1e6
#: The part of a sum that rounding may leave of terms that cancel out.
_ROUNDING = 1e-12
#: How many times as far an interval may reach as Garwood's, as events may be larger than those seen.
_FURTHEST = 2.0


class Linearization(NamedTuple):
    """A value, and how much each fact of a game moves it (its influence).

    weights: of all columns of a tally. factors: of the sums of facts `varying`, in their order.
    """

    value: float
    weights: list[float]
    factors: list[float]


def estimate(tally: Tally, facts: Sequence[str], measure: Measure, begin: int = 0) -> Estimate:
    """Estimate a measure of the experiment whose facts begin at a column of the tally."""
    line = linearized(tally, facts, measure, begin)
    if line is None:
        return Estimate(None, None, None)
    games = resting_on(tally, facts, measure, begin)
    if not _enough(tally, games):
        return Estimate(line.value, None, None)
    return _interval(tally, facts, measure, begin, line, games)


def _enough(tally: Tally, games: float) -> bool:
    """Tell whether an interval can be told that rests on so many games."""
    return tally.games >= FEWEST and games >= _FEWEST_RESTING


def _interval(
    tally: Tally, facts: Sequence[str], measure: Measure, begin: int, line: Linearization, games: float
) -> Estimate:
    """Work out the interval of a measure that rests on `games` games."""
    variance = variance_of(tally, line.weights)
    if whole := measure.whole:
        # As the variance is estimated, too.
        wide = variance / whole**2 * (_quantile(games) / Z) ** 2
        return Estimate(*(whole * each for each in _share(line.value / whole, wide, games)))
    bounded = measure.unit in _COUNTS or measure.mean is not None
    third = _third_moment(tally, facts, measure, begin, line)
    if third is None:
        # Counts are taken for Poisson's, all others for even ones.
        third = variance**2 / line.value if measure.unit in _COUNTS and line.value > 0 else 0.0
    low, high = _shifted(variance, third, games) if variance else _unvaried(tally, measure, line, games)
    least = line.value + low
    return Estimate(line.value, max(0.0, least) if bounded else least, line.value + high)


def _share(share: float, variance: float, games: float) -> tuple[float, float, float]:
    """Work out the exact interval of a share, with as many trials as would give its mean this variance (Korn
    and Graubard, "Confidence intervals for proportions with small expected number of positive counts
    estimated from survey data", Survey Methodology 24, 1998).

    Where no variance is seen, every game is a trial.
    """
    share = min(1.0, max(0.0, share))
    # Of none or all, a trace of variance is no more than rounding.
    trials = max(1.0, share * (1 - share) / variance) if variance > 0 and 0 < share < 1 else games
    low, high = binomial_interval(share * trials, trials, SURE)
    return share, min(share, low), max(share, high)


def _shifted(variance: float, third: float, games: float) -> tuple[float, float]:
    """Work out how far below and above a mean its true value may be, given the variance of the mean and its
    third central moment: the exact interval of a Poisson count, so stretched and moved that it has these
    moments.

    To the first order in the skewness, it is the interval that Hall derives ("On the removal of skewness by
    transformation", Journal of the Royal Statistical Society B 54, 1992). Both ends are further out by
    Student's t. The end that events larger than those seen would move has no more degrees of freedom than the
    variance of a Poisson count, two an event.
    """
    worth = third / variance
    events = (variance / worth) / worth if worth else _NORMAL
    wide = _quantile(games) / Z
    if events >= _NORMAL:
        half, shift = wide * Z * sqrt(variance), (2 * Z * Z + 1) / 6 * worth
        return shift - half, shift + half
    few, many = poisson_interval(events, SURE)
    wider = min(_FURTHEST, _quantile(1 + 1 / (1 / (games - 1) + 1 / (2 * events))) / Z)
    low, high = sorted((wide * worth * (few - events), wider * worth * (many - events)))
    return low, high


def _unvaried(tally: Tally, measure: Measure, line: Linearization, games: float) -> tuple[float, float]:
    """Work out how far below and above a value that was the same in all games the true one may be.

    As many games as there may be when none was seen may differ by what a Poisson count of this value varies
    by, its root, or by one where that is more.
    """
    most = poisson_interval(0, SURE)[1]
    if measure.mean is not None:
        # The mean square is that of so many events; a root has no slope at 0.
        return 0.0, sqrt(most / games)
    one = max((abs(weight) for weight in line.weights), default=0.0)
    far = most * max(one, sqrt(abs(line.value) * one)) / tally.games
    return -far, far


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
    if not _enough(tally, min(games)):
        return Estimate(value, None, None)
    weights = [b - a for a, b in zip(lines[0].weights, lines[1].weights, strict=True)]
    variance = variance_of(tally, weights)
    a, b = (variance_of(tally, line.weights) for line in (lines[0], lines[1]))
    if measures[0].whole or measures[0].unit in _COUNTS or not (a and b):
        one_value, other_value = (
            _interval(tally, facts[at], measure, begins[at], line, so_many)
            for at, measure, line, so_many in zip(
                (one, other), measures, (lines[0], lines[1]), games, strict=True
            )
        )
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
        factors = [1 / under, -ratio / under]
        return Linearization(ratio, weights, _of_varying(measure, factors))
    middle = _mean(tally, facts, measure.mean, begin) / under
    spread = sqrt(max(0.0, ratio - middle * middle))
    _weigh(weights, facts, measure.mean, begin, -2 * middle / under)
    _weigh(weights, facts, measure.under, begin, 2 * middle * middle / under)
    steep = 1 / (2 * spread) if spread else 0.0
    factors = [1 / under, -2 * middle / under, (2 * middle * middle - ratio) / under]
    return Linearization(
        spread,
        [weight * steep for weight in weights],
        _of_varying(measure, [factor * steep for factor in factors]),
    )


def _of_varying(measure: Measure, factors: Sequence[float]) -> list[float]:
    """Leave out the factors of sums of facts that each game has once."""
    sums = (
        [measure.over, measure.under] if measure.mean is None else [measure.over, measure.mean, measure.under]
    )
    return [factor for sum_, factor in zip(sums, factors, strict=True) if {*sum_} - {GAMES}]


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
    terms = [
        weights[a] * weights[b] * ((games * tally.products[a][b] - tally.sums[a] * tally.sums[b]) / games)
        for a in used
        for b in used
    ]
    total = sum(terms)
    # What is left of terms that cancel out is no more than rounding.
    return total / (games - 1) / games if total > _ROUNDING * sum(map(abs, terms)) else 0.0


def _third_moment(
    tally: Tally, facts: Sequence[str], measure: Measure, begin: int, line: Linearization
) -> float | None:
    """Return the third central moment of a mean over games, of a measure's influence; None where the tally
    has no cubes of it.
    """
    cubes, games = tally.cubes.get(cubes_key(measure, begin)), tally.games
    if cubes is None:
        return None
    columns = [
        [(begin + facts.index(fact), factor) for fact, factor in each.items()] for each in varying(measure)
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


def _quantile(games: float) -> float:
    """Return Student's t for `games` games, by the terms of its expansion (Abramowitz and Stegun, 26.7.5)."""
    free = games - 1
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / free + second / free**2 + third / free**3
