"""Plates: what each ink prints of a page, told for certain or not at all."""

import io
import subprocess
import zlib

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream
from PIL import Image

from cardgen.prepress.pdf.display_list import display_lists
from cardgen.prepress.pdf.document import open_document
from cardgen.prepress.pdf.functions import maximum_outputs
from cardgen.prepress.pdf.plates import CannotSeparate, Plates, maximum_total_inks, separate_pages

SIDE = 72
SOLID = "0 0 36 72 re f "

OVER = Dictionary(OP=True, op=True, OPM=1)
OVER_0 = Dictionary(OP=True, op=True, OPM=0)


def page_of(content, build=None, **resources):
    """A PDF of one page of 72 x 72 points; `build` adds resources that need the open file."""
    pdf = pikepdf.new()
    found = Dictionary(**resources)
    page = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, SIDE, SIDE]), Resources=found)
    page.Contents = pdf.make_stream(content.encode())
    if build is not None:
        build(pdf, page, found)
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def plates_of(data, **options):
    (plates,) = separate_pages(data, [0], scale=1, **options)
    return plates


def ink_at(data, x=18, y=36, **options):
    """The four inks at a point, as percentages."""
    return tuple(round(plate.getpixel((x, SIDE - y)) / 2.55) for plate in plates_of(data, **options))


def total_ink(data):
    """The most ink on the first page of a file."""
    with open_document(data) as file:
        ((_, ink),) = maximum_total_inks(file, display_lists(file))
    if isinstance(ink, CannotSeparate):
        raise ink
    return ink


def tint(alternate, zero, one):
    function = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array(zero), C1=Array(one))
    return lambda name: Array([Name.Separation, Name(name), Name(alternate), function])


SPOT = tint("/DeviceCMYK", [0, 0, 0, 0], [0, 1, 0.5, 0])
RGB_SPOT = tint("/DeviceRGB", [1, 1, 1], [1, 0, 0])


def spaces(**named):
    return {"ColorSpace": Dictionary(**named)}


def states(**named):
    return {"ExtGState": Dictionary(**named)}


def test_each_part_of_a_colour_goes_to_its_own_plate():
    data = page_of("0.2 0.4 0.6 0.8 k " + SOLID + "0.3 g 36 0 36 72 re f")
    assert ink_at(data) == (20, 40, 60, 80)
    assert ink_at(data, x=54) == (0, 0, 0, 70)


def test_a_default_space_that_is_the_device_itself_changes_nothing():
    """ISO 32000-1, 8.6.5.6."""
    data = page_of("0.2 0.4 0.6 0.8 k " + SOLID, **spaces(DefaultCMYK=Name.DeviceCMYK))
    assert ink_at(data) == (20, 40, 60, 80)


def test_a_table_of_patterns_is_refused_and_not_taken_for_nothing():
    table = Array([Name.Indexed, Name.Pattern, 1, pikepdf.String(b"ab")])
    with pytest.raises(CannotSeparate, match="pattern"):
        total_ink(page_of("/T cs 1 sc " + SOLID, **spaces(T=table)))


def test_the_most_of_a_stitched_function_is_told_from_all_of_its_parts_or_not_at_all():
    def stitched(count):
        low, high = (
            Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0]), C1=Array([most]))
            for most in (0.25, 0.75)
        )
        parts = Array([low] * (count - 1) + [high])
        return Dictionary(FunctionType=3, Domain=Array([0, 1]), Functions=parts)

    assert maximum_outputs(stitched(20), 1) == (0.75,)
    assert maximum_outputs(stitched(2000), 1) is None


def test_what_marks_no_plate_hangs_on_no_transparency():
    """ISO 32000-1, 8.6.6.4: the colorant None produces no marks."""
    over = Dictionary(op=True, OPM=1, BM=Name.Multiply)
    none = SPOT("/None")
    data = page_of("0 1 0 0 k " + SOLID + "/O gs /N cs 1 scn " + SOLID, **spaces(N=none), **states(O=over))
    assert ink_at(data) == (0, 100, 0, 0)


