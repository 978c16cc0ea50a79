"""High Card: each plays a card of the hand, and the higher takes the trick. Made up for a test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ....errors import Problem
from ....pack.model import Pack
from ..game import Game, GamePlay, Hand

if TYPE_CHECKING:
    from ....books.context import BookFacts


def _check(pack: Pack) -> Iterator[Problem]:
    from .rules import MOST_CARDS, PLAYERS

    if len(pack.suits) != 1:
        yield Problem(f"High Card is played with one suit, not {len(pack.suits)}", ("suits",), on_key=True)
    for suit, cards in pack.suit_cards.items():
        for rank in cards:
            if not rank.isdecimal():
                message = f"High Card is played with numbers, and {rank} is none"
                yield Problem(message, ("suits", suit, "cards", rank), on_key=True)
        count = sum(card.quantity for card in cards.values())
        if count < PLAYERS * MOST_CARDS:
            message = f"High Card needs {PLAYERS * MOST_CARDS} cards, and there are {count}"
            yield Problem(message, ("suits", suit, "cards"), on_key=True)


def _game_play() -> GamePlay:
    from .experiment import PLAY

    return PLAY


def _book_facts(pack: Pack, options: Mapping[str, Any]) -> BookFacts:
    from .book import book_facts

    return book_facts()


def _hands() -> tuple[Hand, ...]:
    from .rules import PLAYERS, HighCardOptions

    return (Hand(HighCardOptions().hand, "High Card", (PLAYERS,)),)


HIGH_CARD = Game(
    name="high-card",
    title="High Card",
    pack="One suit, whose ranks are numbers.",
    check=_check,
    play=_game_play,
    facts=_book_facts,
    hands=_hands,
)
