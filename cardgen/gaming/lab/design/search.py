"""Search round by round for compositions that meet the wishes: choose which candidates play next.

Compositions are preferred by rank: the fewest cards exchanged, then the most regular. The number of exchanged
cards is known, but not whether the wishes are met, so the search is Bayesian optimisation with constraints
(Gardner and others, "Bayesian optimization with inequality constraints", 2014):

1. The first round plays compositions one kind of step from the start, to measure the effect of every kind of
   card.
2. It explores. The surrogate predicts from all games how likely a composition meets all wishes. A beam search
   walks from the start card by card, following the likeliest ones. Those with the largest expected
   improvement play next: their probability times the number of cards that they exchange less than the best
   probable one. This ends after a share of the games, or when no improvement is worth games.
3. It races. Candidates play more and more games by rank, those of about the highest probability, until they
   are in or out, and enough are in.

All decisions follow from the games played, without a clock or random numbers, so a search can be repeated.
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
    PlayGames,
    PlayTask,
    SearchState,
    SearchStopped,
    count_games,
    estimate_deviations,
    judge_candidate,
    next_task,
    number_of_first_games,
    play_base,
    play_tasks,
    total_deviation,
)
from .search_space import Composition
from .surrogate import Array, Surrogate

#: Maximum number of candidates in the first round, and in later rounds.
_PROBES, _ABREAST = 96, 8
#: How often the first round repeats a step. One card shows little beyond chance, and several show whether the
#: second has as much effect as the first.
_TIMES = (1, 2, 4)
#: The share of games after which exploration ends, and the least expected improvement in cards that continues
#: it; candidates less likely than the latter to meet the wishes do not race either.
_EXPLORING, _WORTH = 0.4, 0.005
#: The probability at which a candidate counts as good, and the least probability for racing relative to the
#: likeliest.
_LIKELY = 0.5
#: A search that meets nothing stops if the smallest miss has not fallen by 0.5 tolerances in 8 rounds.
_NEARER, _PATIENCE = 0.5, 8
#: Players who let go no more points per hundred than this count as letting go nothing.
_LET_GO = 0.5

Ending = Literal["found", "exhausted", "games"]
#: The approximate number of compositions visited in each step of the beam search, and its minimum width.
_REACHED, _LEAST_WIDTH = 3_600, 8
#: How many steps beyond the played compositions predictions are trusted (a trust region: Eriksson and others,
#: "Scalable global optimization via local Bayesian optimization", 2019).
_TRUSTED = 3
#: The number of candidates for each number of exchanged cards: the likeliest.
_SHORTLIST = 16
#: Maximum number of compositions that predictions use.
_MOST_KNOWN = 320


def known_deviations(problem: DesignProblem, state: SearchState) -> dict[Composition, list[Deviation]]:
    """Return the deviations of the compositions that have played, if their games determine all measures.

    Compositions with the most games come first; at most as many are returned as a surrogate can be fitted to.
    """
    found = {each: got for each in state.tried if (got := estimate_deviations(problem, state, each))}
    most = sorted(found, key=lambda each: -state.tried[each].games)[:_MOST_KNOWN]
    return {each: found[each] for each in most}


def likely_candidates(
    problem: DesignProblem, state: SearchState, surrogate: Surrogate, confirmed: Sequence[Composition]
) -> dict[Composition, float]:
    """Return compositions that have not played and may meet the wishes, with their log probabilities.

    For each number of exchanged cards, the likeliest are returned. A composition is left out if it is similar
    to one that surely meets the wishes and exchanges fewer cards. confirmed: the compositions that surely
    meet the wishes.
    """
    import numpy as np

    pool = _beam_search(problem, state, surrogate, confirmed)
    fresh = [each for each in pool if each not in state.tried]
    quantities = np.array(fresh, dtype=int).reshape(-1, len(problem.start))
    cards = problem.space.count_changes_between_many(quantities, problem.space.base)
    superseded = np.zeros(len(fresh), dtype=bool)
    for each in confirmed:
        superseded |= _are_rows_similar(problem, each, quantities) & (
            cards > problem.space.count_changes(each)
        )
    levels: dict[int, list[Composition]] = {}
    for each, level, out in zip(fresh, cards.tolist(), superseded.tolist(), strict=True):
        if not out:
            levels.setdefault(level, []).append(each)
    return {
        each: pool[each]
        for level in levels.values()
        for each in nsmallest(_SHORTLIST, level, key=lambda each: (-pool[each], each))
    }


def _beam_search(
    problem: DesignProblem, state: SearchState, surrogate: Surrogate, confirmed: Sequence[Composition]
) -> dict[Composition, float]:
    """Return the compositions that a beam search visits, with their log probabilities of meeting the wishes.

    The search takes at least two steps, and stops when a step finds nothing likelier. It always goes so far
    that it reaches compositions that differ from the confirmed ones, which surely meet the wishes.
    """
    space, edge = problem.space, [problem.start]
    pool = dict(zip(edge, surrogate.log_chances(edge), strict=True))
    width = max(_LEAST_WIDTH, _REACHED // max(1, len(space.steps)))
    farthest = max(space.count_changes_between(problem.start, each) for each in state.tried)
    trusted = farthest // space.largest_step_size + _TRUSTED
    passed = (
        max((space.count_changes_between(problem.start, each) for each in confirmed), default=0)
        // space.largest_step_size
    )
    best, steps = -inf, 0
    while edge and steps < trusted and (steps - passed < 2 + steps // 4 or pool[edge[0]] > best):
        best, steps = max(pool.values()), steps + 1
        reached = [each for each in space.neighbours(edge) if each not in pool]
        pool.update(zip(reached, surrogate.log_chances(reached), strict=True))
        edge = nsmallest(width, reached, key=lambda each: (-pool[each], each))
    return pool


class SearchOutcome(NamedTuple):
    """The result of a search.

    best: compositions, the best first, that differ from one another. met: whether they meet the wishes, as
    far as the search knows. ending: enough found, nothing left to try, or games spent; None if the search was
    stopped.
    """

    best: tuple[Composition, ...]
    met: bool
    ending: Ending | None


def search(
    problem: DesignProblem,
    play: PlayGames,
    state: SearchState | None = None,
    tick: Callable[[SearchState], None] = lambda _: None,
) -> tuple[SearchState | None, SearchOutcome]:
    """Search until enough is found, nothing is left, or the games are spent; or until `play` is stopped.

    Returns the state, from which the search can resume (None if the base has not played), and the best
    compositions. state: of an earlier search for the same problem. tick: called with the state after every
    round. Raises UsageError for wishes that the base meets already or cannot reach (see verify_wishes()), and
    without numpy.
    """
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise UsageError(f"design needs numpy: {INSTALL}") from None
    try:
        if state is None:
            state = play_base(problem, play)
            tick(state)
        verify_wishes(problem, state)
        while True:
            tasks, nearer, ending = next_plan(problem, state)
            if ending is not None:
                return state, best_outcome(problem, state, ending)
            state = play_tasks(problem, state, tasks, play)
            _note_progress(problem, state, nearer)
            tick(state)
    except SearchStopped:
        return state, best_outcome(problem, state)


def verify_wishes(problem: DesignProblem, state: SearchState) -> None:
    """Raise UsageError for wishes that cannot guide a search.

    This happens in three cases: the tolerance of a wished change includes the base's value; a wish is open
    (Wish.open), and the base meets all wishes; or no composition reaches the wished attack and defence
    indices together.
    """
    targets, base = {}, {}
    for wish in problem.wishes:
        measure, facts = problem.measure_columns(problem.space.base, wish.key)
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
        and problem.space.is_valid(problem.space.base)
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
            why = (
                "because these players give up no points"
                if together < 100
                else "because both are shares of the same 100 points"
            )
            raise UsageError(
                f"attack {targets['attack']:.1f} and defence {targets['defence']:.1f} are wished for, "
                f"{together:.1f} together: they make up 100, {why}; leave one of the two out"
            )


class SearchPlan(NamedTuple):
    """The tasks of the next round, or the reason why the search ends.

    nearer: whether the tasks only seek a smaller total deviation, because nothing is likely to meet the
    wishes.
    """

    tasks: list[PlayTask]
    nearer: bool
    ending: Ending | None


def next_plan(problem: DesignProblem, state: SearchState) -> SearchPlan:
    """Return the next tasks, or why the search ends."""
    tasks, nearer = _next_round(problem, state) if state.rounds else (_first_round(problem), False)
    ending: Ending = "games" if tasks else "exhausted"
    left = problem.most - state.spent
    while tasks and count_games(state, tasks) > left:
        tasks = tasks[:-1]
    if tasks:
        return SearchPlan(tasks, nearer, None)
    found = best_outcome(problem, state)
    return SearchPlan([], nearer, "found" if found.met and len(found.best) == problem.best else ending)


def _note_progress(problem: DesignProblem, state: SearchState, nearer: bool) -> None:
    """Record in the state the smallest total deviation, and the number of rounds since it fell.

    nearer: whether the last round sought a smaller deviation; otherwise the record is cleared.
    """
    if not nearer:
        state.least, state.stale = None, 0
        return
    least = min(total_deviation(problem, estimate_deviations(problem, state, each)) for each in state.tried)
    before = state.least
    if before is None or sqrt(least) < sqrt(before) - _NEARER:
        state.least, state.stale = least, 0
    else:
        # More games may show that the nearest one was only lucky: then its value is not the one to beat.
        state.least, state.stale = max(least, before), state.stale + 1


def _first_round(problem: DesignProblem) -> list[PlayTask]:
    """Return tasks for the start and compositions one kind of step from it.

    They measure the effect of every kind of card.
    """
    space = problem.space
    around: dict[Composition, None] = {}
    for at, step in enumerate(space.steps):
        # The steps cycle through all kinds; each cycle has another size, so that every kind meets every size.
        size = at // len(space.allowed_kinds) % len(_TIMES)
        moved = (space.after_step(problem.start, step, times) for times in reversed(_TIMES[: size + 1]))
        around.update(dict.fromkeys(next(([each] for each in moved if each is not None), [])))
    options = [each for each in around if each[space.kinds :] != problem.start[space.kinds :]]
    probes = [each for each in around if each not in options]
    if any(keep.endswith("points") for keep in space.keep):
        probes = probes[:: max(1, -(-len(probes) // _PROBES))]
    probes = [*options, *probes][:_PROBES]
    games = number_of_first_games(problem, len(probes) + 1)
    start = [] if space.is_valid(space.base) else [PlayTask(problem.start, games)]
    return [*start, *(PlayTask(each, games) for each in probes)]


def _next_round(problem: DesignProblem, state: SearchState) -> tuple[list[PlayTask], bool]:
    """Return the tasks of a later round, and whether they only seek a smaller total deviation."""
    known = known_deviations(problem, state)
    if not known:
        return [], False
    surrogate = Surrogate(known)
    verdicts = {each: judge_candidate(problem, state, each) for each in state.tried}
    confirmed = [each for each, said in verdicts.items() if said == "in"]
    open_ = [each for each, said in verdicts.items() if said == "open"]
    chances = likely_candidates(problem, state, surrogate, confirmed)
    chances.update(zip(open_, surrogate.log_chances(open_), strict=True))
    chances = {
        each: chance for each, chance in chances.items() if not _is_superseded(problem, confirmed, each)
    }
    likely = max(chances.values(), default=-inf) >= log(_WORTH)
    nearer = not likely and not confirmed
    exploring = state.stale < _PATIENCE if nearer else state.spent < _EXPLORING * problem.most
    tasks = _exploration_tasks(problem, state, confirmed, chances) if exploring else []
    if tasks or not likely:
        return tasks, nearer
    return _race_tasks(problem, state, confirmed, chances), False


def _exploration_tasks(
    problem: DesignProblem,
    state: SearchState,
    confirmed: Sequence[Composition],
    chances: Mapping[Composition, float],
) -> list[PlayTask]:
    """Return tasks for the candidates with the largest expected improvement.

    These exchange fewer cards than any good composition; if there is no good one yet, any candidate counts.
    Of neighbours only one plays, because their games say much about each other.
    """
    changed = problem.space.count_changes
    good = [*confirmed, *(each for each in state.tried if chances.get(each, -inf) >= log(_LIKELY))]
    most = min(map(changed, good)) if good else 1 + max(map(changed, chances), default=0)
    improvements = {
        each: chance + log(most - changed(each)) for each, chance in chances.items() if changed(each) < most
    }
    chosen: list[Composition] = []
    for each in sorted(improvements, key=lambda each: (-improvements[each], each)):
        if len(chosen) == _ABREAST or (good and improvements[each] < log(_WORTH)):
            break
        if all(problem.space.count_changes_between(each, other) > 1 for other in chosen):
            chosen.append(each)
    return [next_task(problem, state, each) for each in chosen]


def _race_tasks(
    problem: DesignProblem,
    state: SearchState,
    confirmed: Sequence[Composition],
    chances: Mapping[Composition, float],
) -> list[PlayTask]:
    """Return tasks for the best-ranked candidates that may meet the wishes, and for a few after them."""
    limit = max(chances.values()) + log(_LIKELY)
    maybe = [each for each, chance in chances.items() if chance >= limit]
    ranked = sorted((*confirmed, *maybe), key=problem.space.preference_key)
    wanted = distinct_designs(problem, ranked)
    if len(wanted) == problem.best and all(each in confirmed for each in wanted):
        return []
    first = [each for each in wanted if each not in confirmed]
    others = [each for each in ranked if each not in confirmed and each not in first]
    return [next_task(problem, state, each) for each in (*first, *others)[:_ABREAST]]


def distinct_designs(problem: DesignProblem, ranked: Sequence[Composition]) -> list[Composition]:
    """Return the first compositions that differ enough from one another, as many as are wanted."""
    import numpy as np

    found: list[Composition] = []
    for each in ranked:
        if not any(_are_rows_similar(problem, other, np.array([each]))[0] for other in found):
            found.append(each)
            if len(found) == problem.best:
                break
    return found


def _is_superseded(
    problem: DesignProblem, confirmed: Sequence[Composition], composition: Composition
) -> bool:
    """Tell whether a composition is similar to a better one that surely meets the wishes."""
    import numpy as np

    rank, one = problem.space.preference_key, np.array([composition])
    return any(
        _are_rows_similar(problem, each, one)[0] and rank(each) < rank(composition) for each in confirmed
    )


def _are_rows_similar(problem: DesignProblem, better: Composition, compositions: Array) -> Array:
    """Return an array of booleans: which compositions, one per row, are too similar to a better one."""
    import numpy as np

    between = problem.space.count_changes_between_many
    steps = between(compositions, problem.start)
    return between(compositions, better) < np.maximum(1, np.minimum(steps, 2 + steps // 4))


def best_outcome(
    problem: DesignProblem, state: SearchState | None, ending: Ending | None = None
) -> SearchOutcome:
    """Return the best known compositions: those that surely meet the wishes, then those that probably do.

    If no composition is likely to meet them, returns those with the smallest total deviation.
    """
    if state is None or not state.tried:
        return SearchOutcome((), False, ending)
    said = {each: judge_candidate(problem, state, each) for each in state.tried}
    misses = {
        each: total_deviation(problem, estimate_deviations(problem, state, each)) for each in state.tried
    }
    good = [each for each in said if said[each] != "out" and misses[each] == 0]
    if good:
        ranked = sorted(good, key=lambda each: (said[each] != "in", problem.space.preference_key(each)))
        return SearchOutcome(tuple(distinct_designs(problem, ranked)), True, ending)
    others = [tally.games for each, tally in state.tried.items() if each != problem.space.base]
    most = max(others, default=0)
    # Compositions with few games may seem near by luck.
    played = [
        each for each, tally in state.tried.items() if tally.games * 8 >= most and each != problem.space.base
    ]
    nearest = sorted(played, key=lambda each: (misses[each], problem.space.preference_key(each)))
    return SearchOutcome(tuple(distinct_designs(problem, nearest)), False, ending)
