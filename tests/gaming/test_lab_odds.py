"""Odds of what is dealt and drawn, against every deal there is; and the words they are told in."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import small_pack

from cardgen import api
from cardgen.errors import UsageError
from cardgen.gaming.lab.odds import (
    HandOdds,
    Odds,
    OddsRequest,
    chance_of_at_least_one,
    chances_of_counts,
    default_card_sets,
    default_hands,
    find_card_sets,
    odds_of,
)
from cardgen.gaming.lab.words import (
    ALMOST,
    RELATIVE,
    SMALLEST_SHARE,
    WITHIN,
    share_in_words,
    subject_of_share,
)
from cardgen.pack import library
from cardgen.pack.model import Pack
from cardgen.pack.selection import dealt_cards

NEVER_OVER = api.load("never-over")
STANDARD = api.load("standard-52")


def only(odds: Odds) -> HandOdds:
    [hand] = odds.hands
    return hand


def never_over(green: dict[int, int], red: dict[int, int]) -> Pack:
    """A pack by pointage and quantity, whose highest cards are equal."""
    suits = {
        "green": {"sign": "+", "color": "#00855B", "cards": {str(k): n for k, n in green.items()}},
        "red": {"sign": "≤", "color": "#961129", "cards": {str(k): n for k, n in red.items()}},
    }
    return small_pack(suits=suits, games=["never-over"])


#: Small packs: all of their deals can be looked at.
small_packs = st.builds(
    lambda greens, reds, top: never_over({**greens, top: 1}, {**reds, top: 1}),
    st.dictionaries(st.integers(1, 2), st.integers(1, 2)),
    st.dictionaries(st.integers(0, 2), st.integers(1, 2)),
    st.integers(3, 4),
)


def deck_of(pack: Pack) -> list[tuple[str, int]]:
    """Every card as its suit and its number."""
    return [(str(c.suit), int(c.rank or 0)) for c in pack.cards for _ in range(c.quantity)]


# Chances


@given(cards=st.integers(0, 9), data=st.data())
def test_chances_are_those_of_all_deals(cards: int, data: Any) -> None:
    good, drawn = data.draw(st.integers(0, cards)), data.draw(st.integers(0, cards))
    counts = Counter(sum(card < good for card in deal) for deal in combinations(range(cards), drawn))
    expected = tuple(Fraction(counts[k], comb(cards, drawn)) for k in range(drawn + 1))
    assert chances_of_counts(cards, good, drawn) == expected
    assert chance_of_at_least_one(cards, good, drawn) == 1 - expected[0]


@given(cards=st.integers(1, 20_000), data=st.data())
@settings(max_examples=20)
def test_chances_add_up_to_one_and_have_the_mean_that_they_must(cards: int, data: Any) -> None:
    good, drawn = data.draw(st.integers(0, cards)), data.draw(st.integers(0, min(cards, 60)))
    chances = chances_of_counts(cards, good, drawn)
    assert sum(chances) == 1
    assert sum(k * chance for k, chance in enumerate(chances)) == Fraction(drawn * good, cards)


@pytest.mark.parametrize(("cards", "good", "drawn"), [(5, 6, 1), (5, 1, 6), (5, -1, 1), (5, 1, -1)])
def test_what_cannot_be_dealt_is_refused(cards: int, good: int, drawn: int) -> None:
    with pytest.raises(ValueError, match=f"of {cards} cards"):
        chances_of_counts(cards, good, drawn)
    with pytest.raises(ValueError, match=f"of {cards} cards"):
        chance_of_at_least_one(cards, good, drawn)


# The odds of a pack


def test_the_published_pack() -> None:
    """Figures worked out by hand from 55 cards, 15 of them red, one of these the zero."""
    odds = odds_of(NEVER_OVER, OddsRequest(terms=("red", "≤0"), turns=2))
    red, zero = only(odds).openings
    assert (odds.cards, only(odds).hand.cards) == (55, 8)
    assert red.chances[0] == Fraction(comb(40, 8), comb(55, 8))
    assert red.mean == Fraction(24, 11)
    assert zero.chances == (Fraction(47, 55), Fraction(8, 55), *[0] * 7)
    assert only(odds).turns[1].chances == (Fraction(8, 55), Fraction(9, 55), Fraction(10, 55))
    fits = {each.ceiling.pointage: each for each in only(odds).ceiling_odds}
    assert [fits[level].green for level in range(5)] == [Fraction(part, 40) for part in (0, 13, 24, 33, 40)]
    assert fits[1].any == Fraction(13, 55)
    assert fits[1].hand == 1 - Fraction(comb(42, 8), comb(55, 8))
    assert (fits[0].hand, fits[0].any) == (0, 0)


@given(pack=small_packs, hand=st.integers(1, 5), turns=st.integers(1, 3))
@settings(max_examples=15, deadline=None)
def test_odds_are_those_of_all_deals_of_a_small_pack(pack: Pack, hand: int, turns: int) -> None:
    deck = deck_of(pack)
    hand = min(hand, len(deck) - 1)
    turns = min(turns, len(deck) - hand)
    odds = only(odds_of(pack, OddsRequest(terms=("red",), hands=(hand,), turns=turns)))
    deals = list(combinations(deck, hand))
    held = Counter(sum(suit == "red" for suit, _ in deal) for deal in deals)
    assert odds.openings[0].chances == tuple(Fraction(held[k], len(deals)) for k in range(hand + 1))
    seen = list(combinations(deck, hand + turns))
    had = sum(any(suit == "red" for suit, _ in deal) for deal in seen)
    assert odds.turns[0].chances[-1] == Fraction(had, len(seen))
    highest = max(number for _, number in deck)
    for each in odds.ceiling_odds:
        level = each.ceiling.pointage
        fit = sum(any(suit == "green" and n <= level for suit, n in deal) for deal in deals)
        assert each.hand == Fraction(fit, len(deals))
    lowest = [min([n for suit, n in deal if suit == "red"], default=highest) for deal in deals]
    assert odds.mean_ceiling == Fraction(sum(lowest), len(deals)), "the ceiling that an opponent can set"


def test_the_lowest_red_of_all_opponents_is_that_of_all_their_cards() -> None:
    three = only(odds_of(NEVER_OVER, OddsRequest(players=3)))
    assert three.mean_ceiling_of_all == only(odds_of(NEVER_OVER, OddsRequest(hands=(16,)))).mean_ceiling
    assert only(odds_of(NEVER_OVER, OddsRequest(players=2))).mean_ceiling_of_all is None, (
        "one opponent is all of them"
    )
    assert three.mean_ceiling
    assert three.mean_ceiling_of_all
    assert three.mean_ceiling_of_all < three.mean_ceiling


def test_anybody_is_dealt_one_with_the_odds_of_a_hand_as_large_as_all() -> None:
    odds = only(odds_of(NEVER_OVER, OddsRequest(terms=("≤0",), players=4)))
    assert odds.openings[0].anybody == Fraction(32, 55)
    assert only(odds_of(NEVER_OVER)).openings[0].anybody is None


@pytest.mark.parametrize(("players", "lasts"), [(2, 20), (3, 11), (4, 6), (5, 3), (6, 2)])
def test_turns_go_as_far_as_the_stock_lasts_for_the_first_to_play(players: int, lasts: int) -> None:
    """Stocks of 39, 31, 23, 15 and 7."""
    odds = only(odds_of(NEVER_OVER, OddsRequest(players=players, turns=lasts)))
    assert len(odds.turns[0].chances) == lasts + 1
    with pytest.raises(UsageError, match=f"lasts {lasts} turns, not {lasts + 1}"):
        odds_of(NEVER_OVER, OddsRequest(players=players, turns=lasts + 1))
    assert len(only(odds_of(NEVER_OVER, OddsRequest(players=players))).turns[0].chances) == min(6, lasts) + 1


# Hands


def hands(pack: str, players: int | None = None) -> list[int]:
    return [hand.cards for hand in default_hands(api.load(pack), players)]


def test_hands_are_those_of_the_games() -> None:
    assert hands("never-over") == [8]
    assert hands("standard-52") == [12, 13, 5]
    assert hands("standard-52", 2) == [12, 5]
    assert hands("standard-52", 4) == [13, 5]
    assert hands("standard-52", 3) == [5]
    assert hands("short-24") == [12]
    assert [hand.cards for hand in default_hands(small_pack())] == [5]


def test_where_all_cards_are_dealt_there_is_no_stock() -> None:
    by_hand = {each.hand.cards: each for each in odds_of(STANDARD).hands}
    assert by_hand[13].turns == (), "Addenda for four deals all 52"
    assert by_hand[12].turns
    assert only(odds_of(api.load("short-24"))).turns == ()


def test_a_hand_is_never_larger_than_the_pack() -> None:
    assert only(odds_of(small_pack(suits=small_suit({"1": 3})))).hand.cards == 3
    with pytest.raises(UsageError, match=r"Small has 6 cards to deal: a hand of 7 is larger"):
        odds_of(small_pack(), OddsRequest(hands=(7,)))


def small_suit(cards: dict[str, int]) -> dict[str, Any]:
    return {"only": {"sign": "+", "color": "#00855B", "cards": cards}}


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (OddsRequest(players=7), "the 55 cards of NEVER OVER serve 6 players with hands of 8, not 7"),
        (OddsRequest(players=56), "not 56: ask for fewer players"),
        (OddsRequest(hands=(6, 9), players=7), "serve 6 players with hands of 9, not 7"),
        (OddsRequest(hands=(11,), players=5, turns=1), "hands of 11 for 5 players leave no stock"),
        (OddsRequest(turns=48), "lasts 47 turns, not 48"),
        (OddsRequest(terms=("gren",)), "did you mean 'green'"),
        (OddsRequest(terms=("+4:2",)), "--hold for the odds of so many"),
        (OddsRequest(terms=("summary",)), "never dealt"),
        (OddsRequest(terms=(" , ",)), "--of names no card"),
    ],
)
def test_what_makes_no_sense_for_a_pack_is_said(ask: OddsRequest, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        odds_of(NEVER_OVER, ask)


def test_a_pack_of_nothing_that_is_dealt_is_refused() -> None:
    with pytest.raises(UsageError, match="no cards that are dealt"):
        odds_of(small_pack(suits={}, extras=[{"face": "summary"}]))


# What odds are about


def of(pack: Pack, *terms: str, extras: bool = False) -> list[tuple[str, str, int]]:
    return [tuple(each) for each in find_card_sets(pack, terms, extras)]  # type: ignore[misc]


def test_cards_are_named_as_people_name_them() -> None:
    assert of(NEVER_OVER, "red", "+4", "<=0", "4") == [
        ("red", "a red card", 15),
        ("+4", "a +4", 7),
        ("≤0", "the ≤0", 1),
        ("4", "a 4", 12),
    ]
    assert of(STANDARD, "ace", "8", "spades", "K of hearts") == [
        ("aces", "an ace", 4),
        ("8", "an 8", 4),
        ("spades", "a spade", 13),
        ("K of hearts", "the K of hearts", 1),
    ]
    assert of(STANDARD, "court") == [("court", "a court card", 12)]
    assert of(NEVER_OVER, "+3, +4", "≤0..≤2") == [
        ("+3, +4", "+3 or +4", 16),
        ("≤0..≤2", "one of ≤0..≤2", 6),
    ]


def test_the_same_cards_under_two_names_are_told_once() -> None:
    assert len(of(NEVER_OVER, "+4", "green 4", "red", "≤0..≤4", "+4,+4")) == 2


def test_extras_are_dealt_where_somebody_asks_or_there_is_nothing_else() -> None:
    with pytest.raises(UsageError, match="add --with-extras"):
        find_card_sets(STANDARD, ["joker"])
    assert of(STANDARD, "joker", extras=True) == [("jokers", "a joker", 2)]
    assert odds_of(STANDARD, OddsRequest(hands=(5,), with_extras=True)).cards == 54
    loose = small_pack(extras=[{"face": "joker"}, {"face": "summary"}, {"face": "text", "text": "Go"}])
    assert [card.label for card in dealt_cards(loose)] == ["+4", "+1", "≤0"]
    assert [card.label for card in dealt_cards(loose, with_extras=True)][3:] == ["joker", "text"]
    assert [each.title for each in default_card_sets(loose, with_extras=True)][-1] == "joker"


def test_what_people_ask_first() -> None:
    def titles(pack: Pack) -> list[str]:
        return [each.title for each in default_card_sets(pack)]

    assert titles(NEVER_OVER) == ["green", "+4", "+1", "red", "≤4", "≤0"]
    assert titles(STANDARD) == ["one suit", "aces"], "the odds of one suit are those of all"
    assert titles(small_pack(suits=small_suit({"2": 1, "9": 4, "1": 1}))) == ["only", "+9", "+1"]
    assert titles(small_pack(suits={}, extras=[{"face": "text", "text": "Go"}])) == ["text"]


def test_figures_have_keys_of_their_own_that_packs_share() -> None:
    keys = [[each.key for each in odds_of(api.load(name)).figures] for name in library.bundled_pack_names()]
    for mine in keys:
        assert len(mine) == len(set(mine))
    by_name = dict(zip(library.bundled_pack_names(), keys, strict=True))
    assert by_name["never-over"] == by_name["never-over-attack"] == by_name["never-over-defence"]


# Words

small = st.integers(2, 5_000_000).map(lambda many: Fraction(3, 2 * many))
shares = (
    st.fractions(0, 1) | st.fractions(0, 1, max_denominator=60) | small | small.map(lambda share: 1 - share)
)


@given(shares)
def test_words_never_lie(share: Fraction) -> None:
    said = share_in_words(share)
    assert said.low <= share <= said.high
    lacks = 1 - share
    if said.text == "almost all":
        assert 0 < lacks <= ALMOST
    elif said.text.startswith("fewer than"):
        assert 0 < share <= SMALLEST_SHARE
    elif "about" in said.text:
        span = max(said.high - share, share - said.low)
        assert span <= 2 * WITHIN
        assert (
            span <= 2 * WITHIN
            if min(share, lacks) > Fraction(1, 10)
            else span <= 3 * RELATIVE * min(share, lacks)
        )
    else:
        assert said.low == said.high == share, "what is not rounded is exact"


@given(shares)
def test_the_number_in_the_words_is_near_the_share(share: Fraction) -> None:
    """Read back as a person reads it."""
    text = share_in_words(share).text
    if text in ("all", "none", "almost all") or text.startswith("fewer"):
        return
    part, whole = text.replace("all but ", "").replace("about ", "").replace(",", "").split(" in ")
    near = Fraction(int(part), int(whole))
    near = 1 - near if text.startswith("all but") else near
    smaller = min(share, 1 - share)
    off = WITHIN if Fraction(1, 10) <= smaller else smaller * RELATIVE * Fraction(21, 20)
    assert abs(near - share) <= off
    assert ("about" in text) == (near != share)


@given(shares)
def test_all_and_none_are_said_of_certainties_only(share: Fraction) -> None:
    text, _ = subject_of_share(share, "hand", "hands")
    assert (text == "every hand") == (share == 1)
    assert (text == "no hand") == (share == 0)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        ("0", "none"),
        ("1", "all"),
        ("7/10", "7 in 10"),
        ("0.69", "about 7 in 10"),
        ("2/3", "2 in 3"),
        ("0.45", "9 in 20"),
        ("1/52", "1 in 52"),
        ("0.0251", "about 1 in 40"),
        ("0.00021", "about 1 in 4,800"),
        ("0.93", "about 13 in 14"),
        ("19/20", "19 in 20"),
        ("0.9751", "all but about 1 in 40"),
        ("0.9973", "all but about 1 in 370"),
        ("0.9991", "almost all"),
        ("1/2598960", "fewer than 1 in 1,000,000"),
    ],
)
def test_shares_in_words(share: str, text: str) -> None:
    assert share_in_words(Fraction(share)).text == text


@pytest.mark.parametrize("share", [Fraction(-1, 9), Fraction(10, 9)])
def test_what_is_no_share_has_no_words(share: Fraction) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        share_in_words(share)


def test_one_hand_holds_and_several_hold() -> None:
    assert subject_of_share(Fraction(1, 7), "hand", "hands") == ("1 in 7 hands", False)
    assert subject_of_share(Fraction(13, 14), "hand", "hands") == ("13 in 14 hands", True)
    assert subject_of_share(Fraction(39, 40), "hand", "hands") == ("all but 1 in 40 hands", True)
