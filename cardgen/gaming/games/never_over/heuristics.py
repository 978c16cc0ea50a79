"""The worth of decisions for each temperament: whole numbers, computed from what its seat can see.

The functions fill two lists: `wish`, the worth of having a card of each kind in hand, and `out`, the worth of
each code (see `table`) for the cards in hand. They know nothing of legal moves: their callers take the best
of those. They are plain loops over whole numbers, so that a compiled engine can use them unchanged.

All values are in points times POINT.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

#: One point.
POINT = 1024
#: For what is hardly ever done, and for what is never done while anything else is possible.
SELDOM, NEVER = -(1 << 40), -(1 << 44)
#: For what is done before all else.
FIRST_OF_ALL = 1 << 40
#: The codes of retiring, passing, drawing from the stock and from the discards, and of cards: see `table`.
_RETIRE, _PASS, _STOCK, _DISCARD, _CARDS = range(5)


class TableConstants(NamedTuple):
    """What stays the same for all games at a table. Lists have an entry per kind, seat or place."""

    #: Their numbers.
    kinds: int
    seats: int
    places: int
    pointages: Sequence[int]
    #: The level of each kind: see `table`.
    level_of: Sequence[int]
    #: Number of green kinds.
    greens: int
    #: The highest level.
    highest: int
    #: Whether red counts against its owner (0 or 1).
    against: int
    #: Whether green cards are laid down on retiring (0 or 1).
    lays_down: int
    #: The place of each seat.
    red_pile: Sequence[int]
    #: The side of each seat, and of each place.
    sides: Sequence[int]
    place_sides: Sequence[int]


class Sight(NamedTuple):
    """What a seat sees when it decides."""

    seat: int
    #: The cards in its hand, by kind.
    hand: Sequence[int]
    #: The level of each place.
    tops: Sequence[int]
    #: Whether each seat still plays (0 or 1).
    playing: Sequence[int]
    #: Number of cards in each hand.
    sizes: Sequence[int]
    #: The green points visible on the pile of each seat.
    leads: Sequence[int]
    #: Number of unseen cards of each kind.
    unseen: Sequence[int]
    #: Number of cards in the stock and in the discards.
    stock: int
    discards: int
    #: The kind that a draw from the discards would give if it is visible, else -1.
    coming: int


def freed_points(sight: Sight, constants: TableConstants, low: int, high: int) -> int:
    """Return the green points in hand above one level and within another."""
    points = 0
    for kind in range(constants.greens):
        if low < constants.level_of[kind] <= high:
            points += constants.pointages[kind] * sight.hand[kind]
    return points


def weigh_draws(sight: Sight, constants: TableConstants, wish: list[int], out: list[int]) -> None:
    """Write the worth of draws: the stock by the mean of unseen cards, the discards by the visible card."""
    cards = worth = 0
    for kind in range(constants.kinds):
        cards += sight.unseen[kind]
        worth += sight.unseen[kind] * wish[kind]
    out[_STOCK] = worth // max(cards, 1)
    out[_DISCARD] = out[_STOCK] - 1 if sight.coming < 0 else wish[sight.coming]


def weigh_passing_and_retiring(sight: Sight, constants: TableConstants, out: list[int]) -> None:
    """Write the worth of passing and retiring: when nothing is left to draw, or green cards are laid down."""
    waits = sight.stock + sight.discards
    out[_PASS] = SELDOM if waits else -1
    out[_RETIRE] = NEVER
    if constants.lays_down and not waits:
        points = freed_points(sight, constants, -1, sight.tops[constants.red_pile[sight.seat]])
        if points:
            out[_RETIRE] = FIRST_OF_ALL + points * POINT


def points_freed_by_raising(sight: Sight, constants: TableConstants, kind: int, place: int) -> int:
    """Return the points in hand that a red card on the own pile makes playable, less its cost; 0 for none."""
    if place != constants.red_pile[sight.seat]:
        return 0
    points = freed_points(sight, constants, sight.tops[place], constants.level_of[kind])
    return max(0, points - constants.against * constants.pointages[kind])


def levels_lowered(sight: Sight, constants: TableConstants, kind: int, place: int) -> int:
    """Return by how many levels a red card lowers the ceiling of opponents who still play."""
    if constants.place_sides[place] == constants.sides[sight.seat]:
        return 0
    for seat in range(constants.seats):
        if constants.red_pile[seat] == place and sight.playing[seat]:
            return max(0, sight.tops[place] - constants.level_of[kind])
    return 0


def points_of_harm(sight: Sight, constants: TableConstants, kind: int, place: int) -> int:
    """Return what a red card costs the other side if red counts; negative for the own side."""
    points = constants.against * constants.pointages[kind]
    return -points if constants.place_sides[place] == constants.sides[sight.seat] else points


def highest_visible_points(sight: Sight, constants: TableConstants, place: int) -> int:
    """Return the most visible points of any player of this place who still plays."""
    lead = 0
    for seat in range(constants.seats):
        if constants.red_pile[seat] == place and sight.playing[seat]:
            lead = max(lead, sight.leads[seat])
    return lead


def weigh_greedy(sight: Sight, constants: TableConstants, out: list[int], wish: list[int]) -> None:
    """Write the worth of decisions that seek points now; else free points in hand; else drop useless
    cards.
    """
    kinds, top = constants.kinds, sight.tops[constants.red_pile[sight.seat]]
    for kind in range(kinds):
        points, level = constants.pointages[kind] * POINT, constants.level_of[kind]
        if kind >= constants.greens:
            wish[kind] = (
                points_freed_by_raising(sight, constants, kind, constants.red_pile[sight.seat]) * POINT // 4
            )
        else:
            wish[kind] = points if level <= top else points // 4
    for kind in range(kinds):
        if not sight.hand[kind]:
            continue
        out[_CARDS + kind] = -2 - wish[kind]
        for place in range(constants.places):
            code = _CARDS + kinds * (place + 1) + kind
            if kind < constants.greens:
                out[code] = constants.pointages[kind] * 2 * POINT
                continue
            free = points_freed_by_raising(sight, constants, kind, place)
            out[code] = POINT + min(free, POINT // 2) if free else -3 - wish[kind]
            if not free:
                out[code] += 2 * (levels_lowered(sight, constants, kind, place) > 0) + points_of_harm(
                    sight, constants, kind, place
                )
    weigh_draws(sight, constants, wish, out)
    weigh_passing_and_retiring(sight, constants, out)


def weigh_attacker(sight: Sight, constants: TableConstants, out: list[int], wish: list[int]) -> None:
    """Write the worth of decisions that score; else raise the own ceiling; else lower another's."""
    for kind in range(constants.kinds):
        # A high red card reopens the own pile, so it is worth nearly as much as the points that it frees.
        share = 2 if kind >= constants.greens else 3
        wish[kind] = constants.pointages[kind] * POINT * share // 4
    weigh_cards(sight, constants, out, wish, 0)


