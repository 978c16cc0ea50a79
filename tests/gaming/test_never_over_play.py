"""NEVER OVER as its author tells it: the figures of the source, the deal, the piles, the turn, the score."""

from dataclasses import replace
from random import Random

import pytest
from never_over_samples import (
    CARDS,
    GREEN,
    RED,
    away,
    can_move,
    deal,
    hand,
    labels,
    laid_out,
    marked,
    put,
    refusal,
    table,
)
from samples import small_pack

import cardgen
from cardgen.errors import PackError, UsageError
from cardgen.gaming.games.never_over.book import possible_additions, source_figure_state
from cardgen.gaming.games.never_over.cards import Cards, cards_of
from cardgen.gaming.games.never_over.example_game import example_record
from cardgen.gaming.games.never_over.moves import (
    DecodedMove,
    ceiling_of_place,
    decode_move,
    make_move,
    replay,
)
from cardgen.gaming.games.never_over.state import DRAW, OVER, PLAY, Scores, State, green_points, scores_of
from cardgen.gaming.games.never_over.table import DRAW_DISCARD, DRAW_STOCK, PASS, RETIRE, table_for

# The cards


def test_the_published_pack_as_numbers(never_over):
    cards = cards_of(never_over)
    assert cards.count_and_points(green=True) == (40, 90)
    assert cards.count_and_points(green=False) == (15, 40)
    assert (cards.count, cards.highest, cards.kinds) == (55, 4, 9)
    assert cards.labels == ("+1", "+2", "+3", "+4", "≤0", "≤1", "≤2", "≤3", "≤4")
    assert dict(zip(cards.pointages[:4], cards.quantities, strict=False)) == GREEN
    assert dict(zip(cards.pointages[4:], cards.quantities[4:], strict=True)) == RED
    assert replace(cards, ids=CARDS.ids) == CARDS
    assert {never_over.cards[i].id for i in range(9)} == set(cards.ids)


def test_improvised_from_standard_packs_it_takes_five():
    """Reading N20: 13 ones from three suits of each pack, and five red fours from the diamonds."""
    assert CARDS.standard_pack_count() == 5
    assert Cards.from_quantities({20: 1}, {20: 1, 0: 1}).standard_pack_count() is None


def test_suits_of_other_names_are_known_by_their_signs():
    suits = {
        "mal": {"sign": "≤", "color": "#961129", "cards": {"5": 2, "0": 1}},
        "bien": {"sign": "+", "color": "#00855B", "cards": {"5": 3, "2": 4, "1": 0}},
    }
    cards = cards_of(small_pack(suits=suits))
    assert cards.labels == ("+2", "+5", "≤0", "≤5")
    assert cards.ids == ("bien-2", "bien-5", "mal-0", "mal-5")
    assert (cards.greens, cards.highest) == (2, 5)


def test_a_pack_that_breaks_the_rules_is_not_played():
    with pytest.raises(PackError) as caught:
        cards_of(cardgen.load("short-24"))
    assert "needs green cards" in str(caught.value)


@pytest.mark.parametrize("name", ["never-over-attack", "never-over-defence", "never-over-paper"])
def test_shipped_variants_can_be_played(name):
    game = example_record(table_for(cardgen.load(name), 4), 1)
    assert replay(game).phase == OVER


# The deal


@pytest.mark.parametrize(("players", "stock"), [(2, 39), (3, 31), (4, 23), (5, 15), (6, 7)])
def test_eight_cards_each_and_the_rest_is_the_stock(players, stock):
    state = deal(table(players), Random(1))
    assert [sum(each) for each in state.hands] == [8] * players
    assert len(state.stock) == stock
    assert (state.seat, state.phase, state.discards) == (0, PLAY, [])


def test_seven_players_would_need_56_cards():
    with pytest.raises(UsageError, match="55 cards serve 6 players with hands of 8, not 7: play with 6 or "):
        table(7)
    assert len(deal(table(7, hand=7), Random(1)).stock) == 6


