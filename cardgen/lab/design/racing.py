"""The race: candidates play the base's games by number, and their gaps say who is in, out or still open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from statistics import NormalDist
from typing import Literal, NamedTuple

from ...games.experiment import Experiment
from ..moments import Tally
from .checkpoint import Memory
from .compositions import Composition
from .deviation import Gap, gap
from .problem import Question

#: How sure the race is that a candidate misses the wishes, or meets them, before no more games go there.
#: Surer of the former: it looks at many candidates, and often; what it takes for good is measured anew in
#: the end.
_OUT, _IN = NormalDist().inv_cdf(0.995), NormalDist().inv_cdf(0.975)
#: Games of a newcomer at least and at most, and of the base by itself.
_FEWEST, _FIRST, _BASE = 16, 2_048, 16_384
#: A candidate has such a part of all games at most.
_SHARE = 16
#: From so many games on candidates are given twice as many; before that, four times.
_DOUBLING = 8_192
#: Candidates that play side by side: what varies together is kept for each pair of facts.
_ABREAST = 24

#: The search wants wishes met by such a part of what is near enough, so that they are on fresh games too.
_STRICTER = 0.8

Verdict = Literal["in", "out", "open"]
#: Plays games first ... first + count - 1 of a seed in all experiments, or fewer of them where it is stopped.
Play = Callable[[Sequence[Experiment], int, int, int], Tally]


class Task(NamedTuple):
    """A candidate is to have so many games."""

    composition: Composition
    games: int


class Stopped(Exception):  # noqa: N818 - no error
    """Somebody asked to stop; what was played since the last round is not counted."""


def power_of_two(number: float) -> int:
    """The largest power of two up to a number: all stretches of games fit each other so."""
    return 1 << max(0, int(number).bit_length() - 1)


def most_games(question: Question) -> int:
    """How many games a candidate has at most."""
    return max(_FEWEST, power_of_two(question.most / _SHARE))


def first_games(question: Question, candidates: int = 1) -> int:
    """How many games newcomers begin with, so many of them at once."""
    return max(_FEWEST, min(_FIRST, power_of_two(question.most / max(8 * candidates, 128))))


def base_games(question: Question) -> int:
    """How many games the base has at least."""
    return max(_FEWEST, min(_BASE, power_of_two(question.most / 12)))


def more_games(question: Question, memory: Memory, composition: Composition) -> Task:
    """A candidate's next step."""
    tally = memory.tried.get(composition)
    if tally is None:
        return Task(composition, first_games(question))
    return Task(composition, tally.games * (2 if tally.games >= _DOUBLING else 4))


def gaps_of(question: Question, memory: Memory, composition: Composition) -> list[Gap] | None:
    """How far a candidate is from each wish, with the search's tolerance; None where its games do not say."""
    found = []
    for wish in question.wishes:
        sides = question.side(question.frame.base, wish.key), question.side(composition, wish.key)
        one = gap(wish, memory.base, memory.tried[composition], sides)
        if one is None:
            return None
        found.append(one._replace(tolerance=one.tolerance * _STRICTER))
    return found


def verdict(question: Question, memory: Memory, composition: Composition) -> Verdict:
    """Whether a candidate meets all wishes, as far as that is sure; in the end, as far as it seems."""
    gaps = gaps_of(question, memory, composition)
    if gaps is None or any(each.surely_missed(_OUT) for each in gaps):
        return "out"
    if all(each.surely_met(_IN) for each in gaps):
        return "in"
    if memory.tried[composition].games < most_games(question):
        return "open"
    return "in" if all(each.seems_met for each in gaps) else "out"


def miss(gaps: Iterable[Gap] | None) -> float:
    """How far a candidate is from what is near enough, all wishes together; 0 where it meets them."""
    if gaps is None:
        return float("inf")
    return sum(max(0.0, abs(each.off) - 1) ** 2 for each in gaps)


def cost(memory: Memory, tasks: Sequence[Task]) -> int:
    """How many games tasks take, the base's too."""
    return sum(
        (len(group) + 1) * (games - before)
        for (before, games), together in _batches(memory, tasks)
        for group in _abreast(together)
    )


def _batches(memory: Memory, tasks: Sequence[Task]) -> list[tuple[tuple[int, int], list[Composition]]]:
    """Candidates that play the same stretch of games."""
    spans = [((_played(memory, each.composition), each.games), each.composition) for each in tasks]
    spans.sort(key=lambda span: span[0])
    return [(span, [each for _, each in group]) for span, group in groupby(spans, key=lambda span: span[0])]


def _played(memory: Memory, composition: Composition) -> int:
    tally = memory.tried.get(composition)
    return tally.games if tally else 0


def _abreast(together: list[Composition]) -> list[list[Composition]]:
    return [together[at : at + _ABREAST] for at in range(0, len(together), _ABREAST)]


def race(question: Question, memory: Memory, tasks: Sequence[Task], play: Play) -> Memory:
    """Play tasks; what is known then is another memory. Raises Stopped where not all could be played."""
    after = Memory(memory.base, dict(memory.tried), memory.spent + cost(memory, tasks), memory.rounds + 1)
    after.least, after.stale = memory.least, memory.stale
    for (first, games), together in _batches(memory, tasks):
        for group in _abreast(together):
            played = _side_by_side(question, group, first, games - first, play)
            _take_in(question, after, group, first, played)
    return after


def _side_by_side(
    question: Question, group: Sequence[Composition], first: int, count: int, play: Play
) -> Tally:
    tables = [question.kept(each) for each in (question.frame.base, *group)]
    played = play(tables, question.seed, first, count)
    if played.games < count:
        raise Stopped
    return played


def _take_in(
    question: Question, memory: Memory, group: Sequence[Composition], first: int, played: Tally
) -> None:
    facts = len(question.facts)
    own = list(range(facts))
    memory.base = _longer(memory.base, first, played.part(own))
    for at, composition in enumerate(group, 1):
        pair = played.part([*own, *range(at * facts, (at + 1) * facts)])
        memory.tried[composition] = _longer(memory.tried.get(composition, Tally()), first, pair)
    base = question.frame.base
    if question.frame.valid(base):
        memory.tried[base] = memory.base.part(own + own)


def _longer(before: Tally, first: int, more: Tally) -> Tally:
    """What was played before and what follows on it; only the longer of two that begin together."""
    if first == before.games:
        total = Tally()
        total.add(before)
        total.add(more)
        return total
    return more if not first and more.games > before.games else before


def begin(question: Question, play: Play) -> Memory:
    """The base by itself, played for long. Raises Stopped where that could not be done."""
    memory, games = Memory(), base_games(question)
    played = _side_by_side(question, [], 0, games, play)
    memory.spent = games
    _take_in(question, memory, [], 0, played)
    return memory
