"""Picture files that a pack names: untrusted files, checked before they are drawn."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from functools import lru_cache
from math import ceil, log
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import KeyPath, Problem
from ..geometry import Rect
from ..languages.remarks import remark
from ..sandbox import untrusted as untrusted
from ..units import MM, BadValue, Sentence, pixel_size, size_text
from .colors import Triple
from .conversion import cmyk_picture
from .placeholder_pictures import is_placeholder, placeholder_problem

#: Maximum pixels in all and on a side, enough for a card of 300 mm at 600 ppi, and bytes of a file.
MOST_PIXELS, _MOST_SIDE, _MOST_BYTES = 60_000_000, 20_000, 256 << 20
#: Pictures with more pixels are reduced first, to keep copies small: a card of 300 mm still has 330 ppi.
_LARGE = 16_000_000
LEAST_PPI = 300
#: Tolerance of resolution: the share by which it may be too low, in preflight and proofs too. A picture made
#: for 300 pixels per inch of a card of 63 × 88 mm with 3 mm of bleed has 296 on one of 63.5 × 88.9 mm with
#: 1/8 inch, and one made for 62 × 88 mm has 292: nobody sees the difference.
RESOLUTION_TOLERANCE = 0.05
#: Highest resolution that print can show.
_MOST_PPI = 600
FORMATS = ("PNG", "JPEG")
#: A back is compared with itself turned by 180° in cells of a quarter of a millimetre, each with the lightest
#: and darkest of its neighbours: so the two may be a cell apart. Remaining differences are averaged over
#: squares of 2 mm, about the smallest sign that marks a card, and seen from this many levels (of 255): a
#: lattice in JPEG of quality 30 gives 9, with noise of 25 levels 4; a word of 2 mm on it 19, a faint patch
#: its contrast.
_CELL, _SQUARE, _SEEN = 0.25 * MM, 8, 12
#: Share of a picture that may be cut off without a note.
_CUT = 0.05
#: The Exif tag of a picture's orientation (CIPA DC-008, 4.6.4).
_ORIENTATION = 0x0112


def picture_problems(
    file: Path,
    width: float,
    height: float,
    path: KeyPath,
    reports_cropping: bool = True,
    pixels: tuple[int, int] | None = None,
) -> Iterator[Problem]:
    """Yield the problems of a picture that must fill a space (points): its format, size and resolution, or
    that it only stands in for a missing one.

    reports_cropping: also report how much of it is cut off. pixels: the size in pixels that hints name; None
    for that of the space.
    """
    least_wide, least_high = pixels or pixel_size((width, height), 0, LEAST_PPI)
    try:
        wide, high = _picture_size(file)
    except BadValue as error:
        yield Problem(str(error), path, error.hint)
        return
    if is_placeholder(_file_bytes(file)):
        yield placeholder_problem(path)
        return
    share = min(wide / high * height / width, high / wide * width / height)
    if reports_cropping and share < 1 - _CUT:
        part = f"{100 * (1 - share):.0f}"
        message = Sentence("the shape of the card cuts {part} % of this picture off", part=part)
        hint = Sentence(
            "crop it to the card's shape, such as {wide} × {high} pixels",
            wide=least_wide,
            high=least_high,
        )
        if min(high / wide * height / width, wide / high * width / height) >= 1 - _CUT:
            hint = Sentence("it lies on its side: turn it by 90°")
        yield remark(message, path, hint, "warning", name="shape")
    ppi = min(wide / width, high / height) * 72
    if ppi < LEAST_PPI * (1 - RESOLUTION_TOLERANCE):
        message = Sentence(
            "this picture has {ppi} pixels per inch at its size of {size}",
            ppi=f"{ppi:.0f}",
            size=size_text(width, height),
        )
        hint = Sentence(
            "for a sharp print use {wide} × {high} pixels or more",
            wide=least_wide,
            high=least_high,
        )
        yield remark(message, path, hint, "warning", name="resolution")


def is_partly_transparent(file: Path) -> bool:
    """Tell whether a picture that can be opened has pixels that are not opaque."""
    with _open_picture(file) as image:
        if not image.has_transparency_data:
            return False
        levels: Any = image.convert("RGBA").getchannel("A").getextrema()
    return bool(levels[0] < 255)


def mask_problems(file: Path, width: float, height: float, path: KeyPath) -> Iterator[Problem]:
    """Yield the problems of a mask that is stretched over a space (points)."""
    found = list(picture_problems(file, width, height, path, reports_cropping=False))
    yield from found
    if any(problem.severity == "error" for problem in found):
        return
    wide, high = size_in_pixels(file)
    if abs(log(wide / high * height / width)) > _CUT:
        message = Sentence("this mask is stretched to the shape of its box")
        fit_wide, fit_high = pixel_size((width, height), 0, LEAST_PPI)
        hint = Sentence(
            "save it with the shape of the box, such as {wide} × {high} pixels",
            wide=fit_wide,
            high=fit_high,
        )
        yield remark(message, path, hint, "warning", name="shape of mask")
    levels: Any = mask_levels(file, width, height).getextrema()
    if levels[0] == levels[1]:
        message = Sentence("this mask has one level everywhere, so it has no edge")
        hint = Sentence("make it transparent, or black, where the box is to be hidden")
        yield remark(message, path, hint, "warning", name="level")


def _picture_size(file: Path) -> tuple[int, int]:
    """Return a picture's width and height in pixels, after decoding it completely. Raises BadValue."""
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with _open_picture(file) as image:
                if image.width * image.height > MOST_PIXELS or max(image.size) > _MOST_SIDE:
                    raise Image.DecompressionBombError
                image.load()
                sideways = image.getexif().get(_ORIENTATION, 1) >= 5
                return (image.height, image.width) if sideways else image.size
    except (BadValue, MemoryError):
        # Who limits the memory says how much there is.
        raise
    except Image.DecompressionBombError:
        most = f"at most {MOST_PIXELS // 1_000_000} million are allowed, and {_MOST_SIDE:,} on a side"
        raise BadValue("this picture has more pixels than can be opened safely", most) from None
    except UnidentifiedImageError:
        raise BadValue("this is not a PNG or JPEG picture", "save it as one of them") from None
    except Exception as error:
        raise BadValue(f"this picture cannot be opened ({_error_message(error)})", "save it again") from None


