"""Results of games of one or several packs: estimates, rows to print, and records for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import floor, log10, sqrt
from typing import Any, NamedTuple

from ...errors import UsageError
from ...units import nearest_word_hint
from ..games.experiment import Experiment
from ..games.measures import Estimate, Measure, Unit
from .estimates import FEWEST_GAMES, Z, estimate, estimate_difference
from .moments import GameTally


@dataclass(frozen=True)
class Results:
    """Experiments that played the same games, with their tally.

    names: titles (of packs). asked: number of games requested; an interrupted run has fewer.
    """

    names: tuple[str, ...]
    experiments: tuple[Experiment, ...]
    tally: GameTally
    seed: int
    asked: int

    def __repr__(self) -> str:
        """Return what was played, without the tally."""
        return f"<Results of {', '.join(self.names)}: {self.tally.games:,} games, seed {self.seed}>"

    @property
    def is_complete(self) -> bool:
        """Tell whether all requested games were played."""
        return self.tally.games >= self.asked

    @cached_property
    def facts(self) -> tuple[tuple[str, ...], ...]:
        """Return the names of the facts of each experiment."""
        return tuple(each.facts for each in self.experiments)

    def first_column(self, index: int) -> int:
        """Return the column of the tally at which an experiment's facts start."""
        return sum(map(len, self.facts[:index]))

    def total(self, fact: str, index: int = 0) -> int:
        """Return the sum of a fact over all games. index: of the experiment."""
        return self.tally.sums[self.first_column(index) + self.facts[index].index(fact)]

    def table(self, name: str, index: int = 0) -> Sequence[int]:
        """Return the counts of an experiment's table; empty if there is none, or no game was played."""
        return self.tally.tables.get(f"{index}:{name}", [])

    def measure(self, key: str, index: int = 0) -> Measure:
        """Return an experiment's measure by its key. Raises UsageError if there is none."""
        measures = {each.key: each for each in self.experiments[index].measures}
        if key not in measures:
            raise UsageError(f"there is no measure {key!r}; {nearest_word_hint(key, measures)}")
        return measures[key]

    def estimate(self, measure: Measure | str, index: int = 0) -> Estimate:
        """Return the value and interval of a measure, given by itself or by its key, of one experiment."""
        wanted = self.measure(measure, index) if isinstance(measure, str) else measure
        return estimate(self.tally, self.facts[index], wanted, self.first_column(index))

    def difference(self, measure: Measure | str, one: int, other: int) -> Estimate:
        """Return the other experiment's measure minus the one's, game by game, with its interval."""
        key = measure if isinstance(measure, str) else measure.key
        both = (self.measure(key, one), self.measure(key, other))
        return estimate_difference(self.tally, self.facts, both, one, other)


#: Quantiles of scores in hundredths, with their titles.
QUANTILES = {
    10: "1 score in 10 is at most",
    25: "1 score in 4 is at most",
    50: "half the scores are at most",
    75: "3 scores in 4 are at most",
    90: "9 scores in 10 are at most",
}
#: Signs after numbers, by unit.
SIGNS: dict[Unit, str] = {"share": " %"}
_MOST_DIGITS = 4
#: Values below this are rounding errors of zero.
_NOTHING = 1e-9


class ResultRow(NamedTuple):
    """One result of an experiment."""

    part: str
    key: str
    title: str
    unit: Unit
    meaning: str
    estimate: Estimate
    #: None for quantiles of the distribution of scores.
    measure: Measure | None = None


def result_rows(results: Results, index: int = 0) -> list[ResultRow]:
    """Return a row for each measure of an experiment, and for quantiles of scores after the mean score."""
    rows = [
        ResultRow(
            each.part, each.key, each.title, each.unit, each.meaning, results.estimate(each, index), each
        )
        for each in results.experiments[index].measures
    ]
    place = max(
        (i for i, row in enumerate(rows) if row.part == "scores" and row.key in ("score", "spread")),
        default=-1,
    )
    return [*rows[: place + 1], *_score_quantile_rows(results, index), *rows[place + 1 :]]


def _score_quantile_rows(results: Results, index: int) -> Iterator[ResultRow]:
    """Yield a row for each of QUANTILES, of the scores of all seats; none without scores."""
    scores = score_counts(results, index)
    if not scores:
        return
    # Players of one game are not independent; games are.
    games = results.tally.games
    for hundredths, title in QUANTILES.items():
        share = hundredths / 100
        half = Z * sqrt(share * (1 - share) / games)
        found = [_quantile(scores, each) for each in (share, share - half, share + half)]
        estimate = Estimate(*found) if games >= FEWEST_GAMES else Estimate(found[0], None, None)
        yield ResultRow("scores", f"q{hundredths}", title, "points", "", estimate)


