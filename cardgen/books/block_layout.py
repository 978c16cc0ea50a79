"""Lays blocks out as boxes: every line of every block gets its type and its place."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ..art.inline_cards import InlineCards
from ..geometry import Rect
from ..pack.model import Pack
from ..pack.words import Wording
from ..prepress.pdf.structure import StructureElement
from ..text import styles
from ..text.fonts import LEAST_TYPE
from ..text.formats import PageFormat
from ..text.hyphenation import hyphenator
from ..text.line_breaking import Line, Segment
from ..text.scripts import NO_BREAK
from ..text.setter import Setter, unhyphenated
from ..text.styles import Inline, Runs, StyledText, TextStyle
from .blocks import (
    Aside,
    Block,
    Book,
    Figure,
    Glossary,
    Hand,
    Heading,
    ItemList,
    Notes,
    Paragraph,
    Rule,
    ScoreSheet,
    Table,
    Verdicts,
    ends_in_colon,
    has_figure,
)
from .boxes import (
    BAD,
    BASE,
    FREE,
    NEVER,
    Anchor,
    ArtBox,
    Box,
    HorizontalRule,
    Mark,
    PlacedLine,
    TintedPanel,
    book_palette,
)
from .hands import hand_layout
from .tables import has_room_for_longest_words, score_sheet_boxes, score_sheet_width, table_boxes
from .verdicts import verdict_box

#: Sizes of headings as multiples of the text's; half lines per line of the heading; half lines above the
#: first.
_HEADINGS = {1: (1.6, 4, 2), 2: (1.2, 2, 2), 3: (1.0, 2, 2)}
#: As multiples of the font size: indent of a first line, width of bullets and numbers, padding inside asides.
_INDENT, _BULLET, _PAD = 1.25, 1.35, 1.0
#: The size of notes and appendices as a multiple of the text's. Below _TIGHT, three lines take the space of
#: two.
_SMALLER, _TIGHT = 0.82, 0.86
#: As multiples of the text's size: captions, their line spacing, and the gap between a figure and its
#: caption.
_CAPTION, _CAPTION_LINE, _CAPTION_GAP = 0.8, 1.05, 0.45
#: Minimum scale of a drawing in one column, and maximum ratio of a table's height there to that over all
#: columns.
_SHRUNK, _LONGER = 0.7, 1.5
#: Penalty for separating the first or the last item of a list from the others.
_LONE_ITEM = 120.0
#: Penalty for separating a figure without a caption from the figure after it.
_LONE_FIGURE = 25.0
#: The text that stands for the number of a page until the pages are known, and the start of its link.
_UNKNOWN_PAGE, _PAGE_LINK, _BETWEEN_PAGES = "00", "#page:", ", "
#: Half lines between a list and the paragraph after it: in running text, whose lines stand on one grid, and
#: in a box.
_AFTER_LIST, _AFTER_LIST_IN_BOX = 2, 1
#: Maximum share of a column that a floating box may fill.
_FLOATING = 0.6


class Compositor:
    """Lays out the blocks of one book as boxes, for one page format."""

    def __init__(self, pack: Pack, page_format: PageFormat, book: Book) -> None:
        self.pack, self.form = pack, page_format
        #: The texts of cardgen's own in the book's language.
        self.wording = Wording(book.language, pack.words)
        cards = InlineCards(pack)
        self.setter = Setter(cards.object_width, hyphenator(book.language), book.language)
        #: Sets titles and headings, whose words are never hyphenated.
        self.titles = Setter(cards.object_width, unhyphenated, book.language)
        self.style = styles.body_style(page_format)
        self.smaller = self.style._replace(size=max(LEAST_TYPE, _SMALLER * page_format.size))
        #: The structure element of the book, that of the part being laid out, and the number of elements of
        #: its opening. A box that is laid out twice has two elements, of which one is never drawn.
        self.document = StructureElement("Document")
        self.part, self.opened = self.document, 0
        #: Height in half lines of what must stay with the next block: a heading, the lines of a colon.
        self.held = 0
        #: The level of the last heading; the first is the book's title, if it has one.
        self.deepest = 1
        #: The layout function of each kind of block but paragraphs: from block, measure and style.
        self.ways: dict[type, Callable[[Any, float, TextStyle], list[Box]]] = {
            Heading: self._heading_boxes,
            ItemList: self._list_boxes,
            Table: self._table_boxes,
            ScoreSheet: self._score_sheet_boxes,
            Verdicts: self._verdict_boxes,
            Notes: self._note_boxes,
            Glossary: self._glossary_boxes,
            Aside: self._aside_boxes,
            Figure: self._figure_boxes,
            Rule: self._rule_boxes,
        }

    def lay_out_book(self, book: Book) -> list[Box]:
        """Return the boxes of a book, top to bottom, its credits last. Boxes that may float or span all
        columns are marked.
        """
        boxes: list[Box] = []
        style = self.style
        for number, (before, block, after) in enumerate(_with_neighbours(book.blocks)):
            if isinstance(block, Heading) and block.appendix:
                style = self.smaller
            self.held = _half_lines_kept_with_next(boxes)
            made = self._block_boxes(block, before, after, self.form.measure, style)
            follows_float = bool(boxes) and boxes[-1].flow == "float"
            flowing = self._boxes_with_flow(block, before, after, made, style, follows_float)
            figure = has_figure(block)
            if figure and before and _announces_next(before, block) and flowing and flowing[0].flow == "text":
                boxes[-1] = boxes[-1]._replace(announces_figure=True)
            boxes += [box._replace(block=number, is_figure=figure) for box in flowing]
        if book.credits:
            if boxes:
                boxes[-1] = boxes[-1]._replace(break_penalty=max(boxes[-1].break_penalty, BAD))
            boxes += self._credit_boxes(book.credits)
        return boxes

    def lay_out_blocks(
        self, blocks: Sequence[Block], measure: float, style: TextStyle | None = None
    ) -> Iterator[Box]:
        """Yield boxes for blocks, one below the other, in a column `measure` points wide."""
        for before, block, after in _with_neighbours(blocks):
            yield from self._block_boxes(block, before, after, measure, style or self.style)

    def lay_out_full_width(self, blocks: Sequence[Block]) -> list[Box]:
        """Return blocks laid out over the width of all columns, each in one box."""
        made = (self._block_boxes(block, None, None, self.form.text_width, self.style) for block in blocks)
        return [stacked_in_one_box(boxes, self.form.leading)._replace(flow="wide") for boxes in made if boxes]

    @contextmanager
    def nested_under(self, element: StructureElement) -> Iterator[None]:
        """Make the structure elements of all that is laid out within this context children of `element`."""
        before, self.part = self.part, element
        yield
        self.part = before

    def _block_boxes(
        self, block: Block, before: Block | None, after: Block | None, measure: float, style: TextStyle
    ) -> list[Box]:
        """Return the boxes of one block, with the space between it and the blocks before and after."""
        if isinstance(block, Paragraph):
            # A block alone in an item of a list is the item's own text.
            alone = before is after is None and self.part.kind == "LBody"
            part = self.part if alone else StructureElement("P", self.part)
            indent = isinstance(before, Paragraph) and not _is_headed(block)
            boxes = self._paragraph_boxes(block, style, measure, indent, part)
            if boxes and isinstance(before, ItemList):
                in_box = self.part.kind == "Sect"
                boxes[0] = boxes[0]._replace(above=_AFTER_LIST_IN_BOX if in_box else _AFTER_LIST)
            if boxes and _announces_next(block, after):
                boxes[-1] = boxes[-1]._replace(break_penalty=NEVER)
            elif boxes and isinstance(after, Verdicts | Aside | ScoreSheet):
                # An example belongs beside its rule, a score sheet below its heading.
                boxes[-1] = boxes[-1]._replace(break_penalty=BAD)
            return boxes
        boxes = self.ways[type(block)](block, measure, style)
        if boxes and isinstance(before, Heading):
            boxes[0] = boxes[0]._replace(above=0)
        if boxes and _announces_next(block, after):
            boxes[-1] = boxes[-1]._replace(break_penalty=NEVER)
        elif boxes and _shares_caption(block, after):
            boxes[-1] = boxes[-1]._replace(break_penalty=_LONE_FIGURE, is_inside_block=True)
        return boxes

    def _boxes_with_flow(
        self,
        block: Block,
        before: Block | None,
        after: Block | None,
        boxes: list[Box],
        style: TextStyle,
        follows_float: bool,
    ) -> list[Box]:
        """Return the boxes of a block. The `flow` of a box says whether it may leave its place in the text.

        Figures and tables with captions may move a little further on, unless a colon announces them. Blocks
        that need more than one column span all columns. The turn at a glance heads the second column of the
        first page. A block that is alone under its heading stays there.
        """
        if self.form.columns > 1 and self._is_wide(block, boxes):
            return self._wide_boxes(self.ways[type(block)](block, self.form.text_width, style))
        if isinstance(before, Heading) and (after is None or isinstance(after, Heading)):
            return boxes
        if isinstance(block, Aside) and block.kind == "turn" and len(boxes) == 1:
            return [boxes[0]._replace(flow="second")]
        if isinstance(before, Aside) and before.kind == "turn":
            # A picture of the turn stays beside it.
            return boxes
        led = before is not None and _announces_next(before, block)
        # A figure whose caption also describes the one before it floats only if that one does.
        led = led or (_shares_caption(before, block) and not follows_float)
        captioned = isinstance(block, Figure | Table) and bool(block.caption or _shares_caption(block, after))
        if (
            captioned
            and boxes
            and not led
            and sum(box.height for box in boxes) <= _FLOATING * 2 * self.form.lines
        ):
            whole = stacked_in_one_box(boxes, self.form.leading)
            last = boxes[-1]
            return [
                whole._replace(
                    flow="float",
                    above=boxes[0].above,
                    below=last.below,
                    break_penalty=last.break_penalty,
                    is_inside_block=last.is_inside_block,
                )
            ]
        return boxes

    def _is_wide(self, block: Block, boxes: Sequence[Box]) -> bool:
        """Tell whether a block needs more than one column."""
        measure, wide = self.form.measure, self.form.text_width
        if isinstance(block, Table):
            rules = [mark.width for box in boxes for mark in box.marks if isinstance(mark, HorizontalRule)]
            if max(rules, default=0.0) < measure - 0.1:
                return False
            if not has_room_for_longest_words(block, self.setter, self.form, measure):
                return True
            tall, there = (
                sum(box.height for box in each)
                for each in (boxes, self._table_boxes(block, wide, self.style))
            )
            return tall > _LONGER * there
        if isinstance(block, ScoreSheet):
            return score_sheet_width(block, self.setter, self.form) > measure
        if isinstance(block, Figure) and not isinstance(block.art, Hand):
            art: Any = block.art
            if hasattr(art, "fitted_to"):
                art = art.fitted_to(measure, self.form.text_height)
            return bool(art.width * _SHRUNK > measure)
        return False

    def _wide_boxes(self, boxes: list[Box]) -> list[Box]:
        """Return rows stacked in boxes that span all columns: as few boxes as possible, none higher than a
        page.

        The first box leaves room for the heading, or for the line with a colon, that is set above it.
        """
        made: list[list[Box]] = [[]]
        room = 2 * self.form.lines - 4 - self.held
        for box in boxes:
            head = [box.repeated_head] if box.repeated_head and not made[-1] else []
            if made[-1] and sum(each.height for each in (*made[-1], box)) > room:
                made.append([])
                room = 2 * self.form.lines - 4
                head = [box.repeated_head] if box.repeated_head else []
            made[-1] += [*head, box]
        return [
            stacked_in_one_box(part, self.form.leading)._replace(flow="wide", above=2, below=2)
            for part in made
        ]

    # -- text

    def _paragraph_boxes(
        self, block: Paragraph, style: TextStyle, measure: float, indent: bool, element: StructureElement
    ) -> list[Box]:
        first = _INDENT * style.size if indent else 0.0
        lines = self.setter.lines(block.runs, style, measure, indent=first, justified=self.form.justified)
        return self.line_boxes(lines, element, tight=self._is_tight(style))

    def line_boxes(
        self,
        lines: Sequence[Line],
        element: StructureElement | None = None,
        x: float = 0.0,
        *,
        tight: bool = False,
    ) -> list[Box]:
        """Return a box for each line. No page break is allowed after the first line or before the last.

        element: the structure element that the lines belong to. tight: whether three lines take the height of
        two usual lines; the boxes are then alternately two half lines and one half line high.
        """
        step = 1.5 if tight else 2.0
        ends = [math.ceil(step * place) for place in range(len(lines) + 1)]
        boxes = []
        for place, line in enumerate(lines):
            high = (step * place - ends[place]) * self.form.leading / 2
            y = high + self.baseline_depth(tight)
            on = place < len(lines) - 1
            boxes.append(
                Box(
                    ends[place + 1] - ends[place],
                    (PlacedLine(x, y, line, element),),
                    is_inside_block=on,
                    continues_paragraph=on,
                )
            )
        for place in {0, len(boxes) - 2} if len(boxes) > 1 else ():
            boxes[place] = boxes[place]._replace(break_penalty=NEVER)
        return boxes

    def baseline_depth(self, tight: bool = False) -> float:
        """Return the distance from the top of a line to its baseline, in points."""
        return BASE * self.form.leading * (0.8 if tight else 1.0)

    def _is_tight(self, style: TextStyle) -> bool:
        return style.size < _TIGHT * self.form.size

    def _heading_boxes(self, block: Heading, measure: float, _: TextStyle) -> list[Box]:
        k, height, above = _HEADINGS[block.level]
        style = styles.heading_style(k * self.form.size)
        if block.level == 3:
            style = styles.label_style(self.form, k * self.form.size, "accent")
        lines = self.titles.lines(block.runs, style, measure)
        if lines:
            # Heading levels may not skip one on the way down.
            self.deepest = min(block.level + 1, self.deepest + 1)
        part = StructureElement(f"H{self.deepest}", self.part)
        single = 2 if block.level > 1 else 3
        tall = single * (len(lines) - 1) + height
        tall += tall % 2
        step = single * self.form.leading / 2
        top = {1: 1.15, 2: BASE, 3: BASE}[block.level] * self.form.leading
        marks = tuple(PlacedLine(0, top + place * step, line, part) for place, line in enumerate(lines))
        return [Box(tall, (Anchor(0, 0, block.key, block), *marks), above=above, break_penalty=NEVER)]

    def _list_boxes(
        self, block: ItemList, measure: float, style: TextStyle, note: StructureElement | None = None
    ) -> list[Box]:
        """Return the boxes of a list.

        note: the structure element of the note if the list is a note, which has only one item; None for a
        usual list.
        """
        numbered = "Disc" if block.start is None else "Decimal"
        whole = note or StructureElement("L", self.part, attributes=f"/O/List/ListNumbering/{numbered}")
        made: list[Box] = []
        last = (block.start or 0) + len(block.items) - 1
        [dot] = self.setter.lines((StyledText("•"),), style.with_ink("accent"), 900)
        room = max(
            _BULLET * style.size,
            self._item_number_line(last, style).width + 0.55 * style.size if block.start is not None else 0,
        )
        for place, item in enumerate(block.items):
            part = note or StructureElement("LI", whole)
            named = StructureElement("Lbl", part)
            with self.nested_under(note or StructureElement("LBody", part)):
                inside = [box.shifted_right(room) for box in self.lay_out_blocks(item, measure - room, style)]
            if not inside:
                inside = [Box(2)]
            mark = self._item_number_line(block.start + place, style) if block.start is not None else dot
            x = room - 0.45 * style.size - mark.width
            written = PlacedLine(x, self.baseline_depth(self._is_tight(style)), mark, named)
            inside[0] = inside[0]._replace(marks=(written, *inside[0].marks))
            if place == 0 or place == len(block.items) - 2:
                # Neither the first nor the last item of a list should be alone on a page.
                inside[-1] = inside[-1]._replace(break_penalty=max(inside[-1].break_penalty, _LONE_ITEM))
            made += [box._replace(is_inside_block=True) for box in inside]
        made[-1] = made[-1]._replace(is_inside_block=False)
        return made

    def _item_number_line(self, number: int, style: TextStyle) -> Line:
        return self.setter.lines(
            (StyledText(f"{number}."),), styles.label_style(self.form, style.size * 0.94, "accent"), 900
        )[0]

    def _credit_boxes(self, runs: Runs) -> list[Box]:
        style = self.smaller.with_ink("faint")
        lines = self.setter.lines(runs, style, self.form.measure)
        boxes = self.line_boxes(lines, StructureElement("P", self.document), tight=self._is_tight(style))
        return _spaced_boxes([box._replace(break_penalty=NEVER) for box in boxes], 4)

    # -- what stands apart

    def _table_boxes(self, block: Table, measure: float, _: TextStyle) -> list[Box]:
        part = StructureElement("Table", self.part)
        caption = StructureElement("Caption", part)
        boxes = table_boxes(block, self.setter, self.form, measure, part)
        return self._boxes_with_caption(boxes, block.caption, measure, caption)

    def _score_sheet_boxes(self, block: ScoreSheet, measure: float, _: TextStyle) -> list[Box]:
        part = StructureElement("Table", self.part)
        caption = StructureElement("Caption", part)
        boxes = score_sheet_boxes(block, self.setter, self.form, measure, book_palette(self.pack).line, part)
        return self._boxes_with_caption(boxes, block.caption, measure, caption)

    def _verdict_boxes(self, block: Verdicts, measure: float, _: TextStyle) -> list[Box]:
        part = StructureElement("Div", self.part)
        box = verdict_box(block, self.setter, self.form, measure, self._fitted_size_and_art, part)
        captioned = self._boxes_with_caption([box], block.caption, measure, StructureElement("Caption", part))
        return _spaced_boxes([stacked_in_one_box(captioned, self.form.leading)], 2)

    def _boxes_with_caption(
        self, boxes: list[Box], caption: Runs, measure: float, element: StructureElement
    ) -> list[Box]:
        """Return boxes with a caption that is never separated from them.

        element: the structure element of the caption.
        """
        if not boxes:
            return []
        boxes = [*(box._replace(is_inside_block=True) for box in boxes[:-1]), boxes[-1]]
        if caption:
            boxes[-1] = boxes[-1]._replace(break_penalty=NEVER, is_inside_block=True)
            marks, height = self._caption_marks_and_height(caption, measure, element)
            boxes.append(Box(_whole_half_lines(height - 0.5 * self.form.leading, self.form.leading), marks))
        return _spaced_boxes(boxes, 2)

    def _caption_marks_and_height(
        self, runs: Runs, measure: float, element: StructureElement
    ) -> tuple[tuple[Mark, ...], float]:
        """Return the lines of a caption, and their height including the space above, in points."""
        if not runs:
            return (), 0.0
        size = max(LEAST_TYPE, _CAPTION * self.form.size)
        lead = _CAPTION_LINE * self.form.size
        lines = self.setter.lines(runs, styles.label_style(self.form, size, "faint"), measure)
        first = _CAPTION_GAP * self.form.size + 0.75 * lead
        marks = tuple(
            PlacedLine(0.0, first + place * lead, line, element) for place, line in enumerate(lines)
        )
        return marks, first + (len(lines) - 0.75) * lead

    def _note_boxes(self, block: Notes, measure: float, _: TextStyle) -> list[Box]:
        """Return the boxes of notes in small type, each with its number at the left."""
        made: list[Box] = []
        for number, note in enumerate(block.items, 1):
            name = f"note-{number}"
            part = StructureElement("Note", self.part, name=name)
            boxes = self._list_boxes(ItemList((note,), number), measure, self.smaller, part)
            first = boxes[0]._replace(marks=(Anchor(0, 0, name), *boxes[0].marks))
            made += [first, *boxes[1:]]
        return made

    def _glossary_boxes(self, block: Glossary, measure: float, _: TextStyle) -> list[Box]:
        """Return the boxes of terms in small type, with placeholders for page numbers.
        with_glossary_page_numbers() replaces the placeholders.
        """
        whole = StructureElement("L", self.part, attributes="/O/List/ListNumbering/None")
        style, hang = self.smaller, _INDENT * self.smaller.size
        lines: list[Line] = []
        parts: list[StructureElement] = []
        for term in block.terms:
            part = StructureElement("LBody", StructureElement("LI", whole))
            runs: list[Inline] = [
                run._replace(strong=True) if isinstance(run, StyledText) else run for run in term.name
            ]
            if term.text:
                runs += [StyledText(self.wording.colon), *term.text]
            for place, key in enumerate(term.places):
                number = StyledText(_UNKNOWN_PAGE, link=_PAGE_LINK + key)
                runs += [StyledText(_BETWEEN_PAGES if place else f" →{NO_BREAK}"), number]
            lines += self.setter.lines(tuple(runs), style, measure - hang, indent=-hang)
            parts += [part] * (len(lines) - len(parts))
        # All lines have the same distance, within terms and between them.
        strips = self.line_boxes(lines, None, hang, tight=self._is_tight(style))
        made = []
        for box, part, after in zip(strips, parts, [*parts[1:], None], strict=True):
            marks = tuple(mark._replace(part=part) for mark in box.marks if isinstance(mark, PlacedLine))
            goes_on = part is after
            cost = NEVER if goes_on else _LONE_ITEM if part is parts[0] or after is parts[-1] else FREE
            made.append(box._replace(marks=marks, continues_paragraph=goes_on, break_penalty=cost))
        return made

    def _aside_boxes(self, block: Aside, measure: float, style: TextStyle) -> list[Box]:
        """Return the boxes of an aside on a tinted ground, which continues over page breaks."""
        pad = _PAD * self.form.size
        style = styles.small_style(self.form) if block.kind == "turn" else style
        part = StructureElement("Sect", self.part)
        named = StructureElement("P", part)
        with self.nested_under(part):
            inside = [
                box.shifted_right(pad) for box in self.lay_out_blocks(block.blocks, measure - 2 * pad, style)
            ]
        if block.title:
            title = styles.label_style(self.form, self.form.size, "accent")
            lines = self.titles.lines(block.title, title, measure - 2 * pad)
            inside = [
                *(box._replace(break_penalty=NEVER) for box in self.line_boxes(lines, named, pad)),
                *inside,
            ]
        if not inside:
            return []
        strips: list[Box] = []
        for place, box in enumerate(inside):
            gap = max(box.above, inside[place - 1].below) if place else 0
            if gap:
                strips.append(Box(gap, break_penalty=NEVER))
            strips.append(box._replace(above=0, below=0))
        edge = Box(1, break_penalty=NEVER)
        strips = [edge, *strips, edge]
        strips[-2] = strips[-2]._replace(break_penalty=NEVER)
        strips[-1] = strips[-1]._replace(break_penalty=FREE)
        height, half = sum(box.height for box in strips), self.form.leading / 2
        if height <= 2 * self.form.lines:
            # An aside that fits on a page is not broken.
            whole = stacked_in_one_box(strips, self.form.leading)
            ground = TintedPanel(0, 0, measure, height * half, True, True, block.kind == "turn")
            return _spaced_boxes(
                [whole._replace(height=height + height % 2, marks=(ground, *whole.marks))], 2
            )
        made = []
        for place, box in enumerate(strips):
            ground = TintedPanel(0, 0, measure, box.height * half, not place, place == len(strips) - 1)
            made.append(box._replace(marks=(ground, *box.marks), is_inside_block=not ground.ends_here))
        return _spaced_boxes(made, 2)

    def _rule_boxes(self, _: Rule, measure: float, __: TextStyle) -> list[Box]:
        wide = 4 * self.form.leading
        return [
            Box(
                2, (HorizontalRule(0, self.form.leading / 2, wide, 0.7),), above=2, below=2, break_penalty=BAD
            )
        ]

    def _figure_boxes(self, block: Figure, measure: float, _: TextStyle) -> list[Box]:
        """Return one box with a figure, its label and its caption."""
        lead = self.form.leading
        label = (
            self.setter.lines((StyledText(block.label),), styles.label_style(self.form), measure)
            if block.label
            else []
        )
        part = StructureElement("Div", self.part) if label or block.caption else self.part
        named = StructureElement("P", part)
        marks: list[Mark] = [
            PlacedLine(0, (place + BASE) * lead, line, named) for place, line in enumerate(label)
        ]
        shown = StructureElement("Figure", part, alt=block.alt) if block.alt.strip() else None
        caption, under = self._caption_marks_and_height(
            block.caption, measure, StructureElement("Caption", part)
        )
        over = len(label) * lead
        # Next to a heading or a colon, there is a free line above and below it.
        beside = (self.held + 2) * lead / 2 if self.held else 0.0
        room = self.form.text_height - beside - over - under - lead
        width, height, drawn = self._fitted_size_and_art(block.art, measure, room)
        marks.append(ArtBox(Rect(0, -over - height, width, height), drawn, shown))
        moved = [mark._replace(y=mark.y + over + height) for mark in caption if isinstance(mark, PlacedLine)]
        # The next block is a line away, so the last line of a caption may exceed the box by half a line.
        tall = _whole_half_lines(over + height + under - (0.5 * lead if caption else 0), lead)
        return _spaced_boxes([Box(tall, (*marks, *moved))], 2)

    def _fitted_size_and_art(
        self, art: Any, max_width: float, max_height: float, page_format: PageFormat | None = None
    ) -> tuple[float, float, Any]:
        """Return the width and height, in points, of art fitted into a space, and the art in the form that
        ArtBox takes.
        """
        if isinstance(art, Hand):
            laid = hand_layout(self.pack, art, page_format or self.form, max_width, max_height)
            return laid.width, laid.height, laid
        if hasattr(art, "fitted_to"):
            art = art.fitted_to(max_width, max_height)
        k = min(1.0, max_width / art.width, max_height / art.height)
        return art.width * k, art.height * k, art.items


def _whole_half_lines(height: float, leading: float) -> int:
    """Return how many half lines a height in points takes, rounded up to whole lines."""
    return 2 * math.ceil((height - 0.001) / leading)


def _half_lines_kept_with_next(boxes: Sequence[Box]) -> int:
    """Return the total height, in half lines, of the last boxes that may not be separated from what follows
    all boxes.
    """
    tall = above = 0
    for box in reversed(boxes):
        if box.break_penalty < NEVER or box.flow != "text":
            break
        tall += above + box.height
        above = box.above
    return tall


def _with_neighbours(blocks: Sequence[Block]) -> Iterator[tuple[Block | None, Block, Block | None]]:
    """Yield (previous, block, next) for each block. The first block has None as previous, and the last has
    None as next.
    """
    yield from zip((None, *blocks), blocks, (*blocks[1:], None), strict=False)


def stacked_in_one_box(boxes: Sequence[Box], lead: float) -> Box:
    """Return several boxes joined into one, one below the other. lead: the distance between baselines, in
    points.
    """
    marks: list[Mark] = []
    top = 0
    for box in boxes:
        down = top * lead / 2
        for mark in box.marks:
            if isinstance(mark, ArtBox):
                marks.append(mark._replace(rect=mark.rect.moved(0, -down)))
            else:
                marks.append(mark._replace(y=mark.y + down))
        top += box.height
    return Box(top, tuple(marks))


def with_glossary_page_numbers(box: Box, pages: Mapping[str, int]) -> Box:
    """Return the box of a glossary with page numbers in place of the keys of headings.

    pages: the page number of each heading, by the key of the heading.
    """
    return box._replace(
        marks=tuple(
            mark._replace(line=_line_with_page_numbers(mark.line, pages))
            if isinstance(mark, PlacedLine)
            else mark
            for mark in box.marks
        )
    )


def _line_with_page_numbers(line: Line, pages: Mapping[str, int]) -> Line:
    """Return a line with page numbers in place of the keys of headings. If neighbouring keys are on the same
    page, its number is written once.

    pages: the page number of each heading, by the key of the heading.
    """
    segments: list[Segment] = []
    moved = 0.0
    for segment in line.segments:
        look, text, width = segment.look, segment.text, segment.width
        if look.link and look.link.startswith(_PAGE_LINK):
            key = look.link.removeprefix(_PAGE_LINK)
            look, text = look._replace(link=f"#{key}"), str(pages[key])
            if [each.text for each in segments[-2:]] == [text, _BETWEEN_PAGES]:
                moved -= segment.width + segments.pop().width
                continue
            width = look.width(text)
        segments.append(segment._replace(x=segment.x + moved, width=width, text=text, look=look))
        moved += width - segment.width
    return line._replace(segments=tuple(segments), width=line.width + moved)


def _spaced_boxes(boxes: list[Box], space: int) -> list[Box]:
    """Return boxes with free half lines above the first and below the last."""
    if boxes:
        boxes[0] = boxes[0]._replace(above=max(space, boxes[0].above))
        boxes[-1] = boxes[-1]._replace(below=max(space, boxes[-1].below))
    return boxes


def _is_headed(block: Paragraph) -> bool:
    """Tell whether a paragraph begins with a run-in heading: bold words that end in a full stop or a similar
    sign.
    """
    first = block.runs[0] if block.runs else None
    return isinstance(first, StyledText) and first.strong and first.text.rstrip()[-1:] in {*".:!?…。：！？।؟"}


def _announces_next(block: Block, after: Block | None) -> bool:
    """Tell whether a block ends in a colon, and the next block is what it announces: text, a list, a box or a
    figure.
    """
    return after is not None and not isinstance(after, Heading) and ends_in_colon(block)


def _shares_caption(block: Block | None, after: Block | None) -> bool:
    """Tell whether the caption of the next figure also describes this block, a figure without a caption."""
    return isinstance(block, Figure) and isinstance(after, Figure) and not block.caption
