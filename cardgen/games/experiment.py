"""What can be simulated: anything that plays games by their numbers and tells facts of each.

A fact is a whole number a game, such as the turns it took. An experiment is sent to workers, so it can be
pickled, and says the same whoever plays: `play(seed, first, count)` depends on nothing but these and itself.
Experiments share options as people write them, temperaments, and facts and measures of seats. The seats of a
game are in order of play, so the last one deals first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from random import Random
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from ..errors import UsageError
from ..units import nearest, quoted
from .measures import GAMES, Measure
from .rng import PLAYING, python_random

Player = TypeVar("Player")
Game = TypeVar("Game")

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
        """The names of the columns of rows."""
        ...

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What can be said of the facts, in the order in which people want to read it."""
        ...

    @property
    def score_range(self) -> tuple[int, int]:
        """The lowest and the highest score that the table "scores" has an entry for, seat by seat."""
        ...

    @property
    def about(self) -> dict[str, Any]:
        """What was played, for the record: game, players, temperaments, options."""
        ...

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Play the games first, first + 1 ... of a seed."""
        ...


#: The parts of a report.
OF_SCORES, OF_TURNS, OF_TRICKS, OF_DEALS = "scores", "turns", "tricks", "deals"

#: Facts that each of these games has: the scores of all seats added, their squares, the highest score less
#: the lowest, 1 if more than one side has the highest.
SHARED = ("score", "score_squares", "margin", "tied")
#: The facts of a seat: its score, its square, whether it is the highest (ties too), turns it took.
BY_SEAT = ("score", "score_squares", "best", "turns")


# Options


def read_words(words: Iterable[str], known: Mapping[str, str]) -> dict[str, str]:
    """Options by name, each with what stands behind its "="; the last word on an option counts.

    Raises UsageError for a word that is no option.

    >>> read_words(["Target=100"], {"target": "Play to so many points."})
    {'target': '100'}
    """
    found = {}
    for word in words:
        name, _, value = word.strip().lower().replace("_", "-").partition("=")
        if name not in known:
            raise UsageError(f"there is no option {quoted(name)}; {nearest(name, known)}")
        found[name] = value
    return found


def number(name: str, value: str, most: int, least: int = 1) -> int:
    """The whole number of an option. Raises UsageError for anything else, and for too large ones."""
    if not (
        value.isascii() and value.isdigit() and len(value) <= len(str(most)) and least <= int(value) <= most
    ):
        given = quoted(value) if value else "nothing"
        raise UsageError(f"{name} wants a number from {least} to {most}, such as {name}={least}, not {given}")
    return int(value)


def switch(name: str, value: str) -> bool:
    """Whether an option is on, as it is where nothing is said. Raises UsageError."""
    if value not in ("", "on", "off"):
        raise UsageError(f"{name} is on or off, not {quoted(value)}")
    return value != "off"


def choice(name: str, value: str, known: Iterable[str]) -> str:
    """One of the values of an option. Raises UsageError."""
    values = list(known)
    if value not in values:
        given = f"not {quoted(value)}; {nearest(value, values)}" if value else "and which is not said"
        raise UsageError(f"{name} is one of {', '.join(values)}, {given}")
    return value


def changed(options: object, plain: object, known: Iterable[str]) -> dict[str, Any]:
    """The options that differ from those of a game without any, by the names that people write."""
    values = {}
    for name in known:
        value, usual = (getattr(each, name.replace("-", "_")) for each in (options, plain))
        if value != usual:
            values[name] = value.value if isinstance(value, Enum) else value
    return values


@contextmanager
def refused() -> Iterator[None]:
    """What a game refuses is something that its user asked for: ValueError becomes UsageError."""
    try:
        yield
    except ValueError as error:
        raise UsageError(str(error)) from error


def verify_temperaments(names: Sequence[str], known: Iterable[str], players: int) -> None:
    """Raise UsageError for temperaments that there are not, or not for every seat."""
    kinds = list(known)
    for name in names:
        if name not in kinds:
            raise UsageError(f"no player is {quoted(name)}; {nearest(name, kinds)}")
    if len(names) != players:
        raise UsageError(f"{players} players want as many temperaments, not {len(names)}")


# Play


def about_of(
    game: str, temperaments: Sequence[str], options: object, plain: object, known: Iterable[str]
) -> dict[str, Any]:
    """Say what is played: options only where they differ from the game without any, see `changed`."""
    table = {"players": len(temperaments), "temperaments": list(temperaments)}
    return {"game": game, **table, "options": changed(options, plain, known)}


def players_of(
    temperaments: Sequence[str], makers: Mapping[str, Callable[[Random], Player]], seed: int, number: int
) -> list[Player]:
    """Make the players of one game; they share its chance."""
    chance = python_random(seed, number, PLAYING)
    return [makers[name](chance) for name in temperaments]


def chunk_of(
    games: Iterable[Game],
    sizes: Mapping[str, int],
    counted: Callable[[Game, dict[str, list[int]]], list[int]],
) -> Chunk:
    """Play games and count them. sizes: of the tables. counted: a game's facts; counts its tables as well."""
    tables = {name: [0] * size for name, size in sizes.items()}
    return Chunk([counted(game, tables) for game in games], tables)


# Facts


def fact_names(common: Sequence[str], players: int) -> tuple[str, ...]:
    """The names of all facts of a game: its own, those shared, then those of each seat."""
    return (*common, *SHARED, *(f"{name}_{seat}" for seat in range(players) for name in BY_SEAT))


def seat_facts(scores: Sequence[int], turns: Sequence[int], sides: int) -> list[int]:
    """SHARED, and BY_SEAT of all seats; partners have the same score, and there are so many sides."""
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


# Measures


def score_measures(
    seats: Sequence[str], players: int, begins: Literal["leads", "plays first"] | None = None
) -> Iterator[Measure]:
    """What is said of scores: of all, seat by seat, and what going first is worth.

    seats: how people call the seats (or sides, partners having one score), in order of play. begins: what the
    first seat does, where that is worth saying.
    """
    everybody = {GAMES: players}
    yield Measure("score", "score of a player", {"score": 1}, everybody, "points", part=OF_SCORES)
    yield _spread("spread", "spread of scores", "", everybody)
    yield Measure("margin", "winner over the last", {"margin": 1}, {GAMES: 1}, "points", part=OF_SCORES)
    for at, name in enumerate(seats):
        mean = {f"score_{at}": 1}
        yield Measure(f"score_{at + 1}", f"score of {name}", mean, {GAMES: 1}, "points", part=OF_SCORES)
        yield _spread(f"spread_{at + 1}", f"spread of {name}", f"_{at}", {GAMES: 1})
    for at, name in enumerate(seats):
        best = {f"best_{at}": 1}
        yield Measure(f"best_{at + 1}", f"{name} first, or tied", best, {GAMES: 1}, "share", part=OF_SCORES)
    if begins:
        others = range(1, len(seats))
        worth = {"score_0": len(others), **{f"score_{other}": -1 for other in others}}
        meaning = f"the score of whoever {begins}, less the mean of the others"
        yield Measure(
            "begin", "worth of going first", worth, {GAMES: len(others)}, "points", meaning, part=OF_SCORES
        )


def _spread(key: str, title: str, seat: str, under: Mapping[str, int]) -> Measure:
    squares, mean = {f"score_squares{seat}": 1}, {f"score{seat}": 1}
    return Measure(key, title, squares, under, "points", "standard deviation", mean=mean, part=OF_SCORES)