def size_in_pixels(file: Path) -> tuple[int, int]:
    """Return the width and height in pixels of a checked picture, upright."""
    with _open_picture(file) as image:
        sideways = image.getexif().get(_ORIENTATION, 1) >= 5
        return (image.height, image.width) if sideways else image.size


def may_be_transparent(file: Path) -> bool:
    """Tell whether a checked picture has transparent pixels, or at least an alpha channel."""
    with _open_picture(file) as image:
        return "A" in image.getbands() or "transparency" in image.info


def _open_picture(file: Path) -> Any:
    """Return a picture as a PIL image, not yet decoded. Raises OSError, BadValue, or any error of Pillow."""
    from PIL import Image

    return Image.open(io.BytesIO(_file_bytes(file)), formats=FORMATS)


def _file_bytes(file: Path) -> bytes:
    data = untrusted.read_admitted_file(file, _MOST_BYTES)
    if len(data) > _MOST_BYTES:
        most = f"at most {_MOST_BYTES >> 20} MB are read"
        raise BadValue("this picture's file is larger than any card's", most)
    return data


def _error_message(error: Exception) -> str:
    """Return the message of an error of the system or Pillow in one line."""
    said = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    return said.splitlines()[0][:80]


def has_top_and_bottom(file: Path, width: float, height: float) -> bool:
    """Tell whether a picture that fills a space (points) looks different when turned by 180°."""
    from PIL import Image, ImageChops, ImageFilter

    whole = srgb_picture(file)
    scale = min(whole.width / width, whole.height / height)
    across, along = width * scale, height * scale
    left, top = max(0.0, whole.width - across) / 2, max(0.0, whole.height - along) / 2
    shown = (left, top, whole.width - left, whole.height - top)
    cell = max(_CELL, 2 / scale)  # a picture may lie a pixel off its middle, and so two off its turned self
    cells = (max(1, round(width / cell)), max(1, round(height / cell)))
    small = whole.resize(cells, Image.Resampling.BOX, box=shown)
    turned = small.rotate(180)
    above = ImageChops.subtract(small, turned.filter(ImageFilter.MaxFilter(3)))
    below = ImageChops.subtract(turned.filter(ImageFilter.MinFilter(3)), small)
    differs = ImageChops.add(above, below).filter(ImageFilter.BoxBlur((_SQUARE - 1) / 2))
    extrema: Any = differs.getextrema()
    return any(high >= _SEEN for _, high in extrema)


