"""Renders the pack's own faces and backs at the places of the cards in a file.

They are drawn by the code of the pack's own files and rendered by pdfium, so that an equal drawing is equal
to the pixel, and nothing depends on what the file states about itself.
"""

from __future__ import annotations

import io
import math
import unicodedata
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from ...art.items import Drawing, Instance, Item, Label, Picture, flat_items
from ...art.pdf_writer import PdfWriter
from ...art.piece_outline import piece_outline
from ...art.presses import die_line_strokes, press_for_pack
from ...colour.conversion import PressInks
from ...colour.images import PictureLooks, TransparentPicture, press_picture
from ...geometry import Rect
from ...pack.model import Pack
from ...text.own_fonts import with_pack_fonts
from ...text.reportlab_parts import pdf_bytes, without_ascii_encoding
from ..pdf.flattening import Flattener
from ..pdf.raster import open_in_pdfium
from ..pdf.readback import FoundCard
from ..pdf.stand_ins import StandIns
from .differences import Scan

#: Maximum number of cards, and bytes of their pictures' pixels, drawn into one file before it is rendered, to
#: limit memory.
_MOST_AT_ONCE, _MOST_PIXEL_BYTES = 240, 16 << 20
#: Maximum bytes of cached pictures, reduced for the press.
_MOST_KEPT = 48 << 20
#: Number of cached rendered pages, as most pages have backs at the same places, with fronts between them.
_KEPT = 2
#: Pixels per point of plates from which only the share of each ink is computed.
_PLATE_SCALE = 0.5
#: Maximum number of pixels of a page.
_MOST_PIXELS = 25_000_000


class CardPage(NamedTuple):
    """A page with cards: its size in points, and the cards on it."""

    size: tuple[float, float]
    cards: tuple[FoundCard, ...]
    #: The lower left corners of cards beside it whose die lines reach onto it.
    beside: tuple[tuple[float, float], ...] = ()
    #: Its own lower left corner: that of its MediaBox.
    corner: tuple[float, float] = (0.0, 0.0)


def page_scale(size: tuple[float, float], scale: float) -> float:
    """Return the pixels per point at which a page is rendered: `scale`, or less for very large pages."""
    return min(scale, math.sqrt(_MOST_PIXELS / (size[0] * size[1])))


def rendered_page(pdf_page: Any, scale: float) -> Any:
    """Return a page of pdfium as a picture (PIL, RGB), without annotations. scale: pixels per point."""
    picture = pdf_page.render(
        scale=scale, rev_byteorder=True, draw_annots=False, may_draw_forms=False
    ).to_pil()
    return picture if picture.mode == "RGB" else picture.convert("RGB")


def card_scan(
    page: Any, size: tuple[float, float], placed: FoundCard, trim: tuple[float, float], border: float = 0.0
) -> Scan:
    """Return a card on a rendered page as an upright scan.

    page: the picture. size: the page's, in points. border: the border around the trim that is shown, in
    points.
    """
    from PIL import Image

    across, up = page.width / size[0], page.height / size[1]
    scale = (across + up) / 2
    wide, high = (max(1, round((side + 2 * border) * scale)) for side in trim)
    a, b, c, d, e, f = placed.place
    # From a pixel of the card to a point of the card, to a point of the page, to a pixel of the page.
    step_x, step_y = (trim[0] + 2 * border) / wide, (trim[1] + 2 * border) / high
    x0, y0 = -border, trim[1] + border
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
    return Scan(upright, wide / (trim[0] + 2 * border), (border, border))


