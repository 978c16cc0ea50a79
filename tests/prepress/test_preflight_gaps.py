"""What preflight passed once and should not have: each a file with one fault, which one rule finds."""

from __future__ import annotations

import io
import random
import re
import time
import zlib
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String
from PIL import Image
from preflight_samples import ART, MEDIA, TRIM, bounded, changed, good_x1a, good_x4
from samples import thorough
from test_preflight_page import (
    BLUE,
    ERROR,
    NEAR,
    SQUARE,
    WARNING,
    WHITE,
    X1A,
    X4,
    at_edges,
    card,
    errors,
    form,
    found,
    good,
    image,
    placed,
    rules,
    with_drawing,
)

from cardgen import api
from cardgen.output.press import DieLine, PressJob, press_target, write_press
from cardgen.prepress.pdf import plates
from cardgen.prepress.preflight import bleed_edges as edges
from cardgen.prepress.preflight import preflight
from cardgen.prepress.preflight.findings import Target
from cardgen.prepress.printers import library as printers
from cardgen.units import MM

# --- art that does not reach the bleed ------------------------------------------------------------------


def pictured(margin: float, color: tuple[int, int, int, int] = (120, 30, 0, 0)) -> bytes:
    """A file whose pages are a picture each, with a white margin of so many mm beyond the trim's bleed."""
    size = [round(side / 72 * 300) for side in MEDIA]
    # The page is a millimetre larger than the bleed.
    inset = round((1 + margin) / 25.4 * 300)
    picture = Image.new("CMYK", (size[0], size[1]))
    picture.paste(color, (inset, inset, size[0] - inset, size[1] - inset))

    def change(pdf: pikepdf.Pdf) -> None:
        made = image(pdf, Name.DeviceCMYK, picture.tobytes(), Width=size[0], Height=size[1])
        for page in pdf.pages:
            page.obj.Resources = Dictionary(XObject=Dictionary(X0=made))
            page.obj.Contents = pdf.make_stream(f"q {MEDIA[0]} 0 0 {MEDIA[1]} 0 0 cm /X0 Do Q".encode())

    return changed(good_x1a(("+4", "back")), change)


@pytest.mark.parametrize(
    ("margin", "expected"),
    [
        (-1, []),
        (0, []),
        # Between the bleed's edge and the trim, and on the trim.
        (1.5, [ERROR] * 4),
        (2.5, [ERROR] * 4),
        (3, [ERROR] * 4),
        # So near inside that it may as well be meant; and a white border.
        (3.8, [NEAR] * 4),
        (6, []),
    ],
)
def test_a_picture_with_a_white_margin_does_not_reach_the_bleed(margin, expected):
    assert at_edges(pictured(margin)) == expected


def test_a_white_picture_has_no_end():
    assert at_edges(pictured(2, (0, 0, 0, 0))) == []


GROUND = (BLUE, "-4 -4 70 96 re f")


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [
        # White laid over the bleed: on all sides, on one, on a part of one.
        ((*GROUND, WHITE, "-4 -4 4 96 re 62 -4 4 96 re -4 -4 70 4 re -4 88 70 4 re f"), [ERROR] * 4),
        ((*GROUND, WHITE, "-4 -4 4 96 re f"), [ERROR]),
        ((*GROUND, WHITE, "-4 20 4 30 re f"), [ERROR]),
        ((*GROUND, "0 0 0 0.02 k", "-4 20 4 30 re f"), [ERROR]),
        # Beyond the trim, along half of a side at least.
        ((*GROUND, WHITE, "-4 -4 3 96 re f"), [ERROR]),
        # A notch in a shape's outline, a clip that ends on the trim on one side.
        ((BLUE, "0 0 m 0 40 l -4 40 l -4 92 l 66 92 l 66 -4 l -4 -4 l -4 0 l h f"), [ERROR]),
        (("0 -4 m 66 -4 l 66 92 l 0 92 l h W n", *GROUND), [ERROR]),
        # White inside, white that art covers, and a word in white.
        ((*GROUND, WHITE, "10 10 40 40 re f"), []),
        ((WHITE, "-4 -4 4 96 re f", *GROUND), []),
        ((*GROUND, WHITE, "-4 20 70 30 re f"), []),
        # White art, with and without something on it.
        ((WHITE, "-4 -4 70 96 re f"), []),
        ((WHITE, "-4 -4 70 96 re f", BLUE, "20 -4 m 40 -4 l 30 40 l h f"), []),
    ],
)
def test_white_over_the_bleed_is_found(shapes, expected):
    assert at_edges(card(*shapes)) == expected


