"""What is drawn, as numbers: distributions, curves, ticks. No picture is needed to make or to check them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import ceil, copysign, floor, log10
from typing import NamedTuple

from ...games.measures import Estimate, Measure
from ..results import Results

#: Minimum number of turns in a round that a curve shows, as a share of those in the first round.
LEAST_SHARE = 0.01
#: Share of the longest games that are drawn as one bar.
TAIL = 0.005
#: Share of outermost scores at each end that may be left out, and the ratio by which that must shorten the
#: range.
OUTERMOST, MUCH_LESS = 0.001, 0.8
#: Maximum difference that is drawn, as a share of the first pack's value.
FARTHEST = 1.0


class Histogram(NamedTuple):
    """A distribution in bars of one width: the first value of each, and its share of all."""

    width: int
    firsts: tuple[int, ...]
    shares: tuple[float, ...]

    @property
    def highest(self) -> float:
        """Return the largest share."""
        return max(self.shares)


def histogram_of_counts(counts: Mapping[int, int], max_bars: int, width: int = 0) -> Histogram | None:
    """Return a histogram of shares with at most `max_bars` bars, one beginning at 0; None without counts.

    width: of the bars; 0 for the smallest that gives so few bars.

    >>> histogram_of_counts({-1: 1, 0: 2, 1: 1}, max_bars=2)
    Histogram(width=2, firsts=(-2, 0), shares=(0.25, 0.75))
    """
    total = sum(counts.values())
    if not total:
        return None
    low, high = min(counts), max(counts)
    width = width or bar_width(low, high, max_bars)
    shares = dict.fromkeys(range(low // width, high // width + 1), 0)
    for value, times in counts.items():
        shares[value // width] += times
    return Histogram(
        width, tuple(index * width for index in shares), tuple(n / total for n in shares.values())
    )


def bar_width(low: int, high: int, max_bars: int) -> int:
    """Return the smallest round width at which at most `max_bars` bars cover a range."""
    return next(each for each in _round_widths() if high // each - low // each < max_bars)


def _round_widths() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def mean_of_counts(counts: Mapping[int, int]) -> float:
    """Return the mean of values. counts: how often each occurred."""
    return sum(value * times for value, times in counts.items()) / sum(counts.values())


def quantile_of_counts(counts: Mapping[int, int], share: float) -> int:
    """Return a quantile: the lowest value such that at least this share of all values is not above it."""
    values = sorted(counts)
    wanted = share * sum(counts.values())
    reached = zip(values, accumulate(counts[value] for value in values), strict=True)
    return next((value for value, so_many in reached if so_many >= wanted), values[-1])


def counts_by_index(table: Sequence[int]) -> dict[int, int]:
    """Return the counts in a table by index, without zeros."""
    return {place: times for place, times in enumerate(table) if times}


def counts_without_tail_and_is_cut(counts: Mapping[int, int], last: int) -> tuple[dict[int, int], bool]:
    """Return counts with the long tail added to the last entry, and whether the last entry has values beyond.

    last: the entry of the table that counts all higher values.
    """
    if not counts:
        return {}, False
    end = quantile_of_counts(counts, 1 - TAIL)
    kept = {value: times for value, times in counts.items() if value <= end}
    beyond = sum(counts.values()) - sum(kept.values())
    kept[end] += beyond
    return kept, beyond > 0 or end >= last


def ceiling_curve(results: Results, index: int = 0) -> list[float]:
    """Return the mean ceiling of the players at turn in each round.

    The curve ends before the round that has at most LEAST_SHARE of the turns of the first round.
    """
    ceilings, turns = results.table("ceilings", index), results.table("turns", index)
    curve: list[float] = []
    for total, so_many in zip(ceilings, turns, strict=False):
        if so_many <= turns[0] * LEAST_SHARE:
            break
        curve.append(total / so_many)
    return curve


def points_curve(results: Results, index: int = 0) -> list[float]:
    """Return the mean number of points scored in each round; the curve is as long as the ceiling curve."""
    games = results.tally.games
    rounds = len(ceiling_curve(results, index))
    return [points / games for points in results.table("points", index)[:rounds]]


def round_of_half(curve: Sequence[float]) -> int:
    """Return the round, from 1, in which the running sum of a curve reaches half of its total."""
    wanted = sum(curve) / 2
    return next((place for place, total in enumerate(accumulate(curve), start=1) if total >= wanted), 1)


def find_measure(results: Results, key: str, index: int = 0) -> Measure | None:
    """Return a measure of an experiment by its key; None if it has no such measure."""
    return next((each for each in results.experiments[index].measures if each.key == key), None)


def estimate_of(results: Results, key: str, index: int = 0) -> Estimate | None:
    """Return the estimate of a measure by its key; None without such a measure, or without a value."""
    found = find_measure(results, key, index)
    estimate = results.estimate(found, index) if found else None
    return None if estimate is None or estimate.value is None else estimate


def measure_title(results: Results, key: str) -> str:
    """Return the title of a measure of the first experiment; its key if there is none."""
    found = find_measure(results, key)
    return found.title if found else key


def seat_estimates(results: Results, index: int = 0) -> list[Estimate]:
    """Return the mean score of every seat, in order of play."""
    found: list[Estimate] = []
    while (estimate := estimate_of(results, f"score_{len(found) + 1}", index)) is not None:
        found.append(estimate)
    return found


def seat_names(results: Results, index: int = 0) -> list[str]:
    """Return the names of the seats of `seat_estimates`, with their temperaments if these differ."""
    setup_record = results.experiments[index].setup_record
    kinds = [str(kind) for kind in setup_record.get("temperaments") or ()]
    titles = (
        find_measure(results, f"score_{seat + 1}", index)
        for seat in range(len(seat_estimates(results, index)))
    )
    names = [each.title.removeprefix("score of ") for each in titles if each]
    if len(set(kinds)) < 2 or len(kinds) != len(names):
        return names
    return [f"{name}, {kind}" for name, kind in zip(names, kinds, strict=True)]


def percent_scored_barred_and_let_go(
    results: Results, index: int = 0
) -> tuple[Estimate, Estimate, Estimate] | None:
    """Return how many of a hundred green points held are scored, barred and let go; None if unknown."""
    found = [estimate_of(results, key, index) for key in ("attack", "defence", "let_go")]
    one, two, three = found
    return None if one is None or two is None or three is None else (one, two, three)


def relative_difference(results: Results, key: str, other: int) -> Estimate | None:
    """Return the difference of another pack from the first, as a share of the first pack's value.

    The interval is that of the difference, over the first pack's value.
    """
    base, found = estimate_of(results, key), find_measure(results, key)
    if base is None or found is None or not base.value or estimate_of(results, key, other) is None:
        return None
    scale = abs(base.value)
    value, low, high = results.difference(found, 0, other)
    if value is None:
        return None
    return Estimate(
        value / scale, None if low is None else low / scale, None if high is None else high / scale
    )


def cut_to_scale(estimate: Estimate) -> Estimate:
    """Return a relative difference with value and interval cut to the drawn range, ± FARTHEST."""
    if estimate.value is not None and abs(estimate.value) > FARTHEST:
        return Estimate(copysign(FARTHEST, estimate.value), None, None)
    return Estimate(*(None if end is None else min(FARTHEST, max(-FARTHEST, end)) for end in estimate))


def range_of_intervals(estimates: Sequence[Estimate], min_width: float = 0.0) -> tuple[float, float]:
    """Return the range from the lowest to the highest end of all intervals, at least `min_width` wide."""
    ends = [end for each in estimates for end in each if end is not None] or [0.0]
    low, high = min(ends), max(ends)
    short = max(0.0, min_width - (high - low)) / 2
    return low - short, high + short


def round_ticks(low: float, high: float, max_ticks: int) -> list[float]:
    """Return at most `max_ticks` evenly spaced round numbers within a range.

    >>> round_ticks(0, 23, 4)
    [0.0, 10.0, 20.0]
    """
    span = high - low
    if span <= 0 or max_ticks < 2:
        return [low]
    least = 10.0 ** floor(log10(span / max_ticks))
    for step in (least * each for each in (1, 2, 5, 10, 20, 50)):
        first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
        if last - first < max_ticks:
            return [round(place * step, 10) + 0.0 for place in range(first, last + 1)]
    return [low]


def whole_ticks(low: float, high: float, max_ticks: int) -> list[float]:
    """Return ticks as `round_ticks` does, whole numbers only.

    >>> whole_ticks(1, 14, 5)
    [5.0, 10.0]
    """
    low, high = ceil(low - 1e-9), floor(high + 1e-9)
    step = next(each for each in _round_widths() if high // each + -low // each < max_ticks)
    return [float(each * step) for each in range(-(-low // step), high // step + 1)]


def spread_positions(targets: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return positions near the wanted ones, in the same order, with at least a gap between neighbours.

    They stay between `low` and `high`; if there is not enough room, the gap is smaller.
    """
    if not targets:
        return []
    gap = min(gap, (high - low) / max(1, len(targets) - 1))
    order = sorted(range(len(targets)), key=lambda index: (targets[index], index))
    places = [min(high, max(low, targets[index])) for index in order]
    for index in range(1, len(places)):
        places[index] = max(places[index], places[index - 1] + gap)
    over = places[-1] - high
    if over > 0:
        places[-1] = high
        for index in range(len(places) - 2, -1, -1):
            places[index] = min(places[index], places[index + 1] - gap)
    found = [0.0] * len(targets)
    for index, place in zip(order, places, strict=True):
        found[index] = place
    return found


def range_of_counts(distributions: Sequence[Mapping[int, int]]) -> tuple[int, int, bool]:
    """Return the lowest and the highest value to show, and whether a few values lie beyond.

    The lowest and the highest thousandth of each distribution are left out if that makes the range much
    shorter.
    """
    known = [counts for counts in distributions if counts]
    if not known:
        return 0, 0, False
    low, high = min(map(min, known)), max(map(max, known))
    inner = [
        (quantile_of_counts(counts, OUTERMOST), quantile_of_counts(counts, 1 - OUTERMOST)) for counts in known
    ]
    least, most = min(each for each, _ in inner), max(each for _, each in inner)
    if most - least + 1 < MUCH_LESS * (high - low + 1):
        return least, most, True
    return low, high, False


def three_figures(value: float) -> str:
    """Return a number in three figures, as text.

    >>> [three_figures(value) for value in (9.43, 0.521, -61.2, 1204, 0)]
    ['9.43', '0.52', '−61.2', '1,204', '0']
    """
    size = abs(value)
    text = f"{size:,.{0 if size >= 99.95 else 1 if size >= 9.995 else 2}f}"
    if not float(text.replace(",", "")):
        return "0"
    return "−" + text if value < 0 else text
