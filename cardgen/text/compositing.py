"""Flattens transparency of drawings to areas in flat colours: translucent parts are mixed with what lies
below.
"""

from __future__ import annotations

from collections.abc import Sequence

from .areas import Areas, PaintedArea
from .outlines import Shape


def paint_over(
    layers: list[PaintedArea], parts: Sequence[PaintedArea], areas: Areas, total_area: Shape | None = None
) -> None:
    """Append parts to `layers` as one picture: a later part hides earlier ones, even if it is translucent.

    A translucent part over something opaque is appended in the mixed colour; over nothing it is unchanged.
    total_area: the area of all parts, if known. Raises BadValue as Areas does.
    """
    if all(part.opacity >= 1 for part in parts):
        layers += parts
        return
    over: list[list[PaintedArea]] = []
    rest = total_area or areas.union(*(part.shape for part in parts))
    for under in reversed(layers):
        if not rest.segments:
            break
        if under.opacity < 1 or not areas.intersection(rest, under.shape).segments:
            continue
        mixed = (
            PaintedArea(
                areas.intersection(part.shape, under.shape), under.color.mixed(part.color, part.opacity)
            )
            for part in parts
        )
        over.append([piece for piece in mixed if piece.shape.segments])
        rest = areas.difference(rest, under.shape)
    for pieces in reversed(over):
        layers += pieces
    for part in reversed(parts):
        seen = areas.intersection(part.shape, rest)
        if seen.segments and part.opacity > 0:
            layers.append(part._replace(shape=seen))
        rest = areas.difference(rest, part.shape)
