"""Players by name: a game's own, a random one, and one that searches any `CardGame`.

The search plays each move out on the same guessed deals, in which all cards hidden from its seat are dealt
again. This is Monte Carlo evaluation over sampled hidden cards (Ginsberg, "GIB: Imperfect information in a
computationally challenging game", Journal of Artificial Intelligence Research 14, 2001), with the game's
rollout policy instead of a solver. It replaces that policy's move only by one that does better by more than
chance explains, since the best of many noisy means is often no better (the fortified rollout of Bertsekas,
Tsitsiklis and Wu, "Rollout algorithms for combinatorial optimization", Journal of Heuristics 3, 1997). All
places of hidden cards count as equally likely: the search draws no conclusions from others' moves, and does
not bluff.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, TypeVar

from ...errors import UsageError
from ...units import nearest_word_hint, quoted_value
from .card_game import CardGame, Chooser, Player, chooser_of_player, random_legal_move

M = TypeVar("M")

SEARCH = "search"
#: Default and maximum number of guessed deals. With 20, a search won 20 of 20 games of Addenda for two
#: against `sensible`; the error of a mean falls only with the square root of the number.
USUAL_GUESSES, MOST_GUESSES = 20, 10_000
#: Number of standard errors by which a move must beat the rollout policy's move to replace it.
#: With 16 guesses at NEVER OVER for two it wins 43, 63 and 60 of 100 games of `careful` at 0, 1 and 2 of them
#: (30 deals; 56 at 1 in 90 deals of another seed); at Up and Over for two, with 20 guesses, 85, 90 and 85 of
#: `sensible` (10 deals).
CAUTION_ERRORS = 1.0
#: Descriptions of the players that every game has.
COMMON_POLICY_WORDS = {
    "random": "Plays any legal move, each with the same probability.",
    SEARCH: f"Tries every move on {USUAL_GUESSES} guessed deals of what it cannot see; search=40 on 40.",
}


@dataclass(frozen=True)
class Search:
    """A player that tries moves on `guesses` guessed deals, each continued by the game's rollout policy."""

    guesses: int

    def __call__(self, game: CardGame, rng: Random) -> Any:
        """Return the rollout policy's move, or one that does better by more than chance explains."""
        moves, seat = list(game.candidates()), game.turn
        assert seat is not None  # noqa: S101 - asked of a game that is being played
        if len(moves) == 1:
            return moves[0]
        own = Random(int(rng.random() * (1 << 53)))  # noqa: S311 - a game, no secret
        worth: list[list[float]] = [[] for _ in moves]
        for _ in range(self.guesses):
            guess, seed = game.guess(seat, own), own.getrandbits(53)
            for at, move in enumerate(moves):
                # The same random numbers for every move, so that their difference does not depend on luck.
                worth[at].append(standing_after_move(guess.copy(Random(seed)), move, seat))  # noqa: S311 - a game
        if not game.policies:
            return max(zip(moves, worth, strict=True), key=lambda each: sum(each[1]))[0]
        return best_of_guesses(moves, worth, moves.index(game.ask(game.rollout_player, own)))


def best_of_guesses(moves: Sequence[M], worth: Sequence[Sequence[float]], usual_index: int) -> M:
    """Return the best move if it is significantly better than the usual one; otherwise the usual one.

    worth: for each move, its worth in each guess; all moves are tried in the same guesses. usual_index: the
    index of the usual move.
    """
    gains = [significant_gain(each, worth[usual_index]) for each in worth]
    return moves[gains.index(max(gains))] if max(gains) > 0 else moves[usual_index]


def significant_gain(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the mean gain of `one` over `other`, less an allowance for chance.

    one, other: the worth of two moves in the same guesses. The allowance is a number of standard errors.
    """
    gains = [a - b for a, b in zip(one, other, strict=True)]
    count, mean = len(gains), sum(gains) / len(gains)
    variance = sum((each - mean) ** 2 for each in gains) / count
    return mean - CAUTION_ERRORS * sqrt(variance / count)


def standing_after_move(game: CardGame, move: Any, seat: int) -> float:
    """Make a move, play to the end of the part, and return how well the seat stands."""
    part = game.part()
    game.play(move)
    if game.turn is not None and game.part() == part:
        game.play_on(game.rng)
    return game.worth(seat)


def find_chooser(word: str, policies: Mapping[str, Player | Search]) -> Chooser:
    """Return the player with a name, such as "sensible", "search" or "search=40". Raises UsageError.

    policies: the game's own players.
    """
    name, equals, count = word.partition("=")
    every: dict[str, Player | Search] = {"random": random_legal_move, **policies}
    if name != SEARCH:
        if word not in every:
            raise UsageError(
                f"there is no player {quoted_value(word)}; {nearest_word_hint(word, [*every, SEARCH])}"
            )
        player = every[word]
        return player if isinstance(player, Search) else chooser_of_player(player)
    if not equals:
        count = str(USUAL_GUESSES)
    if not (count.isascii() and count.isdigit() and 1 <= int(count[:9]) <= MOST_GUESSES and len(count) < 9):
        raise UsageError(
            f"search takes 1 to {MOST_GUESSES:,} guessed deals, such as search=40, not {quoted_value(count)}"
        )
    return Search(int(count))


def is_search(word: str, policies: Mapping[str, Player | Search]) -> bool:
    """Tell if the player with this name is a search."""
    return word.partition("=")[0] == SEARCH or isinstance(policies.get(word), Search)


def verify_players(names: Sequence[str], policies: Iterable[str], seats: int) -> None:
    """Raise UsageError for an unknown player, or unless there is one player for each seat."""
    known = dict.fromkeys(policies, random_legal_move)
    for name in names:
        find_chooser(name, known)
    if len(names) != seats:
        raise UsageError(f"{seats} players need as many temperaments, not {len(names)}")