def srgb_picture(file: Path, ground: Triple | None = (1, 1, 1), max_pixels: int = _LARGE) -> Any:
    """Return a picture as displayed: upright and in sRGB, as a PIL image in mode RGB.

    ground: the colour behind transparent pixels; None keeps transparency, in mode RGBA if there is any.
    max_pixels: the maximum number of pixels, to which larger pictures are reduced.
    """
    from PIL import Image, ImageOps

    with _open_picture(file) as image:
        if max_pixels < _LARGE:
            # Reading a JPEG at a half, a quarter or an eighth of its size takes a fraction of the time.
            share = min(1.0, (max_pixels / (image.width * image.height)) ** 0.5)
            image.draft(None, (round(share * image.width), round(share * image.height)))
        profile = image.info.get("icc_profile")
        upright = ImageOps.exif_transpose(_reduced_picture(image, max_pixels))
    if upright.mode.startswith("I"):
        # 16 bits per channel; Pillow would clip all but the darkest 256 levels.
        upright = upright.convert("I").point(lambda level: level / 256).convert("L")
    alpha = None
    if "A" in upright.getbands() or "transparency" in upright.info:
        layer = upright.convert("RGBA")
        if ground is None:
            alpha, upright = layer.getchannel("A"), layer.convert("RGB")
        else:
            paper = Image.new("RGBA", layer.size, tuple(round(255 * part) for part in ground))
            upright = Image.alpha_composite(paper, layer).convert("RGB")
    made = converted_to_srgb(upright, profile)
    made = made if made.mode == "RGB" else made.convert("RGB")
    if alpha is not None and _least_level(alpha) < 255:
        made.putalpha(alpha)
    return made


def _reduced_picture(image: Any, max_pixels: int) -> Any:
    """Return a PIL image reduced by a whole factor to at most `max_pixels` pixels; unchanged if it has no
    more.
    """
    factor = ceil((image.width * image.height / max_pixels) ** 0.5)
    if factor < 2:
        return image
    if image.mode in ("1", "P", "L", "RGB") and "transparency" in image.info:
        # After resampling, the colour that marks transparency would be an ordinary one.
        image = image.convert("RGBA")
    elif image.mode in ("1", "P"):
        image = image.convert("RGB")
    elif image.mode.startswith("I;"):
        image = image.convert("I")
    return image.reduce(factor)


def converted_to_srgb(image: Any, profile: bytes | None) -> Any:
    """Return a picture converted to sRGB by its own profile; unchanged if the profile cannot be used."""
    if not profile:
        return image
    from PIL import ImageCms

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        return ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image


class PictureLooks(NamedTuple):
    """How a picture is displayed: its ground, the shade at its foot, the point kept in view, its mirrored
    edge.
    """

    #: None keeps transparent pixels.
    ground: Triple | None = (1, 1, 1)
    shade: Triple | None = None
    focus: tuple[float, float] = (50, 50)
    #: Width in points of the border that mirrors the picture's edges; the picture itself ends that far
    #: inside.
    edge: float = 0.0


class TransparentPicture(NamedTuple):
    """A picture with transparent pixels: its colours (PIL: RGB or CMYK) and its opacity (L)."""

    colors: Any
    alpha: Any
    #: The pixel size that its placement assumes, if it was reduced.
    original_size: tuple[int, int] | None = None


class SmallPicture(NamedTuple):
    """A picture in fewer pixels than print can show, for drawings that are compared only."""

    #: A PIL image: L or CMYK.
    colors: Any
    #: The pixel size that its placement assumes.
    original_size: tuple[int, int]


DEFAULT_LOOKS = PictureLooks()
#: Heights at which the shade of a picture ends and is full, from the foot, as shares of the height; its
#: opacity.
_SHADE_ENDS, _SHADE_FULL, _SHADE = 0.46, 0.13, 0.94


