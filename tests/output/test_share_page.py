"""The page of a deck to share: what is in it, that it leads nowhere, and how it works in a browser."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardgen.output import share_page

OWN = """\
format: 1
name: '</title><script>alert(1)</script> & "more"'
language: LANGUAGE
cards:
  - layout: story
    rows:
      - {title: 'A <b>fox</b>', text: 'Draw "two" cards.', quantity: 3}
      - {title: Owl, text: 'It **sees** the {club} at night.', notes: NOT FOR OTHERS}
"""


@pytest.fixture
def page(say: Callable[..., Any], tmp_path: Path) -> Callable[..., str]:
    """Make the page of the pack above, and return it."""

    def made(*options: str, language: str = "en") -> str:
        (tmp_path / "own.yaml").write_text(OWN.replace("LANGUAGE", language), encoding="utf-8")
        said = say("share", "own.yaml", "--dpi", "72", "-o", "own.html", *options)
        assert said.code == 0, said
        return (tmp_path / "own.html").read_text(encoding="utf-8")

    return made


def test_each_face_is_in_it_once_with_its_quantity_and_what_it_says(page: Callable[..., str]) -> None:
    html = page()
    items = re.findall(r"<li .*?</li>", html, re.DOTALL)
    assert len(items) == 3  # two faces and the back
    assert "3 × A &lt;b&gt;fox&lt;/b&gt;" in items[0]
    assert "Draw &quot;two&quot; cards." in items[0]
    # Without marks, and with the names of icons.
    assert 'data-words="It sees the club at night."' in items[1]
    pictures = [base64.b64decode(data) for data in re.findall(r"base64,([\w+/=]+)\"", html)]
    assert all(each[:4] == b"RIFF" and each[8:12] == b"WEBP" for each in pictures)
    assert len(set(pictures)) == len(pictures) == 3
    assert "NOT FOR OTHERS" not in html


def test_a_pack_cannot_put_anything_into_it(page: Callable[..., str]) -> None:
    """Its name, its titles and its texts are texts; one script runs, and nothing is loaded or sent."""
    html = page()
    assert "<script>alert" not in html
    [script] = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy.startswith("default-src 'none'; img-src data:;")
    assert f"script-src 'sha256-{digest}'" in policy
    assert not re.search(r"""(?:src|href|action)=["'](?!data:)""", html)


def test_it_speaks_the_language_of_the_pack(page: Callable[..., str]) -> None:
    assert "Find cards" in page()
    german = page(language="de")
    assert '<html lang="de">' in german
    assert "Karten finden" in german
    assert "Find cards" not in german
    assert '<img alt="Rückseite" ' in german
    assert ">back<" not in german


def test_only_chosen_cards_are_in_it(page: Callable[..., str]) -> None:
    assert "Owl" not in page("--only", "title=A <b>fox</b>")


def test_rules_are_in_it_unless_they_are_left_out(say: Callable[..., Any], tmp_path: Path) -> None:
    for options, books in ((), 1), (("--no-rules",), 0):
        assert say("share", "never-over", "--dpi", "72", "-o", "deck.html", *options).code == 0
        html = (tmp_path / "deck.html").read_text(encoding="utf-8")
        assert html.count("<iframe ") == books
        # Nothing runs in them.
        assert html.count('sandbox="allow-same-origin allow-modals"') == books


def test_large_decks_get_smaller_pictures() -> None:
    """The page of 5,000 poker cards has some 400 million pixels: fewer could not be read."""
    poker = (63.5 / 25.4 * 72, 88.9 / 25.4 * 72)
    assert share_page.usual_dpi([(55, *poker)]) == share_page.MOST_DPI
    assert (
        share_page.MOST_DPI > share_page.usual_dpi([(800, *poker)]) > share_page.usual_dpi([(1500, *poker)])
    )
    assert share_page.usual_dpi([(5000, *poker)]) == share_page.LEAST_DPI


@pytest.mark.outside("chromium")
def test_it_is_searched_enlarged_and_read_aloud_from_a_file(say: Callable[..., Any], tmp_path: Path) -> None:
    sync = pytest.importorskip("playwright.sync_api")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    assert say("share", "never-over", "-o", "deck.html").code == 0
    with sync.sync_playwright() as playwright:
        program = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for scheme, width in ("light", 1280), ("dark", 390):
            page = browser.new_page(viewport={"width": width, "height": 720}, color_scheme=scheme)
            asked: list[str] = []
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            page.goto((tmp_path / "deck.html").as_uri())
            page.get_by_label("Find cards").fill("+")
            assert page.locator(".cards li:visible").count() == 4
            assert not axe.run(page).response["violations"]
            page.get_by_role("button", name="+3").click()
            assert page.locator("dialog img").evaluate("each => each.complete && each.naturalWidth") > 500
            page.keyboard.press("ArrowRight")
            assert page.locator("dialog h2").text_content() == "+2"
            assert not axe.run(page).response["violations"]
            page.get_by_role("button", name="Close").click()
            rules = page.frame_locator("iframe").first
            assert rules.get_by_role("heading", name="NEVER OVER").first.is_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert all(url.startswith(("file:", "data:", "about:")) for url in asked)
            page.close()
        browser.close()