def test_what_is_painted_later_knocks_out_what_is_under_it():
    data = page_of("1 0.5 0 0 k 0 0 72 72 re f 0 0 1 0 k " + SOLID)
    assert ink_at(data) == (0, 0, 100, 0)


@pytest.mark.parametrize(
    ("top", "expected"),
    [
        ("/Over gs 0 0 0 1 k", (100, 50, 0, 100)),
        ("/Over gs 0 0 0 0 k", (100, 50, 0, 0)),
        ("/Over0 gs 0 0 0 1 k", (0, 0, 0, 100)),
        ("/Over gs 0 g", (0, 0, 0, 100)),
        ("/Over0 gs /Y cs 1 scn", (100, 50, 100, 0)),
        ("/Y cs 1 scn", (0, 0, 100, 0)),
        ("/Over gs /All cs 0.5 scn", (50, 50, 50, 50)),
        ("/Over0 gs /Duo cs 0.3 0.4 scn", (30, 50, 40, 0)),
        ("/None cs 1 scn", (100, 50, 0, 0)),
    ],
)
def test_overprint_leaves_the_plates_that_a_mark_does_not_name(top, expected):
    """ISO 32000-1, table 149; overprint mode 1 spares zeros of DeviceCMYK, not of DeviceGray."""
    duo = Array([Name.DeviceN, Array([Name.Cyan, Name.Yellow]), Name.DeviceCMYK, Dictionary()])
    named = {"Y": SPOT("/Yellow"), "All": SPOT("/All"), "None": SPOT("/None"), "Duo": duo}
    data = page_of(
        f"1 0.5 0 0 k 0 0 72 72 re f q {top} {SOLID}Q", **spaces(**named), **states(Over=OVER, Over0=OVER_0)
    )
    assert ink_at(data) == expected


def test_lines_overprint_by_their_own_switch():
    only_lines = Dictionary(OP=True, op=False, OPM=1)
    data = page_of(
        "1 0.5 0 0 k 0 0 72 72 re f /O gs 0 0 0 1 k 0 0 0 1 K 20 w 10 10 30 52 re B", **states(O=only_lines)
    )
    assert ink_at(data, x=5) == (100, 50, 0, 100)
    assert ink_at(data, x=25) == (0, 0, 0, 100)


def test_a_die_line_prints_nothing_and_another_spot_counts_as_its_alternate():
    data = page_of("1 0 0 0 k 0 0 72 72 re f /Cut cs 1 scn " + SOLID, **spaces(Cut=SPOT("/CutContour")))
    assert ink_at(data) == (100, 0, 0, 0)
    assert ink_at(data, technical=()) == (0, 100, 50, 0)


def test_text_that_overprints_is_on_its_own_plate_only():
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    words = "BT /F 90 Tf 0 5 Td (I) Tj ET"
    data = page_of(
        f"1 0 0 0 k 0 0 72 72 re f /O gs 0 0 0 1 k {words} 0 1 0 0 k 60 0 12 12 re f",
        Font=Dictionary(F=font),
        **states(O=OVER),
    )
    plates = plates_of(data)
    assert plates.cyan.getextrema() == (255, 255)
    assert plates.black.getextrema()[1] == 255
    assert plates.magenta.getpixel((66, 66)) == 255


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("{dup 0.5 mul exch dup 0.2 mul exch 0 mul dup}", (30, 12, 0, 0)),
        ("{0 exch 2 copy 1 index 4 1 roll pop}", (0, 0, 60, 0)),
        ("{dup 0.5 gt {pop 1 0} {pop 0 1} ifelse 0 0 % not here }\n}", (100, 0, 0, 0)),
    ],
)
def test_a_spot_whose_tint_is_a_program(program, expected):
    """Tint transforms are often PostScript calculator functions (ISO 32000-1, 7.10.5)."""
    assert ink_at(tinted_by(program)) == expected


