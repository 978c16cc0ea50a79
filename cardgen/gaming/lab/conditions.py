"""Conditions on a hand, such as "A:2 and type=goods", and the exact odds that a hand meets them.

The cards of a pack are grouped by the terms that they meet. The hands that meet a condition are counted group
by group as whole numbers; the number of cards drawn is the exponent of a polynomial, stored as one long
integer (Kronecker's substitution), so that one pass gives hands of every size.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from ...errors import UsageError
from ...pack.model import Pack
from ...pack.selection import cards_matching_any
from ...units import shortened_text

#: A count after a colon or an x at the end of a term: "2" is two or more, "1-3" one to three, "0" none.
_HOW_MANY = re.compile(r"(?::| [x×]) ?(\d{1,4})(?: ?[-–] ?(\d{1,4}))?\Z")
#: Maximum number of terms in a condition, and of counting steps: about three seconds.
MOST_TERMS = 6
_MOST_STEPS = 200_000
#: Maximum size of the integers for counting, in bits; larger packs are counted for fewer draws.
_MOST_BITS = 4_000_000


class Term(NamedTuple):
    """Cards with the number of them that a hand must hold."""

    text: str
    #: The ids of the cards.
    cards: frozenset[str]
    least: int
    #: None for no maximum.
    most: int | None

    @property
    def most_relevant(self) -> int:
        """Return the number of cards above which further cards do not matter for the term."""
        return self.least if self.most is None else self.most + 1

    @property
    def words(self) -> str:
        """Return the term in words: "2 or more of A"."""
        if self.most is None:
            return f"{self.least} or more of {self.text}"
        if self.most == self.least:
            return f"exactly {self.least} of {self.text}" if self.least else f"none of {self.text}"
        few = f"{self.least} to {self.most}" if self.least else f"at most {self.most}"
        return f"{few} of {self.text}"

    def is_met_by(self, count: int) -> bool:
        """Tell whether this number of cards meets the term."""
        return count >= self.least and (self.most is None or count <= self.most)


@dataclass(frozen=True)
class HandCondition:
    """Terms that a hand must meet together."""

    text: str
    terms: tuple[Term, ...]

    @property
    def words(self) -> str:
        """Return the condition in words: "2 or more of A and none of red"."""
        return " and ".join(term.words for term in self.terms)

    @property
    def is_lasting(self) -> bool:
        """Tell whether a hand that meets the condition still meets it after every further draw."""
        return all(term.most is None for term in self.terms)

    def is_met_by(self, counts: Sequence[int]) -> bool:
        """Tell whether a hand meets the condition. counts: how many of its cards belong to each term, in
        order.
        """
        return all(term.is_met_by(count) for term, count in zip(self.terms, counts, strict=True))

    def term_places(self, card: str) -> tuple[int, ...]:
        """Return the indices of the terms that a card belongs to."""
        return tuple(place for place, term in enumerate(self.terms) if card in term.cards)


def read_condition(pack: Pack, text: str, dealt: Mapping[str, int]) -> HandCondition:
    """Return the condition that a text gives: terms joined by "and", each with an optional count.

    dealt: the quantities of the cards that are shuffled and dealt, by id. Raises UsageError for too many
    terms, and for a term that names no dealt card or wants more cards than are dealt.
    """
    terms = []
    parts = _split_terms(text)
    if len(parts) > MOST_TERMS:
        raise UsageError(f"{shortened_text(text, 60)!r} has {len(parts):,} terms: name at most {MOST_TERMS}")
    for part in parts:
        terms.append(_read_term(pack, part, text, dealt))
    return HandCondition(text.strip(), tuple(terms))


def _split_terms(text: str) -> list[str]:
    """Return the texts of the terms: the parts between "and" outside double quotes."""
    parts: list[list[str]] = [[]]
    pieces = f" {' '.join(text.split())} ".split('"')
    for place, piece in enumerate(pieces):
        if place % 2:
            parts[-1].append(f'"{piece}"' if place + 1 < len(pieces) else f'"{piece}')
            continue
        first, *others = re.split(" and ", piece, flags=re.IGNORECASE)
        parts[-1].append(first)
        parts += [[each] for each in others]
    return ["".join(part).strip() for part in parts]


def _read_term(pack: Pack, text: str, condition_text: str, dealt: Mapping[str, int]) -> Term:
    """Return one term of a condition, read from `text`. condition_text: the text of the condition, for
    messages.

    Raises UsageError for a term that names no dealt card, or wants more cards than are dealt.
    """
    is_name = any(text.lower() == card.label.lower() for card in pack.cards)
    number = None if is_name else _HOW_MANY.search(text)
    name = text[: number.start()] if number else text
    least, most = 1, None
    if number:
        least = int(number[1])
        most = int(number[2]) if number[2] else (None if least else 0)
        if most is not None and most < least:
            raise UsageError(f"{text!r}: {most} is less than {least}; write the smaller number first")
    if not name.strip():
        raise UsageError(
            f"{condition_text!r} names no card: write a suit, a card or a value, such as A:2 and type=goods"
        )
    try:
        found = cards_matching_any(pack, name)
    except UsageError as error:
        raise UsageError(f"{error}{_hint_on_joining(pack, name, condition_text)}") from None
    cards = frozenset(card.id for card in found if dealt.get(card.id))
    if not cards:
        raise UsageError(f"{name.strip()!r} names no card of {pack.name} that is dealt here")
    there = sum(dealt[card] for card in cards)
    if least > there:
        raise UsageError(f"{text!r}: {pack.name} deals only {there} of these; ask for {there} or fewer")
    return Term(name.strip(), cards, least, most)


def _hint_on_joining(pack: Pack, name: str, condition_text: str) -> str:
    """Return a hint for a term that names no card; "" if there is none.

    The hint says how to write "or", or how to write a name that contains "and".
    """
    if " or " in name.lower():
        return '; where any of several cards will do, put a comma between them, not "or"'
    labels = (card.label for card in pack.cards if " and " in card.label.lower())
    parted = next((label for label in labels if label.lower() in condition_text.lower()), None)
    return f'; write "{parted}" in double quotes' if parted else ""


def joined_condition(one: HandCondition, other: HandCondition) -> HandCondition:
    """Return the condition that a hand meets if it meets both of these."""
    return HandCondition(f"{one.text} and {other.text}", (*one.terms, *other.terms))


def card_counts_by_terms(condition: HandCondition, dealt: Mapping[str, int]) -> dict[tuple[int, ...], int]:
    """Return the number of cards that belong to the same terms, for each combination of terms.

    The keys are tuples of the indices of terms; () is for cards that belong to no term. dealt: the quantities
    of the cards, by id.
    """
    groups: Counter[tuple[int, ...]] = Counter()
    for card, quantity in dealt.items():
        groups[condition.term_places(card)] += quantity
    return dict(groups)


def chances_by_draw(
    condition: HandCondition, dealt: Mapping[str, int], max_drawn: int
) -> tuple[Fraction, ...]:
    """Return the chances that the first 0, 1, ... `max_drawn` cards of a shuffled pack meet a condition.

    If the pack has fewer cards, the chances end with its number of cards. dealt: the quantities of the cards,
    by id. Raises UsageError for a condition that takes too long to count.
    """
    groups = card_counts_by_terms(condition, dealt)
    cards = sum(groups.values())
    others = groups.pop((), 0)
    max_drawn = min(max_drawn, cards)
    slot = comb(cards, min(max_drawn, cards // 2)).bit_length() + 1
    verify_counting_size(condition, groups, slot * (max_drawn + 1))
    mask = (1 << slot * (max_drawn + 1)) - 1
    # The number of ways by capped counts of the terms, as a polynomial in the number of cards drawn.
    ways: dict[tuple[int, ...], int] = {(0,) * len(condition.terms): 1}
    for places, quantity in groups.items():
        ways = _ways_with_group(condition, ways, places, quantity, slot, mask)
    good = sum(number for counts, number in ways.items() if condition.is_met_by(counts))
    good = good * sum(comb(others, drawn) << slot * drawn for drawn in range(min(others, max_drawn) + 1))
    each = (1 << slot) - 1
    return tuple(Fraction(good >> slot * drawn & each, comb(cards, drawn)) for drawn in range(max_drawn + 1))


def verify_counting_size(condition: HandCondition, groups: Mapping[tuple[int, ...], int], bits: int) -> None:
    """Raise UsageError if it takes too long to count the hands that meet a condition.

    groups: see `card_counts_by_terms`. bits: the size of the integers that count the hands.
    """
    states = 1
    for term in condition.terms:
        states *= term.most_relevant + 1
    highest = max((term.most_relevant for term in condition.terms), default=0)
    if states * len(groups) * (highest + 1) * max(1, bits // 50_000) > _MOST_STEPS or bits > _MOST_BITS:
        raise UsageError(
            f"{condition.text!r} takes too long to count: name fewer terms, or smaller numbers of cards"
        )


def _ways_with_group(
    condition: HandCondition,
    ways_before: Mapping[tuple[int, ...], int],
    places: tuple[int, ...],
    quantity: int,
    slot: int,
    mask: int,
) -> dict[tuple[int, ...], int]:
    """Return the numbers of ways to draw cards after adding one more group, by the counts of all terms.

    ways_before: the numbers before. Each number is a polynomial, stored as an integer: its coefficients are
    the ways to draw 0, 1, ... cards, `slot` bits for each; `mask` cuts off too many cards. places: the
    indices of the terms that the group belongs to. quantity: the number of its cards.
    """
    caps = [term.most_relevant for term in condition.terms]
    highest = max(caps[place] for place in places)
    exact = [comb(quantity, drawn) << slot * drawn & mask for drawn in range(min(quantity, highest - 1) + 1)]
    # From `highest` cards on, all terms of the group have reached their cap.
    tail = sum(comb(quantity, drawn) << slot * drawn for drawn in range(highest, quantity + 1)) & mask
    parts = [*enumerate(exact), *([(highest, tail)] if tail else [])]
    found: dict[tuple[int, ...], int] = {}
    for counts, number in ways_before.items():
        for drawn, factor in parts:
            after = tuple(
                min(caps[place], count + drawn) if place in places else count
                for place, count in enumerate(counts)
            )
            found[after] = found.get(after, 0) + (number * factor & mask)
    return found


class DrawsUntil(NamedTuple):
    """The number of cards drawn from a shuffled pack until a condition is met."""

    mean: Fraction
    #: The number of draws after which half, nine in ten, and all shuffles meet it.
    half: int
    nine_in_ten: int
    all: int


def draws_until(chances: Sequence[Fraction]) -> DrawsUntil:
    """Return how many cards are drawn until a lasting condition is met: the mean, and quantiles.

    chances: the chance that it is met after 0, 1, ... draws; the last one is 1.

    >>> draws_until([Fraction(0), Fraction(1, 2), Fraction(1)])
    DrawsUntil(mean=Fraction(3, 2), half=1, nine_in_ten=2, all=2)
    """

    def fewest(share: Fraction) -> int:
        return next(drawn for drawn, chance in enumerate(chances) if chance >= share)

    mean = sum((1 - chance for chance in chances), Fraction(0))
    return DrawsUntil(mean, fewest(Fraction(1, 2)), fewest(Fraction(9, 10)), fewest(Fraction(1)))


class Mulligans(NamedTuple):
    """The hands of a player who may replace hands that are not good enough, a limited number of times.

    Each tuple is indexed by that limit, from 0.
    """

    #: The chance that the hand kept meets the condition.
    chances: tuple[Fraction, ...]
    #: The mean number of cards in the hand kept.
    cards: tuple[Fraction, ...]


def mulligan_chances(
    wanted: HandCondition, keep: HandCondition, dealt: Mapping[str, int], hand: int, times: int, cost: int
) -> Mulligans:
    """Return the chance that the hand kept meets `wanted`, and its mean size, for 0 to `times` mulligans.

    A hand that does not meet `keep` is shuffled back and replaced; the last one allowed is kept. cost: by how
    many cards each new hand is smaller. Raises UsageError for a condition that takes too long to count.
    """
    sizes = [hand - cost * time for time in range(times + 1)]
    kept = chances_by_draw(keep, dealt, hand)
    meets = chances_by_draw(wanted, dealt, hand)
    both = meets if keep == wanted else chances_by_draw(joined_condition(wanted, keep), dealt, hand)
    chances, cards = [], []
    for last in range(times + 1):
        chance, mean, left = Fraction(0), Fraction(0), Fraction(1)
        for size in sizes[:last]:
            chance += left * both[size]
            mean += left * kept[size] * size
            left *= 1 - kept[size]
        chances.append(chance + left * meets[sizes[last]])
        cards.append(mean + left * sizes[last])
    return Mulligans(tuple(chances), tuple(cards))
