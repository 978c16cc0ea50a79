"""Gradients of grounds and boxes as steps of flat colours, which every press and every screen show alike."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import NamedTuple

from ..colour.colors import Color
from ..geometry import Rect
from ..text.outlines import Shape, ellipse, joined_shapes, polygon, rectangle, with_winding
from .items import Drawing, Fill

#: Steps of a gradient: as many as are visible on a press or a screen.
_STEPS = 96


class Gradient(NamedTuple):
    """Colours that run evenly into one another across a rectangle."""

    colors: tuple[Color, ...]
    #: Their direction in degrees, anticlockwise from downwards; None from the middle to the corners.
    angle: float | None = 0.0

    @property
    def mirrored(self) -> Gradient:
        """Return the gradient mirrored left to right."""
        return self._replace(angle=self.angle and -self.angle)

    def mixed(self, other: Color, share: float) -> Gradient:
        """Return the gradient with a share (0 to 1) of a colour mixed into each of its colours."""
        return self._replace(colors=tuple(color.mixed(other, share) for color in self.colors))

    def multiplied(self, other: Color) -> Gradient:
        """Return the gradient with each colour multiplied by another."""
        return self._replace(colors=tuple(color.multiplied(other) for color in self.colors))

    def color(self, share: float) -> Color:
        """Return the colour at a share (0 to 1) of the way from the first colour to the last."""
        place = min(1.0, max(0.0, share)) * (len(self.colors) - 1)
        before = min(int(place), len(self.colors) - 2)
        return self.colors[before].mixed(self.colors[before + 1], place - before)

    def color_at(self, rect: Rect, x: float, y: float) -> Color:
        """Return the colour at a point when the gradient fills a rectangle."""
        cx, cy = rect.center
        if self.angle is None:
            return self.color(hypot(x - cx, y - cy) / _half_diagonal(rect))
        dx, dy = _direction(self.angle)
        return self.color(0.5 + ((x - cx) * dx + (y - cy) * dy) / _length_along(rect, self.angle))

    def as_drawing(self, rect: Rect, outline: Shape | None = None) -> Drawing:
        """Return the gradient as a drawing that fills a rectangle, clipped to an outline if there is one."""
        return _drawing_in_steps(self, rect, outline)


@lru_cache(maxsize=64)  # Cached, as the cards of a suit share it, and checks recognise it by its shapes.
def _drawing_in_steps(gradient: Gradient, rect: Rect, outline: Shape | None) -> Drawing:
    """Return a gradient as steps of flat colour. Each step overlaps the one before, so that there are no
    seams.
    """
    colors = [gradient.color((step + 0.5) / _STEPS) for step in range(_STEPS)]
    if gradient.angle == 0 and outline is None:
        parts = [
            rectangle(Rect(rect.x, rect.y, rect.width, rect.height * (1 - step / _STEPS)))
            for step in range(_STEPS)
        ]
        return Drawing(tuple(map(Fill, parts, colors)), area=rect)
    # Only two steps lie on one another: the smooth edges of more would make that of the outline hard.
    if gradient.angle is None:
        parts = [_ring_of_step(rect, step) for step in range(_STEPS)]
        steps = tuple(map(Fill, parts, colors))[::-1]
    else:
        steps = tuple(
            Fill(_strip_of_step(rect, gradient.angle, step), color) for step, color in enumerate(colors)
        )
    return Drawing(steps, clip=outline or rectangle(rect))


def _ring_of_step(rect: Rect, step: int) -> Shape:
    """Return the area of a step of a radial gradient and of the step inside it, which is painted over it."""
    width = _half_diagonal(rect) / _STEPS
    outer = ellipse(*rect.center, width * (step + 1))
    return (
        outer
        if step < 2
        else joined_shapes(outer, with_winding(ellipse(*rect.center, width * (step - 1)), -1))
    )


def _strip_of_step(rect: Rect, angle: float, step: int) -> Shape:
    """Return the strip of a step across a direction, and of the next one."""
    (cx, cy), (dx, dy), length = rect.center, _direction(angle), _length_along(rect, angle)
    wide = _half_diagonal(rect)
    near, far = ((min(each, _STEPS) / _STEPS - 0.5) * length for each in (step, step + 2))
    corners = ((near, wide), (near, -wide), (far, -wide), (far, wide))
    return polygon([(cx + dx * u - dy * v, cy + dy * u + dx * v) for u, v in corners])


def _direction(angle: float) -> tuple[float, float]:
    """Return the unit vector of an angle in degrees, measured from downwards."""
    return sin(radians(angle)), -cos(radians(angle))


def _length_along(rect: Rect, angle: float) -> float:
    """Return the distance between the first and the last corner of a rectangle, measured along a
    direction.
    """
    dx, dy = _direction(angle)
    return abs(rect.width * dx) + abs(rect.height * dy)


def _half_diagonal(rect: Rect) -> float:
    return hypot(rect.width, rect.height) / 2
