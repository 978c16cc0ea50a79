"""Up and Over, in both editions (the older is called Up 'N Over): the sum of the trick goes to 21.

Here is what the game demands of its pack. Its play: `editions` (what the two say, and how it is read),
`play` (a game, card by card), `game` (whole games and their replay), `players` and `worked` (sums).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import Problem
from ...pack.model import Pack
from ..standard import RANKS_13, check_ranks, tell_jokers


def check(pack: Pack) -> Iterator[Problem]:
    """The full pack of 52; jokers are taken out before play."""
    yield from check_ranks(pack, "Up and Over", RANKS_13)
    yield from tell_jokers(pack)
