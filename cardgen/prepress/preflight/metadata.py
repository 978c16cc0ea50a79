"""Rules: a file's metadata, in its document information and in XMP."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from ..pdf import xmp as names
from ..pdf.document import PdfDocument
from ..pdf.xmp import BadXmp, XmpProperties, decode_text_string, document_xmp, is_xmp_compressed
from .findings import Finding, Target

#: A date in a PDF (ISO 32000-1, 7.9.4).
_PDF_DATE = re.compile(
    r"D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z(?:00'?(?:00'?)?)?|([+-])(\d\d)'?(?:(\d\d)'?)?)?\Z"
)
#: Malformed dates that most programs accept: without the D: at the beginning, or with extra characters at
#: the end.
_LOOSE_DATE = re.compile(
    r"(?:D:)?(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(?:Z|([+-])(\d\d)'?(\d\d)?)?[Z'0: ]*\Z"
)
#: A date in XMP: a profile of ISO 8601 (ISO 16684-1, 8.2.1.2).
_XMP_DATE = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|([+-])(\d\d):(\d\d))?)?)?)?\Z"
)
_SET_AGAIN = "set it in the program that made the file, and export again"


def check_title(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require a title in the document information (ISO 15930-4). PDF/X-4 needs it in XMP; see check_xmp()."""
    if target.standard != "x1a":
        return
    if not decode_text_string(file.information.get("/Title")):
        yield Finding("title", "the file has no title in its document information", _SET_AGAIN)


