"""Makes the playthroughs that tests/gaming/test_playthroughs.py replays: `python tests/playthroughs.py`.

Whoever changes a rule on purpose makes them anew, and reads in the difference what that does.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import cardgen
from cardgen.gaming.games import experiment_of
from cardgen.gaming.games.card_game import CardGame
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.playthrough import playthrough

FOLDER = Path(__file__).parent / "kept_games"


class Kept(NamedTuple):
    """A game that is kept: its pack, game, players and options; how often views are written."""

    pack: str
    game: str
    players: int
    options: tuple[str, ...] = ()
    every: int = 1
    #: Who plays all seats.
    player: str = "random"

    @property
    def name(self) -> str:
        """Return the name of its file."""
        return "-".join([self.game, str(self.players), *self.options]).replace("=", "-")

    @property
    def title(self) -> str:
        """Return the first line of its text."""
        options = f", with {', '.join(self.options)}" if self.options else ""
        return f"{self.game} with {self.pack}, {self.players} players{options}"

    def start(self) -> CardGame:
        """Deal the game."""
        setup = Setup(self.game, self.players, ("random",), self.options, "reference")
        made: Any = experiment_of(cardgen.load(self.pack), setup)
        game: CardGame = made.start(2026, 1)
        return game


KEPT = (
    Kept("standard-52", "addenda", 2, ("target=60",)),
    Kept("standard-52", "addenda", 4, ("target=80", "zeros-bring"), player="sensible"),
    Kept("standard-52", "up-and-over", 2, every=12),
    Kept("standard-52", "up-and-over", 5, ("smaller-hands",), every=40, player="sensible"),
    Kept("standard-52", "up-n-over", 4, every=40),
    Kept("short-24", "abstrac", 2),
    Kept("short-24", "abstrac", 2, ("kind=suits", "first=dealer", "deals=2")),
    Kept("short-25", "abstrac-unfettered", 2),
    Kept("standard-52", "abstrac-52", 2, ("deals=1", "ace=both", "unpaired=0")),
    Kept("never-over", "never-over", 3, ("hand=4",), 4, "careful"),
    Kept("never-over", "never-over", 2, ("passing", "spread-greens", "newest-discard"), 4),
    Kept("never-over", "never-over", 4, ("partners=shared", "red-counts-against", "deal-all"), 4, "defender"),
    Kept(
        "never-over", "never-over", 4, ("no-discarding", "retired-closed", "lay-down-greens"), 4, "attacker"
    ),
    Kept("never-over", "never-over", 3, ("no-discard-pile", "retire-face-up"), 4, "greedy"),
)


def text_of(kept: Kept, labels: list[str] | None = None) -> str:
    """Return a game as text, made anew or by its moves."""
    game = kept.start()
    player = game.policies[kept.player]
    return playthrough(game, labels, player=player, every=kept.every, title=kept.title)


def main() -> None:
    """Write all playthroughs."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    FOLDER.mkdir(exist_ok=True)
    for kept in KEPT:
        (FOLDER / f"{kept.name}.txt").write_text(text_of(kept), encoding="utf-8")
        print(kept.name)


if __name__ == "__main__":
    main()
