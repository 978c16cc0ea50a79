"""The parts of pages: boxes in half lines, the marks in them, and the colours they are drawn in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..colour.colors import BLACK, WHITE, Color, contrast_ratio
from ..geometry import Rect
from ..pack.model import Pack
from ..prepress.pdf.structure import StructureElement
from ..text.line_breaking import Line
from ..text.styles import Ink
from .blocks import Heading
from .hands import HandLayout

if TYPE_CHECKING:
    from ..art.items import Item

#: Minimum contrast of an accent with paper, for small text too (WCAG 2.2, success criterion 1.4.6).
_MIN_ACCENT_CONTRAST = 7.0
#: Of two inks each, so that small signs stay sharp if the plates are misaligned.
_GOOD = Color((0.0, 0.44, 0.29), (1.0, 0.0, 0.85, 0.0))
_BAD = Color((0.66, 0.08, 0.16), (0.0, 1.0, 0.85, 0.0))


class Palette(NamedTuple):
    """The colours of a page."""

    accent: Color
    #: Of running heads and page numbers.
    faint: Color
    #: Of lines in tables and around cards.
    line: Color
    #: The ground of asides; None for no ground.
    ground: Color | None
    #: The signs for right and wrong, which differ in shape as well.
    good: Color
    bad: Color
    text: Color = BLACK
    paper: Color = WHITE

    def ink(self, name: Ink) -> Color:
        """Return the colour for a use, such as text or rules, by its name."""
        color: Color = getattr(self, name)
        return color


def book_palette(pack: Pack) -> Palette:
    """Return the colours of a pack's rulebook: the pack's own, or black and grey if it saves ink."""
    grey, pale = _black_ink(0.62), _black_ink(0.36)
    if pack.ink_saver:
        return Palette(BLACK, grey, pale, None, BLACK, BLACK)
    accent = pack.back.color
    for step in range(10):
        if contrast_ratio(accent, WHITE) >= _MIN_ACCENT_CONTRAST:
            break
        accent = pack.back.color.mixed(BLACK, (step + 1) / 10)
    return Palette(accent, grey, pale, accent.mixed(WHITE, 0.93), _GOOD, _BAD)


def _black_ink(share: float) -> Color:
    """Return a grey that every press prints with black ink only. share: the amount of ink, 0 to 1."""
    light = 1 - share
    return Color((light, light, light), (0, 0, 0, share))


#: The position of the baseline within a line, as a share of the height from the top.
BASE = 0.7
#: Penalties of a page break: none, undesirable, forbidden.
FREE, BAD, NEVER = 0.0, 400.0, 1e7


class PlacedLine(NamedTuple):
    """A line of text: its left end and its baseline, in points right of and below the box's upper left."""

    x: float
    y: float
    line: Line
    #: Its element in reading order; None for what is not part of the text.
    part: StructureElement | None = None


class HorizontalRule(NamedTuple):
    """A horizontal line; y is its middle, in points below the box's top."""

    x: float
    y: float
    width: float
    weight: float
    ink: Ink = "accent"


class TintedPanel(NamedTuple):
    """A tinted rectangle with a bar at its side, or a frame; y is its top, in points below the top of its
    box.
    """

    x: float
    y: float
    width: float
    height: float
    #: Whether the ground begins here, and whether it ends here.
    begins_here: bool
    ends_here: bool
    is_framed: bool = False
    bar: Literal["left", "right"] = "left"


class Anchor(NamedTuple):
    """A target of links; y: points below the box's top."""

    x: float
    y: float
    key: str
    #: Its heading, if it is an entry of the outline.
    heading: Heading | None = None


class ArtBox(NamedTuple):
    """Art in a rectangle whose origin is the box's upper left (so that y is below 0)."""

    rect: Rect
    #: Cards in their places, or a function that returns items for a rectangle of the same shape.
    art: HandLayout | Callable[[Rect], Iterable[Item]]
    #: Its element, a figure; None for decoration.
    part: StructureElement | None = None


Flow = Literal["text", "float", "wide", "second"]
Mark = PlacedLine | HorizontalRule | TintedPanel | Anchor | ArtBox


class Box(NamedTuple):
    """A strip of a page, as wide as the text, that is never broken."""

    #: In half lines.
    height: int
    marks: tuple[Mark, ...] = ()
    #: Free half lines above and below; of two neighbours' only the larger counts; none at the top of a page.
    above: int = 0
    below: int = 0
    #: The penalty for a page break after it.
    break_penalty: float = FREE
    #: The box repeated above it if it is first on its page: the head of its table.
    repeated_head: Box | None = None
    #: Whether it is in the middle of a paragraph, a list or a table that continues after it.
    is_inside_block: bool = False
    #: Whether its paragraph continues after it.
    continues_paragraph: bool = False
    #: Its place: in the text; in it or further on; over all columns; or in the second column.
    flow: Flow = "text"
    #: The index of its block in the text; None for what is outside the text.
    block: int | None = None
    #: Whether it belongs to a figure (see has_figure()), which no other figure may overtake.
    is_figure: bool = False
    #: Whether it announces the figure after it, which may head the next column of the same page: `cost` is
    #: then the penalty for a page break, or for one after the first page's first column if a box heads the
    #: second.
    announces_figure: bool = False

    @property
    def opens_section(self) -> bool:
        """Tell whether the box has the heading of a section or of a part of one."""
        return any(heading.level < 3 for heading in self.headings)

    @property
    def headings(self) -> list[Heading]:
        """Return the headings in the box."""
        return [mark.heading for mark in self.marks if isinstance(mark, Anchor) and mark.heading]

    def without_structure(self) -> Box:
        """Return a copy of the box without structure elements. Screen readers skip it, as it repeats
        something.
        """
        marks = tuple(
            mark._replace(part=None) if isinstance(mark, PlacedLine | ArtBox) else mark for mark in self.marks
        )
        return self._replace(marks=marks)

    def mirrored(self, width: float) -> Box:
        """Return the box mirrored horizontally in a column of this width."""
        return self._replace(marks=tuple(_mirrored_mark(mark, width) for mark in self.marks))

    def shifted_right(self, x: float) -> Box:
        """Return the box moved to the right by this many points."""
        marks = tuple(
            mark._replace(rect=mark.rect.moved(x, 0))
            if isinstance(mark, ArtBox)
            else mark._replace(x=mark.x + x)
            for mark in self.marks
        )
        return self._replace(
            marks=marks, repeated_head=self.repeated_head and self.repeated_head.shifted_right(x)
        )


def _mirrored_mark(mark: Mark, width: float) -> Mark:
    """Return a mark moved to the mirrored place in a column of this width. Its contents are not mirrored."""
    if isinstance(mark, PlacedLine):
        # A line starts after its indent.
        indent = mark.line.segments[0].x if mark.line.segments else 0.0
        return mark._replace(x=width - mark.x - mark.line.width - indent)
    if isinstance(mark, HorizontalRule):
        return mark._replace(x=width - mark.x - mark.width)
    if isinstance(mark, TintedPanel):
        return mark._replace(x=width - mark.x - mark.width, bar="right")
    if isinstance(mark, ArtBox):
        return mark._replace(rect=mark.rect._replace(x=width - mark.rect.right))
    return mark
