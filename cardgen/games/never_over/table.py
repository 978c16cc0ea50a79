"""The table: which cards, how many players, which options, who is whose partner, and what follows from them.

A *place* is a red pile, numbered from 0 in the order of the seats (or of the sides, where partners
share one). A *level* is what can top a red pile: 0 is the lowest red pointage, the last is the highest of
the pack, which an empty pile implies. A *code* is a decision as a small integer:

    RETIRE (0), PASS (1), DRAW_STOCK (2), DRAW_DISCARD (3)
    FIRST + kind                          put a card of this kind away (discard)
    FIRST + kinds * (place + 1) + kind    put a card on a place; a green one goes to the green pile
                                          beside it, which is the player's own
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ...errors import UsageError
from ...pack.model import Pack
from .cards import Cards, cards_of
from .options import Options
from .partners import Sides, alone, members, numbered, usual_sides, verify_sides

RETIRE, PASS, DRAW_STOCK, DRAW_DISCARD, FIRST = range(5)
#: Where a discard goes: no place.
AWAY = -1
#: So many tuples of codes are kept for each place; more are made anew each time.
MOST_KEPT = 4096


class Codes(dict[int, tuple[int, ...]]):
    """The codes of all kinds in a set of kinds, a set being an integer with a bit a kind; after `head`."""

    def __init__(self, base: int, head: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.base, self.head = base, head

    def __missing__(self, kinds: int) -> tuple[int, ...]:
        """Work the codes out, and keep them if there is room."""
        bits = (bit for bit in range(kinds.bit_length()) if kinds >> bit & 1)
        codes = (*self.head, *(self.base + bit for bit in bits))
        if len(self) < MOST_KEPT:
            self[kinds] = codes
        return codes


@dataclass(frozen=True)
class Table:
    """A table to play at. Raises UsageError where it cannot be, saying why."""

    cards: Cards
    players: int
    options: Options = Options()  # noqa: RUF009 - frozen
    #: The side of every seat.
    sides: Sides = ()

    def __post_init__(self) -> None:
        if not self.sides:
            usual = alone(self.players) if self.alone else usual_sides(self.players)
            object.__setattr__(self, "sides", usual)
        verify_table(self)
        object.__setattr__(self, "sides", numbered(self.sides))

    @property
    def alone(self) -> bool:
        """Whether everybody plays for himself."""
        return self.options.partners == "none"

    @cached_property
    def hand(self) -> int:
        """Cards dealt to each player."""
        return self.cards.count // self.players if self.options.deal_all else self.options.hand

    @cached_property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of every side."""
        return members(self.sides)

    @cached_property
    def green_pile(self) -> Sides:
        """The green pile of every seat."""
        return self.sides if self.options.partners == "shared" else alone(self.players)

    @cached_property
    def red_pile(self) -> Sides:
        """The red pile, or place, of every seat."""
        return self.sides if self.options.partners in ("shared", "shared-red") else alone(self.players)

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The seats that every place belongs to."""
        return members(self.red_pile)

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The pointages that can top a red pile, rising."""
        reds = self.cards.pointages[self.cards.greens :]
        return tuple(sorted({*reds, self.cards.highest}))

    @cached_property
    def level_of(self) -> tuple[int, ...]:
        """The level of every kind (for a green one the level of its pointage, or the next above)."""
        return tuple(
            next(i for i, level in enumerate(self.levels) if level >= pointage)
            for pointage in self.cards.pointages
        )

    def is_friend(self, seat: int, place: int) -> bool:
        """Whether a place is the seat's own, or its partner's."""
        return self.sides[self.places[place][0]] == self.sides[seat]

    def playable(self, seat: int, place: int, level: int) -> int:
        """The set of kinds that a seat may put on a place topped by a level, whatever it holds.

        On one's own pile a red card may not be lower than the top, and on an opponent's not higher;
        an empty pile has the highest red at its top (reading N1). A partner's separate pile is treated
        as one's own (N11). Green cards go to one's own green pile only (N2).
        """
        ceiling, friend = self.levels[level], self.is_friend(seat, place)
        kinds = 0
        for kind, pointage in enumerate(self.cards.pointages):
            if self.cards.is_green(kind):
                allowed = place == self.red_pile[seat] and pointage <= ceiling
            else:
                allowed = pointage >= ceiling if friend else pointage <= ceiling
            kinds |= allowed << kind
        return kinds

    @cached_property
    def playable_at(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """`playable` as a table: by seat, place and level."""
        levels, places = range(len(self.levels)), range(len(self.places))
        return tuple(
            tuple(tuple(self.playable(seat, place, level) for level in levels) for place in places)
            for seat in range(self.players)
        )

    @cached_property
    def codes_of(self) -> tuple[Codes, ...]:
        """For every place, the codes of sets of kinds."""
        return tuple(Codes(self.code(0, place)) for place in range(len(self.places)))

    @cached_property
    def heads(self) -> Codes:
        """The codes that do not depend on piles: retire, pass if that may be, discard each kind held."""
        return Codes(FIRST, (RETIRE, PASS) if self.options.passing else (RETIRE,))

    @cached_property
    def parts(self) -> tuple[tuple[int, int], ...]:
        """Place and kind of every code, AWAY being the place of discards."""
        places = (AWAY, *range(len(self.places)))
        cards = [(place, kind) for place in places for kind in range(self.cards.kinds)]
        return (*((AWAY, AWAY) for _ in range(FIRST)), *cards)

    def code(self, kind: int, place: int = AWAY) -> int:
        """The code for a card put on a place, or away."""
        return FIRST + self.cards.kinds * (place + 1) + kind


def table_for(
    pack: Pack | Cards, players: int, options: Options | None = None, sides: Sequence[int] = ()
) -> Table:
    """A table for a pack. sides: one number a seat, equal for partners; the usual ones where none are given.

    Raises PackError for a pack that breaks the game's rules, and UsageError for a table that cannot be.
    """
    cards = pack if isinstance(pack, Cards) else cards_of(pack)
    return Table(cards, players, options or Options(), tuple(sides))


def verify_table(table: Table) -> None:
    """Raise UsageError, saying why, unless the cards go round and the sides are sides."""
    cards, players = table.cards.count, table.players
    if players < 2:
        raise UsageError(f"NEVER OVER is for two players or more, not {players}")
    if table.hand < 1 or table.hand * players > cards:
        raise UsageError(_too_few(table))
    if not table.alone:
        verify_sides(table.sides, players)
    elif table.sides != alone(players):
        raise UsageError("sides are for partners: choose shared, shared-red or separate")


def _too_few(table: Table) -> str:
    cards, players = table.cards.count, table.players
    if table.options.deal_all:
        return f"{cards} cards are too few for {players} players"
    most, smaller = cards // table.hand, cards // players
    if most < 2:
        return f"{cards} cards are too few for {players} hands of {table.hand}: deal {smaller} or fewer"
    hint = f"play with {most} or fewer"
    if smaller:
        hint += f", or deal {smaller} or fewer (option hand={smaller})"
    return f"{cards} cards serve {most} players with hands of {table.hand}, not {players}: {hint}"
