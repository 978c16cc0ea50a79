"""Commands that messages name: a button beside each does the same on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

# ruff: noqa: F401, F811 (fixtures)
from tests.webapp.test_studio_page import blemishes, browser, opened, studio, wait_for_command

#: A card that is not translated.
PACK = """\
format: 1
name: Evening
languages: {de: de.csv}
cards: [{layout: story, rows: [{title: Owl, text: It calls.}]}]
"""
#: A suit without the symbol that its king needs.
SUITS = 'suits: {pine: {color: "#123A7A", cards: {K: {copies: 1, face: court}}}}'

pytestmark = pytest.mark.outside("chromium")


def test_a_command_in_a_message_is_done_by_the_button_beside_it(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").write_text(PACK, encoding="utf-8")
    (tmp_path / "de.csv").write_text("text,translation\nOwl,Eule\n", encoding="utf-8")
    page = opened(studio("mine.yaml"), permissions=["clipboard-read", "clipboard-write"])
    page.get_by_label("Language").select_option("de")
    page.get_by_role("button", name="Translation…").first.click()
    wait_for_command(page, "cardgen words mine.yaml de")
    page.keyboard.press("Escape")

    page.locator(".cm-line").last.click()
    page.keyboard.insert_text(SUITS)
    page.get_by_role("button", name="Show the list").click()
    assert blemishes(page) == []
    page.get_by_placeholder("Find a name").fill("german")
    page.get_by_role("button", name="acorn").click()
    page.get_by_text("acorn is copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "acorn"

    def label(command: str) -> str:
        """The label of the button for a command."""
        buttons = "([command, path]) => import(path).then(({ acts }) => acts(command)[0].textContent)"
        return str(page.evaluate(buttons, [command, page.url.rpartition("/")[0] + "/static/acts.js"]))

    assert label("cardgen icons --search owl") == "Find icons"
    for command in ("list", "list symbols -o symbols.pdf", "icons --fetch game-icons"):
        assert label(f"cardgen {command}") == "Copy for a terminal"

    # The text has the keyboard again, and not the button of the message.
    page.keyboard.press("Control+a")
    assert "Make" not in page.evaluate("String(getSelection())")
