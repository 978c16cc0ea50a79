"""HTML rulebooks as a browser lays them out, on phones, desks and paper: all games, English and German."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
import pytest
from test_rulebook_sentences import GAMES, LANGUAGES, book_of, pack_of

from cardgen.books.html import html_page

pytestmark = pytest.mark.outside("chromium")

#: Finds what does not fit: parts and words beyond the page's edge, boxes that scroll, and broken words.
FAULTS = r"""() => {
  const wide = document.documentElement.clientWidth, found = [];
  const name = part => `${part.localName} ${part.textContent.trim().slice(0, 50)}`;
  const whole = document.documentElement.scrollWidth;
  if (whole > wide) found.push(`the page is ${whole} wide`);
  for (const part of document.body.querySelectorAll("*:not(svg *)")) {
    if (part.closest(".unseen, .skip, .shared")) continue;
    const box = part.getBoundingClientRect(), beyond = box.right > wide + 0.5 || box.left < -0.5;
    if (box.width && beyond) found.push(`beyond the edge: ${name(part)}`);
    const clips = getComputedStyle(part).overflowX !== "visible";
    const over = part.scrollWidth - part.clientWidth;
    if (clips && over > 0) found.push(`${over} too wide: ${name(part)}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.parentElement.closest(".unseen, .skip, svg")) continue;
    for (const word of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const boxes = [...range.getClientRects()];
      const lines = new Set(boxes.map(box => Math.round(box.top)));
      if (lines.size > 1) found.push(`broken: ${word[0]}`);
      if (boxes.some(box => box.right > wide + 0.5)) found.push(`clipped: ${word[0]}`);
    }
  }
  return [...new Set(found)];
}"""

#: Puts marks at the top and the foot of all that is not to be parted, and at headings and what follows them.
MARKS = r"""() => {
  let number = 0;
  const mark = (part, text, place) => {
    if (getComputedStyle(part).position === "static") part.style.position = "relative";
    const made = document.createElement("span");
    made.textContent = text;
    // A heading may have two marks: what follows another one, and what another follows.
    const left = text.startsWith("qa") ? 0 : "6em";
    made.style.cssText = `position: absolute; left: ${left}; ${place}: 0; font: 4pt/1 monospace; color: #000`;
    part.append(made);
  };
  for (const part of document.querySelectorAll("main figure, main aside, main .wide")) {
    mark(part, `qa${number}z`, "top");
    mark(part, `qb${number++}z`, "bottom");
  }
  for (const part of document.querySelectorAll("main h2, main h3, main h4")) {
    const next = part.nextElementSibling;
    if (!next) continue;
    mark(part, `qa${number}z`, "top");
    mark(next, `qb${number++}z`, "top");
  }
  return number;
}"""


class Spot(NamedTuple):
    """Where a mark was printed: its page, and points from the page's left."""

    page: int
    x: float


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        # CI runs as root, where Chromium has no sandbox; the pages are our own.
        opened = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield opened
        opened.close()


@cache
def page_of(game: str, language: str) -> str:
    return html_page(pack_of(game, language), book_of(game, language))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_a_book_fits_on_phones_and_desks(
    browser: Any, tmp_path: Path, game: str, language: str
) -> None:
    """No page or table scrolls sideways, nothing is clipped, and no word is broken."""
    file = tmp_path / "book.html"
    file.write_text(page_of(game, language))
    shown = browser.new_page(viewport={"width": 320, "height": 700})
    shown.goto(file.as_uri())
    for width in (320, 390, 1280):
        shown.set_viewport_size({"width": width, "height": 700})
        assert shown.evaluate(FAULTS) == [], width
    shown.close()


def marks_of(file: bytes) -> dict[str, Spot]:
    """Where the marks of a printed book are."""
    found = {}
    with pypdfium2.PdfDocument(file) as pdf:
        for number, page in enumerate(pdf):
            text = page.get_textpage()
            for match in re.finditer(r"q[ab]\d+z", text.get_text_range()):
                found[match[0]] = Spot(number, text.get_charbox(match.start())[0])
    return found


@pytest.mark.parametrize(
    ("game", "language"), [(game, LANGUAGES[place % 2]) for place, game in enumerate(GAMES)]
)
def test_a_printed_book_parts_no_table_and_no_heading_from_what_it_is_about(
    browser: Any, tmp_path: Path, game: str, language: str
) -> None:
    """On eight pages of A4 at most, in two columns, in black on white from a dark screen."""
    file = tmp_path / "book.html"
    file.write_text(page_of(game, language))
    shown = browser.new_page(color_scheme="dark")
    shown.goto(file.as_uri())
    marks = shown.evaluate(MARKS)
    printed = shown.pdf(format="A4")
    spots = marks_of(printed)
    shown.emulate_media(media="print")
    style = "getComputedStyle(document.body)"
    assert shown.evaluate(f"[{style}.color, {style}.backgroundColor]") == [
        "rgb(0, 0, 0)",
        "rgb(255, 255, 255)",
    ]
    shown.close()
    assert len(spots) == 2 * marks > 20
    parted = [
        number
        for number in range(marks)
        for first, last in [(spots[f"qa{number}z"], spots[f"qb{number}z"])]
        if first.page != last.page or abs(first.x - last.x) > 100
    ]
    assert parted == []
    assert 1 + max(spot.page for spot in spots.values()) <= 8
