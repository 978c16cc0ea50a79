"""Limits of the work for a stranger's PDF.

A few kilobytes of a PDF can unpack to gigabytes, by deflated zeros, by nested filters, or by object streams
that unpack as soon as the file is opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...colour.images import MOST_PIXELS as MOST_PIXELS

# --- the file -----------------------------------------------------------------------------------

#: Maximum size of a file in bytes.
MOST_FILE = 1 << 30
#: Maximum unpacked bytes of one stream, of all streams but pictures, and of all pictures.
MOST_STREAM, MOST_UNPACKED, MOST_PICTURES = 64 << 20, 256 << 20, 1 << 30
#: Maximum bytes of XMP metadata, and depth of their elements.
MOST_XMP, MOST_XMP_DEPTH = 8 << 20, 64
MOST_PAGES = 10_000
#: Maximum number of dictionaries that are read, and depth of their nesting; outline entries form a chain.
MOST_OBJECTS, MOST_DEPTH, MOST_CHAIN = 200_000, 64, 20_000
#: Maximum number of entries of one array or dictionary.
_MOST_ITEMS = 1_000_000

# --- content ------------------------------------------------------------------------------------

#: Maximum number of operators and marks of a file (of a page, for plates and proofs). A court card has 500
#: operators, a pack of 500 such cards a quarter million.
MOST_OPERATORS, MOST_MARKS = 1_000_000, 400_000
#: Maximum nesting of forms, patterns and glyphs, and of saved graphics states.
MOST_FORMS_DEEP, MOST_SAVED = 24, 10_000
#: Maximum number of values before one operator or in one array, depth of arrays, and bytes of a string.
MOST_VALUES, MOST_VALUES_DEEP, LONGEST_TEXT = 100_000, 20, 1 << 20
#: Maximum bytes of one inline image's data, which the standard recommends to keep under 4 KB.
MOST_INLINE = 4 << 20
#: Maximum number of widths of one font, and of glyphs of one page whose boxes are computed.
MOST_WIDTHS, MOST_GLYPHS = 70_000, 100_000
#: Maximum depth of nested colour spaces, and number of inks of one.
MOST_SPACES_DEEP, MOST_INKS = 8, 32
#: Functions: maximum nesting, parts of a stitched one, samples of one, bytes and tokens of a program, depth
#: of its braces, and height of its stack.
MOST_FUNCTIONS_DEEP, MOST_FUNCTION_PARTS, MOST_SAMPLES = 4, 256, 65_536
MOST_PROGRAM, MOST_TOKENS, MOST_BRACES_DEEP, MOST_ON_STACK = 100_000, 10_000, 30, 100

# --- drawing ------------------------------------------------------------------------------------

#: Pixels: MOST_PIXELS is the maximum of a picture in the file, as in packs, and of a page in colour. Pages
#: and pictures with more than MANY_PIXELS are drawn at a lower resolution to save memory: an A4 with bleed
#: has so many at 300 ppi, 70 × 120 mm at 900. A plate, with one byte per pixel, may have more.
MANY_PIXELS, MOST_PLATE_PIXELS = 12_000_000, 150_000_000
#: Maximum drawing time in microseconds: that of any page, and of all pages together in excess of it.
FREE_DRAWING, MOST_DRAWING = 150_000.0, 4_000_000.0
#: Maximum number of pages that are drawn, for each kind of drawing.
MOST_DRAWN = 2000
#: Maximum bytes of cached unpacked streams, and of pictures and content made for plates and kept for other
#: pages.
MOST_KEPT, MOST_HELD = 16 << 20, 64 << 20

# --- looking ------------------------------------------------------------------------------------

#: Maximum number of edges of a page, and of pairs of type and what lies below it: more take longer than
#: drawing them.
MOST_EDGES, MOST_PAIRS = 400, 1_000_000

# --- sheets that are proven ---------------------------------------------------------------------

#: Maximum bytes of content read in a file of sheets: for any file, for each card in it, and in total. A court
#: card takes 17,000, its back 21,000, a back strewn with a shaded icon 260,000; a picture counts by its
#: pixels.
ANY_WORK, CARD_WORK, MOST_WORK = 1_000_000, 500_000, 1_000_000_000
PICTURE_WORK, PIXELS_A_BYTE = 10_000, 2_000
#: Maximum number of cards, more than the largest pack printed fifty times; and bytes of a file's declaration.
MOST_CARDS, LONGEST_DECLARATION = 1_000_000, 1_000_000


class Unreadable(Exception):  # noqa: N818 - it says what it is
    """A file or a part of it is damaged, or exceeds a limit.

    The message is a clause about the file: "it has no size".
    """


@contextmanager
def qpdf_limits() -> Iterator[None]:
    """Set qpdf's limits to these within a `with` block, if the installed pikepdf can set them."""
    from pikepdf import settings

    if not can_limit():
        yield
        return
    before: dict[str, Any] = settings.set_qpdf_limits(
        parser_max_nesting=4 * MOST_DEPTH,
        parser_max_container_size=_MOST_ITEMS,
        max_stream_filters=4,
        flate_max_memory=MOST_STREAM,
        run_length_max_memory=MOST_STREAM,
        png_max_memory=MOST_STREAM,
        tiff_max_memory=MOST_STREAM,
        dct_max_memory=MOST_STREAM,
    )
    try:
        yield
    finally:
        settings.set_qpdf_limits(**before)


def can_limit() -> bool:
    """Tell whether the installed pikepdf can limit how much qpdf unpacks."""
    from pikepdf import settings

    return hasattr(settings, "set_qpdf_limits")


def printable_name(name: str) -> str:
    """Return a name from an untrusted file as it may be displayed.

    It has no slash and at most 40 characters, and "?" in place of each unprintable one.
    """
    return "".join(c if c.isprintable() else "?" for c in name.removeprefix("/")[:40])
