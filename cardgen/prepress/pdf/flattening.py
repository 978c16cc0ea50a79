"""Transparency for presses that take none: what shines through becomes pixels, all else stays as it is.

An item that is partly transparent is drawn over what lies below it, in the inks of the press, once with and
once without its see-through parts. Where the two differ, the pixels of the first are painted, and only there.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import ceil, floor
from operator import is_
from typing import Any, NamedTuple

from ...art.item_writer import Press
from ...art.items import Group, Item, Label, Patch, Picture, leaves, painted_area
from ...art.pdf_writer import PdfWriter, ReadPicture
from ...colour.images import Looks, SeeThrough, for_press, may_be_transparent, picture_rect, size_in_pixels
from ...geometry import IDENTITY, Rect, apply, bounds, shift, surrounding
from ...text import fonts
from ...text.reportlab_parts import packed_once

#: Pixels an inch where type lies under, and the least of all others. Type stays sharp from about 600 on, as
#: the edges of pixels are then finer than the dots of a screen of 150 to 200 lines.
TYPE_PPI, LEAST_PPI = 600, 300
#: Larger areas get fewer pixels, in which even A3 has 300 an inch.
_MOST_PIXELS = 18_000_000
#: The overhang of a picture that is looked at as well, as a share of what is seen of it.
_MOST_OVERHANG = 1.5
#: Pixels around a mask that have the colours of what lies there.
_AROUND = 4
#: Maximum number of pictures that are kept as the press has them: up to 20 MB each, for a poker card.
_MOST_KEPT = 4
#: A part of a pixel that is lost in rounding, and one that makes up for it.
_HAIR, _INSET = 1e-4, 1e-2


class Flattened(NamedTuple):
    """What was made of the transparency on one side of a card."""

    #: The card's label, or the short name of a back.
    side: str
    #: Pixels an inch, the highest and the lowest where there are several.
    ppi: tuple[int, int]


class _Pixels(NamedTuple):
    """Items and the pixels that they are, all of them."""

    whole: Patch
    ppi: float
    items: tuple[Item, ...]


class Flattener:
    """Makes the items of faces and backs opaque (art.items.Flatten), and notes of which."""

    def __init__(self, press: Press, least_line: float = 0.0, fine_type: float = 0.0) -> None:
        """Begin. press: as a press with transparency has it; least_line, fine_type: as those of PdfWriter."""
        self._least_line, self._fine_type = least_line, fine_type
        self._live = press._replace(flatten=None)
        #: Paints what has been flattened already, and only the opaque pixels of pictures.
        self._flat = self._live._replace(flatten=lambda below, item, side: [item])
        self._noted: dict[str, list[int]] = {}
        self._latest: _Pixels | None = None
        #: A frame is on many cards, and every picture is drawn again for each that lies over it.
        self.read_for_press: ReadPicture = lru_cache(_MOST_KEPT)(for_press)
        #: The finest pixels, an inch.
        self.most_ppi: float = TYPE_PPI

    def writer(self, canvas: Any) -> PdfWriter:
        """Return what draws cards for the press on a ReportLab canvas."""
        return self._writer(canvas, self.press)

    def _writer(self, canvas: Any, press: Press) -> PdfWriter:
        made = PdfWriter(canvas, "cmyk", press)
        made.read_for_press = self.read_for_press
        made.least_line, made.fine_type = self._least_line, self._fine_type
        return made

    @property
    def press(self) -> Press:
        """Return the press with this for its transparency."""
        return self._live._replace(flatten=self)

    @property
    def flattened(self) -> tuple[Flattened, ...]:
        """Return the sides on which anything was made pixels, in the order that they were drawn."""
        return tuple(Flattened(side, (max(ppi), min(ppi))) for side, ppi in self._noted.items())

    def __call__(self, below: Sequence[Item], item: Picture | Group, side: str) -> list[Item]:
        """Return opaque items that look like an item over those below it, which are opaque themselves.

        side: the label of the card, or the short name of the back, that is drawn.
        """
        if not isinstance(item, Group):
            return self._opaque(below, item, side)
        made: list[Item] = []
        for part in parts_of_group(item):
            made += self._opaque([*below, *made], part, side)
        return made

    def _opaque(self, below: Sequence[Item], item: Picture | Group, side: str) -> list[Item]:
        solid: list[Item] = []
        if isinstance(item, Picture):
            shown = self._shown(item)
            if shown is None:
                return [item._replace(alpha="ground")]
            if shown.alpha.getextrema()[1] == 255:
                solid = [item._replace(alpha="solid")]
            if shown.alpha.point(_is_partly).getbbox() is None:
                return solid
            grid = _grid(item, shown.alpha.size)
            area = _looked_at(item, shown.alpha.size)
        else:
            area = painted_area(item)
            grid = _Grid(0.0, (area.x, area.y))
        under = [each for each in below if painted_area(each).overlaps(area)]
        within = [*under, *leaves([item])]
        if not isinstance(item, Picture):
            pictures = [each for each in within if isinstance(each, Picture)]
            grid = max([grid, *(_grid(each, size_in_pixels(each.file)) for each in pictures)])
        ppi = max(LEAST_PPI, grid.ppi)
        if any(isinstance(each, Label) and painted_area(each).overlaps(area) for each in within):
            ppi = max(ppi, TYPE_PPI)
        ppi = min(ppi, self.most_ppi, 72 * (_MOST_PIXELS / (area.width * area.height)) ** 0.5)
        area = _whole_pixels(area, ppi, grid.corner)
        patch = self._patch(under, solid, item, area, ppi)
        if patch is None:
            return solid
        self._noted.setdefault(side, []).append(round(ppi))
        return [*solid, patch]

    def _patch(
        self, under: Sequence[Item], solid: Sequence[Item], item: Picture | Group, area: Rect, ppi: float
    ) -> Patch | None:
        """Return the pixels in which an item looks otherwise over those under it than solid ones do.

        None where there are no such pixels.
        """
        from PIL import Image, ImageChops, ImageFilter

        below = self._as_pixels(under, area, ppi)
        ways = [(self._flat, [*below, *solid]), (self._live, [*below, item])]
        before, after = _plates([self._painter(press, items, ppi) for press, items in ways], area, ppi)
        apart = ImageChops.difference(before, after).split()
        mask: Any = apart[0]
        for band in apart[1:]:
            mask = ImageChops.lighter(mask, band)
        # Half transparent pixels and opaque ones beside them share a row, so that no seam shows between.
        mask = mask.point(lambda level: 255 * (level > 0)).filter(ImageFilter.MaxFilter(3))
        if mask.getbbox() is None:
            return None
        # What a viewer that shrinks the pixels mixes into the edge of the mask looks like what lies there.
        around = mask.filter(ImageFilter.MaxFilter(2 * _AROUND + 1))
        colors = Image.new("CMYK", after.size)
        colors.paste(after, mask=around)
        patch = Patch(colors, mask, area)
        whole = Patch(after, Image.new("L", after.size, 255), area)
        self._latest = _Pixels(whole, ppi, (*under, *solid, patch))
        return patch

    def _as_pixels(self, items: Sequence[Item], area: Rect, ppi: float) -> Sequence[Item]:
        """Return items with the pixels of those that were drawn for the patch before, if they begin so.

        So what many transparent items lie over is not drawn again for each of them.
        """
        latest = self._latest
        if latest is None or (latest.whole.rect, latest.ppi) != (area, ppi):
            return items
        count = len(latest.items)
        begins_so = len(items) >= count and all(map(is_, items, latest.items))
        return [latest.whole, *items[count:]] if begins_so else items

    def _painter(self, press: Press, items: Sequence[Item], ppi: float) -> Callable[[Any], None]:
        """Return what draws items on a canvas, to be made pixels of at so many an inch."""

        def draw(canvas: Any) -> None:
            writer = self._writer(canvas, press)
            writer.inset = _INSET * 72 / ppi
            writer.paint(items)

        return draw

    def _shown(self, picture: Picture) -> SeeThrough | None:
        """Return the pixels of a picture with their transparency; None if it has none."""
        if not may_be_transparent(picture.file):
            return None
        looks = Looks(None, picture.shade and picture.shade.rgb, picture.focus)
        size = (picture.rect.width, picture.rect.height)
        found = self.read_for_press(picture.file, *size, self._live.inks.profile, looks)
        return found if isinstance(found, SeeThrough) else None


def _plates(painters: Sequence[Callable[[Any], None]], area: Rect, ppi: float) -> list[Any]:
    """Return what functions draw in an area of a card, each as a CMYK image (PIL)."""
    from reportlab.pdfgen.canvas import Canvas

    from .plates import separations

    buffer = io.BytesIO()
    with packed_once():
        canvas = Canvas(
            buffer,
            pagesize=(area.width, area.height),
            pageCompression=0,
            invariant=1,
            initialFontName=fonts.TEXT.name,
        )
        for draw in painters:
            with PdfWriter(canvas).at(shift(-area.x, -area.y)):
                draw(canvas)
            canvas.showPage()
        canvas.save()
    made = separations(buffer.getvalue(), range(len(painters)), scale=ppi / 72)
    return [plates.merged() for plates in made]


class _Grid(NamedTuple):
    """The pixels of a picture on a card: how many there are an inch, and the corner of one of them."""

    ppi: float
    corner: tuple[float, float]


def _grid(picture: Picture, size: tuple[int, int]) -> _Grid:
    """Return the pixels of a picture that has so many."""
    whole = picture_rect(size, picture.rect, picture.fit, picture.focus)
    return _Grid(72 * size[0] / whole.width, apply(picture.place or IDENTITY, whole.x, whole.y))


def _looked_at(picture: Picture, size: tuple[int, int]) -> Rect:
    """Return where on the card a picture of so many pixels is flattened.

    Best where it stands itself, so that viewers round the edges of its pixels in the same way.
    """
    rect, whole = picture.rect, picture_rect(size, picture.rect, picture.fit, picture.focus)
    large = whole.width * whole.height > _MOST_OVERHANG * rect.width * rect.height
    return bounds(picture.place or IDENTITY, _common(whole, rect) if large else whole)


def parts_of_group(group: Group) -> list[Group]:
    """Return a group as several, none of which overlaps another: each has pixels of its own."""
    parts: list[tuple[Rect, list[int]]] = []
    for place, item in enumerate(group.items):
        area, members = painted_area(item), [place]
        # With what overlaps it, an item may overlap parts that it does not touch itself.
        while touching := [part for part in parts if part[0].overlaps(area)]:
            parts = [part for part in parts if part not in touching]
            area = surrounding([area, *(rect for rect, _ in touching)])
            members = [*members, *(each for _, places in touching for each in places)]
        parts.append((area, members))
    return [group._replace(items=tuple(group.items[at] for at in sorted(members))) for _, members in parts]


def _is_partly(level: int) -> int:
    return 255 * (0 < level < 255)


def _whole_pixels(area: Rect, ppi: float, corner: tuple[float, float]) -> Rect:
    """Return the least rectangle around an area on a grid of pixels, one of which has its corner there."""
    cell = 72 / ppi
    x, y = corner
    left, low = floor((area.x - x) / cell + _HAIR), floor((area.y - y) / cell + _HAIR)
    right, top = ceil((area.right - x) / cell - _HAIR), ceil((area.top - y) / cell - _HAIR)
    return Rect(x + left * cell, y + low * cell, (right - left) * cell, (top - low) * cell)


def _common(one: Rect, other: Rect) -> Rect:
    """Return what two rectangles share."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    return Rect(x, y, min(one.right, other.right) - x, min(one.top, other.top) - y)


#: Names of cards in one line; the API has them all.
_MOST_NAMES = 60


def flattening_lines(flattened: Sequence[Flattened]) -> Iterator[str]:
    """Yield which sides of cards have transparency that became pixels, a line for each resolution."""
    alike: dict[tuple[int, int], list[str]] = {}
    for side, ppi in flattened:
        alike.setdefault(ppi, []).append(side)
    for (most, least), sides in alike.items():
        shown_ppi = f"{most}" if most == least else f"{least} to {most}"
        more = f" and {len(sides) - _MOST_NAMES} more" if len(sides) > _MOST_NAMES else ""
        yield f"transparency flattened at {shown_ppi} pixels per inch: {', '.join(sides[:_MOST_NAMES])}{more}"
