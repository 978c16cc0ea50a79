"""Draw the twelve pictures of the pack: `python docs/examples/twelve-moons/art/draw.py`."""

from __future__ import annotations

import math
from pathlib import Path

from PIL import Image, ImageDraw

HERE = Path(__file__).parent
#: Pixels: 70 x 120 mm with 3 mm of bleed all round, at 300 to the inch; drawn twice as large.
WIDE, HIGH, LARGE = 898, 1488, 2
#: By month: sky above and at the horizon, far and near hills, the moon's colour, what stands there.
MONTHS = [
    ("#0F1B3D", "#31477F", "#5B74A8", "#E8EEF6", "#F5F1DC", "firs"),
    ("#141A3A", "#44407A", "#7A6CA0", "#DDE3F0", "#EDE6F7", "cabin"),
    ("#1B2A3F", "#4C7180", "#6E8F7E", "#3E5B47", "#F6EFCB", "bare"),
    ("#1C3350", "#5E8AA6", "#7FA97C", "#3F7350", "#FBF6DC", "blossom"),
    ("#17324A", "#6FA3A0", "#6FA266", "#2F6B3A", "#FFF4C9", "meadow"),
    ("#24244F", "#C9785D", "#A85A52", "#6B3440", "#FFD98F", "sea"),
    ("#2A1E4A", "#D8854C", "#B8663B", "#7A3E2B", "#FFC56B", "grain"),
    ("#1C2148", "#8A5A8C", "#6A4478", "#3D2752", "#FFE3B0", "sea"),
    ("#1E2A3C", "#B9774A", "#96572F", "#5C3320", "#FFD58A", "blossom"),
    ("#161B30", "#7A4A3B", "#5E3428", "#33201C", "#F7B267", "bare"),
    ("#10151F", "#3F4A5C", "#39424F", "#1E252E", "#DCE3EA", "cabin"),
    ("#0B1230", "#28356B", "#46568F", "#F2F5FA", "#FFFDF0", "firs"),
]


class Scene:
    """A picture in parts of its width and height, the origin at its top left."""

    def __init__(self, ground: str) -> None:
        self.size = (WIDE * LARGE, HIGH * LARGE)
        self.picture = Image.new("RGB", self.size, ground)
        self.draw = ImageDraw.Draw(self.picture)

    def shape(self, points: list[tuple[float, float]], fill: str) -> None:
        """Fill a polygon."""
        wide, high = self.size
        self.draw.polygon([(x * wide, y * high) for x, y in points], fill=fill)

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        """Fill a circle; its radius is in parts of the width."""
        wide, high = self.size
        r = radius * wide
        self.draw.ellipse((x * wide - r, y * high - r, x * wide + r, y * high + r), fill=fill)

    def moon(self, x: float, y: float, radius: float, phase: float, side: int, fill: str) -> None:
        """Fill what is lit of a moon; phase: how far its shadow has moved off to a side, 2 for all."""
        lit = Image.new("L", self.size, 0)
        draw = ImageDraw.Draw(lit)
        wide, high = self.size
        r = radius * wide
        draw.ellipse((x * wide - r, y * high - r, x * wide + r, y * high + r), fill=255)
        dark = x * wide + side * r * (0.35 + 1.1 * phase)
        draw.ellipse((dark - r, y * high - r, dark + r, y * high + r), fill=0)
        self.picture.paste(fill, mask=lit)

    def hill(self, base: float, height: float, waves: float, shift: float, fill: str) -> None:
        """Fill all below a line of waves."""
        line = [
            (x / 60, base - height * (math.sin(waves * x / 60 * math.tau + shift) * 0.5 + 0.5))
            for x in range(61)
        ]
        self.shape([(0, 1), *line, (1, 1)], fill)


