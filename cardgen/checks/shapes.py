"""Checks of the outlines that pieces are cut along, where they are drawn."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from ..art.piece_outline import piece_outline
from ..errors import KeyPath, Problem
from ..geometry import Point, Rect
from ..pack.model import Pack
from ..pack.values import is_drawing
from ..sandbox import untrusted
from ..text.outlines import Shape, contours, points_of_contour
from ..text.svg import CUT_OFF, MOST_BYTES, examine_svg
from ..units import MM, BadValue, length_text, quoted_value, size_text

#: Narrower parts of a piece tear off or bend; in points.
_LEAST_BREADTH = 3 * MM
#: How far the proportions of a drawing may be off those of its piece.
_STRETCHED = 0.02
#: Maximum number of corners and points of curves that are compared with one another.
_MOST_POINTS = 800
#: Sides face each other if their outward directions are opposite within 20 degrees: the cosine of that.
_FACING = math.cos(math.radians(20))
#: Tolerance for the rounding of lengths, in points.
_HAIR = 0.01
#: Points that are nearer are the same; in parts of the height.
_SAME = 1e-3


def single_path(file: str, key_path: KeyPath) -> Generator[Problem, None, Shape | None]:
    """Yield the problems of a drawing that must be one filled path; return its outline, or None if the
    drawing is not one path.

    key_path: the path of the key that names the file.
    """
    try:
        icon, problems = examine_svg(file)
    except OSError as error:
        message = f"{quoted_value(file)} could not be read: {error.strerror or error}"
        yield Problem(message, key_path, "give the name of an SVG file")
        return None
    # What is cut off of another drawing is missed by nobody, but this one would be another outline.
    faults = [each for each in problems if each.severity == "error" or each.message == CUT_OFF]
    yield from (each._replace(path=key_path, name="drawing", severity="error") for each in faults)
    if icon is None or faults:
        return None
    parts = [part for layer in icon.layers for part in contours(layer.shape)]
    if len(parts) != 1 or icon.thinnest:
        what = "lines" if icon.thinnest else f"{len(parts)} paths"
        yield Problem(
            f"an outline is one filled path, and this drawing has {what}", key_path, "keep one path, filled"
        )
        return None
    return icon.layers[0].shape


def check_drawn_outline(pack: Pack) -> Iterator[Problem]:
    """Yield the problems of a drawn outline, which must be one closed path that a blade can follow."""
    card = pack.card
    if not is_drawing(card.shape):
        return
    where: KeyPath = (*(("pieces", pack.piece) if pack.piece else ("card",)), "shape", "svg")
    shape = yield from single_path(card.shape, where)
    if shape is None:
        return
    points = points_of_contour(contours(shape)[0])
    if math.dist(points[0], points[-1]) > _SAME and _is_open(Path(card.shape)):
        yield Problem("the path of this outline is open", where, "close it: end it with Z")
        return
    if len(points) > _MOST_POINTS:
        yield Problem(
            f"this outline has {len(points):,} points", where, f"simplify it: at most {_MOST_POINTS} go"
        )
        return
    if _crosses_itself(points):
        yield Problem("this outline crosses itself", where, "draw it as one line around the piece")
        return
    xs, ys = [x for x, _ in points], [y for _, y in points]
    ratio = (max(xs) - min(xs)) / max(max(ys) - min(ys), 1e-9)
    if abs(ratio * card.height / card.width - 1) > _STRETCHED:
        fitting = size_text(card.width, round(card.width / ratio / MM, 2) * MM)
        message = f"this outline has other proportions than {size_text(*card.size)}"
        yield Problem(message, (*where[:-2], "size"), f"use {fitting}, or draw it again")
        return
    yield from _check_width(pack, where)


def _check_width(pack: Pack, key_path: KeyPath) -> Iterator[Problem]:
    """Yield a problem if an outline is too narrow for a blade, for its bleed, or for its safe zone."""
    card = pack.card
    trim = Rect(0, 0, *card.size)
    try:
        inside = piece_outline(card, trim, -_LEAST_BREADTH / 2)
        safe = piece_outline(card, trim, -card.safe)
    except BadValue as error:
        yield Problem(str(error), key_path, error.hint)
        return
    if len(contours(inside)) != 1:
        message = f"this outline is narrower than {length_text(_LEAST_BREADTH)} at one place"
        yield Problem(message, key_path, "draw it wider there")
    elif card.bleed and (gap := _narrowest_gap(piece_outline(card, trim), 2 * card.bleed)) is not None:
        # What is cut off there would have to be the bleed of both sides.
        yield Problem(
            f"the bleeds of {length_text(card.bleed)} overlap in a gap of this outline that is "
            f"{length_text(gap)} wide",
            key_path,
            f"draw the gap wider than {length_text(2 * card.bleed)}, or state a bleed of at most "
            f"{length_text(gap / 2)}",
        )
    elif not safe.segments:
        hint = "draw it wider, or use a smaller safe zone"
        yield Problem(
            f"a safe zone of {length_text(card.safe)} leaves nothing of this outline", key_path, hint
        )


def _narrowest_gap(shape: Shape, max_width: float) -> float | None:
    """Return the width in points of the narrowest gap between facing sides of an outline.

    None if all gaps are at least max_width wide. Sides that meet in a corner are no gap, however sharp it is.
    """
    corners = [*dict.fromkeys(points_of_contour(contours(shape)[0]))]
    around = [*zip(corners, [*corners[1:], corners[0]], strict=True)]
    # Counter-clockwise: what is outside lies to the right of each side.
    is_left = sum(ax * by - bx * ay for (ax, ay), (bx, by) in around) > 0
    sides = [_Side(a, b) if is_left else _Side(b, a) for a, b in around]
    directions = [side.direction for side in sides]
    gaps = (
        gap
        for (one, (ux, uy)), (other, (vx, vy)) in combinations(zip(sides, directions, strict=True), 2)
        if ux * vx + uy * vy < -_FACING and not {one.start, one.end} & {other.start, other.end}
        for gap in (*one.distances_outside(other), *other.distances_outside(one))
        if gap < max_width - _HAIR
    )
    return min(gaps, default=None)


class _Side(NamedTuple):
    """A side of an outline, which lies to its left."""

    start: Point
    end: Point

    @property
    def direction(self) -> Point:
        """Return the unit vector along the side."""
        long = math.dist(self.start, self.end)
        return (self.end[0] - self.start[0]) / long, (self.end[1] - self.start[1]) / long

    def distances_outside(self, other: _Side) -> Iterator[float]:
        """Yield the distances of the ends and the middle of another side from this side, where they lie
        outside and opposite it.
        """
        (x, y), (ux, uy), long = self.start, self.direction, math.dist(self.start, self.end)
        middle = ((other.start[0] + other.end[0]) / 2, (other.start[1] + other.end[1]) / 2)
        for px, py in (other.start, other.end, middle):
            along, out = (px - x) * ux + (py - y) * uy, (px - x) * uy - (py - y) * ux
            if -_HAIR <= along <= long + _HAIR and out > 0:
                yield out


def _is_open(file: Path) -> bool:
    """Tell whether a path of a drawing does not end by closing itself. The drawing has been read before."""
    data = untrusted.read_admitted_file(file, MOST_BYTES)
    root = ElementTree.fromstring(data)  # noqa: S314 - examine_svg() has refused entities
    drawn, known = list(_drawn_paths(root, _NOT_DRAWN)), list(_drawn_paths(root, ()))
    # Where none stands in the drawing itself, it uses one of those that it defines.
    return any(
        _element_name(each) == "polyline" or each.get("d", "").rstrip()[-1:] not in ("z", "Z")
        for each in drawn or known
    )


#: Elements whose paths are not drawn where they stand.
_NOT_DRAWN = ("defs", "symbol", "clipPath", "mask", "marker", "pattern")


def _drawn_paths(element: ElementTree.Element, without: Sequence[str]) -> Iterator[ElementTree.Element]:
    """Yield the paths and polylines in an element; elements named in `without` are skipped with their
    contents.
    """
    if _element_name(element) in ("path", "polyline"):
        yield element
    for part in element:
        if _element_name(part) not in without:
            yield from _drawn_paths(part, without)


def _element_name(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _crosses_itself(points: Sequence[Point]) -> bool:
    """Tell whether two sides of a closed polygon cross."""
    corners = [point for point, before in zip(points, [points[-1], *points], strict=False) if point != before]
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    for place, (a, b) in enumerate(sides):
        # The next side shares a corner, and so do the last and the first.
        for c, d in sides[place + 2 : len(sides) - (place == 0)]:
            if (
                _turning_direction(a, b, c) * _turning_direction(a, b, d) < 0
                and _turning_direction(c, d, a) * _turning_direction(c, d, b) < 0
            ):
                return True
    return False


def _turning_direction(a: Point, b: Point, c: Point) -> float:
    """Return a positive number if three points turn left, a negative one if they turn right, 0 if they are in
    line.
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
