"""NEVER OVER (2012): green cards score, red cards set the ceiling that green may never be over.

Its rules are beside this, an idea a file, and are imported from there: `pack_rules`, `cards` (a pack as
numbers), `composition` (what packs are compared by), `options`, `partners`, `table` (who sits, with which
pack and options), `state` (the deal, legal moves, the turn; the contract with other engines), `moves`
(verify, can, and why not), `scoring`, `records` (games that can be replayed), `positions` (what each player
and the others can add), `narration` (a game in facts that words can be made of), `view` (what a player sees),
`players`; `lab` plays it by the thousand, and `book` has the facts of its rulebook.

Seats are numbered in the order of play: seat 0 is sinistra, at the dealer's left; the last is the dealer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...pack.model import Pack
from ..game import Game, Hand, PackFigures, Play
from .pack_rules import HAND, check, colors


def _play() -> Play:
    from .lab.experiment import PLAY

    return PLAY


def _facts(pack: Pack, options: Mapping[str, Any]) -> dict[str, Any]:
    from .book.facts import context

    return context(pack, options)


def _figures(pack: Pack) -> PackFigures:
    from .composition import pack_figures

    return pack_figures(pack)


NEVER_OVER = Game(
    name="never-over",
    title="NEVER OVER",
    pack="All that NEVER OVER asks of a pack, and what a designer wants to be told.",
    check=check,
    play=_play,
    facts=_facts,
    hands=lambda: (Hand(HAND, "NEVER OVER"),),
    own_pack=True,
    opposed=colors,
    figures=_figures,
)
