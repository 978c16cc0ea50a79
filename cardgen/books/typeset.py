"""A book as pages that are ready to be drawn: everything on them has its type and its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import PackError, Problem
from ..pack.model import Pack
from ..prepress.pdf.structure import Element
from ..text.fonts import LEAST_TYPE, Font
from ..text.formats import PageFormat
from ..text.scripts import NARROW, NO_BREAK, UNSEEN
from ..text.styles import Words, label
from ..units import MM
from . import title_and_contents
from .block_layout import Compositor
from .blocks import Aside, Block, Book, Heading, ScoreSheet
from .boxes import BASE, Anchor, Box, Ruled, Written
from .pages import Page, Placed, paginate, stood
from .templates import Template

#: A rulebook of so many pages tells its contents if it has so many sections, and title and contents take no
#: more than this share of a page.
CONTENTS_FROM, _LEAST_ENTRIES, _MOST_OPENING = 6, 4, 0.6
#: The margin above the title of what has one page, in that of others.
_SHEET_TOP = 0.5
#: How far a line may stick out before it is told (points), and of how many such things one hears.
_OVER, _MOST_TOLD = 0.5, 20


#: More characters than these that no font has are told at once, so many of them by themselves.
_MOST_LOST, _MOST_LISTED = 3, 30
#: How far apart lines to write on are, and how thick, in points: 7 to 8 mm is what ruled paper has.
_LINES_APART, _LINE = 7.4 * MM, 0.5
#: Free half lines above the turn on the last page of text, at the least.
_ABOVE_TURN = 2
#: Fewer of them are not worth their heading.
_LEAST_LINES = 3


class Leaf(NamedTuple):
    """One page, and what stands in its running head."""

    boxes: tuple[Placed, ...]
    number: int
    section: str
    #: Without running head and number: the page with the title.
    bare: bool


class Typeset(NamedTuple):
    """A book in a format."""

    book: Book
    form: PageFormat
    leaves: tuple[Leaf, ...]
    #: The book as it is read.
    document: Element
    #: How many pages at the end are there to be written on.
    notes: int = 0


def typeset_book(
    book: Book, pack: Pack, form: PageFormat, template: Template, multiple: int = 1, slim: bool = False
) -> Typeset:
    """Set a book. Raises PackError for characters that no font has and for what is too wide for a page.

    A book of several pages has its turn at a glance once more on the last one, which is its back: at the foot
    of its text, or else on a page to write on, behind the book's score sheet.

    multiple: pages to write on follow until their number is a multiple of this, as sheets folded once have
    four. slim: with a title that takes little room.
    """
    work = Compositor(pack, form, book)
    title, text = title_and_contents.opening(work, book, slim), work.book(book)
    turn = _again(work, [block for block in book.blocks if isinstance(block, Aside) and block.kind == "turn"])
    pages, notes = _with_turn_and_notes(work, book, title, text, turn, multiple)
    leaves = (*_leaves(pages), *_padding(work, book, len(pages), notes, turn))
    made = Typeset(book, form, leaves, work.document, notes)
    problems = [*_missing(made, template), *_too_large(made, template)]
    if problems:
        raise PackError(problems[:_MOST_TOLD])
    return made


def typeset_sheet(book: Book, pack: Pack, form: PageFormat, template: Template) -> Typeset:
    """Set a book that must not be longer than a page, with smaller type where it helps. Raises PackError."""
    # A single page has no running head, and the band with its title covers what is left of the margin.
    top = _SHEET_TOP * form.top
    height = form.text_height + form.top - top
    form = form._replace(top=top)
    for step in range(7):
        k = 1 - 0.04 * step
        size, leading = max(LEAST_TYPE, k * form.size), form.leading * k
        lines = int(height / leading)
        smaller = form._replace(size=size, leading=leading, lines=lines)
        made = typeset_book(book, pack, smaller, template, slim=True)
        if len(made.leaves) == 1:
            return made
    message = f"this is too long for one page of {form.name}: it takes {len(made.leaves)}"
    raise PackError([template.problem(message, "shorten it, or choose a larger --format")])


def _pages(work: Compositor, book: Book, title: Box, text: Sequence[Box]) -> list[Page]:
    """Return the pages, with contents under the title where there are many."""
    room, columns = 2 * work.form.lines, work.form.columns
    sections = [block for block in book.blocks if isinstance(block, Heading) and block.level == 1]
    headings = [heading for heading in sections if heading.text.strip()]
    table = title_and_contents.contents(work, headings, {}) if len(headings) >= _LEAST_ENTRIES else None
    if table is None or title.height + table.height > _MOST_OPENING * room:
        return paginate(text, room, columns, [title])
    # Text that fills so many columns once is not told by the contents to fill one less.
    _, depth = stood(text)
    if depth < (CONTENTS_FROM - 1) * columns * room:
        pages = paginate(text, room, columns, [title])
        if len(pages) < CONTENTS_FROM:
            return pages
    pages = paginate(text, room, columns, [title, table])
    if len(pages) < CONTENTS_FROM:
        return paginate(text, room, columns, [title])
    numbers = {
        heading.key: number
        for number, page in enumerate(pages, 1)
        for placed in page.boxes
        for heading in placed.box.headings
    }
    table = title_and_contents.contents(work, headings, numbers)
    first = (pages[0].boxes[0], pages[0].boxes[1]._replace(box=table), *pages[0].boxes[2:])
    return [Page(first), *pages[1:]]


def _leaves(pages: Sequence[Page]) -> Iterator[Leaf]:
    """Yield each page with the section that it begins with, or is in."""
    section = ""
    for number, page in enumerate(pages, 1):
        starts = [heading for p in page.boxes for heading in p.box.headings if heading.level == 1]
        shown = starts[0].text if starts and (not section or page.boxes[0].box.headings) else section
        if starts:
            section = starts[-1].text
        yield Leaf(page.boxes, number, shown, number == 1)


def _with_turn_and_notes(
    work: Compositor, book: Book, title: Box, text: Sequence[Box], turn: Box | None, multiple: int
) -> tuple[list[Page], int]:
    """Return the pages, the last with the turn where there is room, and how many to write on follow them."""
    room = 2 * work.form.lines
    pages: list[Page] = []
    if turn is not None:
        closing = [text[-1]._replace(below=0), turn._replace(above=_ABOVE_TURN, below=0)]
        *pages, last = _pages(work, book, title, [*text[:-1], *closing])
        *others, again = last.boxes
        full = all(3 * page.depth >= 2 * room for page in pages)
        # What would be a single page without it does not become two for it.
        several = len(pages) > 1 or (len(pages) == 1 and len(_pages(work, book, title, text)) > 1)
        if others and full and several and (len(pages) + 1) % multiple == 0:
            return [*pages, Page((*others, again._replace(top=room - turn.height)))], 0
        if others:
            pages = []
    pages = pages or _pages(work, book, title, text)
    repeated = turn is not None and len(pages) > 1
    return pages, -len(pages) % multiple or multiple * repeated


def _padding(work: Compositor, book: Book, pages: int, count: int, turn: Box | None) -> Iterator[Leaf]:
    """Add so many pages behind the others: score sheets, pages for notes, and the turn on the back."""
    room = 2 * work.form.lines
    sheet = _again(work, [block for block in book.blocks if isinstance(block, ScoreSheet)])
    for place in range(count):
        placed = [Placed(0, turn)] if turn is not None and place == count - 1 else []
        depth = sum(each.box.height + 2 for each in placed)
        if sheet is not None and place == 0 and depth + sheet.height <= room:
            placed.append(Placed(depth, sheet))
            depth += sheet.height + 2
        yield Leaf(
            (*placed, *_writing_lines(work, depth)), pages + place + 1, work.wording.say("notes"), False
        )


def _again(work: Compositor, blocks: Sequence[Block]) -> Box | None:
    """Lay out the first of some blocks once more, as wide as all columns.

    No link leads to it there, and who listens to the book hears it but once.
    """
    for box in work.over_all(blocks[:1]):
        marks = tuple(mark for mark in box.marks if not isinstance(mark, Anchor))
        return box._replace(marks=marks).unread()
    return None


def _writing_lines(work: Compositor, depth: int) -> Iterator[Placed]:
    """Place lines to write on, from so many half lines on down to the foot of a page."""
    form = work.form
    apart = round(2 * _LINES_APART / form.leading)
    if depth + 2 + _LEAST_LINES * apart > 2 * form.lines:
        return
    [line] = work.setter.lines(
        (Words(work.wording.say("notes")),), label(form, form.size, "accent"), form.text_width
    )
    yield Placed(depth, Box(2, (Written(0, BASE * form.leading, line),), flow="wide"))
    rule = Box(apart, (Ruled(0, apart * form.leading / 2, form.text_width, _LINE, "line"),), flow="wide")
    for top in range(depth + 2, 2 * form.lines - apart + 1, apart):
        yield Placed(top, rule)


def _lines(made: Typeset) -> Iterator[tuple[float, Written]]:
    """Yield all lines of text, each with the width that it may have."""
    form = made.form
    for leaf in made.leaves:
        for placed in leaf.boxes:
            measure = form.text_width if placed.box.flow == "wide" else form.measure
            for mark in placed.box.marks:
                if isinstance(mark, Written):
                    yield measure, mark


def _missing(made: Typeset, template: Template) -> Iterator[Problem]:
    """List characters that the fonts cannot show, each once; those of a whole script as one."""
    seen: dict[Font, set[str]] = {}
    for _, mark in _lines(made):
        for segment in mark.line.segments:
            if segment.card is None and segment.symbol is None:
                seen.setdefault(segment.look.font, set()).update(segment.text)
    lacking = {c for font, characters in seen.items() for c in characters if not font.shows(c)}
    lost = sorted(lacking - {NO_BREAK, NARROW} - UNSEEN)
    lines = template.text.splitlines()
    if len(lost) > _MOST_LOST:
        from ..text.installed_fonts import advice

        line = next((place for place, text in enumerate(lines, 1) if any(each in text for each in lost)), 0)
        message = f"the fonts of rulebooks have no {' '.join(lost[:_MOST_LISTED])}"
        more = len(lost) - _MOST_LISTED
        packages = advice(lost, made.book.language)
        hint = f"name a font that has them in the pack: {packages}" if packages else "write it another way"
        yield template.problem(message + (f" and {more} more" if more > 0 else ""), hint, line)
        return
    for character in lost:
        line = next((place for place, text in enumerate(lines, 1) if character in text), 0)
        shown = character if character.isprintable() else f"U+{ord(character):04X}"
        yield template.problem(
            f"the fonts of rulebooks have no character {shown!r}", "write it another way", line, character
        )


def _too_large(made: Typeset, template: Template) -> Iterator[Problem]:
    """List lines wider than the text and things higher than a page."""
    room = 2 * made.form.lines
    for measure, mark in _lines(made):
        if mark.x + mark.line.width > measure + _OVER:
            text = "".join(segment.text for segment in mark.line.segments).strip()[:40]
            message = f"{text!r} is too wide for a page of {made.form.name}"
            yield template.problem(message, "make it shorter, or choose a larger --format")
    for leaf in made.leaves:
        if max((placed.top + placed.box.height for placed in leaf.boxes), default=0) > room:
            message = f"page {leaf.number} of {made.form.name} has no room for a part that cannot be divided"
            yield template.problem(message, "divide a figure or a table, or choose a larger --format")
