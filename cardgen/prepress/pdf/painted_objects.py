"""Records the marks that a content stream paints, each with its box, paint and state. Lengths in points.

Written for speed: a page has thousands of operators, a file a hundred pages. The marks of nested streams
(forms, glyphs of Type 3, cells of patterns) come from NestedStreams, which caches them.
"""

from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple, Protocol

from ...geometry import Matrix, Rect, combined_matrix
from ...text.areas import Areas, TooComplex, is_within
from ...text.outlines import Shape, rectangle
from .color_spaces import GLYPHS, Paint
from .content_walker import BLACK, Clip, ContentWalker, StreamStart, WorkBudget
from .fonts import FontMetrics
from .images import PlacedImage, read_placed_image
from .limits import Unreadable, printable_name
from .paths import (
    NOWHERE,
    Box,
    PagePath,
    Part,
    bounding_box,
    box_of_points,
    extreme_scales,
    intersection,
    is_upright,
    parts_of_path,
    path_length,
    rectangle_part,
)
from .resources import GraphicsState, ResourceReader

#: Work that marks do not show: points of zigzag lines, dashes, a pattern's tiles.
Work = Literal["lines", "dashes", "tiles", "areas of tiles"]
Kind = Literal["fill", "stroke", "text", "image", "shading"]
#: The shortest dash with its gap, in points.
_FINEST_DASH = 0.02
#: The width in points at which the thinnest line of a device counts.
_THINNEST = 0.1
#: Minimum length of a path statement in bytes that may be a zigzag.
_LONG = 200
#: Operators that begin a part of a path, or end one.
_BEGINS = (b"m", b"h")
#: Height of capitals and figures, in parts of a font's size.
_CAPITALS = 0.7
#: Modes that fill text, and modes that draw its outline (ISO 32000-1, table 106).
_FILLED, _OUTLINED, _HIDDEN = (0, 2, 4, 6), (1, 2, 5, 6), (3, 7)
#: The text mode that neither fills, strokes nor clips.
_UNSEEN = 3


class PaintedMark(NamedTuple):
    """Something that a page paints: a fill, a stroke, a line of text, an image or a shading."""

    kind: Kind
    #: Its bounding box in default user space, clipped; a point outside all pages if the clip leaves nothing.
    box: Box
    paint: Paint
    state: GraphicsState
    #: Its path, such as "form Fm0 > image Im1"; empty for what is drawn on the page itself.
    where: str
    #: Whether the boxes of clips remove a part of it.
    cut: bool
    #: Whether it covers its box completely.
    solid: bool
    #: Strokes: the smallest width of the line, 0 for the thinnest line of a device. Fills: the shorter side
    #: of their smallest part. None for all others.
    width: float | None = None
    #: The font size of text.
    size: float | None = None
    #: The box of each part of a path, if it has several.
    parts: tuple[Box, ...] = ()
    picture: PlacedImage | None = None
    #: For text: the font's object and the codes of its characters.
    said: tuple[tuple[int, int], bytes] | None = None
    #: The clips around it that are no upright rectangles.
    clips: tuple[PagePath, ...] = ()
    #: The path that is filled or stroked; None for all others.
    path: PagePath | None = None

    @property
    def overprints(self) -> bool:
        """Tell whether the mark overprints: inks below it that it does not print itself remain."""
        return self.state.stroke_overprint if self.kind == "stroke" else self.state.fill_overprint

    @property
    def is_whole(self) -> bool:
        """Tell whether the whole mark lies inside its clips."""
        return not self.cut and all(
            clip.holds_box(self.box) or (not clip.even_odd and is_within(self.area, clip.shape))
            for clip in self.clips
        )

    @property
    def area(self) -> Shape:
        """Return the outline of the area that the mark covers, without clips; its box if it is not a simple
        path.
        """
        if self.path is None:
            x0, y0, x1, y1 = self.box
            return rectangle(Rect(x0, y0, x1 - x0, y1 - y0))
        if self.kind == "fill":
            return self.path.shape
        try:
            width = max(self.width or 0.0, _THINNEST)
            return Areas().dashed_line(self.path.shape, width, (), 0, "round", "round", 4)
        except TooComplex:
            return self._replace(path=None).area


