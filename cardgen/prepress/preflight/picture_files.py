"""Preflight of picture files, for printers that take a picture of each face instead of a PDF.

Pixel size, colours, transparency and resolution are compared with the printer's preset.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from math import isfinite, log
from typing import Any, Literal, NamedTuple

from ...colour.icc import CONDITIONS, bundled_profile
from ...colour.images import converted_to_srgb
from ...units import length_text, pixel_size, size_text
from ..comparison.card_pictures import scan_size, supersampled_size
from ..pdf.limits import MOST_PIXELS
from ..printers.model import Printer, Product
from .findings import Finding, Report, Severity, Target

_FORMATS = {"PNG": "png", "JPEG": "jpg", "TIFF": "tif"}
_BEGINNINGS = (b"\x89PNG", b"\xff\xd8\xff", b"II*\0", b"MM\0*")
#: Tolerance in pixels if the preset states no pixel size.
_SPARE = 2


def is_picture(data: bytes) -> bool:
    """Tell whether data begin with the signature of a picture format."""
    return data.startswith(_BEGINNINGS)


class PictureReading(NamedTuple):
    """The properties of a picture file that could be read, and its pixels for comparisons."""

    #: The format, such as PNG, the size in pixels, and Pillow's name of the mode.
    form: str
    size: tuple[int, int]
    mode: str
    #: Pixels per inch that the file states; None if it states none.
    claimed_ppi: float | None
    #: The picture at twice the resolution of scans: all channels, row by row.
    pixels: bytes
    fine_size: tuple[int, int]
    #: For a picture in CMYK, its scan in sRGB by its own profile or that of the printer; else empty.
    in_rgb: bytes
    scan_size: tuple[int, int]
    #: Whether it has lossy compression or a palette.
    lossy: bool
    #: Whether it has the proportions of the card with its bleed, so that the scan can be compared.
    has_shape: bool

    @property
    def space(self) -> Literal["RGB", "CMYK"]:
        """Return the colour space of the pixels: "CMYK" if there is a version in RGB as well."""
        return "CMYK" if self.in_rgb else "RGB"


def preflight_picture(data: bytes, target: Target, printer: Printer | None) -> Report:
    """Return the report on a picture file. Never raises, whatever the bytes are.

    target: the requirements; its trim is that of one of the printer's products, or None if the picture may be
    of any. printer: None if no printer is named, so that a PDF is expected.
    """
    return read_picture(data, target, printer)[0]


def read_picture(
    data: bytes, target: Target, printer: Printer | None
) -> tuple[Report, PictureReading | None]:
    """Return the report on a picture file, and the picture; None if it cannot be read.

    The arguments are those of preflight_picture(), and this function never raises either.
    """
    if printer is None or not printer.image_formats:
        who = printer.name if printer else "a standard for PDF files"
        message = (
            f"this is a picture; {who} {'takes' if printer else 'says nothing about it: a press takes'} a PDF"
        )
        return Report((_picture_finding("file-form", message, "make one with `cardgen press`"),), (), 0), None
    if not is_picture(data):
        kind = "a PDF" if data.startswith(b"%PDF") else "no picture"
        message = f"this is {kind}; {printer.name} takes a picture of each face"
        return Report(
            (_picture_finding("file-form", message, "make them with `cardgen images`"),), (), 0
        ), None
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=tuple(_FORMATS)) as picture:
                found = tuple(_picture_findings(picture, target, printer))
                report = Report(found, () if found else tuple(_picture_facts(picture, target, printer)), 1)
                return report, _picture_reading(picture, target, printer)
    except Exception:  # Pillow raises all kinds of exceptions for damaged pictures.
        message = "this picture is damaged, or larger than any card's"
        return Report(
            (_picture_finding("damage", message, "make it again with `cardgen images`"),), (), 0
        ), None


def picture_size_in_points(target: Target, printer: Printer) -> tuple[float, float] | None:
    """Return the width and height of a picture of a card with its bleed, in points.

    Returns None if the target has no trim, or no product of the printer has it.
    """
    products = _possible_products(target, printer)
    if target.trim is None or not products:
        return None
    wide, high = (side / target.ppi * 72 for side in _required_pixels(products[0], target))
    return wide, high


def _picture_reading(picture: Any, target: Target, printer: Printer) -> PictureReading | None:
    """Return an open picture as plain data; None if it has too many pixels.

    Without a known size of the card, the data have no pixels.
    """
    from PIL import Image

    if picture.width * picture.height > MOST_PIXELS:
        return None
    page = picture_size_in_points(target, printer)
    shaped = page is not None and _has_proportions(
        picture.size, _required_pixels(_possible_products(target, printer)[0], target)
    )
    reading = PictureReading(
        form=picture.format,
        size=picture.size,
        mode=picture.mode,
        claimed_ppi=_stated_ppi(picture),
        pixels=b"",
        fine_size=(0, 0),
        in_rgb=b"",
        scan_size=(0, 0),
        lossy=picture.format == "JPEG" or picture.mode == "P",
        has_shape=shaped,
    )
    if page is None:
        return reading
    fine, profile = _resized_picture(picture, supersampled_size(page))
    in_rgb, size = b"", scan_size(page)
    if fine.mode == "CMYK":
        scan = fine.resize(size, Image.Resampling.BOX)
        profile = profile or bundled_profile(CONDITIONS[printer.condition].profile)
        in_rgb = converted_to_srgb(scan, profile).tobytes()
    return reading._replace(pixels=fine.tobytes(), fine_size=fine.size, in_rgb=in_rgb, scan_size=size)


def _stated_ppi(picture: Any) -> float | None:
    """Return the pixels per inch that a picture states; None if it states none, or no positive number."""
    try:
        claimed = float(picture.info["dpi"][0])
    except (KeyError, IndexError, TypeError, ValueError, ArithmeticError):
        return None
    return claimed if isfinite(claimed) and claimed > 0 else None


def _resized_picture(picture: Any, size: tuple[int, int]) -> tuple[Any, bytes | None]:
    """Return a picture at a size in pixels, and its embedded ICC profile.

    The returned picture is in sRGB on white, or in CMYK if it was before. The profile is None if the picture
    has none.
    """
    from PIL import Image

    clear = picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info
    profile = picture.info.get("icc_profile")
    if picture.mode not in ("RGB", "CMYK"):
        picture = picture.convert("RGBA" if clear else "RGB")
    fine = picture if picture.size == size else picture.resize(size, Image.Resampling.BOX)
    if fine.mode == "RGBA":
        fine = Image.alpha_composite(Image.new("RGBA", size, "white"), fine).convert("RGB")
    return (fine if fine.mode == "CMYK" else converted_to_srgb(fine, profile)), profile


def _picture_finding(rule: str, message: str, hint: str, severity: Severity = "error") -> Finding:
    """Return a finding for a picture file."""
    return Finding(rule, message, hint, severity)


def _picture_findings(picture: Any, target: Target, printer: Printer) -> Iterator[Finding]:
    """Yield the findings for an open picture: format, colours, transparency and size."""
    again = f"make it again with `cardgen images --printer {printer.key}`"
    if picture.width * picture.height > MOST_PIXELS:
        yield _picture_finding("pixels", "the picture is larger than any card's", again)
        return
    picture.load()
    kind = _FORMATS[picture.format]
    if kind not in printer.image_formats:
        wanted = ", ".join(printer.image_formats)
        yield _picture_finding(
            "file-form", f"the picture is a {kind} file; {printer.name} takes {wanted}", again
        )
    yield from _color_findings(picture, printer)
    yield from _size_findings(picture.size, target, printer)


def _color_findings(picture: Any, printer: Printer) -> Iterator[Finding]:
    """Yield findings if a picture is not in the printer's RGB or CMYK, or is transparent.

    A preset of PDFs states the colours of its PDFs only: pictures instead of them may be in RGB or CMYK.
    """
    kinds = {"rgb": ("RGB", "RGBA", "P", "L", "LA", "1"), "cmyk": ("CMYK",)}
    modes = kinds["rgb"] + kinds["cmyk"] if printer.form == "pdf" else kinds[printer.color]
    if picture.mode not in modes:
        message = f"the picture's colours are {picture.mode}; {printer.name} takes {printer.color.upper()}"
        yield _picture_finding("picture-color", message, "convert it, or make it again with `cardgen images`")
    clear = picture.mode in ("RGBA", "LA") or "transparency" in picture.info
    if clear and picture.convert("RGBA").getchannel("A").getextrema()[0] < 255:
        message = "parts of the picture are transparent; presses print that in different ways"
        yield _picture_finding("picture-alpha", message, "make it again with square, filled corners")


# --- pixels --------------------------------------------------------------------------------------

Pixels = tuple[int, int]


def _size_findings(size: Pixels, target: Target, printer: Printer) -> Iterator[Finding]:
    """Yield a finding if a picture has another size than that of any possible product with its bleed."""
    products = _possible_products(target, printer)
    if not products:
        cut = ", ".join(f"{each.name} ({size_text(*each.trim)})" for each in printer.products)
        message = f"{printer.name} does not cut {size_text(*target.trim or (0, 0))}; it cuts {cut}"
        yield _picture_finding("pixels", message, "name one of these with --size")
    elif not any(_has_right_size(size, product, target) for product in products):
        product = min(products, key=lambda each: _size_distance(size, each, target))
        wide, high = wanted = _required_pixels(product, target)
        blank = f"{size_text(*product.trim)} with {length_text(_product_bleed(product, target))} of bleed"
        message = (
            f"the picture has {size[0]} × {size[1]} pixels, {_size_fault(size, product, target)}; "
            f"{printer.name} takes {wide} × {high} for {product.name} ({blank})"
        )
        if size[::-1] == wanted:
            hint = "turn it by 90 degrees"
        else:
            hint = f"make it of {wide} × {high} pixels, the art running out to their edges"
        yield _picture_finding("pixels", message, hint)


def _possible_products(target: Target, printer: Printer) -> list[Product]:
    """Return the products that a picture may be for.

    If the target has a trim, that is the product with this trim, or none if the printer has no such product.
    Without a trim, it is all products.
    """
    if target.trim is None:
        return list(printer.products)
    near = printer.nearest_product(target.trim)
    return [near] if all(abs(a - b) < 0.1 for a, b in zip(near.trim, target.trim, strict=True)) else []


def _required_pixels(product: Product, target: Target, bleed: float | None = None) -> Pixels:
    """Return the width and height in pixels that a picture of a product should have.

    bleed: the bleed in points; None for the target's, or for the pixels that the preset states.
    """
    if bleed is None and product.pixels:
        return product.pixels
    around = target.bleed if bleed is None else bleed
    return pixel_size(product.trim, around, target.ppi)


def _product_bleed(product: Product, target: Target) -> float:
    """Return the bleed of a product's picture in points: the target's, or that of the stated pixels if it
    differs by more than a pixel.
    """
    if product.pixels is None:
        return target.bleed
    pixel = 72 / target.ppi
    held = min(px * pixel - side for px, side in zip(product.pixels, product.trim, strict=True)) / 2
    return target.bleed if abs(held - target.bleed) < pixel else held


def _has_right_size(size: Pixels, product: Product, target: Target) -> bool:
    """Tell whether a picture has the right number of pixels.

    It may have more if the preset does not state the number.
    """
    wanted = _required_pixels(product, target)
    if product.pixels:
        return size == wanted
    enough = all(has >= wants - 1 for has, wants in zip(size, wanted, strict=True))
    return enough and _has_proportions(size, wanted)


def _has_proportions(size: Pixels, other: Pixels) -> bool:
    """Tell whether a size has the proportions of another, within two pixels."""
    scale = max(has / wants for has, wants in zip(size, other, strict=True))
    spare = _SPARE * max(scale, 1)
    return all(wants * scale - has <= spare for has, wants in zip(size, other, strict=True))


def _size_fault(size: Pixels, product: Product, target: Target) -> str:
    """Return the fault of a picture's size, as a phrase that follows the size."""
    wanted = _required_pixels(product, target)
    bare = _required_pixels(product, target, 0.0)
    if _has_proportions(size, wanted):
        return f"of the right shape but at {size[0] / wanted[0] * target.ppi:.0f} pixels per inch"
    if _has_proportions(size[::-1], wanted):
        return "which lies on its side"
    if all(abs(has - wants) <= _SPARE for has, wants in zip(size, bare, strict=True)):
        return "which is the card without its bleed"
    if _has_proportions(size, bare):
        return "of the shape of the card without its bleed"
    return "of another shape"


