"""Move each number that is a module's constant and names no source, and tell which ones no test notices.

python tests/constants.py layout            all of a room, one after the other, each with the room's tests
python tests/constants.py layout --list     what would be moved
"""

from __future__ import annotations

import argparse
import ast
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).parents[1]
#: What a comment has that names where a figure comes from, or says that it only bounds work.
SOURCE = re.compile(
    r"ISO |RFC |WCAG|OpenType|Unicode|https?:|\b(1[89]|20)\d\d\b|clause|bytes|[Ll]imit|[Mm]ost "
)
#: Tests of figures that were found by trial, whatever their room.
TUNED = ("tests/house/test_tuned.py", "tests/house/test_tuned_search.py")


class Number(NamedTuple):
    """A number of a constant's value: where it stands in its file, and what stands there."""

    file: Path
    line: int
    name: str
    begin: int
    end: int
    text: str

    @property
    def moved(self) -> str:
        """Return it a quarter larger, and by one at least where it is whole."""
        value = ast.literal_eval(self.text)
        return str(value + max(1, value // 4)) if isinstance(value, int) else repr(round(value * 1.25, 6))


def numbers(file: Path) -> Iterator[Number]:
    """Yield the numbers of a module's constants that name no source; not 0 and 1, nor what is not decimal."""
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    before = [0]
    for line in lines:
        before.append(before[-1] + len(line.encode()))
    for node in ast.parse(text).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        name = text_of(targets[0]) if targets else ""
        if not name.isupper() or SOURCE.search(comment(lines, node.lineno, node.end_lineno or node.lineno)):
            continue
        for part in arithmetic(node.value):
            begin = before[part.lineno - 1] + part.col_offset
            end = before[part.lineno - 1] + (part.end_col_offset or 0)
            said = text.encode()[begin:end].decode()
            if re.fullmatch(r"[\d._]+", said) and ast.literal_eval(said) not in (0, 1):
                yield Number(file, part.lineno, name, begin, end, said)


def text_of(target: ast.expr) -> str:
    """Return the names on the left of an assignment."""
    return ast.unparse(target)


def comment(lines: list[str], first: int, last: int) -> str:
    """Return the comment above a statement, and those in its lines."""
    above = first - 1
    while above and lines[above - 1].startswith("#"):
        above -= 1
    return "".join(lines[above : first - 1]) + "".join(
        line.partition("#")[2] for line in lines[first - 1 : last]
    )


def arithmetic(value: ast.expr) -> Iterator[ast.Constant]:
    """Yield the numbers of sums, products and tuples."""
    match value:
        case ast.Constant(value=int() | float()) if not isinstance(value.value, bool):
            yield value
        case ast.BinOp():
            yield from arithmetic(value.left)
            yield from arithmetic(value.right)
        case ast.UnaryOp():
            yield from arithmetic(value.operand)
        case ast.Tuple():
            for part in value.elts:
                yield from arithmetic(part)


def is_noticed(number: Number, copy: Path, tests: list[str]) -> bool:
    """Tell whether a test fails in a copy of the project where a number is moved."""
    file = copy / number.file.relative_to(TOP)
    data = file.read_bytes()
    file.write_bytes(data[: number.begin] + number.moved.encode() + data[number.end :])
    try:
        return not pass_all(copy, tests)
    finally:
        file.write_bytes(data)


def pass_all(copy: Path, tests: list[str]) -> bool:
    """Tell whether all tests pass in a copy of the project."""
    command = [sys.executable, "-m", "pytest", "-n0", "-x", "-q", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, cwd=copy, capture_output=True, check=False).returncode == 0


def main() -> None:
    """Move the numbers of a room and print those that no test notices."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("room", help="a folder or a file of cardgen/, such as layout or text/setter.py")
    parser.add_argument("--list", action="store_true", help="list the numbers and move none")
    parser.add_argument("--tests", nargs="*", help="the tests to run; by default those of the room")
    asked = parser.parse_args()
    place = TOP / "cardgen" / asked.room
    files = [place] if place.is_file() else sorted(place.rglob("*.py"))
    found = [number for file in files for number in numbers(file)]
    rooms = Path(asked.room).parts[:1]
    if not rooms:
        parser.error("name a room, such as layout")
    tests = asked.tests or [*TUNED, f"tests/{rooms[0]}"]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        if not asked.list:
            shutil.copytree(TOP, copy, ignore=shutil.ignore_patterns(".git", "__pycache__"))
            if not pass_all(copy, tests):
                sys.exit(f"these tests fail as it is: {' '.join(tests)}")
        for number in found:
            if asked.list or not is_noticed(number, copy, tests):
                where = f"{number.file.relative_to(TOP)}:{number.line}"
                print(f"{where}: {number.name}: {number.text} -> {number.moved}", flush=True)


if __name__ == "__main__":
    main()