class NestedStreams(WorkBudget, Protocol):
    """Executes the streams that a stream draws: forms, glyphs of Type 3 fonts and cells of patterns."""

    #: Drawing time that the marks do not show, in microseconds.
    heavy: float
    resources: ResourceReader

    def marks_of_nested_stream(self, stream: Any, matrix: Matrix, start: StreamStart) -> list[PaintedMark]:
        """Return the marks of a stream. matrix: its own, applied before that of `start`."""

    def note_work(self, kind: Work, amount: float) -> None:
        """Add the time of work that the marks do not show. amount: the number of units of that kind."""

    def note_text(self, font: FontMetrics, texts: list[bytes], text_path: str) -> None:
        """Record which characters of a font text shows. text_path: the path of the text."""

    def note_hidden_text(self, text_path: str) -> None:
        """Record that there is invisible text at this path."""

    def note_mask(self, marks: list[PaintedMark], other_time: float) -> None:
        """Record how long a soft mask takes to draw.

        marks: the marks of the mask, whose time is computed from their areas. other_time: the other time that
        the mask takes, in microseconds.
        """


class MarkRecorder(ContentWalker):
    """Executes one content stream and records its marks."""

    def __init__(self, start: StreamStart, nested: NestedStreams) -> None:
        super().__init__(start, nested)
        self.nested = nested
        self.marks: list[PaintedMark] = []
        self.path: list[Part] = []
        #: The statements of the path, each with its matrix.
        self.statements: list[tuple[bytes, Matrix]] = []
        #: Whether the path becomes a clip, and if so, by the even-odd rule.
        self.clipping: bool | None = None
        self.cells: set[tuple[str, object]] = set()
        self.masks: set[str] = set()
        #: The length of a dash with its gap, in points of the page; 0 for no dashes.
        self.dashes = 0.0
        #: The boxes of text that is used as a clip.
        self.text_clip: list[Box] = []

    def mark_count(self) -> int:
        """Return the number of marks recorded so far."""
        return len(self.marks)

    # --- paths ----------------------------------------------------------------------------------

    def set_dash(self, lengths: list[float], _: float) -> None:
        """Execute d: set the dashes of lines. Raises Unreadable if they are far finer than can be printed."""
        self.dashes = sum(lengths) * extreme_scales(self.ctm)[0]
        if lengths and self.dashes < _FINEST_DASH:
            raise Unreadable("it dashes a line far finer than can be printed")

    def add_points(self, statements: bytes) -> None:
        """Execute m, l, c, v, y and h: add to the path. statements: the bytes of several such statements."""
        self.statements.append((statements, self.ctm))
        found = parts_of_path(statements, self.ctm)
        if len(statements) > _LONG:
            self.nested.note_work("lines", path_length(statements, self.ctm))
        if self.path and found and statements.translate(None, b"0123456789.+- \t\r\n\f")[:1] not in _BEGINS:
            # It continues the part before.
            box, _ = self.path.pop()
            found[0] = (bounding_box([box, found[0][0]]), False)
        self.path += found

    def add_rectangle(self, x: float, y: float, width: float, height: float) -> None:
        """Execute re: add a rectangle to the path."""
        run = b"%f %f m %f %f l %f %f l %f %f l h"
        corners = (x, y, x + width, y, x + width, y + height, x, y + height)
        self.statements.append((run % corners, self.ctm))
        self.path.append(rectangle_part(x, y, width, height, self.ctm))

    def clip_to_path(self, even_odd: bool) -> None:
        """Execute W or W*: clip to the path once it is painted."""
        self.clipping = even_odd

    def end_path(self) -> None:
        """Execute n, or end a path after it is painted: apply a pending clip and begin a new path."""
        if self.clipping is not None and self.path:
            straight = len(self.path) == 1 and self.path[0][1] is True
            paths = () if straight else (PagePath(tuple(self.statements), self.clipping),)
            self.clip = Clip(
                bounding_box([part for part, _ in self.path]), straight, paths
            ).intersection_with(self.clip)
        self.clipping = None
        self.path, self.statements = [], []

    def paint_path(self, fill: str | None, stroke: str | None) -> None:
        """Record the fill and the stroke of the path, and end it."""
        drawn = self.path if len(self.path) == 1 else [part for part in self.path if part[1] is not None]
        if drawn:
            path = PagePath(tuple(self.statements))
            several = [box for box, _ in drawn] if len(drawn) > 1 else []
            whole, solid = (bounding_box(several), False) if several else drawn[0]
            if fill:
                thin = min([min(x1 - x0, y1 - y0) for (x0, y0, x1, y1), _ in drawn])
                self.add_mark("fill", whole, self.fill, bool(solid), thin, several, path=path)
            if stroke:
                self.add_stroke(whole, several, path)
        self.end_path()

    def add_stroke(self, box: Box, part_boxes: list[Box], path: PagePath | None = None) -> None:
        """Record a stroke as a mark.

        box: of the path; the mark's box is larger by half the width of the line. part_boxes: the boxes of the
        parts of the path; empty if it has only one part. path: None for text.
        """
        least, most = extreme_scales(self.ctm)
        half = self.width * most / 2
        if not half < 1e6:
            raise Unreadable("it draws a line wider than any page")
        grown = (box[0] - half, box[1] - half, box[2] + half, box[3] + half)
        if self.dashes:
            self.nested.note_work("dashes", (box[2] - box[0] + box[3] - box[1]) / self.dashes)
        self.add_mark("stroke", grown, self.stroke, False, self.width * least, part_boxes, path=path)

    # --- marks ----------------------------------------------------------------------------------

    def add_mark(
        self,
        kind: Kind,
        box: Box,
        paint: Paint,
        solid: bool,
        width: float | None = None,
        parts: list[Box] | None = None,
        size: float | None = None,
        picture: PlacedImage | None = None,
        where: str = "",
        said: tuple[tuple[int, int], bytes] | None = None,
        path: PagePath | None = None,
    ) -> None:
        """Record a mark, clipped; for a pattern, also the marks of its cell.

        Arguments are fields of PaintedMark.
        """
        (c0, c1, c2, c3), straight, clips = self.clip
        x0, y0, x1, y1 = box
        cut = x0 < c0 or y0 < c1 or x1 > c2 or y1 > c3
        if cut:
            # A mark that the clip hides completely still has a colour that a printer's preflight sees.
            box = intersection(box, self.clip.box) or NOWHERE
        way = self.where + where
        boxes = tuple(parts) if parts else ()
        solid = solid and straight
        mark = PaintedMark(
            kind, box, paint, self.state, way, cut, solid, width, size, boxes, picture, said, clips, path
        )
        self.marks.append(mark)
        if paint.space.family == "Pattern":
            self._add_cell(mark)

    def _add_cell(self, mark: PaintedMark) -> None:
        """Record the marks of a pattern's cell, as if each covered everything that the pattern paints."""
        name = mark.paint.pattern
        cell = self.resources.require("/Pattern", name, "a pattern")
        place = combined_matrix(matrix_of_stream(cell), self.start.matrix)
        grown = abs(place[0] * place[3] - place[1] * place[2])
        x0, y0, x1, y1 = (float(side) for side in cell.BBox)
        width, height = mark.box[2] - mark.box[0], mark.box[3] - mark.box[1]
        tiles = width * height / max(abs(float(cell.XStep) * float(cell.YStep)) * grown, 1e-9)
        self.nested.note_work("tiles", tiles)
        self.nested.note_work("areas of tiles", tiles * abs((x1 - x0) * (y1 - y0)) * grown)
        base = mark.paint.space.base
        paint = BLACK
        uncolored = cell.get("/PaintType") == 2
        if uncolored:
            if base is None:
                raise Unreadable(f"it draws the pattern {printable_name(name)} without a colour")
            paint = Paint(base, mark.paint.parts)
        if (name, paint) in self.cells:
            return
        self.cells.add((name, paint))
        start = StreamStart(
            self.start.matrix,
            self.resources,
            f"{mark.where}pattern {printable_name(name)} > ",
            fill=paint,
            stroke=paint,
            state=self.state,
            uncolored=uncolored,
        )
        for inner in self.nested.marks_of_nested_stream(cell, matrix_of_stream(cell), start):
            box = NOWHERE if inner.box == NOWHERE else mark.box
            self.marks.append(inner._replace(box=box, cut=True, solid=False, parts=(), path=None))

    def paint_shading(self, name: str) -> None:
        """Execute sh: record a shading that fills the clip, or its own box within that."""
        shading, paint = self.resources.shading(name)
        bounds = shading.get("/BBox")
        box = (
            self.clip.box
            if bounds is None
            else intersection(self.clip.box, transformed_box(bounds, self.ctm)) or NOWHERE
        )
        self.add_mark(
            "shading",
            box,
            paint,
            bounds is None or is_upright(self.ctm),
            where=f"shading {printable_name(name)}",
        )

    def paint_form(self, form: Any, name: str) -> None:
        """Execute Do for a form: record its marks."""
        self.marks += self.nested.marks_of_nested_stream(
            form, matrix_of_stream(form), self.nested_start(f"form {printable_name(name)} > ")
        )

    def paint_image(self, image: Any, name: str) -> None:
        """Execute Do for an image: record it."""
        self._add_image(image, f"image {printable_name(name)}", inline=False)

    def paint_inline_image(self, dictionary: dict[str, Any], data: bytes) -> None:
        """Execute BI, ID and EI: record an inline image."""
        self._add_image(dictionary, "inline image", inline=True)

    def _add_image(self, image: Any, name: str, inline: bool) -> None:
        """Record an image, which fills the unit square of the current matrix. name: its part of the path."""
        picture, space = read_placed_image(image, self.ctm, self.resources, inline)
        paint = self.fill if picture.stencil else Paint(space, None)
        box = box_of_points([0, 1], [0, 1], self.ctm, corners=True)
        self.add_mark("image", box, paint, picture.full and is_upright(self.ctm), picture=picture, where=name)

    def apply_graphics_state(self, name: str) -> None:
        """Execute gs, and record the marks of a soft mask that it sets (11.6.5.3).

        A soft mask is not printed, so its marks have no place: only their colours count.
        """
        super().apply_graphics_state(name)
        holder = self.resources.require("/ExtGState", name, "a graphics state")
        if not self.state.soft_mask or "/SMask" not in holder or name in self.masks:
            return
        self.masks.add(name)
        form = holder["/SMask"].get("/G")
        if form is None:
            raise Unreadable(f"its graphics state {printable_name(name)} has a soft mask that is not there")
        start = StreamStart(
            self.ctm, self.resources, f"{self.where}graphics state {printable_name(name)} > soft mask > "
        )
        before = self.nested.heavy
        marks = self.nested.marks_of_nested_stream(form, matrix_of_stream(form), start)
        self.nested.note_mask(marks, self.nested.heavy - before)
        self.marks += [
            mark._replace(box=NOWHERE, cut=True, solid=False, parts=(), path=None) for mark in marks
        ]

    # --- text -----------------------------------------------------------------------------------

    def end_text(self) -> None:
        """Execute ET: clip to text that was shown as a clip."""
        if self.text_clip:
            self.clip = Clip(bounding_box(self.text_clip), straight=False).intersection_with(self.clip)
            self.text_clip = []

    def paint_text(self, font: FontMetrics, items: list[bytes | float]) -> None:
        """Record a line of text, and move the text position past it."""
        kind = self.text
        texts = [item for item in items if isinstance(item, bytes)]
        if kind.mode != _UNSEEN:
            self.nested.note_text(font, texts, self.where)
        elif any(item.strip(b" ") for item in texts):
            self.nested.note_hidden_text(self.where)
        if font.matrix:
            return self._show_type_3_text(font, items)
        x = left = right = 0.0
        inked = False
        for item in items:
            if isinstance(item, bytes):
                left, x = min(left, x), x + self._advance_width(font, item)
                right, inked = max(right, x), inked or bool(item.strip(b" "))
            else:
                x -= item / 1000 * kind.size * kind.narrow
        if inked:
            place = combined_matrix(self.pen, self.ctm)
            low, high = font.descent * kind.size + kind.rise, font.ascent * kind.size + kind.rise
            size = abs(kind.size) * math.hypot(place[2], place[3])
            said = font.number, b"\0".join(texts)
            self._add_text(
                box_of_points([left, right], [low, high], place, corners=True), size, self.fill, said
            )
        self.pen = combined_matrix((1, 0, 0, 1, x, 0), self.pen)
        return None

    def _advance_width(self, font: FontMetrics, text: bytes) -> float:
        """Return how far a string moves the text position, in text space."""
        kind, codes, widths, other = self.text, font.character_codes(text), font.widths, font.other
        across = sum([widths.get(code, other) for code in codes]) * kind.size + kind.characters * len(codes)
        if kind.words and font.length == 1:
            across += kind.words * text.count(b" ")
        return across * kind.narrow

    def _add_text(
        self, box: Box, size: float, paint: Paint, said: tuple[tuple[int, int], bytes] | None
    ) -> None:
        """Record text as fills, strokes or a clip, by the text mode. said: as in PaintedMark."""
        mode = self.text.mode
        if mode in _FILLED:
            self.add_mark("text", box, paint, False, size=size, said=said)
        if mode in _OUTLINED:
            if mode not in _FILLED:
                self.add_mark("text", box, self.stroke, False, size=size, said=said)
            self.add_stroke(box, [])
        if mode >= 4:
            self.text_clip.append(box)

    def _show_type_3_text(self, font: FontMetrics, items: list[bytes | float]) -> None:
        """Record the marks of Type 3 glyphs, which are drawings, and a mark of kind "text" around them."""
        kind, first = self.text, len(self.marks)
        for item in items:
            for code in font.character_codes(item) if isinstance(item, bytes) else ():
                self._add_glyph(font, code)
                across = font.widths.get(code, 0.0) * font.matrix[0] * kind.size + kind.characters
                across += kind.words if code == 32 else 0.0
                self.pen = combined_matrix((1, 0, 0, 1, across * kind.narrow, 0), self.pen)
            if not isinstance(item, bytes):
                self.pen = combined_matrix((1, 0, 0, 1, -item / 1000 * kind.size * kind.narrow, 0), self.pen)
        drawn = self.marks[first:]
        if drawn:
            # The size of a Type 3 font has no fixed meaning, so the height of its glyphs is used.
            box = bounding_box([mark.box for mark in drawn])
            size = max(mark.box[3] - mark.box[1] for mark in drawn) / _CAPITALS
            self.add_mark("text", box, Paint(GLYPHS, None), False, size=size)

    def _add_glyph(self, font: FontMetrics, code: int) -> None:
        """Record the marks of a Type 3 glyph at the text position; nothing for hidden or missing ones."""
        kind = self.text
        if code not in font.glyphs or kind.mode in _HIDDEN:
            return
        name, drawing = font.glyphs[code]
        sized: Matrix = (kind.size * kind.narrow, 0, 0, kind.size, 0, kind.rise)
        a, b, c, d, e, f = font.matrix
        start = self.nested_start(f"font {font.name} > glyph {printable_name(name)} > ")
        start = start._replace(matrix=combined_matrix(sized, self.pen, self.ctm), uncolored=False)
        if font.resources is not None:
            start = start._replace(resources=self.nested.resources.resources_of(font.resources))
        self.marks += self.nested.marks_of_nested_stream(drawing, (a, b, c, d, e, f), start)


def matrix_of_stream(stream: Any) -> Matrix:
    """Return the matrix of a form or a pattern (8.10.2, 8.7.3). Raises Unreadable if it is not finite."""
    found = [float(part) for part in stream.get("/Matrix", (1, 0, 0, 1, 0, 0))]
    if not all(map(math.isfinite, found)):
        raise Unreadable("something in it is placed outside every page size")
    a, b, c, d, e, f = found
    return a, b, c, d, e, f


def transformed_box(corners: Any, matrix: Matrix) -> Box:
    """Return the bounding box of a rectangle after a matrix. corners: two opposite ones, four numbers."""
    x0, y0, x1, y1 = (float(corner) for corner in corners)
    return box_of_points([x0, x1], [y0, y1], matrix, corners=True)
