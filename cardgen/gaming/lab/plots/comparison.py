"""The picture of several packs' games, the first being what the others are measured against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....pack.model import Pack
from ....text.fonts import TEXT
from ...games.measures import Estimate
from ..results import Results, score_counts
from . import findings, panels, series
from .panels import TALL, Panel, laid_out
from .theme import INK, PALE, SEQUENCE, SMALL, Two, figure_file, legible, two_colors, width, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: A row of a pack, in inches, and room for what stands beside panels, in points.
_ROW, _NAMES, _VALUES, _ENDS = 0.78, 150.0, 118.0, 90.0
#: The measures whose differences are drawn, as far as the games have them.
KEYS = ("score", "attack", "defence", "taking", "no_play", "left", "turns", "spread", "margin", "tied")
MOST_ROWS = 7
#: More packs than these are not drawn.
MOST_PACKS = 12
#: The most other packs whose values are written beside each difference.
MOST_VALUES = 3
#: The most lines of a row that have room of their own.
MOST_LINES = 6
MARKERS = "osD^vPX*"
#: Attack and defence: the marker, the word, how far the word is from it.
_WAYS = (("o", "scored", 13), ("s", "kept out", -13))


def comparison_picture(results: Results, kind: str, packs: Sequence[Pack] = ()) -> bytes:
    """Draw the games of several packs side by side: "png", "svg" or "pdf".

    packs: those of the results, for their colours. Raises UsageError where matplotlib is missing.
    """
    colors = two_colors(results.experiments[0].about.get("game"), *packs[:1])
    below = findings.below(results)
    if len(results.names) > MOST_PACKS:
        below += f"  ·  drawn: the first {MOST_PACKS} packs of {len(results.names)}"
    return figure_file(lambda: _figure(_first(results), below, colors), kind)


def _first(results: Results) -> Results:
    """Return the results of as many packs as are drawn."""
    names, experiments = results.names[:MOST_PACKS], results.experiments[:MOST_PACKS]
    return Results(names, experiments, results.tally, results.seed, results.asked)


def _figure(results: Results, below: str, colors: Two) -> Figure:
    rows = (
        [_scores(results), _fates(results, colors)],
        [_ceilings(results), _differences(results)],
    )
    return laid_out(findings.comparison(results), below, rows)


def _color(at: int) -> str:
    return SEQUENCE[at % len(SEQUENCE)]


def _marker(other: int) -> str:
    return MARKERS[(other - 1) % len(MARKERS)]


def _scores(results: Results) -> Panel | None:
    """Make the panel of scores: a distribution a pack, with the first pack's as a line over each."""
    counts = [score_counts(results, at) for at in range(len(results.names))]
    low, high, beyond = series.span(counts)
    width = series.bar_width(low, high, 60)
    told = [series.bars(each, most=60, width=width) for each in counts]
    known = [each for each in told if each]
    if not known:
        return None

    def draw(axes: Axes) -> None:
        axes.set_xlim(low // width * width - 1, high // width * width + width)
        axes.set_ylim(len(told), 0)
        scale = 0.72 / max(each.highest for each in known)
        for at, each in enumerate(told):
            panels.ridge(axes, each, at, scale, _color(at), told[0] if at else None)
            mean = f"mean {series.digits(series.mean(counts[at]))}" if each else ""
            marker = _marker(at) if at and len(told) > 2 else ""
            panels.ridge_name(axes, at, results.names[at], mean, _color(at), marker)
        name = findings.beyond(f"{findings.unit(results)} of a player", beyond)
        panels.bottom(axes, series.whole_ticks(low, high, 9), name)

    words = "How scores are spread"
    if len(told) > 1:
        words += f" (line: {results.names[0]})"
    return Panel(words, draw, columns=2, height=_ROW * len(told))


def _fates(results: Results, colors: Two) -> Panel | None:
    """Make the panel of attack and defence of every pack, with their intervals."""
    fates = [series.fates(results, at) for at in range(len(results.names))]
    known = [each for each in fates if each]
    if not known:
        return None

    def draw(axes: Axes) -> None:
        axes.set_ylim(len(fates), 0)
        axes.set_xlim(0, 100)
        for row, each in enumerate(fates):
            axes.axhline(row + 0.55, color=PALE, linewidth=panels.FINE, zorder=0)
            for estimate, color, way in zip(each or (), colors, _WAYS, strict=False):
                _fate(axes, estimate, row, color, way)
        panels.bottom(axes, [0, 20, 40, 60, 80, 100], "of 100 green points held")

    return Panel("Attack and defence indices", draw, height=_ROW * len(fates))


def _fate(axes: Axes, estimate: Estimate, row: int, color: str, way: tuple[str, str, int]) -> None:
    """Draw an index with its interval; the attack index has its value above, the defence index below."""
    marker, word, up = way
    value = estimate.value or 0.0
    panels.interval(axes, estimate, row + 0.55, color, marker, 8)
    said = series.digits(value) + (f" {word}" if row == 0 else "")
    align, aside = ("left", -5) if value < 15 else ("right", 5) if value > 85 else ("center", 0)
    write(axes, value, row + 0.55, said, nudge=(aside, up), align=align, color=legible(color), font=TEXT)


def _ceilings(results: Results) -> Panel | None:
    curves = {at: curve for at in range(len(results.names)) if (curve := series.ceiling_curve(results, at))}
    if not curves:
        return None
    names = findings.short(results.names)

    def draw(axes: Axes) -> None:
        room = min(_ENDS, max(map(width, names)) + 8)
        panels.rounds(axes, max(map(len, curves.values())), "mean ceiling, by round", room)
        panels.heights(axes, max(map(max, curves.values())))
        for at, curve in reversed(curves.items()):
            panels.curve(axes, curve, _color(at))
        ends = [(len(curve), curve[-1], names[at], _color(at)) for at, curve in curves.items()]
        panels.end_labels(axes, ends, room)

    return Panel("How the ceiling falls", draw, height=_height(results))


def _height(results: Results) -> float:
    """Return the height of differences, in inches: every other pack has its line in every row."""
    others = min(len(results.names) - 1, MOST_LINES)
    return max(TALL, len(compared_measures(results)) * (0.16 + 0.16 * others) + 0.4)


def compared_measures(results: Results) -> list[str]:
    """Choose the measures whose differences are drawn, by their keys."""
    others = range(1, len(results.names))
    return [key for key in KEYS if any(series.relative(results, key, other) for other in others)][:MOST_ROWS]


def _differences(results: Results) -> Panel | None:
    """Make the panel of how much more each pack has of each measure than the first, in per cent."""
    keys, others = compared_measures(results), range(1, len(results.names))
    if not keys:
        return None
    told = {
        (row, other): estimate
        for row, key in enumerate(keys)
        for other in others
        if (estimate := series.relative(results, key, other))
    }

    def draw(axes: Axes) -> None:
        low, high = series.reach([series.near(each) for each in told.values()], least=0.02)
        low, high = min(0.0, low), max(0.0, high)
        panels.within(axes, low, high, _NAMES, _VALUES if len(others) <= MOST_VALUES else 12)
        panels.rows(axes, [series.title(results, key) for key in keys], [""] * len(keys), _NAMES - 12)
        axes.axvline(0, color=INK, linewidth=1)
        for row in range(1, len(keys) if len(others) > 1 else 0):
            axes.axhline(row - 0.5, color=PALE, linewidth=panels.FINE, zorder=0)
        for (row, other), estimate in told.items():
            y = row + _beside(other, len(others))
            _difference(axes, estimate, y, other)
            if len(others) <= MOST_VALUES:
                _values(axes, findings.from_to(results, keys[row], other), y, other)
        _percents(axes, low * 100, high * 100)

    return Panel(f"Difference from {results.names[0]}", draw, columns=2, height=_height(results))


def _difference(axes: Axes, estimate: Estimate, y: float, other: int) -> None:
    """Draw a pack's dot and interval; an arrow at the edge where it lies beyond."""
    shown = series.near(estimate)
    far = shown.value != estimate.value
    arrow = ">" if (shown.value or 0.0) > 0 else "<"
    panels.interval(axes, shown, y, _color(other), arrow if far else _marker(other))


def _values(axes: Axes, words: str, y: float, other: int) -> None:
    """Write both values of a measure, at the right."""
    color = legible(_color(other))
    write(axes, 1, y, words, align="right", of=("axes", "data"), color=color, size=SMALL)


def _percents(axes: Axes, low: float, high: float) -> None:
    """Draw the scale of differences."""
    ticks = series.ticks(low, high, 5)
    words = [f"{'+' if each > 0 else ''}{panels.plain(each)} %" for each in ticks]
    panels.bottom(
        axes,
        [each / 100 for each in ticks],
        "with 95 % intervals, which dots cover where none is seen",
        words,
    )


def _beside(other: int, others: int) -> float:
    """Return where in its row a pack's dot is, from the middle."""
    return (other - (others + 1) / 2) / (others + 0.9)
