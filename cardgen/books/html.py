"""Writes a book as one HTML page, from the same blocks as the PDF, with style and pictures included.

The markup is well-formed XML, so that EPUB can use it as well. The `id` of a heading is its key, and that of
a note is its key, too ("note-1"). Every other `id` contains a dot, which no key does: that of the first
reference to a note ("ref.1"), and that of art that is drawn several times ("a.1").
"""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape as escape_markup
from itertools import groupby, takewhile
from pathlib import Path
from typing import Any

from .. import __version__
from ..art import inks
from ..art.face import clipped_card
from ..art.items import Drawing as PlacedItems
from ..art.items import Fill, Form, Item, Stroke
from ..art.piece_outline import piece_outline
from ..art.svg_writer import SVG, SvgWriter
from ..colour.colors import BLACK, WHITE, Color, contrast_ratio
from ..geometry import Rect, translation
from ..pack.model import Card, Pack
from ..pack.words import Wording
from ..text.formats import FORMATS
from ..text.icons import colored_shapes, width_ratio
from ..text.scripts import NO_BREAK, is_right_to_left_language
from ..text.styles import Inline, InlineCard, LineBreak, NoteMark, Runs, StyledText
from .blocks import (
    Aside,
    Block,
    Book,
    Drawing,
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
    plain_text,
)
from .boxes import Palette, book_palette
from .hands import HandLayout, hand_layout
from .lesson import Lesson
from .lesson_page import lesson_markup
from .small_cards import small_card
from .title_and_contents import cover_cards, cover_facts, cover_fan

#: A place in a line where it may break.
_MAY_BREAK = StyledText("\u200b")
#: Characters that XML does not allow (XML 1.0, 2.2), and lone surrogates.
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
#: The ground of a page in dark mode, and the text on it.
_DARK, _LIGHT = Color((0.075, 0.086, 0.106), (0, 0, 0, 1)), Color((0.9, 0.91, 0.93), (0, 0, 0, 0))
#: The ground of boxes in dark mode.
_GROUND = _DARK.mixed(WHITE, 0.07)
#: Minimum contrast of coloured text with the page (WCAG 2.2, success criterion 1.4.6).
_LEAST_CONTRAST = 7.0
#: The measures (points) for which drawings are shaped, on a phone and on wider screens; and rem per point, so
#: that the smallest type of a drawing is as large as a browser's small type.
_MEASURES, _REM = (170.0, 380.0), 0.104
#: The space for the cards of the cover, in points.
_COVER = (160.0, 150.0)
#: Maximum height of a drawing, in points.
_HIGHEST = 480.0
#: Number of columns from which a table has small type on phones.
_MANY_COLUMNS = 6
#: Maximum number of cards side by side in a row, so that they can be recognised on a phone.
_ACROSS = 6


def escape(text: str) -> str:
    """Return a text escaped for markup and attributes; characters that XML does not allow are replaced."""
    return escape_markup(_NO_TEXT.sub("\ufffd", text))


def language_attributes(book: Book) -> str:
    """Return a document's attributes for its language and, if needed, right-to-left direction."""
    turned = ' dir="rtl"' if is_right_to_left_language(book.language) else ""
    return f' lang="{escape(book.language)}"{turned}'


def html_page(pack: Pack, book: Book) -> str:
    """Return a book as the text of one HTML file."""
    markup = BookMarkup(pack, book)
    body = markup.body_markup()
    subtitle = plain_text(book.subtitle)
    described = f'<meta name="description" content="{escape(subtitle)}">\n' if subtitle else ""
    said, language = markup.wording_and_language_attribute("skip")
    skip = f'<a class="skip" href="#book.rules"{language}>{said}</a>'
    return (
        f'<!DOCTYPE html>\n<html{language_attributes(book)}>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta name="generator" content="cardgen {__version__}">\n{described}'
        f"<title>{escape(plain_text(book.title))}</title>\n<style>\n{markup.style_sheet()}</style>\n</head>\n"
        f"<body>\n{skip}\n{body}</body>\n</html>\n"
    )


#: Maximum number of entries up to which the contents include parts of sections.
_MOST_ENTRIES = 26


