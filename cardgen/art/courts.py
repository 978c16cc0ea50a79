"""Court cards and jokers: cardgen's own drawings, two-headed, in four inks, composed of `court_parts`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from ..colour.colors import Color, contrast_ratio
from ..geometry import Rect, combined_matrix, scaling, translation
from ..pack.values import SizedSymbol
from ..text.icons import colored_shapes, silhouette
from ..text.outlines import (
    Shape,
    contours,
    ellipse,
    joined_shapes,
    open_line,
    polygon,
    rounded_rectangle,
    star_shape,
)
from . import court_parts as parts
from .court_parts import Layer, Layers
from .items import LEAST_LINE, Drawing, Fill, Item, Stroke

Paints = dict[str, Color]
#: A sign in the corners: outlines in order, each with its colour.
Sign = list[tuple[Shape, Color]]

#: The band and its boss as strokes of one line and one dot, the widest first.
_BAND = (("line", 11.0), ("second", 9.2), ("line", 5.8), ("main", 4.6))
_BOSS = (("line", 16.0), ("second", 14.2), ("line", 10.6), ("main", 9.4), ("light", 3.0))
_MIDDLE = open_line((-0.05, 0), (0.05, 0))
_STAR = star_shape(0, -0.05, 0.55, 0.22, 5)
#: Rays behind the head: a circle with a line so wide that its dashes meet in the middle.
_HALO = ellipse(0, 53, 120)
_RAY = (math.pi * 120 / 32,) * 2


class CourtInks(NamedTuple):
    """The inks of a court card; all other colours are mixtures of them."""

    #: Outlines and darks.
    line: Color
    #: The suit's colour.
    main: Color
    #: The accent: gold.
    second: Color
    #: Faces, hands and white cloth.
    light: Color


class Stance(NamedTuple):
    """How the courts of one suit look: their head, the side to which they look, their hair, and what each of
    them holds.
    """

    #: The head in parts.FACES, whether the figure is mirrored to look right, the paint of the hair.
    head: str
    mirrored: bool
    hair: str
    held: dict[str, str]


STANCES = {
    "spade": Stance("turned", False, "line", {"K": "sword", "Q": "sceptre", "C": "lance", "J": "halberd"}),
    "heart": Stance("front", False, "second", {"K": "cup", "Q": "rose", "C": "lance", "J": "letter"}),
    "diamond": Stance("profile", True, "second", {"K": "coin", "Q": "jewel", "C": "lance", "J": "arrow"}),
    "club": Stance("turned", True, "line", {"K": "staff", "Q": "sprig", "C": "lance", "J": "cudgel"}),
}
#: The objects held in the suits of Spanish packs.
_OWN_THING = {"sword": "sword", "baton": "cudgel", "cup": "goblet"}
#: The objects held in other suits: the suit's sign in different forms.
_EMBLEMS = {"K": "standard", "Q": "medallion", "C": "lance", "J": "shield"}


def _stance_of_suit(symbol: str, place: int) -> Stance:
    """Return the stance of the courts of a suit.

    place: the index of the suit in its pack. A suit without a stance of its own takes one of four by this
    index, so that suits differ.
    """
    if symbol in STANCES:
        return STANCES[symbol]
    held = dict.fromkeys("KQCJ", _OWN_THING[symbol]) if symbol in _OWN_THING else _EMBLEMS
    alike = ("spade", "diamond", "heart", "club")[place % 4]
    return STANCES[alike]._replace(held=held)


def court_drawing(figure: str, symbol: SizedSymbol, box: Rect, inks: CourtInks, place: int = 0) -> Drawing:
    """Return a king, queen, cavalier or jack ("K", "Q", "C", "J") of a suit that fills a frame.

    box: the frame in points, in any proportion from 1 to 1 up to 1 to 2.2. The figure keeps its proportions;
    the rays, the band and the robe fill the rest. place: the index of the suit in its pack.
    """
    stance = _stance_of_suit(symbol.name, place)
    sign = colored_shapes(symbol, inks.main)
    paints = _paints_by_name(inks, stance.hair) | {f"sign{at}": color for at, (_, color) in enumerate(sign)}
    return _two_headed_drawing(
        box, paints, _court_layers(figure, symbol, stance, sign), sign, stance.mirrored
    )


def joker_drawing(box: Rect, inks: CourtInks) -> Drawing:
    """Return a joker of the same family in a frame in points; its main ink distinguishes two jokers."""
    head = (
        *parts.HAIR_BEHIND["J"]["front"],
        *parts.FACES["front"],
        *parts.MOUTHS["joker"]["front"],
        *parts.HATS["joker"],
    )
    layers = (*parts.ROBES["joker"], *_in_drawing_order(head, parts.HELD["cards"], parts.SLEEVES["J"]))
    return _two_headed_drawing(box, _paints_by_name(inks, "line"), layers, [(_STAR, inks.main)])


def _paints_by_name(inks: CourtInks, hair: str) -> Paints:
    mixed = {
        "line": inks.line,
        "main": inks.main,
        "second": inks.second,
        "light": inks.light,
        "shade": inks.second.mixed(inks.light, 0.68),
        "pale": inks.second.mixed(inks.light, 0.6),
        "ground": inks.second.mixed(inks.light, 0.86),
        "ray": inks.second.mixed(inks.light, 0.94),
        "lips": inks.main,
    }
    dark = hair == "line"
    return mixed | {
        "hair": mixed[hair],
        "strand": mixed["second" if dark else "line"],
        "veil": mixed["light" if dark else hair],
    }


def _court_layers(figure: str, symbol: SizedSymbol, stance: Stance, sign: Sign) -> Layers:
    head, (robe, *dress) = stance.head, parts.ROBES[figure]
    # A cavalier has a jack's hair and a king's moustache without the beard.
    hair = "J" if figure == "C" else figure
    mouths = {"K": parts.BEARDS, "C": {key: beard[2:] for key, beard in parts.BEARDS.items()}, **parts.MOUTHS}
    person = (
        *parts.HAIR_BEHIND[hair][head],
        *parts.FACES[head],
        *parts.HAIR_BEFORE[hair][head],
        *mouths[figure][head],
        *parts.HATS[figure],
    )
    held = stance.held[figure]
    thing = (
        parts.HELD[held] if held in parts.HELD else parts.emblem_layers(held, [shape for shape, _ in sign])
    )
    pattern = parts.pattern_of_sign(symbol.name, silhouette(symbol))
    return (robe, pattern, *dress, *_in_drawing_order(person, thing, parts.SLEEVES[figure]))


def _in_drawing_order(person: Layers, held: Layers, sleeves: Layers) -> Layers:
    """Return the layers of a head and an arm in the order of drawing. All of their fine lines are joined into
    one layer, which is last.
    """
    layers = (*person, *held, *sleeves, *parts.HAND)
    fine = [layer for layer in layers if (layer.fill, layer.line, layer.width) == ("", "line", parts.FINE)]
    rest = [layer for layer in layers if layer not in fine]
    return (*rest, parts.line_layer("".join(layer.data for layer in fine)))


def _two_headed_drawing(
    box: Rect, paints: Paints, layers: Layers, sign: Sign, mirrored: bool = False
) -> Drawing:
    """Return the ground, two halves, the band and the frame."""
    size = min(box.width / (2 * parts.REACH), box.height / (2 * parts.HEIGHT))
    wide, high = box.width / size / 2, box.height / size / 2
    frame = rounded_rectangle(Rect(-wide, -high, 2 * wide, 2 * high), 3)
    side = -1.0 if mirrored else 1.0
    figure = [_layer_item(layer, paints) for layer in layers]
    half = (
        Stroke(_HALO, paints["ray"], 240, dash=_RAY),
        *figure,
        *_corner_sign_items(sign, wide, high, paints),
    )
    edge = wide * parts.SLOPE
    above_band = polygon([(-wide, -edge), (wide, edge), (wide, high), (-wide, high)])
    halves = [Drawing(half, place, above_band) for place in (scaling(side, 1), scaling(-side, -1))]
    inside = Drawing((Fill(frame, paints["ground"]), *halves, *_band_items(side, wide, paints)), clip=frame)
    return Drawing(
        (inside, Stroke(frame, paints["line"], 1.1)),
        combined_matrix(scaling(size), translation(*box.center)),
        area=box.grown(2 * LEAST_LINE),
    )


def _corner_sign_items(sign: Sign, wide: float, high: float, paints: Paints) -> Iterator[Item]:
    """Yield the suit's sign in the corner, larger in wide frames.

    A sign in the suit's own pale ink gets an outline. Signs with holes become darker instead, as an outline
    would close the holes.
    """
    size = 12 * min(1.5, max(0.8, wide / 52))
    place = combined_matrix(scaling(size), translation(wide - size / 2 - 3, high - size / 2 - 4))
    for shape, color in sign:
        pale = color == paints["main"] and contrast_ratio(color, paints["light"]) < 3
        cut = len(contours(shape)) > 1
        yield Fill(shape, color.mixed(paints["line"], 0.6) if pale and cut else color, place)
        if pale and not cut:
            yield Stroke(shape, paints["line"], parts.FINE / size, place=place)


def _layer_item(layer: Layer, paints: Paints) -> Item:
    """Return a layer of a court as an item, in the colours of its paints."""
    fill = paints[layer.fill] if layer.fill else None
    if fill and (not layer.line or _is_invisible_on(paints[layer.line], fill)):
        return Fill(layer.shape, fill)
    return Stroke(layer.shape, paints[layer.line], layer.width, fill, round_ends=layer.round)


def _is_invisible_on(one: Color, other: Color) -> bool:
    """Tell whether a line of one colour is invisible on the other, as on a black robe."""
    return contrast_ratio(one, other) < 1.3


def _band_items(side: float, wide: float, paints: Paints) -> Iterator[Item]:
    """Yield the band from side to side, its pearls, and the boss in its middle."""
    rise = parts.SLOPE * side
    middle = open_line((-wide, -wide * rise), (wide, wide * rise))
    for paint, width in _BAND:
        yield Stroke(middle, paints[paint], width)
    pearls = joined_shapes(
        *(open_line((x, x * rise), (end, end * rise)) for x, end in ((10, wide), (-10, -wide)))
    )
    yield Stroke(pearls, paints["light"], 2, round_ends=True, dash=(0.01, 4.4))
    for paint, width in _BOSS:
        yield Stroke(_MIDDLE, paints[paint], width, round_ends=True)
