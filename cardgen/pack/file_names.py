"""Names of picture files: made from the cards of a pack, and parsed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Literal, NamedTuple

from .model import Card, Pack

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
#: ASCII forms of letters that Unicode does not decompose.
_LETTERS = dict(zip("ßæœøłđðþı", ["ss", "ae", "oe", "o", "l", "d", "d", "th", "i"], strict=True))


def file_slug(text: str) -> str:
    """Return a text as small letters, digits and hyphens, which every file system accepts."""
    return re.sub("-+", "-", "".join(map(_file_name_characters, text))).strip("-")[:_LONGEST].rstrip("-")


def _file_name_characters(character: str) -> str:
    """Return the letters, digits and hyphens that stand for a character in a file name."""
    if character in _WORDS and character != "-":
        return f"-{_WORDS[character]}-"
    if letter := _LETTERS.get(character.lower()):
        return letter
    apart = unicodedata.normalize("NFKD", character).replace(_FRACTION_SLASH, "-")
    bare = apart.encode("ascii", "ignore").decode().lower()
    if re.fullmatch("[a-z0-9-]+", bare):
        return bare
    if character.isspace() or character.isascii():
        return "-"
    return "-" + re.sub("[^a-z0-9]+", "-", unicodedata.name(character, "").lower()) + "-"


def face_name(pack: Pack, card: Card, number: int, total: int) -> str:
    """Return the beginning of a face's file name, such as "01-green-plus-4".

    number: the card's number among the cards that get files, from 1. total: how many cards get files.
    """
    digits = max(2, len(str(total)))
    return "-".join(part for part in (f"{number:0{digits}}", _card_in_file_name(pack, card)) if part)


def _card_in_file_name(pack: Pack, card: Card) -> str:
    """Return the part of a file name that names the card, such as "green-plus-4"."""
    if card.suit is None:
        return file_slug(card.label) or card.kind
    sign = pack.suits[card.suit].sign or ""
    parts = (file_slug(card.suit), _WORDS.get(sign) or file_slug(sign), file_slug(card.rank or ""))
    return "-".join(part for part in parts if part)


def picture_names(
    pack: Pack, card: Card, number: int, total: int, quantity: int, pictures_per: Literal["face", "card"]
) -> Iterator[str]:
    """Yield the names of a face's picture files without suffix.

    number: the card's number among the cards that get files, from 1. total: how many cards get files.
    quantity: the card's quantity in the deck. pictures_per: "face" for one file, "card" for a file for each
    copy of the card.
    """
    name = face_name(pack, card, number, total)
    if pictures_per == "face":
        yield f"{name}-x{quantity}"
        return
    digits = len(str(quantity))
    yield from (f"{name}-{copy:0{digits}}of{quantity}" for copy in range(1, quantity + 1))


_PICTURE_NAME = re.compile(
    r"\d{2,5}(?:-(?P<called>.{1,200}?))?-(?:x(?P<times>\d{1,5})|\d{1,5}of(?P<of>\d{1,5}))"
)


class NamedPicture(NamedTuple):
    """The contents of a picture according to its name, as picture_names() writes it."""

    #: The ids of the cards that it may show.
    cards: tuple[str, ...]
    #: The quantity of the card in the deck.
    times: int
    #: Whether each copy of a card has a file of its own.
    per: Literal["face", "card"]


class PictureNames:
    """Parses the names of picture files of a pack's cards."""

    def __init__(self, pack: Pack) -> None:
        self._cards: dict[str, tuple[str, ...]] = {}
        for card in pack.cards:
            called = _card_in_file_name(pack, card)
            self._cards[called] = (*self._cards.get(called, ()), card.id)

    def parse(self, stem: str) -> NamedPicture | None:
        """Return the cards and the side that a picture's file name (without suffix) states; None if it names
        no card of the pack.
        """
        found = _PICTURE_NAME.fullmatch(stem)
        cards = self._cards.get(found["called"] or "") if found else None
        if found is None or cards is None:
            return None
        return NamedPicture(cards, int(found["times"] or found["of"]), "face" if found["times"] else "card")
