"""Outlines to cut and lines to crease, as SVG and DXF files for cutting plotters and lasers.

Both files are in millimetres. Circular arcs, such as round corners, stay arcs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..art.piece_outline import piece_outline
from ..geometry import Rect, scaling
from ..pack.pieces import CardFormat
from ..text.outlines import Point, Segment, Shape, contours, number_text, points_of_contour
from ..units import MM, Size

#: Largest distance between a curve and the straight lines that DXF has in its place, in millimetres.
CURVE_TOLERANCE = 0.005
#: A cubic curve is an arc if its handles differ from those of the arc by at most this part of their length.
_ARC_TOLERANCE = 1e-4
#: The names of the layers, and their colours in SVG and in the palette of DXF.
_LAYERS = {"CUT": ("#ff0000", 1), "CREASE": ("#0000ff", 5)}
#: The width of lines in SVG, in millimetres; machines follow their middle.
_LINE = 0.1


class CutPaths(NamedTuple):
    """The lines that a machine cuts and creases on a page or a piece, in points; the origin is lower left."""

    size: Size
    cuts: Sequence[Shape]
    creases: Sequence[Shape] = ()
    #: What distinguishes them from those of other parts; "" where there are none.
    name: str = ""

    @property
    def layers(self) -> Iterator[tuple[str, list[Segment]]]:
        """Yield pairs of a layer's name and a line on it, in millimetres: first the lines to cut, then those
        to crease.
        """
        for name, shapes in zip(_LAYERS, (self.cuts, self.creases), strict=True):
            for shape in shapes:
                for contour in contours(shape.transformed(scaling(1 / MM, 1 / MM))):
                    yield name, contour


class _Step(NamedTuple):
    """A part of a line: straight, a circular arc, or a cubic curve."""

    to: Point
    #: The tangent of a quarter of an arc's angle, positive if it turns left; 0 for a straight line.
    bulge: float = 0.0
    radius: float = 0.0
    handles: tuple[float, float, float, float] | None = None


def piece_paths(card: CardFormat, page: Size) -> CutPaths:
    """Return the outline of one piece, centred on a page or a picture of this size (points)."""
    left, low = (page[0] - card.width) / 2, (page[1] - card.height) / 2
    return CutPaths(page, [piece_outline(card, Rect(left, low, *card.size))])


def extent_size(paths: CutPaths) -> Size:
    """Return the width and height of the rectangle around all lines, in points."""
    points = [
        point
        for shape in (*paths.cuts, *paths.creases)
        for contour in contours(shape)
        for point in points_of_contour(contour)
    ]
    xs, ys = zip(*points, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def cut_svg(paths: CutPaths) -> bytes:
    """Return the lines as an SVG file in millimetres, without fills."""
    height = paths.size[1] / MM
    wide, high = (number_text(side / MM) for side in paths.size)
    size = f'width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>']
    for name, (color, _) in _LAYERS.items():
        lines = [_svg_path_data(contour, height) for layer, contour in paths.layers if layer == name]
        if lines:
            style = f'fill="none" stroke="{color}" stroke-width="{_LINE}"'
            parts += [f'<g id="{name.lower()}" {style}>', *(f'<path d="{line}"/>' for line in lines), "</g>"]
    return ("\n".join([*parts, "</svg>"]) + "\n").encode()


def _svg_path_data(contour: Sequence[Segment], height: float) -> str:
    """Return a line as SVG path data. height: that of the page in millimetres, as y runs downwards in SVG."""

    def at(*values: float) -> str:
        return " ".join(
            f"{number_text(x)} {number_text(height - y)}"
            for x, y in zip(values[::2], values[1::2], strict=True)
        )

    start, steps, is_closed = _start_and_steps(contour)
    parts = [f"M{at(*start)}"]
    for step in steps:
        if step.bulge:
            radius, is_large = number_text(step.radius), int(abs(step.bulge) > 1)
            # The axis is reversed, and with it the direction.
            parts.append(f"A{radius} {radius} 0 {is_large} {int(step.bulge < 0)} {at(*step.to)}")
        elif step.handles:
            parts.append(f"C{at(*step.handles, *step.to)}")
        else:
            parts.append(f"L{at(*step.to)}")
    return "".join([*parts, "Z"] if is_closed else parts)


def cut_dxf(paths: CutPaths) -> bytes:
    """Return the lines as a DXF file of release 12, which all programs of cutting machines read.

    This release has no unit: a program that asks for it needs the answer "millimetres".
    """
    (width, height), layers = (side / MM for side in paths.size), _LAYERS.items()
    groups: list[tuple[int, object]] = [
        (0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"),
        (9, "$EXTMIN"), (10, 0.0), (20, 0.0), (30, 0.0),
        (9, "$EXTMAX"), (10, width), (20, height), (30, 0.0),
        (0, "ENDSEC"),
        (0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(layers)),
    ]  # fmt: skip
    for name, (_, color) in layers:
        groups += [(0, "LAYER"), (2, name), (70, 0), (62, color), (6, "CONTINUOUS")]
    groups += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for name, contour in paths.layers:
        groups += _dxf_polyline_groups(name, contour)
    groups += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(
        f"{code:>3}\n{number_text(value, 6) if isinstance(value, float) else value}\n"
        for code, value in groups
    ).encode()


def _dxf_polyline_groups(layer: str, contour: Sequence[Segment]) -> Iterator[tuple[int, object]]:
    """Yield the groups (code and value) of a line as a DXF polyline on a layer.

    Each vertex has the bulge (see _Step) of the part that begins at it.
    """
    start, steps, is_closed = _start_and_steps(contour)
    parts = [part for step, begin in zip(steps, [start, *(step.to for step in steps)], strict=False)
             for part in _step_as_straight_steps(begin, step)]  # fmt: skip
    ends = [start, *(part.to for part in parts)]
    bulges = [*(part.bulge for part in parts), 0.0]
    if is_closed and math.dist(ends[0], ends[-1]) <= CURVE_TOLERANCE:
        ends, bulges = ends[:-1], bulges[:-1]
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(is_closed)), (10, 0.0), (20, 0.0), (30, 0.0))
    for (x, y), bulge in zip(ends, bulges, strict=True):
        yield from ((0, "VERTEX"), (8, layer), (10, x), (20, y), (30, 0.0))
        if bulge:
            yield 42, bulge
    yield from ((0, "SEQEND"), (8, layer))


def _start_and_steps(contour: Sequence[Segment]) -> tuple[Point, list[_Step], bool]:
    """Return where a line begins, its parts in order, and whether it is closed."""
    (_, (x, y)), *rest = contour
    start = at = (x, y)
    steps = []
    for operator, values in rest:
        if operator == "h":
            break
        to = (values[-2], values[-1])
        steps.append(_curve_step(at, values) if operator == "c" else _Step(to))
        at = to
    return start, steps, rest[-1][0] == "h"


def _curve_step(begin: Point, values: Sequence[float]) -> _Step:
    """Return a cubic curve as a step: a circular arc if it is one within the tolerance, else the curve.

    values: both handles and the end.
    """
    a, b, c, d, x, y = values
    end, out, back = (x, y), (a - begin[0], b - begin[1]), (x - c, y - d)
    one, two = math.hypot(*out), math.hypot(*back)
    curve = _Step(end, handles=(a, b, c, d))
    if not (one and two):
        return curve
    turn = math.atan2(out[0] * back[1] - out[1] * back[0], out[0] * back[0] + out[1] * back[1])
    if abs(turn) < _ARC_TOLERANCE:
        return curve
    radius = math.dist(begin, end) / (2 * abs(math.sin(turn / 2)))
    handle = 4 / 3 * abs(math.tan(turn / 4)) * radius
    # The chord of an arc leaves its tangent by half the angle.
    chord = math.atan2(y - begin[1], x - begin[0]) - math.atan2(out[1], out[0])
    lean = math.remainder(chord - turn / 2, math.tau)
    is_arc = max(abs(one - handle), abs(two - handle), abs(lean) * handle) <= _ARC_TOLERANCE * handle
    return _Step(end, math.tan(turn / 4), radius) if is_arc else curve


def _step_as_straight_steps(begin: Point, step: _Step) -> Iterable[_Step]:
    """Return a step unchanged, or a cubic curve as straight steps within CURVE_TOLERANCE of it."""
    if not step.handles:
        return [step]
    (x0, y0), (x1, y1, x2, y2), (x3, y3) = begin, step.handles, step.to
    bends = math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3)
    # The second derivative is at most six times the greater; a chord leaves a curve by an eighth of it.
    count = max(1, math.ceil(math.sqrt(6 * max(bends) / (8 * CURVE_TOLERANCE))))
    made = []
    for place in range(1, count + 1):
        t = place / count
        u = 1 - t
        one, two, three, four = u**3, 3 * u * u * t, 3 * u * t * t, t**3
        made.append(
            _Step(
                (one * x0 + two * x1 + three * x2 + four * x3, one * y0 + two * y1 + three * y2 + four * y3)
            )
        )
    return made
