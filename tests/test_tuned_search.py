"""Figures of the search for designs that were found by trial: a test fails for each that moves."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

import pytest
from test_lab_design import BASE, MadeUp, play, problem

from cardgen.games.never_over.cards import Cards
from cardgen.lab.design import racing, search
from cardgen.lab.design.problem import Deviation
from cardgen.lab.design.racing import SearchState, verdict
from cardgen.lab.design.search import Candidate
from cardgen.lab.design.search_space import Composition, apart, search_space_of
from cardgen.lab.design.surrogate import Observation, Surrogate
from cardgen.lab.moments import Tally

#: With one, two and three cards exchanged.
#: Values and variances for four curvatures, as they were.
PREDICTED = [(2.1671, 0.16714), (2.0966, 0.16687), (1.12182, 0.40543), (-5.32549, 0.80545)]
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
    monkeypatch.setattr(racing, "deviations_of", lambda *_: [Deviation(value, error * error, 1)])
    state = SearchState(tried={ONE: Tally(games)})
    assert verdict(problem(most=200_000), state, ONE) == said


def test_the_search_holds_itself_to_eight_tenths_of_the_tolerance() -> None:
    asked = problem()
    state = racing.begin(asked, play)
    state.tried[BASE] = state.base.part([0, 1, 0, 1])
    [found] = racing.deviations_of(asked, state, BASE) or []
    [wish] = asked.wishes
    assert found.tolerance == pytest.approx(0.8 * wish.tolerance(40), rel=0.01)


@pytest.mark.parametrize(
    ("most", "base", "first", "of_many", "most_of_one"),
    [
        (1_000, 64, 16, 16, 32),
        (150_000, 8_192, 1_024, 128, 8_192),
        (9_000_000, 16_384, 2_048, 2_048, 1 << 19),
    ],
)
def test_how_many_games_are_played(most: int, base: int, first: int, of_many: int, most_of_one: int) -> None:
    asked = problem(most=most)
    assert racing.base_games(asked) == base
    assert racing.first_games(asked) == first
    assert racing.first_games(asked, 96) == of_many
    assert racing.most_games(asked) == most_of_one
    more = {
        games: racing.more_games(asked, SearchState(tried={ONE: Tally(games)}), ONE).games
        for games in (4_096, 8_192)
    }
    assert more == {4_096: 16_384, 8_192: 16_384}
    tasks = [racing.Task((*BASE[:8], at), 32) for at in range(70)]
    assert racing.cost(SearchState(), tasks) == 32 * (25 + 25 + 23)


@pytest.mark.parametrize(
    ("chance", "limit"), [(0.95, 0.5), (0.8, 0.48), (0.3, 0.18), (0.021, 0.0126), (0.019, None)]
)
def test_how_likely_candidates_must_be(
    chance: float, limit: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half, or six tenths of the likeliest; where none has two in a hundred, the search looks farther."""
    error = 1 / NormalDist().inv_cdf((1 + chance) / 2)
    monkeypatch.setattr(search, "surrogates_of", lambda *_: [None])
    likely = [Candidate(ONE, (Deviation(0, error * error, 1),))]
    monkeypatch.setattr(search, "candidates", lambda *_: likely)
    limits: list[float] = []
    monkeypatch.setattr(search, "_by_rank", lambda *given: limits.append(given[-1]) or [])
    monkeypatch.setattr(search, "_nearer", lambda *_: [])
    search._next_round(problem(), SearchState())
    assert limits == ([] if limit is None else [pytest.approx(limit, rel=1e-3)])


def test_a_smaller_chance_is_worth_games_for_fewer_cards() -> None:
    """A fifth of the limit, for fewer exchanged cards than are known to do."""
    asked = problem()
    state, chances = SearchState(), {ONE: 0.11, THREE: 0.4, (12, 12, 9, 7, 1, 2, 3, 4, 5): 0.09}
    tasks = search._by_rank(asked, state, [TWO], chances, 0.5)
    assert [task.composition for task in tasks] == [ONE]
    many = dict.fromkeys(asked.space.neighbours(BASE), 0.9)
    assert len(search._by_rank(asked, state, [], many, 0.5)) == 8


