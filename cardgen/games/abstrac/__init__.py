"""Abstrac: cards taken from an open row for sets and runs, and its relatives.

Here is what the games demand of their packs. Their play: `options` (the four games), `scoring` and
`scoring52`, `layout` (the row: positions, moves and scores without history), `deal` (a deal, draw by
draw), `game` (whole games and their replay), `players` and `example` (the row that the source works out).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import Problem
from ...pack.model import Pack
from ..standard import RANKS_6, RANKS_13, check_ranks, jokers, tell_jokers


def check(pack: Pack) -> Iterator[Problem]:
    """A pack of 24: A K Q J 10 9 in four suits."""
    yield from check_ranks(pack, "Abstrac", RANKS_6)
    yield from tell_jokers(pack)


def check_unfettered(pack: Pack) -> Iterator[Problem]:
    """The pack of 24 and one joker, which is the first card taken."""
    yield from check_ranks(pack, "Unfettered Abstrac", RANKS_6)
    count = jokers(pack)
    if count != 1:
        message = f"Unfettered Abstrac needs exactly one joker among the extras, and there are {count}"
        yield Problem(message, ("extras",), "write extras: [{face: joker}]", on_key=True)


def check_52(pack: Pack) -> Iterator[Problem]:
    """The full pack of 52."""
    yield from check_ranks(pack, "52-card Abstrac", RANKS_13)
    yield from tell_jokers(pack)
