"""How long the solver of Abstrac takes for a row, with both engines: values, best line, all first moves.

python tests/benchmarks/solver.py [RUNS]

Medians of whole solutions in one process, its code compiled and cached; then whole cold commands.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from timing import arguments, run

from cardgen.gaming.games.abstrac.layout import RowLayout
from cardgen.gaming.games.abstrac.options import AbstracOptions, GameKind
from cardgen.gaming.games.abstrac.rows import ROW, shuffled_row
from cardgen.gaming.games.abstrac.solving import Solution, find_search, solve

(RUNS,) = arguments(__doc__, runs=9)
#: Seconds that a row may take.
COMPILED, PLAIN = 1.0, 8.0


def timed(layout: RowLayout, engine: str) -> tuple[float, Solution]:
    """The median of the seconds of a solution, and the solution."""
    search = find_search(engine)  # type: ignore[arg-type]
    solution, seconds = solve(layout, search), []
    for _ in range(RUNS):
        began = time.perf_counter()
        solve(layout, search)
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds), solution


def rows() -> dict[str, RowLayout]:
    """The rows by name."""
    source = {
        f"{kind.value}, the source's row": RowLayout(ROW, AbstracOptions(kind))
        for kind in (GameKind.BASIC, GameKind.SUITS)
    }
    more = {f"{kind.value}, seed 1": shuffled_row(AbstracOptions(kind), 1) for kind in GameKind}
    return source | more


def main() -> None:
    words = ("compiled s", "limit", "plain s", "limit", "ratio", "lead", "lines", "positions")
    print(" " * 26 + "".join(f"{word:>11}" for word in words))
    for name, layout in rows().items():
        fast, solution = timed(layout, "compiled")
        slow, same = timed(layout, "reference")
        assert solution == same, "the engines do not agree"
        cells = (f"{fast:.4f}", f"{COMPILED:.0f}", f"{slow:.4f}", f"{PLAIN:.0f}", f"{slow / fast:.1f}")
        cells += (f"{solution.value.lead}", f"{solution.lines:,}", f"{solution.value.visited:,}")
        print(f"{name:26}" + "".join(f"{cell:>11}" for cell in cells))
    command = [str(Path(sys.executable).parent / "cardgen"), "solve", "short-24", "--engine"]
    for engine in ("reference", "compiled"):
        run([*command, engine])
        cold = statistics.median(run([*command, engine])[0] for _ in range(RUNS))
        print(f"cold: cardgen solve short-24 --engine {engine}: {cold:.2f} s")


if __name__ == "__main__":
    main()
