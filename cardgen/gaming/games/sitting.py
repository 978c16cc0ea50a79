"""A game that people and cardgen's players sit at: moves, undo, hints, what seats are told, the log."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from time import monotonic
from typing import Any, NamedTuple

from ... import __version__
from ...errors import UsageError
from ...pack.model import Pack
from ...units import count_with_noun, nearest_word_hint, quoted_value
from . import experiment_of, suggested_player
from .card_game import CardGame, replay
from .cards import card_finder
from .game import Setup
from .game_log import GameLog, Sitter, hash_of_cards, option_words
from .scene import OfferedMove, Scene, TableWords
from .search import SEARCH, standing_after_move

#: Seconds and number of guessed deals on which a hint tries the moves, and the fewest for a comparison.
_HINT_SECONDS, _MOST_GUESSES, _FEWEST_GUESSES = 1.5, 100, 4
#: Number of standard errors beyond which a difference is not put down to chance.
_ERRORS = 2.0


class Hint(NamedTuple):
    """A move that a player of cardgen would make."""

    label: str
    text: str
    #: What the move leads to, and how much better it is than the next; "" if that cannot be tried.
    why: str


class Sitting:
    """A game in progress. `moves` are labels; the same seed, number and moves give the same game."""

    def __init__(
        self, pack: Pack, experiment: Any, seats: Sequence[Sitter], seed: int, number: int = 0
    ) -> None:
        """Deal a game. seats: who sits where; bots by the name of their player.

        Raises UsageError for an unknown player, or a game that a seat's view does not show.
        """
        self.pack, self.experiment, self.seats = pack, experiment, tuple(seats)
        self.seed, self.number = seed, number
        self._find = card_finder(pack)
        self._choosers = {each.name: experiment.chooser(each.name) for each in seats if each.is_bot}
        self.game: CardGame = experiment.start(seed, number)
        #: The strongest player, who gives hints.
        self.expert = strongest_player(self.game)
        self.moves: list[str] = []
        #: For each move, the sentences for each seat.
        self.stories: list[tuple[tuple[str, ...], ...]] = []
        for seat in range(len(seats)):
            self.game.scene(seat, self.words(seat))

    def words(self, seat: int) -> TableWords:
        """Return the words that address a seat as "you"."""
        return TableWords(seat_names(self.seats), seat, self._find)

    def scene(self, seat: int) -> Scene:
        """Return the scene of a seat: the cards that its player may see, and the moves that are offered."""
        return self.game.scene(seat, self.words(seat))

    def story(self, seat: int, first: int = 0) -> list[str]:
        """Return the sentences for a seat about all moves from number `first` on."""
        return [sentence for told in self.stories[first:] for sentence in told[seat]]

    @property
    def is_bot_next(self) -> bool:
        """Tell if it is the turn of a player of cardgen."""
        return self.game.turn is not None and self.seats[self.game.turn].is_bot

    def make_move(self, label: str) -> None:
        """Make a move. Raises UsageError for one that is not legal."""
        move = self._find_legal_move(label)
        before = self.game.copy(Random(0))  # noqa: S311 - a game, no secret
        self.game.play(move)
        self.moves.append(label)
        self.stories.append(
            tuple(tuple(self.game.story(before, move, self.words(seat))) for seat in range(len(self.seats)))
        )

    def make_moves(self, labels: Sequence[str]) -> None:
        """Make several moves."""
        for label in labels:
            self.make_move(label)

    def _find_legal_move(self, label: str) -> Any:
        """Return the legal move with a label. Raises UsageError if there is none."""
        moves = (
            {self.game.label(move): move for move in self.game.moves()} if self.game.turn is not None else {}
        )
        if label not in moves:
            legal = nearest_word_hint(label, moves) if moves else "the game is over"
            raise UsageError(f"{quoted_value(label)} is not legal here; {legal}")
        return moves[label]

    def bot_move(self) -> str:
        """Return the label of the move of the bot at turn. After an undo the bot makes the same move."""
        assert self.game.turn is not None  # noqa: S101 - a bot is next
        chooser = self._choosers[self.seats[self.game.turn].name]
        return self.game.label(chooser(self.game, self._generator_for_move()))

    def _generator_for_move(self) -> Random:
        """Return a random generator for the next move.

        It depends only on the seed, the number of the game and the number of moves, so that bots repeat their
        moves after an undo.
        """
        return Random(f"{self.seed}:{self.number}:{len(self.moves)}")  # noqa: S311 - a game, no secret

    def undo(self) -> bool:
        """Take back the last move of a person and all moves after it.

        Returns False, and takes nothing back, if no person has moved.
        """
        game, turns = self.experiment.start(self.seed, self.number), list[int]()
        for label in self.moves:
            turns.append(game.turn)
            replay(game, [label])
        people = [at for at, seat in enumerate(turns) if not self.seats[seat].is_bot]
        if not people:
            return False
        del self.moves[people[-1] :]
        del self.stories[people[-1] :]
        self.game = replay(self.experiment.start(self.seed, self.number), self.moves)
        return True

    def hint(self) -> Hint:
        """Return the move of the strongest player for the seat at turn, with reasons."""
        seat = self.game.turn
        assert seat is not None  # noqa: S101 - a person asks
        offered = {each.label: each for each in self.scene(seat).moves}
        label = self.game.label(self.experiment.chooser(self.expert)(self.game, self._generator_for_move()))
        return Hint(label, offered[label].text, self._reason_for_hint(seat, label, offered))

    def _reason_for_hint(self, seat: int, label: str, offered: dict[str, OfferedMove]) -> str:
        """Return sentences that compare a move with the next best one, on guessed deals.

        Returns "" if they cannot be compared.
        """
        game = self.game
        labels = [game.label(move) for move in game.candidates()]
        if len(labels) < 2 or label not in labels or type(game).hidden is CardGame.hidden:
            return "" if len(offered) > 1 else "It is the only legal move."
        worth: list[list[float]] = [[] for _ in labels]
        chance, until = Random(f"hint:{self.seed}:{len(self.moves)}"), monotonic() + _HINT_SECONDS  # noqa: S311
        guesses = 0
        while guesses < _MOST_GUESSES and (guesses < _FEWEST_GUESSES or monotonic() < until):
            guess, seed = game.guess(seat, chance), chance.getrandbits(53)
            for each, results in zip(labels, worth, strict=True):
                trial = guess.copy(Random(seed))  # noqa: S311 - a game, no secret
                move = next(move for move in trial.moves() if trial.label(move) == each)
                results.append(standing_after_move(trial, move, seat))
            guesses += 1
        tried = dict(zip(labels, worth, strict=True))
        other = max((each for each in labels if each != label), key=lambda each: fmean(tried[each]))
        return self._comparison_sentences(tried[label], tried[other], offered[other].text)

    def _comparison_sentences(
        self, results: Sequence[float], other_results: Sequence[float], other_text: str
    ) -> str:
        """Return sentences about the results of a move and of the next best one.

        results, other_results: how well the seat stands after each of the two moves, in the same guesses.
        other_text: the text of the other move.
        """
        game, standing = self.game, fmean(results)
        rollout = game.rollout or (list(game.policies)[-1] if game.policies else "random")
        where = f"at the end of the {game.part_name}"
        ahead = "ahead" if standing >= 0 else "behind"
        guesses = (
            f", in {count_with_noun(len(results), 'guessed deal')}"
            if any(game.hidden(game.turn or 0))
            else ""
        )
        said = (
            f"Played on by {rollout}{guesses}, it leaves you {abs(standing):.1f} {game.scored_in} {ahead} "
            f"{where}."
        )
        gains = [one - two for one, two in zip(results, other_results, strict=True)]
        gap, error = fmean(gains), pstdev(gains) / sqrt(len(gains))
        if abs(gap) <= _ERRORS * error:
            return f"{said} “{other_text}” does as well, but for chance."
        if gap < 0:
            better = f"{said} There “{other_text}” does {-gap:.1f} better"
            return f"{better}; {self.expert} judges by a search of its own."
        return f"{said} Next best is “{other_text}”, {gap:.1f} less."

    def to_log(self) -> GameLog:
        """Return the game so far as a log; without scores if it is not over."""
        setup_record = self.experiment.setup_record
        scores = tuple(map(int, self.game.scores())) if self.game.turn is None else ()
        return GameLog(
            setup_record["game"],
            self.pack.name,
            hash_of_cards(self.pack),
            option_words(setup_record["options"]),
            self.seats,
            self.seed,
            self.number,
            tuple(self.moves),
            scores,
            __version__,
        )

    def verify_log(self) -> None:
        """Replay the log of a finished game by the rules. Raises UsageError if the scores differ."""
        log = self.to_log()
        game = replay(self.experiment.start(self.seed, self.number), log.moves)
        if game.turn is not None or tuple(map(int, game.scores())) != log.scores:
            raise UsageError("played again, the moves of the log do not lead to its scores")

    def result_sentence(self) -> str:
        """Return who won a finished game, in a sentence."""
        scores, names = list(self.game.scores()), seat_names(self.seats)
        first = [seat for seat, score in enumerate(scores) if score == max(scores)]
        sides = {self.game.side(seat) for seat in first}
        winners = " and ".join(names[seat] for seat in first)
        if len(sides) > 1:
            return f"{winners} tie with {max(scores)} {self.game.scored_in}."
        return f"{winners} {'win' if len(first) > 1 else 'wins'} with {max(scores)} {self.game.scored_in}."


def experiment_sitters_and_bot(
    pack: Pack, setup: Setup, people: Sequence[str], bot: str | None
) -> tuple[Any, tuple[Sitter, ...], str]:
    """Return the experiment, who sits at each seat, and the name of the bot.

    People take the first seats, bots the others. bot: the player for these; the game's suggestion by default.
    Raises UsageError for too many people and for an unknown player.
    """
    experiment: Any = experiment_of(pack, setup)
    seats = experiment.setup_record["players"]
    if setup.players is None and len(people) > seats:
        experiment = experiment_of(pack, setup._replace(players=len(people)))
        seats = len(people)
    if len(people) > seats:
        raise UsageError(f"there are {count_with_noun(len(people), 'name')} for {seats} seats")
    name = (bot or suggested_player(experiment) or "random").strip().lower()
    experiment.chooser(name)
    sitters = [Sitter(person) for person in people]
    return experiment, (*sitters, *[Sitter(name, is_bot=True)] * (seats - len(people))), name


def strongest_player(game: CardGame) -> str:
    """Return the name of a game's strongest player; a search if it has none of its own."""
    if game.policies:
        return list(game.policies)[-1]
    return "random" if type(game).hidden is CardGame.hidden else SEARCH


def seat_names(seats: Sequence[Sitter]) -> list[str]:
    """Return a different name for each seat; bots have their seat after their name."""
    names = [each.name[:1].upper() + each.name[1:] if each.is_bot else each.name for each in seats]
    return [
        f"{name} (seat {seat + 1})" if names.count(name) > 1 or seats[seat].is_bot else name
        for seat, name in enumerate(names)
    ]
