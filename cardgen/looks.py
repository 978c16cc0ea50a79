"""Looks at finished sheets as they will be printed: is every card what it is called, and all else blank?

Pages are rendered with PDFium. What is seen where a card lies is compared with the pack's own drawing
of that card, so nothing depends on what the file says about itself.
"""

from __future__ import annotations

import io
import math
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .errors import UsageError
from .geometry import Matrix, Rect, apply, bounds
from .pack import Card, Pack
from .readback import Page, Placed
from .units import MM, shown

Tick = Callable[[int, int], None]

#: Pixels a point, more for cards whose short side is less than _SMALL, and less for paper so large that
#: it would take more than _MOST pixels.
_SCALE, _SMALL, _MOST = 3.0, 30 * MM, 25_000_000
#: Cards are compared in cells of so many pixels. Two renderings of one card, with guides along its
#: edges, differ by 50 of 255 in some cell; different cards of the packs here by 150 and more.
_CELL, _SAME = 9.0, 70
#: The rim of a card that is not compared: guides may run along the cut.
_RIM = 0.4 * MM
#: A pixel in the margin darker than this (of 255) is print.
_WHITE = 231
#: Beside the cards, words and guides fill at most this share of a square centimetre.
_SQUARE, _FILLED = 10 * MM, 0.3


def check(
    data: bytes, pages: list[Page], pack: Pack, margin: float, drift: float, tick: Callable[[], None]
) -> Iterator[str]:
    """What is wrong with the pages of one file. drift: how far pages of backs were moved, on purpose."""
    ranks = _ranks(pack)
    with _document(data) as document, Looks(pack) as looks:
        if len(document) != len(pages):
            raise UsageError("this PDF has another number of pages for another program")
        for page, drawn in zip(pages, document, strict=True):
            picture = _Picture(drawn, page, _scale(pack))
            blank = margin - drift if page.side("Back") and not page.side("Front") else margin
            if picture.prints_in_margin(blank):
                yield f"page {page.number}: something is printed in the margin of {shown(blank)}"
            if picture.prints_beside(pack):
                yield f"page {page.number}: something is printed beside the cards"
            for card in page.cards:
                if not looks.same(card, picture):
                    yield f"page {page.number}: {_called(card)} does not look as the pack has it"
            yield from _check_words(drawn, page, pack, ranks)
            drawn.close()
            tick()


def _scale(pack: Pack) -> float:
    """Pixels a point at which this pack's cards can be told apart."""
    return _SCALE * max(1.0, _SMALL / min(pack.card.size))


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

    def __init__(self, drawn: Any, page: Page, scale: float) -> None:
        width, height = page.size
        self.page, self.scale = page, scale
        scale = min(scale, math.sqrt(_MOST / (width * height)))
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
        return bool(rest.reduce(square).getextrema()[0] < 255 * (1 - _FILLED))

    def _pixel(self, place: Matrix, x: float, y: float) -> tuple[float, float]:
        x, y = apply(place, x, y)
        return x * self.across, (self.page.size[1] - y) * self.up

    def card(self, place: Matrix, size: tuple[float, float]) -> Any:
        """What is seen of a card's trim but its rim, upright, in cells; None where it leaves the page."""
        from PIL import Image

        cells = [round(side * self.scale / _CELL) for side in size]
        left, top = self._pixel(place, _RIM, size[1] - _RIM)
        right, low = self._pixel(place, size[0] - _RIM, _RIM)
        box = (min(left, right), min(top, low), max(left, right), max(top, low))
        if not (box[0] >= 0 and box[1] >= 0 and box[2] <= self.pixels.width and box[3] <= self.pixels.height):
            return None
        a, b, c, d, _, _ = place
        if abs(b) + abs(c) + abs(a - d) > 1e-6:
            return self._straightened(place, size).resize(cells, Image.Resampling.BOX)
        seen = self.pixels.resize(cells, Image.Resampling.BOX, box)
        return seen.transpose(Image.Transpose.ROTATE_180) if a < 0 else seen

    def _straightened(self, place: Matrix, size: tuple[float, float]) -> Any:
        """A card that does not lie square on the page, without its rim, set upright."""
        from PIL import Image

        wide, high = (round((side - 2 * _RIM) * self.scale) for side in size)
        ox, oy = self._pixel(place, _RIM, size[1] - _RIM)
        rx, ry = self._pixel(place, size[0] - _RIM, size[1] - _RIM)
        lx, ly = self._pixel(place, _RIM, _RIM)
        way = ((rx - ox) / wide, (lx - ox) / high, ox, (ry - oy) / wide, (ly - oy) / high, oy)
        return self.pixels.transform((wide, high), Image.Transform.AFFINE, way, Image.Resampling.BILINEAR)


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
        if seen is None:
            return False
        difference: Any = ImageChops.difference(seen, self._seen[key])
        return all(high <= _SAME for _, high in difference.getextrema())

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
            picture = _Picture(document[0], page, _scale(self._pack))
            return picture.card((1, 0, 0, 1, trim.x, trim.y), self._pack.card.size)


def _ranks(pack: Pack) -> dict[str, str]:
    """The rank of each card whose index is drawn, by the card's id."""
    from .art.face import plan_face
    from .art.items import Label

    trim = Rect(0, 0, *pack.card.size)
    ranks = {}
    for card in pack.cards:
        if card.rank and card.kind in ("index", "pips", "court"):
            labels = [item.text for item in plan_face(pack, card, trim) if isinstance(item, Label)]
            if any(card.rank in text for text in labels):
                ranks[card.id] = _folded(card.rank)
    return ranks


def _folded(text: str) -> str:
    """Text as it compares: letters that were set as one piece apart again."""
    return unicodedata.normalize("NFKC", text)


def _check_words(drawn: Any, page: Page, pack: Pack, ranks: dict[str, str]) -> Iterator[str]:
    """Each face bears the rank that its name promises, to be found by search."""
    text = drawn.get_textpage()
    for card in page.side("Front"):
        rank = ranks.get(card.card)
        trim = bounds(card.place, Rect(0, 0, *pack.card.size))
        if rank and rank not in _folded(text.get_text_bounded(trim.x, trim.y, trim.right, trim.top)):
            yield f"page {page.number}: the face of {card.card} does not say {rank}"
    text.close()
