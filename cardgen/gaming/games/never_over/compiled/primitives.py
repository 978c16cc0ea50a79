"""Primitives of compiled code: counting bits, and the lab's random numbers in 64 bits.

Unsigned 64-bit numbers must not be mixed with signed ones: numba would turn the result into a double.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from ...rng import GOLDEN, UNIT

F = TypeVar("F", bound=Callable[..., Any])
_njit: Any = njit
_WITHIN = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

_U = np.uint64
_GOLDEN, _ONE = _U(GOLDEN), _U(1)
_M1, _M2 = _U(0xBF58476D1CE4E5B9), _U(0x94D049BB133111EB)
_S30, _S27, _S31, _S11 = _U(30), _U(27), _U(31), _U(11)
#: Every second bit; two of four; four of eight; one of eight.
_PAIRS, _FOURS, _EIGHTS = _U(0x5555555555555555), _U(0x3333333333333333), _U(0x0F0F0F0F0F0F0F0F)
_EACH_BYTE = _U(0x0101010101010101)
_BYTE = _U(255)
_BYTES = ([at for at in range(8) if byte >> at & 1] for byte in range(256))
#: The place of the n-th set bit of a byte, in a table: a loop would mispredict branches.
_NTH = np.array([bits + [0] * (8 - len(bits)) for bits in _BYTES])


def compile_function(function: F) -> F:
    """Compile a function for calls from compiled code only, which is faster; it must not divide by zero."""
    return cast("F", _njit(**_WITHIN)(function))


def compile_inline(function: F) -> F:
    """Compile a function into each caller: for code that runs in every turn."""
    return cast("F", _njit(**_WITHIN, forceinline=True)(function))


def compile_as_lines(function: F) -> F:
    """Compile a function as lines of its caller, and not by itself.

    For functions that call nearly everything else, which would otherwise be optimised several times.
    """
    return cast("F", _njit(**_WITHIN, inline="always")(function))


@compile_inline
def count_ones(number: Any) -> Any:
    """Return the number of set bits of 64 (Warren, Hacker's Delight, 5-1).

    LLVM recognises these lines and makes one instruction of them, and of the next function as well.
    """
    number -= (number >> _ONE) & _PAIRS
    number = (number & _FOURS) + ((number >> _U(2)) & _FOURS)
    number = (number + (number >> _U(4))) & _EIGHTS
    return np.int64((number * _EACH_BYTE) >> _U(56))


@compile_inline
def lowest_bit_place(number: Any) -> Any:
    """Return the place of the lowest set bit of 64; there must be one."""
    return count_ones(~number & (number - _ONE))


@compile_function
def bit_mask(place: Any) -> Any:
    """Return a number with one bit set."""
    return _ONE << _U(place)


@compile_function
def has_bit(number: Any, place: Any) -> Any:
    """Tell if a bit is set."""
    return (number >> _U(place)) & _ONE != _U(0)


@compile_inline
def nth_bit_place(number: Any, rank: int) -> Any:
    """Return the place of the bit with `rank` set bits below it; there must be one."""
    place, count = 0, count_ones(number & _BYTE)
    while rank >= count:
        rank -= count
        number >>= _U(8)
        place += 8
        count = count_ones(number & _BYTE)
    return place + _NTH[number & _BYTE, _U(rank)]


@compile_function
def mix_bits(number: Any) -> Any:
    """Return 64 bits that depend on all bits of a number, as `rng.mix_bits` does."""
    number = (number ^ (number >> _S30)) * _M1
    number = (number ^ (number >> _S27)) * _M2
    return number ^ (number >> _S31)


@compile_function
def stream_start(seed: Any, game: Any, use: Any) -> Any:
    """Return the first state of a stream: see `rng.start_and_step`."""
    return mix_bits(mix_bits(seed + _GOLDEN) + _U(2) * game + use)


@compile_function
def stream_step(root: Any) -> Any:
    """Return the step of a stream."""
    return mix_bits(root + _GOLDEN) | _ONE


@compile_function
def integer_below(number: Any, limit: int) -> Any:
    """Return the random number of a stream's state as a whole number below a limit: int(random() * limit)."""
    return np.int64(np.float64(np.int64(mix_bits(number) >> _S11)) * UNIT * np.float64(limit))
