"""Boxes at any angle: where they stand, what the checks say of them, and that a changed angle is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen import api
from cardgen.errors import Problem

HEAD = "format: 1\nname: Slanted\ncard: {size: 60 x 90 mm, bleed: 3 mm, safe: 3 mm}\n"


def written(folder: Path, boxes: str, row: str = "title: One", name: str = "slanted") -> str:
    """A pack of one card with these boxes, a line each."""
    lines = "".join(f"      {each}\n" for each in boxes.split("\n"))
    file = folder / f"{name}.yaml"
    file.write_text(
        f"{HEAD}layouts:\n  own:\n    boxes:\n{lines}cards:\n  - {{layout: own, rows: [{{{row}}}]}}\n",
        encoding="utf-8",
    )
    return str(file)


def problems(folder: Path, boxes: str, row: str = "title: One") -> list[Problem]:
    return list(api.examine(written(folder, boxes, row)).problems)


ONE = "title: {at: [5 mm, 40 mm], size: [50 mm, 6 mm], align: center, rotate: 45}"
OTHER = "text: {at: [5 mm, %s mm], size: [50 mm, 6 mm], align: center, rotate: %d}"
WORDS = "title: A long title of a card, text: and another line beside it"


def test_slanted_texts_overlap_only_where_their_own_rectangles_do(tmp_path: Path) -> None:
    # The upright rectangles around both overlap in either case.
    assert problems(tmp_path, f"{ONE}\n{OTHER % (52, 45)}", WORDS) == []
    [problem] = problems(tmp_path, f"{ONE}\n{OTHER % (40, -45)}", WORDS)
    assert "overlap" in problem.message


def test_only_a_slanted_box_may_reach_out_of_the_card(tmp_path: Path) -> None:
    ribbon = (
        "title: {at: [-9 mm, 5 mm], size: [36 mm, 7 mm], align: center, color: white, ground: '#9B1C1C'%s}"
    )
    assert problems(tmp_path, ribbon % ", rotate: 45") == []
    [problem] = problems(tmp_path, ribbon % "")
    assert problem.message == "the box 'title' reaches out of the card"


def test_letters_of_a_slanted_text_are_measured_on_what_lies_under_them(tmp_path: Path) -> None:
    # Dark text on a light band across a dark card: most of the upright rectangle around it is dark.
    ground = "dark: {at: [0 mm, 0 mm], size: [60 mm, 90 mm], show: '', ground: '#101820'}\n"
    band = "band: {at: [-20 mm, %d mm], size: [100 mm, 9 mm], show: '', ground: '#FFE9B0', rotate: 45}\n"
    title = "title: {at: [5 mm, 42 mm], size: [50 mm, 6 mm], align: center, color: black, rotate: 45}"
    row = "title: A long title of a card"
    assert problems(tmp_path, ground + band % 40 + title, row) == []
    assert [each.name for each in problems(tmp_path, ground + band % 60 + title, row)] == ["contrast"]


@pytest.mark.parametrize(("place", "is_out"), [("[5 mm, 42 mm]", False), ("[-12 mm, 8 mm]", True)])
def test_a_slanted_text_keeps_to_the_safe_zone_with_its_letters(
    place: str, is_out: bool, tmp_path: Path
) -> None:
    title = f"title: {{at: {place}, size: [50 mm, 6 mm], align: left, rotate: 45}}"
    found = problems(tmp_path, title, "title: A long title of a card")
    assert [each.message.partition(" of 3 mm")[0] for each in found] == [
        "title: the text reaches out of the safe zone"
    ] * is_out


@pytest.mark.parametrize(
    ("angle", "is_good"), [("30", True), ("-360", True), ("361", False), ("left", False)]
)
def test_an_angle_is_a_number_of_degrees(angle: str, is_good: bool, tmp_path: Path) -> None:
    found = problems(tmp_path, f"title: {{at: [20 mm, 40 mm], size: [20 mm, 6 mm], rotate: {angle}}}")
    assert [each.hint for each in found] == ["write degrees from -360 to 360, such as 90 or 12.5"] * (
        not is_good
    )


def test_another_angle_is_found_on_sheets_and_in_press_files(tmp_path: Path) -> None:
    boxes = "title: {at: [5 mm, 40 mm], size: [50 mm, 8 mm], ground: '#FFE9B0', rotate: %s}"
    one, other = (api.load(written(tmp_path, boxes % angle, name=f"at{angle}")) for angle in ("20", "22.5"))
    sheet = api.sheets(one)[0].data
    press = api.press(one)[0].data
    assert [bool(api.verify(sheet, pack=pack).faults) for pack in (one, other)] == [False, True]
    assert [api.preflight(press, pack=pack).status for pack in (one, other)] == [0, 1]