@pytest.mark.parametrize(("extend", "expected"), [(False, [ERROR] * 2), (True, [])])
def test_a_shading_that_ends_on_the_trim_does_not_reach_the_bleed(extend, expected):
    def change(pdf: pikepdf.Pdf) -> None:
        function = Dictionary(FunctionType=2, Domain=[0, 1], C0=[1, 0, 0, 0], C1=[0.5, 0, 0, 0], N=1)
        shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Function=function)
        shading.Coords, shading.Extend = [ART, 0, ART + TRIM[0], 0], [extend, extend]
        for page in pdf.pages:
            page.obj.Resources = Dictionary(Shading=Dictionary(S=shading))
            page.obj.Contents = pdf.make_stream(b"/S sh")

    assert at_edges(changed(good_x1a(("+4", "back")), change)) == expected


def test_another_colour_that_a_picture_ends_with_on_the_trim_is_a_warning():
    size = [round(side / 72 * 300) for side in MEDIA]
    inset = round(4 / 25.4 * 300)
    picture = Image.new("CMYK", (size[0], size[1]), (0, 200, 150, 0))
    picture.paste((200, 100, 0, 0), (inset, inset, size[0] - inset, size[1] - inset))

    def change(pdf: pikepdf.Pdf) -> None:
        made = image(pdf, Name.DeviceCMYK, picture.tobytes(), Width=size[0], Height=size[1])
        page = pdf.pages[0]
        page.obj.Resources = Dictionary(XObject=Dictionary(X0=made))
        page.obj.Contents = pdf.make_stream(f"q {MEDIA[0]} 0 0 {MEDIA[1]} 0 0 cm /X0 Do Q".encode())

    assert at_edges(changed(good_x1a(("+4", "back")), change)) == [WARNING] * 4


@pytest.mark.parametrize(("bare", "expected"), [(4.8, WARNING), (5.2, ERROR)])
def test_how_long_a_piece_of_the_trim_is_bare_before_a_picture_ends_there(bare, expected):
    """Five millimetres: the grain of a picture has shorter ones."""
    size = [round(side / 72 * 300) for side in MEDIA]
    inset, start, end = (round(mm / 25.4 * 300) for mm in (4, 30, 30 + bare))
    picture = Image.new("CMYK", (size[0], size[1]), (120, 30, 0, 0))
    picture.paste((0, 0, 0, 0), (0, start, inset, end))

    def change(pdf: pikepdf.Pdf) -> None:
        made = image(pdf, Name.DeviceCMYK, picture.tobytes(), Width=size[0], Height=size[1])
        page = pdf.pages[0]
        page.obj.Resources = Dictionary(XObject=Dictionary(X0=made))
        page.obj.Contents = pdf.make_stream(f"q {MEDIA[0]} 0 0 {MEDIA[1]} 0 0 cm /X0 Do Q".encode())

    assert at_edges(changed(good_x1a(("+4", "back")), change)) == [expected]


