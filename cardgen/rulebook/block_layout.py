"""Blocks into boxes: every line of every block gets its type and its place beside the others."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..art.inline_cards import InlineCards
from ..geometry import Rect
from ..pack.model import Pack
from ..text import styles
from ..text.formats import PageFormat
from ..text.line_breaking import Line, Setter, hyphenator
from ..text.styles import LineBreak, Runs, TextStyle, Words
from .blocks import (
    Aside,
    Block,
    Book,
    Figure,
    Hand,
    Heading,
    Items,
    Notes,
    Paragraph,
    Rule,
    ScoreSheet,
    Table,
    Verdicts,
    words_of,
)
from .boxes import (
    BAD,
    BASE,
    FREE,
    NEVER,
    Anchor,
    Box,
    Drawn,
    Mark,
    Ruled,
    Shaded,
    Written,
    palette,
)
from .hands import Laid, lay
from .tables import sheet_boxes, table_boxes
from .verdicts import verdict_box

if TYPE_CHECKING:
    from ..art.brush import Brush

#: Sizes of headings, in sizes of the text; half lines of each line of it; half lines above the first.
_HEADINGS = {1: (1.72, 4, 4), 2: (1.24, 2, 2), 3: (1.02, 2, 2)}
#: In sizes of type: a paragraph's first line, the room for a list's dots and numbers, and inside asides.
_INDENT, _BULLET, _PAD = 1.25, 1.35, 1.0


class Compositor:
    """Sets one book for one format."""

    def __init__(self, pack: Pack, form: PageFormat, book: Book) -> None:
        self.pack, self.form = pack, form
        self.setter = Setter(InlineCards(pack).width, hyphenator(book.language, lambda: words_of(book)))
        #: Titles and headings, whose words are never divided.
        self.titles = Setter(InlineCards(pack).width, lambda word: (word,))
        self.style = styles.body(form)
        self.paint_hand = HandPainter(pack, form)
        #: How each kind of block but paragraphs is laid out: from block, measure and style.
        self.ways: dict[type, Callable[[Any, float, TextStyle], list[Box]]] = {
            Heading: self._heading,
            Items: self._items,
            Table: self._table,
            ScoreSheet: self._score_sheet,
            Verdicts: self._verdicts,
            Notes: self._notes,
            Aside: self._aside,
            Figure: self._figure,
            Rule: self._rule,
        }

    def book(self, book: Book) -> list[Box]:
        """Lay out all blocks of a book, its credits last."""
        boxes = list(self.blocks(book.blocks, self.form.measure))
        if book.credits:
            if boxes:
                boxes[-1] = boxes[-1]._replace(cost=max(boxes[-1].cost, BAD))
            boxes += self._credits(book.credits)
        return boxes

    def blocks(
        self, blocks: Sequence[Block], measure: float, style: TextStyle | None = None
    ) -> Iterator[Box]:
        """Lay out blocks one under the other."""
        style = style or self.style
        before: Block | None = None
        for place, block in enumerate(blocks):
            after = blocks[place + 1] if place + 1 < len(blocks) else None
            yield from self._block(block, before, after, measure, style)
            before = block

    def _block(
        self, block: Block, before: Block | None, after: Block | None, measure: float, style: TextStyle
    ) -> Sequence[Box]:
        if isinstance(block, Paragraph):
            indent = isinstance(before, Paragraph)
            return self._paragraph(block, style, measure, indent, leads=_leads(block, after))
        return self.ways[type(block)](block, measure, style)

    # -- text

    def _paragraph(
        self, block: Paragraph, style: TextStyle, measure: float, indent: bool, leads: bool = False
    ) -> list[Box]:
        first = _INDENT * style.size if indent else 0.0
        lines = self.setter.lines(block.runs, style, measure, indent=first, justified=self.form.justified)
        boxes = self.strips(lines)
        if leads and boxes:
            boxes[-1] = boxes[-1]._replace(cost=BAD)
        return boxes

    def strips(self, lines: Sequence[Line], x: float = 0.0) -> list[Box]:
        """Return a box a line; no page ends behind the first or before the last."""
        y = BASE * self.form.leading
        boxes = [Box(2, (Written(x, y, line),)) for line in lines]
        for place in {0, len(boxes) - 2} if len(boxes) > 1 else ():
            boxes[place] = boxes[place]._replace(cost=NEVER)
        return boxes

    def _heading(self, block: Heading, measure: float, _: TextStyle) -> list[Box]:
        k, height, above = _HEADINGS[block.level]
        style = styles.heading(k * self.form.size)
        if block.level == 3:
            style = styles.label(self.form, k * self.form.size, "accent")
        lines = self.titles.lines(block.runs, style, measure)
        single = 2 if block.level > 1 else 3
        tall = single * (len(lines) - 1) + height
        tall += tall % 2
        step = single * self.form.leading / 2
        top = {1: 1.06, 2: BASE, 3: BASE}[block.level] * self.form.leading
        marks = tuple(Written(0, top + place * step, line) for place, line in enumerate(lines))
        return [Box(tall, (Anchor(0, 0, block.key, block), *marks), above=above, cost=NEVER)]

    def _items(self, block: Items, measure: float, style: TextStyle) -> list[Box]:
        made: list[Box] = []
        last = (block.start or 0) + len(block.items) - 1
        [dot] = self.setter.lines((Words("•"),), style.in_ink("accent"), 900)
        room = max(
            _BULLET * style.size,
            self._number(last, style).width + 0.55 * style.size if block.start is not None else 0,
        )
        for place, item in enumerate(block.items):
            inside = [box.nudged(room) for box in self.blocks(item, measure - room, style)]
            if not inside:
                inside = [Box(2)]
            mark = self._number(block.start + place, style) if block.start is not None else dot
            x = room - 0.45 * style.size - mark.width
            written = Written(x, BASE * self.form.leading, mark)
            inside[0] = inside[0]._replace(marks=(written, *inside[0].marks))
            if place == 0 or place == len(block.items) - 2:
                # Neither the first nor the last item of a list should stand on a page by itself.
                inside[-1] = inside[-1]._replace(cost=max(inside[-1].cost, BAD))
            made += inside
        return made

    def _number(self, number: int, style: TextStyle) -> Line:
        return self.setter.lines(
            (Words(f"{number}."),), styles.label(self.form, style.size * 0.94, "accent"), 900
        )[0]

    def _credits(self, runs: Runs) -> list[Box]:
        style = styles.small(self.form).in_ink("faint")
        boxes = self.strips(self.setter.lines(runs, style, self.form.measure))
        return _apart([Box(box.height, box.marks, cost=NEVER) for box in boxes], 4)

    # -- what stands apart

    def _table(self, block: Table, measure: float, _: TextStyle) -> list[Box]:
        boxes = table_boxes(block, self.setter, self.form, measure)
        return self._captioned(boxes, block.caption, measure)

    def _score_sheet(self, block: ScoreSheet, measure: float, _: TextStyle) -> list[Box]:
        boxes = sheet_boxes(block, self.setter, self.form, measure, palette(self.pack).line)
        return self._captioned(boxes, block.caption, measure)

    def _verdicts(self, block: Verdicts, measure: float, _: TextStyle) -> list[Box]:
        box = verdict_box(block, self.setter, self.form, measure, self._art)
        return [stacked(self._captioned([box], block.caption, measure), self.form.leading)]

    def _captioned(self, boxes: list[Box], caption: Runs, measure: float) -> list[Box]:
        """Set a caption below boxes, from which it is never parted."""
        if caption:
            boxes[-1] = boxes[-1]._replace(cost=NEVER)
            boxes = [*boxes, *self._caption(caption, measure, 0.0, gap=True)]
        return _apart(boxes, 2)

    def _notes(self, block: Notes, measure: float, _: TextStyle) -> list[Box]:
        """Set the notes small, each with its number at the left."""
        made: list[Box] = []
        style = styles.body(self.form)._replace(size=styles.small(self.form).size)
        for number, note in enumerate(block.items, 1):
            boxes = self._items(Items((note,), number), measure, style)
            first = boxes[0]._replace(marks=(Anchor(0, 0, f"note-{number}"), *boxes[0].marks))
            made += [first, *boxes[1:]]
        return made

    def _aside(self, block: Aside, measure: float, _: TextStyle) -> list[Box]:
        """Lay a ground under the blocks; where a page ends within, it goes on over the next."""
        pad = _PAD * self.form.size
        style = styles.small(self.form) if block.kind == "turn" else self.style
        inside = [box.nudged(pad) for box in self.blocks(block.blocks, measure - 2 * pad, style)]
        if block.title:
            title = styles.label(self.form, self.form.size, "accent")
            lines = self.titles.lines(block.title, title, measure - 2 * pad)
            inside = [*(box._replace(cost=NEVER) for box in self.strips(lines, pad)), *inside]
        if not inside:
            return []
        strips: list[Box] = []
        for place, box in enumerate(inside):
            gap = max(box.above, inside[place - 1].below) if place else 0
            if gap:
                strips.append(Box(gap, cost=NEVER))
            strips.append(box._replace(above=0, below=0))
        edge = Box(1, cost=NEVER)
        strips = [edge, *strips, edge]
        strips[-2] = strips[-2]._replace(cost=NEVER)
        strips[-1] = strips[-1]._replace(cost=FREE)
        if sum(box.height for box in strips) <= 2 * self.form.lines:
            # What fits on a page is not parted.
            whole = stacked(strips, self.form.leading)
            ground = Shaded(0, measure, True, True, block.kind == "turn")
            return _apart([whole._replace(marks=(ground, *whole.marks))], 2)
        made = [
            box._replace(marks=(Shaded(0, measure, not place, place == len(strips) - 1), *box.marks))
            for place, box in enumerate(strips)
        ]
        return _apart(made, 2)

    def _rule(self, _: Rule, measure: float, __: TextStyle) -> list[Box]:
        middle = self.form.leading / 2
        wide = 4 * self.form.leading
        return [Box(2, (Ruled((measure - wide) / 2, middle, wide, 0.7),), above=2, below=2, cost=BAD)]

    def _figure(self, block: Figure, measure: float, _: TextStyle) -> list[Box]:
        """Lay art and its caption in one box, so that nothing comes between them."""
        label = self._label(block.label, measure)
        caption = self._caption(block.caption, measure, 1.0)
        used = sum(box.height for box in (*label, *caption))
        room = (self.form.lines - 1 - used / 2) * self.form.leading
        width, height, draw = self._art(block.art, measure, room)
        lead = self.form.leading
        tall = 2 * math.ceil((height - 0.001) / lead)
        slack = tall * lead / 2 - height
        rect = Rect((measure - width) / 2, -height - slack * 0.5, width, height)
        boxes = [*label, Box(tall, (Drawn(rect, draw),), cost=NEVER), *caption]
        return _apart([stacked(boxes, lead)], 2)

    def _label(self, text: str, measure: float) -> list[Box]:
        if not text:
            return []
        lines = self.setter.lines((Words(text),), styles.label(self.form), measure)
        return [
            Box(2, (Written((measure - line.width) / 2, BASE * self.form.leading, line),)) for line in lines
        ]

    def _caption(self, runs: Runs, measure: float, middle: float, gap: bool = False) -> list[Box]:
        """Set lines under a figure: in the middle if it is one, else in a narrower measure."""
        if not runs:
            return []
        style = styles.small(self.form)
        width = measure if not middle else 0.86 * measure
        lines = self.setter.lines(runs, style, width)
        if middle and len(lines) > 1:
            # Lines about equally long look better in the middle than a long one and a short one.
            even = 1.06 * self.setter.natural(runs, style)[0] / len(lines) + style.size
            lines = self.setter.lines(runs, style, min(width, even))
        lead = min(self.form.leading, 1.32 * style.size)
        marks: list[Mark] = []
        for place, line in enumerate(lines):
            x = (measure - line.width) / 2 if middle else 0.0
            marks.append(
                Written(x, BASE * self.form.leading + place * lead + (0.2 * lead if gap else 0), line)
            )
        tall = 2 * math.ceil((BASE * self.form.leading + (len(lines) - 0.6) * lead) / self.form.leading)
        return [Box(tall, tuple(marks))]

    def _art(
        self, art: Any, measure: float, room: float, form: PageFormat | None = None
    ) -> tuple[float, float, Any]:
        """Return width, height and how it is drawn, in no more than so much space."""
        if isinstance(art, Hand):
            laid = lay(self.pack, art, form or self.form, measure, room)
            return laid.width, laid.height, self.paint_hand.painter(laid)
        if hasattr(art, "shaped"):
            art = art.shaped(measure, room)
        k = min(1.0, measure / art.width, room / art.height)
        return art.width * k, art.height * k, art.draw


class HandPainter:
    """Draws laid cards; the output gives it the way a face is drawn (a form, made once)."""

    def __init__(self, pack: Pack, form: PageFormat) -> None:
        self.pack, self.form = pack, form
        self.face: Any = None

    def painter(self, laid: Laid) -> Any:
        """Return a function that draws the cards into a rectangle."""

        def draw(brush: Brush, rect: Rect) -> None:
            self.face(brush, rect, laid)

        return draw


def stacked(boxes: Sequence[Box], lead: float) -> Box:
    """Join several boxes into one that is never parted."""
    marks: list[Mark] = []
    top = 0
    for box in boxes:
        down = top * lead / 2
        for mark in box.marks:
            if isinstance(mark, Drawn):
                marks.append(mark._replace(rect=mark.rect.moved(0, -down)))
            elif isinstance(mark, Shaded):
                marks.append(mark)
            else:
                marks.append(mark._replace(y=mark.y + down))
        top += box.height
    return Box(top, tuple(marks))


def _apart(boxes: list[Box], space: int) -> list[Box]:
    """Leave so many half lines free above the first and below the last."""
    if boxes:
        boxes[0] = boxes[0]._replace(above=max(space, boxes[0].above))
        boxes[-1] = boxes[-1]._replace(below=max(space, boxes[-1].below))
    return boxes


def _leads(block: Paragraph, after: Block | None) -> bool:
    """Tell whether a paragraph speaks of what comes next: a list, a box or a figure behind a colon."""
    if after is None or isinstance(after, Paragraph | Heading):
        return False
    last = block.runs[-1] if block.runs else LineBreak()
    return isinstance(last, Words) and last.text.rstrip().endswith(":")
