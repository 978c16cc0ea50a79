"""Fits a line of text into a space: the largest size that fits, ellipses. Lines are broken by setter.py."""

from __future__ import annotations

from collections.abc import Callable

from ..units import shortened_text
from .fonts import Font


def largest_line_size(text: str, font: Font, width: float, maximum: float) -> float:
    """Return the largest font size, up to a limit, at which a line fits in a width (points)."""
    wide = font.width(text, 1.0)
    return min(maximum, width / wide) if wide else maximum


def largest_fitting_size(
    maximum: float, minimum: float, fits: Callable[[float], bool], step: float = 0.25
) -> float:
    """Return the largest size at which something fits, trying smaller ones in steps; `minimum` if none fits.

    fits: tells whether a size fits. This is no binary search, as wrapped text sometimes fits at a size but
    not at a smaller one.
    """
    size = maximum
    while size > minimum and not fits(size):
        size -= step
    return max(size, minimum)


def shortened_line(text: str, font: Font, size: float, width: float) -> str:
    """Return a line, shortened with an ellipsis if it is wider than a width (points)."""
    return shortened_text(text, width, lambda some: font.width(some, size))
