"""Conditions that a hand may meet, such as "A:2 and type=goods", and the exact odds that it does.

The cards of a pack fall into groups that meet the same terms of a condition. The hands that meet it are
counted group by group as whole numbers; the number of cards drawn is the exponent of a polynomial, which is
kept as one long integer (Kronecker's substitution), so that one pass serves hands of every size.
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
from ...pack.selection import matching_any
from ...units import shortened

#: How many, behind a colon or an x at the end of a term: "2" is two or more, "1-3" one to three, "0" none.
_HOW_MANY = re.compile(r"(?::| [x×]) ?(\d{1,4})(?: ?[-–] ?(\d{1,4}))?\Z")
#: Terms in one condition, and steps of counting, after which a condition is refused: about three seconds.
MOST_TERMS = 6
_MOST_STEPS = 200_000
#: The largest integers that counting may use, in bits; larger packs are counted for fewer draws.
_MOST_BITS = 4_000_000


class Term(NamedTuple):
    """Cards, and how many of them a hand is to hold."""

    text: str
    #: The ids of the cards.
    cards: frozenset[str]
    least: int
    #: None for any number.
    most: int | None

    @property
    def cap(self) -> int:
        """Return the number from which more cards make no difference."""
        return self.least if self.most is None else self.most + 1

    @property
    def words(self) -> str:
        """Return the term for people: "2 or more of A"."""
        if self.most is None:
            return f"{self.least} or more of {self.text}"
        if self.most == self.least:
            return f"exactly {self.least} of {self.text}" if self.least else f"none of {self.text}"
        few = f"{self.least} to {self.most}" if self.least else f"at most {self.most}"
        return f"{few} of {self.text}"

    def holds(self, count: int) -> bool:
        """Tell whether so many cards meet the term."""
        return count >= self.least and (self.most is None or count <= self.most)


@dataclass(frozen=True)
class Condition:
    """Terms that a hand is to meet, all of them."""

    text: str
    terms: tuple[Term, ...]

    @property
    def words(self) -> str:
        """Return the condition for people: "2 or more of A and none of red"."""
        return " and ".join(term.words for term in self.terms)

    @property
    def is_lasting(self) -> bool:
        """Tell whether cards that meet it still do so when more are drawn."""
        return all(term.most is None for term in self.terms)

    def holds(self, counts: Sequence[int]) -> bool:
        """Tell whether hands with so many cards of each term meet it."""
        return all(term.holds(count) for term, count in zip(self.terms, counts, strict=True))

    def marks(self, card: str) -> tuple[int, ...]:
        """Return the places of the terms that a card belongs to."""
        return tuple(place for place, term in enumerate(self.terms) if card in term.cards)


def read_condition(pack: Pack, text: str, dealt: Mapping[str, int]) -> Condition:
    """Read a condition: terms with "and" between, each of which may say how many cards.

    dealt: the quantities of cards that are shuffled and dealt, by id. Raises UsageError.
    """
    terms = []
    parts = _parts(text)
    if len(parts) > MOST_TERMS:
        raise UsageError(f"{shortened(text, 60)!r} has {len(parts):,} terms: name at most {MOST_TERMS}")
    for part in parts:
        terms.append(_read_term(pack, part, text, dealt))
    return Condition(text.strip(), tuple(terms))


def _parts(text: str) -> list[str]:
    """Return the terms of a condition: what stands between "and" outside double quotes."""
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


def _read_term(pack: Pack, part: str, whole: str, dealt: Mapping[str, int]) -> Term:
    is_name = any(part.lower() == card.label.lower() for card in pack.cards)
    number = None if is_name else _HOW_MANY.search(part)
    name = part[: number.start()] if number else part
    least, most = 1, None
    if number:
        least = int(number[1])
        most = int(number[2]) if number[2] else (None if least else 0)
        if most is not None and most < least:
            raise UsageError(f"{part!r}: {most} is less than {least}; write the smaller number first")
    if not name.strip():
        raise UsageError(
            f"{whole!r} names no card: write a suit, a card or a value, such as A:2 and type=goods"
        )
    try:
        found = matching_any(pack, name)
    except UsageError as error:
        raise UsageError(f"{error}{_joining_hint(pack, name, whole)}") from None
    cards = frozenset(card.id for card in found if dealt.get(card.id))
    if not cards:
        raise UsageError(f"{name.strip()!r} names no card of {pack.name} that is dealt here")
    there = sum(dealt[card] for card in cards)
    if least > there:
        raise UsageError(f"{part!r}: {pack.name} deals only {there} of these; ask for {there} or fewer")
    return Term(name.strip(), cards, least, most)


def _joining_hint(pack: Pack, name: str, whole: str) -> str:
    """Say how cards are joined where a term that names none may have been meant so; else nothing."""
    if " or " in name.lower():
        return '; where any of several cards will do, put a comma between them, not "or"'
    labels = (card.label for card in pack.cards if " and " in card.label.lower())
    parted = next((label for label in labels if label.lower() in whole.lower()), None)
    return f'; write "{parted}" in double quotes' if parted else ""


def joint(one: Condition, other: Condition) -> Condition:
    """Return the condition that both hold."""
    return Condition(f"{one.text} and {other.text}", (*one.terms, *other.terms))


def groups_of(condition: Condition, dealt: Mapping[str, int]) -> dict[tuple[int, ...], int]:
    """Return how many cards belong to the same terms, by the places of these; () for cards of none."""
    groups: Counter[tuple[int, ...]] = Counter()
    for card, quantity in dealt.items():
        groups[condition.marks(card)] += quantity
    return dict(groups)


def chances_by_draw(condition: Condition, dealt: Mapping[str, int], most: int) -> tuple[Fraction, ...]:
    """Return the chance that 0, 1, ... `most` cards of a shuffled pack meet a condition.

    Raises UsageError for a condition that takes too long to count.
    """
    groups = groups_of(condition, dealt)
    cards = sum(groups.values())
    others = groups.pop((), 0)
    most = min(most, cards)
    slot = comb(cards, min(most, cards // 2)).bit_length() + 1
    verify_size_of_counting(condition, groups, slot * (most + 1))
    mask = (1 << slot * (most + 1)) - 1
    # For the capped counts of the terms: how many ways there are, by the number of cards drawn.
    ways: dict[tuple[int, ...], int] = {(0,) * len(condition.terms): 1}
    for places, quantity in groups.items():
        ways = _with_group(condition, ways, places, quantity, slot, mask)
    good = sum(number for counts, number in ways.items() if condition.holds(counts))
    good = good * sum(comb(others, drawn) << slot * drawn for drawn in range(min(others, most) + 1))
    each = (1 << slot) - 1
    return tuple(Fraction(good >> slot * drawn & each, comb(cards, drawn)) for drawn in range(most + 1))


def verify_size_of_counting(condition: Condition, groups: Mapping[tuple[int, ...], int], bits: int) -> None:
    """Raise UsageError where a condition is too large to be counted."""
    states = 1
    for term in condition.terms:
        states *= term.cap + 1
    highest = max((term.cap for term in condition.terms), default=0)
    if states * len(groups) * (highest + 1) * max(1, bits // 50_000) > _MOST_STEPS or bits > _MOST_BITS:
        raise UsageError(
            f"{condition.text!r} takes too long to count: name fewer terms, or smaller numbers of cards"
        )


def _with_group(
    condition: Condition,
    ways: Mapping[tuple[int, ...], int],
    places: tuple[int, ...],
    quantity: int,
    slot: int,
    mask: int,
) -> dict[tuple[int, ...], int]:
    """Return the ways when cards of one more group are drawn too."""
    caps = [term.cap for term in condition.terms]
    highest = max(caps[place] for place in places)
    exact = [comb(quantity, drawn) << slot * drawn & mask for drawn in range(min(quantity, highest - 1) + 1)]
    # From `highest` cards on, all terms of the group have as many as they may tell apart.
    tail = sum(comb(quantity, drawn) << slot * drawn for drawn in range(highest, quantity + 1)) & mask
    parts = [*enumerate(exact), *([(highest, tail)] if tail else [])]
    found: dict[tuple[int, ...], int] = {}
    for counts, number in ways.items():
        for drawn, factor in parts:
            after = tuple(
                min(caps[place], count + drawn) if place in places else count
                for place, count in enumerate(counts)
            )
            found[after] = found.get(after, 0) + (number * factor & mask)
    return found


class Until(NamedTuple):
    """How many cards are drawn from a shuffled pack until a condition is met."""

    mean: Fraction
    #: The fewest draws by which half of all shuffles, nine in ten and all meet it.
    half: int
    nine_in_ten: int
    all: int


def draws_until(chances: Sequence[Fraction]) -> Until:
    """Return how many cards are drawn until a condition is met that lasts, from its chances by draw, the last
    of which is 1.

    >>> draws_until([Fraction(0), Fraction(1, 2), Fraction(1)])
    Until(mean=Fraction(3, 2), half=1, nine_in_ten=2, all=2)
    """

    def fewest(share: Fraction) -> int:
        return next(drawn for drawn, chance in enumerate(chances) if chance >= share)

    mean = sum((1 - chance for chance in chances), Fraction(0))
    return Until(mean, fewest(Fraction(1, 2)), fewest(Fraction(9, 10)), fewest(Fraction(1)))


class Mulligans(NamedTuple):
    """What a player has who throws back hands that are not good enough, at most so often.

    By the number of times that it was allowed, from none.
    """

    #: The chance that the hand kept meets the condition.
    chances: tuple[Fraction, ...]
    #: The mean number of cards in the hand kept.
    cards: tuple[Fraction, ...]


def mulligans(
    wanted: Condition, keep: Condition, dealt: Mapping[str, int], hand: int, times: int, cost: int
) -> Mulligans:
    """Work out hands when those that do not meet `keep` are shuffled back, up to so many times.

    cost: how many cards fewer each new hand has. The last hand is kept whatever it is.
    """
    sizes = [hand - cost * time for time in range(times + 1)]
    kept = chances_by_draw(keep, dealt, hand)
    meets = chances_by_draw(wanted, dealt, hand)
    both = meets if keep == wanted else chances_by_draw(joint(wanted, keep), dealt, hand)
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
