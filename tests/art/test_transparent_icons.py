"""Icons that the card shows through: in indices, as pips, among words."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from cardgen.art.items import Fill, Group, Item, Label, with_translucent_parts_grouped
from cardgen.art.label import label_with_symbol
from cardgen.art.pdf_writer import PdfWriter
from cardgen.colour.colors import BLACK, WHITE, color_from_hex
from cardgen.geometry import IDENTITY, Rect
from cardgen.pack.values import SizedSymbol
from cardgen.prepress.comparison.painter import LayerPainter
from cardgen.text.icons import colored_shapes
from cardgen.text.outlines import rectangle

RED, BLUE = color_from_hex("#C8102E"), color_from_hex("#2040C0")


@pytest.fixture
def tinted(tmp_path: Path) -> str:
    """Return a drawing in one ink whose left half is a tint of 40 %."""
    file = tmp_path / "tinted.svg"
    halves = '<path opacity=".4" d="M0 0h5v10h-5z"/><path d="M5 0h5v10h-5z"/>'
    file.write_text(f'<svg viewBox="0 0 10 10">{halves}</svg>')
    return str(file)


def test_a_tint_is_mixed_with_what_lies_under_a_symbol(tinted: str) -> None:
    assert [color.hex for _, color in colored_shapes(tinted, RED, BLUE)] == [
        BLUE.mixed(RED, 0.4).hex,
        RED.hex,
    ]
    label = label_with_symbol(
        Label((), (), Rect(0, 0, 9, 9), RED, WHITE, "small"), SizedSymbol(tinted), IDENTITY
    )
    assert [color.hex for _, _, color in label.colored_shapes] == [WHITE.mixed(RED, 0.4).hex, RED.hex]


def test_groups_within_a_group_show_what_lies_under_them_as_a_file_and_as_it_is_compared() -> None:
    squares = [rectangle(Rect(4 * place, 0, 4, 9)) for place in range(3)]
    parts = zip(squares, (0.2, 0.6, 1), strict=True)
    icon = with_translucent_parts_grouped((Fill(shape, BLACK), opacity) for shape, opacity in parts)
    assert isinstance(icon[0], Group)
    assert len(icon) == 2
    items: list[Item] = [
        Fill(rectangle(Rect(0, 0, 6, 9)), RED),
        Fill(rectangle(Rect(6, 0, 6, 9)), BLUE),
        *icon,
    ]
    canvas = Canvas(buffer := io.BytesIO(), pagesize=(12, 9))
    PdfWriter(canvas).write_items(items)
    canvas.save()
    page = pypdfium2.PdfDocument(buffer.getvalue())[0].render().to_pil().convert("RGB")
    painter = LayerPainter((12, 9), (1, 0, 0, -1, 0, 9))
    compared = painter.blank_paper()
    for layer in (layer for item in items for layer in painter.layers_of_item(item)):
        compared.paste(layer.paint, layer.box, layer.mask)
    for x, under, opacity in ((2, RED, 0.2), (5, RED, 0.6), (7, BLUE, 0.6), (10, BLUE, 1)):
        wanted = [255 * part for part in under.mixed(BLACK, opacity).rgb]
        assert page.getpixel((x, 4)) == pytest.approx(wanted, abs=2)
        assert compared.getpixel((x, 4)) == pytest.approx(wanted, abs=2)
