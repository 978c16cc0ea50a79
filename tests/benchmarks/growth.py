"""Measure how the time and the memory of each command grow with the number of cards, and draw it.

python tests/benchmarks/growth.py [--docs] [--seconds 300] [CARDS ...]

The decks have 100, 300 and 1,000 cards by default, with a picture for each card. The CPU seconds and the peak
memory of each command are printed, and by which power of the number of cards the time has grown from the
first size to the last: 1 is linear. A command that took more seconds than --seconds is not run for larger
decks. --docs also writes the table in docs/speed.md and the plot beside it.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from pathlib import Path

from comparison import picture_pack
from timing import run

DOCS = Path(__file__).parents[2] / "docs"
#: The commands, in the order in which they are run: preflight and verify read what press and sheets made.
COMMANDS = ("check", "sheets", "proof", "press", "preflight", "verify", "images")
#: The colours of the lines, after Okabe and Ito (2008), which colour-blind people tell apart.
COLORS = ("#000000", "#0072B2", "#56B4E9", "#D55E00", "#CC79A7", "#009E73", "#E69F00")
#: The lines around the table in docs/speed.md.
MARKS = ("<!-- growth: python tests/benchmarks/growth.py --docs -->", "<!-- /growth -->")

#: What stands before the table, and after it.
ABOUT = (
    "The seconds are those that a processor works. Each card has a picture of its own, 840 × 1,176 pixels,\n"
    "and nothing is known from an earlier run. The power says how the time grows from the first size to the\n"
    "last: with 1, twice the cards take twice the time; with less, starting the program still counts."
)
PLOT = "![CPU seconds of each command by the number of cards](pictures/growth.svg)"

#: CPU seconds and peak MiB, by the number of cards.
Growth = dict[int, tuple[float, float]]


def measure(cardgen: str, place: Path, sizes: list[int], most: float) -> dict[str, Growth]:
    """Run each command on decks of some sizes, and print what it takes. most: CPU seconds."""
    found: dict[str, Growth] = {name: {} for name in COMMANDS}
    print(" " * 12 + "".join(f"{f'{size:,} cards: CPU s':>24}{'MB':>7}" for size in sizes) + f"{'power':>9}")
    files = {size: picture_pack(place, size, size) for size in sizes}
    for name, growth in found.items():
        cells = ""
        for size in sizes:
            needs = {"preflight": "press", "verify": "sheets"}.get(name)
            spent = [work for work, _ in growth.values()]
            if (spent and spent[-1] > most) or (needs and size not in found[needs]):
                break
            _, work, memory = run([cardgen, *_command(name, files[size], place, size)])
            growth[size] = work, memory
            cells += f"{work:>24.2f}{memory:>7.0f}"
        print(f"{name:12}{cells}{power(growth):>9.2f}", flush=True)
    return found


def power(growth: Growth) -> float:
    """Return by which power of the number of cards the time has grown, from the first size to the last; NaN
    for a single one.
    """
    few, many = min(growth, default=1), max(growth, default=1)
    return math.log(growth[many][0] / growth[few][0]) / math.log(many / few) if many > few else math.nan


def _command(name: str, file: str, place: Path, size: int) -> list[str]:
    """Return the words of a command on a pack; preflight and verify read what press and sheets have made."""
    made = {each: str(place / f"{each}-{size}.pdf") for each in ("sheets", "press", "proof")}
    if name in ("preflight", "verify"):
        return [name, made["press" if name == "preflight" else "sheets"], "--pack", file]
    if name == "check":
        return [name, file]
    return [name, file, "-o", made.get(name, str(place / f"images-{size}"))]


def table(found: dict[str, Growth], sizes: list[int]) -> str:
    """Return the measurements as a table in Markdown."""
    heads = ["command", *(f"{size:,} cards" for size in sizes), "grows by the power"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for name, growth in found.items():
        cells = [
            f"{growth[size][0]:.1f} s, {growth[size][1]:.0f} MB" if size in growth else "" for size in sizes
        ]
        lines.append(f"| `{name}` | {' | '.join(cells)} | {power(growth):.2f} |")
    return "\n".join(lines)


def plot(found: dict[str, Growth]) -> str:
    """Return an SVG in which the seconds of each command rise with the cards, both on logarithmic scales."""
    cards = sorted({size for growth in found.values() for size in growth})
    seconds = [work for growth in found.values() for work, _ in growth.values()]
    left, right, top, bottom = 64, 560, 20, 380
    first, last = math.log10(cards[0]), math.log10(cards[-1])
    low, high = math.floor(math.log10(min(seconds))), math.ceil(math.log10(max(seconds)))

    def x(size: float) -> float:
        return left + (math.log10(size) - first) / (last - first) * (right - left)

    def y(work: float) -> float:
        return bottom - (math.log10(work) - low) / (high - low) * (bottom - top)

    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 440" font-family="sans-serif"'
        ' font-size="14">',
        "<title>CPU seconds of each command by the number of cards</title>",
        '<rect width="680" height="440" fill="#fff"/>',
    ]
    for step in range(low, high + 1):
        at = y(10**step)
        lines += [
            f'<path d="M{left} {at:.1f}H{right}" stroke="#ddd"/>',
            f'<text x="{left - 8}" y="{at + 5:.1f}" text-anchor="end">{10**step:g} s</text>',
        ]
    for size in cards:
        at = x(size)
        lines += [
            f'<path d="M{at:.1f} {top}V{bottom}" stroke="#ddd"/>',
            f'<text x="{at:.1f}" y="{bottom + 22}" text-anchor="middle">{size:,}</text>',
        ]
    lines.append(f'<text x="{(left + right) / 2}" y="{bottom + 48}" text-anchor="middle">cards</text>')
    # The names stand at the ends of their lines, apart from one another.
    ends = sorted((y([*growth.values()][-1][0]), name) for name, growth in found.items())
    placed: dict[str, float] = {}
    for at, name in ends:
        placed[name] = max(at, max(placed.values(), default=-99.0) + 17)
    for (name, growth), color in zip(found.items(), COLORS, strict=True):
        points = " ".join(f"{x(size):.1f},{y(work):.1f}" for size, (work, _) in growth.items())
        end = [*growth][-1]
        name_at = placed[name]
        lines += [
            f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>',
            *(
                f'<circle cx="{x(size):.1f}" cy="{y(work):.1f}" r="3" fill="{color}"/>'
                for size, (work, _) in growth.items()
            ),
            f'<path d="M{x(end) + 5:.1f} {y(growth[end][0]):.1f}L{right + 10} {name_at:.1f}" stroke="{color}"'
            ' stroke-width="0.7" stroke-dasharray="2 2"/>',
            f'<text x="{right + 14}" y="{name_at + 5:.1f}" fill="{color}">{name}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])


def write_docs(found: dict[str, Growth], sizes: list[int]) -> None:
    """Write the table in docs/speed.md, and the plot."""
    page = DOCS / "speed.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    parts = (MARKS[0], ABOUT, table(found, sizes), PLOT, MARKS[1])
    text = before + "\n\n".join(parts) + after
    page.write_text(text, encoding="utf-8")
    (DOCS / "pictures" / "growth.svg").write_text(plot(found), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cards", nargs="*", type=int)
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--seconds", type=float, default=300)
    asked = parser.parse_args()
    sizes = asked.cards or [100, 300, 1000]
    with tempfile.TemporaryDirectory() as folder:
        cardgen = str(Path(sys.executable).parent / "cardgen")
        found = measure(cardgen, Path(folder), sizes, asked.seconds)
    if asked.docs:
        write_docs(found, sizes)


if __name__ == "__main__":
    main()
