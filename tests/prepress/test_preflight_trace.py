"""Following what a page draws: statements, boxes, widths, sizes, colours; and bounds for hostile content."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name
from preflight_samples import saved

from cardgen.prepress.pdf import display_list
from cardgen.prepress.pdf.content import decode_string, parse_statements
from cardgen.prepress.pdf.display_list import DisplayList, PageTracer, display_lists
from cardgen.prepress.pdf.document import open_document
from cardgen.prepress.pdf.limits import Unreadable
from cardgen.prepress.pdf.painted_objects import MarkRecorder, PaintedMark
from cardgen.prepress.preflight import preflight
from cardgen.prepress.preflight.findings import Report, Target

WIDTHS = [500.0] * 256
FACTS = {"/W": 4, "/H": 1, "/BPC": 8, "/CS": "/G"}


def font(**more: Any) -> Dictionary:
    descriptor = Dictionary(Ascent=800, Descent=-200)
    facts = {"FirstChar": 0, "LastChar": 255, "Widths": Array(WIDTHS), "FontDescriptor": descriptor, **more}
    return Dictionary(Type=Name.Font, Subtype=Name.TrueType, **facts)


def page_of(pdf: pikepdf.Pdf, content: str | bytes, **resources: Any) -> None:
    data = content.encode() if isinstance(content, str) else content
    page = pdf.add_blank_page(page_size=(200, 300))
    page.obj.Contents = pdf.make_stream(data)
    page.obj.Resources = Dictionary(Font=Dictionary(F=font()), **resources)


def drawn(content: str | bytes, **resources: Any) -> list[PaintedMark]:
    """The marks on a page of 200 by 300 pt. Raises Unreadable."""
    with pikepdf.new() as pdf:
        page_of(pdf, content, **resources)
        data = saved(pdf)
    return marks_of(data)


def marks_of(data: bytes) -> list[PaintedMark]:
    with open_document(data) as file:
        return PageTracer(file).trace_page(file.pages[0])


def box(content: str, **resources: Any) -> tuple[float, ...]:
    (mark,) = drawn(content, **resources)
    return tuple(round(side, 3) for side in mark.box)


def form(pdf: pikepdf.Pdf, content: str, **more: Any) -> Any:
    made = pdf.make_stream(
        content.encode(), Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 200, 300])
    )
    for key, value in more.items():
        made[f"/{key}"] = value
    return pdf.make_indirect(made)


def drawn_with_form(content: str, inner: str, **more: Any) -> list[PaintedMark]:
    with pikepdf.new() as pdf:
        page_of(pdf, content)
        pdf.pages[0].obj.Resources.XObject = Dictionary(X=form(pdf, inner, **more))
        data = saved(pdf)
    return marks_of(data)


# --- statements -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (b"q Q", [("q", []), ("Q", [])]),
        (b"1 0 0 -.5 +2. 3 cm", [("cm", [1, 0, 0, -0.5, 2, 3])]),
        (b"1 2 m 3 4 l h f*", [("path", [b"1 2 m 3 4 l h "]), ("f*", [])]),
        (b"/F#31 12 Tf", [("Tf", ["/F1", 12])]),
        (b"(a(b)\\)\\101\\\nc) Tj", [("Tj", [b"a(b))Ac"])]),
        (b"<48 6> Tj", [("Tj", [b"H`"])]),
        (b"[(a)-20<62>]TJ", [("TJ", [[b"a", -20, b"b"]])]),
        (b"[(a(b))-20]TJ", [("TJ", [[b"a(b)", -20]])]),
        (b"/A <</B [1 /C] /D true>> BDC EMC", [("BDC", ["/A", {"/B": [1, "/C"], "/D": True}]), ("EMC", [])]),
        (b"% 1 w\n2 w%", [("w", [2])]),
        (b"\0q\0\r\nQ\0", [("q", []), ("Q", [])]),
        (b"BI /W 4 /H 1 /BPC 8 /CS /G ID EI E EI Q", [("BI", []), ("inline", [FACTS, b"EI E"]), ("Q", [])]),
        (b"1 0 0 RG", [("RG", [1, 0, 0])]),
        (b"", []),
    ],
)  # fmt: skip
def test_content_is_cut_into_statements(content, wanted):
    found = list(parse_statements(content))
    assert [(name, operands) for name, operands, _ in found] == wanted
    assert content.startswith(b"".join(source for _, _, source in found))


@pytest.mark.parametrize(
    "content",
    [b"1", b"/A", b"(a", b"<4x>", b"[1 2", b"<< /A >> BDC", b"]", b">>", b"{", b"1.2.3 w", b"--1 w", b"1e5 w",
     b"NaN 1 2", b"\x80", b"BI /W 1 /H 9 /BPC 8 /CS /G ID x EI", b"[1 2 w] 0 d", b"9" * 40 + b" w"],
)  # fmt: skip
def test_what_is_not_well_formed_is_refused(content):
    with pytest.raises(Unreadable):
        list(parse_statements(content))


@given(st.binary(max_size=60))
def test_a_text_survives_its_escapes(data):
    written = b"(" + b"".join(b"\\%03o" % byte for byte in data) + b")"
    assert decode_string(written) == decode_string(b"<" + data.hex().encode() + b">") == data


# --- where marks lie --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ("10 20 30 40 re f", (10, 20, 40, 60)),
        ("40 60 -30 -40 re f", (10, 20, 40, 60)),
        ("10 20 m 40 20 l 40 60 l h f", (10, 20, 40, 60)),
        ("10 20 m 40 20 l 60 90 m 70 90 l 70 95 l f", (10, 20, 70, 95)),
        ("10 20 m 15 25 m 40 60 l 15 60 l f", (15, 25, 40, 60)),
        ("q 2 0 0 2 5 5 cm 10 20 30 40 re f Q", (25, 45, 85, 125)),
        ("0 1 -1 0 100 0 cm 10 20 30 40 re f", (40, 10, 80, 40)),
        ("1 0 0 1 5 0 cm 1 0 0 1 5 0 cm 0 0 10 10 re f", (10, 0, 20, 10)),
        ("2 0 0 2 0 0 cm 1 0 0 1 5 0 cm 0 0 10 10 re f", (10, 0, 30, 20)),
        ("20 20 10 10 re W n 10 10 100 100 re f", (20, 20, 30, 30)),
        ("q 20 20 10 10 re W n Q 10 10 100 100 re f", (10, 10, 110, 110)),
        ("-50 -50 400 400 re f", (0, 0, 200, 300)),
        ("4 w 10 20 30 40 re S", (8, 18, 42, 62)),
        ("q 2 0 0 2 0 0 cm 4 w 10 20 30 40 re S Q", (16, 36, 84, 124)),
        ("BT /F 10 Tf 20 30 Td (ab) Tj ET", (20, 28, 30, 38)),
        ("BT /F 10 Tf 2 Tc 20 30 Td (ab) Tj ET", (20, 28, 34, 38)),
        ("BT /F 10 Tf 50 Tz 20 30 Td (ab) Tj ET", (20, 28, 25, 38)),
        ("BT /F 10 Tf 3 Ts 20 30 Td (ab) Tj ET", (20, 31, 30, 41)),
        ("BT /F 10 Tf 20 30 Td [(a) 1000 (b)] TJ ET", (15, 28, 25, 38)),
        ("BT /F 10 Tf 12 TL 20 30 Td (ab) ' ET", (20, 16, 30, 26)),
        ("BT /F 10 Tf 20 70 Td 0 -20 TD T* (ab) Tj ET", (20, 28, 30, 38)),
        ("BT /F 10 Tf 20 70 Td 0 -20 TD (ab) ' ET", (20, 28, 30, 38)),
        ("BT /F 10 Tf 20 30 Td ( ) Tj (ab) Tj ET", (25, 28, 35, 38)),
        ("BT /F 1 Tf 10 0 0 10 20 30 Tm (ab) Tj ET", (20, 28, 30, 38)),
    ],
)
def test_where_a_mark_lies(content, wanted):
    assert box(content) == wanted


def test_a_turned_rectangle_lies_within_its_corners():
    (mark,) = drawn("0.7071068 0.7071068 -0.7071068 0.7071068 100 100 cm -10 -10 20 20 re f")
    assert mark.box == pytest.approx((85.858, 85.858, 114.142, 114.142), abs=0.001)
    assert not mark.solid


def test_what_covers_its_box_is_solid():
    for content in ("1 1 9 9 re f", "1 1 m 9 1 l 9 9 l 1 9 l h f", "1 1 m 1 9 l 9 9 l 9 1 l f"):
        assert drawn(content)[0].solid, content
    for content in ("1 1 m 9 1 l 9 9 l h f", "1 1 m 9 1 l 9 9 l 1 8 l h f", "1 1 9 9 re 2 2 3 3 re f*"):
        assert not drawn(content)[0].solid, content


def test_a_clip_cuts_and_may_hide():
    assert [mark.cut for mark in drawn("9 9 9 9 re W n 0 0 20 20 re f 10 10 2 2 re f")] == [True, False]
    (hidden,) = drawn("9 9 9 9 re W n 50 50 20 20 re f")
    assert hidden.cut
    assert hidden.box[0] > 1e6


CORNERS = st.tuples(st.integers(0, 100), st.integers(0, 100))


HOLED = [[(0, 0), (99, 0), (99, 99), (0, 99)], [(40, 40), (60, 40), (60, 60), (40, 60)]]


@settings(max_examples=100)
@given(st.lists(st.lists(CORNERS, min_size=3, max_size=5), min_size=1, max_size=2), st.booleans(), CORNERS)
@example(HOLED, True, (30, 30))
@example(HOLED, True, (62, 30))
@example([[(0, 0), (100, 0), (0, 100)]], False, (30, 30))
def test_a_clip_of_any_outline_leaves_a_mark_whole_or_not(outlines, even_odd, corner):
    """Held against PDFium, which draws the mark with the clip and without it, at 4 pixels a point.

    Sides of a clip that lie within it, as where it crosses itself, count as if they could cut.
    """
    clip = " ".join(
        " ".join(f"{x} {y} {'l' if number else 'm'}" for number, (x, y) in enumerate(outline)) + " h"
        for outline in outlines
    )
    (x, y), clip = corner, f"{clip} {'W*' if even_odd else 'W'} n"
    whole, smaller = f"{x} {y} 30 20 re f", f"{x + 1} {y + 1} 28 18 re f"
    is_same = np.array_equal(rendering(f"{clip} {whole}"), rendering(whole))
    assert is_same or not drawn(f"{clip} {whole}")[0].is_whole
    if is_same and len(outlines) == 1 and len(outlines[0]) == 3:
        assert drawn(f"{clip} {smaller}")[0].is_whole


def rendering(content: str) -> Any:
    """Return the grey levels of the page without anti-aliasing, as a column of the picture's rows."""
    with pikepdf.new() as pdf:
        page_of(pdf, content)
        with pypdfium2.PdfDocument(saved(pdf)) as file:
            return file[0].render(scale=4, no_smoothpath=True, grayscale=True).to_numpy().astype(int)


