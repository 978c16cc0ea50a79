"""Places cards as figures: in a row, a fan or a pile."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ..geometry import Matrix, Rect, combined_matrix, rotation, transformed_bounds, translation
from ..pack.model import Card, Pack
from ..text.formats import PageFormat
from ..units import Size
from .blocks import Hand

#: As parts of a card's height: the gap between two in a row, and the visible part of each card in a pile.
_GAP, _STEP = 0.085, 0.235
#: Minimum scale of the cards of a row before the row is broken.
_SMALLEST = 0.62
#: Maximum scale of other pieces than cards: a token as high as a card would seem to be one.
_LARGEST = 0.6
#: A fan: the angle between cards and the maximum in all (degrees), and the pivot below a card's middle, in
#: its height.
_ANGLE, _SPREAD, _GRIP = 7.5, 64.0, 1.35
#: Tolerance for the rounding of lengths.
_HAIR = 1e-9
#: The height of the labels' line below cards, in font sizes.
LABEL_LINE = 1.3


class PlacedCard(NamedTuple):
    """A card of a figure. `matrix` moves it from a trim at the origin; `label` is the x, y and text of its
    label.
    """

    card: Card
    matrix: Matrix
    label: tuple[float, float, str]
    size: Size

    @property
    def trim(self) -> Rect:
        """Return the trim of the card at the origin."""
        return Rect(0, 0, *self.size)


class HandLayout(NamedTuple):
    """Cards in their places, the origin at the lower left of all."""

    placed_cards: tuple[PlacedCard, ...]
    width: float
    height: float


def hand_layout(
    pack: Pack, hand: Hand, page_format: PageFormat, max_width: float, max_height: float
) -> HandLayout:
    """Return the cards of a hand arranged in a row, a fan or a pile, within a width and a height in points.

    Pieces of several kinds are on one scale, so that a token beside a card has its real relative size.
    """
    height = page_format.card_lines * page_format.leading
    own = [pack.kind_of(card).card.size for card in hand.cards]
    tallest = max(high for _, high in own)
    if any(card.piece for card in hand.cards):
        height = min(height, _LARGEST * tallest)
    under = LABEL_LINE * page_format.small_size if any(hand.labels) else 0.0
    ways = {"row": _row_layout, "fan": _fan_layout, "pile": _pile_layout}
    for _ in range(40):
        sizes = [(height * (high / tallest) * (wide / high), height * (high / tallest)) for wide, high in own]
        laid = ways[hand.layout](hand, sizes, max_width, under)
        if laid.width <= max_width + 0.01 and laid.height <= max_height + 0.01:
            return laid
        height *= 0.93
    return laid


def _row_layout(hand: Hand, sizes: Sequence[Size], measure: float, label_height: float) -> HandLayout:
    """Return cards side by side. If one row is too long, they are in several rows with equal numbers of
    cards, as far as possible.
    """
    count = len(hand.cards)
    labels = hand.labels or ("",) * count
    gap = _GAP * max(high for _, high in sizes)
    for rows in range(1, count + 1):
        across = math.ceil(count / rows)
        lines = [sizes[first : first + across] for first in range(0, count, across)]
        longest = max(sum(wide for wide, _ in line) + (len(line) - 1) * gap for line in lines)
        k = min(1.0, measure / longest)
        if k >= _SMALLEST - _HAIR or rows == hand.rows:
            break
    gap *= k
    places: list[PlacedCard] = []
    top = 0.0
    for line in lines:
        x, base = 0.0, top - k * max(high for _, high in line)
        for wide, high in line:
            size = (k * wide, k * high)
            label = (x + size[0] / 2, base - 0.78 * label_height, labels[len(places)])
            places.append(PlacedCard(hand.cards[len(places)], translation(x, base), label, size))
            x += size[0] + gap
        top = base - label_height - gap
    depth = -top - gap
    moved = tuple(
        each._replace(
            matrix=combined_matrix(each.matrix, translation(0, depth)),
            label=(each.label[0], each.label[1] + depth, each.label[2]),
        )
        for each in places
    )
    return HandLayout(moved, k * longest, depth)


def _fan_layout(hand: Hand, sizes: Sequence[Size], measure: float, label_height: float) -> HandLayout:
    """Return cards as held in a hand."""
    return fan_of_cards(hand.cards, sizes, min(_ANGLE, _SPREAD / max(len(hand.cards) - 1, 1)))


def fan_of_cards(cards: Sequence[Card], sizes: Sequence[Size], angle: float) -> HandLayout:
    """Return cards of these sizes (points) rotated about a point below them, by an angle in degrees from each
    to the next.
    """
    grip = _GRIP * max(high for _, high in sizes)
    moved: list[Matrix] = []
    for place, (width, height) in enumerate(sizes):
        degrees = -angle * (place - (len(cards) - 1) / 2)
        moved.append(combined_matrix(translation(-width / 2, -height / 2 + grip), rotation(degrees)))
    return _moved_to_origin(cards, moved, sizes)


def _pile_layout(hand: Hand, sizes: Sequence[Size], measure: float, label_height: float) -> HandLayout:
    """Return cards in a pile, each a little lower, so that every index is visible."""
    widest, tallest = (max(sides) for sides in zip(*sizes, strict=True))
    step = _STEP * tallest
    moved = [
        translation((widest - wide) / 2, tallest - high - place * step)
        for place, (wide, high) in enumerate(sizes)
    ]
    return _moved_to_origin(hand.cards, moved, sizes)


def _moved_to_origin(cards: Sequence[Card], moved: Sequence[Matrix], sizes: Sequence[Size]) -> HandLayout:
    """Return a layout moved so that the lower left corner of the bounding box of all cards is the origin."""
    boxes = [transformed_bounds(matrix, Rect(0, 0, *size)) for matrix, size in zip(moved, sizes, strict=True)]
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, top = max(box.right for box in boxes), max(box.top for box in boxes)
    places = tuple(
        PlacedCard(card, combined_matrix(matrix, translation(-x, -y)), (0, 0, ""), size)
        for card, matrix, size in zip(cards, moved, sizes, strict=True)
    )
    return HandLayout(places, right - x, top - y)
