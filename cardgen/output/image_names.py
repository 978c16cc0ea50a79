"""What pictures of cards are called: names that sort in the order of the pack and say what they show."""

from __future__ import annotations

import re
import unicodedata

from ..pack.model import Card, Pack

BACK = "back"
_LONGEST = 40
_FRACTION_SLASH = "\u2044"
_WORDS = {
    "+": "plus",
    "-": "minus",
    "−": "minus",
    "–": "minus",
    "×": "times",
    "÷": "divided-by",
    "=": "equals",
    "≤": "at-most",
    "≥": "at-least",
    "<": "under",
    ">": "over",
}


def plain(text: str) -> str:
    """A text in the letters, figures and hyphens that every system takes in a file's name."""
    return re.sub("-+", "-", "".join(map(_plain, text))).strip("-")[:_LONGEST].rstrip("-")


def _plain(character: str) -> str:
    if character in _WORDS and character != "-":
        return f"-{_WORDS[character]}-"
    apart = unicodedata.normalize("NFKD", character).replace(_FRACTION_SLASH, "-")
    bare = apart.encode("ascii", "ignore").decode().lower()
    if re.fullmatch("[a-z0-9-]+", bare):
        return bare
    if character.isspace() or character.isascii():
        return "-"
    return "-" + re.sub("[^a-z0-9]+", "-", unicodedata.name(character, "").lower()) + "-"


def face_name(pack: Pack, card: Card, number: int, of: int) -> str:
    """The beginning of a face's file name: 01-green-plus-4."""
    digits = max(2, len(str(of)))
    parts = [f"{number:0{digits}}"]
    if card.suit is None:
        parts.append(plain(card.label) or card.kind)
    else:
        sign = pack.suits[card.suit].sign or ""
        parts += [plain(card.suit), _WORDS.get(sign) or plain(sign), plain(card.rank or "")]
    return "-".join(part for part in parts if part)
