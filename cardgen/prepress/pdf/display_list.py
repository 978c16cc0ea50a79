"""The display lists of a file's pages: all their marks with place, colour and thickness.

Unreadable content is an error, never an omission. A form, a pattern's cell or a glyph that is placed often is
executed once for each scale and colour and then only moved; pages with the same content are executed once.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from ...geometry import Matrix, Rect, combined_matrix
from .content_walker import Clip, StreamStart
from .document import DocumentPage, PdfDocument
from .fonts import FontMetrics
from .limits import (
    FREE_DRAWING,
    MOST_DRAWING,
    MOST_DRAWN,
    MOST_FORMS_DEEP,
    MOST_MARKS,
    MOST_OPERATORS,
    MOST_STREAM,
    Unreadable,
)
from .painted_objects import MarkRecorder, PaintedMark, Work, transformed_box
from .paths import EVERYWHERE, NOWHERE, Box, PagePath, bounding_box, has_overlap, intersection, is_upright
from .render_cost import EACH, GROUP, GROUP_AREA, MASK_AREA, rendering_time
from .resources import ResourceReader

#: The number of parts of paths that take as much memory as a mark.
_PARTS_A_MARK = 2


class _TracedStream(NamedTuple):
    """The marks of a form, a glyph or a pattern's cell at the place where it was drawn first."""

    marks: list[PaintedMark]
    #: The bounding box of all marks.
    box: Box
    place: tuple[float, float]
    #: Drawing time besides that of its marks, in microseconds.
    heavy: float


class DisplayList:
    """The marks of a page, shared by all pages that look the same."""

    def __init__(self, page: DocumentPage, marks: list[PaintedMark], fault: str | None = None) -> None:
        #: The first of the pages.
        self.page = page
        #: The numbers of all these pages.
        self.pages = [page.number]
        self.marks = marks
        #: Why they could not be read; None if they could.
        self.fault = fault
        #: Drawing time besides that of the marks, in microseconds.
        self.heavy = 0.0
        #: Drawing time of the slowest soft mask, which is drawn again for every mark that uses one.
        self.mask = 0.0

    @cached_property
    def distinct_marks(self) -> list[PaintedMark]:
        """Return one mark for each distinct combination of paint, graphics state, path, kind and picture."""
        found = {(id(m.paint), id(m.state), m.where, m.kind, id(m.picture)): m for m in self.marks}
        return list(found.values())

    @cached_property
    def printed_marks(self) -> list[PaintedMark]:
        """Return the marks that overlap the bleed box, or the trim box without one.

        Only these can be seen on a card that is cut imprecisely.
        """
        rect = self.page.bleed_or_cut_box
        if rect is None:
            return []
        bleed = (rect.x, rect.y, rect.right, rect.top)
        return [mark for mark in self.marks if has_overlap(mark.box, bleed)]

    @property
    def bleed_area(self) -> Rect:
        """Return the rectangle of the bleed, or of the trim without one, in the page's own units."""
        unit, rect = self.page.user_unit, self.page.bleed_or_cut_box or Rect(0, 0, 1, 1)
        return Rect(*(side / unit for side in rect))


class ShownFont(NamedTuple):
    """A font that text uses, with the codes of the characters that it shows."""

    face: FontMetrics
    codes: set[int]
    #: The first page that uses it, and the path of the text there.
    page: int
    where: str


class HiddenText(NamedTuple):
    """Text that is neither painted nor used as a clip."""

    page: int
    where: str


