"""Facts of games added up exactly, and what is said of them holds as often as it claims."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, isclose, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lab_games import FACTS, MEAN, RATIO, SHARE, SPREAD, Coins

from cardgen.gaming.games.experiment import Chunk
from cardgen.gaming.games.measures import GAMES, Estimate, Measure
from cardgen.gaming.lab.estimates import FEWEST_GAMES, effective_games, estimate, estimate_difference
from cardgen.gaming.lab.exact_intervals import binomial_interval, poisson_interval
from cardgen.gaming.lab.moments import GameTally, play_and_sum
from cardgen.gaming.lab.results import Results


class Given:
    """Games that are known beforehand."""

    def __init__(
        self, rows: Any, facts: Sequence[str] = ("a", "b"), measures: tuple[Measure, ...] = ()
    ) -> None:
        self.rows, self.facts, self.measures = rows, tuple(facts), measures

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        return Chunk(self.rows[first : first + count], {"sizes": [count, count * count]})


def tally_of(rows: Any, facts: Sequence[str] = ("a", "b")) -> GameTally:
    return play_and_sum([Given(rows, facts)], 1, 0, len(rows))


#: From small facts to those that no double holds, nor their products any 64 bits.
FACT = st.one_of(st.integers(-9, 9), st.integers(-(2**26), 2**26), st.integers(-(2**63), 2**63 - 1))
GAMES_OF_3 = st.lists(st.lists(FACT, min_size=3, max_size=3), min_size=1, max_size=12)


@given(GAMES_OF_3)
def test_lists_and_arrays_come_to_the_same_exact_sums(rows: list[list[int]]) -> None:
    columns = list(zip(*rows, strict=True))
    exact = [[sum(x * y for x, y in zip(a, b, strict=True)) for b in columns] for a in columns]
    for given_rows in (rows, np.array(rows, dtype=np.int64)):
        tally = tally_of(given_rows, "abc")
        assert tally.sums == [sum(column) for column in columns]
        assert tally.products == exact
        assert {type(number) for row in tally.products for number in row} == {int}


@pytest.mark.parametrize("fact", [2**26, 94_906_265, 94_906_267, 2**31, 2**63 - 1, -(2**63)])
def test_facts_that_are_too_large_for_doubles_are_added_exactly(fact: int) -> None:
    # The product of the first column with itself ends in what a double would lose.
    rows = [[fact, 1], [fact - 1 if fact > 0 else fact + 1, 1]]
    tally = tally_of(np.array(rows, dtype=np.int64))
    assert tally.products[0][0] == rows[0][0] ** 2 + rows[1][0] ** 2
    assert tally.sums[0] == rows[0][0] + rows[1][0]


@given(GAMES_OF_3, st.data())
def test_games_can_be_added_in_any_parts(rows: list[list[int]], data: st.DataObject) -> None:
    ends = sorted({*data.draw(st.lists(st.integers(0, len(rows)))), 0, len(rows)})
    experiments = [Given(rows, "abc"), Coins()]
    total = GameTally()
    total.add(GameTally())
    for first, end in pairwise(ends):
        total.add(play_and_sum(experiments, 1, first, end - first))
    total.add(GameTally())
    whole = play_and_sum(experiments, 1, 0, len(rows))
    assert (total.games, total.sums, total.products) == (whole.games, whole.sums, whole.products)
    assert total.tables["1:lengths"] == whole.tables["1:lengths"]
    assert total.tables["0:sizes"][0] == len(rows)


def test_what_is_added_is_left_as_it_is() -> None:
    one, other = play_and_sum([Coins()], 1, 0, 5), play_and_sum([Coins()], 1, 5, 5)
    total = GameTally()
    total.add(one)
    total.add(other)
    assert one == play_and_sum([Coins()], 1, 0, 5)
    assert total == play_and_sum([Coins()], 1, 0, 10)


@pytest.mark.parametrize("kinds", [(True, True), (True, False), (False, True)])
def test_experiments_stand_side_by_side_whatever_their_rows_are(kinds: tuple[bool, bool]) -> None:
    plain = play_and_sum([Coins(), Coins(luck=9)], 3, 0, 50)
    mixed = play_and_sum([Coins(numpy=kinds[0]), Coins(luck=9, numpy=kinds[1])], 3, 0, 50)
    assert mixed == plain
    assert {type(count) for table in mixed.tables.values() for count in table} == {int}
    results = Results(("a", "b"), (Coins(), Coins(luck=9)), mixed, 3, 60)
    assert results.total("points", 1) == play_and_sum([Coins(luck=9)], 3, 0, 50).sums[1]
    assert sum(results.table("lengths", 1)) == 50
    assert not results.is_complete


# Estimates


def truth(luck: int) -> dict[str, float]:
    """What is true of Coins, by reckoning: turns 1 to 6, each scores with the same chance."""
    chance = Fraction(luck, 16)
    ways = [
        (Fraction(comb(turns, points), 6) * chance**points * (1 - chance) ** (turns - points), turns, points)
        for turns in range(1, 7)
        for points in range(turns + 1)
    ]
    turns = sum(w * t for w, t, _ in ways)
    points = sum(w * p for w, _, p in ways)
    squares = sum(w * p * p for w, _, p in ways)
    return {
        "won": float(sum(w for w, t, p in ways if t == p)),
        "points": float(points),
        "rate": float(points / turns),
        "spread": sqrt(squares - points * points),
    }


def holds(estimate: Estimate, true: float) -> bool:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low <= true <= estimate.high


RUNS, LENGTH = 300, 150


@pytest.fixture(scope="module")
def runs() -> list[GameTally]:
    """Many runs of two experiments, of games of their own."""
    return [play_and_sum([Coins(8), Coins(9)], 77, at * LENGTH, LENGTH) for at in range(RUNS)]


@pytest.mark.parametrize("measure", [SHARE, MEAN, RATIO, SPREAD], ids=lambda each: each.key)
def test_intervals_hold_the_truth_in_95_of_100_runs(measure: Measure, runs: list[GameTally]) -> None:
    one, other = truth(8)[measure.key], truth(9)[measure.key]
    held = sum(holds(estimate(each, FACTS, measure), one) for each in runs)
    later = sum(holds(estimate(each, FACTS, measure, len(FACTS)), other) for each in runs)
    apart = sum(
        holds(estimate_difference(each, [FACTS, FACTS], (measure, measure), 0, 1), other - one)
        for each in runs
    )
    # 285 of 300 are due; four spreads of such a count are 15.
    assert all(270 <= count <= 299 for count in (held, later, apart))


def test_a_rare_thing_differs_by_no_more_than_its_games_can_tell() -> None:
    """Where hardly a game differs, a difference is not sure to be nothing."""
    true = truth(2)["won"] - truth(1)["won"]
    held = 0
    for at in range(RUNS):
        tally = play_and_sum([Coins(1), Coins(2)], 78, at * 100, 100)
        held += holds(estimate_difference(tally, [FACTS, FACTS], (SHARE, SHARE), 0, 1), true)
    assert held >= 285


@pytest.mark.parametrize("measure", [SHARE, MEAN, RATIO], ids=lambda each: each.key)
def test_the_same_games_show_a_difference_sooner_than_others(measure: Measure) -> None:
    same = play_and_sum([Coins(8), Coins(9)], 1, 0, 2_000)
    one, other = play_and_sum([Coins(8)], 1, 0, 2_000), play_and_sum([Coins(9)], 1, 2_000, 2_000)
    apart = [estimate(each, FACTS, measure) for each in (one, other)]
    width = sqrt(sum((each.high - each.low) ** 2 for each in apart))
    found = estimate_difference(same, [FACTS, FACTS], (measure, measure), 0, 1)
    assert (found.high - found.low) < 0.6 * width
    assert found.low > 0


def test_a_difference_is_that_of_the_two_values_and_turns_round() -> None:
    tally = play_and_sum([Coins(8), Coins(9), Coins(3)], 1, 0, 400)
    facts = [FACTS] * 3
    for measure in (SHARE, MEAN, RATIO, SPREAD):
        values = [estimate(tally, FACTS, measure, at * len(FACTS)).value for at in range(3)]
        there = estimate_difference(tally, facts, (measure, measure), 0, 2)
        back = estimate_difference(tally, facts, (measure, measure), 2, 0)
        assert there.value == pytest.approx(values[2] - values[0])
        assert back.low == pytest.approx(-there.high)
        assert back.high == pytest.approx(-there.low)


def test_the_spread_is_that_of_the_games() -> None:
    points = [row[1] for row in Coins().play_chunk(1, 0, 500).rows]
    mean = sum(points) / 500
    assert estimate(play_and_sum([Coins()], 1, 0, 500), FACTS, SPREAD).value == pytest.approx(
        sqrt(sum((each - mean) ** 2 for each in points) / 500)
    )


def test_what_never_varied_may_still_vary() -> None:
    """As many games as there may be when none was seen, 3.69 of a hundred, differ by the value's root."""
    tally, some = tally_of([[3, 9]] * 100), 3.68888 / 100
    spread = Measure("s", "", {"b": 1}, {GAMES: 1}, "points", mean={"a": 1})
    assert estimate(tally, "ab", spread) == pytest.approx((0, 0, sqrt(some)), abs=1e-5)
    same, far = Measure("m", "", {"a": 2}, {GAMES: 1}, "points"), sqrt(12) * some
    assert estimate(tally, "ab", same) == pytest.approx((6, 6 - far, 6 + far), abs=1e-5)


