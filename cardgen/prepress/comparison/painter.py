"""Paints items from their sources with Pillow and fontTools alone, as they should look.

It shares no code with the writers of files: outlines are filled by scan lines, glyphs come from the font file
as fontTools reads it, pictures are decoded and placed by Pillow. So faults of the writers do not occur here.
"""

from __future__ import annotations

import io
import math
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from ...art.items import (
    Bookmark,
    DeferredItems,
    Drawing,
    Fill,
    Fills,
    Form,
    Group,
    Instance,
    Item,
    Label,
    Lines,
    Link,
    Marked,
    Mask,
    Picture,
    Run,
    Stroke,
    Text,
)
from ...colour.colors import Color
from ...colour.images import with_mirrored_edges
from ...geometry import IDENTITY, Matrix, Rect, combined_matrix, scaling, transformed_point, translation
from ...sandbox import untrusted as untrusted
from ...text.fonts import Font
from ...text.outlines import Shape, contours, points_of_contour, rectangle
from ...text.scripts import needs_shaping
from .inks import InkDisplay

#: Samples per pixel in each direction for antialiasing; the second for shapes wider than _WIDE.
_PARTS, _FEWER, _WIDE = 4, 2, 200
#: Maximum bytes and pixels of a picture's file, the limits of a pack's checks.
_MOST_BYTES, _MOST_PIXELS = 256 << 20, 60_000_000
#: The Exif tag of a picture's orientation (CIPA DC-008, 4.6.4).
_ORIENTATION = 0x0112
#: Minimum ratio of a cached picture's pixels to those of the page.
_SPARE = 1.5
#: Enlargement of a picture from which renderers differ at the edges of its pixels by more than one pixel of
#: the page, which comparisons tolerate: some repeat pixels, others interpolate.
_ENLARGED = 2
#: Heights at which the shade of a picture ends and is full, as shares from the foot, and its opacity
#: (docs/pack-format.md, `shade`).
_SHADE_BEGINS, _SHADE_FULL, _SHADE = 0.46, 0.13, 0.94

Point = tuple[float, float]


