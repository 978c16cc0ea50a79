"""Addenda: tricks of one card of each suit, not above 17 in sum; for two, and for four in partnerships.

Here is what the game demands of its pack. Its play: `values` (what a row of cards comes to), `trick` (who
wins it and why), `deal` (a deal, card by card), `game` (deals to 250 or 500), `players` and `worked` (the
tricks that the source works out).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import Problem
from ...pack.model import Pack
from ..standard import RANKS_13, check_ranks, tell_jokers


def check(pack: Pack) -> Iterator[Problem]:
    """The full pack of 52, without jokers."""
    yield from check_ranks(pack, "Addenda", RANKS_13)
    yield from tell_jokers(pack)