def tinted_by(program):

    def build(pdf, page, found):
        function = Stream(pdf, program.encode())
        function.FunctionType, function.Domain, function.Range = 4, Array([0, 1]), Array([0, 1] * 4)
        space = Array([Name.Separation, Name.Rose, Name.DeviceCMYK, pdf.make_indirect(function)])
        found.ColorSpace = Dictionary(S=space)

    return page_of("/S cs 0.6 scn " + SOLID, build)


@pytest.mark.parametrize(
    "program", ["", "{", "{dup", "dup}", "{} {}", "{frob}", "{pop pop}", "{0 div}", "{dup dup}"]
)
def test_a_faulty_program_is_refused(program):
    with pytest.raises(CannotSeparate):
        plates_of(tinted_by(program))


def form(content, **more):
    def build(pdf, page, found):
        made = Stream(pdf, content.encode())
        made.Type, made.Subtype, made.BBox = Name.XObject, Name.Form, Array([0, 0, SIDE, SIDE])
        for key, value in more.items():
            made["/" + key] = value
        found.XObject = Dictionary(Fm=pdf.make_indirect(made))

    return build


def test_a_form_is_drawn_with_the_state_of_the_moment():
    """The same form overprints where it is called so, and knocks out elsewhere."""
    content = "1 0 0 0 k 0 0 72 72 re f 0 0 0 1 k /Fm Do q 1 0 0 1 36 0 cm /O gs 0 0 0 1 k /Fm Do Q"
    data = page_of(content, form("0 0 36 72 re f"), **states(O=OVER))
    assert ink_at(data) == (0, 0, 0, 100)
    assert ink_at(data, x=54) == (100, 0, 0, 100)


def pattern(content, paint_type=1, **more):
    def build(pdf, page, found):
        made = Stream(pdf, content.encode())
        made.PatternType, made.PaintType, made.TilingType = 1, paint_type, 1
        made.BBox, made.XStep, made.YStep = Array([0, 0, 9, 9]), 9, 9
        made.Resources = Dictionary()
        for key, value in more.items():
            made["/" + key] = value
        found.Pattern = Dictionary(P=pdf.make_indirect(made))

    return build


def test_tiling_patterns_are_separated_with_and_without_colours_of_their_own():
    data = page_of("/Pattern cs /P scn " + SOLID, pattern("0 1 0 0.5 k 0 0 9 9 re f"))
    assert ink_at(data) == (0, 100, 0, 50)
    colored = Array([Name.Pattern, Name.DeviceCMYK])
    plain = page_of("/Cs cs 0.5 0 1 0 /P scn " + SOLID, pattern("0 0 9 9 re f", 2), **spaces(Cs=colored))
    assert ink_at(plain) == (50, 0, 100, 0)


RAMP = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0, 0, 0, 0]), C1=Array([1, 0, 0.5, 0]))


def test_shadings_run_from_one_amount_to_another_on_each_plate():
    shading = Dictionary(
        ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=Array([0, 0, 72, 0]), Function=RAMP
    )
    data = page_of("/Sh sh", Shading=Dictionary(Sh=shading))
    assert ink_at(data, x=36) == pytest.approx((50, 0, 25, 0), abs=2)
    as_pattern = page_of(
        "/Pattern cs /P scn " + SOLID, Pattern=Dictionary(P=Dictionary(PatternType=2, Shading=shading))
    )
    assert ink_at(as_pattern, x=18) == pytest.approx((25, 0, 12, 0), abs=2)


def image(pixels, space, bits=8, size=(1, 1), **more):
    def build(pdf, page, found):
        made = Stream(pdf, pixels)
        made.Type, made.Subtype, made.ColorSpace = (
            Name.XObject,
            Name.Image,
            space(pdf) if callable(space) else space,
        )
        made.Width, made.Height, made.BitsPerComponent = *size, bits
        for key, value in more.items():
            made["/" + key] = value
        found.XObject = Dictionary(Im=pdf.make_indirect(made))

    return build


