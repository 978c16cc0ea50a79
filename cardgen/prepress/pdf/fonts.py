"""The widths and heights of a file's fonts (ISO 32000-1, 9.6 to 9.8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .limits import MOST_WIDTHS, Unreadable

#: Defaults for fonts that state none, in thousandths of the font size.
_WIDTH, _ASCENT, _DESCENT = 600.0, 750.0, -250.0


@dataclass(frozen=True, eq=False)
class FontMetrics:
    """The widths and heights of a font, in parts of its size; those of a Type 3 font in its own units."""

    name: str
    widths: dict[int, float]
    #: The width of characters without an own one.
    other: float
    ascent: float
    descent: float
    #: Bytes per character code.
    length: int = 1
    #: For Type 3: its matrix, its glyph procedures by character code, and its resources.
    matrix: tuple[float, ...] = ()
    glyphs: dict[int, tuple[str, Any]] = field(default_factory=dict)
    resources: Any = None
    #: The font's object number and generation; zeros for a direct object.
    number: tuple[int, int] = (0, 0)
    #: The font dictionary.
    font: Any = None

    def character_codes(self, text: bytes) -> list[int]:
        """Return the character codes in the bytes of a string."""
        if self.length == 1:
            return list(text)
        return [high << 8 | low for high, low in zip(text[::2], text[1::2], strict=False)]


def read_font_metrics(font: Any, name: str) -> FontMetrics:
    """Return the widths and heights of a font. name: for messages. Raises Unreadable if it is no font."""
    import pikepdf

    if not isinstance(font, pikepdf.Dictionary):
        raise Unreadable(f"it names a font {name} that is not there")
    kind = str(font.get("/Subtype"))
    if kind == "/Type0":
        return _composite_font_metrics(font, name)
    first = int(font.get("/FirstChar", 0))
    values = font.get("/Widths", ())
    if len(values) > MOST_WIDTHS:
        raise Unreadable(f"it has a font {name} with far too many widths")
    if kind == "/Type3":
        return _type_3_metrics(
            font, name, {first + place: float(width) for place, width in enumerate(values)}
        )
    widths = {first + place: float(width) / 1000 for place, width in enumerate(values)}
    descriptor: Any = font.get("/FontDescriptor", {})
    other = float(descriptor.get("/MissingWidth", 0 if widths else _WIDTH)) / 1000
    return FontMetrics(name, widths, other, *_ascent_and_descent(descriptor))


def _ascent_and_descent(descriptor: Any) -> tuple[float, float]:
    """Return ascent and descent in parts of the font size, the descent negative.

    Defaults replace missing ones and zeros, which programs write that do not know them.
    """
    ascent = float(descriptor.get("/Ascent", 0)) or _ASCENT
    descent = float(descriptor.get("/Descent", 0)) or _DESCENT
    return ascent / 1000, -abs(descent) / 1000


def _composite_font_metrics(font: Any, name: str) -> FontMetrics:
    """Return the metrics of a composite font (9.7).

    In encodings other than Identity, all characters get the default width.
    """
    below = font.DescendantFonts[0]
    identity = str(font.get("/Encoding")) in ("/Identity-H", "/Identity-V")
    widths = _cid_widths(below.get("/W", ())) if identity else {}
    other = float(below.get("/DW", 1000)) / 1000
    return FontMetrics(name, widths, other, *_ascent_and_descent(below.get("/FontDescriptor", {})), length=2)


def _cid_widths(runs: Any) -> dict[int, float]:
    """Return the widths of a CIDFont by CID, in parts of the font size.

    runs: the array W, `first [w w w]` or `first last w`, repeated (9.7.4.3).
    """
    import pikepdf

    widths: dict[int, float] = {}
    items = iter(list(runs)[:MOST_WIDTHS])
    for first in items:
        second = next(items)
        if isinstance(second, pikepdf.Array):
            found = {int(first) + place: float(width) / 1000 for place, width in enumerate(second)}
        else:
            width = float(next(items)) / 1000
            found = dict.fromkeys(range(int(first), min(int(second), 65535) + 1), width)
        widths.update(found)
        if len(widths) > MOST_WIDTHS:
            raise Unreadable("it has a font with far too many widths")
    return widths


def _type_3_metrics(font: Any, name: str, widths: dict[int, float]) -> FontMetrics:
    """Return the metrics of a Type 3 font, whose glyphs are drawings (9.6.5). widths: by character code."""
    import pikepdf

    procs = font.CharProcs
    glyphs: dict[int, tuple[str, Any]] = {}
    code = 0
    encoding = font.get("/Encoding")
    differences = encoding.get("/Differences", ()) if isinstance(encoding, pikepdf.Dictionary) else ()
    for item in differences:
        if isinstance(item, pikepdf.Name):
            drawing = procs.get(str(item))
            if isinstance(drawing, pikepdf.Stream):
                glyphs[code] = (str(item)[1:], drawing)
            code += 1
        else:
            code = int(item)
    matrix = tuple(float(part) for part in font.FontMatrix)
    if len(matrix) != 6:
        raise Unreadable(f"it has a font {name} without its matrix")
    return FontMetrics(name, widths, 0.0, 0.0, 0.0, 1, matrix, glyphs, font.get("/Resources"))
