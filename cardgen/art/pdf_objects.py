"""PDF objects that ReportLab does not support: masked images, and transparency groups."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from hashlib import md5
from typing import Any

from reportlab.pdfbase import pdfdoc

from ..colour.colors import Space
from ..colour.encoded_pictures import EncodedPicture, pixel_digest
from ..colour.images import Jpeg
from ..colour.png import filtered_rows, is_photograph
from ..geometry import Rect
from ..text.reportlab_parts import (
    add_object,
    add_page_entries,
    document_of,
    form_resources,
    internal_name,
    is_transparency_group,
    names_of_drawn_objects,
    objects_of,
    pages_of,
    set_transparency_group,
)

_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}


class _PictureStream(pdfdoc.PDFStream):  # type: ignore[misc]
    """A stream that is released when it is written. ReportLab keeps all streams to the end of the file."""

    def format(self, document: Any) -> bytes:
        """Return the bytes of the stream, once."""
        data: bytes = super().format(document)
        self.content = None
        return data


def _image_object(picture: Any, entries: dict[str, Any], level: int) -> pdfdoc.PDFStream:
    """Return an image XObject with entries that ReportLab's own images cannot have.

    level: zlib's compression level; photographs are compressed as in PNG files unless it is 0.
    """
    wide, high = picture.size
    filtered = picture.rows if isinstance(picture, EncodedPicture) else None
    if filtered is None and level and picture.mode in ("RGB", "CMYK") and is_photograph(picture):
        filtered = filtered_rows(picture)
    if filtered is not None:
        data = filtered
        rows = {"Predictor": 15, "Colors": len(picture.mode), "Columns": wide}
        entries = {**entries, "DecodeParms": pdfdoc.PDFDictionary(rows)}
    else:
        data = zlib.compress(picture.tobytes(), level)
    head = {
        "Type": pdfdoc.PDFName("XObject"),
        "Subtype": pdfdoc.PDFName("Image"),
        "Width": wide,
        "Height": high,
        **entries,
        "Filter": pdfdoc.PDFName("FlateDecode"),
    }
    return _PictureStream(pdfdoc.PDFDictionary(head), data)


def register_image(canvas: Any, colors: Any, mask: Any, *, soft: bool, level: int) -> tuple[str, str]:
    """Add a picture with a mask to the file of a ReportLab canvas, once. Return the name under which it is
    registered, and its internal name.

    colors: an EncodedPicture, or a PIL image in mode L, RGB or CMYK. mask: a PIL image in mode L, where 255
    is opaque, or None. soft: whether to keep the levels of the mask between 0 and 255. A mask without them,
    in which only 255 is opaque, is one that PDF/X-1a allows (ISO 32000-1, 8.9.6.3). level: zlib's compression
    level of both.
    """
    document = document_of(canvas)
    digest = colors.digest if isinstance(colors, EncodedPicture) else pixel_digest(colors)
    if mask is not None:
        digest += pixel_digest(mask)
    name = f"{digest}-{colors.size[0]}-{'soft' if soft else 'hard'}"
    registered = internal_name(document, name)
    if registered in objects_of(canvas):
        return name, registered
    space = {"ColorSpace": pdfdoc.PDFName(_SPACES[colors.mode]), "BitsPerComponent": 8}
    if mask is None:
        document.addForm(name, _image_object(colors, space, level))
    else:
        if soft:
            grey = {"ColorSpace": pdfdoc.PDFName("DeviceGray"), "BitsPerComponent": 8}
            masking = _image_object(mask, grey, level)
        else:
            bits = mask.point(lambda level: 255 * (level == 255)).convert("1", dither=0)
            # A sample of 1 is painted, as Decode is inverted.
            bit_mask = {"ImageMask": "true", "BitsPerComponent": 1, "Decode": pdfdoc.PDFArray([1, 0])}
            masking = _image_object(bits, bit_mask, level)
        entries = {
            **space,
            "SMask" if soft else "Mask": add_object(document, masking, f"{registered}.mask"),
        }
        document.addForm(name, _image_object(colors, entries, level))
    return name, registered


def register_jpeg(canvas: Any, jpeg: Jpeg) -> tuple[str, str]:
    """Add a JPEG to the file of a ReportLab canvas unchanged, once. Return the name under which it is
    registered, and its internal name.

    ReportLab itself would decode the JPEG and store its pixels.
    """
    document = document_of(canvas)
    name = f"jpeg-{md5(jpeg.data, usedforsecurity=False).hexdigest()}"
    registered = internal_name(document, name)
    if registered not in objects_of(canvas):
        head = {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Image"),
            "Width": jpeg.size[0],
            "Height": jpeg.size[1],
            "ColorSpace": pdfdoc.PDFName(_SPACES[jpeg.mode]),
            "BitsPerComponent": 8,
            "Filter": pdfdoc.PDFName("DCTDecode"),
        }
        document.addForm(name, _PictureStream(pdfdoc.PDFDictionary(head), jpeg.data))
    return name, registered


def draw_group(
    canvas: Any,
    area: Rect,
    state: Mapping[str, Any],
    space: Space,
    draw: Callable[[], None],
    depth: int = 1,
) -> None:
    """Draw a transparency group in a graphics state on a ReportLab canvas (ISO 32000-1, 11.6.6).

    area: the bounds of the group. state: the parameters of the graphics state, such as the opacity (`ca`).
    draw: draws the contents of the group. depth: 2 for a group within a group, and so on.

    A form around the group sets the state: ReportLab lists graphics states for pages only, so that content
    within another form could not name one.
    """
    document = document_of(canvas)
    inner = f"group-{len(objects_of(canvas))}" + (f"-{depth}" if depth > 1 else "")
    canvas.beginForm(inner, area.x, area.y, area.right, area.top)
    draw()
    canvas.endForm()
    set_transparency_group(canvas, inner, _blending_group(space))
    resources = form_resources(document, [inner], Opacity=pdfdoc.PDFDictionary(dict(state)))
    outer = f"{inner}-opacity"
    canvas.beginForm(outer, area.x, area.y, area.right, area.top)
    canvas.addLiteral("/Opacity gs")
    canvas.doForm(inner)
    canvas.endForm(Resources=resources)
    canvas.doForm(outer)


def soft_mask(canvas: Any, area: Rect, key: object, draw: Callable[[], None]) -> Any:
    """Return a soft mask for a graphics state (ISO 32000-1, 11.6.5.2). Its levels are the brightness of what
    `draw` draws.

    area: the bounds; outside of them everything is hidden. key: a value that is equal for equal masks; the
    file contains equal masks once. draw: draws in grey.
    """
    name = f"mask-{md5(repr((key, tuple(area))).encode(), usedforsecurity=False).hexdigest()}"
    if not canvas.hasForm(name):
        canvas.beginForm(name, area.x, area.y, area.right, area.top)
        draw()
        canvas.endForm()
        set_transparency_group(canvas, name, _group_dictionary("DeviceGray"))
    document = document_of(canvas)
    registered = internal_name(document, name)
    form = add_object(document, objects_of(canvas)[registered], registered)
    return pdfdoc.PDFDictionary({"S": pdfdoc.PDFName("Luminosity"), "G": form})


def _blending_group(space: Space) -> Any:
    """Return the dictionary of an isolated group that blends in a colour space."""
    return _group_dictionary("DeviceRGB" if space == "rgb" else "DeviceCMYK")


def _group_dictionary(name: str) -> Any:
    entries = {"S": pdfdoc.PDFName("Transparency"), "CS": pdfdoc.PDFName(name), "I": "true"}
    return pdfdoc.PDFDictionary(entries)


def set_media_box(canvas: Any, box: Rect) -> None:
    """Set the media box of the last page that a ReportLab canvas has finished."""
    pages_of(canvas)[-1].MediaBox = pdfdoc.PDFArray([box.x, box.y, box.right, box.top])


def set_page_groups(canvas: Any, space: Space) -> None:
    """Set a blending colour space for those pages of a ReportLab canvas that have transparency.

    The blending space of a page without a group is the viewer's choice (ISO 32000-1, 11.4.7).
    """
    objects = objects_of(canvas)
    known: dict[str, bool] = {}

    def is_transparent(name: str) -> bool:
        if name not in known:
            thing = objects[name]
            if isinstance(thing, pdfdoc.PDFStream):
                known[name] = "SMask" in thing.dictionary.dict
            elif isinstance(thing, pdfdoc.PDFImageXObject):
                known[name] = False
            else:
                known[name] = is_transparency_group(thing) or any(
                    map(is_transparent, names_of_drawn_objects(thing))
                )
        return known[name]

    for page in pages_of(canvas):
        if any(map(is_transparent, names_of_drawn_objects(page))):
            add_page_entries(page, Group=_blending_group(space))
