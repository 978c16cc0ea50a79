"""The playing times on covers: reckoned in one way, from games that the engines have played."""

from __future__ import annotations

from statistics import mean

import pytest
from samples import sampled

from cardgen import api
from cardgen.gaming.games import GAMES
from cardgen.gaming.games.abstrac import book as abstrac
from cardgen.gaming.games.addenda import book as addenda
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.never_over.book import book_facts
from cardgen.gaming.games.never_over.cards import cards_of
from cardgen.gaming.games.never_over.example_game import mean_length
from cardgen.gaming.games.playing_time import Length, playing_time_facts
from cardgen.gaming.games.up_and_over import book as up_and_over

#: Of each length that a book declares, by game and players: the pack, the length, the facts that add up to
#: its deals, and how many games are played. A whole game of Abstrac with 24 cards is a deal.
DECLARED = {
    ("addenda", 2): ("standard-52", addenda.LENGTHS[2], ("deals",), 60),
    ("addenda", 4): ("standard-52", addenda.LENGTHS[4], ("deals",), 40),
    **{
        ("up-and-over", players): ("standard-52", length, ("reshuffles",), 40)
        for players, length in up_and_over.LENGTHS.items()
    },
    ("abstrac", 2): ("short-24", abstrac.LENGTHS["abstrac"], ("deals",), 60),
    ("abstrac-unfettered", 2): ("short-25", abstrac.LENGTHS["abstrac-unfettered"], ("deals",), 120),
    ("abstrac-52", 2): ("standard-52", abstrac.LENGTHS["abstrac-52"], ("rows",), 60),
}


@pytest.mark.parametrize("asked", sampled(DECLARED, 2), ids=lambda asked: f"{asked[0]} {asked[1]}")
def test_declared_lengths_are_those_of_games_that_are_played(asked: tuple[str, int]) -> None:
    """Within 8 % of the means of some dozens of games."""
    (game, players), (name, length, counted, games) = asked, DECLARED[asked]
    pack = api.load(name)
    experiment = GAMES[game].play().setup(pack, Setup(game, players, ("sensible",)))
    facts, rows = experiment.facts, experiment.play_chunk(1, 0, games).rows
    turns = mean(row[facts.index("turns")] for row in rows)
    deals = mean(sum(row[facts.index(fact)] for fact in counted) for row in rows)
    if "reshuffles" in counted:
        deals += 1  # the first deal
    assert turns == pytest.approx(length.turns, rel=0.08)
    assert deals == pytest.approx(length.deals, rel=0.08)


def test_minutes_are_rounded_up_to_five_and_told_from_the_shortest_to_the_longest() -> None:
    assert Length(turns=30, deals=0).minutes == 5
    assert Length(turns=30, deals=0.1).minutes == 10
    lengths = [Length(turns=200, deals=3), Length(turns=30, deals=0), Length(turns=90, deals=1)]
    assert playing_time_facts(lengths)["minutes"] == "5–40"
    assert playing_time_facts(lengths[1:2])["minutes"] == "5"


def test_never_over_s_time_is_that_of_its_own_pack() -> None:
    """A pack of twice the cards takes longer, and its book says so."""
    small = api.load("never-over")
    doubled = api.load(
        "never-over",
        {("suits", suit, "cards", str(rank)): 20 for suit, rank in [("green", 1), ("green", 2), ("red", 4)]},
    )
    assert mean_length(cards_of(doubled), 2).turns > mean_length(cards_of(small), 2).turns + 20
    assert book_facts(small, {}).minutes == "10"
    assert book_facts(doubled, {}).minutes != "10"
