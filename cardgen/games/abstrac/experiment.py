"""Abstrac as an experiment: whole games of its four kinds, and what is counted in them.

A *turn* is a draw; choosing who plays first is none. A *row* is what is scored at once: a deal, or half a
deal of the 52-card game, in which who begins the one half is second in the other. Seat 2 deals first, so
seat 1 is the first to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from random import Random
from typing import Any

from ...errors import UsageError
from ...pack.model import Pack
from ..experiment import (
    OF_DEALS,
    OF_SCORES,
    OF_TURNS,
    Chunk,
    about_of,
    choice,
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
    verify_temperaments,
)
from ..game import Play, Setup
from ..measures import GAMES, Measure
from ..rng import python_random
from . import options as game_options
from .deal import FIRST, SECOND, Deal
from .game import Player, play_game
from .layout import HALF
from .options import KINDS, Ace, Kind
from .players import PLAYERS
from .records import Chose, FinishedDeal, FinishedGame, Settled, Took
from .scoring import Scored
from .scoring52 import Scored52

#: How long a game may be here, so that none takes for ever.
MOST_DEALS, MOST_TARGET = 1_000, 10_000
#: The most points that one player can make of a row: computed over all hands of the 24 cards, and for the
#: 52-card game a bound on suit times sequence times set by the number of cards.
BEST = {Kind.BASIC: 432, Kind.SUITS: 432, Kind.UNFETTERED: 468, Kind.FULL: 1176}
#: Scores that tables tell apart; higher ones are counted with the highest.
MOST_SCORE = 5_000
#: Tables: "scores" has a row a seat, see `score_range`. "lengths" counts games by their turns, the last entry
#: holding all longer ones. "cards" counts rows by the cards that who began took. "leads" counts rows by the
#: lead of who began, entry LEAD being even and the ends holding all beyond; "leads_by_cards" adds up these
#: leads by the cards that who began took.
TABLES = ("scores", "lengths", "cards", "leads", "leads_by_cards")
LEAD = 500
#: The most turns of a deal, as each takes a card, and deals that tables have room for in a game to a score.
LONGEST, USUAL_DEALS = 2 * HALF, 20
OF_FIRST = "going first"

#: The facts of a game before those that all share (SHARED and BY_SEAT). Points are scores.
COMMON = (
    "turns",
    "deals",
    "rows",
    "chose_first",  # deals whose non-dealer chose to play first
    "chooser_points",  # points of non-dealers in their deals
    "dealer_points",
    "chooser_ahead",  # deals in which the non-dealer scores more
    "deals_even",  # deals in which both score the same
    "first_points",  # points of who began, row by row
    "second_points",
    "first_ahead",  # rows in which who began scores more
    "rows_even",
    "lead_squares",  # of the leads of who began
    "first_cards",  # cards taken by who began
    "reversed",  # rows in which one player has no combination, and takes the score of the other
    "neither",  # rows in which neither has one
    "sets",  # points for sets in all hands
    "runs",  # points for runs
    "flush",  # 52 cards: the factors of all hands
    "sequence",
    "alike",
    "equal",  # rows of which both took as many cards
)

OPTION_WORDS = {
    "kind": "Which game: basic, suits (variant 1), unfettered (variant 2) or 52 (the full pack).",
    "deals": "Play so many deals (1; the 52-card game goes to a score).",
    "target": "The 52-card game: play to so many points (500).",
    "ace": "The 52-card game: the Ace is high, low or both in a sequence.",
    "unpaired": "The 52-card game: what a hand without a pair multiplies by, 1 or 0.",
    "first": "Who plays first: chosen by the non-dealer, or always the non-dealer, or the dealer.",
}
TEMPERAMENT_WORDS = {
    "random": "Takes any number of cards, and chooses to play first or second alike.",
    "sensible": "Looks a few draws ahead and then guesses by halves.",
}
TEMPERAMENTS: dict[str, Callable[[Random], Player]] = dict(PLAYERS)
#: How many can play.
PLAYERS_ALLOWED = (2,)


class First(Enum):
    """Who plays the first row of a deal first: as the rules say, or settled, so that no choice tells."""

    CHOSEN = "chosen"
    NON_DEALER = "non-dealer"
    DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class Options(game_options.Options):
    """What a table agrees on; `first` is not of the game but of the experiment."""

    first: First = First.CHOSEN


def read_options(words: Iterable[str], players: int = 2) -> Options:
    """Options as people write them. Raises UsageError, for a number of players that cannot play as well.

    >>> read_options(["kind=52", "target=300", "ace=low"]).goal
    300
    """
    if players not in PLAYERS_ALLOWED:
        raise UsageError(f"Abstrac is played by two, not by {players}")
    given = read_words(words, OPTION_WORDS)
    values: dict[str, Any] = {}
    for name, values_of in (("kind", Kind), ("ace", Ace), ("first", First)):
        if name in given:
            values[name] = values_of(choice(name, given[name], [each.value for each in values_of]))
    for name, most, least in (("deals", MOST_DEALS, 1), ("target", MOST_TARGET, 1), ("unpaired", 1, 0)):
        if name in given:
            values[name] = number(name, given[name], most, least)
    with refused():
        return Options(**values)


@dataclass(frozen=True)
class Abstrac:
    """Games at one table. Raises UsageError for unknown temperaments."""

    options: Options
    #: The temperament of both seats.
    temperaments: tuple[str, ...]

    def __post_init__(self) -> None:
        verify_temperaments(self.temperaments, TEMPERAMENTS, 2)

    @property
    def facts(self) -> tuple[str, ...]:
        """The columns of rows."""
        return fact_names(COMMON, 2)

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """What is said of this kind of game."""
        full = self.options.kind is Kind.FULL
        tied = Measure("tied", "games tied", {"tied": 1}, {GAMES: 1}, "share", part=OF_SCORES)
        scores = (*score_measures(("seat 1", "seat 2"), 2), tied)
        cards = _full() if full else _short()
        return (*scores, *_first(full), *_choice(self.options), *_lengths(self.options), *cards)

    @property
    def score_range(self) -> tuple[int, int]:
        """From nothing to the best that such a game can bring, or to MOST_SCORE."""
        options = self.options
        a_deal = BEST[options.kind] * (2 if options.kind is Kind.FULL else 1)
        most = a_deal * (options.length or 1) + (options.goal or 0)
        return 0, min(MOST_SCORE, most)

    @property
    def about(self) -> dict[str, Any]:
        """What is played."""
        game = next(name for name, kinds in KINDS.items() if self.options.kind in kinds)
        return about_of(game, self.temperaments, self.options, Options(), OPTION_WORDS)

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Play some games by their numbers."""
        longest = LONGEST * (self.options.length or USUAL_DEALS)
        sizes = (2 * (self.score_range[1] + 1), longest + 1, HALF + 1, 2 * LEAD + 1, HALF + 1)
        games = (self.game(seed, each) for each in range(first, first + count))
        return chunk_of(games, dict(zip(TABLES, sizes, strict=True)), counted)

    def game(self, seed: int, number: int) -> FinishedGame:
        """One game, draw by draw, as its record."""
        players = players_of(self.temperaments, TEMPERAMENTS, seed, number)
        players = [_settled(player, self.options.first) for player in players]
        return play_game(players, python_random(seed, number), self.options, 1)


