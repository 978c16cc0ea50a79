"""A deal of Abstrac, played draw by draw, and whole games of deals, with their records.

Readings: the rows of both halves of the 52-card game lie face up (B1). The non-dealer's choice is for the
first half: the first player of one half is the second in the other; the turn to deal alternates, and the
players decide who deals first (B12). Ties stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from ..cards import JOKER, Card, TurnBased
from .layout import CARDS_OF_HALF, START, Position, RowLayout
from .options import AbstracOptions, GameKind
from .scoring import HandScoring, HandScoring52, score_hands, score_hands52


class OrderChosen(NamedTuple):
    """The non-dealer's choice, having seen the row: to play first or second."""

    seat: int
    first: bool


class CardsTaken(NamedTuple):
    """Cards taken from the row, in its order."""

    seat: int
    cards: tuple[Card, ...]


class ScoredRow(NamedTuple):
    """A finished row: what each seat took, and its score."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    scored: tuple[HandScoring, HandScoring] | tuple[HandScoring52, HandScoring52]


Record = OrderChosen | CardsTaken | ScoredRow


@dataclass(frozen=True, slots=True)
class AbstracDealRecord:
    """A deal: its row or both rows of the 52-card game, its events, and the seats' scores."""

    options: AbstracOptions
    dealer: int
    rows: tuple[tuple[Card, ...], ...]
    log: tuple[Record, ...]
    scores: tuple[int, int]

    @property
    def halves(self) -> tuple[ScoredRow, ...]:
        """Return how each row was scored."""
        return tuple(record for record in self.log if isinstance(record, ScoredRow))


@dataclass(frozen=True, slots=True)
class AbstracGameRecord:
    """A whole game: its deals, the seats' scores, and the winning seat, or None for a tie."""

    options: AbstracOptions
    deals: tuple[AbstracDealRecord, ...]
    scores: tuple[int, int]
    winner: int | None


class AbstracView(NamedTuple):
    """What a seat sees of a deal: everything but the order of a second row."""

    seat: int
    #: Whether it chooses who plays first.
    choosing: bool
    #: The current row, and the position in it.
    layout: RowLayout
    position: Position
    #: The cards that each seat took from it, and their scores in the deal.
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    scores: tuple[int, int]


#: The moves of a choice.
FIRST, SECOND = 1, 2


