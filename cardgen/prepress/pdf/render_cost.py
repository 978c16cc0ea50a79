"""Estimates the time to draw a page from its marks, so that no file blocks the machine.

Figures are microseconds measured with pdfium, at 300 pixels per inch in colour; plates, four in grey at 150,
take as long.
"""

from __future__ import annotations

from .painted_objects import PaintedMark, Work

#: A mark, and each square point of it by its kind.
_MARK, _PLAIN, _SHAPE, _ALPHA, _PATTERN, _SHADING, _IMAGE = 2.0, 0.008, 0.022, 0.04, 0.2, 0.44, 0.39
#: A pixel of a picture in the file, once; a character.
_PIXEL, _CHARACTER = 0.03, 3.0
#: A blended mark, each square point of it, and a mark with a soft mask.
_BLEND, _BLEND_AREA, _MASKED = 200.0, 0.19, 1300.0
#: Each square point of a mark in a soft mask.
MASK_AREA = 0.008
#: A transparency group, and each square point of it.
GROUP, GROUP_AREA = 1300.0, 0.03
#: A point of zigzag lines, a dash, a tile of a pattern, and each square point of the tile's own box.
EACH: dict[Work, float] = {"lines": 0.5, "dashes": 0.2, "tiles": 0.05, "areas of tiles": 0.01}


def rendering_time(marks: list[PaintedMark], other_time: float, mask_time: float) -> float:
    """Return the estimated time to draw a page, in microseconds.

    other_time: the time besides that of its marks. mask_time: that of drawing a soft mask once.
    """
    total, area_below, below = other_time, 0.0, 0
    pictures: dict[object, float] = {}
    for mark in marks:
        x0, y0, x1, y1 = mark.box
        area = (x1 - x0) * (y1 - y0)
        total += _MARK + area * _time_per_area(mark)
        if mark.said is not None:
            total += _CHARACTER * len(mark.said[1])
        if mark.picture is not None:
            pictures[mark.where, *mark.picture[:2]] = _PIXEL * mark.picture.width * mark.picture.height
        state = mark.state
        if state.blend not in ("Normal", "Compatible"):
            # Everything below is drawn again for it.
            total += _BLEND + _BLEND_AREA * min(area * below, area_below)
        if state.soft_mask:
            # The mask is drawn again for it.
            total += _MASKED + _ALPHA * area + mask_time
        area_below, below = area_below + area, below + 1
    return total + sum(pictures.values())


def _time_per_area(mark: PaintedMark) -> float:
    """Return the time to draw a square point of a mark, in microseconds."""
    if mark.kind == "shading" or (mark.paint.pattern and mark.paint.space.family != "Pattern"):
        return _SHADING
    if mark.picture is not None:
        return _IMAGE
    if mark.paint.space.family == "Pattern":
        return _PATTERN
    if not mark.state.is_opaque:
        return _ALPHA
    return _PLAIN if mark.solid else _SHAPE
