"""The `index` face: ground, stripe, a large index in the middle and small ones in the corners."""

from __future__ import annotations

import math

from ..colour.colors import WHITE, Color
from ..pack.model import Card, LargeIndex, Pack, SmallIndex, Suit
from ..text.outlines import Shape, ellipse, polygon
from ..units import MM
from . import inks, label
from .cover import CardGround, card_ground
from .frame import Frame
from .items import Fill, Item, Label

#: The radius of the disc, or of the ring, and its rim, on a card of 62 x 88 mm.
_DISC, _RIM = 23.5 * MM, 1.3 * MM
#: Maximum width of a rank over its symbol, in figure heights.
COLUMN = 1.14
#: The usual height of the symbol in an index, in figure heights.
_SYMBOL_HEIGHT = 0.93
#: How far a number may extend from the middle of the disc, as a share of the radius.
_ROOM = 0.84


def plan_index_face(frame: Frame, card: Card) -> list[Item]:
    """Return the items of an index face, from the bottom up."""
    suit = frame.pack.suits[card.suit or ""]
    style = "paper" if suit.symbol else inks.index_face_style(frame.pack, suit, card)
    under = card_ground(frame, card, WHITE if style == "paper" else suit.color)
    ground, items = under.color(), under.items(frame)
    corners = corner_indices(frame, card, under)
    striped = frame.pack.stripe.on and not suit.symbol
    radius = _disc_radius(frame, corners) if style == "disc" or striped else None
    large = _large_index(frame, card, suit, style, radius, ground)
    color = inks.stripe_color(suit, ground, frame.pack)
    items += [Fill(piece, color) for piece in stripe_outlines(frame, card)]
    if radius and large:
        # The stripe ends at the disc, with a gap, or at the ring.
        rim, inside = (ground, WHITE) if style == "disc" else (color, ground)
        center = frame.trim.center
        items.append(Fill(ellipse(*center, radius + _RIM * frame.scale_from_standard_card), rim))
        items.append(Fill(ellipse(*center, radius), inside))
    if large:
        items.append(large)
    return items + list(corners)


def stripe_outlines(frame: Frame, card: Card) -> list[Shape]:
    """Return the outlines of the pieces of an index face's stripe, which runs from corner to corner; []
    without a stripe.
    """
    trim, stripe = frame.overscan, frame.pack.stripe
    if not stripe.on or frame.pack.suits[card.suit or ""].symbol:
        return []
    half = frame.length_or_default(stripe.width, 4.2 * MM) / 2
    cx, cy = trim.center
    rising = stripe.start == "bottom-left"
    dx, dy = frame.trim.width, frame.trim.height if rising else -frame.trim.height
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    ends = ((-length, -half), (length, -half), (length, half), (-length, half))
    return [polygon([(cx + ux * along - uy * side, cy + uy * along + ux * side) for along, side in ends])]


def corner_indices(frame: Frame, card: Card, under: CardGround) -> list[Label]:
    """Return the small indices, each in its corner."""
    small = frame.pack.index.small
    if not small.on:
        return []
    suit = frame.pack.suits[card.suit or ""]
    ground = under.color(0)
    color = inks.figure_color(frame.pack, suit, ground)
    height = frame.figure_height(small.height, 5 * MM)
    rank = card.rank or ""
    if suit.symbol:
        heights = height, symbol_height(frame, small, height)
        made = label.rank_over_symbol_label(
            rank, suit.sized_symbol, heights, COLUMN * height, color, ground, frame.font("index")
        )
    else:
        mark = is_ambiguous_upside_down(card, frame.pack)
        made = label.index_label(suit.sign, rank, height, color, ground, "small", mark, frame.font("index"))
        made = _fitted_index(frame, made, card, suit, height)
    low = made
    if under.color(1) != ground:
        low = made._replace(color=inks.figure_color(frame.pack, suit, under.color(1)), ground=under.color(1))
    placed = [(corner, made if corner.startswith("top") else low) for corner in small.corners]
    return [each._replace(place=frame.corner_matrix(each, corner)) for corner, each in placed]


