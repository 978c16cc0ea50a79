"""Draw the pictures of the deck: `python docs/examples/postcards/draw.py`."""

from __future__ import annotations

import math
from pathlib import Path

from PIL import Image, ImageDraw

HERE = Path(__file__).parent / "cards"
#: Pixels: 63.5 x 88.9 mm with 3 mm of bleed all round, at 300 to the inch; drawn three times as large.
WIDE, HIGH, LARGE = 821, 1121, 3
#: By name: the colours of sky, sun and three bands from far to near; where the bands begin, in parts of the
#: height; and their form.
VIEWS = {
    "harbour-x3": ("#F4C95D #E4572E #2E86AB #1B4965 #0B2545", (0.52, 0.70, 0.86), "waves"),
    "mountains-x2": ("#BFD7EA #FF6B57 #8FA8C8 #5B7AA6 #27406B", (0.42, 0.58, 0.76), "peaks"),
    "desert-x2": ("#FFE3B3 #D1495B #EDAE49 #D98032 #8F4A1F", (0.56, 0.70, 0.84), "dunes"),
    "forest-x3": ("#DCEBD0 #F2B134 #8DB580 #4C8C5A #1E4D3A", (0.46, 0.62, 0.80), "firs"),
    "city": ("#2B2D5B #F7D070 #4A4E8C #8C5E8F #161833", (0.50, 0.62, 0.80), "towers"),
    "island": ("#9BD8D2 #FFF1C1 #E9C46A #2A9D8F #1F6F68", (0.55, 0.70, 0.86), "dunes"),
}


def main() -> None:
    """Write the pictures into the folder."""
    HERE.mkdir(exist_ok=True)
    for name, (colors, tops, form) in VIEWS.items():
        sky, sun, *bands = colors.split()
        picture = Image.new("RGB", (WIDE * LARGE, HIGH * LARGE), sky)
        draw = ImageDraw.Draw(picture)
        disc(draw, 0.5, 0.32, 0.2, sun)
        for number, (color, top) in enumerate(zip(bands, tops, strict=True)):
            draw.polygon(edge(form, top, number), fill=color)
        save(picture, name)
    back = Image.new("RGB", (WIDE * LARGE, HIGH * LARGE), "#1B4965")
    draw = ImageDraw.Draw(back)
    # The same either way up: a stripe as on an envelope, and a sun in the middle.
    thick = 0.04 * WIDE * LARGE
    for step in range(-40, 60):
        x, slant = 2 * step * thick, 8 * thick
        corners = [(x, 0), (x + thick, 0), (x + thick - slant, HIGH * LARGE), (x - slant, HIGH * LARGE)]
        draw.polygon(corners, fill=("#E4572E", "#F4C95D")[step % 2])
    inset = [0.13 * WIDE * LARGE, 0.095 * HIGH * LARGE]
    draw.rectangle((*inset, WIDE * LARGE - inset[0] - 1, HIGH * LARGE - inset[1] - 1), fill="#1B4965")
    for radius, color in ((0.24, "#F4C95D"), (0.18, "#E4572E"), (0.12, "#F6F1E1")):
        disc(draw, 0.5, 0.5, radius, color)
    save(back, "back")


def disc(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, color: str) -> None:
    """Fill a circle: its middle in parts of the picture, its radius in parts of the width."""
    cx, cy, r = x * WIDE * LARGE, y * HIGH * LARGE, radius * WIDE * LARGE
    draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=color)


def edge(form: str, top: float, number: int) -> list[tuple[float, float]]:
    """Return the outline of a band that ends below the picture."""
    wide, high = WIDE * LARGE, HIGH * LARGE
    y, points = top * high, []
    steps = {"waves": 240, "dunes": 240, "peaks": 5, "firs": 9, "towers": 8}[form]
    for step in range(-1, steps + 2):
        x = (step + 0.37 * number) * wide / steps
        if form in ("waves", "dunes"):
            turns, depth = (3.5, 0.014) if form == "waves" else (1.1, 0.035)
            points.append((x, y + depth * high * math.sin(math.tau * turns * x / wide + 2.1 * number)))
        elif form in ("peaks", "firs"):
            rise = (
                (0.16 if form == "peaks" else 0.13) * high * (0.7 + 0.3 * ((step * 7 + number * 3) % 4) / 3)
            )
            points += [(x, y + 0.04 * high), (x + wide / steps / 2, y + 0.04 * high - rise)]
        else:
            rise = 0.05 * high * ((step * 5 + number * 2) % 4)
            points += [(x, y - rise), (x + wide / steps, y - rise)]
    return [*points, (wide * 1.5, high), (-wide, high)]


def save(picture: Image.Image, name: str) -> None:
    """Write a picture, smaller and with few colours."""
    small = picture.resize((WIDE, HIGH), Image.Resampling.LANCZOS).quantize(32, dither=Image.Dither.NONE)
    small.save(HERE / f"{name}.png", dpi=(300, 300), optimize=True)


if __name__ == "__main__":
    main()