@pytest.mark.parametrize(
    ("players", "options", "why"),
    [
        (1, {}, "two players or more"),
        (0, {}, "two players or more"),
        (2, {"hand": 28}, "too few for 2 hands of 28: deal 27 or fewer"),
        (56, {"deal_all": True}, "too few for 56 players"),
    ],
)
def test_tables_that_cannot_be(players, options, why):
    with pytest.raises(UsageError, match=why):
        table(players, **options)


def test_cards_go_round_one_at_a_time_from_sinistra():
    deck = list(CARDS.deck)
    state = State(table(3, hand=2), deck)
    order = [0, 1, 2, 0, 1, 2]
    for seat in range(3):
        mine = sorted(kind for kind, to in zip(deck, order, strict=False) if to == seat)
        assert mine == [k for k, n in enumerate(state.hands[seat]) for _ in range(n)]
    assert state.stock[::-1] == deck[6:]


def test_the_same_chance_gives_the_same_deal():
    assert deal(table(), Random(7)).hands == deal(table(), Random(7)).hands != deal(table(), Random(8)).hands


# The piles

#: The source's table: green top, red top, what the player can add, and what others can add.
SIX = {
    "Abe": ("+3", None, "+1 +2 +3 +4 ≤4r", "≤0 ≤1 ≤2 ≤3 ≤4r"),
    "Bea": ("+2", "≤3", "+1 +2 +3 ≤3r ≤4", "≤0 ≤1 ≤2 ≤3r"),
    "Cal": ("+4", "≤1", "+1 ≤1r ≤2 ≤3 ≤4", "≤0 ≤1r"),
    "Deb": ("+2", "≤2", "+1 +2 ≤2r ≤3 ≤4", "≤0 ≤1 ≤2r"),
    "Eli": (None, "≤4", "+1 +2 +3 +4 ≤4r", "≤0 ≤1 ≤2 ≤3 ≤4r"),
    "Flo": ("+3", "≤0", "≤0r ≤1 ≤2 ≤3 ≤4", "≤0r"),
}


@pytest.mark.parametrize("seat", range(6), ids=list(SIX))
def test_the_table_of_moves_of_the_source(seat):
    green, red, own, others = list(SIX.values())[seat]
    row = possible_additions(source_figure_state(CARDS), list(SIX))[seat]
    assert (row.green, row.red, marked(row.own), marked(row.others)) == (green, red, own, others)
    assert row.name == list(SIX)[seat]


def test_an_empty_red_pile_implies_the_highest_red():
    rows = possible_additions(source_figure_state(CARDS), list(SIX))
    assert [(row.ceiling, row.implied) for row in rows] == [
        (4, True), (3, False), (1, False), (2, False), (4, False), (0, False),
    ]  # fmt: skip


def test_a_green_card_stands_under_a_lower_red_one():
    """Cal's +4 was played before his ≤1; similarly for Flo."""
    assert [row.standing for row in possible_additions(source_figure_state(CARDS), list(SIX))] == [
        (),
        (),
        ("+4",),
        (),
        (),
        ("+3",),
    ]
    state = laid_out(table(2), greens=[["+4"]], hands=[[], ["≤1", "+1"]], seat=1)
    make_move(state, put(state, "≤1", 0))
    assert (green_points(state, 0), ceiling_of_place(state, 0)) == (4, 1)


def test_legal_moves_are_the_table_of_moves():
    """What the table says a player, or another, can add is what legal_moves lets them do."""
    state = source_figure_state(CARDS)
    for seat, row in enumerate(possible_additions(state, list(SIX))):
        for who in range(6):
            state.seat = who
            state.hands[who], state.held[who] = [1] * 9, (1 << 9) - 1
            there = [decode_move(state.table, code) for code in state.legal_moves()]
            kinds = [each.kind for each in there if each.place == seat]
            assert labels(kinds) == [each.label for each in (row.own if who == seat else row.others)]


