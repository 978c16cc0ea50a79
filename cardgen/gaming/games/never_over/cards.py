"""A NEVER OVER pack as numbers: its kinds of card with their quantities, and figures for comparing packs.

A kind is a small integer: the green cards first, by rising pointage, then the red ones likewise. In the
published pack 0 to 3 are +1 to +4, and 4 to 8 are ≤0 to ≤4. The game deals with kinds only.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from ....errors import PackError, UsageError
from ....pack.model import Pack
from ..game import PackFigures
from .pack_rules import check, green_and_red_suits

if TYPE_CHECKING:
    from ..measures import Ceiling, PackFigure

#: Ranks of a standard pack, and the number of its suits that stand for green.
RANKS, GREEN_SUITS = 13, 3


@dataclass(frozen=True)
class Cards:
    """The kinds of card of one pack. All tuples have an entry per kind."""

    pointages: tuple[int, ...]
    quantities: tuple[int, ...]
    #: Labels: "+4", "≤0".
    labels: tuple[str, ...]
    #: Ids of the cards in the pack, for drawing them.
    ids: tuple[str, ...]
    #: Number of green kinds; the others are red.
    greens: int
    #: The pack's own names of the green and of the red suit.
    suit_names: tuple[str, str] = ("green", "red")

    @classmethod
    def from_quantities(cls, green: Mapping[int, int], red: Mapping[int, int]) -> Cards:
        """Return cards from quantities by pointage, without a pack; a quantity of 0 leaves the card out.

        >>> Cards.from_quantities({1: 13, 2: 11}, {2: 3, 0: 1}).labels
        ('+1', '+2', '≤0', '≤2')
        """
        rows = [(p, green[p], f"+{p}", f"green-{p}") for p in sorted(green) if green[p] > 0]
        reds = [(p, red[p], f"≤{p}", f"red-{p}") for p in sorted(red) if red[p] > 0]
        return _cards_from_rows(rows, reds)

    @cached_property
    def kinds(self) -> int:
        """Return the number of kinds."""
        return len(self.pointages)

    @cached_property
    def count(self) -> int:
        """Return the number of cards."""
        return sum(self.quantities)

    @cached_property
    def highest(self) -> int:
        """Return the highest pointage of the pack, which every empty red pile implies."""
        return max(self.pointages)

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """Return all cards as kinds, unshuffled: kind 0 first, as often as its quantity."""
        return tuple(kind for kind, times in enumerate(self.quantities) for _ in range(times))

    def is_green(self, kind: int) -> bool:
        """Tell if a kind is green and scores; red ones set ceilings."""
        return kind < self.greens

    def kind(self, label: str) -> int:
        """Return the kind with a label ("+4"). Raises UsageError for an unknown one."""
        if label not in self.labels:
            raise UsageError(f"there is no {label} in this pack: it has {', '.join(self.labels)}")
        return self.labels.index(label)

    def count_and_points(self, *, green: bool) -> tuple[int, int]:
        """Return the number of cards of one colour, and their total pointage. green: False for red."""
        mine = [kind for kind in range(self.kinds) if self.is_green(kind) == green]
        points = sum(self.pointages[kind] * self.quantities[kind] for kind in mine)
        return sum(self.quantities[kind] for kind in mine), points

    def standard_pack_count(self) -> int | None:
        """Return how many standard packs can replace this one: diamonds for red, other suits for green.

        Returns None if there are more pointages than ranks. A zero is played with a rank of diamonds that is
        not used otherwise; the players agree on which one.
        """
        if len(set(self.pointages)) > RANKS or self.highest > RANKS:
            return None
        each = [1 if kind >= self.greens else GREEN_SUITS for kind in range(self.kinds)]
        return max(-(-times // suits) for times, suits in zip(self.quantities, each, strict=True))


def cards_of(pack: Pack) -> Cards:
    """Return the cards of a pack without extras. Raises PackError if it breaks the game's rules."""
    errors = [problem for problem in check(pack) if problem.severity == "error"]
    green, red = green_and_red_suits(pack)
    if errors or green is None or red is None:
        raise PackError(errors)
    greens, reds = (
        sorted(
            (int(card.rank or 0), card.quantity, card.label, card.id)
            for card in pack.cards
            if card.suit == suit and card.quantity > 0
        )
        for suit in (green, red)
    )
    return replace(_cards_from_rows(greens, reds), suit_names=(pack.suit_title(green), pack.suit_title(red)))


