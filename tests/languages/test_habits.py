"""Habits of languages: plurals, numbers, spaces."""

from __future__ import annotations

import gettext
import re
import subprocess

import pytest

from cardgen.languages.catalogue import FOLDER, translated_languages
from cardgen.languages.habits import (
    HABITS,
    NARROW,
    NO_BREAK,
    gettext_plural_rule,
    habits,
    plural_form,
    plural_forms,
)
from cardgen.pack.words import Wording


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


@pytest.mark.parametrize("language", ["en", *HABITS])
def test_programs_for_translators_count_as_cardgen_does(language: str) -> None:
    match = re.fullmatch(r"nplurals=(\d); plural=(.*);", gettext_plural_rule(language))
    assert match
    place, forms = gettext.c2py(match[2]), plural_forms(language)
    assert len(forms) == int(match[1])
    assert [forms[place(number)] for number in range(220)] == [
        plural_form(language, number) for number in range(220)
    ]


def test_a_country_may_have_habits_of_its_own() -> None:
    assert [habits(tag).decimal for tag in ("de", "de-AT", "de-CH", "es-MX", "eo")] == [
        ",",
        ",",
        ".",
        ".",
        ".",
    ]
    assert habits("de-CH").has_capital_nouns


def test_french_has_spaces_before_its_signs() -> None:
    french = habits("fr")
    assert french.with_typographic_spaces("Oui : « 5 % » ; non !") == (
        f"Oui{NO_BREAK}: «{NO_BREAK}5{NO_BREAK}%{NO_BREAK}»{NARROW}; non{NARROW}!"
    )
    # Spaces of an author's own text stay as wide as they are.
    assert french.with_nonbreaking_spaces("Oui : 5 % !") == f"Oui{NO_BREAK}: 5 %{NO_BREAK}!"
    assert (
        habits("en").with_typographic_spaces("a : b")
        == habits("en").with_nonbreaking_spaces("a : b")
        == "a : b"
    )


def test_spanish_and_or_suit_the_first_sound_of_the_last_name() -> None:
    spanish = Wording("es", {})
    assert [spanish.list_text(["Ana", last]) for last in ("Bea", "Íñigo", "Inés", "hielo")] == [
        "Ana y Bea",
        "Ana e Íñigo",
        "Ana e Inés",
        "Ana y hielo",
    ]
    assert [spanish.list_text(["1", last], "or") for last in ("2", "8", "11", "110", "oros")] == [
        "1 o 2",
        "1 u 8",
        "1 u 11",
        "1 o 110",
        "1 u oros",
    ]


@pytest.mark.outside("msgfmt")
@pytest.mark.parametrize("language", translated_languages())
def test_gettext_finds_no_fault_with_a_catalogue(language: str) -> None:
    subprocess.run(["msgfmt", "--check", "-o", "/dev/null", FOLDER / f"{language}.po"], check=True)
