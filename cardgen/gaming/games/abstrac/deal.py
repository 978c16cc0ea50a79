"""A deal of Abstrac, played draw by draw, and whole games of deals, with their records.

Readings: the rows of both halves of the 52-card game lie face up (B1). The non-dealer's choice is for the
first half: who played first in it plays second in the other; the turn to deal alternates, and who deals first
is left to the players (B12). Ties stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from ..cards import JOKER, Card, TurnBased
from .layout import HALF, START, Layout, Position
from .options import AbstracOptions, Kind
from .scoring import Scored, Scored52, settle, settle52


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

    options: AbstracOptions
    dealer: int
    rows: tuple[tuple[Card, ...], ...]
    log: tuple[Record, ...]
    scores: tuple[int, int]

    @property
    def halves(self) -> tuple[Settled, ...]:
        """Return how each row was scored."""
        return tuple(record for record in self.log if isinstance(record, Settled))


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A whole game: its deals, the seats' scores, and the seat that won, or None for a tie."""

    options: AbstracOptions
    deals: tuple[FinishedDeal, ...]
    scores: tuple[int, int]
    winner: int | None


class View(NamedTuple):
    """What a seat sees of a deal: all but the order of a second row."""

    seat: int
    #: Whether it is to choose who plays first.
    choosing: bool
    #: The row now played, and how far.
    layout: Layout
    position: Position
    #: What both seats took of it, and their scores in the deal.
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    scores: tuple[int, int]


#: The moves of a choice.
FIRST, SECOND = 1, 2


class AbstracDeal(TurnBased):
    """A deal as it stands, for seats 0 and 1.

    turn: the seat to move, or None when the deal is over. choosing: whether the move is the non-dealer's
    choice, FIRST or SECOND; else it is a number of cards. began: the seat that plays this row first.
    layout and position: the row now played, as it can be searched. hands: what the seats took of it.
    """

    def __init__(self, options: AbstracOptions, rows: Sequence[Sequence[Card]], dealer: int = 1) -> None:
        if dealer not in (0, 1):
            raise ValueError(f"there is no seat {dealer} to deal")
        halves = 2 if options.kind is Kind.FULL else 1
        if len(rows) != halves or (halves == 2 and {*rows[0]} & {*rows[1]}):
            raise ValueError("the 52-card game has two rows of different cards, the other games have one row")
        self.options = options
        self.dealer = dealer
        self.layouts = [Layout(row, options) for row in rows]
        self.log: list[Record] = []
        self.scores = [0, 0]
        self.choosing = True
        self.began = 1 - dealer
        self.turn: int | None = 1 - dealer
        self._half = 0
        self.position = START
        self.hands: tuple[list[Card], list[Card]] = ([], [])

    @classmethod
    def shuffled(cls, options: AbstracOptions, rng: Random, dealer: int = 1) -> AbstracDeal:
        """Shuffle and deal the row, the joker first in the unfettered game; 26 cards of the full pack."""
        pack = [card for card in options.pack if card != JOKER]
        rng.shuffle(pack)
        if options.kind is Kind.FULL:
            return cls(options, (pack[:HALF], pack[HALF:]), dealer)
        return cls(options, ([JOKER, *pack] if options.kind is Kind.UNFETTERED else pack,), dealer)

    def copy(self) -> AbstracDeal:
        """Return the same position, to be played on by itself."""
        other = AbstracDeal.__new__(AbstracDeal)
        other.__dict__.update(self.__dict__)
        other.layouts, other.log, other.scores = self.layouts[:], self.log[:], self.scores[:]
        other.hands = self.hands[0][:], self.hands[1][:]
        return other

    def view(self, seat: int) -> View:
        """Return what a seat sees."""
        hands = tuple(self.hands[0]), tuple(self.hands[1])
        return View(seat, self.choosing, self.layout, self.position, hands, (self.scores[0], self.scores[1]))

    def later_rows(self) -> list[list[Card]]:
        """Return the rows that are played later, whose order nobody knows."""
        return [list(layout.row) for layout in self.layouts[self._half + 1 :]]

    def redeal(self, rows: Sequence[Sequence[Card]]) -> None:
        """Put other rows in place of those that are played later."""
        self.layouts[self._half + 1 :] = [Layout(row, self.options) for row in rows]

    @property
    def layout(self) -> Layout:
        """Return the row now played."""
        return self.layouts[min(self._half, len(self.layouts) - 1)]

    @property
    def row(self) -> tuple[Card, ...]:
        """Return what is left of the row, the exposed card first."""
        return self.layout.row[self.position.taken :]

    # Moves

    def legal_moves(self) -> range:
        """Return FIRST and SECOND for a choice; else how many cards may be taken, fewest first."""
        if self.turn is None:
            return range(0)
        return range(FIRST, SECOND + 1) if self.choosing else self.layout.legal_moves(self.position)

    def verify_choose(self) -> None:
        """Raise ValueError where there is nothing to choose."""
        if not self.choosing or self.turn is None:
            raise ValueError("who plays first is already decided")

    def choose(self, first: bool) -> Chose:
        """Let the non-dealer play first, or second."""
        self.verify_choose()
        chose = Chose(self.to_play, first)
        self.choosing = False
        self.began = chose.seat if first else 1 - chose.seat
        self.turn = self.began
        self.log.append(chose)
        return chose

    def verify_take(self, number: int) -> None:
        """Raise ValueError, saying why, where so many cards may not be taken."""
        seat = self.to_play
        if self.choosing:
            raise ValueError(f"seat {seat} first chooses to play first or second")
        if number < 1:
            raise ValueError(f"take at least one card, not {number}")
        limit = self.layout.limit(self.position)
        if number > limit:
            raise ValueError(f"{number} cards are too many: {limit} may be taken, {len(self.row)} are left")

    def take(self, number: int) -> Took:
        """Take so many cards from the row; how the row was scored, once gone, is in the log."""
        self.verify_take(number)
        seat, at = self.to_play, self.position.taken
        took = Took(seat, self.layout.row[at : at + number])
        self.hands[seat].extend(took.cards)
        self.log.append(took)
        self.position = self.layout.take(self.position, number)
        self.turn = 1 - seat
        if self.layout.over(self.position):
            self._settle()
        return took

    def move(self, number: int) -> Chose | Took:
        """Choose or take, whichever it is time for."""
        if not self.choosing:
            return self.take(number)
        if number not in (FIRST, SECOND):
            raise ValueError(f"choose 1 to play first or 2 to play second, not {number}")
        return self.choose(number == FIRST)

    def finished(self) -> FinishedDeal:
        """Return the deal as a record. Raises ValueError while it is being played."""
        self.verify_over()
        rows = tuple(layout.row for layout in self.layouts)
        scores = self.scores[0], self.scores[1]
        return FinishedDeal(self.options, self.dealer, rows, tuple(self.log), scores)

    # What follows from moves

    def _settle(self) -> None:
        """Score the row that is gone, and go on to the other half if there is one."""
        hands = tuple(self.hands[0]), tuple(self.hands[1])
        if self.options.kind is Kind.FULL:
            settled = Settled(hands, settle52(*hands, self.options.ace, self.options.unpaired))
        else:
            settled = Settled(hands, settle(*hands))
        self.log.append(settled)
        for seat in (0, 1):
            self.scores[seat] += settled.scored[seat].score
        self._half += 1
        if self._half == len(self.layouts):
            self.turn = None
            return
        self.began = self.turn = 1 - self.began
        self.position = START
        self.hands = ([], [])