@pytest.mark.parametrize("unit", ["share", "index", "points", "cards"])
@pytest.mark.parametrize("times", [1, 3, 10**6])
def test_a_ratio_that_never_varies_has_no_variance_of_rounding(unit: Any, times: int) -> None:
    rows = [[times * (1 + at % 9), 3 * times * (1 + at % 9)] for at in range(100)]
    ratio = Measure("m", "", {"a": 1}, {"b": 1}, unit)
    found = estimate(play_and_sum([Given(rows, measures=(ratio,))], 1, 0, 100), "ab", ratio)
    assert 0 <= found.low < found.value < found.high < (6 if unit == "index" else 0.5)


def test_large_sums_keep_their_small_variance() -> None:
    """10**9 and a bit: the squares differ in digits that doubles of the sums no longer have."""
    rows = [[10**9 + at % 2, 1] for at in range(1_000)]
    found = estimate(tally_of(rows), "ab", Measure("m", "", {"a": 1}, {GAMES: 1}, "points"))
    assert found.high - found.low == pytest.approx(2 * 1.962 * sqrt(0.25 / 999), rel=0.01)


# Shares


@pytest.mark.parametrize("games", [100, 1_000])
def test_a_share_of_none_or_all_leaves_room_on_one_side_only(games: int) -> None:
    share = Measure("s", "", {"a": 1}, {GAMES: 1}, "share")
    none, every = (estimate(tally_of([[each, 1]] * games), "ab", share) for each in (0, 1))
    # None of n is Clopper and Pearson's up to where that has a chance of 1 in 40.
    most = 1 - 0.025 ** (1 / games)
    assert none.value == none.low == 0
    assert none.high == pytest.approx(most, rel=1e-5)
    assert every.value == every.high == 1
    assert every.low == pytest.approx(1 - most, rel=1e-5)


