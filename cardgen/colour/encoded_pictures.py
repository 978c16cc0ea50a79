"""Photographs as press files hold them, cached: preflight and proofs draw the same pictures again."""

from __future__ import annotations

from hashlib import md5
from pathlib import Path
from typing import Any, NamedTuple

from .images import PictureLooks, press_picture
from .png import filtered_rows, is_photograph


class EncodedPicture(NamedTuple):
    """A picture in the inks of a press, with compressed rows."""

    #: PIL's: L, RGB or CMYK.
    mode: str
    size: tuple[int, int]
    #: Its pixels, filtered as in a PNG file, and deflated.
    rows: bytes
    #: A digest of its pixels.
    digest: str
    #: The total ink of its heaviest pixel, 255 for each full ink; None for a picture that is not in CMYK.
    most_ink: int | None = None


class _EncodedPictures:
    """The pictures that this process has encoded. Some are kept completely, the others without their rows.

    The same pictures are read in the same order each time, so the first ones are kept: if the latest were
    kept, each would be dropped before it is read again.
    """

    #: Maximum number of bytes of pictures: about 64 poker cards, as converting and compressing one takes
    #: 130 ms, and reading it here a few. And maximum number of pictures, of which each takes 300 bytes.
    most_bytes, most = 64 << 20, 20_000

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], EncodedPicture] = {}
        self._by_rows: dict[bytes, EncodedPicture] = {}
        self._bytes = 0

    def add(self, key: tuple[object, ...], picture: EncodedPicture) -> None:
        """Keep a picture. Its rows are left out if the rows of all pictures would take too many bytes."""
        if len(self._found) >= self.most:
            return
        self._by_rows[_rows_digest(picture.rows)] = picture._replace(rows=b"")
        if self._bytes + len(picture.rows) > self.most_bytes:
            picture = picture._replace(rows=b"")
        self._bytes += len(picture.rows)
        self._found[key] = picture

    def find(self, key: tuple[object, ...]) -> EncodedPicture | None:
        """Return the picture that was added under a key, with empty rows if these were not kept; None if
        there is none.
        """
        return self._found.get(key)

    def find_by_rows(self, rows: bytes) -> EncodedPicture | None:
        """Return the picture that was added with these rows, but with empty rows; None if there is none."""
        return self._by_rows.get(_rows_digest(rows)) if self._by_rows else None


def _rows_digest(rows: bytes) -> bytes:
    return md5(rows, usedforsecurity=False).digest()


_pictures = _EncodedPictures()


def pixel_digest(picture: Any) -> str:
    """Return a hash of a picture's (PIL) mode and pixels."""
    digest = md5(picture.mode.encode(), usedforsecurity=False)
    digest.update(picture.tobytes())
    return digest.hexdigest()


def read_press_picture(file: Path, width: float, height: float, profile: bytes, looks: PictureLooks) -> Any:
    """Return a picture as press_picture() does, or as an EncodedPicture if it was encoded before."""
    found = known_picture(file, width, height, profile, looks)
    return found if found and found.rows else press_picture(file, width, height, profile, looks)


def known_picture(file: Path, *arguments: object) -> EncodedPicture | None:
    """Return a picture that was encoded before, perhaps without its rows; None for any other.

    arguments: all other arguments of press_picture().
    """
    return _pictures.find(_cache_key(file, *arguments))


def encode_picture(
    picture: Any, file: Path, width: float, height: float, profile: bytes, looks: PictureLooks
) -> Any:
    """Return a photograph of a press file as a compressed EncodedPicture, and any other picture unchanged.

    picture: a PIL image. The other arguments are those with which press_picture() made it.
    """
    if picture.mode not in ("RGB", "CMYK") or not is_photograph(picture):
        return picture
    ink = _maximum_total_ink(picture) if picture.mode == "CMYK" else None
    made = EncodedPicture(picture.mode, picture.size, filtered_rows(picture), pixel_digest(picture), ink)
    _pictures.add(_cache_key(file, width, height, profile, looks), made)
    return made


def picture_of_rows(rows: bytes) -> EncodedPicture | None:
    """Return the picture that this process has encoded to these rows, but with empty rows; None if there is
    none.

    Thus preflight need not decompress what press has just compressed.
    """
    return _pictures.find_by_rows(rows)


def _maximum_total_ink(picture: Any) -> int:
    """Return the total ink of the heaviest pixel of a picture in CMYK (PIL), 255 for each full ink."""
    from PIL import ImageMath

    inks = dict(zip("cmyk", picture.split(), strict=True))
    total = ImageMath.lambda_eval(lambda each: each["c"] + each["m"] + each["y"] + each["k"], **inks)
    return int(total.getextrema()[1])


def _cache_key(file: Path, *arguments: object) -> tuple[object, ...]:
    found = file.stat()
    return file, found.st_mtime_ns, found.st_size, *arguments
