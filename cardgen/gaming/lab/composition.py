"""Count the cards and points of a pack, its shares and means, in exact figures.

`count_pack` works for any pack. All figures are whole numbers and fractions, except standard deviations.
Points exist only for suits whose ranks are all whole numbers (the pointages of NEVER OVER), not for standard
suits. Figures that only a game defines come from Game.figures.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

from ...pack.icon_libraries import IconCredit
from ...pack.model import Card, Pack
from ..games import GAMES
from ..games.game import PackFigures
from ..games.measures import Ceiling, PackFigure

_WHOLE = re.compile(r"[+\-−]?[0-9]+\Z")
#: A number in a cell, with a decimal point.
NUMBER = re.compile(r"[+\-]?[0-9]+(\.[0-9]+)?\Z", re.ASCII)


@dataclass(frozen=True)
class CardKindCount:
    """One distinct card with its quantity."""

    #: The name of the card: "+4", "K of spades".
    label: str
    quantity: int
    #: The key of its suit; None for an extra.
    suit: str | None = None
    rank: str | None = None
    #: Its rank as a whole number, or None.
    points: int | None = None


@dataclass(frozen=True)
class SuitPart:
    """One suit with its title, colour and cards."""

    key: str
    #: The title of the suit.
    title: str
    #: The sRGB colour of its ground or its symbols, as #RRGGBB.
    color: str
    #: Its cards, in the order of the pack file.
    kinds: tuple[CardKindCount, ...]
    #: The sign before the number, such as "+", or None.
    sign: str | None = None

    @cached_property
    def cards(self) -> int:
        """Return the number of cards."""
        return sum(kind.quantity for kind in self.kinds)

    @cached_property
    def points(self) -> int | None:
        """Return the sum of the points of all cards; None unless every rank is a whole number."""
        numbers = [(kind.points, kind.quantity) for kind in self.kinds]
        if any(points is None for points, _ in numbers):
            return None
        return sum(points * quantity for points, quantity in numbers if points is not None)

    @cached_property
    def mean(self) -> Fraction | None:
        """Return the mean points per card; None without points or cards."""
        return None if self.points is None or not self.cards else Fraction(self.points, self.cards)

    @cached_property
    def variance(self) -> Fraction | None:
        """Return the population variance of the points of the cards; None without points or cards."""
        if self.mean is None:
            return None
        off = (((kind.points or 0) - self.mean) ** 2 * kind.quantity for kind in self.kinds)
        return Fraction(sum(off, Fraction(0))) / self.cards

    @property
    def spread(self) -> float | None:
        """Return the standard deviation of the points of the cards; None without points or cards."""
        return None if self.variance is None else sqrt(self.variance)


def whole_number(rank: str | None) -> int | None:
    """Return the number of a rank such as "7", "+4" or "−2"; None for any other rank."""
    if rank is None or not _WHOLE.match(rank):
        return None
    return int(rank.replace("−", "-"))


@dataclass(frozen=True)
class ColumnCounts:
    """A column of the pack's lists of cards, with the number of cards for each value."""

    name: str
    #: Its heading in the cards' table or rows.
    head: str
    #: Sorted by number if all are numbers, else the most frequent first.
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Composition:
    """What a pack consists of: its suits, its cards with their quantities, its points and other figures."""

    name: str
    edition: str | None
    games: tuple[str, ...]
    suits: tuple[SuitPart, ...]
    #: The ranks of all suits: by number if all are numbers, else in the order of the suits.
    ranks: tuple[str, ...]
    #: Jokers, summaries, titles and other extras.
    extras: tuple[CardKindCount, ...]
    #: For NEVER OVER, from the lowest to the highest; empty for other packs.
    ceilings: tuple[Ceiling, ...]
    #: Cards and points of each suit in the pack that the game's source suggests, if there are ceilings.
    source: tuple[tuple[int, int], ...]
    #: All single figures, in reading order.
    figures: tuple[PackFigure, ...]
    #: The columns of lists of cards, without those that name cards or files.
    columns: tuple[ColumnCounts, ...] = ()
    #: The sets that its icons come from.
    icon_sets: tuple[IconCredit, ...] = ()
    #: The word for one of its cards: "piece" for other kinds of pieces.
    unit: str = "card"

    @cached_property
    def cards(self) -> int:
        """Return the number of cards in all suits; extras do not count."""
        return sum(suit.cards for suit in self.suits)

    @cached_property
    def pieces(self) -> int:
        """Return the number of all cards, extras included."""
        return self.cards + sum(kind.quantity for kind in self.extras)

    @cached_property
    def points(self) -> int | None:
        """Return the sum of the points of all suits; None unless every rank is a whole number."""
        points = [suit.points for suit in self.suits if suit.points is not None]
        return sum(points) if points and len(points) == len(self.suits) else None

    def quantity(self, suit: str, rank: str) -> int:
        """Return the number of cards with this suit and rank; 0 if there are none. suit: its key."""
        return self._quantities.get((suit, rank), 0)

    @cached_property
    def _quantities(self) -> dict[tuple[str, str], int]:
        return {(suit.key, str(kind.rank)): kind.quantity for suit in self.suits for kind in suit.kinds}


