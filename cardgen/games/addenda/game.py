"""Whole games of Addenda: deals to 250 points for two, or to 500 for four, and their replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from ..cards import Card
from .deal import Deal
from .deal import replay as replay_deal
from .options import Options, side
from .records import FinishedDeal, FinishedGame

#: Looks at the deal (at its own hand and what lies open) and chooses one of the legal moves.
Player = Callable[[Deal], Card]


def play_deal(deal: Deal, players: Sequence[Player]) -> FinishedDeal:
    """Let the players, one a seat, play a deal to its end."""
    while deal.turn is not None:
        deal.play(players[deal.turn](deal))
    return deal.finished()


def play_game(
    players: Sequence[Player], rng: Random, options: Options | None = None, dealer: int | None = None
) -> FinishedGame:
    """A game from the first deal until a side reaches the points that win, when play stops at once.

    dealer: who deals first; by default whom the cut names. The turn to deal passes to the left.
    """
    options = options or Options(players=len(players))
    if len(players) != options.players:
        raise ValueError(f"{options.players} seats need as many players, not {len(players)}")
    dealer = rng.randrange(options.players) if dealer is None else dealer
    scores = (0, 0)
    deals: list[FinishedDeal] = []
    while max(scores) < options.goal:
        deal = Deal.shuffled(options, rng, dealer, scores)
        deals.append(play_deal(deal, players))
        scores = deal.scores
        dealer = (dealer + 1) % options.players
    return FinishedGame(options, tuple(deals), scores, 0 if scores[0] > scores[1] else 1)


def replay(game: FinishedGame) -> FinishedGame:
    """Play a finished game again from its records: its deals, then its scores from their tricks.

    Raises ValueError where a record holds a move that is not legal.
    """
    deals = tuple(replay_deal(deal) for deal in game.deals)
    scores = [0, 0]
    for deal in deals:
        for won in deal.tricks:
            scores[side(won.winner)] += won.value
    winner = 0 if scores[0] > scores[1] else 1
    return replace(game, deals=deals, scores=(scores[0], scores[1]), winner=winner)
