"""Folders of pictures as decks: each PNG or JPEG is a card, and its name states the card and its quantity."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from math import log
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from unicodedata import normalize

from ..sandbox import untrusted
from ..units import CARDS, Size
from .values import MOST_CARDS, MOST_LINE, is_picture
from .yaml_text import as_yaml

#: The file name of a pack that is only a folder of pictures: scans/*.
ANY = "*"

#: Names of subfolders, as in silhouette-card-maker: of faces, of the one back, and of backs with the names of
#: their faces.
FACES, BACKS, OWN_BACKS = "front", "back", "double_sided"
#: Quantities in names: knight-x3, knight x3, 3x knight.
_TIMES_BEHIND = re.compile(r"[ _-]x(\d{1,3})\Z", re.IGNORECASE | re.ASCII)
_TIMES_BEFORE = re.compile(r"(\d{1,3})x[ _-]+", re.IGNORECASE | re.ASCII)
_SIDE = re.compile(r"[ _-](front|back)\Z", re.IGNORECASE)
_DIGITS = re.compile(r"(\d+)")
_NAME = re.compile(r"[ _-]+")
#: Formats of pictures that other programs accept.
_OTHER_FORMATS = (".webp", ".gif", ".tif", ".tiff", ".bmp", ".avif", ".heic", ".jfif", ".jxl", ".svg")
#: The back of all cards; Proxy-PDF-Maker calls it __back.
_BACK = ("back", "__back")
#: Words for it in cardgen's languages, which are no names of cards ("reverse" and "dos" may be).
_FOREIGN_BACKS = ("rückseite", "rücken", "kartenrücken", "verso", "reverso", "dorso", "achterkant", "rewers")


class PictureCard(NamedTuple):
    """A card of a folder; its files are relative to the folder."""

    id: str
    name: str
    quantity: int
    picture: str
    back: str | None


class PictureDeck(NamedTuple):
    """The cards of a folder."""

    cards: tuple[PictureCard, ...]
    #: The back of cards that have none of their own.
    back: str | None
    #: Files called as backs, of which there is no face: they are cards.
    backs_alone: tuple[str, ...] = ()
    #: Files called as the back of all cards in another language, if there is no such back: they are cards.
    foreign_backs: tuple[str, ...] = ()
    #: Pictures of formats that cannot be read.
    unreadable: tuple[str, ...] = ()


class _ParsedName(NamedTuple):
    """The parts of a picture's name."""

    file: str
    stem: str
    quantity: int
    is_back: bool


def picture_deck(names: Iterable[str]) -> PictureDeck:
    """Return the deck made of the pictures in a folder.

    names: the names of the files, relative to the folder. Of subfolders, only front, back and double_sided
    are used. A file NAME-back is the back of the card NAME, if there is such a card. A card with the quantity
    0 is left out.
    """
    names = list(names)
    pictures = sorted(filter(is_picture, names), key=_natural_sort_key)
    inside = {folder: [each for each in pictures if each.startswith(f"{folder}/")] for folder in
              (FACES, BACKS, OWN_BACKS)}  # fmt: skip
    faces = inside[FACES] or [each for each in pictures if "/" not in each]
    named = [_parse_name(each) for each in faces]
    back = next((each.file for each in named if each.stem.lower() in _BACK), None)
    back = next(iter(inside[BACKS]), back)
    # Proxy-PDF-Maker hides names that begin with two underscores.
    named = [each for each in named if each.stem.lower() not in _BACK and not each.stem.startswith("__")]
    stems = {each.stem.lower() for each in named if not each.is_back}
    backs = {each.stem.lower(): each.file for each in named if each.is_back and each.stem.lower() in stems}
    backs |= {_parse_name(each).stem.lower(): each for each in inside[OWN_BACKS]}
    cards = []
    for each in named:
        if each.is_back and each.stem.lower() in stems:
            continue
        stem = f"{each.stem}-back" if each.is_back else each.stem
        name = _NAME.sub(" ", stem).strip() or stem
        if not each.quantity:
            continue
        cards.append(PictureCard(stem, name, each.quantity, each.file, backs.get(stem.lower())))
    alone = tuple(each.file for each in named if each.is_back and each.stem.lower() not in stems)
    # Sources lie beside the pictures that were made of them.
    made = {each.rpartition(".")[0].lower() for each in pictures}
    unreadable = tuple(
        name for name in sorted(names)
        if name.lower().endswith(_OTHER_FORMATS)
        and name.rpartition(".")[0].lower() not in made
        and name.rpartition("/")[0] in ("", FACES, BACKS, OWN_BACKS)
    )  # fmt: skip
    foreign = () if back else tuple(
        card.picture for card in cards if normalize("NFC", card.name).lower() in _FOREIGN_BACKS
    )  # fmt: skip
    return PictureDeck(tuple(cards), back, alone, foreign, unreadable)


