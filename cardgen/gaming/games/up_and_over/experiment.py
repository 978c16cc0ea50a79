"""Up and Over as an experiment: whole games to 21 tricks, with their facts.

A *turn* is a card played from a hand, not the card turned to start a trick, even if it is an Ace to declare.
After each trick but the last all hands are filled once, which counts as dealing. The last seat deals and
turns the first card; seat 1 plays first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....errors import UsageError
from ....pack.model import Pack
from ..cards import DECK
from ..experiment import (
    OF_SCORES,
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
from ..measures import GAMES, Measure, make_measures, without_unfair_comparisons
from ..options import choice_reader, read_switch, read_values
from .card_game import UpAndOver
from .play import (
    CardLaid,
    DeckReshuffled,
    HandFilled,
    Record,
    SeatSkipped,
    TrickEnded,
    UpAndOverGameRecord,
)
from .rules import (
    CARDS_OF_HAND,
    EDITIONS,
    LIMIT,
    MOST_PLAYERS,
    TRICKS_TO_WIN,
    VALUES,
    TrickOutcome,
    UpAndOverOptions,
)

#: The maximum that tables distinguish: turns per player, tricks of a game, and cards in a trick.
LONGEST, LONGEST_GAME = 200, TRICKS_TO_WIN
LONGEST_TRICK = MOST_PLAYERS * CARDS_OF_HAND + 1

#: The game's own facts, before SHARED and BY_SEAT.
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
    "expert": "Counts cards, and tries each move on guessed deals to the end of the trick.",
}

_LOWEST = [min(VALUES[card.rank]) for card in DECK]
_ACES = [card.rank == "A" for card in DECK]


def read_options(words: Iterable[str], players: int = 2) -> UpAndOverOptions:
    """Return options read from words. Raises UsageError, also for a wrong number of players.

    >>> read_options(["smaller-hands"], 5).hand_size
    3
    """
    readers = {"smaller-hands": read_switch, "edition": choice_reader(EDITIONS)}
    with convert_value_errors():
        return UpAndOverOptions(players, **read_values(words, readers))


# Facts


def own_fact_names(options: UpAndOverOptions) -> tuple[str, ...]:
    """Return the names of the game's own facts."""
    return COMMON


def tally_table_lengths(options: UpAndOverOptions) -> dict[str, int]:
    """Return the sizes of the tables; the last entry of each table counts all games or tricks beyond.

    lengths: games by number of turns. games: games by number of tricks. tricks: tricks by number of cards,
    including the turned card.
    """
    players = options.players
    return {
        "lengths": players * LONGEST + 1,
        "games": players * LONGEST_GAME + 1,
        "tricks": LONGEST_TRICK + 1,
    }


def count_game_facts(game: UpAndOverGameRecord, tables: dict[str, list[int]]) -> list[int]:
    """Return the facts of a game, and add it to its tables."""
    players, size, deck = game.options.players, game.options.hand_size, game.deck[::-1]
    facts, turns = dict.fromkeys(COMMON, 0), [0] * players
    hands = [list(deck[seat * size : (seat + 1) * size]) for seat in range(players)]
    for record in game.log:
        if isinstance(record, CardLaid):
            if not record.turned:
                hand = hands[record.seat]
                turns[record.seat] += 1
                if record.total > LIMIT:
                    lowest = min([_LOWEST[card] for card in hand])
                    facts["forced"] += record.total - record.value + lowest > LIMIT
                hand.remove(record.card)
        elif isinstance(record, HandFilled):
            hands[record.seat].append(record.card)
            facts["drawn"] += 1
        elif isinstance(record, TrickEnded):
            _add_trick_to_facts(record, facts)
            increment_entry(tables["tricks"], len(record.laid))
        elif isinstance(record, SeatSkipped):
            facts["skipped"] += 1
    _add_reshuffles_to_facts(game.log, facts)
    facts["turns"] = sum(turns)
    facts["second"] = sorted(game.scores)[-2]
    add_scores_to_table(tables["scores"], game.scores, 0)
    increment_entry(tables["lengths"], facts["turns"])
    increment_entry(tables["games"], facts["tricks"])
    return [*facts.values(), *shared_and_seat_facts(game.scores, turns, players)]


