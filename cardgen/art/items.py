"""The items of a face, with fixed places, planned before anything is drawn.

The checks read the same list that is drawn, so what passes them is what is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..colour.colors import WHITE, Color
from ..geometry import (
    IDENTITY,
    TOLERANCE,
    Matrix,
    Rect,
    combined_matrix,
    enclosing_rect,
    inverse_matrix,
    is_slanted,
    polygon_overlaps_rect,
    transformed_bounds,
    transformed_point,
)
from ..text.fonts import Font
from ..text.outlines import Shape, rectangle, rounded_rectangle
from ..text.scripts import needs_shaping

if TYPE_CHECKING:
    from ..pack.model import Card, Pack

#: The thinnest line that every known printer prints, in points.
LEAST_LINE = 0.5
#: The purpose of a text, which determines the contrast that it needs.
Role = Literal["small", "large", "body"]
#: Whether a picture fills its rectangle or fits inside it.
Fit = Literal["cover", "contain"]
#: How transparent pixels of a picture are drawn: over a ground of one colour, blended with what lies below,
#: or only opaque pixels are painted.
Transparency = Literal["ground", "blend", "solid"]
#: How a group is mixed with what lies below it.
Blend = Literal["normal", "multiply"]


class Run(NamedTuple):
    """A line of text at a place inside its label, in points."""

    text: str
    x: float
    y: float
    size: float
    font: Font
    #: Whether it is invisible text for searching, where the sign itself is drawn.
    is_hidden: bool = False
    #: The horizontal scale of letters; 1 for none.
    horizontal_scale: float = 1.0
    #: Letter spacing, in points.
    tracking: float = 0.0
    #: Added to the width of each space, in points.
    extra_word_space: float = 0.0
    #: A colour of its own, in place of that of its text or label; lines have one colour.
    color: Color | None = None


class Text(NamedTuple):
    """A line of text in one colour, for art and for text outside cards; text on a card is a Label."""

    run: Run
    color: Color


class Lines(NamedTuple):
    """Lines of text in one colour, which a file writes as one text object."""

    #: For each part of the text, the operator that begins its marked content, as in Marked, or "", and its
    #: runs in order.
    parts: tuple[tuple[str, tuple[Run, ...]], ...]
    color: Color


class Picture(NamedTuple):
    """A picture file in a rectangle. It either fills the rectangle, and what exceeds it is clipped, or fits
    inside.
    """

    file: Path
    rect: Rect
    fit: Fit = "cover"
    #: The point kept in view, in per cent from the left and from the top.
    focus: tuple[float, float] = (50, 50)
    #: The colour behind transparent pixels, for alpha="ground".
    ground: Color = WHITE
    #: A colour that its foot fades into.
    shade: Color | None = None
    #: The radius of its corners.
    radius: float = 0.0
    place: Matrix | None = None
    #: How its transparent pixels are drawn.
    transparency: Transparency = "ground"
    #: Width in points of the border of its rectangle that mirrors its edges.
    mirrored_edge: float = 0.0
    #: An outline that it is cut to, in place of that of its rectangle.
    clip: Shape | None = None

    @property
    def outline(self) -> Shape:
        """Return the outline of the visible part of the picture, before `place` is applied."""
        if self.clip is not None:
            return self.clip
        return rounded_rectangle(self.rect, self.radius) if self.radius else rectangle(self.rect)


class Label(NamedTuple):
    """A text that belongs together: an index with its sign, or a line of text.

    `box` is the ink's rectangle in the label's own coordinates; `place` transforms them to the card.
    """

    runs: tuple[Run, ...]
    shapes: tuple[tuple[Shape, Matrix], ...]
    box: Rect
    color: Color
    ground: Color
    role: Role
    place: Matrix = IDENTITY
    #: The colour of the shapes if it is not that of the text.
    shape_color: Color | None = None
    #: Shapes in colours of their own: a symbol of more than one ink.
    colored_shapes: tuple[tuple[Shape, Matrix, Color], ...] = ()

    @property
    def bounds(self) -> Rect:
        """Return the rectangle around the label's ink on the card."""
        return transformed_bounds(self.place, self.box)

    @property
    def text(self) -> str:
        """Return the label's text in reading order."""
        return "".join(run.text for run in self.runs)

    @property
    def split_by_color(self) -> list[Label]:
        """Return the label split into one label for each colour, all with the same rectangle."""
        if all(run.color is None for run in self.runs):
            return [self]
        runs: dict[Color | None, list[Run]] = {}
        for run in self.runs:
            runs.setdefault(run.color, []).append(run._replace(color=None))
        made = []
        for color, some in runs.items():
            own = self if color is None else self._replace(color=color, shapes=(), colored_shapes=())
            made.append(own._replace(runs=tuple(some)))
        return made

    def overlaps(self, other: Label) -> bool:
        """Tell whether the rectangles of two labels, as they are rotated, share more than an edge."""
        if not (is_slanted(self.place) or is_slanted(other.place)):
            return self.bounds.overlaps(other.bounds)
        onto = combined_matrix(other.place, inverse_matrix(self.place))
        x, y, right, top = other.box.x, other.box.y, other.box.right, other.box.top
        corners = [
            transformed_point(onto, *corner) for corner in ((x, y), (right, y), (right, top), (x, top))
        ]
        return polygon_overlaps_rect(corners, self.box)


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
    """An outline drawn with a line, whose width scales with its place."""

    shape: Shape
    color: Color
    width: float
    #: The colour of its fill.
    ground: Color | None = None
    place: Matrix | None = None
    #: Whether ends and corners are round.
    round_ends: bool = False
    #: The lengths of dashes and of the gaps between them.
    dash: tuple[float, float] | None = None


