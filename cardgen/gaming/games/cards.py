"""The cards of standard packs, as the games for them handle them, a pack's own cards for these, and turns.

Packs may call their suits what they like, so suits are told by their symbols, and by their order where a pack
has none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...pack.model import Card as OwnCard
from ...pack.model import Pack
from .standard import RANKS_13

#: In the order in which hands are sorted and moves are listed.
SUITS = ("spades", "hearts", "clubs", "diamonds")
RANKS = RANKS_13
JOKER_NUMBER = 52


class Card(int):
    """A card, which is its number as well: 13 for each suit before its own, plus its rank from Ace up.

    There is one object a card, so that cards may be compared, hashed, sorted and pickled as cheaply as
    numbers are. The joker is number 52, of rank "joker" and of no suit.

    >>> card("Kd"), card("10s"), card("Kd").suit, int(card("Kd"))
    (Kd, Ts, 'diamonds', 51)
    """

    rank: str
    suit: str

    def __new__(cls, number: int) -> Card:
        """Return the one object for this number."""
        return CARDS[number]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot change its {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (int(self),)

    def __repr__(self) -> str:
        return ("T" if self.rank == "10" else self.rank) + self.suit[:1]


def _make(number: int, rank: str, suit: str) -> Card:
    made = int.__new__(Card, number)
    made.__dict__.update(rank=rank, suit=suit)
    return made


#: The 52 cards, by suit and then rank.
DECK = tuple(
    _make(13 * place + index, rank, suit)
    for place, suit in enumerate(SUITS)
    for index, rank in enumerate(RANKS)
)
JOKER = _make(JOKER_NUMBER, "joker", "")
#: All cards by number.
CARDS = (*DECK, JOKER)

_BY_NAME = {repr(each): each for each in CARDS} | {each.rank + each.suit[:1]: each for each in CARDS}


def card(name: str) -> Card:
    """Return the card of a short name: "Kd", "Ts" or "10s", or "joker". Raises ValueError."""
    found = _BY_NAME.get(name)
    if found is None:
        raise ValueError(
            f"{name!r} is no card: write a rank and the first letter of a suit, such as Kd or 10s"
        )
    return found


def cards(names: str) -> tuple[Card, ...]:
    """Return the cards of short names with spaces between them.

    >>> cards("As Kd 10c")
    (As, Kd, Tc)
    """
    return tuple(card(name) for name in names.split())


class PackCards:
    """The cards of one pack by those of the games; nothing but the joker where it has not four suits."""

    def __init__(self, pack: Pack) -> None:
        #: The pack's suits by the games'.
        self.suits = suit_keys(pack) if len(pack.suits) == len(SUITS) else {}
        self.joker = next((card for card in pack.cards if card.kind == "joker"), None)
        self._cards = {(card.suit, card.rank): card for card in pack.cards if card.suit}

    def find(self, card: Card) -> OwnCard | None:
        """Return the pack's card for a game's, if it has one."""
        return self.joker if card == JOKER else self._cards.get((self.suits.get(card.suit, ""), card.rank))

    def of(self, cards: Iterable[Card]) -> tuple[OwnCard, ...]:
        """Return the pack's cards for a row of a game's, all of which it has."""
        return tuple(self._cards[self.suits[card.suit], card.rank] for card in cards)


def suit_keys(pack: Pack) -> dict[str, str]:
    """Return the pack's suit for each of the games': the one with that symbol, else those left, in order."""
    found = {
        suit: key
        for suit in SUITS
        for key, each in pack.suits.items()
        if each.symbol and f"{each.symbol}s" == suit
    }
    left = iter([key for key in pack.suits if key not in found.values()])
    return {suit: found.get(suit) or next(left) for suit in SUITS}


class InTurn:
    """What is played turn by turn: a deal, or a game that is dealt once."""

    #: The seat whose turn it is; None when all is over.
    turn: int | None
    #: What is over then, in a message.
    called = "deal"

    @property
    def over(self) -> bool:
        """Tell if nobody has anything left to play."""
        return self.turn is None

    @property
    def to_play(self) -> int:
        """Return the seat whose turn it is. Raises ValueError when all is over."""
        if self.turn is None:
            raise ValueError(f"the {self.called} is over")
        return self.turn

    def verify_over(self) -> None:
        """Raise ValueError while it is being played."""
        if not self.over:
            raise ValueError(f"the {self.called} is not over")
