"""How often `design` finds what is known to be there: planted designs of 3 to 5 cards.

python tests/benchmarks/designs.py [DESIGNS [MOST_GAMES [FIRST]]]

Each planted design exchanges 3, 4 or 5 cards of the published pack, at random. What it measures on games of
its own is wished for, of the two measures that it changes most; the search begins from the published pack.
Printed for each: cards exchanged in the planted design and in the best one found, whether the wishes are met
on fresh games, the games that the search took, and seconds of a core. With the defaults 20 of 20 were met, in
19 seconds on average and 30 at most, on a loaded machine.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Any

from timing import arguments

from cardgen.gaming.games.never_over.cards import Cards
from cardgen.gaming.games.never_over.experiment import NeverOverExperiment
from cardgen.gaming.games.never_over.options import NeverOverOptions
from cardgen.gaming.games.never_over.table import table_for
from cardgen.gaming.lab.design.holdout import judge_by_fresh_games, play_fresh_games
from cardgen.gaming.lab.design.problem import DesignProblem, read_wishes
from cardgen.gaming.lab.design.search import search
from cardgen.gaming.lab.design.search_space import Composition, SearchSpace, make_search_space
from cardgen.gaming.lab.design.variants import cards_of_composition
from cardgen.gaming.lab.moments import GameTally
from cardgen.gaming.lab.results import Results
from cardgen.gaming.lab.running import play_games

PLAYERS = 4
CARDS = Cards.from_quantities({4: 7, 3: 9, 2: 11, 1: 13}, {4: 5, 3: 4, 2: 3, 1: 2, 0: 1})
#: The measures that are wished for: two of them, those that the planted design changes most.
KEYS = ("attack", "turns", "spread", "margin", "taking")
#: Games by which a planted design is measured, and fresh games by which a found one is.
MEASURED, FRESH, SEED = 100_000, 50_000, 77


def table(composition: Composition) -> NeverOverExperiment:
    """A table of careful players with a composition."""
    cards = table_for(cards_of_composition(composition), PLAYERS, NeverOverOptions())
    return NeverOverExperiment(cards, ("careful",) * PLAYERS, "compiled")


def planted(space: SearchSpace, number: int) -> Composition:
    """A composition that exchanges 3, 4 or 5 cards."""
    chances, wanted = Random(number), 3 + number % 3
    at = space.base
    while space.count_changed_cards(at) < wanted:
        at = chances.choice(space.neighbours([at]))
    return at


def play(tables: Sequence[Any], seed: int, first: int, count: int) -> GameTally:
    return play_games(tables, seed, count, first=first)


def wished(base: Composition, composition: Composition) -> list[tuple[str, str]]:
    """What the composition has of the two measures that it changes most, in standard errors."""
    tables = tuple(map(table, (base, composition)))
    results = Results(("", ""), tables, play(tables, SEED, 0, MEASURED), SEED, MEASURED)
    found = []
    for key in KEYS:
        _, low, high = difference = results.difference(key, 0, 1)
        value = results.estimate(key, 1).value or 0.0
        part = abs(difference.value or 0.0) / max(1e-9, (high or 0.0) - (low or 0.0))
        written = f"{100 * value:.3f}%" if results.measure(key).unit == "share" else f"{value:.3f}"
        found.append((part, key, written))
    return [(key, written) for _, key, written in sorted(found)[-2:]]


def main(count: int, most: int, first: int) -> None:
    space, met, spent = make_search_space(CARDS), 0, []
    print(f"{count} planted designs, {most:,} games each at most\n")
    for number in range(first, first + count):
        composition = planted(space, number)
        wants = wished(space.base, composition)
        wishes = read_wishes(wants, table(space.base).measures)
        problem = DesignProblem(space, wishes, table, table(space.base).setup_record, best=1, most=most)
        began = time.process_time()
        state, found = search(problem, play)
        spent.append(time.process_time() - began)
        word, changed, games = "none", 0, state.spent if state else 0
        if found.best:
            fresh = play_fresh_games(
                problem, found.best, ("base", "found"), FRESH, lambda t, s, n: play(t, s, 0, n)
            )
            [best] = judge_by_fresh_games(problem, found.best, fresh)
            met += best.is_met
            word, changed = "met" if best.is_met else "missed", best.changed
        told = ", ".join(f"{key} {target}" for key, target in wants)
        print(
            f"{number:3}  {space.count_changed_cards(composition)} cards planted, {changed} found: {word:6} "
            f"{games:>9,} games {spent[-1]:6.1f} s   {told}",
            flush=True,
        )
    print(
        f"\n{met} of {count} met; {sum(spent) / count:.0f} s of a core on average, {max(spent):.0f} at most"
    )


if __name__ == "__main__":
    main(*arguments(__doc__, designs=20, most_games=1_000_000, first=0))
