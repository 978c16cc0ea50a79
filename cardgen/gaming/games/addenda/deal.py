"""A deal of Addenda, played card by card, and whole games of deals, with their records.

Readings: a deal for two breaks off when the player to play has only suits already played (A7, A8); for
four the turn goes on round until the trick has four cards, so a player may give two (A10), and if the
winner has no cards left, the next player to the left who has some leads (A11). For two, a card that
matches a suit is taken back, costs the trick whatever its total, and the trick counts with the corrected
card (A13); for four the source names no penalty, so nothing but taking it back follows (A9).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import ClassVar, NamedTuple

from ..cards import DECK, SUITS, Card, TurnBased
from .values import (
    START,
    DecidingReason,
    RunningTotal,
    TrickVerdict,
    next_running_total,
    verdict_for_four,
    verdict_for_two,
)

#: Cards in a hand, and points that win, by number of players.
HANDS = {2: 12, 4: 13}
TARGETS = {2: 250, 4: 500}


@dataclass(frozen=True, slots=True)
class AddendaOptions:
    """Two players, or four in partnerships; seats 0 and 2 (North and South) play against 1 and 3.

    target: points that win the game; by default 250 for two and 500 for four.
    zeros_bring: for four, whether a Jack or King that repeats or cancels a zero counts as bringing the total
    to where it is (the second reading of A2).
    """

    game: ClassVar[str] = "addenda"
    players: int = 2
    target: int | None = None
    zeros_bring: bool = False

    def __post_init__(self) -> None:
        if self.players not in HANDS:
            raise ValueError(f"Addenda is played by two or by four, not by {self.players}")
        if self.target is not None and self.target < 1:
            raise ValueError(f"a game is played to 1 point or more, not to {self.target}")
        if self.zeros_bring and self.players == 2:
            raise ValueError("what brings the total to 17 or less matters for four players only")

    @property
    def hand_size(self) -> int:
        """Return the number of cards dealt to each: 12 for two, 13 for four."""
        return HANDS[self.players]

    @property
    def winning_score(self) -> int:
        """Return the points that win the game."""
        return self.target if self.target is not None else TARGETS[self.players]


def side_of_seat(seat: int) -> int:
    """Return the side of a seat: for two, the seat itself; for four, 0 for North and South, else 1."""
    return seat % 2


class CardPlayed(NamedTuple):
    """A card played, and its effect on the total."""

    seat: int
    card: Card
    step: RunningTotal


class SeatPassed(NamedTuple):
    """A player who was passed over, without a card of a suit that is not in the trick.

    empty: whether the player had no cards at all.
    """

    seat: int
    empty: bool


class SuitMatched(NamedTuple):
    """A card of a suit that is already in the trick, which is taken back; for two it costs the trick."""

    seat: int
    card: Card


class PartnerCalled(NamedTuple):
    """A call to the partner: play this suit, or (`wanted` false) do not. It binds nobody."""

    seat: int
    suit: str
    wanted: bool


class TrickWon(NamedTuple):
    """A finished trick: the leader, the cards, the winner, the reason and the value."""

    number: int
    leader: int
    plays: tuple[CardPlayed, ...]
    verdict: TrickVerdict
    winner: int
    value: int


class CardDrawn(NamedTuple):
    """A card drawn from the stock after a trick."""

    seat: int
    card: Card


Record = CardPlayed | SeatPassed | SuitMatched | PartnerCalled | TrickWon | CardDrawn


class DealEnd(Enum):
    """How a deal ended."""

    PLAYED_OUT = "played out"
    BROKEN_OFF = "broken off"  #: two: a player could not play without matching a suit
    TARGET = "target"  #: a side reached the points that win the game


@dataclass(frozen=True, slots=True)
class AddendaDealRecord:
    """A deal from the cards as dealt to its end, to be kept or replayed.

    stock: the top card last. start: each side's score before the deal; points: what it scored in it.
    """

    options: AddendaOptions
    dealer: int
    start: tuple[int, int]
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    log: tuple[Record, ...]
    points: tuple[int, int]
    end: DealEnd

    @property
    def tricks(self) -> tuple[TrickWon, ...]:
        """Return the tricks, in order."""
        return tuple(record for record in self.log if isinstance(record, TrickWon))


@dataclass(frozen=True, slots=True)
class AddendaGameRecord:
    """A whole game: its deals, the sides' scores and the side that won."""

    options: AddendaOptions
    deals: tuple[AddendaDealRecord, ...]
    scores: tuple[int, int]
    winner: int


class AddendaView(NamedTuple):
    """What a seat sees and remembers of a deal: its own hand, and all cards that lie or lay open."""

    options: AddendaOptions
    seat: int
    hand: tuple[Card, ...]
    #: The trick: its leader, cards, suits, the total with its last step, and the position of a fault.
    leader: int
    plays: tuple[CardPlayed, ...]
    suits: frozenset[str]
    last: RunningTotal
    fault: int | None
    #: The cards of earlier tricks.
    gone: tuple[Card, ...]
    #: The cards in each hand, and in the stock.
    sizes: tuple[int, ...]
    stock: int
    #: The dealer, and the sides' scores in the game.
    dealer: int
    scores: tuple[int, int]


