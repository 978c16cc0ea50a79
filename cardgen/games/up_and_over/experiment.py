"""Up and Over as an experiment: whole games to 21 tricks, and what is counted in them.

A *turn* is a card played from a hand; turning the card that starts a trick is none, even where it is an Ace
to be declared. After each trick but the last there is one round of dealing, in which all hands are filled.
The last seat deals, and so turns the first card; seat 1 plays first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from ...pack.model import Pack
from ..cards import DECK, Card
from ..experiment import (
    OF_SCORES,
    OF_TRICKS,
    OF_TURNS,
    Chunk,
    about_of,
    choice,
    chunk_of,
    count,
    count_scores,
    fact_names,
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
from .editions import EDITIONS, FEWEST, HAND, MOST, TRICKS, Options
from .game import Player, play_game
from .players import PLAYERS
from .records import Drew, FinishedGame, Laid, Record, Reshuffled, Skipped, Taken
from .values import LIMIT, VALUES, Outcome

#: Tables: "scores" has a row a seat, see `score_range`. "lengths" counts games by their turns and "games" by
#: their tricks, the last entries holding all longer ones. "tricks" counts tricks by their cards, with the one
#: turned.
TABLES = ("scores", "lengths", "games", "tricks")
#: What tables tell apart: turns and tricks of a game for each player, and all cards that a trick can have.
LONGEST, LONGEST_GAME = 200, TRICKS
LONGEST_TRICK = MOST * HAND + 1

#: The facts of a game before those that all share (SHARED and BY_SEAT).
COMMON = (
    "turns",
    "tricks",
    "exactly",  # tricks taken by making 21
    "over",  # tricks that went over 21, and so to the player before
    "forced",  # of these, those at which no card in hand would have stayed at 21 or less
    "nobody",  # tricks that all hands ended below 21
    "starter",  # tricks taken by who turned their first card
    "below",  # tricks whose sum was below zero at some time
    "cards",  # cards in all tricks, with those turned
    "skipped",  # players skipped for want of a card
    "aces",  # Aces in tricks
    "elevens",  # of these, those that count 11
    "drawn",  # cards drawn to fill hands
    "reshuffles",
    "for_turning",  # of these, those with hands full and no card left to turn
    "second",  # the tricks of the second best player
)

OPTION_WORDS = {
    "smaller-hands": "Four players get four cards each, five get three, throughout.",
    "edition": "Which edition is played: up-and-over or up-n-over; the games are the same.",
}
TEMPERAMENT_WORDS = {
    "random": "Plays any card.",
    "sensible": "Makes 21 where it can, and else a sum that is bad for the next player.",
}
TEMPERAMENTS: dict[str, Callable[[Random], Player]] = dict(PLAYERS)
#: How many can play.
PLAYERS_ALLOWED = tuple(range(FEWEST, MOST + 1))

_LOWEST = [min(VALUES[card.rank]) for card in DECK]
_ACES = [card.rank == "A" for card in DECK]


def read_options(words: Iterable[str], players: int = 2) -> Options:
    """Options as people write them. Raises UsageError, for a number of players that cannot play as well.

    >>> read_options(["smaller-hands"], 5).hand
    3
    """
    given = read_words(words, OPTION_WORDS)
    values: dict[str, Any] = {}
    if "smaller-hands" in given:
        values["smaller_hands"] = switch("smaller-hands", given["smaller-hands"])
    if "edition" in given:
        values["edition"] = choice("edition", given["edition"], EDITIONS)
    with refused():
        return Options(players, **values)


@dataclass(frozen=True)
class UpAndOver:
    """Games at one table. Raises UsageError for unknown temperaments."""

    options: Options
    #: The temperament of every seat.
    temperaments: tuple[str, ...]

    def __post_init__(self) -> None:
        verify_temperaments(self.temperaments, TEMPERAMENTS, self.options.players)

    @property
    def facts(self) -> tuple[str, ...]:
        """The columns of rows."""
        return fact_names(COMMON, self.options.players)

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """What is said of so many players."""
        players = self.options.players
        seats = [f"seat {seat + 1}" for seat in range(players)]
        scores = score_measures(seats, players, "plays first")
        return fair((*scores, *_scores(), *_turns(players), *_tricks()), self.temperaments)

    @property
    def score_range(self) -> tuple[int, int]:
        """From no trick to those that win."""
        return 0, TRICKS

    @property
    def about(self) -> dict[str, Any]:
        """What is played."""
        return about_of(self.options.edition, self.temperaments, self.options, Options(), OPTION_WORDS)

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Play some games by their numbers."""
        players = self.options.players
        sizes = (players * (TRICKS + 1), players * LONGEST + 1, players * LONGEST_GAME + 1, LONGEST_TRICK + 1)
        games = (self.game(seed, each) for each in range(first, first + count))
        return chunk_of(games, dict(zip(TABLES, sizes, strict=True)), counted)

    def game(self, seed: int, number: int) -> FinishedGame:
        """One game, card by card, as its record."""
        players = players_of(self.temperaments, TEMPERAMENTS, seed, number)
        return play_game(players, python_random(seed, number), self.options, len(players) - 1)


# Facts


