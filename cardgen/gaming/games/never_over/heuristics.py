"""The worth of decisions for each temperament: whole numbers, computed from what its seat can see.

The functions fill two lists: `card_worth`, the worth of having a card of each kind in hand, and `code_worth`,
the worth of each code (see `table`) for the cards in hand. They know nothing of legal moves: their callers
take the best of those. They are plain loops over whole numbers, so that a compiled engine can use them
unchanged.

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

    #: Numbers of kinds, seats and places.
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


class VisibleState(NamedTuple):
    """The part of a game's state that a seat sees when it decides."""

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
    visible_points: Sequence[int]
    #: Number of unseen cards of each kind.
    unseen: Sequence[int]
    #: Number of cards in the stock and in the discards.
    stock: int
    discards: int
    #: The kind that a draw from the discards would give if it is visible, else -1.
    coming: int


def hand_points_between_levels(visible: VisibleState, constants: TableConstants, low: int, high: int) -> int:
    """Return the points of the green cards in hand above level `low` and up to level `high`."""
    points = 0
    for kind in range(constants.greens):
        if low < constants.level_of[kind] <= high:
            points += constants.pointages[kind] * visible.hand[kind]
    return points


def weigh_draws(
    visible: VisibleState, constants: TableConstants, card_worth: list[int], code_worth: list[int]
) -> None:
    """Write to `code_worth` the worth of drawing from the stock and from the discards.

    A draw from the stock is worth the mean of all unseen cards. A draw from the discards is worth the visible
    card; if it is not visible, slightly less than a draw from the stock.
    """
    cards = worth = 0
    for kind in range(constants.kinds):
        cards += visible.unseen[kind]
        worth += visible.unseen[kind] * card_worth[kind]
    code_worth[_STOCK] = worth // max(cards, 1)
    code_worth[_DISCARD] = code_worth[_STOCK] - 1 if visible.coming < 0 else card_worth[visible.coming]


def weigh_passing_and_retiring(
    visible: VisibleState, constants: TableConstants, code_worth: list[int]
) -> None:
    """Write to `code_worth` the worth of passing and of retiring.

    Passing is good if nothing is left to draw, and retiring if green cards are then laid down.
    """
    waits = visible.stock + visible.discards
    code_worth[_PASS] = SELDOM if waits else -1
    code_worth[_RETIRE] = NEVER
    if constants.lays_down and not waits:
        points = hand_points_between_levels(
            visible, constants, -1, visible.tops[constants.red_pile[visible.seat]]
        )
        if points:
            code_worth[_RETIRE] = FIRST_OF_ALL + points * POINT


def net_points_freed_by_raising(
    visible: VisibleState, constants: TableConstants, kind: int, place: int
) -> int:
    """Return the points in hand that a red card on the seat's own pile makes playable, minus its cost.

    The cost is the pointage of the red card if red counts against its owner, otherwise 0. Returns 0 for other
    piles, and if the cost is higher than the points.
    """
    if place != constants.red_pile[visible.seat]:
        return 0
    points = hand_points_between_levels(visible, constants, visible.tops[place], constants.level_of[kind])
    return max(0, points - constants.against * constants.pointages[kind])


def levels_lowered(visible: VisibleState, constants: TableConstants, kind: int, place: int) -> int:
    """Return by how many levels a red card would lower the ceiling of opponents who still play."""
    if constants.place_sides[place] == constants.sides[visible.seat]:
        return 0
    for seat in range(constants.seats):
        if constants.red_pile[seat] == place and visible.playing[seat]:
            return max(0, visible.tops[place] - constants.level_of[kind])
    return 0


def points_of_harm(visible: VisibleState, constants: TableConstants, kind: int, place: int) -> int:
    """Return the points that a red card costs an opponent of the seat, where red counts against its owner.

    Returns a negative number for a place of the seat's own side, and 0 where red does not count.
    """
    points = constants.against * constants.pointages[kind]
    return -points if constants.place_sides[place] == constants.sides[visible.seat] else points


def highest_visible_points(visible: VisibleState, constants: TableConstants, place: int) -> int:
    """Return the highest visible points of those players of a place who still play."""
    most_points = 0
    for seat in range(constants.seats):
        if constants.red_pile[seat] == place and visible.playing[seat]:
            most_points = max(most_points, visible.visible_points[seat])
    return most_points


