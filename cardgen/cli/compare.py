"""Print a comparison of packs or variants, as text or as a table for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ..jobs.compare import EXACT, figure_record
from ..units import count_with_noun
from . import playing
from .terminal import TABLE_WIDTH, column_widths_in_cells, echo, padded_text, wrapped_lines

if TYPE_CHECKING:
    from ..gaming.lab.compare import FigurePair, MeasureDifference
    from ..gaming.lab.results import Results
    from ..jobs.compare import Compare, Comparison, PackDifferences
    from ..jobs.result import Result

#: Shorter words for a narrow column.
_WORDS = {"no difference seen": "none seen"}


def print_report(job: Compare, _: object, made: Result) -> None:
    """Print how each pack or variant differs from the first, and how to read the differences."""
    compared: Comparison = made.result
    if job.format == "csv":
        playing.print_csv(list(_csv_rows(compared)))
        return
    results = compared.results
    # The options of a variant have commas between them.
    names = ("; " if job.against else ", ").join(results.names)
    echo(f"{names}: {playing.table_text(results.experiments[0])}")
    echo(playing.games_sentence(results) + f", the same for each {'variant' if job.against else 'pack'}")
    for other in compared.others:
        _print_differences(results.names, other)
    _print_reading_notes(job, results)


def _print_reading_notes(job: Compare, results: Results) -> None:
    """Print how to read the differences: their precision, and who played."""
    from ..gaming.games import missing_extra_hint

    games = count_with_noun(results.tally.games, "game")
    echo(f"\nnone seen: {games} showed no difference; more games may show one.")
    if few := playing.few_games_sentence(results):
        echo(few)
    else:
        echo("The interval ± contains the true difference in 95 of 100 such runs. Where")
        what = "variants" if job.against else "packs"
        echo(f"{what} play alike, about one line in 20 shows a difference by chance.")
    if who := playing.random_players_sentence(job, results.experiments[0]):
        echo(who)
    if extra := missing_extra_hint(results.experiments[0]):
        echo(extra)


def _print_differences(names: Sequence[str], other: PackDifferences) -> None:
    """Print how a pack or variant differs from the first: in play, and, for packs, also in cards and odds."""
    echo(f"\nB {names[other.pack_index]} against A {names[0]}")
    parts: dict[str, list[tuple[str, ...]]] = {}
    for row in other.play:
        parts.setdefault(row.measure.part, []).append(_measure_cells(row))
    for key, pairs in other.exact.items():
        cells = [_exact_figure_cells(pair) for pair in pairs]
        seen = [each for each in cells if each[1] != each[2] and each[3].strip("+−0.")]
        parts[EXACT[key]] = seen or [("all the same", "", "", "", "")]
    widths = column_widths_in_cells([line for lines in parts.values() for line in lines])
    # A long name takes more than one line.
    widths[0] = min(widths[0], TABLE_WIDTH - sum(widths[1:]) - 10)
    for part, lines in parts.items():
        heads = (
            padded_text(head, width, is_right_aligned=True)
            for head, width in zip(("A", "B", "B − A"), widths[1:4], strict=True)
        )
        echo(f"\n{padded_text(part, widths[0])}    {'  '.join(heads)}")
        for title, *values, word in lines:
            *before, name = wrapped_lines(title, widths[0], indent="  ")
            for each in before:
                echo(f"  {each}")
            numbers = (
                padded_text(value, width, is_right_aligned=True)
                for value, width in zip(values, widths[1:4], strict=True)
            )
            echo(f"  {padded_text(name, widths[0])}  {'  '.join(numbers)}  {word}".rstrip())


def _measure_cells(row: MeasureDifference) -> tuple[str, ...]:
    """Return the cells of a measure: its title, both values, the difference and a word on it. Differences of
    shares are in percentage points.
    """
    from ..gaming.lab.results import half_width, number_text, significant_decimals

    unit, half = row.measure.unit, half_width(row.difference)
    places = significant_decimals(unit, half)
    one, other = (number_text(unit, each.value, places) for each in (row.one, row.other))
    gap = number_text(unit, row.difference.value, places, sign=True).removesuffix(" %")
    if half is not None:
        gap += f" ± {number_text(unit, half, places).removesuffix(' %')}"
    return row.measure.title, one, other, gap, _WORDS.get(row.verdict, row.verdict)


def _exact_figure_cells(pair: FigurePair) -> tuple[str, ...]:
    """Return the cells of an exact figure: its title, both values, the difference and ""."""
    gap = _exact_figure_text(pair.unit, pair.difference, sign=True).removesuffix(" %")
    return (
        pair.title,
        _exact_figure_text(pair.unit, pair.one),
        _exact_figure_text(pair.unit, pair.other),
        gap,
        "",
    )


def _exact_figure_text(unit: str, value: Fraction | float | None, sign: bool = False) -> str:
    """Return an exact figure as text: whole numbers without decimals, shares with one, others with two; "-"
    for None. sign: whether to write a plus.
    """
    from ..gaming.lab.results import number_text

    if value is None:
        return "-"
    places = 1 if unit == "share" else 0 if value == int(value) else 2
    return number_text("share" if unit == "share" else "points", float(value), places, sign)


_COLUMNS = ("one", "other", "part", "key", "title", "unit")
_VALUES = ("value_one", "value_other", "difference", "low", "high", "word", "games", "asked", "seed")


def _csv_rows(compared: Comparison) -> Iterator[tuple[object, ...]]:
    """Yield the rows of the CSV table: the headings, then one row for each figure. Figures of cards and odds
    are exact, and their number of games is empty.
    """
    yield (*_COLUMNS, *_VALUES)
    results = compared.results
    run = results.tally.games, results.asked, results.seed
    for other in compared.others:
        names = results.names[0], results.names[other.pack_index]
        for part, pairs in other.exact.items():
            for pair in pairs:
                gap = None if pair.difference is None else float(pair.difference)
                yield *names, part, *figure_record(pair).values(), gap, *[None] * 6
        for row in other.play:
            measure = row.measure
            told = (measure.part, measure.key, measure.title, measure.unit, row.one.value, row.other.value)
            yield *names, *told, *row.difference, row.verdict, *run
