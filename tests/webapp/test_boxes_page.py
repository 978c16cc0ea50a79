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
    before = float(place.input_value())
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
    page.get_by_role("button", name="title: right edge").focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.locator(".cm-line", has_text="size: [41.6 mm, 7.4 mm]").wait_for()
    panel.get_by_label("Align", exact=True).select_option("center")
    page.locator(".cm-line", has_text="align: center").wait_for()

    # Typing into the card changes its row.
    title.dblclick()
    panel.get_by_label("Text (title of this card)").fill("Young Owl")
    panel.get_by_role("spinbutton", name="Left").focus()
    page.locator(".cm-line", has_text="title: Young Owl").wait_for()

    page.keyboard.press("Control+s")
    page.get_by_text(re.compile(r"^Saved \d")).wait_for()
    saved = (tmp_path / "p.yaml").read_text("utf-8")
    assert saved.startswith(PACK.replace("Old Owl", "Young Owl") + BEGUN)
    assert moved in saved
    assert "# as it comes" in saved
