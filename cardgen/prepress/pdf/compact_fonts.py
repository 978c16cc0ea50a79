"""Reads a Compact Font (CFF): the names and widths of its glyphs, and whether they have an outline.

Adobe Technical Note 5176. A glyph's width is at the start of its program (Type 2 charstrings, Adobe Technical
Note 5177, 3.1), which is executed up to its first move only: that begins an outline.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

#: Operators (5177, appendix A): hints, whose operands come in pairs; moves with their number of operands.
_HINTS, _MASKS = frozenset((1, 3, 18, 23)), frozenset((19, 20))
_MOVES = {21: 2, 4: 1, 22: 1}
_END, _RETURN, _OWN_ROUTINE, _SHARED_ROUTINE = 14, 11, 10, 29
#: Maximum depth of subroutines and number of operands (5177, appendix B), and of operators and operands
#: executed for one glyph.
_DEEPEST, _MOST_OPERANDS, _MOST_STEPS = 10, 513, 10_000
#: The size of a unit of most fonts, as a part of the font size.
_USUAL_UNITS = 0.001


class GlyphMeasures(NamedTuple):
    """The width of a glyph, and whether it has an outline."""

    #: In thousandths of the font size.
    width: float
    #: Whether it has an outline.
    is_drawn: bool


class CompactFont:
    """A CFF font. All methods may raise what fontTools raises for damaged fonts."""

    def __init__(self, data: bytes) -> None:
        """Open a font.

        data: the CFF table alone, as in a PDF, without the other tables of an OpenType file.
        """
        from fontTools.cffLib import CFFFontSet

        fonts = CFFFontSet()
        fonts.decompile(io.BytesIO(data), None)
        self._top: Any = fonts[0]
        self._programs: Any = self._top.CharStrings
        self._shared = [each.bytecode for each in self._top.GlobalSubrs]
        #: The subroutines of glyphs, by the private dictionary that they belong to.
        self._own: dict[int, list[bytes]] = {}
        #: The glyph names by index; those of a font with CIDs are "cid00000" and so on.
        self.names: Sequence[str] = self._top.charset
        self.has_cids = hasattr(self._top, "ROS")
        self._numbers = {name: number for number, name in enumerate(self.names)}

    def glyph_index(self, name: str) -> int:
        """Return the index of the glyph with this name; 0, which is .notdef, if there is none."""
        return self._numbers.get(name, 0)

    @property
    def glyph_names_by_code(self) -> Mapping[int, str] | None:
        """Return the glyph name of each character code; None if the font has an Expert encoding."""
        own = self._top.Encoding
        if own == "StandardEncoding":
            from fontTools.encodings.StandardEncoding import StandardEncoding

            own = StandardEncoding
        return None if isinstance(own, str) else dict(enumerate(own))

    def glyph_measures(self, number: int) -> GlyphMeasures | None:
        """Return the width of a glyph and whether it has an outline.

        number: the glyph's index. None if its program cannot be executed, or the font's unit is not 1/1000
        em.
        """
        if self._top.FontMatrix[0] != _USUAL_UNITS:
            return None
        program = self._programs[self.names[number]]
        private = program.private
        if id(private) not in self._own:
            self._own[id(private)] = [each.bytecode for each in getattr(private, "Subrs", ())]
        walk = _ProgramStart(self._own[id(private)], self._shared)
        try:
            walk.run(program.bytecode)
        except _UnsupportedProgramError:
            return None
        width = private.defaultWidthX if walk.width is None else private.nominalWidthX + walk.width
        return GlyphMeasures(float(width), walk.is_drawn)


class _UnsupportedProgramError(Exception):
    """The program of a glyph is damaged or has unsupported operators."""


class _ProgramStart:
    """Executes the program of a glyph up to its first move, or its end."""

    def __init__(self, own_routines: Sequence[bytes], shared: Sequence[bytes]) -> None:
        self._routines = {_OWN_ROUTINE: own_routines, _SHARED_ROUTINE: shared}
        self._stack: list[float] = []
        self._steps = self._hints = 0
        self._is_past_width = False
        #: The stated width, which is added to the font's nominal one; None for none.
        self.width: float | None = None
        self.is_drawn = False

    def run(self, program: bytes, depth: int = 0) -> bool:
        """Execute a program; return whether the glyph ends with it.

        depth: how many subroutines this one is nested in. Raises _UnsupportedProgramError.
        """
        at = 0
        while at < len(program):
            self._steps += 1
            if self._steps > _MOST_STEPS or len(self._stack) > _MOST_OPERANDS:
                raise _UnsupportedProgramError
            code = program[at]
            if code >= 32 or code == 28:
                value, at = _read_operand(program, at)
                self._stack.append(value)
                continue
            at += 1
            if code == _RETURN:
                return False
            if code in self._routines:
                if self._call_subroutine(self._routines[code], depth):
                    return True
            elif code in _HINTS or code in _MASKS:
                at += self._count_hints(code)
            else:
                self._begin_outline(code)
                return True
        return depth == 0

    def _count_hints(self, code: int) -> int:
        """Count the stem hints on the stack and clear the stack; return the number of mask bytes that follow.

        Operands before a mask are vertical stem hints. Only mask operators are followed by bytes.
        """
        self._hints += len(self._stack) // 2
        self._take_width(len(self._stack) % 2 == 1)
        return (self._hints + 7) // 8 if code in _MASKS else 0

    def _begin_outline(self, code: int) -> None:
        """Execute a move, which begins an outline, or the end of a glyph without an outline.

        Raises _UnsupportedProgramError for any other operator.
        """
        if code in _MOVES:
            self._take_width(len(self._stack) > _MOVES[code])
            self.is_drawn = True
        elif code == _END:
            # Four operands compose a letter and an accent (appendix C).
            self.is_drawn = len(self._stack) >= 4
            self._take_width(len(self._stack) in (1, 5))
        else:
            raise _UnsupportedProgramError

    def _call_subroutine(self, routines: Sequence[bytes], depth: int) -> bool:
        """Execute the subroutine whose number is on the stack; return whether the glyph ends with it.

        Raises _UnsupportedProgramError if there is no such subroutine, or it is nested too deep.
        """
        count = len(routines)
        bias = 107 if count < 1240 else 1131 if count < 33_900 else 32_768
        place = int(self._stack.pop()) + bias if self._stack else -1
        if depth >= _DEEPEST or not 0 <= place < count:
            raise _UnsupportedProgramError
        return self.run(routines[place], depth + 1)

    def _take_width(self, is_stated: bool) -> None:
        """Take the width from the bottom of the stack if the program states one there, and clear the stack.

        is_stated: whether the stack has one operand more than the operator needs. Only the first call in a
        program takes a width.
        """
        if not self._is_past_width and is_stated:
            self.width = self._stack[0]
        self._is_past_width = True
        self._stack.clear()


def _read_operand(program: bytes, at: int) -> tuple[float, int]:
    """Return the number that begins at an index, and the index after it (5177, 3.2).

    Raises _UnsupportedProgramError if the program ends within the number.
    """
    code = program[at]
    length = 3 if code == 28 else 1 if code <= 246 else 2 if code <= 254 else 5
    part = program[at : at + length]
    if len(part) < length:
        raise _UnsupportedProgramError
    if code == 28:
        value: float = int.from_bytes(part[1:], "big", signed=True)
    elif code <= 246:
        value = code - 139
    elif code <= 250:
        value = (code - 247) * 256 + part[1] + 108
    elif code <= 254:
        value = -(code - 251) * 256 - part[1] - 108
    else:
        value = int.from_bytes(part[1:], "big", signed=True) / 65_536
    return value, at + length
