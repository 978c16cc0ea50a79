"""Tables of cards in csv, tsv, xlsx and ods: what is read, what is said of faulty and of hostile ones."""

import contextlib
import csv
import io
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spreadsheets import ods, ods_rows, xlsx, xlsx_rows

import cardgen
from cardgen import api
from cardgen.cli import report
from cardgen.errors import PackError, Problem, UsageError
from cardgen.pack.selection import cards_matching, cards_to_print
from cardgen.pack.tables import MOST_BYTES, CardTable, column_letters, read_table
from cardgen.sandbox import untrusted

Look = Callable[..., api.Examined]
Make = Callable[[str, bytes | str], Path]

HARBOUR = [
    ["title", "cost", "text"],
    ["Dock", 1, "Load, then\ngo"],
    [None, None, None],
    ["Pier", 2.5, "“Ho!”"],
]
#: What they mean, by the number of the row.
CARDS = {
    2: {"title": "Dock", "cost": "1", "text": "Load, then\ngo"},
    4: {"title": "Pier", "cost": "2.5", "text": "“Ho!”"},
}


def cards(table: CardTable) -> dict[int, dict[str, str]]:
    return {row.mark.line: row.values for row in table.rows}


def said(file: Path, sheet: str | None = None) -> list[str]:
    """What is said of a faulty table, as people read it, with its hints."""
    with pytest.raises(PackError) as caught:
        read_table(file, sheet)
    text = report.problems_text(caught.value.problems).replace(f"{file.parent}/", "")
    return [line.strip() for line in text.replace(str(file.parent), "").splitlines()]


@pytest.fixture
def table(tmp_path: Path) -> Make:
    def make(name: str, data: bytes | str) -> Path:
        file = tmp_path / name
        file.write_bytes(data.encode() if isinstance(data, str) else data)
        return file

    return make


# --- what is read -----------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(("separator", "suffix"), [(",", "csv"), (";", "csv"), ("\t", "csv"), ("\t", "tsv")])
def test_text_files_of_all_programs_are_the_same_table(
    table: Make, mark: str, end: str, separator: str, suffix: str
) -> None:
    text = io.StringIO(newline="")
    quoting = csv.QUOTE_ALL if end == "\r" else csv.QUOTE_MINIMAL
    csv.writer(text, delimiter=separator, lineterminator=end, quoting=quoting).writerows(HARBOUR)
    assert cards(read_table(table(f"harbour.{suffix}", mark + text.getvalue()))) == CARDS


def test_a_formula_that_failed_or_has_no_value_is_no_empty_cell(table: Make) -> None:
    cells = '<c r="B2" t="e"><f>A9</f><v>#REF!</v></c><c r="C2"><f>1+1</f><v/></c>'
    cells += '<c r="D2" t="str"><f>E2</f><v/></c>'
    heads = xlsx_rows([["title", "cost", "text", "note"]])
    xlsx_file = table("harbour.xlsx", xlsx({"Other": "", "Cards": f'{heads}<row r="2">{cells}</row>'}))
    assert said(xlsx_file, "Cards")[::2] == [
        "harbour.xlsx:2: error: cost: the formula of this cell has failed: #REF!",
        "harbour.xlsx:2: error: text: this formula has no value saved with it",
    ]
    cell = '<table:table-cell table:formula="of:=1/0" office:value-type="{}">'
    cell += "<text:p>{}</text:p></table:table-cell>"
    row = "<table:table-row><table:table-cell table:number-columns-repeated='1'/>{}{}</table:table-row>"
    row = row.format(cell.format("string", "#DIV/0!"), cell.format("float", "Err:502"))
    ods_file = table("harbour.ods", ods({"Cards": ods_rows([["title", "cost", "text"]]) + row}))
    assert said(ods_file)[::2] == [
        "harbour.ods:2: error: cost: the formula of this cell has failed: #DIV/0!",
        "harbour.ods:2: error: text: the formula of this cell has failed: Err:502",
    ]


