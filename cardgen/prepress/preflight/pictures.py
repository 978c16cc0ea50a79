"""Rules: pictures are intact, use supported filters, and have enough resolution."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from ...colour.images import RESOLUTION_TOLERANCE
from ...units import Sentence
from ..pdf.color_spaces import ColorSpace, read_color_space
from ..pdf.display_list import DisplayList, display_lists
from ..pdf.document import PdfDocument
from ..pdf.images import PlacedImage, encoded_picture
from ..pdf.limits import MOST_PICTURES, MOST_STREAM, Unreadable
from ..pdf.painted_objects import PaintedMark
from ..pdf.streams import decode_ascii_filters, filter_names, inflate
from .findings import Finding, Severity, Target
from .page_rules import Fault, findings_of_pages, noun_for_mark, path_of_mark

#: Maximum difference of a picture's horizontal and vertical resolution, as a share.
_STRETCHED = 0.02
#: Forbidden filters: ISO 15930-4 forbids JPEG 2000, which PDF 1.4 does not have, and all parts LZW.
_FORBIDDEN = {"/LZWDecode": "LZW", "/LZW": "LZW", "/JPXDecode": "JPEG 2000"}


def check_picture_packing(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require pictures without LZW, and in PDF/X-1a without JPEG 2000.

    ISO 15930-4 and -7 (no LZWDecode); JPXDecode came with PDF 1.5, and PDF/X-1a is 1.4.
    """
    bad = {name for name in _FORBIDDEN if name != "/JPXDecode" or target.standard == "x1a"}
    hint = "export it again; press files compress pictures as JPEG or without loss (Flate)"
    for used in file.resources_of_kinds("image"):
        for name in filter_names(used.thing):
            if name in bad:
                message = f"{_picture_noun(used.thing)} is packed with {_FORBIDDEN[name]}"
                yield Finding("picture-packing", message, hint, page=used.page, where=used.where)

    def packing_faults(content: DisplayList) -> Iterator[Fault]:
        for mark in content.distinct_marks:
            for name in mark.picture.filters if mark.picture and mark.picture.inline else ():
                if name in bad:
                    message = f"{noun_for_mark(mark)} is packed with {_FORBIDDEN[name]}"
                    yield Fault(message, hint, "error", path_of_mark(mark))

    yield from findings_of_pages(file, "picture-packing", packing_faults)


def _picture_noun(image: Any) -> str:
    """Return "a picture", with its size in pixels if the file states it."""
    wide, high = (str(image.get(key))[:10] for key in ("/Width", "/Height"))
    return f"a picture of {wide} × {high} pixels" if wide.isdigit() and high.isdigit() else "a picture"


