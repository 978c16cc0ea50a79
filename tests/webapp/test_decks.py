"""A spreadsheet becomes a deck: what its columns hold, the pack's lines, and the files that are written."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from spreadsheets import ods, ods_rows, xlsx, xlsx_rows

from cardgen.checks.examination import examine
from cardgen.errors import UsageError
from cardgen.jobs import spreadsheet_decks as decks
from cardgen.jobs.spreadsheet_decks import Deck, guess_roles, proposals, read_sheet
from cardgen.pack.tables import MOST_ROWS
from cardgen.webapp import guard
from cardgen.webapp.app import StudioApp
from cardgen.webapp.deck_drafts import DeckDraft, placeholder_picture, write_picture
from tests.webapp.test_studio import TAB, Page

MONSTERS = """\
Name;Rules;Count;Art;Cost;Remarks
Dragon;"Burns **all**.
Then it sleeps.";2;C:\\art\\dragon.png;5;slow?
Mouse;Squeaks.;1;mouse.png;1;
"""


def png(color: str = "red") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (900, 900), color).save(out, "PNG")
    return out.getvalue()


def in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    studio = StudioApp(tmp_path, None)
    yield Page(studio)
    studio.queue.cancel_all()
    studio.close()


def take(page: Page, data: bytes, name: str = "monsters.csv") -> Any:
    page.ask("/spreadsheet", tab=TAB, name=name, data=in_base64(data))
    return page.ask("/proposals", tab=TAB, sheet=None, language=None, head_row=None, held=None)


def upload(page: Page, name: str, data: bytes, for_draft: bool = True, replace: bool = False) -> Any:
    return page.ask("/upload", tab=TAB, name=name, data=in_base64(data), for_draft=for_draft, replace=replace)


def refusal(page: Page, path: str, **message: Any) -> str:
    answer = page.send("POST", path, json={"tab": TAB, **message})
    assert answer.status_code == 422
    said: str = answer.json()["problem"]
    return said


def test_a_spreadsheet_becomes_a_pack_without_a_problem(page: Page, tmp_path: Path) -> None:
    told = take(page, MONSTERS.encode())
    assert told["held"] == ["title", "text", "quantity", "picture", "cost", "notes"]
    assert told["missing"] == ["dragon.png", "mouse.png"]
    assert told["layouts"][0]["name"] == "creature"
    upload(page, "Dragon.png", png())
    told = page.ask("/proposals", tab=TAB, sheet=None, language=None, head_row=None, held=None)
    assert told["missing"] == ["mouse.png"]
    for key in told["layouts"][0]["keys"]:
        assert page.send("GET", f"/picture/{key}?w=90").headers["content-type"] == "image/png"
    page.ask("/deck", tab=TAB, name="night-monsters", layout="creature")
    assert (tmp_path / "night-monsters.yaml").read_text("utf-8").splitlines()[1:] == [
        "format: 1",
        "name: Night monsters",
        "card: {size: poker, corner: 3 mm}",
        "cards:",
        "  - layout: creature",
        '    table: "night-monsters.csv"',
        "    columns: {title: Name, text: Rules, quantity: Count, picture: Art, notes: Remarks}",
    ]
    assert (tmp_path / "dragon.png").read_bytes() == png()
    assert (tmp_path / "mouse.png").read_bytes() == placeholder_picture("mouse.png")
    examined = examine(str(tmp_path / "night-monsters.yaml"))
    assert [(each.message, each.mark and each.mark.line) for each in examined.problems] == [
        ("Art of 'Mouse': a grey picture stands in for this one", 3)
    ]
    assert [(card.label, card.quantity) for card in examined.valid_pack.cards] == [
        ("Dragon", 2),
        ("Mouse", 1),
    ]


def test_stand_ins_of_any_format_are_told_once(tmp_path: Path) -> None:
    pictures = ["a.png", "b.jpg", "c.svg", "d.svg"]
    for name in pictures:
        (tmp_path / name).write_bytes(placeholder_picture(name))
    rows = ", ".join(f"{{title: T, picture: {name}}}" for name in pictures)
    text = f"format: 1\nname: X\ncards: [{{layout: story, rows: [{rows}]}}]\n"
    (tmp_path / "x.yaml").write_text(text)
    told = [each.message for each in examine(str(tmp_path / "x.yaml")).problems if each.name == "placeholder"]
    stands = "a grey picture stands in for this one; likewise"
    assert sorted(told) == [f"{stands} b.jpg", f"{stands} d.svg"]


def test_a_deck_takes_the_place_of_one_whose_pictures_were_stand_ins(page: Page, tmp_path: Path) -> None:
    table = b"Title,Picture\nDragon,art/dragon.png\nMouse,art/mouse.png\n"
    take(page, table)
    page.ask("/deck", tab=TAB, name="first", layout="full")
    assert take(page, table)["missing"] == ["art/dragon.png", "art/mouse.png"]
    upload(page, "dragon.png", png())
    page.ask("/deck", tab=TAB, name="second", layout="full")
    assert (tmp_path / "art" / "dragon.png").read_bytes() == png()


def test_a_picture_that_the_open_table_names_goes_where_it_is_named(page: Page, tmp_path: Path) -> None:
    take(page, b"Title,Picture\nDragon,art/Dragon.png\nMouse,art/mouse.png\n")
    page.ask("/deck", tab=TAB, name="beasts", layout="full")
    page.look((tmp_path / "beasts.yaml").read_text("utf-8"))
    (tmp_path / "art" / "mouse.png").unlink()
    page.look((tmp_path / "beasts.yaml").read_text("utf-8"), rev=2)
    for dropped, name in (("dragon.PNG", "art/Dragon.png"), ("mouse.png", "art/mouse.png")):
        assert upload(page, dropped, png(), for_draft=False) == {"name": name, "in_pack": True}
        assert (tmp_path / name).read_bytes() == png()
    assert upload(page, "mouse.png", png("blue"), for_draft=False)["exists"]
    assert upload(page, "cat.png", png(), for_draft=False) == {"name": "cat.png"}


def test_names_of_pictures_are_found_however_their_accents_are_written(page: Page, tmp_path: Path) -> None:
    one, two = "ch\xe2teau.png", "cha\u0302teau.png"
    for cell, dropped in ((one, two), (two, one)):
        take(page, f"Title,Picture\nCh\xe2teau,{cell}\n".encode())
        upload(page, dropped, png())
        told = page.ask("/proposals", tab=TAB, sheet=None, language=None, head_row=None, held=None)
        assert told["missing"] == []
        assert write_picture(tmp_path, dropped, png(), replace=False, named_paths=[cell])["name"] == cell
    assert write_picture(tmp_path, "e\u0301lan.png", png(), replace=False) == {"name": "\xe9lan.png"}
    take(page, "Title,Text\nE\u0301lan,Runs.\n".encode())
    upload(page, "e\u0301lan.png", png())
    told = page.ask("/proposals", tab=TAB, sheet=None, language=None, head_row=None, held=None)
    assert told["heads"] == ["Title", "Text", "picture"]


def test_what_is_dropped_later_takes_the_place_of_what_stood_in(tmp_path: Path) -> None:
    (tmp_path / "mouse.png").write_bytes(placeholder_picture("mouse.png"))
    assert write_picture(tmp_path, "mouse.png", png(), replace=False) == {"name": "mouse.png"}
    assert write_picture(tmp_path, "mouse.png", png("blue"), replace=False)["exists"]
    assert (tmp_path / "mouse.png").read_bytes() == png()
    write_picture(tmp_path, "mouse.png", png("blue"), replace=True)
    assert (tmp_path / "mouse.png").read_bytes() == png("blue")
    for bad, data in (("mouse.gif", b"GIF89a"), ("mouse.png", b"\xff\xd8\xff"), ("mouse", png())):
        with pytest.raises(UsageError):
            write_picture(tmp_path, bad, data, replace=True)


def test_files_are_written_beside_the_deck_and_nowhere_else(page: Page, tmp_path: Path) -> None:
    outside = tmp_path.parent / "outside.png"
    outside.write_bytes(png("blue"))
    (tmp_path / "link.png").symlink_to(outside)
    take(page, b"title,picture\nOne,../outside.png\nTwo,/etc/link.png\n")
    assert "link" in refusal(page, "/deck", name="deck", layout="story")
    assert refusal(page, "/deck", name="../deck", layout="story").startswith("name the file")
    assert outside.read_bytes() == png("blue")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.png"]
    with pytest.raises(UsageError, match="link"):
        write_picture(tmp_path, "link.png", png(), replace=True)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("cards.xlsx", b"PK\x03\x04 and no more", "cannot be read"),
        ("cards.ods", b"", "cannot be read"),
        ("cards.xls", b"\xd0\xcf", "old Excel"),
        ("cards.csv", b"", "empty"),
        ("cards.csv", b"title,text\n", "only column names"),
        ("cards.csv", b'title,text\nOne,"open\n', "never closed"),
        ("cards.csv", b"\xff\xfe\x00", "no text"),
        ("cards.csv", b"a\n" * (MOST_ROWS + 2), "divide it"),
        ("cards.pdf", b"%PDF", "not a table"),
    ],
)
def test_what_is_no_table_of_cards_is_said(page: Page, name: str, data: bytes, said: str) -> None:
    answer = page.send("POST", "/spreadsheet", json={"tab": TAB, "name": name, "data": in_base64(data)})
    if answer.status_code == 200:
        answer = page.send(
            "POST",
            "/proposals",
            json={"tab": TAB, "sheet": None, "language": None, "head_row": None, "held": None},
        )
    assert answer.status_code == 422
    assert said in answer.json()["problem"]


def test_only_files_may_be_larger_than_a_text(page: Page) -> None:
    body = b'{"x": "' + b"a" * guard.MOST_BODY + b'"}'
    headers = {"content-type": "application/json"}
    assert page.send("POST", "/look", content=body, headers=headers).status_code == 413
    assert page.send("POST", "/upload", content=body, headers=headers).status_code == 400
    body = b"a" * (guard.MOST_UPLOAD + 1)
    assert page.send("POST", "/upload", content=body, headers=headers).status_code == 413


def test_a_sheet_of_a_workbook_is_chosen(page: Page) -> None:
    rows = {"Read me": [["Hello"], ["there"]], "Cards": [["Titel", "Anzahl"], ["Eins", 2], ["Zwei", 1]]}
    book = xlsx({name: xlsx_rows(each) for name, each in rows.items()})
    assert take(page, book, "cards.xlsx")["sheets"] == ["Read me", "Cards"]
    told = page.ask("/proposals", tab=TAB, sheet="Cards", language=None, head_row=None, held=None)
    assert (told["held"], told["rows"]) == (["title", "quantity"], [["Eins", "2"], ["Zwei", "1"]])
    other = ods({"Cards": ods_rows(rows["Cards"])})
    assert take(page, other, "cards.ods")["rows"] == told["rows"]


def test_text_files_of_other_programs_are_read() -> None:
    table = "Nom;Coût\nÉpée;3\n"
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        sheet, _, said = read_sheet(table.encode(encoding), "cartes.csv", None)
        assert sheet.rows == (("Nom", "Coût"), ("Épée", "3"))
        assert ("Windows" in said) == (encoding == "cp1252")


def test_pictures_named_as_titles_find_their_cards(page: Page, tmp_path: Path) -> None:
    take(page, b"Title,Text\nOld Owl,Hoots.\nMouse,Squeaks.\n")
    upload(page, "old_owl.png", png())
    told = page.ask("/proposals", tab=TAB, sheet=None, language=None, head_row=None, held=None)
    assert (told["heads"], told["held"]) == (["Title", "Text", "picture"], ["title", "text", "picture"])
    page.ask("/deck", tab=TAB, name="owls", layout="story")
    assert (tmp_path / "owls.csv").read_text("utf-8").splitlines()[1] == "Old Owl,Hoots.,old_owl.png"
    assert not examine(str(tmp_path / "owls.yaml")).of("error", "warning")


@pytest.mark.parametrize(
    ("heads", "row", "held"),
    [
        ("Nombre,Cantidad,Texto", "Dragón,2,Quema todo.", "title,quantity,text"),
        ("Nom,Nombre,Effet", "Dragon,2,Brûle tout.", "title,quantity,text"),
        ("Karte,Art,Kosten", "Drache,Wesen,3", "title,kind,cost"),
        ("Thing,What it does in play,X", "Dragon,Burns all of the cards.,7", "title,text,"),
        ("ID,Card,Image", "1,Dragon,a.png", "id,title,picture"),
        ("quantity,title", "many,Dragon", ",title"),
    ],
)
def test_columns_are_guessed_by_their_names_and_contents(heads: str, row: str, held: str) -> None:
    deck = Deck(tuple(heads.split(",")), (tuple(row.split(",")),))
    assert guess_roles(deck) == held.split(",")


def test_a_table_without_headings_gets_some(page: Page) -> None:
    told = take(page, b"Dragon,Burns all cards of a player.,2\nMouse,Squeaks for a while.,1\n")
    assert (told["head_row"], told["held"][:2]) == (0, ["title", "text"])
    assert told["count"] == 2


def test_headings_below_a_title_are_found(page: Page, tmp_path: Path) -> None:
    rows = [["Die Karten", None, None], [], ["Name", "Text", "Anzahl"], ["Eins", "a", 2], ["Zwei", "b", 1]]
    book = xlsx({"Karten": xlsx_rows(rows)})
    told = take(page, book, "karten.xlsx")
    assert (told["head_row"], told["heads"]) == (3, ["Name", "Text", "Anzahl"])
    assert told["head_rows"] == [0, 1, 3, 4, 5]
    told = page.ask("/proposals", tab=TAB, sheet=None, language=None, head_row=4, held=None)
    assert (told["heads"], told["count"]) == (["Eins", "a", "2"], 1)
    (tmp_path / "karten.xlsx").write_bytes(book)
    (tmp_path / "x.yaml").write_text("format: 1\nname: X\ncards: [{layout: story, table: karten.xlsx}]\n")
    [problem] = examine(str(tmp_path / "x.yaml")).problems
    assert problem.message == "the column names seem to be in row 3, below a title"


def test_numbers_get_the_decimal_sign_of_the_headings(page: Page, tmp_path: Path) -> None:
    book = xlsx({"Karten": xlsx_rows([["Titel", "Kosten"], ["Eins", 2.5]])})
    told = take(page, book, "karten.xlsx")
    assert (told["language"], told["rows"]) == ("de", [["Eins", "2,5"]])
    other = page.ask("/proposals", tab=TAB, sheet=None, language="en", head_row=None, held=None)
    assert other["rows"] == [["Eins", "2.5"]]
    page.ask("/proposals", tab=TAB, sheet=None, language=None, head_row=None, held=None)
    page.ask("/deck", tab=TAB, name="karten", layout=told["layouts"][0]["name"])
    assert "\nlanguage: de\n" in (tmp_path / "karten.yaml").read_text("utf-8")
    assert (tmp_path / "karten.csv").read_text("utf-8") == 'Titel,Kosten\nEins,"2,5"\n'


def test_formulas_without_a_value_are_told_and_leave_their_cells_empty() -> None:
    rows = xlsx_rows([["Title", "Text", "Cost"], ["One", "a", 1], ["Two", "b", 1]])
    rows = rows.replace('<c r="C2"><v>1</v></c>', '<c r="C2"><f>1+1</f></c>')
    rows = rows.replace('<c r="C3"><v>1</v></c>', '<c r="C3" t="e"><f>A0</f><v>#REF!</v></c>')
    sheet, _, said = read_sheet(xlsx({"S": rows}), "cards.xlsx", None)
    assert "no saved value: C2, C3 (#REF!)." in said
    assert sheet.rows[1:] == (("One", "a", ""), ("Two", "b", ""))


HEADS = st.sampled_from(
    [
        "title",
        "Text",
        "name",
        "Quantity",
        "picture",
        "layout",
        "id",
        "Cost",
        "back",
        "X 1",
        "kind",
        "column A",
    ]
)


@given(
    st.lists(HEADS, min_size=1, max_size=6, unique_by=str.lower), st.randoms(use_true_random=False), st.data()
)
def test_any_choice_of_columns_gives_a_pack_that_can_be_read(
    tmp_path_factory: Any, heads: list[str], random: Any, data: Any
) -> None:
    held = [*random.sample([each for each in decks.roles() if each != "title"], len(heads) - 1), "title"]
    random.shuffle(held)
    row = tuple(
        "2" if role == "quantity" else "" if role in ("picture", "symbol") else "some words" for role in held
    )
    deck = Deck(tuple(heads), (row, row))
    proposal = data.draw(st.sampled_from(proposals(deck, held)))
    folder = tmp_path_factory.mktemp("deck")
    named = decks.table_heads(deck, proposal)
    (folder / "cards.csv").write_text(decks.table_text(named, deck.rows), "utf-8")
    examined = examine(str(folder / "deck.yaml"), text=decks.pack_text("Deck", "cards.csv", named, proposal))
    wrong = [each for each in examined.of("error") if "columns" in each.path or "table" in each.path]
    assert wrong == []
    assert examined.pack
    assert all("some words" in card.values.values() for card in examined.pack.cards)


def test_what_was_dropped_is_forgotten_at_the_end(tmp_path: Path) -> None:
    draft = DeckDraft(tmp_path, "cards.csv", b"title\nOne\n")
    draft.add_picture("a.png", png())
    assert list(draft.folder.iterdir())
    draft.close()
    assert not draft.folder.exists()


def test_a_table_that_names_more_pictures_than_are_kept_is_refused() -> None:
    rows = "\n".join(f"Card {n},p{n}.png" for n in range(1_001))
    sheet, _, _ = read_sheet(f"Title,Picture\n{rows}".encode(), "many.csv", None)
    with pytest.raises(UsageError, match="more than 1,000 pictures"):
        sheet.deck(1)


def test_a_cell_with_a_character_that_no_file_has_names_no_picture() -> None:
    assert not decks.is_picture("a\0b.png")
