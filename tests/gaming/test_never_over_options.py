"""NEVER OVER's options: what each changes, and which exclude each other."""

from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest
from never_over_samples import CARDS, away, can_move, deal, hand, labels, laid_out, put, refusal, table

from cardgen.errors import UsageError
from cardgen.gaming.games.never_over.moves import IllegalMove, make_move
from cardgen.gaming.games.never_over.options import OPTION_WORDS, SWITCHES, NeverOverOptions, read_options
from cardgen.gaming.games.never_over.players import is_retiring_at_random, visible_state
from cardgen.gaming.games.never_over.state import green_points
from cardgen.gaming.games.never_over.table import DRAW_DISCARD, PASS, RETIRE


def test_every_option_is_told_and_can_be_written():
    assert list(OPTION_WORDS) == [name.replace("_", "-") for name in NeverOverOptions.__dataclass_fields__]
    for name in SWITCHES:
        assert getattr(NeverOverOptions(), name) is False
    assert read_options(
        ["hand=5", "Partners=shared-red", "passing", "rotating=on", "rigorous=off"]
    ) == NeverOverOptions(hand=5, partners="shared-red", passing=True, rotating=True)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["no-discarding", "newest-discard"], "no newest discard to draw"),
        (["no-discarding", "squared-discards"], "no discards to square up"),
        (["no-discarding", "no-playable-discard"], "no card can be discarded"),
        (["no-discarding", "no-discard-pile"], "no card goes under the stock"),
        (["no-discard-pile", "newest-discard"], "no newest discard"),
        (["no-discard-pile", "squared-discards"], "nothing to square up"),
        (["deal-all", "hand=6"], "deal-all and hand exclude each other"),
        (["no-discarding", "passing", "passes-go-on"], "a row of passes ends the game"),
        (["passes-go-on"], "goes with no-discarding only"),
        (["rotating"], "rotating needs partners"),
        (["hand=0"], "hand takes a number from 1 to 99999, such as hand=1, not '0'"),
        (["hand=many"], "such as hand=1, not 'many'"),
        (["hand"], "such as hand=1, not nothing"),
        (["partners=all"], "partners is one of none, shared, shared-red, separate, not 'all'"),
        (["passing=perhaps"], "passing is on or off, not 'perhaps'"),
        (["pasing"], "did you mean 'passing'"),
        (["zzz"], "there is no option 'zzz'; choose from hand, "),
    ],
)
def test_options_that_exclude_each_other_or_are_none(words, why):
    with pytest.raises(UsageError, match=why):
        read_options(words)


def test_options_are_frozen_and_checked_however_they_are_made():
    with pytest.raises(FrozenInstanceError):
        NeverOverOptions().hand = 3  # type: ignore[misc]
    with pytest.raises(UsageError):
        replace(NeverOverOptions(no_discarding=True), newest_discard=True)
    with pytest.raises(UsageError):
        NeverOverOptions(passing=1)  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        NeverOverOptions(hand=True)


def test_option_hand_size():
    assert [sum(each) for each in deal(table(4, hand=5), Random(1)).hands] == [5] * 4


def test_option_deal_all_leaves_the_odd_cards_untouched():
    state = deal(table(4, deal_all=True), Random(1))
    assert [sum(each) for each in state.hands] == [13] * 4
    assert (state.stock, len(state.aside)) == ([], 3)


def test_option_spread_greens():
    piles = {"greens": [["+1", "+2"], ["+3", "+4"]]}
    covered, spread = (
        visible_state(laid_out(table(2), **piles)),
        visible_state(laid_out(table(2, spread_greens=True), **piles)),
    )
    assert (covered.visible_points, covered.unseen[CARDS.kind("+3")]) == ([3, 4], 9)
    assert (spread.visible_points, spread.unseen[CARDS.kind("+3")]) == ([3, 7], 8)


def test_nobody_may_pass_without_the_option():
    state = laid_out(table(2), hands=[["+1"]] * 2, stock=["+4"])
    assert PASS not in state.legal_moves()
    with pytest.raises(IllegalMove):
        make_move(state, PASS)


def test_option_passing_draws_nothing_and_a_row_of_passes_ends_the_game():
    """Reading N12."""
    state = laid_out(table(3, passing=True), hands=[["+1"]] * 3, stock=["+4"])
    for turn in (1, 2):
        step = make_move(state, PASS)
        assert (step.turn, step.drawn, step.over) == (turn, None, False)
    assert make_move(state, PASS).over
    assert (state.playing, len(state.stock)) == ([True] * 3, 1)


def test_option_passing_a_move_or_a_retirement_breaks_the_row():
    state = laid_out(table(3, passing=True), hands=[["+1"]] * 3, stock=["+4"])
    for code in (PASS, PASS, RETIRE, PASS):
        assert not make_move(state, code).over
    assert make_move(state, PASS).over
    state = laid_out(table(2, passing=True), hands=[["+1"]] * 2, stock=["+4"])
    make_move(state, PASS)
    make_move(state, put(state, "+1"))
    assert not make_move(state, PASS).over


