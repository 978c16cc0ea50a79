"""Check the source's two rules on how a pack plays, and print docs/attack-and-defence.md's tables.

    python docs/attack_and_defence.py [games]
    python docs/attack_and_defence.py --experts [games [players ...]]

The first rule: more green against red favours attack, less favours defence. The second: more high red
against low red favours attack, less favours defence. A family of packs is made for each, all of 55 cards, of
which only the one thing changes from the first to the last. Every pack plays the same games by number.

Most numbers of cards cannot be shared out in the published proportions. So such a pack stands for several,
which differ by a card here and there and have the proportions on average; each plays its part of the games.

Experts take a second or two for a game. So they play the first, the middle and the last pack of each family
only, and fewer games.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import floor
from typing import Any, NamedTuple

import numpy as np

from cardgen.gaming.games.experiment import Chunk
from cardgen.gaming.games.measures import Estimate, Measure
from cardgen.gaming.games.never_over.cards import Cards
from cardgen.gaming.games.never_over.experiment import NeverOverExperiment
from cardgen.gaming.games.never_over.players import TEMPERAMENTS
from cardgen.gaming.games.never_over.table import table_for
from cardgen.gaming.lab.results import Results
from cardgen.gaming.lab.running import play_games
from cardgen.gaming.lab.workers import start_workers

GREEN, RED = {1: 13, 2: 11, 3: 9, 4: 7}, {0: 1, 1: 2, 2: 3, 3: 4, 4: 5}
CARDS = sum(GREEN.values()) + sum(RED.values())
PLAYERS = (2, 4, 6)
GAMES, SEED = 24_000, 2012
#: So many packs are there for one whose proportions are not whole numbers, each with so many games in a row.
ROUNDINGS, IN_A_ROW = 120, 100
#: Games of experts, and the step between their roundings, so that few games meet an even choice of them.
EXPERT_GAMES, EXPERT_PLAYERS, STEP = 100, (2, 4, 6, 3, 5), 47


class Family(NamedTuple):
    """Packs from the most defensive to the most offensive by one of the rules; each in all its roundings."""

    rule: str
    packs: dict[str, list[Cards]]


@dataclass(frozen=True)
class Roundings:
    """A table whose games are played with one rounding of a pack after the other, by the games' numbers."""

    tables: tuple[NeverOverExperiment, ...]
    #: Games in a row with each rounding, and how many roundings on the next one is.
    in_a_row: int = IN_A_ROW
    step: int = 1

    @property
    def facts(self) -> tuple[str, ...]:
        """Those of any of the tables."""
        return self.tables[0].facts

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Those of any of the tables; all that are asked for have the same factors for each."""
        return self.tables[0].measures

    @property
    def score_range(self) -> tuple[int, int]:
        """Nothing: no table of scores is kept."""
        return 0, 0

    @property
    def setup_record(self) -> dict[str, Any]:
        """Who plays."""
        return self.tables[0].setup_record

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        """Play games; each rounding has so many in a row."""
        rows = []
        while count:
            some = min(count, self.in_a_row - first % self.in_a_row)
            table = self.tables[first // self.in_a_row * self.step % len(self.tables)]
            rows.append(_array(table.play_chunk(seed, first, some).rows))
            first, count = first + some, count - some
        return Chunk(np.concatenate(rows), {})


def _array(rows: Any) -> Any:
    return np.asarray(rows, np.int64)


def shared_out(total: int, shape: Mapping[int, int], at: float) -> dict[int, int]:
    """So many cards in the proportions of a shape, rounded up here and down there.

    Over all values of `at` from 0 to 1 the mean of each quantity is exact (systematic sampling: Cochran,
    "Sampling Techniques", 1977, chapter 8).
    """
    reached = [
        floor(total * each / sum(shape.values()) + at) for each in accumulate(shape.values(), initial=0)
    ]
    return {kind: upto - before for kind, (before, upto) in zip(shape, pairwise(reached), strict=True)}


def more_green() -> Family:
    """All of 55 cards, in the published proportions within each colour."""
    packs = {}
    for reds in (25, 20, 15, 12, 9):
        # Green and red are rounded in turns of their own, so that neither goes with the other.
        offsets = [
            ((each + 0.5) / ROUNDINGS, (each * 49 % ROUNDINGS + 0.5) / ROUNDINGS) for each in range(ROUNDINGS)
        ]
        packs[f"{CARDS - reds} : {reds}"] = [
            Cards.from_quantities(shared_out(CARDS - reds, GREEN, green), shared_out(reds, RED, red))
            for green, red in offsets
        ]
    return Family("green cards : red cards", packs)


def higher_red() -> Family:
    """40 green cards as published; of 15 red ones more and more are high. From ≤0 to ≤4."""
    shapes = ((5, 4, 3, 2, 1), (3, 3, 3, 3, 3), (1, 2, 3, 4, 5), (1, 1, 2, 4, 7), (1, 1, 1, 2, 10))
    packs = {
        " ".join(map(str, shape)): [Cards.from_quantities(GREEN, dict(enumerate(shape)))] for shape in shapes
    }
    return Family("reds from ≤0 to ≤4", packs)


def measured(family: Family, players: int, temperament: str, games: int) -> Results:
    """The packs of a family, side by side over the same games."""
    experiments = tuple(
        Roundings(
            tuple(
                NeverOverExperiment(table_for(each, players), (temperament,) * players) for each in roundings
            )
        )
        for roundings in family.packs.values()
    )
    with start_workers(None, None) as pool:
        tally = play_games(experiments, SEED, games, pool)
    return Results(tuple(family.packs), experiments, tally, SEED, games)


def experts(players: int, games: int) -> Iterator[str]:
    """A line for each of five packs, played by experts, and one for each change from pack to pack."""
    green, red = more_green().packs, higher_red().packs
    # The published pack is the middle one of both families.
    packs = dict([*list(green.items())[::2], *list(red.items())[::4]])
    tables = tuple(
        Roundings(
            tuple(NeverOverExperiment(table_for(each, players), ("expert",) * players) for each in roundings),
            in_a_row=1,
            step=STEP,
        )
        for roundings in packs.values()
    )
    names = tuple(packs)
    results = Results(names, tables, play_games(tables, SEED, games), SEED, games)
    for at, name in enumerate(names):
        told = (between(results.estimate(key, at)) for key in ("attack", "defence", "score"))
        yield f"| {players} | {name} | {' | '.join(told)} | {results.tally.games} |"
    for one, other in ((0, 1), (1, 2), (0, 2), (3, 1), (1, 4), (3, 4)):
        gaps = (said(results.difference(key, one, other)) for key in ("attack", "defence", "score"))
        yield f"| {players} | {names[one]} → {names[other]} | {' | '.join(gaps)} | {results.tally.games} |"


def between(found: Estimate) -> str:
    """A value with its interval."""
    if found.value is None:
        return "-"
    if found.low is None or found.high is None:
        return f"{found.value:.1f}"
    return f"{found.value:.1f} ({found.low:.1f} to {found.high:.1f})"


def lines(family: Family, games: int) -> Iterator[Sequence[str]]:
    """A line for each temperament and number of players: both indices of each pack, and the rule."""
    for temperament in TEMPERAMENTS:
        for players in PLAYERS:
            results = measured(family, players, temperament, games)
            packs = range(len(family.packs))
            cells = [f"{value(results, 'attack', at)} / {value(results, 'defence', at)}" for at in packs]
            gaps = [said(results.difference(index, 0, packs[-1])) for index in ("attack", "defence")]
            scores = f"{value(results, 'score', 0)} → {value(results, 'score', packs[-1])}"
            yield temperament, str(players), *cells, *gaps, verdict(results), scores


def value(results: Results, key: str, at: int) -> str:
    """A measure of a pack."""
    found = results.estimate(key, at).value
    return "-" if found is None else f"{found:.1f}"


def said(gap: Estimate) -> str:
    """A difference with its half interval."""
    if gap.value is None or gap.low is None or gap.high is None:
        return "-"
    return f"{gap.value:+.1f} ± {(gap.high - gap.low) / 2:.1f}".replace("-", "−")


def verdict(results: Results) -> str:
    """At how many steps from pack to pack the rule holds beyond chance, for attack up or for defence down."""
    steps = range(len(results.names) - 1)
    held = against = 0
    for at in steps:
        up, down = results.difference("attack", at, at + 1), results.difference("defence", at, at + 1)
        held += above(up, 1) and above(down, -1)
        against += above(up, -1) or above(down, 1)
    if held == len(steps):
        return "holds"
    if against == len(steps):
        return "the opposite"
    return f"{held} of {len(steps)} steps" + (f", {against} against" if against else "")


def above(gap: Estimate, sign: int) -> bool:
    """Whether a difference is beyond chance on this side of zero."""
    if gap.low is None or gap.high is None:
        return False
    return gap.low > 0 if sign > 0 else gap.high < 0


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="?", type=int)
    parser.add_argument("players", nargs="*", type=int)
    parser.add_argument("--experts", action="store_true")
    asked = parser.parse_args()
    if asked.experts:
        games, players = asked.games or EXPERT_GAMES, asked.players
        print("| players | pack | attack | defence | score of a player | games |\n|---|---|---|---|---|---|")
        for count in players or EXPERT_PLAYERS:
            for each in experts(count, games):
                print(each, flush=True)
        return
    games = asked.games or GAMES
    for family in (more_green(), higher_red()):
        ends = ("change in attack", "change in defence", "the rule", "score of a player")
        heads = ("temperament", "players", *family.packs, *ends)
        print(f"\n### {family.rule}\n\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
        for line in lines(family, games):
            print(f"| {' | '.join(line)} |", flush=True)


if __name__ == "__main__":
    main()
