"""Lengths and sizes as people write them, turned into points. A length always has its unit."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable

#: Points in one unit; a point is 1/72 inch, as in PDF.
UNITS = {"mm": 72 / 25.4, "cm": 72 / 2.54, "in": 72.0, "pt": 1.0}
MM = UNITS["mm"]

#: The shortest and the longest side that a card may have, in points.
SHORTEST, LONGEST = 20 * MM, 300 * MM
#: The shortest side of another piece, such as a token, and the longest, such as a board's, in points.
_SHORTEST_PIECE, _LONGEST_PIECE = 8 * MM, 1000 * MM

Size = tuple[float, float]

#: Sheets of paper: width and height upright, in millimetres (ISO 216; ANSI/ASME Y14.1).
PAPERS: dict[str, Size] = {
    "a3": (297, 420),
    "a4": (210, 297),
    "a5": (148, 210),
    "a6": (105, 148),
    "letter": (215.9, 279.4),
    "half-letter": (139.7, 215.9),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}

#: Papers whose sides differ by less are the same, in points.
_SAME_PAPER = 0.1

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

_NUMBER = r"-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*([A-Za-z\"″]*)\s*\Z")
_SIZE = re.compile(rf"\s*({_NUMBER})\s*([A-Za-z\"″]*?)\s*[x×*]\s*({_NUMBER})\s*([A-Za-z\"″]*)\s*\Z")
#: The most characters of a length or a size; patterns are slow on long texts that fail.
_LONGEST = 60
#: The most words that are listed to choose from.
_SHOWN = 16

#: The patterns of a length and a size, for the JSON schema.
_UNIT = '([mM][mM]|[cC][mM]|[iI][nN]|[pP][tT]|"|″)'
_POSITIVE = r"([0-9]+(\.[0-9]*)?|\.[0-9]+)"
LENGTH_PATTERN = rf"^\s*-?{_POSITIVE}\s*{_UNIT}\s*$"
SIZE_PATTERN = rf"^\s*{_POSITIVE}\s*{_UNIT}?\s*[x×*]\s*{_POSITIVE}\s*{_UNIT}\s*$"


class BadValue(ValueError):  # noqa: N818 - it says what it is
    """A value that cannot be read: what is wrong, and a hint at what to write instead."""

    def __init__(self, message: str, hint: str = "", answers: Iterable[str] = ()) -> None:
        """Store them. answers: values as YAML, each of which may be written instead."""
        super().__init__(message)
        self.hint, self.answers = hint, tuple(answers)


def parse_length(value: object) -> float:
    """Read a length such as "3 mm", and return it in points.

    Raises BadValue if it is no length, or its unit is missing or unknown.
    """
    match = _match_text(_LENGTH, value)
    if match is None:
        point = _with_decimal_points(_LENGTH, value)
        hint = f'did you mean "{point}"?' if point else 'write a number and its unit, such as "3 mm"'
        raise BadValue(f"{quoted_value(value)} is not a length", hint)
    number, unit = match.groups()
    if not unit:
        raise BadValue(f"the unit of {number} is missing", f'did you mean "{number} mm"?')
    return float(number) * _points_of_unit(unit, f"{number} mm")


def parse_size(value: object) -> Size:
    """Read a size such as "62 x 88 mm", and return width and height in points.

    Raises BadValue if it is no size, or its unit is missing or unknown.
    """
    match = _match_text(_SIZE, value)
    if match is None:
        point = _with_decimal_points(_SIZE, value)
        hint = (
            f'did you mean "{point}"?' if point else 'write width x height and the unit, such as "62 x 88 mm"'
        )
        raise BadValue(f"{quoted_value(value)} is not a size", hint)
    width, first, height, unit = match.groups()
    if not unit:
        raise BadValue(f"the unit of {width} x {height} is missing", f'did you mean "{width} x {height} mm"?')
    return float(width) * _points_of_unit(first or unit), float(height) * _points_of_unit(unit)


def parse_card_size(value: object) -> Size:
    """Read a card size by name ("poker") or as "62 x 88 mm", and return width and height in points.

    Raises BadValue if it is no size, or a size that no card can have.
    """
    width, height = _size_of_name(value, CARDS, "card size")
    if not all(SHORTEST - 0.01 <= side <= LONGEST + 0.01 for side in (width, height)):
        raise BadValue(
            f"a card of {size_text(width, height)} cannot be made",
            f"each side must be from {length_text(SHORTEST)} to {length_text(LONGEST)}",
        )
    return width, height


def parse_piece_size(value: object) -> Size:
    """Read the size of a piece, such as "40 x 60 mm", and return width and height in points.

    A single length, such as "25 mm", is the width; the height is then 0, as it follows from the shape. Raises
    BadValue if it is no size, or a size that no piece can have.
    """
    is_width = _match_text(_LENGTH, value) is not None
    width, height = (parse_length(value), 0.0) if is_width else _size_of_name(value, CARDS, "card size")
    for side in (width,) if is_width else (width, height):
        if not _SHORTEST_PIECE - 0.01 <= side <= _LONGEST_PIECE + 0.01:
            raise BadValue(
                f"a side of {length_text(side)} cannot be made",
                f"each side must be from {length_text(_SHORTEST_PIECE)} to {length_text(_LONGEST_PIECE)}",
            )
    return width, height


def parse_paper_size(value: object) -> Size:
    """Read a paper size by name ("a4") or as "210 x 297 mm", and return width and height in points.

    Raises BadValue if it is no size.
    """
    return _size_of_name(value, PAPERS, "paper")


def parse_page_size(value: object) -> Size:
    """Read a size of a page or card by name ("a5", "poker") or as "148 x 210 mm"; return width and height.

    They are in points. Raises BadValue if it is no size.
    """
    return _size_of_name(value, {**PAPERS, **CARDS}, "size")


def paper_name(size: Size) -> str:
    """Return the name of a paper size in points, upright or landscape; "" if the size has no name here."""
    for name, (width, height) in PAPERS.items():
        if abs(min(size) - width * MM) < _SAME_PAPER and abs(max(size) - height * MM) < _SAME_PAPER:
            return name.upper() if len(name) == 2 else name.replace("-", " ").capitalize()
    return ""


class Figure(str):
    """A number as text for people, with a decimal point; translated sentences replace the point by their own
    decimal sign.
    """

    __slots__ = ()


def length_text(points: float) -> Figure:
    """Return a length in points as text for people: in millimetres with at most two decimals."""
    return Figure(f"{points / MM:.2f}".rstrip("0").rstrip(".") + " mm")


def size_text(width: float, height: float) -> Figure:
    """Return a size in points as text for people, such as "62 × 88 mm"."""
    return Figure(f"{length_text(width).removesuffix(' mm')} × {length_text(height)}")


def pixel_size(size: Size, bleed: float, ppi: float) -> tuple[int, int]:
    """Return the width and height in whole pixels of a size with bleed on all sides (lengths in points)."""
    wide, high = (max(1, round((side + 2 * bleed) / 72 * ppi)) for side in size)
    return wide, high


def _size_of_name(value: object, table: dict[str, Size], what: str) -> Size:
    """Return the size of a name, in points, or read the size if it is no name.

    table: sizes in millimetres by name. what: the kind of size, for messages. Raises BadValue.
    """
    if isinstance(value, str) and value.strip().lower() in table:
        width, height = table[value.strip().lower()]
        return width * MM, height * MM
    if isinstance(value, str) and value.lstrip()[:1].isalpha():
        raise BadValue(f"{quoted_value(value)} is not a {what} known here", nearest_word_hint(value, table))
    return parse_size(value)


def _points_of_unit(unit: str, usual: str = "") -> float:
    """Return the length of a unit in points.

    usual: the length in the usual unit, which the hint of an unknown unit offers; "" for no such offer.
    Raises BadValue if the unit is unknown.
    """
    name = {'"': "in", "″": "in"}.get(unit, unit.lower())
    if name not in UNITS:
        answers = [usual] if usual else []
        raise BadValue(f"{quoted_value(unit)} is not a unit known here", "use mm, cm, in or pt", answers)
    return UNITS[name]


def _match_text(pattern: re.Pattern[str], value: object) -> re.Match[str] | None:
    """Match a pattern with a text or a number; return None for other values and for long texts."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = str(value)
    return pattern.match(text) if len(text) <= _LONGEST else None


