"""Each rule about what is drawn: files with one single fault, which this rule alone finds."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from fontTools.ttLib import TTFont
from made_fonts import made_font
from pikepdf import Array, Dictionary, Name
from preflight_samples import ART, BLEED, TRIM, bounded, changed, good_x1a, good_x4

from cardgen import api
from cardgen.output.press import PressJob, write_press
from cardgen.prepress.preflight import RULES, preflight, rule_name
from cardgen.prepress.preflight.findings import Finding, Target
from cardgen.prepress.preflight.page_rules import check_content
from cardgen.units import MM

PAGES = ("+4", "back")
X1A, X4 = Target(standard="x1a"), Target(standard="x4")
#: A place in the middle of a card.
SQUARE = "80 60 30 30 re"
#: Type that lies within the square.
SMALL_BLACK = "0 0 0 1 k BT /F1+0 8 Tf 90 65 Td (b) Tj ET"

Drawing = str | Callable[[pikepdf.Pdf], tuple[str, dict[str, Any]]]


def good(target: Target = X1A) -> bytes:
    return good_x4(PAGES) if target.standard == "x4" else good_x1a(PAGES)


def add(pdf: pikepdf.Pdf, page: pikepdf.Page, content: str | bytes, resources: dict[str, Any]) -> None:
    """Draw more on a page, with more to draw with."""
    holder = page.obj.Resources
    for category, things in resources.items():
        if category not in holder:
            holder[category] = Dictionary()
        for name, thing in things.items():
            holder[category][name] = thing
    page.contents_add(b"q ", prepend=True)
    page.contents_add(b"Q " + (content.encode() if isinstance(content, str) else content))


def with_drawing(drawing: Drawing, target: Target = X1A) -> bytes:
    """A good file with something drawn on its first page."""

    def change(pdf: pikepdf.Pdf) -> None:
        content, resources = (drawing, {}) if isinstance(drawing, str) else drawing(pdf)
        add(pdf, pdf.pages[0], content, resources)

    # Else qpdf packs anew what is packed with LZW.
    as_is = {"stream_decode_level": pikepdf.StreamDecodeLevel.none, "compress_streams": False}
    return changed(good(target), change, **as_is)


def found(drawing: Drawing, target: Target = X1A, **more: Any) -> list[Finding]:
    target = target._replace(**more)
    return list(preflight(with_drawing(drawing, target), target).findings)


def rules(findings: list[Finding]) -> set[str]:
    return {finding.rule for finding in findings}


def errors(findings: list[Finding]) -> set[str]:
    return {finding.rule for finding in findings if finding.severity == "error"}


# --- ways to draw something -------------------------------------------------------------------------


def image(pdf: pikepdf.Pdf, space: Any, data: bytes = b"\x80" * 8, **more: Any) -> pikepdf.Stream:
    facts = {"Width": 1, "Height": 1, "BitsPerComponent": 8, **more}
    made = pdf.make_stream(data, Type=Name.XObject, Subtype=Name.Image, ColorSpace=space)
    for key, value in facts.items():
        made[f"/{key}"] = value
    return made


def placed(made: Callable[[pikepdf.Pdf], Any], matrix: str = "30 0 0 30 80 60") -> Drawing:
    """An image or a form, placed."""
    return lambda pdf: (f"q {matrix} cm /X0 Do Q", {"/XObject": {"/X0": made(pdf)}})


def in_space(space: Callable[[pikepdf.Pdf], Any], parts: str, paint: str = f"{SQUARE} f") -> Drawing:
    """Something in a colour of a space."""
    return lambda pdf: (f"/CS9 cs {parts} sc {paint}", {"/ColorSpace": {"/CS9": space(pdf)}})


def form(pdf: pikepdf.Pdf, content: str, **more: Any) -> pikepdf.Stream:
    made = pdf.make_stream(content.encode(), Type=Name.XObject, Subtype=Name.Form)
    made.BBox = Array([0, 0, 300, 400])
    for key, value in more.items():
        made[f"/{key}"] = value
    return made


def in_form(content: str, **more: Any) -> Drawing:
    return placed(lambda pdf: form(pdf, content, **more), "1 0 0 1 0 0")


def in_form_of_form(content: str) -> Drawing:
    def made(pdf: pikepdf.Pdf) -> Any:
        inner = Dictionary(XObject=Dictionary(In=form(pdf, content)))
        return form(pdf, "/In Do", Resources=inner)

    return placed(made, "1 0 0 1 0 0")


def in_pattern(content: str, paint: str = f"{SQUARE} f", uncolored: bool = False) -> Drawing:
    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        cell = pdf.make_stream(content.encode(), Type=Name.Pattern, PatternType=1, TilingType=1)
        cell.PaintType = 2 if uncolored else 1
        cell.BBox, cell.XStep, cell.YStep = Array([0, 0, 9, 9]), 9, 9
        cell.Resources = Dictionary()
        spaces = {"/U": Array([Name.Pattern, Name.DeviceRGB])}
        color = "/U cs 1 0 0 /P0 scn" if uncolored else "/Pattern cs /P0 scn"
        return f"{color} {paint}", {"/Pattern": {"/P0": cell}, "/ColorSpace": spaces}

    return draw


def in_glyph(content: str, color: str = "0 0 0 1 k") -> Drawing:
    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        font = Dictionary(
            Type=Name.Font,
            Subtype=Name.Type3,
            FontBBox=Array([0, 0, 0, 0]),
            FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
            CharProcs=Dictionary(a=pdf.make_stream(content.encode())),
            Encoding=Dictionary(Type=Name.Encoding, Differences=Array([97, Name("/a")])),
            FirstChar=97,
            LastChar=97,
            Widths=Array([1000]),
            Resources=Dictionary(),
        )
        return f"{color} BT /T3 20 Tf 80 60 Td (a) Tj ET", {"/Font": {"/T3": font}}

    return draw


def in_state(content: str = "", **facts: Any) -> Drawing:
    return lambda _: (f"/G0 gs {content}", {"/ExtGState": {"/G0": Dictionary(**facts)}})


def shading(pdf: pikepdf.Pdf, space: Any, one: list[float], other: list[float]) -> Dictionary:
    function = Dictionary(FunctionType=2, Domain=[0, 1], C0=one, C1=other, N=1)
    return Dictionary(ShadingType=2, ColorSpace=space, Coords=[80, 60, 110, 60], Function=function)


def shaded(space: Any, one: list[float], other: list[float]) -> Drawing:
    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        return f"q {SQUARE} W n /S0 sh Q", {"/Shading": {"/S0": shading(pdf, space, one, other)}}

    return draw


def shaded_pattern(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
    pattern = Dictionary(PatternType=2, Shading=shading(pdf, Name.DeviceRGB, [1, 0, 0], [0, 0, 1]))
    return f"/Pattern cs /P0 scn {SQUARE} f", {"/Pattern": {"/P0": pattern}}


def spot(name: str, alternate: Name = Name.DeviceCMYK) -> Callable[[pikepdf.Pdf], Array]:
    inks = {"Cyan": [1, 0, 0, 0], "Yellow": [0, 0, 1, 0], "Black": [0, 0, 0, 1]}.get(name, [0, 1, 0, 0])
    parts = [0, 1, 0] if alternate == Name.DeviceRGB else inks
    function = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0] * len(parts), C1=parts, N=1)
    return lambda _: Array([Name.Separation, Name("/" + name), alternate, function])


def profiled(components: int) -> Callable[[pikepdf.Pdf], Array]:
    return lambda pdf: Array([Name.ICCBased, pdf.make_stream(b"profile", N=components)])


WHITE_POINT = Dictionary(WhitePoint=[0.9505, 1, 1.089])
#: One pixel of grey as JPEG 2000 says it: the start of a codestream, and its size.
JPEG_2000 = bytes.fromhex("ff4fff510029 0000 00000001 00000001 00000000 00000000".replace(" ", ""))
JPEG_2000 += bytes.fromhex("00000001 00000001 00000000 00000000 0001 070101".replace(" ", ""))
RGB_INLINE = b"q 30 0 0 30 80 60 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI Q"


# --- one fault, one rule ----------------------------------------------------------------------------

RGB: dict[str, Drawing] = {
    "fill": f"1 0 0 rg {SQUARE} f",
    "stroke": f"1 0 0 RG {SQUARE} S",
    "color space": f"/DeviceRGB cs 1 0 0 sc {SQUARE} f",
    "text": "1 0 0 rg BT /F1+0 24 Tf 80 60 Td (b) Tj ET",
    "outlined text": "1 0 0 RG BT /F1+0 24 Tf 1 Tr 80 60 Td (b) Tj ET",
    "image": placed(lambda pdf: image(pdf, Name.DeviceRGB)),
    "inline image": RGB_INLINE.decode(),
    "stencil": placed(
        lambda pdf: image(pdf, Name.DeviceGray, ImageMask=True, BitsPerComponent=1),
        "1 0 0 rg 30 0 0 30 80 60",
    ),
    "indexed image": placed(
        lambda pdf: image(pdf, Array([Name.Indexed, Name.DeviceRGB, 1, pikepdf.String("abcdef")]))
    ),
    "alternate": in_space(spot("Black", Name.DeviceRGB), "1"),
    "shading": shaded(Name.DeviceRGB, [1, 0, 0], [0, 0, 1]),
    "shading pattern": shaded_pattern,
    "form": in_form(f"1 0 0 rg {SQUARE} f"),
    "form in a form": in_form_of_form(f"1 0 0 rg {SQUARE} f"),
    "pattern": in_pattern("1 0 0 rg 0 0 5 5 re f"),
    "uncoloured pattern": in_pattern("0 0 5 5 re f", uncolored=True),
    "stroked pattern": in_pattern("0 0 5 5 re f 1 0 0 RG 0 0 5 5 re S"),
    "glyph": in_glyph("1000 0 d0 1 0 0 rg 0 0 700 700 re f"),
    "glyph of the text's colour": in_glyph("1000 0 0 0 700 700 d1 0 0 700 700 re f", "1 0 0 rg"),
    "hidden by a clip": f"q 5 5 1 1 re W n 1 0 0 rg {SQUARE} f Q",
}

#: A ground of three inks.
THREE_INKS = f"0.6 0.5 0.4 0 k {SQUARE} f"
#: The same as a pixel, and one of two inks.
THREE_PARTS, TWO_PARTS = bytes((153, 128, 102, 0)), bytes((153, 128, 0, 0))
WHITE_TYPE = "0 0 0 0 k BT /F1+0 6.5 Tf 85 65 Td (b) Tj ET"
WHITE_LINE = "0 0 0 0 K 0.3 w 85 70 m 105 70 l S"


def _white_on_picture(pdf: pikepdf.Pdf, white: str, pixel: bytes) -> tuple[str, dict[str, Any]]:
    pixels = pixel * 150 * 150
    made = lambda pdf: image(pdf, Name.DeviceCMYK, pixels, Width=150, Height=150)  # noqa: E731
    content, resources = placed(made)(pdf)  # type: ignore[operator]
    return f"{content} {white}", resources


def _white_on_gradient(pdf: pikepdf.Pdf, inks: list[float]) -> tuple[str, dict[str, Any]]:
    content, resources = shaded(Name.DeviceCMYK, inks, [part / 2 for part in inks])(pdf)  # type: ignore[operator]
    return f"{content} {WHITE_TYPE}", resources


def _cyan_as_magenta(_: pikepdf.Pdf) -> Array:
    function = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0] * 4, C1=[0, 1, 0, 0], N=1)
    return Array([Name.Separation, Name.Cyan, Name.DeviceCMYK, function])


def _two_alternates(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
    function = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0] * 4, C1=[0, 0.2, 1, 0], N=1)
    other = Array([Name.Separation, Name.Gold, Name.DeviceCMYK, function])
    over = {"/G": Dictionary(OP=True, op=True)}
    return (
        f"/G gs /A CS 1 SC {SQUARE} S /B CS 1 SC {SQUARE} S",
        {"/ColorSpace": {"/A": spot("Gold")(pdf), "/B": other}, "/ExtGState": over},
    )


FAULTS: dict[str, list[tuple[str, Drawing, dict[str, Any]]]] = {
    "rgb-color": [(name, drawing, {}) for name, drawing in RGB.items()],
    "seen-color": [
        ("icc", in_space(profiled(4), "0 0 0 1"), {}),
        ("lab", in_space(lambda _: Array([Name.Lab, WHITE_POINT]), "50 0 0"), {}),
        ("calrgb", in_space(lambda _: Array([Name.CalRGB, WHITE_POINT]), "1 0 0"), {}),
        ("calgray", in_space(lambda _: Array([Name.CalGray, WHITE_POINT]), "1"), {}),
        (
            "default",
            lambda pdf: (f"0 g {SQUARE} f", {"/ColorSpace": {"/DefaultGray": profiled(1)(pdf)}}),
            {},
        ),
    ],
    "spot-color": [
        ("fill", in_space(spot("Gold"), "1"), {}),
        ("cut contour where none may be", in_space(spot("CutContour"), "1"), {"spots": ()}),
        ("form", lambda pdf: _spot_in_form(pdf), {}),
    ],
    "registration-color": [("fill", in_space(spot("All"), "0.2"), {})],
    "die-line": [
        ("filled", in_space(spot("CutContour"), "1"), {}),
        (
            "not overprinting",
            lambda pdf: (f"/C CS 1 SC {SQUARE} S", {"/ColorSpace": {"/C": spot("CutContour")(pdf)}}),
            {},
        ),
    ],
    "content": [
        ("unknown operator", "1 2 foo", {}),
        ("unknown operator in a compatibility section", "BX 1 2 foo EX", {}),
        ("too many restores", "Q", {}),
        ("too few restores", "q", {}),
        ("missing font", "BT /F99 12 Tf (a) Tj ET", {}),
        ("missing form", "/Fm99 Do", {}),
        ("missing colour space", f"/CS99 cs {SQUARE} f", {}),
        ("too few operands", f"0 0 1 k {SQUARE} f", {}),
        ("form in itself", lambda pdf: _endless(pdf), {}),
        ("binary", "\x01\x02\x03", {}),
        ("text that does not end", "BT (abc", {}),
        ("beyond any page", "1 0 0 1 99999999 0 cm 0 0 9 9 re f", {}),
    ],
    "alpha": [
        ("fill", in_state(ca=0.5), {}),
        ("stroke", in_state(CA=0.5), {}),
        ("form", lambda pdf: _state_in_form(pdf, ca=0.5), {}),
    ],
    "blend-mode": [
        ("multiply", in_state(BM=Name.Multiply), {}),
        ("several", in_state(BM=Array([Name.Screen, Name.Normal])), {}),
    ],
    "soft-mask": [
        ("state", lambda pdf: _masked_state(pdf), {}),
        (
            "image",
            placed(lambda pdf: image(pdf, Name.DeviceGray, SMask=image(pdf, Name.DeviceGray))),
            {},
        ),
    ],
    "transparency-group": [("form", in_form("n", Group=Dictionary(S=Name.Transparency)), {})],
    "picture-packing": [
        (
            "lzw",
            placed(
                lambda pdf: image(
                    pdf, Name.DeviceGray, b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", Filter=Name.LZWDecode
                )
            ),
            {},
        ),
        (
            "inline lzw",
            "q 30 0 0 30 80 60 cm BI /W 1 /H 1 /BPC 8 /CS /G /F /LZW ID abcd EI Q",
            {},
        ),
        (
            "jpeg 2000",
            placed(lambda pdf: image(pdf, Name.DeviceGray, JPEG_2000, Filter=Name.JPXDecode)),
            {},
        ),
    ],
    "picture-depth": [("16 bits", placed(lambda pdf: image(pdf, Name.DeviceGray, BitsPerComponent=16)), {})],
    "picture-resolution": [
        ("coarse", placed(lambda pdf: _pixels(pdf, 100, 100), "30 0 0 30 80 60"), {}),
        ("coarse one bit", placed(lambda pdf: _pixels(pdf, 200, 200, 1), "30 0 0 30 80 60"), {}),
        ("turned", placed(lambda pdf: _pixels(pdf, 100, 100), "21 21 -21 21 95 60"), {}),
        (
            "inline",
            "q 30 0 0 30 80 60 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q",
            {},
        ),
        ("pattern", lambda pdf: _pixels_in_pattern(pdf), {}),
    ],
    "stretched-picture": [("wide", placed(lambda pdf: _pixels(pdf, 200, 200), "30 0 0 40 80 60"), {})],
    "hairline": [
        ("thin", f"0.1 w {SQUARE} S", {}),
        ("in a tint", f"0 0 0 0.5 K 0.3 w {SQUARE} S", {}),
        ("in a tint of a grey", f"0.5 G 0.3 w {SQUARE} S", {}),
        ("as thin as can be", f"0 w {SQUARE} S", {}),
        ("scaled", "q 0.1 0 0 0.1 0 0 cm 800 600 300 300 re S Q", {}),
        ("scaled one way", "q 1 0 0 0.1 0 0 cm 80 600 30 300 re S Q", {}),
        ("by a state", in_state(f"{SQUARE} S", LW=0.1), {}),
        ("form", placed(lambda pdf: form(pdf, "80 60 30 30 re S"), "0.2 0 0 0.2 80 60"), {}),
        ("glyph", in_glyph("1000 0 d0 10 w 0 0 700 700 re S"), {}),
        ("pattern", in_pattern("0.1 w 0 0 5 5 re S"), {}),
    ],
    "thin-shape": [
        ("strip", "80 60 30 0.1 re f", {}),
        ("in a tint", "0.5 0 0.3 0 k 80 60 30 0.3 re f", {}),
        ("strip of points", "80 60 m 110 60 l 110 60.1 l 80 60.1 l h f", {}),
        ("no height", "80 60 m 110 60 l f", {}),
        ("one of several", f"{SQUARE} 80 50 30 0.1 re f", {}),
    ],
    "small-type": [
        ("size", "1 0 0 0 k BT /F1+0 5 Tf 80 60 Td (b) Tj ET", {}),
        ("text matrix", "1 0 0 0 k BT /F1+0 1 Tf 5 0 0 5 80 60 Tm (b) Tj ET", {}),
        ("scaled", "q 0.5 0 0 0.5 40 30 cm 1 0 0 0 k BT /F1+0 10 Tf 80 60 Td (b) Tj ET Q", {}),
        ("form", lambda pdf: _text_in_form(pdf, 5), {}),
        ("glyph", in_glyph("1000 0 d0 0 0 150 150 re f"), {}),
    ],
    "many-inks-type": [("small", "0.9 0.6 0.4 0 k BT /F1+0 8 Tf 80 60 Td (b) Tj ET", {})],
    "knocked-out-type": [
        ("black", SMALL_BLACK, {}),
        ("grey", SMALL_BLACK.replace("0 0 0 1 k", "0 g"), {}),
        ("overprinting grey", in_state(SMALL_BLACK.replace("0 0 0 1 k", "0 g"), OP=True, op=True, OPM=1), {}),
        # In this mode a colour of four inks takes away those that it has none of.
        ("mode 0", in_state(SMALL_BLACK, OP=True, op=True, OPM=0), {}),
        ("on a picture", lambda pdf: _on_picture(pdf), {}),
    ],
    "type-with-fonts": [("page", "0.1 0 0 0 k BT /F1+0 14 Tf 80 60 Td (b) Tj ET", {"outlines": True})],
    "type-3-font": [("glyph", in_glyph("1000 0 d0 0 0 700 700 re f"), {})],
    "invisible-text": [
        ("page", "BT 3 Tr /F1+0 3 Tf 5 60 Td (hidden) Tj ET", {}),
        ("form", lambda pdf: _text_in_form(pdf, 12, mode=3), {}),
    ],
    "glyph-widths": [
        ("simple", lambda pdf: _wide(pdf), {}),
        ("composite", lambda pdf: _composite(pdf, "<0003>", 900), {}),
        ("simple, compact", lambda pdf: _compact(pdf, "(A)", 800), {}),
        ("composite, compact", lambda pdf: _compact(pdf, "<0001>", 800, composite=True), {}),
    ],
    "missing-glyph": [
        ("simple", "0.1 0 0 0 k BT /F1+0 12 Tf 80 60 Td (\\336) Tj ET", {}),
        ("composite", lambda pdf: _composite(pdf, "<0000>", 500), {}),
        ("simple, compact", lambda pdf: _compact(pdf, "(B)", 600), {}),
        ("composite, compact", lambda pdf: _compact(pdf, "<0000>", 600, composite=True), {}),
    ],
    "reversed-out": [
        ("type", f"{THREE_INKS} 0 0 0 0 k BT /F1+0 6.5 Tf 90 65 Td (b) Tj ET", {}),
        ("type in white grey", f"{THREE_INKS} 1 g BT /F1+0 6.5 Tf 90 65 Td (b) Tj ET", {}),
        ("line", f"{THREE_INKS} 0 0 0 0 K 0.3 w 85 70 m 105 70 l S", {}),
        ("line of half a point", f"{THREE_INKS} 0 0 0 0 K 0.5 w 85 70 m 105 70 l S", {}),
        ("type on a picture", lambda pdf: _white_on_picture(pdf, WHITE_TYPE, THREE_PARTS), {}),
        ("line on a picture", lambda pdf: _white_on_picture(pdf, WHITE_LINE, THREE_PARTS), {}),
        ("type on a gradient", lambda pdf: _white_on_gradient(pdf, [0.6, 0.5, 0.4, 0]), {}),
    ],
    "ink-alternate": [
        ("cyan shown as magenta", in_space(_cyan_as_magenta, "1"), {}),
        ("two for one spot", lambda pdf: _two_alternates(pdf), {"spots": ("Gold",), "die_line": "allowed"}),
    ],
    "safe-zone": [
        ("text", "1 0 0 0 k BT /F1+0 12 Tf 13 60 Td (b) Tj ET", {}),
        ("text at the top", f"1 0 0 0 k BT /F1+0 12 Tf 80 {ART + TRIM[1] - 10} Td (b) Tj ET", {}),
        ("text over the trim", "1 0 0 0 k BT /F1+0 12 Tf 8 60 Td (b) Tj ET", {}),
        ("small thing", "0 0 0 1 k 13 60 20 20 re f", {}),
        ("form", lambda pdf: _text_in_form(pdf, 12, 13), {}),
    ],
    "total-ink": [
        ("fill", f"0.9 0.9 0.9 0.9 k {SQUARE} f", {}),
        ("image", placed(lambda pdf: image(pdf, Name.DeviceCMYK, b"\xf0" * 4)), {}),
        ("pattern", in_pattern("0.9 0.9 0.9 0.9 k 0 0 5 5 re f"), {}),
        ("form", in_form(f"0.9 0.9 0.9 0.9 k {SQUARE} f"), {}),
        ("shading", shaded(Name.DeviceCMYK, [0, 0, 0, 0], [0.9, 0.9, 0.9, 0.9]), {}),
        ("overprint", lambda _: _overprinted(), {}),
    ],
}


def _pixels(pdf: pikepdf.Pdf, width: int, height: int, bits: int = 8) -> Any:
    data = b"\x80" * ((width * bits + 7) // 8 * height)
    return image(pdf, Name.DeviceGray, data, Width=width, Height=height, BitsPerComponent=bits)


def _pixels_in_pattern(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
    content, resources = in_pattern("9 0 0 9 0 0 cm /Im0 Do")(pdf)
    resources["/Pattern"]["/P0"].Resources = Dictionary(XObject=Dictionary(Im0=_pixels(pdf, 9, 9)))
    return content, resources


def _spot_in_form(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
    holder = Dictionary(ColorSpace=Dictionary(C=spot("Gold")(pdf)))
    return "/X0 Do", {"/XObject": {"/X0": form(pdf, f"/C cs {SQUARE} f", Resources=holder)}}


def _state_in_form(pdf: pikepdf.Pdf, **facts: Any) -> tuple[str, dict[str, Any]]:
    holder = Dictionary(ExtGState=Dictionary(G=Dictionary(**facts)))
    return "/X0 Do", {"/XObject": {"/X0": form(pdf, "/G gs", Resources=holder)}}


def _wide(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
    """The letter b in a font that says that it is much wider than it is."""
    font = pikepdf.Dictionary(pdf.pages[0].obj.Resources.Font["/F1+0"])
    font.Widths = Array([1000 for _ in font.Widths])
    return "0.1 0 0 0 k BT /W 12 Tf 80 60 Td (4) Tj ET", {"/Font": {"/W": pdf.make_indirect(font)}}


def _composite(pdf: pikepdf.Pdf, shown: str, width: int) -> tuple[str, dict[str, Any]]:
    """A glyph of a font of many, which says that it is so wide."""
    simple = pdf.pages[0].obj.Resources.Font["/F1+0"]
    below = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=simple.BaseFont,
        CIDSystemInfo=Dictionary(
            Registry=pikepdf.String("Adobe"), Ordering=pikepdf.String("Identity"), Supplement=0
        ),
        CIDToGIDMap=Name.Identity,
        DW=width,
        FontDescriptor=simple.FontDescriptor,
    )
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=simple.BaseFont,
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([pdf.make_indirect(below)]),
    )
    return f"0.1 0 0 0 k BT /C 12 Tf 80 60 Td {shown} Tj ET", {"/Font": {"/C": pdf.make_indirect(font)}}


def _compact(
    pdf: pikepdf.Pdf, shown: str, width: int, *, composite: bool = False
) -> tuple[str, dict[str, Any]]:
    """A Compact Font with a glyph for A, 600 wide, and an outline for .notdef; it says that it is so wide."""
    with TTFont(io.BytesIO(made_font("A", cff=True))) as whole:
        top = whole["CFF "].cff[0]
        glyphs = top.CharStrings
        glyphs[".notdef"] = glyphs["u00041"]
        if not composite:
            top.charset[1] = "A"
            glyphs.charStrings["A"] = glyphs.charStrings.pop("u00041")
        data = whole["CFF "].compile(whole)
    subtype = Name.CIDFontType0C if composite else Name.Type1C
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name.Boxes,
        Flags=32,
        FontBBox=Array([0, 0, 600, 700]),
        ItalicAngle=0,
        Ascent=700,
        Descent=0,
        CapHeight=700,
        StemV=80,
        FontFile3=pdf.make_stream(data, Subtype=subtype),
    )
    if composite:
        holder = Dictionary(
            Type=Name.Font,
            Subtype=Name.CIDFontType0,
            BaseFont=Name.Boxes,
            CIDSystemInfo=Dictionary(
                Registry=pikepdf.String("Adobe"), Ordering=pikepdf.String("Identity"), Supplement=0
            ),
            DW=width,
            FontDescriptor=pdf.make_indirect(descriptor),
        )
        font = Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=Name.Boxes,
            Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(holder)]),
        )
    else:
        font = Dictionary(
            Type=Name.Font,
            Subtype=Name.Type1,
            BaseFont=Name.Boxes,
            FirstChar=65,
            LastChar=66,
            Widths=Array([width, width]),
            Encoding=Name.WinAnsiEncoding,
            FontDescriptor=pdf.make_indirect(descriptor),
        )
    return f"0.1 0 0 0 k BT /K 12 Tf 80 60 Td {shown} Tj ET", {"/Font": {"/K": pdf.make_indirect(font)}}


def _text_in_form(pdf: pikepdf.Pdf, size: float, x: float = 80, mode: int = 0) -> tuple[str, dict[str, Any]]:
    font = pdf.pages[0].obj.Resources.Font["/F1+0"]
    holder = Dictionary(Font=Dictionary(F=font))
    made = form(pdf, f"1 0 0 0 k BT {mode} Tr /F {size} Tf {x} 60 Td (b) Tj ET", Resources=holder)
    return "/X0 Do", {"/XObject": {"/X0": made}}


def _on_picture(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
    content, resources = placed(lambda pdf: image(pdf, Name.DeviceCMYK))(pdf)  # type: ignore[operator]
    return f"{content} {SMALL_BLACK}", resources


def _masked_state(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
    mask = Dictionary(S=Name.Luminosity, G=form(pdf, ""))
    return "/G0 gs", {"/ExtGState": {"/G0": Dictionary(SMask=mask)}}


def _endless(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
    made = pdf.make_indirect(form(pdf, "/X0 Do"))
    made.Resources = Dictionary(XObject=Dictionary(X0=made))
    return "/X0 Do", {"/XObject": {"/X0": made}}


def _overprinted() -> tuple[str, dict[str, Any]]:
    over = Dictionary(op=True, OP=True, OPM=1)
    content = f"q 0.9 0.9 0.9 0 k {SQUARE} f /G0 gs 0 0 0 1 k {SQUARE} f Q"
    return content, {"/ExtGState": {"/G0": over}}


CASES = [(rule, *case) for rule, cases in FAULTS.items() for case in cases]


@pytest.mark.parametrize(
    ("rule", "name", "drawing", "more"), CASES, ids=[f"{rule}: {name}" for rule, name, _, _ in CASES]
)
def test_a_single_fault_is_found_by_its_rule_alone(rule, name, drawing, more):
    findings = found(drawing, **more)
    # A font whose glyphs are drawings is a warning in itself.
    assert rules(findings) == {rule, *(["type-3-font"] if "glyph" in name else [])}, findings
    assert {finding.page for finding in findings} == {1}


@pytest.mark.parametrize("target", [X1A, X4], ids=["x1a", "x4"])
def test_a_good_file_raises_none(target):
    report = preflight(good(target), target)
    assert report.findings == ()
    # The grounds are 0.4 + 0.2 + 0.1 and 0.1 + 0.5; black overprints them.
    assert "total ink at most 170 %, as the colours used prove" in report.facts
    assert "the smallest type is 24.0 pt" in report.facts


def test_every_rule_about_what_is_drawn_has_its_fault():
    rooms = ("colour", "fonts", "ink", "lines", "pictures", "safe_zone", "transparency")
    rules = [check_content, *(rule for rule in RULES if rule.__module__.rpartition(".")[2] in rooms)]
    written = {rule_name(rule) for rule in rules}
    elsewhere = {"unsaid-color", "bleed-art", "near-trim", "picture-data", "font"}
    assert written == set(FAULTS) | elsewhere


# --- PDF/X-4 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["alpha", "blend-mode", "transparency-group", "picture-depth"])
def test_pdf_x_4_may_have_transparency_and_deep_pictures(rule):
    for _, drawing, more in FAULTS[rule]:
        findings = found(drawing, X4, **{**more, "total_ink": None})
        # Where the printer names no limit, ink that cannot be measured is no more than a warning.
        assert errors(findings) == set()
        assert rules(findings) <= {"total-ink"}


def test_in_pdf_x_4_colour_as_it_is_seen_is_a_warning():
    findings = found(in_space(profiled(3), "1 0 0"), X4, total_ink=None)
    assert {(f.rule, f.severity) for f in findings} == {("seen-color", "warning"), ("total-ink", "warning")}


def test_in_pdf_x_4_rgb_is_an_error_without_a_profile_and_a_warning_with_one():
    assert {(f.rule, f.severity) for f in found(RGB["fill"], X4, total_ink=None)} == {("rgb-color", "error")}

    def with_default(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        return f"1 0 0 rg {SQUARE} f", {"/ColorSpace": {"/DefaultRGB": profiled(3)(pdf)}}

    assert {(f.rule, f.severity) for f in found(with_default, X4, total_ink=None)} == {
        ("seen-color", "warning"),
        ("total-ink", "warning"),
    }


def test_ink_of_colours_that_are_no_inks_is_never_passed():
    """In PDF/X-4 such colours are allowed, and only the printer's program turns them into ink."""
    findings = found(in_space(profiled(3), "1 0 0"), X4)
    expected = {("seen-color", "warning"), ("total-ink", "not judged")}
    assert {(f.rule, f.severity) for f in findings} == expected