def test_clips_of_forms_go_with_them():
    with pikepdf.new() as pdf:
        stream = form(pdf, "0 0 m 20 0 l 0 20 l h W n 1 1 4 4 re f 12 12 5 5 re f")
        page_of(pdf, "/A Do q 1 0 0 1 50 60 cm /A Do Q", XObject=Dictionary(A=stream))
        marks = marks_of(saved(pdf))
    assert [mark.is_whole for mark in marks] == [True, False, True, False]


def test_text_that_clips_does_so():
    marks = drawn("q BT /F 10 Tf 7 Tr 20 30 Td (ab) Tj ET 0 0 200 300 re f Q 0 0 200 300 re f")
    assert [mark.box for mark in marks] == [(20, 28, 30, 38), (0, 0, 200, 300)]


@pytest.mark.parametrize(
    ("content", "width"),
    [
        ("0.5 w 1 1 9 9 re S", 0.5),
        ("0 w 1 1 9 9 re S", 0),
        ("1 1 9 9 re S", 1),
        ("q 0.5 0 0 0.25 0 0 cm 1 w 1 1 9 9 re S Q", 0.25),
        ("q 0 0.5 -0.25 0 99 0 cm 1 w 1 1 9 9 re S Q", 0.25),
        ("q 0.3535534 0.3535534 -0.3535534 0.3535534 50 0 cm 1 w 1 1 9 9 re S Q", 0.5),
        ("q 1 0 2 1 0 0 cm 1 w 1 1 9 9 re S Q", 0.414),
    ],
)
def test_how_thick_a_line_is_where_it_is_thinnest(content, width):
    assert drawn(content)[0].width == pytest.approx(width, abs=0.001)