class Drawing(NamedTuple):
    """Items that are placed together, and clipped to an outline.

    On a card it is art: the checks treat nothing in it as a label.
    """

    items: tuple[Item, ...]
    place: Matrix | None = None
    #: The outline in the coordinates of the items.
    clip: Shape | None = None
    #: Its bounds, in the coordinates around it; None to compute them from the items.
    area: Rect | None = None
    #: The name of the card's side in reports; "" for a part of one.
    side: str = ""


class Form(NamedTuple):
    """A drawing that occurs repeatedly in a file, such as a card. The file contains it once for each size."""

    #: Equal for equal items.
    name: str
    #: Its true size, the origin lower left, used by a writer that keeps it at one size.
    full_rect: Rect
    #: Its place, with the proportions of the true size.
    rect: Rect
    #: Returns its items in a rectangle, to which they are clipped.
    plan: Callable[[Rect], Sequence[Item]]


class Instance(NamedTuple):
    """Items that a file contains once, at true size, and shows at any number of places."""

    #: Equal for equal items.
    name: str
    #: Its bounds.
    box: Rect
    #: Returns the items.
    plan: Callable[[], Sequence[Item]]
    place: Matrix | None = None


class DeferredItems(NamedTuple):
    """The items of a card's face, planned when they are written. A writer may repeat what an earlier run has
    written of the face instead.
    """

    #: Returns the items.
    plan: Callable[[], Sequence[Item]]
    pack: Pack
    card: Card


class Mask(NamedTuple):
    """A picture file stretched over a rectangle, which states how opaque a group is at each point.

    The opacity of the picture counts. If the picture is opaque everywhere, its brightness counts: white shows
    the group and black hides it. Outside the rectangle the group is hidden.
    """

    file: Path
    rect: Rect
    place: Matrix | None = None


class Group(NamedTuple):
    """Items that are composited as one, with an opacity as in CSS."""

    items: tuple[Item, ...]
    #: From 0 for invisible to 1 for opaque.
    opacity: float
    #: The mask that it is shown through; None to show it whole.
    mask: Mask | None = None
    #: How it is mixed with what lies below it (ISO 32000-1, 11.3.5.2): multiplied, it only darkens.
    blend: Blend = "normal"


class Marked(NamedTuple):
    """Items with marked content in a PDF file: a card, a part of a text, or an artifact."""

    items: tuple[Item, ...]
    #: The operator that begins marked content (ISO 32000-1, 14.6).
    begin_operator: str


class Link(NamedTuple):
    """A rectangle of a page with a link, in PDF files."""

    rect: Rect
    #: "#" and the key of a Bookmark, or a web address.
    target: str
    #: The description that is read instead of its look.
    contents: str
    #: Its number among the annotations of a tagged file (ISO 32000-1, 14.7.4.4).
    number: int | None = None


