"""The first turns in a book for browsers: what may be tried is judged by the game, in advance."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from own_games import PACK, TIDE

from cardgen import api
from cardgen.books.lesson import Lesson
from cardgen.gaming.games import experiment_of
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.lesson import make_lesson
from cardgen.output.web_rulebook import write_web_book


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
    assert ("+3 on Ben’s green pile", ("A green card goes on nobody's green pile but your own.",)) in said
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


def test_books_in_other_languages_have_none() -> None:
    """The games tell what happens in English."""
    pack = api.load("never-over", {("language",): "de"})
    assert b'class="lesson"' not in write_web_book(pack, None, "html")


@pytest.mark.outside("chromium")
def test_the_first_turns_are_played_in_the_page(tmp_path: Path) -> None:
    """With a mouse on a phone and with keys alone; nothing is fetched, and axe finds nothing."""
    sync = pytest.importorskip("playwright.sync_api")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    (tmp_path / "book.html").write_bytes(write_web_book(api.load("never-over"), None, "html"))
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
        table.get_by_role("button", name="+1 on Ben’s green pile").click()
        assert "✗ Not allowed. A green card goes on nobody's" in " ".join(verdict.inner_text().split())
        assert not axe.run(page).response["violations"]
        table.get_by_role("button", name="Score +1 on your green pile").click()
        assert "✓ Allowed. You score 1 with +1." in " ".join(verdict.inner_text().split())
        assert "Your turn 2" in table.locator(".task").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # By keys: from the task to the first card, and on to what may be done with it.
        for key in ("Tab", "Enter"):
            page.keyboard.press(key)
        while "card" in (page.evaluate("document.activeElement.className") or ""):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert "Your turn 3" in table.locator(".task").inner_text()
        table.get_by_role("button", name="Start again").click()
        assert "Your turn 1" in table.locator(".task").inner_text()
        assert not axe.run(page).response["violations"]
        assert asked == [(tmp_path / "book.html").as_uri()]
        assert faults == []
        browser.close()
