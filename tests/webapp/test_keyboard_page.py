"""A deck is designed with keys only: what has the keyboard is seen, and nothing that is pressed loses it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

# ruff: noqa: F401, F811 (fixtures)
from tests.webapp.test_studio_page import (
    FOCUS,
    blemishes,
    browser,
    opened,
    studio,
    tab_to,
    text_of,
    wait_for_command,
)

PACK = """\
format: 1
name: Owls
card: {size: poker}
cards:
  - layout: creature
    table: cards.csv
"""

pytestmark = pytest.mark.outside("chromium")


def test_a_deck_is_designed_made_and_shared_with_keys_only(studio: Any, opened: Any, tmp_path: Path) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    (tmp_path / "owls.yaml").write_text(PACK, encoding="utf-8")
    table = tmp_path / "cards.csv"
    table.write_text("title,text\nOld Owl,Draw a card.\nYoung Owl,Discard a card.\n", encoding="utf-8")
    page = opened(studio(), accept_downloads=True, reduced_motion="reduce")
    keys, lines = page.keyboard, page.locator(".cm-line")

    def has_focus(label: str) -> None:
        expect(page.locator(":focus")).to_have_accessible_name(re.compile(f"^{label}"))

    page.get_by_role("button", name="owls.yaml").wait_for()
    tab_to(page, "owls.yaml")
    keys.press("Enter")
    page.locator(".face img.there").first.wait_for()

    # A box of a card: chosen, moved, and resized by its handles, which follow it.
    tab_to(page, "Old Owl")
    keys.press("Enter")
    page.get_by_role("button", name=re.compile("^title, text")).wait_for()
    tab_to(page, "title, text")
    keys.press("Space")
    keys.press("Shift+ArrowRight")
    lines.filter(has_text="title: {at:").wait_for()
    tab_to(page, "title: right edge")
    keys.press("Shift+ArrowLeft")
    lines.filter(has_text=", size: [").wait_for()
    has_focus("title: right edge")
    # Whoever passes other boxes on the way to the panel still sets the one that was chosen.
    tab_to(page, "Type")
    keys.press("End")
    lines.filter(has_text="type: ").wait_for()
    assert re.search(r"title: \{.*type: ", text_of(page))
    has_focus("Type")
    keys.press("Control+z")
    lines.filter(has_text="type: ").wait_for(state="detached")
    assert blemishes(page) == []
    keys.press("Escape")
    has_focus("Old Owl")

    # The table: a cell, and a row below the last one.
    tab_to(page, "owls.yaml")
    tab_to(page, "Cards")
    keys.press("End")
    page.get_by_role("button", name="Add row").wait_for()
    tab_to(page, "title, row 2")
    keys.press("Control+a")
    keys.type("Wise Owl")
    keys.press("Enter")
    has_focus("title, row 3")
    while not page.evaluate(FOCUS)[0].startswith("Add row"):
        keys.press("Shift+Tab")
    keys.press("Enter")
    has_focus("title, row 4")
    keys.type("Last Owl")
    keys.press("Enter")
    has_focus("title, row 4")

    # A picker returns the keyboard to what opened it.
    tab_to(page, "owls.yaml")
    tab_to(page, "Table")
    keys.press("Home")
    tab_to(page, "Layout: choose by pictures")
    keys.press("Enter")
    page.get_by_role("dialog", name="Choose a layout").get_by_role("button", name="creature").wait_for()
    keys.press("End")
    keys.press("Enter")
    lines.filter(has_text="layout: creature").wait_for(state="detached")
    assert page.evaluate(FOCUS)[0].startswith("Layout")

    # Pressed until nothing is left to undo, the button keeps the keyboard.
    tab_to(page, "Undo")
    keys.press("Enter")
    lines.filter(has_text="layout: creature").wait_for()
    assert page.evaluate(FOCUS)[0] == "Undo"
    tab_to(page, "Save")
    keys.press("Enter")
    page.get_by_text(re.compile(r"^Saved \d")).wait_for()
    assert page.evaluate(FOCUS)[0] == "Saved"

    tab_to(page, "Make…")
    keys.press("Enter")
    for kind, command in (("Sheets", "sheets"), ("A page to share", "share")):
        tab_to(page, "Close")
        keys.press("Tab")
        while not page.evaluate(FOCUS)[0].startswith(kind):
            keys.press("ArrowDown")
        wait_for_command(page, f"cardgen {command} owls.yaml")
        tab_to(page, "Download")
        with page.expect_download() as coming:
            keys.press("Enter")
        assert coming.value.suggested_filename.startswith("owls")
        assert page.evaluate(FOCUS)[0] == "Download"
    keys.press("Escape")
    assert page.evaluate(FOCUS)[0] == "Make…"
    assert (
        table.read_text("utf-8")
        == "title,text\nWise Owl,Draw a card.\nYoung Owl,Discard a card.\nLast Owl,\n"
    )
