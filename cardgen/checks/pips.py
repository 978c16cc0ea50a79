"""Checks that pips and symbols of stated sizes have room."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

from ..art.cover import card_ground
from ..art.frame import Frame
from ..art.index_face import corner_indices
from ..art.piece_outline import is_inside
from ..art.pips import pip_places
from ..colour.colors import WHITE
from ..errors import KeyPath, Problem
from ..geometry import (
    Rect,
    are_apart,
    bounding_rect_of_points,
    convex_hull,
    polygon_overlaps_rect,
    transformed_point,
)
from ..pack.model import Card, Pack, Suit, pip_count
from ..text.icons import silhouette
from ..text.outlines import contours, points_of_contour
from ..units import MM, length_text

#: The accuracy of the largest possible size is the stated one halved so many times.
_HALVINGS = 10


def check_pips(pack: Pack) -> Iterator[Problem]:
    """Check that pips and symbols of stated sizes lie in the safe zone, and touch neither one another nor an
    index.
    """
    cards = [card for card in pack.cards if card.kind == "pips" and pip_count(card.rank)]
    aces = [card for card in cards if pip_count(card.rank) == 1]
    numerals = [card for card in cards if pip_count(card.rank) > 1]
    pips, index, small = pack.pips, pack.index, pack.index.small
    if pips.ace:
        yield from _check_size(
            aces, ("pips", "ace"), pips.ace, lambda size: replace(pack, pips=pips._replace(ace=size))
        )
    if pips.size:
        yield from _check_size(
            numerals, ("pips", "size"), pips.size, lambda size: replace(pack, pips=pips._replace(size=size))
        )
        return
    for key, suit in pack.suits.items():
        yield from _check_suit(pack, key, suit, [card for card in numerals if card.suit == key])
    if small.symbol and small.on:
        yield from _check_size(
            numerals,
            ("index", "small", "symbol"),
            small.symbol,
            lambda size: replace(pack, index=index._replace(small=small._replace(symbol=size))),
        )


def _check_suit(pack: Pack, key: str, suit: Suit, cards: list[Card]) -> Iterator[Problem]:
    """Yield a problem if the size that a suit states for its symbol leaves no room."""
    if isinstance(suit.size, float) and suit.size > 1:
        yield from _check_size(
            cards,
            ("suits", key, "size"),
            suit.size,
            lambda size: replace(pack, suits={**pack.suits, key: suit._replace(size=size)}),
            lambda share: f"{math.floor(100 * share)} %",
        )


def _floored_length(points: float) -> str:
    """Return a length in points as text in millimetres, rounded down to a tenth."""
    return length_text(math.floor(10 * points / MM) / 10 * MM)


def _check_size(
    cards: list[Card],
    path: KeyPath,
    size: float,
    resized_pack: Callable[[float], Pack],
    size_text: Callable[[float], str] = _floored_length,
) -> Iterator[Problem]:
    """Yield a problem if a size is too large. It states the largest size for which all cards have room.

    cards: the cards with pips or symbols of this size. resized_pack: returns the pack with another size.
    size_text: returns a size as text.
    """
    crowded = next((card for card in cards if not _has_room(resized_pack(size), card)), None)
    if crowded is None:
        return
    low, high = 0.0, size
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        pack = resized_pack(middle)
        low, high = (middle, high) if all(_has_room(pack, card) for card in cards) else (low, middle)
    hint = (
        f"use at most {size_text(low)}"
        if low
        else "make the card larger, or other pips and symbols smaller as well"
    )
    yield Problem(f"this is too large: the {crowded.label} has no room for its pips", path, hint)


def _has_room(pack: Pack, card: Card) -> bool:
    """Tell whether the pips of a card touch neither each other nor an index, and lie in the safe zone."""
    trim = Rect(0, 0, *pack.card.size)
    frame = Frame(pack, trim)
    symbol = pack.suits[card.suit or ""].sized_symbol
    if symbol is None:
        return True
    drawn = convex_hull([point for part in contours(silhouette(symbol)) for point in points_of_contour(part)])
    pips = [
        [transformed_point(place, x, y) for x, y in drawn]
        for place in pip_places(frame, pip_count(card.rank))
    ]
    indices = [label.bounds for label in corner_indices(frame, card, card_ground(frame, card, WHITE))]
    apart = all(are_apart(one, other) for one, other in combinations(pips, 2))
    clear = not any(polygon_overlaps_rect(pip, index) for pip in pips for index in indices)
    boxes = (bounding_rect_of_points(pip) for pip in pips)
    return apart and clear and all(is_inside(pack.card, trim, box, pack.card.safe) for box in boxes)
