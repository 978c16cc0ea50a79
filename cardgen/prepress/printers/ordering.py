"""What to order of a pack from a printer: how many pieces, which step of the price list, which files.

Plain data in, frozen records out; cli/order.py puts them into words.
"""

from __future__ import annotations

import itertools
from typing import Literal, NamedTuple

from ...pack.model import Card, Pack
from ...pack.yaml import Data
from .library import scale
from .model import Decks, Printer, Product

#: Cards that are not played with, those first that are left out first.
_SPARABLE = ("title", "summary", "text")
#: Cards that fill a place, in the order in which they are added.
_FILLERS: tuple[Literal["summary", "title"], ...] = ("summary", "title")


class Change(NamedTuple):
    """Cards to add to a pack, or to leave out of it."""

    #: Extras, and how often each: ("summary", 1).
    extras: tuple[tuple[str, int], ...]
    #: The keys of the pack to write, in place of those that it has.
    write: dict[str, Data]
    #: Spares to add, named as the pack names its cards: ("+4", 2).
    spares: tuple[tuple[str, int], ...] = ()


class Step(NamedTuple):
    """The place of a number of cards in a price list."""

    #: The number of cards that is paid for; None where the list has no step for as many.
    paid: int | None
    #: The step below it; None where there is none.
    below: int | None


class File(NamedTuple):
    """A file to hand in."""

    #: Behind the pack's name: "", "-faces" or "-backs".
    suffix: str
    pages: int
    holds: Literal["both", "faces", "backs"]


class Order(NamedTuple):
    """An order, and what to know before."""

    #: Cards of one deck, and how many of them differ.
    cards: int
    faces: int
    decks: int
    product: Product
    #: The pack's own trim, and how much its art is scaled from there.
    own_size: tuple[float, float]
    scale: float
    step: Step
    #: What fills the deck up to the step; None where it is full, or there is no step, or no card to add.
    fill: Change | None
    #: What to leave out for the step below; None where no cards but those of the game would do.
    drop: Change | None
    #: How many cards are missing from the fewest that are made.
    lacking: int
    #: Into how many decks it must be split, as each holds only so many cards; 1 for none.
    parts: int
    #: PDFs to hand in; none for a printer who takes pictures.
    files: tuple[File, ...]
    #: Pictures to hand in; 0 for a printer who takes PDFs.
    pictures: int

    @property
    def free(self) -> int:
        """Count the places of the step that are paid for and empty."""
        return 0 if self.step.paid is None else self.step.paid - self.cards


