"""Count what a pack is made of: cards and points of each suit, shares, means, in exact figures.

`composition_of` counts any pack. All figures are whole numbers and fractions, but for spreads, which are
roots. Points are told of suits whose ranks are all whole numbers (the pointages of NEVER OVER); the suits of
a standard pack have none. What only a game makes sense of is the game's own: see Game.figures.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

from ...pack.model import Card, Pack
from ..games import GAMES
from ..games.game import PackFigures
from ..games.measures import Ceiling, PackFigure

_WHOLE = re.compile(r"[+\-−]?[0-9]+\Z")
#: A number in a cell, with a decimal point.
NUMBER = re.compile(r"[+\-]?[0-9]+(\.[0-9]+)?\Z", re.ASCII)


@dataclass(frozen=True)
class Kind:
    """One distinct card and how often it is there."""

    #: What people call it: "+4", "K of spades".
    label: str
    quantity: int
    #: The key of its suit; None for an extra.
    suit: str | None = None
    rank: str | None = None
    #: The number that its rank is; None where it is no whole number.
    points: int | None = None


@dataclass(frozen=True)
class SuitPart:
    """One suit: what it is called, how it looks, what is in it."""

    key: str
    #: What people call it.
    title: str
    #: The sRGB colour of its ground or its symbols, as #RRGGBB.
    color: str
    #: Its cards, in the order of the pack file.
    kinds: tuple[Kind, ...]
    #: Stands before the number, such as "+"; None for most packs.
    sign: str | None = None

    @cached_property
    def cards(self) -> int:
        """Count the cards."""
        return sum(kind.quantity for kind in self.kinds)

    @cached_property
    def points(self) -> int | None:
        """Add up the points; None where not all ranks are numbers."""
        numbers = [(kind.points, kind.quantity) for kind in self.kinds]
        if any(points is None for points, _ in numbers):
            return None
        return sum(points * quantity for points, quantity in numbers if points is not None)

    @cached_property
    def mean(self) -> Fraction | None:
        """Return the mean points of a card; None without points or cards."""
        return None if self.points is None or not self.cards else Fraction(self.points, self.cards)

    @cached_property
    def variance(self) -> Fraction | None:
        """Return the variance of the points of its cards, over all cards (not one less)."""
        if self.mean is None:
            return None
        off = (((kind.points or 0) - self.mean) ** 2 * kind.quantity for kind in self.kinds)
        return Fraction(sum(off, Fraction(0))) / self.cards

    @property
    def spread(self) -> float | None:
        """Return the standard deviation of the points of its cards."""
        return None if self.variance is None else sqrt(self.variance)


def number(rank: str | None) -> int | None:
    """Read a rank as a whole number; None where it is none."""
    if rank is None or not _WHOLE.match(rank):
        return None
    return int(rank.replace("−", "-"))


@dataclass(frozen=True)
class Column:
    """A column of the pack's lists of cards: what stands in it, and on how many cards."""

    name: str
    #: What the cards' table or rows call it.
    head: str
    #: By number where all are numbers, else the commonest first.
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Composition:
    """A pack in figures."""

    name: str
    edition: str | None
    games: tuple[str, ...]
    suits: tuple[SuitPart, ...]
    #: All ranks that any suit has: by number where all are numbers, else as the suits have them.
    ranks: tuple[str, ...]
    #: Jokers, summaries, titles and other cards beside the suits.
    extras: tuple[Kind, ...]
    #: For NEVER OVER, from the lowest to the highest; empty for other packs.
    ceilings: tuple[Ceiling, ...]
    #: Cards and points of each suit of the pack that the game's source suggests, where ceilings are told.
    source: tuple[tuple[int, int], ...]
    #: Everything that can be told in one number, in the order in which people want to read it.
    figures: tuple[PackFigure, ...]
    #: Those of lists of cards and their tables, without names of cards and files.
    columns: tuple[Column, ...] = ()

    @cached_property
    def cards(self) -> int:
        """Count the cards."""
        return sum(suit.cards for suit in self.suits)

    @cached_property
    def pieces(self) -> int:
        """Count the cards of all suits and the extras."""
        return self.cards + sum(kind.quantity for kind in self.extras)

    @cached_property
    def points(self) -> int | None:
        """Add up the points; None where not all ranks are numbers."""
        points = [suit.points for suit in self.suits if suit.points is not None]
        return sum(points) if points and len(points) == len(self.suits) else None

    def quantity(self, suit: str, rank: str) -> int:
        """Count the cards of a suit (by its key) that have a rank."""
        return self._quantities.get((suit, rank), 0)

    @cached_property
    def _quantities(self) -> dict[tuple[str, str], int]:
        return {(suit.key, str(kind.rank)): kind.quantity for suit in self.suits for kind in suit.kinds}


