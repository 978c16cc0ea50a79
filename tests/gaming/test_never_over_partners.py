"""NEVER OVER with partners: what they share, and how partnerships rotate."""

from collections import Counter

import pytest
from never_over_samples import can_move, labels, laid_out, put, refusal, table

from cardgen.errors import UsageError
from cardgen.gaming.games.never_over.book import partner_counts, partners_by_game, rotating_games
from cardgen.gaming.games.never_over.moves import make_move
from cardgen.gaming.games.never_over.state import Scores, scores_of
from cardgen.gaming.games.never_over.table import players_by_seat, usual_sides, verify_sides


def test_partners_who_share_both_piles():
    state = laid_out(
        table(4, partners="shared"),
        greens=[["+1"]],
        reds=[["≤2"], []],
        hands=[[], [], ["+2", "≤1"], []],
        seat=2,
    )
    assert (len(state.greens), len(state.reds)) == (2, 2)
    assert can_move(state, put(state, "+2"))
    assert "lower than the 2" in refusal(state, put(state, "≤1", 0))
    make_move(state, put(state, "+2"))
    assert scores_of(state) == Scores((3, 0, 3, 0), (3, 0))


def test_partners_who_share_the_red_pile_only():
    state = laid_out(
        table(4, partners="shared-red"),
        greens=[["+1"]],
        reds=[["≤2"], []],
        hands=[[], [], ["+2"], []],
        seat=2,
    )
    assert (len(state.greens), len(state.reds)) == (4, 2)
    make_move(state, put(state, "+2"))
    assert [labels(each) for each in state.greens] == [["+1"], [], ["+2"], []]
    assert scores_of(state).sides == (3, 0)


def test_partners_with_separate_piles():
    """Reading N11: on a partner's red pile one puts what one could put on one's own."""
    state = laid_out(
        table(4, partners="separate"),
        reds=[["≤2"], ["≤3"], []], hands=[["+1", "≤1", "≤3", "≤4"], [], [], []],
    )  # fmt: skip
    assert not can_move(state, put(state, "+1", 2))
    assert refusal(state, put(state, "≤3", 2)).startswith("your red pile is empty, which counts as 4")
    assert can_move(state, put(state, "≤4", 2))
    assert refusal(state, put(state, "≤4", 1)).startswith("≤4 is higher than the 3")
    state.seat = 2
    state.hands[2], state.hands[0] = state.hands[0], state.hands[2]
    state.held[2], state.held[0] = state.held[0], state.held[2]
    assert can_move(state, put(state, "≤3", 0))
    assert "lower than the 2" in refusal(state, put(state, "≤1", 0))
    assert can_move(state, put(state, "≤4", 0))


def test_red_against_partners_counts_a_shared_pile_once():
    piles = {"greens": [["+4"]], "reds": [["≤3"], ["≤1"]]}
    for form in ("shared", "shared-red"):
        state = laid_out(table(4, partners=form, red_counts_against=True), **piles)
        assert scores_of(state).sides == (1, -1)
    piles["reds"] += [["≤2"], []]
    state = laid_out(table(4, partners="separate", red_counts_against=True), **piles)
    assert scores_of(state) == Scores((-1, -1, -1, -1), (-1, -1))


def test_a_shared_red_pile_closes_when_all_its_players_have_retired():
    here, cards = table(4, partners="shared", retired_closed=True), {"hands": [["≤1"], [], [], []]}
    one, both = laid_out(here, retired=[1], **cards), laid_out(here, retired=[1, 3], **cards)
    assert can_move(one, put(one, "≤1", 1))
    assert not can_move(both, put(both, "≤1", 1))


def test_partners_retire_one_by_one():
    state = laid_out(table(4, partners="shared"), hands=[["+1"]] * 4, retired=[0], seat=2)
    make_move(state, put(state, "+1"))
    assert scores_of(state).sides == (1, 0)


def test_any_sides_that_leave_two_can_be_chosen():
    assert table(4, (7, 7, 3, 3), partners="separate").sides == (0, 0, 1, 1)
    assert table(3, (0, 1, 0), partners="shared").seats_by_place == ((0, 2), (1,))
    assert table(6, (0, 1, 2, 0, 1, 2), partners="shared").seats_by_side == ((0, 3), (1, 4), (2, 5))


@pytest.mark.parametrize(
    ("players", "sides", "why"),
    [
        (4, (0, 0, 0, 0), "nobody is left to play against"),
        (4, (0, 1, 2, 3), "nobody has a partner"),
        (4, (0, 1), "need 4 sides, one each, not 2"),
        (3, (), "3 players make no two sides that take turns: partners play with 4 or more"),
        (2, (), "2 players make no two sides"),
    ],
)
def test_sides_that_are_none(players, sides, why):
    with pytest.raises(UsageError, match=why):
        table(players, sides, partners="shared")


def test_sides_are_for_partners():
    with pytest.raises(UsageError, match="sides are for partners"):
        table(4, (0, 1, 0, 1))
    with pytest.raises(UsageError):
        verify_sides((0, 0), 2)


def test_partners_of_a_day_each_have_the_whole_score():
    """Reading N17."""
    here = table(5, partners="separate", rotating=True)
    first, *_, last = rotating_games()
    assert here.sides == first.sides == (0, 1, 1, 0, 1)
    assert (first.teams, last.teams) == (((1, 4), (0, 2, 3)), ((0, 3), (1, 2, 4)))
    state = laid_out(here, greens=[["+1"], ["+2"], ["+3"], ["+4"], ["+1"]])
    assert scores_of(state) == Scores((5, 6, 6, 5, 6), (5, 6))


# Rotating partnerships


def test_five_players_the_published_session():
    """Each deals once; sinistra and destra are partners against the other three."""
    rounds = rotating_games()
    assert [each.dealer for each in rounds] == [0, 1, 2, 3, 4]
    for each in rounds:
        seats = players_by_seat(each.dealer, 5)
        assert set(each.teams[0]) == {seats[0], seats[3]}
        assert each.sides == usual_sides(5)


@pytest.mark.parametrize("dealer_joins", [False, True])
def test_five_players_each_has_one_partner_in_two_games_and_two_in_three(dealer_joins):
    rounds = rotating_games(dealer_joins=dealer_joins)
    for player in range(5):
        ones = Counter(partners_by_game(rounds, player))
        assert ones == {1: 2, 2: 3}


def test_five_players_who_partners_whom():
    """Reading N16: neighbours once and others three times; in the five further games the other way round."""
    first, second = partner_counts(rotating_games()), partner_counts(rotating_games(dealer_joins=True))
    for (a, b), times in first.items():
        neighbours = b - a in (1, 4)
        assert (times, second[a, b]) == ((1, 3) if neighbours else (3, 1))
    assert set(partner_counts([*rotating_games(), *rotating_games(dealer_joins=True)]).values()) == {4}


def test_five_further_games_have_the_dealer_with_sinistra_and_destra():
    for each in rotating_games(dealer_joins=True):
        seats = players_by_seat(each.dealer, 5)
        assert set(each.teams[0]) == {seats[0], seats[3], seats[4]}
        assert each.sides == (0, 1, 1, 0, 0)
