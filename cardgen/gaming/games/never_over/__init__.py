"""NEVER OVER (2012): green cards score, red cards set the ceiling that green may never be over.

Its rules are in this folder, one idea per file: `pack_rules`, `cards` (a pack as numbers, and its figures),
`options`, `table` (players, pack, options and partners), `state` (the deal, legal moves, turns and scores;
the contract with other engines), `moves` (verified, recorded and replayed moves). `players` decide by
`heuristics` and `lookahead`. `experiment` plays many games and collects `facts`, with the engines `reference`
and `compiled`. `book` has the facts of its rulebook, with `example_game` and the drawings of `table_top`.

Seats are numbered in the order of play: seat 0 is sinistra, to the dealer's left; the last is the dealer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ....pack.model import Pack
from ..game import Game, GamePlay, Hand, PackFigures
from .pack_rules import HAND, check, green_and_red_suits

if TYPE_CHECKING:
    from ....books.context import BookFacts


def _game_play() -> GamePlay:
    from .experiment import PLAY

    return PLAY


def _book_facts(pack: Pack, options: Mapping[str, Any]) -> BookFacts:
    from .book import book_facts

    return book_facts(pack, options)


def _figures(pack: Pack) -> PackFigures:
    from .cards import pack_figures

    return pack_figures(pack)


NEVER_OVER = Game(
    name="never-over",
    title="NEVER OVER",
    pack="A pack of its own, such as never-over: cards +N and cards ≤N.",
    check=check,
    play=_game_play,
    facts=_book_facts,
    hands=lambda: (Hand(HAND, "NEVER OVER"),),
    own_pack=True,
    opposed=green_and_red_suits,
    figures=_figures,
)
