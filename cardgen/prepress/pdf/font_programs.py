"""Reads embedded font files: which glyph a character code shows, and how wide it is.

TrueType (FontFile2) by its tables, and Compact Fonts (FontFile3) by the start of a glyph's program (ISO
32000-1, 9.6.6 and 9.7.4). Type 1 fonts (FontFile), which are encrypted, are not read.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .document import PdfDocument, array_items, dictionary_entry
from .fonts import FontMetrics
from .limits import Unreadable

if TYPE_CHECKING:
    from .compact_fonts import CompactFont

#: First bytes of OpenType files, which contain a Compact Font or TrueType outlines.
_OPENTYPE = (b"OTTO", b"\0\1\0\0", b"true")
#: Maximum size of a font in bytes: the largest of Noto CJK have 20 MB. A maximum number of tables applies
#: too.
_MOST_FONT = 32 << 20
#: First code of Windows symbol fonts (OpenType, cmap: platform 3, encoding 0).
_SYMBOLS = 0xF000


class ShownGlyph(NamedTuple):
    """The glyph that a character code shows."""

    code: int
    #: Its index; 0 is .notdef, which replaces all characters that the font lacks.
    glyph: int
    #: The widths stated by the PDF and by the font, in thousandths of the font size.
    width: float
    advance: float
    #: Whether it has an outline, so that it prints something.
    is_drawn: bool


def shown_glyphs(file: PdfDocument, metrics: FontMetrics, codes: Iterable[int]) -> list[ShownGlyph]:
    """Return the glyph of each code that the text of a font has, in the order of codes.

    Codes whose glyph is unknown are left out. The list is empty for damaged fonts and for kinds of fonts that
    cannot be read.
    """
    font = metrics.font
    composite = dictionary_entry(font, "/Subtype") == "/Type0"
    holder = _descriptor_holder(font)
    try:
        found = _font_file(file, holder)
        if found is None:
            return []
        kind, data = found
        if kind == "compact":
            return _compact_font_glyphs(data, metrics, codes, composite)
        return _truetype_glyphs(
            data, metrics, codes, _truetype_lookup_by_cid(file, font, holder) if composite else None
        )
    except Unreadable:
        return []
    except Exception:  # what a damaged font makes fontTools raise; its damage is found by the rule of fonts
        return []


def can_read_glyphs(metrics: FontMetrics) -> bool:
    """Tell whether the glyphs of a font can be read: False for a Type 1 font file, which is encrypted."""
    return "/FontFile" not in _dictionary_keys(
        dictionary_entry(_descriptor_holder(metrics.font), "/FontDescriptor")
    )


def _dictionary_keys(pdf_object: Any) -> Collection[str]:
    """Return the keys of a dictionary; nothing for any other object."""
    import pikepdf

    return pdf_object.keys() if isinstance(pdf_object, pikepdf.Dictionary) else ()


def _descriptor_holder(font: Any) -> Any:
    """Return the dictionary that holds a font's descriptor: for a composite font, its descendant."""
    import pikepdf

    below = dictionary_entry(font, "/DescendantFonts")
    composite = dictionary_entry(font, "/Subtype") == "/Type0"
    return below[0] if composite and isinstance(below, pikepdf.Array) and len(below) else font


def _font_file(file: PdfDocument, holder: Any) -> tuple[Literal["truetype", "compact"], bytes] | None:
    """Return the kind and the bytes of an embedded font; None if there is none that can be read.

    The bytes of a Compact Font are its CFF table alone. Raises Unreadable if the stream is damaged.
    """
    import pikepdf

    descriptor = dictionary_entry(holder, "/FontDescriptor")
    stream = dictionary_entry(descriptor, "/FontFile2")
    kind: Literal["truetype", "compact"] = "truetype"
    if not isinstance(stream, pikepdf.Stream):
        stream, kind = dictionary_entry(descriptor, "/FontFile3"), "compact"
    if not isinstance(stream, pikepdf.Stream):
        return None
    data = file.unpack_stream(stream)
    if len(data) > _MOST_FONT:
        return None
    if kind == "compact" and data[:4] in _OPENTYPE:
        from fontTools.ttLib import TTFont

        opened = TTFont(io.BytesIO(data), lazy=True, recalcBBoxes=False, recalcTimestamp=False)
        if "CFF " not in opened:
            return "truetype", data
        data = opened.reader["CFF "]
    return kind, data


def _compact_font_glyphs(
    data: bytes, metrics: FontMetrics, codes: Iterable[int], composite: bool
) -> list[ShownGlyph]:
    """Return the glyphs that codes show in a Compact Font. composite: whether codes are CIDs."""
    from .compact_fonts import CompactFont

    compact = CompactFont(data)
    glyph_of = (
        _compact_lookup_by_cid(compact, metrics.font)
        if composite
        else _compact_lookup_by_name(compact, metrics.font)
    )
    found = []
    for code in sorted(codes):
        glyph = glyph_of(code)
        measures = None if glyph is None else compact.glyph_measures(glyph)
        if glyph is not None and measures is not None:
            width = 1000 * metrics.widths.get(code, metrics.other)
            found.append(ShownGlyph(code, glyph, width, measures.width, measures.is_drawn))
    return found


def _compact_lookup_by_cid(compact: CompactFont, font: Any) -> Callable[[int], int | None]:
    """Return a function that maps a code of a composite font to a glyph index.

    The returned function returns None for a missing glyph, and for encodings other than Identity-H.
    """
    if dictionary_entry(font, "/Encoding") != "/Identity-H":
        return lambda _: None
    if compact.has_cids:
        return lambda code: compact.glyph_index(f"cid{code:05d}")
    return lambda code: code if code < len(compact.names) else None


