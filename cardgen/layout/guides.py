"""Cutting guides: crop marks, cut lines, corner ticks, rounded outlines, and the fold line."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from ..errors import UsageError
from ..geometry import TOLERANCE, Rect
from ..units import MM
from .grid import cut_positions
from .imposition import SheetSide
from .paper import MARK, MARK_OFF, Axis, PaperGrid

GuideKind = Literal["auto", "crop", "lines", "ticks", "rounded", "none"]
GuideSides = Literal["fronts", "backs", "both"]

#: A line from (x, y) to (x, y), in points.
Segment = tuple[float, float, float, float]

#: Maximum length of a crop mark.
_LONG = 5 * MM


class CuttingGuides(NamedTuple):
    """The guides on one side of a sheet."""

    lines: tuple[Segment, ...] = ()
    #: Lines over art, which must be visible on any ground.
    lines_over_art: tuple[Segment, ...] = ()
    #: Whether the outline of each card is drawn.
    has_outlines: bool = False
    folds: tuple[Segment, ...] = ()


def cutting_guides(grid: PaperGrid, side: SheetSide, kind: GuideKind, inside: bool = False) -> CuttingGuides:
    """Return the lines that guide cutting for the cards on a side. inside: ticks also extend into the faces.

    The kind "auto" is crop marks, and ticks in the corners for cuts without room for marks.
    """
    if kind not in get_args(GuideKind):
        raise UsageError(f"{kind!r} is none of {', '.join(get_args(GuideKind))}")
    trims = [slot.trim for slot in (*side.slots, *side.backs)]
    folds = _fold_lines(grid) if side.backs else ()
    if kind in ("auto", "crop"):
        ticked = grid.axes_without_marks if kind == "auto" else []
        lines, over = _crop_mark_segments(grid, trims, ticked)
        over += _tick_segments(grid, trims, MARK, ticked) if ticked else []
        return CuttingGuides(tuple(lines), tuple(over), folds=folds)
    if kind == "lines":
        return CuttingGuides(lines=tuple(_cut_lines(grid, trims)), folds=folds)
    if kind == "ticks":
        ticks = tuple(_tick_segments(grid, trims, MARK if inside else 0.0, ["x", "y"]))
        return (
            CuttingGuides(lines_over_art=ticks, folds=folds)
            if inside
            else CuttingGuides(lines=ticks, folds=folds)
        )
    if kind == "rounded":
        return CuttingGuides(has_outlines=True, folds=folds)
    return CuttingGuides(folds=folds)


#: Which cuts the marks beyond an axis are for.
_CUTS: dict[Axis, str] = {"y": "columns", "x": "rows"}


def cuts_without_marks(grid: PaperGrid, kind: GuideKind, inside: bool = False) -> list[str]:
    """Return which cuts, "columns" or "rows", have no room for their crop marks or outer ticks."""
    if kind in ("auto", "crop"):
        return [_CUTS[axis] for axis in grid.axes_without_marks]
    if kind == "ticks" and not inside:
        return [
            _CUTS[axis] for axis in grid.axes_without_marks if grid.room_for_marks(axis) < MARK - TOLERANCE
        ]
    return []


def _crop_mark_segments(
    grid: PaperGrid, trims: list[Rect], axes_without_marks: list[Axis]
) -> tuple[list[Segment], list[Segment]]:
    """Return short lines outside the grid that align with every cut: those on paper, and those over bleed."""
    xs, ys = cut_positions(trims)
    whole, (left_off, left_end), (low_off, low_end) = (
        grid.whole_area,
        _crop_mark_span(grid, "x"),
        _crop_mark_span(grid, "y"),
    )
    marks: dict[Axis, list[Segment]] = {"x": [], "y": []}
    for x in xs:
        marks["y"].append((x, whole.top + low_off, x, whole.top + low_end))
        marks["y"].append((x, whole.y - low_off, x, whole.y - low_end))
    for y in ys:
        marks["x"].append((whole.x - left_off, y, whole.x - left_end, y))
        marks["x"].append((whole.right + left_off, y, whole.right + left_end, y))
    lines: list[Segment] = []
    over: list[Segment] = []
    for axis, segments in marks.items():
        if axis not in axes_without_marks and segments[0][:2] != segments[0][2:]:
            on_bleed = _crop_mark_span(grid, axis)[0] < grid.outer_bleed_along(axis) - TOLERANCE
            (over if on_bleed else lines).extend(segments)
    return lines, over


def _crop_mark_span(grid: PaperGrid, axis: Axis) -> tuple[float, float]:
    """Return the distances in points from the outermost trim at which a crop mark starts and ends. If there
    is room, it starts past the bleed.
    """
    room, bleed = grid.room_for_marks(axis), grid.outer_bleed_along(axis)
    end = min(room, bleed + MARK_OFF + _LONG)
    start = min(bleed + MARK_OFF, max(end - MARK, MARK_OFF, 0.0))
    return min(start, room / 2), end


def _cut_lines(grid: PaperGrid, trims: list[Rect]) -> list[Segment]:
    """Return a line along every cut, as long as crop marks would reach."""
    xs, ys = cut_positions(trims)
    (_, beside), (_, above), whole = _crop_mark_span(grid, "x"), _crop_mark_span(grid, "y"), grid.whole_area
    uprights = [(x, whole.y - above, x, whole.top + above) for x in xs]
    return uprights + [(whole.x - beside, y, whole.right + beside, y) for y in ys]


def _tick_segments(
    grid: PaperGrid, trims: list[Rect], inward_length: float, axes: list[Axis]
) -> list[Segment]:
    """Return ticks at each card's corners, in the directions of these axes.

    A tick extends outwards into the gutter or the margin, and `inward_length` points into the face.
    """
    ticks: set[Segment] = set()
    for trim in trims:
        for x, way_x in ((trim.x, -1), (trim.right, 1)):
            for y, way_y in ((trim.y, -1), (trim.top, 1)):
                out_x, out_y = _tick_lengths(grid, x, y)
                if "x" in axes:
                    ticks.add((x - way_x * inward_length, y, x + way_x * out_x, y))
                if "y" in axes:
                    ticks.add((x, y - way_y * inward_length, x, y + way_y * out_y))
    return sorted(tick for tick in ticks if tick[:2] != tick[2:])


def _tick_lengths(grid: PaperGrid, x: float, y: float) -> tuple[float, float]:
    """Return the lengths in points of the two ticks of a corner, along x and y.

    Between cards they are half the gutter, and at the outside the room there, but at most MARK.
    """
    whole = grid.whole_area
    at_side = min(abs(x - whole.x), abs(x - whole.right)) < TOLERANCE
    at_end = min(abs(y - whole.y), abs(y - whole.top)) < TOLERANCE
    inner = min(MARK, grid.gutter / 2)
    return (
        min(MARK, grid.room_for_marks("x")) if at_side else inner,
        min(MARK, grid.room_for_marks("y")) if at_end else inner,
    )


def _fold_lines(grid: PaperGrid) -> tuple[Segment, ...]:
    """Return the fold line of a gutterfold: past the cards, as far as crop marks extend."""
    (width, height), whole = grid.page, grid.whole_area
    (_, beside), (_, above) = _crop_mark_span(grid, "x"), _crop_mark_span(grid, "y")
    if grid.fold == "vertical":
        return ((width / 2, whole.y - above, width / 2, whole.top + above),)
    return ((whole.x - beside, height / 2, whole.right + beside, height / 2),)