def check_picture_depth(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require at most 8 bits per component in PDF/X-1a: 16 came with PDF 1.5 (ISO 32000-1, table 89)."""

    def depth_faults(content: DisplayList) -> Iterator[Fault]:
        for mark in content.distinct_marks:
            if mark.picture and mark.picture.bits > 8:
                hint = "save the picture with 8 bits a channel and place it again"
                message = f"{noun_for_mark(mark)} has {mark.picture.bits} bits a channel"
                yield Fault(message, hint, "error", path_of_mark(mark))

    if target.standard == "x1a":
        yield from findings_of_pages(file, "picture-depth", depth_faults)


def check_picture_resolution(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require the printer's resolution of every picture on a card, at its placed size.

    Source: printers' web pages, which want 300 pixels per inch at the printed size. Line art of one bit shows
    steps even at twice that resolution; less than twice is a warning. Pictures outside the bleed do not
    count, nor do pictures of one pixel, which are plain colours. One finding names the worst picture, and the
    number of such pictures. A pack may allow its own pictures to be coarser.
    """
    is_allowed = target.pack is not None and "resolution" in target.pack.allow
    least: list[float] = []

    def resolution_faults(content: DisplayList) -> Iterator[Fault]:
        for mark in content.printed_marks:
            if mark.picture and mark.picture.mask:
                yield from _coarse_mask_fault(mark, mark.picture.mask, target.ppi, is_allowed)
            if mark.picture and mark.picture[:2] != (1, 1):
                least.append(min(mark.picture.ppi))
                for fault in _coarse_picture_fault(mark, mark.picture, target.ppi):
                    if is_allowed:
                        fault = fault._replace(severity="allowed", hint=MEANT)
                    yield fault

    findings = list(findings_of_pages(file, "picture-resolution", resolution_faults))
    yield from findings
    if not findings and least and not any(content.fault for content in display_lists(file)):
        fact = Sentence("pictures have at least {ppi} pixels per inch", ppi=f"{min(least):.0f}")
        if round(min(least)) < target.ppi:
            fact = Sentence(
                "{fact}; {wanted} are asked for, and up to {part} % less is accepted",
                fact=fact,
                wanted=target.ppi,
                part=f"{100 * RESOLUTION_TOLERANCE:.0f}",
            )
        file.facts.append(fact)


#: The note on a picture that the pack accepts.
MEANT = Sentence("accepted by the pack: allow: [resolution]")


def _coarse_mask_fault(
    mark: PaintedMark, mask: tuple[float, float], required_ppi: int, is_allowed: bool
) -> Iterator[Fault]:
    """Yield a fault if a picture's mask has too few pixels per inch.

    mask: its horizontal and vertical resolution. required_ppi: that of pictures. is_allowed: by the pack.
    """
    if min(mask) < required_ppi * (1 - RESOLUTION_TOLERANCE):
        message = Sentence(
            "the mask of {picture} has {has} pixels per inch where it is placed; its edges will show steps",
            picture=noun_for_mark(mark),
            has=f"{min(mask):.0f}",
        )
        hint = (
            MEANT
            if is_allowed
            else Sentence("make the mask as fine as the picture: {wanted}", wanted=required_ppi)
        )
        yield Fault(
            message, hint, "allowed" if is_allowed else "warning", path_of_mark(mark), min(mask), "mask"
        )


def _coarse_picture_fault(mark: PaintedMark, picture: PlacedImage, required_ppi: int) -> Iterator[Fault]:
    """Yield a fault if a picture has too few pixels per inch where it is placed.

    required_ppi: the least for pictures with tones; line art of one bit needs twice as many.
    """
    across, along = picture.ppi
    has = f"{across:.0f}" if abs(across - along) < 1 else f"{across:.0f} × {along:.0f}"
    place, ppi = path_of_mark(mark), min(picture.ppi)
    if ppi < required_ppi * (1 - RESOLUTION_TOLERANCE):
        wide, high = (-int(-side * required_ppi / max(ppi, 1) // 1) for side in picture[:2])
        hint = Sentence(
            "place it smaller, or take one of its shape with {wide} × {high} pixels or more",
            wide=wide,
            high=high,
        )
        message = Sentence(
            "{picture} has {has} pixels per inch where it is placed; {wanted} are needed",
            picture=noun_for_mark(mark),
            has=has,
            wanted=required_ppi,
        )
        yield Fault(message, hint, "error", place, ppi)
    elif picture.bits == 1 and ppi < 2 * required_ppi * (1 - RESOLUTION_TOLERANCE):
        severity: Severity = "warning"
        hint = Sentence("take one with {least} or more, or one in shades of grey", least=2 * required_ppi)
        message = Sentence(
            "{picture}, black and white, has {has} pixels per inch; its steps will show",
            picture=noun_for_mark(mark),
            has=has,
        )
        yield Fault(message, hint, severity, place, ppi, "black and white")


def check_stretched_picture(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Warn of pictures whose horizontal and vertical resolutions differ by more than 2 %.

    Such pictures were mostly stretched by mistake.
    """

    def stretched_faults(content: DisplayList) -> Iterator[Fault]:
        for mark in content.printed_marks:
            if not mark.picture or mark.picture[:2] == (1, 1):
                continue
            small, large = sorted(mark.picture.ppi)
            if large > small * (1 + _STRETCHED):
                message = Sentence(
                    "{picture} is stretched: {small} pixels per inch against {large}",
                    picture=noun_for_mark(mark),
                    small=f"{small:.0f}",
                    large=f"{large:.0f}",
                )
                hint = Sentence("place it with both sides scaled alike")
                yield Fault(message, hint, "warning", path_of_mark(mark))

    yield from findings_of_pages(file, "stretched-picture", stretched_faults)


# --- whole and undamaged --------------------------------------------------------------------------

#: Bytes of a picture that are unpacked at a time.
_PIECE = 1 << 20
#: Maximum ratio of unpacked to deflated data.
_DENSEST = 1032
#: Bytes that data may have beyond the pixels: some programs pad them.
_SPARE = 1024
#: A filter that is not decoded here; JPEG files state their own size.
_FAX = "/CCITTFaxDecode"
#: A JPEG file's markers with its size (ITU-T T.81, table B.1): all SOF but DHT, JPG and DAC.
_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
#: Markers without a length.
_BARE = frozenset((0x01, *range(0xD0, 0xD9)))
_DAMAGED = "the picture is damaged: its data cannot be decompressed"
_HINT = "save the picture anew in an image editor, place it again and export the file again"


class StatedProperties(NamedTuple):
    """The properties that a picture's dictionary states (ISO 32000-1, table 89)."""

    wide: int
    high: int
    bits: int
    #: Number of components; None if only the data state it.
    parts: int | None


class FaultyPicture(NamedTuple):
    """A faulty picture: its fault, and its place."""

    message: str
    page: int
    where: str


def check_picture_data(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that pictures have the stated pixels and can be decoded to their end.

    ISO 32000-1, 8.9.5 (the size of the samples), 7.4.8 (a JPEG file's own properties must agree with the
    dictionary) and 7.4.4 (Flate). A truncated or mislabelled picture prints as stripes, or not at all,
    depending on the program.
    """
    for wrong in faulty_pictures(file):
        yield Finding("picture-data", wrong.message, _HINT, page=wrong.page, where=wrong.where)


def faulty_pictures(file: PdfDocument) -> list[FaultyPicture]:
    """Return the faulty pictures of a file, which are searched for once."""
    return file.cached_result(_find_faulty_pictures)


def _find_faulty_pictures(file: PdfDocument) -> list[FaultyPicture]:
    """Return the faulty pictures of a file, each with its fault."""
    found, left = [], MOST_PICTURES
    for used in file.resources_of_kinds("image"):
        try:
            left -= _verify_and_count_bytes(used.thing, left)
        except Unreadable as error:
            found.append(FaultyPicture(str(error), used.page, used.where))
    return found


def _verify_and_count_bytes(image: Any, max_bytes: int) -> int:
    """Return the number of bytes of a picture's deflated pixels, 0 for other filters.

    Raises Unreadable if the picture is faulty. max_bytes: the number of bytes that may still be unpacked.
    """
    wanted = _stated_properties(image)
    if wanted is None or image.get("/F") is not None:
        return 0
    try:
        raw, rest = decode_ascii_filters(image)
    except RuntimeError:
        raise Unreadable(_DAMAGED) from None
    if not raw:
        raise Unreadable("the picture has no data")
    last = rest[-1] if rest else ""
    if not rest:
        _verify_length(len(raw), wanted, image, "")
    elif rest == ["/FlateDecode"]:
        return _unpack_and_verify_deflated(raw, wanted, image, max_bytes)
    elif last == _FAX and _number_or_default(_filter_parameters(image).get("/Columns"), 1728) != wanted.wide:
        raise Unreadable("the picture's fax data are of another width than it says")
    elif rest in (["/DCTDecode"], ["/FlateDecode", "/DCTDecode"]):
        _verify_jpeg(raw if len(rest) == 1 else _inflated(raw), wanted)
    elif rest == ["/JPXDecode"]:
        _verify_jpeg_2000(raw, wanted)
    return 0


def _stated_properties(image: Any) -> StatedProperties | None:
    """Return the properties that a picture states; None if its colour space cannot be read.

    Raises Unreadable if it has no size or an impossible number of bits.
    """
    wide, high = _number_or_default(image.get("/Width")), _number_or_default(image.get("/Height"))
    if wide < 1 or high < 1:
        raise Unreadable("the picture has no size")
    stencil = bool(image.get("/ImageMask", False))
    bits = 1 if stencil else _number_or_default(image.get("/BitsPerComponent"), 8)
    if bits not in (1, 2, 4, 8, 16):
        raise Unreadable(f"the picture has {bits} bits a channel, which PDF does not have")
    space = image.get("/ColorSpace")
    if stencil or space is None:
        return StatedProperties(wide, high, bits, 1 if stencil else None)
    try:
        found: ColorSpace = read_color_space(space, lambda _: None)
    except Exception:  # An invalid colour space is reported where it is used.
        return None
    return StatedProperties(wide, high, bits, found.parts)


def _number_or_default(value: Any, default: int = 0) -> int:
    """Return a value as a whole number; `default` if it is None, and 0 for any other object."""
    try:
        return default if value is None else int(value)
    except (TypeError, ValueError, OverflowError):
        return 0


def _filter_parameters(image: Any) -> Any:
    """Return the parameters of a picture's last filter (ISO 32000-1, table 5); empty if it has none."""
    import pikepdf

    found = image.get("/DecodeParms")
    if isinstance(found, pikepdf.Array) and len(found):
        found = found[-1]
    return found if isinstance(found, pikepdf.Dictionary) else pikepdf.Dictionary()


# --- samples ------------------------------------------------------------------------------------


def _sample_byte_count(stated: StatedProperties, image: Any, compression: str) -> int | None:
    """Return the number of bytes that the pixels of a picture take, including the bytes of a PNG predictor.

    compression: the kind of compression, "" for none. Raises Unreadable if the number of components is
    unknown, or if the parameters of the predictor do not fit the picture.
    """
    if stated.parts is None:
        raise Unreadable("the picture does not say what its colours are")
    row = (stated.wide * stated.parts * stated.bits + 7) // 8
    parameters = _filter_parameters(image)
    predictor = _number_or_default(parameters.get("/Predictor"), 1) if compression else 1
    if predictor > 1:
        _verify_predictor(parameters, stated)
    # PNG predictors have one byte before each row (7.4.4.4).
    return (row + (predictor >= 10)) * stated.high


def _verify_predictor(parameters: Any, stated: StatedProperties) -> None:
    """Raise Unreadable if a predictor has other columns, components or bits than the picture."""
    said = (("/Columns", 1, stated.wide), ("/Colors", 1, stated.parts), ("/BitsPerComponent", 8, stated.bits))
    if any(_number_or_default(parameters.get(key), default) != right for key, default, right in said):
        raise Unreadable("the picture is compressed for another size or colour than it declares")


def _verify_length(length: int, stated: StatedProperties, image: Any, compression: str) -> None:
    """Raise Unreadable if data have too few bytes for the pixels, or far too many.

    compression: "" for data without a filter.
    """
    size = _sample_byte_count(stated, image, compression)
    if size is not None and length < size:
        share = f"{100 * length / size:.0f} %" if length else "none"
        raise Unreadable(
            f"the picture has only {share} of the data for its {stated.wide} × {stated.high} pixels"
        )
    if size is not None and length > size + max(_SPARE, size // stated.high):
        said = f"{stated.wide} × {stated.high} pixels of {stated.parts} × {stated.bits} bits"
        raise Unreadable(f"the picture has more data than its {said} need: its description is wrong")


def _unpack_and_verify_deflated(raw: bytes, stated: StatedProperties, image: Any, max_bytes: int) -> int:
    """Unpack deflated data in pieces, and return their number of unpacked bytes.

    Returns 0, without unpacking, for pictures that this process has encoded for a press file. Raises
    Unreadable if the data are damaged, too short or too long, or need more than `max_bytes` bytes.
    """
    if encoded_picture(image) is not None:
        return 0
    size = _sample_byte_count(stated, image, "flate") or 0
    if len(raw) * _DENSEST < size:
        _verify_length(len(raw) * _DENSEST, stated, image, "flate")
    most = size + max(_SPARE, size // stated.high) + 1
    if min(most, len(raw) * _DENSEST) > max_bytes:
        raise Unreadable("the picture was not checked: the file has far more pictures than a pack needs")
    length, complete = _inflated_length(raw, most)
    if length <= size and not complete:
        raise Unreadable("the picture is damaged: its data end too early")
    _verify_length(length, stated, image, "flate")
    return length


def _inflated_length(raw: bytes, max_bytes: int) -> tuple[int, bool]:
    """Return the number of bytes of deflated data, and whether their end was reached.

    Stops soon after `max_bytes` bytes. Raises Unreadable if the data are damaged.
    """
    unpacker, length, rest = zlib.decompressobj(), 0, raw
    try:
        while rest and not unpacker.eof and length < max_bytes:
            length += len(unpacker.decompress(rest, _PIECE))
            rest = unpacker.unconsumed_tail
        while not unpacker.eof and length < max_bytes and (more := unpacker.decompress(b"", _PIECE)):
            length += len(more)
    except zlib.error:
        raise Unreadable(_DAMAGED) from None
    return length, unpacker.eof


def _inflated(raw: bytes) -> bytes:
    """Return deflated data unpacked. Raises Unreadable if they are damaged."""
    try:
        return inflate(raw, MOST_STREAM)
    except zlib.error:
        raise Unreadable(_DAMAGED) from None


# --- files within -------------------------------------------------------------------------------


def _verify_jpeg(data: bytes, stated: StatedProperties) -> None:
    """Raise Unreadable if a JPEG file has no end, or other properties than stated (ITU-T T.81, annex B)."""
    found = _jpeg_properties(data)
    if found is None:
        raise Unreadable("the picture is damaged: it is declared as a JPEG, and is not one")
    _verify_same_properties(found, stated, "JPEG")
    if b"\xff\xd9" not in data[-4096:]:
        raise Unreadable("the picture is damaged: its data end too early")


def _jpeg_properties(data: bytes) -> StatedProperties | None:
    """Return the properties in the first frame of a JPEG file; None if it has no frame."""
    place = data.find(b"\xff\xd8", 0, 1024) + 2
    while 2 <= place < len(data) - 9:
        marker = data[place + 1]
        if data[place] != 0xFF or marker == 0xDA:
            return None
        if marker == 0xFF:
            place += 1
        elif marker in _BARE:
            place += 2
        elif marker in _SIZES:
            high, wide = (int.from_bytes(data[at : at + 2], "big") for at in (place + 5, place + 7))
            return StatedProperties(wide, high, data[place + 4], data[place + 9])
        else:
            place += 2 + max(2, int.from_bytes(data[place + 2 : place + 4], "big"))
    return None


#: The start of a JPEG 2000 codestream and its size (ISO 15444-1, annex A): SOC, SIZ.
_CODESTREAM = re.compile(rb"\xff\x4f\xff\x51(?=.{40})", re.DOTALL)


def _verify_jpeg_2000(data: bytes, stated: StatedProperties) -> None:
    """Raise Unreadable if data are no JPEG 2000, or have another size or other channels than stated."""
    found = _CODESTREAM.search(data)
    if found is None:
        raise Unreadable("the picture is damaged: it is declared as a JPEG 2000, and is not one")
    start = found.end() + 4
    right, low, left, top = (int.from_bytes(data[at : at + 4], "big") for at in range(start, start + 16, 4))
    parts = int.from_bytes(data[start + 32 : start + 34], "big")
    bits = (data[start + 34] & 127) + 1
    # An alpha channel is one more component.
    same = stated.parts is None or parts - stated.parts in (0, 1)
    _verify_same_properties(
        StatedProperties(right - left, low - top, bits, stated.parts if same else parts),
        stated._replace(bits=bits),
        "JPEG 2000",
    )


def _verify_same_properties(embedded: StatedProperties, stated: StatedProperties, kind: str) -> None:
    """Raise Unreadable if an embedded file has other properties than the picture's dictionary states."""
    if embedded[:2] != stated[:2]:
        sizes = f"{embedded.wide} × {embedded.high} pixels, and is said to have {stated.wide} × {stated.high}"
        raise Unreadable(f"the picture's {kind} has {sizes}")
    if stated.parts is not None and embedded.parts != stated.parts:
        names = {1: "grey", 3: "RGB", 4: "CMYK"}
        has, said = (names.get(parts or 0, f"{parts} channels") for parts in (embedded.parts, stated.parts))
        raise Unreadable(f"the picture's {kind} is in {has}, and is said to be in {said}")
    if embedded.bits != stated.bits:
        raise Unreadable(
            f"the picture's {kind} has {embedded.bits} bits a channel, and is said to have {stated.bits}"
        )
