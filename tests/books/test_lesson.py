"""The first turns in a book for browsers: what may be tried is judged by the game, in advance."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from own_games import PACK, TIDE

from cardgen import api
from cardgen.books.blocks import Book, Heading
from cardgen.books.html import html_page
from cardgen.books.lesson import Lesson
from cardgen.books.lesson_page import with_lesson
from cardgen.gaming.games import experiment_of
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.lesson import make_lesson
from cardgen.output.rulebook import BookJob
from cardgen.output.web_rulebook import write_web_book
from cardgen.pack.words import Wording
from cardgen.units import Sentence

#: The languages that the rulebooks are in, besides English.
LANGUAGES = ("de", "es", "fr")


def lesson(pack: Any, **setup: Any) -> Lesson:
    """Return the lesson of a game for two."""
    pack = api.load(pack) if isinstance(pack, str) else pack
    made = make_lesson(pack, experiment_of(pack, Setup(**{"players": 2, **setup})))
    assert made is not None
    return made


def test_what_is_forbidden_says_why_and_what_is_allowed_leads_on() -> None:
    made = lesson("never-over")
    assert made.turns >= 3
    said = {
        (each.text, each.comments)
        for position in made.positions
        for each in position.choices
        if not each.is_legal
    }
    assert ("Put +3 on Ben’s green pile", ("green cards go on nobody’s green pile but your own",)) in said
    assert any(text.endswith("on your green pile") and "over your ceiling" in why[0] for text, why in said)
    for at, position in enumerate(made.positions):
        assert any(choice.is_legal for choice in position.choices)
        assert all(choice.comments for choice in position.choices)
        # A choice that leads nowhere else leaves the game, and says so.
        stays = [choice.text for choice in position.choices if choice.leads_to == at]
        assert stays in ([], ["Retire"])


def test_each_game_has_one_and_each_position_is_reached() -> None:
    for pack, game in (("standard-52", "addenda"), ("standard-52", "up-and-over"), ("short-24", "abstrac")):
        made = lesson(pack, game=game)
        reached = {choice.leads_to for position in made.positions for choice in position.choices} - {None}
        assert reached == set(range(1, len(made.positions)))


def test_a_game_of_ones_own_has_one(tmp_path: Path) -> None:
    (tmp_path / "tide.yaml").write_text(PACK)
    made = lesson(api.load(str(tmp_path / "tide.yaml")), rules=TIDE, players=None)
    assert made.turns > 1
    assert all(zone.title for zone in made.positions[0].zones)


def test_a_game_of_ones_own_is_taught_in_the_language_of_the_pack_with_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "tide.yaml").write_text(PACK)
    pack = api.load(str(tmp_path / "tide.yaml"), {("language",): "de"})
    page = with_lesson(
        Book((), (), (), "de", ()), lesson(pack, rules=TIDE, players=None), Wording("de", pack.words)
    )
    heading, made = page.blocks
    assert isinstance(heading, Heading)
    assert isinstance(made, Lesson)
    assert made.language == heading.language == "de"
    wording = Wording("de", pack.words)
    position = made.positions[0]
    assert wording.translate(position.task) == "Wähle einen Zug"
    assert all(isinstance(text, Sentence) for text in (position.task, *position.choices[0].comments))


GAMES_OF_PACKS = (
    ("never-over", "never-over"),
    ("standard-52", "addenda"),
    ("standard-52", "up-and-over"),
    ("standard-52", "up-n-over"),
    ("standard-52", "abstrac-52"),
    ("short-24", "abstrac"),
    ("short-25", "abstrac-unfettered"),
)


def judgements(lesson: Lesson) -> list[list[tuple[bool, int | None]]]:
    """Return for each position which choices are allowed, and where they lead."""
    return [[(each.is_legal, each.leads_to) for each in position.choices] for position in lesson.positions]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "game"), GAMES_OF_PACKS)
def test_a_lesson_is_wholly_translated_and_judges_as_the_english_one(
    name: str, game: str, language: str
) -> None:
    pack = api.load(name, {("language",): language})
    made, wording = lesson(pack, game=game), Wording(language, pack.words)
    texts = [text for text in made.texts() if text]
    # A plain text would have no translation, and nor would a sentence with a part that has none.
    assert [text for text in texts if not isinstance(text, Sentence) or not wording.can_translate(text)] == []
    told = {wording.translate(text) for text in texts}
    english = {text for text in lesson(name, game=game).texts() if " " in text}
    same = {text for text in told & english if not re.fullmatch(r"\w+ −?\d+|\d+ points?|\w+: \d+", text)}
    assert same == set()
    assert judgements(made) == judgements(lesson(name, game=game))


#: A pack of NEVER OVER whose suits have other names and colours.
_OTHER_SUITS = """
format: 1
name: Sky
language: {language}
games: [never-over]
suits:
  a: {{name: {green}, role: attack, sign: "+", color: "#9A6B00", cards: {{4: 7, 3: 9, 2: 11, 1: 13}}}}
  b: {{name: {red}, role: ceiling, sign: "≤", color: "#123A7A", cards: {{4: 5, 3: 4, 2: 3, 1: 2, 0: 1}}}}
