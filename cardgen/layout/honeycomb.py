"""Hexagons on paper: in rows, or in columns if they stand on a side, each half a hexagon off the last."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property

from ..geometry import HEXAGONS, TOLERANCE, Point, Rect, count_that_fits, polygon_with_moved_sides
from .paper import PaperGrid, candidate_counts

#: How far art runs under that of a piece that is drawn later, in points: no paper shows in the seam.
_SEAM = 1.0


def honeycombs(
    single_grid: PaperGrid,
    shape: str,
    room: tuple[float, float],
    requested_columns: int | None,
    requested_rows: int | None,
    min_count: int | None = None,
) -> Iterator[Honeycomb]:
    """Yield the fullest honeycombs in a room (points), then those with fewer rows or columns.

    In some of them, every second line is one hexagon shorter. single_grid: a grid of one hexagon on the same
    paper. requested_columns, requested_rows: None for as many as fit. min_count: the smallest number to try;
    None for one less than fits.
    """
    kept = {each.name: getattr(single_grid, each.name) for each in fields(PaperGrid)}
    for is_short in (False, True):
        one = Honeycomb(**{**kept, "shape": shape, "is_short": is_short})
        most_columns, most_rows = _max_columns_and_rows(one, room)
        for columns in candidate_counts(most_columns, requested_columns, min_count):
            for rows in candidate_counts(most_rows, requested_rows, min_count):
                made = replace(one, columns=columns, rows=rows)
                if made.capacity:
                    yield made


def _max_columns_and_rows(honeycomb: Honeycomb, room: tuple[float, float]) -> tuple[int, int]:
    """Return the most columns and rows of a honeycomb in a room."""
    pitch, rise = honeycomb.cell_pitch
    pointed = honeycomb.shape == "hexagon"
    (along, across), (long, deep) = (honeycomb.card, room) if pointed else (honeycomb.card[::-1], room[::-1])
    lines = count_that_fits(deep - across, rise) + 1 if deep > across - TOLERANCE else 0
    half = pitch / 2 if lines > 1 and not honeycomb.is_short else 0.0
    count = count_that_fits(long - half, along, honeycomb.gutter)
    return (count, lines) if pointed else (lines, count)


@dataclass(frozen=True, kw_only=True)
class Honeycomb(PaperGrid):
    """Hexagons whose sides touch, or lie a gutter apart."""

    #: "hexagon" stands on a corner, "flat-hexagon" on a side.
    shape: str
    #: Whether every second row (column) has one hexagon less, where a whole one has no room.
    is_short: bool = False

    @cached_property
    def _corners(self) -> list[Point]:
        """Return the upper left corner of each trim, row by row, as distances to the right of and below the
        upper left corner of the honeycomb.
        """
        pitch, rise = self.cell_pitch
        pointed = self.shape == "hexagon"
        lines, count = (self.rows, self.columns) if pointed else (self.columns, self.rows)
        places = [
            (step * pitch + line % 2 * pitch / 2, line * rise)
            for line in range(lines)
            for step in range(count - (line % 2 if self.is_short else 0))
        ]
        return sorted((place if pointed else place[::-1] for place in places), key=lambda place: place[::-1])

    @property
    def cell_pitch(self) -> tuple[float, float]:
        """Return two distances in points: that between hexagons along a line, and that between lines.

        Hexagons share sides along a line.
        """
        width, height = self.card
        along, across = (width, height) if self.shape == "hexagon" else (height, width)
        return along + self.gutter, 0.75 * across + self.gutter * math.sqrt(3) / 2

    @property
    def cell_count(self) -> int:
        """Return the number of cells, also those that stay empty."""
        return len(self._corners)

    @cached_property
    def size(self) -> tuple[float, float]:
        """Return the width and height of all trims with their gutters."""
        width, height = self.card
        right = max((x for x, _ in self._corners), default=0.0)
        return right + width, max((y for _, y in self._corners), default=0.0) + height

    def trim(self, place: int) -> Rect:
        """Return the rectangle around the n-th hexagon of a front, from 0."""
        (x, y), (width, height) = self._corners[self.cells[place]], self.card
        return Rect(self.area.x + x, self.area.top - y - height, width, height)

    def trim_with_bleed(self, trim: Rect) -> Rect:
        """Return a trim with its bleed, as far as there is paper to print on."""
        area, reach, grown = self.area, self.outer_bleed, trim.grown(self.bleed)
        left, low = max(grown.x, area.x - reach.left), max(grown.y, area.y - reach.low)
        right, top = min(grown.right, area.right + reach.right), min(grown.top, area.top + reach.high)
        return Rect(left, low, right - left, top - low)

    def trim_with_bleed_at(self, window: Rect, place: int, count: int) -> Rect:
        """Return the window unchanged, because cell_corners() already limits it to the visible bleed."""
        return window

    def cell_corners(self, place: int, count: int) -> tuple[Point, ...]:
        """Return the corners of the area that the n-th of `count` hexagons may print: its bleed, up to the
        middle between neighbours.
        """
        trim = self.trim(place)
        corners = [(trim.x + x * trim.width, trim.y + y * trim.height) for x, y in HEXAGONS[self.shape]]
        cx, cy = trim.center
        reaches = []
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            # The middle of a neighbour is mirrored on the side that both share, and the gutter.
            mx, my = (ax + bx) / 2 - cx, (ay + by) / 2 - cy
            off = 2 + self.gutter / math.hypot(mx, my)
            neighbour = self._place_by_middle.get(self._lattice_middle(cx + off * mx, cy + off * my))
            is_alone = neighbour is None or neighbour >= count
            under = _SEAM if neighbour is not None and neighbour > place else 0.0
            reaches.append(self.bleed if is_alone else min(self.bleed, self.gutter / 2 + under))
        return tuple(polygon_with_moved_sides(corners, reaches))

    @cached_property
    def _place_by_middle(self) -> dict[tuple[int, int], int]:
        """Return the index of each place, by the middle of its hexagon as _lattice_middle() returns it."""
        return {self._lattice_middle(*self.trim(place).center): place for place in range(self.capacity)}

    def _lattice_middle(self, x: float, y: float) -> tuple[int, int]:
        """Return the middle of a hexagon as whole numbers: its distance along the line in half pitches, and
        the number of its line.

        x, y: the middle in points of the page.
        """
        pitch, rise = self.cell_pitch
        (wide, high), area = self.card, self.area
        right, down = x - area.x - wide / 2, area.top - y - high / 2
        along, across = (right, down) if self.shape == "hexagon" else (down, right)
        return round(2 * along / pitch), round(across / rise)
