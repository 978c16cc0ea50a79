"""Plates drawn by pdfium, and the ink that lies on one spot."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from hashlib import sha256
from typing import Any, NamedTuple

from ...geometry import Rect
from ..limits import MOST_PLATE_PIXELS, limits
from ..streams import bound_packed_objects
from .content import Rewriter
from .inks import CannotSeparate

#: A hair less than it is, so that no page is drawn a pixel too large.
_HAIR = 1e-6
#: How many bytes of pictures and content that were made for plates wait for other pages to need them.
_MOST_HELD = 64 << 20
#: Pages whose plates wait in memory at a time.
_AT_ONCE = 16
#: Plates that differ by no more, in 255 parts, look the same: presses may be off by 4 % of tone (ISO 12647-2,
#: 4.3.4).
_UNSEEN = 10
#: What is taken for a die line if nothing is said.
TECHNICAL = ("CutContour",)


class Plates(NamedTuple):
    """The plates of a page as grey pictures of the same size: 255 is full ink, 0 is none."""

    cyan: Any
    magenta: Any
    yellow: Any
    black: Any

    def total(self) -> Any:
        """The ink on each spot, as a picture in mode I: 255 for each plate that is full."""
        from PIL import ImageMath

        return ImageMath.lambda_eval(
            lambda args: args["c"] + args["m"] + args["y"] + args["k"],
            c=self.cyan, m=self.magenta, y=self.yellow, k=self.black,
        )  # fmt: skip

    def merged(self) -> Any:
        """The four as one CMYK picture."""
        from PIL import Image

        return Image.merge("CMYK", tuple(self))


class Ink(NamedTuple):
    """The most ink on any spot of a page."""

    #: In parts of 1: 3.0 is 300 %.
    most: float
    #: A spot with so much, in the page's own points.
    where: tuple[float, float]


def separations(
    data: bytes,
    pages: Sequence[int],
    *,
    scale: float,
    box: Rect | None = None,
    technical: Collection[str] = TECHNICAL,
) -> Iterator[Plates]:
    """The plates of some pages (from 0) of a PDF, one after the other.

    scale: pixels per point. box: the part of each page in points, its MediaBox if not said. technical:
    spot colours that print nothing, such as the die line. Overprint is kept (ISO 32000-1, 11.7.4).
    Raises CannotSeparate where the plates cannot be told for certain: other colour than grey, CMYK and
    spots; blending that mixes inks; or a file that is damaged or wants far too much work.
    """
    with _opened(data) as source:
        rewriter = Rewriter(source.pdf, technical)
        for first in range(0, len(pages), _AT_ONCE):
            some = pages[first : first + _AT_ONCE]
            # Whoever wants pictures of pages wants them all: the bounds are those of a few pages.
            rewriter.rewritten, rewriter.drawn = 0, 0.0
            boxes = [box or source.media_box(page) for page in some]
            made = [
                rewriter.page(source.page(page), plate, (area.x, area.y, area.right, area.top))
                for page, area in zip(some, boxes, strict=True)
                for plate in range(4)
            ]
            yield from source.drawn(made, scale, boxes)


def total_ink(
    data: bytes, page: int, box: Rect, *, dpi: float = 150, technical: Collection[str] = TECHNICAL
) -> Ink:
    """The most ink on any spot of a part of a page (from 0), to half a per cent. Raises CannotSeparate."""
    ((_, ink),) = total_inks(data, [(page, box)], dpi=dpi, technical=technical)
    if isinstance(ink, CannotSeparate):
        raise ink
    return ink


def total_inks(
    data: bytes,
    places: Sequence[tuple[int, Rect]],
    *,
    dpi: float = 150,
    technical: Collection[str] = TECHNICAL,
) -> Iterator[tuple[int, Ink | CannotSeparate]]:
    """The most ink of many pages (each from 0, with the part that counts), one after the other.

    A page that is just like an earlier one is not drawn again. Where the ink of a page cannot be told,
    the reason comes in its stead. Raises CannotSeparate where the file cannot be read at all.
    """
    known: dict[Any, Ink | CannotSeparate] = {}
    waiting, rewritten, drawn = deque(places), 0, 0.0
    while waiting:
        with _opened(data) as source:
            rewriter = Rewriter(source.pdf, technical, rewritten=rewritten, drawn=drawn)
            # All that was made for one page is kept for the next, until it is too much.
            while waiting and rewriter.held() < _MOST_HELD:
                page, box = waiting.popleft()
                key = (source.likeness(page), box)
                if key not in known:
                    try:
                        known[key] = source.ink(rewriter, page, box, dpi / 72)
                    except CannotSeparate as error:
                        known[key] = error.with_traceback(None)
                yield page, known[key]
            rewritten, drawn = rewriter.rewritten, rewriter.drawn


def overprint_losses(
    data: bytes,
    places: Sequence[tuple[int, Rect]],
    *,
    dpi: float = 150,
    technical: Collection[str] = TECHNICAL,
) -> Iterator[tuple[int, Any]]:
    """Where pages (each from 0, with the part that counts) would look otherwise if nothing overprinted.

    Pure black over a colour is left out: it is meant to overprint. For each page a grey picture comes, 255
    where something is lost, or in its stead a CannotSeparate that says why that cannot be told. Raises
    CannotSeparate where the file cannot be read at all.
    """
    waiting, spent = deque(places), [(0, 0.0), (0, 0.0)]
    while waiting:
        with _opened(data) as source:
            rewriters = [
                Rewriter(source.pdf, technical, only_black=only_black, rewritten=rewritten, drawn=drawn)
                for only_black, (rewritten, drawn) in zip((False, True), spent, strict=True)
            ]
            while waiting and sum(rewriter.held() for rewriter in rewriters) < _MOST_HELD:
                page, box = waiting.popleft()
                try:
                    yield page, source.difference(rewriters, page, box, dpi / 72)
                except CannotSeparate as error:
                    yield page, error.with_traceback(None)
            spent = [(rewriter.rewritten, rewriter.drawn) for rewriter in rewriters]


class _Source:
    """An open file whose pages are taken out and drawn one plate at a time."""

    def __init__(self, pdf: Any) -> None:
        self.pdf = pdf
        #: With what pages inherit of their parents pushed down to them.
        self.pages = [page.obj for page in pdf.pages]

    def page(self, number: int) -> Any:
        """The dictionary of a page."""
        if not 0 <= number < len(self.pages):
            raise CannotSeparate("there is no such page")
        return self.pages[number]

    def media_box(self, number: int) -> Rect:
        """All of a page."""
        x0, y0, x1, y1 = (float(side) for side in self.page(number).MediaBox)
        return Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))

    def likeness(self, number: int) -> Any:
        """What two pages have in common that look the same."""
        import pikepdf

        page = self.page(number)
        contents = page.get("/Contents")
        parts = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
        streams = [part for part in parts if isinstance(part, pikepdf.Stream)]
        raw = tuple(sha256(part.read_raw_bytes()).digest() for part in streams)
        rest = (
            page.get("/Resources"),
            page.get("/Group"),
            *(part.get("/Filter") for part in parts if part is not None),
        )
        return (raw, *(_spelt(part) for part in rest))

    def ink(self, rewriter: Rewriter, number: int, box: Rect, scale: float) -> Ink:
        """The most ink on a page."""
        edges = (box.x, box.y, box.right, box.top)
        made = [rewriter.page(self.page(number), plate, edges) for plate in range(4)]
        (plates,) = self.drawn(made, scale, [box], smooth=False)
        return _most(plates.total(), box)

    def difference(self, rewriters: Sequence[Rewriter], number: int, box: Rect, scale: float) -> Any:
        """Where two ways to separate a page give different plates, as a grey picture of 0 and 255."""
        from PIL import ImageChops

        edges = (box.x, box.y, box.right, box.top)
        made = [
            rewriter.page(self.page(number), plate, edges) for rewriter in rewriters for plate in range(4)
        ]
        one, other = self.drawn(made, scale, [box, box], smooth=False)
        most = reduce(ImageChops.lighter, map(ImageChops.difference, one, other))
        return most.point(lambda level: 255 * (level > _UNSEEN))

    def drawn(
        self, pages: list[Any], scale: float, boxes: Sequence[Rect], smooth: bool = True
    ) -> Iterator[Plates]:
        """Pages made for plates, drawn; four make one."""
        for box in boxes:
            _verify_size(box, scale)
        pictures = _pictures(self._saved(pages), scale, smooth)
        for four in zip(pictures, pictures, pictures, pictures, strict=True):
            yield Plates(*four)

    def _saved(self, pages: list[Any]) -> bytes:
        """A file of just these pages."""
        import pikepdf

        tree = self.pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Pages))
        tree.Kids, tree.Count = pikepdf.Array(pages), len(pages)
        for page in pages:
            page.Parent = tree
        root = pikepdf.Dictionary(Type=pikepdf.Name.Catalog, Pages=tree)
        self.pdf.trailer.Root = self.pdf.make_indirect(root)
        out = io.BytesIO()
        self.pdf.save(
            out, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable, static_id=True
        )
        return out.getvalue()


@contextmanager
def _opened(data: bytes) -> Iterator[_Source]:
    """A file, open while its pages are separated. Whatever goes wrong becomes CannotSeparate."""
    import pikepdf

    try:
        with limits(), pikepdf.open(io.BytesIO(data)) as pdf:
            bound_packed_objects(pdf)
            if pdf.is_encrypted:
                raise CannotSeparate("an encrypted file")
            yield _Source(pdf)
    except CannotSeparate:
        raise
    except Exception as error:
        raise CannotSeparate("a damaged file") from error


def _spelt(thing: Any) -> Any:
    return thing.unparse() if hasattr(thing, "unparse") else thing


def _verify_size(box: Rect, scale: float) -> None:
    if not (box.width * scale >= 1 and box.height * scale >= 1):
        raise CannotSeparate("a page with no size")
    if box.width * box.height * scale * scale > MOST_PLATE_PIXELS:
        raise CannotSeparate("a page too large to be drawn")


def _pictures(data: bytes, scale: float, smooth: bool) -> Iterator[Any]:
    """The pages of a file of plates, drawn in grey and turned about: 255 is full ink.

    Where edges are not smooth, every pixel is one colour of the page, none is a mixture.
    """
    import pypdfium2
    from PIL import ImageChops

    rough = {} if smooth else dict.fromkeys(("no_smoothtext", "no_smoothpath", "no_smoothimage"), True)
    document = pypdfium2.PdfDocument(data)
    try:
        for number in range(len(document)):
            page = document[number]
            bitmap = page.render(
                scale=scale * (1 - _HAIR), grayscale=True, draw_annots=False, may_draw_forms=False, **rough
            )
            yield ImageChops.invert(bitmap.to_pil())
            bitmap.close()
            page.close()
    except pypdfium2.PdfiumError as error:
        raise CannotSeparate("a page that cannot be drawn") from error
    finally:
        document.close()


def _most(total: Any, box: Rect) -> Ink:
    """The darkest spot of a page's ink."""
    from PIL import ImageMath

    _, most = total.getextrema()
    there = ImageMath.lambda_eval(lambda args: args["convert"]((args["ink"] >= most) * 255, "L"), ink=total)
    _, row, _, _ = there.getbbox() or (0, 0, 0, 0)
    column, _, _, _ = there.crop((0, row, there.width, row + 1)).getbbox() or (0, 0, 0, 0)
    x = box.x + (column + 0.5) * box.width / total.width
    y = box.top - (row + 0.5) * box.height / total.height
    return Ink(most / 255, (x, y))
