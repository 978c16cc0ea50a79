"""Measures of games, one sum of facts over another, such as points over games; and figures of packs.

`lab.estimates` works out what a measure comes to, and how sure that is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

#: What a measure counts, which says how it is written.
Unit = Literal["share", "points", "cards", "turns", "times", "index", "seconds"]
#: The fact that every game has once.
GAMES = "games"


class Estimate(NamedTuple):
    """A value and the interval that holds the true one in 95 of 100 such runs; None where unknown."""

    value: float | None
    low: float | None
    high: float | None


class Measure(NamedTuple):
    """Something to say of games: `over` divided by `under`, both sums of facts with their factors.

    With `mean`, a sum of facts over the same `under`, the measure is a spread (a standard deviation): the
    root of the mean of squares (`over`) less the square of that mean.
    """

    key: str
    #: What it is, as a line of a table says it: "points scored a player".
    title: str
    over: Mapping[str, int]
    under: Mapping[str, int]
    unit: Unit
    #: One sentence more, for whoever asks what is meant.
    meaning: str = ""
    #: For a spread: the facts whose mean is taken off.
    mean: Mapping[str, int] | None = None
    #: The part of the report that it stands in.
    part: str = "play"

    @property
    def whole(self) -> float | None:
        """Return the largest value of a measure that is a part of a whole, never below 0; None for others."""
        return {"share": 1.0, "index": 100.0}.get(self.unit)


class Figure(NamedTuple):
    """One figure of a pack, by which packs can be compared: the same key means the same of any pack.

    unit: "cards", "points", "share" (0 to 1), or "times" (a ratio).
    """

    key: str
    #: What it is, as a line of a table says it: "cards of red".
    title: str
    #: A float only for spreads, which are roots.
    value: Fraction | float
    unit: Unit


class Ceiling(NamedTuple):
    """One ceiling: what a red card of this pointage lets through and bars."""

    pointage: int
    #: The card that sets it ("≤3"), and how many of it there are; 0 where only an empty pile has it.
    label: str
    reds: int
    #: Green cards, and their points, that are not over it.
    cards_within: int
    points_within: int
    #: Green cards, and their points, that stand over it.
    cards_over: int
    points_over: int
    #: Red cards that raise it, and that lower it.
    raising: int
    lowering: int


#: A sum of facts: one fact, or several with their factors.
Sum = str | Mapping[str, int]
#: Key, title, over, under, unit, and for some a sentence more: see Measure.
Row = tuple[str, str, Sum, Sum, Unit] | tuple[str, str, Sum, Sum, Unit, str]


def part_of(part: str, *rows: Row) -> Iterator[Measure]:
    """Make the measures of one part of a report, from a row each."""
    for key, title, over, under, unit, *meaning in rows:
        more = meaning[0] if meaning else ""
        yield Measure(key, title, _facts(over), _facts(under), unit, more, part=part)


def spread_of(part: str, key: str, title: str, squares: str, mean: Sum, under: Sum) -> Measure:
    """Make the standard deviation of a sum of facts, given the fact that has its squares."""
    deviation = "standard deviation"
    return Measure(key, title, {squares: 1}, _facts(under), "points", deviation, mean=_facts(mean), part=part)


def _facts(sum_: Sum) -> Mapping[str, int]:
    return {sum_: 1} if isinstance(sum_, str) else sum_


def fair(measures: Iterable[Measure], temperaments: Collection[str]) -> tuple[Measure, ...]:
    """Leave out what going first is worth unless all seats play alike: else it tells the players apart."""
    alike = len({*temperaments}) == 1
    return tuple(each for each in measures if alike or each.key != "begin")
