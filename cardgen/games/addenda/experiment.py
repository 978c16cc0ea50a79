"""Addenda as an experiment: whole games, and what is counted in them.

A *turn* is a card played. Who holds cards, but only of suits already in the trick, is *stuck*: for two
players the deal then breaks off, for four the turn passes on. Nobody is ever stuck when leading. A deal in
which a side reaches the points that win ends there, so shares of deals are cleanest with a `target` far away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from ...pack.model import Pack
from ..cards import Card
from ..experiment import (
    OF_DEALS,
    OF_TRICKS,
    OF_TURNS,
    Chunk,
    about_of,
    chunk_of,
    count,
    count_scores,
    fact_names,
    number,
    players_of,
    read_words,
    refused,
    score_measures,
    seat_facts,
    switch,
    verify_temperaments,
)
from ..game import Play, Setup
from ..measures import GAMES, Measure, fair
from ..rng import python_random
from .deal import Deal
from .game import Player, play_game
from .options import HANDS, Options, side
from .players import PLAYERS
from .records import End, FinishedDeal, FinishedGame, Passed, Played, Won
from .values import LIMIT

#: The points that a game may be played to here, so that no game takes for ever.
MOST_TARGET = 10_000
#: The highest total of a trick: a Ten and three cards that count ten again.
HIGHEST = 40
#: Tables: "scores" has a row a seat, see `score_range`. "lengths" counts games by their turns and "deals" by
#: their deals, the last entries holding all longer ones. "tricks" counts tricks by their final total (0 to
#: HIGHEST). "stuck" counts turns at which a player was stuck by the number of the trick (1 to 13).
TABLES = ("scores", "lengths", "deals", "tricks", "stuck")
LONGEST_DEALS = 20
_TRICKS_IN_A_DEAL = 13
_PACK, _SUITS = 52, 4

#: The facts of a game before those that all share (SHARED and BY_SEAT).
COMMON = (
    "turns",
    "stuck",
    "stuck_tricks",  # tricks in which a player was stuck
    "stuck_deals",  # deals in which a player was stuck
    "stuck_games",  # 1 if a player was stuck in this game
    "out",  # four players: turns that passed for want of any card
    "deals",
    "broken",  # deals broken off
    "dry",  # of these, those with nothing left in stock
    "fourth",  # of these, those for want of the fourth card of a trick
    "unplayed",  # cards in hands and stock when deals broke off
    "lost",  # the totals of the tricks that were never finished
    "fourth_or_fifth",  # 1 if the game was won in the fourth or fifth deal
    "tricks",  # tricks finished
    "points",  # their final totals
    "point_squares",
    "over",  # tricks that were above 17 at some time
    "ended_over",  # tricks that ended above 17
    "worthless",  # tricks that ended at 0
    "led",  # tricks won by the side of who led them
)
#: Further facts of a seat: how often it was stuck, and how often that broke off a deal with no stock left.
STUCK = ("stuck", "dry")

OPTION_WORDS = {
    "target": "Play to so many points (250 for two players, 500 for four).",
    "zeros-bring": "For four: a Jack or King that undoes or repeats a zero brings the total where it stands.",
}
TEMPERAMENT_WORDS = {
    "random": "Plays any legal card.",
    "sensible": "Weighs what a card wins or loses, and keeps its suits level.",
    "level": "Thinks of nothing but suits: plays from its longest, any card of it.",
}
#: How many can play.
PLAYERS_ALLOWED = tuple(HANDS)


def level_player(rng: Random) -> Player:
    """A player that does what it can to be able to play later on: it plays from its longest legal suit."""

    def play(deal: Deal) -> Card:
        suits = Counter([card.suit for card in deal.hands[deal.to_play]])
        moves = deal.legal_moves()
        longest = max([suits[card.suit] for card in moves])
        best = [card for card in moves if suits[card.suit] == longest]
        return best[int(rng.random() * len(best))]

    return play


TEMPERAMENTS: dict[str, Callable[[Random], Player]] = {**PLAYERS, "level": level_player}


def read_options(words: Iterable[str], players: int = 2) -> Options:
    """Options as people write them. Raises UsageError, for a number of players that cannot play as well.

    >>> read_options(["target=100", "zeros-bring"], 4)
    Options(players=4, target=100, zeros_bring=True)
    """
    given = read_words(words, OPTION_WORDS)
    values: dict[str, Any] = {}
    if "target" in given:
        values["target"] = number("target", given["target"], MOST_TARGET)
    if "zeros-bring" in given:
        values["zeros_bring"] = switch("zeros-bring", given["zeros-bring"])
    with refused():
        return Options(players, **values)


@dataclass(frozen=True)
class Addenda:
    """Games at one table; seat 1 leads the first deal. Raises UsageError for unknown temperaments."""

    options: Options
    #: The temperament of every seat.
    temperaments: tuple[str, ...]

    def __post_init__(self) -> None:
        verify_temperaments(self.temperaments, TEMPERAMENTS, self.options.players)

    @property
    def facts(self) -> tuple[str, ...]:
        """The columns of rows."""
        return fact_names(_own(self.options.players), self.options.players)

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """What is said of so many players."""
        four = self.options.players == 4
        seats = ("seats 1 and 3", "seats 2 and 4") if four else ("seat 1", "seat 2")
        scores = score_measures(seats, self.options.players, "leads")
        return fair((*scores, *_turns(four), *_tricks(four), *_deals(four)), self.temperaments)

    @property
    def score_range(self) -> tuple[int, int]:
        """From nothing to what the last trick can bring beyond the points that win."""
        return 0, self.options.goal - 1 + HIGHEST

    @property
    def about(self) -> dict[str, Any]:
        """What is played."""
        return about_of("addenda", self.temperaments, self.options, Options(), OPTION_WORDS)

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Play some games by their numbers."""
        players, longest = self.options.players, self.options.goal + _PACK
        sizes = (players * (self.score_range[1] + 1), longest + 1, LONGEST_DEALS + 1, HIGHEST + 1)
        games = (self.game(seed, each) for each in range(first, first + count))
        return chunk_of(games, dict(zip(TABLES, (*sizes, _TRICKS_IN_A_DEAL + 1), strict=True)), counted)

    def game(self, seed: int, number: int) -> FinishedGame:
        """One game, card by card, as its record."""
        players = players_of(self.temperaments, TEMPERAMENTS, seed, number)
        return play_game(players, python_random(seed, number), self.options, len(players) - 1)


