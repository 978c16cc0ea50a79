"""Draws the islands, the lanes and the compass of Tide Race: python draw.py."""

import math
from pathlib import Path

WIDE, HIGH = 400, 280
#: Harbours in millimetres from the top left, in the order of the lanes.
HARBOURS = [(58, 196), (92, 78), (176, 48), (214, 146), (150, 226), (282, 232), (346, 150), (304, 58)]
#: Pairs of harbours, and the number of spaces between them.
LANES = [
    (0, 1, 4),
    (1, 2, 3),
    (2, 3, 4),
    (3, 4, 3),
    (4, 0, 3),
    (4, 5, 5),
    (5, 6, 3),
    (6, 7, 3),
    (7, 2, 5),
    (3, 7, 5),
    (3, 6, 5),
]
#: Islands: middle, mean radius, and how much each of eight directions is longer or shorter.
ISLANDS = [
    ((30, 132), 25, (1.0, 0.9, 1.25, 0.9, 1.0, 0.8, 1.3, 1.05)),
    ((134, 140), 33, (1.2, 1.0, 0.8, 1.15, 1.0, 1.25, 0.85, 0.9)),
    ((232, 85), 18, (1.2, 0.85, 1.0, 1.1, 1.25, 0.9, 0.8, 1.1)),
    ((264, 192), 20, (0.9, 1.2, 0.95, 1.1, 1.3, 0.8, 1.0, 1.1)),
    ((362, 222), 28, (0.9, 1.1, 1.3, 0.9, 0.85, 1.1, 0.9, 1.1)),
]


def coast(middle, radius, shape, out=0.0):
    """Return a closed smooth path through eight points around a middle."""
    points = []
    for step, factor in enumerate(shape):
        angle, far = step * math.pi / 4, radius * factor + out
        points.append((middle[0] + far * math.cos(angle), middle[1] + 0.9 * far * math.sin(angle)))
    parts = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for step in range(8):
        before, here, there, after = (points[(step + each) % 8] for each in (-1, 0, 1, 2))
        first = [h + (t - b) / 6 for h, t, b in zip(here, there, before, strict=True)]
        second = [t - (a - h) / 6 for t, a, h in zip(there, after, here, strict=True)]
        parts.append("C" + " ".join(f"{x:.1f} {y:.1f}" for x, y in (first, second, there)))
    return "".join(parts) + "Z"


def lane(first, last, spaces):
    """Return the circles of a lane between two harbours."""
    (x0, y0), (x1, y1) = HARBOURS[first], HARBOURS[last]
    whole = math.dist((x0, y0), (x1, y1))
    # Harbours are discs of 15 mm radius.
    start, step = 15 / whole, (1 - 30 / whole) / (spaces + 1)
    for place in range(1, spaces + 1):
        share = start + step * place
        yield x0 + share * (x1 - x0), y0 + share * (y1 - y0)


def compass(x, y, size):
    """Return the eight points of a compass as two paths, light and dark."""
    light, dark = [], []
    for step in range(8):
        angle, far = step * math.pi / 4, size if step % 2 == 0 else 0.55 * size
        tip = (x + far * math.sin(angle), y - far * math.cos(angle))
        for side, into in ((-1, light), (1, dark)):
            near = angle + side * math.pi / 8
            foot = (x + 0.2 * size * math.sin(near), y - 0.2 * size * math.cos(near))
            into.append("M" + "L".join(f"{a:.2f} {b:.2f}" for a, b in ((x, y), foot, tip)) + "Z")
    return "".join(light), "".join(dark)


drawn = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}">']
for out, color in ((9, "#8FC7D9"), (4, "#BFE3E6"), (0, "#E9D9A8")):
    drawn += [f'<path fill="{color}" d="{coast(*island, out)}"/>' for island in ISLANDS]
drawn += [
    f'<path fill="#7FA55A" d="{coast(middle, radius, shape, -4)}"/>' for middle, radius, shape in ISLANDS
]
for first, last, spaces in LANES:
    (x0, y0), (x1, y1) = HARBOURS[first], HARBOURS[last]
    drawn.append(f'<path fill="none" stroke="#FFFFFF" stroke-width="1.2" d="M{x0} {y0}L{x1} {y1}"/>')
    drawn += [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6.5" fill="#F4FAFB" stroke="#14465E" stroke-width="0.9"/>'
        for x, y in lane(first, last, spaces)
    ]
light, dark = compass(366, 36, 20)
drawn += [f'<path fill="#F4E3B2" d="{light}"/>', f'<path fill="#14465E" d="{dark}"/>', "</svg>"]
Path(__file__).with_name("map.svg").write_text("\n".join(drawn) + "\n", encoding="utf-8")
