"""The command that plays one player against another: match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..units import counted
from . import playing
from .loading import load_checked, pack_of
from .options import LANGUAGE, pack_argument, spoken
from .playing import INTERRUPTED
from .terminal import as_json, echo, table

if TYPE_CHECKING:
    from ..gaming.games.measures import Estimate, Unit
    from ..gaming.lab.match import Match, Standing

#: The usual number of deals at most, and the most: what each came to is kept.
USUAL_DEALS = 200
_MOST_DEALS = 100_000


@click.command("match")
@pack_argument(many=False)
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option("--game", metavar="GAME", help="Which of the pack's games. Default: its first.")
@playing.rules_option
@click.option("--players", type=click.IntRange(2, 1_000), help="How many play. Default: 4, or 2.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="OPTION",
    help="An option of the game, such as hand=6: see `cardgen list options`.",
)
@click.option(
    "--deals",
    type=playing.Count(1, _MOST_DEALS),
    default=USUAL_DEALS,
    show_default=True,
    help="How many deals to play at most, each from every side.",
)
@click.option("--all-deals", is_flag=True, help="Play them all, though it is decided who wins more.")
@playing.seed_option
@playing.work_options
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="Format of the output.",
)
@LANGUAGE
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
def match_command(
    pack: str,
    one: str,
    other: str,
    game: str | None,
    rules: Path | None,
    players: int | None,
    options: tuple[str, ...],
    deals: int,
    all_deals: bool,
    seed: int,
    workers: int | None,
    dask: str | None,
    form: str,
    language: str | None,
    strict: bool,
) -> int:
    """Play one player against another: A has one side, B all others, and each deal is played from every side.

    A and B are players as `cardgen list players` names them. The match ends as soon as it is decided whether
    A wins more than its share, or less; its intervals hold whenever it is stopped.

    \b
    Examples:
      cardgen match standard-52 sensible random --game addenda
      cardgen match standard-52 search=5 sensible --game up-and-over --deals 10
      cardgen match my-pack.yaml search random --rules my_game.py --players 3 --deals 20
    """
    from ..gaming.games import experiment_of
    from ..gaming.games.game import Setup
    from ..gaming.lab.match import Match, next_look, standing

    [examined] = load_checked([pack], spoken(language), None, strict)
    setup = Setup(game, players, (other.strip().lower(),), options, rules=playing.rules_of(rules))
    made: Any = experiment_of(pack_of(examined), setup)
    match = Match(made, one.strip().lower(), other.strip().lower())
    from ..gaming.lab.moments import Tally

    total = Tally()
    with playing.open_session(workers, dask, pack_of(examined).name) as session:
        while total.games < deals and not session.stopped:
            until = deals if all_deals else min(deals, next_look(total.games))
            total.add(session.play([match], seed, until - total.games, total.games))
            if standing(match, total).decided and not all_deals:
                break
    if session.stopped and not total.games:
        session.abort()
    session.tell_lost()
    result = standing(match, total)
    whole = total.games == deals or (bool(result.decided) and not all_deals)
    if form == "json":
        echo(as_json(_record(match, result, seed, deals, whole)))
    else:
        echo(f"{pack_of(examined).name}: {_said_of_players(match, result)}{playing.said_of_options(match)}")
        interrupted = "" if whole else "INTERRUPTED: "
        echo(f"{interrupted}{counted(result.deals, 'deal')} from each of {result.sides} sides, seed {seed}\n")
        _say(match, result)
    return 0 if whole else INTERRUPTED


def _said_of_players(match: Match, result: Standing) -> str:
    """Say who plays whom: "search against 2 × sensible"."""
    others = result.sides - 1
    return f"{match.one} against {f'{others} × ' if others > 1 else ''}{match.other}"


def _say(match: Match, result: Standing) -> None:
    """Print what a match has come to."""
    from ..gaming.lab.sequential import FEWEST_OF_MEAN

    rows = [
        [f"wins of {match.one}", *_cells("share", result.wins), f"its share is {100 / result.sides:.1f} %"],
        ["score over the others", *_cells("points", result.margin), "over their mean"],
    ]
    for line in table(rows, indent=2):
        echo(line)
    games = result.deals * result.sides
    shared = (
        f", and shared {result.shared:,}, each of which counts as a part of a win" if result.shared else ""
    )
    echo(f"\nOf {counted(games, 'game')} {match.one} won {result.first:,}{shared}.")
    words = {
        1: "wins more than its share",
        -1: "wins less than its share",
        0: "is not told apart at these deals",
    }
    echo(f"{match.one} {words[result.decided]}.")
    echo("In 95 of 100 matches all such intervals hold, whenever the match is stopped.")
    if result.deals < FEWEST_OF_MEAN:
        echo(f"Scores have an interval from {FEWEST_OF_MEAN} deals on.")


def _cells(unit: Unit, estimate: Estimate) -> tuple[str, str]:
    """Write a value and its interval."""
    from ..gaming.lab.results import digits, half_width, number

    places = digits(unit, half_width(estimate))
    value = number(unit, estimate.value, places, sign=unit != "share")
    if estimate.low is None or estimate.high is None:
        return value, ""
    low, high = (number(unit, each, places, sign=unit != "share").removesuffix(" %") for each in estimate[1:])
    return value, f"{low} to {high}"


def _record(match: Match, result: Standing, seed: int, asked: int, whole: bool) -> dict[str, Any]:
    """Return a match for other programs; shares are between 0 and 1."""
    return {
        **match.about,
        "seed": seed,
        "deals": result.deals,
        "asked": asked,
        "complete": whole,
        "games": result.deals * result.sides,
        "first": result.first,
        "shared": result.shared,
        "fair": result.fair,
        "wins": result.wins._asdict(),
        "margin": result.margin._asdict(),
        "decided": {1: "more", -1: "less", 0: None}[result.decided],
    }
