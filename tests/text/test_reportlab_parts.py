"""What cardgen uses of ReportLab beyond its manual is there, and does what it is used for."""

from __future__ import annotations

import gc
import io
import tracemalloc
import weakref
from typing import Any

import pikepdf
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString
from reportlab.pdfgen.canvas import Canvas

from cardgen.art.pdf_objects import register_jpeg
from cardgen.colour.images import Jpeg
from cardgen.text import reportlab_parts
from cardgen.text.fonts import TEXT, reportlab_font


@pytest.fixture
def canvas() -> Canvas:
    made = Canvas(io.BytesIO(), pagesize=(100, 100), invariant=1, pageCompression=0)
    made.beginForm("square", 0, 0, 10, 10)
    made.rect(0, 0, 10, 10)
    made.endForm()
    return made


def written(canvas: Canvas) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(canvas.getpdfdata()))


def test_streams_are_compressed_only_where_they_are_packed_once() -> None:
    def data() -> bytes:
        made = Canvas(io.BytesIO(), invariant=1, pageCompression=1)
        made.rect(0, 0, 10, 10)
        made.showPage()
        return reportlab_parts.pdf_bytes(made)

    usual = data()
    with reportlab_parts.without_ascii_encoding():
        packed = data()
    assert b"ASCII85Decode" in usual
    assert b"ASCII85Decode" not in packed
    assert data() == usual


def test_the_file_of_a_canvas_knows_forms_by_the_names_of_objects(canvas: Canvas) -> None:
    name = reportlab_parts.internal_name(reportlab_parts.document_of(canvas), "square")
    assert name in reportlab_parts.objects_of(canvas)


def test_pages_are_those_that_were_shown_and_take_more_entries(canvas: Canvas) -> None:
    assert reportlab_parts.pages_of(canvas) == []
    canvas.showPage()
    (page,) = reportlab_parts.pages_of(canvas)
    reportlab_parts.add_page_entries(page, Tabs=PDFName("S"))
    with written(canvas) as pdf:
        assert pdf.pages[0].Tabs == "/S"


def test_a_form_that_is_listed_as_used_is_a_resource_of_the_page(canvas: Canvas) -> None:
    canvas.addLiteral(f"/{reportlab_parts.document_of(canvas).getXObjectName('square')} Do")
    reportlab_parts.add_to_resources(canvas, "square")
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


def test_objects_have_the_numbers_that_they_have_in_the_file(canvas: Canvas) -> None:
    canvas.showPage()
    canvas.showPage()
    document = reportlab_parts.document_of(canvas)
    metadata = reportlab_parts.add_object(document, b"(own)", "mine")
    reportlab_parts.add_catalog_entries(canvas, Metadata=metadata, MarkInfo="<</Marked true>>")
    with written(canvas) as pdf:
        number = reportlab_parts.object_numbers(canvas)["mine"]
        assert str(pdf.get_object(number, 0)) == "own"
        assert pdf.Root.Metadata.objgen == (number, 0)
        assert pdf.Root.MarkInfo.Marked
        assert reportlab_parts.page_numbers(canvas) == [page.objgen[0] for page in pdf.pages]
        assert reportlab_parts.highest_object_number(canvas) == len(pdf.objects)


def test_a_canvas_that_is_forgotten_takes_its_file_along() -> None:
    made = Canvas(io.BytesIO())
    made.showPage()
    document = weakref.ref(reportlab_parts.document_of(made))
    gc.disable()
    try:
        reportlab_parts.release_canvas(made)
        assert document() is None
    finally:
        gc.enable()


def test_numbers_have_up_to_six_decimals_as_those_of_reportlab(canvas: Canvas) -> None:
    assert [reportlab_parts.decimal_text(value) for value in (1 / 3, -2.5, 2.0)] == [".333333", "-2.5", "2"]
    canvas.translate(1 / 3, -2.5)
    canvas.showPage()
    with written(canvas) as pdf:
        assert b"1 0 0 1 .333333 -2.5 cm" in pdf.pages[0].Contents.read_bytes()


