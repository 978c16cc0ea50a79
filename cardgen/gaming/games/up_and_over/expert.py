"""The expert of Up and Over: counts cards, and plays each move out to the end of the trick on guessed deals.

Compiled players play on. They count the cards of earlier tricks too, and weigh their chance of taking the
trick against that of the next player. Looking further was no better: playing 2, 3 or 4 tricks on, the
expert won 94, 100 and 98 % of 40 deals for two, after 98 % with one. Suits do not matter, so cards are ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from ..cards import DECK, RANKS
from ..compiling import compile_if_installed, whole_numbers
from ..search import best_of_guesses
from .play import CardValue, UpAndOverView, sensible_move
from .rules import LIMIT, VALUES

#: Guessed deals for a move; docs/players.md has what the expert wins with them.
GUESSES = 100

#: Entries of a position: the number of seats, who plays, the sum, whether the card to lay is a turned Ace,
#: and who takes the trick (-1: nobody); the hands, a row of ranks for each seat, follow after the cards in
#: hands and deck by rank.
_SEATS, _SEAT, _SUM, _TURNED, _TAKER, _HIDDEN = range(6)
_RANKS = len(RANKS)
_HANDS = _HIDDEN + _RANKS
#: The value of each rank; the Ace, the first, may count ten more.
_VALUES = whole_numbers(VALUES[rank][0] for rank in RANKS)
_ACE, _MORE = 0, 10


def best_move(view: UpAndOverView, moves: Sequence[CardValue], rng: Random) -> CardValue:
    """Return the move with the best results in guessed deals.

    If no move is better than that of `sensible_move` by more than chance explains, returns the latter.
    """
    usual = sensible_move(view, moves, rng)
    if len(moves) == 1:
        return usual
    own = Random(int(rng.random() * (1 << 53)))  # noqa: S311 - a game, no secret
    worth: list[list[float]] = [[] for _ in moves]
    seen = {*view.hand, *view.pile, *(laid.card for laid in view.trick), view.turned}
    hidden = [card % _RANKS for card in DECK if card not in seen]
    numbers = whole_numbers(number for move in moves for number in (move.card % _RANKS, move.value))
    start = _visible_position(view, hidden)
    for _ in range(GUESSES):
        own.shuffle(hidden)
        found = _worth_of_moves(_position_with_hidden_cards(view, start, hidden), numbers, _VALUES)
        for each, value in zip(worth, found, strict=True):
            each.append(float(value))
    return best_of_guesses(moves, worth, moves.index(usual))


def _visible_position(view: UpAndOverView, hidden: Sequence[int]) -> list[int]:
    """Return the position as whole numbers, with the hand of this seat and without the others' hands."""
    own = [card % _RANKS for card in view.hand]
    at = [0] * (_HANDS + len(view.sizes) * _RANKS)
    at[_SEATS], at[_SEAT], at[_SUM] = len(view.sizes), view.seat, view.total
    at[_TURNED], at[_TAKER] = view.turned is not None, -1
    for rank in own:
        at[_HANDS + view.seat * _RANKS + rank] += 1
    for rank in (*own, *hidden):
        at[_HIDDEN + rank] += 1
    return at


def _position_with_hidden_cards(view: UpAndOverView, start: list[int], hidden: Sequence[int]) -> Any:
    """Return the position with the hidden ranks dealt in this order."""
    at, cards = start[:], iter(hidden)
    for seat, size in enumerate(view.sizes):
        if seat != view.seat:
            for rank in islice(cards, size):
                at[_HANDS + seat * _RANKS + rank] += 1
    return whole_numbers(at)


@compile_if_installed
def _worth_of_moves(start: Any, moves: Any, values: Any) -> Any:
    """Return the worth of each move.

    It is the number of other players if the seat takes the trick, -1 if another seat does, and 0 if nobody
    does.
    """
    found, mine = moves[: len(moves) // 2].copy(), start[_SEAT]
    for index in range(len(found)):
        at, rank, value = start.copy(), moves[2 * index], moves[2 * index + 1]
        while _lay_card(at, rank, value):
            rank, value = _chosen_rank_and_value(at, values)
        found[index] = 0 if at[_TAKER] < 0 else at[_SEATS] - 1 if at[_TAKER] == mine else -1
    return found


@compile_if_installed
def _hand_size(position: Any, seat: int) -> int:
    """Return the number of cards that a seat holds."""
    size = 0
    for rank in range(_RANKS):
        size += position[_HANDS + seat * _RANKS + rank]
    return size


@compile_if_installed
def _lay_card(position: Any, rank: int, value: int) -> bool:
    """Lay a card, and end the trick or give the turn to the next player; return whether it goes on."""
    seat, seats = position[_SEAT], position[_SEATS]
    if not position[_TURNED]:
        position[_HANDS + seat * _RANKS + rank] -= 1
        position[_HIDDEN + rank] -= 1
    position[_TURNED] = 0
    position[_SUM] += value
    if position[_SUM] >= LIMIT:
        position[_TAKER] = seat if position[_SUM] == LIMIT else (seat + seats - 1) % seats
        return False
    for place in range(seat + 1, seat + seats + 1):
        if _hand_size(position, place % seats):
            position[_SEAT] = place % seats
            return True
    return False


@compile_if_installed
def _chosen_rank_and_value(position: Any, values: Any) -> Any:
    """Return the rank and the value of the card that the player at turn plays, who counts cards."""
    best, counts, most = -1, 0, -9.0
    for rank in range(_RANKS):
        if position[_HANDS + position[_SEAT] * _RANKS + rank]:
            worth, value = _worth_and_best_value(position, values, rank)
            if worth > most or (worth == most and value > counts):
                best, counts, most = rank, value, worth
    return best, counts


@compile_if_installed
def _worth_and_best_value(position: Any, values: Any, rank: int) -> Any:
    """Return the worth of a card, and the value with which it has this worth (an Ace has two values)."""
    value = values[rank]
    worth = _chance_difference(position, values, position[_SUM] + value)
    if rank == _ACE:
        more = _chance_difference(position, values, position[_SUM] + value + _MORE)
        if more >= worth:
            return more, value + _MORE
    return worth, value


@compile_if_installed
def _chance_difference(position: Any, values: Any, total: int) -> float:
    """Return by how much likelier the player of a card takes the trick than the next player does.

    The result is from -1 to 1. total: the sum with the card.
    """
    if total >= LIMIT:
        return 1.0 if total == LIMIT else -1.0
    seat = position[_SEAT]
    cards, hits, overs = 0, 0, 0
    for rank in range(_RANKS):
        unseen = position[_HIDDEN + rank] - position[_HANDS + seat * _RANKS + rank]
        cards += unseen
        if total + values[rank] == LIMIT or (rank == _ACE and total + values[rank] + _MORE == LIMIT):
            hits += unseen
        elif total + values[rank] > LIMIT:
            overs += unseen
    if not cards:
        return 0.0
    size = _hand_size(position, (seat + 1) % position[_SEATS])
    chance: float = (overs / cards) ** size - (1.0 - (1.0 - hits / cards) ** size)
    return chance