def count_pack(pack: Pack, with_columns: bool = True) -> Composition:
    """Count the cards of a pack by suit, kind and column, and compute its figures.

    with_columns: count the values in the columns, of which a long pack has many. Raises PackError if the pack
    breaks the rules of its game.
    """
    kinds: dict[str, list[CardKindCount]] = {key: [] for key in pack.suits}
    for card in pack.cards:
        if card.suit is not None and card.quantity:
            kinds[card.suit].append(_kind_count_of_card(card))
    suits = tuple(
        SuitPart(key, pack.suit_title(key), suit.color.hex, tuple(kinds[key]), suit.sign)
        for key, suit in pack.suits.items()
    )
    own = game_figures(pack)
    return Composition(
        name=pack.name,
        edition=pack.edition,
        games=pack.games,
        suits=suits,
        ranks=_all_ranks(suits),
        extras=tuple(_kind_count_of_card(card) for card in pack.cards if card.suit is None and card.quantity),
        ceilings=own.ceilings,
        source=own.source,
        figures=(*_pack_figures(suits), *own.figures),
        columns=tuple(_column_counts(pack)) if with_columns else (),
        unit=pack.card_noun,
    )


#: Columns whose values name a card or a file.
_NAMING_COLUMNS = ("id", "name", "picture", "back")


def _column_counts(pack: Pack) -> Iterator[ColumnCounts]:
    """Yield, for each column of the pack's lists of cards, the number of cards with each value.

    Columns that name cards or files are left out.
    """
    counts: dict[str, Counter[str]] = {}
    heads = {name: head for each in pack.lists for name, head in each.columns.items()}
    for card in pack.cards:
        for name, value in card.texts.items() if card.section == "cards" else ():
            if name not in _NAMING_COLUMNS:
                counts.setdefault(name, Counter())[value] += card.quantity
    for name, values in counts.items():
        if all(NUMBER.match(value) for value in values):
            counted = tuple(sorted(values.items(), key=lambda each: float(each[0])))
        else:
            counted = tuple(values.most_common())
        yield ColumnCounts(name, heads.get(name, name), counted)


def game_figures(pack: Pack) -> PackFigures:
    """Return the figures of the pack's first game that defines any; an empty record if none does."""
    every = (GAMES[game].figures(pack) for game in pack.games)
    return next((each for each in every if each.figures or each.ceilings), PackFigures())


def _kind_count_of_card(card: Card) -> CardKindCount:
    """Return the label, quantity, suit, rank and points of a card."""
    return CardKindCount(card.label, card.quantity, card.suit, card.rank, whole_number(card.rank))


def _all_ranks(suits: Iterable[SuitPart]) -> tuple[str, ...]:
    """Return the ranks of all suits, each once, in the order of the suits.

    If all ranks are whole numbers, they are sorted instead; rising or falling as in the first suit with
    cards.
    """
    ranks = list(dict.fromkeys(str(kind.rank) for suit in suits for kind in suit.kinds))
    numbers = [whole_number(rank) for rank in ranks]
    if None in numbers or not ranks:
        return tuple(ranks)
    first = next(suit for suit in suits if suit.kinds).kinds
    falling = (first[0].points or 0) > (first[-1].points or 0)
    return tuple(sorted(ranks, key=lambda rank: (whole_number(rank) or 0, rank), reverse=falling))


def _pack_figures(suits: tuple[SuitPart, ...]) -> Iterator[PackFigure]:
    """Yield figures of the pack and of every suit: cards, points, shares, means, standard deviations."""
    cards = sum(suit.cards for suit in suits)
    points = [suit.points for suit in suits]
    total = sum(each for each in points if each is not None) if points and None not in points else None
    yield PackFigure("cards", "cards of all suits", Fraction(cards), "cards")
    if total is not None:
        yield PackFigure("points", "points of all suits", Fraction(total), "points")
    for suit in suits:
        yield from _suit_figures(suit, cards, total)


def _suit_figures(suit: SuitPart, cards: int, points: int | None) -> Iterator[PackFigure]:
    """Yield the figures of one suit. cards, points: the totals of the pack."""
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
