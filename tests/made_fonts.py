"""Fonts made for tests: each character a box, as wide as asked for."""

import io

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

UNITS = 1000


def made_font(
    characters: str, name: str = "Boxes-Regular", *, width: int = 600, fs_type: int = 0, cff: bool = False
) -> bytes:
    """A TrueType font whose characters are boxes 700 high; a space has none."""
    glyphs = {".notdef": None, **{f"u{ord(character):05X}": character for character in characters}}
    builder = FontBuilder(UNITS, isTTF=not cff)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({ord(c): glyph for glyph, c in glyphs.items() if c})
    drawn = {}
    for glyph, character in glyphs.items():
        pen = T2CharStringPen(width, None) if cff else TTGlyphPen(None)
        if character is None or not character.isspace():
            corners = [(50, 0), (50, 700), (width - 50, 700), (width - 50, 0)]
            pen.moveTo(corners[0])
            for corner in corners[1:]:
                pen.lineTo(corner)
            pen.closePath()
        drawn[glyph] = pen.getCharString() if cff else pen.glyph()
    if cff:
        builder.setupCFF(name, {"FullName": name}, drawn, {})
    else:
        builder.setupGlyf(drawn)
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (width, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": name.partition("-")[0], "styleName": "Regular", "psName": name})
    builder.setupOS2(sTypoAscender=800, fsType=fs_type, usWeightClass=400)
    builder.setupPost()
    return saved(builder.font)


def saved(font: TTFont) -> bytes:
    """The bytes of a font, the same each time."""
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


def entry(data: bytes, tag: str) -> int:
    """Where a table's entry in the directory is."""
    return next(at for at in range(12, len(data), 16) if data[at : at + 4] == tag.encode("ascii"))


def with_table(data: bytes, tag: str, change) -> bytes:  # type: ignore[no-untyped-def]
    """The font with the bytes of one table changed in place, their number kept."""
    at = entry(data, tag) + 8
    start, length = int.from_bytes(data[at : at + 4], "big"), int.from_bytes(data[at + 4 : at + 8], "big")
    changed = bytes(change(bytearray(data[start : start + length])))
    assert len(changed) == length
    return data[:start] + changed + data[start + length :]
