"""Abstrac as an experiment: whole games of its four kinds with their facts; perfect play.

A *turn* is a draw, not the choice of who plays first. A *row* is what is scored at once: a deal, or half a
deal of the 52-card game, whose first player is second in the other half. Seat 2 deals first, so seat 1 is the
first to choose.
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
    add_scores_to_table,
    convert_value_errors,
    increment_entry,
    score_measures,
    shared_and_seat_facts,
)
from ..game import GamePlay, Setup
from ..measures import GAMES, Measure, make_measures, standard_deviation_measure
from ..options import choice_reader, number_reader, read_values
from .card_game import Abstrac
from .deal import (
    FIRST,
    SECOND,
    AbstracDealRecord,
    AbstracGameRecord,
    CardsTaken,
    OrderChosen,
    ScoredRow,
)
from .layout import CARDS_OF_HALF, START, RowLayout
from .options import KINDS, AbstracOptions, AcePosition, GameKind
from .rows import ALWAYS, shuffled_row
from .scoring import HandScoring
from .search import Search, SearchRequest
from .solving import find_search

#: Maximum length of a simulated game.
MOST_DEALS, MOST_TARGET = 1_000, 10_000
#: Maximum points of one player in a row: computed over all hands of the 24 cards; for the 52-card game an
#: upper bound on suit times sequence times set by the number of cards.
HIGHEST_SCORES = {GameKind.BASIC: 432, GameKind.SUITS: 432, GameKind.UNFETTERED: 468, GameKind.FULL: 1176}
#: The highest score that tables distinguish; higher ones count with it.
MOST_SCORE = 5_000
#: The greatest lead that the table "leads" distinguishes, in points.
MOST_LEAD = 500
#: Maximum number of turns in a deal, as each takes a card, and of deals in the tables of a game to a score.
LONGEST, USUAL_DEALS = 2 * CARDS_OF_HALF, 20
OF_FIRST = "going first"

#: The game's own facts, before SHARED and BY_SEAT. Points are scores.
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
    "sensible": "Looks a few draws ahead and then estimates the rest by halving.",
    "expert": "Knows the best lead at the end of the row after each move, by solving it.",
}


class FirstPlayer(Enum):
    """Who plays the first row of a deal first: by the rules, or fixed."""

    CHOSEN = "chosen"
    NON_DEALER = "non-dealer"
    DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class AbstracTableOptions(AbstracOptions):
    """The options of a game, and who plays first at the table of an experiment."""

    first: FirstPlayer = FirstPlayer.CHOSEN


def read_options(words: Iterable[str], players: int = 2) -> AbstracTableOptions:
    """Return the options of a table read from words such as "kind=52".

    Raises UsageError for an unknown option or value, and for a wrong number of players.

    >>> read_options(["kind=52", "target=300", "ace=low"]).winning_score
    300
    """
    if players != AbstracOptions.players:
        raise UsageError(f"Abstrac is played by two, not by {players}")
    readers = {
        "kind": choice_reader(GameKind),
        "ace": choice_reader(AcePosition),
        "first": choice_reader(FirstPlayer),
        "deals": number_reader(MOST_DEALS),
        "target": number_reader(MOST_TARGET),
        "unpaired": number_reader(1, minimum=0),
    }
    with convert_value_errors():
        return AbstracTableOptions(**read_values(words, readers))


def deal_game(options: AbstracTableOptions, rng: Random, dealer: int) -> Abstrac:
    """Return a dealt game, in which the options may fix who plays first."""
    choices = {FirstPlayer.CHOSEN: None, FirstPlayer.NON_DEALER: FIRST, FirstPlayer.DEALER: SECOND}
    return Abstrac(options, rng, dealer, choices[options.first])


# Facts


def own_fact_names(options: AbstracTableOptions) -> tuple[str, ...]:
    """Return the names of the game's own facts."""
    return COMMON