def test_how_large_text_is():
    assert drawn("q 2 0 0 0.5 0 0 cm BT /F 10 Tf 20 30 Td (ab) Tj ET Q")[0].size == pytest.approx(5)
    assert drawn("BT /F 10 Tf 0 0.6 -0.6 0 90 30 Tm (ab) Tj ET")[0].size == pytest.approx(6)


def test_hidden_text_makes_no_mark():
    assert drawn("BT /F 10 Tf 3 Tr 20 30 Td (ab) Tj ET") == []


def test_text_of_two_bytes_a_character():
    below = Dictionary(
        Subtype=Name.CIDFontType2, W=Array([1, Array([250]), 2, 9, 750]), DW=1000, FontDescriptor=Dictionary()
    )
    both = Dictionary(
        Type=Name.Font, Subtype=Name.Type0, Encoding=Name("/Identity-H"), DescendantFonts=Array([below])
    )
    with pikepdf.new() as pdf:
        page_of(pdf, "BT /C 10 Tf 0 30 Td <000100020020> Tj ET")
        pdf.pages[0].obj.Resources.Font.C = both
        data = saved(pdf)
    assert marks_of(data)[0].box == pytest.approx((0, 27.5, 20, 37.5))


def test_how_many_pixels_an_inch_an_image_has():
    with pikepdf.new() as pdf:
        picture = pdf.make_stream(
            b"abcd" * 6, Type=Name.XObject, Subtype=Name.Image, Width=6, Height=4, BitsPerComponent=8
        )
        picture.ColorSpace = Name.DeviceGray
        page_of(pdf, "72 0 0 36 10 10 cm /I Do", XObject=Dictionary(I=picture))
        data = saved(pdf)
    (mark,) = marks_of(data)
    assert mark.picture is not None
    assert mark.picture.ppi == pytest.approx((6, 8))
    assert mark.box == (10, 10, 82, 46)
    assert mark.where == "image I"


