"""Paints items by a brush: on a canvas, as SVG, or as facts about what is printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

from ..colour.colors import WHITE, Color
from ..geometry import Matrix, Rect
from ..text.outlines import Shape
from .brush import Brush
from .items import (
    Drawing,
    Fill,
    Fills,
    Form,
    Group,
    Instance,
    Item,
    Label,
    Patch,
    Picture,
    Stroke,
    Text,
    fills,
    is_transparent,
    painted_area,
)


def paint(brush: Brush, items: Sequence[Item], side: str = "") -> None:
    """Draw items in order; side: what a report calls the side of the card that they are on."""
    below: list[Item] = []
    for item in items:
        drawn = _opaque(brush, below, item, side) if is_transparent(item) else (item,)
        for each in drawn:
            _PAINT[type(each)](brush, each)
        below += drawn


class _Screen:
    """Has colours as a screen has them."""

    press = None

    def flat(self, shape: Shape, color: Color, place: Matrix | None = None) -> Color:
        """Return the colour."""
        return color

    def on_press(self, color: Color) -> Color:
        """Return the colour."""
        return color


def with_flat_groups(items: Sequence[Item], below: Sequence[Item]) -> list[Item]:
    """Return items as a screen shows them over others: groups that come out as flat colours are those."""
    made: list[Item] = []
    for item in items:
        flat = _flat(_Screen(), [*below, *made], item) if isinstance(item, Group) else None
        made += [item] if flat is None else flat
    return made


def flat_under(brush: Brush | _Screen, below: Sequence[Item], rect: Rect) -> Color | None:
    """Return the one colour that all of a rectangle is painted with; None if there are several."""
    for item in reversed(below):
        if not painted_area(item).overlaps(rect):
            continue
        if isinstance(item, Fill) and fills(item, rect):
            return brush.flat(item.shape, item.color, item.place)
        return None
    return WHITE


def _opaque(brush: Brush, below: Sequence[Item], item: Item, side: str) -> Sequence[Item]:
    """Return what an item that may be transparent is painted as: opaque, as far as that can be.

    A group whose parts each lie over one colour becomes flat colours; all others are flattened where the
    press takes no transparency.
    """
    if isinstance(item, Group) and brush.flat_groups:
        flat = _flat(brush, below, item)
        if flat is not None:
            return flat
    if brush.press is not None and brush.press.flatten is not None:
        return brush.press.flatten(below, item, side)  # type: ignore[no-any-return]
    return (item,)


def _flat(brush: Brush | _Screen, below: Sequence[Item], group: Group) -> list[Item] | None:
    """Return the parts of a group in the colours that they have with what is under them; None if they have
    several.
    """
    made: list[Item] = []
    for item in group.items:
        if isinstance(item, Picture | Group | Patch | Drawing | Form | Instance):
            return None
        under = flat_under(brush, below, painted_area(item))
        if under is None:
            return None
        made.append(_mixed(brush, item, under, group.opacity))
    return made


def _mixed(brush: Brush | _Screen, item: Any, under: Color, opacity: float) -> Item:
    def mixed(color: Color, shape: Shape | None = None, place: Matrix | None = None) -> Color:
        own = brush.flat(shape, color, place) if shape else None
        return under.mixed(own or brush.on_press(color), opacity)

    if isinstance(item, Label):
        inked = tuple((shape, place, mixed(color)) for shape, place, color in item.inked)
        shape_color = item.shape_color and mixed(item.shape_color)
        return item._replace(color=mixed(item.color), shape_color=shape_color, inked=inked)
    if isinstance(item, Fill):
        return item._replace(color=mixed(item.color, item.shape, item.place))
    if isinstance(item, Stroke):
        return item._replace(color=mixed(item.color), ground=item.ground and mixed(item.ground))
    return item._replace(color=mixed(item.color))  # type: ignore[no-any-return]


def _label(brush: Brush, label: Label) -> None:
    with brush.at(label.place):
        for run in label.runs:
            brush.write_run(run, label.color)
        for shape, place in label.shapes:
            brush.write_fill(Fill(shape, label.shape_color or label.color, place))
        for shape, place, color in label.inked:
            brush.write_fill(Fill(shape, color, place))


def _drawing(brush: Brush, drawing: Drawing) -> None:
    placed = brush.at(drawing.place) if drawing.place else nullcontext()
    with placed, brush.clipped(drawing.clip) if drawing.clip else nullcontext():
        paint(brush, drawing.items, drawing.side)


def _form(brush: Brush, form: Form) -> None:
    brush.again(form.name, form.full, form.rect, lambda rect: paint(brush, form.plan(rect)))


def _instance(brush: Brush, item: Instance) -> None:
    with brush.at(item.place) if item.place else nullcontext():
        brush.instance(item.name, item.box, lambda: paint(brush, item.plan()))


def _picture(brush: Brush, picture: Picture) -> None:
    with brush.at(picture.place) if picture.place else nullcontext():
        brush.write_picture(picture)


def _group(brush: Brush, group: Group) -> None:
    brush.group(painted_area(group), group.opacity, lambda: paint(brush, group.items))


_PAINT: dict[type, Callable[[Brush, Any], None]] = {
    Text: lambda brush, text: brush.write_run(*text),
    Label: _label,
    Fill: lambda brush, fill: brush.write_fill(fill),
    Fills: lambda brush, fills: brush.write_fills(fills),
    Stroke: lambda brush, stroke: brush.write_stroke(stroke),
    Drawing: _drawing,
    Form: _form,
    Instance: _instance,
    Picture: _picture,
    Group: _group,
    Patch: lambda brush, patch: brush.write_patch(patch),
}
