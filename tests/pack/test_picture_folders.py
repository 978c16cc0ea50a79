"""Folders of pictures as decks: what names say, what covers the bleed, what is told of bad folders."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import cardgen
from cardgen.colour.images import has_proportions_of_trim, with_mirrored_edges
from cardgen.pack.picture_folders import picture_deck
from cardgen.units import MM

pytestmark = pytest.mark.usefixtures("without_sources")

PACK = "format: 1\nname: Scans\ncard: {size: 63 x 88 mm}\ncards:\n  - folder: scans\n"


def draw(name: str, size: tuple[int, int] = (63, 88), color: str = "teal") -> None:
    file = Path("scans", name)
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, color).save(file)


def test_names_say_which_card_how_often_and_which_back() -> None:
    deck = picture_deck([
        *("10 sword.png", "2 shield.JPG", "knight-x3.png", "3X_potion.jpeg", "notes.txt", "old/x.png"),
        *("knight-back.png", "half-back.png", "back.png", "__hidden.png", "axe-front.png", "axe_back.png"),
        "x3.png",
    ])  # fmt: skip
    assert deck.back == "back.png"
    assert [(card.id, card.name, card.quantity, card.back) for card in deck.cards] == [
        ("2 shield", "2 shield", 1, None),
        ("potion", "potion", 3, None),
        ("10 sword", "10 sword", 1, None),
        ("axe", "axe", 1, "axe_back.png"),
        ("half-back", "half back", 1, None),
        ("knight", "knight", 3, "knight-back.png"),
        ("x3", "x3", 1, None),
    ]


def test_folders_of_other_programs_serve_as_they_are() -> None:
    deck = picture_deck(
        ["front/a.png", "front/b-x2.png", "back/mine.png", "double_sided/b-x2.png", "output/c.png"]
    )
    assert [(card.picture, card.quantity, card.back) for card in deck.cards] == [
        ("front/a.png", 1, None),
        ("front/b-x2.png", 2, "double_sided/b-x2.png"),
    ]
    assert deck.back == "back/mine.png"
    assert picture_deck(["__back.png", "a.png"]).back == "__back.png"


def test_edges_are_mirrored_corners_and_all() -> None:
    picture = Image.new("RGB", (6, 8))
    for x in range(6):
        for y in range(8):
            picture.putpixel((x, y), (x, y, 0))
    made = with_mirrored_edges(picture, 60 + 20, 80 + 20, 10)
    # One of the widths of ten is a pixel.
    assert made.size == (8, 10)
    columns = [made.getpixel((x, 5))[0] for x in range(8)]
    rows = [made.getpixel((3, y))[1] for y in range(10)]
    assert columns == [0, 0, 1, 2, 3, 4, 5, 5]
    assert rows == [0, 0, 1, 2, 3, 4, 5, 6, 7, 7]
    assert made.getpixel((0, 0)) == (0, 0, 0)
    assert made.getpixel((7, 9)) == (5, 7, 0)


@pytest.mark.parametrize(
    ("size", "ends"), [((745, 1040), True), ((816, 1110), False), ((690, 940), False), ((100, 150), True)]
)
def test_the_shape_of_a_picture_tells_whether_it_has_its_bleed(
    size: tuple[int, int], ends: bool, tmp_path: Path
) -> None:
    Image.new("1", size).save(tmp_path / "a.png")
    assert has_proportions_of_trim(tmp_path / "a.png", 63 * MM, 88 * MM, 3 * MM) == ends


def test_pictures_are_cards_with_backs_and_their_bleed(say: Any) -> None:
    for name, size in (("knight-x3.png", (630, 880)), ("bled.png", (690, 940)), ("back.png", (630, 880))):
        draw(name, size)
    draw("knight-back.png", (630, 880), "navy")
    Path("deck.yaml").write_text(PACK, "utf-8")
    said = say("check", "deck.yaml")
    assert "deck.yaml:5:5: note: 3 pictures end at the trim: their edges are mirrored into the bleed" in said
    assert "deck.yaml: good, 4 cards" in said
    assert "3 cards on 1 sheet" in say("sheets", "deck.yaml", "--only", "knight")
    pack = cardgen.load("deck.yaml")
    assert [(card.label, card.quantity, pack.back_of(card)) for card in pack.cards] == [
        ("bled", 1, "back"),
        ("knight", 3, "back-2"),
    ]
    said = say("verify", "output/deck-sheets.pdf", "--pack", "deck.yaml")
    assert "4 cards" not in said
    files = cardgen.images("deck.yaml", dpi=72, bleed="3 mm", format="png").files
    picture = Image.open(io.BytesIO(next(each.data for each in files if "knight" in each.path.name)))
    assert picture.getpixel((0, 0))[:3] == (0, 128, 128)
    Path("deck.yaml").write_text(f"{PACK}    bleed: included\n", "utf-8")
    assert "the shape of the card" not in say("check", "deck.yaml")
    assert "mirrored" not in say("check", "deck.yaml")


def test_a_layout_shows_the_pictures_in_its_boxes(say: Any) -> None:
    draw("knight.png", (800, 800))
    Path("deck.yaml").write_text(f"{PACK}    layout: full\n", "utf-8")
    said = say("show", "deck.yaml")
    assert "knight         1  full" in said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{folder: nowhere}", "there is no folder 'nowhere' beside the pack"),
        ("{folder: ../scans}", "'../scans' leads out of the pack's folder"),
        ("{folder: empty}", "there is no PNG or JPEG picture in this folder"),
        ("{folder: out}", "'out' is a link that leads out of the pack's folder"),
        ("{folder: scans, table: a.csv}", "a list of cards has a folder or table, not both"),
        ("{folder: scans, bleed: sometimes}", "'sometimes' is not one of the choices here"),
    ],
)
def test_what_is_wrong_with_a_folder_is_told(say: Any, tmp_path: Path, text: str, message: str) -> None:
    draw("a.png")
    Path("empty").mkdir()
    Path("out").symlink_to("/")
    Path("deck.yaml").write_text(PACK.replace("folder: scans", text), "utf-8")
    said = say("check", "deck.yaml")
    assert said.code == 1
    assert "deck.yaml:5:" in said
    assert message in said


def test_a_bad_picture_is_told_at_its_own_name(say: Any) -> None:
    draw("a.png", (630, 880))
    Path("scans/broken.png").write_bytes(b"no picture")
    Path("deck.yaml").write_text(PACK, "utf-8")
    assert "scans/broken.png: error: picture of 'broken': this is not a PNG or JPEG picture" in say(
        "check", "deck.yaml"
    )


@pytest.mark.parametrize(
    ("size", "millimetres"),
    [
        ((745, 1040), (63, 88)),
        ((816, 1110), (63, 88)),
        ((1040, 745), (88, 63)),
        ((700, 1200), (70, 120)),
        ((500, 500), (70, 70)),
        ((100, 900), (63, 88)),
    ],
)
def test_a_folder_is_a_pack_of_the_size_that_its_pictures_have(
    size: tuple[int, int], millimetres: tuple[float, float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    draw("a.png", size)
    pack = cardgen.load("scans")
    assert tuple(round(side / MM, 1) for side in pack.card.size) == millimetres


def test_every_command_takes_a_folder_of_pictures(say: Any) -> None:
    for name in ("knight-x3.png", "back.png", "rook.png"):
        draw(name, (745, 1040))
    said = say("sheets", "scans")
    assert said.splitlines()[0] == "output/scans-sheets.pdf: 4 cards on 1 sheet of A4, both sides"
    assert said.errors == ""
    assert say("verify", "output/scans-sheets.pdf", "--pack", "scans").code == 0
    assert "scans: good, 4 cards" in say("check", "scans")
    assert "63.5 × 88.9 mm" in say("show", "scans/", "--size", "poker")
    assert "2 faces of 4 cards" in say("images", "scans", "--dpi", "72")
    Path("scans/bad.png").write_bytes(b"no picture")
    assert say("sheets", "scans").errors.startswith("scans/bad.png: error: picture of 'bad'")
    Path("scans/bad.png").unlink()
    said = say("studio", "scans")
    assert "scans is a folder of pictures: begin a pack with it, by cardgen new" in said.errors
    assert say("new", "mine", "--from", "scans").code == 0
    assert "mine.yaml: good, 4 cards" in say("check", "mine.yaml")
    Path("packs").mkdir()
    assert "is not in packs or below it" in say("new", "packs/mine", "--from", "scans").errors


def test_a_folder_without_pictures_or_with_a_pack_is_none(say: Any) -> None:
    Path("scans").mkdir()
    assert "scans is a folder without PNG or JPEG pictures of faces" in say("check", "scans").errors
    draw("a.png")
    Path("scans/mine.yaml").write_text(PACK, "utf-8")
    assert "scans is a folder with a pack in it: name its file" in say("check", "scans").errors


def test_a_picture_in_place_of_a_pack_is_called_one(say: Any) -> None:
    draw("a.png")
    said = say("sheets", "scans/a.png")
    assert (said.code, "scans/a.png is a picture, and no pack: name its folder, scans" in said.errors) == (
        2,
        True,
    )


@pytest.mark.parametrize("name", ["cards.csv", "cards.xlsx"])
def test_a_table_in_place_of_a_pack_is_called_one(say: Any, name: str) -> None:
    Path(name).write_bytes(b"title\nF\xe4hre\n")
    said = say("check", name).errors
    assert f"{name} is a table of cards, and no pack: make a deck of it with" in said
    assert f"`cardgen new cards.yaml --from {name}`" in said


def test_files_that_become_no_card_and_backs_without_a_face_are_named(say: Any) -> None:
    for name in ("knight.png", "rook-x0.png", "quen-back.png"):
        draw(name, (745, 1040))
    for name in ("queen.webp", "knight.svg", "readme.txt"):
        Path("scans", name).write_bytes(b"")
    said = say("sheets", "scans")
    assert "2 cards on 1 sheet" in said
    assert "queen.webp: this is no PNG or JPEG picture, and left out" in said.errors
    assert "quen-back.png is called as the back of a card that is not there" in said.errors
    assert "knight" not in said.errors.replace("knight-back.png", "")


def test_a_back_that_is_called_so_in_another_language_is_warned_of() -> None:
    # As some file systems write it, with the two dots apart.
    for name in ("Rückseite.png", "Ru\u0308ckseite.png"):
        assert picture_deck(["a.png", name]).foreign_backs == (name,)
        assert picture_deck(["a.png", "back.png", name]).foreign_backs == ()
    assert picture_deck(["reverse.png", "dos.png"]).foreign_backs == ()


def test_commands_that_print_pictures_say_that_edges_are_mirrored(say: Any) -> None:
    for name in ("knight.png", "back.png"):
        draw(name, (745, 1040))
    for command in ("sheets", "press", "images"):
        assert "2 pictures end at the trim: their edges are mirrored into the bleed" in say(command, "scans")
    assert "mirrored" not in say("images", "scans", "--bleed", "0 mm")


def test_what_is_said_of_pictures_on_sheets_is_about_those_that_are_printed(say: Any) -> None:
    for name in ("a.png", "b.png"):
        draw(name, (745, 1040))
    Image.new("RGBA", (815, 1110), (0, 99, 99, 120)).save("scans/c.png")
    said = say("sheets", "scans")
    assert "2 pictures end at the trim" in said
    assert "transparent parts of c.png are printed white" in said
    said = say("sheets", "scans", "--only", "a")
    assert "1 picture ends at the trim" in said
    assert "transparent" not in said
    assert "end" not in say("sheets", "scans", "--missing", "c").splitlines()[1]


def test_a_picture_that_lies_on_its_side_is_to_be_turned(say: Any) -> None:
    draw("a.png", (815, 1110))
    draw("b.png", (1110, 815))
    assert "it lies on its side: turn it by 90°" in say("check", "scans")


def test_a_pattern_gives_each_row_its_picture(say: Any) -> None:
    for name in ("guard.png", "own.png"):
        draw(name, (630, 880))
    Path("t.csv").write_text("ID,name,picture\nguard,Guard,\nfort,Fort,scans/own.png\nlost,Lost,\n", "utf-8")
    head = "format: 1\nname: P\ncard: {size: 63 x 88 mm}\ncards:\n"
    Path("p.yaml").write_text(
        f'{head}  - {{table: t.csv, picture: "scans/{{id}}.png", layout: image}}\n', "utf-8"
    )
    said = say("check", "p.yaml")
    assert "p.yaml:5:29: note: there is no picture for Lost" in said
    assert "t.csv:4: error: picture of 'Lost': the picture is missing" in said
    assert "note: 2 pictures end at the trim" in said
    row = "[{title: Guard, id: guard}]"
    Path("p.yaml").write_text(f'{head}  - {{picture: "scans/{{id}}.png", rows: {row}}}\n', "utf-8")
    pack = cardgen.load("p.yaml")
    assert Path(pack.cards[0].image or "") == Path("scans/guard.png")
    assert pack.cards[0].kind == "layout"
    for pattern, message in (
        ("scans/{who}.png", "no card has a column 'who'"),
        (
            "scans/{title}.png",
            "there is no file 'scans/Guard.png' beside the pack, and none for the other cards",
        ),
        ("scans/{id}.gif", "'scans/{id}.gif' is not the name of a PNG or JPEG"),
        ("../{id}.png", "'../guard.png' leads out of the pack's folder"),
    ):
        Path("p.yaml").write_text(f'{head}  - {{picture: "{pattern}", rows: {row}}}\n', "utf-8")
        assert message in say("check", "p.yaml")


def test_a_back_with_a_top_is_warned_of_unless_it_is_meant(say: Any) -> None:
    draw("a.png")
    draw("back.png")
    with Image.open("scans/back.png") as back:
        back.paste("white", (0, 0, 63, 20))
        back.save("scans/back.png")
    one_way = "back: {image: scans/back.png, one-way: true}\n"
    for text, is_warned in (
        (PACK, True),
        (PACK.replace("folder: scans", "{folder: scans, back: {one-way: true}}"), False),
        (PACK.replace("cards:", f"{one_way}cards:"), False),
        (PACK.replace("cards:", f"{one_way.replace(', one-way: true', '')}cards:"), True),
    ):
        Path("pack.yaml").write_text(text, encoding="utf-8")
        said = say("check", "pack.yaml")
        assert ("looks different when it is turned" in said + said.errors) == is_warned, text
        assert cardgen.load("pack.yaml").cards[0].back.image.endswith("back.png")
    Path("pack.yaml").unlink()
    assert "looks different when it is turned" in say("sheets", "scans").errors
