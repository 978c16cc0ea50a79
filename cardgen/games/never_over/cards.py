"""A NEVER OVER pack as numbers: its kinds of card, how often each is there, and what people call them.

A kind is a small integer: the green cards come first, by rising pointage, then the red ones likewise.
In the published pack 0 to 3 are +1 to +4, and 4 to 8 are ≤0 to ≤4. All of the game deals in kinds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ...errors import PackError, UsageError
from ...pack.model import Card, Pack
from .pack_rules import check, colors

#: A suit of a standard pack has so many ranks, and three of its suits stand for green.
RANKS, GREEN_SUITS = 13, 3


@dataclass(frozen=True)
class Cards:
    """The kinds of card of one pack. All tuples have an entry a kind."""

    pointages: tuple[int, ...]
    quantities: tuple[int, ...]
    #: What people call a kind: "+4", "≤0".
    labels: tuple[str, ...]
    #: The ids of the cards in the pack, by which they are drawn.
    ids: tuple[str, ...]
    #: How many kinds are green; the others are red.
    greens: int

    @classmethod
    def of(cls, green: Mapping[int, int], red: Mapping[int, int]) -> Cards:
        """Cards by pointage and quantity, without a pack; a quantity of 0 leaves the card out.

        >>> Cards.of({1: 13, 2: 11}, {2: 3, 0: 1}).labels
        ('+1', '+2', '≤0', '≤2')
        """
        rows = [(p, green[p], f"+{p}", f"green-{p}") for p in sorted(green) if green[p] > 0]
        reds = [(p, red[p], f"≤{p}", f"red-{p}") for p in sorted(red) if red[p] > 0]
        return _from_rows(rows, reds)

    @cached_property
    def kinds(self) -> int:
        """How many kinds of card there are."""
        return len(self.pointages)

    @cached_property
    def count(self) -> int:
        """How many cards there are."""
        return sum(self.quantities)

    @cached_property
    def highest(self) -> int:
        """The highest pointage of the pack, which every red pile implies while it is empty."""
        return max(self.pointages)

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """All cards, as kinds, unshuffled: kind 0 first, so often as it is there."""
        return tuple(kind for kind, times in enumerate(self.quantities) for _ in range(times))

    def is_green(self, kind: int) -> bool:
        """Whether a kind scores; otherwise it sets a ceiling."""
        return kind < self.greens

    def kind(self, label: str) -> int:
        """The kind that people call so ("+4"). Raises UsageError where there is none."""
        if label not in self.labels:
            raise UsageError(f"there is no {label} in this pack: it has {', '.join(self.labels)}")
        return self.labels.index(label)

    def total(self, *, green: bool) -> tuple[int, int]:
        """Cards and total pointage of the green or of the red cards."""
        mine = [kind for kind in range(self.kinds) if self.is_green(kind) == green]
        points = sum(self.pointages[kind] * self.quantities[kind] for kind in mine)
        return sum(self.quantities[kind] for kind in mine), points

    def standard_packs(self) -> int | None:
        """From how many standard packs these can be improvised: diamonds for red, all else for green.

        None where there are more pointages than ranks. A zero takes a rank of diamonds that nothing
        else needs; which one is for the players to agree on (reading N20).
        """
        if len(set(self.pointages)) > RANKS or self.highest > RANKS:
            return None
        each = [1 if kind >= self.greens else GREEN_SUITS for kind in range(self.kinds)]
        return max(-(-times // suits) for times, suits in zip(self.quantities, each, strict=True))


def cards_of(pack: Pack) -> Cards:
    """The cards of a pack; extras stay out of the game. Raises PackError where it breaks the game's rules."""
    errors = [problem for problem in check(pack) if problem.severity == "error"]
    green, red = colors(pack)
    if errors or green is None or red is None:
        raise PackError(errors)
    return _from_rows(_rows(pack, green), _rows(pack, red))


_Row = tuple[int, int, str, str]


def _rows(pack: Pack, suit: str) -> list[_Row]:
    mine: list[Card] = [card for card in pack.cards if card.suit == suit and card.quantity > 0]
    return sorted((int(card.rank or 0), card.quantity, card.label, card.id) for card in mine)


def _from_rows(greens: list[_Row], reds: list[_Row]) -> Cards:
    if not greens and not reds:
        raise UsageError("this pack has no cards to play with")
    pointages, quantities, labels, ids = zip(*greens, *reds, strict=True)
    return Cards(pointages, quantities, labels, ids, len(greens))