def test_the_figure_with_other_packs_and_fewer_players():
    high = Cards.from_quantities({5: 9, 2: 9, 4: 2}, {5: 2, 4: 1, 1: 1, 2: 1, 0: 1})
    assert [(row.green, row.red) for row in possible_additions(source_figure_state(high), list(SIX))] == [
        ("+4", None), ("+2", "≤4"), ("+5", "≤1"), ("+2", "≤2"), (None, "≤5"), ("+4", "≤0"),
    ]  # fmt: skip
    assert marked(possible_additions(source_figure_state(high), list(SIX))[0].own) == "+2 +4 +5 ≤5r"
    assert len(possible_additions(source_figure_state(CARDS, 3), list(SIX))) == 3
    poor = Cards.from_quantities({1: 9}, {1: 1, 0: 1})
    assert [row.red for row in possible_additions(source_figure_state(poor), list(SIX))] == [
        None,
        "≤0",
        "≤1",
        None,
        None,
        None,
    ]


def test_reasons_are_given_for_what_is_forbidden():
    state = laid_out(
        table(3), reds=[["≤2"], ["≤1"], []], hands=[["+3", "+1", "≤1", "≤4", "≤2"], ["≤3"], []], seat=0
    )
    assert refusal(state, put(state, "+3")) == "+3 is over your ceiling, which is 2"
    assert refusal(state, put(state, "+1", 1)) == "green cards go on nobody’s green pile but your own"
    assert "lower than the 2 at the top" in refusal(state, put(state, "≤1"))
    assert "higher than the 1 at the top" in refusal(state, put(state, "≤2", 1))
    assert refusal(state, put(state, "+4")) == "there is no +4 in the hand of seat 0"
    assert refusal(state, PASS) == "this game has no passing"
    assert refusal(state, DRAW_STOCK) == "draw after you have played, not before"
    assert refusal(state, 10_000) == "there is no move 10000"
    assert refusal(state, -1) == "there is no move -1"
    assert can_move(state, put(state, "≤4", 2))
    state = laid_out(table(2), hands=[["≤3", "≤4"], []])
    assert "empty, which counts as 4" in refusal(state, put(state, "≤3"))
    assert can_move(state, put(state, "≤4"))


def test_codes_and_moves_are_one_to_one():
    here = table(4)
    assert len({decode_move(here, code) for code in range(len(here.place_and_kind_by_code))}) == len(
        here.place_and_kind_by_code
    )
    assert decode_move(here, here.move_code(3, 2)) == DecodedMove("green", 3, 2)
    assert decode_move(here, here.move_code(4)) == DecodedMove("discard", 4)


def test_a_covered_red_card_has_no_effect():
    state = laid_out(table(2), reds=[["≤0", "≤4"]], hands=[["+4"], []])
    assert can_move(state, put(state, "+4"))


# The turn


def test_a_turn_is_a_move_and_a_draw():
    state = laid_out(table(2), hands=[["+2"], ["+1"]], stock=["+4", "+3"])
    step = make_move(state, put(state, "+2"))
    assert (step.turn, step.move.act, step.source, labels([step.drawn])) == (1, "green", "stock", ["+4"])
    assert hand(state, 0) == ["+4"]
    assert state.seat == 1


def test_a_playable_card_may_be_discarded_and_the_oldest_discard_is_drawn():
    state = laid_out(table(2), hands=[["+2"], []], stock=["+4"], discards=["≤1", "≤2"])
    make_move(state, away(state, "+2"))
    assert (state.phase, state.seat, state.legal_moves()) == (DRAW, 0, [DRAW_STOCK, DRAW_DISCARD])
    assert refusal(state, RETIRE) == "draw a card first"
    step = make_move(state, DRAW_DISCARD)
    assert (step.turn, step.source, labels([step.drawn])) == (1, "discards", ["≤1"])
    assert (labels(state.discards), state.turn) == (["≤2", "+2"], 1)


