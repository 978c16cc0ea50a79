"""README and docs tell the truth: commands run, packs are good, figures and pictures are current."""

from __future__ import annotations

import importlib.util
import io
import re
import shlex
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from made_logs import write_logs
from PIL import Image, ImageChops
from samples import sampled

from cardgen import api
from cardgen.cli.main import run
from cardgen.gaming.games.game import Setup
from cardgen.jobs import JOBS, find_job
from cardgen.jobs.job import options_of

TOP = Path(__file__).parents[2]
#: docs/reference.py makes these, and its own test keeps them current.
GENERATED = {"commands.md", "looks.md", "pack-format.md"}
PAGES = {
    file.relative_to(TOP).as_posix(): file.read_text(encoding="utf-8")
    for file in [TOP / "README.md", *sorted(TOP.glob("docs/*.md"))]
    if file.name not in GENERATED
}


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks marked with a language ("" for none)."""
    parts = re.split(r"^```(.*)\n", text, flags=re.MULTILINE)
    # Text, opening word, block, closing word (none), text ...
    return [block for word, block in zip(parts[1::4], parts[2::4], strict=False) if word == language]


def all_blocks(language: str) -> list[str]:
    return [block for text in PAGES.values() for block in blocks(text, language)]


def rules_files() -> dict[str, str]:
    """Return the blocks of Python that begin with a comment of a file's name, by that name."""
    named = {block.splitlines()[0].removeprefix("# "): block for block in all_blocks("python")}
    return {name: block for name, block in named.items() if name.endswith(".py")}


def steps() -> dict[str, str]:
    """Return each block of commands with the text up to the next one, by page and first command."""
    found = {}
    for page, text in PAGES.items():
        for place, part in enumerate(text.split("\n```sh\n")[1:], 1):
            step = f"```sh\n{part}"
            if commands(step):
                found[f"{page} {place}: {' '.join(commands(step)[0][:2])}"] = step
    return found


def commands(text: str) -> list[list[str]]:
    """Return the arguments of every cardgen command in order, without shell redirections and comments."""
    lines = [line for block in blocks(text, "sh") for line in block.replace("\\\n", " ").splitlines()]
    said = [re.sub(r"\s+#.*$", "", line).split(">>")[0] for line in lines]
    found = [shlex.split(command) for line in said for command in line.split("&&")]
    return [words[1:] for words in found if words[:1] == ["cardgen"]]


PACKS = {
    re.search(r"^name: (.*)$", block, re.MULTILINE)[1].lower().replace(" ", "-") + ".yaml": block  # type: ignore[index]
    for block in all_blocks("yaml")
}
STEPS = steps()
#: Commands that take seconds: the README's blocks of them are the sample of those of all pages.
LONG = {
    *(
        "build",
        "compare",
        "design",
        "images",
        "logs",
        "match",
        "order",
        "press",
        "proof",
        "rulebook",
        "simulate",
    ),
    *("verify", "words"),
}


def marked(step: str) -> Any:
    """Return the parameter of a block of commands, marked `thorough` if it takes long."""
    is_long = not step.startswith("README.md") and any(each[0] in LONG for each in commands(STEPS[step]))
    return pytest.param(step, marks=[pytest.mark.thorough] if is_long else [])


