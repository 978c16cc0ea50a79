"""Hands on the card in a real browser: boxes of a layout are chosen, moved, set and typed into."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.webapp.test_studio_page import blemishes, browser, opened, studio, text_of

__all__ = ["browser", "opened", "studio"]
pytestmark = pytest.mark.outside("chromium")

PACK = """\
format: 1
name: Owls
card: {size: poker}
cards:
  - layout: creature  # as it comes
    rows:
      - {title: Old Owl, cost: 3, text: Draw a card.}
"""
BEGUN = "layouts:\n  creature:\n    extends: creature\n    boxes:\n      title: {at: ["


def test_the_title_is_moved_undone_redone_and_saved(studio: Any, opened: Any, tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    (tmp_path / "p.yaml").write_text(PACK, encoding="utf-8")
    page = opened(studio("p.yaml"))
    page.get_by_role("button", name=re.compile("Old Owl, 1 card")).click()
    title = page.get_by_role("button", name=re.compile("^title, text"))
    title.wait_for()
    panel = page.get_by_role("region", name="Box")

    # By the mouse: over the title lies nothing smaller.
    box = title.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.keyboard.down("Control")
    page.mouse.move(x + 10, y + 20, steps=4)
    page.mouse.up()
    page.keyboard.up("Control")
    page.locator(".cm-line", has_text="title: {at:").wait_for()
    text = text_of(page)
    assert text.startswith(PACK + BEGUN)
    assert panel.get_by_role("heading", name="title", exact=True).is_visible()

    # By the keyboard, on from there.
    place = panel.get_by_role("spinbutton", name="Left")
    [written] = re.findall(r"title: \{at: \[([\d.]+) mm", text)
    before = float(written)
    # The panel follows the text.
    playwright.expect(place).to_have_value(written)
    title.focus()
    page.keyboard.press("Shift+ArrowRight")
    moved = f"at: [{before + 1:g} mm"
    page.locator(".cm-line", has_text=moved).wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator(".cm-line", has_text=f"at: [{before + 0.9:g} mm").wait_for()
    assert blemishes(page) == []

    # Taken back, also from within the window, and made again.
    page.keyboard.press("Control+z")
    page.locator(".cm-line", has_text=moved).wait_for()
    panel.get_by_role("button", name="Undo").click()
    page.locator(".cm-line", has_text=f"at: [{before:g} mm").wait_for()
    panel.get_by_role("button", name="Redo").click()
    page.locator(".cm-line", has_text=moved).wait_for()

    # Handles have names, and work by the keyboard.
    playwright.expect(place).to_have_value(f"{before + 1:g}")
    page.get_by_role("button", name="title: right edge").focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.locator(".cm-line", has_text="size: [41.6 mm, 7.4 mm]").wait_for()
    panel.get_by_label("Align", exact=True).select_option("center")
    page.locator(".cm-line", has_text="align: center").wait_for()

    # Typing into the card changes its row.
    title.dblclick()
    page.get_by_role("textbox", name="title: text").wait_for()
    page.keyboard.type("No")
    page.keyboard.press("Escape")
    title.dblclick()
    page.keyboard.type("Young Owl")
    assert blemishes(page) == []
    page.keyboard.press("Enter")
    page.locator(".cm-line", has_text="title: Young Owl").wait_for()

    page.keyboard.press("Control+s")
    page.get_by_text(re.compile(r"^Saved \d")).wait_for()
    saved = (tmp_path / "p.yaml").read_text("utf-8")
    assert saved.startswith(PACK.replace("Old Owl", "Young Owl") + BEGUN)
    assert moved in saved
    assert "# as it comes" in saved


TABLE = """\
format: 1
name: Owls
card: {size: poker}
cards:
  - layout: story
    rows:
      - {title: Old Owl, text: Draw a card.}
      - {title: Young Owl, text: Discard a card.}
  - layout: rule
    table: cards.csv
"""


def test_a_card_leads_to_its_lines_and_its_row_and_the_text_to_its_cards(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    (tmp_path / "p.yaml").write_text(TABLE, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("title,text\nGrey Owl,Wait.\nWhite Owl,Look.\n", encoding="utf-8")
    page = opened(studio("p.yaml"))
    page.get_by_role("button", name=re.compile("^Young Owl, 1 card")).focus()
    page.locator(".of-card", has_text="Young Owl").wait_for()
    assert page.locator(".of-card").count() == 1

    # The cursor marks the cards that a line is about.
    page.locator(".cm-line", has_text="title: Old Owl").click()
    page.locator("li.of-text", has=page.get_by_role("button", name=re.compile("^Old Owl, "))).wait_for()
    assert page.locator("li.of-text").count() == 1
    page.locator(".cm-line", has_text="table: cards.csv").click()
    page.locator("li.of-text").nth(1).wait_for()

    # What is typed into a card of a table goes into its cell, and is taken back there.
    page.get_by_role("button", name=re.compile("^White Owl, 1 card")).click()
    title = page.get_by_role("button", name=re.compile("^title, text"))
    title.dblclick()
    panel = page.get_by_role("region", name="Box")
    field = panel.get_by_label("Text (title of this card)")
    field.fill("Snow Owl")
    panel.get_by_role("spinbutton", name="Left").focus()
    page.get_by_role("dialog", name="Snow Owl").wait_for()
    assert "Snow Owl,Look." in (tmp_path / "cards.csv").read_text("utf-8")
    panel.get_by_role("button", name="Undo").click()
    page.get_by_role("dialog", name="White Owl").wait_for()
    assert "White Owl,Look." in (tmp_path / "cards.csv").read_text("utf-8")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Table").click()
    page.locator("tr.marked", has_text="3").wait_for()
