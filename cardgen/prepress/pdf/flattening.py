"""Flattens transparency for presses that do not accept it: translucent items become pixels, all others stay.

A translucent item is drawn over what lies below it, in the inks of the press, once with and once without its
translucent parts. Where the two differ, the pixels of the first are painted, and only there.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, floor
from operator import is_
from typing import Any, NamedTuple

from ...art.item_writer import Press
from ...art.items import Drawing, Group, Item, Label, Mask, Patch, Picture, flat_items, painted_rect
from ...art.pdf_writer import PdfWriter, ReadMask, ReadPicture
from ...colour.encoded_pictures import read_press_picture
from ...colour.images import (
    PictureLooks,
    TransparentPicture,
    mask_levels,
    may_be_transparent,
    picture_rect,
    size_in_pixels,
)
from ...geometry import IDENTITY, Rect, enclosing_rect, transformed_bounds, transformed_point, translation
from ...text import fonts
from ...text.reportlab_parts import without_ascii_encoding

#: Resolution over type, and the minimum elsewhere, in pixels per inch. Type stays sharp from about 600, as
#: the edges of pixels are then finer than the dots of a screen of 150 to 200 lines.
TYPE_PPI, LEAST_PPI = 600, 300
#: Maximum number of pixels; larger areas get a lower resolution, at which even A3 has 300 per inch.
_MOST_PIXELS = 18_000_000
#: Maximum overhang of a picture that is flattened as well, as a share of the visible part.
_MOST_OVERHANG = 1.5
#: Pixels around a mask that get the colours of their surroundings.
_AROUND = 4
#: Maximum number of cached pictures in press colours: up to 20 MB each, for a poker card.
_MOST_KEPT = 4
#: Tolerance for rounding to pixels, and the inset that compensates it.
_HAIR, _INSET = 1e-4, 1e-2


class FlattenedSide(NamedTuple):
    """A side of a card on which transparency was flattened."""

    #: The card's label, or the short name of a back.
    side: str
    #: The highest and the lowest resolution, in pixels per inch.
    ppi: tuple[int, int]


class _DrawnPatch(NamedTuple):
    """Items, and the pixels that they were replaced by."""

    whole: Patch
    ppi: float
    items: tuple[Item, ...]


class Flattener:
    """Makes the items of faces and backs opaque (art.items.Flatten), and records on which sides it did."""

    def __init__(
        self, press: Press, least_line: float = 0.0, fine_type: float = 0.0, *, outlines: bool = False
    ) -> None:
        """Set how cards are printed.

        press: settings as for a press that accepts transparency. least_line, fine_type, outlines: as in
        PdfWriter.
        """
        self._outlines = outlines
        self._least_line, self._fine_type = least_line, fine_type
        self._live = press._replace(flatten=None)
        #: Paints flattened items, and only the opaque pixels of pictures.
        self._flat = self._live._replace(flatten=lambda below, item, side: [item])
        self._noted: dict[str, list[int]] = {}
        self._latest: _DrawnPatch | None = None
        #: Flattened items, cached because many cards share a frame, and pictures are drawn again below each.
        self.read_for_press: ReadPicture = lru_cache(_MOST_KEPT)(read_press_picture)
        self.read_mask: ReadMask = lru_cache(_MOST_KEPT)(mask_levels)
        #: The highest resolution, in pixels per inch.
        self.most_ppi: float = TYPE_PPI

    def make_writer(self, canvas: Any) -> PdfWriter:
        """Return a writer that draws cards for the press on a ReportLab canvas."""
        return self._make_writer(canvas, self.press)

    def _make_writer(self, canvas: Any, press: Press) -> PdfWriter:
        """Return a writer for a press on a ReportLab canvas, which shares this object's cached pictures."""
        made = PdfWriter(canvas, "cmyk", press)
        made.read_for_press, made.read_mask = self.read_for_press, self.read_mask
        made.least_line, made.fine_type, made.outlines = self._least_line, self._fine_type, self._outlines
        return made

    @property
    def press(self) -> Press:
        """Return the settings of the press, with this object as the flattener of transparent items."""
        return self._live._replace(flatten=self)

    @property
    def flattened(self) -> tuple[FlattenedSide, ...]:
        """Return the sides on which items were flattened, in the order of drawing."""
        return tuple(FlattenedSide(side, (max(ppi), min(ppi))) for side, ppi in self._noted.items())

    def __call__(self, below: Sequence[Item], item: Picture | Group, side: str) -> list[Item]:
        """Return opaque items that together look like a translucent item over those below it.

        below: the opaque items under it. side: the label of the card, or the short name of the back, on which
        they are; it is recorded.
        """
        if not isinstance(item, Group):
            return self._flatten_item(below, item, side)
        made: list[Item] = []
        for part in parts_of_group(item):
            made += self._flatten_item([*below, *made], part, side)
        return made

    def _flatten_item(self, below: Sequence[Item], item: Picture | Group, side: str) -> list[Item]:
        """Return opaque items that look like a picture or an indivisible group over the items below it."""
        solid: list[Item] = []
        if isinstance(item, Picture):
            shown = self._transparent_pixels(item)
            if shown is None:
                return [item._replace(transparency="ground")]
            if shown.alpha.getextrema()[1] == 255:
                solid = [item._replace(transparency="solid")]
            if shown.alpha.point(_full_if_translucent).getbbox() is None:
                return solid
            grid = _picture_grid(item, shown.alpha.size)
            area = _flattened_area(item, shown.alpha.size)
        else:
            area = painted_rect(item)
            grid = _PixelGrid(0.0, (area.x, area.y))
        under = [each for each in below if painted_rect(each).overlaps(area)]
        within = [*under, *flat_items([item])]
        if not isinstance(item, Picture):
            pictures = [each for each in within if isinstance(each, Picture)]
            grid = max([grid, *(_picture_grid(each, size_in_pixels(each.file)) for each in pictures)])
            if item.mask:
                grid = max(grid, _grid_of_mask(item.mask))
        ppi = max(LEAST_PPI, grid.ppi)
        if any(isinstance(each, Label) and painted_rect(each).overlaps(area) for each in within):
            ppi = max(ppi, TYPE_PPI)
        ppi = min(ppi, self.most_ppi, 72 * (_MOST_PIXELS / (area.width * area.height)) ** 0.5)
        area = _rect_of_whole_pixels(area, ppi, grid.corner)
        patch = self._draw_patch(under, solid, item, area, ppi)
        if patch is None:
            return solid
        self._noted.setdefault(side, []).append(round(ppi))
        return [*solid, patch]

    def _draw_patch(
        self,
        items_below: Sequence[Item],
        opaque_part: Sequence[Item],
        item: Picture | Group,
        area: Rect,
        ppi: float,
    ) -> Patch | None:
        """Draw an area with and without an item; return the pixels that differ, or None if none do.

        items_below: the items below. opaque_part: the opaque part of the item, which is drawn by itself. ppi:
        pixels per inch.
        """
        from PIL import Image, ImageChops, ImageFilter

        below = self._with_latest_patch(items_below, area, ppi)
        ways = [(self._flat, [*below, *opaque_part]), (self._live, [*below, item])]
        before, after = self._render_plates(ways, area, ppi)
        apart = ImageChops.difference(before, after).split()
        mask: Any = apart[0]
        for band in apart[1:]:
            mask = ImageChops.lighter(mask, band)
        # Translucent pixels and adjacent opaque ones share a row, so that no seam shows between them.
        mask = mask.point(lambda level: 255 * (level > 0)).filter(ImageFilter.MaxFilter(3))
        if mask.getbbox() is None:
            return None
        # A viewer that reduces the pixels mixes these into the edge of the mask.
        around = mask.filter(ImageFilter.MaxFilter(2 * _AROUND + 1))
        colors = Image.new("CMYK", after.size)
        colors.paste(after, mask=around)
        patch = Patch(colors, mask, area)
        whole = Patch(after, Image.new("L", after.size, 255), area)
        self._latest = _DrawnPatch(whole, ppi, (*items_below, *opaque_part, patch))
        return patch

    def _render_plates(
        self, drawings: Sequence[tuple[Press, Sequence[Item]]], area: Rect, ppi: float
    ) -> list[Any]:
        """Draw lists of items in one area; return the printed result of each as a CMYK image (PIL).

        drawings: the settings of the press and the items of each drawing.
        """
        from reportlab.pdfgen.canvas import Canvas

        from .plates import separate_pages

        buffer = io.BytesIO()
        with without_ascii_encoding():
            canvas = Canvas(
                buffer,
                pagesize=(area.width, area.height),
                pageCompression=0,
                invariant=1,
                initialFontName=fonts.TEXT.name,
            )
            for press, items in drawings:
                writer = self._make_writer(canvas, press)
                writer.inset = _INSET * 72 / ppi
                writer.write_items([Drawing(tuple(items), translation(-area.x, -area.y))])
                canvas.showPage()
            canvas.save()
        made = separate_pages(buffer.getvalue(), range(len(drawings)), scale=ppi / 72)
        return [plates.as_cmyk() for plates in made]

    def _with_latest_patch(self, items: Sequence[Item], area: Rect, ppi: float) -> Sequence[Item]:
        """Return items, with the first of them replaced by the latest patch if this patch was made from
        exactly these items.

        The patch must also have the same area and resolution; otherwise the items are returned unchanged. In
        this way the items below many translucent items are drawn only once.
        """
        latest = self._latest
        if latest is None or (latest.whole.rect, latest.ppi) != (area, ppi):
            return items
        count = len(latest.items)
        begins_so = len(items) >= count and all(map(is_, items, latest.items))
        return [latest.whole, *items[count:]] if begins_so else items

    def _transparent_pixels(self, picture: Picture) -> TransparentPicture | None:
        """Return a picture's pixels in press colours with their opacity; None if all of it is opaque."""
        if not may_be_transparent(picture.file):
            return None
        looks = PictureLooks(None, picture.shade and picture.shade.rgb, picture.focus)
        size = (picture.rect.width, picture.rect.height)
        found = self.read_for_press(picture.file, *size, self._live.inks.profile, looks)
        return found if isinstance(found, TransparentPicture) else None


