"""Streams of a stranger's file, unpacked as far as there is need and no further."""

from __future__ import annotations

import zlib
from typing import Any

#: Filters that spell bytes out in text: they never make more of them (ISO 32000-1, 7.4.2, 7.4.3).
_TEXT = {"/ASCIIHexDecode", "/AHx", "/ASCII85Decode", "/A85"}
_FLATE = {"/FlateDecode", "/Fl"}
#: It makes 64 times as many at most (7.4.5).
_RUNS = {"/RunLengthDecode", "/RL"}


class Unreadable(Exception):  # noqa: N818
    """A stream that is too long, damaged, or packed in a way that is not read here."""


def filters(stream: Any) -> list[str]:
    """The names of a stream's filters (ISO 32000-1, 7.3.8.2)."""
    import pikepdf

    found = stream.get("/Filter", [])
    return [str(name) for name in (found if isinstance(found, pikepdf.Array | list) else [found])]


def read(stream: Any, most: int) -> bytes:
    """All that a stream holds, unpacked. Raises Unreadable where it is more than so many bytes."""
    names = filters(stream)
    packed, rest = spelt_out(stream, names)
    if not rest:
        return _limited(packed, most)
    if len(rest) > 1 or rest[0] not in _FLATE | _RUNS:
        raise Unreadable(f"a stream packed with {rest[-1].lstrip('/')}")
    if rest[0] in _FLATE and len(packed) * 1032 > most:
        # A predictor adds a byte to each row.
        _limited(_inflated(packed, 2 * most), 2 * most)
    return _limited(_decoded(stream), most)


def spelt_out(stream: Any, names: list[str]) -> tuple[bytes, list[str]]:
    """A stream's bytes out of their text, and the filters that are left."""
    import pikepdf

    if "/F" in stream:
        raise Unreadable("a stream kept in another file")
    count = next((place for place, name in enumerate(names) if name not in _TEXT), len(names))
    raw = stream.read_raw_bytes()
    if not count:
        return raw, names
    alone = pikepdf.new()
    text = pikepdf.Stream(alone, raw, Filter=pikepdf.Array([pikepdf.Name(name) for name in names[:count]]))
    return _decoded(text), names[count:]


def jpeg(stream: Any) -> bytes | None:
    """The JPEG file that a stream holds, None where it holds none."""
    raw, rest = spelt_out(stream, filters(stream))
    return raw if rest in (["/DCTDecode"], ["/DCT"]) else None


def _decoded(stream: Any) -> bytes:
    import pikepdf

    try:
        found: bytes = stream.read_bytes()
    except (pikepdf.PdfError, RuntimeError, ValueError) as error:
        raise Unreadable("a damaged stream") from error
    return found


def _inflated(packed: bytes, most: int) -> bytes:
    """What Flate makes of bytes, cut off just beyond the most."""
    try:
        return zlib.decompressobj().decompress(packed, most + 1)
    except zlib.error as error:
        raise Unreadable("a damaged stream") from error


def _limited(data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise Unreadable("a stream that holds more than it should")
    return data
