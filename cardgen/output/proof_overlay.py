"""The lines over a large face: the edge of the bleed, the cut and the safe zone, each with its measure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..art.brush import Brush
from ..colour.colors import WHITE, Color, from_hex
from ..geometry import Rect
from ..pack.model import CardFormat
from ..text.outlines import Shape, line, rectangle, rounded
from ..units import shown, shown_size
from .proof_type import INK, SMALL, leading, write

#: The room that labels take to the right of the bleed, in points.
LABELS = 84.0
_CUT, _SAFE, _BLEED = from_hex("#111111"), from_hex("#111111"), from_hex("#1B6FB5")
#: A white line under each, a little wider, so that it is seen on any ground.
_CASING = 1.0
_THIN, _CUT_WIDTH = 0.45, 0.6
_DASH = (4.0, 3.0)
#: From the edge of the bleed to the bend of a leader, and to the label.
_BEND, _WORDS = 5.0, 14.0


class _Edge(NamedTuple):
    """One outline, where its leader starts, and what is said at its end."""

    shape: Shape
    start: tuple[float, float]
    words: tuple[str, ...]
    color: Color
    width: float
    dash: tuple[float, float] | None = None


def draw_overlay(brush: Brush, card: CardFormat, trim: Rect, scale: float) -> None:
    """Draw the outlines over a card whose trim is this rectangle, and their labels to its right."""
    edges = list(_edges(card, trim, scale))
    right = trim.right + card.bleed * scale
    for edge in edges:
        if edge.dash is not None or edge.color != _BLEED:
            brush.stroke(edge.shape, WHITE, edge.width + _CASING)
        brush.stroke(edge.shape, edge.color, edge.width, dash=edge.dash)
    below = trim.top + card.bleed * scale + 1
    for edge in edges:
        below = _labelled(brush, edge, right, below)


def _edges(card: CardFormat, trim: Rect, scale: float) -> Iterator[_Edge]:
    """From the outside in."""
    if card.bleed > 0:
        bleed = trim.grown(card.bleed * scale)
        yield _Edge(
            rectangle(bleed), (bleed.right, bleed.top), (f"bleed {shown(card.bleed)}",), _BLEED, _THIN
        )
    corner = card.corner * scale
    words = (f"cut {shown_size(*card.size)}", f"corners {shown(card.corner)}")
    yield _Edge(rounded(trim, corner), (trim.right - corner, trim.top), words, _CUT, _CUT_WIDTH)
    if card.safe > 0:
        safe = trim.grown(-card.safe * scale)
        yield _Edge(
            rectangle(safe), (safe.right, safe.top), (f"safe {shown(card.safe)}",), _SAFE, _THIN, _DASH
        )


def _labelled(brush: Brush, edge: _Edge, right: float, below: float) -> float:
    """Draw a leader and a label no higher than `below`; returns where the next label may begin."""
    x, y = edge.start
    middle = min(y, below - leading(SMALL) / 2)
    points = [(x, y), (right + _BEND, y), (right + _WORDS - 2, middle)]
    if x < right:
        brush.stroke(line(*points[:2]), WHITE, _THIN + _CASING)
    brush.stroke(line(*points), edge.color, _THIN)
    top = middle + leading(SMALL) / 2
    for words in edge.words:
        write(brush, right + _WORDS, top, words, SMALL, edge.color if edge.color == _BLEED else INK)
        top -= leading(SMALL)
    return top
