"""Which compositions are worth their games: those that guesses lead to, step by step from the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nsmallest
from typing import NamedTuple

from .checkpoint import Memory
from .compositions import Composition, Frame, apart
from .deviation import Gap
from .problem import Question
from .racing import gaps_of, miss
from .surrogate import Known, Model

#: How many compositions each round of steps goes on from, and how many such rounds.
_WIDTH, _DEPTH = 80, 8
#: So many that seem to meet the wishes are choice enough.
_ENOUGH = 60
#: So many are looked at closely: the nearest by guess, and the best in rank of those that are nearly near
#: enough.
_NEAREST, _RANKED = 30, 60
#: The most compositions that guesses are made from, and how many exchanges away they are at most.
_MOST_KNOWN, _REACH = 240, 15
#: From so many of the nearest steps are taken.
_ORIGINS = 8


class Guess(NamedTuple):
    """A composition that nobody played, and how far it is likely to be from each wish."""

    composition: Composition
    gaps: tuple[Gap, ...]

    @property
    def chance(self) -> float:
        """How likely it is to meet all wishes."""
        return chance(self.gaps)

    @property
    def hope(self) -> float:
        """How far off it is if it is luckier than guessed, by a standard error; see `miss`."""
        return sum(max(0.0, abs(each.off) - each.error - 1) ** 2 for each in self.gaps)


def chance(gaps: Sequence[Gap]) -> float:
    """How likely it is that all wishes are met."""
    product = 1.0
    for each in gaps:
        product *= each.chance
    return product


def models_of(question: Question, memory: Memory) -> list[Model]:
    """A model for each wish, of what was played around the nearest until now; none where nothing is known."""
    gaps = {each: found for each in memory.tried if (found := gaps_of(question, memory, each))}
    if not gaps:
        return []
    middle = nearest_first(question, gaps)[0]
    reach = _REACH * question.frame.stride
    around = [each for each in gaps if apart(each, middle) <= reach]
    # The best known ones, where there are too many.
    most = sorted(around, key=lambda each: (each != middle, -memory.tried[each].games))[:_MOST_KNOWN]
    return [
        Model(middle, [Known(each, gaps[each][at]) for each in most], question.frame.stride)
        for at in range(len(question.wishes))
    ]


def nearest_first(question: Question, gaps: Mapping[Composition, Sequence[Gap]]) -> list[Composition]:
    """Compositions by how near they are to the wishes as far as the games tell."""
    return sorted(gaps, key=lambda each: (miss(gaps[each]), question.frame.rank(each)))


def guesses(question: Question, memory: Memory, models: Sequence[Model], depth: int = _DEPTH) -> list[Guess]:
    """Find unplayed compositions that may meet the wishes, or come near them, within so many steps of known
    ones.
    """
    pool = _outward(question.frame, _origins(question, memory), models, depth)
    fresh = {each: off for each, off in pool.items() if each not in memory.tried}
    nearest = _nearest(question.frame, fresh, _NEAREST)
    likely = [each for each, off in fresh.items() if off <= 1]
    ranked = nsmallest(_RANKED, likely, key=question.frame.rank)
    return [
        Guess(each, tuple(model.gap(each) for model in models)) for each in dict.fromkeys((*ranked, *nearest))
    ]


def _origins(question: Question, memory: Memory) -> list[Composition]:
    """The start, and what is nearest to the wishes by what was played."""
    gaps = {each: found for each in memory.tried if (found := gaps_of(question, memory, each))}
    return list(dict.fromkeys([question.start, *nearest_first(question, gaps)[:_ORIGINS]]))


def _outward(
    frame: Frame, origins: Sequence[Composition], models: Sequence[Model], most: int
) -> dict[Composition, float]:
    """Compositions by steps from the origins, and how far off they seem; until there is enough choice."""
    pool: dict[Composition, float] = {each: _off(each, models) for each in origins}
    edge, least = list(pool), min(pool.values())
    for depth in range(most):
        reached = {each: 0.0 for one in edge for each in frame.neighbours(one) if each not in pool}
        for each in reached:
            reached[each] = _off(each, models)
        pool.update(reached)
        if depth and sum(off <= 0 for off in pool.values()) >= _ENOUGH:
            break
        edge = _nearest(frame, reached, _WIDTH)
        if not edge or (depth and reached[edge[0]] >= least > 0):
            break
        least = min(least, reached[edge[0]])
    return pool


def _nearest(frame: Frame, off: dict[Composition, float], many: int) -> list[Composition]:
    """The least off, the handsomest first of those that are not off at all; ranks are slow to tell."""
    there = nsmallest(many, (each for each in off if off[each] <= 0), key=frame.rank)
    near = nsmallest(
        many - len(there), (each for each in off if off[each] > 0), key=lambda each: (off[each], each)
    )
    return [*there, *near]


def _off(composition: Composition, models: Sequence[Model]) -> float:
    return sum(max(0.0, abs(model.off(composition)) - 1) ** 2 for model in models)
