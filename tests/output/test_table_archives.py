"""A .pcio, a .cgs.zip and the order file of MPC Autofill, read as their programs read them."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from PIL import Image

SCHEMA = json.loads((Path(__file__).parent.parent / "cgs_schema" / "cgs.json").read_text("utf-8"))
PACK = """format: 1
name: Fair Day
author: Bo
pieces: {coin: {size: 25 mm, shape: circle}}
layouts: {middle: {boxes: {title: {at: [9 mm, 9 mm], size: [7 mm, 7 mm]}}}}
cards:
  - {layout: title, rows: [{title: Ant, quantity: 3}, {title: Bee}]}
  - {layout: title, back: {pattern: plain, color: "#333333"}, rows: [{title: Cat, quantity: 2}]}
  - {piece: coin, layout: middle, rows: [{title: "5", quantity: 20}]}
"""


@pytest.fixture(autouse=True)
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fair.yaml").write_text(PACK, "utf-8")


def archive(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as opened:
        assert opened.testzip() is None
        return {name: opened.read(name) for name in opened.namelist()}


def test_a_pcio_is_a_table_with_a_deck_of_each_kind_and_its_pictures(say: Any) -> None:
    said = say("images", "fair.yaml", "--for", "playingcards-io", "--dpi", "72")
    assert said.code == 0, said.errors
    folder = Path("output/fair-playingcards-io")
    assert {file.name for file in folder.iterdir()} == {"fair.pcio", "credits.txt", "cards.json"}
    files = archive(folder / "fair.pcio")
    assert int(files["schemaVersion"]) == 8
    widgets = json.loads(files["widgets.json"])
    by_id = {each["id"]: each for each in widgets}
    assert len(by_id) == len(widgets)
    decks = [each for each in widgets if each["type"] == "cardDeck"]
    cards = [each for each in widgets if each["type"] == "card"]
    # As VirtualTabletop's importer: cards are children of a holder, and their deck has their type.
    for card in cards:
        holder, deck = by_id[card["parent"]], by_id[card["deck"]]
        assert holder["type"] == "holder"
        assert deck["parent"] == holder["id"]
        assert 0 <= card["x"] - holder["x"] <= holder["width"] - deck["cardWidth"]
        for side in ("face", "back"):
            picture = files[deck["cardTypes"][card["cardType"]][side].removeprefix("package://")]
            width, height = Image.open(io.BytesIO(picture)).size
            assert width / height == pytest.approx(deck["cardWidth"] / deck["cardHeight"], rel=0.05)
    counts = [[card["deck"] for card in cards].count(deck["id"]) for deck in decks]
    assert counts == [6, 20]
    assert {each["faceTemplate"]["objects"][0]["value"] for each in decks} == {"face"}
    backs = {each["back"] for each in decks[0]["cardTypes"].values()}
    assert len(backs) == 2
    # No two places overlap, and all are on the table.
    holders = sorted((each["x"], each["width"]) for each in widgets if each["type"] == "holder")
    assert holders[0][0] + holders[0][1] <= holders[1][0]


def test_a_pcio_has_the_same_bytes_each_time(say: Any) -> None:
    made = []
    for name in ("one", "two"):
        assert say("images", "fair.yaml", "--for", "playingcards-io", "--dpi", "72", "-o", name).code == 0
        made.append(Path(name, "fair.pcio").read_bytes())
    assert made[0] == made[1]


def test_a_game_of_card_game_simulator_keeps_its_schema_and_has_every_picture(say: Any) -> None:
    options = ["--for", "card-game-simulator", "--dpi", "72", "--only", "piece=card"]
    said = say("images", "fair.yaml", *options, "-o", "there")
    assert said.code == 0, said.errors
    files = archive(Path("there/Fair Day.cgs.zip"))
    # The program extracts the folder that has the archive's name.
    assert {name.split("/")[0] for name in files} == {"Fair Day"}
    game = json.loads(files["Fair Day/cgs.json"])
    jsonschema.Draft4Validator(SCHEMA).validate(game)
    assert (game["name"], game["copyright"]) == ("Fair Day", "Bo")
    assert game["cardSize"] == {"x": 2.4409, "y": 3.4646}
    cards = json.loads(files["Fair Day/AllCards.json"])
    assert [card["name"] for card in cards] == ["Ant", "Bee", "Cat"]
    assert len({card["id"] for card in cards}) == 3
    for card in cards:
        picture = files[f"Fair Day/sets/{card['set']}/{card['id']}.png"]
        width, height = Image.open(io.BytesIO(picture)).size
        assert width / height == pytest.approx(62 / 88, rel=0.01)
    assert [card["backs"] for card in cards] == [[""], [""], ["back-2"]]
    assert files["Fair Day/CardBack.png"] != files["Fair Day/backs/back-2.png"]
    deck = files["Fair Day/decks/Fair Day.txt"].decode().splitlines()
    assert deck[1:] == ["3 Ant", "1 Bee", "2 Cat"]


def order(file: Path) -> ElementTree.Element:
    return ElementTree.parse(file).getroot()


def slots(part: ElementTree.Element | None) -> dict[str, list[int]]:
    assert part is not None
    return {
        str(card.findtext("id")): [int(slot) for slot in str(card.findtext("slots")).split(",")]
        for card in part
    }


def test_an_order_of_mpc_autofill_gives_each_copy_a_slot_and_names_pictures_beside_it(say: Any) -> None:
    options = ["--for", "mpc-autofill", "--printer", "makeplayingcards", "--stock", "M31", "--foil"]
    said = say("images", "fair.yaml", *options, "--only", "piece=card", "-o", "there")
    assert said.code == 0, said.errors
    made = order(Path("there/fair-order.xml"))
    assert [made.findtext(f"details/{tag}") for tag in ("quantity", "stock", "foil")] == [
        "6",
        "(M31) Linen",
        "true",
    ]
    fronts, backs = slots(made.find("fronts")), slots(made.find("backs"))
    assert sorted(slot for each in fronts.values() for slot in each) == list(range(6))
    assert list(fronts.values()) == [[0, 1, 2], [3], [4, 5]]
    assert backs == {"back-2.png": [4, 5]}
    assert made.findtext("cardback") == "back.png"
    for name in (*fronts, *backs, "back.png"):
        assert Image.open(Path("there", name)).size == (816, 1110)
    assert {card.findtext("sourceType") for card in made.iter("card")} == {"Local File"}
    # A second run replaces the order, too.
    assert say("images", "fair.yaml", *options, "--only", "piece=card", "-o", "there").code == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--for", "mpc-autofill"], "add --printer makeplayingcards or printerstudio"),
        (["--for", "mpc-autofill", "--printer", "printerstudio", "--foil"], "only MakePlayingCards has foil"),
        (
            ["--for", "mpc-autofill", "--printer", "printerstudio", "--stock", "S27"],
            "has no stock S27",
        ),
        (
            ["--for", "mpc-autofill", "--printer", "makeplayingcards", "--size", "tarot"],
            "MPC Autofill orders cards of 63 × 88 mm",
        ),
        (["--stock", "S30"], "it is for an order: add --for mpc-autofill"),
        (["--for", "card-game-simulator", "--url", "https://example.org"], "--url has nothing to name"),
    ],
)
def test_what_cannot_be_ordered_is_refused(say: Any, options: list[str], message: str) -> None:
    said = say("images", "fair.yaml", *options, "--only", "piece=card")
    assert said.code in (1, 2)
    assert message in said.errors
    assert not Path("output").exists()
