"""How cardgen stands to the floor: whole cold processes, medians, printed as a table of ratios.

python tests/benchmarks/sheets.py [RUNS [CARDGEN]]

CARDGEN: another one to measure, such as that of an environment where a wheel is installed.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from timing import arguments, compare, heading, run

FLOOR = "import sys, floor; floor.main(*sys.argv[1:])"
#: The same with one font, which is less than the sheets hold: told for comparison.
ONE_FONT = "import sys, floor; floor.BLACK = floor.TEXT; floor.main(*sys.argv[1:])"

NINE = """extends: never-over
extras: []
suits:
  green: {cards: {4: 1112, 3: 1111, 2: 1111, 1: 1111}}
  red: {cards: {4: 1111, 3: 1111, 2: 1111, 1: 1111, 0: 1111}}
"""


def distinct(count: int) -> str:
    ranks = ", ".join(f"{rank}: 1" for rank in range(1, count + 1))
    return (
        "format: 1\nname: NEVER OVER\nsuits:\n  green:\n    sign: '+'\n    color: '#00855B'\n"
        f"    stripe: '#F6BE3B'\n    cards: {{{ranks}}}\n"
    )


def main() -> None:
    runs, cardgen = arguments(__doc__, runs=9, cardgen=str(Path(sys.executable).parent / "cardgen"))
    python = str(Path(cardgen).parent / "python")
    floor = [python, "-c", FLOOR]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        pdf = str(out / "floor.pdf")
        (out / "nine.yaml").write_text(NINE)
        for count in (5000, 10000):
            (out / f"distinct{count}.yaml").write_text(distinct(count))
        heading()
        build = [cardgen, "sheets", "-o", folder]
        compare("55 cards with backs", [*build, "never-over"], [[*floor, pdf]], runs, 1.6)
        compare(
            "the same by a script of one font",
            [*build, "never-over"],
            [[python, "-c", ONE_FONT, pdf]],
            runs,
            1.8,
        )
        nine = [*floor, pdf, "10000"]
        compare("10,000 cards of 9 faces", [*build, str(out / "nine.yaml")], [nine], runs, 1.3)
        for count in (5000, 10000):
            ways = [[*floor, pdf, str(count), way] for way in ("distinct-forms", "distinct-direct")]
            ours = [*build, str(out / f"distinct{count}.yaml")]
            compare(f"{count:,} cards all different", ours, ways, runs, 1.3)
        size = (out / "never-over-sheets.pdf").stat().st_size
        print(f"55 cards: {size:,} bytes (limit 60,000)")
        for command in (["--help"], ["check", "never-over"]):
            walls = [run([cardgen, *command])[0] for _ in range(runs)]
            print(f"cardgen {' '.join(command)}: {statistics.median(walls):.3f} s")


if __name__ == "__main__":
    main()
