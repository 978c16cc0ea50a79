"""What cardgen uses of ReportLab beyond its manual is there, and does what it is used for."""

from __future__ import annotations

import io

import pikepdf
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfdoc import PDFName
from reportlab.pdfgen.canvas import Canvas

from cardgen.text import reportlab_parts


@pytest.fixture
def canvas() -> Canvas:
    made = Canvas(io.BytesIO(), pagesize=(100, 100), invariant=1, pageCompression=0)
    made.beginForm("square", 0, 0, 10, 10)
    made.rect(0, 0, 10, 10)
    made.endForm()
    return made


def written(canvas: Canvas) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(canvas.getpdfdata()))


def test_the_file_of_a_canvas_knows_forms_by_the_names_of_objects(canvas: Canvas) -> None:
    name = reportlab_parts.document_of(canvas).getXObjectName("square")
    assert name in reportlab_parts.objects_of(canvas)


def test_pages_are_those_that_were_shown_and_take_more_entries(canvas: Canvas) -> None:
    assert reportlab_parts.pages_of(canvas) == []
    canvas.showPage()
    (page,) = reportlab_parts.pages_of(canvas)
    reportlab_parts.write_also(page, Tabs=PDFName("S"))
    with written(canvas) as pdf:
        assert pdf.pages[0].Tabs == "/S"


def test_a_form_that_is_listed_as_used_is_a_resource_of_the_page(canvas: Canvas) -> None:
    canvas.addLiteral(f"/{reportlab_parts.document_of(canvas).getXObjectName('square')} Do")
    reportlab_parts.list_as_used(canvas, "square")
    canvas.showPage()
    canvas.showPage()
    with written(canvas) as pdf:
        assert len(pdf.pages[0].Resources.XObject) == 1
        assert "/XObject" not in pdf.pages[1].get("/Resources", {})


def test_pixels_are_those_of_a_picture_that_is_no_jpeg() -> None:
    picture, jpeg = Image.new("RGB", (2, 1), (1, 2, 3)), io.BytesIO()
    picture.save(jpeg, "JPEG")
    assert reportlab_parts.pixels_of(ImageReader(picture)).getpixel((0, 0)) == (1, 2, 3)
    assert reportlab_parts.pixels_of(ImageReader(jpeg)) is None
    assert reportlab_parts.pixels_of(picture) is None
