"""A numeric column of the cards, such as a cost: the sums of hands and a curve by value, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm, sqrt

from ...errors import UsageError
from ...languages.habits import habits
from ...pack.model import Card, Pack
from ...units import nearest_word_hint, shortened_text
from .composition import NUMBER

#: The name of the column of ranks, for cards of suits.
RANK = "rank"
#: Maximum number of wrong values in a message, and of characters in each, and in a number.
_MOST_NAMED, _LONGEST = 3, 30
#: Maximum number of counting steps, beyond which only mean and standard deviation are computed: about a
#: second.
_MOST_STEPS = 1_000_000


@dataclass(frozen=True)
class NumericColumn:
    """A column with a number on each card."""

    #: The heading in the table or the rows.
    head: str
    #: By the id of the card.
    values: Mapping[str, Fraction]
    #: Cards without a value, which count 0.
    empty: int


def read_column(pack: Pack, name: str, dealt: Sequence[Card]) -> NumericColumn:
    """Return the numbers on the dealt cards in a column, given by its heading or its name in the pack.

    "rank" is the column of ranks of suits. Raises UsageError for an unknown column, and for one that is empty
    or has values other than numbers.
    """
    columns: dict[str, str] = {}
    for card in dealt:
        columns.update((column.lower(), column) for column in card.values)
    heads = {column: head for cards in pack.lists for column, head in cards.columns.items()}
    heads = {column: heads.get(column, column) for column in columns.values()}
    known = {**{head.lower(): column for column, head in heads.items()}, **columns}
    has_ranks = any(card.rank is not None for card in dealt)
    asked = " ".join(name.lower().split())
    if asked == RANK and has_ranks and RANK not in known:
        return _column_numbers(pack, RANK, {card.id: card.rank or "" for card in dealt}, dealt)
    if asked not in known:
        choices = [*heads.values(), *([RANK] if has_ranks else [])]
        hint = f"; {nearest_word_hint(name, choices)}" if choices else ": its cards have no columns"
        raise UsageError(f"no card of {pack.name} has a column {name!r}{hint}")
    column = known[asked]
    return _column_numbers(
        pack, heads[column], {card.id: card.values.get(column, "") for card in dealt}, dealt
    )


def _column_numbers(pack: Pack, head: str, texts: Mapping[str, str], dealt: Sequence[Card]) -> NumericColumn:
    """Return the numbers of a column. texts: its cells by card id; an empty cell counts as 0.

    Raises UsageError if a cell is not a number, or if all cells are empty.
    """
    values, wrong = {}, []
    for card in dealt:
        text = texts[card.id].strip().replace("−", "-")
        plain = text.replace(",", ".") if habits(pack.language).decimal == "," else text
        if not text:
            values[card.id] = Fraction(0)
        elif len(plain) <= _LONGEST and NUMBER.match(plain):
            values[card.id] = Fraction(plain)
        else:
            wrong.append(f"{shortened_text(text, _LONGEST)!r} on {card.label!r}")
    if wrong:
        named = ", ".join(wrong[:_MOST_NAMED])
        more = f" and {len(wrong) - _MOST_NAMED} more" if len(wrong) > _MOST_NAMED else ""
        raise UsageError(
            f"{head} of {pack.name} is not a number everywhere: {named}{more}; name a column of numbers, "
            f"each of at most {_LONGEST} characters, or leave cells without a number empty, which count 0"
        )
    empty = sum(card.quantity for card in dealt if not texts[card.id].strip())
    if empty == sum(card.quantity for card in dealt):
        raise UsageError(f"{head} of {pack.name} is empty on all cards that are dealt")
    return NumericColumn(head, values, empty)


@dataclass(frozen=True)
class HandSum:
    """The sum of a hand's cards in a column."""

    head: str
    #: Cards that have no value, and count 0.
    empty: int
    mean: Fraction
    variance: Fraction
    #: The chance of each sum, from the lowest; empty if counting would take too long.
    chances: tuple[tuple[Fraction, Fraction], ...]
    #: The number of cards of each value, from the lowest.
    cards: tuple[tuple[Fraction, int], ...]
    #: For each value, the chance of having drawn a card of exactly this value by the end of each turn, from
    #: the deal on; empty if nothing is drawn.
    had: tuple[tuple[Fraction, ...], ...]

    @property
    def spread(self) -> float:
        """Return the standard deviation of the sum."""
        return sqrt(self.variance)

    def quantile(self, share: Fraction) -> Fraction:
        """Return the lowest sum that at least this share of hands do not exceed.

        Raises ValueError if the chances were not counted.
        """
        total = Fraction(0)
        for value, chance in self.chances:
            total += chance
            if total >= share:
                return value
        raise ValueError("the distribution was not worked out")


def hand_sum(column: NumericColumn, dealt: Mapping[str, int], hand: int, turns: int) -> HandSum:
    """Return the mean, variance and chances of the sum of a hand, and when cards of each value are drawn."""
    counts: Counter[Fraction] = Counter()
    for card, quantity in dealt.items():
        counts[column.values[card]] += quantity
    cards = sum(counts.values())
    values = tuple(sorted(counts.items()))
    mean = sum((value * many for value, many in values), Fraction(0)) / cards
    variance = sum(((value - mean) ** 2 * many for value, many in values), Fraction(0)) / cards
    # Without replacement: the finite population correction (Cochran, "Sampling Techniques", section 2.6).
    of_sum = hand * variance * Fraction(cards - hand, cards - 1) if cards > 1 else Fraction(0)
    had: tuple[tuple[Fraction, ...], ...] = ()
    if turns:
        ways = [comb(cards, hand + turn) for turn in range(turns + 1)]
        # Values with equally many cards have equal chances.
        by_number = {
            many: tuple(
                1 - Fraction(comb(cards - many, hand + turn), ways[turn]) for turn in range(turns + 1)
            )
            for many in set(counts.values())
        }
        had = tuple(by_number[many] for _, many in values)
    chances = sum_chances(values, hand)
    return HandSum(column.head, column.empty, hand * mean, of_sum, chances, values, had)


def sum_chances(values: Sequence[tuple[Fraction, int]], hand: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return each sum of `hand` cards with its chance, from the lowest.

    Returns () if counting would take too long. values: each value with the number of cards that have it.
    """
    steps, parts = 0, common_denominator(value for value, _ in values)
    # Count in units of the common denominator, as whole numbers are added much faster than fractions.
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    left = sum(many for _, many in values)
    cards = left
    for value, many in values:
        found: dict[tuple[int, int], int] = {}
        whole = int(value * parts)
        left -= many
        for (drawn, total), number_of_ways in ways.items():
            # Take so many that the following values can fill the rest of the hand.
            for more in range(max(0, hand - drawn - left), min(many, hand - drawn) + 1):
                steps += 1
                key = drawn + more, total + whole * more
                found[key] = found.get(key, 0) + number_of_ways * comb(many, more)
            if steps > _MOST_STEPS:
                return ()
        ways = found
    every = comb(cards, hand)
    return tuple(
        (Fraction(total, parts), Fraction(number_of_ways, every))
        for (_, total), number_of_ways in sorted(ways.items())
    )


def common_denominator(values: Iterable[Fraction]) -> int:
    """Return the smallest whole number by which all values become whole numbers."""
    return lcm(*(value.denominator for value in values))
