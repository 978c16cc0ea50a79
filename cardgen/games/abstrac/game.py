"""Whole games of Abstrac: so many deals as are agreed, or for the 52-card game to a score; and their replay.

Reading: the turn to deal alternates, who deals first is left to the players (B12); ties stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from .deal import Deal
from .deal import replay as replay_deal
from .options import Options
from .records import FinishedDeal, FinishedGame

#: Looks at the deal, which lies all open, and chooses one of the legal moves: FIRST or SECOND, or a number
#: of cards.
Player = Callable[[Deal], int]


def play_deal(deal: Deal, players: Sequence[Player]) -> FinishedDeal:
    """Let the two players play a deal to its end."""
    while deal.turn is not None:
        deal.move(players[deal.turn](deal))
    return deal.finished()


def play_game(
    players: Sequence[Player], rng: Random, options: Options | None = None, dealer: int | None = None
) -> FinishedGame:
    """A game of the agreed length. dealer: who deals first, by default either."""
    options = options or Options()
    if len(players) != 2:
        raise ValueError(f"Abstrac is for two players, not for {len(players)}")
    dealer = rng.randrange(2) if dealer is None else dealer
    deals: list[FinishedDeal] = []
    while not _done(options, deals):
        deals.append(play_deal(Deal.shuffled(options, rng, dealer), players))
        dealer = 1 - dealer
    return _finished(options, deals)


def replay(game: FinishedGame) -> FinishedGame:
    """Play a finished game again from its records; the result is equal to it."""
    return _finished(game.options, [replay_deal(deal) for deal in game.deals])


def _done(options: Options, deals: Sequence[FinishedDeal]) -> bool:
    if options.goal is not None:
        return max(_totals(deals)) >= options.goal
    return len(deals) == options.length


def _totals(deals: Sequence[FinishedDeal]) -> tuple[int, int]:
    return sum(deal.scores[0] for deal in deals), sum(deal.scores[1] for deal in deals)


def _finished(options: Options, deals: Sequence[FinishedDeal]) -> FinishedGame:
    scores = _totals(deals)
    winner = None if scores[0] == scores[1] else int(scores[1] > scores[0])
    return FinishedGame(options, tuple(deals), scores, winner)
