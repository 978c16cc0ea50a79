"""Small things that compiled code is made of: counting bits, and the lab's chance in 64 bits.

Numbers of 64 bits without a sign stay among themselves: numba makes a double of one and a signed one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from ...rng import GOLDEN, UNIT

F = TypeVar("F", bound=Callable[..., Any])
_njit: Any = njit
_WITHIN = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

_U = np.uint64
_GOLDEN, _ONE = _U(GOLDEN), _U(1)
_M1, _M2 = _U(0xBF58476D1CE4E5B9), _U(0x94D049BB133111EB)
_S30, _S27, _S31, _S11 = _U(30), _U(27), _U(31), _U(11)
_BYTE = _U(255)
_BYTES = ([at for at in range(8) if byte >> at & 1] for byte in range(256))
#: By a byte and a rank, the place of the bit: a processor cannot foresee how often a loop would go round.
_NTH = np.array([bits + [0] * (8 - len(bits)) for bits in _BYTES])


def compiled(function: F) -> F:
    """Compile a function for other compiled ones only, and so sooner; it divides by no zero."""
    return cast("F", _njit(**_WITHIN)(function))


def _ones(typing: Any, number: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), code


def _lowest(typing: Any, number: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), code


def part(function: F) -> F:
    """Compile a function as a part of whatever calls it: for what every turn does."""
    return cast("F", _njit(**_WITHIN, forceinline=True)(function))


def within(function: F) -> F:
    """Compile a function as lines of the one that calls it, and not by itself.

    For what calls nearly everything else: that would be optimised once more with each of these.
    """
    return cast("F", _njit(**_WITHIN, inline="always")(function))


#: How many bits of 64 are set.
ones: Any = intrinsic(_ones)
#: The place of the lowest bit set of 64; there must be one.
lowest: Any = intrinsic(_lowest)


@compiled
def bit(place: Any) -> Any:
    """Return a number with one bit."""
    return _ONE << _U(place)


@compiled
def has(number: Any, place: Any) -> Any:
    """Tell if a bit is set."""
    return (number >> _U(place)) & _ONE != _U(0)


@part
def nth(number: Any, rank: int) -> Any:
    """Return the place of the bit with so many set bits below it; there must be one."""
    place, count = 0, ones(number & _BYTE)
    while rank >= count:
        rank -= count
        number >>= _U(8)
        place += 8
        count = ones(number & _BYTE)
    return place + _NTH[number & _BYTE, _U(rank)]


@compiled
def mixed(number: Any) -> Any:
    """Mix as `rng.mix_bits` does."""
    number = (number ^ (number >> _S30)) * _M1
    number = (number ^ (number >> _S27)) * _M2
    return number ^ (number >> _S31)


@compiled
def start(seed: Any, game: Any, use: Any) -> Any:
    """Return where a stream begins: see `rng.start_and_step`."""
    return mixed(mixed(seed + _GOLDEN) + _U(2) * game + use)


@compiled
def step(root: Any) -> Any:
    """Return by what a stream goes up."""
    return mixed(root + _GOLDEN) | _ONE


@compiled
def below(number: Any, most: int) -> Any:
    """Turn a state of a stream into a whole number below another: int(random() * most)."""
    return np.int64(np.float64(np.int64(mixed(number) >> _S11)) * UNIT * np.float64(most))
