"""One colour as a pair of sRGB and CMYK: parsing, contrast, and how colour-blind people see it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from ..units import BadValue, quoted_value

Triple = tuple[float, float, float]
#: Which of a colour's two values a file uses.
Space = Literal["rgb", "cmyk"]


class Color(NamedTuple):
    """A colour as sRGB for home printers and screens, and as CMYK for a press. All parts 0 to 1."""

    rgb: Triple
    cmyk: tuple[float, float, float, float]
    #: False if the CMYK is a substitute until the press's profile is known (conversion.py).
    has_stated_cmyk: bool = True
    #: The spot colour that a press prints instead of the CMYK; elsewhere the CMYK is shown. ALL_PLATES is on
    #: every plate. Each spot colour but ALL_PLATES overprints what lies below it.
    spot: str = ""

    @property
    def hex(self) -> str:
        """Return the sRGB value as #RRGGBB."""
        return "#" + "".join(f"{round(part * 255):02X}" for part in self.rgb)

    def mixed(self, other: Color, share: float) -> Color:
        """Return this colour mixed with a share (0 to 1) of the other."""
        return Color(
            tuple(a + (b - a) * share for a, b in zip(self.rgb, other.rgb, strict=True)),  # type: ignore[arg-type]
            tuple(a + (b - a) * share for a, b in zip(self.cmyk, other.cmyk, strict=True)),  # type: ignore[arg-type]
            self.has_stated_cmyk and other.has_stated_cmyk,
        )

    def multiplied(self, other: Color) -> Color:
        """Return this colour multiplied by another, as when both inks are printed on one paper; never lighter
        than either.
        """
        return Color(
            tuple(a * b for a, b in zip(self.rgb, other.rgb, strict=True)),  # type: ignore[arg-type]
            tuple(1 - (1 - a) * (1 - b) for a, b in zip(self.cmyk, other.cmyk, strict=True)),  # type: ignore[arg-type]
            self.has_stated_cmyk and other.has_stated_cmyk,
        )


#: The spot colour of registration marks, which show whether the plates are aligned (ISO 32000-1, 8.6.6.4).
ALL_PLATES = "All"
BLACK = Color((0, 0, 0), (0, 0, 0, 1))
WHITE = Color((1, 1, 1), (0, 0, 0, 0))
NAMED = {"black": BLACK, "white": WHITE}


def color_from_data(data: Sequence[Any]) -> Color:
    """Return a colour from the list that JSON has in its place."""
    (r, g, b), (c, m, y, k), *more = data
    return Color((r, g, b), (c, m, y, k), *more)


_DIGITS = frozenset("0123456789abcdefABCDEF")


def color_from_hex(text: str) -> Color:
    """Return a colour from #RGB or #RRGGBB, its CMYK derived. Raises BadValue.

    Black and white are the same on every press.
    """
    if text[:1] != "#" or len(text) not in (4, 7) or not _DIGITS.issuperset(text[1:]):
        raise BadValue(
            f"{quoted_value(text)} is not a colour", 'write "#RRGGBB" in quotes, such as "#0B7A4B"'
        )
    digits = text[1:] if len(text) == 7 else "".join(d * 2 for d in text[1:])
    r, g, b = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return Color((r, g, b), _cmyk_from_rgb((r, g, b)), has_stated_cmyk=r == g == b and r in (0, 1))


def _cmyk_from_rgb(rgb: Triple) -> tuple[float, float, float, float]:
    """Return CMYK derived with full black replacement, without a profile."""
    black = 1 - max(rgb)
    if black >= 1:
        return (0, 0, 0, 1)
    c, m, y = ((1 - part - black) / (1 - black) for part in rgb)
    return (c, m, y, black)


def color_from_cmyk(cmyk: tuple[float, float, float, float]) -> Color:
    """Return a colour from CMYK, its sRGB derived without a profile."""
    c, m, y, k = cmyk
    return Color(((1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k)), cmyk)


def _linear_from_srgb(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _srgb_from_linear(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def luminance(rgb: Triple) -> float:
    """Return the relative luminance, 0 to 1 (WCAG 2.2, definition of relative luminance)."""
    r, g, b = (_linear_from_srgb(part) for part in rgb)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@lru_cache(maxsize=1024)
def contrast_ratio(a: Color, b: Color) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((luminance(a.rgb), luminance(b.rgb)))
    return (light + 0.05) / (dark + 0.05)


def lightness(rgb: Triple) -> float:
    """Return CIE L*, 0 to 100: the perceived lightness of a colour."""
    y = luminance(rgb)
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


#: Simulations of colour blindness as matrices on linear RGB, at full severity: Machado, Oliveira and
#: Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009).
COLOR_VISIONS: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def simulated_color_vision(rgb: Triple, vision: str) -> Triple:
    """Return an sRGB colour as a person with one of COLOR_VISIONS sees it."""
    linear = [_linear_from_srgb(part) for part in rgb]
    r, g, b = (
        _srgb_from_linear(sum(w * p for w, p in zip(row, linear, strict=True)))
        for row in COLOR_VISIONS[vision]
    )
    return (r, g, b)
