"""Rectangles and transformations: plain numbers in PDF points, origin bottom left."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

#: A length that is off by less than this (points, a hundredth of a millimetre) is the same length:
#: 190.5 mm holds three cards of 63.5 mm whatever the floats say.
TOLERANCE = 0.03


Point = tuple[float, float]

#: The corners of hexagons in parts of their width and height, from the lower left one to the left: one that
#: stands on a corner, and one that stands on a side.
HEXAGONS: dict[str, tuple[Point, ...]] = {
    "hexagon": ((0, 0.25), (0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75)),
    "flat-hexagon": ((0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5)),
}


class Rect(NamedTuple):
    """A rectangle: its lower left corner and its size, in points."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Return the x of the right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """Return the y of the upper edge."""
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        """Return the middle of the rectangle as (x, y)."""
        return self.x + self.width / 2, self.y + self.height / 2

    def grown(self, by: float) -> Rect:
        """Return the rectangle with each edge moved outwards by a length; inwards if it is negative."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def moved(self, dx: float, dy: float) -> Rect:
        """Return the rectangle moved by a distance to the right (dx) and up (dy)."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def scaled(self, by: float) -> Rect:
        """Return the rectangle with the same middle and with its sides multiplied by a factor."""
        width, height = self.width * by, self.height * by
        return Rect(self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height)

    def contains(self, other: Rect) -> bool:
        """Tell whether another rectangle lies inside of this one; edges may touch."""
        return (
            other.x >= self.x - TOLERANCE
            and other.y >= self.y - TOLERANCE
            and other.right <= self.right + TOLERANCE
            and other.top <= self.top + TOLERANCE
        )

    def overlaps(self, other: Rect) -> bool:
        """Tell whether this rectangle and another one share an area, not only an edge."""
        return (
            self.x < other.right - TOLERANCE
            and other.x < self.right - TOLERANCE
            and self.y < other.top - TOLERANCE
            and other.y < self.top - TOLERANCE
        )


#: A transformation (a, b, c, d, e, f) as PDF's cm operator takes it (ISO 32000-1, 8.3.3).
Matrix = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


def translation(dx: float, dy: float) -> Matrix:
    """Return the transformation that moves by a distance to the right (dx) and up (dy), in points."""
    return (1, 0, 0, 1, dx, dy)


def scaling(sx: float, sy: float | None = None) -> Matrix:
    """Return the transformation that scales about the origin.

    sx, sy: the horizontal and the vertical factor; without `sy`, `sx` is both. A negative factor mirrors.
    """
    return (sx, 0, 0, sx if sy is None else sy, 0, 0)


def rotation(degrees: float) -> Matrix:
    """Return the transformation that rotates about the origin, counter-clockwise."""
    quarter, rest = divmod(degrees, 90)
    if rest == 0:
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[int(quarter) % 4]
        return (c, s, -s, c, 0, 0)
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (cos, sin, -sin, cos, 0, 0)


def is_slanted(place: Matrix) -> bool:
    """Tell whether a transformation rotates upright rectangles by other than quarter turns, or skews them."""
    return bool((place[0] or place[3]) and (place[1] or place[2]))


def combined_matrix(*steps: Matrix) -> Matrix:
    """Return one transformation that does several, one after the other, in the order given."""
    a, b, c, d, e, f = IDENTITY
    for p, q, r, s, t, u in steps:
        a, b, c, d, e, f = (
            a * p + b * r,
            a * q + b * s,
            c * p + d * r,
            c * q + d * s,
            e * p + f * r + t,
            e * q + f * s + u,
        )
    return (a, b, c, d, e, f)


def inverse_matrix(matrix: Matrix) -> Matrix:
    """Return the transformation that undoes another one.

    Raises ZeroDivisionError for a transformation that flattens everything to a line, which cannot be undone.
    """
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    return combined_matrix((1, 0, 0, 1, -e, -f), (d / area, -b / area, -c / area, a / area, 0, 0))


def half_turn_matrix(cx: float, cy: float) -> Matrix:
    """Return the transformation that rotates by 180 degrees about a point."""
    return (-1, 0, 0, -1, 2 * cx, 2 * cy)


def transformed_point(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return where a transformation moves a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def transformed_bounds(matrix: Matrix, rect: Rect) -> Rect:
    """Return the smallest upright rectangle around a transformed rectangle."""
    if matrix[:4] == (1, 0, 0, 1):
        return Rect(rect.x + matrix[4], rect.y + matrix[5], rect.width, rect.height)
    corners = [transformed_point(matrix, x, y) for x in (rect.x, rect.right) for y in (rect.y, rect.top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def enclosing_rect(rects: Sequence[Rect]) -> Rect:
    """Return the smallest rectangle around several rectangles; for no rectangles, one without size at the
    origin.
    """
    if not rects:
        return Rect(0, 0, 0, 0)
    x, y = min(rect.x for rect in rects), min(rect.y for rect in rects)
    return Rect(x, y, max(rect.right for rect in rects) - x, max(rect.top for rect in rects) - y)


def polygon_overlaps_rect(polygon: Sequence[tuple[float, float]], rect: Rect) -> bool:
    """Tell whether a convex polygon and a rectangle share an area, not only an edge (by separating axes)."""
    corners = [(rect.x, rect.y), (rect.right, rect.y), (rect.right, rect.top), (rect.x, rect.top)]
    return not are_apart(polygon, corners)


def polygon_with_moved_sides(corners: Sequence[Point], reaches: Sequence[float]) -> list[Point]:
    """Return the corners of a convex polygon after moving each side outwards by a distance.

    corners: counter-clockwise. reaches: the distance in points of the side that begins at each corner.
    """
    normals = [
        ((by - ay) / math.dist((ax, ay), (bx, by)), (ax - bx) / math.dist((ax, ay), (bx, by)))
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    moved = []
    for place, (x, y) in enumerate(corners):
        (ux, uy), (vx, vy), one, two = normals[place - 1], normals[place], reaches[place - 1], reaches[place]
        cos = ux * vx + uy * vy
        a, b = (one - two * cos) / (1 - cos * cos), (two - one * cos) / (1 - cos * cos)
        moved.append((x + a * ux + b * vx, y + a * uy + b * vy))
    return moved


def count_that_fits(space: float, item: float, gap: float = 0.0) -> int:
    """Return how many items fit into a space in a row, with gaps between them; allows for TOLERANCE."""
    return max(0, math.floor((space + gap + TOLERANCE) / (item + gap)))


def bounding_rect_of_points(points: Sequence[Point]) -> Rect:
    """Return the smallest upright rectangle around points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def convex_hull(points: Sequence[Point]) -> list[Point]:
    """Return the corners of the convex hull of points, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))

    def half(points: Sequence[Point]) -> list[Point]:
        chained: list[Point] = []
        for x, y in points:
            while len(chained) > 1:
                (ax, ay), (bx, by) = chained[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chained.pop()
            chained.append((x, y))
        return chained[:-1]

    return half(ordered) + half(ordered[::-1]) or ordered


def are_apart(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Tell whether two convex polygons share no area, at most an edge (by separating axes)."""
    for corners in (one, other):
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            across, up = by - ay, ax - bx
            ranges = [[x * across + y * up for x, y in points] for points in (one, other)]
            room = TOLERANCE * math.hypot(across, up)
            if max(ranges[0]) <= min(ranges[1]) + room or max(ranges[1]) <= min(ranges[0]) + room:
                return True
    return False
