"""How a pack plays, in the studio: wishes first, and what a change did in sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

# ruff: noqa: F401, F811 (fixtures)
from tests.webapp.test_studio_page import blemishes, browser, opened, studio

pytestmark = pytest.mark.outside("chromium")


#: Say how a share differs.
SHARE = """async () => {
  const main = document.querySelector("script[type=module]").src;
  const { changesInWords } = await import(main.replace("main", "figures"));
  const rows = [{ key: "idle", title: "idle turns", unit: "share", value: 0.076, more: 0.016, sure: true }];
  return changesInWords({ rows }, "yours").map((each) => each.textContent ?? "").join();
}"""


def test_a_change_is_told_in_sentences_below_the_wishes(studio: Any, opened: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("extends: never-over\nname: Evening\n", encoding="utf-8")
    page = opened(studio("mine.yaml"))
    page.locator(".face img.there").first.wait_for()
    page.get_by_role("tab", name="How it plays").click()
    # Wishes are in sight at once, above the figures.
    heading = page.get_by_role("heading", name="How should it play?")
    heading.wait_for()
    assert heading.bounding_box()["y"] < 200
    page.get_by_text("It plays as with your pack as saved: the games are the same.").wait_for()
    # Three more +4: what it does, from what to what, and why an index falls while players score more.
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("suits:\n  green: {cards: {4: 16}}\n")
    told = page.locator(".changes li").filter(has_text="score of a player")
    told.wait_for(timeout=60_000)
    assert " more, from " in str(told.text_content())
    page.get_by_text("This is what comes of 9 more +4 (16 instead of 7):").wait_for()
    page.get_by_text("Players score more, and yet the attack index is lower").wait_for(timeout=60_000)
    assert blemishes(page) == []
    # A share of a hundred differs by parts of that hundred.
    assert "1.6 percentage points more, from 6.0 % to 7.6 %" in page.evaluate(SHARE)


def test_a_deck_without_a_game_has_no_word_of_playing(studio: Any, opened: Any, tmp_path: Path) -> None:
    rows = "format: 1\nname: Mine\ncards:\n  - {layout: story, rows: [{title: One}]}\n"
    (tmp_path / "mine.yaml").write_text(rows, encoding="utf-8")
    page = opened(studio("mine.yaml"))
    page.locator(".face img.there").first.wait_for()
    page.get_by_role("tab", name="Press").wait_for()
    assert page.get_by_role("tab", name="How it plays").count() == 0
    assert page.get_by_text("At the table").count() == 0 or page.get_by_text("At the table").is_hidden()
