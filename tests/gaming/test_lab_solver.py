"""Perfect play of Abstrac: known values, a search without cuts beside it, and two engines that agree."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.errors import UsageError
from cardgen.gaming.games import compiling
from cardgen.gaming.games.abstrac import compiled_search as compiled
from cardgen.gaming.games.abstrac import rows
from cardgen.gaming.games.abstrac import solving as engines
from cardgen.gaming.games.abstrac.deal import AbstracDeal
from cardgen.gaming.games.abstrac.experiment import PerfectPlay, solved_row_facts
from cardgen.gaming.games.abstrac.layout import START, Position, RowLayout
from cardgen.gaming.games.abstrac.options import AbstracOptions, AcePosition, GameKind
from cardgen.gaming.games.abstrac.rows import ROW
from cardgen.gaming.games.abstrac.scoring import score_hands, score_hands52
from cardgen.gaming.games.abstrac.search import BEYOND, SearchRequest
from cardgen.gaming.games.abstrac.search import search_in_python as search
from cardgen.gaming.games.abstrac.solution_text import score_explanation, solution_lines
from cardgen.gaming.games.abstrac.solving import (
    EXAMPLE,
    compared_lines,
    constant_draws,
    count_lines_of_play,
    evaluate_position,
    played_line,
    solve,
)
from cardgen.gaming.games.cards import DECK, JOKER, Card, cards_by_names
from cardgen.gaming.games.measures import GAMES
from cardgen.gaming.games.rng import python_random

TABLES = [
    AbstracOptions(),
    AbstracOptions(GameKind.SUITS),
    AbstracOptions(GameKind.UNFETTERED),
    AbstracOptions(GameKind.FULL),
    AbstracOptions(GameKind.FULL, ace=AcePosition.LOW, unpaired=0),
    AbstracOptions(GameKind.FULL, ace=AcePosition.BOTH),
]
tables = st.sampled_from(TABLES)
seeds = st.integers(0, 10_000)


def row_of(options: AbstracOptions, seed: int) -> RowLayout:
    return AbstracDeal.shuffled(options, Random(seed)).layouts[0]


def endgame(options: AbstracOptions, seed: int, left: int) -> tuple[RowLayout, Position]:
    """A row played at random until so many cards or fewer are left."""
    layout, position, rng = row_of(options, seed), START, Random(seed)
    while len(layout.row) - position.taken > left:
        position = layout.position_after(position, rng.choice(layout.legal_moves(position)))
    return layout, position


# Known values


@pytest.mark.parametrize(
    ("kind", "lead", "lines"), [(GameKind.BASIC, 33, 1_389_537), (GameKind.SUITS, -166, 87_296)]
)
def test_the_row_of_the_source(kind: GameKind, lead: int, lines: int) -> None:
    """Who plays first wins by 33, and in variant 1 loses by 166; as a search without cuts found as well."""
    solution = solve(RowLayout(ROW, AbstracOptions(kind)), search)
    assert (solution.value.lead, solution.lines) == (lead, lines)
    assert solution.best.lead == lead
    assert solution.is_playing_first_better == (lead > 0)


def test_every_first_move_has_its_worth() -> None:
    value = evaluate_position(RowLayout(ROW, AbstracOptions()), START, search)
    assert [(move.number, move.lead) for move in value.moves] == [(1, -36), (2, -2), (3, 33)]
    assert value.draws[0] == 3


def test_cuts_leave_little_to_look_at() -> None:
    """Of 1.4 million lines, so few positions tell the lead: this is what makes the search quick."""
    assert search(RowLayout(ROW, AbstracOptions()), START).visited < 5_000


def test_the_lines_that_the_source_compares() -> None:
    found = {line.name: line.scores for line in compared_lines(RowLayout(ROW, AbstracOptions()))}
    assert found == {
        "both always 1": (60, 96),
        "both always 2": (144, 120),
        "both always 3": (96, 84),
        EXAMPLE: (168, 250),
    }


def test_lines_are_compared_only_where_they_are_legal() -> None:
    """In variant 1 a spade lets nobody take two, and the source's line takes two behind a spade."""
    assert [line.name for line in compared_lines(RowLayout(ROW, AbstracOptions(GameKind.SUITS)))] == [
        "both always 1"
    ]
    unfettered = compared_lines(RowLayout((JOKER, *ROW), AbstracOptions(GameKind.UNFETTERED)))
    assert [line.name for line in unfettered] == ["both always 1", "both always 2", "both always 3"]
    assert EXAMPLE not in [line.name for line in compared_lines(row_of(AbstracOptions(), 1))]


