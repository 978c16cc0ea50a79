"""Closed and open outlines as PDF operators, written like SVG paths (y upwards)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from ..colour.colors import Color
from ..geometry import Matrix, Rect, transformed_point
from ..geometry import Point as Point

#: The handle of a cubic curve that approximates a quarter circle of radius 1.
KAPPA = 0.5522847498

#: Corners with a smaller area count as straight: twice that of the triangle of their points, in square
#: points.
_FLAT = 1e-6
#: Distance in points below which points are the same.
_NEAR = 1e-4

_TOKEN = re.compile(r"[MLHVCSQZmlhvcsqz]|-?\d*\.?\d+")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "Z": 0}

#: A path operator (m, l, c or h) and its numbers.
Segment = tuple[str, Sequence[float]]


@lru_cache(maxsize=4096)  # most numbers of a page come again: colours, sizes, margins, parts of a face
def number_text(value: float, decimals: int = 4) -> str:
    """Return a number as PDF text, with at most `decimals` decimals, without an exponent and without trailing
    zeros.
    """
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class Shape:
    """An outline: `segments` as operators and their numbers."""

    def __init__(self, segments: Iterable[Segment]) -> None:
        self.segments: tuple[Segment, ...] = tuple(segments)

    @cached_property
    def operators(self) -> str:
        """Return the operators as text for a content stream, computed when first drawn."""
        return " ".join(" ".join([*map(number_text, values), operator]) for operator, values in self.segments)

    @property
    def points(self) -> list[Point]:
        """Return all end points and handles."""
        return [point for _, values in self.segments for point in zip(values[::2], values[1::2], strict=True)]

    @cached_property
    def bounds(self) -> Rect:
        """Return the bounding rectangle of all points and handles (never smaller than the outline)."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @cached_property
    def corners_if_convex(self) -> tuple[Point, ...]:
        """Return the corners of a convex outline, in which each curve is replaced by eight lines. The result
        is empty for other outlines.
        """
        parts = contours(self)
        points = points_of_contour(parts[0]) if len(parts) == 1 and parts[0][-1][0] == "h" else []
        # The end of an outline may differ from its start by rounding.
        corners = [
            point
            for point, before in zip(points, [*points[-1:], *points], strict=False)
            if math.dist(point, before) > _NEAR
        ]
        if len(corners) < 3:
            return ()
        turns = [
            (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
            for (ax, ay), (bx, by), (cx, cy) in zip(
                corners, [*corners[1:], corners[0]], [*corners[2:], *corners[:2]], strict=True
            )
        ]
        return tuple(corners) if min(turns) >= -_FLAT or max(turns) <= _FLAT else ()

    @cached_property
    def inner_rect(self) -> Rect | None:
        """Return a rectangle about the centre that lies inside the outline. Return None if the outline is not
        convex or has no area.

        The result has the proportions of the bounds and is as large as possible. For a rectangle, it is the
        rectangle itself.
        """
        corners, box = self.corners_if_convex, self.bounds
        if not corners:
            return None
        (cx, cy), half_width, half_height = box.center, box.width / 2, box.height / 2
        share = 1.0
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            away = abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
            reach = abs(by - ay) * half_width + abs(bx - ax) * half_height
            if not reach:  # the outline is flat
                return None
            share = min(share, away / reach)
        return box.scaled(share)

    def transformed(self, matrix: Matrix) -> Shape:
        """Return the outline transformed, as a shape of its own."""
        return Shape(
            (
                operator,
                [
                    part
                    for x, y in zip(values[::2], values[1::2], strict=True)
                    for part in transformed_point(matrix, x, y)
                ],
            )
            for operator, values in self.segments
        )


class IconLayer(NamedTuple):
    """A part of an icon: an outline and its fill."""

    shape: Shape
    #: None for the colour of the surrounding text.
    color: Color | None = None
    #: From 0 for invisible to 1 for opaque; less than 1 only if no other layer lies below it.
    opacity: float = 1.0


class Icon(NamedTuple):
    """A picture of flat colours, 1 high, its lower left corner at the origin; layers are filled in order."""

    layers: tuple[IconLayer, ...]
    width: float
    #: The width of the thinnest stroke; 0 if there is none.
    thinnest: float = 0.0


def joined_shapes(*shapes: Shape) -> Shape:
    """Return several outlines as one, to be filled or stroked together."""
    return Shape(segment for shape in shapes for segment in shape.segments)


def contours(shape: Shape) -> list[list[Segment]]:
    """Return an outline split at its moves."""
    parts: list[list[Segment]] = []
    for segment in shape.segments:
        if segment[0] == "m":
            parts.append([])
        parts[-1].append(segment)
    return parts


def points_of_contour(contour: Sequence[Segment]) -> list[Point]:
    """Return a contour as points, eight for each curve."""
    points: list[Point] = []
    for operator, values in contour:
        if operator == "c":
            (x, y), (a, b, c, d, e, f) = points[-1], values
            for step in range(1, 9):
                t = step / 8
                u = 1 - t
                w = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
                points.append(
                    (w[0] * x + w[1] * a + w[2] * c + w[3] * e, w[0] * y + w[1] * b + w[2] * d + w[3] * f)
                )
        elif operator != "h":
            points.append((values[0], values[1]))
    return points


def signed_area(contour: Sequence[Segment]) -> float:
    """Return the area within a contour's points and handles, negative if it is clockwise."""
    points = Shape(contour).points
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in pairs) / 2


