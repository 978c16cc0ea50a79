"""The contract of `CardGame`, which any game can be run against: see `verify_game`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from ...errors import UsageError
from .card_game import CardGame, at_random

#: The last moves that a message tells.
_TOLD = 6
#: So many shuffles of two cards or more do not all leave them as they were (a chance of 1 in a million).
_ENOUGH = 20


class BrokenContract(UsageError):  # noqa: N818 - called as its siblings are
    """A game breaks the contract of `CardGame`: the message says where, and what is wrong."""


def verify_game(
    game: type[CardGame],
    cards: Sequence[Any],
    players: Sequence[int] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    games: int = 10,
    seed: int = 1,
) -> None:
    """Play games at random and raise BrokenContract for the first thing that a `CardGame` must not do.

    players: the numbers of players to try, all that the game is for by default. Checked are, at every move:

    - there is a legal move, labels are single lines and differ, and asking for moves changes nothing;
    - the same seed and the same moves give the same turns, moves, views and scores;
    - when all that is hidden from a seat is dealt anew, its view and its moves stay the same; the lists keep
      their lengths and cards, and the game itself is left as it was; what the
      seat to move guesses can be played to its end;
    - scores are whole numbers within `score_range`, one a seat, and the same facts are told from start to
      end.
    """

    def start(seats: int) -> Callable[[int], CardGame]:
        return lambda number: game.start(cards, seats, seed, number, options)

    for seats in players or game.players:
        for number in range(games):
            verify_play(start(seats), number, f"{seats} players, game {number} of seed {seed}")


def verify_play(start: Callable[[int], CardGame], number: int, where: str = "") -> None:
    """Play one game at random and raise BrokenContract for the first thing that breaks the contract.

    start: returns the game of a number, dealt. where: which game this is, for the message.
    """
    _Check(start, number, where or f"game {number}").run()


class _Check:
    """A game and its twin of the same seed, played move for move."""

    def __init__(self, start: Callable[[int], CardGame], number: int, where: str) -> None:
        self.game, self.twin, self.where = start(number), start(number), where
        self.chance = Random(number)  # noqa: S311 - a game, no secret
        self.labels: list[str] = []
        self.facts = sorted(self.game.facts())
        #: Guesses that might differ from the game, and those that do.
        self.guesses = self.changed = 0

    def run(self) -> None:
        """Play to the end."""
        game = self.game
        self.scores()
        while game.turn is not None:
            self.turn(game)
            moves = self.moves()
            self.twins()
            for seat in range(game.seats):
                self.hidden(seat)
            at = int(self.chance.random() * len(moves))
            game.play(game.moves()[at])
            self.twin.play(self.twin.moves()[at])
            self.labels.append(moves[at])
            self.scores()
            if game.most_moves is not None and len(self.labels) > game.most_moves:
                self.fail("it does not end: end it by the rules, or set most_moves")
        self.twins()
        if self.guesses >= _ENOUGH and not self.changed:
            self.fail(
                "guesses never differ from the game: redeal() must put the cards it is given into the game"
            )

    def fail(self, message: str) -> None:
        """Raise BrokenContract with the place."""
        made = f"after {', '.join(self.labels[-_TOLD:])}" if self.labels else "at the deal"
        count = f"move {len(self.labels)}, " if self.labels else ""
        raise BrokenContract(f"{self.game.name}: {self.where}, {count}{made}: {message}")

    def turn(self, game: CardGame) -> None:
        """Verify whose turn it is in a game that is not over."""
        if game.turn not in range(game.seats):
            last = game.seats - 1
            self.fail(f"turn is {game.turn!r}: set it to a seat from 0 to {last}, or None at the end")

    def moves(self) -> list[str]:
        """Return the labels of the legal moves."""
        game = self.game
        labels = [game.label(move) for move in game.moves()]
        if not labels:
            self.fail(f"seat {game.turn} has no legal move, and the game is not over")
        twice = [label for label, times in Counter(labels).items() if times > 1]
        if twice:
            self.fail(f"two legal moves are called {twice[0]!r}: list equal moves once, or see label()")
        if wrong := [label for label in labels if not label or len(label.splitlines()) != 1]:
            self.fail(f"a move is called {wrong[0]!r}: a label is one line of text")
        if [game.label(move) for move in game.moves()] != labels:
            self.fail("moves() returns other moves when it is called again")
        return labels

    def scores(self) -> None:
        """Verify scores and facts."""
        game, scores = self.game, list(self.game.scores())
        low, high = game.score_range
        if len(scores) != game.seats:
            self.fail(f"scores() returns {len(scores)} scores for {game.seats} players")
        for score in scores:
            if not isinstance(score, int) or not low <= score <= high:
                self.fail(
                    f"a score is {score!r}: scores are whole numbers from {low} to {high}, see score_range"
                )
        facts = game.facts()
        if sorted(facts) != self.facts:
            odd = {*facts} ^ {*self.facts}
            self.fail(
                f"facts() returns {', '.join(map(str, sorted(odd)))} at some times only: return all, always"
            )
        for name, value in facts.items():
            if not isinstance(value, int):
                self.fail(f"the fact {name!r} is {value!r}: facts are whole numbers, or True and False")

    def twins(self) -> None:
        """Verify that the same seed and moves give the same game."""
        game, twin = self.game, self.twin
        pairs: dict[str, tuple[Any, Any]] = {
            "turn": (game.turn, twin.turn),
            "moves": (_labels(game), _labels(twin)),
            "scores": ([*game.scores()], [*twin.scores()]),
            "facts": (dict(game.facts()), dict(twin.facts())),
            **{f"view of seat {seat}": (game.view(seat), twin.view(seat)) for seat in range(game.seats)},
        }
        for what, (one, other) in pairs.items():
            if one != other:
                self.fail(
                    f"the same seed and moves give another {what}: take all chance from the rng "
                    "that is given, and let no order depend on a set"
                )

    def hidden(self, seat: int) -> None:
        """Verify that a seat cannot tell a guess from the game."""
        game, before = self.game, self.all_of(self.game)
        guess = game.guess(seat, Random(self.chance.getrandbits(53)))  # noqa: S311 - a game, no secret
        zones = [[list(zone) for zone in each.hidden(seat)] for each in (game, guess)]
        if [*map(len, zones[0])] != [*map(len, zones[1])] or _pooled(zones[0]) != _pooled(zones[1]):
            self.fail(f"dealing anew what is hidden from seat {seat} loses or adds cards: see redeal()")
        self.guesses += len(_pooled(zones[0])) > 1
        self.changed += zones[0] != zones[1]
        if game.view(seat) != guess.view(seat):
            told = ", ".join(_apart(game.view(seat), guess.view(seat)))
            self.fail(f"the view of seat {seat} tells what is hidden from it{f', in {told}' if told else ''}")
        if game.turn == seat and _labels(game) != _labels(guess):
            self.fail(f"the legal moves of seat {seat} depend on what is hidden from it")
        if game.turn == seat:
            self.play_on(guess, seat)
        if before != self.all_of(game):
            self.fail("playing on in a copy changes the game: copy() must share nothing that changes")

    def play_on(self, guess: CardGame, seat: int) -> None:
        """Play a copy of a guess to its end."""
        trial, made = guess.copy(Random(0)), 0  # noqa: S311 - a game, no secret
        while trial.turn is not None and (trial.most_moves is None or made <= trial.most_moves):
            self.turn(trial)
            if not len(trial.moves()):
                self.fail(f"no legal move is left in a deal guessed by seat {seat}, after {made} more moves")
            trial.play(trial.ask(at_random, self.chance))
            made += 1

    def all_of(self, game: CardGame) -> list[Any]:
        """Return what all seats see, and the scores."""
        return [*(repr(game.view(seat)) for seat in range(game.seats)), list(game.scores())]


def _labels(game: CardGame) -> list[str]:
    return [] if game.turn is None else [game.label(move) for move in game.moves()]


def _pooled(zones: Sequence[Sequence[Any]]) -> Counter[str]:
    return Counter(repr(card) for zone in zones for card in zone)


def _apart(one: Any, other: Any) -> list[str]:
    """Return the names of what differs between two views, where these have names."""
    pairs = [view._asdict() if hasattr(view, "_asdict") else view for view in (one, other)]
    if not all(isinstance(each, Mapping) for each in pairs):
        return []
    return [str(name) for name in pairs[0] if pairs[0][name] != pairs[1].get(name)]
