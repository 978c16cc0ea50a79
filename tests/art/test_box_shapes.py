"""Boxes with an outline of their own: what is cut to it, what is said of faulty ones, and what is found."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from samples import thorough

from cardgen import api
from cardgen.art.face import card_side
from cardgen.art.pdf_writer import write_pdf
from cardgen.geometry import Rect
from cardgen.pack.model import Pack

HEAD = "format: 1\nname: Cut\ncard: {size: 60 x 90 mm, corner: 0 mm}\nlayouts:\n  own:\n    boxes:\n"
ROWS = "cards:\n  - {layout: own, rows: [{art: art.png}]}\n"
#: A triangle that points to the left.
ARROW = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 5L10 0V10Z"/></svg>'
PIXEL = 4 * 72 / 25.4


def written(folder: Path, box: str) -> str:
    Image.new("RGB", (600, 600), "#CC2200").save(folder / "art.png")
    (folder / "arrow.svg").write_text(ARROW, encoding="utf-8")
    file = folder / "cut.yaml"
    file.write_text(
        f"{HEAD}      art: {{at: [10 mm, 20 mm], size: [40 mm, 40 mm], {box}}}\n{ROWS}", encoding="utf-8"
    )
    return str(file)


def inked(pack: Pack, *spots: tuple[float, float]) -> list[bool]:
    """Whether the first card is painted at these places, in millimetres from the box's top left."""
    trim = Rect(0, 0, *pack.card.size)
    data = write_pdf([card_side(pack, pack.cards[0], trim)], trim[2:])
    page = pypdfium2.PdfDocument(io.BytesIO(data))[0].render(scale=4).to_pil().convert("L")
    return [page.getpixel((int((10 + x) * PIXEL), int((20 + y) * PIXEL))) < 200 for x, y in spots]


SPOTS = [(20, 20), (3, 3), (1, 20), (20, 1), (39, 39)]


@pytest.mark.parametrize(
    ("shape", "shown"),
    [
        ("rectangle", [True, True, True, True, True]),
        ("circle", [True, False, True, True, False]),
        ("hexagon", [True, False, True, True, False]),
        ("flat-hexagon", [True, False, True, True, False]),
        ("{svg: arrow.svg}", [True, False, True, False, True]),
    ],
)
@pytest.mark.parametrize("turned", ["", ", rotate: 90", ", show: '', ground: '#CC2200'"])
def test_a_picture_and_a_ground_are_cut_to_the_shape_of_their_box(
    shape: str, shown: list[bool], turned: str, tmp_path: Path
) -> None:
    pack = api.load(written(tmp_path, f"shape: {shape}{turned}"))
    assert inked(pack, *SPOTS) == shown


def test_a_shape_turns_with_its_box(tmp_path: Path) -> None:
    # The arrow points up and right at -135 degrees.
    pack = api.load(written(tmp_path, "shape: {svg: arrow.svg}, rotate: -135"))
    assert inked(pack, (32, 8), (8, 32), (4, 4)) == [True, True, False]


def test_files_of_shapes_are_files_of_the_pack(tmp_path: Path) -> None:
    pack = api.load(written(tmp_path, "shape: {svg: arrow.svg}"))
    assert str(tmp_path / "arrow.svg") in pack.files


@pytest.mark.parametrize(
    ("box", "message"),
    [
        ("shape: square", "'square' is no shape"),
        ("shape: {svg: two.svg}", "an outline is one filled path, and this drawing has 2 paths"),
        ("shape: circle, ground: {color: white, radius: 2 mm}", "only a rectangle has a corner radius"),
        ("shape: circle, ground: {line: black, edge: top}", "only a rectangle has edges"),
    ],
)
def test_a_faulty_shape_is_named_at_its_place(box: str, message: str, tmp_path: Path) -> None:
    file = written(tmp_path, box)
    two = ARROW.replace("Z", "ZM1 1L2 1V2Z")
    (tmp_path / "two.svg").write_text(two, encoding="utf-8")
    [problem] = api.examine(file).problems
    assert problem.message == message
    assert problem.mark
    assert problem.mark.line == 7


@pytest.mark.usefixtures("unnamed")
@pytest.mark.parametrize("standard", [thorough("x1a"), "x4"])
def test_a_lost_shape_is_found(standard: str, tmp_path: Path) -> None:
    one, other = (api.load(written(tmp_path, f"shape: {shape}")) for shape in ("circle", "rectangle"))
    data = api.press(one, standard=standard)[0].data
    assert [api.preflight(data, pack=pack, standard=standard).status for pack in (one, other)] == [0, 1]
    sheet = api.sheets(one)[0].data
    assert [bool(api.verify(sheet, pack=pack).faults) for pack in (one, other)] == [False, True]
