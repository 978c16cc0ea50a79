"""PDF functions of one variable: tint transforms and the ramps of shadings (ISO 32000-1, 7.10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from .calculator import program, run
from .streams import read

#: From one number to the components of a colour.
Function = Callable[[float], list[float]]

_DEEPEST, _MOST_PARTS, _MOST_SAMPLES, _MOST_BYTES = 4, 256, 65_536, 100_000


class Unfit(Exception):  # noqa: N818
    """A function that is faulty, or of a kind that is not computed here."""


def function(source: Any) -> Function:
    """A function of one variable; an array of functions gives a component each. Raises Unfit."""
    import pikepdf

    if isinstance(source, pikepdf.Array):
        if not 1 <= len(source) <= 32:
            raise Unfit("an odd number of functions")
        parts = [_guarded(each, 0) for each in source]
        return lambda at: [part(at)[0] for part in parts]
    return _guarded(source, 0)


def _guarded(source: Any, depth: int) -> Function:
    try:
        return _within(source, _KINDS[int(source.FunctionType)](source, depth))
    except KeyError:
        raise Unfit("a function of a kind that is not computed") from None
    except (AttributeError, IndexError, TypeError, ValueError, ZeroDivisionError, OverflowError) as error:
        raise Unfit("a faulty function") from error


def _within(source: Any, compute: Function) -> Function:
    """The function held inside its domain and, where it has one, its range."""
    low, high = numbers(source.Domain)
    limits = numbers(source.Range) if "/Range" in source else []
    edges = list(zip(limits[::2], limits[1::2], strict=True))

    def held(at: float) -> list[float]:
        found = compute(min(max(at, low), high))
        if not edges:
            return found
        return [min(max(part, a), b) for part, (a, b) in zip(found, edges, strict=True)]

    held(low)
    return held


def _exponential(source: Any, depth: int) -> Function:
    """Type 2: from one colour to another (7.10.3)."""
    first = numbers(source.get("/C0", [0]))
    last = numbers(source.get("/C1", [1]))
    power = float(source.N)
    steps = list(zip(first, last, strict=True))
    return lambda at: [a + at**power * (b - a) for a, b in steps]


def _stitched(source: Any, depth: int) -> Function:
    """Type 3: several functions one after the other (7.10.4)."""
    if depth >= _DEEPEST or len(source.Functions) > _MOST_PARTS:
        raise Unfit("a function of too many parts")
    parts = [_guarded(each, depth + 1) for each in source.Functions]
    edges = [numbers(source.Domain)[0], *numbers(source.Bounds), numbers(source.Domain)[1]]
    encode = numbers(source.Encode)
    spans = list(zip(parts, pairwise(edges), encode[::2], encode[1::2], strict=True))

    def compute(at: float) -> list[float]:
        place = sum(1 for edge in edges[1:-1] if at >= edge)
        part, (low, high), start, end = spans[place]
        return part(start if high == low else start + (at - low) / (high - low) * (end - start))

    return compute


def _sampled(source: Any, depth: int) -> Function:
    """Type 0: samples with straight lines between them (7.10.2)."""
    (size,), bits = (int(part) for part in source.Size), int(source.BitsPerSample)
    edges = numbers(source.Range)
    if bits not in (8, 16) or not 2 <= size <= _MOST_SAMPLES or len(edges) > 64:
        raise Unfit("a sampled function of an odd form")
    low, high = numbers(source.Domain)
    start, end = numbers(source.get("/Encode", [0, size - 1]))
    decode = numbers(source.get("/Decode", edges))
    width, wide = len(edges) // 2, bits // 8
    data = bounded(source, size * width * wide)

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


def _calculated(source: Any, depth: int) -> Function:
    """Type 4: a small program (7.10.5)."""
    parts, count = program(read(source, _MOST_BYTES)), len(source.Range) // 2

    def compute(at: float) -> list[float]:
        found = [float(part) for part in run(parts, [at])]
        if len(found) != count:
            raise Unfit("a faulty function")
        return found

    return compute


_KINDS: dict[int, Callable[[Any, int], Function]] = {
    0: _sampled,
    2: _exponential,
    3: _stitched,
    4: _calculated,
}


def numbers(source: Sequence[Any]) -> list[float]:
    """Numbers out of a PDF array."""
    return [float(part) for part in source]


def bounded(stream: Any, size: int) -> bytes:
    """What a stream holds, of which so many bytes are wanted. Raises Unfit where there are fewer."""
    data = read(stream, size + 1024)
    if len(data) < size:
        raise Unfit("fewer samples than there should be")
    return data
