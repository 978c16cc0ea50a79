"""Many rows under perfect play, as an experiment: whether going first matters, and what habits give away.

A row is a deal of Abstrac, or the first half of one of the 52-card game. Its value is what who plays first
leads by when both play as well as can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from ..experiment import Chunk
from ..measures import GAMES, Measure, part_of, spread_of
from .layout import START, Layout
from .options import AbstracOptions
from .rows import ALWAYS, shuffled
from .search import Ask, Search
from .solving import search_of

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
    """Shuffled rows of one kind of game, each solved by one of the engines."""

    options: AbstracOptions
    engine: Literal["compiled", "reference"] = "reference"

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the columns of rows."""
        habits = [f"{name}_{number}" for number in ALWAYS for name in OF_HABIT]
        return (*OF_VALUE, *habits)

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """Return what is said of the rows."""
        return tuple(_measures())

    @property
    def score_range(self) -> tuple[int, int]:
        """Return nothing: leads are what is solved, and there is no table of scores."""
        return 0, 0

    @property
    def about(self) -> dict[str, Any]:
        """Return what was solved."""
        kind = self.options.kind.value
        return {
            "game": self.options.game,
            "kind": kind,
            "players": 2,
            "temperaments": ["perfect"],
            "options": {},
        }

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Solve the rows first, first + 1 ... of a seed."""
        search = search_of(self.engine)
        return Chunk(
            [counted(shuffled(self.options, seed, at), search) for at in range(first, first + count)], {}
        )


def counted(layout: Layout, search: Search) -> list[int]:
    """Work out the facts of a row."""
    lead = search(layout, START, Ask()).lead
    facts = [lead > 0, lead == 0, lead, lead * lead, abs(lead)]
    for number in ALWAYS:
        held = search(layout, START, Ask(habit=(number, 0))).lead
        both = search(layout, START, Ask(habit=(number, number))).lead
        facts += [held, held > 0, both, (both > 0, both < 0) == (lead > 0, lead < 0)]
    return [int(fact) for fact in facts]


def _measures() -> Iterator[Measure]:
    second, size = {GAMES: 1, "first": -1, "even": -1}, "the non-dealer, who can see which is better"
    yield from part_of(
        VALUE,
        ("first", "won by who plays first", "first", GAMES, "share"),
        ("even", "even", "even", GAMES, "share"),
        ("second", "won by who plays second", second, GAMES, "share"),
        ("lead", "lead of who plays first", "lead", GAMES, "points", "its score less the other's"),
    )
    yield spread_of(VALUE, "spread", "spread of that lead", "lead_squares", "lead", GAMES)
    yield from part_of(VALUE, ("choice", "lead of who chooses", "size", GAMES, "points", size))
    habit, same = "so many cards, or all that may be taken", "as with best play, or nobody wins either way"
    for number in ALWAYS:
        held, won, always = f"held_{number}", f"held_first_{number}", f"always {number}"
        yield from part_of(
            HELD,
            (held, f"{always}: lead", held, GAMES, "points", habit),
            (won, f"{always}: won", won, GAMES, "share"),
        )
    for number in ALWAYS:
        both, alike, always = f"both_{number}", f"both_same_{number}", f"both always {number}"
        yield from part_of(
            BOTH,
            (both, f"{always}: lead", both, GAMES, "points"),
            (alike, f"{always}: same winner", alike, GAMES, "share", same),
        )
