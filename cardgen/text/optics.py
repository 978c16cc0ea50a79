"""Makes drawings equally large and central to the eye, whatever their outlines.

The eye weighs ink: a square as wide as a diamond is high looks larger, and a triangle in the middle of its
own height sits too low. A drawing is measured as its ink and as the convex outline around it, which the eye
fills in: a coin with cuts is a disc.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..colour.colors import WHITE
from ..geometry import (
    Matrix,
    Rect,
    bounding_rect_of_points,
    combined_matrix,
    convex_hull,
    scaling,
    translation,
)
from .outlines import IconLayer, Point, Shape, contours, points_of_contour

#: Maximum width of a symbol in a cell 1 high.
WIDEST = 1.15
#: The weight, as the area of a square cell, that drawings have; heavier ones are smaller. That of a diamond
#: that fills its cell.
_WEIGHT = 0.4
#: Number of lines across a drawing on which its ink is measured.
_ROWS = 96

#: The area of a drawing that is only a line, as a share of that of a square around it.
_LINE = 1e-6

_Spans = list[tuple[float, float]]


class _Mass(NamedTuple):
    """An area and its centre."""

    area: float
    center: Point


def optical_matrix(layers: Sequence[IconLayer]) -> Matrix:
    """Return the matrix that puts a drawing into a cell 1 high about the origin, where it looks central and
    as large as others.

    Its size is the geometric mean of two: that of equal extents, at which a square looks larger than a
    diamond, and that of equal area of ink, at which a club looks smaller. Its centre is halfway between that
    of its extents and those of its ink and its convex outline. It stays within the cell.
    """
    seen = [layer.shape for layer in layers if layer.color != WHITE]
    points = [point for shape in seen for contour in contours(shape) for point in points_of_contour(contour)]
    if not points:
        return translation(0, 0)
    hull = convex_hull(points)
    outline, box = _mass_of_polygon(hull), bounding_rect_of_points(hull)
    extent = max(box.height, box.width / WIDEST)
    fitted = 1 / extent if extent else 1.0
    ink = _ink_mass(layers, box) if outline.area > _LINE * extent**2 else _Mass(0.0, box.center)
    if not ink.area:
        return combined_matrix(translation(-box.center[0], -box.center[1]), scaling(fitted))
    weight = fitted**2 * math.sqrt(ink.area * outline.area)
    size = fitted * min(1.0, math.sqrt(math.sqrt(_WEIGHT / weight)))
    middle = [
        (2 * of_box + of_ink + of_outline) / 4
        for of_box, of_ink, of_outline in zip(box.center, ink.center, outline.center, strict=True)
    ]
    x = _clamp(middle[0], box.right - WIDEST / 2 / size, box.x + WIDEST / 2 / size)
    y = _clamp(middle[1], box.top - 0.5 / size, box.y + 0.5 / size)
    return combined_matrix(translation(-x, -y), scaling(size))


def _clamp(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))


def _mass_of_polygon(points: Sequence[Point]) -> _Mass:
    area = mx = my = 0.0
    for (x, y), (u, v) in pairwise([*points, points[0]]):
        part = x * v - u * y
        area, mx, my = area + part / 2, mx + part * (x + u) / 6, my + part * (y + v) / 6
    return _Mass(area, (mx / area, my / area)) if area else _Mass(0.0, points[0])


def _ink_mass(layers: Sequence[IconLayer], box: Rect) -> _Mass:
    """Return the ink of a drawing, whose white parts have none, measured on lines across its bounds."""
    step = box.height / _ROWS
    inked: list[_Spans] = [[] for _ in range(_ROWS)]
    for layer in layers:
        for row, spans in enumerate(_spans_by_row(layer.shape, box.y, step)):
            bare = _span_difference(inked[row], spans)
            inked[row] = bare if layer.color == WHITE else bare + spans
    area = mx = my = 0.0
    for row, spans in enumerate(inked):
        width = sum(right - left for left, right in spans)
        area += width
        mx += sum((right - left) * (right + left) / 2 for left, right in spans)
        my += width * (box.y + (row + 0.5) * step)
    return _Mass(area * step, (mx / area, my / area)) if area else _Mass(0.0, box.center)


def _span_difference(spans: _Spans, cuts: _Spans) -> _Spans:
    """Return the spans of a line less the parts inside `cuts`."""
    for low, high in cuts:
        spans = [
            (left, right)
            for start, end in spans
            for left, right in ((start, min(end, low)), (max(start, high), end))
            if left < right
        ]
    return spans


def _spans_by_row(shape: Shape, bottom: float, step: float) -> Iterator[_Spans]:
    """Yield, for each row from the bottom up, the spans that a shape fills by the nonzero rule."""
    crossings: list[list[tuple[float, int]]] = [[] for _ in range(_ROWS)]
    for points in map(points_of_contour, contours(shape)):
        for (x, y), (u, v) in pairwise([*points, points[0]]):
            low, high = sorted((y, v))
            first = max(0, math.ceil((low - bottom) / step - 0.5))
            for row in range(first, min(_ROWS, math.ceil((high - bottom) / step - 0.5))):
                at = bottom + (row + 0.5) * step
                crossings[row].append((x + (u - x) * (at - y) / (v - y), 1 if v > y else -1))
    for met in crossings:
        winding, spans = 0, []
        for (x, way), (end, _) in pairwise(sorted(met)):
            winding += way
            if winding and x < end:
                spans.append((x, end))
        yield spans
