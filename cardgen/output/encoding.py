"""Pictures as PNG, JPEG and TIFF files, with resolution and colour profile; the same bytes each time."""

from __future__ import annotations

import io
import struct
import zlib
from functools import cache
from typing import Any, Literal

from ..colour.png import PHOTOGRAPH, is_photograph

Format = Literal["png", "jpg", "tif"]

#: zlib's level: drawings become smaller than at Pillow's default, in half the time.
_LEVEL = 4
_QUALITY = 92
_COLOR_TYPES = {"L": 0, "RGB": 2, "RGBA": 6}


def encode_image(
    picture: Any,
    form: Format,
    dpi: float,
    quality: int | None = None,
    profile: bytes | None = None,
    level: int = _LEVEL,
) -> bytes:
    """Return a picture as a PNG, JPEG or TIFF file. RGB is tagged as sRGB.

    picture: a PIL image in RGB or RGBA, for TIFF also in CMYK. quality: that of a JPEG. profile: the ICC
    profile of CMYK; None for a file without one. level: zlib's compression level, for a PNG of a drawing.
    """
    if form == "png" and not is_photograph(picture):
        return _encode_png(picture, dpi, level)
    out = io.BytesIO()
    if form == "png":
        picture.save(out, "PNG", dpi=(dpi, dpi), icc_profile=srgb_profile(), **PHOTOGRAPH)
    elif form == "jpg":
        picture.save(
            out,
            "JPEG",
            quality=quality or _QUALITY,
            subsampling=0,
            dpi=(dpi, dpi),
            icc_profile=srgb_profile(),
        )
    else:
        marked = profile if picture.mode == "CMYK" else srgb_profile()
        more = {"icc_profile": marked} if marked else {}
        picture.save(out, "TIFF", compression="tiff_lzw", dpi=(dpi, dpi), **more)
    return out.getvalue()


@cache
def srgb_profile() -> bytes:
    """Return an ICC profile of sRGB with a fixed date, so that files are the same each time."""
    from PIL import ImageCms

    made = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    # ICC.1:2022, 7.2.8: date and time; set to the year of sRGB's standard, IEC 61966-2-1.
    struct.pack_into(">6H", made, 24, 1999, 10, 18, 0, 0, 0)
    return bytes(made)


def _encode_png(picture: Any, dpi: float, level: int) -> bytes:
    """Return a picture as PNG without row filters, which suits drawings best (ISO/IEC 15948, 12.8)."""
    width, height = picture.size
    row = width * len(picture.getbands())
    # Each row needs a leading byte for its filter, which is 0 for none.
    rows = b"\0" + picture.tobytes("raw", picture.mode, row + 1)[:-1]
    packer = zlib.compressobj(level, zlib.DEFLATED, 15, 9)
    data = packer.compress(rows) + packer.flush()
    meter = round(dpi / 0.0254)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _png_chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, _COLOR_TYPES[picture.mode], 0, 0, 0)),
            _png_chunk(b"iCCP", b"sRGB\0\0" + zlib.compress(srgb_profile(), 9)),
            _png_chunk(b"pHYs", struct.pack(">2IB", meter, meter, 1)),
            _png_chunk(b"IDAT", data),
            _png_chunk(b"IEND", b""),
        )
    )


def _png_chunk(name: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG: length, name, data and checksum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
