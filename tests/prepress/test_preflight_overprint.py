"""Preflight finds what overprint would take away, in whatever it is drawn, and lets pure black be."""

from __future__ import annotations

import zlib
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name
from preflight_samples import changed
from test_preflight_page import (
    SQUARE,
    X1A,
    X4,
    Drawing,
    found,
    good,
    image,
    profiled,
    rules,
    shading,
    spot,
)

from cardgen.prepress.pdf import plates
from cardgen.prepress.preflight import preflight

OVER = Dictionary(OP=True, op=True, OPM=1)
#: What lies under it all: the page's own ground and a blue square.
BLUE = f"1 0.5 0 0 k {SQUARE} f"


def over(drawing: Drawing, state: Dictionary = OVER) -> Drawing:
    """Something drawn on blue with a graphics state."""

    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        content, resources = (drawing, {}) if isinstance(drawing, str) else drawing(pdf)
        return f"q {BLUE} /G9 gs {content} Q", {**resources, "/ExtGState": {"/G9": state}}

    return draw


def in_colorants(parts: str, *names: str, paint: str = f"{SQUARE} f") -> Drawing:
    def draw(_: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        function = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0] * 4, C1=[1] * 4, N=1)
        inks = Array([Name("/" + name) for name in names])
        space = Array([Name.DeviceN, inks, Name.DeviceCMYK, function])
        return f"/CS9 cs {parts} sc {paint}", {"/ColorSpace": {"/CS9": space}}

    return draw


def in_form(content: str, **more: Any) -> Drawing:
    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        made = pdf.make_stream(content.encode(), Type=Name.XObject, Subtype=Name.Form)
        made.BBox, made.Resources = Array([0, 0, 300, 400]), Dictionary(**more)
        return "/X9 Do", {"/XObject": {"/X9": made}}

    return draw


def with_image(space: Any, size: int, **more: Any) -> Drawing:
    """A picture of 125 x 125 pixels: 300 an inch in a square."""

    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        facts = {"Width": 125, "Height": 125, "Filter": Name.FlateDecode, **more}
        made = image(pdf, space(pdf), zlib.compress(b"\x20" * (125 * 125 * size)), **facts)
        return "q 30 0 0 30 80 60 cm /X9 Do Q", {"/XObject": {"/X9": made}}

    return draw


