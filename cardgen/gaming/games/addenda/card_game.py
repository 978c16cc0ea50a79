"""Addenda as a `CardGame`: whole games of deals. Its parts are deals.

Its moves are the cards that may be played. Mistakes that are taken back and calls to a partner are not moves:
see `deal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ....units import Sentence
from ..card_game import CardGame, Player, play_seats, random_legal_move
from ..cards import Card
from ..scene import Scene, TableWords
from .deal import (
    HANDS,
    AddendaDeal,
    AddendaDealRecord,
    AddendaGameRecord,
    AddendaOptions,
    AddendaView,
    side_of_seat,
)
from .players import sensible_card, suit_balancing_card
from .values import HIGHEST


def expert_card(view: AddendaView, moves: Sequence[Card], rng: Random) -> Card:
    """Return the card that does best on guessed deals: see the module `expert`."""
    # Compiled functions are loaded only where they play.
    from .expert import best_card

    return best_card(view, moves, rng)


#: Its players by name, the strongest last.
PLAYERS: dict[str, Player] = {
    "random": random_legal_move,
    "level": suit_balancing_card,
    "sensible": sensible_card,
    "expert": expert_card,
}


class Addenda(CardGame):
    """A game of Addenda, which ends as soon as a side reaches the points that win.

    The turn to deal passes to the left.
    """

    title = "Addenda"
    part_name = "deal"
    players = tuple(HANDS)
    policies = PLAYERS
    rollout = "sensible"
    most_moves = None

    def __init__(self, options: AddendaOptions, rng: Random, dealer: int) -> None:
        self.table, self.seats, self.rng = options, options.players, rng
        self.score_range = 0, options.winning_score - 1 + HIGHEST
        self.deals: list[AddendaDealRecord] = []
        self.current = AddendaDeal.shuffled(options, rng, dealer)

    @property
    def turn(self) -> int | None:  # type: ignore[override]
        """Return the seat to move."""
        return self.current.turn

    def moves(self) -> tuple[Card, ...]:
        """Return the cards that may be played."""
        return self.current.legal_moves()

    def play(self, move: Card) -> None:
        """Play a card; when that ends the deal, the next is dealt."""
        self.current.play(move)
        if self.current.turn is None:
            self.deals.append(self.current.to_record())
            scores = self.current.scores
            if max(scores) < self.table.winning_score:
                dealer = (self.current.dealer + 1) % self.seats
                self.current = AddendaDeal.shuffled(self.table, self.rng, dealer, scores)

    def scores(self) -> list[int]:
        """Return each seat's score; partners have the same."""
        scores = self.current.scores
        return [scores[side_of_seat(seat)] for seat in range(self.seats)]

    def scene(self, seat: int, words: TableWords) -> Scene:
        """Return the scene that the player in a seat is shown."""
        from .scene import scene_of

        return scene_of(self.current, seat, words)

    def story(self, before: CardGame, move: Card, words: TableWords) -> list[str]:
        """Return sentences about the effects of a move."""
        from .scene import story_of

        assert isinstance(before, Addenda)  # noqa: S101 - its own position
        is_over = len(self.deals) > len(before.deals)
        log, end = (self.deals[-1].log, self.deals[-1].end) if is_over else (self.current.log, None)
        sentences = list(story_of(log[len(before.current.log) :], end, words))
        if self.turn is None:
            return [*sentences, Sentence("The game is over.")]
        if is_over:
            dealer = self.current.dealer
            sentences.append(words.sentence_about(dealer, "You deal anew.", "{name} deals anew."))
        return sentences

    def view(self, seat: int) -> AddendaView:
        """Return the view of a seat: the game without the cards that its player may not see."""
        return self.current.view(seat)

    def hidden(self, seat: int) -> list[list[Card]]:
        """Return the others' hands and the stock."""
        others = [hand for other, hand in enumerate(self.current.hands) if other != seat]
        return [*others, self.current.stock]

    def redeal(self, seat: int, zones: Sequence[Sequence[Any]]) -> None:
        """Replace the hands of all other seats, and the stock. zones: in the order of hidden(seat)."""
        *hands, stock = zones
        hands.insert(seat, self.current.hands[seat])
        self.current.redeal(hands, stock)

    def part(self) -> int:
        """Return how many deals are over."""
        return len(self.deals)

    def side(self, seat: int) -> int:
        """Return the side of a seat."""
        return side_of_seat(seat)

    def copy(self, rng: Random) -> Addenda:
        """Return an independent copy of the position."""
        other = Addenda.__new__(Addenda)
        other.__dict__.update(self.__dict__, rng=rng)
        other.deals, other.current = self.deals[:], self.current.copy()
        return other

    def to_record(self) -> AddendaGameRecord:
        """Return the game as a record. Raises ValueError if it is not over."""
        self.current.verify_over()
        scores = self.current.scores
        return AddendaGameRecord(self.table, tuple(self.deals), scores, 0 if scores[0] > scores[1] else 1)


def play_game(
    players: Sequence[Player],
    rng: Random,
    options: AddendaOptions | None = None,
    dealer: int | None = None,
) -> AddendaGameRecord:
    """Play deals until a side reaches the points that win.

    dealer: who deals first; by default decided by the cut. Raises ValueError for too few players.
    """
    options = options or AddendaOptions(players=len(players))
    dealer = rng.randrange(options.players) if dealer is None else dealer
    return play_seats(Addenda(options, rng, dealer), players, rng).to_record()