def reversed_contour(contour: Sequence[Segment]) -> list[Segment]:
    """Return a contour reversed and closed."""
    drawn = [segment for segment in contour if segment[0] != "h"]
    ends = [(values[-2], values[-1]) for _, values in drawn]
    made: list[Segment] = [("m", ends[-1])]
    for place in range(len(drawn) - 1, 0, -1):
        operator, values = drawn[place]
        handles = (*values[2:4], *values[:2]) if operator == "c" else ()
        made.append((operator, (*handles, *ends[place - 1])))
    return [*made, ("h", ())]


def with_winding(shape: Shape, direction: int) -> Shape:
    """Return the outline with all contours counter-clockwise (direction 1) or clockwise (-1)."""
    made: list[Segment] = []
    for contour in contours(shape):
        made += contour if signed_area(contour) * direction > 0 else reversed_contour(contour)
    return Shape(made)


def path_shape(text: str) -> Shape:
    """Return a shape from SVG path data: M L H V C S Q Z and their relative forms; y points upwards.

    Raises ValueError for text that is not such data.
    """
    return Shape(_path_segments(text))


def _path_segments(text: str) -> Iterable[Segment]:
    """Yield SVG path data as absolute segments. Raises ValueError for text that is not such data."""
    tokens = _TOKEN.findall(text)
    position, start, handle = (0.0, 0.0), (0.0, 0.0), None
    at, command = 0, ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        elif command in "Zz":
            raise ValueError(f"a number where a command is due: {tokens[at]!r}")
        count = _ARGUMENTS[command.upper()]
        values = [float(token) for token in tokens[at : at + count]]
        if len(values) < count:
            raise ValueError(f"{command} wants {count} numbers")
        at += count
        segment, position, handle = _path_segment(command, values, position, start, handle)
        if segment[0] == "m":
            start, command = position, "L" if command == "M" else "l"
        elif segment[0] == "h":
            position = start
        yield segment


def _path_segment(
    command: str, values: list[float], position: Point, start: Point, handle: Point | None
) -> tuple[Segment, Point, Point | None]:
    """Return one path command as a PDF operator, the new position, and the last curve's second handle."""
    kind = command.upper()
    if kind == "Z":
        return ("h", ()), start, None
    if kind in "HV":
        base = (position[0] if kind == "H" else position[1]) if command.islower() else 0.0
        end = (base + values[0], position[1]) if kind == "H" else (position[0], base + values[0])
        return ("l", end), end, None
    if command.islower():
        values = [value + position[i % 2] for i, value in enumerate(values)]
    end = (values[-2], values[-1])
    if kind in "ML":
        return (kind.lower(), end), end, None
    if kind == "Q":
        qx, qy = values[:2]
        first = (position[0] + (qx - position[0]) * 2 / 3, position[1] + (qy - position[1]) * 2 / 3)
        second = (end[0] + (qx - end[0]) * 2 / 3, end[1] + (qy - end[1]) * 2 / 3)
        return ("c", (*first, *second, *end)), end, None
    if kind == "S":
        mirrored = position if handle is None else (2 * position[0] - handle[0], 2 * position[1] - handle[1])
        values = [*mirrored, *values]
    return ("c", values), end, (values[2], values[3])


@lru_cache(maxsize=1024)  # most faces of a pack have the same grounds
def rectangle(rect: Rect) -> Shape:
    """Return a rectangle."""
    x, y, right, top = rect.x, rect.y, rect.right, rect.top
    return polygon([(x, y), (right, y), (right, top), (x, top)])


def rounded_rectangle(rect: Rect, radius: float) -> Shape:
    """Return a rectangle with rounded corners."""
    radius = min(radius, rect.width / 2, rect.height / 2)
    if radius <= 0:
        return rectangle(rect)
    x, y, right, top = rect.x, rect.y, rect.right, rect.top
    far = radius * (1 - KAPPA)
    return Shape(
        [
            ("m", (x + radius, y)),
            ("l", (right - radius, y)),
            ("c", (right - far, y, right, y + far, right, y + radius)),
            ("l", (right, top - radius)),
            ("c", (right, top - far, right - far, top, right - radius, top)),
            ("l", (x + radius, top)),
            ("c", (x + far, top, x, top - far, x, top - radius)),
            ("l", (x, y + radius)),
            ("c", (x, y + far, x + far, y, x + radius, y)),
            ("h", ()),
        ]
    )


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> Shape:
    """Return an ellipse, or a circle if `ry` is None."""
    ry = rx if ry is None else ry
    kx, ky = rx * KAPPA, ry * KAPPA
    return Shape(
        [
            ("m", (cx + rx, cy)),
            ("c", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
            ("c", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
            ("c", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
            ("c", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
            ("h", ()),
        ]
    )


def polygon(points: Sequence[Point]) -> Shape:
    """Return a closed polygon."""
    first, *rest = points
    return Shape([("m", first), *(("l", point) for point in rest), ("h", ())])


def open_line(*points: Point) -> Shape:
    """Return an open line through the points."""
    first, *rest = points
    return Shape([("m", first), *(("l", point) for point in rest)])


def star_shape(cx: float, cy: float, outer: float, inner: float, rays: int) -> Shape:
    """Return a star with this number of rays, one pointing up."""
    return polygon(
        [
            (cx + radius * math.sin(angle), cy + radius * math.cos(angle))
            for step in range(2 * rays)
            for radius, angle in [((outer, inner)[step % 2], math.pi * step / rays)]
        ]
    )
