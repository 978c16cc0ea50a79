"""Decks for virtual tables: where each card lies on its sheet, and the files that tables load."""

import csv
import io
import json

import pytest
from PIL import Image
from samples import small_pack

from cardgen import api
from cardgen.cli import main
from cardgen.errors import UsageError
from cardgen.output.images import ImageJob, PictureCanvas
from cardgen.output.tabletop import face_grid, playingcards_io, tabletop_simulator

PACK = small_pack()
TRIM = PACK.card.size
URL = "https://example.org/my deck/"
JOB = ImageJob(PictureCanvas.for_trim(TRIM, 0, 72))


def many(count):
    ranks = {str(rank): 1 for rank in range(1, count + 1)}
    return small_pack(suits={"green": {"sign": "+", "color": "#00855B", "cards": ranks}})


def simulator(pack=PACK, job=JOB):
    return {file.name: file.data for file in tabletop_simulator(pack, "small", job, URL)}


def deck_of(files):
    (deck,) = json.loads(files["small-deck.json"])["ObjectStates"]
    return deck


@pytest.mark.parametrize("faces", range(1, 70))
def test_a_sheet_holds_all_faces_and_the_hidden_one_within_the_tables_limits(faces):
    found = face_grid(faces, TRIM, 300)
    assert 2 <= found.columns <= 10
    assert 2 <= found.rows <= 7
    assert found.columns * found.rows > faces
    assert max(found.size) <= 4096
    assert found.face[0] / found.face[1] == pytest.approx(TRIM[0] / TRIM[1], abs=0.01)


def test_faces_are_as_large_as_fits_and_no_larger_than_asked():
    assert face_grid(3, TRIM, 300).face == (732, 1039)
    assert face_grid(69, TRIM, 300).face[0] == 409
    assert face_grid(3, TRIM, 72).face[0] < 180


def test_every_card_is_in_the_deck_as_often_as_in_the_pack():
    deck = deck_of(simulator())
    assert deck["Name"] == "DeckCustom"
    assert deck["DeckIDs"] == [100, 100, 101, 102, 102, 102]
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == ["+4", "+4", "+1", "≤0", "≤0", "≤0"]
    assert len({card["GUID"] for card in deck["ContainedObjects"]}) == 6


def test_a_card_keeps_its_identifier_and_its_note_when_others_come_before_it():
    before = {card["Nickname"]: card for card in deck_of(simulator())["ContainedObjects"]}
    suits = {
        "green": {"sign": "+", "color": "#00855B", "cards": {"4": 2, "3": 1, "1": 1}},
        "red": {"sign": "≤", "color": "#961129", "cards": {"0": 3}},
    }
    after = {
        card["Nickname"]: card for card in deck_of(simulator(small_pack(suits=suits)))["ContainedObjects"]
    }
    for name, card in before.items():
        assert after[name]["GUID"] == card["GUID"]
        assert json.loads(after[name]["GMNotes"]) == json.loads(card["GMNotes"])
    assert before["+1"]["CardID"] != after["+1"]["CardID"]
    notes = {card["GMNotes"] for card in before.values()}
    assert len(notes) == len(before)


def test_of_many_pieces_none_has_the_identifier_of_another():
    pack = small_pack(suits={"green": {"sign": "+", "color": "#00855B", "cards": {"1": 1990}}})
    deck = deck_of(simulator(pack))
    guids = [deck["GUID"], *(card["GUID"] for card in deck["ContainedObjects"])]
    assert len(set(guids)) == len(guids) == 1991


def test_a_cards_number_says_where_it_lies_on_its_sheet():
    """The number's last two figures count the places row by row from the top left."""
    files = simulator()
    sheet = deck_of(files)["CustomDeck"]["1"]
    image = Image.open(io.BytesIO(files["small-faces-1.png"]))
    columns, rows = sheet["NumWidth"], sheet["NumHeight"]
    wide, high = image.width // columns, image.height // rows
    assert (wide * columns, high * rows) == image.size

    def at(place):
        row, column = divmod(place, columns)
        return image.getpixel((column * wide + 20, row * high + high - 4))

    assert at(0) != at(2)
    assert at(2) == (0x96, 0x11, 0x29)
    back = Image.open(io.BytesIO(files["small-back.png"]))
    assert at(columns * rows - 1) == back.convert("RGB").getpixel((20, back.height - 4))


