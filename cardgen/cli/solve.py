"""Print the best play of a row, or of many rows."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..jobs.playing import games_sentence
from ..jobs.solve import SolvedRow
from . import playing
from .terminal import column_count, echo

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..gaming.lab.results import Results
    from ..jobs.result import Result
    from ..jobs.solve import Solve


def print_report(job: Solve, examined: Examined, made: Result) -> None:
    """Print the best play of a row with each first move, or the figures of many rows."""
    name = examined.valid_pack.name
    if isinstance(made.result, SolvedRow):
        _print_solved_row(name, made.result)
    else:
        _print_deals(name, job, made.result)


def _print_solved_row(name: str, solved: SolvedRow) -> None:
    """Print the best play of a row."""
    from ..gaming.games.abstrac import solution_text as words

    kind = solved.solution.layout.options.kind.value
    echo(f"{name}: {words.TITLES[kind]}\n{solved.origin}, the exposed card first:\n")
    echo("\n".join(words.solution_lines(solved.solution, column_count(), _can_show_suits())))


def _can_show_suits() -> bool:
    """Tell whether the output can show the signs of suits; otherwise letters are printed."""
    try:
        "♠♥♦♣".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _print_deals(name: str, job: Solve, results: Results) -> None:
    """Print the figures of perfect play of many rows."""
    from ..gaming.games.abstrac import solution_text as words
    from ..gaming.games.abstrac.solving import missing_extra_hint
    from ..gaming.lab.results import result_rows

    [experiment] = results.experiments
    echo(f"{name}: {words.TITLES[experiment.setup_record['kind']]}, perfect play of shuffled rows")
    echo(games_sentence(results, "row"))
    playing.print_rows(result_rows(results))
    echo(f"\n{playing.interval_sentence(results, 'rows')}")
    more = missing_extra_hint(job.engine, results.asked)
    if more:
        echo(more)
