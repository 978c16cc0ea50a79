"""Run the tests, and print the CPU time of each room and of the tests that take most.

python tests/benchmarks/suite.py [OPTIONS OF PYTEST]

Processes that tests start are included, and so is what fixtures take, with the first test that requests them.
CPU time is the same on a busy machine, apart from a third or so.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = "CARDGEN_SUITE_CPU"
SHOWN = 30


def cpu_seconds() -> float:
    """Return the CPU time of this process and of its children that have ended."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Write down what a test takes, in a file of this worker."""
    before = cpu_seconds()
    result = yield
    with (Path(os.environ[FOLDER]) / str(os.getpid())).open("a", encoding="utf-8") as file:
        file.write(f"{cpu_seconds() - before:.3f} {item.nodeid}\n")
    return result


def report(rows: list[tuple[float, str]]) -> None:
    """Print the sums by room and the dearest tests. rows: seconds and names of tests."""
    seconds, tests = Counter[str](), Counter[str]()
    for taken, name in rows:
        room = name.split("/")[1]
        seconds[room] += taken
        tests[room] += 1
    print(f"\n{'room':12}{'CPU s':>9}{'tests':>8}")
    for room, taken in [*seconds.most_common(), ("all", sum(seconds.values()))]:
        print(f"{room:12}{taken:>9.1f}{tests[room] or len(rows):>8}")
    print(f"\nthe {SHOWN} tests that take most, CPU s")
    for taken, name in sorted(rows, reverse=True)[:SHOWN]:
        print(f"{taken:>7.2f}  {name}")


def main() -> int:
    """Run pytest with this file as a plugin, and report."""
    here = Path(__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        path = os.pathsep.join(filter(None, [str(here), os.environ.get("PYTHONPATH")]))
        environment = {**os.environ, "PYTHONPATH": path, FOLDER: folder}
        command = [sys.executable, "-m", "pytest", "-p", "suite", *sys.argv[1:]]
        code = subprocess.run(command, env=environment, cwd=here.parents[1], check=False).returncode
        lines = [line for file in Path(folder).iterdir() for line in file.read_text("utf-8").splitlines()]
    report([(float(taken), name) for taken, _, name in (line.partition(" ") for line in lines)])
    return code


if __name__ == "__main__":
    sys.exit(main())
