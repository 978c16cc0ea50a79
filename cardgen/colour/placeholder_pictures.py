"""Grey pictures that stand in for missing ones, and how they are recognised."""

from __future__ import annotations

import io
from pathlib import Path

from ..errors import KeyPath, Problem
from ..languages.remarks import remark
from ..units import Sentence

#: In pixels.
_SIZE = (900, 900)
#: A comment in the file: its bytes differ between releases of Pillow and zlib.
_MARK = b"cardgen placeholder"
#: Maximum number of bytes of such a file: a picture that was drawn over it has more.
_MOST_BYTES = 24_000


def placeholder_picture(name: str) -> bytes:
    """Return the bytes of a grey picture that stands in for a missing one, in the format of its name."""
    width, height = _SIZE
    suffix = Path(name).suffix.lower()
    if suffix == ".svg":
        drawn = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><!--{_MARK.decode()}-->'
        )
        return f'{drawn}<rect width="{width}" height="{height}" fill="#d9d9d9"/></svg>\n'.encode()
    from PIL import Image, ImageDraw
    from PIL.PngImagePlugin import PngInfo

    picture = Image.new("RGB", _SIZE, "#D9D9D9")
    draw = ImageDraw.Draw(picture)
    for ends in ((0, 0, width, height), (0, height, width, 0)):
        draw.line(ends, fill="#B5B5B5", width=6)
    out = io.BytesIO()
    if suffix == ".png":
        comment = PngInfo()
        comment.add_text("Comment", _MARK.decode())
        picture.save(out, "PNG", pnginfo=comment)
    else:
        picture.save(out, "JPEG", comment=_MARK)
    return out.getvalue()


def is_placeholder(data: bytes) -> bool:
    """Tell whether the bytes of a picture's file are those of a picture that stands in for a missing one."""
    return len(data) <= _MOST_BYTES and _MARK in data[:300]


def placeholder_problem(path: KeyPath) -> Problem:
    """Return the warning for a picture that stands in for a missing one."""
    message = Sentence("a grey picture stands in for this one")
    hint = Sentence("drop the picture on the card in the studio, or replace the file")
    return remark(message, path, hint, "warning", name="placeholder")
