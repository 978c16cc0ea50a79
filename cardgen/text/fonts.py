"""The fonts of cards and rulebooks: their files, metrics and glyphs.

Metrics are read from the font files with struct, as importing ReportLab takes longer than all that `cardgen
check` does. The tables are those of the OpenType specification 1.9 (head, hhea, hmtx, cmap, loca, glyf,
OS/2).
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from functools import cache, cached_property
from hashlib import sha256
from importlib.util import find_spec
from itertools import compress, groupby
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..geometry import Rect, enclosing_rect
from .outlines import number_text
from .reportlab_parts import embedded_font, subset_strings
from .scripts import INVISIBLE_CHARACTERS, needs_shaping

if TYPE_CHECKING:
    from .kerning import Kerning

#: Spaces, which are not kerned.
SPACES = " \u00a0"
#: Minimum size of printed type, in points (printers' minimum for positive type).
LEAST_TYPE = 6.0
#: Minimum size of white type on a ground of several inks (printers' minimum for reversed type): each
#: misaligned plate closes its strokes.
LEAST_REVERSED_TYPE = 7.0
#: Size in points below which type blurs if printed in this many inks, as plates are never perfectly aligned.
FINE_TYPE, MANY_INKS = 9.0, 3
#: Minimum visible share of an ink.
LEAST_INK = 0.05


#: Fallback fonts, those of the current pack, regular and bold: they show what cardgen's own fonts lack.
FALLBACK_FONTS: ContextVar[tuple[tuple[Font, ...], tuple[Font, ...]]] = ContextVar("behind", default=((), ()))
#: The form of each byte in a PDF string (ISO 32000-1, 7.3.4.2), in ASCII only.
_PDF_STRING_BYTES = [
    f"\\{byte:03o}" if not 32 <= byte < 127 else f"\\{byte:c}" if byte in b"\\()" else chr(byte)
    for byte in range(256)
]
#: Weight (usWeightClass: semibold) from which the bold fallback fonts are used.
_HEAVY = 600


class NotByLetterError(Exception):
    """A text cannot be measured letter by letter: it needs shaping or a fallback font."""


#: Every font by its name.
FONTS: dict[str, Font] = {}


class Font:
    """One TrueType file of a package, with metrics in points at a size, without ReportLab."""

    def __init__(self, name: str, package: str) -> None:
        self.name = name
        self._package = package
        FONTS[name] = self
        self._had: set[str] = set()

    @cached_property
    def file(self) -> Path:
        """Return the TrueType file."""
        spec = find_spec(self._package)
        if spec is None or spec.origin is None:
            raise ImportError(f"the package {self._package} is missing")
        return Path(spec.origin).parent / "files" / f"{self.name}.ttf"

    @cached_property
    def data(self) -> bytes:
        """Return the file's bytes."""
        return self.file.read_bytes()

    @cached_property
    def _tables(self) -> FontTables:
        return read_tables(self.data)

    @cached_property
    def _advances(self) -> _Advances:
        return _Advances(self._tables)

    @property
    def weight(self) -> int:
        """Return the weight (usWeightClass): 400 regular, 700 bold, 900 black."""
        return self._tables.weight

    @property
    def is_bold(self) -> bool:
        """Tell whether it is bold or heavier."""
        return self.weight >= 700

    @property
    def units(self) -> int:
        """Return the units per em."""
        return self._tables.units

    def has_character(self, character: str) -> bool:
        """Tell whether the font itself has the character."""
        return self._tables.characters.glyph(ord(character)) != 0

    def can_show(self, character: str) -> bool:
        """Tell whether the font or a fallback font has the character."""
        return self.has_character(character) or any(
            font.has_character(character) for font in FALLBACK_FONTS.get()[0]
        )

    def with_fallbacks(self, text: str) -> Font:
        """Return the font itself if it has all characters of a text, else a font that also uses the fallback
        fonts.
        """
        behind = FALLBACK_FONTS.get()
        if not behind[0] or not self.characters_without_glyph(text):
            return self
        return font_with_fallbacks((self, *behind[self.weight >= _HEAVY]))

    def unshown_characters(self, text: str) -> list[str]:
        """Return each character of a text that neither the font nor a fallback font has, in order, with
        repeats.
        """
        lost = {
            character
            for character in self.characters_without_glyph(text) - INVISIBLE_CHARACTERS
            if not self.can_show(character)
        }
        return [character for character in text if character in lost] if lost else []

    def characters_without_glyph(self, text: str) -> set[str]:
        """Return the characters of a text that the font itself lacks."""
        new = set(text) - self._had
        self._had |= {character for character in new if self.has_character(character)}
        return new - self._had

    def width(self, text: str, size: float) -> float:
        """Return the width of a line of text with kerning, in points."""
        try:
            wide = sum(map(self._advances.__getitem__, text))
        except NotByLetterError:
            return self._mixed_width(text) * size
        wide += sum(map(self.kerning_table.__getitem__, map(add, text, text[1:])))
        return wide * size / self._tables.units

    def _mixed_width(self, text: str) -> float:
        """Return the width at font size 1 of a text that must be shaped, or that needs several fonts."""
        font = self.with_fallbacks(text)
        if not needs_shaping(text):
            return font.width(text, 1)
        from . import shaping

        return shaping.shaped_width(text, font)

    def glyph_box(self, glyph: int) -> tuple[float, float, float, float] | None:
        """Return xMin, yMin, xMax, yMax of a glyph by its index, in ems; None for one without ink."""
        box, units = self._tables.glyph_box(glyph), self._tables.units
        return box and (box[0] / units, box[1] / units, box[2] / units, box[3] / units)

    @cached_property
    def kerning_table(self) -> Kerning:
        """Return the kerning of pairs of characters in font units; see units."""
        from .kerning import Kerning

        return Kerning(self.data, self._tables.characters.glyph, self._tables.advance, SPACES)

    def kerning_by_letter(self, text: str) -> list[tuple[int, float]]:
        """Return the kerning of a text: pairs of the index of a letter and its kerning to the letter before
        it, in ems.

        Pairs without kerning are left out. Nothing is kerned with a space, so that words are as wide alone as
        in a line. The list is empty for shaped text, whose positions include its kerning.
        """
        if needs_shaping(text):
            return []
        kerning, units = self.kerning_table, self._tables.units
        kerns = [*map(kerning.__getitem__, map(add, text, text[1:]))]
        return [(place, kern / units) for place, kern in compress(enumerate(kerns, 1), kerns)]

    def ink_box(self, text: str, size: float) -> Rect:
        """Return the bounding box of the printed ink, with the text starting at the origin."""
        font = self.with_fallbacks(text)
        if needs_shaping(text):
            from . import shaping

            return shaping.shaped_ink_box(text, font, size)
        if font is not self:
            return font.ink_box(text, size)
        return self._ink_box_without_fallbacks(text, size)

    def _ink_box_without_fallbacks(self, text: str, size: float) -> Rect:
        tables = self._tables
        pen, boxes = 0, []
        for before, character in zip(("", *text), text, strict=False):
            pen += self.kerning_table[before + character] if before else 0
            box = tables.character_box(ord(character))
            if box is not None:
                boxes.append((box[0] + pen, box[1], box[2] + pen, box[3]))
            pen += tables.advance(ord(character))
        if not boxes:
            return Rect(0, 0, 0, 0)
        x, y = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, top = max(box[2] for box in boxes), max(box[3] for box in boxes)
        k = size / tables.units
        return Rect(x * k, y * k, (right - x) * k, (top - y) * k)

    def size_for_figure_height(self, height: float) -> float:
        """Return the font size at which figures are `height` points high."""
        return height * self._tables.units / self._tables.figure_height

    def parts_by_font(self, text: str) -> Iterable[tuple[str, Font]]:
        """Yield the parts of a text, each with the font of one file that shows it."""
        return ((text, self),)


