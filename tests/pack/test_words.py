"""The words that cardgen prints itself, in the pack's language."""

from __future__ import annotations

import ast
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import cardgen
from cardgen import api
from cardgen.errors import PackError
from cardgen.output import proof_words
from cardgen.pack.words import ENGLISH, LANGUAGES, Wording, plural_form, plural_forms, slots
from cardgen.pack.yaml import read
from cardgen.prepress.printers import library
from cardgen.prepress.printers.model import FIGURES
from cardgen.text import fonts
from cardgen.units import Figure, Sentence, shown, shown_size

FILES = sorted(LANGUAGES.glob("*.yaml"))
PROOFS = sorted(proof_words.LANGUAGES.glob("*.yaml"))
PACK = (
    "format: 1\nname: Hafen\nlanguage: {language}\n"
    "suits: {{see: {{color: '#123456', sign: '+', cards: {{1: 1}}}}}}\n"
)


def test_languages_that_come_with_cardgen() -> None:
    assert [file.stem for file in FILES] == ["de", "es", "fr", "it", "nl", "pl"]
    assert [file.stem for file in PROOFS] == [file.stem for file in FILES]
    assert not ENGLISH.keys() & proof_words.ENGLISH.keys()


@pytest.mark.parametrize("file", [*FILES, *PROOFS], ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_a_language_says_all_that_english_does_with_the_same_values(file: Path) -> None:
    words = read(file.name, file.read_bytes()).data
    english = ENGLISH if file in FILES else proof_words.ENGLISH
    assert list(words) == list(english)
    for name, saying in words.items():
        assert sorted(slots(saying)) == sorted(slots(english[name])), name
        counted = isinstance(english[name], dict)
        assert isinstance(saying, dict) is counted, name
        if counted:
            assert {plural_form(file.stem, number) for number in range(200)} == set(saying), name
    assert not {
        sign for said in str(words).replace("\\u202f", "") for sign in said if not fonts.TEXT.has(sign)
    }


# From the samples of the Unicode CLDR's page "Language Plural Rules".
@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {"one": [1], "other": [0, 2, 11, 101]}),
        ("fr", {"one": [0, 1], "other": [2, 17]}),
        ("pt-BR", {"one": [0, 1], "other": [2]}),
        ("pt-PT", {"one": [1], "other": [0, 2]}),
        ("pl", {"one": [1], "few": [2, 4, 22, 104], "many": [0, 5, 12, 14, 21, 112]}),
        ("ru", {"one": [1, 21, 101], "few": [2, 22], "many": [0, 5, 11, 12, 111]}),
        ("cs", {"one": [1], "few": [2, 4], "other": [0, 5, 22]}),
        ("ar", {"zero": [0], "one": [1], "two": [2], "few": [3, 110], "many": [11, 99], "other": [100, 102]}),
        ("he", {"one": [1], "two": [2], "other": [0, 3]}),
        ("ja", {"other": [0, 1, 2]}),
    ],
)
def test_plural_forms_are_those_of_the_language(language: str, forms: dict[str, list[int]]) -> None:
    for form, numbers in forms.items():
        assert {plural_form(language, number) for number in numbers} == {form}


def test_numbers_are_grouped_as_the_language_does() -> None:
    assert Wording("en", {}).say("cards", n=1200) == "1,200 cards"
    assert Wording("de-AT", {}).say("cards", n=1200) == "1.200 Karten"
    assert Wording("de", {}).say("cards", n=1) == "1 Karte"
    assert Wording("pl", {}).say("cards", n=22) == "22 karty"
    assert Wording("eo", {"cards": "{n} kartoj"}).say("cards", n=1) == "1 kartoj"


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


SENTENCES = sorted(proof_words.SENTENCES.glob("*.yaml"))


def printed() -> dict[str, str]:
    """Return all sentences that may stand in a proof, with what they are for several things."""
    found: dict[str, str] = {}
    for file in Path(cardgen.__file__).parent.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "Sentence(" in text else ():
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Sentence":
                forms = [each.value for each in node.args if isinstance(each, ast.Constant)]
                found |= {str(forms[0]): str(forms[-1])} if forms else {}
    found |= dict(zip(FIGURES.values(), FIGURES.values(), strict=True))
    for name in library.names():
        printer = library.find(name)
        told = [*printer.notes, *(words for question in printer.questions for words in question)]
        found |= dict(zip(told, told, strict=True))
    return {one: other for one, other in found.items() if re.sub(r"{\w+}", "", one).strip(" ,")}


def test_every_sentence_that_a_proof_may_print_is_said_in_every_language() -> None:
    known = printed()
    assert [file.stem for file in SENTENCES] == [file.stem for file in FILES]
    for file in SENTENCES:
        said: dict[str, Any] = read(file.name, file.read_bytes()).data  # type: ignore[assignment]
        assert said.keys() - known.keys() == set(), file.stem
        assert known.keys() - said.keys() == set(), file.stem
        assert not {sign for sign in str(said) if not fonts.TEXT.has(sign)}
        for english, saying in said.items():
            forms = {"": saying} if isinstance(saying, str) else saying
            if not isinstance(saying, str):
                assert tuple(forms) == plural_forms(file.stem), (file.stem, english)
            for form, text in forms.items():
                missing = {*slots(known[english]), *slots(english)} ^ {*slots(text)}
                # One thing may be told without its number.
                assert missing <= ({"n"} if form == "one" else set()), (file.stem, text)


def test_a_sentence_is_said_whole_by_the_language_s_own_plurals_and_figures() -> None:
    def said(language: str, sentence: str) -> str:
        return Wording(language, {}).also({}, proof_words.LANGUAGES, proof_words.SENTENCES).tell(sentence)

    def pages(count: int) -> Sentence:
        one, other = "{n} page of {size} with {bleed} bleed", "{n} pages of {size} with {bleed} bleed"
        return Sentence(one, other, n=count, size=shown_size(180, 255.118), bleed=shown(9))

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
