"""Commands that messages name: a button beside each does the same on the page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

# ruff: noqa: F401, F811 (fixtures)
from tests.webapp.test_studio_page import blemishes, browser, opened, studio, text_of, wait_for_command

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
    for command in ("list", "list symbols -o symbols.pdf"):
        assert label(f"cardgen {command}") == "Copy for a terminal"
    for command in ("icons --fetch game-icons", "pull mine.yaml"):
        assert label(f"cardgen {command}") == "Copy for a terminal, as the studio never uses the web"

    # The text has the keyboard again, and not the button of the message.
    page.keyboard.press("Control+a")
    assert "Make" not in page.evaluate("String(getSelection())")


def test_a_picture_is_chosen_and_a_slip_taken_back_by_the_button_of_its_problem(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    text = "format: 1\nname: Owls\nextras: [{face: image}]\n"
    (tmp_path / "owls.yaml").write_text(text, encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    Image.new("RGB", (700, 1000), "teal").save(elsewhere / "owl.png")
    page = opened(studio("owls.yaml"))
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a picture…").click()
    chooser.value.set_files(elsewhere / "owl.png")
    named = page.locator(".cm-line", has_text='extras: [{face: image, image: "owl.png"}]')
    named.wait_for()
    page.locator("#problems", has_text="warning").wait_for()
    assert (tmp_path / "owl.png").read_bytes() == (elsewhere / "owl.png").read_bytes()

    # What nothing surely mends is taken back.
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("language: nonsense")
    page.get_by_role("button", name="Undo the last change").first.click()
    named.wait_for()


def test_an_error_of_a_pack_just_opened_is_mended_by_its_own_buttons(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    text = (
        "format: 1\nname: Owls\ncard: {size: 5 x 5 mm}\nback: {color: [1]}\n"
        "cards: [{layout: story, rows: [{title: Owl}]}]\nextras: {face: title}\n"
    )
    (tmp_path / "owls.yaml").write_text(text, encoding="utf-8")
    page = opened(studio("owls.yaml"))
    page.get_by_role("button", name="Choose size…").first.click()
    page.get_by_role("dialog", name="Choose size…").wait_for()
    assert blemishes(page) == []
    page.get_by_role("button", name="tarot", exact=True).click()
    page.locator(".cm-line", has_text="card: {size: tarot}").wait_for()
    page.get_by_role("button", name="Choose a colour…").first.click()
    page.get_by_role("dialog", name="Choose a colour…").wait_for()
    assert blemishes(page) == []
    page.locator("dialog input[type=color]").fill("#123a7a")
    page.get_by_role("button", name="Use it").click()
    page.locator(".cm-line", has_text='back: {color: "#123A7A"}').wait_for()
    page.get_by_role("button", name="Go to line 6").first.click()
    page.keyboard.press("Shift+End")
    page.keyboard.insert_text("[]")
    page.locator(".cm-line", has_text="extras: []").wait_for()
    page.get_by_text("No problems").wait_for()


def test_icons_sets_of_icons_and_cards_are_added_by_buttons(studio: Any, opened: Any, tmp_path: Path) -> None:
    """Each is one readable change of the text, which is taken back as one."""
    playwright = pytest.importorskip("playwright.sync_api")
    begun = "format: 1\nname: Owls\ncards:\n  - {layout: title, rows: [{title: Owl}]}  # ours\n"
    (tmp_path / "mine.yaml").write_text(begun, encoding="utf-8")
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1H9V9H1Z"/></svg>'
    (tmp_path / "elsewhere").mkdir()
    for name in ("Barn Owl.svg", "nest.svg"):
        (tmp_path / "elsewhere" / name).write_text(drawing, encoding="utf-8")
    sets = {
        "prefix": "birds",
        "icons": {"hawk": {"body": '<path d="M1 1H9V9H1Z"/>'}},
        "width": 10,
        "height": 10,
    }
    (tmp_path / "elsewhere" / "birds.json").write_text(json.dumps(sets), encoding="utf-8")
    page = opened(studio("mine.yaml"), permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=re.compile("^Owl, 1 card")).wait_for()

    def add(button: str, file: str) -> None:
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name=button, exact=True).click()
        chooser.value.set_files(tmp_path / "elsewhere" / file)

    def has_text(text: str) -> None:
        for _ in range(200):
            if text_of(page).rstrip("\n") == text.rstrip("\n"):
                return
            page.wait_for_timeout(50)
        assert text_of(page) == text

    add("Icon…", "Barn Owl.svg")
    page.get_by_text("{barn-owl} is an icon now").wait_for()
    one = f'{begun}icons: {{barn-owl: "Barn Owl.svg"}}\n'
    has_text(one)
    assert (tmp_path / "Barn Owl.svg").read_text("utf-8") == drawing
    add("Icon set…", "birds.json")
    page.get_by_role("button", name="Show the icons").click()
    window = page.get_by_role("dialog", name="Choose an icon")
    window.get_by_placeholder("Find icons").fill("hawk")
    window.get_by_role("button", name="hawk").click()
    page.get_by_text("{hawk} is copied").wait_for()
    two = one.replace('svg"}', 'svg", sets: ["birds.json"]}')
    has_text(two)

    # A card that is added comes into sight.
    page.get_by_role("tab", name="Sheets").click()
    page.get_by_role("button", name="Summary card").click()
    playwright.expect(page.locator(".cards li:not(:has(.label))")).to_have_count(2)
    three = f"{two}extras: [{{face: summary}}]\n"
    has_text(three)
    page.get_by_role("button", name="Reference card").click()
    page.get_by_role("button", name=re.compile("^Your turn, 1 card")).wait_for()
    assert text_of(page).startswith(three[:-2] + ", {layout: reference, title: Your turn, ")
    page.get_by_role("button", name="No problems").wait_for()
    assert blemishes(page) == []
    # Each is taken back as one.
    for text in (three, two, one, begun):
        page.get_by_role("button", name="Undo", exact=True).click()
        has_text(text)


def test_a_problem_elsewhere_is_gone_to_by_a_button(studio: Any, opened: Any, tmp_path: Path) -> None:
    """The row of a table, and the pack that this one extends."""
    playwright = pytest.importorskip("playwright.sync_api")
    (tmp_path / "cards.csv").write_text("title,text,quantity\nOwl,Hoots.,1\nMouse,Squeaks.,many\n", "utf-8")
    base = "format: 1\nname: Base\ncards: [{layout: story, table: cards.csv}]\n"
    (tmp_path / "base.yaml").write_text(f"{base}zzz: 1\n", encoding="utf-8")
    (tmp_path / "mine.yaml").write_text("extends: base.yaml\nname: Mine\n", encoding="utf-8")
    page = opened(studio("mine.yaml"))
    page.get_by_role("button", name="Open base.yaml").first.click()
    page.get_by_role("button", name="base.yaml", exact=True).wait_for()
    assert text_of(page).startswith(base.rstrip("\n"))
    page.locator(".cm-line", has_text="zzz: 1").click()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+End")
    page.keyboard.press("Delete")
    page.get_by_role("button", name="Go to row 3").first.click()
    cell = page.get_by_label("quantity, row 3", exact=True)
    playwright.expect(cell).to_be_focused()
    assert page.get_by_role("tab", name="Table").get_attribute("aria-selected") == "true"
    # All of the cell is selected: what is typed replaces it.
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="No problems").wait_for()
    assert "\nMouse,Squeaks.,2\n" in (tmp_path / "cards.csv").read_text("utf-8")
