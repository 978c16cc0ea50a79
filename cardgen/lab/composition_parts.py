"""The parts that a composition is made of: a card and a suit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

_WHOLE = re.compile(r"[+\-−]?[0-9]+\Z")


@dataclass(frozen=True)
class Kind:
    """One distinct card and how often it is there."""

    #: What people call it: "+4", "K of spades".
    label: str
    quantity: int
    #: The key of its suit; None for an extra.
    suit: str | None = None
    rank: str | None = None
    #: The number that its rank is; None where it is no whole number.
    points: int | None = None


@dataclass(frozen=True)
class SuitPart:
    """One suit: what it is called, how it looks, what is in it."""

    key: str
    #: What people call it.
    title: str
    #: The sRGB colour of its ground or its symbols, as #RRGGBB.
    color: str
    #: Its cards, in the order of the pack file.
    kinds: tuple[Kind, ...]
    #: Stands before the number, such as "+"; None for most packs.
    sign: str | None = None

    @cached_property
    def cards(self) -> int:
        """How many cards it has."""
        return sum(kind.quantity for kind in self.kinds)

    @cached_property
    def points(self) -> int | None:
        """The sum of the numbers of all its cards; None where not all of its ranks are numbers."""
        numbers = [(kind.points, kind.quantity) for kind in self.kinds]
        if any(points is None for points, _ in numbers):
            return None
        return sum(points * quantity for points, quantity in numbers if points is not None)

    @cached_property
    def mean(self) -> Fraction | None:
        """Points a card; None without points or cards."""
        return None if self.points is None or not self.cards else Fraction(self.points, self.cards)

    @cached_property
    def variance(self) -> Fraction | None:
        """The mean square of what the points of its cards are off their mean, over all cards."""
        if self.mean is None:
            return None
        off = (((kind.points or 0) - self.mean) ** 2 * kind.quantity for kind in self.kinds)
        return Fraction(sum(off, Fraction(0))) / self.cards

    @property
    def spread(self) -> float | None:
        """The standard deviation of the points of its cards."""
        return None if self.variance is None else sqrt(self.variance)


def number(rank: str | None) -> int | None:
    """The whole number that a rank is; None for any other."""
    if rank is None or not _WHOLE.match(rank):
        return None
    return int(rank.replace("−", "-"))
