"""How fast the lab plays: NEVER OVER's engines against each other, two cores against one, and a peer.

python tests/benchmarks/lab.py [RUNS]

Turns a second of a core's own time, the best of some runs in one process, so that ratios are of the same
machine at the same time. The peer is OpenSpiel (pip install open_spiel): its hearts at random, a game of 4
players and 52 cards. Where it is not installed, a figure recorded on the machine of the README is taken, and
said to be so.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from timing import arguments, run

from cardgen.gaming.games.never_over import compiled, reference
from cardgen.gaming.games.never_over.cards import Cards
from cardgen.gaming.games.never_over.players import TEMPERAMENTS
from cardgen.gaming.games.never_over.table import GameTable

(RUNS,) = arguments(__doc__, runs=9)
TABLE = GameTable(Cards.from_quantities({4: 7, 3: 9, 2: 11, 1: 13}, {4: 5, 3: 4, 2: 3, 1: 2, 0: 1}), 4)
#: Turns a second, in millions: OpenSpiel 1.6's hearts, recorded.
RECORDED = 0.40
#: Games a run: about as long in each engine.
GAMES = {compiled: 20_000, reference: 200}


def turns(engine: object, name: str, first: int = 0, games: int = 0) -> int:
    """Play some games; their turns."""
    rows = engine.play_chunk(TABLE, (name,) * 4, 1, first, games or GAMES[engine]).rows  # type: ignore[attr-defined,index]
    return sum(row[0] for row in rows) if isinstance(rows, list) else int(rows[:, 0].sum())


def rate(work: Callable[[], int]) -> float:
    """Millions of turns a second, the best of some runs."""
    best = 0.0
    for _ in range(RUNS):
        began = time.process_time()
        done = work()
        best = max(best, done / (time.process_time() - began) / 1e6)
    return best


def stretch(first: int) -> int:
    """What one process plays of a longer run."""
    return turns(compiled, "random", first, 400_000)


def cores() -> float:
    """How many times faster two processes on two cores are than one."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(stretch, (0, 0)))
        alone, both = [], []
        for _ in range(RUNS):
            for workers, seconds in ((1, alone), (2, both)):
                began = time.perf_counter()
                list(pool.map(stretch, range(workers)))
                seconds.append((time.perf_counter() - began) / workers)
    return min(alone) / min(both)


def hearts() -> tuple[float, str]:
    """OpenSpiel's random hearts, in millions of turns a second, and where that is from."""
    try:
        import pyspiel
    except ImportError:
        return RECORDED, "OpenSpiel's hearts, recorded"
    game, chance = pyspiel.load_game("hearts"), random.Random(1)

    def games() -> int:
        count = 0
        for _ in range(50):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(chance.choice(state.chance_outcomes())[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                    count += 1
        return count

    return rate(games), "OpenSpiel's hearts, measured"


def limit(name: str, figure: float, least: float, unit: str = "") -> None:
    """A row of what has a limit."""
    print(f"{name:44}{figure:10.2f} {unit:10}{'at least':>9} {least:g}")


def main() -> None:
    print(f"{'million turns a second a core':32}{'compiled':>10}{'reference':>11}{'ratio':>8}")
    for name in TEMPERAMENTS:
        turns(compiled, name, games=1)
        fast, slow = (rate(lambda e=engine, n=name: turns(e, n)) for engine in (compiled, reference))
        print(f"{name:32}{fast:10.2f}{slow:11.3f}{fast / slow:7.0f}x")
        if name == "random":
            plain = (fast, slow)
    peer, where = hearts()
    print(f"{where:32}{peer:10.2f}")
    print()
    limit("compiled, random", plain[0], 15, "million")
    limit("reference, random", plain[1], 0.15, "million")
    limit("compiled over OpenSpiel's hearts", plain[0] / peer, 35, "times")
    limit("two processes over one", cores(), 1.8, "times")
    program = str(Path(sys.executable).parent / "cardgen")
    command = [program, "simulate", "never-over", "--games", "100000", "--workers", "1"]
    run(command)
    seconds = statistics.median(run(command)[0] for _ in range(RUNS))
    print(f"{'100,000 games simulated, whole command':44}{seconds:10.2f} {'seconds':10}{'at most':>9} 2")
    kept = compiled.compiled_engine(True).stats.cache_path
    print(f"compiled code is kept in {kept}" if kept else "compiled code cannot be kept here")


if __name__ == "__main__":
    main()
