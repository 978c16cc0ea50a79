"""Photographs as press files hold them, cached: preflight and proofs draw the same pictures again."""

from __future__ import annotations

from hashlib import md5
from pathlib import Path
from typing import Any, NamedTuple

from .images import PictureLooks, press_picture
from .png import filtered_rows, is_photograph


class EncodedPicture(NamedTuple):
    """A picture in the inks of a press, compressed."""

    #: PIL's: L, RGB or CMYK.
    mode: str
    size: tuple[int, int]
    #: Its pixels, filtered as in a PNG file, and deflated.
    rows: bytes
    #: A digest of its pixels.
    digest: str


#: Converting and compressing a picture of a poker card takes 130 ms, reading it here a few.
_pictures: dict[tuple[object, ...], EncodedPicture] = {}
#: Maximum number of bytes of cached pictures: about 64 poker cards. The same pictures are read in the same
#: order each time, so the first ones are kept: of the latest, each would be dropped before it is read again.
_MOST_BYTES = 64 << 20


def pixel_digest(picture: Any) -> str:
    """Return a hash of a picture's (PIL) mode and pixels."""
    digest = md5(picture.mode.encode(), usedforsecurity=False)
    digest.update(picture.tobytes())
    return digest.hexdigest()


def read_press_picture(file: Path, width: float, height: float, profile: bytes, looks: PictureLooks) -> Any:
    """Return a picture as press_picture() does, or as an EncodedPicture if it was encoded before."""
    return _pictures.get(_cache_key(file, width, height, profile, looks)) or press_picture(
        file, width, height, profile, looks
    )


def encode_picture(
    picture: Any, file: Path, width: float, height: float, profile: bytes, looks: PictureLooks
) -> Any:
    """Return a picture of a press file compressed, as an EncodedPicture; a drawing unchanged.

    picture: a PIL image. The other arguments are those that press_picture() made it from.
    """
    if picture.mode not in ("RGB", "CMYK") or not is_photograph(picture):
        return picture
    made = EncodedPicture(picture.mode, picture.size, filtered_rows(picture), pixel_digest(picture))
    if sum(len(each.rows) for each in _pictures.values()) + len(made.rows) <= _MOST_BYTES:
        _pictures[_cache_key(file, width, height, profile, looks)] = made
    return made


def _cache_key(
    file: Path, width: float, height: float, profile: bytes, looks: PictureLooks
) -> tuple[object, ...]:
    found = file.stat()
    return file, found.st_mtime_ns, found.st_size, width, height, profile, looks
