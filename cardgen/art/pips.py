"""The `pips` face of standard packs: one to ten suit symbols in the usual arrangement."""

from __future__ import annotations

from ..colour.colors import WHITE, Color
from ..geometry import Matrix, Rect
from ..pack.model import Card
from ..text.icons import symbol_layers
from ..text.symbols import symbol_shape
from ..units import MM
from . import inks
from .cover import card_ground
from .frame import Frame
from .index_face import COLUMN, corner_indices, symbol_height
from .items import LEAST_LINE, Fill, Fills, Item, Stroke, with_translucent_parts_grouped

#: The places of pips: column (-1, 0, 1) and height (0 at the bottom, 1 at the top) in the field.
#: Those below the middle are upside down.
_SIDES = {
    2: (),
    3: (),
    4: (0, 1),
    5: (0, 1),
    6: (0, 1 / 2, 1),
    7: (0, 1 / 2, 1),
    8: (0, 1 / 2, 1),
    9: (0, 1 / 3, 2 / 3, 1),
    10: (0, 1 / 3, 2 / 3, 1),
}
_MIDDLE = {
    2: (0, 1),
    3: (0, 1 / 2, 1),
    5: (1 / 2,),
    7: (3 / 4,),
    8: (1 / 4, 3 / 4),
    9: (1 / 2,),
    10: (1 / 6, 5 / 6),
}

#: Height of a pip and of the single pip of an ace, on a card of 62 x 88 mm.
_PIP, _ACE = 12 * MM, 27 * MM
#: How many times as high the ace of spades is, if there is room.
_GRAND_ACE = 1.6
#: The usual width of symbols, as a share of the height of their cells: pips end at the edge of their field.
_USUAL_WIDTH = 0.85
#: Width of the white line in the ace of spades, on the same card. The nested shapes: height and distance
#: above the middle, both as shares of its height; and whether it is white.
_INLINE = 0.7 * MM
_NESTED = ((0.4, 0.04, True), (0.17, 0.055, False))


def plan_pips(frame: Frame, card: Card) -> list[Item]:
    """Return the items of a pip card."""
    suit = frame.pack.suits[card.suit or ""]
    under = card_ground(frame, card, WHITE)
    items = under.items(frame)
    count = 1 if card.rank == "A" else int(card.rank or 1)
    if count == 1 and suit.symbol == "spade":
        items += _ace_of_spades(frame, inks.lightened(suit.color, frame.pack))
    else:
        places = pip_places(frame, count)
        parts = [
            (shape, inks.lightened(own or suit.color, frame.pack), opacity)
            for shape, own, opacity in symbol_layers(suit.sized_symbol or "spade")
        ]
        for place in places:
            items += with_translucent_parts_grouped(
                (Fill(shape, color, place), opacity) for shape, color, opacity in parts if opacity < 1
            )
        items += [Fills(shape, color, places) for shape, color, opacity in parts if opacity == 1]
    return items + list(corner_indices(frame, card, under))


def _ace_of_spades(frame: Frame, color: Color) -> list[Item]:
    """Return the customary large ace: a spade with a white inline, and spades inside it."""
    spade = symbol_shape("spade")
    ace = frame.length_or_default(frame.pack.pips.ace, _ACE)
    size = max(ace, min(_GRAND_ACE * ace, 1.14 * pip_field(frame).width))
    items: list[Item] = [Fills(spade, color, (_place_in_middle(frame, size),))]
    inline = spade.transformed(_place_in_middle(frame, 0.86 * size, -0.01 * size))
    items.append(Stroke(inline, WHITE, max(_INLINE * frame.scale_from_standard_card, LEAST_LINE)))
    for share, lift, white in _NESTED:
        items.append(
            Fill(spade, WHITE if white else color, _place_in_middle(frame, share * size, lift * size))
        )
    return items


def _place_in_middle(frame: Frame, size: float, raised_by: float = 0.0) -> Matrix:
    """Return the matrix that places a pip `raised_by` points above the middle of the card.

    size: the height of the pip in points.
    """
    cx, cy = frame.trim.center
    return (size, 0, 0, size, cx, cy + raised_by)


def pip_field(frame: Frame, clearance: float = 2.3 * MM) -> Rect:
    """Return the rectangle for pips and court figures, `clearance` points away from the corner indices."""
    small = frame.pack.index.small
    height = frame.figure_height(small.height, 5 * MM)
    index = max(COLUMN * height, symbol_height(frame, small, height))
    column = (
        frame.corner_inset + index + clearance * frame.scale_from_standard_card
        if small.on
        else frame.corner_inset
    )
    side = min(column, 0.3 * frame.trim.width)
    edge = min(frame.corner_inset + 5.6 * MM * frame.scale_from_standard_card, 0.16 * frame.trim.height)
    return Rect(
        frame.trim.x + side,
        frame.trim.y + edge,
        frame.trim.width - 2 * side,
        frame.trim.height - 2 * edge,
    )


def pip_places(frame: Frame, count: int) -> tuple[Matrix, ...]:
    """Return the places of the pips on a card with `count` pips."""
    area, pips = pip_field(frame), frame.pack.pips
    if count == 1:
        return (_place_in_middle(frame, frame.length_or_default(pips.ace, _ACE)),)
    cx, _ = area.center
    usual = min(
        _PIP,
        area.width / 3 / frame.scale_from_standard_card,
        area.height / 5 / frame.scale_from_standard_card,
    )
    pip = frame.length_or_default(pips.size, usual)
    # Smaller pips stay where usual ones are: farther out they would seem to belong to the indices.
    least = max(pip, usual * frame.scale_from_standard_card)
    aside = (area.width - _USUAL_WIDTH * least) / 2
    low, rise = area.y + least / 2, area.height - least
    spots = [(side, at) for at in _SIDES[count] for side in (-1, 1)]
    spots += [(0, at) for at in _MIDDLE.get(count, ())]
    return tuple(
        (pip * _upright_sign(at), 0, 0, pip * _upright_sign(at), cx + side * aside, low + at * rise)
        for side, at in spots
    )


def _upright_sign(at: float) -> int:
    """Return 1 for a pip in the upper half, which is upright, and -1 for one in the lower half, which is
    upside down.
    """
    return 1 if at >= 0.5 else -1
