"""Converts sRGB to the CMYK of a press by an ICC output profile: pictures and the flat colours of packs."""

from __future__ import annotations

import io
import zlib
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from .colors import Color

#: The widest stroke of line art in points: about the stems of bold type of 36 pt. Larger type may use several
#: inks (printers' pages).
_STROKE = 6.0
#: Levels (of 255) of dark and light pixels, and the maximum width in pixels of the edge between them in line
#: art.
_DARK, _LIGHT, _EDGE = 80, 176, 4
#: Maximum difference between the channels of a grey pixel. A pixel no lighter than _BLACK counts as black in
#: any hue.
_NEUTRAL, _BLACK = 4, 24
#: Maximum level of solid black areas, as opposed to the shadows of photographs.
_SOLID = 3
#: How far shadows extend into strokes and into solid black, in cells of a third of a stroke's half width. The
#: second figure covers the largest card.
_NEAR, _FAR = 32, 60
#: Difference between the lightest and darkest of 3 × 3 pixels, in levels: at least _GRAIN in texture, at
#: least _STEP at the edge of line art. JPEG compression affects whole blocks of 8 pixels around an edge.
_GRAIN, _STEP, _BLOCK = 4, 96, 8
#: A photograph has texture in at least one of this many pixels.
_TEXTURED = 6
#: Lookup tables that turn levels into masks.
_DARKER = [255 * (level < _DARK) for level in range(256)]
_LIGHTER = [255 * (level > _LIGHT) for level in range(256)]
_ANY = [255 * (level > 0) for level in range(256)]


class PressInks(NamedTuple):
    """Converts colours that are stated in RGB only to the inks of a press.

    A pack is converted before its faces are planned, so that mixtures of its colours are mixtures of inks.
    The writer of a press file converts the rest: the colours of the drawings that a pack names.
    """

    #: The profile that converts colours and pictures in RGB; empty to leave colours unchanged.
    profile: bytes
    #: The inks of large black areas, if not black alone.
    rich_black: tuple[float, float, float, float] | None = None
    #: Maximum total ink on one spot, in parts of 1; None for no limit. Colours above it get less cyan,
    #: magenta and yellow.
    total_ink: float | None = None

    def with_press_inks(self, color: Color) -> Color:
        """Return a colour with its inks, converted in the same way as pictures; unchanged if its inks are
        stated.
        """
        return (
            color
            if color.has_stated_cmyk or not self.profile
            else _with_press_inks(color, self.profile, self.total_ink)
        )

    def with_converted_colors(self, value: Any) -> Any:
        """Return a copy of records, mappings and tuples in which all colours are converted."""
        if isinstance(value, Color):
            return self.with_press_inks(value)
        if isinstance(value, dict):
            return {key: self.with_converted_colors(each) for key, each in value.items()}
        if isinstance(value, tuple):
            parts = [self.with_converted_colors(each) for each in value]
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        return value


@lru_cache(maxsize=1024)
def _with_press_inks(color: Color, profile: bytes, max_ink: float | None) -> Color:
    return color._replace(cmyk=_flat_color_inks(color, profile, max_ink), has_stated_cmyk=True)


def _flat_color_inks(
    color: Color, profile: bytes, max_ink: float | None
) -> tuple[float, float, float, float]:
    """Return the inks of a flat colour: those of a picture of one pixel."""
    from PIL import Image

    red, green, blue = (round(255 * part) for part in color.rgb)
    pixel = cmyk_picture(Image.new("RGB", (1, 1), (red, green, blue)), profile).getpixel((0, 0))
    c, m, y, k = (ink / 255 for ink in pixel)
    less = min(1.0, (max_ink - k) / (c + m + y)) if max_ink and c + m + y else 1.0
    return (c * less, m * less, y * less, k)