SHOWN = "q 72 0 0 72 0 0 cm /Im Do Q"


def jpeg(mode, color):
    out = io.BytesIO()
    Image.new(mode, (8, 8), color).save(out, "JPEG", quality=100)
    return out.getvalue()


TABLE = Array([Name.Indexed, Name.DeviceCMYK, 1, pikepdf.String(bytes([0, 0, 0, 0, 255, 51, 0, 102]))])
EIGHT = {"size": (8, 8)}
FLATE = {"Filter": Name.FlateDecode}


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (image(bytes([51, 102, 153, 204]), Name.DeviceCMYK), (20, 40, 60, 80)),
        (image(bytes([51, 102, 153, 204]), Name.DeviceCMYK, Decode=Array([1, 0] * 4)), (80, 60, 40, 20)),
        (image(zlib.compress(bytes([51, 102, 153, 204])), Name.DeviceCMYK, **FLATE), (20, 40, 60, 80)),
        (image(bytes([51]), Name.DeviceGray), (0, 0, 0, 80)),
        (image(bytes([0b10000000]), TABLE, bits=1), (100, 20, 0, 40)),
        (image(bytes([0b01000000]), TABLE, bits=2), (100, 20, 0, 40)),
        (image(bytes([1]), TABLE), (100, 20, 0, 40)),
        (image(bytes([102]), SPOT("/Magenta")), (0, 40, 0, 0)),
        (image(bytes([102]), SPOT("/Rose")), (0, 40, 20, 0)),
        (image(bytes([102]), SPOT("/CutContour")), (0, 0, 0, 0)),
        # Pillow writes the marks of Adobe and the samples turned by 180 degrees, as Photoshop does.
        (image(jpeg("CMYK", (51, 102, 153, 204)), Name.DeviceCMYK, **EIGHT, Filter=Name.DCTDecode,
               Decode=Array([1, 0] * 4)), (20, 40, 60, 80)),
        (image(jpeg("CMYK", (51, 102, 153, 204)), Name.DeviceCMYK, **EIGHT, Filter=Name.DCTDecode),
         (80, 60, 40, 20)),
        (image(jpeg("L", 51), Name.DeviceGray, **EIGHT, Filter=Name.DCTDecode), (0, 0, 0, 80)),
    ],
)  # fmt: skip
def test_images_are_separated_whatever_their_form(build, expected):
    assert ink_at(page_of(SHOWN, build)) == pytest.approx(expected, abs=1)


def test_an_image_knocks_out_what_is_under_it_even_where_it_overprints():
    """Overprint mode 1 is for colours, not for samples (ISO 32000-1, 11.7.4.3)."""
    under = "0 0 1 0 k 0 0 72 72 re f /O gs "
    cyan = image(bytes([255, 0, 0, 0]), Name.DeviceCMYK)
    assert ink_at(page_of(under + SHOWN, cyan, **states(O=OVER))) == (100, 0, 0, 0)


def test_an_inline_image_and_a_stencil_are_separated():
    inline = page_of("q 72 0 0 72 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /CMYK ID \x33\x66\x19\x7f EI Q")
    assert ink_at(inline) == pytest.approx((20, 40, 10, 50), abs=1)
    stencil = page_of("0 0.5 0 0.25 k q 72 0 0 72 0 0 cm BI /W 1 /H 1 /IM true ID \x00 EI Q")
    assert ink_at(stencil) == pytest.approx((0, 50, 0, 25), abs=1)


