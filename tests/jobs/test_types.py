"""What a type checker, an editor and help() know of the functions of Python."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import pytest

import cardgen
from cardgen import api
from cardgen.jobs import JOBS, find_job
from cardgen.jobs.job import options_of
from cardgen.jobs.kinds import PackName

HOME = Path(cardgen.__file__).parent
STUB = ast.parse((HOME / "__init__.pyi").read_text(encoding="utf-8"))


def test_the_stub_has_each_command_with_its_options_defaults_and_help() -> None:
    functions = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}
    assert functions.keys() == JOBS.keys()
    for command, node in functions.items():
        signature = inspect.signature(getattr(api, command))
        arguments = [*node.args.args, *node.args.kwonlyargs]
        assert [each.arg for each in arguments] == [*signature.parameters]
        assert all(each.annotation for each in arguments)
        said = ast.get_docstring(node) or ""
        for name in options_of(find_job(command)):
            assert f"\n{name}: " in said


def test_a_signature_says_what_may_be_given_and_what_goes_without() -> None:
    parameters = inspect.signature(cardgen.sheets).parameters
    found = {name: (each.annotation, each.default) for name, each in parameters.items()}
    assert found["margin"] == (float | str, "6.35 mm")
    assert found["paper"] == (tuple[float, float] | str, "a4")
    assert found["flip"] == (Literal["long", "short"], "long")
    assert found["copies"] == (int, 1)
    assert found["rows"] == (int | None, None)
    assert found["only"] == (str | Sequence[str], ())
    assert found["output"] == (Path | str | None, None)
    assert found["pack"] == (api.AnyPack, inspect.Parameter.empty)
    assert inspect.signature(cardgen.images).parameters["printer"].annotation == cardgen.Printer | str | None
    assert inspect.signature(cardgen.new).parameters["file"].default is inspect.Parameter.empty
    assert inspect.signature(cardgen.stats).parameters["pack"].annotation == api.AnyPack | list[api.AnyPack]


@pytest.mark.parametrize("command", JOBS)
def test_every_default_of_a_signature_may_be_given(command: str) -> None:
    """What stands in help can be copied, and means what it means when it is left out."""
    job = find_job(command)
    needed: dict[str, Any] = {}
    for name, each in options_of(job).items():
        if each.default is dataclasses.MISSING:
            words = each.kind.words or ["de"]
            needed[name] = "short-24" if isinstance(each.kind, PackName) else words[0]
    given = {name: each.python_default for name, each in options_of(job).items() if name not in needed}
    plain, spelt = job.from_options(needed), job.from_options({**needed, **given})
    for name in given:
        assert getattr(spelt, name) == pytest.approx(getattr(plain, name)), name


def test_help_says_what_an_option_may_be_beside_its_type() -> None:
    said = cardgen.sheets.__doc__.splitlines()
    assert said[0].startswith("Make sheets to print at home and cut")
    assert "copies: Number of copies of the pack to print (1 to 1,000)." in said
    assert "style: Draw index faces in this style (disc|solid|paper)." in said
    assert "Examples" not in cardgen.sheets.__doc__


def test_names_are_completed() -> None:
    assert {"sheets", "list", "load", "Pack"} <= {*dir(cardgen)}


SCRIPT = """
from pathlib import Path
import cardgen

made: cardgen.Result = cardgen.sheets("never-over", paper="letter", margin="5 mm", gutter=9, only=["green"])
written: list[Path] = made.save()
cardgen.sheets({"format": 1, "name": "Mine", "cards": [{"rows": [{"title": "Guard"}]}]}, backs="none")
cardgen.stats(["never-over", cardgen.load("short-24")], hands=[5, 7])
pack: cardgen.Pack = cardgen.load(Path("mine.yaml"), strict=True)
try:
    cardgen.press(pack, printer=cardgen.find_printer("mbprint"), sheet=(3, 3))
except cardgen.PackError as error:
    for problem in error.problems:
        print(problem.mark.file if problem.mark else "", problem.message, problem.hint)
"""
#: Lines that a type checker refuses, and what of them.
WRONG = {
    'cardgen.sheets("never-over", backs="doplex")': "backs",
    'cardgen.sheets("never-over", papr="a4")': "papr",
    'cardgen.sheets("never-over", copies="two")': "copies",
    "cardgen.sheets(12)": "Argument 1",
    'cardgen.new(base="never-over")': "file",
    'cardgen.sheets("never-over").fil': "fil",
}


@pytest.mark.thorough
def test_mypy_passes_a_script_that_uses_the_functions_and_finds_its_faults(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT + "\n".join(WRONG) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "script.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    first = len(SCRIPT.splitlines()) + 1
    found = [line.split(":", 2)[1:] for line in done.stdout.splitlines() if ": error:" in line]
    assert [int(line) for line, _ in found] == list(range(first, first + len(WRONG))), (
        done.stdout + done.stderr
    )
    assert all(word in message for (_, message), word in zip(found, WRONG.values(), strict=True)), found
