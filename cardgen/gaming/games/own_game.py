"""A user's own game as an experiment: any `CardGame` with the cards of a pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any

from ...errors import UsageError
from ...pack.model import Card, Pack
from ...pack.selection import cards_in_play
from .card_game import CardGame, Chooser, play_to_end, verify_declarations
from .experiment import (
    OF_TURNS,
    Chunk,
    add_scores_to_table,
    fact_names,
    score_measures,
    shared_and_seat_facts,
)
from .game import Setup
from .game_log import MoveReader
from .measures import GAMES, Measure, Unit, make_measures, without_unfair_comparisons
from .rng import PLAYING, python_random
from .rules_file import RulesFile
from .search import SEARCH, find_chooser, is_search, verify_players

#: A file of rules, or a class in a script.
RulesSource = RulesFile | type[CardGame]


def load_game_class(rules: RulesSource) -> type[CardGame]:
    """Return the class of the game, running the file if it is one. Raises UsageError."""
    return rules.game if isinstance(rules, RulesFile) else rules


def user_game_experiment(pack: Pack, setup: Setup) -> UserGameExperiment:
    """Return the experiment that plays a user's own game. Raises UsageError if it cannot be played."""
    if setup.game is not None:
        raise UsageError("--game is for the games that a pack names, and --rules for your own: leave one out")
    if setup.engine == "compiled":
        raise UsageError("the compiled engine plays NEVER OVER alone: leave --engine out")
    game = load_game_class(setup.rules)
    verify_declarations(game)
    given = {}
    for word in setup.options:
        name, _, value = word.strip().partition("=")
        given[name.strip().lower().replace("-", "_")] = value.strip()
    seats = setup.number_of_players(game.players[0])
    return UserGameExperiment(setup.rules, cards_in_play(pack), setup.temperaments_by_seat(seats), given)


