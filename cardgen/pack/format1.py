"""Format 1 of the pack file: every key, what it may hold, and how it is read into the models.

Single fields only are looked at here; what takes the whole pack to know is in checks.py. The JSON
schema that editors use comes from the same specifications.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from .. import units
from ..colour.colors import NAMED, Color, from_cmyk, from_hex
from ..errors import Problem
from ..units import BadValue, quoted
from .model import Back, CardFormat, Entry, Extra, Index, LargeIndex, Pack, SmallIndex, Stripe, Suit
from .schema import (
    FAULTY,
    REQUIRED,
    Choice,
    Findings,
    Flag,
    Json,
    Key,
    Parsed,
    Record,
    Several,
    Short,
    Spec,
    Table,
    Whole,
    length_between,
    text,
)
from .yaml import Data

#: The most characters of a line of text, such as a name.
MOST_LINE = 80
#: The most cards a pack may hold.
MOST_CARDS = 20_000
#: The most games that a pack may be for.
MOST_GAMES = 20

PATTERN_NAMES = ("lattice", "rings", "weave", "sunburst", "chevrons", "plain")
SYMBOL_NAMES = ("spade", "heart", "diamond", "club")
CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")


# --- single values -------------------------------------------------------------------------------

_SIZE = Parsed(
    units.card_size,
    {"anyOf": [{"enum": list(units.CARDS)}, {"type": "string", "pattern": units.SIZE_PATTERN}]},
)


def _rank(value: object) -> str:
    text = str(value)
    if not text.strip() or len(text) > 12:
        raise BadValue(
            f"{quoted(value)} cannot be a rank", "a rank is 1 to 12 characters, such as 4, 10 or K"
        )
    if text != text.strip():
        raise BadValue(f"the rank {quoted(value)} begins or ends with a space", "take the space out")
    return text


_LANGUAGE_PATTERN = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"


def _language(value: object) -> str:
    if not isinstance(value, str) or not re.match(_LANGUAGE_PATTERN, value):
        raise BadValue("this is not a language tag", "write en, de, pt-BR or the like")
    return value


_COMMENT = 'a # begins a comment: put the colour in quotes, such as "#0B7A4B"'


def _color(value: Any) -> Color:
    if isinstance(value, str):
        return NAMED.get(value) or from_hex(value)
    if not isinstance(value, dict) or not value:
        raise BadValue("this is not a colour", 'write "#RRGGBB", or {rgb: "#RRGGBB", cmyk: [c, m, y, k]}')
    for key in value:
        if key not in ("rgb", "cmyk"):
            raise BadValue(f"a colour has no {key!r}", units.nearest(key, ("rgb", "cmyk")))
        if value[key] is None:
            raise BadValue(f"nothing is given for {key!r}", _COMMENT)
    cmyk = from_cmyk(_cmyk(value["cmyk"])) if "cmyk" in value else None
    rgb = from_hex(str(value["rgb"])) if "rgb" in value else None
    if rgb and cmyk:
        return Color(rgb.rgb, cmyk.cmyk)
    return rgb or cmyk or from_hex("#000")


def _cmyk(value: object) -> tuple[float, float, float, float]:
    parts = value if isinstance(value, list) else []
    good = [part for part in parts if type(part) in (int, float) and 0 <= part <= 100]
    if len(parts) != 4 or len(good) != 4:
        raise BadValue("cmyk wants four numbers from 0 to 100", "such as [86, 12, 80, 32]")
    c, m, y, k = (part / 100 for part in good)
    return (c, m, y, k)


_HEX_SCHEMA: Json = {"type": "string", "pattern": "^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|black|white)$"}
_PERCENT: Json = {"type": "number", "minimum": 0, "maximum": 100}
_CMYK_SCHEMA: Json = {"type": "array", "items": _PERCENT, "minItems": 4, "maxItems": 4}
_COLOR = Parsed(
    _color,
    {
        "anyOf": [
            _HEX_SCHEMA,
            {
                "type": "object",
                "properties": {"rgb": _HEX_SCHEMA, "cmyk": _CMYK_SCHEMA},
                "additionalProperties": False,
                "minProperties": 1,
            },
        ]
    },
    hint=_COMMENT,
)
_LINE, _PROSE, _NAME, _SIGN = text(MOST_LINE), text(2000, lines=True), text(40), text(3)
#: A file beside the pack; by the time the data are read, its full path.
_FILE = text(4096)
#: Any word: which games there are is known further down, see checks.unknown_games().
_GAME = Parsed(str, {})


def _switch(value: Data) -> Data:
    """Let `stripe: false` (or off, no, none) stand for {on: false}, and true for all that is usual."""
    if value is False or value in ("off", "no", "none"):
        return Short({"on": False})
    return Short() if value is True or value in ("on", "yes") else value


_SWITCH_SCHEMA: list[Json] = [{"type": "boolean"}, {"enum": ["on", "off", "yes", "no", "none"]}]


def _quantity(value: Data) -> Data:
    """Let `4: 7` stand for `4: {quantity: 7}`."""
    return value if isinstance(value, dict) else Short({"quantity": value})


# --- records -------------------------------------------------------------------------------------

_CARD = Record(
    CardFormat,
    {
        "size": Key(_SIZE, "Width x height, or a name such as poker.", CardFormat().size),
        "corner": Key(length_between(0, 150), "Corner radius; 0 mm for square corners.", CardFormat().corner),
        "bleed": Key(length_between(0, 10), "How far art runs past the cut.", CardFormat().bleed),
        "safe": Key(length_between(0, 20), "Nothing that matters lies nearer to the cut.", CardFormat().safe),
    },
)

_QUANTITY = Whole(0, MOST_CARDS)
_ENTRY = Record(
    Entry,
    {
        "quantity": Key(_QUANTITY, "How many of it the pack holds.", 1),
        "face": Key(Choice("index", "pips", "court", "image"), "How it is drawn."),
        "image": Key(_FILE, "A PNG or JPEG beside the pack, drawn to the bleed."),
    },
    short=_quantity,
    short_schema=[{**_QUANTITY.schema({}), "description": "How many of it the pack holds."}],
)

_SUIT = Record(
    Suit,
    {
        "name": Key(_LINE, "What people call it; the key, if not given."),
        "sign": Key(_SIGN, 'Stands before the number, such as "+".'),
        "symbol": Key(Choice(*SYMBOL_NAMES), "A suit symbol of a standard pack."),
        "color": Key(
            _COLOR,
            "The suit's colour.",
            REQUIRED,
            hint='give the suit a colour, such as color: "#0B7A4B"',
            stand_in=from_hex("#606060"),
        ),
        "stripe": Key(_COLOR, "Colour of the stripe; derived, if not given."),
        "cards": Key(
            Table(Parsed(_rank, {}), _ENTRY),
            "Rank: quantity, in the order they are printed.",
            REQUIRED,
            hint="say which cards there are, such as cards: {4: 7, 3: 9}",
            stand_in={"1": Entry()},
        ),
    },
)

_ON = Key(Flag(), "false leaves it out.", True)
_SMALL = Record(
    SmallIndex,
    {
        "on": _ON,
        "corners": Key(Several(Choice(*CORNERS), 4), "Where they stand.", SmallIndex().corners),
        "height": Key(length_between(1, 40), "Height of figures; 5 mm on 62 x 88 mm, in proportion."),
    },
    short=_switch,
    short_schema=_SWITCH_SCHEMA,
)
_LARGE = Record(
    LargeIndex,
    {
        "on": _ON,
        "height": Key(length_between(2, 200), "Height of figures; 18 mm on 62 x 88 mm, in proportion."),
    },
    short=_switch,
    short_schema=_SWITCH_SCHEMA,
)
_INDEX = Record(
    Index,
    {
        "small": Key(_SMALL, "In the corners.", SmallIndex()),
        "large": Key(_LARGE, "In the middle.", LargeIndex()),
    },
)
_STRIPE = Record(
    Stripe,
    {
        "on": _ON,
        "width": Key(length_between(0.2, 60), "How wide it is; 4.2 mm on 62 x 88 mm, in proportion."),
        "from": Key(Choice("bottom-left", "top-left"), "Its corner.", "bottom-left", attribute="start"),
    },
    short=_switch,
    short_schema=_SWITCH_SCHEMA,
)
_EXTRA = Record(
    Extra,
    {
        "face": Key(
            Choice("joker", "summary", "title", "text", "image"),
            "What is on it.",
            REQUIRED,
            hint="say what is on the card: joker, summary, title, text or image",
            stand_in=FAULTY,
        ),
        "copies": Key(Whole(1, 1000), "How many of it the pack holds.", 1),
        "name": Key(_LINE, "What people call it."),
        "title": Key(_LINE, "The heading of a title, summary or text card."),
        "text": Key(_PROSE, "What a text card says; an empty line parts paragraphs.", stand_in="text"),
        "color": Key(_COLOR, "The colour it is drawn in."),
        "image": Key(_FILE, "A PNG or JPEG beside the pack, drawn to the bleed."),
    },
)
_BACK = Record(
    Back,
    {
        "pattern": Key(Choice(*PATTERN_NAMES), "A drawn pattern, or plain for one colour.", "lattice"),
        "color": Key(_COLOR, "The ground.", Back().color),
        "ink": Key(_COLOR, "The pattern.", Back().ink),
        "accent": Key(_COLOR, "The pattern's second ink.", Back().accent),
        "image": Key(_FILE, "A PNG or JPEG beside the pack instead of a pattern."),
        "one-way": Key(Flag(), "true if the picture has a top, on purpose.", False, attribute="one_way"),
    },
)


def _version(value: Data) -> int:
    if value != 1 or isinstance(value, bool):
        message = f"this version of cardgen reads format 1, not {quoted(value)}"
        raise BadValue(message, 'write "format: 1"')
    return 1


def _pack(format: int, **fields: Any) -> Pack:
    """A card pack, format 1."""
    return Pack(**fields)


def _required(spec: Spec, description: str, hint: str, stand_in: object) -> Key:
    return Key(spec, description, REQUIRED, hint=hint, stand_in=stand_in)


PACK = Record(
    _pack,
    {
        "format": _required(
            Parsed(_version, {"const": 1}),
            "The version of the pack format: 1.",
            'a pack begins with "format: 1"',
            1,
        ),
        "name": _required(
            _LINE, "The pack's name.", 'say what the pack is called, such as "name: NEVER OVER"', "pack"
        ),
        "edition": Key(_LINE, "A version or a date, printed on the sheets' rims."),
        "author": Key(_LINE, "Who the pack comes from."),
        "language": Key(
            Parsed(_language, {"type": "string", "pattern": _LANGUAGE_PATTERN}),
            "A tag such as en or de.",
            "en",
        ),
        "games": Key(Several(_GAME, MOST_GAMES), "The games it is for: their rules are checked.", ()),
        "card": Key(_CARD, "The blank card.", CardFormat()),
        "style": Key(Choice("disc", "solid", "paper"), "How index faces are drawn.", "disc"),
        "ink-saver": Key(Flag(), "Lighter backs and fills, same legibility.", False, attribute="ink_saver"),
        "suits": Key(Table(_NAME, _SUIT), "The suits, by key.", {}),
        "index": Key(_INDEX, "The numbers and letters on a face.", Index()),
        "stripe": Key(_STRIPE, "The line from corner to corner.", Stripe()),
        "extras": Key(Several(_EXTRA, 500), "Cards beside the suits.", ()),
        "back": Key(_BACK, "The one back of all cards.", Back()),
    },
)


def read_pack(data: dict[str, Data]) -> tuple[Pack | None, list[Problem]]:
    """The pack that the data mean, and all that is wrong with single fields.

    Where something is wrong, what stands in for it says nothing more, so that the rest can be checked as
    well. None for data that still say `extends`: a variant whose base could not be had is not judged as
    a whole, nor blamed for what is missing.
    """
    whole = "extends" not in data
    found = Findings(whole)
    fields = {key: value for key, value in data.items() if key != "extends"}
    pack = PACK.read(fields, (), found)
    return (pack if whole else None), found.problems


def pack_schema(games: Iterable[str]) -> Json:
    """The JSON schema (draft 2020-12) of a pack file: of a whole pack or a variant. games: all there are."""
    parts: dict[str, Json] = {}
    PACK.schema(parts)
    whole = parts.pop(_pack.__name__)
    parts["Suit"].pop("required")
    whole["properties"]["games"]["items"] = {"enum": list(games)}
    base: Json = {"type": "string", "description": "The pack that this one is a variant of."}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "cardgen pack, format 1",
        "description": whole["description"],
        "type": "object",
        "properties": {"extends": base, **whole["properties"]},
        "additionalProperties": False,
        "anyOf": [{"required": ["extends"]}, {"required": whole["required"]}],
        "$defs": parts,
    }
