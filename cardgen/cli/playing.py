"""Print results of games, for all commands that play them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..jobs.playing import games_sentence as games_sentence
from ..jobs.playing import options_text as options_text
from ..jobs.playing import table_text as table_text
from .terminal import cell_width, column_count, column_widths_in_cells, echo, padded_text, wrapped_lines

if TYPE_CHECKING:
    from ..gaming.games.experiment import Experiment
    from ..gaming.lab.results import ResultRow, Results
    from ..jobs.job import Job

#: Minimum number of columns for an explanation of each line.
_WIDE = 118


def random_players_sentence(job: Job, experiment: Experiment) -> str:
    """Return a sentence that the players play at random; "" if the user chose the players, or the game has no
    others to suggest.
    """
    from ..gaming.games import suggested_player

    thinking = suggested_player(experiment)
    if "temperament" in job.given or thinking in ("", "random"):
        return ""
    return f"The players play at random; --temperament {thinking} asks those who think."


def few_games_sentence(results: Results, what: str = "games") -> str:
    """Return a sentence that there are too few games for intervals; "" if there are enough. what: what was
    played.
    """
    from ..gaming.lab.estimates import FEWEST_GAMES

    few = results.tally.games < FEWEST_GAMES
    return f"Intervals need {FEWEST_GAMES} {what} or more: fewer do not show how {what} vary." if few else ""


def interval_sentence(results: Results, what: str = "games") -> str:
    """Return a sentence on how to read intervals, or that there are too few games for them. what: what was
    played.
    """
    return (
        few_games_sentence(results, what) or "Each interval contains the true value in 95 of 100 such runs."
    )


def print_rows(rows: Sequence[ResultRow]) -> None:
    """Print the measures of an experiment, each with its value, its interval and, if there is room, its
    meaning.
    """
    from ..gaming.lab.results import value_and_interval_text

    said = [(row.title, *value_and_interval_text(row)) for row in rows]
    title, value, _ = column_widths_in_cells(said)
    wide, part = column_count(), ""
    for row, (_, text, interval) in zip(rows, said, strict=True):
        if row.part != part:
            part = row.part
            echo(f"\n{part}")
        line = (
            f"  {padded_text(row.title, title)}  {padded_text(text, value, is_right_aligned=True)}  "
            f"{padded_text(interval, 19)}  "
        )
        if wide < _WIDE:
            echo(line.rstrip())
        else:
            lines = wrapped_lines(row.meaning, wide, line, " " * cell_width(line))
            echo("\n".join(each.rstrip() for each in lines))


def print_csv(lines: Sequence[Sequence[object]]) -> None:
    """Print rows as a CSV table."""
    from ..output.images import csv_table

    echo(csv_table(lines, end="\n"), nl=False)
