"""Experiments with Addenda, Up and Over and Abstrac: what they count holds on the games as recorded."""

from __future__ import annotations

import pickle
from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from replays import replay_abstrac, replay_addenda, replay_up_and_over

from cardgen.errors import UsageError
from cardgen.gaming.games import experiment as shared
from cardgen.gaming.games import experiment as standard
from cardgen.gaming.games.abstrac import experiment as abstrac
from cardgen.gaming.games.abstrac.deal import CardsTaken
from cardgen.gaming.games.abstrac.layout import Position, RowLayout
from cardgen.gaming.games.abstrac.options import GameKind
from cardgen.gaming.games.addenda import experiment as addenda
from cardgen.gaming.games.addenda.deal import AddendaDealRecord, CardPlayed, DealEnd, side_of_seat
from cardgen.gaming.games.addenda.deal import CardDrawn as DrewCard
from cardgen.gaming.games.addenda.values import row_total
from cardgen.gaming.games.measures import GAMES
from cardgen.gaming.games.rng import DEALING, PLAYING, python_random
from cardgen.gaming.games.up_and_over import experiment as up_and_over
from cardgen.gaming.games.up_and_over.play import (
    CardLaid,
    CardValue,
    HandFilled,
    SeatSkipped,
    UpAndOverGame,
    UpAndOverGameRecord,
)
from cardgen.gaming.lab.moments import play_and_sum
from cardgen.gaming.lab.results import Results

MODULES = {
    "addenda": addenda,
    "up-and-over": up_and_over,
    "abstrac": abstrac,
}
#: A game of each kind, as people would ask for it: players, temperaments, options.
TABLES: list[tuple[str, int, str, str]] = [
    ("addenda", 2, "random", ""),
    ("addenda", 2, "sensible level", "target=60"),
    ("addenda", 4, "random", ""),
    ("addenda", 4, "sensible random level random", "target=150 zeros-bring"),
    ("up-and-over", 2, "random", ""),
    ("up-and-over", 3, "sensible random random", "edition=up-n-over"),
    ("up-and-over", 5, "random", "smaller-hands"),
    ("abstrac", 2, "random", ""),
    ("abstrac", 2, "sensible random", "kind=suits deals=2"),
    ("abstrac", 2, "random sensible", "kind=unfettered first=dealer"),
    ("abstrac", 2, "random", "kind=52 target=300 ace=both unpaired=0"),
]
IDS = [" ".join(map(str, table)) for table in TABLES]
SEED, SOME = 11, 6


@cache
def made(game: str, players: int = 2, temperaments: str = "random", options: str = "") -> Any:
    module, names = MODULES[game], tuple(temperaments.split())
    values = module.read_options(options.split(), players)
    return standard.StandardTable(module.RULES, values, names * players if len(names) == 1 else names)


def ran(experiment: Any, games: int, seed: int = 1) -> Any:
    return Results(("it",), (experiment,), play_and_sum([experiment], seed, 0, games), seed, games)


@cache
def chunk(experiment: Any, games: int = SOME) -> Any:
    """Some games, played once."""
    return experiment.play_chunk(SEED, 0, games)


def facts_of(experiment: Any, games: int = SOME) -> list[dict[str, int]]:
    rows = chunk(experiment, games).rows
    return [dict(zip(experiment.facts, row, strict=True)) for row in rows]


def asked(game: str) -> list[Any]:
    return [
        pytest.param(made(*table), id=name)
        for table, name in zip(TABLES, IDS, strict=True)
        if table[0] == game
    ]


every_table = pytest.mark.parametrize("experiment", [made(*table) for table in TABLES], ids=IDS)


# What all have in common


@every_table
def test_a_game_depends_on_its_seed_and_number_only(experiment: Any) -> None:
    whole = chunk(experiment)
    parts = [experiment.play_chunk(SEED, first, count) for first, count in ((4, 2), (0, 1), (1, 3))]
    assert [*parts[1].rows, *parts[2].rows, *parts[0].rows] == whole.rows
    for name, table in whole.tables.items():
        assert [sum(entries) for entries in zip(*(part.tables[name] for part in parts), strict=True)] == table
    assert experiment.play_chunk(SEED + 1, 0, SOME).rows != whole.rows
    assert pickle.loads(pickle.dumps(experiment)).play_chunk(SEED, 0, SOME) == whole


