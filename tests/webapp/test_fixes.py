"""Hints that say what to write into a pack: the studio's buttons write it, and the problem is gone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.webapp.workspace import Workspace

BAD = Path(__file__).parents[1] / "bad"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bad packs, with pictures that those name."""
    made = tmp_path_factory.mktemp("corpus") / "bad"
    shutil.copytree(BAD, made)
    Image.new("RGB", (90, 120), "navy").save(made / "coarse.png")
    one_way = Image.new("RGB", (840, 1150), "white")
    one_way.paste("black", (0, 0, 840, 300))
    one_way.save(made / "sharp.png")
    return made


def look(file: Path, text: str) -> tuple[Workspace, list[Any]]:
    bench = Workspace()
    bench.open(file)
    return bench, bench.examine("tab", 1, text.encode(), text, (0, 0))["problems"]


def with_fix(bench: Workspace, text: str, fix: Any) -> str:
    """Return the text after a button of a problem was pressed."""
    value = json.loads(json.dumps(fix["value"]))
    edits = bench.edits_for_value(text, text.encode(), fix["path"], value)
    for each in reversed(edits):
        text = text[: each["start"]] + each["insert"] + text[each["end"] :]
    return text


#: Packs with problems whose hints say what to write.
NAMES = (
    *("consequences", "empty_values", "faces", "idle", "missing", "never_over_no_green", "never_over_points"),
    *("never_over_signs", "no_cards", "on_stripe", "pictures", "pieces"),
)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_hint_suggests_is_written_and_mends_the_problem(name: str, folder: Path) -> None:
    file = folder / f"{name}.yaml"
    text = file.read_text(encoding="utf-8")
    bench, problems = look(file, text)
    pressed = 0
    for problem in problems:
        for fix in problem["fixes"]:
            if "path" in fix and fix["path"] != ["allow"]:
                after = with_fix(bench, text, fix)
                left = [each["message"] for each in look(file, after)[1]]
                assert left.count(problem["message"]) < [each["message"] for each in problems].count(
                    problem["message"]
                ), fix["label"]
                pressed += 1
    assert pressed


LAYOUT = """\
format: 1
name: P
layouts:
  mine:
    boxes:
      text: {at: [5 mm, 5 mm], size: [40 mm, 10 mm]}
      plate: {at: [4 mm, 4 mm], size: [50 mm, 50 mm], show: "", ground: {color: black}}
cards: [{layout: mine, rows: [{text: Hello, Count: 2}, {text: Ho, Count: 3}]}]
"""


@pytest.mark.parametrize(
    ("text", "label", "written"),
    [
        (LAYOUT, "Write below: text", "ground: {color: black}, below: text}"),
        (LAYOUT, "Write allow: [covered]", "ground: {color: black}, allow: [covered]}"),
        (LAYOUT, 'Write columns: quantity: "Count"', ", columns: {quantity: Count}}]"),
        (
            "extends: standard-52\nname: P\ngames: [abstrac-unfettered]\nextras: [{face: title, title: A}]\n",
            "Add {face: joker} to extras",
            "extras: [{face: title, title: A}, {face: joker}]",
        ),
        (
            'extends: never-over\nname: P\nsuits: {green: {color: "#B0D8C0"}}\n',
            "Keep it: allow contrast",
            "\nallow: [contrast]",
        ),
    ],
)
def test_a_suggestion_is_a_button_that_says_what_it_writes(
    text: str, label: str, written: str, tmp_path: Path
) -> None:
    bench, problems = look(tmp_path / "p.yaml", text)
    fixes = {fix["label"]: fix for each in problems for fix in each["fixes"]}
    assert label in fixes, fixes.keys()
    assert written in with_fix(bench, text, fixes[label])