class BookMarkup:
    """Writes the markup of one book, which is well-formed XML."""

    def __init__(self, pack: Pack, book: Book, *, screen: bool = True) -> None:
        """Prepare the markup of a book.

        screen: whether the markup is for browsers. For these, drawings have other colours in dark mode, and
        may have another shape on a narrow page.
        """
        self.pack, self.book, self.screen = pack, book, screen
        self.wording = Wording(book.language, pack.words)
        self.writer = SvgWriter(self._css_variable if screen else None)
        #: The colours of drawings beside cards, by the names of their CSS variables.
        self._inks: dict[str, Color] = {}
        self._suits = list(pack.suits)
        self._chips: dict[str, str] = {}
        self._deepest = 1
        #: Numbers of notes that the text has referred to so far.
        self._noted: set[int] = set()

    def body_markup(self) -> str:
        """Return the body of the page as HTML: cover, contents, text and credits."""
        main = f'<main id="book.rules">\n{self.text_markup()}</main>\n'
        parts = [self.cover_markup(), self.contents_markup(), main, self.credits_markup()]
        return self.svg_definitions() + "".join(parts)

    def svg_definitions(self) -> str:
        """Return the SVG definitions that drawings share. Call it last, and put them before the drawings."""
        shared = f"<defs>{self.writer.definitions}</defs>"
        return f'<svg xmlns="{SVG}" class="shared" aria-hidden="true">{shared}</svg>\n'

    def wording_and_language_attribute(self, name: str, **values: object) -> tuple[str, str]:
        """Return one of cardgen's own texts as escaped markup, and a language attribute for the element
        around it.

        The attribute is ` lang="en"` if the text is not translated into the book's language, and "" if it is.
        """
        said = self.wording.phrase(name, **values)
        foreign = not self.book.language.lower().startswith("en") and self.wording.is_untranslated(name)
        return escape(said), ' lang="en"' if foreign else ""

    def _right_to_left_style(self) -> str:
        """Return the style sheet for languages written from right to left; "" for others."""
        return _read_style_sheet("from_right.css") if is_right_to_left_language(self.book.language) else ""

    def style_sheet(self) -> str:
        """Return the style sheet of a page. Call this after all drawings of the page have been made, as it
        needs their colours.
        """
        light, dark = _light_and_dark_colors(book_palette(self.pack))
        light |= self._inks
        dark |= {name: _dark_mode_color(color) for name, color in self._inks.items()}
        dark_rule = f"@media screen and (prefers-color-scheme: dark) {{ {_root_css_rule(dark)}}}\n"
        variables = _root_css_rule(light) + dark_rule
        sheets = _read_style_sheet("book.css") + _read_style_sheet("page.css") + self._right_to_left_style()
        return variables + sheets + "".join(self._inline_card_style_rules())

    def epub_style_sheet(self) -> str:
        """Return the style sheet for EPUB readers. It has no page layout and no dark mode, and it writes
        colours out instead of using CSS variables.
        """
        sheet = (
            _root_css_rule(_light_and_dark_colors(book_palette(self.pack))[0])
            + _read_style_sheet("book.css")
            + self._right_to_left_style()
        )
        values = dict(re.findall(r"--([\w-]+): ([^;]+);", sheet))
        bare = re.sub(r":root \{[^}]*\}\n", "", sheet)
        plain_ = re.sub(r"var\(--([\w-]+)\)", lambda match: values.get(match[1], match[0]), bare)
        return plain_ + "".join(self._inline_card_style_rules())

    def _css_variable(self, color: Color) -> str:
        """Record a colour of a drawing, and return its CSS variable: var(--ink-…). In dark mode, the variable
        has the inverted colour.
        """
        name = f"ink-{color.hex[1:].lower()}"
        self._inks[name] = color
        return f"var(--{name})"

    # -- what stands around the text

    def cover_markup(self) -> str:
        """Return the markup of the cover: the title, the subtitle and the facts below it, and a few cards."""
        book = self.book
        told = cover_facts(self.pack, book)
        # A line may break between facts, after a dot.
        facts = [f"<span>{escape(fact)}{' ·' if fact is not told[-1] else ''}</span>" for fact in told]
        under = f'<p class="subtitle">{self.runs_markup(book.subtitle)}</p>\n' if book.subtitle else ""
        under += f'<p class="facts">{" ".join(facts)}</p>\n' if facts else ""
        cards = cover_cards(self.pack, book)
        alt = ", ".join(card.label for card in cards)
        laid = cover_fan(self.pack, cards, *_COVER) if cards else None
        shown = (
            self._svg_markup(laid.width, laid.height, self._hand_items(laid), alt, wide=False) if laid else ""
        )
        written = plain_text(book.title)
        # Characters of the longest line: a word, or a third of a long title.
        longest = max(math.ceil(len(written) / 3), *map(len, written.split()), 1)
        title = f'<h1 style="--longest:{longest}">{self.runs_markup(book.title)}</h1>'
        band = "cover" if shown else "cover low"
        return f'<header class="{band}">\n<div>\n{title}\n{under}</div>\n{shown}</header>\n'

    def contents_markup(self) -> str:
        """Return the table of contents as markup, with links to the sections and their parts; "" for a book
        without headings.
        """
        found = [block for block in self.book.blocks if isinstance(block, Heading) and block.level < 3]
        headings = [each for each in found if len(found) <= _MOST_ENTRIES or each.level == 1]
        if not headings:
            return ""
        said, language = self.wording_and_language_attribute("contents")
        first = f'<h2 id="book.contents"{language}>{said}</h2>\n'
        return f'<nav aria-labelledby="book.contents">\n{first}{self._links_to_headings(headings)}</nav>\n'

    def _links_to_headings(self, headings: Sequence[Heading]) -> str:
        """Return nested HTML lists of links to headings."""
        items, left = [], list(headings)
        while left:
            heading = left.pop(0)
            level = heading.level
            inside = list(takewhile(lambda each, level=level: each.level > level, left))  # type: ignore[misc]
            del left[: len(inside)]
            kind = ' class="appendix"' if heading.appendix else ""
            language = self._language_attribute(heading.language)
            link = f'<a href="#{heading.key}"{language}>{self._markup_without_links(heading.runs)}</a>'
            items.append(f"<li{kind}>{link}{self._links_to_headings(inside) if inside else ''}</li>\n")
        return f"<ol>\n{''.join(items)}</ol>\n"

    def _markup_without_links(self, runs: Runs) -> str:
        """Return runs as HTML, without links and notes."""
        kept = [run for run in runs if not isinstance(run, NoteMark)]
        return self.runs_markup(
            tuple(run if isinstance(run, LineBreak) else run._replace(link=None) for run in kept)
        )

    def credits_markup(self) -> str:
        """Return the credits of the book."""
        return f"<footer><p>{self.runs_markup(self.book.credits)}</p></footer>\n" if self.book.credits else ""

    # -- blocks

    def text_markup(self) -> str:
        """Return the text of the book."""
        return self._blocks_markup(self.book.blocks)

    def _blocks_markup(self, blocks: Sequence[Block]) -> str:
        return "".join(self._block_markup(block) for block in blocks)

    def _block_markup(self, block: Block) -> str:
        work: Callable[[Any], str] = {
            Heading: self._heading_markup,
            Paragraph: lambda block: f"<p>{self.runs_markup(block.runs)}</p>\n",
            ItemList: self._list_markup,
            Table: self._table_markup,
            ScoreSheet: self._score_sheet_markup,
            Aside: self._aside_markup,
            Rule: lambda block: "<hr/>\n",
            Figure: self._figure_markup,
            Verdicts: self._verdicts_markup,
            Notes: self._notes_markup,
            Glossary: self._glossary_markup,
            Lesson: self._lesson_markup,
        }[type(block)]
        return work(block)

    def _heading_markup(self, block: Heading) -> str:
        """Return the markup of a heading.

        As <h1> is the title of the book, a section is <h2>. No heading is more than one level below the
        heading before it.
        """
        self._deepest = min(block.level + 1, self._deepest + 1)
        kind = ' class="appendix"' if block.appendix else ""
        level = self._deepest
        language = self._language_attribute(block.language)
        return f'<h{level} id="{block.key}"{kind}{language}>{self.runs_markup(block.runs)}</h{level}>\n'

    def _language_attribute(self, language: str) -> str:
        """Return the attribute ` lang="…"` for text that is in another language than the book; "" for other
        text.

        language: the tag of the text's language; "" stands for the language of the book.
        """
        own, other = (each.lower().split("-")[0] for each in (self.book.language, language))
        return f' lang="{escape(language)}"' if other and other != own else ""

    def _lesson_markup(self, block: Lesson) -> str:
        """Return the markup of a lesson, in which readers play the first turns of a game, in the lesson's
        language.
        """
        wording = self.wording if block.language == self.book.language else Wording(block.language, {})
        language = self._language_attribute(block.language)
        return lesson_markup(block, wording, language, self._small_card_markup, escape)

    def _list_markup(self, block: ItemList) -> str:
        tag = "ul" if block.start is None else "ol"
        start = f' start="{block.start}"' if block.start not in (None, 1) else ""
        items = "".join(f"<li>{self._list_item_markup(item)}</li>\n" for item in block.items)
        return f"<{tag}{start}>\n{items}</{tag}>\n"

    def _list_item_markup(self, blocks: Sequence[Block]) -> str:
        """Return the contents of a list item. Its first paragraph has no tags, unless a second one follows
        directly.
        """
        first, second = (*blocks, None, None)[:2]
        if isinstance(first, Paragraph) and not isinstance(second, Paragraph):
            return self.runs_markup(first.runs) + self._blocks_markup(blocks[1:])
        return self._blocks_markup(blocks)

    def _table_markup(self, block: Table) -> str:
        """Return a table; if it has a head, the first cell of each row is the row's heading."""
        heads = [
            f'<th scope="col"{_side_attribute(side)}>{self.runs_markup(cell)}</th>'
            if plain_text(cell)
            else "<td></td>"
            for cell, side in zip(block.head, block.align, strict=False)
        ]
        head = f"<thead><tr>{''.join(heads)}</tr></thead>\n" if heads else ""
        rows = []
        for row in block.rows:
            cells = []
            for place, (cell, side) in enumerate(zip(row, block.align, strict=False)):
                leads = place == 0 and len(row) > 1 and bool(heads) and bool(plain_text(cell))
                tag, scope = ("th", ' scope="row"') if leads else ("td", "")
                cells.append(f"<{tag}{scope}{_side_attribute(side)}>{self.runs_markup(cell)}</{tag}>")
            rows.append(f"<tr>{''.join(cells)}</tr>\n")
        kind = ' class="many"' if len(block.align) >= _MANY_COLUMNS else ""
        return self._scrolling_table_markup(f"{head}<tbody>\n{''.join(rows)}</tbody>", block.caption, kind)

    def _score_sheet_markup(self, block: ScoreSheet) -> str:
        cells = "<td></td>" * block.columns
        heads = [
            f'<th scope="row">{self.runs_markup(row)}</th>' if plain_text(row) else "<td></td>"
            for row in block.rows
        ]
        rows = "".join(f"<tr>{head}{cells}</tr>\n" for head in heads)
        return self._scrolling_table_markup(f"<tbody>\n{rows}</tbody>", block.caption, ' class="sheet"')

    def _scrolling_table_markup(self, rows: str, caption: Runs, kind: str = "") -> str:
        """Return a table that scrolls, by keyboard too, if the page is too narrow for it."""
        said = f"<caption>{self.runs_markup(caption)}</caption>\n" if caption else ""
        return f'<div class="wide" tabindex="0">\n<table{kind}>\n{said}{rows}\n</table>\n</div>\n'

    def _aside_markup(self, block: Aside) -> str:
        title = f'<p class="title">{self.runs_markup(block.title)}</p>\n' if block.title else ""
        inside = self._blocks_markup(block.blocks)
        return f'<aside class="{block.kind}" role="note">\n{title}{inside}</aside>\n'

    def _notes_markup(self, block: Notes) -> str:
        """Return the notes, each with a link back to its first reference."""
        items = []
        for number, blocks in enumerate(block.items, 1):
            told, language = self.wording_and_language_attribute("back-to-note", note=number)
            back = f'<a href="#ref.{number}" role="doc-backlink" aria-label="{told}"{language}>↩</a>'
            said = self._list_item_markup(blocks)
            end = said.removesuffix("</p>\n")
            items.append(f'<li id="note-{number}">{end} {back}{said[len(end) :]}</li>\n')
        return f'<ol class="notes">\n{"".join(items)}</ol>\n'

    def _glossary_markup(self, block: Glossary) -> str:
        """Return terms with their texts, and links to the sections that tell more."""
        rows = []
        for term in block.terms:
            links = ", ".join(
                f'<a href="#{key}">{escape(block.headings.get(key, key))}</a>' for key in term.places
            )
            places = f'<span class="places">{links}</span>' if links else ""
            told = f"{self.runs_markup(term.text)} {places}".strip()
            rows.append(f"<dt>{self.runs_markup(term.name)}</dt>\n<dd>{told}</dd>\n")
        return f'<dl class="glossary">\n{"".join(rows)}</dl>\n'

    # -- figures

    def _figure_markup(self, block: Figure) -> str:
        label = f'<p class="label">{escape(block.label)}</p>\n' if block.label else ""
        said = f"<figcaption>{self.runs_markup(block.caption)}</figcaption>\n" if block.caption else ""
        return f"<figure>\n{label}{self._art_markup(block.art, block.alt)}{said}</figure>\n"

    def _verdicts_markup(self, block: Verdicts) -> str:
        """Return the right and wrong cases beside their picture."""
        beside = self._art_markup(block.beside, block.alt) if block.beside is not None else ""
        lines = []
        for verdict in block.lines:
            kind, sign = ("good", "✓") if verdict.good else ("bad", "✗")
            word, language = self.wording_and_language_attribute("right" if verdict.good else "wrong")
            mark = f'<span class="sign" aria-hidden="true">{sign}</span>'
            mark += f'<span class="unseen"{language}>{word} </span>'
            told = [" ".join(map(self._inline_card_markup, verdict.cards)), self.runs_markup(verdict.reason)]
            lines.append(f'<li class="{kind}">{mark}<span>{" ".join(filter(None, told))}</span></li>\n')
        said = f"<figcaption>{self.runs_markup(block.caption)}</figcaption>\n" if block.caption else ""
        inside = f'<div class="judged">\n{beside}<ul>\n{"".join(lines)}</ul>\n</div>\n'
        return f'<figure class="verdicts">\n{inside}{said}</figure>\n'

    def _art_markup(self, art: Hand | Drawing, alt: str) -> str:
        if not isinstance(art, Hand):
            return self._drawing_markup(art, alt)
        return self._card_row_markup(art, alt) if art.layout == "row" else self._overlapping_cards(art, alt)

    def _card_row_markup(self, hand: Hand, alt: str) -> str:
        """Return markup of cards side by side, which wrap on a narrow page."""
        labels = hand.labels or ("",) * len(hand.cards)
        widths = [self.pack.kind_of(card).card.width for card in hand.cards]
        cards = []
        for card, label, width in zip(hand.cards, labels, widths, strict=True):
            under = f"<span>{escape(label)}</span>" if label else ""
            part = f' style="--part:{width / max(widths):.3f}"' if width < max(widths) else ""
            cards.append(f'<span class="one"{part}>{self._card_markup(card)}{under}</span>')
        across = math.ceil(len(cards) / math.ceil(len(cards) / _ACROSS))
        said = f'role="img" aria-label="{escape(alt)}"'
        kind = "row labelled" if any(labels) else "row"
        return f'<div class="{kind}" style="--across:{across}" {said}>{"".join(cards)}</div>\n'

    def _card_markup(self, card: Card) -> str:
        width, height = self.pack.kind_of(card).card.size
        items = self._framed_card(card, Rect(0, 0, width, height))
        return self.writer.svg(width, height, items, ' aria-hidden="true"')

    def _small_card_markup(self, card: Card) -> str:
        width, height = self.pack.kind_of(card).card.size
        items = small_card(self.pack, card, Rect(0, 0, width, height))
        return self.writer.svg(width, height, items, ' aria-hidden="true"')

    def _framed_card(self, card: Card, rect: Rect) -> tuple[Item, ...]:
        """Return a card with a thin outline."""
        kind = self.pack.kind_of(card)
        edge = Stroke(piece_outline(kind.card, rect.grown(-0.3)), book_palette(self.pack).line, 0.6)
        return clipped_card(kind, card, rect), edge

    def _overlapping_cards(self, hand: Hand, alt: str) -> str:
        """Return markup of cards in a fan or a pile."""
        laid = hand_layout(self.pack, hand, FORMATS["a5"], 200.0, _HIGHEST)
        return self._svg_markup(laid.width, laid.height, self._hand_items(laid), alt)

    def _hand_items(self, layout: HandLayout) -> list[Item]:
        return [
            PlacedItems(self._framed_card(each.card, each.trim), each.matrix) for each in layout.placed_cards
        ]

    def _drawing_markup(self, drawing: Drawing, alt: str) -> str:
        """Return the markup of a game's drawing.

        A drawing that can take several shapes is written twice for browsers, narrow and broad; the style
        sheet shows one of the two.
        """
        fitted_to = getattr(drawing, "fitted_to", None)
        shapes = [fitted_to(measure, _HIGHEST) for measure in _MEASURES] if fitted_to else [drawing]
        if not self.screen or (shapes[0].width, shapes[0].height) == (shapes[-1].width, shapes[-1].height):
            shapes = shapes[:1]
        kinds = [" narrow", " broad"] if len(shapes) == 2 else [""]
        return "".join(
            self._svg_markup(
                shape.width, shape.height, list(shape.items(Rect(0, 0, shape.width, shape.height))), alt, kind
            )
            for shape, kind in zip(shapes, kinds, strict=True)
        )

    def _svg_markup(
        self,
        width: float,
        height: float,
        items: Sequence[Item],
        alt: str,
        kind: str = "",
        wide: bool = True,
    ) -> str:
        said = f' role="img" aria-label="{escape(alt)}"' if alt else ' aria-hidden="true"'
        size = f"{width * _REM:.2f}rem"
        if kind == " narrow":
            # As wide as a phone, whatever its size.
            size = f"min({100 * width / _MEASURES[0]:.1f}%,{1.5 * width * _REM:.2f}rem)"
        size = f' style="width:{size}"' if wide else ""
        return self.writer.svg(width, height, items, f' class="art{kind}"{size}{said}') + "\n"

    # -- what stands in lines

    def runs_markup(self, runs: Runs) -> str:
        """Return the markup of runs of text; neighbours with the same target become one link."""
        made: list[str] = []
        for link, group in groupby(runs, key=lambda run: run.link):
            inside = _with_line_ends_in_rows(list(group))
            if link is None or isinstance(inside[0], NoteMark):
                made += map(self._run_markup, inside)
                continue
            made.append(f'<a href="{escape(link)}">{"".join(map(self._run_markup, inside))}</a>')
        return "".join(made)

    def _run_markup(self, run: Any) -> str:
        if isinstance(run, InlineCard):
            return self._inline_card_markup(run)
        if isinstance(run, LineBreak):
            return "<br/>"
        if run is _MAY_BREAK:
            return "<wbr/>"
        if isinstance(run, NoteMark):
            return self._note_mark_markup(run.number)
        text = escape(run.text)
        for tag, wanted in (("code", run.code), ("em", run.emphasis), ("strong", run.strong)):
            text = f"<{tag}>{text}</{tag}>" if wanted else text
        return text

    def _note_mark_markup(self, number: int) -> str:
        name = "" if number in self._noted else f' id="ref.{number}"'
        self._noted.add(number)
        return f'<sup{name}><a href="#note-{number}" role="doc-noteref">{number}</a></sup>'

    def _inline_card_markup(self, run: InlineCard) -> str:
        """Return a small card in the line; screen readers read its name."""
        card = run.card
        if card.id not in self._chips:
            self._chips[card.id] = self._new_inline_card_markup(card)
        return self._chips[card.id]

    def _new_inline_card_markup(self, card: Card) -> str:
        suit = self.pack.suits[card.suit] if card.suit else None
        if suit is None or card.rank is None:
            return f'<span class="chip">{escape(card.label.capitalize())}</span>'
        kind = f'<span class="chip suit-{self._suits.index(card.suit or "") + 1}">'
        if not suit.sized_symbol:
            return f"{kind}{escape(card.label)}</span>"
        symbol, wide = suit.sized_symbol, width_ratio(suit.sized_symbol)

        def plan(rect: Rect) -> list[Item]:
            drawn = colored_shapes(symbol, inks.ink_on_white(suit.color, self.pack))
            return [Fill(shape, color, translation(*rect.center)) for shape, color in drawn]

        cell = Rect(0, 0, wide, 1)
        form = Form(f"symbol-{card.suit}", cell, cell, plan)
        sign = self.writer.svg(wide, 1, [form], ' aria-hidden="true"')
        # A screen reader reads the label once and in its own order: "K of diamonds", in German "Karo K".
        rank = re.search(rf"(?<!\w){re.escape(card.rank)}(?!\w)", card.label)
        before, after = (
            (card.label[: rank.start()], card.label[rank.end() :]) if rank else ("", f" {card.label}")
        )
        return (
            f"{kind}{_screen_reader_text(before)}{escape(card.rank)}{sign}{_screen_reader_text(after)}</span>"
        )

    def _inline_card_style_rules(self) -> Iterator[str]:
        for number, suit in enumerate(self.pack.suits.values(), 1):
            if suit.symbol or inks.index_face_style(self.pack, suit) == "paper":
                ink = inks.ink_on_white(suit.color, self.pack).hex
                yield f".suit-{number} {{ color: {ink}; border-color: {ink}; }}\n"
            else:
                ink, ground = inks.text_color_on(suit.color).hex, suit.color.hex
                yield f".suit-{number} {{ color: {ink}; background: {ground}; border-color: {ground}; }}\n"


