"""High Card: both turn a card, and the higher takes the trick. Made up for a test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from ....books.context import BookFacts
from ....errors import Problem
from ....pack.model import Pack
from ..game import Game, GamePlay, Hand


def _check(pack: Pack) -> Iterator[Problem]:
    if len(pack.suits) != 1:
        yield Problem(f"High Card is played with one suit, not {len(pack.suits)}", ("suits",), on_key=True)


def _play() -> GamePlay:
    from .experiment import PLAY

    return PLAY


@dataclass(frozen=True, kw_only=True)
class HighCardFacts(BookFacts):
    """What templates of High Card may name."""

    rounds: Annotated[int, "Rounds of a game."]


def _facts(pack: Pack, options: Mapping[str, Any]) -> BookFacts:
    from .experiment import Options

    return HighCardFacts(rounds=Options().rounds)


HIGH_CARD = Game(
    name="high-card",
    title="High Card",
    pack="One suit, whose ranks are numbers.",
    check=_check,
    play=_play,
    facts=_facts,
    hands=lambda: (Hand(3, "High Card", (2,)),),
)