def _compact_lookup_by_name(compact: CompactFont, font: Any) -> Callable[[int], int | None]:
    """Return a function that maps a code of a simple font to a glyph index, through glyph names (9.6.6.2).

    The returned function returns None for codes without a name.
    """
    import pikepdf

    encoding = dictionary_entry(font, "/Encoding")
    base = (
        dictionary_entry(encoding, "/BaseEncoding") if isinstance(encoding, pikepdf.Dictionary) else encoding
    )
    names = _glyph_names_of_encoding(str(base)) if base is not None else compact.glyph_names_by_code
    named = {**(names or {}), **_glyph_names_in_differences(encoding)}
    return lambda code: compact.glyph_index(named[code]) if code in named else None


def _glyph_names_of_encoding(encoding: str) -> dict[int, str] | None:
    """Return the glyph name of each code in one of two standard encodings (annex D); None for others."""
    from fontTools import agl
    from fontTools.encodings.MacRoman import MacRoman

    if encoding == "/MacRomanEncoding":
        return dict(enumerate(MacRoman))
    if encoding != "/WinAnsiEncoding":
        return None
    text = {code: bytes([code]).decode("cp1252", "ignore") for code in range(32, 256)}
    names = {code: agl.UV2AGL[ord(each)] for code, each in text.items() if each and ord(each) in agl.UV2AGL}
    # Two characters use the glyphs of others.
    return {**names, 0xA0: "space", 0xAD: "hyphen"}


def _glyph_names_in_differences(encoding: Any) -> dict[int, str]:
    """Return the glyph names that the Differences array of an encoding gives to codes."""
    import pikepdf

    found: dict[int, str] = {}
    code = 0
    for item in array_items(dictionary_entry(encoding, "/Differences")):
        if isinstance(item, pikepdf.Name):
            found[code] = str(item)[1:]
            code += 1
        else:
            code = int(item)
    return found


def _truetype_glyphs(
    data: bytes, font_metrics: FontMetrics, codes: Iterable[int], by_cid: Callable[[int], int | None] | None
) -> list[ShownGlyph]:
    """Return the glyphs that codes show in a TrueType font.

    by_cid: maps codes of a composite font to glyph indices; None for a simple font.
    """
    from fontTools.ttLib import TTFont

    opened = TTFont(io.BytesIO(data), lazy=True, recalcBBoxes=False, recalcTimestamp=False)
    units = float(opened["head"].unitsPerEm) or 1000.0
    names, metrics, outlines = opened.getGlyphOrder(), opened["hmtx"].metrics, opened["glyf"]
    glyph_of = by_cid or _truetype_lookup_by_cmap(opened, font_metrics.font)
    found = []
    for code in sorted(codes):
        glyph = glyph_of(code)
        if glyph is None or not 0 <= glyph < len(names):
            continue
        name = names[glyph]
        is_drawn = outlines[name].numberOfContours != 0
        width = 1000 * font_metrics.widths.get(code, font_metrics.other)
        found.append(ShownGlyph(code, glyph, width, 1000 * metrics[name][0] / units, is_drawn))
    return found


def _truetype_lookup_by_cid(file: PdfDocument, font: Any, holder: Any) -> Callable[[int], int | None]:
    """Return a function that maps a code of a composite font to a glyph index.

    The returned function returns None for codes beyond the map, and for encodings other than Identity-H.
    """
    import pikepdf

    if dictionary_entry(font, "/Encoding") != "/Identity-H":
        return lambda _: None
    table = dictionary_entry(holder, "/CIDToGIDMap")
    if isinstance(table, pikepdf.Stream):
        packed = file.unpack_stream(table)
        return lambda code: (
            int.from_bytes(packed[2 * code : 2 * code + 2], "big") if packed[2 * code :] else None
        )
    return lambda code: code


def _truetype_lookup_by_cmap(opened: Any, font: Any) -> Callable[[int], int | None]:
    """Return a function that maps a code of a simple font to a glyph index, through the font's cmap tables.

    The returned function returns None if the tables disagree, and for unsupported encodings.
    """
    tables = {(each.platformID, each.platEncID): each.cmap for each in opened["cmap"].tables}
    number = opened.getReverseGlyphMap()
    encoding, unicode = dictionary_entry(font, "/Encoding"), tables.get((3, 1))
    if encoding is not None:
        known: dict[int, str] = unicode or {}
        characters = _characters_of_encoding(encoding) if known else {}
        return lambda code: number[known[characters[code]]] if characters.get(code) in known else None
    symbols, mac = tables.get((3, 0)), tables.get((1, 0))
    if symbols is None and mac is None:
        return lambda _: None

    def glyph_of(code: int) -> int | None:
        said = [(symbols, code), (symbols, _SYMBOLS + code), (mac, code)]
        found = {number[table[each]] for table, each in said if table and each in table} - {0}
        return None if len(found) > 1 else found.pop() if found else 0

    return glyph_of


def _characters_of_encoding(encoding: Any) -> dict[int, int]:
    """Return the Unicode character of each code in an encoding with a name (annex D) and differences."""
    import pikepdf
    from fontTools import agl

    base = (
        dictionary_entry(encoding, "/BaseEncoding") if isinstance(encoding, pikepdf.Dictionary) else encoding
    )
    codec = {"/WinAnsiEncoding": "cp1252", "/MacRomanEncoding": "mac_roman"}.get(str(base))
    found: dict[int, int] = {}
    for code in range(256) if codec else ():
        text = bytes([code]).decode(codec or "", "ignore")
        if text:
            found[code] = ord(text)
    for code, name in _glyph_names_in_differences(encoding).items():
        found.pop(code, None)
        text = agl.toUnicode(name)
        if len(text) == 1:
            found[code] = ord(text)
    return found
