"""Games in the background: first a few at once, then more and more, with intervals that shrink."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from yaml import YAMLError

from ..checks import examination
from ..errors import CardgenError, UsageError
from ..gaming.games import GAMES, chosen_game, experiment_of
from ..gaming.games.experiment import Experiment
from ..gaming.games.game import Setup
from ..gaming.lab.moments import GameTally
from ..gaming.lab.results import Results, result_rows
from ..gaming.lab.running import play_stretch
from ..gaming.lab.workers import LocalProcesses
from ..pack import library
from ..pack.model import Pack
from ..sandbox import child, untrusted

#: Always the same games, so that what differs is the pack.
_SEED = 1
#: Games of the first answer, which the reference engine plays in a tenth of a second.
_FIRST = 6
#: Seconds that the compiled engine is waited for: it answers at once where it has been made ready before.
_SOON = 0.05
#: Seconds that a stretch of games is to take, so that a newer wish waits no longer.
_STRETCH = 0.25
#: After so many games, or seconds, the intervals are narrow enough for the eye.
_MOST_GAMES, _LONGEST = 20_000, 30.0
#: How far games stand back behind other work, as `nice` counts it.
_POLITE = 10
#: The most figures that are told.
_MOST_ROWS = 40

Tell = Callable[[dict[str, Any]], None]


def choices(pack: Pack) -> list[dict[str, Any]]:
    """List the games that can be played with a pack, each with its temperaments."""
    return [
        {
            "game": name,
            "title": GAMES[name].title,
            "temperaments": list(GAMES[name].play().temperaments),
            "thinking": GAMES[name].play().thinking,
            # What is won and what stands against it can be weighed against each other.
            "designs": GAMES[name].opposed is not None,
        }
        for name in pack.games
    ]


class Players:
    """Processes that play: one with the engine that needs nothing, one with the compiled one.

    The compiled engine takes a second to load, and half a minute where it has never been: meanwhile the other
    plays. The first games are waited for, so that they do not stand back behind other work; all others do.
    """

    def __init__(self, kind: Callable[[int], LocalProcesses]) -> None:
        """Begin; no process is started yet. kind: makes processes, so many of them."""
        self.plain, self.compiled = kind(1), kind(1)

    def start(self) -> None:
        """Start the processes, so that the first games need not wait for them."""
        # Where they cannot be had, that is said when games are asked for.
        with suppress(UsageError):
            self.plain.submit(_begun)
            self.compiled.submit(_behind)

    def make_ready(self, pack: Pack) -> None:
        """Load what playing this pack takes."""
        with suppress(UsageError):
            self.plain.submit(_ready, pack, False)
            self.compiled.submit(_ready, pack, True)

    def close(self) -> None:
        """End the processes."""
        self.plain.close()
        self.compiled.close()


async def play(players: Players, now: Pack, saved: Pack | None, setup: Setup, tell: Tell) -> None:
    """Play until enough is known, and tell how far it is; ends when the task is cancelled.

    saved: the pack to compare with, which plays the very same games. tell: takes what stands for people.
    """
    try:
        setup = setup._replace(game=chosen_game(now, setup.game))
        reference = _experiments(now, saved, setup._replace(engine=_engine(setup)))
        experiments = _experiments(now, saved, setup)
    except CardgenError as error:
        tell({"problem": str(error)})
        return
    # What plays alike is played once: a colour that was changed, or nothing yet.
    alike = len(experiments) == 2 and experiments[0] == experiments[1]
    if alike:
        reference, experiments = reference[:1], experiments[:1]
    # Made ready meanwhile, which may take half a minute the first time.
    ready = players.compiled.submit(_politely, experiments, _SEED, 0, 1)
    soon = monotonic() + _SOON
    while not ready.done() and monotonic() < soon:
        await asyncio.sleep(_SOON / 20)
    total, count, until = GameTally(), _FIRST, monotonic() + _LONGEST
    while total.games < _MOST_GAMES and monotonic() < until:
        future = (
            players.compiled.submit(_politely, experiments, _SEED, total.games, count)
            if ready.done()
            else players.plain.submit(play_stretch, reference, _SEED, total.games, count)
        )
        tally, seconds = await asyncio.wrap_future(future)
        total.add(tally)
        # The first stretches hold what is done once, so the pace is only believed a little at a time.
        count = max(1, min(int(count / max(seconds, 1e-6) * _STRETCH), 4 * count, _MOST_GAMES - total.games))
        names = ("now", "saved")[: len(experiments)]
        tell(_told(Results(names, experiments, total, _SEED, _MOST_GAMES), alike))


def playable(file: Path, trust: bool) -> Pack | None:
    """Return a sound pack that has games, None for any other. trust: read it in this process."""
    if trust:
        return _playable(str(file))
    readable = untrusted.readable_entries(file.parent)
    about = (_playable, str(file))
    # What is wrong with the pack is told where it is seen.
    with (
        suppress(CardgenError, OSError),
        child.conversation(
            *about, limits=child.PACK, returns=examination.RECORDS, readable=readable
        ) as messages,
    ):
        found: Pack | None = next(value for kind, value in messages if kind == "done")
        if found is not None:
            examination.verify_pack(found)
        return found
    return None


def _playable(file: str) -> Pack | None:
    with suppress(CardgenError, YAMLError):
        # Not read any further where there is nothing to play: it may be long.
        if library.resolve(file).data.get("games"):
            return examination.load(file)
    return None


def _ready(pack: Pack, compiled: bool) -> None:
    """Play a game of each kind that a pack is for: so all is loaded that this takes."""
    if compiled:
        _behind()
    with suppress(CardgenError):
        for name in pack.games:
            setup = Setup(name, temperaments=(GAMES[name].play().thinking,))
            setup = setup if compiled else setup._replace(engine=_engine(setup))
            play_stretch((experiment_of(pack, setup),), _SEED, 0, 1)


def _begun() -> None:
    """Do nothing: the process is there."""


def _behind() -> None:
    """Let whatever is drawn meanwhile go first."""
    if multiprocessing.parent_process() is not None and hasattr(os, "nice") and os.nice(0) < _POLITE:
        os.nice(_POLITE)


def _politely(*arguments: Any) -> tuple[GameTally, float]:
    """Play a stretch of games, behind whatever is drawn meanwhile."""
    _behind()
    return play_stretch(*arguments)


def _engine(setup: Setup) -> Any:
    """Return the engine for the first games."""
    return "reference" if GAMES[setup.game or ""].play().times_faster else "auto"


def _experiments(now: Pack, saved: Pack | None, setup: Setup) -> tuple[Experiment, ...]:
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


def _told(results: Results, alike: bool) -> dict[str, Any]:
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
        elif alike and row.measure is not None:
            told |= {"more": 0.0, "sure": False}
        rows.append(told)
    return {"games": results.tally.games, "most": _MOST_GAMES, "rows": rows}


def _number(value: float | None) -> float | None:
    return None if value is None else float(value)