def test_a_jpeg_2000_that_keeps_its_colours_to_itself():
    def made(pdf: pikepdf.Pdf) -> Any:
        picture = image(pdf, Name.DeviceGray, JPEG_2000, Filter=Name.JPXDecode)
        del picture["/ColorSpace"]
        return picture

    findings = found(placed(made), X4, total_ink=None)
    assert errors(findings) == {"unsaid-color"}
    assert rules(findings) == {"unsaid-color", "total-ink"}


# --- what is well -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawing", "more"),
    [
        (in_space(spot("Black"), "1"), {}),
        (in_space(spot("None"), "1"), {}),
        (placed(lambda pdf: _pixels(pdf, 125, 125)), {}),
        (placed(lambda pdf: _pixels(pdf, 250, 250, 1)), {}),
        (placed(lambda pdf: image(pdf, Name.DeviceGray, Filter=Name.JBIG2Decode)), {}),
        (in_state(f"{SQUARE} f", ca=1, CA=1, BM=Name.Compatible, SMask=Name("/None")), {}),
        (in_form("n", Group=Dictionary(S=Name("/Other"))), {}),
        (f"0.25 w {SQUARE} S", {}),
        ("0 1 0 0 k BT /F1+0 6 Tf 80 60 Td (b) Tj ET", {}),
        (f"0 0 0 1 K 0.3 w {SQUARE} S", {}),
        (f"0.5 0 0 0 K 0.5 w {SQUARE} S", {}),
        (f"0 0 0 0.5 k {SQUARE} f {SMALL_BLACK}", {}),
        (in_state(SMALL_BLACK, OP=True, op=True, OPM=1), {}),
        ("0 0 0 1 k BT /F1+0 12.5 Tf 90 65 Td (b) Tj ET", {}),
        ("0.9 0.6 0.4 0 k BT /F1+0 9 Tf 80 60 Td (b) Tj ET", {}),
        ("BT 3 Tr /F1+0 3 Tf 5 60 Td ( ) Tj ET", {}),
        # Lines of 0.75 pt, type of 7 pt, two inks, and what only overlaps a ground.
        (f"{THREE_INKS} 0 0 0 0 K 0.75 w 85 70 m 105 70 l S 1 g BT /F1+0 7 Tf 90 65 Td (b) Tj ET", {}),
        (f"0.6 0.5 0 0 k {SQUARE} f 1 g BT /F1+0 6.5 Tf 90 65 Td (b) Tj ET", {}),
        (lambda pdf: _white_on_picture(pdf, WHITE_TYPE, TWO_PARTS), {}),
        (lambda pdf: _compact(pdf, "(A)", 600), {}),
        (lambda pdf: _compact(pdf, "<0001>", 600, composite=True), {}),
        (lambda pdf: _white_on_picture(pdf, WHITE_LINE.replace("0.3 w", "0.75 w"), THREE_PARTS), {}),
        (lambda pdf: _white_on_gradient(pdf, [0.6, 0.5, 0, 0]), {}),
        (f"{THREE_INKS} 0 0 0 0 k BT /F1+0 6.5 Tf 108 65 Td (b) Tj ET", {}),
        ("1 0 0 rg 1 0 0 RG", {}),
        ("% a remark\n[3 2] 0 d 1 J 1 j 4 M /Perceptual ri 1 i /Tag /Name MP /Tag <</A [1 (b)]>> DP", {}),
    ],
)
def test_what_is_well_raises_none(drawing, more):
    assert found(drawing, **more) == []


