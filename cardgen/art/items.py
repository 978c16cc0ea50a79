"""What a face is made of: a list of items with their places fixed, made before anything is drawn.

The checks read the same list that is drawn, so what passed them is what is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ..colour.colors import WHITE, Color
from ..geometry import IDENTITY, TOLERANCE, Matrix, Rect, bounds, chain, inverse, surrounding
from ..text.fonts import Font
from ..text.outlines import Shape, rectangle, rounded_rectangle

#: The thinnest line that every printer known here prints, in points.
LEAST_LINE = 0.5
#: What a piece of writing is for; it decides how much contrast it needs.
Role = Literal["small", "large", "body"]
#: Whether a picture fills its rectangle or stands whole in it.
Fit = Literal["cover", "contain"]
#: What becomes of the transparent pixels of a picture: they show a ground of one colour, they are blended
#: with all that is painted already, or only opaque pixels are painted at all.
Transparency = Literal["ground", "blend", "solid"]


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
    #: Space added to each space, in points.
    spread: float = 0.0


class Text(NamedTuple):
    """A line of text in one colour, for art and for what stands beside cards; a card's own is a Label."""

    run: Run
    color: Color


class Lines(NamedTuple):
    """Lines of text in one colour, which a file writes together."""

    #: Each part of the text: the operator that begins it, as in Marked, or "", and its runs in their order.
    parts: tuple[tuple[str, tuple[Run, ...]], ...]
    color: Color


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

    @property
    def outline(self) -> Shape:
        """Return what it is seen within, before it is placed."""
        return rounded_rectangle(self.rect, self.radius) if self.radius else rectangle(self.rect)


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
    places: tuple[Matrix, ...]


class Stroke(NamedTuple):
    """An outline drawn with a line, whose width grows with its place."""

    shape: Shape
    color: Color
    width: float
    #: What it is filled with.
    ground: Color | None = None
    place: Matrix | None = None
    #: Whether ends and corners are round.
    round_ends: bool = False
    #: The lengths of dashes and of the gaps between them.
    dash: tuple[float, float] | None = None


class Drawing(NamedTuple):
    """Items that are placed together, and are seen only within an outline.

    On a card it is art: nothing in it is a label that the checks look at.
    """

    items: tuple[Item, ...]
    place: Matrix | None = None
    #: In the coordinates of the items.
    clip: Shape | None = None
    #: All of it lies within this, in the coordinates around it; None: as its items tell.
    area: Rect | None = None
    #: What a report calls the side of a card that it is; "" for part of one.
    side: str = ""


class Form(NamedTuple):
    """What comes again and again in a file, which has it once for each size."""

    #: The same for the same items.
    name: str
    #: Its true size, the origin lower left: a writer that keeps it in one size takes this.
    full: Rect
    #: Where it is seen; it has the proportions of the true size.
    rect: Rect
    #: Returns its items in a rectangle, beyond which nothing of it is seen.
    plan: Callable[[Rect], Sequence[Item]]


class Instance(NamedTuple):
    """Items that a file holds once, in their true size, and shows in as many places as it likes."""

    #: The same for the same items.
    name: str
    #: Beyond this nothing of them is seen.
    box: Rect
    #: Returns them.
    plan: Callable[[], Sequence[Item]]
    place: Matrix | None = None


class Group(NamedTuple):
    """Items that are painted as one and let what lies under them shine through, as `opacity` does in CSS."""

    items: tuple[Item, ...]
    #: From 0 for invisible to 1 for opaque.
    opacity: float


class Marked(NamedTuple):
    """Items of which a PDF file says what they are: a card, a part of a text, or no part of it."""

    items: tuple[Item, ...]
    #: The operator that begins marked content (ISO 32000-1, 14.6).
    begins: str


class Link(NamedTuple):
    """A rectangle of a page that leads somewhere, in PDF files."""

    rect: Rect
    #: "#" and the key of a Bookmark, or an address.
    to: str
    #: What is told of it in place of what it looks like.
    contents: str
    #: Its number among the annotations of a file that has a structure (ISO 32000-1, 14.7.4.4).
    number: int | None = None


class Bookmark(NamedTuple):
    """A place that links lead to, in PDF files; with a title it stands in the file's outline."""

    key: str
    #: The height on the page; None for the whole page.
    y: float | None = None
    title: str = ""
    #: Of the outline; 0 is the highest.
    level: int = 0
    #: Whether the outline hides what is below its level.
    closed: bool = False


class Patch(NamedTuple):
    """Pixels, painted where a mask says: what flattened transparency becomes, or all of a picture."""

    #: PIL images of one size: CMYK or RGB, and L, where 255 is painted and 0 is not; None: all is painted.
    colors: Any
    mask: Any
    rect: Rect


