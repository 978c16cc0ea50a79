"""Print the figures of docs/standard-games.md: each game, by its players and their number.

    python docs/standard_games.py [game ...] [--only PLAYER] [--part 0.1]

--only plays the rows of one player; --part plays that part of the games. Each row says how many games were
played; all have seed 1.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from cardgen import load
from cardgen.gaming.games import experiment_of
from cardgen.gaming.games.game import Setup
from cardgen.gaming.lab.results import ResultRow, Results, result_rows, value_and_interval_text
from cardgen.gaming.lab.running import play_games

SEED = 1


class Table(NamedTuple):
    """Rows of one game: a table for each number of players, options and player."""

    game: str
    pack: str
    #: The measures, by their keys.
    measures: tuple[str, ...]
    #: Of each row: number of players, options, player and number of games.
    rows: tuple[tuple[int, tuple[str, ...], str, int], ...]


#: Games to so many points play nearly all their deals to the end.
_LONG = ("target=10000",)
_FIRST = ("first=non-dealer",)
TABLES = (
    Table("addenda", "standard-52", (
        "stuck_following", "stuck_tricks", "stuck_deals", "trick", "trick_spread", "over", "led", "dry",
        "lost", "unplayed",
    ), (
        (2, _LONG, "random", 1000), (2, _LONG, "sensible", 1000), (2, _LONG, "level", 500),
        (4, _LONG, "random", 500), (4, _LONG, "sensible", 500),
    )),
    Table("addenda", "standard-52", (
        "stuck_following", "stuck_tricks", "stuck_deals", "stuck_games", "trick", "trick_spread", "over",
        "led", "broken", "deals", "fourth_or_fifth", "dry", "lost", "unplayed",
    ), (
        (2, (), "random", 10000), (2, (), "sensible", 10000), (2, (), "level", 10000),
        (4, (), "random", 5000), (4, (), "sensible", 5000),
        (2, (), "expert", 1000), (4, (), "expert", 100),
    )),
    Table("up-and-over", "standard-52", (
        "turns", "trick_turns", "tricks", "reshuffles", "begin",
    ), (
        *((players, (), player, 4000) for players in (2, 3, 4, 5) for player in ("random", "sensible")),
        *((players, ("smaller-hands",), "sensible", 4000) for players in (4, 5)),
        *((players, (), "expert", games) for players, games in ((2, 1000), (3, 100), (4, 100), (5, 100))),
    )),
    Table("abstrac", "short-24", (
        "first_ahead", "second_ahead", "rows_even", "begin", "first_cards",
    ), tuple(
        (2, (f"kind={kind}", *_FIRST), player, 10000)
        for kind in ("basic", "suits") for player in ("random", "sensible", "expert")
    )),
    Table("abstrac-unfettered", "short-25", (
        "first_ahead", "second_ahead", "rows_even", "begin", "first_cards",
    ), tuple((2, _FIRST, player, 10000) for player in ("random", "sensible", "expert"))),
    Table("abstrac-52", "standard-52", (
        "first_ahead", "second_ahead", "rows_even", "begin", "first_cards",
    ), (
        *((2, ("deals=1", *_FIRST), player, 20000) for player in ("random", "sensible")),
        (2, ("deals=1", *_FIRST), "expert", 1000),
    )),
)  # fmt: skip


def played(table: Table, players: int, options: Sequence[str], player: str, games: int) -> Results:
    """Return the results of a row."""
    experiment = experiment_of(load(table.pack), Setup(table.game, players, (player,), tuple(options)))
    return Results((table.game,), (experiment,), play_games((experiment,), SEED, games), SEED, games)


def cells(table: Table, results: Results) -> Iterator[str]:
    """Yield the value of each measure with its interval; "-" if the table has none of it."""
    rows = {row.key: row for row in result_rows(results)}
    for key in table.measures:
        yield _cell(rows[key]) if key in rows else "-"
    lengths = results.table("lengths")
    if table.game == "up-and-over":
        yield f"{_quantile(lengths, 0.25)} to {_quantile(lengths, 0.75)}"


def _cell(row: ResultRow) -> str:
    value, interval = value_and_interval_text(row)
    return f"{value} ({interval})" if interval else value


def _quantile(counts: Sequence[int], share: float) -> int:
    """Return the lowest length that this share of games does not exceed."""
    total = sum(counts)
    return next(at for at, reached in enumerate(accumulate(counts)) if reached >= share * total)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--only", default="")
    parser.add_argument("--part", type=float, default=1.0)
    asked = parser.parse_args()
    for table in TABLES:
        rows = [row for row in table.rows if asked.only in ("", row[2])]
        if not rows or (asked.games and table.game not in asked.games):
            continue
        middle = ("middle half",) if table.game == "up-and-over" else ()
        heads = ("players", "options", "player", *table.measures, *middle, "games")
        print(f"\n### {table.game}\n\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
        for players, options, player, games in rows:
            results = played(table, players, options, player, max(2, round(games * asked.part)))
            line = (str(players), " ".join(options), player, *cells(table, results), str(results.tally.games))
            print(f"| {' | '.join(line)} |", flush=True)


if __name__ == "__main__":
    main()
