"""Format 1 of a printer's preset: every key, what it may hold, and how it is read into the model.

What two of them say together is in printer_sense.py. The JSON schema that editors use comes from the same
specifications.
"""

from __future__ import annotations

import re
from typing import Any

from .. import units
from ..colour.icc import CONDITIONS
from ..errors import Problem
from ..pack.schema import (
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
from ..pack.yaml import Data
from ..units import MM, BadValue, quoted
from .checks import contradictions
from .model import ORDERS, Decks, Printer, Product, Source

#: The most cards that a price list may speak of.
_MOST_CARDS = 20_000

# --- single values -------------------------------------------------------------------------------

_PIXELS_PATTERN = r"^\s*[1-9][0-9]{1,4}\s*[x×]\s*[1-9][0-9]{1,4}\s*(px)?\s*$"


def _pixels(value: object) -> tuple[int, int]:
    if not isinstance(value, str) or len(value) > 60 or not re.match(_PIXELS_PATTERN, value):
        raise BadValue(f"{quoted(value)} is no picture's size", 'write width x height, such as "822 x 1122"')
    width, height = (int(number) for number in re.findall("[0-9]+", value))
    return width, height


def _percent(value: object) -> float:
    """Per cent of ink in all, read into parts of 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 100 <= value <= 400:
        raise BadValue(f"{quoted(value)} is no limit of ink", "write per cent from 100 to 400, such as 300")
    return value / 100


def _cmyk(value: object) -> tuple[float, float, float, float]:
    parts = value if isinstance(value, list) else []
    good = [part / 100 for part in parts if type(part) in (int, float) and 0 <= part <= 100]
    if len(parts) != 4 or len(good) != 4:
        raise BadValue("a black wants four numbers from 0 to 100", "such as [60, 40, 40, 100]")
    cyan, magenta, yellow, black = good
    return (cyan, magenta, yellow, black)


_DATE_PATTERN = r"^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
_URL_PATTERN = r"^https?://[!-~]{1,500}$"


def _matching(pattern: str, message: str, hint: str) -> Parsed:
    """A text of a form of its own."""

    def parse(value: object) -> str:
        if not isinstance(value, str) or not re.match(pattern, value):
            raise BadValue(message, hint)
        return value

    return Parsed(parse, {"type": "string", "pattern": pattern})


_DATE = _matching(_DATE_PATTERN, "this is not a day", "write year-month-day, such as 2026-11-20")
_URL = _matching(_URL_PATTERN, "this is not a web address", "it begins with https://")
_SIZE = Parsed(
    units.card_size,
    {"anyOf": [{"enum": list(units.CARDS)}, {"type": "string", "pattern": units.SIZE_PATTERN}]},
)
_PERCENT = Parsed(_percent, {"type": "number", "minimum": 100, "maximum": 400})
_PART: Json = {"type": "number", "minimum": 0, "maximum": 100}
_BLACK = Parsed(_cmyk, {"type": "array", "items": _PART, "minItems": 4, "maxItems": 4})
_PIXELS = Parsed(_pixels, {"type": "string", "pattern": _PIXELS_PATTERN})
_LINE, _PROSE, _NAME = text(80), text(600), text(40)
_CARDS = Whole(1, _MOST_CARDS)
_RULE = Choice("forbidden", "allowed", "wanted")

# --- records -------------------------------------------------------------------------------------


def _required(spec: Spec, description: str, hint: str, stand_in: object) -> Key:
    return Key(spec, description, REQUIRED, hint=hint, stand_in=stand_in)


def _size(trim: tuple[float, float], pixels: tuple[int, int] | None, corner: float | None) -> Product:
    """A size that is cut."""
    return Product("", trim, pixels, corner)


def _only_trim(value: Data) -> Data:
    """Let `poker: 63.5 x 88.9 mm` stand for `poker: {trim: 63.5 x 88.9 mm}`."""
    return value if isinstance(value, dict) else Short({"trim": value})


_PRODUCT = Record(
    _size,
    {
        "trim": _required(
            _SIZE, "Width x height after the cut.", "say what is cut, such as trim: 63 x 88 mm", FAULTY
        ),
        "pixels": Key(_PIXELS, "A face with its bleed, just so many pixels."),
        "corner": Key(length_between(0, 20), "The radius of the corners; the pack's own, if not given."),
    },
    short=_only_trim,
    short_schema=[_SIZE.schema({})],
)

_DECKS = Record(
    Decks,
    {
        "least": Key(_CARDS, "The fewest cards of a deck.", 1),
        "most": Key(_CARDS, "The most cards of a deck."),
        "steps": Key(Several(_CARDS, 200), "The numbers of cards at which the price steps up.", ()),
        "every": Key(Whole(0, 1000), "Beyond the last step, one more for every so many cards.", 0),
    },
)

#: What a source can stand for and what can be unknown: the keys of a preset, and parts of two of them.
FIGURES = (
    *("sizes", "sizes.pixels", "sizes.corner", "bleed", "safe", "drift", "color", "total-ink", "condition"),
    *("form", "image-formats", "picture-profile", "standard", "order", "per", "backs", "rich-black", "ppi"),
    *("least-line", "least-type", "die-line", "marks", "decks", "decks.least", "decks.most", "decks.steps"),
)


def _unknown(**words: str | None) -> dict[str, str]:
    """What could not be found out, and what cardgen takes instead."""
    return {figure: said for figure, said in words.items() if said}


_UNKNOWN = Record(_unknown, {figure: Key(_PROSE, f"What is not known of {figure}.") for figure in FIGURES})

_SOURCE = Record(
    Source,
    {
        "figures": _required(
            Several(Choice(*FIGURES), 40), "The keys it stands for.", "such as figures: [bleed, safe]", ()
        ),
        "url": Key(_URL, "The page where it was read, if it is one.", ""),
        "read": _required(_DATE, "The day it was read.", "such as read: 2026-11-20", ""),
        "first-hand": Key(
            Flag(), "true if the printer says so, false if somebody else does.", True, attribute="first_hand"
        ),
        "says": Key(_PROSE, "What it says, in short.", ""),
    },
)


def _printer(
    format: int,
    sizes: dict[str, Product],
    unknown: dict[str, str],
    notes: tuple[str, ...],
    image_formats: tuple[str, ...] | None,
    **fields: Any,
) -> Printer:
    """What a card manufacturer wants, format 1."""
    if image_formats is None:
        image_formats = ("png",) if fields["form"] == "images" else ()
    products = tuple(product._replace(name=name) for name, product in sizes.items())
    said = tuple(f"{figure}: {words}" for figure, words in unknown.items())
    return Printer(
        key="",
        products=products,
        unknown=said,
        assumed=tuple(unknown),
        notes=notes,
        image_formats=image_formats,
        **fields,
    )


def _version(value: Data) -> int:
    if value != 1 or isinstance(value, bool):
        message = f"this version of cardgen reads format 1, not {quoted(value)}"
        raise BadValue(message, 'write "format: 1"')
    return 1


_SPARE = {"poker": Product("poker", (63.5 * MM, 88.9 * MM))}

PRINTER = Record(
    _printer,
    {
        "format": _required(
            Parsed(_version, {"const": 1}),
            "The version of the preset format: 1.",
            'a preset begins with "format: 1"',
            1,
        ),
        "name": _required(_LINE, "The printer's name.", "say who prints, such as name: My printer", "x"),
        "url": Key(_URL, "The printer's site.", ""),
        "sizes": _required(
            Table(_NAME, _PRODUCT),
            "The card sizes that are cut, by name.",
            "say what is cut, such as sizes: {poker: 63.5 x 88.9 mm}",
            _SPARE,
        ),
        "bleed": _required(
            length_between(0, 10), "How far art runs past the cut.", "such as bleed: 3 mm", 3 * MM
        ),
        "safe": _required(
            length_between(0, 20), "Nothing that matters lies nearer to the cut.", "such as safe: 3 mm", MM
        ),
        "drift": Key(length_between(0, 10), "How far the cut may be off.", 1.5 * MM),
        "color": _required(Choice("rgb", "cmyk"), "The colours it takes.", "write rgb or cmyk", "cmyk"),
        "total-ink": Key(_PERCENT, "The most ink on one spot, in per cent.", attribute="total_ink"),
        "condition": Key(Choice(*CONDITIONS), "What it prints by.", "fogra39"),
        "form": _required(
            Choice("pdf", "images"), "A PDF of pages, or a picture a face.", "write pdf or images", "pdf"
        ),
        "standard": Key(Choice("x1a", "x4"), "PDF/X-1a:2003 or PDF/X-4.", "x1a"),
        "order": Key(Choice(*ORDERS), "The order of the pages.", "face-back"),
        "per": Key(Choice("card", "face"), "A page for each card, or for each distinct face.", "card"),
        "backs": Key(Choice("each", "once"), "The back as often as faces, or once.", "each"),
        "image-formats": Key(
            Several(Choice("png", "jpg", "tif"), 3),
            "The pictures it takes, the best first.",
            attribute="image_formats",
        ),
        "picture-profile": Key(
            Choice("forbidden", "allowed"),
            "An ICC profile in pictures in CMYK.",
            "allowed",
            attribute="picture_profile",
        ),
        "rich-black": Key(_BLACK, "Black for large areas: C, M, Y, K in per cent.", attribute="rich_black"),
        "ppi": Key(Whole(72, 2400), "Pixels an inch of pictures.", 300),
        "least-line": Key(length_between(0.02, 5), "The thinnest line.", 0.25, attribute="least_line"),
        "least-type": Key(length_between(0.5, 20), "The smallest type.", 6.0, attribute="least_type"),
        "die-line": Key(
            _RULE, "The line of the cut, on a plate of its own.", "allowed", attribute="die_line"
        ),
        "marks": Key(_RULE, "Crop and registration marks and colour bars, outside the bleed.", "allowed"),
        "decks": Key(_DECKS, "How many cards a deck may have.", Decks()),
        "sources": Key(Several(_SOURCE, 100), "Where the figures come from.", ()),
        "unknown": Key(_UNKNOWN, "What could not be found out.", {}),
        "notes": Key(Several(_PROSE, 50), "What to know besides.", ()),
    },
)


def read_printer(data: dict[str, Data]) -> tuple[Printer, list[Problem]]:
    """The printer that the data mean, still without its key, and all that is wrong with them."""
    found = Findings()
    printer: Printer = PRINTER.read(data, (), found)
    faulty = {problem.path[0] for problem in found.problems}
    return printer, [*found.problems, *contradictions(printer, frozenset(data), faulty)]


def printer_schema() -> Json:
    """The JSON schema (draft 2020-12) of a preset file."""
    parts: dict[str, Json] = {}
    PRINTER.schema(parts)
    whole = parts.pop(_printer.__name__)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "cardgen printer preset, format 1",
        "description": whole["description"],
        "type": "object",
        "properties": whole["properties"],
        "additionalProperties": False,
        "required": whole["required"],
        "$defs": parts,
    }
