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
    TableConstants,
    VisibleState,
    hand_points_between_levels,
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
    """Counts that a seat derives from its view of the game."""

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


def outlook_of(visible: VisibleState, constants: TableConstants) -> Outlook:
    """Return the counts that the worth of all moves depends on."""
    active = foes = hidden = unseen = 0
    for seat in range(constants.seats):
        if visible.playing[seat]:
            active += 1
            if constants.sides[seat] != constants.sides[visible.seat]:
                foes += 1
                hidden += visible.sizes[seat]
    for kind in range(constants.kinds):
        unseen += visible.unseen[kind]
    coming = (visible.stock + active - 1) // active
    top = visible.tops[constants.red_pile[visible.seat]]
    return Outlook(
        max(foes, 1), hidden, max(unseen, 1), coming, top, highest_level_of_other_reds(visible, constants, -1)
    )


def highest_level_of_other_reds(visible: VisibleState, constants: TableConstants, taken: int) -> int:
    """Return the highest level of the red cards in hand, if one card of kind `taken` is left out.

    Returns -1 if there is no such card. taken: -1 to leave out none.
    """
    reach = -1
    for kind in range(constants.greens, constants.kinds):
        if visible.hand[kind] > (kind == taken):
            reach = max(reach, constants.level_of[kind])
    return reach


def count_unseen_reds(visible: VisibleState, constants: TableConstants, low: int, high: int) -> int:
    """Return the number of unseen red cards from level `low` on, below `high`."""
    cards = 0
    for kind in range(constants.greens, constants.kinds):
        if low <= constants.level_of[kind] < high:
            cards += visible.unseen[kind]
    return cards


def expected_points_in_hand(
    visible: VisibleState,
    constants: TableConstants,
    outlook: Outlook,
    level: int,
    max_level: int,
    extra_kind: int,
    extra_count: int,
) -> int:
    """Return the expected score of the green cards in hand under a ceiling, in points times POINT.

    level: of the ceiling. max_level: the level to which red cards in hand can raise the ceiling again.
    extra_kind, extra_count: count `extra_count` more cards of the kind `extra_kind`.
    """
    worth, rounds, safety = 0, 1, 32 * outlook.unseen * outlook.foes
    reached = _REACHED_AGAINST if constants.against else _REACHED
    for kind in range(constants.greens - 1, -1, -1):
        cards = visible.hand[kind] + (extra_count if kind == extra_kind else 0)
        points = cards * constants.pointages[kind] * POINT
        again = reached if constants.level_of[kind] <= max_level else _HOPE
        kept = 0
        if constants.level_of[kind] <= level:
            lower = count_unseen_reds(visible, constants, 0, constants.level_of[kind])
            fear = (2 * rounds + cards - 1) * _DANGER * outlook.hidden * lower
            kept = points * safety // (safety + fear)
            rounds += cards
        worth += kept + (points - kept) * again // 16
    return worth


def expected_points(
    visible: VisibleState, constants: TableConstants, outlook: Outlook, cards: int, level: int
) -> int:
    """Return the expected score of a number of unseen cards under a ceiling, in points times POINT.

    Red cards among them may raise the ceiling. level: of the ceiling.
    """
    within = over = 0
    for kind in range(constants.greens):
        points = visible.unseen[kind] * constants.pointages[kind] * POINT
        if constants.level_of[kind] <= level:
            within += points
        else:
            over += points
    raising = 16 * cards * count_unseen_reds(visible, constants, level + 1, constants.highest + 1)
    regained = over * raising // (raising + _REGAIN * outlook.unseen)
    return cards * (within + regained) // outlook.unseen


def expected_points_from_stock(
    visible: VisibleState, constants: TableConstants, outlook: Outlook, level: int
) -> int:
    """Return the expected score, under the seat's ceiling, of the cards that it will draw from the stock."""
    return expected_points(visible, constants, outlook, outlook.coming, level) * _COMING // 16


def expected_change_of_points(
    visible: VisibleState, constants: TableConstants, outlook: Outlook, place: int, level: int
) -> int:
    """Return the points that the other players of a place gain if its ceiling changes to a level.

    They are expected points times POINT, and negative if the ceiling falls.
    """
    worth = 0
    for seat in range(constants.seats):
        if constants.red_pile[seat] == place and visible.playing[seat] and seat != visible.seat:
            cards = visible.sizes[seat] + outlook.coming * _AHEAD // 16
            worth += expected_points(visible, constants, outlook, cards, level)
            worth -= expected_points(visible, constants, outlook, cards, visible.tops[place])
    return worth


