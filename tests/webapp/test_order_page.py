"""Ordering in the studio: its advice is followed, and its files are made, by buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

# ruff: noqa: F401, F811 (fixtures)
from tests.webapp.test_studio_page import blemishes, browser, opened, studio, text_of

PACK = "extends: never-over\nname: Evening\n"

pytestmark = pytest.mark.outside("chromium")


def test_the_advice_of_an_order_is_followed_and_its_files_are_made_by_buttons(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").write_text(PACK, encoding="utf-8")
    page = opened(studio("mine.yaml"))
    page.locator(".face img.there").first.wait_for()
    page.get_by_role("button", name="Make…").click()
    dialog = page.get_by_role("dialog")
    page.locator(".kind", has_text="What to order").click()
    dialog.locator(".field", has_text="--printer").locator("summary").click()
    dialog.get_by_text("MakePlayingCards", exact=True).click()
    dialog.get_by_role("button", name="Show").click()
    # What it advises is one button; nothing has to be written by hand.
    dialog.get_by_role("button", name="Add 16 cards to fill 72").click()
    dialog.get_by_text("The pack is changed, and not saved yet").wait_for()
    assert "extras:" in text_of(page)
    dialog.get_by_role("button", name="Save and show").click()
    dialog.locator(".typed .act").first.click()
    # The form is that of the command, filled in as it is.
    assert dialog.locator(".kind :checked").input_value() in ("press", "images")
    assert dialog.locator("[name=field-printer]:checked").input_value() == "makeplayingcards"
    assert blemishes(page) == []
