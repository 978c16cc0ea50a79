"""Figures of the search for designs that were found by trial: a test fails for each that moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import exp, log, sin
from typing import Any

import pytest
from test_lab_design import BASE, MadeUp, play, problem

from cardgen.errors import UsageError
from cardgen.gaming.games.measures import Measure
from cardgen.gaming.games.never_over.cards import Cards
from cardgen.gaming.lab.design import racing, search
from cardgen.gaming.lab.design.problem import Deviation, read_wishes
from cardgen.gaming.lab.design.racing import PlayTask, SearchState, judge_candidate
from cardgen.gaming.lab.design.search_space import (
    Composition,
    SearchSpace,
    count_cards_between,
    make_search_space,
)
from cardgen.gaming.lab.design.surrogate import Surrogate
from cardgen.gaming.lab.moments import GameTally

#: Deviations, errors and chances of several effects, as they were.
PREDICTED = [
    (5.40275, 0.280529, -20.4617),
    (4.62339, 0.40586, -13.4525),
    (-12.7485, 1.62126, -25.7056),
    (1.16986, 1.29719, -0.941465),
    (0.807939, 1.81855, -0.994616),
]
#: With one, two and three cards exchanged.
ONE, TWO, THREE = (14, 10, 9, 7, 1, 2, 3, 4, 5), (15, 9, 9, 7, 1, 2, 3, 4, 5), (16, 8, 9, 7, 1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("value", "error", "games", "said"),
    [
        (1 + 2.57, 1, 16, "open"),
        (1 + 2.58, 1, 16, "out"),
        (1 - 1.97 / 4, 1 / 4, 16, "in"),
        (1 - 1.95 / 4, 1 / 4, 16, "open"),
        (1 - 1.95 / 4, 1 / 4, 1 << 14, "in"),
        (0.80, 1, 1 << 14, "out"),
        (0.78, 1, 1 << 14, "in"),
    ],
)
def test_how_sure_the_race_must_be(
    value: float, error: float, games: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Out at 99 per cent, in at 95; after its last games, where chance says 0.8 of the best there could
    be.
    """
    monkeypatch.setattr(racing, "estimate_deviations", lambda *_: [Deviation(value, error * error, 1)])
    state = SearchState(tried={ONE: GameTally(games)})
    assert judge_candidate(problem(most=200_000), state, ONE) == said


def test_the_search_holds_itself_to_eight_tenths_of_the_tolerance() -> None:
    asked = problem()
    state = racing.play_base(asked, play)
    state.tried[BASE] = state.base.with_columns([0, 1, 0, 1])
    [found] = racing.estimate_deviations(asked, state, BASE) or []
    [wish] = asked.wishes
    assert found.tolerance == pytest.approx(0.8 * wish.tolerance(40), rel=0.01)


@pytest.mark.parametrize(
    ("most", "base", "first", "of_many", "most_of_one"),
    [
        (1_000, 64, 16, 16, 32),
        (150_000, 8_192, 1_024, 128, 8_192),
        (9_000_000, 65_536, 2_048, 2_048, 1 << 19),
    ],
)
def test_how_many_games_are_played(most: int, base: int, first: int, of_many: int, most_of_one: int) -> None:
    asked = problem(most=most)
    assert racing.number_of_base_games(asked) == base
    assert racing.number_of_first_games(asked) == first
    assert racing.number_of_first_games(asked, 96) == of_many
    assert racing.most_games(asked) == most_of_one
    more = {
        games: racing.next_task(asked, SearchState(tried={ONE: GameTally(games)}), ONE).games
        for games in (4_096, 8_192)
    }
    assert more == {4_096: 16_384, 8_192: 16_384}
    tasks = [racing.PlayTask((*BASE[:8], at), 32) for at in range(70)]
    assert racing.count_games(SearchState(), tasks) == 32 * (25 + 25 + 23)


class Told:
    """A surrogate that is told how likely compositions are."""

    def __init__(self, chances: Any) -> None:
        self._chance = chances if callable(chances) else lambda each: chances.get(each, 1e-9)

    def log_chances(self, compositions: Sequence[Composition]) -> list[float]:
        return [log(self._chance(each)) for each in compositions]