def test_a_text_that_looks_like_a_formula_is_doubted(table: Make) -> None:
    rows = ["title", "#BEZUG!", "#NV", '"=WENN(A1;2)"', "#1!", "=)", "#Wow!"]
    doubts = read_table(table("harbour.csv", "\n".join(rows))).doubts
    assert [(each.mark and each.mark.line, each.severity) for each in doubts] == [
        (line, "warning") for line in (2, 3, 4)
    ]


def test_numbers_of_spreadsheets_have_the_comma_of_the_language(table: Make) -> None:
    file = table("harbour.xlsx", xlsx({"Cards": xlsx_rows(HARBOUR)}))
    costs = {
        tag: cards(read_table(file, language=tag))[4]["cost"] for tag in ("en", "de", "de-CH", "pt-BR", "ja")
    }
    assert costs == {"en": "2.5", "de": "2,5", "de-CH": "2.5", "pt-BR": "2,5", "ja": "2.5"}


def test_spreadsheets_are_the_same_table(table: Make) -> None:
    files = [
        table("harbour.xlsx", xlsx({"Cards": xlsx_rows(HARBOUR)})),
        table("harbour.ods", ods({"Cards": ods_rows(HARBOUR)})),
    ]
    assert [cards(read_table(file)) for file in files] == [CARDS, CARDS]
    assert {row.mark.file for row in read_table(files[0]).rows} == {str(files[0])}


def test_a_table_that_begins_elsewhere_keeps_its_rows_numbers(table: Make) -> None:
    found = read_table(table("a.xlsx", xlsx({"Cards": xlsx_rows(HARBOUR, first=3, left="C")})))
    assert cards(found) == {row + 2: values for row, values in CARDS.items()}
    assert cards(read_table(table("a.csv", "\n\n\ntitle\n\nDock\n"))) == {6: {"title": "Dock"}}


def test_a_cell_that_is_merged_over_several_rows_is_that_of_each_of_them(table: Make) -> None:
    rows = [["title", "kind"], ["Owl", "bird"], ["Crow", None], [None, None], ["Wren", None], ["Cat", None]]
    sheet = xlsx({"Cards": xlsx_rows(rows)}, merged=["A1:B1", "B2:B5"])
    tall = ods_rows(rows).replace(
        '<table:table-cell office:value-type="string"><text:p>bird',
        '<table:table-cell office:value-type="string" table:number-rows-spanned="4"><text:p>bird',
    )
    for name, data in (("cards.xlsx", sheet), ("cards.ods", ods({"Cards": tall}))):
        found = cards(read_table(table(name, data)))
        kinds = {row["title"]: row["kind"] for row in found.values()}
        assert kinds == {"Owl": "bird", "Crow": "bird", "Wren": "bird", "Cat": ""}
        assert 4 not in found


def test_sheets_go_by_their_names_and_hidden_ones_are_passed_over(table: Make) -> None:
    sheets = {name: xlsx_rows([["title"], [name]]) for name in ("Notes", "Cards", "Old")}
    file = table("a.xlsx", xlsx(sheets, hidden=["Notes"]))
    assert [row.values["title"] for row in read_table(file).rows] == ["Cards"]
    assert [row.values["title"] for row in read_table(file, "Notes").rows] == ["Notes"]
    assert said(file, "Crads")[0] == "error: there is no sheet 'Crads' in 'a.xlsx'"
    assert said(file, "Crads")[1] == "hint: did you mean 'Cards'?"
    assert said(file, "x")[1] == "hint: choose from Notes, Cards, Old"
    assert said(table("a.csv", "title\nDock\n"), "Cards")[0] == "error: a csv file has no sheets"


