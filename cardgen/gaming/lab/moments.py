"""Facts of games added up: sums, sums of products, tables. Exact, so games can be added in any order.

Sums of products are what intervals need: how facts vary from game to game, and together. Those of three
factors tell how skewed a measure is. Several experiments that played the same games stand side by side in a
tally, so that differences between them are measured game by game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from operator import mul
from typing import Any

from ..games.experiment import Experiment, Rows
from ..games.measures import GAMES, Measure

#: Whole numbers are exact in doubles up to here.
_EXACT = 1 << 53
#: Whole numbers of numpy's int64 are below this.
_INT64 = 1 << 63
#: Multiplications for which OpenBLAS starts no threads, and games that are added at once at least.
_ONE_THREAD, _PART = 1 << 18, 32


@dataclass
class Tally:
    """Sums over a number of games.

    sums: of each fact. products: of each pair of facts, product by product of a game, all pairs. tables: by
    name, summed; those of the n-th experiment begin with "n:". cubes: products of three sums of facts of a
    measure (see `varying`), by the column of its experiment's first fact and its key, "31:score"; only of
    measures that are no part of a whole, and none in a part of a tally.
    """

    games: int = 0
    sums: list[int] = field(default_factory=list)
    products: list[list[int]] = field(default_factory=list)
    tables: dict[str, list[int]] = field(default_factory=dict)
    cubes: dict[str, list[int]] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Take in other games of the same experiments."""
        if not other.games:
            return
        if not self.games:
            self.sums, self.products = other.sums[:], [row[:] for row in other.products]
        else:
            self.sums = _added(self.sums, other.sums)
            self.products = list(map(_added, self.products, other.products))
        self.games += other.games
        for mine, others in ((self.tables, other.tables), (self.cubes, other.cubes)):
            for name, row in others.items():
                mine[name] = _added(mine[name], row) if name in mine else row[:]

    def part(self, columns: Sequence[int]) -> Tally:
        """Return the same games with these columns only, in this order; without tables and cubes."""
        products = [[self.products[one][other] for other in columns] for one in columns]
        return Tally(self.games, [self.sums[each] for each in columns], products)


def _added(one: Sequence[int], other: Sequence[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)]


def played(experiments: Sequence[Experiment], seed: int, first: int, count: int) -> Tally:
    """Play the same games in each experiment and add them up. This is what a worker does."""
    chunks = [each.play(seed, first, count) for each in experiments]
    sums, products = _moments(_side_by_side([chunk.rows for chunk in chunks]))
    tables = {
        f"{at}:{name}": _listed(table)
        for at, chunk in enumerate(chunks)
        for name, table in chunk.tables.items()
    }
    cubes, begin = {}, 0
    for each, chunk in zip(experiments, chunks, strict=True):
        for measure in each.measures:
            if measure.whole is None and all({*sum_} <= {*each.facts} for sum_ in varying(measure)):
                cubes[cubes_key(measure, begin)] = _cubes(chunk.rows, each.facts, measure)
        begin += len(each.facts)
    return Tally(count, sums, products, tables, cubes)


def cubes_key(measure: Measure, begin: int) -> str:
    """Return the key of a measure's cubes, given the column at which the facts of its experiment begin."""
    return f"{begin}:{measure.key}"


def varying(measure: Measure) -> list[Mapping[str, int]]:
    """Return the sums of facts that a measure is made of, without what each game has once."""
    sums = (measure.over, measure.mean or {}, measure.under)
    varying = [{fact: factor for fact, factor in sum_.items() if fact != GAMES} for sum_ in sums]
    return [each for each in varying if each]


def _cubes(rows: Rows, facts: Sequence[str], measure: Measure) -> list[int]:
    """Add up the products of three sums of a measure, for all such three in order."""
    sums, arrays = varying(measure), hasattr(rows, "shape")
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


def _side_by_side(rows: Sequence[Rows]) -> Rows:
    """Join the rows of several experiments, game by game."""
    if len(rows) == 1:
        return rows[0]
    if all(hasattr(each, "shape") for each in rows):
        import numpy as np

        return np.hstack(rows)
    lists = [_listed(each) for each in rows]
    return [[fact for part in parts for fact in part] for parts in zip(*lists, strict=True)]


def _listed(rows: Any) -> list[Any]:
    """Turn an array into lists of Python's own numbers."""
    return rows.tolist() if hasattr(rows, "tolist") else list(rows)


def _moments(rows: Rows) -> tuple[list[int], list[list[int]]]:
    """Sum facts and their products."""
    if hasattr(rows, "shape"):
        # Without signs; abs() overflows for the lowest number of all.
        largest = max(int(rows.max(initial=0)), -int(rows.min(initial=0)))
        if largest**2 * len(rows) < _EXACT:
            return rows.sum(axis=0).tolist(), _products(rows).astype("int64").tolist()
    columns = list(zip(*_listed(rows), strict=True))
    half = [[sum(map(mul, one, other)) for other in columns[: at + 1]] for at, one in enumerate(columns)]
    whole = [[half[max(at, other)][min(at, other)] for other in range(len(half))] for at in range(len(half))]
    return [sum(column) for column in columns], whole


def _products(rows: Rows) -> Any:
    """Multiply an array's columns as doubles, which processors do fast.

    In parts so small that the library of numpy does each in one thread: where every core has a worker
    already, its threads stand in one another's way, up to a thousand times as long as they work.
    """
    import numpy as np

    width = rows.shape[1]
    total, step = np.zeros((width, width)), max(_PART, _ONE_THREAD // max(1, width * width))
    for first in range(0, len(rows), step):
        part = rows[first : first + step].astype(float)
        total += part.T @ part
    return total
