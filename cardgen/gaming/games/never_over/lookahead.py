"""How the careful player weighs moves: by the position after each move, as far as its seat can see.

The worth of a position is the points on the own side's piles; what the hand may still score under its
ceiling, higher cards first, each less the likelier opponents lower the ceiling before its turn; what cards to
come may score; the use of red cards in hand; less what opponents may expect from unseen cards. An opponent's
point counts for its share among the opponents.

The factors were tuned: of some hundred sets these did best in thousands of games of the published pack, at
two, three and four seats, against every mix of the other temperaments.
"""

from __future__ import annotations

from typing import NamedTuple

from .heuristics import (
    _CARDS,
    _PASS,
    _RETIRE,
    _STOCK,
    POINT,
    Sight,
    TableConstants,
    freed_points,
    weigh_draws,
)

#: How likely opponents with a fitting red card play it on this seat at once, in 16ths.
_DANGER = 8
#: The worth of a green card over the ceiling as a share of its points, in 16ths: if a red card in hand can
#: raise the ceiling to it, and if none can.
_REACHED, _HOPE = 7, 1
#: The worth of opening one's own pile at once, in 16ths: it can wait until others have spent low cards.
_OPENING = 3
#: The same two if red counts against its owner: red cards always find a use, so waiting gains less.
_REACHED_AGAINST, _OPENING_AGAINST = 2, 16
#: The worth of a red card in hand as a share of the harm that it could do, and the cost of playing it, in
#: 16ths.
_WEAPON, _HOLD = 4, 12
#: How well opponents recover from a low ceiling, in 16ths of cards; the higher the ceiling, the worse.
_REGAIN = 4
#: The worth of an opponent's point, in 16ths of its share.
_FOE = 24
#: The worth of a discarded card to opponents, in 16ths of its worth here.
_GIFT = 4
#: The worth of cards to come, in 16ths of their points: to this seat, to opponents.
_COMING, _AHEAD = 1, 8


class Outlook(NamedTuple):
    """What a seat concludes from what it sees."""

    #: Number of opponents who still play (at least 1), and of the cards that they hold.
    foes: int
    hidden: int
    #: Number of unseen cards, at least 1.
    unseen: int
    #: Number of cards of the stock that each remaining player will get.
    coming: int
    #: The level of the own place, and the one to which red cards in hand can raise it; -1 for none.
    top: int
    reach: int


def outlook_of(sight: Sight, ground: TableConstants) -> Outlook:
    """Return the counts that all moves need."""
    active = foes = hidden = unseen = 0
    for seat in range(ground.seats):
        if sight.playing[seat]:
            active += 1
            if ground.sides[seat] != ground.sides[sight.seat]:
                foes += 1
                hidden += sight.sizes[seat]
    for kind in range(ground.kinds):
        unseen += sight.unseen[kind]
    coming = (sight.stock + active - 1) // active
    top = sight.tops[ground.red_pile[sight.seat]]
    return Outlook(max(foes, 1), hidden, max(unseen, 1), coming, top, reach_without(sight, ground, -1))


def reach_without(sight: Sight, ground: TableConstants, taken: int) -> int:
    """Return the highest level among red cards in hand without one of the kind `taken`; -1 for none."""
    reach = -1
    for kind in range(ground.greens, ground.kinds):
        if sight.hand[kind] > (kind == taken):
            reach = max(reach, ground.level_of[kind])
    return reach


def unseen_reds(sight: Sight, ground: TableConstants, low: int, high: int) -> int:
    """Return the number of unseen red cards from level `low` on, below `high`."""
    cards = 0
    for kind in range(ground.greens, ground.kinds):
        if low <= ground.level_of[kind] < high:
            cards += sight.unseen[kind]
    return cards


def expected_points_in_hand(
    sight: Sight, ground: TableConstants, ahead: Outlook, level: int, reach: int, changed: int, change: int
) -> int:
    """Return what green cards in hand may still score under a ceiling, with `change` more cards of one kind.

    reach: the level to which red cards in hand can raise the ceiling again.
    """
    worth, rounds, safety = 0, 1, 32 * ahead.unseen * ahead.foes
    reached = _REACHED_AGAINST if ground.against else _REACHED
    for kind in range(ground.greens - 1, -1, -1):
        cards = sight.hand[kind] + (change if kind == changed else 0)
        points = cards * ground.pointages[kind] * POINT
        again = reached if ground.level_of[kind] <= reach else _HOPE
        kept = 0
        if ground.level_of[kind] <= level:
            lower = unseen_reds(sight, ground, 0, ground.level_of[kind])
            fear = (2 * rounds + cards - 1) * _DANGER * ahead.hidden * lower
            kept = points * safety // (safety + fear)
            rounds += cards
        worth += kept + (points - kept) * again // 16
    return worth