def test_white_type_on_a_picture_whose_plates_cannot_be_told_is_not_judged():
    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        content, resources = _white_on_picture(pdf, "", THREE_PARTS)
        mixing = Dictionary(BM=Name.Luminosity, Type=Name.ExtGState)
        return f"q /G0 gs {content} Q {WHITE_TYPE}", {**resources, "/ExtGState": {"/G0": mixing}}

    [finding] = [each for each in found(draw, standard="x4") if each.rule == "reversed-out"]
    assert "fine white type or lines are reversed is not judged because of" in finding.message
    assert finding.severity == "warning"


def test_a_die_line_that_overprints_is_welcome():
    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        trim = f"{ART} {ART} {TRIM[0]} {TRIM[1]} re"
        over = {"/G0": Dictionary(OP=True, op=True, OPM=1)}
        content = f"q /G0 gs /C CS 1 SC 0.25 w {trim} S Q"
        return content, {"/ColorSpace": {"/C": spot("CutContour")(pdf)}, "/ExtGState": over}

    assert found(draw) == []


def test_what_is_outside_the_bleed_may_be_thin_small_and_registration_colour():
    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        content = "/R CS 1 SC 0.1 w 0 0 1 1 re S BT /F1+0 2 Tf 0 0 Td (b) Tj ET"
        return content, {"/ColorSpace": {"/R": spot("All")(pdf)}}

    assert found(draw) == []


