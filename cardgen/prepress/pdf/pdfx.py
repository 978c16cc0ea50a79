"""Turns PDFs that ReportLab writes into PDF/X files.

ReportLab does not support identification, output intents, metadata and page boxes (it drops an output intent
silently), so pikepdf adds them. Clauses are those of ISO 15930-4 (PDF/X-1a:2003) and ISO 15930-7 (PDF/X-4).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import __version__

if TYPE_CHECKING:
    from ..printers.choices import Standard

#: The fixed date of all files: the same pack gives the same bytes on any day.
_DAY, _DAY_XMP = "D:20000101000000Z", "2000-01-01T00:00:00Z"
_VERSIONS: dict[Standard, str] = {"x1a": "1.4", "x4": "1.6"}
_PRODUCER = f"cardgen {__version__}"


class OutputIntent(NamedTuple):
    """The output intent of a file: a printing condition by name, a colour profile, or both."""

    identifier: str
    info: str
    #: Whether the identifier is in the ICC's registry.
    registered: bool = True
    #: The profile to embed; required for PDF/X-4.
    profile: bytes | None = None
    #: The condition whose profile converted the colours instead; empty if it has its own.
    stand_in: str = ""


def pdf_version(standard: Standard) -> tuple[int, int]:
    """Return the major and the minor number of the PDF version that a standard requires."""
    major, minor = _VERSIONS[standard].split(".")
    return int(major), int(minor)


def to_pdfx(
    data: bytes,
    title: str,
    standard: Standard,
    intent: OutputIntent,
    language: str,
    keywords: str,
    page_order: Sequence[int] | None = None,
) -> bytes:
    """Return the pages of a PDF as a PDF/X file; the same arguments always give the same bytes.

    keywords: a statement of what the file holds, made by contents_keywords(). page_order: for each page of
    the result, the number of the original page (from 0); None for the pages as they are. Repeated pages share
    their content.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            for idle in ("/Trans", "/Rotate"):
                if idle in page:
                    del page[idle]
            _remove_empty_fonts(page.Resources)
            _add_form_resources(page.Resources)
            if standard == "x4" and _is_transparent(page.Resources):
                page.Group = pikepdf.Dictionary(
                    S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceCMYK, I=True
                )
        if page_order is not None and len(page_order) != len(pdf.pages):
            pages = list(pdf.pages)
            del pdf.pages[:]
            pdf.pages.extend(pages[place] for place in page_order)
        pdf.Root.OutputIntents = pikepdf.Array([_output_intent(pdf, intent)])
        for idle in ("/PageMode", "/Outlines"):
            if idle in pdf.Root:
                del pdf.Root[idle]
        _write_document_info(pdf, title, standard, keywords)
        if standard == "x4":
            packet = xmp_metadata(title, language, "PDF/X-4", keywords)
            pdf.Root.Metadata = pdf.make_stream(packet, {"/Type": pikepdf.Name.Metadata})
            pdf.Root.Metadata.Subtype = pikepdf.Name.XML
        return _save_pdf(pdf, standard)


def _remove_empty_fonts(resources: Any) -> None:
    """Remove empty font dictionaries from the resources of a page and of its forms.

    Files whose type is drawn as outlines have such dictionaries.
    """
    if "/Font" in resources and not resources.Font:
        del resources.Font
    for form in resources.get("/XObject", {}).values():
        if "/Resources" in form:
            _remove_empty_fonts(form.Resources)


def _add_form_resources(resources: Any) -> None:
    """Copy the graphics states and spot colours of a page's resources to those of its forms.

    ReportLab lists them for the page only, and a form with resources of its own has only those (ISO 32000-1,
    7.8.3).
    """
    for form in resources.get("/XObject", {}).values():
        for kind in ("/ExtGState", "/ColorSpace"):
            if "/Resources" in form and kind in resources and kind not in form.Resources:
                form.Resources[kind] = resources[kind]


def _is_transparent(resources: Any) -> bool:
    """Tell whether an image or a form in these resources has a soft mask, or is a transparency group.

    Forms inside forms are searched too.
    """
    return any(
        "/SMask" in drawn or "/Group" in drawn or _is_transparent(drawn.get("/Resources", {}))
        for drawn in resources.get("/XObject", {}).values()
    )


def _save_pdf(pdf: Any, standard: Standard) -> bytes:
    """Return the bytes of a PDF, without object streams, which some printers' programs cannot read."""
    import pikepdf

    buffer = io.BytesIO()
    pdf.save(
        buffer,
        # Some printers' programs cannot read object streams, and PDF 1.4 has none.
        object_stream_mode=pikepdf.ObjectStreamMode.disable,
        force_version=_VERSIONS[standard],
        deterministic_id=True,
        fix_metadata_version=False,
    )
    return buffer.getvalue()


