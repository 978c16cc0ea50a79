"""What stands on a sheet outside the cards: which sheet it is, how to print it, and a ruler to measure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..art.items import Item, Run, Stroke, Text
from ..colour.colors import Color, from_hex
from ..geometry import TOLERANCE, Matrix, Rect, chain, shift, turn
from ..layout.imposition import SheetOptions, SheetSide
from ..layout.paper import STRIP, PaperGrid
from ..pack.model import Pack
from ..pack.words import Wording
from ..text import fonts
from ..text.fitting import shortened_line
from ..text.outlines import join, open_line
from ..units import MM, shortened

_INK = Color(from_hex("#3A3A3A").rgb, (0, 0, 0, 0.85))
#: Type on the rim, in points: the usual and the least size.
_SIZE, _LEAST = 7.0, 5.0
#: The ruler's possible lengths in millimetres.
_LENGTHS = (100, 50, 20)
#: The size of the words beside the ruler, and how far they stand from it, in points.
_LABEL, _APART = 6.5, 9.0


class Strips(NamedTuple):
    """Where the strips of words and ruler start, and how long both are."""

    words: Matrix
    ruler: Matrix
    room: float


def strips(grid: PaperGrid) -> Strips | None:
    """Return the strips that are free beside the cards; None where there is no room.

    Words run along the upper edge and the ruler along the lower one, or up the left side and up
    the right side where there is more room beside the cards.
    """
    area = grid.printable
    if grid.strip is None:
        return None
    if grid.strip == "y":
        return Strips(shift(area.x, area.top - STRIP), shift(area.x, area.y), area.width)
    left = chain(turn(90), shift(area.x + STRIP, area.y))
    right = chain(turn(90), shift(area.right, area.y))
    return Strips(left, right, area.height)


def caption(pack: Pack, layout: SheetOptions, side: SheetSide, page: int, pages: int) -> list[str]:
    """Tell what to say of a page, in the order it is read; "" for what there is not."""
    name, edition = printable(pack.name), printable(pack.edition or "")
    say = pack.wording.say
    number = say("page", page=page, pages=pages)
    where = say("sheet" if side.face == "both" else side.face, sheet=side.sheet + 1)
    turned = ""
    if layout.backs in ("duplex", "separate"):
        turned = say(f"flip-{layout.flip}")
    elif layout.backs == "gutterfold":
        turned = say("fold")
    return [name, edition, *(printable(said) for said in (number, where, say("actual-size"), turned))]


def printable(text: str) -> str:
    """Return a text without what the fonts lack."""
    return "".join(character for character in text if fonts.TEXT.shows(character))


#: The places in a caption of what can be spared on narrow paper, first what is missed least.
_SPARED = (1, 0, 4, 3, 2)
#: So many characters of a long name are left where there is no room for all of it, its ellipsis counted.
_SHORT = 25


def caption_line(parts: list[str], room: float) -> Text:
    """Return the words in the middle of a strip so long, without what can be spared where it is short."""
    parts = list(parts)
    text, wide = _joined_parts(parts), _width(parts)
    for place in _SPARED:
        if wide * _LEAST > room:
            parts[place] = shortened(parts[place], _SHORT) if place == 0 else ""
            text, wide = _joined_parts(parts), _width(parts)
    size = max(_LEAST, min(_SIZE, room / wide))
    text = shortened_line(text, fonts.TEXT, size, room + TOLERANCE)
    x = (room - fonts.TEXT.width(text, size)) / 2
    return Text(Run(text, x, STRIP - 0.78 * size, size, fonts.TEXT), _INK)


def _joined_parts(parts: list[str]) -> str:
    return "   ·   ".join(part for part in parts if part)


def _width(parts: list[str]) -> float:
    """Tell how wide the caption is at a size of 1."""
    return fonts.TEXT.width(_joined_parts(parts), 1)


def ruler_length(room: float) -> int:
    """Return the longest ruler that a strip holds, in millimetres; 0 for none."""
    return next((length for length in _LENGTHS if length * MM <= room), 0)


def ruler_box(room: float) -> Rect:
    """Return the rectangle that a ruler is drawn in."""
    return Rect(-1, -1, room + 2, STRIP + 2)


def ruler(length: int, room: float, wording: Wording) -> Iterator[Item]:
    """Yield a ruler with a tick a millimetre, amid its strip; beside it its length, where there is room."""
    label = printable(wording.say("ruler", length=length))
    free = room - length * MM
    beside = _APART + fonts.TEXT.width(label, _LABEL)
    start = min(free / 2, free - beside) if free >= beside else free / 2
    top = STRIP - 0.4
    ticks = []
    for mm in range(length + 1):
        long = 8.0 if mm % 10 == 0 else 5.0 if mm % 5 == 0 else 3.0
        ticks.append(open_line((start + mm * MM, top), (start + mm * MM, top - long)))
    yield Stroke(join(*ticks), _INK, 0.35)
    if free >= beside:
        yield Text(Run(label, start + length * MM + _APART, top - 6.2, _LABEL, fonts.TEXT), _INK)
    for mm in range(0, length + 1, 10):
        yield Text(Run(str(mm // 10), start + mm * MM + 1.2, top - 8.2, 4.5, fonts.TEXT), _INK)
