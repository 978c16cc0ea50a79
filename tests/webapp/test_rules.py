"""The rulebook's template in the studio: begun, set before it is saved, and saved beside the pack."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

import pytest

from cardgen.errors import Mark, PackError, Problem, UsageError
from cardgen.webapp.document import FileConflict
from cardgen.webapp.proofs import book_pages
from cardgen.webapp.rules_file import read_rules, rules_file, save_rules, template_problem_records

# ruff: noqa: F401, F811 (fixtures)
from tests.webapp.test_studio_page import SHOWN, blemishes, browser, opened, studio, take_picture

OWN = "format: 1\nname: Mine\ncards:\n  - {layout: title, rows: [{title: Owl}]}\n"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    file = tmp_path / "mine.yaml"
    file.write_text(OWN, encoding="utf-8")
    return file


def test_rules_begin_with_those_of_the_game_and_are_saved_beside_the_pack(pack: Path) -> None:
    begun = read_rules(pack, "never-over")
    assert "# " in begun.text
    assert (begun.digest, rules_file(pack).exists()) == ("", False)
    short = read_rules(pack, None).text
    assert short != begun.text
    saved = save_rules(pack, short, "")
    assert read_rules(pack, "never-over").text == short
    # Another program changed it: nothing is overwritten unasked.
    rules_file(pack).write_text("# Theirs", encoding="utf-8")
    with pytest.raises(FileConflict) as changed:
        save_rules(pack, "# Mine", saved.digest)
    assert changed.value.found.text == "# Theirs"
    save_rules(pack, "# Mine", changed.value.found.digest)
    assert rules_file(pack).read_text(encoding="utf-8") == "# Mine"


def test_rules_are_not_written_through_a_link(pack: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    rules_file(pack).symlink_to(elsewhere)
    with pytest.raises(UsageError, match="is a link"):
        save_rules(pack, "# Mine", "")
    assert not elsewhere.exists()


def test_rules_are_set_before_they_are_saved_and_their_errors_have_places(pack: Path) -> None:
    text = read_rules(pack, None).text
    made = book_pages(str(pack), pack.read_bytes(), None, None, "a6", text)
    assert made.data.startswith(b"%PDF")
    assert not rules_file(pack).exists()
    wrong = text + "\n{{ cuont }}\n"
    with pytest.raises(PackError) as error:
        book_pages(str(pack), pack.read_bytes(), None, None, "a6", wrong)
    [told] = template_problem_records(wrong, str(rules_file(pack)), error.value.problems)
    assert wrong[told["start"] : told["start"] + 5] == "cuont"


def test_problems_reach_other_processes_whole() -> None:
    """Of an error that cannot be made again, the studio would say that memory ran out."""
    error = PackError([Problem("this is wrong", mark=Mark("mine.md.j2", 3, 1))])
    assert pickle.loads(pickle.dumps(error)).problems == error.problems


def show_rules(page: Any) -> None:
    """Make a picture of docs/studio.md: `STUDIO_PICTURES=1 pytest -m outside tests/webapp/test_rules.py`."""
    page.get_by_role("tab", name="Rulebook").click()
    page.get_by_role("button", name="Edit the rules…").click()
    page.locator(".page img.there").first.wait_for()
    size = page.viewport_size
    # Pages full of words are large pictures.
    page.set_viewport_size({**size, "height": 460})
    page.wait_for_timeout(3_000)
    take_picture(page, "rules")
    page.set_viewport_size(size)


@pytest.mark.outside("chromium")
def test_rules_are_edited_beside_their_pages(studio: Any, opened: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(OWN, encoding="utf-8")
    page = opened(studio("mine.yaml"))
    page.locator(".face img.there").first.wait_for()
    opened.left_alone = "422"
    page.get_by_role("tab", name="Rulebook").click()
    page.get_by_role("button", name="Write the rules…").click()
    rules = page.get_by_role("textbox", name="Text of the rules")
    page.get_by_text("1 page", exact=True).wait_for()
    rules.click()
    page.keyboard.press("Control+End")
    page.keyboard.type("{{ cuont }}")
    # The error stands below its line, and the pages from before stay.
    page.locator(".rules .below", has_text="there is nothing called 'cuont' here").wait_for()
    assert page.locator(".pages li").count() == 1
    # One history over the rules and the text of the pack.
    page.get_by_role("button", name="Back to the text of the pack").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("# ours")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Edit the rules…").or_(
        page.get_by_role("button", name="Write the rules…")
    ).click()
    page.get_by_text("1 page", exact=True).wait_for()
    assert "cuont" not in rules.inner_text()
    page.get_by_role("button", name="Redo").click()
    assert "cuont" in rules.inner_text()
    page.get_by_role("button", name="Undo").click()
    rules.click()
    page.keyboard.press("Control+End")
    page.keyboard.type("Have fun.")
    page.keyboard.press("Control+s")
    page.get_by_role("button", name="Saved").wait_for()
    assert (tmp_path / "mine.md.j2").read_text(encoding="utf-8").rstrip().endswith("Have fun.")
    assert (tmp_path / "mine.yaml").read_text(encoding="utf-8") == OWN
    assert blemishes(page) == []
    if os.environ.get("STUDIO_PICTURES"):
        (tmp_path / "shown.yaml").write_text(SHOWN, encoding="utf-8")
        show_rules(opened(studio("shown.yaml")))
