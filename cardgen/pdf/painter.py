"""What drawing changes and leaves behind: the graphics state, colours, paths, and the marks they make.

ISO 32000-1, clause 8. Each method is the work of one operator; which, is said in interpreter.py.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Protocol

from ..geometry import Matrix
from .color_spaces import GRAY
from .fonts import Face
from .images import picture_of
from .limits import MOST_SAVED, Unreadable
from .painted_objects import Box, Kind, Mark, Paint, Picture, State, shown
from .paths import (
    EVERYWHERE,
    NOWHERE,
    Part,
    around,
    bounded,
    is_upright,
    parts_of,
    rectangle,
    scales,
    shared,
    way_of,
)
from .resources import Resources

#: A clip: its box, and whether it is just this box.
Clip = tuple[Box, bool]
BLACK = Paint(GRAY, (0.0,))
#: The shortest dash with its gap, in points; and how long a dash takes to draw, in millionths of a second.
_FINEST_DASH, _DASH = 0.02, 0.2
#: Statements of a path this long may go to and fro; how long a point of their lines takes to draw.
_LONG, _LINE = 200, 0.5
#: Points that begin a part of a path, or end one.
_BEGINS = (b"m", b"h")


class Type(NamedTuple):
    """The text state (ISO 32000-1, 9.3)."""

    face: Face | None = None
    size: float = 0.0
    characters: float = 0.0
    words: float = 0.0
    narrow: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0


class Start(NamedTuple):
    """What a content stream begins with."""

    matrix: Matrix
    resources: Resources
    #: The way to what it draws: "form Fm0 > ".
    where: str = ""
    clip: Clip = (EVERYWHERE, True)
    fill: Paint = BLACK
    stroke: Paint = BLACK
    width: float = 1.0
    state: State = State()
    type: Type = Type()
    #: Whether colours are given from outside: an uncoloured pattern, a glyph of one colour.
    uncolored: bool = False


class Elsewhere(Protocol):
    """Follows other streams, and counts the work."""

    #: How many statements may still be followed.
    left: int
    #: How long it takes to draw what marks alone do not tell, in millionths of a second.
    heavy: float

    def drawn(self, stream: Any, matrix: Matrix, start: Start) -> list[Mark]:
        """The marks of a stream that is drawn with a matrix before the start's own."""

    def resources(self, holder: Any) -> Resources:
        """A resource dictionary."""

    def note_mask(self, marks: list[Mark], heavy: float) -> None:
        """Remember how long a soft mask takes to draw."""

    def spend(self, statements: int, marks: int) -> None:
        """Count work. Raises Unreadable when it is too much."""


