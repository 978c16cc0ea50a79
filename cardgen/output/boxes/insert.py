"""An insert: a small tray for each kind of pieces, all as deep as one another, that fill a larger tray.

Each well holds its pieces lying flat in stacks. Wells stand in rows; each is as long as its row is high, and
is made wider until its row is as wide as the others, so that nothing moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil
from typing import NamedTuple

from ...errors import UsageError
from ...geometry import TOLERANCE, Rect
from ...layout.materials import SLEEVE_FILM, USUAL_STOCK
from ...pack.model import Pack
from ...units import MM, Size
from .parts import BLEED, LEAST_DEPTH, ROOM, ROOM_ACROSS, Panel, Part
from .tray import Box3, TrayPanels, outer_size, tray_part, tray_with_lid

#: Stacks are no higher than a hand lifts easily; more pieces lie in several.
_HIGHEST_STACK = 45 * MM
#: Room between two wells, and between a well and the tray around them.
_APART = 0.5 * MM
#: Maximum number of kinds in one box: all their arrangements are compared.
_MOST_KINDS = 8
#: A box is rather square than long: how much being twice as long as wide counts as a larger area.
_LONG = 0.25


class Well(NamedTuple):
    """What one kind of pieces takes: its name, and the inside of a well for it, in points."""

    name: str
    title: str
    pieces: int
    inside: Box3


class _PieceStack(NamedTuple):
    """A kind of pieces: the size of one lying flat, and how thick all of them are."""

    pack: Pack
    size: Size
    thickness: float


def piece_thickness(kind: Pack, sleeves: Size | None = None) -> float:
    """Return the thickness of one piece of a kind in points, including its sleeve if it has one.

    sleeves: the outer size of its sleeve in points; None for the sleeves that the pack states, which only
    cards have.
    """
    if kind.piece:
        stock, in_sleeve = (kind.whole_pack or kind).pieces[kind.piece].stock, sleeves
    else:
        stock, in_sleeve = kind.box.stock, sleeves or kind.box.sleeves
    return (stock or USUAL_STOCK) + (SLEEVE_FILM if in_sleeve else 0.0)


def insert_wells(pack: Pack, thickness: float | None, sleeves: Size | None, tolerance: float) -> list[Well]:
    """Return one well for each of a pack's kinds of pieces, all equally deep.

    thickness: that of a card, in points; None for the pack's own. sleeves: the size of a sleeved card, in
    points; None without sleeves. tolerance: how much thicker a stack may be than calculated, as a part of 1.
    Raises UsageError for too many kinds.
    """
    kinds = [kind for kind in pack.kinds if kind.count]
    if len(kinds) > _MOST_KINDS:
        raise UsageError(
            f"an insert holds at most {_MOST_KINDS} kinds of pieces, and there are {len(kinds)}: choose some "
            "with --only piece=..."
        )
    stacks = []
    for kind in kinds:
        one = (
            thickness
            if thickness and not kind.piece
            else piece_thickness(kind, None if kind.piece else sleeves)
        )
        size = sleeves if sleeves and not kind.piece else kind.card.size
        stacks.append(_PieceStack(kind, size, one * (1 + tolerance)))
    depth = max(_even_stack_height(each) for each in stacks)
    return [_well_at_depth(each, depth) for each in stacks]


def _even_stack_height(stack: _PieceStack) -> float:
    """Return the height in points of a kind's stacks: as few stacks as possible, all equally high."""
    stacks = max(1, ceil(stack.pack.count * stack.thickness / _HIGHEST_STACK - TOLERANCE))
    return ceil(stack.pack.count / stacks) * stack.thickness