def faded(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
    cyan = spot("Cyan")(pdf)
    return f"{SQUARE} W n /S9 sh", {"/Shading": {"/S9": shading(pdf, cyan, [0], [1])}}


def white_pattern(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
    cell = pdf.make_stream(b"/G0 gs 0 0 0 0 k 0 0 5 5 re f", Type=Name.Pattern, PatternType=1)
    cell.TilingType, cell.PaintType, cell.BBox, cell.XStep, cell.YStep = 1, 1, Array([0, 0, 9, 9]), 9, 9
    cell.Resources = Dictionary(ExtGState=Dictionary(G0=OVER))
    return f"/Pattern cs /P9 scn {SQUARE} f", {"/Pattern": {"/P9": cell}}


def indexed(pdf: pikepdf.Pdf) -> Array:
    return Array([Name.Indexed, Name.DeviceCMYK, 1, pikepdf.String("\0\0\0\0\0\x20\0\0")])


WHITE = f"0 0 0 0 k {SQUARE} f"
LOST: dict[str, Drawing] = {
    "white fill": over(WHITE),
    "light fill": over(f"0 0.04 0.1 0 k {SQUARE} f"),
    "dark fill": over(f"0 0.9 0.8 0 k {SQUARE} f"),
    "grey of black ink": over(f"0 0 0 0.5 k {SQUARE} f"),
    "only OP said, which is for fills too": over(WHITE, Dictionary(OP=True, OPM=1)),
    "mode and switch said apart": lambda pdf: (
        f"q {BLUE} /G8 gs /G9 gs {WHITE} Q",
        {"/ExtGState": {"/G8": Dictionary(OPM=1), "/G9": Dictionary(op=True)}},
    ),
    "stroke": over(f"0 0 0 0 K 4 w {SQUARE} S"),
    "stroke where fills knock out": over(
        f"{BLUE} 0 0 0 0 K 4 w {SQUARE} S", Dictionary(OP=True, op=False, OPM=1)
    ),
    "text": over("0 0 0 0 k BT /F1+0 24 Tf 82 62 Td (b) Tj ET"),
    "outlined text": over("0 0 0 0 K 1 w BT /F1+0 24 Tf 1 Tr 82 62 Td (b) Tj ET"),
    "stencil": over(lambda pdf: _stencil(pdf)),
    "in a form that inherits it": over(in_form(WHITE)),
    "in a form of its own": lambda pdf: _behind(
        in_form(f"/G9 gs {WHITE}", ExtGState=Dictionary(G9=OVER))(pdf)
    ),
    "in a pattern": lambda pdf: _behind(white_pattern(pdf)),
    "cyan alone, in any mode": over(
        lambda pdf: (f"/CS9 cs 0 sc {SQUARE} f", {"/ColorSpace": {"/CS9": spot("Cyan")(pdf)}}),
        Dictionary(OP=True, op=True),
    ),
    "two inks": over(in_colorants("0 0.3", "Magenta", "Yellow")),
    "picture in one ink": over(with_image(spot("Yellow"), 1)),
    "picture in grey of black ink": over(with_image(spot("Black"), 1)),
    "shading in one ink": over(faded),
}  # fmt: skip


def _behind(drawn: tuple[str, dict[str, Any]]) -> tuple[str, dict[str, Any]]:
    return f"q {BLUE} {drawn[0]} Q", drawn[1]


def _stencil(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
    facts = {"Width": 256, "Height": 256, "ImageMask": True, "BitsPerComponent": 1}
    made = image(pdf, Name.DeviceGray, b"\0" * (32 * 256), **facts)
    del made.ColorSpace
    return "0 0 0 0 k q 30 0 0 30 80 60 cm /X9 Do Q", {"/XObject": {"/X9": made}}


@pytest.mark.parametrize("case", LOST)
def test_what_overprint_takes_away_is_an_error(case: str) -> None:
    findings = found(LOST[case])
    assert rules(findings) == {"overprint"}, findings
    assert {(finding.page, finding.severity) for finding in findings} == {(1, "error")}


KEPT: dict[str, Drawing] = {
    "pure black": over(f"0 0 0 1 k {SQUARE} f"),
    "pure black by its name": over(in_colorants("1", "Black")),
    "mode 0": over(WHITE, Dictionary(OP=True, op=True)),
    "grey, which is no CMYK": over(f"1 g {SQUARE} f"),
    "switched off again": lambda pdf: (
        f"q {BLUE} /G8 gs /G9 gs {WHITE} Q",
        {"/ExtGState": {"/G8": OVER, "/G9": Dictionary(OP=False)}},
    ),
    "fills that knock out": over(WHITE, Dictionary(OP=True, op=False, OPM=1)),
    "some of each ink": over(f"0.01 0.01 0.01 0.01 k {SQUARE} f"),
    "a table of CMYK": over(
        lambda pdf: (f"/CS9 cs 1 sc {SQUARE} f", {"/ColorSpace": {"/CS9": indexed(pdf)}})
    ),
    "picture in CMYK": over(with_image(lambda _: Name.DeviceCMYK, 4)),
    "all four inks": over(in_colorants("0 0 0.2 0", "Cyan", "Magenta", "Yellow", "Black")),
    "darkened by it anyway": over(WHITE, Dictionary(OP=True, op=True, OPM=1, BM=Name.Multiply)),
    "the same colour below": over(f"1 0.5 0 0 k {SQUARE} f"),
    "hidden by what is above": over(f"{WHITE} 0.2 0.2 0.2 0.2 k {SQUARE} f"),
}  # fmt: skip


@pytest.mark.parametrize("case", KEPT)
def test_what_overprint_leaves_to_be_seen_is_welcome(case: str) -> None:
    assert not {"overprint", "content"} & rules(found(KEPT[case]))


def test_white_that_overprints_bare_paper_is_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plates, "overprint_losses", lambda *_, **__: pytest.fail("drawn for nothing"))

    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj.Resources.ExtGState["/G9"] = OVER
        pdf.pages[0].contents_add(f"q /G9 gs {WHITE} Q ".encode(), prepend=True)

    assert preflight(changed(good(), change), X1A).findings == ()


def test_our_own_files_need_no_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pure black on every card; what overprints can be told from the colours alone."""
    monkeypatch.setattr(plates, "overprint_losses", lambda *_, **__: pytest.fail("drawn for nothing"))
    assert rules(found(over(f"0 0 0 1 k {SQUARE} f 0 0 0 1 K {SQUARE} S"))) == set()


@pytest.mark.parametrize("target", [X1A, X4], ids=["x1a", "x4"])
def test_what_cannot_be_told_has_not_passed(target: Any) -> None:
    def profiled_white(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        return f"/CS9 cs 0 0 0 0 sc {SQUARE} f", {"/ColorSpace": {"/CS9": profiled(4)(pdf)}}

    findings = [each for each in found(over(profiled_white), target) if each.rule == "overprint"]
    assert [each.severity for each in findings] == ["not judged"]
    assert "cannot be determined because of colours by an ICC profile" in findings[0].message


def test_a_finding_names_what_is_lost_and_what_to_do() -> None:
    (finding,) = found(over(f"0 0 0 1 k 80 60 9 9 re f {WHITE} 0 0 0 1 k 95 80 9 9 re f"))
    assert finding.message == "a fill in white overprints, and is lost over what is under it"
    assert "knocks out" in finding.hint
    (finding,) = found(over(f"0 0.04 0.1 0 k {SQUARE} f"))
    assert finding.message.startswith(
        "a fill in 0/4/10/0 overprints, so that what is under it prints through"
    )
