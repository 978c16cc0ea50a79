"""Candidates play the base's games by number, and their deviations say who is in, out or still open.

What was played is all that a search knows: it is kept as a checkpoint, and a search can be resumed from it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from statistics import NormalDist
from typing import Any, Literal, NamedTuple

from ....errors import UsageError
from ...games.experiment import Experiment
from ..moments import Tally
from .problem import DesignProblem, Deviation, deviation_of
from .search_space import Composition

#: Standard errors by which a candidate must miss the wishes, or meet them, before it plays no more games.
#: More for a miss: many candidates are judged, and often; what is taken for good is measured anew in the end.
_OUT, _IN = NormalDist().inv_cdf(0.995), NormalDist().inv_cdf(0.975)
#: The fewest and the most games that a newcomer begins with, and the most of the base by itself: so many, as
#: its luck moves the deviations of all candidates alike, and no games of theirs would show that.
_FEWEST, _FIRST, _BASE = 16, 2_048, 65_536
#: A candidate plays at most one in so many of all games.
_SHARE = 16
#: From this number of games on a candidate's games are doubled; before that, multiplied by four.
_DOUBLING = 8_192
#: Candidates that play side by side. More would cost memory: the covariance of each pair of facts is kept.
_ABREAST = 24
#: The search works with this part of the tolerance, so that wishes are still met on fresh games.
_STRICTER = 0.8

Verdict = Literal["in", "out", "open"]
#: Plays games first ... first + count - 1 of a seed in all experiments, or fewer of them where it is stopped.
Play = Callable[[Sequence[Experiment], int, int, int], Tally]
_KIND = "cardgen design search"
#: The largest checkpoint that is read, in bytes, and the largest number in it.
MOST_BYTES = 1 << 26
_MOST_NUMBER = 1 << 100


@dataclass
class SearchState:
    """All that was played, which is all that the search knows.

    base: the base alone. tried: base and candidate side by side, for each composition in the order in which
    they were first tried. spent: games, each pack's counted. least, stale: for a search that meets nothing,
    the smallest miss until now, and rounds since it last grew smaller.
    """

    base: Tally = field(default_factory=Tally)
    tried: dict[Composition, Tally] = field(default_factory=dict)
    spent: int = 0
    rounds: int = 0
    least: float | None = None
    stale: int = 0


def checkpoint_bytes(state: SearchState, problem: DesignProblem) -> bytes:
    """Write a state as a file."""
    data = {
        "kind": _KIND,
        "question": problem.fingerprint,
        "spent": state.spent,
        "rounds": state.rounds,
        "least": state.least,
        "stale": state.stale,
        "base": _tally(state.base),
        "tried": [{"cards": each, **_tally(tally)} for each, tally in state.tried.items()],
    }
    return (json.dumps(data, separators=(",", ":")) + "\n").encode()


def is_checkpoint(head: bytes) -> bool:
    """Tell whether a file that begins so is the checkpoint of a search."""
    return head.startswith(b'{"kind":"' + _KIND.encode())


def _tally(tally: Tally) -> dict[str, Any]:
    return {"games": tally.games, "sums": tally.sums, "products": tally.products}


def read_checkpoint(raw: bytes, problem: DesignProblem, name: str) -> SearchState:
    """Read the state of a search for the same problem. Raises UsageError with the file's name otherwise."""
    try:
        data = json.loads(raw) if len(raw) <= MOST_BYTES else None
        if not isinstance(data, dict) or data.get("kind") != _KIND:
            raise ValueError
        asked = data["question"]
        if asked == problem.fingerprint:
            return _state_of(data, problem)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(
            f"{name} holds no search of cardgen design, or is damaged: begin anew without --resume"
        ) from None
    raise UsageError(
        f"{name} is a search for other wishes, or from another pack, table or seed: "
        f"ask as you did then, or begin anew without --resume"
    )


def _state_of(data: dict[str, Any], problem: DesignProblem) -> SearchState:
    facts = len(problem.facts)
    tried = {}
    for each in data["tried"]:
        composition = tuple(_whole(times) for times in each["cards"])
        if len(composition) != len(problem.space.base) or not problem.space.valid(composition):
            raise ValueError
        tried[composition] = _read_tally(each, 2 * facts)
    least = data["least"]
    if least is not None and not (isinstance(least, float | int) and 0 <= least < float("inf")):
        raise ValueError
    numbers = [_whole(data[key]) for key in ("spent", "rounds", "stale")]
    return SearchState(_read_tally(data["base"], facts), tried, numbers[0], numbers[1], least, numbers[2])


def _read_tally(data: Any, columns: int) -> Tally:
    games, sums = _whole(data["games"]), [_whole(each, signed=True) for each in data["sums"]]
    products = [[_whole(each, signed=True) for each in row] for row in data["products"]]
    if games < 1 or len(sums) != columns or [len(row) for row in products] != [columns] * columns:
        raise ValueError
    return Tally(games, sums, products)


def _whole(value: Any, signed: bool = False) -> int:
    if type(value) is not int or not (-_MOST_NUMBER if signed else 0) <= value <= _MOST_NUMBER:
        raise ValueError
    return value


class Task(NamedTuple):
    """A candidate, and how many games it is to have played after this round."""

    composition: Composition
    games: int