def test_the_interval_of_a_share_of_games_is_exact() -> None:
    # 15 of 148, a worked example of Newcombe (1998): 0.0578 to 0.1617. A little wider: Student's t for z.
    tally = tally_of([[int(at < 15), 1] for at in range(148)])
    found = estimate(tally, "ab", Measure("s", "", {"a": 1}, {GAMES: 1}, "share"))
    assert found.low == pytest.approx(0.0578, abs=8e-4)
    assert found.high == pytest.approx(0.1617, abs=8e-4)


def test_seats_of_one_game_are_no_games_of_their_own() -> None:
    """Four seats that always do the same tell no more than one."""
    alike = tally_of([[4 * (at % 2), 4] for at in range(100)])
    single = tally_of([[at % 2, 1] for at in range(100)])
    share = Measure("s", "", {"a": 1}, {"b": 1}, "share")
    for one, other in zip(estimate(alike, "ab", share), estimate(single, "ab", share), strict=True):
        assert isclose(one, other)


@given(
    st.lists(st.integers(0, 1), min_size=FEWEST_GAMES, max_size=FEWEST_GAMES + 40),
    st.sampled_from(["share", "index"]),
)
def test_an_interval_of_a_part_holds_it_within_nothing_and_all(rows: list[int], unit: Any) -> None:
    whole = 100 if unit == "index" else 1
    part = Measure("s", "", {"a": whole}, {GAMES: 1}, unit)
    found = estimate(tally_of([[each, 1] for each in rows]), "ab", part)
    assert 0 <= found.low <= found.value <= found.high <= whole


