"""Symbols: the whole family is there, equally heavy and central in its cell, and its holes are open."""

from __future__ import annotations

import io
from functools import cache

import pypdfium2
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from cardgen.art.items import Fill
from cardgen.art.pdf_writer import PdfWriter
from cardgen.colour.colors import BLACK
from cardgen.pack.values import SYMBOL_NAMES
from cardgen.text.icons import builtin_icon, builtin_icon_names
from cardgen.text.symbols import KINDS, symbol_shape

#: How large a symbol is drawn here, and the cell around it, in pixels.
SIZE, CELL = 80, 100


@cache
def drawn() -> dict[str, Image.Image]:
    """Each symbol black on white, in the middle of a square cell."""
    canvas = Canvas(buffer := io.BytesIO(), pagesize=(CELL * len(SYMBOL_NAMES), CELL))
    writer = PdfWriter(canvas)
    for place, name in enumerate(SYMBOL_NAMES):
        writer.write_fill(Fill(symbol_shape(name), BLACK, (SIZE, 0, 0, SIZE, (place + 0.5) * CELL, CELL / 2)))
    canvas.save()
    strip = pypdfium2.PdfDocument(buffer.getvalue())[0].render().to_pil().convert("L")
    return {name: strip.crop((n * CELL, 0, (n + 1) * CELL, CELL)) for n, name in enumerate(SYMBOL_NAMES)}


def ink(name: str) -> float:
    """How much of a symbol's cell is inked."""
    histogram = drawn()[name].histogram()
    return sum(count * (255 - grey) for grey, count in enumerate(histogram)) / 255 / SIZE**2


def test_the_family_is_whole() -> None:
    wanted = """spade heart diamond club acorn leaf bell coin cup sword baton star sun moon drop flame tree
    mountain circle square triangle hexagon crown shield rocket skull eye hand arrow lock die-1 die-2 die-3
    die-4 die-5 die-6"""
    assert set(wanted.split()) == set(SYMBOL_NAMES) == set(builtin_icon_names())
    assert {name for kind in KINDS.values() for name in kind} == set(SYMBOL_NAMES)


def middle(name: str) -> tuple[float, float]:
    """How far the middle of a symbol's ink is to the right of the middle of its cell, and above it."""
    weights = [255 - grey for grey in drawn()[name].tobytes()]
    x, y = (sum(w * way(at) for at, w in enumerate(weights)) / sum(weights) for way in (_column, _row))
    return (x + 0.5 - CELL / 2) / SIZE, (CELL / 2 - y - 0.5) / SIZE


def _column(at: int) -> int:
    return at % CELL


def _row(at: int) -> int:
    return at // CELL


@pytest.mark.parametrize("name", SYMBOL_NAMES)
def test_a_symbol_stays_in_its_cell_and_nearly_fills_it(name: str) -> None:
    left, top, right, bottom = _box(name)
    blunt = name in ("circle", "square", *KINDS["die"])
    assert (0.8 if blunt else 0.87) * SIZE <= max(right - left, bottom - top) <= 1.16 * SIZE
    assert top >= (CELL - SIZE) / 2 - 1
    assert bottom <= (CELL + SIZE) / 2 + 1


@pytest.mark.parametrize("name", SYMBOL_NAMES)
def test_a_symbol_is_central_to_the_eye(name: str) -> None:
    """The middle of the ink and that of the extents are on both sides of the middle of the cell."""
    left, top, right, bottom = _box(name)
    extents = ((left + right - CELL) / 2 / SIZE, (CELL - top - bottom) / 2 / SIZE)
    apart = [abs(ink + extent) for ink, extent in zip(middle(name), extents, strict=True)]
    # A moon is round to the eye, which fills in its hollow.
    assert max(apart) <= (0.07 if name == "moon" else 0.055)


def test_symbols_with_a_heavy_end_are_moved_towards_the_other() -> None:
    for name, way in (("heart", 1), ("spade", -1), ("triangle", -1), ("mountain", -1), ("drop", -1)):
        assert 0.005 < way * middle(name)[1] < 0.1


@pytest.mark.parametrize(
    ("symbols", "most"),
    [(KINDS["French suit"], 1.38), (KINDS["German suit"], 1.36), (KINDS["shape"], 1.3)],
    ids=str,
)
def test_the_suits_of_a_pack_are_about_equally_heavy(symbols: tuple[str, ...], most: float) -> None:
    """At one height, a heart has 1.68 times the ink of a diamond, and a heart 1.56 times that of a leaf."""
    inks = [ink(name) for name in symbols]
    assert max(inks) / min(inks) < most


def test_dice_have_one_size() -> None:
    assert len({_box(name) for name in KINDS["die"]}) == 1


def _box(name: str) -> tuple[int, int, int, int]:
    box = drawn()[name].point(lambda grey: 255 * (grey < 128)).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("name", SYMBOL_NAMES)
def test_no_symbol_is_much_heavier_or_lighter_than_the_suits(name: str) -> None:
    """The French suits cover 36 to 60 per cent of their cells; a sword and a baton are slender by nature."""
    assert (0.2 if name in ("sword", "baton", "sun") else 0.3) < ink(name) < 0.75


@pytest.mark.parametrize("number", range(1, 7))
def test_the_spots_of_a_die_are_open(number: int) -> None:
    none = ink("die-1") + (ink("die-1") - ink("die-2"))
    assert ink(f"die-{number}") == pytest.approx(none - number * (ink("die-1") - ink("die-2")), abs=0.004)


@pytest.mark.parametrize(("name", "x", "y"), [("lock", 0, -0.2), ("eye", 0.07, 0.07), ("skull", 0.185, 0.04)])
def test_holes_are_open(name: str, x: float, y: float) -> None:
    assert drawn()[name].getpixel((CELL / 2 + SIZE * x, CELL / 2 - SIZE * y)) == 255


def test_an_icon_has_a_little_space_on_both_sides_and_takes_the_ink_around_it() -> None:
    icon = builtin_icon("acorn")
    assert icon is not None
    ((shape, color, _),) = icon.layers
    assert color is None
    assert 0 <= shape.bounds.y < shape.bounds.top <= 1
    assert shape.bounds.x == pytest.approx(icon.width - shape.bounds.right) == pytest.approx(0.03)
    assert builtin_icon("akorn") is None