class PackFont(Font):
    """A TrueType font that a pack brings, after own_fonts.py has verified it."""

    def __init__(self, data: bytes) -> None:
        # The same file has the same name everywhere, whatever it is called.
        super().__init__(f"own{sha256(data).hexdigest()[:8]}", "")
        self.data = data

    def has_character(self, character: str) -> bool:
        """Tell whether the font can show the character. A character that is not a space needs an outline."""
        box = self._tables.character_box(ord(character))
        return super().has_character(character) and (character.isspace() or bool(box and box[0] < box[2]))


@cache
def font_with_fallbacks(fonts: tuple[Font, ...]) -> Font:
    """Return one font that uses each of several fonts in turn; nested ones are unpacked."""
    files = dict.fromkeys(each for font in fonts for each in getattr(font, "fonts", (font,)))
    return next(iter(files)) if len(files) == 1 else FontWithFallbacks(tuple(files))


class FontWithFallbacks(Font):
    """Several fonts as one. The first font that has a character shows it; the first of all shows missing
    ones.
    """

    def __init__(self, fonts: tuple[Font, ...]) -> None:
        super().__init__("+".join(font.name for font in fonts), "")
        self.fonts = fonts
        self._by_character: dict[str, Font] = {}

    def _font_showing(self, character: str) -> Font:
        if character not in self._by_character:
            found = (font for font in self.fonts if font.has_character(character))
            self._by_character[character] = next(found, self.fonts[0])
        return self._by_character[character]

    @property
    def weight(self) -> int:
        """Return the weight of the first font."""
        return self.fonts[0].weight

    def parts_by_font(self, text: str) -> Iterable[tuple[str, Font]]:
        """Yield the parts of a text, each with the font that shows it."""
        return (("".join(part), font) for font, part in groupby(text, self._font_showing))

    def has_character(self, character: str) -> bool:
        """Tell whether any of the fonts can show the character."""
        return self._font_showing(character).has_character(character)

    def width(self, text: str, size: float) -> float:
        """Return the width of a line of text with kerning, in points."""
        if needs_shaping(text):
            return self._mixed_width(text) * size
        return sum(font.width(part, size) for part, font in self.parts_by_font(text))

    def kerning_by_letter(self, text: str) -> list[tuple[int, float]]:
        """Return the kerning of a text as Font.kerning_by_letter() does. There is none between letters of two
        fonts.
        """
        found, start = [], 0
        for part, font in self.parts_by_font(text):
            found += [(start + place, kern) for place, kern in font.kerning_by_letter(part)]
            start += len(part)
        return found

    def ink_box(self, text: str, size: float) -> Rect:
        """Return the bounding box of the printed ink, with the text starting at the origin."""
        if needs_shaping(text):
            from . import shaping

            return shaping.shaped_ink_box(text, self, size)
        pen, boxes = 0.0, []
        for part, font in self.parts_by_font(text):
            # The first font shows characters that none has, and must not ask the others again.
            box = font._ink_box_without_fallbacks(part, size)
            if box.width or box.height:
                boxes.append(box._replace(x=box.x + pen))
            pen += font.width(part, size)
        return enclosing_rect(boxes)

    def size_for_figure_height(self, height: float) -> float:
        """Return the font size at which figures are `height` points high."""
        return self._font_showing("1").size_for_figure_height(height)


