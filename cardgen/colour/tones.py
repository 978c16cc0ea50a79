"""Tones: luminances on a scale of 8 bits on which equal steps are equal contrasts (WCAG 2.2)."""

from __future__ import annotations

from array import array
from functools import cache
from math import ceil, log
from typing import Any

from .colors import luminance

#: The constant that WCAG 2.2 adds to luminances in its contrast ratio, and the highest ratio: white on black.
_FLARE, _HIGHEST = 0.05, 21.0
#: The highest luminance as an integer of 16 bits, by which tones are looked up.
_FULL = 65_535


def tone_of_luminance(luminance: float) -> float:
    """Return the tone of a relative luminance (0 to 1): from 0 for black to 255 for white, in equal steps of
    contrast.
    """
    return 255 * log((luminance + _FLARE) / _FLARE) / log(_HIGHEST)


def contrast_of_tone_steps(steps: float) -> float:
    """Return the contrast ratio of two tones that differ by this many steps."""
    return float(_HIGHEST ** (steps / 255))


def tone_steps_of_contrast(contrast: float) -> float:
    """Return the number of steps between two tones of this contrast ratio."""
    return 255 * log(contrast) / log(_HIGHEST)


def picture_in_tones(picture: Any) -> Any:
    """Return the tones of an RGB picture, both PIL images, rounded to integers."""
    from PIL import Image, ImageMath

    parts = {}
    for band, (name, (high, low)) in zip(picture.split(), _luminance_shares().items(), strict=True):
        parts[f"{name}1"], parts[f"{name}0"] = band.point(high), band.point(low)
    total = ImageMath.lambda_eval(
        lambda each: (each["r1"] + each["g1"] + each["b1"]) * 256 + each["r0"] + each["g0"] + each["b0"],
        **parts,
    )
    # Image.point() would round the whole table again for each picture.
    levels = array("i", total.convert("I").tobytes())
    return Image.frombytes("L", picture.size, bytes(map(_tone_table().__getitem__, levels)))


@cache
def _luminance_shares() -> dict[str, tuple[list[int], list[int]]]:
    """Return, for each of "r", "g" and "b", what each of its levels (0 to 255) adds to the luminance: the
    high bytes and the low bytes.
    """
    made = {}
    for place, name in enumerate("rgb"):
        # Rounded down, so that white does not exceed the maximum.
        whole = [
            int(_FULL * luminance((level * (place == 0), level * (place == 1), level * (place == 2))))
            for level in (step / 255 for step in range(256))
        ]
        made[name] = ([each // 256 for each in whole], [each % 256 for each in whole])
    return made


@cache
def _tone_table() -> bytes:
    """Return the tone of each integer luminance."""
    # Where each tone begins: a logarithm for each luminance takes a hundred times as long.
    starts = [
        max(0, ceil(_FULL * _FLARE * (_HIGHEST ** ((step - 0.5) / 255) - 1) - 1)) for step in range(1, 256)
    ]
    runs = zip([0, *starts], [*starts, _FULL + 1], strict=True)
    return b"".join(bytes([step]) * (end - start) for step, (start, end) in enumerate(runs))
