"""The expert of Addenda: tries each card on guessed deals, played to their end by compiled sensible players.

What a card is worth is the lead of its side at the end of the deal. The rest of a deal is played by the
rules of `sensible_card`, which use only what a player at that seat can see. The compiled code is not random:
all hidden cards are dealt before it begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from ..cards import DECK, Card
from ..compiling import compile_if_installed, whole_numbers
from ..search import best_of_guesses
from .deal import AddendaView
from .players import chance_of_taking_ranks, sensible_card
from .values import CANCELLING, HIGHEST, LIMIT

#: Guessed deals for a card; docs/players.md has what the expert wins with them.
GUESSES = 60
#: What winning the game in this deal is worth, in points of lead.
_GAME = 50

#: Entries of a position: four hands and the stock as sets of cards; who plays, who led, the cards played, the
#: cards of suits that are still free, the total, the last change and whether it cancelled, the place at which
#: the total first went over the limit (-1: not yet), the seat that brought it last, cards in the stock, and
#: both sides' scores.
_HANDS = 0
_STOCK, _SEAT, _LEADER, _PLACE, _FREE, _TOTAL, _CHANGE, _CANCELS, _OVER, _BRINGER, _LEFT, _SCORES = range(
    4, 16
)
_ENTRIES = 17
#: Entries of the rules: seats, cards of a full hand, points that win, whether zeros bring.
_SEATS, _SIZE, _GOAL, _ZEROS = range(4)
_ALL, _SUIT, _RANKS, _JACK, _QUEEN = (1 << 52) - 1, (1 << 13) - 1, 13, 10, 11
#: Of the table of chances: totals, changes of either sign, and whether a card cancelled.
_TOTALS, _CHANGES = HIGHEST + 1, 10


def best_card(view: AddendaView, moves: Sequence[Card], rng: Random) -> Card:
    """Return the card with the best results in guessed deals.

    If no card is better than that of `sensible_card` by more than chance explains, returns the latter.
    """
    usual = sensible_card(view, moves, rng)
    if len(moves) == 1 or view.fault is not None:
        return usual
    own = Random(int(rng.random() * (1 << 53)))  # noqa: S311 - a game, no secret
    worth: list[list[float]] = [[] for _ in moves]
    hidden = sorted({*DECK} - {*view.hand, *view.gone, *(played.card for played in view.plays)})
    rules = whole_numbers(
        (view.options.players, view.options.hand_size, view.options.winning_score, view.options.zeros_bring)
    )
    start, numbers = _visible_position(view), whole_numbers(map(int, moves))
    for _ in range(GUESSES):
        own.shuffle(hidden)
        position, stock = _position_with_hidden_cards(view, start, hidden)
        found = _leads_after_cards(position, stock, rules, numbers, _table_of_chances_of_taking())
        for each, value in zip(worth, found, strict=True):
            each.append(float(value))
    return best_of_guesses(moves, worth, moves.index(usual))


def _visible_position(view: AddendaView) -> list[int]:
    """Return the position as whole numbers, with the hand of this seat and without the hidden cards."""
    at = [0] * _ENTRIES
    at[_HANDS + view.seat] = _bits_of_cards(view.hand)
    at[_SEAT], at[_LEADER], at[_PLACE] = view.seat, view.leader, len(view.plays)
    at[_FREE] = _ALL & ~sum(
        _SUIT << (_RANKS * suit) for suit in {played.card // _RANKS for played in view.plays}
    )
    at[_TOTAL], at[_CHANGE], at[_CANCELS] = view.last.total, view.last.change, view.last.act in CANCELLING
    over = [place for place, played in enumerate(view.plays) if played.step.total > LIMIT]
    at[_OVER] = over[0] if over else -1
    at[_BRINGER] = view.leader
    for place, played in enumerate(view.plays):
        step = played.step
        changes = step.rank != "Q" if view.options.zeros_bring else step.change != 0
        if not place or (step.total <= LIMIT and changes):
            at[_BRINGER] = played.seat
    at[_LEFT], at[_SCORES], at[_SCORES + 1] = view.stock, *view.scores
    return at


def _position_with_hidden_cards(
    view: AddendaView, start: list[int], hidden: Sequence[Card]
) -> tuple[Any, Any]:
    """Return the position with the hidden cards dealt in this order, and the stock, for compiled code."""
    at, first = start[:], 0
    for seat, size in enumerate(view.sizes):
        if seat != view.seat:
            at[_HANDS + seat] = _bits_of_cards(hidden[first : first + size])
            first += size
    at[_STOCK] = _bits_of_cards(hidden[first:])
    return whole_numbers(at), whole_numbers(map(int, (*hidden[first:], 0)))


def _bits_of_cards(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)


@cache
def _table_of_chances_of_taking() -> Any:
    """Return the result of `players.chance_of_taking_ranks`, in millionths, for all its arguments."""
    return whole_numbers(
        round(1e6 * chance_of_taking_ranks(total, change, cancels))
        for total in range(_TOTALS)
        for change in range(-_CHANGES, _CHANGES + 1)
        for cancels in (False, True)
    )


@compile_if_installed
def _leads_after_cards(start: Any, stock: Any, rules: Any, cards: Any, chances: Any) -> Any:
    """Return for each card the lead of its player's side at the end of the deal, if it is played now."""
    mine, found = start[_SEAT] % 2, cards.copy()
    for index in range(len(cards)):
        at, card = start.copy(), cards[index]
        while _play_card(at, stock, rules, card):
            card = _sensible_card(at, rules, chances)
        lead = at[_SCORES + mine] - at[_SCORES + 1 - mine]
        for side in range(2):
            if at[_SCORES + side] >= rules[_GOAL]:
                lead += _GAME if side == mine else -_GAME
        found[index] = lead
    return found


