"""The text on a sheet outside the cards: its number, how to print it, and a ruler to measure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ..art.items import Drawing, Fill, Item, Run, Stroke, Text
from ..colour.colors import Color, color_from_hex
from ..geometry import TOLERANCE, Matrix, Rect, combined_matrix, rotation, translation
from ..layout.imposition import SheetOptions, SheetSide
from ..layout.paper import STRIP, Axis, PaperGrid
from ..layout.tile_guides import NAME_OFF, Side
from ..layout.tiling import MAP_SIZE, Tile, TileGrid, tile_cores
from ..pack.model import Pack
from ..pack.words import Wording
from ..text import fonts
from ..text.fitting import shortened_line
from ..text.outlines import joined_shapes, open_line, rectangle
from ..units import MM, shortened_text

_INK = Color(color_from_hex("#3A3A3A").rgb, (0, 0, 0, 0.85))
#: Font size at the edge of the sheet, in points: the usual and the minimum.
_SIZE, _LEAST = 7.0, 5.0
#: The ruler's possible lengths in millimetres.
_LENGTHS = (100, 50, 20)
#: The font size beside the ruler, and its distance from it, in points.
_LABEL, _APART = 6.5, 9.0


class Strips(NamedTuple):
    """The strips for text and ruler on a sheet: where each is, and their length in points."""

    words: Matrix
    ruler: Matrix
    room: float


def free_strips(grid: PaperGrid) -> Strips | None:
    """Return the free strips beside the cards; None if there is no room.

    Text is along the upper edge and the ruler along the lower one; or, where there is more room beside the
    cards, both along the left and the right edge.
    """
    area = grid.printable_area
    if grid.strip_axis is None:
        return None
    # Registration marks begin in the margin.
    clear = max(0.0, grid.clear_corner - grid.margin)
    if grid.strip_axis == "y":
        x, room = area.x + clear, area.width - 2 * clear
        return Strips(translation(x, area.top - STRIP), translation(x, area.y), room)
    y, room = area.y + clear, area.height - 2 * clear
    left = combined_matrix(rotation(90), translation(area.x + STRIP, y))
    return Strips(left, combined_matrix(rotation(90), translation(area.right, y)), room)


def caption_parts(
    pack: Pack, layout: SheetOptions, side: SheetSide, page: int, pages: int, printer: str = ""
) -> list[str]:
    """Return the parts of a page's caption, in reading order; a part that does not apply is "".

    page, pages: the page's number, and how many there are. printer: the home printer for which pages are
    corrected, "" for none.
    """
    name, edition = printable_text(pack.name), printable_text(pack.edition or "")
    say = pack.wording.phrase
    number = say("page", page=page, pages=pages)
    where = say("sheet" if side.face == "both" else side.face, sheet=side.sheet + 1)
    if side.tile is not None:
        number = f"{side.tile.label}, {number}"
    turned = ""
    if layout.backs in ("duplex", "separate"):
        turned = say(f"flip-{layout.flip}")
    elif layout.backs == "gutterfold":
        turned = say("fold")
    joints = say("joints") if side.tile is not None and side.face == "front" else ""
    corrected = say("corrected", printer=printer) if printer else ""
    said = (number, where, say("actual-size"), turned, joints, corrected)
    return [name, edition, *map(printable_text, said)]


def printable_text(text: str) -> str:
    """Return a text without the characters that the font lacks."""
    lost = {each for each in fonts.TEXT.characters_without_glyph(text) if not fonts.TEXT.can_show(each)}
    return "".join(character for character in text if character not in lost) if lost else text


#: Indices of the parts of a caption that are left out on narrow paper, the least important first.
_SPARED = (1, 7, 0, 4, 6, 3, 2)
#: Length to which a long name is shortened if there is no room for it, including its ellipsis.
_SHORT = 25


def caption_line(parts: list[str], strip_length: float) -> Text:
    """Return a caption centred in its strip. If the strip is short, less important parts are left out.

    strip_length: the length of the strip, in points.
    """
    parts = list(parts)
    text, wide = _joined_parts(parts), _caption_width(parts)
    for place in _SPARED:
        if place < len(parts) and wide * _LEAST > strip_length:
            parts[place] = shortened_text(parts[place], _SHORT) if place == 0 else ""
            text, wide = _joined_parts(parts), _caption_width(parts)
    size = max(_LEAST, min(_SIZE, strip_length / wide))
    text = shortened_line(text, fonts.TEXT, size, strip_length + TOLERANCE)
    x = (strip_length - fonts.TEXT.width(text, size)) / 2
    return Text(Run(text, x, STRIP - 0.78 * size, size, fonts.TEXT), _INK)


def _joined_parts(parts: list[str]) -> str:
    """Return the parts that are not empty as one text."""
    return "   ·   ".join(part for part in parts if part)


def _caption_width(parts: list[str]) -> float:
    """Return the width of a caption at a font size of 1."""
    return fonts.TEXT.width(_joined_parts(parts), 1)


def ruler_length(strip_length: float) -> int:
    """Return the length of the longest ruler that fits in a strip, in millimetres; 0 if none fits.
    strip_length: in points.
    """
    return next((length for length in _LENGTHS if length * MM <= strip_length), 0)


def ruler_box(strip_length: float) -> Rect:
    """Return the rectangle around a ruler in its strip, in points."""
    return Rect(-1, -1, strip_length + 2, STRIP + 2)


def ruler_items(length: int, strip_length: float, wording: Wording) -> Iterator[Item]:
    """Yield a ruler with a tick for each millimetre, centred in its strip, and its length beside it if there
    is room.

    length: in millimetres. strip_length: the length of the strip, in points.
    """
    label = printable_text(wording.phrase("ruler", length=length))
    free = strip_length - length * MM
    beside = _APART + fonts.TEXT.width(label, _LABEL)
    start = min(free / 2, free - beside) if free >= beside else free / 2
    top = STRIP - 0.4
    ticks = []
    for mm in range(length + 1):
        long = 8.0 if mm % 10 == 0 else 5.0 if mm % 5 == 0 else 3.0
        ticks.append(open_line((start + mm * MM, top), (start + mm * MM, top - long)))
    yield Stroke(joined_shapes(*ticks), _INK, 0.35)
    if free >= beside:
        yield Text(Run(label, start + length * MM + _APART, top - 6.2, _LABEL, fonts.TEXT), _INK)
    for mm in range(0, length + 1, 10):
        yield Text(Run(str(mm // 10), start + mm * MM + 1.2, top - 8.2, 4.5, fonts.TEXT), _INK)


#: The distance between a caption and a map of parts, in points.
APART = 6.0
#: The ground of the part on the sheet, and the size of the names of its neighbours.
_HERE, _NAME = Color(color_from_hex("#8C8C8C").rgb, (0, 0, 0, 0.5)), 5.5


def tile_map_items_and_width(
    grid: TileGrid, marked: Tile, mirrored_axis: Axis | Literal[""]
) -> tuple[list[Item], float]:
    """Return a small map that shows where a part is in its piece, and the map's width in points. Its lower
    left corner is at (0, 0).

    marked: the part to mark. mirrored_axis: the coordinate, "x" or "y", that is mirrored on the back of the
    paper; "" for the front.
    """
    scale = min(MAP_SIZE / grid.card[1], _WIDEST_MAP / grid.card[0])
    wide, high = (side * scale for side in grid.card)
    up = MAP_SIZE - high
    items: list[Item] = []
    edges = []
    for core in tile_cores(grid.card, grid.columns, grid.rows):
        x = core.x * scale if mirrored_axis != "x" else wide - core.right * scale
        y = core.y * scale if mirrored_axis != "y" else high - core.top * scale
        cell = rectangle(Rect(x, y + up, core.width * scale, core.height * scale))
        edges.append(cell)
        if core == marked.core:
            items.append(Fill(cell, _HERE))
    return [*items, Stroke(joined_shapes(*edges), _INK, 0.35)], wide


#: The widest map of a piece in parts, in points.
_WIDEST_MAP = 20 * MM


def neighbour_name_items(names: Sequence[tuple[float, float, Side, str]]) -> Iterator[Item]:
    """Yield the names of a part's neighbours, beside the edges that join them."""
    for x, y, side, name in names:
        half = fonts.TEXT.width(name, _NAME) / 2
        if side in ("above", "below"):
            line = y + NAME_OFF if side == "above" else y - NAME_OFF - 0.7 * _NAME
            yield Text(Run(name, x - half, line, _NAME, fonts.TEXT), _INK)
        else:
            at = x - NAME_OFF if side == "left" else x + NAME_OFF + 0.7 * _NAME
            run = Run(name, -half, 0, _NAME, fonts.TEXT)
            yield Drawing((Text(run, _INK),), combined_matrix(rotation(90), translation(at, y)))
