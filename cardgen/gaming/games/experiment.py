"""Experiments: games that are played by number, each of which gives facts.

A fact is a whole number per game, such as its number of turns. Workers receive experiments pickled, and
`play(seed, first, count)` depends on its arguments and the experiment only. This module has the options,
temperaments, facts and measures that experiments share; `StandardTable` serves all games with standard
cards. Seats are in order of play, so the last one deals first.
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
from .card_game import CardGame, Chooser, Player, play_to_end
from .game_log import MoveReader
from .measures import GAMES, Measure, make_measures, standard_deviation_measure
from .rng import PLAYING, python_random
from .search import find_chooser, verify_players

#: Facts of several games, a row per game and a column per fact: lists, or a 2D numpy array of int64.
Rows = Any


class Chunk(NamedTuple):
    """The facts of consecutive games, and tables that are summed over these games."""

    rows: Rows
    #: Counts by name, summed over games: histograms, curves. Lists or numpy arrays of whole numbers.
    tables: Mapping[str, Sequence[int]]


class Experiment(Protocol):
    """A game with its pack, options and players, which plays games by number and returns their facts."""

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the names of the facts, which are the columns of rows."""
        ...

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Return the definitions of the measures that follow from the facts, in the order of reports."""
        ...

    @property
    def score_range(self) -> tuple[int, int]:
        """Return the lowest and the highest score that the table "scores" counts, by seat."""
        ...

    @property
    def setup_record(self) -> dict[str, Any]:
        """Return the game, the players, their temperaments and the options as data for JSON."""
        ...

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        """Play `count` games of a seed, beginning with number `first`, and return their facts."""
        ...


class PlayableExperiment(Experiment, Protocol):
    """An experiment whose games can be dealt and played by any players."""

    @property
    def temperaments(self) -> tuple[str, ...]:
        """Return the temperament of each seat."""
        ...

    def start(self, seed: int, number: int) -> CardGame:
        """Return the dealt game of a seed and number, the same that `play` plays."""
        ...

    def chooser(self, name: str) -> Chooser:
        """Return the computer player with this name. Raises UsageError if there is none."""
        ...

    def finished_game(self, seed: int, number: int, choosers: Sequence[Chooser]) -> CardGame:
        """Play a game of a seed to its end, with one chooser a seat; all use the game's random generator."""
        ...

    def replay(self, seed: int, number: int, moves: Sequence[str]) -> Chunk:
        """Play the moves with these labels, and return the facts. Raises LogError if they are not a game."""
        ...


#: The parts of a report.
OF_SCORES, OF_TURNS, OF_TRICKS, OF_DEALS = "scores", "turns", "tricks", "deals"

#: Facts of every game: the sum of all seats' scores, the sum of their squares, the highest score less the
#: lowest, and 1 if more than one side has the highest.
SHARED = ("score", "score_squares", "margin", "tied")
#: Facts of a seat: its score, the square, 1 if it is the highest (ties too), and the turns it took.
BY_SEAT = ("score", "score_squares", "best", "turns")


# Tables


@contextmanager
def convert_value_errors() -> Iterator[None]:
    """Convert a ValueError within the block to UsageError, for options that a game refuses."""
    try:
        yield
    except ValueError as error:
        raise UsageError(str(error)) from error


def experiment_record(
    game: str,
    temperaments: Sequence[str],
    options: object,
    default_options: object,
    known_options: Iterable[str],
) -> dict[str, Any]:
    """Return the game, the temperaments and the options that differ from the defaults, as data for JSON."""
    changed = {}
    for name in known_options:
        value, usual = (getattr(each, name.replace("-", "_")) for each in (options, default_options))
        if value != usual:
            changed[name] = value.value if isinstance(value, Enum) else value
    table = {"players": len(temperaments), "temperaments": list(temperaments)}
    return {"game": game, **table, "options": changed}


# Games with standard cards


class StandardRules(NamedTuple):
    """What a game with standard cards provides. All fields but `words` are functions of a module."""

    #: Option names with a sentence each.
    words: Mapping[str, str]
    #: Deals a game from options, a random generator and the dealer's seat. The game has `finished()`, which
    #: returns its record.
    start: Callable[[Any, Random, int], Any]
    #: Returns the facts of a finished game, and adds to its tables by name.
    count_facts: Callable[[Any, dict[str, list[int]]], list[int]]
    #: Returns the names of the game's own facts, without SHARED and BY_SEAT, for its options.
    facts: Callable[[Any], tuple[str, ...]]
    #: Returns the measures for the options and temperaments.
    measures: Callable[[Any, tuple[str, ...]], tuple[Measure, ...]]
    #: Returns the sizes of the game's own tables. The table "scores", a row a seat, is added to them.
    tables: Callable[[Any], dict[str, int]]
    #: Returns the highest score that "scores" counts, if that is not the highest of the game's range.
    highest_score: Callable[[Any], int] | None = None