def _with_line_ends_in_rows(runs: Sequence[Inline]) -> list[Inline]:
    """Return runs with a possible line break after each no-break space between two cards, so that rows of
    cards fit on narrow pages.
    """
    made: list[Inline] = []
    for before, run, after in zip((None, *runs), runs, (*runs[1:], None), strict=False):
        made.append(run)
        between = isinstance(before, InlineCard) and isinstance(after, InlineCard)
        if between and isinstance(run, StyledText) and run.text == NO_BREAK:
            made.append(_MAY_BREAK)
    return made


def _screen_reader_text(words: str) -> str:
    """Return words for screen readers that take no space on the page; "" for no words."""
    return f'<span class="unseen">{escape(words)}</span>' if words else ""


def _side_attribute(side: str) -> str:
    return "" if side == "left" else f' class="{side}"'


def _read_style_sheet(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _root_css_rule(colors: Mapping[str, Color]) -> str:
    return ":root {" + "".join(f" --{name}: {color.hex.lower()};" for name, color in colors.items()) + " }\n"


def _light_and_dark_colors(colors: Palette) -> tuple[dict[str, Color], dict[str, Color]]:
    """Return the colours of a page by name, for light and for dark mode."""
    light = {
        "page": WHITE,
        "text": BLACK.mixed(WHITE, 0.1),
        "faint": colors.faint,
        "line": colors.line,
        "accent": colors.accent,
        "cover": colors.accent,
        "ground": colors.ground or WHITE,
        "good": colors.good,
        "bad": colors.bad,
    }
    dark = {
        "page": _DARK,
        "text": _LIGHT,
        "faint": _LIGHT.mixed(_DARK, 0.3),
        "line": _LIGHT.mixed(_DARK, 0.55),
        "ground": _GROUND,
    }
    return light, dark | {name: _light_version(light[name]) for name in ("accent", "good", "bad")}


def _light_version(color: Color) -> Color:
    """Return a colour of the same hue that is light enough to be read in dark mode."""
    hue, light, saturation = colorsys.rgb_to_hls(*color.rgb)
    steps = (
        Color(colorsys.hls_to_rgb(hue, light + (1 - light) * step / 40, saturation), WHITE.cmyk)
        for step in range(41)
    )
    return next(each for each in steps if contrast_ratio(each, _GROUND) >= _LEAST_CONTRAST)


def _dark_mode_color(color: Color) -> Color:
    """Return a colour of the same hue with inverted lightness: white becomes the dark page, black the light
    text.
    """
    hue, light, saturation = colorsys.rgb_to_hls(*color.rgb)
    least, most = (colorsys.rgb_to_hls(*each.rgb)[1] for each in (_DARK, _LIGHT))
    if saturation == 0:
        return _DARK.mixed(_LIGHT, 1 - light)
    return Color(colorsys.hls_to_rgb(hue, most - light * (most - least), saturation), WHITE.cmyk)
