"""Streams of a stranger's file, unpacked as far as there is need and no further (ISO 32000-1, 7.4)."""

from __future__ import annotations

import zlib
from typing import Any

from .limits import MOST_STREAM, MOST_UNPACKED, Unreadable, can_limit

#: Short names of filters, which are meant for inline images and met elsewhere (ISO 32000-1, table 94).
_SHORT = {
    "/AHx": "/ASCIIHexDecode",
    "/A85": "/ASCII85Decode",
    "/LZW": "/LZWDecode",
    "/Fl": "/FlateDecode",
    "/RL": "/RunLengthDecode",
    "/CCF": "/CCITTFaxDecode",
    "/DCT": "/DCTDecode",
}
#: Filters that spell bytes out in text: they never make more of them (7.4.2, 7.4.3).
_TEXT = ("/ASCIIHexDecode", "/ASCII85Decode")
#: What qpdf undoes; all else are pictures, or encrypted.
_UNDONE = ("/FlateDecode", "/LZWDecode", "/RunLengthDecode", *_TEXT)


def filters(stream: Any) -> list[str]:
    """Return the names of a stream's filters as the file has them, the first to be undone first (7.3.8.2)."""
    import pikepdf

    found = stream.get("/Filter", None)
    if found is None:
        return []
    return [str(name) for name in (found if isinstance(found, pikepdf.Array) else [found])]


def full_names(names: list[str]) -> list[str]:
    """Spell out the short names of filters."""
    return [_SHORT.get(name, name) for name in names]


def unpacked(stream: Any, most: int) -> bytes:
    """Unpack a stream. Raises Unreadable where it is damaged or would unpack to more than `most` bytes."""
    try:
        data, rest = spelt_out(stream)
        if rest == ["/FlateDecode"] and stream.get("/DecodeParms", None) is None:
            data = inflated(data, most)
        elif rest:
            if not (can_limit() and set(rest) <= set(_UNDONE)):
                names = ", ".join(name.lstrip("/") for name in rest)
                raise Unreadable(f"its content is compressed with {names}, which cannot be read here")
            data = bytes(stream.read_bytes())
    except (zlib.error, RuntimeError, ValueError) as error:
        # What pikepdf and qpdf raise are RuntimeErrors or its children.
        raise Unreadable("its content is damaged") from error
    if len(data) > most:
        raise Unreadable("it has far more content than a press file needs")
    return data


def spelt_out(stream: Any) -> tuple[bytes, list[str]]:
    """Return a stream's bytes out of their text, and the full names of the filters that are left.

    Raises Unreadable where they are kept in another file, and RuntimeError where they are damaged.
    """
    import pikepdf

    if stream.get("/F", None) is not None:
        raise Unreadable("its content is stored in another file")
    names, raw = full_names(filters(stream)), bytes(stream.read_raw_bytes())
    count = next((place for place, name in enumerate(names) if name not in _TEXT), len(names))
    if count:
        packers = pikepdf.Array([pikepdf.Name(name) for name in names[:count]])
        with pikepdf.new() as alone:
            raw = bytes(pikepdf.Stream(alone, raw, Filter=packers).read_bytes())
    return raw, names[count:]


def inflated(packed: bytes, most: int) -> bytes:
    """Unpack deflated data, to one byte more than `most` at the most. Raises zlib.error.

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
            raise Unreadable("its objects are compressed in a way that press files do not use")
        left -= len(unpacked(holder, min(left, MOST_STREAM)))
