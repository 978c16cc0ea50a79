"""Up and Over, in both editions (the older is called Up 'N Over): the sum of the trick goes to 21.

Its play: `rules` (the two editions and how they are read; the values of cards) and `play` (a game, card by
card, and players).
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
    from .rules import CARDS_OF_HAND, FEWEST_PLAYERS, MOST_PLAYERS

    return (Hand(CARDS_OF_HAND, "Up and Over", tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1))),)


UP_AND_OVER = Game(
    name="up-and-over",
    title="Up and Over",
    pack="The full pack of 52; jokers are taken out before play.",
    check=standard_pack_check("Up and Over", RANKS_13),
    play=_game_play,
    facts=_book_facts,
    hands=_hands,
)
UP_N_OVER = UP_AND_OVER._replace(name="up-n-over", title="Up 'N Over", book="up-and-over")
