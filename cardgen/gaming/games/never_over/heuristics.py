"""What each temperament thinks its decisions are worth: whole numbers, of what its seat can see.

The functions fill two lists: `wish`, how much a seat would like to have a card of each kind in hand, and
`out`, what each code is worth (see `table`) for the cards that it holds. They know nothing of legal moves:
whoever calls them takes the best of those. They are plain loops over whole numbers, so that a compiled engine
can take them as they are and thinks exactly the same.

All values are in points times POINT.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

#: One point.
POINT = 1024
#: What is hardly ever done, and what is never done while anything else may be.
SELDOM, NEVER = -(1 << 40), -(1 << 44)
#: What is done before all else.
FIRST_OF_ALL = 1 << 40
#: Retire, pass, draw from the stock, draw from the discards; then cards: see `table`.
_RETIRE, _PASS, _STOCK, _DISCARD, _CARDS = range(5)


class Ground(NamedTuple):
    """What stays the same for all games at a table. Lists have an entry a kind or a seat."""

    #: How many there are of each.
    kinds: int
    seats: int
    places: int
    pointages: Sequence[int]
    #: The level of every kind: see `table`.
    level_of: Sequence[int]
    #: How many kinds are green.
    greens: int
    #: The highest level.
    highest: int
    #: Whether red counts against its owner.
    against: int
    #: Whether green cards are laid down on retiring.
    lays_down: int
    #: The place of every seat.
    red_pile: Sequence[int]
    #: The side of every seat, and of every place.
    sides: Sequence[int]
    place_sides: Sequence[int]


class Sight(NamedTuple):
    """What a seat sees when it decides: see `view`."""

    seat: int
    #: The cards in its hand, by kind.
    hand: Sequence[int]
    #: The level of every place.
    tops: Sequence[int]
    #: Who still plays, by seat.
    playing: Sequence[int]
    #: Cards in each hand.
    sizes: Sequence[int]
    #: The green points that can be seen on the pile of each seat.
    leads: Sequence[int]
    #: Cards of each kind that cannot be seen.
    unseen: Sequence[int]
    #: The number of cards in the stock and in the discards.
    stock: int
    discards: int
    #: The kind that would come from the discards, where that can be seen, else -1.
    coming: int


def freed_points(sight: Sight, ground: Ground, low: int, high: int) -> int:
    """Return the green points in hand over one level and within another."""
    points = 0
    for kind in range(ground.greens):
        if low < ground.level_of[kind] <= high:
            points += ground.pointages[kind] * sight.hand[kind]
    return points


def draws(sight: Sight, ground: Ground, wish: list[int], out: list[int]) -> None:
    """Weigh draws: the stock by the mean of what is unseen, the discards by what can be seen of them."""
    cards = worth = 0
    for kind in range(ground.kinds):
        cards += sight.unseen[kind]
        worth += sight.unseen[kind] * wish[kind]
    out[_STOCK] = worth // max(cards, 1)
    out[_DISCARD] = out[_STOCK] - 1 if sight.coming < 0 else wish[sight.coming]


def ending(sight: Sight, ground: Ground, out: list[int]) -> None:
    """Weigh passing and retiring: for when nothing is left to draw, or for green cards laid down."""
    waits = sight.stock + sight.discards
    out[_PASS] = SELDOM if waits else -1
    out[_RETIRE] = NEVER
    if ground.lays_down and not waits:
        points = freed_points(sight, ground, -1, sight.tops[ground.red_pile[sight.seat]])
        if points:
            out[_RETIRE] = FIRST_OF_ALL + points * POINT


def raising(sight: Sight, ground: Ground, kind: int, place: int) -> int:
    """Return the points in hand that a red card on the own pile sets free, less its cost; 0 for no gain."""
    if place != ground.red_pile[sight.seat]:
        return 0
    points = freed_points(sight, ground, sight.tops[place], ground.level_of[kind])
    return max(0, points - ground.against * ground.pointages[kind])


def lowering(sight: Sight, ground: Ground, kind: int, place: int) -> int:
    """Return by how much a red card lowers the ceiling of opponents who still play, in levels."""
    if ground.place_sides[place] == ground.sides[sight.seat]:
        return 0
    for seat in range(ground.seats):
        if ground.red_pile[seat] == place and sight.playing[seat]:
            return max(0, sight.tops[place] - ground.level_of[kind])
    return 0


def harm(sight: Sight, ground: Ground, kind: int, place: int) -> int:
    """Return what a red card costs the other side where red counts; below 0 for the own side."""
    points = ground.against * ground.pointages[kind]
    return -points if ground.place_sides[place] == ground.sides[sight.seat] else points


def leading(sight: Sight, ground: Ground, place: int) -> int:
    """Return the most points that can be seen of a player of this pile who still plays."""
    lead = 0
    for seat in range(ground.seats):
        if ground.red_pile[seat] == place and sight.playing[seat]:
            lead = max(lead, sight.leads[seat])
    return lead


def weigh_greedy(sight: Sight, ground: Ground, out: list[int], wish: list[int]) -> None:
    """Seek most points now; else what sets points in hand free; else away with what will not score."""
    kinds, top = ground.kinds, sight.tops[ground.red_pile[sight.seat]]
    for kind in range(kinds):
        points, level = ground.pointages[kind] * POINT, ground.level_of[kind]
        if kind >= ground.greens:
            wish[kind] = raising(sight, ground, kind, ground.red_pile[sight.seat]) * POINT // 4
        else:
            wish[kind] = points if level <= top else points // 4
    for kind in range(kinds):
        if not sight.hand[kind]:
            continue
        out[_CARDS + kind] = -2 - wish[kind]
        for place in range(ground.places):
            code = _CARDS + kinds * (place + 1) + kind
            if kind < ground.greens:
                out[code] = ground.pointages[kind] * 2 * POINT
                continue
            free = raising(sight, ground, kind, place)
            out[code] = POINT + min(free, POINT // 2) if free else -3 - wish[kind]
            if not free:
                out[code] += 2 * (lowering(sight, ground, kind, place) > 0) + harm(sight, ground, kind, place)
    draws(sight, ground, wish, out)
    ending(sight, ground, out)


def weigh_attacker(sight: Sight, ground: Ground, out: list[int], wish: list[int]) -> None:
    """Score; else raise the own ceiling; else, before anything is put away, lower another's."""
    for kind in range(ground.kinds):
        # A high red card opens the own pile again, so it is kept nearly like the points that it opens.
        share = 2 if kind >= ground.greens else 3
        wish[kind] = ground.pointages[kind] * POINT * share // 4
    weigh_cards(sight, ground, out, wish, 0)


