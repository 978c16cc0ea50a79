"""Rules: a file is intact, and states its standard, its version and its printing condition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...colour.icc import REGISTRY, read_profile, registered_condition_in, verify_profile_tables
from ...units import BadValue, Sentence
from ..pdf.document import PdfDocument, array_items, as_dictionary
from ..pdf.limits import Unreadable
from ..pdf.xmp import PDFXID, XmpProperties, decode_text_string, document_xmp
from ..printers.choices import STANDARDS, Standard
from .findings import Finding, Target

#: The newest PDF version of a standard.
_NEWEST: dict[Standard, str] = {"x1a": "1.4", "x4": "1.6"}
_VERSION = re.compile(r"/?(\d\.\d)\Z")
#: Matches qpdf's internal prefix of a message.
_WHENCE = re.compile(r"\Astream <[^>]*>,? ?")


def check_version(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require the PDF version that the standard is based on.

    PDF/X-1a:2003 is PDF 1.4 or older (ISO 15930-4), PDF/X-4 is PDF 1.6 (ISO 15930-7). The catalog's Version
    counts if it is later than the header's (ISO 32000-1, 7.5.2 and 7.7.2).
    """
    stated = file.catalog.get("/Version")
    match = _VERSION.match(str(stated)) if stated is not None else None
    if file.header_version is None:
        yield Finding(
            "version", "the file does not begin with %PDF and a version", _export_again_hint(target)
        )
    if stated is not None and match is None:
        yield Finding("version", "the catalog states an invalid version", _export_again_hint(target))
    found = _latest_version(file)
    if not found or target.standard is None:
        return
    newest = _NEWEST[target.standard]
    name = STANDARDS[target.standard]
    if found > newest:
        message = f"the file is PDF {found}; {name} is PDF {newest} at the most"
        yield Finding("version", message, _export_again_hint(target))
    elif target.standard == "x4" and found < newest:
        message = f"the file is PDF {found}, though {name} is PDF {newest}"
        yield Finding("version", message, _export_again_hint(target), "warning")


def _latest_version(file: PdfDocument) -> str:
    """Return the later of the versions in the header and the catalog, which counts; "" if none is stated."""
    match = _VERSION.match(str(file.catalog.get("/Version", "")))
    return max(file.header_version or "", match[1] if match else "")


def _export_again_hint(target: Target) -> str:
    """Return the hint to export the file again, as the target's standard if it has one."""
    return f"export the file as {STANDARDS[target.standard]}" if target.standard else "export the file again"