class Flat:
    """A surrogate for which all compositions are equally far off, in tolerances."""

    def __init__(self, off: float) -> None:
        self._off = off

    def off(self, _: Composition) -> float:
        return self._off

    def deviation(self, _: Composition) -> Deviation:
        return Deviation(self._off, 0, 1)


@pytest.mark.parametrize(("off", "many"), [(0.0, 60), (3.0, 30)])
def test_how_many_candidates_are_looked_at(off: float, many: int) -> None:
    """The sixty best in rank of those that seem to meet the wishes, and the thirty nearest of all."""
    flat: Any = Flat(off)
    assert len(search.candidates(problem(), SearchState(), [flat])) == many


def test_a_search_that_comes_no_nearer_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After eight rounds of less than half a tolerance each."""
    asked, state, misses = problem(), SearchState(tried={ONE: Tally(16)}), [9.0]
    monkeypatch.setattr(search, "deviations_of", lambda *_: [])
    monkeypatch.setattr(search, "miss", lambda _: misses[0])
    search._note_progress(asked, state, True)
    for misses[0], stale in ((2.49**2, 0), (2.0**2, 1), (1.98**2, 0), (1.5**2, 1)):
        search._note_progress(asked, state, True)
        assert state.stale == stale
    monkeypatch.setattr(search, "known_deviations", lambda *_: {ONE: [Deviation(5, 4, 1)]})
    for stale, tasks in ((7, 1), (8, 0)):
        state.stale = stale
        assert len(search._nearer(asked, state, [])) == tasks


@pytest.mark.parametrize(("error", "more"), [(2.4, 0), (2.6, 1)])
def test_where_the_nearest_is_must_be_known_to_a_quarter(
    error: float, more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, state = problem(), SearchState(tried={ONE: Tally(16)})
    monkeypatch.setattr(search, "known_deviations", lambda *_: {ONE: [Deviation(11, error**2, 1)]})
    assert len(search._nearer(asked, state, [])) == more


def test_predictions_are_what_they_were() -> None:
    """Of a straight and of a bent effect, from more compositions than the curvature is judged by."""
    space = problem().space
    known = list(
        dict.fromkeys(
            [
                BASE,
                *space.neighbours(BASE),
                *(each for one in space.neighbours(BASE) for each in space.neighbours(one)),
            ]
        )
    )[:120]
    found = []
    for bend in (0.0, 0.02, 0.2, 1.0):

        def deviation(at: int, each: Composition, bend: float = bend) -> Deviation:
            effect = MadeUp(each).truth - 40 - bend * (each[8] - BASE[8]) ** 2 + 0.05 * (at % 7)
            return Deviation(effect, 0.01 + 0.001 * (at % 5), 0.4)

        surrogate = Surrogate(
            BASE, [Observation(each, deviation(at, each)) for at, each in enumerate(known)], 1
        )
        far = surrogate.deviation((10, 10, 9, 9, 1, 2, 2, 4, 8))
        found.append((round(far.value, 5), round(far.variance, 5)))
    assert found == PREDICTED


def test_how_large_steps_are() -> None:
    """A card in fifty at most; and no more than three thousand steps where points are kept."""
    large = Cards.of(dict.fromkeys(range(1, 11), 30), dict.fromkeys(range(11), 5))
    assert search_space_of(large).stride == 7
    assert len(search_space_of(large, keep=["green-points"]).steps) == 3_000
    first = search._first_round(problem(most=9_000_000, highest=8))
    assert len(first) == 1 + 96
    assert {apart(BASE, task.composition) for task in search._first_round(problem())} == {1, 2, 4}