@pytest.mark.parametrize("seed", range(12))
def test_line_art_on_white_that_runs_over_the_trim_is_well(seed):
    """It ends everywhere and begins as often: squares of a millimetre, black and white at random."""
    size = [round(side / 72 * 300) for side in MEDIA]
    dice = random.Random(seed)
    grain = Image.new("L", (size[0] // 12, size[1] // 12))
    grain.putdata([dice.choice((0, 255)) for _ in range(grain.width * grain.height)])
    grain = grain.resize((size[0], size[1]), Image.Resampling.NEAREST)

    def change(pdf: pikepdf.Pdf) -> None:
        made = image(pdf, Name.DeviceGray, grain.tobytes(), Width=size[0], Height=size[1])
        for page in pdf.pages:
            page.obj.Resources = Dictionary(XObject=Dictionary(X0=made))
            page.obj.Contents = pdf.make_stream(f"q {MEDIA[0]} 0 0 {MEDIA[1]} 0 0 cm /X0 Do Q".encode())

    assert at_edges(changed(good_x1a(("+4", "back")), change)) == []


PDF_PRINTERS = [name for name in printers.preset_names() if printers.find_preset(name).form == "pdf"]


#: Printers differ in what they want, packs in how cards look.
OWN = [
    thorough("never-over", PDF_PRINTERS[0]),
    *(thorough("never-over", printer) for printer in PDF_PRINTERS[1:]),
    ("never-over-paper", PDF_PRINTERS[0]),
    thorough("short-24", min(PDF_PRINTERS, key=lambda name: printers.find_preset(name).total_ink or 4)),
]


@pytest.mark.parametrize(("name", "printer"), OWN)
def test_cardgens_own_pages_raise_none_for_any_printer(name, printer, monkeypatch):
    """And, but for white ones, they are told to be well without being drawn."""
    if name != "never-over-paper":
        monkeypatch.setattr(edges, "RenderedStrips", lambda *_: pytest.fail("drawn for nothing"))
    preset = printers.find_preset(printer)
    pack = api.load(name, size=preset.nearest_product(api.load(name).card.size).trim, printer=preset)
    job = PressJob(order=preset.order, per=preset.per, backs=preset.backs, total_ink=preset.total_ink)
    for file in write_press(pack, job):
        target = press_target(pack, job, preset, file.suffix)._replace(standard="x1a", condition=None)
        assert preflight(file.data, target).findings == ()


# --- ink where the printer names no limit ---------------------------------------------------------------


def test_ink_is_measured_also_where_no_limit_is_known():
    report = preflight(good(), X1A._replace(total_ink=None))
    assert report.findings == ()
    assert "total ink at most 170 %, as the colours used prove; no limit is known" in report.facts
    (finding,) = found(f"0.9 0.9 0.9 0.99 k {SQUARE} f", total_ink=None, printer="Nobody & Co")
    assert (finding.rule, finding.severity) == ("total-ink", "warning")
    assert finding.message.startswith(("368 % of ink", "369 % of ink"))
    assert "Nobody & Co names no limit" in finding.message


def test_ink_that_cannot_be_measured_is_a_warning_where_no_limit_is_known(monkeypatch):
    def refuse(*_: Any, **__: Any) -> Any:
        raise plates.CannotSeparate("a damaged file")

    monkeypatch.setattr(plates, "maximum_total_inks", refuse)
    # The pixels of an image in black and white do not prove how much of other inks it has.
    drawing = placed(lambda pdf: image(pdf, Name.DeviceGray))
    assert [(f.rule, f.severity) for f in found(drawing, total_ink=None)] == [("total-ink", "warning")]
    assert [(f.rule, f.severity) for f in found(drawing)] == [("total-ink", "not judged")]


def test_too_much_ink_on_many_pages_is_one_finding_with_the_worst_first():
    def change(pdf: pikepdf.Pdf) -> None:
        for page, black in zip(pdf.pages, (0.6, 1, 0.8, 0.2), strict=True):
            page.contents_add(f"q 1 0.8 0.8 {black} k {SQUARE} f Q".encode())

    (finding,) = preflight(changed(good_x1a(), change), X1A).findings
    assert finding.page == 2
    assert finding.message.startswith("360 % of ink lie on one spot")
    assert finding.message.endswith("300 % are allowed, page 3 has 340 %, page 1 has 320 %")


def test_why_ink_cannot_be_measured_is_said_in_words():
    def lab(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        space = Array([Name.Lab, Dictionary(WhitePoint=[0.95, 1, 1.09])])
        return f"/L cs 50 0 0 sc {SQUARE} f", {"/ColorSpace": {"/L": space}}

    (finding,) = (each for each in found(lab, X4) if each.rule == "total-ink")
    reason = "colours in Lab, whose inks are not fixed"
    assert finding.message == f"the total of ink could not be measured because of {reason}"


# --- soft masks and what transparency is blended in -----------------------------------------------------


def masked(content: str, space: Any = Name.DeviceGray) -> Callable[[pikepdf.Pdf], Any]:
    return lambda pdf: faded(pdf, content, f"{SQUARE} f", space)


def faded(pdf: pikepdf.Pdf, mask: str, content: str, space: Any = Name.DeviceGray) -> Any:
    """Something that fades by a soft mask."""
    group = form(pdf, mask, Group=Dictionary(S=Name.Transparency, CS=space))
    state = Dictionary(SMask=Dictionary(S=Name.Luminosity, G=group))
    return f"q /G0 gs 0 0 0 1 k {content} Q", {"/ExtGState": {"/G0": state}}


def test_rgb_in_a_soft_mask_is_found():
    (finding,) = found(masked(f"1 0 0 rg {SQUARE} f"), X4)
    assert (finding.rule, finding.where) == ("rgb-color", "graphics state G0 > soft mask")
    assert "rgb-color" not in rules(found(masked(f"0.5 g {SQUARE} f"), X4))


def test_a_soft_mask_is_not_printed():
    """It has no safe zone, no thin lines and no ink."""
    findings = found(masked("0.01 w 12 60 m 13 61 l S 1 1 1 1 k 0 0 300 300 re f"), X4, total_ink=None)
    assert rules(findings) == set()


def test_a_soft_mask_within_itself_is_no_trap():
    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        group = pdf.make_indirect(form(pdf, f"/G0 gs {SQUARE} f", Group=Dictionary(S=Name.Transparency)))
        state = pdf.make_indirect(Dictionary(SMask=Dictionary(S=Name.Luminosity, G=group)))
        group.Resources = Dictionary(ExtGState=Dictionary(G0=state))
        return "q /G0 gs Q", {"/ExtGState": {"/G0": state}}

    assert rules(found(draw, X4)) == {"content"}


MALFORMED_MASKS: dict[str, Callable[[pikepdf.Pdf], Any]] = {
    "a number": lambda pdf: 5,
    "a text": lambda pdf: String("mask"),
    "a list": lambda pdf: Array([1]),
    "an unknown name": lambda pdf: Name.Some,
    "without its group": lambda pdf: Dictionary(S=Name.Luminosity),
    "a number as its group": lambda pdf: Dictionary(S=Name.Luminosity, G=5),
    "a group that is no stream": lambda pdf: Dictionary(S=Name.Luminosity, G=Dictionary(Subtype=Name.Form)),
    "broken content": lambda pdf: Dictionary(S=Name.Luminosity, G=form(pdf, "0 0 m ( Q q Q Q")),
}


@pytest.mark.parametrize("kind", MALFORMED_MASKS)
def test_a_malformed_soft_mask_is_damage_and_no_crash(kind: str) -> None:
    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        state = Dictionary(SMask=MALFORMED_MASKS[kind](pdf))
        return f"q /G0 gs 0 0 0 1 k {SQUARE} f Q", {"/ExtGState": {"/G0": state}}

    (finding,) = found(draw, X4)
    assert (finding.rule, finding.severity) == ("content", "error")
    assert finding.message.startswith("this page could not be checked: its ")


@pytest.mark.parametrize("kind", MALFORMED_MASKS)
def test_a_picture_with_a_malformed_soft_mask_is_not_taken_for_a_sound_one(kind: str) -> None:
    def picture(pdf: pikepdf.Pdf) -> Any:
        return image(pdf, Name.DeviceGray, SMask=MALFORMED_MASKS[kind](pdf))

    assert ("total-ink", "not judged") in {(each.rule, each.severity) for each in found(placed(picture), X4)}


CALIBRATED = Array([Name.CalRGB, Dictionary(WhitePoint=[1, 1, 1])])


@pytest.mark.parametrize(
    ("space", "expected"),
    [
        (Name.DeviceRGB, {("rgb-color", "error")}),
        (CALIBRATED, {("seen-color", "warning"), ("total-ink", "not judged")}),
        (Name.DeviceCMYK, set()),
    ],
)
def test_what_transparency_is_blended_in_counts(space, expected):
    group = Dictionary(S=Name.Transparency, CS=space)

    def of_page(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj.Group = group
        pdf.pages[0].contents_add(f"q /G gs {SQUARE} f Q".encode())
        pdf.pages[0].obj.Resources.ExtGState["/G"] = Dictionary(ca=0.5)

    report = preflight(changed(good_x4(), of_page), X4)
    assert {(f.rule, f.severity) for f in report.findings} == expected

    def of_form(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        made = form(pdf, f"0.1 0 0 0 k {SQUARE} f", Group=group)
        return "q /G gs /X0 Do Q", {"/XObject": {"/X0": made}, "/ExtGState": {"/G": Dictionary(ca=0.5)}}

    findings = found(of_form, X4)
    assert {(f.rule, f.severity) for f in findings} == expected
    assert {f.where for f in findings if f.rule != "total-ink"} <= {"form X0"}


def test_a_soft_mask_blended_in_rgb_is_found():
    assert "rgb-color" in errors(found(masked("0.5 g", Name.DeviceRGB), X4, total_ink=None))


# --- pictures that are not what they say ----------------------------------------------------------------


def jpeg(mode: str, size: int = 130) -> bytes:
    out = io.BytesIO()
    Image.new(mode, (size, size), 100 if mode == "L" else tuple([100] * len(mode))).save(out, "JPEG")
    return out.getvalue()


def packed(data: bytes, space: Name = Name.DeviceCMYK, **more: Any) -> Any:
    """A picture of 130 × 130 pixels, placed at 312 pixels per inch."""
    facts = {"Width": 130, "Height": 130, "Filter": Name.FlateDecode, **more}
    return placed(lambda pdf: image(pdf, space, data, **facts))


WHOLE = zlib.compress(b"\x20" * (130 * 130 * 4))
ROWS = zlib.compress((b"\2" + b"\0" * 520) * 130)
PREDICTED = {"Predictor": 15, "Colors": 4, "Columns": 130}
DCT = Name.DCTDecode


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        (packed(WHOLE[:-9]), "end too early"),
        (packed(WHOLE[: len(WHOLE) // 2]), "only"),
        (packed(b"\x78\x9cgarbage" * 9), "cannot be decompressed"),
        (packed(b""), "no data"),
        (packed(zlib.compress(b"\x20" * 130 * 130 * 3)), "only 75 %"),
        (packed(zlib.compress(b"\x20" * 130 * 130 * 5)), "more data"),
        (packed(WHOLE, Name.DeviceGray), "more data"),
        (packed(WHOLE, Width=60_000, Height=60_000), "only"),
        (packed(WHOLE, DecodeParms=Dictionary(**PREDICTED)), "only 100 %"),
        (packed(ROWS, DecodeParms=Dictionary(**{**PREDICTED, "Colors": 3})), "another size or colour"),
        (packed(jpeg("RGB"), Filter=DCT), "is in RGB, and is said to be in CMYK"),
        (packed(jpeg("L"), Filter=DCT), "is in grey, and is said to be in CMYK"),
        (packed(jpeg("CMYK", 260), Filter=DCT), "260 × 260 pixels, and is said to have 130 × 130"),
        (packed(jpeg("CMYK"), Filter=DCT, BitsPerComponent=4), "8 bits a channel, and is said to have 4"),
        (packed(jpeg("CMYK")[:-300], Filter=DCT), "end too early"),
        (packed(b"no JPEG at all", Filter=DCT), "is not one"),
        (packed(b"\x20" * 100, Filter=Array([])), "only 0 %"),
        (packed(WHOLE, BitsPerComponent=7), "7 bits"),
    ],
)
@pytest.mark.parametrize("limit", [3.0, None])
def test_a_picture_that_is_damaged_or_mislabelled_is_found(drawing, words, limit):
    findings = found(drawing, total_ink=limit)
    assert rules(findings) - {"picture-resolution", "stretched-picture"} == {"picture-data"}
    (message,) = {each.message for each in findings if each.rule == "picture-data"}
    assert words in message


@pytest.mark.parametrize(
    "drawing",
    [
        packed(WHOLE),
        packed(ROWS, DecodeParms=Dictionary(**PREDICTED)),
        packed(jpeg("CMYK"), Filter=DCT),
        packed(zlib.compress(jpeg("CMYK")), Filter=Array([Name.FlateDecode, DCT])),
        packed(jpeg("L") + b"\0" * 20, Name.DeviceGray, Filter=DCT),
        packed(b"\x20" * (130 * 130 * 4) + b"\r\n", Filter=Array([])),
        packed((b"\x20" * (130 * 130 * 4)).hex().encode() + b">", Filter=Name.ASCIIHexDecode),
    ],
)
def test_a_picture_that_is_what_it_says_is_well(drawing):
    assert "picture-data" not in rules(found(drawing))


def test_pictures_that_unpack_without_end_are_not_unpacked():
    bomb = zlib.compress(b"\0" * (16 << 20), 9)
    drawing = packed(bomb, Width=8_000_000, Height=8_000_000)
    before = time.process_time()
    assert "picture-data" in rules(found(drawing, total_ink=None))
    assert time.process_time() - before < 5


# --- blank pages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content", [b" ", b"q Q", b"0 0 0 1 k 0 0 1 1 re f", b"1 1 1 1 re W n 0 g 60 60 9 9 re f"]
)
def test_a_page_on_which_nothing_is_drawn_is_a_warning(content):
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].Contents = pdf.make_stream(content)

    (finding,) = preflight(changed(good(), change), X1A).findings
    assert (finding.rule, finding.severity, finding.page) == ("blank-page", "warning", 1)


def test_a_page_with_a_die_line_alone_is_not_blank():
    pack = api.load("never-over")

    job = PressJob(die_line=DieLine(where="page"))
    for file in write_press(pack, job):
        assert preflight(file.data, press_target(pack, job, None, file.suffix)).findings == ()


# --- files that would hold the machine ------------------------------------------------------------------


def groups(count: int, side: int = 300) -> Callable[[pikepdf.Pdf], Any]:
    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        made = form(pdf, f"1 1 0 0 k 0 0 {side} {side} re f", Group=Dictionary(S=Name.Transparency))
        made.BBox = [0, 0, side, side]
        content = "q 1 0 0 1 20 20 cm /G gs " + "/X0 Do " * count + "Q"
        return content, {"/XObject": {"/X0": made}, "/ExtGState": {"/G": Dictionary(ca=0.5)}}

    return draw


def nested(count: int) -> Callable[[pikepdf.Pdf], Any]:
    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        states = Dictionary(G=Dictionary(ca=0.5))
        made = form(pdf, "1 1 0 0 k 0 0 300 300 re f", Group=Dictionary(S=Name.Transparency))
        for _ in range(2):
            holder = Dictionary(XObject=Dictionary(X=pdf.make_indirect(made)), ExtGState=states)
            content = "/G gs " + "/X Do " * count
            made = form(pdf, content, Group=Dictionary(S=Name.Transparency), Resources=holder)
        return "q /G gs /X0 Do Q", {"/XObject": {"/X0": made}, "/ExtGState": {"/G": Dictionary(ca=0.5)}}

    return draw


def over_and_over(content: str, **state: Any) -> Callable[[pikepdf.Pdf], Any]:
    return lambda _: (f"q /G gs {content} Q", {"/ExtGState": {"/G": Dictionary(**state)}})


def tiled(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
    """A pattern whose tiles lie over one another, each drawn whole."""
    cell = pdf.make_stream(b"0 0 0 1 k 0 0 1 1 re f", PatternType=1, PaintType=1, TilingType=1)
    cell.BBox, cell.XStep, cell.YStep = Array([0, 0, 50, 50]), 1, 1
    content = "q /G gs /Pattern cs /P scn 0 0 300 400 re f Q"
    return content, {"/Pattern": {"/P": cell}, "/ExtGState": {"/G": Dictionary(ca=0.5)}}


@pytest.mark.parametrize(
    "drawing",
    [
        tiled,
        groups(375),
        groups(375, 2),
        nested(15),
        over_and_over("0 0 300 400 re f " * 125, BM=Name.Multiply),
        over_and_over("0 0 300 400 re f " * 6_250, ca=0.5),
        lambda pdf: faded(pdf, "0 0 300 400 re f " * 125, "0 0 300 400 re f " * 38),
        over_and_over("0 0 m " + "300 400 l 300 0 l 0 400 l 0 0 l " * 1125 + "f* ", ca=0.5),
        over_and_over("[0.05] 0 d 0 0 m 300 400 l S " * 1_250, ca=0.5),
    ],
)
def test_what_would_take_minutes_to_draw_could_not_be_measured(drawing, monkeypatch):
    """A sixteenth of it, at a sixteenth of what drawing may take."""
    bounded(monkeypatch, MOST_DRAWING=250_000, FREE_DRAWING=9_375)
    data = with_drawing(drawing, X4)
    before = time.process_time()
    report = preflight(data, X4)
    assert time.process_time() - before < 5
    assert any(f.rule == "total-ink" and "far more to draw" in f.message for f in report.findings)


def test_dashes_as_fine_as_dust_are_refused():
    assert rules(found("[0.0001] 0 d 0 0 m 300 400 l S")) == {"content"}
    assert found(f"[2 1] 0 d {SQUARE} S [] 0 d {SQUARE} S") == []


def test_the_work_that_many_pages_ask_for_is_counted_together(monkeypatch):
    """A sixteenth of it, at a sixteenth of what drawing may take."""
    bounded(monkeypatch, MOST_DRAWING=250_000, FREE_DRAWING=9_375)

    def change(pdf: pikepdf.Pdf) -> None:
        for number in range(8):
            if number:
                pdf.pages.append(pdf.pages[0])
            content, resources = groups(25 + number)(pdf)
            page = pdf.pages[number].obj
            page.Resources = Dictionary({key: Dictionary(value) for key, value in resources.items()})
            page.Contents = pdf.make_stream(content.encode())

    report = preflight(changed(good_x4(("+4",)), change), X4)
    refused = {each.rule: each.page for each in report.findings if "far more to draw" in each.message}
    assert refused["bleed-art"] > 1
    assert "total-ink" in refused


def test_a_few_groups_are_measured():
    assert "total-ink" not in rules(found(groups(20), X4))


def test_millions_of_operators_are_refused_soon(monkeypatch):
    """A fiftieth of as many, at a fiftieth of the limit."""
    bounded(monkeypatch, MOST_OPERATORS=20_000)
    data = with_drawing("0 0 0 1 k 60 60 1 1 re f\n" * 40_000)
    before = time.process_time()
    assert rules(list(preflight(data, X1A).findings)) == {"content"}
    assert time.process_time() - before < 3


# --- and besides ----------------------------------------------------------------------------------------


def test_an_empty_stream_is_an_empty_stream_also_if_it_is_packed():
    def change(pdf: pikepdf.Pdf) -> None:
        empty = pdf.make_stream(b"")
        pdf.pages[0].obj.Contents = Array([pdf.pages[0].obj.Contents, empty])

    # qpdf writes it so that nothing at all is packed with Flate.
    data = changed(good(), change)
    assert re.search(rb"<< (/Filter /FlateDecode )?/Length 0 (/Filter /FlateDecode )?>>", data)
    assert preflight(data, X1A).findings == ()


def test_an_associated_file_is_one_finding():
    def change(pdf: pikepdf.Pdf) -> None:
        file = pdf.make_stream(b"a,b", Type=Name.EmbeddedFile)
        named = pdf.make_indirect(Dictionary(Type=Name.Filespec, F="a.csv", EF=Dictionary(F=file)))
        pdf.Root.AF = Array([named])

    (finding,) = preflight(changed(good(), change), X1A).findings
    assert finding.message == "another file is embedded in this one"


def test_what_a_clip_hides_is_no_mark_outside_the_bleed():
    target = Target(standard="x1a", marks="forbidden", safe=3 * MM)
    data = with_drawing(f"q 5 5 1 1 re W n {SQUARE} f Q")
    assert preflight(data, target).findings == ()
