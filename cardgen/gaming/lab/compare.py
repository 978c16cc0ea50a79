"""Differences between packs: in cards and odds, exactly; in play, with intervals and a plain word.

All packs play the same games by number, with the same random numbers for the cards' order and for players. So
chance that affects both alike cancels out of the differences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from ...pack.model import Pack
from ..games.measures import Estimate, Measure, PackFigure
from .composition import Composition, count_pack
from .odds import OddsRequest, odds_of
from .results import Results

Verdict = Literal["more", "less", "no difference seen"]


class MeasureDifference(NamedTuple):
    """One measure of two packs, and the second pack's value minus the first's, all with intervals."""

    measure: Measure
    one: Estimate
    other: Estimate
    difference: Estimate

    @property
    def verdict(self) -> Verdict:
        """Return "more" or "less" if the interval of the difference excludes 0, else "no difference seen"."""
        _, low, high = self.difference
        if low is not None and low > 0:
            return "more"
        if high is not None and high < 0:
            return "less"
        return "no difference seen"


def measure_differences(results: Results, other: int, one: int = 0) -> list[MeasureDifference]:
    """Return the differences between two experiments in each measure that both have.

    one, other: the indices of the experiments in `results`; a difference is the other's value minus the
    one's.
    """
    both = {each.key for each in results.experiments[other].measures}
    return [
        MeasureDifference(
            each,
            results.estimate(each, one),
            results.estimate(results.measure(each.key, other), other),
            results.difference(each, one, other),
        )
        for each in results.experiments[one].measures
        if each.key in both
    ]


class FigurePair(NamedTuple):
    """A figure with different values in two packs; a value is None if its pack does not have the figure."""

    key: str
    title: str
    unit: str
    one: Fraction | float | None
    other: Fraction | float | None

    @property
    def difference(self) -> Fraction | float | None:
        """Return the other pack's value minus the one's; None if a pack does not have the figure."""
        return None if self.one is None or self.other is None else self.other - self.one


def card_differences(one: Pack, other: Pack) -> list[FigurePair]:
    """Return the quantities of cards, and the figures, that differ between two packs, with both values."""
    both = [[*_quantity_figures(each), *each.figures] for each in map(count_pack, (one, other))]
    return list(_differing_figures(*both))


def odds_differences(one: Pack, other: Pack, request: OddsRequest) -> list[FigurePair]:
    """Return the odds that differ between two packs, with both values.

    Raises UsageError if a pack has too few cards for what `request` deals, or no card that it names.
    """
    return list(_differing_figures(odds_of(one, request).figures, odds_of(other, request).figures))


def _quantity_figures(composition: Composition) -> Iterator[PackFigure]:
    """Yield the number of copies of each card of the suits as a figure."""
    for suit in composition.suits:
        for kind in suit.kinds:
            yield PackFigure(f"card.{kind.label}", kind.label, Fraction(kind.quantity), "cards")


def _differing_figures(ones: Iterable[PackFigure], others: Iterable[PackFigure]) -> Iterator[FigurePair]:
    """Yield the figures with different values: first those of `ones`, then those that only `others` has."""
    one, other = ({figure.key: figure for figure in each} for each in (ones, others))
    for key, figure in {**one, **{key: each for key, each in other.items() if key not in one}}.items():
        values = [each[key].value if key in each else None for each in (one, other)]
        if values[0] != values[1]:
            yield FigurePair(key, figure.title, figure.unit, *values)
