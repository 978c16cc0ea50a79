"""What comes before the text: the opening with title and cards, and the contents."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..geometry import Rect, shift
from ..pack.model import Card
from ..text import fonts, styles
from ..text.fitting import largest_size
from ..text.line_breaking import Line, Segment
from ..text.outlines import ellipse, rectangle
from ..text.styles import LineBreak, Look, NoteMark, Runs, TextStyle, Words
from ..units import MM
from .block_layout import Compositor
from .blocks import Book, Hand, Heading
from .boxes import BASE, NEVER, Box, Drawn, Mark, Written, palette
from .hands import lay

if TYPE_CHECKING:
    from ..art.brush import Brush

#: The bleed of a printer's file; grounds run past the page's edge by more than that.
BLEED = 3 * MM
_OVERSCAN = 6 * MM
#: So many headings of the second level at most are told in the contents.
_MOST_ENTRIES = 26
#: The most and the least that a title is set in, and the distance of its lines, in its size.
_LEAST_TITLE, _TITLE_LEAD = 0.55, 1.06


def opening(work: Compositor, book: Book) -> Box:
    """Lay the title on a ground of the pack's own colour that runs off the page, with a few cards."""
    form, inks = work.form, palette(work.pack)
    dark = inks.ground is not None
    cards = _few(work) if form.head else ()
    fan = (
        lay(work.pack, Hand(cards, "fan"), form, form.measure * 0.5, form.leading * form.opening)
        if cards
        else None
    )
    width = form.measure - (fan.width + form.leading if fan else 0)
    size, lines = _title(work, book.title, width, "paper" if dark else "text")
    under: list[Line] = []
    if book.subtitle:
        serif = styles.body(form)
        style = TextStyle(*serif[:4], form.size * 1.08, "paper" if dark else "text")
        slanted = (run._replace(emphasis=True) if isinstance(run, Words) else run for run in book.subtitle)
        under = work.setter.lines(tuple(slanted), style, width)
    lead = _TITLE_LEAD * size
    need = lead * len(lines) + form.leading * (len(under) + 1.4)
    tall = max(form.opening, math.ceil(need / form.leading))
    depth = tall * form.leading
    marks: list[Mark] = []
    if dark:
        far = _OVERSCAN
        page = Rect(-form.inner - far, -depth, form.width + 2 * far, depth + form.top + far)
        marks.append(Drawn(page, lambda brush, rect: brush.fill(rectangle(rect), inks.accent)))
    else:
        rule = Rect(0, -depth, form.measure, 1.2)
        marks.append(Drawn(rule, lambda brush, rect: brush.fill(rectangle(rect), inks.accent)))
    if fan:
        place = Rect(form.measure - fan.width, -depth + 0.7 * form.leading, fan.width, fan.height)
        marks.append(Drawn(place, work.paint_hand.painter(fan)))
    y = depth - need + 0.78 * size + 0.2 * form.leading
    for place_, line in enumerate(lines):
        marks.append(Written(0, y + place_ * lead, line))
    y += (len(lines) - 1) * lead + 0.55 * form.leading
    for place_, line in enumerate(under):
        marks.append(Written(0, y + (place_ + BASE) * form.leading, line))
    return Box(2 * tall, tuple(marks), below=4, cost=NEVER)


def _title(work: Compositor, title: Runs, width: float, ink: styles.Ink) -> tuple[float, list[Line]]:
    """Set the title as large as its longest word lets it be."""

    def fits(size: float) -> bool:
        return work.titles.natural(title, styles.heading(size))[1] <= width

    size = largest_size(work.form.title, _LEAST_TITLE * work.form.title, fits, 0.5)
    return size, work.titles.lines(title, styles.heading(size).in_ink(ink), width)


def _few(work: Compositor) -> tuple[Card, ...]:
    """Return up to four cards that show what the pack is like."""
    pack = work.pack
    each = [[card for card in pack.cards if card.suit == suit] for suit in pack.suits]
    share = 1 if len(each) > 2 else 2 if len(each) == 2 else 4
    return tuple(card for cards in each[:4] for card in cards[:share])


def entries(book: Book) -> list[Heading]:
    """Return what the contents list: sections, and their parts where these are few."""
    found = [block for block in book.blocks if isinstance(block, Heading) and block.level < 3]
    return found if len(found) <= _MOST_ENTRIES else [block for block in found if block.level == 1]


def contents(work: Compositor, headings: list[Heading], pages: Mapping[str, int]) -> list[Box]:
    """Set a line a heading with the number of its page (0 where it is not known yet)."""
    form = work.form
    title = work.setter.lines((Words("Contents"),), styles.label(form, form.size, "accent"), form.measure)
    boxes = [Box(2, (Written(0, BASE * form.leading, title[0]),), above=2, cost=NEVER)]
    return boxes + [_entry(work, heading, pages.get(heading.key, 0)) for heading in headings]


def _entry(work: Compositor, heading: Heading, page: int) -> Box:
    """Set the heading left, its page right, dots between."""
    form = work.form
    style = styles.body(form)
    indent = 0.0 if heading.level == 1 else 1.2 * form.size
    link = f"#{heading.key}"
    runs = tuple(
        run if isinstance(run, LineBreak) else run._replace(link=link)
        for run in heading.runs
        if not isinstance(run, NoteMark)
    )
    room = form.measure - 3.2 * form.size
    lines = work.setter.lines(runs, style, room - indent)
    look = Look(fonts.SERIF, form.size, "text", link)
    number = str(page or "")
    width = look.font.width(number, look.size)
    y = (BASE + len(lines) - 1) * form.leading
    marks: list[Mark] = [_dots(work, lines[-1].width + indent, form.measure - 1.9 * form.size, y)]
    marks += [Written(indent, (BASE + place) * form.leading, line) for place, line in enumerate(lines)]
    right = Segment(form.measure - width, width, number, look)
    marks.append(Written(0, y, Line((right,) if number else (), form.measure)))
    return Box(2 * len(lines), tuple(marks))


def _dots(work: Compositor, start: float, end: float, y: float) -> Drawn:
    """Draw leaders, aligned from entry to entry; as they are not set, no program reads them aloud."""
    size, color = work.form.size, palette(work.pack).line
    step = 0.62 * size
    first, last = math.ceil((start + 0.6 * size) / step), math.floor(end / step)
    dot = ellipse(0, 0, 0.055 * size)

    def draw(brush: Brush, rect: Rect) -> None:
        brush.fill_many(dot, color, [shift(rect.x + place * step, rect.y) for place in range(first, last)])

    return Drawn(Rect(0, -y + 0.05 * size, work.form.measure, 0), draw)
