"""Hints that say what to write into a pack: the studio's buttons write it, and the problem is gone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from made_fonts import made_font
from PIL import Image

from cardgen.errors import UsageError
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
            if "path" in fix and fix["path"] != ["allow"] and "picks" not in fix:
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


def pressed(text: str, tmp_path: Path, label: str = "") -> tuple[str, str]:
    """Return the label of the first button of a text's problems, or the given one, and the text after it."""
    bench, problems = look(tmp_path / "p.yaml", text)
    fixes = {fix["label"]: fix for each in problems for fix in each["fixes"]}
    assert fixes, problems
    assert not label or label in fixes, fixes.keys()
    fix = fixes[label or next(iter(fixes))]
    if "edits" not in fix:
        return fix["label"], with_fix(bench, text, fix)
    for each in reversed(fix["edits"]):
        text = text[: each["start"]] + each["insert"] + text[each["end"] :]
    return fix["label"], text


HEAD = "format: 1\nname: P\n"


@pytest.mark.parametrize(
    ("slip", "label", "mended"),
    [
        ("suits:\n\tpine: {}\n", "Replace tabs by spaces", "suits:\n  pine: {}\n"),
        ("a: {color: #123A7A, b: {}}\n", "Quote the colour", 'a: {color: "#123A7A", b: {}}\n'),
        ("author My Self\nedition: 2\n", "Add the colon after author", "author: My Self\nedition: 2\n"),
        ("suits\n  pine: {}\n", "Add the colon after suits", "suits:\n  pine: {}\n"),
        ("author: Owl: the bird\n", "Put the text in quotes", 'author: "Owl: the bird"\n'),
        ("author: @home\n", "Put the text in quotes", 'author: "@home"\n'),
        ("author: 'It's me'\n", "Put the text in quotes", 'author: "It\'s me"\n'),
        ('author: "Owl" and cat # us\n', "Put the text in quotes", 'author: "\\"Owl\\" and cat # us"\n'),
        ("cards: [{rows: [{a: !x }]}]\n", "Put the text in quotes", 'cards: [{rows: [{a: "!x" }]}]\n'),
        ('author: "Owl\nedition: 2\n', "End the text with its quote mark", 'author: "Owl"\nedition: 2\n'),
        ('cards: [{a: "Owl}]\n', "End the text with its quote mark", 'cards: [{a: "Owl"}]\n'),
        ("allow: [a, b\nedition: 2\n", "Close the bracket", "allow: [a, b]\nedition: 2\n"),
        ("cards: [{title: Owl]\n", "Close the bracket", "cards: [{title: Owl}]\n"),
        ("card: {size: poker bleed: 3 mm}\n", "Put in the comma", "card: {size: poker, bleed: 3 mm}\n"),
        ("allow: [a]]\nedition: 2\n", "Remove the last bracket", "allow: [a]\nedition: 2\n"),
        (" edition: 2\n", "Line it up with the lines above", "edition: 2\n"),
        ("suits:\n  a: {}\n c: {}\n", "Line it up with the lines above", "suits:\n  a: {}\n  c: {}\n"),
        ("author: A\nauthor: B\nedition: 2\n", "Remove this one", "author: A\nedition: 2\n"),
        ("---\nedition: 2\n", "Remove this line", "edition: 2\n"),
        ('author: "C:\\decks"\n', "Put the text in quotes", 'author: "C:\\\\decks"\n'),
        ("author: P\x07\n", "Delete what cannot be seen", "author: P\n"),
    ],
)  # fmt: skip
def test_a_slip_in_the_text_is_mended_by_a_button(slip: str, label: str, mended: str, tmp_path: Path) -> None:
    assert pressed(HEAD + slip, tmp_path, label)[1] == HEAD + mended


def test_an_empty_text_is_begun_by_buttons(tmp_path: Path) -> None:
    label, text = pressed("# Mine\n", tmp_path)
    assert (label, text) == ("Begin a pack", "# Mine\nformat: 1\nname: My deck\n")
    _, problems = look(tmp_path / "p.yaml", pressed(text, tmp_path)[1])
    assert [each for each in problems if each["severity"] == "error"] == []


