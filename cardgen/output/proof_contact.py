"""The whole pack on a page or a few: every card as often as it is there, small, counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..pack.model import Pack
from .proof_sides import Side

#: Larger packs are shown as one card of each, with its quantity.
_MOST_CARDS = 300
_FEWEST, _MOST_COLUMNS = 6, 11
_GAP, _CAPTION = 6.0, 12.0


class Small(NamedTuple):
    """A card of the contact sheet: its side, where its lower left corner lies, and what is said below."""

    side: Side
    x: float
    y: float
    caption: str


class Contact(NamedTuple):
    """The contact sheet: pages of small cards, and how large they are."""

    scale: float
    pages: list[list[Small]]
    #: Whether each card is there as often as it is in the pack.
    whole: bool


def contact(pack: Pack, sides: Sequence[Side], area: tuple[float, float, float, float]) -> Contact:
    """Lay the faces of a pack in an area (x, top, width, height in points)."""
    faces = [side for side in sides if side.key != "back"]
    whole = pack.count <= _MOST_CARDS
    shown = list(_captioned(faces, whole))
    x, top, width, height = area
    ratio = pack.card.height / pack.card.width
    columns = next(
        (
            each
            for each in range(_FEWEST, _MOST_COLUMNS)
            if _rows(each, ratio, width, height) * each >= len(shown)
        ),
        _MOST_COLUMNS,
    )
    rows, wide = max(1, _rows(columns, ratio, width, height)), _wide(columns, ratio, width, height)
    pages = []
    for first in range(0, len(shown), columns * rows):
        page = []
        for place, (side, caption) in enumerate(shown[first : first + columns * rows]):
            row, column = divmod(place, columns)
            left = x + column * (wide + _GAP)
            page.append(Small(side, left, top - row * (wide * ratio + _CAPTION) - wide * ratio, caption))
        pages.append(page)
    return Contact(wide / pack.card.width, pages, whole)


def _captioned(faces: Sequence[Side], whole: bool) -> Iterator[tuple[Side, str]]:
    """Each card with its number in the pack, or one of each with its quantity."""
    number = 0
    for side in faces:
        if not whole:
            yield side, f"{side.quantity} × {side.label}"
            continue
        for _ in range(side.quantity):
            number += 1
            yield side, str(number)


def _wide(columns: int, ratio: float, width: float, height: float) -> float:
    """How wide a card is; no higher than the page, however tall it is."""
    return min((width - (columns - 1) * _GAP) / columns, (height - _CAPTION) / ratio)


def _rows(columns: int, ratio: float, width: float, height: float) -> int:
    return int((height + 0.01) / (_wide(columns, ratio, width, height) * ratio + _CAPTION))