def _size_distance(size: Pixels, product: Product, target: Target) -> tuple[bool, float]:
    """Return a sort key of a product, which is smaller the nearer the product is to a picture's size.

    The first part is False if the picture has the product's proportions with bleed. The second is the
    distance in width and height; of the sizes with or without bleed, upright or on its side, the nearest
    counts.
    """
    meant = [_required_pixels(product, target), _required_pixels(product, target, 0.0)]
    meant += [(high, wide) for wide, high in meant]
    away = min(sum(abs(log(has / wants)) for has, wants in zip(size, each, strict=True)) for each in meant)
    return not any(_has_proportions(size, each) for each in meant[::2]), away


def _picture_facts(picture: Any, target: Target, printer: Printer) -> Iterator[str]:
    """Yield facts about a picture of the right size: format, pixels, product and resolution."""
    form: Literal["PNG", "JPEG", "TIFF"] = picture.format
    yield f"{form}, {picture.width} × {picture.height} pixels, {picture.mode}"
    product = next(
        each for each in _possible_products(target, printer) if _has_right_size(picture.size, each, target)
    )
    blank = f"{size_text(*product.trim)} with {length_text(_product_bleed(product, target))} of bleed"
    ppi = picture.width / _required_pixels(product, target)[0] * target.ppi
    yield f"{product.name}: {blank}, {ppi:.0f} pixels per inch"