"""
#: Language, the names of the two suits, and what a lesson says with them.
_SAID_WITH_SUITS = (
    ("en", "amber", "azure", "amber cards go on no azure pile", "Put ≤4 on your azure pile"),
    (
        "de",
        "gelb",
        "azur",
        "eine gelbe Karte legst du auf keinen Stapel der Farbe Azur",
        "≤4 auf deinen Stapel der Farbe Azur legen",
    ),
    (
        "es",
        "amarillo",
        "azul",
        "una carta amarilla no va a ningún montón azul",
        "Poner ≤4 en tu montón azul",
    ),
    ("fr", "jaune", "bleu", "une carte jaune ne va sur aucune pile bleue", "Poser ≤4 sur votre pile bleue"),
    (
        "it",
        "giallo",
        "blu",
        "una carta gialla non va su nessun mazzetto blu",
        "Metti ≤4 sul tuo mazzetto blu",
    ),
    ("nl", "geel", "blauw", "een gele kaart gaat op geen blauwe stapel", "Leg ≤4 op je blauwe stapel"),
    (
        "pl",
        "żółty",
        "niebieski",
        "żółtej karty nie kładzie się na żaden niebieski stos",
        "Połóż ≤4 na swój niebieski stos",
    ),
)


@pytest.mark.parametrize(("language", "green", "red", "reason", "attempt"), _SAID_WITH_SUITS)
def test_a_lesson_of_never_over_calls_suits_by_their_own_names(
    language: str, green: str, red: str, reason: str, attempt: str, tmp_path: Path
) -> None:
    file = tmp_path / "sky.yaml"
    file.write_text(_OTHER_SUITS.format(language=language, green=green, red=red), encoding="utf-8")
    pack = api.load(str(file))
    wording = Wording(language, pack.words)
    told = {wording.translate(text) for text in lesson(pack).texts()}
    assert {reason, attempt} <= told
    assert not [text for text in told if re.search("[{}]", text)]
    assert not [text for text in told if re.search(rf"\b({_SOURCE_COLOURS})", text, re.IGNORECASE)]


#: Green and red in English, and the stems of their forms in the other languages.
_SOURCE_COLOURS = (
    "green|red\\b|grün|rote|verd(?!er)|rojo|roja|rouge|vert|ross[oaie]|groen|rode|zielon|czerwon"
)


@pytest.mark.parametrize("kind", ["book", "summary", "card", "first-game", "player-aid", "score-sheet"])
def test_no_page_of_never_over_calls_a_suit_green_or_red_if_the_pack_does_not(
    kind: Any, tmp_path: Path
) -> None:
    file = tmp_path / "sky.yaml"
    file.write_text(_OTHER_SUITS.format(language="en", green="amber", red="azure"), encoding="utf-8")
    page = write_web_book(api.load(str(file)), BookJob(kind=kind), "html").decode()
    text = re.sub(r"<(style|svg)\b.*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL)
    found = re.findall(r".{30}\b(?:[Gg]reen|[Rr]ed)\b.{30}", text)
    assert found == []


def test_a_book_in_another_language_says_all_of_the_lesson_in_it() -> None:
    page = write_web_book(api.load("never-over", {("language",): "de"}), None, "html").decode()
    assert '<h2 id="play-the-first-turns">Spiele die ersten Züge</h2>' in page
    assert '<div class="lesson"><noscript><p>Um hier zu spielen' in page
    data = json.loads(page.split('<script type="application/json">')[1].split("</script>")[0])
    assert data["words"]["turn"] == "Dein {number}. Zug: {task}."
    assert "Eine grüne Karte legst du nur auf deinen eigenen grünen Stapel." in data["texts"]
    # The texts of the script are names of elements and of these words.
    script = page.split("/*<![CDATA[*/")[1].split("/*]]>*/")[0]
    quoted = [part for line in script.splitlines() for part in line.split('"')[1::2]]
    assert [part for part in quoted if re.search(r"[A-Za-z]{2} |[A-Z]", part)] == ["use strict"]


def test_a_lesson_that_is_not_wholly_translated_is_in_english() -> None:
    book = Book((), (), (), "eo", ())
    heading = with_lesson(book, lesson("never-over"), Wording("eo", {})).blocks[0]
    assert isinstance(heading, Heading)
    assert (heading.text, heading.language) == ("Play the first turns", "en")
    page = html_page(api.load("never-over"), with_lesson(book, lesson("never-over"), Wording("eo", {})))
    assert '<h2 id="play-the-first-turns" lang="en">Play the first turns</h2>' in page
    assert '<p lang="en">Here you sit at the table with' in page
    assert '<div class="lesson" lang="en"><noscript><p>To play here' in page
    assert '"back":"Back one turn"' in page


def test_a_book_without_a_translation_names_cards_in_english_too() -> None:
    page = write_web_book(api.load("standard-52", {("language",): "pl"}), None, "html").decode()
    assert '<html lang="en">' in page
    assert 'data-label="3 of spades"' in page


#: What the page shows in two languages: buttons, judgements and the beginnings of turns.
SHOWN = {
    "en": {
        "forbidden": "Put +1 on Ben’s green pile",
        "why": "✗ Not allowed. Green cards go on nobody’s",
        "allowed": "Put +1 on your green pile",
        "done": "✓ Allowed. You score 1 point with +1.",
        "turn": "Your turn {}:",
        "again": "Start again",
    },
    "de": {
        "forbidden": "+1 auf Bens grünen Stapel legen",
        "why": "✗ Nicht erlaubt. Eine grüne Karte legst du nur",
        "allowed": "+1 auf deinen grünen Stapel legen",
        "done": "✓ Erlaubt. Du bekommst 1 Punkt für +1.",
        "turn": "Dein {}. Zug:",
        "again": "Von vorn beginnen",
    },
}


@pytest.mark.outside("chromium")
@pytest.mark.parametrize("language", SHOWN)
def test_the_first_turns_are_played_in_the_page(tmp_path: Path, language: str) -> None:
    """With a mouse on a phone and with keys alone; nothing is fetched, and axe finds nothing."""
    shown = SHOWN[language]
    sync = pytest.importorskip("playwright.sync_api")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    pack = api.load("never-over", {("language",): language})
    (tmp_path / "book.html").write_bytes(write_web_book(pack, None, "html"))
    with sync.sync_playwright() as playwright:
        program = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        asked, faults = list[str](), list[str]()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto((tmp_path / "book.html").as_uri())
        table = page.locator(".lesson")
        verdict = table.get_by_role("status")
        table.get_by_role("button", name="+1", exact=True).first.click()
        table.get_by_role("button", name=shown["forbidden"]).click()
        assert shown["why"] in " ".join(verdict.inner_text().split())
        assert not axe.run(page).response["violations"]
        table.get_by_role("button", name=shown["allowed"]).click()
        assert shown["done"] in " ".join(verdict.inner_text().split())
        assert shown["turn"].format(2) in table.locator(".task").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # By keys: from the task to the first card, and on to what may be done with it.
        for key in ("Tab", "Enter"):
            page.keyboard.press(key)
        while "card" in (page.evaluate("document.activeElement.className") or ""):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert shown["turn"].format(3) in table.locator(".task").inner_text()
        table.get_by_role("button", name=shown["again"]).click()
        assert shown["turn"].format(1) in table.locator(".task").inner_text()
        assert not axe.run(page).response["violations"]
        assert asked == [(tmp_path / "book.html").as_uri()]
        assert faults == []
        browser.close()
