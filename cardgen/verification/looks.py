"""Looks at finished sheets as they will be printed: is every card what it is called, and all else blank?

The pack's own faces and back are drawn anew where a file has put its cards, on pages of the same size, and
both are rendered with PDFium: what is drawn alike comes out alike to the pixel, so nothing depends on what
the file says about itself. Only a picture that another program has packed anew comes out a little different;
how much is let pass depends on the area it fills.
"""

from __future__ import annotations

import io
import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..errors import UsageError
from ..geometry import IDENTITY, Matrix, Rect, apply, bounds
from ..pack.model import Pack
from ..pdf.readback import Placed, SheetPage
from ..units import MM, shown

Tick = Callable[[int, int], None]

#: Pixels a point, more for cards whose short side is less than _SMALL, and less for paper so large that
#: it would take more than _MOST pixels.
_SCALE, _SMALL, _MOST = 1.25, 30 * MM, 25_000_000
#: The rim of a card that is not compared: guides may run along the cut.
_RIM = 0.4 * MM
#: How far the mean of a square may be off, of 255, by the square's side: on faces that hold no picture, and
#: on those that do. Lossy compression changes small squares more than large ones: as JPEGs of quality 75,
#: pictures of sharp, saturated shapes and small type come out 103, 20 and 7 off, photographs 36, 6 and 1.
_TOLERANCE = ((0.5 * MM, 24, 130), (2 * MM, 6, 24), (8 * MM, 2, 8))
#: A face that differs is held against all others of the pack, in so many cells along its short side, where
#: the means of squares of so many cells do not tell the two apart already.
_CELLS, _COARSE = 32, 8
#: So many pages are drawn anew at a time.
_BATCH = 10
#: A pixel in the margin darker than this (of 255) is print.
_WHITE = 231
#: Beside the cards, words and guides fill at most this share of a square centimetre.
_SQUARE, _FILLED = 10 * MM, 0.3


def check(
    data: bytes, pages: list[SheetPage], pack: Pack, margin: float, drift: float, tick: Callable[[], None]
) -> Iterator[str]:
    """Yield what is wrong with the pages of one file. drift: how far backs were moved, on purpose."""
    scale = _SCALE * max(1.0, _SMALL / min(pack.card.size))
    faces = _Faces(pack, scale)
    with _document(data) as document:
        if len(document) != len(pages):
            raise UsageError("this PDF has another number of pages for another program")
        for page, drawn, wanted in zip(pages, document, faces.pictures(pages), strict=True):
            seen = _Picture(drawn, page, scale)
            blank = margin - drift if page.side("Back") and not page.side("Front") else margin
            if seen.prints_in_margin(blank):
                yield f"page {page.number}: something is printed in the margin of {shown(blank)}"
            if seen.prints_beside(pack):
                yield f"page {page.number}: something is printed beside the cards"
            for card in page.cards:
                yield from (f"page {page.number}: {fault}" for fault in faces.check(card, seen, wanted))
            yield from _check_words(drawn, page, pack, faces.ranks)
            drawn.close()
            tick()


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

    def __init__(self, drawn: Any, page: SheetPage, scale: float) -> None:
        width, height = page.size
        self.page = page
        scale = min(scale, math.sqrt(_MOST / (width * height)))
        self.pixels = drawn.render(scale=scale, rev_byteorder=True).to_pil()
        self.across, self.up = self.pixels.width / width, self.pixels.height / height

    def prints_in_margin(self, margin: float) -> bool:
        """Tell whether the margin is anything but white."""
        edge = int((margin - 1) * min(self.across, self.up))
        if edge < 1:
            return False
        width, height = self.pixels.size
        strips = [(0, 0, width, edge), (0, height - edge, width, height)]
        strips += [(0, 0, edge, height), (width - edge, 0, width, height)]
        return any(self.pixels.crop(strip).convert("L").getextrema()[0] < _WHITE for strip in strips)

    def prints_beside(self, pack: Pack) -> bool:
        """Tell whether there is more than words and thin lines outside the cards and their bleed."""
        from PIL import ImageDraw

        rest = self.pixels.convert("L")
        pen = ImageDraw.Draw(rest)
        art = Rect(0, 0, *pack.card.size).grown(pack.card.bleed + 1)
        for card in self.page.cards:
            corners = [(art.x, art.y), (art.right, art.y), (art.right, art.top), (art.x, art.top)]
            pen.polygon([self.pixel(card.place, *corner) for corner in corners], fill=255)
        square = max(1, round(_SQUARE * min(self.across, self.up)))
        return bool(rest.reduce(square).getextrema()[0] < 255 * (1 - _FILLED))

    def pixel(self, place: Matrix, x: float, y: float) -> tuple[float, float]:
        """Tell where a point of a card is, in pixels from the upper left."""
        x, y = apply(place, x, y)
        return x * self.across, (self.page.size[1] - y) * self.up

    def cells(self, place: Matrix, size: tuple[float, float]) -> Any:
        """Tell what is seen of an upright card without its rim, as a picture of few pixels."""
        from PIL import Image

        left, top = self.pixel(place, _RIM, size[1] - _RIM)
        right, low = self.pixel(place, size[0] - _RIM, _RIM)
        short = min(size)
        cells = [_COARSE * round(_CELLS / _COARSE * side / short) for side in size]
        return self.pixels.resize(cells, Image.Resampling.BOX, (left, top, right, low))


