"""Follows the operators of one content stream (ISO 32000-1, annex A) and notes the marks that they make.

It is written to be quick: a page has thousands of operators, a file a hundred pages. What other streams draw
(forms, glyphs of Type 3, cells of patterns) it asks of a Tracer, which may have followed them before.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ..geometry import IDENTITY, Matrix, chain
from .content import INLINE, PATH, statements
from .fonts import Face
from .limits import Unreadable
from .painted_objects import GLYPHS, Box, Mark, Paint, shown
from .painter import Elsewhere, Painter, Start
from .paths import NOWHERE, around, bounded, shared

#: How high capitals and figures are, in parts of a font's size.
_CAPITALS = 0.7
#: Modes that fill text, and modes that draw its outline (ISO 32000-1, table 106).
_FILLED, _OUTLINED, _HIDDEN = (0, 2, 4, 6), (1, 2, 5, 6), (3, 7)


#: After so many statements it is looked whether there are too many.
_PACE = 4096


class Interpreter(Painter):
    """One content stream being followed, with its text."""

    def __init__(self, start: Start, elsewhere: Elsewhere) -> None:
        super().__init__(start, elsewhere)
        #: The text matrix, that of the line, and what text is clipped to.
        self.pen: Matrix = IDENTITY
        self.line: Matrix = IDENTITY
        self.text_clip: list[Box] = []

    def follow(self, data: bytes) -> list[Mark]:
        """The marks that a stream's content makes. Raises Unreadable."""
        most, name, count = self.elsewhere.left, "", 0
        try:
            for name, operands in statements(data):
                OPERATORS[name](self, *operands)
                count += 1
                if count % _PACE == 0 and max(count, len(self.marks)) > most:
                    break
        except Unreadable:
            raise
        except Exception as error:
            known = (
                "has wrong operands, or draws with something damaged"
                if name in OPERATORS
                else "means nothing"
            )
            raise Unreadable(f"its operator {name[:20]} {known}") from error
        self.elsewhere.spend(count, len(self.marks))
        if self.saved:
            raise Unreadable("it saves the graphics state (q) more often than it restores it (Q)")
        return self.marks

    # --- text (ISO 32000-1, 9.3 and 9.4) --------------------------------------------------------

    def begin_text(self) -> None:
        """Operator BT."""
        self.pen = self.line = IDENTITY

    def end_text(self) -> None:
        """Operator ET: text that clips does so now."""
        if self.text_clip:
            self.clip = shared(self.clip[0], around(self.text_clip)) or NOWHERE, False
            self.text_clip = []

    def font(self, name: str, size: float) -> None:
        """Operator Tf."""
        self.type = self.type._replace(face=self.resources.face(name), size=float(size))

    def type_state(self, key: str, value: float) -> None:
        """Operators Tc, Tw, TL and Ts."""
        self.type = self.type._replace(**{key: float(value)})  # type: ignore[arg-type]

    def narrow(self, percent: float) -> None:
        """Operator Tz."""
        self.type = self.type._replace(narrow=percent / 100)

    def mode(self, mode: float) -> None:
        """Operator Tr."""
        if mode not in range(8):
            raise Unreadable(f"it writes text in a mode {mode:g} that does not exist")
        self.type = self.type._replace(mode=int(mode))

    def next_line(self, x: float, y: float) -> None:
        """Operator Td."""
        self.pen = self.line = chain((1, 0, 0, 1, x, y), self.line)

    def next_line_leading(self, x: float, y: float) -> None:
        """Operator TD."""
        self.type_state("leading", -y)
        self.next_line(x, y)

    def new_line(self) -> None:
        """Operator T*."""
        self.next_line(0, -self.type.leading)

    def set_pen(self, a: float, b: float, c: float, d: float, e: float, f: float) -> None:
        """Operator Tm."""
        self.pen = self.line = (a, b, c, d, e, f)

    def show_line(self, text: bytes) -> None:
        """Operator '."""
        self.new_line()
        self.show([text])

    def show_spaced(self, words: float, characters: float, text: bytes) -> None:
        """Operator "."""
        self.type_state("words", words)
        self.type_state("characters", characters)
        self.show_line(text)

    def show_text(self, text: bytes) -> None:
        """Operator Tj."""
        self.show([text])

    def show(self, items: list[bytes | float]) -> None:
        """Operator TJ: texts, and between them moves back in thousandths of the size."""
        kind, face = self.type, self.type.face
        if face is None:
            raise Unreadable("it writes text without a font")
        if face.matrix:
            return self._show_drawn(face, items)
        x = left = right = 0.0
        inked = False
        for item in items:
            if isinstance(item, bytes):
                left, x = min(left, x), x + self._advance(face, item)
                right, inked = max(right, x), inked or bool(item.strip(b" "))
            else:
                x -= item / 1000 * kind.size * kind.narrow
        if inked:
            place = chain(self.pen, self.ctm)
            low, high = face.descent * kind.size + kind.rise, face.ascent * kind.size + kind.rise
            size = abs(kind.size) * math.hypot(place[2], place[3])
            said = face.number, b"\0".join([item for item in items if isinstance(item, bytes)])
            self._add_text(bounded([left, right], [low, high], place, corners=True), size, self.fill, said)
        self.pen = chain((1, 0, 0, 1, x, 0), self.pen)
        return None

    def _advance(self, face: Face, text: bytes) -> float:
        """How far the pen moves for a text."""
        kind, codes, widths, other = self.type, face.codes(text), face.widths, face.other
        across = sum([widths.get(code, other) for code in codes]) * kind.size + kind.characters * len(codes)
        if kind.words and face.length == 1:
            across += kind.words * text.count(b" ")
        return across * kind.narrow

    def _add_text(
        self, box: Box, size: float, paint: Paint, said: tuple[tuple[int, int], bytes] | None
    ) -> None:
        mode = self.type.mode
        if mode in _FILLED:
            self.add("text", box, paint, False, size=size, said=said)
        if mode in _OUTLINED:
            if mode not in _FILLED:
                self.add("text", box, self.stroke, False, size=size, said=said)
            self.add_stroke(box, [])
        if mode >= 4:
            self.text_clip.append(box)

    def _show_drawn(self, face: Face, items: list[bytes | float]) -> None:
        """Text in a Type 3 font, whose glyphs are drawings; they have colours of their own, or the text's."""
        kind, first = self.type, len(self.marks)
        for item in items:
            for code in face.codes(item) if isinstance(item, bytes) else ():
                self._add_glyph(face, code)
                across = face.widths.get(code, 0.0) * face.matrix[0] * kind.size + kind.characters
                across += kind.words if code == 32 else 0.0
                self.pen = chain((1, 0, 0, 1, across * kind.narrow, 0), self.pen)
            if not isinstance(item, bytes):
                self.pen = chain((1, 0, 0, 1, -item / 1000 * kind.size * kind.narrow, 0), self.pen)
        drawn = self.marks[first:]
        if drawn:
            # The size of a Type 3 font may mean anything, so how high its glyphs are is taken.
            box = around([mark.box for mark in drawn])
            size = max(mark.box[3] - mark.box[1] for mark in drawn) / _CAPITALS
            self.add("text", box, Paint(GLYPHS, None), False, size=size)

    def _add_glyph(self, face: Face, code: int) -> None:
        kind = self.type
        if code not in face.glyphs or kind.mode in _HIDDEN:
            return
        name, drawing = face.glyphs[code]
        sized: Matrix = (kind.size * kind.narrow, 0, 0, kind.size, 0, kind.rise)
        a, b, c, d, e, f = face.matrix
        start = self.now(f"font {face.name} > glyph {shown(name)} > ")
        start = start._replace(matrix=chain(sized, self.pen, self.ctm), uncolored=False)
        if face.resources is not None:
            start = start._replace(resources=self.elsewhere.resources(face.resources))
        self.marks += self.elsewhere.drawn(drawing, (a, b, c, d, e, f), start)

    def one_color(self, *_: float) -> None:
        """Operator d1: a glyph without colours of its own."""
        self.uncolored = True

    def nothing(self, *_: Any) -> None:
        """An operator that makes no mark and changes none."""


