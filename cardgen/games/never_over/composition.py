"""What NEVER OVER has beside what any pack has: green against red, and what stands over ceilings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from operator import mul
from typing import NamedTuple

from ...pack.model import Pack
from ..game import PackFigures
from ..measures import Ceiling, Figure
from .cards import Cards, cards_of

#: What the source says of the pack that it suggests: cards and total pointage of green, and of red.
SOURCE = ((40, 90), (15, 40))


class _Running(NamedTuple):
    """Cards of one colour added up, from the lowest pointage."""

    pointages: tuple[int, ...]
    cards: list[int]
    points: list[int]

    def upto(self, pointage: int) -> tuple[int, int]:
        """Cards, and their points, that are not over a pointage."""
        place = bisect_right(self.pointages, pointage)
        return self.cards[place], self.points[place]


def _running(cards: Cards, start: int, end: int) -> _Running:
    pointages, quantities = cards.pointages[start:end], cards.quantities[start:end]
    points = map(mul, pointages, quantities)
    return _Running(pointages, [*accumulate(quantities, initial=0)], [*accumulate(points, initial=0)])


def pack_figures(pack: Pack) -> PackFigures:
    """Count a pack. Raises PackError where it breaks the game's rules."""
    cards = cards_of(pack)
    return PackFigures(ceilings_of(cards), figures_of(cards), SOURCE)


def ceilings_of(cards: Cards) -> tuple[Ceiling, ...]:
    """All ceilings, from the lowest; the highest is also that of an empty pile (reading N1)."""
    greens, reds = _running(cards, 0, cards.greens), _running(cards, cards.greens, cards.kinds)
    labels = dict(zip(reds.pointages, cards.labels[cards.greens :], strict=True))
    levels = sorted({*reds.pointages, cards.highest})
    return tuple(_ceiling(level, labels.get(level, ""), greens, reds) for level in levels)


def _ceiling(level: int, label: str, greens: _Running, reds: _Running) -> Ceiling:
    cards, points = greens.upto(level)
    up_to, below = reds.upto(level)[0], reds.upto(level - 1)[0]
    return Ceiling(
        pointage=level,
        label=label,
        reds=up_to - below,
        cards_within=cards,
        points_within=points,
        cards_over=greens.cards[-1] - cards,
        points_over=greens.points[-1] - points,
        raising=reds.cards[-1] - up_to,
        lowering=below,
    )


def figures_of(cards: Cards) -> tuple[Figure, ...]:
    """Green against red, the mean ceiling, and what a red card drawn at random bars."""
    (greens, green_points), (reds, red_points) = cards.total(green=True), cards.total(green=False)
    figures = []
    if reds:
        figures.append(
            Figure("green_to_red", "green cards for each red one", Fraction(greens, reds), "times")
        )
    if red_points:
        ratio = Fraction(green_points, red_points)
        figures.append(Figure("green_to_red_points", "green points for each red point", ratio, "times"))
    if reds:
        mean = Fraction(red_points, reds)
        figures.append(Figure("mean_ceiling", "mean ceiling (of all red cards)", mean, "points"))
    if reds and greens:
        figures += _barred(ceilings_of(cards), reds, greens, green_points)
    return tuple(figures)


def _barred(ceilings: tuple[Ceiling, ...], reds: int, greens: int, points: int) -> Iterator[Figure]:
    """What stands over the ceiling that a red card drawn at random sets."""
    over = sum(each.reds * each.cards_over for each in ceilings)
    points_over = sum(each.reds * each.points_over for each in ceilings)
    title = "that a red card drawn at random bars"
    yield Figure("barred_cards", f"share of green cards {title}", Fraction(over, reds * greens), "share")
    share = Fraction(points_over, reds * points)
    yield Figure("barred_points", f"share of green points {title}", share, "share")
