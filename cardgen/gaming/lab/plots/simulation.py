"""The picture of one pack's games: scores, seats, ceilings, lengths, and what became of the points held."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....pack.model import Pack
from ..results import Results, score_counts
from . import findings, panels, series
from .panels import TALL, Panel, figure_of_panels
from .theme import INK, PALE, REST, SOFT, ColorPair, color_pair, figure_bytes, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Width of the names of seats and of their values, in points.
_NAMES, _VALUES = 44, 34
#: Minimum height of a seat's row in inches, and maximum number of rows.
_SEAT, MOST_SEATS = 0.2, 40


def simulation_picture(results: Results, kind: str, packs: Sequence[Pack] = ()) -> bytes:
    """Return the picture of the games of the first pack of some results. kind: "png", "svg" or "pdf".

    packs: those of the results, for their colours. Raises UsageError where matplotlib is missing.
    """
    colors = color_pair(results.experiments[0].setup_record.get("game"), *packs[:1])
    return figure_bytes(lambda: _simulation_figure(results, colors), kind)


def _simulation_figure(results: Results, colors: ColorPair) -> Figure:
    others = (_tricks_panel(results, colors), _first_player_lead_panel(results, colors))
    rows = (
        [_fates_of_points_panel(results, colors)],
        [_scores_panel(results, colors), _seats_panel(results)],
        [
            _ceiling_by_round_panel(results, colors),
            _points_by_round_panel(results, colors),
            _game_lengths_panel(results),
            *others,
        ],
    )
    return figure_of_panels(findings.simulation_title(results), findings.simulation_subtitle(results), rows)


def _fates_of_points_panel(results: Results, colors: ColorPair) -> Panel | None:
    """Return the panel of the fate of green points in hands, as one bar."""
    fates = series.percent_scored_barred_and_let_go(results)
    if fates is None:
        return None
    shades = (*colors, REST)

    def draw_fates_of_points(axes: Axes) -> None:
        panels.draw_stacked_bar(axes, [each.value or 0.0 for each in fates], shades)
        axes.set_ylim(-0.5, 0.5)
        panels.draw_legend(axes, list(zip(shades, findings.fate_legend_texts(fates), strict=True)), down=15)

    return Panel(
        findings.fates_heading(fates, series.estimate_of(results, "scored")),
        draw_fates_of_points,
        columns=3,
        height=0.42,
        space_below=0.3,
    )


def _scores_panel(results: Results, colors: ColorPair) -> Panel | None:
    """Return the panel of the distribution of scores, with their mean; None without scores."""
    counts = score_counts(results)
    low, high, beyond = series.range_of_counts([counts])
    bars = series.histogram_of_counts(counts, 60, series.bar_width(low, high, 60))
    if bars is None:
        return None

    def draw_scores(axes: Axes) -> None:
        name = findings.scale_name(f"{findings.unit_of_scores(results)} of a player", beyond)
        panels.draw_histogram(axes, bars, [colors[first < 0] for first in bars.firsts], name, 9, (low, high))
        mean = series.mean_of_counts(counts)
        panels.draw_pointer(axes, mean, f"mean {series.three_figures(mean)}")

    return Panel(findings.scores_heading(counts, findings.unit_of_scores(results)), draw_scores, columns=2)


def _seats_panel(results: Results) -> Panel | None:
    """Return the panel of the mean score of each seat, with its interval; None without scores by seat."""
    seats, names = series.seat_estimates(results)[:MOST_SEATS], series.seat_names(results)[:MOST_SEATS]
    if not seats:
        return None
    name = f"mean {findings.unit_of_scores(results)}" + ", with 95 % intervals" * (results.tally.games > 1)
    if len(seats) == MOST_SEATS:
        name = f"the first {MOST_SEATS} seats"

    def draw_seats(axes: Axes) -> None:
        low, high = series.range_of_intervals(seats, min_width=0.5)
        room = max(_NAMES, *(text_width(name) + 12 for name in names))
        panels.set_x_range(axes, low, high, min(110.0, room), _VALUES)
        panels.draw_row_names(
            axes, names, [series.three_figures(each.value or 0.0) for each in seats], min(104.0, room)
        )
        mean = sum(each.value or 0.0 for each in seats) / len(seats)
        axes.axvline(mean, color=PALE, linewidth=1.2, zorder=0)
        for row, estimate in enumerate(seats):
            panels.draw_interval(axes, estimate, row, INK)
        panels.draw_bottom_scale(axes, series.round_ticks(low, high, 3), name)

    return Panel(findings.seats_heading(names, seats), draw_seats, height=max(TALL, len(seats) * _SEAT))


def _ceiling_by_round_panel(results: Results, colors: ColorPair) -> Panel | None:
    """Return the panel of the mean ceiling by round; None for games without ceilings."""
    curve = series.ceiling_curve(results)
    if not curve:
        return None

    def draw_ceiling_by_round(axes: Axes) -> None:
        panels.draw_scale_of_rounds(axes, len(curve), "mean ceiling, by round")
        panels.draw_scale_of_ceilings(axes, max(curve))
        panels.draw_curve(axes, curve, colors[1])

    return Panel(findings.ceilings_heading(curve), draw_ceiling_by_round)


def _points_by_round_panel(results: Results, colors: ColorPair) -> Panel | None:
    """Return the panel of the points scored by round; None for games that do not count them."""
    curve = series.points_curve(results)
    if not any(curve):
        return None

    def draw_points_by_round(axes: Axes) -> None:
        axes.set_ylim(0, max(curve) * 1.18)
        panels.draw_scale_of_rounds(axes, len(curve), "points scored by all, by round")
        panels.draw_grid_lines(axes, [each for each in series.round_ticks(0, max(curve), 5) if each])
        axes.bar(range(1, len(curve) + 1), curve, width=0.86, color=colors[0], linewidth=0)

    return Panel(findings.points_heading(curve), draw_points_by_round)


def _game_lengths_panel(results: Results) -> Panel | None:
    """Return the panel of games by number of turns, long games in one bar; None without such a table."""
    table = results.table("lengths")
    counts, more = series.counts_without_tail_and_is_cut(series.counts_by_index(table), len(table) - 1)
    bars = series.histogram_of_counts(counts, max_bars=40)
    if bars is None:
        return None
    name = "turns of all players in a game"
    if more:
        name = f"turns in a game (last bar: {bars.firsts[-1]:,} or more)"

    def draw_game_lengths(axes: Axes) -> None:
        panels.draw_histogram(axes, bars, [SOFT] * len(bars.firsts), name, 5)

    return Panel(findings.lengths_heading(counts), draw_game_lengths)


def _tricks_panel(results: Results, colors: ColorPair) -> Panel | None:
    """Return the panel of tricks by their totals, those above the limit in the other colour, or by their
    cards.
    """
    counts = series.counts_by_index(results.table("tricks"))
    bars = series.histogram_of_counts(counts, max_bars=60, width=1)
    if bars is None:
        return None
    game = findings.game_of(results)
    limit = game.play().trick_limit if game else None

    def draw_tricks(axes: Axes) -> None:
        name = "cards in a trick" if limit is None else "total of a trick"
        over = [limit is not None and first > limit for first in bars.firsts]
        panels.draw_histogram(axes, bars, [colors[each] for each in over], name, 9)
        if limit is not None:
            panels.draw_pointer(axes, limit + 0.5, f"limit {limit}")

    heading = (
        findings.trick_length_heading(counts) if limit is None else findings.tricks_heading(counts, limit)
    )
    return Panel(heading, draw_tricks, columns=2)


def _first_player_lead_panel(results: Results, colors: ColorPair) -> Panel | None:
    """Return the panel of rows of Abstrac by the lead of the first player, those that are lost in the other
    colour.
    """
    table = results.table("leads")
    even = len(table) // 2
    counts = {place - even: times for place, times in series.counts_by_index(table).items()}
    low, high, beyond = series.range_of_counts([counts])
    bars = series.histogram_of_counts(counts, 60, series.bar_width(low, high, 60))
    if bars is None:
        return None

    def draw_first_player_lead(axes: Axes) -> None:
        name = findings.scale_name("lead of who goes first in a row", beyond)
        panels.draw_histogram(axes, bars, [colors[first < 0] for first in bars.firsts], name, 9, (low, high))

    return Panel(findings.leads_heading(counts), draw_first_player_lead, columns=2)
