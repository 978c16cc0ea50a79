"""Many rows under perfect play, as an experiment: whether going first matters, and what habits give away.

A row is a deal of Abstrac, or the first half of one of the 52-card game. Its value is what who plays first
leads by when both play as well as can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from ...experiment import Chunk
from ...measures import GAMES, Measure
from .. import example
from ..layout import START, Layout
from ..options import Kind, Options
from .engines import search_of
from .rows import shuffled
from .search import Ask, Search

#: Facts of a row: who wins it with best play, the lead of who plays first, its square and its size.
OF_VALUE = ("first", "even", "lead", "lead_squares", "size")
#: Facts of a row for each number of the source's "always": the lead of one who plays first and always takes
#: so many cards, or as many as may be taken, against best play, and whether that wins; the lead where both
#: always take so many, and whether the same player wins (or nobody) as with best play.
OF_HABIT = ("held", "held_first", "both", "both_same")
#: The parts of a report.
VALUE, HELD, BOTH = "best play of both", "the first by habit, the second at best", "both by habit"


@dataclass(frozen=True)
class PerfectPlay:
    """Shuffled rows, each solved."""

    options: Options
    engine: Literal["compiled", "reference"] = "reference"

    @property
    def facts(self) -> tuple[str, ...]:
        """The columns of rows."""
        habits = [f"{name}_{number}" for number in example.ALWAYS for name in OF_HABIT]
        return (*OF_VALUE, *habits)

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """What is said of the rows."""
        return (*_values(), *_held(), *_both())

    @property
    def score_range(self) -> tuple[int, int]:
        """There is no table of scores: leads are what is solved."""
        return 0, 0

    @property
    def about(self) -> dict[str, Any]:
        """What was solved."""
        kind = self.options.kind
        game = f"abstrac-{kind.value}" if kind in (Kind.UNFETTERED, Kind.FULL) else "abstrac"
        return {"game": game, "kind": kind.value, "players": 2, "temperaments": ["perfect"], "options": {}}

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Solve the rows first, first + 1 ... of a seed."""
        search = search_of(self.engine)
        return Chunk(
            [counted(shuffled(self.options, seed, at), search) for at in range(first, first + count)], {}
        )


def counted(layout: Layout, search: Search) -> list[int]:
    """The facts of a row."""
    lead = search(layout, START, Ask()).lead
    facts = [lead > 0, lead == 0, lead, lead * lead, abs(lead)]
    for number in example.ALWAYS:
        held = search(layout, START, Ask(habit=(number, 0))).lead
        both = search(layout, START, Ask(habit=(number, number))).lead
        facts += [held, held > 0, both, _sign(both) == _sign(lead)]
    return [int(fact) for fact in facts]


def _sign(lead: int) -> int:
    return (lead > 0) - (lead < 0)


def _values() -> Iterator[Measure]:
    rows, lead = {GAMES: 1}, {"lead": 1}
    second = {GAMES: 1, "first": -1, "even": -1}
    yield Measure("first", "won by who plays first", {"first": 1}, rows, "share", part=VALUE)
    yield Measure("even", "even", {"even": 1}, rows, "share", part=VALUE)
    yield Measure("second", "won by who plays second", second, rows, "share", part=VALUE)
    meaning = "its score less the other's"
    yield Measure("lead", "lead of who plays first", lead, rows, "points", meaning, part=VALUE)
    squares, deviation = {"lead_squares": 1}, "standard deviation"
    yield Measure("spread", "spread of that lead", squares, rows, "points", deviation, mean=lead, part=VALUE)
    meaning = "the non-dealer, who can see which is better"
    yield Measure("choice", "lead of who chooses", {"size": 1}, rows, "points", meaning, part=VALUE)


def _held() -> Iterator[Measure]:
    rows, meaning = {GAMES: 1}, "so many cards, or all that may be taken"
    for number in example.ALWAYS:
        lead, won = {f"held_{number}": 1}, {f"held_first_{number}": 1}
        always = f"always {number}"
        yield Measure(f"held_{number}", f"{always}: lead", lead, rows, "points", meaning, part=HELD)
        yield Measure(f"held_first_{number}", f"{always}: won", won, rows, "share", part=HELD)


def _both() -> Iterator[Measure]:
    rows, meaning = {GAMES: 1}, "as with best play, or nobody wins either way"
    for number in example.ALWAYS:
        lead, same = {f"both_{number}": 1}, {f"both_same_{number}": 1}
        always = f"both always {number}"
        yield Measure(f"both_{number}", f"{always}: lead", lead, rows, "points", part=BOTH)
        yield Measure(
            f"both_same_{number}", f"{always}: same winner", same, rows, "share", meaning, part=BOTH
        )
