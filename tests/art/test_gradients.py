"""Gradients of cards and boxes: their colours on the page, what checks know of them, what is found."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
from samples import thorough

from cardgen import api
from cardgen.art.gradient import Gradient
from cardgen.art.pdf_writer import write_pdf
from cardgen.colour.colors import BLACK, WHITE, Color, color_from_hex
from cardgen.errors import Problem
from cardgen.geometry import Rect
from cardgen.pack.model import Pack
from cardgen.text.outlines import ellipse

RED, BLUE = color_from_hex("#FF0000"), color_from_hex("#0000FF")
PAGE = Rect(0, 0, 60, 90)
HEAD = "format: 1\nname: Fading\ncard: {size: 60 x 90 mm, bleed: 3 mm, safe: 3 mm}\nlayouts:\n  own:\n"


def written(folder: Path, body: str) -> str:
    file = folder / "fading.yaml"
    rows = "cards:\n  - {layout: own, rows: [{title: A title}]}\n"
    file.write_text(HEAD + body + rows, encoding="utf-8")
    return str(file)


def problems(folder: Path, body: str) -> list[Problem]:
    return list(api.examine(written(folder, body)).problems)


def box(ground: str, more: str = "") -> str:
    return (
        f"    boxes:\n      title: {{at: [5 mm, 40 mm], size: [50 mm, 9 mm], color: black{more},\n"
        f"              ground: {ground}}}\n"
    )


@pytest.mark.parametrize("angle", [0.0, 90.0, 180.0, 30.0, None])
def test_each_point_has_the_colour_that_the_checks_count_on(angle: float | None) -> None:
    gradient = Gradient((RED, WHITE, BLUE), angle)
    data = write_pdf([gradient.as_drawing(PAGE)], PAGE[2:])
    drawn = pypdfium2.PdfDocument(io.BytesIO(data))[0].render(scale=4).to_pil().convert("RGB")
    for x, y in ((3, 3), (57, 87), (30, 45), (12, 70), (50, 20)):
        planned = [round(255 * part) for part in gradient.color_at(PAGE, x, y).rgb]
        assert drawn.getpixel((4 * x, 4 * (90 - y))) == pytest.approx(planned, abs=8)


@pytest.mark.parametrize(
    ("angle", "first", "last"),
    [
        (0.0, (30, 90), (30, 0)),
        (90.0, (0, 45), (60, 45)),
        (45.0, (0, 90), (60, 0)),
        (None, (30, 45), (60, 0)),
    ],
)
def test_the_outer_colours_are_at_the_ends(
    angle: float | None, first: tuple[float, float], last: tuple[float, float]
) -> None:
    colors: list[Color] = [Gradient((BLACK, WHITE), angle).color_at(PAGE, *spot) for spot in (first, last)]
    assert [color.rgb[0] for color in colors] == pytest.approx([0, 1])


def test_text_is_measured_on_the_colours_under_it(tmp_path: Path) -> None:
    light, dark = ("['#FFFFFF', '#FFE9B0']", "{gradient: ['#101820', '#FFFFFF'], angle: 90}")
    assert problems(tmp_path, box(light)) == []
    assert [each.name for each in problems(tmp_path, box(dark))] == ["contrast"]
    assert problems(tmp_path, box(dark, ", align: right")) == []


@pytest.mark.parametrize(
    ("ground", "message"),
    [
        ("['#FFFFFF']", "a gradient has two to 8 colours"),
        ("{gradient: ['#FFFFFF', nothing]}", "'nothing' is not a colour"),
        ("{gradient: ['#FFFFFF', white], angle: up}", "'up' is not an angle"),
        ("{gradient: ['#FFFFFF', white], turn: 3}", "'turn' is not a key known here"),
    ],
)
def test_a_faulty_gradient_is_named_at_its_place(ground: str, message: str, tmp_path: Path) -> None:
    for body, line in ((box(ground), 8), (f"    ground: {ground}\n{box('white')}", 6)):
        [problem] = problems(tmp_path, body)
        assert problem.message == message
        assert problem.mark
        assert problem.mark.line == line


def test_a_column_chooses_a_gradient(tmp_path: Path) -> None:
    ground = "{by: title, A title: {gradient: [white, '#FFE9B0'], angle: radial}, else: white}"
    assert problems(tmp_path, f"    ground: {ground}\n{box('white')}") == []


def test_a_gradient_marks_backs_that_it_runs_across(tmp_path: Path) -> None:
    for angle, is_marked in (("90", True), ("radial", False)):
        back = f"    ground: {{gradient: [white, black], angle: {angle}}}\nback: {{layout: own}}\n"
        file = tmp_path / "backs.yaml"
        rows = "cards:\n  - {layout: story, rows: [{title: A, text: B}]}\n"
        file.write_text(HEAD + back + rows, encoding="utf-8")
        said = [each.message for each in api.examine(str(file)).problems]
        assert any("turned by 180 degrees" in each for each in said) is is_marked, said


def loaded(folder: Path, angle: str) -> Pack:
    return api.load(
        written(
            folder,
            f"    ground: {{gradient: ['#0B3A4B', '#C9772B', '#F6E7C1'], angle: {angle}}}\n{box('white')}",
        )
    )


@pytest.mark.parametrize("standard", ["x1a", thorough("x4")])
def test_a_turned_gradient_is_found_in_a_press_file(standard: str, tmp_path: Path) -> None:
    one, other = (loaded(tmp_path, angle) for angle in ("30", "50"))
    data = api.press(one, standard=standard)[0].data
    assert [api.preflight(data, pack=pack, standard=standard).status for pack in (one, other)] == [0, 1]


def test_a_turned_gradient_is_found_on_a_sheet(tmp_path: Path) -> None:
    one, other = (loaded(tmp_path, angle) for angle in ("30", "50"))
    sheet = api.sheets(one)[0].data
    assert [bool(api.verify(sheet, pack=pack).faults) for pack in (one, other)] == [False, True]


def test_the_smooth_edge_of_an_outline_stays_smooth() -> None:
    disc = ellipse(30, 45, 25)
    gradient = Gradient((BLACK, BLACK._replace(rgb=(0.01, 0, 0))), 90.0).as_drawing(PAGE, disc)
    drawn = pypdfium2.PdfDocument(io.BytesIO(write_pdf([gradient], PAGE[2:])))[0].render(scale=4).to_pil()
    # Between black and white there are greys: an edge of many steps would have none.
    assert sum(drawn.convert("L").histogram()[40:200]) > 200
