"""The words that cardgen prints itself, in the pack's language."""

from __future__ import annotations

import pickle
import runpy
from pathlib import Path
from typing import Any

import pytest

from cardgen import api
from cardgen.errors import PackError
from cardgen.languages.catalogue import (
    FOLDER,
    Entry,
    catalogue_text,
    read_catalogue,
    translated_languages,
    translations,
)
from cardgen.languages.habits import plural_forms
from cardgen.pack.words import Wording, placeholder_names
from cardgen.text import fonts
from cardgen.units import Figure, Sentence, length_text, size_text

PACK = (
    "format: 1\nname: Hafen\nlanguage: {language}\n"
    "suits: {{see: {{color: '#123456', sign: '+', cards: {{1: 1}}}}}}\n"
)


def test_languages_that_come_with_cardgen() -> None:
    assert translated_languages() == ("de", "es", "fr", "it", "nl", "pl")


@pytest.fixture(scope="module")
def wanted() -> dict[Any, Entry]:
    """All that is translated, by context and English."""
    reference = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "reference.py"))
    return {each.context_and_text: each for each in reference["messages"]()}


@pytest.mark.parametrize("language", translated_languages())
def test_a_language_says_all_that_english_does_with_the_same_values(
    language: str, wanted: dict[Any, Entry]
) -> None:
    file = FOLDER / f"{language}.po"
    entries = {
        each.context_and_text: each
        for each in read_catalogue(file, catalogue_text(file), is_plain=False).entries
    }
    assert entries.keys() == wanted.keys()
    assert [each.text for each in entries.values() if not each.is_used] == []
    for each in entries.values():
        counted = plural_forms(language) if each.plural else ("",)
        for form, text in zip(counted, each.translations, strict=True):
            missing = {*placeholder_names(each.text), *placeholder_names(each.plural)} ^ {
                *placeholder_names(text)
            }
            # One thing may be told without its number.
            assert missing <= ({"n"} if form == "one" else set()), text
    assert not {sign for said in translations(language).values() for sign in str(said)
                if not fonts.TEXT.has_character(sign)} - {"\\"}  # fmt: skip


def test_a_translation_that_nobody_has_looked_at_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cardgen.languages import catalogue

    (tmp_path / "pt.po").write_text(
        'msgid "cards"\nmsgstr "cartas"\n\n#, fuzzy\nmsgid "faces"\nmsgstr "faces?"\n\n'
        'msgid "backs"\nmsgstr ""\n'
    )
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    catalogue.translated_languages.cache_clear()
    try:
        assert catalogue.translations.__wrapped__("pt-BR") == {(None, "cards"): "cartas"}
        assert catalogue.translations.__wrapped__("de") == {}
    finally:
        catalogue.translated_languages.cache_clear()


def test_numbers_are_grouped_as_the_language_does() -> None:
    assert Wording("en", {}).phrase("cards", n=1200) == "1,200 cards"
    assert Wording("de-AT", {}).phrase("cards", n=1200) == "1.200 Karten"
    assert Wording("de", {}).phrase("cards", n=1) == "1 Karte"
    assert Wording("pl", {}).phrase("cards", n=22) == "22 karty"
    assert Wording("eo", {"cards": "{n} kartoj"}).phrase("cards", n=1) == "1 kartoj"


def _words_on(tmp_path: Path, text: str) -> tuple[str, str]:
    """What a summary says, and what stands beside the cards of the first sheet."""
    import pypdfium2

    (tmp_path / "mine.yaml").write_text(text + "extras: [{face: summary}, {face: joker}]\n")
    pack = api.load(str(tmp_path / "mine.yaml"))
    [file] = api.sheets(pack)
    page = pypdfium2.PdfDocument(file.data)[0].get_textpage().get_text_bounded()
    from cardgen.art.face import plan_face
    from cardgen.art.items import Label
    from cardgen.geometry import Rect

    (summary,) = (card for card in pack.cards if card.kind == "summary")
    items = plan_face(pack, summary, Rect(0, 0, *pack.card.size))
    return " / ".join(item.text for item in items if isinstance(item, Label)), page


