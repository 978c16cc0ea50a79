"""Renders pages with pdfium, for questions that their marks leave open."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...geometry import Rect
from .document import DocumentPage, PdfDocument
from .limits import MANY_PIXELS, MOST_GLYPHS, MOST_PIXELS, Unreadable
from .paths import Box

#: Pixels per point: 300 per inch, so that a pixel is under a tenth of a millimetre.
_SCALE = 300 / 72


class RenderedStrips:
    """A part of a page, rendered on white, from which strips can be cut.

    Raises Unreadable if the part cannot be rendered.
    """

    def __init__(self, file: PdfDocument, page: DocumentPage, part: Rect) -> None:
        pixels = part.width * part.height * _SCALE**2
        if pixels > MOST_PIXELS:
            raise Unreadable("it is too large to be looked at")
        self.part = part
        #: Pixels per point.
        self.scale = _SCALE * min(1.0, (MANY_PIXELS / pixels) ** 0.5)
        try:
            with open_in_pdfium(file_of_parts(file, [(page, part)])) as document:
                pdf_page = document[0]
                text = pdf_page.get_textpage()
                boxes = [text.get_charbox(place) for place in range(min(text.count_chars(), MOST_GLYPHS))]
                #: The ink of each glyph, including hidden ones.
                self.glyphs: list[Box] = [(x0, y0, x1, y1) for x0, y0, x1, y1 in boxes if x1 > x0 and y1 > y0]
                shown = pdf_page.render(
                    scale=self.scale, rev_byteorder=True, draw_annots=False, may_draw_forms=False
                )
                self.picture: Any = shown.to_pil()
        except Exception as error:
            raise Unreadable("it cannot be drawn") from error

    def strip(self, box: Box) -> Any:
        """Return the picture (PIL) of a box in points of the page, at least one pixel wide and high."""
        left, low, right, top = box
        x0, x1 = (round((x - self.part.x) * self.scale) for x in (left, right))
        y0, y1 = (round((self.part.top - y) * self.scale) for y in (top, low))
        return self.picture.crop((x0, y0, max(x1, x0 + 1), max(y1, y0 + 1)))


@contextmanager
def open_in_pdfium(data: bytes) -> Iterator[Any]:
    """Open a PDF with pdfium for a `with` block. Raises Unreadable for what pdfium cannot render."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
        try:
            yield document
        finally:
            document.close()
    except (pypdfium2.PdfiumError, ValueError) as error:
        raise Unreadable(f"it cannot be drawn ({str(error)[:80]})") from error


def file_of_parts(file: PdfDocument, parts: Sequence[tuple[DocumentPage, Rect]]) -> bytes:
    """Return a PDF in which each part of a page is a page of its own, unrotated."""
    import pikepdf

    with pikepdf.new() as made:
        for page, part in parts:
            unit = page.user_unit
            only = pikepdf.Dictionary(
                Type=pikepdf.Name.Page,
                MediaBox=[side / unit for side in (part.x, part.y, part.right, part.top)],
                UserUnit=unit,
                Resources=made.copy_foreign(file.pdf.make_indirect(page.resources)),
                Contents=made.make_stream(file.page_content(page)),
            )
            group = page.obj.get("/Group")
            if isinstance(group, pikepdf.Dictionary):
                only.Group = made.copy_foreign(file.pdf.make_indirect(group))
            made.pages.append(pikepdf.Page(made.make_indirect(only)))
        out = io.BytesIO()
        made.save(out, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return out.getvalue()


#: Number of parts of pages that are copied into one file at a time; and number of pages that are drawn before
#: their file is opened again, as pdfium keeps every picture that it has read, packed.
_AT_ONCE, _BEFORE_REOPENING = 16, 32


def render_page_parts(
    file: PdfDocument, parts: Sequence[tuple[DocumentPage, Rect]], scale: float
) -> Iterator[tuple[Any, Any]]:
    """Yield each part of a page as a picture (PIL, RGB), with its page of pdfium.

    The pictures are unrotated and have no annotations. A page of pdfium is valid until the next is yielded.

    parts: pages and a rectangle of each, in the points of its boxes. scale: pixels per point; each part is
    rendered as a page of its size. Raises Unreadable for what cannot be rendered.
    """
    for pdf_page in pdfium_pages_in_parts(file, parts):
        yield _rendered_picture(pdf_page, scale), pdf_page


def pdfium_pages_in_parts(file: PdfDocument, parts: Sequence[tuple[DocumentPage, Rect]]) -> Iterator[Any]:
    """Yield each part of a page as an unrotated page of pdfium, valid until the next is yielded.

    parts: as for render_page_parts(). Raises Unreadable for what cannot be opened.
    """
    if not parts:
        return
    if all(_is_whole_page(page, part) for page, part in parts):
        for first in range(0, len(parts), _BEFORE_REOPENING):
            some = parts[first : first + _BEFORE_REOPENING]
            with open_in_pdfium(file.data) as document:
                if len(document) != len(file.pages):
                    raise Unreadable("programs disagree on its number of pages")
                yield from _pdfium_pages(document, [page.number - 1 for page, _ in some])
        return
    for first in range(0, len(parts), _AT_ONCE):
        some = parts[first : first + _AT_ONCE]
        with open_in_pdfium(file_of_parts(file, some)) as document:
            yield from _pdfium_pages(document, range(len(some)))


def _pdfium_pages(document: Any, numbers: Sequence[int]) -> Iterator[Any]:
    """Yield pages of a pdfium document by number (from 0), and close each before the next."""
    for number in numbers:
        pdf_page = document[number]
        yield pdf_page
        pdf_page.close()


def _is_whole_page(page: DocumentPage, part: Rect) -> bool:
    """Tell whether a part covers the whole visible page, and the page is not rotated."""
    if page.rotate not in (None, 0) or page.user_unit != 1 or page.media is None:
        return False
    boxes = [box for box in (page.media, page.crop) if box is not None]
    return all(abs(a - b) < _SAME for box in boxes for a, b in zip(box, part, strict=True))


#: Tolerance in points for equal boxes.
_SAME = 1e-3


def _rendered_picture(pdf_page: Any, scale: float) -> Any:
    """Return a page of pdfium as a picture (PIL, RGB), at a lower scale if it has too many pixels."""
    scale = min(scale, (MOST_PIXELS / (pdf_page.get_width() * pdf_page.get_height())) ** 0.5)
    picture = pdf_page.render(
        scale=scale, rev_byteorder=True, draw_annots=False, may_draw_forms=False
    ).to_pil()
    return picture if picture.mode == "RGB" else picture.convert("RGB")