def test_the_tables_addresses_are_those_of_the_pictures():
    sheet = deck_of(simulator())["CustomDeck"]["1"]
    assert sheet["FaceURL"] == URL + "small-faces-1.png"
    assert sheet["BackURL"] == URL + "small-back.png"
    assert (sheet["BackIsHidden"], sheet["UniqueBack"]) == (True, False)


def test_more_faces_than_a_sheet_holds_go_on_a_second():
    files = simulator(many(75), ImageJob(PictureCanvas.for_trim(TRIM, 0, 72)))
    deck = deck_of(files)
    assert set(deck["CustomDeck"]) == {"1", "2"}
    assert deck["DeckIDs"][68:70] == [168, 200]
    assert list(deck["ContainedObjects"][69]["CustomDeck"]) == ["2"]
    assert {"small-faces-1.png", "small-faces-2.png"} < set(files)


def test_a_single_card_is_no_deck():
    files = simulator(many(1))
    assert deck_of(files)["Name"] == "Card"


def test_the_folder_says_which_files_are_its_own():
    files = simulator()
    assert json.loads(files["cards.json"])["files"] == list(files)
    site = {file.name: file.data for file in playingcards_io(PACK, "small", JOB, URL)}
    assert set(json.loads(site["cards.json"])["files"]) == set(site)


def test_too_many_cards_for_a_table():
    pack = small_pack(suits={"green": {"sign": "+", "color": "#00855B", "cards": {"1": 2001}}})
    with pytest.raises(UsageError, match="2,001 cards are too many"):
        tabletop_simulator(pack, "small", JOB, URL)


def test_the_table_for_playingcards_io_names_pictures_and_quantities():
    files = {file.name: file.data for file in playingcards_io(PACK, "small", JOB, URL)}
    assert not files["small-deck.csv"].startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(files["small-deck.csv"].decode())))
    assert list(rows[0]) == ["image", "label", "item-count", "item-key"]
    assert [(row["image"], row["label"], row["item-count"]) for row in rows] == [
        (URL + "01-green-plus-4-x2.png", "+4", "2"),
        (URL + "02-green-plus-1-x1.png", "+1", "1"),
        (URL + "03-red-at-most-0-x3.png", "≤0", "3"),
    ]
    assert len({row["item-key"] for row in rows}) == 3


def test_the_same_bytes_every_time():
    assert simulator() == simulator()


FAIR = {
    "format": 1,
    "name": "Fair",
    "card": {"size": "poker"},
    "pieces": {
        "coin": {"size": "25 mm", "shape": "circle", "back": {"pattern": "plain", "color": "#333333"}},
        "land": {"size": "50 mm", "shape": "hexagon"},
        "chit": {"size": "20 x 30 mm"},
        "divider": {"size": "68 x 98 mm"},
        "board": {"size": "300 x 200 mm"},
    },
    "layouts": {
        "plain": {"boxes": {"title": {"at": ["6 mm", "9 mm"], "size": ["9 mm", "5 mm"]}}},
        "middle": {"boxes": {"title": {"at": ["20 mm", "25 mm"], "size": ["9 mm", "5 mm"]}}},
    },
    "cards": [
        {"rows": [{"title": "Ant", "quantity": 3}, {"title": "Bee"}]},
        {"piece": "coin", "layout": "plain", "rows": [{"title": "1", "quantity": 20}, {"title": "5"}]},
        *(
            {"piece": piece, "layout": layout, "rows": [{"title": "a", "quantity": count}]}
            for piece, layout, count in (
                ("land", "middle", 4),
                ("chit", "plain", 2),
                ("divider", "plain", 2),
                ("board", "plain", 1),
            )
        ),
    ],
}


def fair_files():
    pack = api.load(FAIR)
    job = ImageJob(PictureCanvas.for_trim(pack.card.size, 0, 40), form="jpg")
    return {file.name: file.data for file in tabletop_simulator(pack, "fair", job, URL)}


def test_one_save_has_an_object_for_all_pieces_of_every_kind():
    files = fair_files()
    states = json.loads(files["fair-deck.json"])["ObjectStates"]
    assert [(each["Name"], each.get("Number"), len(each.get("DeckIDs", ()))) for each in states] == [
        ("DeckCustom", None, 4),
        ("Custom_Tile_Stack", 20, 0),
        ("Custom_Tile", None, 0),
        ("Custom_Token_Stack", 4, 0),
        ("Custom_Tile_Stack", 2, 0),
        ("DeckCustom", None, 2),
        ("Custom_Tile", None, 0),
    ]
    tiles = [each["CustomImage"]["CustomTile"]["Type"] for each in states if "Tile" in each["Name"]]
    assert tiles == [2, 2, 0, 0]
    # Sheets of a second deck go on counting, so that a card is on one sheet only.
    assert [list(each["CustomDeck"]) for each in states if each["Name"] == "DeckCustom"] == [["1"], ["2"]]
    assert [each["Locked"] for each in states] == [False] * 6 + [True]
    assert len({each["GUID"] for each in states}) == len(states)


