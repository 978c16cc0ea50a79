"""Addenda: tricks of one card of each suit, not above 17 in sum."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import Problem
from ..pack import Pack
from .standard import RANKS_13, check_ranks, tell_jokers


def check(pack: Pack) -> Iterator[Problem]:
    """The full pack of 52, without jokers."""
    yield from check_ranks(pack, "Addenda", RANKS_13)
    yield from tell_jokers(pack)
