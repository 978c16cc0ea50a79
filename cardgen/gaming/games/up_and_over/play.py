"""A game of Up and Over, played card by card to 21 tricks, with its records and its players.

Readings: whoever turns an Ace declares it, once and for all (U6); the player to the right of one who goes
over takes the trick, even one who was skipped: for two that is the opponent (U7), and on the first card
played it is whoever turned the card (U8); an empty hand is skipped, and a trick that all hands end under 21
goes to nobody, and its starter starts again (U3); the reshuffle, also for the card to turn, has the trick
just ended in it (U4, U5); all hands are filled in turn, from the taker on (U9).
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from ..cards import DECK, Card, TurnBased
from .rules import LIMIT, TRICKS_TO_WIN, VALUES, TrickOutcome, UpAndOverOptions, outcome_of_total


class CardValue(NamedTuple):
    """A card to play, with its value."""

    card: Card
    value: int


def move_label(move: CardValue) -> str:
    """Return the card as text, an Ace with its value: "Ad=11"."""
    return f"{move.card!r}={move.value}" if move.card.rank == "A" else repr(move.card)


class CardLaid(NamedTuple):
    """A card laid on the trick, and the sum with it.

    turned: whether it was turned from the deck to start the trick; otherwise a player played it.
    """

    seat: int
    card: Card
    value: int
    total: int
    turned: bool


class SeatSkipped(NamedTuple):
    """A player passed over who has no cards left in this trick."""

    seat: int


class TrickEnded(NamedTuple):
    """A finished trick: its cards, the outcome, and who took it (None if all hands ran out below 21)."""

    number: int
    laid: tuple[CardLaid, ...]
    outcome: TrickOutcome
    taker: int | None


class HandFilled(NamedTuple):
    """A card drawn to fill a hand."""

    seat: int
    card: Card


class DeckReshuffled(NamedTuple):
    """The earlier tricks shuffled into a new deck, the top card last."""

    deck: tuple[Card, ...]


Record = CardLaid | SeatSkipped | TrickEnded | HandFilled | DeckReshuffled


@dataclass(frozen=True, slots=True)
class UpAndOverGameRecord:
    """A whole game: the shuffled deck (top card last), the log, each player's tricks, the winner."""

    options: UpAndOverOptions
    dealer: int
    deck: tuple[Card, ...]
    log: tuple[Record, ...]
    scores: tuple[int, ...]
    winner: int

    @property
    def tricks(self) -> tuple[TrickEnded, ...]:
        """Return the tricks in order, including those that no player took."""
        return tuple(record for record in self.log if isinstance(record, TrickEnded))


class UpAndOverView(NamedTuple):
    """What a seat sees and remembers of a game: its own hand, and all cards that lie or lay open."""

    seat: int
    hand: tuple[Card, ...]
    #: The trick, its sum, and a turned Ace that must be declared.
    trick: tuple[CardLaid, ...]
    total: int
    turned: Card | None
    #: Number of cards in each hand and in the deck; the cards of earlier tricks since the last reshuffle.
    sizes: tuple[int, ...]
    deck: int
    pile: tuple[Card, ...]
    #: Tricks taken, seat by seat.
    scores: tuple[int, ...]


#: All moves of each card, an Ace as 1 before as 11.
MOVES = {card: tuple(CardValue(card, value) for value in VALUES[card.rank]) for card in DECK}