class _PixelGrid(NamedTuple):
    """The pixel grid of a picture on a card: its resolution, and the corner of one pixel in points."""

    ppi: float
    corner: tuple[float, float]


def _picture_grid(picture: Picture, size: tuple[int, int]) -> _PixelGrid:
    """Return the pixel grid of a picture. size: that of its file, in pixels."""
    whole = picture_rect(size, picture.rect, picture.fit, picture.focus)
    return _PixelGrid(
        72 * size[0] / whole.width, transformed_point(picture.place or IDENTITY, whole.x, whole.y)
    )


def _grid_of_mask(mask: Mask) -> _PixelGrid:
    """Return the pixel grid of a mask, at the higher of its horizontal and vertical resolution."""
    (wide, high), rect = size_in_pixels(mask.file), mask.rect
    ppi = 72 * max(wide / rect.width, high / rect.height)
    return _PixelGrid(ppi, transformed_point(mask.place or IDENTITY, rect.x, rect.y))


def _flattened_area(picture: Picture, size: tuple[int, int]) -> Rect:
    """Return the rectangle of the card in which a picture is flattened, in points.

    It is the rectangle of the whole picture, including cropped parts, because viewers then round the edges of
    all its pixels alike. If the whole is much larger than the visible part, only the visible rectangle is
    returned. size: of the picture, in pixels.
    """
    rect, whole = picture.rect, picture_rect(size, picture.rect, picture.fit, picture.focus)
    large = whole.width * whole.height > _MOST_OVERHANG * rect.width * rect.height
    return transformed_bounds(picture.place or IDENTITY, _rect_intersection(whole, rect) if large else whole)


