"""Card stock and sleeves by name, and the limits of both.

The figures are second-hand, each with its source; a measured stack is always better.
"""

import re
from typing import Literal, NamedTuple

from ..units import (
    MM,
    BadValue,
    Size,
    length_text,
    nearest_word_hint,
    parse_length,
    parse_page_size,
    size_text,
)

#: A tuck box; a tray with a lid; a tray with a lid, and in it a smaller tray for each kind of pieces.
BoxType = Literal["tuck", "two-piece", "insert"]


class Stock(NamedTuple):
    """The thickness of a card stock, and where the number comes from."""

    #: Of one card, in points.
    thickness: float
    source: str


class Sleeves(NamedTuple):
    """Sleeves by their name."""

    #: The cards that they are for, and their own outer size, in points.
    card: Size
    outer: Size
    source: str


_BLOG = "a maker's blog (tmcards.com, 2017): stock of 300 to 320 g/m² has 0.29 to 0.30 mm"
STOCKS = {
    "300 gsm": Stock(0.29 * MM, _BLOG),
    "310 gsm": Stock(0.3 * MM, _BLOG),
    "320 gsm": Stock(0.3 * MM, _BLOG),
    "bicycle": Stock(0.3 * MM, "players: 54 cards of Bicycle are 16 mm thick"),
    "the-game-crafter": Stock(0.33 * MM, "players: its cards have 0.33 mm"),
}
#: Millimetres of thickness per g/m² for other weights of playing cards, from the same blog.
_BULK = 0.3 / 320
_WEIGHT = re.compile(r"([0-9]{3})\s?(g|gsm|g/m2|g/m²)")
#: Minimum and maximum thickness of a card or a piece, in points: beyond is a typing error.
THIN, THICK = 0.05 * MM, 5 * MM
#: The default thickness of a card, and room between a lid and its tray on each side, in points.
USUAL_STOCK, LID_ROOM = 0.3 * MM, 0.5 * MM
#: How much larger than its card a sleeve is outside, and how much thicker both its films are, in points.
_AROUND, SLEEVE_FILM = 3 * MM, 0.13 * MM
_RULE = "3 mm more than the card, as those for 63 × 88 mm have"
_SLEEVED = {
    "standard": (63, 88, "a shop's list: Gamegenic Prime has 66 × 91 mm"),
    "japanese": (59, 86, _RULE),
    "standard-american": (57, 89, _RULE),
    "standard-european": (59, 92, _RULE),
    "mini-american": (41, 63, _RULE),
    "mini-european": (44, 68, _RULE),
    "square": (70, 70, _RULE),
    "tarot": (70, 120, _RULE),
}
SLEEVES = {
    name: Sleeves((wide * MM, high * MM), (wide * MM + _AROUND, high * MM + _AROUND), source)
    for name, (wide, high, source) in _SLEEVED.items()
}


def read_stock_thickness(value: object) -> float:
    """Return the thickness of a card in points, by the name or weight of its stock or stated as a length.
    Raises BadValue.
    """
    text = str(value).strip().lower()
    if text in STOCKS:
        return STOCKS[text].thickness
    if weight := _WEIGHT.fullmatch(text):
        exact = STOCKS.get(f"{weight[1]} gsm")
        return exact.thickness if exact else int(weight[1]) * _BULK * MM
    try:
        thickness = parse_length(value)
    except BadValue:
        known = ", ".join(STOCKS)
        raise BadValue(
            f"{value!r} is no stock", f'write a weight such as "310 gsm", a thickness, or one of {known}'
        ) from None
    if not THIN <= thickness <= THICK:
        hint = f"one has from {length_text(THIN)} to {length_text(THICK)}: measure ten, and divide by ten"
        raise BadValue(f"{value} is no thickness of a card or a piece", hint)
    return thickness


def stock_thickness_in_text(text: str) -> float | None:
    """Return the thickness in points of the card stock in a description such as "310 gsm, linen".

    None if the text has neither a known stock nor a weight nor a thickness.
    """
    weight = _WEIGHT.search(text.lower())
    for part in (*re.split("[,;]", text), *([weight[0]] if weight else [])):
        try:
            return read_stock_thickness(part)
        except BadValue:
            continue
    return None


def read_sleeve_size(value: object) -> Size:
    """Return the outer size of sleeves in points, by their name or stated as a size. Raises BadValue."""
    text = str(value).strip().lower()
    if text in SLEEVES:
        return SLEEVES[text].outer
    try:
        if not re.match(r"\s*[0-9]", text):
            raise BadValue("")
        return parse_page_size(value)
    except BadValue:
        raise BadValue(
            f"{value!r} are no sleeves",
            f'write their outer size, such as "66 x 91 mm"; {nearest_word_hint(text, SLEEVES)}',
        ) from None


def stock_label(name: str) -> str:
    """Return the name of a known stock with its thickness."""
    return f"{name}: {length_text(STOCKS[name].thickness)} a card"


def sleeve_label(name: str) -> str:
    """Return the name of known sleeves with the size of their cards."""
    return f"{name}: for {size_text(*SLEEVES[name].card)}"


def stock_names_and_labels() -> list[tuple[str, str]]:
    """Return the known stocks as pairs of a name and a description."""
    rows = [(name, f"{length_text(each.thickness)} a card; {each.source}") for name, each in STOCKS.items()]
    return [*rows, ('"N gsm"', "any other weight, as thick in proportion")]


def sleeve_names_and_labels() -> list[tuple[str, str]]:
    """Return the known sleeves as pairs of a name and a description."""
    return [
        (name, f"for {size_text(*each.card)}, {size_text(*each.outer)} outside; {each.source}")
        for name, each in SLEEVES.items()
    ]
