"""Players for trying games out: one at random, and a sensible one for examples; and games between them.

A player is a function of the state, the legal moves and chance that gives one of the moves. It should
look only at its own hand and at what lies face up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from .records import Game, Step, move, recorded
from .state import DRAW, OVER, Chance, State, deal, shuffled
from .table import AWAY, DRAW_DISCARD, DRAW_STOCK, FIRST, RETIRE, Table

Player = Callable[[State, Sequence[int], Chance], int]


def gains(state: State, code: int) -> bool:
    """Whether a legal move can gain the player anything.

    A green card does; a red one that raises the own side's ceiling, if there is a card to come or a green
    one in hand, or a partner, to make use of it; a red one that lowers the ceiling of an opponent who still
    plays; and, where red counts against its owner, any red but zero on an opponent's pile.
    """
    table, cards = state.table, state.table.cards
    place, kind = table.parts[code]
    if place == AWAY:
        return False
    if cards.is_green(kind):
        return True
    level, top = table.level_of[kind], state.tops[place]
    if table.is_friend(state.seat, place):
        return level > top and _has_use(state, table.levels[top], cards.pointages[kind])
    if table.options.red_counts_against and cards.pointages[kind]:
        return True
    return level < top and any(state.playing[seat] for seat in table.places[place])


def _has_use(state: State, low: int, high: int) -> bool:
    """Whether a higher ceiling can serve anybody of the side."""
    if state.stock or state.discards or _freed(state, low, high):
        return True
    team = state.table.teams[state.table.sides[state.seat]]
    return any(state.playing[mate] for mate in team if mate != state.seat)


def waited(state: State) -> bool:
    """Whether there is nothing more to wait for.

    No card has gone on a pile for more turns than there are cards to draw, so that all of them could have
    come round; when nothing is left to draw, that is so at once.
    """
    return state.turn - state.placed > len(state.stock) + len(state.discards)


def idle(state: State, moves: Sequence[int]) -> bool:
    """Whether a player at random retires now: no legal move gains, and waiting is no use (reading N5)."""
    if not waited(state) or moves[0] != RETIRE:
        return False
    return not any(gains(state, code) for code in reversed(moves))


def at_random(state: State, moves: Sequence[int], chance: Chance) -> int:
    """Any legal move, all alike; who is idle retires, and that takes no random()."""
    if idle(state, moves):
        return RETIRE
    return moves[int(chance.random() * len(moves))]


def sensible(state: State, moves: Sequence[int], chance: Chance) -> int:
    """The move that does most at once: points, then room for points in hand, then harm; no chance in it."""
    if state.phase == DRAW:
        return _draw(state)
    best = max(moves, key=lambda code: (_worth(state, code), -code))
    if not waited(state) or _worth(state, best) > 0:
        return best
    if moves[0] == RETIRE:
        return RETIRE
    # Nobody may retire with a playable card: be rid of one, or the game goes on for ever.
    return max(code for code in moves if state.table.parts[code][0] != AWAY)


def _draw(state: State) -> int:
    """A discard that will score by more than the mean green card is better than the unknown."""
    cards = state.table.cards
    next_one = state.discards[-1 if state.table.options.newest_discard else 0]
    count, points = cards.total(green=True)
    good = cards.is_green(next_one) and cards.pointages[next_one] * count > points
    return DRAW_DISCARD if good else DRAW_STOCK


def _worth(state: State, code: int) -> float:
    """What a move is worth, in points; discards are below all that gains, then passing, then retiring."""
    table, cards = state.table, state.table.cards
    place, kind = table.parts[code]
    if code < FIRST:
        return -1000 if code == RETIRE else -500 if state.stock or state.discards else -1
    pointage = cards.pointages[kind]
    if place == AWAY:
        return -2 - (pointage if cards.is_green(kind) else (cards.highest - pointage) / 2)
    if cards.is_green(kind):
        return pointage
    against = pointage * table.options.red_counts_against
    top = table.levels[state.tops[place]]
    if table.is_friend(state.seat, place):
        return 0.8 * _freed(state, top, pointage) - against - 0.5
    alive = any(state.playing[seat] for seat in table.places[place])
    return 0.7 * (top - pointage) * alive + against - 0.5


def _freed(state: State, low: int, high: int) -> int:
    """The green points in hand above one ceiling and within another."""
    cards, hand = state.table.cards, state.hands[state.seat]
    mine = ((cards.pointages[kind], hand[kind]) for kind in range(cards.greens))
    return sum(pointage * times for pointage, times in mine if low < pointage <= high)


def play_random(table: Table, chance: Chance) -> State:
    """A whole game of players `at_random`; its final state. The quick loop."""
    state, random = deal(table, chance), chance.random
    while state.phase != OVER:
        moves = state.legal_moves()
        if state.turn - state.placed > len(state.stock) + len(state.discards) and idle(state, moves):
            state.apply(RETIRE)
        else:
            state.apply(moves[int(random() * len(moves))])
    return state


def play(table: Table, players: Sequence[Player], chance: Chance) -> State:
    """A whole game between players, one a seat; its final state."""
    state = deal(table, chance)
    while state.phase != OVER:
        state.apply(players[state.seat](state, state.legal_moves(), chance))
    return state


def record(table: Table, players: Sequence[Player], chance: Chance) -> Game:
    """A whole game between players, one a seat, with the record of every decision."""
    deck = shuffled(table, chance)
    state, steps = State(table, deck), list[Step]()
    while state.phase != OVER:
        steps.append(move(state, players[state.seat](state, state.legal_moves(), chance)))
    return recorded(table, deck, steps, state)


def example(table: Table, seed: int) -> Game:
    """A game of sensible players for a rulebook: the same seed gives the same game."""
    return record(table, [sensible] * table.players, Random(seed))  # noqa: S311 - a game, no secret