class PackArtist:
    """Draws the pack's own faces and backs.

    scale: pixels per point. reach: how far beyond the trim a card is shown, in points. inks: draw as in a
    press file with these; None for the colours of a screen. flat: as in a press file without transparency
    (PDF/X-1a). picture_ppi: the resolution to which pictures for the press are reduced: they take most of the
    time, and rendered at a lower resolution they look almost the same. die_line: the spot colour of a die
    line over the faces. outlines: draw letters as outlines, without fonts.
    """

    def __init__(
        self,
        pack: Pack,
        scale: float,
        border: float = 0.0,
        inks: PressInks | None = None,
        *,
        flat: bool = False,
        picture_ppi: float | None = None,
        die_line: str | None = None,
        outlines: bool = False,
    ) -> None:
        self.outlines = outlines
        self.scale, self.reach, self.inks, self.flat = scale, border, inks, flat
        self.pack = pack.converted_for_press(inks) if inks else pack
        if border > pack.card.bleed:
            # On a page larger than card and bleed, the art fills the page.
            self.pack = replace(self.pack, card=self.pack.card._replace(bleed=border))
        self.picture_ppi, self.die_line = picture_ppi, die_line
        self.read = SmallPictures(picture_ppi) if picture_ppi else None
        self._cards = {card.id: card for card in self.pack.cards}
        #: The rank in the text of each face, and the cards with pictures, as far as drawn.
        self.ranks: dict[str, str] = {}
        self._pictured: dict[str, bool] = {}

    def has_card(self, card: FoundCard) -> bool:
        """Tell whether the pack has this face or back."""
        return card.card in (self.pack.all_backs if card.side == "Back" else self._cards)

    def has_pictures(self, card: FoundCard) -> bool:
        """Tell whether a face or back contains a picture file. Returns False for a face not drawn yet."""
        if card.side == "Back":
            back = self.pack.all_backs.get(card.card)
            return back is not None and bool(back.image or back.layout) and bool(self.pack.pictures)
        return self._pictured.get(card.card, False)

    def pictures_on(self, side: str, name: str) -> tuple[str, ...]:
        """Return the paths of the picture files on a face; none for a back."""
        from ...art.face import plan_face

        if side == "Back" or name not in self._cards:
            return ()
        items = flat_items(plan_face(self.pack, self._cards[name], Rect(0, 0, *self.pack.card.size)))
        return tuple(str(item.file) for item in items if isinstance(item, Picture))

    def draw_pages(self, pages: Sequence[CardPage], stand_ins: StandIns | None = None) -> Iterator[Any]:
        """Yield each page as a picture (PIL, RGB), with the pack's own cards at the places of its cards.

        stand_ins: the stand-ins of the file that is compared, to be drawn in place of pictures; None to draw
        pictures.
        """
        recent: dict[CardPage, Any] = {}
        done = 0
        while done < len(pages):
            data, distinct = _pdf_of_pages(self.pack, self, _next_batch(pages, done), stand_ins)
            with open_in_pdfium(data) as document:
                while done < len(pages) and (pages[done] in recent or pages[done] in distinct):
                    paper = pages[done]
                    picture = recent.pop(paper, None)
                    if picture is None:
                        pdf_page = document[distinct[paper]]
                        picture = rendered_page(pdf_page, page_scale(paper.size, self.scale))
                        pdf_page.close()
                    recent[paper] = picture
                    while len(recent) > _KEPT:
                        del recent[next(iter(recent))]
                    yield picture
                    done += 1

    def page_in_inks(self, page: CardPage) -> Any:
        """Return a page in the inks of the press as a picture (PIL, CMYK); None without inks.

        Raises CannotSeparate if the plates are ambiguous.
        """
        from ..pdf.plates import separate_pages

        if self.inks is None:
            return None
        data, _ = _pdf_of_pages(self.pack, self, [page])
        (plates,) = separate_pages(data, [0], scale=_PLATE_SCALE)
        return plates.as_cmyk()

    def plan_card(self, placed: FoundCard, trim: Rect) -> list[Item]:
        """Return the items of a face or a back; none for a card that is not in the pack.

        Records whether the face has pictures, and the rank in its text. trim: in points.
        """
        from ...art.backs import plan_back
        from ...art.face import plan_face

        if not self.has_card(placed):
            return []
        if placed.side == "Back":
            return [Drawing(tuple(plan_back(self.pack, placed.card, trim)), side=placed.card)]
        card = self._cards[placed.card]
        items = plan_face(self.pack, card, trim)
        self._pictured[card.id] = any(isinstance(item, Picture) for item in flat_items(items))
        if card.rank and card.kind in ("index", "pips", "court"):
            texts = [item.text for item in flat_items(items) if isinstance(item, Label)]
            if any(card.rank in text for text in texts):
                self.ranks[card.id] = unicodedata.normalize("NFKC", card.rank)
        return items


class SmallPictures:
    """Prepares pictures for the press at a reduced resolution, and caches the latest."""

    def __init__(self, ppi: float) -> None:
        self._ppi = ppi
        self._kept: OrderedDict[tuple[object, ...], Any] = OrderedDict()
        self._bytes = 0

    def __call__(self, file: Path, width: float, height: float, profile: bytes, looks: PictureLooks) -> Any:
        """Return a picture for a space of this size in points, as press_picture() does."""
        key = (file, width, height, hash(profile), looks)
        found = self._kept.pop(key, None)
        if found is None:
            found = press_picture(file, width, height, profile, looks, self._ppi)
            self._bytes += _byte_count(found)
        self._kept[key] = found
        while self._bytes > _MOST_KEPT and len(self._kept) > 1:
            self._bytes -= _byte_count(self._kept.popitem(last=False)[1])
        return found


