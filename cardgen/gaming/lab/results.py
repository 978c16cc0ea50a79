"""Results of games of one or several packs: estimates, rows to print, and records for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import floor, log10, sqrt
from typing import Any, NamedTuple

from ..games.experiment import Experiment
from ..games.measures import Estimate, Measure, Unit
from .estimates import FEWEST, Z, difference, estimate
from .moments import Tally


@dataclass(frozen=True)
class Results:
    """Experiments that played the same games, and what these came to.

    names: what people call them (a pack's name). asked: how many games were wanted; fewer are there where the
    run was interrupted.
    """

    names: tuple[str, ...]
    experiments: tuple[Experiment, ...]
    tally: Tally
    seed: int
    asked: int

    @property
    def complete(self) -> bool:
        """Tell whether all games were played."""
        return self.tally.games >= self.asked

    @cached_property
    def facts(self) -> tuple[tuple[str, ...], ...]:
        """Return the names of the facts of each experiment."""
        return tuple(each.facts for each in self.experiments)

    def begin(self, at: int) -> int:
        """Return the column of the tally at which the facts of an experiment begin."""
        return sum(map(len, self.facts[:at]))

    def total(self, fact: str, at: int = 0) -> int:
        """Return the sum of a fact over all games."""
        return self.tally.sums[self.begin(at) + self.facts[at].index(fact)]

    def table(self, name: str, at: int = 0) -> Sequence[int]:
        """Return a table of an experiment; empty where no game was played."""
        return self.tally.tables.get(f"{at}:{name}", [])

    def measure(self, key: str, at: int = 0) -> Measure:
        """Find a measure of an experiment by its key."""
        return next(each for each in self.experiments[at].measures if each.key == key)

    def estimate(self, measure: Measure | str, at: int = 0) -> Estimate:
        """Estimate a measure of an experiment with its interval."""
        wanted = self.measure(measure, at) if isinstance(measure, str) else measure
        return estimate(self.tally, self.facts[at], wanted, self.begin(at))

    def difference(self, measure: Measure | str, one: int, other: int) -> Estimate:
        """Estimate how much more the other experiment has than the one, game by game."""
        key = measure if isinstance(measure, str) else measure.key
        both = (self.measure(key, one), self.measure(key, other))
        return difference(self.tally, self.facts, both, one, other)


#: Quantiles of scores, in hundredths, and how people call them.
QUANTILES = {
    10: "1 score in 10 is at most",
    25: "1 score in 4 is at most",
    50: "half the scores are at most",
    75: "3 scores in 4 are at most",
    90: "9 scores in 10 are at most",
}
#: The signs behind numbers, by their unit.
SIGNS: dict[Unit, str] = {"share": " %"}
_MOST_DIGITS = 4
#: Values below this are zeros with an error of rounding.
_NOTHING = 1e-9


class Row(NamedTuple):
    """One thing to say of an experiment."""

    part: str
    key: str
    title: str
    unit: Unit
    meaning: str
    estimate: Estimate
    #: None for what is read off the distribution of scores.
    measure: Measure | None = None


def rows_of(results: Results, at: int = 0) -> list[Row]:
    """List everything to say of an experiment, part by part."""
    rows = [
        Row(each.part, each.key, each.title, each.unit, each.meaning, results.estimate(each, at), each)
        for each in results.experiments[at].measures
    ]
    place = max(
        (i for i, row in enumerate(rows) if row.part == "scores" and row.key in ("score", "spread")),
        default=-1,
    )
    return [*rows[: place + 1], *_of_scores(results, at), *rows[place + 1 :]]


def _of_scores(results: Results, at: int) -> Iterator[Row]:
    """Yield quantiles of the scores of all seats."""
    scores = distribution(results, at)
    if not scores:
        return
    # Players of one game are no independent trials: games are what counts.
    games = results.tally.games
    for hundredths, title in QUANTILES.items():
        share = hundredths / 100
        half = Z * sqrt(share * (1 - share) / games)
        found = [_quantile(scores, each) for each in (share, share - half, share + half)]
        estimate = Estimate(*found) if games >= FEWEST else Estimate(found[0], None, None)
        yield Row("scores", f"q{hundredths}", title, "points", "", estimate)


def distribution(results: Results, at: int = 0) -> dict[int, int]:
    """Count how often each score came, of all seats, the lowest first; empty where nothing was played."""
    counts: dict[int, int] = {}
    for seat in by_seat(results, at):
        for score, times in seat.items():
            counts[score] = counts.get(score, 0) + times
    return dict(sorted(counts.items()))


def by_seat(results: Results, at: int = 0) -> list[dict[int, int]]:
    """Count how often each score came, seat by seat in order of play, the lowest first."""
    table, (lowest, highest) = results.table("scores", at), results.experiments[at].score_range
    width = highest - lowest + 1
    rows = [table[begin : begin + width] for begin in range(0, len(table), width)]
    return [{lowest + each: times for each, times in enumerate(row) if times} for row in rows]


def _quantile(scores: dict[int, int], share: float) -> float:
    """Return the lowest score that so large a share does not pass."""
    wanted = min(1.0, max(0.0, share)) * sum(scores.values())
    reached = zip(scores, accumulate(scores.values()), strict=True)
    return float(next((score for score, so_many in reached if so_many >= wanted), max(scores)))


def digits(unit: Unit, half: float | None) -> int:
    """Return how many digits after the point this precision deserves: two that are in doubt."""
    if half is None or half < _NOTHING:
        return 1 if unit == "share" else 2
    scaled = half * 100 if unit == "share" else half
    return min(_MOST_DIGITS, max(0, 1 - floor(log10(scaled))))


def number(unit: Unit, value: float | None, places: int, sign: bool = False) -> str:
    """Write a value for people, shares in per cent: "21.4", "8.75 %"; with its sign where it differs."""
    if value is None:
        return "-"
    scaled = value * 100 if unit == "share" else value
    text = f"{abs(scaled):,.{places}f}"
    zero = not float(text.replace(",", ""))
    before = "" if zero else "−" if scaled < 0 else "+" if sign else ""
    return before + text + SIGNS.get(unit, "")


def half_width(estimate: Estimate) -> float | None:
    """Return half of an interval; None where none is known."""
    if estimate.low is None or estimate.high is None:
        return None
    return (estimate.high - estimate.low) / 2


def told(row: Row) -> tuple[str, str]:
    """Write a row's value and interval for people."""
    estimate, half = row.estimate, half_width(row.estimate)
    read_off = row.measure is None and row.unit == "points"
    places = 0 if read_off else digits(row.unit, half)
    value = number(row.unit, estimate.value, places)
    if half is None:
        return value, ""
    low, high = (
        number(row.unit, each, places).removesuffix(SIGNS.get(row.unit, "")) for each in estimate[1:]
    )
    return value, f"{low} to {high}"


def record(results: Results, at: int = 0) -> dict[str, Any]:
    """Return an experiment's results for other programs: shares are between 0 and 1."""
    return {
        "name": results.names[at],
        **results.experiments[at].about,
        "seed": results.seed,
        "games": results.tally.games,
        "asked": results.asked,
        "complete": results.complete,
        "measures": [_measure_record(row) for row in rows_of(results, at)],
        "scores_by_seat": [
            {str(score): times for score, times in seat.items()} for seat in by_seat(results, at)
        ],
        "scores": {str(score): times for score, times in distribution(results, at).items()},
        "tables": {
            name.partition(":")[2]: list(table)
            for name, table in results.tally.tables.items()
            if name.startswith(f"{at}:") and not name.endswith(":scores")
        },
    }


def _measure_record(row: Row) -> dict[str, Any]:
    value, low, high = row.estimate
    return {
        "key": row.key,
        "part": row.part,
        "title": row.title,
        "unit": row.unit,
        "meaning": row.meaning,
        "value": value,
        "low": low,
        "high": high,
    }


#: The columns of `csv_rows`.
COLUMNS = ("name", "part", "key", "title", "unit", "value", "low", "high", "games", "asked", "seed")


def csv_rows(results: Results) -> list[Sequence[object]]:
    """Return the results as a table with a line a measure, its heading first; an interrupted run has fewer
    games than were asked for.
    """
    lines: list[Sequence[object]] = [COLUMNS]
    for at, name in enumerate(results.names):
        for row in rows_of(results, at):
            told = (row.part, row.key, row.title, row.unit, *row.estimate)
            lines.append((name, *told, results.tally.games, results.asked, results.seed))
    return lines
