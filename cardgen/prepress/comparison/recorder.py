"""The items of art that draws itself: courts, gradients and patterned backs call this in place of a brush."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ...art.brush import Fit, Transparency
from ...art.items import Fill, Fills, Item, Label, Picture, Run
from ...colour.colors import WHITE, Color
from ...geometry import IDENTITY, Matrix, Rect, chain, shift
from ...text.fonts import FONTS
from ...text.outlines import Shape


class Line(NamedTuple):
    """An outline drawn with a line that has round ends or dashes; lengths in points, on the card."""

    shape: Shape
    color: Color
    width: float
    round_ends: bool = False
    dash: tuple[float, float] | None = None


class Piece(NamedTuple):
    """An item on the card, shown only within all of its clips."""

    item: Item | Line
    clips: tuple[Shape, ...] = ()


class Recorder:
    """Collects pieces by the methods of `art.brush.Brush`; it draws nothing."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.space = "rgb"
        self.press = None
        self.least_line = 0.0
        self._place = IDENTITY
        self._clips: tuple[Shape, ...] = ()

    def _add(self, item: Item | Line) -> None:
        self.pieces.append(Piece(item, self._clips))

    @contextmanager
    def at(self, place: Matrix) -> Iterator[None]:
        """Place all that is drawn inside by this matrix."""
        before, self._place = self._place, chain(place, self._place)
        yield
        self._place = before

    @contextmanager
    def clipped(self, shape: Shape) -> Iterator[None]:
        """Show what is drawn inside only within the shape."""
        before, self._clips = self._clips, (*self._clips, shape.placed(self._place))
        yield
        self._clips = before

    def again(self, name: str, full: Rect, rect: Rect, draw: Callable[[Rect], None]) -> None:
        """Draw what comes again and again into a rectangle."""
        with self.at(shift(rect.x, rect.y)):
            draw(Rect(0, 0, rect.width, rect.height))

    def fill(self, shape: Shape, color: Color, place: Matrix | None = None, even_odd: bool = False) -> None:
        """Fill a shape."""
        self._add(Fill(shape, color, chain(place or IDENTITY, self._place), even_odd))

    def fill_many(self, shape: Shape, color: Color, places: list[Matrix]) -> None:
        """Fill one shape at many places."""
        self._add(Fills(shape, color, [chain(place, self._place) for place in places]))

    def stroke(
        self,
        shape: Shape,
        color: Color,
        width: float,
        place: Matrix | None = None,
        *,
        round_ends: bool = False,
        dash: tuple[float, float] | None = None,
    ) -> None:
        """Draw the outline of a shape with a line of this width (scaled with the place)."""
        full = chain(place or IDENTITY, self._place)
        scale = math.sqrt(abs(full[0] * full[3] - full[1] * full[2]))
        scaled = dash and (dash[0] * scale, dash[1] * scale)
        self._add(Line(shape.placed(full), color, width * scale, round_ends, scaled))

    def outlined(
        self, shape: Shape, fill: Color, line: Color, width: float, *, round_ends: bool = False
    ) -> None:
        """Fill a shape and draw its outline."""
        self.fill(shape, fill)
        self.stroke(shape, line, width, round_ends=round_ends)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        font: str,
        size: float,
        color: Color,
        *,
        hidden: bool = False,
        narrow: float = 1.0,
        tracking: float = 0.0,
    ) -> None:
        """Write a line of text from (x, y) on its base line."""
        run = Run(text, x, y, size, FONTS[font], hidden, narrow, tracking)
        self._add(Label((run,), (), Rect(x, y, 0, size), color, WHITE, "body", self._place))

    def picture(
        self,
        file: Path,
        rect: Rect,
        fit: Fit = "cover",
        focus: tuple[float, float] = (50, 50),
        ground: Color = WHITE,
        shade: Color | None = None,
        radius: float = 0.0,
        alpha: Transparency = "ground",
        edge: float = 0.0,
    ) -> None:
        """Draw a picture file in a rectangle."""
        self._add(Picture(file, rect, fit, focus, ground, shade, radius, self._place, alpha, edge))
