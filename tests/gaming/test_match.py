"""Matches: one player against another over the same deals, and the intervals that hold whenever they are
stopped."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from conftest import Said
from own_games import FILES, PACK, TIDE
from samples import sampled

from cardgen.api import load
from cardgen.errors import UsageError
from cardgen.gaming.games import experiment_of
from cardgen.gaming.games.card_game import CardGame
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.own_game import UserGameExperiment
from cardgen.gaming.lab.match import FIRST_LOOK, MatchExperiment, deals_at_next_look, match_standing
from cardgen.gaming.lab.moments import GameTally, play_and_sum
from cardgen.gaming.lab.sequential import FEWEST_OF_MEAN, mean_interval, share_interval

Say = Callable[..., Said]


class HighCard(CardGame):
    """Each holds one card; the highest takes a point. Nobody decides anything but to play it or to give
    up."""

    title = "High Card"
    players = range(2, 5)
    score_range = (0, 1)

    def deal(self, cards: Any, players: int, rng: Random) -> None:
        self.hands = [[card] for card in rng.sample(range(100), players)]
        self.laid: list[int] = []
        self.turn = 0

    def moves(self) -> Any:
        return ["play", "give up"]

    def play(self, move: Any) -> None:
        self.laid.append(self.hands[self.turn or 0].pop() if move == "play" else -1)
        self.turn = len(self.laid) if len(self.laid) < self.seats else None

    def scores(self) -> Any:
        done = len(self.laid) == self.seats
        return [int(done and card == max(self.laid)) for card in (*self.laid, *[-1] * self.seats)][
            : self.seats
        ]

    def view(self, seat: int) -> Any:
        return {"hand": self.hands[seat][:]}

    def hidden(self, seat: int) -> Any:
        return [hand for other, hand in enumerate(self.hands) if other != seat]

    policies = {  # noqa: RUF012 - never changed
        "playing": lambda view, moves, rng: "play",
        "losing": lambda view, moves, rng: "give up",
    }


class Partners(HighCard):
    """Seats 1 and 3 play against 2 and 4."""

    players = (4,)

    def side(self, seat: int) -> int:
        return seat % 2

    def scores(self) -> Any:
        scores = super().scores()
        return [max(scores[seat % 2 :: 2]) for seat in range(4)]


def match(game: type[CardGame], one: str, other: str, players: int) -> MatchExperiment:
    return MatchExperiment(UserGameExperiment(game, (), ("random",) * players), one, other)


@pytest.mark.parametrize(("game", "players"), [(HighCard, 2), (HighCard, 3), (HighCard, 4), (Partners, 4)])
def test_players_who_are_alike_have_their_share_of_every_deal(game: type[CardGame], players: int) -> None:
    """Each deal is played from every side, so that one with the best card wins exactly one of them."""
    made = match(game, "playing", "playing", players)
    result = match_standing(made, play_and_sum([made], 1, 0, 30))
    assert result.wins.value == result.fair_share
    assert (result.margin.value, result.winner_sign) == (0, 0)
    assert (result.first, result.shared) == (30, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_player_who_gives_up_loses_every_deal(players: int) -> None:
    made = match(HighCard, "losing", "playing", players)
    result = match_standing(made, play_and_sum([made], 1, 0, 30))
    assert (result.wins.value, result.margin.value, result.winner_sign) == (0, -1 / (players - 1), -1)
    back = match(HighCard, "playing", "losing", players)
    assert match_standing(back, play_and_sum([back], 1, 0, 30)).winner_sign == 1


def test_a_tie_is_shared() -> None:
    made = match(HighCard, "losing", "losing", 3)
    result = match_standing(made, play_and_sum([made], 1, 0, 5))
    assert (result.wins.value, result.first, result.shared) == (pytest.approx(1 / 3), 0, 15)


def test_a_match_is_the_same_however_it_is_shared_out() -> None:
    made = MatchExperiment(UserGameExperiment(TIDE, CARDS, ("random",) * 3), "random", "search=2")  # type: ignore[arg-type]
    whole, parts = play_and_sum([made], 4, 0, 6), GameTally()
    for first in (0, 2, 4):
        parts.add(play_and_sum([made], 4, first, 2))
    assert match_standing(made, whole) == match_standing(made, parts)


class Number:
    def __init__(self, rank: int) -> None:
        self.rank = str(rank)


CARDS = tuple(Number(rank) for rank in range(1, 13) for _ in range(2))


def test_looks_depend_on_deals_alone() -> None:
    looks = [FIRST_LOOK]
    while looks[-1] < 200:
        looks.append(deals_at_next_look(looks[-1]))
    assert deals_at_next_look(0) == FIRST_LOOK
    assert looks[:6] == [10, 12, 14, 16, 19, 22]
    assert len(looks) < 24


# Intervals


def test_ten_deals_won_from_every_side_are_the_fewest_that_decide() -> None:
    assert share_interval([1.0] * (FIRST_LOOK - 1)).low < 0.5  # type: ignore[operator]
    assert share_interval([1.0] * FIRST_LOOK).low > 0.5  # type: ignore[operator]
    assert share_interval([0.0] * FIRST_LOOK).high < 0.5  # type: ignore[operator]
    assert share_interval([]) == (None, 0.0, 1.0)


def test_an_interval_of_shares_narrows_where_deals_hardly_vary() -> None:
    def width(*values: float) -> float:
        _, low, high = share_interval(values * 50)
        assert low is not None
        assert high is not None
        return high - low

    assert width(0.5, 0.5) < width(0.25, 0.75) < width(0.0, 1.0) < 0.32


#: What a deal comes to, with its mean.
SHARES: dict[str, tuple[Callable[[Random], float], float]] = {
    "even": (lambda rng: float(rng.random() < 0.5), 0.5),
    "rare": (lambda rng: float(rng.random() < 0.05), 0.05),
    "both sides": (lambda rng: (int(rng.random() < 0.9) + int(rng.random() < 0.9)) / 2, 0.9),
    "mostly halves": (lambda rng: 1.0 if rng.random() < 0.2 else 0.5, 0.6),
}


@pytest.mark.parametrize("name", sampled(SHARES, 2))
def test_intervals_of_shares_hold_at_every_look(name: str) -> None:
    """In 95 of 100 runs at least; here each of 120 runs is looked at a dozen times, and stopped where it
    errs."""
    draw, mean = SHARES[name]
    missed = 0
    for seed in range(120):
        rng = Random(seed)
        values = [draw(rng) for _ in range(80)]
        look = FIRST_LOOK
        while look <= len(values):
            _, low, high = share_interval(values[:look])
            if not (low or 0) <= mean <= (high or 0):
                missed += 1
                break
            look = deals_at_next_look(look)
    assert missed <= 9


@pytest.mark.parametrize(
    ("draw", "mean"),
    [
        (lambda rng: rng.gauss(0, 1), 0.0),
        (lambda rng: rng.expovariate(1), 1.0),
        (lambda rng: rng.gauss(0, 1) * rng.expovariate(1), 0.0),
    ],
    ids=["normal", "exponential", "heavy"],
)
def test_intervals_of_means_hold_at_nearly_every_look(draw: Callable[[Random], float], mean: float) -> None:
    missed = 0
    for seed in range(200):
        rng = Random(seed)
        values = [draw(rng) for _ in range(300)]
        look = FEWEST_OF_MEAN
        while look <= len(values):
            _, low, high = mean_interval(values[:look])
            if low is None or high is None or not low <= mean <= high:
                missed += 1
                break
            look = deals_at_next_look(look)
    assert missed <= 14


def test_a_mean_has_no_interval_of_few_deals_or_where_none_varied() -> None:
    assert mean_interval([1.0, 2.0] * 24) == (1.5, None, None)
    assert mean_interval([1.0] * 100) == (1.0, None, None)
    value, low, high = mean_interval([1.0, 2.0] * 50)
    assert (value, low, high) == (
        1.5,
        pytest.approx(1.5 - 0.152, abs=0.001),
        pytest.approx(1.5 + 0.152, abs=0.001),
    )
    assert mean_interval([]) == (None, None, None)


# The command


def test_a_match_ends_when_it_is_decided(say: Say) -> None:
    words = ("match", "standard-52", "sensible", "random", "--game", "addenda", "--workers", "1")
    said = say(*words)
    assert (said.code, said.errors) == (0, "")
    assert "10 deals from each of 2 sides, seed 1" in said
    assert "sensible wins more than its share." in said
    record = json.loads(say(*words, "--deals", "12", "--all-deals", "--format", "json"))
    assert (record["deals"], record["games"], record["decided"], record["complete"]) == (12, 24, "more", True)


def test_a_match_that_decides_nothing_says_so(say: Say) -> None:
    said = say("match", "short-24", "random", "random", "--deals", "60", "--workers", "1")
    assert said.code == 0
    assert "random shows no difference in these deals." in said
    assert "60 deals" in said


@pytest.mark.thorough
def test_a_search_beats_the_best_player_of_up_and_over() -> None:
    """It wins nine games of ten with 40 guesses, and most with 10."""
    table: Any = experiment_of(load("standard-52"), Setup("up-and-over", 2, ("sensible",)))
    made = MatchExperiment(table, "search=10", "sensible")
    wins = match_standing(made, play_and_sum([made], 1, 0, 5)).wins.value
    assert wins is not None
    assert wins >= 0.7


def test_never_over_is_matched_by_its_rules(say: Say) -> None:
    said = say(
        "match", "never-over", "careful", "random", "--players", "2", "--deals", "10", "--workers", "1"
    )
    assert (said.code, said.errors) == (0, "")
    assert "careful wins more than its share." in said


def test_ones_own_game_is_matched(say: Say, tmp_path: Any) -> None:
    (tmp_path / "tide.yaml").write_text(PACK, encoding="utf-8")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    words = ("match", "tide.yaml", "lowest", "random", "--rules", "tide_players.py", "--players", "3")
    alone = say(*words, "--workers", "1")
    assert "lowest against 2 × random" in alone
    assert "lowest wins more than its share." in alone
    assert say(*words, "--workers", "2") == alone


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["standard-52", "sensibel", "random"], "there is no player 'sensibel'; did you mean 'sensible'"),
        (["standard-52", "random", "sensibel"], "there is no player 'sensibel'"),
        (["standard-52", "random", "random", "--deals", "0"], "0 is out of range"),
        (["never-over", "random", "random", "--players", "99"], "players"),
    ],
)
def test_what_cannot_be_matched_is_told(words: list[str], message: str, say: Say) -> None:
    said = say("match", *words)
    assert said.code == 2
    assert message in said.errors


def test_players_by_name_are_asked_for_at_once() -> None:
    with pytest.raises(UsageError, match="there is no player 'x'"):
        match(HighCard, "x", "playing", 2)
