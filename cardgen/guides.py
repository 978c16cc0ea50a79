"""Where to cut: crop marks, cut lines, corner ticks, rounded outlines, and the line to fold along."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from .errors import UsageError
from .geometry import TOLERANCE, Rect
from .imposition import STRIP, Grid, Side
from .units import MM

Kind = Literal["crop", "lines", "ticks", "rounded", "none"]
Where = Literal["fronts", "backs", "both"]

#: A line from (x, y) to (x, y), in points.
Segment = tuple[float, float, float, float]

#: Crop marks: how far from the art, and how long at most. Ticks: how long.
_OFF, _LONG, _TICK = 0.5 * MM, 5 * MM, 2.5 * MM
#: A crop mark shorter than this is not seen.
_SEEN = 0.4 * MM
#: Between a crop mark and the strip of the ruler.
_CLEAR = 0.5 * MM


class Guides(NamedTuple):
    """What to draw on one side of a sheet."""

    lines: tuple[Segment, ...] = ()
    outlines: tuple[Rect, ...] = ()
    folds: tuple[Segment, ...] = ()


def guides(grid: Grid, side: Side, kind: Kind, inside: bool = False) -> Guides:
    """The guides for the cards on a side. With inside, ticks also run into the cards' faces."""
    if kind not in get_args(Kind):
        raise UsageError(f"{kind!r} is none of {', '.join(get_args(Kind))}")
    trims = [slot.trim for slot in (*side.slots, *side.backs)]
    folds = _folds(grid) if side.backs else ()
    if kind == "crop":
        return Guides(lines=tuple(_crop_marks(grid, trims)), folds=folds)
    if kind == "lines":
        return Guides(lines=tuple(_cut_lines(grid, trims)), folds=folds)
    if kind == "ticks":
        return Guides(lines=tuple(_ticks(grid, trims, inside)), folds=folds)
    if kind == "rounded":
        return Guides(outlines=tuple(trims), folds=folds)
    return Guides(folds=folds)


def _distinct(values: list[float]) -> list[float]:
    """Sorted, without those that are the same within the tolerance."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > TOLERANCE:
            found.append(value)
    return found


def hidden_cuts(grid: Grid) -> list[str]:
    """In which directions crop marks have no room to be seen: "columns", "rows"."""
    ends = (("columns", _span(grid, "y")), ("rows", _span(grid, "x")))
    return [name for name, (start, end) in ends if end - start < _SEEN]


def _edges(trims: list[Rect]) -> tuple[list[float], list[float]]:
    xs = _distinct([x for trim in trims for x in (trim.x, trim.right)])
    ys = _distinct([y for trim in trims for y in (trim.y, trim.top)])
    return xs, ys


def _crop_marks(grid: Grid, trims: list[Rect]) -> list[Segment]:
    """Short lines outside the whole grid that point along every cut."""
    xs, ys = _edges(trims)
    whole, (left_off, left_end), (low_off, low_end) = grid.whole, _span(grid, "x"), _span(grid, "y")
    marks: list[Segment] = []
    for x in xs:
        marks.append((x, whole.top + low_off, x, whole.top + low_end))
        marks.append((x, whole.y - low_off, x, whole.y - low_end))
    for y in ys:
        marks.append((whole.x - left_off, y, whole.x - left_end, y))
        marks.append((whole.right + left_off, y, whole.right + left_end, y))
    return [mark for mark in marks if mark[:2] != mark[2:]]


def _span(grid: Grid, axis: Literal["x", "y"]) -> tuple[float, float]:
    """Where a crop mark starts and ends, from the outermost trim: past the bleed, clear of the strip."""
    room = grid.free[0 if axis == "x" else 1] - (STRIP + _CLEAR if grid.strip == axis else 0)
    start = min(grid.outward(axis) + _OFF, room / 2)
    return max(0.0, start), max(0.0, min(start + _LONG, room))


def _cut_lines(grid: Grid, trims: list[Rect]) -> list[Segment]:
    """Lines along every cut, from one end of the printable paper to the other."""
    xs, ys = _edges(trims)
    (_, beside), (_, above), whole = _span(grid, "x"), _span(grid, "y"), grid.whole
    uprights = [(x, whole.y - above, x, whole.top + above) for x in xs]
    return uprights + [(whole.x - beside, y, whole.right + beside, y) for y in ys]


def _ticks(grid: Grid, trims: list[Rect], inside: bool) -> list[Segment]:
    """Short lines at each corner of each card, through the gutter and outside; inside, along edges too."""
    ticks: set[Segment] = set()
    for trim in trims:
        for x, way_x in ((trim.x, -1), (trim.right, 1)):
            for y, way_y in ((trim.y, -1), (trim.top, 1)):
                out_x, out_y = _outward(grid, x, y)
                into = _TICK if inside else 0.0
                ticks.add((x - way_x * into, y, x + way_x * out_x, y))
                ticks.add((x, y - way_y * into, x, y + way_y * out_y))
    return sorted(tick for tick in ticks if tick[:2] != tick[2:])


def _outward(grid: Grid, x: float, y: float) -> tuple[float, float]:
    """How long a corner's ticks may be: through half the gutter, and outside as far as crop marks go."""
    whole = grid.whole
    at_side = min(abs(x - whole.x), abs(x - whole.right)) < TOLERANCE
    at_end = min(abs(y - whole.y), abs(y - whole.top)) < TOLERANCE
    inner = min(_TICK, grid.gutter / 2)
    return (
        min(_TICK, _span(grid, "x")[1]) if at_side else inner,
        min(_TICK, _span(grid, "y")[1]) if at_end else inner,
    )


def _folds(grid: Grid) -> tuple[Segment, ...]:
    """The fold line of a gutterfold: past the cards, as far as crop marks go."""
    (width, height), whole = grid.page, grid.whole
    (_, beside), (_, above) = _span(grid, "x"), _span(grid, "y")
    if grid.fold == "vertical":
        return ((width / 2, whole.y - above, width / 2, whole.top + above),)
    return ((whole.x - beside, height / 2, whole.right + beside, height / 2),)
