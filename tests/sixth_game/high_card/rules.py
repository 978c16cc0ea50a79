"""The rules of High Card in numbers: its options, and the values of cards."""

from __future__ import annotations

from dataclasses import dataclass

from ....pack.model import Card

PLAYERS = 2
#: The most cards of a hand, as an option.
MOST_CARDS = 6


@dataclass(frozen=True, slots=True)
class HighCardOptions:
    """Two players; hand: how many cards each is dealt."""

    players: int = PLAYERS
    hand: int = 3

    def __post_init__(self) -> None:
        if self.players != PLAYERS:
            raise ValueError(f"High Card is for {PLAYERS} players, not for {self.players}")

    @property
    def game(self) -> str:
        """Return the name of the game in packs."""
        return "high-card"


def value_of(card: Card) -> int:
    """Return the number on a card."""
    return int(card.rank or 0)
