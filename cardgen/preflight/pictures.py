"""Rules: pictures have pixels enough at the size they are placed, and are packed as all can unpack them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..pdf.display_list import DisplayList, display_lists
from ..pdf.document import Document
from ..pdf.images import Picture
from ..pdf.painted_objects import Mark
from ..pdf.streams import filters
from .findings import Finding, Severity, Target
from .page_rules import SO_ON, Fault, each_page, named, where

#: How far below the wished-for resolution a picture may be, and how far from square its pixels.
FORGIVEN, _STRETCHED = 0.02, 0.02
#: What may pack pictures: ISO 15930-4 forbids JPEG 2000, which PDF 1.4 does not have, and all parts LZW.
_FORBIDDEN = {"/LZWDecode": "LZW", "/LZW": "LZW", "/JPXDecode": "JPEG 2000"}


def picture_packing(file: Document, target: Target) -> Iterator[Finding]:
    """No picture is packed with LZW, and in PDF/X-1a none with JPEG 2000.

    ISO 15930-4 and -7 (no LZWDecode); JPXDecode came with PDF 1.5, and PDF/X-1a is 1.4.
    """
    bad = {name for name in _FORBIDDEN if name != "/JPXDecode" or target.standard == "x1a"}
    hint = "export it again; press files pack pictures as JPEG or without loss (Flate)"
    for used in file.of("image"):
        for name in filters(used.thing):
            if name in bad:
                message = f"{_placed(used.thing)} is packed with {_FORBIDDEN[name]}"
                yield Finding("picture-packing", message, hint, page=used.page, where=used.where)

    def look(drawn: DisplayList) -> Iterator[Fault]:
        for mark in drawn.looks:
            for name in mark.picture.filters if mark.picture and mark.picture.inline else ():
                if name in bad:
                    message = f"{named(mark)} is packed with {_FORBIDDEN[name]}"
                    yield Fault(message, hint, "error", where(mark))

    yield from each_page(file, "picture-packing", look)


def _placed(image: Any) -> str:
    """A picture by its size in pixels, as far as it says it."""
    wide, high = (str(image.get(key))[:10] for key in ("/Width", "/Height"))
    return f"a picture of {wide} × {high} pixels" if wide.isdigit() and high.isdigit() else "a picture"


def picture_depth(file: Document, target: Target) -> Iterator[Finding]:
    """A picture has at most 8 bits a part in PDF/X-1a: 16 came with PDF 1.5 (ISO 32000-1, table 89)."""

    def look(drawn: DisplayList) -> Iterator[Fault]:
        for mark in drawn.looks:
            if mark.picture and mark.picture.bits > 8:
                hint = "save the picture with 8 bits a channel and place it again"
                message = f"{named(mark)} has {mark.picture.bits} bits a channel"
                yield Fault(message, hint, "error", where(mark))

    if target.standard == "x1a":
        yield from each_page(file, "picture-depth", look)


def picture_resolution(file: Document, target: Target) -> Iterator[Finding]:
    """Every picture on a card has the pixels that the printer asks for, at the size it is placed.

    Printers' own pages: 300 pixels an inch at size. Line art of one bit shows its steps at twice as many;
    that is a warning. What lies outside the bleed does not count, nor does a single pixel, which is a colour.
    The worst comes first.
    """
    least: list[float] = []
    has: dict[str, float] = {}

    def look(drawn: DisplayList) -> Iterator[Fault]:
        for mark in drawn.printed:
            if mark.picture and mark.picture[:2] != (1, 1):
                least.append(min(mark.picture.ppi))
                for fault in _too_coarse(mark, mark.picture, target.ppi):
                    has[fault.message] = least[-1]
                    yield fault

    findings = list(each_page(file, "picture-resolution", look))
    yield from sorted(findings, key=lambda each: has[each.message.split(SO_ON)[0]])
    if not findings and least and not any(drawn.fault for drawn in display_lists(file)):
        file.facts.append(f"pictures have at least {min(least):.0f} pixels an inch")


def _too_coarse(mark: Mark, picture: Picture, wanted: int) -> Iterator[Fault]:
    across, along = picture.ppi
    has = f"{across:.0f}" if abs(across - along) < 1 else f"{across:.0f} × {along:.0f}"
    place, ppi = where(mark), min(picture.ppi)
    if ppi < wanted * (1 - FORGIVEN):
        wide, high = (-int(-side * wanted / max(ppi, 1) // 1) for side in picture[:2])
        hint = f"place it smaller, or take one of {wide} × {high} pixels or more"
        yield Fault(
            f"{named(mark)} has {has} pixels an inch where it is placed; {wanted} are needed",
            hint,
            "error",
            place,
        )
    elif picture.bits == 1 and ppi < 2 * wanted * (1 - FORGIVEN):
        severity: Severity = "warning"
        hint = f"take one with {2 * wanted} or more, or one in shades of grey"
        yield Fault(
            f"{named(mark)}, black and white, has {has} pixels an inch; its steps will show",
            hint,
            severity,
            place,
        )


def stretched_picture(file: Document, target: Target) -> Iterator[Finding]:
    """No picture is stretched along one side (its pixels an inch differ by more than 2 %): mostly a slip."""

    def look(drawn: DisplayList) -> Iterator[Fault]:
        for mark in drawn.printed:
            if not mark.picture or mark.picture[:2] == (1, 1):
                continue
            small, large = sorted(mark.picture.ppi)
            if large > small * (1 + _STRETCHED):
                message = f"{named(mark)} is stretched: {small:.0f} pixels an inch against {large:.0f}"
                yield Fault(message, "place it with both sides scaled alike", "warning", where(mark))

    yield from each_page(file, "stretched-picture", look)