def test_values_are_text_as_the_spreadsheet_shows_it(table: Make) -> None:
    row = (
        '<row r="2"><c r="A2"><v>7.0</v></c><c r="B2"><f>0.1+0.2</f><v>0.30000000000000004</v></c>'
        '<c r="C2" t="b"><v>1</v></c><c r="D2" s="1"><v>46348</v></c>'
        '<c r="E2" s="1"><v>46348.604166666664</v></c>'
        '<c r="F2" s="2"><v>1.5</v></c><c r="G2" t="str"><f>A2</f><v>1.0</v></c>'
        '<c r="H2"><v>123456789012</v></c></row>'
    )
    heads = xlsx_rows([["whole", "formula", "flag", "date", "moment", "hours", "text", "large"]])
    found = read_table(table("a.xlsx", xlsx({"Cards": heads + row}))).rows[0].values
    shown = ["7", "0.3", "TRUE", "2026-11-22", "2026-11-22 14:30", "36:00", "1.0", "123456789012"]
    assert list(found.values()) == shown


def test_excel_leaves_out_separators_at_the_ends_of_rows(table: Make) -> None:
    """It writes 16 rows at a time without the columns that are empty in all of them."""
    assert cards(read_table(table("a.csv", "title,text,note\nDock,Load\n"))) == {
        2: {"title": "Dock", "text": "Load", "note": ""}
    }
    assert read_table(table("a.csv", "title,,\nDock,,\n")).columns == ("title",)


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"]), max_size=12).map(
    lambda text: text.replace("\ufeff", "").strip()
)
LINES = st.lists(WORDS, max_size=3).map("\n".join).map(str.strip)
HEADS = st.lists(
    st.text("abcdefgh é", min_size=1, max_size=6).map(str.strip), min_size=2, max_size=5, unique=True
)


