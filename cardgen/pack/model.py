"""The pack as frozen models: what a pack is, once its file has been read.

Lengths are in points, colours are Color. What a file may say, and how it is read into these models,
is in format1.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

from ..colour.colors import Color, from_hex
from ..units import MM

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
FaceKind = Literal["index", "pips", "court", "joker", "summary", "title", "text", "image"]


class CardFormat(NamedTuple):
    """The blank card: its trim, corner radius, bleed and safe zone."""

    size: tuple[float, float] = (62 * MM, 88 * MM)
    corner: float = 3 * MM
    bleed: float = 3 * MM
    safe: float = 3 * MM

    @property
    def width(self) -> float:
        """Trim width in points."""
        return self.size[0]

    @property
    def height(self) -> float:
        """Trim height in points."""
        return self.size[1]


class Entry(NamedTuple):
    """One rank of a suit: how often it is in the pack, and how it is drawn if not in the usual way."""

    quantity: int = 1
    face: FaceKind | None = None
    image: str | None = None


class Suit(NamedTuple):
    """Cards of one colour and sign."""

    color: Color
    #: Rank to entry, in print order.
    cards: dict[str, Entry]
    name: str | None = None
    sign: str | None = None
    symbol: str | None = None
    stripe: Color | None = None


class SmallIndex(NamedTuple):
    """The indices in the corners; the height of figures follows the card where it is None."""

    on: bool = True
    corners: tuple[Corner, ...] = ("top-left", "bottom-right")
    height: float | None = None


class LargeIndex(NamedTuple):
    """The index in the middle; the height of figures follows the card where it is None."""

    on: bool = True
    height: float | None = None


class Index(NamedTuple):
    """The numbers and letters on a face."""

    small: SmallIndex = SmallIndex()
    large: LargeIndex = LargeIndex()


class Stripe(NamedTuple):
    """The line from corner to corner; its width follows the card where it is None."""

    on: bool = True
    width: float | None = None
    start: Literal["bottom-left", "top-left"] = "bottom-left"


class Extra(NamedTuple):
    """A card beside the suits: a joker, a summary of the pack, a title, a text or a picture."""

    face: Literal["joker", "summary", "title", "text", "image"]
    copies: int = 1
    name: str | None = None
    title: str | None = None
    text: str | None = None
    color: Color | None = None
    image: str | None = None


class Back(NamedTuple):
    """The one back of all cards: a pattern in three inks, or a picture."""

    pattern: str = "lattice"
    color: Color = from_hex("#1F2A44")
    ink: Color = from_hex("#E9DFC7")
    accent: Color = from_hex("#C9A24B")
    image: str | None = None
    one_way: bool = False


class Card(NamedTuple):
    """One distinct card of the pack and how often it is there."""

    id: str
    label: str
    kind: FaceKind
    quantity: int
    #: The way to it in the pack file, for messages.
    path: tuple[str, ...]
    suit: str | None = None
    rank: str | None = None
    extra: Extra | None = None
    image: str | None = None


@dataclass(frozen=True)
class Pack:
    """A card pack."""

    name: str
    edition: str | None = None
    author: str | None = None
    language: str = "en"
    #: The games it is for.
    games: tuple[str, ...] = ()
    card: CardFormat = CardFormat()  # noqa: RUF009 - a tuple, which nobody can change
    style: Literal["disc", "solid", "paper"] = "disc"
    ink_saver: bool = False
    suits: dict[str, Suit] = field(default_factory=dict)
    index: Index = Index()  # noqa: RUF009
    stripe: Stripe = Stripe()  # noqa: RUF009
    extras: tuple[Extra, ...] = ()
    back: Back = Back()  # noqa: RUF009

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The distinct cards in print order: suits as in the file, then the extras."""
        return tuple(_with_own_ids([*self._suit_cards(), *self._extra_cards()]))

    @cached_property
    def count(self) -> int:
        """How many cards the pack has, extras and all."""
        return sum(card.quantity for card in self.cards)

    def suit_title(self, key: str) -> str:
        """What people call a suit."""
        return self.suits[key].name or key

    def resized(self, size: tuple[float, float]) -> Pack:
        """The same pack on a card of another size (points): what it states of its faces goes along."""
        k = min(size[0] / self.card.width, size[1] / self.card.height)
        small, large, stripe = self.index.small, self.index.large, self.stripe
        return replace(
            self,
            card=self.card._replace(size=size),
            index=Index(
                small._replace(height=small.height and small.height * k),
                large._replace(height=large.height and large.height * k),
            ),
            stripe=stripe._replace(width=stripe.width and stripe.width * k),
        )

    def on_blank(self, size: tuple[float, float], bleed: float, safe: float, corner: float | None) -> Pack:
        """The same pack as a printer wants it: another trim, its bleed, no less than its safe zone (points).

        corner: the radius that the printer cuts; None leaves the pack's own.
        """
        moved = self.resized(size)
        card = moved.card
        corner = card.corner if corner is None else corner
        return replace(moved, card=card._replace(bleed=bleed, safe=max(safe, card.safe), corner=corner))

    def with_quantities(self, times: Mapping[str, int]) -> Pack:
        """The same cards, so often as given by id; none of those that are not named."""
        wanted = {card.path: times.get(card.id, 0) for card in self.cards}
        suits = {
            key: suit._replace(
                cards={
                    rank: entry._replace(quantity=wanted["suits", key, "cards", rank])
                    for rank, entry in suit.cards.items()
                }
            )
            for key, suit in self.suits.items()
        }
        extras = (
            extra._replace(copies=wanted["extras", str(place)]) for place, extra in enumerate(self.extras)
        )
        return replace(self, suits=suits, extras=tuple(extras))

    @property
    def colors(self) -> list[Color]:
        """The colours that it states, and those of its back."""
        stated = [color for suit in self.suits.values() for color in (suit.color, suit.stripe)]
        stated += [extra.color for extra in self.extras]
        return [self.back.color, self.back.ink, self.back.accent, *(color for color in stated if color)]

    @property
    def pictures(self) -> list[str]:
        """The picture files that it names, each once."""
        named = [self.back.image, *(card.image for card in self.cards)]
        return [name for name in dict.fromkeys(named) if name]

    @property
    def is_converted(self) -> bool:
        """Whether a press prints it by a profile: its pictures, or colours that it states in RGB only."""
        return bool(self.pictures) or not all(color.stated for color in self.colors)

    def on_press(self, profile: bytes, most_ink: float | None = None) -> Pack:
        """Convert the colours that it states in RGB only as its pictures are.

        most_ink: on one spot, in parts of 1. A pack that was converted before is left as it is.
        """
        from ..colour.conversion import on_press

        def change(color: Color) -> Color:
            return on_press(color, profile, most_ink)

        back = self.back
        return replace(
            self,
            suits={
                key: suit._replace(color=change(suit.color), stripe=suit.stripe and change(suit.stripe))
                for key, suit in self.suits.items()
            },
            extras=tuple(extra._replace(color=extra.color and change(extra.color)) for extra in self.extras),
            back=back._replace(color=change(back.color), ink=change(back.ink), accent=change(back.accent)),
        )

    def _suit_cards(self) -> list[Card]:
        return [
            Card(
                id=f"{key}-{rank}",
                label=_label(suit, self.suit_title(key), rank),
                kind=_kind(suit, rank, entry),
                quantity=entry.quantity,
                path=("suits", key, "cards", rank),
                suit=key,
                rank=rank,
                image=entry.image,
            )
            for key, suit in self.suits.items()
            for rank, entry in suit.cards.items()
        ]

    def _extra_cards(self) -> list[Card]:
        seen: dict[str, int] = {}
        cards = []
        for place, extra in enumerate(self.extras):
            name = extra.name or extra.face
            seen[name] = seen.get(name, 0) + 1
            cards.append(
                Card(
                    id=f"extra-{place + 1}",
                    label=name if seen[name] == 1 else f"{name} {seen[name]}",
                    kind=extra.face,
                    quantity=extra.copies,
                    path=("extras", str(place)),
                    extra=extra,
                    image=extra.image,
                )
            )
        return cards


