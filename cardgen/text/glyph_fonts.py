"""Shaped text in a PDF: fonts in which each character has a composite glyph of its own (ISO 32000-1, 9.7).

This way, the text can be searched and copied, whatever glyphs show it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, cast

from .fonts import Font, reportlab_font, subset_tag
from .outlines import number_text
from .reportlab_parts import add_font, add_font_name, add_object
from .scripts import LEFT_TO_RIGHT_MARK, RIGHT_TO_LEFT_MARK
from .shaping import GlyphRun, harfbuzz_font


def glyph_operators(
    runs: Sequence[GlyphRun],
    document: Any,
    x: float,
    y: float,
    size: float,
    horizontal_scale: float = 1,
    word_spacing: float = 0,
) -> str:
    """Return the operators that show a line inside a text object, starting at (x, y).

    horizontal_scale: the horizontal scale, as set by Tz before. word_spacing: added to the width of each
    space, in points.
    """
    made: list[str] = []
    gap = number_text(-1000 * word_spacing / size)
    for run in runs:
        face = _document_font(cast(Font, run.font), document)
        made.append(
            f"{face.name} {number_text(size)} Tf"
            f" 1 0 0 1 {number_text(x + run.x * size * horizontal_scale)} {number_text(y)} Tm"
        )
        codes = [face.code(each) for each in _characters_of_run(run)]
        if word_spacing and " " in run.text:
            shown = "".join(f"<{code:04X}>{gap if face.is_space(code) else ''}" for code in codes)
            made.append(f"[{shown}] TJ")
            x += word_spacing * run.text.count(" ")
        else:
            made.append(f"<{''.join(f'{code:04X}' for code in codes)}> Tj")
    return " ".join(made)


#: Direction marks, which only affect the order.
_UNWRITTEN = (LEFT_TO_RIGHT_MARK, RIGHT_TO_LEFT_MARK)


class _Character(NamedTuple):
    """A character with its share of the glyphs; lengths in font units."""

    text: str
    advance: int
    #: Glyph indices, each with its offset.
    parts: tuple[tuple[int, int, int], ...]


def _characters_of_run(run: GlyphRun) -> Iterator[_Character]:
    """Yield the characters of a run from left to right.

    Programs that read PDFs differ in how they treat one glyph for several characters, or several for one, and
    few handle right-to-left text well. So every character has one glyph of its own: of characters shown
    together, the leftmost shows them all, the others nothing.
    """
    units = run.font.units
    starts = [place for place, glyph in enumerate(run.glyphs) if glyph.text]
    for start, end in pairwise([*starts, len(run.glyphs)]):
        pen = 0
        parts: list[tuple[int, int, int]] = []
        for glyph in run.glyphs[start:end]:
            parts.append((glyph.number, pen + round(glyph.x_offset * units), round(glyph.y_offset * units)))
            pen += round(glyph.advance * units)
        said = run.glyphs[start].text
        if not pen and said in _UNWRITTEN:
            continue
        share, rest = divmod(pen, len(said))
        for place, character in enumerate(reversed(said) if run.is_right_to_left else said):
            yield _Character(character, share + rest * (not place), () if place else tuple(parts))


class _GlyphFont:
    """A font in one document with composite glyphs for characters (ISO 32000-1, 9.7), for ReportLab."""

    def __init__(self, font: Font, document: Any) -> None:
        self.font = font
        #: Its name on pages.
        self.name = add_font(document, f"{font.name} by characters", self)
        self._codes: dict[_Character, int] = {}
        self._spaces: set[int] = set()

    def code(self, character: _Character) -> int:
        """Return the code of a character; the first is 1."""
        code = self._codes.setdefault(character, len(self._codes) + 1)
        if character.text == " ":
            self._spaces.add(code)
        return code

    def is_space(self, code: int) -> bool:
        """Tell whether a code is that of a space."""
        return code in self._spaces

    def addObjects(self, document: Any) -> None:  # noqa: N802 - ReportLab's name
        """Add the font with its used glyphs to the document."""
        from reportlab.pdfbase.pdfdoc import (
            PDFArray,
            PDFDictionary,
            PDFName,
            PDFStream,
            PDFString,
            PDFZCompress,
        )

        def stream(content: bytes, name: str, **entries: object) -> Any:
            made = PDFStream(content=content, filters=[PDFZCompress] if document.compression else None)
            made.dictionary.dict.update(entries)
            return add_object(document, made, name)

        face = reportlab_font(self.font).face
        program, glyphs = self._program_and_code_map()
        name = f"{subset_tag(program)}+{face.name.decode('ascii', 'replace')}"
        widths = [round(1000 * character.advance / self.font.units, 2) for character in self._codes]
        descriptor = PDFDictionary(
            {
                "Type": "/FontDescriptor",
                "FontName": PDFName(name),
                "Flags": 4,
                "FontBBox": PDFArray(face.bbox),
                "ItalicAngle": face.italicAngle,
                "Ascent": face.ascent,
                "Descent": face.descent,
                "CapHeight": face.capHeight,
                "StemV": face.stemV,
                "FontFile2": stream(program, f"glyphs:{name}", Length1=len(program)),
            }
        )
        system = PDFDictionary(
            {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
        )
        descendant = PDFDictionary(
            {
                "Type": "/Font",
                "Subtype": "/CIDFontType2",
                "BaseFont": PDFName(name),
                "CIDSystemInfo": system,
                "CIDToGIDMap": stream(glyphs, f"glyphMap:{name}"),
                "W": PDFArray([1, PDFArray(widths)]),
                "FontDescriptor": add_object(document, descriptor, f"glyphDescriptor:{name}"),
            }
        )
        font = PDFDictionary(
            {
                "Type": "/Font",
                "Subtype": "/Type0",
                "BaseFont": PDFName(name),
                "Encoding": "/Identity-H",
                "DescendantFonts": PDFArray([add_object(document, descendant, f"glyphFont:{name}")]),
                "ToUnicode": stream(self._to_unicode_map(), f"glyphsToUnicode:{name}"),
            }
        )
        add_font_name(document, self.name, font)

    def _program_and_code_map(self) -> tuple[bytes, bytes]:
        """Return (the font file with a composite glyph for each character, the map from codes to glyphs),
        both as bytes.
        """
        import io

        import uharfbuzz
        from fontTools.ttLib import TTFont
        from fontTools.ttLib.tables._g_l_y_f import Glyph as Outline
        from fontTools.ttLib.tables._g_l_y_f import GlyphComponent

        wanted = uharfbuzz.SubsetInput()
        wanted.glyph_set.update(glyph for character in self._codes for glyph, _, _ in character.parts)
        wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE
        dropped = (b"GSUB", b"GPOS", b"GDEF", b"BASE", b"STAT", b"MATH", b"DSIG", b"name", b"cmap", b"post")
        wanted.drop_table_tag_set.update(int.from_bytes(tag, "big") for tag in dropped)
        plan = uharfbuzz.SubsetPlan(harfbuzz_font(self.font).face, wanted)
        numbers = plan.old_to_new_glyph_mapping
        file = TTFont(io.BytesIO(plan.execute().blob.data), recalcTimestamp=False)
        outlines, metrics = file["glyf"], file["hmtx"]
        names = list(file.getGlyphOrder())
        for character, code in self._codes.items():
            outline = Outline()
            outline.numberOfContours = -1 if character.parts else 0
            outline.components = []
            for glyph, x, y in character.parts:
                part = GlyphComponent()
                part.glyphName, part.x, part.y, part.flags = names[numbers[glyph]], x, y, 0x0002
                outline.components.append(part)
            outlines[f"character{code}"] = outline
            outline.recalcBounds(outlines)
            metrics[f"character{code}"] = (character.advance, outline.xMin)
        file.setGlyphOrder([*names, *(f"character{code}" for code in self._codes.values())])
        glyphs = [0, *(len(names) + place for place in range(len(self._codes)))]
        made = io.BytesIO()
        file.save(made)
        return made.getvalue(), b"".join(glyph.to_bytes(2, "big") for glyph in glyphs)

    def _to_unicode_map(self) -> bytes:
        """Return the map from codes to characters (ISO 32000-1, 9.10.3)."""
        told = [
            f"<{code:04X}> <{character.text.encode('utf-16-be').hex().upper()}>"
            for character, code in self._codes.items()
        ]
        # A section has at most 100 entries.
        sections = [told[start : start + 100] for start in range(0, len(told), 100)]
        mapped = "".join(f"{len(part)} beginbfchar\n{chr(10).join(part)}\nendbfchar\n" for part in sections)
        return (
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
            "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
            "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
            f"{mapped}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
        ).encode("ascii")


def _document_font(font: Font, document: Any) -> _GlyphFont:
    """Return the font with composite glyphs that represents a font in a document. It is created when first
    used.
    """
    fonts: dict[Font, _GlyphFont] = vars(document).setdefault("glyph_fonts", {})
    if font not in fonts:
        fonts[font] = _GlyphFont(font, document)
    return fonts[font]
