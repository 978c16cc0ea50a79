"""Exact intervals of a number of events: Clopper and Pearson's of a share, Garwood's of a Poisson count.

Numbers of trials and events may be fractions, such as effective sample sizes.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

#: The shape above which the quantiles of a gamma distribution are Wilson and Hilferty's, exact to a
#: millionth.
_LARGE = 10_000.0
#: Number of trials above which the interval of a chance is that of a Poisson count, or a normal one.
_MANY = 1e9
#: Maximum number of terms of a continued fraction, and of steps to a quantile; the precision of both.
_TERMS, _STEPS, _PRECISE = 100_000, 200, 1e-12
_TINY = 1e-300


def binomial_interval(events: float, trials: float, confidence: float) -> tuple[float, float]:
    """Return the lowest and the highest chance in the interval of Clopper and Pearson.

    events: the number of events. trials: the number of trials. confidence: such as 0.95. If the lowest chance
    were true, so many events or more would happen with a probability of half of 1 - confidence; if the
    highest were true, so many or fewer ("The use of confidence or fiducial limits illustrated in the case of
    the binomial", Biometrika 26, 1934).
    """
    tail, misses = (1 - confidence) / 2, trials - events
    if trials > _MANY:
        # A Poisson count of the rarer event, or a normal variable, if the gamma function has too few digits.
        low, high = (each / trials for each in poisson_interval(min(events, misses), confidence))
        if min(events, misses) > _LARGE:
            share = events / trials
            half = NormalDist().inv_cdf(1 - tail) * sqrt(share * (1 - share) / trials)
            return share - half, share + half
        return (low, high) if events <= misses else (1 - high, 1 - low)
    low = beta_quantile(tail, events, misses + 1) if events > 0 else 0.0
    high = 1 - beta_quantile(tail, misses, events + 1) if misses > 0 else 1.0
    return low, high


def poisson_interval(events: float, confidence: float) -> tuple[float, float]:
    """Return the lowest and the highest mean of a Poisson count in Garwood's interval.

    events: the count. confidence: such as 0.95 ("Fiducial limits for the Poisson distribution", Biometrika
    28, 1936).
    """
    tail = (1 - confidence) / 2
    return gamma_quantile(tail, events) if events > 0 else 0.0, gamma_quantile(1 - tail, events + 1)


def beta_quantile(share: float, a: float, b: float) -> float:
    """Return a quantile of the beta distribution with parameters a and b.

    share: the probability of a value below the quantile.
    """
    constant = lgamma(a + b) - lgamma(a) - lgamma(b)

    def density(x: float) -> float:
        return exp(constant + (a - 1) * log(x) + (b - 1) * log1p(-x))

    spread = sqrt(a * b / (a + b + 1)) / (a + b)
    first = a / (a + b) + NormalDist().inv_cdf(share) * spread
    return _solve_quantile(lambda x: _beta_cdf(x, a, b, constant), density, share, (0.0, 1.0), first)


def _beta_cdf(x: float, a: float, b: float, constant: float) -> float:
    """Return the chance that a beta variable is at most x. constant: the logarithm of 1 / B(a, b).

    Uses Lentz's method for the continued fraction (Press et al., "Numerical Recipes", 6.4).
    """
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_cdf(1 - x, b, a, constant)
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or _TINY)
    fraction = d
    for m in range(1, _TERMS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 / (1 + term * d or _TINY), 1 + term / c or _TINY
            fraction *= c * d
        if abs(c * d - 1) < _PRECISE:
            break
    return exp(constant + a * log(x) + b * log1p(-x)) * fraction / a


def gamma_quantile(share: float, shape: float) -> float:
    """Return a quantile of the gamma distribution of scale 1.

    share: the probability of a value below the quantile.
    """
    ninth = 1 / (9 * shape)
    first = shape * (1 - ninth + NormalDist().inv_cdf(share) * sqrt(ninth)) ** 3
    if shape > _LARGE:
        return first

    def below(x: float) -> float:
        # The power series of the distribution function.
        term = total = 1 / shape
        for more in range(1, _TERMS):
            term *= x / (shape + more)
            total += term
            if term < total * _PRECISE:
                break
        return total * exp(shape * log(x) - x - lgamma(shape))

    def density(x: float) -> float:
        return exp((shape - 1) * log(x) - x - lgamma(shape))

    return _solve_quantile(below, density, share, (0.0, 2 * shape + 60), first)


def _solve_quantile(
    distribution: Callable[[float], float],
    density: Callable[[float], float],
    share: float,
    bounds: tuple[float, float],
    start: float,
) -> float:
    """Return where a distribution function reaches a share, within bounds.

    distribution: the distribution function. density: its derivative. start: the value with which to begin.
    Each step is Newton's; if that leads out of the bounds, they are halved instead.
    """
    (low, high), x = bounds, start
    for _ in range(_STEPS):
        if not low < x < high:
            x = (low + high) / 2
        off = distribution(x) - share
        low, high = (low, x) if off > 0 else (x, high)
        slope = density(x)
        after = x - off / slope if slope > 0 else low
        if abs(after - x) <= _PRECISE * x or high - low <= _PRECISE * high:
            break
        x = after
    return min(max(x, low), high)
