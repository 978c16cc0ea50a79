"""The experts: their compiled rules are the games' rules, and they win."""

from __future__ import annotations

from random import Random

import pytest

from cardgen.api import load
from cardgen.gaming.games import experiment_of
from cardgen.gaming.games.abstrac.deal import FIRST
from cardgen.gaming.games.abstrac.search import BEST_PLAY
from cardgen.gaming.games.abstrac.solving import find_search
from cardgen.gaming.games.addenda import expert as addenda_expert
from cardgen.gaming.games.addenda.card_game import Addenda
from cardgen.gaming.games.addenda.deal import AddendaOptions, side_of_seat
from cardgen.gaming.games.addenda.players import sensible_card
from cardgen.gaming.games.card_game import random_legal_move
from cardgen.gaming.games.compiling import whole_numbers
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.search import Search
from cardgen.gaming.games.up_and_over import expert as up_expert
from cardgen.gaming.games.up_and_over.card_game import UpAndOver
from cardgen.gaming.games.up_and_over.rules import UpAndOverOptions


@pytest.mark.parametrize(
    "options",
    [AddendaOptions(2), AddendaOptions(2, 30), AddendaOptions(4), AddendaOptions(4, 60, zeros_bring=True)],
    ids=str,
)
def test_addenda_is_played_on_by_the_rules_and_by_sensible(options: AddendaOptions) -> None:
    """From positions of random games: the lead at the end of the deal after each card."""
    rng, game = Random(5), Addenda(options, Random(4), 0)
    for _ in range(20):
        deal = game.current
        view = deal.view(deal.to_play)
        hidden = [card for seat, hand in enumerate(deal.hands) if seat != view.seat for card in hand]
        start = addenda_expert._position_with_hidden_cards(
            view, addenda_expert._visible_position(view), hidden + deal.stock
        )
        rules = whole_numbers(
            (options.players, options.hand_size, options.winning_score, options.zeros_bring)
        )
        moves = deal.legal_moves()
        found = addenda_expert._leads_after_cards(
            *start, rules, whole_numbers(map(int, moves)), addenda_expert._table_of_chances_of_taking()
        )
        for card, worth in zip(moves, found, strict=True):
            other, side = deal.copy(), side_of_seat(view.seat)
            other.play(card)
            while other.turn is not None:
                other.play(sensible_card(other.view(other.turn), other.legal_moves(), rng))
            mine, its = other.scores[side], other.scores[1 - side]
            game_won = (mine >= options.winning_score) - (its >= options.winning_score)
            assert worth == mine - its + addenda_expert._GAME * game_won
        game.play(game.ask(random_legal_move, rng))
        if game.turn is None:
            game = Addenda(options, rng, 0)


@pytest.mark.parametrize("players", [2, 5])
def test_a_trick_of_up_and_over_ends_as_by_the_rules(players: int) -> None:
    rng, game = Random(players), UpAndOver(UpAndOverOptions(players), Random(3), 0)
    for _ in range(60):
        view = game.view(game.current.to_play)
        hidden = [card for seat, hand in enumerate(game.current.hands) if seat != view.seat for card in hand]
        ranks = [card % 13 for card in hidden + game.current.deck]
        at = up_expert._position_with_hidden_cards(view, up_expert._visible_position(view, ranks), ranks)
        tricks, goes_on = len(game.current.tricks), True
        while goes_on:
            move = game.ask(random_legal_move, rng)
            goes_on = up_expert._lay_card(at, move.card % 13, move.value)
            game.play(move)
            assert goes_on == (len(game.current.tricks) == tricks)
        taker = game.current.tricks[tricks].taker
        assert at[up_expert._TAKER] == (-1 if taker is None else taker)
        if game.turn is None:
            break


@pytest.mark.parametrize(
    ("pack", "game", "players", "weaker", "margin"),
    [
        ("standard-52", "addenda", 2, "sensible", 50),
        ("standard-52", "up-and-over", 2, "sensible", 3),
        ("short-25", "abstrac-unfettered", 2, "sensible", 0),
    ],
)
def test_an_expert_beats_the_best_other_player(
    pack: str, game: str, players: int, weaker: str, margin: int
) -> None:
    """In the first games of a seed, from each seat; docs/players.md has the figures."""
    table = experiment_of(load(pack), Setup(game, players, (weaker,)))
    expert, other = table.chooser("expert"), table.chooser(weaker)
    leads = []
    for number in range(2):
        for mine in range(players):
            choosers = [expert if seat == mine else other for seat in range(players)]
            scores = table.finished_game(3, number, choosers).scores()
            leads.append(scores[mine] - scores[1 - mine])
    assert sum(leads) / len(leads) > margin


def test_the_expert_of_abstrac_never_leads_by_less_than_the_row_gives() -> None:
    table = experiment_of(load("short-24"), Setup("abstrac", 2, ("expert", "random")))
    for number in range(10):
        game = table.start(1, number)
        lead = find_search("reference")(game.current.layout, game.current.position, BEST_PLAY).lead
        chooser = [table.chooser("expert"), table.chooser("random")]
        first = None
        rng = Random(number)
        while game.turn is not None:
            seat, choosing = game.turn, game.current.choosing
            move = chooser[seat](game, rng)
            if choosing:
                first = seat if move == FIRST else 1 - seat
            game.play(move)
        scores = game.scores()
        assert scores[0] - scores[1] >= (lead if first == 0 else -lead)


def test_the_expert_of_never_over_is_a_search_which_the_compiled_engine_does_not_know() -> None:
    table = experiment_of(load("never-over"), Setup("never-over", 2, ("expert", "careful")))
    assert isinstance(table.chooser("expert"), Search)
    assert not table.is_compiled
