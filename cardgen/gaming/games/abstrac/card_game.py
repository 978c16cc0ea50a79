"""Abstrac as a `CardGame`: whole games of deals, of all four kinds. Its parts are deals."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ....units import Sentence
from ..card_game import CardGame, Player, play_seats
from ..cards import Card
from ..scene import Scene, TableWords
from .deal import FIRST, AbstracDeal, AbstracDealRecord, AbstracGameRecord, AbstracView
from .options import AbstracOptions
from .players import PLAYERS


class Abstrac(CardGame):
    """A game of Abstrac, which ends after an agreed number of deals or at a score.

    chosen: FIRST or SECOND if the non-dealers' choice is fixed; None lets them choose.
    """

    title = "Abstrac"
    part_name = "deal"
    players = (2,)
    policies = PLAYERS
    rollout = "sensible"
    score_range = 0, 10_000_000
    most_moves = None

    def __init__(self, options: AbstracOptions, rng: Random, dealer: int, chosen: int | None = None) -> None:
        self.table, self.seats, self.rng, self.chosen = options, 2, rng, chosen
        self.before = 0, 0
        self.deals: list[AbstracDealRecord] = []
        self._deal(dealer)

    def _deal(self, dealer: int) -> None:
        self.current = AbstracDeal.shuffled(self.table, self.rng, dealer)
        if self.chosen is not None:
            self.current.choose_order(self.chosen == FIRST)

    @property
    def turn(self) -> int | None:  # type: ignore[override]
        """Return the seat to move."""
        return self.current.turn

    def moves(self) -> range:
        """Return FIRST and SECOND for a choice; else the numbers of cards that may be taken, fewest first."""
        return self.current.legal_moves()

    def play(self, move: int) -> None:
        """Make a choice or take cards. When that ends the deal, the next one is dealt."""
        self.current.make_move(move)
        if self.current.turn is not None:
            return
        self.deals.append(self.current.to_record())
        scores, options = self.scores(), self.table
        over = (
            len(self.deals) == options.agreed_deals
            if options.winning_score is None
            else max(scores) >= options.winning_score
        )
        if not over:
            self.before = scores[0], scores[1]
            self._deal(1 - self.current.dealer)

    def scores(self) -> list[int]:
        """Return both scores."""
        return [before + now for before, now in zip(self.before, self.current.scores, strict=True)]

    def label(self, move: int) -> str:
        """Return "first" or "second" for a choice, else the number of cards."""
        return self.current.label(move)

    def scene(self, seat: int, words: TableWords) -> Scene:
        """Return the scene that the player in a seat is shown."""
        from .scene import scene_of

        number = min(len(self.deals) + 1, self.table.agreed_deals or len(self.deals) + 1)
        return scene_of(self.current, number, self.scores(), seat, words)

    def story(self, before: CardGame, move: int, words: TableWords) -> list[str]:
        """Return sentences about the effects of a move."""
        from .scene import story_of

        assert isinstance(before, Abstrac)  # noqa: S101 - its own position
        is_over = len(self.deals) > len(before.deals)
        log = self.deals[-1].log if is_over else self.current.log
        sentences = list(story_of(log[len(before.current.log) :], words))
        if self.turn is None:
            return [*sentences, Sentence("The game is over.")]
        if is_over:
            dealer = self.current.dealer
            sentences.append(words.sentence_about(dealer, "You deal anew.", "{name} deals anew."))
        return sentences

    def view(self, seat: int) -> AbstracView:
        """Return the view of a seat: the game without the cards that its player may not see."""
        return self.current.view(seat)

    def hidden(self, seat: int) -> list[list[Card]]:
        """Return the row of the second half of the 52-card game, if the first half is being played."""
        return self.current.later_rows()

    def redeal(self, seat: int, zones: Sequence[Sequence[Any]]) -> None:
        """Replace the cards of the second half's row. zones: in the order of hidden(seat)."""
        self.current.redeal(zones)

    def part(self) -> int:
        """Return how many deals are over."""
        return len(self.deals)

    def copy(self, rng: Random) -> Abstrac:
        """Return an independent copy of the position."""
        other = Abstrac.__new__(Abstrac)
        other.__dict__.update(self.__dict__, rng=rng)
        other.deals, other.current = self.deals[:], self.current.copy()
        return other

    def to_record(self) -> AbstracGameRecord:
        """Return the game as a record. Raises ValueError if it is not over."""
        self.current.verify_over()
        one, other = self.scores()
        winner = None if one == other else int(other > one)
        return AbstracGameRecord(self.table, tuple(self.deals), (one, other), winner)


def play_game(
    players: Sequence[Player],
    rng: Random,
    options: AbstracOptions | None = None,
    dealer: int | None = None,
) -> AbstracGameRecord:
    """Play a game. dealer: of the first deal; random by default. Raises ValueError unless two play."""
    dealer = rng.randrange(2) if dealer is None else dealer
    return play_seats(Abstrac(options or AbstracOptions(), rng, dealer), players, rng).to_record()
