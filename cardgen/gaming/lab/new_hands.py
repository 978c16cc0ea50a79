"""Decks drawn hand by hand: each turn has a new hand, the old one is discarded, the discards are shuffled
when the stock runs out, and cards are gained on the way.

Exact if it can be counted: only the kinds of cards in the stock at the beginning of a turn matter, as their
number is known. If there are too many such stocks, seeded games are simulated, and each figure has its
interval.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb, sqrt
from operator import mul
from typing import NamedTuple

from .conditions import HandCondition
from .estimates import CONFIDENCE, Z
from .exact_intervals import binomial_interval
from .sums import common_denominator

#: Maximum number of draws that are counted before games are simulated instead: about two seconds.
_MOST_DRAWS = 150_000
#: Maximum number of kinds of cards that are counted.
_MOST_KINDS = 12
#: Maximum number of simulated games, and of cards moved in them: about two seconds.
_MOST_GAMES, _MOST_MOVED = 20_000, 4_000_000
_SEED = 1
#: Maximum size of a deck, and number of cards drawn from one.
MOST_CARDS, MOST_DRAWN = 1_000, 500

#: The number of cards of each kind.
_Counts = tuple[int, ...]


class EstimatedChance(NamedTuple):
    """A chance or a mean, with its 95 per cent interval if it was simulated."""

    value: Fraction
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class CyclingDeck:
    """A deck as kinds of equal cards."""

    #: The number of cards of each kind at the beginning.
    begin: _Counts
    #: The cards of each kind that are added to the discards at the end of a turn, by turn.
    gains: Mapping[int, _Counts]
    hand: int
    turns: int

    @property
    def simulated_games(self) -> int:
        """Return the number of games to simulate if hands are not counted."""
        size = sum(self.begin) + sum(map(sum, self.gains.values()))
        return min(_MOST_GAMES, _MOST_MOVED // (2 * size + self.turns * self.hand))


class ConditionByTurn(NamedTuple):
    """The chances that a hand meets a condition, by turn: that of the turn, and any hand up to then."""

    this_turn: tuple[EstimatedChance, ...]
    so_far: tuple[EstimatedChance, ...]


class SumByTurn(NamedTuple):
    """Statistics of the sum of each turn's hand: its mean, and its 10th, 50th and 90th percentiles."""

    mean: tuple[EstimatedChance, ...]
    tenth: tuple[Fraction, ...]
    half: tuple[Fraction, ...]
    nine_tenths: tuple[Fraction, ...]


def make_deck(
    kinds: Sequence[object],
    begin: Mapping[str, int],
    gains: Mapping[int, Mapping[str, int]],
    kind_of: Callable[[str], object],
    hand: int,
    turns: int,
) -> CyclingDeck:
    """Return a deck in which all cards of one kind count as equal.

    kind_of: returns the kind of a card, one of `kinds`, from its id. begin: the quantities of the cards at
    the beginning, by id. gains: the quantities of cards added at the end of a turn, by turn.
    """

    def counts(quantities: Mapping[str, int]) -> _Counts:
        found = Counter(dict.fromkeys(kinds, 0))
        for card, quantity in quantities.items():
            found[kind_of(card)] += quantity
        return tuple(found[kind] for kind in kinds)

    return CyclingDeck(counts(begin), {turn: counts(gain) for turn, gain in gains.items()}, hand, turns)


