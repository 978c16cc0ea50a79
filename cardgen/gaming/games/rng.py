"""Chance for the lab: every game has its own numbers, which its seed and its number alone decide.

So a game is the same whoever plays it, on whichever machine, and in whatever order games are played. The
generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
2014): a counter that goes up by an odd step, and a mix of it. Each stream has a start and a step of its
own. It is made of additions, shifts and products of 64 bits, which a compiled engine can do alike.
"""

from __future__ import annotations

from random import Random

MASK = (1 << 64) - 1
#: The odd number nearest to 2**64 over the golden ratio.
GOLDEN = 0x9E3779B97F4A7C15
#: A double holds 53 bits.
UNIT = 2.0**-53
#: What a stream is for: how the cards lie, and what the players do. Two packs that are compared have the
#: same chances for both, however many cards the one has more.
DEALING, PLAYING = range(2)
#: Seeds and numbers of games are below these.
MOST_SEED, MOST_GAMES = 1 << 63, 1 << 48


def mixed(number: int) -> int:
    """Return 64 bits that depend on all of a number's (variant 13 of Stafford's mixes of MurmurHash3)."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
    return number ^ number >> 31


def start_and_step(seed: int, game: int, use: int) -> tuple[int, int]:
    """Return where the stream of a game begins and by which odd number it goes up."""
    root = mixed(mixed(seed + GOLDEN & MASK) + 2 * game + use & MASK)
    return root, mixed(root + GOLDEN & MASK) | 1


class Stream:
    """The chances of one game for one use.

    >>> Stream(1, 0, DEALING).random() == Stream(1, 0, DEALING).random()
    True
    """

    __slots__ = ("_state", "_step")

    def __init__(self, seed: int, game: int, use: int) -> None:
        self._state, self._step = start_and_step(seed, game, use)

    @property
    def place(self) -> tuple[int, int]:
        """Return where the stream is now, and by which odd number it goes up: for a compiled engine to go
        on."""
        return self._state, self._step

    def random(self) -> float:
        """Return a number from 0, below 1."""
        self._state = number = self._state + self._step & MASK
        number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
        number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
        return ((number ^ number >> 31) >> 11) * UNIT


def python_random(seed: int, game: int, use: int = DEALING) -> Random:
    """Return the same for games that want Python's own generator."""
    return Random(start_and_step(seed, game, use)[0])  # noqa: S311 - a game, no secret