def test_every_object_names_pictures_that_were_made():
    files = fair_files()
    states = json.loads(files["fair-deck.json"])["ObjectStates"]
    urls = [
        url
        for each in states
        for part in ([each["CustomImage"]] if "CustomImage" in each else each["CustomDeck"].values())
        for key, url in part.items()
        if key.endswith("URL")
    ]
    pictures = {URL + name for name in files if name.endswith((".png", ".jpg"))}
    assert set(urls) == pictures
    token = Image.open(io.BytesIO(files["fair-land-01-a-x4.png"]))
    # A token is cut out where it is transparent; its picture is square, as its size follows from that.
    assert token.width == token.height
    assert (token.getpixel((0, 0))[3], token.getpixel((token.width // 2, token.height // 2))[3]) == (0, 255)
    assert Image.open(io.BytesIO(files["fair-coin-01-1-x20.jpg"])).format == "JPEG"


def test_pieces_have_their_sizes_and_lie_side_by_side():
    states = json.loads(fair_files()["fair-deck.json"])["ObjectStates"]
    unit = 3.04 / 88.9  # a poker card has scale 1 and is 3.04 units high; tiles of scale 1 have 2 units
    sides = [(63.5, 88.9), (25, 25), (25, 25), (60, 60), (20, 30), (68, 98), (300, 200)]
    boxes = []
    for each, (width, height) in zip(states, sides, strict=True):
        at = each["Transform"]
        if each["Name"] == "DeckCustom":
            assert at["scaleX"] == at["scaleZ"] == pytest.approx(height / 88.9, abs=1e-4)
        elif "Token" not in each["Name"]:
            assert (at["scaleX"], at["scaleZ"]) == pytest.approx(
                (width * unit / 2, height * unit / 2), abs=1e-4
            )
        boxes.append((at["posX"], at["posZ"], width * unit / 2, height * unit / 2))
    for one, (x, z, wide, deep) in enumerate(boxes):
        for left, front, across, along in boxes[one + 1 :]:
            assert abs(x - left) > wide + across or abs(z - front) > deep + along


def test_the_same_pieces_give_the_same_save():
    assert fair_files()["fair-deck.json"] == fair_files()["fair-deck.json"]


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def command(*arguments):
        code = main.run(["images", *arguments])
        said = capsys.readouterr()
        return code, said.out + said.err

    return command


def test_the_command_tells_where_to_put_the_deck(run, tmp_path):
    code, said = run("never-over", "--for", "tabletop-simulator", "--dpi", "72")
    assert code == 0, said
    assert "a deck of 56 cards for Tabletop Simulator" in said
    assert "Saved Objects" in said
    assert "make it again with --url" in said
    folder = tmp_path / "output" / "never-over-tabletop-simulator"
    deck = json.loads((folder / "never-over-deck.json").read_text("utf-8"))["ObjectStates"][0]
    assert deck["CustomDeck"]["1"]["FaceURL"] == (folder / "never-over-faces-1.png").as_uri()


def test_with_an_address_the_deck_is_for_everybody(run, tmp_path):
    code, said = run("never-over", "--for", "playingcards-io", "--url", "https://example.org/d", "-o", "p")
    assert code == 0, said
    assert "Next: put the pictures at https://example.org/d, then import never-over-deck.csv" in said
    text = (tmp_path / "p" / "never-over-deck.csv").read_text("utf-8")
    assert "https://example.org/d/01-green-plus-4-x7.png,+4,7," in text
    assert Image.open(tmp_path / "p" / "back.png").mode == "RGBA"


def test_faces_that_are_held_below_the_resolution_asked_for_are_told(run):
    said = run("never-over", "--for", "tabletop-simulator", "--dpi", "600")[1]
    assert (
        "each face 961 × 1365 pixels (394 dpi), not 600 dpi: its sheets have at most 4096 pixels a side"
        in said
    )
    said = run("never-over", "--for", "tabletop-simulator", "--dpi", "72")[1]
    assert "each face 175 × 249 pixels (72 dpi)" in said