def _settled(player: Player, first: First) -> Player:
    """A player that chooses as is settled, where it is; the rest is its own."""
    if first is First.CHOSEN:
        return player
    chosen = FIRST if first is First.NON_DEALER else SECOND

    def play(deal: Deal) -> int:
        return chosen if deal.choosing else player(deal)

    return play


# Facts


def counted(game: FinishedGame, tables: dict[str, list[int]]) -> list[int]:
    """The facts of a game; its tables are counted as well."""
    facts, turns = dict.fromkeys(COMMON, 0), [0, 0]
    for deal in game.deals:
        _count_deal(deal, facts)
        began = _count_choice(deal, facts)
        for settled in deal.halves:
            _count_row(settled, began, facts, tables)
            began = 1 - began
        for record in deal.log:
            if isinstance(record, Took):
                turns[record.seat] += 1
    facts["turns"] = sum(turns)
    facts["deals"] = len(game.deals)
    count_scores(tables["scores"], game.scores, 0)
    count(tables["lengths"], facts["turns"])
    return [*facts.values(), *seat_facts(game.scores, turns, 2)]


def _count_deal(deal: FinishedDeal, facts: dict[str, int]) -> None:
    mine, dealers = deal.scores[1 - deal.dealer], deal.scores[deal.dealer]
    facts["chooser_points"] += mine
    facts["dealer_points"] += dealers
    facts["chooser_ahead"] += mine > dealers
    facts["deals_even"] += mine == dealers


def _count_choice(deal: FinishedDeal, facts: dict[str, int]) -> int:
    """The seat that begins."""
    chose = next(record for record in deal.log if isinstance(record, Chose))
    facts["chose_first"] += chose.first
    return chose.seat if chose.first else 1 - chose.seat


def _count_row(settled: Settled, began: int, facts: dict[str, int], tables: dict[str, list[int]]) -> None:
    one, other = settled.scored[began], settled.scored[1 - began]
    lead, taken = one.score - other.score, len(settled.hands[began])
    facts["rows"] += 1
    facts["first_points"] += one.score
    facts["second_points"] += other.score
    facts["first_ahead"] += lead > 0
    facts["rows_even"] += not lead
    facts["lead_squares"] += lead * lead
    facts["first_cards"] += taken
    count(tables["cards"], taken)
    count(tables["leads"], max(0, lead + LEAD))
    tables["leads_by_cards"][taken] += lead
    for scored in (one, other):
        _count_hand(scored, facts)
    if isinstance(one, Scored) and isinstance(other, Scored):
        facts["reversed"] += one.misere
        facts["neither"] += not one.points and not other.points
    facts["equal"] += 2 * taken == len(settled.hands[0]) + len(settled.hands[1])