@given(
    heads=HEADS.filter(all),
    rows=st.lists(st.lists(LINES, min_size=5, max_size=5), min_size=1, max_size=6),
    separator=st.sampled_from(",;\t"),
    end=st.sampled_from(["\n", "\r\n"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
def test_what_was_written_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    heads: list[str],
    rows: list[list[str]],
    separator: str,
    end: str,
    quoting: int,
) -> None:
    rows = [row[: len(heads)] for row in rows if any(row[: len(heads)])]
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=separator, lineterminator=end, quoting=quoting)  # type: ignore[call-overload]
    writer.writerows([heads, *rows])
    file = tmp_path_factory.getbasetemp() / "any.csv"
    file.write_text(text.getvalue(), encoding="utf-8", newline="")
    if not rows:
        assert "there is no row below the column names" in said(file)[0]
        return
    found = read_table(file)
    assert found.columns == tuple(heads)
    assert [list(row.values.values()) for row in found.rows] == rows


# --- what is said of faulty tables ------------------------------------------------------------------


def test_a_failed_formula_is_named_beside_a_text_in_a_column_without_a_heading(table: Make) -> None:
    text = said(table("harbour.csv", "title,,text\nDock,x,#REF!\n"))
    assert text[::2] == [
        "harbour.csv:2: error: column B has no name, and 'x' stands in it",
        "harbour.csv:2: error: text: the formula of this cell has failed: #REF!",
    ]


def test_all_problems_are_told_at_once_in_order_by_row_and_head(table: Make) -> None:
    text = (
        'title,text,title\nDock,"two\nlines",\nPier,#REF!,\n\nQuay,a\x07b,,x\nMole,' + "m" * 2001 + ",#N/A\n"
    )
    assert said(table("harbour.csv", text)) == [
        "harbour.csv:1: error: 'title' is the name of columns A and C",
        "hint: rename all but one",
        "harbour.csv:3: error: text: the formula of this cell has failed: #REF!",
        "hint: fix it there",
        "harbour.csv:5: error: text: there is a control character that cannot be seen (U+0007)",
        "hint: delete it; it may have come in by copying from another program",
        "harbour.csv:5: error: column D has no name, and 'x' stands in it",
        "hint: name the column, or empty the cell; in csv, put a text with the separator in quotes",
        "harbour.csv:6: error: text: this text has 2,001 characters",
        "hint: at most 2,000 are allowed",
        "harbour.csv:6: error: title: the formula of this cell has failed: #N/A",
        "hint: fix it there",
    ]


LATIN, WIDE = "title\nDock\ncafé\n".encode("latin-1"), "title\nDock\n".encode("utf-16")
CLOSED, OPEN = b'title,text\nDock,"Load" it\n', b'title,text\nDock,"Load\nPier,Go\n'
NO_HEADS = b"Guard,Discard this and name a card of another player\n"
HEADS_SHOULD = "a.csv:1: error: the first row should hold column names, and"


@pytest.mark.parametrize(
    ("name", "data", "message", "hint"),
    [
        (
            "a.csv",
            LATIN,
            "a.csv:3: error: this is not UTF-8 text; it looks like Windows-1252, in which byte 0xE9 makes "
            "'café'",
            "CSV UTF-8",
        ),
        ("a.csv", b"title\nfa\x8dade\n", "a.csv:2: error: this is not UTF-8 text: there is a byte 0x8D", ""),
        ("a.csv", WIDE, "'a.csv' is not UTF-8 text; it looks like UTF-16", "CSV UTF-8"),
        ("a.csv", b"5,Guard\n3,Priest\n", f"{HEADS_SHOULD} '5' is a number", "what each column holds"),
        ("a.csv", NO_HEADS, f"{HEADS_SHOULD} 'Disc", "at most 40 characters"),
        (
            "a.csv",
            b"title\n",
            "a.csv:1: error: there is no row below the column names",
            "write a row for each",
        ),
        ("a.csv", b"\n", "'a.csv' is empty", "write column names in its first row"),
        ("a.csv", OPEN, "a.csv:2: error: a quote in this row is never closed", 'write " behind'),
        ("a.csv", CLOSED, "a.csv:2: error: a closing quote in this row", "write a quote twice"),
        (
            "a.csv",
            b"title," + b"x" * 150_000,
            "a.csv:1: error: a cell in this row has more than 131,072 characters",
            "shorten it",
        ),
        ("a.csv", b"title" + b",a" * 250, "a.csv:1: error: 'a' is the name of columns B, C", "rename"),
        ("a.xls", b"", "'a.xls' is not a table that cardgen can read", "save it as xlsx"),
        ("a.numbers", b"", "'a.numbers' is not a table that cardgen can read", "File, Export To"),
        (
            "a.docx",
            b"",
            "'a.docx' is not a table that cardgen can read",
            "save it as csv (UTF-8), tsv, xlsx or",
        ),
        ("a.xlsx", b"title\nDock\n", "'a.xlsx' cannot be read: Cannot detect", "save it as xlsx"),
        ("a.csv", bytes(MOST_BYTES + 1), "'a.csv' is larger than 20 MB", "several tables"),
    ],
)
def test_what_is_said_of_a_table_as_a_whole(
    table: Make, name: str, data: bytes, message: str, hint: str
) -> None:
    lines = said(table(name, data))
    assert lines[0].removeprefix("error: ").startswith(message)
    assert any(hint in line for line in lines if line.startswith("hint: "))


def test_every_row_with_a_broken_quote_is_told(table: Make) -> None:
    text = 'title,text\n"Old" guard,x\nDock,y\nMill,"a "mill" by the river"\nPier,"never closed\n'
    assert [line for line in said(table("a.csv", text)) if "error" in line] == [
        "a.csv:2: error: a closing quote in this row is followed by more text",
        "a.csv:4: error: a closing quote in this row is followed by more text",
        "a.csv:5: error: a quote in this row is never closed",
    ]


def test_columns_are_called_as_spreadsheets_call_them() -> None:
    assert [column_letters(place) for place in (0, 25, 26, 51, 52, 701, 702, 16383)] == (
        ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA", "XFD"]
    )


# --- hostile tables ---------------------------------------------------------------------------------

A = ods_rows([["a"]])
#: A billion characters, from entities that name entities; and one that names a file.
LAUGHS = "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9))
LAUGHS = f'<!DOCTYPE x [<!ENTITY a "a">{LAUGHS}]>'
FETCHED = '<!DOCTYPE x [<!ENTITY j SYSTEM "file:///etc/passwd">]>'
ONE = 'office:value-type="float" office:value="1"/></table:table-row>'
ROWS = f'<table:table-row table:number-rows-repeated="1048575"><table:table-cell {ONE}'
CELLS = ROWS.replace("-cell ", '-cell table:number-columns-repeated="9999999999" ')
FAR = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("rows.ods", ods({"C": A + ROWS}), "more than 20,000 rows"),
        ("cells.ods", ods({"C": A + CELLS}), "cannot be read"),
        ("laughs.ods", ods({"C": A.replace(">a<", ">&j;<")}, LAUGHS), "cannot be read"),
        ("entity.ods", ods({"C": A.replace(">a<", ">&j;<")}, FETCHED), "cannot be read"),
        ("far.xlsx", xlsx({"C": xlsx_rows([["a"]]) + FAR}), "takes more than 512 MB of memory"),
        ("rows.csv", b"a\n" + b"1\n" * 20_001, "more than 20,000 rows"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_hostile_tables_are_refused_quickly(table: Make, name: str, data: bytes, message: str) -> None:
    before = time.monotonic()
    assert message in said(table(name, data))[0]
    assert time.monotonic() - before < 30


def test_a_zip_bomb_costs_what_its_limits_allow(table: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardgen.pack import tables

    monkeypatch.setattr(tables, "TABLE", tables.TABLE._replace(memory=20 << 20))
    file = table("bomb.xlsx", xlsx({"C": xlsx_rows([["a" * (40 << 20)]])}))
    assert file.stat().st_size < 1 << 20
    assert "takes more than 20 MB of memory" in said(file)[0]


def test_broken_spreadsheets_raise_problems_only(table: Make) -> None:
    whole = xlsx({"C": xlsx_rows(HARBOUR)})
    for place in range(0, len(whole), 97):
        file = table("a.xlsx", whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        with contextlib.suppress(PackError):
            read_table(file)


def test_a_table_that_was_exchanged_after_it_was_admitted_is_not_read(table: Make, tmp_path: Path) -> None:
    file = table("a.csv", "title\nDock\n")
    untrusted.admit(tmp_path, "a.csv")
    (tmp_path / "b.csv").write_text("title\nTrap\n", encoding="utf-8")
    (tmp_path / "b.csv").replace(file)
    with pytest.raises(Exception, match=re.escape("was changed while cardgen was at work")):
        read_table(file)


# --- packs whose cards stand in tables --------------------------------------------------------------

PACK = "format: 1\nname: Harbour\ncards:\n  - table: {}\n    layout: rule\n"
ROWS = [["Title", "Text", "Qty", "Type"], ["Dock", "Load", 2, "goods"], ["Pier", "Go", 1, "action"]]


@pytest.fixture
def pack(tmp_path: Path, table: Make) -> Look:
    """Examine a pack beside a table."""

    def look(
        more: str = "", name: str = "harbour.csv", rows: Sequence[Sequence[object]] = ROWS
    ) -> api.Examined:
        text = io.StringIO(newline="")
        csv.writer(text).writerows(rows)
        table("harbour.csv", text.getvalue())
        return api.examine(str(table("harbour.yaml", PACK.format(name) + more)))

    return look


def told(examined: api.Examined) -> list[tuple[str, int, str]]:
    """Where problems are and what they say."""
    found: list[Problem] = [problem for problem in examined.problems if problem.mark]
    return [(Path(p.mark.file).name, p.mark.line, p.message) for p in found if p.mark]


@pytest.mark.parametrize("heading", ["Qty", "Quanttity", "Copies"])
@pytest.mark.parametrize("own", [False, True])
def test_a_column_that_seems_to_hold_quantities_and_sets_none_is_told(
    pack: Look, heading: str, own: bool
) -> None:
    """A layout of the pack's own was no reason to look, and cards were there once."""
    rows = [["Title", "Text", heading], *(row[:3] for row in ROWS[1:])]
    layout = "layouts: {rule: {extends: rule, boxes: {title: {align: center}}}}\n"
    examined = pack(layout if own else "", rows=rows)
    message = f"the column {heading!r} sets no quantity: each card is there once"
    assert told(examined) == [("harbour.yaml", 4, message)]
    assert [problem.severity for problem in examined.problems] == ["warning"]


def test_each_row_of_a_table_is_a_card_as_a_row_in_the_file_is(pack: Look, tmp_path: Path) -> None:
    columns = "    columns: {quantity: qty}\n"
    examined = pack(columns)
    assert told(examined) == [("harbour.yaml", 4, "columns not used: 'Type'")]
    rows = "format: 1\nname: Harbour\ncards:\n  - layout: rule\n    rows:\n"
    rows += "      - {title: Dock, text: Load, quantity: 2, type: goods}\n"
    rows += "      - {title: Pier, text: Go, type: action}\n"
    (tmp_path / "rows.yaml").write_text(rows, encoding="utf-8")
    same = cardgen.load(str(tmp_path / "rows.yaml"))
    assert examined.pack.cards == same.cards
    assert examined.pack.files == [str(tmp_path / "harbour.csv")]


def test_cards_of_a_table_go_by_their_titles_ids_and_columns(pack: Look) -> None:
    rows = [
        ["id", "title", "type"],
        ["d", "Dock...", "goods"],
        ["p", "Pier", "action"],
        ["q", "Quay", "goods"],
    ]
    found = pack(rows=rows).pack
    for terms, ids in [
        (["dock..."], "d"),
        (["P"], "p"),
        (["type=goods"], "dq"),
        (["Type = Action", "q"], "pq"),
    ]:
        assert "".join(card.id for card, _ in cards_to_print(found, terms)) == ids
    assert cards_to_print(found, missing=["pier:3"])[0][1] == 3


def test_two_cards_have_no_one_id(pack: Look) -> None:
    found = pack(rows=[["ID", "title"], ["d", "Dock"], ["p", "Pier"], ["d", "Quay"]])
    assert told(found) == [("harbour.csv", 4, "ID of 'Quay': 'd' is the id of 'Dock' as well")]


def test_a_first_line_for_excel_says_the_separator_and_is_no_row(table: Make) -> None:
    found = read_table(table("harbour.csv", "\ufeffsep=;\r\ntitle;note\r\nDock;a,b,c,d\r\n"))
    assert cards(found) == {3: {"title": "Dock", "note": "a,b,c,d"}}


def test_one_misspelt_head_is_told_once_and_capitals_of_values_are_noted(pack: Look) -> None:
    layout = "layouts: {own: {extends: rule, color: {by: kind, Ware: '#ff0000', else: '#0000ff'}, "
    layout += "boxes: {cost: {at: [4 mm, 4 mm], size: [20 mm, 6 mm]}}}}\n"
    found = told(pack(layout, rows=[["title", "kind", "csot", "layout"], ["Dock", "ware", 3, "own"]]))
    assert [message for _, _, message in found] == [
        "'ware' in the column kind is not 'Ware'",
        "no card of this layout has a column 'cost'",
    ]


def test_a_misspelt_value_that_chooses_is_told_with_the_one_that_is_meant(pack: Look) -> None:
    def own(kind: str, when: str) -> str:
        return (
            f"layouts: {{own: {{extends: rule, color: {{by: kind, {kind}: '#ff0000', else: '#0000ff'}}, "
            f"boxes: {{cost: {{at: [4 mm, 4 mm], size: [20 mm, 6 mm], when: {{kind: {when}}}}}}}}}}}\n"
        )

    rows = [["title", "kind", "cost", "layout"], ["Dock", "attack", 3, "own"], ["Pier", "land", 2, "own"]]

    def misspelt(kind: str, when: str) -> list[Problem]:
        found = pack(own(kind, when), rows=rows).problems
        return [each for each in found if each.message.startswith("no card has")]

    problems = misspelt("atack", "[land, atack]")
    assert {(each.message, each.severity) for each in problems} == {
        ("no card has 'atack' in the column kind", "warning")
    }
    assert len(problems) == 2
    assert all(each.hint.startswith("did you mean 'attack'?") for each in problems)
    # Words that no card has yet, short ones and numbers are no misspelt ones.
    for kind, when in (
        ("attack", "[land, weather]"),
        ("reaction", "land"),
        ("at", "land"),
        ("attack", "[13]"),
    ):
        assert misspelt(kind, when) == []


def test_a_quantity_of_0_leaves_a_card_out(pack: Look) -> None:
    rows = [["title", "quantity"], ["Dock", 0], ["Pier", ""], ["Quay", 3]]
    assert [(card.label, card.quantity) for card in pack(rows=rows).pack.cards] == [("Pier", 1), ("Quay", 3)]
    (said,) = told(pack(rows=rows[:2]))
    assert said == ("harbour.yaml", 4, "the quantity in every row of the table is 0")


def test_quantities_are_read_as_people_write_them(pack: Look) -> None:
    rows = [["title", "quantity"], *(["Dock", each] for each in ("x3", "3X", "3 ×", "3.0", "3,00", "× 3"))]
    assert {card.quantity for card in pack(rows=rows).pack.cards} == {3}
    for bad in ("3.5", "3-4", "x", "3y", "1.000", "1,000"):
        assert f"{bad!r} is not one" in told(pack(rows=[["title", "quantity"], ["Dock", bad]]))[0][2]


def test_a_row_with_the_sum_of_all_quantities_is_doubted(pack: Look) -> None:
    rows = [["title", "text", "quantity"], *(["Dock", "Load", each] for each in (4, 1, 2))]
    where, line, said = told(pack(rows=[*rows, ["Sum", "", 7]]))[0]
    assert (where, line) == ("harbour.csv", 5)
    assert "this is the sum of all quantities above, and becomes a card with 7 copies" in said
    assert told(pack(rows=[*rows, ["Pier", "Go", 7]])) == []


def test_problems_of_cards_stand_at_their_rows_under_the_heads_of_the_table(pack: Look) -> None:
    rows = [
        ["Title", "Text", "Qty", "Picture"],
        ["Dock", "word " * 390, "two", ""],
        ["Pier", "{coyn}", -1, "no.png"],
    ]
    found = told(pack("    columns: {quantity: QTY, text: words}\n", rows=rows))
    assert found == [
        ("harbour.yaml", 6, "the table has no column 'words'"),
        ("harbour.csv", 2, "Qty of 'Dock': this should be a whole number, and 'two' is not one"),
        ("harbour.csv", 2, "Text of 'Dock': the last 210 words do not fit at 7 pt"),
        ("harbour.csv", 3, "Qty of 'Pier': this number is too small"),
        ("harbour.csv", 3, "Picture of 'Pier': there is no file 'no.png' beside the pack"),
        ("harbour.csv", 3, "Text of 'Pier': there is no icon and no card 'coyn'"),
    ]


def test_of_one_table_so_many_problems_are_told_and_the_number_of_the_rest(pack: Look) -> None:
    found = told(pack(rows=[["title", "quantity"], *(["T", "x"] for _ in range(50))]))
    assert [line for _, line, _ in found] == [*range(2, 22), 0]
    assert found[-1] == ("harbour.csv", 0, "30 more problems in this file")


def test_a_misspelt_name_of_a_file_gets_the_one_that_is_meant(pack: Look) -> None:
    [problem] = pack(name="habour.csv").problems
    assert problem.hint == "did you mean 'harbour.csv'?"


@pytest.mark.parametrize(
    ("name", "more", "line", "message"),
    [
        ("none.csv", "", 4, "there is no file 'none.csv' beside the pack"),
        ("../harbour.csv", "", 4, "'../harbour.csv' leads out of the pack's folder"),
        ("link.csv", "", 4, "'link.csv' is a link that leads out of the pack's folder"),
        ("harbour.yaml", "", 4, "'harbour.yaml' is not a table that cardgen can read"),
        ("{file: harbour.csv, sheet: Cards}", "", 4, "a csv file has no sheets"),
        ("{file: harbour.csv, shet: Cards}", "", 4, "'shet' is not a key known here"),
        ("harbour.csv", "    rows: [{title: A}]\n", 6, "a list of cards has a table or rows, not both"),
        ("harbour.csv", "    columns: {title: Text}\n", 6, "the table has a column 'title' as well"),
        ("harbour.csv", "  - table: harbour.csv\n" * 10, 15, "a pack has at most 10 tables"),
    ],
)
def test_what_is_said_where_a_pack_names_a_table(
    pack: Look, tmp_path: Path, name: str, more: str, line: int, message: str
) -> None:
    (tmp_path.parent / "outside.csv").write_text("title\nDock\n", encoding="utf-8")
    if not (tmp_path / "link.csv").is_symlink():
        (tmp_path / "link.csv").symlink_to(tmp_path.parent / "outside.csv")
    errors = [problem for problem in told(pack(more, name)) if problem[1]]
    assert ("harbour.yaml", line, message) in errors
    assert "the pack has no cards" not in {said for _, _, said in errors}


RENAMED = [["Ort", "Art", "Wirkung"], ["Hafen", "Haus", "Nimm {Mole}."], ["Kai", "Haus", "Wie {Mohle}."]]
COLUMNS = "    columns: {kind: Art, text: Wirkung"


def test_cards_without_titles_that_texts_name_are_told_once_with_the_column_to_try(pack: Look) -> None:
    untitled = pack(f"{COLUMNS}}}\n", rows=RENAMED).problems
    assert [(problem.severity, problem.message) for problem in untitled if problem.severity == "error"] == [
        ("error", "no card has a title, so texts cannot name any: {Mole}, {Mohle}")
    ]
    assert untitled[-1].hint == "say which column is the title, such as columns: {title: Ort}"
    titled = pack(f"{COLUMNS}, title: Ort}}\n", rows=[*RENAMED, ["Mole", "Haus", ""]])
    assert [(line, message) for _, line, message in told(titled)] == [
        (4, "columns not used: 'Art'"),
        (3, "Wirkung of 'Kai': there is no icon and no card 'Mohle'"),
    ]


def test_a_column_that_goes_by_another_name_is_told_where_its_head_is_used(pack: Look) -> None:
    layout = "{extends: story, color: {by: Art, Haus: black}, boxes: {text: {show: '{wirkung}'}}}"
    layout = f"layouts: {{rule: {layout}}}\n"
    found = pack(f"{COLUMNS}, title: Ort}}\n{layout}", rows=[RENAMED[0], ["Hafen", "Haus", "Nimm."]]).problems
    assert [problem.hint for problem in found if problem.severity == "error"] == [
        "'Art' is called kind in `columns`: write kind",
        "'Wirkung' is called text in `columns`: write text",
    ]


def test_cards_are_chosen_by_the_heads_of_the_table(pack: Look) -> None:
    named = pack(
        f"{COLUMNS}, title: Ort}}\n", rows=[RENAMED[0], ["Hafen", "Haus", "Nimm."], ["Kai", "Weg", ""]]
    ).pack
    assert named is not None
    assert [[card.label for card in cards_matching(named, term)] for term in ("Art=haus", "kind=Weg")] == [
        ["Hafen"],
        ["Kai"],
    ]
    with pytest.raises(
        UsageError, match="no card of Harbour has 'Hauss' in the column Art; did you mean 'Haus'"
    ):
        cards_matching(named, "Art=Hauss")
    with pytest.raises(UsageError, match="no card of Harbour has a column 'Arte'; did you mean 'Art'"):
        cards_matching(named, "Arte=Haus")


def test_stats_tell_how_many_cards_have_what_in_a_column(
    pack: Look, tmp_path: Path, say: Callable[..., str]
) -> None:
    pack("    columns: {quantity: qty}\n")
    said = say("stats", str(tmp_path / "harbour.yaml"))
    assert "3 cards\n\nValues in the columns, and the number of cards with each\n" in said
    assert "  Type: goods ×2, action ×1\n" in said
    assert 'hand of 3 holds "Dock"' in said
    assert "columns,type,goods,,,cards,2,2,1" in say(
        "stats", str(tmp_path / "harbour.yaml"), "--format", "csv"
    )
    shown = say("show", str(tmp_path / "harbour.yaml"))
    assert re.search(r"^Dock +2  rule$", shown, re.MULTILINE)
