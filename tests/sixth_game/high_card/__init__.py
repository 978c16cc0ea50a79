"""High Card: both turn a card, and the higher takes the trick. Made up for a test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....errors import Problem
from ....pack.model import Pack
from ..game import Game, Hand, Play


def _check(pack: Pack) -> Iterator[Problem]:
    if len(pack.suits) != 1:
        yield Problem(f"High Card is played with one suit, not {len(pack.suits)}", ("suits",), on_key=True)


def _play() -> Play:
    from .experiment import PLAY

    return PLAY


def _facts(pack: Pack, options: Mapping[str, Any]) -> dict[str, Any]:
    from .experiment import Options

    return {"rounds": Options().rounds}


HIGH_CARD = Game(
    name="high-card",
    title="High Card",
    pack="One suit, whose ranks are numbers.",
    check=_check,
    play=_play,
    facts=_facts,
    hands=lambda: (Hand(3, "High Card", (2,)),),
)
