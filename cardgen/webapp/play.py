"""Play games in the background, a few at first and then more and more, so that intervals shrink while the
page shows them.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path
from time import monotonic
from typing import Any

from yaml import YAMLError

from ..checks import examination
from ..errors import CardgenError, UsageError
from ..gaming.games import GAMES, experiment_of, name_of_game_to_play
from ..gaming.games.experiment import Experiment
from ..gaming.games.game import Setup
from ..gaming.lab.moments import GameTally
from ..gaming.lab.results import Results, result_rows
from ..gaming.lab.running import play_stretch
from ..gaming.lab.workers import LocalProcesses
from ..pack import library
from ..pack.model import Pack
from ..sandbox import child, untrusted

#: Always the same games, so that only the pack differs.
_SEED = 1
#: Number of games of the first answer, which the reference engine plays in a tenth of a second.
_FIRST = 6
#: Seconds of waiting for the compiled engine, which answers at once if it is loaded.
_SOON = 0.05
#: Seconds of play per stretch, the longest time that a newer request waits.
_STRETCH = 0.25
#: Number of games, or seconds, after which the intervals are narrow enough to see.
_MOST_GAMES, _LONGEST = 20_000, 30.0
#: The `nice` value of games, so that other work goes first.
_POLITE = 10
#: Maximum number of reported figures.
_MOST_ROWS = 40

Tell = Callable[[dict[str, Any]], None]


def game_choices(pack: Pack) -> list[dict[str, Any]]:
    """Return a record for each game of a pack: titles, temperaments, and whether compositions can be designed
    for it.
    """
    return [
        {
            "game": name,
            "title": GAMES[name].title,
            "temperaments": [
                each for each in GAMES[name].play().temperaments if each not in GAMES[name].play().slow
            ],
            "thinking": GAMES[name].play().suggested_player,
            # The opposed suits of the game, which can be balanced.
            "designs": GAMES[name].opposed is not None,
            **(_wish_choices(pack, name) if GAMES[name].opposed else {}),
        }
        for name in pack.games
    ]


def _wish_choices(pack: Pack, game: str) -> dict[str, Any]:
    """Return the possible targets of a design for a game: its measures, and its options with values that may
    vary.
    """
    play = GAMES[game].play()
    try:
        used: Mapping[str, Any] = getattr(experiment_of(pack, Setup(game)), "options_in_use", {})
    except CardgenError:
        used = {}
    in_use = {name.replace("_", "-"): value for name, value in used.items()}
    return {
        "measures": [[each.key, each.title] for each in play.measures()],
        "options": [
            [f"{name}{_varied_values(pack, game, name, in_use[name])}", f"{name}: {text}"]
            for name, text in play.options.items()
            if name in in_use
        ],
    }


def _varied_values(pack: Pack, game: str, name: str, value: object) -> str:
    """Return the values over which an option may vary, in the form of `--vary`, such as "=7-9".

    value: the present value. For a number, the values are the present one and its neighbours, if these can be
    played.
    """
    if isinstance(value, Enum):
        return f"={','.join(str(each.value) for each in type(value))}"
    if isinstance(value, int) and not isinstance(value, bool):
        near = [each for each in (value - 1, value + 1) if _can_be_played(pack, game, f"{name}={each}")]
        return f"={min(value, *near)}-{max(value, *near)}"
    return "" if isinstance(value, bool) else f"={value},"


def _can_be_played(pack: Pack, game: str, option: str) -> bool:
    """Tell whether a game of the pack can be played with an option, such as "hand=9"."""
    try:
        experiment_of(pack, Setup(game, options=(option,)))
    except CardgenError:
        return False
    return True


class GameProcesses:
    """Two processes that play games: one with the reference engine, one with the compiled engine.

    Loading the compiled engine takes a second, and compiling it half a minute; until then the reference
    engine plays. The page waits for the first games, so they run at normal priority; all others run at low
    priority.
    """

    def __init__(self, kind: Callable[[int], LocalProcesses]) -> None:
        """Prepare without starting a process. kind: returns a pool of a number of processes."""
        self.plain, self.compiled = kind(1), kind(1)

    def start(self) -> None:
        """Start both processes, so that the first games need not wait for them."""
        # If they cannot be started, the request for games reports it.
        with suppress(UsageError):
            self.plain.submit(_do_nothing)
            self.compiled.submit(_lower_priority)

    def make_ready(self, pack: Pack) -> None:
        """Let both processes load the engines for a pack's games."""
        with suppress(UsageError):
            self.plain.submit(_load_engine, pack, False)
            self.compiled.submit(_load_engine, pack, True)

    def close(self) -> None:
        """End both processes."""
        self.plain.close()
        self.compiled.close()


