"""Printer's marks in the slug of a press page: crop marks, registration marks, colour bars."""

from __future__ import annotations

from collections.abc import Iterator

from ..art.items import Fill, Item, Run, Stroke, Text
from ..colour.colors import ALL_PLATES, color_from_cmyk
from ..geometry import Rect
from ..layout.grid import cut_positions
from ..layout.press import PressLayout
from ..text.fonts import LEAST_TYPE, TEXT
from ..text.outlines import Point, ellipse, open_line, rectangle
from ..units import MM

#: Crop marks: distance from the bleed, length, thickness (points).
_OFF, _LONG, _THICK = 1.5 * MM, 5 * MM, 0.25
#: Registration marks: the radius of the ring, and half the length of the cross.
_RING, _CROSS = 1.3 * MM, 2.3 * MM
#: The middle of the strip for registration marks, colour bars and text, from the bleed: outside crop marks.
_STRIP = _OFF + _LONG + 3 * MM
#: The side of a colour patch, the space around a registration mark, and that beside a crop mark.
_PATCH, _AROUND, _BESIDE = 3.2 * MM, 3.5 * MM, 1.5 * MM

Ink = tuple[float, float, float, float]

#: Solid inks and their overprints; half tones and the grey of three inks (ISO 12647-2, 4.3).
_SOLIDS: tuple[Ink, ...] = (
    (1, 0, 0, 0),
    (0, 1, 0, 0),
    (0, 0, 1, 0),
    (0, 0, 0, 1),
    (0, 1, 1, 0),
    (1, 0, 1, 0),
    (1, 1, 0, 0),
)
_TINTS: tuple[Ink, ...] = (
    (0.5, 0, 0, 0),
    (0, 0.5, 0, 0),
    (0, 0, 0.5, 0),
    (0, 0, 0, 0.5),
    (0.5, 0.4, 0.4, 0),
    (0.75, 0.66, 0.66, 0),
)
#: The colour that prints on every plate.
_REGISTRATION = color_from_cmyk((1, 1, 1, 1))._replace(spot=ALL_PLATES)


def printer_marks(layout: PressLayout) -> list[Item]:
    """Return the marks around the cards: crop marks at every cut, four registration marks, and a
    colour bar.
    """
    rings = [ellipse(x, y, _RING) for x, y in _slug_middles(layout)]
    # Separate paths: a single one would span the card, and preflight programs would take it for art.
    lines = [open_line(*ends) for ends in (*_crop_mark_ends(layout), *_registration_line_ends(layout))]
    patches = [Fill(rectangle(patch), color_from_cmyk(ink)) for ink, patch in _color_patches(layout)]
    return [*(Stroke(mark, _REGISTRATION, _THICK) for mark in (*rings, *lines)), *patches]


def slug_caption(layout: PressLayout, text: str) -> Text:
    """Return a line of text below the cards that describes the page; it is condensed if there is
    little room.
    """
    box = layout.bleed_box
    left = layout.area.x + _BESIDE
    narrow = min(1.0, (box.center[0] - _AROUND - left) / TEXT.width(text, LEAST_TYPE))
    y = box.y - _STRIP - LEAST_TYPE / 3
    return Text(Run(text, left, y, LEAST_TYPE, TEXT, horizontal_scale=narrow), _REGISTRATION)


def _crop_mark_ends(layout: PressLayout) -> Iterator[tuple[Point, Point]]:
    """Yield both ends of each crop mark, outside the bleed."""
    box = layout.bleed_box
    across, along = cut_positions(place.trim for place in layout.front_places)
    for x in across:
        yield (x, box.top + _OFF), (x, box.top + _OFF + _LONG)
        yield (x, box.y - _OFF), (x, box.y - _OFF - _LONG)
    for y in along:
        yield (box.x - _OFF, y), (box.x - _OFF - _LONG, y)
        yield (box.right + _OFF, y), (box.right + _OFF + _LONG, y)


def _registration_line_ends(layout: PressLayout) -> Iterator[tuple[Point, Point]]:
    """Yield both ends of each line that the crosses of the registration marks consist of."""
    for x, y in _slug_middles(layout):
        yield (x - _CROSS, y), (x + _CROSS, y)
        yield (x, y - _CROSS), (x, y + _CROSS)


def _slug_middles(layout: PressLayout) -> list[tuple[float, float]]:
    """Return the middle of the slug above, below, to the left and to the right of the cards."""
    box = layout.bleed_box
    x, y = box.center
    return [(x, box.top + _STRIP), (x, box.y - _STRIP), (box.x - _STRIP, y), (box.right + _STRIP, y)]


def _color_patches(layout: PressLayout) -> Iterator[tuple[Ink, Rect]]:
    """Yield the patches of the colour bar, each an ink and its rectangle: solids to the left of the upper
    registration mark, tints to its right, as many as fit.
    """
    box = layout.bleed_box
    middle = box.center[0]
    room = (middle - _AROUND) - (layout.area.x + _BESIDE)
    side = min(_PATCH, room / len(_SOLIDS))
    y = box.top + _STRIP - side / 2
    for place, ink in enumerate(reversed(_SOLIDS)):
        yield ink, Rect(middle - _AROUND - (place + 1) * side, y, side, side)
    for place, ink in enumerate(_TINTS):
        yield ink, Rect(middle + _AROUND + place * side, y, side, side)
