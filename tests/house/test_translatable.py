"""What a proof shows can be translated: nobody writes it as a plain text by mistake."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import cardgen

HOME = Path(cardgen.__file__).parent
#: The rooms that find what is wrong with a pack; jobs and commands speak English.
ROOMS = ("pack", "text", "colour", "checks", "gaming/games")
#: Whose severity is not known where they are made: told of drawings and of what is left out, in English.
ENGLISH = {"checks/examination.py", "text/svg.py"}
FILES = [file for room in ROOMS for file in sorted((HOME / room).rglob("*.py"))]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(HOME).as_posix())
def test_only_errors_of_a_pack_are_made_as_plain_texts(file: Path) -> None:
    """Warnings and notes are made by remark(), which mypy lets have a Sentence only."""
    if file.relative_to(HOME).as_posix() in ENGLISH:
        return
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Problem":
            named = {each.arg for each in node.keywords}
            assert len(node.args) < 4, f"line {node.lineno}"
            assert "severity" not in named, f"line {node.lineno}"


@pytest.mark.parametrize(
    "file", sorted(HOME.rglob("*.py")), ids=lambda file: file.relative_to(HOME).as_posix()
)
def test_a_sentence_is_a_literal(file: Path) -> None:
    """An f-string is another sentence for each value, which no catalogue can have."""
    text = file.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "entence" in text else ():
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in (
            "Sentence",
            "sentence",
            "sentence_about",
        ):
            assert not any(isinstance(each, ast.JoinedStr | ast.BinOp) for each in node.args), node.lineno