class Bookmark(NamedTuple):
    """A target of links, in PDF files; with a title it is an entry of the file's outline."""

    key: str
    #: The height on the page; None for the whole page.
    y: float | None = None
    title: str = ""
    #: The level in the outline; 0 is the highest.
    level: int = 0
    #: Whether the outline hides its lower levels.
    is_closed: bool = False


class Patch(NamedTuple):
    """Pixels painted within a mask: flattened transparency, or a whole picture."""

    #: PIL images of one size: CMYK or RGB, and L, where 255 is painted and 0 is not; None to paint all.
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
    | DeferredItems
    | Picture
    | Group
    | Marked
    | Link
    | Bookmark
    | Patch
)
#: Returns opaque items that look the same as a translucent item over the items below it. The text is the name
#: of their side in reports.
Flatten = Callable[[Sequence[Item], Picture | Group, str], list[Item]]


def flat_items(items: Sequence[Item]) -> Iterator[Item]:
    """Yield all items. In place of a group or of marked items, yield their contents."""
    for item in items:
        if isinstance(item, Group | Marked):
            yield from flat_items(item.items)
        else:
            yield item


def files_in(items: Sequence[Item]) -> list[Path]:
    """Return the picture files that items show or are masked by, each once."""
    files = [item.file for item in flat_items(items) if isinstance(item, Picture)]
    return list(dict.fromkeys([*files, *(mask.file for mask in masks_in(items))]))


def masks_in(items: Iterable[Item]) -> Iterator[Mask]:
    """Yield the masks of all groups."""
    for item in items:
        if isinstance(item, Group | Marked):
            if isinstance(item, Group) and item.mask:
                yield item.mask
            yield from masks_in(item.items)


def contains_rect(shape: Shape, spot: Rect) -> bool:
    """Tell whether a convex outline contains a rectangle; False for outlines that are not convex."""
    core = shape.inner_rect
    if core is None or not shape.bounds.contains(spot):
        return False
    if core.contains(spot):
        return True
    corners = shape.corners_if_convex
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    for x, y in ((spot.x, spot.y), (spot.right, spot.y), (spot.right, spot.top), (spot.x, spot.top)):
        turns = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in sides]
        if min(turns) < -TOLERANCE and max(turns) > TOLERANCE:
            return False
    return True


def fills_rect(item: Fill, spot: Rect) -> bool:
    """Tell whether a filled outline is convex and contains a rectangle, and so covers all of it."""
    if item.even_odd:
        return False
    return contains_rect(
        item.shape, transformed_bounds(inverse_matrix(item.place), spot) if item.place else spot
    )


def is_transparent(item: Item) -> bool:
    """Tell whether an item may let what lies below show through."""
    return isinstance(item, Group) or (isinstance(item, Picture) and item.transparency == "blend")


def is_multiplied(item: Item) -> bool:
    """Tell whether an item darkens what lies below it and never hides it."""
    return isinstance(item, Group) and item.blend == "multiply"


def bounding_rect(item: Item) -> Rect:
    """Return a rectangle around all that an item paints; for a label, around its lines."""
    if isinstance(item, Text | Lines | Label):
        return _bounding_rect_of_text(item)
    if isinstance(item, Fill):
        return _placed_rect(item.shape.bounds, item.place)
    if isinstance(item, Fills):
        return enclosing_rect([transformed_bounds(place, item.shape.bounds) for place in item.places])
    if isinstance(item, Stroke):
        return _placed_rect(item.shape.bounds.grown(item.width / 2), item.place)
    if isinstance(item, Instance):
        return _placed_rect(item.box, item.place)
    if isinstance(item, Drawing):
        return item.area or _placed_rect(
            item.clip.bounds if item.clip else enclosing_rect(list(map(bounding_rect, item.items))),
            item.place,
        )
    if isinstance(item, Group | Marked | DeferredItems):
        items = item.plan() if isinstance(item, DeferredItems) else item.items
        return enclosing_rect([bounding_rect(each) for each in items])
    if isinstance(item, Bookmark):
        return Rect(0, item.y or 0, 0, 0)
    return _placed_rect(item.rect, item.place if isinstance(item, Picture) else None)


