"""High Card as an experiment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....pack.model import Pack
from ..experiment import (
    Chunk,
    count_scores,
    experiment_record,
    fact_names,
    score_measures,
    seat_facts,
)
from ..game import GamePlay, Setup
from ..measures import Measure
from ..options import number_reader, read_values
from ..rng import python_random

OPTION_WORDS = {"rounds": "Turn so many cards each (3)."}


@dataclass(frozen=True)
class Options:
    """How many cards each turns."""

    rounds: int = 3


@dataclass(frozen=True)
class HighCard:
    """Games of two with cards of these ranks."""

    ranks: tuple[int, ...]
    options: Options
    temperaments: tuple[str, ...] = ("random",) * 2

    facts = fact_names(("turns",), 2)
    measures: tuple[Measure, ...] = tuple(score_measures(("seat 1", "seat 2"), 2))

    @property
    def score_range(self) -> tuple[int, int]:
        """None or all tricks."""
        return 0, self.options.rounds

    @property
    def setup_record(self) -> dict[str, Any]:
        """What is played."""
        return experiment_record("high-card", self.temperaments, self.options, Options(), OPTION_WORDS)

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Turn cards."""
        rounds, rows, scores = self.options.rounds, [], [0] * 2 * (self.options.rounds + 1)
        for each in range(first, first + count):
            cards = python_random(seed, each).sample(self.ranks, 2 * rounds)
            won = [one > other for one, other in zip(cards[::2], cards[1::2], strict=True)]
            taken = [sum(won), rounds - sum(won)]
            count_scores(scores, taken, 0)
            rows.append([2 * rounds, *seat_facts(taken, (rounds, rounds), 2)])
        return Chunk(rows, {"scores": scores})


def _setup(pack: Pack, setup: Setup) -> HighCard:
    options = Options(**read_values(setup.options, {"rounds": number_reader(6)}))
    ranks = tuple(int(card.rank or 0) for card in pack.cards if card.suit for _ in range(card.quantity))
    return HighCard(ranks, options, setup.temperaments_by_seat(2))


PLAY = GamePlay(
    setup=_setup,
    options=OPTION_WORDS,
    temperaments={"random": "Turns the top card."},
    measures=lambda: HighCard((), Options()).measures,
    thinking="random",
    scored_in="tricks",
)
