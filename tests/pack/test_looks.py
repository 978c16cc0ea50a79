"""What packs of a folder share by `use`, and colours by names."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen import api
from cardgen.colour.colors import color_from_hex
from cardgen.errors import PackError

LOOK = """\
format: 1
colors: {brand: "#7A1F3D", paper: {rgb: "#FBF7EC", cmyk: [0, 2, 6, 1]}}
icons: {coin2: coin.svg}
layouts:
  action: {extends: story, color: brand, ground: [paper, white]}
types:
  title: {size: 13 pt}
"""
PACK = """\
format: 1
name: {name}
use: look.yaml
cards:
- {{layout: action, rows: [{{title: Wood, text: "Gain {{coin2}} 2"}}]}}
back: {{pattern: plain, color: brand}}
"""
Check = Callable[..., list[tuple[str, int, str]]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "look.yaml").write_text(LOOK, "utf-8")
    (tmp_path / "coin.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/></svg>'
    )
    return tmp_path


@pytest.fixture
def check(folder: Path) -> Check:
    def check(text: str = PACK.format(name="A"), **others: str) -> list[tuple[str, int, str]]:
        """Return file, line and message of each problem. others: texts of files beside the pack, by stems."""
        for name, other in {"a": text, **others}.items():
            (folder / f"{name}.yaml").write_text(other, "utf-8")
        try:
            problems = api.examine(str(folder / "a.yaml")).problems
        except PackError as error:
            problems = tuple(error.problems)
        return [
            (Path(each.mark.file).name, each.mark.line, str(each.message)) for each in problems if each.mark
        ]

    return check


def test_packs_of_a_folder_share_layouts_types_icons_and_colours(folder: Path) -> None:
    for name in ("Alpha", "Beta"):
        file = folder / f"{name}.yaml"
        file.write_text(PACK.format(name=name), "utf-8")
        pack = api.load(str(file))
        assert pack.name == name
        assert pack.back.color == color_from_hex("#7A1F3D")
        layout = pack.layout("action")
        assert layout.color == color_from_hex("#7A1F3D")
        assert [ground.cmyk for ground in layout.possible_grounds[0].colors] == [
            (0, 0.02, 0.06, 0.01),
            (0, 0, 0, 0),
        ]
        assert pack.icons == {"coin2": str(folder / "coin.svg")}
        assert pack.types["title"].size == 13
        assert api.sheets(str(file)).files


def test_what_a_pack_states_itself_lies_over_its_look_and_that_over_its_base(folder: Path) -> None:
    (folder / "own.yaml").write_text('colors: {brand: "#333333", extra: "#123456"}\n', "utf-8")
    (folder / "base.yaml").write_text(PACK.format(name="Base"), "utf-8")
    (folder / "a.yaml").write_text(
        'format: 1\nname: A\nextends: base.yaml\nuse: [own.yaml]\ncolors: {paper: "#FFFFFF"}\n', "utf-8"
    )
    colors = api.load(str(folder / "a.yaml")).own_colors
    expected = {"brand": "#333333", "paper": "#FFFFFF", "extra": "#123456"}
    assert {name: color.hex for name, color in colors.items()} == expected
    # Of several, the last is uppermost.
    (folder / "b.yaml").write_text(
        PACK.format(name="B").replace("use: look.yaml", "use: [own.yaml, look.yaml]"), "utf-8"
    )
    assert api.load(str(folder / "b.yaml")).own_colors["brand"].hex == "#7A1F3D"


def test_faults_of_a_look_stand_at_its_lines(check: Check) -> None:
    assert check() == []
    wrong = LOOK.replace("13 pt", "13 pots") + "cards: []\nlayout: {}\nname: X\n"
    assert check(look=wrong) == [
        ("look.yaml", 7, "'pots' is not a unit known here"),
        ("look.yaml", 8, "'cards' cannot be shared"),
        ("look.yaml", 9, "'layout' cannot be shared"),
        ("look.yaml", 10, "'name' cannot be shared"),
    ]
    assert check(look=LOOK.replace("format: 1", "format: 2")) == [
        ("look.yaml", 1, "this version of cardgen reads format 1, not 2")
    ]


@pytest.mark.parametrize(
    ("use", "message"),
    [
        ("lok.yaml", "there is no file 'lok.yaml' beside the pack"),
        ("../look.yaml", "'../look.yaml' leads out of the pack's folder"),
        ("3", "use takes the name of a file"),
        ("[look.yaml, 3]", "use takes the name of a file"),
        (f"[{'look.yaml, ' * 9}]", "this list is too long"),
    ],
)
def test_a_look_that_is_not_there_is_the_one_thing_told(use: str, message: str, check: Check) -> None:
    # Its colours, layouts and icons are not told as missing.
    assert check(PACK.format(name="A").replace("look.yaml", use)) == [("a.yaml", 3, message)]


def test_a_look_by_itself_is_no_pack(folder: Path) -> None:
    with pytest.raises(PackError) as caught:
        api.examine(str(folder / "look.yaml"))
    [problem] = caught.value.problems
    assert problem.message == "this file is not a pack: it is for packs to share with use"
    assert "use: look.yaml" in str(problem.hint)


def test_names_of_colours(check: Check) -> None:
    text = "format: 1\nname: A\nback: {pattern: plain, color: brnd}\ncolors:\n  brand: '#123456'\n"
    cards = "cards: [{layout: story, rows: [{title: A}]}]\n"
    assert check(text + cards) == [("a.yaml", 3, "'brnd' is not a colour")]
    bad = "  black: '#222222'\n  '#2': '#222222'\n  accent: '#222222'\n  two: twenty\n"
    assert check(text.replace("brnd", "two") + bad + cards) == [
        ("a.yaml", 6, "'black' already has a meaning as a colour"),
        ("a.yaml", 7, "a colour cannot be called '#2'"),
        ("a.yaml", 8, "'accent' already has a meaning as a colour"),
        ("a.yaml", 9, "'twenty' is not a colour"),
    ]
