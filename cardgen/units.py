"""Lengths and sizes as people write them, turned into points. A length always has its unit."""

from __future__ import annotations

import re

#: Points in one unit; a point is 1/72 inch, as in PDF.
UNITS = {"mm": 72 / 25.4, "cm": 72 / 2.54, "in": 72.0, "pt": 1.0}
MM = UNITS["mm"]

Size = tuple[float, float]

#: Sheets of paper: width and height upright, in millimetres (ISO 216; ANSI/ASME Y14.1).
PAPERS: dict[str, Size] = {
    "a3": (297, 420),
    "a4": (210, 297),
    "a5": (148, 210),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}

#: Card sizes by their trade names: width and height in millimetres.
CARDS: dict[str, Size] = {
    "b8": (62, 88),
    "poker": (63.5, 88.9),
    "poker-eu": (63, 88),
    "bridge": (57.15, 88.9),
    "bridge-eu": (57, 88),
    "tarot": (70, 120),
    "mini": (44, 68),
    "mini-us": (41, 63),
    "japanese": (59, 86),
    "square": (70, 70),
}

_NUMBER = r"-?(?:\d+(?:\.\d*)?|\.\d+)"
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*([A-Za-z\"″]*)\s*\Z")
_SIZE = re.compile(rf"\s*({_NUMBER})\s*([A-Za-z]*?)\s*[x×*]\s*({_NUMBER})\s*([A-Za-z]*)\s*\Z")

#: What a length or a size looks like, for the JSON schema.
LENGTH_PATTERN = r"^\s*-?(\d+(\.\d*)?|\.\d+)\s*(mm|cm|in|pt)\s*$"
SIZE_PATTERN = r"^\s*(\d+(\.\d*)?|\.\d+)\s*(mm|cm|in|pt)?\s*[x×*]\s*(\d+(\.\d*)?|\.\d+)\s*(mm|cm|in|pt)\s*$"


class BadValue(ValueError):
    """A value that cannot be read: what is wrong, and a hint at what to write instead."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def length(value: object) -> float:
    """A length such as "3 mm" in points. Raises BadValue, saying which unit is missing or unknown."""
    match = _LENGTH.match(str(value)) if isinstance(value, str | int | float) else None
    if match is None or isinstance(value, bool):
        raise BadValue(f"{_shown(value)} is not a length", 'write a number and its unit, such as "3 mm"')
    number, unit = match.groups()
    if not unit:
        raise BadValue(f"the unit of {number} is missing", f'did you mean "{number} mm"?')
    return float(number) * _unit(unit)


def size(value: object) -> Size:
    """A size such as "62 x 88 mm" as width and height in points. Raises BadValue."""
    match = _SIZE.match(value) if isinstance(value, str) else None
    if match is None:
        raise BadValue(f"{_shown(value)} is not a size", 'write width x height and the unit, such as "62 x 88 mm"')
    width, first, height, unit = match.groups()
    if not unit:
        raise BadValue(f"the unit of {width} x {height} is missing", f'did you mean "{width} x {height} mm"?')
    return float(width) * _unit(first or unit), float(height) * _unit(unit)


def card_size(value: object) -> Size:
    """A card size by name ("poker") or as "62 x 88 mm", in points. Raises BadValue."""
    return _named(value, CARDS, "card size")


def paper_size(value: object) -> Size:
    """A paper by name ("a4") or as "210 x 297 mm", in points. Raises BadValue."""
    return _named(value, PAPERS, "paper")


def shown(points: float) -> str:
    """A length for people: millimetres with at most two decimals."""
    return f"{points / MM:.2f}".rstrip("0").rstrip(".") + " mm"


def shown_size(width: float, height: float) -> str:
    """A size for people, such as "62 x 88 mm"."""
    return f"{shown(width).removesuffix(' mm')} × {shown(height)}"


def _named(value: object, table: dict[str, Size], what: str) -> Size:
    if isinstance(value, str) and value.strip().lower() in table:
        width, height = table[value.strip().lower()]
        return width * MM, height * MM
    if isinstance(value, str) and not any(mark in value for mark in "x×*0123456789"):
        raise BadValue(f"{_shown(value)} is not a {what} known here", nearest(value, table))
    return size(value)


def _unit(unit: str) -> float:
    name = {'"': "in", "″": "in"}.get(unit, unit.lower())
    if name not in UNITS:
        raise BadValue(f"{unit!r} is not a unit known here", "use mm, cm, in or pt")
    return UNITS[name]


def _shown(value: object) -> str:
    text = repr(value) if not isinstance(value, dict | list) else "this"
    return text if len(text) < 60 else text[:57] + "…"


def nearest(word: object, known: object) -> str:
    """A hint that names the nearest known word, or all of them where none is near."""
    from difflib import get_close_matches

    words = [str(item) for item in known]  # type: ignore[attr-defined]
    near = get_close_matches(str(word).lower(), words, n=1, cutoff=0.6)
    return f"did you mean {near[0]!r}?" if near else "choose from " + ", ".join(words)
