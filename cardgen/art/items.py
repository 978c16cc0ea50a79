"""What a face is made of: a list of items with their places fixed, made before anything is drawn.

The checks read the same list that is drawn, so what passed them is what is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from math import hypot
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ..colour.colors import WHITE, Color
from ..geometry import IDENTITY, TOLERANCE, Matrix, Rect, bounds, chain, surrounding
from ..text.fonts import Font
from ..text.outlines import Shape, contours, flattened
from .brush import Brush, Fit, Transparency

#: The thinnest line that every printer known here prints, in points.
LEAST_LINE = 0.5
#: Points of an outline stand in one line if the triangle they make is no larger, in square points.
_LEVEL = 1e-6
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
    #: What shows where the picture is transparent; None if that is not one colour.
    ground: Color | None = WHITE
    #: A colour that its foot passes into.
    shade: Color | None = None
    #: Of its corners.
    radius: float = 0.0
    place: Matrix | None = None
    #: What becomes of its transparent pixels.
    alpha: Transparency = "ground"

    @property
    def bounds(self) -> Rect:
        """Return its rectangle on the card."""
        return self.rect if self.place is None else bounds(self.place, self.rect)


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
    #: The picture it stands on, where that is no ground of one colour.
    over: Picture | None = None

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


class Group(NamedTuple):
    """Items that are painted as one and let what lies under them shine through, as `opacity` does in CSS."""

    items: tuple[Item, ...]
    #: From 0 for invisible to 1 for opaque.
    opacity: float


class Patch(NamedTuple):
    """Pixels in the inks of a press, painted where a mask says: what flattened transparency becomes."""

    #: PIL images of one size: CMYK, and L, where 255 is painted and 0 is not.
    colors: Any
    mask: Any
    rect: Rect


Item = Label | Fill | Fills | Stroke | Drawing | Picture | Group | Patch
#: Replaces an item that is partly transparent by opaque ones that look the same over the items below it.
Flatten = Callable[[Sequence[Item], Picture | Group], list[Item]]


def paint(brush: Brush, items: Sequence[Item]) -> None:
    """Draw items in order."""
    below: list[Item] = []
    for item in items:
        drawn = _opaque(brush, below, item) if _is_transparent(item) else (item,)
        for each in drawn:
            _PAINT[type(each)](brush, each)
        below += drawn


def leaves(items: Sequence[Item]) -> Iterator[Item]:
    """Yield all items, those of groups in place of the groups."""
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items)
        else:
            yield item


def extent(item: Item) -> Rect | None:
    """Return a rectangle that holds all that an item paints; None for a drawing, which may paint anywhere."""
    if isinstance(item, Label | Picture):
        return item.bounds
    if isinstance(item, Patch):
        return item.rect
    if isinstance(item, Fill):
        return item.shape.bounds if item.place is None else bounds(item.place, item.shape.bounds)
    if isinstance(item, Fills):
        return surrounding([bounds(place, item.shape.bounds) for place in item.places])
    if isinstance(item, Stroke):
        # A sharp corner reaches further than half the line's width, up to the limit of mitres, 10.
        return item.shape.bounds.grown(5 * item.width)
    if isinstance(item, Drawing):
        return None
    found = [extent(each) for each in item.items]
    return None if None in found else surrounding([rect for rect in found if rect])


def flat_under(brush: Brush, below: Sequence[Item], rect: Rect) -> Color | None:
    """Return the one colour that all of a rectangle is painted with; None if there are several."""
    for item in reversed(below):
        area = extent(item)
        if area is not None and not area.overlaps(rect):
            continue
        if isinstance(item, Fill) and _covers(item, rect):
            return brush.flat(item.shape, item.color, item.place)
        return None
    return WHITE


def _covers(fill: Fill, rect: Rect) -> bool:
    """Tell whether a fill with one convex outline has a whole rectangle inside of it."""
    shape = fill.shape if fill.place is None else fill.shape.placed(fill.place)
    parts = contours(shape)
    if fill.even_odd or len(parts) != 1 or not shape.bounds.holds(rect):
        return False
    points = flattened(parts[0])
    turns = [
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        for (ax, ay), (bx, by), (cx, cy) in zip(
            points, [*points[1:], *points[:1]], [*points[2:], *points[:2]], strict=True
        )
    ]
    if min(turns) < -_LEVEL and max(turns) > _LEVEL:
        return False
    way = 1 if max(turns) > _LEVEL else -1
    corners = [(rect.x, rect.y), (rect.right, rect.y), (rect.right, rect.top), (rect.x, rect.top)]
    return all(
        way * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) >= -TOLERANCE * hypot(bx - ax, by - ay)
        for (ax, ay), (bx, by) in zip(points, [*points[1:], *points[:1]], strict=True)
        for x, y in corners
    )


def _is_transparent(item: Item) -> bool:
    """Tell whether what lies under an item may shine through it."""
    return isinstance(item, Group) or (isinstance(item, Picture) and item.alpha == "blend")


def _opaque(brush: Brush, below: Sequence[Item], item: Item) -> Sequence[Item]:
    """Return what an item that may be transparent is painted as: opaque, as far as that can be.

    A group whose parts each lie over one colour becomes flat colours; all others are flattened where the
    press takes no transparency.
    """
    if isinstance(item, Group):
        flat = _flat(brush, below, item)
        if flat is not None:
            return flat
    if brush.press is not None and brush.press.flatten is not None:
        return brush.press.flatten(below, item)  # type: ignore[no-any-return]
    return (item,)


def _flat(brush: Brush, below: Sequence[Item], group: Group) -> list[Item] | None:
    """Return the parts of a group in the colours that they have with what is under them; None if they have
    several.
    """
    made: list[Item] = []
    for item in group.items:
        area = extent(item)
        if area is None or isinstance(item, Picture | Group | Patch):
            return None
        under = flat_under(brush, below, area)
        if under is None:
            return None
        made.append(_mixed(brush, item, under, group.opacity))
    return made


def _mixed(brush: Brush, item: Any, under: Color, opacity: float) -> Item:
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
    if isinstance(item, Group):
        return item._replace(items=tuple(turned_item(each, place) for each in item.items))
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
            picture.ground or WHITE,
            picture.shade,
            picture.radius,
            picture.alpha,
        )


def _group(brush: Brush, group: Group) -> None:
    area = extent(group)
    if area is None:
        raise TypeError("a group holds a drawing, whose extent is not known")
    brush.group(area, group.opacity, lambda: paint(brush, group.items))


_PAINT: dict[type, Callable[[Brush, object], None]] = {
    Label: _label,  # type: ignore[dict-item]
    Fill: lambda brush, item: brush.fill(*item),  # type: ignore[misc]
    Fills: lambda brush, item: brush.fill_many(*item),  # type: ignore[misc]
    Stroke: _stroke,  # type: ignore[dict-item]
    Drawing: lambda brush, item: item.draw(brush),  # type: ignore[attr-defined]
    Picture: _picture,  # type: ignore[dict-item]
    Group: _group,  # type: ignore[dict-item]
    Patch: lambda brush, item: brush.patch(*item),  # type: ignore[misc]
}
