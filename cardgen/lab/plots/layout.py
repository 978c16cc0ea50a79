"""How panels are laid out: three columns across, row by row, as many rows as there is something to show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .theme import EDGE, HEADER, SIDE, WIDTH, Space, axes_in, heading, new_figure, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Air between panels across, what stands over a panel and under it, and air between rows, in inches.
GAP, OVER, UNDER, DOWN = 0.7, 0.36, 0.46, 0.3
#: The usual height of a panel in inches.
TALL = 1.9


@dataclass(frozen=True)
class Panel:
    """A part of a picture: its heading, and what draws it."""

    words: str
    draw: Callable[[Axes], None]
    #: Of three columns.
    columns: int = 1
    #: Inches, without what stands over and under it.
    height: float = TALL
    under: float = UNDER


Rows = Sequence[Sequence[Panel | None]]


def laid_out(words: str, below: str, rows: Rows) -> Figure:
    """Make a figure with its title, and panels in rows; None and empty rows take no room.

    The panels of a row are equally high, and share the width in proportion to their columns.
    """
    full = [[panel for panel in row if panel] for row in rows]
    full = [row for row in full if row]
    heights = [OVER + max(each.height for each in row) + max(each.under for each in row) for row in full]
    figure = new_figure(HEADER + sum(heights) + DOWN * (len(full) - 1) + EDGE)
    title(figure, words, below)
    top = HEADER
    for row, height in zip(full, heights, strict=True):
        _lay(figure, row, top + OVER)
        top += height + DOWN
    return figure


def _lay(figure: Figure, row: Sequence[Panel], top: float) -> None:
    columns = sum(panel.columns for panel in row)
    column = (WIDTH - 2 * SIDE - (columns - 1) * GAP) / columns
    left, height = SIDE, max(panel.height for panel in row)
    for panel in row:
        width = panel.columns * column + (panel.columns - 1) * GAP
        space = Space(left, top, width, height)
        heading(figure, space, panel.words)
        panel.draw(axes_in(figure, space))
        left += width + GAP
