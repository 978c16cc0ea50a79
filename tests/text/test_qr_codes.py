"""QR codes in boxes and texts: what is drawn is read back by another program's reader."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from PIL import Image

from cardgen.art.frame import Frame
from cardgen.art.items import Fill
from cardgen.art.layout_face import plan_boxes, qr_code_color
from cardgen.checks.examination import examine, load
from cardgen.colour.colors import BLACK, color_from_hex
from cardgen.geometry import Rect
from cardgen.output.images import ImageJob, PictureCanvas, write_images
from cardgen.output.press import PressJob, write_press
from cardgen.output.sheets import Job, write_sheets
from cardgen.pack.model import Pack
from cardgen.text.qr_codes import is_qr_code, modules_across, qr_code_icon


def data(show: str = "{qr:https://example.com/c/{id}}", side: str = "30 mm", **box: Any) -> dict[str, Any]:
    code = {"at": ["16 mm", "25 mm"], "size": [side, side], "show": show, **box}
    return {
        "format": 1,
        "name": "Tickets",
        "card": {"size": "poker"},
        "layouts": {"ticket": {"ground": "#16324F", "boxes": {"code": code}}},
        "cards": [
            {"layout": "ticket", "rows": [{"id": "a1", "title": "Sun"}, {"id": "b2", "title": "Page"}]}
        ],
    }


@cache
def tickets() -> Pack:
    return load(data())


def read(picture: Any) -> list[str]:
    return sorted(found.text for found in zxingcpp.read_barcodes(picture.convert("RGB")))


def pages(file: bytes, dpi: int = 150) -> list[Any]:
    return [page.render(scale=dpi / 72).to_pil() for page in pypdfium2.PdfDocument(file)]


def test_codes_on_sheets_are_read_back() -> None:
    [file] = write_sheets(tickets(), Job())
    assert read(pages(file.data)[0]) == ["https://example.com/c/a1", "https://example.com/c/b2"]


def test_codes_in_press_files_are_read_back_in_black_alone() -> None:
    [file] = write_press(tickets(), PressJob())
    assert [read(page) for page in pages(file.data)[::2]] == [
        ["https://example.com/c/a1"],
        ["https://example.com/c/b2"],
    ]


def test_codes_in_pictures_are_read_back() -> None:
    job = ImageJob(PictureCanvas.for_trim(tickets().card.size, 0, 150))
    faces = [Image.open(io.BytesIO(file.data)) for file in write_images(tickets(), job) if "x1" in file.name]
    assert [read(face) for face in faces] == [["https://example.com/c/a1"], ["https://example.com/c/b2"]]


@pytest.mark.parametrize("level", ["l", "m", "q", "h"])
def test_error_correction_is_chosen_by_its_letter(level: str) -> None:
    icon = qr_code_icon(f"qr-{level}:https://example.com/a/long/address")
    assert icon is not None
    assert len(icon.layers) == 2
    assert modules_across("qr-h:" + 60 * "a") > modules_across("qr-l:" + 60 * "a")


def test_names_of_codes_and_their_limits() -> None:
    assert is_qr_code("qr:x")
    assert is_qr_code("qr-h:x")
    assert not is_qr_code("qr:")
    assert not is_qr_code("queen")
    assert qr_code_icon("qr:" + 301 * "a") is None


def test_modules_are_dark_on_white_whatever_the_colours() -> None:
    """Readers do not know light modules on a dark ground, nor pale ones."""
    assert qr_code_color(color_from_hex("#E8C766")) == BLACK
    assert qr_code_color(color_from_hex("#803010")) == color_from_hex("#803010")
    pack = load(data(color="#E8C766"))
    [plan] = plan_boxes(Frame(pack, Rect(0, 0, *pack.card.size)), pack.cards[0])
    white, dark = (item for item in plan.items if isinstance(item, Fill))
    assert (white.color.hex, dark.color) == ("#FFFFFF", BLACK)


def test_small_and_long_codes_are_named() -> None:
    small = examine(data(side="8 mm")).problems
    assert any("the modules of a QR code are" in problem.message for problem in small)
    assert not examine(data()).problems
    long = examine(data(show="{qr:" + 301 * "a" + "}")).problems
    assert any("longer than 300 characters" in problem.message for problem in long)
