"""What compositions that nobody played are likely to do, guessed from those that were.

A guess is linear in the cards exchanged, bends a little (two exchanges need not do twice as much as one),
and says how far it trusts itself: a Gaussian process with the kernel 1 + d·e + bend (d·e)², d and e being
the changes from where the search began (Rasmussen and Williams, "Gaussian Processes for Machine Learning",
2006, chapter 2; how much it bends is told by the marginal likelihood, chapter 5). It decides nothing: it says
which compositions are worth their games. Plain Python, so that it guesses alike everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import NamedTuple

from .compositions import Composition
from .deviation import Gap

#: How much of an exchange's effect a second one may lack or add, squared: whichever of these makes the games
#: played the likeliest, by so many compositions.
_BENDS, _JUDGES = (0.005, 0.02, 0.08, 0.32), 80
#: How little is known beforehand of the level, against the effect of an exchange.
_LEVEL = 1_000.0

#: How little is known of what lies farther away, squared, by the fourth power of how far that is.
_ROUGH = 1e-4

Sparse = tuple[tuple[int, float], ...]


class Known(NamedTuple):
    """A composition that was played, and its gap."""

    composition: Composition
    gap: Gap


class _Fit(NamedTuple):
    """The root of the covariances, the weights of what is known, and how likely that is, as a logarithm."""

    root: list[list[float]]
    alpha: list[float]
    likelihood: float


class Model:
    """Guesses at the gap of one wish."""

    def __init__(self, start: Composition, known: Sequence[Known], stride: int) -> None:
        self._start, self._stride = start, stride
        self._tolerance = known[0].gap.tolerance
        self._places = [self._sparse(each.composition) for each in known]
        self._scale = self._effect(known)
        judges = known[:_JUDGES]
        fits = [self._fit(judges, bend) for bend in _BENDS]
        self._bend = max(zip(_BENDS, fits, strict=True), key=lambda each: each[1].likelihood)[0]
        self._root, self._alpha, _ = self._fit(known, self._bend)
        self._level = _LEVEL * self._scale * sum(self._alpha)
        self._slopes, self._bends = self._sums()

    def _fit(self, known: Sequence[Known], bend: float) -> _Fit:
        """The process for the first of the known, if it bends so much."""
        self._bend = bend
        places = self._places[: len(known)]
        noise = [each.gap.variance + self._misfit(place) for each, place in zip(known, places, strict=True)]
        lower = [[self._kernel(one, other) for other in places[: at + 1]] for at, one in enumerate(places)]
        for row, more in zip(lower, noise, strict=True):
            row[-1] += more
        root = _cholesky(lower)
        values = _forward(root, [each.gap.value for each in known])
        likelihood = -sum(each * each for each in values) / 2 - sum(log(row[-1]) for row in root)
        return _Fit(root, _backward(root, values), likelihood)

    def _effect(self, known: Sequence[Known]) -> float:
        """The mean square of what an exchanged card does, as far as the games tell it from chance."""
        first = known[0].gap
        squares = [
            max(0.0, (gap.value - first.value) ** 2 - gap.variance - first.variance) / length
            for (_, gap), place in zip(known, self._places, strict=True)
            if (length := sum(change * change for _, change in place))
        ]
        return max(sum(squares) / len(squares) if squares else 0.0, (self._tolerance / 4) ** 2)

    def _sparse(self, composition: Composition) -> Sparse:
        """The changes from the start, as far as there are any."""
        pairs = enumerate(zip(composition, self._start, strict=True))
        return tuple((kind, (times - was) / self._stride) for kind, (times, was) in pairs if times != was)

    def _kernel(self, one: Sparse, other: Sparse) -> float:
        there = dict(other)
        dot = sum(change * there.get(kind, 0.0) for kind, change in one)
        return self._scale * (_LEVEL + dot + self._bend * dot * dot)

    def _misfit(self, place: Sparse) -> float:
        """The square of what no plane with a bend in it tells: the farther from the middle, the more."""
        length = sum(change * change for _, change in place)
        return self._scale * (_ROUGH * length * length + 1e-6)

    def _sums(self) -> tuple[list[float], list[list[float]]]:
        """All that was played, as what a card of each kind does, and each pair of kinds together."""
        kinds = len(self._start)
        slopes, bends = [0.0] * kinds, [[0.0] * kinds for _ in range(kinds)]
        for place, alpha in zip(self._places, self._alpha, strict=True):
            for kind, change in place:
                slopes[kind] += self._scale * alpha * change
                for other, more in place:
                    bends[kind][other] += self._scale * self._bend * alpha * change * more
        return slopes, bends

    def mean(self, composition: Composition) -> float:
        """The likely gap. Quick."""
        place = self._sparse(composition)
        value = self._level
        for kind, change in place:
            row, bent = self._bends[kind], 0.0
            for other, more in place:
                bent += row[other] * more
            value += change * (self._slopes[kind] + bent)
        return value

    def off(self, composition: Composition) -> float:
        """The likely gap in tolerances."""
        return self.mean(composition) / self._tolerance

    def gap(self, composition: Composition) -> Gap:
        """The likely gap, and how far it is trusted. Takes its time."""
        place = self._sparse(composition)
        near = _forward(self._root, [self._kernel(place, other) for other in self._places])
        variance = self._kernel(place, place) - sum(each * each for each in near) + self._misfit(place)
        return Gap(self.mean(composition), max(variance, 0.0), self._tolerance)


def _cholesky(lower: list[list[float]]) -> list[list[float]]:
    """The root of a symmetric matrix of which the lower half is given, row by row; it is written over."""
    for at, row in enumerate(lower):
        for place in range(at):
            above = lower[place]
            dot = sum(map(float.__mul__, row[:place], above))
            row[place] = (row[place] - dot) / above[place]
        row[at] = sqrt(max(row[at] - sum(each * each for each in row[:at]), 1e-300))
    return lower


def _forward(root: list[list[float]], values: Sequence[float]) -> list[float]:
    found: list[float] = []
    for row, value in zip(root, values, strict=True):
        found.append((value - sum(map(float.__mul__, row, found))) / row[-1])
    return found


def _backward(root: list[list[float]], values: list[float]) -> list[float]:
    found = values[:]
    for at in range(len(root) - 1, -1, -1):
        found[at] /= root[at][at]
        for place in range(at):
            found[place] -= root[at][place] * found[at]
    return found
