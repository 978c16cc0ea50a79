"""Plans an order from a printer: how many pieces, which step of the price list, which files.

Plain data in, frozen records out; cli/order.py words them.
"""

from __future__ import annotations

import itertools
from typing import Literal, NamedTuple

from ...pack.model import Card, Pack
from ...pack.numbered_copies import with_each_copy
from ...pack.yaml import Data
from ...units import Sentence
from .library import scale_to_fit
from .model import Decks, Printer, Product

#: Faces of cards that are not played with, in the order in which they are left out.
_SPARABLE = ("title", "summary", "text")
#: Faces of cards that fill empty places, in the order in which they are added.
_FILLERS: tuple[Literal["summary", "title"], ...] = ("summary", "title")


class PackChange(NamedTuple):
    """Cards to add to a pack or to leave out, and the keys of the pack to change for that."""

    #: Extras and their number of copies: ("summary", 1).
    extras: tuple[tuple[str, int], ...]
    #: The keys of the pack to write, replacing the present ones.
    write: dict[str, Data]
    #: Spares to add, by the cards' labels in the pack: ("+4", 2).
    spares: tuple[tuple[str, int], ...] = ()

    @property
    def number(self) -> int:
        """Return the number of cards that it adds or leaves out."""
        return sum(count for _, count in (*self.extras, *self.spares))


class PriceStep(NamedTuple):
    """The step of a price list that a number of cards belongs to."""

    #: The number of cards that is charged; None if the list has no step for so many.
    paid: int | None
    #: The next lower step; None if there is none.
    below: int | None


class UploadFile(NamedTuple):
    """A file to upload."""

    #: Appended to the pack's name: "", "-faces" or "-backs".
    suffix: str
    pages: int
    holds: Literal["both", "faces", "backs"]


class Order(NamedTuple):
    """An order, with its price step, files and remarks."""

    #: Number of cards of one deck, and number of distinct faces.
    cards: int
    faces: int
    decks: int
    product: Product
    #: The pack's own trim in points, and the scale of its art at the ordered one.
    own_size: tuple[float, float]
    scale: float
    step: PriceStep
    #: What fills the deck up to the step; None if it is full, or there is no step or no card to add.
    fill: PackChange | None
    #: What to leave out for the next lower step; None if only cards of the game could be left out.
    drop: PackChange | None
    #: How many cards are missing from the minimum.
    lacking: int
    #: The number of decks it must be split into, as each has a maximum of cards; 1 for no split.
    parts: int
    #: PDFs to upload; none for a printer that takes pictures.
    files: tuple[UploadFile, ...]
    #: Number of pictures to upload; 0 for a printer that takes PDFs.
    pictures: int

    @property
    def free(self) -> int:
        """Return the number of places of the step that are paid for and empty."""
        return 0 if self.step.paid is None else self.step.paid - self.cards


