"""PostScript calculator functions, which tint transforms often are (ISO 32000-1, 7.10.5)."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator
from typing import Any

_MOST_TOKENS, _DEEPEST, _MOST_ON_STACK = 10_000, 30, 100
_TOKEN = re.compile(rb"%[^\r\n]*|[{}]|[^\s{}%]+")

#: A number, the name of an operator, or a part in braces.
Program = list[Any]
Stack = list[Any]


def program(source: bytes) -> Program:
    """The program in a function's stream. Raises ValueError."""
    tokens = [token.decode("latin-1") for token in _TOKEN.findall(source) if token[:1] != b"%"]
    if len(tokens) > _MOST_TOKENS or tokens[:1] != ["{"]:
        raise ValueError("no such program")
    rest = iter(tokens[1:])
    found = _braced(rest, 0)
    if next(rest, None) is not None:
        raise ValueError("more than a program")
    return found


def _braced(words: Iterator[str], depth: int) -> Program:
    if depth > _DEEPEST:
        raise ValueError("braces too deep")
    parts: Program = []
    for word in words:
        if word == "}":
            return parts
        if word == "{":
            parts.append(_braced(words, depth + 1))
        elif word in _OPERATORS or word in ("if", "ifelse"):
            parts.append(word)
        else:
            parts.append(int(word) if re.fullmatch(r"[+-]?\d{1,9}", word) else float(word))
    raise ValueError("braces that do not close")


def run(parts: Program, stack: Stack) -> Stack:
    """What a program leaves on the stack; it has no loops. Raises ValueError, IndexError and the like."""
    for part in parts:
        if part == "if":
            then, holds = stack.pop(), stack.pop()
            run(then if holds else [], stack)
        elif part == "ifelse":
            other, then, holds = stack.pop(), stack.pop(), stack.pop()
            run(then if holds else other, stack)
        elif isinstance(part, str):
            _OPERATORS[part](stack)
        else:
            stack.append(part)
        if len(stack) > _MOST_ON_STACK:
            raise ValueError("too much on the stack")
    return stack


def _one(work: Callable[[Any], Any]) -> Callable[[Stack], None]:
    return lambda stack: stack.append(work(stack.pop()))


def _two(work: Callable[[Any, Any], Any]) -> Callable[[Stack], None]:
    def apply(stack: Stack) -> None:
        second, first = stack.pop(), stack.pop()
        stack.append(work(first, second))

    return apply


def _copy(stack: Stack) -> None:
    count = int(stack.pop())
    if not 0 <= count <= len(stack):
        raise ValueError("nothing to copy")
    stack.extend(stack[len(stack) - count :])


def _index(stack: Stack) -> None:
    place = int(stack.pop())
    if place < 0:
        raise ValueError("no such place")
    stack.append(stack[-1 - place])


def _roll(stack: Stack) -> None:
    by, count = int(stack.pop()), int(stack.pop())
    if not 0 <= count <= len(stack):
        raise ValueError("nothing to roll")
    if count:
        rolled = stack[len(stack) - count :]
        by %= count
        stack[len(stack) - count :] = rolled[count - by :] + rolled[: count - by]


def _exchange(stack: Stack) -> None:
    stack[-1], stack[-2] = stack[-2], stack[-1]


def _power(base: Any, exponent: Any) -> float:
    return float(math.pow(base, exponent))


def _shift(value: int, by: int) -> int:
    if abs(by) > 31:
        return 0
    return value << by if by >= 0 else value >> -by


def _negated(value: Any) -> Any:
    return not value if isinstance(value, bool) else ~value


_OPERATORS: dict[str, Callable[[Stack], None]] = {
    "abs": _one(abs), "add": _two(operator.add), "sub": _two(operator.sub), "mul": _two(operator.mul),
    "div": _two(operator.truediv), "idiv": _two(lambda a, b: int(a / b)), "mod": _two(math.fmod),
    "neg": _one(operator.neg), "ceiling": _one(math.ceil), "floor": _one(math.floor),
    "round": _one(lambda a: math.floor(a + 0.5)), "truncate": _one(math.trunc), "cvi": _one(int),
    "cvr": _one(float), "sqrt": _one(math.sqrt), "sin": _one(lambda a: math.sin(math.radians(a))),
    "cos": _one(lambda a: math.cos(math.radians(a))),
    "atan": _two(lambda a, b: math.degrees(math.atan2(a, b)) % 360), "exp": _two(_power),
    "ln": _one(math.log), "log": _one(math.log10), "eq": _two(operator.eq), "ne": _two(operator.ne),
    "gt": _two(operator.gt), "ge": _two(operator.ge), "lt": _two(operator.lt), "le": _two(operator.le),
    "and": _two(operator.and_), "or": _two(operator.or_), "xor": _two(operator.xor), "not": _one(_negated),
    "bitshift": _two(_shift), "true": lambda stack: stack.append(True),
    "false": lambda stack: stack.append(False), "pop": lambda stack: stack.__delitem__(-1),
    "exch": _exchange, "dup": lambda stack: stack.append(stack[-1]), "copy": _copy, "index": _index,
    "roll": _roll,
}  # fmt: skip
