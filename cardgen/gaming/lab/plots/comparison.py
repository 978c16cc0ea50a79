"""The picture of several packs' games, which compares all others with the first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....pack.model import Pack
from ....text.fonts import TEXT
from ...games.measures import Estimate
from ..results import Results, score_counts
from . import findings, panels, series
from .panels import TALL, Panel, figure_of_panels
from .theme import (
    INK,
    PALE,
    SEQUENCE,
    SMALL,
    ColorPair,
    color_pair,
    figure_bytes,
    legible_on_paper,
    text_width,
    write_text,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Height of a pack's row in inches; space for names, values and labels beside panels, in points.
_ROW, _NAMES, _VALUES, _ENDS = 0.78, 150.0, 118.0, 90.0
#: The measures whose differences are drawn, if the games have them.
KEYS = ("score", "attack", "defence", "taking", "no_play", "left", "turns", "spread", "margin", "tied")
MOST_ROWS = 7
#: Maximum number of packs that are drawn.
MOST_PACKS = 12
#: Maximum number of other packs for which values are written beside each difference.
MOST_VALUES = 3
#: Maximum number of lines by which a row grows.
MOST_LINES = 6
MARKERS = "osD^vPX*"
#: For attack and defence: the marker, the word, and the word's distance from the marker in points.
_WAYS = (("o", "scored", 13), ("s", "kept out", -13))


def comparison_picture(results: Results, kind: str, packs: Sequence[Pack] = ()) -> bytes:
    """Return the picture of the games of several packs. kind: "png", "svg" or "pdf".

    packs: those of the results, for their colours. Raises UsageError where matplotlib is missing.
    """
    colors = color_pair(results.experiments[0].setup_record.get("game"), *packs[:1])
    subtitle = findings.simulation_subtitle(results)
    if len(results.names) > MOST_PACKS:
        subtitle += f"  ·  drawn: the first {MOST_PACKS} packs of {len(results.names)}"
    return figure_bytes(lambda: _comparison_figure(_results_of_drawn_packs(results), subtitle, colors), kind)


def _results_of_drawn_packs(results: Results) -> Results:
    """Return the results of the packs that are drawn, the first ones."""
    names, experiments = results.names[:MOST_PACKS], results.experiments[:MOST_PACKS]
    return Results(names, experiments, results.tally, results.seed, results.asked)


def _comparison_figure(results: Results, subtitle: str, colors: ColorPair) -> Figure:
    rows = (
        [_scores_panel(results), _fates_of_points_panel(results, colors)],
        [_ceiling_by_round_panel(results), _differences_panel(results)],
    )
    return figure_of_panels(findings.comparison_title(results), subtitle, rows)


def _color_of_pack(index: int) -> str:
    return SEQUENCE[index % len(SEQUENCE)]


def _marker_of_pack(other: int) -> str:
    return MARKERS[(other - 1) % len(MARKERS)]


def _scores_panel(results: Results) -> Panel | None:
    """Return the panel of scores: a distribution per pack, with the first pack's as a line over each."""
    counts = [score_counts(results, at) for at in range(len(results.names))]
    low, high, beyond = series.range_of_counts(counts)
    width = series.bar_width(low, high, 60)
    histograms = [series.histogram_of_counts(each, max_bars=60, width=width) for each in counts]
    known = [each for each in histograms if each]
    if not known:
        return None

    def draw_scores(axes: Axes) -> None:
        axes.set_xlim(low // width * width - 1, high // width * width + width)
        axes.set_ylim(len(histograms), 0)
        scale = 0.72 / max(each.highest for each in known)
        for at, each in enumerate(histograms):
            panels.draw_ridge(axes, each, at, scale, _color_of_pack(at), histograms[0] if at else None)
            mean = f"mean {series.three_figures(series.mean_of_counts(counts[at]))}" if each else ""
            marker = _marker_of_pack(at) if at and len(histograms) > 2 else ""
            panels.draw_ridge_name(axes, at, results.names[at], mean, _color_of_pack(at), marker)
        name = findings.scale_name(f"{findings.unit_of_scores(results)} of a player", beyond)
        panels.draw_bottom_scale(axes, series.whole_ticks(low, high, 9), name)

    words = "How scores are spread"
    if len(histograms) > 1:
        words += f" (line: {results.names[0]})"
    return Panel(words, draw_scores, columns=2, height=_ROW * len(histograms))


def _fates_of_points_panel(results: Results, colors: ColorPair) -> Panel | None:
    """Return the panel of attack and defence of every pack, with their intervals."""
    fates = [series.percent_scored_barred_and_let_go(results, at) for at in range(len(results.names))]
    known = [each for each in fates if each]
    if not known:
        return None

    def draw_fates_of_points(axes: Axes) -> None:
        axes.set_ylim(len(fates), 0)
        axes.set_xlim(0, 100)
        for row, each in enumerate(fates):
            axes.axhline(row + 0.55, color=PALE, linewidth=panels.FINE, zorder=0)
            for estimate, color, way in zip(each or (), colors, _WAYS, strict=False):
                _draw_fate(axes, estimate, row, color, way)
        panels.draw_bottom_scale(axes, [0, 20, 40, 60, 80, 100], "of 100 green points held")

    return Panel("Attack and defence indices", draw_fates_of_points, height=_ROW * len(fates))


def _draw_fate(axes: Axes, estimate: Estimate, row: int, color: str, style: tuple[str, str, int]) -> None:
    """Draw an index of a pack with its interval and its value.

    style: the marker, the name of the index, and by how many points the value is above the marker (negative
    for below).
    """
    marker, word, up = style
    value = estimate.value or 0.0
    panels.draw_interval(axes, estimate, row + 0.55, color, marker, 8)
    said = series.three_figures(value) + (f" {word}" if row == 0 else "")
    align, aside = ("left", -5) if value < 15 else ("right", 5) if value > 85 else ("center", 0)
    write_text(
        axes,
        value,
        row + 0.55,
        said,
        nudge=(aside, up),
        align=align,
        color=legible_on_paper(color),
        font=TEXT,
    )


def _ceiling_by_round_panel(results: Results) -> Panel | None:
    """Return the panel of the mean ceiling by round, a curve per pack; None for games without ceilings."""
    curves = {at: curve for at in range(len(results.names)) if (curve := series.ceiling_curve(results, at))}
    if not curves:
        return None
    names = findings.shortened_names(results.names)

    def draw_ceiling_by_round(axes: Axes) -> None:
        room = min(_ENDS, max(map(text_width, names)) + 8)
        panels.draw_scale_of_rounds(axes, max(map(len, curves.values())), "mean ceiling, by round", room)
        panels.draw_scale_of_ceilings(axes, max(map(max, curves.values())))
        for at, curve in reversed(curves.items()):
            panels.draw_curve(axes, curve, _color_of_pack(at))
        ends = [(len(curve), curve[-1], names[at], _color_of_pack(at)) for at, curve in curves.items()]
        panels.draw_end_labels(axes, ends, room)

    return Panel("How the ceiling falls", draw_ceiling_by_round, height=_height_of_differences(results))


def _height_of_differences(results: Results) -> float:
    """Return the height of the panel of differences, in inches.

    Each measure has a row with a line for each pack but the first.
    """
    others = min(len(results.names) - 1, MOST_LINES)
    return max(TALL, len(compared_measures(results)) * (0.16 + 0.16 * others) + 0.4)


def compared_measures(results: Results) -> list[str]:
    """Return the keys of the measures whose differences are drawn."""
    others = range(1, len(results.names))
    return [key for key in KEYS if any(series.relative_difference(results, key, other) for other in others)][
        :MOST_ROWS
    ]


def _differences_panel(results: Results) -> Panel | None:
    """Return the panel of the differences of each measure from the first pack, in per cent."""
    keys, others = compared_measures(results), range(1, len(results.names))
    if not keys:
        return None
    histograms = {
        (row, other): estimate
        for row, key in enumerate(keys)
        for other in others
        if (estimate := series.relative_difference(results, key, other))
    }

    def draw_differences(axes: Axes) -> None:
        low, high = series.range_of_intervals(
            [series.cut_to_scale(each) for each in histograms.values()], min_width=0.02
        )
        low, high = min(0.0, low), max(0.0, high)
        panels.set_x_range(axes, low, high, _NAMES, _VALUES if len(others) <= MOST_VALUES else 12)
        panels.draw_row_names(
            axes, [series.measure_title(results, key) for key in keys], [""] * len(keys), _NAMES - 12
        )
        axes.axvline(0, color=INK, linewidth=1)
        for row in range(1, len(keys) if len(others) > 1 else 0):
            axes.axhline(row - 0.5, color=PALE, linewidth=panels.FINE, zorder=0)
        for (row, other), estimate in histograms.items():
            y = row + _offset_in_row(other, len(others))
            _draw_difference(axes, estimate, y, other)
            if len(others) <= MOST_VALUES:
                _write_values(axes, findings.change_text(results, keys[row], other), y, other)
        _draw_percent_scale(axes, low * 100, high * 100)

    return Panel(
        f"Difference from {results.names[0]}",
        draw_differences,
        columns=2,
        height=_height_of_differences(results),
    )


def _draw_difference(axes: Axes, estimate: Estimate, y: float, other: int) -> None:
    """Draw a pack's dot and interval; an arrow at the edge if the value lies beyond it."""
    shown = series.cut_to_scale(estimate)
    far = shown.value != estimate.value
    arrow = ">" if (shown.value or 0.0) > 0 else "<"
    panels.draw_interval(axes, shown, y, _color_of_pack(other), arrow if far else _marker_of_pack(other))


def _write_values(axes: Axes, words: str, y: float, other: int) -> None:
    """Write both values of a measure, at the right."""
    color = legible_on_paper(_color_of_pack(other))
    write_text(axes, 1, y, words, align="right", coordinates=("axes", "data"), color=color, size=SMALL)


def _draw_percent_scale(axes: Axes, low: float, high: float) -> None:
    """Draw the scale of differences."""
    ticks = series.round_ticks(low, high, 5)
    words = [f"{'+' if each > 0 else ''}{panels.tick_text(each)} %" for each in ticks]
    panels.draw_bottom_scale(
        axes,
        [each / 100 for each in ticks],
        "with 95 % intervals, which dots cover where none is seen",
        words,
    )


def _offset_in_row(other: int, others: int) -> float:
    """Return the distance of a pack's dot from the middle of its row, as a part of the row's height."""
    return (other - (others + 1) / 2) / (others + 0.9)