# --- forms ------------------------------------------------------------------------------------------


def test_a_form_is_placed_by_its_matrix_and_cut_by_its_box():
    marks = drawn_with_form(
        "1 0 0 1 10 10 cm /X Do",
        "0 0 50 50 re f",
        Matrix=Array([2, 0, 0, 2, 0, 0]),
        BBox=Array([0, 0, 20, 90]),
    )
    assert [mark.box for mark in marks] == [(10, 10, 50, 110)]
    assert marks[0].where == "form X > "


def test_a_form_takes_the_colours_of_each_place():
    marks = drawn_with_form("1 0 0 0 k /X Do 0 1 0 0 k 1 0 0 1 9 9 cm /X Do", "0 0 5 5 re f")
    assert [mark.paint.parts for mark in marks] == [(1, 0, 0, 0), (0, 1, 0, 0)]


def test_a_form_takes_the_scale_of_each_place():
    marks = drawn_with_form("/X Do q 0.5 0 0 0.5 0 0 cm /X Do Q /X Do", "1 w 10 10 9 9 re S")
    assert [mark.width for mark in marks] == [1, 0.5, 1]
    assert [mark.box[0] for mark in marks] == [9.5, 4.75, 9.5]


def test_a_form_leaves_the_page_its_state():
    marks = drawn_with_form("0 1 0 0 k /X Do 0 0 5 5 re f", "1 0 0 0 k 0 0 5 5 re f")
    assert [mark.paint.parts for mark in marks] == [(1, 0, 0, 0), (0, 1, 0, 0)]


def test_a_form_moved_is_as_if_followed_again():
    content = "q 5 5 50 50 re W n /X Do Q q 1 0 0 1 20.5 30 cm /X Do Q"
    inner = "2 w 10 10 20 20 re S 30 30 60 60 re 5 5 3 3 re f"
    again = [
        *drawn(f"q 5 5 50 50 re W n {inner} Q"),
        *drawn(f"1 0 0 1 20.5 30 cm {inner}"),
    ]
    assert [mark[1:] for mark in plain(drawn_with_form(content, inner))] == [
        mark[1:] for mark in plain(again)
    ]


def plain(marks: list[PaintedMark]) -> list[Any]:
    return [
        (
            *mark._replace(where="", box=tuple(round(side, 6) for side in mark.box), path=None),
            [(round(x, 6), round(y, 6)) for x, y in mark.path.shape.points] if mark.path else None,
        )
        for mark in marks
    ]


def test_a_form_is_followed_once_for_many_pages(monkeypatch):
    followed: list[bytes] = []

    class Counting(MarkRecorder):
        def execute(self, data: bytes) -> None:
            followed.append(data)
            super().execute(data)

    monkeypatch.setattr(display_list, "MarkRecorder", Counting)
    with pikepdf.new() as pdf:
        shared = form(pdf, "0 0 5 5 re f")
        for number in range(9):
            page_of(pdf, f"1 0 0 1 {number} 0 cm /X Do", XObject=Dictionary(X=shared))
        page_of(pdf, "1 0 0 1 0 0 cm /X Do", XObject=Dictionary(X=shared))
        data = saved(pdf)
    with open_document(data) as file:
        found = display_lists(file)
        assert display_lists(file) is found
    assert followed.count(b"0 0 5 5 re f") == 1
    # The last page is like the first.
    assert found[0].pages == [1, 10]
    assert len(found) == 9
    assert [mark.box[0] for each in found for mark in each.marks] == list(range(9))


