"""Small pictures in place of those that a file and its pack have in common, to draw both sides quickly.

If two drawings are equal to the pixel with the same stand-in for each picture, they are also equal with the
pictures themselves, because both have the same pictures to the byte. Drawing with stand-ins takes a tenth of
the time, as pictures take most of it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from hashlib import md5, shake_128
from typing import Any

from ...colour.encoded_pictures import EncodedPicture, known_picture, pixel_digest
from ...colour.images import Jpeg, SmallPicture
from ...text.reportlab_parts import pixels_of
from .images import MODES, PLAIN, encoded_picture
from .limits import MOST_PICTURES, MOST_STREAM, Unreadable, qpdf_limits
from .streams import filter_names, unpack_stream

#: Pixels of a stand-in across and down, and its highest level: any two differ nearly everywhere, and none has
#: the white of paper.
_SIZE, _HIGHEST = (24, 32), 200
#: Minimum number of pixels of a picture that has a stand-in.
_LEAST_PIXELS = 10_000


class StandIns:
    """The pictures of a file that have stand-ins, and the file with these in their place."""

    def __init__(self, data: bytes, digests: set[str]) -> None:
        """Store the file with stand-ins (`data`), and the digests of the pictures that they replace."""
        self.data = data
        self._digests = digests
        self._pictures: dict[tuple[object, ...], SmallPicture | None] = {}

    def picture(self, read: Callable[..., Any], *source: Any) -> Any:
        """Return the stand-in of a picture, or the picture if it has none.

        read: a function that returns the picture for the arguments in `source`, such as press_picture(). It
        is not called if this process has encoded the picture for a press file and the picture has a stand-in.
        """
        if source not in self._pictures:
            known = known_picture(*source)
            found = known or read(*source)
            digest, mode, size = _digest_mode_and_size(found)
            small = SmallPicture(_noise_picture(digest, mode), size) if digest in self._digests else None
            self._pictures[source] = small
            return small or (read(*source) if known else found)
        return self._pictures[source] or read(*source)


def _digest_mode_and_size(picture: Any) -> tuple[str, str, tuple[int, int]]:
    """Return the digest, the mode and the size of a picture as it is embedded.

    The digest is "" for a picture with a mask, which has no stand-in.
    """
    if isinstance(picture, Jpeg):
        return _sized_digest(_jpeg_digest(picture.data), picture.size), picture.mode, picture.size
    if isinstance(picture, EncodedPicture):
        return _sized_digest(picture.digest, picture.size), picture.mode, picture.size
    pixels = pixels_of(picture)
    if pixels is None:
        return "", "", (0, 0)
    return _sized_digest(pixel_digest(pixels), pixels.size), pixels.mode, pixels.size


def _jpeg_digest(data: bytes) -> str:
    return f"jpeg-{md5(data, usedforsecurity=False).hexdigest()}"


def _sized_digest(digest: str, size: tuple[int, int]) -> str:
    """Return a digest of a picture with its size: the same pixels in longer rows show another picture."""
    return f"{digest}-{size[0]}-{size[1]}"


def _noise_picture(digest: str, mode: str) -> Any:
    """Return the stand-in for a picture: noise that depends on its digest."""
    from PIL import Image

    noise = shake_128(digest.encode()).digest(_SIZE[0] * _SIZE[1] * len(mode))
    return Image.frombytes(mode, _SIZE, noise).point(lambda level: level * _HIGHEST // 255)


def stand_ins_of_file(data: bytes) -> StandIns | None:
    """Return a copy of a PDF with stand-ins for its plain pictures; None if it has no such pictures.

    Also returns None for a file that programs may read in different ways: one with several revisions, or a
    damaged one. Such a file is drawn without stand-ins.
    """
    import pikepdf

    if data.count(b"startxref") != 1:
        return None
    try:
        with qpdf_limits(), pikepdf.open(io.BytesIO(data), inherit_page_attributes=False) as pdf:
            digests = set(_replace_pictures(pdf))
            if not digests or pdf.get_warnings():
                return None
            out = io.BytesIO()
            pdf.save(out, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    except (pikepdf.PdfError, Unreadable, ValueError, RuntimeError):
        return None
    return StandIns(out.getvalue(), digests)


def _replace_pictures(pdf: Any) -> Iterator[str]:
    """Replace the plain pictures of a PDF by their stand-ins; yield their digests."""
    import pikepdf

    left = MOST_PICTURES
    for image in pdf.objects:
        if not isinstance(image, pikepdf.Stream) or image.get("/Subtype") != "/Image":
            continue
        mode = MODES.get(str(image.get("/ColorSpace", "")))
        wide, high = (image.get(key, 0) for key in ("/Width", "/Height"))
        if mode is None or set(image.keys()) - PLAIN or image.get("/BitsPerComponent", 0) != 8:
            continue
        if not (isinstance(wide, int) and isinstance(high, int) and min(wide, high) > 0):
            continue
        if wide * high < _LEAST_PIXELS:
            continue
        known = encoded_picture(image)
        if known is None:
            left -= wide * high * len(mode)
            if left < 0:
                raise Unreadable("its pictures are far larger than in a press file")
        digest = known.digest if known else _digest_of_image(image, mode, wide * high)
        if digest:
            digest = _sized_digest(digest, (wide, high))
            made = _noise_picture(digest, mode)
            image.write(made.tobytes())
            image.Width, image.Height = made.size
            yield digest


def _digest_of_image(image: Any, mode: str, pixels: int) -> str | None:
    """Return the digest of an image that is stored as cardgen stores pictures; None for any other."""
    filters = filter_names(image)
    if filters == ["/DCTDecode"] and "/DecodeParms" not in image.keys():  # noqa: SIM118 - a stream is no dict
        return _jpeg_digest(bytes(image.read_raw_bytes()))
    length = pixels * len(mode)
    if filters != ["/FlateDecode"] or length > MOST_STREAM:
        return None
    samples = unpack_stream(image, length)
    if len(samples) != length:
        return None
    digest = md5(mode.encode(), usedforsecurity=False)
    digest.update(samples)
    return digest.hexdigest()