def test_states_of_pages_and_forms_have_names_of_their_own() -> None:
    canvas = Canvas(io.BytesIO(), pageCompression=0)
    reportlab_parts.share_graphics_state_names(canvas)
    canvas.setFillOverprint(True)
    canvas.beginForm("inner", 0, 0, 9, 9)
    canvas.setStrokeOverprint(True)
    canvas.endForm()
    canvas.doForm("inner")
    canvas.showPage()
    with written(canvas) as pdf:
        (form,) = pdf.pages[0].Resources.XObject.values()
        states = {name: set(state.keys()) for name, state in pdf.pages[0].Resources.ExtGState.items()}
        (on_page,) = (name for name in states if f"{name} gs".encode() in pdf.pages[0].Contents.read_bytes())
        (in_form,) = (name for name in states if f"{name} gs".encode() in form.read_bytes())
        assert "/op" in states[on_page]
        assert "/OP" in states[in_form]


def test_a_spot_colour_is_a_resource_of_the_pages_that_show_it(canvas: Canvas) -> None:
    name = reportlab_parts.add_spot_color(canvas, "Cut Contour", (0, 1, 0, 0))
    canvas.addLiteral(f"/{name} cs 1 scn 0 0 9 9 re f")
    canvas.showPage()
    canvas.showPage()
    with written(canvas) as pdf:
        family, ink, instead, _ = pdf.pages[0].Resources.ColorSpace[f"/{name.replace('#20', ' ')}"]
        assert (family, ink, instead) == ("/Separation", "/Cut Contour", "/DeviceCMYK")
        assert "/ColorSpace" not in pdf.pages[1].get("/Resources", {})


def test_an_annotation_leads_to_a_bookmark_that_is_set_later(canvas: Canvas) -> None:
    entries = {"Type": PDFName("Annot"), "Subtype": PDFName("Link"), "Rect": PDFArray((0, 0, 9, 9))}
    entries["Dest"] = reportlab_parts.bookmark_destination(canvas, "there")
    reportlab_parts.annotate(canvas, entries, 7)
    reportlab_parts.annotate(canvas, {**entries, "Contents": PDFString("second")})
    canvas.showPage()
    canvas.bookmarkPage("there")
    canvas.showPage()
    with written(canvas) as pdf:
        first, second = pdf.pages[0].Annots
        assert first.objgen == (reportlab_parts.object_numbers(canvas)[reportlab_parts.annotation_name(7)], 0)
        assert first.Dest[0].objgen == pdf.pages[1].objgen
        assert second.Contents == "second"


def test_a_font_of_our_own_is_a_resource_of_pages(canvas: Canvas) -> None:
    class OwnFont:
        name = ""

        def addObjects(self, document: Any) -> None:  # noqa: N802 - ReportLab's name
            font = PDFDictionary({"Type": PDFName("Font"), "Subtype": PDFName("Type0")})
            reportlab_parts.add_font_name(document, self.name, font)

    document = reportlab_parts.document_of(canvas)
    fonts = {key: OwnFont() for key in ("one", "two")}
    for key, font in fonts.items():
        font.name = reportlab_parts.add_font(document, key, font)
    canvas.showPage()
    with written(canvas) as pdf:
        assert all(pdf.pages[0].Resources.Font[font.name].Subtype == "/Type0" for font in fonts.values())
    assert fonts["one"].name != fonts["two"].name