def test_drawn_letters_take_the_colour_of_the_text_or_their_own():
    def build(pdf, page, found):
        shape = pdf.make_stream(b"1000 0 0 0 1000 1000 d1 0 0 1000 1000 re f")
        own = pdf.make_stream(b"1000 0 d0 0 0 1 0 k 0 0 1000 1000 re f")
        font = Dictionary(Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 1000, 1000]))
        font.FontMatrix, font.FirstChar, font.LastChar = Array([0.001, 0, 0, 0.001, 0, 0]), 97, 98
        font.Widths, font.Resources = Array([1000, 1000]), Dictionary()
        font.Encoding = Dictionary(Differences=Array([97, Name.a, Name.b]))
        font.CharProcs = Dictionary(a=shape, b=own)
        found.Font = Dictionary(F=pdf.make_indirect(font))

    data = page_of("1 0 0 0 k 0 0 72 72 re f 0 1 0 0.5 k BT /F 36 Tf 0 0 Td (ab) Tj ET", build)
    assert ink_at(data, y=18) == (0, 100, 0, 50)
    assert ink_at(data, x=54, y=18) == (0, 0, 100, 0)


def test_a_shape_has_no_colours_of_its_own_whatever_it_says():
    """Uncoloured patterns and d1 glyphs ignore operators of colour (ISO 32000-1, 8.7.3.3 and 9.6.5)."""
    colored = Array([Name.Pattern, Name.DeviceCMYK])
    cell = pattern("0 0 1 0 k 0 0 9 9 re f", 2)
    data = page_of("/Cs cs 0.5 0 0 0 /P scn " + SOLID, cell, **spaces(Cs=colored))
    assert ink_at(data) == (50, 0, 0, 0)


def test_drawn_letters_overprint_only_what_they_leave_alone():
    def build(pdf, page, found):
        font = Dictionary(Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 1000, 1000]))
        font.FontMatrix, font.FirstChar, font.LastChar = Array([0.001, 0, 0, 0.001, 0, 0]), 97, 98
        font.Widths, font.Resources = Array([1000, 1000]), Dictionary()
        font.Encoding = Dictionary(Differences=Array([97, Name.a, Name.b]))
        font.CharProcs = Dictionary(
            a=pdf.make_stream(b"1000 0 0 0 1000 1000 d1 0 0 1 0 k 0 0 1000 1000 re f"),
            b=pdf.make_stream(b"1000 0 d0 0 0 1 0 k 0 0 1000 1000 re f"),
        )
        found.Font = Dictionary(F=pdf.make_indirect(font))

    text = "1 0 0 0 k 0 0 72 72 re f /O gs 0 0 0 1 k BT /F 36 Tf 0 0 Td (ab) Tj ET"
    data = page_of(text, build, **states(O=OVER))
    assert ink_at(data, y=18) == (100, 0, 0, 100)
    assert ink_at(data, x=54, y=18) == (100, 0, 100, 0)


def test_blending_ink_by_ink_is_understood():
    half = Dictionary(ca=0.5)
    assert ink_at(page_of("/T gs 1 0 0 0.5 k " + SOLID, **states(T=half))) == pytest.approx(
        (50, 0, 0, 25), abs=1
    )
    times = Dictionary(BM=Name.Multiply)
    data = page_of("0.5 0 0 0 k 0 0 72 72 re f /T gs 0.5 1 0 0 k " + SOLID, **states(T=times))
    assert ink_at(data) == pytest.approx((75, 100, 0, 0), abs=1)


def image_of(**more):
    return image(bytes(4), Name.DeviceCMYK, **more)


def looped(pdf, page, found):
    form("/Fm Do")(pdf, page, found)
    found.XObject.Fm.Resources = found


def group(**entries):
    return form("0 0 0 1 k " + SOLID, Group=Dictionary(S=Name.Transparency, **entries))


def layered(pdf, page, found):
    form(SOLID)(pdf, page, found)
    found.XObject.Fm.OC = Dictionary(Type=Name.OCG, Name="Layer")


MESH = Dictionary(ShadingType=4, ColorSpace=Name.DeviceCMYK)