class _Faces:
    """The faces and the back of a pack, drawn anew where they are needed."""

    def __init__(self, pack: Pack, scale: float) -> None:
        self._pack, self._scale = pack, scale
        self._cards = {card.id: card for card in pack.cards}
        #: The rank that is written on a face, and the cards that hold a picture ("" for the back), as far as
        #: they have been drawn.
        self.ranks: dict[str, str] = {}
        pictured = any(back.image or back.layout for back in pack.backs.values())
        self._pictured = {""} if pictured and pack.pictures else set[str]()
        #: Each face in cells, and in the means of squares of cells.
        self._cells: dict[str, tuple[Any, tuple[int, ...]]] = {}

    def pictures(self, pages: Sequence[SheetPage]) -> Iterator[_Picture]:
        """Yield each of these pages as it should be: the pack's own faces and back where its cards lie."""
        recent: dict[object, _Picture] = {}
        for start in range(0, len(pages), _BATCH):
            batch = pages[start : start + _BATCH]
            distinct = {(page.size, page.cards): page for page in batch}
            places = {key: place for place, key in enumerate(distinct)}
            with _document(self._drawn(list(distinct.values()))) as document:
                for page in batch:
                    key = (page.size, page.cards)
                    picture = recent.pop(key, None) or _Picture(document[places[key]], page, self._scale)
                    recent[key] = picture
                    if len(recent) > 2:  # backs lie the same on most pages, with fronts between them
                        del recent[next(iter(recent))]
                    yield picture

    def _drawn(self, pages: list[SheetPage]) -> bytes:
        """Return a PDF of pages with cards only, each within its trim."""
        from reportlab.pdfgen.canvas import Canvas

        from ..art.brush import Brush
        from ..text import fonts
        from ..text.outlines import rectangle

        fonts.register()
        trim = Rect(0, 0, *self._pack.card.size)
        uses = Counter((card.side, card.card) for page in pages for card in page.cards)
        buffer = io.BytesIO()
        forms: dict[tuple[str, str], str] = {}
        canvas = Canvas(buffer, pageCompression=0, initialFontName=fonts.TEXT.name)
        for page in pages:
            canvas.setPageSize(page.size)
            brush = Brush(canvas)
            for card in page.cards:
                which = (card.side, card.card)
                if uses[which] > 1 and which not in forms:
                    forms[which] = f"card-{len(forms)}"
                    canvas.beginForm(forms[which], *trim[:2], trim.right, trim.top)
                    self._draw(brush, card, trim)
                    canvas.endForm()
                place = " ".join(f"{part:.8f}" for part in card.place)
                canvas.addLiteral(f"q {place} cm {rectangle(trim).operators} W n")
                if which in forms:
                    canvas.doForm(forms[which])
                else:
                    self._draw(brush, card, trim)
                canvas.addLiteral("Q")
            canvas.showPage()
        canvas.save()
        return buffer.getvalue()

    def _draw(self, brush: Any, placed: Placed, trim: Rect) -> None:
        """Draw a face or the back, and note what is on it; nothing for a card that the pack has not."""
        from ..art.backs import draw_pack_back
        from ..art.face import plan_face
        from ..art.items import Label, Picture, paint

        card = self._cards.get(placed.card)
        if placed.side == "Back":
            draw_pack_back(brush, self._pack, trim, placed.card)
        elif card is not None:
            items = plan_face(self._pack, card, trim)
            paint(brush, items)
            if any(isinstance(item, Picture) for item in items):
                self._pictured.add(card.id)
            if card.rank and card.kind in ("index", "pips", "court"):
                texts = [item.text for item in items if isinstance(item, Label)]
                if any(card.rank in text for text in texts):
                    self.ranks[card.id] = _folded(card.rank)

    def check(self, card: Placed, seen: _Picture, wanted: _Picture) -> Iterator[str]:
        """Yield what is wrong with the look of a card on a page. wanted: the page as it should be."""
        front = card.side == "Front"
        called = f"the face of {card.card}" if front else "a back"
        parts = self._cut(card, seen, wanted)
        if parts is None or (front and card.card not in self._cards):
            yield f"{called} does not look as the pack has it"
            return
        one, other = parts
        if _same(one, other):
            return
        if self._unlike(one, other, seen.across, (card.card if front else "") in self._pictured):
            yield f"{called} does not look as the pack has it"
        elif front and card.place[:4] == IDENTITY[:4]:
            rival = self._rival(card.card, seen.cells(card.place, self._pack.card.size))
            if rival:
                yield f"{called} looks more like that of {rival}"

    def _cut(self, card: Placed, seen: _Picture, wanted: _Picture) -> tuple[Any, Any] | None:
        """Return a card on both pages as it is when cut, without its rim; None where it leaves the page."""
        from PIL import Image, ImageDraw

        width, height = self._pack.card.size
        rim = max(_RIM, 2 / seen.across)
        radius = max(0.0, min(self._pack.card.corner, width / 2, height / 2) - rim)
        inset = rim + radius
        far, top = width - inset, height - inset
        corners = [
            seen.pixel(card.place, x + radius * math.cos(angle), y + radius * math.sin(angle))
            for quarter, (x, y) in enumerate([(far, top), (inset, top), (inset, inset), (far, inset)])
            for angle in (math.pi / 2 * (quarter + step / 6) for step in range(7))
        ]
        xs, ys = zip(*corners, strict=True)
        left, upper, right, lower = min(xs), min(ys), max(xs), max(ys)
        wide, high = seen.pixels.size
        if not (0 <= left < right - 2 < wide - 2 and 0 <= upper < lower - 2 < high - 2):
            return None
        box = math.ceil(left), math.ceil(upper), math.floor(right), math.floor(lower)
        one, other = seen.pixels.crop(box), wanted.pixels.crop(box)
        if _same(one, other):
            return one, other
        mask = Image.new("L", one.size, 255)
        ImageDraw.Draw(mask).polygon([(x - box[0] - 0.5, y - box[1] - 0.5) for x, y in corners], fill=0)
        one.paste(0, mask=mask)
        other.paste(0, mask=mask)
        return one, other

    def _unlike(self, one: Any, other: Any, across: float, pictured: bool) -> bool:
        """Tell whether any square of two pictures of a card differs by more than is let pass."""
        for side, drawn, compressed in _TOLERANCE:
            square = max(1, round(side * across))
            if _furthest(one.reduce(square), other.reduce(square)) > (compressed if pictured else drawn):
                return True
        return False

    def _rival(self, name: str, cells: Any) -> str | None:
        """Return the face that is nearer to what is seen of a card than its own, if there is one."""
        if not self._cells:
            ids = list(self._cards)
            size = self._pack.card.size
            alone = [SheetPage(0, size, (Placed("Front", each, IDENTITY),)) for each in ids]
            for each, picture in zip(ids, self.pictures(alone), strict=True):
                own = picture.cells(IDENTITY, size)
                self._cells[each] = own, _means(own)
        means, nearest, rival = _means(cells), _apart(cells, self._cells[name][0]), None
        for each, (other, others) in self._cells.items():
            # Squares differ by no more than their cells do, but each mean is rounded.
            if _COARSE * (math.dist(means, others) - math.sqrt(len(means))) < nearest:
                apart = _apart(cells, other)
                if apart < nearest:
                    nearest, rival = apart, each
        return rival