def worth_of_keeping_red(
    visible: VisibleState, constants: TableConstants, outlook: Outlook, kind: int
) -> int:
    """Return the worth of keeping a red card for the place of opponents where it does most harm."""
    worth, level = 0, constants.level_of[kind]
    for place in range(constants.places):
        if constants.place_sides[place] != constants.sides[visible.seat] and level < visible.tops[place]:
            worth = max(worth, -expected_change_of_points(visible, constants, outlook, place, level))
    return worth * _WEAPON * _FOE // (256 * outlook.foes)


def weigh_extra_cards(
    visible: VisibleState, constants: TableConstants, outlook: Outlook, points_now: int, card_worth: list[int]
) -> None:
    """Write for each kind the worth of one more card of that kind in hand.

    points_now: what the green cards in hand may score without it.
    """
    for kind in range(constants.kinds):
        if kind < constants.greens:
            card_worth[kind] = (
                expected_points_in_hand(visible, constants, outlook, outlook.top, outlook.reach, kind, 1)
                - points_now
            )
        else:
            reach = max(outlook.reach, constants.level_of[kind])
            card_worth[kind] = (
                expected_points_in_hand(visible, constants, outlook, outlook.top, reach, -1, 0) - points_now
            )
            card_worth[kind] += worth_of_keeping_red(visible, constants, outlook, kind)


def weigh_red(
    visible: VisibleState,
    constants: TableConstants,
    outlook: Outlook,
    points_now: int,
    draw_worth: int,
    kind: int,
    code_worth: list[int],
) -> None:
    """Write the worth of the decisions on a red card in hand: to put it on each place, or to discard it.

    points_now: what the green cards in hand may score before the decision. draw_worth: the worth of the card
    that is drawn after it.
    """
    level, points = constants.level_of[kind], constants.against * constants.pointages[kind] * POINT
    reach = highest_level_of_other_reds(visible, constants, kind)
    left = expected_points_in_hand(visible, constants, outlook, outlook.top, reach, -1, 0) - points_now
    arm = worth_of_keeping_red(visible, constants, outlook, kind)
    code_worth[_CARDS + kind] = draw_worth + left - arm - arm * _GIFT // 16
    held = draw_worth - arm * _HOLD // 16
    for place in range(constants.places):
        code = _CARDS + constants.kinds * (place + 1) + kind
        change = expected_change_of_points(visible, constants, outlook, place, level)
        if constants.place_sides[place] != constants.sides[visible.seat]:
            code_worth[code] = held + left + (points - change) * _FOE // (16 * outlook.foes)
        elif place != constants.red_pile[visible.seat]:
            code_worth[code] = held + left + change - points
        else:
            opened = expected_points_in_hand(visible, constants, outlook, level, reach, -1, 0) - points_now
            opened += expected_points_from_stock(
                visible, constants, outlook, level
            ) - expected_points_from_stock(visible, constants, outlook, outlook.top)
            share = _OPENING_AGAINST if constants.against else _OPENING
            code_worth[code] = held + change + opened * share // 16 - points


def weigh_careful(
    visible: VisibleState, constants: TableConstants, code_worth: list[int], card_worth: list[int]
) -> None:
    """Write the worth of each move: the position after it less the position before."""
    outlook = outlook_of(visible, constants)
    now = expected_points_in_hand(visible, constants, outlook, outlook.top, outlook.reach, -1, 0)
    weigh_extra_cards(visible, constants, outlook, now, card_worth)
    weigh_draws(visible, constants, card_worth, code_worth)
    # Passing draws no card.
    fresh = code_worth[_STOCK] if visible.stock + visible.discards else 0
    own = constants.red_pile[visible.seat]
    for kind in range(constants.kinds):
        if not visible.hand[kind]:
            continue
        if kind >= constants.greens:
            weigh_red(visible, constants, outlook, now, fresh, kind, code_worth)
            continue
        points = constants.pointages[kind] * POINT
        left = (
            expected_points_in_hand(visible, constants, outlook, outlook.top, outlook.reach, kind, -1) - now
        )
        code_worth[_CARDS + kind] = fresh + left - points * _GIFT // 16
        code_worth[_CARDS + constants.kinds * (own + 1) + kind] = fresh + left + points
    code_worth[_PASS] = 0
    # A retired player gets nothing of the stock.
    code_worth[_RETIRE] = (
        -now - expected_points(visible, constants, outlook, outlook.coming, outlook.top) - fresh - 1
    )
    if constants.lays_down:
        code_worth[_RETIRE] += hand_points_between_levels(visible, constants, -1, outlook.top) * POINT
