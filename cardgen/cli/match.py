"""Print a match between two players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..units import count_with_noun
from . import playing
from .terminal import echo, table_lines

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..gaming.games.measures import Estimate, Unit
    from ..gaming.lab import match as lab
    from ..jobs.match import Match
    from ..jobs.result import Result


def print_report(job: Match, examined: Examined, made: Result) -> None:
    """Print the two players and who won."""
    match, result = made.result
    echo(f"{examined.valid_pack.name}: {_players_text(match, result)}{playing.options_text(match)}")
    interrupted = "INTERRUPTED: " if made.interrupted else ""
    deals = f"{count_with_noun(result.deals, 'deal')} from each of {result.sides} sides"
    echo(f"{interrupted}{deals}, seed {job.seed}\n")
    _print_standing(match, result)


def _players_text(match: lab.MatchExperiment, result: lab.Standing) -> str:
    """Return the players as text, such as "search against 2 × sensible"."""
    others = result.sides - 1
    return f"{match.one} against {f'{others} × ' if others > 1 else ''}{match.other}"


def _print_standing(match: lab.MatchExperiment, result: lab.Standing) -> None:
    """Print the share of wins and the score, and how certain they are."""
    from ..gaming.lab.sequential import FEWEST_OF_MEAN

    rows = [
        [
            f"wins of {match.one}",
            *_estimate_cells("share", result.wins),
            f"its share is {100 / result.sides:.1f} %",
        ],
        ["score over the others", *_estimate_cells("points", result.margin), "over their mean"],
    ]
    for line in table_lines(rows, indent=2):
        echo(line)
    games = result.deals * result.sides
    shared = (
        f", and shared {result.shared:,}, each of which counts as a part of a win" if result.shared else ""
    )
    echo(f"\nOf {count_with_noun(games, 'game')} {match.one} won {result.first:,}{shared}.")
    words = {
        1: "wins more than its share",
        -1: "wins less than its share",
        0: "shows no difference in these deals",
    }
    echo(f"{match.one} {words[result.winner_sign]}.")
    echo("In 95 of 100 matches all such intervals hold, whenever the match is stopped.")
    if result.deals < FEWEST_OF_MEAN:
        echo(f"Scores have an interval from {FEWEST_OF_MEAN} deals on.")


def _estimate_cells(unit: Unit, estimate: Estimate) -> tuple[str, str]:
    """Return a value, and its interval, as text; "" for no interval."""
    from ..gaming.lab.results import half_width, number_text, significant_decimals

    places = significant_decimals(unit, half_width(estimate))
    value = number_text(unit, estimate.value, places, sign=unit != "share")
    if estimate.low is None or estimate.high is None:
        return value, ""
    low, high = (
        number_text(unit, each, places, sign=unit != "share").removesuffix(" %") for each in estimate[1:]
    )
    return value, f"{low} to {high}"