UNTOLD = {
    "rgb": ("1 0 0 rg " + SOLID, None, {}),
    "rgb lines": ("1 0 0 RG 0 0 m 72 72 l S", None, {}),
    "rgb text": ("1 0 0 rg BT /F 9 Tf (a) Tj ET", None,
                 {"Font": Dictionary(F=Dictionary(Subtype=Name.Type1, BaseFont=Name.Courier))}),
    "lab": ("/L cs 50 0 0 sc " + SOLID, None, spaces(L=Array([Name.Lab, Dictionary()]))),
    "icc": ("/I cs 1 sc " + SOLID, None, spaces(I=Array([Name.ICCBased, Dictionary(N=1)]))),
    "calibrated grey": ("/C cs 1 sc " + SOLID, None, spaces(C=Array([Name.CalGray, Dictionary()]))),
    "another device": ("0 g " + SOLID, None, spaces(DefaultGray=Array([Name.CalGray, Dictionary()]))),
    "spot of rgb": ("/S cs 1 scn " + SOLID, None, spaces(S=RGB_SPOT("/Rose"))),
    "spot over": ("/O gs /S cs 1 scn " + SOLID, None, {**spaces(S=SPOT("/Rose")), **states(O=OVER)}),
    "unknown space": ("/Nowhere cs 1 scn " + SOLID, None, {}),
    "blend": ("/B gs 0 0 0 1 k " + SOLID, None, states(B=Dictionary(BM=Name.Luminosity))),
    "soft mask": ("/B gs 0 0 0 1 k " + SOLID, None, states(B=Dictionary(SMask=Dictionary(S=Name.Alpha)))),
    "transfer": ("/B gs 0 0 0 1 k " + SOLID, None, states(B=Dictionary(TR=Dictionary(FunctionType=2)))),
    "rgb group": ("/Fm Do", group(CS=Name.DeviceRGB), {}),
    "knockout group": ("/Fm Do", group(K=True), {}),
    "over in a group": ("/O gs /Fm Do", group(I=True), states(O=OVER)),
    "layer": ("/Fm Do", layered, {}),
    "layer in text": ("/OC /L BDC 0 g " + SOLID + "EMC", None, {}),
    "mesh": ("/Sh sh", None, {"Shading": Dictionary(Sh=MESH)}),
    "rgb image": (SHOWN, image(bytes(3), Name.DeviceRGB), {}),
    "jpx": (SHOWN, image_of(Filter=Name.JPXDecode), {}),
    "lzw": (SHOWN, image_of(Filter=Name.LZWDecode), {}),
    "colour made clear": (SHOWN, image_of(Mask=Array([0, 1] * 4)), {}),
    "too few samples": (SHOWN, image_of(Width=9), {}),
    "too many samples": (SHOWN, image(zlib.compress(bytes(9_000_000)), Name.DeviceCMYK, **FLATE), {}),
    "false jpeg": (SHOWN, image(b"not a picture", Name.DeviceCMYK, Filter=Name.DCTDecode), {}),
    "in itself": ("/Fm Do", looped, {}),
    "no such form": ("/Fm Do", None, {}),
    "unknown operator": ("0 0 0 1 k 1 2 frobnicate", None, {}),
    "cut short": ("0 0 0 1 k (abc", None, {}),
    "too many tiles": ("/Pattern cs /P scn " + SOLID, pattern("0 g", XStep=0.001, YStep=0.001), {}),
    "pattern over": ("/O gs /Pattern cs /P scn " + SOLID, pattern("0 g 0 0 9 9 re f"), states(O=OVER)),
}  # fmt: skip


@pytest.mark.parametrize("fault", UNTOLD)
def test_what_cannot_be_told_is_refused_not_guessed(fault):
    content, build, resources = UNTOLD[fault]
    with pytest.raises(CannotSeparate) as told:
        total_ink(page_of(content, build, **resources))
    assert len(str(told.value)) < 120


