"""Up and Over as a `CardGame`: one game to 21 tricks. A part of it is a trick."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ..card_game import CardGame, Player, play_seats
from ..cards import Card
from .play import PLAYERS, FinishedGame, Move, UpAndOverGame, View
from .rules import EDITIONS, FEWEST, MOST, TRICKS, UpAndOverOptions


class UpAndOver(CardGame):
    """A game at a table with these options; who deals first turns the first card."""

    players = range(FEWEST, MOST + 1)
    policies = PLAYERS
    score_range = 0, TRICKS
    scored_in = "tricks"
    most_moves = None

    def __init__(self, options: UpAndOverOptions, rng: Random, dealer: int) -> None:
        self.table, self.seats, self.rng = options, options.players, rng
        self.title = EDITIONS[options.edition].names[0]
        self.current = UpAndOverGame.shuffled(options, rng, dealer)

    @property
    def turn(self) -> int | None:  # type: ignore[override]
        """Return the seat to move."""
        return self.current.turn

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves."""
        return self.current.legal_moves()

    def play(self, move: Move) -> None:
        """Play a card, or declare the Ace turned."""
        self.current.play(move)

    def scores(self) -> list[int]:
        """Return the tricks taken."""
        return self.current.scores

    def label(self, move: Move) -> str:
        """Return the card, an Ace with what it counts: "Ad=11"."""
        return f"{move.card!r}={move.value}" if move.card.rank == "A" else repr(move.card)

    def view(self, seat: int) -> View:
        """Return what a seat sees."""
        return self.current.view(seat)

    def hidden(self, seat: int) -> list[list[Card]]:
        """Return the hands of the others and the deck."""
        others = [hand for other, hand in enumerate(self.current.hands) if other != seat]
        return [*others, self.current.deck]

    def redeal(self, seat: int, zones: Sequence[Sequence[Any]]) -> None:
        """Put other cards there; hands stay sorted."""
        super().redeal(seat, zones)
        for hand in self.current.hands:
            hand.sort()

    def part(self) -> int:
        """Return how many tricks are over."""
        return len(self.current.tricks)

    def copy(self, rng: Random) -> UpAndOver:
        """Return the same position."""
        other = UpAndOver.__new__(UpAndOver)
        other.__dict__.update(self.__dict__, rng=rng)
        other.current = self.current.copy(rng.shuffle)
        return other

    def finished(self) -> FinishedGame:
        """Return the game as a record."""
        return self.current.finished()


def play_game(
    players: Sequence[Player],
    rng: Random,
    options: UpAndOverOptions | None = None,
    dealer: int | None = None,
) -> FinishedGame:
    """Play a game until somebody has taken 21 tricks.

    dealer: who deals, and so turns the first card; by default anybody. Raises ValueError for too few players.
    """
    options = options or UpAndOverOptions(players=len(players))
    dealer = rng.randrange(options.players) if dealer is None else dealer
    return play_seats(UpAndOver(options, rng, dealer), players, rng).finished()
