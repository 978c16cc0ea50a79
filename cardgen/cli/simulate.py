"""Print a simulation, as text or as a table for spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import playing
from .terminal import echo

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..gaming.lab.results import Results
    from ..jobs.result import Result
    from ..jobs.simulate import Simulate


def print_report(job: Simulate, examined: Examined, made: Result) -> None:
    """Print the measures of the games, and how to read them; or all figures as CSV."""
    from ..gaming.lab.results import csv_rows, result_rows

    results: Results = made.result
    if job.format == "csv":
        playing.print_csv(csv_rows(results))
        return
    [experiment] = results.experiments
    echo(f"{examined.valid_pack.name}: {playing.table_text(experiment)}")
    echo(playing.games_sentence(results))
    playing.print_rows(result_rows(results))
    _print_reading_notes(job, examined, results)


def _print_reading_notes(job: Simulate, examined: Examined, results: Results) -> None:
    """Print how to read the figures, and further hints."""
    from ..gaming.games import missing_extra_hint, names_of_other_games

    [experiment] = results.experiments
    echo(f"\n{playing.interval_sentence(results)}")
    if who := playing.random_players_sentence(job, experiment):
        echo(who)
    games = [] if job.rules else names_of_other_games(examined.valid_pack, job.table())
    if games:
        game = experiment.setup_record["game"]
        echo(f"This was {game}; the pack is also for {', '.join(games)}: --game {games[0]}.")
    if extra := missing_extra_hint(experiment):
        echo(extra)
