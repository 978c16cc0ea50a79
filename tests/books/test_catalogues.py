"""Catalogues: templates cut into messages, put together in another language, and brought up to date."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import polib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen import api
from cardgen.books import catalogue
from cardgen.books.catalogue import catalogue_file, translated_template, updated_catalogue_and_counts
from cardgen.books.messages import Message, messages_and_text
from cardgen.books.templates import Template
from cardgen.cli.main import run
from cardgen.errors import PackError
from cardgen.output.rulebook import BookJob, book_of_job, untranslated_template

TEMPLATES = sorted((Path(__file__).parents[2] / "templates").glob("*.md.j2"))


def messages(text: str) -> list[Message]:
    return [piece for piece in messages_and_text(text) if isinstance(piece, Message)]


def whole(text: str) -> str:
    """Put a template together of its own messages."""
    return "".join(piece if isinstance(piece, str) else piece.source for piece in messages_and_text(text))


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_all_english_of_a_template_is_in_its_messages(file: Path) -> None:
    text = file.read_text()
    assert whole(text) == text
    rest = "".join(piece for piece in messages_and_text(text) if isinstance(piece, str))
    rest = re.sub(r"\A.*?---\n(.*?)---\n|\{#.*?#\}", "", rest, flags=re.DOTALL)
    assert not re.search(
        r"[A-Za-z]{3} [a-z]{3}", re.sub(r"\{[{%].*?[%}]\}|\[\^.*?\]", "", rest, flags=re.DOTALL)
    )
    assert all(text.splitlines()[each.line - 1].strip() for each in messages(text))


PIECES = st.sampled_from(
    [
        *(
            "# The aim\n",
            "Play {{ a }} card.\n",
            "- One\n",
            "  two  \nthree\n",
            "\n",
            "---\n",
            "> [!turn] Go\n> On\n",
        ),
        *(
            "{% if a %}\n",
            "{% endif %}\n",
            '{{ f(x, caption="A " ~ a ~ " b") }}\n',
            "[^n]: A note\n",
            "| a | b |\n",
        ),
        *(
            "{% set t %}Some {{ a }}{% endset %}\n",
            'title: "x y"\n',
            "```\ncode\n",
            "{# no #}",
            "{{ a",
            "}}",
            '"',
            "\\",
        ),
    ]
)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=12)), max_size=12).map("".join))
def test_whatever_a_template_says_is_cut_and_made_whole_again(text: str) -> None:
    assert whole(text) == text
    for message in messages(text):
        assert message.source in text


@settings(max_examples=12, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from("abc"),
        st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=9),
        min_size=1,
    )
)
def test_nothing_translated_is_lost_when_the_source_changes_and_changes_back(said: dict[str, str]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "x.de.po"
        first, second = (
            Template("x.md.j2", "".join(f"Word {key} {end}\n\n" for key in "abc"))
            for end in ("as it was", "quite another text")
        )
        po = polib.pofile(updated_catalogue_and_counts([first], file, "de")[0])
        for key, text in said.items():
            po.find(f"Word {key} as it was").msgstr = text
        before = {entry.msgid: entry.msgstr for entry in po}
        file.write_text(str(po), encoding="utf-8")
        for template in (second, Template("x.md.j2", "Nothing\n"), first):
            file.write_text(updated_catalogue_and_counts([template], file, "de")[0], encoding="utf-8")
            kept = {entry.msgstr for entry in polib.pofile(str(file))}
            assert {text for text in said.values() if text} <= kept
        assert {
            entry.msgid: entry.msgstr for entry in polib.pofile(str(file)) if not entry.obsolete
        } == before


SHOWN = """---
title: "Game of {{ pack.name }}"
language: en
---

# The aim

