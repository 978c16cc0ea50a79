"""Marks in the slug of a press page: where to cut, whether the plates fit, whether the inks are right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..geometry import Rect
from ..layout.grid import cuts
from ..layout.press import PressLayout
from ..text.fonts import LEAST_TYPE, TEXT, reportlab_font
from ..text.reportlab_parts import add_operators, document_of
from ..text.scripts import needs_shaping
from ..units import MM

#: Crop marks: how far from the bleed, how long, how thick (points).
_OFF, _LONG, _THICK = 1.5 * MM, 5 * MM, 0.25
#: Registration marks: the radius of the ring, and how far the cross reaches.
_RING, _CROSS = 1.3 * MM, 2.3 * MM
#: The middle of the strip for registration marks, colours and words, from the bleed: clear of crop marks.
_STRIP = _OFF + _LONG + 3 * MM
#: The side of a colour patch, the room about a registration mark, and that beside a crop mark.
_PATCH, _AROUND, _BESIDE = 3.2 * MM, 3.5 * MM, 1.5 * MM

Ink = tuple[float, float, float, float]

#: Solid inks and their overprints; half tones and the grey that three inks make (ISO 12647-2, 4.3).
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


def registration() -> Any:
    """Return the colour that prints on every plate (ISO 32000-1, 8.6.6.4)."""
    from reportlab.lib.colors import CMYKColorSep

    return CMYKColorSep(1, 1, 1, 1, spotName="All")


def draw_marks(canvas: Any, layout: PressLayout) -> None:
    """Draw crop marks along every cut, four registration marks, and a bar of colours above the cards."""
    canvas.saveState()
    canvas.setStrokeColor(registration())
    canvas.setLineWidth(_THICK)
    for x, y in _middles(layout):
        canvas.circle(x, y, _RING, stroke=1, fill=0)
    # One by one: as one path they would span the card, and checkers would take them for art.
    for ends in (*_crop_marks(layout), *_crosses(layout)):
        canvas.line(*ends)
    canvas.restoreState()
    from reportlab.lib.colors import CMYKColor

    for ink, patch in _patches(layout):
        canvas.setFillColor(CMYKColor(*ink))
        canvas.rect(*patch, stroke=0, fill=1)


def draw_caption(canvas: Any, layout: PressLayout, text: str) -> None:
    """Draw a line below the cards that says what the page is, condensed where there is little room."""
    box = layout.bleed_box
    left = layout.area.x + _BESIDE
    room = box.center[0] - _AROUND - left
    width = TEXT.width(text, LEAST_TYPE)
    line = canvas.beginText(left, box.y - _STRIP - LEAST_TYPE / 3)
    line.setFont(TEXT.name, LEAST_TYPE)
    line.setFillColor(registration())
    narrow = min(1.0, room / width)
    if narrow < 1:
        line.setHorizScale(100 * narrow)
    font = TEXT.with_behind(text)
    if needs_shaping(text):
        from ..text import glyph_fonts, shaping

        runs = shaping.glyph_runs(text, font)
        shown = glyph_fonts.operators(runs, document_of(canvas), left, line.getY(), LEAST_TYPE, narrow)
        add_operators(line, shown)
    else:
        for part, each in font.parts(text):
            line.setFont(reportlab_font(each).fontName, LEAST_TYPE)
            line.textOut(part)
    canvas.drawText(line)


def _crop_marks(layout: PressLayout) -> Iterator[tuple[float, float, float, float]]:
    box = layout.bleed_box
    across, along = cuts(place.trim for place in layout.places)
    for x in across:
        yield (x, box.top + _OFF, x, box.top + _OFF + _LONG)
        yield (x, box.y - _OFF, x, box.y - _OFF - _LONG)
    for y in along:
        yield (box.x - _OFF, y, box.x - _OFF - _LONG, y)
        yield (box.right + _OFF, y, box.right + _OFF + _LONG, y)


def _crosses(layout: PressLayout) -> Iterator[tuple[float, float, float, float]]:
    """Return the crosses of the registration marks."""
    for x, y in _middles(layout):
        yield (x - _CROSS, y, x + _CROSS, y)
        yield (x, y - _CROSS, x, y + _CROSS)


def _middles(layout: PressLayout) -> list[tuple[float, float]]:
    """Return the middle of each side of the slug."""
    box = layout.bleed_box
    x, y = box.center
    return [(x, box.top + _STRIP), (x, box.y - _STRIP), (box.x - _STRIP, y), (box.right + _STRIP, y)]


def _patches(layout: PressLayout) -> Iterator[tuple[Ink, Rect]]:
    """Return solids to the left of the upper registration mark, tints to its right, as large as fits."""
    box = layout.bleed_box
    middle = box.center[0]
    room = (middle - _AROUND) - (layout.area.x + _BESIDE)
    side = min(_PATCH, room / len(_SOLIDS))
    y = box.top + _STRIP - side / 2
    for place, ink in enumerate(reversed(_SOLIDS)):
        yield ink, Rect(middle - _AROUND - (place + 1) * side, y, side, side)
    for place, ink in enumerate(_TINTS):
        yield ink, Rect(middle + _AROUND + place * side, y, side, side)
