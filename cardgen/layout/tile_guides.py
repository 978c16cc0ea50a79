"""Guides on the parts of a piece that is larger than the paper: where to cut, and where to glue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ..geometry import Rect
from ..units import MM
from .guides import GuideKind, Segment
from .imposition import SheetSide, TiledImposition
from .paper import MARK, MARK_OFF
from .tiling import Tile, TileGrid, tile_label

#: How far the middle of a line along a joint lies beside it, in points: on what is cut off, or covered.
_BESIDE = 0.55
#: How far names of neighbours lie outside the art.
NAME_OFF = 0.6 * MM

#: On which side of an art's edge a name stands.
Side = Literal["left", "right", "above", "below"]


class TileGuides(NamedTuple):
    """The guides on one side of a part's sheet, in points of the page."""

    #: Lines on paper that show where to cut, and those that show up to where a neighbour is glued.
    cuts: tuple[Segment, ...] = ()
    glue: tuple[Segment, ...] = ()
    #: The same over art.
    cuts_over_art: tuple[Segment, ...] = ()
    glue_over_art: tuple[Segment, ...] = ()
    #: The names of the neighbours: a point at the middle of an edge of the art, the side, and the name.
    names: tuple[tuple[float, float, Side, str], ...] = ()


def tile_guides(
    tiling: TiledImposition, side: SheetSide, kind: GuideKind, inside: bool = False
) -> TileGuides:
    """Return the guides of a part.

    kind: as for whole pieces, but "none" leaves out the guides of joints as well. inside: whether ticks also
    extend into the face. At a joint, one part has a line on the strip that is cut off, and the other part has
    one on the strip that is covered, so that no line remains visible.
    """
    if kind == "none" or side.tile is None:
        return TileGuides()
    tile, trim = side.tile, tiling.grid.trim_of(side.tile)
    core, art = (part.moved(trim.x, trim.y) for part in (tile.core, tile.printed))
    edges = list(_edges(tiling.grid, tile, core, art))
    made = TileGuides(
        cuts=tuple(
            part
            for edge in edges
            if not edge.is_glued and (edge.is_joint or kind in ("auto", "crop", "lines", "ticks"))
            for part in edge.crop_marks(art)
        ),
        glue=tuple(part for edge in edges if edge.is_glued for part in edge.crop_marks(art)),
        cuts_over_art=tuple(
            edge.line_across(art)
            for edge in edges
            if not edge.is_glued and edge.beside is not None and (edge.is_joint or kind == "lines")
        )
        + tuple(
            part
            for edge in edges
            if kind == "ticks" and not edge.is_joint
            for part in edge.ticks(core, art, MARK if inside else 0.0)
        ),
        glue_over_art=tuple(edge.line_across(art) for edge in edges if edge.is_glued),
        names=tuple(_neighbour_names(tiling.grid, tile, art)),
    )
    return made if side.face == "front" else _mirrored_guides(made, tiling)


class _Edge(NamedTuple):
    """A straight line of a part: vertical at x = `at`, or horizontal at y = `at`."""

    is_upright: bool
    at: float
    is_joint: bool
    is_glued: bool = False
    #: How far a line over the art lies beside it; None for no such line.
    beside: float | None = 0.0

    def _segment(self, start: float, end: float, sideways: float = 0.0) -> Segment:
        """Return a part of the line, moved sideways by `sideways`."""
        at = self.at + sideways
        return (at, start, at, end) if self.is_upright else (start, at, end, at)

    def crop_marks(self, art: Rect) -> Iterator[Segment]:
        """Yield a crop mark at each end of the line, outside the art."""
        low, high = (art.y, art.top) if self.is_upright else (art.x, art.right)
        yield self._segment(low - MARK_OFF, low - MARK_OFF - MARK)
        yield self._segment(high + MARK_OFF, high + MARK_OFF + MARK)

    def line_across(self, art: Rect) -> Segment:
        """Return the line over the whole art."""
        low, high = (art.y, art.top) if self.is_upright else (art.x, art.right)
        return self._segment(low, high, self.beside or 0.0)

    def ticks(self, core: Rect, art: Rect, inward_length: float) -> Iterator[Segment]:
        """Yield a tick over the bleed at each end of the line; each extends `inward_length` points into the
        face.
        """
        low, high = (art.y, art.top) if self.is_upright else (art.x, art.right)
        inner_low, inner_high = (core.y, core.top) if self.is_upright else (core.x, core.right)
        yield self._segment(inner_low + inward_length, low)
        yield self._segment(inner_high - inward_length, high)


def _edges(grid: TileGrid, tile: Tile, core: Rect, art: Rect) -> Iterator[_Edge]:
    """Yield where a part is cut, and where its neighbours are glued on."""
    for is_upright, first, last, number, count, end in (
        (True, core.x, core.right, tile.column, grid.columns, art.right),
        (False, core.top, core.y, tile.row, grid.rows, art.y),
    ):
        outwards = -1 if is_upright else 1
        if number > 0:
            yield _Edge(is_upright, first, True, beside=outwards * _BESIDE)
        elif not grid.is_outlined:
            yield _Edge(is_upright, first, False)
        if number < count - 1:
            yield _Edge(is_upright, last, True, is_glued=True, beside=-outwards * _BESIDE)
            yield _Edge(is_upright, end, True, beside=None)
        elif not grid.is_outlined:
            yield _Edge(is_upright, last, False)


def _neighbour_names(grid: TileGrid, tile: Tile, art: Rect) -> Iterator[tuple[float, float, Side, str]]:
    """Yield the names of the neighbours at the middles of the art's edges."""
    row, column = tile.row, tile.column
    if column > 0:
        yield art.x, art.center[1], "left", tile_label(row, column - 1)
    if column < grid.columns - 1:
        yield art.right, art.center[1], "right", tile_label(row, column + 1)
    if row > 0:
        yield art.center[0], art.top, "above", tile_label(row - 1, column)
    if row < grid.rows - 1:
        yield art.center[0], art.y, "below", tile_label(row + 1, column)


_OPPOSITE: dict[str, Side] = {"left": "right", "right": "left", "above": "below", "below": "above"}


def _mirrored_guides(guides: TileGuides, tiling: TiledImposition) -> TileGuides:
    """Return the guides of a front as they lie on the back of the paper, where nothing is glued on."""
    width, height = tiling.grid.page

    def mirrored_segment(segment: Segment) -> Segment:
        x0, y0, x1, y1 = segment
        return (
            (width - x0, y0, width - x1, y1)
            if tiling.mirrored_axis == "x"
            else (x0, height - y0, x1, height - y1)
        )

    def mirrored_name(x: float, y: float, side: Side, name: str) -> tuple[float, float, Side, str]:
        if tiling.mirrored_axis == "x":
            return width - x, y, _OPPOSITE[side] if side in ("left", "right") else side, name
        return x, height - y, _OPPOSITE[side] if side in ("above", "below") else side, name

    return TileGuides(
        cuts=tuple(map(mirrored_segment, guides.cuts)),
        cuts_over_art=tuple(map(mirrored_segment, guides.cuts_over_art)),
        names=tuple(mirrored_name(*each) for each in guides.names),
    )
