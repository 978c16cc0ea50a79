"""Numbers on cards: {serial}, {copy} and {copies}, and a pack with a card for each copy that has its own.

`serial` counts the printed cards that show it, in the order of the pack and over all decks of a print run;
serials with different starts count by themselves. `copy` counts the copies of one card in the run, and
`copies` is their number. {serial:0001} and {copy:0251} state the first number and how many digits it has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ..errors import UsageError
from .cards import Card, CopyOf
from .placeholders import IN_BRACES, names_in_braces
from .values import names_file

if TYPE_CHECKING:
    from .model import Pack

_NUMBER = re.compile(r"(serial|copy)(?::([0-9]{1,12}))?|copies")
#: Maximum number of cards with a number of their own in a print run.
MOST_NUMBERED = 100_000


class _NumberedCopy(NamedTuple):
    """What a copy of a card is called, and the numbers that it shows."""

    id: str
    numbers: Mapping[str, str]
    #: None for all copies of a card that only shows how many there are.
    copy_of: CopyOf | None


class _NumberName(NamedTuple):
    """The name of a number in braces."""

    kind: str
    #: The first number, and its least number of digits.
    start: int
    digits: int

    @classmethod
    def parse(cls, name: str) -> _NumberName:
        """Return a name that matches _NUMBER."""
        kind, _, start = name.partition(":")
        return cls(kind, int(start or 1), len(start) if start.startswith("0") else 1)

    def text(self, earlier: int, copy: int, copies: int) -> str:
        """Return the number on a card. earlier: the cards that count with it before the first copy."""
        if self.kind == "copies":
            return str(copies)
        before = earlier if self.kind == "serial" else 0
        return f"{self.start + before + copy - 1:0{self.digits}}"


def number_names(show: str) -> list[str]:
    """Return the names of numbers that a text has in braces."""
    return [name for name in names_in_braces(show) if _NUMBER.fullmatch(name)] if "{" in show else []


def with_numbers(text: str, numbers: Mapping[str, str]) -> str:
    """Return a text with the numbers that it names in braces."""
    if not numbers or "{" not in text:
        return text
    return IN_BRACES.sub(lambda match: numbers.get(match[1], match[0]), text)


def first_numbers(pack: Pack, cards: Iterable[Card]) -> Iterator[Mapping[str, str]]:
    """Yield the numbers of the first copy of each card, by their names; none for most cards."""
    by_layout = {
        name: [
            each for show in pack.layouts[name].shows if not names_file(show) for each in number_names(show)
        ]
        for name in pack.layouts
    }
    has_numbers = any(by_layout.values())
    earlier = Counter[int]()
    for card in cards:
        behind = (card.back or pack.back).layout
        shows = card.kind in ("layout", "text") or behind
        own = [*card.texts.values(), *filter(None, (card.title, card.text))] if shows else []
        names = [name for text in own for name in number_names(text)]
        if has_numbers:
            for layout in (card.layout, behind):
                names += _names_on_layout(pack, layout, by_layout)
        names = [name for name in names if name not in card.texts and name not in pack.icons]
        yield _numbers_of(names, earlier, 1, card.quantity)
        _count(names, earlier, card.quantity)


def _names_on_layout(pack: Pack, layout: str | None, by_layout: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield the numbers that a layout shows, also in boxes of those that it extends."""
    passed = set[str]()
    while layout and layout in by_layout and layout not in passed:
        passed.add(layout)
        yield from by_layout[layout]
        layout = pack.layouts[layout].extends


def _numbers_of(names: Iterable[str], earlier: Mapping[int, int], copy: int, copies: int) -> dict[str, str]:
    """Return the numbers of a copy of a card, a serial first: what tells its copies apart.

    earlier: by the start of a serial, the cards that count with it before the first copy.
    """
    parsed = sorted(((_NumberName.parse(name), name) for name in set(names)), key=_by_weight)
    return {name: each.text(earlier.get(each.start, 0), copy, copies) for each, name in parsed}


def _by_weight(named: tuple[_NumberName, str]) -> tuple[int, str]:
    return ("serial", "copy", "copies").index(named[0].kind), named[1]


def _count(names: Iterable[str], earlier: Counter[int], copies: int) -> None:
    """Count the copies of a card with the serials that it shows."""
    for start in {each.start for each in map(_NumberName.parse, names) if each.kind == "serial"}:
        earlier[start] += copies


