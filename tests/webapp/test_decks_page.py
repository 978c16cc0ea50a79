"""A deck from a spreadsheet in a real browser, without a line of YAML."""

from __future__ import annotations

import csv
import io
import os
import re
from pathlib import Path
from typing import Any, cast

import pytest
from PIL import Image, ImageDraw
from spreadsheets import xlsx, xlsx_rows

from cardgen.cli.main import run
from cardgen.webapp.deck_drafts import MOST_PICTURE
from tests.webapp.test_history_page import wait_for_cell, wait_for_file
from tests.webapp.test_studio_page import (
    blemishes,
    browser,
    opened,
    studio,
    take_picture,
    wait_for_command,
)

__all__ = ["browser", "opened", "studio"]
pytestmark = pytest.mark.outside("chromium")

#: Drop files on what matches a selector: [name, base64] each.
DROP = """([selector, files]) => {
  const data = new DataTransfer();
  for (const [name, text] of files) {
    data.items.add(new File([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))], name));
  }
  const target = document.querySelector(selector);
  for (const kind of ["dragenter", "dragover", "drop"]) {
    target.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
  }
}"""

#: Paste a text where the keyboard is.
PASTE = """(text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const how = { clipboardData: data, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", how));
}"""
#: Copy what is chosen, and return the text that goes to the clipboard.
COPY = """() => {
  const data = new DataTransfer();
  const how = { clipboardData: data, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new ClipboardEvent("copy", how));
  return data.getData("text/plain");
}"""


def png(color: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (900, 900), color).save(out, "PNG")
    return out.getvalue()


def drop(page: Any, selector: str, **files: bytes) -> None:
    """Drop files on an element; a name's last underscore stands for the dot."""
    import base64

    sent = [[".".join(name.rsplit("_", 1)), base64.b64encode(data).decode()] for name, data in files.items()]
    page.evaluate(DROP, [selector, sent])


#: What the pictures in the docs show: a table, and the colours of a ground and a disc for each drawing.
HARBOUR = """\
Name,Rules,Count,Art,Cost,Type
Old Owl,"Look at the top card of the pack, and put it back or under it.",2,owl.png,3,bird
Harbour mouse,Take a **grain** from each player who has more than you.,4,mouse.png,1,animal
Night storm,"All ships go back to port, yours too.",1,storm.png,5,event
Lighthouse,Ships beside it are not moved by storms.,2,light.png,4,place
"""
DISCS = {
    "owl": ("#2C3E66", "#E8AF4B"),
    "mouse": ("#5A7D4F", "#EADCC0"),
    "storm": ("#3A4150", "#9DB2C9"),
    "light": ("#1F5F7A", "#F2D06B"),
}


def disc(ground: str, color: str) -> bytes:
    image = Image.new("RGB", (900, 900), ground)
    ImageDraw.Draw(image).ellipse((230, 170, 670, 610), fill=color)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def show_deck(page: Any) -> None:
    """Make two pictures of docs/studio.md: `STUDIO_PICTURES=1 pytest -m outside tests/webapp`."""
    page.get_by_label("Name of the file").wait_for()
    drop(
        page,
        ".begin",
        Harbour_csv=HARBOUR.encode(),
        **{f"{name}_png": disc(*colors) for name, colors in DISCS.items()},
    )
    page.locator(".samples img.there").nth(8).wait_for()
    page.wait_for_timeout(2_000)
    take_picture(page, "deck")
    page.get_by_role("button", name="Make the deck").click()
    page.get_by_role("tab", name="Table").click()
    page.locator(".thumb img.there").nth(3).wait_for()
    page.locator('[data-cell="2-1"]').focus()
    page.wait_for_timeout(500)
    take_picture(page, "table")