def _displayed_picture(
    file: Path, width: float, height: float, looks: PictureLooks, max_pixels: int = _LARGE
) -> Any:
    """Return a picture as a PIL image in sRGB, cropped to its space and shaded as its looks require."""
    picture = srgb_picture(file, looks.ground, max_pixels)
    if looks.edge:
        picture = with_mirrored_edges(picture, width, height, looks.edge)
    if looks.shade is None:
        return picture
    from PIL import Image

    scale = min(picture.width / width, picture.height / height)
    wide, high = round(width * scale), round(height * scale)
    left = round((picture.width - wide) * looks.focus[0] / 100)
    top = round((picture.height - high) * looks.focus[1] / 100)
    picture = picture.crop((left, top, left + wide, top + high))
    levels = _shade_levels(high)
    mask = Image.frombytes("L", (1, high), levels)
    color = _rgb_levels(looks.shade)
    if picture.mode == "RGBA":
        shade = Image.new("RGBA", picture.size, (*color, 0))
        shade.putalpha(mask.resize(picture.size))
        return Image.alpha_composite(picture, shade)
    # More than half of the rows have no shade.
    begins = high - len(levels.lstrip(b"\0"))
    shaded = (0, begins, wide, high)
    picture.paste(color, shaded, mask.crop((0, begins, 1, high)).resize((wide, high - begins)))
    return picture


def shade_layer(color: Triple, height: float) -> TransparentPicture:
    """Return the shade of a picture of this height (points) as a picture of its own, one pixel wide."""
    from PIL import Image

    rows = max(1, ceil(height / 72 * LEAST_PPI))
    return TransparentPicture(
        Image.new("RGB", (1, rows), _rgb_levels(color)), Image.frombytes("L", (1, rows), _shade_levels(rows))
    )


def _rgb_levels(color: Triple) -> tuple[int, ...]:
    return tuple(round(255 * part) for part in color)


@lru_cache(maxsize=16)
def _shade_levels(rows: int) -> bytes:
    """Return the opacity of a shade in each row of a picture, from the top."""
    shares = (
        (row / max(1, rows - 1) - (1 - _SHADE_ENDS)) / (_SHADE_ENDS - _SHADE_FULL) for row in range(rows)
    )
    clipped = (min(1.0, max(0.0, share)) for share in shares)
    return bytes(round(255 * _SHADE * share * share * (3 - 2 * share)) for share in clipped)


def with_mirrored_edges(picture: Any, width: float, height: float, edge: float) -> Any:
    """Return a PIL image that fills a space, with its own edges mirrored into the border of that space.

    width, height: the size of the space. edge: the width of its border, in the same unit; the picture itself
    is inside the border.
    """
    from PIL import Image, ImageOps

    inner = (width - 2 * edge, height - 2 * edge)
    scale = min(picture.width / inner[0], picture.height / inner[1])
    size = (max(1, round(inner[0] * scale)), max(1, round(inner[1] * scale)))
    left, top = (picture.width - size[0]) // 2, (picture.height - size[1]) // 2
    core = picture.crop((left, top, left + size[0], top + size[1]))
    rim = min(round(edge * scale), *core.size)
    made = Image.new(core.mode, (core.width + 2 * rim, core.height + 2 * rim))
    made.paste(core, (rim, rim))
    made.paste(ImageOps.mirror(core.crop((0, 0, rim, core.height))), (0, rim))
    right = core.crop((core.width - rim, 0, core.width, core.height))
    made.paste(ImageOps.mirror(right), (rim + core.width, rim))
    # The rows above and below include the corners.
    made.paste(ImageOps.flip(made.crop((0, rim, made.width, 2 * rim))), (0, 0))
    low = made.crop((0, core.height, made.width, core.height + rim))
    made.paste(ImageOps.flip(low), (0, rim + core.height))
    return made