def test_lines_of_the_basic_game_are_ways_to_add_up_to_24_by_ones_twos_and_threes() -> None:
    ways = [1, 1, 2]
    while len(ways) < 25:
        ways.append(sum(ways[-3:]))
    assert count_lines_of_play(row_of(AbstracOptions(), 5)) == ways[24]


# A search without cuts, that scores cards and not masks


def plainly(layout: RowLayout, position: Position, hands: Sequence[Sequence[Card]]) -> tuple[int, list[int]]:
    """The lead of the one to move and the best line, of equals that with the fewest cards first."""
    if layout.is_over(position):
        return _scored(layout, hands[position.turn], hands[1 - position.turn]), []
    best, line = -BEYOND, list[int]()
    for number in layout.legal_moves(position):
        grown = [list(hand) for hand in hands]
        grown[position.turn] += layout.row[position.taken : position.taken + number]
        lead, rest = plainly(layout, layout.position_after(position, number), grown)
        if -lead > best:
            best, line = -lead, [number, *rest]
    return best, line


def _scored(layout: RowLayout, mine: Sequence[Card], its: Sequence[Card]) -> int:
    options = layout.options
    if options.kind is GameKind.FULL:
        sides = score_hands52(mine, its, options.ace, options.unpaired)
        return sides[0].score - sides[1].score
    scored = score_hands(mine, its)
    return scored[0].score - scored[1].score


def hands_of(layout: RowLayout, position: Position) -> list[list[Card]]:
    first = layout.hands(position)[0]
    taken = range(position.taken)
    mine = [layout.row[at] for at in taken if layout.masks[at] & first]
    return [mine, [layout.row[at] for at in taken if layout.row[at] not in mine]]


@settings(max_examples=20, deadline=None)
@given(tables, seeds)
def test_cuts_change_nothing(options: AbstracOptions, seed: int) -> None:
    layout, position = endgame(options, seed, 7)
    value = evaluate_position(layout, position, search)
    lead, line = plainly(layout, position, hands_of(layout, position))
    assert (value.lead, list(value.draws)) == (lead, line)
    assert [move.number for move in value.moves] == list(layout.legal_moves(position))


@settings(max_examples=20, deadline=None)
@given(tables, seeds)
def test_the_best_line_comes_to_the_lead(options: AbstracOptions, seed: int) -> None:
    layout = row_of(options, seed)
    if options.kind is not GameKind.FULL:
        value = evaluate_position(layout, START, search)
        assert played_line(layout, value.draws, "best").lead == value.lead
        assert value.lead == search(layout, START).lead


# Two engines


@settings(max_examples=30, deadline=None)
@given(
    tables,
    seeds,
    st.integers(0, 15),
    st.tuples(st.integers(0, 4), st.integers(0, 4)),
    st.one_of(st.just((-BEYOND, BEYOND)), st.integers(-300, 300).map(lambda low: (low, low + 1))),
)
def test_both_engines_look_at_the_same_positions_and_say_the_same(
    options: AbstracOptions, seed: int, left: int, habit: tuple[int, int], window: tuple[int, int]
) -> None:
    layout, position = endgame(options, seed, left)
    ask = SearchRequest(*window, habit)
    assert compiled.search(layout, position, ask) == search(layout, position, ask)


