"""Panels for the standard games alone: Addenda's and Up and Over's tricks, and leads of Abstrac."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...games.abstrac.experiment import LEAD
from ...games.addenda.values import LIMIT
from ..results import Results
from . import findings, panels, series
from .layout import Panel
from .theme import Two

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def tricks(results: Results, colors: Two) -> Panel | None:
    """Addenda's tricks by their totals, those above the limit in the other colour; others by their cards."""
    counts = series.counted(results.table("tricks"))
    told = series.bars(counts, most=60, width=1)
    if told is None:
        return None
    addenda = findings.game(results) == "addenda"

    def draw(axes: Axes) -> None:
        name = "total of a trick" if addenda else "cards in a trick"
        panels.histogram(axes, told, [colors[addenda and first > LIMIT] for first in told.firsts], name, 9)
        if addenda:
            panels.pointed(axes, LIMIT + 0.5, f"limit {LIMIT}")

    return Panel(findings.tricks(counts) if addenda else findings.cards(counts), draw, columns=2)


def leads(results: Results, colors: Two) -> Panel | None:
    """Rows of Abstrac by the lead of who went first, those that he lost in the other colour."""
    counts = {place - LEAD: times for place, times in series.counted(results.table("leads")).items()}
    low, high, beyond = series.span([counts])
    told = series.bars(counts, 60, series.bar_width(low, high, 60))
    if told is None:
        return None

    def draw(axes: Axes) -> None:
        name = findings.beyond("lead of who goes first in a row", beyond)
        panels.histogram(axes, told, [colors[first < 0] for first in told.firsts], name, 9, (low, high))

    return Panel(findings.leads(counts), draw, columns=2)
