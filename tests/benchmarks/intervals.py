"""How often the lab's intervals hold the true value, and how wide they are.

python tests/benchmarks/intervals.py [GAMES [RUNS [SEED]]]

Runs of so many games are drawn from a large pool of games that were really played; the pool's own values are
the true ones. Coverage: the share of runs whose interval holds it, which should be 0.95. Width: that of the
intervals over that of the exact interval of each run, for which the true variance and skewness are known:
Clopper and Pearson's of as many trials as vary so much for shares, Garwood's of as many events for the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from timing import arguments

from cardgen.gaming.games.experiment import Chunk
from cardgen.gaming.games.measures import Measure
from cardgen.gaming.games.never_over import compiled
from cardgen.gaming.games.never_over.cards import Cards
from cardgen.gaming.games.never_over.facts import fact_names, measures_of
from cardgen.gaming.games.never_over.options import NeverOverOptions as Options
from cardgen.gaming.games.never_over.table import GameTable
from cardgen.gaming.lab.estimates import CONFIDENCE, estimate
from cardgen.gaming.lab.exact_intervals import binomial_interval, poisson_interval
from cardgen.gaming.lab.moments import play_and_sum

GAMES, RUNS, SEED = arguments(__doc__, games=100, runs=5000, seed=1)
POOL = 200_000
CARDS = Cards.from_quantities({4: 7, 3: 9, 2: 11, 1: 13}, {4: 5, 3: 4, 2: 3, 1: 2, 0: 1})
#: The measures of each table: players, how many, options.
TABLES = (
    ("random", 3, Options(), "attack score spread tied score_1 stuck discards taken_points begin left"),
    ("careful", 4, Options(), "attack scored discards left retired best_1"),
    ("random", 4, Options(), "spread"),
    ("random", 2, Options(red_counts_against=True), "negative margin"),
)


@dataclass(frozen=True)
class Drawn:
    """Games that were played before."""

    facts: tuple[str, ...]
    measures: tuple[Measure, ...]
    rows: Any

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        return Chunk(self.rows[first : first + count], {})


def influence(rows: Any, facts: tuple[str, ...], measure: Measure) -> tuple[float, Any]:
    """A measure's value over all games, and what each game adds to it."""

    def column(sums: Any) -> Any:
        return sum(
            (f * (rows[:, facts.index(n)] if n in facts else np.ones(len(rows)))) for n, f in sums.items()
        )

    under = column(measure.under).mean()
    over, times = column(measure.over) / under, column(measure.under) / under
    ratio = over.mean()
    if measure.mean is None:
        return ratio, over - ratio * times
    mean = column(measure.mean) / under
    spread = sqrt(ratio - mean.mean() ** 2)
    return spread, (over - ratio * times - 2 * mean.mean() * (mean - mean.mean() * times)) / (2 * spread)


def exact_width(value: float, measure: Measure, variance: float, third: float, trials: float) -> float:
    """The width of the exact interval of a run that came to this value."""
    if measure.largest_value:
        share = min(1.0, max(0.0, value / measure.largest_value))
        low, high = binomial_interval(share * trials, trials, CONFIDENCE)
        return measure.largest_value * (high - low)
    worth = third / variance
    low, high = poisson_interval(variance / worth**2, CONFIDENCE)
    return abs(worth) * (high - low)


def main() -> None:
    chances = np.random.default_rng(SEED)
    print(f"{RUNS:,} runs of {GAMES:,} games, seed {SEED}\n")
    print(f"{'':24}{'true value':>12}{'coverage':>10}{'too low':>9}{'too high':>9}{'width':>8}")
    for name, players, options, keys in TABLES:
        table, facts = GameTable(CARDS, players, options), fact_names(players)
        rows = compiled.play_chunk(table, (name,) * players, SEED, 0, POOL).rows
        measures = tuple(each for each in measures_of(table) if each.key in keys.split())
        found: dict[str, list[Any]] = {each.key: [] for each in measures}
        for _ in range(RUNS):
            drawn = rows[chances.integers(0, POOL, GAMES)]
            tally = play_and_sum([Drawn(facts, measures, drawn)], 0, 0, GAMES)
            for each in measures:
                found[each.key].append(estimate(tally, facts, each))
        for each in measures:
            true, moved = influence(rows, facts, each)
            variance, third = moved.var() / GAMES, (moved**3).mean() / GAMES**2
            whole = each.largest_value or 1.0
            trials = true / whole * (1 - true / whole) / (variance / whole**2)
            title = f"{name}, {players}: {each.key}"
            # Few games may give no interval.
            known = [three for three in found[each.key] if None not in three]
            if not known:
                print(f"{title:24}{true:>12.5f}  no interval")
                continue
            values, lows, highs = (np.array(each_) for each_ in zip(*known, strict=True))
            low, high = (highs < true - 1e-9).mean(), (lows > true + 1e-9).mean()
            exact = np.mean([exact_width(value, each, variance, third, trials) for value in values])
            width = (highs - lows).mean() / exact
            print(f"{title:24}{true:>12.5f}{1 - low - high:>10.3f}{low:>9.3f}{high:>9.3f}{width:>8.2f}")


if __name__ == "__main__":
    main()