def _bounding_rect_of_text(item: Text | Lines | Label) -> Rect:
    if isinstance(item, Label):
        return item.bounds
    runs = [item.run] if isinstance(item, Text) else [run for _, runs in item.parts for run in runs]
    return enclosing_rect(list(map(run_ink_rect, runs)))


def _placed_rect(rect: Rect, place: Matrix | None) -> Rect:
    return transformed_bounds(place, rect) if place else rect


def run_ink_rect(run: Run) -> Rect:
    """Return the bounding box of a run's ink, in the coordinates of its label."""
    ink = run.font.ink_box(run.text, run.size)
    spread = run.tracking * (len(run.text) - 1) + run.extra_word_space * run.text.strip().count(" ")
    return Rect(
        run.x + ink.x * run.horizontal_scale,
        run.y + ink.y,
        ink.width * run.horizontal_scale + spread,
        ink.height,
    )


def runs_of_letters(run: Run) -> list[Run]:
    """Return a run as several runs of one character each. A run that needs shaping stays whole."""
    if needs_shaping(run.text):
        return [run]
    made = []
    for place, character in enumerate(run.text):
        before = run.text[:place]
        x = run.x + run.font.width(before, run.size) * run.horizontal_scale
        x += run.tracking * place + run.extra_word_space * before.count(" ")
        made.append(run._replace(text=character, x=x))
    return made


def ink_rects(label: Label) -> tuple[Rect, ...]:
    """Return rectangles around the ink of a label, one for each piece of a line and for each shape.

    If the label is slanted, there is a rectangle for each letter.
    """
    spots = []
    runs: Iterable[Run] = label.runs
    if is_slanted(label.place):
        runs = [letter for run in label.runs for letter in runs_of_letters(run)]
    for run in runs:
        if run.is_hidden:
            continue
        ink = run.font.ink_box(run.text, run.size)
        if ink.width and ink.height:
            spots.append(run_ink_rect(run))
    spots += [transformed_bounds(place, shape.bounds) for shape, place in label.shapes]
    spots += [transformed_bounds(place, shape.bounds) for shape, place, _ in label.colored_shapes]
    return tuple(transformed_bounds(label.place, spot) for spot in spots)


def painted_rect(item: Item) -> Rect:
    """Return a rectangle that contains all ink of an item.

    Accents, descenders and slanted letters extend past the lines of a label, and so past its bounding_rect().
    """
    if isinstance(item, Label):
        return enclosing_rect([item.bounds, *ink_rects(item)])
    if isinstance(item, Group | Marked):
        return enclosing_rect([painted_rect(each) for each in item.items])
    return bounding_rect(item)


def with_translucent_parts_grouped(parts: Iterable[tuple[Item, float]]) -> list[Item]:
    """Return the parts of an icon, the translucent ones first and as one group, so that a press without
    transparency flattens them once.

    parts: items with their opacity. Translucent parts do not overlap other parts, so that they may come
    first.
    """
    parts = list(parts)
    groups = tuple(Group((item,), opacity) for item, opacity in parts if opacity < 1)
    below = [Group(groups, 1)] if len(groups) > 1 else list(groups)
    return [*below, *(item for item, opacity in parts if opacity == 1)]


def transformed_item(item: Item, place: Matrix) -> Item:
    """Return an item transformed by one more matrix."""
    if isinstance(item, Label):
        return item._replace(place=combined_matrix(item.place, place))
    if isinstance(item, Fills):
        return item._replace(places=tuple(combined_matrix(each, place) for each in item.places))
    if isinstance(item, Stroke):
        return item._replace(shape=item.shape.transformed(place))
    if isinstance(item, Group):
        return item._replace(
            items=tuple(transformed_item(each, place) for each in item.items),
            mask=item.mask and _transformed_mask(item.mask, place),
        )
    if isinstance(item, Drawing):
        return item._replace(
            place=place if item.place is None else combined_matrix(item.place, place), area=None
        )
    if isinstance(item, Fill | Picture):
        return item._replace(place=place if item.place is None else combined_matrix(item.place, place))
    raise TypeError(f"a {type(item).__name__} cannot be turned")


def _transformed_mask(mask: Mask, place: Matrix) -> Mask:
    """Return a mask transformed by one more matrix."""
    return mask._replace(place=place if mask.place is None else combined_matrix(mask.place, place))
