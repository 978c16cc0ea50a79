"""Addenda as an experiment: whole games with their facts.

A *turn* is a card played. A player with cards only of suits already in the trick is *stuck*: for two players
the deal then breaks off, for four the turn passes on. A leader is never stuck. A deal in which a side reaches
the points that win ends there, so shares of deals are cleanest with a `target` far away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....pack.model import Pack
from ..experiment import (
    OF_DEALS,
    OF_TRICKS,
    OF_TURNS,
    StandardRules,
    StandardTable,
    add_scores_to_table,
    convert_value_errors,
    increment_entry,
    score_measures,
    shared_and_seat_facts,
)
from ..game import GamePlay, Setup
from ..measures import GAMES, Measure, make_measures, standard_deviation_measure, without_unfair_comparisons
from ..options import number_reader, read_switch, read_values
from .card_game import Addenda
from .deal import (
    AddendaDealRecord,
    AddendaGameRecord,
    AddendaOptions,
    CardPlayed,
    DealEnd,
    SeatPassed,
    TrickWon,
    side_of_seat,
)
from .values import HIGHEST, LIMIT

#: Maximum target of a simulated game.
MOST_TARGET = 10_000
#: The last deal that the table "deals" distinguishes.
LONGEST_DEALS = 20
_TRICKS_IN_A_DEAL = 13
_PACK, _SUITS = 52, 4

#: The game's own facts, before SHARED and BY_SEAT.
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
#: More facts of a seat: how often it was stuck, and how often that broke off a deal with an empty stock.
STUCK = ("stuck", "dry")

OPTION_WORDS = {
    "target": "Play to this many points (250 for two players, 500 for four).",
    "zeros-bring": "For four: a Jack or King that undoes or repeats a zero brings the total where it stands.",
}
TEMPERAMENT_WORDS = {
    "random": "Plays any legal card.",
    "sensible": "Weighs what a card wins or loses, and keeps its suits level.",
    "expert": "Tries each card on guessed deals, played to their end by sensible players.",
    "level": "Considers only suits: plays any card of its longest suit.",
}


def read_options(words: Iterable[str], players: int = 2) -> AddendaOptions:
    """Return options read from words. Raises UsageError, also for a wrong number of players.

    >>> read_options(["target=100", "zeros-bring"], 4)
    AddendaOptions(players=4, target=100, zeros_bring=True)
    """
    readers = {"target": number_reader(MOST_TARGET), "zeros-bring": read_switch}
    with convert_value_errors():
        return AddendaOptions(players, **read_values(words, readers))


# Facts


def own_fact_names(options: AddendaOptions) -> tuple[str, ...]:
    """Return the names of the game's own facts."""
    return (*COMMON, *(f"{name}_{seat}" for seat in range(options.players) for name in STUCK))


def tally_table_lengths(options: AddendaOptions) -> dict[str, int]:
    """Return the sizes of the tables; the last entries of "lengths" and "deals" count all longer games.

    lengths: games by number of turns. deals: games by number of deals. tricks: tricks by final total, from 0
    to HIGHEST. stuck: how often a player was stuck, by the number of the trick in its deal, from 1 to 13.
    """
    longest = options.winning_score + _PACK
    return {
        "lengths": longest + 1,
        "deals": LONGEST_DEALS + 1,
        "tricks": HIGHEST + 1,
        "stuck": _TRICKS_IN_A_DEAL + 1,
    }


def count_game_facts(game: AddendaGameRecord, tables: dict[str, list[int]]) -> list[int]:
    """Return the facts of a game, and add it to its tables."""
    players = game.options.players
    facts, turns = dict.fromkeys(own_fact_names(game.options), 0), [0] * players
    for deal in game.deals:
        _add_deal_to_facts(deal, facts, turns, tables["stuck"])
        for won in deal.tricks:
            value = won.value
            facts["tricks"] += 1
            facts["points"] += value
            facts["point_squares"] += value * value
            facts["over"] += max([played.step.total for played in won.plays]) > LIMIT
            facts["ended_over"] += value > LIMIT
            facts["worthless"] += not value
            facts["led"] += side_of_seat(won.winner) == side_of_seat(won.leader)
            tables["tricks"][value] += 1
    facts["turns"] = sum(turns)
    facts["deals"] = len(game.deals)
    facts["fourth_or_fifth"] = int(len(game.deals) in (4, 5))
    facts["stuck"] = sum([facts[f"stuck_{seat}"] for seat in range(players)])
    facts["stuck_games"] = int(facts["stuck"] > 0)
    scores = [game.scores[side_of_seat(seat)] for seat in range(players)]
    add_scores_to_table(tables["scores"], scores, 0)
    increment_entry(tables["lengths"], facts["turns"])
    increment_entry(tables["deals"], facts["deals"])
    return [*facts.values(), *shared_and_seat_facts(scores, turns, 2)]


