"""Pair kerning from a font file's GPOS table.

Read with struct, each pair when it is first needed, as importing a library for it takes longer than
typesetting a book. OpenType 1.9, GPOS: pair adjustment (lookup type 2, or 9 that refers to it), of which the
advance of the first letter is used.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

#: Maximum number of pair subtables and of glyph numbers in them: of 25 fonts for large scripts none had a
#: hundredth of this.
_MOST_SUBTABLES, _MOST_NUMBERS = 2_000, 2_000_000
#: The bit of a value format for an advance, and the bits of all values before it.
_ADVANCE, _BEFORE = 0x4, 0x3


class Kerning(dict[str, int]):
    """The kerning of each pair of characters looked up so far, in font units; 0 for most pairs."""

    def __init__(
        self,
        data: bytes,
        glyph: Callable[[int], int],
        advance: Callable[[int], int],
        unkerned_characters: str = "",
    ) -> None:
        """Prepare the kerning of a font.

        data: the bytes of its file. glyph, advance: functions that return the glyph and the advance width of
        a character. unkerned_characters: characters that are never kerned.

        A font whose table is malformed or too large has no kerning. Kerning never moves a letter to the left
        of the one before it.
        """
        super().__init__()
        self._apart = unkerned_characters
        self._glyph, self._advance = glyph, advance
        try:
            self._lookups = _read_subtables(data)
        except (struct.error, LookupError):
            self._lookups = []
        #: For each lookup, the subtables that have a character as the first of a pair, with its index in
        #: them.
        self._knowing: dict[str, list[list[tuple[_PairSubtable | _ClassSubtable, int]]]] = {}

    def __missing__(self, pair: str) -> int:
        kern = 0
        first, second = pair[0], pair[1]
        if first not in self._apart and second not in self._apart:
            one, other = self._glyph(ord(first)), self._glyph(ord(second))
            if first not in self._knowing:
                self._knowing[first] = [
                    [(each, place) for each in lookup if (place := each.coverage[one]) is not None]
                    for lookup in self._lookups
                ]
            for knowing in self._knowing[first]:
                # The first subtable with the pair counts; a subtable outside the file has none.
                with suppress(struct.error):
                    found = (subtable.adjustment(place, one, other) for subtable, place in knowing)
                    kern += next((each for each in found if each is not None), 0)
            kern = max(kern, -self._advance(ord(first)))
        self[pair] = kern
        return kern


class _Ranges(dict[int, int | None]):
    """A map from glyphs to numbers, such as classes, by ranges of glyphs. It gives None for a glyph in no
    range.
    """

    def __init__(
        self, firsts: Sequence[int], lasts: Sequence[int], numbers: Sequence[int], counts_up: bool
    ) -> None:
        """Prepare. counts_up: whether numbers increase within a range from that of its first glyph, or are
        all the same.
        """
        super().__init__()
        self._firsts, self._lasts, self._numbers, self._counts = firsts, lasts, numbers, counts_up
        self.count = len(firsts)

    def __missing__(self, glyph: int) -> int | None:
        at = bisect_right(self._firsts, glyph) - 1
        number = None
        if at >= 0 and glyph <= self._lasts[at]:
            number = self._numbers[at] + (glyph - self._firsts[at] if self._counts else 0)
        self[glyph] = number
        return number


class _PairSubtable(NamedTuple):
    """A pair positioning subtable of format 1: for each first glyph, the second glyphs with their
    adjustments.
    """

    data: bytes
    at: int
    coverage: _Ranges
    #: The size of a pair's record, and the offset of the advance in it; None for no advance.
    size: int
    advance: int | None

    def adjustment(self, place: int, first: int, second: int) -> int | None:
        """Return the adjustment of a pair. Return None if the subtable does not have the pair."""
        at = self.at + struct.unpack_from(">H", self.data, self.at + 10 + 2 * place)[0]
        low, high = 0, struct.unpack_from(">H", self.data, at)[0]
        while low < high:
            middle = (low + high) // 2
            record = at + 2 + middle * self.size
            glyph = struct.unpack_from(">H", self.data, record)[0]
            if glyph == second:
                return _advance_value(self.data, record + 2, self.advance)
            low, high = (middle + 1, high) if glyph < second else (low, middle)
        return None


class _ClassSubtable(NamedTuple):
    """A pair positioning subtable of format 2: adjustments by the classes of both glyphs."""

    data: bytes
    at: int
    coverage: _Ranges
    firsts: _Ranges
    seconds: _Ranges
    columns: int
    size: int
    advance: int | None

    def adjustment(self, place: int, first: int, second: int) -> int | None:
        """Return the adjustment of a pair, which may be 0."""
        row, column = self.firsts[first] or 0, self.seconds[second] or 0
        record = self.at + 16 + (row * self.columns + column) * self.size
        return _advance_value(self.data, record, self.advance)


def _advance_value(data: bytes, at: int, advance: int | None) -> int:
    return 0 if advance is None else int(struct.unpack_from(">h", data, at + advance)[0])


def _read_subtables(data: bytes) -> list[list[_PairSubtable | _ClassSubtable]]:
    """Return the subtables of each lookup."""
    lookups: list[list[_PairSubtable | _ClassSubtable]] = []
    subtables = numbers = 0
    for places in _kern_lookups(data):
        subtables += len(places)
        lookups.append([])
        for at in places:
            lookups[-1].append(_read_pair_subtable(data, at))
            numbers += sum(each.count for each in lookups[-1][-1] if isinstance(each, _Ranges))
            if subtables > _MOST_SUBTABLES or numbers > _MOST_NUMBERS:
                return []
    return lookups


def _kern_lookups(data: bytes) -> Iterator[list[int]]:
    """Yield, for each lookup of the feature "kern", the offsets of its pair subtables."""
    count = struct.unpack_from(">H", data, 4)[0]
    entries = {tag: offset for tag, _, offset, _ in struct.iter_unpack(">4s3I", data[12 : 12 + 16 * count])}
    gpos = entries.get(b"GPOS")
    if gpos is None:
        return
    features, lookups = (gpos + offset for offset in struct.unpack_from(">2H", data, gpos + 6))
    for place in range(struct.unpack_from(">H", data, features)[0]):
        tag, offset = struct.unpack_from(">4sH", data, features + 2 + 6 * place)
        if tag == b"kern":
            numbers = _read_array(data, features + offset + 2)
            break
    else:
        return
    for number in numbers:
        lookup = lookups + struct.unpack_from(">H", data, lookups + 2 + 2 * number)[0]
        kind = struct.unpack_from(">H", data, lookup)[0]
        found = [lookup + offset for offset in _read_array(data, lookup + 4)]
        if kind == 9:
            kind = struct.unpack_from(">H", data, found[0] + 2)[0]
            found = [at + struct.unpack_from(">I", data, at + 4)[0] for at in found]
        if kind == 2:
            yield found


def _read_array(data: bytes, at: int) -> tuple[int, ...]:
    """Return an array of 16-bit numbers that is preceded by its length."""
    return struct.unpack_from(f">{struct.unpack_from('>H', data, at)[0]}H", data, at + 2)


def _read_pair_subtable(data: bytes, at: int) -> _PairSubtable | _ClassSubtable:
    """Return the pair positioning subtable at an offset, of format 1 or 2."""
    form, coverage, one, two = struct.unpack_from(">4H", data, at)
    covered = _read_coverage(data, at + coverage)
    size = 2 * (one.bit_count() + two.bit_count())
    advance = 2 * (one & _BEFORE).bit_count() if one & _ADVANCE else None
    if form == 1:
        return _PairSubtable(data, at, covered, size + 2, advance)
    firsts, seconds, _, columns = struct.unpack_from(">4H", data, at + 8)
    return _ClassSubtable(
        data,
        at,
        covered,
        _read_classes(data, at + firsts),
        _read_classes(data, at + seconds),
        columns,
        size,
        advance,
    )


def _read_coverage(data: bytes, at: int) -> _Ranges:
    """Return the covered glyphs, each with its index."""
    if struct.unpack_from(">H", data, at)[0] == 1:
        glyphs = _read_array(data, at + 2)
        return _Ranges(glyphs, glyphs, tuple(range(len(glyphs))), counts_up=True)
    return _read_ranges(data, at, counts_up=True)


def _read_classes(data: bytes, at: int) -> _Ranges:
    """Return the classes of glyphs; those that are missing have class 0."""
    if struct.unpack_from(">H", data, at)[0] == 1:
        start = struct.unpack_from(">H", data, at + 2)[0]
        numbers = _read_array(data, at + 4)
        glyphs = tuple(range(start, start + len(numbers)))
        return _Ranges(glyphs, glyphs, numbers, counts_up=False)
    return _read_ranges(data, at, counts_up=False)


def _read_ranges(data: bytes, at: int, counts_up: bool) -> _Ranges:
    count = struct.unpack_from(">H", data, at + 2)[0]
    numbers = struct.unpack_from(f">{3 * count}H", data, at + 4)
    return _Ranges(numbers[::3], numbers[1::3], numbers[2::3], counts_up)