def tally_table_lengths(options: AbstracTableOptions) -> dict[str, int]:
    """Return the number of entries of each table; the last entry, or both ends, count all values beyond.

    lengths: games by number of turns. cards: rows by the number of cards of the first player. leads: rows by
    the first player's lead; entry MOST_LEAD is a lead of 0. leads_by_cards: sums of the first player's leads,
    by that player's number of cards.
    """
    longest = LONGEST * (options.agreed_deals or USUAL_DEALS)
    return {
        "lengths": longest + 1,
        "cards": CARDS_OF_HALF + 1,
        "leads": 2 * MOST_LEAD + 1,
        "leads_by_cards": CARDS_OF_HALF + 1,
    }


def highest_score(options: AbstracTableOptions) -> int:
    """Return the highest possible score of a game, at most MOST_SCORE."""
    a_deal = HIGHEST_SCORES[options.kind] * (2 if options.kind is GameKind.FULL else 1)
    return min(MOST_SCORE, a_deal * (options.agreed_deals or 1) + (options.winning_score or 0))


def count_game_facts(game: AbstracGameRecord, tables: dict[str, list[int]]) -> list[int]:
    """Return the facts of a game, and add it to its tables."""
    facts, turns = dict.fromkeys(COMMON, 0), [0, 0]
    for deal in game.deals:
        _add_deal_to_facts(deal, facts)
        began = _first_seat(deal)
        for row in deal.halves:
            _add_row_to_facts_and_tables(row, began, facts, tables)
            began = 1 - began
        for record in deal.log:
            if isinstance(record, CardsTaken):
                turns[record.seat] += 1
    facts["turns"] = sum(turns)
    facts["deals"] = len(game.deals)
    add_scores_to_table(tables["scores"], game.scores, 0)
    increment_entry(tables["lengths"], facts["turns"])
    return [*facts.values(), *shared_and_seat_facts(game.scores, turns, 2)]


def _first_seat(deal: AbstracDealRecord) -> int:
    """Return the seat that plays first in the first row of a deal."""
    chose = next(record for record in deal.log if isinstance(record, OrderChosen))
    return chose.seat if chose.first else 1 - chose.seat


def _add_deal_to_facts(deal: AbstracDealRecord, facts: dict[str, int]) -> None:
    """Add the choice of who plays first, and the scores of a deal, to its game's facts."""
    mine, dealers = deal.scores[1 - deal.dealer], deal.scores[deal.dealer]
    facts["chooser_points"] += mine
    facts["dealer_points"] += dealers
    facts["chooser_ahead"] += mine > dealers
    facts["deals_even"] += mine == dealers
    facts["chose_first"] += _first_seat(deal) != deal.dealer


def _add_row_to_facts_and_tables(
    row: ScoredRow, first_seat: int, facts: dict[str, int], tables: dict[str, list[int]]
) -> None:
    """Add a finished row to facts and tables. first_seat: the seat that played first in it."""
    one, other = row.scored[first_seat], row.scored[1 - first_seat]
    lead, taken = one.score - other.score, len(row.hands[first_seat])
    facts["rows"] += 1
    facts["first_points"] += one.score
    facts["second_points"] += other.score
    facts["first_ahead"] += lead > 0
    facts["rows_even"] += not lead
    facts["lead_squares"] += lead * lead
    facts["first_cards"] += taken
    increment_entry(tables["cards"], taken)
    increment_entry(tables["leads"], max(0, lead + MOST_LEAD))
    tables["leads_by_cards"][taken] += lead
    for scored in (one, other):
        if isinstance(scored, HandScoring):
            sets = sum([each.points for each in scored.combinations if each.kind == "set"])
            facts["sets"] += sets
            facts["runs"] += scored.points - sets
        else:
            for name, factor in zip(("flush", "sequence", "alike"), scored.factors, strict=True):
                facts[name] += factor
    if isinstance(one, HandScoring) and isinstance(other, HandScoring):
        facts["reversed"] += one.misere
        facts["neither"] += not one.points and not other.points
    facts["equal"] += 2 * taken == len(row.hands[0]) + len(row.hands[1])


# Measures


def measures_of(options: AbstracTableOptions, temperaments: tuple[str, ...]) -> tuple[Measure, ...]:
    """Return the measures of this kind of game."""
    return (
        *score_measures(("seat 1", "seat 2"), 2),
        *_going_first_measures(options),
        *_length_and_hand_measures(options),
    )


