"""The four games of Abstrac, and the options of a table.

Readings: a basic, suit-based or unfettered game is an agreed number of deals; the 52-card game is played to a
score such as 500, or for a number of deals (B2). Ace is high (B8), and a hand without a pair keeps the
product of its flush and sequence (B7), unless the options change that.
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
#: The default score of the 52-card game.
TARGET = 500


class GameKind(Enum):
    """Which of the four games is played."""

    BASIC = "basic"  #: one, two or three cards at a turn
    SUITS = "suits"  #: variant 1: as many as the exposed card's suit allows
    UNFETTERED = (
        "unfettered"  #: variant 2: up to twelve behind the joker, then up to one more than the draw before
    )
    FULL = "52"  #: the full pack in two halves, drawn as in variant 1, with a scoring of its own


#: The kinds of game for each pack, the default first.
KINDS = {
    "abstrac": (GameKind.BASIC, GameKind.SUITS),
    "abstrac-unfettered": (GameKind.UNFETTERED,),
    "abstrac-52": (GameKind.FULL,),
}


class AcePosition(Enum):
    """The position of an Ace in a sequence of the 52-card game."""

    HIGH = "high"
    LOW = "low"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class AbstracOptions:
    """Which of the four games is played, how long, and how the 52-card game is scored.

    deals: the number of deals to play. None stands for 1; in the 52-card game, it means that `target` ends
    the game. target: the score that ends a 52-card game without a number of deals; None stands for 500.
    ace, unpaired: for the 52-card game, the position of an Ace in sequences, and the factor (1 or 0) that
    replaces the length of the longest set in a hand without a pair.
    """

    players: ClassVar[int] = 2
    kind: GameKind = GameKind.BASIC
    deals: int | None = None
    target: int | None = None
    ace: AcePosition = AcePosition.HIGH
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
        if self.kind is not GameKind.FULL and own != (None, AcePosition.HIGH, 1):
            raise ValueError(
                "a target score, a low Ace and the worth of no pair are for the 52-card game only"
            )

    @property
    def game(self) -> str:
        """Return the name of this kind in packs."""
        return next(name for name, kinds in KINDS.items() if self.kind in kinds)

    @property
    def agreed_deals(self) -> int | None:
        """Return the number of deals, or None if a score is played to."""
        if self.deals is None and self.kind is not GameKind.FULL:
            return 1
        return self.deals

    @property
    def winning_score(self) -> int | None:
        """Return the score to play to, or None if a number of deals is agreed."""
        return None if self.agreed_deals is not None else self.target if self.target is not None else TARGET

    @property
    def pack(self) -> tuple[Card, ...]:
        """Return the cards of the game, the joker last."""
        if self.kind is GameKind.FULL:
            return DECK
        return (*SHORT, JOKER) if self.kind is GameKind.UNFETTERED else SHORT
