"""Stories of changes in the studio: one history over several files, and several windows and programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

# ruff: noqa: F401, F811 (fixtures)
from tests.webapp.test_studio_page import PATIENCE, browser, opened, studio, text_of

pytestmark = pytest.mark.outside("chromium")

TWO_TABLES = """\
format: 1
name: Mine
cards:
  - {table: one.csv, layout: story}
  - {table: two.csv, layout: story}
"""
ONE, TWO = "title,text\nOne,First\nUno,Primo\n", "title,text\nTwo,Second\n"


@pytest.fixture
def pack(tmp_path: Path) -> dict[str, Path]:
    """Write a pack with two tables; return its files by name."""
    files = {"mine.yaml": TWO_TABLES, "one.csv": ONE, "two.csv": TWO}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return {name: tmp_path / name for name in files}


def contents(pack: dict[str, Path]) -> tuple[str, str]:
    """Return the rows of both tables."""
    return pack["one.csv"].read_text(encoding="utf-8"), pack["two.csv"].read_text(encoding="utf-8")


def write(page: Any, label: str, value: str) -> None:
    page.get_by_label(label, exact=True).fill(value)
    page.keyboard.press("Enter")


def wait_for_cell(page: Any, label: str, value: str) -> None:
    sync = pytest.importorskip("playwright.sync_api")
    sync.expect(page.get_by_label(label, exact=True)).to_have_value(value, timeout=PATIENCE)


def wait_for_file(page: Any, file: Path, text: str) -> None:
    for _ in range(PATIENCE // 50):
        if text in file.read_text(encoding="utf-8"):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{file.name} has no {text!r}: {file.read_text(encoding='utf-8')}")


def test_one_history_over_the_text_a_control_and_two_tables(
    studio: Any, opened: Any, pack: dict[str, Path]
) -> None:
    page = opened(studio("mine.yaml"))
    page.locator(".face img.there").first.wait_for()
    # A control, a cell of each table, and a line of the text, in this order.
    page.get_by_label("Ink saver").click()
    page.locator(".cm-line", has_text="ink-saver: true").wait_for()
    page.get_by_role("tab", name="Table").click()
    write(page, "text, row 2", "Alpha")
    wait_for_file(page, pack["one.csv"], "Alpha")
    page.get_by_role("combobox", name="Table", exact=True).select_option(label="two.csv")
    wait_for_cell(page, "text, row 2", "Second")
    write(page, "text, row 2", "Beta")
    wait_for_file(page, pack["two.csv"], "Beta")
    before = text_of(page)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("style: solid")
    # Undone one by one, the last first, by the button; nothing else changes.
    undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
    # On a slow machine, what is typed may be several changes.
    while text_of(page) != before:
        undo.click()
        page.wait_for_timeout(200)
    assert "Beta" in contents(pack)[1]
    undo.click()
    wait_for_file(page, pack["two.csv"], "Second")
    assert contents(pack) == (ONE.replace("First", "Alpha"), TWO)
    undo.click()
    wait_for_file(page, pack["one.csv"], "First")
    assert "ink-saver: true" in text_of(page)
    undo.click()
    page.locator(".cm-line", has_text="ink-saver").wait_for(state="detached")
    assert undo.is_disabled()
    # And made again, the first first.
    redo.click()
    page.locator(".cm-line", has_text="ink-saver: true").wait_for()
    assert contents(pack) == (ONE, TWO)
    redo.click()
    wait_for_file(page, pack["one.csv"], "Alpha")
    redo.click()
    wait_for_file(page, pack["two.csv"], "Beta")
    while redo.is_enabled():
        redo.click()
    page.locator(".cm-line", has_text="style: solid").wait_for()


def test_two_windows_and_another_program_overwrite_nothing_unasked(
    studio: Any, opened: Any, pack: dict[str, Path]
) -> None:
    # What cannot be taken back is refused.
    opened.left_alone = "422"
    address = studio("mine.yaml")
    one, other = opened(address), opened(address)
    for page in one, other:
        page.locator(".face img.there").first.wait_for()
        page.get_by_role("tab", name="Table").click()
        page.get_by_label("text, row 2", exact=True).wait_for()
    # What one window writes is seen in the other, which writes another cell.
    write(one, "text, row 2", "Mine")
    wait_for_cell(other, "text, row 2", "Mine")
    write(other, "text, row 3", "Theirs")
    wait_for_cell(one, "text, row 3", "Theirs")
    assert contents(pack)[0] == "title,text\nOne,Mine\nUno,Theirs\n"
    # Undo in the first window does not take back what the second wrote, and says so.
    one.get_by_role("button", name="Undo").click()
    one.get_by_text("was changed by another window or program since").wait_for()
    assert contents(pack)[0] == "title,text\nOne,Mine\nUno,Theirs\n"
    one.get_by_role("button", name="Close").click()
    # The second takes its own back.
    other.get_by_role("button", name="Undo").click()
    wait_for_file(other, pack["one.csv"], "Primo")
    # A program writes a cell while it is typed in: both texts are kept, and Enter, once more, decides.
    cell = one.get_by_label("text, row 2", exact=True)
    cell.press_sequentially("Typed ")
    theirs = ONE.replace("First", "Elsewhere").replace("Primo", "Altrove")
    pack["one.csv"].write_text(theirs, encoding="utf-8")
    wait_for_cell(one, "text, row 3", "Altrove")
    assert cell.input_value().startswith("Typed") or cell.input_value().endswith("Typed ")
    cell.press("Enter")
    one.locator("td.unwritten[title*='has another text here by now']").wait_for()
    assert contents(pack)[0] == theirs
    cell.focus()
    one.get_by_role("status").filter(has_text="has another text here by now: press Enter").wait_for()
    cell.press("Enter")
    one.locator("td.unwritten").wait_for(state="detached")
    assert "Typed" in contents(pack)[0]
    # Both windows change the text; the second to save is asked.
    for page, line in (one, "style: solid"), (other, "ink-saver: true"):
        page.locator(".cm-content").click()
        page.keyboard.press("Control+End")
        page.keyboard.type(line)
    one.keyboard.press("Control+s")
    wait_for_file(one, pack["mine.yaml"], "style: solid")
    other.get_by_text("was changed by another window or program, and you have changed it here too").wait_for()
    other.keyboard.press("Control+s")
    assert "ink-saver" not in pack["mine.yaml"].read_text(encoding="utf-8")
    other.get_by_role("button", name="Take the file's text").click()
    other.locator(".cm-line", has_text="style: solid").wait_for()
    # Nothing of one's own is lost: it is one step back.
    other.keyboard.press("Control+z")
    other.locator(".cm-line", has_text="ink-saver: true").wait_for()


def test_rows_in_sight_stay_when_one_scrolls_and_what_is_typed_in_one_that_goes_is_written(
    studio: Any, opened: Any, pack: dict[str, Path]
) -> None:
    """To make every row anew at each step takes three times as long, and drops frames."""
    pack["one.csv"].write_text("title,text\n" + "".join(f"Card {at},Text\n" for at in range(90)), "utf-8")
    page = opened(studio("mine.yaml"))
    page.get_by_role("tab", name="Table").click()
    # The cards of the table are there: rows are not made anew for their pictures.
    page.get_by_role("button", name="Card 20, row 22, seen large").wait_for()
    page.locator(".thumb img.there").first.wait_for()
    page.get_by_role("button", name="No problems").wait_for()
    scroll = "(box, rows) => { box.scrollTop = rows * 46; }"
    page.locator("tr[data-row='12']").evaluate("(row) => { row.dataset.before = ''; }")
    page.locator(".view-table .scroll").evaluate(scroll, 10)
    page.locator("tr[data-row='1']").wait_for(state="detached")
    assert page.locator("tr[data-row='12']").get_attribute("data-before") == ""
    page.get_by_label("title, row 12", exact=True).press_sequentially("!")
    page.locator(".view-table .scroll").evaluate(scroll, 60)
    wait_for_file(page, pack["one.csv"], "!")
