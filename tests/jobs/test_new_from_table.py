"""Packs made of a spreadsheet by `cardgen new`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from spreadsheets import xlsx, xlsx_rows

from cardgen import api

TABLE = "Titel;Anzahl;Text;Kosten\nBär;2;Kann gut schwimmen.;3\nMöwe;1;Fliegt über das Meer.;1\n"
BOOK = xlsx({"A": xlsx_rows([["Name", "Qty", "Rules"], ["Bär", 2, "Swims"], ["Möwe", 1, "Flies"]])})


@pytest.mark.parametrize(
    ("name", "data", "title"),
    [("karten.csv", TABLE.encode(), "Titel"), ("book.xlsx", BOOK, "Name")],
    ids=["csv", "xlsx"],
)
def test_a_pack_reads_the_table_where_it_is(say: Any, name: str, data: bytes, title: str) -> None:
    Path("tables").mkdir()
    Path("tables", name).write_bytes(data)
    said = say("new", "deck.yaml", "--from", f"tables/{name}")
    assert (said.code, "copied" in said) == (0, False)
    pack = api.load("deck.yaml")
    assert f"{{title: {title}, " in Path("deck.yaml").read_text("utf-8")
    assert f'table: "tables/{name}"' in Path("deck.yaml").read_text("utf-8")
    assert [(card.label, card.quantity) for card in pack.cards] == [("Bär", 2), ("Möwe", 1)]
    assert sorted(each.name for each in Path().iterdir()) == ["deck.yaml", "pack.schema.json", "tables"]


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (TABLE.encode("cp1252"), "was read as Windows-1252"),
        (b"My cards;;;\n" + TABLE.encode(), "copied into deck.csv"),
        ((TABLE + "Wolf;1;=SUM(A1);#REF!\n").encode(), "D4 (#REF!)"),
    ],
    ids=["Windows-1252", "title above", "failed formula"],
)
def test_a_table_that_no_pack_can_read_is_copied(say: Any, data: bytes, note: str) -> None:
    Path("karten.csv").write_bytes(data)
    said = say("new", "deck.yaml", "--from", "karten.csv")
    assert (said.code, note in said) == (0, True)
    assert "Bär,2,Kann gut schwimmen.,3\n" in Path("deck.csv").read_text("utf-8")
    assert Path("karten.csv").read_bytes() == data
    assert api.load("deck.yaml").cards[1].label == "Möwe"


def test_a_table_elsewhere_is_copied_and_missing_pictures_and_further_sheets_are_named(say: Any) -> None:
    rows = xlsx_rows([["title", "picture"], ["One", "art/one.png"], ["Two", "two.png"]])
    Path("below").mkdir()
    Path("below/two.png").write_bytes(b"")
    Path("book.xlsx").write_bytes(xlsx({"A": rows, "B": rows}))
    said = say("new", "below/deck.yaml", "--from", "book.xlsx")
    assert Path("below/deck.csv").read_text("utf-8") == "title,picture\nOne,art/one.png\nTwo,two.png\n"
    assert "its sheet A is read, and not B" in said
    assert "beside deck.yaml; missing: art/one.png\n" in said


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.csv", b"a\n1\n", "a.csv has no column that a layout shows"),
        ("a.csv", b"", "this table is empty"),
        ("a.xls", b"", "the form of old Excel"),
        ("a.xlsx", b"PK", "cannot be read"),
    ],
)
def test_no_pack_is_made_without_cards(say: Any, name: str, data: bytes, message: str) -> None:
    Path(name).write_bytes(data)
    said = say("new", "deck.yaml", "--from", name)
    assert (said.code, message in said.errors, Path("deck.yaml").exists()) == (2, True, False)


def test_a_table_that_is_not_there_is_said(say: Any) -> None:
    assert "there is no file nowhere.csv" in say("new", "deck.yaml", "--from", "nowhere.csv").errors
