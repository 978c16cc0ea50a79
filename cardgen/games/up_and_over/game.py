"""Whole games of Up and Over, and their replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ..cards import DECK, Card
from .editions import Options
from .play import MOVES, Game
from .records import FinishedGame, Laid, Move, Reshuffled

#: Looks at the game (at its own hand and what lies open) and chooses one of the legal moves.
Player = Callable[[Game], Move]


def play_game(
    players: Sequence[Player], rng: Random, options: Options | None = None, dealer: int | None = None
) -> FinishedGame:
    """A game until somebody has taken 21 tricks.

    dealer: who deals, and so turns the first card; by default anybody.
    """
    options = options or Options(players=len(players))
    if len(players) != options.players:
        raise ValueError(f"{options.players} seats need as many players, not {len(players)}")
    game = Game.shuffled(options, rng, rng.randrange(options.players) if dealer is None else dealer)
    while game.turn is not None:
        game.play(players[game.turn](game))
    return game.finished()


def replay(finished: FinishedGame) -> FinishedGame:
    """Play a finished game again from its deck, its moves and its reshuffles; the result is equal to it.

    Raises ValueError where a recorded move is not legal, a reshuffle has other cards than the earlier
    tricks, or the record ends early.
    """
    decks = iter([record.deck for record in finished.log if isinstance(record, Reshuffled)])

    def reshuffle(pile: list[Card]) -> None:
        deck = next(decks, ())
        if sorted(deck) != sorted(pile):
            raise ValueError("the record reshuffles other cards than those of the earlier tricks")
        pile[:] = deck

    game = Game(finished.options, finished.deck, reshuffle, finished.dealer)
    for record in finished.log:
        if isinstance(record, Laid) and (not record.turned or _declared(record.card)):
            game.play(Move(record.card, record.value))
    return game.finished()


def _declared(card: Card) -> bool:
    """Whether whoever turns this card has to say what it counts."""
    return len(MOVES[DECK[card]]) > 1
