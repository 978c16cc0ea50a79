"""Compares what was printed of a pack, as a file of sheets states it, with the present pack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from ..art.fingerprint import back_fingerprint, face_fingerprint
from ..pack.model import Card, Pack

ChangeKind = Literal["changed", "new", "more", "removed", "fewer"]


class PrintedCard(NamedTuple):
    """A printed card."""

    id: str
    label: str
    #: Fingerprints of its two sides; "" for a back that was not printed.
    face: str
    back: str
    times: int
    #: The kind of pieces that it is; "" for a card.
    piece: str = ""


class CardChange(NamedTuple):
    """A card that must be printed again, or of which copies must be put aside, since the last printing."""

    kind: ChangeKind
    label: str
    #: The quantity printed before, and that in the pack now.
    before: int
    after: int
    #: Number of copies to print now; 0 if copies are put aside.
    prints: int
    #: The sides that look different: "face", "back", both, or none.
    sides: tuple[str, ...] = ()
    #: None for a card that is no longer in the pack.
    card: Card | None = None
    #: Its former name, if different.
    former_label: str = ""
    #: The kind of pieces that it is; "" for a card.
    piece: str = ""
    #: The id that it was printed with; "" for a new one.
    former_id: str = ""


def printed_cards(
    pack: Pack, cards: Iterable[tuple[Card, int]], backs: bool = True
) -> tuple[PrintedCard, ...]:
    """Return a record of each card, with its quantity and fingerprints of its sides.

    cards: pairs of a card and its quantity. backs: whether backs are printed.
    """
    names: dict[tuple[str, str], str] = {}
    found = []
    for card, times in cards:
        kind = pack.kind_of(card)
        name = (card.piece, kind.back_of(card))
        if backs and name not in names:
            names[name] = back_fingerprint(kind, name[1])
        face, back = face_fingerprint(kind, card), names[name] if backs else ""
        found.append(PrintedCard(card.id, card.label, face, back, times, card.piece))
    return tuple(found)


def changes_since(pack: Pack, printed: Sequence[PrintedCard]) -> list[CardChange]:
    """Return the changes, cards to print or to put aside, by which the printed cards become those of the
    pack.

    A card that looks the same on both sides is not printed again, even under another name. Any other card is
    compared with the printed card of the same id, or else of the same name.
    """
    with_backs = all(each.back for each in printed)
    now = printed_cards(
        pack, [(card, card.quantity) for card in pack.deck_cards if card.quantity], with_backs
    )
    old = _former_cards_by_index(printed, now)
    cards = {card.id: card for card in pack.deck_cards}
    found = [
        change
        for place, each in enumerate(now)
        if (change := _change_of_card(old.get(place), each, cards[each.id]))
    ]
    paired = {each.id for each in old.values()}
    found += (
        CardChange("removed", each.label, each.times, 0, 0, piece=each.piece, former_id=each.id)
        for each in printed
        if each.id not in paired
    )
    return found


def _former_cards_by_index(
    printed: Sequence[PrintedCard], present: Sequence[PrintedCard]
) -> dict[int, PrintedCard]:
    """Return the former card of each present card, by the index of the present card. New cards are left out.

    Cards that look the same are matched first, then those with the same id, then those with the same name.
    """
    old: dict[int, PrintedCard] = {}
    left = {each.id: each for each in printed}
    ways: tuple[Callable[[PrintedCard], object], ...] = (
        lambda each: (each.face, each.back),
        lambda each: (each.piece, each.id),
        lambda each: (each.piece, each.label),
    )
    for tell in ways:
        known: dict[object, list[PrintedCard]] = {}
        for each in left.values():
            known.setdefault(tell(each), []).append(each)
        for place, each in enumerate(present):
            same = [] if place in old else known.get(tell(each), [])
            if same:
                old[place] = left.pop(same.pop(0).id)
    return old


def _change_of_card(former: PrintedCard | None, present: PrintedCard, card: Card) -> CardChange | None:
    """Return the change of one card; None if it is unchanged. former: the former card, None for a new one."""
    if former is None:
        return CardChange(
            "new", present.label, 0, present.times, present.times, card=card, piece=present.piece
        )
    sides = tuple(side for side in ("face", "back") if getattr(former, side) != getattr(present, side))
    if sides:
        was = former.label if former.label != present.label else ""
        return CardChange(
            "changed",
            present.label,
            former.times,
            present.times,
            present.times,
            sides,
            card,
            was,
            present.piece,
            former.id,
        )
    if former.times == present.times:
        return None
    kind: ChangeKind = "more" if present.times > former.times else "fewer"
    prints = max(0, present.times - former.times)
    return CardChange(
        kind,
        present.label,
        former.times,
        present.times,
        prints,
        card=card,
        piece=present.piece,
        former_id=former.id,
    )
