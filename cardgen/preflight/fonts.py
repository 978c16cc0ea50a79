"""Rule: every font is in the file."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

from ..pdf.document import Document
from ..pdf.limits import Unreadable
from ..units import Sentence
from .findings import Finding, Target

_HINT = "embed all fonts when you export, or turn the text into outlines"


def font(file: Document, target: Target) -> Iterator[Finding]:
    """Every font that anything names is embedded, and its file is one.

    ISO 15930-4 and -7 (fonts): all fonts that text is shown with are embedded, the 14 standard ones
    too; ISO 32000-1, 9.9. Text that nobody sees (rendering mode 3) would do without; fonts that are
    only named are found nevertheless, for what makes text visible can be far from the font.
    """
    found, names = False, set()
    for used in file.of("font"):
        name = _name(used.thing)
        names.add(name)
        fault = _fault(file, used.thing)
        if fault:
            found = True
            message = f"the font {name} {fault}"
            yield Finding("font", message, _HINT, page=used.page, where=used.where)
    if not found:
        embedded = Sentence("{n} font, all embedded", "{n} fonts, all embedded", n=len(names))
        file.facts.append(embedded if names else Sentence("no fonts"))


def _name(font: Any) -> str:
    import pikepdf

    stated = font.get("/BaseFont", font.get("/Name", "")) if isinstance(font, pikepdf.Dictionary) else ""
    return str(stated).lstrip("/")[:60] or "without a name"


def _fault(file: Document, font: Any) -> str | None:
    """Tell what is wrong with a font, in words that follow its name."""
    import pikepdf

    if not isinstance(font, pikepdf.Dictionary):
        return "is damaged"
    kind = font.get("/Subtype")
    if kind == "/Type3":
        whole = isinstance(font.get("/CharProcs"), pikepdf.Dictionary)
        return None if whole else "is damaged: it has no glyphs"
    if kind == "/Type0":
        below = font.get("/DescendantFonts")
        font = below[0] if isinstance(below, pikepdf.Array) and len(below) else None
    descriptor = font.get("/FontDescriptor") if isinstance(font, pikepdf.Dictionary) else None
    if not isinstance(descriptor, pikepdf.Dictionary):
        return "is not embedded"
    files = [(key, descriptor[key]) for key in _LOOKS if key in descriptor]
    if not files:
        return "is not embedded"
    key, stream = files[0]
    if not isinstance(stream, pikepdf.Stream):
        return "is not embedded: where its file should be there is something else"
    try:
        data = file.unpacked(stream)
    except Unreadable as error:
        return f"is embedded, but {error}"
    return None if _LOOKS[key](data) else "is embedded, but its file is damaged"


def _type1(data: bytes) -> bool:
    """Tell whether it is a Type 1 font, in plain text or in segments (Adobe Type 1 Font Format, 2.1)."""
    return len(data) > 100 and (data.startswith((b"%!", b"\x80\x01")))


def _truetype(data: bytes) -> bool:
    """Tell whether it is a TrueType or OpenType font with all its tables (OpenType: table directory)."""
    if data[:4] not in (b"\0\1\0\0", b"true", b"OTTO") or len(data) < 12:
        return False
    count = struct.unpack_from(">H", data, 4)[0]
    if not 0 < count <= 100 or len(data) < 12 + 16 * count:
        return False
    tables = [struct.unpack_from(">4sIII", data, 12 + 16 * place) for place in range(count)]
    if any(start + size > len(data) for _, _, start, size in tables):
        return False
    names = {name for name, _, _, _ in tables}
    return b"CFF " in names or {b"glyf", b"loca", b"head"} <= names


def _compact(data: bytes) -> bool:
    """Tell whether it is a Compact Font (Adobe Technical Note 5176, 6), bare or in OpenType."""
    if data[:4] in (b"OTTO", b"\0\1\0\0", b"true"):
        return _truetype(data)
    return len(data) > 20 and data[0] == 1 and 4 <= data[2] < len(data) and 1 <= data[3] <= 4


#: Where a font's file can be (ISO 32000-1, table 126), and whether bytes look like one.
_LOOKS = {"/FontFile": _type1, "/FontFile2": _truetype, "/FontFile3": _compact}
