"""NEVER OVER's two engines: the same games, move for move, and the same facts, which are what they say."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lab_tables import PUBLISHED, seeds, tables

import cardgen
from cardgen.errors import UsageError
from cardgen.gaming.games import experiment_of
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.never_over import reference
from cardgen.gaming.games.never_over.cards import Cards
from cardgen.gaming.games.never_over.experiment import why_not_compiled
from cardgen.gaming.games.never_over.facts import COMMON, LONGEST, ROUNDS, fact_names
from cardgen.gaming.games.never_over.moves import ceiling_of_place, is_playable_somewhere, make_move
from cardgen.gaming.games.never_over.options import NeverOverOptions
from cardgen.gaming.games.never_over.state import DRAW, OVER, PLAY, scores_of
from cardgen.gaming.games.never_over.table import GameTable
from cardgen.gaming.games.rng import DEALING, PLAYING, Stream

np = pytest.importorskip("numpy")
numba = pytest.importorskip("numba")

from cardgen.gaming.games.never_over import compiled  # noqa: E402 - only where numba is
from cardgen.gaming.games.never_over.compiled import primitives  # noqa: E402 - only where numba is

#: Compiling takes its seconds in the first example.
BOUNDED = {"deadline": None, "suppress_health_check": list(HealthCheck)}


@given(tables(), seeds, st.integers(0, 1 << 40))
@settings(max_examples=60, **BOUNDED)
def test_both_engines_play_the_same_games_over_all_packs_options_and_temperaments(seated, seed, first):
    table, temperaments = seated
    one = reference.play_chunk(table, temperaments, seed, first, 3)
    other = compiled.play_chunk(table, temperaments, seed, first, 3)
    assert other.rows.tolist() == one.rows
    assert {name: list(each) for name, each in other.tables.items()} == one.tables
    codes = reference.move_codes(table, temperaments, seed, first)
    assert compiled.move_codes(table, temperaments, seed, first) == codes


@given(tables(), seeds)
@settings(max_examples=30, **BOUNDED)
def test_facts_are_what_a_slow_observer_sees(seated, seed):
    table, temperaments = seated
    chunk = reference.play_chunk(table, temperaments, seed, 5, 1)
    facts, curves = observed(table, seed, reference.move_codes(table, temperaments, seed, 5))
    assert dict(zip(fact_names(table.players), chunk.rows[0], strict=True)) == facts
    for name, curve in curves.items():
        assert [*chunk.tables[name]] == curve, name


def observed(table, seed, codes):
    """Facts of a game by the rules as players say them, every decision checked, and by what lies there."""
    state = reference.dealt_state(table, seed, 5)
    seen = Counter(dict.fromkeys(fact_names(table.players), 0))
    curves = {"ceilings": [0] * ROUNDS, "turns": [0] * ROUNDS, "points": [0] * ROUNDS}
    seen["held_points"] = sum(green_points(table, hand) for hand in state.hands)
    for code in codes:
        before = state.copy()
        step = make_move(state, code)
        if step.drawn is not None and table.cards.is_green(step.drawn):
            seen["held_points"] += table.cards.pointages[step.drawn]
        seen["taken"] += step.source == "discards"
        points, gone = on_piles(state) - on_piles(before), before.turn // table.players
        seen["green_points"] += points
        seen["greens"] += sum(map(len, state.greens)) - sum(map(len, before.greens))
        if gone < ROUNDS:
            curves["points"][gone] += points
        if before.phase != DRAW:
            if gone < ROUNDS:
                curves["ceilings"][gone] += ceiling_of_place(before, table.red_pile[step.seat])
                curves["turns"][gone] += 1
            see_turn(before, step, seen)
            see_hands(before, state, step, seen)
    assert state.phase == OVER
    see_scores(state, seen)
    return dict(seen), curves


def see_turn(before, step, seen):
    """What a turn came to."""
    table, seat, act, kind = before.table, step.seat, step.move.act, step.move.kind
    pointages, hand = table.cards.pointages, before.hands[seat]
    seen[f"turns_{seat}"] += 1
    seen["stuck"] += not any(times and is_playable_somewhere(before, k) for k, times in enumerate(hand))
    seen["discards"] += act == "discard"
    seen["passes"] += act == "pass"
    seen["retired"] += act == "retire"
    seen["placed"] += act in ("green", "red")
    if act == "discard" and table.cards.is_green(kind):
        lost = pointages[kind] > ceiling_of_place(before, table.red_pile[seat])
        seen["barred_points" if lost else "let_go_points"] += pointages[kind]
    if act == "red":
        foe = table.sides[table.seats_by_place[step.move.place][0]] != table.sides[seat]
        seen["reds_on" if foe else "reds_own"] += 1
        if foe and step.after < step.before:
            see_lowering(before, step, seen)


def see_lowering(before, step, seen):
    """What the players of a pile lose by its new ceiling."""
    table = before.table
    taken = [
        table.cards.pointages[kind] * times
        for owner in table.seats_by_place[step.move.place]
        for kind, times in enumerate(before.hands[owner][: table.cards.greens])
        if before.playing[owner] and times and step.after < table.cards.pointages[kind] <= step.before
    ]
    seen["lowering"] += 1
    seen["taking"] += bool(taken)
    seen["taken_points"] += sum(taken)


def see_hands(before, state, step, seen):
    """What is left in hands of those whose game is over with this."""
    table = before.table
    over = [seat for seat in range(table.players) if before.playing[seat] and state.phase == OVER]
    for seat in {*over, *([step.seat] if step.retired else [])}:
        limit = ceiling_of_place(before, table.red_pile[seat])
        for kind, times in enumerate(state.hands[seat]):
            seen["left"] += times
            if table.cards.is_green(kind):
                lost = table.cards.pointages[kind] > limit
                seen["barred_points" if lost else "let_go_points"] += table.cards.pointages[kind] * times


def see_scores(state, seen):
    """How it ends."""
    result = scores_of(state)
    seen["turns"], seen["stock"] = state.turn, len(state.stock) + len(state.aside)
    seen["tied"], seen["score"] = len(result.winning_sides) > 1, sum(result.seats)
    seen["negative"] = len([score for score in result.seats if score < 0])
    seen["positive"] = len([score for score in result.seats if score > 0])
    seen["score_squares"] = sum(score * score for score in result.seats)
    seen["margin"] = max(result.sides) - min(result.sides)
    for seat, score in enumerate(result.seats):
        seen[f"score_{seat}"], seen[f"best_{seat}"] = score, score == max(result.seats)


def green_points(table, hand):
    return sum(table.cards.pointages[kind] * times for kind, times in enumerate(hand[: table.cards.greens]))


def on_piles(state):
    return sum(state.table.cards.pointages[kind] for pile in state.greens for kind in pile)


@given(tables(), seeds)
@settings(max_examples=30, **BOUNDED)
def test_what_comes_into_hands_leaves_them_one_way_or_another(seated, seed):
    table, temperaments = seated
    chunk = compiled.play_chunk(table, temperaments, seed, 0, 20)
    assert len(chunk.rows) == 20
    fact = dict(zip(fact_names(table.players), chunk.rows.T, strict=True))
    assert (fact["held_points"] == fact["green_points"] + fact["barred_points"] + fact["let_go_points"]).all()
    assert (fact["turns"] == fact["placed"] + fact["discards"] + fact["passes"] + fact["retired"]).all()
    assert (fact["turns"] == sum(fact[f"turns_{seat}"] for seat in range(table.players))).all()
    for less, more in (
        *(("taking", "lowering"), ("lowering", "reds_on"), ("reds_on", "placed")),
        *(("taken", "discards"), ("stuck", "turns")),
    ):
        assert (fact[less] <= fact[more]).all()
    lowest = table.cards.count_and_points(green=False)[1]
    spread = np.array(chunk.tables["scores"]).reshape(table.players, -1)
    assert spread.sum(axis=1).tolist() == [20] * table.players
    assert sum(chunk.tables["lengths"]) == 20
    means = (spread * (np.arange(spread.shape[1]) - lowest)).sum(axis=1)
    assert means.tolist() == [fact[f"score_{seat}"].sum() for seat in range(table.players)]


def test_nothing_is_barred_in_a_game_where_no_red_card_is_played_on_others():
    cards = Cards.from_quantities({4: 7, 3: 9, 2: 11, 1: 13}, {4: 15})
    fact = dict(
        zip(
            COMMON,
            compiled.play_chunk(GameTable(cards, 4), ("random",) * 4, 1, 0, 500).rows.sum(0),
            strict=False,
        )
    )
    assert fact["reds_on"] > 0
    assert fact["barred_points"] == fact["lowering"] == 0


@numba.njit
def drawn(seed, game, use, most):
    """Whole numbers from a stream, as compiled games draw them."""
    state = primitives.stream_start(seed, game, use)
    by, numbers = primitives.stream_step(state), np.zeros(most.size, np.int64)
    for at in range(most.size):
        state += by
        numbers[at] = primitives.integer_below(state, most[at])
    return numbers


@given(seeds, st.integers(0, (1 << 48) - 1), st.sampled_from([DEALING, PLAYING]))
@settings(max_examples=15, **BOUNDED)
def test_chance_is_the_same_compiled(seed, game, use):
    stream, most = Stream(seed, game, use), [1, 2, 55, 1 << 52]
    numbers = drawn(np.uint64(seed), np.uint64(game), np.uint64(use), np.array(most))
    assert numbers.tolist() == [int(stream.random() * each) for each in most]


@numba.njit
def places(number, ranks):
    """The places of the bits of a number."""
    return [primitives.nth_bit_place(number, rank) for rank in range(ranks)]


@given(st.integers(1, (1 << 64) - 1))
@settings(max_examples=15, **BOUNDED)
def test_bits_are_found_by_their_rank(number):
    found = places(np.uint64(number), number.bit_count())
    assert found == [place for place in range(64) if number >> place & 1]


@pytest.mark.parametrize("engine", [reference, compiled], ids=["reference", "compiled"])
def test_a_game_depends_on_its_seed_and_number_alone(engine):
    table, temperaments = GameTable(PUBLISHED, 3), ("careful", "random", "defender")
    whole = engine.play_chunk(table, temperaments, 7, 0, 10)
    halves = [engine.play_chunk(table, temperaments, 7, first, 5) for first in (0, 5)]
    assert [list(row) for row in whole.rows] == [list(row) for each in halves for row in each.rows]
    for name, numbers in whole.tables.items():
        assert [*numbers] == [a + b for a, b in zip(*(each.tables[name] for each in halves), strict=True)]


def test_long_games_are_logged_whole_and_counted_with_the_longest():
    table = GameTable(Cards.from_quantities({1: 400}, {1: 1}), 2, NeverOverOptions(hand=1))
    assert compiled.move_codes(table, ("greedy",) * 2, 1, 0) == reference.move_codes(
        table, ("greedy",) * 2, 1, 0
    )
    chunk = compiled.play_chunk(table, ("greedy",) * 2, 1, 0, 9)
    assert chunk.tables["lengths"][LONGEST] == 9
    assert chunk.rows[:, 0].min() > LONGEST


def test_what_the_compiled_engine_cannot_play_is_told():
    assert why_not_compiled(GameTable(PUBLISHED, 4)) is None
    many = Cards.from_quantities(dict.fromkeys(range(1, 40), 1), dict.fromkeys(range(40), 1))
    assert "up to 64 kinds of card, not 79" in why_not_compiled(GameTable(many, 2))
    assert "up to 16 players, not 17" in why_not_compiled(GameTable(PUBLISHED, 17, NeverOverOptions(hand=3)))
    assert "up to 2,000 cards" in why_not_compiled(GameTable(Cards.from_quantities({1: 3000}, {1: 1}), 2))


def test_the_largest_table_that_is_compiled_is_played():
    cards = Cards.from_quantities(dict.fromkeys(range(1, 33), 40), dict.fromkeys(range(1, 33), 22))
    table = GameTable(cards, 16, NeverOverOptions(deal_all=True, red_counts_against=True))
    names = ("careful", "greedy", "attacker", "defender", *("random",) * 12)
    assert why_not_compiled(table) is None
    assert (
        compiled.play_chunk(table, names, 3, 0, 1).rows.tolist()
        == reference.play_chunk(table, names, 3, 0, 1).rows
    )


@pytest.mark.parametrize("engine", [reference, compiled], ids=["reference", "compiled"])
def test_points_beyond_counting_are_refused(engine):
    with pytest.raises(UsageError, match="4,000,000,000 points"):
        engine.play_chunk(
            GameTable(Cards.from_quantities({10**9: 3}, {10**9: 1}), 2, NeverOverOptions(hand=1)),
            ("random",) * 2,
            1,
            0,
            1,
        )


def test_a_missing_extra_says_what_it_would_bring(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    said = why_not_compiled(GameTable(PUBLISHED, 4))
    assert "100 times" in said
    assert 'pip install "cardgen-kit[lab]"' in said


def test_numba_switched_off_is_no_reason_to_fail(monkeypatch):
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    assert "NUMBA_DISABLE_JIT" in why_not_compiled(GameTable(PUBLISHED, 4))


ONE_GAME = """
import json, sys
from cardgen.gaming.games.never_over.cards import Cards
from cardgen.gaming.games.never_over.table import GameTable
from cardgen.gaming.games.never_over import compiled
from cardgen.gaming.games.never_over.compiled.players import chosen_code
table = GameTable(Cards.from_quantities({4: 7, 3: 9, 2: 11, 1: 13}, {4: 5, 3: 4, 2: 3, 1: 2, 0: 1}), 4)
ready = compiled.is_compiled(thinks=False)
rows = compiled.play_chunk(table, ("random",) * 4, 1, 0, 2).rows.tolist()
stats = compiled.compiled_engine(False).stats
assert not chosen_code.signatures, "code of other players is compiled for random ones"
print(json.dumps([rows, ready, sum(stats.cache_hits.values()), stats.cache_path]))
"""

#: In the place of the whole game, which takes 20 seconds to compile.
SHORT_GAME = """

