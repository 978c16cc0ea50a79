"""The four suit symbols, each one outline 1 high about the origin: scale them to the size you need."""

from __future__ import annotations

from .outlines import Point, Shape

#: A cubic curve without its start: two handles and the end.
_Curve = tuple[Point, Point, Point]


def _symmetric(start: Point, curves: tuple[_Curve, ...]) -> Shape:
    """A closed outline from its right half, which runs from the top to the bottom of the middle axis."""
    segments: list[tuple[str, tuple[float, ...]]] = [("m", start)]
    segments += [("c", (*first, *second, *end)) for first, second, end in curves]
    starts = (start, *(end for _, _, end in curves))
    for begin, (first, second, _) in reversed(list(zip(starts, curves, strict=False))):
        segments.append(("c", tuple(part for x, y in (second, first, begin) for part in (-x, y))))
    return Shape([*segments, ("h", ())])


_TOP = (0.0, 0.5)

#: The right half of a stem, from where it leaves the body to the middle of its foot.
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

#: Spade, heart, diamond and club: the ink of each is exactly 1 high and centred on the origin.
SYMBOLS: dict[str, Shape] = {
    "spade": _symmetric(_TOP, _SPADE),
    "heart": _symmetric((0.0, 0.33), _HEART),
    "diamond": _symmetric(_TOP, _DIAMOND),
    "club": _symmetric(_TOP, _CLUB),
}