def _same(one: Any, other: Any) -> bool:
    from PIL import ImageChops

    return ImageChops.difference(one, other).getbbox() is None


def _furthest(one: Any, other: Any) -> float:
    """Tell how far any two pixels of two pictures differ, of 255."""
    from PIL import ImageChops

    difference: Any = ImageChops.difference(one, other)
    return float(max(high for _, high in difference.getextrema()))


def _means(cells: Any) -> tuple[int, ...]:
    return tuple(cells.reduce(_COARSE).tobytes())


def _apart(one: Any, other: Any) -> float:
    """Return the distance of two pictures (the root of their squared differences)."""
    from PIL import ImageChops, ImageStat

    return math.sqrt(sum(ImageStat.Stat(ImageChops.difference(one, other)).sum2))


def _folded(text: str) -> str:
    """Return text as it compares: letters that were set as one piece apart again."""
    return unicodedata.normalize("NFKC", text)


def _check_words(drawn: Any, page: SheetPage, pack: Pack, ranks: dict[str, str]) -> Iterator[str]:
    """Check that each face bears the rank that its name promises, to be found by search."""
    text = drawn.get_textpage()
    for card in page.side("Front"):
        rank = ranks.get(card.card)
        trim = bounds(card.place, Rect(0, 0, *pack.card.size))
        if rank and rank not in _folded(text.get_text_bounded(trim.x, trim.y, trim.right, trim.top)):
            yield f"page {page.number}: the face of {card.card} does not say {rank}"
    text.close()
