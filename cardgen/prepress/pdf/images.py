"""Images as they are placed, and the end of the data of inline images (ISO 32000-1, 8.9).

The end of inline data (8.9.7) follows from their length or end mark, if they have one: a search for EI alone
finds it within the data of one picture in a few thousand.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from ...colour.encoded_pictures import EncodedPicture, picture_of_rows
from ...geometry import Matrix
from .color_spaces import GRAY, UNSAID, ColorSpace
from .limits import MOST_INLINE, MOST_STREAM, Unreadable
from .resources import Resources
from .streams import filter_names, full_filter_names

#: Bytes of deflated data per step.
_PIECE = 1 << 12
#: Short names of keys and colour spaces (ISO 32000-1, tables 93 and 94).
_KEYS = {
    "/BPC": "/BitsPerComponent",
    "/CS": "/ColorSpace",
    "/D": "/Decode",
    "/DP": "/DecodeParms",
    "/F": "/Filter",
    "/H": "/Height",
    "/IM": "/ImageMask",
    "/I": "/Interpolate",
    "/W": "/Width",
}
_SPACES = {"/G": "/DeviceGray", "/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK", "/I": "/Indexed"}
_PARTS = {"/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": 4, "/Indexed": 1}
_END = re.compile(rb"[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|\Z)[\0\t\n\f\r -~]{0,16}(?![^\0\t\n\f\r -~])")


#: The mode (PIL) of an image by its colour space, and the entries of images that neither mask, decode nor
#: smooth it.
MODES = {"/DeviceGray": "L", "/DeviceRGB": "RGB", "/DeviceCMYK": "CMYK"}
PLAIN = {
    *("/Type", "/Subtype", "/Name", "/Length", "/Width", "/Height", "/ColorSpace", "/BitsPerComponent"),
    *("/Filter", "/DecodeParms"),
}
#: The PNG predictor that cardgen writes.
_PREDICTOR = 15


def encoded_picture(image: Any) -> EncodedPicture | None:
    """Return the record of an image that this process has encoded for a press file; None for other images.

    The image is recognised by its packed data. The entries of its dictionary that say how to unpack the data
    must also be those that cardgen writes.
    """
    if set(image.keys()) - PLAIN or filter_names(image) != ["/FlateDecode"]:
        return None
    found = picture_of_rows(bytes(image.read_raw_bytes()))
    if found is None:
        return None
    wide, high = found.size
    rows = {"/Predictor": _PREDICTOR, "/Colors": len(found.mode), "/Columns": wide}
    stated = {"/Width": wide, "/Height": high, "/BitsPerComponent": 8, "/DecodeParms": rows}
    same = all(image.get(key, None) == value for key, value in stated.items())
    return found if same and MODES.get(str(image.get("/ColorSpace", ""))) == found.mode else None


class PlacedImage(NamedTuple):
    """An image of a file, and the resolution at which it is placed."""

    width: int
    height: int
    bits: int
    #: Resolution along its width and its height, in pixels per inch.
    ppi: tuple[float, float]
    #: A stencil is painted in the current colour through a mask of one bit (ISO 32000-1, 8.9.6.2).
    stencil: bool
    #: Whether all of its rectangle is painted.
    full: bool
    filters: tuple[str, ...]
    inline: bool
    #: Resolution of its mask along both sides; None if it has none, or one of a single pixel.
    mask: tuple[float, float] | None = None
    #: The number and generation of its object; None for an inline image.
    number: tuple[int, int] | None = None


def read_placed_image(
    image: Any, matrix: Matrix, resources: Resources, inline: bool
) -> tuple[PlacedImage, ColorSpace]:
    """Return an image as placed by a matrix, and its colour space.

    image: a stream, or the dictionary of an inline image. Raises Unreadable if size or colour space is
    missing.
    """
    facts = with_full_names(image) if inline else image
    wide, high = int(facts.get("/Width", 0)), int(facts.get("/Height", 0))
    if wide < 1 or high < 1:
        raise Unreadable("it has an image without its size")
    stencil = facts.get("/ImageMask") is True
    found = facts.get("/ColorSpace")
    space = GRAY if stencil else UNSAID if found is None else resources.color_space(color_space_name(found))
    names = tuple(facts["/Filter"] if inline else filter_names(image))
    if space is UNSAID and "/JPXDecode" not in names:
        raise Unreadable("it has an image without its colour space")
    bits = 1 if stencil else int(facts.get("/BitsPerComponent", 8))
    whole = not (stencil or any(key in facts for key in ("/SMask", "/Mask")) or facts.get("/SMaskInData"))
    ppi = _resolution(wide, matrix[:2]), _resolution(high, matrix[2:4])
    mask = None if inline else _mask_resolution(facts, matrix)
    number = None if inline else image.objgen
    return PlacedImage(wide, high, bits, ppi, stencil, whole, names, inline, mask, number), space


def _mask_resolution(image: Any, matrix: Matrix) -> tuple[float, float] | None:
    """Return the pixels per inch of an image's mask along both sides.

    The mask fills the same rectangle as the image (8.9.6.3 and 11.6.5.3). None if there is none, or if it has
    a single pixel.
    """
    import pikepdf

    masks = [image.get(key) for key in ("/SMask", "/Mask")]
    mask = next((each for each in masks if isinstance(each, pikepdf.Stream)), None)
    if mask is None:
        return None
    wide, high = int(mask.get("/Width", 0)), int(mask.get("/Height", 0))
    if wide < 1 or high < 1 or wide == high == 1:
        return None
    return _resolution(wide, matrix[:2]), _resolution(high, matrix[2:4])


def color_space_name(space: Any) -> Any:
    """Return the name of a colour space as str; return a colour space that is no name unchanged."""
    import pikepdf

    return str(space) if isinstance(space, pikepdf.Name) else space


def _resolution(pixels: int, side: tuple[float, ...]) -> float:
    """Return the pixels per inch along a side of an image. side: its vector on the page, in points."""
    length = math.hypot(*side)
    return pixels * 72 / length if length > 1e-6 else math.inf


# --- inline images ------------------------------------------------------------------------------


def with_full_names(dictionary: dict[str, Any]) -> dict[str, Any]:
    """Return the dictionary of an inline image with abbreviated keys, colour spaces and filters in full."""
    whole = {_KEYS.get(key, key): value for key, value in dictionary.items()}
    space = whole.get("/ColorSpace")
    if isinstance(space, list):
        whole["/ColorSpace"] = [_SPACES.get(p, p) if isinstance(p, str) else p for p in space]
    elif isinstance(space, str):
        whole["/ColorSpace"] = _SPACES.get(space, space)
    found = whole.get("/Filter", [])
    whole["/Filter"] = full_filter_names(found if isinstance(found, list) else [found])
    return whole


def inline_data_end(dictionary: dict[str, Any], data: bytes, start: int) -> int:
    """Return the index of the byte after the data of an inline image.

    dictionary: its dictionary. start: the index of the first byte. Raises Unreadable if no end is found.
    """
    whole = with_full_names(dictionary)
    first = whole["/Filter"][0] if whole["/Filter"] else None
    end = _ENDS[first](data, start) if first in _ENDS else None
    if first is None:
        end = _uncompressed_end(whole, start)
    if end is None:
        found = _END.search(data, start, start + MOST_INLINE)
        end = found.start() if found else -1
    if not start <= end <= len(data):
        raise Unreadable("its content has an inline image that does not end")
    return end


def _uncompressed_end(dictionary: dict[str, Any], start: int) -> int | None:
    """Return the index after uncompressed data, computed from the number of pixels and their bits.

    None if the number of components is unknown. Raises Unreadable if the size is missing.
    """
    space = dictionary.get("/ColorSpace")
    name = space[0] if isinstance(space, list) and space else space
    mask = dictionary.get("/ImageMask") is True
    parts = 1 if mask else _PARTS.get(name) if isinstance(name, str) else None
    if parts is None:
        return None
    try:
        wide, high = int(dictionary["/Width"]), int(dictionary["/Height"])
        bits = 1 if mask else int(dictionary["/BitsPerComponent"])
    except (KeyError, TypeError, ValueError, OverflowError):
        raise Unreadable("its content has an inline image without its size") from None
    return start + (wide * parts * bits + 7) // 8 * high


def _deflated_end(data: bytes, start: int) -> int | None:
    """Return the index after deflated data; None if they are damaged or do not end."""
    unpacker, place, size = zlib.decompressobj(), start, 0
    try:
        while not unpacker.eof and place < len(data) and size <= MOST_STREAM:
            size += len(unpacker.decompress(data[place : place + _PIECE]))
            place += _PIECE
    except zlib.error:
        return None
    return min(place, len(data)) - len(unpacker.unused_data) if unpacker.eof else None


def _run_length_end(data: bytes, start: int) -> int | None:
    """Return the index after run-length data; None if they do not end."""
    place = start
    while place < len(data):
        length = data[place]
        if length == 128:
            return place + 1
        place += length + 2 if length < 128 else 2
    return None


def _end_after_mark(mark: bytes, data: bytes, start: int) -> int | None:
    """Return the index after the first end mark; None if there is none."""
    found = data.find(mark, start)
    return found + len(mark) if found >= 0 else None


_ENDS: dict[str, Callable[[bytes, int], int | None]] = {
    "/FlateDecode": _deflated_end,
    "/RunLengthDecode": _run_length_end,
    "/ASCIIHexDecode": lambda data, start: _end_after_mark(b">", data, start),
    "/ASCII85Decode": lambda data, start: _end_after_mark(b"~>", data, start),
}