def cmyk_picture(picture: Any, profile: bytes, ppi: float = 300) -> Any:
    """Return an sRGB image (PIL) converted by a CMYK profile: relative colorimetric, black point
    compensation.

    Grey pictures and black line art become black ink alone: a black line in four inks would show coloured
    fringes.
    ppi: pixels per inch as printed.
    """
    from PIL import Image, ImageChops, ImageCms

    grey = picture.convert("L")
    if ImageChops.difference(picture, Image.merge("RGB", (grey, grey, grey))).getbbox() is None:
        return _as_black_ink(grey)
    converted: Any = ImageCms.applyTransform(picture, _cmyk_transform(profile))
    converted.paste(_as_black_ink(grey), mask=_cached_line_art_mask(picture, round(_STROKE / 72 * ppi / 2)))
    return converted


@cache
def _cmyk_transform(profile: bytes) -> Any:
    from PIL import ImageCms

    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(io.BytesIO(profile)),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


def _cached_line_art_mask(picture: Any, reach: int) -> Any:
    """Return the mask of a picture's line art, cached by its pixels up to a limit."""
    from hashlib import blake2b

    from PIL import Image

    if picture.width * picture.height < _FEW_PIXELS:
        return _line_art_mask(picture, reach)
    key = picture.size, reach, blake2b(picture.tobytes(), digest_size=20).digest()
    packed = _masks.pop(key, None)
    if packed is None:
        mask = _line_art_mask(picture, reach)
        packed = zlib.compress(mask.convert("1").tobytes(), 1)
    else:
        mask = Image.frombytes("1", picture.size, zlib.decompress(packed)).convert("L")
    if len(packed) <= _LARGEST_MASK:
        _masks[key] = packed
    while len(_masks) > _MOST_MASKS:
        _masks.popitem(last=False)
    return mask


#: Masks of line art, compressed, by size, reach and pixels. A picture of a press file is converted for the
#: file, its preflight and a proof, and finding line art takes two thirds of that time.
_masks: OrderedDict[tuple[tuple[int, int], int, bytes], bytes] = OrderedDict()
#: Maximum number of masks and of bytes of each: 24 MB in all. Most take some hundred bytes. Pictures with
#: fewer pixels, such as flat colours, are computed as fast as looked up.
_MOST_MASKS, _LARGEST_MASK, _FEW_PIXELS = 1500, 16 << 10, 10_000


def _line_art_mask(picture: Any, reach: int) -> Any:
    """Return a mask of black line art in an RGB image: strokes on a light ground, solid areas, their edges.

    reach: half the width of the widest stroke in pixels. Strokes are what a morphological closing fills with
    the ground around them (Serra, Image Analysis and Mathematical Morphology, 1982). What is connected to the
    shadows of a photograph, and what has texture all around, is left out.
    """
    from PIL import ImageChops

    red, green, blue = picture.split()
    lightest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    darkest = ImageChops.darker(ImageChops.darker(red, green), blue)
    black = ImageChops.subtract(lightest, darkest).point(lambda chroma: 255 * (chroma <= _NEUTRAL))
    cores = lightest.point(lambda level: 255 * (level <= _BLACK))
    black = ImageChops.lighter(black, cores)
    dark, light = _eroded(lightest, _EDGE).point(_DARKER), _dilated(lightest, _EDGE).point(_LIGHTER)
    edges = ImageChops.darker(dark, light)
    candidates = ImageChops.darker(ImageChops.lighter(cores, edges), black)
    if candidates.getbbox() is None:
        # Most flat colours end here, as the following steps cost more than the conversion.
        return candidates

    candidates = _mask_difference(candidates, _texture_mask(picture.convert("L")))
    if candidates.getbbox() is None:
        return candidates

    reach = max(reach, _EDGE)
    ground = _eroded(_dilated(lightest, reach), reach)
    near, solid = _shadow_and_solid_masks(lightest, ground, reach)
    areas = _dilated(_mask_difference(ground.point(_DARKER), solid), reach)
    strokes = _mask_difference(_mask_difference(ground.point(_LIGHTER), areas), near)
    strokes = ImageChops.darker(strokes, _dilated(edges, reach))
    return ImageChops.darker(ImageChops.lighter(strokes, solid), candidates)


