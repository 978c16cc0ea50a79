"""How much work a stranger's PDF may ask for, and unpacking that keeps to it.

A few kilobytes of a PDF can unpack to gigabytes, by deflating zeros, by filters on filters, or by
streams of objects that unpack as soon as the file is opened.
"""

from __future__ import annotations

import zlib
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


def filters(stream: Any) -> list[str]:
    """The names of a stream's filters, the first to be undone first (ISO 32000-1, 7.3.8.2)."""
    import pikepdf

    found = stream.get("/Filter", None)
    if found is None:
        return []
    return [str(name) for name in (found if isinstance(found, pikepdf.Array) else [found])]


def unpacked(stream: Any, most: int) -> bytes:
    """A stream's content. Raises Unreadable where it is damaged or would unpack to more than `most` bytes."""
    most = min(most, MOST_STREAM)
    if stream.get("/F", None) is not None:
        raise Unreadable("its content is kept in another file")
    names = filters(stream)
    try:
        if not names:
            data = bytes(stream.read_raw_bytes())
        elif names == ["/FlateDecode"] and stream.get("/DecodeParms", None) is None:
            data = inflated(stream.read_raw_bytes(), most)
        elif can_limit():
            data = bytes(stream.read_bytes())
        else:
            raise Unreadable(f"it is packed with {', '.join(names)}, which cannot be read here")
    except (zlib.error, RuntimeError) as error:
        # What pikepdf and qpdf raise are RuntimeErrors or its children.
        raise Unreadable("its content is damaged") from error
    if len(data) > most:
        raise Unreadable("there is far more in it than a press file can need")
    return data


def inflated(packed: bytes, most: int) -> bytes:
    """Deflated data, unpacked to one byte more than `most` at the most. Raises zlib.error.

    No data at all are an empty content: some programs, qpdf among them, write empty streams so.
    """
    if not packed:
        return b""
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(packed, most + 1)
    if len(data) <= most and not unpacker.eof:
        raise zlib.error("it ends too early")
    return data


def bound_packed_objects(pdf: Any) -> None:
    """Refuse a file whose streams of objects (ISO 32000-1, 7.5.7) would unpack without bound.

    Called before any other object is asked for. Raises Unreadable.
    """
    if not hasattr(pdf, "get_xref_table"):
        return
    left = MOST_UNPACKED
    numbers = {entry.obj_stream_number for entry in pdf.get_xref_table().values() if entry.type == 2}
    for number in sorted(numbers):
        holder = pdf.get_object(number, 0)
        if filters(holder) not in ([], ["/FlateDecode"]):
            raise Unreadable("its objects are packed in a way that press files are not")
        left -= len(unpacked(holder, left))
