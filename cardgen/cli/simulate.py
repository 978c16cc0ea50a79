"""The command that plays a pack's game many times: simulate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import playing
from .loading import load_checked, pack_of
from .options import LANGUAGE, pack_argument, spoken
from .playing import INTERRUPTED, work
from .terminal import as_json, echo

if TYPE_CHECKING:
    from ..gaming.lab.results import Results
    from ..pack.model import Pack


@click.command("simulate")
@pack_argument(many=False)
@playing.play_options
@LANGUAGE
def simulate_command(
    pack: str, form: str, plot: Path | None, strict: bool, language: str | None, **options: Any
) -> int:
    """Play a pack's game many times and measure what happens, each figure with its 95 % interval.

    \b
    Examples:
      cardgen simulate never-over
      cardgen simulate never-over --players 4 --games 100000 --seed 1
      cardgen simulate my-pack.yaml --temperament careful,random --players 2
      cardgen simulate never-over --option red-counts-against --plot scores.png
      cardgen simulate standard-52 --game addenda --temperament sensible --games 1000
      cardgen simulate my-pack.yaml --rules my_game.py --players 3
    """
    from ..gaming.games import experiment_of, other_games

    playing.verify_plot(plot)
    [examined] = load_checked([pack], spoken(language), None, strict)
    setup = playing.setup_of(options)._replace(games=options["games"])
    experiment = experiment_of(pack_of(examined), setup)
    name, how = pack_of(examined).name, (options["workers"], options["dask"])
    results = work([experiment], [name], options["seed"], options["games"], *how)
    playing.refuse_plot_of_nothing(results)
    _say(results, pack_of(examined), form)
    if form == "text":
        _say_besides(results, [] if setup.rules else other_games(pack_of(examined), setup))
    else:
        playing.warn_of_interruption(results)
    if plot is not None:
        from ..gaming.lab.plots.simulation import simulation_picture
        from ..gaming.lab.plots.theme import kind_of

        playing.write_plot(plot, simulation_picture(results, kind_of(plot), [pack_of(examined)]), form)
    return 0 if results.complete else INTERRUPTED


def _say(results: Results, pack: Pack, form: str) -> None:
    from ..gaming.lab.results import csv_rows, record, rows_of

    if form == "json":
        echo(as_json(record(results)))
    elif form == "csv":
        playing.print_csv(csv_rows(results))
    else:
        [experiment] = results.experiments
        echo(f"{pack.name}: {playing.said_of_table(experiment)}")
        echo(playing.said_of_games(results))
        playing.print_rows(rows_of(results))


def _say_besides(results: Results, games: list[str]) -> None:
    """Say how to read the figures, and what else there is."""
    from ..gaming.games import hint

    echo(f"\n{playing.said_of_intervals(results)}")
    if who := playing.said_of_temperament(results.experiments[0]):
        echo(who)
    if games:
        game = results.experiments[0].about["game"]
        echo(f"This was {game}; the pack is also for {', '.join(games)}: --game {games[0]}.")
    if extra := hint(results.experiments[0]):
        echo(extra)