class Painter:
    """One content stream being followed. Methods raise Unreadable for what cannot be followed."""

    def __init__(self, start: Start, elsewhere: Elsewhere) -> None:
        self.start, self.elsewhere, self.resources, self.where = (
            start,
            elsewhere,
            start.resources,
            start.where,
        )
        self.ctm, self.clip = start.matrix, start.clip
        self.fill, self.stroke, self.width = start.fill, start.stroke, start.width
        self.state, self.type = start.state, start.type
        self.uncolored = start.uncolored
        self.marks: list[Mark] = []
        self.saved: list[tuple[Any, ...]] = []
        self.path: list[Part] = []
        self.clipping = False
        self.cells: set[tuple[str, object]] = set()
        self.masks: set[str] = set()
        #: How long a dash is with its gap, in points of the page, and where no line is dashed 0.
        self.dashes = 0.0

    # --- the graphics state ---------------------------------------------------------------------

    def save(self) -> None:
        """Operator q."""
        if len(self.saved) >= MOST_SAVED:
            raise Unreadable("it saves the graphics state (q) far too often")
        now = (self.ctm, self.clip, self.fill, self.stroke, self.width, self.state, self.type)
        self.saved.append(now)

    def restore(self) -> None:
        """Operator Q."""
        if not self.saved:
            raise Unreadable("it restores the graphics state (Q) more often than it saves it (q)")
        before = self.saved.pop()
        self.ctm, self.clip, self.fill, self.stroke, self.width, self.state, self.type = before

    def concatenate(self, p: float, q: float, r: float, s: float, t: float, u: float) -> None:
        """Operator cm."""
        a, b, c, d, e, f = self.ctm
        if q == 0 == r and b == 0 == c:
            self.ctm = (p * a, 0.0, 0.0, s * d, t * a + e, u * d + f)
            return
        one, two = (p * a + q * c, p * b + q * d), (r * a + s * c, r * b + s * d)
        self.ctm = (*one, *two, t * a + u * c + e, t * b + u * d + f)

    def line_width(self, width: float) -> None:
        """Operator w."""
        self.width = abs(float(width))

    def graphics_state(self, name: str) -> None:
        """Operator gs."""
        holder = self.resources.wanted("/ExtGState", name, "a graphics state")
        self.state = self.resources.state(name, self.state)
        if "/LW" in holder:
            self.line_width(float(holder["/LW"]))
        if "/Font" in holder:
            font, size = holder["/Font"]
            self.type = self.type._replace(face=self.resources.unnamed_face(font), size=float(size))
        if "/D" in holder:
            self.dash([float(length) for length in holder["/D"][0]], 0.0)
        if self.state.soft_mask and "/SMask" in holder and name not in self.masks:
            self.masks.add(name)
            self._add_mask(holder["/SMask"].get("/G"), name)

    def _add_mask(self, form: Any, name: str) -> None:
        """The marks of a soft mask (11.6.5.3), which are not printed: all that counts are their colours."""
        if form is None:
            raise Unreadable(f"its graphics state {shown(name)} has a soft mask that is not there")
        start = Start(self.ctm, self.resources, f"{self.where}graphics state {shown(name)} > soft mask > ")
        before = self.elsewhere.heavy
        marks = self.elsewhere.drawn(form, matrix_of(form), start)
        self.elsewhere.note_mask(marks, self.elsewhere.heavy - before)
        self.marks += [mark._replace(box=NOWHERE, cut=True, solid=False, parts=()) for mark in marks]

    def dash(self, lengths: list[float], _: float) -> None:
        """Operator d."""
        self.dashes = sum(lengths) * scales(self.ctm)[0]
        if lengths and self.dashes < _FINEST_DASH:
            raise Unreadable("it dashes a line far finer than can be printed")

    # --- colour ---------------------------------------------------------------------------------

    def fill_space(self, name: str) -> None:
        """Operator cs."""
        if not self.uncolored:
            space = self.resources.space(name)
            self.fill = Paint(space, space.initial)

    def stroke_space(self, name: str) -> None:
        """Operator CS."""
        if not self.uncolored:
            space = self.resources.space(name)
            self.stroke = Paint(space, space.initial)

    def fill_color(self, *operands: Any) -> None:
        """Operators sc and scn."""
        if not self.uncolored:
            self.fill = self.resources.paint(self.fill, operands)

    def stroke_color(self, *operands: Any) -> None:
        """Operators SC and SCN."""
        if not self.uncolored:
            self.stroke = self.resources.paint(self.stroke, operands)

    def fill_device(self, family: str, *parts: float) -> None:
        """Operators g, rg and k."""
        if not self.uncolored:
            self.fill = self.resources.device_paint(family, *parts)

    def stroke_device(self, family: str, *parts: float) -> None:
        """Operators G, RG and K."""
        if not self.uncolored:
            self.stroke = self.resources.device_paint(family, *parts)

    # --- paths ----------------------------------------------------------------------------------

    def add_points(self, run: bytes) -> None:
        """Operators m, l, c, v, y and h, many at once."""
        found = parts_of(run, self.ctm)
        if len(run) > _LONG:
            self.elsewhere.heavy += _LINE * way_of(run, self.ctm)
        if self.path and found and run.translate(None, b"0123456789.+- \t\r\n\f")[:1] not in _BEGINS:
            # It goes on with the part before.
            box, _ = self.path.pop()
            found[0] = (around([box, found[0][0]]), False)
        self.path += found

    def add_rectangle(self, x: float, y: float, width: float, height: float) -> None:
        """Operator re."""
        self.path.append(rectangle(x, y, width, height, self.ctm))

    def clip_to_path(self) -> None:
        """Operators W and W*."""
        self.clipping = True

    def end_path(self) -> None:
        """Operator n, and the end of painting a path: a clip begins."""
        if self.clipping and self.path:
            box, straight = self.clip
            straight = straight and len(self.path) == 1 and self.path[0][1] is True
            self.clip = shared(box, around([part for part, _ in self.path])) or NOWHERE, straight
        self.clipping = False
        self.path = []

    def fill_path(self) -> None:
        """Operators f, F and f*."""
        self._paint_path(fill=True, stroke=False)

    def stroke_path(self) -> None:
        """Operators S and s."""
        self._paint_path(fill=False, stroke=True)

    def fill_and_stroke_path(self) -> None:
        """Operators B, B*, b and b*."""
        self._paint_path(fill=True, stroke=True)

    def _paint_path(self, fill: bool, stroke: bool) -> None:
        drawn = self.path if len(self.path) == 1 else [part for part in self.path if part[1] is not None]
        if drawn:
            several = [box for box, _ in drawn] if len(drawn) > 1 else []
            whole, solid = (around(several), False) if several else drawn[0]
            if fill:
                thin = min([min(x1 - x0, y1 - y0) for (x0, y0, x1, y1), _ in drawn])
                self.add("fill", whole, self.fill, bool(solid), thin, several)
            if stroke:
                self.add_stroke(whole, several)
        self.end_path()

    def add_stroke(self, box: Box, several: list[Box]) -> None:
        """Note the outline of something; its box grows by half the line's width."""
        least, most = scales(self.ctm)
        half = self.width * most / 2
        if not half < 1e6:
            raise Unreadable("it draws a line wider than any page")
        grown = (box[0] - half, box[1] - half, box[2] + half, box[3] + half)
        if self.dashes:
            self.elsewhere.heavy += _DASH * (box[2] - box[0] + box[3] - box[1]) / self.dashes
        self.add("stroke", grown, self.stroke, False, self.width * least, several)

    # --- marks ----------------------------------------------------------------------------------

    def add(
        self,
        kind: Kind,
        box: Box,
        paint: Paint,
        solid: bool,
        width: float | None = None,
        parts: list[Box] | None = None,
        size: float | None = None,
        picture: Picture | None = None,
        where: str = "",
        said: tuple[tuple[int, int], bytes] | None = None,
    ) -> None:
        """Note a mark, as far as the clip shows it."""
        (c0, c1, c2, c3), straight = self.clip
        x0, y0, x1, y1 = box
        cut = x0 < c0 or y0 < c1 or x1 > c2 or y1 > c3
        if cut:
            # What the clip hides altogether still has a colour that a printer's preflight looks at.
            box = shared(box, self.clip[0]) or NOWHERE
        way = self.where + where
        boxes = tuple(parts) if parts else ()
        solid = solid and straight
        mark = Mark(kind, box, paint, self.state, way, cut, solid, width, size, boxes, picture, said)
        self.marks.append(mark)
        if paint.space.family == "Pattern":
            self._add_cell(mark)

    def _add_cell(self, mark: Mark) -> None:
        """The marks of a pattern's cell, as if each lay over all that is painted with the pattern."""
        name = mark.paint.pattern
        cell = self.resources.wanted("/Pattern", name, "a pattern")
        base = mark.paint.space.base
        paint = BLACK
        uncolored = cell.get("/PaintType") == 2
        if uncolored:
            if base is None:
                raise Unreadable(f"it draws the pattern {shown(name)} without a colour")
            paint = Paint(base, mark.paint.parts)
        if (name, paint) in self.cells:
            return
        self.cells.add((name, paint))
        start = Start(
            self.start.matrix,
            self.resources,
            f"{mark.where}pattern {shown(name)} > ",
            fill=paint,
            stroke=paint,
            state=self.state,
            uncolored=uncolored,
        )
        for inner in self.elsewhere.drawn(cell, matrix_of(cell), start):
            box = NOWHERE if inner.box == NOWHERE else mark.box
            self.marks.append(inner._replace(box=box, cut=True, solid=False, parts=()))

    def paint_shading(self, name: str) -> None:
        """Operator sh."""
        shading, paint = self.resources.shading(name)
        bounds = shading.get("/BBox")
        box = self.clip[0] if bounds is None else shared(self.clip[0], box_of(bounds, self.ctm)) or NOWHERE
        self.add(
            "shading", box, paint, bounds is None or is_upright(self.ctm), where=f"shading {shown(name)}"
        )

    def do(self, name: str) -> None:
        """Operator Do."""
        thing = self.resources.wanted("/XObject", name, "a form or an image")
        kind = thing.get("/Subtype")
        if kind == "/Image":
            self._add_image(thing, f"image {shown(name)}", inline=False)
        elif kind == "/Form":
            self.marks += self.elsewhere.drawn(thing, matrix_of(thing), self.now(f"form {shown(name)} > "))
        else:
            raise Unreadable(f"it draws {shown(name)}, which is neither a form nor an image")

    def now(self, where: str) -> Start:
        """What a stream begins with that is drawn here."""
        before = self.ctm, self.resources, self.where + where, self.clip, self.fill, self.stroke, self.width
        return Start(*before, self.state, self.type, self.uncolored)

    def add_inline(self, facts: dict[str, Any]) -> None:
        """Operators BI, ID and EI."""
        self._add_image(facts, "inline image", inline=True)

    def _add_image(self, image: Any, what: str, inline: bool) -> None:
        picture, space = picture_of(image, self.ctm, self.resources, inline)
        paint = self.fill if picture.stencil else Paint(space, None)
        box = bounded([0, 1], [0, 1], self.ctm, corners=True)
        self.add("image", box, paint, picture.full and is_upright(self.ctm), picture=picture, where=what)


def matrix_of(stream: Any) -> Matrix:
    """The matrix of a form or a pattern (8.10.2, 8.7.3)."""
    found = [float(part) for part in stream.get("/Matrix", (1, 0, 0, 1, 0, 0))]
    if not all(map(math.isfinite, found)):
        raise Unreadable("something in it is placed beyond any page")
    a, b, c, d, e, f = found
    return a, b, c, d, e, f


def box_of(corners: Any, matrix: Matrix) -> Box:
    """The box around a rectangle of a file."""
    x0, y0, x1, y1 = (float(corner) for corner in corners)
    return bounded([x0, x1], [y0, y1], matrix, corners=True)