class PageTracer:
    """Executes the content streams of a file, each as few times as possible."""

    def __init__(self, file: PdfDocument) -> None:
        self._file = file
        self.left, self.heavy, self.mask, self._sheet = MOST_OPERATORS, 0.0, 0.0, 0.0
        self._marks_left, self._bytes_left = MOST_MARKS, MOST_STREAM
        self.resources = ResourceReader()
        self._followed: dict[object, _TracedStream] = {}
        self._open: list[tuple[int, int]] = []
        self._page = 0
        #: The fonts of the text of all pages, by object number.
        self.fonts: dict[object, ShownFont] = {}
        #: Invisible text by its path; text of a form is recorded where the form is first placed.
        self.hidden: dict[str, HiddenText] = {}

    def trace_page(self, page: DocumentPage) -> list[PaintedMark]:
        """Return the marks of a page, clipped to its MediaBox. Raises Unreadable if it cannot be executed."""
        sheet = page.media
        if sheet is None:
            raise Unreadable("it has no size")
        clip = Clip((sheet.x, sheet.y, sheet.right, sheet.top))
        self._sheet, self._page = sheet.width * sheet.height, page.number
        unit = page.user_unit
        if not 0 < unit < 1e4:
            raise Unreadable("its unit of length is invalid")
        start = StreamStart((unit, 0, 0, unit, 0, 0), self.resources.resources_of(page.resources), clip=clip)
        return self._marks_of_stream(self._file.page_content(page), start)

    def subtract_work(self, statements: int, marks: int) -> None:
        """Subtract work from the remaining budget of the whole file. Raises Unreadable if it exceeds that."""
        self.left -= statements
        self._marks_left -= marks
        if self.left < 0 or self._marks_left < 0:
            raise Unreadable("the file has far more content than a press file needs")

    def _marks_of_stream(self, data: bytes, start: StreamStart) -> list[PaintedMark]:
        """Execute a stream and return its marks. Raises Unreadable."""
        self._bytes_left -= len(data)
        if self._bytes_left < 0:
            raise Unreadable("the file has far more content than a press file needs")
        painter = MarkRecorder(start, self)
        painter.execute(data)
        self.subtract_work(0, sum(len(mark.parts) for mark in painter.marks) // _PARTS_A_MARK)
        return painter.marks

    def marks_of_nested_stream(self, stream: Any, matrix: Matrix, start: StreamStart) -> list[PaintedMark]:
        """Return the marks of a form, a glyph or a pattern's cell that is drawn at a point of a stream.

        matrix: the matrix of the nested stream, applied before that of `start`. The stream is executed only
        the first time that it is drawn at this scale and in this state; later its recorded marks are moved.
        """
        whole = combined_matrix(matrix, start.matrix)
        holder = stream.get("/Resources")
        resources = start.resources if holder is None else self.resources.resources_of(holder)
        begun = start._replace(matrix=whole, resources=resources, clip=Clip())
        key = (stream.objgen, *whole[:4], id(resources), *begun[2:3], *begun[4:])
        if key not in self._followed:
            self._followed[key] = self._marks_at_first_place(stream, begun)
        else:
            self.heavy += self._followed[key].heavy
        self.heavy += self._group_drawing_time(stream, start, self._followed[key].box)
        return self._marks_at_place(self._followed[key], (whole[4], whole[5]), start.clip)

    def note_work(self, kind: Work, amount: float) -> None:
        """Add the time of work that the marks do not show. amount: the number of units of that kind."""
        self.heavy += EACH[kind] * amount

    def note_text(self, font: FontMetrics, texts: list[bytes], text_path: str) -> None:
        """Record which characters of a font text shows. text_path: the path of the text."""
        key = font.number if font.number != (0, 0) else id(font)
        if key not in self.fonts:
            self.fonts[key] = ShownFont(font, set(), self._page, text_path)
        for text in texts:
            self.fonts[key].codes.update(font.character_codes(text))

    def note_hidden_text(self, text_path: str) -> None:
        """Record that there is invisible text at this path."""
        self.hidden.setdefault(text_path, HiddenText(self._page, text_path))

    def note_mask(self, marks: list[PaintedMark], other_time: float) -> None:
        """Record how long a soft mask takes to draw.

        marks: the marks of the mask, whose time is computed from their areas. other_time: the other time that
        the mask takes, in microseconds.
        """
        for x0, y0, x1, y1 in (mark.box for mark in marks):
            other_time += MASK_AREA * min((x1 - x0) * (y1 - y0), self._sheet)
        self.mask = max(self.mask, other_time)

    def _group_drawing_time(self, stream: Any, start: StreamStart, box: Box) -> float:
        """Return the time for compositing a transparency group, in microseconds; 0 for any other stream."""
        if start.state.is_opaque:
            return GROUP / 10 if "/Group" in stream else 0.0
        return GROUP + GROUP_AREA * min((box[2] - box[0]) * (box[3] - box[1]), self._sheet)

    def _marks_at_first_place(self, stream: Any, start: StreamStart) -> _TracedStream:
        """Execute a stream where it is first drawn; return its marks.

        Raises Unreadable if it draws itself, or is nested too deep.
        """
        number, before = stream.objgen, self.heavy
        if number in self._open or len(self._open) >= MOST_FORMS_DEEP:
            raise Unreadable("a part of it is drawn within itself, or far too deep within others")
        bounds = stream.get("/BBox")
        if bounds is not None:
            clip = Clip(transformed_box(bounds, start.matrix), is_upright(start.matrix))
            start = start._replace(clip=clip)
        self._open.append(number)
        try:
            marks = self._marks_of_stream(self._file.unpack_stream(stream), start)
        finally:
            self._open.pop()
        boxes = [mark.box for mark in marks if mark.box is not NOWHERE]
        box = bounding_box(boxes) if boxes else NOWHERE
        return _TracedStream(marks, box, (start.matrix[4], start.matrix[5]), self.heavy - before)

    def _marks_at_place(
        self, traced: _TracedStream, place: tuple[float, float], clip: Clip
    ) -> list[PaintedMark]:
        """Return copies of a stream's marks at another place, clipped. place: in points of the page."""
        dx, dy = place[0] - traced.place[0], place[1] - traced.place[1]
        if not traced.marks:
            return []
        x0, y0, x1, y1 = traced.box
        (c0, c1, c2, c3), straight, _ = clip
        whole = straight and c0 <= x0 + dx and c1 <= y0 + dy and x1 + dx <= c2 and y1 + dy <= c3
        self.subtract_work(0, len(traced.marks))
        if dx == 0 == dy and whole:
            return traced.marks
        # Most marks share their clips.
        clips = {id(mark.clips): mark.clips for mark in traced.marks}
        moved = {
            key: Clip(EVERYWHERE, True, tuple(path.moved(dx, dy) for path in paths))
            .intersection_with(clip)
            .paths
            for key, paths in clips.items()
        }
        return [_moved_mark(mark, dx, dy, clip, moved[id(mark.clips)]) for mark in traced.marks]


def _moved_mark(
    mark: PaintedMark, dx: float, dy: float, clip: Clip, clips: tuple[PagePath, ...]
) -> PaintedMark:
    """Return a mark moved by a distance in points, and clipped.

    clip: the clip at the new place. clips: the outlines of all its clips at the new place.
    """
    kind, (x0, y0, x1, y1), paint, state, where, cut, solid, width, size, parts, picture, said, _, path = mark
    box = (x0 + dx, y0 + dy, x1 + dx, y1 + dy)
    within = intersection(box, clip.box) or NOWHERE
    moved = tuple((a + dx, b + dy, c + dx, d + dy) for a, b, c, d in parts)
    cut = cut or within != box
    return PaintedMark(
        kind,
        within,
        paint,
        state,
        where,
        cut,
        solid and clip.straight,
        width,
        size,
        moved,
        picture,
        said,
        clips,
        path and path.moved(dx, dy),
    )


class PageContents(NamedTuple):
    """The marks of all pages, the fonts of their text, and their invisible text."""

    lists: list[DisplayList]
    fonts: list[ShownFont]
    hidden: list[HiddenText]


def display_lists(file: PdfDocument) -> list[DisplayList]:
    """Return the display lists of a file, one for all pages that look the same.

    They are computed at the first call for a file.
    """
    return file.cached_result(page_contents).lists


def page_contents(file: PdfDocument) -> PageContents:
    """Return the marks, fonts and invisible text of all pages. A page that is unreadable has a fault instead.

    Call it as file.cached_result(page_contents), so that it runs once for each file.
    """
    tracer = PageTracer(file)
    found: dict[object, DisplayList] = {}
    for page in file.pages:
        try:
            key = file.drawing_digest(page)
            if key in found:
                found[key].pages.append(page.number)
            else:
                before, tracer.mask = tracer.heavy, 0.0
                found[key] = DisplayList(page, tracer.trace_page(page))
                found[key].heavy, found[key].mask = tracer.heavy - before, tracer.mask
        except Unreadable as error:
            found[page.number] = DisplayList(page, [], str(error))
        file.tell(page.number, len(file.pages))
    return PageContents(list(found.values()), list(tracer.fonts.values()), list(tracer.hidden.values()))


def reserve_drawing(file: PdfDocument, content: DisplayList) -> bool:
    """Count a page as rendered if the limits of the file allow one more; return whether they do."""
    more = max(0.0, rendering_time(content.marks, content.heavy, content.mask) - FREE_DRAWING)
    if file.drawing_time + more > MOST_DRAWING or file.pages_drawn >= MOST_DRAWN:
        return False
    file.drawing_time += more
    file.pages_drawn += 1
    return True
