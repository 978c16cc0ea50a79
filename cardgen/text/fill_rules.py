"""The even-odd and the nonzero fill rule, and the conversion from one to the other."""

from __future__ import annotations

from itertools import pairwise

from .outlines import (
    Point,
    Segment,
    Shape,
    contours,
    points_of_contour,
    reversed_contour,
    signed_area,
    with_winding,
)

#: Maximum number of contours, as each is compared with all others.
_MOST_CONTOURS = 200


def with_closed_contours(shape: Shape) -> Shape:
    """Return the outline with every contour closed, as when it is filled."""
    made: list[Segment] = []
    for contour in contours(shape):
        made += contour if contour[-1][0] == "h" else [*contour, ("h", ())]
    return Shape(made)


def with_positive_area(shape: Shape) -> Shape:
    """Return the outline, reversed if necessary, so that its area is positive; several such outlines can be
    filled as one.
    """
    parts = contours(shape)
    if sum(map(signed_area, parts)) >= 0:
        return shape
    return Shape(segment for part in parts for segment in reversed_contour(part))


def converted_to_nonzero_rule(shape: Shape) -> Shape | None:
    """Return an outline of the even-odd rule converted to the nonzero rule.

    Contours within an odd number of others are reversed. None for a shape that crosses itself or has too
    many contours.
    """
    parts = contours(shape)
    if len(parts) > _MOST_CONTOURS:
        return None
    flat = [points_of_contour(part) for part in parts]
    depths = [sum(_is_inside(points[0], other) for other in flat if other is not points) for points in flat]
    made = Shape(
        segment
        for part, depth in zip(parts, depths, strict=True)
        for segment in with_winding(Shape(part), -1 if depth % 2 else 1).segments
    )
    return made if _is_same_by_both_rules(made) else None


def _is_inside(point: Point, outline: list[Point]) -> bool:
    """Tell whether a point lies in a polygon by the even-odd rule."""
    x, y = point
    within = False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            within = not within
    return within


def _is_same_by_both_rules(shape: Shape) -> bool:
    """Tell whether both rules fill about the same area, by scan lines across the outline."""
    box = shape.bounds
    edges = [
        edge
        for part in contours(shape)
        for points in [points_of_contour(part)]
        for edge in zip(points, [*points[1:], points[0]], strict=True)
    ]
    different = 0.0
    rows = 32
    for row in range(rows):
        y = box.y + box.height * (row + 0.5) / rows
        met = sorted(
            (ax + (y - ay) * (bx - ax) / (by - ay), 1 if by > ay else -1)
            for (ax, ay), (bx, by) in edges
            if (ay > y) != (by > y)
        )
        winding = 0
        for (x, way), (end, _) in pairwise(met):
            winding += way
            if winding and not winding % 2:
                different += end - x
    return different <= 0.005 * box.width * rows
