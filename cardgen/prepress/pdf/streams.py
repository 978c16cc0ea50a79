"""Unpacks streams of strangers' files, no further than needed (ISO 32000-1, 7.4)."""

from __future__ import annotations

import zlib
from typing import Any

from .limits import MOST_STREAM, MOST_UNPACKED, Unreadable, can_limit

#: Short names of filters, which are meant for inline images but also occur elsewhere (ISO 32000-1, table 94).
_SHORT = {
    "/AHx": "/ASCIIHexDecode",
    "/A85": "/ASCII85Decode",
    "/LZW": "/LZWDecode",
    "/Fl": "/FlateDecode",
    "/RL": "/RunLengthDecode",
    "/CCF": "/CCITTFaxDecode",
    "/DCT": "/DCTDecode",
}
#: Filters of ASCII encodings, which never expand data (7.4.2, 7.4.3).
_TEXT = ("/ASCIIHexDecode", "/ASCII85Decode")
#: Filters that qpdf decodes; all others are of pictures or of encryption.
_UNDONE = ("/FlateDecode", "/LZWDecode", "/RunLengthDecode", *_TEXT)


def filter_names(stream: Any) -> list[str]:
    """Return the names of a stream's filters as the file has them, in the order of decoding (7.3.8.2)."""
    import pikepdf

    found = stream.get("/Filter", None)
    if found is None:
        return []
    return [str(name) for name in (found if isinstance(found, pikepdf.Array) else [found])]


def full_filter_names(names: list[str]) -> list[str]:
    """Return filter names with abbreviated ones in full."""
    return [_SHORT.get(name, name) for name in names]


def unpack_stream(stream: Any, max_bytes: int) -> bytes:
    """Return a stream's unpacked bytes.

    Raises Unreadable if they are damaged, more than `max_bytes`, or compressed with a filter that cannot be
    read.
    """
    try:
        data, rest = decode_ascii_filters(stream)
        if rest == ["/FlateDecode"] and stream.get("/DecodeParms", None) is None:
            data = inflate(data, max_bytes)
        elif rest:
            # A predictor adds a byte to each row, which has at least one (7.4.4.4).
            is_bounded = can_limit() or (
                rest == ["/FlateDecode"] and len(inflate(data, 2 * max_bytes)) <= 2 * max_bytes
            )
            if not (is_bounded and set(rest) <= set(_UNDONE)):
                names = ", ".join(name.lstrip("/") for name in rest)
                raise Unreadable(f"its content is compressed with {names}, which cannot be read here")
            data = bytes(stream.read_bytes())
    except (zlib.error, RuntimeError, ValueError) as error:
        # pikepdf and qpdf raise RuntimeError or its subclasses.
        raise Unreadable("its content is damaged") from error
    if len(data) > max_bytes:
        raise Unreadable("it has far more content than a press file needs")
    return data


def decode_ascii_filters(stream: Any) -> tuple[bytes, list[str]]:
    """Return a stream's bytes after ASCII decoding, and the full names of the filters that are left.

    Raises Unreadable if the content is in another file, and RuntimeError if it is damaged.
    """
    import pikepdf

    if stream.get("/F", None) is not None:
        raise Unreadable("its content is stored in another file")
    names, raw = full_filter_names(filter_names(stream)), bytes(stream.read_raw_bytes())
    count = next((place for place, name in enumerate(names) if name not in _TEXT), len(names))
    if count:
        packers = pikepdf.Array([pikepdf.Name(name) for name in names[:count]])
        with pikepdf.new() as alone:
            raw = bytes(pikepdf.Stream(alone, raw, Filter=packers).read_bytes())
    return raw, names[count:]


def inflate(packed: bytes, max_bytes: int) -> bytes:
    """Return deflated data unpacked, at most one byte more than `max_bytes`.

    Raises zlib.error if they are damaged or end too early. Empty data unpack to nothing: some programs, qpdf
    among them, write empty streams like that.
    """
    if not packed:
        return b""
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(packed, max_bytes + 1)
    if len(data) <= max_bytes and not unpacker.eof:
        raise zlib.error("it ends too early")
    return data


def verify_object_stream_size(pdf: Any) -> None:
    """Raise Unreadable if the object streams (ISO 32000-1, 7.5.7) of a file would unpack beyond the limit.

    Call it before any other object is read, as reading one unpacks them.
    """
    if not hasattr(pdf, "get_xref_table"):
        return
    left = MOST_UNPACKED
    numbers = {entry.obj_stream_number for entry in pdf.get_xref_table().values() if entry.type == 2}
    for number in sorted(numbers):
        holder = pdf.get_object(number, 0)
        if filter_names(holder) not in ([], ["/FlateDecode"]):
            raise Unreadable("its objects are compressed in a way that press files do not use")
        left -= len(unpack_stream(holder, min(left, MOST_STREAM)))