def test_a_fault_on_many_pages_is_told_once_with_their_number():
    def change(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages:
            add(pdf, page, f"1 0 0 rg {SQUARE} f", {})

    findings = preflight(changed(good(), change), X1A).findings
    assert [(f.rule, f.page) for f in findings] == [("rgb-color", 1)]
    assert findings[0].message == "a fill is in RGB (so on 2 pages)"


def test_a_finding_says_the_way_to_what_it_found():
    def nested(pdf: pikepdf.Pdf) -> Any:
        inner = Dictionary(XObject=Dictionary(Im1=image(pdf, Name.DeviceRGB)))
        return form(pdf, "30 0 0 30 80 60 cm /Im1 Do", Resources=inner)

    (finding,) = found(placed(nested, "1 0 0 1 0 0"))
    assert finding.where == "form X0 > image Im1"
    _, finding = found(RGB["glyph"])
    assert finding.where == "font T3 > glyph a"
    (finding,) = found(RGB["pattern"])
    assert finding.where == "pattern P0"


# --- bleed, trim and safe zone ----------------------------------------------------------------------


def card(*shapes: str, ground: str | None = None) -> bytes:
    """A card with nothing on it but these; lengths in mm, from the lower left of its trim."""

    def change(pdf: pikepdf.Pdf) -> None:
        scale = f"q {MM:.6f} 0 0 {MM:.6f} {ART} {ART} cm "
        wash = f"{ground} -4 -4 70 96 re f " if ground else ""
        for page in pdf.pages:
            page.obj.Contents = pdf.make_stream((scale + wash + " ".join(shapes) + " Q").encode())

    return changed(good_x1a(("+4", "back")), change)


BLUE, RED, WHITE = "0.8 0.4 0 0 k", "0 0.8 0.6 0 k", "0 0 0 0 k"


def at_edges(data: bytes, **more: Any) -> list[tuple[str, str]]:
    findings = preflight(data, X1A._replace(bleed=BLEED, safe=3 * MM, drift=1.5 * MM, **more)).findings
    return [(finding.rule, finding.severity) for finding in findings]


ERROR, WARNING = ("bleed-art", "error"), ("bleed-art", "warning")
NEAR = ("near-trim", "warning")


def _tiles(corner: int = -1) -> tuple[str, ...]:
    """Squares of 4 mm like a chess board's, out to the edge of the bleed and beyond."""
    squares = [(x, y) for x in range(-2, 18) for y in range(-2, 24) if (x + y) % 2]
    return (BLUE, *(f"{4 * x + corner} {4 * y + corner} 4 4 re f" for x, y in squares))


@pytest.mark.parametrize(
    ("shapes", "found"),
    [
        # Grounds.
        ((BLUE, "-4 -4 70 96 re f"), []),
        ((BLUE, "-3 -3 68 94 re f"), []),
        ((BLUE, "0 0 62 88 re f"), [ERROR] * 4),
        ((BLUE, "-2 -2 66 92 re f"), [ERROR] * 4),
        ((BLUE, "-4 0 70 92 re f"), [ERROR]),
        ((WHITE, "0 0 62 88 re f"), []),
        ((WHITE, "-4 -4 70 96 re f", BLUE, "0 0 62 88 re f"), [ERROR] * 4),
        # The same by other means: points, a clip, round corners, a thick frame.
        ((BLUE, "0 0 m 62 0 l 62 88 l 0 88 l h f"), [ERROR] * 4),
        (("0 0 62 88 re W n", BLUE, "-4 -4 70 96 re f"), [ERROR] * 4),
        ((BLUE, "3 0 m 59 0 l 62 3 l 62 85 l 59 88 l 3 88 l 0 85 l 0 3 l h f"), [ERROR] * 4),
        ((BLUE.upper(), "6 w 0 0 62 88 re S"), []),
        ((BLUE.upper(), "3 w 0 0 62 88 re S"), [ERROR] * 4),
        # Hidden under a ground, and a colour on another.
        ((BLUE, "0 0 62 88 re f", RED, "-4 -4 70 96 re f"), []),
        ((BLUE, "-4 -4 70 96 re f", RED, "0 0 62 88 re f"), [WARNING] * 4),
        # A row of things that all end there, and the tiles of a pattern, which goes on.
        ((BLUE, *(f"{x} -2 2 4 re f" for x in range(0, 62, 4))), [ERROR]),
        (_tiles(), []),
        (_tiles(0), []),
        # A frame near the trim, and one that is further away.
        ((BLUE.upper(), "1 w 1 1 60 86 re S"), [NEAR] * 4),
        ((BLUE.upper(), "1 w 4 4 54 80 re S"), []),
        ((BLUE, "-4 -4 70 96 re 1 1 60 86 re f*"), [NEAR] * 4),
        ((BLUE, "1 1 60 86 re f"), [NEAR] * 4),
    ],
)
def test_art_runs_into_the_bleed_or_ends_well_inside(shapes, found):
    assert at_edges(card(*shapes)) == found


@pytest.mark.parametrize(
    ("shapes", "found"),
    [
        ((RED, "1 40 5 5 re f"), [("safe-zone", "warning")]),
        ((RED, "4 40 5 5 re f"), []),
        ((RED, "-4 40 9 5 re f"), []),
        ((RED, "-4 -4 40 50 re f"), []),
        (("2 30 20 20 re W n", RED, "1 40 25 5 re f"), []),
        # A clip that cuts off a corner or the middle of a fill, and one that leaves it whole.
        (("0 0 m 20 0 l 0 60 l h W n", RED, "1 40 7 5 re f"), []),
        (("0 0 m 60 0 l 0 88 l h W n", RED, "1 40 7 5 re f"), [("safe-zone", "warning")]),
        (("0 0 62 88 re 20 20 5 5 re W* n", RED, "1 40 7 5 re f"), [("safe-zone", "warning")]),
        (("0 0 62 88 re 2 41 1 1 re W* n", RED, "1 40 7 5 re f"), []),
        (
            ("0 0 62 88 re 20 20 m 90 30 90 60 20 70 c h W* n", RED, "1 40 7 5 re f"),
            [("safe-zone", "warning")],
        ),
        ((RED, *(f"{1 + y % 7 / 5} {y} 2 2 re f" for y in range(0, 80, 4))), []),
        ((RED, "1 10 40 5 re f"), []),
    ],
)
def test_small_things_stay_in_the_safe_zone(shapes, found):
    assert at_edges(card(*shapes, ground=BLUE)) == found


def test_text_is_measured_by_its_ink():
    """A line of figures is higher than they are: at first only the line reaches out of the safe zone."""
    top = ART + TRIM[1] - 3 * MM
    assert found(f"1 0 0 0 k BT /F1+0 12 Tf 80 {top - 8.2} Td (+4) Tj ET") == []
    assert rules(found(f"1 0 0 0 k BT /F1+0 12 Tf 80 {top - 7} Td (+4) Tj ET")) == {"safe-zone"}


def test_sheets_have_no_trim_of_a_card():
    data = card(BLUE, "0 0 62 88 re f", RED, "1 40 5 5 re f")
    assert at_edges(data, sheet=True, trim=None) == []


def test_a_page_may_say_by_its_art_box_where_it_is_cut():
    def change(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages:
            page.obj.ArtBox = page.obj.TrimBox
            del page.obj["/TrimBox"]

    found = at_edges(changed(card(BLUE, "0 0 62 88 re f", RED, "1 40 5 5 re f"), change))
    assert {ERROR, ("safe-zone", "warning")} <= set(found)


def test_no_bleed_wanted_no_bleed_missed():
    data = card(BLUE, "0 0 62 88 re f")
    assert preflight(data, X1A._replace(bleed=0)).findings == ()


# --- ink --------------------------------------------------------------------------------------------


def test_an_overprint_is_added_in_the_bound_and_a_knockout_is_not(monkeypatch):
    """Colours alone prove the total here: nothing is drawn to measure it."""
    from cardgen.prepress.pdf import plates

    monkeypatch.setattr(plates, "maximum_total_inks", lambda *_, **__: pytest.fail("drawn for nothing"))
    content = f"0.6 0.6 0.6 0 k {SQUARE} f 0.9 0.1 0 0.3 k {SQUARE} f"
    report = preflight(with_drawing(content), X1A)
    # The word on the page is in black that overprints.
    assert "total ink at most 280 %, as the colours used prove" in report.facts


def test_what_cannot_be_measured_has_not_passed(monkeypatch):
    from cardgen.prepress.pdf import plates

    def refuse(*_: Any, **__: Any) -> Any:
        raise plates.CannotSeparate("a damaged file")

    monkeypatch.setattr(plates, "maximum_total_inks", refuse)
    (finding,) = found(placed(lambda pdf: _pixels(pdf, 200, 200)))
    assert (finding.rule, finding.severity) == ("total-ink", "not judged")
    assert "could not be measured" in finding.message


def test_ink_outside_the_bleed_does_not_count():
    assert found("1 1 1 1 k 0 0 2 2 re f") == []


def test_a_measured_total_is_told_with_its_page():
    made = placed(lambda pdf: image(pdf, Array([Name.Indexed, Name.DeviceCMYK, 0, b"\x99" * 4]), b"\0"))
    report = preflight(with_drawing(made), X1A)
    assert "total ink at most 240 %, as measured (page 1)" in report.facts


@pytest.mark.parametrize(
    ("pixels", "after", "ink"),
    [
        (b"\x33" * 4 + b"\xff\xff\x99\x00", "", 260),
        # What overprints adds its ink only where it lies on the picture; 170 % are elsewhere on the pages.
        (b"\x80" * 4 + b"\x33" * 4, "/G gs 0 0 0 1 k 90 70 5 5 re f", 251),
        (b"\x66" * 8, "/G gs 0 0 0 1 k 160 70 5 5 re f", 170),
    ],
)
def test_the_pixels_of_a_picture_prove_its_ink_without_plates(monkeypatch, pixels, after, ink):
    from cardgen.prepress.pdf import plates

    monkeypatch.setattr(plates, "maximum_total_inks", lambda *_, **__: pytest.fail("drawn for nothing"))

    def drawing(pdf: pikepdf.Pdf) -> Any:
        state = Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=1)
        things = {
            "/XObject": {"/X0": image(pdf, Name.DeviceCMYK, pixels, Width=2)},
            "/ExtGState": {"/G": state},
        }
        return f"q 30 0 0 30 80 60 cm /X0 Do Q {after}", things

    report = preflight(with_drawing(drawing), X1A)
    assert f"total ink at most {ink} %, as the colours used prove" in report.facts


# --- cardgen's own ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["never-over", "short-24"])
def test_cardgens_own_pages_raise_none(name):
    pack = api.load(name)
    (file,) = write_press(pack, PressJob(order="back-last", per="face"))
    target = Target(trim=pack.card.size, bleed=pack.card.bleed, safe=pack.card.safe)
    assert preflight(file.data, target).findings == ()


# --- hostile content --------------------------------------------------------------------------------


def test_forms_in_forms_without_end_are_refused_soon(monkeypatch):
    bounded(monkeypatch, MOST_OPERATORS=100_000)

    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        """Ten forms in ten forms, ten deep: ten thousand million squares."""
        forms = [form(pdf, f"{SQUARE} f")]
        for _ in range(10):
            holder = Dictionary(XObject=Dictionary(X=pdf.make_indirect(forms[-1])))
            turns = "".join(f"q 1 0 0 1 {step} 0 cm /X Do Q " for step in range(10))
            forms.append(form(pdf, turns, Resources=holder))
        return "/X0 Do", {"/XObject": {"/X0": forms[-1]}}

    findings = found(draw)
    assert rules(findings) == {"content"}
    assert all("far more content" in finding.message for finding in findings)


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b"<<" * 100_000,
        b"(" * 100_000,
        b"q " * 100_000,
        b"9" * 100_000,
        b"/" + b"a" * 100_000 + b" Do",
        b"1 0 0 1 0 0 cm " * 20_000,
        b"1e400 w",
        b"1e9 0 0 1e9 0 0 cm " * 10 + b"0 0 1 1 re f",
        b"99999999999999999999 0 0 99999999999999999999 0 0 cm " * 20 + b"0 0 1 1 re f",
        b"-1 Tr 99 Tr",
        b"BI ID EI",
        b"BI /W -1 /H 99999999 /BPC 8 /CS /G ID EI",
        b"BI /W 99999999 /H 99999999 /BPC 8 /CS /G ID EI",
        b"/\xff\xfe gs",
        b"BT /F1+0 12 Tf [[[(a)]]] TJ ET",
        b"\x00" * 1000,
        b"0 0 m " * 20_000 + b"S",
        b"1 " * 100_000,
        b"[" + b"1 " * 100_000,
        (b"[" + b"1 " * 2_000) * 20,
        b"BT /F1+0 9 Tf (" + b"a" * 500_000 + b") Tj ET",
        b"BI /W 1 /H 1 /BPC 8 /CS /G /F /Fl ID " + zlib.compress(b"a") + b" EI " * 2_000,
        (b"BI /W 1 /H 1 /BPC 8 /CS /G /F /Fl ID " + zlib.compress(b"a") + b" EI ") * 2_000,
        b"0 0 1 1 re f " * 12_000,
    ],
    ids=range(25),
)
def test_hostile_content_is_found_and_no_more(content, monkeypatch):
    """At a fiftieth of the limits."""
    bounded(monkeypatch, MOST_OPERATORS=20_000, MOST_MARKS=8_000, MOST_VALUES=2_000, LONGEST_TEXT=20_000)

    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].Contents = pdf.make_stream(content)

    report = preflight(changed(good(), change), X1A)
    assert rules(list(report.findings)) <= {"content", "picture-resolution", "blank-page"}


