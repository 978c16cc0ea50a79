"""Players of Addenda: one that plays anything, one that thinks of suits only, and one that plays sensibly.

They are given what a player at the table sees: the own hand, the trick, and the cards played before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random

from ..card_game import Player, at_random
from ..cards import DECK, Card
from .deal import View, side
from .values import CANCELLING, LIMIT, Act, RunningTotal, add, brings

#: What keeping the suits of a hand level is worth, in points a card of difference.
_LEVEL = 1.5
#: What a player can still hope to add to a trick, in points.
_HOPE = 4.0


def sensible(view: View, moves: Sequence[Card], rng: Random) -> Card:
    """Choose the legal card of the highest worth; of equals, the first."""
    worth = _worth_two if view.options.players == 2 else _worth_four
    lengths = Counter([card.suit for card in view.hand])
    return max(
        moves,
        key=lambda card: worth(view, card, add(view.last, card.rank)) + _LEVEL * lengths[card.suit],
    )


# Two players: the last card wins unless somebody went over


def _worth_two(view: View, card: Card, step: RunningTotal) -> float:
    place = len(view.plays)
    over = [at for at, played in enumerate(view.plays) if played.step.total > LIMIT]
    if view.fault is not None or over:
        # The trick is lost already, to the leader (0) or the follower (1).
        loser = (over[0] if view.fault is None else view.fault) % 2
        return step.total if loser != place % 2 else -step.total
    if step.total > LIMIT:
        return -step.total
    if place == 3:
        return step.total
    if place == 2:
        return _worth_third(view, card, step)
    # The leader wants a high total, which the follower must not pass with the last card.
    return _HOPE + step.total / 2 if place == 0 else -step.total / 2


def _worth_third(view: View, card: Card, step: RunningTotal) -> float:
    """Weigh the leader's second card by how likely the follower has nothing that stays at 17 or less."""
    seen = {*view.hand, *view.gone, *(played.card for played in view.plays)}
    unseen = [other for other in DECK if other not in seen]
    held = view.sizes[1 - view.seat] / max(1, len(unseen))
    suits = {*view.suits, card.suit}
    staying = sum(each.suit not in suits and add(step, each.rank).total <= LIMIT for each in unseen)
    lost = 1 - (1 - held) ** staying
    return (1 - lost) * (step.total + _HOPE) - lost * min(LIMIT, step.total + _HOPE)


# Four players: the last to bring the total to 17 or less wins


def _worth_four(view: View, card: Card, step: RunningTotal) -> float:
    place = len(view.plays)
    mine = side(view.seat)
    brought = [
        played.seat
        for at, played in enumerate(view.plays)
        if not at or brings(played.step, view.options.zeros_bring)
    ]
    # The side that would win if the trick ended with this card.
    holder = mine if not place or brings(step, view.options.zeros_bring) else side(brought[-1])
    worth = step.total + _HOPE / 2 * (3 - place)
    return worth * (2 * _keeps(step, 3 - place) - 1) * (1 if holder == mine else -1)


_RANKS = [card.rank for card in DECK[:13]]


def _keeps(step: RunningTotal, left: int) -> float:
    """Guess how likely whoever holds the trick keeps it through the cards that are left.

    The next player belongs to the other side and has a choice of cards; with three to come, the partner
    has one as well, which makes up for the second opponent.
    """
    if not left:
        return 1.0
    return (1 - _taking(step.total, step.change, step.act in CANCELLING)) ** (2 if left < 3 else 1)


@cache
def _taking(total: int, change: int, cancels: bool) -> float:
    """Return the share of ranks that bring the total to 17 or less."""
    step = RunningTotal("", Act.CANCELS if cancels else Act.COUNTS, change, total)
    return sum(brings(add(step, rank)) for rank in _RANKS) / len(_RANKS)


def level(view: View, moves: Sequence[Card], rng: Random) -> Card:
    """Choose any card of the longest legal suit, caring only to be able to play later on."""
    suits = Counter([card.suit for card in view.hand])
    longest = max([suits[card.suit] for card in moves])
    best = [card for card in moves if suits[card.suit] == longest]
    return best[int(rng.random() * len(best))]


#: Its players by name, the strongest last.
PLAYERS: dict[str, Player] = {"random": at_random, "level": level, "sensible": sensible}
