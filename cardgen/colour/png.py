"""The deflated rows of a PNG file, which PDFs hold as well (ISO 32000-1, 7.4.4.4)."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

#: Number of colours above which a picture counts as a photograph, which needs PNG's filters. Their output
#: has few repetitions, so run-length coding takes a fifth of the time of zlib's default, for nearly the same
#: size.
_DRAWN = 20_000
PHOTOGRAPH = {"compress_level": 1, "compress_type": zlib.Z_RLE}
_SIGNATURE = 8


def is_photograph(picture: Any) -> bool:
    """Tell whether a picture (PIL) has so many colours that filters make it smaller."""
    return bool(picture.getcolors(_DRAWN) is None)


def filtered_rows(picture: Any) -> bytes:
    """Return the pixels of a picture (PIL: L, RGB or CMYK), filtered as in a PNG file, and deflated."""
    from PIL import Image

    # PNG has no CMYK, but filters work on bytes, whatever they mean.
    rows = picture if picture.mode != "CMYK" else Image.frombytes("RGBA", picture.size, picture.tobytes())
    out = io.BytesIO()
    rows.save(out, "PNG", **PHOTOGRAPH)
    file, at, found = out.getvalue(), _SIGNATURE, []
    while at < len(file):
        length, name = struct.unpack_from(">I4s", file, at)
        if name == b"IDAT":
            found.append(file[at + 8 : at + 8 + length])
        at += 12 + length
    return b"".join(found)
