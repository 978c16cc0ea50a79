"""A row of Abstrac as a game without history: positions, moves and scores, fast enough for searches.

A position is four small numbers, so positions can be hashed, stored and compared; a layout holds what is
constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..cards import DECK, JOKER, SUITS, Card
from .options import AbstracOptions, GameKind
from .scoring import MASKS, MASKS52, mask_scores, mask_scores52

#: Maximum number of cards per turn in the basic game.
MOST_CARDS_OF_DRAW = 3
#: Maximum number of cards in the first draw of the unfettered game, with the joker (B6).
MOST_CARDS_OF_FIRST_DRAW = 12
#: Cards in a half of the 52-card game.
CARDS_OF_HALF = 26
#: In variant 1, the maximum number of cards by the exposed card's suit: spades, hearts, clubs, diamonds.
BY_SUIT = {suit: place + 1 for place, suit in enumerate(SUITS)}


class Position(NamedTuple):
    """A position in a row.

    taken: the number of cards taken from the row. turn: 0 for the first player, 1 for the second. mask: the
    first player's cards as a whole number: see `scoring`. last: in the unfettered game, the number of
    cards of the previous draw; otherwise 0.
    """

    taken: int
    turn: int
    mask: int
    last: int


START = Position(0, 0, 0, 0)


class RowLayout:
    """A row, from its exposed end on, under the rules of one of the four games.

    A mask is a hand as a whole number: see `scoring`. masks: the mask of each card. through: for each place,
    the mask of all cards before it.
    """

    def __init__(self, row: Sequence[Card], options: AbstracOptions) -> None:
        _verify_row(row, options)
        self.row = tuple(row)
        self.options = options
        table = MASKS52 if options.kind is GameKind.FULL else MASKS
        self.masks = tuple(table[card] for card in row)
        self.through = tuple(sum(self.masks[:place]) for place in range(len(row) + 1))
        self.unfettered, self.full = options.kind is GameKind.UNFETTERED, options.kind is GameKind.FULL
        basic = options.kind is GameKind.BASIC
        most = [
            MOST_CARDS_OF_DRAW if basic else BY_SUIT.get(card.suit, MOST_CARDS_OF_FIRST_DRAW) for card in row
        ]
        self._limits = (*(min(each, len(row) - at) for at, each in enumerate(most)), 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RowLayout) and (self.row, self.options) == (other.row, other.options)

    def __hash__(self) -> int:
        return hash(self.row)

    def __repr__(self) -> str:
        return f"Layout({' '.join(map(repr, self.row))})"

    def most_cards(self, position: Position) -> int:
        """Return the maximum number of cards that may be taken now; 0 if the row is finished."""
        if not self.unfettered or not position.taken:
            return self._limits[position.taken]
        return min(position.last + 1, len(self.row) - position.taken)

    def legal_moves(self, position: Position) -> range:
        """Return the numbers of cards that may be taken, fewest first."""
        return range(1, self.most_cards(position) + 1)

    def position_after(self, position: Position, number: int) -> Position:
        """Return the position after taking cards, without checks."""
        taken, turn, mask, _ = position
        end = taken + number
        if not turn:
            mask |= self.through[end] ^ self.through[taken]
        return Position(end, 1 - turn, mask, number if self.unfettered else 0)

    def is_over(self, position: Position) -> bool:
        """Tell whether all cards of the row have been taken."""
        return position.taken == len(self.row)

    def hands(self, position: Position) -> tuple[int, int]:
        """Return the masks of both hands, the first player's first."""
        return position.mask, self.through[position.taken] ^ position.mask

    def scores(self, position: Position) -> tuple[int, int]:
        """Return both scores of the hands so far, the first player's first; final when all cards of the row
        have been taken.
        """
        return self.scores_of_hands(*self.hands(position))

    def scores_of_hands(self, one: int, other: int) -> tuple[int, int]:
        """Return the scores of two hands, given by their masks."""
        if self.full:
            return mask_scores52(one, other, self.options.ace, self.options.unpaired)
        return mask_scores(one, other)


def _verify_row(row: Sequence[Card], options: AbstracOptions) -> None:
    """Raise ValueError unless these are the cards of the game, once each, the joker (if any) first."""
    if options.kind is GameKind.FULL:
        if len(row) != CARDS_OF_HALF or len({*row}) != CARDS_OF_HALF or not {*row} <= {*DECK}:
            raise ValueError("a half is 26 different cards of the pack of 52")
        return
    if sorted(row) != sorted(options.pack):
        raise ValueError(f"the row is the {len(options.pack)} cards of the pack, once each")
    if options.kind is GameKind.UNFETTERED and row[0] != JOKER:
        raise ValueError("the joker is the first card to be taken")
