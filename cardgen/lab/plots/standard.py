"""Panels for the standard games alone: Addenda's and Up and Over's tricks, and leads of Abstrac."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..results import Results
from . import findings, panels, series
from .layout import Panel
from .theme import Two

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def tricks(results: Results, colors: Two) -> Panel | None:
    """Make the panel of tricks by their totals, those above the limit in the other colour, or by their
    cards.
    """
    counts = series.counted(results.table("tricks"))
    told = series.bars(counts, most=60, width=1)
    if told is None:
        return None
    game = findings.game(results)
    limit = game.play().trick_limit if game else None

    def draw(axes: Axes) -> None:
        name = "cards in a trick" if limit is None else "total of a trick"
        over = [limit is not None and first > limit for first in told.firsts]
        panels.histogram(axes, told, [colors[each] for each in over], name, 9)
        if limit is not None:
            panels.pointed(axes, limit + 0.5, f"limit {limit}")

    heading = findings.cards(counts) if limit is None else findings.tricks(counts, limit)
    return Panel(heading, draw, columns=2)


def leads(results: Results, colors: Two) -> Panel | None:
    """Make the panel of rows of Abstrac by the lead of who went first, those that he lost in the other
    colour.
    """
    table = results.table("leads")
    even = len(table) // 2
    counts = {place - even: times for place, times in series.counted(table).items()}
    low, high, beyond = series.span([counts])
    told = series.bars(counts, 60, series.bar_width(low, high, 60))
    if told is None:
        return None

    def draw(axes: Axes) -> None:
        name = findings.beyond("lead of who goes first in a row", beyond)
        panels.histogram(axes, told, [colors[first < 0] for first in told.firsts], name, 9, (low, high))

    return Panel(findings.leads(counts), draw, columns=2)
