"""The pack's own pictures of its faces and backs, as pixels to compare picture files with.

The code that draws the picture files draws them: in RGB with pdfium, in CMYK as the plates of a press.
"""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Literal

from ...art.item_writer import Press
from ...art.pdf_writer import PdfWriter
from ...geometry import IDENTITY, Rect
from ...pack.model import Pack
from ...text import fonts
from ...text.own_fonts import with_pack_fonts
from ...text.reportlab_parts import without_ascii_encoding
from ..pdf.plates import separate_pages
from ..pdf.readback import FoundCard
from .differences import Scan
from .pack_sides import PackSide
from .rasters import CardPage, PackArtist

Space = Literal["RGB", "CMYK"]

#: Pixels per inch of scans: at 300 per inch, two pixels of a picture each way.
PPI = 150
#: Scans are drawn with this many times their pixels and reduced, like pictures of 300 pixels per inch.
_FINER = 2
#: Subtracted before rounding, so that no page is drawn a pixel too large.
_HAIR = 1e-6
#: Maximum number of bytes of cached scans, and of pages that are drawn into one file.
_MOST_KEPT, _MOST_AT_ONCE = 64 << 20, 16


def scan_size(page: tuple[float, float]) -> tuple[int, int]:
    """Return the width and height in pixels of the scan of a page. page: its size in points."""
    wide, high = (max(1, round(side * PPI / 72)) for side in page)
    return wide, high


def supersampled_size(page: tuple[float, float]) -> tuple[int, int]:
    """Return the size in pixels at which a page is drawn before it is reduced to a scan.

    page: its size in points.
    """
    wide, high = (max(1, round(side * _FINER * PPI / 72)) for side in page)
    return wide, high


class CardPictures:
    """Draws the faces and backs of a pack as scans, to compare pictures with.

    page: the size of a picture in points; the trim is in its middle. press: the press for scans in CMYK.
    """

    def __init__(self, pack: Pack, page: tuple[float, float], press: Press | None = None) -> None:
        self._page, self._press = page, press
        width, height = pack.card.size
        around = ((page[0] - width) / 2, (page[1] - height) / 2)
        #: The trim on the picture, in points from its lower left corner.
        self.trim = Rect(*around, width, height)
        self._reach = max(pack.card.bleed, *around)
        self._pack = pack
        self._kept: OrderedDict[tuple[PackSide, Space], Scan] = OrderedDict()

    def scan(self, side: PackSide, space: Space) -> Scan:
        """Return the scan of a face or back, drawn or cached.

        Raises CannotSeparate if its plates are ambiguous.
        """
        key = (side, space)
        if key not in self._kept:
            self._kept[key] = next(self.scans([side], space))
        self._kept.move_to_end(key)
        while len(self._kept) > max(1, _MOST_KEPT // _byte_count(self._kept[key])):
            self._kept.popitem(last=False)
        return self._kept[key]

    def scans(self, sides: Iterable[PackSide], space: Space) -> Iterator[Scan]:
        """Draw faces and backs, and yield their scans in the same order. Raises CannotSeparate."""
        size, left = scan_size(self._page), iter(sides)
        while some := list(islice(left, _MOST_AT_ONCE)):
            for picture in self._draw_sides(some, space):
                yield self.to_scan(_reduced_picture(picture, size))

    @property
    def fine_size(self) -> tuple[int, int]:
        """Return the width and height in pixels of the pictures that fine_picture() returns."""
        return supersampled_size(self._page)

    def fine_picture(self, side: PackSide) -> Any:
        """Return a face or back as a picture (PIL, RGB) at twice the resolution of scans."""
        [picture] = self._draw_sides([side], "RGB")
        return picture

    def to_scan(self, pixels: Any) -> Scan:
        """Return a picture (PIL) of a whole page as a scan, with its own pixels."""
        return Scan(pixels, pixels.width / self._page[0], (self.trim.x, self.trim.y))

    def reduce_to_scan(self, fine: Any) -> Scan:
        """Return a picture (PIL) of a whole page at a higher resolution, reduced to a scan."""
        return self.to_scan(_reduced_picture(fine, scan_size(self._page)))

    def _draw_sides(self, sides: list[PackSide], space: Space) -> Iterator[Any]:
        """Draw faces and backs; yield each as a picture (PIL, RGB or CMYK), finer than scans."""
        scale = _FINER * PPI / 72
        place = (*IDENTITY[:4], self.trim.x, self.trim.y)
        placed = [FoundCard(side.kind, side.name, place) for side in sides]
        if space == "CMYK" and self._press is not None:
            inked = self._pack.converted_for_press(self._press.inks)
            artist = PackArtist(inked, scale, self._reach)
            data = _inked_pdf(artist.pack, artist, placed, self._page, self._press)
            for plates in separate_pages(data, range(len(sides)), scale=scale):
                yield plates.as_cmyk()
            return
        artist = PackArtist(self._pack, scale * (1 - _HAIR), self._reach)
        yield from artist.draw_pages([CardPage(self._page, (card,)) for card in placed])


@with_pack_fonts
def _inked_pdf(
    pack: Pack, artist: PackArtist, cards: list[FoundCard], page: tuple[float, float], press: Press
) -> bytes:
    """Return a PDF in the inks of a press, with a page for each face or back."""
    from reportlab.pdfgen.canvas import Canvas

    fonts.register_fonts()
    buffer = io.BytesIO()
    with without_ascii_encoding():
        canvas = Canvas(buffer, pagesize=page, pageCompression=0, initialFontName=fonts.TEXT.name)
        writer = PdfWriter(canvas, "cmyk", press)
        for card in cards:
            writer.write_items(artist.plan_card(card, Rect(*card.place[4:], *pack.card.size)))
            canvas.showPage()
        canvas.save()
    return buffer.getvalue()


def _reduced_picture(picture: Any, size: tuple[int, int]) -> Any:
    """Return a picture reduced to a size in pixels."""
    from PIL import Image

    return picture.resize(size, Image.Resampling.BOX)


def _byte_count(scan: Scan) -> int:
    """Return the number of bytes that a scan's pixels take."""
    return int(scan.pixels.width * scan.pixels.height * len(scan.pixels.getbands()))