def _output_intent(pdf: Any, intent: OutputIntent) -> Any:
    """Return the output intent as a PDF object (ISO 15930-4, 6.5; ISO 15930-7, 6.2)."""
    import pikepdf

    from ...colour.icc import REGISTRY

    instead = f"; colours in RGB converted with a profile of {intent.stand_in}" if intent.stand_in else ""
    made = pikepdf.Dictionary(
        Type=pikepdf.Name.OutputIntent,
        S=pikepdf.Name.GTS_PDFX,
        OutputConditionIdentifier=pikepdf.String(intent.identifier),
        Info=pikepdf.String(intent.info + instead),
    )
    if intent.registered:
        made.RegistryName = pikepdf.String(REGISTRY)
    if intent.profile is not None:
        made.DestOutputProfile = pdf.make_stream(intent.profile, {"/N": 4})
    return pdf.make_indirect(made)


def _write_document_info(pdf: Any, title: str, standard: Standard, keywords: str) -> None:
    """Replace the document information by that of a PDF/X file (ISO 15930-4, 6.7 and 6.8)."""
    import pikepdf

    info = pdf.docinfo
    for key in list(info):
        del info[key]
    info.Title = pikepdf.String(title)
    info.Keywords = pikepdf.String(keywords)
    info.Creator = pikepdf.String(_PRODUCER)
    info.Producer = pikepdf.String(_PRODUCER)
    info.CreationDate = info.ModDate = pikepdf.String(_DAY)
    # Written as a name; pikepdf's own Name.False_ would keep the underscore.
    info.Trapped = pikepdf.Name("/False")
    if standard == "x1a":
        info.GTS_PDFXVersion = pikepdf.String("PDF/X-1a:2003")
        # Required by PDF/X-1a:2001 only, but some printers' preflight programs expect it.
        info.GTS_PDFXConformance = pikepdf.String("PDF/X-1a:2003")


def xmp_metadata(title: str, language: str, standard: str = "", keywords: str = "") -> bytes:
    """Return a file's metadata as an XMP packet (XMP specification, part 1).

    standard: the PDF/X version that the file claims (ISO 15930-7, 6.7); "" for none. keywords: the value of
    Keywords in the document information; "" for none.
    """
    import hashlib
    from html import escape

    name = escape("".join(c for c in title if c.isprintable()), quote=False)
    number = hashlib.md5(f"{title} {__version__}".encode(), usedforsecurity=False).hexdigest()
    uuid = f"uuid:{number[:8]}-{number[8:12]}-{number[12:16]}-{number[16:20]}-{number[20:]}"
    claimed = f"\n   <pdfxid:GTS_PDFXVersion>{standard}</pdfxid:GTS_PDFXVersion>" if standard else ""
    more = (
        f"{claimed}\n   <pdf:Keywords>{escape(keywords, quote=False)}</pdf:Keywords>" if keywords else claimed
    )
    names = '\n    xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"' if standard else ""
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/"{names}
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{name}</rdf:li></rdf:Alt></dc:title>
   <dc:language><rdf:Bag><rdf:li>{escape(language, quote=False)}</rdf:li></rdf:Bag></dc:language>{more}
   <pdf:Producer>{_PRODUCER}</pdf:Producer>
   <pdf:Trapped>False</pdf:Trapped>
   <xmp:CreatorTool>{_PRODUCER}</xmp:CreatorTool>
   <xmp:CreateDate>{_DAY_XMP}</xmp:CreateDate>
   <xmp:ModifyDate>{_DAY_XMP}</xmp:ModifyDate>
   <xmp:MetadataDate>{_DAY_XMP}</xmp:MetadataDate>
   <xmpMM:DocumentID>{uuid}</xmpMM:DocumentID>
   <xmpMM:VersionID>1</xmpMM:VersionID>
   <xmpMM:RenditionClass>default</xmpMM:RenditionClass>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>""".encode()


# --- what ReportLab is told -----------------------------------------------------------------------


def card_content_operator(side: str, name: str) -> str:
    """Return the BDC operator that begins the content of a card (ISO 32000-1, 14.6).

    side: "Front" or "Back". name: the card's id.
    """
    return f"/{side} <</Card {pdf_text_string(name)}>> BDC"


def pdf_text_string(text: str) -> str:
    """Return a PDF string token for text of any characters (ISO 32000-1, 7.9.2.2)."""
    if text.isascii() and text.isprintable() and not set(text) & set("()\\"):
        return f"({text})"
    return "<FEFF" + text.encode("utf-16-be", "replace").hex().upper() + ">"
