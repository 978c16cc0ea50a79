"""Folders of pictures as decks: each PNG or JPEG is a card, and its name says which and how often."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import NamedTuple

from .values import is_picture

#: Names of folders inside, as silhouette-card-maker has them: of faces, of the one back, and of backs that
#: are called as their faces.
FACES, BACKS, OWN_BACKS = "front", "back", "double_sided"
#: How often a card is there: knight-x3, knight x3, 3x knight.
_TIMES_BEHIND = re.compile(r"[ _-]x(\d{1,3})\Z", re.IGNORECASE | re.ASCII)
_TIMES_BEFORE = re.compile(r"(\d{1,3})x[ _-]+", re.IGNORECASE | re.ASCII)
_SIDE = re.compile(r"[ _-](front|back)\Z", re.IGNORECASE)
_DIGITS = re.compile(r"(\d+)")
_NAME = re.compile(r"[ _-]+")
#: The back of all cards; Proxy-PDF-Maker calls it __back.
_BACK = ("back", "__back")


class PictureCard(NamedTuple):
    """A card of a folder; its files are named from the folder on."""

    id: str
    name: str
    quantity: int
    picture: str
    back: str | None


class PictureDeck(NamedTuple):
    """All cards of a folder."""

    cards: tuple[PictureCard, ...]
    #: The back of those that have none of their own.
    back: str | None


class _Named(NamedTuple):
    """A picture by what its name says."""

    file: str
    stem: str
    quantity: int
    is_back: bool


def picture_deck(names: Iterable[str]) -> PictureDeck:
    """Return the deck that files of a folder make.

    names: from the folder on, with "/" before those in folders of it. Of these only front, back and
    double_sided count. A file called NAME-back is the back of NAME, where there is such a card.
    """
    pictures = sorted(filter(is_picture, names), key=_natural)
    inside = {folder: [each for each in pictures if each.startswith(f"{folder}/")] for folder in
              (FACES, BACKS, OWN_BACKS)}  # fmt: skip
    faces = inside[FACES] or [each for each in pictures if "/" not in each]
    named = [_named(each) for each in faces]
    back = next((each.file for each in named if each.stem.lower() in _BACK), None)
    back = next(iter(inside[BACKS]), back)
    # What begins with two underscores is hidden to Proxy-PDF-Maker.
    named = [each for each in named if each.stem.lower() not in _BACK and not each.stem.startswith("__")]
    stems = {each.stem.lower() for each in named if not each.is_back}
    backs = {each.stem.lower(): each.file for each in named if each.is_back and each.stem.lower() in stems}
    backs |= {_named(each).stem.lower(): each for each in inside[OWN_BACKS]}
    cards = []
    for each in named:
        if each.is_back and each.stem.lower() in stems:
            continue
        stem = f"{each.stem}-back" if each.is_back else each.stem
        name = _NAME.sub(" ", stem).strip() or stem
        cards.append(PictureCard(stem, name, each.quantity, each.file, backs.get(stem.lower())))
    return PictureDeck(tuple(cards), back)


def _named(file: str) -> _Named:
    stem, quantity = PurePosixPath(file).stem.strip(), 1
    if (times := _TIMES_BEHIND.search(stem)) and times.start():
        stem, quantity = stem[: times.start()], int(times[1])
    elif (times := _TIMES_BEFORE.match(stem)) and times.end() < len(stem):
        stem, quantity = stem[times.end() :], int(times[1])
    side = _SIDE.search(stem)
    if side is None or not side.start() or stem.lower() in _BACK:
        return _Named(file, stem, quantity, False)
    return _Named(file, stem[: side.start()], quantity, side[1].lower() == "back")


def _natural(name: str) -> tuple[list[tuple[int, str]], str]:
    """Return what sorts names as people do: 2 before 10."""
    parts = _DIGITS.split(name.lower())
    return [(int(part), "") if place % 2 else (0, part) for place, part in enumerate(parts)], name