def counted(game: FinishedGame, tables: dict[str, list[int]]) -> list[int]:
    """The facts of a game; its tables are counted as well."""
    facts, turns = dict.fromkeys(COMMON, 0), [0] * game.options.players
    hands = _dealt(game)
    for record in game.log:
        if isinstance(record, Laid):
            if not record.turned:
                turns[record.seat] += 1
                _count_turn(record, hands[record.seat], facts)
        elif isinstance(record, Drew):
            hands[record.seat].append(record.card)
            facts["drawn"] += 1
        elif isinstance(record, Taken):
            _count_trick(record, facts)
            count(tables["tricks"], len(record.laid))
        elif isinstance(record, Skipped):
            facts["skipped"] += 1
    _count_reshuffles(game.log, facts)
    facts["turns"] = sum(turns)
    facts["second"] = sorted(game.scores)[-2]
    count_scores(tables["scores"], game.scores, 0)
    count(tables["lengths"], facts["turns"])
    count(tables["games"], facts["tricks"])
    return [*facts.values(), *seat_facts(game.scores, turns, len(turns))]


def _dealt(game: FinishedGame) -> list[list[Card]]:
    """The hands as dealt, from the top of the deck."""
    size, deck = game.options.hand, game.deck[::-1]
    return [list(deck[seat * size : (seat + 1) * size]) for seat in range(game.options.players)]


def _count_turn(laid: Laid, hand: list[Card], facts: dict[str, int]) -> None:
    if laid.total > LIMIT:
        facts["forced"] += laid.total - laid.value + min([_LOWEST[card] for card in hand]) > LIMIT
    hand.remove(laid.card)


def _count_trick(taken: Taken, facts: dict[str, int]) -> None:
    facts["tricks"] += 1
    facts["exactly"] += taken.outcome is Outcome.EXACTLY
    facts["over"] += taken.outcome is Outcome.OVER
    facts["nobody"] += taken.taker is None
    facts["starter"] += taken.taker == taken.laid[0].seat
    facts["cards"] += len(taken.laid)
    facts["below"] += min([laid.total for laid in taken.laid]) < 0
    for laid in taken.laid:
        if _ACES[laid.card]:
            facts["aces"] += 1
            facts["elevens"] += laid.value == 11


def _count_reshuffles(log: Sequence[Record], facts: dict[str, int]) -> None:
    for at, record in enumerate(log):
        if isinstance(record, Reshuffled):
            facts["reshuffles"] += 1
            # The deck ran out either while hands were filled, or on the card to turn.
            facts["for_turning"] += not isinstance(log[at + 1], Drew)


# Measures


def _scores() -> Iterator[Measure]:
    second = "less the tricks of the second best"
    lead = {GAMES: TRICKS, "second": -1}
    yield Measure("lead", "first less second", lead, {GAMES: 1}, "points", second, part=OF_SCORES)


def _turns(players: int) -> Iterator[Measure]:
    games, turns = {GAMES: 1}, {"turns": 1}
    played = "cards played from hands"
    yield Measure("turns", "turns in a game", turns, games, "turns", played, part=OF_TURNS)
    yield Measure("own_turns", "turns of a player", turns, {GAMES: players}, "turns", played, part=OF_TURNS)
    yield Measure("trick_turns", "turns in a trick", turns, {"tricks": 1}, "turns", played, part=OF_TURNS)
    rounds = {"tricks": 1, GAMES: -1}
    yield Measure(
        "rounds",
        "times hands are filled",
        rounds,
        games,
        "times",
        "after each trick but the last",
        part=OF_TURNS,
    )
    yield Measure("reshuffles", "reshuffles in a game", {"reshuffles": 1}, games, "times", part=OF_TURNS)
    none_left = "all hands are full, and no card is left to turn"
    yield Measure(
        "for_turning", "these to turn a card", {"for_turning": 1}, games, "times", none_left, part=OF_TURNS
    )
    empty = "players without a card left in the trick"
    yield Measure(
        "skipped", "players skipped in a game", {"skipped": 1}, games, "times", empty, part=OF_TURNS
    )
    yield Measure("elevens", "Aces that count 11", {"elevens": 1}, {"aces": 1}, "share", part=OF_TURNS)


def _tricks() -> Iterator[Measure]:
    tricks, over = {"tricks": 1}, {"over": 1}
    yield Measure("tricks", "tricks in a game", tricks, {GAMES: 1}, "times", part=OF_TRICKS)
    yield Measure(
        "cards", "cards in a trick", {"cards": 1}, tricks, "cards", "with the one turned", part=OF_TRICKS
    )
    yield Measure("exactly", "tricks taken at 21", {"exactly": 1}, tricks, "share", part=OF_TRICKS)
    yield Measure(
        "over", "tricks that go over 21", over, tricks, "share", "and to the player before", part=OF_TRICKS
    )
    forced = "no card in hand would have stayed at 21 or less"
    yield Measure(
        "forced", "these for want of a low card", {"forced": 1}, over, "share", forced, part=OF_TRICKS
    )
    yield Measure(
        "nobody",
        "tricks that nobody takes",
        {"nobody": 1},
        tricks,
        "share",
        "all hands run out",
        part=OF_TRICKS,
    )
    turner = "who turned the first card"
    yield Measure(
        "starter", "tricks taken by their starter", {"starter": 1}, tricks, "share", turner, part=OF_TRICKS
    )
    yield Measure("below", "tricks below zero for a time", {"below": 1}, tricks, "share", part=OF_TRICKS)


def _setup(pack: Pack, setup: Setup) -> UpAndOver:
    players = setup.players_or(2)
    return UpAndOver(read_options((f"edition={setup.game}", *setup.options), players), setup.seated(players))


PLAY = Play(
    setup=_setup,
    options=OPTION_WORDS,
    temperaments=TEMPERAMENT_WORDS,
    measures=lambda: UpAndOver(read_options(()), ("random",) * 2).measures,
    scored_in="tricks",
)
