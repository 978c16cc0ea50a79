"""Images as they are placed (ISO 32000-1, 8.9)."""

from __future__ import annotations

import math
from typing import Any

from ..geometry import Matrix
from .color_spaces import GRAY, UNSAID
from .inline_image import full
from .limits import Unreadable
from .painted_objects import Picture, Space
from .resources import Resources
from .streams import filters


def picture_of(image: Any, matrix: Matrix, resources: Resources, inline: bool) -> tuple[Picture, Space]:
    """An image, placed by a matrix, and its colour space. Raises Unreadable."""
    facts = full(image) if inline else image
    wide, high = int(facts.get("/Width", 0)), int(facts.get("/Height", 0))
    if wide < 1 or high < 1:
        raise Unreadable("it has an image without its size")
    stencil = facts.get("/ImageMask") is True
    found = facts.get("/ColorSpace")
    space = GRAY if stencil else UNSAID if found is None else resources.space(_named(found))
    names = tuple(facts["/Filter"] if inline else filters(image))
    if space is UNSAID and "/JPXDecode" not in names:
        raise Unreadable("it has an image without its colour space")
    bits = 1 if stencil else int(facts.get("/BitsPerComponent", 8))
    whole = not (stencil or any(key in facts for key in ("/SMask", "/Mask")) or facts.get("/SMaskInData"))
    ppi = _resolution(wide, matrix[:2]), _resolution(high, matrix[2:4])
    return Picture(wide, high, bits, ppi, stencil, whole, names, inline), space


def _named(space: Any) -> Any:
    """A name as text; anything else as it is."""
    import pikepdf

    return str(space) if isinstance(space, pikepdf.Name) else space


def _resolution(pixels: int, side: tuple[float, ...]) -> float:
    """Pixels an inch along a side of the image on the page."""
    length = math.hypot(*side)
    return pixels * 72 / length if length > 1e-6 else math.inf
