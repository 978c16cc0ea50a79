"""NEVER OVER as an experiment: a table, a temperament for each seat, and an engine."""

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
from ..game_log import MoveReader
from ..measures import Measure, without_unfair_comparisons
from ..rng import PLAYING, Stream, python_random
from ..search import find_chooser, is_search, verify_players
from .card_game import GUESSES, NeverOverGame
from .cards import Cards, cards_of
from .facts import MOST_CARDS, MOST_KINDS, MOST_PLAYERS, fact_names, measures_of
from .options import OPTION_WORDS, NeverOverOptions, read_options
from .players import TEMPERAMENTS
from .table import GameTable, table_for

#: About how many times faster the compiled engine is.
TIMES_FASTER = 100
#: Numbers of games of random players, and of thinking players, that the reference plays in less than half the
#: time of a compilation: 2.5 and 7 seconds of one core against 5 and 14.
FEW, FEW_OF_THINKERS = 10_000, 1_000


def why_not_compiled(table: GameTable) -> str | None:
    """Return None if the compiled engine supports this table; else a sentence on why not and what to do."""
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
class NeverOverExperiment:
    """Games at one table. Raises UsageError for unknown temperaments, or unless there is one per seat.

    engine: "auto" takes the compiled one if it is installed and supports this pack, unless it would have to
    be compiled for a few games.
    """

    table: GameTable
    #: The temperament of every seat.
    temperaments: tuple[str, ...]
    engine: Engine = "auto"
    #: The number of games to play, if known.
    games: int | None = None

    def __post_init__(self) -> None:
        verify_players(self.temperaments, NeverOverGame.policies, self.table.players)

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the names of the facts: see `facts`."""
        return fact_names(self.table.players)

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """Return the measures of this table."""
        return without_unfair_comparisons(measures_of(self.table), self.temperaments)

    @property
    def score_range(self) -> tuple[int, int]:
        """Return the red points of the pack below zero, and its green points."""
        cards = self.table.cards
        return -cards.count_and_points(green=False)[1], cards.count_and_points(green=True)[1]

    @property
    def options_in_use(self) -> dict[str, Any]:
        """Return the values of all options by name."""
        return {name: getattr(self.table.options, name.replace("-", "_")) for name in OPTION_WORDS}

    @property
    def setup_record(self) -> dict[str, Any]:
        """Return the game, its players and its options as data for JSON."""
        return experiment_record(
            "never-over", self.temperaments, self.table.options, NeverOverOptions(), OPTION_WORDS
        )

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        """Play `count` games of a seed, beginning with number `first`."""
        if self.is_compiled:
            from .compiled import play_chunk as play_compiled

            return play_compiled(self.table, self.temperaments, seed, first, count)
        from .reference import play_chunk

        fast = self.has_searching_player and self.is_search_compiled
        return play_chunk(self.table, self.temperaments, seed, first, count, search_compiled=fast)

    def replay(self, seed: int, number: int, moves: Sequence[str]) -> Chunk:
        """Play the moves with these labels, and return the facts. Raises LogError if they are not a game."""
        from .reference import replay

        reader = MoveReader(moves)
        chunk = replay(self.table, seed, number, reader)
        reader.verify_end()
        return chunk

    def start(self, seed: int, number: int) -> NeverOverGame:
        """Return the dealt game of a seed and number."""
        from .reference import dealt_state

        state, rng = dealt_state(self.table, seed, number), python_random(seed, number)
        return NeverOverGame(state, rng, compiled=self.is_search_compiled)

    def chooser(self, name: str) -> Chooser:
        """Return the player with a name. Raises UsageError."""
        return find_chooser(name, NeverOverGame.policies)

    def finished_game(self, seed: int, number: int, choosers: Sequence[Chooser]) -> NeverOverGame:
        """Play a game to its end, with one chooser a seat; all use the game's random stream."""
        # Choosers only call random().
        return play_to_end(self.start(seed, number), choosers, cast("Any", Stream(seed, number, PLAYING)))

    @property
    def has_searching_player(self) -> bool:
        """Tell if a player searches: then the reference plays, and the compiled engine plays out guesses."""
        return any(is_search(name, NeverOverGame.policies) for name in self.temperaments)

    @cached_property
    def is_search_compiled(self) -> bool:
        """Tell if searches may play out guesses with the compiled engine.

        Raises UsageError if it is requested and cannot.
        """
        if self.engine == "reference":
            return False
        why_not = why_not_compiled(self.table)
        if self.engine == "compiled" and why_not:
            raise UsageError(why_not)
        return why_not is None

    @cached_property
    def is_compiled(self) -> bool:
        """Tell if the compiled engine plays. Raises UsageError if it is requested and cannot."""
        if self.has_searching_player or self.engine == "reference":
            return False
        why_not = why_not_compiled(self.table)
        if self.engine == "compiled" and why_not:
            raise UsageError(why_not)
        thinks = {*self.temperaments} != {"random"}
        few = FEW_OF_THINKERS if thinks else FEW
        if why_not or self.engine == "compiled" or self.games is None or self.games > few:
            return why_not is None
        from .compiled import is_compiled

        return is_compiled(thinks)


#: Default number of players, as far as the pack serves them.
USUAL_PLAYERS = 4


def _make_table(pack: Pack, setup: Setup) -> NeverOverExperiment:
    cards, options = cards_of(pack), read_options(setup.options)
    served = cards.count // (2 if options.deal_all else options.hand)
    players = setup.number_of_players(max(2, min(USUAL_PLAYERS, served)))
    return NeverOverExperiment(
        table_for(cards, players, options), setup.temperaments_by_seat(players), setup.engine, setup.games
    )


def _usual_measures() -> tuple[Measure, ...]:
    cards = Cards.from_quantities({1: 13, 2: 11, 3: 9, 4: 7}, {0: 1, 1: 2, 2: 3, 3: 4, 4: 5})
    against = read_options(["red-counts-against", "passing"])
    return NeverOverExperiment(GameTable(cards, USUAL_PLAYERS, against), ("random",) * USUAL_PLAYERS).measures


PLAY = GamePlay(
    setup=_make_table,
    options=OPTION_WORDS,
    temperaments={
        **{name: each.sentence for name, each in TEMPERAMENTS.items()},
        "expert": f"Tries each move on {GUESSES} guessed deals, played to their end by careful players.",
    },
    measures=_usual_measures,
    suggested_player="careful",
    times_faster=TIMES_FASTER,
)
