"""The parts before the text: the band with title and cards, and the contents."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..art.items import Fill
from ..geometry import Rect
from ..pack.model import Card, Pack
from ..pack.words import Wording
from ..prepress.pdf.structure import StructureElement
from ..text import fonts, styles
from ..text.fitting import largest_fitting_size
from ..text.line_breaking import Line, Segment
from ..text.outlines import rectangle
from ..text.scripts import NO_BREAK
from ..text.styles import LineBreak, Look, NoteMark, Runs, StyledText, TextStyle
from ..units import MM
from .block_layout import Compositor
from .blocks import Book, Heading, plain_text
from .boxes import BASE, NEVER, ArtBox, Box, Mark, PlacedLine, book_palette
from .context import piece_count_text
from .hands import HandLayout, fan_of_cards

#: The bleed of a printer's file; grounds extend past the page's edge by more than that.
BLEED = 3 * MM
_OVERSCAN = 6 * MM
#: Minimum scale of a title, and its line spacing in font sizes.
_LEAST_TITLE, _TITLE_LEAD = 0.55, 1.04
#: The size of a title on a slim band, as a part of the usual one.
_SLIM = 0.7
#: The subtitle and the line below it, as multiples of the text's size.
_SUBTITLE, _FACTS = 1.15, 0.82
#: Maximum length of a fact that fits on any line, including those of a card-sized leaflet.
_SHORT = 16
#: Free lines above the title, below the last line, and below the band.
_ABOVE, _UNDER, _BELOW = 0.3, 1.1, 2
#: How far the title of a page with room for a running head begins above the text, as a share of the margin.
_LIFT = 0.5
#: The share of the page's width for the cards, and how far they extend below the band, as a share of its
#: height.
_CARDS, _OVER = 0.3, 0.07
#: The angle between cards by their number, in degrees.
_ANGLES = {1: 8.0, 2: 14.0, 3: 12.0, 4: 10.0, 5: 9.0}
#: Minimum width of a column of contents, in font sizes, and maximum number of columns.
_ENTRY, _MOST_COLUMNS = 15.0, 4


def title_box(compositor: Compositor, book: Book, slim: bool = False) -> Box:
    """Return a box with the title and a few cards on a band of the pack's colour that bleeds off the page.

    slim: only as high as the text, and without cards, for books of one page.
    """
    form, inks = compositor.form, book_palette(compositor.pack)
    dark = inks.ground is not None
    cards = () if slim else cover_cards(compositor.pack, book)
    room = _CARDS * form.text_width if cards else 0.0
    width = form.text_width - room - (form.leading if cards else 0)
    ink: styles.Ink = "paper" if dark else "text"
    size, lines = _title_size_and_lines(compositor, book.title, width, ink, _SLIM if slim else 1.0)
    slanted = styles.body_style(form)._replace(size=_SUBTITLE * form.size, ink=ink)
    least = fonts.LEAST_REVERSED_TYPE if dark else fonts.LEAST_TYPE
    capitals = styles.label_style(form, max(least, _FACTS * form.size), ink)
    under = [
        (compositor.titles.lines(_italic_runs(book.subtitle), slanted, width), 1.1),
        (
            compositor.titles.lines(() if slim else _facts_as_runs(compositor.pack, book), capitals, width),
            1.2,
        ),
    ]
    need = _TITLE_LEAD * size * len(lines) + form.leading * (
        _ABOVE + _UNDER + sum(lead * len(each) for each, lead in under)
    )
    # The first page has no running head, so the title begins where that would be.
    lift = _LIFT * form.top if form.has_running_head and not slim else 0.0
    tall = max(0 if slim else form.opening, math.ceil((need - lift) / form.leading))
    depth = tall * form.leading
    marks: list[Mark] = []
    if dark:
        far = _OVERSCAN
        page = Rect(-form.inner - far, -depth, form.width + 2 * far, depth + form.top + far)
        marks.append(ArtBox(page, lambda rect: [Fill(rectangle(rect), inks.accent)]))
    else:
        rule = Rect(0, -depth, form.text_width, 1.2)
        marks.append(ArtBox(rule, lambda rect: [Fill(rectangle(rect), inks.accent)]))
    named = StructureElement("H1", compositor.document)
    if not lines:
        compositor.deepest = 0
    told = [StructureElement("P", compositor.document) for _ in under]
    if cards:
        alt = ", ".join(card.label for card in cards)
        marks.append(
            _cover_drawing(compositor, cards, room, depth)._replace(
                part=StructureElement("Figure", compositor.document, alt=alt)
            )
        )
    compositor.opened = len(compositor.document.kids)
    y = depth - need + _ABOVE * form.leading
    for place, line in enumerate(lines):
        marks.append(PlacedLine(0, y + 0.8 * size + place * _TITLE_LEAD * size, line, named))
    y += len(lines) * _TITLE_LEAD * size
    for (each, lead), part in zip(under, told, strict=True):
        for line in each:
            marks.append(PlacedLine(0, y + BASE * lead * form.leading, line, part))
            y += lead * form.leading
    return Box(2 * tall, tuple(marks), below=2 if slim else 2 * _BELOW, break_penalty=NEVER, flow="wide")


def _cover_drawing(compositor: Compositor, cards: Sequence[Card], width: float, depth: float) -> ArtBox:
    """Return fanned cards at the right of the band, as large as there is room, extending slightly below
    it.
    """
    form = compositor.form
    laid = cover_fan(compositor.pack, cards, width, depth * (1 + _OVER) + 0.55 * form.top)
    x = form.text_width - laid.width
    return ArtBox(Rect(x, -depth * (1 + _OVER), laid.width, laid.height), laid)


def cover_fan(pack: Pack, cards: Sequence[Card], width: float, height: float) -> HandLayout:
    """Return the cards of a cover fanned, as large as a space (points) allows."""
    sizes, angle = [pack.kind_of(card).card.size for card in cards], _ANGLES[len(cards)]
    laid = fan_of_cards(cards, sizes, angle)
    k = min(width / laid.width, height / laid.height)
    return fan_of_cards(cards, [(k * wide, k * high) for wide, high in sizes], angle)


def _italic_runs(runs: Runs) -> Runs:
    return tuple(run._replace(emphasis=True) if isinstance(run, StyledText) else run for run in runs)


def _facts_as_runs(pack: Pack, book: Book) -> Runs:
    # A line may end with a dot between two facts, and begins with none; only long ones are parted.
    told = (fact.replace(" ", NO_BREAK) if len(fact) <= _SHORT else fact for fact in cover_facts(pack, book))
    line = f"{NO_BREAK}· ".join(told)
    return (StyledText(line.upper()),) if line else ()


def _title_size_and_lines(
    compositor: Compositor, title: Runs, width: float, ink: styles.Ink, share: float
) -> tuple[float, list[Line]]:
    """Return the font size and the lines of a title.

    The size is `share` of the format's size for titles, or smaller if the longest word does not fit in
    `width` points.
    """
    largest = share * compositor.form.title

    def fits(size: float) -> bool:
        return compositor.titles.natural_and_word_width(title, styles.heading_style(size))[1] <= width

    size = largest_fitting_size(largest, _LEAST_TITLE * compositor.form.title, fits, 0.5)
    return size, compositor.titles.lines(title, styles.heading_style(size).with_ink(ink), width)


def _highest_cards(pack: Pack) -> tuple[Card, ...]:
    """Return the highest card of each of the first four suits. Letters rank above numbers. Of two letters, or
    of two numbers, the later card ranks higher.
    """
    found: list[Card] = []
    for suit in list(pack.suits)[:4]:
        cards = [card for card in pack.cards if card.suit == suit and card.rank]
        found += sorted(cards, key=lambda card: _rank_sort_key(card.rank or "", cards.index(card)))[-1:]
    return tuple(found)


def _rank_sort_key(rank: str, place: int) -> tuple[bool, int]:
    return (False, int(rank)) if rank.isdecimal() else (True, place)


def cover_cards(pack: Pack, book: Book) -> tuple[Card, ...]:
    """Return the cards of a cover: those that the book names, or the highest of each suit."""
    return book.cover or _highest_cards(pack)


def cover_facts(pack: Pack, book: Book) -> list[str]:
    """Return the facts for a cover as texts: the players, the duration, and the numbers of cards and other
    pieces. The list is empty if the book states neither players nor duration.
    """
    told = [plain_text(each) for each in (book.players, book.minutes, book.age) if each]
    if not told:
        return []
    count = book.cards or sum(card.quantity for card in pack.cards if not card.is_extra and not card.piece)
    cards = [Wording(book.language, pack.words).phrase("cards", n=count)] if count else []
    kinds = replace(pack, language=book.language).kinds
    return [*told, *cards, *(piece_count_text(kind) for kind in kinds if kind.piece or not count)]


def contents_box(compositor: Compositor, headings: Sequence[Heading], pages: Mapping[str, int]) -> Box:
    """Return the sections with their page numbers (0 if unknown yet), in small columns."""
    form, style = compositor.form, styles.small_style(compositor.form)
    gutter = 2 * style.size
    columns = min(_MOST_COLUMNS, len(headings), max(1, int(form.text_width / (_ENTRY * style.size))))
    measure = (form.text_width - (columns - 1) * gutter) / columns
    entries = [
        _contents_entry_lines(compositor, heading, pages.get(heading.key, 0), style, measure)
        for heading in headings
    ]
    table = StructureElement("TOC", compositor.document, place=compositor.opened)
    marks: list[Mark] = []
    place = deepest = 0
    total = sum(map(len, entries))
    for column in range(columns):
        down = 0
        while place < len(entries) and (down < -(-total // (columns - column)) or column == columns - 1):
            part = StructureElement("Reference", StructureElement("TOCI", table))
            for line in entries[place]:
                marks.append(
                    PlacedLine(column * (measure + gutter), (down + BASE) * form.leading, line, part)
                )
                down += 1
            place += 1
        total -= down
        deepest = max(deepest, down)
    return Box(2 * deepest, tuple(marks), below=4, break_penalty=NEVER, flow="wide")


def _contents_entry_lines(
    compositor: Compositor, heading: Heading, page: int, style: TextStyle, measure: float
) -> list[Line]:
    """Return the lines of an entry: the heading at the left, its page at the right."""
    link = f"#{heading.key}"
    runs = tuple(
        run if isinstance(run, LineBreak) else run._replace(link=link)
        for run in heading.runs
        if not isinstance(run, NoteMark)
    )
    lines = compositor.setter.lines(runs, style.with_ink("text"), measure - 2 * style.size)
    if not page:
        return lines
    look = Look(fonts.TEXT, style.size, "accent", link)
    number = str(page)
    width = look.font.width(number, look.size)
    right = Segment(measure - width, width, number, look)
    return [*lines[:-1], Line((*lines[-1].segments, right), measure)]