def weigh_defender(sight: Sight, ground: Ground, out: list[int], wish: list[int]) -> None:
    """Lower others' ceilings, the leader's first and as far as can be; else score; else raise one's own."""
    for kind in range(ground.kinds):
        low = ground.highest - ground.level_of[kind]
        wish[kind] = low * 2 * POINT if kind >= ground.greens else ground.pointages[kind] * POINT
    weigh_cards(sight, ground, out, wish, 1)


def weigh_cards(sight: Sight, ground: Ground, out: list[int], wish: list[int], defends: int) -> None:
    """Weigh every decision, given the wishes: lowering comes before all else, or after all."""
    for kind in range(ground.kinds):
        if not sight.hand[kind]:
            continue
        out[_CARDS + kind] = -2 - wish[kind]
        for place in range(ground.places):
            code = _CARDS + ground.kinds * (place + 1) + kind
            if kind < ground.greens:
                out[code] = 4 * POINT + ground.pointages[kind] * POINT
                continue
            free, low = raising(sight, ground, kind, place), lowering(sight, ground, kind, place)
            out[code] = harm(sight, ground, kind, place)
            if low and defends:
                out[code] += (FIRST_OF_ALL >> 2) + (leading(sight, ground, place) * 64 + low) * POINT
            elif free:
                out[code] = (1 if defends else 3) * POINT + min(free, POINT // 2)
            elif low:
                out[code] += POINT + low
            else:
                out[code] -= 3 + wish[kind]
    draws(sight, ground, wish, out)
    ending(sight, ground, out)
