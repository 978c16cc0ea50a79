"""Boxes in a column: one under the other, each as high as its contents need, with one scale for all type
sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import NamedTuple

#: The steps in which texts become smaller, in points.
_STEP = 0.25
_SHARES = {"top": 0.0, "middle": 0.5, "bottom": 1.0}


class Part(NamedTuple):
    """A box in a column."""

    #: Returns its height (points) if its text is set in a share of its usual size.
    height: Callable[[float], float]
    #: Its usual and its least font size (points); 0 for what does not shrink.
    size: float = 0.0
    least: float = 0.0


class Column(NamedTuple):
    """Where the parts of a column are, and at which size their texts are set."""

    #: The distance of each part from the top of the column, and its height (points).
    places: tuple[tuple[float, float], ...]
    #: The share of their usual size in which texts are set.
    text_scale: float
    #: How far the parts reach out of the column (points).
    excess: float = 0.0


def fitted_column(
    parts: Sequence[Part], height: float, gap: float, vertical: str = "top", foot: int | None = None
) -> Column:
    """Return the places of parts in a column of a height, with their texts at the largest size at which all
    parts fit.

    gap: the space between two parts, in points. vertical: where the parts are if there is room left: "top",
    "middle" or "bottom". foot: the index of the first part that is at the foot of the column.
    """

    def heights(share: float) -> list[float]:
        return [part.height(share) for part in parts]

    gaps = gap * max(0, len(parts) - 1)
    least = min((part.least / part.size for part in parts if part.size), default=1.0)
    steps = ceil(max((part.size for part in parts), default=0.0) * (1 - least) / _STEP - 1e-6)
    shares = [1 - (1 - least) * step / steps for step in range(steps)] + [least] if steps > 0 else [1.0]
    low, high = 0, len(shares) - 1
    while low < high:
        middle = (low + high) // 2
        if sum(heights(shares[middle])) + gaps <= height + 0.01:
            high = middle
        else:
            low = middle + 1
    share = shares[low]
    found = heights(share)
    free = height - sum(found) - gaps
    top = max(0.0, free) * _SHARES[vertical] if foot is None else 0.0
    places = []
    for place, each in enumerate(found):
        top += max(0.0, free) if place == foot else 0.0
        places.append((top, each))
        top += each + gap
    return Column(tuple(places), share, max(0.0, -free - 0.01))