def check_dates(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require the dates of creation and of the last change (ISO 15930-4; ISO 32000-1, 7.9.4).

    PDF/X-4 needs these dates in XMP, and dates in its document information must also be valid. A date in a
    wrong format yields a warning if its meaning is clear.
    """
    for key, what in (("/CreationDate", "was made"), ("/ModDate", "was last changed")):
        value = file.information.get(key)
        if value is None:
            if target.standard == "x1a":
                yield Finding("dates", f"nothing says when the file {what} ({key[1:]})", _SET_AGAIN)
        elif not _PDF_DATE.match((decode_text_string(value) or "")[:40]) or _parse_pdf_date(value) is None:
            shown = (decode_text_string(value) or "no text")[:40]
            loose = _parse_pdf_date(value) is not None
            amiss = "is not written as dates are" if loose else "is not a date"
            message = f"the date when the file {what} {amiss}: {shown!r} ({key[1:]})"
            hint = "a date is written D:20240229120000Z: export the file again"
            yield Finding("dates", message, hint, "warning" if loose else "error")


def check_trapped(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require Trapped to be the name True or False (ISO 15930-4 and -7; ISO 32000-1, 14.3.3)."""
    import pikepdf

    value: Any = file.information.get("/Trapped")
    hint = "export it as PDF/X, which says so (Trapped: the name True or False)"
    if value is None:
        if target.standard == "x1a":
            yield Finding("trapped", "the file does not say whether it is trapped", hint)
    elif isinstance(value, pikepdf.Name) and value == "/Unknown":
        if target.standard is not None:
            yield Finding("trapped", "the file says that it is unknown whether it is trapped", hint)
    elif not isinstance(value, pikepdf.Name):
        yield Finding("trapped", "the file states its trapping with an unknown value", hint)
    elif value not in ("/True", "/False"):
        said = f"the file states its trapping as {str(value)[:30]}, which is neither True nor False"
        yield Finding("trapped", said, hint)


#: Required XMP properties of PDF/X-4 (ISO 15930-7, file identification and metadata).
_NEEDED = (
    (names.DC, "title", "dc:title"),
    (names.XMP, "CreateDate", "xmp:CreateDate"),
    (names.XMP, "ModifyDate", "xmp:ModifyDate"),
    (names.XMP, "MetadataDate", "xmp:MetadataDate"),
    (names.PDF, "Trapped", "pdf:Trapped"),
    (names.MM, "DocumentID", "xmpMM:DocumentID"),
    (names.MM, "VersionID", "xmpMM:VersionID"),
    (names.MM, "RenditionClass", "xmpMM:RenditionClass"),
)


def check_xmp(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require well-formed XMP; in PDF/X-4 it must exist, uncompressed and complete.

    ISO 15930-7 (metadata); ISO 32000-1, 14.3.2. A DOCTYPE is refused: XMP has none (ISO 16684-1, 7).
    """
    found = document_xmp(file)
    needed = target.standard == "x4"
    if isinstance(found, BadXmp):
        yield Finding("xmp", f"the file's metadata (XMP) cannot be read: {found}", "export the file again")
    elif found is None:
        if needed:
            yield Finding("xmp", "the file has no metadata (XMP)", "export it as PDF/X-4")
    elif needed:
        if is_xmp_compressed(file):
            yield Finding("xmp", "the file's metadata (XMP) are compressed", "export it as PDF/X-4")
        yield from _property_findings(found)


def _property_findings(properties: XmpProperties) -> Iterator[Finding]:
    """Yield a finding for each required XMP property that is missing or has an invalid value."""
    for namespace, name, shown in _NEEDED:
        value = properties.get(namespace, name)
        if not value:
            yield Finding("xmp", f"{shown} is missing in the file's metadata (XMP)", _SET_AGAIN)
        elif name.endswith("Date") and _parse_xmp_date(value) is None:
            yield Finding("xmp", f"{shown} is not a date: {value[:40]!r}", _SET_AGAIN)
        elif name == "Trapped" and value not in ("True", "False"):
            yield Finding("xmp", f"{shown} is {value[:40]!r}; it must be True or False", _SET_AGAIN)


def check_xmp_contradiction(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that XMP and document information agree if both state a property.

    ISO 15930-7 (metadata); in PDF/X-1a XMP is optional, but a contradiction is an error too.
    """
    found = document_xmp(file)
    if not isinstance(found, XmpProperties):
        return
    for key, namespace, name in (
        ("/Title", names.DC, "title"),
        ("/CreationDate", names.XMP, "CreateDate"),
        ("/ModDate", names.XMP, "ModifyDate"),
        ("/Trapped", names.PDF, "Trapped"),
    ):
        one, other = file.information.get(key), found.get(namespace, name)
        if one is not None and other and not _are_values_equal(key, one, other):
            message = f"{key[1:]} in the document information and in the metadata (XMP) differ"
            yield Finding("xmp-contradiction", message, "export the file again, from one program")


def _are_values_equal(key: str, info_value: Any, xmp_value: str) -> bool:
    """Tell whether a value of the document information and a value of XMP say the same.

    key: of the document information, such as /ModDate. Returns True if a value cannot be read; other rules
    report that.
    """
    if key.endswith("Date"):
        one, other = _parse_pdf_date(info_value), _parse_xmp_date(xmp_value)
        return one is None or other is None or one == other
    if key == "/Trapped":
        return str(info_value).lstrip("/") == xmp_value or str(info_value) not in ("/True", "/False")
    return " ".join((decode_text_string(info_value) or xmp_value).split()) == " ".join(xmp_value.split())


def check_file_id(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require an ID of two strings in the trailer (ISO 15930-4 and -7; ISO 32000-1, 14.4)."""
    import pikepdf

    found = file.pdf.trailer.get("/ID")
    good = isinstance(found, pikepdf.Array) and len(found) == 2
    if not good or not all(len(bytes(part)) > 0 for part in found if isinstance(part, pikepdf.String)):
        yield Finding("file-id", "the file has no ID in its trailer", "export the file again as PDF/X")
    elif not all(isinstance(part, pikepdf.String) for part in found):
        yield Finding("file-id", "the file's ID is not two texts", "export the file again as PDF/X")


def _parse_pdf_date(value: Any) -> datetime | None:
    """Return a PDF date, which may be slightly malformed, as a time in UTC; None for other values."""
    text = (decode_text_string(value) or "")[:40]
    match = _PDF_DATE.match(text) or _LOOSE_DATE.match(text)
    return _utc_time(match.groups()) if match else None


def _parse_xmp_date(value: str) -> datetime | None:
    """Return the time of an XMP date in UTC; None if the value is not a date."""
    match = _XMP_DATE.match(value[:40])
    return _utc_time(match.groups()) if match else None


def _utc_time(parts: tuple[str | None, ...]) -> datetime | None:
    """Return the time in UTC to the second; None if there is no such date.

    parts: year, month, day, hour, minute and second, the sign of the time zone, its hours and minutes. None
    for what is missing.
    """
    year, month, day, hour, minute, second = (int(part) if part else None for part in parts[:6])
    sign, hours, minutes = parts[6:]
    away = timedelta(hours=int(hours or 0), minutes=int(minutes or 0)) * (-1 if sign == "-" else 1)
    try:
        when = datetime(
            year or 0,
            month or 1,
            day or 1,
            hour or 0,
            minute or 0,
            min(second or 0, 59),
            tzinfo=timezone(away),
        )
        return when.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