def test_with_an_empty_stock_the_oldest_discard_is_taken_unasked():
    state = laid_out(table(2), hands=[["+2"], ["+1"]], stock=[], discards=["≤1", "≤2"])
    assert labels([make_move(state, put(state, "+2")).drawn]) == ["≤1"]


def test_with_nothing_to_draw_nothing_is_taken():
    state = laid_out(table(2), hands=[["+2", "+1"], ["+1"]], stock=[])
    step = make_move(state, put(state, "+2"))
    assert (step.drawn, step.retired, hand(state, 0)) == (None, False, ["+1"])


def test_the_last_card_discarded_is_drawn_back():
    """Reading N5."""
    state = laid_out(table(2), hands=[["+2"], ["+1"]], stock=[])
    step = make_move(state, away(state, "+2"))
    assert (step.source, labels([step.drawn]), hand(state, 0), state.discards) == (
        "discards", ["+2"], ["+2"], [],
    )  # fmt: skip


def test_who_retires_draws_nothing_and_keeps_the_score():
    """Reading N3."""
    state = laid_out(table(3), greens=[["+4"]], hands=[["+2"], [], []], stock=["+1"])
    step = make_move(state, RETIRE)
    assert (step.drawn, step.retired, hand(state, 0), len(state.stock)) == (None, True, ["+2"], 1)
    assert (state.seat, scores_of(state).seats) == (1, (4, 0, 0))


def test_who_has_no_card_left_retires_but_only_after_the_draw():
    """Reading N4."""
    state = laid_out(table(2), hands=[["+2"], ["+1"]], stock=["+3"])
    assert not make_move(state, put(state, "+2")).retired
    step = make_move(state, put(state, "+1"))
    assert (step.retired, step.over, state.seat) == (True, False, 0)


def test_the_last_player_plays_alone_and_the_game_ends_when_all_have_retired():
    state = laid_out(table(3), hands=[["+2"], ["+1", "+3"], []], stock=[], retired=[0, 2], seat=1)
    make_move(state, put(state, "+1"))
    assert (state.seat, state.phase) == (1, PLAY)
    step = make_move(state, put(state, "+3"))
    assert (step.retired, step.over, state.phase) == (True, True, OVER)
    assert (scores_of(state).seats, state.legal_moves()) == ((0, 4, 0), [])
    assert refusal(state, RETIRE) == "the game is over"


def test_turns_go_on_past_those_who_have_retired():
    state = laid_out(table(4), hands=[["+1", "+1"], [], ["+1"], []], retired=[1, 3])
    seats = []
    for _ in range(4):
        seats.append(state.seat)
        state.apply_move(state.legal_moves()[-1])
    assert seats == [0, 2, 0, 2]


def test_cards_may_go_on_the_red_pile_of_one_who_has_retired():
    """Reading N14, and the option for the other."""
    cards = {"hands": [["≤1"], [], []], "retired": [1]}
    state = laid_out(table(3), **cards)
    assert can_move(state, put(state, "≤1", 1))
    state = laid_out(table(3, retired_closed=True), **cards)
    assert refusal(state, put(state, "≤1", 1)) == "nothing goes on the red pile of one who has retired"
    assert can_move(state, put(state, "≤1", 2))


# The score


def test_red_cards_do_not_count_and_ties_are_possible():
    state = laid_out(table(3), greens=[["+4", "+1"], ["+2", "+3"], ["+1"]], reds=[["≤4"]])
    assert scores_of(state) == Scores((5, 5, 1), (5, 5, 1))
    assert scores_of(state).winning_sides == (0, 1)


def test_red_counted_against():
    state = laid_out(
        table(2, red_counts_against=True), greens=[["+4", "+1"], ["+2"]], reds=[["≤4", "≤2"], ["≤3", "≤1"]]
    )
    assert scores_of(state).seats == (-1, -2)
