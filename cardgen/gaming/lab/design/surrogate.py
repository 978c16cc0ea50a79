"""Predict the deviations of compositions that were not played from those that were.

The deviation from each wish is a Gaussian process (Rasmussen and Williams, "Gaussian Processes for Machine
Learning", 2006). The more similar two compositions are, the more one tells of the other: their covariance is
a level that all have in common, and scale / (1 + d² / length²), the rational quadratic kernel (4.19). Their
distance d is taken between roots of the quantities, which makes counts vary alike (Anscombe 1948): one card
more among two matters more than one among twenty. Scale and length are those under which the deviations of
the played compositions are likeliest (chapter 5). Far from all of these, predictions have large errors.

Compared with games of careful players that it had not seen, its errors were 1.1 times the predicted ones near
the packs it was fitted to (1.7 times for a quadratic regression), and up to 2.8 times (4.2) far from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erfc, log, pi, sqrt
from typing import Any, NamedTuple

from .problem import Deviation
from .search_space import Composition

#: The lengths that are tried, in roots of cards, and the scales, relative to the one at which the process
#: would change with distance as the first of the compositions does to the others.
_LENGTHS, _SCALES = (3.0, 6.0, 12.0, 24.0), (0.3, 1.0, 3.0)
#: The prior variance of the level, relative to the scale: nearly uninformative.
_LEVEL = 100.0
#: A share of the scale added to variances, so that compositions without noise can be distinguished.
_NUGGET = 1e-6
#: The variance of the normal distribution whose density, drawn to the height 1, has the area of a tolerance.
_TOLERANCE_VARIANCE = 2 / pi
#: Standard deviations beyond which the tail of the normal distribution is computed from its series.
_FAR = 8.0

#: An array of numpy's doubles.
Array = Any


class Prediction(NamedTuple):
    """Predicted deviations and standard errors, in tolerances, as arrays with a value per composition."""

    deviation: Array
    error: Array


class Surrogate:
    """A model of the deviations from all wishes, fitted to compositions that were played."""

    def __init__(self, known: Mapping[Composition, Sequence[Deviation]]) -> None:
        self._places = _root_counts(list(known))
        distances = _squared_distances(self._places, self._places)
        self._wishes = [_fit_process(distances, wish) for wish in zip(*known.values(), strict=True)]
        self._open = [wish.open for wish in next(iter(known.values()))]

    def predict(self, compositions: Sequence[Composition]) -> list[Prediction]:
        """Return the predicted deviations of compositions, for each wish."""
        distances = _squared_distances(self._places, _root_counts(compositions))
        return [wish.predict(distances) for wish in self._wishes]

    def log_chances(self, compositions: Sequence[Composition]) -> list[float]:
        """Return the log probability that each composition meets all wishes.

        The tolerance around a target is replaced by a normal distribution of the same height and area. Unlike
        a sharp limit, this also says which of two compositions far from the target is likelier. The limit of
        a wish with an open side is smoothed with the same variance.
        """
        import numpy as np

        total = np.zeros(len(compositions))
        predictions = self.predict(compositions) if len(compositions) else []
        for (deviation, error), side in zip(predictions, self._open, strict=False):
            spread = error**2 / _TOLERANCE_VARIANCE
            if side:
                edge = deviation + 1 if side == "above" else 1 - deviation
                total += _log_normal_cdf(edge / np.sqrt(_TOLERANCE_VARIANCE * (1 + spread)))
            else:
                total -= (deviation**2 / (_TOLERANCE_VARIANCE * (1 + spread)) + np.log1p(spread)) / 2
        found: list[float] = total.tolist()
        return found


def _log_normal_cdf(deviates: Array) -> Array:
    """Return the logarithm of the normal distribution function at each deviate.

    Far below 0 it is computed by a series (Abramowitz and Stegun, 26.2.12).
    """
    import numpy as np

    far = np.minimum(deviates, -_FAR)
    tail = -(far**2) / 2 - np.log(-far * sqrt(2 * pi)) + np.log1p(-1 / far**2)
    near = [log(erfc(-each / sqrt(2)) / 2) for each in np.maximum(deviates, -_FAR).tolist()]
    return np.where(deviates < -_FAR, tail, near)


class _GaussianProcess(NamedTuple):
    """A Gaussian process fitted to the played compositions. scale, length: of its kernel.

    whiten: the inverse of the Cholesky root of the covariances of the played compositions. weights: of these
    covariances in predictions.
    """

    scale: float
    length: float
    whiten: Array
    weights: Array

    def predict(self, distances: Array) -> Prediction:
        """Return the predicted deviations and their errors, from squared distances.

        distances: a row per played composition, a column per other one.
        """
        import numpy as np

        covariances = _covariances(distances, self.scale, self.length)
        explained = ((self.whiten @ covariances) ** 2).sum(axis=0)
        variances = _covariances(0.0, self.scale, self.length) + self.scale * _NUGGET - explained
        return Prediction(self.weights @ covariances, np.sqrt(np.maximum(variances, 0.0)))


def _root_counts(compositions: Sequence[Composition]) -> Array:
    """Return the transformed counts, 2 * sqrt(count + 1/2), of each composition, one per row."""
    import numpy as np

    return 2 * np.sqrt(np.array(compositions, dtype=float) + 0.5)


def _squared_distances(one: Array, other: Array) -> Array:
    """Return the squared distances between the rows of two arrays."""
    import numpy as np

    squares = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1) - 2 * one @ other.T
    return np.maximum(squares, 0.0)


def _covariances(distances: Array, scale: float, length: float) -> Array:
    """Return the covariances of compositions at these squared distances."""
    return scale * (_LEVEL + 1 / (1 + distances / length**2))


def _fit_process(distances: Array, deviations: Sequence[Deviation]) -> _GaussianProcess:
    """Return the process with the highest likelihood for the deviations from a wish."""
    import numpy as np

    values = np.array([each.in_tolerances for each in deviations])
    noise = np.array([each.error_in_tolerances**2 for each in deviations])
    # The variance per unit of distance, without that of chance; a quarter of a tolerance at least.
    squares = np.maximum((values[1:] - values[0]) ** 2 - noise[1:] - noise[0], 0.0)
    change = max(float((squares / distances[0, 1:]).mean()) if len(squares) else 0.0, 1 / 16)
    fits = []
    for length in _LENGTHS:
        for part in _SCALES:
            scale = part * change * length**2
            root = np.linalg.cholesky(
                _covariances(distances, scale, length) + np.diag(noise + scale * _NUGGET)
            )
            white = np.linalg.solve(root, values)
            likelihood = -float(white @ white) / 2 - float(np.log(np.diag(root)).sum())
            fits.append((likelihood, scale, length, root))
    _, scale, length, root = max(fits, key=lambda fit: fit[0])
    whiten = np.linalg.inv(root)
    return _GaussianProcess(scale, length, whiten, whiten @ values @ whiten)