def test_option_newest_discard():
    state = laid_out(
        table(2, newest_discard=True), hands=[["+2"], ["+1"]], stock=["+4"], discards=["≤1", "≤2"]
    )
    make_move(state, put(state, "+2"))
    assert labels([make_move(state, DRAW_DISCARD).drawn]) == ["≤2"]
    make_move(state, away(state, "+1"))
    assert labels([make_move(state, DRAW_DISCARD).drawn]) == ["+1"]


def test_option_squared_discards():
    cards = {"discards": ["≤1", "≤2"]}
    kinds = [CARDS.kind("≤1"), CARDS.kind("≤2")]
    loose = visible_state(laid_out(table(2), **cards))
    squared = visible_state(laid_out(table(2, squared_discards=True), **cards))
    assert (loose.discards, loose.coming, [loose.unseen[kind] for kind in kinds]) == (2, kinds[0], [1, 2])
    assert (squared.discards, squared.coming, [squared.unseen[kind] for kind in kinds]) == (2, -1, [2, 2])


def test_option_no_discard_of_a_playable_card():
    """Reading N19: a redundant move makes a card playable too."""
    state = laid_out(
        table(2, no_playable_discard=True),
        reds=[["≤2"], ["≤1"]], hands=[["+3", "+2", "≤1", "≤2"], []],
    )  # fmt: skip
    assert can_move(state, away(state, "+3"))
    assert "could go on a pile" in refusal(state, away(state, "+2"))
    assert "could go on a pile" in refusal(state, away(state, "≤1"))
    assert "could go on a pile" in refusal(state, away(state, "≤2"))


def test_option_no_discard_pile():
    state = laid_out(table(2, no_discard_pile=True), hands=[["+2"], ["+1"]], stock=["+4", "≤3"])
    step = make_move(state, away(state, "+2"))
    assert (step.source, labels([step.drawn])) == ("stock", ["+4"])
    assert (labels(state.stock[::-1]), state.discards) == (["≤3", "+2"], [])


def test_option_no_discard_pile_with_an_empty_stock():
    """Reading N13: the card is drawn again at once."""
    state = laid_out(table(2, no_discard_pile=True), hands=[["+2"], ["+1"]], stock=[])
    assert labels([make_move(state, away(state, "+2")).drawn]) == ["+2"]


def test_option_no_discarding():
    state = laid_out(
        table(2, no_discarding=True), reds=[["≤0"], ["≤1"]], hands=[["+1", "≤4"], ["+2"]], stock=["+4"]
    )
    assert refusal(state, away(state, "+1")) == "this game has no discarding"
    assert refusal(state, PASS) == "you hold ≤4, which could go on a pile: only who cannot play passes"
    assert state.legal_moves() == [RETIRE, put(state, "≤4")]
    state.seat = 1
    assert state.legal_moves() == [RETIRE, PASS]


def test_option_no_discarding_ends_when_all_pass_in_a_row():
    """Reading N12, and the option for the other."""
    cards = {"reds": [["≤0"], ["≤1"]], "hands": [["+1"], ["+2"]], "stock": ["+4"]}
    state = laid_out(table(2, no_discarding=True), **cards)
    assert not make_move(state, PASS).over
    assert make_move(state, PASS).over
    state = laid_out(table(2, no_discarding=True, passes_go_on=True), **cards)
    for _ in range(5):
        assert not make_move(state, PASS).over
    assert is_retiring_at_random(state, state.legal_moves())


def test_option_retire_face_up():
    cards = {"hands": [["+4", "≤1"], [], []], "retired": [0], "seat": 1}
    hidden = visible_state(laid_out(table(3), **cards)).unseen
    shown = visible_state(laid_out(table(3, retire_face_up=True), **cards)).unseen
    assert labels([kind for kind, times in enumerate(hidden) if times != shown[kind]]) == ["+4", "≤1"]
    assert sum(hidden) - sum(shown) == 2


def test_option_no_retiring_with_a_playable_card():
    state = laid_out(
        table(2, no_retiring_while_playable=True), reds=[["≤0"], ["≤1"]], hands=[["+1", "≤4"], ["+2"]]
    )
    assert refusal(state, RETIRE) == "you hold ≤4, which could go on a pile: nobody retires with such a card"
    state.seat = 1
    assert can_move(state, RETIRE)


def test_option_lay_down_greens():
    state = laid_out(
        table(2, lay_down_greens=True), reds=[["≤2"]], hands=[["+1", "+2", "+2", "+3", "≤4"], []]
    )
    step = make_move(state, RETIRE)
    assert labels(step.laid) == ["+1", "+2", "+2"]
    assert (hand(state, 0), green_points(state, 0)) == (["+3", "≤4"], 5)
    plain = laid_out(table(2), hands=[["+1"], []])
    assert (make_move(plain, RETIRE).laid, green_points(plain, 0)) == ((), 0)
