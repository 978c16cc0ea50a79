"""A card as rendered, on a page of a PDF or on a raster."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from ...geometry import Matrix, Rect, combined_matrix, inverse_matrix


class CardRender(NamedTuple):
    """A card on a page or in a picture, of which any rectangle can be rendered."""

    #: Returns a rectangle of the card (points) as an upright picture (PIL, RGB) of a size in pixels.
    pixels: Callable[[Rect, tuple[int, int]], Any]
    #: Its pixels per point in each direction; None for a page, which can be rendered at any resolution.
    ratio: tuple[float, float] | None = None
    #: A corner of the pixel grid, in points.
    corner: tuple[float, float] = (0.0, 0.0)


def raster_view(raster: Any, shown: Rect) -> CardRender:
    """Return a card that a picture (PIL) shows. shown: the card's rectangle in the picture, in points."""
    from PIL import Image

    picture = raster if raster.mode == "RGB" else raster.convert("RGB")
    across, up = picture.width / shown.width, picture.height / shown.height

    def pixels(rect: Rect, size: tuple[int, int]) -> Any:
        box = (
            (rect.x - shown.x) * across,
            (shown.top - rect.top) * up,
            (rect.right - shown.x) * across,
            (shown.top - rect.y) * up,
        )
        left, top, right, low = math.floor(box[0]), math.floor(box[1]), math.ceil(box[2]), math.ceil(box[3])
        part = picture.crop((left, top, right, low))
        if left < 0 or top < 0 or right > picture.width or low > picture.height:
            # Outside the picture is white paper.
            part = Image.new("RGB", part.size, (255, 255, 255))
            part.paste(picture, (-left, -top))
        inner = (box[0] - left, box[1] - top, box[2] - left, box[3] - top)
        inner = (
            max(0.0, inner[0]),
            max(0.0, inner[1]),
            min(part.width, inner[2]),
            min(part.height, inner[3]),
        )
        fewer = inner[2] - inner[0] >= size[0]
        return part.resize(size, Image.Resampling.BOX if fewer else Image.Resampling.BICUBIC, inner)

    return CardRender(pixels, (across, up), (shown.x, shown.top))


def page_view(pdf_page: Any, place: Matrix) -> CardRender:
    """Return a card on a page of pdfium.

    place: from points of the card to points of the page, upwards from its lower left corner.
    """
    import pypdfium2
    from pypdfium2 import raw

    to_card = combined_matrix((1, 0, 0, -1, 0, pdf_page.get_height()), inverse_matrix(place))

    def pixels(rect: Rect, size: tuple[int, int]) -> Any:
        across, up = size[0] / rect.width, size[1] / rect.height
        onto = combined_matrix(to_card, (across, 0, 0, -up, -rect.x * across, rect.top * up))
        bitmap = pypdfium2.PdfBitmap.new_native(*size, raw.FPDFBitmap_BGRx, rev_byteorder=True)
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, *size, 0xFFFFFFFF)
        area, order = raw.FS_RECTF(0, 0, *size), raw.FPDF_REVERSE_BYTE_ORDER
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap, pdf_page, raw.FS_MATRIX(*onto), area, order)
        picture = bitmap.to_pil().convert("RGB")
        bitmap.close()
        return picture

    return CardRender(pixels)
