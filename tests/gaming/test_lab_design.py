"""Designing a pack: which compositions there are, what is wished, and the search for it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, sqrt
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import narrow_search, sampled

from cardgen import load
from cardgen.errors import UsageError
from cardgen.gaming.games import experiment_of
from cardgen.gaming.games.experiment import Chunk, Experiment
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.measures import GAMES, Measure
from cardgen.gaming.games.never_over.cards import Cards, cards_of
from cardgen.gaming.games.rng import PLAYING, Stream
from cardgen.gaming.lab.design.group import GroupTables, wishes_without_tables
from cardgen.gaming.lab.design.holdout import (
    fresh_seed,
    judge_by_fresh_games,
    judge_by_search_games,
    play_fresh_games,
)
from cardgen.gaming.lab.design.problem import (
    DesignProblem,
    Deviation,
    MeasureColumns,
    estimate_deviation,
    read_wishes,
)
from cardgen.gaming.lab.design.racing import (
    SearchState,
    checkpoint_bytes,
    judge_candidate,
    read_checkpoint,
    total_deviation,
)
from cardgen.gaming.lab.design.search import SearchOutcome, distinct_designs, search
from cardgen.gaming.lab.design.search_space import (
    KEEPS,
    Composition,
    SearchSpace,
    VariedOption,
    choose_start,
    composition_of,
    count_cards_between,
    make_search_space,
    weighted_total,
)
from cardgen.gaming.lab.design.surrogate import Surrogate
from cardgen.gaming.lab.estimates import estimate_difference
from cardgen.gaming.lab.moments import GameTally, play_and_sum
from cardgen.gaming.lab.results import Results
from cardgen.pack.model import Pack

ATTACK = Measure("attack", "attack index", {"points": 100}, {"held": 1}, "index")
TURNS = Measure("turns", "turns in a game", {"turns": 1}, {GAMES: 1}, "turns")
TIED = Measure("tied", "games tied", {"tied": 1}, {GAMES: 1}, "share")

BASE: Composition = (13, 11, 9, 7, 1, 2, 3, 4, 5)
#: What a card of each kind adds to the attack index of the made-up game.
WORTH = (0.0, 0.1, 0.2, 0.3, -0.8, -0.4, -0.2, 0.2, 0.5)


@dataclass(frozen=True)
class MadeUp:
    """A game whose attack index is known: 40, and WORTH for every card that the published pack has not."""

    composition: Composition

    facts = ("points", "held", "turns", "other")
    measures = (ATTACK, TURNS)
    score_range = (0, 100)

    @property
    def setup_record(self) -> dict[str, str]:
        return {"game": "made up"}

    @property
    def truth(self) -> float:
        return 40 + sum(w * (q - b) for w, q, b in zip(WORTH, self.composition, BASE, strict=True))

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        salt = sum(7**at * times for at, times in enumerate(self.composition))
        return Chunk(
            [self.game(seed, salt, game) for game in range(first, first + count)], {"other": [count]}
        )

    def game(self, seed: int, salt: int, game: int) -> list[int]:
        common, own = Stream(seed, game, PLAYING), Stream(seed ^ salt, game, PLAYING)
        noise = 12 * (common.random() + common.random() - 1) + 4 * (own.random() - 0.5)
        return [round(10 * (self.truth + noise)), 1000, 30 + int(own.random() * 3), 1]


def problem(wish: str = "+5%", *, best: int = 3, most: int = 150_000, **space: int) -> DesignProblem:
    cards = Cards.from_quantities(
        dict(zip(range(1, 5), BASE[:4], strict=True)), dict(zip(range(5), BASE[4:], strict=True))
    )
    wishes = read_wishes([("attack", wish)], MadeUp.measures)
    return DesignProblem(
        make_search_space(cards, **space), wishes, MadeUp, {"game": "made up"}, best=best, most=most
    )


def play(tables: Sequence[Experiment], seed: int, first: int, count: int) -> GameTally:
    return play_and_sum(tables, seed, first, count)


# --- compositions ----------------------------------------------------------------------------------


def test_the_published_pack_is_its_own_start_and_first_in_rank(never_over: Pack) -> None:
    space = make_search_space(cards_of(never_over))
    assert composition_of(cards_of(never_over), 4) == BASE == choose_start(space)
    assert space.preference_key(BASE)[:2] == (0, 0.0)
    assert all(space.count_changed_cards(each) == 1 for each in space.neighbours([BASE]))


def test_one_step_is_every_exchange_but_those_that_leave_a_ceiling_out() -> None:
    space = problem().space
    around = {*space.neighbours([BASE])}
    # 9 kinds for 8 others; the only red zero stays.
    assert len(around) == 8 * 8
    assert all(each[4] >= 1 for each in around)


def test_an_exchange_in_line_is_handsomer_than_one_out_of_line() -> None:
    space = problem().space
    more_ones = (14, 10, 9, 7, 1, 2, 3, 4, 5)
    more_zeros = (12, 11, 9, 7, 2, 2, 3, 4, 5)
    four_zeros = (10, 11, 9, 7, 4, 2, 3, 4, 5)
    assert space.irregularity(more_ones) < space.irregularity(more_zeros) < space.irregularity(four_zeros)


def test_fewer_cards_come_first_and_then_the_handsomer() -> None:
    space = problem().space
    one, two, odd = (
        (12, 11, 9, 7, 2, 2, 3, 4, 5),
        (14, 12, 8, 6, 1, 2, 3, 4, 5),
        (11, 11, 9, 7, 3, 2, 3, 4, 5),
    )
    assert space.irregularity(two) < space.irregularity(one) < space.irregularity(odd)
    assert sorted((odd, two, one), key=space.preference_key) == [one, two, odd]


@st.composite
def frames(draw: st.DrawFn) -> SearchSpace:
    top = draw(st.integers(1, 5))
    quantity = st.integers(0, 9)
    green = {p: draw(quantity) for p in range(1, top)} | {top: draw(st.integers(1, 9))}
    red = {p: draw(quantity) for p in range(top)} | {top: draw(st.integers(1, 9))}
    cards = Cards.from_quantities(green, red)
    keep = draw(st.lists(st.sampled_from(KEEPS), max_size=4, unique=True))
    wanted = draw(st.none() | st.integers(1, 120))
    highest = draw(st.none() | st.integers(1, 7))
    sizes = draw(st.none() | st.just((wanted or cards.count, (wanted or cards.count) + 3)))
    try:
        space = make_search_space(cards, None if sizes else wanted, highest, keep, sizes)
    except UsageError:
        space = make_search_space(cards)
    if draw(st.booleans()):
        return space
    options = VariedOption("hand", ("6", "7", "8"), 2), VariedOption("passing", ("off", "on"), 0)
    # Passing is not played with six cards.
    return space.with_varied_options(options, [(1, 0), (1, 1), (2, 0), (2, 1), (0, 0)])


@settings(max_examples=75)
@given(frames())
def test_the_start_and_all_that_steps_lead_to_keep_every_rule(space: SearchSpace) -> None:
    start = choose_start(space)
    some = space.neighbours([start])[:20]
    for each in [start, *some]:
        assert space.is_valid(each)
        fewest, most = space.sizes or (space.cards, space.cards)
        assert fewest <= sum(each[: space.kinds]) <= most
        assert each[space.kinds :] in (space.combinations or {()})
        assert min(each) >= 0
        for keep in space.keep:
            assert weighted_total(space.factors_of_total(keep), each) == weighted_total(
                space.factors_of_total(keep), space.base
            )
        green, red = each[: space.top], each[space.top : space.kinds]
        assert green[space.highest - 1] > 0
        assert red[space.highest] > 0
        assert not any(green[space.highest :])
        assert not any(red[space.highest + 1 :])
        missing = [p for p in range(space.highest) if not red[p]]
        assert all(not space.base[space.top + p] for p in missing)


def test_a_hand_and_the_size_of_the_pack_vary_beside_its_cards() -> None:
    cards = Cards.from_quantities(dict(enumerate(BASE[:4], 1)), dict(enumerate(BASE[4:])))
    space = make_search_space(cards, sizes=(54, 56)).with_varied_options(
        [VariedOption("hand", ("7", "8"), 1)], [(0,), (1,)]
    )
    assert choose_start(space) == space.base == (*BASE, 1)
    smaller, fewer = (*BASE, 0), (12, *BASE[1:], 1)
    around = space.neighbours([space.base])
    assert {smaller, fewer} <= {*around}
    assert {sum(each[:9]) for each in around} == {54, 55, 56}
    assert (space.count_changes(smaller), space.count_changed_cards(smaller)) == (1, 0)
    # An option counts beside the cards, and not against those that are taken out.
    assert space.count_changes((12, *BASE[1:], 0)) == 2
    assert space.option_values(smaller) == {"hand": "7"}


def test_a_start_exchanges_no_more_than_it_must(never_over: Pack) -> None:
    cards = cards_of(never_over)
    fifty, five = make_search_space(cards, 50), make_search_space(cards, highest=5)
    assert fifty.count_changed_cards(choose_start(fifty)) == 5
    assert five.count_changed_cards(choose_start(five)) == 2
    # All fours go, and as many others come.
    three = make_search_space(cards, highest=3)
    assert three.count_changed_cards(choose_start(three)) == 12


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"card_count": 10, "highest": 9}, "Ask for 15 cards or more, or for a lower --highest"),
        ({"card_count": 7}, "no fewer green points than red, as the base has. Ask for 8 cards or more"),
        ({"card_count": 1, "highest": 1}, "1 card is too few with 1 as the highest"),
        ({"card_count": 60, "keep": ["green-cards", "red-cards"]}, "which is 55, not 60"),
        ({"card_count": 20, "keep": ["green-points", "red-cards"]}, "leave out a --keep"),
        ({"highest": 21}, "20 as the highest"),
        ({"card_count": 1_001}, "up to 1,000 cards"),
    ],
)
def test_what_cannot_be_is_said_with_what_to_change(never_over: Pack, asked: dict, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        make_search_space(cards_of(never_over), **asked)


def test_as_many_cards_as_are_asked_for_will_do(never_over: Pack) -> None:
    assert weighted_total((1,) * 9, choose_start(make_search_space(cards_of(never_over), 8))) == 8
    assert weighted_total((1,) * 19, choose_start(make_search_space(cards_of(never_over), 15, 9))) == 15


# --- wishes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "text", "base", "target"),
    [
        ("attack", "+10%", 40, 44),
        ("attack", "−5 %", 40, 38),
        ("attack", "-5%", 40, 38),
        ("attack", "45", 40, 45),
        ("attack", "+2.5", 40, 42.5),
        ("attack", "same", 40, 40),
        ("tied", "5%", 0.08, 0.05),
        ("tied", "5", 0.08, 0.05),
        ("tied", "+2", 0.08, 0.10),
        ("tied", "+50%", 0.08, 0.12),
    ],
)
def test_wishes_are_read_as_people_write_them(key: str, text: str, base: float, target: float) -> None:
    (wish,) = read_wishes([(key, text)], (ATTACK, TIED))
    assert wish.target(base) == pytest.approx(target)


@pytest.mark.parametrize(
    ("text", "written", "target", "met", "missed"),
    [
        (">=+10%", "at least +10%", 44, 90, 43),
        ("at-least 45", "at least 45", 45, 45, 44),
        ("AT MOST same", "at most same", 40, 3, 41),
        ("≤ -2", "at most -2", 38, 38.3, 39),
        # Two times what is near enough, which is 0.4 here.
        ("more", "more", 40.8, 60, 40.3),
        ("Less", "less", 39.2, 0, 39.7),
    ],
)
def test_a_wish_may_leave_one_side_open(
    text: str, written: str, target: float, met: float, missed: float
) -> None:
    (wish,) = read_wishes([("attack", text)], (ATTACK,))
    assert (wish.text, wish.target(40)) == (written, pytest.approx(target))
    assert wish.is_met_by(met, 40)
    assert not wish.is_met_by(missed, 40)
    assert re.fullmatch(r"attack(-[a-z]+)*(-\d+)?", wish.file_name_part)


def test_on_its_open_side_no_deviation_is_a_miss() -> None:
    above, below = Deviation(9, 1, 0.5, "above"), Deviation(9, 1, 0.5, "below")
    assert (above.miss_in_tolerances, below.miss_in_tolerances) == (0, 17)
    assert above.is_surely_met(2)
    assert not above.is_surely_missed(2)
    assert below.is_surely_missed(2)
    assert above.chance_of_meeting > 0.999 > 0.001 > below.chance_of_meeting
    assert Deviation(-0.5, 1, 0.5, "above").chance_of_meeting == pytest.approx(0.5)


@pytest.mark.parametrize(
    "word", ["turns", "Turns", "turns in a game", "TURNS-IN-A-GAME", " turns_in  a game "]
)
def test_a_measure_is_called_by_its_key_or_its_title(word: str) -> None:
    (wish,) = read_wishes([(word, "-10%")], (ATTACK, TURNS))
    assert wish.key == "turns"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ([], "nothing is wished for"),
        ([("atack", "+1%")], "did you mean 'attack'"),
        ([("game tied", "+1%")], r"did you mean 'tied' \(games tied\)"),
        ([("zebra", "+1%")], "choose from attack, tied; `cardgen list measures`"),
        ([("tied", "1%"), ("games tied", "2%")], "tied is wished for twice"),
        ([("attack", "+1%"), ("attack", "+2%")], "wished for twice"),
        ([("attack", "plenty")], "write \\+10%"),
        ([("attack", "at least more")], "write a number behind 'at least'"),
        ([("attack", "at most 145")], "between 0 and 100"),
        ([("attack", "45%")], "not a percentage"),
        ([("attack", "145")], "between 0 and 100"),
        ([("tied", "101%")], "between 0 and 100"),
        ([("attack", "-100%")], "cannot fall by 100 %"),
        ([("attack", "+1e5%")], "not a wish"),
        ([("attack", "9" * 400)], "not a wish"),
    ],
)
def test_a_wish_that_cannot_be_meant_is_refused(wanted: list, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        read_wishes(wanted, (ATTACK, TIED))


# --- deviations and guesses ------------------------------------------------------------------------------


def pair_of(one: Composition, other: Composition, games: int, seed: int = 1) -> GameTally:
    return play_and_sum([MadeUp(one), MadeUp(other)], seed, 0, games)


def gap_of(number_of_base_games: int, games: int, seed: int = 1, wanted: str = "same") -> Deviation:
    (wish,) = read_wishes([("attack", wanted)], MadeUp.measures)
    other = (12, 11, 9, 7, 1, 2, 3, 4, 6)
    base = pair_of(BASE, BASE, number_of_base_games, seed).with_columns(range(4))
    side = MeasureColumns(ATTACK, MadeUp.facts)
    found = estimate_deviation(wish, base, pair_of(BASE, other, games, seed), (side, side))
    assert found is not None
    return found


def test_over_the_same_games_a_gap_is_the_paired_difference() -> None:
    found = gap_of(500, 500)
    tally = pair_of(BASE, (12, 11, 9, 7, 1, 2, 3, 4, 6), 500)
    same = estimate_difference(tally, [MadeUp.facts, MadeUp.facts], (ATTACK, ATTACK), 0, 1)
    assert found.value == pytest.approx(same.value)
    assert found.interval(1.9649)[0] == pytest.approx(same.low, abs=1e-3)


def test_a_long_run_of_the_base_makes_short_runs_of_others_surer_and_the_error_is_true() -> None:
    wanted = "+2%"
    short = [gap_of(100, 100, seed, wanted) for seed in range(20)]
    long = [gap_of(1600, 100, seed, wanted) for seed in range(20)]
    truth = 40.5 - 40.8
    for found in (short, long):
        errors = [(each.value - truth) / sqrt(each.variance) for each in found]
        assert 0.6 < sqrt(sum(each**2 for each in errors) / len(errors)) < 1.4
    # Here both depend on the same chances so much that pairing is good already, and regression no worse.
    assert sum(each.variance for each in long) < 1.05 * sum(each.variance for each in short)


def test_guesses_follow_what_each_card_does() -> None:
    known = {
        each: [Deviation(MadeUp(each).truth - 42, 1e-4, 0.4)]
        for each in (BASE, *problem().space.neighbours([BASE]))
    }
    near, far = (13, 11, 9, 8, 1, 2, 3, 3, 5), (13, 11, 9, 9, 1, 1, 1, 3, 7)
    [found] = Surrogate(known).predict([near, far])
    assert found.deviation[0] == pytest.approx((MadeUp(near).truth - 42) / 0.4, abs=0.05)
    assert found.deviation[1] == pytest.approx((MadeUp(far).truth - 42) / 0.4, abs=0.5)
    # It knows less of what is farther away.
    assert found.error[1] > found.error[0]


def test_guesses_bend_where_a_second_card_does_less() -> None:
    def bent(each: Composition) -> float:
        return MadeUp(each).truth - 40 - 0.1 * (each[8] - BASE[8]) ** 2

    near = [BASE, *problem().space.neighbours([BASE]), (12, 10, 9, 7, 1, 2, 3, 4, 7)]
    near.append((10, 11, 9, 7, 1, 2, 3, 4, 8))
    surrogate = Surrogate({each: [Deviation(bent(each), 1e-6, 0.4)] for each in near})
    far = (11, 9, 9, 7, 1, 2, 3, 4, 9)
    [found] = surrogate.predict([far])
    straight = MadeUp(far).truth - 40
    assert abs(found.deviation[0] * 0.4 - bent(far)) < abs(straight - bent(far)) / 2


def test_guesses_are_as_unsure_as_they_should_be() -> None:
    """Of packs with three and four cards exchanged, from packs with two: errors of the size that is told."""
    space, chance = problem().space, Random(1)
    near = chance.sample(space.neighbours(space.neighbours([BASE])), 60)
    far = chance.sample(space.neighbours(space.neighbours(near[:20])), 200)

    def truth(each: Composition) -> float:
        return MadeUp(each).truth - 42 + 6 / sqrt(each[8] + 1) - sqrt(each[5] * each[8])

    known = {each: [Deviation(truth(each) + chance.gauss(0, 0.3), 0.09, 0.4)] for each in (BASE, *near)}
    [found] = Surrogate(known).predict(far)
    errors = [
        (off - truth(each) / 0.4) / error
        for each, off, error in zip(far, found.deviation.tolist(), found.error.tolist(), strict=True)
    ]
    assert 0.6 < sqrt(sum(each**2 for each in errors) / len(errors)) < 1.4


def test_one_chance_is_made_of_those_of_all_wishes() -> None:
    known = {
        each: [Deviation(MadeUp(each).truth - wished, 1e-4, 0.4) for wished in (40.5, 40.3)]
        for each in (BASE, *problem().space.neighbours([BASE]))
    }
    for each, least, most in (
        ((12, 11, 9, 7, 1, 2, 3, 4, 6), 0.4, 0.9),
        (BASE, 0.05, 0.4),
        ((13, 11, 9, 7, 2, 2, 3, 3, 5), 0, 0.01),
    ):
        assert least <= exp(Surrogate(known).log_chances([each])[0]) <= most


def test_wishes_with_an_open_side_are_likelier_the_farther_on_that_side() -> None:
    def chances(side: Any) -> list[float]:
        known = {
            each: [Deviation(MadeUp(each).truth - 40, 1e-4, 0.4, side)]
            for each in (BASE, *problem().space.neighbours([BASE]))
        }
        # 36 to 41.6: far below, near, and far above.
        asked = [(9, 9, 9, 7, 6, 3, 3, 4, 5), (13, 11, 9, 7, 1, 2, 3, 4, 5), (11, 11, 9, 7, 1, 2, 3, 4, 7)]
        return Surrogate(known).log_chances(asked)

    far, near, beyond = chances("above")
    assert far < -8 < near < beyond <= 0
    far, near, beyond = chances("below")
    assert 0 >= far > near > beyond


def test_a_search_is_content_with_more_than_was_asked() -> None:
    asked = problem("at least +5%", best=2, most=60_000)
    _, best = search(asked, play)
    assert (best.met, best.ending) == (True, "found")
    assert all(MadeUp(each).truth > 42 - 0.45 for each in best.best)
    with pytest.raises(UsageError, match="meets all wishes as it is, with attack"):
        search(problem("at most +5%", most=20_000), play)


# --- the search ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found() -> tuple[DesignProblem, SearchState, SearchOutcome]:
    asked = problem(most=60_000)
    state, found = search(asked, play)
    assert state is not None
    return asked, state, found


def test_a_search_finds_what_meets_the_wish_with_the_fewest_cards(
    found: tuple[DesignProblem, SearchState, SearchOutcome],
) -> None:
    asked, _, best = found
    assert (best.met, best.ending) == (True, "found")
    # The wish is 42, within 0.4, of which the search takes four fifths.
    for each in best.best:
        assert asked.space.is_valid(each)
        assert MadeUp(each).truth == pytest.approx(42, abs=0.4)
    fewest = fewest_cards(asked.space, 42 - 0.33)
    assert [asked.space.count_changed_cards(each) for each in best.best] == [fewest] * 3


def fewest_cards(space: SearchSpace, least: float) -> int:
    """The best exchanges one after another: here what a card adds does not depend on the others."""
    at, cards = BASE, 0
    while MadeUp(at).truth < least:
        at = max(space.neighbours([at]), key=lambda each: MadeUp(each).truth)
        cards += 1
    return cards


#: Six cards exchanged: one +3, one +4 and four ≤4 for one +2, two ≤0 and three ≤3.
SIX: Composition = (13, 12, 8, 6, 3, 2, 3, 7, 1)


@dataclass(frozen=True)
class Bent(MadeUp):
    """A game without luck in which what a card does depends on the others: turns fall by the cube of how many
    ≤4 are gone, so that no step from the base shows where few cards do much.
    """

    @property
    def truth(self) -> float:
        _, two, _, four, zero, *_, highest = self.composition
        return 38.5 + 1.5 * (zero - 1) + 1.2 * (5 - highest) - 1.5 * abs(two - 12) + 0.4 * (four - 7)

    @property
    def turns(self) -> float:
        _, _, three, four, zero, *_, ajar, highest = self.composition
        closed, more = (5 - highest) / 4, min(1.0, (ajar - 4) / 3)
        bent = 4 * closed**3 + 2 * more * closed**2 + 0.7 * closed * (zero - 1)
        return 50 - bent + 0.2 * (three + four - 16)


def play_on_average(tables: Sequence[Experiment], seed: int, first: int, count: int) -> GameTally:
    """Play games that come out as they do on average, but are said to vary as much as any."""
    means: list[float] = []
    for bent in (table.experiment for table in tables):  # type: ignore[attr-defined]
        means += [10 * bent.truth, 1000.0, bent.turns]
    products = [[round(count * one * other) for other in means] for one in means]
    for at, variance in enumerate([10_000, 0, 7] * len(tables)):
        products[at][at] += count * variance
    return GameTally(count, [round(count * each) for each in means], products)


def test_few_cards_that_no_single_step_points_to_are_found() -> None:
    aim = Bent(SIX)
    wishes = read_wishes([("attack", f"{aim.truth:.2f}"), ("turns", f"{aim.turns:.2f}")], Bent.measures)
    asked = replace(problem(best=1, most=100_000), wishes=wishes, experiment=Bent)
    _, best = search(asked, play_on_average)
    assert best.met
    assert asked.space.count_changed_cards(best.best[0]) <= asked.space.count_changed_cards(SIX) == 6


def test_the_best_really_differ(found: tuple[DesignProblem, SearchState, SearchOutcome]) -> None:
    _, _, best = found
    assert len(best.best) == 3
    pairs = [(a, b) for a in best.best for b in best.best if a < b]
    assert all(count_cards_between(a, b) >= 2 for a, b in pairs)


def test_of_many_like_it_a_composition_stands_for_all() -> None:
    asked = problem(best=2)
    one, like_it = (12, 11, 9, 7, 1, 1, 3, 4, 7), (12, 11, 9, 7, 1, 1, 3, 5, 6)
    other = (13, 9, 9, 9, 1, 2, 3, 4, 5)
    assert count_cards_between(one, like_it) == 1
    assert distinct_designs(asked, [one, like_it, other]) == [one, other]


def test_who_is_far_off_is_out_and_what_is_found_is_in(
    found: tuple[DesignProblem, SearchState, SearchOutcome],
) -> None:
    asked, state, best = found
    said = {each: judge_candidate(asked, state, each) for each in state.tried}
    assert {said[each] for each in best.best} == {"in"}
    assert {said[each] for each in said if abs(MadeUp(each).truth - 42) > 1.2} == {"out"}


def test_games_go_where_they_matter(found: tuple[DesignProblem, SearchState, SearchOutcome]) -> None:
    _, state, best = found
    far = [
        tally.games
        for each, tally in state.tried.items()
        if abs(MadeUp(each).truth - 42) > 2 and each != BASE
    ]
    near = [state.tried[each].games for each in best.best]
    assert max(far) < min(near)
    assert state.spent <= 60_000


def test_on_fresh_games_the_wish_is_still_met(
    found: tuple[DesignProblem, SearchState, SearchOutcome],
) -> None:
    asked, state, best = found
    names = ["base", "1", "2", "3"]
    results = play_fresh_games(
        asked, best.best, names, 3_000, lambda tables, seed, games: play_and_sum(tables, seed, 0, games)
    )
    assert results.seed == fresh_seed(asked.seed) != asked.seed
    made = judge_by_fresh_games(asked, best.best, results)
    assert all(each.is_met for each in made)
    for each in made:
        low, high = each.outcomes[0].deviation.interval(2.6)  # type: ignore[union-attr]
        assert low <= MadeUp(each.composition).truth - 42 <= high
    assert [each.composition for each in judge_by_search_games(asked, best.best, state)] == list(best.best)


def test_what_nothing_meets_ends_with_the_nearest_and_says_so() -> None:
    asked = problem("+80%", best=1, most=60_000, card_count=20)
    with narrow_search():
        state, best = search(asked, play)
    assert state is not None
    assert not best.met
    assert best.ending == "exhausted"
    assert state.spent < asked.most
    # No step comes much nearer.
    around = asked.space.neighbours(best.best)
    assert MadeUp(best.best[0]).truth > max(MadeUp(each).truth for each in around) - 0.5
    nearest = max(state.tried, key=lambda each: MadeUp(each).truth)
    assert MadeUp(best.best[0]).truth >= MadeUp(nearest).truth - 1


def test_without_numpy_it_is_said_what_a_search_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(UsageError, match=r"numpy: pip install \"cardgen-kit\[lab\]\""):
        search(problem(), play)


def test_the_base_itself_is_the_answer_where_it_plays_as_wished() -> None:
    _, best = search(problem("same", best=1, most=10_000), play)
    assert best.best == (BASE,)


def test_a_larger_pack_is_searched_from_its_own_start() -> None:
    asked = problem("43", best=1, most=40_000, card_count=60)
    with narrow_search():
        _, best = search(asked, play)
    assert best.met
    assert sum(best.best[0]) == 60
    assert MadeUp(best.best[0]).truth == pytest.approx(43, abs=0.43)


# --- stopping and going on -------------------------------------------------------------------------


def stopping(after: int) -> tuple[list[int], object]:
    """A play that somebody stops after so many calls; the games of the next come to half."""
    calls: list[int] = []

    def play_some(tables: Sequence[Experiment], seed: int, first: int, count: int) -> GameTally:
        calls.append(count)
        return play_and_sum(tables, seed, first, count if len(calls) <= after else count // 2)

    return calls, play_some


@pytest.fixture(scope="module")
def unstopped() -> tuple[DesignProblem, SearchState, SearchOutcome]:
    asked = problem(best=2, most=20_000)
    with narrow_search():
        state, found = search(asked, play)
    assert state is not None
    return asked, state, found


@pytest.mark.parametrize("after", sampled([1, 3, 6], 3, begin=1))
def test_a_search_that_is_stopped_and_resumed_ends_as_one_that_is_not(
    after: int, unstopped: tuple[DesignProblem, SearchState, SearchOutcome]
) -> None:
    asked, whole, best = unstopped
    _, some = stopping(after)
    with narrow_search():
        part, early = search(asked, some)  # type: ignore[arg-type]
        assert part is not None
        assert early.ending is None
        assert part.spent < whole.spent
        resumed, later = search(asked, play, read_checkpoint(checkpoint_bytes(part, asked), asked, "file"))
    assert later == best
    assert resumed == whole


def test_stopped_before_anything_was_played_there_is_nothing() -> None:
    _, some = stopping(0)
    assert search(problem(), some)[0] is None  # type: ignore[arg-type]


def test_a_memory_of_another_question_is_refused() -> None:
    asked = problem(most=30_000)
    state, _ = search(asked, stopping(2)[1])  # type: ignore[arg-type]
    assert state is not None
    raw = checkpoint_bytes(state, asked)
    for other in (
        problem("+6%"),
        replace(asked, seed=2),
        problem(card_count=56),
        replace(asked, setup_record={"game": "other"}),
    ):
        with pytest.raises(UsageError, match="ask as you did then"):
            read_checkpoint(raw, other, "file")
    # More games are no other problem.
    assert read_checkpoint(raw, replace(asked, most=90_000, best=1), "file").spent == state.spent


def damaged(data: dict) -> list[object]:
    tried = data["tried"][0]
    return [
        [],
        {},
        {**data, "kind": "else"},
        {**data, "spent": -1},
        {**data, "spent": "many"},
        {**data, "least": "small"},
        {**data, "base": {}},
        {**data, "base": {**data["base"], "sums": [1]}},
        {**data, "tried": 7},
        {**data, "tried": [{**tried, "cards": [1, 2]}]},
        {**data, "tried": [{**tried, "cards": [55, *[0] * 8]}]},
        {**data, "tried": [{**tried, "products": [[1.5]]}]},
        {**data, "tried": [{**tried, "games": 10**40}]},
    ]


def test_a_damaged_memory_is_refused_without_a_traceback() -> None:
    asked = problem(most=30_000)
    state, _ = search(asked, stopping(2)[1])  # type: ignore[arg-type]
    assert state is not None
    raw = checkpoint_bytes(state, asked)
    spoilt = [raw[:-9], b"", b"\xff\xfe", b"[" * 100_000, b"null"]
    spoilt += [json.dumps(each).encode() for each in damaged(json.loads(raw))]
    for each in spoilt:
        with pytest.raises(UsageError, match="file"):
            read_checkpoint(each, asked, "file")


# --- the true game ---------------------------------------------------------------------------------


def true_question(never_over: Pack, engine: str, most: int, best: int = 1) -> DesignProblem:
    from cardgen.gaming.games.never_over.experiment import NeverOverExperiment
    from cardgen.gaming.games.never_over.table import table_for
    from cardgen.gaming.lab.design.variants import cards_of_composition

    def table(composition: Composition) -> NeverOverExperiment:
        return NeverOverExperiment(table_for(cards_of_composition(composition), 4), ("random",) * 4, engine)  # type: ignore[arg-type]

    wishes = read_wishes([("attack", "+10%")], table(BASE).measures)
    return DesignProblem(
        make_search_space(cards_of(never_over)), wishes, table, table(BASE).setup_record, best=best, most=most
    )


@pytest.mark.thorough
def test_ten_per_cent_more_attack_is_met_on_fresh_games(never_over: Pack) -> None:
    pytest.importorskip("numba")
    asked = true_question(never_over, "auto", 300_000, 2)
    _, best = search(asked, play)
    results = play_fresh_games(
        asked,
        best.best,
        ["", "1", "2"],
        20_000,
        lambda tables, seed, games: play_and_sum(tables, seed, 0, games),
    )
    assert best.met
    assert [each.is_met for each in judge_by_fresh_games(asked, best.best, results)] == [True, True]
    assert asked.space.count_changed_cards(best.best[0]) <= 3


def test_both_engines_find_the_same(never_over: Pack) -> None:
    pytest.importorskip("numba")
    with narrow_search():
        found = [
            search(true_question(never_over, engine, 1_000), play) for engine in ("compiled", "reference")
        ]
    assert found[0] == found[1]


def test_a_group_measures_each_table_as_if_it_were_played_alone() -> None:
    pack = load("never-over")
    tables: list[Any] = [
        experiment_of(pack, Setup("never-over", seats, ("random",), engine="reference")) for seats in (2, 4)
    ]
    group = GroupTables(tuple(tables))
    together = Results(("",), (group,), play_and_sum([group], 1, 0, 120), 1, 120)
    for table in tables:
        alone = Results(("",), (table,), play_and_sum([table], 1, 0, 120), 1, 120)
        for measure in table.measures:
            there = together.estimate(f"{measure.key}@{table.setup_record['players']}")
            assert there == pytest.approx(alone.estimate(measure)), measure.key


def test_the_worst_table_of_a_group_counts() -> None:
    """A small miss at each of three tables is nearer than a large one at one of them."""
    wishes = tuple(
        replace(read_wishes([("attack", "50")], [ATTACK])[0], key=f"attack@{n}") for n in (2, 3, 4)
    )
    problem: Any = SimpleNamespace(wishes=wishes)
    even = [Deviation(1.5, 0.0, 1.0)] * 3
    uneven = [Deviation(0.0, 0.0, 1.0), Deviation(0.0, 0.0, 1.0), Deviation(1.6, 0.0, 1.0)]
    assert total_deviation(problem, even) < total_deviation(problem, uneven)
    assert [wish.key for wish in wishes_without_tables(wishes)] == ["attack"]
