"""Reads a file's XMP metadata as far as preflight needs them, from any bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from .document import PdfDocument
from .limits import MOST_XMP, MOST_XMP_DEPTH
from .streams import filter_names

DC = "http://purl.org/dc/elements/1.1/"
XMP = "http://ns.adobe.com/xap/1.0/"
PDF = "http://ns.adobe.com/pdf/1.3/"
MM = "http://ns.adobe.com/xap/1.0/mm/"
PDFXID = "http://www.npes.org/pdfx/ns/id/"
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

#: The longest metadata that is read, and how deep they may be nested. Declarations that an XML file must not
#: have, as entities can expand a few lines to gigabytes.
_DEFINES = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


class BadXmp(Exception):  # noqa: N818 - it says what it is
    """The metadata cannot be read; the message says why."""


@dataclass
class XmpProperties:
    """Simple properties by namespace and name; for a list, its first entry."""

    values: dict[tuple[str, str], str] = field(default_factory=dict)

    def get(self, namespace: str, name: str) -> str | None:
        """Return the text of a property; None if it is missing."""
        return self.values.get((namespace, name))


def document_xmp(file: PdfDocument) -> XmpProperties | BadXmp | None:
    """Return the metadata of the whole file; None if there are none, a BadXmp if they are unreadable."""
    return file.cached_result(_read_xmp)


def _read_xmp(file: PdfDocument) -> XmpProperties | BadXmp | None:
    """Read the metadata of the whole file. For the result see document_xmp()."""
    import pikepdf

    stream = file.catalog.get("/Metadata")
    if stream is None:
        return None
    try:
        if not isinstance(stream, pikepdf.Stream):
            raise BadXmp("it is not stored as metadata")
        return parse_xmp(file.unpack_stream(stream))
    except BadXmp as error:
        return error
    except Exception as error:  # Any error means that it cannot be read.
        return BadXmp(f"it is damaged ({type(error).__name__})")


def is_xmp_compressed(file: PdfDocument) -> bool:
    """Tell whether the metadata are compressed; programs that cannot read PDF then do not find them."""
    import pikepdf

    stream = file.catalog.get("/Metadata")
    return isinstance(stream, pikepdf.Stream) and bool(filter_names(stream))


def parse_xmp(data: bytes) -> XmpProperties:
    """Return the properties in an XMP packet (ISO 16684-1, 7). Raises BadXmp if it is malformed."""
    from xml.parsers import expat

    if len(data) > MOST_XMP:
        raise BadXmp("it is far longer than metadata should be")
    if _DEFINES.search(data) or b"\0" in data:
        raise BadXmp("it has content that metadata may not have, or is not in UTF-8")
    reader = _XmpParser()
    parser = expat.ParserCreate("utf-8", namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    try:
        parser.Parse(data.strip(b"\xef\xbb\xbf \r\n\t\0"), True)
    except expat.ExpatError as error:
        raise BadXmp(f"line {error.lineno} of it is not well formed") from error
    return reader.found


class _XmpParser:
    """Collects the properties in rdf:Description, from its elements and attributes, as expat calls it."""

    def __init__(self) -> None:
        self.found = XmpProperties()
        self._path: list[tuple[str, str]] = []
        self._words: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag = _namespace_and_name(name)
        self._path.append(tag)
        if len(self._path) > MOST_XMP_DEPTH:
            raise BadXmp("it is nested far deeper than metadata should be")
        if tag == (_RDF, "Description"):
            for key, value in attributes.items():
                self._store_property(_namespace_and_name(key), value)
        self._words = []

    def text(self, words: str) -> None:
        self._words.append(words)

    def end(self, _name: str) -> None:
        tag = self._path.pop()
        text = "".join(self._words).strip()
        self._words = []
        for place in range(len(self._path) - 1, -1, -1):
            if self._path[place] == (_RDF, "Description"):
                below = [*self._path[place + 1 :], tag]
                if all(step[0] == _RDF for step in below[1:]) and (text or len(below) == 1):
                    self._store_property(below[0], text)
                return

    def _store_property(self, key: tuple[str, str], text: str) -> None:
        """Store a property unless it has a text already. So of a list, the first entry is kept."""
        if not self.found.values.get(key):
            self.found.values[key] = text.strip()


def _namespace_and_name(name: str) -> tuple[str, str]:
    """Return the two parts of a name of expat; "" for no namespace."""
    namespace, _, local = name.rpartition(" ")
    return namespace, local


def decode_text_string(value: Any) -> str | None:
    """Return the text of a PDF text string without surrounding spaces; None for any other object."""
    import pikepdf

    if isinstance(value, str):
        return value.strip()
    return str(value).strip() if isinstance(value, pikepdf.String) else None
