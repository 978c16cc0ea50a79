"""Players of Addenda: a random one, one that only balances suits, and a sensible one.

They get what a player at the table sees: the own hand, the trick, and the cards played before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random

from ..cards import DECK, Card
from .deal import AddendaView, side_of_seat
from .values import CANCELLING, LIMIT, CardEffect, RunningTotal, is_brought_within_limit, next_running_total

#: The worth of balanced suits in a hand, in points per card of difference.
_LEVEL = 1.5
#: What a player can still hope to add to a trick, in points.
_HOPE = 4.0


def sensible_card(view: AddendaView, moves: Sequence[Card], rng: Random) -> Card:
    """Return the legal card with the highest worth; the first of equally good ones."""
    worth = _card_worth_for_two if view.options.players == 2 else _card_worth_for_four
    lengths = Counter([card.suit for card in view.hand])
    return max(
        moves,
        key=lambda card: (
            worth(view, card, next_running_total(view.last, card.rank)) + _LEVEL * lengths[card.suit]
        ),
    )


# Two players: the last card wins unless a player went over the limit


def _card_worth_for_two(view: AddendaView, card: Card, step: RunningTotal) -> float:
    """Return the worth of a card for two players, in points.

    It is about the total that the trick brings; negative if the trick is probably lost. step: the running
    total with the card.
    """
    place = len(view.plays)
    over = [at for at, played in enumerate(view.plays) if played.step.total > LIMIT]
    if view.fault is not None or over:
        # The trick is already lost, by the leader (0) or the follower (1).
        loser = (over[0] if view.fault is None else view.fault) % 2
        return step.total if loser != place % 2 else -step.total
    if step.total > LIMIT:
        return -step.total
    if place == 3:
        return step.total
    if place == 2:
        return _third_card_worth(view, card, step)
    # The leader wants a high total, which the follower must not exceed with the last card.
    return _HOPE + step.total / 2 if place == 0 else -step.total / 2


def _third_card_worth(view: AddendaView, card: Card, step: RunningTotal) -> float:
    """Return the worth of the leader's second card, in points.

    It depends on the chance that every card the follower can play brings the total above 17. step: the
    running total with the card.
    """
    seen = {*view.hand, *view.gone, *(played.card for played in view.plays)}
    unseen = [other for other in DECK if other not in seen]
    held = view.sizes[1 - view.seat] / max(1, len(unseen))
    suits = {*view.suits, card.suit}
    staying = sum(
        each.suit not in suits and next_running_total(step, each.rank).total <= LIMIT for each in unseen
    )
    lost = 1 - (1 - held) ** staying
    return (1 - lost) * (step.total + _HOPE) - lost * min(LIMIT, step.total + _HOPE)


# Four players: the last to bring the total to 17 or less wins


def _card_worth_for_four(view: AddendaView, card: Card, step: RunningTotal) -> float:
    """Return the worth of a card in points for four players, from its side's chance to win the trick.

    step: the running total with the card.
    """
    place = len(view.plays)
    mine = side_of_seat(view.seat)
    brought = [
        played.seat
        for at, played in enumerate(view.plays)
        if not at or is_brought_within_limit(played.step, view.options.zeros_bring)
    ]
    # The side that would win if the trick ended with this card.
    is_mine = not place or is_brought_within_limit(step, view.options.zeros_bring)
    holder = mine if is_mine else side_of_seat(brought[-1])
    worth = step.total + _HOPE / 2 * (3 - place)
    return worth * (2 * _chance_of_keeping_trick(step, 3 - place) - 1) * (1 if holder == mine else -1)


_RANKS = [card.rank for card in DECK[:13]]


def _chance_of_keeping_trick(step: RunningTotal, left: int) -> float:
    """Return an estimate of the chance that the current winner keeps the trick.

    left: the number of cards still to come. The next player is an opponent with a choice of cards. With three
    cards to come, the partner has a choice too, which makes up for the second opponent.
    """
    if not left:
        return 1.0
    return (1 - chance_of_taking_ranks(step.total, step.change, step.act in CANCELLING)) ** (
        2 if left < 3 else 1
    )


@cache
def chance_of_taking_ranks(total: int, change: int, cancels: bool) -> float:
    """Return the share of ranks that would take the trick next, by a total of 17 or less.

    total: of the trick so far. change, cancels: how the last card changed the total, and whether it cancelled
    an earlier change.
    """
    step = RunningTotal("", CardEffect.CANCELS if cancels else CardEffect.COUNTS, change, total)
    return sum(is_brought_within_limit(next_running_total(step, rank)) for rank in _RANKS) / len(_RANKS)


def suit_balancing_card(view: AddendaView, moves: Sequence[Card], rng: Random) -> Card:
    """Return a card of the longest legal suit, which keeps cards of all suits for later tricks."""
    suits = Counter([card.suit for card in view.hand])
    longest = max([suits[card.suit] for card in moves])
    best = [card for card in moves if suits[card.suit] == longest]
    return best[int(rng.random() * len(best))]
