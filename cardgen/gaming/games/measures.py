"""Measures of games, each a ratio of two sums of facts, such as points per game; and figures of packs.

`lab.estimates` computes the value of a measure and its interval.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

#: The unit of a measure, which decides how it is written.
Unit = Literal["share", "points", "cards", "turns", "times", "index", "seconds"]
#: The fact that is 1 in every game.
GAMES = "games"


class Estimate(NamedTuple):
    """A value and the ends of its 95 per cent interval; None for an unknown value or end."""

    value: float | None
    low: float | None
    high: float | None


class Measure(NamedTuple):
    """A ratio of two sums over games: `over` divided by `under`, each a mapping of facts to factors.

    If `mean` is given, a sum of facts over the same `under`, the measure is a standard deviation: the root of
    the mean of squares (`over`) less the square of that mean.
    """

    key: str
    #: The title in a table: "points scored a player".
    title: str
    over: Mapping[str, int]
    under: Mapping[str, int]
    unit: Unit
    #: An explanation in one sentence.
    meaning: str = ""
    #: For a standard deviation: the facts whose mean is subtracted.
    mean: Mapping[str, int] | None = None
    #: The part of the report that shows it.
    part: str = "play"

    @property
    def largest_value(self) -> float | None:
        """Return the largest possible value of a share or index; None for measures without one."""
        return {"share": 1.0, "index": 100.0}.get(self.unit)


class PackFigure(NamedTuple):
    """One figure of a pack, for comparing packs: the same key has the same meaning for every pack.

    unit: "cards", "points", "share" (0 to 1), or "times" (a ratio).
    """

    key: str
    #: The title in a table: "cards of red".
    title: str
    #: A float only for standard deviations.
    value: Fraction | float
    unit: Unit


class Ceiling(NamedTuple):
    """A ceiling that a red card of one pointage sets: which green cards are within it and over it."""

    pointage: int
    #: The card that sets it ("≤3") and its quantity; 0 if only an empty pile has this ceiling.
    label: str
    reds: int
    #: Number and points of green cards that are not over it.
    cards_within: int
    points_within: int
    #: Number and points of green cards over it.
    cards_over: int
    points_over: int
    #: Number of red cards that raise it, and that lower it.
    raising: int
    lowering: int


#: One fact, or several facts with their factors.
Sum = str | Mapping[str, int]
#: Key, title, over, under, unit, and optionally an explanation: see Measure.
MeasureRow = tuple[str, str, Sum, Sum, Unit] | tuple[str, str, Sum, Sum, Unit, str]


def make_measures(part: str, *rows: MeasureRow) -> Iterator[Measure]:
    """Yield a measure from each row of its fields: key, title, over, under, unit and an optional meaning.

    part: the part of the report that shows them.
    """
    for key, title, over, under, unit, *meaning in rows:
        more = meaning[0] if meaning else ""
        yield Measure(key, title, _factors_by_fact(over), _factors_by_fact(under), unit, more, part=part)


def standard_deviation_measure(
    part: str, key: str, title: str, squares: str, mean: Sum, under: Sum
) -> Measure:
    """Return the standard deviation of a sum of facts, given the fact that holds its squares."""
    deviation = "standard deviation"
    return Measure(
        key,
        title,
        {squares: 1},
        _factors_by_fact(under),
        "points",
        deviation,
        mean=_factors_by_fact(mean),
        part=part,
    )


def _factors_by_fact(sum_: Sum) -> Mapping[str, int]:
    """Return a sum as a mapping of facts to factors. For a single fact, the factor is 1."""
    return {sum_: 1} if isinstance(sum_, str) else sum_


def without_unfair_comparisons(
    measures: Iterable[Measure], temperaments: Collection[str]
) -> tuple[Measure, ...]:
    """Return the measures without that of going first, unless all seats have the same temperament."""
    alike = len({*temperaments}) == 1
    return tuple(each for each in measures if alike or each.key != "begin")
