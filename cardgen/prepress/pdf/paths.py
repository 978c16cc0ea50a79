"""Bounding boxes of paths and other shapes, and the scale of a matrix, in plain numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...geometry import Matrix, Point, combined_matrix, transformed_point, translation
from ...text.outlines import Segment, Shape, contours, points_of_contour
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
_OPERANDS = {"m": 2, "l": 2, "c": 6, "v": 4, "y": 4, "h": 0}


def parts_of_path(statements: bytes, matrix: Matrix) -> list[Part]:
    """Return the parts of a path, each with its bounding box; control points of curves count as points.

    statements: the bytes of its statement. matrix: from its coordinates to points of the page.
    """
    numbers = list(map(float, statements.translate(None, b"mlcvyh").split()))
    letters = statements.translate(None, b"0123456789.+- \t\r\n\f")
    if letters.rfind(b"m") <= 0:
        return [_make_part(numbers, letters, matrix)] if numbers else []
    parts, place = [], 0
    for piece in _operators_by_part(letters):
        end = place + sum(piece.count(letter.encode()) * count for letter, count in _OPERANDS.items())
        if end > place:
            parts.append(_make_part(numbers[place:end], piece, matrix))
        place = end
    return parts


class PagePath(NamedTuple):
    """A path on the page: its statements, each with its matrix.

    The outline is computed only when it is needed, as few paths are ever looked at.
    """

    statements: tuple[tuple[bytes, Matrix], ...]
    even_odd: bool = False
    #: How far it is moved after the matrices, in points.
    moved_by: Point = (0.0, 0.0)

    def moved(self, dx: float, dy: float) -> PagePath:
        """Return the path moved by a distance in points."""
        x, y = self.moved_by
        return self._replace(moved_by=(x + dx, y + dy))

    def holds_box(self, box: Box) -> bool:
        """Tell whether a box lies wholly within the path.

        It does if no side of the path enters it and its middle is inside. Curves count as eight lines each.
        """
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        winding = 0
        for contour in _flattened_contours(self):
            for start, end in zip(contour, [*contour[1:], contour[0]], strict=True):
                if _line_enters_box(start, end, box):
                    return False
                (ax, ay), (bx, by) = start, end
                if (ay <= y) != (by <= y) and ax + (y - ay) / (by - ay) * (bx - ax) > x:
                    winding += 1 if by > ay else -1
        return winding % 2 == 1 if self.even_odd else winding != 0

    @property
    def shape(self) -> Shape:
        """Return the path as an outline on the page; an empty one if it does not begin with a point."""
        away = translation(*self.moved_by)
        segments = [
            segment
            for run, matrix in self.statements
            for segment in _segments_on_page(run, combined_matrix(matrix, away))
        ]
        return Shape(segments if segments and segments[0][0] == "m" else ())


@lru_cache(maxsize=64)  # many marks have the same clip
def _flattened_contours(path: PagePath) -> list[list[Point]]:
    """Return the contours of a path as lists of points on the page."""
    return [points for points in map(points_of_contour, contours(path.shape)) if points]


def _segments_on_page(statements: bytes, matrix: Matrix) -> Iterator[Segment]:
    """Yield the segments of a path statement in points of the page, with v and y converted to c."""
    numbers = iter(list(map(float, statements.translate(None, b"mlcvyh").split())))
    last: Point = (0.0, 0.0)
    for letter in statements.translate(None, b"0123456789.+- \t\r\n\f").decode():
        points = [
            transformed_point(matrix, next(numbers), next(numbers)) for _ in range(_OPERANDS[letter] // 2)
        ]
        if letter == "v":
            points = [last, *points]
        elif letter == "y":
            points = [*points, points[-1]]
        last = points[-1] if points else last
        operator = "c" if letter in "vy" else letter
        yield operator, tuple(side for point in points for side in point)


def _line_enters_box(start: Point, end: Point, box: Box) -> bool:
    """Tell whether a line passes through the inside of a box; a line along an edge of the box does not.

    The algorithm is that of Liang and Barsky (1984).
    """
    first, last = 0.0, 1.0
    for axis in (0, 1):
        step, low, high = end[axis] - start[axis], box[axis] - start[axis], box[axis + 2] - start[axis]
        if step == 0:
            if not low < 0 < high:
                return False
            continue
        near, far = sorted((low / step, high / step))
        first, last = max(first, near), min(last, far)
    return first < last


def path_length(statements: bytes, matrix: Matrix) -> float:
    """Return an upper bound of the length of the line through all points of a path, in points of the page."""
    numbers = list(map(float, statements.translate(None, b"mlcvyh").split()))
    steps = [abs(one - other) for one, other in zip(numbers, numbers[2:], strict=False)]
    return sum(steps) * extreme_scales(matrix)[1]


def _operators_by_part(letters: bytes) -> list[bytes]:
    """Return a path's operators split into parts.

    Each part begins with m, except that the first may continue an earlier statement.
    """
    first, *others = letters.split(b"m")
    return [first, *(b"m" + other for other in others)]


def _make_part(numbers: list[float], letters: bytes, matrix: Matrix) -> Part:
    """Return a part of a path from its coordinates and operators."""
    xs, ys = numbers[::2], numbers[1::2]
    box = box_of_points(xs, ys, matrix)
    if letters == b"m":
        return box, None
    return box, letters in _FROM_POINTS and _is_upright_rectangle(xs, ys, matrix)


def _is_upright_rectangle(xs: list[float], ys: list[float], matrix: Matrix) -> bool:
    """Tell whether four points form an upright rectangle on the page.

    There may be a fifth point if it is the same as the first.
    """
    if not is_upright(matrix) or (len(xs) == 5 and (xs[4], ys[4]) != (xs[0], ys[0])):
        return False
    x0, x1, x2, x3 = xs[:4]
    y0, y1, y2, y3 = ys[:4]
    if x0 == x1:
        return y1 == y2 and x2 == x3 and y3 == y0
    return y0 == y1 and x1 == x2 and y2 == y3 and x3 == x0


def rectangle_part(x: float, y: float, width: float, height: float, matrix: Matrix) -> Part:
    """Return the part that the operator re adds to a path."""
    return box_of_points([x, x + width], [y, y + height], matrix, corners=True), is_upright(matrix)


def is_upright(matrix: Matrix) -> bool:
    """Tell whether a matrix keeps upright rectangles upright: it turns by multiples of 90 degrees only."""
    return matrix[1] == 0 == matrix[2] or matrix[0] == 0 == matrix[3]


def box_of_points(xs: list[float], ys: list[float], matrix: Matrix, corners: bool = False) -> Box:
    """Return the bounding box of points after a matrix.

    corners: the two points are opposite corners of a rectangle, whose other corners count as well. Raises
    Unreadable if the box lies outside any page.
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
    """Return the box around all boxes, of which there must be at least one."""
    left, low, right, top = zip(*boxes, strict=True)
    return min(left), min(low), max(right), max(top)


def has_overlap(one: Box, other: Box) -> bool:
    """Tell whether two boxes overlap; boxes that only touch at an edge do not.

    A box without width or height, which is a line, overlaps a box if it lies inside.
    """
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def intersection(one: Box, other: Box) -> Box | None:
    """Return the intersection of two boxes; None if they do not even touch."""
    x0, y0, x1, y1 = (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )
    return (x0, y0, x1, y1) if x0 <= x1 and y0 <= y1 else None


def extreme_scales(matrix: Matrix) -> tuple[float, float]:
    """Return the smallest and the largest factor by which a matrix scales lengths (its singular values)."""
    a, b, c, d, _, _ = matrix
    if b == 0 == c:
        one, other = abs(a), abs(d)
    elif a == 0 == d:
        one, other = abs(b), abs(c)
    else:
        half, turned = math.hypot(a + d, b - c) / 2, math.hypot(a - d, b + c) / 2
        one, other = abs(half - turned), half + turned
    return (one, other) if one <= other else (other, one)
