"""The inks of one side of a card: the colours, type and lines that are visible on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from ..colour.colors import ALL_PLATES, Color
from ..colour.conversion import PressInks
from ..geometry import IDENTITY, TOLERANCE, Matrix, Rect, combined_matrix, transformed_bounds, translation
from ..text.fonts import Font
from ..text.outlines import Shape, rectangle
from .item_writer import Cmyk, ItemWriter, Press
from .items import Fill, Fills, Group, Item, Picture, Run, Stroke, run_ink_rect

#: The process inks in the order of CMYK.
PLATES = ("cyan", "magenta", "yellow", "black")


class Blank(NamedTuple):
    """A card before printing: its trim, the safe distance inside the trim, and the bleed outside."""

    trim: Rect
    safe: float
    bleed: float


class PrintedContent(NamedTuple):
    """What one side of a card prints: colours, sizes of type, widths of lines, and pictures. Lengths in
    points.
    """

    #: Each colour once, in the order of drawing, as on the press.
    colors: tuple[Color, ...]
    #: The smallest visible type and the thinnest line; None if there is none.
    least_type: float | None
    least_line: float | None
    #: Picture files with the rectangles that they fill.
    pictures: tuple[tuple[Path, Rect], ...]
    #: What neither is inside the safe zone nor extends into the bleed ("text", "art"), and its distance to
    #: the cut, negative if the cut would remove some of it.
    items_near_cut: dict[str, float]
    #: The fonts of visible text, each of one file.
    fonts: tuple[Font, ...]

    @property
    def plates(self) -> tuple[str, ...]:
        """Return the names of the inks that its colours need, process inks first. Inks of pictures are not
        counted.
        """
        spots = dict.fromkeys(color.spot for color in self.colors if color.spot not in ("", ALL_PLATES))
        process = (
            name
            for name, parts in zip(PLATES, zip(*self._inks_of_colors, strict=True), strict=True)
            if any(parts)
        )
        return (*process, *spots)

    @property
    def total_ink(self) -> float:
        """Return the total of process inks of the heaviest colour: 1 for one ink in full, up to 4."""
        return max((sum(inks) for inks in self._inks_of_colors), default=0.0)

    @property
    def _inks_of_colors(self) -> list[Cmyk]:
        """Return the process inks of each colour."""
        return [color.cmyk for color in self.colors if color.spot in ("", ALL_PLATES)] or [(0, 0, 0, 0)]


def printed_content(items: Sequence[Item], blank: Blank, press: Press | None = None) -> PrintedContent:
    """Return the colours, sizes of type, widths of lines and pictures that items use on a blank card.

    press: how colours are printed; None for the colours as they are stated.
    """
    record = _RecordingWriter(blank, press)
    record.write_items(items)
    return PrintedContent(
        tuple(record.colors.values()),
        min(record.types, default=None),
        min(record.lines, default=None),
        tuple(record.shown),
        record.strays,
        tuple(record.fonts),
    )


class _RecordingWriter(ItemWriter):
    """Records what visible items use, and draws nothing. Items that are clipped away are not recorded."""

    def __init__(self, blank: Blank, press: Press | None) -> None:
        self.press = press or Press(PressInks(b""))
        self.blank = blank
        self.place: Matrix = IDENTITY
        self.window = blank.trim.grown(blank.bleed)
        self.colors: dict[tuple[str, ...], Color] = {}
        self.types: list[float] = []
        self.lines: list[float] = []
        self.shown: dict[tuple[Path, Rect], None] = {}
        self.strays: dict[str, float] = {}
        self.fonts: dict[Font, None] = {}

    @contextmanager
    def transformed_by(self, place: Matrix) -> Iterator[None]:
        """Transform the items written within the block, as PdfWriter does."""
        before, self.place = self.place, combined_matrix(place, self.place)
        yield
        self.place = before

    @contextmanager
    def clipped_to(self, shape: Shape) -> Iterator[None]:
        """Clip the items written within the block as PdfWriter does, but to the bounding rectangle of the
        shape.
        """
        before, self.window = (
            self.window,
            _intersection(self.window, transformed_bounds(self.place, shape.bounds)),
        )
        yield
        self.window = before

    def write_form(self, name: str, full: Rect, rect: Rect, draw: Callable[[Rect], None]) -> None:
        """Record a repeated form at its place."""
        with self.transformed_by(translation(rect.x, rect.y)):
            draw(Rect(0, 0, rect.width, rect.height))

    def write_instance(self, name: str, box: Rect, draw: Callable[[], None]) -> None:
        """Record an instance at its place."""
        with self.clipped_to(rectangle(box)):
            draw()

    def write_fill(self, item: Fill) -> None:
        """Record a filled shape."""
        large = self.is_large_black(item.shape, item.color, item.place)
        self._record_color(item.shape.bounds, self._color_with_rich_black(item.color, large), item.place)

    def write_fills(self, item: Fills) -> None:
        """Record a shape at many places."""
        large = bool(item.places) and self.is_large_black(item.shape, item.color, item.places[0])
        for place in item.places:
            self._record_color(item.shape.bounds, self._color_with_rich_black(item.color, large), place)

    def write_stroke(self, item: Stroke) -> None:
        """Record a line, and its fill if it has one."""
        if item.ground:
            self.write_fill(Fill(item.shape, item.ground, item.place))
        if self._record_color(item.shape.bounds.grown(item.width / 2), item.color, item.place):
            self.lines.append(item.width * self._mean_scale(item.place))

    def write_text_run(self, run: Run, color: Color) -> None:
        """Record a line of text."""
        box = run_ink_rect(run)
        if (
            not run.is_hidden
            and run.font.ink_box(run.text, run.size).width
            and self._record_color(box, color, None, "text")
        ):
            self.types.append(run.size * self._mean_scale(None))
            shown = run.font.with_fallbacks(run.text)
            self.fonts |= dict.fromkeys(font for _, font in shown.parts_by_font(run.text))

    def write_picture(self, picture: Picture) -> None:
        """Record a picture."""
        self.shown[
            picture.file, transformed_bounds(self.place, picture.rect.grown(-picture.mirrored_edge))
        ] = None
        self._record_near_cut(_intersection(self.window, transformed_bounds(self.place, picture.rect)), "art")

    def write_group(self, group: Group, draw: Callable[[], None]) -> None:
        """Record the contents of a group."""
        draw()

    def _color_with_rich_black(self, color: Color, large: bool) -> Color:
        rich = self.press.inks.rich_black if self.press and large else None
        return color._replace(cmyk=rich) if rich else color

    def _mean_scale(self, place: Matrix | None) -> float:
        """Return the factor by which the current matrix and `place` scale lengths."""
        a, b, c, d, _, _ = combined_matrix(place or IDENTITY, self.place)
        return sqrt(abs(a * d - b * c))

    def _record_color(self, box: Rect, color: Color, place: Matrix | None, kind: str = "art") -> bool:
        """Record a colour and the place where it is used. Return whether any of it is visible."""
        seen = _intersection(
            self.window, transformed_bounds(combined_matrix(place or IDENTITY, self.place), box)
        )
        if seen.width <= 0 or seen.height <= 0:
            return False
        color = self.press_color(color)
        told_apart = (color.hex, *(f"{100 * part:.0f}" for part in color.cmyk), color.spot)
        self.colors.setdefault(told_apart, color)
        self._record_near_cut(seen, kind)
        return True

    def _record_near_cut(self, box: Rect, kind: str) -> None:
        """Record the distance between the trim and a rectangle, unless the rectangle is inside the safe zone
        or extends past the bleed.

        kind: "text" or "art". The smallest distance of each kind is kept.
        """
        trim, blank = self.blank.trim, self.blank
        sides = (box.x - trim.x, box.y - trim.y, trim.right - box.right, trim.top - box.top)
        for inside in sides:
            if -blank.bleed + TOLERANCE < inside < blank.safe - TOLERANCE:
                self.strays[kind] = min(inside, self.strays.get(kind, inside))


def _intersection(one: Rect, other: Rect) -> Rect:
    """Return the intersection of two rectangles; empty if they do not overlap."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    width, height = min(one.right, other.right) - x, min(one.top, other.top) - y
    return Rect(x, y, max(0.0, width), max(0.0, height))