_SUITS_IN_A_TRICK = len(SUITS)


class AddendaDeal(TurnBased):
    """A deal in progress.

    turn: the seat to play; None when the deal is over (`end` says how). hands: sorted. stock: the top card
    last. fault: for two players, the position (0 to 3) in the current trick at which a suit was last matched;
    otherwise None.
    """

    def __init__(
        self,
        options: AddendaOptions,
        hands: Sequence[Sequence[Card]],
        stock: Sequence[Card] = (),
        dealer: int = 0,
        start: tuple[int, int] = (0, 0),
    ) -> None:
        if len(hands) != options.players:
            raise ValueError(f"{options.players} players need as many hands, not {len(hands)}")
        if not 0 <= dealer < options.players:
            raise ValueError(f"there is no seat {dealer} to deal")
        held = [*stock, *(card for hand in hands for card in hand)]
        if len(set(held)) < len(held):
            raise ValueError("a card is there twice")
        self.options = options
        self.dealer = dealer
        self.start = start
        self.dealt = tuple(tuple(sorted(hand)) for hand in hands), tuple(stock)
        self.hands = [list(hand) for hand in self.dealt[0]]
        self.stock = list(stock)
        self.points = [0, 0]
        self.log: list[Record] = []
        self.tricks: list[TrickWon] = []
        self.end: DealEnd | None = None
        self.turn: int | None = None
        self.last: RunningTotal = START
        self.fault: int | None = None
        self.leader = (dealer + 1) % options.players
        self._moves: tuple[Card, ...] = ()
        self._start_trick(self.leader)

    @classmethod
    def shuffled(
        cls, options: AddendaOptions, rng: Random, dealer: int = 0, start: tuple[int, int] = (0, 0)
    ) -> AddendaDeal:
        """Return a shuffled deal: 12 cards each and a stock of 28 for two, 13 each for four."""
        deck = list(DECK)
        rng.shuffle(deck)
        size, players = options.hand_size, options.players
        hands = [deck[seat * size : (seat + 1) * size] for seat in range(players)]
        return cls(options, hands, deck[players * size :], dealer, start)

    @property
    def total(self) -> int:
        """Return the total of the trick so far."""
        return self.last.total

    @property
    def scores(self) -> tuple[int, int]:
        """Return each side's score in the game so far."""
        return self.start[0] + self.points[0], self.start[1] + self.points[1]

    def copy(self) -> AddendaDeal:
        """Return an independent copy of the position."""
        other = AddendaDeal.__new__(AddendaDeal)
        other.__dict__.update(self.__dict__)
        other.hands, other.suits = [hand[:] for hand in self.hands], {*self.suits}
        for name in ("stock", "points", "log", "tricks", "plays"):
            setattr(other, name, getattr(self, name)[:])
        return other

    def view(self, seat: int) -> AddendaView:
        """Return the view of a seat: the game without the cards that its player may not see."""
        return AddendaView(
            self.options,
            seat,
            tuple(self.hands[seat]),
            self.leader,
            tuple(self.plays),
            frozenset(self.suits),
            self.last,
            self.fault,
            tuple([played.card for won in self.tricks for played in won.plays]),
            tuple(map(len, self.hands)),
            len(self.stock),
            self.dealer,
            self.scores,
        )

    def redeal(self, hands: Sequence[Sequence[Card]], stock: Sequence[Card]) -> None:
        """Replace the cards in the hands and the stock. The number of cards in each must stay the same."""
        self.hands, self.stock = [sorted(hand) for hand in hands], list(stock)
        if self.turn is not None:
            self._moves = self._playable_cards(self.turn)

    # Moves

    def legal_moves(self) -> tuple[Card, ...]:
        """Return the cards that may be played, by suit (as in SUITS), each from Ace to King."""
        return self._moves

    def verify_play(self, card: Card) -> None:
        """Raise ValueError with the reason if this card may not be played."""
        if card in self._moves:
            return
        self._verify_held(card)
        if card.suit in self.suits:
            raise ValueError(f"{card!r} matches a suit already in the trick: play another suit")

    def play(self, card: Card) -> CardPlayed:
        """Play a card; its consequences (trick won, cards drawn, players passed) are added to the log."""
        self.verify_play(card)
        seat = self.to_play
        self.hands[seat].remove(card)
        self.last = next_running_total(self.last, card.rank)
        self.suits.add(card.suit)
        played = CardPlayed(seat, card, self.last)
        self.plays.append(played)
        self.log.append(played)
        if len(self.plays) == _SUITS_IN_A_TRICK:
            self._finish_trick()
        else:
            self._pass_to((seat + 1) % self.options.players)
        return played

    def verify_matching_card(self, card: Card) -> None:
        """Raise ValueError unless a card played by mistake would match a suit in a game for two."""
        if self.options.players == 4:
            raise ValueError("for four, a matched suit is only taken back: nothing follows from it")
        self._verify_held(card)
        if card.suit not in self.suits:
            raise ValueError(f"{card!r} matches no suit in the trick: it is a card to play")

    def play_matching_card(self, card: Card) -> SuitMatched:
        """Play a card that matches a suit by mistake, for two: it is taken back, and the trick is lost."""
        self.verify_matching_card(card)
        self.fault = len(self.plays)
        matched = SuitMatched(self.to_play, card)
        self.log.append(matched)
        return matched

    def verify_partner_call(self, seat: int, suit: str) -> None:
        """Raise ValueError if this seat may not call for, or against, a suit."""
        if self.options.players == 2:
            raise ValueError("only partners call for suits")
        if suit not in SUITS:
            raise ValueError(f"{suit!r} is not a suit: {', '.join(SUITS)}")
        if self.turn != (seat + 2) % 4 or len(self.plays) > 1:
            raise ValueError("call when your partner is about to play first or second to a trick")

    def call_partner(self, seat: int, suit: str, wanted: bool = True) -> PartnerCalled:
        """Ask the partner to play a suit, or not to. It is information only, and binds nobody."""
        self.verify_partner_call(seat, suit)
        called = PartnerCalled(seat, suit, wanted)
        self.log.append(called)
        return called

    def to_record(self) -> AddendaDealRecord:
        """Return the deal as a record. Raises ValueError if it is not over."""
        if self.end is None:
            raise ValueError("the deal is not over")
        points = self.points[0], self.points[1]
        return AddendaDealRecord(
            self.options, self.dealer, self.start, *self.dealt, tuple(self.log), points, self.end
        )

    # Consequences of moves

    def _verify_held(self, card: Card) -> None:
        if card not in self.hands[self.to_play]:
            raise ValueError(f"{card!r} is not in the hand of seat {self.turn}")

    def _start_trick(self, leader: int) -> None:
        """Start a trick. The leader is the given seat, or the next one that can play.

        Ends the deal if all hands are empty.
        """
        self.leader = leader
        self.plays: list[CardPlayed] = []
        self.suits: set[str] = set()
        self.last = START
        self.fault = None
        if not any(self.hands):
            self._end_deal(DealEnd.PLAYED_OUT)
            return
        self._pass_to(leader)
        if self.turn is not None:
            self.leader = self.turn

    def _pass_to(self, seat: int) -> None:
        """Give the turn to a seat; for four, to the next seat on the left that can play.

        Ends the deal if nobody can play.
        """
        for turned in range(4 if self.options.players == 4 else 1):
            player = (seat + turned) % self.options.players
            self.turn = player
            self._moves = self._playable_cards(player)
            if self._moves:
                return
            if self.options.players == 4:
                self.log.append(SeatPassed(player, not self.hands[player]))
        self._end_deal(DealEnd.BROKEN_OFF)

    def _playable_cards(self, seat: int) -> tuple[Card, ...]:
        """Return a seat's cards of suits that are not in the trick."""
        suits = self.suits
        return tuple([card for card in self.hands[seat] if card.suit not in suits])

    def _finish_trick(self) -> None:
        """Give the trick to its winner, refill the hands and start the next trick.

        If the trick wins the game, the deal ends instead.
        """
        row = [played.step for played in self.plays]
        if self.options.players == 4:
            verdict = verdict_for_four(row, self.options.zeros_bring)
        elif self.fault is not None:
            verdict = TrickVerdict(1 - self.fault % 2, DecidingReason.MATCHED, self.fault)
        else:
            verdict = verdict_for_two(row)
        winner = self.plays[verdict.place].seat
        won = TrickWon(len(self.tricks) + 1, self.leader, tuple(self.plays), verdict, winner, self.last.total)
        self.tricks.append(won)
        self.log.append(won)
        self.points[side_of_seat(winner)] += won.value
        if max(self.scores) >= self.options.winning_score:
            self._end_deal(DealEnd.TARGET)
            return
        self._refill_hands(winner)
        self._start_trick(winner)

    def _refill_hands(self, winner: int) -> None:
        """Draw cards in turn, from the winner on, until all hands are full or the stock is empty."""
        seat = winner
        while self.stock and any(len(hand) < self.options.hand_size for hand in self.hands):
            if len(self.hands[seat]) < self.options.hand_size:
                card = self.stock.pop()
                insort(self.hands[seat], card)
                self.log.append(CardDrawn(seat, card))
            seat = (seat + 1) % self.options.players

    def _end_deal(self, end: DealEnd) -> None:
        self.end = end
        self.turn = None
        self._moves = ()