def _parse_name(file: str) -> _ParsedName:
    """Return the card's name, the quantity and the side that a file name states."""
    stem, quantity = PurePosixPath(file).stem.strip(), 1
    if (times := _TIMES_BEHIND.search(stem)) and times.start():
        stem, quantity = stem[: times.start()], int(times[1])
    elif (times := _TIMES_BEFORE.match(stem)) and times.end() < len(stem):
        stem, quantity = stem[times.end() :], int(times[1])
    side = _SIDE.search(stem)
    if side is None or not side.start() or stem.lower() in _BACK:
        return _ParsedName(file, stem, quantity, False)
    return _ParsedName(file, stem[: side.start()], quantity, side[1].lower() == "back")


def _natural_sort_key(name: str) -> tuple[list[tuple[int, str]], str]:
    """Return a sort key by which numbers are in numerical order: 2 before 10."""
    parts = _DIGITS.split(name.lower())
    return [(int(part), "") if place % 2 else (0, part) for place, part in enumerate(parts)], name


# --- a folder as a pack of its own ---------------------------------------------------------------

#: The default size of cards whose shape is of no known size: that of most trading cards.
_USUAL = "poker-eu"
#: Usual bleed of pictures made for print, in millimetres.
_PRINTED_BLEED = 3.1
#: Maximum difference of shapes that count as equal, and number of pictures that are measured.
_SHAPE_TOLERANCE, _MOST_SHAPES = 0.03, 12


def names_picture(name: str) -> bool:
    """Tell whether a file's name is that of a picture, also of a format that cards cannot have."""
    return is_picture(name) or name.lower().endswith(_OTHER_FORMATS)


def is_picture_folder(folder: Path) -> bool:
    """Tell whether a folder has pictures of cards and no pack file."""
    return bool(picture_deck(_file_names_in(folder)).cards) and not has_pack_file(folder)


def has_pack_file(folder: Path) -> bool:
    """Tell whether a folder has a YAML file, which may be a pack."""
    return any(
        "/" not in name and name.lower().endswith((".yaml", ".yml")) for name in _file_names_in(folder)
    )


def _file_names_in(folder: Path) -> list[str]:
    """Return the names of a folder's files; [] if it cannot be read."""
    try:
        return untrusted.names_beside(folder, ".", MOST_CARDS)
    except untrusted.Unreachable:
        return []


def yaml_of_folder(folder: Path, folder_in_file: str = ".", title: str = "") -> bytes:
    """Return the YAML of a pack whose cards are the pictures in a folder, at the card size of their shape.

    folder_in_file: the folder's name in the pack's file. title: the pack's name; by default that of the
    folder. Raises untrusted.Unreachable if the folder cannot be read.
    """
    deck = picture_deck(untrusted.names_beside(folder, ".", MOST_CARDS))
    step = max(1, len(deck.cards) // _MOST_SHAPES)
    sizes = Counter(filter(None, (_size_from_shape(folder, card.picture) for card in deck.cards[::step])))
    size = sizes.most_common(1)[0][0] if sizes else CARDS[_USUAL]
    return as_yaml({
        "format": 1,
        "name": title or title_from_folder(folder),
        "card": {"size": f"{size[0]:g} x {size[1]:g} mm"},
        "cards": [{"folder": folder_in_file}],
    }).encode()  # fmt: skip


def title_from_folder(folder: Path) -> str:
    """Return the name for the pack of a folder: the folder's name."""
    return folder.resolve().name[:MOST_LINE].strip() or "pack"


def _size_from_shape(folder: Path, name: str) -> Size | None:
    """Return the known card size (width, height in mm) whose proportions a picture has; None for others."""
    from ..colour.images import size_in_pixels

    try:
        wide, high = size_in_pixels(untrusted.admit(folder, name))
    except Exception:  # Any error of Pillow; the check of pictures reports it.
        return None
    upright = [CARDS[_USUAL], *CARDS.values()]
    sizes = [*upright, *((high, wide) for wide, high in upright)]

    def difference(size: Size) -> float:
        shapes = (size[0] / size[1], (size[0] + 2 * _PRINTED_BLEED) / (size[1] + 2 * _PRINTED_BLEED))
        return min(abs(log(wide / high / shape)) for shape in shapes)

    if difference(sizes[0]) <= _SHAPE_TOLERANCE:
        return sizes[0]
    best = min(sizes, key=difference)
    return best if difference(best) <= _SHAPE_TOLERANCE else None
