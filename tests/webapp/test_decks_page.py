"""A deck from a spreadsheet in a real browser, without a line of YAML."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from spreadsheets import xlsx, xlsx_rows

from cardgen.cli.main import run
from tests.webapp.test_studio_page import blemishes, browser, opened, studio, wait_for_command

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


def png(color: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (900, 900), color).save(out, "PNG")
    return out.getvalue()


def drop(page: Any, selector: str, **files: bytes) -> None:
    """Drop files on an element; a name's last underscore stands for the dot."""
    import base64

    sent = [[".".join(name.rsplit("_", 1)), base64.b64encode(data).decode()] for name, data in files.items()]
    page.evaluate(DROP, [selector, sent])


def test_from_a_spreadsheet_to_a_printed_sheet_without_a_line_of_yaml(
    studio: Any, opened: Any, tmp_path: Path
) -> None:
    rows = [
        ["Name", "Rules", "Count", "Art", "Cost"],
        ["Dragon", "Burns **all** cards.\nThen it sleeps.", 2, "dragon.png", 5],
        ["Mouse", "Squeaks.", 7, None, 1],
    ]
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
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.setData("text/plain", "Title\\tText\\nOne\\tThe first.\\nTwo\\tThe second.\\n");
          const how = { clipboardData: data, bubbles: true, cancelable: true };
          document.activeElement.dispatchEvent(new ClipboardEvent("paste", how));
        }"""
    )
    window.locator(".samples img.there").first.wait_for()
    window.get_by_label("Name of the deck").fill("pasted")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="One, 1 card").wait_for()
    assert (tmp_path / "pasted.csv").read_text("utf-8") == "Title,Text\nOne,The first.\nTwo,The second.\n"
