"""The outline of a card or another piece: the one place that knows its shape.

The clip of pictures, the die line, the cut guide, the cut path and the safe zone follow from it.
"""

from __future__ import annotations

import math
from functools import lru_cache

from ..errors import CardgenError
from ..geometry import (
    HEXAGONS,
    TOLERANCE,
    Rect,
    combined_matrix,
    is_slanted,
    polygon_with_moved_sides,
    scaling,
    translation,
)
from ..pack.model import Card, Pack
from ..pack.pieces import BackFormat, CardFormat
from ..pack.values import is_drawing
from ..text.areas import Areas, is_within
from ..text.icons import read_svg
from ..text.outlines import (
    Point,
    Shape,
    contours,
    ellipse,
    points_of_contour,
    polygon,
    rectangle,
    rounded_rectangle,
)
from .items import Label, ink_rects


def piece_outline(card: CardFormat, rect: Rect, offset: float = 0.0) -> Shape:
    """Return the outline of a piece in a rectangle.

    rect: the trim of the piece, or a rectangle of the same proportions. offset: how far the outline is moved
    outwards, or inwards if negative, in points of the rectangle. Raises PackError for a drawing that cannot
    be read.
    """
    if is_drawing(card.shape):
        # What is in a file may change; its drawing is the same as long as that is.
        drawn = read_svg(card.shape).layers[0].shape
        return _fitted_and_offset_drawing(
            drawn.transformed(scaling(-1, 1)) if isinstance(card, BackFormat) else drawn, rect, offset
        )
    return _regular_polygon(card, rect, offset)


def format_of_side(pack: Pack, side: Card | str | None) -> CardFormat:
    """Return the format of a pack's cards, as seen from the face or from the back.

    side: a card for its face; the name of a back, or None, for the back.
    """
    return pack.card if isinstance(side, Card) else pack.card.seen_from_back


def box_outline(shape: str | None, rect: Rect) -> Shape | None:
    """Return an outline in a rectangle, by its name or by the file of a drawing.

    Return None for the name of a rectangle, and for a drawing that is not one path.
    """
    if shape in (None, "rectangle"):
        return None
    if is_drawing(shape) and not has_one_path(shape):
        return None
    return piece_outline(CardFormat(shape=shape), rect)


def has_one_path(file: str) -> bool:
    """Tell whether a drawing can be read and is one filled path."""
    try:
        icon = read_svg(file)
    except (CardgenError, OSError):
        return False
    parts = [part for layer in icon.layers for part in contours(layer.shape)]
    return len(parts) == 1 and not icon.thinnest


@lru_cache(maxsize=1024)
def _fitted_and_offset_drawing(shape: Shape, rect: Rect, offset: float) -> Shape:
    areas = Areas()
    # Curves reach less far than their handles.
    points = points_of_contour(contours(shape)[0])
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    fit = combined_matrix(
        translation(-box.x, -box.y), scaling(rect.width / box.width, rect.height / box.height)
    )
    placed = shape.transformed(combined_matrix(fit, translation(rect.x, rect.y)))
    if not offset:
        return placed
    rim = areas.dashed_line(placed, 2 * abs(offset), (), 0, "butt", "round", 4)
    return areas.union(placed, rim) if offset > 0 else areas.difference(placed, rim)


@lru_cache(maxsize=1024)  # those of a sheet come again on every sheet
def _regular_polygon(card: CardFormat, rect: Rect, offset: float) -> Shape:
    if card.shape == "circle":
        return ellipse(*rect.center, rect.width / 2 + offset, rect.height / 2 + offset)
    if card.shape == "rectangle":
        return rounded_rectangle(rect.grown(offset), max(0.0, card.corner * rect.width / card.width + offset))
    corners = [(rect.x + x * rect.width, rect.y + y * rect.height) for x, y in HEXAGONS[card.shape]]
    return polygon(polygon_with_moved_sides(corners, [offset] * len(corners)))


def is_safe(card: CardFormat, label: Label, outline: float = 0.0) -> bool:
    """Tell whether the ink of a label lies within the safe zone of a card whose trim begins at (0, 0).

    outline: how far the line around the label's letters extends beyond the letters, in points.
    """
    trim = Rect(0, 0, *card.size)
    if card.shape == "rectangle" and not is_slanted(label.place):
        return trim.grown(-card.safe).contains(label.bounds.grown(outline))
    return all(is_inside(card, trim, spot.grown(outline), card.safe) for spot in ink_rects(label))


def is_inside(card: CardFormat, trim: Rect, box: Rect, margin: float) -> bool:
    """Tell whether a rectangle lies inside the outline of a trim, and at least `margin` points away from it.

    Round corners do not count: the safe zone of a rectangular card is a rectangle.
    """
    if card.shape == "rectangle":
        return trim.grown(-margin).contains(box)
    corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.top)]
    if card.shape == "circle":
        (x, y), radius = trim.center, trim.width / 2 - margin
        return all(math.dist(corner, (x, y)) <= radius + TOLERANCE for corner in corners)
    if is_drawing(card.shape):
        return is_within(rectangle(box), piece_outline(card, trim, -margin))
    edges = piece_outline(card, trim, -margin).points
    sides = zip(edges, [*edges[1:], edges[0]], strict=True)
    return all(_distance_beyond(side, corner) <= TOLERANCE for side in sides for corner in corners)


def _distance_beyond(side: tuple[Point, Point], point: Point) -> float:
    """Return how far a point lies to the right of a side; negative if it is to the left.

    As outlines run counter-clockwise, the right is the outside.
    """
    (ax, ay), (bx, by) = side
    return ((by - ay) * (point[0] - ax) - (bx - ax) * (point[1] - ay)) / math.dist(*side)
