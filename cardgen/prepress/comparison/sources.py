"""Compares every planned text, icon and picture of a card with a raster of its page.

painter.py paints from the sources what each should look like, independently of the writers of files: so a
fault that a file and the pack's own raster share is found.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import zip_longest
from typing import Any, NamedTuple

from ...art.items import Label, Picture, bounding_rect, flat_items
from ...art.piece_outline import format_of_side, piece_outline
from ...geometry import IDENTITY, Matrix, Rect, combined_matrix, scaling, transformed_bounds
from ...pack.model import Card, Pack
from ...text.areas import Areas
from ...text.outlines import Shape, rectangle
from ...units import MM
from .differences import DifferenceSearcher, Scan, place_in_millimetres
from .inks import InkDisplay
from .masks import (
    channel_means,
    count_full_pixels,
    darkest_neighbours,
    distance_outside_range,
    lightest_neighbours,
    mask_above_level,
    mask_intersection,
    strongest_channel,
    sum_of_levels,
)
from .painter import LayerPainter, PaintLayer, area_mask
from .plans import PlannedPart, planned_parts_of_back, planned_parts_of_face
from .views import CardRender

#: Pixels per inch at which pages are compared; at 90 the edges of pictures would count as differences.
PPI = 150
#: The factor for type and small icons, and the minimum pixels per inch for them.
FINE = 2
_LEAST_FINE = 250
#: Minimum pixels per inch of a raster.
LEAST_PPI = 140
#: Tolerance for rounding lengths to pixels.
_NEARLY = 1e-6
#: The border of a card that is not compared, as guides may run along the cut.
RIM = 0.4 * MM


class Tolerance(NamedTuple):
    """Tolerances of colours, of 255."""

    #: For a channel of a pixel, outside the range of all that is planned within a pixel of it.
    pixel: int
    #: For the mean of squares of a picture.
    mean: int
    #: For the mean of thin things, beyond more or less of their own ink.
    hue: int
    #: For thin things, as a part of what they add to the card.
    thin: float
    #: The minimum variation of a pattern that can be compared.
    pattern: float
    #: For the variation of a gradient around the planned one. On a press, good ones of 4 to 16 levels have
    #: 0.25 at most, those of 6 to 16 levels that are turned by 15 degrees 0.5 at least.
    gradient: float


#: For drawings; for pictures with lossy compression, such as JPEGs of quality 75; and PRESS for converted
#: colours.
EXACT, LOSSY = Tolerance(28, 12, 28, 0.55, 1.5, 0.5), Tolerance(56, 18, 44, 0.55, 2.5, 1)
PRESS = Tolerance(72, 48, 60, 0.65, 6, 0.4)
#: The side of squares of a picture whose means are compared, in millimetres.
_SQUARE = 2.0
#: Minimum area that must differ, in square millimetres, or half of a smaller part.
_LEAST_AREA = 1.0
#: Thin things are compared with the card without them, in squares of this side in millimetres. Edges of other
#: renderers differ by 0.45 of what they add, those of plates a little more. Other type, or type 0.5 mm out of
#: its place, differs by 0.6 and more.
_REACH = 1.6
#: Minimum share of the ink of a thin thing that must differ.
_LEAST_SHARE = 0.08
#: Maximum number of pixels by which colours may spread at edges.
_RUN = 3
#: Minimum coverage (of 255) from which a pixel shows one thing only.
_WHOLE = 229
#: What stands out less (of 255) is too faint to judge.
_FAINT = 24
#: Differences (of 255) that are ignored.
_NOISE = 10
#: The pattern of a picture is compared in squares of this side in millimetres, if this many are visible. It
#: is another if the difference from the planned one varies by more than this part of it.
_CELL, _LEAST_CELLS, _OTHER_PATTERN = 1.0, 24, 0.75
#: A drawing without edges varies by at most so much (of 255) from a pixel to the next. Of its pattern, which
#: no renderer changes, a smaller part may differ: of good gradients 0.07, of those turned by 15 degrees 0.23.
_SMOOTH, _OTHER_GRADIENT = 8, 0.15
#: Maximum side of drawings in points that are compared as closely as type, and the size of type that they
#: count as.
_SMALL, _ICON = 12 * MM, 6.0
#: Type differs if this many fine pixels differ within half its size in each direction, and this share of the
#: square of its size. Good type has 0.021 at most (an "e" whose bar lies between pixels), an "n" instead of
#: an "r" 0.042.
_LEAST_PIXELS, _LEAST_TYPE = 8, 0.0215
#: Share of type of one colour that may be missing at its edges.
_EDGES = 0.2
#: The most of what lies below abutting shapes that shines through their seam: each covers half of a pixel.
_THROUGH_SEAMS = 0.25
#: Number of pixels that are merged in each direction in the search for a difference's cause.
_SEARCHED = 4
#: A difference of more than this share is reported without its place.
_MOST_OF_IT = 0.9


class PartDifference(NamedTuple):
    """A text, icon or picture that does not look as planned."""

    planned: PlannedPart
    #: The words after its name: "is mirrored".
    words: str
    #: The share of its visible part that differs, 0 to 1.
    share: float

    @property
    def sentence(self) -> str:
        """Return a sentence without a stop, such as "the picture day.png is mirrored"."""
        return f"{self.planned.description} {self.words}"


class Judgement(NamedTuple):
    """The result of comparing a card."""

    differences: tuple[PartDifference, ...] = ()
    #: Number of visible texts, pictures and drawings that were compared.
    compared: int = 0
    #: What was not judged: its name, and why.
    not_judged: tuple[tuple[str, str], ...] = ()


def judge_side(
    pack: Pack,
    side: Card | str,
    view: CardRender,
    inks: InkDisplay | None = None,
    tolerance: Tolerance = EXACT,
    rim: float = RIM,
    searcher: DifferenceSearcher | None = None,
    within: Rect | None = None,
) -> Judgement:
    """Compare a card, or a back by its short name, with all that is planned for it; return the result.

    view: the card as rendered, with the lower left corner of its trim at (0, 0). It scales a card that is
    printed at another size. inks: the press in whose inks the page is; None for a screen. rim: the border
    along the cut that is ignored, in points. searcher: that of the file, which limits the time for naming its
    faults. within: the only part of the card that is compared, in points; None for all.
    """
    trim = Rect(0, 0, *pack.card.size)
    planned = (
        planned_parts_of_back(pack, side, trim)
        if isinstance(side, str)
        else planned_parts_of_face(pack, side, trim)
    )
    area = piece_outline(format_of_side(pack, side), trim, -rim)
    if within is not None:
        area = Areas().intersection(area, rectangle(within))
    return judge_planned(planned, view, area, inks, tolerance, searcher)


def judge_planned(
    planned: Sequence[PlannedPart],
    view: CardRender,
    area: Shape,
    inks: InkDisplay | None = None,
    tolerance: Tolerance = EXACT,
    searcher: DifferenceSearcher | None = None,
) -> Judgement:
    """Compare planned parts with the view of a card within an outline; return the result.

    area: the outline, in points from the lower left corner of the card's trim. inks, searcher: as for
    judge_side().
    """
    if view.ratio is not None and 72 * min(view.ratio) < LEAST_PPI:
        return Judgement(not_judged=tuple((each.description, "there are too few pixels") for each in planned))
    return _SideComparison(view, area, inks, tolerance, searcher or DifferenceSearcher()).judge(planned)


# --- what can be seen ----------------------------------------------------------------------------

_Box = tuple[int, int, int, int]


class _PaintedPart(NamedTuple):
    """A planned part as painted from its sources."""

    planned: PlannedPart
    #: Its layers, with their indices in the order of painting.
    layers: tuple[tuple[int, PaintLayer], ...]
    #: Left, upper, right and lower edge in pixels.
    box: _Box
    #: The same layers on a canvas of FINE times as many pixels; empty for what is compared coarsely only.
    fine: tuple[tuple[int, PaintLayer], ...] = ()


class _FineParts(NamedTuple):
    """A box of the card painted at FINE times the resolution of the canvas (PIL, RGB or one channel)."""

    #: The coverage of each pixel by one part (L).
    ink: Any
    #: Everything without it, over the darkest and over the lightest ground possible at each pixel.
    bare_low: Any
    bare_high: Any
    #: The same with it.
    low: Any
    high: Any


class _SeamRange:
    """The range of colours allowed at seams: where two shapes of a drawing abut, as the stripes of a flag do.

    Where the edges of both shapes cross a pixel, each shape covers a part of it. A quarter of the pixel at
    most then shows what lies below both. A renderer that moves edges to whole pixels shows one of the two
    colours instead.
    """

    def __init__(self, painted: _FineParts) -> None:
        from PIL import Image

        #: The parts as painted so far, which are changed in place; and the range of all that lies below them.
        self.painted = painted
        self.below = painted.bare_low.copy(), painted.bare_high.copy()
        self.edges = Image.new("L", painted.ink.size)

    def record_ground(self, box: _Box) -> None:
        """Record the ground below a shape before the shape is painted in a box of pixels."""
        for below, painted, (pick, _) in self._limits_and_functions():
            below.paste(pick(below.crop(box), painted.crop(box)), box)

    def allow_seams(self, mask: Any, box: _Box) -> None:
        """Widen the range of a drawing where a shape, just painted, abuts an earlier one.

        At such a seam, what lies below the two shapes may shine through. mask: the shape's coverage in the
        box.
        """
        from PIL import Image, ImageChops

        left, top, right, low = box
        wide, high = self.edges.size
        around = max(0, left - 2), max(0, top - 2), min(wide, right + 2), min(high, low + 2)
        shape = Image.new("L", (around[2] - around[0], around[3] - around[1]))
        shape.paste(mask, (left - around[0], top - around[1]))
        edge = ImageChops.subtract(
            lightest_neighbours(mask_above_level(shape, 0)), darkest_neighbours(mask_above_level(shape, 254))
        )
        earlier = self.edges.crop(around)
        seam = mask_intersection(edge, earlier)
        self.edges.paste(ImageChops.lighter(edge, earlier), around)
        if seam.getbbox() is None:
            return
        for below, painted, (pick, extreme) in self._limits_and_functions():
            either = extreme(painted.crop(around))
            through = Image.blend(either, below.crop(around), _THROUGH_SEAMS)
            painted.paste(pick(either, through), around, seam)

    def _limits_and_functions(self) -> Iterator[tuple[Any, Any, tuple[Any, Any]]]:
        """Yield ground, painted drawing and two functions: for the darkest limit, then for the lightest.

        The first function returns the darker (or lighter) of two pictures, the second the darkest (or
        lightest) neighbour of each pixel.
        """
        from PIL import ImageChops

        ways = (ImageChops.darker, darkest_neighbours), (ImageChops.lighter, lightest_neighbours)
        yield from zip(self.below, (self.painted.low, self.painted.high), ways, strict=True)


def _bounding_box(layers: Sequence[tuple[int, PaintLayer]]) -> _Box:
    """Return the box around layers, in pixels."""
    lefts, tops, rights, lows = zip(*(layer.box for _, layer in layers), strict=True)
    return min(lefts), min(tops), max(rights), max(lows)


def _moved_box(box: _Box, origin: Sequence[int]) -> _Box:
    """Return a box measured from an origin."""
    x, y = origin[:2]
    return box[0] - x, box[1] - y, box[2] - x, box[3] - y


def _box_intersection(one: _Box, other: _Box) -> _Box | None:
    """Return the intersection of two boxes; None if it is empty."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, low = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, low) if left < right and top < low else None


