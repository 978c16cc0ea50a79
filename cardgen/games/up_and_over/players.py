"""Players of Up and Over: one that plays anything, and one that plays sensibly.

Both look only at what a player at the table sees: the own hand and the trick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from ..cards import DECK, random_player
from .play import Game, Move, Player
from .values import LIMIT, VALUES

#: How many cards of each value a whole pack has, both values of an Ace.
_PACK = Counter(value for card in DECK for value in VALUES[card.rank])


def sensible(game: Game) -> Move:
    """Choose the legal move of the highest worth; of equals, the one of the higher value, then the first."""
    # How many cards of each value are neither in the own hand nor in the trick.
    unseen = _PACK.copy()
    seen = [*game.hands[game.to_play], *(laid.card for laid in game.trick)]
    unseen.subtract(value for card in seen for value in VALUES[card.rank])
    moves = game.legal_moves()
    return max(moves, key=lambda move: (_worth(game, game.total + move.value, unseen), move.value))


def _worth(game: Game, total: int, unseen: Counter[int]) -> float:
    """Tell, between -1 and 1, how likely this sum takes the trick for its player rather than for the next."""
    if total >= LIMIT:
        return 1.0 if total == LIMIT else -1.0
    cards = sum(unseen.values())
    if not cards:
        return 0.0
    size = len(game.hands[(game.to_play + 1) % game.options.players])
    hits = unseen[LIMIT - total] / cards
    overs = sum(count for value, count in unseen.items() if total + value > LIMIT) / cards
    return float(overs**size - (1 - (1 - hits) ** size))


def make_sensible(rng: Random) -> Player:
    """Return the sensible player, which leaves chance alone."""
    return sensible


#: What makes each kind of player, from the chance of its game.
PLAYERS: dict[str, Callable[[Random], Player]] = {"random": random_player, "sensible": make_sensible}