@compile_if_installed
def _total_after_card(position: Any, card: int) -> Any:
    """Return the total after a card, the change, and whether the card cancels a change (0 or 1)."""
    rank, total, change, cancels = card % _RANKS, position[_TOTAL], position[_CHANGE], position[_CANCELS]
    if rank < _JACK:
        return total + rank + 1, rank + 1, 0
    if rank == _QUEEN or not position[_PLACE]:
        return total, 0, 0
    if rank != _JACK and not cancels:
        return total + change, change, 0
    return total - change, -change, 1


@compile_if_installed
def _play_card(position: Any, stock: Any, rules: Any, card: int) -> bool:
    """Play a card with all its consequences in `position`; return whether the deal goes on."""
    seat, place = position[_SEAT], position[_PLACE]
    total, change, cancels = _total_after_card(position, card)
    brings = card % _RANKS != _QUEEN if rules[_ZEROS] else change != 0
    if not place or (total <= LIMIT and brings):
        position[_BRINGER] = seat
    if total > LIMIT and position[_OVER] < 0:
        position[_OVER] = place
    position[_TOTAL], position[_CHANGE], position[_CANCELS] = total, change, cancels
    position[_HANDS + seat] ^= 1 << card
    position[_FREE] &= ~(_SUIT << (card - card % _RANKS))
    position[_PLACE] = place + 1
    if place < 3:
        return _pass_to(position, rules, (seat + 1) % rules[_SEATS])
    winner = position[_BRINGER]
    if rules[_SEATS] == 2:
        winner = seat if position[_OVER] < 0 else (position[_LEADER] + position[_OVER] + 1) % 2
    position[_SCORES + winner % 2] += total
    if position[_SCORES + winner % 2] >= rules[_GOAL]:
        return False
    _refill_hands(position, stock, rules, winner)
    position[_PLACE] = position[_TOTAL] = position[_CHANGE] = position[_CANCELS] = 0
    position[_OVER], position[_FREE] = -1, _ALL
    goes_on = _pass_to(position, rules, winner)
    position[_LEADER] = position[_BRINGER] = position[_SEAT]
    return goes_on


