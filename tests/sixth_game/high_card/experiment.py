"""High Card as an experiment: single deals, with their facts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ....pack.model import Pack
from ....pack.selection import cards_in_play
from ..experiment import (
    StandardRules,
    StandardTable,
    add_scores_to_table,
    convert_value_errors,
    score_measures,
    shared_and_seat_facts,
)
from ..game import GamePlay, Setup
from ..measures import Measure, without_unfair_comparisons
from ..options import number_reader, read_values
from .card_game import HighCard, HighCardRecord
from .rules import MOST_CARDS, PLAYERS, HighCardOptions

OPTION_WORDS = {"hand": "Deal so many cards to each (3)."}
TEMPERAMENT_WORDS = {
    "random": "Plays any card.",
    "sensible": "Leads its highest card, and takes a trick with the lowest that does.",
}


def read_options(words: Iterable[str], players: int = PLAYERS) -> HighCardOptions:
    """Return options read from words. Raises UsageError, also for a wrong number of players."""
    with convert_value_errors():
        return HighCardOptions(players, **read_values(words, {"hand": number_reader(MOST_CARDS)}))


def own_fact_names(options: HighCardOptions) -> tuple[str, ...]:
    """Return the names of the game's own facts."""
    return ("turns",)


def tally_table_lengths(options: HighCardOptions) -> dict[str, int]:
    """Return the sizes of the game's own tables: it has none."""
    return {}


def count_game_facts(game: HighCardRecord, tables: dict[str, list[int]]) -> list[int]:
    """Return the facts of a game, and add it to its tables."""
    add_scores_to_table(tables["scores"], game.tricks, 0)
    return [sum(game.played), *shared_and_seat_facts(game.tricks, game.played, PLAYERS)]


def measures_of(options: HighCardOptions, temperaments: tuple[str, ...]) -> tuple[Measure, ...]:
    """Return the measures."""
    scores = score_measures(("seat 1", "seat 2"), PLAYERS, "leads")
    return without_unfair_comparisons(scores, temperaments)


def _make_table(pack: Pack, setup: Setup) -> StandardTable:
    players = setup.number_of_players(PLAYERS)
    rules = StandardRules(
        words=OPTION_WORDS,
        # A game with a standard pack deals `cards.DECK`, and needs no cards here.
        start=partial(HighCard, cards_in_play(pack)),
        count_facts=count_game_facts,
        facts=own_fact_names,
        measures=measures_of,
        tables=tally_table_lengths,
    )
    return StandardTable(rules, read_options(setup.options, players), setup.temperaments_by_seat(players))


PLAY = GamePlay(
    setup=_make_table,
    options=OPTION_WORDS,
    temperaments=TEMPERAMENT_WORDS,
    measures=lambda: measures_of(HighCardOptions(), ("random",) * PLAYERS),
    scored_in="tricks",
)
