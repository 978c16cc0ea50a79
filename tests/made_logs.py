"""Logs of games that bots play, as if people had played them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from cardgen import load
from cardgen.gaming.games import experiment_of
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.game_log import SUFFIX, GameLog, Sitter, hash_of_cards, log_text, option_words
from cardgen.pack.model import Pack

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")


def made_log(pack: Pack, setup: Setup, number: int, seed: int = 500) -> GameLog:
    """Return the log of a game in which the players of a table play in the seats of people."""
    table: Any = experiment_of(pack, setup)
    game, moves, rng = table.start(seed, number), [], Random(number)
    players = table.setup_record["temperaments"]
    while game.turn is not None:
        moves.append(game.label(table.chooser(players[game.turn])(game, rng)))
        game.play(next(move for move in game.moves() if game.label(move) == moves[-1]))
    people = tuple(map(Sitter, NAMES[: len(players)]))
    options, name = option_words(table.setup_record["options"]), table.setup_record["game"]
    return GameLog(
        name, pack.name, hash_of_cards(pack), options, people, seed, number, tuple(moves),
        tuple(game.scores()), "0.1.0",
    )  # fmt: skip


def write_logs(folder: Path, name: str, setup: Setup, count: int) -> None:
    """Write logs of a number of games into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pack = load(name)
    for number in range(count):
        log = made_log(pack, setup, number)
        (folder / f"{number + 1}{SUFFIX}").write_text(log_text(log), encoding="utf-8")