def has_proportions_of_trim(file: Path, width: float, height: float, bleed: float) -> bool:
    """Tell whether the proportions of a picture are those of a card's trim, and not those of the trim with
    its bleed (points).

    True for a square card, whose proportions are the same either way, and for a picture that cannot be
    opened.
    """
    from PIL import UnidentifiedImageError

    try:
        wide, high = size_in_pixels(file)
    except (OSError, BadValue, UnidentifiedImageError, ValueError, SyntaxError):
        return True
    shapes = (width / height, (width + 2 * bleed) / (height + 2 * bleed))
    trim, bled = (abs(log(wide / high / shape)) for shape in shapes)
    return trim <= bled


def picture_rect(size: tuple[float, float], rect: Rect, fit: str, focus: tuple[float, float]) -> Rect:
    """Return the rectangle of a picture that covers a space, or fits inside it ("contain").

    size: of the picture, in any unit. focus: the point kept in view, in per cent from the left and the top.
    """
    wide, high = size
    width = (min if fit == "contain" else max)(rect.width, rect.height * wide / high)
    height = width * high / wide
    x = rect.x - (width - rect.width) * focus[0] / 100
    y = rect.y - (height - rect.height) * (1 - focus[1] / 100)
    return Rect(x, y, width, height)


#: Text is compared with the tones around its letters: squares of a millimetre, or half of one at the edges of
#: transparent pixels, and a maximum number of squares.
_AROUND, _AT_EDGES, _ENOUGH = MM, 0.5 * MM, 250_000


class Draft(NamedTuple):
    """A picture in a rectangle, reduced to squares of one tone."""

    #: Where it lies; parts outside the rectangle are not visible.
    place: Rect
    #: Number of squares per row and per column.
    size: tuple[int, int]
    #: One byte per square, row by row from the top left; see tones.py. In colour, three in sRGB.
    tones: bytes
    #: The opacity of each square, one byte each; empty if all are opaque.
    alpha: bytes = b""


def picture_draft(file: Path, rect: Rect, fit: str, looks: PictureLooks, in_color: bool = False) -> Draft:
    """Return a picture in a rectangle (points) reduced to squares of one tone, or of one colour if
    `in_color`.

    Raises BadValue and any error of Pillow.
    """
    from PIL import Image

    from .tones import picture_in_tones

    picture = _displayed_picture(file, rect.width, rect.height, looks, _ENOUGH)
    place = picture_rect(picture.size, rect, fit, looks.focus)
    square = _AT_EDGES if picture.mode == "RGBA" else _AROUND
    cells = (max(1, round(place.width / square)), max(1, round(place.height / square)))
    small = picture.resize(cells, Image.Resampling.BOX)
    alpha = small.getchannel("A").tobytes() if small.mode == "RGBA" else b""
    plain = small.convert("RGB")
    return Draft(place, cells, (plain if in_color else picture_in_tones(plain)).tobytes(), alpha)


class Jpeg(NamedTuple):
    """A JPEG that is embedded as it is."""

    data: bytes
    #: PIL's: L or RGB.
    mode: str
    size: tuple[int, int]


def plain_jpeg(file: Path, width: float, height: float) -> Jpeg | None:
    """Return a picture file as a JPEG that fills a space (points) and is embedded unchanged.

    Return None for a picture that must be turned, converted or reduced first.
    """
    from PIL import Image

    raw = _file_bytes(file)
    with Image.open(io.BytesIO(raw), formats=FORMATS) as image:
        upright = image.getexif().get(_ORIENTATION, 1) == 1
        plain = image.format == "JPEG" and image.mode in ("RGB", "L") and "icc_profile" not in image.info
        small = image.width * image.height <= 4 * _printable_pixels(width, height)
        return Jpeg(raw, image.mode, image.size) if plain and upright and small else None


def pdf_picture(file: Path, width: float, height: float, looks: PictureLooks = DEFAULT_LOOKS) -> Any:
    """Return a picture that fills a space (points): a Jpeg, a TransparentPicture, or an ImageReader for
    ReportLab.

    A plain JPEG is embedded unchanged; other pictures have no more pixels than print can show.
    """
    from reportlab.lib.utils import ImageReader

    jpeg = plain_jpeg(file, width, height) if looks.shade is None else None
    if jpeg is not None and not looks.edge:
        return jpeg
    picture = _displayed_picture(file, width, height, looks)
    excess = picture.width * picture.height / _printable_pixels(width, height)
    if excess > 1:
        picture = picture.resize([max(1, round(side / excess**0.5)) for side in picture.size])
    if picture.mode == "RGBA":
        alpha = picture.getchannel("A")
        return TransparentPicture(_colors_under_alpha(picture.convert("RGB"), alpha), alpha)
    if jpeg is not None:
        # A JPEG stays about as small as the file.
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=_FINE_QUALITY, subsampling=0)
        return Jpeg(out.getvalue(), picture.mode, picture.size)
    return ImageReader(picture)


