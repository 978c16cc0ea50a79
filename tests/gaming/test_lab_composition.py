"""What packs are made of, in figures: the source's own, those of other packs, and of any pack at all."""

import time
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import sampled, small_pack, with_ranks

from cardgen import api
from cardgen.errors import PackError
from cardgen.gaming.lab.composition import Composition, count_pack
from cardgen.gaming.lab.odds import odds_of
from cardgen.pack import library
from cardgen.pack.model import Pack, Suit


def value(pack: Composition, key: str) -> Fraction | float:
    return next(figure.value for figure in pack.figures if figure.key == key)


def of(name: str) -> Composition:
    return count_pack(api.load(name))


def suit(cards: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"color": "#00855B", "cards": cards, **more}


# NEVER OVER


def test_the_sources_own_figures() -> None:
    """40 cards and 90 points green, 15 and 40 red; 55 in all, 56 with the summary."""
    pack = of("never-over")
    green, red = pack.suits
    assert (green.title, green.sign, green.cards, green.points) == ("green", "+", 40, 90)
    assert (red.title, red.sign, red.cards, red.points) == ("red", "≤", 15, 40)
    assert (pack.cards, pack.pieces, pack.points) == (55, 56, 130)
    assert pack.ranks == ("4", "3", "2", "1", "0")
    assert [pack.quantity("green", rank) for rank in pack.ranks] == [7, 9, 11, 13, 0]
    assert [pack.quantity("red", rank) for rank in pack.ranks] == [5, 4, 3, 2, 1]
    assert [kind.label for kind in pack.extras] == ["summary"]


def test_ratios_and_means_of_the_published_pack() -> None:
    pack = of("never-over")
    expected = {
        "green_to_red": Fraction(40, 15),
        "green_to_red_points": Fraction(90, 40),
        "mean_ceiling": Fraction(40, 15),
        "green.share": Fraction(40, 55),
        "red.share_of_points": Fraction(40, 130),
        "green.mean": Fraction(90, 40),
        # Over the ceilings of 0 to 4, as often as each red card is there.
        "barred_cards": Fraction(1 * 40 + 2 * 27 + 3 * 16 + 4 * 7, 15 * 40),
        "barred_points": Fraction(1 * 90 + 2 * 77 + 3 * 55 + 4 * 28, 15 * 90),
    }
    assert {key: value(pack, key) for key in expected} == expected
    # 13, 11, 9 and 7 cards of 1 to 4 points around 2.25.
    assert pack.suits[0].variance == Fraction(13 * 25 + 11 * 1 + 9 * 9 + 7 * 49, 40 * 16)
    assert value(pack, "green.spread") == pytest.approx(float(Fraction(760, 640)) ** 0.5)


def test_what_stands_over_each_ceiling() -> None:
    rows = [
        (each.label, each.reds, each.cards_within, each.points_within, each.cards_over, each.points_over)
        for each in of("never-over").ceilings
    ]
    assert rows == [
        ("≤0", 1, 0, 0, 40, 90),
        ("≤1", 2, 13, 13, 27, 77),
        ("≤2", 3, 24, 35, 16, 55),
        ("≤3", 4, 33, 62, 7, 28),
        ("≤4", 5, 40, 90, 0, 0),
    ]
    moves = [(each.raising, each.lowering) for each in of("never-over").ceilings]
    assert moves == [(14, 0), (12, 1), (9, 3), (5, 6), (0, 10)]


def test_attack_and_defence_differ_as_the_source_says_they_should() -> None:
    """More green against red and more high red favour attack; the opposite favours defence."""
    packs = [of(name) for name in ("never-over-defence", "never-over", "never-over-attack")]
    for key in ("green_to_red", "green_to_red_points", "mean_ceiling"):
        assert all(a < b for a, b in pairwise(value(pack, key) for pack in packs)), key
    for key in ("barred_cards", "barred_points"):
        assert all(a > b for a, b in pairwise(value(pack, key) for pack in packs)), key


def test_a_ceiling_that_only_empty_piles_have_is_told_as_well() -> None:
    """Green and red by any name; a gap in red; no zero."""
    amber = {"amber": suit({"5": 1, "2": 3}, sign="+"), "grey": suit({"5": 2, "1": 1}, sign="≤")}
    pack = count_pack(small_pack_of_game(amber))
    assert [(each.pointage, each.cards_within) for each in pack.ceilings] == [(1, 0), (5, 4)]
    assert value(pack, "green_to_red") == Fraction(4, 3)


def small_pack_of_game(suits: dict[str, Any]) -> Pack:
    return small_pack(suits=suits, games=["never-over"])


def test_a_pack_that_breaks_the_games_rules_is_refused() -> None:
    bad = small_pack_of_game({"green": suit({"3": 1}, sign="+"), "red": suit({"4": 1}, sign="≤")})
    with pytest.raises(PackError, match="highest green pointage is 3"):
        count_pack(bad)


