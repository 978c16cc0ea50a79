"""The scoring of Abstrac, for the pack of 24 and for the 52-card game.

In the pack of 24 a score is combinations times the opponent's cards. Readings: Ace is high only, so 9 and Ace
never meet (B4); a longer run counts for itself alone (B5), and a card once in a set and once in a run; the
joker counts as a card taken (B6) and makes no combination; where neither player has a combination, neither
scores (B3).

In the 52-card game it is longest suit times longest sequence times longest set. Readings: Ace is high, a lone
card is a sequence of one (B8); without a pair the set's factor is 1 (B7); whoever took fewer than 13 cards
multiplies by how many fewer than the opponent, which is 2 for each card short of 13, and at 13 each there is
no such factor (B9); misère does not hold here (B11). B7 and B8 are options.

For search and simulation a hand is also held as one number, its mask. With 24 cards: a bit a card by suit (6
bits a suit, from Ace down), the same card again by rank (4 bits a rank) 24 bits higher, and the joker in bit
48. With 52: a bit a card, at the card's own number. Masks of different cards add.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from ..cards import DECK, JOKER, RANKS, SUITS, Card
from ..standard import RANKS_6
from .options import SHORT, Ace

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


def sorted_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards as they are laid before a player: by suit, from Ace down, the joker last.

    >>> from cardgen.gaming.games.cards import cards
    >>> sorted_hand(cards("9d Ah As Kd joker Ad"))
    (As, Ah, Ad, Kd, 9d, joker)
    """
    return tuple(sorted(cards, key=lambda card: (card // 13, -((card - 1) % 13))))


def combinations(cards: Iterable[Card]) -> tuple[Combination, ...]:
    """Find all that scores: sets from Aces to Nines, then runs by suit.

    >>> from cardgen.gaming.games.cards import cards
    >>> [(found.kind, found.cards, found.points) for found in combinations(cards("Ad Kd Qd Jd 9d Js Jh"))]
    [('set', (Js, Jh, Jd), 2), ('run', (Ad, Kd, Qd, Jd), 4)]
    """
    hand = sorted_hand(card for card in cards if card != JOKER)
    sets = (tuple(card for card in hand if card.rank == rank) for rank in RANKS_6)
    found = [Combination("set", each, SETS[len(each)]) for each in sets if len(each) in SETS]
    for suit in SUITS:
        mine = enumerate(card for card in hand if card.suit == suit)
        # Neighbours in a run are as far apart in rank, from Ace down, as in the hand.
        for _, neighbours in groupby(mine, key=lambda item: RANKS_6.index(item[1].rank) - item[0]):
            run = tuple(card for _, card in neighbours)
            if len(run) in RUNS:
                found.append(Combination("run", run, RUNS[len(run)]))
    return tuple(found)


def settle(one: Sequence[Card], other: Sequence[Card]) -> tuple[Scored, Scored]:
    """Score what both players have taken: points for combinations times the opponent's cards.

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
    """Return the points for combinations of a hand held as a mask."""
    return _RUNS[mask & 4095] + _RUNS[mask >> 12 & 4095] + _SETS[mask >> 24 & 4095] + _SETS[mask >> 36 & 4095]


def count_of(mask: int) -> int:
    """Count the cards of a hand held as a mask, with the joker."""
    return (mask & _CARDS).bit_count()


def scores_of(one: int, other: int) -> tuple[int, int]:
    """Return both scores of hands held as masks, as `settle` gives them."""
    points, against = points_of(one), points_of(other)
    made = points * count_of(other), against * count_of(one)
    return made[::-1] if not points or not against else made


# The 52-card game

_SUIT = (1 << 13) - 1
#: Half of a half's cards: a factor makes up for taking fewer.
EVEN = 13


class Scored52(NamedTuple):
    """One player's score for a half: the cards that count, and the factors that are multiplied.

    Of several that are equally long the first is named, by suit, then from low to high, then by rank from
    Ace up. short: cards taken fewer than the opponent did, or None where that is no factor.
    """

    flush: tuple[Card, ...]
    sequence: tuple[Card, ...]
    alike: tuple[Card, ...]
    factors: tuple[int, int, int]
    short: int | None
    score: int


def settle52(
    one: Sequence[Card], other: Sequence[Card], ace: Ace = Ace.HIGH, unpaired: int = 1
) -> tuple[Scored52, Scored52]:
    """Score what both players have taken in a half."""
    return _hand_score(one, len(other), ace, unpaired), _hand_score(other, len(one), ace, unpaired)


def _hand_score(hand: Sequence[Card], others: int, ace: Ace, unpaired: int) -> Scored52:
    """Score a hand against an opponent with so many cards."""
    lying = sorted(hand)
    flush = max([tuple(card for card in lying if card.suit == suit) for suit in SUITS], key=len)
    alike = max([tuple(card for card in lying if card.rank == rank) for rank in RANKS], key=len)
    sequence = longest_sequence(hand, ace)
    factors = len(flush), len(sequence), len(alike) if len(alike) > 1 else unpaired
    short = others - len(hand) if len(hand) < EVEN and others > len(hand) else None
    score = factors[0] * factors[1] * factors[2] * (short or 1)
    return Scored52(flush, sequence, alike, factors, short, score)


def longest_sequence(hand: Iterable[Card], ace: Ace = Ace.HIGH) -> tuple[Card, ...]:
    """Find the longest row of ranks, a card of each whatever its suit, from low to high.

    >>> from cardgen.gaming.games.cards import cards
    >>> longest_sequence(cards("As 2h 3h Qd Kd 9s")), longest_sequence(cards("As 2h 3h Qd Kd"), Ace.LOW)
    ((Qd, Kd, As), (As, 2h, 3h))
    """
    by_rank: dict[str, Card] = {}
    for card in sorted(hand):
        by_rank.setdefault(card.rank, card)
    rows: list[tuple[Card, ...]] = [()]
    for rank in _ORDERS[ace]:
        rows.append((*rows[-1], by_rank[rank]) if rank in by_rank else ())
    # With Ace at both ends, a row of all ranks would have it twice.
    return max(rows, key=len)[: len(RANKS)]


#: The ranks of a sequence, from low to high.
_ORDERS = {Ace.HIGH: (*RANKS[1:], "A"), Ace.LOW: RANKS, Ace.BOTH: (*RANKS, "A")}


#: The mask of each card.
MASKS52 = {card: 1 << card for card in DECK}


@cache
def _sequences(ace: Ace) -> tuple[int, ...]:
    """Work out how long the longest sequence is, by which of the 13 ranks are there (Ace in bit 0)."""
    order = [RANKS.index(rank) for rank in _ORDERS[ace]]
    found = []
    for bits in range(1 << 13):
        row = "".join("x" if bits >> rank & 1 else " " for rank in order)
        found.append(min(len(RANKS), max(map(len, row.split()), default=0)))
    return tuple(found)


def product_of(mask: int, ace: Ace = Ace.HIGH, unpaired: int = 1) -> int:
    """Multiply longest suit, longest sequence and longest set of a hand held as a mask."""
    a, b, c, d = mask & _SUIT, mask >> 13 & _SUIT, mask >> 26 & _SUIT, mask >> 39
    flush = max(a.bit_count(), b.bit_count(), c.bit_count(), d.bit_count())
    alike = unpaired
    if a & b & c & d:
        alike = 4
    elif a & b & (c | d) or c & d & (a | b):
        alike = 3
    elif a & b or c & d or (a | b) & (c | d):
        alike = 2
    return flush * _sequences(ace)[a | b | c | d] * alike


def scores52_of(one: int, other: int, ace: Ace = Ace.HIGH, unpaired: int = 1) -> tuple[int, int]:
    """Return both scores of a half for hands held as masks, as `settle52` gives them."""
    more = one.bit_count() - other.bit_count()
    made = product_of(one, ace, unpaired), product_of(other, ace, unpaired)
    return (made[0] * -more, made[1]) if more < 0 else (made[0], made[1] * (more or 1))
