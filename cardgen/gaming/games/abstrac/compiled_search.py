"""The search of a row, compiled: the same positions in the same order as the reference, and the same result.

What is constant in a search is in two tables of whole numbers, which are cheap to pass: the row, and the
worth of hands.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from ..compiling import compile_with_cache
from .layout import Position, RowLayout
from .options import AcePosition, GameKind
from .scoring import mask_points, mask_product52
from .search import BEST_PLAY, BEYOND, SearchRequest, SearchResult, limits_by_place

#: A 2D numpy array of int64.
Table = Any
#: Lines of the row table: the masks of all cards before each place, the limit at each place, and others.
_THROUGH, _MOST, _ABOUT = range(3)
#: The others: positions visited (counted up); cards in the row; two flags; the factor of a hand without
#: pairs.
_VISITED, _CARDS, _UNFETTERED, _FULL, _UNPAIRED = range(5)
#: Lines of the worth table, by 12 bits of a mask: points of the runs of two suits, and of the sets of three
#: ranks; in the 52-card game, by 13 bits, the longest sequence. By any bits: their number.
_RUNS, _SETS, _COUNTS = range(3)
_SEQUENCES = _RUNS
_BITS = 13


def search(layout: RowLayout, position: Position, request: SearchRequest = BEST_PLAY) -> SearchResult:
    """Return the lead and the number of positions visited, computed by the compiled search."""
    row, options = _row_as_table(layout), layout.options
    worth = _worth_table52(options.ace) if options.kind is GameKind.FULL else _worth_table()
    hand = layout.hands(position)[position.turn]
    habits = request.habit[position.turn], request.habit[1 - position.turn]
    lead = _searched_lead(row, worth, position.taken, position.last, hand, request.low, request.high, *habits)
    return SearchResult(int(lead), int(row[_ABOUT, _VISITED]))


def _row_as_table(layout: RowLayout) -> Table:
    """Return a row as a table of whole numbers for compiled code."""
    cards, full = len(layout.row), layout.options.kind is GameKind.FULL
    row = np.zeros((3, cards + 1), np.int64)
    row[_THROUGH], row[_MOST, :cards] = layout.through, limits_by_place(layout)
    row[_ABOUT, 1 : _UNPAIRED + 1] = cards, layout.unfettered, full, layout.options.unpaired
    return row


@cache
def _worth_table() -> Table:
    """Return the points of hands of the pack of 24, by parts of their masks, for compiled code."""
    masks = range(1 << 12)
    return _table_of_runs_sets_and_counts(
        map(mask_points, masks), (mask_points(bits << 24) for bits in masks)
    )


@cache
def _worth_table52(ace: AcePosition) -> Table:
    # A hand of one suit scores its number of cards times its longest sequence.
    """Return the factors of hands of the 52-card game, by parts of their masks, for compiled code."""
    return _table_of_runs_sets_and_counts(
        (mask_product52(bits, ace) // max(1, bits.bit_count()) for bits in range(1 << _BITS)), ()
    )


def _table_of_runs_sets_and_counts(runs: Iterable[int], sets: Iterable[int]) -> Table:
    table = np.zeros((3, 1 << _BITS), np.int64)
    for line, numbers in ((_RUNS, runs), (_SETS, sets), (_COUNTS, map(int.bit_count, range(1 << _BITS)))):
        found = list(numbers)
        table[line, : len(found)] = found
    return table


@compile_with_cache
def _searched_lead(
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
    """Return the lead of the player to move, as `search.search_in_python` computes it.

    hand: the mask of that player's hand. low, high: see `search.SearchRequest`. habit, others: how many cards
    that player and the opponent always take; 0 for best play.
    """
    about = row[_ABOUT]
    about[_VISITED] += 1
    other = row[_THROUGH, taken] ^ hand
    if taken == about[_CARDS]:
        if about[_FULL]:
            return _score_difference52(worth, hand, other, about[_UNPAIRED])
        return _score_difference(worth, hand, other)
    found = -BEYOND
    limit = min(last + 1, about[_CARDS] - taken) if last else row[_MOST, taken]
    for move in range(1 if habit else limit):
        number = move + 1 if about[_FULL] else limit - move
        number = min(habit, limit) if habit else number
        before = number if about[_UNFETTERED] else 0
        lead = -_searched_lead(row, worth, taken + number, before, other, -high, -low, others, habit)
        if lead > found:
            found = lead
            if found >= high:
                break
            low = max(low, found)
    return found


@compile_with_cache
def _score_difference(worth: Table, one: int, other: int) -> int:
    """Return the score of one hand less that of another, for the packs of 24 and 25 cards."""
    points, against = _combination_points(worth, one), _combination_points(worth, other)
    made: int = points * _card_count(worth, other) - against * _card_count(worth, one)
    # Misère: a player without a combination gets the other's score.
    return made if points and against else -made


@compile_with_cache
def _combination_points(worth: Table, mask: int) -> int:
    runs: int = worth[_RUNS, mask & 4095] + worth[_RUNS, mask >> 12 & 4095]
    sets: int = worth[_SETS, mask >> 24 & 4095] + worth[_SETS, mask >> 36 & 4095]
    return runs + sets


@compile_with_cache
def _card_count(worth: Table, mask: int) -> int:
    count: int = worth[_COUNTS, mask & 4095] + worth[_COUNTS, mask >> 12 & 4095]
    return count + (mask >> 48 & 1)


@compile_with_cache
def _score_difference52(worth: Table, one: int, other: int, unpaired: int) -> int:
    """Return the score of one hand less that of another, in one half of a deal of all 52 cards."""
    short = _card_count52(worth, other) - _card_count52(worth, one)
    mine, its = _product52(worth, one, unpaired), _product52(worth, other, unpaired)
    return mine * max(1, short) - its * max(1, -short)


@compile_with_cache
def _card_count52(worth: Table, mask: int) -> int:
    count: int = worth[_COUNTS, mask & 8191] + worth[_COUNTS, mask >> 13 & 8191]
    count += worth[_COUNTS, mask >> 26 & 8191] + worth[_COUNTS, mask >> 39]
    return count


@compile_with_cache
def _product52(worth: Table, mask: int, unpaired: int) -> int:
    """Return the product of the lengths of a hand's longest suit, longest sequence and longest set."""
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
