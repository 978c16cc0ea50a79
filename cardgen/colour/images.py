"""Picture files that a pack names: other people's files, looked at before they are drawn."""

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
from ..units import MM, BadValue, Sentence, shown_size
from .colors import Triple
from .conversion import in_cmyk

#: More pixels, in all and on a side, than any card of 300 mm needs at 600 ppi; more bytes than those take.
MOST_PIXELS, _MOST_SIDE, _MOST_BYTES = 60_000_000, 20_000, 256 << 20
#: A picture of more pixels is made smaller before anything else, so that its copies are small: on a card of
#: 300 mm it still has 330 of them an inch.
_LARGE = 16_000_000
LEAST_PPI = 300
#: Share by which a picture may fall short of the resolution that is asked for, in preflight and proofs too.
FORGIVEN = 0.05
#: More pixels per inch than print can show.
_MOST_PPI = 600
FORMATS = ("PNG", "JPEG")
#: A back is compared with itself turned about in cells of a quarter of a millimetre, each with the lightest
#: and darkest of its neighbours: so the two may be a cell apart. What still differs is averaged over squares
#: of 2 mm, about the least sign that marks a card, and seen from so many levels (of 255) on: a lattice in
#: JPEG of quality 30 gives 9, with noise of 25 levels 4; a word of 2 mm on it 19, a faint patch its contrast.
_CELL, _SQUARE, _SEEN = 0.25 * MM, 8, 12
#: So much of a picture may hang over the card unsaid.
_CUT = 0.05
#: The Exif tag that says how a picture must be turned (CIPA DC-008, 4.6.4).
_ORIENTATION = 0x0112


def check(file: Path, width: float, height: float, path: KeyPath, whole: bool = True) -> Iterator[Problem]:
    """Yield the problems of a picture that is to fill so much space (points): form, size, resolution.

    whole: say how much of it is cut off.
    """
    try:
        wide, high = _picture_size(file)
    except BadValue as error:
        yield Problem(str(error), path, error.hint)
        return
    share = min(wide / high * height / width, high / wide * width / height)
    if whole and share < 1 - _CUT:
        part = f"{100 * (1 - share):.0f}"
        message = Sentence("the shape of the card cuts {part} % of this picture off", part=part)
        hint = Sentence(
            "crop it to the card's shape, such as {wide} × {high} pixels",
            wide=_pixels(width),
            high=_pixels(height),
        )
        yield remark(message, path, hint, "warning", name="shape")
    ppi = min(wide / width, high / height) * 72
    if ppi < LEAST_PPI * (1 - FORGIVEN):
        message = Sentence(
            "this picture has {ppi} pixels per inch at its size of {size}",
            ppi=f"{ppi:.0f}",
            size=shown_size(width, height),
        )
        hint = Sentence(
            "for a sharp print use {wide} × {high} pixels or more", wide=_pixels(width), high=_pixels(height)
        )
        yield remark(message, path, hint, "warning", name="resolution")


def _picture_size(file: Path) -> tuple[int, int]:
    """Return a picture's width and height in pixels, once it has been read to its end. Raises BadValue."""
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with _open(file) as image:
                if image.width * image.height > MOST_PIXELS or max(image.size) > _MOST_SIDE:
                    raise Image.DecompressionBombError
                image.load()
                sideways = image.getexif().get(_ORIENTATION, 1) >= 5
                return (image.height, image.width) if sideways else image.size
    except BadValue:
        raise
    except Image.DecompressionBombError:
        most = f"at most {MOST_PIXELS // 1_000_000} million are allowed, and {_MOST_SIDE:,} on a side"
        raise BadValue("this picture has more pixels than can be opened safely", most) from None
    except UnidentifiedImageError:
        raise BadValue("this is not a PNG or JPEG picture", "save it as one of them") from None
    except Exception as error:
        raise BadValue(f"this picture cannot be opened ({_reason(error)})", "save it again") from None