@pytest.mark.parametrize("options", TABLES[:3], ids=lambda options: options.kind.value)
@pytest.mark.parametrize("seed", [1, 2])
def test_both_engines_solve_a_row_alike(options: AbstracOptions, seed: int) -> None:
    layout = row_of(options, seed)
    assert solve(layout, compiled.search) == solve(layout, search)


def test_both_engines_solve_a_half_of_the_full_pack_alike() -> None:
    layout = row_of(AbstracOptions(GameKind.FULL), 3)
    assert compiled.search(layout, START) == search(layout, START)


def doubled(number: int) -> int:
    return 2 * number


@pytest.mark.parametrize(
    ("method", "error"),
    [
        ("__init__", RuntimeError("cannot cache function: no locator available")),
        ("save_overload", OSError("no space left on device")),
        ("load_overload", EOFError("ran out of input")),
    ],
)
def test_code_is_compiled_where_it_cannot_be_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, method: str, error: Exception
) -> None:
    """In an installation that nobody can write, on a full disk, from a broken file: no failure, no noise."""
    from numba import config
    from numba.core import caching

    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(caching.FunctionCache, method, refuse)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert compiling.compile_with_cache(doubled)(21) == 42


def test_without_the_extra_the_reference_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engines.choose_engine("auto", 1_000) == "compiled"
    monkeypatch.setitem(sys.modules, "numba", None)
    assert engines.choose_engine("auto", 1_000) == "reference"
    assert 'pip install "cardgen-kit[lab]"' in engines.missing_extra_hint("auto", 1_000)
    with pytest.raises(UsageError, match=r'pip install "cardgen-kit\[lab\]"'):
        engines.choose_engine("compiled")


def test_one_row_is_not_worth_loading_the_compiled_engine() -> None:
    assert engines.choose_engine("auto") == "reference"
    assert engines.missing_extra_hint("auto", 1) == ""


# Habits


@given(st.sampled_from(TABLES[:3]), seeds, st.integers(1, 3))
@settings(max_examples=15, deadline=None)
def test_habits_of_both_are_a_line(options: AbstracOptions, seed: int, number: int) -> None:
    layout = row_of(options, seed)
    draws = constant_draws(layout, number)
    if draws is not None:
        assert (
            search(layout, START, SearchRequest(habit=(number, number))).lead
            == played_line(layout, draws, "").lead
        )


@given(tables, seeds, st.integers(1, 4))
@settings(max_examples=15, deadline=None)
def test_a_habit_is_never_better_than_best_play(options: AbstracOptions, seed: int, number: int) -> None:
    layout, position = endgame(options, seed, 9)
    best = search(layout, position).lead
    habits = (number, 0) if position.turn == 0 else (0, number)
    assert search(layout, position, SearchRequest(habit=habits)).lead <= best
    assert search(layout, position, SearchRequest(habit=habits[::-1])).lead >= best


# Many rows


def test_the_facts_of_a_row() -> None:
    layout = RowLayout(ROW, AbstracOptions())
    facts = dict(zip(PerfectPlay(AbstracOptions()).facts, solved_row_facts(layout, search), strict=True))
    assert [facts[name] for name in ("first", "even", "lead", "lead_squares", "size")] == [1, 0, 33, 1089, 33]
    assert [facts[f"both_{number}"] for number in (1, 2, 3)] == [60 - 96, 144 - 120, 96 - 84]
    assert [facts[f"both_same_{number}"] for number in (1, 2, 3)] == [0, 1, 1]
    assert all(facts[f"held_{number}"] <= 33 for number in (1, 2, 3))
    # By suits who plays second wins, and also where both always take one: the same winner.
    by_suits = dict(
        zip(
            PerfectPlay(AbstracOptions()).facts,
            solved_row_facts(RowLayout(ROW, AbstracOptions(GameKind.SUITS)), search),
            strict=True,
        )
    )
    assert (by_suits["first"], by_suits["lead"], by_suits["both_1"], by_suits["both_same_1"]) == (
        0,
        -166,
        -36,
        1,
    )