def condition_chances_by_turn(
    condition: HandCondition,
    begin: Mapping[str, int],
    gains: Mapping[int, Mapping[str, int]],
    hand: int,
    turns: int,
) -> ConditionByTurn:
    """Return the chances, for each turn, that its hand meets a condition and that any hand so far did.

    begin: the quantities of the cards at the beginning, by id. gains: those added at the end of a turn, by
    turn. hand: the number of cards in a hand.
    """
    every = dict.fromkeys((*begin, *(card for gain in gains.values() for card in gain)))
    kinds = list(dict.fromkeys(condition.term_places(card) for card in every))
    deck = make_deck(kinds, begin, gains, condition.term_places, hand, turns)

    def is_met(drawn: _Counts) -> bool:
        counts = [0] * len(condition.terms)
        for kind, many in zip(kinds, drawn, strict=True):
            for place in kind:
                counts[place] += many
        return condition.is_met_by(counts)

    try:
        steps = list(_count_ways_by_turn(deck, is_met))
    except _TooManyDrawsError:
        return _simulate_condition_chances(deck, is_met)
    on = [EstimatedChance(Fraction(sum(many for drawn, many in hands.items() if is_met(drawn)), total))
          for hands, _, total in steps]  # fmt: skip
    return ConditionByTurn(
        tuple(on), tuple(EstimatedChance(1 - Fraction(never, total)) for _, never, total in steps)
    )


def hand_sums_by_turn(
    values: Mapping[str, Fraction],
    begin: Mapping[str, int],
    gains: Mapping[int, Mapping[str, int]],
    hand: int,
    turns: int,
) -> SumByTurn:
    """Return the mean and three quantiles of the sum of each turn's hand.

    values: what each card adds, by its id. For the other arguments see `condition_chances_by_turn`.
    """
    every = dict.fromkeys((*begin, *(card for gain in gains.values() for card in gain)))
    kinds = sorted({values[card] for card in every})
    deck = make_deck(kinds, begin, gains, values.__getitem__, hand, turns)

    parts = common_denominator(kinds)
    whole = [int(value * parts) for value in kinds]

    simulated = False
    try:
        by_turn = [hands for hands, _, _ in _count_ways_by_turn(deck, lambda drawn: False)]
    except _TooManyDrawsError:
        simulated = True
        by_turn = [Counter() for _ in range(turns)]
        for game in _simulate_games(deck):
            for found, drawn in zip(by_turn, game, strict=True):
                found[drawn] += 1
    means, quantiles = [], []
    for hands in by_turn:
        sums: Counter[Fraction] = Counter()
        for drawn, many in hands.items():
            sums[Fraction(sum(map(mul, whole, drawn)), parts)] += many
        means.append(_mean_of_sums(sums, simulated))
        quantiles.append(_quantiles(sums))
    tenth, half, nine_tenths = zip(*quantiles, strict=True)
    return SumByTurn(tuple(means), tenth, half, nine_tenths)


def _mean_of_sums(sums: Mapping[Fraction, int], simulated: bool) -> EstimatedChance:
    """Return the mean of sums, with its interval if they were simulated. sums: the frequency of each sum."""
    count = sum(sums.values())
    mean = sum((value * many for value, many in sums.items()), Fraction(0)) / count
    if not simulated:
        return EstimatedChance(mean)
    variance = sum(((value - mean) ** 2 * many for value, many in sums.items()), Fraction(0)) / (count - 1)
    half = Z * sqrt(variance / count)
    return EstimatedChance(mean, float(mean) - half, float(mean) + half)