def test_subsets_of_embedded_fonts_have_tags_of_their_own(canvas: Canvas) -> None:
    document = reportlab_parts.document_of(canvas)
    fonts = [
        reportlab_parts.embedded_font("by-file", TEXT.file, lambda program: "BYFILE"),
        reportlab_parts.embedded_font("by-bytes", TEXT.file.read_bytes(), lambda program: "BYTEST"),
    ]
    names = []
    for font in fonts:
        ((name, encoded),) = reportlab_parts.subset_strings(font, "ab", document)
        assert len(encoded) == 2
        names.append(name)
        canvas.addLiteral(f"BT {name} 9 Tf ({encoded.decode()}) Tj ET")
    canvas.showPage()
    with written(canvas) as pdf:
        tagged = [pdf.pages[0].Resources.Font[name] for name in names]
        for font, tag in zip(tagged, ("BYFILE", "BYTEST"), strict=True):
            assert str(font.BaseFont)[1:7] == str(font.FontDescriptor.FontName)[1:7] == tag
            assert tag.encode() in font.ToUnicode.read_bytes()
        assert len({str(font.BaseFont)[7:] for font in tagged}) == 2


def test_a_form_is_a_group_within_another_that_has_states(canvas: Canvas) -> None:
    document, objects = reportlab_parts.document_of(canvas), reportlab_parts.objects_of(canvas)
    square = reportlab_parts.internal_name(document, "square")
    assert not reportlab_parts.is_transparency_group(objects[square])
    group = PDFDictionary({"S": PDFName("Transparency")})
    reportlab_parts.set_transparency_group(canvas, "square", group)
    assert reportlab_parts.is_transparency_group(objects[square])
    canvas.beginForm("around", 0, 0, 10, 10)
    canvas.doForm("square")
    state = PDFDictionary({"ca": 0.5})
    canvas.endForm(Resources=reportlab_parts.form_resources(document, ["square"], Half=state))
    around = reportlab_parts.internal_name(document, "around")
    canvas.doForm("around")
    canvas.showPage()
    assert reportlab_parts.names_of_drawn_objects(objects[around]) == [square]
    (page,) = reportlab_parts.pages_of(canvas)
    with written(canvas) as pdf:
        (outer,) = pdf.pages[0].Resources.XObject.values()
        (inner,) = outer.Resources.XObject.values()
        assert outer.Resources.ExtGState.Half.ca == 0.5
        assert inner.Group.S == "/Transparency"
        assert b"0 0 10 10 re" in inner.read_bytes()
    assert reportlab_parts.names_of_drawn_objects(page) == [around]


def test_ascii_characters_have_their_own_codes_in_the_first_subset_of_each_font(canvas: Canvas) -> None:
    document = reportlab_parts.document_of(canvas)
    ascii_text = "".join(map(chr, range(32, 127)))
    for text in ("“žluť”", ascii_text):
        name = reportlab_parts.name_on_pages(reportlab_font(TEXT), document)
        assert name.endswith("+0")
        [(subset, encoded)] = reportlab_parts.subset_strings(reportlab_font(TEXT), text, document)
        assert subset == name
        assert (encoded.decode("latin-1") == text) == text.isascii()


def test_operators_and_resources_of_a_page_can_be_repeated(canvas: Canvas) -> None:
    canvas.doForm("square")
    reportlab_parts.add_to_resources(canvas, "square")
    operators, names = reportlab_parts.operators_of(canvas)[:], reportlab_parts.resources_of(canvas)[:]
    canvas.showPage()
    assert reportlab_parts.operators_of(canvas) == []
    reportlab_parts.operators_of(canvas).extend(operators)
    reportlab_parts.resources_of(canvas).extend(names)
    canvas.showPage()
    with written(canvas) as pdf:
        one, two = pdf.pages
        assert one.Contents.read_bytes() == two.Contents.read_bytes()
        assert one.Resources.XObject.keys() == two.Resources.XObject.keys() != set()


def test_a_file_of_many_pictures_takes_little_more_memory_than_its_bytes() -> None:
    tracemalloc.start()
    canvas = Canvas(io.BytesIO(), invariant=1)
    for number in range(40):
        register_jpeg(canvas, Jpeg(bytes([number]) * 500_000, "RGB", (10, 10)))
    data = reportlab_parts.pdf_bytes(canvas)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(data) > 40 * 500_000
    # ReportLab alone takes 3 times the bytes: the pictures, the parts of the file, and the file.
    assert peak < 1.5 * len(data)