def test_a_german_pack_is_german_on_its_cards_and_sheets(tmp_path: Path) -> None:
    summary, page = _words_on(tmp_path, PACK.format(language="de"))
    assert "1 Karte in 1 Farbe" in summary
    assert "und 2 weitere: Übersicht, Joker" in summary
    assert "Karten" in summary
    assert "Seite 1 von 2" in page
    assert "an der langen Kante wenden" in page
    assert "bitte nachmessen" in page


def test_a_summary_counts_cards_that_are_in_no_suit(tmp_path: Path) -> None:
    rows = "cards: [{layout: story, rows: [{quantity: 5, title: Turm}, {title: Hafen}]}]\n"
    summary, _ = _words_on(tmp_path, f"format: 1\nname: Hafen\nlanguage: de\n{rows}")
    assert "und 2 weitere: Übersicht, Joker / 6 Karten" in summary


def test_own_words_stand_over_those_of_the_language(tmp_path: Path) -> None:
    own = "words: {cards: {one: '{n} karto', other: '{n} kartoj'}, page: 'paĝo {page} el {pages}'}\n"
    summary, page = _words_on(tmp_path, PACK.format(language="eo") + own)
    assert "1 karto in 1 suit" in summary
    assert "paĝo 1 el 2" in page


def test_what_is_wrong_with_own_words_is_told_at_its_place(tmp_path: Path) -> None:
    own = "words: {crads: x, page: 'p. {sheet}', joker: {one: x}, cards: {on: x, other: '{n}'}}\n"
    (tmp_path / "mine.yaml").write_text(PACK.format(language="en") + own)
    with pytest.raises(PackError) as raised:
        api.load(str(tmp_path / "mine.yaml"))
    said = {problem.message: problem.hint for problem in raised.value.problems}
    assert said == {
        "'crads' is not a word that cardgen prints": "did you mean 'cards'?",
        "{sheet} is not filled in here": "it may have {page} and {pages}",
        "nothing is counted here": "write one text",
        "'on' is not a plural form": "did you mean 'one'?",
    }


def test_a_language_without_words_is_told_once_unless_the_pack_has_its_own(tmp_path: Path) -> None:
    text = "format: 1\nname: A\ncards: [{rows: [{title: A}]}]\nlanguage: fi\n"
    (tmp_path / "a.yaml").write_text(text)
    [problem] = api.examine(str(tmp_path / "a.yaml")).problems
    assert (problem.severity, problem.mark and problem.mark.line) == ("note", 4)
    assert "there are en, de, es, fr, it, nl and pl" in problem.hint
    (tmp_path / "a.yaml").write_text(text + "words: {contents: Sisällys}\n", encoding="utf-8")
    assert api.examine(str(tmp_path / "a.yaml")).problems == ()


def test_a_sentence_is_said_whole_by_the_language_s_own_plurals_and_figures() -> None:
    def said(language: str, sentence: str) -> str:
        return Wording(language, {}).translate(sentence)

    def pages(count: int) -> Sentence:
        one, other = "{n} page of {size} with {bleed} bleed", "{n} pages of {size} with {bleed} bleed"
        return Sentence(one, other, n=count, size=size_text(180, 255.118), bleed=length_text(9))

    assert pages(1) == "1 page of 63.5 × 90 mm with 3.17 mm bleed"
    assert said("de", pages(1)) == "1 Seite mit 63,5 × 90 mm und 3,17 mm Anschnitt"
    assert said("pl-PL", pages(1022)) == "1\u202f022 strony 63,5 × 90 mm ze spadem 3,17 mm"
    fault = Sentence("a line is {width} thin", width=Figure("0.1 pt"))
    whole = Sentence("{fault} (so on {n} pages)", fault=fault, n=54)
    assert said("fr", whole) == "un trait n’a que 0,1 pt d’épaisseur (de même sur 54 pages)"
    # What is the same everywhere stays, and no sentence is half in English.
    assert said("de", Sentence("the card {card}", card="2.5")) == "Karte 2.5"
    half = Sentence("{fault} (so on {n} pages)", fault=Sentence("no such sentence"), n=2)
    assert said("de", half) == half
    assert said("pt", whole) == "a line is 0.1 pt thin (so on 54 pages)"
    assert pickle.loads(pickle.dumps(whole)).values == whole.values
