"""The printing plates of any page: the amount of cyan, magenta, yellow and black at each spot.

A page is drawn four times in grey, once for each plate, with every colour replaced by its amount on that
plate; so overprinting and knockout result as on a press, and no colour is converted. Ambiguous pages are
refused.
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from math import ceil
from typing import Any, NamedTuple, TypeVar

from ....geometry import Rect
from ..color_spaces import ColorSpace
from ..display_list import DisplayList, reserve_drawing
from ..document import DocumentPage, PdfDocument, open_document
from ..images import encoded_picture
from ..limits import MANY_PIXELS, MOST_HELD, MOST_OPERATORS, MOST_PLATE_PIXELS, Unreadable
from ..raster import open_in_pdfium
from .content import PerPlate, PlateSeparator
from .inks import TOO_MUCH, CannotSeparate, InkSpaces
from .samples import ImageSamples, refuse_masks

__all__ = [
    "CannotSeparate",
    "InkMaximum",
    "Plates",
    "maximum_ink_of_image",
    "overprint_losses",
    "plates_of_pages",
    "separate_pages",
    "maximum_total_inks",
]

T = TypeVar("T")
#: Resolution for finding ink and overprint, in pixels per point: 150 per inch.
_SCALE = 150 / 72
#: Subtracted before rounding, so that no page is drawn a pixel too large.
_HAIR = 1e-6
#: Number of pages whose plates are in memory at a time.
_AT_ONCE = 16
#: Maximum difference (of 255) at which plates look the same: presses may be off by 4 % of tone (ISO 12647-2,
#: 4.3.4).
_UNSEEN = 10
#: The default names of die lines.
TECHNICAL = ("CutContour",)


class Plates(NamedTuple):
    """The plates of a page as grey pictures of the same size: 255 is full ink, 0 is none."""

    cyan: Any
    magenta: Any
    yellow: Any
    black: Any

    def total_ink(self) -> Any:
        """Return the total ink on each spot, as a picture in mode I: 255 for each full plate."""
        from PIL import ImageMath

        return ImageMath.lambda_eval(
            lambda args: args["c"] + args["m"] + args["y"] + args["k"],
            c=self.cyan, m=self.magenta, y=self.yellow, k=self.black,
        )  # fmt: skip

    def as_cmyk(self) -> Any:
        """Return the plates as one CMYK picture."""
        from PIL import Image

        return Image.merge("CMYK", tuple(self))


class InkMaximum(NamedTuple):
    """The maximum ink on a page, and a spot that has it."""

    #: In parts of 1: 3.0 is 300 %.
    most: float
    #: One spot with this amount, in the page's own points.
    where: tuple[float, float]


def separate_pages(
    data: bytes,
    pages: Sequence[int],
    *,
    scale: float,
    technical: Collection[str] = TECHNICAL,
    spot: str = "",
) -> Iterator[Plates]:
    """Yield the plates of some pages (from 0) of a PDF that cardgen made.

    spot: if given, only the plate of this spot colour is made, in place of the black plate. scale: pixels per
    point. technical: spot colours that print nothing, such as the die line.

    Overprint is applied (ISO 32000-1, 11.7.4). Drawing time has no limit, because cardgen made the file.
    Raises CannotSeparate if the plates are ambiguous or the file is damaged. Ambiguous are colours other than
    grey, CMYK and spot colours, and blending that mixes inks.
    """
    with _open_document(data) as file:
        separator = PlateSeparator(file, technical, spot=spot)
        for first in range(0, len(pages), _AT_ONCE):
            separator.left = MOST_OPERATORS
            some = [file.pages[number] for number in pages[first : first + _AT_ONCE]]
            boxes = [page.media or Rect(0, 0, 0, 0) for page in some]
            made = [separator.separate_page(page, box) for page, box in zip(some, boxes, strict=True)]
            yield from _render_plates(file, made, scale, boxes)


def maximum_total_inks(
    file: PdfDocument, display_lists: Iterable[DisplayList], *, technical: Collection[str] = TECHNICAL
) -> Iterator[tuple[DisplayList, InkMaximum | CannotSeparate]]:
    """Yield each page with the maximum ink on any spot of its area, to half a per cent.

    If the ink of a page is unknown, a CannotSeparate with the reason replaces the maximum. Raises
    CannotSeparate if the file cannot be read.
    """

    for page, plates in plates_of_pages(file, display_lists, technical=technical):
        yield (
            page,
            plates
            if isinstance(plates, CannotSeparate)
            else _maximum_ink(plates.total_ink(), page.bleed_area),
        )


def maximum_ink_of_image(
    file: PdfDocument, object_id: tuple[int, int], space: ColorSpace, min_inks: Sequence[float]
) -> float | None:
    """Return the maximum ink of any pixel of an image in DeviceCMYK, in parts of 1; None if it is unknown.

    object_id: the object number and the generation of the image. min_inks: the minimum amount to count for
    each ink, because marks that overprint the image print that much.
    """
    from PIL import ImageChops

    image = file.pdf.get_object(object_id)
    if int(image.Width) * int(image.Height) > MANY_PIXELS:
        return None
    known = None if any(min_inks) else encoded_picture(image)
    if known is not None and known.most_ink is not None:
        return known.most_ink / 255
    try:
        refuse_masks(image)
        levels = ImageSamples(file.pdf, image, InkSpaces(()).ink_space(space)).plate_levels()
    except (CannotSeparate, Unreadable, ValueError):
        # Whatever is wrong with it is found on the plates of its page.
        return None
    inks = (
        ImageChops.invert(level).point([max(each, ceil(255 * amount)) for each in range(256)])
        for level, amount in zip(levels, min_inks, strict=True)
    )
    return float(Plates(*inks).total_ink().getextrema()[1]) / 255


def plates_of_pages(
    file: PdfDocument, display_lists: Iterable[DisplayList], *, technical: Collection[str] = TECHNICAL
) -> Iterator[tuple[DisplayList, Plates | CannotSeparate]]:
    """Yield each page with the plates of its area at 150 pixels per inch, without antialiasing.

    If they cannot be made, a CannotSeparate with the reason replaces them. Raises CannotSeparate if the file
    cannot be read.
    """

    def plates(separators: Sequence[PlateSeparator], page: DocumentPage, box: Rect) -> Plates:
        (made,) = _render_plates(
            separators[0].file, [separators[0].separate_page(page, box)], _SCALE, [box], smooth=False
        )
        return made

    return _results_from_plates(file, display_lists, technical, (False,), plates)


def overprint_losses(
    file: PdfDocument, display_lists: Iterable[DisplayList], *, technical: Collection[str] = TECHNICAL
) -> Iterator[tuple[DisplayList, Any]]:
    """Yield each page with a mask of where it would look different if nothing but pure black overprinted.

    The mask is a grey picture (PIL, L) of the page's area: 255 where something is lost by overprinting, else
    0. If that is unknown, a CannotSeparate with the reason replaces the mask. Pure black is meant to
    overprint. Raises CannotSeparate if the file cannot be read.
    """
    from PIL import ImageChops

    def difference(separators: Sequence[PlateSeparator], page: DocumentPage, box: Rect) -> Any:
        made = [separator.separate_page(page, box) for separator in separators]
        one, other = _render_plates(separators[0].file, made, _SCALE, [box, box], smooth=False)
        most = reduce(ImageChops.lighter, map(ImageChops.difference, one, other))
        return most.point(lambda level: 255 * (level > _UNSEEN))

    return _results_from_plates(file, display_lists, technical, (False, True), difference)


def _results_from_plates(
    file: PdfDocument,
    display_lists: Iterable[DisplayList],
    technical: Collection[str],
    only_black_choices: Sequence[bool],
    inspect: Callable[[Sequence[PlateSeparator], DocumentPage, Rect], T],
) -> Iterator[tuple[DisplayList, T | CannotSeparate]]:
    """Yield each page with the result of calling `inspect` for it.

    only_black_choices: a value of PlateSeparator.only_black for each separator. inspect: called with the
    separators, the page, and its area. If the plates cannot be made, a CannotSeparate with the reason
    replaces the result.
    """
    waiting, left = deque(display_lists), [MOST_OPERATORS for _ in only_black_choices]
    while waiting:
        with _open_document(file.data) as fresh:
            separators = [
                PlateSeparator(fresh, technical, only_black=only_black, left=rest)
                for only_black, rest in zip(only_black_choices, left, strict=True)
            ]
            # What was made for one page is kept for the next, up to a limit.
            while waiting and sum(separator.held for separator in separators) < MOST_HELD:
                each = waiting.popleft()
                try:
                    if each.fault is not None or not reserve_drawing(file, each):
                        raise CannotSeparate(each.fault or TOO_MUCH, "" if each.fault else "work")
                    found: T | CannotSeparate = inspect(
                        separators, fresh.pages[each.page.number - 1], each.bleed_area
                    )
                except CannotSeparate as error:
                    found = error.with_traceback(None)
                yield each, found
            left = [separator.left for separator in separators]


@contextmanager
def _open_document(data: bytes) -> Iterator[PdfDocument]:
    """Open a file within a context. Any error becomes CannotSeparate."""
    try:
        with open_document(data) as file:
            if file.pdf.is_encrypted:
                raise CannotSeparate("an encrypted file")
            yield file
    except CannotSeparate:
        raise
    except Exception as error:
        raise CannotSeparate("a damaged file") from error


def _render_plates(
    file: PdfDocument, page_plates: list[PerPlate], scale: float, boxes: Sequence[Rect], smooth: bool = True
) -> Iterator[Plates]:
    """Yield the rendered plates of pages that were rewritten for them."""
    for box in boxes:
        if not (box.width * scale >= 1 and box.height * scale >= 1):
            raise CannotSeparate("a page with no size")
        if box.width * box.height * scale * scale > MOST_PLATE_PIXELS:
            raise CannotSeparate("a page too large to be drawn")
    pictures = _render_in_grey(
        _save_pages(file.pdf, [page for four in page_plates for page in four]), scale, smooth
    )
    for four in zip(pictures, pictures, pictures, pictures, strict=True):
        yield Plates(*four)


def _save_pages(pdf: Any, pages: list[Any]) -> bytes:
    """Return a file of just these pages."""
    import pikepdf

    tree = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Pages))
    tree.Kids, tree.Count = pikepdf.Array(pages), len(pages)
    for page in pages:
        page.Parent = tree
    root = pikepdf.Dictionary(Type=pikepdf.Name.Catalog, Pages=tree)
    pdf.trailer.Root = pdf.make_indirect(root)
    out = io.BytesIO()
    pdf.save(out, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable, static_id=True)
    return out.getvalue()


def _render_in_grey(data: bytes, scale: float, smooth: bool) -> Iterator[Any]:
    """Yield the pages of a file of plates, rendered in grey and inverted: 255 is full ink.

    smooth: whether edges are antialiased; otherwise each pixel is one colour of the page.
    """
    from PIL import ImageChops

    rough = {} if smooth else dict.fromkeys(("no_smoothtext", "no_smoothpath", "no_smoothimage"), True)
    try:
        with open_in_pdfium(data) as document:
            for page in document:
                bitmap = page.render(
                    scale=scale * (1 - _HAIR),
                    grayscale=True,
                    draw_annots=False,
                    may_draw_forms=False,
                    **rough,
                )
                yield ImageChops.invert(bitmap.to_pil())
                bitmap.close()
                page.close()
    except Unreadable as error:
        raise CannotSeparate("a page that cannot be drawn") from error


def _maximum_ink(total: Any, box: Rect) -> InkMaximum:
    """Return the spot with the most ink of a page."""
    from PIL import ImageMath

    _, most = total.getextrema()
    there = ImageMath.lambda_eval(lambda args: args["convert"]((args["ink"] >= most) * 255, "L"), ink=total)
    _, row, _, _ = there.getbbox() or (0, 0, 0, 0)
    column, _, _, _ = there.crop((0, row, there.width, row + 1)).getbbox() or (0, 0, 0, 0)
    x = box.x + (column + 0.5) * box.width / total.width
    y = box.top - (row + 0.5) * box.height / total.height
    return InkMaximum(most / 255, (x, y))
