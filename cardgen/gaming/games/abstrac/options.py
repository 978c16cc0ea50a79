"""The four games of Abstrac, and what a table agrees on.

Readings: a basic, suit-based or unfettered game is so many deals as are agreed; the 52-card game is played
to a score such as 500, or for so many deals (B2). Ace is high (B8), and a hand without a pair keeps what
its flush and sequence make (B7), unless the table wants the 52-card game otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from ..cards import DECK, JOKER, Card
from ..standard import RANKS_6

#: The pack of 24, by suit and then from Ace down.
SHORT = tuple(
    sorted((card for card in DECK if card.rank in RANKS_6), key=lambda c: (c // 13, RANKS_6.index(c.rank)))
)
#: A score to play the 52-card game to.
TARGET = 500


class Kind(Enum):
    """Which of the four games is played."""

    BASIC = "basic"  #: one, two or three cards at a turn
    SUITS = "suits"  #: variant 1: so many as the exposed card's suit allows
    UNFETTERED = "unfettered"  #: variant 2: up to twelve behind the joker, then up to one more than before
    FULL = "52"  #: the full pack in two halves, drawn as in variant 1, with a scoring of its own


#: The kinds that the pack of each game is for; the first is played where nobody says which.
KINDS = {
    "abstrac": (Kind.BASIC, Kind.SUITS),
    "abstrac-unfettered": (Kind.UNFETTERED,),
    "abstrac-52": (Kind.FULL,),
}


class Ace(Enum):
    """Where an Ace stands in a sequence of the 52-card game."""

    HIGH = "high"
    LOW = "low"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class AbstracOptions:
    """What is played, for how long, and for the 52-card game how sequences and sets are read.

    deals: an agreed number of deals; by default 1, or for the 52-card game none but a target.
    target: for the 52-card game, the score to play to instead; by default 500.
    unpaired: what the longest set multiplies by where there is no pair, 1 or 0.
    """

    players: ClassVar[int] = 2
    kind: Kind = Kind.BASIC
    deals: int | None = None
    target: int | None = None
    ace: Ace = Ace.HIGH
    unpaired: int = 1

    def __post_init__(self) -> None:
        for count, what in ((self.deals, "deal"), (self.target, "point")):
            if count is not None and count < 1:
                raise ValueError(f"a game is for 1 {what} or more, not for {count}")
        if self.deals is not None and self.target is not None:
            raise ValueError("agree on a number of deals or on a target score, not on both")
        if self.unpaired not in (0, 1):
            raise ValueError(f"without a pair, the longest set counts 1 or 0, not {self.unpaired}")
        own = (self.target, self.ace, self.unpaired)
        if self.kind is not Kind.FULL and own != (None, Ace.HIGH, 1):
            raise ValueError(
                "a target score, a low Ace and the worth of no pair are for the 52-card game only"
            )

    @property
    def game(self) -> str:
        """Return the name by which packs call this kind."""
        return next(name for name, kinds in KINDS.items() if self.kind in kinds)

    @property
    def length(self) -> int | None:
        """Return how many deals are played, or None where a score is played to."""
        if self.deals is None and self.kind is not Kind.FULL:
            return 1
        return self.deals

    @property
    def goal(self) -> int | None:
        """Return the score played to, or None where a number of deals is agreed."""
        return None if self.length is not None else self.target if self.target is not None else TARGET

    @property
    def pack(self) -> tuple[Card, ...]:
        """Return the cards played with, the joker last."""
        if self.kind is Kind.FULL:
            return DECK
        return (*SHORT, JOKER) if self.kind is Kind.UNFETTERED else SHORT
