"""The parts of court cards: path data of one half figure, and layers to draw it with.

The half figure looks to the left. The middle of the card is the origin, the crown ends below HEIGHT, and
essential parts are within REACH to either side; robes extend beyond, to be clipped by the band and the frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from ..geometry import combined_matrix, scaling, translation
from ..text.outlines import Shape, contours, number_text, path_shape, signed_area

HEIGHT = 85.0
REACH = 43.0
#: The slope of the band between the halves, upwards to the right.
SLOPE = 0.3

BOLD = 0.95
FINE = 0.65


class Layer(NamedTuple):
    """One shape of a picture: filled with a paint, stroked with a paint, or both; paints are given by
    name.
    """

    data: str
    fill: str = ""
    line: str = ""
    width: float = BOLD
    round: bool = True

    @property
    def shape(self) -> Shape:
        """Return the outline that the path data describes."""
        return _rounded_shape(self.data)


Layers = tuple[Layer, ...]


@cache
def _rounded_shape(data: str) -> Shape:
    """Return path data as a shape, rounded to a tenth of a unit: finer details are invisible and make files
    longer.
    """
    return Shape(
        (operator, [round(part, 1) for part in parts]) for operator, parts in path_shape(data).segments
    )


def outlined_layer(paint: str, data: str, line: str = "line", width: float = BOLD) -> Layer:
    """Return a filled area with the bold outline."""
    return Layer(data, paint, line, width)


def flat_layer(paint: str, data: str) -> Layer:
    """Return a filled area without an outline."""
    return Layer(data, paint)


def line_layer(data: str, width: float = FINE, paint: str = "line") -> Layer:
    """Return lines with round ends; a line of almost no length is a dot as wide as the line."""
    return Layer(data, "", paint, width)


# ------------------------------------------------ heads: front, turned (three-quarter), profile

FACES: dict[str, Layers] = {
    "front": (
        outlined_layer("light", "M-10 63.5V54C-10 46 -5 40 0 40C5 40 10 46 10 54V63.5Z"),
        flat_layer("shade", "M1 63.5V50L2.6 48.8L0 46.8V40.6C5 40.6 9.4 46 9.4 54V63.5Z"),
        line_layer(
            "M-7.6 58.2C-5.6 60 -3 60 -1.8 58.4L-2.2 50.4Q-2.4 48.6 0 48.4Q1.6 48.4 2.4 49.4M7.6 58.2"
            "C5.6 60 3 60 1.8 58.4"
        ),
        line_layer("M-7.2 55.2Q-4.8 57.4 -2.7 55.2M7.2 55.2Q4.8 57.4 2.7 55.2"),
        line_layer("M-4.8 55.1h.1M4.8 55.1h.1", 2.1),
    ),
    "turned": (
        outlined_layer(
            "light",
            "M-9.2 63.5L-9.6 58.5L-9 55C-9.4 52 -8.6 50 -8 47.5C-7 43.5 -5 40 -2.4 40C3 40 10 46 10 54V63.5Z",
        ),
        flat_layer("shade", "M4.4 63.5C4.6 54 3 46 -2.4 40.6C3 40.6 9.4 46 9.4 54V63.5Z"),
        line_layer(
            "M-9 58.4Q-7.2 60 -5.4 58.8M5.4 58.2C3 60.4 -.6 60.4 -3 58.6C-3.4 55 -6 52.4 -6.4 50"
            "Q-6.2 48.6 -4.4 48.6Q-3.2 48.6 -2.6 49.5"
        ),
        line_layer("M-8.7 55.3Q-7.2 57 -5.4 55.4M-2.2 55.2Q.4 57.6 3.6 55.2"),
        line_layer("M-7.1 55.2h.1M.2 55.1h.1", 2.1),
    ),
    "profile": (
        outlined_layer(
            "light",
            "M-10 63.5C-10.4 62 -10.6 61 -10.6 59Q-11 57.6 -10.6 56.4L-14.4 50.6Q-14.6 49.2 -11.6 48.8"
            "L-12.4 46.6L-11.4 45.4L-12 43.8Q-11.2 43.2 -11.4 42Q-11.4 40 -8.6 39.6"
            "C-3 39.4 0 42 2 46L6 52V63.5Z",
        ),
        flat_layer("shade", "M-1 63.5C-1 57 -2 50 -7 40.2C-3 40 0 42 2 46L5.4 52V63.5Z"),
        line_layer("M-10.2 59Q-7.6 60.6 -4.6 58.8M-11.8 49.4Q-10.4 49.4 -10 50.6"),
        line_layer("M-10 54.9Q-7.8 57.6 -5 55.2"),
        line_layer("M-8.4 55h0.1", 2.1),
    ),
}

MOUTHS: dict[str, dict[str, Layers]] = {
    "Q": {
        "front": (flat_layer("lips", "M-3.4 45.4Q-1.4 46.2 0 45.6Q1.4 46.2 3.4 45.4Q0 42 -3.4 45.4Z"),),
        "turned": (flat_layer("lips", "M-7 45.2Q-5.4 46.4 -4.4 45.8Q-3 46.4 -1.2 45Q-4.2 42.4 -7 45.2Z"),),
        "profile": (flat_layer("lips", "M-12.4 46.6Q-10 46.6 -8.6 45.4Q-10 43.6 -12 43.8L-11.4 45.4Z"),),
    },
    "J": {
        "front": (line_layer("M-3.2 45.4C-2 44.6 2 44.6 3.2 45.4M-1.2 42.8H1.2"),),
        "turned": (line_layer("M-6.8 45.2C-5 44.6 -3 44.6 -1.4 45.6M-4.8 42.8H-2.8"),),
        "profile": (line_layer("M-11.4 45.4L-8 45.8"),),
    },
    "joker": {
        "front": (
            flat_layer("lips", "M-5.4 46.4C-3 45.2 3 45.2 5.4 46.4C4 41.6 -4 41.6 -5.4 46.4Z"),
            line_layer("M-6.2 47.2L-5 46M6.2 47.2L5 46"),
        )
    },
}

BEARDS: dict[str, Layers] = {
    "front": (
        outlined_layer(
            "hair",
            "M-10.6 56C-9 52 -8 49 -4.6 48.4L0 47.4L4.6 48.4C8 49 9 52 10.6 56C13 46 9 34 0 28"
            "C-9 34 -13 46 -10.6 56Z",
        ),
        line_layer("M-4.4 41C-4.4 38 -3 34.6 -1.6 33M4.4 41C4.4 38 3 34.6 1.6 33M0 40V32", FINE, "strand"),
        outlined_layer(
            "hair",
            "M0 47.8C-3 49.6 -8 48.4 -9.4 43.4C-6 45.4 -2.4 44.8 0 45.4C2.4 44.8 6 45.4 9.4 43.4"
            "C8 48.4 3 49.6 0 47.8Z",
            "strand",
            FINE,
        ),
        flat_layer("lips", "M-2 43.8Q0 44.6 2 43.8Q0 41.8 -2 43.8Z"),
    ),
    "turned": (
        outlined_layer(
            "hair", "M-8.6 48L-4.4 47.6L0 48.6C4 49 7 52 10.6 56C13 46 7 34 -4 28C-9 33 -11 42 -8.6 48Z"
        ),
        line_layer(
            "M-7 40C-7 37 -6 34.6 -4.8 33M-3 40C-3.4 37 -3.6 35 -3.6 33M1.6 41.4C.6 38 -.6 35.6 -2 33.6",
            FINE,
            "strand",
        ),
        outlined_layer(
            "hair",
            "M-4.6 47.8C-6.4 49.4 -9.4 48.4 -10.6 43.8C-8.4 45.2 -6 44.8 -4.6 45.4C-2 44.8 2 45.4 5 43.4"
            "C3.4 48.4 -1.6 49.6 -4.6 47.8Z",
            "strand",
            FINE,
        ),
        flat_layer("lips", "M-6.6 43.8Q-4.6 44.6 -2.8 43.8Q-4.6 41.8 -6.6 43.8Z"),
    ),
    "profile": (
        outlined_layer(
            "hair", "M-11.6 44C-13.6 38 -13 32 -12 28C-3 31 7 42 5.6 57C3 53 1 49 -4 46.6L-7 44.6Z"
        ),
        line_layer(
            "M-10 41C-10.6 37 -10.6 34 -10.4 32M-6.4 41.6C-7 38 -7.6 35.4 -8.4 33.4M-2 43.6"
            "C-3 40 -4.4 37 -6 35",
            FINE,
            "strand",
        ),
        outlined_layer(
            "hair",
            "M-11.8 48.4C-8 49.4 -4 47.4 -2.4 43C-5.4 44.6 -9 44.6 -13.4 45.4Q-13 47.4 -11.8 48.4Z",
            "strand",
            FINE,
        ),
        outlined_layer("light", "M2 57C2 61 7.4 61 7.4 56.6C7.4 53.6 5 51 3 51.4Z"),
    ),
}

# ------------------------------------------------ hair

HAIR_BEHIND: dict[str, dict[str, Layers]] = {
    "K": {
        "front": (
            outlined_layer(
                "hair",
                "M-11 66C-13 60 -16 54 -14 46C-13 42 -16 41 -18 40C-13 37 -8 40 -8 46V60H8V46"
                "C8 40 13 37 18 40C16 41 13 42 14 46C16 54 13 60 11 66Z",
            ),
        ),
        "turned": (
            outlined_layer("hair", "M0 66V44C6 38 14 37 19 40C16 41 14 43 14.6 46C16 54 13 60 11 66Z"),
        ),
        "profile": (
            outlined_layer("hair", "M-3 66V48C3 38 11 36 17 40C13 41 11 43 11.6 46C13 54 11 60 9 66Z"),
        ),
    },
    "Q": {
        "front": (
            outlined_layer(
                "veil",
                "M0 73C-13 73 -16 64 -15.4 54C-15 44 -23 38 -20 26C-18 19 -11 20 -11 27C-11 34 -7 38 -7 46"
                "H7C7 38 11 34 11 27C11 20 18 19 20 26C23 38 15 44 15.4 54C16 64 13 73 0 73Z",
            ),
        ),
        "turned": (
            outlined_layer(
                "veil",
                "M0 73C-9 73 -11 68 -10.6 60L2 48L7.6 41C8.4 38 9 34 8 28C8 20 15 18 18 25"
                "C22 36 16 44 16 54C16 66 12 73 0 73Z",
            ),
        ),
        "profile": (
            outlined_layer(
                "veil",
                "M-3 73C-9 73 -11 69 -10.6 64L-1 42C3 38 3 34 3 28C3 20 11 18 14 25C18 36 14 44 14 54"
                "C14 66 9 73 -3 73Z",
            ),
        ),
    },
    "J": {
        "front": (
            outlined_layer(
                "hair",
                "M-11 66C-14 60 -15 52 -15 47C-15 40 -8 39 -7 44H7C8 39 15 40 15 47C15 52 14 60 11 66Z",
            ),
        ),
        "turned": (
            outlined_layer(
                "hair", "M-10 66C-10.6 62 -11 60 -10.6 58L2 44C6 38 16 39 16 46C16 54 14 60 11 66Z"
            ),
        ),
        "profile": (outlined_layer("hair", "M-10 66L-3 44C3 37 14 39 14 46C14 54 12 60 9 66Z"),),
    },
}

HAIR_BEFORE: dict[str, dict[str, Layers]] = {
    "K": {
        "front": (),
        "turned": (outlined_layer("hair", "M-9.6 68V62.6H3C6 60 7.4 57 8 53L10.6 56V68Z"),),
        "profile": (
            flat_layer("hair", "M-10 68V62.6H-4C0 60 1 57 1.4 53C3 49 6 49 9 52V68Z"),
            line_layer("M-4 62.6C0 60 1 57 1.4 53"),
        ),
    },
    "Q": {
        "front": (
            outlined_layer(
                "hair",
                "M0 66C-3 64 -9.4 60 -10 50C-13.4 55 -13 59 -11 62L0 67L11 62C13 59 13.4 55 10 50"
                "C9.4 60 3 64 0 66Z",
            ),
        ),
        "turned": (
            outlined_layer(
                "hair",
                "M-4.4 66C-6 64.6 -9 62 -9.4 57C-11.6 59 -11.4 61 -10.6 62.4L0 67L11 62.4"
                "C13.6 59 13 54 8.8 47C8.4 58 1 64 -4.4 66Z",
            ),
        ),
        "profile": (
            outlined_layer(
                "hair", "M-10 64.6C-5 63 -1 58 -1 50C-1 46 2 43 5 44C12 50 13 58 11 62.4L1 67L-10 65Z"
            ),
        ),
    },
    "J": {
        "front": (),
        "turned": (outlined_layer("hair", "M-9.8 68V61.6H4C6 58 6.6 52 6 46C8 43 12 44 13 46L11 68Z"),),
        "profile": (
            outlined_layer("hair", "M-10 68V61.8L-3 61.4C-1 56 -0.4 51 -1 46C2 42 9 43 10 46L8 68Z"),
        ),
    },
}

# ------------------------------------------------ headgear

HATS: dict[str, Layers] = {
    "K": (
        outlined_layer("main", "M-11 67C-12 79 12 79 11 67Z"),
        outlined_layer("second", "M-11.6 63.6L-16 76L-8 71L0 79L8 71L16 76L11.6 63.6Q0 61 -11.6 63.6Z"),
        line_layer("M-12 67.6Q0 64.8 12 67.6"),
        line_layer("M-16 77h.1M0 80h.1M16 77h.1", 4.2),
        line_layer("M-16 77h.1M0 80h.1M16 77h.1", 2.3, "second"),
        line_layer("M-6 69.2h.1M0 70h.1M6 69.2h.1", 2.6, "main"),
    ),
    "Q": (
        outlined_layer(
            "second", "M-12.4 63.4C-7 66 -4 69 0 78C4 69 7 66 12.4 63.4L11.6 60.4Q0 67.6 -11.6 60.4Z"
        ),
        line_layer("M0 79h.1M-5.2 70.8h.1M5.2 70.8h.1", 4),
        line_layer("M0 79h.1M-5.2 70.8h.1M5.2 70.8h.1", 2.2, "light"),
        flat_layer("main", "M0 73L1.9 69.6L0 66.2L-1.9 69.6Z"),
    ),
    "J": (
        outlined_layer("light", "M8 66C7 76 13 82 19 81C26 80 29 72 25.4 65C24 69 20 70 8 66Z"),
        line_layer(
            "M15 72.6C18.4 74.6 22.4 74 25 69M14.6 73.4C14 76 14.4 78 15.4 79.4M18.4 74.6"
            "C18.6 77 19.6 78.6 21 79.6M22 73C23.4 74 25 74.6 26.6 74.4"
        ),
        outlined_layer("main", "M-12 65C-18 70 -15 78 -4 78C6 78 14 74 13 65Z"),
        outlined_layer("second", "M-12.6 62.4Q0 59.6 12.6 62.4L13 66.4Q0 63.6 -13 66.4Z"),
        line_layer("M9 66.6h.1", 5),
        line_layer("M9 66.6h.1", 3, "second"),
    ),
    "C": (
        outlined_layer("main", "M-1 78C4 85 15 86 22 80C28 75 29 67 25 60C23 67 18 72 8 73Z"),
        line_layer("M7 76.5C12 79 17 78 20.6 74M6 79.6C11 83 17 82.6 21 79.6"),
        outlined_layer("light", "M-13 63C-15 75 -8 80.5 0 80.5C9 80.5 15.5 74 14 60L9.6 56L8.6 63Z"),
        line_layer("M0 80.4C-2.6 76 -3.4 71 -3.2 66.4"),
        outlined_layer("second", "M-13.6 62.2Q-2 59.4 11 61.8L13.8 60.6L14 64.8Q0 63.2 -13.8 66.4Z"),
        line_layer("M-9 63.8h.1M-3.4 63.2h.1M2.6 63.1h.1M8.4 63.6h.1", 1.3),
    ),
    "joker": (
        outlined_layer("main", "M0 62V77C-10 85 -26 80 -27 62C-23 68 -17 68 -11.6 62Q-6 60 0 60Z"),
        outlined_layer("second", "M0 62V77C10 85 26 80 27 62C23 68 17 68 11.6 62Q6 60 0 60Z"),
        line_layer("M-27 60h.1M27 60h.1M0 78h.1", 6.4),
        line_layer("M-27 60h.1M27 60h.1M0 78h.1", 4.6, "second"),
        line_layer("M-28.6 59.4H-25.4M28.6 59.4H25.4M-1.6 77.4H1.6"),
    ),
}

# ------------------------------------------------ robes; the first layer carries the suit's pattern

ROBES: dict[str, Layers] = {
    "K": (
        outlined_layer("main", "M-8 42C-22 40 -36 37 -39 24L-50 -30H60L42 20C38 35 24 40 8 42Z"),
        outlined_layer("second", "M-8 36L-10 -30H10L8 36Z"),
        line_layer("M0 30V-10"),
        outlined_layer("light", "M-8 36L-19 -30H-10L-4 36ZM8 36L19 -30H10L4 36Z"),
        line_layer("M-7.7 25v-2M-9.1 14v-2M-10.5 3v-2M7.7 25v-2M9.1 14v-2", 1.6),
        outlined_layer(
            "light",
            "M-22 37.6C-16 25 16 25 22 37.6C16 39 12 41 9 43C5 39 -5 39 -9 43C-12 41 -16 39 -22 37.6Z",
        ),
        line_layer("M-15 37v-2M-9 33.4v-2M9 33.4v-2M15 37v-2", 1.6),
    ),
    "Q": (
        outlined_layer("main", "M-10 37C-20 36 -30 33 -33 22L-44 -30H54L36 20C32 33 20 36 10 37Z"),
        outlined_layer("light", "M-5 46L-5 39Q-8 37 -12 36L0 16L12 36Q8 37 5 39L5 46Z"),
        line_layer("M-9 34.4Q0 27 9 34.4", 2.4),
        line_layer("M-9 34.4Q0 27 9 34.4", 1.2, "second"),
        outlined_layer("second", "M-12 37.4L-3 12L0 9L3 12L12 37.4L15 36.6L5 6L4 -20H-4L-5 6L-15 36.6Z"),
    ),
    "J": (
        outlined_layer("main", "M-8 39C-20 38 -32 35 -35 24L-46 -30H56L38 20C34 35 20 38 8 39Z"),
        outlined_layer("second", "M-4 34L-5 -30H5L4 34Z"),
        line_layer("M0 26h.1M0 18h.1M0 10h.1", 2.6),
        outlined_layer(
            "second",
            "M-22 37.4C-32 38 -39 32 -38.6 21C-30 21 -23 26 -22 37.4ZM22 37.4C32 38 40 32 40 21"
            "C31 21 23 26 22 37.4Z",
        ),
        line_layer(
            "M-25 37C-26 29 -30 24 -34 21.6M-29.6 35.6C-31 30 -34 26 -38 24M25 37C26 29 30 24 34 21.6"
            "M29.6 35.6C31 30 34 26 38 24"
        ),
        outlined_layer("light", "M-4.6 46L-5 40L-17 38L-12 28L0 34L12 28L17 38L5 40L4.6 46Z"),
        line_layer("M0 34V38L-5 40M0 38L5 40"),
    ),
    "C": (
        outlined_layer("main", "M-8 39C-20 38 -32 35 -35 24L-46 -30H56L38 20C34 35 20 38 8 39Z"),
        outlined_layer("light", "M-14 37C-18 26 -17 9 -10 -4L0 -10L10 -4C17 9 18 26 14 37Z"),
        line_layer("M0 36V-8M-12.6 10Q0 2 12.6 10"),
        line_layer("M-10.4 31h.1M10.4 31h.1M-12.4 22h.1M12.4 22h.1", 1.5),
        outlined_layer(
            "second",
            "M-13 38C-26 40 -38 35 -39 22C-32 18 -24 21 -20 27C-17 31 -14 35 -13 38ZM13 38"
            "C26 40 38 35 40 22C33 18 25 21 21 27C18 31 15 35 13 38Z",
        ),
        line_layer(
            "M-17.6 36.6C-20 30 -26 25.6 -34 25M-24 37C-27 32.6 -31 30 -37 30"
            "M17.6 36.6C20 30 26 25.6 34 25M24 37C27 32.6 31 30 37 30"
        ),
        outlined_layer("second", "M-8.6 46L-9.6 40L-15 37Q0 28 15 37L9.6 40L8.6 46Z"),
        line_layer("M-11 38Q0 32 11 38"),
    ),
    "joker": (
        outlined_layer("main", "M0 39C-20 38 -32 35 -35 24L-46 -30H0Z"),
        outlined_layer("second", "M0 39C20 38 34 35 38 20L56 -30H0Z"),
        flat_layer("second", "M-14 32L-7 20L-14 8L-21 20ZM-14 8L-7 -4L-14 -16L-21 -4Z"),
        flat_layer("main", "M14 32L7 20L14 8L21 20ZM28 32L21 20L28 8L35 20Z"),
        outlined_layer(
            "light", "M-4.6 46L-5 41L-21 38L-19 29L-11.6 32L-6 24L0 31L6 24L11.6 32L19 29L21 38L5 41L4.6 46Z"
        ),
        line_layer("M-11.6 32L-5 41M0 31V38.6L-5 41M11.6 32L5 41L0 38.6"),
        line_layer("M-20 27.6h.1M-6 22.6h.1M6 22.6h.1M20 27.6h.1", 4.6),
        line_layer("M-20 27.6h.1M-6 22.6h.1M6 22.6h.1M20 27.6h.1", 3, "second"),
    ),
}

SLEEVES: dict[str, Layers] = {
    "K": (
        outlined_layer("second", "M-38 7L-46 -30H-14L-22 7Z"),
        outlined_layer("light", "M-38.6 5h17.2v5.4h-17.2Z"),
        line_layer("M-34.6 8.4v-1.6M-30 8.4v-1.6M-25.4 8.4v-1.6", 1.4),
    ),
    "Q": (
        outlined_layer("second", "M-34 8L-48 -30H-10L-26 8Z"),
        outlined_layer("light", "M-36 6.4Q-30 9.4 -24 6.4L-25 11H-35Z"),
    ),
    "C": (
        outlined_layer("light", "M-36 7L-45 -30H-13L-24 7Z"),
        line_layer("M-38 -2Q-30 -5.6 -22 -2M-40.4 -12Q-30 -16 -19 -12"),
        outlined_layer("second", "M-38.4 4.4Q-30 8 -21.6 4.4L-22.6 11H-37.4Z"),
    ),
    "J": (
        outlined_layer("second", "M-35 7C-44 0 -46 -10 -46 -30H-12C-14 -10 -18 0 -25 7Z"),
        line_layer("M-32.6 4.8C-36 0 -37 -6 -38 -12M-27.4 4.8C-25 0 -24 -6 -24 -12"),
        outlined_layer("light", "M-37 5.4h14l-1.6 5.4h-10.8Z"),
    ),
}

HAND: Layers = (
    outlined_layer("light", "M-34.4 10.4C-36 13 -36 17 -34 19.4Q-30 21 -26 19.4Q-24 17 -25.6 10.4Z"),
    line_layer("M-35 16.6Q-30 18 -26.4 16.8M-35.2 14Q-30 15.2 -27 14.2"),
)

# ------------------------------------------------ what they hold, upright through the hand at x -30

HELD: dict[str, Layers] = {
    "sword": (
        outlined_layer("light", "M-32 14V72L-30 78L-28 72V14Z"),
        line_layer("M-30 27V70"),
        outlined_layer("second", "M-38.6 20Q-30 23.6 -21.4 20L-21.8 23.4Q-30 26.6 -38.2 23.4Z"),
    ),
    "sceptre": (
        outlined_layer("second", "M-31.2 -14V64H-28.8V-14Z"),
        outlined_layer("second", "M-34 57h8v3h-8Z"),
        outlined_layer(
            "main",
            "M-30 76C-32 70 -38 68 -38 63.4C-38 59 -32.4 58.6 -30.8 62H-29.2C-27.6 58.6 -22 59 -22 63.4"
            "C-22 68 -28 70 -30 76Z",
        ),
    ),
    "cup": (
        outlined_layer(
            "second", "M-39 44C-39 34 -35 31 -31.4 29V24L-35 20.4H-25L-28.6 24V29C-25 31 -21 34 -21 44Z"
        ),
        outlined_layer("light", "M-39 44Q-30 40 -21 44Q-30 48 -39 44Z"),
        flat_layer(
            "main",
            "M-30 31.6C-33 34.4 -34.6 36 -34.6 37.8C-34.6 40.4 -31 40.4 -30 38"
            "C-29 40.4 -25.4 40.4 -25.4 37.8C-25.4 36 -27 34.4 -30 31.6Z",
        ),
    ),
    "rose": (
        line_layer("M-30 10V44M-30 28L-36 33M-30 30L-24 36", 1.6),
        outlined_layer(
            "second",
            "M-30 28C-36 27 -39 31 -39 36C-34 36 -31 33 -30 28ZM-30 30C-25 29 -21 33 -21 38"
            "C-26 38 -29 35 -30 30Z",
        ),
        outlined_layer(
            "main",
            "M-30 42C-36 41 -40 46 -38 51C-40 56 -35 60 -30 58C-25 60 -20 56 -22 51C-20 46 -24 41 -30 42Z",
        ),
        line_layer(
            "M-34 51C-34 46.4 -26 46.4 -26 51C-26 55 -32 55 -32 51.4C-32 49.4 -29 49.4 -29 51.4", 1, "light"
        ),
    ),
    "coin": (
        line_layer("M-30 31h.1", 22.4),
        line_layer("M-30 31h.1", 20.6, "second"),
        line_layer("M-30 31h.1", 15.8),
        line_layer("M-30 31h.1", 14.6, "pale"),
        flat_layer("main", "M-30 37L-25.4 31L-30 25L-34.6 31Z"),
    ),
    "jewel": (
        outlined_layer("light", "M-30 20L-40 34L-35 40H-25L-20 34Z"),
        flat_layer("main", "M-30 21.4L-34.6 34H-25.4Z"),
        line_layer("M-40 34H-20M-30 21.4L-34.6 34L-30 40L-25.4 34Z"),
    ),
    "staff": (
        outlined_layer("second", "M-31.4 -16V60H-28.6V-16Z"),
        line_layer("M-30 70h.1M-34.4 62.6h.1M-25.6 62.6h.1", 9.6),
        line_layer("M-30 70h.1M-34.4 62.6h.1M-25.6 62.6h.1M-30 65h.1", 7.8, "main"),
        outlined_layer("second", "M-33.6 54h7.2v3h-7.2Z"),
    ),
    "sprig": (
        line_layer("M-30 10C-30 30 -31 44 -30 56", 1.6),
        outlined_layer(
            "second",
            "M-30 50C-35 55 -35 62 -30 68C-25 62 -25 55 -30 50ZM-30.4 38C-37 38 -40 42 -40 48"
            "C-34 48 -31 44 -30.4 38ZM-30.4 38C-24 38 -20 42 -20 48C-26 48 -30 44 -30.4 38ZM-30.2 26"
            "C-37 25 -40 29 -40 34C-34 35 -31 31 -30.2 26ZM-30.2 26C-24 25 -20 29 -20 34"
            "C-26 35 -29 31 -30.2 26Z",
        ),
    ),
    "halberd": (
        outlined_layer("second", "M-31.2 -14V62H-28.8V-14Z"),
        outlined_layer(
            "light",
            "M-30 80C-33 74 -32.6 68 -31.6 62H-28.4C-27.4 68 -27 74 -30 80ZM-31.2 63H-35"
            "C-37 66 -38.6 67 -41 67C-39 60 -39 54 -41 47C-38.6 47 -37 48 -35 51H-31.2ZM-28.8 61L-21 57"
            "L-28.8 53Z",
        ),
        line_layer("M-34.4 53V61M-30 74V66"),
    ),
    "letter": (
        outlined_layer("light", "M-40 22L-22 19.4L-20.2 32.2L-38.2 34.8Z"),
        line_layer("M-38.2 34.8L-30 26.8L-20.2 32.2M-40 22L-32.4 29.2M-22 19.4L-27 28.6", 0.7),
        flat_layer(
            "main",
            "M-30 23.4C-33 26.4 -33.8 27.6 -33.2 29C-32.4 30.4 -30.6 30 -30 28.4C-29 29.8 -27 29.6 -26.6 28"
            "C-26.4 26.6 -27.6 25.4 -30 23.4Z",
        ),
    ),
    "arrow": (
        line_layer("M-30 -14V66", 1.8),
        outlined_layer("main", "M-30 80L-36 69L-30 58L-24 69Z"),
        outlined_layer("second", "M-34 56h8v2.6h-8Z"),
    ),
    "cudgel": (
        outlined_layer("second", "M-32 8L-36 66C-36 73 -24 73 -24 66L-28 8Z"),
        line_layer("M-33 46h.1M-27.4 54h.1M-32.6 62h.1M-28.4 36h.1", 2.4),
        line_layer("M-32.4 27L-27.6 29.6M-32.2 24L-27.6 26.6"),
    ),
    "lance": (
        outlined_layer("second", "M-31.2 -14V70H-28.8V-14Z"),
        outlined_layer(
            "main",
            "M-31.2 68C-35 70.6 -39 64.6 -43 67.4C-41.6 64 -42 60.6 -43 57.4C-39 54.8 -35 60.6 -31.2 58Z",
        ),
        outlined_layer("light", "M-30 83L-33.2 73.6L-30 69L-26.8 73.6Z"),
        line_layer("M-30 80V71"),
    ),
    "goblet": (
        outlined_layer(
            "second", "M-39 44C-39 34 -35 31 -31.4 29V24L-35 20.4H-25L-28.6 24V29C-25 31 -21 34 -21 44Z"
        ),
        outlined_layer("light", "M-39 44Q-30 40 -21 44Q-30 48 -39 44Z"),
        line_layer("M-36.6 37Q-30 33.6 -23.4 37"),
    ),
    "cards": (
        outlined_layer("second", "M-36.8 17.6L-24.1 20.3L-28.6 41.8L-41.3 39.1Z"),
        outlined_layer("light", "M-35.8 20.5L-23.2 17.4L-17.9 38.7L-30.5 41.9Z"),
        flat_layer(
            "main",
            "M-26.1 35.8L-24.9 31.0L-21.1 29.4L-25.3 27.8L-27.9 23.4L-28.9 28.2L-32.7 30.0L-28.5 31.6Z",
        ),
    ),
}


def emblem_layers(held: str, sign: Sequence[Shape]) -> Layers:
    """Return the object that a figure holds, with the suit's sign on it.

    held: "shield", "standard" for a medallion on a staff, or any other word for a medallion in the hand.
    sign: shapes filled in order, in the paints sign0, sign1 and so on.
    """
    if held == "shield":
        ground = outlined_layer("light", "M-43 47H-17V31C-17 20 -24 13 -30 9.6C-36 13 -43 20 -43 31Z")
        rim = line_layer(
            "M-40.8 44.8H-19.2V31C-19.2 22 -25 15.6 -30 12.4C-35 15.6 -40.8 22 -40.8 31Z", 0.8, "second"
        )
        return ground, rim, *_sign_layers(sign, -30, 31, 17)
    high, staff = (
        (64.6, (outlined_layer("second", "M-31.2 -14V56H-28.8V-14Z"),)) if held == "standard" else (31.5, ())
    )
    disc = (line_layer(f"M-30 {high}h.1", 25.2), line_layer(f"M-30 {high}h.1", 23.4, paint="second"))
    return (
        *staff,
        *disc,
        line_layer(f"M-30 {high}h.1", 20.4, paint="light"),
        *_sign_layers(sign, -30, high, 14.5),
    )


def _sign_layers(sign: Sequence[Shape], x: float, y: float, size: float) -> Layers:
    return tuple(
        flat_layer(f"sign{at}", _path_data(_sized_shape(shape, x, y, size))) for at, shape in enumerate(sign)
    )


def _sized_shape(sign: Shape, x: float, y: float, size: float) -> Shape:
    return sign.transformed(combined_matrix(scaling(size), translation(x, y)))


def _path_data(shape: Shape) -> str:
    """Return the path data of an outline."""
    letters = {"m": "M", "l": "L", "c": "C", "h": "Z"}
    return "".join(
        letters[operator] + " ".join(number_text(round(value, 2)) for value in values)
        for operator, values in shape.segments
    )


#: The places of the suit's signs on a robe.
SEEDS = ((-24, 28), (-16, 27), (-17, 18), (-17, 8), (16, 27), (24, 29), (31, 24), (22, 20), (16, 14))

#: One sign as thick lines relative to its place, their width, and whether their ends are round.
SIGNS: dict[str, tuple[str, float, bool]] = {
    "spade": ("m-1.5 -1l1.5 2l1.5 -2m-1.5 0v-2", 1.9, True),
    "heart": ("m-1.2 1l1.2 -1.6l1.2 1.6", 2.4, True),
    "diamond": ("m-1.2 -1.2l2.4 2.4", 3.4, False),
    "club": ("m0 1.4h.1m-1.8 -2.4h.1m3.4 0h.1", 2.6, True),
    "bell": ("m0 0h.1", 4, True),
    "coin": ("m0 0h.1", 4, True),
    "cup": ("m-1.2 1.9l1.2 -1.7l1.2 1.7m-1.2 -1.7v-2.4m-.9 0h1.8", 1.2, True),
    "sword": ("m0 3v-6m-1.6 1.6h3.2", 1.2, True),
    "baton": ("m-.8 -2.3l1.6 4.6", 1.9, True),
}


#: The height of a sign that is not in the table above, and the minimum width of its parts as a share of that:
#: finer parts are left out, as they could not be printed. If less than _LEFT of its cell remains, it becomes
#: a dot.
_SEED, _FINEST, _LEFT = 5.4, 0.2, 0.15


def pattern_of_sign(symbol: str, shape: Shape) -> Layer:
    """Return the pattern of a suit's robes, made of its sign.

    shape: the suit's symbol, 1 high about the origin.
    """
    if symbol not in SIGNS:
        boxes = [(part, Shape(part).bounds) for part in contours(shape)]
        broad = [part for part, box in boxes if min(box.width, box.height) >= _FINEST]
        if sum(map(signed_area, broad)) >= _LEFT:
            sign = Shape(segment for part in broad for segment in part)
            return flat_layer(
                "second", "".join(_path_data(_sized_shape(sign, x, y, _SEED)) for x, y in SEEDS)
            )
    lines, width, round_ends = SIGNS.get(symbol, SIGNS["coin"])
    return Layer("".join(f"M{x} {y}{lines}" for x, y in SEEDS), "", "second", width, round_ends)