def test_the_picture_of_a_page_is_let_go_before_the_next_is_drawn(monkeypatch):
    """A file of many pages takes no more memory than one of few."""
    import weakref

    from cardgen.prepress.preflight import safe_zone

    there: weakref.WeakSet[Any] = weakref.WeakSet()
    most = []

    class Counted(safe_zone.RenderedStrips):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            there.add(self)
            most.append(len(there))

    monkeypatch.setattr(safe_zone, "RenderedStrips", Counted)

    def change(pdf: pikepdf.Pdf) -> None:
        for number, page in enumerate(pdf.pages):
            made = image(pdf, Name.DeviceCMYK, bytes([number, 0, 0, 0]))
            add(pdf, page, "q 300 0 0 400 0 0 cm /X0 Do Q", {"/XObject": {"/X0": made}})

    preflight(changed(good_x1a(), change), X1A)
    assert most == [1, 1, 1, 1]


def test_of_many_thin_strips_the_thinnest_is_told() -> None:
    strips = "0 0 0 1 k 80 60 30 0.2 re f 80 64 30 0.1 re f 80 68 30 0.15 re f"
    (finding,) = found(strips)
    assert finding.message == "a filled strip is 0.1 pt thin (the worst of 3 on this page)"
    (finding,) = found("0 0 0 1 k 80 60 m 110 60 l 110 60 l h f")
    assert finding.message.startswith("a filled shape has no width")


