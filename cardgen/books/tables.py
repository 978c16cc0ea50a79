"""Tables: as wide as their text needs, at most as wide as the page; the head is repeated on every page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..art.items import Item, Stroke
from ..geometry import Rect
from ..prepress.pdf.structure import StructureElement
from ..text.fitting import largest_fitting_size
from ..text.fonts import LEAST_TYPE
from ..text.formats import PageFormat
from ..text.outlines import rectangle
from ..text.setter import Setter
from ..text.styles import Ink, Runs, TextStyle, label_style, small_style
from ..units import MM
from .blocks import ScoreSheet, Table
from .boxes import BAD, BASE, FREE, NEVER, ArtBox, Box, HorizontalRule, Mark, PlacedLine

if TYPE_CHECKING:
    from ..colour.colors import Color

#: Space between columns in font sizes, and that in tables of many columns.
_GUTTER, _SMALL_GUTTER, _MANY_COLUMNS = 1.5, 0.8, 7
#: The weight of lines, in points.
_HEAVY, _LIGHT, _FINE = 0.9, 0.5, 0.5
#: Maximum number of lines of a table that is not broken.
_WHOLE = 14
#: Minimum height and width of a cell to write in, and the maximum share of the measure for row headings.
_CELL_HEIGHT, _CELL_WIDTH, _HEADS = 7 * MM, 7 * MM, 0.5


def table_boxes(
    table: Table, setter: Setter, page_format: PageFormat, measure: float, element: StructureElement
) -> list[Box]:
    """Return the boxes of a table's rows, the head first. element: the structure element of the table."""
    style = small_style(page_format)
    found: dict[float, list[float] | None] = {}

    def fits(size: float) -> bool:
        found[size] = _column_widths(table, setter, style._replace(size=size), measure)
        return found[size] is not None

    style = style._replace(size=largest_fitting_size(style.size, LEAST_TYPE, fits))
    widths = found.get(style.size) or _column_widths(table, setter, style, measure)
    widths = widths or _proportional_widths(table, setter, style, measure)
    gutter = _gutter_in_font_sizes(table.align) * style.size
    return _TableLayout(table, setter, page_format, style, widths, gutter, element).row_boxes()


def has_room_for_longest_words(table: Table, setter: Setter, page_format: PageFormat, measure: float) -> bool:
    """Tell whether the longest words of all columns fit side by side at the usual size."""
    return _column_widths(table, setter, small_style(page_format), measure) is not None


class _TableLayout:
    """Makes the boxes of one table with known column widths."""

    def __init__(
        self,
        table: Table,
        setter: Setter,
        page_format: PageFormat,
        style: TextStyle,
        widths: Sequence[float],
        gutter: float,
        element: StructureElement,
    ) -> None:
        self.table, self.setter, self.form, self.style = table, setter, page_format, style
        self.widths, self.gutter, self.part = widths, gutter, element
        self.width = sum(widths) + gutter * (len(widths) - 1)

    def row_boxes(self) -> list[Box]:
        head = None
        if any(self.table.head):
            head = self._row_box(self.table.head, label_style(self.form, self.style.size), "Column")
            head = self._with_rule(head, _HEAVY, top=True)._replace(break_penalty=NEVER)
            head = self._with_rule(head, _LIGHT)
        rows = [self._row_box(cells, self.style) for cells in self.table.rows]
        if head is None and rows:
            rows[0] = self._with_rule(rows[0], _HEAVY, top=True)
        if any(row.height > 2 for row in rows):
            rows = [self._with_rule(row, _FINE, ink="line") for row in rows[:-1]] + rows[-1:]
        if rows:
            rows[-1] = self._with_rule(rows[-1], _HEAVY)
        again = head and head.without_structure()
        made = [
            row._replace(repeated_head=again, break_penalty=self._break_penalty(place, rows))
            for place, row in enumerate(rows)
        ]
        if head is None:
            return made
        first = made[0]._replace(repeated_head=None) if made else None
        return [head, *([first] if first else []), *made[1:]]

    def _break_penalty(self, place: int, rows: Sequence[Box]) -> float:
        """Return the penalty for a page break after a row.

        The penalties keep small tables whole, and prevent that a page has only the first or the last row of a
        large table.
        """
        if place == len(rows) - 1:
            return FREE
        if sum(row.height for row in rows) <= 2 * _WHOLE:
            return NEVER
        return NEVER if place in (0, len(rows) - 2) else BAD / 8

    def _row_box(self, cells: Sequence[Runs], style: TextStyle, heads: str = "Row") -> Box:
        """Return the box of a row.

        heads: which cells are headings. With "Column", each cell is the heading of its column; with "Row",
        the first cell is the heading of the row.
        """
        marks: list[Mark] = []
        row = StructureElement("TR", self.part)
        deepest = 1
        x = 0.0
        for number, (cell, width, align) in enumerate(zip(cells, self.widths, self.table.align, strict=True)):
            lines = self.setter.lines(cell, style, width + 0.01) if cell else []
            leads = bool(lines) and (heads == "Column" or (number == 0 and len(cells) > 1))
            part = _heading_element(row, heads) if leads else StructureElement("TD", row)
            for place, line in enumerate(lines):
                room = max(0.0, width - line.width)
                offset = {"left": 0.0, "center": room / 2, "right": room}[align]
                marks.append(PlacedLine(x + offset, (place + BASE) * self.form.leading, line, part))
            deepest = max(deepest, len(lines))
            x += width + self.gutter
        return Box(2 * deepest, tuple(marks))

    def _with_rule(self, box: Box, weight: float, top: bool = False, ink: Ink = "accent") -> Box:
        y = 0.0 if top else box.height * self.form.leading / 2
        return box._replace(marks=(*box.marks, HorizontalRule(0, y, self.width, weight, ink)))


