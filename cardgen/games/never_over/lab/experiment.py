"""NEVER OVER as an experiment: a table, a temperament for each seat, and the engine that plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal

from ....errors import UsageError
from ....units import nearest, quoted
from ...experiment import Chunk
from ...measures import Measure, fair
from ..options import Options
from ..policies import TEMPERAMENTS
from ..table import Table
from .facts import fact_names
from .measures import measures_of

Engine = Literal["auto", "compiled", "reference"]


@dataclass(frozen=True)
class NeverOver:
    """Games at one table. Raises UsageError for temperaments that there are not, or not for every seat.

    engine: "auto" takes the compiled one where it is installed and can play this pack.
    """

    table: Table
    #: The temperament of every seat.
    temperaments: tuple[str, ...]
    engine: Engine = "auto"

    def __post_init__(self) -> None:
        for name in self.temperaments:
            if name not in TEMPERAMENTS:
                raise UsageError(f"no player is {quoted(name)}; {nearest(name, TEMPERAMENTS)}")
        if len(self.temperaments) != self.table.players:
            raise UsageError(
                f"{self.table.players} players want as many temperaments, not {len(self.temperaments)}"
            )

    @property
    def facts(self) -> tuple[str, ...]:
        """The columns of rows: see `facts`."""
        return fact_names(self.table.players)

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """What is said of a table of so many players."""
        return fair(measures_of(self.table), self.temperaments)

    @property
    def score_range(self) -> tuple[int, int]:
        """From all red points below zero to all green ones."""
        cards = self.table.cards
        return -cards.total(green=False)[1], cards.total(green=True)[1]

    @property
    def about(self) -> dict[str, Any]:
        """What is played: options only where they differ from the game without any."""
        plain, options = Options(), self.table.options
        changed = {
            each.name.replace("_", "-"): getattr(options, each.name)
            for each in fields(options)
            if getattr(options, each.name) != getattr(plain, each.name)
        }
        return {
            "game": "never-over",
            "players": self.table.players,
            "temperaments": list(self.temperaments),
            "options": changed,
        }

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Play some games by their numbers."""
        if self.compiled:
            from .compiled import play
        else:
            from .reference import play
        return play(self.table, self.temperaments, seed, first, count)

    @cached_property
    def compiled(self) -> bool:
        """Whether the compiled engine plays. Raises UsageError where it is asked for and cannot."""
        if self.engine == "reference":
            return False
        from .engines import why_not_compiled

        why_not = why_not_compiled(self.table)
        if self.engine == "compiled" and why_not:
            raise UsageError(why_not)
        return why_not is None


def seated(names: Sequence[str], players: int) -> tuple[str, ...]:
    """A temperament for every seat: one name for all, or one a seat. Raises UsageError."""
    if len(names) == 1:
        return (names[0],) * players
    if len(names) != players:
        raise UsageError(
            f"give one temperament for all, or one for each of the {players} players, not {len(names)}"
        )
    return tuple(names)
