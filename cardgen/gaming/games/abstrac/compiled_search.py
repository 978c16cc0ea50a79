"""The search of a row, compiled: the same positions in the same order as the reference, and the same answer.

What does not change in a search is held in two tables of whole numbers, which go from call to call cheaply:
the row, and what hands are worth.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from ..compiling import compile_with_cache
from .layout import Layout, Position
from .options import Ace, Kind
from .scoring import points_of, product_of
from .search import BEYOND, EVERYTHING, Ask, Found, limits

#: Whole numbers of 64 bits in lines, as numpy has them.
Table = Any
#: The lines of a row: the masks of all cards before each place, the most that may be taken there, and others.
_THROUGH, _MOST, _ABOUT = range(3)
#: The other numbers: positions looked at, which goes up; cards in the row; two flags; what no pair counts.
_VISITED, _CARDS, _UNFETTERED, _FULL, _UNPAIRED = range(5)
#: The lines of worth, by 12 bits of a mask: points of the runs of two suits, and of the sets of three ranks;
#: in the 52-card game instead, by 13 bits, the longest sequence. By any bits: how many there are.
_RUNS, _SETS, _COUNTS = range(3)
_SEQUENCES = _RUNS
_BITS = 13


def search(layout: Layout, position: Position, ask: Ask = EVERYTHING) -> Found:
    """Return the compiled engine."""
    row, options = _row(layout), layout.options
    worth = _worth52(options.ace) if options.kind is Kind.FULL else _worth()
    hand = layout.hands(position)[position.turn]
    habits = ask.habit[position.turn], ask.habit[1 - position.turn]
    lead = _lead(row, worth, position.taken, position.last, hand, ask.low, ask.high, *habits)
    return Found(int(lead), int(row[_ABOUT, _VISITED]))


def _row(layout: Layout) -> Table:
    cards, full = len(layout.row), layout.options.kind is Kind.FULL
    row = np.zeros((3, cards + 1), np.int64)
    row[_THROUGH], row[_MOST, :cards] = layout.through, limits(layout)
    row[_ABOUT, 1 : _UNPAIRED + 1] = cards, layout.unfettered, full, layout.options.unpaired
    return row


@cache
def _worth() -> Table:
    masks = range(1 << 12)
    return _table(map(points_of, masks), (points_of(bits << 24) for bits in masks))


@cache
def _worth52(ace: Ace) -> Table:
    # A hand of one suit makes as many cards times its longest sequence.
    return _table((product_of(bits, ace) // max(1, bits.bit_count()) for bits in range(1 << _BITS)), ())


def _table(runs: Iterable[int], sets: Iterable[int]) -> Table:
    table = np.zeros((3, 1 << _BITS), np.int64)
    for line, numbers in ((_RUNS, runs), (_SETS, sets), (_COUNTS, map(int.bit_count, range(1 << _BITS)))):
        found = list(numbers)
        table[line, : len(found)] = found
    return table


@compile_with_cache
def _lead(
    row: Table,
    worth: Table,
    taken: int,
    last: int,
    hand: int,
    low: int,
    high: int,
    habit: int,
    others: int,
) -> int:
    """Return the lead of the one to move, who holds hand, as the reference does."""
    about = row[_ABOUT]
    about[_VISITED] += 1
    other = row[_THROUGH, taken] ^ hand
    if taken == about[_CARDS]:
        if about[_FULL]:
            return _difference52(worth, hand, other, about[_UNPAIRED])
        return _difference(worth, hand, other)
    found = -BEYOND
    limit = min(last + 1, about[_CARDS] - taken) if last else row[_MOST, taken]
    for move in range(1 if habit else limit):
        number = move + 1 if about[_FULL] else limit - move
        number = min(habit, limit) if habit else number
        before = number if about[_UNFETTERED] else 0
        lead = -_lead(row, worth, taken + number, before, other, -high, -low, others, habit)
        if lead > found:
            found = lead
            if found >= high:
                break
            low = max(low, found)
    return found


@compile_with_cache
def _difference(worth: Table, one: int, other: int) -> int:
    """Return the score of a hand less the other's, for the packs of 24 and 25."""
    points, against = _points(worth, one), _points(worth, other)
    made: int = points * _count(worth, other) - against * _count(worth, one)
    # Misère: who has no combination scores what the other one makes.
    return made if points and against else -made


@compile_with_cache
def _points(worth: Table, mask: int) -> int:
    runs: int = worth[_RUNS, mask & 4095] + worth[_RUNS, mask >> 12 & 4095]
    sets: int = worth[_SETS, mask >> 24 & 4095] + worth[_SETS, mask >> 36 & 4095]
    return runs + sets


@compile_with_cache
def _count(worth: Table, mask: int) -> int:
    count: int = worth[_COUNTS, mask & 4095] + worth[_COUNTS, mask >> 12 & 4095]
    return count + (mask >> 48 & 1)


@compile_with_cache
def _difference52(worth: Table, one: int, other: int, unpaired: int) -> int:
    """Return the score of a hand less the other's, for a half of the full pack."""
    short = _count52(worth, other) - _count52(worth, one)
    mine, its = _product52(worth, one, unpaired), _product52(worth, other, unpaired)
    return mine * max(1, short) - its * max(1, -short)


@compile_with_cache
def _count52(worth: Table, mask: int) -> int:
    count: int = worth[_COUNTS, mask & 8191] + worth[_COUNTS, mask >> 13 & 8191]
    count += worth[_COUNTS, mask >> 26 & 8191] + worth[_COUNTS, mask >> 39]
    return count


@compile_with_cache
def _product52(worth: Table, mask: int, unpaired: int) -> int:
    """Multiply longest suit times longest sequence times longest set."""
    a, b, c, d = mask & 8191, mask >> 13 & 8191, mask >> 26 & 8191, mask >> 39
    counts = worth[_COUNTS]
    flush: int = max(counts[a], counts[b], counts[c], counts[d])
    alike = unpaired
    if a & b & c & d:
        alike = 4
    elif a & b & (c | d) or c & d & (a | b):
        alike = 3
    elif a & b or c & d or (a | b) & (c | d):
        alike = 2
    sequence: int = worth[_SEQUENCES, a | b | c | d]
    return flush * sequence * alike
