"""What stands on a sheet outside the cards: which sheet it is, how to print it, and a ruler to measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import fonts
from ..art.shape import Shape, line
from ..colors import Color, from_hex
from ..geometry import Matrix, Rect, chain, shift, turn
from ..imposition import STRIP, Grid, Side
from ..units import MM

if TYPE_CHECKING:
    from .sheets import _Writer

_INK = Color(from_hex("#3A3A3A").rgb, (0, 0, 0, 0.85))
#: Type on the rim, in points: the usual and the least size.
_SIZE, _LEAST = 7.0, 5.0
#: The ruler's possible lengths in millimetres.
_LENGTHS = (100, 50, 20)


def draw_rim(writer: _Writer, side: Side) -> int:
    """Draw the words and the ruler in the free strips; returns the ruler's length in mm, 0 for none."""
    grid = writer.imposition.grid
    if grid.strip is None:
        return 0
    words, ruler, room = _strips(grid)
    with writer.brush.at(words):
        _caption(writer, side, room)
    length = next((length for length in _LENGTHS if length * MM <= room), 0)
    if length:
        writer._form("ruler", Rect(-5, -5, room + 10, STRIP + 10), lambda: _ruler(writer, length, room))
        with writer.brush.at(ruler):
            writer.canvas.doForm("ruler")
    return length


def _strips(grid: Grid) -> tuple[Matrix, Matrix, float]:
    """Where the strips of words and ruler start, and how long they are.

    Words run along the upper edge and the ruler along the lower one, or up the left side and up
    the right side where there is more room beside the cards.
    """
    area = grid.printable
    if grid.strip == "y":
        return shift(area.x, area.top - STRIP), shift(area.x, area.y), area.width
    left = chain(turn(90), shift(area.x + STRIP, area.y))
    right = chain(turn(90), shift(area.right, area.y))
    return left, right, area.height


def _caption(writer: _Writer, side: Side, room: float) -> None:
    """Pack, edition, page, side and how to print, in the middle of the strip."""
    parts = _parts(writer, side)
    while len(parts) > 1 and _width(parts, _LEAST) > room:
        parts.pop()
    text = _joined(parts)
    size = max(_LEAST, min(_SIZE, _SIZE * room / fonts.TEXT.width(text, _SIZE)))
    while fonts.TEXT.width(text, size) > room and len(text) > 4:
        text = text[:-2].rstrip() + "…"
    x = (room - fonts.TEXT.width(text, size)) / 2
    writer.brush.text(x, STRIP - 0.78 * size, text, fonts.TEXT.name, size, _INK)


def _parts(writer: _Writer, side: Side) -> list[str]:
    """The caption's parts, those that can best be spared last."""
    pack = writer.pack
    name = "".join(c for c in pack.name if fonts.TEXT.has(c))
    edition = "".join(c for c in pack.edition or "" if fonts.TEXT.has(c))
    pages = writer.imposition.sheets * len(writer.faces)
    parts = [name, edition, f"page {writer.page} of {pages}", _side_words(writer, side)]
    parts += ["print at actual size", _flip_words(writer)]
    return [part for part in parts if part]


def _side_words(writer: _Writer, side: Side) -> str:
    return f"sheet {side.sheet + 1}" if side.face == "both" else f"{side.face} of sheet {side.sheet + 1}"


def _flip_words(writer: _Writer) -> str:
    layout = writer.job.layout
    if layout.backs in ("duplex", "separate"):
        return f"flip on the {layout.flip} edge"
    return "fold along the dashed line and glue" if layout.backs == "gutterfold" else ""


def _joined(parts: list[str]) -> str:
    return "   ·   ".join(parts)


def _width(parts: list[str], size: float) -> float:
    return fonts.TEXT.width(_joined(parts), size)


def _ruler(writer: _Writer, length: int, room: float) -> None:
    """A ruler with a tick a millimetre, in the middle of its strip, its length written beside it."""
    start = (room - length * MM) / 2
    top = STRIP - 0.4
    ticks: list[tuple[float, float]] = [(start + mm * MM, _tick(mm)) for mm in range(length + 1)]
    marks = [line((x, top), (x, top - high)) for x, high in ticks]
    whole = Shape(segment for mark in marks for segment in mark.segments)
    writer.brush.stroke(whole, _INK, 0.35)
    label = f"{length} mm: measure me"
    writer.brush.text(start + length * MM + 4, top - 6.2, label, fonts.TEXT.name, 6.5, _INK)
    for mm in range(0, length + 1, 10):
        text = str(mm // 10)
        x = start + mm * MM + 1.2
        if mm < length:
            writer.brush.text(x, top - 8.2, text, fonts.TEXT.name, 4.5, _INK)


def _tick(mm: int) -> float:
    return 8.0 if mm % 10 == 0 else 5.0 if mm % 5 == 0 else 3.0
