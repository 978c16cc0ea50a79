"""Arithmetical signs as geometry: strokes of one width that match black figures.

Each sign is drawn for figures exactly 1 high on the baseline, its ink starting at x = 0, so that it can be
scaled by the figures' height and set like a letter.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..geometry import Rect, combined_matrix, scaling, translation
from ..text.outlines import Shape, ellipse, joined_shapes, polygon, rectangle

#: The width of all strokes, in figure heights: that of the black figures' stems.
STROKE = 0.205
#: The line through the middle of the figures, on which signs are centred.
AXIS = 0.5


class Sign(NamedTuple):
    """A sign's outline and how wide its ink is, for figures 1 high."""

    shape: Shape
    width: float


def _bar_shape(width: float, y: float) -> Shape:
    return rectangle(Rect(0, y - STROKE / 2, width, STROKE))


def _plus_sign() -> Sign:
    arm = 0.34
    s = STROKE / 2
    upright = rectangle(Rect(arm - s, AXIS - arm, 2 * s, 2 * arm))
    cross = joined_shapes(rectangle(Rect(0, AXIS - s, 2 * arm, 2 * s)), upright)
    return Sign(cross, 2 * arm)


def _times_sign() -> Sign:
    arm, d = 0.29, STROKE / math.sqrt(2)
    reach, half = arm + d / 2, arm - d / 2
    rising = polygon([(-reach, -half), (-half, -reach), (reach, half), (half, reach)])
    falling = polygon([(half, -reach), (reach, -half), (-half, reach), (-reach, half)])
    return Sign(joined_shapes(rising, falling).transformed(translation(reach, AXIS)), 2 * reach)


def _chevron_shape(width: float, bottom: float, top: float) -> Shape:
    """Return the < of a comparison: two strokes that meet at the left, their ends cut vertically."""
    middle = (bottom + top) / 2
    rise = (top - bottom) / 2
    run = width
    slant = STROKE * math.hypot(run, rise) / run
    return polygon(
        [
            (width, top),
            (0, middle + slant / 2),
            (0, middle - slant / 2),
            (width, bottom),
            (width, bottom + slant),
            (slant * 0.5 * run / rise, middle),
            (width, top - slant),
        ]
    )


def _less_sign(equal: bool) -> Sign:
    width = 0.7
    if not equal:
        return Sign(_chevron_shape(width, AXIS - 0.40, AXIS + 0.40), width)
    return Sign(joined_shapes(_chevron_shape(width, 0.27, 1.0), _bar_shape(width, STROKE * 0.46)), width)


def _mirrored_sign(sign: Sign) -> Sign:
    return Sign(sign.shape.transformed((-1, 0, 0, 1, sign.width, 0)), sign.width)


def _equals_sign() -> Sign:
    return Sign(joined_shapes(_bar_shape(0.62, AXIS + 0.19), _bar_shape(0.62, AXIS - 0.19)), 0.62)


def _divide_sign() -> Sign:
    dot = STROKE * 0.62
    dots = joined_shapes(ellipse(0.32, AXIS + 0.32, dot), ellipse(0.32, AXIS - 0.32, dot))
    return Sign(joined_shapes(_bar_shape(0.64, AXIS), dots), 0.64)


_MINUS = Sign(_bar_shape(0.56, AXIS), 0.56)

#: Signs that are drawn; any other character before a number is set in the font.
SIGNS: dict[str, Sign] = {
    "+": _plus_sign(),
    "-": _MINUS,
    "−": _MINUS,
    "–": _MINUS,
    "×": _times_sign(),
    "÷": _divide_sign(),
    "=": _equals_sign(),
    "≤": _less_sign(equal=True),
    "≥": _mirrored_sign(_less_sign(equal=True)),
    "<": _less_sign(equal=False),
    ">": _mirrored_sign(_less_sign(equal=False)),
}


def sign_motif(sign: Sign) -> Shape:
    """Return the sign centred on the origin and 1 across, for the patterns of backs."""
    box = sign.shape.bounds
    cx, cy = box.center
    return sign.shape.transformed(
        combined_matrix(translation(-cx, -cy), scaling(1 / max(box.width, box.height)))
    )