def _well_at_depth(stack: _PieceStack, depth: float) -> Well:
    """Return the well of a kind at this depth (points), with its stacks in a grid as square as possible."""
    in_stack = max(1, int(depth / stack.thickness + TOLERANCE))
    stacks = ceil(stack.pack.count / in_stack)
    width, height = stack.size

    def area(columns: int) -> tuple[float, float]:
        rows = ceil(stacks / columns)
        sides = (columns * (width + ROOM_ACROSS), rows * (height + ROOM_ACROSS))
        return sides[0] * sides[1], max(sides)

    columns = min(range(1, stacks + 1), key=area)
    rows = ceil(stacks / columns)
    inside = (columns * (width + ROOM_ACROSS), rows * (height + ROOM_ACROSS), max(depth + ROOM, LEAST_DEPTH))
    name = stack.pack.piece
    title = (stack.pack.whole_pack or stack.pack).pieces[name].name or name if name else stack.pack.name
    return Well(name or "cards", title, stack.pack.count, inside)


def insert_parts(
    wells: Sequence[Well], board: float, lid_room: float, bleed: float = BLEED
) -> tuple[Part, ...]:
    """Return the parts of an insert: a tray, its lid, and for each well a smaller tray. The smaller trays
    fill the first one.

    board: the thickness of the board. lid_room: the gap between lid and tray on each side. bleed: that of all
    parts. All lengths are in points.
    """
    # A well is a tray: so much wider, higher and deeper is it outside.
    around = outer_size(tray_part((0.0, 0.0, 0.0), board, "", _SHOWS))
    sizes = [(well.inside[0] + around[0], well.inside[1] + around[1]) for well in wells]
    size, places = packed_rows(sizes)
    depth = wells[0].inside[2] + around[2]
    low, lid = tray_with_lid((size[0], size[1], depth), board, lid_room, bleed)
    parts = [low, lid]
    for well, place in zip(wells, places, strict=True):
        inside = (place.width - around[0], place.height - around[1], well.inside[2])
        shows = _SHOWS._replace(
            base=_SHOWS.base._replace(text=well.title), wall=_SHOWS.wall._replace(text=well.title)
        )
        made = tray_part(inside, board, f"well-{well.name}", shows, bleed)
        parts.append(made._replace(title=well.title))
    return tuple(parts)


_NOWHERE = Rect(0, 0, 0, 0)
_SHOWS = TrayPanels(Panel("well", _NOWHERE, "name"), Panel("well", _NOWHERE, "name"), is_upright=True)


def packed_rows(sizes: Sequence[Size]) -> tuple[Size, list[Rect]]:
    """Return the size of a tray that is filled by rectangles in rows, and the place of each in it (points).

    sizes: the least size of each rectangle. Places are in the same order, and may be larger than these sizes,
    or turned by a quarter. There is a small gap between them. The tray with the smallest area is chosen, with
    a penalty for long trays.
    """
    best: tuple[float, Size, list[Rect]] | None = None
    indices = sorted(range(len(sizes)), key=lambda place: -max(sizes[place]))
    for turned in product((False, True), repeat=len(sizes)):
        each = [size[::-1] if is_turned else size for size, is_turned in zip(sizes, turned, strict=True)]
        for rows in _row_divisions(indices):
            size, places = _filled_rows([[each[place] for place in row] for row in rows])
            worth = size[0] * size[1] * (1 + _LONG * (max(size) / min(size) - 1))
            if best is None or worth < best[0] - TOLERANCE:
                order = [place for row in rows for place in row]
                best = worth, size, [places[order.index(place)] for place in range(len(sizes))]
    assert best is not None  # noqa: S101 - there is a kind of pieces
    return best[1], best[2]


def _row_divisions(indices: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield all ways to divide a sequence into rows."""
    if not indices:
        yield []
    for first in range(1, len(indices) + 1):
        for rest in _row_divisions(indices[first:]):
            yield [list(indices[:first]), *rest]


def _filled_rows(rows: Sequence[Sequence[Size]]) -> tuple[Size, list[Rect]]:
    """Return the size of a tray with these rows, and the places of all rectangles, widened to fill it
    (points).
    """
    widths = [sum(width + _APART for width, _ in row) + _APART for row in rows]
    wide, y, places = max(widths), _APART, []
    for row, own in zip(rows, widths, strict=True):
        x, high, more = _APART, max(height for _, height in row), (wide - own) / len(row)
        for width, _ in row:
            places.append(Rect(x, y, width + more, high))
            x += width + more + _APART
        y += high + _APART
    return (wide, y), places