class AbstracDeal(TurnBased):
    """A deal as it stands, for seats 0 and 1.

    turn: the seat to move, or None when the deal is over. choosing: whether the move is the non-dealer's
    choice, FIRST or SECOND; else it is a number of cards. began: the seat that plays first in this row.
    layout and position: the current row for a search. hands: the cards that each seat took from it.
    """

    def __init__(self, options: AbstracOptions, rows: Sequence[Sequence[Card]], dealer: int = 1) -> None:
        if dealer not in (0, 1):
            raise ValueError(f"there is no seat {dealer} to deal")
        halves = 2 if options.kind is GameKind.FULL else 1
        if len(rows) != halves or (halves == 2 and {*rows[0]} & {*rows[1]}):
            raise ValueError("the 52-card game has two rows of different cards, the other games have one row")
        self.options = options
        self.dealer = dealer
        self.layouts = [RowLayout(row, options) for row in rows]
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
        """Return a shuffled deal.

        In the unfettered game the joker is the first card of the row. In the 52-card game each of the two
        rows has 26 cards.
        """
        pack = [card for card in options.pack if card != JOKER]
        rng.shuffle(pack)
        if options.kind is GameKind.FULL:
            return cls(options, (pack[:CARDS_OF_HALF], pack[CARDS_OF_HALF:]), dealer)
        return cls(options, ([JOKER, *pack] if options.kind is GameKind.UNFETTERED else pack,), dealer)

    def copy(self) -> AbstracDeal:
        """Return an independent copy of the position."""
        other = AbstracDeal.__new__(AbstracDeal)
        other.__dict__.update(self.__dict__)
        other.layouts, other.log, other.scores = self.layouts[:], self.log[:], self.scores[:]
        other.hands = self.hands[0][:], self.hands[1][:]
        return other

    def view(self, seat: int) -> AbstracView:
        """Return the view of a seat: the game without the cards that its player may not see."""
        hands = tuple(self.hands[0]), tuple(self.hands[1])
        return AbstracView(
            seat, self.choosing, self.layout, self.position, hands, (self.scores[0], self.scores[1])
        )

    def later_rows(self) -> list[list[Card]]:
        """Return the rows that are played later, whose order is hidden."""
        return [list(layout.row) for layout in self.layouts[self._half + 1 :]]

    def redeal(self, rows: Sequence[Sequence[Card]]) -> None:
        """Replace the rows that are played later."""
        self.layouts[self._half + 1 :] = [RowLayout(row, self.options) for row in rows]

    @property
    def layout(self) -> RowLayout:
        """Return the current row."""
        return self.layouts[min(self._half, len(self.layouts) - 1)]

    @property
    def row(self) -> tuple[Card, ...]:
        """Return the cards that are left in the row, the exposed card first."""
        return self.layout.row[self.position.taken :]

    # Moves

    def legal_moves(self) -> range:
        """Return FIRST and SECOND for a choice; else the numbers of cards that may be taken, fewest first."""
        if self.turn is None:
            return range(0)
        return range(FIRST, SECOND + 1) if self.choosing else self.layout.legal_moves(self.position)

    def label(self, move: int) -> str:
        """Return "first" or "second" for a choice, else the number of cards."""
        if not self.choosing:
            return str(move)
        return "first" if move == FIRST else "second"

    def verify_order_choice(self) -> None:
        """Raise ValueError if it is already decided who plays first."""
        if not self.choosing or self.turn is None:
            raise ValueError("who plays first is already decided")

    def choose_order(self, first: bool) -> OrderChosen:
        """Let the non-dealer play first, or second."""
        self.verify_order_choice()
        chose = OrderChosen(self.to_play, first)
        self.choosing = False
        self.began = chose.seat if first else 1 - chose.seat
        self.turn = self.began
        self.log.append(chose)
        return chose

    def verify_take(self, number: int) -> None:
        """Raise ValueError with the reason if this number of cards may not be taken."""
        seat = self.to_play
        if self.choosing:
            raise ValueError(f"seat {seat} first chooses to play first or second")
        if number < 1:
            raise ValueError(f"take at least one card, not {number}")
        limit = self.layout.most_cards(self.position)
        if number > limit:
            raise ValueError(f"{number} cards are too many: {limit} may be taken, {len(self.row)} are left")

    def take_cards(self, number: int) -> CardsTaken:
        """Take cards from the row; if this ends the row, its scoring is added to the log."""
        self.verify_take(number)
        seat, at = self.to_play, self.position.taken
        took = CardsTaken(seat, self.layout.row[at : at + number])
        self.hands[seat].extend(took.cards)
        self.log.append(took)
        self.position = self.layout.position_after(self.position, number)
        self.turn = 1 - seat
        if self.layout.is_over(self.position):
            self._score_row()
        return took

    def make_move(self, number: int) -> OrderChosen | CardsTaken:
        """Choose or take, whichever is due."""
        if not self.choosing:
            return self.take_cards(number)
        if number not in (FIRST, SECOND):
            raise ValueError(f"choose 1 to play first or 2 to play second, not {number}")
        return self.choose_order(number == FIRST)

    def to_record(self) -> AbstracDealRecord:
        """Return the deal as a record. Raises ValueError if it is not over."""
        self.verify_over()
        rows = tuple(layout.row for layout in self.layouts)
        scores = self.scores[0], self.scores[1]
        return AbstracDealRecord(self.options, self.dealer, rows, tuple(self.log), scores)

    # Consequences of moves

    def _score_row(self) -> None:
        """Score the finished row, and start the other half if there is one."""
        hands = tuple(self.hands[0]), tuple(self.hands[1])
        if self.options.kind is GameKind.FULL:
            settled = ScoredRow(hands, score_hands52(*hands, self.options.ace, self.options.unpaired))
        else:
            settled = ScoredRow(hands, score_hands(*hands))
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
