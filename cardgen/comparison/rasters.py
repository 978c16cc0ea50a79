"""The pack's own faces and backs as pixels, drawn where a file has put them.

They are drawn by the same code as the pack's own files and rendered by PDFium, so that a file drawn
alike comes out alike to the pixel, and nothing depends on what the file says about itself.
"""

from __future__ import annotations

import io
import math
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..geometry import Rect
from ..pack.model import Pack
from ..pdf.pdfx import packed_once
from ..pdf.raster import pdfium
from ..pdf.readback import Placed
from ..text.own_fonts import with_pack_fonts
from .differences import Scan

#: Cards drawn into one file before it is rendered; bounds the memory that a file of many cards takes.
_MOST_AT_ONCE = 240
#: Rendered pages that are kept, as backs lie alike on most pages, with fronts between them.
_KEPT = 2
#: The largest page, in pixels.
_MOST_PIXELS = 25_000_000


class Paper(NamedTuple):
    """A page with cards: its size in points, and the cards on it."""

    size: tuple[float, float]
    cards: tuple[Placed, ...]


def page_scale(size: tuple[float, float], scale: float) -> float:
    """Return the scale (pixels per point) at which a page is rendered: less for very large ones."""
    return min(scale, math.sqrt(_MOST_PIXELS / (size[0] * size[1])))


def page_image(leaf: Any, scale: float) -> Any:
    """Return a page of PDFium as a picture in RGB, without annotations."""
    picture = leaf.render(scale=scale, rev_byteorder=True, draw_annots=False, may_draw_forms=False).to_pil()
    return picture if picture.mode == "RGB" else picture.convert("RGB")


def card_on(
    page: Any, size: tuple[float, float], placed: Placed, trim: tuple[float, float], reach: float = 0.0
) -> Scan:
    """Return a card on a rendered page as an upright picture, with what lies `reach` beyond its trim.

    size: the page's, in points.
    """
    from PIL import Image

    across, up = page.width / size[0], page.height / size[1]
    scale = (across + up) / 2
    wide, high = (max(1, round((side + 2 * reach) * scale)) for side in trim)
    a, b, c, d, e, f = placed.place
    # From a pixel of the card to a point of the card, to a point of the page, to a pixel of the page.
    step_x, step_y = (trim[0] + 2 * reach) / wide, (trim[1] + 2 * reach) / high
    x0, y0 = -reach, trim[1] + reach
    matrix = (
        a * step_x * across,
        -c * step_y * across,
        (a * x0 + c * y0 + e) * across,
        -b * step_x * up,
        d * step_y * up,
        (size[1] - (b * x0 + d * y0 + f)) * up,
    )
    upright = page.transform(
        (wide, high), Image.Transform.AFFINE, matrix, Image.Resampling.BILINEAR, fillcolor="white"
    )
    return Scan(upright, wide / (trim[0] + 2 * reach), (reach, reach))


