"""The command that tells what is in packs, and the odds of what is dealt and drawn: stats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..lab.odds import MOST_HAND, MOST_TURNS, Ask
from . import playing
from .loading import pack_of, sound
from .options import pack_argument
from .report import echo

if TYPE_CHECKING:
    from ..lab.composition import Composition
    from ..lab.odds import Odds

_MOST_PLAYERS = 1_000


@click.command("stats", short_help="Tell what is in packs, and the odds of what is dealt and drawn.")
@pack_argument(many=True)
@click.option(
    "--hand",
    "hands",
    type=click.IntRange(1, MOST_HAND),
    multiple=True,
    metavar="N",
    help="Cards in an opening hand; repeat it for several. Default: the game's own.",
)
@click.option(
    "--of",
    multiple=True,
    metavar="CARDS",
    help='What the odds are about: a suit, a card or a rank, such as red, "+4" or A; repeat it for several.',
)
@click.option(
    "--turns",
    type=click.IntRange(1, MOST_TURNS),
    metavar="N",
    help="How many turns the odds of drawing go. Default: 6, as far as the stock lasts.",
)
@click.option(
    "--players",
    type=click.IntRange(1, _MOST_PLAYERS),
    metavar="N",
    help="How many are dealt a hand: adds the odds that anybody has a card, and shortens the stock.",
)
@click.option(
    "--with-extras", is_flag=True, help="Deal jokers and other extras too where games leave them out."
)
@playing.format_option
@playing.plot_option
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
def stats_command(
    packs: tuple[str, ...],
    hands: tuple[int, ...],
    of: tuple[str, ...],
    turns: int | None,
    players: int | None,
    with_extras: bool,
    form: str,
    plot: Path | None,
    strict: bool,
) -> None:
    """Tell what is in packs: cards and points by suit and rank, and exact odds of the deal and the stock.

    The odds are computed, not sampled. They are of chance alone: what players choose to do is for
    `cardgen simulate`.

    \b
    Examples:
      cardgen stats never-over
      cardgen stats never-over never-over-attack --players 4
      cardgen stats never-over --of "≤0" --of "+3,+4" --hand 6 --hand 8 --turns 10
      cardgen stats standard-52 --of A --of court --hand 5
      cardgen stats my-pack.yaml --format csv
      cardgen stats never-over --plot never-over.svg
    """
    from ..lab.composition import composition_of
    from ..lab.odds import odds_of

    playing.verify_plot(plot)
    ask = Ask(of, hands, turns, players, with_extras)
    chosen = [pack_of(each) for each in sound(packs, {}, None, strict)]
    told = [(composition_of(pack), odds_of(pack, ask)) for pack in chosen]
    _say(told, form)
    if plot is not None:
        _draw(told, plot, form)


def _say(told: list[tuple[Composition, Odds]], form: str) -> None:
    from ..lab.stats_records import csv_rows, record

    if form == "json":
        playing.print_json([record(*each) for each in told])
    elif form == "csv":
        playing.print_csv(list(csv_rows(told)))
    else:
        from . import stats_text

        echo("\n\n\n".join(stats_text.told(*each) for each in told))


def _draw(told: list[tuple[Composition, Odds]], plot: Path, form: str) -> None:
    from ..lab.plots.composition import composition_picture
    from ..lab.plots.theme import kind_of

    compositions, odds = zip(*told, strict=True)
    playing.write_plot(plot, composition_picture(compositions, kind_of(plot), odds), form)
