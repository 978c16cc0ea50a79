"""Up and Over as a `CardGame`: one game to 21 tricks. Its parts are tricks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ....units import Sentence
from ..card_game import CardGame, Player, play_seats, random_legal_move
from ..cards import Card
from ..scene import Scene, TableWords
from .play import CardValue, UpAndOverGame, UpAndOverGameRecord, UpAndOverView, move_label, sensible_move
from .rules import EDITIONS, FEWEST_PLAYERS, MOST_PLAYERS, TRICKS_TO_WIN, UpAndOverOptions


def expert_move(view: UpAndOverView, moves: Sequence[CardValue], rng: Random) -> CardValue:
    """Return the move that does best on guessed deals: see the module `expert`."""
    # Compiled functions are loaded only where they play.
    from .expert import best_move

    return best_move(view, moves, rng)


#: Its players by name, the strongest last.
PLAYERS: dict[str, Player] = {"random": random_legal_move, "sensible": sensible_move, "expert": expert_move}


class UpAndOver(CardGame):
    """A game with these options; the dealer turns the first card."""

    players = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    policies = PLAYERS
    rollout = "sensible"
    score_range = 0, TRICKS_TO_WIN
    scored_in = "tricks"
    part_name = "trick"
    most_moves = None

    def __init__(self, options: UpAndOverOptions, rng: Random, dealer: int) -> None:
        self.table, self.seats, self.rng = options, options.players, rng
        self.title = EDITIONS[options.edition].names[0]
        self.current = UpAndOverGame.shuffled(options, rng, dealer)

    @property
    def turn(self) -> int | None:  # type: ignore[override]
        """Return the seat to move."""
        return self.current.turn

    def moves(self) -> tuple[CardValue, ...]:
        """Return the legal moves."""
        return self.current.legal_moves()

    def play(self, move: CardValue) -> None:
        """Play a card, or declare the turned Ace."""
        self.current.play(move)

    def scores(self) -> list[int]:
        """Return the tricks taken."""
        return self.current.scores

    def label(self, move: CardValue) -> str:
        """Return the card as text, an Ace with its value: "Ad=11"."""
        return move_label(move)

    def scene(self, seat: int, words: TableWords) -> Scene:
        """Return the scene that the player in a seat is shown."""
        from .scene import scene_of

        return scene_of(self.current, seat, words)

    def story(self, before: CardGame, move: CardValue, words: TableWords) -> list[str]:
        """Return sentences about the effects of a move."""
        from .scene import story_of

        assert isinstance(before, UpAndOver)  # noqa: S101 - its own position
        sentences = list(story_of(tuple(self.current.log[len(before.current.log) :]), words))
        return sentences if self.turn is not None else [*sentences, Sentence("The game is over.")]

    def view(self, seat: int) -> UpAndOverView:
        """Return the view of a seat: the game without the cards that its player may not see."""
        return self.current.view(seat)

    def hidden(self, seat: int) -> list[list[Card]]:
        """Return the others' hands and the deck."""
        others = [hand for other, hand in enumerate(self.current.hands) if other != seat]
        return [*others, self.current.deck]

    def redeal(self, seat: int, zones: Sequence[Sequence[Any]]) -> None:
        """Replace the hands of all other seats, which are sorted, and the deck.

        zones: in the order of hidden(seat).
        """
        super().redeal(seat, zones)
        for hand in self.current.hands:
            hand.sort()

    def part(self) -> int:
        """Return how many tricks are over."""
        return len(self.current.tricks)

    def copy(self, rng: Random) -> UpAndOver:
        """Return an independent copy of the position."""
        other = UpAndOver.__new__(UpAndOver)
        other.__dict__.update(self.__dict__, rng=rng)
        other.current = self.current.copy(rng.shuffle)
        return other

    def to_record(self) -> UpAndOverGameRecord:
        """Return the game as a record."""
        return self.current.to_record()


def play_game(
    players: Sequence[Player],
    rng: Random,
    options: UpAndOverOptions | None = None,
    dealer: int | None = None,
) -> UpAndOverGameRecord:
    """Play a game until a player has taken 21 tricks.

    dealer: who deals and turns the first card; random by default. Raises ValueError for too few players.
    """
    options = options or UpAndOverOptions(players=len(players))
    dealer = rng.randrange(options.players) if dealer is None else dealer
    return play_seats(UpAndOver(options, rng, dealer), players, rng).to_record()
