"""Random numbers for the lab: a stream of its own for each game, from its seed and number alone.

So a game is the same on every machine and in any order of play. The generator is SplitMix64 (Steele, Lea
and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): a counter with an odd step, and a
mix of its bits. Each stream has a start and a step of its own. It needs only additions, shifts and products
of 64 bits, so that a compiled engine can compute the same.
"""

from __future__ import annotations

from random import Random

MASK = (1 << 64) - 1
#: The odd number nearest to 2**64 over the golden ratio.
GOLDEN = 0x9E3779B97F4A7C15
#: A double holds 53 bits.
UNIT = 2.0**-53
#: The use of a stream: dealing the cards, or playing. Two packs that are compared have the same streams for
#: both, even if one has more cards.
DEALING, PLAYING = range(2)
#: Exclusive upper bounds of seeds and of numbers of games.
MOST_SEED, MOST_GAMES = 1 << 63, 1 << 48


def mix_bits(number: int) -> int:
    """Return 64 bits that depend on all bits of a number (variant 13 of Stafford's mixes of MurmurHash3)."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
    return number ^ number >> 31


def start_and_step(seed: int, game: int, use: int) -> tuple[int, int]:
    """Return the first state of a game's stream and the odd number added at each step."""
    root = mix_bits(mix_bits(seed + GOLDEN & MASK) + 2 * game + use & MASK)
    return root, mix_bits(root + GOLDEN & MASK) | 1


class Stream:
    """The random numbers of one game for one use.

    >>> Stream(1, 0, DEALING).random() == Stream(1, 0, DEALING).random()
    True
    """

    __slots__ = ("_state", "_step")

    def __init__(self, seed: int, game: int, use: int) -> None:
        self._state, self._step = start_and_step(seed, game, use)

    @property
    def state_and_step(self) -> tuple[int, int]:
        """Return the current state and the step, so that a compiled engine can continue."""
        return self._state, self._step

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""
        self._state = number = self._state + self._step & MASK
        number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
        number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
        return ((number ^ number >> 31) >> 11) * UNIT


def python_random(seed: int, game: int, use: int = DEALING) -> Random:
    """Return a generator of Python for the same seed, game and use."""
    return Random(start_and_step(seed, game, use)[0])  # noqa: S311 - a game, no secret