# Facts


def _own(players: int) -> tuple[str, ...]:
    """The facts that only this game has."""
    return (*COMMON, *(f"{name}_{seat}" for seat in range(players) for name in STUCK))


def counted(game: FinishedGame, tables: dict[str, list[int]]) -> list[int]:
    """The facts of a game; its tables are counted as well."""
    players = game.options.players
    facts, turns = dict.fromkeys(_own(players), 0), [0] * players
    for deal in game.deals:
        _count_deal(deal, facts, turns, tables["stuck"])
        for won in deal.tricks:
            _count_trick(won, facts)
            tables["tricks"][won.value] += 1
    facts["turns"] = sum(turns)
    facts["deals"] = len(game.deals)
    facts["fourth_or_fifth"] = int(len(game.deals) in (4, 5))
    facts["stuck"] = sum([facts[f"stuck_{seat}"] for seat in range(players)])
    facts["stuck_games"] = int(facts["stuck"] > 0)
    scores = [game.scores[side(seat)] for seat in range(players)]
    count_scores(tables["scores"], scores, 0)
    count(tables["lengths"], facts["turns"])
    count(tables["deals"], facts["deals"])
    return [*facts.values(), *seat_facts(scores, turns, 2)]


def _count_deal(deal: FinishedDeal, facts: dict[str, int], turns: list[int], stuck: list[int]) -> None:
    trick = 1
    tricks = []
    for record in deal.log:
        if isinstance(record, Played):
            turns[record.seat] += 1
        elif isinstance(record, Won):
            trick += 1
        elif isinstance(record, Passed):
            if record.empty:
                facts["out"] += 1
            else:
                facts[f"stuck_{record.seat}"] += 1
                tricks.append(trick)
    if deal.end is End.BROKEN_OFF:
        _count_break(deal, facts)
        tricks.append(trick)
    for each in tricks:
        stuck[each] += 1
    facts["stuck_tricks"] += len({*tricks})
    facts["stuck_deals"] += bool(tricks)


def _count_break(deal: FinishedDeal, facts: dict[str, int]) -> None:
    """Count a deal for two broken off: whoever did not play last is stuck."""
    played = [record for record in deal.log if isinstance(record, Played)]
    seat, lying = 1 - played[-1].seat, len(played) % _SUITS
    dry = _SUITS * len(deal.tricks) >= len(deal.stock)
    facts[f"stuck_{seat}"] += 1
    facts[f"dry_{seat}"] += dry
    facts["broken"] += 1
    facts["dry"] += dry
    facts["fourth"] += lying == _SUITS - 1
    facts["unplayed"] += _PACK - len(played)
    facts["lost"] += played[-1].step.total


def _count_trick(won: Won, facts: dict[str, int]) -> None:
    value = won.value
    facts["tricks"] += 1
    facts["points"] += value
    facts["point_squares"] += value * value
    facts["over"] += max([played.step.total for played in won.plays]) > LIMIT
    facts["ended_over"] += value > LIMIT
    facts["worthless"] += not value
    facts["led"] += side(won.winner) == side(won.leader)


# Measures


