"""Play each player against others over the same deals, and print the table of docs/players.md.

    python docs/players.py [game ...]

Each deal is played from every side. A match ends as soon as it is decided, or after its number of deals; the
intervals hold whenever it ends.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any, NamedTuple

from cardgen import load
from cardgen.gaming.games import experiment_of
from cardgen.gaming.games.game import Setup
from cardgen.gaming.lab.match import MatchExperiment, Standing, deals_at_next_look, match_standing
from cardgen.gaming.lab.moments import GameTally
from cardgen.gaming.lab.running import play_stretch

SEED = 1


class Table(NamedTuple):
    """A table at which players meet."""

    title: str
    pack: str
    game: str
    players: tuple[int, ...]
    #: Pairs of players, and the most deals of each match.
    pairs: tuple[tuple[str, str], ...]
    deals: int
    options: tuple[str, ...] = ()


_SOLVED = (("expert", "sensible"), ("sensible", "random"))
TABLES = (
    Table("Addenda", "standard-52", "addenda", (2, 4), (
        ("expert", "sensible"), ("sensible", "level"), ("sensible", "random"),
    ), 200),
    Table("Up and Over", "standard-52", "up-and-over", (2, 3, 4, 5), _SOLVED, 200),
    Table("Abstrac", "short-24", "abstrac", (2,), _SOLVED, 2000),
    Table("Abstrac by suits", "short-24", "abstrac", (2,), _SOLVED, 2000, ("kind=suits",)),
    Table("Abstrac unfettered", "short-25", "abstrac-unfettered", (2,), _SOLVED, 2000),
    Table("Abstrac with 52 cards", "standard-52", "abstrac-52", (2,), _SOLVED, 200),
    Table("NEVER OVER", "never-over", "never-over", (2, 4), (("expert", "careful"),), 60),
    Table("NEVER OVER", "never-over", "never-over", (2, 4), (
        ("careful", "defender"), ("careful", "attacker"), ("careful", "greedy"), ("careful", "random"),
    ), 100),
)  # fmt: skip


def played_match(table: Table, players: int, pair: tuple[str, str]) -> Standing:
    """Play until it is decided who is stronger, or to the table's number of deals."""
    setup = Setup(table.game, players, (pair[1],), table.options)
    experiment: Any = experiment_of(load(table.pack), setup)
    match, tally = MatchExperiment(experiment, *pair), GameTally()
    while tally.games < table.deals:
        count = min(table.deals, deals_at_next_look(tally.games)) - tally.games
        tally.add(play_stretch((match,), SEED, tally.games, count)[0])
        if match_standing(match, tally).winner_sign:
            break
    return match_standing(match, tally)


def line(table: Table, players: int, pair: tuple[str, str]) -> str:
    """Return a line of the table: who plays, the wins with their interval, and what is decided."""
    found = played_match(table, players, pair)
    share, low, high = (f"{100 * (each or 0):.1f}" for each in found.wins)
    verdict = {1: f"`{pair[0]}`", -1: f"`{pair[1]}`", 0: "not decided"}[found.winner_sign]
    cells = (
        table.title, players, f"`{pair[0]}`", f"`{pair[1]}`", f"{share} % ({low} to {high})",
        f"{100 * found.fair_share:.1f} %", f"{found.margin.value:+.2f}".replace("-", "\u2212"), found.deals,
        verdict,
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def lines(games: list[str]) -> Iterator[str]:
    """Yield the lines of some games, or of all."""
    for table in TABLES:
        if not games or table.game in games:
            for pair in table.pairs:
                for players in table.players:
                    yield line(table, players, pair)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="game", help="default: all")
    for each in lines(parser.parse_args().games):
        print(each, flush=True)