def _device(paint: Callable[..., None], family: str) -> Callable[..., None]:
    return lambda self, *parts: paint(self, family, *parts)


def _type(key: str) -> Callable[..., None]:
    return lambda self, value: self.type_state(key, value)


_I = Interpreter
#: Operators that make no mark and change no mark: line styles, marked content, intents, tolerances.
_IDLE = "J j M ri i BMC BDC EMC MP DP d0 BI BX EX"
_SHARED: dict[str, Callable[..., None]] = {
    _IDLE: _I.nothing,
    "sc scn": _I.fill_color,
    "SC SCN": _I.stroke_color,
    "W W*": _I.clip_to_path,
    "f F f*": _I.fill_path,
    "S s": _I.stroke_path,
    "B B* b b*": _I.fill_and_stroke_path,
}
OPERATORS: dict[str, Callable[..., None]] = {
    **{name: work for names, work in _SHARED.items() for name in names.split()},
    PATH: _I.add_points,
    INLINE: _I.add_inline,
    "q": _I.save,
    "Q": _I.restore,
    "cm": _I.concatenate,
    "w": _I.line_width,
    "d": _I.dash,
    "gs": _I.graphics_state,
    "g": _device(_I.fill_device, "DeviceGray"),
    "G": _device(_I.stroke_device, "DeviceGray"),
    "rg": _device(_I.fill_device, "DeviceRGB"),
    "RG": _device(_I.stroke_device, "DeviceRGB"),
    "k": _device(_I.fill_device, "DeviceCMYK"),
    "K": _device(_I.stroke_device, "DeviceCMYK"),
    "cs": _I.fill_space,
    "CS": _I.stroke_space,
    "re": _I.add_rectangle,
    "n": _I.end_path,
    "sh": _I.paint_shading,
    "Do": _I.do,
    "d1": _I.one_color,
    "BT": _I.begin_text,
    "ET": _I.end_text,
    "Tf": _I.font,
    "Tr": _I.mode,
    "Tz": _I.narrow,
    "Tc": _type("characters"),
    "Tw": _type("words"),
    "TL": _type("leading"),
    "Ts": _type("rise"),
    "Td": _I.next_line,
    "TD": _I.next_line_leading,
    "T*": _I.new_line,
    "Tm": _I.set_pen,
    "Tj": _I.show_text,
    "TJ": _I.show,
    "'": _I.show_line,
    '"': _I.show_spaced,
}
