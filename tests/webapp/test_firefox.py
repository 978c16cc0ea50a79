"""The studio in Firefox: what a designer does there by the mouse and the keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from marionette import PROGRAMS, Firefox

# ruff: noqa: F401, F811 (fixtures)
from tests.webapp.test_studio_page import studio

pytestmark = pytest.mark.outside(*PROGRAMS)

PACK = """\
format: 1
name: Owls
cards:
  - layout: story
    table: cards.csv
"""
TABLE = "title,text,cost\nOld Owl,Draw a card.,2\nYoung Owl,Discard a card.,1\n"
#: Expressions of the page: how many pictures of faces are there, the text in the editor, whether it has a
#: text, and the middle of the box named title.
FACES = """[...document.querySelectorAll("#view img")].filter(
  (each) => each.complete && each.naturalWidth > 50).length"""
LINES = """[...document.querySelectorAll(".cm-line")].map((each) => each.textContent).join("\\n")"""
HAS = f"{LINES}.includes(arguments[0])"
TITLE = """(() => {
  const box = document.querySelector('[aria-label^="title, text"]')?.getBoundingClientRect();
  return box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
})()"""


@pytest.fixture
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """Start Firefox."""
    made = Firefox(tmp_path_factory.mktemp("firefox"))
    yield made
    made.close()


def test_a_card_is_designed_and_saved_in_firefox(studio: Any, firefox: Firefox, tmp_path: Path) -> None:
    file, table = tmp_path / "p.yaml", tmp_path / "cards.csv"
    file.write_text(PACK, encoding="utf-8")
    table.write_text(TABLE, encoding="utf-8")
    address = studio("p.yaml")
    firefox.do("SetWindowRect", width=1280, height=800)
    firefox.do("Navigate", url=address)
    firefox.wait_for(f"{FACES} >= 2")

    # A box is dragged with the mouse, moved by an arrow key, and that is taken back.
    firefox.click('#view button[aria-label^="Old Owl, 1 card"]')
    firefox.drag(firefox.wait_for(TITLE), (10, 20))
    firefox.wait_for(HAS, ", at: [")
    [dragged] = re.findall(r", at: \[([\d.]+) mm", firefox.evaluate(f"return {LINES}"))
    firefox.wait_for("document.activeElement.ariaLabel?.startsWith('title')")
    firefox.press("ArrowRight")
    firefox.wait_for(HAS, f", at: [{float(dragged) + 0.1:g} mm")
    firefox.press("Control", "z")
    firefox.wait_for(HAS, f", at: [{dragged} mm")
    firefox.press("Escape")

    # A cell is edited: it is written at once.
    firefox.click("#tab-table")
    firefox.click('[aria-label="title, row 2"]')
    firefox.press("Control", "a")
    firefox.type("Grey Owl")
    firefox.press("Enter")
    firefox.until(lambda: table.read_text("utf-8") == TABLE.replace("Old Owl", "Grey Owl"))
    firefox.press("Control", "s")
    firefox.wait_for("/^Saved \\d/.test(document.querySelector('#saved').textContent)")
    assert f", at: [{dragged} mm" in file.read_text("utf-8")
    assert firefox.errors(address.partition("?")[0]) == []