def test_what_never_happened_may_still_happen() -> None:
    """None in 500 games: Garwood's interval goes up to 3.69 events, and the exact one of an index about as
    far; what came once in 500 is surely above nothing.
    """
    for unit, factor in (("cards", 1), ("index", 100)):
        measure = Measure("m", "", {"a": factor}, {GAMES: 1}, unit)
        none, once = (
            estimate(tally_of([[int(at < n), 1] for at in range(500)]), "ab", measure) for n in (0, 1)
        )
        assert none.value == none.low == 0
        assert none.high == pytest.approx(factor * 3.69 / 500, rel=0.02)
        assert 0 < once.low < once.value < once.high
        tally = play_and_sum([Given([[0, 1]] * 500), Given([[0, 1]] * 500)], 1, 0, 500)
        assert estimate_difference(tally, ["ab", "ab"], (measure, measure), 0, 1).high == pytest.approx(
            none.high, rel=0.5
        )
    # Two cards a player at once, of two players: each is half a card more for a player.
    a_player = Measure("m", "", {"a": 1}, {GAMES: 2}, "cards")
    assert estimate(tally_of([[0, 1]] * 500), "ab", a_player).high == pytest.approx(3.69 / 1000, rel=0.02)


@pytest.mark.parametrize("rate", [0.002, 0.02])
def test_intervals_of_rare_counts_hold_the_truth(rate: float) -> None:
    """Of 1,000 runs of 500 games in which something happens once or ten times in all."""
    counts = Measure("m", "", {"a": 1}, {GAMES: 1}, "times")
    chances, held = Random(3), 0
    for _ in range(1_000):
        happened = sum(chances.random() < rate for _ in range(500))
        tally = GameTally(500, [happened, 500], [[happened, happened], [happened, 500]])
        found = estimate(tally, "ab", counts)
        held += found.low <= rate <= found.high
    assert held > 930


@pytest.mark.parametrize("turned", [1, -1], ids=["skewed right", "skewed left"])
def test_intervals_of_skewed_means_hold_the_truth(turned: int) -> None:
    """Of 1,000 runs of 100 games whose points are squares of a geometric count, either end misses few."""
    points, chances = Measure("m", "", {"a": 1}, {GAMES: 1}, "points"), np.random.default_rng(5)
    short = far = 0
    for _ in range(1_000):
        rows = np.stack([turned * chances.geometric(0.3, 100) ** 2, np.ones(100, dtype=np.int64)], axis=1)
        found = estimate(play_and_sum([Given(rows, measures=(points,))], 1, 0, 100), "ab", points)
        true = turned * (2 - 0.3) / 0.3**2
        short, far = short + (found.high < true), far + (found.low > true)
    assert short + far <= 75
    assert max(short, far) <= 60


def test_cubes_are_added_exactly_whatever_the_rows_are() -> None:
    """Those of 10**7 are more than 64 bits hold."""
    ratio = Measure("m", "", {"a": 2, GAMES: 5}, {"a": 1, "b": -1}, "points")
    rows = [[10**7 + at, at] for at in range(50)]
    whole = [
        play_and_sum([Given(each, measures=(ratio,))], 1, 0, 50).cubes for each in (rows, np.array(rows))
    ]
    pairs = [(2 * a, a - b) for a, b in rows]
    exact = [sum(x**n * y ** (3 - n) for x, y in pairs) for n in (3, 2, 1, 0)]
    assert whole == [{"0:m": exact}] * 2


@pytest.mark.parametrize(
    ("events", "low", "high"),
    [(0, 0, 3.6889), (1, 0.0253, 5.5716), (10, 4.7954, 18.3904), (1e5, 99381.2, 100621.7)],
)
def test_the_interval_of_a_poisson_count_is_garwoods(events: float, low: float, high: float) -> None:
    assert poisson_interval(events, 0.95) == pytest.approx((low, high), abs=1e-4 if events < 100 else 0.1)


