"""What can be simulated: anything that plays games by their numbers and tells facts of each.

A fact is a whole number a game, such as the turns it took. An experiment is sent to workers, so it can be
pickled, and says the same whoever plays: `play(seed, first, count)` depends on nothing but these and itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from .measures import Measure

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
