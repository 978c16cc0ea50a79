"""Candidates play the base's games by number, and their deviations decide who is in, out or undecided.

The games played are all that a search knows: they are saved as a checkpoint, from which a search can resume.
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
from ..moments import GameTally
from .problem import DesignProblem, Deviation, estimate_deviation
from .search_space import Composition

#: Standard errors by which a candidate must miss the wishes, or meet them, before it stops playing. A miss
#: needs more, as many candidates are judged many times; those that meet them are measured again at the end.
_OUT, _IN = NormalDist().inv_cdf(0.995), NormalDist().inv_cdf(0.975)
#: Minimum and maximum number of games that a new candidate begins with, and maximum number of the base's own
#: games: many, since an error of the base shifts the deviations of all candidates alike.
_FEWEST, _FIRST, _BASE = 16, 2_048, 65_536
#: A candidate plays at most one in this many of all games.
_SHARE = 16
#: From this number of games on a candidate's games are doubled; before that, multiplied by four.
_DOUBLING = 8_192
#: Candidates that play side by side. More would cost memory: the covariance of each pair of facts is kept.
_ABREAST = 24
#: The search works with this part of the tolerance, so that wishes are still met on fresh games.
_STRICTER = 0.8

Verdict = Literal["in", "out", "open"]
#: Plays `count` games of a seed from number `first` in all experiments, or fewer if it is stopped.
PlayGames = Callable[[Sequence[Experiment], int, int, int], GameTally]
_KIND = "cardgen design search"
#: Maximum size of a checkpoint in bytes, and largest number in it.
MOST_BYTES = 1 << 26
_MOST_NUMBER = 1 << 100


@dataclass
class SearchState:
    """All games played so far, from which the search derives everything that it knows.

    base: the sums of the base's games. tried: for each composition, the sums of base and candidate side by
    side, in the order of their first games. spent: the number of games, counted for each pack. least: while
    no candidate meets the wishes, the smallest total deviation so far. stale: the number of rounds since
    `least` fell.
    """

    base: GameTally = field(default_factory=GameTally)
    tried: dict[Composition, GameTally] = field(default_factory=dict)
    spent: int = 0
    rounds: int = 0
    least: float | None = None
    stale: int = 0


def checkpoint_bytes(state: SearchState, problem: DesignProblem) -> bytes:
    """Return the bytes of a file from which `read_checkpoint` resumes the search."""
    data = {
        "kind": _KIND,
        "question": problem.fingerprint,
        "spent": state.spent,
        "rounds": state.rounds,
        "least": state.least,
        "stale": state.stale,
        "base": _tally_record(state.base),
        "tried": [{"cards": each, **_tally_record(tally)} for each, tally in state.tried.items()],
    }
    return (json.dumps(data, separators=(",", ":")) + "\n").encode()


def is_checkpoint(head: bytes) -> bool:
    """Tell whether a file with these first bytes is the checkpoint of a search."""
    return head.startswith(b'{"kind":"' + _KIND.encode())


def _tally_record(tally: GameTally) -> dict[str, Any]:
    return {"games": tally.games, "sums": tally.sums, "products": tally.products}


def read_checkpoint(raw: bytes, problem: DesignProblem, name: str) -> SearchState:
    """Return the state that a checkpoint's bytes hold. name: its file, for messages.

    Raises UsageError if it is damaged or belongs to another problem.
    """
    try:
        data = json.loads(raw) if len(raw) <= MOST_BYTES else None
        if not isinstance(data, dict) or data.get("kind") != _KIND:
            raise ValueError
        asked = data["question"]
        if asked == problem.fingerprint:
            return _read_state(data, problem)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(
            f"{name} holds no search for designs, or is damaged: start again without --resume"
        ) from None
    raise UsageError(
        f"{name} is a search for other wishes, or from another pack, table or seed: "
        f"ask as you did then, or start again without --resume"
    )


def _read_state(data: dict[str, Any], problem: DesignProblem) -> SearchState:
    """Return the state in a checkpoint's data.

    Raises ValueError, TypeError or KeyError for damaged data and for invalid compositions.
    """
    facts = len(problem.facts)
    tried = {}
    for each in data["tried"]:
        composition = tuple(_read_whole_number(times) for times in each["cards"])
        if len(composition) != len(problem.space.base) or not problem.space.is_valid(composition):
            raise ValueError
        tried[composition] = _read_tally(each, 2 * facts)
    least = data["least"]
    if least is not None and not (isinstance(least, float | int) and 0 <= least < float("inf")):
        raise ValueError
    numbers = [_read_whole_number(data[key]) for key in ("spent", "rounds", "stale")]
    return SearchState(_read_tally(data["base"], facts), tried, numbers[0], numbers[1], least, numbers[2])


def _read_tally(data: Any, columns: int) -> GameTally:
    """Return a tally of `columns` columns from a checkpoint's data.

    Raises ValueError, TypeError or KeyError for damaged data.
    """
    games, sums = (
        _read_whole_number(data["games"]),
        [_read_whole_number(each, signed=True) for each in data["sums"]],
    )
    products = [[_read_whole_number(each, signed=True) for each in row] for row in data["products"]]
    if games < 1 or len(sums) != columns or [len(row) for row in products] != [columns] * columns:
        raise ValueError
    return GameTally(games, sums, products)


def _read_whole_number(value: Any, signed: bool = False) -> int:
    if type(value) is not int or not (-_MOST_NUMBER if signed else 0) <= value <= _MOST_NUMBER:
        raise ValueError
    return value


class PlayTask(NamedTuple):
    """A candidate, and the total number of games that it should have played after this round."""

    composition: Composition
    games: int


class SearchStopped(Exception):  # noqa: N818 - no error
    """The user asked to stop; games since the last round are not counted."""


def largest_power_of_two(number: float) -> int:
    """Return the largest power of two that is at most a number.

    With powers of two, all numbers of games divide one another.
    """
    return 1 << max(0, int(number).bit_length() - 1)


def most_games(problem: DesignProblem) -> int:
    """Return the maximum number of games of a candidate."""
    return max(_FEWEST, largest_power_of_two(problem.most / _SHARE))


def number_of_first_games(problem: DesignProblem, candidates: int = 1) -> int:
    """Return the number of games in the first round of a new candidate.

    candidates: how many begin together.
    """
    return max(_FEWEST, min(_FIRST, largest_power_of_two(problem.most / max(8 * candidates, 128))))


def number_of_base_games(problem: DesignProblem) -> int:
    """Return the number of games of the base before the search."""
    return max(_FEWEST, min(_BASE, largest_power_of_two(problem.most / 12)))


def next_task(problem: DesignProblem, state: SearchState, composition: Composition) -> PlayTask:
    """Return a candidate's next task: its first games, or two or four times as many as it has played."""
    tally = state.tried.get(composition)
    if tally is None:
        return PlayTask(composition, number_of_first_games(problem))
    return PlayTask(composition, tally.games * (2 if tally.games >= _DOUBLING else 4))


