"""A contact sheet: every face of a pack and its back on one picture, for looking at on a screen."""

from __future__ import annotations

import io
import math

from ..art.back import draw_pack_back
from ..art.brush import Brush
from ..art.face import draw_face
from ..colour.colors import Color, from_hex
from ..errors import UsageError
from ..geometry import Rect
from ..pack.model import Card, Pack
from ..text import fonts
from ..text.outlines import rectangle, rounded

_TABLE = Color(from_hex("#ECEBE6").rgb, (0, 0, 0, 0.08))
_EDGE = Color(from_hex("#B9B7B0").rgb, (0, 0, 0, 0.3))
#: Between cards and around them, as a share of a card's width.
_GAP = 0.09
#: The most pixels of a picture.
_MOST_PIXELS = 80_000_000


def write_contact_sheet(pack: Pack, dpi: int = 100) -> bytes:
    """All faces and the back as a PNG at a resolution. Raises UsageError when that is too many pixels."""
    cards: list[Card | None] = [*pack.cards, None]
    width, height = pack.card.size
    gap = _GAP * width
    columns = _columns(len(cards), width, height)
    rows = -(-len(cards) // columns)
    page = (columns * (width + gap) + gap, rows * (height + gap) + gap)
    if page[0] * page[1] * (dpi / 72) ** 2 > _MOST_PIXELS:
        raise UsageError(f"a picture of {len(cards)} faces at {dpi} dpi is too large; use a smaller --dpi")
    return _png(_pdf(pack, cards, columns, gap, page), dpi)


def _columns(count: int, width: float, height: float) -> int:
    """Columns that make the picture about three wide to two high."""
    return max(1, min(count, round(math.sqrt(count * 1.5 * height / width))))


def _pdf(pack: Pack, cards: list[Card | None], columns: int, gap: float, page: tuple[float, float]) -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    fonts.register()
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=page, invariant=1, initialFontName=fonts.TEXT.name)
    brush = Brush(canvas)
    brush.fill(rectangle(Rect(0, 0, *page)), _TABLE)
    width, height = pack.card.size
    for place, card in enumerate(cards):
        row, column = divmod(place, columns)
        trim = Rect(gap + column * (width + gap), page[1] - (row + 1) * (height + gap), width, height)
        outline = rounded(trim, pack.card.corner)
        with brush.clipped(outline):
            if card is None:
                draw_pack_back(brush, pack, trim)
            else:
                draw_face(brush, pack, card, trim)
        brush.stroke(outline, _EDGE, 0.4)
    canvas.save()
    return buffer.getvalue()


def _png(pdf: bytes, dpi: int) -> bytes:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    picture = document[0].render(scale=dpi / 72).to_pil()
    document.close()
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True, dpi=(dpi, dpi))
    return out.getvalue()