@pytest.mark.parametrize(
    ("events", "trials", "low", "high"),
    [(0, 10, 0, 0.3085), (5, 10, 0.1871, 0.8129), (81, 263, 0.2527, 0.3676)],
)
def test_the_interval_of_a_chance_is_cloppers_and_pearsons(
    events: int, trials: int, low: float, high: float
) -> None:
    assert binomial_interval(events, trials, 0.95) == pytest.approx((low, high), abs=1e-4)
    assert binomial_interval(trials - events, trials, 0.95) == pytest.approx((1 - high, 1 - low), abs=1e-4)


def test_quantiles_of_very_large_counts_go_on_from_those_of_large_ones() -> None:
    """Where the gamma distribution is replaced by its approximation, and that by a normal one."""
    below, above = (poisson_interval(each, 0.95) for each in (9_999, 10_001))
    assert above[0] - below[0] == pytest.approx(2, rel=0.02)
    assert above[1] - below[1] == pytest.approx(2, rel=0.02)
    for trials in (0.9e9, 1.1e9, 1e30):
        share = binomial_interval(trials / 2, trials, 0.95)
        assert share[1] - share[0] == pytest.approx(2 * 1.959964 * sqrt(0.25 / trials), rel=1e-3)
        # With 3 of them, that of a Poisson count.
        assert binomial_interval(3, trials, 0.95)[1] * trials == pytest.approx(8.7673, abs=1e-3)
        assert 1 - binomial_interval(trials - 3, trials, 0.95)[0] <= 9 / trials + 1e-15


# Where nothing is known


def test_no_games_and_one_game_claim_nothing() -> None:
    nothing = Estimate(None, None, None)
    mean = Measure("m", "", {"a": 1}, {GAMES: 1}, "points")
    ratio = Measure("m", "", {"a": 1}, {"b": 1}, "points")
    assert estimate(GameTally(), "ab", mean) == nothing
    assert estimate(tally_of([[3, 2]]), "ab", mean) == (3, None, None)
    assert estimate(tally_of([[3, 0], [4, 0]]), "ab", ratio) == nothing
    tally = play_and_sum([Given([[3, 0], [4, 0]]), Given([[3, 1], [4, 1]])], 1, 0, 2)
    assert estimate_difference(tally, ["ab", "ab"], (ratio, ratio), 0, 1) == nothing
    assert estimate_difference(tally, ["ab", "ab"], (mean, mean), 0, 1).value == 0


def test_of_few_games_student_says_how_sure_a_mean_is() -> None:
    # t of 99 degrees is 1.9842: a hundred games of mean 0.5 and a standard error of the root of 0.25 / 99.
    rows = [[at % 2, 1] for at in range(100)]
    found = estimate(tally_of(rows), "ab", Measure("m", "", {"a": 1}, {GAMES: 1}, "points"))
    assert found.high == pytest.approx(0.5 + 1.9842 * sqrt(0.25 / 99), abs=1e-5)


def test_too_few_games_claim_no_interval() -> None:
    """Two games that come out alike by chance are no proof that all do, nor that packs differ."""
    for unit in ("points", "share"):
        mean = Measure("m", "", {"a": 1}, {GAMES: 1}, unit)
        assert estimate(tally_of([[1, 1]] * 99), "ab", mean) == (1, None, None)
        tally = play_and_sum([Given([[0, 1]] * 19), Given([[1, 1]] * 99)], 1, 0, 19)
        assert estimate_difference(tally, ["ab", "ab"], (mean, mean), 0, 1) == (1, None, None)


def test_what_comes_from_few_games_rests_on_these() -> None:
    """One red card in a thousand games says next to nothing of red cards."""
    once = tally_of([[9, 1]] + [[0, 0]] * 999)
    for unit in ("points", "share"):
        assert estimate(once, "ab", Measure("m", "", {"a": 1}, {"b": 9}, unit)) == (1, None, None)
    share = Measure("s", "", {"a": 1}, {"b": 1}, "share")
    some = tally_of([[0, 1]] * 140 + [[0, 0]] * 860)
    # None in 140, not none in 1,000.
    assert estimate(some, "ab", share).high == pytest.approx(1 - 0.025 ** (1 / 140))
    assert effective_games(some, "ab", share) == pytest.approx(140)
    both = Measure("s", "", {"a": 1}, {GAMES: 2, "b": 1}, "share")
    rows = [2 + int(at < 140) for at in range(1_000)]
    assert effective_games(some, "ab", both) == pytest.approx(sum(rows) ** 2 / sum(row * row for row in rows))