class Stopped(Exception):  # noqa: N818 - no error
    """Somebody asked to stop; what was played since the last round is not counted."""


def power_of_two(number: float) -> int:
    """Round down to a power of two, so that the numbers of games of all candidates divide each other."""
    return 1 << max(0, int(number).bit_length() - 1)


def most_games(problem: DesignProblem) -> int:
    """Return the most games that a candidate plays."""
    return max(_FEWEST, power_of_two(problem.most / _SHARE))


def first_games(problem: DesignProblem, candidates: int = 1) -> int:
    """Return how many games each newcomer begins with, where `candidates` begin at once."""
    return max(_FEWEST, min(_FIRST, power_of_two(problem.most / max(8 * candidates, 128))))


def base_games(problem: DesignProblem) -> int:
    """Return how many games the base plays before the search."""
    return max(_FEWEST, min(_BASE, power_of_two(problem.most / 12)))


def more_games(problem: DesignProblem, state: SearchState, composition: Composition) -> Task:
    """Return a candidate's next task: its first games, or several times as many as it has."""
    tally = state.tried.get(composition)
    if tally is None:
        return Task(composition, first_games(problem))
    return Task(composition, tally.games * (2 if tally.games >= _DOUBLING else 4))


def deviations_of(
    problem: DesignProblem, state: SearchState, composition: Composition
) -> list[Deviation] | None:
    """Estimate how far a candidate is from each wish, within the search's own tolerance.

    None where its games say nothing of a measure.
    """
    found = []
    for wish in problem.wishes:
        sides = problem.columns_of(problem.space.base, wish.key), problem.columns_of(composition, wish.key)
        one = deviation_of(wish, state.base, state.tried[composition], sides)
        if one is None:
            return None
        found.append(one._replace(tolerance=one.tolerance * _STRICTER))
    return found


def verdict(problem: DesignProblem, state: SearchState, composition: Composition) -> Verdict:
    """Judge a candidate: in or out once that is sure, or, after all its games, by what is likelier."""
    deviations = deviations_of(problem, state, composition)
    if deviations is None or any(each.surely_missed(_OUT) for each in deviations):
        return "out"
    if all(each.surely_met(_IN) for each in deviations):
        return "in"
    if state.tried[composition].games < most_games(problem):
        return "open"
    return "in" if all(each.seems_met for each in deviations) else "out"


def miss(deviations: Iterable[Deviation] | None) -> float:
    """Sum the squares of the tolerances by which a candidate misses each wish; 0 where it meets them all."""
    if deviations is None:
        return float("inf")
    return sum(each.miss**2 for each in deviations)


def cost(state: SearchState, tasks: Sequence[Task]) -> int:
    """Count the games that tasks take, those of the base beside them too."""
    return sum((len(group) + 1) * (games - first) for first, games, group in _batches(state, tasks))


def _batches(state: SearchState, tasks: Sequence[Task]) -> list[tuple[int, int, list[Composition]]]:
    """Group candidates that play side by side: from the same game to the same game, a few at once."""
    spans = []
    for task in tasks:
        tally = state.tried.get(task.composition)
        spans.append(((tally.games if tally else 0, task.games), task.composition))
    spans.sort(key=lambda span: span[0])
    found = []
    for (first, games), group in groupby(spans, key=lambda span: span[0]):
        together = [composition for _, composition in group]
        found += [(first, games, together[at : at + _ABREAST]) for at in range(0, len(together), _ABREAST)]
    return found


def begin(problem: DesignProblem, play: Play) -> SearchState:
    """Play the base by itself. Raises Stopped where it could not be played to the end."""
    games = base_games(problem)
    state = SearchState(spent=games)
    _play_batch(problem, state, [], 0, games, play)
    return state


def race(problem: DesignProblem, state: SearchState, tasks: Sequence[Task], play: Play) -> SearchState:
    """Play tasks and return the state after them. Raises Stopped where not all could be played."""
    after = replace(
        state, tried=dict(state.tried), spent=state.spent + cost(state, tasks), rounds=state.rounds + 1
    )
    for first, games, group in _batches(state, tasks):
        _play_batch(problem, after, group, first, games - first, play)
    return after


def _play_batch(
    problem: DesignProblem,
    state: SearchState,
    group: Sequence[Composition],
    first: int,
    count: int,
    play: Play,
) -> None:
    """Play the base and some candidates side by side, and add their games to the state."""
    base, facts = problem.space.base, len(problem.facts)
    played = play([problem.table(each) for each in (base, *group)], problem.seed, first, count)
    if played.games < count:
        raise Stopped
    own = list(range(facts))
    state.base = _longer(state.base, first, played.part(own))
    for at, composition in enumerate(group, 1):
        pair = played.part([*own, *range(at * facts, (at + 1) * facts)])
        state.tried[composition] = _longer(state.tried.get(composition, Tally()), first, pair)
    if problem.space.valid(base):
        state.tried[base] = state.base.part(own + own)


def _longer(before: Tally, first: int, more: Tally) -> Tally:
    """Add games to those that they follow; of two tallies that begin together, keep the longer."""
    if first == before.games:
        total = Tally()
        total.add(before)
        total.add(more)
        return total
    return more if not first and more.games > before.games else before