#: Quality of a JPEG that is compressed again for print, with a mirrored edge: no visible difference.
_FINE_QUALITY = 93


def _colors_under_alpha(colors: Any, alpha: Any) -> Any:
    """Return the colours of a picture with those of its visible pixels extended over the invisible ones.

    Viewers scale colours and transparency separately, and would mix the colour of invisible pixels into the
    edges of visible ones. Each invisible pixel gets the mean of the nearest visible ones.
    """
    from PIL import Image

    visible = alpha.point(_opaque_if_visible)
    if not visible.getbbox():
        return colors
    layers = [Image.merge("LA", (band, visible)) for band in colors.split()]
    halves = [layers]
    while max(halves[-1][0].size) > 1 and _least_level(halves[-1][0].getchannel("A")) < 255:
        halves.append([layer.reduce(2) for layer in halves[-1]])
        visible = halves[-1][0].getchannel("A").point(_opaque_if_visible)
        for layer in halves[-1]:
            layer.putalpha(visible)
    coarse = [layer.getchannel("L") for layer in halves.pop()]
    for finer in reversed(halves):
        size, shown = finer[0].size, finer[0].getchannel("A")
        coarse = [
            Image.composite(layer.getchannel("L"), band.resize(size, Image.Resampling.NEAREST), shown)
            for layer, band in zip(finer, coarse, strict=True)
        ]
    return Image.merge(colors.mode, coarse)


def _least_level(band: Any) -> int:
    return int(band.getextrema()[0])


def _opaque_if_visible(level: int) -> int:
    """Return 255 for a level above 0, else 0."""
    return 255 * (level > 0)


def mask_levels(file: Path, width: float, height: float, max_ppi: float = _MOST_PPI) -> Any:
    """Return the opacity that a mask gives each point of a space (points), as a PIL image in mode L.

    It is the picture's opacity or, if it is opaque everywhere, its brightness. max_ppi: the highest
    resolution of the result, in pixels per inch.
    """
    picture = srgb_picture(file, None)
    levels = picture.getchannel("A") if picture.mode == "RGBA" else picture.convert("L")
    sides = zip(levels.size, (width, height), strict=True)
    size = tuple(max(1, min(side, ceil(points * max_ppi / 72))) for side, points in sides)
    return levels if size == levels.size else levels.resize(size)


def web_mask(file: Path, width: float, height: float) -> bytes:
    """Return a mask for a space (points) on a screen, as a PNG file in grey."""
    out = io.BytesIO()
    mask_levels(file, width, height, _WEB_PPI).save(out, "PNG", optimize=True)
    return out.getvalue()


def mask_draft(file: Path, rect: Rect) -> Draft:
    """Return the levels of a mask over a rectangle (points) in squares. Raises BadValue and any error of
    Pillow.
    """
    levels = mask_levels(file, rect.width, rect.height)
    cells = (max(1, round(rect.width / _AT_EDGES)), max(1, round(rect.height / _AT_EDGES)))
    from PIL import Image

    small = levels.resize(cells, Image.Resampling.BOX)
    return Draft(rect, cells, small.tobytes())


#: For pages on a screen: pixels per inch of the card's own size, which is shown at half of it or less, for
#: screens with two dots per pixel; the maximum number of colours of a drawing; the quality of a JPEG.
_WEB_PPI, _DRAWN, _QUALITY = 150, 256, 82