def _going_first_measures(options: AbstracTableOptions) -> Iterator[Measure]:
    """Yield the measures of ties and of going first."""
    yield from make_measures(OF_SCORES, ("tied", "games tied", "tied", GAMES, "share"))
    full = options.kind is GameKind.FULL
    what = "halves" if full else "deals"
    lead = {"first_points": 1, "second_points": -1}
    behind, of_won = {"rows": 1, "first_ahead": -1, "rows_even": -1}, {"rows": 1, "rows_even": -1}
    meaning = "the score of who plays first in a row, less that of the other"
    fair = "one half where going first does not matter"
    yield from make_measures(OF_FIRST, ("begin", "worth of going first", lead, "rows", "points", meaning))
    yield standard_deviation_measure(
        OF_FIRST, "begin_spread", "spread of that lead", "lead_squares", lead, "rows"
    )
    yield from make_measures(
        OF_FIRST,
        ("first_ahead", f"{what} won by who goes first", "first_ahead", "rows", "share"),
        ("second_ahead", f"{what} won by the other", behind, "rows", "share"),
        ("rows_even", f"{what} that are even", "rows_even", "rows", "share"),
        ("first_of_won", "of those won, by who goes first", "first_ahead", of_won, "share", fair),
        ("first_cards", "cards of who goes first", "first_cards", "rows", "cards"),
        ("equal", f"{what} with as many cards each", "equal", "rows", "share"),
    )
    if options.first is FirstPlayer.CHOSEN:
        yield from make_measures(
            OF_FIRST, ("chose_first", "choices to play first", "chose_first", "deals", "share")
        )
    lead, meaning = (
        {"chooser_points": 1, "dealer_points": -1},
        "the non-dealer's score in a deal, less the dealer's",
    )
    yield from make_measures(
        OF_FIRST,
        ("chooser", "lead of the non-dealer", lead, "deals", "points", meaning),
        ("chooser_ahead", "deals won by the non-dealer", "chooser_ahead", "deals", "share"),
    )
    if full:
        yield from make_measures(OF_FIRST, ("deals_even", "deals tied", "deals_even", "deals", "share"))


def _length_and_hand_measures(options: AbstracTableOptions) -> Iterator[Measure]:
    """Yield the measures of lengths and of hands."""
    yield from make_measures(OF_TURNS, ("turns", "turns in a game", "turns", GAMES, "turns", "draws"))
    if options.agreed_deals != 1 or options.kind is GameKind.FULL:
        yield from make_measures(OF_TURNS, ("row_turns", "turns in a row of cards", "turns", "rows", "turns"))
    if options.winning_score is not None:
        yield from make_measures(OF_DEALS, ("deals", "deals in a game", "deals", GAMES, "times"))
    hands = {"rows": 2}
    if options.kind is GameKind.FULL:
        alike = "a hand without a pair counts as the options say"
        yield from make_measures(
            OF_DEALS,
            ("flush", "longest suit of a hand", "flush", hands, "cards"),
            ("sequence", "longest sequence", "sequence", hands, "cards"),
            ("alike", "longest set", "alike", hands, "cards", alike),
        )
        return
    reverse = "one player has no combination, and takes the other's score"
    neither = "neither has a combination"
    yield from make_measures(
        OF_DEALS,
        ("reversed", "deals reversed (misère)", "reversed", "rows", "share", reverse),
        ("neither", "deals that score nothing", "neither", "rows", "share", neither),
        ("sets", "points for sets in a hand", "sets", hands, "points"),
        ("runs", "points for sequences in a hand", "runs", hands, "points"),
    )


# Perfect play: a row is a deal, or the first half of one of the 52-card game; its value is the first player's
# lead with best play of both.