class _Characters(NamedTuple):
    """A font's map from characters to glyphs: the first and last character of each range, and the first
    glyph.
    """

    firsts: tuple[int, ...]
    lasts: tuple[int, ...]
    glyphs: tuple[int, ...]

    def glyph(self, character: int) -> int:
        """Return the glyph of a character, 0 where the font has none."""
        place = bisect_right(self.firsts, character) - 1
        if place < 0 or character > self.lasts[place]:
            return 0
        return self.glyphs[place] + character - self.firsts[place]


class FontTables(NamedTuple):
    """The tables of a font file that measuring and drawing need, in font units."""

    data: bytes
    units: int
    characters: _Characters
    #: The advance of each glyph, and its left side bearing (two's complement); the last advance goes on.
    advances: tuple[int, ...]
    bearings: tuple[int, ...]
    offsets: tuple[int, ...]
    glyf: int
    #: usWeightClass.
    weight: int

    def glyph_advance(self, glyph: int) -> int:
        """Return the advance width of a glyph."""
        return self.advances[min(glyph, len(self.advances) - 1)]

    def advance(self, character: int) -> int:
        """Return the advance width of a character."""
        # ReportLab sets a space that does not break with the glyph of any other.
        return self.glyph_advance(self.characters.glyph(0x20 if character == 0xA0 else character))

    def character_box(self, character: int) -> tuple[int, int, int, int] | None:
        """Return xMin, yMin, xMax, yMax of a character's glyph; None for one without ink."""
        return self.glyph_box(self.characters.glyph(character))

    def glyph_box(self, glyph: int) -> tuple[int, int, int, int] | None:
        """Return xMin, yMin, xMax, yMax of a glyph; None for one without ink."""
        start, end = self.offsets[glyph : glyph + 2]
        return None if start == end else struct.unpack_from(">4h", self.data, self.glyf + start + 2)

    @property
    def figure_height(self) -> int:
        """Return the height of the figure 1."""
        box = self.character_box(ord("1"))
        return box[3] if box and box[3] > 0 else self.units