def is_numbered(card: Card) -> bool:
    """Tell whether each copy of a card shows a number of its own."""
    return any(name != "copies" for name in card.numbers)


def with_each_copy(pack: Pack, copies: int = 1) -> Pack:
    """Return the pack with a card for each copy of those that show their numbers, in a run of several decks.

    Other cards keep the quantities of one deck. A pack without numbers, or with a card for each copy already,
    is unchanged. Raises UsageError for too many.
    """
    whole = pack.whole or pack
    numbered = [card for card in whole.cards if is_numbered(card) and card.quantity]
    if any(card.copy_of for card in whole.cards) or not any(card.numbers for card in whole.cards):
        return pack
    count = copies * sum(card.quantity for card in numbered)
    if count > MOST_NUMBERED:
        raise UsageError(
            f"these are {count:,} cards with numbers of their own, and at most {MOST_NUMBERED:,} are made at "
            "once: print a part, and state its first number, such as {serial:5001}"
        )
    earlier = Counter[int]()
    runs: dict[str, tuple[_NumberedCopy, ...]] = {}
    taken = {card.id for card in whole.cards}
    for card in whole.cards:
        runs[card.id] = tuple(_copies_of(card, earlier, copies, taken))
        _count(card.numbers, earlier, card.quantity * copies)
    return _with_runs(pack, runs)


def _copies_of(
    card: Card, earlier: Mapping[int, int], copies: int, taken: set[str]
) -> Iterator[_NumberedCopy]:
    """Yield the id, the numbers and the copy of each copy of a card with numbers; nothing for others."""
    of = card.quantity * copies
    if not card.numbers or not of:
        return
    if not is_numbered(card):
        yield _NumberedCopy(card.id, _numbers_of(card.numbers, earlier, 1, of), None)
        return
    for copy in range(1, of + 1):
        own = f"{card.id}-{copy:0{len(str(of))}}"
        while own in taken:
            own += "'"
        taken.add(own)
        copy_of = CopyOf(card.id, card.label, card.quantity, copy)
        yield _NumberedCopy(own, _numbers_of(card.numbers, earlier, copy, of), copy_of)


def _with_runs(pack: Pack, runs: Mapping[str, tuple[_NumberedCopy, ...]]) -> Pack:
    """Return a pack, and those of its kinds, with the copies of its cards by id."""
    from .card_list import with_shown_numbers

    whole = pack.whole or pack

    def copies(part: Pack) -> tuple[Card, ...]:
        made: list[Card] = []
        for card in part.cards:
            for own, numbers, copy_of in runs[card.id]:
                changed = card._replace(id=own, numbers=numbers, copy_of=copy_of)
                if copy_of is not None:
                    label = f"{card.label} {next(iter(numbers.values()))}"
                    changed = changed._replace(label=label, quantity=1)
                made.append(with_shown_numbers(whole, changed))
            if not runs[card.id]:
                made.append(card)
        return tuple(made)

    made = replace(whole, cards=copies(whole))
    kinds = tuple(replace(kind, cards=copies(kind), whole=made) for kind in whole.kinds_drawn)
    made = replace(made, kinds_drawn=kinds)
    return made if pack.whole is None else replace(pack, cards=copies(pack), whole=made)


def with_copies_together(cards: Iterable[Card]) -> Iterator[Card]:
    """Yield cards, with the copies of one in a deck as one card again: what shows the first number."""
    for card in cards:
        if card.copy_of is None:
            yield card
        elif card.copy_of.number == 1:
            of = card.copy_of
            yield card._replace(id=of.id, label=of.label, quantity=of.quantity, copy_of=None)


def last_copies(pack: Pack, card: Card, times: int) -> list[tuple[Card, int]]:
    """Return what prints a card so often: the last of its numbered copies, or the card itself."""
    copies = [each for each in pack.cards if each.copy_of and each.copy_of.id == card.id]
    return [(each, 1) for each in copies[-times:]] if copies else [(card, times)]


def copies_with_longer_numbers(cards: Iterable[Card]) -> Iterator[Card]:
    """Yield the last copy of each card on which a number has more digits than on the first.

    Its columns are still those of the first: see `card_list.with_shown_numbers`.
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
