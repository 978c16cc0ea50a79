"""Games of NEVER OVER played by the rules themselves in plain Python: the reference for other engines.

Facts are collected by looking at the state before and after each decision; the state is not changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, cast

from ..card_game import Chooser
from ..experiment import Chunk
from ..rng import DEALING, PLAYING, Stream
from ..search import find_chooser, is_search
from .card_game import NeverOverGame
from .facts import BY_SEAT, COMMON, LONGEST, ROUNDS, verify_points
from .players import TEMPERAMENTS, Player, is_retiring_at_random
from .state import DRAW, OVER, Chance, State, scores_of, shuffled_cards
from .table import DRAW_DISCARD, FIRST, RETIRE, GameTable


def play_chunk(
    table: GameTable,
    temperaments: tuple[str, ...],
    seed: int,
    first: int,
    count: int,
    *,
    search_compiled: bool = False,
) -> Chunk:
    """Return the facts of games, a row per game, and the tables summed over them. See `facts`.

    search_compiled: whether searches play out guesses with the compiled engine; their choices are the same.
    """
    players, tables = [_find_player(name, search_compiled) for name in temperaments], FactTables(table)
    rows = [_game_facts(table, players, tables, seed, game) for game in range(first, first + count)]
    return Chunk(rows, tables.by_name())


def replay(table: GameTable, seed: int, game: int, chooser: Chooser) -> Chunk:
    """Return the facts of one game in which a chooser makes the moves of all seats."""
    tables = FactTables(table)
    return Chunk(
        [_game_facts(table, [_player_of(chooser)] * table.players, tables, seed, game)], tables.by_name()
    )


def move_codes(table: GameTable, temperaments: tuple[str, ...], seed: int, game: int) -> list[int]:
    """Play a game and return the codes of all its decisions."""
    state, chance = dealt_state(table, seed, game), Stream(seed, game, PLAYING)
    codes, players = list[int](), [_find_player(name) for name in temperaments]
    while state.phase != OVER:
        player = players[state.seat]
        codes.append(player(state, state.legal_moves(), chance))
        state.apply_move(codes[-1])
    return codes


def dealt_state(table: GameTable, seed: int, game: int) -> State:
    """Return the dealt game of a seed and number."""
    return State(table, shuffled_cards(table, Stream(seed, game, DEALING)))


def _find_player(name: str, search_compiled: bool = False) -> Player:
    """Return the player with the name of a temperament or a search.

    For "random" it is a faster equivalent. search_compiled: whether a search plays out guesses with the
    compiled engine.
    """
    if is_search(name, NeverOverGame.policies):
        return _player_of(find_chooser(name, NeverOverGame.policies), search_compiled)
    return _random_move if name == "random" else TEMPERAMENTS[name].player


def _player_of(chooser: Chooser, search_compiled: bool = False) -> Player:
    """Return a player that makes the moves of a chooser, such as a search."""

    def player(state: State, _: Sequence[int], chance: Chance) -> int:
        # The game itself is not random after the deal; a search only calls the players' random().
        game = NeverOverGame(state, Random(0), compiled=search_compiled)  # noqa: S311
        return int(chooser(game, cast("Any", chance)))

    return player


def _random_move(state: State, moves: Sequence[int], chance: Chance) -> int:
    """Return the move that `players.random_move` returns.

    It is faster, because it checks first whether waiting is over, which is rare.
    """
    if state.turn - state.placed > len(state.stock) + len(state.discards) and is_retiring_at_random(
        state, moves
    ):
        return RETIRE
    return moves[int(chance.random() * len(moves))]


def _game_facts(
    table: GameTable, players: list[Player], tables: FactTables, seed: int, game: int
) -> list[int]:
    """Play a game and return its facts."""
    state, random = dealt_state(table, seed, game), Stream(seed, game, PLAYING)
    notes = FactRecorder(state, tables)
    legal_moves, apply = state.legal_moves, state.apply_move
    while state.phase != OVER:
        moves = legal_moves()
        code = players[state.seat](state, moves, random)
        if state.phase != DRAW:
            notes.record_turn(moves[-1], code)
        apply(code)
        notes.record_draw()
    return notes.fact_row()


class FactTables:
    """The tables of `facts`, summed over games; also values of a table that are often needed."""

    def __init__(self, table: GameTable) -> None:
        verify_points(table)
        cards, places = table.cards, range(len(table.seats_by_place))
        self.lowest, highest = -cards.count_and_points(green=False)[1], cards.count_and_points(green=True)[1]
        self.width = highest - self.lowest + 1
        self.scores = [0] * (table.players * self.width)
        self.ceilings, self.turns, self.points = [0] * ROUNDS, [0] * ROUNDS, [0] * ROUNDS
        self.lengths = [0] * (LONGEST + 1)
        #: Green points of each kind; the last is that of no card (-1).
        self.greens = (*cards.pointages[: cards.greens], *[0] * (cards.kinds - cards.greens + 1))
        self.friends = [
            [table.is_of_own_side(seat, place) for place in places] for seat in range(table.players)
        ]
        #: The first code that puts a card on a place.
        self.placing = FIRST + cards.kinds

    def by_name(self) -> dict[str, list[int]]:
        """Return the tables by their names in `facts`."""
        return {
            "scores": self.scores,
            "ceilings": self.ceilings,
            "turns": self.turns,
            "points": self.points,
            "lengths": self.lengths,
        }


class FactRecorder:
    """Collects the facts of one game while it is played."""

    def __init__(self, state: State, tables: FactTables) -> None:
        self.state, self.tables = state, tables
        self.greens = tables.greens
        self.levels, self.red_pile = state.table.levels, state.table.red_pile
        self.placing, self.players = tables.placing, state.table.players
        self.facts = dict.fromkeys(COMMON, 0)
        self.turns, self.ceilings = [0] * self.players, list[int]()
        self.stuck = self.discards = self.barred = self.let_go = self.left = self.taken = 0
        self.held = sum(self.greens[kind] * n for hand in state.hands for kind, n in enumerate(hand))

    def record_turn(self, last: int, code: int) -> None:
        """Record a turn before its decision is made. last: the last legal code. code: the decision."""
        state = self.state
        seat = state.seat
        self.turns[seat] += 1
        ceiling = self.levels[state.tops[self.red_pile[seat]]]
        self.ceilings.append(ceiling)
        # Cards that may go on piles are always legal, and come last among the legal moves.
        if last < self.placing:
            self.stuck += 1
        if code >= self.placing:
            self._record_card_on_pile(code)
        elif code >= FIRST:
            self.discards += 1
            points = self.greens[code - FIRST]
            if points > ceiling:
                self.barred += points
            else:
                self.let_go += points
        elif code == RETIRE:
            self.facts["retired"] += 1
            self._record_retiring(seat, ceiling)
        else:
            self.facts["passes"] += 1

    def record_draw(self) -> None:
        """Record, after a decision, whether and from where a card was drawn."""
        self.held += self.greens[self.state.drawn]
        if self.state.source == DRAW_DISCARD:
            self.taken += 1

    def _record_card_on_pile(self, code: int) -> None:
        """Record a card that goes on a pile."""
        facts, state = self.facts, self.state
        place, kind = state.table.place_and_kind_by_code[code]
        facts["placed"] += 1
        if kind < state.table.cards.greens:
            self._record_greens(1, self.greens[kind])
        elif self.tables.friends[state.seat][place]:
            facts["reds_own"] += 1
        else:
            facts["reds_on"] += 1
            if state.table.level_of[kind] < state.tops[place]:
                facts["lowering"] += 1
                self._record_barred_cards(place, self.levels[state.table.level_of[kind]])

    def _record_greens(self, cards: int, points: int) -> None:
        self.facts["greens"] += cards
        self.facts["green_points"] += points
        gone = self.state.turn // self.players
        if gone < ROUNDS:
            self.tables.points[gone] += points

    def _record_barred_cards(self, place: int, ceiling: int) -> None:
        """Record the cards in the hands of a place's owners that a new, lower ceiling bars.

        Only owners who still play count. ceiling: the new one.
        """
        state, before, points = self.state, self.levels[self.state.tops[place]], 0
        for seat in state.table.seats_by_place[place]:
            if state.playing[seat]:
                hand = zip(self.greens, state.hands[seat], strict=False)
                points += sum(each * times for each, times in hand if ceiling < each <= before)
        self.facts["taking"] += points > 0
        self.facts["taken_points"] += points

    def _record_retiring(self, seat: int, ceiling: int) -> None:
        """Record that a player retires by choice, and which cards are laid down."""
        lays_down = self.state.table.options.lay_down_greens
        for kind, times in enumerate(self.state.hands[seat]):
            points = self.greens[kind] * times
            if lays_down and points and self.greens[kind] <= ceiling:
                self._record_greens(times, points)
                continue
            self.left += times
            if self.greens[kind] > ceiling:
                self.barred += points
            else:
                self.let_go += points

    def fact_row(self) -> list[int]:
        """Return the facts in their order, once the game is over."""
        state, facts, result = self.state, self.facts, scores_of(self.state)
        self._record_held_cards()
        facts["turns"], facts["stuck"], facts["discards"] = state.turn, self.stuck, self.discards
        facts["taken"], facts["left"], facts["held_points"] = self.taken, self.left, self.held
        facts["barred_points"], facts["let_go_points"] = self.barred, self.let_go
        facts["stock"] = len(state.stock) + len(state.aside)
        facts["tied"] = int(len(result.winning_sides) > 1)
        facts["negative"] = sum(score < 0 for score in result.seats)
        facts["positive"] = sum(score > 0 for score in result.seats)
        facts["score"], facts["score_squares"] = sum(result.seats), sum(score**2 for score in result.seats)
        facts["margin"] = max(result.sides) - min(result.sides)
        row, best = list(facts.values()), result.winning_sides
        for seat, side in enumerate(state.table.sides):
            row += (result.seats[seat], int(side in best), self.turns[seat])
        self._add_to_tables(result.seats)
        return row

    def _record_held_cards(self) -> None:
        """Record what players who have not retired still hold when a row of passes ends the game."""
        state = self.state
        for seat in range(self.players):
            if state.playing[seat]:
                ceiling = self.levels[state.tops[self.red_pile[seat]]]
                for kind, times in enumerate(state.hands[seat]):
                    self.left += times
                    if self.greens[kind] > ceiling:
                        self.barred += self.greens[kind] * times
                    else:
                        self.let_go += self.greens[kind] * times

    def _add_to_tables(self, scores: tuple[int, ...]) -> None:
        """Add the length, the ceilings by round and the scores of the game to the tables."""
        tables, players, ceilings = self.tables, self.players, self.ceilings
        tables.lengths[min(self.state.turn, LONGEST)] += 1
        for gone in range(min(ROUNDS, -(-len(ceilings) // players))):
            seen = ceilings[gone * players : (gone + 1) * players]
            tables.ceilings[gone] += sum(seen)
            tables.turns[gone] += len(seen)
        for seat, score in enumerate(scores):
            tables.scores[seat * tables.width + score - tables.lowest] += 1


assert BY_SEAT == ("score", "best", "turns")  # noqa: S101 - the order in which `Notes.fact_row` writes them