def parts_of_group(group: Group) -> list[Group]:
    """Return a group split into groups that do not overlap, so that each can become a picture of its own."""
    parts: list[tuple[Rect, list[int]]] = []
    for place, item in enumerate(group.items):
        area, members = painted_rect(item), [place]
        # Together with what it overlaps, an item may overlap parts that it does not touch itself.
        while touching := [part for part in parts if part[0].overlaps(area)]:
            parts = [part for part in parts if part not in touching]
            area = enclosing_rect([area, *(rect for rect, _ in touching)])
            members = [*members, *(each for _, places in touching for each in places)]
        parts.append((area, members))
    return [group._replace(items=tuple(group.items[at] for at in sorted(members))) for _, members in parts]


def _full_if_translucent(level: int) -> int:
    """Return 255 for an opacity between none and full, otherwise 0, to make a mask."""
    return 255 * (0 < level < 255)


def _rect_of_whole_pixels(area: Rect, ppi: float, corner: tuple[float, float]) -> Rect:
    """Return the smallest rectangle of whole pixels that contains an area, in points.

    corner: a corner of the pixel grid.
    """
    cell = 72 / ppi
    x, y = corner
    left, low = floor((area.x - x) / cell + _HAIR), floor((area.y - y) / cell + _HAIR)
    right, top = ceil((area.right - x) / cell - _HAIR), ceil((area.top - y) / cell - _HAIR)
    return Rect(x + left * cell, y + low * cell, (right - left) * cell, (top - low) * cell)


def _rect_intersection(one: Rect, other: Rect) -> Rect:
    """Return the intersection of two rectangles; its width or height is negative if they do not meet."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    return Rect(x, y, min(one.right, other.right) - x, min(one.top, other.top) - y)


#: Maximum length of the names of cards in one line; the API has all names.
_MOST_NAMES = 60


def flattening_lines(flattened: Sequence[FlattenedSide]) -> Iterator[str]:
    """Yield a sentence for each resolution, with the sides of cards that were flattened to it."""
    alike: dict[tuple[int, int], list[str]] = {}
    for side, ppi in flattened:
        alike.setdefault(ppi, []).append(side)
    for (most, least), sides in alike.items():
        shown_ppi = f"{most}" if most == least else f"{least} to {most}"
        more = f" and {len(sides) - _MOST_NAMES} more" if len(sides) > _MOST_NAMES else ""
        yield f"transparency flattened at {shown_ppi} pixels per inch: {', '.join(sides[:_MOST_NAMES])}{more}"
