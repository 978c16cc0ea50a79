"""The `court` and `joker` faces: a drawn figure in its frame, and the indices around it."""

from __future__ import annotations

from ..colour.colors import BLACK, WHITE, Color, color_from_hex
from ..pack.model import Card
from ..pack.values import SizedSymbol
from ..text.outlines import rectangle
from ..units import MM
from . import inks, label
from .courts import CourtInks, court_drawing, joker_drawing
from .cover import card_ground
from .frame import Frame
from .index_face import corner_indices
from .items import Fill, Item
from .pips import pip_field

#: The space between an index and the frame of a court.
_AIR = 1.3 * MM
#: Gold and a warm white: inks that all courts share.
_GOLD = Color(color_from_hex("#E3A92B").rgb, (0.06, 0.34, 0.92, 0.02))
_LIGHT = Color(color_from_hex("#FDF3E3").rgb, (0.0, 0.04, 0.10, 0.0))
_LINE = Color(color_from_hex("#1C1B22").rgb, (0, 0, 0, 1))


def plan_court(frame: Frame, card: Card) -> list[Item]:
    """Return the items of a court card."""
    suit = frame.pack.suits[card.suit or ""]
    figure = court_drawing(
        frame.pack.court_figure(card.suit or "", card.rank or "") or "K",
        suit.sized_symbol or SizedSymbol("spade"),
        pip_field(frame, _AIR),
        _court_inks(frame, suit.color),
        list(frame.pack.suits).index(card.suit or ""),
    )
    under = card_ground(frame, card, WHITE)
    return [*under.items(frame), figure, *corner_indices(frame, card, under)]


def plan_joker(frame: Frame, card: Card) -> list[Item]:
    """Return the items of a joker; its colour distinguishes two jokers."""
    color = card.color or BLACK
    word = label.vertical_label(
        "JOKER", frame.figure_height(None, 2.9 * MM), color, WHITE, frame.font("index")
    )
    figure = joker_drawing(pip_field(frame, _AIR), _court_inks(frame, color))
    items: list[Item] = [Fill(rectangle(frame.overscan), WHITE), figure]
    if frame.pack.index.small.on:
        corners = frame.pack.index.small.corners
        items += [word._replace(place=frame.corner_matrix(word, corner)) for corner in corners]
    return items


def _court_inks(frame: Frame, main: Color) -> CourtInks:
    """Return the inks of a court; under the ink saver the fills are pale and the lines unchanged."""
    pack = frame.pack
    return CourtInks(
        line=_LINE,
        main=inks.tinted(main, pack, 0.62),
        second=inks.tinted(_GOLD, pack, 0.5),
        light=WHITE if pack.ink_saver else _LIGHT,
    )
