"""Addenda: tricks of one card of each suit, not above 17 in sum; for two, and for four in partnerships.

Its play: `values` (the total of a row of cards, and who wins it), `deal` (a deal, card by card, and whole
games) and `players`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ....pack.model import Pack
from ..game import Game, GamePlay, Hand
from ..standard import RANKS_13, standard_pack_check

if TYPE_CHECKING:
    from ....books.context import BookFacts


def _game_play() -> GamePlay:
    from .experiment import PLAY

    return PLAY


def _book_facts(pack: Pack, options: Mapping[str, Any]) -> BookFacts:
    from .book import book_facts

    return book_facts(pack, options)


def _hands() -> tuple[Hand, ...]:
    from .deal import HANDS

    words = {2: "two", 4: "four"}
    return tuple(Hand(size, f"Addenda for {words[each]}", (each,)) for each, size in HANDS.items())


ADDENDA = Game(
    name="addenda",
    title="Addenda",
    pack="The full pack of 52, without jokers.",
    check=standard_pack_check("Addenda", RANKS_13),
    play=_game_play,
    facts=_book_facts,
    hands=_hands,
)
