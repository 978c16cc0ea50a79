"""Gradients of drawings as steps of flat colours, without seams between them.

Every printer and file writer supports flat colours, and no plate depends on how a program draws shadings.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..colour.colors import Color
from ..geometry import Matrix, Rect, inverse_matrix, transformed_point
from .areas import Areas, PaintedArea
from .outlines import Point, Shape, ellipse, joined_shapes, polygon, rectangle, with_winding

#: Differences between two steps, as shares of a colour's range or of opacity. COARSE is invisible in an icon,
#: and fit for drawings with many transparent parts; FINE is invisible on a card that the drawing fills.
COARSE, FINE = 8 / 255, 3 / 255


class GradientStop(NamedTuple):
    """A colour stop of a gradient, from 0 at its start to 1 at its end."""

    offset: float
    color: Color
    opacity: float


class SvgGradient(NamedTuple):
    """Colours along a line, or around a point if there is a radius."""

    stops: tuple[GradientStop, ...]
    #: The line's ends; of a radial gradient, its focus and the centre of its largest circle.
    start: Point
    end: Point
    radius: float
    #: From its own coordinates to those of the drawing.
    place: Matrix

    def flat_areas(self, shape: Shape, opacity: float, areas: Areas, color_step: float) -> list[PaintedArea]:
        """Return overlapping areas of flat colour that fill a shape as the gradient does.

        color_step: the difference between two steps, COARSE or FINE. Few steps are better, as the
        antialiasing of many edges darkens the edge of the shape. Raises BadValue if there are too many
        segments.
        """
        stops = [stop._replace(opacity=stop.opacity * opacity) for stop in self.stops]
        if len(stops) == 1:
            return [PaintedArea(shape, stops[0].color, stops[0].opacity)]
        colors = _dense_stops(stops, color_step, self._width / areas.least if areas.least else math.inf)
        edges = [(one.offset + other.offset) / 2 for one, other in pairwise(colors)]
        reach = self._maximum_distance(shape)
        made: list[PaintedArea] = []
        for place, (_, color, opaque) in enumerate(colors):
            start = edges[place - 1] if place else None
            end = edges[place + 1] if place + 1 < len(edges) else None
            region = (self._ring_shape if self.radius else self._strip_shape)(start, end, reach)
            piece = areas.intersection(shape, region.transformed(self.place))
            if piece.segments:
                made.append(PaintedArea(piece, color, opaque))
        return made

    @property
    def _width(self) -> float:
        """Return the length over which the colours change; of a radial gradient, of its narrower half."""
        (x, y), (ex, ey) = self.start, self.end
        along = [(self.radius, 0.0), (0.0, self.radius)] if self.radius else [(ex - x, ey - y)]
        a, b, c, d, _, _ = self.place
        return min(
            abs(a * d - b * c) * (dx * dx + dy * dy) / math.hypot(c * dx - a * dy, d * dx - b * dy)
            for dx, dy in along
        )

    def _maximum_distance(self, shape: Shape) -> float:
        """Return the maximum distance of a shape from the start, in the gradient's own coordinates."""
        back = inverse_matrix(self.place)
        return max(math.dist(self.start, transformed_point(back, *point)) for point in shape.points)

    def _ring_shape(self, start: float | None, end: float | None, reach: float) -> Shape:
        """Return the ring between two circles of a radial gradient.

        start: the inner circle; None for a ring without a hole. end: the outer circle; None for a ring that
        extends beyond the shape.
        """
        x, y = self.start
        far = 2 * (reach + self.radius)
        around = Rect(x - far, y - far, 2 * far, 2 * far)
        outer = rectangle(around) if end is None else self._circle_shape(end)
        return outer if start is None else joined_shapes(outer, with_winding(self._circle_shape(start), -1))

    def _circle_shape(self, at: float) -> Shape:
        (fx, fy), (cx, cy) = self.start, self.end
        return ellipse(fx + (cx - fx) * at, fy + (cy - fy) * at, max(1e-6, at) * self.radius)

    def _strip_shape(self, start: float | None, end: float | None, reach: float) -> Shape:
        """Return the strip between two lines across the gradient.

        start, end: the places of the lines; None for a line before, or beyond, the shape.
        """
        (x, y), (ex, ey) = self.start, self.end
        dx, dy = ex - x, ey - y
        # Twice as far as the shape, in lengths of the line.
        far = 1 + 2 * reach / math.hypot(dx, dy)
        near, end = -far if start is None else start, far if end is None else end
        corners = [(near, far), (near, -far), (end, -far), (end, far)]
        return polygon([(x + dx * u - dy * v, y + dy * u + dx * v) for u, v in corners])


def _dense_stops(stops: Sequence[GradientStop], color_step: float, max_stops: float) -> list[GradientStop]:
    """Return stops to which others are added, so that neighbours differ by `color_step` or less.

    max_stops: how many stops there may be from 0 to 1.
    """
    made = [stops[0]]
    for one, other in pairwise(stops):
        if one.offset == other.offset:
            made.append(other)
            continue
        difference = max(abs(a - b) for a, b in zip(one.color.rgb, other.color.rgb, strict=True))
        difference = max(difference * max(one.opacity, other.opacity), abs(one.opacity - other.opacity))
        # Thinner steps would be left out as slivers, and are invisible.
        count = max(1, int(min(math.ceil(difference / color_step), (other.offset - one.offset) * max_stops)))
        for step in range(1, count + 1):
            share = step / count
            offset = one.offset + (other.offset - one.offset) * share
            opacity = one.opacity + (other.opacity - one.opacity) * share
            made.append(GradientStop(offset, one.color.mixed(other.color, share), opacity))
    return made