def _coarse_layer(fine: PaintLayer) -> PaintLayer:
    """Return a layer of one colour, reduced from fine pixels to pixels."""
    from PIL import Image

    left, top, right, low = (
        fine.left // FINE,
        fine.top // FINE,
        -(-fine.box[2] // FINE),
        -(-fine.box[3] // FINE),
    )
    mask = Image.new("L", ((right - left) * FINE, (low - top) * FINE))
    mask.paste(fine.mask, (fine.left - left * FINE, fine.top - top * FINE))
    return PaintLayer(mask.reduce(FINE), left, top, fine.paint)


@lru_cache(maxsize=4)
def _judged_area_mask(size: tuple[int, int], place: Matrix, area: Shape) -> Any:
    """Return a mask of the pixels of a canvas that lie wholly within an outline."""
    from PIL import Image

    judged = Image.new("L", size)
    mask = area_mask(area, place, size)
    if mask is not None:
        judged.paste(mask_above_level(mask.mask, 254), mask.box)
    return judged


def _comparison_resolution(view: CardRender) -> tuple[float, float, bool]:
    """Return the pixels per point across and up for the comparison, and whether type is compared finer."""
    if view.ratio is None:
        return PPI / 72, PPI / 72, True
    across, up = view.ratio
    ppi = 72 * min(view.ratio)
    fine = ppi >= _LEAST_FINE
    several = FINE * max(1, round(ppi / (FINE * PPI))) if fine else 1
    return across / several, up / several, fine


class _SideComparison:
    """Compares the view of one card with its planned parts."""

    def __init__(
        self,
        view: CardRender,
        area: Shape,
        inks: InkDisplay | None,
        tolerance: Tolerance,
        searcher: DifferenceSearcher,
    ) -> None:
        self.view, self.tolerance, self.searcher = view, tolerance, searcher
        self.is_press = inks is not None
        self.across, self.up, can_be_fine = _comparison_resolution(view)
        self.per_mm = MM * math.sqrt(self.across * self.up)
        x, y = view.corner
        box = area.bounds
        # A raster's own pixels are used unchanged, or merged.
        left, top = (
            math.floor((box.x - x) * self.across + _NEARLY),
            math.floor((y - box.top) * self.up + _NEARLY),
        )
        self.corner = x + left / self.across, y - top / self.up
        self.size = (
            math.ceil((box.right - x) * self.across - _NEARLY) - left,
            math.ceil((y - box.y) * self.up - _NEARLY) - top,
        )
        self.place: Matrix = (
            *(self.across, 0, 0, -self.up),
            *(-self.across * self.corner[0], self.up * self.corner[1]),
        )
        self.page = self._page_pixels((0, 0, *self.size), 1)
        self.painter = LayerPainter(self.size, self.place, inks)
        self.fine_painter: LayerPainter | None = None
        if can_be_fine:
            larger = self.size[0] * FINE, self.size[1] * FINE
            self.fine_painter = LayerPainter(
                larger, combined_matrix(self.place, scaling(FINE)), inks, parts=2
            )
        #: Pixels within the area where everything planned can be painted.
        self.judged = _judged_area_mask(self.size, self.place, area)

    def _page_pixels(self, box: _Box, times: int) -> Any:
        """Return a box of the page as a picture (PIL, RGB). times: by how much to multiply the resolution."""
        left, top, right, low = box
        wide, high = right - left, low - top
        rect = Rect(
            self.corner[0] + left / self.across,
            self.corner[1] - low / self.up,
            wide / self.across,
            high / self.up,
        )
        return self.view.pixels(rect, (wide * times, high * times))

    def judge(self, planned: Sequence[PlannedPart]) -> Judgement:
        """Compare planned parts with the page; return the differences and the parts that are not judged."""
        self._paint_planned(planned)
        found: list[tuple[int, PartDifference]] = []
        compared = 0
        # Type and icons come first, as the parts below them are not to blame for their faults.
        for number, part in sorted(enumerate(self.parts), key=lambda each: not each[1].fine):
            visible = self._visible_coverage(part)
            if visible.getbbox() is None:
                continue
            if self.is_press and self._is_near_multiplied(part):
                # A flattened file has products of inks, which a canvas in RGB does not have.
                self.not_judged.append((part.planned.description, "its inks are multiplied with others"))
                continue
            fine = part.fine and not self._is_multiplied(part)
            result = self._fine_difference(part, visible) if fine else self._part_difference(part, visible)
            if isinstance(result, str):
                self.not_judged.append((part.planned.description, result))
                continue
            compared += 1
            if result is not None:
                found.append((number, result))
        differences = tuple(difference for _, difference in sorted(found, key=lambda each: each[0]))
        return Judgement(differences, compared, tuple(self.not_judged))

    # --- what should be seen

    def _paint_planned(self, planned: Sequence[PlannedPart]) -> None:
        """Paint all parts on a canvas. Neither a part that cannot be painted nor its area is judged."""
        self.parts: list[_PaintedPart] = []
        #: Each layer of the card in order, and whether a finer one replaces it where type is compared.
        self.layers: list[tuple[PaintLayer, PaintLayer | None]] = []
        self.not_judged: list[tuple[str, str]] = []
        for each in planned:
            try:
                self._add_planned(each)
            except (
                Exception
            ):  # Pillow and fontTools raise all kinds of exceptions for files that they cannot read.
                self.not_judged.append((each.description, "it cannot be drawn here"))
                self._exclude_planned(each)
        layers = [layer for layer, _ in self.layers]
        self.canvas = self._paint_layers(layers)
        #: The card as renderers show it that repeat the pixels of enlarged pictures.
        self.canvas_of_blocks = self.canvas
        if any(layer.blocks for layer in layers):
            self.canvas_of_blocks = self._paint_layers([layer.blocks or layer for layer in layers])

    def _paint_layers(self, layers: Sequence[PaintLayer]) -> Any:
        """Return a new canvas with layers painted on it."""
        canvas = self.painter.blank_paper()
        for layer in layers:
            layer.paint_on(canvas)
        return canvas

    def _add_planned(self, planned: PlannedPart) -> None:
        """Paint a part and add its layers to those of the card; also add finer layers for type and icons."""
        fine: list[PaintLayer] = []
        if self.fine_painter is not None and _is_type_or_icon(planned):
            fine = [layer for item in planned.items for layer in self.fine_painter.layers_of_item(item)]
            if not all(isinstance(layer.paint, tuple) for layer in fine):
                fine = []
        if fine:
            layers = [_coarse_layer(layer) for layer in fine]
        else:
            layers = [layer for item in planned.items for layer in self.painter.layers_of_item(item)]
        if not layers:
            return
        first = len(self.layers)
        self.layers += zip_longest(layers, fine)
        numbered = tuple(enumerate(layers, first))
        self.parts.append(
            _PaintedPart(planned, numbered, _bounding_box(numbered), tuple(enumerate(fine, first)))
        )

    def _exclude_planned(self, planned: PlannedPart) -> None:
        """Exclude from judgement the area of a part that cannot be painted."""
        self.judged = self.judged.copy()
        for item in planned.items:
            box = None
            if isinstance(item, Label):
                box = item.bounds
            elif isinstance(item, Picture):
                box = transformed_bounds(item.place or IDENTITY, item.rect)
            mask = area_mask(rectangle(box), self.place, self.size) if box else None
            self.judged.paste(0, mask.box if mask else (0, 0, *self.size))

    def _visible_coverage(self, part: _PaintedPart) -> Any:
        """Return a mask (L), in a part's box, of how much of each pixel the part visibly covers."""
        from PIL import Image, ImageChops

        seen = Image.new("L", (part.box[2] - part.box[0], part.box[3] - part.box[1]))
        own = dict(part.layers)
        for number in range(part.layers[0][0], len(self.layers)):
            layer = own.get(number)
            if layer is not None:
                box = _moved_box(layer.box, part.box)
                seen.paste(ImageChops.lighter(seen.crop(box), layer.mask), box)
                continue
            layer = self.layers[number][0]
            both = _box_intersection(layer.box, part.box)
            if both is not None and not layer.multiplies:
                seen.paste(0, _moved_box(both, part.box), layer.mask.crop(_moved_box(both, layer.box)))
        return mask_intersection(seen, self.judged.crop(part.box))

    # --- pixel by pixel

    @cached_property
    def distance_outside_plan(self) -> Any:
        """Return how far each pixel of the page is from the colours planned near it (PIL, L)."""
        return self._distance_outside_range(self.page, self.canvas, self.canvas_of_blocks)

    @staticmethod
    def _distance_outside_range(page: Any, planned: Any, planned_in_blocks: Any) -> Any:
        """Return how far each pixel of a page is from the colours planned near it (PIL, L).

        planned: the card with enlarged pictures interpolated. planned_in_blocks: the card with the pixels of
        enlarged pictures repeated.
        """
        from PIL import ImageChops

        low, high = darkest_neighbours(planned), lightest_neighbours(planned)
        if planned_in_blocks is not planned:
            low = ImageChops.darker(low, darkest_neighbours(planned_in_blocks))
            high = ImageChops.lighter(high, lightest_neighbours(planned_in_blocks))
        return distance_outside_range(page, low, high)

    @cached_property
    def mask_outside_plan(self) -> Any:
        """Return a mask of the pixels outside the range planned near them, without isolated ones."""
        apart = mask_above_level(self.distance_outside_plan, self.tolerance.pixel)
        return lightest_neighbours(darkest_neighbours(apart)) if apart.getbbox() else apart

    @cached_property
    def smoothed_plan_and_page(self) -> tuple[Any, Any]:
        """Return the card as planned, and the page, both smoothed."""
        from PIL import ImageFilter

        soft = ImageFilter.BoxBlur(1)
        return self.canvas.filter(soft), self.page.filter(soft)

    @cached_property
    def smoothed_difference(self) -> Any:
        """Return a picture (L) of the difference of plan and page, both smoothed, without noise."""
        from PIL import ImageChops

        return mask_intersection(
            strongest_channel(ImageChops.difference(*self.smoothed_plan_and_page)), self.judged
        ).point(_WITHOUT_NOISE)

    @cached_property
    def smoothed_distance_outside_plan(self) -> Any:
        """Return how far each pixel of the smoothed page is from the colours planned near it (PIL, L)."""
        from PIL import ImageFilter

        planned, page = self.smoothed_plan_and_page
        of_blocks = planned
        if self.canvas_of_blocks is not self.canvas:
            of_blocks = self.canvas_of_blocks.filter(ImageFilter.BoxBlur(1))
        return mask_intersection(self._distance_outside_range(page, planned, of_blocks), self.judged)

    def _part_difference(self, part: _PaintedPart, visible: Any) -> PartDifference | str | None:
        """Return how a part differs on the page; None if it does not differ.

        If that is unknown, the reason is returned as a str. visible: the mask of the part's visible coverage.
        """
        from PIL import ImageChops

        seen = mask_above_level(visible, _WHOLE)
        bad, share = self._broad_difference(part, seen)
        thin = self._thin_difference(part, visible, seen) if self._is_thin(part) else None
        if isinstance(thin, str):
            return thin if bad is None else self._named_difference(part, seen, bad, share)
        if thin is not None:
            bad, share = thin if bad is None else (ImageChops.lighter(bad, thin[0]), max(share, thin[1]))
        return None if bad is None else self._named_difference(part, seen, bad, share)

    def _broad_difference(self, part: _PaintedPart, visible_mask: Any) -> tuple[Any, float]:
        """Return a mask of the differing pixels of a part, and their share of its pixels.

        Returns None and 0 if the part is as planned. visible_mask: a mask of the pixels that show only the
        part.
        """
        from PIL import ImageChops

        is_picture = part.planned.kind == "picture"
        bad = mask_intersection(self.mask_outside_plan.crop(part.box), visible_mask)
        if is_picture:
            bad = ImageChops.lighter(bad, self._differing_squares(part, visible_mask))
        whole = count_full_pixels(visible_mask)
        if self._is_large_part_wrong(bad, whole):
            # Pixels at its edge show a little of what lies below.
            inner = visible_mask
            for _ in range(_RUN):
                inner = darkest_neighbours(inner)
            if inner.getbbox():
                bad, whole = mask_intersection(bad, inner), count_full_pixels(inner)
            if self._is_large_part_wrong(bad, whole):
                return bad, count_full_pixels(bad) / whole
        return (visible_mask, 1.0) if self._has_other_pattern(part, visible_mask) else (None, 0.0)

    def _is_large_part_wrong(self, differing: Any, pixel_count: int) -> bool:
        """Tell whether a mask of differing pixels is so large that the part is wrong.

        pixel_count: the number of pixels of the part.
        """
        return count_full_pixels(differing) >= min(_LEAST_AREA * self.per_mm**2, max(1, pixel_count / 2))

    def _thin_difference(
        self, part: _PaintedPart, visible: Any, visible_mask: Any
    ) -> tuple[Any, float] | str | None:
        """Return a mask of where a thin part differs, and the share of it that differs; None if nothing
        differs.

        If that is unknown, the reason is returned as a str. visible: the mask of the part's visible coverage.
        visible_mask: a mask of the pixels that show only the part.
        """
        without = self._card_without(part)
        bad, ink = self._differing_ink(part, without)
        if ink is None:
            return "it is too faint"
        if ink >= _LEAST_SHARE:
            return bad, ink
        return (visible_mask, 1.0) if self._has_other_hue(part, visible, without) else None

    def _differing_squares(self, part: _PaintedPart, visible_mask: Any) -> Any:
        """Return a mask of the squares of a picture that differ in the mean of their visible pixels."""
        from PIL import Image, ImageChops, ImageFilter

        cell = max(1, round(self.per_mm * _SQUARE / 3))
        soft = ImageFilter.BoxBlur(1)
        there = visible_mask.reduce(cell).filter(soft)
        most = there.point([round(level * self.tolerance.mean / 255) for level in range(256)])

        def off(apart: Any) -> Any:
            means = mask_intersection(apart.crop(part.box), visible_mask).reduce(cell).filter(soft)
            return mask_intersection(
                mask_above_level(ImageChops.subtract(means, most), 0), mask_above_level(there, 63)
            )

        # Without smoothing, squares differ more: what passes here would pass below.
        if off(self.distance_outside_plan).getbbox() is None:
            return Image.new("L", visible_mask.size)
        mask = off(self.smoothed_distance_outside_plan)
        larger = mask.resize((mask.width * cell, mask.height * cell), Image.Resampling.NEAREST)
        return mask_intersection(larger.crop((0, 0, *visible_mask.size)), visible_mask)

    def _has_other_pattern(self, part: _PaintedPart, visible_mask: Any) -> bool:
        """Tell whether a picture or gradient varies differently on the page than planned, even if faintly.

        visible_mask: a mask of the pixels that show only the part.
        """
        from PIL import ImageChops, ImageStat

        is_picture = part.planned.kind == "picture"
        if not is_picture:
            for _ in range(_RUN):
                visible_mask = darkest_neighbours(visible_mask)
            if part.planned.kind != "drawing" or not self._is_smooth(part, visible_mask):
                return False
        cell = max(1, round(self.per_mm * _CELL))
        there = mask_above_level(visible_mask.reduce(cell), 254)
        if count_full_pixels(there) < _LEAST_CELLS:
            return False
        planned, page = (each.crop(part.box).reduce(cell) for each in (self.canvas, self.page))
        own = ImageStat.Stat(planned, there).stddev
        left = ImageStat.Stat(ImageChops.subtract(page, planned, 1, 128), there).stddev
        band = max(range(3), key=own.__getitem__)
        if is_picture:
            return own[band] >= self.tolerance.pattern and left[band] > _OTHER_PATTERN * own[band]
        return left[band] > max(self.tolerance.gradient, _OTHER_GRADIENT * own[band])

    def _is_smooth(self, part: _PaintedPart, visible_mask: Any) -> bool:
        """Tell whether the visible part of a drawing is a gradient: it varies, and has no edges."""
        from PIL import ImageChops

        if all(isinstance(layer.paint, tuple) for _, layer in part.layers):
            return False
        planned = self.canvas.crop(part.box)
        steps = strongest_channel(
            ImageChops.difference(lightest_neighbours(planned), darkest_neighbours(planned))
        )
        return bool(mask_intersection(steps, visible_mask).getextrema()[1] <= _SMOOTH)

    # --- what is thin, coarsely

    def _is_thin(self, part: _PaintedPart) -> bool:
        """Tell whether a part is text, lines or the like, so that most of it lies at its edges."""
        from PIL import Image, ImageChops

        if part.planned.kind != "drawing":
            return part.planned.kind == "text"
        mask = Image.new("L", (part.box[2] - part.box[0], part.box[3] - part.box[1]))
        for _, layer in part.layers:
            box = _moved_box(layer.box, part.box)
            mask.paste(ImageChops.lighter(mask.crop(box), layer.mask), box)
        whole = mask_above_level(mask, 127)
        if count_full_pixels(whole) == mask.width * mask.height:
            return False
        return 2 * count_full_pixels(darkest_neighbours(whole)) < count_full_pixels(whole)

    def _card_without(self, part: _PaintedPart) -> Any:
        """Return the card as planned without a part, in that part's box."""
        own = dict(part.layers)
        rest = [layer for number, (layer, _) in enumerate(self.layers) if number not in own]
        return self._paint_layers([layer for layer in rest if _box_intersection(layer.box, part.box)]).crop(
            part.box
        )

    def _differing_ink(self, part: _PaintedPart, without: Any) -> tuple[Any, float | None]:
        """Return a mask of where a thin part differs, and the differing share of its ink.

        The share is None if the part is too faint to be judged. without: the card without the part, in its
        box.
        """
        from PIL import ImageChops, ImageFilter

        signal = strongest_channel(
            ImageChops.difference(
                self.smoothed_plan_and_page[0].crop(part.box), without.filter(ImageFilter.BoxBlur(1))
            )
        )
        signal = mask_intersection(signal, self.judged.crop(part.box))
        highest = signal.getextrema()[1]
        if highest < _FAINT:
            return mask_above_level(signal, 255), None
        gain = min(8.0, 255 / highest)
        amplified = signal.point([min(255, round(level * gain)) for level in range(256)])
        # Other type than planned has ink outside that of the planned one.
        near = lightest_neighbours(lightest_neighbours(mask_above_level(signal, _NOISE)))
        own = mask_intersection(self.smoothed_difference.crop(part.box), near)
        own = own.point([min(255, round(level * gain)) for level in range(256)])
        squares = ImageFilter.BoxBlur(self.per_mm * _REACH / 2)
        wanted = amplified.filter(squares)
        most = wanted.point([round(level * self.tolerance.thin) for level in range(256)])
        # Where it has almost no ink, nothing can be judged.
        bad = mask_intersection(
            mask_above_level(ImageChops.subtract(own.filter(squares), most), 0), mask_above_level(wanted, 15)
        )
        whole = sum_of_levels(amplified)
        return bad, sum_of_levels(mask_intersection(amplified, bad)) / whole if whole else 0.0

    def _has_other_hue(self, part: _PaintedPart, visible: Any, without: Any) -> bool:
        """Tell whether a thin part has another colour, and not merely more or less ink of its own colour.

        without: the card without the part, in the part's box.
        """
        from PIL import ImageFilter, ImageStat

        # Sums over all pixels that it reaches stay the same if its colour has spread.
        reach = mask_above_level(visible.filter(ImageFilter.BoxBlur(_RUN)), 0)
        page, planned, bare = (
            ImageStat.Stat(picture, reach).sum
            for picture in (self.page.crop(part.box), self.canvas.crop(part.box), without)
        )
        adds = [one - other for one, other in zip(planned, bare, strict=True)]
        off = [one - other for one, other in zip(page, planned, strict=True)]
        covered, length = sum_of_levels(visible) / 255, sum(each * each for each in adds)
        if not covered or not length:
            return False
        # Renderers differ in the amount of ink at edges.
        more = sum(one * other for one, other in zip(off, adds, strict=True)) / length
        hue = max(abs(one - more * other) for one, other in zip(off, adds, strict=True))
        return hue > self.tolerance.hue * covered

    # --- type and small icons, finely

    @cached_property
    def card_without_fine_parts(self) -> Any:
        """Return the card as planned without the parts that are compared finely."""
        return self._paint_layers([layer for layer, fine in self.layers if fine is None])

    def _is_near_multiplied(self, part: _PaintedPart) -> bool:
        """Tell whether any layer in a part's box is multiplied with what lies below it."""
        return any(layer.multiplies and _box_intersection(layer.box, part.box) for layer, _ in self.layers)

    def _is_multiplied(self, part: _PaintedPart) -> bool:
        """Tell whether a layer above a part, in its box, is multiplied with it."""
        over = (layer for layer, _ in self.layers[part.layers[-1][0] + 1 :])
        return any(layer.multiplies and _box_intersection(layer.box, part.box) for layer in over)

    def _fine_difference(self, part: _PaintedPart, visible: Any) -> PartDifference | str | None:
        """Return how type or an icon differs on the page; None if it does not differ.

        If that is unknown, the reason is returned as a str. visible: the mask of the part's visible coverage.
        """
        from PIL import Image, ImageFilter

        reach = _ink_reach(part.planned, self.across * FINE)
        left, top, right, low = _bounding_box(part.fine)
        box = (
            max(0, (left - 2 * reach) // FINE),
            max(0, (top - 2 * reach) // FINE),
            min(self.size[0], -(-(right + 2 * reach) // FINE)),
            min(self.size[1], -(-(low + 2 * reach) // FINE)),
        )
        ground = self.card_without_fine_parts.crop(box)
        band = self._channel_of_most_contrast(part, ground)
        fine = self._paint_finely(part, box, ground, band)
        judged = self.judged.crop(box).resize(fine.ink.size, Image.Resampling.NEAREST)
        ink = mask_intersection(fine.ink, judged)
        contrast = int(
            mask_intersection(
                distance_outside_range(fine.low, fine.bare_low, fine.bare_high), ink
            ).getextrema()[1]
        )
        level = min(self.tolerance.pixel, contrast // 2)
        if level < self.tolerance.pixel // 3:
            # Over a ground that varies much or is similar it cannot be compared closely.
            return self._part_difference(part, visible)
        page = self._page_pixels(box, FINE)
        bad = mask_intersection(
            mask_above_level(
                _fine_distance_from_plan(page if band is None else page.getchannel(band), fine), level
            ),
            judged,
        )
        if count_full_pixels(bad) >= _LEAST_PIXELS:
            # The edges of what lies above are compared with that.
            bad.paste(0, mask=self._reach_of_parts_above(part, box, bad.size))
            # Type is not to blame for differences farther from it.
            bad = mask_intersection(bad, mask_above_level(ink.filter(ImageFilter.BoxBlur(reach)), 0))
        if not _has_dense_pixels(bad, reach) and not (
            band is not None and self._is_recolored(part, page, box, ink)
        ):
            return None
        self._exclude_box(box, 2 * reach)
        planned = self._paint_finely(part, box, ground, None)
        words = self._describe_fine_difference(page, planned.low, planned.bare_low, ink, level)
        words = words or self._describe_movement(page, planned.low, box)
        words = words or f"differs {place_in_millimetres(_mask_rect(self._scan_of_box(page, box), bad))}"
        return PartDifference(
            part.planned,
            words,
            min(1.0, count_full_pixels(bad) / max(1, count_full_pixels(mask_above_level(ink, _WHOLE)))),
        )

    def _paint_finely(self, part: _PaintedPart, box: _Box, ground: Any, channel: int | None) -> _FineParts:
        """Return the planned parts in a box of pixels, painted finely. channel: the only channel; None for
        RGB.

        ground: the card without fine parts, in the box.
        """
        from PIL import Image, ImageChops

        bare = _ground_range(ground if channel is None else ground.getchannel(channel))
        both = _FineParts(Image.new("L", bare[0].size), *bare, *(each.copy() for each in bare))
        own = dict(part.fine)
        seams = _SeamRange(both) if part.planned.kind == "drawing" and len(own) > 1 else None
        for number, (_, layer) in enumerate(self.layers):
            shown = layer and self._fine_mask(number, layer, box)
            if layer is None or not shown:
                continue
            mask, inner = shown
            paint = layer.paint if channel is None else layer.paint[channel]
            if (
                part.planned.kind == "drawing"
                and number in own
                and darkest_neighbours(mask_above_level(mask, _WHOLE)).getbbox() is None
            ):
                both = _with_thin_line(both, paint, mask, inner)
                continue
            if seams and number in own:
                seams.record_ground(inner)
            both.low.paste(paint, inner, mask)
            both.high.paste(paint, inner, mask)
            if seams and number in own:
                seams.allow_seams(mask, inner)
            if number in own:
                both.ink.paste(ImageChops.lighter(both.ink.crop(inner), mask), inner)
            else:
                both.ink.paste(0, inner, mask)
                both.bare_low.paste(paint, inner, mask)
                both.bare_high.paste(paint, inner, mask)
        return both

    def _reach_of_parts_above(self, part: _PaintedPart, box: _Box, size: tuple[int, int]) -> Any:
        """Return a mask of the fine pixels in a box that fine parts above this one touch."""
        from PIL import Image, ImageChops

        above, last = Image.new("L", size), part.layers[-1][0]
        for number, (_, layer) in enumerate(self.layers[last + 1 :], last + 1):
            shown = layer and self._fine_mask(number, layer, box)
            if shown:
                mask, inner = shown
                above.paste(ImageChops.lighter(above.crop(inner), mask), inner)
        return lightest_neighbours(mask_above_level(above, 0))

    def _channel_of_most_contrast(self, part: _PaintedPart, ground: Any) -> int | None:
        """Return the index of the channel in which type of one colour contrasts most with what lies below it.

        Returns None if the type has several colours, or too few pixels to compare the other channels.
        """
        colors = {layer.paint for _, layer in part.fine}
        if (
            len(colors) > 1
            or sum(count_full_pixels(mask_above_level(layer.mask, 254)) for _, layer in part.fine)
            < _LEAST_PIXELS
        ):
            return None
        (color,) = colors
        beneath = [*zip(*ground.getextrema(), strict=True)]
        for layer, fine in self.layers[: part.layers[0][0]]:
            if fine is not None and _box_intersection(layer.box, part.box):
                beneath.append(layer.paint)
        apart = [
            [abs(level - color[band]) for level in levels]
            for band, levels in enumerate(zip(*beneath, strict=True))
        ]
        return max(range(3), key=lambda band: (min(apart[band]), max(apart[band])))

    def _is_recolored(self, part: _PaintedPart, page: Any, box: _Box, ink: Any) -> bool:
        """Tell whether type of one colour has another on the page. ink: the mask of its coverage."""
        from PIL import Image

        whole = mask_above_level(ink, 254)
        if whole.getbbox() is None:
            return False
        color, seen = part.fine[0][1].paint, channel_means(page, whole)
        bare = self.card_without_fine_parts.crop(box).resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
        return any(
            abs(one - wanted) > self.tolerance.pixel + _EDGES * abs(wanted - paper)
            for one, wanted, paper in zip(seen, color, bare, strict=True)
        )

    def _exclude_box(self, box: _Box, border: int) -> None:
        """Exclude a box of pixels with a border from further judgement."""
        left, top, right, low = box
        self.judged = self.judged.copy()
        self.judged.paste(0, (max(0, left - border), max(0, top - border), right + border, low + border))

    def _describe_fine_difference(
        self, page: Any, planned: Any, ground: Any, ink: Any, level: int
    ) -> str | None:
        """Return the words for type or an icon that is missing or in another colour; None for neither."""
        from PIL import ImageStat

        core = darkest_neighbours(mask_above_level(ink, 254))
        if core.getbbox() is None:
            core = mask_above_level(ink, _WHOLE)
        if core.getbbox() is None:
            return None
        seen, wanted, bare = (ImageStat.Stat(each, core) for each in (page, planned, ground))
        if max(seen.stddev) > max(_NOISE, *(2 * each for each in bare.stddev)):
            return None
        if _maximum_distance(seen.mean, bare.mean) <= level:
            return "is not there"
        return "is in another colour" if _maximum_distance(seen.mean, wanted.mean) > level else None

    def _describe_movement(self, page: Any, planned: Any, box: _Box) -> str | None:
        """Return the words for a part that is mirrored, turned, shifted or scaled; None for none of these."""
        found = self.searcher.name_difference(self._scan_of_box(page, box), self._scan_of_box(planned, box))
        return found.description if found.kind in ("mirrored", "turned", "shifted", "scaled") else None

    def _scan_of_box(self, picture: Any, box: _Box) -> Scan:
        """Return a picture of a box of pixels as a scan, which knows its place on the card."""
        ratio = self.across * picture.width / (box[2] - box[0])
        left, low = self.corner[0] + box[0] / self.across, self.corner[1] - box[3] / self.up
        return Scan(picture, ratio, (-left, -low))

    def _fine_mask(self, layer_index: int, layer: PaintLayer, box: _Box) -> tuple[Any, _Box] | None:
        """Return the visible part of a fine layer within a box, as a mask (L), and its box of fine pixels.

        The returned box is measured from the corner of the given one. Returns None if the layer lies outside
        the box. layer_index: the index of the layer, after which the layers above it follow.
        """
        from PIL import Image

        left, top, right, low = box
        fine_box = left * FINE, top * FINE, right * FINE, low * FINE
        both = _box_intersection(layer.box, fine_box)
        if both is None:
            return None
        mask = layer.mask.crop(_moved_box(both, layer.box))
        for later, fine in self.layers[layer_index + 1 :]:
            # Fine parts are painted over it.
            over_it = None if fine is not None else _box_intersection(later.box, _outer_pixels(both))
            if over_it is None:
                continue
            cover = later.mask.crop(_moved_box(over_it, later.box))
            cover = cover.resize((cover.width * FINE, cover.height * FINE), Image.Resampling.NEAREST)
            mask.paste(0, (over_it[0] * FINE - both[0], over_it[1] * FINE - both[1]), cover)
        return mask, _moved_box(both, fine_box)

    # --- in words

    def _named_difference(
        self, part: _PaintedPart, visible_mask: Any, differing: Any, share: float
    ) -> PartDifference:
        """Return the difference of a part, with its cause if one is found.

        visible_mask: a mask of its pixels. differing: a mask of those that differ. share: the share of these.
        """
        if self._is_missing(part, visible_mask):
            return PartDifference(part.planned, "is not there", share)
        page, planned = (
            self._scan_of_box(each.crop(part.box).reduce(_SEARCHED), part.box)
            for each in (self.page, self.canvas)
        )
        found = self.searcher.name_difference(page, planned)
        words = found.description
        if found.kind == "other":
            whole = share > _MOST_OF_IT
            words = (
                "is not seen as planned"
                if whole
                else f"differs {place_in_millimetres(_mask_rect(page, differing.reduce(_SEARCHED)))}"
            )
        return PartDifference(part.planned, words, share)

    def _is_missing(self, part: _PaintedPart, visible_mask: Any) -> bool:
        """Tell whether the page shows, in place of a part, the ground below the part."""
        from PIL import ImageChops, ImageStat

        page, planned, without = (
            self.page.crop(part.box), self.canvas.crop(part.box), self._card_without(part)
        )  # fmt: skip
        missing, wanted = (
            max(ImageStat.Stat(ImageChops.difference(one, without), visible_mask).mean)
            for one in (page, planned)
        )
        return missing < min(self.tolerance.mean, wanted / 4)


_WITHOUT_NOISE = [max(0, level - _NOISE) for level in range(256)]


def _outer_pixels(fine: _Box) -> _Box:
    """Return the box of pixels that contains a box of fine pixels."""
    return fine[0] // FINE, fine[1] // FINE, -(-fine[2] // FINE), -(-fine[3] // FINE)


def _is_type_or_icon(planned: PlannedPart) -> bool:
    """Tell whether a part is type or an icon, which is compared finely."""
    if planned.kind == "text":
        return True
    if planned.kind == "picture":
        return False
    return all(max(bounding_rect(item)[2:]) <= _SMALL for item in flat_items(planned.items))


def _ink_reach(planned: PlannedPart, pixels_per_point: float) -> int:
    """Return how far around type to look for the ink of other text, in fine pixels.

    pixels_per_point: fine pixels per point.
    """
    sizes: list[float] = []
    for label in planned.items:
        if isinstance(label, Label):
            a, b, c, d, *_ = label.place or IDENTITY
            sizes += (run.size * math.sqrt(abs(a * d - b * c)) for run in label.runs)
    return max(3, round(pixels_per_point * min(sizes, default=_ICON) / 4))


def _ground_range(ground: Any) -> tuple[Any, Any]:
    """Return the darkest and the lightest possible ground at each pixel, at FINE times the resolution.

    The range is wider than that of neighbouring pixels: these are means, and fine pixels may vary more.
    """
    from PIL import Image, ImageChops

    larger = ground.width * FINE, ground.height * FINE
    extrema = ground.getextrema()
    if all(low == high for low, high in ([extrema] if ground.mode == "L" else extrema)):
        flat = ground.resize(larger, Image.Resampling.NEAREST)
        return flat, flat.copy()
    low, high = darkest_neighbours(ground), lightest_neighbours(ground)
    more = ImageChops.difference(low, high)
    return (
        ImageChops.subtract(low, more).resize(larger, Image.Resampling.NEAREST),
        ImageChops.add(high, more).resize(larger, Image.Resampling.NEAREST),
    )


def _with_thin_line(fine: _FineParts, paint: Any, mask: Any, box: _Box) -> _FineParts:
    """Return the fine parts with a thin line added; the pixels that it touches may have its colour or not."""
    from PIL import ImageChops

    low, high = fine.low.copy(), fine.high.copy()
    for picture in (low, high):
        picture.paste(paint, box, mask_above_level(mask, 0))
    return fine._replace(low=ImageChops.darker(low, fine.low), high=ImageChops.lighter(high, fine.high))


def _fine_distance_from_plan(page: Any, fine: _FineParts) -> Any:
    """Return a picture (L) of how far each pixel of a page is outside the range planned near it.

    The distance also counts what is planned near a pixel, but missing on the page.
    """
    from PIL import ImageChops

    unlike = distance_outside_range(page, darkest_neighbours(fine.low), lightest_neighbours(fine.high))
    dark, light = darkest_neighbours(page), lightest_neighbours(page)
    absent = ImageChops.lighter(
        ImageChops.difference(fine.low, ImageChops.darker(fine.low, light)),
        ImageChops.difference(dark, ImageChops.darker(dark, fine.high)),
    )
    return ImageChops.lighter(unlike, strongest_channel(absent))


def _has_dense_pixels(mask: Any, distance: int) -> bool:
    """Tell whether enough faulty pixels of a mask are close together to show that the type there is wrong."""
    from PIL import ImageFilter

    least = max(_LEAST_PIXELS, _LEAST_TYPE * (4 * distance) ** 2)
    if count_full_pixels(mask) < least:
        return False
    most = mask.filter(ImageFilter.BoxBlur(distance)).getextrema()[1] / 255 * (2 * distance + 1) ** 2
    return bool(most >= least)


def _maximum_distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the maximum difference of corresponding numbers."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _mask_rect(scan: Scan, mask: Any) -> Rect:
    """Return the rectangle around a mask on a scan, in points of the card; all of it for an empty mask."""
    return scan.area_in_points(mask.getbbox() or (0, 0, *mask.size))