def _with_decimal_points(pattern: re.Pattern[str], value: object) -> str:
    """Return a length or a size with points for decimal commas; "" if the pattern does not match even
    then."""
    point = value.replace(",", ".") if isinstance(value, str) else ""
    return point if _match_text(pattern, point) else ""


def quoted_value(value: object) -> str:
    """Return a value for a message, as a pack file spells it, cut if it is long; "this" for a list or
    mapping."""
    if isinstance(value, dict | list):
        return "this"
    text = repr(value) if isinstance(value, str) else {"None": "null"}.get(str(value), str(value).lower())
    return shortened_text(text, 58)


def shortened_text(text: str, most: float, width: Callable[[str], float] = len) -> str:
    """Return a text, cut and ended by an ellipsis if it is longer than `most`.

    width: a function that measures a text, in the unit of `most`; by default in characters.
    """
    if width(text) <= most:
        return text
    kept = bisect_right(range(len(text)), most, key=lambda end: width(text[:end].rstrip() + "…")) - 1
    return text[: max(0, kept)].rstrip() + "…"


def count_with_noun(count: int, one: str, many: str = "") -> str:
    """Return a number with the noun for it: "1 card", "1,000 cards", "2 taxes".

    many: the plural, if it is not `one` with an s.
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def number_ranges(numbers: Iterable[int]) -> list[str]:
    """Return whole numbers as texts of stretches: ["1-56", "60"] for 1 to 56, and 60."""
    stretches: list[list[int]] = []
    for number in sorted(set(numbers)):
        if stretches and number == stretches[-1][1] + 1:
            stretches[-1][1] = number
        else:
            stretches.append([number, number])
    return [f"{first}-{last}" if last > first else f"{first}" for first, last in stretches]


class Sentence(str):
    """A sentence for people, in English, that also stores its template and values, so that it can be
    translated.

    As a str it is the English text: Sentence("{n} font", "{n} fonts", n=2) is "2 fonts". A value can be a
    text that is the same in every language, a Figure, a whole number, another Sentence, or a list of these.
    `n` is the number that selects the plural form.
    """

    template: str
    values: dict[str, object]

    def __new__(cls, one: str, other: str = "", /, **values: object) -> Sentence:
        """Return the sentence in English.

        one: the text, with {names} for values. other: the text for any `n` but 1.
        """
        template = other if other and values["n"] != 1 else one
        made = super().__new__(cls, _SLOT.sub(lambda slot: _value_in_english(slot, values), template))
        made.template, made.values = one, values
        return made


_SLOT = re.compile(r"\{(\w+)\}")


def _value_in_english(slot: re.Match[str], values: dict[str, object]) -> str:
    """Return the English text of a value for its name in braces; the name with its braces if there is no such
    value.
    """
    value = values.get(slot[1], slot[0])
    if isinstance(value, list):
        *most, last = map(str, value)
        return f"{', '.join(most)} and {last}" if most else last
    return f"{value:,}" if slot[1] == "n" else str(value)


def closest_word(word: object, known: Iterable[str]) -> str | None:
    """Return the known word that a misspelt word most likely means, ignoring case; None if no known word is
    near.
    """
    from difflib import get_close_matches

    said = str(word)[:_LONGEST].lower()
    words: dict[str, str] = {}
    for each in known:
        words.setdefault(each.lower(), each)
    near = get_close_matches(said, words, n=5, cutoff=0.6)
    return words[min(near, key=lambda each: edit_distance(said, each))] if near else None


def edit_distance(said: str, meant: str) -> int:
    """Return the number of letters to add, leave out, change or swap with the next between two words.

    It is the optimal string alignment distance (Boytsov, Indexing methods for dictionary searching, 2011).
    """
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for place, letter in enumerate(said, 1):
        earlier, before, row = before, row, [place]
        for at, other in enumerate(meant, 1):
            least = min(before[at] + 1, row[-1] + 1, before[at - 1] + (letter != other))
            if place > 1 and at > 1 and (letter, said[place - 2]) == (meant[at - 2], other):
                least = min(least, earlier[at - 2] + 1)
            row.append(least)
    return row[-1]


def nearest_word_hint(word: object, known: Iterable[str]) -> Sentence:
    """Return a hint that names the known word nearest to a word. If none is near, the hint lists known
    words.
    """
    words = list(known)
    near = closest_word(word, words)
    if near:
        return Sentence("did you mean {word}?", word=repr(near))
    first, more = ", ".join(words[:_SHOWN]), len(words) - _SHOWN
    if more > 0:
        return Sentence("choose from {words} and {n} more", words=first, n=more)
    return Sentence("choose from {words}", words=first)
