"""Pictured examples: cards or a drawing, and beside them lines with right and wrong cases."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ..geometry import Rect
from ..prepress.pdf.structure import StructureElement
from ..text import fonts, styles
from ..text.formats import PageFormat
from ..text.line_breaking import Line, Segment
from ..text.setter import Setter
from ..text.styles import Inline, Look, StyledText
from .blocks import Verdict, Verdicts
from .boxes import BASE, ArtBox, Box, Mark, PlacedLine

#: The signs, which the fonts have, and their size as a multiple of the text's.
_SIGNS, _SIGN = {True: "✓", False: "×"}, 1.3
#: The text read instead of them, in English.
SAID = {True: "Yes:", False: "No:"}
#: Maximum share of the measure for the picture beside the lines, and its maximum height in lines of text.
_SHARE, _LINES = 0.42, 4.6
#: The gap between it and the lines, and the width of the sign, in font sizes.
_GAP, _HANG = 1.1, 1.5

#: Fits art into a space; returns its width, height and draw function; see Compositor.art().
Art = Callable[[Any, float, float, PageFormat], tuple[float, float, Any]]


def verdict_box(
    block: Verdicts,
    setter: Setter,
    page_format: PageFormat,
    measure: float,
    art: Art,
    element: StructureElement,
) -> Box:
    """Return a box with the art at the left and the lines beside it. If the art is too wide, the lines are
    below it.

    element: the structure element of the whole.
    """
    width = height = 0.0
    drawn: Any = None
    if block.beside is not None:
        small = page_format._replace(card_lines=_LINES)
        width, height, drawn = art(
            block.beside, measure, (page_format.lines - 2) * page_format.leading / 2, small
        )
    below = width > _SHARE * measure
    size = styles.small_style(page_format).size
    x = 0.0 if below or drawn is None else width + _GAP * size
    set_lines = [_verdict_lines(verdict, setter, page_format, measure - x) for verdict in block.lines]
    text = sum(max(1, len(lines)) for lines in set_lines) * page_format.leading
    top = height + (0.4 * page_format.leading if drawn else 0.0) if below else max(0.0, (height - text) / 2)
    tall = 2 * math.ceil((max(height, top + text) - 0.001) / page_format.leading)
    shown = StructureElement("Figure", element, alt=block.alt) if block.alt.strip() else None
    marks: list[Mark] = [ArtBox(Rect(0, -height, width, height), drawn, shown)] if drawn else []
    listed = StructureElement("L", element, attributes="/O/List/ListNumbering/Disc")
    down = 0
    for verdict, lines in zip(block.lines, set_lines, strict=True):
        item = StructureElement("LI", listed)
        look = Look(fonts.INDEX, _SIGN * size, "good" if verdict.good else "bad")
        sign = _SIGNS[verdict.good]
        wide = look.font.width(sign, look.size)
        said = StructureElement("Lbl", item, replacement_text=SAID[verdict.good], language="en")
        y = top + (down + BASE) * page_format.leading
        marks.append(PlacedLine(x, y, Line((Segment(0.0, wide, sign, look),), wide), said))
        told = StructureElement("LBody", item)
        for place, line in enumerate(lines, down):
            marks.append(PlacedLine(x + _HANG * size, top + (place + BASE) * page_format.leading, line, told))
        down += max(1, len(lines))
    return Box(tall, tuple(marks))


def _verdict_lines(verdict: Verdict, setter: Setter, page_format: PageFormat, measure: float) -> list[Line]:
    """Return the lines of one verdict, with room for its sign at the left."""
    style = styles.small_style(page_format)
    runs: list[Inline] = []
    for card in verdict.cards:
        runs += [card, StyledText(" ")]
    runs += verdict.reason
    return setter.lines(tuple(runs), style, measure - _HANG * style.size)
