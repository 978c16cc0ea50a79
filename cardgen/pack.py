"""The pack as frozen models: what a pack file may say, and what it means.

Models hold lengths in points and colours as Color. They check single fields only; what takes the
whole pack to know is in checks.py. The JSON schema that `cardgen schema` prints comes from here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import core_schema

from . import units
from .colors import NAMED, Color, from_cmyk, from_hex
from .units import MM, BadValue

#: The most cards a pack may hold, and the shortest and longest side of a card in points.
MOST_CARDS = 20_000
SHORTEST, LONGEST = 20 * MM, 300 * MM

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
FaceKind = Literal["index", "pips", "court", "joker", "summary", "title", "text", "image"]
SymbolName = Literal["spade", "heart", "diamond", "club"]
GameName = Literal[
    "never-over", "addenda", "up-and-over", "up-n-over", "abstrac", "abstrac-unfettered", "abstrac-52"
]
PatternName = Literal["lattice", "rings", "weave", "sunburst", "chevrons", "plain"]


class _Parsed:
    """Marks a field whose text is parsed by a plain function, and what an editor should know of it."""

    def __init__(self, parse: Callable[[Any], Any], **json_schema: Any) -> None:
        self.parse = parse
        self.json_schema = json_schema

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(self.parse)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        return self.json_schema


def _between(parse: Callable[[object], float], low: float, high: float) -> Callable[[object], float]:
    def checked(value: object) -> float:
        points = parse(value)
        if not low - 0.001 <= points <= high + 0.001:
            allowed = f"from {units.shown(low)} to {units.shown(high)}"
            raise BadValue(f"{str(value).strip()} is out of range", f"use a length {allowed}")
        return points

    return checked


def _length(low: float, high: float) -> _Parsed:
    checked = _between(units.length, low * MM, high * MM)
    return _Parsed(checked, type="string", pattern=units.LENGTH_PATTERN, examples=["3 mm"])


def _card_size(value: object) -> tuple[float, float]:
    width, height = units.card_size(value)
    if not all(SHORTEST - 0.01 <= side <= LONGEST + 0.01 for side in (width, height)):
        raise BadValue(
            f"a card of {units.shown_size(width, height)} cannot be made",
            f"each side must be from {units.shown(SHORTEST)} to {units.shown(LONGEST)}",
        )
    return width, height


def _text(longest: int, lines: bool = False) -> _Parsed:
    def checked(value: object) -> str:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise BadValue("this should be a text", 'put it in quotes, such as "NEVER OVER"')
        text = str(value).strip()
        if not text:
            raise BadValue("this text is empty", "write something, or leave the key out")
        if len(text) > longest:
            raise BadValue(f"this text has {len(text)} characters", f"at most {longest} are allowed")
        if not lines and "\n" in text:
            raise BadValue("this text has several lines", "write it in one line")
        return text

    return _Parsed(checked, type=["string", "number"], maxLength=longest)


def _color(value: object) -> Color:
    if isinstance(value, str):
        return NAMED.get(value) or from_hex(value)
    if not isinstance(value, dict) or not value:
        raise BadValue("this is not a colour", 'write "#RRGGBB", or {rgb: "#RRGGBB", cmyk: [c, m, y, k]}')
    for key in value:
        if key not in ("rgb", "cmyk"):
            raise BadValue(f"a colour has no {key!r}", units.nearest(key, ("rgb", "cmyk")))
    rgb = from_hex(str(value["rgb"])) if "rgb" in value else None
    cmyk = from_cmyk(_cmyk(value["cmyk"])) if "cmyk" in value else None
    if rgb and cmyk:
        return Color(rgb.rgb, cmyk.cmyk)
    return rgb or cmyk  # type: ignore[return-value]


def _cmyk(value: object) -> tuple[float, float, float, float]:
    parts = value if isinstance(value, list) else []
    good = [part for part in parts if type(part) in (int, float) and 0 <= part <= 100]
    if len(parts) != 4 or len(good) != 4:
        raise BadValue("cmyk wants four numbers from 0 to 100", "such as [86, 12, 80, 32]")
    c, m, y, k = (part / 100 for part in good)
    return (c, m, y, k)


_HEX_SCHEMA = {"type": "string", "pattern": "^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|black|white)$"}
_CMYK_SCHEMA = {
    "type": "array",
    "items": {"type": "number", "minimum": 0, "maximum": 100},
    "minItems": 4,
    "maxItems": 4,
}

ColorField = Annotated[
    Color,
    _Parsed(
        _color,
        anyOf=[
            _HEX_SCHEMA,
            {
                "type": "object",
                "properties": {"rgb": _HEX_SCHEMA, "cmyk": _CMYK_SCHEMA},
                "additionalProperties": False,
                "minProperties": 1,
            },
        ],
    ),
]
SizeField = Annotated[
    tuple[float, float],
    _Parsed(
        _card_size,
        anyOf=[{"enum": list(units.CARDS)}, {"type": "string", "pattern": units.SIZE_PATTERN}],
    ),
]
Rank = Annotated[str, _Parsed(lambda value: _rank(value), type="string", maxLength=12)]
Line = Annotated[str, _text(80)]
#: A file beside the pack; by the time a pack is validated, its full path.
PictureFile = Annotated[str, _text(4096)]
Prose = Annotated[str, _text(2000, lines=True)]


def _rank(value: object) -> str:
    text = str(value).strip()
    if not text or len(text) > 12:
        raise BadValue(f"{value!r} cannot be a rank", "a rank is 1 to 12 characters, such as 4, 10 or K")
    return text


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


def _switch(data: Any) -> Any:
    """Let `stripe: false` (or off, no, none) stand for {on: false}, and true for all defaults."""
    if data is False or data in ("off", "no", "none"):
        return {"on": False}
    return {} if data is True or data in ("on", "yes") else data


class CardFormat(_Model):
    """The blank card."""

    size: SizeField = Field((62 * MM, 88 * MM), description="Width x height, or a name such as poker.")
    corner: Annotated[float, _length(0, 150)] = Field(3 * MM, description="Corner radius; 0 mm for square.")
    bleed: Annotated[float, _length(0, 10)] = Field(3 * MM, description="How far art runs past the cut.")
    safe: Annotated[float, _length(0, 20)] = Field(3 * MM, description="Nothing that matters lies nearer.")

    @property
    def width(self) -> float:
        """Trim width in points."""
        return self.size[0]

    @property
    def height(self) -> float:
        """Trim height in points."""
        return self.size[1]


class Entry(_Model):
    """One rank of a suit: how often it is in the pack, and how it is drawn if not in the usual way."""

    quantity: int = Field(1, ge=0, le=MOST_CARDS, strict=True, description="How many of it the pack holds.")
    face: Literal["index", "pips", "court", "image"] | None = Field(None, description="How it is drawn.")
    image: PictureFile | None = Field(None, description="A PNG or JPEG beside the pack, drawn to the bleed.")

    @model_validator(mode="before")
    @classmethod
    def _short(cls, data: Any) -> Any:
        return data if isinstance(data, dict) else {"quantity": data}


class Suit(_Model):
    """Cards of one colour and sign."""

    name: Line | None = Field(None, description="What people call it; the key, if not given.")
    sign: Annotated[str, _text(3)] | None = Field(None, description='Stands before the number, such as "+".')
    symbol: SymbolName | None = Field(None, description="A suit symbol of a standard pack.")
    color: ColorField = Field(description="The suit's colour.")
    stripe: ColorField | None = Field(None, description="Colour of the stripe; derived, if not given.")
    cards: dict[Rank, Entry] = Field(description="Rank: quantity, in the order they are printed.")


class SmallIndex(_Model):
    """The indices in the corners."""

    on: bool = Field(True, strict=True, description="false leaves them out.")
    corners: tuple[Corner, ...] = Field(("top-left", "bottom-right"), description="Where they stand.")
    height: Annotated[float, _length(1, 40)] | None = Field(
        None, description="Height of its figures; 5 mm on 62 x 88 mm, in proportion."
    )

    _short = model_validator(mode="before")(staticmethod(_switch))


class LargeIndex(_Model):
    """The index in the middle."""

    on: bool = Field(True, strict=True, description="false leaves it out.")
    height: Annotated[float, _length(2, 200)] | None = Field(
        None, description="Height of its figures; 18 mm on 62 x 88 mm, in proportion."
    )

    _short = model_validator(mode="before")(staticmethod(_switch))


class Index(_Model):
    """The numbers and letters on a face. Heights that are not stated follow the size of the card."""

    small: SmallIndex = Field(SmallIndex.model_construct(), description="In the corners.")
    large: LargeIndex = Field(LargeIndex.model_construct(), description="In the middle.")


class Stripe(_Model):
    """The line from corner to corner in the contrasting colour."""

    on: bool = Field(True, strict=True, description="false leaves it out.")
    width: Annotated[float, _length(0.2, 60)] | None = Field(
        None, description="How wide it is; 4.2 mm on 62 x 88 mm, in proportion."
    )
    start: Literal["bottom-left", "top-left"] = Field(
        "bottom-left", alias="from", description="The corner it comes from."
    )

    _short = model_validator(mode="before")(staticmethod(_switch))


class Extra(_Model):
    """A card beside the suits: a joker, a summary of the pack, a title, a text or a picture."""

    face: Literal["joker", "summary", "title", "text", "image"] = Field(description="What is on it.")
    copies: int = Field(1, ge=1, le=1000, strict=True, description="How many of it the pack holds.")
    name: Line | None = Field(None, description="What people call it.")
    title: Line | None = Field(None, description="The heading of a title, summary or text card.")
    text: Prose | None = Field(None, description="What a text card says; an empty line parts paragraphs.")
    color: ColorField | None = Field(None, description="The colour it is drawn in.")
    image: PictureFile | None = Field(None, description="A PNG or JPEG beside the pack, drawn to the bleed.")


class Back(_Model):
    """The one back of all cards."""

    pattern: PatternName = Field("lattice", description="A drawn pattern, or plain for one colour.")
    color: ColorField = Field(from_hex("#1F2A44"), description="The ground.")
    ink: ColorField = Field(from_hex("#E9DFC7"), description="The pattern.")
    accent: ColorField = Field(from_hex("#C9A24B"), description="The pattern's second ink.")
    image: PictureFile | None = Field(None, description="A PNG or JPEG beside the pack instead of a pattern.")
    one_way: bool = Field(
        False, strict=True, alias="one-way", description="true if the picture has a top, on purpose."
    )


@dataclass(frozen=True)
class Card:
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


class Pack(_Model):
    """A card pack, format 1."""

    format: Literal[1] = Field(description="The version of the pack format: 1.")
    name: Line = Field(description="The pack's name.")
    edition: Line | None = Field(None, description="A version or a date, printed on the sheets' rims.")
    author: Line | None = Field(None, description="Who the pack comes from.")
    language: Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")] = Field(
        "en", description="A language tag such as en or de."
    )
    games: tuple[GameName, ...] = Field((), description="The games it is for: their rules are checked.")
    card: CardFormat = Field(CardFormat.model_construct(), description="The blank card.")
    style: Literal["disc", "solid", "paper"] = Field("disc", description="How index faces are drawn.")
    ink_saver: bool = Field(
        False, strict=True, alias="ink-saver", description="Lighter backs and fills, same legibility."
    )
    suits: dict[Annotated[str, _text(40)], Suit] = Field({}, description="The suits, by key.")
    index: Index = Field(Index.model_construct(), description="The numbers and letters on a face.")
    stripe: Stripe = Field(Stripe.model_construct(), description="The line from corner to corner.")
    extras: tuple[Extra, ...] = Field((), max_length=500, description="Cards beside the suits.")
    back: Back = Field(Back.model_construct(), description="The one back of all cards.")

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The distinct cards in print order: suits as in the file, then the extras."""
        return (*self._suit_cards(), *self._extra_cards())

    @cached_property
    def count(self) -> int:
        """How many cards the pack has, extras and all."""
        return sum(card.quantity for card in self.cards)

    def suit_title(self, key: str) -> str:
        """What people call a suit."""
        return self.suits[key].name or key

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
            label = name if seen[name] == 1 else f"{name} {seen[name]}"
            path = ("extras", str(place))
            cards.append(
                Card(
                    f"extra-{place + 1}",
                    label,
                    extra.face,
                    extra.copies,
                    path,
                    extra=extra,
                    image=extra.image,
                )
            )
        return cards


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
    if suit.symbol and (rank == "A" or (rank.isascii() and rank.isdigit() and 1 <= int(rank) <= 10)):
        return "pips"
    return "index"
