"""Rules: which standard and which version of PDF a file says that it is, and whether it is whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..pdf.document import Document
from ..pdf.xmp import PDFXID, Xmp, text_of, xmp_of
from ..printers.model import STANDARDS, Standard
from .findings import Finding, Target

#: The newest version that a standard knows.
_NEWEST: dict[Standard, str] = {"x1a": "1.4", "x4": "1.6"}
_VERSION = re.compile(r"/?(\d\.\d)\Z")
#: What qpdf puts before its words: which of this program's own things it has read.
_WHENCE = re.compile(r"\Astream <[^>]*>,? ?")


def version(file: Document, target: Target) -> Iterator[Finding]:
    """The PDF version is one that the standard knows.

    PDF/X-1a:2003 is PDF 1.4 or older (ISO 15930-4), PDF/X-4 is PDF 1.6 (ISO 15930-7). The catalog's
    Version counts where it is later than the header's (ISO 32000-1, 7.5.2 and 7.7.2).
    """
    stated = file.root.get("/Version")
    match = _VERSION.match(str(stated)) if stated is not None else None
    if file.header is None:
        yield Finding("version", "the file does not begin with %PDF and a version", _again(target))
    if stated is not None and match is None:
        yield Finding("version", "the catalog states a version that is none", _again(target))
    known = [each for each in (file.header, match and match[1]) if each]
    if not known or target.standard is None:
        return
    newest, found = _NEWEST[target.standard], max(known)
    name = STANDARDS[target.standard]
    if found > newest:
        message = f"the file is PDF {found}; {name} is PDF {newest} at the most"
        yield Finding("version", message, _again(target))
    elif target.standard == "x4" and found < newest:
        message = f"the file is PDF {found}, though {name} is PDF {newest}"
        yield Finding("version", message, _again(target), "warning")


def _again(target: Target) -> str:
    return f"export the file as {STANDARDS[target.standard]}" if target.standard else "export the file again"


def identification(file: Document, target: Target) -> Iterator[Finding]:
    """The file says that it is of the standard asked for, and of no other.

    PDF/X-1a says it in the document information (ISO 15930-4: GTS_PDFXVersion; GTS_PDFXConformance was
    needed in ISO 15930-1 only, but may not say otherwise); PDF/X-4 in XMP (ISO 15930-7: pdfxid).
    """
    if target.standard is None:
        return
    stated = list(_claims(file))
    wanted = STANDARDS[target.standard]
    good = _GOOD[target.standard]
    # Where PDF/X-4 would say it there may be nothing, or nothing that can be read: see metadata.xmp.
    can_be_read = target.standard == "x1a" or isinstance(xmp_of(file), Xmp)
    if can_be_read and not any(key == _PLACE[target.standard] for key, _ in stated):
        yield Finding(
            "identification", f"the file does not say that it is {wanted}", f"export it as {wanted}"
        )
    for key, claim in stated:
        if (key, claim) not in good:
            message = f"the file says in {key} that it is {claim[:40]!r}, not {wanted}"
            yield Finding("identification", message, f"export it as {wanted}")
    if stated and all(claim in good for claim in stated):
        file.facts.append(f"{stated[0][1]}, PDF {file.header}")


_PLACE: dict[Standard, str] = {"x1a": "GTS_PDFXVersion", "x4": "pdfxid:GTS_PDFXVersion"}
#: What may be said where. Readers of X-1a:2003 must take X-1a:2001 too (ISO 15930-4, Annex A, and the
#: Application Notes for PDF/X Standards, CGATS 2002, 2.3).
_GOOD: dict[Standard, set[tuple[str, str]]] = {
    "x1a": {
        ("GTS_PDFXVersion", "PDF/X-1a:2003"),
        ("GTS_PDFXConformance", "PDF/X-1a:2003"),
        ("GTS_PDFXVersion", "PDF/X-1:2001"),
        ("GTS_PDFXConformance", "PDF/X-1a:2001"),
        ("pdfxid:GTS_PDFXVersion", "PDF/X-1a:2003"),
    },
    "x4": {("pdfxid:GTS_PDFXVersion", "PDF/X-4"), ("GTS_PDFXVersion", "PDF/X-4")},
}


def _claims(file: Document) -> Iterator[tuple[str, str]]:
    """Where the file says what it is, and what it says there."""
    for key in ("GTS_PDFXVersion", "GTS_PDFXConformance"):
        value: Any = file.info.get(f"/{key}")
        if value is not None:
            yield key, text_of(value) or "nothing"
    xmp = xmp_of(file)
    if isinstance(xmp, Xmp) and (claim := xmp.get(PDFXID, "GTS_PDFXVersion")):
        yield "pdfxid:GTS_PDFXVersion", claim


def damage(file: Document, target: Target) -> Iterator[Finding]:
    """The file is whole: nothing had to be guessed or mended to read it (ISO 32000-1, 7.5)."""
    hint = "make the file again, or save it from another program: others may read it otherwise"
    for fault in file.faults:
        yield Finding("damage", fault, hint)
    for warning in file.pdf.get_warnings()[:20]:
        words = _WHENCE.sub("", str(warning))[:200].lstrip(": ")
        yield Finding("damage", f"the file is damaged: {words}", hint)
