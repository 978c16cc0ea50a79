"""The table: cards, number of players, options and partners, and what follows from them.

A *place* is a red pile, numbered from 0 in the order of the seats (or of the sides, where partners share
one). A *level* is what can top a red pile: 0 is the lowest red pointage, the last is the highest of the pack,
which an empty pile implies. A *side* is a number that partners share. Seat 0 is sinistra and the last the
dealer; players have numbers too, round the table: with player d dealing, player d + 1 sits on seat 0. A
*code* is a decision as a small integer:

    RETIRE (0), PASS (1), DRAW_STOCK (2), DRAW_DISCARD (3)
    FIRST + kind                          put a card of this kind away (discard)
    FIRST + kinds * (place + 1) + kind    put a card on a place; a green one goes to the green pile
                                          beside it, which is the player's own
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ....errors import UsageError
from ....pack.model import Pack
from .cards import Cards, cards_of
from .options import NeverOverOptions

#: The side or the pile of each seat, as a number.
Sides = tuple[int, ...]

RETIRE, PASS, DRAW_STOCK, DRAW_DISCARD, FIRST = range(5)
#: The place of discards: none.
AWAY = -1
#: Maximum number of cached tuples of codes per place; others are made each time.
MOST_KEPT = 4096


class CodesByKinds(dict[int, tuple[int, ...]]):
    """The codes of the cards in a set of kinds, by the set: an integer with a bit per kind.

    base: the code of kind 0. head: codes that precede those of all cards.
    """

    def __init__(self, base: int, head: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.base, self.head = base, head

    def __missing__(self, kinds: int) -> tuple[int, ...]:
        """Return the codes, and cache them if there is room."""
        bits = (bit for bit in range(kinds.bit_length()) if kinds >> bit & 1)
        codes = (*self.head, *(self.base + bit for bit in bits))
        if len(self) < MOST_KEPT:
            self[kinds] = codes
        return codes


@dataclass(frozen=True)
class GameTable:
    """A table to play at. Raises UsageError with the reason if it is impossible."""

    cards: Cards
    players: int
    options: NeverOverOptions = NeverOverOptions()  # noqa: RUF009 - frozen
    #: The side of each seat.
    sides: Sides = ()

    def __post_init__(self) -> None:
        if not self.sides:
            usual = (
                sides_without_partners(self.players)
                if self.is_without_partners
                else usual_sides(self.players)
            )
            object.__setattr__(self, "sides", usual)
        if self.players < 2:
            raise UsageError(f"NEVER OVER is for two players or more, not {self.players}")
        if self.hand_size < 1 or self.hand_size * self.players > self.cards.count:
            raise UsageError(self._too_few_cards_message())
        if not self.is_without_partners:
            verify_sides(self.sides, self.players)
        elif self.sides != sides_without_partners(self.players):
            raise UsageError("sides are for partners: choose shared, shared-red or separate")
        object.__setattr__(self, "sides", renumbered_sides(self.sides))

    def _too_few_cards_message(self) -> str:
        """Return a sentence that there are too few cards, and what to do."""
        cards, players = self.cards.count, self.players
        if self.options.deal_all:
            return f"{cards} cards are too few for {players} players"
        most, smaller = cards // self.hand_size, cards // players
        if most < 2:
            return (
                f"{cards} cards are too few for {players} hands of {self.hand_size}: deal {smaller} or fewer"
            )
        hint = f"play with {most} or fewer"
        if smaller:
            hint += f", or deal {smaller} or fewer (option hand={smaller})"
        return f"{cards} cards serve {most} players with hands of {self.hand_size}, not {players}: {hint}"

    @property
    def is_without_partners(self) -> bool:
        """Tell if there are no partners."""
        return self.options.partners == "none"

    @cached_property
    def hand_size(self) -> int:
        """Return the number of cards dealt to each player."""
        return self.cards.count // self.players if self.options.deal_all else self.options.hand

    @cached_property
    def seats_by_side(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side."""
        return seats_by_side(self.sides)

    @cached_property
    def green_pile(self) -> Sides:
        """Return the green pile of each seat."""
        return self.sides if self.options.partners == "shared" else sides_without_partners(self.players)

    @cached_property
    def red_pile(self) -> Sides:
        """Return the red pile, or place, of each seat."""
        return (
            self.sides
            if self.options.partners in ("shared", "shared-red")
            else sides_without_partners(self.players)
        )

    @cached_property
    def seats_by_place(self) -> tuple[tuple[int, ...], ...]:
        """Return for each red pile the seats that share it."""
        return seats_by_side(self.red_pile)

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """Return the pointages that can top a red pile, rising."""
        reds = self.cards.pointages[self.cards.greens :]
        return tuple(sorted({*reds, self.cards.highest}))

    @cached_property
    def level_of(self) -> tuple[int, ...]:
        """Return the level of each kind.

        For a green kind without a red card of the same pointage, it is the next level above.
        """
        return tuple(
            next(i for i, level in enumerate(self.levels) if level >= pointage)
            for pointage in self.cards.pointages
        )

    def is_of_own_side(self, seat: int, place: int) -> bool:
        """Tell if a place is the seat's own, or its partner's."""
        return self.sides[self.seats_by_place[place][0]] == self.sides[seat]

    def playable_kinds(self, seat: int, place: int, level: int) -> int:
        """Return the kinds that a seat may put on a place topped by a level, whether it holds them or not.

        The result is a set of kinds: an integer with a bit per kind.

        On one's own pile a red card may not be lower than the top, and on an opponent's not higher;
        an empty pile has the highest red at its top. A partner's separate pile is treated
        as one's own. Green cards go to one's own green pile only.
        """
        ceiling, friend = self.levels[level], self.is_of_own_side(seat, place)
        kinds = 0
        for kind, pointage in enumerate(self.cards.pointages):
            if self.cards.is_green(kind):
                allowed = place == self.red_pile[seat] and pointage <= ceiling
            else:
                allowed = pointage >= ceiling if friend else pointage <= ceiling
            kinds |= allowed << kind
        return kinds

    @cached_property
    def playable_kinds_by_level(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Return the playable kinds for each seat, place and level."""
        levels, places = range(len(self.levels)), range(len(self.seats_by_place))
        return tuple(
            tuple(tuple(self.playable_kinds(seat, place, level) for level in levels) for place in places)
            for seat in range(self.players)
        )

    @cached_property
    def codes_by_place(self) -> tuple[CodesByKinds, ...]:
        """Return the codes by set of kinds, for each place."""
        return tuple(CodesByKinds(self.move_code(0, place)) for place in range(len(self.seats_by_place)))

    @cached_property
    def codes_without_place(self) -> CodesByKinds:
        """Return the codes without a pile: to retire, to pass (if allowed), and to discard each kind held."""
        return CodesByKinds(FIRST, (RETIRE, PASS) if self.options.passing else (RETIRE,))

    @cached_property
    def place_and_kind_by_code(self) -> tuple[tuple[int, int], ...]:
        """Return place and kind of each code; AWAY is the place of discards."""
        places = (AWAY, *range(len(self.seats_by_place)))
        cards = [(place, kind) for place in places for kind in range(self.cards.kinds)]
        return (*((AWAY, AWAY) for _ in range(FIRST)), *cards)

    def move_code(self, kind: int, place: int = AWAY) -> int:
        """Return the code for a card put on a place, or away."""
        return FIRST + self.cards.kinds * (place + 1) + kind


# Sides


def sides_without_partners(players: int) -> Sides:
    """Return the side of each seat: a different one for each player."""
    return tuple(range(players))


def usual_sides(players: int) -> Sides:
    """Return the side of each seat: two sides that take turns; of five, sinistra and destra are one side.

    Raises UsageError for other odd numbers, for which partners must be stated.

    >>> usual_sides(4), usual_sides(5)
    ((0, 1, 0, 1), (0, 1, 1, 0, 1))
    """
    if players == 5:
        return (0, 1, 1, 0, 1)
    if players < 4 or players % 2:
        raise UsageError(
            f"{players} players make no two sides that take turns: partners play with 4 or more, "
            "and of odd numbers with 5 only"
        )
    return tuple(seat % 2 for seat in range(players))


def verify_sides(sides: Sequence[int], players: int) -> None:
    """Raise UsageError with the reason unless these are sides of a partnership game."""
    if len(sides) != players:
        raise UsageError(f"{players} players need {players} sides, one each, not {len(sides)}")
    if len(set(sides)) < 2:
        raise UsageError("all players are on one side: nobody is left to play against")
    if len(set(sides)) == players:
        raise UsageError("nobody has a partner: put two or more players on one side")


def renumbered_sides(sides: Sequence[int]) -> Sides:
    """Return sides numbered from 0 in the order of the seats.

    >>> renumbered_sides((7, 3, 7, 3))
    (0, 1, 0, 1)
    """
    order = list(dict.fromkeys(sides))
    return tuple(order.index(side) for side in sides)


def seats_by_side(sides: Sides) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side."""
    return tuple(
        tuple(seat for seat, side in enumerate(sides) if side == one) for one in range(max(sides) + 1)
    )


def players_by_seat(dealer: int, players: int) -> tuple[int, ...]:
    """Return the player on each seat: the one to the dealer's left first, the dealer last.

    >>> players_by_seat(dealer=1, players=4)
    (2, 3, 0, 1)
    """
    return tuple((dealer + 1 + seat) % players for seat in range(players))


def table_for(
    pack: Pack | Cards, players: int, options: NeverOverOptions | None = None, sides: Sequence[int] = ()
) -> GameTable:
    """Return a table for a pack. sides: one number per seat, equal for partners; the usual ones by default.

    Raises PackError for a pack that breaks the game's rules, and UsageError for an impossible table.
    """
    cards = pack if isinstance(pack, Cards) else cards_of(pack)
    return GameTable(cards, players, options or NeverOverOptions(), tuple(sides))
