"""Players by name: a game's own, one at random, and one that searches, for any `CardGame`.

The search plays each move out on the same guessed deals, in which all that its seat cannot see is dealt anew.
This is Monte Carlo evaluation over sampled hidden cards (Ginsberg, "GIB: Imperfect information in a
computationally challenging game", Journal of Artificial Intelligence Research 14, 2001), with play by the
game's strongest policy in place of a solver. It leaves the move of that policy for another only where this
does better by more than may be luck, since the best of many noisy means is often none (as the fortified
rollout of Bertsekas, Tsitsiklis and Wu, "Rollout algorithms for combinatorial optimization", Journal of
Heuristics 3, 1997, leaves its base policy). All hidden cards are taken to be equally likely wherever they may
lie: what others' moves tell of their hands is not used, nor does it bluff.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from ...errors import UsageError
from ...units import nearest, quoted
from .card_game import CardGame, Chooser, Player, at_random, chooser_of

SEARCH = "search"
#: Guessed deals where nobody says how many, and the most. With 20, a search won 20 of 20 games of Addenda for
#: two against `sensible`; the error of a mean shrinks with the root of their number only.
USUAL_GUESSES, MOST_GUESSES = 20, 10_000
#: Standard errors by which a move must do better than that of the strongest policy, to be played instead.
#: With 16 guesses at NEVER OVER for two it wins 43, 63 and 60 of 100 games of `careful` at 0, 1 and 2 of them
#: (30 deals; 56 at 1 in 90 deals of another seed); at Up and Over for two, with 20 guesses, 85, 90 and 85 of
#: `sensible` (10 deals).
CAUTION = 1.0
#: What people are told of the players that every game has.
EVERYWHERE = {
    "random": "Plays any legal move, all alike.",
    SEARCH: f"Tries every move on {USUAL_GUESSES} guessed deals of what it cannot see; search=40 on 40.",
}


@dataclass(frozen=True)
class Search:
    """Tries moves on so many guessed deals, each played on by the game's strongest policy (`play_on`)."""

    guesses: int

    def __call__(self, game: CardGame, rng: Random) -> Any:
        """Return the best move: that of the strongest policy, unless another is surely better."""
        moves, seat = list(game.candidates()), game.turn
        assert seat is not None  # noqa: S101 - asked of a game that is being played
        if len(moves) == 1:
            return moves[0]
        own = Random(int(rng.random() * (1 << 53)))  # noqa: S311 - a game, no secret
        worth: list[list[float]] = [[] for _ in moves]
        for _ in range(self.guesses):
            guess, seed = game.guess(seat, own), own.getrandbits(53)
            for at, move in enumerate(moves):
                # The same chance for every move, so that their difference is not that of luck.
                worth[at].append(_worth(guess.copy(Random(seed)), move, seat))  # noqa: S311 - a game
        if not game.policies:
            return max(zip(moves, worth, strict=True), key=lambda each: sum(each[1]))[0]
        usual = moves.index(game.ask(game.strongest, own))
        gains = [sure_gain(each, worth[usual]) for each in worth]
        return moves[gains.index(max(gains))] if max(gains) > 0 else moves[usual]


def sure_gain(one: Sequence[float], other: Sequence[float]) -> float:
    """Return by how much the one does better in the same guesses, less what that may be by luck."""
    gains = [a - b for a, b in zip(one, other, strict=True)]
    count, mean = len(gains), sum(gains) / len(gains)
    variance = sum((each - mean) ** 2 for each in gains) / count
    return mean - CAUTION * sqrt(variance / count)


def _worth(game: CardGame, move: Any, seat: int) -> float:
    """Make a move, play on to the end of the part, and return how well the seat stands then."""
    part = game.part()
    game.play(move)
    if game.turn is not None and game.part() == part:
        game.play_on(game.rng)
    return game.worth(seat)


def chooser_named(word: str, policies: Mapping[str, Player]) -> Chooser:
    """Return the player of a name, such as "sensible", "search" or "search=40". Raises UsageError.

    policies: the game's own.
    """
    name, equals, count = word.partition("=")
    every: dict[str, Player] = {"random": at_random, **policies}
    if name != SEARCH:
        if word not in every:
            raise UsageError(f"no player is {quoted(word)}; {nearest(word, [*every, SEARCH])}")
        return chooser_of(every[word])
    if not equals:
        count = str(USUAL_GUESSES)
    if not (count.isascii() and count.isdigit() and 1 <= int(count[:9]) <= MOST_GUESSES and len(count) < 9):
        raise UsageError(
            f"search wants 1 to {MOST_GUESSES:,} guessed deals, such as search=40, not {quoted(count)}"
        )
    return Search(int(count))


def is_search(word: str) -> bool:
    """Tell whether a player's name asks for a search."""
    return word.partition("=")[0] == SEARCH


def verify_players(names: Sequence[str], policies: Iterable[str], seats: int) -> None:
    """Raise UsageError for players that there are not, or not one for every seat."""
    known = dict.fromkeys(policies, at_random)
    for name in names:
        chooser_named(name, known)
    if len(names) != seats:
        raise UsageError(f"{seats} players need as many temperaments, not {len(names)}")
