"""Rules: every font is embedded, and all text is complete and visible."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

from ...units import Sentence
from ..pdf.display_list import page_contents
from ..pdf.document import PdfDocument, UsedResource, dictionary_entry, used_resources
from ..pdf.font_programs import can_read_glyphs, shown_glyphs
from ..pdf.limits import Unreadable
from .findings import Finding, Target

_HINT = "embed all fonts when you export, or turn the text into outlines"


def check_font(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that every font that is used is embedded, and that its file is a font.

    ISO 15930-4 and -7 (fonts): all fonts of text are embedded, including the 14 standard ones; ISO 32000-1,
    9.9. Fonts of invisible text (rendering mode 3) are reported as well, although they need not be embedded:
    the operator that makes text visible can be far from the font.
    """
    found, names = False, set()
    for used in file.resources_of_kinds("font"):
        name = _font_name(used.thing)
        names.add(name)
        fault = _font_fault(file, used.thing)
        if fault:
            found = True
            for page in _pages_with_font(file, used):
                yield Finding("font", f"the font {name} {fault}", _HINT, page=page, where=used.where)
    if not found:
        embedded = Sentence("{n} font, all embedded", "{n} fonts, all embedded", n=len(names))
        if names:
            file.facts.append(embedded)
        else:
            file.unjudged.append(Sentence("no fonts, so the size of type is not judged"))


def _pages_with_font(file: PdfDocument, font: UsedResource) -> list[int]:
    """Return the numbers of the pages that use a font, from 1.

    A font that is no indirect object belongs to one page.
    """
    number = _object_number(font)
    pages = file.cached_result(_fonts_by_page).items()
    return [page for page, numbers in pages if number in numbers] or [font.page]


def _fonts_by_page(file: PdfDocument) -> dict[int, set[tuple[int, int]]]:
    """Return the numbers of the objects of the fonts that each page uses, by the page's number."""
    return {
        page.number: {
            _object_number(each)
            for each in used_resources([(page.number, page.obj, page.resources)])
            if each.kind == "font"
        }
        - {_NO_OBJECT}
        for page in file.pages
    }


#: The number of what is no object of its own.
_NO_OBJECT = (0, 0)


def _object_number(used: UsedResource) -> tuple[int, int]:
    """Return the number and generation of a resource's object."""
    number: tuple[int, int] = getattr(used.thing, "objgen", _NO_OBJECT)
    return number