#: Facts of a row: whether the first player wins or ties with best play, the lead, its square and its size.
OF_VALUE = ("first", "even", "lead", "lead_squares", "size")
#: Facts of a row for each number of the source's "always": the lead of a first player who always takes this
#: many cards, or as many as allowed, against best play, and whether that wins; the lead if both always take
#: this many, and whether the winner (or the tie) is the same as with best play.
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
        """Return the names of the facts."""
        habits = [f"{name}_{taken}" for taken in ALWAYS for name in OF_HABIT]
        return (*OF_VALUE, *habits)

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """Return the measures of the rows."""
        return tuple(_perfect_play_measures())

    @property
    def score_range(self) -> tuple[int, int]:
        """Return an empty range: there is no table of scores."""
        return 0, 0

    @property
    def setup_record(self) -> dict[str, Any]:
        """Return the solved game and its options as data for JSON."""
        kind = self.options.kind.value
        return {
            "game": self.options.game,
            "kind": kind,
            "players": 2,
            "temperaments": ["perfect"],
            "options": {},
        }

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        """Solve `count` rows of a seed, beginning with number `first`."""
        search = find_search(self.engine)
        return Chunk(
            [
                solved_row_facts(shuffled_row(self.options, seed, at), search)
                for at in range(first, first + count)
            ],
            {},
        )


def solved_row_facts(layout: RowLayout, search: Search) -> list[int]:
    """Search a row with best play and with constant draws; return its facts, as in `PerfectPlay.facts`."""
    lead = search(layout, START, SearchRequest()).lead
    facts = [lead > 0, lead == 0, lead, lead * lead, abs(lead)]
    for taken in ALWAYS:
        held = search(layout, START, SearchRequest(habit=(taken, 0))).lead
        both = search(layout, START, SearchRequest(habit=(taken, taken))).lead
        facts += [held, held > 0, both, (both > 0, both < 0) == (lead > 0, lead < 0)]
    return [int(fact) for fact in facts]


def _perfect_play_measures() -> Iterator[Measure]:
    """Yield the measures of best play, and of players who always take the same number of cards."""
    second, size = {GAMES: 1, "first": -1, "even": -1}, "the non-dealer, who can see which is better"
    yield from make_measures(
        VALUE,
        ("first", "won by who plays first", "first", GAMES, "share"),
        ("even", "even", "even", GAMES, "share"),
        ("second", "won by who plays second", second, GAMES, "share"),
        ("lead", "lead of who plays first", "lead", GAMES, "points", "its score less the other's"),
    )
    yield standard_deviation_measure(VALUE, "spread", "spread of that lead", "lead_squares", "lead", GAMES)
    yield from make_measures(VALUE, ("choice", "lead of who chooses", "size", GAMES, "points", size))
    habit, same = (
        "that number of cards, or all that may be taken",
        "as with best play, or nobody wins either way",
    )
    for taken in ALWAYS:
        held, won, always = f"held_{taken}", f"held_first_{taken}", f"always {taken}"
        yield from make_measures(
            HELD,
            (held, f"{always}: lead", held, GAMES, "points", habit),
            (won, f"{always}: won", won, GAMES, "share"),
        )
    for taken in ALWAYS:
        both, alike, always = f"both_{taken}", f"both_same_{taken}", f"both always {taken}"
        yield from make_measures(
            BOTH,
            (both, f"{always}: lead", both, GAMES, "points"),
            (alike, f"{always}: same winner", alike, GAMES, "share", same),
        )


# Tables

RULES = StandardRules(
    OPTION_WORDS,
    deal_game,
    count_game_facts,
    own_fact_names,
    measures_of,
    tally_table_lengths,
    highest_score,
)


def _make_table(pack: Pack, setup: Setup) -> StandardTable:
    """Return the requested table. Raises UsageError for a kind of game that needs another pack."""
    kinds = KINDS[setup.game or "abstrac"]
    options = read_options((f"kind={kinds[0].value}", *setup.options), setup.number_of_players(2))
    if options.kind not in kinds:
        fitting = " or ".join(f"kind={kind.value}" for kind in kinds)
        raise UsageError(
            f"kind={options.kind.value} needs another pack than {pack.name}: this is for {fitting}"
        )
    return StandardTable(RULES, options, setup.temperaments_by_seat(2))


PLAY = GamePlay(
    setup=_make_table,
    options=OPTION_WORDS,
    temperaments=TEMPERAMENT_WORDS,
    measures=lambda: measures_of(AbstracTableOptions(), ("random",) * 2),
)
