"""The built-in symbols, drawn as one family: solid bodies with cuts of one width.

Each is an outline about the origin for a cell 1 high: scale it as needed. All look equally large and central
in it (see optics.py). Holes are wound against their bodies, so the outlines are filled by the nonzero rule.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial

from ..geometry import Rect, combined_matrix, rotation, scaling, translation
from .optics import optical_matrix
from .outlines import (
    IconLayer,
    Point,
    Segment,
    Shape,
    ellipse,
    joined_shapes,
    path_shape,
    polygon,
    reversed_contour,
    rounded_rectangle,
    star_shape,
    with_winding,
)

#: A cubic curve without its start: two handles and the end.
_Curve = tuple[Point, Point, Point]


def _mirrored_outline(start: Point, curves: tuple[_Curve, ...]) -> Shape:
    """Return a closed outline from the curves of its right half, which begins at `start` and ends at the
    bottom of the axis x = 0.
    """
    segments: list[tuple[str, tuple[float, ...]]] = [("m", start)]
    segments += [("c", (*first, *second, *end)) for first, second, end in curves]
    starts = (start, *(end for _, _, end in curves))
    for begin, (first, second, _) in reversed(list(zip(starts, curves, strict=False))):
        segments.append(("c", tuple(part for x, y in (second, first, begin) for part in (-x, y))))
    return Shape([*segments, ("h", ())])


_TOP = (0.0, 0.5)

#: The right half of a stem, from the body to the middle of its foot.
_FOOT: tuple[_Curve, ...] = (
    ((0.062, -0.34), (0.105, -0.43), (0.185, -0.5)),
    ((0.12, -0.487), (0.06, -0.484), (0.0, -0.484)),
)

_SPADE: tuple[_Curve, ...] = (
    ((0.055, 0.375), (0.17, 0.275), (0.268, 0.185)),
    ((0.365, 0.095), (0.44, 0.0), (0.44, -0.118)),
    ((0.44, -0.253), (0.343, -0.338), (0.23, -0.338)),
    ((0.152, -0.338), (0.09, -0.3), (0.055, -0.238)),
    *_FOOT,
)

_HEART: tuple[_Curve, ...] = (
    ((0.035, 0.435), (0.125, 0.5), (0.228, 0.5)),
    ((0.368, 0.5), (0.468, 0.39), (0.468, 0.24)),
    ((0.468, 0.095), (0.39, -0.02), (0.3, -0.13)),
    ((0.195, -0.258), (0.07, -0.36), (0.0, -0.5)),
)

_DIAMOND: tuple[_Curve, ...] = (
    ((0.115, 0.315), (0.25, 0.14), (0.39, 0.0)),
    ((0.25, -0.14), (0.115, -0.315), (0.0, -0.5)),
)

_CLUB: tuple[_Curve, ...] = (
    ((0.087, 0.5), (0.168, 0.453), (0.212, 0.378)),
    ((0.256, 0.302), (0.256, 0.209), (0.212, 0.133)),
    ((0.330, 0.158), (0.449, 0.091), (0.487, -0.024)),
    ((0.526, -0.138), (0.473, -0.263), (0.364, -0.315)),
    ((0.255, -0.367), (0.124, -0.329), (0.060, -0.226)),
    *_FOOT,
)

# The others are drawn 100 high about the origin, y upwards.

#: Width of cuts: a quarter of a millimetre on a symbol 4 mm high, which every printer here keeps open.
_CUT = 6.0


def _outline_from_half(data: str) -> Shape:
    """Return a closed outline from the path data of its right half, whose ends lie on the axis x = 0."""
    right = list(path_shape(data).segments)
    left = [
        (operator, [part * side for part, side in zip(values, (-1, 1) * 3, strict=False)])
        for operator, values in reversed_contour(right)[1:-1]
    ]
    return Shape([*right, *left, ("h", ())])


def _joined_bodies(*parts: Shape) -> Shape:
    """Return bodies that may overlap as one shape."""
    return with_winding(joined_shapes(*parts), 1)


def _with_holes(body: Shape, *holes: Shape) -> Shape:
    """Return a body with holes in it."""
    return joined_shapes(_joined_bodies(body), with_winding(joined_shapes(*holes), -1))


def _rectangle_between(x: float, y: float, right: float, top: float, radius: float = 0.0) -> Shape:
    """Return a rectangle from its edges."""
    return rounded_rectangle(Rect(x, y, right - x, top - y), radius)


def _with_mirror_image(shape: Shape) -> Shape:
    """Return a shape with its mirror image."""
    return joined_shapes(shape, shape.transformed(scaling(-1, 1)))


def _rounded_polygon(points: list[Point], radius: float) -> Shape:
    """Return a polygon with rounded corners, each a curve that starts at a distance before it."""
    made: list[Segment] = []
    for before, corner, after in zip([points[-1], *points], points, [*points[1:], points[0]], strict=False):
        ends = []
        for x, y in (before, after):
            share = radius / math.dist((x, y), corner)
            ends.append((corner[0] + (x - corner[0]) * share, corner[1] + (y - corner[1]) * share))
        (sx, sy), (ex, ey) = ends
        handles = [part + (c - part) * 0.6 for p in ends for part, c in zip(p, corner, strict=True)]
        made += [("l" if made else "m", (sx, sy)), ("c", (*handles, ex, ey))]
    return Shape([*made, ("h", ())])


def _points_on_circle(radius: float, count: int, start: float = 90.0) -> list[Point]:
    """Return points on a circle about the origin, by default the first one at the top."""
    angles = [math.radians(start + 360 * step / count) for step in range(count)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def _acorn_shape() -> Shape:
    cap = _outline_from_half("M0 50L5.5 50C5 46 5 43 6 39C27 38 42 27 42 12C42 7 39.5 4.5 35 4.5L0 4.5")
    nut = _outline_from_half(
        "M0 -1.5L32.5 -1.5C35.5 -1.5 36.5 -3.5 36 -7C33.5 -26 22 -37.5 8 -43C4.5 -44.5 2.5 -46.5 0 -50"
    )
    return _joined_bodies(cap, nut)


def _leaf_shape() -> Shape:
    blade = _outline_from_half(
        "M0 50C6 39 17 31 26 20C35 9 41 1 41 -11C41 -23 33 -31 22 -31C14 -31 8 -28.5 4 -24L0 -24"
    )
    veins = _outline_from_half(
        "M0 36C0.6 26 1.5 18 2 13C7 17.5 13 21.5 20 24.5C14 17.5 8 11 2.5 5.5C2.7 0 2.8 -4 2.9 -7"
        "C9 -2 17 3 26.5 6.5C19 -2 11 -10 3.1 -16.5L3 -18L0 -18"
    )
    stem = path_shape("M-5 -22C-3.5 -34 -7.5 -40 -14 -45.5L-9 -50C0.5 -44 4.5 -36 5 -22Z")
    return joined_shapes(_with_holes(blade, veins), _joined_bodies(stem))


def _arc_path(cx: float, cy: float, radius: float, start: float, end: float) -> str:
    """Return path data along a circle from the current point (degrees), in parts of at most an eighth."""
    count = max(1, math.ceil(abs(end - start) / 45))
    step = math.radians((end - start) / count)
    reach = 4 / 3 * math.tan(step / 4) * radius
    made = []
    for place in range(count):
        a = math.radians(start) + place * step
        b = a + step
        first = (
            cx + radius * math.cos(a) - reach * math.sin(a),
            cy + radius * math.sin(a) + reach * math.cos(a),
        )
        second = (
            cx + radius * math.cos(b) + reach * math.sin(b),
            cy + radius * math.sin(b) - reach * math.cos(b),
        )
        last = (cx + radius * math.cos(b), cy + radius * math.sin(b))
        made.append("C" + " ".join(f"{part:.3f}" for point in (first, second, last) for part in point))
    return "".join(made)


def _bell_shape() -> Shape:
    ring = _with_holes(ellipse(0, 39.5, 10.5), ellipse(0, 41.5, 4.5))
    top = _outline_from_half(f"M0 36{_arc_path(0, -7, 43, 90, 22)}C28 4.5 14 2.5 0 2.5")
    band = _outline_from_half(
        f"M0 -3.5C15 -3.5 29 -1 41.7 3.5{_arc_path(0, -7, 43, 14.1, -1.3)}C29 -12.5 14 -15 0 -15"
    )
    bowl = _outline_from_half(f"M0 -21C14 -21 29 -18.5 42.4 -14{_arc_path(0, -7, 43, -9.4, -90)}")
    slit = _outline_from_half(f"M0 -31.4L9.3 -31.4{_arc_path(14, -34, 5.4, 151.2, -151.2)}L0 -36.6")
    return joined_shapes(_joined_bodies(top), ring, _joined_bodies(band), _with_holes(bowl, slit))


def _coin_shape() -> Shape:
    # Wide whites: at the size of text, a double rim would run together into a disc.
    rim = _with_holes(ellipse(0, 0, 49), ellipse(0, 0, 39.5))
    return joined_shapes(rim, _joined_bodies(star_shape(0, 0, 31, 17, 8)))


def _cup_shape() -> Shape:
    rim = _rectangle_between(-34, 42, 34, 50, 3)
    body = _outline_from_half(
        "M0 36L30.5 36C31 12 22 -1 6.5 -5.5C5.5 -6 5.5 -7.5 6.5 -8C12 -10 12 -18.5 6 -20.5C6.5 -31 13 -37"
        " 24 -40.5C27.5 -41.5 29 -43.5 29 -46.5C29 -49 28 -50 26 -50L0 -50"
    )
    return joined_shapes(_joined_bodies(rim), _with_holes(body, _outline_from_half("M0 29L7.5 17L0 5")))


def _sword_shape() -> Shape:
    blade = _outline_from_half("M0 50L13.5 34.5L13.5 -14L0 -14")
    fuller = _outline_from_half("M0 29L3.2 23.5L3.2 -11L0 -11")
    guard = _outline_from_half(
        "M0 -14C10 -14 20 -12.5 29 -8.5C32.5 -7 35 -9.5 35 -13C35 -16.5 33 -19 29.5 -20"
        "C20 -22.5 10 -23.5 0 -23.5"
    )
    grip, pommel = _rectangle_between(-5.5, -40, 5.5, -20), ellipse(0, -41.5, 8.5)
    return joined_shapes(_with_holes(blade, fuller), _joined_bodies(guard, grip, pommel))


def _baton_shape() -> Shape:
    wood = path_shape(
        "M-9 -46.5C-9 -49 -7 -50 -4.5 -50L4.5 -50C7 -50 9 -49 9 -46.5L13 -14L24.5 -5.5L17.5 4L15 2.2"
        "L16 10L28 19L21 28.5L18.3 26.5L19 33C20 44 11.5 50 0 50C-11.5 50 -20 44 -19 33L-17.8 20"
        "L-21.5 22.7L-28.5 13.2L-15.8 3.8L-14.7 -6L-18 -3.5L-25 -13L-12.2 -22.5Z"
    )
    knot = path_shape("M-5 -9C-3.5 0 -2 5 3.5 12C5 3 3 -4 -5 -9Z")
    return _with_holes(
        wood,
        ellipse(0, 36, 9.5, 6),
        knot,
        path_shape("M-3 -38C-3.5 -30 -1.5 -25 3 -20C4.5 -27 2.5 -33 -3 -38Z"),
    )


def _sun_shape() -> Shape:
    ray = polygon([(-6.2, 28.5), (6.2, 28.5), (0, 50)])
    return joined_shapes(
        ellipse(0, 0, 22.5), *(_joined_bodies(ray.transformed(rotation(30 * step))) for step in range(12))
    )


def _moon_shape() -> Shape:
    tip = math.degrees(math.atan2(36.99, 30.545))
    inner = math.degrees(math.atan2(36.99, 30.545 - 22))
    data = f"M30.545 36.99{_arc_path(0, 0, 48, tip, 360 - tip)}{_arc_path(22, 0, 38, 360 - inner, inner)}Z"
    return _joined_bodies(path_shape(data).transformed(combined_matrix(rotation(-18), translation(6, 2))))


def _flame_shape() -> Shape:
    outer = path_shape(
        "M4 50C8 30 38 16 38 -14C38 -36 21 -50 0 -50C-21 -50 -38 -36 -38 -14C-38 2 -31 12 -25 24"
        "C-22 15 -19 10 -13 7C-15 25 -8 40 4 50Z"
    )
    return _with_holes(
        outer,
        path_shape("M2 5C4 -6 18 -13 18 -27C18 -37 10 -43 0 -43C-10 -43 -18 -37 -18 -27C-18 -15 -4 -10 2 5Z"),
    )


def _tree_shape() -> Shape:
    crown = _outline_from_half(
        "M0 50C6 39 14 30 23 22C20.5 20.5 17 19.5 13 19C18.5 9 25 1 33 -6.5C30 -8.5 26 -9.5 20.5 -10"
        "C26 -19 33 -27 42 -34C32 -37 20 -38.5 5.5 -38.5L5.5 -50L0 -50"
    )
    return _joined_bodies(crown)


def _mountain_shape() -> Shape:
    snow = polygon([(-13, 45), (3.9, 12), (-3, 19), (-12, 9), (-20, 18), (-28.7, 14)])
    rock = [
        (-32.2, 7),
        (-20.5, 10.5),
        (-12.3, 1),
        (-3.2, 11),
        (7, 6),
        (11, -2),
        (24, 19),
        (55, -42),
        (-55, -42),
    ]
    return _joined_bodies(snow, polygon(rock))


def _crown_shape() -> Shape:
    points = _rounded_polygon([(-36, -17), (-47, 25), (-21, 3), (0, 36), (21, 3), (47, 25), (36, -17)], 3)
    balls = joined_shapes(*(ellipse(x, y, 7.5) for x, y in ((-46, 27), (0, 40.5), (46, 27))))
    return _joined_bodies(points, balls, _rectangle_between(-36, -39, 36, -17 - _CUT, 3))


def _shield_shape() -> Shape:
    edge = _outline_from_half("M0 50C11 43.5 24 40.5 40 40L40 2C40 -22 23 -39 0 -50")
    return joined_shapes(
        _with_holes(edge, edge.transformed(combined_matrix(scaling(0.80), translation(0, -0.5)))),
        _joined_bodies(edge.transformed(combined_matrix(scaling(0.64), translation(0, -1)))),
    )


def _rocket_shape() -> Shape:
    body = _outline_from_half("M0 50C14 40 20 22 20 3C20 -9 17.5 -19 14 -27L0 -27")
    fin = path_shape("M22 -5C33 -11 38 -22 37 -38C31 -33 25 -30 18 -28C20.5 -20 21.5 -13 22 -5Z")
    flame = _outline_from_half("M0 -33L9.5 -33C10 -40 5 -45 0 -50")
    return joined_shapes(
        _with_holes(body, ellipse(0, 13, 8.5)),
        _joined_bodies(_with_mirror_image(fin.transformed(translation(3.5, 0))), flame),
    )


def _skull_shape() -> Shape:
    bone = _outline_from_half(
        "M0 48C27 48 43 31 43 8C43 -5 38 -14 31 -18.5C29 -20 28 -22 28 -25L28 -36C28 -43 24 -47 18 -47"
        "L14.5 -47L14.5 -35L8.5 -35L8.5 -47L3 -47L3 -35L0 -35"
    )
    nose = _outline_from_half("M0 -9C3.5 -12 7 -17 7 -20.5C7 -23.5 3 -24 0 -21.5")
    return _with_holes(bone, _with_mirror_image(ellipse(18.5, 4, 11.5, 12)), nose)


def _eye_shape() -> Shape:
    lids = _outline_from_half("M0 38C22 38 41 25 56 0C41 -25 22 -38 0 -38")
    ball = _outline_from_half("M0 28C16 28 31 18 43.5 0C31 -18 16 -28 0 -28")
    return joined_shapes(_with_holes(lids, ball), _with_holes(ellipse(0, 0, 21), ellipse(7, 7, 6)))


def _hand_shape() -> Shape:
    fingers = [
        _rectangle_between(x, -20, x + 14, top, 7) for x, top in ((-27.5, 39), (-9, 50), (9.5, 43), (28, 26))
    ]
    palm = path_shape("M-27.5 -4L42 -4L42 -20C42 -39 30 -50 10 -50C-8 -50 -18 -44 -26 -32L-27.5 -30Z")
    thumb = _rectangle_between(-7, -20, 7, 30, 7).transformed(
        combined_matrix(rotation(38), translation(-27.5, -21))
    )
    return _joined_bodies(*fingers, palm, thumb)


def _arrow_shape() -> Shape:
    return _rounded_polygon([(-50, -13), (3, -13), (3, -39), (50, 0), (3, 39), (3, 13), (-50, 13)], 4)


def _lock_shape() -> Shape:
    body = _with_holes(
        _rectangle_between(-38, -50, 38, 9, 8),
        _outline_from_half(f"M0 -11{_arc_path(0, -19.5, 8.5, 90, -60)}L6.5 -38L0 -38"),
    )
    shackle = path_shape(
        f"M28 5L28 22{_arc_path(0, 22, 28, 0, 180)}L-28 5L-16.5 5"
        f"L-16.5 22{_arc_path(0, 22, 16.5, 180, 0)}L16.5 5Z"
    )
    return joined_shapes(body, _joined_bodies(shackle))


#: The places of the spots of a die, for each number: columns and rows from -1 to 1.
_SPOTS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}


def _die_shape(number: int) -> Shape:
    spots = [ellipse(23 * x, 23 * y, 9.5) for x, y in _SPOTS[number]]
    return _with_holes(_rectangle_between(-44, -44, 44, 44, 13), *spots)


#: The function that draws each symbol, in the order of lists.
_DRAWN: dict[str, Callable[[], Shape]] = {
    "spade": lambda: _mirrored_outline(_TOP, _SPADE),
    "heart": lambda: _mirrored_outline((0.0, 0.33), _HEART),
    "diamond": lambda: _mirrored_outline(_TOP, _DIAMOND),
    "club": lambda: _mirrored_outline(_TOP, _CLUB),
    "acorn": _acorn_shape,
    "leaf": _leaf_shape,
    "bell": _bell_shape,
    "coin": _coin_shape,
    "cup": _cup_shape,
    "sword": _sword_shape,
    "baton": _baton_shape,
    "star": lambda: star_shape(0, -4.5, 52.5, 21, 5),
    "sun": _sun_shape,
    "moon": _moon_shape,
    "drop": lambda: _outline_from_half("M0 50C7 32 36 8 36 -15C36 -36 20 -50 0 -50"),
    "flame": _flame_shape,
    "tree": _tree_shape,
    "mountain": _mountain_shape,
    "circle": lambda: ellipse(0, 0, 46.5),
    "square": lambda: _rectangle_between(-41, -41, 41, 41, 3),
    "triangle": lambda: _rounded_polygon([(0, 49), (53, -42), (-53, -42)], 5),
    "hexagon": lambda: _rounded_polygon(_points_on_circle(50, 6), 5),
    "crown": _crown_shape,
    "shield": _shield_shape,
    "rocket": _rocket_shape,
    "skull": _skull_shape,
    "eye": _eye_shape,
    "hand": _hand_shape,
    "arrow": _arrow_shape,
    "lock": _lock_shape,
    **{f"die-{number}": partial(_die_shape, number) for number in _SPOTS},
}


#: Groups of symbols, for people who search for one.
KINDS: dict[str, tuple[str, ...]] = {
    "French suit": ("spade", "heart", "diamond", "club"),
    "German suit": ("acorn", "leaf", "heart", "bell"),
    "Spanish suit": ("coin", "cup", "sword", "baton"),
    "nature": ("star", "sun", "moon", "drop", "flame", "tree", "mountain"),
    "shape": ("circle", "square", "triangle", "hexagon"),
    "thing": ("crown", "shield", "rocket", "lock", "arrow"),
    "body": ("skull", "eye", "hand"),
    "die": tuple(f"die-{number}" for number in _SPOTS),
}


@cache
def symbol_shape(name: str) -> Shape:
    """Return the outline of a built-in symbol, drawn when first used. Raises KeyError for others."""
    # All dice have one size, whatever their spots weigh.
    model = "die-3" if name in KINDS["die"] else name
    return _DRAWN[name]().transformed(optical_matrix([IconLayer(_DRAWN[model]())]))
