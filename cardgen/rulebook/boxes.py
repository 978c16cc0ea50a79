"""What pages are made of: slabs, some half lines high each, with what is drawn in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ..geometry import Rect
from ..text.line_breaking import Line
from ..text.styles import Ink
from .blocks import Heading

if TYPE_CHECKING:
    from ..art.brush import Brush

#: What it costs to end a page where that would look bad, or must not be at all.
FREE, BAD, NEVER = 0.0, 400.0, 1e7


class Written(NamedTuple):
    """A line of text: its left end and its base line, in points right of and below the slab's upper left."""

    x: float
    y: float
    line: Line


class Ruled(NamedTuple):
    """A line across; y is its middle, points below the slab's top."""

    x: float
    y: float
    width: float
    weight: float
    ink: Ink = "accent"


class Shaded(NamedTuple):
    """A ground as high as the slab."""

    x: float
    width: float
    #: Whether the ground begins and ends here.
    first: bool
    last: bool


class Drawn(NamedTuple):
    """Art in a rectangle whose origin is the slab's upper left (so that y is below 0)."""

    rect: Rect
    draw: Callable[[Brush, Rect], None]


Mark = Written | Ruled | Shaded | Drawn


class Slab(NamedTuple):
    """A strip of a page, whole lines of which it is never cut through."""

    #: In half lines.
    height: int
    marks: tuple[Mark, ...] = ()
    #: Half lines left free above and below, the larger of two neighbours' only; none at the top of a page.
    above: int = 0
    below: int = 0
    #: The cost of ending a page behind it.
    cost: float = FREE
    #: What stands above it again where it is first on its page: the head of its table.
    again: Slab | None = None
    heading: Heading | None = None

    def nudged(self, x: float) -> Slab:
        """The same further right, points."""
        marks = tuple(
            mark._replace(rect=mark.rect.moved(x, 0))
            if isinstance(mark, Drawn)
            else mark._replace(x=mark.x + x)
            for mark in self.marks
        )
        return self._replace(marks=marks, again=self.again and self.again.nudged(x))
