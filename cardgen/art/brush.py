"""A thin hand over a ReportLab canvas: shapes and text in one colour space, with few operators.

ReportLab's own path objects cost a call and a formatting for every point of every use. A Shape is
formatted once and placed by a matrix, so a pip drawn ten times is one string written ten times.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from ..colors import Color
from ..geometry import Matrix, Rect
from ..pictures import for_pdf
from .shape import Shape, number, rectangle

Space = Literal["rgb", "cmyk"]


class Brush:
    """Draws on a ReportLab canvas in sRGB or CMYK. Places are matrices on top of the current one."""

    def __init__(self, canvas: Any, space: Space = "rgb") -> None:
        self.canvas = canvas
        self.space = space
        self._write = canvas.addLiteral
        self._pictures: dict[tuple[Path, float, float], Any] = {}

    def _color(self, color: Color, stroke: bool = False) -> str:
        parts = color.rgb if self.space == "rgb" else color.cmyk
        operator = "rg" if self.space == "rgb" else "k"
        return " ".join(map(number, parts)) + " " + (operator.upper() if stroke else operator)

    @contextmanager
    def at(self, place: Matrix) -> Iterator[None]:
        """All that is drawn inside is placed by this matrix; the state is restored behind it."""
        self._write("q " + _cm(place))
        yield
        self._write("Q")

    @contextmanager
    def clipped(self, shape: Shape) -> Iterator[None]:
        """All that is drawn inside shows only within the shape."""
        self._write(f"q {shape.operators} W n")
        yield
        self._write("Q")

    def fill(self, shape: Shape, color: Color, place: Matrix | None = None, even_odd: bool = False) -> None:
        """Fill a shape. With even_odd, what is enclosed twice stays open (a ring from two circles)."""
        self._paint(f"{self._color(color)} {shape.operators} {'f*' if even_odd else 'f'}", place)

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
        ends = "1 J 1 j " if round_ends else ""
        dashes = f"[{number(dash[0])} {number(dash[1])}] 0 d " if dash else ""
        work = f"{self._color(color, stroke=True)} {number(width)} w {ends}{dashes}{shape.operators} S"
        self._write(f"q {_cm(place) if place else ''}{work} Q")

    def outlined(
        self, shape: Shape, fill: Color, line: Color, width: float, *, round_ends: bool = False
    ) -> None:
        """Fill a shape and draw its outline, its path written once."""
        ends = "1 J 1 j " if round_ends else ""
        colors = f"{self._color(fill)} {self._color(line, stroke=True)}"
        self._write(f"q {colors} {number(width)} w {ends}{shape.operators} B Q")

    def fill_many(self, shape: Shape, color: Color, places: list[Matrix]) -> None:
        """Fill one shape at many places."""
        self._write(self._color(color))
        for place in places:
            self._write(f"q {_cm(place)}{shape.operators} f Q")

    def _paint(self, work: str, place: Matrix | None) -> None:
        self._write(f"q {_cm(place)}{work} Q" if place else work)

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
    ) -> None:
        """Write a line of text from (x, y) on its base line; hidden text can be found but not seen."""
        self._write(self._color(color))
        line = self.canvas.beginText(x, y)
        if hidden:
            line.setTextRenderMode(3)
        if narrow != 1:
            line.setHorizScale(100 * narrow)
        line.setFont(font, size)
        line.textOut(text)
        if narrow != 1:
            line.setHorizScale(100)
        if hidden:
            line.setTextRenderMode(0)
        self.canvas.drawText(line)

    def picture(self, file: Path, rect: Rect) -> None:
        """Fill a rectangle whole with a picture file; what hangs over is cut off, nothing is stretched."""
        key = (file, rect.width, rect.height)
        if key not in self._pictures:
            self._pictures[key] = for_pdf(file, rect.width, rect.height)
        image = self._pictures[key]
        wide, high = image.getSize()
        width = max(rect.width, rect.height * wide / high)
        height = width * high / wide
        x, y = rect.x - (width - rect.width) / 2, rect.y - (height - rect.height) / 2
        with self.clipped(rectangle(rect)):
            self.canvas.drawImage(image, x, y, width, height)


def _cm(place: Matrix) -> str:
    return " ".join(map(number, place)) + " cm "