def weigh_defender(sight: Sight, constants: TableConstants, out: list[int], wish: list[int]) -> None:
    """Write the worth of decisions that lower ceilings, the leader's first; else score; else raise the
    own.
    """
    for kind in range(constants.kinds):
        low = constants.highest - constants.level_of[kind]
        wish[kind] = low * 2 * POINT if kind >= constants.greens else constants.pointages[kind] * POINT
    weigh_cards(sight, constants, out, wish, 1)


def weigh_cards(
    sight: Sight, constants: TableConstants, out: list[int], wish: list[int], defends: int
) -> None:
    """Write the worth of every decision from the wishes; `defends`: lowering comes first, else last."""
    for kind in range(constants.kinds):
        if not sight.hand[kind]:
            continue
        out[_CARDS + kind] = -2 - wish[kind]
        for place in range(constants.places):
            code = _CARDS + constants.kinds * (place + 1) + kind
            if kind < constants.greens:
                out[code] = 4 * POINT + constants.pointages[kind] * POINT
                continue
            free, low = (
                points_freed_by_raising(sight, constants, kind, place),
                levels_lowered(sight, constants, kind, place),
            )
            out[code] = points_of_harm(sight, constants, kind, place)
            if low and defends:
                out[code] += (FIRST_OF_ALL >> 2) + (
                    highest_visible_points(sight, constants, place) * 64 + low
                ) * POINT
            elif free:
                out[code] = (1 if defends else 3) * POINT + min(free, POINT // 2)
            elif low:
                out[code] += POINT + low
            else:
                out[code] -= 3 + wish[kind]
    weigh_draws(sight, constants, wish, out)
    weigh_passing_and_retiring(sight, constants, out)
