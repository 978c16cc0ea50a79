"""Sums of facts over games: sums, sums of products, tables. Exact, so games can be added in any order.

Intervals need sums of products: the variances and covariances of facts. Products of three facts give the
skewness of a measure. Several experiments with the same games share one tally side by side, so that
differences between them are measured game by game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from operator import mul
from typing import Any

from ..games.experiment import Experiment, Rows
from ..games.measures import GAMES, Measure

#: Whole numbers up to here are exact as doubles.
_EXACT = 1 << 53
#: Whole numbers of numpy's int64 are below this.
_INT64 = 1 << 63
#: Number of multiplications up to which OpenBLAS starts no threads, and minimum number of games added at
#: once.
_ONE_THREAD, _PART = 1 << 18, 32


@dataclass
class GameTally:
    """Sums over a number of games.

    sums: of each fact. products: of each pair of facts. tables: summed, by name; with several experiments,
    the names of the n-th one's tables begin with "n:". cubes: for measures without a largest value, the sums
    of products of three of the measure's `varying_sums`. Their key is the column of the experiment's first
    fact and the key of the measure, such as "31:score". A tally of some columns only has no cubes.
    """

    games: int = 0
    sums: list[int] = field(default_factory=list)
    products: list[list[int]] = field(default_factory=list)
    tables: dict[str, list[int]] = field(default_factory=dict)
    cubes: dict[str, list[int]] = field(default_factory=dict)

    def add(self, other: GameTally) -> None:
        """Add the sums of other games of the same experiments to these."""
        if not other.games:
            return
        if not self.games:
            self.sums, self.products = other.sums[:], [row[:] for row in other.products]
        else:
            self.sums = _elementwise_sum(self.sums, other.sums)
            self.products = list(map(_elementwise_sum, self.products, other.products))
        self.games += other.games
        for mine, others in ((self.tables, other.tables), (self.cubes, other.cubes)):
            for name, row in others.items():
                mine[name] = _elementwise_sum(mine[name], row) if name in mine else row[:]

    def with_columns(self, columns: Sequence[int]) -> GameTally:
        """Return the same games with these columns only, in this order, without tables and cubes."""
        products = [[self.products[one][other] for other in columns] for one in columns]
        return GameTally(self.games, [self.sums[each] for each in columns], products)


def _elementwise_sum(one: Sequence[int], other: Sequence[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)]


def play_and_sum(experiments: Sequence[Experiment], seed: int, first: int, count: int) -> GameTally:
    """Play `count` games from number `first` on in each experiment, and return their sums.

    Workers call this.
    """
    chunks = [each.play_chunk(seed, first, count) for each in experiments]
    sums, products = _sums_and_products(_join_rows([chunk.rows for chunk in chunks]))
    tables = {
        f"{at}:{name}": _as_lists(table)
        for at, chunk in enumerate(chunks)
        for name, table in chunk.tables.items()
    }
    cubes, begin = {}, 0
    for each, chunk in zip(experiments, chunks, strict=True):
        for measure in each.measures:
            if measure.largest_value is None and all(
                {*sum_} <= {*each.facts} for sum_ in varying_sums(measure)
            ):
                cubes[cubes_key(measure, begin)] = _sums_of_cubes(chunk.rows, each.facts, measure)
        begin += len(each.facts)
    return GameTally(count, sums, products, tables, cubes)


def cubes_key(measure: Measure, begin: int) -> str:
    """Return the key of a measure's cubes; begin: the column at which its experiment's facts start."""
    return f"{begin}:{measure.key}"


def varying_sums(measure: Measure) -> list[Mapping[str, int]]:
    """Return the sums of facts that a measure is made of, without the fact GAMES, which is 1 in every game.

    The order is `over`, `mean`, `under`. A sum that has only GAMES is left out.
    """
    sums = (measure.over, measure.mean or {}, measure.under)
    varying = [{fact: factor for fact, factor in sum_.items() if fact != GAMES} for sum_ in sums]
    return [each for each in varying if each]


def _sums_of_cubes(rows: Rows, facts: Sequence[str], measure: Measure) -> list[int]:
    """Return the sums over games of all products of three of the measure's `varying_sums`.

    The order is that of `combinations_with_replacement`.
    """
    sums, arrays = varying_sums(measure), hasattr(rows, "shape")
    columns = [[(facts.index(fact), factor) for fact, factor in sum_.items()] for sum_ in sums]
    if arrays:
        values: list[Any] = [sum(rows[:, at] * factor for at, factor in each) for each in columns]
        largest = max(
            (max(int(each.max(initial=0)), -int(each.min(initial=0))) for each in values), default=0
        )
        if largest**3 * len(rows) >= _INT64:
            values = [each.astype(object) for each in values]
        return [int((a * b * c).sum()) for a, b, c in combinations_with_replacement(values, 3)]
    values = [[sum(row[at] * factor for at, factor in each) for row in rows] for each in columns]
    return [
        sum(a * b * c for a, b, c in zip(*three, strict=True))
        for three in combinations_with_replacement(values, 3)
    ]


def _join_rows(rows: Sequence[Rows]) -> Rows:
    """Return the facts of several experiments side by side: a row for each game."""
    if len(rows) == 1:
        return rows[0]
    if all(hasattr(each, "shape") for each in rows):
        import numpy as np

        return np.hstack(rows)
    lists = [_as_lists(each) for each in rows]
    return [[fact for part in parts for fact in part] for parts in zip(*lists, strict=True)]


def _as_lists(rows: Any) -> list[Any]:
    """Return an array as a list of Python's own numbers, or of lists of them."""
    return rows.tolist() if hasattr(rows, "tolist") else list(rows)


def _sums_and_products(rows: Rows) -> tuple[list[int], list[list[int]]]:
    """Return the sum of each fact over games, and the square matrix of the sums of products of two facts."""
    if hasattr(rows, "shape"):
        # Compare without signs; abs() overflows for the lowest int64.
        largest = max(int(rows.max(initial=0)), -int(rows.min(initial=0)))
        if largest**2 * len(rows) < _EXACT:
            return rows.sum(axis=0).tolist(), _sums_of_products(rows).astype("int64").tolist()
    columns = list(zip(*_as_lists(rows), strict=True))
    half = [[sum(map(mul, one, other)) for other in columns[: at + 1]] for at, one in enumerate(columns)]
    whole = [[half[max(at, other)][min(at, other)] for other in range(len(half))] for at in range(len(half))]
    return [sum(column) for column in columns], whole


def _sums_of_products(rows: Rows) -> Any:
    """Return the square matrix of the sums of products of two columns, computed as doubles for speed.

    Parts are small enough for one thread of BLAS each: with a worker on every core, its threads would block
    one another, which takes up to a thousand times as long.
    """
    import numpy as np

    width = rows.shape[1]
    total, step = np.zeros((width, width)), max(_PART, _ONE_THREAD // max(1, width * width))
    for first in range(0, len(rows), step):
        part = rows[first : first + step].astype(float)
        total += part.T @ part
    return total