def estimate_deviations(
    problem: DesignProblem, state: SearchState, composition: Composition
) -> list[Deviation] | None:
    """Return a candidate's deviation from each wish, with the search's stricter tolerance.

    Returns None if the candidate's games do not determine a measure.
    """
    found = []
    for wish in problem.wishes:
        sides = (
            problem.measure_columns(problem.space.base, wish.key),
            problem.measure_columns(composition, wish.key),
        )
        one = estimate_deviation(wish, state.base, state.tried[composition], sides)
        if one is None:
            return None
        found.append(one._replace(tolerance=one.tolerance * _STRICTER))
    return found


def judge_candidate(problem: DesignProblem, state: SearchState, composition: Composition) -> Verdict:
    """Return "in" if a candidate surely meets the wishes, "out" if it surely misses one, else "open".

    A candidate that has played all its games is "in" if it probably meets the wishes, else "out".
    """
    deviations = estimate_deviations(problem, state, composition)
    if deviations is None or any(each.is_surely_missed(_OUT) for each in deviations):
        return "out"
    if all(each.is_surely_met(_IN) for each in deviations):
        return "in"
    if state.tried[composition].games < most_games(problem):
        return "open"
    return "in" if all(each.is_probably_met for each in deviations) else "out"


def total_deviation(problem: DesignProblem, deviations: Iterable[Deviation] | None) -> float:
    """Return the sum of the squares of all wishes' misses, in tolerances; 0 if all wishes are met.

    With several tables, returns the sum of the worst table. Without deviations, returns infinity.
    """
    if deviations is None:
        return float("inf")
    tables: dict[str, float] = {}
    for wish, each in zip(problem.wishes, deviations, strict=True):
        tables[wish.table] = tables.get(wish.table, 0.0) + each.miss_in_tolerances**2
    return max(tables.values())


def count_games(state: SearchState, tasks: Sequence[PlayTask]) -> int:
    """Return the number of games that tasks take, with those of the base beside them."""
    return sum((len(group) + 1) * (games - first) for first, games, group in _group_tasks(state, tasks))


def _group_tasks(state: SearchState, tasks: Sequence[PlayTask]) -> list[tuple[int, int, list[Composition]]]:
    """Return groups of a few candidates, each of which plays the same games.

    A group is the number of games that its candidates have played before, the number that they should have
    afterwards, and the candidates.
    """
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


def play_base(problem: DesignProblem, play: PlayGames) -> SearchState:
    """Play games of the base alone. Raises SearchStopped if it did not finish."""
    games = number_of_base_games(problem)
    state = SearchState(spent=games)
    _play_batch(problem, state, [], 0, games, play)
    return state


def play_tasks(
    problem: DesignProblem, state: SearchState, tasks: Sequence[PlayTask], play: PlayGames
) -> SearchState:
    """Play tasks and return the state after them. Raises SearchStopped if they did not finish."""
    after = replace(
        state, tried=dict(state.tried), spent=state.spent + count_games(state, tasks), rounds=state.rounds + 1
    )
    for first, games, group in _group_tasks(state, tasks):
        _play_batch(problem, after, group, first, games - first, play)
    return after


def _play_batch(
    problem: DesignProblem,
    state: SearchState,
    group: Sequence[Composition],
    first: int,
    count: int,
    play: PlayGames,
) -> None:
    """Play the base and some candidates side by side, and add their games to the state."""
    base, facts = problem.space.base, len(problem.facts)
    played = play([problem.table(each) for each in (base, *group)], problem.seed, first, count)
    if played.games < count:
        raise SearchStopped
    own = list(range(facts))
    state.base = _continued_tally(state.base, first, played.with_columns(own))
    for at, composition in enumerate(group, 1):
        pair = played.with_columns([*own, *range(at * facts, (at + 1) * facts)])
        state.tried[composition] = _continued_tally(state.tried.get(composition, GameTally()), first, pair)
    if problem.space.is_valid(base):
        state.tried[base] = state.base.with_columns(own + own)


def _continued_tally(before: GameTally, first: int, more: GameTally) -> GameTally:
    """Return a tally extended by more games.

    first: the number of the first of these games. They are added if they follow those of the tally. If both
    begin with the first game of all, the tally with more games is returned.
    """
    if first == before.games:
        total = GameTally()
        total.add(before)
        total.add(more)
        return total
    return more if not first and more.games > before.games else before
