"""Games of NEVER OVER: positions, players, records; and properties over all options."""

import pickle
import zlib
from dataclasses import fields
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from never_over_samples import CARDS, away, can_move, deal, laid_out, put, status, table
from samples import sampled

from cardgen.errors import UsageError
from cardgen.gaming.games.never_over.cards import Cards
from cardgen.gaming.games.never_over.example_game import (
    example_record,
    record_game,
    sensible_move,
    turn_accounts,
)
from cardgen.gaming.games.never_over.moves import make_move, replay
from cardgen.gaming.games.never_over.options import SWITCHES, NeverOverOptions
from cardgen.gaming.games.never_over.players import can_gain, is_retiring_at_random, random_move
from cardgen.gaming.games.never_over.state import DRAW, OVER, Scores, is_wait_over, scores_of, shuffled_cards
from cardgen.gaming.games.never_over.table import PASS, RETIRE, GameTable, table_for

NAMES = [f"player {seat}" for seat in range(8)]

# Positions


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ({"greens": [["+4"] * 8]}, "8 of \\+4 lie on the table or are held, and the pack has 7"),
        ({"greens": [["≤4"]]}, "≤4 lies on a green pile"),
        ({"reds": [["+4"]]}, "\\+4 lies on a red pile"),
        ({"hands": [["+1"] * 9]}, "seat 0 holds 9 cards, and a hand has 8"),
        ({"retired": [0]}, "it is the turn of seat 0, who has retired"),
        ({"reds": [[]] * 3}, "there are 2 piles of this sort, not 3"),
        ({"reds": [["≤9"]]}, "there is no ≤9 in this pack"),
    ],
)
def test_positions_that_cannot_be(cards, wrong):
    with pytest.raises(UsageError, match=wrong):
        laid_out(table(2), **cards)


def test_status_names_all_that_is_wrong():
    state = deal(table(2), Random(1))
    assert status(state) == []
    state.tops[0], state.held[1], state.active, state.phase = 0, 0, 1, DRAW
    assert len(status(state)) == 4
    state.phase, state.active = OVER, 2
    assert "the game is over, and somebody still plays who has not passed" in status(state)


def test_a_copy_is_a_game_of_its_own():
    state = deal(table(3), Random(1))
    other = state.copy()
    for _ in range(10):
        other.apply_move(other.legal_moves()[-1])
    assert status(state) == status(other) == []
    assert (state.turn, state.hands) == (0, deal(table(3), Random(1)).hands)


def test_a_game_can_be_sent_to_another_process_and_go_on_there():
    state, chance = deal(table(3, partners="separate", sides=(0, 1, 0)), Random(1)), Random(2)
    state.apply_move(state.legal_moves()[-1])
    there = pickle.loads(pickle.dumps(state))
    while state.phase != OVER:
        assert there.legal_moves() == state.legal_moves()
        code = random_move(state, state.legal_moves(), chance)
        state.apply_move(code)
        there.apply_move(code)
    assert scores_of(there) == scores_of(state)


# Players, records and what is told of them


def test_what_gains_and_what_does_not():
    state = laid_out(
        table(3), reds=[["≤2"], ["≤2"], ["≤3"]],
        hands=[["+1", "≤2", "≤4", "≤1"], ["≤3"], ["≤3"]], stock=[], retired=[2],
    )  # fmt: skip
    assert can_gain(state, put(state, "+1"))
    assert can_gain(state, put(state, "≤1", 1))
    assert not can_gain(state, put(state, "≤2", 1))
    assert not can_gain(state, put(state, "≤1", 2)), "who has retired loses nothing by it"
    assert not can_gain(state, put(state, "≤4")), "there is no card that needs it, nor one to come"
    assert not can_gain(state, away(state, "+1"))
    assert not can_gain(state, RETIRE)
    against = laid_out(table(2, red_counts_against=True), reds=[[], ["≤2"]], hands=[["≤2"], ["≤3"]])
    assert can_gain(against, put(against, "≤2", 1))


