"""Packs in other languages: their tables of translations, what stands in for what is missing, the checks."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen import api
from cardgen.books.blocks import plain_text
from cardgen.cli.main import run
from cardgen.errors import PackError, UsageError
from cardgen.languages.catalogue import translated_languages
from cardgen.output.rulebook import BookJob, book_of_job, untranslated_template
from cardgen.pack import library
from cardgen.pack.selection import cards_matching
from cardgen.pack.translations import HEADS, _guarded_cell, _unguarded_cell, shown_texts, updated_translation

pytestmark = pytest.mark.usefixtures("without_sources")

PACK = """\
format: 1
name: Harbour
languages: {de: words/de.csv}
layouts:
  goods:
    extends: story
    ground: {by: type, action: "#E9DFC7", else: "#EEEEEE"}
    boxes:
      cost: {at: [4 mm, 4 mm], size: [20 mm, 9 mm], show: "Cost {cost}", type: index}
      type: {at: [34 mm, 4 mm], size: [20 mm, 9 mm]}
cards:
  - {table: harbour.csv, layout: goods}
suits:
  stars: {symbol: star, color: "#8A1538", cards: {1: 1}}
extras: [{face: text, title: Help, text: "Play on."}]
"""
ROWS = 'title,text,type,cost\nGuard,"Name a card. See {Dragon}.",action,+3\nDragon,Wins.,goods,=2\n'
GERMAN = {
    "Harbour": "Hafen",
    "stars": "Sterne",
    "Help": "Hilfe",
    "Guard": "Wache",
    "Dragon": "Drache",
    "action": "Aktion",
    "Cost {cost}": "Kosten {cost}",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("harbour.yaml").write_text(PACK)
    Path("harbour.csv").write_text(ROWS)


def table() -> dict[str, dict[str, str]]:
    text = Path("words/de.csv").read_text(encoding="utf-8-sig")
    return {row["text"]: row for row in csv.DictReader(io.StringIO(text, newline=""))}


def write(rows: dict[str, dict[str, str]], said: dict[str, str], separator: str = ",") -> None:
    with Path("words/de.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, HEADS, delimiter=separator)
        writer.writeheader()
        writer.writerows(
            {**row, "translation": said.get(text, row["translation"])} for text, row in rows.items()
        )


def translate(said: dict[str, str]) -> None:
    assert run(["words", "harbour.yaml", "de"]) == 0
    write(table(), said, separator=";")


def german() -> Any:
    return api.examine("harbour.yaml", {("language",): "de"})


def test_all_texts_of_a_pack_are_in_its_table_and_no_code() -> None:
    assert run(["words", "harbour.yaml", "de"]) == 0
    assert set(table()) == {*GERMAN, "Play on.", "Name a card. See {Dragon}.", "Wins.", "goods"}
    assert table()["Cost {cost}"]["where"] == "cost of the layout goods"


def test_a_pack_speaks_its_translation_and_counts_what_is_missing() -> None:
    translate(GERMAN)
    found = german()
    assert [each.message for each in found.problems] == ["4 of 11 texts are not translated into de"]
    guard, dragon = (card for card in found.pack.cards if card.layout)
    assert (found.pack.name, guard.label, dragon.label) == ("Hafen", "Wache", "Drache")
    # A text that is not translated names the other card all the same; what a column chooses stays chosen.
    assert guard.values["text"] == "Name a card. See {Drache}."
    assert (
        found.pack.layouts["goods"].ground.choices["Aktion"]
        == found.pack.layouts["goods"].ground.choices["action"]
    )
    assert found.pack.layouts["goods"].boxes["cost"].show == "Kosten {cost}"
    assert api.load("harbour.yaml").name == "Harbour"


def test_what_was_translated_stays_when_the_pack_changes(capsys: pytest.CaptureFixture[str]) -> None:
    translate({**GERMAN, "Wins.": "Gewinnt."})
    Path("harbour.csv").write_text(ROWS.replace("Guard,", "Guardian,").replace("Wins.", "Burns all of it"))
    assert run(["words", "harbour.yaml", "de"]) == 0
    said = capsys.readouterr().out
    rows = table()
    assert "2 changed" in said
    assert rows["Guardian"] == {
        "text": "Guardian",
        "translation": "Wache",
        "where": "title of Guardian",
        "state": "changed",
        "before": "Guard",
    }
    assert rows["Burns all of it"]["before"] == "Wins."
    # It is not used until somebody has looked at it.
    assert "Guardian" in {card.label for card in german().pack.cards}
    Path("harbour.csv").write_text(ROWS.splitlines()[0] + "\nDragon,Wins.,goods,=2\n")
    assert run(["words", "harbour.yaml", "de"]) == 0
    assert (table()["Guardian"]["translation"], table()["Guardian"]["state"]) == ("Wache", "gone")


def test_a_table_from_another_program_keeps_all_that_its_translator_wrote() -> None:
    translate(GERMAN)
    assert run(["words", "harbour.yaml", "de"]) == 0
    before = table()
    guard = {**before["Guard"], "note": "first"}
    rows = [
        guard,
        {**guard, "note": "again"},
        {"text": "No longer there", "note": "ask her"},
        *(row for text, row in reversed(before.items()) if text != "Guard"),
    ]
    # Lines end as on Unix, no mark at the start, semicolons, columns and rows in another order.
    with Path("words/de.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["note", *reversed(HEADS)], delimiter=";", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    for _ in range(2):
        assert run(["words", "harbour.yaml", "de"]) == 0
        assert table()["Guard"] == {**guard, "note": "first; again"}
        assert table()["No longer there"]["note"] == "ask her"
        assert {text: table()[text]["translation"] for text in before} == {
            text: row["translation"] for text, row in before.items()
        }


@settings(max_examples=15, deadline=None)
@given(st.text(max_size=8))
def test_no_cell_begins_a_formula_and_every_text_comes_back(text: str) -> None:
    assert _guarded_cell(text)[:1] not in ("=", "+", "-", "@", "\t", "\r")
    assert _unguarded_cell(_guarded_cell(text)) == text


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"stars": "S" * 81}, "has 81 characters"),
        ({"Cost {cost}": "Kosten {csot}"}, "has a column 'csot'"),
        ({"Wins.": "Gewinnt jeden Stich, und zwar immer. " * 40}, "words do not fit at"),
    ],
)
def test_faults_of_a_translation_are_found_in_its_language_only(
    said: dict[str, str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    translate(said)
    capsys.readouterr()
    assert run(["check", "harbour.yaml"]) == 0
    assert run(["check", "harbour.yaml", "--language", "all"]) == 1
    out = capsys.readouterr().out
    assert "in 'de': " in out
    assert message in out


def test_rules_that_are_not_translated_speak_of_the_pack_as_it_was_written() -> None:
    pack = api.load("never-over", {("language",): "nl"})
    assert pack.suit_title("green") == "groen"
    template = untranslated_template(pack, BookJob())._replace(
        text="---\nlanguage: en\n---\n{{ green.Name }}, {{ 1.5 }}\n"
    )
    assert plain_text(book_of_job(pack, BookJob(), template).blocks[0].runs) == "Green, 1.5"


def test_cards_of_a_translated_pack_answer_to_the_names_they_were_written_with_as_well() -> None:
    translate(GERMAN)
    pack = german().pack
    for term in ("Dragon", "Drache", "type=goods"):
        assert [card.label for card in cards_matching(pack, term)] == ["Drache"]
    assert [card.label for card in cards_matching(pack, "type=action")] == ["Wache"]
    with pytest.raises(UsageError, match=r"no card of Hafen is called 'Dragoon'"):
        cards_matching(pack, "Dragoon")


def test_sheets_of_a_translated_pack_are_proven_in_its_language() -> None:
    translate(GERMAN)
    assert run(["sheets", "harbour.yaml", "--language", "de", "-o", "x.pdf"]) == 0
    assert run(["verify", "x.pdf", "--pack", "harbour.yaml", "--language", "de"]) == 0
    assert run(["verify", "x.pdf", "--pack", "harbour.yaml"]) == 2


def test_what_is_told_of_a_translated_pack_is_told_in_its_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    translate(GERMAN)
    capsys.readouterr()
    assert run(["stats", "harbour.yaml", "--language", "de"]) == 0
    assert "Drache" in capsys.readouterr().out
    assert run(["order", "harbour.yaml", "--printer", "mbprint", "--language", "de"]) == 0
    assert "Hafen" in capsys.readouterr().out
    assert run(["sheets", "harbour.yaml", "--language", "fr"]) == 0
    assert "no translation into fr" in capsys.readouterr().err


def test_a_table_is_confined_to_the_pack_s_folder() -> None:
    Path("harbour.yaml").write_text(PACK.replace("words/de.csv", "../de.csv"))
    with pytest.raises(PackError, match="leads out of the pack's folder"):
        api.load("harbour.yaml", {("language",): "de"})
    texts = list(shown_texts(api.load("harbour.yaml")))
    assert updated_translation(texts, "de", False)[1].texts == len({each.said for each in texts})


def test_what_a_variant_writes_in_its_own_language_is_not_to_be_translated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    variant = "extends: never-over\nname: Hafen\nlanguage: de\nsuits:\n  green: {name: see}\n"
    Path("mine.yaml").write_text(variant)
    assert run(["check", "mine.yaml"]) == 0
    assert "translated" not in capsys.readouterr().out
    # What it has of its base is, by the base's table and no more of that.
    assert run(["words", "mine.yaml", "de"]) == 0
    assert [(text, row["translation"]) for text, row in table().items()] == [("red", "rot")]
    # Without a language it is written in that of its base, and told so at itself.
    Path("mine.yaml").write_text(variant.replace("language: de\n", ""))
    capsys.readouterr()
    run(["check", "mine.yaml", "--language", "de"])
    said = capsys.readouterr().out
    assert "2 of 3 texts are not translated into de" in said
    assert "cardgen words mine.yaml de" in said
    assert not [line for line in said.splitlines() if "never-over.yaml" in line and "translated" in line]


@pytest.mark.parametrize("named", ["../de.csv", "/tmp/cardgen-de.csv", "words/../../de.csv", "out/de.csv"])
def test_words_writes_nothing_outside_the_pack_s_folder(
    named: str, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    Path("out").symlink_to(outside)
    Path("harbour.yaml").write_text(PACK.replace("words/de.csv", named))
    assert run(["words", "harbour.yaml", "de"]) == 2
    assert "leads out of the pack's folder" in capsys.readouterr().err
    assert not list(outside.iterdir())
    assert not Path(named).exists()


def test_a_table_that_is_no_csv_stays_as_it_is_and_goes_on_as_csv(capsys: pytest.CaptureFixture[str]) -> None:
    translate({"Guard": "Wache"})
    Path("words/de.tsv").write_text("text\ttranslation\tremark\nHarbour\tHafen\tby the sea\nHarbour\t\t\n")
    Path("harbour.yaml").write_text(PACK.replace("de.csv", "de.tsv"))
    before = Path("words/de.tsv").read_bytes()
    capsys.readouterr()
    assert run(["words", "harbour.yaml", "de"]) == 0
    assert "languages: {de: words/de.csv}" in capsys.readouterr().out
    assert Path("words/de.tsv").read_bytes() == before
    # What is only in the csv that was there stays, and so does a column of the translator's own.
    rows = table()
    assert (rows["Harbour"]["translation"], rows["Harbour"]["remark"]) == ("Hafen", "by the sea")
    assert rows["Guard"]["translation"] == "Wache"


def test_a_pack_s_translation_may_be_a_catalogue_of_gettext(capsys: pytest.CaptureFixture[str]) -> None:
    Path("harbour.yaml").write_text(PACK.replace("de.csv", "de.po"))
    assert run(["words", "harbour.yaml", "de"]) == 0
    file = Path("words/de.po")
    empty = 'msgid "Guard"\nmsgstr ""'
    assert f"#. title of Guard\n{empty}" in file.read_text()
    file.write_text(file.read_text().replace(empty, empty[:-1] + 'Wache"'))
    assert "Wache" in {card.label for card in german().pack.cards}
    Path("harbour.csv").write_text(ROWS.replace("Guard,", "Guardian,"))
    assert run(["words", "harbour.yaml", "de"]) == 0
    assert "1 changed" in capsys.readouterr().out
    assert '#, fuzzy\n#| msgid "Guard"\nmsgid "Guardian"\nmsgstr "Wache"' in file.read_text()
    # It is not used until somebody has looked at it.
    assert "Guardian" in {card.label for card in german().pack.cards}


def test_a_text_that_is_translated_in_two_ways_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    translate({"Harbour": "Hafen"})
    with Path("words/de.csv").open("a", encoding="utf-8") as file:
        file.write("Harbour;Port;;;\n")
    for command in (["words", "harbour.yaml", "de"], ["check", "harbour.yaml", "--language", "de"]):
        assert run(command) == 1
    printed = capsys.readouterr()
    assert (printed.out + printed.err).count("'Harbour' has another translation in row 2") == 2


def test_languages_are_the_same_in_capitals() -> None:
    translate(GERMAN)
    assert api.examine("harbour.yaml", {("language",): "DE-at"}).pack.name == "Hafen"


@pytest.mark.parametrize("name", library.bundled_pack_names())
def test_packs_that_come_with_cardgen_are_whole_in_every_language(name: str) -> None:
    languages = api.load(name).languages
    assert sorted(languages) == list(translated_languages())
    for language in languages:
        found = api.examine(name, {("language",): language})
        assert not found.of("error", "warning"), language


@pytest.mark.parametrize(
    ("language", "edition"),
    [
        ("de", "4. Mai 2012"),
        ("es", "4 de mayo de 2012"),
        ("fr", "4 mai 2012"),
        ("it", "4 maggio 2012"),
        ("nl", "4 mei 2012"),
        ("pl", "4 maja 2012"),
    ],
)
def test_the_day_of_an_edition_is_written_as_the_language_does(language: str, edition: str) -> None:
    assert api.load("never-over", {("language",): language}).edition == edition


def test_a_table_that_the_pack_does_not_name_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text("format: 1\nname: Mine\ncards:\n  - {layout: story, rows: [{title: Fox}]}\n")
    Path("mine.md.j2").write_text("---\nlanguage: en\n---\n# Play\n")
    assert run(["words", "mine.yaml", "de"]) == 0
    said = capsys.readouterr().out
    assert said.count("Next:") == 1
    assert "Then translate mine.de.po with a PO editor" in said
    run(["check", "mine.yaml", "--language", "de"])
    said = capsys.readouterr().out
    assert "words/de.csv is there, but the pack does not name it" in said
    assert "write this line into the pack: languages: {de: words/de.csv}" in said
