"""Contact sheets: all faces of a pack and its back, or all symbols, on one picture."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence

from ..art.face import card_side
from ..art.items import Fill, Item, Run, Stroke, Text, with_translucent_parts_grouped
from ..art.pdf_writer import DocumentInfo, write_pdf
from ..art.piece_outline import format_of_side, piece_outline
from ..colour.colors import BLACK, WHITE, Color, color_from_hex
from ..errors import UsageError
from ..geometry import Rect
from ..pack.model import Card, Pack
from ..pack.values import SYMBOL_NAMES
from ..text import fonts
from ..text.outlines import Icon, open_line, rectangle
from ..text.own_fonts import with_pack_fonts
from ..text.symbols import symbol_shape
from ..units import MM
from .images import MOST_PIXELS

_TABLE = Color(color_from_hex("#ECEBE6").rgb, (0, 0, 0, 0.08))
_EDGE = Color(color_from_hex("#B9B7B0").rgb, (0, 0, 0, 0.3))
_QUIET = Color(color_from_hex("#6B6963").rgb, (0, 0, 0, 0.65))
#: The gap between cards and around them, as a share of a card's width.
_GAP = 0.09


@with_pack_fonts
def write_contact_sheet(pack: Pack, dpi: int = 100, only: Sequence[Card] | None = None) -> bytes:
    """Return a PNG of faces and backs side by side. Raises UsageError for too many pixels.

    If cards have several backs, each face has its own back beside it. only: the cards to show; None for all.
    """
    shown = pack.cards if only is None else only
    backs = list(dict.fromkeys(map(pack.back_of, shown)))
    paired = len(backs) > 1
    cards: list[Card | str] = [*shown, *backs]
    if paired:
        cards = [each for card in shown for each in (card, pack.back_of(card))]
    width, height = pack.card.size
    gap = _GAP * width
    columns = _column_count(len(cards), width, height)
    # A face and its back stay in one row.
    columns += columns % 2 if paired else 0
    rows = -(-len(cards) // columns)
    page = (columns * (width + gap) + gap, rows * (height + gap) + gap)
    if page[0] * page[1] * (dpi / 72) ** 2 > MOST_PIXELS:
        raise UsageError(f"a picture of {len(cards)} faces at {dpi} dpi is too large; use a smaller --dpi")
    return _render_png(_contact_pdf(pack, cards, columns, gap, page), dpi)


def _column_count(count: int, width: float, height: float) -> int:
    """Return the number of columns with which the picture is about 3:2."""
    return max(1, min(count, round(math.sqrt(count * 1.5 * height / width))))


def _contact_pdf(
    pack: Pack, cards: list[Card | str], columns: int, gap: float, page: tuple[float, float]
) -> bytes:
    """Return a PDF page with cards in rows. page: its size; gap: between cards; both in points."""
    items: list[Item] = [Fill(rectangle(Rect(0, 0, *page)), _TABLE)]
    width, height = pack.card.size
    for place, card in enumerate(cards):
        row, column = divmod(place, columns)
        trim = Rect(gap + column * (width + gap), page[1] - (row + 1) * (height + gap), width, height)
        edge = piece_outline(format_of_side(pack, card), trim)
        items += [card_side(pack, card, trim, edge), Stroke(edge, _EDGE, 0.4)]
    return write_pdf(items, page)


def write_symbols(*, png: bool) -> bytes:
    """Return all built-in symbols with their names, 12 mm and 4 mm high, as PDF or a PNG of 150 dpi."""
    columns, cell = 6, (30 * MM, 25 * MM)
    rows = -(-len(SYMBOL_NAMES) // columns)
    page = ((columns + 0.4) * cell[0], (rows + 0.4) * cell[1])
    items: list[Item] = [Fill(rectangle(Rect(0, 0, *page)), WHITE)]
    for place, name in enumerate(SYMBOL_NAMES):
        row, column = divmod(place, columns)
        x, y = (column + 0.2) * cell[0], page[1] - (row + 1.2) * cell[1]
        for size, dx, dy in ((12 * MM, 11 * MM, 16 * MM), (4 * MM, 22 * MM, 12 * MM)):
            items.append(Fill(symbol_shape(name), BLACK, (size, 0, 0, size, x + dx, y + dy)))
        left = x + 11 * MM - fonts.TEXT.width(name, 8) / 2
        items.append(Text(Run(name, left, y + 4.5 * MM, 8, fonts.TEXT), BLACK))
    data = write_pdf(items, page, about=DocumentInfo("Symbols of cardgen"))
    return _render_png(data, 150) if png else data


def write_icons(icons: Sequence[tuple[str, Icon | None]], *, png: bool) -> bytes:
    """Return a picture of icons with their names, at most 12 mm high: a PNG of 150 dpi, or a PDF. An icon
    that is None is a dash.
    """
    columns, cell = min(8, max(4, len(icons))), (30 * MM, 22 * MM)
    rows = -(-len(icons) // columns)
    page = ((columns + 0.4) * cell[0], (rows + 0.4) * cell[1])
    items: list[Item] = [Fill(rectangle(Rect(0, 0, *page)), WHITE)]
    for place, (name, icon) in enumerate(icons):
        row, column = divmod(place, columns)
        x, y = (column + 0.2) * cell[0], page[1] - (row + 1.2) * cell[1]
        size = 12 * MM * min(1, 2 / icon.width if icon else 1)
        left = x + (cell[0] - size * (icon.width if icon else 1)) / 2
        if icon is None:
            middle = (left, y + 13 * MM), (left + size, y + 13 * MM)
            items.append(Stroke(open_line(*middle), _EDGE, 0.6))
        else:
            where = (size, 0.0, 0.0, size, left, y + 7 * MM)
            items += with_translucent_parts_grouped(
                (Fill(shape, color or BLACK, where), opacity) for shape, color, opacity in icon.layers
            )
        prefix, _, own = name.rpartition(":")
        for text, most, up, color in ((own, 7.5, 3.4 * MM, BLACK), (prefix, 5.5, 1.0 * MM, _QUIET)):
            type_size = min(most, 0.94 * cell[0] / max(1e-6, fonts.TEXT.width(text, 1)))
            start = x + (cell[0] - fonts.TEXT.width(text, type_size)) / 2
            items.append(Text(Run(text, start, y + up, type_size, fonts.TEXT), color))
    data = write_pdf(items, page, about=DocumentInfo("Icons"))
    return _render_png(data, 150) if png else data


def _render_png(pdf: bytes, dpi: int) -> bytes:
    """Return the first page of a PDF as PNG."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    picture = document[0].render(scale=dpi / 72).to_pil()
    document.close()
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True, dpi=(dpi, dpi))
    return out.getvalue()
