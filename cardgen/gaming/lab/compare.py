"""What differs between packs: in cards and odds, exactly; in play, with intervals and a plain word.

All packs play the same games by number, so that they meet the same chances: how the cards lie in the pack,
and what players do. What chance does to both alike falls out of the differences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from ...pack.model import Pack
from ..games.measures import Estimate, Measure, PackFigure
from .composition import Composition, composition_of
from .odds import Ask, odds_of
from .results import Results

Word = Literal["more", "less", "no difference seen"]


class Difference(NamedTuple):
    """A measure of two packs, and how much more the other has."""

    measure: Measure
    one: Estimate
    other: Estimate
    difference: Estimate

    @property
    def word(self) -> Word:
        """Say more or less where the interval of the difference leaves zero out."""
        _, low, high = self.difference
        if low is not None and low > 0:
            return "more"
        if high is not None and high < 0:
            return "less"
        return "no difference seen"


def differences(results: Results, other: int, one: int = 0) -> list[Difference]:
    """Compare all measures that both experiments have, of the other against the one."""
    both = {each.key for each in results.experiments[other].measures}
    return [
        Difference(
            each,
            results.estimate(each, one),
            results.estimate(results.measure(each.key, other), other),
            results.difference(each, one, other),
        )
        for each in results.experiments[one].measures
        if each.key in both
    ]


class Pair(NamedTuple):
    """A figure of two packs, which is not the same for both; None where a pack has none."""

    key: str
    title: str
    unit: str
    one: Fraction | float | None
    other: Fraction | float | None

    @property
    def difference(self) -> Fraction | float | None:
        """Return how much more the other pack has."""
        return None if self.one is None or self.other is None else self.other - self.one


def cards_apart(one: Pack, other: Pack) -> list[Pair]:
    """Compare what two packs are made of: quantities of cards, then all figures that follow from them."""
    both = [[*_quantities(each), *each.figures] for each in map(composition_of, (one, other))]
    return list(_apart(*both))


def odds_apart(one: Pack, other: Pack, ask: Ask) -> list[Pair]:
    """Compare the odds of two packs. Raises UsageError for what cannot be dealt."""
    return list(_apart(odds_of(one, ask).figures, odds_of(other, ask).figures))


def _quantities(composition: Composition) -> Iterator[PackFigure]:
    for suit in composition.suits:
        for kind in suit.kinds:
            yield PackFigure(f"card.{kind.label}", kind.label, Fraction(kind.quantity), "cards")


def _apart(ones: Iterable[PackFigure], others: Iterable[PackFigure]) -> Iterator[Pair]:
    """Yield the figures that differ: those of the one, then those that only the other has."""
    one, other = ({figure.key: figure for figure in each} for each in (ones, others))
    for key, figure in {**one, **{key: each for key, each in other.items() if key not in one}}.items():
        values = [each[key].value if key in each else None for each in (one, other)]
        if values[0] != values[1]:
            yield Pair(key, figure.title, figure.unit, *values)
