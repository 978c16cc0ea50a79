"""What happens in a game of Up and Over, as records that never change and can be played again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..cards import Card
from .editions import Options
from .values import Outcome


class Move(NamedTuple):
    """A card to play, and what it counts."""

    card: Card
    value: int


class Laid(NamedTuple):
    """A card laid on the trick: played, or turned from the deck to start it, and the sum with it."""

    seat: int
    card: Card
    value: int
    total: int
    turned: bool


class Skipped(NamedTuple):
    """A player passed over, having no card left in this trick."""

    seat: int


class Taken(NamedTuple):
    """A trick ended: all its cards, how, and who took it (nobody where all hands ran out below 21)."""

    number: int
    laid: tuple[Laid, ...]
    outcome: Outcome
    taker: int | None


class Drew(NamedTuple):
    """A card drawn to fill a hand."""

    seat: int
    card: Card


class Reshuffled(NamedTuple):
    """The earlier tricks shuffled into a new deck, the top card last."""

    deck: tuple[Card, ...]


Record = Laid | Skipped | Taken | Drew | Reshuffled


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A whole game: the shuffled deck (top card last), what happened, each player's tricks, the winner."""

    options: Options
    dealer: int
    deck: tuple[Card, ...]
    log: tuple[Record, ...]
    scores: tuple[int, ...]
    winner: int

    @property
    def tricks(self) -> tuple[Taken, ...]:
        """The tricks, in order, with those that nobody took."""
        return tuple(record for record in self.log if isinstance(record, Taken))
