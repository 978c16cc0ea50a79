"""Looks at finished sheets as they will be printed: is every card what it is called, and all else blank?

Pages are rendered with PDFium. What is seen where a card lies is compared with the pack's own drawing
of that card, so nothing depends on what the file says about itself.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .errors import UsageError
from .geometry import Matrix, Rect, apply, bounds
from .pack import Card, Pack
from .readback import Page, Placed
from .units import MM, shown

Tick = Callable[[int, int], None]

#: Pixels a point; less for paper so large that this were more than _MOST pixels.
_SCALE, _MOST = 2.0, 25_000_000
#: Cards are compared in cells of about this many points. Between two renderings of the same card,
#: a cell differs by 20 of 255 at most; a guide along its edge adds 15.
_CELL, _SAME = 3.0, 45
#: The rim of a card that is not compared: guides may run along the cut.
_RIM = 0.4 * MM
#: A pixel in the margin darker than this (of 255) is print.
_WHITE = 231
#: Beside the cards, words and guides fill at most this share of a square centimetre.
_SQUARE, _FILLED = 10 * MM, 0.45


def check(
    data: bytes, pages: list[Page], pack: Pack, margin: float, drift: float, tick: Callable[[], None]
) -> Iterator[str]:
    """What is wrong with the pages of one file. drift: how far pages of backs were moved, on purpose."""
    with _document(data) as document, Looks(pack) as looks:
        if len(document) != len(pages):
            raise UsageError("this PDF has another number of pages for another program")
        for page, drawn in zip(pages, document, strict=True):
            picture = _Picture(drawn, page)
            blank = margin - drift if page.side("Back") and not page.side("Front") else margin
            if picture.prints_in_margin(blank):
                yield f"page {page.number}: something is printed in the margin of {shown(blank)}"
            if picture.prints_beside(pack):
                yield f"page {page.number}: something is printed beside the cards"
            for card in page.cards:
                if not looks.same(card, picture):
                    yield f"page {page.number}: {_called(card)} does not look as the pack has it"
            yield from _check_words(drawn, page, pack)
            drawn.close()
            tick()


def _called(card: Placed) -> str:
    return "a back" if card.side == "Back" else f"the face of {card.card}"


@contextmanager
def _document(data: bytes) -> Iterator[Any]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise UsageError(f"this PDF cannot be shown ({error})") from error
    try:
        yield document
    except pypdfium2.PdfiumError as error:
        raise UsageError(f"a page of this PDF cannot be shown ({error})") from error
    finally:
        document.close()


class _Picture:
    """A page as it is seen, and what its pixels are in points."""

    def __init__(self, drawn: Any, page: Page) -> None:
        width, height = page.size
        scale = min(_SCALE, math.sqrt(_MOST / (width * height)))
        self.page = page
        self.pixels = drawn.render(scale=scale).to_pil().convert("RGB")
        self.across, self.up = self.pixels.width / width, self.pixels.height / height

    def prints_in_margin(self, margin: float) -> bool:
        """Whether the margin is anything but white."""
        edge = int((margin - 1) * min(self.across, self.up))
        if edge < 1:
            return False
        width, height = self.pixels.size
        strips = [(0, 0, width, edge), (0, height - edge, width, height)]
        strips += [(0, 0, edge, height), (width - edge, 0, width, height)]
        grey = self.pixels.convert("L")
        return any(grey.crop(strip).getextrema()[0] < _WHITE for strip in strips)

    def prints_beside(self, pack: Pack) -> bool:
        """Whether there is more than words and thin lines outside the cards and their bleed."""
        from PIL import ImageDraw

        rest = self.pixels.convert("L")
        pen = ImageDraw.Draw(rest)
        art = Rect(0, 0, *pack.card.size).grown(pack.card.bleed + 1)
        for card in self.page.cards:
            corners = [(art.x, art.y), (art.right, art.y), (art.right, art.top), (art.x, art.top)]
            pen.polygon([self._pixel(card.place, *corner) for corner in corners], fill=255)
        square = max(1, round(_SQUARE * min(self.across, self.up)))
        return rest.reduce(square).getextrema()[0]

    def _pixel(self, place: Matrix, x: float, y: float) -> tuple[float, float]:
        x, y = apply(place, x, y)
        return x * self.across, (self.page.size[1] - y) * self.up

    def card(self, place: Matrix, size: tuple[float, float]) -> Any:
        """What is seen of a card's trim, upright, in cells."""
        from PIL import Image

        wide, high = (max(1, round(side * _SCALE)) for side in size)
        ox, oy = self._pixel(place, 0, size[1])
        rx, ry = self._pixel(place, *size)
        lx, ly = self._pixel(place, 0, 0)
        way = ((rx - ox) / wide, (lx - ox) / high, ox, (ry - oy) / wide, (ly - oy) / high, oy)
        seen = self.pixels.transform(
            (wide, high), Image.Transform.AFFINE, way, Image.Resampling.BILINEAR, fillcolor="white"
        )
        cell = min(_CELL, min(size) / 30)
        inner = (_RIM * _SCALE, _RIM * _SCALE, wide - _RIM * _SCALE, high - _RIM * _SCALE)
        return seen.resize([round(side / cell) for side in size], Image.Resampling.BOX, inner)


class Looks:
    """The faces and the back of a pack, drawn anew where they are needed."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._cards = {card.id: card for card in pack.cards}
        self._seen: dict[str, Any] = {}

    def __enter__(self) -> Looks:
        return self

    def __exit__(self, *_: object) -> None:
        self._seen.clear()

    def same(self, card: Placed, picture: _Picture) -> bool:
        """Whether a card on a page looks as it should."""
        from PIL import ImageChops

        if card.side == "Front" and card.card not in self._cards:
            return False
        key = "" if card.side == "Back" else card.card
        if key not in self._seen:
            self._seen[key] = self._drawn(self._cards.get(key))
        seen = picture.card(card.place, self._pack.card.size)
        extremes = ImageChops.difference(seen, self._seen[key]).getextrema()
        return max(high for _, high in extremes) <= _SAME

    def _drawn(self, card: Card | None) -> Any:
        """A face, or the back, drawn on a page of its own with its bleed around it."""
        from reportlab.pdfgen.canvas import Canvas

        from . import fonts
        from .art.back import draw_pack_back
        from .art.brush import Brush
        from .art.face import draw_face

        fonts.register()
        trim = Rect(self._pack.card.bleed, self._pack.card.bleed, *self._pack.card.size)
        page = Page(1, (trim.right + trim.x, trim.top + trim.y), ())
        buffer = io.BytesIO()
        canvas = Canvas(buffer, pagesize=page.size, initialFontName=fonts.TEXT.name)
        if card is None:
            draw_pack_back(Brush(canvas), self._pack, trim)
        else:
            draw_face(Brush(canvas), self._pack, card, trim)
        canvas.save()
        with _document(buffer.getvalue()) as document:
            return _Picture(document[0], page).card((1, 0, 0, 1, trim.x, trim.y), self._pack.card.size)


def _check_words(drawn: Any, page: Page, pack: Pack) -> Iterator[str]:
    """Each face bears the rank that its name promises, to be found by search."""
    ranks = {card.id: card.rank for card in pack.cards if card.kind in ("index", "pips", "court")}
    text = drawn.get_textpage()
    for card in page.side("Front"):
        rank = ranks.get(card.card)
        trim = bounds(card.place, Rect(0, 0, *pack.card.size))
        if rank and rank not in text.get_text_bounded(trim.x, trim.y, trim.right, trim.top):
            yield f"page {page.number}: the face of {card.card} does not say {rank}"
    text.close()
