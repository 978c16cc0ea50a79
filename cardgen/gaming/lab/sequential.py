"""Intervals that are valid at every moment of a run, so that it can stop as soon as they are narrow enough.

Intervals for a fixed number of games (`estimates`) are wrong if one looks repeatedly and stops at a
convenient one. These are confidence sequences: in 95 of 100 runs all of them contain the true value, however
often they are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, log1p, sqrt

from ..games.measures import Estimate
from .estimates import CONFIDENCE

#: The chance that a true value is ever outside.
ERROR = 1 - CONFIDENCE
#: Minimum number of observations for an interval of a mean: `mean_interval` is asymptotic. With this many,
#: margins as skewed as an exponential distribution are missed in 5.4 of 100 runs, symmetric ones in 2.3: see
#: tests/gaming/test_match.py.
FEWEST_OF_MEAN = 50
#: Number of observations at which the interval of a mean is narrowest; it is valid for any number.
_NARROWEST = 100
#: Maximum share of the capital that a bet may lose: Waudby-Smith and Ramdas (2024) name 1/2 or 3/4.
_STAKE = 0.5
#: Number of bisections for the end of an interval: to a millionth.
_HALVINGS = 20


def share_interval(observations: Sequence[float]) -> Estimate:
    """Return the mean of observations from 0 to 1, in their order, with an interval that is valid at any
    time.

    This is the hedged capital process with predictable plug-in bets of Waudby-Smith and Ramdas ("Estimating
    means of bounded random variables by betting", Journal of the Royal Statistical Society B 86, 2024,
    theorem 3). For each possible mean, one player bets that the observations are larger, and one that they
    are smaller. If the mean is true, the chance that either ever turns 1 into 40 is at most 1 in 20 (Ville's
    inequality). The interval is valid for any number and distribution of observations; it
    is narrower if they vary less.
    """
    if not observations:
        return Estimate(None, 0.0, 1.0)
    bets = list(_bet_sizes(observations))
    enough = log(2 / ERROR)

    def too_low(mean: float) -> bool:
        bound = _STAKE / mean
        gains = (log1p(min(bet, bound) * (each - mean)) for bet, each in zip(bets, observations, strict=True))
        return sum(gains) >= enough

    def too_high(mean: float) -> bool:
        bound = _STAKE / (1 - mean)
        gains = (log1p(min(bet, bound) * (mean - each)) for bet, each in zip(bets, observations, strict=True))
        return sum(gains) >= enough

    value = sum(observations) / len(observations)
    return Estimate(value, _bisect_interval_end(0.0, 1.0, too_low), _bisect_interval_end(1.0, 0.0, too_high))


def _bet_sizes(observations: Sequence[float]) -> Sequence[float]:
    """Return the size of the bet on each observation, which depends only on the observations before."""
    bets, total, squares = list[float](), 0.5, 0.25
    for count, each in enumerate(observations, 1):
        variance = squares / count
        bets.append(sqrt(2 * log(2 / ERROR) / (variance * count * log(1 + count))))
        total += each
        squares += (each - total / (count + 1)) ** 2
    return bets


def _bisect_interval_end(
    excluded_mean: float, included_mean: float, is_excluded: Callable[[float], bool]
) -> float:
    """Return the end of an interval, found by bisection between an excluded mean and an included one.

    is_excluded: a function that tells whether a mean is excluded.
    """
    for _ in range(_HALVINGS):
        middle = (excluded_mean + included_mean) / 2
        if is_excluded(middle):
            excluded_mean = middle
        else:
            included_mean = middle
    return excluded_mean


def mean_interval(observations: Sequence[float]) -> Estimate:
    """Return the mean of observations without known bounds, with an interval that is valid at any time.

    It is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas ("Time-uniform
    central limit theory and asymptotic confidence sequences", Annals of Statistics 52, 2024), which is as
    accurate as the central limit theorem. There is no interval for few observations, or if they do not vary.
    """
    count = len(observations)
    if not count:
        return Estimate(None, None, None)
    mean = sum(observations) / count
    variance = sum((each - mean) ** 2 for each in observations) / count
    if count < FEWEST_OF_MEAN or not variance:
        return Estimate(mean, None, None)
    rho = (-2 * log(ERROR) + log(-2 * log(ERROR)) + 1) / _NARROWEST
    grown = count * rho + 1
    half = sqrt(variance * 2 * grown / (count * count * rho) * log(sqrt(grown) / ERROR))
    return Estimate(mean, mean - half, mean + half)
