"""Predict what compositions do that nobody played, from those that were played.

The surrogate is a Gaussian process with the kernel 1 + d·e + bend (d·e)², d and e being changes from the
middle: nearly linear in the cards exchanged, with some curvature, as two exchanges need not do twice as much
as one (Rasmussen and Williams, "Gaussian Processes for Machine Learning", 2006, chapter 2; the curvature by
the marginal likelihood, chapter 5). It only chooses which compositions are played. Plain Python, so that its
predictions are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import NamedTuple

from .problem import Deviation
from .search_space import Composition

#: The curvatures that are tried (the variance of a second exchange's effect against the first's), and by how
#: many compositions their likelihood is judged.
_BENDS, _JUDGES = (0.005, 0.02, 0.08, 0.32), 80
#: The prior variance of the level, against that of the effect of an exchange: hardly anything is known of it.
_LEVEL = 1_000.0
#: The variance of what the kernel cannot tell, against that of an exchange, for each fourth power of
#: distance.
_ROUGH = 1e-4

Sparse = tuple[tuple[int, float], ...]


class Observation(NamedTuple):
    """A composition that was played, and its deviation."""

    composition: Composition
    deviation: Deviation


class _Fit(NamedTuple):
    """The Cholesky root of the covariances, the weights of the observations, their log marginal
    likelihood.
    """

    root: list[list[float]]
    alpha: list[float]
    likelihood: float


class Surrogate:
    """Predictions of the deviation from one wish."""

    def __init__(self, start: Composition, known: Sequence[Observation], stride: int) -> None:
        self._start, self._stride = start, stride
        self._tolerance = known[0].deviation.tolerance
        self._places = [self._sparse(each.composition) for each in known]
        self._scale = self._effect(known)
        judges = known[:_JUDGES]
        fits = [self._fit(judges, bend) for bend in _BENDS]
        self._bend = max(zip(_BENDS, fits, strict=True), key=lambda each: each[1].likelihood)[0]
        self._root, self._alpha, _ = self._fit(known, self._bend)
        self._level = _LEVEL * self._scale * sum(self._alpha)
        self._slopes, self._bends = self._sums()

    def _fit(self, known: Sequence[Observation], bend: float) -> _Fit:
        """Fit the process to observations, with this curvature."""
        self._bend = bend
        places = self._places[: len(known)]
        noise = [
            each.deviation.variance + self._misfit(place) for each, place in zip(known, places, strict=True)
        ]
        lower = [[self._kernel(one, other) for other in places[: at + 1]] for at, one in enumerate(places)]
        for row, more in zip(lower, noise, strict=True):
            row[-1] += more
        root = _cholesky(lower)
        values = _forward(root, [each.deviation.value for each in known])
        likelihood = -sum(each * each for each in values) / 2 - sum(log(row[-1]) for row in root)
        return _Fit(root, _backward(root, values), likelihood)

    def _effect(self, known: Sequence[Observation]) -> float:
        """Estimate the mean square of what an exchanged card does, less what chance adds to it."""
        first = known[0].deviation
        squares = [
            max(0.0, (deviation.value - first.value) ** 2 - deviation.variance - first.variance) / length
            for (_, deviation), place in zip(known, self._places, strict=True)
            if (length := sum(change * change for _, change in place))
        ]
        return max(sum(squares) / len(squares) if squares else 0.0, (self._tolerance / 4) ** 2)

    def _sparse(self, composition: Composition) -> Sparse:
        """Return the changes from the start, without the zeros."""
        pairs = enumerate(zip(composition, self._start, strict=True))
        return tuple((kind, (times - was) / self._stride) for kind, (times, was) in pairs if times != was)

    def _kernel(self, one: Sparse, other: Sparse) -> float:
        there = dict(other)
        dot = sum(change * there.get(kind, 0.0) for kind, change in one)
        return self._scale * (_LEVEL + dot + self._bend * dot * dot)

    def _misfit(self, place: Sparse) -> float:
        """Return the variance of what the kernel cannot tell: more, the farther from the middle."""
        length = sum(change * change for _, change in place)
        return self._scale * (_ROUGH * length * length + 1e-6)

    def _sums(self) -> tuple[list[float], list[list[float]]]:
        """Sum the observations into what a card of each kind does, and each pair of kinds together.

        With these sums a mean is worked out without the observations.
        """
        kinds = len(self._start)
        slopes, bends = [0.0] * kinds, [[0.0] * kinds for _ in range(kinds)]
        for place, alpha in zip(self._places, self._alpha, strict=True):
            for kind, change in place:
                slopes[kind] += self._scale * alpha * change
                for other, more in place:
                    bends[kind][other] += self._scale * self._bend * alpha * change * more
        return slopes, bends

    def mean(self, composition: Composition) -> float:
        """Predict the deviation. Quick."""
        place = self._sparse(composition)
        value = self._level
        for kind, change in place:
            row, bent = self._bends[kind], 0.0
            for other, more in place:
                bent += row[other] * more
            value += change * (self._slopes[kind] + bent)
        return value

    def off(self, composition: Composition) -> float:
        """Predict the deviation in tolerances."""
        return self.mean(composition) / self._tolerance

    def deviation(self, composition: Composition) -> Deviation:
        """Predict the deviation with its variance. Slow."""
        place = self._sparse(composition)
        near = _forward(self._root, [self._kernel(place, other) for other in self._places])
        variance = self._kernel(place, place) - sum(each * each for each in near) + self._misfit(place)
        return Deviation(self.mean(composition), max(variance, 0.0), self._tolerance)


def _cholesky(lower: list[list[float]]) -> list[list[float]]:
    """Factor a symmetric matrix of which the lower half is given, row by row; it is written over."""
    for at, row in enumerate(lower):
        for place in range(at):
            above = lower[place]
            dot = sum(map(float.__mul__, row[:place], above))
            row[place] = (row[place] - dot) / above[place]
        row[at] = sqrt(max(row[at] - sum(each * each for each in row[:at]), 1e-300))
    return lower


def _forward(root: list[list[float]], values: Sequence[float]) -> list[float]:
    """Solve root · x = values."""
    found: list[float] = []
    for row, value in zip(root, values, strict=True):
        found.append((value - sum(map(float.__mul__, row, found))) / row[-1])
    return found


def _backward(root: list[list[float]], values: list[float]) -> list[float]:
    """Solve rootᵀ · x = values."""
    found = values[:]
    for at in range(len(root) - 1, -1, -1):
        found[at] /= root[at][at]
        for place in range(at):
            found[place] -= root[at][place] * found[at]
    return found