def check_type_with_fonts(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Warn of fonts where the printer asks for type as outlines.

    Source: web pages of printers that ask for outlines. PDF/X itself requires embedded fonts (ISO 15930-4,
    fonts).
    """
    fonts = file.resources_of_kinds("font")
    names = list(dict.fromkeys(_font_name(used.thing) for used in fonts))
    if target.outlines and names:
        message = Sentence("type has fonts ({fonts}), and this printer asks for outlines", fonts=names[:3])
        hint = Sentence("turn the text into outlines when you export")
        yield Finding("type-with-fonts", message, hint, "warning", fonts[0].page)


def check_type_3_font(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Warn of Type 3 fonts, whose characters are drawings or pictures (ISO 32000-1, 9.6.5).

    PDF/X allows such fonts. But they have no hints, many are bitmaps of one resolution, and some printers'
    programs refuse them.
    """
    for used in file.resources_of_kinds("font"):
        if dictionary_entry(used.thing, "/Subtype") == "/Type3":
            message = f"the font {_font_name(used.thing)} is of Type 3: its characters are drawings or pixels"
            hint = "use a TrueType or OpenType font, or turn the text into outlines"
            yield Finding("type-3-font", message, hint, "warning", used.page, used.where)


def check_invisible_text(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Warn of invisible text.

    Text in rendering mode 3 is neither filled nor outlined (ISO 32000-1, 9.3.6): programs put it under
    scanned pages for searching. PDF/X allows it, but on a card it was probably meant to be printed.
    """
    for each in file.cached_result(page_contents).hidden:
        message = "there is invisible text: it has neither a fill nor an outline (rendering mode 3)"
        hint = "give it a colour if it should be printed, or remove it"
        yield Finding(
            "invisible-text", message, hint, "warning", each.page, each.where.removesuffix(" > ") or None
        )


#: Tolerance of a width, in thousandths of the font size: a quarter of a point at 12 pt.
_WIDE = 20.0
#: Maximum number of characters listed for a font.
_MOST_NAMED = 5


def check_glyph_widths(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that the stated widths of characters are those of the embedded font.

    ISO 32000-1, 9.2.4: the two widths must agree. Otherwise characters overlap or are spread, and programs
    differ in which width they use. ISO 19005-1, 6.3.6 forbids a difference of more than 1 in 1000. TrueType
    and Compact Fonts are compared; differences from 20 in 1000, which are visible, are reported. Type 1 fonts
    are not judged.
    """
    unknown = {
        _font_name(shown.face.font)
        for shown in file.cached_result(page_contents).fonts
        if not can_read_glyphs(shown.face)
    }
    if unknown:
        file.unjudged.append(
            Sentence(
                "{n} font in Type 1, whose widths and missing characters are not judged",
                "{n} fonts in Type 1, whose widths and missing characters are not judged",
                n=len(unknown),
            )
        )
    for shown in file.cached_result(page_contents).fonts:
        odd = [
            each
            for each in shown_glyphs(file, shown.face, shown.codes)
            if each.glyph and abs(each.width - each.advance) > _WIDE
        ]
        if odd:
            worst = max(odd, key=lambda each: abs(each.width - each.advance))
            message = (
                f"the font {_font_name(shown.face.font)} is stated with other widths than it has, for "
                f"{len(odd)} of its characters: {worst.width:.0f} in place of {worst.advance:.0f}"
            )
            hint = "export it again with the font embedded whole, or turn the text into outlines"
            where = shown.where.removesuffix(" > ") or None
            yield Finding("glyph-widths", message, hint, "warning", shown.page, where)


def check_missing_glyph(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that every character of a text has a glyph in its font, and does not show the box for missing
    glyphs.

    The box is the glyph .notdef (ISO 32000-1, 9.7.6.3), which ISO 19005-2, 6.2.11.8 forbids to show. A
    .notdef without an outline prints nothing, and counts as a space. TrueType and Compact Fonts are checked.
    """
    for shown in file.cached_result(page_contents).fonts:
        glyphs = shown_glyphs(file, shown.face, shown.codes)
        spaces = {32, 160} if shown.face.length == 1 else set[int]()
        lost = [each.code for each in glyphs if each.glyph == 0 and each.is_drawn and each.code not in spaces]
        if lost:
            codes = ", ".join(f"{code:X}" for code in lost[:_MOST_NAMED])
            more = f" and {len(lost) - _MOST_NAMED} more" if len(lost) > _MOST_NAMED else ""
            message = (
                f"the font {_font_name(shown.face.font)} lacks characters that are shown "
                f"(codes {codes}{more}): a box is printed in place of each (.notdef)"
            )
            hint = "set this text in a font that has them"
            where = shown.where.removesuffix(" > ") or None
            yield Finding("missing-glyph", message, hint, "error", shown.page, where)


def _font_name(font: Any) -> str:
    """Return a font's name as stated in the file, at most 60 characters; "without a name" if it has none."""

    import pikepdf

    stated = font.get("/BaseFont", font.get("/Name", "")) if isinstance(font, pikepdf.Dictionary) else ""
    return str(stated).lstrip("/")[:60] or "without a name"


def _font_fault(file: PdfDocument, font: Any) -> str | None:
    """Return the fault of a font, as a phrase that follows its name; None if it is embedded and intact."""
    import pikepdf

    if not isinstance(font, pikepdf.Dictionary):
        return "is damaged"
    kind = font.get("/Subtype")
    if kind == "/Type3":
        whole = isinstance(font.get("/CharProcs"), pikepdf.Dictionary)
        return None if whole else "is damaged: it has no glyphs"
    if kind == "/Type0":
        below = font.get("/DescendantFonts")
        font = below[0] if isinstance(below, pikepdf.Array) and len(below) else None
    descriptor = font.get("/FontDescriptor") if isinstance(font, pikepdf.Dictionary) else None
    if not isinstance(descriptor, pikepdf.Dictionary):
        return "is not embedded"
    files = [(key, descriptor[key]) for key in _LOOKS if key in descriptor]
    if not files:
        return "is not embedded"
    key, stream = files[0]
    if not isinstance(stream, pikepdf.Stream):
        return "is not embedded: where its file should be there is something else"
    try:
        data = file.unpack_stream(stream)
    except Unreadable as error:
        return f"is embedded, but {error}"
    return None if _LOOKS[key](data) else "is embedded, but its file is damaged"


def _is_type_1(data: bytes) -> bool:
    """Tell whether data are a Type 1 font, in plain text or in segments (Adobe Type 1 Font Format, 2.1)."""
    return len(data) > 100 and (data.startswith((b"%!", b"\x80\x01")))


def _is_truetype(data: bytes) -> bool:
    """Tell whether data are a TrueType or OpenType font with all its tables (OpenType: table directory)."""
    if data[:4] not in (b"\0\1\0\0", b"true", b"OTTO") or len(data) < 12:
        return False
    count = struct.unpack_from(">H", data, 4)[0]
    if not 0 < count <= 100 or len(data) < 12 + 16 * count:
        return False
    tables = [struct.unpack_from(">4sIII", data, 12 + 16 * place) for place in range(count)]
    if any(start + size > len(data) for _, _, start, size in tables):
        return False
    names = {name for name, _, _, _ in tables}
    return b"CFF " in names or {b"glyf", b"loca", b"head"} <= names


def _is_compact_font(data: bytes) -> bool:
    """Tell whether data are a Compact Font (Adobe Technical Note 5176, 6), bare or in OpenType."""
    if data[:4] in (b"OTTO", b"\0\1\0\0", b"true"):
        return _is_truetype(data)
    return len(data) > 20 and data[0] == 1 and 4 <= data[2] < len(data) and 1 <= data[3] <= 4


#: The keys of a font's file (ISO 32000-1, table 126), each with a function that recognises it.
_LOOKS = {"/FontFile": _is_type_1, "/FontFile2": _is_truetype, "/FontFile3": _is_compact_font}
