"""Players by name: a game's own, one at random, and one that searches, for any `CardGame`.

The search plays each legal move out on the same guessed deals, in which all that its seat cannot see is dealt
anew, and takes the move that leaves it best on average. This is Monte Carlo evaluation over sampled hidden
cards (Ginsberg, "GIB: Imperfect information in a computationally challenging game", Journal of Artificial
Intelligence Research 14, 2001), with play by a policy in place of a solver. It takes all hidden cards to be
equally likely wherever they may lie: what others' moves tell of their hands is not used, nor does it bluff.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ..errors import UsageError
from ..units import nearest, quoted
from .card_game import CardGame, Chooser, Player, at_random, chooser_of

SEARCH = "search"
#: Guessed deals where nobody says how many, and the most. Twenty is what beats `sensible` at Addenda in
#: tests/test_match.py; the error of a mean shrinks with the root of their number only.
USUAL_GUESSES, MOST_GUESSES = 20, 10_000
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
        """Return the best move; of equals, the first."""
        moves, seat = list(game.candidates()), game.turn
        assert seat is not None  # noqa: S101 - asked of a game that is being played
        if len(moves) == 1:
            return moves[0]
        own = Random(int(rng.random() * (1 << 53)))  # noqa: S311 - a game, no secret
        worth = [0.0] * len(moves)
        for _ in range(self.guesses):
            guess, seed = game.guess(seat, own), own.getrandbits(53)
            for at, move in enumerate(moves):
                # The same chance for every move, so that their difference is not that of luck.
                worth[at] += _worth(guess.copy(Random(seed)), move, seat)  # noqa: S311 - a game
        return moves[worth.index(max(worth))]


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
        raise UsageError(f"{seats} players want as many temperaments, not {len(names)}")