@pytest.mark.parametrize(
    ("spent", "chance", "good", "said"),
    [
        (0.39, 0.0051, 0.51, ["explored"]),
        (0.39, 0.0049, 0.51, ["raced"]),
        (0.41, 0.0051, 0.51, ["raced"]),
        (0.41, 0.0049, 0.49, ["raced"]),
        (0.39, 0.0049, 0.49, ["explored"]),
        (0.41, 0.0051, 0.0051, ["raced"]),
        (0.41, 0.0049, 0.0049, ["explored"]),
    ],
)
def test_when_the_search_explores_and_when_it_races(
    spent: float, chance: float, good: float, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It explores in the first four tenths of the games while there is a chance of five in a thousand that a
    card fewer will do, or nothing is as likely as not to be good; and later only where nothing is likely.
    """
    asked = problem(most=1_000)
    state = SearchState(tried={TWO: GameTally(16)}, spent=round(spent * 1_000), rounds=1)
    told = {TWO: good, ONE: chance}
    monkeypatch.setattr(search, "known_deviations", lambda *_: {TWO: []})
    monkeypatch.setattr(search, "Surrogate", lambda _: Told(told))
    monkeypatch.setattr(search, "likely_candidates", lambda *_: {ONE: log(chance)})
    monkeypatch.setattr(search, "judge_candidate", lambda *_: "open")
    found: list[str] = []
    explore = search._exploration_tasks

    def explored(*given: Any) -> list[PlayTask]:
        tasks = explore(*given)
        found.extend(["explored"] * bool(tasks))
        return tasks

    monkeypatch.setattr(search, "_exploration_tasks", explored)
    monkeypatch.setattr(search, "_race_tasks", lambda *_: found.append("raced") or [])
    search._next_round(asked, state)
    assert found == said


def test_what_is_half_as_likely_as_the_likeliest_races() -> None:
    asked = problem()
    chances = {ONE: log(0.2), THREE: log(0.09), TWO: log(0.11)}
    tasks = search._race_tasks(asked, SearchState(), [], chances)
    assert [task.composition for task in tasks] == [ONE, TWO]
    many = dict.fromkeys(asked.space.neighbours([BASE]), log(0.9))
    assert len(search._race_tasks(asked, SearchState(), [], many)) == 8


def test_games_do_not_go_into_what_is_much_like_a_better_design(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = problem(best=2)
    other = (13, 11, 9, 7, 1, 4, 3, 4, 3)
    state = SearchState(
        tried={ONE: GameTally(16), TWO: GameTally(16), other: GameTally(16)}, spent=1, rounds=1
    )
    chances = {TWO: 0.9, other: 0.4}
    monkeypatch.setattr(search, "known_deviations", lambda *_: {ONE: []})
    monkeypatch.setattr(search, "Surrogate", lambda _: Told(chances))
    monkeypatch.setattr(search, "judge_candidate", lambda _, __, each: "in" if each == ONE else "open")
    tasks, _ = search._next_round(asked, state)
    assert [task.composition for task in tasks] == [other]


@pytest.mark.parametrize(("most_exchanged", "farthest"), [(1, 4), (4, 7)])
def test_candidates_are_near_what_was_played(most_exchanged: int, farthest: int) -> None:
    """Three steps farther at most; of each number of cards the sixteen likeliest; nothing that was played."""
    asked = problem()
    played_before = (BASE[0] - most_exchanged, BASE[1] + most_exchanged, *BASE[2:])
    state = SearchState(tried={BASE: GameTally(16), played_before: GameTally(16)})
    likelier: Any = Told(lambda each: exp(asked.space.count_changed_cards(each) - 50))
    found = search.likely_candidates(asked, state, likelier, [])
    cards = [asked.space.count_changed_cards(each) for each in found]
    assert max(cards) == farthest
    assert {cards.count(each) for each in range(1, farthest + 1)} == {16}
    assert not {BASE, played_before} & {*found}


def test_how_many_compositions_a_step_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """About 3,600, from no fewer than eight; two steps at least."""
    flat: Any = Told(lambda _: 0.5)
    for asked, width in ((problem(), 3_600 // 72), (problem(highest=20), 8)):
        seen: list[int] = []
        neighbours = SearchSpace.neighbours

        def counted(space: SearchSpace, many: Any, seen: list[int] = seen, real: Any = neighbours) -> Any:
            seen.append(len(many))
            return real(space, many)

        with monkeypatch.context() as patch:
            patch.setattr(SearchSpace, "neighbours", counted)
            search.likely_candidates(asked, SearchState(tried={asked.start: GameTally(16)}), flat, [])
        assert seen == [1, width]


def test_a_walk_goes_on_behind_what_is_sure_to_meet_the_wishes() -> None:
    """Until there are compositions that are not much like it: behind one with two cards, to five."""
    asked, flat = problem(), Told(lambda _: 0.5)
    state = SearchState(tried={BASE: GameTally(16), (9, 15, *BASE[2:]): GameTally(16)})
    reached = {
        len(sure): max(
            map(asked.space.count_changed_cards, search.likely_candidates(asked, state, flat, sure))
        )  # type: ignore[arg-type]
        for sure in ([], [TWO])
    }
    assert reached == {0: 2, 1: 5}


def test_predictions_are_made_from_what_has_most_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """320 compositions at most, the base first."""
    many = {(at, *BASE[1:]): GameTally(16) for at in range(400)}
    state = SearchState(tried={**many, BASE: GameTally(64), ONE: GameTally(32)})
    monkeypatch.setattr(search, "estimate_deviations", lambda *_: [Deviation(1, 1, 1)])
    known = search.known_deviations(problem(), state)
    assert len(known) == 320
    assert [*known][:2] == [BASE, ONE]


@pytest.mark.parametrize(("let_go", "refused"), [(0.4, True), (0.6, False)])
def test_players_who_let_nothing_go_share_a_hundred_points(let_go: float, refused: bool) -> None:
    """Attack and defence of ninety together are refused where half a point or less is let go."""
    attack = Measure("attack", "attack index", {"points": 100}, {"held": 1}, "index")
    defence = Measure("defence", "defence index", {"kept": 100}, {"held": 1}, "index")

    @dataclass(frozen=True)
    class Sharing:
        composition: Composition
        facts = ("points", "kept", "held")
        measures = (attack, defence)

    asked = replace(
        problem(),
        wishes=read_wishes([("attack", "45"), ("defence", "45")], (attack, defence)),
        experiment=Sharing,  # type: ignore[arg-type]
    )
    one = [600, 1_000, 400 - round(10 * let_go)]
    base = GameTally(100, [100 * each for each in one], [[100 * a * b for a in one] for b in one])
    raised = pytest.raises(UsageError, match="because these players give up no points")
    with raised if refused else nullcontext():
        search.verify_wishes(asked, SearchState(base=base))


def test_a_search_that_comes_no_nearer_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After eight rounds of less than half a tolerance each."""
    asked, state, misses = problem(), SearchState(tried={ONE: GameTally(16)}), [9.0]
    monkeypatch.setattr(search, "estimate_deviations", lambda *_: [])
    monkeypatch.setattr(search, "total_deviation", lambda *_: misses[0])
    search._note_progress(asked, state, True)
    for misses[0], stale in ((2.49**2, 0), (2.0**2, 1), (1.98**2, 0), (1.5**2, 1)):
        search._note_progress(asked, state, True)
        assert state.stale == stale
    monkeypatch.setattr(search, "Surrogate", lambda _: Told({}))
    monkeypatch.setattr(search, "known_deviations", lambda *_: {ONE: []})
    monkeypatch.setattr(search, "judge_candidate", lambda *_: "out")
    monkeypatch.setattr(search, "likely_candidates", lambda *_: {TWO: -9.0})
    for stale, tasks in ((7, 1), (8, 0)):
        state.stale = stale
        assert len(search._next_round(asked, state)[0]) == tasks


def test_predictions_are_what_they_were() -> None:
    """Of straight, bent and wavy effects, which take other lengths and scales; and of one composition."""
    space = problem().space
    known = [BASE, *space.neighbours([BASE]), *space.neighbours(space.neighbours([BASE]))[::17]]
    effects: list[Callable[[Composition], float]] = [
        lambda each: MadeUp(each).truth - 40,
        lambda each: MadeUp(each).truth - 40 - 0.06 * (each[8] - BASE[8]) ** 2,
        lambda each: MadeUp(each).truth - 40 - (each[8] - BASE[8]) ** 2,
        lambda each: sin(1.2 * each[7]) + 0.1 * each[0],
    ]
    asked = [
        {
            each: [Deviation(effect(each) + 0.05 * (at % 7), 0.01 + 0.001 * (at % 5), 0.4)]
            for at, each in enumerate(known)
        }
        for effect in effects
    ]
    asked.append({BASE: [Deviation(1, 4, 1)]})
    found = []
    for each in asked:
        surrogate, far = Surrogate(each), (10, 10, 9, 9, 1, 2, 2, 4, 8)
        [(off, error)] = surrogate.predict([far])
        found.append((off.item(), error.item(), surrogate.log_chances([far])[0]))
    assert found == [pytest.approx(each, rel=1e-4) for each in PREDICTED]


def test_how_large_steps_are() -> None:
    """A card in fifty at most; and no more than three thousand steps where points are kept."""
    large = Cards.from_quantities(dict.fromkeys(range(1, 11), 30), dict.fromkeys(range(11), 5))
    assert make_search_space(large).largest_step_size == 7
    assert len(make_search_space(large, keep=["green-points"]).steps) == 3_000
    first = search._first_round(problem(most=9_000_000, highest=8))
    assert len(first) == 1 + 96
    assert {count_cards_between(BASE, task.composition) for task in search._first_round(problem())} == {
        1,
        2,
        4,
    }
