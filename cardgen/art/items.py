"""What a face is made of: a list of items with their places fixed, made before anything is drawn.

The checks read the same list that is drawn, so what passed them is what is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ..colour.colors import WHITE, Color
from ..geometry import IDENTITY, TOLERANCE, Matrix, Rect, bounds, chain, inverse, surrounding
from ..text.fonts import Font
from ..text.outlines import Shape
from .brush import Brush, Fit, Transparency

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
    #: What shows where the picture is transparent, if its alpha says so.
    ground: Color = WHITE
    #: A colour that its foot passes into.
    shade: Color | None = None
    #: Of its corners.
    radius: float = 0.0
    place: Matrix | None = None
    #: What becomes of its transparent pixels.
    alpha: Transparency = "ground"
    #: Points along the edges of its rectangle that its own edges are mirrored into.
    edge: float = 0.0


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
#: Replaces an item that is partly transparent by opaque ones that look the same over the items below it. The
#: text is what a report calls the side that they are on.
Flatten = Callable[[Sequence[Item], Picture | Group, str], list[Item]]


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


def leaves(items: Sequence[Item]) -> Iterator[Item]:
    """Yield all items, those of groups in place of the groups."""
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items)
        else:
            yield item


def flat_under(brush: Brush | _Screen, below: Sequence[Item], rect: Rect) -> Color | None:
    """Return the one colour that all of a rectangle is painted with; None if there are several."""
    for item in reversed(below):
        if not painted_area(item).overlaps(rect):
            continue
        if isinstance(item, Fill) and fills(item, rect):
            return brush.flat(item.shape, item.color, item.place)
        return None
    return WHITE


def goes_around(shape: Shape, spot: Rect) -> bool:
    """Tell whether a convex outline goes around a rectangle; not so of any other."""
    core = shape.core
    if core is None or not shape.bounds.holds(spot):
        return False
    if core.holds(spot):
        return True
    corners = shape.convex
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    for x, y in ((spot.x, spot.y), (spot.right, spot.y), (spot.right, spot.top), (spot.x, spot.top)):
        turns = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in sides]
        if min(turns) < -TOLERANCE and max(turns) > TOLERANCE:
            return False
    return True


def fills(item: Fill, spot: Rect) -> bool:
    """Tell whether a filled outline is known to fill a rectangle: one that is convex and goes around it."""
    if item.even_odd:
        return False
    return goes_around(item.shape, bounds(inverse(item.place), spot) if item.place else spot)


def is_transparent(item: Item) -> bool:
    """Tell whether what lies under an item may shine through it."""
    return isinstance(item, Group) or (isinstance(item, Picture) and item.alpha == "blend")


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
        if isinstance(item, Picture | Group | Patch | Drawing):
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
    if isinstance(item, Picture):
        return bounds(item.place, item.rect) if item.place else item.rect
    return surrounding([extent(each) for each in item.items]) if isinstance(item, Group) else item.rect


def ink_spots(label: Label) -> tuple[Rect, ...]:
    """Return rectangles around the ink of a label, one for each piece of a line and for each shape."""
    spots = []
    for run in label.runs:
        if run.hidden:
            continue
        ink = run.font.ink(run.text, run.size)
        if ink.width and ink.height:
            spread = run.tracking * (len(run.text) - 1)
            spots.append(
                Rect(run.x + ink.x * run.narrow, run.y + ink.y, ink.width * run.narrow + spread, ink.height)
            )
    spots += [bounds(place, shape.bounds) for shape, place in label.shapes]
    spots += [bounds(place, shape.bounds) for shape, place, _ in label.inked]
    return tuple(bounds(label.place, spot) for spot in spots)


def painted_area(item: Item) -> Rect:
    """Return a rectangle that no ink of an item reaches out of.

    Accents, descenders and slanted letters reach out of the lines of a label, and so out of its extent.
    """
    if isinstance(item, Label):
        return surrounding([item.bounds, *ink_spots(item)])
    if isinstance(item, Group):
        return surrounding([painted_area(each) for each in item.items])
    return extent(item)


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
            picture.ground,
            picture.shade,
            picture.radius,
            picture.alpha,
            picture.edge,
        )


def _group(brush: Brush, group: Group) -> None:
    brush.group(painted_area(group), group.opacity, lambda: paint(brush, group.items))


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