def test_a_page_that_cannot_be_followed_leaves_the_others():
    with pikepdf.new() as pdf:
        page_of(pdf, "Q")
        page_of(pdf, "0 0 5 5 re f")
        data = saved(pdf)
    with open_document(data) as file:
        bad, well = display_lists(file)
    assert isinstance(bad, DisplayList)
    assert bad.fault == "it restores the graphics state (Q) more often than it saves it (q)"
    assert (bad.marks, well.fault, len(well.marks)) == ([], None, 1)


# --- hostile content --------------------------------------------------------------------------------

NAMES = """q Q cm w J d gs g rg k G RG K cs CS sc scn SCN m l c v y h re f F f* S s B b* n W W* sh Do
BT ET Tf Tr Tz Tc Tw TL Ts Td TD T* Tm Tj TJ ' " BI ID EI BX EX BDC BMC EMC d0 d1 i ri foo"""
VALUES = """0 1 -3.5 99999999 .5 /F /X /P /Pattern /DeviceRGB (a) <61> [(a)9] [] <</A(b)>> true null
99999999999999999999"""
WORDS = st.one_of(st.sampled_from(NAMES.split()), st.sampled_from(VALUES.split()))


def report_on(content: bytes) -> Report:
    with pikepdf.new() as pdf:
        page_of(pdf, content)
        resources = pdf.pages[0].obj.Resources
        inner = form(pdf, "/X Do 0 0 9 9 re f")
        inner.Resources = Dictionary(XObject=Dictionary(X=inner))
        cell = pdf.make_stream(b"/Pattern cs /P scn 0 0 9 9 re f", PatternType=1, PaintType=1)
        cell.BBox, cell.Resources = Array([0, 0, 9, 9]), Dictionary(Pattern=Dictionary())
        cell = pdf.make_indirect(cell)
        cell.Resources.Pattern.P = cell
        resources.XObject, resources.Pattern = Dictionary(X=inner), Dictionary(P=cell)
        data = saved(pdf)
    return preflight(data, Target())


@settings(max_examples=30)
@given(st.lists(WORDS, max_size=40))
@example(["/Pattern", "cs", "/P", "scn", "0", "0", "9", "9", "re", "f"])
@example(["/X", "Do"])
def test_any_operators_get_a_report(words):
    report = report_on(" ".join(words).encode())
    assert not [finding for finding in report.findings if "could not be checked (" in finding.message]


@settings(max_examples=20)
@given(st.binary(max_size=200))
def test_any_bytes_get_a_report(content):
    report = report_on(content)
    assert not [finding for finding in report.findings if "could not be checked (" in finding.message]


@pytest.mark.parametrize("wrong", [Name.A, 5, Array([]), Dictionary(), Array([1, 2, 3, 4, 5, 6, 7]), None])
@pytest.mark.parametrize("place", ["Font", "XObject", "Pattern", "ColorSpace", "ExtGState", "Shading"])
def test_resources_of_any_kind_get_a_report(place, wrong):
    content = b"/A gs /A cs /B sc /Pattern cs /A scn /A sh /A Do BT /A 9 Tf (a) Tj ET"
    for holder in (wrong, Dictionary(A=wrong) if wrong is not None else None):
        with pikepdf.new() as pdf:
            page_of(pdf, content)
            if holder is not None:
                pdf.pages[0].obj.Resources[f"/{place}"] = holder
            data = saved(pdf)
        report = preflight(data, Target())
        assert any(finding.rule == "content" for finding in report.findings)


def test_a_hundred_pages_that_all_differ_are_followed_soon():
    """A deck of court cards; the ratio that is promised is measured by the benchmarks."""
    shape = "q 1 0 0 1 %d %d cm 0.1 0.2 0.3 0 k 0 0 m 1 2 3 4 5 6 c 7 8 9 10 11 12 c h f Q\n"
    with pikepdf.new() as pdf:
        for number in range(100):
            page_of(pdf, "".join(shape % (x % 150, number) for x in range(50)))
        data = saved(pdf)
    with open_document(data) as file:
        begun = time.process_time()
        assert sum(len(each.marks) for each in display_lists(file)) == 5_000
        assert time.process_time() - begun < 5
