"""What is said of games of NEVER OVER: the measures, in the order in which they are read.

The indices are told by what happens to green cards in hands, see `facts`; they say nothing of how many of
which card a pack has.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...measures import GAMES, Measure
from ..table import Table

SCORES, PLAY, CARDS, INDICES = "scores", "turns", "cards", "attack and defence"


def measures_of(table: Table) -> tuple[Measure, ...]:
    """All that is said of a table; what its options rule out is left out."""
    return (*_indices(table), *_scores(table), *_turns(table), *_cards(table))


def _indices(table: Table) -> Iterator[Measure]:
    held = {"held_points": 1}
    in_hands = "points scored in a hundred green points held; a card counts in every hand that it comes into"
    told = (
        ("attack", "attack index", "green_points", in_hands),
        ("defence", "defence index", "barred_points", "points that red kept out in a hundred held"),
        (
            "let_go",
            "points let go",
            "let_go_points",
            "the rest of the hundred: within the ceiling, and not put down",
        ),
    )
    for key, title, fact, meaning in told:
        yield Measure(key, title, {fact: 100}, held, "index", meaning, part=INDICES)
    points = table.cards.total(green=True)[1]
    share = f"of the {points} green points in the pack, each counted once"
    in_pack = {GAMES: points}
    yield Measure("scored", "green points scored", {"green_points": 1}, in_pack, "share", share, part=INDICES)


def _scores(table: Table) -> Iterator[Measure]:
    players = table.players
    seats = {GAMES: players}
    yield Measure("score", "score of a player", {"score": 1}, seats, "points", part=SCORES)
    yield Measure(
        *("spread", "spread of scores", {"score_squares": 1}, seats, "points"),
        "standard deviation of a player's score",
        mean={"score": 1},
        part=SCORES,
    )
    yield Measure("margin", "winner over the last", {"margin": 1}, {GAMES: 1}, "points", part=SCORES)
    yield Measure("tied", "games tied for first", {"tied": 1}, {GAMES: 1}, "share", part=SCORES)
    if table.options.red_counts_against:
        yield Measure("above_zero", "scores above zero", {"positive": 1}, seats, "share", part=SCORES)
        yield Measure("negative", "scores below zero", {"negative": 1}, seats, "share", part=SCORES)
    yield from _by_seat(table)


def _by_seat(table: Table) -> Iterator[Measure]:
    for seat in range(table.players):
        title = f"score of seat {seat + 1}"
        yield Measure(f"score_{seat + 1}", title, {f"score_{seat}": 1}, {GAMES: 1}, "points", part=SCORES)
    for seat in range(table.players):
        title = f"seat {seat + 1} first, or tied"
        yield Measure(f"best_{seat + 1}", title, {f"best_{seat}": 1}, {GAMES: 1}, "share", part=SCORES)
    others = [seat for seat in range(table.players) if table.sides[seat] != table.sides[0]]
    worth = {"score_0": len(others), **{f"score_{seat}": -1 for seat in others}}
    meaning = "the score of whoever begins, less the mean of the other side's"
    yield Measure(
        "begin", "worth of going first", worth, {GAMES: len(others)}, "points", meaning, part=SCORES
    )


def _turns(table: Table) -> Iterator[Measure]:
    players, options = table.players, table.options
    all_turns, games = {"turns": 1}, {GAMES: 1}
    yield Measure("turns", "turns in a game", all_turns, games, "turns", part=PLAY)
    no_play = {"turns": 1, "placed": -1}
    yield Measure(
        "no_play", "turns without a play", no_play, all_turns, "share", "no card goes on a pile", part=PLAY
    )
    stuck = "nothing in the hand could go on any pile"
    yield Measure("stuck", "turns that allow no play", {"stuck": 1}, all_turns, "share", stuck, part=PLAY)
    if not options.no_discarding:
        yield Measure("discards", "discards in a game", {"discards": 1}, games, "cards", part=PLAY)
    if not options.no_discarding and not options.no_discard_pile:
        yield Measure("taken", "discards taken back", {"taken": 1}, games, "cards", part=PLAY)
    if options.passing or options.no_discarding:
        yield Measure("passes", "passes in a game", {"passes": 1}, games, "times", part=PLAY)
    retired = "with cards in hand"
    yield Measure(
        "retired", "players who retire", {"retired": 1}, {GAMES: players}, "share", retired, part=PLAY
    )


def _cards(table: Table) -> Iterator[Measure]:
    games, on = {GAMES: 1}, {"reds_on": 1}
    yield Measure("reds_on", "reds on opponents", on, games, "cards", part=CARDS)
    yield Measure("reds_own", "reds on one's own side", {"reds_own": 1}, games, "cards", part=CARDS)
    lowering, taking = (
        "of reds on opponents",
        "of reds on opponents: a card in hand could have gone down and no longer can",
    )
    yield Measure("lowering", "reds that lower a ceiling", {"lowering": 1}, on, "share", lowering, part=CARDS)
    yield Measure("taking", "reds that take points away", {"taking": 1}, on, "share", taking, part=CARDS)
    each = {"taking": 1}
    yield Measure(
        "taken_points", "points each of these takes", {"taken_points": 1}, each, "points", part=CARDS
    )
    seats = {GAMES: table.players}
    yield Measure(
        "left", "cards left in a hand", {"left": 1}, seats, "cards", "when its player retires", part=CARDS
    )
    yield Measure("stock", "cards never drawn", {"stock": 1}, games, "cards", part=CARDS)