def test_who_can_gain_nothing_and_has_nothing_to_draw_retires():
    """Reading N5."""
    state = laid_out(table(2), reds=[["≤0"], ["≤1"]], hands=[["+4"], ["+4"]], stock=[])
    state.turn = 1
    assert sensible_move(state, state.legal_moves(), Random(1)) == RETIRE
    state = laid_out(table(2), reds=[["≤0"], ["≤1"]], hands=[["+4"], ["+4"]], stock=["+1"])
    state.turn = 1
    assert not is_retiring_at_random(state, state.legal_moves())


def test_waiting_begins_anew_when_a_card_goes_on_a_pile():
    for label in ("+1", "≤4"):
        state = laid_out(table(2), hands=[["+1", "+2", "≤4"], ["+1"]])
        make_move(state, RETIRE)
        state.turn = state.placed + 99
        assert is_wait_over(state)
        state.seat, state.playing, state.active = 0, [True, True], 2
        make_move(state, put(state, label))
        assert not is_wait_over(state)


def test_a_whole_game_from_a_seed():
    game = example_record(table(3), 5)
    assert game == example_record(table(3), 5) != example_record(table(3), 6)
    turns = turn_accounts(game, NAMES)
    assert [each.number for each in turns] == list(range(1, game.turns + 1))
    assert turns[-1].over
    assert not any(each.over for each in turns[:-1])
    final = {each.seat: each.points for each in turns}
    assert tuple(final[seat] for seat in range(3)) == game.scores.seats


def test_what_is_told_of_a_turn():
    state = laid_out(table(2), reds=[["≤1"]], hands=[["≤4", "≤2"], ["≤1"]])
    raised = make_move(state, put(state, "≤4"))
    assert (raised.before, raised.after, raised.implied, raised.is_redundant) == (1, 4, False, False)
    lowered = make_move(state, put(state, "≤1", 0))
    assert (lowered.before, lowered.after, lowered.is_redundant) == (4, 1, False)
    topped = laid_out(table(2), hands=[["≤4"], []])
    again = make_move(topped, put(topped, "≤4", 1))
    assert (again.before, again.after, again.implied, again.is_redundant) == (4, 4, True, True)


def test_a_record_that_was_changed_is_found_out():
    game = example_record(table(3), 5)
    step = game.steps[3]
    for wrong in (
        game._replace(steps=(*game.steps[:3], step._replace(drawn=0 if step.drawn else 1), *game.steps[4:])),
        game._replace(steps=game.steps[:-1]),
        game._replace(scores=Scores((1, 1, 1), (1, 1, 1))),
        game._replace(steps=(*game.steps[:3], step._replace(code=PASS), *game.steps[4:])),
    ):
        with pytest.raises(ValueError, match=r"recorded|ends before|no passing"):
            replay(wrong)


def test_a_table_is_a_value():
    assert table(4) == table(4) != table(5)
    assert isinstance(table(4), GameTable)


# Properties, over all options and packs


@st.composite
def some_options(draw):
    """NeverOverOptions that go together, each of them as likely on as off."""
    values = {name: draw(st.booleans()) for name in SWITCHES}
    for one, others in (
        ("no_discarding", ("newest_discard", "squared_discards", "no_playable_discard", "no_discard_pile")),
        ("no_discard_pile", ("newest_discard", "squared_discards")),
        ("passing", ("passes_go_on",)),
    ):
        values |= dict.fromkeys(others, False) if values[one] else {}
    values["passes_go_on"] &= values["no_discarding"]
    values["partners"] = draw(st.sampled_from(["none", "shared", "shared-red", "separate"]))
    values["rotating"] &= values["partners"] != "none"
    return values


@st.composite
def some_packs(draw):
    """The published pack, or another with pointages up to 6, not all of which need be there."""
    if draw(st.booleans()):
        return CARDS
    high, times = draw(st.integers(1, 6)), st.integers(0, 6)
    green = {pointage: draw(times) for pointage in range(1, high)} | {high: draw(st.integers(1, 6))}
    red = {pointage: draw(times) for pointage in range(high + 1)}
    return Cards.from_quantities(green, red)