def check_identification(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that the file states the requested standard, and no other.

    A PDF/X-1a file states its standard in the document information (ISO 15930-4: GTS_PDFXVersion). The key
    GTS_PDFXConformance was required in ISO 15930-1 only, but must not contradict. A PDF/X-4 file states its
    standard in XMP (ISO 15930-7: pdfxid).
    """
    if target.standard is None:
        return
    stated = list(_standard_claims(file))
    wanted = STANDARDS[target.standard]
    good = _GOOD[target.standard]
    # XMP may be missing or unreadable: see metadata.xmp.
    can_be_read = target.standard == "x1a" or isinstance(document_xmp(file), XmpProperties)
    if can_be_read and not any(key == _PLACE[target.standard] for key, _ in stated):
        yield Finding(
            "identification", f"the file does not say that it is {wanted}", f"export it as {wanted}"
        )
    for key, claim in stated:
        if (key, claim) not in good:
            message = f"the file says in {key} that it is {claim[:40]!r}, not {wanted}"
            yield Finding("identification", message, f"export it as {wanted}")
    version = _latest_version(file)
    if stated and all(claim in good for claim in stated) and version <= _NEWEST[target.standard]:
        file.facts.append(Sentence("{standard}, PDF {version}", standard=stated[0][1], version=version))


_PLACE: dict[Standard, str] = {"x1a": "GTS_PDFXVersion", "x4": "pdfxid:GTS_PDFXVersion"}
#: Valid claims by standard. Readers of X-1a:2003 must accept X-1a:2001 too (ISO 15930-4, Annex A, and the
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


def _standard_claims(file: PdfDocument) -> Iterator[tuple[str, str]]:
    """Yield the name and value of each key by which the file claims a standard."""
    for key in ("GTS_PDFXVersion", "GTS_PDFXConformance"):
        value: Any = file.information.get(f"/{key}")
        if value is not None:
            yield key, decode_text_string(value) or "nothing"
    xmp = document_xmp(file)
    if isinstance(xmp, XmpProperties) and (claim := xmp.get(PDFXID, "GTS_PDFXVersion")):
        yield "pdfxid:GTS_PDFXVersion", claim


def check_damage(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require an intact file: nothing had to be guessed or repaired to read it (ISO 32000-1, 7.5)."""
    hint = "make the file again, or save it from another program: other programs may read it differently"
    for fault in file.faults:
        yield Finding("damage", fault, hint)
    for warning in file.pdf.get_warnings()[:20]:
        words = _WHENCE.sub("", str(warning))[:200].lstrip(": ")
        yield Finding("damage", f"the file is damaged: {words}", hint)


# --- the printing condition -----------------------------------------------------------------------

_NAME = "output-intent"
#: The names in the ICC's registry of printing conditions (registry.color.org/cmyk-registry).
_REGISTERED = re.compile(
    r"FOGRA(?:2[7-9]|30|39|4[0-9]|5[0-9]|60)L?"
    r"|CGATS TR ?00[1-7]|CGATS21-2-CRPC[1-7]"
    r"|IFRA(?:22|26|28|30)|JC200103|JC200104|JCN2002|JCW2003|EUROSB[12]04"
    r"|PSR[ _-]?[A-Za-z0-9_+. -]{2,40}|IFOTAM? ?[0-9]+|SNAP2007"
)
#: Maximum length of a quoted condition, in characters.
_LONGEST = 160
_HINT = "export the file with the printer's condition as output intent, such as FOGRA39"


def check_output_intent(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require one GTS_PDFX output intent that names or contains a CMYK printing condition.

    ISO 15930-4 and -7 (output intents); ISO 32000-1, 14.11.5, table 365: OutputConditionIdentifier and Info
    must be there, and a profile of class prtr, unless RegistryName names the ICC's registry and the
    identifier is in this registry. PDF/X-4 needs the profile in any case. The profile must be for CMYK, in
    which cards are printed. Name and profile must be of the same condition, because otherwise the meaning of
    the colours is ambiguous.
    """
    if target.standard is None:
        return
    intents = _pdfx_intents(file)
    if len(intents) != 1:
        many = (
            "there is no output intent for print" if not intents else "there are two output intents or more"
        )
        yield Finding(_NAME, f"{many}: nothing says for which paper and inks the colours are", _HINT)
        return
    (intent,) = intents
    missing = [
        key[1:] for key in ("/OutputConditionIdentifier", "/Info") if not decode_text_string(intent.get(key))
    ]
    found = [Finding(_NAME, f"{key} is missing in the output intent", _HINT) for key in missing]
    found += _condition_findings(file, intent, target)
    yield from found
    if not found:
        named, info = (
            decode_text_string(intent.get(key)) or "" for key in ("/OutputConditionIdentifier", "/Info")
        )
        more = f" ({info[:_LONGEST]})" if info != named else ""
        file.facts.append(Sentence("for the printing condition {condition}", condition=f"{named}{more}"))


def _pdfx_intents(file: PdfDocument) -> list[Any]:
    """Return the output intents of a file that are for PDF/X."""
    return [
        each
        for each in array_items(file.catalog.get("/OutputIntents"))
        if as_dictionary(each).get("/S") == "/GTS_PDFX"
    ]


def stated_printing_conditions(file: PdfDocument) -> list[str]:
    """Return the names of the printing conditions in the file's output intents, such as FOGRA39."""
    found = (decode_text_string(intent.get("/OutputConditionIdentifier")) for intent in _pdfx_intents(file))
    return [name for name in found if name]


def _condition_findings(file: PdfDocument, intent: Any, target: Target) -> Iterator[Finding]:
    """Yield findings if an output intent has no valid profile and no condition that is registered."""
    if intent.get("/DestOutputProfileRef") is not None:
        yield Finding(_NAME, "the output intent's profile is stored outside the file", "embed the profile")
    stream = intent.get("/DestOutputProfile")
    if stream is not None:
        yield from _profile_findings(file, intent, stream)
        return
    if target.standard == "x4":
        yield Finding(_NAME, "the output intent holds no profile", "PDF/X-4 needs it: embed the profile")
        return
    registry, name = (
        decode_text_string(intent.get("/RegistryName")),
        decode_text_string(intent.get("/OutputConditionIdentifier")),
    )
    if (registry or "").rstrip("/") != REGISTRY:
        message = (
            f"the output intent names no registry that everybody knows ({REGISTRY}), and holds no profile"
        )
        yield Finding(_NAME, message, _HINT)
    elif name and not _REGISTERED.fullmatch(name):
        message = (
            f"the printing condition {name[:40]!r} is not in the ICC's registry, and no profile is there"
        )
        yield Finding(_NAME, message, "embed the profile, or name a condition of the registry")


def _profile_findings(file: PdfDocument, intent: Any, stream: Any) -> Iterator[Finding]:
    """Yield a finding if an embedded profile is damaged, not for presses in CMYK, or of another condition.

    stream: the profile in the output intent.
    """

    import pikepdf

    hint = "embed the output profile for CMYK that the printer names"
    try:
        if not isinstance(stream, pikepdf.Stream):
            raise BadValue("no stream")
        profile = read_profile(file.unpack_stream(stream))
        verify_profile_tables(profile)
    except (BadValue, Unreadable):
        yield Finding(_NAME, "the profile in the output intent is damaged, or no profile", hint)
        return
    if profile.device_class != "prtr":
        message = f"the profile in the output intent is of class {profile.device_class!r}, not for printing"
        yield Finding(_NAME, message, hint)
    elif profile.space != "CMYK":
        yield Finding(_NAME, f"the profile in the output intent is for {profile.space}, not for CMYK", hint)
    elif stream.get("/N") != 4:
        yield Finding(_NAME, "the output intent states another number of inks than its profile has", hint)
    else:
        named = registered_condition_in(decode_text_string(intent.get("/OutputConditionIdentifier")) or "")
        if named and profile.condition not in ("", named):
            message = (
                f"the output intent names {named}, and holds a profile of {profile.condition} "
                f"({profile.description[:60]!r})"
            )
            yield Finding(_NAME, message, "export it with the profile of the condition that it names")
