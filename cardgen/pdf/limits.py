"""How much work a stranger's PDF may ask for.

A few kilobytes of a PDF can unpack to gigabytes, by deflating zeros, by filters on filters, or by
streams of objects that unpack as soon as the file is opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

#: The largest file, in bytes.
MOST_FILE = 1 << 30
#: What one stream, and all streams of a file together, may unpack to.
MOST_STREAM, MOST_UNPACKED = 64 << 20, 256 << 20
MOST_PAGES = 10_000
#: Dictionaries that are looked at, and how deep they may be nested in one another.
MOST_OBJECTS, MOST_DEPTH = 200_000, 64
#: What one array or dictionary may hold.
_MOST_ITEMS = 1_000_000


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
    """Whether the pikepdf at hand can bound what qpdf unpacks."""
    from pikepdf import settings

    return hasattr(settings, "set_qpdf_limits")
