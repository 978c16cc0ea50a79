"""A group that plays at several tables, with two to six players: one experiment, whose every wish counts at
each table.

A game of the group is the game of that number at every table. A measure at a table has the number of players
behind its key: `attack@4`. So a design for a group meets its wishes where it meets them worst.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...games.experiment import Chunk, Experiment
from ...games.measures import GAMES, Measure
from .problem import AT_TABLE, DesignWish


@dataclass(frozen=True)
class GroupTables:
    """Tables with different numbers of players, which play the same game by number."""

    tables: tuple[Experiment, ...]

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """Return the names of the facts of all tables, each with its number of players."""
        return tuple(
            f"{fact}{AT_TABLE}{_number_of_seats(table)}" for table in self.tables for fact in table.facts
        )

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """Return the definitions of each table's measures; their keys end with its number of players."""
        return tuple(
            _measure_at_table(each, _number_of_seats(table))
            for table in self.tables
            for each in table.measures
        )

    @property
    def score_range(self) -> tuple[int, int]:
        """Return an empty range: there is no table of scores."""
        return 0, 0

    @property
    def setup_record(self) -> dict[str, Any]:
        """Return the game, its options and the players of each table as data for JSON."""
        abouts = [each.setup_record for each in self.tables]
        names = list(dict.fromkeys(name for each in abouts for name in each["temperaments"]))
        return {
            **abouts[0],
            "players": ", ".join(str(each["players"]) for each in abouts),
            "temperaments": names,
        }

    @property
    def engine(self) -> str:
        """Return the requested engine."""
        return str(getattr(self.tables[0], "engine", "auto"))

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        """Play `count` games of a seed at every table, and return their facts side by side."""
        rows = [each.play_chunk(seed, first, count).rows for each in self.tables]
        if all(hasattr(each, "shape") for each in rows):
            import numpy as np

            return Chunk(np.hstack(rows), {})
        return Chunk([[fact for row in game for fact in row] for game in zip(*rows, strict=True)], {})


def _number_of_seats(table: Experiment) -> int:
    """Return the number of players at a table."""
    return int(table.setup_record["players"])


def _measure_at_table(measure: Measure, seats: int) -> Measure:
    """Return a measure of one table as a measure of the group, with the number of players after its key."""

    def with_seats(facts: Mapping[str, int]) -> dict[str, int]:
        return {
            fact if fact == GAMES else f"{fact}{AT_TABLE}{seats}": factor for fact, factor in facts.items()
        }

    return measure._replace(
        key=f"{measure.key}{AT_TABLE}{seats}",
        title=f"{measure.title}, {seats} players",
        over=with_seats(measure.over),
        under=with_seats(measure.under),
        mean=None if measure.mean is None else with_seats(measure.mean),
    )


def wishes_at_tables(wishes: Sequence[DesignWish], group: GroupTables) -> tuple[DesignWish, ...]:
    """Return the wishes for each table that has their measures."""
    return tuple(_wishes_at_tables(wishes, group))


def _wishes_at_tables(wishes: Sequence[DesignWish], group: GroupTables) -> Iterator[DesignWish]:
    """Yield a copy of each wish for each table that has its measure."""
    known = {each.key for each in group.measures}
    for wish in wishes:
        for table in group.tables:
            key = f"{wish.key}{AT_TABLE}{_number_of_seats(table)}"
            if key in known:
                yield replace(wish, key=key)


def wishes_without_tables(wishes: Sequence[DesignWish]) -> tuple[DesignWish, ...]:
    """Return the wishes as the user stated them: one for each measure, without copies for further tables."""
    return tuple(dict.fromkeys(replace(wish, key=wish.key.partition(AT_TABLE)[0]) for wish in wishes))