def symbol_height(frame: Frame, index: SmallIndex | LargeIndex, figures: float) -> float:
    """Return the height in points of the symbol in an index. figures: the height of the figures in the index,
    in points.
    """
    return _SYMBOL_HEIGHT * figures if index.symbol is None else index.symbol * frame.scale_from_pack_card


def _fitted_index(frame: Frame, made: Label, card: Card, suit: Suit, height: float) -> Label:
    """Return an index, made smaller if it is wider than half of the card.

    made: the index at the wanted height.
    """
    widest = frame.trim.width / 2 - frame.corner_inset
    if made.box.width <= widest:
        return made
    height *= widest / made.box.width
    mark = is_ambiguous_upside_down(card, frame.pack)
    return label.index_label(
        suit.sign, card.rank or "", height, made.color, made.ground, "small", mark, made.runs[-1].font
    )


def is_ambiguous_upside_down(card: Card, pack: Pack) -> bool:
    """Tell whether a card's index, read upside down, is that of another card, as with 6 and 9."""
    suit = pack.suits[card.suit or ""]
    own = suit.sign or ""
    rank, sign = label.rank_when_upside_down(card.rank or ""), label.sign_when_upside_down(own)
    if rank is None or rank == card.rank:
        return False
    others = (
        [card.suit or ""] if sign == own else [key for key, each in pack.suits.items() if each.sign == sign]
    )
    return any(rank in pack.suit_cards[key] for key in others)


def _disc_radius(frame: Frame, corners: list[Label]) -> float:
    """Return the radius of the disc in points. It is in proportion to the card, but on small cards it is
    reduced to keep clear of the small indices.
    """
    cx, cy = frame.trim.center
    rim = _RIM * frame.scale_from_standard_card
    free = [
        math.hypot(max(box.x - cx, cx - box.right, 0), max(box.y - cy, cy - box.top, 0)) - rim
        for box in (label.bounds for label in corners)
    ]
    return min(_DISC * frame.scale_from_standard_card, 0.42 * min(frame.trim.width, frame.trim.height), *free)


def _large_index(
    frame: Frame, card: Card, suit: Suit, style: str, radius: float | None, behind: Color
) -> Label | None:
    """Return the large index at the stated height, or smaller if it does not fit. Return None if the pack has
    none.
    """
    if not frame.pack.index.large.on:
        return None
    ground = WHITE if style == "disc" else behind
    color = inks.figure_color(frame.pack, suit, ground)
    made = _large_label(frame, card, suit, 1, color, ground)
    room = _fitting_factor(frame, made, radius)
    if room < 1:
        made = _large_label(frame, card, suit, max(room, 0.01), color, ground)
    return made._replace(place=frame.centering_matrix(made, y=_optical_middle(frame, made)))


def _large_label(frame: Frame, card: Card, suit: Suit, share: float, color: Color, ground: Color) -> Label:
    """Return the large index at a share of its usual height."""
    large, rank = frame.pack.index.large, card.rank or ""
    figures = frame.figure_height(large.height, 18 * MM)
    height = share * figures
    if suit.symbol:
        heights = height, share * symbol_height(frame, large, figures)
        made = label.rank_over_symbol_label(
            rank, suit.sized_symbol, heights, 99 * height, color, ground, frame.font("index")
        )
        return made._replace(role="large")
    mark = is_ambiguous_upside_down(card, frame.pack)
    return label.index_label(suit.sign, rank, height, color, ground, "large", mark, frame.font("index"))


def _optical_middle(frame: Frame, label: Label) -> float:
    """Return the y at which figures look vertically centred on the card. A line under the figures does not
    count.
    """
    _, cy = frame.trim.center
    return cy + min(0.0, label.box.y) / 2


def _fitting_factor(frame: Frame, label: Label, radius: float | None) -> float:
    """Return the factor by which a large index must be scaled to fill its room on the card or a disc. It is 1
    or more if the index fits.
    """
    if radius is not None:
        return 2 * _ROOM * radius / math.hypot(label.box.width, label.box.height)
    room = 2 * frame.corner_inset
    small = (
        2.6 * frame.figure_height(frame.pack.index.small.height, 5 * MM) if frame.pack.index.small.on else 0
    )
    return min(
        (frame.trim.width - room) / label.box.width,
        (frame.trim.height - room - small) / label.box.height,
    )