def test_colours_that_paint_nothing_do_not_matter():
    data = page_of("1 0 0 rg 0 1 0 0 k " + SOLID + " 0 0 1 RG 3 Tr")
    assert ink_at(data) == (0, 100, 0, 0)


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4", b"no PDF at all", page_of(SOLID)[:200]])
def test_what_is_no_pdf_is_refused(data):
    with pytest.raises(CannotSeparate):
        list(separate_pages(data, [0], scale=1))


def test_there_must_be_such_a_page_of_a_size_that_can_be_drawn():
    for sides in ([0, 0, 0, 9], [0, 0, 1e5, 1e5]):

        def build(pdf, page, found, sides=sides):
            page.MediaBox = Array(sides)

        with pytest.raises(CannotSeparate):
            total_ink(page_of(SOLID, build))
    with pytest.raises(CannotSeparate):
        list(separate_pages(page_of(SOLID), [1], scale=1))


def test_doubled_forms_do_not_take_for_ever():
    def build(pdf, page, found):
        inner = None
        for _ in range(18):
            made = Stream(pdf, b"/X Do /X Do /X Do /X Do" if inner is not None else b"0 0 9 9 re f")
            made.Subtype, made.BBox = Name.Form, Array([0, 0, SIDE, SIDE])
            made.Resources = Dictionary(XObject=Dictionary(X=inner)) if inner is not None else Dictionary()
            inner = pdf.make_indirect(made)
        found.XObject = Dictionary(X=inner)

    with pytest.raises(CannotSeparate, match="far more"):
        total_ink(page_of("/X Do", build))


def test_the_most_ink_is_found_with_its_place():
    ink = total_ink(page_of("0.2 0.3 0 0 k 0 0 72 72 re f 0.6 0.4 0.4 1 k 50 20 10 10 re f"))
    assert ink.most == pytest.approx(2.4, abs=0.005)
    assert 50 <= ink.where[0] <= 60
    assert 20 <= ink.where[1] <= 30


def test_ink_outside_the_box_does_not_count():
    def build(pdf, page, found):
        page.TrimBox = Array([0, 0, 40, SIDE])

    data = page_of("0.2 0.3 0 0 k 0 0 72 72 re f 1 1 1 1 k 50 20 10 10 re f", build)
    assert total_ink(data).most == pytest.approx(0.5, abs=0.005)


def test_a_page_that_cannot_be_told_does_not_hide_the_others():
    pdf = pikepdf.open(io.BytesIO(page_of("1 0 0 rg " + SOLID)))
    other = pikepdf.open(io.BytesIO(page_of("1 0.5 0 0 k " + SOLID)))
    pdf.pages.extend(other.pages)
    out = io.BytesIO()
    pdf.save(out)
    with open_document(out.getvalue()) as file:
        (_, first), (_, second) = maximum_total_inks(file, display_lists(file))
    assert isinstance(first, CannotSeparate)
    assert second.most == pytest.approx(1.5, abs=0.005)


# What Ghostscript makes of the same pages.

