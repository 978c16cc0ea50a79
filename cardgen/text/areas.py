"""Operations on areas within outlines: union, intersection, difference, dashes.

Skia's path operations compute them (https://skia.org/docs/dev/present/pathops); curves stay curves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import Any, NamedTuple

from ..colour.colors import Color
from ..geometry import IDENTITY, TOLERANCE, Matrix, Rect, scaling
from ..units import BadValue
from .outlines import Segment, Shape, contours
from .strokes import Cap, Corner

#: Maximum number of lines and curves in and out of all operations of a drawing: a second's work.
_MOST_GIVEN, _MOST_MADE = 120_000, 50_000
#: An operation counts as so many lines, so that many on small shapes come to an end as well.
_COUNTED = 4
#: Maximum number of lines and curves in the result of one operation; only a scribble has more.
_MOST_OF_ONE = 2_000
#: Skia's lines are exact to a quarter of a unit, so that it draws them this wide.
_FINE = 200.0


class TooComplex(BadValue):
    """An outline or a combination of outlines has too many segments."""


class PaintedArea(NamedTuple):
    """An area in one colour."""

    shape: Shape
    color: Color
    #: From 0 for invisible to 1 for opaque.
    opacity: float = 1.0


class Areas:
    """Combines outlines filled by the nonzero rule. All methods raise TooComplex if there are too many
    segments.
    """

    def __init__(self) -> None:
        #: Thinner parts come from rounding and are left out.
        self.least = 0.0
        self._given = self._made = 0

    def without_crossings(self, shape: Shape, even_odd: bool = False) -> Shape:
        """Return an outline of the same area that does not cross itself. even_odd: the given outline is
        filled by this rule.
        """

        def simplified(fix_winding: bool) -> Any:
            path = _skia_path(shape, even_odd=even_odd)
            path.simplify(fix_winding=fix_winding)
            return path

        return self._combine([shape], simplified)

    def union(self, *shapes: Shape) -> Shape:
        """Return the area that lies within at least one of the shapes."""
        return reduce(lambda one, other: self._combine_two(one, other, "UNION"), shapes)

    def intersection(self, one: Shape, other: Shape) -> Shape:
        """Return the area within both shapes."""
        self._count_operation()
        if not _may_overlap(one, other):
            return Shape(())
        for inner, outer in ((one, other), (other, one)):
            if outer.inner_rect is not None and _is_rect_inside(inner.bounds, outer.inner_rect):
                return inner
        return self._combine_two(one, other, "INTERSECTION")

    def difference(self, one: Shape, other: Shape) -> Shape:
        """Return the area within the first shape but not the other."""
        self._count_operation()
        return self._combine_two(one, other, "DIFFERENCE") if _may_overlap(one, other) else one

    def _count_operation(self) -> None:
        """Count an operation, even if it has nothing to combine. Raises TooComplex if there are too many
        operations.
        """
        self._given += _COUNTED
        if self._given > _MOST_GIVEN:
            raise _too_complex()

    def dashed_line(
        self,
        shape: Shape,
        width: float,
        dashes: Sequence[float],
        offset: float,
        cap: Cap,
        corner: Corner,
        miter_limit: float,
    ) -> Shape:
        """Return the area of a dashed line along an outline. dashes: the lengths of dashes and of gaps,
        alternating.
        """
        import pathops

        def stroked(_: bool) -> Any:
            path = _skia_path(shape, scaling(fine))
            ends, corners = getattr(pathops.LineCap, f"{cap}_cap".upper()), f"{corner}_join".upper()
            lengths = [fine * each for each in dashes]
            joins = getattr(pathops.LineJoin, corners)
            path.stroke(fine * width, ends, joins, miter_limit, lengths, fine * offset)
            return path

        fine = _FINE / width
        return self._combine([shape], stroked).transformed(scaling(1 / fine))

    def _combine_two(self, one: Shape, other: Shape, name: str) -> Shape:
        import pathops

        paths, operator = (_skia_path(one), _skia_path(other)), getattr(pathops.PathOp, name)
        return self._combine([one, other], lambda fix: pathops.op(*paths, operator, fix_winding=fix))

    def _combine(self, given: Sequence[Shape], combine: Any) -> Shape:
        """Return the result of a Skia operation as an outline. Raises TooComplex.

        combine: returns Skia's path; called with True, it also makes the winding right for the nonzero rule,
        which takes much longer.
        """
        import pathops

        self._given += sum(len(shape.segments) for shape in given)
        if self._given > _MOST_GIVEN:
            raise _too_complex()
        try:
            if sum(1 for _ in combine(False)) > _MOST_OF_ONE:
                raise _too_complex()
            path = combine(True)
        except pathops.PathOpsError:
            raise _too_complex() from None
        path.convertConicsToQuads()
        made = Shape(_path_segments(path))
        self._made += len(made.segments)
        if self._made > _MOST_MADE:
            raise _too_complex()
        seen = (
            part
            for part in contours(made)
            for box in [Shape(part).bounds]
            if min(box.width, box.height) > self.least
        )
        return Shape(segment for part in seen for segment in part)


def is_within(inner: Shape, outer: Shape) -> bool:
    """Tell whether an outline lies within another one, apart from parts that are too thin to see."""
    areas = Areas()
    areas.least = TOLERANCE
    try:
        return not areas.difference(inner, outer).segments
    except TooComplex:  # What is nothing is not complex.
        return False


def _too_complex() -> TooComplex:
    return TooComplex("the shapes of this drawing are too complex to combine", "simplify its paths")


def _is_rect_inside(box: Rect, other: Rect) -> bool:
    """Tell whether a rectangle lies inside another."""
    return other.x <= box.x and other.y <= box.y and box.right <= other.right and box.top <= other.top


def _may_overlap(one: Shape, other: Shape) -> bool:
    """Tell whether the bounding rectangles of two outlines overlap."""
    if not one.segments or not other.segments:
        return False
    a, b = one.bounds, other.bounds
    return a.x < b.right and b.x < a.right and a.y < b.top and b.y < a.top


def _skia_path(shape: Shape, place: Matrix = IDENTITY, even_odd: bool = False) -> Any:
    import pathops

    path = pathops.Path(fillType=pathops.FillType.EVEN_ODD if even_odd else pathops.FillType.WINDING)
    steps = {"m": path.moveTo, "l": path.lineTo, "c": path.cubicTo, "h": path.close}
    for operator, values in (shape if place == IDENTITY else shape.transformed(place)).segments:
        steps[operator](*values)
    return path


def _path_segments(path: Iterable[Any]) -> Iterator[Segment]:
    """Yield a Skia path without conics as segments."""
    from pathops import PathVerb

    here = (0.0, 0.0)
    for verb, points in path:
        if verb == PathVerb.QUAD:
            (hx, hy), (x, y) = points
            first, second = ((px + (hx - px) * 2 / 3, py + (hy - py) * 2 / 3) for px, py in (here, (x, y)))
            points = (first, second, (x, y))
        yield _OPERATORS[int(verb)], tuple(part for point in points for part in point)
        here = points[-1] if points else here


#: The operators of PathVerb: move, line, quad, conic, cubic, close.
_OPERATORS = ("m", "l", "c", "", "c", "h")
