"""A piece larger than the paper, in parts on several sheets that are glued together. In points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..errors import UsageError
from ..geometry import TOLERANCE, Rect
from ..units import MM, length_text, size_text
from .paper import CLEAR, HAND_CUT_TOLERANCE, MARK, MARK_OFF, Axis, PaperGrid

#: How far a part runs under its neighbours to the right and below: a strip of common glue sticks.
OVERLAP = 10 * MM
#: Height of the strip above and below for the text, the ruler and the map.
MAP_SIZE = 8 * MM
#: Parts that would be narrower are a mistake in the paper, and no boards.
_LEAST_PART = 50 * MM
#: Maximum number of sheets for one piece.
MOST_TILES = 100


class Tile(NamedTuple):
    """One part of a piece. Coordinates are those of the piece, from its lower left corner as the front is
    seen.
    """

    row: int
    column: int
    #: What of the piece this part shows when all are glued.
    core: Rect
    #: What of it is printed: also what is cut off, and the strips under its neighbours.
    printed: Rect

    @property
    def label(self) -> str:
        """Return its name: a letter for the row from the top, and a number for the column."""
        return tile_label(self.row, self.column)


def tile_label(row: int, column: int) -> str:
    """Return the name of a part by its row from the top and its column, from 0: A1, A2, … B1."""
    before, letter = divmod(row, 26)
    return f"{chr(64 + before) if before else ''}{chr(65 + letter)}{column + 1}"


def tile_cores(size: tuple[float, float], columns: int, rows: int) -> Iterator[Rect]:
    """Yield equal parts of a piece of this size (points), without bleed, row by row from the top left."""
    wide, high = size[0] / columns, size[1] / rows
    for row in range(rows):
        for column in range(columns):
            yield Rect(column * wide, size[1] - (row + 1) * high, wide, high)


@dataclass(frozen=True, kw_only=True)
class TileGrid(PaperGrid):
    """A piece in parts, one per sheet, each at the same place on its sheet."""

    @property
    def capacity(self) -> int:
        """Return the number of places on a sheet."""
        return 1

    @property
    def tile_count(self) -> int:
        """Return the number of parts."""
        return self.columns * self.rows

    def tile(self, number: int) -> Tile:
        """Return a part by its number from 0, row by row from the top left."""
        row, column = divmod(number, self.columns)
        core = list(tile_cores(self.card, self.columns, self.rows))[number]
        wide, high = self._outer_bleeds
        left = wide if column == 0 else HAND_CUT_TOLERANCE
        right = wide if column == self.columns - 1 else OVERLAP
        low = high if row == self.rows - 1 else OVERLAP
        above = high if row == 0 else HAND_CUT_TOLERANCE
        printed = Rect(
            core.x - left, core.y - low, core.width + left + right, core.height + low + above
        )  # fmt: skip
        return Tile(row, column, core, printed)

    @property
    def _outer_bleeds(self) -> tuple[float, float]:
        """Return the visible bleed at the sides, and above and below."""
        room = tile_frame(self)
        return (
            self.bleed if self.columns > 1 else max(0.0, min(self.bleed, (room.width - self.card[0]) / 2)),
            self.bleed if self.rows > 1 else max(0.0, min(self.bleed, (room.height - self.card[1]) / 2)),
        )

    @cached_property
    def area(self) -> Rect:
        """Return the rectangle within which every part lies on the front of its sheet."""
        room = tile_frame(self)
        sizes = [
            _art_before_core(count, self.bleed) + side / count + _art_after_core(count, self.bleed)
            for count, side in zip((self.columns, self.rows), self.card, strict=True)
        ]
        return Rect(room.center[0] - sizes[0] / 2, room.center[1] - sizes[1] / 2, sizes[0], sizes[1])

    @property
    def corner(self) -> tuple[float, float]:
        """Return the upper left corner of the core of every part on the front of its sheet."""
        return self.area.x + _art_before_core(self.columns, self.bleed), self.area.top - _art_before_core(
            self.rows, self.bleed
        )

    def trim_of(self, tile: Tile) -> Rect:
        """Return the trim of the whole piece on a part's sheet; most of it lies beyond the paper."""
        (x, y), core = self.corner, tile.core
        return Rect(x - core.x, y - core.height - core.y, *self.card)

    @property
    def free_space(self) -> tuple[float, float]:
        """Return the printable room at either side of a part, and above and below it."""
        return MARK_OFF + MARK, MARK_OFF + MARK + MAP_SIZE + CLEAR

    @property
    def strip_axis(self) -> Axis | None:
        """Return where the ruler and the text are: above and below."""
        return "y"

    @property
    def axes_without_marks(self) -> list[Axis]:
        """Return the axes without room for crop marks: none."""
        return []


def tile_frame(paper: PaperGrid) -> Rect:
    """Return the rectangle for a part on a page: the printable area less crop marks on all sides and two
    strips of text.
    """
    room = paper.printable_area.grown(-MARK_OFF - MARK)
    return Rect(room.x, room.y + MAP_SIZE + CLEAR, room.width, room.height - 2 * (MAP_SIZE + CLEAR))


def _art_before_core(count: int, bleed: float) -> float:
    """Return the room in points that art needs to the left of the core of any part, or above it."""
    return max(bleed, HAND_CUT_TOLERANCE) if count > 1 else 0.0


def _art_after_core(count: int, bleed: float) -> float:
    """Return the room that the art needs after the core of any part."""
    return max(bleed, OVERLAP) if count > 1 else 0.0


def tile_grid(paper: PaperGrid) -> TileGrid | None:
    """Split a piece into parts on as few sheets as possible; None if parts would be too small.

    paper: a page with one such piece.
    """
    room = tile_frame(paper)
    counts = []
    for side, space in zip(paper.card, (room.width, room.height), strict=True):
        least = space - _art_before_core(2, paper.bleed) - _art_after_core(2, paper.bleed)
        if least < _LEAST_PART and side > space + TOLERANCE:
            return None
        counts.append(1 if side <= space + TOLERANCE else -int(-(side - TOLERANCE) // least))
    columns, rows = counts
    return TileGrid(
        paper.card,
        paper.bleed,
        columns,
        rows,
        page=paper.page,
        margin=paper.margin,
        is_outlined=paper.is_outlined,
    )


def verify_tile_count(grid: TileGrid) -> None:
    """Raise UsageError for a piece that takes too many sheets."""
    if grid.tile_count > MOST_TILES:
        raise UsageError(
            f"a piece of {size_text(*grid.card)} takes {grid.tile_count} sheets of {size_text(*grid.page)}, "
            f"and {MOST_TILES} are the most; use larger paper, or a margin of less than "
            f"{length_text(grid.margin)}"
        )