def composition_of(pack: Pack) -> Composition:
    """Count a pack. Raises PackError for one that breaks its game's rules."""
    kinds: dict[str, list[Kind]] = {key: [] for key in pack.suits}
    for card in pack.cards:
        if card.suit is not None and card.quantity:
            kinds[card.suit].append(_kind(card))
    suits = tuple(
        SuitPart(key, pack.suit_title(key), suit.color.hex, tuple(kinds[key]), suit.sign)
        for key, suit in pack.suits.items()
    )
    own = own_figures(pack)
    return Composition(
        name=pack.name,
        edition=pack.edition,
        games=pack.games,
        suits=suits,
        ranks=_ranks(suits),
        extras=tuple(_kind(card) for card in pack.cards if card.suit is None and card.quantity),
        ceilings=own.ceilings,
        source=own.source,
        figures=(*_figures(suits), *own.figures),
        columns=tuple(_columns(pack)),
    )


#: Columns that name a card or a file.
_NAMES = ("id", "name", "picture", "back")


def _columns(pack: Pack) -> Iterator[Column]:
    """Count what stands in each column of lists of cards, each card as often as the pack holds it."""
    counts: dict[str, Counter[str]] = {}
    heads = {name: head for each in pack.lists for name, head in each.columns.items()}
    for card in pack.cards:
        for name, value in card.texts.items() if card.section == "cards" else ():
            if name not in _NAMES:
                counts.setdefault(name, Counter())[value] += card.quantity
    for name, values in counts.items():
        if all(NUMBER.match(value) for value in values):
            counted = tuple(sorted(values.items(), key=lambda each: float(each[0])))
        else:
            counted = tuple(values.most_common())
        yield Column(name, heads.get(name, name), counted)


def own_figures(pack: Pack) -> PackFigures:
    """Count what only the pack's games make sense of: the first game that has any figures."""
    every = (GAMES[game].figures(pack) for game in pack.games)
    return next((each for each in every if each.figures or each.ceilings), PackFigures())


def _kind(card: Card) -> Kind:
    return Kind(card.label, card.quantity, card.suit, card.rank, number(card.rank))


def _ranks(suits: Iterable[SuitPart]) -> tuple[str, ...]:
    """Return all ranks; numbers go up or down, as those of the first suit do."""
    ranks = list(dict.fromkeys(str(kind.rank) for suit in suits for kind in suit.kinds))
    numbers = [number(rank) for rank in ranks]
    if None in numbers or not ranks:
        return tuple(ranks)
    first = next(suit for suit in suits if suit.kinds).kinds
    falling = (first[0].points or 0) > (first[-1].points or 0)
    return tuple(sorted(ranks, key=lambda rank: (number(rank) or 0, rank), reverse=falling))


def _figures(suits: tuple[SuitPart, ...]) -> Iterator[PackFigure]:
    """Yield cards, points, shares, means and spreads, of the whole and of every suit."""
    cards = sum(suit.cards for suit in suits)
    points = [suit.points for suit in suits]
    total = sum(each for each in points if each is not None) if points and None not in points else None
    yield PackFigure("cards", "cards of all suits", Fraction(cards), "cards")
    if total is not None:
        yield PackFigure("points", "points of all suits", Fraction(total), "points")
    for suit in suits:
        yield from _suit_figures(suit, cards, total)


def _suit_figures(suit: SuitPart, cards: int, points: int | None) -> Iterator[PackFigure]:
    key, title = suit.key, suit.title
    yield PackFigure(f"{key}.cards", f"cards of {title}", Fraction(suit.cards), "cards")
    if suit.points is not None:
        yield PackFigure(f"{key}.points", f"points of {title}", Fraction(suit.points), "points")
    if cards:
        yield PackFigure(
            f"{key}.share", f"share of {title} in the cards", Fraction(suit.cards, cards), "share"
        )
    if points and suit.points is not None:
        share = Fraction(suit.points, points)
        yield PackFigure(f"{key}.share_of_points", f"share of {title} in the points", share, "share")
    if suit.mean is not None and suit.spread is not None:
        yield PackFigure(f"{key}.mean", f"points of a card of {title}, mean", suit.mean, "points")
        yield PackFigure(f"{key}.spread", f"points of a card of {title}, spread", suit.spread, "points")
