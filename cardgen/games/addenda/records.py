"""What happens in a deal of Addenda, as records that never change and can be played again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from ..cards import Card
from .options import Options
from .trick import Verdict
from .values import Step


class Played(NamedTuple):
    """A card played, and what it did to the total."""

    seat: int
    card: Card
    step: Step


class Passed(NamedTuple):
    """A player passed over: without a card of a new suit, or (`empty`) without any card."""

    seat: int
    empty: bool


class Matched(NamedTuple):
    """A card of a suit already played, taken back; for two it costs its player the trick."""

    seat: int
    card: Card


class Called(NamedTuple):
    """A call to the partner: play this suit, or (`wanted` false) do not. It binds nobody."""

    seat: int
    suit: str
    wanted: bool


class Won(NamedTuple):
    """A trick finished: who led, what was played, who won, why and how much."""

    number: int
    leader: int
    plays: tuple[Played, ...]
    verdict: Verdict
    winner: int
    value: int


class Drew(NamedTuple):
    """A card drawn from the stock after a trick."""

    seat: int
    card: Card


Record = Played | Passed | Matched | Called | Won | Drew


class End(Enum):
    """How a deal ended."""

    PLAYED_OUT = "played out"
    BROKEN_OFF = "broken off"  #: two: a player could not play without matching a suit
    TARGET = "target"  #: a side reached the points that win the game


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A deal from the cards as dealt to its end, to be kept or replayed.

    stock: the top card last. start: each side's score before the deal; points: what it scored in it.
    """

    options: Options
    dealer: int
    start: tuple[int, int]
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    log: tuple[Record, ...]
    points: tuple[int, int]
    end: End

    @property
    def tricks(self) -> tuple[Won, ...]:
        """The tricks, in order."""
        return tuple(record for record in self.log if isinstance(record, Won))


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A whole game: its deals, the sides' scores and the side that won."""

    options: Options
    deals: tuple[FinishedDeal, ...]
    scores: tuple[int, int]
    winner: int