@pytest.mark.parametrize("text", ["a: 'b\nc: \"d\ne: [\n", "%YAML 9\n" * 40_000])
def test_no_button_is_offered_where_nothing_surely_mends_a_slip(text: str, tmp_path: Path) -> None:
    fixes = [fix for each in look(tmp_path / "p.yaml", text)[1] for fix in each["fixes"]]
    assert [fix for fix in fixes if "shows" not in fix] == []


PLAIN = HEAD + "cards: [{layout: story, rows: [{title: A}]}]\n"


@pytest.mark.parametrize(
    ("slip", "label", "mended"),
    [
        ("ink-saver: maybe\n", "Write true", "ink-saver: true\n"),
        ("card: {bleed: 90 mm}\n", "Write bleed: 10 mm", "card: {bleed: 10 mm}\n"),
        ("card: {bleed: 3 furlongs}\n", "Write bleed: 3 mm", "card: {bleed: 3 mm}\n"),
        ("author: true\n", 'Write author: "true"', 'author: "true"\n'),
        ("xyzzy: 1\n", "Remove xyzzy", ""),
        ("card: {xyzzy: 1, bleed: 3 mm}\n", "Remove xyzzy", "card: {bleed: 3 mm}\n"),
        ("style: wooden\n", 'Write style: "solid"', "style: solid\n"),
        ("back: {color: #123A7A\n  }\n", "Quote the colour", 'back: {color: "#123A7A"\n  }\n'),
        ("back: {color: #123A7A}\n", "Quote the colour", 'back: {color: "#123A7A"}\n'),
    ],
)
def test_a_wrong_value_is_replaced_or_removed_by_a_button(
    slip: str, label: str, mended: str, tmp_path: Path
) -> None:
    label = {"Write true": "Write ink-saver: true"}.get(label, label)
    assert pressed(PLAIN + slip, tmp_path, label)[1] == PLAIN + mended


def test_a_key_in_a_list_is_removed_by_a_button(tmp_path: Path) -> None:
    text = PLAIN + "extras: [{face: title, title: B, text: b}]\n"
    assert pressed(text, tmp_path, "Remove text")[1] == PLAIN + "extras: [{face: title, title: B}]\n"


def test_what_stands_in_the_base_is_not_removed_in_its_variant(tmp_path: Path) -> None:
    bench = Workspace()
    bench.open(tmp_path / "p.yaml")
    text = "extends: standard-52\nname: P\n"
    (edit,) = bench.edits_for_value(text, text.encode(), ["suits", "clubs", "cards", "K"], None)
    assert edit["insert"] == "\nsuits:\n  clubs: {cards: {K: 0}}"
    with pytest.raises(UsageError, match="'suits' stands in the pack that this one extends"):
        bench.edits_for_value(text, text.encode(), ["suits"], None)


def test_a_missing_picture_and_a_missing_bold_are_chosen_by_a_button(tmp_path: Path) -> None:
    text = HEAD + "fonts: {text: own.ttf}\ncards: [{layout: story, rows: [{title: A, text: A **b**}]}]\n"
    (tmp_path / "own.ttf").write_bytes(made_font("Ab"))
    _, problems = look(tmp_path / "p.yaml", text)
    (fix,) = [fix for each in problems if "no bold" in each["message"] for fix in each["fixes"]]
    assert (fix["picks"], fix["path"], fix["value"], fix["into"]) == (
        "font", ["fonts", "text"], {"regular": "own.ttf"}, "bold"
    )  # fmt: skip
    _, problems = look(tmp_path / "p.yaml", HEAD + "extras: [{face: image}]\n")
    (fix,) = [fix for each in problems for fix in each["fixes"]]
    assert (fix["picks"], fix["path"]) == ("picture", ["extras", "0", "image"])


