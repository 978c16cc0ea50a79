"""NEVER OVER as an experiment: a table, a temperament for each seat, and the engine that plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from ....errors import UsageError
from ....pack.model import Pack
from ..card_game import Chooser, play_to_end
from ..compiling import INSTALL, is_compilation_disabled, is_compiler_installed
from ..experiment import Chunk, experiment_record
from ..game import Engine, GamePlay, Setup
from ..measures import Measure, without_unfair_comparisons
from ..rng import PLAYING, Stream, python_random
from ..search import find_chooser, is_search, verify_players
from .card_game import NeverOverGame
from .cards import Cards, cards_of
from .facts import MOST_CARDS, MOST_KINDS, MOST_PLAYERS, fact_names, measures_of
from .options import OPTION_WORDS, NeverOverOptions, read_options
from .players import TEMPERAMENTS
from .table import Table, table_for

#: How many times as many games the compiled engine plays in the same time, roughly.
TIMES_FASTER = 100
#: So many games of players at random, and of players who think, does the reference play in less than half the
#: time in which the compiled engine is compiled: 8 and 10 seconds of one core against 22.
FEW, FEW_OF_THINKERS = 20_000, 1_000


def why_not_compiled(table: Table) -> str | None:
    """Return None if the compiled engine can play at this table; else a sentence: why not, and what to do."""
    cards = table.cards
    for much, most, what in (
        (cards.kinds, MOST_KINDS, "kinds of card"),
        (table.players, MOST_PLAYERS, "players"),
        (cards.count, MOST_CARDS, "cards"),
    ):
        if much > most:
            return f"the compiled engine plays with up to {most:,} {what}, not {much:,}: use the reference"
    if not is_compiler_installed():
        return (
            f"the compiled engine plays about {TIMES_FASTER} times as many games in the same time, "
            f"but it is not installed: {INSTALL}"
        )
    if is_compilation_disabled():
        return "the compiled engine is off, since NUMBA_DISABLE_JIT is set: unset it"
    return None


@dataclass(frozen=True)
class NeverOver:
    """Games at one table. Raises UsageError for temperaments that there are not, or not for every seat.

    engine: "auto" takes the compiled one where it is installed and can play this pack, unless it would have
    to be compiled for a few games.
    """

    table: Table
    #: The temperament of every seat.
    temperaments: tuple[str, ...]
    engine: Engine = "auto"
    #: How many games are to be played, where that is known.
    games: int | None = None

    def __post_init__(self) -> None:
        verify_players(self.temperaments, TEMPERAMENTS, self.table.players)

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the columns of rows: see `facts`."""
        return fact_names(self.table.players)

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """Return what is said of a table of so many players."""
        return without_unfair_comparisons(measures_of(self.table), self.temperaments)

    @property
    def score_range(self) -> tuple[int, int]:
        """Return all red points below zero, and all green ones."""
        cards = self.table.cards
        return -cards.total(green=False)[1], cards.total(green=True)[1]

    @property
    def about(self) -> dict[str, Any]:
        """Return what is played."""
        return experiment_record(
            "never-over", self.temperaments, self.table.options, NeverOverOptions(), OPTION_WORDS
        )

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Play some games by their numbers."""
        if self.compiled:
            from .compiled import play as play_compiled

            return play_compiled(self.table, self.temperaments, seed, first, count)
        from .reference import play

        fast = self.searches and self.search_compiled
        return play(self.table, self.temperaments, seed, first, count, search_compiled=fast)

    def start(self, seed: int, number: int) -> NeverOverGame:
        """Deal a game of a seed."""
        from .reference import dealt

        state, rng = dealt(self.table, seed, number), python_random(seed, number)
        return NeverOverGame(state, rng, compiled=self.search_compiled)

    def chooser(self, name: str) -> Chooser:
        """Return the player of a name. Raises UsageError."""
        return find_chooser(name, NeverOverGame.policies)

    def finished_game(self, seed: int, number: int, choosers: Sequence[Chooser]) -> NeverOverGame:
        """Play a game by the rules, a chooser a seat, who share its chance."""
        # They take random() of it, and nothing else.
        return play_to_end(self.start(seed, number), choosers, cast("Any", Stream(seed, number, PLAYING)))

    @property
    def searches(self) -> bool:
        """Tell if a player searches: then the reference plays, and the compiled engine plays guesses on."""
        return any(map(is_search, self.temperaments))

    @cached_property
    def search_compiled(self) -> bool:
        """Tell if searches may play guesses on by the compiled engine. Raises UsageError where it is asked
        for
        and cannot.
        """
        if self.engine == "reference":
            return False
        why_not = why_not_compiled(self.table)
        if self.engine == "compiled" and why_not:
            raise UsageError(why_not)
        return why_not is None

    @cached_property
    def compiled(self) -> bool:
        """Tell if the compiled engine plays. Raises UsageError where it is asked for and cannot."""
        if self.searches or self.engine == "reference":
            return False
        why_not = why_not_compiled(self.table)
        if self.engine == "compiled" and why_not:
            raise UsageError(why_not)
        few = FEW if {*self.temperaments} == {"random"} else FEW_OF_THINKERS
        if why_not or self.engine == "compiled" or self.games is None or self.games > few:
            return why_not is None
        from .compiled import ready

        return ready()


#: Players where nobody says how many, as far as the pack serves them.
USUAL_PLAYERS = 4


def _setup(pack: Pack, setup: Setup) -> NeverOver:
    cards, options = cards_of(pack), read_options(setup.options)
    served = cards.count // (2 if options.deal_all else options.hand)
    players = setup.number_of_players(max(2, min(USUAL_PLAYERS, served)))
    return NeverOver(
        table_for(cards, players, options), setup.temperaments_by_seat(players), setup.engine, setup.games
    )


def _usual_measures() -> tuple[Measure, ...]:
    cards = Cards.of({1: 13, 2: 11, 3: 9, 4: 7}, {0: 1, 1: 2, 2: 3, 3: 4, 4: 5})
    against = read_options(["red-counts-against", "passing"])
    return NeverOver(Table(cards, USUAL_PLAYERS, against), ("random",) * USUAL_PLAYERS).measures


PLAY = GamePlay(
    setup=_setup,
    options=OPTION_WORDS,
    temperaments={name: each.sentence for name, each in TEMPERAMENTS.items()},
    measures=_usual_measures,
    thinking="careful",
    times_faster=TIMES_FASTER,
)
