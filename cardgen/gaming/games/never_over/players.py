"""Players by temperament, and how each decides.

A player is a function of the state, the legal moves and a random generator that returns one of the moves. It
looks only at what its seat can see: see `visible_state`. `heuristics` and `lookahead` compute the worth of
decisions. All but `random` take the best of the legal moves, and choose among equally good ones at random:
best[int(random() * len(best))], in rising order of codes, one random() per decision.

When waiting is over (see `state.is_wait_over`), they choose only from moves that gain something, and
retiring; if no move gains, they retire without a random(). So all games end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .heuristics import NEVER, TableConstants, VisibleState, weigh_attacker, weigh_defender, weigh_greedy
from .lookahead import weigh_careful
from .state import DRAW, Chance, State, hand_points_between_pointages, is_wait_over
from .table import AWAY, RETIRE, GameTable

Player = Callable[[State, Sequence[int], Chance], int]
Weigh = Callable[[VisibleState, TableConstants, list[int], list[int]], None]


class Temperament(NamedTuple):
    """A way to play, with its description."""

    player: Player
    #: The description in help and tables.
    sentence: str


def can_gain(state: State, code: int) -> bool:
    """Tell whether a legal move can gain the player anything.

    A green card always does. A red card does if it raises the ceiling of the player's own side, and the
    player has cards to come, green cards in hand that become playable, or a partner who still plays. A red
    card also does if it lowers the ceiling of an opponent who still plays. Where red counts against its
    owner, any red card but zero gains on an opponent's pile.
    """
    table, cards = state.table, state.table.cards
    place, kind = table.place_and_kind_by_code[code]
    if place == AWAY:
        return False
    if cards.is_green(kind):
        return True
    level, top = table.level_of[kind], state.tops[place]
    if table.is_of_own_side(state.seat, place):
        # A higher ceiling helps a player with cards to come or green ones in hand, or a partner who still
        # plays.
        if level <= top:
            return False
        if (
            state.stock
            or state.discards
            or hand_points_between_pointages(state, table.levels[top], cards.pointages[kind])
        ):
            return True
        team = table.seats_by_side[table.sides[state.seat]]
        return any(state.playing[mate] for mate in team if mate != state.seat)
    if table.options.red_counts_against and cards.pointages[kind]:
        return True
    return level < top and any(state.playing[seat] for seat in table.seats_by_place[place])


def is_retiring_at_random(state: State, moves: Sequence[int]) -> bool:
    """Tell if a random player retires now: no legal move gains, and waiting is useless."""
    if not is_wait_over(state) or moves[0] != RETIRE:
        return False
    return not any(can_gain(state, code) for code in reversed(moves))


def random_move(state: State, moves: Sequence[int], chance: Chance) -> int:
    """Return any legal move with equal chances.

    A player whom no move gains anything retires when waiting is over; this uses no random number.
    """
    if is_retiring_at_random(state, moves):
        return RETIRE
    return moves[int(chance.random() * len(moves))]


@lru_cache(maxsize=16)
def table_constants(table: GameTable) -> TableConstants:
    """Return the values of a table that are the same in all its games."""
    return TableConstants(
        kinds=table.cards.kinds,
        seats=table.players,
        places=len(table.seats_by_place),
        pointages=table.cards.pointages,
        level_of=table.level_of,
        greens=table.cards.greens,
        highest=len(table.levels) - 1,
        against=int(table.options.red_counts_against),
        lays_down=int(table.options.lay_down_greens),
        red_pile=table.red_pile,
        sides=table.sides,
        place_sides=tuple(table.sides[seats[0]] for seats in table.seats_by_place),
    )


def visible_state(state: State, seat: int | None = None) -> VisibleState:
    """Return the part of a state that a seat can see; by default that of the seat at turn."""
    options, table, seat = state.table.options, state.table, state.seat if seat is None else seat
    own = table.green_pile[seat]
    piles = [
        pile if options.spread_greens or at == own else pile[-1:] for at, pile in enumerate(state.greens)
    ]
    discards = state.discards[-1:] if options.squared_discards else state.discards
    hand, pointages = state.hands[seat], table.cards.pointages
    unseen = [times - held for times, held in zip(table.cards.quantities, hand, strict=True)]
    for pile in (*piles, *(reds[-1:] for reds in state.reds), discards):
        for kind in pile:
            unseen[kind] -= 1
    if options.retire_face_up:
        for held in (each for other, each in enumerate(state.hands) if not state.playing[other]):
            unseen = [left - times for left, times in zip(unseen, held, strict=True)]
    visible = [sum(pointages[kind] for kind in pile) for pile in piles]
    # The discard that would be drawn; the oldest of squared discards is covered, unless it is the only one.
    coming = -1
    if discards and (len(state.discards) == 1 or options.newest_discard or not options.squared_discards):
        coming = state.discards[-1 if options.newest_discard else 0]
    return VisibleState(
        seat=seat,
        hand=hand,
        tops=state.tops,
        playing=state.playing,
        sizes=[sum(each) for each in state.hands],
        visible_points=[visible[pile] for pile in table.green_pile],
        unseen=unseen,
        stock=len(state.stock),
        discards=len(state.discards),
        coming=coming,
    )


def moves_worth_considering(state: State, moves: Sequence[int]) -> Sequence[int]:
    """Return the moves that a thinking player chooses from.

    These are all legal moves; when waiting is over, only those that gain something, and retiring. If the
    player may not retire and no move gains anything, they are all cards that can go on piles.
    """
    if state.phase == DRAW or not is_wait_over(state):
        return moves
    gaining = [code for code in moves if can_gain(state, code)]
    if moves[0] == RETIRE:
        return [RETIRE, *gaining]
    # Nobody may retire with a playable card: get rid of one, or the game would never end.
    return gaining or [code for code in moves if state.table.place_and_kind_by_code[code][0] != AWAY]


def _weighing_player(weigh: Weigh) -> Player:
    """Return the player that takes the move with the highest worth."""

    def player(state: State, moves: Sequence[int], chance: Chance) -> int:
        left = moves_worth_considering(state, moves)
        if left == [RETIRE]:
            return RETIRE
        table = state.table
        code_worth, card_worth = [NEVER] * len(table.place_and_kind_by_code), [0] * table.cards.kinds
        weigh(visible_state(state), table_constants(table), code_worth, card_worth)
        most = max(code_worth[code] for code in left)
        best = [code for code in left if code_worth[code] == most]
        return best[int(chance.random() * len(best))]

    return player


#: The temperaments by name, from the simplest to the best.
TEMPERAMENTS = {
    "random": Temperament(random_move, "Plays any legal move, each with the same probability."),
    "greedy": Temperament(
        _weighing_player(weigh_greedy), "Scores the most points now, and considers nothing else."
    ),
    "attacker": Temperament(
        _weighing_player(weigh_attacker),
        "Scores, then raises its own ceiling; lowers others' only when neither can be.",
    ),
    "defender": Temperament(
        _weighing_player(weigh_defender), "Lowers the ceilings of others, the leader's first; then scores."
    ),
    "careful": Temperament(
        _weighing_player(weigh_careful),
        "Weighs each move by the position after it, one step ahead, by what it can see.",
    ),
}
