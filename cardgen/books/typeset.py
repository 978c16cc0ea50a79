"""Typesets a book: pages on which everything has its type and its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import PackError, Problem
from ..pack.model import Pack
from ..prepress.pdf.structure import StructureElement
from ..text.fonts import LEAST_TYPE, Font
from ..text.formats import PageFormat
from ..text.scripts import INVISIBLE_CHARACTERS, NARROW, NO_BREAK
from ..text.styles import StyledText, label_style
from ..units import MM
from . import title_and_contents
from .block_layout import Compositor, with_glossary_page_numbers
from .blocks import Aside, Block, Book, Figure, Glossary, Heading, ScoreSheet
from .boxes import BASE, Anchor, Box, HorizontalRule, PlacedLine
from .pages import Page, PlacedBox, boxes_with_tops_and_depth, paginate
from .templates import Template

#: Minimum pages and sections for a table of contents, and maximum share of a page for title and contents.
CONTENTS_FROM, _LEAST_ENTRIES, _MOST_OPENING = 9, 4, 0.6
#: The margin above the title of a single page, as a part of the others'.
_SHEET_TOP = 0.5
#: The sizes of type of a single page, as multiples of the format's.
_SHEET_SIZES = [1 + 0.04 * step for step in range(5, -8, -1)]
#: Tolerance in points of a line that is too wide, and maximum number of such problems.
_OVER, _MOST_TOLD = 0.5, 20


#: Number of missing characters above which they are reported together, and maximum number listed.
_MOST_LOST, _MOST_LISTED = 3, 30
#: Distance and thickness of writing lines in points: ruled paper has 7 to 8 mm.
_LINES_APART, _LINE = 7.4 * MM, 0.5
#: Minimum free half lines above the turn on the last page of text.
_ABOVE_TURN = 2
#: Minimum depth of the text above the turn, as a share of a page.
_LEAST_ABOVE_TURN = 0.2
#: Minimum number of writing lines on a page that has a heading for them.
_LEAST_LINES = 3


class Leaf(NamedTuple):
    """A typeset page with its running head."""

    boxes: tuple[PlacedBox, ...]
    number: int
    section: str
    #: Whether it has no running head and number, as the page with the title.
    has_no_head: bool


class Typeset(NamedTuple):
    """A book in a format."""

    book: Book
    form: PageFormat
    leaves: tuple[Leaf, ...]
    #: The root element of the book.
    document: StructureElement
    #: Number of pages at the end to write on.
    note_pages: int = 0


def typeset_book(
    book: Book, pack: Pack, page_format: PageFormat, template: Template, multiple: int = 1, slim: bool = False
) -> Typeset:
    """Return a book typeset in a format. Raises PackError for characters that no font has, and for text or
    art that is too large.

    A book of several pages repeats its turn at a glance on its last page, so that it is on the back: below
    the text or, if there is no room, on a page to write on.

    multiple: the number of pages becomes a multiple of this by pages to write on, such as 4 for sheets folded
    once. slim: whether to use a small title.
    """
    work = Compositor(pack, page_format, book)
    title, text = title_and_contents.title_box(work, book, slim), work.lay_out_book(book)
    turn = _first_in_full_width(
        work, [block for block in book.blocks if isinstance(block, Aside) and block.kind == "turn"]
    )
    pages, notes = _pages_and_padding_count(work, book, title, text, turn, multiple)
    if any(isinstance(block, Glossary) for block in book.blocks):
        pages = _with_page_numbers(pages)
    leaves = (*_leaves_of_pages(pages), *_padding_leaves(work, book, pages, notes, turn))
    made = Typeset(book, page_format, leaves, work.document, notes)
    problems = [*_missing_character_problems(made, template), *_oversize_problems(made, template)]
    if problems:
        raise PackError(problems[:_MOST_TOLD])
    return made


def typeset_sheet(book: Book, pack: Pack, page_format: PageFormat, template: Template) -> Typeset:
    """Return a book typeset on one page, in the largest type in which all of it fits.

    If it fits in no type, figures are left out, the last ones first. Raises PackError if it still does not
    fit.
    """
    # A single page has no running head and no number, and the title band covers the rest of the margin.
    top, bottom = _SHEET_TOP * page_format.top, page_format.height - page_format.top - page_format.text_height
    height = page_format.height - top - min(bottom, page_format.outer)
    page_format = page_format._replace(top=top)
    # In larger type a score sheet would have fewer columns.
    has_score_sheet = any(isinstance(block, ScoreSheet) for block in book.blocks)
    sizes = [k for k in _SHEET_SIZES if k <= 1 or not has_score_sheet]
    figures = [place for place, block in enumerate(book.blocks) if isinstance(block, Figure)]
    for kept in range(len(figures), -1, -1):
        left_out = figures[kept:]
        blocks = tuple(block for place, block in enumerate(book.blocks) if place not in left_out)
        for k in sizes:
            size, leading = max(LEAST_TYPE, k * page_format.size), page_format.leading * k
            lines = int(height / leading)
            smaller = page_format._replace(size=size, leading=leading, lines=lines)
            made = typeset_book(book._replace(blocks=blocks), pack, smaller, template, slim=True)
            if len(made.leaves) == 1:
                return made
    message = f"this is too long for one page of {page_format.name}: it takes {len(made.leaves)}"
    raise PackError([template.problem_at_line(message, "shorten it, or choose a larger --format")])


def _paginated_book(compositor: Compositor, book: Book, title: Box, text: Sequence[Box]) -> list[Page]:
    """Return the pages, with contents below the title if there are many."""
    room, columns = 2 * compositor.form.lines, compositor.form.columns
    sections = [block for block in book.blocks if isinstance(block, Heading) and block.level == 1]
    headings = [heading for heading in sections if heading.text.strip()]
    table = (
        title_and_contents.contents_box(compositor, headings, {}) if len(headings) >= _LEAST_ENTRIES else None
    )
    if table is None or title.height + table.height > _MOST_OPENING * room:
        return paginate(text, room, columns, [title])
    # Adding the contents must not reduce the number of columns of text.
    _, depth = boxes_with_tops_and_depth(text)
    if depth < (CONTENTS_FROM - 1) * columns * room:
        pages = paginate(text, room, columns, [title])
        if len(pages) < CONTENTS_FROM:
            return pages
    pages = paginate(text, room, columns, [title, table])
    if len(pages) < CONTENTS_FROM:
        return paginate(text, room, columns, [title])
    table = title_and_contents.contents_box(compositor, headings, _page_numbers_of_headings(pages))
    first = (pages[0].boxes[0], pages[0].boxes[1]._replace(box=table), *pages[0].boxes[2:])
    return [Page(first), *pages[1:]]


def _page_numbers_of_headings(pages: Sequence[Page]) -> dict[str, int]:
    """Return the number of the page of each heading, by its key."""
    return {
        heading.key: number
        for number, page in enumerate(pages, 1)
        for placed in page.boxes
        for heading in placed.box.headings
    }


def _with_page_numbers(pages: Sequence[Page]) -> list[Page]:
    """Return pages with the page numbers of headings filled in where glossaries refer to them."""
    numbers = _page_numbers_of_headings(pages)
    return [
        Page(tuple(each._replace(box=with_glossary_page_numbers(each.box, numbers)) for each in page.boxes))
        for page in pages
    ]


def _leaves_of_pages(pages: Sequence[Page]) -> Iterator[Leaf]:
    """Yield each page as a leaf. Its running head is the section in which the page begins."""
    section = ""
    for number, page in enumerate(pages, 1):
        starts = [heading for p in page.boxes for heading in p.box.headings if heading.level == 1]
        shown = starts[0].text if starts and (not section or page.boxes[0].box.headings) else section
        if starts:
            section = starts[-1].text
        yield Leaf(page.boxes, number, shown, number == 1)


def _pages_and_padding_count(
    compositor: Compositor, book: Book, title: Box, text: Sequence[Box], turn: Box | None, multiple: int
) -> tuple[list[Page], int]:
    """Return the pages of a book, and how many pages to write on must follow them.

    If there is room, the turn at a glance is at the foot of the last page. multiple: see typeset_book().
    """
    room = 2 * compositor.form.lines
    without, pages = _paginated_book(compositor, book, title, text), list[Page]()
    if turn is not None:
        closing = [text[-1]._replace(below=0), turn._replace(above=_ABOVE_TURN, below=0)]
        *pages, last = _paginated_book(compositor, book, title, [*text[:-1], *closing])
        *others, again = last.boxes
        full = all(3 * page.depth >= 2 * room for page in pages)
        # A single page does not become two because of the turn.
        several = len(pages) > 1 or (len(pages) == 1 and len(without) > 1)
        # The turn is on a page to write on instead of below a little text that has room before it.
        is_pushed = Page(tuple(others)).depth < _LEAST_ABOVE_TURN * room and len(without) <= len(pages)
        if others and not is_pushed and full and several and (len(pages) + 1) % multiple == 0:
            return [*pages, Page((*others, again._replace(top=room - turn.height)))], 0
        if others:
            pages = []
    pages = pages or without
    repeated = turn is not None and len(pages) > 1
    return pages, -len(pages) % multiple or multiple * repeated


def _padding_leaves(
    compositor: Compositor, book: Book, pages: Sequence[Page], count: int, turn: Box | None
) -> Iterator[Leaf]:
    """Yield the pages to write on that follow a book, with the turn at a glance on the last.

    The first page to write on has a score sheet, unless the last page of the book has one. pages: the pages
    of the book. count: the number of pages to write on.
    """
    room = 2 * compositor.form.lines
    sheet = _first_in_full_width(
        compositor, [block for block in book.blocks if isinstance(block, ScoreSheet)]
    )
    last = {placed.box.block for placed in pages[-1].boxes}
    if any(isinstance(block, ScoreSheet) for number, block in enumerate(book.blocks) if number in last):
        sheet = None
    for place in range(count):
        placed = [PlacedBox(0, turn)] if turn is not None and place == count - 1 else []
        depth = sum(each.box.height + 2 for each in placed)
        if sheet is not None and place == 0 and depth + sheet.height <= room:
            placed.append(PlacedBox(depth, sheet))
            depth += sheet.height + 2
        yield Leaf(
            (*placed, *_writing_lines(compositor, depth)),
            len(pages) + place + 1,
            compositor.wording.phrase("notes"),
            False,
        )


def _first_in_full_width(compositor: Compositor, blocks: Sequence[Block]) -> Box | None:
    """Return the first of some blocks laid out again in the width of all columns; None if there are no
    blocks.

    Links do not lead to this copy, and screen readers skip it.
    """
    for box in compositor.lay_out_full_width(blocks[:1]):
        marks = tuple(mark for mark in box.marks if not isinstance(mark, Anchor))
        return box._replace(marks=marks).without_structure()
    return None


def _writing_lines(compositor: Compositor, depth: int) -> Iterator[PlacedBox]:
    """Yield writing lines from a depth in half lines to the foot of a page."""
    form = compositor.form
    apart = round(2 * _LINES_APART / form.leading)
    if depth + 2 + _LEAST_LINES * apart > 2 * form.lines:
        return
    [line] = compositor.setter.lines(
        (StyledText(compositor.wording.phrase("notes")),),
        label_style(form, form.size, "accent"),
        form.text_width,
    )
    yield PlacedBox(depth, Box(2, (PlacedLine(0, BASE * form.leading, line),), flow="wide"))
    rule = Box(
        apart, (HorizontalRule(0, apart * form.leading / 2, form.text_width, _LINE, "line"),), flow="wide"
    )
    for top in range(depth + 2, 2 * form.lines - apart + 1, apart):
        yield PlacedBox(top, rule)


def _lines_with_max_widths(typeset: Typeset) -> Iterator[tuple[float, PlacedLine]]:
    """Yield all lines of text, each with its maximum width."""
    form = typeset.form
    for leaf in typeset.leaves:
        for placed in leaf.boxes:
            measure = form.text_width if placed.box.flow == "wide" else form.measure
            for mark in placed.box.marks:
                if isinstance(mark, PlacedLine):
                    yield measure, mark


def _missing_character_problems(typeset: Typeset, template: Template) -> Iterator[Problem]:
    """Yield a problem for each character that the fonts lack. For many of them, as of a whole script, yield
    one problem.
    """
    seen: dict[Font, set[str]] = {}
    for _, mark in _lines_with_max_widths(typeset):
        for segment in mark.line.segments:
            if segment.inline_object is None:
                seen.setdefault(segment.look.font, set()).update(segment.text)
    lacking = {c for font, characters in seen.items() for c in characters if not font.can_show(c)}
    lost = sorted(lacking - {NO_BREAK, NARROW} - INVISIBLE_CHARACTERS)
    lines = template.text.splitlines()
    if len(lost) > _MOST_LOST:
        from ..text.installed_fonts import font_package_hint

        line = next((place for place, text in enumerate(lines, 1) if any(each in text for each in lost)), 0)
        message = f"the fonts of rulebooks have no {' '.join(lost[:_MOST_LISTED])}"
        more = len(lost) - _MOST_LISTED
        packages = font_package_hint(lost, typeset.book.language)
        hint = f"name a font that has them in the pack: {packages}" if packages else "write it another way"
        yield template.problem_at_line(message + (f" and {more} more" if more > 0 else ""), hint, line)
        return
    for character in lost:
        line = next((place for place, text in enumerate(lines, 1) if character in text), 0)
        shown = character if character.isprintable() else f"U+{ord(character):04X}"
        yield template.problem_at_line(
            f"the fonts of rulebooks have no character {shown!r}", "write it another way", line, character
        )


def _oversize_problems(typeset: Typeset, template: Template) -> Iterator[Problem]:
    """Yield problems for lines wider than the text, and for boxes higher than a page."""
    room = 2 * typeset.form.lines
    for measure, mark in _lines_with_max_widths(typeset):
        if mark.x + mark.line.width > measure + _OVER:
            text = "".join(segment.text for segment in mark.line.segments).strip()[:40]
            message = f"{text!r} is too wide for a page of {typeset.form.name}"
            yield template.problem_at_line(message, "make it shorter, or choose a larger --format")
    for leaf in typeset.leaves:
        if max((placed.top + placed.box.height for placed in leaf.boxes), default=0) > room:
            message = (
                f"page {leaf.number} of {typeset.form.name} has no room for a part that cannot be divided"
            )
            yield template.problem_at_line(message, "divide a figure or a table, or choose a larger --format")
