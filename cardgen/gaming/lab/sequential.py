"""Intervals that hold at every moment of a run at once, so that it may be stopped as soon as they say enough.

Intervals of a fixed number of games (`estimates`) are wrong when somebody looks at them again and again and
stops at the first that suits. These are confidence sequences: in 95 of 100 runs, the true value is within all
of them, however often they are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, log1p, sqrt

from ..games.measures import Estimate
from .estimates import SURE

#: The chance that a true value is ever outside.
ERROR = 1 - SURE
#: Observations before which no interval of a mean is told: that of `mean_interval` holds for many only. With
#: so many, margins as skewed as an exponential distribution are missed in 5.4 of 100 runs, even ones in 2.3:
#: see tests/gaming/test_match.py.
FEWEST_OF_MEAN = 50
#: For how many observations the interval of a mean is at its narrowest; it holds for any number.
_NARROWEST = 100
#: The largest part of what a bet may lose.
_STAKE = 0.5
#: Halvings by which the end of an interval is found: to a millionth.
_HALVINGS = 20


def share_interval(observations: Sequence[float]) -> Estimate:
    """Estimate the mean of observations from 0 to 1, in the order in which they came.

    The hedged capital process with predictable plug-in bets of Waudby-Smith and Ramdas ("Estimating means of
    bounded random variables by betting", Journal of the Royal Statistical Society B 86, 2024, theorem 3): for
    each possible mean somebody bets that the observations are larger, and somebody that they are smaller.
    Were the mean true, neither would ever make 40 of 1, but in 5 of 100 runs (Ville's inequality). It holds
    for any number of observations, and however they are spread; the less they vary the narrower it is.
    """
    if not observations:
        return Estimate(None, 0.0, 1.0)
    bets = list(_bets(observations))
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
    return Estimate(value, _edge(0.0, 1.0, too_low), _edge(1.0, 0.0, too_high))


def _bets(observations: Sequence[float]) -> Sequence[float]:
    """Return the bet on each observation, which depends on those before it alone."""
    bets, total, squares = list[float](), 0.5, 0.25
    for count, each in enumerate(observations, 1):
        variance = squares / count
        bets.append(sqrt(2 * log(2 / ERROR) / (variance * count * log(1 + count))))
        total += each
        squares += (each - total / (count + 1)) ** 2
    return bets


def _edge(out: float, within: float, excluded: Callable[[float], bool]) -> float:
    """Return where exclusion ends, going from one end of the possible means to the other."""
    for _ in range(_HALVINGS):
        middle = (out + within) / 2
        if excluded(middle):
            out = middle
        else:
            within = middle
    return out


def mean_interval(observations: Sequence[float]) -> Estimate:
    """Estimate the mean of observations without known bounds.

    The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas ("Time-uniform
    central limit theory and asymptotic confidence sequences", Annals of Statistics 52, 2024): it holds as
    nearly as the central limit theorem does. No interval is told of few observations, nor where none varied.
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