async def play_for_page(
    processes: GameProcesses, now: Pack, saved: Pack | None, setup: Setup, tell: Tell
) -> None:
    """Play games of a pack until enough is known, and report the results as they come in.

    saved: a pack to compare with, which plays the same games; None for none. tell: called with the results as
    data for the page, or with a problem. Ends when the task is cancelled.
    """
    try:
        setup = setup._replace(game=name_of_game_to_play(now, setup.game))
        reference = _experiments_to_compare(now, saved, setup._replace(engine=_first_engine(setup)))
        experiments = _experiments_to_compare(now, saved, setup)
    except CardgenError as error:
        tell({"problem": str(error)})
        return
    changed = changed_quantities(now, saved) if len(experiments) == 2 and saved else []
    # Packs that play alike are played once: only a colour was changed, or nothing yet.
    alike = len(experiments) == 2 and experiments[0] == experiments[1]
    if alike:
        reference, experiments = reference[:1], experiments[:1]
    # The compiled engine, which may take half a minute to load the first time.
    ready = processes.compiled.submit(_play_at_low_priority, experiments, _SEED, 0, 1)
    soon = monotonic() + _SOON
    while not ready.done() and monotonic() < soon:
        await asyncio.sleep(_SOON / 20)
    total, count, until = GameTally(), _FIRST, monotonic() + _LONGEST
    while total.games < _MOST_GAMES and monotonic() < until:
        future = (
            processes.compiled.submit(_play_at_low_priority, experiments, _SEED, total.games, count)
            if ready.done()
            else processes.plain.submit(play_stretch, reference, _SEED, total.games, count)
        )
        tally, seconds = await asyncio.wrap_future(future)
        total.add(tally)
        # The first stretches include one-time work, so the pace is trusted only gradually.
        count = max(1, min(int(count / max(seconds, 1e-6) * _STRETCH), 4 * count, _MOST_GAMES - total.games))
        names = ("now", "saved")[: len(experiments)]
        results = Results(names, experiments, total, _SEED, _MOST_GAMES)
        tell({**_results_record(results, alike), "changed": changed})


def load_if_playable(file: Path, trust: bool) -> Pack | None:
    """Read a pack file; return None if it has errors or names no game.

    trust: read it in this process, without limits.
    """
    if trust:
        return _load_if_playable(str(file))
    readable = untrusted.readable_entries(file.parent)
    about = (_load_if_playable, str(file))
    # The page that shows the pack reports its problems.
    with (
        suppress(CardgenError, OSError),
        child.child_messages(
            *about, limits=child.PACK, returns=examination.RECORDS, readable=readable
        ) as messages,
    ):
        found: Pack | None = next(value for kind, value in messages if kind == "done")
        if found is not None:
            examination.verify_pack(found)
        return found
    return None


def _load_if_playable(file: str) -> Pack | None:
    """Read a pack; return None if it has errors or names no game."""
    with suppress(CardgenError, YAMLError):
        # Do not read a pack without games any further: it may be long.
        if library.resolve(file).data.get("games"):
            return examination.load(file)
    return None


def _load_engine(pack: Pack, compiled: bool) -> None:
    """Play a game of each kind that a pack names, so that the engine is loaded."""
    if compiled:
        _lower_priority()
    with suppress(CardgenError):
        for name in pack.games:
            setup = Setup(name, temperaments=(GAMES[name].play().suggested_player,))
            setup = setup if compiled else setup._replace(engine=_first_engine(setup))
            play_stretch((experiment_of(pack, setup),), _SEED, 0, 1)


def _do_nothing() -> None:
    """Do nothing: a process that is to call this has to start."""


def _lower_priority() -> None:
    """Lower the priority of a worker process, so that drawing goes first."""
    if multiprocessing.parent_process() is not None and hasattr(os, "nice") and os.nice(0) < _POLITE:
        os.nice(_POLITE)


def _play_at_low_priority(*arguments: Any) -> tuple[GameTally, float]:
    """Play a stretch of games at low priority; return what play_stretch() returns."""
    _lower_priority()
    return play_stretch(*arguments)


def _first_engine(setup: Setup) -> Any:
    """Return the name of the engine for the first games: the one that needs no compiling."""
    return "reference" if GAMES[setup.game or ""].play().times_faster else "auto"


def _experiments_to_compare(now: Pack, saved: Pack | None, setup: Setup) -> tuple[Experiment, ...]:
    """Return the experiment of a pack, and that of the saved pack if it can play the same game."""
    packs = [now] if saved is None else [now, saved]
    found = [experiment_of(packs[0], setup)]
    for other in packs[1:]:
        try:
            experiment = experiment_of(other, setup)
        except CardgenError:
            continue
        if experiment.facts == found[0].facts:
            found.append(experiment)
    return tuple(found)


def changed_quantities(now: Pack, before: Pack) -> list[dict[str, Any]]:
    """Return the cards whose quantity differs between two packs, the largest difference first.

    Each is {"card": label, "before": number, "now": number}.
    """
    labels = {card.id: card.label for pack in (before, now) for card in pack.cards}
    counts = [{card.id: card.quantity for card in pack.cards} for pack in (before, now)]
    found = [
        {"card": label, "before": counts[0].get(key, 0), "now": counts[1].get(key, 0)}
        for key, label in labels.items()
        if counts[0].get(key, 0) != counts[1].get(key, 0)
    ]
    return sorted(found, key=lambda each: -abs(each["now"] - each["before"]))


def _results_record(results: Results, are_identical: bool) -> dict[str, Any]:
    """Return results as data for the page: the number of games, and a row for each measure.

    are_identical: whether the compared packs play identically, so that all differences are 0.
    """
    rows = []
    for row in result_rows(results)[:_MOST_ROWS]:
        value, low, high = row.estimate
        told: dict[str, Any] = {
            "part": row.part,
            "key": row.key,
            "title": row.title,
            "meaning": row.meaning,
            "unit": row.unit,
            "value": _number(value),
            "low": _number(low),
            "high": _number(high),
        }
        if len(results.names) > 1 and row.measure is not None:
            more, least, most = results.difference(row.measure, 1, 0)
            told["more"] = _number(more)
            told["sure"] = least is not None and most is not None and (least > 0 or most < 0)
        elif are_identical and row.measure is not None:
            told |= {"more": 0.0, "sure": False}
        rows.append(told)
    return {"games": results.tally.games, "most": _MOST_GAMES, "rows": rows}


def _number(value: float | None) -> float | None:
    """Return a number as a Python float; None for None."""
    return None if value is None else float(value)