def weigh_greedy(
    visible: VisibleState, constants: TableConstants, code_worth: list[int], card_worth: list[int]
) -> None:
    """Write the worth of decisions: first to score, then to free points in hand, then to discard useless
    cards.
    """
    kinds, top = constants.kinds, visible.tops[constants.red_pile[visible.seat]]
    for kind in range(kinds):
        points, level = constants.pointages[kind] * POINT, constants.level_of[kind]
        if kind >= constants.greens:
            card_worth[kind] = (
                net_points_freed_by_raising(visible, constants, kind, constants.red_pile[visible.seat])
                * POINT
                // 4
            )
        else:
            card_worth[kind] = points if level <= top else points // 4
    for kind in range(kinds):
        if not visible.hand[kind]:
            continue
        code_worth[_CARDS + kind] = -2 - card_worth[kind]
        for place in range(constants.places):
            code = _CARDS + kinds * (place + 1) + kind
            if kind < constants.greens:
                code_worth[code] = constants.pointages[kind] * 2 * POINT
                continue
            free = net_points_freed_by_raising(visible, constants, kind, place)
            code_worth[code] = POINT + min(free, POINT // 2) if free else -3 - card_worth[kind]
            if not free:
                code_worth[code] += 2 * (
                    levels_lowered(visible, constants, kind, place) > 0
                ) + points_of_harm(visible, constants, kind, place)
    weigh_draws(visible, constants, card_worth, code_worth)
    weigh_passing_and_retiring(visible, constants, code_worth)


def weigh_attacker(
    visible: VisibleState, constants: TableConstants, code_worth: list[int], card_worth: list[int]
) -> None:
    """Write the worth of decisions: first to score, then to raise the own ceiling, then to lower others."""
    for kind in range(constants.kinds):
        # A high red card reopens the own pile, so it is worth nearly as much as the points that it frees.
        share = 2 if kind >= constants.greens else 3
        card_worth[kind] = constants.pointages[kind] * POINT * share // 4
    weigh_cards(visible, constants, code_worth, card_worth, 0)


def weigh_defender(
    visible: VisibleState, constants: TableConstants, code_worth: list[int], card_worth: list[int]
) -> None:
    """Write the worth of decisions: first to lower ceilings, the leader's before others, then to score, then
    to raise the own ceiling.
    """
    for kind in range(constants.kinds):
        low = constants.highest - constants.level_of[kind]
        card_worth[kind] = low * 2 * POINT if kind >= constants.greens else constants.pointages[kind] * POINT
    weigh_cards(visible, constants, code_worth, card_worth, 1)


def weigh_cards(
    visible: VisibleState,
    constants: TableConstants,
    code_worth: list[int],
    card_worth: list[int],
    defends: int,
) -> None:
    """Write the worth of every decision, given the worth of cards.

    defends: 1 if lowering the ceilings of others comes first, 0 if it comes last.
    """
    for kind in range(constants.kinds):
        if not visible.hand[kind]:
            continue
        code_worth[_CARDS + kind] = -2 - card_worth[kind]
        for place in range(constants.places):
            code = _CARDS + constants.kinds * (place + 1) + kind
            if kind < constants.greens:
                code_worth[code] = 4 * POINT + constants.pointages[kind] * POINT
                continue
            free, low = (
                net_points_freed_by_raising(visible, constants, kind, place),
                levels_lowered(visible, constants, kind, place),
            )
            code_worth[code] = points_of_harm(visible, constants, kind, place)
            if low and defends:
                code_worth[code] += (FIRST_OF_ALL >> 2) + (
                    highest_visible_points(visible, constants, place) * 64 + low
                ) * POINT
            elif free:
                code_worth[code] = (1 if defends else 3) * POINT + min(free, POINT // 2)
            elif low:
                code_worth[code] += POINT + low
            else:
                code_worth[code] -= 3 + card_worth[kind]
    weigh_draws(visible, constants, card_worth, code_worth)
    weigh_passing_and_retiring(visible, constants, code_worth)
