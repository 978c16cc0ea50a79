"""Sets and runs in the pack of 24, and the score of a deal: combinations times the opponent's cards.

Readings: Ace is high only, so 9 and Ace never meet (B4); a longer run counts for itself alone (B5), and
a card once in a set and once in a run; the joker counts as a card taken (B6) and makes no combination;
where neither player has a combination, neither scores (B3).

A hand is also held as one number, its mask: a bit a card by suit (6 bits a suit, from Ace down), the same
card again by rank (4 bits a rank) 24 bits higher, and the joker in bit 48. Masks of different cards add.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from ..cards import JOKER, SUITS, Card
from ..standard import RANKS_6
from .options import SHORT

#: Points of a set by its cards, and of a run.
SETS = {3: 2, 4: 8}
RUNS = {3: 3, 4: 4, 5: 6, 6: 12}


class Combination(NamedTuple):
    """A set ("set") or a run in one suit ("run"), its cards from Ace down, and its points."""

    kind: str
    cards: tuple[Card, ...]
    points: int


class Scored(NamedTuple):
    """One player's score: combinations, their points, the factor (the opponent's cards), and the score.

    misere: whether the scores are reversed, one of the players having no combination.
    """

    combinations: tuple[Combination, ...]
    points: int
    factor: int
    score: int
    misere: bool


def _down(card: Card) -> int:
    """The card's place in its suit, from Ace down."""
    return RANKS_6.index(card.rank)


def arranged(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as they are laid before a player: by suit, from Ace down, the joker last.

    >>> from cardgen.games.cards import cards
    >>> arranged(cards("9d Ah As Kd joker Ad"))
    (As, Ah, Ad, Kd, 9d, joker)
    """
    order = {card: place for place, card in enumerate((*SHORT, JOKER))}
    return tuple(sorted(cards, key=order.__getitem__))


def combinations(cards: Iterable[Card]) -> tuple[Combination, ...]:
    """All that scores: sets from Aces to Nines, then runs by suit.

    >>> from cardgen.games.cards import cards
    >>> [(found.kind, found.cards, found.points) for found in combinations(cards("Ad Kd Qd Jd 9d Js Jh"))]
    [('set', (Js, Jh, Jd), 2), ('run', (Ad, Kd, Qd, Jd), 4)]
    """
    hand = arranged(card for card in cards if card != JOKER)
    sets = (tuple(card for card in hand if card.rank == rank) for rank in RANKS_6)
    found = [Combination("set", each, SETS[len(each)]) for each in sets if len(each) in SETS]
    runs = (run for suit in SUITS for run in _runs([card for card in hand if card.suit == suit]))
    return (*found, *(Combination("run", run, RUNS[len(run)]) for run in runs if len(run) in RUNS))


def _runs(suit: Sequence[Card]) -> list[tuple[Card, ...]]:
    """The unbroken rows among one suit's cards."""
    rows = groupby(enumerate(suit), key=lambda item: _down(item[1]) - item[0])
    return [tuple(card for _, card in row) for _, row in rows]


def settle(one: Sequence[Card], other: Sequence[Card]) -> tuple[Scored, Scored]:
    """Both players' scores for what they have taken: points for combinations times the opponent's cards.

    Misère: whoever has no combination scores what the other one makes, and the other scores nothing.
    """
    found = combinations(one), combinations(other)
    points = [sum(each.points for each in hand) for hand in found]
    made = points[0] * len(other), points[1] * len(one)
    misere = (points[0] == 0) != (points[1] == 0)
    scores = made[::-1] if misere else made
    return (
        Scored(found[0], points[0], len(other), scores[0], misere),
        Scored(found[1], points[1], len(one), scores[1], misere),
    )


# The same by masks, for search and simulation

#: The mask of each card.
MASKS = {card: 1 << at | 1 << 24 + 4 * (at % 6) + at // 6 for at, card in enumerate(SHORT)} | {JOKER: 1 << 48}
_CARDS = (1 << 24) - 1 | 1 << 48

_RUN = [
    sum(RUNS.get(len(row), 0) for row in format(bits, "06b").replace("0", " ").split()) for bits in range(64)
]
_SET = [SETS.get(bits.bit_count(), 0) for bits in range(16)]
#: Points of the runs of two suits, and of the sets of three ranks, by their 12 bits.
_RUNS = [_RUN[bits & 63] + _RUN[bits >> 6] for bits in range(4096)]
_SETS = [_SET[bits & 15] + _SET[bits >> 4 & 15] + _SET[bits >> 8] for bits in range(4096)]


def points_of(mask: int) -> int:
    """Points for combinations of a hand held as a mask."""
    return _RUNS[mask & 4095] + _RUNS[mask >> 12 & 4095] + _SETS[mask >> 24 & 4095] + _SETS[mask >> 36 & 4095]


def count_of(mask: int) -> int:
    """Cards of a hand held as a mask, with the joker."""
    return (mask & _CARDS).bit_count()


def scores_of(one: int, other: int) -> tuple[int, int]:
    """Both scores of hands held as masks, as `settle` gives them."""
    points, against = points_of(one), points_of(other)
    made = points * count_of(other), against * count_of(one)
    return made[::-1] if not points or not against else made
