"""What was printed of a pack, as a file of sheets says it, and what differs from it now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from ..art.fingerprint import back_fingerprint, face_fingerprint
from ..pack.model import Card, Pack

Kind = Literal["changed", "new", "more", "removed", "fewer"]


class Printed(NamedTuple):
    """A card as it was printed."""

    id: str
    label: str
    #: Fingerprints of its two sides; "" for a back that was not printed.
    face: str
    back: str
    times: int


class Change(NamedTuple):
    """A card of which something is to be printed, or put aside, since the last printing."""

    kind: Kind
    label: str
    #: How often it was printed, and how often the pack has it.
    before: int
    after: int
    #: How often it is to be printed now; 0 where copies are put aside.
    prints: int
    #: What is drawn otherwise: "face", "back", both, or nothing.
    sides: tuple[str, ...] = ()
    #: None for a card that the pack has no more.
    card: Card | None = None
    #: What it was called, where that is another name.
    was: str = ""


def printed_cards(pack: Pack, cards: Iterable[tuple[Card, int]], backs: bool = True) -> tuple[Printed, ...]:
    """Return cards as they are printed, with how often. backs: whether their backs are."""
    names: dict[str, str] = {}
    found = []
    for card, times in cards:
        name = pack.back_of(card)
        if backs and name not in names:
            names[name] = back_fingerprint(pack, name)
        found.append(
            Printed(card.id, card.label, face_fingerprint(pack, card), names[name] if backs else "", times)
        )
    return tuple(found)


def changes(pack: Pack, before: Sequence[Printed]) -> list[Change]:
    """Return what is to be printed and put aside so that the cards printed before are those of the pack.

    What looks the same on both sides need not be printed again, whatever it is called. The others are the
    same card by their ids, or by their names.
    """
    with_backs = all(each.back for each in before)
    now = printed_cards(pack, [(card, card.quantity) for card in pack.cards if card.quantity], with_backs)
    old = _paired(before, now)
    cards = {card.id: card for card in pack.cards}
    found = [
        change for place, each in enumerate(now) if (change := _change(old.get(place), each, cards[each.id]))
    ]
    paired = {each.id for each in old.values()}
    found += (Change("removed", each.label, each.times, 0, 0) for each in before if each.id not in paired)
    return found


def _paired(before: Sequence[Printed], now: Sequence[Printed]) -> dict[int, Printed]:
    """Return by the places of cards what they were before: first what looks the same."""
    old: dict[int, Printed] = {}
    left = {each.id: each for each in before}
    ways: tuple[Callable[[Printed], object], ...] = (
        lambda each: (each.face, each.back),
        lambda each: each.id,
        lambda each: each.label,
    )
    for tell in ways:
        known: dict[object, list[Printed]] = {}
        for each in left.values():
            known.setdefault(tell(each), []).append(each)
        for place, each in enumerate(now):
            same = [] if place in old else known.get(tell(each), [])
            if same:
                old[place] = left.pop(same.pop(0).id)
    return old


def _change(old: Printed | None, now: Printed, card: Card) -> Change | None:
    """Return what is to be done about a card; None where it is as it was."""
    if old is None:
        return Change("new", now.label, 0, now.times, now.times, card=card)
    sides = tuple(side for side in ("face", "back") if getattr(old, side) != getattr(now, side))
    if sides:
        was = old.label if old.label != now.label else ""
        return Change("changed", now.label, old.times, now.times, now.times, sides, card, was)
    if old.times == now.times:
        return None
    kind: Kind = "more" if now.times > old.times else "fewer"
    return Change(kind, now.label, old.times, now.times, max(0, now.times - old.times), card=card)
