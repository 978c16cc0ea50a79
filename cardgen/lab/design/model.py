"""What compositions that nobody played are likely to do, guessed from those that were.

A guess is linear in the cards exchanged, bends a little (two exchanges need not do twice as much as one),
and says how far it trusts itself: a Gaussian process with the kernel 1 + d·e + bend (d·e)², d and e being
the changes from where the search began (Rasmussen and Williams, "Gaussian Processes for Machine Learning",
2006, chapter 2). It decides nothing: it says which compositions are worth their games. Plain Python, so
that it guesses alike everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from .compositions import Composition
from .gaps import Gap

#: How much of an exchange's effect a second one may lack or add, squared.
_BEND = 0.02
#: How little is known beforehand of the level, against the effect of an exchange.
_LEVEL = 1_000.0

#: How little is known of what lies farther away, squared, by the fourth power of how far that is.
_ROUGH = 1e-4

Sparse = tuple[tuple[int, float], ...]


class Known(NamedTuple):
    """A composition that was played, and its gap."""

    composition: Composition
    gap: Gap


class Model:
    """Guesses at the gap of one wish."""

    def __init__(self, start: Composition, known: Sequence[Known], stride: int) -> None:
        self._start, self._stride = start, stride
        self._tolerance = known[0].gap.tolerance
        self._places = [self._sparse(each.composition) for each in known]
        self._scale = self._effect(known)
        noise = [
            each.gap.variance + self._misfit(place) for each, place in zip(known, self._places, strict=True)
        ]
        self._root = _cholesky(
            [
                [
                    self._kernel(one, other) + (noise[at] if at == place else 0.0)
                    for place, other in enumerate(row)
                ]
                for at, one in enumerate(self._places)
                if (row := self._places[: at + 1])
            ]
        )
        self._alpha = _backward(self._root, _forward(self._root, [each.gap.value for each in known]))
        self._level = _LEVEL * self._scale * sum(self._alpha)
        self._slopes, self._bends = self._sums()

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
        return self._scale * (_LEVEL + dot + _BEND * dot * dot)

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
                    bends[kind][other] += self._scale * _BEND * alpha * change * more
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
