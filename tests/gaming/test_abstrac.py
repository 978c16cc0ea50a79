"""Abstrac: the figures of its source, the four games rule by rule, and what holds in every game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from replays import replay_abstrac

from cardgen.gaming.games.abstrac import scoring
from cardgen.gaming.games.abstrac.card_game import play_game
from cardgen.gaming.games.abstrac.deal import FIRST, SECOND, AbstracDeal, CardsTaken, OrderChosen, ScoredRow
from cardgen.gaming.games.abstrac.layout import START, Position, RowLayout
from cardgen.gaming.games.abstrac.options import SHORT, AbstracOptions, AcePosition, GameKind
from cardgen.gaming.games.abstrac.players import PLAYERS
from cardgen.gaming.games.abstrac.rows import DRAWS, ROW
from cardgen.gaming.games.abstrac.scoring import (
    Combination,
    HandScoring,
    HandScoring52,
    combinations,
    score_hands,
    score_hands52,
)
from cardgen.gaming.games.abstrac.solving import PlayedLine, constant_draws, played_line
from cardgen.gaming.games.cards import DECK, JOKER, Card, cards_by_names

#: The row that fits every figure of the source, the exposed card first, and its draws, non-dealer first.
FACTS_ROW = cards_by_names("As Kd Qc Jc Ah Jd Kc 9c Ts Ad 9h Qh 9s Jh Js Ks 9d Tc Kh Qs Qd Ac Td Th")
FACTS_DRAWS = (2, 2, 2, 3, 1, 1, 2, 3, 1, 3, 2, 2)

TABLES = [
    AbstracOptions(),
    AbstracOptions(GameKind.SUITS),
    AbstracOptions(GameKind.UNFETTERED),
    AbstracOptions(GameKind.FULL),
    AbstracOptions(deals=3),
    AbstracOptions(GameKind.FULL, deals=2),
    AbstracOptions(GameKind.FULL, target=100, ace=AcePosition.LOW, unpaired=0),
    AbstracOptions(GameKind.FULL, ace=AcePosition.BOTH),
]


def randomly(options: AbstracOptions, seed: int, moves: int | None = None) -> AbstracDeal:
    rng = Random(seed)
    deal = AbstracDeal.shuffled(options, rng, rng.randrange(2))
    while deal.turn is not None and moves != 0:
        deal.make_move(rng.choice(deal.legal_moves()))
        moves = None if moves is None else moves - 1
    return deal


def begun(kind: GameKind = GameKind.BASIC, first: bool = True) -> AbstracDeal:
    row = (JOKER, *ROW) if kind is GameKind.UNFETTERED else ROW
    deal = AbstracDeal(AbstracOptions(kind), (row,))
    deal.choose_order(first)
    return deal


# The source's figures


def test_the_row_and_the_draws_are_those_of_the_figures() -> None:
    assert (ROW, DRAWS) == (FACTS_ROW, FACTS_DRAWS)


def line(draws: tuple[int, ...] = DRAWS) -> PlayedLine:
    return played_line(RowLayout(ROW, AbstracOptions()), draws)


def hands_of(played_line: PlayedLine) -> list[tuple[Card, ...]]:
    """What each has in the end: the non-dealer, who began, first."""
    return [[turn.hand for turn in played_line.turns if turn.player == player][-1] for player in (0, 1)]


def found(scored: HandScoring | HandScoring52) -> dict[str, int]:
    assert isinstance(scored, HandScoring)
    return {
        f"{each.kind} of {each.cards[0].rank if each.kind == 'set' else each.cards[0].suit}": each.points
        for each in scored.combinations
    }


def test_the_example() -> None:
    """Non-dealer: 8 + 4 = 12, times 14 is 168. Dealer: 8 + 2 + 2 + 4 + 3 + 6 = 25, times 10 is 250."""
    (non_dealer, dealer), hands = line().sides, hands_of(line())
    assert found(non_dealer) == {"set of A": 8, "run of diamonds": 4}
    assert found(dealer) == {
        "set of K": 2, "set of J": 2, "set of 10": 8, "run of spades": 4, "run of hearts": 3,
        "run of clubs": 6,
    }  # fmt: skip
    assert [len(hand) for hand in hands] == [10, 14]
    assert isinstance(non_dealer, HandScoring)
    assert isinstance(dealer, HandScoring)
    assert (non_dealer.points, non_dealer.factor, non_dealer.score) == (12, 14, 168)
    assert (dealer.points, dealer.factor, dealer.score) == (25, 10, 250)


def test_what_each_took() -> None:
    """Non-dealer A9 AQ A AKQJ9 and dealer KQJ10 KJ109 KQJ109 10, by spades, hearts, clubs, diamonds."""
    hands = hands_of(line())
    assert hands[0] == cards_by_names("As 9s Ah Qh Ac Ad Kd Qd Jd 9d")
    assert hands[1] == cards_by_names("Ks Qs Js Ts Kh Jh Th 9h Kc Qc Jc Tc 9c Td")


@pytest.mark.parametrize(("number", "scores"), [(1, (60, 96)), (2, (144, 120)), (3, (96, 84))])
def test_what_if_each_always_took_so_many(number: int, scores: tuple[int, int]) -> None:
    assert line(constant_draws(RowLayout(ROW, AbstracOptions()), number) or ()).scores == scores


def test_a_line_shows_each_draw_with_what_the_hand_makes() -> None:
    draws = line().turns
    assert [draw.player for draw in draws] == [0, 1] * 6
    assert tuple(len(draw.cards) for draw in draws) == DRAWS
    assert draws[0].cards == cards_by_names("As Kd")
    assert draws[1].points == 0
    assert draws[3].points == 3
    assert draws[-2].hand == cards_by_names("As 9s Ah Qh Ac Ad Kd Qd Jd 9d")
    assert draws[-1].points == 25
    assert [draw.left for draw in draws][-2:] == [2, 0]


@pytest.mark.parametrize(("size", "points"), [(2, 0), (3, 2), (4, 8)])
def test_sets(size: int, points: int) -> None:
    assert sum(each.points for each in combinations(cards_by_names("Ks Kh Kc Kd")[:size])) == points


@pytest.mark.parametrize(("size", "points"), [(2, 0), (3, 3), (4, 4), (5, 6), (6, 12)])
def test_runs_in_a_suit(size: int, points: int) -> None:
    run = cards_by_names("Ah Kh Qh Jh Th 9h")
    for hand in (run[:size], run[6 - size :]):
        assert sum(each.points for each in combinations(hand)) == points


def test_in_variant_1_the_first_player_may_take_the_ace_only_and_the_second_up_to_four() -> None:
    deal = begun(GameKind.SUITS)
    assert list(deal.legal_moves()) == [1]
    deal.take_cards(1)
    assert list(deal.legal_moves()) == [1, 2, 3, 4]


# Scoring


def test_nine_and_ace_do_not_meet() -> None:
    """B4: A K Q J 9 of a suit is a run of four."""
    assert combinations(cards_by_names("Ad Kd Qd Jd 9d")) == (
        Combination("run", cards_by_names("Ad Kd Qd Jd"), 4),
    )


def test_a_card_counts_once_in_a_set_and_once_in_a_run() -> None:
    hand = combinations(cards_by_names("Kd Qd Jd Ks Kh"))
    assert [(each.kind, each.points) for each in hand] == [("set", 2), ("run", 3)]


def test_misere_reverses_the_scores() -> None:
    """Who has no combination scores what the other would have, and the other nothing."""
    one, other = score_hands(cards_by_names("As Ks Qs Js"), cards_by_names("9h Th"))
    assert (one.points, one.factor, one.score, one.misere) == (4, 2, 0, True)
    assert (other.points, other.score, other.misere) == (0, 8, True)


def test_without_any_combination_neither_scores() -> None:
    """B3: ranks two and two, suits alternating."""
    hand = cards_by_names("As Qs Ts Kh Jh 9h Ac Qc Tc Kd Jd 9d")
    one, other = score_hands(hand, [each for each in SHORT if each not in hand])
    assert (one.points, other.points, one.score, other.score) == (0, 0, 0, 0)
    assert not one.misere


def test_the_joker_counts_as_a_card_and_makes_nothing() -> None:
    """B6."""
    one, other = score_hands(cards_by_names("joker As Ks"), cards_by_names("Ah Kh Qh"))
    assert one.combinations == ()
    assert other.factor == 3
    assert one.score == 9


@given(st.integers(0, 2**24 - 1), st.booleans())
def test_masks_score_as_cards_do(bits: int, joker: bool) -> None:
    one = [each for at, each in enumerate(SHORT) if bits >> at & 1] + [JOKER] * joker
    other = [each for each in SHORT if each not in one]
    masks = [sum(scoring.MASKS[each] for each in hand) for hand in (one, other)]
    settled = score_hands(one, other)
    assert [scoring.mask_points(mask) for mask in masks] == [each.points for each in settled]
    assert [scoring.mask_card_count(mask) for mask in masks] == [len(one), len(other)]
    assert scoring.mask_scores(*masks) == tuple(each.score for each in settled)


# The 52-card game's scoring


def test_the_longest_suit_times_the_longest_sequence_times_the_longest_set() -> None:
    one = cards_by_names("2s 7s 9s Js 3h 4h 5c 4d Kd Kc Kh Qd 9c")
    scored, _ = score_hands52(one, [each for each in DECK if each not in one][:13])
    assert scored.flush == cards_by_names("2s 7s 9s Js")
    assert scored.sequence == cards_by_names("2s 3h 4h 5c")
    assert scored.alike == cards_by_names("Kh Kc Kd")
    assert (scored.factors, scored.short, scored.score) == ((4, 4, 3), None, 48)


@pytest.mark.parametrize("size", [12, 9, 4])
def test_fewer_than_13_multiplies_by_how_many_fewer(size: int) -> None:
    """B9: which is 2 for each card short of 13."""
    one, other = score_hands52(DECK[:size], DECK[size:26])
    assert one.short == (26 - size) - size == 2 * (13 - size)
    assert one.score == one.factors[0] * one.factors[1] * one.factors[2] * one.short
    assert other.short is None


def test_without_a_pair_the_set_is_a_factor_of_one_or_as_agreed_none() -> None:
    one, other = DECK[:13], DECK[13:26]
    assert score_hands52(one, other)[0].factors == (13, 13, 1)
    assert score_hands52(one, other, unpaired=0)[0].score == 0


@pytest.mark.parametrize(
    ("ace", "sequence"),
    [(AcePosition.HIGH, "Js Qh Kd Ac"), (AcePosition.LOW, "Ac 2d 3s"), (AcePosition.BOTH, "Js Qh Kd Ac")],
)
def test_ace_is_high_unless_agreed_otherwise(ace: AcePosition, sequence: str) -> None:
    hand = cards_by_names("Js Qh Kd Ac 2d 3s 9h")
    assert scoring.longest_sequence(hand, ace) == cards_by_names(sequence)
    assert len(scoring.longest_sequence(cards_by_names("Ac 2d 3s"), ace)) == (
        2 if ace is AcePosition.HIGH else 3
    )


def test_a_lone_card_is_a_sequence_of_one() -> None:
    assert score_hands52(cards_by_names("2s 4s"), cards_by_names("6s"))[0].factors == (2, 1, 1)


@given(st.permutations(DECK), st.integers(1, 25), st.sampled_from(AcePosition), st.sampled_from([0, 1]))
def test_masks_score_as_cards_do_in_the_52_card_game(
    pack: list[Card], size: int, ace: AcePosition, unpaired: int
) -> None:
    one, other = pack[:size], pack[size:26]
    masks = [sum(scoring.MASKS52[each] for each in hand) for hand in (one, other)]
    wanted = tuple(each.score for each in score_hands52(one, other, ace, unpaired))
    assert scoring.mask_scores52(masks[0], masks[1], ace, unpaired) == wanted


def test_a_sequence_of_all_ranks_has_one_ace() -> None:
    assert len(scoring.longest_sequence(DECK[:13], AcePosition.BOTH)) == 13
    assert scoring.mask_product52(2**13 - 1, AcePosition.BOTH) == 13 * 13


# Taking cards


def test_the_non_dealer_chooses_who_plays_first() -> None:
    deal = AbstracDeal(AbstracOptions(), (ROW,), dealer=0)
    assert (deal.turn, deal.choosing, list(deal.legal_moves())) == (1, True, [FIRST, SECOND])
    with pytest.raises(ValueError, match="seat 1 first chooses"):
        deal.take_cards(1)
    with pytest.raises(ValueError, match="choose 1 to play first or 2 to play second, not 3"):
        deal.make_move(3)
    assert deal.choose_order(False) == OrderChosen(1, False)
    assert (deal.turn, deal.began) == (0, 0)
    with pytest.raises(ValueError, match="already decided"):
        deal.choose_order(True)


def test_one_to_three_cards_from_the_exposed_end_in_turn() -> None:
    deal = begun()
    assert list(deal.legal_moves()) == [1, 2, 3]
    assert deal.take_cards(3) == CardsTaken(0, cards_by_names("As Kd Qc"))
    assert (deal.turn, deal.row[0]) == (1, cards_by_names("Jc")[0])
    assert scoring.sorted_hand(deal.hands[0]) == cards_by_names("As Qc Kd")
    with pytest.raises(ValueError, match="4 cards are too many: 3 may be taken, 21 are left"):
        deal.take_cards(4)
    with pytest.raises(ValueError, match="take at least one card, not 0"):
        deal.take_cards(0)


def test_no_more_than_are_left() -> None:
    deal = begun()
    for _ in range(11):
        deal.take_cards(2)
    deal.take_cards(1)
    assert list(deal.legal_moves()) == [1]
    deal.take_cards(1)
    assert (deal.turn, list(deal.legal_moves())) == (None, [])
    with pytest.raises(ValueError, match="the deal is over"):
        deal.take_cards(1)


@pytest.mark.parametrize(("card", "most"), [("As", 1), ("Ah", 2), ("Qc", 3), ("Kd", 4)])
def test_the_exposed_suit_says_how_many(card: str, most: int) -> None:
    front = cards_by_names(card)
    row = (*front, *(each for each in SHORT if each not in front))
    assert RowLayout(row, AbstracOptions(GameKind.SUITS)).most_cards(START) == most
    full = (*front, *[each for each in DECK if each not in front][:25])
    assert RowLayout(full, AbstracOptions(GameKind.FULL)).most_cards(START) == most


def test_unfettered_up_to_twelve_and_then_one_more_than_before() -> None:
    """The joker is the first of the twelve (B6)."""
    deal = begun(GameKind.UNFETTERED)
    assert list(deal.legal_moves()) == list(range(1, 13))
    took = deal.take_cards(3)
    assert (took.cards[0], list(deal.legal_moves())) == (JOKER, [1, 2, 3, 4])
    deal.take_cards(1)
    assert list(deal.legal_moves()) == [1, 2]
    deal.take_cards(2)
    assert list(deal.legal_moves()) == [1, 2, 3]


def test_twelve_and_the_rest() -> None:
    """25 cards cannot be halved."""
    deal = begun(GameKind.UNFETTERED)
    deal.take_cards(12)
    assert deal.legal_moves()[-1] == 13
    deal.take_cards(13)
    assert deal.is_over


def test_the_52_card_game_has_two_halves_and_whoever_played_first_then_plays_second() -> None:
    deal = AbstracDeal(AbstracOptions(GameKind.FULL), (DECK[:26], DECK[26:]))
    deal.choose_order(True)
    while len(deal.log) == 1 or not isinstance(deal.log[-1], ScoredRow):
        deal.take_cards(1)
    assert (deal.began, deal.turn, deal.choosing) == (1, 1, False)
    assert deal.row == DECK[26:]
    while not deal.is_over:
        deal.take_cards(1)
    halves = deal.to_record().halves
    assert len(halves) == 2
    assert deal.scores == [sum(half.scored[seat].score for half in halves) for seat in (0, 1)]


def test_a_layout_goes_on_without_history() -> None:
    layout = RowLayout(ROW, AbstracOptions())
    position = layout.position_after(layout.position_after(START, 2), 3)
    assert (position.taken, position.turn, position.last) == (5, 0, 0)
    one, other = layout.hands(position)
    assert (scoring.mask_card_count(one), scoring.mask_card_count(other)) == (2, 3)
    assert position == Position(5, 0, scoring.MASKS[ROW[0]] | scoring.MASKS[ROW[1]], 0)


@given(st.sampled_from(TABLES), st.integers(0, 10**6))
def test_a_layout_scores_as_the_deal_does(options: AbstracOptions, seed: int) -> None:
    deal = randomly(options, seed)
    takes = [record for record in deal.log if isinstance(record, CardsTaken)]
    for layout, half in zip(deal.layouts, deal.to_record().halves, strict=True):
        began, position = takes[0].seat, START
        while not layout.is_over(position):
            number = len(takes.pop(0).cards)
            assert number in layout.legal_moves(position)
            position = layout.position_after(position, number)
        scores = half.scored[0].score, half.scored[1].score
        assert layout.scores(position) == (scores if began == 0 else scores[::-1])


# Games


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"deals": 2, "target": 500, "kind": GameKind.FULL}, "not on both"),
        ({"target": 500}, "for the 52-card game only"),
        ({"ace": AcePosition.LOW}, "for the 52-card game only"),
        ({"unpaired": 0}, "for the 52-card game only"),
        ({"kind": GameKind.FULL, "unpaired": 2}, "counts 1 or 0, not 2"),
        ({"deals": 0}, "1 deal or more, not for 0"),
        ({"kind": GameKind.FULL, "target": 0}, "1 point or more, not for 0"),
    ],
)
def test_options_that_cannot_be(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        AbstracOptions(**wrong)  # type: ignore[arg-type]


def test_deals_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="the 24 cards of the pack, once each"):
        AbstracDeal(AbstracOptions(), (ROW[1:],))
    with pytest.raises(ValueError, match="the joker is the first"):
        AbstracDeal(AbstracOptions(GameKind.UNFETTERED), ((*ROW, JOKER),))
    with pytest.raises(ValueError, match="26 different cards"):
        RowLayout(DECK[:25], AbstracOptions(GameKind.FULL))
    with pytest.raises(ValueError, match="two rows of different cards"):
        AbstracDeal(AbstracOptions(GameKind.FULL), (DECK[:26], DECK[20:46]))
    with pytest.raises(ValueError, match="no seat 2"):
        AbstracDeal(AbstracOptions(), (ROW,), dealer=2)
    with pytest.raises(ValueError, match="not over"):
        begun().to_record()
    with pytest.raises(ValueError, match="2 seats need as many players, not 3"):
        play_game([PLAYERS["random"]] * 3, Random(1))


def test_how_long_a_game_is() -> None:
    assert (AbstracOptions().agreed_deals, AbstracOptions(deals=4).agreed_deals) == (1, 4)
    assert (AbstracOptions(GameKind.FULL).agreed_deals, AbstracOptions(GameKind.FULL).winning_score) == (
        None,
        500,
    )
    assert (
        AbstracOptions(GameKind.FULL, deals=2).agreed_deals,
        AbstracOptions(GameKind.FULL, deals=2).winning_score,
    ) == (
        2,
        None,
    )


def test_the_52_card_game_ends_with_the_deal_that_reaches_the_target() -> None:
    rng = Random(2)
    game = play_game([PLAYERS["random"]] * 2, rng, AbstracOptions(GameKind.FULL), dealer=0)
    assert max(game.scores) >= 500
    before = [sum(deal.scores[seat] for deal in game.deals[:-1]) for seat in (0, 1)]
    assert max(before) < 500
    assert [deal.dealer for deal in game.deals] == [n % 2 for n in range(len(game.deals))]
    assert game.winner == (0 if game.scores[0] > game.scores[1] else 1)


@given(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, 40))
def test_no_legal_move_is_refused_and_no_other_made(options: AbstracOptions, seed: int, moves: int) -> None:
    deal = randomly(options, seed, moves)
    legal = deal.legal_moves()
    assert list(legal) == list(range(1, len(legal) + 1))
    assert bool(legal) == (not deal.is_over)
    for number in range(-1, 28):
        if number not in legal:
            before = len(deal.log)
            with pytest.raises(ValueError, match=r"card|choose|over"):
                deal.make_move(number)
            assert len(deal.log) == before
    for number in legal:
        if not deal.choosing:
            deal.verify_take(number)


@given(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, 60))
def test_no_card_is_lost_or_doubled(options: AbstracOptions, seed: int, moves: int) -> None:
    deal = randomly(options, seed, moves)
    if options.kind is GameKind.FULL:
        assert sorted(each for layout in deal.layouts for each in layout.row) == list(DECK)
    assert sorted([*deal.row, *deal.hands[0], *deal.hands[1]]) == sorted(deal.layout.row)
    for half in deal.log:
        if isinstance(half, ScoredRow):
            assert {*half.hands[0], *half.hands[1]} in [{*layout.row} for layout in deal.layouts]


@given(st.sampled_from(TABLES), st.integers(0, 10**6))
def test_a_finished_deal_replays_to_itself(options: AbstracOptions, seed: int) -> None:
    finished = randomly(options, seed).to_record()
    assert replay_abstrac(finished) == finished
    for seat in (0, 1):
        assert finished.scores[seat] == sum(half.scored[seat].score for half in finished.halves)


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_games_end_and_replay(options: AbstracOptions, kind: str) -> None:
    rng = Random(11)
    players = [PLAYERS[kind]] * 2
    for _ in range(60 if kind == "random" else 6):
        game = play_game(players, rng, options)
        assert len(game.deals) == options.agreed_deals or max(game.scores) >= (options.winning_score or 0)
        assert all(replay_abstrac(deal) == deal for deal in game.deals)


def test_how_often_a_hand_makes_nothing() -> None:
    """B3: one player without any combination in 4 per cent of random deals."""
    deals = [randomly(AbstracOptions(), seed).to_record().halves[0].scored for seed in range(4000)]
    misere = sum(isinstance(one, HandScoring) and one.misere for one, _ in deals)
    assert misere / len(deals) == pytest.approx(0.04, abs=0.01)


def test_how_often_a_half_has_no_pair_or_is_shared_evenly() -> None:
    """B7: 0.4 per cent of hands without a pair; B9: 13 cards each in 21 per cent of halves."""
    halves = [
        half
        for seed in range(1500)
        for half in randomly(AbstracOptions(GameKind.FULL), seed).to_record().halves
    ]
    unpaired = [
        scored.factors[2] == 1
        for half in halves
        for scored in half.scored
        if isinstance(scored, HandScoring52)
    ]
    assert sum(unpaired) / len(unpaired) == pytest.approx(0.004, abs=0.004)
    even = [len(half.hands[0]) == 13 for half in halves]
    assert sum(even) / len(even) == pytest.approx(0.21, abs=0.03)


@pytest.mark.parametrize("kind", GameKind)
def test_a_sensible_player_beats_a_random_one(kind: GameKind) -> None:
    rng = Random(6)
    players = [PLAYERS["sensible"], PLAYERS["random"]]
    winners = [play_game(players, rng, AbstracOptions(kind)).winner for _ in range(80)]
    assert winners.count(0) > 1.5 * winners.count(1)


def test_the_same_seed_gives_the_same_game() -> None:
    def game(seed: int) -> object:
        rng = Random(seed)
        return play_game([PLAYERS["random"]] * 2, rng)

    assert game(4) == game(4) != game(5)