@pytest.fixture(scope="module")
def shown_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the packs, the template and the pictures that the pages show, made once."""
    folder = tmp_path_factory.mktemp("shown")
    for name, text in {**PACKS, **rules_files()}.items():
        (folder / name).write_text(text, encoding="utf-8")
    (rules,) = all_blocks("markdown")
    (folder / "rules.md.j2").write_text(rules, encoding="utf-8")
    packs = "".join(PACKS.values())
    for name, text in zip(re.findall(r"table: (\S+\.csv)", packs), all_blocks("csv"), strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "pictures").mkdir()
    for name in {*re.findall(r"pictures/[\w.]+", packs)}:
        if name.endswith(".svg"):
            art = "<rect width='72' height='54' fill='#88AACC'/>"
            svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 72 54'>{art}</svg>"
            (folder / name).write_text(svg)
        elif f"mask: {name}" in packs:
            Image.linear_gradient("L").resize((720, 720)).save(folder / name)
        else:
            Image.new("RGB", (804, 1111), "#88AACC").save(folder / name)
    return folder


@pytest.fixture
def folder(shown_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder with what the pages show, and nothing else."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    shutil.copytree(shown_files, tmp_path / "shown")
    monkeypatch.chdir(tmp_path / "shown")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", [marked(step) for step in STEPS])
def test_commands_run_and_print_what_is_shown(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in commands(STEPS[name]):
        prepare(arguments)
        assert run(arguments) == 0, arguments
    said = capsys.readouterr().out.splitlines()
    for block in blocks(STEPS[name], "console"):
        # What is left out is marked.
        assert set(block.splitlines()) - {"..."} <= set(said)


def prepare(arguments: list[str]) -> None:
    """Take away the pack that a command is to make; make the design and the logs of earlier steps."""
    if arguments[0] == "new" and arguments[1] in PACKS:
        Path(arguments[1]).unlink()
    if arguments[0] == "logs":
        write_logs(Path(arguments[2]), "standard-52", Setup("up-and-over", 3, ("sensible",)), 12)
    designs = [Path(name) for name in arguments if arguments[0] == "compare" and name.startswith("output/")]
    for design in designs:
        design.parent.mkdir(exist_ok=True)
        design.write_text("extends: never-over\nname: Design\n", encoding="utf-8")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", sampled(PACKS, 3))
def test_the_packs_shown_are_good(name: str) -> None:
    if any("pip install" in problem.hint for problem in api.examine(name).problems):
        pytest.skip("its font is not installed")
    assert run(["check", name, "--strict"]) == 0


def test_the_message_shown_is_the_message_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardgen.cli.report import problems_text

    monkeypatch.chdir(tmp_path)
    (shown,) = (block for block in all_blocks("") if "'stile'" in block)
    Path("my-pack.yaml").write_text("# yaml\nextends: never-over\nname: My pack\nstile: solid\n")
    problems = api.examine("my-pack.yaml").of("error")
    assert shown.startswith(problems_text(problems) + "\n")


def examples(page: str) -> list[str]:
    """Return the blocks of Python of a page that are no files."""
    return [block for block in blocks(PAGES[page], "python") if block not in rules_files().values()]


def test_the_python_page_runs_and_prints_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    page = "docs/python.md"
    code = "\n".join(examples(page))
    names: dict[str, object] = {}
    exec(compile(code, page, "exec"), names)
    said = capsys.readouterr().out.splitlines()
    for block in blocks(PAGES[page], "text"):
        assert set(block.splitlines()) <= set(said)
    assert {"letters.pdf", "guard.png", "guard.svg"} <= {file.name for file in tmp_path.iterdir()}
    assert Path("output/never-over-sheets.pdf").read_bytes().startswith(b"%PDF-1.7")


def test_the_python_page_names_all_commands() -> None:
    """Of each, what comes back; but `studio` serves a page until it is stopped."""
    rows = "".join(re.findall(r"^\| (`.*?) \|", PAGES["docs/python.md"], re.MULTILINE))
    assert set(re.findall(r"`(\w+)\(", rows)) - {"save"} >= JOBS.keys() - {"studio"}
    options = [each for command in JOBS for each in options_of(find_job(command)).values()]
    for each in options:
        if not each.option.argument and each.flag[2:].replace("-", "_") != each.field:
            assert f"`{each.flag}` is `{each.field}=`" in PAGES["docs/python.md"]


@pytest.mark.usefixtures("folder")
def test_the_game_shown_keeps_its_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path.cwd()))
    monkeypatch.delitem(sys.modules, "tide", raising=False)
    (example,) = examples("docs/own-games.md")
    said: list[object] = []
    exec(compile(example, "own-games.md", "exec"), {"print": said.append})
    monkeypatch.delitem(sys.modules, "tide")
    assert said == [[-16, 0, -3]]
    assert len([line for line in rules_files()["tide.py"].splitlines() if line.strip()]) <= 40


def pictures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pictures", TOP / "docs" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "name",
    [
        *("cards", "sheet", "styles", "backs", "suits", "symbols", "guides", "rulebook"),
        # It plays ten thousands of games.
        pytest.param("compared", marks=pytest.mark.thorough),
    ],
)
def test_pictures_are_current(name: str, tmp_path: Path) -> None:
    """`python docs/pictures.py` makes them; a failure leaves what it made beside the message."""
    made = pictures()
    expected = Image.open(made.FOLDER / f"{name}.png").convert("RGB")
    actual = Image.open(io.BytesIO(made.encoded(name))).convert("RGB")
    actual.save(tmp_path / f"{name}-actual.png")
    expected.save(tmp_path / f"{name}-expected.png")
    assert actual.size == expected.size, f"see {tmp_path}"
    cells = ImageChops.difference(actual, expected).reduce(8)
    assert max(high for _, high in cells.getextrema()) < 40, f"see {tmp_path}"


def test_every_picture_is_shown_and_made() -> None:
    made = [(TOP / "docs" / name).read_text(encoding="utf-8") for name in sorted(GENERATED)]
    shown = set(re.findall(r"pictures/(\w+)\.png\)", "".join([*PAGES.values(), *made])))
    assert shown == set(pictures().PICTURES) == {file.stem for file in (TOP / "docs/pictures").glob("*.png")}


def test_links_lead_somewhere() -> None:
    """A page and a heading in it, as they are named in a link."""
    for page, text in PAGES.items():
        # What an example shows leads nowhere here.
        shown = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
        for link in re.findall(r"\]\(([^)\s]+)\)", shown):
            target, _, heading = link.partition("#")
            if target.startswith("https:") or Path(target).name in GENERATED:
                continue
            file = (TOP / page).parent / target if target else TOP / page
            assert file.exists(), f"{page}: {link}"
            if heading:
                found = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8").lower(), re.MULTILINE)
                assert heading in {re.sub(r"[^\w -]", "", line).replace(" ", "-") for line in found}, link
