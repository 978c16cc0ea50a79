"""Packs of strangers that hide too much in little, or a broken file: a message, and no traceback."""

import subprocess
import sys
from pathlib import Path

import pytest
from made_fonts import made_font

from cardgen.sandbox import confinement

EXTENDED = "  l{}: {{extends: l{}}}\n"
CARDS = "cards:\n- {layout: l0, rows: [{title: a}]}\n"


def test_a_chain_of_layouts_ends(say):
    chain = "".join(EXTENDED.format(place, place + 1) for place in range(3000))
    Path("deep.yaml").write_text(f"format: 1\nname: X\nlayouts:\n{chain}  l3000: {{}}\n{CARDS}", "utf-8")
    said = say("check", "deep.yaml")
    assert said.code == 1
    # Once, at the first that extends too many: those that extend that one are not at fault.
    assert "deep.yaml:2996:20: error: this layout extends more than 7 others, one through another" in said
    assert said.count("error:") == 1
    assert "there is no layout" not in said


def test_eight_layouts_that_extend_one_another_are_read(say):
    chain = "".join(EXTENDED.format(place, place + 1) for place in range(7))
    Path("deep.yaml").write_text(
        f"format: 1\nname: X\nlayouts:\n{chain}  l7: {{extends: story}}\n{CARDS}", "utf-8"
    )
    assert say("check", "deep.yaml").code == 0


def test_boxes_of_a_card_are_counted_with_those_it_inherits(say):
    box = "      {}{}: {{at: [5 mm, 5 mm], size: [9 mm, 9 mm], show: x}}\n"
    base, own = ("".join(box.format(name, place) for place in range(101)) for name in "ab")
    layouts = f"  l1:\n    boxes:\n{base}  l0:\n    extends: l1\n    boxes:\n{own}"
    Path("many.yaml").write_text(f"format: 1\nname: X\nlayouts:\n{layouts}{CARDS}", "utf-8")
    said = say("check", "many.yaml")
    assert said.code == 1
    assert "many.yaml:107:3: error: this layout has 202 boxes; at most 200 stand on a card" in said


def test_too_many_boxes_are_told_once_and_not_where_they_are_inherited(say):
    boxes = "".join(f"      b{place}: {{at: [5 mm, 5 mm], size: [9 mm, 9 mm]}}\n" for place in range(201))
    heirs = "".join(f"  l{place}: {{extends: most}}\n" for place in range(50))
    Path("many.yaml").write_text(
        f"format: 1\nname: X\nlayouts:\n  most:\n    boxes:\n{boxes}{heirs}{CARDS}", "utf-8"
    )
    said = say("check", "many.yaml")
    assert said.code == 1
    assert said.count("error:") == 1
    assert "many.yaml:4:3: error: this layout has 201 boxes; at most 200 stand on a card" in said


@pytest.mark.parametrize("share", [0, 0.3, 0.8])
def test_a_broken_font_of_two_roles_is_told_at_both(share, say):
    whole = made_font("AB")
    Path("cut.ttf").write_bytes(whole[: int(share * len(whole))])
    Path("two.yaml").write_text(
        "format: 1\nname: X\nfonts:\n  title: cut.ttf\n  text: cut.ttf\n"
        "cards:\n- rows:\n  - {title: A, text: B}\n",
        "utf-8",
    )
    said = say("check", "two.yaml")
    assert said.code == 1
    assert "two.yaml:4:3: error" in said
    assert "two.yaml:5:3: error" in said


@pytest.mark.parametrize("encoding", ["UTF-7", "Shift_JIS", "klingon"])
def test_a_drawing_in_an_encoding_that_is_not_read(encoding, say):
    Path("i.svg").write_text(
        f'<?xml version="1.0" encoding="{encoding}"?>'
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10Z"/></svg>',
        "utf-8",
    )
    Path("i.yaml").write_text(
        'format: 1\nname: X\nsuits:\n  a: {symbol: i.svg, color: "#123456", cards: {A: 1}}\n', "utf-8"
    )
    said = say("check", "i.yaml")
    assert said.code == 1
    assert "i.svg:1:1: error: the drawing is in an encoding that cannot be read" in said


def test_a_cell_that_is_too_long_is_called_so(say):
    Path("long.csv").write_text("title,text\nA," + 140_000 * "x" + "\n", "utf-8")
    Path("long.yaml").write_text("format: 1\nname: X\ncards:\n- {table: long.csv, layout: story}\n", "utf-8")
    said = say("check", "long.yaml")
    assert said.code == 1
    assert "long.csv:2: error: a cell in this row has more than 131,072 characters" in said


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_a_lower_limit_of_the_system_is_kept():
    """A limit that its user has set already is no reason to fail."""
    work = (
        "import resource; resource.setrlimit(resource.RLIMIT_CPU, (9, 9))\n"
        "from cardgen.sandbox.child import FONT, run_confined\n"
        "print(run_confined(len, [1, 2], limits=FONT))"
    )
    done = subprocess.run([sys.executable, "-c", work], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")


@pytest.mark.skipif(not confinement.confinement_features()["files"], reason="nothing is confined here")
def test_odds_of_a_strangers_pack_are_drawn_for_a_user_without_a_folder_of_settings():
    """Matplotlib does not start without a folder that it may write, and the child may write none."""
    pytest.importorskip("matplotlib")
    there = (
        "import os; os.environ['HOME'] = '/nowhere'; "
        "from cardgen.gaming.lab.plots import theme; theme.verify_installed()"
    )
    work = f"from cardgen.sandbox.child import *\nprint(run_confined(exec, {there!r}, limits=PACK))"
    done = subprocess.run([sys.executable, "-c", work], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "None\n", "")
