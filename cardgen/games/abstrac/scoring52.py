"""The scoring of the 52-card game: longest suit times longest sequence times longest set.

Readings: Ace is high, a lone card is a sequence of one (B8); without a pair the set's factor is 1 (B7);
whoever took fewer than 13 cards multiplies by how many fewer than the opponent, which is 2 for each card
short of 13, and at 13 each there is no such factor (B9); misère does not hold here (B11). B7 and B8 are
options.

A hand is also held as one number, its mask: a bit a card, at the card's own number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from ..cards import DECK, RANKS, SUITS, Card
from .options import Ace

_SUIT = (1 << 13) - 1
#: Half of a half's cards: whoever takes fewer is made up for it.
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


def arranged52(hand: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as they are laid before a player: by suit, from Ace down.

    >>> from cardgen.games.cards import cards
    >>> arranged52(cards("2d Ah As Kd Ad"))
    (As, Ah, Ad, Kd, 2d)
    """
    return tuple(sorted(hand, key=lambda card: (card // 13, -((card - 1) % 13))))


def settle52(
    one: Sequence[Card], other: Sequence[Card], ace: Ace = Ace.HIGH, unpaired: int = 1
) -> tuple[Scored52, Scored52]:
    """Both players' scores for what they have taken in a half."""
    return _scored(one, len(other), ace, unpaired), _scored(other, len(one), ace, unpaired)


def _scored(hand: Sequence[Card], others: int, ace: Ace, unpaired: int) -> Scored52:
    flush = max([_having(hand, suit=suit) for suit in SUITS], key=len)
    alike = max([_having(hand, rank=rank) for rank in RANKS], key=len)
    sequence = longest_sequence(hand, ace)
    factors = len(flush), len(sequence), len(alike) if len(alike) > 1 else unpaired
    short = others - len(hand) if len(hand) < EVEN and others > len(hand) else None
    score = factors[0] * factors[1] * factors[2] * (short or 1)
    return Scored52(flush, sequence, alike, factors, short, score)


def _having(hand: Iterable[Card], suit: str | None = None, rank: str | None = None) -> tuple[Card, ...]:
    return tuple(sorted(card for card in hand if suit in (None, card.suit) and rank in (None, card.rank)))


def longest_sequence(hand: Iterable[Card], ace: Ace = Ace.HIGH) -> tuple[Card, ...]:
    """The longest row of ranks, a card of each whatever its suit, from low to high.

    >>> from cardgen.games.cards import cards
    >>> longest_sequence(cards("As 2h 3h Qd Kd 9s")), longest_sequence(cards("As 2h 3h Qd Kd"), Ace.LOW)
    ((Qd, Kd, As), (As, 2h, 3h))
    """
    by_rank: dict[str, Card] = {}
    for card in sorted(hand):
        by_rank.setdefault(card.rank, card)
    rows: list[tuple[Card, ...]] = [()]
    for rank in _order(ace):
        rows.append((*rows[-1], by_rank[rank]) if rank in by_rank else ())
    # With Ace at both ends, a row of all ranks would have it twice.
    return max(rows, key=len)[: len(RANKS)]


def _order(ace: Ace) -> tuple[str, ...]:
    low = () if ace is Ace.HIGH else ("A",)
    high = () if ace is Ace.LOW else ("A",)
    return (*low, *RANKS[1:], *high)


# The same by masks, for search and simulation

#: The mask of each card.
MASKS52 = {card: 1 << card for card in DECK}


@cache
def _sequences(ace: Ace) -> tuple[int, ...]:
    """How long the longest sequence is, by which of the 13 ranks are there (Ace in bit 0)."""
    order = [RANKS.index(rank) for rank in _order(ace)]
    found = []
    for bits in range(1 << 13):
        row = "".join("x" if bits >> rank & 1 else " " for rank in order)
        found.append(min(len(RANKS), max(map(len, row.split()), default=0)))
    return tuple(found)


def product_of(mask: int, ace: Ace = Ace.HIGH, unpaired: int = 1) -> int:
    """Longest suit times longest sequence times longest set of a hand held as a mask."""
    a, b, c, d = mask & _SUIT, mask >> 13 & _SUIT, mask >> 26 & _SUIT, mask >> 39
    flush = max(a.bit_count(), b.bit_count(), c.bit_count(), d.bit_count())
    return flush * _sequences(ace)[a | b | c | d] * (_alike(a, b, c, d) or unpaired)


def _alike(a: int, b: int, c: int, d: int) -> int:
    """How many cards the longest set has: 4, 3, 2, or 0 without a pair."""
    both, two, any_, other = a & b, c & d, a | b, c | d
    if both & two:
        return 4
    if both & other or two & any_:
        return 3
    return 2 if both or two or any_ & other else 0


def scores52_of(one: int, other: int, ace: Ace = Ace.HIGH, unpaired: int = 1) -> tuple[int, int]:
    """Both scores of a half for hands held as masks, as `settle52` gives them."""
    more = one.bit_count() - other.bit_count()
    made = product_of(one, ace, unpaired), product_of(other, ace, unpaired)
    return (made[0] * -more, made[1]) if more < 0 else (made[0], made[1] * (more or 1))