def size_in_pixels(file: Path) -> tuple[int, int]:
    """Return the width and height in pixels of a picture that has been checked, as it stands upright."""
    with _open(file) as image:
        sideways = image.getexif().get(_ORIENTATION, 1) >= 5
        return (image.height, image.width) if sideways else image.size


def may_be_transparent(file: Path) -> bool:
    """Tell whether a picture that has been checked has transparent pixels, or an alpha channel at least."""
    with _open(file) as image:
        return "A" in image.getbands() or "transparency" in image.info


def _open(file: Path) -> Any:
    """Open a picture as a PIL image, not yet decoded. Raises OSError, BadValue, or anything of Pillow's."""
    from PIL import Image

    return Image.open(io.BytesIO(_bytes(file)), formats=FORMATS)


def _bytes(file: Path) -> bytes:
    data = untrusted.read_admitted(file, _MOST_BYTES)
    if len(data) > _MOST_BYTES:
        most = f"at most {_MOST_BYTES >> 20} MB are read"
        raise BadValue("this picture's file is larger than any card's", most)
    return data


def _reason(error: Exception) -> str:
    """Tell what the system or Pillow says, in a line; Pillow raises what it likes for damaged files."""
    said = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    return said.splitlines()[0][:80]


def _pixels(points: float) -> int:
    return -int(-points / 72 * LEAST_PPI // 1)


def one_way(file: Path, width: float, height: float) -> bool:
    """Tell whether a picture that fills so much space (points) looks different anywhere when turned about."""
    from PIL import Image, ImageChops, ImageFilter

    whole = in_srgb(file)
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


def in_srgb(file: Path, ground: Triple | None = (1, 1, 1), most: int = _LARGE) -> Any:
    """Return a picture as it is meant to look, upright and in sRGB, as a PIL image in mode RGB.

    ground: what shows where it is transparent; None keeps such pixels, in mode RGBA if there are any. most:
    so many pixels; one of more is made smaller.
    """
    from PIL import Image, ImageOps

    with _open(file) as image:
        if most < _LARGE:
            # A JPEG is read at a half, a quarter or an eighth of its size in a fraction of the time.
            share = min(1.0, (most / (image.width * image.height)) ** 0.5)
            image.draft(None, (round(share * image.width), round(share * image.height)))
        profile = image.info.get("icc_profile")
        upright = ImageOps.exif_transpose(_reduced(image, most))
    if upright.mode.startswith("I"):
        # 16 bits a pixel; Pillow would cut off all but the darkest 256 steps.
        upright = upright.convert("I").point(lambda level: level / 256).convert("L")
    alpha = None
    if "A" in upright.getbands() or "transparency" in upright.info:
        layer = upright.convert("RGBA")
        if ground is None:
            alpha, upright = layer.getchannel("A"), layer.convert("RGB")
        else:
            paper = Image.new("RGBA", layer.size, tuple(round(255 * part) for part in ground))
            upright = Image.alpha_composite(paper, layer).convert("RGB")
    made = in_srgb_by(upright, profile)
    made = made if made.mode == "RGB" else made.convert("RGB")
    if alpha is not None and _least_level(alpha) < 255:
        made.putalpha(alpha)
    return made


def _reduced(image: Any, most: int) -> Any:
    """Return the same image, with fewer pixels where it has more than so many."""
    factor = ceil((image.width * image.height / most) ** 0.5)
    if factor < 2:
        return image
    if image.mode in ("1", "P", "L", "RGB") and "transparency" in image.info:
        # Mixed with others, the colour that stands for transparency would be one like any other.
        image = image.convert("RGBA")
    elif image.mode in ("1", "P"):
        image = image.convert("RGB")
    elif image.mode.startswith("I;"):
        image = image.convert("I")
    return image.reduce(factor)


def in_srgb_by(image: Any, profile: bytes | None) -> Any:
    """Return a picture in sRGB by the profile that came with it; as it is where that is of no use."""
    if not profile:
        return image
    from PIL import ImageCms

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        return ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image


class Looks(NamedTuple):
    """How a picture is shown: its ground, what its foot passes into, and then, what stays in sight of it."""

    #: None keeps transparent pixels as they are.
    ground: Triple | None = (1, 1, 1)
    shade: Triple | None = None
    focus: tuple[float, float] = (50, 50)
    #: Points along the edges of its space that its own edges are mirrored into: it ends that far inside.
    edge: float = 0.0


class SeeThrough(NamedTuple):
    """A picture with transparent pixels: its colours (PIL: RGB or CMYK) and how opaque they are (L)."""

    colors: Any
    alpha: Any
    #: The pixels that it is placed as if it had, where it was made smaller.
    stands_for: tuple[int, int] | None = None


class SmallPicture(NamedTuple):
    """A picture in fewer pixels than print can show, for drawings that are only compared."""

    #: A PIL image: L or CMYK.
    colors: Any
    #: The pixels that it is placed as if it had.
    stands_for: tuple[int, int]


PLAIN = Looks()
#: Where the shade of a picture begins and where it is full, from the foot, as shares of the height.
_SHADE_ENDS, _SHADE_FULL, _SHADE = 0.46, 0.13, 0.94


def _displayed_picture(file: Path, width: float, height: float, looks: Looks, most: int = _LARGE) -> Any:
    """Return a picture as a PIL image in sRGB, cut to its space and shaded where it is to be."""
    picture = in_srgb(file, looks.ground, most)
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
    mask = Image.frombytes("L", (1, high), _shade_levels(high))
    color = tuple(round(255 * part) for part in looks.shade)
    if picture.mode == "RGBA":
        shade = Image.new("RGBA", picture.size, (*color, 0))
        shade.putalpha(mask.resize(picture.size))
        return Image.alpha_composite(picture, shade)
    picture.paste(color, (0, 0, *picture.size), mask.resize(picture.size))
    return picture


@lru_cache(maxsize=16)
def _shade_levels(rows: int) -> bytes:
    """Return how opaque a shade is in each row of a picture, from the top."""
    shares = (
        (row / max(1, rows - 1) - (1 - _SHADE_ENDS)) / (_SHADE_ENDS - _SHADE_FULL) for row in range(rows)
    )
    clipped = (min(1.0, max(0.0, share)) for share in shares)
    return bytes(round(255 * _SHADE * share * share * (3 - 2 * share)) for share in clipped)


def with_mirrored_edges(picture: Any, width: float, height: float, edge: float) -> Any:
    """Return a PIL image to fill so much space, with its own edges mirrored into the outermost part of that.

    width, height, edge: in one unit; the picture itself covers what lies farther in than the edge.
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
    # The rows above and below take the corners with them.
    made.paste(ImageOps.flip(made.crop((0, rim, made.width, 2 * rim))), (0, 0))
    low = made.crop((0, core.height, made.width, core.height + rim))
    made.paste(ImageOps.flip(low), (0, rim + core.height))
    return made


def ends_at_trim(file: Path, width: float, height: float, bleed: float) -> bool:
    """Tell whether a picture has the shape of a card's trim (points), rather than of the trim and its bleed.

    A square card has the same shape both ways: then it does. So does one that cannot be opened.
    """
    from PIL import UnidentifiedImageError

    try:
        wide, high = size_in_pixels(file)
    except (OSError, BadValue, UnidentifiedImageError, ValueError, SyntaxError):
        return True
    shapes = (width / height, (width + 2 * bleed) / (height + 2 * bleed))
    trim, bled = (abs(log(wide / high / shape)) for shape in shapes)
    return trim <= bled


def picture_rect(size: tuple[int, int], rect: Rect, fit: str, focus: tuple[float, float]) -> Rect:
    """Tell where a picture of so many pixels lies that covers a rectangle, or stands whole in it ("contain").

    focus: what stays in sight, in per cent from the left and from the top.
    """
    wide, high = size
    width = (min if fit == "contain" else max)(rect.width, rect.height * wide / high)
    height = width * high / wide
    x = rect.x - (width - rect.width) * focus[0] / 100
    y = rect.y - (height - rect.height) * (1 - focus[1] / 100)
    return Rect(x, y, width, height)


#: Text stands on what is around its letters: tones are those of squares of a millimetre, or of half of one
#: where the edges of transparent pixels count. They take no more pixels than these.
_AROUND, _AT_EDGES, _ENOUGH = MM, 0.5 * MM, 250_000


class Draft(NamedTuple):
    """A picture in a rectangle as its tones, square by square."""

    #: Where it lies; what hangs over the rectangle is not seen.
    place: Rect
    #: How many squares lie side by side and one above another.
    size: tuple[int, int]
    #: A byte a square, row by row from the top left; see tones.py. For a draft in colour, three in sRGB.
    tones: bytes
    #: How opaque each square is, a byte each; empty where all are.
    alpha: bytes = b""


def draft(file: Path, rect: Rect, fit: str, looks: Looks, in_color: bool = False) -> Draft:
    """Return the tones, or the colours, of a picture in a rectangle (points).

    Raises whatever Pillow does, and BadValue.
    """
    from PIL import Image

    from .tones import in_tones

    picture = _displayed_picture(file, rect.width, rect.height, looks, _ENOUGH)
    place = picture_rect(picture.size, rect, fit, looks.focus)
    square = _AT_EDGES if picture.mode == "RGBA" else _AROUND
    cells = (max(1, round(place.width / square)), max(1, round(place.height / square)))
    small = picture.resize(cells, Image.Resampling.BOX)
    alpha = small.getchannel("A").tobytes() if small.mode == "RGBA" else b""
    plain = small.convert("RGB")
    return Draft(place, cells, (plain if in_color else in_tones(plain)).tobytes(), alpha)


def for_pdf(file: Path, width: float, height: float, looks: Looks = PLAIN) -> Any:
    """Return a picture to fill so much space (points) as ReportLab wants it, an ImageReader, or a SeeThrough.

    A plain JPEG goes into the PDF as it is; of any other no more pixels than print can show.
    """
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    raw = _bytes(file)
    with Image.open(io.BytesIO(raw), formats=FORMATS) as image:
        upright = image.getexif().get(_ORIENTATION, 1) == 1
        plain = image.format == "JPEG" and image.mode in ("RGB", "L") and "icc_profile" not in image.info
        small = image.width * image.height <= 4 * _shown_pixels(width, height)
    if plain and upright and small and looks.shade is None and not looks.edge:
        return ImageReader(io.BytesIO(raw))
    picture = _displayed_picture(file, width, height, looks)
    excess = picture.width * picture.height / _shown_pixels(width, height)
    if excess > 1:
        picture = picture.resize([max(1, round(side / excess**0.5)) for side in picture.size])
    if picture.mode == "RGBA":
        alpha = picture.getchannel("A")
        return SeeThrough(_spread(picture.convert("RGB"), alpha), alpha)
    if plain and looks.edge and looks.shade is None:
        # A photograph stays about as small as it came.
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=_FINE_QUALITY, subsampling=0)
        out.seek(0)
        return ImageReader(out)
    return ImageReader(picture)


#: Of a JPEG that is made anew for print, with a mirrored edge: no difference can be seen.
_FINE_QUALITY = 93


def _spread(colors: Any, alpha: Any) -> Any:
    """Return the colours of a picture with those of its visible pixels spread over the invisible ones.

    Viewers shrink colours and transparency apart from one another, and would mix the colour of invisible
    pixels into the edges of visible ones. Each invisible pixel takes the mean of the nearest visible ones.
    """
    from PIL import Image

    visible = alpha.point(_is_any)
    if not visible.getbbox():
        return colors
    layers = [Image.merge("LA", (band, visible)) for band in colors.split()]
    halves = [layers]
    while max(halves[-1][0].size) > 1 and _least_level(halves[-1][0].getchannel("A")) < 255:
        halves.append([layer.reduce(2) for layer in halves[-1]])
        visible = halves[-1][0].getchannel("A").point(_is_any)
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


def _is_any(level: int) -> int:
    return 255 * (level > 0)


#: Of pictures on pages for a screen: pixels per inch of the card's own size, which is shown at half of it or
#: less, for screens with two dots a pixel; how many colours a drawing has at most; the quality of a JPEG.
_WEB_PPI, _DRAWN, _QUALITY = 150, 256, 82


def for_web(
    file: Path, width: float, height: float, looks: Looks = PLAIN
) -> tuple[str, bytes, tuple[int, int]]:
    """Return a picture to fill so much space (points) on a screen: kind, file and size in pixels."""
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


def for_press(
    file: Path,
    width: float,
    height: float,
    profile: bytes,
    looks: Looks = PLAIN,
    least_ppi: float | None = None,
) -> Any:
    """Return a picture in CMYK to fill so much space (points) as ReportLab wants it, an ImageReader; or a
    SeeThrough or SmallPicture.

    Grey pictures stay grey, and one that is CMYK already keeps its inks; any other is converted by the
    profile (an output profile for CMYK). Black line art stays pure black. least_ppi: make the picture
    smaller, down to so many pixels per inch, for drawings that are only compared at that resolution, and
    say how many it would have, so that it is placed alike.
    """
    from reportlab.lib.utils import ImageReader

    whole = None if least_ppi is None else _pixels_for_print(file, width, height, looks)
    share = 1.0
    if whole is not None and least_ppi is not None:
        # A picture that covers its space has the fewer pixels per inch on the side that nothing hangs over.
        share = min(1.0, least_ppi / 72 / min(whole[0] / width, whole[1] / height))
    with _open(file) as image:
        ready = image.mode == "CMYK" and image.getexif().get(_ORIENTATION, 1) == 1 and looks.shade is None
        picture = image.copy() if ready else None
    if picture is not None and looks.edge:
        picture = with_mirrored_edges(picture, width, height, looks.edge)
    if picture is None:
        most = _LARGE if share == 1 else min(_LARGE, ceil(4 * share**2 * _area(size_in_pixels(file))))
        picture = _displayed_picture(file, width, height, looks, most)
    if whole is None:
        excess = _area(picture.size) / _shown_pixels(width, height)
        if excess > 1:
            picture = picture.resize([max(1, round(side / excess**0.5)) for side in picture.size])
    else:
        picture = picture.resize([max(1, round(side * share)) for side in whole])
    ppi = 72 * (picture.width * picture.height / (width * height)) ** 0.5
    if picture.mode == "RGBA":
        alpha = picture.getchannel("A")
        # Black line art is told from its light ground, which invisible pixels are part of.
        colors = picture.convert("RGB")
        colors.paste((255, 255, 255), mask=alpha.point(lambda level: 255 * (level == 0)))
        return SeeThrough(_spread(in_cmyk(colors, profile, ppi), alpha), alpha, whole)
    made = picture if ready else in_cmyk(picture, profile, ppi)
    return ImageReader(made) if whole is None else SmallPicture(made, whole)


def _area(size: tuple[int, int]) -> int:
    return size[0] * size[1]


def _pixels_for_print(file: Path, width: float, height: float, looks: Looks) -> tuple[int, int]:
    """Return how many pixels for_press() makes of a picture for the finest print, each way."""
    wide, high = size_in_pixels(file)
    factor = ceil((wide * high / _LARGE) ** 0.5)
    wide, high = ceil(wide / factor), ceil(high / factor)
    if looks.edge:
        scale = min(wide / (width - 2 * looks.edge), high / (height - 2 * looks.edge))
        wide, high = round(width * scale), round(height * scale)
    if looks.shade is not None:
        scale = min(wide / width, high / height)
        wide, high = round(width * scale), round(height * scale)
    excess = wide * high / _shown_pixels(width, height)
    if excess > 1:
        wide, high = (max(1, round(side / excess**0.5)) for side in (wide, high))
    return wide, high


def _shown_pixels(width: float, height: float) -> float:
    """Tell how many pixels print can show in so much space (points)."""
    return width * height * (_MOST_PPI / 72) ** 2
