"""Verify that a game keeps the contract of `CardGame`: see `verify_game`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from ...errors import UsageError
from .card_game import CardGame, random_legal_move

#: Number of last moves shown in a message.
_MOVES_IN_MESSAGE = 6
#: Number of shuffles after which two or more cards have changed places (but for 1 case in a million).
_ENOUGH_SHUFFLES = 20


class BrokenContract(UsageError):  # noqa: N818 - called as its siblings are
    """A game breaks the contract of `CardGame`; the message tells where and how."""


def verify_game(
    game: type[CardGame],
    cards: Sequence[Any],
    players: Sequence[int] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    games: int = 10,
    seed: int = 1,
) -> None:
    """Play games at random and raise BrokenContract for the first violation of the contract.

    players: the numbers of players to try; all that the game allows by default. At every move:

    - there is a legal move, labels are single lines and differ, and `moves` changes nothing;
    - the same seed and moves give the same turns, moves, views and scores;
    - when all cards hidden from a seat are dealt again, its view and moves stay the same, the lists keep
      their lengths and cards, the game itself does not change, and the guess can be played to its end;
    - scores are whole numbers within `score_range`, one per seat, and the names of the facts never change.
    """

    def start(seats: int) -> Callable[[int], CardGame]:
        return lambda number: game.start(cards, seats, seed, number, options)

    for seats in players or game.players:
        for number in range(games):
            verify_play(start(seats), number, f"{seats} players, game {number} of seed {seed}")


def verify_play(start: Callable[[int], CardGame], number: int, where: str = "") -> None:
    """Play one game at random and raise BrokenContract for the first violation of the contract.

    start: returns the dealt game of a number. where: which game this is, for the message.
    """
    _ContractCheck(start, number, where or f"game {number}").verify()


class _ContractCheck:
    """Plays a game and a second game of the same seed (its twin) with the same moves, and verifies both."""

    def __init__(self, start: Callable[[int], CardGame], number: int, where: str) -> None:
        self.game, self.twin, self.where = start(number), start(number), where
        self.chance = Random(number)  # noqa: S311 - a game, no secret
        self.labels: list[str] = []
        self.facts = sorted(self.game.facts())
        #: Number of guesses that could differ from the game, and of those that do.
        self.guesses = self.changed = 0

    def verify(self) -> None:
        """Play to the end, verifying every position."""
        game = self.game
        self.verify_scores_and_facts()
        while game.turn is not None:
            self.verify_seat_at_turn(game)
            moves = self.legal_move_labels()
            self.verify_same_as_twin()
            for seat in range(game.seats):
                self.verify_hidden_cards(seat)
            at = int(self.chance.random() * len(moves))
            game.play(game.moves()[at])
            self.twin.play(self.twin.moves()[at])
            self.labels.append(moves[at])
            self.verify_scores_and_facts()
            if game.most_moves is not None and len(self.labels) > game.most_moves:
                self.fail("it does not end: end it by the rules, or set most_moves")
        self.verify_same_as_twin()
        if self.guesses >= _ENOUGH_SHUFFLES and not self.changed:
            self.fail(
                "guesses never differ from the game: redeal() must put the cards it is given into the game"
            )

    def fail(self, message: str) -> None:
        """Raise BrokenContract with the game, the position and a message."""
        made = f"after {', '.join(self.labels[-_MOVES_IN_MESSAGE:])}" if self.labels else "at the deal"
        count = f"move {len(self.labels)}, " if self.labels else ""
        raise BrokenContract(f"{self.game.name}: {self.where}, {count}{made}: {message}")

    def verify_seat_at_turn(self, game: CardGame) -> None:
        """Raise BrokenContract if the seat at turn of a game that is not over does not exist."""
        if game.turn not in range(game.seats):
            last = game.seats - 1
            self.fail(f"turn is {game.turn!r}: set it to a seat from 0 to {last}, or None at the end")

    def legal_move_labels(self) -> list[str]:
        """Return the labels of the legal moves after verifying them."""
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

    def verify_scores_and_facts(self) -> None:
        """Raise BrokenContract for invalid scores and facts.

        Facts must be whole numbers, and their names must be the same throughout the game.
        """
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

    def verify_same_as_twin(self) -> None:
        """Raise BrokenContract unless the twin has the same turn, moves, scores, facts and views."""
        game, twin = self.game, self.twin
        pairs: dict[str, tuple[Any, Any]] = {
            "turn": (game.turn, twin.turn),
            "moves": (_legal_labels(game), _legal_labels(twin)),
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

    def verify_hidden_cards(self, seat: int) -> None:
        """Raise BrokenContract if a seat can tell a guess from the game, or guessing changes the game."""
        game, before = self.game, self.views_and_scores(self.game)
        guess = game.guess(seat, Random(self.chance.getrandbits(53)))  # noqa: S311 - a game, no secret
        zones = [[list(zone) for zone in each.hidden(seat)] for each in (game, guess)]
        if [*map(len, zones[0])] != [*map(len, zones[1])] or _card_counts(zones[0]) != _card_counts(zones[1]):
            self.fail(f"dealing anew what is hidden from seat {seat} loses or adds cards: see redeal()")
        self.guesses += len(_card_counts(zones[0])) > 1
        self.changed += zones[0] != zones[1]
        if game.view(seat) != guess.view(seat):
            told = ", ".join(_names_of_differing_fields(game.view(seat), guess.view(seat)))
            self.fail(f"the view of seat {seat} tells what is hidden from it{f', in {told}' if told else ''}")
        if game.turn == seat and _legal_labels(game) != _legal_labels(guess):
            self.fail(f"the legal moves of seat {seat} depend on what is hidden from it")
        if game.turn == seat:
            self.play_guess_to_end(guess, seat)
        if before != self.views_and_scores(game):
            self.fail("playing on in a copy changes the game: copy() must share nothing that changes")

    def play_guess_to_end(self, guess: CardGame, seat: int) -> None:
        """Play a copy of a guess to its end. Raises BrokenContract if no legal move is left."""
        trial, made = guess.copy(Random(0)), 0  # noqa: S311 - a game, no secret
        while trial.turn is not None and (trial.most_moves is None or made <= trial.most_moves):
            self.verify_seat_at_turn(trial)
            if not len(trial.moves()):
                self.fail(f"no legal move is left in a deal guessed by seat {seat}, after {made} more moves")
            trial.play(trial.ask(random_legal_move, self.chance))
            made += 1

    def views_and_scores(self, game: CardGame) -> list[Any]:
        """Return the views of all seats and the scores."""
        return [*(repr(game.view(seat)) for seat in range(game.seats)), list(game.scores())]


def _legal_labels(game: CardGame) -> list[str]:
    """Return the labels of all legal moves; [] if the game is over."""
    return [] if game.turn is None else [game.label(move) for move in game.moves()]


def _card_counts(zones: Sequence[Sequence[Any]]) -> Counter[str]:
    return Counter(repr(card) for zone in zones for card in zone)


def _names_of_differing_fields(one: Any, other: Any) -> list[str]:
    """Return the names of the fields in which two views differ; [] if views have no names."""
    pairs = [view._asdict() if hasattr(view, "_asdict") else view for view in (one, other)]
    if not all(isinstance(each, Mapping) for each in pairs):
        return []
    return [str(name) for name in pairs[0] if pairs[0][name] != pairs[1].get(name)]
