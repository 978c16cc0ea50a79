"""The scoring of Abstrac, for the pack of 24 and for the 52-card game.

In the pack of 24 a score is combinations times the opponent's cards. Readings: Ace is high only, so 9 and Ace
never meet (B4); a longer run counts for itself alone (B5), and a card once in a set and once in a run; the
joker counts as a card taken (B6) and makes no combination; where neither player has a combination, neither
scores (B3).

In the 52-card game it is longest suit times longest sequence times longest set. Readings: Ace is high, a lone
card is a sequence of one (B8); without a pair the set's factor is 1 (B7); whoever took fewer than 13 cards
multiplies by how many fewer than the opponent, which is 2 for each card short of 13, and at 13 each there is
no such factor (B9); misère does not hold here (B11). B7 and B8 are options.

For search and simulation a hand is also one number, its mask. With 24 cards: a bit per card by suit (6 bits
per suit, from Ace down), the same card again by rank (4 bits per rank) 24 bits higher, and the joker in bit
48. With 52: a bit per card, at the card's own number. Masks of different cards can be added.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from ..cards import DECK, JOKER, RANKS, SUITS, Card
from ..standard import RANKS_6
from .options import SHORT, AcePosition

#: Points by number of cards: of a set, and of a run.
SETS = {3: 2, 4: 8}
RUNS = {3: 3, 4: 4, 5: 6, 6: 12}


class Combination(NamedTuple):
    """A set ("set") or a run in one suit ("run"), its cards from Ace down, and its points."""

    kind: str
    cards: tuple[Card, ...]
    points: int


class HandScoring(NamedTuple):
    """One player's score: combinations, their points, the factor (the opponent's number of cards), and the
    score.

    misere: whether the scores are swapped because a player has no combination.
    """

    combinations: tuple[Combination, ...]
    points: int
    factor: int
    score: int
    misere: bool


def sorted_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards in the order of a hand: by suit, from Ace down, the joker last.

    >>> from cardgen.gaming.games.cards import cards_by_names
    >>> sorted_hand(cards_by_names("9d Ah As Kd joker Ad"))
    (As, Ah, Ad, Kd, 9d, joker)
    """
    return tuple(sorted(cards, key=lambda card: (card // 13, -((card - 1) % 13))))


def combinations(cards: Iterable[Card]) -> tuple[Combination, ...]:
    """Return the combinations: sets from Aces to Nines, then runs by suit.

    >>> from cardgen.gaming.games.cards import cards_by_names
    >>> found = combinations(cards_by_names("Ad Kd Qd Jd 9d Js Jh"))
    >>> [(each.kind, each.cards, each.points) for each in found]
    [('set', (Js, Jh, Jd), 2), ('run', (Ad, Kd, Qd, Jd), 4)]
    """
    hand = sorted_hand(card for card in cards if card != JOKER)
    sets = (tuple(card for card in hand if card.rank == rank) for rank in RANKS_6)
    found = [Combination("set", each, SETS[len(each)]) for each in sets if len(each) in SETS]
    for suit in SUITS:
        mine = enumerate(card for card in hand if card.suit == suit)
        # Cards of a run have the same distance in rank as in the hand.
        for _, neighbours in groupby(mine, key=lambda item: RANKS_6.index(item[1].rank) - item[0]):
            run = tuple(card for _, card in neighbours)
            if len(run) in RUNS:
                found.append(Combination("run", run, RUNS[len(run)]))
    return tuple(found)


def score_hands(one: Sequence[Card], other: Sequence[Card]) -> tuple[HandScoring, HandScoring]:
    """Return the scores of both players: points for combinations times the opponent's number of cards.

    Misère: a player without a combination gets the other's points, and the other gets nothing.
    """
    found = combinations(one), combinations(other)
    points = [sum(each.points for each in hand) for hand in found]
    made = points[0] * len(other), points[1] * len(one)
    misere = (points[0] == 0) != (points[1] == 0)
    scores = made[::-1] if misere else made
    return (
        HandScoring(found[0], points[0], len(other), scores[0], misere),
        HandScoring(found[1], points[1], len(one), scores[1], misere),
    )


# The same for masks, for search and simulation

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


def mask_points(mask: int) -> int:
    """Return the points for combinations of a hand as a mask."""
    return _RUNS[mask & 4095] + _RUNS[mask >> 12 & 4095] + _SETS[mask >> 24 & 4095] + _SETS[mask >> 36 & 4095]


def mask_card_count(mask: int) -> int:
    """Return the number of cards of a hand as a mask, with the joker."""
    return (mask & _CARDS).bit_count()


def mask_scores(one: int, other: int) -> tuple[int, int]:
    """Return both scores of hands as masks, equal to those of `score_hands`."""
    points, against = mask_points(one), mask_points(other)
    made = points * mask_card_count(other), against * mask_card_count(one)
    return made[::-1] if not points or not against else made


# The 52-card game

_SUIT = (1 << 13) - 1
#: Half of a half's cards: a factor compensates for having fewer.
EVEN = 13


class HandScoring52(NamedTuple):
    """One player's score in a half: the cards that count, and the factors.

    Of several suits, sequences or sets of the greatest length, the first is given: suits in their order,
    sequences from low to high, sets from Ace up. short: the number of cards fewer than the opponent; None if
    that is no factor.
    """

    flush: tuple[Card, ...]
    sequence: tuple[Card, ...]
    alike: tuple[Card, ...]
    factors: tuple[int, int, int]
    short: int | None
    score: int


def score_hands52(
    one: Sequence[Card], other: Sequence[Card], ace: AcePosition = AcePosition.HIGH, unpaired: int = 1
) -> tuple[HandScoring52, HandScoring52]:
    """Return the scores of both players in a half."""
    return _hand_score(one, len(other), ace, unpaired), _hand_score(other, len(one), ace, unpaired)


def _hand_score(hand: Sequence[Card], others: int, ace: AcePosition, unpaired: int) -> HandScoring52:
    """Return the score of a hand against an opponent with `others` cards."""
    lying = sorted(hand)
    flush = max([tuple(card for card in lying if card.suit == suit) for suit in SUITS], key=len)
    alike = max([tuple(card for card in lying if card.rank == rank) for rank in RANKS], key=len)
    sequence = longest_sequence(hand, ace)
    factors = len(flush), len(sequence), len(alike) if len(alike) > 1 else unpaired
    short = others - len(hand) if len(hand) < EVEN and others > len(hand) else None
    score = factors[0] * factors[1] * factors[2] * (short or 1)
    return HandScoring52(flush, sequence, alike, factors, short, score)


def longest_sequence(hand: Iterable[Card], ace: AcePosition = AcePosition.HIGH) -> tuple[Card, ...]:
    """Return the longest sequence of ranks in a hand: one card of each rank, from low to high, in any suits.

    >>> from cardgen.gaming.games.cards import cards_by_names
    >>> longest_sequence(cards_by_names("As 2h 3h Qd Kd 9s"))
    (Qd, Kd, As)
    >>> longest_sequence(cards_by_names("As 2h 3h Qd Kd"), AcePosition.LOW)
    (As, 2h, 3h)
    """
    by_rank: dict[str, Card] = {}
    for card in sorted(hand):
        by_rank.setdefault(card.rank, card)
    rows: list[tuple[Card, ...]] = [()]
    for rank in _ORDERS[ace]:
        rows.append((*rows[-1], by_rank[rank]) if rank in by_rank else ())
    # With Ace at both ends, a row of all ranks would include it twice.
    return max(rows, key=len)[: len(RANKS)]


#: The ranks of a sequence, from low to high.
_ORDERS = {AcePosition.HIGH: (*RANKS[1:], "A"), AcePosition.LOW: RANKS, AcePosition.BOTH: (*RANKS, "A")}


#: The mask of each card.
MASKS52 = {card: 1 << card for card in DECK}


@cache
def _longest_sequences(ace: AcePosition) -> tuple[int, ...]:
    """Return the length of the longest sequence in each set of ranks.

    The index is the set as a number of 13 bits, with the Ace in bit 0.
    """
    order = [RANKS.index(rank) for rank in _ORDERS[ace]]
    found = []
    for bits in range(1 << 13):
        row = "".join("x" if bits >> rank & 1 else " " for rank in order)
        found.append(min(len(RANKS), max(map(len, row.split()), default=0)))
    return tuple(found)


def mask_product52(mask: int, ace: AcePosition = AcePosition.HIGH, unpaired: int = 1) -> int:
    """Return longest suit times longest sequence times longest set of a hand as a mask."""
    a, b, c, d = mask & _SUIT, mask >> 13 & _SUIT, mask >> 26 & _SUIT, mask >> 39
    flush = max(a.bit_count(), b.bit_count(), c.bit_count(), d.bit_count())
    alike = unpaired
    if a & b & c & d:
        alike = 4
    elif a & b & (c | d) or c & d & (a | b):
        alike = 3
    elif a & b or c & d or (a | b) & (c | d):
        alike = 2
    return flush * _longest_sequences(ace)[a | b | c | d] * alike


def mask_scores52(
    one: int, other: int, ace: AcePosition = AcePosition.HIGH, unpaired: int = 1
) -> tuple[int, int]:
    """Return both scores of a half for hands as masks, equal to those of `score_hands52`."""
    more = one.bit_count() - other.bit_count()
    made = mask_product52(one, ace, unpaired), mask_product52(other, ace, unpaired)
    return (made[0] * -more, made[1]) if more < 0 else (made[0], made[1] * (more or 1))
