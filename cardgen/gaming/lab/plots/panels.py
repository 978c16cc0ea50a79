"""Panels and what they are made of: scales, distributions, curves, dots with intervals, parts of a whole,
names.

A figure has its panels in three columns across, row by row, as many rows as there is something to show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from ....colour.colors import color_from_hex, contrast_ratio
from ....text.fonts import SANS, TEXT
from ...games.measures import Estimate
from .series import Histogram, spread_positions, whole_ticks
from .series import round_ticks as round_ticks
from .theme import (
    EDGE,
    HEADER,
    INK,
    LABEL,
    PALE,
    PAPER,
    RULE,
    SIDE,
    SMALL,
    SOFT,
    WIDTH,
    Space,
    axes_in,
    draw_heading,
    draw_title,
    font_properties,
    label_shortened_to_room,
    legible_on_paper,
    new_figure,
    size_in_points,
    text_in_one_line,
    text_width,
    write_text,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: In inches: the gap between panels, the space above a panel and below it, and the gap between rows.
GAP, OVER, UNDER, DOWN = 0.7, 0.36, 0.46, 0.3
#: The usual height of a panel in inches.
TALL = 1.9
#: Line widths of data and of scales, in points.
BOLD, FINE = 2.2, 0.8
#: The least space between two values of a scale, in points.
_LABEL_GAP = 2.0


@dataclass(frozen=True)
class Panel:
    """A part of a picture: its heading, and the function that draws it."""

    heading: str
    #: Draws the content.
    draw: Callable[[Axes], None]
    #: Width in columns, of which a picture has three.
    columns: int = 1
    #: Height of the content, and of the space below it, in inches.
    height: float = TALL
    space_below: float = UNDER


Rows = Sequence[Sequence[Panel | None]]


def figure_of_panels(words: str, subtitle: str, rows: Rows) -> Figure:
    """Return a figure with a title, a subtitle, and panels in rows; None and empty rows take no space.

    The panels of a row are equally high, and share the width in proportion to their columns.
    """
    full = [[panel for panel in row if panel] for row in rows]
    full = [row for row in full if row]
    heights = [
        OVER + max(each.height for each in row) + max(each.space_below for each in row) for row in full
    ]
    figure = new_figure(HEADER + sum(heights) + DOWN * (len(full) - 1) + EDGE)
    draw_title(figure, words, subtitle)
    top = HEADER
    for row, height in zip(full, heights, strict=True):
        draw_panel_row(figure, row, top + OVER)
        top += height + DOWN
    return figure


def draw_panel_row(figure: Figure, row: Sequence[Panel], top: float) -> None:
    """Draw the panels of a row with their headings. top: in inches from the upper edge."""
    columns = sum(panel.columns for panel in row)
    column = (WIDTH - 2 * SIDE - (columns - 1) * GAP) / columns
    left, height = SIDE, max(panel.height for panel in row)
    for panel in row:
        width = panel.columns * column + (panel.columns - 1) * GAP
        space = Space(left, top, width, height)
        draw_heading(figure, space, panel.heading)
        panel.draw(axes_in(figure, space))
        left += width + GAP


def draw_bottom_scale(axes: Axes, ticks: Sequence[float], name: str = "", words: Sequence[str] = ()) -> None:
    """Draw the horizontal scale: a thin line with marked values, and its name below them. A value that would
    touch the one to its left is marked without its text.
    """
    axes.spines["bottom"].set_visible(True)
    axes.spines["bottom"].set(color=RULE, linewidth=FINE)
    labels = [text_in_one_line(each) for each in words] or [tick_text(each) for each in ticks]
    room = size_in_points(axes)[0]
    left, right = axes.get_xlim()
    end = -room
    for place, value in enumerate(ticks):
        middle, half = (value - left) / (right - left) * room, text_width(labels[place], SMALL) / 2
        if middle - half < end + _LABEL_GAP:
            labels[place] = ""
        else:
            end = middle + half
    axes.set_xticks(list(ticks), labels, font=font_properties(SANS), fontsize=SMALL, color=SOFT)
    axes.tick_params(axis="x", length=3, width=FINE, color=RULE, pad=3)
    write_text(
        axes,
        0,
        0,
        label_shortened_to_room(name, room, SMALL),
        nudge=(0, -31),
        size=SMALL,
        color=SOFT,
        coordinates=("axes", "axes"),
    )


def draw_grid_lines(axes: Axes, ticks: Sequence[float], words: Sequence[str] = ()) -> None:
    """Draw pale horizontal lines, each with its value at the left."""
    for value, text in zip(ticks, words or map(tick_text, ticks), strict=True):
        axes.axhline(value, color=PALE, linewidth=FINE, zorder=0)
        write_text(
            axes,
            0,
            value,
            text,
            nudge=(-5, 0),
            size=SMALL,
            color=SOFT,
            align="right",
            coordinates=("axes", "data"),
        )


def tick_text(value: float) -> str:
    """Return the value of a tick as text: "1,500", "2.5", "−3"."""
    text = f"{abs(value):,.10f}".rstrip("0").rstrip(".")
    return "−" + text if value < 0 else text


def draw_histogram(
    axes: Axes,
    bars: Histogram,
    colors: Sequence[str],
    name: str,
    max_ticks: int,
    ends: tuple[int, int] | None = None,
) -> None:
    """Draw a distribution with its scales: a bar for each share, in its colour, and room above the highest.

    max_ticks: the maximum number of marked values. ends: the lowest and the highest value to show; all by
    default.
    """
    low, high = ends or (bars.firsts[0], bars.firsts[-1])
    low, high = low // bars.width * bars.width, high // bars.width * bars.width + bars.width - 1
    axes.set_xlim(low - 1, high + 1)
    axes.set_ylim(0, bars.highest * 1.18)
    ticks = [each for each in round_ticks(0, bars.highest * 100, 4) if each]
    draw_grid_lines(axes, [each / 100 for each in ticks], [f"{tick_text(each)} %" for each in ticks])
    air = 0.14 * bars.width if len(bars.firsts) < 60 else 0.0
    where = [first - 0.5 + bars.width / 2 for first in bars.firsts]
    axes.bar(where, bars.shares, width=bars.width - air, color=list(colors), linewidth=0)
    draw_bottom_scale(axes, whole_ticks(low, high, max_ticks), name)


def draw_scale_of_rounds(axes: Axes, last: int, name: str, room: float = 0.0) -> None:
    """Draw the scale of rounds, from the first. room: points left free behind the last."""
    set_x_range(axes, 0.2, last + 0.8, after=room)
    later = whole_ticks(3, last, 4) if last >= 3 else []
    draw_bottom_scale(axes, [1, *later], name)


def draw_scale_of_ceilings(axes: Axes, highest: float) -> None:
    """Draw the scale of ceilings, from zero up to the next whole number."""
    top = max(1, ceil(highest - 1e-9))
    axes.set_ylim(0, top * 1.08)
    draw_grid_lines(axes, [each for each in whole_ticks(0, top, 6) if each])


def draw_ridge(
    axes: Axes, bars: Histogram | None, row: int, scale: float, color: str, line: Histogram | None
) -> None:
    """Draw a distribution on the floor of a row (rows go down by 1), with another as a line over it."""
    axes.axhline(row + 1, color=RULE, linewidth=FINE, zorder=0)
    if bars:
        where = [first - 0.5 + bars.width / 2 for first in bars.firsts]
        shares = [-share * scale for share in bars.shares]
        axes.bar(where, shares, width=bars.width * 0.86, bottom=row + 1, color=color, linewidth=0, alpha=0.75)
    if line:
        edges = [first - 0.5 for first in (*line.firsts, line.firsts[-1] + line.width)]
        axes.stairs(
            [row + 1 - share * scale for share in line.shares],
            edges,
            baseline=row + 1,
            color=INK,
            linewidth=1.0,
        )


def draw_ridge_name(axes: Axes, row: int, name: str, remark: str, color: str, marker: str = "") -> None:
    """Write the name of a row and a remark above its distribution, from the left.

    remark: the remark. marker: the mark by which other panels show the row; "" for none.
    """
    across, _ = size_in_points(axes)
    begin = 13 if marker else 0
    if marker:
        rows_high = abs(axes.get_ylim()[0] - axes.get_ylim()[1])
        where = (5 / across, 1 - (row + 0.16) / rows_high)
        axes.plot(*where, marker, markersize=6.5, color=color, transform=axes.transAxes, clip_on=False)
    said = label_shortened_to_room(name, across - text_width(remark, SMALL) - begin - 10, LABEL, TEXT)
    write_text(
        axes,
        0,
        row + 0.16,
        said,
        color=legible_on_paper(color),
        font=TEXT,
        nudge=(begin, 0),
        coordinates=("axes", "data"),
    )
    nudge = (begin + TEXT.width(said, LABEL) + 10, 0)
    write_text(axes, 0, row + 0.16, remark, color=SOFT, size=SMALL, nudge=nudge, coordinates=("axes", "data"))


def draw_pointer(axes: Axes, x: float, words: str, color: str = INK) -> None:
    """Draw a vertical line at a value, with words at its top."""
    low, high = axes.get_xlim()
    right = x > low + 0.6 * (high - low)
    axes.axvline(x, color=color, linewidth=1.1)
    nudge, align = ((-5, -8), "right") if right else ((5, -8), "left")
    write_text(axes, x, 1, words, nudge=nudge, align=align, color=color, coordinates=("data", "axes"))


def draw_interval(
    axes: Axes, estimate: Estimate, y: float, color: str, marker: str = "o", size: float = 6.5
) -> None:
    """Draw a dot at a value, and a bar over its interval if that is wider than the dot."""
    value, low, high = estimate
    if value is None:
        return
    if low is not None and high is not None:
        left, right = axes.get_xlim()
        if (high - low) / (right - left) * size_in_points(axes)[0] > size + 3:
            axes.plot([low, high], [y, y], color=color, linewidth=1.6, solid_capstyle="butt")
            axes.plot([low, high], [y, y], "|", markersize=size + 1, color=color, markeredgewidth=1.2)
    [dot] = axes.plot([value], [y], marker, markersize=size, color=color, clip_on=False)
    dot.set(markeredgecolor=PAPER, markeredgewidth=0.8)


def draw_curve(axes: Axes, values: Sequence[float], color: str) -> None:
    """Draw a line by round, the first being 1, with a dot at its end."""
    axes.plot(range(1, len(values) + 1), values, color=color, linewidth=BOLD)
    axes.plot([len(values)], [values[-1]], "o", markersize=5.5, color=color)


def draw_stacked_bar(
    axes: Axes, values: Sequence[float], colors: Sequence[str], y: float = 0.0, high: float = 1.0
) -> None:
    """Draw parts of a whole side by side in one bar, each with its value if there is room for it."""
    whole, begin, width = sum(values) or 1.0, 0.0, size_in_points(axes)[0]
    axes.set_xlim(0, 1)
    for value, color in zip(values, colors, strict=True):
        share, text = value / whole, f"{value:.0f}"
        axes.barh(y, share, left=begin, height=high, color=color, linewidth=0)
        if begin:
            axes.plot([begin, begin], [y - high / 2, y + high / 2], color=PAPER, linewidth=1.2)
        if TEXT.width(text, LABEL) + 8 <= share * width:
            write_text(
                axes, begin + share / 2, y, text, color=legible_ink_on(color), font=TEXT, align="center"
            )
        begin += share


def legible_ink_on(color: str) -> str:
    """Return the colour of ink or of paper, whichever is more legible on a ground."""
    ground = color_from_hex(color)
    return max((INK, PAPER), key=lambda each: contrast_ratio(color_from_hex(each), ground))


def draw_legend(axes: Axes, entries: Sequence[tuple[str, str]], down: float) -> None:
    """Draw the legend of colours in one line, `down` points below the panel."""
    at = 0.0
    for color, words in entries:
        write_text(axes, 0, 0, "■", nudge=(at, -down), color=color, coordinates=("axes", "axes"))
        write_text(axes, 0, 0, words, nudge=(at + 12, -down), coordinates=("axes", "axes"))
        at += 12 + text_width(words) + 22


def draw_end_labels(axes: Axes, labels: Sequence[tuple[float, float, str, str]], room: float) -> None:
    """Write names beside the ends of curves, moved apart so that they do not overlap.

    labels: for each curve x and y of its end, the text and the colour. room: the width for texts, in points.
    """
    low, high = axes.get_ylim()
    gap = (LABEL + 3) * (high - low) / size_in_points(axes)[1]
    places = spread_positions([y for _, y, _, _ in labels], gap, low + gap / 2, high - gap / 2)
    right = max((x for x, *_ in labels), default=0)
    for (x, y, words, color), place in zip(labels, places, strict=True):
        if x < right:
            axes.plot([x, right], [y, place], color=color, linewidth=FINE, linestyle=":")
        write_text(
            axes,
            right,
            place,
            label_shortened_to_room(words, room, LABEL, TEXT),
            nudge=(9, 0),
            color=legible_on_paper(color),
            font=TEXT,
        )


def set_x_range(axes: Axes, low: float, high: float, before: float = 0.0, after: float = 0.0) -> None:
    """Set the range of horizontal values, with room in points before and after them for words."""
    width = size_in_points(axes)[0]
    scale = ((high - low) or 1.0) / max(1.0, width - before - after)
    axes.set_xlim(low - before * scale, low + (width - before) * scale)


def draw_row_names(axes: Axes, names: Sequence[str], values: Sequence[str], room: float) -> None:
    """Write the names of rows at the left, and their values at the right; row 0 is at the top."""
    axes.set_ylim(len(names) - 0.45, -0.55)
    for row, (name, value) in enumerate(zip(names, values, strict=True)):
        write_text(axes, 0, row, label_shortened_to_room(name, room, LABEL), coordinates=("axes", "data"))
        write_text(axes, 1, row, value, align="right", coordinates=("axes", "data"))