def test_measures_name_facts() -> None:
    experiment = PerfectPlay(AbstracOptions())
    for measure in experiment.measures:
        assert {*measure.over, *measure.under, *(measure.mean or {})} <= {*experiment.facts, GAMES}


def test_rows_depend_on_seed_and_number_alone() -> None:
    experiment = PerfectPlay(AbstracOptions(GameKind.SUITS))
    whole = experiment.play_chunk(4, 0, 4).rows
    assert whole == [*experiment.play_chunk(4, 0, 1).rows, *experiment.play_chunk(4, 1, 3).rows]
    assert whole == PerfectPlay(AbstracOptions(GameKind.SUITS), "compiled").play_chunk(4, 0, 4).rows
    assert experiment.play_chunk(5, 0, 4).rows != whole


def test_the_row_of_a_seed_is_the_first_of_its_deals() -> None:
    options = AbstracOptions()
    assert (
        rows.shuffled_row(options, 9).row == AbstracDeal.shuffled(options, python_random(9, 0)).layouts[0].row
    )


# Rows as people write them


@pytest.mark.parametrize("text", ["As Kd 10c", "as,kD,Tc", "A♠ K♦ 10♣", " AS  kd\n10C; "])
def test_cards_as_people_write_them(text: str) -> None:
    rest = " ".join(map(repr, (card for card in ROW if card not in cards_by_names("As Kd Tc"))))
    assert rows.read_row(f"{text} {rest}", AbstracOptions()).row[:3] == cards_by_names("As Kd 10c")


def test_the_joker_may_be_left_out() -> None:
    text = " ".join(map(repr, ROW))
    with_it = rows.read_row(f"Joker {text}", AbstracOptions(GameKind.UNFETTERED))
    assert rows.read_row(text, AbstracOptions(GameKind.UNFETTERED)).row == with_it.row == (JOKER, *ROW)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("As", "Kd"), "Kd is there more than once; As is missing"),
        (("As Kd", "2s 2s"), "2s is not of its pack; 2s is there more than once; As and Kd are missing"),
        (("As ", ""), "As is missing"),
        (("As", "joker"), "joker is not of its pack; As is missing"),
        (("As", "Zs"), "'Zs' in the row is not a card"),
        (("As", "A"), "'A' in the row is not a card"),
    ],
)
def test_wrong_rows_are_told_card_by_card(change: tuple[str, str], message: str) -> None:
    text = " ".join(map(repr, ROW)).replace(*change)
    with pytest.raises(UsageError, match=message):
        rows.read_row(text, AbstracOptions())


def test_the_joker_lies_first() -> None:
    with pytest.raises(
        UsageError, match="the joker, which is the first card to be taken, does not lie first"
    ):
        rows.read_row(" ".join(map(repr, (*ROW, JOKER))), AbstracOptions(GameKind.UNFETTERED))


def test_a_half_of_the_full_pack_has_26_cards() -> None:
    with pytest.raises(UsageError, match="a half has 26 cards, and here are 25"):
        rows.read_row(" ".join(map(repr, DECK[:25])), AbstracOptions(GameKind.FULL))
    assert len(rows.read_row(" ".join(map(repr, DECK[:26])), AbstracOptions(GameKind.FULL)).row) == 26


# In words


@pytest.mark.parametrize("options", TABLES[:4], ids=lambda options: options.kind.value)
@pytest.mark.parametrize("width", [80, 120])
def test_what_is_told_fits_the_terminal(options: AbstracOptions, width: int) -> None:
    lines = list(solution_lines(solve(row_of(options, 1), compiled.search), width))
    assert max(map(len, lines)) <= width


def test_a_misere_is_told() -> None:
    """Who has no combination scores what the other one makes."""
    one, other = score_hands(cards_by_names("As Ks Qs Js"), cards_by_names("9h Th"))
    reversed_ = "misère: the scores are reversed, so"
    assert score_explanation(one) == f"run of four spades 4; 4 × 2 cards of the other = 8; {reversed_} 0"
    assert score_explanation(other) == f"no combination; 0 × 4 cards of the other = 0; {reversed_} 8"