def _add_deal_to_facts(
    deal: AddendaDealRecord, facts: dict[str, int], turns: list[int], table: list[int]
) -> None:
    """Add a deal to the facts of its game, to the turns of each seat and to the table of stuck players.

    turns: by seat. table: how often a player was stuck, by the number of the trick.
    """
    trick, stuck, played = 1, list[int](), list[CardPlayed]()
    for record in deal.log:
        if isinstance(record, CardPlayed):
            turns[record.seat] += 1
            played.append(record)
        elif isinstance(record, TrickWon):
            trick += 1
        elif isinstance(record, SeatPassed):
            if record.empty:
                facts["out"] += 1
            else:
                facts[f"stuck_{record.seat}"] += 1
                stuck.append(trick)
    if deal.end is DealEnd.BROKEN_OFF:
        # Two players: the one who did not play last is stuck.
        stuck.append(trick)
        seat, lying = 1 - played[-1].seat, len(played) % _SUITS
        dry = _SUITS * len(deal.tricks) >= len(deal.stock)
        facts[f"stuck_{seat}"] += 1
        facts[f"dry_{seat}"] += dry
        facts["broken"] += 1
        facts["dry"] += dry
        facts["fourth"] += lying == _SUITS - 1
        facts["unplayed"] += _PACK - len(played)
        facts["lost"] += played[-1].step.total
    for each in stuck:
        table[each] += 1
    facts["stuck_tricks"] += len({*stuck})
    facts["stuck_deals"] += bool(stuck)


# Measures


def measures_of(options: AddendaOptions, temperaments: tuple[str, ...]) -> tuple[Measure, ...]:
    """Return the measures for this number of players."""
    four = options.players == 4
    seats = ("seats 1 and 3", "seats 2 and 4") if four else ("seat 1", "seat 2")
    scores = score_measures(seats, options.players, "leads")
    return without_unfair_comparisons(
        (*scores, *_turn_measures(four), *_trick_measures(four), *_deal_measures(four)), temperaments
    )


def _turn_measures(four: bool) -> Iterator[Measure]:
    """Yield the measures of turns, and of players who are stuck."""
    cannot = "the player holds cards, but only of suits already in the trick"
    but_leads = "of turns other than leads, at which nobody can be stuck"
    begun = {"tricks": 1} if four else {"tricks": 1, "broken": 1}
    at_turn = {"turns": 1, "stuck": 1}
    following = {**at_turn, **dict.fromkeys(begun, -1)}
    yield from make_measures(
        OF_TURNS,
        ("turns", "turns in a game", "turns", GAMES, "turns", "cards played"),
        ("stuck", "turns that match a suit or nothing", "stuck", at_turn, "share", cannot),
        ("stuck_following", "the same, leads left out", "stuck", following, "share", but_leads),
        ("stuck_tricks", "tricks in which one is stuck", "stuck_tricks", begun, "share"),
        ("stuck_deals", "deals in which one is stuck", "stuck_deals", "deals", "share"),
        ("stuck_games", "games in which one is stuck", "stuck_games", GAMES, "share"),
    )
    if four:
        out = "turns passed over in a deal for lack of any card"
        yield from make_measures(
            OF_TURNS,
            ("out", "empty hands passed over", "out", "deals", "times", out),
            ("passes", "passes in a deal", "stuck", "deals", "times", cannot),
        )


def _trick_measures(four: bool) -> Iterator[Measure]:
    led = "tricks won by the side that leads" if four else "tricks won by who leads"
    yield from make_measures(OF_TRICKS, ("trick", "total of a trick", "points", "tricks", "points"))
    yield standard_deviation_measure(
        OF_TRICKS, "trick_spread", "spread of totals", "point_squares", "points", "tricks"
    )
    yield from make_measures(
        OF_TRICKS,
        ("over", "tricks above 17 at some time", "over", "tricks", "share"),
        ("ended_over", "tricks that end above 17", "ended_over", "tricks", "share"),
        ("worthless", "tricks that end at 0", "worthless", "tricks", "share"),
        ("led", led, "led", "tricks", "share"),
    )


def _deal_measures(four: bool) -> Iterator[Measure]:
    """Yield the measures of deals; for two players, of those that break off too."""
    yield from make_measures(
        OF_DEALS,
        ("deals", "deals in a game", "deals", GAMES, "times"),
        ("deal_tricks", "tricks in a deal", "tricks", "deals", "times"),
        ("deal_points", "points in a deal", "points", "deals", "points", "of both sides"),
    )
    if four:
        claim, key = "as the game's author says it usually does", "fourth_or_fifth"
        yield from make_measures(OF_DEALS, (key, "games won in deal 4 or 5", key, GAMES, "share", claim))
        return
    of, of_dry = "of deals that break off", "of deals that break off with the stock gone"
    yield from make_measures(
        OF_DEALS,
        ("broken", "deals that break off", "broken", "deals", "share"),
        ("stuck_1", "deals in which seat 1 is stuck", "stuck_0", "deals", "share"),
        ("stuck_2", "deals in which seat 2 is stuck", "stuck_1", "deals", "share"),
        ("fourth", "these for lack of the fourth card", "fourth", "broken", "share", of),
        ("dry", "these with the stock gone", "dry", "broken", "share", of),
        ("dry_1", "of those, seat 1 is stuck", "dry_0", "dry", "share", of_dry),
        ("dry_2", "of those, seat 2 is stuck", "dry_1", "dry", "share", of_dry),
        ("unplayed", "cards then not played", "unplayed", "broken", "cards", of),
        ("lost", "points of the trick lost", "lost", "broken", "points", of),
    )


RULES = StandardRules(
    OPTION_WORDS,
    Addenda,
    count_game_facts,
    own_fact_names,
    measures_of,
    tally_table_lengths,
)


def _make_table(pack: Pack, setup: Setup) -> StandardTable:
    players = setup.number_of_players(2)
    return StandardTable(RULES, read_options(setup.options, players), setup.temperaments_by_seat(players))


PLAY = GamePlay(
    setup=_make_table,
    options=OPTION_WORDS,
    temperaments=TEMPERAMENT_WORDS,
    measures=lambda: measures_of(AddendaOptions(), ("random",) * 2),
    trick_limit=LIMIT,
)
