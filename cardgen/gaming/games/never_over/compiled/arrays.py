"""A table and a game in progress as numpy records, for compiled code.

A record has room for the largest table that compiled code supports, so that code compiled once serves all
tables and passes a table and a game as two addresses. The fields for thinking have the names of
`heuristics.TableConstants` and `heuristics.VisibleState`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...rng import Stream
from ..facts import BY_SEAT, COMMON, LONGEST, MOST_KINDS, MOST_PLAYERS, ROUNDS
from ..players import TEMPERAMENTS, table_constants
from ..state import State
from ..table import GameTable

Array = Any

#: Length of the ring buffers of cards, and the maximum number of codes.
AROUND, MOST_CODES = 2048, 4 + MOST_KINDS * (MOST_PLAYERS + 1)
#: The two ring buffers.
STOCK, DISCARDS = range(2)
#: The relation of a place to a seat.
FOE, FRIEND, OWN = range(3)

_NUMBER, _SET = "i8", "u8"
_SWITCHES = (
    *("passing", "newest_discard", "squared_discards", "spread_greens", "no_playable_discard"),
    *("no_discard_pile", "no_discarding", "retire_face_up", "no_retiring_while_playable"),
    *("passes_go_on", "retired_closed", "deal_all"),
)
_SCALARS = (
    "lowest",
    "kinds",
    "seats",
    "places",
    "piles",
    "levels",
    "cards",
    "dealt",
    "greens",
    "highest",
    "against",
    "lays_down",
)

#: The record of what is the same in all games.
SETUP = np.dtype(
    [
        *((name, _NUMBER) for name in (*_SCALARS, *_SWITCHES)),
        *((name, _NUMBER, MOST_KINDS) for name in ("pointages", "level_of", "quantities")),
        #: The green points of each kind, and the points of each level.
        *((name, _NUMBER, MOST_KINDS) for name in ("points", "level_points")),
        *(
            (name, _NUMBER, MOST_PLAYERS)
            for name in ("red_pile", "green_pile", "sides", "place_sides", "pile_sides", "tempers")
        ),
        #: FOE, FRIEND or OWN, by seat and place.
        ("relation", _NUMBER, (MOST_PLAYERS, MOST_PLAYERS)),
        #: The sets of kinds that fit, by level, one row per relation; the start of the row for each seat and
        #: place; the set of green kinds within a level.
        ("fitting", _SET, 3 * MOST_KINDS),
        ("row", _NUMBER, (MOST_PLAYERS, MOST_PLAYERS)),
        ("within", _SET, MOST_KINDS),
        #: The owners of a place, as a set of seats.
        ("owners", _SET, MOST_PLAYERS),
        ("deck", _NUMBER, AROUND),
        #: Where a code puts a card: 0 for away, else the place plus 1; and its kind.
        ("where_of", _NUMBER, MOST_CODES),
        ("kind_of", _NUMBER, MOST_CODES),
    ]
)

#: The record of what changes in a game.
BOARD = np.dtype(
    [
        #: For decisions: see `heuristics.VisibleState`.
        *((name, _NUMBER) for name in ("seat", "stock", "discards", "coming")),
        *((name, _NUMBER, MOST_PLAYERS) for name in ("playing", "sizes", "visible_points")),
        *((name, _NUMBER, MOST_KINDS) for name in ("hand", "unseen", "card_worth")),
        ("tops", _NUMBER, MOST_PLAYERS),
        ("held", _SET, MOST_PLAYERS),
        #: The kinds that may be put away and on each place, and how many of them come before these.
        ("fits", _SET, MOST_PLAYERS + 1),
        ("before", _NUMBER, MOST_PLAYERS + 1),
        ("hands", _NUMBER, (MOST_PLAYERS, MOST_KINDS)),
        #: Of green and red piles the points and the top kind (-1 for none); of green ones all cards, by kind.
        *((name, _NUMBER, MOST_PLAYERS) for name in ("green_points", "green_top", "red_points", "red_top")),
        ("green_cards", _NUMBER, (MOST_PLAYERS, MOST_KINDS)),
        #: The stock and the discards: number of cards, position of the first, and the cards.
        ("left", _NUMBER, 2),
        ("at", _NUMBER, 2),
        ("queues", _NUMBER, (2, AROUND)),
        #: Turns taken, and the turn of the last card on a pile; complete rounds, and turns of this one;
        #: number of players left, and of passes in a row; who still plays.
        *((name, _NUMBER) for name in ("turn", "placed", "gone", "beat", "active", "passed")),
        ("alive", _SET),
        #: The state and the step of the random stream; the number of decisions.
        *((name, _SET) for name in ("chance", "by")),
        ("logged", _NUMBER),
        #: The facts of the game, and tables summed over games: see `facts`.
        ("facts", _NUMBER, len(COMMON) + len(BY_SEAT) * MOST_PLAYERS),
        *((name, _NUMBER, ROUNDS) for name in ("ceilings", "turns", "points")),
        ("lengths", _NUMBER, LONGEST + 1),
        #: The codes to choose from, and their worth.
        ("codes", _NUMBER, MOST_CODES),
        ("code_worth", _NUMBER, MOST_CODES),
    ]
)


def setup_record(table: GameTable, temperaments: tuple[str, ...]) -> Any:
    """Return the record of a table and its players."""
    record, cards, level_of = np.zeros(1, SETUP), table.cards, table.level_of
    for name, value in {**table_constants(table)._asdict(), **_setup_values(table, temperaments)}.items():
        if isinstance(value, int):
            record[name] = value
        else:
            record[name][0, : len(value)] = value
    for name in _SWITCHES:
        record[name] = getattr(table.options, name)
    for level in range(len(table.levels)):
        within = sum(1 << kind for kind in range(cards.greens) if level_of[kind] <= level)
        record["within"][0, level] = within
    _set_relations(table, record)
    return record[0]


def _setup_values(table: GameTable, temperaments: tuple[str, ...]) -> dict[str, Any]:
    """Return the fields of the setup record that are computed from the table, by name."""
    cards, known = table.cards, list(TEMPERAMENTS)
    return {
        "lowest": -cards.count_and_points(green=False)[1],
        "piles": max(table.green_pile) + 1,
        "pile_sides": [
            table.sides[table.green_pile.index(pile)] for pile in range(max(table.green_pile) + 1)
        ],
        "levels": len(table.levels),
        "cards": cards.count,
        "dealt": table.hand_size * table.players,
        "quantities": cards.quantities,
        "points": cards.pointages[: cards.greens],
        "level_points": table.levels,
        "green_pile": table.green_pile,
        "tempers": [known.index(name) for name in temperaments],
        "owners": [sum(1 << seat for seat in seats) for seats in table.seats_by_place],
        "deck": cards.deck,
        "where_of": [place + 1 for place, _ in table.place_and_kind_by_code],
        "kind_of": [max(0, kind) for _, kind in table.place_and_kind_by_code],
    }


def _set_relations(table: GameTable, record: Any) -> None:
    """Write the relation of each seat to each place, and the playable kinds by relation and level."""
    for seat in range(table.players):
        for place in range(len(table.seats_by_place)):
            relation = (
                OWN if table.red_pile[seat] == place else FRIEND if table.is_of_own_side(seat, place) else FOE
            )
            record["relation"][0, seat, place] = relation
            record["row"][0, seat, place] = relation * MOST_KINDS
            kinds = table.playable_kinds_by_level[seat][place]
            record["fitting"][0, relation * MOST_KINDS :][: len(kinds)] = kinds


def empty_board() -> Any:
    """Return an empty board."""
    return np.zeros(1, BOARD)[0]


def set_position(state: State, chance: Stream, board: Any) -> None:
    """Write a position to the board, with the players' random stream, and set all facts to 0.

    The game must not be over.
    """
    table, pointages, seats = state.table, state.table.cards.pointages, state.table.players
    board["facts"] = 0
    board["before"][0] = 0
    board["playing"][:seats] = state.playing
    board["tops"][: len(state.tops)] = state.tops
    board["held"][:seats] = state.held
    board["hands"][:seats, : table.cards.kinds] = state.hands
    for pile, greens in enumerate(state.greens):
        counts = [0] * table.cards.kinds
        for kind in greens:
            counts[kind] += 1
        board["green_cards"][pile, : len(counts)] = counts
        board["green_points"][pile] = sum(pointages[kind] for kind in greens)
        board["green_top"][pile] = greens[-1] if greens else -1
    for place, reds in enumerate(state.reds):
        board["red_points"][place] = sum(pointages[kind] for kind in reds)
        board["red_top"][place] = reds[-1] if reds else -1
    for queue, cards in ((STOCK, state.stock[::-1]), (DISCARDS, state.discards)):
        board["at"][queue], board["left"][queue] = 0, len(cards)
        board["queues"][queue, : len(cards)] = cards
    board["turn"], board["placed"] = state.turn, state.placed
    board["gone"], board["beat"] = divmod(state.turn, seats)
    board["active"], board["passed"] = state.active, state.passes
    board["alive"] = sum(1 << seat for seat in range(seats) if state.playing[seat])
    board["chance"], board["by"] = chance.state_and_step


def tables_by_name(board: Any, scores: Array) -> dict[str, Array]:
    """Return the tables by name."""
    return {"scores": scores, **{name: board[name] for name in ("ceilings", "turns", "points", "lengths")}}
