"""A deal of Abstrac, played draw by draw, with its record.

Readings: the rows of both halves of the 52-card game lie face up (B1), and the non-dealer's choice is for
the first half (B12): who played first in it plays second in the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..cards import JOKER, Card, InTurn
from .layout import HALF, START, Layout
from .options import Kind, Options
from .records import Chose, FinishedDeal, Record, Settled, Took
from .scoring import arranged, settle
from .scoring52 import arranged52, settle52

#: The moves of a choice.
FIRST, SECOND = 1, 2


class Deal(InTurn):
    """A deal as it stands, for seats 0 and 1.

    turn: the seat to move, or None when the deal is over. choosing: whether the move is the non-dealer's
    choice, FIRST or SECOND; else it is a number of cards. began: the seat that plays this row first.
    layout and position: the row now played, as it can be searched. hands: what the seats took of it.
    """

    def __init__(self, options: Options, rows: Sequence[Sequence[Card]], dealer: int = 1) -> None:
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
    def shuffled(cls, options: Options, rng: Random, dealer: int = 1) -> Deal:
        """Shuffle and deal the row, the joker first in the unfettered game; 26 cards of the full pack."""
        pack = [card for card in options.pack if card != JOKER]
        rng.shuffle(pack)
        if options.kind is Kind.FULL:
            return cls(options, (pack[:HALF], pack[HALF:]), dealer)
        return cls(options, ([JOKER, *pack] if options.kind is Kind.UNFETTERED else pack,), dealer)

    @property
    def layout(self) -> Layout:
        """The row now played."""
        return self.layouts[min(self._half, len(self.layouts) - 1)]

    @property
    def row(self) -> tuple[Card, ...]:
        """What is left of the row, the exposed card first."""
        return self.layout.row[self.position.taken :]

    # Moves

    def legal_moves(self) -> range:
        """FIRST and SECOND for a choice; else how many cards may be taken, fewest first."""
        if self.turn is None:
            return range(0)
        return range(FIRST, SECOND + 1) if self.choosing else self.layout.legal_moves(self.position)

    def verify_choose(self) -> None:
        """Raise ValueError where there is nothing to choose."""
        if not self.choosing or self.turn is None:
            raise ValueError("who plays first is settled")

    def choose(self, first: bool) -> Chose:
        """The non-dealer plays first, or second."""
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

    def can_take(self, number: int) -> bool:
        """Whether so many cards may be taken now."""
        return not self.choosing and number in self.legal_moves()

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

    def laid(self, seat: int) -> tuple[Card, ...]:
        """What a seat has taken of this row, arranged by suit and rank as it must lie."""
        return arranged52(self.hands[seat]) if self.options.kind is Kind.FULL else arranged(self.hands[seat])

    def finished(self) -> FinishedDeal:
        """The deal as a record; ValueError while it is being played."""
        self.verify_over()
        rows = tuple(layout.row for layout in self.layouts)
        scores = self.scores[0], self.scores[1]
        return FinishedDeal(self.options, self.dealer, rows, tuple(self.log), scores)

    # What follows from moves

    def _settle(self) -> None:
        hands = tuple(self.hands[0]), tuple(self.hands[1])
        if self.options.kind is Kind.FULL:
            full = settle52(*hands, self.options.ace, self.options.unpaired)
            self._score(Settled(hands, full))
        else:
            self._score(Settled(hands, settle(*hands)))
        self._half += 1
        if self._half == len(self.layouts):
            self.turn = None
            return
        self.began = self.turn = 1 - self.began
        self.position = START
        self.hands = ([], [])

    def _score(self, settled: Settled) -> None:
        self.log.append(settled)
        for seat in (0, 1):
            self.scores[seat] += settled.scored[seat].score


def replay(finished: FinishedDeal) -> FinishedDeal:
    """Play a finished deal again from its rows and moves; the result is equal to it.

    Raises ValueError where a recorded move is not legal, or the record ends early.
    """
    deal = Deal(finished.options, finished.rows, finished.dealer)
    for record in finished.log:
        if isinstance(record, Chose):
            deal.choose(record.first)
        elif isinstance(record, Took):
            deal.take(len(record.cards))
    return deal.finished()