def _quantiles(sums: Mapping[Fraction, int]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the 10th, 50th and 90th percentiles of sums. sums: the frequency of each sum."""
    ordered = sorted(sums.items())
    running = list(accumulate(many for _, many in ordered))
    shares = (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))
    low, half, high = (
        next(value for (value, _), upto in zip(ordered, running, strict=True) if upto >= share * running[-1])
        for share in shares
    )
    return low, half, high


class _TooManyDrawsError(Exception):
    """There are too many draws to count."""


def _count_ways_by_turn(
    deck: CyclingDeck, is_met: Callable[[_Counts], bool]
) -> Iterator[tuple[Counter[_Counts], int, int]]:
    """Yield for each turn the number of ways to draw each hand, and two numbers of ways to play until then.

    The first is the number of ways in which no hand has met the condition, the second that of all ways. All
    ways up to a turn are equally likely. Raises _TooManyDrawsError if there are too many to count.
    """
    if len(deck.begin) > _MOST_KINDS:
        raise _TooManyDrawsError
    draws, total = 0, 1
    owned = deck.begin
    # Stocks with their number of ways, and the number without a hand that met the condition.
    stocks: dict[_Counts, tuple[int, int]] = {owned: (1, 1)}
    for turn in range(1, deck.turns + 1):
        hands: Counter[_Counts] = Counter()
        after: dict[_Counts, tuple[int, int]] = {}
        size = sum(next(iter(stocks)))
        lasts = size >= deck.hand
        # The cards to draw from: the stock, or the discards once the stock is in the hand as a whole.
        pool_size = size if lasts else sum(owned) - size
        many = deck.hand if lasts else min(deck.hand - size, pool_size)
        total *= comb(pool_size, many)
        for stock, (ways, never) in stocks.items():
            pool = stock if lasts else tuple(a - b for a, b in zip(owned, stock, strict=True))
            for drawn, number in _possible_draws(pool, many):
                draws += 1
                if draws > _MOST_DRAWS:
                    raise _TooManyDrawsError
                hand = drawn if lasts else tuple(a + b for a, b in zip(stock, drawn, strict=True))
                left = tuple(a - b for a, b in zip(pool, drawn, strict=True))
                hands[hand] += ways * number
                still = 0 if is_met(hand) else never * number
                before = after.get(left, (0, 0))
                after[left] = before[0] + ways * number, before[1] + still
        yield hands, sum(never for _, never in after.values()), total
        stocks = after
        if turn in deck.gains:
            owned = tuple(a + b for a, b in zip(owned, deck.gains[turn], strict=True))


def _possible_draws(pool: _Counts, count: int) -> Iterator[tuple[_Counts, int]]:
    """Yield each way to draw `count` cards from a pool, by kinds, with its number of combinations."""
    if len(pool) == 1:
        yield (count,), comb(pool[0], count)
        return
    first, rest = pool[0], pool[1:]
    others = sum(rest)
    for drawn in range(max(0, count - others), min(first, count) + 1):
        ways = comb(first, drawn)
        for more, number in _possible_draws(rest, count - drawn):
            yield (drawn, *more), ways * number


def _simulate_games(deck: CyclingDeck) -> Iterator[list[_Counts]]:
    """Yield each seeded game as a list of its hands by turn, each the number of cards of every kind."""
    rng = random.Random(_SEED)  # noqa: S311 - no secret
    for _ in range(deck.simulated_games):
        stock = [kind for kind, many in enumerate(deck.begin) for _ in range(many)]
        rng.shuffle(stock)
        discards: list[int] = []
        hands = []
        for turn in range(1, deck.turns + 1):
            hand = [stock.pop() for _ in range(min(deck.hand, len(stock)))]
            if len(hand) < deck.hand:
                stock, discards = discards, []
                rng.shuffle(stock)
                hand += [stock.pop() for _ in range(min(deck.hand - len(hand), len(stock)))]
            counts = Counter(hand)
            hands.append(tuple(counts[kind] for kind in range(len(deck.begin))))
            discards += hand
            for kind, many in enumerate(deck.gains.get(turn, ())):
                discards += [kind] * many
        yield hands


def _simulate_condition_chances(deck: CyclingDeck, is_met: Callable[[_Counts], bool]) -> ConditionByTurn:
    """Return the chances of meeting a condition by turn, as shares of simulated games."""
    on, by = [0] * deck.turns, [0] * deck.turns
    for hands in _simulate_games(deck):
        had = False
        for turn, hand in enumerate(hands):
            met = is_met(hand)
            had = had or met
            on[turn] += met
            by[turn] += had
    games = deck.simulated_games
    return ConditionByTurn(
        tuple(_share_of_games(count, games) for count in on),
        tuple(_share_of_games(count, games) for count in by),
    )


def _share_of_games(count: int, games: int) -> EstimatedChance:
    """Return a share of simulated games with its exact interval."""
    return EstimatedChance(Fraction(count, games), *binomial_interval(count, games, CONFIDENCE))
