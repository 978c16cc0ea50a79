"""Experiments: what can be simulated, anything that plays games by their numbers and tells facts of each.

A fact is a whole number a game, such as the turns it took. An experiment is sent to workers, so it can be
pickled, and says the same whoever plays: `play(seed, first, count)` depends on nothing but these and itself.
Experiments share options as people write them, temperaments, and facts and measures of seats; `StandardTable`
is that of all games with standard cards. The seats of a game are in order of play, so the last one deals
first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from random import Random
from typing import Any, Literal, NamedTuple, Protocol

from ...errors import UsageError
from .card_game import CardGame, Chooser, Player, finish
from .measures import GAMES, Measure, part_of, spread_of
from .rng import PLAYING, python_random
from .search import chooser_named, verify_players

#: Facts of several games: a row a game, a column a fact; lists, or a two-dimensional array of numpy's int64.
Rows = Any


class Chunk(NamedTuple):
    """Some games in a row."""

    rows: Rows
    #: Counts by name that are summed over games: histograms, curves. Lists or numpy arrays of whole numbers.
    tables: Mapping[str, Sequence[int]]


class Experiment(Protocol):
    """A game with its pack, options and players."""

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the names of the columns of rows."""
        ...

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Return what can be said of the facts, in the order in which people want to read it."""
        ...

    @property
    def score_range(self) -> tuple[int, int]:
        """Return the lowest and the highest score that the table "scores" has an entry for, seat by seat."""
        ...

    @property
    def about(self) -> dict[str, Any]:
        """Return what was played, for the record: game, players, temperaments, options."""
        ...

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Play the games first, first + 1 ... of a seed."""
        ...


class Table(Experiment, Protocol):
    """An experiment whose games can be dealt, and played by anybody."""

    @property
    def temperaments(self) -> tuple[str, ...]:
        """Return the players, seat by seat."""
        ...

    def start(self, seed: int, number: int) -> CardGame:
        """Deal a game of a seed: the one that `play` plays."""
        ...

    def chooser(self, name: str) -> Chooser:
        """Return the player of a name. Raises UsageError."""
        ...

    def finished_game(self, seed: int, number: int, choosers: Sequence[Chooser]) -> CardGame:
        """Play a game of a seed to its end, a chooser a seat, who share its chance."""
        ...


#: The parts of a report.
OF_SCORES, OF_TURNS, OF_TRICKS, OF_DEALS = "scores", "turns", "tricks", "deals"

#: Facts that each of these games has: the scores of all seats added, their squares, the highest score less
#: the lowest, 1 if more than one side has the highest.
SHARED = ("score", "score_squares", "margin", "tied")
#: The facts of a seat: its score, its square, whether it is the highest (ties too), turns it took.
BY_SEAT = ("score", "score_squares", "best", "turns")


# Tables


@contextmanager
def usage_errors() -> Iterator[None]:
    """Turn ValueError into UsageError: what a game refuses is something that its user asked for."""
    try:
        yield
    except ValueError as error:
        raise UsageError(str(error)) from error


def about_of(
    game: str, temperaments: Sequence[str], options: object, plain: object, known: Iterable[str]
) -> dict[str, Any]:
    """Say what is played; options by the names that people write, and only where they differ from plain."""
    changed = {}
    for name in known:
        value, usual = (getattr(each, name.replace("-", "_")) for each in (options, plain))
        if value != usual:
            changed[name] = value.value if isinstance(value, Enum) else value
    table = {"players": len(temperaments), "temperaments": list(temperaments)}
    return {"game": game, **table, "options": changed}


# Games with standard cards


class Rules(NamedTuple):
    """What a game with standard cards says of its tables. All but `words` are functions of a module."""

    #: Options as people write them, with a sentence each.
    words: Mapping[str, str]
    #: Players by temperament, the strongest last.
    players: Mapping[str, Player]
    #: Deals a game: options, how cards fall, the dealer's seat. What is returned has `finished()`, its
    #: record.
    start: Callable[[Any, Random, int], Any]
    #: Tells the facts of a game, and counts its tables by name.
    counted: Callable[[Any, dict[str, list[int]]], list[int]]
    # Of a table's options:
    #: the names of the facts before those that all games share (SHARED and BY_SEAT),
    facts: Callable[[Any], tuple[str, ...]]
    #: what is said of them,
    measures: Callable[[Any, tuple[str, ...]], tuple[Measure, ...]]
    #: the sizes of the tables; a table "scores" has a row a seat, from 0 to the highest score, is added,
    tables: Callable[[Any], dict[str, int]]
    #: and that highest score.
    highest: Callable[[Any], int]


