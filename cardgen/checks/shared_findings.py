"""Findings that several cards have in common: each is reported once, with its cards."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Generic, TypeVar

from ..pack.model import Card
from ..units import Sentence

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

#: Maximum numbers of cards and of files that a message names.
_MOST_NAMED, _MOST_FILES = 8, 4


def cards_phrase(labels: Sequence[str]) -> Sentence:
    """Return a phrase that names cards: "the card A", "the cards A, B and 20 more"."""
    if len(labels) == 1:
        return Sentence("the card {card}", card=labels[0])
    named: list[str] = [*labels] if len(labels) <= _MOST_NAMED else [*labels[: _MOST_NAMED - 1]]
    if len(labels) > len(named):
        named = [*named, Sentence("{n} more", n=len(labels) - len(named))]
    return Sentence("the cards {cards}", cards=named)


def likewise_phrase(fault: str, files: Sequence[str]) -> str:
    """Return a message about a fault of one file, to which the names of other files with the same fault are
    added.

    files: the names of the other files.
    """
    if not files:
        return fault
    shown = files if len(files) <= _MOST_FILES else files[: _MOST_FILES - 1]
    left = len(files) - len(shown)
    listed = [*shown, Sentence("{n} more", n=left)] if left else [*shown]
    return Sentence("{fault}; likewise {pictures}", fault=fault, pictures=listed)


class Cases(Generic[T]):
    """The cards that have a finding, in the order of the check, each with a detail."""

    def __init__(self) -> None:
        self._found: list[tuple[Card, T]] = []

    def __iter__(self) -> Iterator[tuple[Card, T]]:
        """Yield the cards, each with its detail."""
        return iter(self._found)

    def __len__(self) -> int:
        """Return the number of cases."""
        return len(self._found)

    def add(self, card: Card, detail: T) -> None:
        """Add a card with a detail; a card may have several."""
        self._found.append((card, detail))

    @property
    def first_case(self) -> Card:
        """Return the first card, at whose place the finding is reported."""
        return self._found[0][0]

    @property
    def labels(self) -> list[str]:
        """Return the cards' labels, each once."""
        return list(dict.fromkeys(card.label for card, _ in self._found))

    @property
    def cards(self) -> Sentence:
        """Return a phrase that names the cards, for a message."""
        return cards_phrase(self.labels)

    @property
    def details(self) -> list[T]:
        """Return the detail of each case."""
        return [detail for _, detail in self._found]


class SharedFindings(dict[K, Cases[T]]):
    """The cards of each finding, by what identifies it, in the order of its first card."""

    def record(self, finding: K, card: Card, detail: T) -> None:
        """Record that a card has a finding, with a detail."""
        self.setdefault(finding, Cases()).add(card, detail)