def test_a_pack_of_green_and_red_that_names_no_game_has_no_ceilings() -> None:
    pack = count_pack(small_pack())
    assert (pack.ceilings, pack.points) == ((), 9)


# Other packs


def test_ranks_of_standard_packs_have_no_points() -> None:
    pack = of("standard-52")
    assert (pack.cards, pack.pieces, pack.points) == (52, 54, None)
    assert [each.points for each in pack.suits] == [None] * 4
    assert pack.ranks == ("A", *map(str, range(2, 11)), "J", "Q", "K")
    assert {each.key.partition(".")[2] for each in pack.figures} == {"", "cards", "share"}


def test_points_are_told_of_suits_whose_ranks_are_all_whole_numbers() -> None:
    pack = count_pack(
        small_pack(
            suits={
                "gain": suit({"10": 2, "-3": 1, "+1": 1}),
                "loss": suit({"−2": 3}),
                "words": suit({"stop": 1, "1.5": 1, "½": 1, "4": 1}),
            }
        )
    )
    assert [each.points for each in pack.suits] == [18, -6, None]
    assert pack.points is None, "a part of the pack cannot be told in points"
    assert pack.suits[0].mean == Fraction(18, 4)


def test_a_sum_of_no_points_has_no_shares() -> None:
    pack = count_pack(small_pack(suits={"a": suit({"0": 2}), "b": suit({"0": 1})}))
    keys = {figure.key for figure in pack.figures}
    assert {"a.share", "a.points"} <= keys
    assert "a.share_of_points" not in keys


@pytest.mark.parametrize(
    ("first", "second", "ranks"),
    [
        ({"4": 1, "1": 1}, {"3": 1, "0": 1}, ("4", "3", "1", "0")),
        ({"1": 1, "4": 1}, {"0": 1, "10": 1}, ("0", "1", "4", "10")),
        ({"B": 1, "A": 1}, {"C": 1, "A": 1}, ("B", "A", "C")),
    ],
)
def test_ranks_go_as_those_of_the_first_suit(first: Any, second: Any, ranks: tuple[str, ...]) -> None:
    pack = small_pack(suits={"one": suit(first), "two": suit(second)})
    assert count_pack(pack).ranks == ranks


@given(
    suits=st.dictionaries(
        st.text("abcdef", min_size=1, max_size=2),
        st.dictionaries(st.text("0123-A", min_size=1, max_size=2), st.integers(1, 9), min_size=1, max_size=6),
        min_size=1,
        max_size=5,
    )
)
@settings(max_examples=15, deadline=None)
def test_any_pack_can_be_counted_and_nothing_is_lost(suits: dict[str, dict[str, int]]) -> None:
    pack = count_pack(small_pack(suits={key: suit(cards) for key, cards in suits.items()}))
    counted = {
        (key, rank): pack.quantity(key, rank)
        for key in suits
        for rank in pack.ranks
        if pack.quantity(key, rank)
    }
    assert counted == {(key, rank): n for key, cards in suits.items() for rank, n in cards.items()}
    assert pack.cards == sum(counted.values())
    shares = [figure.value for figure in pack.figures if figure.key.endswith(".share")]
    assert sum(shares) == 1


@pytest.mark.parametrize("name", library.bundled_pack_names())
def test_every_figure_of_a_pack_has_a_key_of_its_own(name: str) -> None:
    keys = [figure.key for figure in of(name).figures]
    assert len(keys) == len(set(keys))
    for figure in of(name).figures:
        assert isinstance(figure.value, Fraction) or figure.key.endswith(".spread"), figure.key


# Large packs


@pytest.mark.parametrize("shape", sampled(["many suits", "many kinds", "never over"], 3))
def test_twenty_thousand_cards_are_counted_quickly(shape: str) -> None:
    """Work grows with the cards, not with suits times ranks."""
    color = api.load("never-over").suits["red"].color
    numbers = [str(number) for number in range(1, 10_001)]

    if shape == "many kinds":
        ranks = {"a": numbers, "b": [f"b{each}" for each in numbers]}
    elif shape == "many suits":
        ranks = {f"s{i}": [f"{i}-{j}" for j in range(100)] for i in range(200)}
    else:
        ranks = {"green": numbers, "red": numbers}
    signs = {"green": "+", "red": "≤"}
    games = ("never-over",) if shape == "never over" else ()
    bare = Pack("large", games=games, suits={key: Suit(color, sign=signs.get(key)) for key in ranks})
    pack = with_ranks(bare, {key: dict.fromkeys(each, 1) for key, each in ranks.items()})
    began = time.process_time()
    assert count_pack(pack).cards == 20_000
    assert odds_of(pack).cards == 20_000
    assert time.process_time() - began < 5
