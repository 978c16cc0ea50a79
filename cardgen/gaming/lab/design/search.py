"""Search, round by round, for compositions that meet the wishes: choose which candidates play next.

Compositions are preferred by rank: the fewest cards exchanged, of these the handsomest. How many cards one
exchanges is known; whether it meets the wishes is not, so the search is Bayesian optimisation under
constraints (Gardner and others, "Bayesian optimization with inequality constraints", 2014):

1. The first round plays what is one kind of step from the start, which shows what every kind of card does.
2. It explores. From all games so far the surrogate tells of any composition how likely it is to meet all
   wishes. Those are walked through card by card from the start, going on from the likeliest (a beam search).
   Those play next that have the largest expected improvement: how likely they are, times by how many cards
   fewer they exchange than what is as likely as not to be good already. That ends with a part of the games,
   or where no improvement is worth games.
3. It races. Candidates play more and more games by rank, those that are about as likely as any, until they
   are in or out, and as many are in as are wanted.

All it decides follows from the games played, without a clock or random numbers of its own, so that it can be
repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import nsmallest
from math import inf, log, sqrt
from typing import Literal, NamedTuple

from ....errors import UsageError
from ...games.compiling import INSTALL
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
    race,
    verdict,
)
from .search_space import Composition, all_apart, apart
from .surrogate import Array, Surrogate

#: The most candidates of the first round, and of each round after it.
_PROBES, _ABREAST = 96, 8
#: How many times the first round takes a step. One card shows little over chance, and of several it shows
#: whether the second does as much as the first.
_TIMES = (1, 2, 4)
#: Exploring ends when this part of the games is spent, or where no expected improvement is as large as the
#: second, in cards; candidates less likely than that to meet the wishes do not race, either.
_EXPLORING, _WORTH = 0.4, 0.005
#: A candidate as likely as this to meet the wishes seems good; and those race that are at least this part as
#: likely as the likeliest.
_LIKELY = 0.5
#: A search that meets nothing goes on while the nearest comes nearer by the first (in tolerances) within the
#: second (in rounds).
_NEARER, _PATIENCE = 0.5, 8
#: Players who let go no more than this of a hundred points let nothing go.
_LET_GO = 0.5

Ending = Literal["found", "exhausted", "games"]
#: Each step of the beam search goes on from so many compositions that it looks at about the first, and from
#: no fewer than the second.
_REACHED, _LEAST_WIDTH = 3_600, 8
#: How many steps farther than anything that was played predictions are trusted to lead (a trust region:
#: Eriksson and others, "Scalable global optimization via local Bayesian optimization", 2019).
_TRUSTED = 3
#: How many of each number of exchanged cards are candidates: the likeliest.
_SHORTLIST = 16
#: The most compositions that predictions are made from.
_MOST_KNOWN = 320


def known_deviations(problem: DesignProblem, state: SearchState) -> dict[Composition, list[Deviation]]:
    """Estimate the deviations of the compositions played, as far as their games tell.

    The best known ones, where there are too many to predict from; the base, or what has most games, first.
    """
    found = {each: got for each in state.tried if (got := deviations_of(problem, state, each))}
    most = sorted(found, key=lambda each: -state.tried[each].games)[:_MOST_KNOWN]
    return {each: found[each] for each in most}


def candidates(
    problem: DesignProblem, state: SearchState, surrogate: Surrogate, sure: Sequence[Composition]
) -> dict[Composition, float]:
    """Find unplayed compositions that may meet the wishes: the likeliest for each number of cards.

    None of them is much like one that is sure to meet the wishes with fewer cards. Returns the logarithms of
    how likely they are.
    """
    import numpy as np

    pool = _walk(problem, state, surrogate, sure)
    fresh = [each for each in pool if each not in state.tried]
    quantities = np.array(fresh, dtype=int).reshape(-1, len(problem.start))
    cards = all_apart(quantities, problem.space.base)
    superseded = np.zeros(len(fresh), dtype=bool)
    for each in sure:
        superseded |= _alike(problem, each, quantities) & (cards > problem.space.changed(each))
    levels: dict[int, list[Composition]] = {}
    for each, level, out in zip(fresh, cards.tolist(), superseded.tolist(), strict=True):
        if not out:
            levels.setdefault(level, []).append(each)
    return {
        each: pool[each]
        for level in levels.values()
        for each in nsmallest(_SHORTLIST, level, key=lambda each: (-pool[each], each))
    }


def _walk(
    problem: DesignProblem, state: SearchState, surrogate: Surrogate, sure: Sequence[Composition]
) -> dict[Composition, float]:
    """Walk from the start by a beam search until a step leads to nothing likelier, two steps at least, and so
    far that what is reached is not much like what is sure to meet the wishes.

    Returns the logarithm of how likely each composition on the way is to meet the wishes.
    """
    space, edge = problem.space, [problem.start]
    pool = dict(zip(edge, surrogate.log_chances(edge), strict=True))
    width = max(_LEAST_WIDTH, _REACHED // max(1, len(space.steps)))
    farthest = max(apart(problem.start, each) for each in state.tried)
    trusted = farthest // space.stride + _TRUSTED
    passed = max((apart(problem.start, each) for each in sure), default=0) // space.stride
    best, steps = -inf, 0
    while edge and steps < trusted and (steps - passed < 2 + steps // 4 or pool[edge[0]] > best):
        best, steps = max(pool.values()), steps + 1
        reached = [each for each in space.neighbours(edge) if each not in pool]
        pool.update(zip(reached, surrogate.log_chances(reached), strict=True))
        edge = nsmallest(width, reached, key=lambda each: (-pool[each], each))
    return pool


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
    Raises UsageError for wishes that the base's own games show to be none, or impossible; and without numpy.
    """
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise UsageError(f"design needs numpy: {INSTALL}") from None
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
    """Raise UsageError for a change that nobody could tell from none, for wishes that the base meets, and for
    indices that cannot go together.
    """
    targets, base = {}, {}
    for wish in problem.wishes:
        measure, facts = problem.columns_of(problem.space.base, wish.key)
        has = estimate(state.base, facts, measure).value or 0.0
        base[wish.key] = has
        if not wish.open:
            targets[wish.key] = wish.target(has)
        if wish.is_change and abs(wish.target(has) - has) <= wish.tolerance(has) * (1 + 1e-9):
            raise UsageError(
                f"{wish.key} is {has:.4g} already, which is near enough to {wish.text} "
                f"(±{wish.tolerance(has):.2g}): wish for a larger change, for a number such as {wish.key}=5, "
                "or use a smaller --within"
            )
    as_it_is = [wish.is_met_by(base[wish.key], base[wish.key]) for wish in problem.wishes]
    if (
        any(wish.open for wish in problem.wishes)
        and all(as_it_is)
        and problem.space.valid(problem.space.base)
    ):
        figures = ", ".join(f"{key} {value:.4g}" for key, value in base.items())
        raise UsageError(f"the pack meets all wishes as it is, with {figures}: wish for a change")
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
    known = known_deviations(problem, state)
    if not known:
        return [], False
    surrogate = Surrogate(known)
    verdicts = {each: verdict(problem, state, each) for each in state.tried}
    sure = [each for each, said in verdicts.items() if said == "in"]
    open_ = [each for each, said in verdicts.items() if said == "open"]
    chances = candidates(problem, state, surrogate, sure)
    chances.update(zip(open_, surrogate.log_chances(open_), strict=True))
    chances = {each: chance for each, chance in chances.items() if not _superseded(problem, sure, each)}
    likely = max(chances.values(), default=-inf) >= log(_WORTH)
    nearer = not likely and not sure
    exploring = state.stale < _PATIENCE if nearer else state.spent < _EXPLORING * problem.most
    tasks = _explore(problem, state, sure, chances) if exploring else []
    if tasks or not likely:
        return tasks, nearer
    return _race(problem, state, sure, chances), False