class PackArtist:
    """Draws the pack's own faces and backs.

    scale: pixels per point. reach: how far beyond the trim a card is shown (points).
    """

    def __init__(self, pack: Pack, scale: float, reach: float = 0.0) -> None:
        self.pack, self.scale, self.reach = pack, scale, reach
        if reach > pack.card.bleed:
            # Of a page larger than card and bleed, the art fills all.
            self.pack = replace(self.pack, card=self.pack.card._replace(bleed=reach))
        self._cards = {card.id: card for card in self.pack.cards}
        #: The rank that is written on a face, and the cards that hold pictures, as far as they were drawn.
        self.ranks: dict[str, str] = {}
        self._pictured: dict[str, bool] = {}

    def has(self, card: Placed) -> bool:
        """Tell whether the pack has this face or back."""
        return card.card in (self.pack.all_backs if card.side == "Back" else self._cards)

    def has_pictures(self, card: Placed) -> bool:
        """Tell whether a face or back holds a picture file; known once it was drawn."""
        if card.side == "Back":
            back = self.pack.all_backs.get(card.card)
            return back is not None and bool(back.image or back.layout) and bool(self.pack.pictures)
        return self._pictured.get(card.card, False)

    def papers(self, papers: Sequence[Paper]) -> Iterator[Any]:
        """Yield each page (a picture in RGB) with the pack's own faces and backs where its cards lie."""
        recent: dict[Paper, Any] = {}
        for batch in _batches(papers):
            distinct = {paper: place for place, paper in enumerate(dict.fromkeys(batch))}
            with pdfium(self.pdf_of(list(distinct))) as document:
                for paper in batch:
                    picture = recent.pop(paper, None)
                    if picture is None:
                        leaf = document[distinct[paper]]
                        picture = page_image(leaf, page_scale(paper.size, self.scale))
                        leaf.close()
                    recent[paper] = picture
                    while len(recent) > _KEPT:
                        del recent[next(iter(recent))]
                    yield picture

    def pdf_of(self, papers: Sequence[Paper]) -> bytes:
        """Return a PDF of pages with the pack's own cards only."""
        return _drawn(self.pack, self, papers)

    def draw(self, brush: Any, placed: Placed, trim: Rect) -> None:
        """Draw a face or a back, and note what is on it; nothing for a card that the pack has not."""
        from ..art.backs import draw_pack_back
        from ..art.face import plan_face
        from ..art.items import Label, Picture, leaves, paint

        if not self.has(placed):
            return
        if placed.side == "Back":
            draw_pack_back(brush, self.pack, trim, placed.card)
            return
        card = self._cards[placed.card]
        items = plan_face(self.pack, card, trim)
        paint(brush, items)
        self._pictured[card.id] = any(isinstance(item, Picture) for item in leaves(items))
        if card.rank and card.kind in ("index", "pips", "court"):
            texts = [item.text for item in leaves(items) if isinstance(item, Label)]
            if any(card.rank in text for text in texts):
                self.ranks[card.id] = unicodedata.normalize("NFKC", card.rank)


@with_pack_fonts
def _drawn(pack: Pack, artist: PackArtist, papers: Sequence[Paper]) -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    from ..art.brush import Brush
    from ..text import fonts
    from ..text.outlines import rectangle

    fonts.register()
    trim = Rect(0, 0, *pack.card.size)
    shown = trim.grown(artist.reach)
    uses = Counter((card.side, card.card) for paper in papers for card in paper.cards)
    buffer = io.BytesIO()
    forms: dict[tuple[str, str], str] = {}
    with packed_once():
        canvas = Canvas(buffer, pageCompression=0, initialFontName=fonts.TEXT.name)
        brush = Brush(canvas)
        for paper in papers:
            canvas.setPageSize(paper.size)
            for card in paper.cards:
                which = (card.side, card.card)
                if uses[which] > 1 and which not in forms:
                    forms[which] = f"card-{len(forms)}"
                    canvas.beginForm(forms[which], shown.x, shown.y, shown.right, shown.top)
                    artist.draw(brush, card, trim)
                    canvas.endForm()
                place = " ".join(f"{part:.8f}" for part in card.place)
                canvas.addLiteral(f"q {place} cm {rectangle(shown).operators} W n")
                if which in forms:
                    canvas.doForm(forms[which])
                else:
                    artist.draw(brush, card, trim)
                canvas.addLiteral("Q")
            canvas.showPage()
        canvas.save()
    return buffer.getvalue()


def _batches(papers: Sequence[Paper]) -> Iterator[list[Paper]]:
    """Yield pages in turn, so many at a time that they hold few cards."""
    batch: list[Paper] = []
    cards = 0
    for paper in papers:
        batch.append(paper)
        cards += len(paper.cards)
        if cards >= _MOST_AT_ONCE:
            yield batch
            batch, cards = [], 0
    if batch:
        yield batch
