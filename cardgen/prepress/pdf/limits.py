"""How much work a stranger's PDF may ask for.

A few kilobytes of a PDF can unpack to gigabytes, by deflating zeros, by filters on filters, or by
streams of objects that unpack as soon as the file is opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...colour.images import MOST_PIXELS as MOST_PIXELS

# --- the file -----------------------------------------------------------------------------------

#: The largest file, in bytes.
MOST_FILE = 1 << 30
#: What one stream, all streams of a file but pictures, and all its pictures may unpack to, in bytes.
MOST_STREAM, MOST_UNPACKED, MOST_PICTURES = 64 << 20, 256 << 20, 1 << 30
#: XMP metadata, in bytes, and how deep its elements may be nested.
MOST_XMP, MOST_XMP_DEPTH = 8 << 20, 64
MOST_PAGES = 10_000
#: Dictionaries that are looked at, and how deep they may be nested in one another; outlines' entries hang on
#: one another like a chain.
MOST_OBJECTS, MOST_DEPTH, MOST_CHAIN = 200_000, 64, 20_000
#: What one array or dictionary may hold.
_MOST_ITEMS = 1_000_000

# --- content ------------------------------------------------------------------------------------

#: Operators and marks of a file (of a page, for plates and proofs). A court card has 500 operators, a pack of
#: 500 such cards a quarter million.
MOST_OPERATORS, MOST_MARKS = 1_000_000, 400_000
#: How deep forms, patterns and glyphs may be drawn within one another, and graphics states saved.
MOST_FORMS_DEEP, MOST_SAVED = 24, 10_000
#: Values before one operator or in one array, how deep arrays may be nested, and the longest text in bytes.
MOST_VALUES, MOST_VALUES_DEEP, LONGEST_TEXT = 100_000, 20, 1 << 20
#: Bytes of one inline image's data, which are meant to be under 4 KB.
MOST_INLINE = 4 << 20
#: Widths of one font, and glyphs of one page whose boxes are looked at.
MOST_WIDTHS, MOST_GLYPHS = 70_000, 100_000
#: How deep colour spaces may lie in one another, and the inks of one.
MOST_SPACES_DEEP, MOST_INKS = 8, 32
#: Functions: how deep they may lie in one another, the parts of a stitched one, the samples of one, its
#: program in bytes and tokens, how deep its braces may be, and what it may have on its stack.
MOST_FUNCTIONS_DEEP, MOST_FUNCTION_PARTS, MOST_SAMPLES = 4, 256, 65_536
MOST_PROGRAM, MOST_TOKENS, MOST_BRACES_DEEP, MOST_ON_STACK = 100_000, 10_000, 30, 100

# --- drawing ------------------------------------------------------------------------------------

#: Pixels: MOST_PIXELS is the most of a picture in the file, as in packs, and of a page in colour. Pages and
#: pictures of more than MANY_PIXELS are drawn coarser, lest they take hundreds of megabytes: an A4 with its
#: bleed has so many at 300 an inch, 70 × 120 mm at 900. A plate, in one byte a pixel, may have more.
MANY_PIXELS, MOST_PLATE_PIXELS = 12_000_000, 150_000_000
#: What drawing may take, in millionths of a second: any page, and all pages together above this.
FREE_DRAWING, MOST_DRAWING = 150_000.0, 4_000_000.0
#: How many pages are drawn, for each way of looking at them.
MOST_DRAWN = 2000
#: Bytes of what was unpacked that are kept, and of pictures and content made for plates that wait for other
#: pages to need them.
MOST_KEPT, MOST_HELD = 16 << 20, 64 << 20

# --- looking ------------------------------------------------------------------------------------

#: Edges of one page, and pairs of type and what lies under it on a page: more take longer than drawing them.
MOST_EDGES, MOST_PAIRS = 400, 1_000_000

# --- sheets that are proven ---------------------------------------------------------------------

#: The most content that is read of a file of sheets, in bytes: for any file, for each card in it,
#: and at all. A court card takes 17,000, its back 21,000; a picture counts by its pixels.
ANY_WORK, CARD_WORK, MOST_WORK = 1_000_000, 500_000, 1_000_000_000
PICTURE_WORK, PIXELS_A_BYTE = 10_000, 2_000
#: More cards than the largest pack, printed fifty times; and the bytes of what a file declares of itself.
MOST_CARDS, LONGEST_DECLARATION = 1_000_000, 1_000_000


class Unreadable(Exception):  # noqa: N818 - it says what it is
    """A file, or a part of it, cannot be read; it is damaged, or asks for more work than any press file."""


@contextmanager
def limits() -> Iterator[None]:
    """Hold qpdf to these bounds while a file is open, where it can be held to any."""
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
    """Tell whether the pikepdf at hand can bound what qpdf unpacks."""
    from pikepdf import settings

    return hasattr(settings, "set_qpdf_limits")


def shown(name: str) -> str:
    """Return a stranger's name, fit to be shown: without its slash, no longer than a line, printable."""
    return "".join(c if c.isprintable() else "?" for c in name.removeprefix("/")[:40])