def plan_order(
    pack: Pack,
    data: dict[str, Data],
    printer: Printer,
    own_size: tuple[float, float],
    decks: int = 1,
) -> Order:
    """Plan the order of a pack that was drawn on the printer's blank.

    data: the pack's keys as its file has them, base and all. own_size: its trim before (points).
    decks: how many copies of the pack are ordered.
    """
    step = step_of(printer.decks, pack.count)
    free = 0 if step.paid is None else step.paid - pack.count
    over = pack.count - step.below if step.below and step.paid != pack.count else 0
    most = printer.decks.most
    return Order(
        cards=pack.count,
        faces=_distinct(pack),
        decks=decks,
        product=printer.nearest(pack.card.size),
        own_size=own_size,
        scale=scale(own_size, pack.card.size),
        step=step,
        fill=_fill(pack, data, free) if free else None,
        drop=_drop(pack, data, over) if over else None,
        lacking=max(0, printer.decks.least - pack.count),
        parts=-(-pack.count // most) if most else 1,
        files=_files(pack, printer) if printer.form == "pdf" else (),
        pictures=_pictures(pack, printer) if printer.form == "images" else 0,
    )


def step_of(decks: Decks, cards: int) -> Step:
    """Find the step that so many cards fall in: the first that holds them, and the one below it."""
    steps = [0, *decks.steps]
    for below, step in itertools.pairwise(steps):
        if cards <= step:
            return Step(step, below or None)
    if not decks.every or (decks.most is not None and cards > decks.most):
        return Step(None, steps[-1] or None)
    paid = steps[-1] + -(-(cards - steps[-1]) // decks.every) * decks.every
    paid = min(paid, decks.most) if decks.most is not None else paid
    return Step(paid, (paid - 1 - steps[-1]) // decks.every * decks.every + steps[-1] or None)


def _fill(pack: Pack, data: dict[str, Data], places: int) -> Change | None:
    """Add a summary and a title where the pack has none, then spares of the rarest cards."""
    there = {card.face for card in pack.cards if card.is_extra}
    added = [face for face in _FILLERS if face not in there][:places]
    spares = _spares(pack, places - len(added))
    if len(added) < places and not spares:
        return None
    write: dict[str, Data] = {}
    if added:
        faces: list[Data] = [{"face": face} for face in added]
        write["extras"] = [*_extras(data), *faces]
    if spares:
        # A game's rules say how often each card is played with; spares are not.
        write |= {"games": []} if pack.games else {}
        write["suits"] = _quantities(data, spares)
    return Change(
        tuple((face, 1) for face in added), write, tuple((card.label, copies) for card, copies in spares)
    )


def _spares(pack: Pack, places: int) -> list[tuple[Card, int]]:
    """Choose how many spares of each card: the rarest first, as their loss hurts most."""
    rare = sorted((card for card in pack.cards if card.suit), key=lambda card: card.quantity)
    if not rare or places < 1:
        return []
    rounds, rest = divmod(places, len(rare))
    copies = [rounds + (place < rest) for place in range(len(rare))]
    return [(card, count) for card, count in zip(rare, copies, strict=True) if count]


def _quantities(data: dict[str, Data], spares: list[tuple[Card, int]]) -> dict[str, Data]:
    """Return the quantities of cards with their spares, as a pack writes them."""
    written: dict[str, Data] = {}
    for card, copies in spares:
        suit, rank = str(card.suit), str(card.rank)
        count: Data = card.quantity + copies
        entry: Data = {"quantity": count} if isinstance(_entry(data, suit, rank), dict) else count
        cards = written.setdefault(suit, {"cards": {}})["cards"]  # type: ignore[index,call-overload]
        cards[rank] = entry  # type: ignore[index,call-overload]
    return written


def _entry(data: Data, suit: str, rank: str) -> Data:
    for part in ("suits", suit, "cards", rank):
        data = data.get(part) if isinstance(data, dict) else None
    return data


def _extras(data: dict[str, Data]) -> list[Data]:
    extras = data.get("extras")
    return list(extras) if isinstance(extras, list) else []


def _drop(pack: Pack, data: dict[str, Data], surplus: int) -> Change | None:
    """Choose the title, summary and text cards to leave out; None where they are not enough."""
    extras = [card for card in pack.cards if card.is_extra]
    going: dict[int, int] = {}
    left = surplus
    for place, extra in sorted(enumerate(extras), key=_dispensable):
        if left and extra.face in _SPARABLE:
            going[place] = min(left, extra.quantity)
            left -= going[place]
    written = _extras(data)
    if left or len(written) != len(extras):
        return None
    named = [(extras[place].called, copies) for place, copies in going.items()]
    kept = [
        _fewer(entry, extra, going.get(place, 0))
        for place, (entry, extra) in enumerate(zip(written, extras, strict=True))
        if extra.quantity > going.get(place, 0)
    ]
    return Change(tuple(named), {"extras": kept})


def _dispensable(placed: tuple[int, Card]) -> int:
    face = placed[1].face
    return _SPARABLE.index(face) if face in _SPARABLE else len(_SPARABLE)


def _fewer(entry: Data, extra: Card, going: int) -> Data:
    """Return an extra as the file has it, with fewer copies."""
    return {**entry, "copies": extra.quantity - going} if going and isinstance(entry, dict) else entry


def _files(pack: Pack, printer: Printer) -> tuple[File, ...]:
    """List the PDFs that cardgen press makes for a printer."""
    faces = pack.count if printer.per == "card" else _distinct(pack)
    if printer.order == "separate":
        backs = faces if printer.backs == "each" else 1
        return (File("-faces", faces, "faces"), File("-backs", backs, "backs"))
    if printer.order == "faces":
        return (File("", faces, "faces"),)
    once = printer.order in ("back-last", "back-first")
    return (File("", faces + 1 if once else 2 * faces, "both"),)


def _pictures(pack: Pack, printer: Printer) -> int:
    """Count the pictures that cardgen images makes for a printer: each back once, whatever shows it."""
    return (pack.count if printer.per == "card" else _distinct(pack)) + len(pack.backs)


def _distinct(pack: Pack) -> int:
    """Count the distinct faces, without those of cards that the pack has none of."""
    return sum(1 for card in pack.cards if card.quantity)
