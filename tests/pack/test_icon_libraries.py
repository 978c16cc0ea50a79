"""Icons of a folder and of sets in the format of Iconify."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardgen import api
from cardgen.art.face import plan_face
from cardgen.art.frame import Frame
from cardgen.art.items import Fill
from cardgen.art.layout_face import plan_boxes
from cardgen.cli import main
from cardgen.errors import PackError
from cardgen.geometry import Rect
from cardgen.pack.icon_libraries import IconSet, icon_credits
from cardgen.text import markdown
from cardgen.text.svg import examine_svg
from cardgen.units import BadValue

pytestmark = pytest.mark.usefixtures("without_sources")

SQUARE = '<path fill="currentColor" d="M0 0h16v16H0z"/>'
CORNER = '<path fill="currentColor" d="M0 0h4v4H0z"/>'
SETS: dict[str, dict[str, Any]] = {
    "arms.json": {
        "prefix": "arms",
        "width": 16,
        "height": 16,
        "icons": {"axe": {"body": SQUARE}, "bow": {"body": '<circle cx="8" cy="8" r="8" fill="#FF0000"/>'}},
        "aliases": {"hatchet": {"parent": "axe"}},
    },
    "tools.json": {"prefix": "tools", "icons": {"axe": {"body": CORNER}, "star": {"body": CORNER}}},
}
Problems = Callable[..., list[tuple[int, str, str]]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "icons").mkdir()
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">{SQUARE}</svg>'
    for name in ("ore", "moon"):
        (tmp_path / "icons" / f"{name}.svg").write_text(drawing.replace("currentColor", "#000"))
    for file, data in SETS.items():
        (tmp_path / file).write_text(json.dumps(data), "utf-8")
    return tmp_path


def pack_with(folder: Path, text: str, icons: str = "{folder: icons, sets: [arms.json, tools.json]}") -> str:
    file = folder / "x.yaml"
    cards = f"cards:\n- {{layout: story, rows: [{{title: A, text: {json.dumps(text)}}}]}}\n"
    file.write_text(f"format: 1\nname: X\nicons: {icons}\n{cards}", "utf-8")
    return str(file)


@pytest.fixture
def problems(folder: Path) -> Problems:
    def found(*args: str) -> list[tuple[int, str, str]]:
        """Return line, message and hint of each error."""
        errors = api.examine(pack_with(folder, *args)).of("error")
        return [(each.mark.line, str(each.message), str(each.hint)) for each in errors if each.mark]

    return found


def test_a_pack_has_the_icons_of_its_folder_and_sets_that_it_names(folder: Path) -> None:
    file = pack_with(folder, "{ore} {bow} {arms:axe} {tools:axe} {hatchet} {star} {coin}")
    pack = api.load(file)
    assert {name: Path(icon).name for name, icon in pack.icons.items()} == {
        "ore": "ore.svg",
        "bow": "arms.json#bow.svg",
        "arms:axe": "arms.json#axe.svg",
        "tools:axe": "tools.json#axe.svg",
        "hatchet": "arms.json#hatchet.svg",
    }
    # The files that are watched, and that a child may read.
    assert {Path(each).name for each in pack.files} == {"ore.svg", "arms.json", "tools.json"}
    assert api.sheets(file).files


def test_an_icon_of_a_folder_stands_before_a_built_in_symbol_and_that_before_one_of_a_set(
    folder: Path,
) -> None:
    pack = api.load(pack_with(folder, "{moon} {star}"))
    assert list(pack.icons) == ["moon"]
    frame = Frame(pack, Rect(0, 0, *pack.card.size))
    [box] = [box for box in plan_boxes(frame, pack.cards[0]) if box.name == "text"]
    [moon] = [item for item in box.items[:2] if isinstance(item, Fill)]
    assert moon.shape.bounds.width == pytest.approx(moon.shape.bounds.height)


def test_symbols_of_suits_and_columns_may_come_from_a_set(folder: Path) -> None:
    (folder / "x.yaml").write_text(
        "format: 1\nname: X\nicons: {sets: arms.json}\n"
        "suits: {red: {symbol: 'arms:axe', color: '#A02020', cards: {1: 1}}}\n"
        "cards:\n- {layout: token, rows: [{title: A, symbol: bow}]}\n",
        "utf-8",
    )
    pack = api.load(str(folder / "x.yaml"))
    assert Path(pack.suits["red"].symbol or "").name == "arms.json#axe.svg"
    assert Path(pack.icons["bow"]).name == "arms.json#bow.svg"
    assert api.sheets(str(folder / "x.yaml")).files


def test_a_name_that_is_in_two_sets_is_an_error_that_tells_both(problems: Problems) -> None:
    assert problems("{axe}") == [
        (5, "the icon 'axe' is in 2 sets", "write {arms:axe} or {tools:axe}"),
    ]


def test_a_misspelt_icon_is_told_the_nearest_of_all(problems: Problems) -> None:
    assert [hint for _, _, hint in problems("{hatchett} {arms:bwo} {oer}")] == [
        "did you mean 'hatchet'?",
        "did you mean 'arms:bow'?",
        "did you mean 'ore'?",
    ]


@pytest.mark.parametrize(
    ("icons", "message"),
    [
        ("{folder: icns}", "there is no folder 'icns' beside the pack"),
        ("{folder: ../icons}", "'../icons' leads out of the pack's folder"),
        ("{folder: empty}", "there is no SVG file in this folder"),
        ("{sets: [arm.json]}", "there is no file 'arm.json' beside the pack"),
        ("{sets: x.yaml}", "this is not a JSON file"),
        ("{sets: other.json}", "this JSON file is not a set of icons"),
    ],
)
def test_a_folder_or_a_set_that_cannot_be_had_is_the_one_thing_told(
    icons: str, message: str, problems: Problems, folder: Path
) -> None:
    (folder / "other.json").write_text('{"name": "x"}')
    (folder / "empty").mkdir()
    assert [(line, said) for line, said, _ in problems("{axe} {ore}", icons)] == [(3, message)]


def test_an_icon_of_a_set_is_turned_and_mirrored_as_its_set_says() -> None:
    data = {
        "width": 16,
        "height": 16,
        "icons": {"corner": {"body": CORNER}},
        "aliases": {
            "right": {"parent": "corner", "hFlip": True},
            "low": {"parent": "corner", "vFlip": True},
            "turned": {"parent": "corner", "rotate": 1},
            "again": {"parent": "turned", "rotate": 1},
            "circle": {"parent": "circle"},
        },
    }
    icons = IconSet("x.json", "x", data)

    def corner(name: str) -> tuple[float, float]:
        from cardgen.text.svg import examine_drawing

        icon, found = examine_drawing("x.svg", icons.svg(name))
        assert icon is not None, found
        bounds = icon.layers[0][0].bounds
        return round(bounds.x * 4), round(bounds.y * 4)

    # In quarters of the cell, from its lower left.
    assert corner("corner") == (0, 3)
    assert corner("right") == (3, 3)
    assert corner("low") == (0, 0)
    assert corner("turned") == (3, 3)
    assert corner("again") == (3, 0)
    for name in ("circle", "nothing"):
        with pytest.raises(ValueError, match="icon"):
            icons.svg(name)


@pytest.mark.parametrize(
    "data",
    [
        {"icons": {"axe": {"body": "<text>axe</text>"}}},
        {"icons": {"axe": {"body": "<path d='M0 0h4v4z'"}}},
        {"icons": {"axe": {"body": 3}}},
        {"icons": {"axe": 3}},
        {"icons": {"axe": {"body": CORNER, "width": 0}}},
        {"icons": {"axe": {"body": CORNER, "width": 1e300, "height": float("inf")}}},
        {"icons": {"axe": {"body": CORNER}}, "aliases": {"bow": {"parent": ["axe"]}}},
    ],
)
def test_a_strange_set_gives_a_message_or_a_card(data: dict[str, Any], folder: Path) -> None:
    (folder / "arms.json").write_text(json.dumps(data), "utf-8")
    examined = api.examine(pack_with(folder, "{arms:axe} {arms:bow}", "{sets: [arms.json]}"))
    for each in examined.of("error"):
        assert str(each.message)
    if not examined.of("error"):
        assert api.sheets(str(folder / "x.yaml")).files


def test_stats_name_authors_and_licences_of_the_sets_whose_icons_are_used(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    license = {"title": "CC BY-SA 4.0", "spdx": "CC-BY-SA-4.0", "url": "https://example.org/by-sa"}
    info = {"name": "Arms", "author": {"name": "A. Smith"}, "license": license}
    (folder / "arms.json").write_text(json.dumps({**SETS["arms.json"], "info": info}), "utf-8")
    assert main.run(["stats", pack_with(folder, "{bow} {hatchet} {ore}")]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "arms (Arms): 2 icons by A. Smith, CC BY-SA 4.0, https://example.org/by-sa" in said
    assert "Share-alike" in said
    assert "Non-commercial" not in said
    assert "tools" not in said
    assert main.run(["stats", pack_with(folder, "{tools:star}")]) == 0
    assert "tools: 1 icon, its author not stated, its licence not stated" in " ".join(
        capsys.readouterr().out.split()
    )


@pytest.mark.parametrize("info", [3, {"author": 3, "license": ["x"]}, {"author": "B", "license": "MIT-NC-1"}])
def test_a_set_may_say_anything_of_its_licence(info: Any, folder: Path) -> None:
    (folder / "arms.json").write_text(json.dumps({**SETS["arms.json"], "info": info}), "utf-8")
    [credit] = icon_credits(api.load(pack_with(folder, "{bow}")).icons.values())
    said = ("B", "MIT-NC-1") if isinstance(info, dict) and info["author"] == "B" else ("", "")
    assert (credit.author, credit.license) == said


def test_a_set_that_was_written_anew_is_read_anew(folder: Path) -> None:
    file = pack_with(folder, "{arms:axe}")
    icon, _ = examine_svg(api.load(file).icons["arms:axe"])
    now = {**SETS["arms.json"], "icons": {"axe": {"body": CORNER}}}
    (folder / "arms.json").write_text(json.dumps(now), "utf-8")
    other, _ = examine_svg(api.load(file).icons["arms:axe"])
    assert icon is not None
    assert other is not None
    assert icon.layers[0][0].bounds.width == pytest.approx(4 * other.layers[0][0].bounds.width)


def test_a_set_that_is_gone_is_told(folder: Path) -> None:
    file = pack_with(folder, "{arms:axe}")
    api.load(file)
    (folder / "arms.json").unlink()
    with pytest.raises(PackError, match=r"there is no file 'arms\.json'"):
        api.load(file)


def test_a_message_says_how_to_get_emoji_that_no_set_draws(say: Any) -> None:
    text = 'format: 1\nname: E\nextras:\n  - {face: text, text: "Eat \U0001f34e and \U0001f5e1\ufe0f!"}\n'
    Path("mine.yaml").write_text(text, "utf-8")
    assert "fetch a set that draws emoji with `cardgen icons --fetch openmoji`" in say("check", "mine.yaml")
    body = {"body": '<path d="M0 0h9v9z"/>'}
    Path("food.json").write_text(json.dumps({"prefix": "food", "icons": {"pear": body}}))
    Path("mine.yaml").write_text(text + "icons: {sets: [food.json]}\n", "utf-8")
    assert "write icons in place of emoji; `cardgen icons --search WORD`" in say("check", "mine.yaml")


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("an apple \U0001f34e, a star \u2b50", ["food:red-apple", "food:gold"]),
        # With a variation selector, joined, with a tone, a flag, a key.
        ("\U0001f5e1\ufe0f", ["food:dagger"]),
        ("\U0001f468\u200d\U0001f373", ["food:cook"]),
        ("\U0001f44b\U0001f3fd", ["food:wave-medium"]),
        ("\U0001f1e9\U0001f1ea", ["food:flag"]),
        ("1\ufe0f\u20e3", ["food:one"]),
        # Signs that fonts of text have are text.
        ("1 * 2 and \u00a9", []),
    ],
)
def test_a_set_draws_emoji_in_texts(folder: Path, text: str, drawn: list[str]) -> None:
    body = {"body": '<path d="M0 0h9v9z" fill="#123456"/>'}
    chars = {
        "2b50": "gold", "1f5e1": "dagger", "1f468-200d-1f373": "cook", "1f44b-1f3fd": "wave-medium",
        "1f1e9-1f1ea": "flag", "0031-20e3": "one", "1f44b": "missing",
    }  # fmt: skip
    names = ["red-apple", *(set(chars.values()) - {"missing"})]
    data = {"prefix": "food", "icons": dict.fromkeys(names, body), "chars": chars}
    (folder / "food.json").write_text(json.dumps(data))
    file, head = folder / "x.yaml", "format: 1\nname: X\nicons: {sets: [food.json]}\n"
    written = json.dumps(text, ensure_ascii=False)
    file.write_text(f"{head}cards: [{{layout: rule, rows: [{{title: A, text: {written}}}]}}]\n", "utf-8")
    pack = api.load(str(file))
    plan = {box.name: box for box in plan_boxes(Frame(pack, Rect(0, 0, *pack.card.size)), pack.cards[0])}
    assert markdown.icon_names(plan["text"].content) == drawn
    shapes = [item for item in plan["text"].items if isinstance(item, Fill) and item.color.hex == "#123456"]
    assert len(shapes) == len(drawn)
    # The card's own text stays as it was written.
    assert pack.cards[0].values["text"] == text
    file.write_text(f"{head}extras: [{{face: text, title: A, text: {written}}}]\n", "utf-8")
    pack = api.load(str(file))
    items = plan_face(pack, pack.cards[0], Rect(0, 0, *pack.card.size))
    assert sum(isinstance(item, Fill) and item.color.hex == "#123456" for item in items) == len(drawn)


def test_numbers_and_letters_that_no_drawing_can_have_are_left_out() -> None:
    wild = {"rotate": float("inf"), "left": float("nan"), "width": 10**400}
    icons = {"wild": {"body": "<path/>", **wild}, "half": {"body": "<path/>\ud800"}}
    info = {"name": "A\ud800", "author": "Me\nForged: yes\x1b[31m"}
    odd = IconSet("x.json", "x", {"icons": icons, "info": info})
    assert b'viewBox="0 0 16 16"' in odd.svg("wild")
    with pytest.raises(BadValue, match="has no drawing"):
        odd.svg("half")
    credit = odd.credit(1)
    assert (credit.title, credit.author) == ("A ", "Me Forged: yes [31m")


def test_packs_share_the_sets_of_a_folder(tmp_path: Path) -> None:
    """The folder is read before the environment is erased for a confined pack, so commands are run."""
    packs, kept = tmp_path / "packs", tmp_path / "kept"
    packs.mkdir()
    kept.mkdir()
    square = {"body": '<path d="M0 0h16v16H0z"/>'}
    shapes = {"prefix": "shapes", "icons": {"block": square}, "info": {"author": {"name": "Ann"}}}
    (kept / "shapes.json").write_text(json.dumps(shapes), encoding="utf-8")
    text = "format: 1\nname: P\nicons: {sets: [%s]}\ncards: [{rows: [{title: A, text: 'A {block}.'}]}]\n"
    for name, listed in (("p", "shapes.json"), ("q", "other.json"), ("r", "../kept/shapes.json")):
        (packs / f"{name}.yaml").write_text(text % listed, encoding="utf-8")

    def run(*arguments: str, icons: str = str(kept)) -> str:
        made = subprocess.run(
            [sys.executable, "-m", "cardgen", *arguments],
            cwd=packs,
            env={**os.environ, "CARDGEN_ICONS": icons},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return made.stdout + made.stderr

    assert "there is no file 'shapes.json' beside the pack" in run("check", "p.yaml", icons="")
    assert "Ann" in run("stats", "p.yaml")
    assert "p-sheets.pdf: 1 card" in run("sheets", "p.yaml")
    assert "beside the pack, nor in the folder of CARDGEN_ICONS" in run("check", "q.yaml")
    assert "leads out of the pack's folder" in run("check", "r.yaml")
    assert "shapes.json: shapes, 1 icon, Ann" in run("icons")
