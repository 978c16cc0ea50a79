"""How a rulebook stands to the sheets of the same pack, and HTML to PDF: whole cold processes, medians.

python tests/benchmarks/rulebook.py [RUNS]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from timing import arguments, compare, heading

(RUNS,) = arguments(__doc__, runs=15)


def main() -> None:
    cardgen = str(Path(sys.executable).parent / "cardgen")
    with tempfile.TemporaryDirectory() as folder:
        sheets = [cardgen, "sheets", "never-over", "-o", str(Path(folder) / "sheets.pdf")]
        rulebook = [cardgen, "rulebook", "never-over", "-o", str(Path(folder) / "rulebook.pdf")]
        page = [*rulebook[:3], "--format", "html", "-o", str(Path(folder) / "rulebook.html")]
        heading()
        compare("rulebook of NEVER OVER, A4", rulebook, [sheets], RUNS, 2.5)
        compare("rulebook of NEVER OVER, HTML", page, [rulebook], RUNS, 1.0)


if __name__ == "__main__":
    main()