def _cards_from_rows(greens: list[tuple[int, int, str, str]], reds: list[tuple[int, int, str, str]]) -> Cards:
    if not greens and not reds:
        raise UsageError("this pack has no cards to play with")
    pointages, quantities, labels, ids = zip(*greens, *reds, strict=True)
    return Cards(pointages, quantities, labels, ids, len(greens))


# Figures for comparing packs


#: The pack that the source suggests: number and total pointage of green cards, and of red ones.
SOURCE = ((40, 90), (15, 40))


class _ColorSums(NamedTuple):
    """Cumulative sums of the cards of one colour, from the lowest pointage."""

    pointages: tuple[int, ...]
    cards: list[int]
    points: list[int]

    def count_and_points_within(self, pointage: int) -> tuple[int, int]:
        """Return the number of cards with at most this pointage, and their points."""
        place = bisect_right(self.pointages, pointage)
        return self.cards[place], self.points[place]


def _color_sums(cards: Cards, start: int, end: int) -> _ColorSums:
    pointages, quantities = cards.pointages[start:end], cards.quantities[start:end]
    points = map(mul, pointages, quantities)
    return _ColorSums(pointages, [*accumulate(quantities, initial=0)], [*accumulate(points, initial=0)])


def pack_figures(pack: Pack) -> PackFigures:
    """Return the figures of a pack. Raises PackError if it breaks the game's rules."""
    cards = cards_of(pack)
    return PackFigures(ceilings_of(cards), figures_of(cards), SOURCE)


def ceilings_of(cards: Cards) -> tuple[Ceiling, ...]:
    """Return all ceilings from the lowest; the highest is also that of an empty pile."""
    from ..measures import Ceiling

    greens, reds = _color_sums(cards, 0, cards.greens), _color_sums(cards, cards.greens, cards.kinds)
    labels = dict(zip(reds.pointages, cards.labels[cards.greens :], strict=True))
    made = []
    for level in sorted({*reds.pointages, cards.highest}):
        (within, points), up_to, below = (
            greens.count_and_points_within(level),
            reds.count_and_points_within(level)[0],
            reds.count_and_points_within(level - 1)[0],
        )
        made.append(
            Ceiling(
                pointage=level,
                label=labels.get(level, ""),
                reds=up_to - below,
                cards_within=within,
                points_within=points,
                cards_over=greens.cards[-1] - within,
                points_over=greens.points[-1] - points,
                raising=reds.cards[-1] - up_to,
                lowering=below,
            )
        )
    return tuple(made)


def figures_of(cards: Cards) -> tuple[PackFigure, ...]:
    """Return the figures: green against red, the mean ceiling, and the share of green cards that a random red
    card bars.
    """
    from fractions import Fraction

    from ..measures import PackFigure

    (greens, points), (reds, red_points) = (
        cards.count_and_points(green=True),
        cards.count_and_points(green=False),
    )
    figures = []
    if reds:
        figures.append(
            PackFigure("green_to_red", "green cards for each red one", Fraction(greens, reds), "times")
        )
    if red_points:
        ratio = Fraction(points, red_points)
        figures.append(PackFigure("green_to_red_points", "green points for each red point", ratio, "times"))
    if reds:
        mean = Fraction(red_points, reds)
        figures.append(PackFigure("mean_ceiling", "mean ceiling (of all red cards)", mean, "points"))
    if reds and greens:
        ceilings, title = ceilings_of(cards), "that a red card drawn at random bars"
        over = Fraction(sum(each.reds * each.cards_over for each in ceilings), reds * greens)
        points_over = Fraction(sum(each.reds * each.points_over for each in ceilings), reds * points)
        figures.append(PackFigure("barred_cards", f"share of green cards {title}", over, "share"))
        figures.append(PackFigure("barred_points", f"share of green points {title}", points_over, "share"))
    return tuple(figures)
