"""Pages for the table: a first game, a player aid and a score sheet of each game."""

from __future__ import annotations

import pytest

from cardgen import api
from cardgen.books.blocks import Figure, ScoreSheet, Table, plain_text
from cardgen.books.boxes import PlacedLine
from cardgen.output.rulebook import BookJob, template_of_job, typeset_pack_book

#: Each game with a pack, one language each, and the longest first games in both.
PAGES = (
    *("never-over never-over en", "never-over never-over de", "never-over-attack never-over de"),
    *("standard-52 addenda de", "standard-52 up-and-over de", "standard-52 up-n-over en"),
    *("short-24 abstrac de", "short-25 abstrac-unfettered en", "standard-52 abstrac-52 de"),
)
#: Minimum share of a page that is filled, its margins included.
_FILLED = 0.85


@pytest.mark.parametrize("page", PAGES)
def test_each_is_one_page_in_the_language_of_its_pack_and_is_filled(page: str) -> None:
    name, game, language = page.split()
    pack = api.load(name, {} if language == "en" else {("language",): language})
    for kind, form in (("first-game", "a4"), ("player-aid", "a6"), ("score-sheet", "a5")):
        job = BookJob(game, form, kind=kind)  # type: ignore[arg-type]
        assert template_of_job(pack, job).missing == 0
        made = typeset_pack_book(pack, job)
        [leaf] = made.leaves
        pictures = [block for block in made.book.blocks if isinstance(block, Figure | ScoreSheet | Table)]
        assert pictures
        lowest = max(placed.top + placed.box.height for placed in leaf.boxes)
        assert lowest >= _FILLED * 2 * made.form.lines


def test_a_score_sheet_has_a_column_for_each_player() -> None:
    made = typeset_pack_book(api.load("never-over"), BookJob(form="a5", kind="score-sheet"))
    [sheet] = [block for block in made.book.blocks if isinstance(block, ScoreSheet)]
    assert (sheet.columns, plain_text(sheet.rows[0]), plain_text(sheet.rows[-1])) == (6, "Player", "Sum")


@pytest.mark.parametrize("form", ["a4", "a5", "a6"])
def test_a_row_of_a_score_sheet_has_its_heading_on_one_line(form: str) -> None:
    """The width of the widest heading, to which padding was added, is not a little less without it."""
    made = typeset_pack_book(api.load("standard-52", {("language",): "fr"}), BookJob("addenda", form))
    heads = [
        [
            "".join(part.text for part in mark.line.segments)
            for mark in placed.box.marks
            if isinstance(mark, PlacedLine)
        ]
        for leaf in made.leaves
        for placed in leaf.boxes
    ]
    assert ["Donne 6"] in heads
