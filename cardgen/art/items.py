"""What a face is made of: a list of items with their places fixed, made before anything is drawn.

The checks read the same list that is drawn, so what passed them is what is printed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Literal, NamedTuple

from ..colour.colors import WHITE, Color
from ..geometry import IDENTITY, Matrix, Rect, bounds, chain, surrounding
from ..text.fonts import Font
from ..text.outlines import Shape
from .brush import Brush, Fit

#: The thinnest line that every printer known here prints, in points.
LEAST_LINE = 0.5
#: What a piece of writing is for; it decides how much contrast it needs.
Role = Literal["small", "large", "body"]


class Run(NamedTuple):
    """A line of text at a place inside its label, in points."""

    text: str
    x: float
    y: float
    size: float
    font: Font
    #: There to be found by a search, where the sign itself is drawn.
    hidden: bool = False
    #: How far the letters are condensed; 1 for not at all.
    narrow: float = 1.0
    #: Space added behind each letter, in points.
    tracking: float = 0.0


class Picture(NamedTuple):
    """A picture file in a rectangle: it fills it whole, its overhang cut off, or stands whole in it."""

    file: Path
    rect: Rect
    fit: Fit = "cover"
    #: What stays in sight, in per cent from the left and from the top.
    focus: tuple[float, float] = (50, 50)
    #: What shows where the picture is transparent.
    ground: Color = WHITE
    #: A colour that its foot passes into.
    shade: Color | None = None
    #: Of its corners.
    radius: float = 0.0
    place: Matrix | None = None


class Label(NamedTuple):
    """Writing that belongs together: an index with its sign, or a line of text.

    `box` is the ink's rectangle in the label's own coordinates; `place` puts them on the card.
    """

    runs: tuple[Run, ...]
    shapes: tuple[tuple[Shape, Matrix], ...]
    box: Rect
    color: Color
    ground: Color
    role: Role
    place: Matrix = IDENTITY
    #: The colour of the shapes where it is not that of the text.
    shape_color: Color | None = None
    #: Shapes in colours of their own: a symbol that is more than one ink.
    inked: tuple[tuple[Shape, Matrix, Color], ...] = ()

    @property
    def bounds(self) -> Rect:
        """Return the ink's rectangle on the card."""
        return bounds(self.place, self.box)

    @property
    def text(self) -> str:
        """Return the text as it reads."""
        return "".join(run.text for run in self.runs)


class Fill(NamedTuple):
    """A filled outline."""

    shape: Shape
    color: Color
    place: Matrix | None = None
    even_odd: bool = False


class Fills(NamedTuple):
    """One outline filled at many places."""

    shape: Shape
    color: Color
    places: list[Matrix]


class Stroke(NamedTuple):
    """An outline drawn with a line."""

    shape: Shape
    color: Color
    width: float
    #: What it is filled with.
    ground: Color | None = None


class Drawing(NamedTuple):
    """Art that draws itself and holds no text of its own."""

    draw: Callable[[Brush], None]
    #: All of it lies within this.
    rect: Rect


Item = Label | Fill | Fills | Stroke | Drawing | Picture


def paint(brush: Brush, items: list[Item]) -> None:
    """Draw items in order."""
    for item in items:
        _PAINT[type(item)](brush, item)


def extent(item: Item) -> Rect:
    """Return a rectangle around all that an item paints; that of a label is around its lines."""
    if isinstance(item, Label):
        return item.bounds
    if isinstance(item, Fill):
        return bounds(item.place, item.shape.bounds) if item.place else item.shape.bounds
    if isinstance(item, Fills):
        return surrounding([bounds(place, item.shape.bounds) for place in item.places])
    if isinstance(item, Stroke):
        return item.shape.bounds.grown(item.width / 2)
    return bounds(item.place, item.rect) if isinstance(item, Picture) and item.place else item.rect


def turned_item(item: Item, place: Matrix) -> Item:
    """Return the same item placed by one more matrix."""
    if isinstance(item, Label):
        return item._replace(place=chain(item.place, place))
    if isinstance(item, Fill):
        return item._replace(place=place if item.place is None else chain(item.place, place))
    if isinstance(item, Fills):
        return item._replace(places=[chain(each, place) for each in item.places])
    if isinstance(item, Stroke):
        return item._replace(shape=item.shape.placed(place))
    if isinstance(item, Picture):
        return item._replace(place=place if item.place is None else chain(item.place, place))
    raise TypeError(f"a {type(item).__name__} cannot be turned")


def _label(brush: Brush, label: Label) -> None:
    with brush.at(label.place):
        for run in label.runs:
            brush.text(
                run.x,
                run.y,
                run.text,
                run.font.name,
                run.size,
                label.color,
                hidden=run.hidden,
                narrow=run.narrow,
                tracking=run.tracking,
            )
        for shape, place in label.shapes:
            brush.fill(shape, label.shape_color or label.color, place)
        for shape, place, color in label.inked:
            brush.fill(shape, color, place)


def _stroke(brush: Brush, line: Stroke) -> None:
    if line.ground is None:
        brush.stroke(line.shape, line.color, line.width)
    else:
        brush.outlined(line.shape, line.ground, line.color, line.width)


def _picture(brush: Brush, picture: Picture) -> None:
    with brush.at(picture.place) if picture.place else nullcontext():
        brush.picture(
            picture.file,
            picture.rect,
            picture.fit,
            picture.focus,
            picture.ground,
            picture.shade,
            picture.radius,
        )


_PAINT: dict[type, Callable[[Brush, object], None]] = {
    Label: _label,  # type: ignore[dict-item]
    Fill: lambda brush, item: brush.fill(*item),  # type: ignore[misc]
    Fills: lambda brush, item: brush.fill_many(*item),  # type: ignore[misc]
    Stroke: _stroke,  # type: ignore[dict-item]
    Drawing: lambda brush, item: item.draw(brush),  # type: ignore[attr-defined]
    Picture: _picture,  # type: ignore[dict-item]
}
