"""Small packs that ask for too much work end within a command's budget; an honest one stays far below it.

The budgets are a small part of the usual ones. Where a message names the place to which the work had come,
the time is over at a place that the test chooses, so that no machine is too slow or too fast for it.
"""

import io
import re
import struct
import sys
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from made_fonts import made_font, saved
from samples import MANY_BOXES, box_keys, end_at_place, sampled
from test_confinement import png

from cardgen.cli.main import run
from cardgen.errors import Mark
from cardgen.sandbox import child
from cardgen.sandbox.child import Limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the system bounds no memory")

HONEST = "format: 1\nname: X\ncards:\n- {layout: story, rows: [{title: A, text: some words}]}\n"


@pytest.fixture(autouse=True)
def small_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(child, "PACK", Limits(3, memory=150 << 20))


def refusal(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    """Return what a command says that is refused, and has written nothing."""
    assert run([*command]) == 1
    assert not list(Path().glob("output/**/*.*"))
    return "".join(reversed(capsys.readouterr()))


@pytest.mark.parametrize("command", ["check", "sheets", "images", "rulebook"])
def test_an_honest_pack_stays_below_the_budget(command: str) -> None:
    Path("x.yaml").write_text(HONEST, "utf-8")
    Path("x.md.j2").write_text("# Rules of {{ pack.name }}\n\nPlay.\n", "utf-8")
    assert run([command, "x.yaml"]) == 0


TOO_LONG = "error: work on this file takes more than 3 seconds; it had come to this place"


@pytest.mark.parametrize("command", ["check", "sheets"])
def test_boxes_on_many_cards(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("x.yaml").write_text(MANY_BOXES, "utf-8")
    end_at_place(monkeypatch, 7)
    said = refusal(capsys, command, "x.yaml")
    # At the row of the card that was being laid out.
    assert re.match(rf"x\.yaml:\d+:5: {TOO_LONG}\n", said)
    assert re.search(r"\n +\d+ \|   - {title: Row 6 of many}\n", said)
    assert "--trust" in said


@pytest.mark.parametrize("number", [500, 10_000])
def test_boxes_without_number(
    number: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "PACK", Limits(0.6, memory=150 << 20))
    boxes = box_keys(number)
    rows = "".join(f"  - {{title: Row {row}}}\n" for row in range(500))
    text = f"format: 1\nname: X\nlayouts:\n  l0:\n    boxes:\n{boxes}cards:\n- layout: l0\n  rows:\n{rows}"
    Path("x.yaml").write_text(text, "utf-8")
    said = refusal(capsys, "sheets", "x.yaml")
    # 10,000 take longer to read than this budget; a command's own is fifty times as long.
    assert re.match(rf"x\.yaml(:4:3: error: this layout has {number:,} boxes|.*: error: work on)", said)


@pytest.mark.parametrize("command", sampled(["sheets", "images"], 2))
def test_pictures_of_many_pixels(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "PACK", Limits(3, memory=100 << 20))
    for number in range(3):
        png(Path(f"p{number}.png"), 7000, 7000, 4)
    rows = "".join(f"  - {{title: A{row}, picture: p{row}.png}}\n" for row in range(3))
    Path("x.yaml").write_text(f"format: 1\nname: X\ncards:\n- layout: story\n  rows:\n{rows}", "utf-8")
    said = refusal(capsys, command, "x.yaml")
    # A child may also use what this process has freed, so a picture takes far more than the limit.
    # How far it comes depends on what the process held before.
    assert re.match(r"x\.yaml:[678]:\d+: error: .* takes more than 100 MB of memory", said)
    assert re.search(r"- {title: A(\d), picture: p\1\.png}", said)


def test_a_font_whose_characters_are_without_number(capsys: pytest.CaptureFixture[str]) -> None:
    """36,000 times all of Unicode, in 430 kB."""
    groups = 36_000
    head = struct.pack(">HHHHLHHLLL", 0, 1, 3, 10, 12, 12, 0, 16 + 12 * groups, 0, groups)
    table = DefaultTable("cmap")
    table.data = head + struct.pack(">LLL", 0, 0x10FFFF, 1) * groups
    font = TTFont(io.BytesIO(made_font("AB")))
    font["cmap"] = table
    Path("bomb.ttf").write_bytes(saved(font))
    rows = "cards:\n- rows:\n  - {title: A, text: B}\n"
    Path("x.yaml").write_text(f"format: 1\nname: X\nfonts:\n  title: bomb.ttf\n{rows}", "utf-8")
    said = refusal(capsys, "sheets", "x.yaml")
    assert said.startswith("x.yaml:4:3: error: ")
    assert "bomb.ttf" in said


def test_a_catalogue_without_end(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("x.yaml").write_text(HONEST, "utf-8")
    texts = [f"Some rule of {number} words that is like the others, {number % 7}" for number in range(3000)]
    Path("x.md.j2").write_text("---\nlanguage: en\n---\n" + "\n\n".join(texts), "utf-8")
    Path("x.de.po").write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        + "".join(f'msgid "{text} once"\nmsgstr "x"\n\n' for text in texts),
        "utf-8",
    )
    end_at_place(monkeypatch, 1, Mark)
    said = refusal(capsys, "words", "x.yaml", "de")
    assert said.startswith(f"x.de.po: {TOO_LONG}")


def test_a_template_without_end(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "PACK", Limits(0.6))
    loop = "{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}"
    Path("x.yaml").write_text(HONEST, "utf-8")
    Path("x.md.j2").write_text(f"# Rules\n\n{loop}\n", "utf-8")
    said = refusal(capsys, "rulebook", "x.yaml")
    assert "x." in said
    assert "error" in said
