"""Bounding boxes of paths and other shapes, and the scale of a matrix, in plain numbers."""

from __future__ import annotations

import math

from ...geometry import Matrix
from .limits import Unreadable

#: Left, bottom, right, top; a plain tuple for speed.
Box = tuple[float, float, float, float]
#: Maximum coordinate, in points.
_FURTHEST = 1e7
#: The largest box.
EVERYWHERE: Box = (-_FURTHEST, -_FURTHEST, _FURTHEST, _FURTHEST)
#: The clip that leaves nothing: a point outside all pages.
NOWHERE: Box = (2 * _FURTHEST, 2 * _FURTHEST, 2 * _FURTHEST, 2 * _FURTHEST)

#: A part of a path: its box, and whether it is an upright rectangle; None for a single point.
Part = tuple[Box, bool | None]

#: Operators of paths of four points, and the number of operands of each operator.
_FROM_POINTS = (b"mlllh", b"mllll", b"mllllh", b"mlll")
_TAKES = ((b"m", 2), (b"l", 2), (b"c", 6), (b"v", 4), (b"y", 4))


def parts_of_path(run: bytes, matrix: Matrix) -> list[Part]:
    """Return the parts of a path from its statement; control points count as points of the path."""
    numbers = list(map(float, run.translate(None, b"mlcvyh").split()))
    letters = run.translate(None, b"0123456789.+- \t\r\n\f")
    if letters.rfind(b"m") <= 0:
        return [_make_part(numbers, letters, matrix)] if numbers else []
    parts, place = [], 0
    for piece in _operators_by_part(letters):
        end = place + sum(piece.count(letter) * taken for letter, taken in _TAKES)
        if end > place:
            parts.append(_make_part(numbers[place:end], piece, matrix))
        place = end
    return parts


def path_length(run: bytes, matrix: Matrix) -> float:
    """Return the length of the line through all points of a path, in points of the page, rounded up."""
    numbers = list(map(float, run.translate(None, b"mlcvyh").split()))
    steps = [abs(one - other) for one, other in zip(numbers, numbers[2:], strict=False)]
    return sum(steps) * extreme_scales(matrix)[1]


def _operators_by_part(letters: bytes) -> list[bytes]:
    """Return a path's operators by part: each begins with m, except that the first may continue an earlier
    part.
    """
    first, *others = letters.split(b"m")
    return [first, *(b"m" + other for other in others)]


def _make_part(numbers: list[float], letters: bytes, matrix: Matrix) -> Part:
    xs, ys = numbers[::2], numbers[1::2]
    box = box_of_points(xs, ys, matrix)
    if letters == b"m":
        return box, None
    return box, letters in _FROM_POINTS and _is_upright_rectangle(xs, ys, matrix)


def _is_upright_rectangle(xs: list[float], ys: list[float], matrix: Matrix) -> bool:
    """Tell whether four points (or five, the last the same as the first) form an upright rectangle on the
    page.
    """
    if not is_upright(matrix) or (len(xs) == 5 and (xs[4], ys[4]) != (xs[0], ys[0])):
        return False
    x0, x1, x2, x3 = xs[:4]
    y0, y1, y2, y3 = ys[:4]
    if x0 == x1:
        return y1 == y2 and x2 == x3 and y3 == y0
    return y0 == y1 and x1 == x2 and y2 == y3 and x3 == x0


def rectangle_part(x: float, y: float, width: float, height: float, matrix: Matrix) -> Part:
    """Return the part of a path that the operator re adds."""
    return box_of_points([x, x + width], [y, y + height], matrix, corners=True), is_upright(matrix)


def is_upright(matrix: Matrix) -> bool:
    """Tell whether a matrix keeps upright rectangles upright."""
    return matrix[1] == 0 == matrix[2] or matrix[0] == 0 == matrix[3]


def box_of_points(xs: list[float], ys: list[float], matrix: Matrix, corners: bool = False) -> Box:
    """Return the bounding box of transformed points. corners: the two points are opposite corners of a
    rectangle.

    Raises Unreadable if it lies outside any page.
    """
    a, b, c, d, e, f = matrix
    if b == 0 == c:
        x0, x1, y0, y1 = min(xs) * a + e, max(xs) * a + e, min(ys) * d + f, max(ys) * d + f
    elif a == 0 == d:
        x0, x1, y0, y1 = min(ys) * c + e, max(ys) * c + e, min(xs) * b + f, max(xs) * b + f
    else:
        if corners:
            xs, ys = [xs[0], xs[1], xs[1], xs[0]], [ys[0], ys[0], ys[1], ys[1]]
        across = [a * x + c * y + e for x, y in zip(xs, ys, strict=True)]
        along = [b * x + d * y + f for x, y in zip(xs, ys, strict=True)]
        x0, x1, y0, y1 = min(across), max(across), min(along), max(along)
    if x0 > x1:
        x0, x1 = x1, x0
    if y0 > y1:
        y0, y1 = y1, y0
    if not (-_FURTHEST <= x0 <= x1 <= _FURTHEST and -_FURTHEST <= y0 <= y1 <= _FURTHEST):
        raise Unreadable("something in it lies outside every page size")
    return x0, y0, x1, y1


def bounding_box(boxes: list[Box]) -> Box:
    """Return the bounding box of at least one box."""
    left, low, right, top = zip(*boxes, strict=True)
    return min(left), min(low), max(right), max(top)


def has_overlap(one: Box, other: Box) -> bool:
    """Tell whether two boxes overlap by more than an edge, or one that is only a line lies within the
    other.
    """
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def intersection(one: Box, other: Box) -> Box | None:
    """Return the intersection of two boxes; None if it is empty."""
    x0, y0, x1, y1 = (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )
    return (x0, y0, x1, y1) if x0 <= x1 and y0 <= y1 else None


def extreme_scales(matrix: Matrix) -> tuple[float, float]:
    """Return the smallest and the largest scale of a matrix (its singular values)."""
    a, b, c, d, _, _ = matrix
    if b == 0 == c:
        one, other = abs(a), abs(d)
    elif a == 0 == d:
        one, other = abs(b), abs(c)
    else:
        half, turned = math.hypot(a + d, b - c) / 2, math.hypot(a - d, b + c) / 2
        one, other = abs(half - turned), half + turned
    return (one, other) if one <= other else (other, one)
