"""Outlines of glyphs, as fontTools reads them from font files."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

from ..errors import UsageError
from ..geometry import scaling
from ..units import quoted_value
from .fonts import Font
from .outlines import Shape, path_shape


@lru_cache(maxsize=16)
def fonttools_font(font: Font) -> Any:
    """Return a font as fontTools reads it."""
    from fontTools.ttLib import TTFont

    return TTFont(io.BytesIO(font.data), lazy=True)


def glyph_of(font: Font, character: str) -> str:
    """Return the name of the glyph that shows a character. A non-breaking space has the glyph of a space."""
    names = fonttools_font(font).getBestCmap()
    return str(names.get(ord(" " if character == "\u00a0" else character), ".notdef"))


@lru_cache(maxsize=1024)
def path_data(font: Font, glyph: str) -> str:
    """Return a glyph as SVG path data, in the font's units.

    Raises UsageError for a damaged glyph, which a pack's own font may have.
    """
    from fontTools.pens.svgPathPen import SVGPathPen

    try:
        glyphs = fonttools_font(font).getGlyphSet()
        pen = SVGPathPen(glyphs)
        glyphs[glyph].draw(pen)
        return str(pen.getCommands())
    except Exception as error:
        # fontTools expects a valid font, and raises any exception for a faulty one.
        raise UsageError(
            f"the outline of {quoted_value(glyph)} in a font of the pack's own cannot be read: "
            "open and save the font in a font editor"
        ) from error


@lru_cache(maxsize=1024)
def glyph_shape(font: Font, glyph: str) -> Shape:
    """Return the outline of a glyph in ems."""
    return path_shape(path_data(font, glyph)).transformed(scaling(1 / font.units))
