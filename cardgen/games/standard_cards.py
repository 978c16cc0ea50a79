"""A pack's own cards for those that the games of standard packs play with.

Packs may call their suits what they like, so suits are told by their symbols, and by their order where a pack
has none.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import UsageError
from ..pack.model import Card, Pack
from .cards import SUITS
from .cards import Card as GameCard
from .standard import RANKS_13, check_ranks


class PackCards:
    """The cards of one pack by those of the games."""

    def __init__(self, pack: Pack) -> None:
        self.suits = suit_keys(pack)
        self._cards = {(card.suit, card.rank): card for card in pack.cards if card.suit}

    def of(self, card: GameCard) -> Card:
        """The pack's card for a game's."""
        return self._cards[self.suits[card.suit], card.rank]

    def all_of(self, cards: tuple[GameCard, ...]) -> tuple[Card, ...]:
        """The pack's cards for a row of a game's."""
        return tuple(map(self.of, cards))


def suit_keys(pack: Pack) -> dict[str, str]:
    """The pack's suit for each of the games': spades for the one with that symbol, the others in order."""
    found = {
        suit: key
        for suit in SUITS
        for key, each in pack.suits.items()
        if each.symbol and f"{each.symbol}s" == suit
    }
    left = iter([key for key in pack.suits if key not in found.values()])
    return {suit: found.get(suit) or next(left) for suit in SUITS}


def verify_full(pack: Pack, game: str) -> None:
    """Raise UsageError where a pack is none for a game of 52, whose rules show cards that it has not."""
    wrong = next(check_ranks(pack, game, RANKS_13), None)
    if wrong is not None:
        raise UsageError(f"{pack.name} is no pack for {game}: {wrong.message}")


#: What ranks are called in a sentence.
SPOKEN = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
MINUS = "\u2212"


def signed(value: int) -> str:
    """A number with a proper minus sign.

    >>> signed(-4), signed(7)
    ('\u22124', '7')
    """
    return str(value).replace("-", MINUS)


def written_sum(changes: Iterable[int]) -> str:
    """A sum as it is written down, without its result.

    >>> written_sum([6, 5, 0, -8])
    '6 + 5 + 0 \u2212 8'
    """
    first, *others = changes
    return signed(first) + "".join(f" {'+' if each >= 0 else MINUS} {abs(each)}" for each in others)