def test_of_many_coarse_pictures_the_coarsest_is_told() -> None:
    def draw(pdf: pikepdf.Pdf) -> tuple[str, dict[str, Any]]:
        made = image(pdf, Name.DeviceGray, b"\x80" * 100, Width=10, Height=10)
        places = " ".join(f"q {side} 0 0 {side} 80 60 cm /X0 Do Q" for side in (10, 12, 11))
        return places, {"/XObject": {"/X0": made}}

    (finding,) = (each for each in found(draw) if each.rule == "picture-resolution")
    assert finding.message.startswith("a picture of 10 × 10 pixels has 60 pixels per inch where it is placed")
    assert finding.message.endswith("(the worst of 3 on this page)")


def test_a_coarse_soft_mask_is_a_warning():
    """A picture of 300 pixels per inch, whose mask has 50 of them."""

    def masked(size: int) -> Drawing:
        def made(pdf: pikepdf.Pdf) -> Any:
            return image(
                pdf, Name.DeviceGray, b"\x80" * 125**2, Width=125, Height=125, SMask=_pixels(pdf, size, size)
            )

        return placed(made)

    (finding,) = (each for each in found(masked(21), X4, total_ink=None) if each.rule != "total-ink")
    assert (finding.rule, finding.severity) == ("picture-resolution", "warning")
    assert finding.message.startswith("the mask of a picture of 125 × 125 pixels has 50 pixels per inch")
    assert rules(found(masked(120), X4, total_ink=None)) <= {"total-ink"}


def test_what_is_wrong_with_a_font_is_said_in_figures():
    (widths,) = found(FAULTS["glyph-widths"][0][1])
    assert re.search(
        r"other widths than it has, for 1 of its characters: 1000 in place of \d+", widths.message
    )
    (lost,) = found(FAULTS["missing-glyph"][0][1])
    assert "lacks characters that are shown (codes DE)" in lost.message
    assert lost.severity == "error"
