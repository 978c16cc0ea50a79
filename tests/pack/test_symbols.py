"""Symbols: the whole family is there, fills its cell, is equally heavy, and its holes are open."""

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
from cardgen.text.icons import builtin, names
from cardgen.text.symbols import KINDS, symbol

#: How large a symbol is drawn here, and the cell around it, in pixels.
SIZE, CELL = 80, 100


@cache
def drawn() -> dict[str, Image.Image]:
    """Each symbol black on white, in the middle of a square cell."""
    canvas = Canvas(buffer := io.BytesIO(), pagesize=(CELL * len(SYMBOL_NAMES), CELL))
    writer = PdfWriter(canvas)
    for place, name in enumerate(SYMBOL_NAMES):
        writer.write_fill(Fill(symbol(name), BLACK, (SIZE, 0, 0, SIZE, (place + 0.5) * CELL, CELL / 2)))
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
    assert set(wanted.split()) == set(SYMBOL_NAMES) == set(names())
    assert {name for kind in KINDS.values() for name in kind} == set(SYMBOL_NAMES)


@pytest.mark.parametrize("name", SYMBOL_NAMES)
def test_a_symbol_fills_its_cell_and_is_centred(name: str) -> None:
    left, top, right, bottom = _box(name)
    assert abs((left + right) - CELL) <= 6
    assert abs((top + bottom) - CELL) <= 7
    blunt = name in ("circle", "square", *KINDS["die"])
    assert (0.8 if blunt else 0.94) * SIZE <= max(right - left, bottom - top) <= 1.16 * SIZE
    assert bottom - top <= SIZE + 1


def _box(name: str) -> tuple[int, int, int, int]:
    box = drawn()[name].point(lambda grey: 255 * (grey < 128)).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("name", SYMBOL_NAMES)
def test_no_symbol_is_much_heavier_or_lighter_than_the_suits(name: str) -> None:
    """The French suits cover 36 to 60 per cent of their cells; a sword and a baton are slender by nature."""
    assert (0.2 if name in ("sword", "baton") else 0.3) < ink(name) < 0.75


@pytest.mark.parametrize("number", range(1, 7))
def test_the_spots_of_a_die_are_open(number: int) -> None:
    none = ink("die-1") + (ink("die-1") - ink("die-2"))
    assert ink(f"die-{number}") == pytest.approx(none - number * (ink("die-1") - ink("die-2")), abs=0.004)


@pytest.mark.parametrize(("name", "x", "y"), [("lock", 0, -0.2), ("eye", 0.07, 0.07), ("skull", 0.185, 0.04)])
def test_holes_are_open(name: str, x: float, y: float) -> None:
    assert drawn()[name].getpixel((CELL / 2 + SIZE * x, CELL / 2 - SIZE * y)) == 255


def test_an_icon_stands_on_the_line_and_takes_the_ink_around_it() -> None:
    icon = builtin("acorn")
    assert icon is not None
    ((shape, color, _),) = icon.layers
    assert color is None
    assert shape.bounds.y == pytest.approx(0)
    assert shape.bounds.top == pytest.approx(1)
    assert shape.bounds.x > 0
    assert shape.bounds.right < icon.width
    assert builtin("akorn") is None
