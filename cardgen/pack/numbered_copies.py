"""A pack with a card for each copy of those that show numbers of their own: see `copy_numbers`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from ..errors import UsageError
from .card_list import with_shown_numbers
from .cards import Card, CopyOf
from .copy_numbers import add_to_serial_counts, is_numbered, numbers_by_name
from .model import Pack

#: Maximum number of cards with a number of their own in a print run.
MOST_NUMBERED = 100_000
#: What ends the id of a copy where a card has that id, and what the id of a copy has after that of its card.
_ANOTHER = "'"
_NUMBER_OF_COPY = re.compile(rf"-\d+{_ANOTHER}*\Z")


class _NumberedCopy(NamedTuple):
    """A copy of a card: its id, the numbers that it shows, and the card of which it is a copy."""

    id: str
    numbers: Mapping[str, str]
    #: None for all copies of a card that only shows how many there are.
    copy_of: CopyOf | None


def with_each_copy(pack: Pack, copies: int = 1) -> Pack:
    """Return the pack with a card for each copy of the cards that show numbers, for a run of several decks.

    copies: the number of decks. Cards without numbers keep the quantities of one deck. A pack that has no
    numbers, or that already has a card for each copy, is returned unchanged. Raises UsageError for more
    numbered cards than the limit.
    """
    whole = pack.whole_pack or pack
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
        add_to_serial_counts(card.numbers, earlier, card.quantity * copies)
    return _with_runs(pack, runs)


def _copies_of(
    card: Card, earlier: Mapping[int, int], copies: int, used_ids: set[str]
) -> Iterator[_NumberedCopy]:
    """Yield a _NumberedCopy for each copy of a card that shows numbers; nothing for other cards.

    If a card shows only {copies}, which is the same on all copies, one _NumberedCopy stands for all. earlier:
    for each start of a serial, how many cards with this serial come before. copies: the number of decks.
    used_ids: the ids in use, to which the new ids are added.
    """
    of = card.quantity * copies
    if not card.numbers or not of:
        return
    if not is_numbered(card):
        yield _NumberedCopy(card.id, numbers_by_name(card.numbers, earlier, 1, of), None)
        return
    for copy in range(1, of + 1):
        own = f"{card.id}-{copy:0{len(str(of))}}"
        while own in used_ids:
            own += _ANOTHER
        used_ids.add(own)
        copy_of = CopyOf(card.id, card.label, card.quantity, copy)
        yield _NumberedCopy(own, numbers_by_name(card.numbers, earlier, copy, of), copy_of)


def id_without_copy(copy_id: str) -> str:
    """Return the id of the card that a numbered copy is of. copy_id: the id of the copy."""
    return _NUMBER_OF_COPY.sub("", copy_id)


def _with_runs(pack: Pack, runs: Mapping[str, tuple[_NumberedCopy, ...]]) -> Pack:
    """Return the pack, and the packs of its kinds of pieces, in which copies replace the cards.

    runs: the copies by the card's id. A card without copies stays.
    """
    whole = pack.whole_pack or pack

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
    kinds = tuple(replace(kind, cards=copies(kind), whole_pack=made) for kind in whole.resized_kinds)
    made = replace(made, resized_kinds=kinds)
    return made if pack.whole_pack is None else replace(pack, cards=copies(pack), whole_pack=made)


def last_copies(pack: Pack, card: Card, times: int) -> list[tuple[Card, int]]:
    """Return the last `times` numbered copies of a card, each with the quantity 1.

    If the card has no numbered copies, return [(card, times)].
    """
    copies = [each for each in pack.cards if each.copy_of and each.copy_of.id == card.id]
    return [(each, 1) for each in copies[-times:]] if copies else [(card, times)]
