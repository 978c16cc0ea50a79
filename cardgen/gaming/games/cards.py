"""The cards of standard packs as games use them, the matching cards of a pack, and games played in turns.

Packs may name their suits freely: suits are identified by their symbols, or by their order if they have
none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...pack.model import Card as OwnCard
from ...pack.model import Pack
from .standard import RANKS_13

#: The order in which hands are sorted and moves are listed.
SUITS = ("spades", "hearts", "clubs", "diamonds")
RANKS = RANKS_13
JOKER_NUMBER = 52


class Card(int):
    """A card, which is also its number: 13 times the place of its suit plus its rank from Ace up.

    There is one object per card, and cards are compared, hashed, sorted and pickled as numbers. The joker is
    number 52, with the rank "joker" and no suit.

    >>> card_by_name("Kd"), card_by_name("10s"), card_by_name("Kd").suit, int(card_by_name("Kd"))
    (Kd, Ts, 'diamonds', 51)
    """

    rank: str
    suit: str

    def __new__(cls, number: int) -> Card:
        """Return the single object of this number."""
        return CARDS[number]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot change its {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (int(self),)

    def __repr__(self) -> str:
        return ("T" if self.rank == "10" else self.rank) + self.suit[:1]


def _make_card(number: int, rank: str, suit: str) -> Card:
    made = int.__new__(Card, number)
    made.__dict__.update(rank=rank, suit=suit)
    return made


#: The 52 cards, by suit and then rank.
DECK = tuple(
    _make_card(13 * place + index, rank, suit)
    for place, suit in enumerate(SUITS)
    for index, rank in enumerate(RANKS)
)
JOKER = _make_card(JOKER_NUMBER, "joker", "")
#: All cards by number.
CARDS = (*DECK, JOKER)

_BY_NAME = {repr(each): each for each in CARDS} | {each.rank + each.suit[:1]: each for each in CARDS}


def card_by_name(name: str) -> Card:
    """Return the card of a short name: "Kd", "Ts" or "10s", or "joker". Raises ValueError for other names."""
    found = _BY_NAME.get(name)
    if found is None:
        raise ValueError(
            f"{name!r} is not a card: write a rank and the first letter of a suit, such as Kd or 10s"
        )
    return found


def cards_by_names(names: str) -> tuple[Card, ...]:
    """Return the cards of short names separated by spaces.

    >>> cards_by_names("As Kd 10c")
    (As, Kd, Tc)
    """
    return tuple(card_by_name(name) for name in names.split())


class PackCards:
    """Finds a pack's cards for standard cards. A pack that does not have four suits has only the joker."""

    def __init__(self, pack: Pack) -> None:
        #: The pack's suits by standard suit.
        self.suits = suit_key_by_standard_suit(pack) if len(pack.suits) == len(SUITS) else {}
        self.joker = next((card for card in pack.cards if card.kind == "joker"), None)
        self._cards = {(card.suit, card.rank): card for card in pack.cards if card.suit}

    def find(self, card: Card) -> OwnCard | None:
        """Return the pack's card for a standard card; None if the pack does not have it."""
        return self.joker if card == JOKER else self._cards.get((self.suits.get(card.suit, ""), card.rank))

    def cards_for(self, cards: Iterable[Card]) -> tuple[OwnCard, ...]:
        """Return the pack's cards for standard cards, all of which must exist in the pack."""
        return tuple(self._cards[self.suits[card.suit], card.rank] for card in cards)


def card_finder(pack: Pack) -> Callable[[Any], OwnCard | None]:
    """Return a function that finds the pack's card for a value that a game uses as a card.

    The value may be the pack's card, a standard card, or the card's id, label or rank. A rank counts only if
    a single card has it. The function returns None for other values.
    """
    standard, by_text, by_rank = PackCards(pack), dict[str, OwnCard](), dict[str, OwnCard | None]()
    for each in pack.cards:
        for text in (each.id, each.label):
            by_text.setdefault(text, each)
        if each.rank:
            by_rank[each.rank] = None if each.rank in by_rank else each
    ranks = {rank: found for rank, found in by_rank.items() if found is not None}

    def find(card: Any) -> OwnCard | None:
        if isinstance(card, OwnCard):
            return card
        if isinstance(card, Card):
            return standard.find(card)
        if type(card) not in (str, int):
            return None
        return by_text.get(str(card)) or ranks.get(str(card))

    return find


def suit_key_by_standard_suit(pack: Pack) -> dict[str, str]:
    """Return the pack's suit keys by standard suit.

    Suits are found by their symbols; the remaining ones follow in their order.
    """
    found = {
        suit: key
        for suit in SUITS
        for key, each in pack.suits.items()
        if each.symbol and f"{each.symbol}s" == suit
    }
    left = iter([key for key in pack.suits if key not in found.values()])
    return {suit: found.get(suit) or next(left) for suit in SUITS}


class TurnBased:
    """A deal or a game that is played in turns."""

    #: The seat whose turn it is; None when all is over.
    turn: int | None
    #: What the game is called in messages.
    called = "deal"

    @property
    def is_over(self) -> bool:
        """Tell if the game is over: no seat is at turn."""
        return self.turn is None

    @property
    def to_play(self) -> int:
        """Return the seat at turn. Raises ValueError when the game is over."""
        if self.turn is None:
            raise ValueError(f"the {self.called} is over")
        return self.turn

    def verify_over(self) -> None:
        """Raise ValueError unless the game is over."""
        if not self.is_over:
            raise ValueError(f"the {self.called} is not over")