@dataclass(frozen=True)
class StandardTable:
    """Games with standard cards at one table. Raises UsageError for unknown temperaments."""

    rules: Rules = field(repr=False, compare=False)
    #: The game's own; all have `players` and `game`, the game's name.
    options: Any
    #: The temperament of every seat.
    temperaments: tuple[str, ...]

    def __post_init__(self) -> None:
        verify_players(self.temperaments, self.rules.players, self.options.players)

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the columns of rows."""
        return fact_names(self.rules.facts(self.options), len(self.temperaments))

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """Return what is said of such games."""
        return self.rules.measures(self.options, self.temperaments)

    @property
    def score_range(self) -> tuple[int, int]:
        """Return nothing, and the highest score that is told apart."""
        return 0, self.rules.highest(self.options)

    @property
    def about(self) -> dict[str, Any]:
        """Return what is played."""
        options, words = self.options, self.rules.words
        return about_of(options.game, self.temperaments, options, type(options)(), words)

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Play some games by their numbers."""
        scores = len(self.temperaments) * (self.score_range[1] + 1)
        sizes = {"scores": scores, **self.rules.tables(self.options)}
        tables = {name: [0] * size for name, size in sizes.items()}
        games = (self.game(seed, number) for number in range(first, first + count))
        return Chunk([self.rules.counted(game, tables) for game in games], tables)

    def start(self, seed: int, number: int) -> CardGame:
        """Deal one game; the last seat deals first."""
        game: CardGame = self.rules.start(self.options, python_random(seed, number), self.options.players - 1)
        return game

    def game(self, seed: int, number: int) -> Any:
        """Play one game, and return its record."""
        game: Any = self.finished_game(seed, number, [*map(self.chooser, self.temperaments)])
        return game.finished()

    def chooser(self, name: str) -> Chooser:
        """Return the player of a name. Raises UsageError."""
        return chooser_named(name, self.rules.players)

    def finished_game(self, seed: int, number: int, choosers: Sequence[Chooser]) -> CardGame:
        """Play one game, a chooser a seat, who share its chance."""
        return finish(self.start(seed, number), choosers, python_random(seed, number, PLAYING))


def fact_names(own: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the names of all facts of a game: its own, SHARED, then BY_SEAT seat by seat."""
    return (*own, *SHARED, *(f"{name}_{seat}" for seat in range(players) for name in BY_SEAT))


def seat_facts(scores: Sequence[int], turns: Sequence[int], sides: int) -> list[int]:
    """Return SHARED, and BY_SEAT of all seats; partners have the same score, and there are so many sides."""
    high = max(scores)
    facts = [sum(scores), sum(score * score for score in scores), high - min(scores)]
    facts.append(int(scores[:sides].count(high) > 1))
    for score, taken in zip(scores, turns, strict=True):
        facts += (score, score * score, int(score == high), taken)
    return facts


def count_scores(table: list[int], scores: Sequence[int], lowest: int) -> None:
    """Count the scores of a game in a table that has a row a seat; the ends of a row hold all beyond."""
    width = len(table) // len(scores)
    for seat, score in enumerate(scores):
        table[seat * width + min(max(0, score - lowest), width - 1)] += 1


def count(table: list[int], entry: int) -> None:
    """Count an entry; the last one holds all beyond."""
    table[min(entry, len(table) - 1)] += 1


def score_measures(
    seats: Sequence[str], players: int, begins: Literal["leads", "plays first"] | None = None
) -> Iterator[Measure]:
    """Make the measures of scores: of all, seat by seat, and what going first is worth.

    seats: how people call the seats (or sides, partners having one score), in order of play. begins: what the
    first seat does, where that is worth saying.
    """
    everybody = {GAMES: players}
    yield from part_of(OF_SCORES, ("score", "score of a player", "score", everybody, "points"))
    yield spread_of(OF_SCORES, "spread", "spread of scores", "score_squares", "score", everybody)
    yield from part_of(OF_SCORES, ("margin", "winner over the last", "margin", GAMES, "points"))
    for at, name in enumerate(seats):
        mean, squares = f"score_{at}", f"score_squares_{at}"
        yield from part_of(OF_SCORES, (f"score_{at + 1}", f"score of {name}", mean, GAMES, "points"))
        yield spread_of(OF_SCORES, f"spread_{at + 1}", f"spread of {name}", squares, mean, GAMES)
    for at, name in enumerate(seats):
        best = f"{name} first, or tied"
        yield from part_of(OF_SCORES, (f"best_{at + 1}", best, f"best_{at}", GAMES, "share"))
    if begins:
        others = range(1, len(seats))
        worth = {"score_0": len(others), **{f"score_{other}": -1 for other in others}}
        meaning = f"the score of whoever {begins}, less the mean of the others"
        games = {GAMES: len(others)}
        yield from part_of(OF_SCORES, ("begin", "worth of going first", worth, games, "points", meaning))