def plan_order(
    pack: Pack,
    data: dict[str, Data],
    printer: Printer,
    own_size: tuple[float, float],
    decks: int = 1,
) -> Order:
    """Return the order of a pack from a printer.

    pack: drawn at the printer's trim. data: its keys as in its file, including those of its base. own_size:
    its own trim, in points. decks: the number of copies of the pack.
    """
    product = printer.nearest_product(pack.card.size, pack.card.shape)
    # Prices and limits are of decks of cards, not of circles and hexagons.
    limits = printer.decks if product.shape == "rectangle" else Decks()
    step = price_step(limits, pack.count)
    free = 0 if step.paid is None else step.paid - pack.count
    over = pack.count - step.below if step.below and step.paid != pack.count else 0
    most = limits.most
    printed = with_each_copy(pack)
    return Order(
        cards=pack.count,
        faces=_distinct_face_count(printed),
        decks=decks,
        product=product,
        own_size=own_size,
        scale=scale_to_fit(own_size, pack.card.size),
        step=step,
        fill=_filling_change(pack, data, free) if free else None,
        drop=_dropping_change(pack, data, over) if over else None,
        lacking=max(0, limits.least - pack.count),
        parts=-(-pack.count // most) if most else 1,
        files=_order_files(printed, printer) if printer.form == "pdf" else (),
        pictures=_picture_count(printed, printer) if printer.form == "images" else 0,
    )


def price_step(decks: Decks, cards: int) -> PriceStep:
    """Return the number of cards that the printer charges for, and the next lower step.

    decks: the printer's steps and limits. cards: the number of cards of a deck.
    """
    steps = [0, *decks.steps]
    for below, step in itertools.pairwise(steps):
        if cards <= step:
            return PriceStep(step, below or None)
    if not decks.every or (decks.most is not None and cards > decks.most):
        return PriceStep(None, steps[-1] or None)
    paid = steps[-1] + -(-(cards - steps[-1]) // decks.every) * decks.every
    paid = min(paid, decks.most) if decks.most is not None else paid
    return PriceStep(paid, (paid - 1 - steps[-1]) // decks.every * decks.every + steps[-1] or None)


def price_sentence(decks: Decks, step: PriceStep, cards: int) -> Sentence:
    """Return which step of a price list a deck falls in, and how many paid places stay empty.

    decks: the printer's steps. cards: the number of cards of the deck.
    """
    if step.paid is None and not (decks.steps or decks.every):
        return Sentence("its price list is not known")
    if step.paid is None:
        return Sentence(
            "{cards} cards are more than the last number in its price list, {below}",
            cards=f"{cards:,}",
            below=f"{step.below:,}",
        )
    if step.paid == cards:
        return Sentence("{cards} cards: one of the numbers in its price list", cards=cards)
    empty = Sentence(
        "{n} place is paid for and stays empty",
        "{n} places are paid for and stay empty",
        n=step.paid - cards,
    )
    price = Sentence(
        "{cards} cards are charged as {paid}, the next number in its price list: {empty}",
        cards=cards,
        paid=step.paid,
        empty=empty,
    )
    if step.below:
        return Sentence(
            "{price}; with {fewer} fewer, {below} would be charged",
            price=price,
            fewer=cards - step.below,
            below=step.below,
        )
    return price


def _filling_change(pack: Pack, data: dict[str, Data], places: int) -> PackChange | None:
    """Return a change of a pack that adds a number of cards; None if there is no card to add.

    The change adds a summary and a title if the pack lacks them, then spare copies of the rarest cards. To a
    pack without suits it adds blank cards. places: the number of cards to add.
    """
    if not any(card.suit for card in pack.cards):
        blank = f"{pack.wording.translate(Sentence('Blank'))}"
        # A layout with nothing to show is the plain ground of a card.
        entry: Data = {"layout": "full", "name": blank, "copies": places}
        return PackChange(((blank, places),), {"extras": [*_extras_data(data), entry]})
    there = {card.face for card in pack.cards if card.is_extra}
    added = [face for face in _FILLERS if face not in there][:places]
    spares = _cards_with_spare_counts(pack, places - len(added))
    if len(added) < places and not spares:
        return None
    write: dict[str, Data] = {}
    if added:
        faces: list[Data] = [{"face": face} for face in added]
        write["extras"] = [*_extras_data(data), *faces]
    if spares:
        # A game's rules state how often each card occurs; spares do not count.
        write |= {"games": []} if pack.games else {}
        write["suits"] = _quantities_with_spares(data, spares)
    return PackChange(
        tuple((face, 1) for face in added), write, tuple((card.label, copies) for card, copies in spares)
    )


def _cards_with_spare_counts(pack: Pack, places: int) -> list[tuple[Card, int]]:
    """Return pairs of a card and its number of spare copies, the rarest cards first.

    Rare cards come first because losing a copy of one matters most. places: the total number of spare copies.
    """
    rare = sorted((card for card in pack.cards if card.suit), key=lambda card: card.quantity)
    if not rare or places < 1:
        return []
    rounds, rest = divmod(places, len(rare))
    copies = [rounds + (place < rest) for place in range(len(rare))]
    return [(card, count) for card, count in zip(rare, copies, strict=True) if count]


def _quantities_with_spares(data: dict[str, Data], spares: list[tuple[Card, int]]) -> dict[str, Data]:
    """Return the quantities of the cards with spares, as the key `suits` of a pack states them."""
    written: dict[str, Data] = {}
    for card, copies in spares:
        suit, rank = str(card.suit), str(card.rank)
        count: Data = card.quantity + copies
        entry: Data = {"quantity": count} if isinstance(_suit_entry(data, suit, rank), dict) else count
        cards = written.setdefault(suit, {"cards": {}})["cards"]  # type: ignore[index,call-overload]
        cards[rank] = entry  # type: ignore[index,call-overload]
    return written


def _suit_entry(data: Data, suit: str, rank: str) -> Data:
    """Return the entry of a card of a suit in the data of a pack; None if there is none."""
    for part in ("suits", suit, "cards", rank):
        data = data.get(part) if isinstance(data, dict) else None
    return data


def _extras_data(data: dict[str, Data]) -> list[Data]:
    """Return the list of extras in the data of a pack; empty if there is none."""
    extras = data.get("extras")
    return list(extras) if isinstance(extras, list) else []


def _dropping_change(pack: Pack, data: dict[str, Data], surplus: int) -> PackChange | None:
    """Return a change of a pack that leaves out a number of title, summary and text cards.

    Returns None if the pack does not have so many. surplus: the number of cards to leave out.
    """
    extras = [card for card in pack.cards if card.is_extra]
    going: dict[int, int] = {}
    left = surplus
    for place, extra in sorted(enumerate(extras), key=_removal_priority):
        if left and extra.face in _SPARABLE:
            going[place] = min(left, extra.quantity)
            left -= going[place]
    written = _extras_data(data)
    if left or len(written) != len(extras):
        return None
    named = [(extras[place].extra_name, copies) for place, copies in going.items()]
    kept = [
        _with_fewer_copies(entry, extra, going.get(place, 0))
        for place, (entry, extra) in enumerate(zip(written, extras, strict=True))
        if extra.quantity > going.get(place, 0)
    ]
    return PackChange(tuple(named), {"extras": kept})


def _removal_priority(indexed_extra: tuple[int, Card]) -> int:
    """Return a sort key of an extra: extras with the lowest keys are removed first.

    indexed_extra: the index of an extra, and the extra.
    """
    face = indexed_extra[1].face
    return _SPARABLE.index(face) if face in _SPARABLE else len(_SPARABLE)


def _with_fewer_copies(entry: Data, extra: Card, removed: int) -> Data:
    """Return the data of an extra with fewer copies. removed: the number of copies to leave out."""
    return {**entry, "copies": extra.quantity - removed} if removed and isinstance(entry, dict) else entry


def _order_files(pack: Pack, printer: Printer) -> tuple[UploadFile, ...]:
    """Return the PDFs to upload to a printer, as `cardgen press` makes them."""
    faces = pack.count if printer.per == "card" else _distinct_face_count(pack)
    if printer.order == "separate":
        backs = faces if printer.backs == "each" else 1
        return (UploadFile("-faces", faces, "faces"), UploadFile("-backs", backs, "backs"))
    if printer.order == "faces":
        return (UploadFile("", faces, "faces"),)
    once = printer.order in ("back-last", "back-first")
    return (UploadFile("", faces + 1 if once else 2 * faces, "both"),)


def _picture_count(pack: Pack, printer: Printer) -> int:
    """Return the number of pictures to upload to a printer, as `cardgen images` makes them.

    Each distinct back counts once.
    """
    return (pack.count if printer.per == "card" else _distinct_face_count(pack)) + len(pack.backs)


def _distinct_face_count(pack: Pack) -> int:
    """Return the number of distinct faces among cards with a quantity above 0."""
    return sum(1 for card in pack.cards if card.quantity)