@dataclass(frozen=True)
class StandardTable:
    """Games with standard cards at one table.

    Raises UsageError for unknown temperaments, or unless there is one for each seat.
    """

    rules: StandardRules = field(repr=False, compare=False)
    #: The game's own options; all have `players` and `game`, the game's name.
    options: Any
    #: The temperament of every seat.
    temperaments: tuple[str, ...]

    def __post_init__(self) -> None:
        verify_players(self.temperaments, self._policies, self.options.players)

    @cached_property
    def _policies(self) -> dict[str, Player]:
        """Return the game's players by temperament, the strongest last."""
        return {**self.start(1, 0).policies}

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the names of the facts."""
        return fact_names(self.rules.facts(self.options), len(self.temperaments))

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """Return the measures of the game."""
        return self.rules.measures(self.options, self.temperaments)

    @cached_property
    def score_range(self) -> tuple[int, int]:
        """Return 0 and the highest score that the table "scores" counts."""
        highest = self.rules.highest_score
        return 0, self.start(1, 0).score_range[1] if highest is None else highest(self.options)

    @property
    def setup_record(self) -> dict[str, Any]:
        """Return the game, its players and its options as data for JSON."""
        options, words = self.options, self.rules.words
        return experiment_record(options.game, self.temperaments, options, type(options)(), words)

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        """Play `count` games of a seed, beginning with number `first`, and return their facts."""
        return self._chunk_of_records(self.play_game(seed, number) for number in range(first, first + count))

    def replay(self, seed: int, number: int, moves: Sequence[str]) -> Chunk:
        """Play the moves with these labels, and return the facts. Raises LogError if they are not a game."""
        reader = MoveReader(moves)
        game: Any = self.finished_game(seed, number, [reader] * len(self.temperaments))
        reader.verify_end()
        return self._chunk_of_records([game.to_record()])

    def _chunk_of_records(self, records: Iterable[Any]) -> Chunk:
        """Return the facts and tables of games, given by their records."""
        scores = len(self.temperaments) * (self.score_range[1] + 1)
        sizes = {"scores": scores, **self.rules.tables(self.options)}
        tables = {name: [0] * size for name, size in sizes.items()}
        return Chunk([self.rules.count_facts(each, tables) for each in records], tables)

    def start(self, seed: int, number: int) -> CardGame:
        """Return the dealt game of a seed and number; the last seat deals first."""
        game: CardGame = self.rules.start(self.options, python_random(seed, number), self.options.players - 1)
        return game

    def play_game(self, seed: int, number: int) -> Any:
        """Play one game and return its record."""
        game: Any = self.finished_game(seed, number, [*map(self.chooser, self.temperaments)])
        return game.to_record()

    def chooser(self, name: str) -> Chooser:
        """Return the player with this name. Raises UsageError if there is none."""
        return find_chooser(name, self._policies)

    def finished_game(self, seed: int, number: int, choosers: Sequence[Chooser]) -> CardGame:
        """Play one game to its end, with one chooser a seat; all use the game's random generator."""
        return play_to_end(self.start(seed, number), choosers, python_random(seed, number, PLAYING))


def fact_names(own_names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the names of all facts of a game: its own, SHARED, then BY_SEAT for each seat."""
    return (*own_names, *SHARED, *(f"{name}_{seat}" for seat in range(players) for name in BY_SEAT))


def shared_and_seat_facts(scores: Sequence[int], turns: Sequence[int], sides: int) -> list[int]:
    """Return the values of the facts in SHARED, then those in BY_SEAT for each seat.

    scores, turns: by seat; partners have the same score. sides: the number of sides.
    """
    high = max(scores)
    facts = [sum(scores), sum(score * score for score in scores), high - min(scores)]
    facts.append(int(scores[:sides].count(high) > 1))
    for score, taken in zip(scores, turns, strict=True):
        facts += (score, score * score, int(score == high), taken)
    return facts


def add_scores_to_table(table: list[int], scores: Sequence[int], lowest: int) -> None:
    """Count the score of each seat in a table of scores, which has a row for each seat.

    lowest: the score that the first entry of a row counts. The first and the last entry also count all scores
    beyond them.
    """
    width = len(table) // len(scores)
    for seat, score in enumerate(scores):
        table[seat * width + min(max(0, score - lowest), width - 1)] += 1


def increment_entry(table: list[int], entry: int) -> None:
    """Add 1 to an entry of a table; the last entry also counts everything beyond the table."""
    table[min(entry, len(table) - 1)] += 1


def score_measures(
    seats: Sequence[str], players: int, begins: Literal["leads", "plays first"] | None = None
) -> Iterator[Measure]:
    """Yield the measures of scores: of all seats, of each seat, and of the advantage of going first.

    seats: the titles of seats in order of play; of sides if partners share a score. begins: what the first
    seat does, for the text about the advantage of going first; without it this measure is left out.
    """
    everybody = {GAMES: players}
    yield from make_measures(OF_SCORES, ("score", "score of a player", "score", everybody, "points"))
    yield standard_deviation_measure(
        OF_SCORES, "spread", "spread of scores", "score_squares", "score", everybody
    )
    yield from make_measures(OF_SCORES, ("margin", "winner over the last", "margin", GAMES, "points"))
    for at, name in enumerate(seats):
        mean, squares = f"score_{at}", f"score_squares_{at}"
        yield from make_measures(OF_SCORES, (f"score_{at + 1}", f"score of {name}", mean, GAMES, "points"))
        yield standard_deviation_measure(
            OF_SCORES, f"spread_{at + 1}", f"spread of {name}", squares, mean, GAMES
        )
    for at, name in enumerate(seats):
        best = f"{name} first, or tied"
        yield from make_measures(OF_SCORES, (f"best_{at + 1}", best, f"best_{at}", GAMES, "share"))
    if begins:
        others = range(1, len(seats))
        worth = {"score_0": len(others), **{f"score_{other}": -1 for other in others}}
        meaning = f"the score of whoever {begins}, less the mean of the others"
        games = {GAMES: len(others)}
        yield from make_measures(
            OF_SCORES, ("begin", "worth of going first", worth, games, "points", meaning)
        )
