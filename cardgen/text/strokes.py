"""Converts a stroked line to the area that its ink covers.

The area consists of pieces with the same winding, so that the nonzero rule fills their union: a four-sided
piece for each line or short part of a curve, and a piece for each corner and end.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from .outlines import (
    Point,
    Segment,
    Shape,
    contours,
    ellipse,
    joined_shapes,
    polygon,
    reversed_contour,
    signed_area,
)

Cap = Literal["butt", "round", "square"]
Corner = Literal["miter", "round", "bevel"]

#: Maximum angle by which a part of a curve turns: offsetting such parts by their points and handles is off by
#: less than a thousandth of the line's width.
_TURN = math.radians(30)
_MOST_STRETCHES = 16

#: Four points of a cubic curve; a straight line has its handles on its ends.
_Cubic = tuple[Point, Point, Point, Point]


def stroke_area(
    shape: Shape, width: float, cap: Cap = "butt", corner: Corner = "miter", miter_limit: float = 4.0
) -> Shape:
    """Return the area that a stroke of a width covers. cap, corner: SVG's names, such as "round" or
    "miter".
    """
    half = width / 2
    pieces: list[Shape] = []
    for contour in contours(shape):
        cubics, closed = _cubics_of_contour(contour)
        if not cubics:
            if cap != "butt":
                pieces.append(_dot_area((contour[0][1][0], contour[0][1][1]), half, cap))
            continue
        pieces += [_part_area(cubic, half) for cubic in cubics]
        followers = [*cubics[1:], cubics[0]] if closed else cubics[1:]
        for before, after in zip(cubics, followers, strict=False):
            pieces += _corner_areas(before, after, half, corner, miter_limit)
        if not closed and cap != "butt":
            first, last = cubics[0], cubics[-1]
            pieces.append(
                _cap_area(last[3], _unit_direction(last[3], *reversed(last[:3]), back=True), half, cap)
            )
            pieces.append(_cap_area(first[0], _unit_direction(first[0], *first[1:], back=True), half, cap))
    return joined_shapes(*map(_counterclockwise_shape, pieces))


def _counterclockwise_shape(shape: Shape) -> Shape:
    """Return one contour counter-clockwise."""
    contour = list(shape.segments)
    return shape if signed_area(contour) >= 0 else Shape(reversed_contour(contour))


def _cubics_of_contour(contour: list[Segment]) -> tuple[list[_Cubic], bool]:
    """Return the lines and parts of curves of a contour that have a length, and whether it is closed."""
    made: list[_Cubic] = []
    start = here = (contour[0][1][0], contour[0][1][1])
    closed = False
    for operator, values in contour[1:]:
        end = start if operator == "h" else (values[-2], values[-1])
        if operator == "c":
            made += _flat_parts((here, (values[0], values[1]), (values[2], values[3]), end))
        elif math.dist(here, end) > 1e-9:
            made.append((here, here, end, end))
        closed, here = closed or operator == "h", end
    return made, closed


def _flat_parts(cubic: _Cubic) -> Iterator[_Cubic]:
    """Yield the parts of a curve, cut so that none turns by much more than _TURN."""
    if max(math.dist(cubic[0], point) for point in cubic[1:]) <= 1e-9:
        return
    legs = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cubic) if math.dist(a, b) > 1e-9]
    turned = sum(abs(_angle_between(one, other)) for one, other in pairwise(legs))
    count = min(_MOST_STRETCHES, max(1, math.ceil(turned / _TURN)))
    for left in range(count, 1, -1):
        piece, cubic = _split_cubic(cubic, 1 / left)
        yield piece
    yield cubic


def _split_cubic(cubic: _Cubic, share: float) -> tuple[_Cubic, _Cubic]:
    """Return a curve split in two, by de Casteljau's construction."""
    a, b, c, d = cubic
    ab, bc, cd = (_point_between(p, q, share) for p, q in ((a, b), (b, c), (c, d)))
    abc, bcd = _point_between(ab, bc, share), _point_between(bc, cd, share)
    middle = _point_between(abc, bcd, share)
    return (a, ab, abc, middle), (middle, bcd, cd, d)


