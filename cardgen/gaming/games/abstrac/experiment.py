"""Abstrac as an experiment: whole games of its four kinds and what is counted in them; perfect play.

A *turn* is a draw; choosing who plays first is none. A *row* is what is scored at once: a deal, or half a
deal of the 52-card game, in which who begins the one half is second in the other. Seat 2 deals first, so
seat 1 is the first to choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from random import Random
from typing import Any, Literal

from ....errors import UsageError
from ....pack.model import Pack
from ..experiment import (
    OF_DEALS,
    OF_SCORES,
    OF_TURNS,
    Chunk,
    StandardRules,
    StandardTable,
    count_scores,
    increment_entry,
    score_measures,
    seat_facts,
    usage_errors,
)
from ..game import GamePlay, Setup
from ..measures import GAMES, Measure, measures_of_part, standard_deviation
from ..options import choice_reader, number_reader, read_values
from .card_game import Abstrac
from .deal import (
    FIRST,
    SECOND,
    Chose,
    FinishedDeal,
    FinishedGame,
    Settled,
    Took,
)
from .layout import HALF, START, Layout
from .options import KINDS, AbstracOptions, Ace, Kind
from .players import PLAYERS
from .rows import ALWAYS, shuffled_row
from .scoring import Scored
from .search import Ask, Search
from .solving import search_of

#: How long a game may be here, so that none takes for ever.
MOST_DEALS, MOST_TARGET = 1_000, 10_000
#: The most points that one player can make of a row: computed over all hands of the 24 cards, and for the
#: 52-card game a bound on suit times sequence times set by the number of cards.
BEST = {Kind.BASIC: 432, Kind.SUITS: 432, Kind.UNFETTERED: 468, Kind.FULL: 1176}
#: Scores that tables tell apart; higher ones are counted with the highest.
MOST_SCORE = 5_000
#: The greatest lead that the table "leads" tells apart, in points.
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
    "deals": "Play this many deals (1; the 52-card game goes to a score).",
    "target": "The 52-card game: play to this many points (500).",
    "ace": "The 52-card game: the Ace is high, low or both in a sequence.",
    "unpaired": "The 52-card game: what a hand without a pair multiplies by, 1 or 0.",
    "first": "Who plays first: chosen by the non-dealer, or always the non-dealer, or the dealer.",
}
TEMPERAMENT_WORDS = {
    "random": "Takes any number of cards, and chooses to play first or second alike.",
    "sensible": "Looks a few draws ahead and then guesses by halves.",
}


class First(Enum):
    """Who plays the first row of a deal first: as the rules say, or settled, so that no choice tells."""

    CHOSEN = "chosen"
    NON_DEALER = "non-dealer"
    DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class TableOptions(AbstracOptions):
    """What a table agrees on; `first` is not of the game but of the experiment."""

    first: First = First.CHOSEN


def read_options(words: Iterable[str], players: int = 2) -> TableOptions:
    """Read options as people write them. Raises UsageError, for a number of players that cannot play as well.

    >>> read_options(["kind=52", "target=300", "ace=low"]).goal
    300
    """
    if players != AbstracOptions.players:
        raise UsageError(f"Abstrac is played by two, not by {players}")
    readers = {
        "kind": choice_reader(Kind),
        "ace": choice_reader(Ace),
        "first": choice_reader(First),
        "deals": number_reader(MOST_DEALS),
        "target": number_reader(MOST_TARGET),
        "unpaired": number_reader(1, least=0),
    }
    with usage_errors():
        return TableOptions(**read_values(words, readers))


def start(options: TableOptions, rng: Random, dealer: int) -> Abstrac:
    """Deal a game in which who goes first is settled where the options say so; else non-dealers choose."""
    settled = {First.CHOSEN: None, First.NON_DEALER: FIRST, First.DEALER: SECOND}
    return Abstrac(options, rng, dealer, settled[options.first])


# Facts


def facts_of(options: TableOptions) -> tuple[str, ...]:
    """Return the facts that only this game has."""
    return COMMON


def tables_of(options: TableOptions) -> dict[str, int]:
    """Return the sizes of the tables; the ends of each hold all beyond.

    lengths: games by their turns. cards: rows by the cards that who began took. leads: rows by the lead of
    who began, entry LEAD being even. leads_by_cards: these leads added up, by the cards that who began took.
    """
    longest = LONGEST * (options.length or USUAL_DEALS)
    return {
        "lengths": longest + 1,
        "cards": HALF + 1,
        "leads": 2 * LEAD + 1,
        "leads_by_cards": HALF + 1,
    }


def highest(options: TableOptions) -> int:
    """Return the best that such a game can bring, or MOST_SCORE."""
    a_deal = BEST[options.kind] * (2 if options.kind is Kind.FULL else 1)
    return min(MOST_SCORE, a_deal * (options.length or 1) + (options.goal or 0))


def fact_row(game: FinishedGame, tables: dict[str, list[int]]) -> list[int]:
    """Tell the facts of a game, and count its tables."""
    facts, turns = dict.fromkeys(COMMON, 0), [0, 0]
    for deal in game.deals:
        began = _count_deal(deal, facts)
        for settled in deal.halves:
            _count_row(settled, began, facts, tables)
            began = 1 - began
        for record in deal.log:
            if isinstance(record, Took):
                turns[record.seat] += 1
    facts["turns"] = sum(turns)
    facts["deals"] = len(game.deals)
    count_scores(tables["scores"], game.scores, 0)
    increment_entry(tables["lengths"], facts["turns"])
    return [*facts.values(), *seat_facts(game.scores, turns, 2)]


def _count_deal(deal: FinishedDeal, facts: dict[str, int]) -> int:
    """Count the choice and the scores of a deal; return the seat that begins."""
    mine, dealers = deal.scores[1 - deal.dealer], deal.scores[deal.dealer]
    facts["chooser_points"] += mine
    facts["dealer_points"] += dealers
    facts["chooser_ahead"] += mine > dealers
    facts["deals_even"] += mine == dealers
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
    increment_entry(tables["cards"], taken)
    increment_entry(tables["leads"], max(0, lead + LEAD))
    tables["leads_by_cards"][taken] += lead
    for scored in (one, other):
        if isinstance(scored, Scored):
            sets = sum([each.points for each in scored.combinations if each.kind == "set"])
            facts["sets"] += sets
            facts["runs"] += scored.points - sets
        else:
            for name, factor in zip(("flush", "sequence", "alike"), scored.factors, strict=True):
                facts[name] += factor
    if isinstance(one, Scored) and isinstance(other, Scored):
        facts["reversed"] += one.misere
        facts["neither"] += not one.points and not other.points
    facts["equal"] += 2 * taken == len(settled.hands[0]) + len(settled.hands[1])


# Measures


def measures_of(options: TableOptions, temperaments: tuple[str, ...]) -> tuple[Measure, ...]:
    """Return what is said of this kind of game."""
    return (*score_measures(("seat 1", "seat 2"), 2), *_first(options), *_rest(options))


def _first(options: TableOptions) -> Iterator[Measure]:
    """Make the measures of scores tied and of going first."""
    yield from measures_of_part(OF_SCORES, ("tied", "games tied", "tied", GAMES, "share"))
    full = options.kind is Kind.FULL
    what = "halves" if full else "deals"
    lead = {"first_points": 1, "second_points": -1}
    behind, of_won = {"rows": 1, "first_ahead": -1, "rows_even": -1}, {"rows": 1, "rows_even": -1}
    meaning = "the score of who plays first in a row, less that of the other"
    fair = "one half where going first does not matter"
    yield from measures_of_part(OF_FIRST, ("begin", "worth of going first", lead, "rows", "points", meaning))
    yield standard_deviation(OF_FIRST, "begin_spread", "spread of that lead", "lead_squares", lead, "rows")
    yield from measures_of_part(
        OF_FIRST,
        ("first_ahead", f"{what} won by who goes first", "first_ahead", "rows", "share"),
        ("second_ahead", f"{what} won by the other", behind, "rows", "share"),
        ("rows_even", f"{what} that are even", "rows_even", "rows", "share"),
        ("first_of_won", "of those won, by who goes first", "first_ahead", of_won, "share", fair),
        ("first_cards", "cards of who goes first", "first_cards", "rows", "cards"),
        ("equal", f"{what} with as many cards each", "equal", "rows", "share"),
    )
    if options.first is First.CHOSEN:
        yield from measures_of_part(
            OF_FIRST, ("chose_first", "choices to play first", "chose_first", "deals", "share")
        )
    lead, meaning = (
        {"chooser_points": 1, "dealer_points": -1},
        "the non-dealer's score in a deal, less the dealer's",
    )
    yield from measures_of_part(
        OF_FIRST,
        ("chooser", "lead of the non-dealer", lead, "deals", "points", meaning),
        ("chooser_ahead", "deals won by the non-dealer", "chooser_ahead", "deals", "share"),
    )
    if full:
        yield from measures_of_part(OF_FIRST, ("deals_even", "deals tied", "deals_even", "deals", "share"))


def _rest(options: TableOptions) -> Iterator[Measure]:
    """Make the measures of lengths and of hands."""
    yield from measures_of_part(OF_TURNS, ("turns", "turns in a game", "turns", GAMES, "turns", "draws"))
    if options.length != 1 or options.kind is Kind.FULL:
        yield from measures_of_part(
            OF_TURNS, ("row_turns", "turns in a row of cards", "turns", "rows", "turns")
        )
    if options.goal is not None:
        yield from measures_of_part(OF_DEALS, ("deals", "deals in a game", "deals", GAMES, "times"))
    hands = {"rows": 2}
    if options.kind is Kind.FULL:
        alike = "a hand without a pair counts as the options say"
        yield from measures_of_part(
            OF_DEALS,
            ("flush", "longest suit of a hand", "flush", hands, "cards"),
            ("sequence", "longest sequence", "sequence", hands, "cards"),
            ("alike", "longest set", "alike", hands, "cards", alike),
        )
        return
    reverse = "one player has no combination, and takes the other's score"
    neither = "neither has a combination"
    yield from measures_of_part(
        OF_DEALS,
        ("reversed", "deals reversed (misère)", "reversed", "rows", "share", reverse),
        ("neither", "deals that score nothing", "neither", "rows", "share", neither),
        ("sets", "points for sets in a hand", "sets", hands, "points"),
        ("runs", "points for sequences in a hand", "runs", hands, "points"),
    )


# Perfect play: a row is a deal, or the first half of one of the 52-card game; its value is what who plays
# first leads by when both play as well as can be.

#: Facts of a row: who wins it with best play, the lead of who plays first, its square and its size.
OF_VALUE = ("first", "even", "lead", "lead_squares", "size")
#: Facts of a row for each number of the source's "always": the lead of one who plays first and always takes
#: so many cards, or as many as may be taken, against best play, and whether that wins; the lead where both
#: always take so many, and whether the same player wins (or nobody) as with best play.
OF_HABIT = ("held", "held_first", "both", "both_same")
#: The parts of a report.
VALUE, HELD, BOTH = "best play of both", "the first by habit, the second at best", "both by habit"


@dataclass(frozen=True)
class PerfectPlay:
    """Shuffled rows of one kind of game, each solved by one of the engines."""

    options: AbstracOptions
    engine: Literal["compiled", "reference"] = "reference"

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the columns of rows."""
        habits = [f"{name}_{taken}" for taken in ALWAYS for name in OF_HABIT]
        return (*OF_VALUE, *habits)

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """Return what is said of the rows."""
        return tuple(_perfect())

    @property
    def score_range(self) -> tuple[int, int]:
        """Return nothing: leads are what is solved, and there is no table of scores."""
        return 0, 0

    @property
    def about(self) -> dict[str, Any]:
        """Return what was solved."""
        kind = self.options.kind.value
        return {
            "game": self.options.game,
            "kind": kind,
            "players": 2,
            "temperaments": ["perfect"],
            "options": {},
        }

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Solve the rows first, first + 1 ... of a seed."""
        search = search_of(self.engine)
        return Chunk(
            [solved(shuffled_row(self.options, seed, at), search) for at in range(first, first + count)], {}
        )


def solved(layout: Layout, search: Search) -> list[int]:
    """Work out the facts of a row."""
    lead = search(layout, START, Ask()).lead
    facts = [lead > 0, lead == 0, lead, lead * lead, abs(lead)]
    for taken in ALWAYS:
        held = search(layout, START, Ask(habit=(taken, 0))).lead
        both = search(layout, START, Ask(habit=(taken, taken))).lead
        facts += [held, held > 0, both, (both > 0, both < 0) == (lead > 0, lead < 0)]
    return [int(fact) for fact in facts]


def _perfect() -> Iterator[Measure]:
    second, size = {GAMES: 1, "first": -1, "even": -1}, "the non-dealer, who can see which is better"
    yield from measures_of_part(
        VALUE,
        ("first", "won by who plays first", "first", GAMES, "share"),
        ("even", "even", "even", GAMES, "share"),
        ("second", "won by who plays second", second, GAMES, "share"),
        ("lead", "lead of who plays first", "lead", GAMES, "points", "its score less the other's"),
    )
    yield standard_deviation(VALUE, "spread", "spread of that lead", "lead_squares", "lead", GAMES)
    yield from measures_of_part(VALUE, ("choice", "lead of who chooses", "size", GAMES, "points", size))
    habit, same = "so many cards, or all that may be taken", "as with best play, or nobody wins either way"
    for taken in ALWAYS:
        held, won, always = f"held_{taken}", f"held_first_{taken}", f"always {taken}"
        yield from measures_of_part(
            HELD,
            (held, f"{always}: lead", held, GAMES, "points", habit),
            (won, f"{always}: won", won, GAMES, "share"),
        )
    for taken in ALWAYS:
        both, alike, always = f"both_{taken}", f"both_same_{taken}", f"both always {taken}"
        yield from measures_of_part(
            BOTH,
            (both, f"{always}: lead", both, GAMES, "points"),
            (alike, f"{always}: same winner", alike, GAMES, "share", same),
        )


# Tables

RULES = StandardRules(OPTION_WORDS, PLAYERS, start, fact_row, facts_of, measures_of, tables_of, highest)


def _setup(pack: Pack, setup: Setup) -> StandardTable:
    kinds = KINDS[setup.game or "abstrac"]
    options = read_options((f"kind={kinds[0].value}", *setup.options), setup.number_of_players(2))
    if options.kind not in kinds:
        fitting = " or ".join(f"kind={kind.value}" for kind in kinds)
        raise UsageError(
            f"kind={options.kind.value} wants another pack than {pack.name}: this is for {fitting}"
        )
    return StandardTable(RULES, options, setup.temperaments_by_seat(2))


PLAY = GamePlay(
    setup=_setup,
    options=OPTION_WORDS,
    temperaments=TEMPERAMENT_WORDS,
    measures=lambda: measures_of(TableOptions(), ("random",) * 2),
)
