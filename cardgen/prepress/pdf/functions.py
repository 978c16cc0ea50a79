"""PDF functions of one variable: tint transforms and the ramps of shadings (ISO 32000-1, 7.10)."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from .limits import (
    MOST_BRACES_DEEP,
    MOST_FUNCTION_PARTS,
    MOST_FUNCTIONS_DEEP,
    MOST_ON_STACK,
    MOST_PROGRAM,
    MOST_SAMPLES,
    MOST_TOKENS,
)
from .streams import unpack_stream

#: Maps a number to the components of a colour.
Function = Callable[[float], list[float]]

#: Bytes that a samples stream may have beyond the needed ones, as some programs pad it.
_SPARE = 1024
_TOKEN = re.compile(rb"%[^\r\n]*|[{}]|[^\s{}%]+")


class UnsupportedFunction(Exception):  # noqa: N818
    """A PDF function is damaged or of an unsupported kind."""


def read_function(source: Any) -> Function:
    """Return a PDF function of one variable as a Python function.

    source: a PDF function, or an array of functions, each of which returns one component. Raises
    UnsupportedFunction, as the returned function may too.
    """
    import pikepdf

    if isinstance(source, pikepdf.Array):
        if not 1 <= len(source) <= 32:
            raise UnsupportedFunction("an odd number of functions")
        parts = [_make_function(each, 0) for each in source]
        return lambda at: [part(at)[0] for part in parts]
    return _make_function(source, 0)


def _make_function(source: Any, depth: int) -> Function:
    """Return the Python function of one PDF function. depth: how many functions it is nested in.

    Raises UnsupportedFunction.
    """
    try:
        return _clamped_function(source, _KINDS[int(source.FunctionType)](source, depth))
    except KeyError:
        raise UnsupportedFunction("a function of an unsupported type") from None
    except (AttributeError, IndexError, TypeError, ValueError, ZeroDivisionError, OverflowError) as error:
        raise UnsupportedFunction("a faulty function") from error


def _clamped_function(source: Any, compute: Function) -> Function:
    """Return a function that clamps its argument to the domain, and its result to any range."""
    low, high = read_numbers(source.Domain)
    limits = read_numbers(source.Range) if "/Range" in source else []
    edges = list(zip(limits[::2], limits[1::2], strict=True))

    def clamped(at: float) -> list[float]:
        found = compute(min(max(at, low), high))
        if not edges:
            return found
        return [min(max(part, a), b) for part, (a, b) in zip(found, edges, strict=True)]

    clamped(low)
    return clamped


def _exponential_function(source: Any, depth: int) -> Function:
    """Return a function of type 2, exponential interpolation between two colours (7.10.3)."""
    first = read_numbers(source.get("/C0", [0]))
    last = read_numbers(source.get("/C1", [1]))
    power = float(source.N)
    steps = list(zip(first, last, strict=True))
    return lambda at: [a + at**power * (b - a) for a, b in steps]


def _stitched_function(source: Any, depth: int) -> Function:
    """Return a function of type 3, which calls another function for each interval of its domain (7.10.4)."""
    if depth >= MOST_FUNCTIONS_DEEP or len(source.Functions) > MOST_FUNCTION_PARTS:
        raise UnsupportedFunction("a function with too many parts")
    parts = [_make_function(each, depth + 1) for each in source.Functions]
    edges = [read_numbers(source.Domain)[0], *read_numbers(source.Bounds), read_numbers(source.Domain)[1]]
    encode = read_numbers(source.Encode)
    spans = list(zip(parts, pairwise(edges), encode[::2], encode[1::2], strict=True))

    def compute(at: float) -> list[float]:
        place = sum(1 for edge in edges[1:-1] if at >= edge)
        part, (low, high), start, end = spans[place]
        return part(start if high == low else start + (at - low) / (high - low) * (end - start))

    return compute


def _sampled_function(source: Any, depth: int) -> Function:
    """Return a function of type 0, linear interpolation between samples (7.10.2)."""
    (size,), bits = (int(part) for part in source.Size), int(source.BitsPerSample)
    edges = read_numbers(source.Range)
    if bits not in (8, 16) or not 2 <= size <= MOST_SAMPLES or len(edges) > 64:
        raise UnsupportedFunction("a sampled function in an unsupported form")
    low, high = read_numbers(source.Domain)
    start, end = read_numbers(source.get("/Encode", [0, size - 1]))
    decode = read_numbers(source.get("/Decode", edges))
    width, wide = len(edges) // 2, bits // 8
    length = size * width * wide
    data = unpack_stream(source, length + _SPARE)
    if len(data) < length:
        raise UnsupportedFunction("fewer samples than there should be")

    def sample(place: int) -> list[float]:
        levels = (
            int.from_bytes(data[at : at + wide], "big") / ((1 << bits) - 1)
            for at in range(place * width * wide, (place + 1) * width * wide, wide)
        )
        return [a + level * (b - a) for level, a, b in zip(levels, decode[::2], decode[1::2], strict=True)]

    def compute(at: float) -> list[float]:
        place = min(max(start + (at - low) / (high - low) * (end - start), 0), size - 1)
        left = min(int(place), size - 2)
        share = place - left
        pairs = zip(sample(left), sample(left + 1), strict=True)
        return [a + share * (b - a) for a, b in pairs]

    return compute


def _calculator_function(source: Any, depth: int) -> Function:
    """Return a function of type 4, which runs a PostScript calculator program (7.10.5)."""
    parts, count = _parse_program(unpack_stream(source, MOST_PROGRAM)), len(source.Range) // 2

    def compute(at: float) -> list[float]:
        found = [float(part) for part in _run_program(parts, [at])]
        if len(found) != count:
            raise UnsupportedFunction("a faulty function")
        return found

    return compute


_KINDS: dict[int, Callable[[Any, int], Function]] = {
    0: _sampled_function,
    2: _exponential_function,
    3: _stitched_function,
    4: _calculator_function,
}


def maximum_outputs(source: Any, component_count: int, depth: int = 0) -> tuple[float, ...] | None:
    """Return the maximum of each component that a function returns; None if it cannot be derived.

    component_count: the number of components. An exponential function has its maximum at an end of its
    domain. The maximum of a stitched function is the highest of its parts.
    """
    import pikepdf

    if isinstance(source, pikepdf.Array):
        each = (
            [maximum_outputs(one, 1, depth + 1) for one in source]
            if len(source) == component_count
            else [None]
        )
        return None if None in each else tuple(one[0] for one in each if one)
    if not isinstance(source, pikepdf.Dictionary | pikepdf.Stream) or depth > 2 * MOST_FUNCTIONS_DEEP:
        return None
    kind = source.get("/FunctionType")
    if kind == 2:
        low, high = read_numbers(source.get("/Domain", (0, 1)))
        ends = [read_numbers(source.get("/C0", (0,))), read_numbers(source.get("/C1", (1,)))]
        plain = 0 <= low <= high <= 1 and float(source.get("/N", 0)) > 0
        return tuple(map(max, *ends)) if plain and {len(end) for end in ends} == {component_count} else None
    if kind == 3 and len(some := source.get("/Functions", ())) <= MOST_FUNCTION_PARTS:
        each = [maximum_outputs(one, component_count, depth + 1) for one in some]
        found = [one for one in each if one is not None]
        return tuple(map(max, *found, found[0])) if found and len(found) == len(each) else None
    return None


def read_numbers(source: Any) -> list[float]:
    """Return the numbers of a PDF array as floats."""
    return [float(part) for part in source]


# --- programs of type 4: PostScript calculator functions (7.10.5) ------------------------------

#: Numbers, names of operators, and nested programs.
_Program = list[Any]
_Stack = list[Any]


def _parse_program(source: bytes) -> _Program:
    """Return a calculator program as nested lists of numbers and operators.

    Raises ValueError if it is malformed.
    """
    tokens = [token.decode("latin-1") for token in _TOKEN.findall(source) if token[:1] != b"%"]
    if len(tokens) > MOST_TOKENS or tokens[:1] != ["{"]:
        raise ValueError("no such program")
    rest = iter(tokens[1:])
    found = _parse_block(rest, 0)
    if next(rest, None) is not None:
        raise ValueError("text after the program")
    return found


def _parse_block(words: Iterator[str], depth: int) -> _Program:
    """Return the part of a program up to the next closing brace. words: the rest of the tokens."""
    if depth > MOST_BRACES_DEEP:
        raise ValueError("braces too deep")
    parts: _Program = []
    for word in words:
        if word == "}":
            return parts
        if word == "{":
            parts.append(_parse_block(words, depth + 1))
        elif word in _OPERATORS or word in ("if", "ifelse"):
            parts.append(word)
        else:
            parts.append(int(word) if re.fullmatch(r"[+-]?\d{1,9}", word) else float(word))
    raise ValueError("braces that are not closed")


def _run_program(parts: _Program, stack: _Stack) -> _Stack:
    """Execute a program on a stack and return the stack. Raises ValueError, IndexError and other errors.

    Programs have no loops, so they always end.
    """
    for part in parts:
        if part == "if":
            then, holds = stack.pop(), stack.pop()
            _run_program(then if holds else [], stack)
        elif part == "ifelse":
            other, then, holds = stack.pop(), stack.pop(), stack.pop()
            _run_program(then if holds else other, stack)
        elif isinstance(part, str):
            _OPERATORS[part](stack)
        else:
            stack.append(part)
        if len(stack) > MOST_ON_STACK:
            raise ValueError("too much on the stack")
    return stack


def _unary(function: Callable[[Any], Any]) -> Callable[[_Stack], None]:
    """Return an operator that replaces the top of the stack by a function of it."""
    return lambda stack: stack.append(function(stack.pop()))


def _binary(function: Callable[[Any, Any], Any]) -> Callable[[_Stack], None]:
    """Return an operator that replaces the top two of the stack by a function of them."""

    def apply(stack: _Stack) -> None:
        second, first = stack.pop(), stack.pop()
        stack.append(function(first, second))

    return apply


def _copy_top(stack: _Stack) -> None:
    """Execute copy: duplicate the top n values."""
    count = int(stack.pop())
    if not 0 <= count <= len(stack):
        raise ValueError("nothing to copy")
    stack.extend(stack[len(stack) - count :])


def _copy_from_depth(stack: _Stack) -> None:
    """Execute index: push a copy of the value at a depth."""
    place = int(stack.pop())
    if place < 0:
        raise ValueError("no such place")
    stack.append(stack[-1 - place])


def _roll_top(stack: _Stack) -> None:
    """Execute roll: rotate the top n values."""
    by, count = int(stack.pop()), int(stack.pop())
    if not 0 <= count <= len(stack):
        raise ValueError("nothing to roll")
    if count:
        rolled = stack[len(stack) - count :]
        by %= count
        stack[len(stack) - count :] = rolled[count - by :] + rolled[: count - by]


def _exchange_top_two(stack: _Stack) -> None:
    stack[-1], stack[-2] = stack[-2], stack[-1]


def _power(base: Any, exponent: Any) -> float:
    return float(math.pow(base, exponent))


def _bitshift(value: int, by: int) -> int:
    if abs(by) > 31:
        return 0
    return value << by if by >= 0 else value >> -by


def _negate(value: Any) -> Any:
    """Execute not: negate a bool, or all bits of an int."""
    return not value if isinstance(value, bool) else ~value


_OPERATORS: dict[str, Callable[[_Stack], None]] = {
    "abs": _unary(abs), "add": _binary(operator.add), "sub": _binary(operator.sub),
    "mul": _binary(operator.mul),
    "div": _binary(operator.truediv), "idiv": _binary(lambda a, b: int(a / b)), "mod": _binary(math.fmod),
    "neg": _unary(operator.neg), "ceiling": _unary(math.ceil), "floor": _unary(math.floor),
    "round": _unary(lambda a: math.floor(a + 0.5)), "truncate": _unary(math.trunc), "cvi": _unary(int),
    "cvr": _unary(float), "sqrt": _unary(math.sqrt), "sin": _unary(lambda a: math.sin(math.radians(a))),
    "cos": _unary(lambda a: math.cos(math.radians(a))),
    "atan": _binary(lambda a, b: math.degrees(math.atan2(a, b)) % 360), "exp": _binary(_power),
    "ln": _unary(math.log), "log": _unary(math.log10), "eq": _binary(operator.eq), "ne": _binary(operator.ne),
    "gt": _binary(operator.gt), "ge": _binary(operator.ge), "lt": _binary(operator.lt),
    "le": _binary(operator.le),
    "and": _binary(operator.and_), "or": _binary(operator.or_), "xor": _binary(operator.xor),
    "not": _unary(_negate),
    "bitshift": _binary(_bitshift), "true": lambda stack: stack.append(True),
    "false": lambda stack: stack.append(False), "pop": lambda stack: stack.__delitem__(-1),
    "exch": _exchange_top_two, "dup": lambda stack: stack.append(stack[-1]),
    "copy": _copy_top, "index": _copy_from_depth,
    "roll": _roll_top,
}  # fmt: skip
