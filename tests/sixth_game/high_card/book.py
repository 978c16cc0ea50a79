"""Facts for the rulebook of High Card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ....books.context import BookFacts
from .rules import HighCardOptions


@dataclass(frozen=True, kw_only=True)
class HighCardFacts(BookFacts):
    """The names that templates of High Card may use."""

    hand: Annotated[int, "Cards of a hand."]


def book_facts() -> HighCardFacts:
    """Return the facts of the rulebook."""
    return HighCardFacts(hand=HighCardOptions().hand)