def _shadow_and_solid_masks(lightest: Any, ground: Any, reach: int) -> tuple[Any, Any]:
    """Return two masks of a picture: one of the shadows of photographs and the dark areas connected to them
    within _NEAR cells, and one of solid black.

    lightest: the lightest channel of each pixel. ground: the same without strokes. Dark areas are shadows if
    they are neither solid black nor in a block with something light. Black that is connected to shadows, at
    any distance, is not solid.
    """
    from PIL import Image, ImageChops

    cell = max(1, reach // 3)
    seeds = ground.point([255 * (_SOLID < level < _DARK) for level in range(256)])
    seeds = _mask_difference(seeds, _dilated(ground, _BLOCK).point(_LIGHTER)).reduce(cell).point(_ANY)
    dark = lightest.point(_DARKER).reduce(cell).point(_ANY)

    def grown(image: Any) -> Any:
        for _ in range(_NEAR):
            before, image = image, ImageChops.darker(_dilated(image, 1), dark)
            if before == image:
                break
        return image

    def enlarged(image: Any) -> Any:
        # The edge of a dark area may lie in an adjacent cell.
        large = _dilated(image, 1).resize((image.width * cell, image.height * cell), Image.Resampling.NEAREST)
        return large.crop((0, 0, *lightest.size))

    near = far = grown(ImageChops.darker(seeds, dark))
    solid = ground.point([255 * (level <= _SOLID) for level in range(256)])
    if solid.getbbox() is not None:
        for _ in range(_FAR):
            before, far = far, grown(far)
            if before == far:
                break
        solid = _dilated(_mask_difference(solid, enlarged(far)), _BLOCK)
    return enlarged(near), solid


def _texture_mask(grey: Any) -> Any:
    """Return a mask of texture in a grey image, not counting the surroundings of hard edges."""
    from PIL import ImageChops, ImageFilter

    step = ImageChops.subtract(_dilated(grey, 1), _eroded(grey, 1))
    even = ImageChops.invert(_dilated(step.point(lambda levels: 255 * (levels >= _STEP)), _BLOCK))
    grain = ImageChops.darker(even, step.point(lambda levels: 255 * (levels >= _GRAIN)))
    around = ImageFilter.BoxBlur(4 * _BLOCK)
    least = even.filter(around).point(lambda share: share // _TEXTURED + 1)
    return ImageChops.subtract(grain.filter(around), least).point(_ANY)


def _mask_difference(mask: Any, other: Any) -> Any:
    """Return the part of a mask that is not in another."""
    from PIL import ImageChops

    return ImageChops.darker(mask, ImageChops.invert(other))


def _dilated(image: Any, reach: int) -> Any:
    """Return the maximum within `reach` pixels of each pixel, in a square (a dilation)."""
    from PIL import ImageChops

    return _window_filter(image, reach, ImageChops.lighter, 0)


def _eroded(image: Any, reach: int) -> Any:
    """Return the minimum within `reach` pixels of each pixel, in a square (an erosion)."""
    from PIL import ImageChops

    return _window_filter(image, reach, ImageChops.darker, 255)


def _window_filter(
    image: Any, reach: int, extreme_of_two: Callable[[Any, Any], Any], outside_value: int
) -> Any:
    """Return a one-band image in which each pixel is the least or the greatest value within `reach` pixels.

    extreme_of_two: ImageChops.darker or lighter. outside_value: the value outside the image. Large windows
    are combined from two smaller ones, so that time grows with the logarithm of the reach; Pillow's own
    filters take 100 times as long.
    """
    from PIL import ImageOps

    image, size = ImageOps.expand(image, reach, outside_value), 2 * reach + 1
    for across, down in ((1, 0), (0, 1)):
        covered = 1
        while covered < size:
            step = min(covered, size - covered)
            x, y = step * across, step * down
            first = image.crop((0, 0, image.width - x, image.height - y))
            image = extreme_of_two(first, image.crop((x, y, image.width, image.height)))
            covered += step
    return image


def _as_black_ink(grey: Any) -> Any:
    """Return a grey image as black ink."""
    from PIL import Image, ImageChops

    none = Image.new("L", grey.size)
    return Image.merge("CMYK", (none, none, none, ImageChops.invert(grey)))