def _byte_count(picture: Any) -> int:
    """Return the approximate number of bytes of a prepared picture."""
    wide, high = picture.colors.size
    return int((5 if isinstance(picture, TransparentPicture) else 4) * wide * high)


def _next_batch(pages: Sequence[CardPage], first: int) -> list[CardPage]:
    """Return the distinct pages from an index on, as many as have about the number of cards of one file."""
    batch: dict[CardPage, None] = {}
    cards = 0
    for paper in islice(pages, first, None):
        if paper not in batch:
            batch[paper] = None
            cards += len(paper.cards)
        if cards >= _MOST_AT_ONCE:
            break
    return list(batch)


def _press_writer(canvas: Any, artist: PackArtist, inks: PressInks) -> PdfWriter:
    """Return a writer that draws cards as in a press file, with reduced pictures."""
    press = press_for_pack(artist.pack, inks)
    if not artist.flat:
        writer = PdfWriter(canvas, "cmyk", press)
        writer.outlines = artist.outlines
        writer.read_for_press = artist.read or writer.read_for_press
        return writer
    flattener = Flattener(press, outlines=artist.outlines)
    flattener.read_for_press = artist.read or flattener.read_for_press
    flattener.most_ppi = artist.picture_ppi or flattener.most_ppi
    return flattener.make_writer(canvas)


@with_pack_fonts
def _pdf_of_pages(
    pack: Pack, artist: PackArtist, pages: Sequence[CardPage], stand_ins: StandIns | None = None
) -> tuple[bytes, dict[CardPage, int]]:
    """Return a PDF with the pack's own cards, and the page number (from 0) of each page in it.

    The PDF ends when its pictures exceed a limit of bytes, so it may lack some of the pages, but not the
    first. stand_ins: as for PackArtist.draw_pages().
    """
    from reportlab.pdfgen.canvas import Canvas

    from ...art.frame import OVERSCAN
    from ...art.pdf_objects import set_media_box, set_page_groups
    from ...text import fonts
    from ...text.outlines import rectangle

    fonts.register_fonts()
    trim = Rect(0, 0, *pack.card.size)
    # Where a card is seen as it is cut, a hexagon leaves the corners of its rectangle to its neighbours.
    blank = pack.card._replace(corner=0.0)
    windows = {
        side: rectangle(trim.grown(artist.reach)) if artist.reach else piece_outline(each, trim)
        for side, each in (("Front", blank), ("Back", blank.seen_from_back))
    }
    art = trim.grown(artist.reach + (OVERSCAN if artist.inks else 0.0))
    uses = Counter((card.side, card.card) for paper in pages for card in paper.cards)
    forms: dict[tuple[str, str], str] = {}
    page_numbers: dict[CardPage, int] = {}
    with without_ascii_encoding():
        canvas = Canvas(io.BytesIO(), pageCompression=0, initialFontName=fonts.TEXT.name)
        writer = PdfWriter(canvas) if artist.inks is None else _press_writer(canvas, artist, artist.inks)
        writer.compresses_pictures = False
        if stand_ins is not None:
            writer.read_picture = partial(stand_ins.picture, writer.read_picture)
            writer.read_for_press = partial(stand_ins.picture, writer.read_for_press)
        # Places in press files are rounded; renderers align pictures to whole pixels.
        writer.decimals = (4, 4) if artist.inks else (8, 8)
        for paper in pages:
            if page_numbers and writer.pixel_bytes > _MOST_PIXEL_BYTES:
                break
            page_numbers[paper] = len(page_numbers)
            canvas.setPageSize(paper.size)
            for card in paper.cards:
                which = (card.side, card.card)
                plan = partial(artist.plan_card, card, trim)
                # Press files have backs as forms, whose edges are rounded slightly differently.
                if uses[which] > 1 or (artist.inks is not None and card.side == "Back"):
                    shown: Sequence[Item] = [
                        Instance(forms.setdefault(which, f"card-{len(forms)}"), art, plan)
                    ]
                else:
                    shown = plan()
                writer.write_items([Drawing(tuple(shown), card.place, windows[card.side])])
            if artist.die_line is not None:
                fronts = [card.place[4:] for card in paper.cards if card.side == "Front"]
                trims = [Rect(*corner, *pack.card.size) for corner in (*fronts, *paper.beside)]
                outlines = [piece_outline(pack.card, trim) for trim in trims]
                if outlines:
                    writer.write_items(die_line_strokes(outlines, artist.die_line))
            canvas.showPage()
            set_media_box(canvas, Rect(*paper.corner, *paper.size))
        if artist.inks is not None and not artist.flat:
            set_page_groups(canvas, "cmyk")
        return pdf_bytes(canvas), page_numbers
