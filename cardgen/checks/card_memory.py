"""What was found out about cards, kept between two checks of a pack that is being edited.

What is found on a card with a layout depends on the card, and on the parts of its pack that all cards share:
layouts, types, fonts, colours, and the like. While these stay the same, only new and changed cards are
checked again.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import fields
from typing import Any, NamedTuple

from ..pack.model import Card, Pack
from ..pack.placeholders import names_drawing_file
from ..pack.values import NoSuchName, file_in_box, is_file_name, is_picture
from ..sandbox import untrusted

#: Maximum number of packs that differ in shared parts, and of kept cards of all of them (about 2 kB each).
_MOST_PACKS, _MOST_CARDS = 12, 40_000
#: The fields of a pack on which no face with a layout depends, or which shared_parts() includes in another
#: form.
_LEFT_OUT = (
    *("cards", "files_in_boxes", "whole_pack", "one_deck"),
    *("resized_kinds", "unavailable_kinds", "is_trusted"),
)


class _Kept(NamedTuple):
    """A card with a layout, and the facts that were found out about it."""

    card: Card
    facts: dict[str, Any]


class _KeptCards:
    """What is kept about the cards of packs with the same shared parts."""

    def __init__(self) -> None:
        #: The card used last at the end.
        self.by_key: OrderedDict[object, _Kept] = OrderedDict()
        #: By the identity of each card that names no file; the card is kept, so that no other one gets it. A
        #: card that an edit leaves alone is the same object (see pack/part_memory.py).
        self.by_identity: dict[int, _Kept] = {}

    def __len__(self) -> int:
        return len(self.by_key)


class CardMemory:
    """Findings about the cards of packs, by the parts that all cards of these packs share. If there are too
    many, the oldest are removed.
    """

    def __init__(self) -> None:
        #: The newest last. A mapping in a pack cannot be a key, so these are compared one by one.
        self._packs: list[tuple[tuple[Any, ...], _KeptCards]] = []

    def of_pack(self, pack: Pack) -> CardsOfPack:
        """Return the facts about cards of this pack and of all others with the same shared parts."""
        files = _files_without_tables(pack)
        stamps = dict(zip(files, untrusted.file_stamps(files), strict=True))
        shared = shared_parts(pack, stamps)
        place = next((at for at, (known, _) in enumerate(self._packs) if known == shared), None)
        found = (shared, _KeptCards()) if place is None else self._packs.pop(place)
        self._packs.append(found)
        spare = sum(len(cards) for _, cards in self._packs) - _MOST_CARDS
        while self._packs[:-1] and (len(self._packs) > _MOST_PACKS or spare > 0):
            spare -= len(self._packs.pop(0)[1])
        return CardsOfPack(pack, stamps, found[1])


class CardsOfPack:
    """Facts about the cards of packs with the same shared parts."""

    def __init__(self, pack: Pack, stamps: Mapping[str, object], kept: _KeptCards) -> None:
        """Prepare. stamps: the state on disk of the files that the pack names."""
        self._pack, self._stamps, self._kept = pack, stamps, kept
        #: As _KeptCards.by_identity, for the cards that name files, whose state on disk is that of this pack.
        self._with_files: dict[int, _Kept] = {}
        self._shared_files: list[tuple[str, object]] | None = None
        #: By layout, what its boxes show, and that of it which names files.
        self._shows_of_layouts: dict[str, tuple[list[str], list[str]]] = {}

    def facts(self, card: Card) -> dict[str, Any]:
        """Return the facts about a card with a layout, by name. The caller may add facts to the result, and
        they are kept.

        Cards that differ only in their place in the file, their quantity and their notes have the same facts,
        so facts must not depend on these.
        """
        for known in (self._kept.by_identity.get(id(card)), self._with_files.get(id(card))):
            if known is not None and known.card is card:
                return known.facts
        facts, names_files = self._find_or_add_facts(card)
        by_identity = self._with_files if names_files else self._kept.by_identity
        if len(by_identity) > 2 * len(self._kept) + 100:
            # Most of them are of earlier texts.
            by_identity.clear()
        by_identity[id(card)] = _Kept(card, facts)
        return facts

    def stamps_without_pictures(self, card: Card) -> list[object]:
        """Return the state on disk of the files other than pictures that a card with a layout may show."""
        if self._shared_files is None:
            without = _files_of_cards(self._pack, self._stamps)
            self._shared_files = [
                (file, stamp)
                for file, stamp in self._stamps.items()
                if file not in without and not is_picture(file)
            ]
        files = self._files_of_card(card)
        return [*self._shared_files, *(self._stamps[file] for file in files if not is_picture(file))]

    def _files_of_card(self, card: Card) -> list[str]:
        """Return the files that a card names."""
        shown = [
            self._pack.files_in_boxes.get(file_in_box(show, card.values))
            for show in self._show_texts(card)[1]
        ]
        files = filter(None, (*card.values.values(), *shown, card.image)) if self._stamps else ()
        return [file for file in files if file in self._stamps]

    def _find_or_add_facts(self, card: Card) -> tuple[dict[str, Any], bool]:
        """Return (the facts about a card, or about one that looks alike; whether the card names files). If
        there are none yet, add an empty dict.
        """
        values = card.values.values()
        shows, file_shows = self._show_texts(card)
        if any(map(names_drawing_file, (*values, *shows))):
            # It may name a drawing that only another card's column brings into the pack.
            return {}, True
        shown = [self._pack.files_in_boxes.get(file_in_box(show, card.values)) for show in file_shows]
        stamps = [self._stamps[file] for file in self._files_of_card(card)]
        names_files = bool(file_shows or stamps)
        # These differ between most cards. The rest is compared, as mappings and colours cannot be keys.
        key = (card.layout, card.label, card.suit, *values, *shown, *stamps)
        cards = self._kept.by_key
        kept = cards.get(key)
        if kept is not None and _looks_alike(kept.card, card):
            cards.move_to_end(key)
            return kept.facts, names_files
        facts: dict[str, Any] = {}
        cards[key] = _Kept(card, facts)
        cards.move_to_end(key)
        if len(cards) > _MOST_CARDS:
            cards.popitem(last=False)
        return facts, names_files

    def _show_texts(self, card: Card) -> tuple[list[str], list[str]]:
        """Return (the values of `show` of all boxes of a card's layout, those of them that are names of
        files).
        """
        if card.layout not in self._shows_of_layouts:
            shows: list[str] = []
            with contextlib.suppress(NoSuchName):
                shows = self._pack.layout(card.layout).shows
            self._shows_of_layouts[card.layout] = shows, [show for show in shows if is_file_name(show)]
        return self._shows_of_layouts[card.layout]


def _looks_alike(card: Card, other: Card) -> bool:
    """Tell whether two cards differ at most in their places in the file, their quantities and their notes."""
    return card is other or card == other._replace(
        id=card.id,
        quantity=card.quantity,
        path=card.path,
        inherited=card.inherited,
        notes=card.notes,
        copy_of=card.copy_of,
    )


def _files_without_tables(pack: Pack) -> list[str]:
    """Return the files that a pack names, without tables, because the contents of tables are in the cards."""
    tables = {each.table.file for each in pack.lists if each.table}
    return [file for file in pack.files if file not in tables]


def _files_of_cards(pack: Pack, stamps: Mapping[str, object]) -> set[str]:
    """Return the files among those of `stamps` that cards name."""
    if not stamps:
        return set()
    named = {value for card in pack.cards for value in card.values.values() if value in stamps}
    return named | pack.paths_in_boxes | {card.image for card in pack.cards if card.image}


def shared_parts(pack: Pack, stamps: Mapping[str, object]) -> tuple[Any, ...]:
    """Return all on which the face of a card with a layout depends, except for the card itself.

    That includes other cards that texts name, and the ranks of suits, which decide whether a 6 is marked.
    stamps: the state on disk of the files that the pack names. Files that a card names belong to the card and
    are left out.
    """
    of_cards = _files_of_cards(pack, stamps)
    return (
        *(getattr(pack, each.name) for each in fields(Pack) if each.name not in _LEFT_OUT),
        # Equal mappings may differ in order: boxes are painted, and fonts fall back, in theirs.
        [(name, list(layout.boxes)) for name, layout in pack.layouts.items()],
        [list(each) for each in (pack.fonts, pack.keywords, pack.suits)],
        pack.cards_in_text,
        pack.special_inks,
        [(suit, list(cards)) for suit, cards in pack.suit_cards.items()],
        [(file, stamp) for file, stamp in stamps.items() if file not in of_cards],
        None if pack.whole_pack is None else shared_parts(pack.whole_pack, stamps),
    )


#: What a check looks up and adds to; None to keep nothing.
MEMORY: ContextVar[CardMemory | None] = ContextVar("memory", default=None)


def facts_of_cards(pack: Pack) -> CardsOfPack | None:
    """Return the facts that are kept about the cards of a pack; None if nothing is kept at present."""
    memory = MEMORY.get()
    if memory is None:
        return None
    found = pack.drawing_cache.get("cards")
    if found is None:
        found = pack.drawing_cache["cards"] = memory.of_pack(pack)
    assert isinstance(found, CardsOfPack)  # noqa: S101 - nobody else uses the name
    return found