class UpAndOverGame(TurnBased):
    """A game in progress.

    turn: the seat to play, or to declare the Ace that it turned (`turned`); None when the game is over.
    hands: sorted.
    deck: the top card last. pile: the cards of earlier tricks, which are hidden. trick: the cards in the
    trick.
    scores: tricks taken. tricks: all of them, with those that nobody took.
    """

    called = "game"

    def __init__(
        self,
        options: UpAndOverOptions,
        deck: Sequence[Card],
        shuffle: Callable[[list[Card]], object],
        dealer: int = 0,
    ) -> None:
        if sorted(deck) != list(DECK):
            raise ValueError("the game is played with the 52 cards, once each")
        if not 0 <= dealer < options.players:
            raise ValueError(f"there is no seat {dealer} to deal")
        self.options = options
        self.dealer = dealer
        self.dealt = tuple(deck)
        self.deck = list(deck)
        self.hands = [
            sorted(self.deck.pop() for _ in range(options.hand_size)) for _ in range(options.players)
        ]
        self.pile: list[Card] = []
        self.scores = [0] * options.players
        self.tricks: list[TrickEnded] = []
        self.log: list[Record] = []
        self.turn: int | None = None
        self.turned: Card | None = None
        self._shuffle = shuffle
        self._start_trick(dealer)

    @classmethod
    def shuffled(cls, options: UpAndOverOptions, rng: Random, dealer: int = 0) -> UpAndOverGame:
        """Return a shuffled and dealt game; rng also shuffles whenever the deck runs out."""
        deck = list(DECK)
        rng.shuffle(deck)
        return cls(options, deck, rng.shuffle, dealer)

    def copy(self, shuffle: Callable[[list[Card]], object]) -> UpAndOverGame:
        """Return an independent copy of the position. shuffle: the function that will shuffle its deck."""
        other = UpAndOverGame.__new__(UpAndOverGame)
        other.__dict__.update(self.__dict__)
        other._shuffle = shuffle
        other.hands = [hand[:] for hand in self.hands]
        for name in ("deck", "pile", "scores", "tricks", "trick", "log"):
            setattr(other, name, getattr(self, name)[:])
        return other

    def view(self, seat: int) -> UpAndOverView:
        """Return the view of a seat: the game without the cards that its player may not see."""
        return UpAndOverView(
            seat,
            tuple(self.hands[seat]),
            tuple(self.trick),
            self.total,
            self.turned,
            tuple(map(len, self.hands)),
            len(self.deck),
            tuple(self.pile),
            tuple(self.scores),
        )

    # Moves

    def legal_moves(self) -> tuple[CardValue, ...]:
        """Return the moves by suit (as in SUITS), each from Ace to King, an Ace as 1 before as 11."""
        if self.turn is None:
            return ()
        if self.turned is not None:
            return MOVES[self.turned]
        return tuple([move for card in self.hands[self.turn] for move in MOVES[card]])

    def verify_play(self, move: CardValue) -> None:
        """Raise ValueError with the reason unless this move is legal."""
        seat, (card, value) = self.to_play, move
        if self.turned is not None:
            if card != self.turned:
                raise ValueError(f"seat {seat} has turned {self.turned!r} and must first say what it counts")
        elif card not in self.hands[seat]:
            raise ValueError(f"{card!r} is not in the hand of seat {seat}")
        if value not in VALUES[card.rank]:
            counts = " or ".join(map(str, VALUES[card.rank]))
            raise ValueError(f"{card!r} counts {counts}, not {value}")

    def play(self, move: CardValue) -> CardLaid:
        """Play a card, or declare the turned Ace; the consequences are added to the log."""
        self.verify_play(move)
        seat = self.to_play
        turned = self.turned is not None
        if not turned:
            self.hands[seat].remove(move.card)
        self.turned = None
        return self._lay_card(seat, move, turned)

    def to_record(self) -> UpAndOverGameRecord:
        """Return the game as a record. Raises ValueError if it is not over."""
        self.verify_over()
        winner = self.scores.index(TRICKS_TO_WIN)
        return UpAndOverGameRecord(
            self.options, self.dealer, self.dealt, tuple(self.log), tuple(self.scores), winner
        )

    # Consequences of moves

    def _start_trick(self, starter: int) -> None:
        """Turn the top card for the next trick."""
        self.starter = starter
        self.trick: list[CardLaid] = []
        self.total = 0
        self.turn = starter
        card = self._draw_card()
        moves = MOVES[card]
        if len(moves) == 1:
            self._lay_card(starter, moves[0], True)
        else:
            self.turned = card

    def _lay_card(self, seat: int, move: CardValue, turned: bool) -> CardLaid:
        """Lay a card on the trick; then end the trick, or give the turn to the next player."""
        self.total += move.value
        laid = CardLaid(seat, *move, self.total, turned)
        self.trick.append(laid)
        self.log.append(laid)
        result = outcome_of_total(self.total)
        if result is TrickOutcome.UNDER:
            self._pass_on(seat)
        else:
            self._end_trick(
                result, seat if result is TrickOutcome.EXACTLY else (seat - 1) % self.options.players
            )
        return laid

    def _pass_on(self, seat: int) -> None:
        """Give the turn to the next player with a card; if no player has one, end the trick without a
        winner.
        """
        players = self.options.players
        for place in range(seat + 1, seat + players + 1):
            self.turn = place % players
            if self.hands[self.turn]:
                return
            self.log.append(SeatSkipped(self.turn))
        self._end_trick(TrickOutcome.UNDER, None)

    def _end_trick(self, result: TrickOutcome, taker: int | None) -> None:
        """Record the end of a trick, refill all hands, and start the next; or end the game."""
        taken = TrickEnded(len(self.tricks) + 1, tuple(self.trick), result, taker)
        self.tricks.append(taken)
        self.log.append(taken)
        self.pile += [laid.card for laid in self.trick]
        if taker is not None:
            self.scores[taker] += 1
            if self.scores[taker] == TRICKS_TO_WIN:
                self.turn = None
                return
        starter = self.starter if taker is None else taker
        # Each in turn from the starter, clockwise, draws until the hand is full.
        for place in range(starter, starter + self.options.players):
            seat = place % self.options.players
            while len(self.hands[seat]) < self.options.hand_size:
                card = self._draw_card()
                insort(self.hands[seat], card)
                self.log.append(HandFilled(seat, card))
        self._start_trick(starter)

    def _draw_card(self) -> Card:
        """Return the top card; an empty deck is first shuffled again from the earlier tricks."""
        if not self.deck:
            self.deck, self.pile = self.pile, []
            self._shuffle(self.deck)
            self.log.append(DeckReshuffled(tuple(self.deck)))
        return self.deck.pop()


# Players, which get what a player at the table sees

#: How many cards of each value a whole pack has, with both values of an Ace.
_PACK = Counter(value for card in DECK for value in VALUES[card.rank])


def sensible_move(view: UpAndOverView, moves: Sequence[CardValue], rng: Random) -> CardValue:
    """Return the legal move of the highest worth.

    Of equally good moves it returns the one with the highest value; of several such moves, the first.
    """
    # How many cards of each value are neither in the own hand nor in the trick.
    unseen = _PACK.copy()
    in_sight = [*view.hand, *(laid.card for laid in view.trick)]
    unseen.subtract(value for card in in_sight for value in VALUES[card.rank])
    return max(
        moves, key=lambda move: (_chance_difference(view, view.total + move.value, unseen), move.value)
    )


def _chance_difference(view: UpAndOverView, total: int, unseen: Counter[int]) -> float:
    """Return by how much likelier the player of a card takes the trick than the next player does.

    The result is from -1 to 1. total: the sum with the card. unseen: the number of unseen cards of each
    value.
    """
    if total >= LIMIT:
        return 1.0 if total == LIMIT else -1.0
    cards = sum(unseen.values())
    if not cards:
        return 0.0
    size = view.sizes[(view.seat + 1) % len(view.sizes)]
    hits = unseen[LIMIT - total] / cards
    overs = sum(count for value, count in unseen.items() if total + value > LIMIT) / cards
    return float(overs**size - (1 - (1 - hits) ** size))