{% set g = suits.green.name %}
Play a {{ g }} card: you have
{{ suits.green.count | plural("card") }}. See [the end](#the-end).

{{ table([["Sum", 2.5]], head=["What", ""], caption="There are " ~ suits.green.count ~ " of them.") }}

# The end

Done.
"""
GERMAN = {
    "Game of {{ pack.name }}": "Das Spiel {{ pack.name }}",
    "The aim": "Ziel",
    'Play a {{ g }} card: you have {{ suits.green.count | plural("card") }}. See [the end](#the-end).': (
        'Es gibt {{ suits.green.count | plural("Karte", "Karten") }}, siehe [Ende](#the-end). '
        "{% if g %}Spiel eine {{ g }}e.{% endif %}"
    ),
    "Sum": "Summe",
    "There are {{ suits.green.count }} of them.": "„{{ suits.green.count }}“ gibt es davon.",
    "The end": "Schluss",
}


def book(tmp_path: Path, german: dict[str, str]) -> tuple[Template, str]:
    """The German of SHOWN, and all that its blocks say."""
    file = tmp_path / "mine.md.j2"
    file.write_text(SHOWN, encoding="utf-8")
    po = polib.POFile()
    for source, said in german.items():
        po.append(polib.POEntry(msgid=source, msgstr=said))
    po.save(str(tmp_path / "mine.de.po"))
    pack = replace(api.load("never-over"), language="de")
    job = BookJob(template=file)
    template = translated_template(untranslated_template(pack, job), "de")
    return template, str(book_of_job(pack, job, template))


def test_a_translation_may_set_values_elsewhere_and_use_conditions_of_its_own(tmp_path: Path) -> None:
    template, said = book(tmp_path, GERMAN)
    assert (template.messages, template.missing, template.language) == (8, 2, "de")
    for text in (
        "40 Karten, siehe ",
        "Spiel eine greene.",
        "„40“ gibt es davon.",
        "Summe",
        "2,5",
        "link='#schluss'",
    ):
        assert text in said
    # What is not translated stays.
    assert "What" in said
    assert "Done." in said


@pytest.mark.parametrize(
    ("source", "said", "message"),
    [
        ("The aim", "Ziel {{ nmae }}", "'nmae' is not in the source text"),
        ("The aim", "Ziel {{ 1 + }}", "this cannot be read"),
        ("Done.", "Fertig {{ 1", "is not closed here"),
        ("Sum", "{% if 1 %}Summe{% endif %}", "cannot hold {% %}"),
        ("Game of {{ pack.name }}", "Spiel {{ pack.nmae }}", "there is no 'nmae' here"),
    ],
)
def test_a_broken_translation_is_told_at_its_line(
    source: str, said: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(PackError, match=re.escape(message)) as caught:
        book(tmp_path, {**GERMAN, source: said})
    (problem,) = caught.value.problems
    assert problem.mark is not None
    assert problem.mark.file == str(tmp_path / "mine.de.po")
    assert said[-6:] in (tmp_path / "mine.de.po").read_text().splitlines()[problem.mark.line - 1]


def test_a_catalogue_that_is_none_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "mine.de.po").write_text('msgid "The aim"\nmsgstr "Zi"el"\n')
    (tmp_path / "mine.md.j2").write_text(SHOWN)
    with pytest.raises(PackError, match="not a gettext catalogue") as caught:
        translated_template(Template(str(tmp_path / "mine.md.j2"), SHOWN), "de")
    assert caught.value.problems[0].mark.line == 2  # type: ignore[union-attr]


def test_changed_texts_are_fuzzy_with_the_source_as_it_was_and_gone_ones_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "x.de.po"
    old = Template("x.md.j2", "# One\n\nDraw two cards from the stock.\n\nGone for good, all of it.\n")
    po = polib.pofile(updated_catalogue_and_counts([old], file, "de")[0])
    for entry, said in zip(po, ("Eins", "Zieh zwei Karten.", "Ganz weg."), strict=True):
        entry.msgstr = said
    po.save(str(file))
    new = Template("x.md.j2", "# One\n\nDraw three cards from the stock.\n\nQuite new.\n")
    text, made = updated_catalogue_and_counts([new], file, "de")
    assert made[1:] == (3, 1, 1, 1, 2)
    found = {entry.msgid: entry for entry in polib.pofile(text)}
    assert found["One"].msgstr == "Eins"
    changed = found["Draw three cards from the stock."]
    assert (changed.msgstr, changed.flags) == ("Zieh zwei Karten.", ["fuzzy"])
    assert changed.previous_msgid == "Draw two cards from the stock."
    assert found["Gone for good, all of it."].obsolete
    assert "x.md.j2:3" in text
    file.write_text(text)
    assert updated_catalogue_and_counts([new], file, "de")[0] == text


def test_one_catalogue_serves_the_book_and_its_shorter_forms() -> None:
    names = {
        str(catalogue_file(f"t/a{kind}.md.j2", "de")) for kind in ("", ".leaflet", ".card", ".first-game")
    }
    assert names == {"t/a.de.po"}


def test_the_command_begins_a_catalogue_and_the_book_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text("format: 1\nname: Mine\nextends: never-over\n")
    Path("mine.md.j2").write_text(SHOWN)
    assert run(["words", "mine.yaml", "de"]) == 0
    assert "mine.de.po: 8 texts of the rules, 8 new; 8 to translate" in capsys.readouterr().out
    text = (
        Path("mine.de.po").read_text().replace('msgid "Done."\nmsgstr ""', 'msgid "Done."\nmsgstr "Fertig."')
    )
    assert "#. Mine: Game of Mine" in text
    Path("mine.de.po").write_text(text)
    assert run(["rulebook", "mine.yaml", "--language", "de", "-o", "x.pdf"]) == 0
    assert "7 of 8 texts of the rules are not in 'de' yet" in capsys.readouterr().err


def test_a_catalogue_that_is_whole_asks_for_no_more_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["words", "never-over", "de", "--game", "never-over", "-o", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "Next: add --language de; nothing is left to translate in never-over.de.po." in said


def test_a_template_that_does_not_say_its_language_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text("format: 1\nname: Mine\nextends: never-over\n")
    for language, told in (("", True), ("language: en\n", False)):
        Path("mine.md.j2").write_text(f"---\ntitle: Mine\n{language}---\n# Play\n")
        assert run(["words", "mine.yaml", "de"]) == 0
        assert ("write `language: en` at the top of mine.md.j2" in capsys.readouterr().out) == told


def test_numbers_and_plurals_follow_the_language() -> None:
    from cardgen.pack.words import Wording

    polish = Wording("pl", {})
    assert [polish.count_with_noun(n, "karta", "karty", "kart") for n in (1, 3, 12)] == [
        "1 karta",
        "3 karty",
        "12 kart",
    ]
    assert Wording("en", {}).count_with_noun(1200, "card") == "1,200 cards"
    assert (polish.decimal_text(2.5), Wording("de", {}).number_word(7)) == ("2,5", "sieben")


def test_a_suit_s_name_takes_an_ending_beside_a_noun_only_where_it_is_an_adjective() -> None:
    from cardgen.pack.words import Wording

    german = Wording("de", {})
    suits = ("grün", "Rot", "orangefarben", "lila", "Rosa", "azur", "Eichel")
    assert [german.noun_with_suit(suit, "en", "Stapel") for suit in suits] == [
        "grünen Stapel",
        "roten Stapel",
        "orangefarbenen Stapel",
        "lila Stapel",
        "rosa Stapel",
        "Stapel der Farbe Azur",
        "Stapel der Farbe Eichel",
    ]
    assert Wording("en", {}).noun_with_suit("azure", "", "pile") == "azure pile"
    spanish = Wording("es", {})
    assert [
        spanish.noun_with_suit(suit, "as", "cartas") for suit in ("Rojo", "verde", "azul", "naranja", "azur")
    ] == [
        "cartas rojas",
        "cartas verdes",
        "cartas azules",
        "cartas naranja",
        "cartas del palo azur",
    ]
    assert (spanish.noun_with_suit("rojo", "o", "montón"), spanish.noun_with_suit("rojo", "a", "")) == (
        "montón rojo",
        "roja",
    )
    french = Wording("fr", {})
    assert [french.noun_with_suit(suit, "es", "cartes") for suit in ("vert", "rouge", "blanc")] == [
        "cartes vertes",
        "cartes rouges",
        "cartes blanches",
    ]
    beside = [
        (
            "it",
            "e",
            "carte",
            "rosso verde blu azur",
            "carte rosse, carte verdi, carte blu, carte del seme azur",
        ),
        (
            "nl",
            "e",
            "kaart",
            "rood groen oranje azuur",
            "rode kaart, groene kaart, oranje kaart, kaart van de kleur azuur",
        ),
        (
            "pl",
            "ą",
            "kartę",
            "czerwony niebieski azur",
            "czerwoną kartę, niebieską kartę, kartę w kolorze azur",
        ),
    ]
    for language, ending, noun, names, said in beside:
        wording = Wording(language, {})
        assert ", ".join(wording.noun_with_suit(name, ending, noun) for name in names.split()) == said


def test_what_was_put_together_is_kept_until_the_catalogue_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    template = Template(str(tmp_path / "mine.md.j2"), SHOWN, bundled=True)
    po = polib.POFile()
    po.append(polib.POEntry(msgid="The aim", msgstr="Ziel"))
    po.save(str(tmp_path / "mine.de.po"))
    first = translated_template(template, "de")
    monkeypatch.setattr(catalogue, "read_catalogue", None)
    assert translated_template(template, "de") == first
    assert first.mark_and_text_at_line(1 + first.text[: first.text.index("Ziel")].count("\n"), "Ziel")[
        0
    ].file.endswith("mine.de.po")
    (tmp_path / "mine.de.po").write_text("changed")
    with pytest.raises(TypeError):
        translated_template(template, "de")


def test_a_template_that_says_nothing_of_its_language_has_catalogues_too(tmp_path: Path) -> None:
    template = Template("own.md.j2", "# Start\n\nThen play.\n", False)
    file = tmp_path / "own.md.j2"
    assert translated_template(template._replace(file=str(file)), "de").text == template.text
    (tmp_path / "own.de.po").write_text('msgid "Then play."\nmsgstr "Dann spiele."\n')
    made = translated_template(template._replace(file=str(file)), "de")
    assert (made.text, made.missing) == ("# Start\n\nDann spiele.\n", 1)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('msgid "Then play."\nmsgstr "Dann\n', 2, "not closed"),
        ('msgid "A"\nmsgstr "B"\n\nmsgid "A"\nmsgstr "C"\n', 4, "another translation in line 1"),
        ('msgctxt "turn"\nmsgid "Then play."\nmsgstr "Dann."\n', 1, "has no context"),
        ('msgid "A"\nmsgid_plural "As"\nmsgstr[0] ""\nmsgstr[1] "Bs"\n', 1, "has no plural"),
    ],
)
def test_what_would_be_lost_of_a_catalogue_is_told(
    text: str, line: int, message: str, tmp_path: Path
) -> None:
    (file := tmp_path / "own.de.po").write_text(text)
    with pytest.raises(PackError, match=message) as found:
        updated_catalogue_and_counts([Template("own.md.j2", "Then play.\n")], file, "de")
    assert [each.mark.line for each in found.value.problems if each.mark] == [line]


def test_an_empty_text_takes_nothing_from_the_same_text_translated(tmp_path: Path) -> None:
    (file := tmp_path / "own.de.po").write_text(
        'msgid "Then play."\nmsgstr "Dann."\n\nmsgid "Then play."\nmsgstr ""\n'
    )
    text, made = updated_catalogue_and_counts([Template("own.md.j2", "Then play.\n")], file, "de")
    assert (made.missing, '"Dann."' in text) == (0, True)


def test_whatever_is_translated_and_gone_is_kept_however_another_program_wrote_it(tmp_path: Path) -> None:
    (file := tmp_path / "own.de.po").write_text(
        'msgid "Then play."\nmsgstr "Dann."\n\n'
        '#~ msgid "Then play."\n#~ msgstr "Sodann."\n\n'
        '#~ msgctxt "turn"\n#~ msgid "Then play."\n#~ msgstr "Danach."\n\n'
        '#~ msgid "a card"\n#~ msgid_plural "cards"\n#~ msgstr[0] "Karte"\n#~ msgstr[1] "Karten"\n'
    )
    for template in ("Then play.\n", "Nothing of this kind.\n", "Then play.\n"):
        made, _ = updated_catalogue_and_counts([Template("own.md.j2", template)], file, "de")
        file.write_text(made)
        kept = {text for each in polib.pofile(made) for text in (each.msgstr, *each.msgstr_plural.values())}
        assert kept >= {"Dann.", "Sodann.", "Danach.", "Karte", "Karten"}
    assert updated_catalogue_and_counts([Template("own.md.j2", "Then play.\n")], file, "de")[0] == made
    assert polib.pofile(made).find("Then play.").msgstr == "Dann."


def test_a_translation_in_use_is_taken_before_an_obsolete_one_that_stands_above_it(tmp_path: Path) -> None:
    (file := tmp_path / "own.de.po").write_text(
        '#~ msgid "Then play."\n#~ msgstr "Sodann."\n\nmsgid "Then play."\nmsgstr "Dann."\n'
    )
    made, _ = updated_catalogue_and_counts([Template("own.md.j2", "Then play.\n")], file, "de")
    assert [each.msgstr for each in polib.pofile(made) if not each.obsolete and each.msgid] == ["Dann."]