class _Advances(dict[str, int]):
    """The advance width of each character in font units; a dictionary that reads missing values from the
    font.

    Raises NotByLetterError for a character that needs shaping or comes from a fallback font. The width of a
    character that no font has is that of the missing glyph, and is not stored.
    """

    def __init__(self, tables: FontTables) -> None:
        super().__init__()
        self._tables = tables

    def __missing__(self, character: str) -> int:
        if needs_shaping(character):
            raise NotByLetterError
        advance = self._tables.advance(ord(character))
        if self._tables.characters.glyph(ord(character)):
            self[character] = advance
        elif any(font.has_character(character) for font in FALLBACK_FONTS.get()[0]):
            raise NotByLetterError
        return advance


def read_tables(data: bytes) -> FontTables:
    """Read the tables of a TrueType file. A damaged file raises errors of several types, such as struct.error
    or KeyError.
    """
    count = struct.unpack_from(">H", data, 4)[0]
    entries = struct.iter_unpack(">4s3I", data[12 : 12 + 16 * count])
    tables = {tag.decode("ascii"): offset for tag, _, offset, _ in entries}
    units, loca_format = struct.unpack_from(">H", data, tables["head"] + 18)[0], data[tables["head"] + 51]
    measured = struct.unpack_from(">H", data, tables["hhea"] + 34)[0]
    glyph_count = struct.unpack_from(">H", data, tables["maxp"] + 4)[0]
    metrics = struct.unpack_from(f">{measured + glyph_count}H", data, tables["hmtx"])
    advances, bearings = metrics[: 2 * measured : 2], metrics[1 : 2 * measured : 2] + metrics[2 * measured :]
    loca = struct.unpack_from(f">{glyph_count + 1}{'I' if loca_format else 'H'}", data, tables["loca"])
    offsets = loca if loca_format else tuple(2 * offset for offset in loca)
    characters = _glyphs_by_character(data, tables["cmap"])
    weight = struct.unpack_from(">H", data, tables["OS/2"] + 4)[0]
    return FontTables(data, units, characters, advances, bearings, offsets, tables["glyf"], weight)


def _glyphs_by_character(data: bytes, cmap: int) -> _Characters:
    """Return the map of Unicode characters from the subtable of format 12 or, if there is none, from that of
    format 4.
    """
    count = struct.unpack_from(">H", data, cmap + 2)[0]
    subtables = [cmap + struct.unpack_from(">HHI", data, cmap + 4 + 8 * i)[2] for i in range(count)]
    by_format = {struct.unpack_from(">H", data, at)[0]: at for at in subtables}
    if 12 not in by_format:
        return _characters_of_format_4(data, by_format[4])
    at = by_format[12]
    groups = struct.unpack_from(">I", data, at + 12)[0]
    numbers = struct.unpack_from(f">{3 * groups}I", data, at + 16)
    return _Characters(numbers[::3], numbers[1::3], numbers[2::3])


def _characters_of_format_4(data: bytes, at: int) -> _Characters:
    """Return the map of the Basic Multilingual Plane from a subtable of format 4.

    A segment whose glyphs are looked up in an array becomes ranges of one character each.
    """
    double = struct.unpack_from(">H", data, at + 6)[0]
    count = double // 2
    lasts, firsts, deltas, offsets = (
        struct.unpack_from(f">{count}H", data, at + 14 + double * part + (2 if part else 0))
        for part in range(4)
    )
    ranges: list[tuple[int, int, int]] = []
    for place, (first, last, delta, offset) in enumerate(zip(firsts, lasts, deltas, offsets, strict=True)):
        if not offset:
            ranges.append((first, last, (first + delta) & 0xFFFF))
            continue
        here = at + 16 + 3 * double + 2 * place + offset
        for character in range(first, last + 1):
            glyph = struct.unpack_from(">H", data, here + 2 * (character - first))[0]
            ranges.append((character, character, (glyph + delta) & 0xFFFF if glyph else 0))
    return _Characters(*zip(*ranges, strict=True))


