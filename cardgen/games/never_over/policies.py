"""Players of named temperaments, each as whole-hearted as its name.

They look only at what their seat can see: see `view`. What a decision is worth to them is told in `weighing`;
here is how they come to it. All but `random` take the best of the legal moves, and chance chooses among
equally good ones: best[int(random() * len(best))], in rising order of codes, one random() a decision.

When there is nothing more to wait for (`players.waited`), only moves that gain something are left to them,
and retiring; if no move gains, they retire, which takes no random(). So all games end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .heuristics import NEVER, Ground, Sight, weigh_attacker, weigh_defender, weigh_greedy
from .lookahead import weigh_careful
from .players import Player, at_random, gains, waited
from .state import DRAW, Chance, State
from .table import AWAY, RETIRE, Table

Weigh = Callable[[Sight, Ground, list[int], list[int]], None]


class Temperament(NamedTuple):
    """A way to play, and what people are told of it."""

    player: Player
    #: For help and tables.
    sentence: str


@lru_cache(maxsize=16)
def ground(table: Table) -> Ground:
    """What `weighing` wants to know of a table."""
    return Ground(
        kinds=table.cards.kinds,
        seats=table.players,
        places=len(table.places),
        pointages=table.cards.pointages,
        level_of=table.level_of,
        greens=table.cards.greens,
        highest=len(table.levels) - 1,
        against=int(table.options.red_counts_against),
        lays_down=int(table.options.lay_down_greens),
        red_pile=table.red_pile,
        sides=table.sides,
        place_sides=tuple(table.sides[seats[0]] for seats in table.places),
    )


def sight(state: State) -> Sight:
    """What the seat that decides can see."""
    options, table, seat = state.table.options, state.table, state.seat
    piles = tuple(_seen(state, pile) for pile in range(len(state.greens)))
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
    return Sight(
        seat=seat,
        hand=hand,
        tops=state.tops,
        playing=state.playing,
        sizes=[sum(each) for each in state.hands],
        leads=[visible[pile] for pile in table.green_pile],
        unseen=unseen,
        stock=len(state.stock),
        discards=len(state.discards),
        coming=_coming(state),
    )


def _seen(state: State, pile: int) -> list[int]:
    spread = state.table.options.spread_greens or pile == state.table.green_pile[state.seat]
    return state.greens[pile] if spread else state.greens[pile][-1:]


def _coming(state: State) -> int:
    """The discard that would be drawn. The oldest of squared ones is covered, unless it is the only one."""
    options, discards = state.table.options, state.discards
    if not discards or (options.squared_discards and not options.newest_discard and len(discards) > 1):
        return -1
    return discards[-1 if options.newest_discard else 0]


def choice(state: State, moves: Sequence[int]) -> Sequence[int]:
    """The moves that a thinking player chooses from: all, or what is left when waiting is no use."""
    if state.phase == DRAW or not waited(state):
        return moves
    gaining = [code for code in moves if gains(state, code)]
    if moves[0] == RETIRE:
        return [RETIRE, *gaining]
    # Nobody may retire with a playable card: be rid of one, or the game goes on for ever.
    return gaining or [code for code in moves if state.table.parts[code][0] != AWAY]


def _thinking(weigh: Weigh) -> Player:
    """The player that goes by what moves are worth."""

    def player(state: State, moves: Sequence[int], chance: Chance) -> int:
        left = choice(state, moves)
        if left == [RETIRE]:
            return RETIRE
        table = state.table
        out, wish = [NEVER] * len(table.parts), [0] * table.cards.kinds
        weigh(sight(state), ground(table), out, wish)
        most = max(out[code] for code in left)
        best = [code for code in left if out[code] == most]
        return best[int(chance.random() * len(best))]

    return player


#: The temperaments by name, from the simplest to the best.
TEMPERAMENTS = {
    "random": Temperament(at_random, "Plays any legal move, all alike."),
    "greedy": Temperament(_thinking(weigh_greedy), "Scores the most points now, and cares for nothing else."),
    "attacker": Temperament(
        _thinking(weigh_attacker),
        "Scores, then raises its own ceiling; lowers others' only when neither can be.",
    ),
    "defender": Temperament(
        _thinking(weigh_defender), "Lowers the ceilings of others, the leader's first; then scores."
    ),
    "careful": Temperament(
        _thinking(weigh_careful),
        "Weighs each move by the position after it, one step ahead, by what it can see.",
    ),
}
