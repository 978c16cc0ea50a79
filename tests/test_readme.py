"""The README tells the truth: its commands run, its packs are good, its pictures are current."""

from __future__ import annotations

import importlib.util
import io
import re
import shlex
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image, ImageChops

from cardgen import api
from cardgen.cli.main import run

TOP = Path(__file__).parent.parent
README = "\n".join((TOP / name).read_text(encoding="utf-8") for name in ("README.md", "docs/designing.md"))


def blocks(language: str) -> list[str]:
    """The fenced blocks marked with a language ("" for none)."""
    parts = re.split(r"^```(.*)\n", README, flags=re.MULTILINE)
    # Text, opening word, block, closing word (none), text ...
    return [block for word, block in zip(parts[1::4], parts[2::4], strict=False) if word == language]


def commands() -> list[str]:
    """Every cardgen command of the README, in order, without shell redirections and comments."""
    lines = [line for block in blocks("sh") for line in block.replace("\\\n", " ").splitlines()]
    found = [line.removeprefix("pip install . && ") for line in lines if "cardgen " in line]
    said = [re.sub(r"\s+#.*$", "", line).split(">>")[0] for line in found]
    return [command.strip() for line in said for command in line.split("&&")]


def test_all_commands_run_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a newcomer would, in one empty folder; my-pack.yaml is the README's own example.

    The figures that the README shows are those that its commands print.
    """
    monkeypatch.chdir(tmp_path)
    variant, whole, family = blocks("yaml")
    Path("sums.yaml").write_text(whole, encoding="utf-8")
    Path("family.yaml").write_text(family, encoding="utf-8")
    (rules,) = blocks("markdown")
    Path("rules.md.j2").write_text(rules, encoding="utf-8")
    Path("pictures").mkdir()
    for name in re.findall(r"pictures/[\w.]+", family):
        Image.new("RGB", (804, 1111), "#88AACC").save(name)
    for command in commands():
        arguments = shlex.split(command)[1:]
        assert run(arguments) == 0, command
        if arguments[:2] == ["new", "my-pack.yaml"]:
            Path("my-pack.yaml").write_text(variant, encoding="utf-8")
    said = capsys.readouterr().out.splitlines()
    for block in blocks("console"):
        # What is left out is marked.
        assert set(block.splitlines()) - {"..."} <= set(said)
    for name in ("sums.yaml", "family.yaml", "my-pack.yaml"):
        assert run(["check", name, "--strict"]) == 0


def test_the_message_shown_is_the_message_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardgen.cli.report import written

    monkeypatch.chdir(tmp_path)
    shown = next(block for block in blocks("") if "'stile'" in block)
    Path("my-pack.yaml").write_text("# yaml\nextends: never-over\nname: My pack\nstile: solid\n")
    problems = api.examine("my-pack.yaml").of("error")
    assert shown.startswith(written(problems) + "\n")


def test_the_python_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (example,) = blocks("python")
    exec(compile(example, "README.md", "exec"), {})
    assert Path("never-over.pdf").read_bytes().startswith(b"%PDF-1.7")


def pictures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pictures", TOP / "docs" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["cards", "sheet", "styles", "backs", "guides", "rulebook", "compared"])
def test_pictures_are_current(name: str, tmp_path: Path) -> None:
    """`python docs/pictures.py` makes them; a failure leaves what it made beside the message."""
    made = pictures()
    expected = Image.open(made.FOLDER / f"{name}.png").convert("RGB")
    actual = Image.open(io.BytesIO(made.encoded(made.PICTURES[name]()))).convert("RGB")
    actual.save(tmp_path / f"{name}-actual.png")
    expected.save(tmp_path / f"{name}-expected.png")
    assert actual.size == expected.size, f"see {tmp_path}"
    cells = ImageChops.difference(actual, expected).reduce(8)
    assert max(high for _, high in cells.getextrema()) < 40, f"see {tmp_path}"


def test_every_picture_is_shown_and_made() -> None:
    shown = set(re.findall(r"\(\S*pictures/(\w+)\.png", README))
    assert shown == set(pictures().PICTURES) == {file.stem for file in (TOP / "docs/pictures").glob("*.png")}