#: Indices, titles: one black weight of a humanist sans (SIL Open Font License).
INDEX = Font("SourceSansPro-Black", "font_source_sans_pro")
#: Running text on cards and on the rim of sheets.
TEXT = Font("SourceSansPro-Semibold", "font_source_sans_pro")


#: Rulebooks: running text, its emphases, and captions and tables.
SERIF = Font("SourceSerifPro-Regular", "font_source_serif_pro")
SERIF_ITALIC = Font("SourceSerifPro-It", "font_source_serif_pro")
SERIF_STRONG = Font("SourceSerifPro-Semibold", "font_source_serif_pro")
SERIF_STRONG_ITALIC = Font("SourceSerifPro-SemiboldIt", "font_source_serif_pro")
SANS = Font("SourceSansPro-Regular", "font_source_sans_pro")
SANS_ITALIC = Font("SourceSansPro-It", "font_source_sans_pro")


#: The families of text on cards: what their files' names begin with, and the package that brings them.
FAMILIES = {
    "sans": ("SourceSansPro", "font_source_sans_pro"),
    "serif": ("SourceSerifPro", "font_source_serif_pro"),
}


@cache
def family_font(family: str, weight: str, italic: bool = False) -> Font:
    """Return the font of a family in a weight: light, regular, semibold, bold or black; sans by default."""
    begins, package = FAMILIES.get(family, FAMILIES["sans"])
    cut = ("It" if weight == "regular" else weight.capitalize() + "It") if italic else weight.capitalize()
    name = f"{begins}-{cut}"
    return FONTS.get(name) or Font(name, package)


def font_by_name(name: str) -> Font | None:
    """Return the font of this name that is in use, or one of cardgen's own; None if there is none."""
    if name in FONTS:
        return FONTS[name]
    begins, _, _ = name.partition("-")
    package = next((package for start, package in FAMILIES.values() if start == begins), None)
    return package and Font(name, package)  # type: ignore[return-value]


@cache
def reportlab_font(font: Font) -> Any:
    """Register a font with ReportLab, once per process, and return ReportLab's font object."""
    from reportlab.pdfbase.pdfmetrics import registerFont

    made = document_font(font)
    registerFont(made)
    return made


def document_font(font: Font) -> Any:
    """Return a new ReportLab font object for one document, whose subsets have distinct tags."""
    return embedded_font(font.name, font.data if isinstance(font, PackFont) else font.file, subset_tag)


def text_operators(text: str, font: Font, document: Any) -> Iterator[tuple[str, str]]:
    """Yield (font name, PDF operator) for each part of a text that one subset of the font shows. The text is
    kerned.
    """
    made, done = reportlab_font(font), 0
    kerns = font.kerning_by_letter(text)
    for name, encoded in subset_strings(made, text, document):
        # A subset has a byte for each character.
        shown = [_PDF_STRING_BYTES[byte] for byte in encoded]
        here = [(at - done, kern) for at, kern in kerns if done <= at < done + len(shown)]
        for at, kern in here:
            shown[at] = f"){number_text(-1000 * kern)}({shown[at]}"
        done += len(shown)
        string = f"({''.join(shown)})"
        yield name, f"[{string}] TJ" if here else f"{string} Tj"


def subset_tag(program: bytes) -> str:
    """Return six capital letters that identify a font subset by a hash of its bytes."""
    from hashlib import md5

    number = int.from_bytes(md5(program, usedforsecurity=False).digest()[:8], "big")
    return "".join(chr(ord("A") + number // 26**place % 26) for place in range(6))


def register_fonts() -> None:
    """Register the fonts of cards with ReportLab."""
    for font in (INDEX, TEXT):
        reportlab_font(font)