def test_from_a_spreadsheet_to_a_printed_sheet_without_a_line_of_yaml(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    rows = [
        ["Name", "Rules", "Count", "Art", "Cost"],
        ["Dragon", "Burns **all** cards.\nThen it sleeps.", 2, "dragon.png", 5],
        ["Mouse", "Squeaks.", 7, None, 1],
    ]
    if os.environ.get("STUDIO_PICTURES"):
        show_deck(opened(studio()))
        studio.end()
        for each in tmp_path.iterdir():
            each.unlink()
    page = opened(studio(), accept_downloads=True)
    page.get_by_label("Name of the file").wait_for()
    drop(page, ".begin", Monsters_xlsx=xlsx({"Cards": xlsx_rows(rows)}), dragon_png=png("red"))
    window = page.get_by_role("dialog", name="A deck from a spreadsheet")
    window.locator(".samples img.there").first.wait_for()
    assert window.get_by_label("What Rules holds").input_value() == "text"
    assert window.get_by_text("1 picture added").is_visible()
    assert blemishes(page) == []
    # A column that is not to be seen, and a layout: each by one choice.
    window.get_by_label("What Cost holds").select_option("")
    window.get_by_role("radio", name="spell").wait_for()
    window.get_by_text("spell", exact=True).click()
    window.get_by_role("button", name="Make the deck").click()
    page.get_by_role("button", name="Dragon, 2 cards").wait_for()
    page.get_by_role("button", name="No problems").wait_for()
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "Monsters.csv",
        "Monsters.yaml",
        "dragon.png",
        "pack.schema.json",
    ]
    page.get_by_role("tab", name="Sheets").click()
    page.get_by_text("9 cards on 1 sheet").wait_for()
    page.get_by_role("button", name="Make…").click()
    wait_for_command(page, "cardgen sheets Monsters.yaml")
    with page.expect_download() as coming:
        page.get_by_role("button", name=re.compile("ownload")).click()
    made = Path(coming.value.path()).read_bytes()
    assert run(["sheets", str(tmp_path / "Monsters.yaml"), "-o", str(tmp_path / "output")]) == 0
    assert made == (tmp_path / "output" / "Monsters-sheets.pdf").read_bytes()


def test_what_is_no_spreadsheet_is_said_and_cells_are_pasted_instead(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    opened.left_alone = "422"
    page = opened(studio())
    page.get_by_label("Name of the file").wait_for()
    drop(page, ".begin", Monsters_xlsx=b"PK\x03\x04 broken")
    window = page.get_by_role("dialog", name="A deck from a spreadsheet")
    window.get_by_role("alert").filter(has_text="cannot be read").wait_for()
    assert window.get_by_role("button", name="Make the deck").is_disabled()
    page.keyboard.press("Escape")
    page.get_by_label("Paste cells here").focus()
    page.evaluate(PASTE, "Title\tText\nOne\tThe first.\nTwo\tThe second.\n")
    window.locator(".samples img.there").first.wait_for()
    window.get_by_role("heading", name="A deck from pasted cells").wait_for()
    # There is no file that stays as it is.
    assert "cards.tsv" not in window.inner_text()
    window.get_by_label("Name of the deck").fill("pasted")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="One, 1 card").wait_for()
    assert (tmp_path / "pasted.csv").read_text("utf-8") == "Title,Text\nOne,The first.\nTwo,The second.\n"