def web_picture(
    file: Path, width: float, height: float, looks: PictureLooks = DEFAULT_LOOKS
) -> tuple[str, bytes, tuple[int, int]]:
    """Return a picture that fills a space (points) on a screen: its type ("png" or "jpeg"), the bytes of its
    file, and its size in pixels.
    """
    picture = _displayed_picture(file, width, height, looks)
    excess = picture.width * picture.height / (width * height * (_WEB_PPI / 72) ** 2)
    if excess > 1:
        picture = picture.resize([max(1, round(side / excess**0.5)) for side in picture.size])
    out = io.BytesIO()
    if picture.mode == "RGBA" or picture.getcolors(_DRAWN) is not None:
        picture.save(out, "PNG", optimize=True)
        return "png", out.getvalue(), picture.size
    picture.save(out, "JPEG", quality=_QUALITY)
    return "jpeg", out.getvalue(), picture.size


def press_picture(
    file: Path,
    width: float,
    height: float,
    profile: bytes,
    looks: PictureLooks = DEFAULT_LOOKS,
    reduced_ppi: float | None = None,
) -> Any:
    """Return a picture in CMYK that fills a space (points): an ImageReader for ReportLab, a
    TransparentPicture, or a SmallPicture.

    Grey pictures stay grey, and CMYK pictures keep their inks; others are converted by the profile (an output
    profile for CMYK). Black line art stays pure black. reduced_ppi: reduce the picture to this resolution,
    for drawings that are only compared. The result then states the original pixel size, by which it is
    placed.
    """
    from reportlab.lib.utils import ImageReader

    whole = None if reduced_ppi is None else _pixels_for_print(file, width, height, looks)
    share = 1.0
    if whole is not None and reduced_ppi is not None:
        # A picture that covers its space has its lower resolution on the side that is not cropped.
        share = min(1.0, reduced_ppi / 72 / min(whole[0] / width, whole[1] / height))
    with _open_picture(file) as image:
        ready = image.mode == "CMYK" and image.getexif().get(_ORIENTATION, 1) == 1 and looks.shade is None
        picture = image.copy() if ready else None
    if picture is not None and looks.edge:
        picture = with_mirrored_edges(picture, width, height, looks.edge)
    if picture is None:
        most = _LARGE if share == 1 else min(_LARGE, ceil(4 * share**2 * _pixel_count(size_in_pixels(file))))
        picture = _displayed_picture(file, width, height, looks, most)
    if whole is None:
        excess = _pixel_count(picture.size) / _printable_pixels(width, height)
        if excess > 1:
            picture = picture.resize([max(1, round(side / excess**0.5)) for side in picture.size])
    else:
        picture = picture.resize([max(1, round(side * share)) for side in whole])
    ppi = 72 * (picture.width * picture.height / (width * height)) ** 0.5
    if picture.mode == "RGBA":
        alpha = picture.getchannel("A")
        # Line art is recognised by its light ground, which includes invisible pixels.
        colors = picture.convert("RGB")
        colors.paste((255, 255, 255), mask=alpha.point(lambda level: 255 * (level == 0)))
        return TransparentPicture(
            _colors_under_alpha(cmyk_picture(colors, profile, ppi), alpha), alpha, whole
        )
    made = picture if ready else cmyk_picture(picture, profile, ppi)
    return ImageReader(made) if whole is None else SmallPicture(made, whole)


def _pixel_count(size: tuple[int, int]) -> int:
    return size[0] * size[1]


def _pixels_for_print(file: Path, width: float, height: float, looks: PictureLooks) -> tuple[int, int]:
    """Return the width and height in pixels that press_picture() gives a picture without `reduced_ppi`."""
    wide, high = size_in_pixels(file)
    factor = ceil((wide * high / _LARGE) ** 0.5)
    wide, high = ceil(wide / factor), ceil(high / factor)
    if looks.edge:
        scale = min(wide / (width - 2 * looks.edge), high / (height - 2 * looks.edge))
        wide, high = round(width * scale), round(height * scale)
    if looks.shade is not None:
        scale = min(wide / width, high / height)
        wide, high = round(width * scale), round(height * scale)
    excess = wide * high / _printable_pixels(width, height)
    if excess > 1:
        wide, high = (max(1, round(side / excess**0.5)) for side in (wide, high))
    return wide, high


def _printable_pixels(width: float, height: float) -> float:
    """Return the number of pixels that print can show in a space (points)."""
    return width * height * (_MOST_PPI / 72) ** 2
