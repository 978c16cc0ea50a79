"""Quantities by suit and rank: bars for one suit or two, cells like small cards for more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...colour.colors import WHITE, contrast, from_hex
from ...text.fonts import TEXT
from ..composition import Composition, SuitPart
from . import findings, panels
from .theme import LEAST_CONTRAST, PALE, SOFT, legible, size_of, width, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: More suits and ranks than these are not drawn.
MOST_SUITS, MOST_RANKS = 24, 200
#: A cell is no wider than this, in inches, and a bar than this, in points.
_CELL, _THICK = 0.34, 60.0
#: In points: ranks between bars, and beyond every bar its quantity and a line for the suit.
_MIDDLE, _BEYOND = 20, 15 + 18


def ranks(composition: Composition) -> list[str]:
    """List ranks from left to right: numbers go up."""
    found = list(composition.ranks)[:MOST_RANKS]
    numbers = [int(rank.replace("−", "-")) for rank in found] if composition.points is not None else []
    return found[::-1] if numbers and numbers[0] > numbers[-1] else found


def column(composition: Composition, suit: SuitPart) -> list[int]:
    """Return the quantities of a suit by `ranks`."""
    return [composition.quantity(suit.key, rank) for rank in ranks(composition)]


def ink(suit: SuitPart) -> str:
    """Return a suit's colour, or a darker one where it does not show on paper."""
    return suit.color if contrast(from_hex(suit.color), WHITE) >= LEAST_CONTRAST else SOFT


def spaced(widths: Sequence[float], room: float) -> range:
    """Choose the labels of these widths, one in each room, that can stand side by side: each, every second
    ...

    >>> spaced([30, 30, 30, 30], 20)
    range(0, 4, 2)
    """
    step = 1
    while step < len(widths) and max(widths[::step]) + 4 > room * step:
        step += 1
    return range(0, len(widths), step)


def columns(axes: Axes, composition: Composition, ends: tuple[int, int]) -> None:
    """Draw the first suit up and the second down, their ranks between them.

    ends: the largest quantities up and down, of all packs that stand on one scale.
    """
    names, suits = ranks(composition), composition.suits
    down = ends[1] if len(suits) > 1 else 0
    scale = max(1, ends[0] + down) / (size_of(axes)[1] - _MIDDLE - _BEYOND * len(suits))
    band, beyond = _MIDDLE / 2 * scale, _BEYOND * scale
    axes.set_xlim(-0.6, len(names) - 0.4)
    axes.set_ylim(-band - (down + beyond if len(suits) > 1 else 0), ends[0] + beyond + band)
    room = size_of(axes)[0] / len(names)
    for suit, way in zip(suits, (1, -1), strict=False):
        _bars(axes, column(composition, suit), way, band, room, ink(suit))
        edge, color = (1 if way > 0 else 0), legible(ink(suit))
        write(
            axes,
            0,
            edge,
            findings.suit(suit),
            nudge=(0, -7 * way),
            color=color,
            font=TEXT,
            of=("axes", "axes"),
        )
    for at in spaced([width(name) for name in names], room):
        write(axes, at, 0, names[at], align="center", color=SOFT)


def _bars(axes: Axes, quantities: Sequence[int], way: int, band: float, room: float, color: str) -> None:
    """Draw a suit's bars, up or down, each with its quantity where there is room."""
    thick, heights = min(0.8, _THICK / room), [way * each for each in quantities]
    axes.bar(range(len(heights)), heights, bottom=way * band, width=thick, color=color, linewidth=0)
    for at, quantity in enumerate(quantities):
        said, where = f"{quantity:,}", way * (band + quantity)
        if quantity and width(said) <= room:
            nudge = (0, 8 * way)
            write(axes, at, where, said, nudge=nudge, align="center", color=legible(color), font=TEXT)


def cells(axes: Axes, composition: Composition) -> None:
    """Draw a row a suit, a column a rank, a cell a card, with its quantity where that is above one."""
    names, suits = ranks(composition), composition.suits[:MOST_SUITS]
    titles, across = [suit.title for suit in suits], size_of(axes)[0]
    before = min(120.0, max(map(width, titles)) + 14)
    room = min(_CELL * 72, (across - before - 40) / len(names))
    panels.within(axes, -0.5, len(names) - 0.5, before, across - before - room * len(names))
    panels.rows(axes, titles, [""] * len(suits), before - 8)
    for row, suit in enumerate(suits):
        _row(axes, row, column(composition, suit), ink(suit), room)
        write(axes, len(names) - 0.5, row, f"{suit.cards:,}", nudge=(12, 0), color=SOFT)
    for at in spaced([width(name) for name in names], room):
        write(axes, at, 0, names[at], nudge=(0, -10), align="center", color=SOFT, of=("data", "axes"))


def _row(axes: Axes, row: int, quantities: Sequence[int], color: str, room: float) -> None:
    """Draw a suit's cells, pale where it has no such card."""
    for there, fill in ((True, color), (False, PALE)):
        where = [(at - 0.4, 0.8) for at, quantity in enumerate(quantities) if (quantity > 0) == there]
        axes.broken_barh(where, (row - 0.4, 0.8), color=fill, linewidth=0)
    for at, quantity in enumerate(quantities):
        if quantity > 1 and width(f"{quantity}") <= 0.8 * room:
            write(axes, at, row, f"{quantity}", align="center", color=panels.over(color), font=TEXT)