def score_counts(results: Results, index: int = 0) -> dict[int, int]:
    """Return how often each score occurred, for all seats, the lowest first; {} without games."""
    counts: dict[int, int] = {}
    for seat in score_counts_by_seat(results, index):
        for score, times in seat.items():
            counts[score] = counts.get(score, 0) + times
    return dict(sorted(counts.items()))


def score_counts_by_seat(results: Results, index: int = 0) -> list[dict[int, int]]:
    """Return how often each score occurred for each seat in order of play, the lowest first."""
    table, (lowest, highest) = results.table("scores", index), results.experiments[index].score_range
    width = highest - lowest + 1
    rows = [table[begin : begin + width] for begin in range(0, len(table), width)]
    return [{lowest + each: times for each, times in enumerate(row) if times} for row in rows]


def _quantile(scores: dict[int, int], share: float) -> float:
    """Return a quantile: the lowest score such that at least this share of all scores is not above it.

    scores: how often each score occurs, the lowest first.
    """
    wanted = min(1.0, max(0.0, share)) * sum(scores.values())
    reached = zip(scores, accumulate(scores.values()), strict=True)
    return float(next((score for score, so_many in reached if so_many >= wanted), max(scores)))


def significant_decimals(unit: Unit, half: float | None) -> int:
    """Return the number of decimals, 0 to 4, with which a value shows two digits of its uncertainty.

    half: half the width of the interval, None if unknown. Shares are printed in per cent.
    """
    if half is None or half < _NOTHING:
        return 1 if unit == "share" else 2
    scaled = half * 100 if unit == "share" else half
    return min(_MOST_DIGITS, max(0, 1 - floor(log10(scaled))))


def number_text(unit: Unit, value: float | None, places: int, sign: bool = False) -> str:
    """Return a value as text, shares in per cent: "21.4", "8.75 %"; "-" for None.

    places: the number of decimals. sign: whether positive values get a plus sign, as differences do.
    """
    if value is None:
        return "-"
    scaled = value * 100 if unit == "share" else value
    text = f"{abs(scaled):,.{places}f}"
    zero = not float(text.replace(",", ""))
    before = "" if zero else "−" if scaled < 0 else "+" if sign else ""
    return before + text + SIGNS.get(unit, "")


def half_width(estimate: Estimate) -> float | None:
    """Return half the width of an interval; None if it is unknown."""
    if estimate.low is None or estimate.high is None:
        return None
    return (estimate.high - estimate.low) / 2


def value_and_interval_text(row: ResultRow) -> tuple[str, str]:
    """Return a row's value and its interval as text; the interval is "" if it is unknown."""
    estimate, half = row.estimate, half_width(row.estimate)
    read_off = row.measure is None and row.unit == "points"
    places = 0 if read_off else significant_decimals(row.unit, half)
    value = number_text(row.unit, estimate.value, places)
    if half is None:
        return value, ""
    low, high = (
        number_text(row.unit, each, places).removesuffix(SIGNS.get(row.unit, "")) for each in estimate[1:]
    )
    return value, f"{low} to {high}"


def results_record(results: Results, index: int = 0) -> dict[str, Any]:
    """Return an experiment's results as data for JSON. Shares are between 0 and 1."""
    return {
        "name": results.names[index],
        **results.experiments[index].setup_record,
        "seed": results.seed,
        "games": results.tally.games,
        "asked": results.asked,
        "complete": results.is_complete,
        "measures": [_measure_record(row) for row in result_rows(results, index)],
        "scores_by_seat": [
            {str(score): times for score, times in seat.items()}
            for seat in score_counts_by_seat(results, index)
        ],
        "scores": {str(score): times for score, times in score_counts(results, index).items()},
        "tables": {
            name.partition(":")[2]: list(table)
            for name, table in results.tally.tables.items()
            if name.startswith(f"{index}:") and not name.endswith(":scores")
        },
    }


def _measure_record(row: ResultRow) -> dict[str, Any]:
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
    """Return the results as a table with a heading, and a row for each measure of each experiment.

    If `games` is less than `asked`, the run was interrupted.
    """
    lines: list[Sequence[object]] = [COLUMNS]
    for index, name in enumerate(results.names):
        for row in result_rows(results, index):
            told = (row.part, row.key, row.title, row.unit, *row.estimate)
            lines.append((name, *told, results.tally.games, results.asked, results.seed))
    return lines