@compile_if_installed
def _refill_hands(position: Any, stock: Any, rules: Any, winner: int) -> None:
    """Draw in turn from the winner on until the hands are full or the stock is empty."""
    seat, full = winner, 0
    while position[_LEFT] and full < rules[_SEATS]:
        full += 1
        if _card_count(position[_HANDS + seat]) < rules[_SIZE]:
            position[_LEFT] -= 1
            card = stock[position[_LEFT]]
            position[_HANDS + seat] |= 1 << card
            position[_STOCK] ^= 1 << card
            full = 0
        seat = (seat + 1) % rules[_SEATS]


@compile_if_installed
def _pass_to(position: Any, rules: Any, seat: int) -> bool:
    """Give the turn to a seat, or for four to the next seat that can play; return whether any can."""
    for turned in range(4 if rules[_SEATS] == 4 else 1):
        player = (seat + turned) % rules[_SEATS]
        if position[_HANDS + player] & position[_FREE]:
            position[_SEAT] = player
            return True
    return False


@compile_if_installed
def _card_count(cards: int) -> int:
    """Return the number of cards in a set, which has a bit for each card."""
    number = 0
    while cards:
        cards &= cards - 1
        number += 1
    return number


@compile_if_installed
def _sensible_card(position: Any, rules: Any, chances: Any) -> int:
    """Return the card that `sensible_card` would play, as far as this seat can see."""
    hand = position[_HANDS + position[_SEAT]]
    best, most = -1, -1e9
    for suit in range(4):
        own = hand >> (_RANKS * suit) & _SUIT
        if not own or not position[_FREE] >> (_RANKS * suit) & 1:
            continue
        level = 1.5 * _card_count(own)
        for rank in range(_RANKS):
            if own >> rank & 1:
                card = _RANKS * suit + rank
                worth = level + (
                    _worth_for_two(position, card)
                    if rules[_SEATS] == 2
                    else _worth_for_four(position, rules, chances, card)
                )
                if worth > most:
                    best, most = card, worth
    return best


@compile_if_installed
def _worth_for_two(position: Any, card: int) -> Any:
    """Return the worth of a card for two players. It is computed as in `players.sensible_card`."""
    place, over = position[_PLACE], position[_OVER]
    total, change, cancels = _total_after_card(position, card)
    if over >= 0:
        return 1.0 * total if over % 2 != place % 2 else -1.0 * total
    if total > LIMIT:
        return -1.0 * total
    if place == 3:
        return 1.0 * total
    if place != 2:
        return 4.0 + total / 2 if place == 0 else -total / 2
    other = position[_HANDS + 1 - position[_SEAT]]
    unseen, staying = other | position[_STOCK], 0
    free = position[_FREE] & ~(_SUIT << (card - card % _RANKS)) & unseen
    for suit in range(4):
        cards = free >> (_RANKS * suit) & _SUIT
        for rank in range(_RANKS):
            if cards >> rank & 1:
                value = rank + 1 if rank < _JACK else 0 if rank == _QUEEN else -change
                if rank == _RANKS - 1 and not cancels:
                    value = change
                staying += total + value <= LIMIT
    held = _card_count(other) / max(1, _card_count(unseen))
    lost = 1.0 - (1.0 - held) ** staying
    return (1.0 - lost) * (total + 4.0) - lost * min(1.0 * LIMIT, total + 4.0)


@compile_if_installed
def _worth_for_four(position: Any, rules: Any, chances: Any, card: int) -> Any:
    """Return the worth of a card for four players. It is computed as in `players.sensible_card`."""
    left = 3 - position[_PLACE]
    total, change, cancels = _total_after_card(position, card)
    brings = card % _RANKS != _QUEEN if rules[_ZEROS] else change != 0
    holder = position[_SEAT] if left == 3 or (total <= LIMIT and brings) else position[_BRINGER]
    keeps = 1.0
    if left:
        share = 1.0 - chances[(total * (2 * _CHANGES + 1) + change + _CHANGES) * 2 + cancels] / 1e6
        keeps = share * share if left < 3 else share
    worth = (total + 2.0 * left) * (2.0 * keeps - 1.0)
    return worth if (holder - position[_SEAT]) % 2 == 0 else -worth