def _turns(four: bool) -> Iterator[Measure]:
    games = {GAMES: 1}
    yield Measure("turns", "turns in a game", {"turns": 1}, games, "turns", "cards played", part=OF_TURNS)
    stuck, cannot = {"stuck": 1}, "the player holds cards, but only of suits already in the trick"
    at_turn = {"turns": 1, "stuck": 1}
    following = (
        {"turns": 1, "stuck": 1, "tricks": -1}
        if four
        else {"turns": 1, "stuck": 1, "tricks": -1, "broken": -1}
    )
    begun = {"tricks": 1} if four else {"tricks": 1, "broken": 1}
    yield Measure(
        "stuck", "turns that match a suit or nothing", stuck, at_turn, "share", cannot, part=OF_TURNS
    )
    but_leads = "of turns other than leads, at which nobody can be stuck"
    yield Measure(
        "stuck_following", "the same, leads left out", stuck, following, "share", but_leads, part=OF_TURNS
    )
    yield from _shares(
        ("stuck_tricks", "tricks in which one is stuck", begun),
        ("stuck_deals", "deals in which one is stuck", {"deals": 1}),
        ("stuck_games", "games in which one is stuck", games),
        part=OF_TURNS,
    )
    if four:
        out = "turns passed over in a deal for want of any card"
        yield Measure("out", "empty hands passed over", {"out": 1}, {"deals": 1}, "times", out, part=OF_TURNS)
        yield Measure("passes", "passes in a deal", stuck, {"deals": 1}, "times", cannot, part=OF_TURNS)


def _tricks(four: bool) -> Iterator[Measure]:
    tricks = {"tricks": 1}
    yield Measure("trick", "total of a trick", {"points": 1}, tricks, "points", part=OF_TRICKS)
    squares, mean = {"point_squares": 1}, {"points": 1}
    spread = "standard deviation"
    yield Measure(
        "trick_spread", "spread of totals", squares, tricks, "points", spread, mean=mean, part=OF_TRICKS
    )
    yield from _shares(
        ("over", "tricks above 17 at some time", tricks),
        ("ended_over", "tricks that end above 17", tricks),
        ("worthless", "tricks that end at 0", tricks),
        ("led", "tricks won by the side that leads" if four else "tricks won by who leads", tricks),
        part=OF_TRICKS,
    )


def _deals(four: bool) -> Iterator[Measure]:
    games, deals = {GAMES: 1}, {"deals": 1}
    yield Measure("deals", "deals in a game", deals, games, "times", part=OF_DEALS)
    yield Measure("deal_tricks", "tricks in a deal", {"tricks": 1}, deals, "times", part=OF_DEALS)
    yield Measure(
        "deal_points", "points in a deal", {"points": 1}, deals, "points", "of both sides", part=OF_DEALS
    )
    if four:
        claim = "as the game's author says it usually does"
        title = "games won in deal 4 or 5"
        yield Measure("fourth_or_fifth", title, {"fourth_or_fifth": 1}, games, "share", claim, part=OF_DEALS)
        return
    yield Measure("broken", "deals that break off", {"broken": 1}, deals, "share", part=OF_DEALS)
    broken = {"broken": 1}
    of = "of deals that break off"
    for seat in (0, 1):
        title = f"deals in which seat {seat + 1} is stuck"
        yield Measure(f"stuck_{seat + 1}", title, {f"stuck_{seat}": 1}, deals, "share", part=OF_DEALS)
    yield Measure(
        "fourth", "these for want of the fourth card", {"fourth": 1}, broken, "share", of, part=OF_DEALS
    )
    yield Measure("dry", "these with the stock gone", {"dry": 1}, broken, "share", of, part=OF_DEALS)
    of_dry = "of deals that break off with the stock gone"
    for seat in (0, 1):
        title, it = f"of those, seat {seat + 1} is stuck", {f"dry_{seat}": 1}
        yield Measure(f"dry_{seat + 1}", title, it, {"dry": 1}, "share", of_dry, part=OF_DEALS)
    yield Measure("unplayed", "cards then not played", {"unplayed": 1}, broken, "cards", of, part=OF_DEALS)
    yield Measure("lost", "points of the trick lost", {"lost": 1}, broken, "points", of, part=OF_DEALS)


def _shares(*told: tuple[str, str, dict[str, int]], part: str) -> Iterator[Measure]:
    for key, title, under in told:
        yield Measure(key, title, {key: 1}, under, "share", part=part)


def _setup(pack: Pack, setup: Setup) -> Addenda:
    players = setup.players_or(2)
    return Addenda(read_options(setup.options, players), setup.seated(players))


PLAY = Play(
    setup=_setup,
    options=OPTION_WORDS,
    temperaments=TEMPERAMENT_WORDS,
    measures=lambda: Addenda(read_options(()), ("random",) * 2).measures,
    trick_limit=LIMIT,
)
