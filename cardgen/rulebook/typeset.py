"""A book as pages that are ready to be drawn: everything on them has its type and its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import PackError, Problem
from ..pack.model import Pack
from ..text.fonts import LEAST_TYPE, Font
from ..text.formats import PageFormat
from ..text.styles import Words, label
from ..units import MM
from . import title_and_contents
from .block_layout import Compositor, HandPainter
from .blocks import Book
from .boxes import BASE, Box, Ruled, Written
from .pages import Page, Placed, paginate
from .templates import Template

#: A rulebook of more pages gets a contents page.
CONTENTS_FROM = 5
#: How far a line may stick out before it is told (points), and of how many such things one hears.
_OVER, _MOST_TOLD = 0.5, 20


#: How far apart lines to write on are, and how thick, in points: 7 to 8 mm is what ruled paper has.
_NOTES, _LINES_APART, _LINE = "Notes", 7.4 * MM, 0.5


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
    painter: HandPainter
    #: How many pages at the end are there to be written on.
    notes: int = 0


def typeset(book: Book, pack: Pack, form: PageFormat, template: Template, multiple: int = 1) -> Typeset:
    """Set a book. Raises PackError for characters that no font has and for what is too wide for a page.

    multiple: pages to write on follow until their number is a multiple of this, as sheets folded once have
    four.
    """
    work = Compositor(pack, form, book)
    title, text = title_and_contents.opening(work, book), work.book(book)
    pages = _pages(work, book, title, text)
    notes = -len(pages) % multiple
    leaves = (*_leaves(pages), *_notes(work, len(pages), notes))
    made = Typeset(book, form, leaves, work.paint_hand, notes)
    problems = [*_missing(made, template), *_too_large(made, template)]
    if problems:
        raise PackError(problems[:_MOST_TOLD])
    return made


def typeset_sheet(book: Book, pack: Pack, form: PageFormat, template: Template) -> Typeset:
    """Set a book that must not be longer than a page, with smaller type where it helps. Raises PackError."""
    for step in range(7):
        k = 1 - 0.04 * step
        size, leading = max(LEAST_TYPE, k * form.size), form.leading * k
        lines = int(form.text_height / leading)
        made = typeset(book, pack, form._replace(size=size, leading=leading, lines=lines), template)
        if len(made.leaves) == 1:
            return made
    message = f"this is too long for one page of {form.name}: it takes {len(made.leaves)}"
    raise PackError([template.problem(message, "leave something out, or choose a larger --format")])


def _pages(work: Compositor, book: Book, title: Box, text: Sequence[Box]) -> list[Page]:
    """Return the pages, with contents where there are many."""
    room = 2 * work.form.lines
    headings = title_and_contents.entries(book)
    if len(headings) < 3 or sum(box.height for box in text) < CONTENTS_FROM * room:
        whole = paginate([title, *text], room)
        if len(whole) < CONTENTS_FROM or len(headings) < 3:
            return whole
    table = title_and_contents.contents(work, headings, {})
    if title.height + sum(box.height for box in table) > room - 4:
        headings = [heading for heading in headings if heading.level == 1]
        table = title_and_contents.contents(work, headings, {})
    before, pages = paginate([title, *table], room), paginate(text, room)
    numbers = {
        heading.key: number
        for number, page in enumerate(pages, len(before) + 1)
        for placed in page.boxes
        for heading in placed.box.headings
    }
    return [*paginate([title, *title_and_contents.contents(work, headings, numbers)], room), *pages]


def _leaves(pages: Sequence[Page]) -> Iterator[Leaf]:
    """Yield each page with the section that it begins with, or is in."""
    section = ""
    for number, page in enumerate(pages, 1):
        starts = [heading for p in page.boxes for heading in p.box.headings if heading.level == 1]
        shown = starts[0].text if starts and (not section or page.boxes[0].box.headings) else section
        if starts:
            section = starts[-1].text
        yield Leaf(page.boxes, number, shown, number == 1)


def _notes(work: Compositor, pages: int, count: int) -> Iterator[Leaf]:
    """Add so many pages with lines to write on, behind the others."""
    form = work.form
    [line] = work.setter.lines((Words(_NOTES),), label(form, form.size, "accent"), form.measure)
    head = Box(2, (Written(0, BASE * form.leading, line),))
    apart = round(2 * _LINES_APART / form.leading)
    rule = Box(apart, (Ruled(0, apart * form.leading / 2, form.measure, _LINE, "line"),))
    rules = [Placed(top, rule) for top in range(2, 2 * form.lines - apart + 1, apart)]
    for number in range(pages + 1, pages + count + 1):
        yield Leaf((Placed(0, head), *rules), number, _NOTES, False)


def _lines(made: Typeset) -> Iterator[Written]:
    for leaf in made.leaves:
        for placed in leaf.boxes:
            for mark in placed.box.marks:
                if isinstance(mark, Written):
                    yield mark


def _missing(made: Typeset, template: Template) -> Iterator[Problem]:
    """List characters that the fonts cannot show, each once."""
    seen: dict[Font, set[str]] = {}
    for mark in _lines(made):
        for segment in mark.line.segments:
            if segment.card is None and segment.symbol is None:
                seen.setdefault(segment.look.font, set()).update(segment.text)
    lacking = {c for font, characters in seen.items() for c in characters if not font.has(c)}
    for character in sorted(lacking - {"\u00a0"}):
        lines = template.text.splitlines()
        line = next((place for place, text in enumerate(lines, 1) if character in text), 0)
        shown = character if character.isprintable() else f"U+{ord(character):04X}"
        yield template.problem(
            f"the fonts of rulebooks have no character {shown!r}", "write it another way", line, character
        )


def _too_large(made: Typeset, template: Template) -> Iterator[Problem]:
    """List lines wider than the text and things higher than a page."""
    measure, room = made.form.measure, 2 * made.form.lines
    for mark in _lines(made):
        if mark.x + mark.line.width > measure + _OVER:
            text = "".join(segment.text for segment in mark.line.segments).strip()[:40]
            message = f"{text!r} is too wide for a page of {made.form.name}"
            yield template.problem(message, "make it shorter, or choose a larger --format")
    for leaf in made.leaves:
        last = leaf.boxes[-1]
        if last.top + last.box.height > room:
            message = f"page {leaf.number} of {made.form.name} cannot hold what must stay together"
            yield template.problem(message, "divide a figure or a table, or choose a larger --format")