def play_games(setup, board, rows, scores, log, seed, first, seat, thinks):
    rows[:] = 7
    return 0
"""


def one_game(environment, folder=Path(cardgen.__file__).parents[1]):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ONE_GAME],
        capture_output=True, text=True, env=environment, cwd=folder, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_compiled_code_is_kept_for_the_next_run():
    rows, ready, hits, kept = one_game(os.environ)
    if not hits:
        # This was the first run here.
        rows, ready, hits, kept = one_game(os.environ)
    assert (ready, hits) == (True, 1)
    assert Path(kept).is_dir()
    assert rows == reference.play_chunk(GameTable(PUBLISHED, 4), ("random",) * 4, 1, 0, 2).rows


@pytest.mark.parametrize(
    ("ready", "temperament", "games", "wanted"),
    [
        (False, "random", 10_000, False),
        (False, "careful", 1_000, False),
        (False, "careful", 10_000, True),
        (False, "random", 100_000, True),
        (True, "random", 1, True),
        (False, "random", None, True),
    ],
)
def test_nobody_waits_for_the_compiler_to_play_a_few_games(ready, temperament, games, wanted, monkeypatch):
    monkeypatch.setattr(compiled, "is_compiled", lambda thinks: ready)
    setup = Setup(temperaments=(temperament,), games=games)
    assert experiment_of(cardgen.load("never-over"), setup).is_compiled is wanted


def test_a_folder_that_cannot_be_written_changes_nothing_and_is_not_complained_of(tmp_path):
    shutil.copytree(
        Path(cardgen.__file__).parent, tmp_path / "cardgen", ignore=shutil.ignore_patterns("__pycache__")
    )
    with (tmp_path / "cardgen/gaming/games/never_over/compiled/game.py").open("a") as game:
        game.write(SHORT_GAME)
    no_folder = tmp_path / "file"
    no_folder.touch()
    shutil.copy(no_folder, tmp_path / "cardgen/gaming/games/never_over/compiled/__pycache__")
    nowhere = {**os.environ, "HOME": str(no_folder), "XDG_CACHE_HOME": str(no_folder)}
    nowhere.pop("NUMBA_CACHE_DIR", None)
    rows, ready, hits, kept = one_game(nowhere, tmp_path)
    assert (ready, hits, kept) == (False, 0, None)
    assert {number for row in rows for number in row} == {7}


def test_a_cache_that_breaks_while_it_is_used_stops_no_game(monkeypatch):
    real = compiled.compiled_engine

    def engine(thinks, *, cached=True):
        def broken(*arguments):
            raise OSError(28, "No space left on device")

        return broken if cached else real(thinks)

    monkeypatch.setattr(compiled, "compiled_engine", engine)
    assert len(compiled.play_chunk(GameTable(PUBLISHED, 4), ("random",) * 4, 1, 0, 2).rows) == 2


def test_a_change_of_any_source_makes_kept_code_stale(monkeypatch):
    stamp = compiled._source_stamp()
    assert stamp == compiled._source_stamp()
    for name in compiled._SOURCES:
        loader = sys.modules[name].__loader__
        with monkeypatch.context() as changed:
            changed.setattr(loader, "get_source", lambda name: "other", raising=False)
            assert compiled._source_stamp() != stamp, name
    made = {name for name in sys.modules if name.startswith("cardgen.gaming.games.never_over.compiled.")}
    assert made <= {*compiled._SOURCES}


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, ()),
        (2, ("passing", "spread-greens", "newest-discard", "red-counts-against")),
        (3, ("squared-discards", "retire-face-up", "lay-down-greens")),
        (4, ("partners=shared", "no-discard-pile")),
        (6, ("partners=shared-red", "deal-all", "no-playable-discard")),
        (3, ("no-discarding", "retired-closed", "no-retiring-while-playable")),
    ],
    ids=str,
)
def test_both_engines_play_a_position_on_alike(players: int, options: tuple[str, ...]) -> None:
    """From any turn on: hands, piles, queues and who still plays are laid on the board as they are."""
    made = experiment_of(cardgen.load("never-over"), Setup(None, players, ("random",), options, "reference"))
    chance, told = Random(players), 0
    for number in range(3):
        game = made.start(5, number)
        while game.turn is not None:
            if game.state.phase == PLAY and chance.random() < 0.15:
                slow, fast = game.copy(Random(1)), game.copy(Random(1))
                fast.compiled = True
                slow.play_on(Random(told))
                fast.play_on(Random(told))
                assert (fast.result, slow.result) == (slow.scores(), None)
                told += 1
            game.play(game.ask(game.policies["attacker"], chance))
    assert told > 5


def test_a_search_chooses_the_same_whichever_engine_plays_its_guesses_on():
    green, red = {"1": 8, "2": 5}, {"0": 1, "2": 4}
    small = cardgen.load("never-over", {("suits", "green", "cards"): green, ("suits", "red", "cards"): red})
    one, other = (
        experiment_of(small, Setup(None, 2, ("search=2", "careful"), ("hand=3",), engine)).play_chunk(1, 0, 2)
        for engine in ("reference", "compiled")
    )
    assert one.rows == other.rows
