"""Up and Over: the figures of its two editions, its rules one by one, and what holds in every game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from replays import replay_up_and_over

from cardgen.gaming.games.cards import DECK, RANKS, Card, card_by_name, cards_by_names
from cardgen.gaming.games.up_and_over.card_game import PLAYERS, play_game
from cardgen.gaming.games.up_and_over.play import (
    CardLaid,
    CardValue,
    DeckReshuffled,
    HandFilled,
    SeatSkipped,
    TrickEnded,
    UpAndOverGame,
    UpAndOverGameRecord,
)
from cardgen.gaming.games.up_and_over.rules import (
    EDITIONS,
    LIMIT,
    VALUES,
    TrickOutcome,
    UpAndOverOptions,
    row_sum,
)

TABLES = [
    UpAndOverOptions(players, smaller)
    for players in (2, 3, 4, 5)
    for smaller in (False, True)
    if players > 3 or not smaller
]

#: Players that take no longer than the rules; test_experts.py has the others.
QUICK = [name for name in PLAYERS if name != "expert"]


def dealt(options: UpAndOverOptions, *hands: str, deck: str, dealer: int = 0) -> UpAndOverGame:
    """A game with these hands, and these cards on top of the deck, the first to be turned first."""
    front = [each for hand in hands for each in cards_by_names(hand)] + list(cards_by_names(deck))
    rest = [each for each in DECK if each not in front]
    return UpAndOverGame(options, [*rest, *reversed(front)], Random(1).shuffle, dealer)


def play(game: UpAndOverGame, *moves: tuple[str, int]) -> UpAndOverGame:
    for name, value in moves:
        game.play(CardValue(card_by_name(name), value))
    return game


def randomly(options: UpAndOverOptions, seed: int, moves: int | None = None) -> UpAndOverGame:
    rng = Random(seed)
    game = UpAndOverGame.shuffled(options, rng, rng.randrange(options.players))
    while game.turn is not None and moves != 0:
        game.play(rng.choice(game.legal_moves()))
        moves = None if moves is None else moves - 1
    return game


# The sources' figures


def test_values() -> None:
    assert {rank: VALUES[rank] for rank in "AJQK"} == {"A": (1, 11), "J": (0,), "Q": (-2,), "K": (-4,)}
    assert [VALUES[rank] for rank in RANKS[1:10]] == [(number,) for number in range(2, 11)]
    assert LIMIT == 21


@pytest.mark.parametrize(
    ("options", "hand"),
    [
        *((UpAndOverOptions(players), 5) for players in (2, 3, 4, 5)),
        *((UpAndOverOptions(players, True), hand) for players, hand in ((4, 4), (5, 3))),
    ],
    ids=str,
)
def test_hands(options: UpAndOverOptions, hand: int) -> None:
    """Five cards, or by the variant four for four players and three for five."""
    game = UpAndOverGame.shuffled(options, Random(1))
    assert options.hand_size == hand
    assert [len(each) for each in game.hands] == [hand] * options.players


def test_what_the_editions_say_differently() -> None:
    pdf, older = EDITIONS["up-and-over"], EDITIONS["up-n-over"]
    assert (pdf.names, pdf.players, pdf.says_who_draws) == (("Up and Over",), (2, 3, 4, 5), False)
    assert (older.names, older.players, older.says_who_draws) == (("Up 'N Over", "Up & Over"), (2, 4), True)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_both_editions_are_played_alike(players: int) -> None:
    """As they are read: for two to five (U1), and all draw, the taker first (U9)."""
    one, other = (
        randomly(UpAndOverOptions(players, edition=edition), 5).to_record()
        for edition in ("up-and-over", "up-n-over")
    )
    assert (one.log, one.scores, one.winner) == (other.log, other.scores, other.winner)


# Sums


@pytest.mark.parametrize(
    ("row", "totals", "outcome"),
    [
        ("7 3 6 5", (7, 10, 16, 21), TrickOutcome.EXACTLY),
        ("8 6 10", (8, 14, 24), TrickOutcome.OVER),
        ("10 K A11 4", (10, 6, 17, 21), TrickOutcome.EXACTLY),
        ("9 J Q A1", (9, 9, 7, 8), TrickOutcome.UNDER),
        ("A11 A11", (11, 22), TrickOutcome.OVER),
        ("A1 A11 9", (1, 12, 21), TrickOutcome.EXACTLY),
        ("2 K Q", (2, -2, -4), TrickOutcome.UNDER),
        ("", (), TrickOutcome.UNDER),
    ],
)
def test_sums(row: str, totals: tuple[int, ...], outcome: TrickOutcome) -> None:
    found = row_sum(row.split())
    assert (found.totals, found.outcome) == (totals, outcome)


#: Sums that between them show every value and every outcome.
SUMS = ("7 3 6 5", "8 6 10", "10 K A11 4", "9 J Q A1", "A11 A11", "2 K Q")


def test_the_rulebooks_sums_show_every_value_and_every_outcome() -> None:
    found = [row_sum(row.split()) for row in SUMS]
    assert {each.outcome for each in found} == set(TrickOutcome)
    shown = {pair for each in found for pair in zip(each.ranks, each.values, strict=True)}
    assert shown >= {("A", 1), ("A", 11), ("J", 0), ("Q", -2), ("K", -4)}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("A", "write A1 or A11"),
        ("1", "'1' is not a rank"),
        ("7 9 5 2", "the trick was taken at 21, before 2"),
    ],
)
def test_sums_that_cannot_be(row: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        row_sum(row.split())


# Play


def test_the_dealer_turns_the_first_card_and_the_left_neighbour_plays() -> None:
    game = dealt(
        UpAndOverOptions(3), "2s 3s 4s 5s 6s", "2h 3h 4h 5h 6h", "2c 3c 4c 5c 6c", deck="9d", dealer=1
    )
    assert game.trick == [CardLaid(1, card_by_name("9d"), 9, 9, True)]
    assert (game.turn, game.total) == (2, 9)
    play(game, ("6c", 6))
    assert (game.turn, game.total) == (0, 15)


def test_exactly_21_takes_the_trick_and_the_taker_turns_the_next() -> None:
    game = dealt(UpAndOverOptions(2), "2s 3s 4s 5s 6s", "2h 3h 4h 5h Th", deck="6d 7d Kd", dealer=0)
    play(game, ("Th", 10), ("5s", 5))
    (taken,) = game.tricks
    assert (taken.taker, taken.outcome) == (0, TrickOutcome.EXACTLY)
    assert (game.scores, game.starter, game.turn) == ([1, 0], 0, 1)
    assert len(game.trick) == 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_over_21_the_player_to_the_right_takes_the_trick(players: int) -> None:
    hands = ["2s 3s 4s 5s 6s", "2h 3h 4h 8h Th", "2c 3c 4c 5c Tc", "6c 7c 8c 9c 6d", "7d 8d 9d Td 6h"]
    game = play(dealt(UpAndOverOptions(players), *hands[:players], deck="5d"), ("Th", 10), ("Tc", 10))
    assert (game.tricks[0].taker, game.tricks[0].outcome) == (1, TrickOutcome.OVER)
    assert (game.scores[1], game.starter) == (1, 1)


def test_two_players_give_the_trick_to_the_opponent() -> None:
    game = dealt(UpAndOverOptions(2), "2s 3s 4s 5s Ts", "2h 3h 4h 8h Th", deck="5d")
    assert play(game, ("Th", 10), ("Ts", 10)).scores == [0, 1]


def test_over_21_with_the_first_card_gives_the_trick_to_who_turned() -> None:
    """U8: only an Ace of 11 on an Ace of 11 does it."""
    game = dealt(UpAndOverOptions(3), "2s 3s 4s 5s Ts", "Ah 3h 4h 8h Th", "2c 3c 4c 5c Tc", deck="Ad")
    play(game, ("Ad", 11), ("Ah", 11))
    assert game.tricks[0].taker == 0


def test_whoever_turns_an_ace_says_what_it_counts() -> None:
    game = dealt(UpAndOverOptions(2), "2s 3s 4s 5s Ts", "Ah 3h 4h 8h Th", deck="Ad")
    assert (game.turn, game.turned, game.trick) == (0, card_by_name("Ad"), [])
    assert game.legal_moves() == (CardValue(card_by_name("Ad"), 1), CardValue(card_by_name("Ad"), 11))
    with pytest.raises(ValueError, match="seat 0 has turned Ad and must first say what it counts"):
        play(game, ("2s", 2))
    assert game.play(CardValue(card_by_name("Ad"), 11)) == CardLaid(0, card_by_name("Ad"), 11, 11, True)
    assert (game.turn, len(game.hands[0])) == (1, 5)


def test_an_ace_played_is_1_or_11_and_other_cards_are_what_they_are() -> None:
    game = dealt(UpAndOverOptions(2), "2s 3s 4s 5s Ts", "Ah 3h 4h 8h Kh", deck="5d")
    assert game.legal_moves()[:2] == (CardValue(card_by_name("Ah"), 1), CardValue(card_by_name("Ah"), 11))
    assert CardValue(card_by_name("Kh"), -4) in game.legal_moves()
    with pytest.raises(ValueError, match="Ah counts 1 or 11, not 5"):
        play(game, ("Ah", 5))
    with pytest.raises(ValueError, match="Kh counts -4, not 10"):
        play(game, ("Kh", 10))
    with pytest.raises(ValueError, match="2s is not in the hand of seat 1"):
        play(game, ("2s", 2))


def test_a_sum_may_fall_below_nothing() -> None:
    game = dealt(UpAndOverOptions(2), "2s 3s 4s 5s Ks", "Qh Jh 4h 8h Kh", deck="Qd")
    play(game, ("Kh", -4), ("Ks", -4), ("Jh", 0))
    assert [laid.total for laid in game.trick] == [-2, -6, -10, -10]


@pytest.mark.parametrize(
    ("options", "hand"), [(UpAndOverOptions(4), 5), (UpAndOverOptions(4, True), 4)], ids=str
)
def test_all_hands_are_filled_from_the_taker_on_clockwise(options: UpAndOverOptions, hand: int) -> None:
    """U9; and a smaller hand is filled up to what was dealt (U2)."""
    hands = ["2s 3s 4s 5s 6s", "2h 3h 4h 5h Th", "2c 3c 4c 6c 9c", "2d 3d 4d 5d 6d"]
    game = dealt(options, *(each[-3 * hand + 1 :] for each in hands), deck="7d")
    play(game, ("Th", 10), ("4c", 4))
    assert (game.tricks[0].taker, game.starter) == (2, 2)
    drew = [record.seat for record in game.log if isinstance(record, HandFilled)]
    assert drew == [2, 1]
    assert [len(each) for each in game.hands] == [hand] * 4


def test_each_fills_the_whole_hand_before_the_next() -> None:
    game = dealt(UpAndOverOptions(2), "2s 3s 4s 5s 6s", "2h 3h 4h 5h 6h", deck="2d")
    play(game, ("2h", 2), ("2s", 2), ("3h", 3), ("3s", 3), ("4h", 4), ("5s", 5))
    assert game.tricks[0].taker == 0
    assert [record.seat for record in game.log if isinstance(record, HandFilled)] == [0, 0, 0, 1, 1, 1]


def test_an_empty_hand_is_skipped() -> None:
    """U3: seat 2 has played its last card, and the turn goes on to seat 0."""
    game = dealt(UpAndOverOptions(3), "2s 3s 4s 5s 6s", "2h 3h 4h 5h 6h", "2c 3c 4c 5c 6c", deck="2d")
    game.hands[2] = []
    play(game, ("2h", 2))
    assert game.turn == 0
    assert game.log[-1] == SeatSkipped(2)
    play(game, ("6s", 6), ("6h", 6), ("5s", 5))
    assert (game.tricks[0].outcome, game.tricks[0].taker) == (TrickOutcome.EXACTLY, 0)


def test_over_21_goes_to_the_player_on_the_right_even_if_skipped() -> None:
    game = dealt(UpAndOverOptions(3), "2s 3s 4s 5s 6s", "2h 3h 4h 5h Th", "2c 3c 4c 5c 6c", deck="9d")
    game.hands[2] = []
    play(game, ("Th", 10), ("6s", 6))
    assert game.tricks[0].taker == 2


def test_a_trick_that_all_hands_end_under_21_is_nobodys_and_its_starter_starts_again() -> None:
    game = dealt(UpAndOverOptions(2), "Js Jh Jc Jd Qs", "Qh Qc Ks Kh Kc", deck="2d 9d", dealer=1)
    play(game, ("Js", 0), ("Kc", -4), ("Jh", 0), ("Kh", -4), ("Jc", 0), ("Ks", -4), ("Jd", 0), ("Qh", -2))
    play(game, ("Qs", -2), ("Qc", -2))
    (taken,) = game.tricks
    assert (taken.taker, taken.outcome, len(taken.laid)) == (None, TrickOutcome.UNDER, 11)
    assert (game.scores, game.starter) == ([0, 0], 1)
    drew = [record for record in game.log if isinstance(record, HandFilled)]
    assert [record.seat for record in drew] == [1] * 5 + [0] * 5
    assert drew[0].card == card_by_name("9d")


def test_the_deck_is_dealt_out_before_the_taken_tricks_are_shuffled_with_the_last_among_them() -> None:
    game = dealt(UpAndOverOptions(2), "2s 3s 4s 5s 6s", "2h 3h 4h 5h Th", deck="6d")
    left = game.deck[:1]
    game.pile, game.deck = game.deck[1:], left[:]
    play(game, ("Th", 10), ("5s", 5))
    first = next(record for record in game.log if isinstance(record, HandFilled))
    reshuffled = next(record for record in game.log if isinstance(record, DeckReshuffled))
    assert first.card == left[0]
    assert set(cards_by_names("6d Th 5s")) <= set(reshuffled.deck)
    assert game.pile == []


def test_an_empty_deck_is_reshuffled_for_the_card_to_turn_too() -> None:
    """U4: hands are full again, and nothing is left to turn."""
    game = dealt(UpAndOverOptions(2), "2s 3s 4s 5s 6s", "2h 3h 4h 5h Th", deck="6d")
    game.pile, game.deck = game.deck[2:], game.deck[:2]
    play(game, ("Th", 10), ("5s", 5))
    kinds = [type(record) for record in game.log]
    at = kinds.index(DeckReshuffled)
    assert kinds[at - 2 : at] == [HandFilled, HandFilled]
    assert kinds.count(HandFilled) == 2


def test_who_first_takes_21_tricks_wins_at_once() -> None:
    game = dealt(UpAndOverOptions(2), "2s 3s 4s 5s 6s", "2h 3h 4h 5h Th", deck="6d")
    game.scores = [20, 20]
    play(game, ("Th", 10), ("5s", 5))
    assert (game.is_over, game.turn, game.legal_moves()) == (True, None, ())
    assert isinstance(game.log[-1], TrickEnded)
    assert game.to_record().winner == 0
    with pytest.raises(ValueError, match="the game is over"):
        play(game, ("2h", 2))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"players": 1}, "2 to 5 players, not for 1"),
        ({"players": 6}, "2 to 5 players, not for 6"),
        ({"players": 3, "smaller_hands": True}, "four or five players, not for 3"),
        ({"edition": "over"}, "no edition 'over'"),
    ],
)
def test_options_that_cannot_be(wrong: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        UpAndOverOptions(**wrong)  # type: ignore[arg-type]


def test_games_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="the 52 cards, once each"):
        UpAndOverGame(UpAndOverOptions(2), DECK[1:], Random(1).shuffle)
    with pytest.raises(ValueError, match="no seat 2"):
        UpAndOverGame(UpAndOverOptions(2), DECK, Random(1).shuffle, dealer=2)
    with pytest.raises(ValueError, match="2 seats need as many players, not 3"):
        play_game([PLAYERS["random"]] * 3, Random(1), UpAndOverOptions(2))
    with pytest.raises(ValueError, match="not over"):
        UpAndOverGame.shuffled(UpAndOverOptions(2), Random(1)).to_record()


# What holds in every game

EVERY_MOVE = [CardValue(each, value) for each in DECK for value in (*range(-4, 12), 21)]


@given(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, 400))
def test_no_legal_move_is_refused_and_no_other_made(options: UpAndOverOptions, seed: int, moves: int) -> None:
    game = randomly(options, seed, moves)
    legal = game.legal_moves()
    assert list(legal) == sorted(legal)
    assert bool(legal) == (not game.is_over)
    for move in Random(seed).sample(EVERY_MOVE, 40):
        if move in legal:
            game.verify_play(move)
            continue
        before = len(game.log)
        with pytest.raises(ValueError, match=r"counts|hand|over"):
            game.play(move)
        assert len(game.log) == before


@given(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, 400))
def test_no_card_is_lost_or_doubled(options: UpAndOverOptions, seed: int, moves: int) -> None:
    game = randomly(options, seed, moves)
    lying: list[Card] = [laid.card for laid in game.trick] if not game.is_over else []
    turned = [game.turned] if game.turned is not None else []
    held = [each for hand in game.hands for each in hand]
    assert sorted([*game.deck, *game.pile, *lying, *turned, *held]) == list(DECK)


def reckoned(finished: UpAndOverGameRecord) -> tuple[int, ...]:
    """The scores from the values in the tricks alone."""
    scores = [0] * finished.options.players
    for taken in finished.tricks:
        total = sum(laid.value for laid in taken.laid)
        last = taken.laid[-1].seat
        assert sum(laid.value for laid in taken.laid[:-1]) < LIMIT
        if total >= LIMIT:
            scores[last if total == LIMIT else (last - 1) % len(scores)] += 1
    return tuple(scores)


@given(st.sampled_from(TABLES), st.integers(0, 10**6))
def test_a_finished_game_replays_to_itself(options: UpAndOverOptions, seed: int) -> None:
    finished = randomly(options, seed).to_record()
    assert replay_up_and_over(finished) == finished
    assert finished.scores == reckoned(finished)
    assert sorted(finished.scores)[-1] == finished.scores[finished.winner] == 21 > sorted(finished.scores)[-2]


def test_a_record_with_a_false_reshuffle_is_refused() -> None:
    finished = randomly(UpAndOverOptions(3), 4).to_record()
    log = tuple(
        DeckReshuffled(each.deck[1:]) if isinstance(each, DeckReshuffled) else each for each in finished.log
    )
    false = UpAndOverGameRecord(
        finished.options, finished.dealer, finished.deck, log, finished.scores, finished.winner
    )
    with pytest.raises(ValueError, match="reshuffles other cards"):
        replay_up_and_over(false)


@pytest.mark.parametrize("kind", QUICK)
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_games_end(options: UpAndOverOptions, kind: str) -> None:
    rng = Random(3)
    players = [PLAYERS[kind]] * options.players
    for _ in range(50 if kind == "random" else 6):
        assert max(play_game(players, rng, options).scores) == 21


def test_how_often_a_trick_is_nobodys() -> None:
    """U3: 2.2 per cent of tricks for two players with cards at random."""
    tricks = [taken for seed in range(300) for taken in randomly(UpAndOverOptions(2), seed).tricks]
    assert sum(taken.taker is None for taken in tricks) / len(tricks) == pytest.approx(0.022, abs=0.006)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_sensible_player_beats_random_ones(players: int) -> None:
    rng = Random(8)
    seats = [PLAYERS["sensible"], *[PLAYERS["random"]] * (players - 1)]
    assert sum(play_game(seats, rng).winner == 0 for _ in range(30)) >= 24


def test_the_same_seed_gives_the_same_game() -> None:
    def game(seed: int) -> UpAndOverGameRecord:
        rng = Random(seed)
        return play_game([PLAYERS["random"]] * 3, rng)

    assert game(4) == game(4) != game(5)
