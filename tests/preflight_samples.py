"""PDFs for preflight: good ones, as small as may be, and a way to put one single fault in them."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import pikepdf
import pypdfium2
import pytest
from pikepdf import Array, Dictionary, Name, Stream, String
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from cardgen.colour import encoded_pictures
from cardgen.colour import icc as conditions
from cardgen.text import fonts
from cardgen.units import MM

#: The card, and how far art and page reach beyond it.
TRIM, BLEED, ART = (62 * MM, 88 * MM), 3 * MM, 4 * MM
MEDIA = (TRIM[0] + 2 * ART, TRIM[1] + 2 * ART)
DATE = "D:20240229120000+00'00'"

XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Sample</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>2024-02-29T12:00:00+00:00</xmp:CreateDate>
<xmp:ModifyDate>2024-02-29T12:00:00+00:00</xmp:ModifyDate>
<xmp:MetadataDate>2024-02-29T12:00:00+00:00</xmp:MetadataDate>
<pdf:Trapped>False</pdf:Trapped>
<xmpMM:DocumentID>uuid:11111111-2222-3333-4444-555555555555</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""

#: Words on the pages in turn: two faces, each with its back behind it.
PAGES = ("+4", "back", "+3", "back")


def _drawn(pages: tuple[str, ...], version: tuple[int, int]) -> bytes:
    """Pages with a ground that reaches past the bleed, and a word in pure black that overprints."""
    from reportlab.lib.colors import CMYKColor
    from reportlab.pdfgen.canvas import Canvas

    fonts.register_fonts()
    out = io.BytesIO()
    canvas = Canvas(
        out,
        pagesize=MEDIA,
        pageCompression=1,
        invariant=1,
        pdfVersion=version,
        initialFontName=fonts.TEXT.name,
        trimBox=(ART, ART, ART + TRIM[0], ART + TRIM[1]),
        bleedBox=(ART - BLEED, ART - BLEED, ART + TRIM[0] + BLEED, ART + TRIM[1] + BLEED),
    )
    for word in pages:
        back = word == "back"
        canvas.setFillColor(CMYKColor(0.4, 0.2, 0.1, 0) if back else CMYKColor(0.1, 0, 0.5, 0))
        canvas.rect(0, 0, *MEDIA, stroke=0, fill=1)
        canvas.setFillColor(CMYKColor(0, 0, 0, 1))
        canvas.setFillOverprint(True)
        canvas.setOverprintMask(1)
        canvas.setFont(fonts.TEXT.name, 24)
        canvas.drawCentredString(MEDIA[0] / 2, MEDIA[1] / 2, word)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def bounded(monkeypatch: pytest.MonkeyPatch, **lower: int) -> None:
    """Lower limits of `prepress.pdf.limits` wherever they are read, so that a small file exceeds them."""
    for name, value in lower.items():
        for module in [
            each
            for key, each in sys.modules.items()
            if key.startswith(("cardgen.prepress.pdf.", "cardgen.prepress.preflight."))
        ]:
            if hasattr(module, name):
                monkeypatch.setattr(module, name, value)


def without_known_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process forget what it has encoded, as the one that checks a stranger's file knows nothing."""
    monkeypatch.setattr(encoded_pictures, "_pictures", encoded_pictures._EncodedPictures())


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))


def saved(pdf: pikepdf.Pdf, version: str | None = None, **options: Any) -> bytes:
    """The bytes of a PDF, in its own version, with an ID and with no object streams."""
    out = io.BytesIO()
    options = {
        "force_version": version or pdf.pdf_version,
        "deterministic_id": True,
        "fix_metadata_version": False,
        "object_stream_mode": pikepdf.ObjectStreamMode.disable,
        **options,
    }
    pdf.save(out, **options)
    return out.getvalue()


def changed(data: bytes, change: Callable[[pikepdf.Pdf], object], **options: Any) -> bytes:
    """A file with one thing changed by a function of the open PDF."""
    with opened(data) as pdf:
        change(pdf)
        return saved(pdf, **options)


def rasterised(
    data: bytes,
    change: Callable[[Any], Any] = lambda picture: picture,
    scale: float = 200 / 72,
    order: Sequence[int] | None = None,
) -> bytes:
    """Return a file as another program might make it: a JPEG a page in RGB, and no boxes.

    change: what becomes of each page's picture (PIL). order: the numbers of its pages, from 0.
    """
    shown, out = pypdfium2.PdfDocument(data), io.BytesIO()
    canvas = Canvas(out)
    for number in order or range(len(shown)):
        page = shown[number]
        wide, high = page.get_size()
        jpeg = io.BytesIO()
        change(page.render(scale=scale).to_pil().convert("RGB")).save(jpeg, "JPEG", quality=80)
        canvas.setPageSize((wide, high))
        jpeg.seek(0)
        canvas.drawImage(ImageReader(jpeg), 0, 0, wide, high)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _plain(pdf: pikepdf.Pdf) -> None:
    """Take away what ReportLab adds and press files do not have; say who made it and when."""
    for page in pdf.pages:
        for key in ("/Trans", "/Rotate"):
            if key in page:
                del page[key]
    for key in ("/PageMode", "/Outlines", "/Metadata"):
        if key in pdf.Root:
            del pdf.Root[key]
    for key in list(pdf.docinfo):
        del pdf.docinfo[key]
    pdf.docinfo["/Title"] = "Sample"
    pdf.docinfo["/CreationDate"] = String(DATE)
    pdf.docinfo["/ModDate"] = String(DATE)
    pdf.docinfo["/Trapped"] = Name("/False")


def _intent(**more: Any) -> Dictionary:
    return Dictionary(
        Type=Name.OutputIntent,
        S=Name("/GTS_PDFX"),
        OutputConditionIdentifier=String("FOGRA39"),
        OutputCondition=String("Offset on coated paper"),
        Info=String("Offset on coated paper, ISO 12647-2"),
        RegistryName=String("http://www.color.org"),
        **more,
    )


@lru_cache
def good_x1a(pages: tuple[str, ...] = PAGES) -> bytes:
    """A PDF/X-1a:2003 of four small pages in which there is nothing to find."""

    def finish(pdf: pikepdf.Pdf) -> None:
        _plain(pdf)
        pdf.docinfo["/GTS_PDFXVersion"] = String("PDF/X-1a:2003")
        pdf.docinfo["/GTS_PDFXConformance"] = String("PDF/X-1a:2003")
        pdf.Root.OutputIntents = Array([_intent()])

    return changed(_drawn(pages, (1, 4)), finish, version="1.4")


def profile_of(pdf: pikepdf.Pdf, name: str = "fogra39") -> Stream:
    """A bundled profile as a stream that an output intent may name."""
    profile: Stream = pdf.make_stream(conditions.bundled_profile(name))
    profile.N = 4
    return profile


def with_metadata(pdf: pikepdf.Pdf, text: str = XMP) -> None:
    """Lay XMP into a file, as it stands."""
    pdf.Root.Metadata = pdf.make_stream(text.encode("utf-8"))
    pdf.Root.Metadata.Type = Name.Metadata
    pdf.Root.Metadata.Subtype = Name.XML


@lru_cache
def good_x4(pages: tuple[str, ...] = PAGES) -> bytes:
    """A PDF/X-4 of four small pages in which there is nothing to find."""

    def finish(pdf: pikepdf.Pdf) -> None:
        _plain(pdf)
        pdf.Root.OutputIntents = Array([_intent(DestOutputProfile=profile_of(pdf))])
        with_metadata(pdf)

    return changed(_drawn(pages, (1, 6)), finish, version="1.6")