def _heading_element(row: StructureElement, scope: str) -> StructureElement:
    return StructureElement("TH", row, attributes=f"/O/Table/Scope/{scope}")


def _gutter_in_font_sizes(columns: Sequence[object]) -> float:
    """Return the space between two neighbouring columns of a table, in font sizes; it is smaller if there are
    many columns.
    """
    return _GUTTER if len(columns) < _MANY_COLUMNS else _SMALL_GUTTER


def _longest_cell_and_word_widths(
    table: Table, setter: Setter, style: TextStyle
) -> list[tuple[float, float]]:
    """Return the widths of the longest cell and of the longest word of each column, in points."""
    heads = style._replace(plain=style.strong, emphasis=style.strong)
    rows = [[setter.natural_and_word_width(cell, style) for cell in row] for row in table.rows]
    if any(table.head):
        rows.append([setter.natural_and_word_width(cell, heads) for cell in table.head])
    return [
        (max(whole for whole, _ in column), max(word for _, word in column))
        for column in zip(*rows, strict=True)
    ]


def _column_widths(table: Table, setter: Setter, style: TextStyle, measure: float) -> list[float] | None:
    """Return the widths of the columns. Return None instead of the list if their longest words do not fit
    side by side.
    """
    wanted = _longest_cell_and_word_widths(table, setter, style)
    room = measure - _gutter_in_font_sizes(wanted) * style.size * (len(wanted) - 1)
    natural, least = [whole for whole, _ in wanted], [word for _, word in wanted]
    if sum(natural) <= room:
        return natural
    if sum(least) > room:
        return None
    return _balanced_widths(natural, least, room)


def _balanced_widths(natural: Sequence[float], minimum: Sequence[float], room: float) -> list[float]:
    """Return widths of columns that together fit in `room`.

    Columns that need little get their natural width. The others get equal shares of the rest, but at least
    their minimum.
    """
    low, high = 0.0, room
    for _ in range(24):
        share = (low + high) / 2
        widths = [max(small, min(wide, share)) for wide, small in zip(natural, minimum, strict=True)]
        low, high = (share, high) if sum(widths) <= room else (low, share)
    return [max(small, min(wide, low)) for wide, small in zip(natural, minimum, strict=True)]


def _proportional_widths(table: Table, setter: Setter, style: TextStyle, measure: float) -> list[float]:
    """Return widths in proportion to the columns' words, which are broken if necessary."""
    least = [max(word, 2 * style.size) for _, word in _longest_cell_and_word_widths(table, setter, style)]
    room = measure - _gutter_in_font_sizes(least) * style.size * (len(least) - 1)
    return [word * room / sum(least) for word in least]


def score_sheet_width(sheet: ScoreSheet, setter: Setter, page_format: PageFormat) -> float:
    """Return the width of a score sheet with all its cells."""
    style = label_style(page_format, small_style(page_format).size)
    return (
        max(setter.natural_and_word_width(head, style)[0] for head in sheet.rows)
        + style.size
        + sheet.columns * _CELL_WIDTH
    )


def score_sheet_boxes(
    sheet: ScoreSheet,
    setter: Setter,
    page_format: PageFormat,
    measure: float,
    line: Color,
    element: StructureElement,
) -> list[Box]:
    """Return a box for each row of a score sheet, with as many cells as the sheet asks for and the width
    allows.

    element: the structure element of the table.
    """
    style = label_style(page_format, small_style(page_format).size)
    pad = 0.5 * style.size
    # Computed from the width of the text: that less the padding added to it could be a little narrower.
    widest = max(setter.natural_and_word_width(head, style)[0] for head in sheet.rows)
    text_width = min(widest, _HEADS * measure - 2 * pad)
    heads = text_width + 2 * pad
    columns = max(1, min(sheet.columns, int((measure - heads) / _CELL_WIDTH)))
    cell = (measure - heads) / columns
    boxes = []
    for head in sheet.rows:
        lines = setter.lines(head, style, text_width)
        row = StructureElement("TR", element)
        named = _heading_element(row, "Row") if lines else StructureElement("TD", row)
        for _ in range(columns):
            StructureElement("TD", row)
        tall = max(math.ceil(2 * _CELL_HEIGHT / page_format.leading), 2 * len(lines) + 1)
        height = tall * page_format.leading / 2
        first = (height - len(lines) * page_format.leading) / 2
        marks: list[Mark] = [_score_sheet_cell_frames(heads, cell, columns, height, line)]
        marks += [
            PlacedLine(pad, first + (place + BASE) * page_format.leading, each, named)
            for place, each in enumerate(lines)
        ]
        boxes.append(Box(tall, tuple(marks), break_penalty=NEVER if len(sheet.rows) <= _WHOLE else FREE))
    boxes[-1] = boxes[-1]._replace(break_penalty=FREE)
    return boxes


def _score_sheet_cell_frames(heads: float, cell: float, columns: int, height: float, line: Color) -> ArtBox:
    """Return a drawing of the frames around the heading of a row and around its empty cells.

    heads, cell: the widths of the heading and of a cell. height: that of the row. All in points.
    """

    def items(rect: Rect) -> Iterator[Item]:
        places = [(rect.x, heads), *((rect.x + heads + place * cell, cell) for place in range(columns))]
        for x, width in places:
            yield Stroke(rectangle(Rect(x, rect.y, width, height)), line, _FINE)

    return ArtBox(Rect(0, -height, heads + columns * cell, height), items)
