"""Draw the portraits of the deck: `python docs/examples/curtain-call/art/draw.py`."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

HERE = Path(__file__).parent
#: Pixels: 63.5 x 45 mm with 3 mm of bleed on three sides, at 300 to the inch; drawn four times as large.
WIDE, HIGH, LARGE = 828, 576, 3
SKIN, DARK = "#F0CDA8", "#2A1B2E"
#: Name: ground, halo, coat, hair, what is on the head.
PEOPLE = {
    "watchman": ("#33506B", "#5F87A6", "#1F2F42", "#6B4A2F", "helmet"),
    "hermit": ("#5B3B5E", "#9A6C9B", "#35203A", "#3B2A24", "hood"),
    "duellist": ("#6B2D33", "#B0585B", "#3C171D", "#2B1D18", "hat"),
    "nurse": ("#3F6655", "#84AE97", "#20382F", "#B0702F", "cap"),
    "dreamer": ("#7A5A1E", "#D4A94A", "#46320F", "#D9B36A", "circlet"),
    "director": ("#8A3B1E", "#DE8B4C", "#4E1E10", "#8C8378", "crown"),
    "soprano": ("#4B2B57", "#A77AB5", "#2B1733", "#1B1216", "feather"),
    "lead": ("#7A2E45", "#DCA24A", "#451829", "#2B1A24", "crown"),
}


def portrait(
    ground: str, halo: str, coat: str, hair: str, head: str, high: int = HIGH, scale: float = 0.84
) -> Image.Image:
    """A bust before a halo, in flat colours."""
    # People are drawn in units of their own, a little smaller than pixels.
    k = scale * LARGE
    picture = Image.new("RGB", (WIDE * LARGE, high * LARGE), ground)
    draw = ImageDraw.Draw(picture)
    x, top = WIDE * LARGE / 2, (200 if high == HIGH else 0.29 * high) * LARGE

    def oval(cx: float, cy: float, rx: float, ry: float, fill: str) -> None:
        draw.ellipse(
            (x + (cx - rx) * k, top + (cy - ry) * k, x + (cx + rx) * k, top + (cy + ry) * k), fill=fill
        )

    def shape(points: list[tuple[float, float]], fill: str) -> None:
        draw.polygon([(x + px * k, top + py * k) for px, py in points], fill=fill)

    oval(0, 120, 235, 235, halo)
    oval(0, 520, 270, 270, coat)
    if head == "hood":
        oval(0, 95, 128, 165, coat)
    elif head in ("cap", "feather", "crown") or hair == "#D9B36A":
        oval(0, 95, 108, 148, hair)
    shape([(-34, 170), (34, 170), (48, 290), (0, 345), (-48, 290)], "#DDB48C")
    oval(0, 90, 84, 112, SKIN)
    shape([(-80, 275), (0, 365), (80, 275), (120, 330), (0, 470), (-120, 330)], "#F4ECDD")
    if head != "hood":
        draw.pieslice((x - 90 * k, top - 36 * k, x + 90 * k, top + 150 * k), 180, 360, fill=hair)
        oval(-46, 42, 50, 26, hair)
        oval(46, 42, 50, 26, hair)
    HEADS[head](shape, oval)
    return picture.resize((WIDE, high), Image.Resampling.LANCZOS)


def _crown(shape, oval):  # type: ignore[no-untyped-def]
    shape([(-92, -8), (-106, -104), (-52, -52), (0, -124), (52, -52), (106, -104), (92, -8)], "#F2C84B")
    shape([(-92, -26), (92, -26), (92, -6), (-92, -6)], "#C9962B")
    oval(0, -62, 11, 11, "#B23A48")


def _circlet(shape, oval):  # type: ignore[no-untyped-def]
    shape([(-92, 6), (92, 6), (90, 24), (-90, 24)], "#F6E7B8")
    oval(0, 4, 17, 17, "#2F6F8F")


def _helmet(shape, oval):  # type: ignore[no-untyped-def]
    oval(0, 26, 104, 86, "#B9C4CC")
    shape([(-104, 26), (104, 26), (112, 58), (-112, 58)], "#8996A0")
    shape([(-9, 40), (9, 40), (7, 120), (-7, 120)], "#8996A0")
    shape([(-8, -60), (8, -60), (30, -118), (-14, -96)], "#B23A32")


def _hat(shape, oval):  # type: ignore[no-untyped-def]
    oval(0, 14, 150, 26, "#1C1014")
    shape([(-84, 12), (-70, -92), (70, -92), (84, 12)], "#1C1014")
    shape([(-82, -10), (82, -10), (84, 10), (-84, 10)], "#B23A32")


def _cap(shape, oval):  # type: ignore[no-untyped-def]
    oval(0, 4, 100, 52, "#F4ECDD")
    oval(-56, -12, 44, 34, "#F4ECDD")
    oval(56, -12, 44, 34, "#F4ECDD")
    oval(0, -30, 52, 38, "#FBF6EA")


def _feather(shape, oval):  # type: ignore[no-untyped-def]
    oval(0, 6, 112, 40, "#2B1733")
    shape([(40, 0), (150, -130), (190, -120), (170, -60), (96, 12)], "#E9D5F0")


def _hood(shape, oval):  # type: ignore[no-untyped-def]
    shape([(-14, 232), (14, 232), (14, 330), (-14, 330)], "#D9B36A")


HEADS = {
    "crown": _crown,
    "circlet": _circlet,
    "helmet": _helmet,
    "hat": _hat,
    "cap": _cap,
    "feather": _feather,
    "hood": _hood,
}

if __name__ == "__main__":
    for name, parts in PEOPLE.items():
        portrait(*parts).quantize(48).save(HERE / f"{name}.png", optimize=True)
    # For a whole card, with its bleed.
    portrait(*PEOPLE["lead"], high=1128, scale=1.25).quantize(48).save(HERE / "tall.png", optimize=True)