def mixed(one: str, other: str, share: float) -> str:
    """Return a colour between two."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def tree(scene: Scene, x: float, y: float, size: float, kind: str, ink: str, light: str) -> None:
    """Draw a fir, or a tree that is bare or in leaf."""
    if kind == "firs":
        for step in range(3):
            low, half = y - 0.045 * size * step, (0.075 - 0.016 * step) * size
            scene.shape([(x - half, low), (x + half, low), (x, low - 0.075 * size)], ink)
        return
    scene.shape([(x - 0.012 * size, y), (x + 0.012 * size, y), (x, y - 0.16 * size)], ink)
    for angle in (-50, -24, 6, 34, 58):
        dx, dy = math.sin(math.radians(angle)), math.cos(math.radians(angle))
        end = (x + 0.13 * size * dx, y - (0.07 + 0.1 * dy) * size)
        scene.shape([(x - 0.006, y - 0.05 * size), (x + 0.006, y - 0.05 * size), end], ink)
        if kind == "blossom":
            scene.disc(*end, 0.05 * size, light)


def ground(scene: Scene, number: int, kind: str) -> None:
    """Draw the sea, or a hill with what grows there."""
    _, lower, far, near, moon, _ = MONTHS[number]
    if kind == "sea":
        scene.shape([(0, 0.72), (1, 0.72), (1, 1), (0, 1)], near)
        for line in range(6):
            half = 0.16 - 0.018 * line
            y = 0.745 + 0.042 * line
            scene.shape([(0.5 - half, y), (0.5 + half, y), (0.5 + half * 0.8, y + 0.008)], moon)
    else:
        scene.hill(0.86, 0.1, 0.8, number * 2.1 + 2, near)
        ink = mixed(near, "#0B0F1C", 0.75)
        for place, size in ((0.16, 1.0), (0.34, 0.7), (0.8, 1.15), (0.64, 0.6)):
            if kind in ("firs", "bare", "blossom"):
                tree(scene, place, 0.86, size, kind, ink, mixed(moon, lower, 0.25))
        if kind == "cabin":
            scene.shape([(0.3, 0.86), (0.3, 0.79), (0.7, 0.79), (0.7, 0.86)], ink)
            scene.shape([(0.26, 0.795), (0.5, 0.72), (0.74, 0.795)], mixed(ink, near, 0.3))
            scene.shape([(0.44, 0.845), (0.44, 0.81), (0.53, 0.81), (0.53, 0.845)], "#FFD27A")
        if kind in ("meadow", "grain"):
            for stalk in range(24):
                at = (stalk + 0.5) / 24
                top = 0.84 - 0.05 * ((stalk * 7) % 5) / 5
                scene.shape([(at - 0.005, 0.92), (at + 0.005, 0.92), (at + 0.012, top)], ink)
                scene.disc(at + 0.012, top, 0.014, moon if kind == "grain" else mixed(moon, far, 0.3))


def month(number: int) -> Image.Image:
    """Draw a month: the moon in its phase over hills, and what grows there."""
    upper, lower, far, _, moon, kind = MONTHS[number]
    scene = Scene(upper)
    for band in range(1, 7):
        scene.shape([(0, 0.11 * band), (1, 0.11 * band), (1, 1), (0, 1)], mixed(upper, lower, band / 6))
    for star in range(26):
        x, y = (star * 0.618 + 0.137 * number) % 1, (star * 0.377 + 0.071 * number) % 0.5
        scene.disc(x, y, 0.0028 + 0.0022 * (star % 3), mixed(moon, upper, 0.25))
    # From a thin crescent over the full moon and back.
    phase = 1 - abs(number - 5.5) / 5.5
    x, y, radius = 0.5, 0.3, 0.2
    scene.disc(x, y, radius * 1.22, mixed(mixed(upper, lower, 0.4), moon, 0.16))
    scene.moon(x, y, radius, phase if phase < 0.85 else 2.0, -1 if number < 6 else 1, moon)
    scene.hill(0.72, 0.13, 1.1, number * 1.3, far)
    ground(scene, number, kind)
    return scene.picture.resize((WIDE, HIGH), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    for number in range(12):
        month(number).quantize(32, dither=Image.Dither.NONE).save(HERE / f"{number + 1}.png", optimize=True)