def test_every_error_of_the_bad_packs_has_a_button_of_its_own(folder: Path) -> None:
    """A button that only undoes is of no use in a pack that was opened with its errors."""
    lacking, only_shown = [], set()
    for file in sorted(folder.glob("*.yaml")):
        for problem in look(file, file.read_bytes().decode("utf-8", "surrogateescape"))[1]:
            if problem["severity"] == "error" and not problem["fixes"]:
                lacking.append(problem)
            if problem["severity"] == "error" and all("shows" in each for each in problem["fixes"]):
                only_shown.add(problem["hint"])
    assert lacking == []
    # The hints that no button follows, but one goes to the place: fewer is better.
    assert len(only_shown) <= MOST_ONLY_SHOWN, only_shown


#: Number of hints of the bad packs that must be followed by hand, at the place that a button shows.
MOST_ONLY_SHOWN = 16

SYMBOLS = 'suits: {pine: {color: "#123A7A", symbol: acorn, sign: p, cards: {2: 1, 3: 1}}}\n'


@pytest.mark.parametrize(
    ("slip", "label", "mended"),
    [
        ("language: nonsense words\n", "Remove language", ""),
        (
            "extras: {face: title, title: B}\n",
            "Write extras: [{face: title, title: B}]",
            "extras: [{face: title, title: B}]\n",
        ),
        ("card: {safe: wide, bleed: 3 mm}\n", "Write safe: 3 mm", "card: {safe: 3 mm, bleed: 3 mm}\n"),
        ("games: [never-over, 12]\n", "Remove 12 from games", "games: [never-over]\n"),
        ("games: [12, never-over]\n", "Remove 12 from games", "games: [never-over]\n"),
        ("games:\n  - never-over\n  - 12\n", "Remove 12 from games", "games:\n  - never-over\n"),
        ("games:\n  - 12 # no\n  - never-over\n", "Remove 12 from games", "games:\n  - never-over\n"),
        (SYMBOLS + "courts: {Q: J}\n", "Remove Q", SYMBOLS),
    ],
)
def test_what_the_schema_says_of_a_place_is_a_button(
    slip: str, label: str, mended: str, tmp_path: Path
) -> None:
    assert pressed(PLAIN + slip, tmp_path, label)[1] == PLAIN + mended


def test_many_words_a_colour_and_a_base_are_chosen_in_windows(tmp_path: Path) -> None:
    def chosen(text: str, label: str) -> Any:
        _, problems = look(tmp_path / "p.yaml", text)
        (fix,) = [fix for each in problems for fix in each["fixes"] if fix["label"] == label]
        return fix

    size = chosen(PLAIN + "card: {size: 5 x 5 mm}\n", "Choose size…")
    assert (size["picks"], size["path"]) == ("word", ["card", "size"])
    assert {"poker", "tarot"} <= set(size["words"])
    color = chosen(PLAIN + "back: {color: [1]}\n", "Choose a colour…")
    assert (color["picks"], color["path"]) == ("color", ["back", "color"])
    base = chosen("extends: [never-over]\nname: P\n", "Choose a pack…")
    assert (base["picks"], base["path"]) == ("word", ["extends"])
    assert "never-over" in base["words"]


def test_what_nothing_surely_mends_has_a_button_that_goes_there(tmp_path: Path) -> None:
    text = HEAD + "cards: {}\n"
    _, problems = look(tmp_path / "p.yaml", text)
    (fix,) = [fix for each in problems for fix in each["fixes"] if "shows" in fix]
    assert (fix["label"], fix["shows"]) == (
        "Go to line 3",
        {"start": text.index("{"), "end": text.index("}")},
    )
    (tmp_path / "base.yaml").write_text(PLAIN + "zzz: 1\n", encoding="utf-8")
    _, problems = look(tmp_path / "p.yaml", "extends: base.yaml\nname: P\n")
    assert {(fix["label"], fix.get("opens")) for each in problems for fix in each["fixes"]} == {
        ("Open base.yaml", "base.yaml")
    }


def test_fixes_are_tried_in_a_long_pack_too(tmp_path: Path) -> None:
    rows = "".join(
        f"      - {{title: Card {number}, text: It waits {number} turns.}}\n" for number in range(900)
    )
    text = f"{HEAD}cards:\n  - layout: story\n    rows:\n{rows}"
    assert len(text) > 45_000
    assert pressed(f"{text}language: nonsense words\n", tmp_path, "Remove language")[1] == text
