"""Hands on the card in a real browser: boxes of a layout are chosen, moved, set and typed into."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from PIL import Image

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
    place = panel.get_by_role("spinbutton", name="Left")
    page.mouse.move(x, y)
    page.mouse.down()
    page.keyboard.down("Control")
    page.mouse.move(x + 10, y + 20, steps=4)
    # The panel follows the hand, before anything is written.
    live = place.input_value()
    assert "layouts:" not in text_of(page)
    page.mouse.up()
    page.keyboard.up("Control")
    page.locator(".cm-line", has_text="title: {at:").wait_for()
    text = text_of(page)
    assert f"title: {{at: [{live} mm" in text
    assert text.startswith(PACK + BEGUN)
    assert panel.get_by_role("heading", name="title", exact=True).is_visible()

    # By the keyboard, on from there.
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

    # What cannot be done is said where it is seen.
    opened.left_alone = "422"
    page.get_by_role("button", name=re.compile("^cost, text")).focus()
    page.keyboard.press("Space")
    panel.get_by_role("button", name="Forward").click()
    playwright.expect(panel.get_by_text("no box lies over cost here")).to_be_in_viewport()

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


def test_the_title_of_a_back_is_moved_undone_redone_and_saved(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    (tmp_path / "p.yaml").write_text(PACK, encoding="utf-8")
    page = opened(studio("p.yaml"))
    page.get_by_role("button", name="back, seen large").click()
    panel = page.get_by_role("region", name="Box")

    # A back with a pattern gets boxes by a button.
    panel.get_by_role("button", name="Design this back with boxes").click()
    title = page.get_by_role("button", name=re.compile("^title, text"))
    title.wait_for()
    line = page.locator(".cm-line", has_text="title: {at:")
    line.wait_for()
    [before] = re.findall(r"title: \{at: \[([\d.]+) mm", text_of(page))
    title.focus()
    page.keyboard.press("Shift+ArrowRight")
    moved = page.locator(".cm-line", has_text=f"at: [{float(before) + 1:g} mm")
    moved.wait_for()
    page.keyboard.press("Control+z")
    page.locator(".cm-line", has_text=f"at: [{before} mm").wait_for()
    page.keyboard.press("Control+y")
    moved.wait_for()
    assert blemishes(page) == []
    page.keyboard.press("Control+s")
    page.get_by_text(re.compile(r"^Saved \d")).wait_for()
    saved = (tmp_path / "p.yaml").read_text("utf-8")
    assert saved.startswith(PACK)
    assert f"title: {{at: [{float(before) + 1:g} mm" in saved
    # The next side is a card, and its boxes are shown.
    page.keyboard.press("PageDown")
    page.get_by_role("dialog", name="Old Owl").wait_for()
    page.get_by_role("button", name=re.compile("^cost, ")).wait_for()


def test_an_icon_is_chosen_while_its_brace_is_typed(studio: Any, opened: Any, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(TABLE, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("title,text\nGrey Owl,Wait.\n", encoding="utf-8")
    page = opened(studio("p.yaml"))
    offers = page.get_by_role("listbox", name="Icons")

    # On the card.
    page.get_by_role("button", name=re.compile("^Young Owl, 1 card")).click()
    page.get_by_role("button", name=re.compile("^text, text")).dblclick()
    page.get_by_role("textbox", name="text: text").press("End")
    page.keyboard.type(" {")
    offers.get_by_role("option", name="spade").wait_for()
    # The box ends near the foot of the window.
    box = offers.bounding_box()
    assert box["y"] + box["height"] <= 720
    page.keyboard.type("sw")
    offers.get_by_role("option", name="sword").wait_for()
    assert blemishes(page) == []
    page.keyboard.press("Enter")
    offers.wait_for(state="detached")
    page.keyboard.press("Enter")
    page.locator(".cm-line", has_text="Discard a card. {sword}").wait_for()

    # In the panel, from the window of all icons.
    panel = page.get_by_role("region", name="Box")
    panel.get_by_role("button", name="Put in an icon…").click()
    window = page.get_by_role("dialog", name="Choose an icon")
    window.get_by_role("button", name="sword", exact=True).wait_for()
    window.get_by_role("searchbox", name="Find icons").fill("crow")
    window.get_by_role("button", name="sword", exact=True).wait_for(state="detached")
    assert blemishes(page) == []
    window.get_by_role("button", name="crown", exact=True).click()
    page.locator(".cm-line", has_text="{sword}{crown}").wait_for()
    page.keyboard.press("Escape")

    # In the text: within quotes, where a brace begins no mapping.
    page.locator(".cm-line", has_text="{sword}{crown}").click()
    page.keyboard.press("End")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    page.keyboard.type("{sta")
    page.locator(".cm-tooltip-autocomplete img.of-icon").first.wait_for()
    # A list that has just opened takes no key for a moment.
    page.wait_for_timeout(200)
    page.keyboard.press("Enter")
    page.locator(".cm-line", has_text="{sword}{crown}{star}").wait_for()

    # In a cell of a table.
    page.get_by_role("tab", name="Table").click()
    page.get_by_label("text, row 2", exact=True).click()
    page.keyboard.press("End")
    page.keyboard.type(" {hea")
    offers.get_by_role("option", name="heart").click()
    page.keyboard.press("Enter")
    for _ in range(200):
        if "Wait. {heart}" in (tmp_path / "cards.csv").read_text("utf-8"):
            return
        page.wait_for_timeout(50)
    pytest.fail("the icon was not written into the table")


def test_a_colour_a_font_and_a_layout_are_chosen_by_what_is_seen(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    (tmp_path / "p.yaml").write_text(PACK, encoding="utf-8")
    page = opened(studio("p.yaml"))
    page.get_by_role("button", name="Layout: choose by pictures").click()
    window = page.get_by_role("dialog", name="Choose a layout")
    window.locator("img.there").nth(3).wait_for()
    assert blemishes(page) == []
    # By the keyboard: the chosen one has it, and the arrows go on.
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    page.locator(".cm-line", has_text="layout:").wait_for()
    assert "layout: creature" in text_of(page)

    page.get_by_role("button", name=re.compile("^Old Owl, 1 card")).click()
    page.get_by_role("button", name=re.compile("^title, text")).focus()
    page.keyboard.press("Space")
    panel = page.get_by_role("region", name="Box")
    panel.get_by_role("button", name="Colour: the usual colour").click()
    window = page.get_by_role("dialog", name="Colour")
    # What is told of a colour that cannot be read on its ground.
    window.get_by_role("button", name=re.compile("^white")).hover()
    window.get_by_text("small text needs 4.5").wait_for()
    assert window.locator("figure").count() == 4
    assert blemishes(page) == []
    window.get_by_role("button", name=re.compile("^accent")).click()
    page.locator(".cm-line", has_text="title: {color: accent}").wait_for()

    panel.get_by_role("button", name=re.compile("^Font of title")).click()
    window = page.get_by_role("dialog", name="Choose a font")
    window.get_by_role("button", name="serif").wait_for()
    assert blemishes(page) == []
    window.get_by_role("button", name="serif").click()
    page.locator(".cm-line", has_text="font: serif").wait_for()

    # The chosen box marks its lines in the text.
    page.locator(".of-card", has_text="title: {color: accent}").wait_for(state="attached")

    # A column may choose the colour from now on.
    panel.get_by_role("button", name="Colour: may differ from card to card").click()
    panel.get_by_label("Colour: differs by").select_option("cost")
    page.locator(".cm-line", has_text="by: cost").wait_for()
    panel.get_by_text("Changes for all cards whose cost is “3”.").wait_for()
    assert blemishes(page) == []


def test_foil_is_seen_on_the_card_and_its_plate_alone(studio: Any, opened: Any, tmp_path: Path) -> None:
    foil = "{at: [0 mm, 0 mm], size: [62 mm, 88 mm], show: '', ground: black, foil: red}"
    text = PACK.replace("creature", "a") + f"layouts:\n  a:\n    boxes:\n      title: {foil}\n"
    (tmp_path / "p.yaml").write_text(text, encoding="utf-8")
    page = opened(studio("p.yaml"))
    page.get_by_role("button", name=re.compile("Old Owl, 1 card")).click()
    canvas = page.locator(".stage canvas:not([hidden])")
    canvas.wait_for()
    middle = """each => {
        const kept = new OffscreenCanvas(each.width, each.height);
        const copy = kept.getContext("2d", { willReadFrequently: true });
        copy.drawImage(each, 0, 0);
        return [...copy.getImageData(each.width / 2, each.height / 2, 1, 1).data];
    }"""
    red, green, _, alpha = canvas.evaluate(middle)
    assert red > green + 50
    assert alpha == 255
    switch = page.get_by_label("FoilRed on the face")
    switch.uncheck()
    page.locator(".stage canvas[hidden]").wait_for(state="attached")
    page.get_by_role("button", name="FoilRed").click()
    canvas.wait_for()
    assert canvas.evaluate(middle) == [0, 0, 0, 255]
    assert switch.is_disabled()
    assert blemishes(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_boxes_are_moved_by_a_finger_on_a_phone(
    studio: Any, opened: Any, tmp_path: Path, scheme: str
) -> None:
    (tmp_path / "p.yaml").write_text(PACK, encoding="utf-8")
    page = opened(studio("p.yaml"), has_touch=True, color_scheme=scheme)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name=re.compile("^Old Owl, 1 card")).tap()
    title = page.get_by_role("button", name=re.compile("^title, text"))
    title.tap()
    page.get_by_role("button", name="title: right edge").wait_for()
    box = title.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        *(("touchMove", [{"x": x, "y": y + step}]) for step in (6, 12, 20)),
        ("touchEnd", []),
    ):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    # It is moved, and neither resized nor is the page scrolled.
    sides = title.get_attribute("aria-label").split(", ")[-1]
    page.get_by_role("button", name=re.compile(f"^title, text, .*{sides}$")).wait_for()
    page.locator("#saved", has_text="Not saved yet").wait_for(state="attached")
    page.keyboard.press("Control+s")
    page.locator("#saved", has_text=re.compile(r"^Saved \d")).wait_for(state="attached")
    assert "title: {at: [" in (tmp_path / "p.yaml").read_text("utf-8")
    assert page.evaluate("document.scrollingElement.scrollWidth") == 390
    assert blemishes(page) == []


def test_the_wall_is_grouped_and_marks_what_changed_since_it_was_saved_and_printed(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    (tmp_path / "p.yaml").write_text(TABLE, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("title,text\nGrey Owl,Wait.\nWhite Owl,Look.\n", encoding="utf-8")
    page = opened(studio("p.yaml"))
    page.locator(".face img.there").nth(4).wait_for()
    page.get_by_label("Groups").select_option("list")
    page.get_by_label("Backs").check()
    heads = [each.inner_text() for each in page.locator(".cards h2").all()]
    assert heads == ["List 1", "cards.csv"]
    assert page.get_by_role("button", name=re.compile("^Old Owl, back, seen large")).count() == 1
    # By the keyboard past the heading, from card to back and down.
    page.get_by_role("button", name=re.compile("^Old Owl, 1 card")).focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.ariaLabel") == "Old Owl, back, seen large"
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.ariaLabel") == "White Owl, back, seen large"
    assert blemishes(page) == []

    # Only the card that looks different, and only until it is saved.
    page.locator(".cm-line", has_text="title: Young Owl").click()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type(" Again")
    page.get_by_role("button", name=re.compile("^Young Owl, 1 card, changed")).wait_for()
    assert page.locator(".mark:visible").count() == 1
    page.get_by_text("1 card changed since you last saved here").wait_for()
    assert blemishes(page) == []
    page.keyboard.press("Control+s")
    page.locator(".mark:visible").wait_for(state="detached")

    # What was printed stays known, also to the next page.
    page.get_by_role("button", name="Make…").click()
    page.locator(".kind", has_text="A PDF to print at home").click()
    page.get_by_role("button", name="Into the pack's folder").click()
    page.get_by_text("Done.").wait_for()
    page.keyboard.press("Escape")
    page.get_by_label("Changes").select_option("printed")
    page.get_by_role("button", name="One Old Owl more").click()
    page.get_by_role("button", name=re.compile("^Old Owl, 2 cards, changed")).wait_for()
    page.keyboard.press("Control+s")
    page.get_by_text(re.compile(r"^Saved \d")).wait_for()
    page.reload()
    page.get_by_role("button", name=re.compile("^Old Owl, 2 cards, changed")).wait_for()
    assert page.locator(".mark:visible").count() == 1
    # So do cells that are written at once, until they are as they were printed.
    table = tmp_path / "cards.csv"
    printed = table.read_text("utf-8")
    table.write_text(printed.replace("Look.", "Look up."), "utf-8")
    page.get_by_text("2 cards changed since you last printed here").wait_for()
    assert page.get_by_role("button", name="Mark none").count() == 0
    table.write_text(printed, "utf-8")
    page.get_by_text("1 card changed since you last printed here").wait_for()


def draw_picture(file: Path, color: str) -> None:
    Image.new("RGB", (1200, 800), color).save(file)


def test_cards_whose_rows_or_pictures_changed_are_marked_until_the_user_saves(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    """Cells are written at once, and other programs write too: neither takes the marks away."""
    sync = pytest.importorskip("playwright.sync_api")
    table = tmp_path / "cards.csv"
    (tmp_path / "p.yaml").write_text(
        "format: 1\nname: Owls\ncard: {size: poker}\ncards:\n  - {layout: story, table: cards.csv}\n", "utf-8"
    )
    table.write_text(
        "title,text,picture\nGrey Owl,Wait.,grey.png\nWhite Owl,Look.,white.png\nOld Owl,Draw.,grey.png\n",
        "utf-8",
    )
    draw_picture(tmp_path / "grey.png", "#888888")
    draw_picture(tmp_path / "white.png", "#dddddd")
    page = opened(studio("p.yaml"))
    marked = page.locator(".cards li:has(.mark:visible) .face")
    said = page.locator(".bar.wall [role=status]")

    def is_marked(*names: str) -> None:
        sync.expect(marked).to_have_count(len(names))
        assert [each.get_attribute("aria-label").split(",")[0] for each in marked.all()] == list(names)

    page.locator(".face img.there").nth(2).wait_for()
    # Until it is known how they were, nothing can have changed.
    wait_until(lambda: page.evaluate('Object.keys(localStorage).join().includes("of saved")'))
    # A cell of the table.
    page.get_by_role("tab", name="Table").click()
    page.get_by_label("text, row 3").fill("Look twice.")
    page.get_by_label("text, row 4").focus()
    wait_until(lambda: "Look twice." in table.read_text("utf-8"))
    page.get_by_role("tab", name="Cards").click()
    page.get_by_role("button", name=re.compile("^White Owl, 1 card, changed")).wait_for()
    is_marked("White Owl")
    # Another program changes a row, and the page is loaded again.
    table.write_text(table.read_text("utf-8").replace("Wait.", "Wait long."), "utf-8")
    page.get_by_role("button", name=re.compile("^Grey Owl, 1 card, changed")).wait_for()
    page.wait_for_timeout(1000)
    page.reload()
    page.get_by_role("button", name=re.compile("^Grey Owl, 1 card, changed")).wait_for()
    is_marked("Grey Owl", "White Owl")
    sync.expect(said).to_have_text("2 cards changed since you last saved here")

    # Saving takes them away, though nothing is left to write; so does the button.
    page.keyboard.press("Control+s")
    is_marked()
    # A picture that another program draws anew changes the cards that show it, and no others.
    draw_picture(tmp_path / "grey.png", "#445566")
    page.get_by_role("button", name=re.compile("^Old Owl, 1 card, changed")).wait_for()
    is_marked("Grey Owl", "Old Owl")
    page.get_by_role("button", name="Mark none").click()
    is_marked()
    # Rows in another order are the same cards; a card that is gone is counted.
    head, one, two, three = table.read_text("utf-8").splitlines()
    table.write_text("\n".join([head, three, one]) + "\n", "utf-8")
    sync.expect(said).to_have_text("1 card gone since you last saved here")
    is_marked()
    table.write_text("\n".join([head, three, two, one, "New Owl,,white.png"]) + "\n", "utf-8")
    page.get_by_role("button", name=re.compile("^New Owl, 1 card, new")).wait_for()
    is_marked("New Owl")
    assert blemishes(page) == []


def wait_until(is_so: Callable[[], bool]) -> None:
    end = monotonic() + 60
    while not is_so():
        assert monotonic() < end
        sleep(0.05)