def _point_between(a: Point, b: Point, share: float) -> Point:
    """Return the point at a share of the way from one point to another."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _angle_between(one: Point, other: Point) -> float:
    """Return the angle from the first direction to the second, from -pi to pi."""
    return math.atan2(one[0] * other[1] - one[1] * other[0], one[0] * other[0] + one[1] * other[1])


def _unit_direction(at: Point, *others: Point, back: bool = False) -> Point:
    """Return the unit direction from a point to the first of others that differs from it."""
    for x, y in others:
        length = math.dist(at, (x, y))
        if length > 1e-9:
            way = -1 if back else 1
            return way * (x - at[0]) / length, way * (y - at[1]) / length
    return 1.0, 0.0


def _offset_point(point: Point, tangent: Point, distance: float) -> Point:
    """Return a point offset to the left of a direction."""
    return point[0] - tangent[1] * distance, point[1] + tangent[0] * distance


def _part_area(cubic: _Cubic, half: float) -> Shape:
    """Return the area of one part of a line."""
    a, b, c, d = cubic
    start, end = _unit_direction(a, b, c, d), _unit_direction(d, c, b, a, back=True)
    sides = []
    for by in (half, -half):
        first, last = _offset_point(a, start, by), _offset_point(d, end, by)
        grown = math.dist(first, last) / math.dist(a, d) if math.dist(a, d) > 1e-9 else 1.0
        handles = [
            (p[0] + (h[0] - q[0]) * grown, p[1] + (h[1] - q[1]) * grown)
            for p, q, h in ((first, a, b), (last, d, c))
        ]
        sides.append((first, *handles, last))
    left, right = sides
    if b == a and c == d:
        return polygon([left[0], left[3], right[3], right[0]])
    return Shape(
        [
            ("m", left[0]),
            ("c", (*left[1], *left[2], *left[3])),
            ("l", right[3]),
            ("c", (*right[2], *right[1], *right[0])),
            ("h", ()),
        ]
    )


def _corner_areas(
    before: _Cubic, after: _Cubic, half: float, corner: Corner, limit: float
) -> Iterator[Shape]:
    """Yield the areas that fill the outer gap where two parts of a stroke meet."""
    at = before[3]
    one, other = _unit_direction(at, *reversed(before[:3]), back=True), _unit_direction(at, *after[1:])
    angle = _angle_between(one, other)
    if abs(angle) < 0.01:
        return
    if corner == "round":
        yield ellipse(*at, half)
        return
    outer = -half if angle > 0 else half
    ends = (_offset_point(at, one, outer), _offset_point(at, other, outer))
    # The miter's length is the line's width times 1 / sin of half the angle between the lines.
    ratio = 1 / max(1e-9, abs(math.cos(angle / 2)))
    if corner == "miter" and ratio <= limit:
        middle = (ends[0][0] + ends[1][0]) / 2 - at[0], (ends[0][1] + ends[1][1]) / 2 - at[1]
        tip = at[0] + middle[0] * ratio**2, at[1] + middle[1] * ratio**2
        yield polygon([at, ends[0], tip, ends[1]])
    else:
        yield polygon([at, *ends])


def _cap_area(at: Point, outwards: Point, half: float, cap: Cap) -> Shape:
    """Return the area that a cap adds at a line's end: for a round cap a whole disc, half of it within the
    line.

    at: the end. outwards: the direction away from the line, of length 1. half: half the line's width.
    """
    if cap == "round":
        return ellipse(*at, half)
    far = at[0] + outwards[0] * half, at[1] + outwards[1] * half
    near = [_offset_point(at, outwards, half), _offset_point(at, outwards, -half)]
    return polygon([*near, _offset_point(far, outwards, -half), _offset_point(far, outwards, half)])


def _dot_area(at: Point, half: float, cap: Cap) -> Shape:
    """Return the area of a line of zero length."""
    x, y = at
    if cap == "round":
        return ellipse(x, y, half)
    return polygon([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
