"""Whole cold processes, run in turn and told as ratios.

Limits hold for the time that a processor works, which other programs on the machine disturb little; what a
clock says stands beside it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

#: Both sides run from compiled bytecode, as installed packages do; cardgen has no results of earlier runs.
ENV = {
    **os.environ,
    "PYTHONDONTWRITEBYTECODE": "",
    "PYTHONPATH": str(Path(__file__).parent),
    "CARDGEN_CACHE": "off",
}


def arguments(about: str | None, **usual: Any) -> tuple[Any, ...]:
    """The words of the command line in order, each a value like its usual one, which it has if it is not
    given. about: what --help says.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in usual.items():
        parser.add_argument(name, nargs="?", type=type(value), default=value, help=f"default: {value}")
    return tuple(vars(parser.parse_args()).values())


def heading() -> None:
    """The head of the table that compare() prints the rows of."""
    words = ("ours s", "floor s", "clock", "CPU", "limit", "ours MB", "floor", "ratio")
    print(" " * 34 + "".join(f"{word:>9}" for word in words))


def run(command: list[str], folder: Path | None = None) -> tuple[float, float, float]:
    """Seconds by the clock and of work, and peak MiB, of one process, in a folder where one is given."""
    began = time.perf_counter()
    null = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=null, stderr=null, env=ENV, cwd=folder)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"failed: {' '.join(command)}")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def compare(name: str, ours: list[str], floors: list[list[str]], runs: int, limit: float) -> None:
    """Run ours and the floors in turn and print medians and the ratio to the better floor."""
    results: list[list[tuple[float, float, float]]] = [[] for _ in (ours, *floors)]
    for command in (ours, *floors):
        run(command)
    for _ in range(runs):
        for place, command in enumerate((ours, *floors)):
            results[place].append(run(command))
    seconds, work, memory = (
        [statistics.median(one[part] for one in each) for each in results] for part in range(3)
    )
    best = min(seconds[1:])
    row = (f"{seconds[0]:.3f}", f"{best:.3f}", f"{seconds[0] / best:.2f}")
    row += (f"{work[0] / min(work[1:]):.2f}", f"{limit:.2f}")
    row += (f"{memory[0]:.0f}", f"{min(memory[1:]):.0f}", f"{memory[0] / min(memory[1:]):.2f}")
    print(f"{name:34}" + "".join(f"{cell:>9}" for cell in row))
