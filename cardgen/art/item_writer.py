"""The base class of all writers of items: it dispatches items, flattens groups and converts colours to inks.

A writer writes every kind of item: as PDF, as SVG, or as data about the printed inks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from ..colour.colors import WHITE, Color
from ..colour.conversion import PressInks
from ..geometry import Matrix, Rect, transformed_bounds
from ..text.outlines import Shape
from .items import (
    Bookmark,
    DeferredItems,
    Drawing,
    Fill,
    Fills,
    Form,
    Group,
    Instance,
    Item,
    Label,
    Lines,
    Link,
    Marked,
    Patch,
    Picture,
    Run,
    Stroke,
    Text,
    fills_rect,
    is_transparent,
    painted_rect,
)

Cmyk = tuple[float, float, float, float]

#: Black ink only.
PURE_BLACK: Cmyk = (0, 0, 0, 1)
#: Minimum width and height in points of black fills that may have several inks: at this size misaligned
#: plates are not visible (printers' pages state 36 pt).
_LARGE = 36.0


class Press(NamedTuple):
    """A press's conversion of colours, and how black is printed.

    Pure black overprints, so that no light seam shows if plates are misaligned; large black areas are in rich
    black instead, if there is one. Hidden text for searching is left out.
    """

    inks: PressInks
    #: Whether lines and small areas overprint as well as type; if little ink is allowed, black over a colour
    #: would exceed it.
    lines: bool = True
    #: Makes items opaque (art.items.Flatten), if the press does not accept transparency.
    flatten: Any = None


class ItemWriter(ABC):
    """Writes items in order. A matrix given as `place` applies within the current one."""

    #: Whether groups over one colour are painted in flat colours.
    flat_groups = True
    #: The press that is written for, if any.
    press: Press | None = None

    def write_items(self, items: Iterable[Item], side: str = "") -> None:
        """Write items in order. side: the name of this side of the card, for reports."""
        below: list[Item] = []
        for item in items:
            drawn = _opaque_items(self, below, item, side) if is_transparent(item) else (item,)
            for each in drawn:
                _WRITTEN_BY[type(each)](self, each)
            below += drawn

    def press_color(self, color: Color) -> Color:
        """Return a colour with the inks of the press.

        A pack's own colours have been converted before; those of its drawings are converted here.
        """
        return color if self.press is None or color.spot else self.press.inks.with_press_inks(color)

    def is_large_black(self, shape: Shape, color: Color, place: Matrix | None = None) -> bool:
        """Tell whether a fill is black and so large that the press may print it in rich black. Without a
        press, the answer is False.
        """
        if self.press is None or color.cmyk != PURE_BLACK or color.spot:
            return False
        size = shape.bounds if place is None else transformed_bounds(place, shape.bounds)
        return min(size.width, size.height) >= _LARGE

    def flat_color(self, shape: Shape, color: Color, place: Matrix | None = None) -> Color | None:
        """Return the printed colour of a filled shape. Return None if the shape overprints what lies below,
        because the colour then depends on that.
        """
        if self.press is None:
            return color
        large = self.is_large_black(shape, color, place)
        if large and self.press.inks.rich_black:
            return color._replace(cmyk=self.press.inks.rich_black, has_stated_cmyk=True)
        if color.spot or (color.cmyk == PURE_BLACK and self.press.lines and not large):
            return None
        return self.press_color(color)

    @abstractmethod
    def transformed_by(self, place: Matrix) -> AbstractContextManager[None]:
        """Return a context in which a matrix applies to all that is written."""

    @abstractmethod
    def clipped_to(self, shape: Shape) -> AbstractContextManager[None]:
        """Return a context in which all that is written is clipped to a shape."""

    @abstractmethod
    def write_form(self, name: str, full: Rect, rect: Rect, draw: Callable[[Rect], None]) -> None:
        """Write a form into a rectangle. draw: writes its items into a rectangle."""

    @abstractmethod
    def write_instance(self, name: str, box: Rect, draw: Callable[[], None]) -> None:
        """Write an instance, which the file contains once. box: its bounds."""

    @abstractmethod
    def write_group(self, group: Group, draw: Callable[[], None]) -> None:
        """Write a group. draw: writes its items."""

    @abstractmethod
    def write_text_run(self, run: Run, color: Color) -> None:
        """Write a line of text; hidden text is searchable but invisible."""

    @abstractmethod
    def write_fill(self, item: Fill) -> None:
        """Fill a shape."""

    @abstractmethod
    def write_fills(self, item: Fills) -> None:
        """Fill one shape at many places."""

    @abstractmethod
    def write_stroke(self, item: Stroke) -> None:
        """Draw the outline of a shape, filled first if it has a ground."""

    @abstractmethod
    def write_picture(self, picture: Picture) -> None:
        """Write a picture file in a rectangle: not stretched, its overhang clipped."""

    def write_deferred(self, item: DeferredItems) -> None:
        """Plan and write items."""
        self.write_items(item.plan())

    def write_lines(self, lines: Lines) -> None:
        """Write lines of text."""
        for _, runs in lines.parts:
            for run in runs:
                self.write_text_run(run, lines.color)

    def write_marked(self, marked: Marked) -> None:
        """Write items with their meaning in files that support it."""
        self.write_items(marked.items)

    def write_link(self, link: Link) -> None:  # noqa: B027 - only PDF files have any
        """Write a link."""

    def write_bookmark(self, bookmark: Bookmark) -> None:  # noqa: B027 - only PDF files have any
        """Write a bookmark."""

    def write_patch(self, patch: Patch) -> None:
        """Write pixels, which only PDF files have."""
        raise TypeError(f"{type(self).__name__} cannot write a Patch: only PDF files have pixels")


class _ScreenColors:
    """A stand-in for a writer that leaves colours as they are on a screen."""

    press = None

    def flat_color(self, shape: Shape, color: Color, place: Matrix | None = None) -> Color:
        """Return the colour unchanged."""
        return color

    def press_color(self, color: Color) -> Color:
        """Return the colour unchanged."""
        return color


def with_flat_groups(items: Sequence[Item], below: Sequence[Item]) -> list[Item]:
    """Return items in which each group is replaced by items in flat colours, unless it has a mask or lies
    over several colours.

    below: the items under them. Colours are those on a screen.
    """
    made: list[Item] = []
    for item in items:
        flat = _flattened_group(_ScreenColors(), [*below, *made], item) if isinstance(item, Group) else None
        made += [item] if flat is None else flat
    return made


def single_color_under(writer: ItemWriter | _ScreenColors, below: Sequence[Item], rect: Rect) -> Color | None:
    """Return the only colour that items show in a rectangle; None if there may be several."""
    for item in reversed(below):
        if not painted_rect(item).overlaps(rect):
            continue
        if isinstance(item, Fill) and fills_rect(item, rect):
            return writer.flat_color(item.shape, item.color, item.place)
        return None
    return WHITE


def _opaque_items(writer: ItemWriter, below: Sequence[Item], item: Item, side: str) -> Sequence[Item]:
    """Return opaque items that look like an item. Return the item itself if it is opaque already, or if this
    is not possible.

    below: the items under it. side: the name of the side of the card, for reports. A group becomes items in
    flat colours if each of its parts lies over one colour. If the press does not accept transparency, its
    flattener makes any other item opaque.
    """
    if isinstance(item, Group) and writer.flat_groups:
        flat = _flattened_group(writer, below, item)
        if flat is not None:
            return flat
    if writer.press is not None and writer.press.flatten is not None:
        return writer.press.flatten(below, item, side)  # type: ignore[no-any-return]
    return (item,)


def _flattened_group(
    writer: ItemWriter | _ScreenColors, below: Sequence[Item], group: Group
) -> list[Item] | None:
    """Return the parts of a group with their colours mixed with those below. Return None instead of the list
    if the group has a mask, or if a part is not in flat colours or lies over several colours.
    """
    if group.mask:
        return None
    made: list[Item] = []
    for item in group.items:
        if not isinstance(item, Text | Label | Fill | Fills | Stroke):
            return None
        under = single_color_under(writer, below, painted_rect(item))
        if under is None:
            return None
        made.append(_mixed_item(writer, item, under, group))
    return made


def _mixed_item(writer: ItemWriter | _ScreenColors, item: Any, under: Color, group: Group) -> Item:
    """Return a part of a group with its colours mixed with the colour under it."""

    def mixed_color(color: Color, shape: Shape | None = None, place: Matrix | None = None) -> Color:
        own = writer.flat_color(shape, color, place) if shape else None
        own = own or writer.press_color(color)
        return under.mixed(own.multiplied(under) if group.blend == "multiply" else own, group.opacity)

    if isinstance(item, Label):
        runs = tuple(run._replace(color=run.color and mixed_color(run.color)) for run in item.runs)
        inked = tuple((shape, place, mixed_color(color)) for shape, place, color in item.colored_shapes)
        shape_color = item.shape_color and mixed_color(item.shape_color)
        return item._replace(
            runs=runs, color=mixed_color(item.color), shape_color=shape_color, colored_shapes=inked
        )
    if isinstance(item, Fill):
        return item._replace(color=mixed_color(item.color, item.shape, item.place))
    if isinstance(item, Stroke):
        return item._replace(color=mixed_color(item.color), ground=item.ground and mixed_color(item.ground))
    return item._replace(color=mixed_color(item.color))  # type: ignore[no-any-return]


def _write_label(writer: ItemWriter, label: Label) -> None:
    with writer.transformed_by(label.place):
        for run in label.runs:
            writer.write_text_run(run, run.color or label.color)
        for shape, place in label.shapes:
            writer.write_fill(Fill(shape, label.shape_color or label.color, place))
        for shape, place, color in label.colored_shapes:
            writer.write_fill(Fill(shape, color, place))


def _write_drawing(writer: ItemWriter, drawing: Drawing) -> None:
    placed = writer.transformed_by(drawing.place) if drawing.place else nullcontext()
    with placed, writer.clipped_to(drawing.clip) if drawing.clip else nullcontext():
        writer.write_items(drawing.items, drawing.side)


def _write_form(writer: ItemWriter, form: Form) -> None:
    writer.write_form(form.name, form.full_rect, form.rect, lambda rect: writer.write_items(form.plan(rect)))


def _write_instance(writer: ItemWriter, item: Instance) -> None:
    with writer.transformed_by(item.place) if item.place else nullcontext():
        writer.write_instance(item.name, item.box, lambda: writer.write_items(item.plan()))


def _write_picture(writer: ItemWriter, picture: Picture) -> None:
    with writer.transformed_by(picture.place) if picture.place else nullcontext():
        writer.write_picture(picture)


def _write_group(writer: ItemWriter, group: Group) -> None:
    def draw() -> None:
        # Nothing lies below the contents of a group, not even paper.
        before, writer.flat_groups = writer.flat_groups, False
        writer.write_items(group.items)
        writer.flat_groups = before

    writer.write_group(group, draw)


_WRITTEN_BY: dict[type, Callable[[ItemWriter, Any], None]] = {
    Text: lambda writer, text: writer.write_text_run(text.run, text.run.color or text.color),
    Lines: lambda writer, lines: writer.write_lines(lines),
    Label: _write_label,
    Fill: lambda writer, fill: writer.write_fill(fill),
    Fills: lambda writer, fills: writer.write_fills(fills),
    Stroke: lambda writer, stroke: writer.write_stroke(stroke),
    Drawing: _write_drawing,
    Form: _write_form,
    Instance: _write_instance,
    DeferredItems: lambda writer, item: writer.write_deferred(item),
    Picture: _write_picture,
    Group: _write_group,
    Marked: lambda writer, marked: writer.write_marked(marked),
    Link: lambda writer, link: writer.write_link(link),
    Bookmark: lambda writer, bookmark: writer.write_bookmark(bookmark),
    Patch: lambda writer, patch: writer.write_patch(patch),
}