def _add_trick_to_facts(trick: TrickEnded, facts: dict[str, int]) -> None:
    """Add a trick to the facts of its game."""
    facts["tricks"] += 1
    facts["exactly"] += trick.outcome is TrickOutcome.EXACTLY
    facts["over"] += trick.outcome is TrickOutcome.OVER
    facts["nobody"] += trick.taker is None
    facts["starter"] += trick.taker == trick.laid[0].seat
    facts["cards"] += len(trick.laid)
    facts["below"] += min([laid.total for laid in trick.laid]) < 0
    for laid in trick.laid:
        if _ACES[laid.card]:
            facts["aces"] += 1
            facts["elevens"] += laid.value == 11


def _add_reshuffles_to_facts(log: Sequence[Record], facts: dict[str, int]) -> None:
    for at, record in enumerate(log):
        if isinstance(record, DeckReshuffled):
            facts["reshuffles"] += 1
            # The deck ran out while hands were filled, or on the card to turn.
            facts["for_turning"] += not isinstance(log[at + 1], HandFilled)


# Measures


def measures_of(options: UpAndOverOptions, temperaments: tuple[str, ...]) -> tuple[Measure, ...]:
    """Return the measures for this number of players."""
    players = options.players
    scores = score_measures([f"seat {seat + 1}" for seat in range(players)], players, "plays first")
    return without_unfair_comparisons((*scores, *_game_measures(players)), temperaments)


def _game_measures(players: int) -> Iterator[Measure]:
    played, second = "cards played from hands", {GAMES: TRICKS_TO_WIN, "second": -1}
    less = "less the tricks of the second best"
    yield from make_measures(OF_SCORES, ("lead", "first less second", second, GAMES, "points", less))
    rounds, filled = {"tricks": 1, GAMES: -1}, "after each trick but the last"
    none_left = "all hands are full, and no card is left to turn"
    empty = "players without a card left in the trick"
    yield from make_measures(
        OF_TURNS,
        ("turns", "turns in a game", "turns", GAMES, "turns", played),
        ("own_turns", "turns of a player", "turns", {GAMES: players}, "turns", played),
        ("trick_turns", "turns in a trick", "turns", "tricks", "turns", played),
        ("rounds", "times hands are filled", rounds, GAMES, "times", filled),
        ("reshuffles", "reshuffles in a game", "reshuffles", GAMES, "times"),
        ("for_turning", "these to turn a card", "for_turning", GAMES, "times", none_left),
        ("skipped", "players skipped in a game", "skipped", GAMES, "times", empty),
        ("elevens", "Aces that count 11", "elevens", "aces", "share"),
    )
    forced, turner = "no card in hand would have stayed at 21 or less", "who turned the first card"
    yield from make_measures(
        OF_TRICKS,
        ("tricks", "tricks in a game", "tricks", GAMES, "times"),
        ("cards", "cards in a trick", "cards", "tricks", "cards", "with the one turned"),
        ("exactly", "tricks taken at 21", "exactly", "tricks", "share"),
        ("over", "tricks that go over 21", "over", "tricks", "share", "and to the player before"),
        ("forced", "these for lack of a low card", "forced", "over", "share", forced),
        ("nobody", "tricks that nobody takes", "nobody", "tricks", "share", "all hands run out"),
        ("starter", "tricks taken by their starter", "starter", "tricks", "share", turner),
        ("below", "tricks below zero for a time", "below", "tricks", "share"),
    )


RULES = StandardRules(
    OPTION_WORDS,
    UpAndOver,
    count_game_facts,
    own_fact_names,
    measures_of,
    tally_table_lengths,
)


def _make_table(pack: Pack, setup: Setup) -> StandardTable:
    """Return the requested table. Raises UsageError for an edition that is not for so many players."""
    words, players = (f"edition={setup.game}", *setup.options), setup.number_of_players(2)
    options = read_options(words, players)
    edition = EDITIONS[options.edition]
    # Smaller hands, the variant of both editions, are for four and five players.
    if players not in (*edition.players, 4, 5):
        raise UsageError(
            f"{edition.names[0]} names no game for {players} players; "
            "--game up-and-over is its other edition, for two to five"
        )
    return StandardTable(RULES, options, setup.temperaments_by_seat(players))


PLAY = GamePlay(
    setup=_make_table,
    options=OPTION_WORDS,
    temperaments=TEMPERAMENT_WORDS,
    measures=lambda: measures_of(UpAndOverOptions(), ("random",) * 2),
    scored_in="tricks",
)