@st.composite
def tables(draw):
    cards, players, values = draw(some_packs()), draw(st.integers(2, 8)), draw(some_options())
    if cards.count < players:
        cards = CARDS
    if not values["deal_all"]:
        values["hand"] = draw(st.integers(1, min(8, cards.count // players)))
    sides = ()
    if values["partners"] != "none":
        sides = tuple(draw(st.lists(st.integers(0, 3), min_size=players, max_size=players)))
        assume(1 < len(set(sides)) < players)
    return table_for(cards, players, NeverOverOptions(**values), sides)


seeds = st.integers(0, 2**32)


def allowed_by_the_source(state):
    """The cards that may go on piles, by the words of the source alone: pairs of place and kind."""
    here, cards, seat = state.table, state.table.cards, state.seat
    for place, owners in enumerate(here.seats_by_place):
        pile = [cards.pointages[kind] for kind in state.reds[place]]
        top = pile[-1] if pile else cards.highest
        own_side = here.sides[owners[0]] == here.sides[seat]
        if here.options.retired_closed and not any(state.playing[owner] for owner in owners):
            continue
        for kind, times in enumerate(state.hands[seat]):
            green, pointage = cards.labels[kind][0] == "+", cards.pointages[kind]
            if times and green and seat in owners and pointage <= top:
                yield place, kind
            if times and not green and (pointage >= top if own_side else pointage <= top):
                yield place, kind


@settings(max_examples=30)
@given(tables(), seeds)
def test_every_legal_move_is_taken_and_no_other(here, seed):
    chance = Random(seed)
    state = deal(here, chance)
    while state.phase != OVER:
        assert status(state) == []
        moves = state.legal_moves()
        assert moves == [code for code in range(len(here.place_and_kind_by_code)) if can_move(state, code)]
        assert moves, "somebody can always do something"
        if state.phase != DRAW:
            cards = {
                here.place_and_kind_by_code[code]
                for code in moves
                if here.place_and_kind_by_code[code][0] >= 0
            }
            assert cards == set(allowed_by_the_source(state))
        state.apply_move(random_move(state, moves, chance))
    assert status(state) == []
    assert state.legal_moves() == []


@settings(max_examples=40)
@given(tables(), seeds)
def test_sensible_players_end_every_game(here, seed):
    """Nobody goes on for ever (reading N5): between two cards put on piles all others come round once."""
    chance = Random(seed)
    state, most = deal(here, chance), (here.cards.count + 1) * (here.cards.count + 2 * here.players)
    while state.phase != OVER:
        state.apply_move(sensible_move(state, state.legal_moves(), chance))
        assert state.turn <= most


def tallied(game):
    """The seats' scores from the records alone: greens scored and laid down, less reds where they count."""
    here, pointages = game.table, game.table.cards.pointages
    sides = [0] * len(here.seats_by_side)
    for step in game.steps:
        side = here.sides[step.seat]
        sides[side] += sum(pointages[kind] for kind in step.laid)
        if step.move.act == "green":
            sides[side] += pointages[step.move.kind]
        if step.move.act == "red" and here.options.red_counts_against:
            sides[here.sides[here.seats_by_place[step.move.place][0]]] -= pointages[step.move.kind]
    return tuple(sides[side] for side in here.sides)


@settings(max_examples=30)
@given(tables(), seeds, st.booleans())
def test_a_game_is_its_record(here, seed, thinking):
    """Replayed it ends alike, and its score is that of its records."""
    player = sensible_move if thinking else random_move
    game = record_game(here, [player] * here.players, Random(seed))
    again = replay(game)
    assert scores_of(again) == game.scores
    assert game.scores.seats == tallied(game)
    assert again.turn == game.turns


@settings(max_examples=20)
@given(tables(), seeds)
def test_what_is_told_adds_up(here, seed):
    game = record_game(here, [random_move] * here.players, Random(seed))
    turns = turn_accounts(game, NAMES)
    assert [each.number for each in turns] == list(range(1, game.turns + 1))
    for each in turns:
        steps = [step for step in game.steps if step.turn == each.number]
        assert each.choice == (len(steps) == 2)
        assert (each.deed == "retires") == (each.retired == "choice")
        assert (each.retired == "no cards") == (steps[0].retired and each.deed != "retires")
        assert (each.before == each.after) == (each.deed not in ("raises", "lowers"))
        assert (each.source is None) == (each.drawn is None)
        if each.deed == "raises":
            assert each.before < each.after
        if each.deed == "lowers":
            assert each.before > each.after


SINGLE = [{name: True} for name in SWITCHES if name not in ("rotating", "passes_go_on")]
FORMS = [{"partners": form, "rotating": True} for form in ("shared", "shared-red", "separate")]
EVERY = [{}, {"hand": 5}, {"no_discarding": True, "passes_go_on": True}, *SINGLE, *FORMS]


@pytest.mark.parametrize("options", sampled(EVERY, 2), ids=lambda options: "-".join(options) or "plain")
def test_hundreds_of_random_games_end(options):
    """5,000 in all, none of them long: a player who need not stay has one chance in a few to leave."""
    for players in (2, 4, 5, 6):
        if players == 2 and "partners" in options:
            continue
        here = table_for(CARDS, players, NeverOverOptions(**options))
        chance = Random(players)
        longest = max(record_game(here, [random_move] * players, chance).turns for _ in range(60))
        assert players <= longest < 1000


def test_every_option_is_among_those_tried():
    assert {name for each in EVERY for name in each} == {field.name for field in fields(NeverOverOptions)}


# The contract with other engines


class Falling:
    """Chance that is none: 0.9, 0.7, 0.5 and so on."""

    def __init__(self):
        self.next = 11

    def random(self):
        self.next -= 2
        return self.next / 10


class Counting(Random):
    """Counts how often it is asked."""

    asked = 0

    def random(self):
        self.asked += 1
        return super().random()


def test_the_shuffle_is_fixed():
    here = table_for(Cards.from_quantities({1: 2, 2: 2}, {2: 1, 0: 1}), 2, NeverOverOptions(hand=2))
    assert here.cards.deck == (0, 0, 1, 1, 2, 3)
    assert shuffled_cards(here, Falling()) == [0, 2, 0, 1, 1, 3]


def test_moves_come_in_rising_order_and_are_what_they_always_were():
    """Codes are part of the contract: FIRST 4, nine kinds, place 0 at 13, place 1 at 22."""
    state = laid_out(table(2, passing=True), reds=[["≤2"]], hands=[["+1", "+3", "≤1", "≤4"], []])
    assert state.legal_moves() == [0, 1, 4, 6, 9, 12, 13, 21, 27, 30]


def test_one_random_a_decision_and_none_for_who_is_idle():
    here, chance = table(3), Counting(1)
    state, decisions = deal(here, chance), here.cards.count - 1
    while state.phase != OVER:
        moves = state.legal_moves()
        decisions += not is_retiring_at_random(state, moves)
        state.apply_move(random_move(state, moves, chance))
    assert chance.asked == decisions


@pytest.mark.parametrize(
    ("options", "decisions", "digest"),
    [({}, 1220, 2865247266), ({"partners": "separate", "no_playable_discard": True}, 601, 4190468800)],
)
def test_games_from_a_seed_stay_what_they_are(options, decisions, digest):
    """Whoever changes this changes every simulation that was ever reported."""
    here, chance = table(4, **options), Random(2012)
    games = [record_game(here, [random_move] * 4, chance) for _ in range(20)]
    codes = [step.code for game in games for step in game.steps]
    assert (len(codes), zlib.crc32(bytes(codes))) == (decisions, digest)
