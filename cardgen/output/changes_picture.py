"""A picture of changed cards: how each was printed, and how it looks now."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..art.face import card_side
from ..art.items import Fill, Item, Run, Stroke, Text
from ..art.pdf_writer import write_pdf
from ..art.piece_outline import piece_outline
from ..colour.colors import BLACK, WHITE, color_from_hex
from ..errors import UsageError
from ..geometry import Rect
from ..pack.model import Card, Pack
from ..text.fitting import shortened_line
from ..text.fonts import INDEX, TEXT
from ..text.outlines import open_line, rectangle
from ..text.own_fonts import with_pack_fonts
from ..units import MM
from .images import MOST_PIXELS
from .slug import printable_text

_TABLE, _EDGE, _QUIET = color_from_hex("#ECEBE6"), color_from_hex("#B9B7B0"), color_from_hex("#6B6963")
#: The gap around cards, and the height of a heading above them with its font size, in points.
_GAP, _HEAD, _SIZE = 5 * MM, 7 * MM, 10.0


class ChangedSide(NamedTuple):
    """A face or a back that is to be shown before and after."""

    #: The name of the card, and what has changed: "new", "changed".
    name: str
    what: str
    #: How it was printed, as PNG; None if it was not, or cannot be shown.
    before: bytes | None
    #: A card, or the short name of a back; None for a card that is gone.
    after: Card | str | None


@with_pack_fonts
def write_changes_picture(pack: Pack, sides: Sequence[ChangedSide], dpi: int) -> bytes:
    """Return a PNG that shows each side twice, before and after the change. Raises UsageError for too many
    pixels.
    """
    from PIL import Image
    from pypdfium2 import PdfDocument

    width, height = pack.card.size
    cell = (2 * width + 3 * _GAP, height + _HEAD + _GAP)
    columns = max(1, min(len(sides), round(math.sqrt(len(sides) * 1.5 * cell[1] / cell[0]))))
    rows = -(-len(sides) // columns)
    page = (columns * cell[0], rows * cell[1] + _GAP)
    if page[0] * page[1] * (dpi / 72) ** 2 > MOST_PIXELS:
        raise UsageError(f"a picture of {len(sides)} changes at {dpi} dpi is too large; use a smaller --dpi")
    corners = [
        (place % columns * cell[0] + _GAP, page[1] - (place // columns + 1) * cell[1])
        for place in range(len(sides))
    ]
    items: list[Item] = [Fill(rectangle(Rect(0, 0, *page)), _TABLE)]
    for side, (x, y) in zip(sides, corners, strict=True):
        items += _before_and_after_items(pack, side, Rect(x, y, width, height))
    document = PdfDocument(write_pdf(items, page))
    picture = document[0].render(scale=dpi / 72).to_pil()
    document.close()
    for side, (x, y) in zip(sides, corners, strict=True):
        if side.before is not None:
            _paste_inside(picture, Image.open(io.BytesIO(side.before)), pack, Rect(x, y, width, height), page)
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True, dpi=(dpi, dpi))
    return out.getvalue()


def _before_and_after_items(pack: Pack, side: ChangedSide, before: Rect) -> Iterator[Item]:
    """Yield the items around the two pictures of a side: a heading, frames, an arrow, and the present look.

    before: the place of the former picture, in points.
    """
    after = before.moved(before.width + _GAP, 0)
    wide = 2 * before.width + _GAP
    name = shortened_line(printable_text(side.name), INDEX, _SIZE, wide * 0.7)
    base = before.top + 2.2 * MM
    yield Text(Run(name, before.x, base, _SIZE, INDEX), BLACK)
    what = printable_text(side.what)
    room = wide - INDEX.width(name, _SIZE) - 3 * MM
    what = shortened_line(what, TEXT, 0.85 * _SIZE, room)
    right = before.x + wide - TEXT.width(what, 0.85 * _SIZE)
    yield Text(Run(what, right, base, 0.85 * _SIZE, TEXT), _QUIET)
    if side.before is not None:
        yield Stroke(piece_outline(pack.card, before), _EDGE, 0.8)
    else:
        absent = "not printed yet" if side.what == "new" else "no picture of how it was printed"
        yield from _absent_items(pack, before, absent)
    if side.after is None:
        yield from _absent_items(pack, after, "no longer in the pack")
        return
    edge = piece_outline(pack.card, after)
    yield card_side(pack, side.after, after, edge)
    yield Stroke(edge, _EDGE, 0.4)
    y, x = before.center[1], before.right + 1 * MM
    tip = after.x - 1 * MM
    head = 1.2 * MM
    yield Stroke(open_line((x, y), (tip, y)), _QUIET, 0.8)
    yield Stroke(open_line((tip - head, y + head), (tip, y), (tip - head, y - head)), _QUIET, 0.8)


def _absent_items(pack: Pack, place: Rect, reason: str) -> Iterator[Item]:
    """Yield a dashed frame in place of a missing picture of a card, with the reason in it."""
    yield Stroke(piece_outline(pack.card, place), _EDGE, 0.6, dash=(3, 3))
    size = min(8.0, 0.9 * place.width / max(1e-6, TEXT.width(reason, 1)))
    middle = place.center[0] - TEXT.width(reason, size) / 2
    yield Text(Run(reason, middle, place.center[1], size, TEXT), _QUIET)


def _paste_inside(picture: Any, before: Any, pack: Pack, place: Rect, page: tuple[float, float]) -> None:
    """Paste the former picture (PIL) into its place of a page, clipped to the outline of the card.

    place: in points of the page. page: the page's size in points.
    """
    from PIL import Image
    from pypdfium2 import PdfDocument

    scale = picture.width / page[0]
    left, top = round(place.x * scale), round((page[1] - place.top) * scale)
    size = round(place.width * scale), round(place.height * scale)
    edge = piece_outline(pack.card, Rect(0, 0, place.width, place.height))
    # The line along the edge stays.
    shape: list[Item] = [Fill(edge, BLACK), Stroke(edge, WHITE, 0.8)]
    document = PdfDocument(write_pdf(shape, (place.width, place.height)))
    inside = document[0].render(scale=scale, grayscale=True).to_pil().convert("L").resize(size)
    document.close()
    picture.paste(
        before.convert("RGB").resize(size, Image.Resampling.LANCZOS),
        (left, top),
        inside.point(lambda level: 255 - level),
    )