def _explore(
    problem: DesignProblem,
    state: SearchState,
    sure: Sequence[Composition],
    chances: Mapping[Composition, float],
) -> list[Task]:
    """Try candidates that exchange fewer cards than any that seems good, by expected improvement.

    Of candidates that are neighbours one tells much of the other, so only one of them plays. While nothing
    seems good, no improvement is too small.
    """
    changed = problem.space.changed
    good = [*sure, *(each for each in state.tried if chances.get(each, -inf) >= log(_LIKELY))]
    most = min(map(changed, good)) if good else 1 + max(map(changed, chances), default=0)
    improvements = {
        each: chance + log(most - changed(each)) for each, chance in chances.items() if changed(each) < most
    }
    chosen: list[Composition] = []
    for each in sorted(improvements, key=lambda each: (-improvements[each], each)):
        if len(chosen) == _ABREAST or (good and improvements[each] < log(_WORTH)):
            break
        if all(apart(each, other) > 1 for other in chosen):
            chosen.append(each)
    return [more_games(problem, state, each) for each in chosen]


def _race(
    problem: DesignProblem,
    state: SearchState,
    sure: Sequence[Composition],
    chances: Mapping[Composition, float],
) -> list[Task]:
    """Play the first by rank that may meet the wishes, as many as are wanted, and some that come next."""
    limit = max(chances.values()) + log(_LIKELY)
    maybe = [each for each, chance in chances.items() if chance >= limit]
    ranked = sorted((*sure, *maybe), key=problem.space.rank)
    wanted = differing(problem, ranked)
    if len(wanted) == problem.best and all(each in sure for each in wanted):
        return []
    first = [each for each in wanted if each not in sure]
    others = [each for each in ranked if each not in sure and each not in first]
    return [more_games(problem, state, each) for each in (*first, *others)[:_ABREAST]]


def differing(problem: DesignProblem, ranked: Sequence[Composition]) -> list[Composition]:
    """Take the first of these that really differ from one another, as many as are wanted."""
    import numpy as np

    found: list[Composition] = []
    for each in ranked:
        if not any(_alike(problem, other, np.array([each]))[0] for other in found):
            found.append(each)
            if len(found) == problem.best:
                break
    return found


def _superseded(problem: DesignProblem, sure: Sequence[Composition], composition: Composition) -> bool:
    """Tell whether a composition is much like a better one that is sure to meet the wishes."""
    import numpy as np

    rank, one = problem.space.rank, np.array([composition])
    return any(_alike(problem, each, one)[0] and rank(each) < rank(composition) for each in sure)


def _alike(problem: DesignProblem, better: Composition, compositions: Array) -> Array:
    """Tell which compositions, a row each, are too much like a better one to be designs of their own."""
    import numpy as np

    steps = all_apart(compositions, problem.start)
    return all_apart(compositions, better) < np.maximum(1, np.minimum(steps, 2 + steps // 4))


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
