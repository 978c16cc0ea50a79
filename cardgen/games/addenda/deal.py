"""A deal of Addenda, played card by card.

Readings: a deal for two breaks off when the player to play has only suits already played (A7, A8); for
four the turn goes on round until the trick has four cards, so a player may give two (A10), and if the
winner has no cards left, the next player to the left who has some leads (A11). For two, a card that
matches a suit is taken back, costs the trick whatever its total, and the trick counts with the corrected
card (A13); for four the source names no penalty, so nothing but taking it back follows (A9).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from random import Random

from ..cards import DECK, SUITS, Card, InTurn
from .options import Options, side
from .records import Called, Drew, End, FinishedDeal, Matched, Passed, Played, Record, Won
from .trick import Verdict, Why, judge_four, judge_two
from .values import START, Step, add

_SUITS_IN_A_TRICK = len(SUITS)


class Deal(InTurn):
    """A deal as it stands: whose turn it is, hands (sorted), stock (top card last), the trick, points, log.

    turn: the seat to play, or None when the deal is over (`end` says how).
    fault: for two, the place in this trick (0 to 3) at which a suit was last matched, if any was.
    """

    def __init__(
        self,
        options: Options,
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
        self.tricks: list[Won] = []
        self.end: End | None = None
        self.turn: int | None = None
        self.last: Step = START
        self.fault: int | None = None
        self.leader = (dealer + 1) % options.players
        self._moves: tuple[Card, ...] = ()
        self._lead(self.leader)

    @classmethod
    def shuffled(
        cls, options: Options, rng: Random, dealer: int = 0, start: tuple[int, int] = (0, 0)
    ) -> Deal:
        """Shuffle and deal: 12 cards each and a stock of 28 for two, 13 each for four."""
        deck = list(DECK)
        rng.shuffle(deck)
        size, players = options.hand, options.players
        hands = [deck[seat * size : (seat + 1) * size] for seat in range(players)]
        return cls(options, hands, deck[players * size :], dealer, start)

    @property
    def total(self) -> int:
        """The total of the trick so far."""
        return self.last.total

    @property
    def scores(self) -> tuple[int, int]:
        """Each side's score in the game so far."""
        return self.start[0] + self.points[0], self.start[1] + self.points[1]

    # Moves

    def legal_moves(self) -> tuple[Card, ...]:
        """The cards that may be played: by suit (spades, hearts, clubs, diamonds), each from Ace to King."""
        return self._moves

    def verify_play(self, card: Card) -> None:
        """Raise ValueError, saying why, where this card may not be played."""
        if card in self._moves:
            return
        self._verify_held(card)
        if card.suit in self.suits:
            raise ValueError(f"{card!r} matches a suit already in the trick: play another suit")

    def can_play(self, card: Card) -> bool:
        """Whether the player whose turn it is may play this card."""
        return card in self._moves

    def play(self, card: Card) -> Played:
        """Play a card; what follows from it (trick won, cards drawn, players passed) is in the log."""
        self.verify_play(card)
        seat = self.to_play
        self.hands[seat].remove(card)
        self.last = add(self.last, card.rank)
        self.suits.add(card.suit)
        played = Played(seat, card, self.last)
        self.plays.append(played)
        self.log.append(played)
        if len(self.plays) == _SUITS_IN_A_TRICK:
            self._finish_trick()
        else:
            self._pass_to((seat + 1) % self.options.players)
        return played

    def verify_match(self, card: Card) -> None:
        """Raise ValueError where a card played by mistake would not match a suit, or for four."""
        if self.options.players == 4:
            raise ValueError("for four, a matched suit is only taken back: nothing follows from it")
        self._verify_held(card)
        if card.suit not in self.suits:
            raise ValueError(f"{card!r} matches no suit in the trick: it is a card to play")

    def match(self, card: Card) -> Matched:
        """Two players: a card that matches a suit is played by mistake, taken back, and the trick lost."""
        self.verify_match(card)
        self.fault = len(self.plays)
        matched = Matched(self.to_play, card)
        self.log.append(matched)
        return matched

    def verify_call(self, seat: int, suit: str) -> None:
        """Raise ValueError where this seat may not call for, or against, a suit."""
        if self.options.players == 2:
            raise ValueError("only partners call for suits")
        if suit not in SUITS:
            raise ValueError(f"{suit!r} is no suit: {', '.join(SUITS)}")
        if self.turn != (seat + 2) % 4 or len(self.plays) > 1:
            raise ValueError("call when your partner is about to play first or second to a trick")

    def call(self, seat: int, suit: str, wanted: bool = True) -> Called:
        """Call on the partner to play a suit, or not to. It is information only, and binds nobody."""
        self.verify_call(seat, suit)
        called = Called(seat, suit, wanted)
        self.log.append(called)
        return called

    def finished(self) -> FinishedDeal:
        """The deal as a record; ValueError while it is being played."""
        if self.end is None:
            raise ValueError("the deal is not over")
        points = self.points[0], self.points[1]
        return FinishedDeal(
            self.options, self.dealer, self.start, *self.dealt, tuple(self.log), points, self.end
        )

    # What follows from moves

    def _verify_held(self, card: Card) -> None:
        if card not in self.hands[self.to_play]:
            raise ValueError(f"{card!r} is not in the hand of seat {self.turn}")

    def _give_turn(self, seat: int) -> bool:
        """Let this seat play, if it can."""
        suits = self.suits
        self.turn = seat
        self._moves = tuple([card for card in self.hands[seat] if card.suit not in suits])
        return bool(self._moves)

    def _lead(self, leader: int) -> None:
        self.leader = leader
        self.plays: list[Played] = []
        self.suits: set[str] = set()
        self.last = START
        self.fault = None
        if not any(self.hands):
            self._stop(End.PLAYED_OUT)
            return
        self._pass_to(leader)
        if self.turn is not None:
            self.leader = self.turn

    def _pass_to(self, seat: int) -> None:
        """Give the turn to this seat, or for four to the next on the left who can play."""
        for turned in range(4 if self.options.players == 4 else 1):
            player = (seat + turned) % self.options.players
            if self._give_turn(player):
                return
            if self.options.players == 4:
                self.log.append(Passed(player, not self.hands[player]))
        self._stop(End.BROKEN_OFF)

    def _finish_trick(self) -> None:
        verdict = self._judge()
        winner = self.plays[verdict.place].seat
        won = Won(len(self.tricks) + 1, self.leader, tuple(self.plays), verdict, winner, self.last.total)
        self.tricks.append(won)
        self.log.append(won)
        self.points[side(winner)] += won.value
        if max(self.scores) >= self.options.goal:
            self._stop(End.TARGET)
            return
        self._refill(winner)
        self._lead(winner)

    def _judge(self) -> Verdict:
        row = [played.step for played in self.plays]
        if self.options.players == 4:
            return judge_four(row, self.options.zeros_bring)
        if self.fault is not None:
            return Verdict(1 - self.fault % 2, Why.MATCHED, self.fault)
        return judge_two(row)

    def _refill(self, winner: int) -> None:
        """In turn from the winner on, a card each from the stock, until hands are full or it is gone."""
        seat = winner
        while self.stock and any(len(hand) < self.options.hand for hand in self.hands):
            if len(self.hands[seat]) < self.options.hand:
                card = self.stock.pop()
                insort(self.hands[seat], card)
                self.log.append(Drew(seat, card))
            seat = (seat + 1) % self.options.players

    def _stop(self, end: End) -> None:
        self.end = end
        self.turn = None
        self._moves = ()


def replay(finished: FinishedDeal) -> FinishedDeal:
    """Play a finished deal again from its cards and moves; the result is equal to it.

    Raises ValueError where a recorded move is not legal, or the record ends early.
    """
    deal = Deal(finished.options, finished.hands, finished.stock, finished.dealer, finished.start)
    for record in finished.log:
        if isinstance(record, Played):
            deal.play(record.card)
        elif isinstance(record, Matched):
            deal.match(record.card)
        elif isinstance(record, Called):
            deal.call(*record)
    return deal.finished()