def _count_hand(scored: Scored | Scored52, facts: dict[str, int]) -> None:
    if isinstance(scored, Scored):
        sets = sum([each.points for each in scored.combinations if each.kind == "set"])
        facts["sets"] += sets
        facts["runs"] += scored.points - sets
        return
    for name, factor in zip(("flush", "sequence", "alike"), scored.factors, strict=True):
        facts[name] += factor


# Measures


def _first(full: bool) -> Iterator[Measure]:
    rows, what = {"rows": 1}, "halves" if full else "deals"
    lead = {"first_points": 1, "second_points": -1}
    meaning = "the score of who plays first in a row, less that of the other"
    yield Measure("begin", "worth of going first", lead, rows, "points", meaning, part=OF_FIRST)
    squares, spread = {"lead_squares": 1}, "standard deviation"
    yield Measure(
        "begin_spread", "spread of that lead", squares, rows, "points", spread, mean=lead, part=OF_FIRST
    )
    ahead = {"first_ahead": 1}
    behind = {"rows": 1, "first_ahead": -1, "rows_even": -1}
    yield Measure("first_ahead", f"{what} won by who goes first", ahead, rows, "share", part=OF_FIRST)
    yield Measure("second_ahead", f"{what} won by the other", behind, rows, "share", part=OF_FIRST)
    yield Measure("rows_even", f"{what} that are even", {"rows_even": 1}, rows, "share", part=OF_FIRST)
    of_won = {"rows": 1, "rows_even": -1}
    fair = "one half where going first does not matter"
    yield Measure(
        "first_of_won", "of those won, by who goes first", ahead, of_won, "share", fair, part=OF_FIRST
    )
    cards = {"first_cards": 1}
    yield Measure("first_cards", "cards of who goes first", cards, rows, "cards", part=OF_FIRST)
    yield Measure("equal", f"{what} with as many cards each", {"equal": 1}, rows, "share", part=OF_FIRST)


def _choice(options: Options) -> Iterator[Measure]:
    deals, lead = {"deals": 1}, {"chooser_points": 1, "dealer_points": -1}
    if options.first is First.CHOSEN:
        chose = {"chose_first": 1}
        yield Measure("chose_first", "choices to play first", chose, deals, "share", part=OF_FIRST)
    meaning = "the non-dealer's score in a deal, less the dealer's"
    yield Measure("chooser", "lead of the non-dealer", lead, deals, "points", meaning, part=OF_FIRST)
    ahead = {"chooser_ahead": 1}
    yield Measure("chooser_ahead", "deals won by the non-dealer", ahead, deals, "share", part=OF_FIRST)
    if options.kind is Kind.FULL:
        yield Measure("deals_even", "deals tied", {"deals_even": 1}, deals, "share", part=OF_FIRST)


def _lengths(options: Options) -> Iterator[Measure]:
    games = {GAMES: 1}
    yield Measure("turns", "turns in a game", {"turns": 1}, games, "turns", "draws", part=OF_TURNS)
    if options.length != 1 or options.kind is Kind.FULL:
        yield Measure(
            "row_turns", "turns in a row of cards", {"turns": 1}, {"rows": 1}, "turns", part=OF_TURNS
        )
    if options.goal is not None:
        yield Measure("deals", "deals in a game", {"deals": 1}, games, "times", part=OF_DEALS)


def _short() -> Iterator[Measure]:
    rows, hands = {"rows": 1}, {"rows": 2}
    reverse = "one player has no combination, and takes the other's score"
    yield Measure(
        "reversed", "deals reversed (misère)", {"reversed": 1}, rows, "share", reverse, part=OF_DEALS
    )
    neither = "neither has a combination"
    yield Measure(
        "neither", "deals that score nothing", {"neither": 1}, rows, "share", neither, part=OF_DEALS
    )
    yield Measure("sets", "points for sets in a hand", {"sets": 1}, hands, "points", part=OF_DEALS)
    yield Measure("runs", "points for sequences in a hand", {"runs": 1}, hands, "points", part=OF_DEALS)


def _full() -> Iterator[Measure]:
    hands = {"rows": 2}
    yield Measure("flush", "longest suit of a hand", {"flush": 1}, hands, "cards", part=OF_DEALS)
    yield Measure("sequence", "longest sequence", {"sequence": 1}, hands, "cards", part=OF_DEALS)
    alike = "a hand without a pair counts as the options say"
    yield Measure("alike", "longest set", {"alike": 1}, hands, "cards", alike, part=OF_DEALS)


def _setup(pack: Pack, setup: Setup) -> Abstrac:
    kinds = KINDS[setup.game or "abstrac"]
    options = read_options((f"kind={kinds[0].value}", *setup.options), setup.players_or(2))
    if options.kind not in kinds:
        fitting = " or ".join(f"kind={kind.value}" for kind in kinds)
        raise UsageError(
            f"kind={options.kind.value} wants another pack than {pack.name}: this is for {fitting}"
        )
    return Abstrac(options, setup.seated(2))


PLAY = Play(
    setup=_setup,
    options=OPTION_WORDS,
    temperaments=TEMPERAMENT_WORDS,
    measures=lambda: Abstrac(read_options(()), ("random",) * 2).measures,
)