HARD = {
    "overprint": page_of(
        "1 0.5 0 0 k 0 0 72 72 re f q /O gs 0 0 0 1 k 6 6 30 30 re f Q q /O0 gs 0 0 0 1 k 40 6 20 30 re f Q "
        "q /O gs /Y cs 0.6 scn 6 40 30 20 re f Q",
        **states(O=OVER, O0=OVER_0), **spaces(Y=SPOT("/Yellow")),
    ),
    "die line": page_of(
        "0.3 0.2 0.6 0.1 k 0 0 72 72 re f q /O gs /Cut CS 1 SCN 4 w 20 20 30 30 re S Q",
        **states(O=OVER_0), **spaces(Cut=SPOT("/CutContour")),
    ),
    "image": page_of(
        "q 60 0 0 60 6 6 cm /Im Do Q",
        image(bytes(range(16)) * 4, Name.DeviceCMYK, size=(4, 4), Decode=Array([0.2, 0.9] * 4)),
    ),
    "jpeg": page_of(
        "q 60 0 0 60 6 6 cm /Im Do Q",
        image(jpeg("CMYK", (51, 102, 153, 204)), Name.DeviceCMYK, **EIGHT, Filter=Name.DCTDecode,
              Decode=Array([1, 0] * 4)),
    ),
    "table": page_of("q 60 0 0 60 6 6 cm /Im Do Q", image(bytes([1]), TABLE)),
    "form": page_of(
        "0 0.4 0 0 k 0 0 72 72 re f q /O gs 0.5 0 0 0 k /Fm Do Q", form("0 0 36 72 re f"), **states(O=OVER)
    ),
    "pattern": page_of("/Pattern cs /P scn 9 9 54 54 re f", pattern("0 1 0 0.5 k 0 0 9 9 re f")),
    "spot": page_of("0 0 0 0.5 k 0 0 72 72 re f /S cs 0.8 scn 9 9 54 54 re f", **spaces(S=SPOT("/Yellow"))),
}  # fmt: skip


@pytest.fixture(scope="module")
def ghostscript(tmp_path_factory):
    """A folder of what Ghostscript makes of the pages, numbered from 1: their plates, and all inks in one."""
    folder = tmp_path_factory.mktemp("ghostscript")
    pages = []
    for case, data in HARD.items():
        pages.append(folder / f"{case}.pdf")
        pages[-1].write_bytes(data)
    for device, name in (("tiffsep", "plates"), ("tiff32nc", "inks")):
        quiet = ("-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-r150", f"-sDEVICE={device}")
        command = ["gs", *quiet, f"-sOutputFile={folder}/{name}%d.tif", *map(str, pages)]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    return folder


def ghost_plates(folder, case):
    """Ghostscript's plates, turned by 180 degrees: 255 is full ink."""
    number = list(HARD).index(case) + 1
    found = []
    for name in ("Cyan", "Magenta", "Yellow", "Black"):
        with Image.open(f"{folder}/plates{number}({name}).tif") as image:
            found.append(image.convert("L").point(lambda v: 255 - v))
    return Plates(*found)


@pytest.mark.outside("gs")
@pytest.mark.parametrize("case", HARD)
def test_ghostscript_makes_the_same_plates(case, ghostscript):
    (ours,) = separate_pages(HARD[case], [0], scale=150 / 72)
    for plate, other in zip(ours, ghost_plates(ghostscript, case), strict=True):
        assert plate.size == other.size == (150, 150)
        # Places that are not on an edge.
        for x in range(5, 150, 10):
            for y in range(5, 150, 10):
                found = plate.getpixel((x, y)), other.getpixel((x, y))
                around = {other.getpixel((x + dx, y + dy)) for dx in (-3, 3) for dy in (-3, 3)}
                if len(around) == 1:
                    assert found[0] == pytest.approx(found[1], abs=2), (x, y)


@pytest.mark.outside("gs")
@pytest.mark.parametrize("case", [case for case in HARD if case not in ("overprint", "die line", "form")])
def test_ghostscript_finds_as_much_ink(case, ghostscript):
    with Image.open(ghostscript / f"inks{list(HARD).index(case) + 1}.tif") as image:
        theirs = Plates(*image.split()).total_ink().getextrema()[1] / 255
    assert total_ink(HARD[case]).most == pytest.approx(theirs, rel=0.01)


@pytest.mark.outside("gs")
@pytest.mark.parametrize("case", HARD)
def test_ghostscripts_plates_hold_as_much_ink(case, ghostscript):
    theirs = ghost_plates(ghostscript, case).total_ink().getextrema()[1] / 255
    assert total_ink(HARD[case]).most == pytest.approx(theirs, rel=0.01)
