"""Findings that several cards have in common: each is told once, with the cards that have it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Generic, TypeVar

from ..pack.model import Card
from ..units import Sentence

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

#: Maximum number of cards that a message names.
_MOST_NAMED = 8


def named_cards(labels: Sequence[str]) -> Sentence:
    """Name the cards that a finding concerns: "the card A", "the cards A, B and 20 more"."""
    if len(labels) == 1:
        return Sentence("the card {card}", card=labels[0])
    named: list[str] = [*labels] if len(labels) <= _MOST_NAMED else [*labels[: _MOST_NAMED - 1]]
    if len(labels) > len(named):
        named = [*named, Sentence("{n} more", n=len(labels) - len(named))]
    return Sentence("the cards {cards}", cards=named)


class Cases(Generic[T]):
    """Where a finding was made: the cards, as they were looked at, and what is to be said of each."""

    def __init__(self) -> None:
        self._found: list[tuple[Card, T]] = []

    def __iter__(self) -> Iterator[tuple[Card, T]]:
        """Yield the cards, each with what is to be said of it."""
        return iter(self._found)

    def __len__(self) -> int:
        """Return how often the finding was made."""
        return len(self._found)

    def add(self, card: Card, detail: T) -> None:
        """Add a card; the same card may come several times."""
        self._found.append((card, detail))

    @property
    def first(self) -> Card:
        """Return the first card, at whose place the finding is told."""
        return self._found[0][0]

    @property
    def labels(self) -> list[str]:
        """Return what the cards are called, each name once."""
        return list(dict.fromkeys(card.label for card, _ in self._found))

    @property
    def cards(self) -> Sentence:
        """Name the cards, for a message."""
        return named_cards(self.labels)

    @property
    def details(self) -> list[T]:
        """Return what is to be said of each."""
        return [detail for _, detail in self._found]


class SharedFindings(dict[K, Cases[T]]):
    """Findings by what makes two of them the same, in the order that they were first made."""

    def note(self, finding: K, card: Card, detail: T) -> None:
        """Note that a card has a finding, with what is to be said of this card."""
        self.setdefault(finding, Cases()).add(card, detail)