def expected_points(sight: Sight, ground: TableConstants, ahead: Outlook, cards: int, level: int) -> int:
    """Return what `cards` unseen cards may score under a ceiling, which some of them may raise again."""
    within = over = 0
    for kind in range(ground.greens):
        points = sight.unseen[kind] * ground.pointages[kind] * POINT
        if ground.level_of[kind] <= level:
            within += points
        else:
            over += points
    raising = 16 * cards * unseen_reds(sight, ground, level + 1, ground.highest + 1)
    regained = over * raising // (raising + _REGAIN * ahead.unseen)
    return cards * (within + regained) // ahead.unseen


def expected_points_from_stock(sight: Sight, ground: TableConstants, ahead: Outlook, level: int) -> int:
    """Return what the seat's share of the stock may score under its ceiling."""
    return expected_points(sight, ground, ahead, ahead.coming, level) * _COMING // 16


def expected_change(sight: Sight, ground: TableConstants, ahead: Outlook, place: int, level: int) -> int:
    """Return how much more the players of a place may expect if its ceiling changes to a level."""
    worth = 0
    for seat in range(ground.seats):
        if ground.red_pile[seat] == place and sight.playing[seat] and seat != sight.seat:
            cards = sight.sizes[seat] + ahead.coming * _AHEAD // 16
            worth += expected_points(sight, ground, ahead, cards, level)
            worth -= expected_points(sight, ground, ahead, cards, sight.tops[place])
    return worth


def value_of_red_card(sight: Sight, ground: TableConstants, ahead: Outlook, kind: int) -> int:
    """Return the worth of a red card in hand against the opponents of one place."""
    worth, level = 0, ground.level_of[kind]
    for place in range(ground.places):
        if ground.place_sides[place] != ground.sides[sight.seat] and level < sight.tops[place]:
            worth = max(worth, -expected_change(sight, ground, ahead, place, level))
    return worth * _WEAPON * _FOE // (256 * ahead.foes)


def weigh_wishes(sight: Sight, ground: TableConstants, ahead: Outlook, now: int, wish: list[int]) -> None:
    """Write the worth of one more card of each kind in hand."""
    for kind in range(ground.kinds):
        if kind < ground.greens:
            wish[kind] = expected_points_in_hand(sight, ground, ahead, ahead.top, ahead.reach, kind, 1) - now
        else:
            reach = max(ahead.reach, ground.level_of[kind])
            wish[kind] = expected_points_in_hand(sight, ground, ahead, ahead.top, reach, -1, 0) - now
            wish[kind] += value_of_red_card(sight, ground, ahead, kind)


def weigh_red(
    sight: Sight, ground: TableConstants, ahead: Outlook, now: int, fresh: int, kind: int, out: list[int]
) -> None:
    """Write the worth of a red card in hand on each place, and away."""
    level, points = ground.level_of[kind], ground.against * ground.pointages[kind] * POINT
    reach = reach_without(sight, ground, kind)
    left = expected_points_in_hand(sight, ground, ahead, ahead.top, reach, -1, 0) - now
    arm = value_of_red_card(sight, ground, ahead, kind)
    out[_CARDS + kind] = fresh + left - arm - arm * _GIFT // 16
    held = fresh - arm * _HOLD // 16
    for place in range(ground.places):
        code = _CARDS + ground.kinds * (place + 1) + kind
        change = expected_change(sight, ground, ahead, place, level)
        if ground.place_sides[place] != ground.sides[sight.seat]:
            out[code] = held + left + (points - change) * _FOE // (16 * ahead.foes)
        elif place != ground.red_pile[sight.seat]:
            out[code] = held + left + change - points
        else:
            opened = expected_points_in_hand(sight, ground, ahead, level, reach, -1, 0) - now
            opened += expected_points_from_stock(sight, ground, ahead, level) - expected_points_from_stock(
                sight, ground, ahead, ahead.top
            )
            share = _OPENING_AGAINST if ground.against else _OPENING
            out[code] = held + change + opened * share // 16 - points


def weigh_careful(sight: Sight, ground: TableConstants, out: list[int], wish: list[int]) -> None:
    """Write the worth of each move: the position after it less the position before."""
    ahead = outlook_of(sight, ground)
    now = expected_points_in_hand(sight, ground, ahead, ahead.top, ahead.reach, -1, 0)
    weigh_wishes(sight, ground, ahead, now, wish)
    weigh_draws(sight, ground, wish, out)
    # Passing draws no card.
    fresh = out[_STOCK] if sight.stock + sight.discards else 0
    own = ground.red_pile[sight.seat]
    for kind in range(ground.kinds):
        if not sight.hand[kind]:
            continue
        if kind >= ground.greens:
            weigh_red(sight, ground, ahead, now, fresh, kind, out)
            continue
        points = ground.pointages[kind] * POINT
        left = expected_points_in_hand(sight, ground, ahead, ahead.top, ahead.reach, kind, -1) - now
        out[_CARDS + kind] = fresh + left - points * _GIFT // 16
        out[_CARDS + ground.kinds * (own + 1) + kind] = fresh + left + points
    out[_PASS] = 0
    # A retired player gets nothing of the stock.
    out[_RETIRE] = -now - expected_points(sight, ground, ahead, ahead.coming, ahead.top) - fresh - 1
    if ground.lays_down:
        out[_RETIRE] += freed_points(sight, ground, -1, ahead.top) * POINT
