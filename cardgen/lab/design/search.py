"""The search: round by round it looks at what is known, and says which candidates play on and which come in.

Compositions are preferred by rank: the fewest cards exchanged, of these the handsomest. So it goes down the
ranks and leaves each behind as soon as it is in or out: games go to the first ones that may meet all
wishes. Where none does, it goes for the nearest. All it decides follows from what was played: no clock, no
chance of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Literal, NamedTuple

from ...errors import UsageError
from ..estimates import estimate
from .candidates import Guess, chance, guesses, models_of, nearest_first
from .checkpoint import Memory
from .compositions import Composition, apart
from .problem import Question
from .racing import (
    Play,
    Stopped,
    Task,
    begin,
    cost,
    first_games,
    gaps_of,
    miss,
    more_games,
    most_games,
    race,
    verdict,
)

#: The first round's candidates, and those of the others.
_PROBES, _ABREAST = 96, 8
#: How many times the first round takes a step. One card shows little over chance, and of several it shows
#: whether the second does as much as the first.
_TIMES = (1, 2, 4)
#: Whoever is likely enough to meet the wishes is tried in turn, by rank; below the least, nobody is.
_LIKELY, _LEAST_LIKELY = 0.5, 0.02
#: Or as likely as this, against the likeliest, where nobody is so likely.
_NEARLY = 0.6
#: For fewer cards than are known to do, a smaller chance is worth its games.
_FEWER = 0.2
#: A search that meets nothing goes on while the nearest comes so much nearer (in tolerances), within so
#: many rounds.
_NEARER, _PATIENCE = 0.5, 8
#: Players who let go no more than this of a hundred points let nothing go.
_LET_GO = 0.5
#: As far as so many steps from what was played guesses are trusted to lead nearer: farther out they are
#: mostly hope (a trust region: Eriksson and others, "Scalable global optimization via local Bayesian
#: optimization", 2019).
_TRUSTED = 3
#: Where the nearest is, is plain enough where the standard error is such a part of how far it is off.
_PLAIN = 0.25

Ending = Literal["found", "exhausted", "games"]


class Found(NamedTuple):
    """What a search has come to.

    best: compositions, the best first; they differ from one another. met: whether they meet the wishes, as
    far as the search can tell. ending: all that were wanted are found; there is nothing left to try; or the
    games are spent. None where the search was stopped.
    """

    best: tuple[Composition, ...]
    met: bool
    ending: Ending | None


def search(
    question: Question, play: Play, memory: Memory | None = None, tick: Callable[[Memory], None] | None = None
) -> tuple[Memory | None, Found]:
    """Search until enough is found, nothing is left, or the games are spent; or until `play` is stopped.

    memory: what an earlier search for the same question knew. tick: told what is known after every round.
    Raises UsageError for wishes that the base's own games show to be none, or impossible.
    """
    known = memory
    try:
        if known is None:
            known = begin(question, play)
            (tick or _nobody)(known)
        verify_wishes(question, known)
        while True:
            tasks, nearer, ending = plan(question, known)
            if ending is not None:
                return known, _found(question, known, ending)
            known = _patient(question, race(question, known, tasks, play), nearer)
            (tick or _nobody)(known)
    except Stopped:
        return known, _found(question, known, None)


def verify_wishes(question: Question, memory: Memory) -> None:
    """Raise UsageError for a change that nobody could tell from none, and for indices that cannot go
    together.
    """
    targets, base = {}, {}
    for wish in question.wishes:
        measure, facts = question.side(question.frame.base, wish.key)
        has = estimate(memory.base, facts, measure).value or 0.0
        base[wish.key], targets[wish.key] = has, wish.target(has)
        if wish.text[0] in "+-−" and abs(wish.target(has) - has) <= wish.tolerance(has) * (1 + 1e-9):
            raise UsageError(
                f"{wish.key} is {has:.4g} as the pack is, so {wish.text} is no more than what is near enough "
                f"(±{wish.tolerance(has):.2g}): wish for more, for a number of its own such as {wish.key}=5, "
                "or for a smaller --within"
            )
    if {"attack", "defence"} <= targets.keys():
        together, room = (
            sum(targets[key] for key in ("attack", "defence")),
            sum(
                wish.tolerance(base[wish.key])
                for wish in question.wishes
                if wish.key in ("attack", "defence")
            ),
        )
        nothing_let_go = base["attack"] + base["defence"] > 100 - _LET_GO
        if together > 100 + room or (nothing_let_go and together < 100 - _LET_GO - room):
            why = "as these players let nothing go" if together < 100 else "as both are parts of one hundred"
            raise UsageError(
                f"attack {targets['attack']:.1f} and defence {targets['defence']:.1f} are wished for, "
                f"{together:.1f} together: they make up 100, {why}; leave one of the two out"
            )


def _nobody(memory: Memory) -> None:
    """Tell nobody."""


class Plan(NamedTuple):
    """Who plays next; whether that is to come nearer, as nothing meets the wishes; or why nobody does."""

    tasks: list[Task]
    nearer: bool
    ending: Ending | None


def plan(question: Question, memory: Memory) -> Plan:
    """What to do next."""
    tasks, nearer = _next_round(question, memory) if memory.rounds else (_first_round(question), False)
    ending: Ending = "games" if tasks else "exhausted"
    left = question.most - memory.spent
    while tasks and cost(memory, tasks) > left:
        tasks = tasks[:-1]
    if tasks:
        return Plan(tasks, nearer, None)
    found = best_of(question, memory)
    return Plan([], nearer, "found" if found.met and len(found.best) == question.best else ending)


def _patient(question: Question, memory: Memory, nearer: bool) -> Memory:
    """Note whether a round that was to come nearer did."""
    if not nearer:
        memory.least, memory.stale = None, 0
        return memory
    least = min(miss(gaps_of(question, memory, each)) for each in memory.tried)
    before = memory.least
    if before is None or sqrt(least) < sqrt(before) - _NEARER:
        memory.least, memory.stale = least, 0
    else:
        # What was nearest by luck is farther off than it seemed: nearer than that is no mark to beat.
        memory.least, memory.stale = max(least, before), memory.stale + 1
    return memory


def _first_round(question: Question) -> list[Task]:
    """The start, and what is one kind of step from it: they tell what every kind of card does."""
    frame = question.frame
    around: dict[Composition, None] = {}
    for at, step in enumerate(frame.steps):
        # The steps go round and round all kinds; each round has a size, so that every kind meets every size.
        size = at // len(frame.allowed) % len(_TIMES)
        moved = (frame.moved(question.start, step, times) for times in reversed(_TIMES[: size + 1]))
        around.update(dict.fromkeys(next(([each] for each in moved if each is not None), [])))
    probes = list(around)
    if any(keep.endswith("points") for keep in frame.keep):
        probes = probes[:: max(1, -(-len(probes) // _PROBES))]
    probes = probes[:_PROBES]
    games = first_games(question, len(probes) + 1)
    start = [] if frame.valid(frame.base) else [Task(question.start, games)]
    return [*start, *(Task(each, games) for each in probes)]


def _next_round(question: Question, memory: Memory) -> tuple[list[Task], bool]:
    models = models_of(question, memory)
    if not models:
        return [], False
    likely = {each.composition: each for each in guesses(question, memory, models)}
    verdicts = {each: verdict(question, memory, each) for each in memory.tried}
    chances = {each: guess.chance for each, guess in likely.items()}
    for each, said in verdicts.items():
        if said == "open":
            chances[each] = chance([model.gap(each) for model in models])
    sure = [each for each, said in verdicts.items() if said == "in"]
    limit = max(chances.values(), default=0.0)
    if limit >= _LEAST_LIKELY:
        return _by_rank(question, memory, sure, chances, min(_LIKELY, limit * _NEARLY)), False
    return (
        ([], False)
        if sure
        else (_nearer(question, memory, guesses(question, memory, models, _TRUSTED)), True)
    )


def _by_rank(
    question: Question,
    memory: Memory,
    sure: list[Composition],
    chances: dict[Composition, float],
    limit: float,
) -> list[Task]:
    """The first by rank that may meet the wishes, as many as are wanted, and some that come next."""
    fewest = min(map(question.frame.changed, sure), default=0)
    maybe = [
        each
        for each, likely in chances.items()
        if likely >= (limit if question.frame.changed(each) >= fewest else limit * _FEWER)
    ]
    ranked = sorted((*sure, *maybe), key=question.frame.rank)
    wanted = differing(question, ranked)
    if len(wanted) == question.best and all(each in sure for each in wanted):
        return []
    first = [each for each in wanted if each not in sure]
    others = [each for each in ranked if each not in sure and each not in first]
    return [more_games(question, memory, each) for each in (*first, *others)[:_ABREAST]]


def _nearer(question: Question, memory: Memory, likely: Sequence[Guess]) -> list[Task]:
    """Nothing meets the wishes: the nearest until now where it is not yet plain where they are, and the most
    promising newcomers, of which no two are neighbours.
    """
    if memory.stale >= _PATIENCE:
        return []
    gaps = {each: found for each in memory.tried if (found := gaps_of(question, memory, each))}
    nearest = nearest_first(question, gaps)
    least, most = miss(gaps[nearest[0]]), most_games(question)
    plain = max(1.0, _PLAIN * sqrt(least))
    unsure = [
        each
        for each in nearest[: question.best + 1]
        if memory.tried[each].games < most and max(gap.error for gap in gaps[each]) > plain
    ]
    chosen: list[Composition] = []
    for guess in sorted((each for each in likely if each.hope < least), key=lambda each: each.hope):
        if len(unsure) + len(chosen) < _ABREAST and all(
            apart(guess.composition, other) > 1 for other in chosen
        ):
            chosen.append(guess.composition)
    return [more_games(question, memory, each) for each in (*chosen, *unsure)]


def differing(question: Question, ranked: Sequence[Composition]) -> list[Composition]:
    """The first of these that really differ from one another, as many as are wanted."""
    found: list[Composition] = []
    for each in ranked:
        steps = apart(question.start, each)
        least = max(1, min(steps, 2 + steps // 4))
        if all(apart(each, other) >= least for other in found):
            found.append(each)
            if len(found) == question.best:
                break
    return found


def best_of(question: Question, memory: Memory | None) -> Found:
    """The best as far as it is known: what is in; else what is likely to be; else what is nearest."""
    return _found(question, memory, None)


def _found(question: Question, memory: Memory | None, ending: Ending | None) -> Found:
    if memory is None or not memory.tried:
        return Found((), False, ending)
    said = {each: verdict(question, memory, each) for each in memory.tried}
    good = [each for each in said if said[each] != "out" and _seems_met(question, memory, each)]
    if good:
        ranked = sorted(good, key=lambda each: (said[each] != "in", question.frame.rank(each)))
        return Found(tuple(differing(question, ranked)), True, ending)
    others = [tally.games for each, tally in memory.tried.items() if each != question.frame.base]
    most = max(others, default=0)
    misses = {
        each: miss(gaps_of(question, memory, each))
        for each, tally in memory.tried.items()
        if tally.games * 8 >= most and each != question.frame.base
    }
    nearest = sorted(misses, key=lambda each: (misses[each], question.frame.rank(each)))
    return Found(tuple(differing(question, nearest)), False, ending)


def _seems_met(question: Question, memory: Memory, composition: Composition) -> bool:
    return miss(gaps_of(question, memory, composition)) == 0