@dataclass(frozen=True)
class UserGameExperiment:
    """Games of a user's own rules with these cards at one table.

    Raises UsageError for unknown players and options. options: those that differ from the defaults, as values
    or as text.
    """

    rules: RulesSource
    cards: tuple[Card, ...] = field(repr=False)
    temperaments: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        game = load_game_class(self.rules)
        verify_players(self.temperaments, game.policies, len(self.temperaments))
        if (
            any(is_search(name, game.policies) for name in self.temperaments)
            and game.hidden is CardGame.hidden
        ):
            raise UsageError(
                f"{game.__name__} does not say what is hidden, so a search would see all cards: "
                "add hidden(seat), which returns [] where all is open"
            )
        # Deal once, so that a game that cannot be dealt fails before all games are played.
        _ = self.measures

    def start(self, seed: int, number: int) -> CardGame:
        """Return the dealt game of a seed and number."""
        game = load_game_class(self.rules)
        with self._name_game_in_errors(seed, number):
            return game.start(self.cards, len(self.temperaments), seed, number, self.options)

    def chooser(self, name: str) -> Chooser:
        """Return the player with this name. Raises UsageError if there is none."""
        return find_chooser(name, load_game_class(self.rules).policies)

    def finished_game(self, seed: int, number: int, choosers: Sequence[Chooser]) -> CardGame:
        """Play one game to its end, with one chooser a seat. Raises UsageError for impossible scores."""
        game, (low, high) = self.start(seed, number), self.score_range
        with self._name_game_in_errors(seed, number):
            play_to_end(game, choosers, python_random(seed, number, PLAYING))
            scores = list(game.scores())
        whole = all(isinstance(each, int) for each in scores)
        if len(scores) != game.seats or not whole or not low <= min(scores) <= max(scores) <= high:
            said = ", ".join(map(repr, scores))
            raise UsageError(
                f"{game.name}: the scores of game {number} of seed {seed} are {said}; there must be "
                f"{game.seats} whole numbers from {low} to {high}: see score_range"
            )
        return game

    def _name_game_in_errors(self, seed: int, number: int) -> AbstractContextManager[None]:
        """Return a context that adds to errors the game and the line of the rules in which they occurred."""
        where = f"in game {number} of seed {seed}"
        return self.rules.name_line_in_errors(where) if isinstance(self.rules, RulesFile) else nullcontext()

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        """Play `count` games of a seed, beginning with number `first`, and return their facts."""
        low, high = self.score_range
        scores = [0] * len(self.temperaments) * (high - low + 1)
        players = [self.chooser(name) for name in self.temperaments]
        rows = [self._game_facts(seed, number, players, scores) for number in range(first, first + count)]
        return Chunk(rows, {"scores": scores})

    def replay(self, seed: int, number: int, moves: Sequence[str]) -> Chunk:
        """Play the moves with these labels, and return the facts. Raises LogError if they are not a game."""
        low, high = self.score_range
        reader, scores = MoveReader(moves), [0] * len(self.temperaments) * (high - low + 1)
        facts = self._game_facts(seed, number, [reader] * len(self.temperaments), scores)
        reader.verify_end()
        return Chunk([facts], {"scores": scores})

    def _game_facts(self, seed: int, number: int, players: Sequence[Chooser], table: list[int]) -> list[int]:
        """Play a game, add its scores to the table, and return its facts."""
        turns = [0] * len(self.temperaments)
        game = self.finished_game(seed, number, [_turn_counting_chooser(each, turns) for each in players])
        with self._name_game_in_errors(seed, number):
            scores, facts = list(game.scores()), game.facts()
        if {*facts} != {*self._facts_after_deal} or not all(isinstance(each, int) for each in facts.values()):
            raise UsageError(
                f"{game.name}: the facts of game {number} of seed {seed} are {dict(facts)!r}; "
                f"they must be whole numbers for {', '.join(self._facts_after_deal) or 'nothing'}, "
                "as at the deal"
            )
        add_scores_to_table(table, scores, self.score_range[0])
        own = [int(facts[name]) for name in self._facts_after_deal]
        shared = shared_and_seat_facts(scores, turns, game.seats)
        # Partners who share the highest score are not tied.
        shared[3] = int(
            len({game.side(seat) for seat, score in enumerate(scores) if score == max(scores)}) > 1
        )
        return [sum(turns), *own, *shared]

    @cached_property
    def _facts_after_deal(self) -> Mapping[str, int]:
        """Return the game's own facts as they are after the deal."""
        game = self.start(1, 0)
        with self._name_game_in_errors(1, 0):
            return MappingProxyType(dict(game.facts()))

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the names of the facts."""
        return fact_names(
            ("turns", *(f"own_{name}" for name in self._facts_after_deal)), len(self.temperaments)
        )

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """Return the measures of the game."""
        seats = [f"seat {seat + 1}" for seat in range(len(self.temperaments))]
        scores = score_measures(seats, len(seats), "plays first")
        return without_unfair_comparisons((*scores, *self._own_measures()), self.temperaments)

    def _own_measures(self) -> Iterator[Measure]:
        """Yield the measures of moves, and one for each fact of the game."""
        everybody = {GAMES: len(self.temperaments)}
        yield from make_measures(
            OF_TURNS,
            ("turns", "moves in a game", "turns", GAMES, "turns"),
            ("own_turns", "moves of a player", "turns", everybody, "turns"),
        )
        for name, value in self._facts_after_deal.items():
            share = isinstance(value, bool)
            unit: Unit = "share" if share else "times"
            title = name.replace("_", " ")
            yield from make_measures(
                "facts of the game",
                (f"own_{name}", title, f"own_{name}", GAMES, unit, "of games" if share else "in a game"),
            )

    @property
    def score_range(self) -> tuple[int, int]:
        """Return the lowest and the highest score."""
        return load_game_class(self.rules).score_range

    @property
    def suggested_player(self) -> str:
        """Return the name of a player to suggest after games of random players only; "" if there is none."""
        game = load_game_class(self.rules)
        can_search = game.hidden is not CardGame.hidden
        return list(game.policies)[-1] if game.policies else SEARCH if can_search else ""

    @property
    def options_in_use(self) -> Mapping[str, Any]:
        """Return the values of all options by name."""
        return self.start(1, 0).options

    @property
    def setup_record(self) -> dict[str, Any]:
        """Return the game, its players and its options as data for JSON."""
        name = self.rules.name if isinstance(self.rules, RulesFile) else f"class {self.rules.__name__}"
        usual = load_game_class(self.rules).options
        changed = {each: value for each, value in self.options_in_use.items() if value != usual[each]}
        table = {"players": len(self.temperaments), "temperaments": list(self.temperaments)}
        return {"game": name, **table, "options": changed}

    def __getstate__(self) -> dict[str, Any]:
        # Cached values hold proxies, which cannot be pickled, and are cheap to compute again.
        return {name: self.__dict__[name] for name in ("rules", "cards", "temperaments", "options")}


def _turn_counting_chooser(chooser: Chooser, turns: list[int]) -> Chooser:
    """Return a chooser that counts the moves of each seat in `turns`."""

    def choose(game: CardGame, rng: Random) -> Any:
        turns[game.turn or 0] += 1
        return chooser(game, rng)

    return choose
