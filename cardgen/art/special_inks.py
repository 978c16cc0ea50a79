"""The plates of special inks: the shapes of what is foiled, varnished or printed in white, in one colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..colour.colors import WHITE, Color
from ..geometry import IDENTITY
from ..pack.special_inks import SpecialInk, SpecialInkUse
from ..text.areas import Areas, TooComplex
from ..text.outlines import Shape, joined_shapes, rectangle
from .items import Drawing, Fill, Fills, Group, Item, Label, Marked, Picture, Stroke, bounding_rect


def process_items(items: Sequence[Item], special: Iterable[SpecialInk], use: SpecialInkUse) -> Sequence[Item]:
    """Return the items to print in process inks: all of them, or () if only special inks print them."""
    if use.way == "alone" or (use.way != "ink" and any(ink.replaces_ink for ink in special)):
        return ()
    return items


def plate_items(items: Sequence[Item], special: Iterable[SpecialInk], use: SpecialInkUse) -> tuple[Item, ...]:
    """Return the items for the plates of special inks, in one colour each; empty for printing at home."""
    made: list[Item] = []
    for ink in special:
        color = use.color(ink)
        if color is not None:
            shapes = _in_one_color(items, color)
            simulated = use.way == "simulated" and ink.opacity < 1
            made += [Group(tuple(shapes), ink.opacity)] if simulated and shapes else shapes
    return tuple(made)


def _in_one_color(items: Sequence[Item], color: Color) -> list[Item]:
    """Return items with everything that they paint in one colour. Pictures are replaced by their outlines,
    and opacity is ignored.

    White parts of a drawing in several colours are cut out.
    """
    solid = [each for item in items for each in _solid_items(item, color)]
    white = [each for each in solid if isinstance(each, Fill) and each.color == WHITE]
    if not white or len(white) == len(solid):
        return [_colored_item(each, color) for each in solid]
    made: list[Item] = []
    for each in solid:
        if each in white:
            made = [_knocked_out_item(one, each) for one in made]
        else:
            made.append(_colored_item(each, color))
    return made


def _solid_items(item: Item, color: Color) -> Iterable[Item]:
    """Yield the parts of an item as separate, opaque items. Groups are dissolved, and pictures become their
    outlines.
    """
    if isinstance(item, Group | Marked):
        for each in item.items:
            yield from _solid_items(each, color)
    elif isinstance(item, Picture):
        yield Fill(item.outline, color, item.place)
    elif isinstance(item, Drawing):
        if item.clip is not None and all(isinstance(each, Fill) for each in item.items):
            # A gradient fills its outline.
            yield Fill(item.clip, color, item.place)
        else:
            yield item._replace(items=tuple(_in_one_color(item.items, color)))
    elif isinstance(item, Label | Fill | Fills | Stroke):
        yield item
    else:
        yield Fill(rectangle(bounding_rect(item)), color)


def _colored_item(item: Item, color: Color) -> Item:
    """Return a part in a colour."""
    if isinstance(item, Label):
        runs = tuple(run._replace(color=None) for run in item.runs)
        own = tuple((shape, place) for shape, place, ink in item.colored_shapes if ink != WHITE)
        shapes = (*item.shapes, *own)
        return item._replace(runs=runs, shapes=shapes, colored_shapes=(), color=color, shape_color=None)
    if isinstance(item, Stroke):
        return item._replace(color=color, ground=color if item.ground else None)
    if isinstance(item, Fill | Fills):
        return item._replace(color=color)
    return item


def _knocked_out_item(item: Item, white: Fill) -> Item:
    """Return a filled shape without the area of a white part over it. Other items, and shapes that are too
    complex, stay unchanged.
    """
    if not isinstance(item, Fill | Fills):
        return item
    places = item.places if isinstance(item, Fills) else (item.place or IDENTITY,)
    shape = joined_shapes(*(item.shape.transformed(place) for place in places))
    areas = Areas()
    try:
        if isinstance(item, Fill) and item.even_odd:
            shape = areas.without_crossings(shape, even_odd=True)
        hole: Shape = white.shape.transformed(white.place or IDENTITY)
        return Fill(areas.difference(shape, hole), item.color)
    except TooComplex:
        return item
