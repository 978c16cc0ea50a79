"""The cards of standard packs, as the games for them handle them, and what these games share in play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

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
        """The one object for this number."""
        return CARDS[number]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot change its {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (int(self),)

    def __repr__(self) -> str:
        return _name(self.rank, self.suit)


def _name(rank: str, suit: str) -> str:
    return ("T" if rank == "10" else rank) + suit[:1]


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
    """The card of a short name: rank and the suit's first letter ("Kd", "Ts" or "10s"), or "joker"."""
    found = _BY_NAME.get(name)
    if found is None:
        raise ValueError(
            f"{name!r} is no card: write a rank and the first letter of a suit, such as Kd or 10s"
        )
    return found


def cards(names: str) -> tuple[Card, ...]:
    """The cards of short names with spaces between them.

    >>> cards("As Kd 10c")
    (As, Kd, Tc)
    """
    return tuple(card(name) for name in names.split())


class InTurn:
    """What is played turn by turn: a deal, or a game that is dealt once."""

    #: The seat whose turn it is; None when all is over.
    turn: int | None
    #: What is over then.
    called = "deal"

    @property
    def over(self) -> bool:
        """Whether nobody has anything left to play."""
        return self.turn is None

    @property
    def to_play(self) -> int:
        """The seat whose turn it is. Raises ValueError when all is over."""
        if self.turn is None:
            raise ValueError(f"the {self.called} is over")
        return self.turn

    def verify_over(self) -> None:
        """Raise ValueError while it is being played."""
        if not self.over:
            raise ValueError(f"the {self.called} is not over")


def random_player(rng: Random) -> Callable[[Any], Any]:
    """Make a player that plays any of a deal's `legal_moves()`, each as likely."""

    def play(deal: Any) -> Any:
        moves = deal.legal_moves()
        return moves[int(rng.random() * len(moves))]

    return play
