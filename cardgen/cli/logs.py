"""Print the measures of games that people played, and the players that play most like them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..units import counted
from . import playing
from .terminal import echo, table_lines

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..jobs.logs import GroupOfLogs, Logs, MeasuredLogs
    from ..jobs.result import Result


def report(job: Logs, examined: Examined, made: Result) -> None:
    """Print each table with its measures, and how near the players come."""
    from ..gaming.lab.results import csv_rows, result_rows

    measured: MeasuredLogs = made.result
    if job.format == "csv":
        lines = [line for group in measured.groups for line in csv_rows(group.results)[1:]]
        playing.print_csv([csv_rows(measured.groups[0].results)[0], *lines])
        return
    for at, group in enumerate(measured.groups):
        if at:
            echo("")
        about = group.games.about
        people = ", ".join(about["people"])
        echo(f"{examined.sound.name}: {about['players']} players{playing.options_text(group.games)}")
        echo(f"{counted(group.results.tally.games, 'game')} of {people}{_bots_text(group)}")
        playing.print_rows(result_rows(group.results))
        _print_resemblance(group)
    echo(f"\n{playing.interval_sentence(measured.groups[0].results)}")


def _bots_text(group: GroupOfLogs) -> str:
    """Return the bots at the table as text: " with expert in seat 2"; "" without any."""
    seats = [(at, seat.name) for at, seat in enumerate(group.games.logs[0].seats, 1) if seat.is_bot]
    said = ", ".join(f"{name} in seat {at}" for at, name in seats)
    return f", with {said}" if said else ""


def _print_resemblance(group: GroupOfLogs) -> None:
    """Print the players, the nearest first, and how the group differs from the nearest."""
    from ..gaming.lab.results import number_text, significant_decimals

    found = group.resemblance
    echo("\nplayers, the nearest first")
    rows = [
        [each.name, "-" if each.distance is None else f"{each.distance:.2f}", each.verdict]
        for each in found.players
    ]
    for line in table_lines(rows, indent=2):
        echo(line)
    best, games = found.players[0], counted(group.results.tally.games, "game")
    like = [each.name for each in found.players if each.verdict != "ruled out"]
    if not found.is_decided:
        echo(f"Too few games to tell: {games} could be those of {' or '.join(like)}.")
    elif len(found.players) > 1:
        echo(f"Of these players {best.name} comes nearest; all others are ruled out.")
    if found.is_decided and found.differences:
        echo(f"The games differ from {best.name}'s beyond chance in:")
        rows = []
        for each in found.differences:
            unit = each.measure.unit
            places = significant_decimals(unit, abs(each.group - each.player) / 5)
            values = (number_text(unit, value, places) for value in (each.group, each.player))
            rows.append([each.measure.title, *values])
        for line in table_lines(rows, indent=2):
            echo(line)
    elif found.is_decided:
        echo(f"Nothing measured differs from {best.name}'s games beyond chance.")
    echo(
        f"Distance: the differences of {found.measures} measures, in standard deviations of one game\n"
        "(the root of their mean square). Ruled out: its own games are so far off in fewer than\n"
        "1 of 20 such groups."
    )
