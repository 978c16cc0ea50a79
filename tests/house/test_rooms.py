"""Imports go one way, and quick commands import little."""

import ast
import functools
import subprocess
import sys
from pathlib import Path

import pytest

import cardgen

HOME = Path(cardgen.__file__).parent

#: The rooms in order: each imports only from those above it, or from within itself. A room with a dot is
#: part of a larger one. Rooms of one line stand beside one another and know nothing of each other.
ROOMS = [
    ["errors", "units", "geometry"],
    ["prepress", "gaming"],
    ["sandbox"],
    ["languages"],
    ["colour"],
    ["layout"],
    ["pack"],
    ["text"],
    ["prepress.printers"],
    ["art"],
    ["prepress.pdf"],
    ["books"],
    ["prepress.comparison"],
    ["prepress.verification"],
    ["prepress.preflight"],
    ["gaming.games"],
    ["checks"],
    ["output"],
    ["gaming.lab"],
    ["jobs"],
    ["api"],
    ["webapp"],
    [""],
    ["cli"],
    ["__main__"],
]
PLACE = {room: place for place, row in enumerate(ROOMS) for room in row}


def room_of(name: str) -> str:
    """Return the room of a module: `prepress.pdf` for `prepress.pdf.limits`, `art` for `art.face`."""
    first, _, rest = name.partition(".")
    part = f"{first}.{rest.partition('.')[0]}"
    return part if part in PLACE else first


#: `cardgen.__init__` holds the version, which everybody may know, and opens the API when it is asked for.
VERSION = ("__version__",)


def module(file: Path) -> str:
    """`art.face` for cardgen/art/face.py, nothing for cardgen/__init__.py."""
    parts = file.relative_to(HOME).with_suffix("").parts
    return ".".join(parts).removesuffix("__init__").rstrip(".")


@functools.cache
def nodes(file: Path) -> list[ast.AST]:
    """Return all that a file consists of; each is parsed once."""
    return list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


@functools.cache
def imported(file: Path) -> set[str]:
    """The modules of cardgen that a file imports anywhere in it, functions too."""
    package = list(file.relative_to(HOME).parent.parts)
    found: set[str] = set()
    for node in nodes(file):
        if isinstance(node, ast.Import):
            found |= {a.name.removeprefix("cardgen.") for a in node.names if a.name.startswith("cardgen")}
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            names = [node.module] if node.module else [a.name for a in node.names if a.name not in VERSION]
            found |= {".".join([*base, name]) for name in names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cardgen"):
            found.add(str(node.module).removeprefix("cardgen").lstrip("."))
    return found


FILES = sorted(HOME.rglob("*.py"))


def test_every_file_has_its_room() -> None:
    assert {room_of(module(file)) for file in FILES} == set(PLACE)


def test_imports_go_up_only() -> None:
    wrong = [
        f"{module(file) or 'cardgen'} imports {name}"
        for file in FILES
        for name in sorted(imported(file))
        for room, other in [(room_of(module(file)), room_of(name))]
        if other != room and PLACE[other] >= PLACE[room]
    ]
    assert not wrong


#: Within a room of several files, a file that all others may import imports none of them.
@pytest.mark.parametrize("room", sorted({room_of(module(file)) for file in FILES}))
def test_no_circles_within_a_room(room: str) -> None:
    below = {module(file): {n for n in imported(file) if n.startswith(f"{room}.")} for file in FILES}
    below = {name: names for name, names in below.items() if name.startswith(f"{room}.")}
    while below:
        free = {name for name, names in below.items() if not names & below.keys()}
        assert free, f"a circle among {sorted(below)}"
        below = {name: names for name, names in below.items() if name not in free}


def test_only_the_command_line_prints_or_exits() -> None:
    for file in FILES:
        if module(file).startswith("cli") or module(file) == "__main__":
            continue
        for node in nodes(file):
            names = {getattr(node, "id", "")}
            # A child process has a stdout of its own.
            if getattr(getattr(node, "value", None), "id", "") == "sys":
                names.add(getattr(node, "attr", ""))
            assert not names & {"print", "exit", "SystemExit", "stdout", "stderr"}, module(file)


HEAVY = (
    *("reportlab", "PIL", "rich", "pikepdf", "pypdfium2", "markdown_it", "jinja2", "starlette", "uvicorn"),
    *("numpy", "numba", "matplotlib", "distributed", "multiprocessing"),
)


def loaded(*arguments: str) -> set[str]:
    code = (
        "import sys; from cardgen.cli.main import run; code = run(sys.argv[1:]); "
        "print('LOADED', *sys.modules); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split()[1:])


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["check", "never-over"],
        ["check", "standard-52"],
        ["list"],
        ["sheets", "--help"],
    ],
    ids=" ".join,
)
def test_quick_commands_import_nothing_heavy(arguments: list[str]) -> None:
    assert loaded(*arguments).isdisjoint(HEAVY)


def test_sheets_of_a_plain_pack_do_without_layouts_and_tables(tmp_path: Path) -> None:
    used = loaded("sheets", "never-over", "-o", str(tmp_path / "sheets.pdf"))
    assert used.isdisjoint({"cardgen.pack.layouts", "cardgen.pack.tables", "cardgen.text.setter"})


def test_help_does_not_even_read_packs() -> None:
    assert loaded("--help").isdisjoint({"yaml", "cardgen.pack.model"})


def test_importing_cardgen_costs_nothing() -> None:
    code = "import sys, cardgen; print(*[m for m in sys.modules if m.startswith('cardgen')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    # The list of commands is a dict of names.
    assert {*done.stdout.split()} == {"cardgen", "cardgen.jobs"}
