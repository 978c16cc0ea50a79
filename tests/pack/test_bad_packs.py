"""Bad packs in tests/bad, each with every message that it must get, and no other, as comments.

    style: papr
    #      ^ error: 'papr' is not one of the choices here -> did you mean 'paper'?

The caret stands under the place, and what follows `->` is the hint; several such lines may follow one
another. A caret in column 2 means column 1 or 2. `#! never-over.yaml error: ...` at the top is a message
about a pack of cardgen's own, wherever it points; `#! coin.svg:3:1 error: ...` is one about another file.
`# also: FILE` takes in the comments of a base as well.
"""

import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from cardgen import api
from cardgen.errors import PackError, Problem

BAD = Path(__file__).parents[1] / "bad"
MARKED = re.compile(r"#( *)\^ (error|warning|note): (.*)")
ELSEWHERE = re.compile(r"#! ([^\s:]+)(?::(\d+):(\d+))? (error|warning|note): (.*)")

#: File, line, column, severity, and the message with its hint.
Said = tuple[str, int, int, str, str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the corpus with the pictures that its packs name."""
    made = tmp_path_factory.mktemp("corpus") / "bad"
    shutil.copytree(BAD, made)
    Image.new("RGB", (90, 120), "navy").save(made / "coarse.png")
    top_heavy = Image.new("RGB", (840, 1150), "white")
    top_heavy.paste("black", (0, 0, 840, 300))
    top_heavy.save(made / "sharp.png")
    (made / "cut.png").write_bytes((made / "sharp.png").read_bytes()[:200])
    (made / "text.png").write_text("not a picture")
    (made / "folder").mkdir()
    Image.new("RGB", (9, 9)).save(made.parent / "outside.png")
    (made / "link.png").symlink_to(made.parent / "outside.png")
    return made


def expected(name: str) -> list[Said]:
    found: list[Said] = []
    line_number = 0
    for number, line in enumerate((BAD / name).read_text(encoding="utf-8").splitlines(), 1):
        if marked := MARKED.fullmatch(line):
            column = len(marked[1]) + 2
            found.append((name, line_number, 1 if column == 2 else column, marked[2], marked[3]))
        elif elsewhere := ELSEWHERE.fullmatch(line):
            file, line, column, severity, message = elsewhere.groups("0")
            found.append((file, int(line), int(column), severity, message))
        else:
            line_number = number
        if line.startswith("# also: "):
            found += expected(line.removeprefix("# also: "))
    return found


def said(problem: Problem) -> Said:
    assert problem.mark
    mark = problem.mark
    text = f"{problem.message} -> {problem.hint}" if problem.hint else problem.message
    if Path(mark.file).is_absolute():
        return Path(mark.file).name, 0, 0, problem.severity, text
    return mark.file, mark.line, 1 if mark.column == 2 else mark.column, problem.severity, text


@pytest.mark.parametrize("name", sorted(file.name for file in BAD.glob("*.yaml")))
def test_a_bad_pack_gets_just_these_messages(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    try:
        problems = list(api.examine(name).problems)
    except PackError as error:
        problems = error.problems
    found = [said(problem) for problem in problems]
    assert sorted(found) == sorted(expected(name))
    own = [each[1:3] for each in found if each[0] == name]
    assert own == sorted(own), "problems stand in the order of their places"


def test_the_corpus_would_notice_a_change() -> None:
    """A comment that means to expect something and is not supported would expect nothing."""
    for file in [*BAD.glob("*.yaml"), *BAD.glob("bases/*.yaml")]:
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("#") and ("^" in line or "error:" in line):
                assert MARKED.fullmatch(line) or ELSEWHERE.fullmatch(line), f"{file.name}: {line}"
