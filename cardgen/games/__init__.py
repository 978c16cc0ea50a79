"""The games: a folder and a record each, listed once in GAMES."""

from __future__ import annotations

from . import abstrac, addenda, never_over, up_and_over
from .game import Game

#: Every game, by the name that `games:` in a pack may hold.
GAMES: dict[str, Game] = {
    each.name: each
    for each in (
        never_over.NEVER_OVER,
        addenda.ADDENDA,
        up_and_over.UP_AND_OVER,
        up_and_over.UP_N_OVER,
        abstrac.ABSTRAC,
        abstrac.UNFETTERED,
        abstrac.FULL,
    )
}
