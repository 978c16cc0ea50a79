"""Preflight of picture files, for printers that take a picture of each face instead of a PDF.

The pixels, the colours, transparency and the resolution are held against the printer's preset.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from typing import Any, Literal

from ..printer import Printer, Product
from ..units import shown_size
from .findings import Finding, Report, Severity, Target

_FORMATS = {"PNG": "png", "JPEG": "jpg", "TIFF": "tif"}
_BEGINNINGS = (b"\x89PNG", b"\xff\xd8\xff", b"II*\0", b"MM\0*")
#: More pixels than any card's picture has.
_MOST_PIXELS = 60_000_000


def is_picture(data: bytes) -> bool:
    """Whether a file begins as pictures do."""
    return data.startswith(_BEGINNINGS)


def preflight_picture(data: bytes, target: Target, printer: Printer | None) -> Report:
    """Hold a picture file against what a printer wants of pictures. Never raises, whatever the bytes are."""
    if printer is None or printer.form != "images":
        who = printer.name if printer else "a standard for PDF files"
        message = (
            f"this is a picture; {who} {'takes' if printer else 'says nothing about it: a press takes'} a PDF"
        )
        return Report((_finding("file-form", message, "make one with `cardgen press`"),), (), 0)
    if not is_picture(data):
        kind = "a PDF" if data.startswith(b"%PDF") else "no picture"
        message = f"this is {kind}; {printer.name} takes a picture of each face"
        return Report((_finding("file-form", message, "make them with `cardgen images`"),), (), 0)
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=tuple(_FORMATS)) as picture:
                found = tuple(_looked_at(picture, target, printer))
                return Report(found, () if found else tuple(_facts(picture)), 1)
    except Exception:  # Pillow raises of all kinds for damaged pictures
        message = "this picture is damaged, or larger than any card's"
        return Report((_finding("damage", message, "make it again with `cardgen images`"),), (), 0)


def _finding(rule: str, message: str, hint: str, severity: Severity = "error") -> Finding:
    return Finding(rule, message, hint, severity)


def _looked_at(picture: Any, target: Target, printer: Printer) -> Iterator[Finding]:
    again = "make it again with `cardgen images`"
    if picture.width * picture.height > _MOST_PIXELS:
        yield _finding("pixels", "the picture is larger than any card's", again)
        return
    picture.load()
    kind = _FORMATS[picture.format]
    if kind not in printer.image_formats:
        wanted = ", ".join(printer.image_formats)
        yield _finding("file-form", f"the picture is a {kind} file; {printer.name} takes {wanted}", again)
    yield from _colors(picture, printer)
    yield from _pixels(picture, target, printer)


def _colors(picture: Any, printer: Printer) -> Iterator[Finding]:
    """RGB or CMYK as the printer's preset has it, and nothing to be seen through."""
    modes = {"rgb": ("RGB", "RGBA", "P", "L", "LA", "1"), "cmyk": ("CMYK",)}[printer.color]
    if picture.mode not in modes:
        message = f"the picture's colours are {picture.mode}; {printer.name} takes {printer.color.upper()}"
        yield _finding("picture-color", message, "convert it, or make it again with `cardgen images`")
    clear = picture.mode in ("RGBA", "LA") or "transparency" in picture.info
    if clear and picture.convert("RGBA").getchannel("A").getextrema()[0] < 255:
        message = "parts of the picture can be seen through; what a press makes of that nobody knows"
        yield _finding("picture-alpha", message, "make it again with square, filled corners")


def _pixels(picture: Any, target: Target, printer: Printer) -> Iterator[Finding]:
    """The exact pixels where the preset has them, else the size of the card with its bleed at its ppi."""
    size = picture.size
    listed = [product for product in printer.products if product.pixels]
    if any(size == product.pixels for product in listed):
        return
    turned = next((product for product in listed if size[::-1] == product.pixels), None)
    if turned:
        yield _finding("pixels", "the picture lies on its side", "turn it by 90 degrees")
    elif listed and len(listed) == len(printer.products):
        sizes = ", ".join(f"{product.name} {_shown(product)}" for product in listed)
        message = f"the picture has {size[0]} × {size[1]} pixels; {printer.name} takes {sizes}"
        yield _finding("pixels", message, "make it again with `cardgen images`")
    elif not any(_fits(size, product, target) for product in printer.products):
        message = f"the picture has {size[0]} × {size[1]} pixels: too few, or of another shape than a card"
        hint = f"it needs the bleed all round, and {target.ppi} pixels an inch"
        yield _finding("pixels", message, hint)


def _shown(product: Product) -> str:
    width, height = product.pixels or (0, 0)
    return f"{width} × {height}"


def _fits(size: tuple[int, int], product: Product, target: Target) -> bool:
    """Whether so many pixels are a card with its bleed: enough of them, and of its shape."""
    wide, high = (side + 2 * target.bleed for side in product.trim)
    needed = (wide * target.ppi / 72, high * target.ppi / 72)
    enough = size[0] >= needed[0] - 1.5 and size[1] >= needed[1] - 1.5
    return enough and abs(size[0] / size[1] - wide / high) < 0.01


def _facts(picture: Any) -> Iterator[str]:
    form: Literal["PNG", "JPEG", "TIFF"] = picture.format
    dpi = picture.info.get("dpi", (0, 0))[0]
    yield f"{form}, {picture.width} × {picture.height} pixels, {picture.mode}"
    if dpi and float(dpi) > 1:
        width, height = (side / float(dpi) * 72 for side in picture.size)
        yield f"{float(dpi):.0f} pixels an inch: {shown_size(width, height)}"
