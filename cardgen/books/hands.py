"""Places cards as figures: in a row, a fan or a pile."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ..geometry import Matrix, Rect, bounds, chain, shift, turn
from ..pack.model import Card, Pack
from ..text.formats import PageFormat
from .blocks import Hand

#: As parts of a card's height: the gap between two in a row, and the visible part of each card in a pile.
_GAP, _STEP = 0.085, 0.235
#: Minimum scale of the cards of a row before the row is broken.
_SMALLEST = 0.62
#: A fan: the angle between cards and the maximum in all (degrees), and the pivot below a card's middle, in
#: its height.
_ANGLE, _SPREAD, _GRIP = 7.5, 64.0, 1.35
#: The height of the labels' line below cards, in font sizes.
LABEL_LINE = 1.3


class PlacedHandCard(NamedTuple):
    """A card, its transformation from a trim at the origin, and the middle of its label."""

    card: Card
    matrix: Matrix
    label: tuple[float, float, str]


class Laid(NamedTuple):
    """Cards in their places, the origin at the lower left of all."""

    places: tuple[PlacedHandCard, ...]
    size: tuple[float, float]
    width: float
    height: float

    @property
    def trim(self) -> Rect:
        """Return the trim of a card at the origin."""
        return Rect(0, 0, *self.size)


def lay(pack: Pack, hand: Hand, form: PageFormat, measure: float, room: float) -> Laid:
    """Return the cards of a hand in their places, within a width and a height in points."""
    height = form.card_lines * form.leading
    ratio = pack.card.width / pack.card.height
    under = LABEL_LINE * form.small if any(hand.labels) else 0.0
    ways = {"row": _lay_row, "fan": _lay_fan, "pile": _lay_pile}
    for _ in range(40):
        laid = ways[hand.layout](hand, (height * ratio, height), measure, under)
        if laid.width <= measure + 0.01 and laid.height <= room + 0.01:
            return laid
        height *= 0.93
    return laid


def _lay_row(hand: Hand, size: tuple[float, float], measure: float, under: float) -> Laid:
    """Return cards side by side, in several rows of equal length if one is too long."""
    width, height = size
    count = len(hand.cards)
    labels = hand.labels or ("",) * count
    gap = _GAP * height
    least = _SMALLEST * width
    fitting = max(1, int((measure + gap * _SMALLEST) / (least + gap * _SMALLEST)))
    rows = math.ceil(count / fitting)
    across = math.ceil(count / rows)
    k = min(1.0, measure / (across * width + (across - 1) * gap))
    width, height, gap = k * width, k * height, k * gap
    step = height + under + gap
    places = []
    for place, card in enumerate(hand.cards):
        row, column = divmod(place, across)
        x, y = column * (width + gap), (rows - 1 - row) * step + under
        places.append(PlacedHandCard(card, shift(x, y), (x + width / 2, y - 0.78 * under, labels[place])))
    return Laid(tuple(places), (width, height), across * (width + gap) - gap, rows * step - gap)


def _lay_fan(hand: Hand, size: tuple[float, float], measure: float, under: float) -> Laid:
    """Return cards as held in a hand."""
    return fan_of_cards(hand.cards, size, min(_ANGLE, _SPREAD / max(len(hand.cards) - 1, 1)))


def fan_of_cards(cards: Sequence[Card], size: tuple[float, float], angle: float) -> Laid:
    """Return cards of a size (points) rotated about a point below them, by an angle in degrees from each to
    the next.
    """
    width, height = size
    grip = _GRIP * height
    moved: list[Matrix] = []
    for place in range(len(cards)):
        degrees = -angle * (place - (len(cards) - 1) / 2)
        moved.append(chain(shift(-width / 2, -height / 2 + grip), turn(degrees)))
    return _moved_to_origin(cards, moved, size)


def _lay_pile(hand: Hand, size: tuple[float, float], measure: float, under: float) -> Laid:
    """Return cards in a pile, each a little lower, so that every index is visible."""
    step = -_STEP * size[1]
    return _moved_to_origin(hand.cards, [shift(0, place * step) for place in range(len(hand.cards))], size)


def _moved_to_origin(cards: Sequence[Card], moved: Sequence[Matrix], size: tuple[float, float]) -> Laid:
    """Return all moved so that the lower left of their bounding box is the origin."""
    boxes = [bounds(matrix, Rect(0, 0, *size)) for matrix in moved]
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, top = max(box.right for box in boxes), max(box.top for box in boxes)
    places = tuple(
        PlacedHandCard(card, chain(matrix, shift(-x, -y)), (0, 0, ""))
        for card, matrix in zip(cards, moved, strict=True)
    )
    return Laid(places, size, right - x, top - y)