class PaintLayer(NamedTuple):
    """A mask (PIL, L), its upper left corner in pixels, and a colour or a picture of the same size."""

    mask: Any
    left: int
    top: int
    paint: Any
    #: Whether it is multiplied with what lies below it.
    multiplies: bool = False
    #: The layer of a much enlarged picture as renderers paint it that repeat its pixels; None for any other.
    blocks: PaintLayer | None = None

    def paint_on(self, canvas: Any) -> None:
        """Paint the layer on a canvas (PIL, RGB), which is changed."""
        if not self.multiplies:
            canvas.paste(self.paint, self.box, self.mask)
            return
        from PIL import Image, ImageChops

        own = (
            self.paint if not isinstance(self.paint, tuple) else Image.new("RGB", self.mask.size, self.paint)
        )
        canvas.paste(ImageChops.multiply(canvas.crop(self.box), own), self.box, self.mask)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Return the left, upper, right and lower edge of the mask in pixels of the canvas."""
        return self.left, self.top, self.left + self.mask.width, self.top + self.mask.height


class LayerPainter:
    """Paints items as layers for a canvas.

    size: the width and height of the canvas in pixels. place: from the card's points to pixels, y downwards.
    press: the press in whose inks the page is; None for a screen. parts: samples per pixel in each direction.
    """

    def __init__(
        self, size: tuple[int, int], place: Matrix, press: InkDisplay | None = None, parts: int = _PARTS
    ) -> None:
        self.size, self.place, self.press, self.parts = size, place, press, parts

    def blank_paper(self) -> Any:
        """Return a new white canvas (PIL, RGB)."""
        from PIL import Image

        return Image.new("RGB", self.size, (255, 255, 255))

    def layers_of_item(self, item: Item) -> Iterator[PaintLayer]:
        """Yield the layers of an item in the order of painting; none if it paints nothing on the canvas."""
        return _PAINTED_BY[type(item)](self, item)

    def _group_layers(self, group: Group) -> Iterator[PaintLayer]:
        """Yield the items of a group as one layer, with its opacity and mask applied; none if it is empty."""
        from PIL import Image, ImageChops

        layers = [layer for item in group.items for layer in self.layers_of_item(item)]
        if not layers:
            return
        lefts, tops, rights, lows = zip(*(layer.box for layer in layers), strict=True)
        left, top = min(lefts), min(tops)
        size = (max(rights) - left, max(lows) - top)
        colors = Image.new("RGB", size)
        clear = Image.new("L", size)
        for layer in layers:
            box = (layer.left - left, layer.top - top, layer.box[2] - left, layer.box[3] - top)
            before = clear.crop(box)
            # Where nothing has been painted there is no colour to mix with.
            colors.paste(layer.paint, box, ImageChops.lighter(layer.mask, before.point(_full_if_zero)))
            clear.paste(ImageChops.screen(before, layer.mask), box)
        if group.mask:
            box = (left, top, left + size[0], top + size[1])
            clear = _product_of_masks(clear, self._mask_opacity(group.mask, box))
        shown = clear.point(lambda level: round(level * group.opacity))
        yield PaintLayer(shown, left, top, colors, group.blend == "multiply")

    def _mask_opacity(self, mask: Mask, box: tuple[int, int, int, int]) -> Any:
        """Return a picture (L) of how opaque a mask makes each pixel of a box."""
        file, rect, place = mask
        place = combined_matrix(place or IDENTITY, self.place)
        pixels, clear = _decode_picture(file, _file_version(file), *_needed_pixels(rect, place))
        levels = pixels.convert("L") if clear is None else clear
        onto = (rect.width / levels.width, 0, 0, -rect.height / levels.height, rect.x, rect.top)
        return _picture_in_box(levels, combined_matrix(onto, place), box)

    def _drawing_layers(self, drawing: Drawing) -> Iterator[PaintLayer]:
        inner = self
        if drawing.place is not None:
            inner = LayerPainter(
                self.size, combined_matrix(drawing.place, self.place), self.press, self.parts
            )
        clip = inner._mask_of_shape(drawing.clip, IDENTITY) if drawing.clip else None
        if drawing.clip and clip is None:
            return
        if clip is not None and all(isinstance(item, Fill) for item in drawing.items):
            # A gradient, whose many steps are the same on many cards.
            key = drawing, self.size, self.place, self.press, self.parts
            whole = _layers.pop(key, None) or next(inner._group_layers(Group(drawing.items, 1)), None)
            shown = whole and _clipped_layer(whole, clip)
            if whole and shown:
                _cache_layer(key, whole)
                yield shown
            return
        for layer in (layer for item in drawing.items for layer in inner.layers_of_item(item)):
            shown = layer if clip is None else _clipped_layer(layer, clip)
            if shown is not None:
                yield shown

    def _form_layers(self, form: Form) -> Iterator[PaintLayer]:
        planned = form.plan(Rect(0, 0, form.rect.width, form.rect.height))
        return self._drawing_layers(Drawing(tuple(planned), translation(form.rect.x, form.rect.y)))

    def _instance_layers(self, item: Instance) -> Iterator[PaintLayer]:
        return self._drawing_layers(Drawing(tuple(item.plan()), item.place, rectangle(item.box)))

    def _stroke_layers(self, item: Stroke) -> Iterator[PaintLayer]:
        place = item.place or IDENTITY
        if item.ground is not None:
            yield from self._filled_shape_layers(item.shape, item.ground, place, False)
        yield from self._line_layers(item, combined_matrix(place, self.place))

    def _displayed_color(self, color: Color) -> tuple[int, ...]:
        """Return the RGB levels (0 to 255) with which a colour is displayed."""
        if self.press:
            return self.press.displayed_color(color)
        return tuple(round(255 * part) for part in color.rgb)

    # --- outlines

    def _mask_of_shape(self, shape: Shape, place: Matrix, even_odd: bool = False) -> PaintLayer | None:
        """Return the coverage of each pixel by a shape, as a layer without paint; None outside the canvas."""
        return _shape_mask(shape, combined_matrix(place, self.place), even_odd, self.size, self.parts)

    def _fill_layers(self, item: Fill) -> Iterator[PaintLayer]:
        return self._filled_shape_layers(item.shape, item.color, item.place or IDENTITY, item.even_odd)

    def _filled_shape_layers(
        self, shape: Shape, color: Color, place: Matrix, even_odd: bool
    ) -> Iterator[PaintLayer]:
        mask = self._mask_of_shape(shape, place, even_odd)
        if mask is not None:
            yield mask._replace(paint=self._displayed_color(color))

    def _fills_layers(self, item: Fills) -> Iterator[PaintLayer]:
        masks = (self._mask_of_shape(item.shape, place) for place in item.places)
        yield from _joined_masks(
            [mask for mask in masks if mask is not None], self._displayed_color(item.color)
        )

    def _line_layers(self, line: Stroke, place: Matrix) -> Iterator[PaintLayer]:
        """Yield the stroke of a shape as one layer; none outside the canvas. place: to canvas pixels."""
        from PIL import Image, ImageDraw

        wide = line.width * math.sqrt(abs(place[0] * place[3] - place[1] * place[2]))
        parts = [
            part
            for contour in _contours(line.shape, place)
            for part in (_dashed_line(contour, line.dash, wide / line.width) if line.dash else [contour])
            # A move without a line draws nothing (ISO 32000-1, 8.5.3.2).
            if len(part) > 1
        ]
        if not parts:
            return
        box = _pixel_box((point for part in parts for point in part), self.size, wide)
        if box is None:
            return
        left, top, right, low = box
        picture = Image.new("L", ((right - left) * self.parts, (low - top) * self.parts))
        pen = ImageDraw.Draw(picture)
        thick = max(1, round(wide * self.parts))
        for part in parts:
            points = [((x - left) * self.parts - 0.5, (y - top) * self.parts - 0.5) for x, y in part]
            if line.round_ends:
                for x, y in (points[0], points[-1]):
                    round_end = (thick - 1) / 2
                    pen.ellipse((x - round_end, y - round_end, x + round_end, y + round_end), fill=255)
            # Pillow turns a thick line of zero length any way; such lines are dots, if anything.
            if math.dist(*_bounding_corners(points)) > self.parts / 2:
                joint = "curve" if thick > 2 and len(points) > 2 else None
                pen.line(points, fill=255, width=thick, joint=joint)
        yield PaintLayer(picture.reduce(self.parts), left, top, self._displayed_color(line.color))

    # --- text

    def _text_layers(self, text: Text) -> Iterator[PaintLayer]:
        return self._run_layers([text.run], IDENTITY, text.color)

    def _label_layers(self, label: Label) -> Iterator[PaintLayer]:
        yield from self._run_layers(label.runs, label.place, label.color)
        for shape, own in label.shapes:
            yield from self._filled_shape_layers(
                shape, label.shape_color or label.color, combined_matrix(own, label.place), False
            )
        for shape, own, color in label.colored_shapes:
            yield from self._filled_shape_layers(shape, color, combined_matrix(own, label.place), False)

    def _lines_layers(self, lines: Lines) -> Iterator[PaintLayer]:
        yield from self._run_layers([run for _, runs in lines.parts for run in runs], IDENTITY, lines.color)

    def _marked_layers(self, marked: Marked) -> Iterator[PaintLayer]:
        for item in marked.items:
            yield from self.layers_of_item(item)

    def _run_layers(self, runs: Sequence[Run], place: Matrix, color: Color) -> Iterator[PaintLayer]:
        """Yield the glyphs of runs of text, one layer for each colour."""
        onto = combined_matrix(place, self.place)
        marks: dict[Color, list[tuple[Any, int, int]]] = {}
        for run in runs:
            if not run.is_hidden:
                own = marks.setdefault(run.color or color, [])
                own += _placed_glyph_masks(run, onto, self.parts)
        for own_color, own in marks.items():
            if own:
                yield from self._glyph_layer(own, own_color)

    def _glyph_layer(self, glyph_masks: list[tuple[Any, int, int]], color: Color) -> Iterator[PaintLayer]:
        """Yield glyphs as one layer; none outside the canvas.

        glyph_masks: a mask of samples for each glyph, with its upper left corner in samples.
        """
        from PIL import Image

        left = max(0, min(x for _, x, _ in glyph_masks) // self.parts)
        top = max(0, min(y for _, _, y in glyph_masks) // self.parts)
        right = min(self.size[0], -(-max(x + mask.width for mask, x, _ in glyph_masks) // self.parts))
        low = min(self.size[1], -(-max(y + mask.height for mask, _, y in glyph_masks) // self.parts))
        if left >= right or top >= low:
            return
        picture = Image.new("L", ((right - left) * self.parts, (low - top) * self.parts))
        for mask, x, y in glyph_masks:
            picture.paste(255, (x - left * self.parts, y - top * self.parts), mask)
        yield PaintLayer(picture.reduce(self.parts), left, top, self._displayed_color(color))

    # --- pictures

    def _picture_layers(self, picture: Picture) -> Iterator[PaintLayer]:
        key = picture, _file_version(picture.file), self.size, self.place, self.press
        layer = _layers.pop(key, None) or self._picture_layer(picture)
        if layer is not None:
            _cache_layer(key, layer)
            yield layer

    def _picture_layer(self, picture: Picture, repeats_pixels: bool = False) -> PaintLayer | None:
        """Return a picture as a layer; None if it lies outside the canvas.

        repeats_pixels: whether its pixels are repeated where it is enlarged; otherwise they are interpolated.
        """
        from PIL import Image

        place = combined_matrix(picture.place or IDENTITY, self.place)
        shown = area_mask(picture.outline, place, self.size)
        if shown is None:
            return None
        # A picture in CMYK keeps its inks on a press, except under a shade.
        keeps_inks = self.press is not None and picture.shade is None
        pixels, clear = _decode_picture(
            picture.file, _file_version(picture.file), *_needed_pixels(picture.rect, place), keeps_inks
        )
        if picture.mirrored_edge:
            sides = (picture.rect.width, picture.rect.height, picture.mirrored_edge)
            pixels = with_mirrored_edges(pixels, *sides)
            clear = clear and with_mirrored_edges(clear, *sides)
        whole = _fitted_rect(pixels.size, picture)
        onto = combined_matrix(
            (whole.width / pixels.width, 0, 0, -whole.height / pixels.height, whole.x, whole.top), place
        )
        colors = _picture_in_box(pixels, onto, shown.box, repeats_pixels)
        mask = shown.mask
        if clear is not None or picture.fit == "contain":
            clear = Image.new("L", pixels.size, 255) if clear is None else clear
            mask = _product_of_masks(mask, _picture_in_box(clear, onto, shown.box, repeats_pixels))
        if picture.shade is not None:
            shade = _shade_opacity(picture.rect, place, shown.box)
            colors, mask = _with_shade(colors, mask, picture.shade, _product_of_masks(shade, shown.mask))
        blocks = None
        if not repeats_pixels and math.sqrt(abs(onto[0] * onto[3] - onto[1] * onto[2])) > _ENLARGED:
            blocks = self._picture_layer(picture, repeats_pixels=True)
        return PaintLayer(mask, shown.left, shown.top, self._picture_as_displayed(colors), blocks=blocks)

    def _picture_as_displayed(self, picture: Any) -> Any:
        """Return a picture in RGB as displayed on the page, in the inks of the press if there is one."""
        if self.press is None:
            return picture
        return self.press.shown(picture) if picture.mode == "CMYK" else self.press.displayed_picture(picture)


#: Painted pictures and gradients, by all that they depend on. Most decks show few of them on many cards at
#: one place: painting pictures again would take an eighth of preflight, and gradients most of it.
_layers: OrderedDict[tuple[object, ...], PaintLayer] = OrderedDict()
#: Maximum number of cached layers, and of their pixels, of at most 5 bytes each.
_MOST_LAYERS, _MOST_LAYER_PIXELS = 200, 12_000_000

#: The function that paints each type of item. Patches are missing: only flattening makes them.
_PAINTED_BY: dict[type, Callable[[LayerPainter, Any], Iterator[PaintLayer]]] = {
    Text: LayerPainter._text_layers,
    Lines: LayerPainter._lines_layers,
    Label: LayerPainter._label_layers,
    Fill: LayerPainter._fill_layers,
    Fills: LayerPainter._fills_layers,
    Stroke: LayerPainter._stroke_layers,
    Drawing: LayerPainter._drawing_layers,
    Form: LayerPainter._form_layers,
    Instance: LayerPainter._instance_layers,
    DeferredItems: lambda painter, item: painter._drawing_layers(Drawing(tuple(item.plan()))),
    Picture: LayerPainter._picture_layers,
    Group: LayerPainter._group_layers,
    Marked: LayerPainter._marked_layers,
    Link: lambda painter, link: iter(()),
    Bookmark: lambda painter, bookmark: iter(()),
}


def _cache_layer(key: tuple[object, ...], layer: PaintLayer) -> None:
    """Cache a layer, and remove the oldest ones if there are too many."""
    _layers[key] = layer
    while len(_layers) > _MOST_LAYERS or _cached_pixels() > _MOST_LAYER_PIXELS:
        _layers.popitem(last=False)


def _cached_pixels() -> int:
    """Return the number of pixels of all cached layers."""
    return sum(
        (2 if layer.blocks else 1) * layer.paint.width * layer.paint.height for layer in _layers.values()
    )


def _with_shade(colors: Any, mask: Any, shade: Color, shade_opacity: Any) -> tuple[Any, Any]:
    """Return the colours and the opacity of a picture after a shade is painted over it.

    mask: the picture's opacity (L). shade_opacity: the opacity of the shade at each pixel (L).
    """
    from PIL import Image

    tone = tuple(round(255 * part) for part in shade.rgb)
    over = Image.new("RGBA", colors.size, (*tone, 0))
    over.putalpha(shade_opacity)
    under = colors.convert("RGBA")
    under.putalpha(mask)
    both = Image.alpha_composite(under, over)
    return both.convert("RGB"), both.getchannel("A")


@lru_cache(maxsize=2)  # most cards have theirs in the same place
def _shade_opacity(rect: Rect, place: Matrix, box: tuple[int, int, int, int]) -> Any:
    """Return the opacity of a shade in a box of pixels (L). rect: the rectangle of the shaded picture."""
    from PIL import Image

    rows = 256
    shares = (
        ((row + 0.5) / rows - (1 - _SHADE_BEGINS)) / (_SHADE_BEGINS - _SHADE_FULL) for row in range(rows)
    )
    clipped = (min(1.0, max(0.0, share)) for share in shares)
    levels = bytes(round(255 * _SHADE * share * share * (3 - 2 * share)) for share in clipped)
    onto = combined_matrix((rect.width, 0, 0, -rect.height / rows, rect.x, rect.top), place)
    return _picture_in_box(Image.frombytes("L", (1, rows), levels), onto, box)


def _full_if_zero(level: int) -> int:
    """Return 255 for level 0, otherwise 0, to make a mask."""
    return 255 * (level == 0)


def _needed_pixels(rect: Rect, place: Matrix) -> tuple[int, int]:
    """Return the width and height in pixels that suffice for a picture painted in a rectangle of a card."""
    across = rect.width * math.hypot(place[0], place[1])
    down = rect.height * math.hypot(place[2], place[3])
    return math.ceil(across * _SPARE), math.ceil(down * _SPARE)


def _fitted_rect(size: tuple[int, int], picture: Picture) -> Rect:
    """Return the rectangle of a whole picture before it is cropped to its own rectangle.

    By its fit, a picture either covers its rectangle or lies within it. size: of the picture, in pixels.
    """
    rect, (wide, high) = picture.rect, size
    ratios = (rect.width / wide, rect.height / high)
    # A shaded picture is first cropped to its rectangle.
    ratio = min(ratios) if picture.fit == "contain" and picture.shade is None else max(ratios)
    width, height = wide * ratio, high * ratio
    left = rect.x + (rect.width - width) * picture.focus[0] / 100
    top = rect.top - (rect.height - height) * picture.focus[1] / 100
    return Rect(left, top - height, width, height)


def _file_version(file: Path) -> tuple[int, int]:
    """Return a file's time of change and size, which differ after it is written again."""
    found = file.stat()
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=6)
def _decode_picture(
    file: Path, stamp: tuple[int, int], columns: int, rows: int, keeps_inks: bool = False
) -> tuple[Any, Any]:
    """Return the picture in a file, upright, in sRGB and reduced in size, and its opacity (L) in the same
    size.

    The opacity is None for an opaque picture.

    columns, rows: the number of pixels that suffice. stamp: its _file_version(). keeps_inks: whether an
    upright picture in CMYK stays in CMYK. Raises ValueError if the file has too many pixels.
    """
    from PIL import Image, ImageCms, ImageOps

    raw = untrusted.read_admitted_file(file, _MOST_BYTES)
    with warnings.catch_warnings(), Image.open(io.BytesIO(raw), formats=("PNG", "JPEG")) as image:
        warnings.simplefilter("ignore")
        if image.width * image.height > _MOST_PIXELS:
            raise ValueError(f"{file.name} has too many pixels")
        most = max(columns, rows)
        image.draft(None, (most, most))
        profile = image.info.get("icc_profile")
        keeps_inks = keeps_inks and image.mode == "CMYK" and image.getexif().get(_ORIENTATION, 1) == 1
        upright: Any = ImageOps.exif_transpose(image)
        upright.load()
    if keeps_inks:
        less = max(1, min(upright.width // max(1, columns), upright.height // max(1, rows)))
        return upright.reduce(less) if less > 1 else upright, None
    if upright.mode.startswith("I"):
        upright = upright.convert("I").point(lambda level: level / 256).convert("L")
    clear = None
    if "A" in upright.getbands() or "transparency" in upright.info:
        upright = upright.convert("RGBA")
        clear = upright.getchannel("A")
        upright = upright.convert("RGB")
    if profile:
        try:
            own = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            srgb = ImageCms.createProfile("sRGB")
            upright = ImageCms.profileToProfile(upright, own, srgb, outputMode="RGB")
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass
    upright = upright.convert("RGB")
    less = max(1, min(upright.width // max(1, columns), upright.height // max(1, rows)))
    if clear is not None and clear.getextrema()[0] == 255:
        clear = None
    return (upright.reduce(less), clear and clear.reduce(less)) if less > 1 else (upright, clear)


def _picture_in_box(
    pixels: Any, to_canvas: Matrix, box: tuple[int, int, int, int], repeats_pixels: bool = False
) -> Any:
    """Return the part of a picture in a box of the canvas, with 0 where the picture does not reach.

    to_canvas: the matrix from pixels of the picture to pixels of the canvas. repeats_pixels: whether
    enlarging repeats pixels instead of interpolating them.
    """
    from PIL import Image

    left, top, right, low = box
    to_canvas = combined_matrix(to_canvas, translation(-left, -top))
    if abs(to_canvas[0]) < 1e-9 and abs(to_canvas[3]) < 1e-9:
        # A quarter turn: rotate the picture first.
        pixels = pixels.transpose(Image.Transpose.TRANSPOSE)
        to_canvas = (to_canvas[2], to_canvas[3], to_canvas[0], to_canvas[1], to_canvas[4], to_canvas[5])
    if to_canvas[0] < 0:
        pixels, to_canvas = (
            pixels.transpose(Image.Transpose.FLIP_LEFT_RIGHT),
            _mirrored_matrix(to_canvas, pixels.width, 0),
        )
    if to_canvas[3] < 0:
        pixels, to_canvas = (
            pixels.transpose(Image.Transpose.FLIP_TOP_BOTTOM),
            _mirrored_matrix(to_canvas, 0, pixels.height),
        )
    a, b, c, d, e, f = to_canvas
    size = right - left, low - top
    if abs(b) > 1e-9 or abs(c) > 1e-9:
        area = a * d - b * c
        back = (
            d / area, -c / area, (c * f - d * e) / area,
            -b / area, a / area, (b * e - a * f) / area,
        )  # fmt: skip
        return pixels.transform(
            size,
            Image.Transform.AFFINE,
            back,
            Image.Resampling.NEAREST if repeats_pixels else Image.Resampling.BICUBIC,
        )
    # The part of the canvas that the picture covers, in whole pixels, including partly covered ones.
    x0, y0 = max(0, math.floor(e + 0.01)), max(0, math.floor(f + 0.01))
    x1 = min(size[0], math.ceil(e + a * pixels.width - 0.01))
    y1 = min(size[1], math.ceil(f + d * pixels.height - 0.01))
    canvas = Image.new(pixels.mode, size)
    if x0 >= x1 or y0 >= y1:
        return canvas
    part = ((x0 - e) / a, (y0 - f) / d, (x1 - e) / a, (y1 - f) / d)
    part = max(0.0, part[0]), max(0.0, part[1]), min(pixels.width, part[2]), min(pixels.height, part[3])
    resampling = Image.Resampling.NEAREST if repeats_pixels else Image.Resampling.BILINEAR
    canvas.paste(pixels.resize((x1 - x0, y1 - y0), resampling, part), (x0, y0))
    return canvas


def _mirrored_matrix(matrix: Matrix, width: int, height: int) -> Matrix:
    """Return a picture's matrix after the picture itself was mirrored, so that it is painted as before.

    width: the picture's width in pixels if it was mirrored left to right, else 0. height: its height in
    pixels if it was mirrored top to bottom, else 0.
    """
    return combined_matrix((-1 if width else 1, 0, 0, -1 if height else 1, width, height), matrix)


# --- masks ---------------------------------------------------------------------------------------


def _product_of_masks(one: Any, other: Any) -> Any:
    from PIL import ImageChops

    return ImageChops.multiply(one, other)


def _mask_intersection(one: PaintLayer, other: PaintLayer) -> PaintLayer | None:
    """Return the product of two masks where they overlap, without paint; None if they do not."""
    left, top = max(one.left, other.left), max(one.top, other.top)
    right, low = min(one.box[2], other.box[2]), min(one.box[3], other.box[3])
    if left >= right or top >= low:
        return None
    parts = [
        each.mask.crop((left - each.left, top - each.top, right - each.left, low - each.top))
        for each in (one, other)
    ]
    return PaintLayer(_product_of_masks(*parts), left, top, None)


def _clipped_layer(layer: PaintLayer, clip: PaintLayer) -> PaintLayer | None:
    """Return a layer clipped by a mask; None if nothing remains."""
    both = _mask_intersection(layer, clip)
    if both is None:
        return None
    both = both._replace(multiplies=layer.multiplies)
    if isinstance(layer.paint, tuple):
        return both._replace(paint=layer.paint)
    left, top, right, low = both.box
    part = (left - layer.left, top - layer.top, right - layer.left, low - layer.top)
    return both._replace(paint=layer.paint.crop(part))


def _joined_masks(masks: Sequence[PaintLayer], paint: Any) -> Iterator[PaintLayer]:
    """Yield one layer that joins several masks; yield nothing if there are no masks."""
    from PIL import Image, ImageChops

    if not masks:
        return
    lefts, tops, rights, lows = zip(*(mask.box for mask in masks), strict=True)
    left, top = min(lefts), min(tops)
    whole = Image.new("L", (max(rights) - left, max(lows) - top))
    for mask in masks:
        box = tuple(side - (left, top)[place % 2] for place, side in enumerate(mask.box))
        whole.paste(ImageChops.lighter(whole.crop(box), mask.mask), box)
    yield PaintLayer(whole, left, top, paint)


def _pixel_box(
    points: Iterable[Point], size: tuple[int, int], border: float = 0.0
) -> tuple[int, int, int, int] | None:
    """Return the box of pixels around points, with a border, within a canvas; None if it is empty."""
    xs, ys = zip(*points, strict=True)
    left, top = max(0, math.floor(min(xs) - border)), max(0, math.floor(min(ys) - border))
    right, low = min(size[0], math.ceil(max(xs) + border)), min(size[1], math.ceil(max(ys) + border))
    return (left, top, right, low) if left < right and top < low else None


def _bounding_corners(points: Sequence[Point]) -> tuple[Point, Point]:
    """Return the upper left and the lower right corner of the box around points."""
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def _contours(shape: Shape, place: Matrix) -> list[list[Point]]:
    """Return the contours of a shape after a matrix, as points; closed ones end where they begin."""
    made = []
    for contour in contours(shape):
        points = [transformed_point(place, x, y) for x, y in points_of_contour(contour)]
        if contour[-1][0] == "h":
            points.append(points[0])
        made.append(points)
    return made


@lru_cache(maxsize=256)  # boxes and icons are the same, in the same places, on most cards
def _shape_mask(
    shape: Shape, place: Matrix, even_odd: bool, size: tuple[int, int], max_samples: int
) -> PaintLayer | None:
    """Return the coverage of each pixel by a shape, as a layer without paint; None outside the canvas.

    max_samples: the maximum number of samples per pixel in each direction.
    """
    polygons = _contours(shape, place)
    box = _pixel_box((point for polygon in polygons for point in polygon), size)
    if box is None:
        return None
    upright = len(polygons) == 1 and _upright_rectangle(polygons[0])
    if upright:
        return PaintLayer(_rectangle_mask(upright, box), box[0], box[1], None)
    left, top, right, low = box
    parts = max_samples if max(right - left, low - top) <= _WIDE else min(max_samples, _FEWER)
    inside = [[((x - left) * parts, (y - top) * parts) for x, y in polygon] for polygon in polygons]
    mask = _filled_polygons(inside, (right - left) * parts, (low - top) * parts, even_odd)
    return PaintLayer(mask.reduce(parts), left, top, None)


@lru_cache(maxsize=4)  # most cards have a picture of the same size in the same place
def area_mask(shape: Shape, place: Matrix, size: tuple[int, int]) -> PaintLayer | None:
    """Return the coverage of each pixel by a large shape, as a layer without paint; None if outside."""
    mask: PaintLayer | None = _shape_mask.__wrapped__(shape, place, False, size, _PARTS)
    return mask


def _upright_rectangle(points: list[Point]) -> tuple[float, float, float, float] | None:
    """Return the left, top, right and bottom of an upright rectangle; None for other points."""
    if len(points) != 5:
        return None
    xs, ys = {round(x, 6) for x, _ in points}, {round(y, 6) for _, y in points}
    steps = pairwise(points)
    upright = all(abs(x - u) < 1e-6 or abs(y - v) < 1e-6 for (x, y), (u, v) in steps)
    return (min(xs), min(ys), max(xs), max(ys)) if upright and len(xs) == len(ys) == 2 else None


def _rectangle_mask(rect: tuple[float, float, float, float], box: tuple[int, int, int, int]) -> Any:
    """Return a mask of the coverage of each pixel in a box by an upright rectangle."""
    from PIL import Image

    def coverage(start: float, end: float, first: int, last: int) -> bytes:
        return bytes(
            round(255 * max(0.0, min(end, pixel + 1) - max(start, pixel))) for pixel in range(first, last)
        )

    left, top, right, low = box
    size = right - left, low - top
    across = Image.frombytes("L", (size[0], 1), coverage(rect[0], rect[2], left, right))
    down = Image.frombytes("L", (1, size[1]), coverage(rect[1], rect[3], top, low))
    nearest = Image.Resampling.NEAREST
    return _product_of_masks(across.resize(size, nearest), down.resize(size, nearest))


def _filled_polygons(polygons: Iterable[Sequence[Point]], width: int, height: int, even_odd: bool) -> Any:
    """Return a mask of closed polygons, filled by scan lines with the nonzero or the even-odd rule."""
    from PIL import Image

    rows: list[list[tuple[float, int]]] = [[] for _ in range(height)]
    for points in polygons:
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
            if y0 == y1:
                continue
            slope = (x1 - x0) / (y1 - y0)
            way, upper, lower = (1, y0, y1) if y0 < y1 else (-1, y1, y0)
            for row in range(max(0, math.ceil(upper - 0.5)), min(height, math.ceil(lower - 0.5))):
                rows[row].append((x0 + (row + 0.5 - y0) * slope, way))
    data, full = bytearray(width * height), b"\xff" * width
    for row, crossings in enumerate(rows):
        for start, end in _inner_intervals(crossings, even_odd):
            begin, end = max(0, round(start)), min(width, round(end))
            if begin < end:
                data[row * width + begin : row * width + end] = full[: end - begin]
    return Image.frombytes("L", (width, height), bytes(data))


def _inner_intervals(crossings: list[tuple[float, int]], even_odd: bool) -> Iterator[tuple[float, float]]:
    """Yield the intervals of a scan line that lie inside a shape.

    crossings: where outlines cross the line, and in which direction, 1 or -1.
    """
    crossings.sort()
    wound, start = 0, 0.0
    for x, way in crossings:
        before, wound = wound, wound ^ 1 if even_odd else wound + way
        if not before:
            start = x
        elif not wound:
            yield start, x


def _dashed_line(
    points: list[Point], dash: tuple[float, float], pixels_per_point: float
) -> list[list[Point]]:
    """Return the dashes of a line, each as the points of a line in pixels.

    dash: the lengths of dashes and of gaps, in points. pixels_per_point: pixels per point.
    """
    on, off = (max(1e-3, length * pixels_per_point) for length in dash)
    found: list[list[Point]] = [[points[0]]]
    left, drawing = on, True
    for (x0, y0), (x1, y1) in pairwise(points):
        long, at = math.hypot(x1 - x0, y1 - y0), 0.0
        while long - at > left:
            at += left
            point = (x0 + (x1 - x0) * at / long, y0 + (y1 - y0) * at / long)
            if drawing:
                found[-1].append(point)
            else:
                found.append([point])
            drawing = not drawing
            left = on if drawing else off
        left -= long - at
        if drawing:
            found[-1].append((x1, y1))
    return [each for each in found if len(each) > 1]


# --- glyphs --------------------------------------------------------------------------------------


class _GlyphOutlines:
    """The glyphs of a font file as fontTools reads them, with lengths in ems."""

    def __init__(self, data: bytes) -> None:
        from fontTools.ttLib import TTFont

        file = TTFont(io.BytesIO(data), lazy=True)
        self.units = file["head"].unitsPerEm
        self.names = file.getBestCmap()
        self._order = file.getGlyphOrder()
        self._glyphs = file.getGlyphSet()
        self._wide = file["hmtx"].metrics

    def glyph_name(self, number: int) -> str:
        """Return the name of the glyph with this index."""
        return str(self._order[number])

    def glyph_of_character(self, character: str) -> str:
        """Return the name of a character's glyph; for a non-breaking space, that of a space."""
        return str(self.names.get(ord(" " if character == "\u00a0" else character), self._order[0]))

    def advance_width(self, glyph: str) -> float:
        """Return the advance width of a glyph in ems."""
        return float(self._wide[glyph][0] / self.units)

    @cache  # noqa: B019 - faces are kept as long as the program runs
    def outline(self, glyph: str) -> list[list[Point]]:
        """Return the contours of a glyph as points in ems."""
        from fontTools.pens.recordingPen import DecomposingRecordingPen

        pen = DecomposingRecordingPen(self._glyphs)
        self._glyphs[glyph].draw(pen)
        made: list[list[Point]] = []
        for operator, points in pen.value:
            if operator == "moveTo":
                made.append([points[0]])
            elif operator == "lineTo":
                made[-1].append(points[0])
            elif operator == "qCurveTo":
                _add_quadratics(made, points)
            elif operator == "curveTo":
                made[-1] += _cubic_points(made[-1][-1], *points)
        return [[(x / self.units, y / self.units) for x, y in contour] for contour in made]


def _add_quadratics(contours: list[list[Point]], points: Sequence[Any]) -> None:
    """Append a TrueType curve with several off-curve points to the contours.

    Without on-curve points it is a contour of its own.
    """
    if points[-1] is None:
        off = list(points[:-1])
        (x0, y0), (x1, y1) = off[-1], off[0]
        start = ((x0 + x1) / 2, (y0 + y1) / 2)
        contours.append([start])
        points = (*off, start)
    *off, end = points
    for place, (x, y) in enumerate(off):
        if place + 1 < len(off):
            u, v = off[place + 1]
            goal = ((x + u) / 2, (y + v) / 2)
        else:
            goal = end
        contours[-1] += _quadratic_points(contours[-1][-1], (x, y), goal)


#: Number of line segments for each curve of a glyph.
_STEPS = 5


def _quadratic_points(start: Point, handle: Point, end: Point) -> list[Point]:
    """Return the points of a quadratic curve after its start."""
    shares = (step / _STEPS for step in range(1, _STEPS + 1))
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * handle[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * handle[1] + t * t * end[1],
        )
        for t in shares
    ]


def _cubic_points(start: Point, one: Point, other: Point, end: Point) -> list[Point]:
    """Return the points of a cubic curve after its start."""
    return points_of_contour([("m", start), ("c", (*one, *other, *end))])[1:]


@lru_cache(maxsize=32)
def _glyph_outlines(font: Font) -> _GlyphOutlines:
    return _GlyphOutlines(font.data)


@lru_cache(maxsize=4096)  # a text of a pack has a few hundred different glyphs in a few sizes
def _glyph_mask(font: Font, glyph: str, place: Matrix) -> tuple[Any, int, int] | None:
    """Return a glyph as a mask of samples, and its left and top from the origin; None without ink.

    place: from ems to samples, without translation.
    """
    outline = _glyph_outlines(font).outline(glyph)
    if not outline:
        return None
    polygons = [[transformed_point(place, x, y) for x, y in contour] for contour in outline]
    xs, ys = zip(*(point for polygon in polygons for point in polygon), strict=True)
    left, top = math.floor(min(xs)), math.floor(min(ys))
    width, height = math.ceil(max(xs)) - left, math.ceil(max(ys)) - top
    if not width or not height:
        return None
    moved = [[(x - left, y - top) for x, y in polygon] for polygon in polygons]
    return _filled_polygons(moved, width, height, False), left, top


def _placed_glyph_masks(run: Run, place: Matrix, parts: int) -> Iterator[tuple[Any, int, int]]:
    """Yield the mask of each glyph of a run, and the left and top of the mask on the canvas.

    All are in samples, of which each pixel has `parts` across and down. Glyphs without ink are left out.
    """
    onto = scaling(parts)
    em = combined_matrix(scaling(run.size * run.horizontal_scale, run.size), place, onto)
    a, b, c, d = (round(part, 3) for part in em[:4])
    for font, glyph, right, up in _glyph_origins(run):
        found = _glyph_mask(font, glyph, (a, b, c, d, 0.0, 0.0))
        if found is None:
            continue
        mask, left, top = found
        x, y = transformed_point(
            combined_matrix(place, onto), run.x + right * run.horizontal_scale, run.y + up
        )
        yield mask, round(x) + left, round(y) + top


def _glyph_origins(run: Run) -> Iterator[tuple[Font, str, float, float]]:
    """Yield each glyph of a run: its font, its name, and its origin from the run's, in points."""
    if needs_shaping(run.text):
        yield from _shaped_glyph_origins(run)
        return
    pen, size = 0.0, run.size
    for part, font in run.font.with_fallbacks(run.text).parts_by_font(run.text):
        face, kerns = _glyph_outlines(font), dict(font.kerning_by_letter(part))
        for place, character in enumerate(part):
            glyph = face.glyph_of_character(character)
            pen += kerns.get(place, 0.0) * size
            yield font, glyph, pen, 0.0
            pen += (
                face.advance_width(glyph) * size
                + run.tracking
                + (run.extra_word_space if character == " " else 0)
            )


def _shaped_glyph_origins(run: Run) -> Iterator[tuple[Font, str, float, float]]:
    """Yield the glyphs of shaped text as _glyph_origins() does. Such text has no tracking."""
    from ...text import shaping

    size, spread, wider = run.size, run.extra_word_space / run.size, 0.0
    for part in shaping.glyph_runs(run.text, run.font.with_fallbacks(run.text)):
        font: Any = part.font
        face, pen = _glyph_outlines(font), part.x + wider
        for glyph in part.glyphs:
            yield font, face.glyph_name(glyph.number), (pen + glyph.x_offset) * size, glyph.y_offset * size
            pen += glyph.advance + (spread if glyph.text == " " else 0)
        wider += spread * part.text.count(" ")
