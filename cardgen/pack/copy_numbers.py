"""Numbers on cards: {serial}, {copy} and {copies}.

`serial` counts the printed cards that show it, in the order of the pack and over all decks of a print run;
serials with different starts count by themselves. `copy` counts the copies of one card in the run, and
`copies` is their number. {serial:0001} and {copy:0251} state the first number and how many digits it has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from .cards import Card, CopyOf
from .placeholders import IN_BRACES, names_in_braces

_NUMBER = re.compile(r"(serial|copy)(?::([0-9]{1,12}))?|copies")


class _NumberName(NamedTuple):
    """The name of a number in braces."""

    kind: str
    #: The first number, and its least number of digits.
    start: int
    digits: int

    @classmethod
    def parse(cls, name: str) -> _NumberName:
        """Parse a name such as "serial:0001"."""
        kind, _, start = name.partition(":")
        return cls(kind, int(start or 1), len(start) if start.startswith("0") else 1)

    def text(self, earlier: int, copy: int, copies: int) -> str:
        """Return the number on a copy of a card, as text.

        earlier: how many cards with the same serial come before the first copy. copy: the copy's number, from
        1. copies: how many copies there are.
        """
        if self.kind == "copies":
            return str(copies)
        before = earlier if self.kind == "serial" else 0
        return f"{self.start + before + copy - 1:0{self.digits}}"


def number_names(show: str) -> list[str]:
    """Return the names of numbers that a text has in braces, such as "serial:0001"."""
    return [name for name in names_in_braces(show) if _NUMBER.fullmatch(name)] if "{" in show else []


def with_numbers(text: str, numbers: Mapping[str, str]) -> str:
    """Return a text in which the names of numbers in braces are replaced by the numbers."""
    if not numbers or "{" not in text:
        return text
    return IN_BRACES.sub(lambda match: numbers.get(match[1], match[0]), text)


def numbers_by_name(
    names: Iterable[str], earlier: Mapping[int, int], copy: int, copies: int
) -> dict[str, str]:
    """Return the texts of the numbers on a copy of a card by their names, serials first.

    names: the names of the numbers that the card shows, such as "serial:0001". earlier: for each start of a
    serial, how many cards with this serial come before the first copy. copy: the copy's number, from 1.
    copies: how many copies there are.
    """
    parsed = sorted(((_NumberName.parse(name), name) for name in set(names)), key=_number_sort_key)
    return {name: each.text(earlier.get(each.start, 0), copy, copies) for each, name in parsed}


def _number_sort_key(name_and_text: tuple[_NumberName, str]) -> tuple[int, str]:
    """Return a sort key that puts serials first, then numbers of copies."""
    return ("serial", "copy", "copies").index(name_and_text[0].kind), name_and_text[1]


def add_to_serial_counts(names: Iterable[str], earlier: Counter[int], copies: int) -> None:
    """Add the copies of a card to the count of each serial that the card shows.

    names: the names of the numbers on the card. earlier: the counts by the start of the serial, which are
    changed. copies: how many copies of the card there are.
    """
    for start in {each.start for each in map(_NumberName.parse, names) if each.kind == "serial"}:
        earlier[start] += copies


def is_numbered(card: Card) -> bool:
    """Tell whether the copies of a card show different numbers."""
    return any(name != "copies" for name in card.numbers)


def with_copies_joined(cards: Iterable[Card]) -> Iterator[Card]:
    """Yield the cards, in which the numbered copies of a card are replaced by one card.

    That card is the first copy, with the id, label and quantity of the original.
    """
    for card in cards:
        if card.copy_of is None:
            yield card
        elif card.copy_of.number == 1:
            of = card.copy_of
            yield card._replace(id=of.id, label=of.label, quantity=of.quantity, copy_of=None)


def copies_with_longer_numbers(cards: Iterable[Card]) -> Iterator[Card]:
    """Yield, for each card on whose last copy a number has more digits than on the first copy, that last
    copy.

    Its columns are those of the first copy; card_list.with_shown_numbers() changes them.
    """
    for card in cards:
        if is_numbered(card) and card.quantity > 1:
            last = {
                name: text if name == "copies" else str(int(text) + card.quantity - 1).zfill(len(text))
                for name, text in card.numbers.items()
            }
            if any(len(last[name]) > len(text) for name, text in card.numbers.items()):
                of = CopyOf(card.id, card.label, card.quantity, card.quantity)
                label = f"{card.label} {next(iter(last.values()))}"
                yield card._replace(id=f"{card.id}-{card.quantity}", label=label, numbers=last, copy_of=of)
