"""Search, round by round, for compositions that meet the wishes: choose which candidates play next.

Compositions are preferred by rank: the fewest cards exchanged, of these the handsomest. The search goes down
the ranks and leaves each composition behind as soon as it is in or out, so that games go to the first ones
that may meet all wishes. Where none does, it tries what seems nearest. All it decides follows from the games
played, without a clock or random numbers of its own, so that it can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import nsmallest
from math import prod, sqrt
from typing import Literal, NamedTuple

from ...errors import UsageError
from ..estimates import estimate
from .problem import DesignProblem, Deviation
from .racing import (
    Play,
    SearchState,
    Stopped,
    Task,
    begin,
    cost,
    deviations_of,
    first_games,
    miss,
    more_games,
    most_games,
    race,
    verdict,
)
from .search_space import Composition, SearchSpace, apart
from .surrogate import Observation, Surrogate

#: The most candidates of the first round, and of each round after it.
_PROBES, _ABREAST = 96, 8
#: How many times the first round takes a step. One card shows little over chance, and of several it shows
#: whether the second does as much as the first.
_TIMES = (1, 2, 4)
#: Candidates at least as likely as the first to meet the wishes are tried by rank; none is below the second.
_LIKELY, _LEAST_LIKELY = 0.5, 0.02
#: Where none is as likely as that: candidates at least as likely as this part of the likeliest.
_NEARLY = 0.6
#: The same limit times this for candidates that exchange fewer cards than are known to do.
_FEWER = 0.2
#: A search that meets nothing goes on while the nearest comes nearer by the first (in tolerances) within the
#: second (in rounds).
_NEARER, _PATIENCE = 0.5, 8
#: Players who let go no more than this of a hundred points let nothing go.
_LET_GO = 0.5
#: How many steps from what was played predictions are trusted to lead nearer (a trust region: Eriksson and
#: others, "Scalable global optimization via local Bayesian optimization", 2019).
_TRUSTED = 3
#: A composition's place is certain enough where its standard error is at most this part of how far the
#: nearest is off.
_PLAIN = 0.25

Ending = Literal["found", "exhausted", "games"]
#: How many compositions each round of steps goes on from, and the most rounds (a beam search).
_WIDTH, _DEPTH = 80, 8
#: Steps end once this many compositions seem to meet the wishes.
_ENOUGH = 60
#: How many are predicted with their errors: the nearest, and the best in rank of those that are nearly near
#: enough.
_NEAREST, _RANKED = 30, 60
#: The most compositions that predictions are made from, and how many exchanges away these are at most.
_MOST_KNOWN, _REACH = 240, 15
#: The number of nearest compositions from which steps are taken.
_ORIGINS = 8


class Candidate(NamedTuple):
    """A composition that nobody played, and its predicted deviation from each wish."""

    composition: Composition
    deviations: tuple[Deviation, ...]

    @property
    def optimistic_miss(self) -> float:
        """Return the `miss` of the composition if it comes nearer by a standard error than predicted."""
        return sum(max(0.0, abs(each.off) - each.error - 1) ** 2 for each in self.deviations)


def known_deviations(problem: DesignProblem, state: SearchState) -> dict[Composition, list[Deviation]]:
    """Estimate the deviations of all compositions played, as far as their games tell."""
    return {each: found for each in state.tried if (found := deviations_of(problem, state, each))}


def surrogates_of(problem: DesignProblem, state: SearchState) -> list[Surrogate]:
    """Make a surrogate for each wish from what was played around the nearest composition; [] without
    games.
    """
    deviations = known_deviations(problem, state)
    if not deviations:
        return []
    middle = nearest_first(problem, deviations)[0]
    reach = _REACH * problem.space.stride
    around = [each for each in deviations if apart(each, middle) <= reach]
    # The best known ones, where there are too many.
    most = sorted(around, key=lambda each: (each != middle, -state.tried[each].games))[:_MOST_KNOWN]
    return [
        Surrogate(middle, [Observation(each, deviations[each][at]) for each in most], problem.space.stride)
        for at in range(len(problem.wishes))
    ]


def nearest_first(
    problem: DesignProblem, deviations: Mapping[Composition, Sequence[Deviation]]
) -> list[Composition]:
    """Sort compositions by how near they are to the wishes as far as the games tell."""
    return sorted(deviations, key=lambda each: (miss(deviations[each]), problem.space.rank(each)))


def candidates(
    problem: DesignProblem, state: SearchState, surrogates: Sequence[Surrogate], depth: int = _DEPTH
) -> list[Candidate]:
    """Find unplayed compositions that may meet the wishes, or come near them.

    They are at most `depth` steps from the start or from the nearest of those that were played.
    """
    nearest_known = nearest_first(problem, known_deviations(problem, state))[:_ORIGINS]
    origins = list(dict.fromkeys([problem.start, *nearest_known]))
    pool = _outward(problem.space, origins, surrogates, depth)
    fresh = {each: off for each, off in pool.items() if each not in state.tried}
    nearest = _nearest(problem.space, fresh, _NEAREST)
    likely = [each for each, off in fresh.items() if off <= 1]
    ranked = nsmallest(_RANKED, likely, key=problem.space.rank)
    return [
        Candidate(each, tuple(surrogate.deviation(each) for surrogate in surrogates))
        for each in dict.fromkeys((*ranked, *nearest))
    ]


def _outward(
    space: SearchSpace, origins: Sequence[Composition], surrogates: Sequence[Surrogate], most: int
) -> dict[Composition, float]:
    """Walk outward from the origins by a beam search; return how far off each composition reached seems."""
    pool: dict[Composition, float] = {each: _off(each, surrogates) for each in origins}
    edge, least = list(pool), min(pool.values())
    for depth in range(most):
        reached = {each: 0.0 for one in edge for each in space.neighbours(one) if each not in pool}
        for each in reached:
            reached[each] = _off(each, surrogates)
        pool.update(reached)
        if depth and sum(off <= 0 for off in pool.values()) >= _ENOUGH:
            break
        edge = _nearest(space, reached, _WIDTH)
        if not edge or (depth and reached[edge[0]] >= least > 0):
            break
        least = min(least, reached[edge[0]])
    return pool


def _nearest(space: SearchSpace, off: dict[Composition, float], many: int) -> list[Composition]:
    """Take the least off, of those that are not off at all the handsomest.

    Only those are ranked, as ranks are slow to work out.
    """
    there = nsmallest(many, (each for each in off if off[each] <= 0), key=space.rank)
    near = nsmallest(
        many - len(there), (each for each in off if off[each] > 0), key=lambda each: (off[each], each)
    )
    return [*there, *near]


def _off(composition: Composition, surrogates: Sequence[Surrogate]) -> float:
    """Predict the `miss` of a composition, without errors, which is quick."""
    return sum(max(0.0, abs(surrogate.off(composition)) - 1) ** 2 for surrogate in surrogates)


class Found(NamedTuple):
    """The result of a search.

    best: compositions, the best first; they differ from one another. met: whether they meet the wishes, as
    far as the search can tell. ending: all that were wanted are found; there is nothing left to try; or the
    games are spent. None where the search was stopped.
    """

    best: tuple[Composition, ...]
    met: bool
    ending: Ending | None


def search(
    problem: DesignProblem,
    play: Play,
    state: SearchState | None = None,
    tick: Callable[[SearchState], None] = lambda _: None,
) -> tuple[SearchState | None, Found]:
    """Search until enough is found, nothing is left, or the games are spent; or until `play` is stopped.

    state: what an earlier search for the same problem knew. tick: told what is known after every round.
    Raises UsageError for wishes that the base's own games show to be none, or impossible.
    """
    try:
        if state is None:
            state = begin(problem, play)
            tick(state)
        verify_wishes(problem, state)
        while True:
            tasks, nearer, ending = plan(problem, state)
            if ending is not None:
                return state, best_of(problem, state, ending)
            state = race(problem, state, tasks, play)
            _note_progress(problem, state, nearer)
            tick(state)
    except Stopped:
        return state, best_of(problem, state)


def verify_wishes(problem: DesignProblem, state: SearchState) -> None:
    """Raise UsageError for a change that nobody could tell from none, and for indices that cannot go
    together.
    """
    targets, base = {}, {}
    for wish in problem.wishes:
        measure, facts = problem.columns_of(problem.space.base, wish.key)
        has = estimate(state.base, facts, measure).value or 0.0
        base[wish.key], targets[wish.key] = has, wish.target(has)
        if wish.text[0] in "+-−" and abs(wish.target(has) - has) <= wish.tolerance(has) * (1 + 1e-9):
            raise UsageError(
                f"{wish.key} is {has:.4g} as the pack is, so {wish.text} is no more than what is near enough "
                f"(±{wish.tolerance(has):.2g}): wish for more, for a number of its own such as {wish.key}=5, "
                "or for a smaller --within"
            )
    if {"attack", "defence"} <= targets.keys():
        together = targets["attack"] + targets["defence"]
        room = sum(
            wish.tolerance(base[wish.key]) for wish in problem.wishes if wish.key in ("attack", "defence")
        )
        nothing_let_go = base["attack"] + base["defence"] > 100 - _LET_GO
        if together > 100 + room or (nothing_let_go and together < 100 - _LET_GO - room):
            why = "as these players let nothing go" if together < 100 else "as both are parts of one hundred"
            raise UsageError(
                f"attack {targets['attack']:.1f} and defence {targets['defence']:.1f} are wished for, "
                f"{together:.1f} together: they make up 100, {why}; leave one of the two out"
            )


class Plan(NamedTuple):
    """The next tasks; whether they are to come nearer, as nothing meets the wishes; or why the search
    ends.
    """

    tasks: list[Task]
    nearer: bool
    ending: Ending | None


def plan(problem: DesignProblem, state: SearchState) -> Plan:
    """Choose what to do next."""
    tasks, nearer = _next_round(problem, state) if state.rounds else (_first_round(problem), False)
    ending: Ending = "games" if tasks else "exhausted"
    left = problem.most - state.spent
    while tasks and cost(state, tasks) > left:
        tasks = tasks[:-1]
    if tasks:
        return Plan(tasks, nearer, None)
    found = best_of(problem, state)
    return Plan([], nearer, "found" if found.met and len(found.best) == problem.best else ending)


def _note_progress(problem: DesignProblem, state: SearchState, nearer: bool) -> None:
    """Note in the state whether a round that was to come nearer did."""
    if not nearer:
        state.least, state.stale = None, 0
        return
    least = min(miss(deviations_of(problem, state, each)) for each in state.tried)
    before = state.least
    if before is None or sqrt(least) < sqrt(before) - _NEARER:
        state.least, state.stale = least, 0
    else:
        # More games may show that the nearest was only lucky: then that value is not the one to beat.
        state.least, state.stale = max(least, before), state.stale + 1


def _first_round(problem: DesignProblem) -> list[Task]:
    """Begin with the start and what is one kind of step from it, which shows what every kind of card does."""
    space = problem.space
    around: dict[Composition, None] = {}
    for at, step in enumerate(space.steps):
        # The steps go round and round all kinds; each round has a size, so that every kind meets every size.
        size = at // len(space.allowed) % len(_TIMES)
        moved = (space.moved(problem.start, step, times) for times in reversed(_TIMES[: size + 1]))
        around.update(dict.fromkeys(next(([each] for each in moved if each is not None), [])))
    probes = list(around)
    if any(keep.endswith("points") for keep in space.keep):
        probes = probes[:: max(1, -(-len(probes) // _PROBES))]
    probes = probes[:_PROBES]
    games = first_games(problem, len(probes) + 1)
    start = [] if space.valid(space.base) else [Task(problem.start, games)]
    return [*start, *(Task(each, games) for each in probes)]


def _next_round(problem: DesignProblem, state: SearchState) -> tuple[list[Task], bool]:
    surrogates = surrogates_of(problem, state)
    if not surrogates:
        return [], False
    verdicts = {each: verdict(problem, state, each) for each in state.tried}
    chances = {
        each.composition: prod(deviation.chance for deviation in each.deviations)
        for each in candidates(problem, state, surrogates)
    }
    for each, said in verdicts.items():
        if said == "open":
            chances[each] = prod(surrogate.deviation(each).chance for surrogate in surrogates)
    sure = [each for each, said in verdicts.items() if said == "in"]
    limit = max(chances.values(), default=0.0)
    if limit >= _LEAST_LIKELY:
        return _by_rank(problem, state, sure, chances, min(_LIKELY, limit * _NEARLY)), False
    if sure:
        return [], False
    return _nearer(problem, state, candidates(problem, state, surrogates, _TRUSTED)), True


def _by_rank(
    problem: DesignProblem,
    state: SearchState,
    sure: list[Composition],
    chances: dict[Composition, float],
    limit: float,
) -> list[Task]:
    """Play the first by rank that may meet the wishes, as many as are wanted, and some that come next."""
    fewest = min(map(problem.space.changed, sure), default=0)
    maybe = [
        each
        for each, likely in chances.items()
        if likely >= (limit if problem.space.changed(each) >= fewest else limit * _FEWER)
    ]
    ranked = sorted((*sure, *maybe), key=problem.space.rank)
    wanted = differing(problem, ranked)
    if len(wanted) == problem.best and all(each in sure for each in wanted):
        return []
    first = [each for each in wanted if each not in sure]
    others = [each for each in ranked if each not in sure and each not in first]
    return [more_games(problem, state, each) for each in (*first, *others)[:_ABREAST]]


def _nearer(problem: DesignProblem, state: SearchState, likely: Sequence[Candidate]) -> list[Task]:
    """Try to come nearer where nothing meets the wishes.

    These play: the nearest until now, where their games leave it open how near, and the most promising
    newcomers, of which no two are neighbours.
    """
    if state.stale >= _PATIENCE:
        return []
    deviations = known_deviations(problem, state)
    nearest = nearest_first(problem, deviations)
    least, most = miss(deviations[nearest[0]]), most_games(problem)
    plain = max(1.0, _PLAIN * sqrt(least))
    unsure = [
        each
        for each in nearest[: problem.best + 1]
        if state.tried[each].games < most and max(deviation.error for deviation in deviations[each]) > plain
    ]
    chosen: list[Composition] = []
    for candidate in sorted(likely, key=lambda each: each.optimistic_miss):
        if candidate.optimistic_miss >= least or len(unsure) + len(chosen) >= _ABREAST:
            break
        if all(apart(candidate.composition, other) > 1 for other in chosen):
            chosen.append(candidate.composition)
    return [more_games(problem, state, each) for each in (*chosen, *unsure)]


def differing(problem: DesignProblem, ranked: Sequence[Composition]) -> list[Composition]:
    """Take the first of these that really differ from one another, as many as are wanted."""
    found: list[Composition] = []
    for each in ranked:
        steps = apart(problem.start, each)
        least = max(1, min(steps, 2 + steps // 4))
        if all(apart(each, other) >= least for other in found):
            found.append(each)
            if len(found) == problem.best:
                break
    return found


def best_of(problem: DesignProblem, state: SearchState | None, ending: Ending | None = None) -> Found:
    """Find the best as far as it is known: what is in; else what is likely to be; else what is nearest."""
    if state is None or not state.tried:
        return Found((), False, ending)
    said = {each: verdict(problem, state, each) for each in state.tried}
    misses = {each: miss(deviations_of(problem, state, each)) for each in state.tried}
    good = [each for each in said if said[each] != "out" and misses[each] == 0]
    if good:
        ranked = sorted(good, key=lambda each: (said[each] != "in", problem.space.rank(each)))
        return Found(tuple(differing(problem, ranked)), True, ending)
    others = [tally.games for each, tally in state.tried.items() if each != problem.space.base]
    most = max(others, default=0)
    # Compositions with few games may seem near by luck.
    played = [
        each for each, tally in state.tried.items() if tally.games * 8 >= most and each != problem.space.base
    ]
    nearest = sorted(played, key=lambda each: (misses[each], problem.space.rank(each)))
    return Found(tuple(differing(problem, nearest)), False, ending)
