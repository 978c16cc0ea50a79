"""Pictures of the pages on which preflight found something, and of the cards that belong there."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...errors import UsageError
from ...geometry import IDENTITY
from ...pack.model import Pack
from ..comparison.card_pictures import CardPictures
from ..comparison.pack_sides import PackSide
from ..comparison.rasters import CardPage, PackArtist, page_scale, rendered_page
from ..pdf.limits import MOST_PIXELS, Unreadable
from ..pdf.readback import FoundCard
from ..printers.model import Printer
from .findings import Target
from .picture_files import picture_size_in_points

#: Width of a picture in pixels.
_WIDE = 320


class PagePicture(NamedTuple):
    """A page as PNG, and the card that the pack has there as PNG."""

    page: int
    seen: bytes
    #: None if the card is unknown.
    wanted: bytes | None


def page_pictures(
    data: bytes, pages: Sequence[tuple[int, PackSide | None]], pack: Pack | None
) -> list[PagePicture]:
    """Return pictures of pages and of the cards that belong on them. Pages that cannot be drawn are left out.

    data: the PDF. pages: the number of each page from 1, and the face or back that belongs there, None if
    unknown. Raises UsageError if the PDF cannot be read.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise UsageError(f"this PDF cannot be shown ({error})") from error
    found = []
    for number, side in pages:
        try:
            pdf_page = document[number - 1]
            size = pdf_page.get_size()
            seen = rendered_page(pdf_page, page_scale(size, _WIDE / size[0]))
        except (pypdfium2.PdfiumError, Unreadable, IndexError):
            continue
        found.append(PagePicture(number, _as_png(seen), _picture_of_side(pack, side)))
    return found


def pictures_of_file(
    data: bytes, side: PackSide | None, plate: str, target: Target, printer: Printer
) -> list[PagePicture]:
    """Return a picture file and the pack's own picture of that side, in one list; empty if the file has no
    size.

    side: the face or back that belongs there, None if unknown. plate: of the special ink that it is of; ""
    for a picture of a card.
    """
    from PIL import Image

    pack, wanted = target.pack, None
    with Image.open(io.BytesIO(data)) as picture:
        if picture.width * picture.height > MOST_PIXELS:
            return []
        seen = picture.convert("RGB").resize((_WIDE, max(1, round(_WIDE * picture.height / picture.width))))
    page = picture_size_in_points(target, printer)
    if pack is not None and page is not None and side is not None:
        drawn = pack.with_special_inks("alone", plate) if plate else pack
        own = CardPictures(drawn, page).fine_picture(side)
        wanted = _as_png(own.resize((_WIDE, round(_WIDE * own.height / own.width))))
    return [PagePicture(1, _as_png(seen), wanted)]


def _picture_of_side(pack: Pack | None, side: PackSide | None) -> bytes | None:
    """Return the pack's drawing of a face or back as PNG; None without a pack that has it."""
    if pack is None or side is None:
        return None
    size, card = pack.card.size, FoundCard(side.kind, side.name, IDENTITY)
    artist = PackArtist(pack, page_scale(size, _WIDE / size[0]))
    if not artist.has_card(card):
        return None
    [picture] = artist.draw_pages([CardPage(size, (card,))])
    return _as_png(picture)


def _as_png(picture: Any) -> bytes:
    """Return a picture as the bytes of a PNG in RGB."""
    out = io.BytesIO()
    picture.convert("RGB").save(out, "PNG")
    return out.getvalue()