def _with_own_ids(cards: list[Card]) -> Iterator[Card]:
    """The cards, each with an id that no other has: suit a-b with rank c is not suit a with rank b-c."""
    taken: set[str] = set()
    for card in cards:
        own = card.id
        while own in taken:
            own += "'"
        taken.add(own)
        yield card if own == card.id else card._replace(id=own)


def _label(suit: Suit, title: str, rank: str) -> str:
    """What people call a card: "+4", "K of spades", "red 4"."""
    if suit.sign:
        return suit.sign + rank
    return f"{rank} of {title}" if suit.symbol else f"{title} {rank}"


def _kind(suit: Suit, rank: str, entry: Entry) -> FaceKind:
    """How a card of a suit is drawn when its entry does not say."""
    if entry.face:
        return entry.face
    if entry.image:
        return "image"
    if suit.symbol and rank in ("J", "Q", "K"):
        return "court"
    return "pips" if suit.symbol and pip_count(rank) else "index"


def pip_count(rank: str | None) -> int:
    """How many pips a rank has, from 1 to 10; 0 for one that pips cannot show."""
    if rank == "A":
        return 1
    if rank and rank.isascii() and rank.isdigit() and 1 <= int(rank) <= 10 and str(int(rank)) == rank:
        return int(rank)
    return 0