Item = (
    Text
    | Lines
    | Label
    | Fill
    | Fills
    | Stroke
    | Drawing
    | Form
    | Instance
    | Picture
    | Group
    | Marked
    | Link
    | Bookmark
    | Patch
)
#: Replaces an item that is partly transparent by opaque ones that look the same over the items below it. The
#: text is what a report calls the side that they are on.
Flatten = Callable[[Sequence[Item], Picture | Group, str], list[Item]]


def leaves(items: Sequence[Item]) -> Iterator[Item]:
    """Yield all items, those of groups and marked ones in place of these."""
    for item in items:
        if isinstance(item, Group | Marked):
            yield from leaves(item.items)
        else:
            yield item


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


def extent(item: Item) -> Rect:
    """Return a rectangle around all that an item paints; that of a label is around its lines."""
    if isinstance(item, Text | Lines | Label):
        return _extent_of_text(item)
    if isinstance(item, Fill):
        return _placed(item.shape.bounds, item.place)
    if isinstance(item, Fills):
        return surrounding([bounds(place, item.shape.bounds) for place in item.places])
    if isinstance(item, Stroke):
        return _placed(item.shape.bounds.grown(item.width / 2), item.place)
    if isinstance(item, Instance):
        return _placed(item.box, item.place)
    if isinstance(item, Drawing):
        return item.area or _placed(
            item.clip.bounds if item.clip else surrounding(list(map(extent, item.items))), item.place
        )
    if isinstance(item, Group | Marked):
        return surrounding([extent(each) for each in item.items])
    if isinstance(item, Bookmark):
        return Rect(0, item.y or 0, 0, 0)
    return _placed(item.rect, item.place if isinstance(item, Picture) else None)


def _extent_of_text(item: Text | Lines | Label) -> Rect:
    if isinstance(item, Label):
        return item.bounds
    runs = [item.run] if isinstance(item, Text) else [run for _, runs in item.parts for run in runs]
    return surrounding(list(map(ink_of, runs)))


def _placed(rect: Rect, place: Matrix | None) -> Rect:
    return bounds(place, rect) if place else rect


def ink_of(run: Run) -> Rect:
    """Return the rectangle around the ink of a run."""
    ink = run.font.ink(run.text, run.size)
    spread = run.tracking * (len(run.text) - 1) + run.spread * run.text.strip().count(" ")
    return Rect(run.x + ink.x * run.narrow, run.y + ink.y, ink.width * run.narrow + spread, ink.height)


def ink_spots(label: Label) -> tuple[Rect, ...]:
    """Return rectangles around the ink of a label, one for each piece of a line and for each shape."""
    spots = []
    for run in label.runs:
        if run.hidden:
            continue
        ink = run.font.ink(run.text, run.size)
        if ink.width and ink.height:
            spots.append(ink_of(run))
    spots += [bounds(place, shape.bounds) for shape, place in label.shapes]
    spots += [bounds(place, shape.bounds) for shape, place, _ in label.inked]
    return tuple(bounds(label.place, spot) for spot in spots)


def painted_area(item: Item) -> Rect:
    """Return a rectangle that no ink of an item reaches out of.

    Accents, descenders and slanted letters reach out of the lines of a label, and so out of its extent.
    """
    if isinstance(item, Label):
        return surrounding([item.bounds, *ink_spots(item)])
    if isinstance(item, Group | Marked):
        return surrounding([painted_area(each) for each in item.items])
    return extent(item)


def icon_items(parts: Iterable[tuple[Item, float]]) -> list[Item]:
    """Return the parts of an icon, each with its opacity; those that are not opaque lie over nothing of it.

    They are one group: a press that takes no transparency makes pixels of it once.
    """
    parts = list(parts)
    groups = tuple(Group((item,), opacity) for item, opacity in parts if opacity < 1)
    below = [Group(groups, 1)] if len(groups) > 1 else list(groups)
    return [*below, *(item for item, opacity in parts if opacity == 1)]


def turned_item(item: Item, place: Matrix) -> Item:
    """Return the same item placed by one more matrix."""
    if isinstance(item, Label):
        return item._replace(place=chain(item.place, place))
    if isinstance(item, Fills):
        return item._replace(places=tuple(chain(each, place) for each in item.places))
    if isinstance(item, Stroke):
        return item._replace(shape=item.shape.placed(place))
    if isinstance(item, Group):
        return item._replace(items=tuple(turned_item(each, place) for each in item.items))
    if isinstance(item, Fill | Picture):
        return item._replace(place=place if item.place is None else chain(item.place, place))
    raise TypeError(f"a {type(item).__name__} cannot be turned")