def test_two_hundred_rows_are_pasted_sorted_filtered_and_filled(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    table = tmp_path / "cards.csv"
    table.write_text("title,text,cost\nFirst,Begin.,3\n", encoding="utf-8")
    pack = "format: 1\nname: Many\ncards:\n  - {layout: creature, table: cards.csv}\n"
    (tmp_path / "p.yaml").write_text(pack, encoding="utf-8")
    page = opened(studio("p.yaml"))
    page.get_by_role("tab", name="Table").click()
    page.get_by_label("title, row 2").click()
    page.keyboard.press("Control+a")
    lines = [[f"Beast {n}", '"Bites.\nThen sleeps."', str(n % 9)] for n in range(200)]
    page.evaluate(PASTE, "\n".join("\t".join(line) for line in lines) + "\n")
    page.get_by_text("200 rows.").wait_for()
    assert table.read_text("utf-8").count("Bites.\nThen sleeps.") == 200
    # Each row has its card beside it, also far down, and what is wrong stands at its cell.
    page.locator(".thumb img.there").first.wait_for()
    page.get_by_label("Filter rows").fill("beast 19")
    page.get_by_text("11 rows of 200").wait_for()
    thumb = page.get_by_role("button", name="Beast 199, row 201, seen large")
    thumb.locator("img.there").wait_for()
    assert blemishes(page) == []
    # A range over rows that the filter shows is copied, and filled from its first row.
    page.get_by_label("cost, row 192").click()
    for _ in range(2):
        page.keyboard.press("Shift+ArrowDown")
    page.get_by_text("3 cells chosen").wait_for()
    # Beast 190 to 192: 190 is 9 times 21 and 1 more.
    assert page.evaluate(COPY) == "1\n2\n3"
    page.keyboard.press("Control+d")
    page.get_by_label("Filter rows").fill("")
    page.get_by_text("3 cells chosen").wait_for(state="hidden")
    # Sorted by a column, which is renamed: the cards keep what they show.
    page.get_by_label("cost, row 2", exact=True).click()
    page.get_by_role("button", name="Sort all rows by this column, from Z to A: cost").click()
    page.get_by_role("button", name="Rename the column: cost").click()
    page.keyboard.type("price")
    page.keyboard.press("Enter")
    page.locator(".cm-line", has_text="columns: {cost: price}").wait_for()
    assert table.read_text("utf-8").startswith("title,text,price\nBeast 8,")
    page.get_by_role("button", name="No problems").wait_for()
    # A new column, and a picture dropped on a row.
    page.get_by_role("button", name="Add a column after this one: price").click()
    page.keyboard.type("saying")
    page.keyboard.press("Enter")
    page.get_by_label("saying, row 2", exact=True).fill("Grr.")
    page.keyboard.press("Enter")
    drop(page, "tr[data-row='1'] th", beast_png=png("blue"))
    page.get_by_label("picture, row 2", exact=True).wait_for()
    page.get_by_role("button", name="No problems").wait_for()
    page.locator("tr[data-row='1'] .thumb img.there").wait_for()
    # The column is added first, and then the name of the picture is written.
    for _ in range(100):
        if "beast.png" in table.read_text("utf-8"):
            break
        page.wait_for_timeout(100)
    head, first = table.read_text("utf-8").split("\n")[:2]
    assert head == "title,text,price,saying,picture"
    assert (tmp_path / "beast.png").read_bytes() == png("blue")
    second = table.read_text("utf-8").split("\n")[2]
    assert first.startswith("Beast 8,")
    assert second == 'Then sleeps.",8,Grr.,beast.png'


#: Let the answers about texts wait until the page has `goOn` called, and count them.
HOLD = """() => {
  const { fetch } = window;
  window.looks = 0;
  const held = new Promise((call) => { window.goOn = call; });
  window.fetch = async (path, ...more) => {
    const answer = await fetch(path, ...more);
    if (path === "look") { window.looks += 1; await held; }
    return answer;
  };
}"""


def test_the_picture_beside_a_changed_row_comes_before_all_cards_are_checked(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    rows = "".join(f"Beast {n},It waits {n} turns.\n" for n in range(400))
    (tmp_path / "cards.csv").write_text(f"title,text\n{rows}", encoding="utf-8")
    pack = "format: 1\nname: Many\ncards:\n  - {layout: story, table: cards.csv}\n"
    (tmp_path / "p.yaml").write_text(pack, encoding="utf-8")
    page = opened(studio("p.yaml"))
    page.get_by_role("button", name="No problems").wait_for()
    page.get_by_role("tab", name="Table").click()
    changed, other = (page.locator(f"tr[data-row='{row}'] .thumb img.there") for row in (2, 3))
    before, beside = changed.get_attribute("src"), other.get_attribute("src")
    page.evaluate(HOLD)
    page.get_by_label("title, row 3").fill("Monster")
    page.keyboard.press("Enter")
    # Its picture is another, and the one below is not; neither is their check over.
    playwright.expect(changed).not_to_have_attribute("src", before)
    playwright.expect(other).to_have_attribute("src", beside)
    assert page.get_by_role("button", name="No problems").count() == 0
    page.evaluate("goOn()")
    page.get_by_role("button", name="No problems").wait_for()
    page.get_by_role("button", name="Monster, row 3, seen large").locator("img.there").wait_for()
    # The studio does not take its own file for that of another program, and examines it once.
    page.wait_for_timeout(1500)
    assert page.evaluate("looks") == 1


#: The cells whose text needs more room than they have, and those that say so, with what they say.
CUT = """() => {
  const cells = [...document.querySelectorAll("[data-cell]")];
  const told = (each) => getComputedStyle(each.parentElement, "::after").content;
  return [cells.filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.dataset.cell),
    cells.filter((each) => told(each) !== "none").map((each) => each.dataset.cell),
    cells.filter((each) => told(each) !== "none").map(told)];
}"""


def test_a_text_that_its_cell_cuts_says_how_many_lines_it_has(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    long = "Draw two cards, then discard one of them for each owl that sits on your side. " * 3
    with (tmp_path / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [
                ["title", "text"],
                ["Short", "Draw."],
                ["Two", "One\nTwo"],
                ["Long", long],
                ["Four", "1\n2\n3\n4"],
            ]
        )
    pack = "format: 1\nname: Many\ncards:\n  - {layout: story, table: cards.csv}\n"
    (tmp_path / "p.yaml").write_text(pack, encoding="utf-8")
    page = opened(studio("p.yaml"))
    page.get_by_role("tab", name="Table").click()
    page.get_by_label("text, row 5").wait_for()
    cell = page.locator("td:has([aria-label='text, row 4'])")

    def count_cut() -> list[str]:
        cut, told, words = page.evaluate(CUT)
        assert cut == told
        assert all(re.fullmatch(r'"… " "\d+ lines"|"… \d+ lines"', each) for each in words), words
        return cast(list[str], cut)

    assert count_cut() == ["3-1", "4-1"]
    playwright.expect(cell).to_have_attribute("title", long)
    many = int(cell.get_attribute("data-lines").split()[0])
    assert many >= 3
    # In a window that leaves less room there are more lines; while one writes, all are seen.
    page.set_viewport_size({"width": 700, "height": 720})
    playwright.expect(cell).not_to_have_attribute("data-lines", f"{many} lines")
    page.get_by_label("text, row 4").click()
    assert count_cut() == ["4-1"]
    page.get_by_label("text, row 4").fill("Brief.")
    page.get_by_label("text, row 2").click()
    playwright.expect(page.locator("td.cut")).to_have_count(1)
    assert count_cut() == ["4-1"]
    assert cell.get_attribute("title") == ""


def test_a_card_is_counted_and_gets_a_picture_where_it_is_seen(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    table = tmp_path / "cards.csv"
    table.write_text("title,text\nOwl,Hoots.\nMouse,Squeaks.\n", encoding="utf-8")
    pack = "format: 1\nname: Two\ncards:\n  - {layout: story, table: cards.csv}\n"
    (tmp_path / "p.yaml").write_text(pack, encoding="utf-8")
    page = opened(studio("p.yaml"))
    page.get_by_role("button", name="One Owl more").click()
    page.get_by_role("button", name="Owl, 2 cards").wait_for()
    page.get_by_role("tab", name="Table").click()
    wait_for_cell(page, "quantity, row 2", "2")
    wait_for_file(page, table, "title,text,quantity\nOwl,Hoots.,2\nMouse,Squeaks.,\n")
    page.get_by_role("tab", name="Cards").click()
    page.locator(".cards li:nth-child(2) img.there").wait_for()
    drop(page, ".cards li:nth-child(2) img", mouse_png=png("grey"))
    page.get_by_role("tab", name="Table").click()
    wait_for_cell(page, "picture, row 3", "mouse.png")
    wait_for_file(page, table, "\nMouse,Squeaks.,,mouse.png\n")
    assert (tmp_path / "mouse.png").exists()
    # Of several that are dropped on a row none is lost.
    drop(page, "tr[data-row='1'] th", one_png=png("red"), two_png=png("blue"))
    page.get_by_text("one.png, two.png: beside the pack now.").wait_for()
    assert (tmp_path / "two.png").read_bytes() == png("blue")


def test_a_deck_and_pictures_keep_their_names_and_large_files_are_named(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    page = opened(studio())
    page.get_by_label("Name of the file").wait_for()
    drop(page, ".begin", **{"E\u0301te\u0301 à l’eau_csv": b"Title,Text\nOwl,Hoots.\nMouse,Squeaks.\n"})
    window = page.get_by_role("dialog", name="A deck from a spreadsheet")
    window.locator(".samples img.there").first.wait_for()
    large = b"\x89PNG\r\n\x1a\n" + bytes(MOST_PICTURE)
    drop(page, "dialog", scan_png=large, owl_png=png("red"))
    window.get_by_text("scan.png is larger than 20 MB: save it smaller.").wait_for()
    assert window.get_by_text("1 picture added").is_visible()
    assert window.get_by_label("Name of the deck").input_value() == "Été à l-eau"
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Owl, 1 card").wait_for()
    assert (tmp_path / "Été à l-eau.yaml").exists()
    # Another picture of the same name is put beside the first, if one wishes so.
    page.locator(".cards li:nth-child(2) img.there").wait_for()
    drop(page, ".cards li:nth-child(2) img", owl_png=png("blue"))
    page.get_by_role("button", name="Keep both").click()
    wait_for_file(page, tmp_path / "Été à l-eau.csv", "\nMouse,Squeaks.,owl (2).png\n")
    assert (tmp_path / "owl.png").read_bytes() == png("red")
    assert (tmp_path / "owl (2).png").read_bytes() == png("blue")


def test_ranges_of_texts_with_several_lines_are_chosen_by_keys(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    table = tmp_path / "cards.csv"
    rows = "".join(f'Beast {n},"Bites.\nSleeps {n}.",{n}\n' for n in range(4))
    table.write_text(f"title,text,cost\n{rows}", encoding="utf-8")
    pack = "format: 1\nname: Many\ncards:\n  - {layout: creature, table: cards.csv}\n"
    (tmp_path / "p.yaml").write_text(pack, encoding="utf-8")
    page = opened(studio("p.yaml"))
    page.get_by_role("tab", name="Table").click()
    keys = page.keyboard
    page.get_by_label("text, row 2").click()
    keys.press("Control+Home")
    # Letters first: to the end of the first line, and to the end of the text.
    for _ in range(3):
        keys.press("Shift+ArrowDown")
    page.get_by_text("2 cells chosen").wait_for()
    keys.press("Shift+ArrowRight")
    page.get_by_text("4 cells chosen").wait_for()
    copied = page.evaluate(COPY)
    assert copied == '"Bites.\nSleeps 0."\t0\n"Bites.\nSleeps 1."\t1'
    page.get_by_label("text, row 4").click()
    page.evaluate(PASTE, copied)
    wait_for_file(page, table, 'Beast 2,"Bites.\nSleeps 0.",0\nBeast 3,"Bites.\nSleeps 1.",1\n')
    # A column that is added keeps the keyboard at its head.
    page.get_by_role("button", name="Add a column after this one: text").click()
    keys.type("saying")
    keys.press("Enter")
    wait_for_file(page, table, "title,text,saying,cost\n")
    page.wait_for_function("() => document.activeElement.textContent === 'saying'")


def test_a_column_that_comes_back_and_is_renamed_at_once_stays_on_the_cards(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("title,text,cost\nOwl,Hoots.,3\n", encoding="utf-8")
    pack = "format: 1\nname: Many\ncards:\n  - {layout: creature, table: cards.csv}\n"
    (tmp_path / "p.yaml").write_text(pack, encoding="utf-8")
    page = opened(studio("p.yaml"))
    page.get_by_role("tab", name="Table").click()
    page.get_by_label("cost, row 2").click()
    with page.expect_response("**/look"):
        page.get_by_role("button", name="Delete the column with its cells: cost").click()
    page.get_by_label("cost, row 2").wait_for(state="detached")
    # Until the pack is examined again, it has no costs.
    looks: list[Any] | None = []
    page.route("**/look", lambda route: looks.append(route) if looks is not None else route.continue_())
    page.keyboard.press("Control+z")
    page.get_by_label("cost, row 2").click()
    page.get_by_role("button", name="Rename the column: cost").click()
    page.keyboard.type("price")
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    held, looks = looks, None
    for each in held:
        each.continue_()
    page.locator(".cm-line", has_text="columns: {cost: price}").wait_for()
    # What is selected in a cell stays so where the table is drawn anew.
    page.locator('[data-cell="1-0"]').focus()
    page.keyboard.press("Control+a")
    text = (tmp_path / "cards.csv").read_text("utf-8")
    (tmp_path / "cards.csv").write_text(text.replace("Hoots", "Sleeps"), encoding="utf-8")
    wait_for_cell(page, "text, row 2", "Sleeps.")
    page.keyboard.type("Cat")
    page.keyboard.press("Enter")
    wait_for_file(page, tmp_path / "cards.csv", "Cat,Sleeps.,3\n")


def test_pictures_that_are_dropped_later_come_to_the_cards_that_name_them(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    page = opened(studio())
    page.get_by_label("Name of the file").wait_for()
    names = [f"{number:02}.png" for number in range(40)]
    rows = "".join(f"Card {name[:2]},art/{name}\n" for name in names)
    drop(page, ".begin", cards_csv=f"Title,Picture\n{rows}".encode())
    page.get_by_role("button", name="Make the deck").click()
    # At once, while the pack is still being examined.
    page.locator(".cards li").first.wait_for()
    drop(page, ".cards li", **{"00_png": png("red")})
    page.get_by_role("button", name="1 warning").wait_for()
    drop(page, "body", **{"01_png": png("green"), "39_PNG": png("blue")})
    page.get_by_text("2 pictures taken in for the cards that name them.").wait_for()
    taken = [(tmp_path / "art" / names[at]).read_bytes() for at in (0, 1, 39)]
    assert taken == [*map(png, ("red", "green", "blue"))]
    assert not list(tmp_path.glob("*.png"))
    page.get_by_role("tab", name="Table").click()
    box = page.locator(".view-table .scroll")
    page.locator('[data-cell="3-0"]').wait_for()
    box.evaluate("box => { box.scrollTop = 600; }")
    page.locator('[data-cell="20-0"]').focus()
    top = box.evaluate("box => box.scrollTop")
    with page.expect_file_chooser() as choosing:
        page.get_by_role("button", name="Picture…", exact=True).click()
    # The table may still be read for the pictures before.
    with page.expect_response(re.compile("/table$")), page.expect_response(re.compile("/upload$")):
        choosing.value.set_files({"name": "19.png", "mimeType": "image/png", "buffer": png("pink")})
    assert (tmp_path / "art" / "19.png").read_bytes() == png("pink")
    assert box.evaluate("box => box.scrollTop") == top


def test_cards_are_found_enlarged_and_titled(studio: Any, opened: Any, tmp_path: Path) -> None:
    rows = "".join(f"Beast {n},Bites.\n" for n in range(120))
    (tmp_path / "cards.csv").write_text(f"title,text\n{rows}", encoding="utf-8")
    pack = "format: 1\nname: Many\ncards:\n  - {layout: story, table: cards.csv}\n"
    (tmp_path / "p.yaml").write_text(pack, encoding="utf-8")
    page = opened(studio("p.yaml"))
    first = page.get_by_role("button", name="Beast 0, 1 card")
    first.locator("img.there").wait_for()
    page.get_by_label("Size of the cards").fill("200")
    assert round(first.bounding_box()["width"]) == 200
    page.get_by_label("Titles").check()
    page.get_by_label("Find cards").fill("beast 11")
    page.get_by_text("11 cards of 120").wait_for()
    # Cards that were not in sight before get their pictures.
    page.get_by_role("button", name="Beast 110, 1 card").locator("img.there").wait_for()
    assert page.locator(".cards .title").all_inner_texts()[0] == "Beast 11"
    assert blemishes(page) == []
    page.reload()
    first.locator("img.there").wait_for()
    assert round(first.bounding_box()["width"]) == 200


def test_texts_of_a_table_use_the_room_of_a_wide_window(studio: Any, opened: Any, tmp_path: Path) -> None:
    """At 300 pixels the third line of a rule of 120 letters was cut off beside 600 empty pixels."""
    rule = "Draw a card, and give one to the player on your left, who shows it to all and puts it on a pile."
    (tmp_path / "cards.csv").write_text(f'title,text\nOwl,"{rule}"\n', "utf-8")
    pack = "format: 1\nname: P\ncards: [{layout: story, table: cards.csv}]\n"
    (tmp_path / "p.yaml").write_text(pack, "utf-8")
    page = opened(studio("p.yaml"))
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.get_by_role("tab", name="Table").click()
    cell = page.get_by_label("text, row 2", exact=True)
    cell.wait_for()
    assert cell.evaluate("(field) => field.scrollHeight <= field.clientHeight + 1")
    page.set_viewport_size({"width": 1280, "height": 720})
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