@pytest.mark.parametrize("game", MODULES)
def test_each_game_has_its_own_cards_and_its_own_choices(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given, table = [], made(game)
    assert table.score_range[0] == 0

    def noted(seed: int, number: int, use: int = DEALING) -> Random:
        given.append((seed, number, use))
        return python_random(seed, number, use)

    monkeypatch.setattr(shared, "python_random", noted)
    table.play_chunk(SEED, 3, 2)
    assert sorted(given) == [(SEED, number, use) for number in (3, 4) for use in (DEALING, PLAYING)]


@every_table
def test_rows_hold_a_whole_number_a_fact_and_measures_name_facts_that_there_are(experiment: Any) -> None:
    for row in chunk(experiment).rows:
        assert len(row) == len(experiment.facts)
        assert all(type(fact) is int or type(fact) is bool for fact in row)
    keys = [each.key for each in experiment.measures]
    assert len(set(keys)) == len(keys)
    for each in experiment.measures:
        named = {*each.over, *each.under, *(each.mean or {})}
        assert named <= {GAMES, *experiment.facts}, each.key
        assert each.title
        assert each.part


@every_table
def test_every_measure_has_a_value(experiment: Any) -> None:
    results = ran(experiment, SOME)
    unknown = {each.key for each in experiment.measures if results.estimate(each).value is None}
    # What is said of deals that break off is unknown where none did.
    assert unknown <= {"fourth", "dry", "dry_1", "dry_2", "unplayed", "lost"}


@every_table
def test_the_table_of_scores_has_a_row_a_seat_over_the_range_of_scores(experiment: Any) -> None:
    facts = facts_of(experiment)
    low, high = experiment.score_range
    table, width = chunk(experiment).tables["scores"], high - low + 1
    players = experiment.setup_record["players"]
    assert len(table) == players * width
    for seat in range(players):
        row = table[seat * width : (seat + 1) * width]
        scores = Counter(game[f"score_{seat}"] for game in facts)
        assert {low + at: times for at, times in enumerate(row) if times} == scores


@every_table
def test_facts_of_seats_add_up(experiment: Any) -> None:
    seats = range(experiment.setup_record["players"])
    for game in facts_of(experiment):
        scores = [game[f"score_{seat}"] for seat in seats]
        assert game["score"] == sum(scores)
        assert game["score_squares"] == sum(score**2 for score in scores)
        assert game["margin"] == max(scores) - min(scores)
        assert game["turns"] == sum(game[f"turns_{seat}"] for seat in seats)
        if experiment.setup_record["game"] in ("addenda", "up-and-over", "up-n-over"):
            assert not game["tied"]  # play stops as soon as a side has won; partners are no tie
        assert [game[f"best_{seat}"] for seat in seats] == [score == max(scores) for score in scores]


@every_table
def test_tables_of_games_count_each_game_once(experiment: Any) -> None:
    tables, facts = chunk(experiment).tables, facts_of(experiment)
    for name in {"lengths", "deals", "games"} & {*tables}:
        assert sum(tables[name]) == SOME
    assert sum(at * times for at, times in enumerate(tables["lengths"])) == sum(
        game["turns"] for game in facts
    )


def test_what_lies_beyond_a_table_is_counted_at_its_end() -> None:
    table = [0] * 6
    standard.add_scores_to_table(table, (5, -5), -1)
    assert table == [0, 0, 1, 1, 0, 0]
    standard.increment_entry(table, 9)
    assert table[-1] == 1


# Addenda


@pytest.mark.parametrize("experiment", asked("addenda"))
def test_addenda_facts_are_those_of_the_record(experiment: Any) -> None:
    for number, facts in enumerate(facts_of(experiment)):
        game = experiment.play_game(SEED, number)
        assert all(replay_addenda(deal) == deal for deal in game.deals)
        tricks = [won for deal in game.deals for won in deal.tricks]
        totals = [row_total([play.card.rank for play in won.plays]) for won in tricks]
        assert facts["deals"] == len(game.deals)
        assert facts["tricks"] == len(tricks)
        assert facts["points"] == sum(totals) == sum(game.scores)
        assert facts["point_squares"] == sum(each**2 for each in totals)
        assert facts["ended_over"] == sum(each > 17 for each in totals)
        assert facts["worthless"] == totals.count(0)
        running = [
            [row_total([play.card.rank for play in won.plays[: at + 1]]) for at in range(4)] for won in tricks
        ]
        assert facts["over"] == sum(max(each) > 17 for each in running)
        assert facts["led"] == sum(
            side_of_seat(won.winner) == side_of_seat(won.plays[0].seat) for won in tricks
        )
        broken = [deal for deal in game.deals if deal.end is DealEnd.BROKEN_OFF]
        assert facts["broken"] == len(broken)
        passed = [_passed(deal) for deal in game.deals]
        stuck = [place for deal in passed for place in deal[0]]
        assert facts["stuck"] == len(stuck)
        for seat in range(experiment.options.players):
            assert facts[f"stuck_{seat}"] == [seat for seat, _ in stuck].count(seat)
        assert facts["stuck_deals"] == sum(bool(deal[0]) for deal in passed)
        assert facts["stuck_tricks"] == sum(len({trick for _, trick in deal[0]}) for deal in passed)
        assert facts["stuck_games"] == bool(stuck)
        assert facts["out"] == sum(deal[1] for deal in passed)
        assert facts["fourth_or_fifth"] == (len(game.deals) in (4, 5))


def _passed(deal: AddendaDealRecord) -> tuple[list[tuple[int, int]], int]:
    """Who with cards was passed over at which trick, and how often somebody without was.

    Read off who played what alone: whoever sits between two cards of a trick could not play.
    """
    hands = [{*hand} for hand in deal.hands]
    players, due = len(hands), (deal.dealer + 1) % len(hands)
    tricks, out, suits = 1, 0, 0
    stuck: list[tuple[int, int]] = []
    for record in deal.log:
        if isinstance(record, DrewCard):
            hands[record.seat].add(record.card)
        elif isinstance(record, CardPlayed):
            while due != record.seat:
                stuck += [(due, tricks)] * bool(hands[due])
                out += not hands[due]
                due = (due + 1) % players
            hands[due].remove(record.card)
            due, suits = (due + 1) % players, suits + 1
            if suits == 4:
                due = deal.tricks[tricks - 1].winner
                tricks, suits = tricks + 1, 0
    if deal.end is DealEnd.BROKEN_OFF:
        assert suits
        assert not {card.suit for card in hands[due]} - _lying(deal)
        stuck.append((due, tricks))
    return stuck, out


def _lying(deal: AddendaDealRecord) -> set[str]:
    """The suits of the trick that was not finished."""
    played = [record.card for record in deal.log if isinstance(record, CardPlayed)]
    return {card.suit for card in played[4 * len(deal.tricks) :]}


def test_addenda_tables_of_tricks_and_of_stuck_turns() -> None:
    experiment = made("addenda", 2, "random", "target=1000")
    tables, facts = chunk(experiment).tables, facts_of(experiment)
    assert sum(tables["tricks"]) == sum(game["tricks"] for game in facts)
    assert sum(at * times for at, times in enumerate(tables["tricks"])) == sum(
        game["points"] for game in facts
    )
    assert sum(tables["stuck"]) == sum(game["stuck"] for game in facts) > 0
    # The stock is gone after the seventh trick.
    for game in facts:
        assert game["dry"] == game["dry_0"] + game["dry_1"]
    assert sum(tables["stuck"][8:]) == sum(game["dry"] for game in facts) > 0


def test_what_addenda_leaves_unplayed_is_what_was_not_played() -> None:
    experiment = made("addenda", 2, "random", "target=1000")
    for number, facts in enumerate(facts_of(experiment)):
        broken = [deal for deal in experiment.play_game(SEED, number).deals if deal.end is DealEnd.BROKEN_OFF]
        plays = [[record.card for record in deal.log if isinstance(record, CardPlayed)] for deal in broken]
        assert facts["unplayed"] == sum(52 - len(cards) for cards in plays)
        lying = [cards[4 * len(deal.tricks) :] for deal, cards in zip(broken, plays, strict=True)]
        assert facts["lost"] == sum(row_total([card.rank for card in cards]) for cards in lying)
        assert facts["fourth"] == sum(len(cards) == 3 for cards in lying)


def test_who_leads_can_strand_a_player_who_keeps_suits_level() -> None:
    """With the stock gone it is the follower who gets stuck, by what a careless leader leaves."""
    results = ran(made("addenda", 2, "random level", "target=10000"), 8)
    assert results.total("dry") > 20
    assert results.estimate("dry_2").value == 1


@pytest.mark.parametrize(("players", "goal", "highest"), [(2, "", 289), (4, "", 539), (2, "target=60", 99)])
def test_addenda_scores_end_with_the_best_last_trick(players: int, goal: str, highest: int) -> None:
    assert made("addenda", players, "random", goal).score_range == (0, highest)


def test_partners_are_told_as_a_side() -> None:
    titles = {each.key: each.title for each in made("addenda", 4).measures}
    assert titles["score_1"] == "score of seats 1 and 3"
    assert "score_3" not in titles


def test_addenda_deals_of_random_players_break_off_and_level_hands_help() -> None:
    random = ran(made("addenda", 2, "random", "target=10000"), 12)
    level = ran(made("addenda", 2, "level", "target=10000"), 12)
    assert random.estimate("broken").value == pytest.approx(0.26, abs=0.04)
    assert level.estimate("broken").value == pytest.approx(0.05, abs=0.025)
    # The mean of the 28,561 sequences of four ranks.
    assert random.estimate("trick").value == pytest.approx(17.02, abs=0.2)


# Up and Over


@pytest.mark.parametrize("experiment", asked("up-and-over"))
def test_up_and_over_facts_are_those_of_the_record(experiment: Any) -> None:
    for number, facts in enumerate(facts_of(experiment)):
        game = experiment.play_game(SEED, number)
        assert replay_up_and_over(game) == game
        laid = [record for record in game.log if isinstance(record, CardLaid)]
        sums = [sum(each.value for each in taken.laid) for taken in game.tricks]
        assert facts["turns"] == sum(not each.turned for each in laid)
        assert facts["tricks"] == len(sums)
        assert facts["cards"] == len(laid)
        assert facts["exactly"] == sums.count(21)
        assert facts["over"] == sum(each > 21 for each in sums)
        assert facts["nobody"] == sum(each < 21 for each in sums)
        takers = [_taker(game, at) for at in range(len(sums))]
        assert facts["starter"] == sum(
            taker == taken.laid[0].seat for taker, taken in zip(takers, game.tricks, strict=True)
        )
        assert [takers.count(seat) for seat in range(len(game.scores))] == list(game.scores)
        assert facts["second"] == sorted(game.scores)[-2]
        assert max(game.scores) == 21
        assert facts["below"] == sum(any(each.total < 0 for each in taken.laid) for taken in game.tricks)
        aces = [each for each in laid if each.card.rank == "A"]
        assert (facts["aces"], facts["elevens"]) == (len(aces), sum(each.value == 11 for each in aces))
        assert facts["skipped"] == sum(isinstance(record, SeatSkipped) for record in game.log)
        assert (facts["drawn"], facts["reshuffles"], facts["for_turning"]) == _drawing(game)
        assert facts["forced"] == _forced(game)


def _taker(game: UpAndOverGameRecord, at: int) -> int | None:
    """Who takes a trick, by its sum."""
    last = game.tricks[at].laid[-1]
    if last.total < 21:
        return None
    return last.seat if last.total == 21 else (last.seat - 1) % game.options.players


def _drawing(game: UpAndOverGameRecord) -> tuple[int, int, int]:
    """Cards drawn, reshuffles, and reshuffles to turn a card, by how many cards the deck has left."""
    held = game.options.hand_size * game.options.players
    deck, lying, drawn, shuffled, turning = 52 - held, 0, 0, 0, 0
    for record in game.log:
        if isinstance(record, CardLaid):
            lying += not record.turned
            held -= not record.turned
        if isinstance(record, HandFilled) or (isinstance(record, CardLaid) and record.turned):
            fresh = isinstance(record, CardLaid)
            if not deck:
                deck, lying, shuffled, turning = 52 - held, 0, shuffled + 1, turning + fresh
            deck, drawn, held = deck - 1, drawn + (not fresh), held + (not fresh)
    return drawn, shuffled, turning


def _forced(game: UpAndOverGameRecord) -> int:
    """The turns that go over 21 whatever is played."""
    decks = iter([record.deck for record in game.log if hasattr(record, "deck")])
    again = UpAndOverGame(
        game.options, game.deck, lambda pile: pile.__setitem__(slice(None), next(decks)), game.dealer
    )
    forced = 0
    for record in game.log:
        if isinstance(record, CardLaid) and (not record.turned or record.card.rank == "A"):
            over = all(again.total + move.value > 21 for move in again.legal_moves())
            forced += over and not record.turned
            again.play(CardValue(record.card, record.value))
    return forced


def test_up_and_over_tables_count_tricks_by_cards_and_games_by_tricks() -> None:
    experiment = made("up-and-over", 4, "random")
    tables, facts = chunk(experiment).tables, facts_of(experiment)
    assert sum(tables["tricks"]) == sum(game["tricks"] for game in facts)
    assert sum(at * times for at, times in enumerate(tables["tricks"])) == sum(
        game["cards"] for game in facts
    )
    assert [tables["games"][game["tricks"]] > 0 for game in facts] == [True] * SOME


def test_the_editions_are_played_alike_and_told_apart() -> None:
    one, other = (
        made("up-and-over", 2, "random", f"edition={each}") for each in ("up-and-over", "up-n-over")
    )
    assert one.play_chunk(SEED, 0, 3) == other.play_chunk(SEED, 0, 3)
    assert (one.setup_record["game"], other.setup_record["game"]) == ("up-and-over", "up-n-over")


def test_more_players_make_up_and_over_longer() -> None:
    lengths = [ran(made("up-and-over", players), 150).estimate("turns") for players in (2, 3, 4, 5)]
    assert all(shorter.high < longer.low for shorter, longer in pairwise(lengths))


# Abstrac


@pytest.mark.parametrize("experiment", asked("abstrac"))
def test_abstrac_facts_are_those_of_the_record(experiment: Any) -> None:
    for number, facts in enumerate(facts_of(experiment)):
        game = experiment.play_game(SEED, number)
        assert all(replay_abstrac(deal) == deal for deal in game.deals)
        found: Counter[str] = Counter()
        for deal in game.deals:
            draws = [record for record in deal.log if isinstance(record, CardsTaken)]
            found["turns"] += len(draws)
            scores = [0, 0]
            for row in deal.rows:
                layout = RowLayout(row, deal.options)
                drawn = [draws.pop(0)]
                while sum(len(took.cards) for took in drawn) < len(row):
                    drawn.append(draws.pop(0))
                began = drawn[0].seat
                _add_row_to_facts_and_tables(layout, drawn, found, scores)
                found["chose_first"] += row is deal.rows[0] and began != deal.dealer
            mine, dealers = scores[1 - deal.dealer], scores[deal.dealer]
            found["chooser_points"] += mine
            found["dealer_points"] += dealers
            found["chooser_ahead"] += mine > dealers
            found["deals_even"] += mine == dealers
            assert (scores[0], scores[1]) == deal.scores
        assert facts["deals"] == len(game.deals)
        assert {name: facts[name] for name in found} == found
        assert facts["tied"] == (game.winner is None)


def _add_row_to_facts_and_tables(
    layout: RowLayout, drawn: list[CardsTaken], found: Counter[str], scores: list[int]
) -> None:
    """Count a row by the masks of both hands."""
    began = drawn[0].seat
    mask = dict(zip(layout.row, layout.masks, strict=True))
    one, other = (
        [card for took in drawn if took.seat == seat for card in took.cards] for seat in (began, 1 - began)
    )
    position = Position(len(layout.row), 0, sum(mask[card] for card in one), 0)
    first, second = layout.scores(position)
    scores[began] += first
    scores[1 - began] += second
    found["rows"] += 1
    found["first_points"] += first
    found["second_points"] += second
    found["first_ahead"] += first > second
    found["rows_even"] += first == second
    found["lead_squares"] += (first - second) ** 2
    found["first_cards"] += len(one)
    found["equal"] += len(one) == len(other)


def test_sets_runs_and_reversed_deals_of_abstrac() -> None:
    experiment = made("abstrac")
    seen = 0
    for number, facts in enumerate(facts_of(experiment, 60)):
        (deal,) = experiment.play_game(SEED, number).deals
        (settled,) = deal.halves
        points = [scored.points for scored in settled.scored]
        ranks = [Counter(card.rank for card in hand) for hand in settled.hands]
        assert facts["sets"] == sum({3: 2, 4: 8}.get(many, 0) for hand in ranks for many in hand.values())
        assert facts["sets"] + facts["runs"] == sum(points)
        assert facts["reversed"] == (0 in points and any(points))
        assert facts["neither"] == (not any(points))
        seen += facts["reversed"]
    assert seen


def test_factors_of_the_52_card_game() -> None:
    experiment = made("abstrac", 2, "random", "kind=52 deals=1")
    (facts,) = facts_of(experiment, 1)
    scored = [each for half in experiment.play_game(SEED, 0).deals[0].halves for each in half.scored]
    for name, at in (("flush", 0), ("sequence", 1), ("alike", 2)):
        assert facts[name] == sum(each.factors[at] for each in scored)


def test_abstrac_tables_count_rows_by_cards_and_by_lead() -> None:
    experiment = made("abstrac", 2, "random", "kind=52 deals=2")
    tables, facts = chunk(experiment).tables, facts_of(experiment)
    assert sum(tables["cards"]) == sum(tables["leads"]) == sum(game["rows"] for game in facts) == 4 * SOME
    assert sum(at * times for at, times in enumerate(tables["cards"])) == sum(
        game["first_cards"] for game in facts
    )
    lead = sum((at - abstrac.MOST_LEAD) * times for at, times in enumerate(tables["leads"]))
    assert lead == sum(game["first_points"] - game["second_points"] for game in facts)
    assert lead == sum(tables["leads_by_cards"])
    # In this game whoever took half the cards, or fewer, is ahead on the whole.
    assert sum(tables["leads_by_cards"][:13]) > 0 > sum(tables["leads_by_cards"][14:])


@pytest.mark.parametrize(("first", "began"), [("non-dealer", 0), ("dealer", 1)])
def test_who_plays_first_can_be_settled(first: str, began: int) -> None:
    for temperament in ("random", "sensible"):
        experiment = made("abstrac", 2, temperament, f"first={first}")
        starts = [experiment.play_game(SEED, number).deals[0].log[1].seat for number in range(SOME)]
        assert starts == [began] * SOME
        assert "chose_first" not in {each.key for each in experiment.measures}


def test_no_hand_of_24_cards_beats_the_best_score() -> None:
    for kind in (GameKind.BASIC, GameKind.SUITS, GameKind.UNFETTERED):
        results = ran(made("abstrac", 2, "random", f"kind={kind.value}"), 200)
        width = abstrac.HIGHEST_SCORES[kind] + 1
        table = results.table("scores")
        assert table[width - 1] == table[2 * width - 1] == 0


def test_going_first_is_worth_something_to_random_players_of_abstrac() -> None:
    """In the basic game it helps, in the 52-card game it harms."""
    basic = ran(made("abstrac"), 1500).estimate("begin")
    full = ran(made("abstrac", 2, "random", "kind=52 deals=1"), 400).estimate("begin")
    assert basic.low > 5
    assert full.high < -5


# Options


EVERY_OPTION = {
    "addenda": {"target=100": 100, "zeros-bring": True},
    "up-and-over": {"smaller-hands=on": True, "edition=Up_N_Over": "up-n-over"},
    "abstrac": {
        "kind=52": "52", "deals=4": 4, "target=300 kind=52": 300, "ace=low kind=52": "low",
        "unpaired=0 kind=52": 0, "first=dealer": "dealer",
    },
}  # fmt: skip


@pytest.mark.parametrize("game", EVERY_OPTION)
def test_every_option_is_read_and_told(game: str) -> None:
    module = MODULES[game]
    for words, value in EVERY_OPTION[game].items():
        name = words.partition("=")[0]
        assert (
            made(game, 2 if game == "abstrac" else 4, "random", words).setup_record["options"][name] == value
        )
    assert {words.partition("=")[0] for words in EVERY_OPTION[game]} == {*module.OPTION_WORDS}
    assert made(game).setup_record["options"] == {}


def test_the_last_word_on_an_option_counts() -> None:
    assert not made("up-and-over", 4, "random", "smaller-hands smaller-hands=off").options.smaller_hands


BAD = [
    ("addenda", 2, "targt=100", "there is no option 'targt'; did you mean 'target'?"),
    ("addenda", 2, "xyz", "there is no option 'xyz'; choose from target, zeros-bring"),
    ("addenda", 2, "target", "target takes a number from 1 to 10000, such as target=1, not nothing"),
    ("addenda", 2, "target=0", "target takes a number from 1 to 10000, such as target=1, not '0'"),
    ("addenda", 2, "target=99999", "target takes a number from 1 to 10000, such as target=1, not '99999'"),
    ("addenda", 2, "target=" + "9" * 5000, "target takes a number"),
    ("addenda", 2, "target=٣", "target takes a number"),
    ("addenda", 4, "zeros-bring=yes", "zeros-bring is on or off, not 'yes'"),
    ("addenda", 2, "zeros-bring", "for four players only"),
    ("addenda", 3, "", "Addenda is played by two or by four, not by 3"),
    ("up-and-over", 6, "", "this game is for 2 to 5 players, not for 6"),
    ("up-and-over", 3, "smaller-hands", "smaller hands are for four or five players, not for 3"),
    ("up-and-over", 2, "edition=up-n-ver", "edition is one of up-and-over, up-n-over, not 'up-n-ver'; did"),
    ("up-and-over", 2, "edition", "edition is one of up-and-over, up-n-over, and no value is given"),
    ("abstrac", 3, "", "Abstrac is played by two, not by 3"),
    ("abstrac", 2, "kind=suit", "did you mean 'suits'?"),
    ("abstrac", 2, "deals=2 target=100 kind=52", "a number of deals or on a target score, not on both"),
    ("abstrac", 2, "target=100", "for the 52-card game only"),
    ("abstrac", 2, "unpaired=2", "unpaired takes a number from 0 to 1"),
    ("abstrac", 2, "ace=", "ace is one of high, low, both, and no value is given"),
    ("abstrac", 2, "first=me", "first is one of chosen, non-dealer, dealer, not 'me'"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "players", "words", "message"), BAD)
def test_options_that_cannot_be_played_are_told(game: str, players: int, words: str, message: str) -> None:
    with pytest.raises(UsageError) as told:
        MODULES[game].read_options(words.split(), players)
    assert message in str(told.value)
    assert len(str(told.value)) < 200


@pytest.mark.parametrize("game", MODULES)
def test_players_that_there_are_not_are_told(game: str) -> None:
    with pytest.raises(UsageError, match="there is no player 'sensibl'; did you mean 'sensible'"):
        made(game, 2, "sensibl")
    with pytest.raises(UsageError, match="2 players need as many temperaments, not 3"):
        made(game, 2, "random random random")


@pytest.mark.parametrize(
    ("game", "allowed"), [("addenda", {2, 4}), ("up-and-over", {2, 3, 4, 5}), ("abstrac", {2})]
)
def test_how_many_may_play(game: str, allowed: set[int]) -> None:
    for players in range(8):
        if players in allowed:
            MODULES[game].read_options([], players)
        else:
            with pytest.raises(UsageError):
                MODULES[game].read_options([], players)
