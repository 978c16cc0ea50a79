"""How press files and preflight stand to the sheets' cold run and to opening a file.

python tests/benchmarks/press.py [RUNS]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from timing import arguments, compare, heading, run

(RUNS,) = arguments(__doc__, runs=9)
OPEN = "import pikepdf, sys; print(len(pikepdf.open(sys.argv[1]).pages))"
RANKS = ", ".join(f"{rank}: 1" for rank in range(1, 57))
#: A pack of 56 cards that are all different.
DISTINCT = f"""format: 1
name: Distinct
suits:
  green: {{sign: "+", color: "#00855B", cards: {{{RANKS}}}}}
"""


def main() -> None:
    cardgen, python = str(Path(sys.executable).parent / "cardgen"), sys.executable
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        (out / "distinct.yaml").write_text(DISTINCT)
        sheets = [cardgen, "sheets", "never-over", "-o", str(out / "sheets.pdf")]
        press = [cardgen, "press", "never-over", "-o", str(out / "press.pdf")]
        heading()
        compare("press, 56 pages", [*press, "--order", "faces"], [sheets], RUNS, 1.8)
        compare("press, 112 pages", press, [sheets], RUNS, 1.8)
        for name, pack in (("9 faces", "never-over"), ("56 different", str(out / "distinct.yaml"))):
            file = str(out / "preflight.pdf")
            run([cardgen, "press", pack, "-o", file])
            ours, opening = [cardgen, "preflight", file], [python, "-c", OPEN, file]
            more = [run(ours)[0] - run(opening)[0] for _ in range(RUNS)]
            said = f"{statistics.median(more):.3f} s more than opening it (limit 1)"
            print(f"preflight of 112 pages, {name}: {said}")


if __name__ == "__main__":
    main()
