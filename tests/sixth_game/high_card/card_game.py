"""High Card as a `CardGame`. Its parts are tricks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from ....pack.model import Card
from ..card_game import CardGame, Player, random_legal_move
from .rules import MOST_CARDS, PLAYERS, HighCardOptions, value_of


class HighCardView(NamedTuple):
    """What a seat sees: its hand, the card that was led (a list of one, or none), and the tricks by seat."""

    hand: list[Card]
    led: list[Card]
    tricks: list[int]


class HighCardRecord(NamedTuple):
    """A finished game: tricks and cards played, by seat."""

    tricks: tuple[int, ...]
    played: tuple[int, ...]


def sensible_move(view: HighCardView, moves: Sequence[Card], rng: Random) -> Card:
    """Lead the highest card. Else play the lowest that takes the trick, or the lowest of all."""
    if not view.led:
        return max(moves, key=value_of)
    higher = [card for card in moves if value_of(card) > value_of(view.led[0])]
    return min(higher or moves, key=value_of)


#: Its players by name, the strongest last.
POLICIES: dict[str, Player] = {"random": random_legal_move, "sensible": sensible_move}


class HighCard(CardGame):
    """A game with these cards and options; the seat after the dealer leads."""

    title = "High Card"
    players = (PLAYERS,)
    policies = POLICIES
    score_range = 0, MOST_CARDS
    scored_in = "tricks"
    part_name = "trick"
    zones = MappingProxyType({"hand": "Your hand", "led": "Led"})

    def __init__(self, cards: Sequence[Card], options: HighCardOptions, rng: Random, dealer: int) -> None:
        self.cards, self.seats, self.rng = cards, options.players, rng
        self.stock = rng.sample(cards, len(cards))
        self.hands = [
            sorted((self.stock.pop() for _ in range(options.hand)), key=value_of) for _ in range(self.seats)
        ]
        self.led: list[Card] = []
        self.tricks, self.played = [0] * self.seats, [0] * self.seats
        self.turn = (dealer + 1) % self.seats

    def moves(self) -> list[Card]:
        """Return the cards of the hand, equal ones once."""
        hand = self.hands[self.turn or 0]
        return [card for at, card in enumerate(hand) if card not in hand[:at]]

    def play(self, move: Card) -> None:
        """Lead a card, or end the trick. Of equal cards, that which was led takes it."""
        seat = self.turn or 0
        other = 1 - seat
        self.hands[seat].remove(move)
        self.played[seat] += 1
        if not self.led:
            self.led, self.turn = [move], other
            return
        taker = seat if value_of(move) > value_of(self.led[0]) else other
        self.tricks[taker] += 1
        self.led, self.turn = [], taker if self.hands[seat] else None

    def scores(self) -> list[int]:
        """Return the tricks taken."""
        return self.tricks

    def view(self, seat: int) -> HighCardView:
        """Return what a seat sees."""
        return HighCardView(list(self.hands[seat]), list(self.led), list(self.tricks))

    def hidden(self, seat: int) -> list[list[Card]]:
        """Return the other hand, and the cards that are not dealt."""
        return [self.hands[1 - seat], self.stock]

    def part(self) -> int:
        """Return how many tricks are over."""
        return sum(self.tricks)

    def to_record(self) -> HighCardRecord:
        """Return the game as a record."""
        return HighCardRecord(tuple(self.tricks), tuple(self.played))
