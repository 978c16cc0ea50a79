"""Print the measures of games that people played, and the players that play most like them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..jobs.logs import bots_text, difference_rows, resemblance_sentences
from ..units import count_with_noun
from . import playing
from .terminal import echo, table_lines

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..jobs.logs import GroupOfLogs, Logs, MeasuredLogs
    from ..jobs.result import Result


def print_report(job: Logs, examined: Examined, made: Result) -> None:
    """Print each table with its measures, and which players of cardgen play most like these people."""
    from ..gaming.lab.results import csv_rows, result_rows

    measured: MeasuredLogs = made.result
    if job.format == "csv":
        lines = [line for group in measured.groups for line in csv_rows(group.results)[1:]]
        playing.print_csv([csv_rows(measured.groups[0].results)[0], *lines])
        return
    for at, group in enumerate(measured.groups):
        if at:
            echo("")
        about = group.games.setup_record
        people = ", ".join(about["people"])
        echo(f"{examined.valid_pack.name}: {about['players']} players{playing.options_text(group.games)}")
        echo(f"{count_with_noun(group.results.tally.games, 'game')} of {people}{bots_text(group)}")
        playing.print_rows(result_rows(group.results))
        _print_resemblance(group)
    echo(f"\n{playing.interval_sentence(measured.groups[0].results)}")


def _print_resemblance(group: GroupOfLogs) -> None:
    """Print the players, the most similar first, and how the people differ from that one."""
    found = group.resemblance
    echo("\nplayers, the nearest first")
    rows = [
        [each.name, "-" if each.distance is None else f"{each.distance:.2f}", each.verdict]
        for each in found.players
    ]
    for line in table_lines(rows, indent=2):
        echo(line)
    for sentence in resemblance_sentences(group):
        echo(sentence)
    for line in table_lines([[*row] for row in difference_rows(group)], indent=2):
        echo(line)
    echo(
        f"Distance: the differences of {found.measures} measures, in standard deviations of one game\n"
        "(the root of their mean square). Ruled out: its own games are so far off in fewer than\n"
        "1 of 20 such groups."
    )
