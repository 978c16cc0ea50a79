"""What happens in a deal of Abstrac, as records that never change and can be played again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..cards import Card
from .options import Options
from .scoring import Scored
from .scoring52 import Scored52


class Chose(NamedTuple):
    """The non-dealer's choice, having seen the row: to play first or second."""

    seat: int
    first: bool


class Took(NamedTuple):
    """Cards taken from the row, in its order."""

    seat: int
    cards: tuple[Card, ...]


class Settled(NamedTuple):
    """A row gone: what each seat took and how it scored."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    scored: tuple[Scored, Scored] | tuple[Scored52, Scored52]


Record = Chose | Took | Settled


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A deal: its row, or for the 52-card game the rows of both halves, what happened, the seats' scores."""

    options: Options
    dealer: int
    rows: tuple[tuple[Card, ...], ...]
    log: tuple[Record, ...]
    scores: tuple[int, int]

    @property
    def halves(self) -> tuple[Settled, ...]:
        """How each row was scored."""
        return tuple(record for record in self.log if isinstance(record, Settled))


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A whole game: its deals, the seats' scores, and the seat that won, or None for a tie."""

    options: Options
    deals: tuple[FinishedDeal, ...]
    scores: tuple[int, int]
    winner: int | None
