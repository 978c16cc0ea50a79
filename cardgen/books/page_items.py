"""The pages of a typeset book as items, with links, bookmarks and the structure of a tagged PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import NamedTuple

from ..art.face import card_side
from ..art.frame import OVERSCAN
from ..art.inline_cards import SIGN_HEIGHT, InlineCards
from ..art.items import Bookmark, Drawing, Fill, Instance, Item, Lines, Link, Marked, Run, Stroke
from ..art.piece_outline import piece_outline
from ..colour.colors import BLACK, Color
from ..geometry import Rect, combined_matrix, scaling, translation
from ..pack.model import Card, Pack
from ..prepress.pdf.pdfx import pdf_text_string
from ..prepress.pdf.structure import ARTIFACT, PAGINATION, StructureElement, StructureTree
from ..text import fonts
from ..text.fitting import shortened_line
from ..text.line_breaking import Line, Segment
from ..text.outlines import Shape, number_text, rectangle
from ..text.scripts import is_right_to_left_language, needs_shaping
from ..text.styles import Look
from ..text.symbols import symbol_shape
from .blocks import plain_text
from .boxes import Anchor, ArtBox, Box, HorizontalRule, PlacedLine, TintedPanel, book_palette
from .hands import HandLayout
from .typeset import Leaf, Typeset

#: The bar beside a box and the frame around one, in points.
_BAR, _FRAME = 1.6, 1.2
#: The outline of cards in figures, in points.
_EDGE = 0.5
#: Pieces of a line that are farther apart than this, in font sizes, are separate words.
_APART = 0.1
#: On a press, smaller type (points) is printed in black only.
_SMALL = 12.5


class _ColoredTextRun(NamedTuple):
    """A run of text, its colour, and the operator that begins its marked content."""

    color: Color
    begins: str
    run: Run


class PageItems:
    """Turns the pages of a book into items, in their order."""

    def __init__(
        self,
        pack: Pack,
        typeset: Typeset,
        bleed: float = 0.0,
        structure: StructureTree | None = None,
        *,
        for_press: bool = False,
    ) -> None:
        """Prepare the items of a book's pages.

        bleed: its width around the trim, in points. structure: the structure tree of a tagged PDF, to which
        the contents of each page are added; None for an untagged PDF. for_press: whether the pages are for a
        press, which does not use links.
        """
        self.pack, self.made, self.form = pack, typeset, typeset.form
        self.bleed, self.structure, self.pressed = bleed, structure, for_press
        self.inks, self.inline_cards = book_palette(pack), InlineCards(pack)
        self.places = {card.id: place for place, card in enumerate(pack.cards)}
        #: The element of the next items, or the operator of an artifact.
        self.part: StructureElement | None = None
        self.artifact = ARTIFACT
        #: The element of the last text, its colour, and its operator.
        self.begun: tuple[StructureElement | None, Color | None, str] = (None, None, "")
        #: The art of the page, and its text in order, which is written after all art.
        self.items: list[Item] = []
        self.text: list[_ColoredTextRun] = []
        #: Links of the page, each with its text, its rectangle and its element. A form that is begun on a
        #: page takes the page's annotations with it while nothing is drawn on it, so these come last.
        self.links: list[tuple[str, str, Rect, StructureElement | None]] = []
        #: The titles of sections by key.
        self.headings = {
            heading.key: heading.text
            for leaf in typeset.leaves
            for placed in leaf.boxes
            for heading in placed.box.headings
        }
        self.left = 0.0
        self.from_right = is_right_to_left_language(typeset.book.language)
        #: The level of the outline's last entry; -1 before the first.
        self.deepest = -1

    def items_of_page(self, leaf: Leaf) -> list[Item]:
        """Return the items of a page, to be called in the order of the pages. The origin is the lower left
        corner of the bleed.
        """
        form = self.form
        if self.structure:
            self.structure.begin_page()
        self.begun = (None, None, "")
        self.items, self.text, self.links = [], [], []
        # Right-to-left books are bound at the right: their first page is a left-hand one.
        turned = form.mirrored and leaf.number % 2 == (1 if self.from_right else 0)
        left = (form.outer if turned else form.inner) + self.bleed
        top = form.height - form.top + self.bleed
        for placed in leaf.boxes:
            column, box = placed.column, placed.box
            if self.from_right:
                wide = box.flow == "wide"
                column = 0 if wide else form.columns - 1 - column
                box = box.mirrored(form.text_width if wide else form.measure)
            self.left = left + column * (form.measure + form.gutter)
            self._add_box(box, top - placed.top * form.leading / 2)
        self.left = left
        if not leaf.has_no_head:
            self._add_running_head(leaf, turned)
            self.artifact = ARTIFACT
        return [*self.items, *self._lines_by_color(), *self._links_of_page()]

    # -- what is on a page

    def _add_box(self, box: Box, top: float) -> None:
        for mark in box.marks:
            if isinstance(mark, PlacedLine):
                self.part = mark.part
                self._add_line(mark.line, self.left + mark.x, top - mark.y)
            elif isinstance(mark, HorizontalRule):
                y = top - mark.y - mark.weight / 2
                rect = Rect(self.left + mark.x, y, mark.width, mark.weight)
                self._add_marked_items([Fill(rectangle(rect), self.inks.ink(mark.ink))], None)
            elif isinstance(mark, TintedPanel):
                self._add_marked_items(self._panel_items(mark, top - mark.y), None)
            elif isinstance(mark, Anchor):
                self._add_anchor(mark, top - mark.y)
            else:
                self._add_art(mark, top)

    def _add_art(self, mark: ArtBox, top: float) -> None:
        """Add art. All of it, including text, belongs to the structure element of the art."""
        rect = mark.rect.moved(self.left, top)
        self.part = mark.part
        if mark.part:
            box = " ".join(map(number_text, (rect.x, rect.y, rect.right, rect.top)))
            mark.part.attributes = f"/O/Layout/Placement/Block/BBox[{box}]"
        self._add_marked_items(
            self._hand_items(rect, mark.art) if isinstance(mark.art, HandLayout) else mark.art(rect),
            mark.part,
        )

    def _add_marked_items(
        self, items: Iterable[Item], element: StructureElement | None, spoken_text: str = ""
    ) -> None:
        """Add items as content of a structure element; as an artifact if `element` is None.

        spoken_text: what screen readers read in place of the items; "" if they read the items themselves.
        """
        if self.structure is None:
            self.items.append(Drawing(tuple(items)))
            return
        begins = self.structure.begin_content(element) if element else self.artifact
        self.begun = (None, None, "")
        made = tuple(items)
        if element and spoken_text:
            made = (Marked(made, f"/Span <</ActualText {pdf_text_string(spoken_text)}>> BDC"),)
        self.items.append(Marked(made, begins))

    def _add_anchor(self, mark: Anchor, y: float) -> None:
        """Add a target of links, and an entry of the outline if it is a heading."""
        if self.pressed:
            return
        title = mark.heading.text if mark.heading and mark.heading.text.strip() else ""
        if mark.heading and title:
            # Outlines may not skip a level on the way down.
            self.deepest = min(mark.heading.level - 1, self.deepest + 1)
        height = min(y + self.form.leading, self.form.height)
        self.items.append(Bookmark(mark.key, height, title, max(0, self.deepest)))

    def _panel_items(self, mark: TintedPanel, top: float) -> list[Item]:
        """Return the items of a panel: its tint, and either a frame around it or a bar at its side. Under the
        ink saver there is no tint.
        """
        x = self.left + mark.x
        seam = 0.0 if mark.ends_here else 0.3
        rect = Rect(x, top - mark.height - seam, mark.width, mark.height + seam)
        made: list[Item] = [Fill(rectangle(rect), self.inks.ground)] if self.inks.ground else []
        if mark.is_framed and mark.begins_here and mark.ends_here:
            return [*made, Stroke(rectangle(rect.grown(-_FRAME / 2)), self.inks.accent, _FRAME)]
        bar = x if mark.bar == "left" else rect.right - _BAR
        return [*made, Fill(rectangle(Rect(bar, rect.y, _BAR, rect.height)), self.inks.accent)]

    def _add_running_head(self, leaf: Leaf, turned: bool) -> None:
        """Add the running head and the page number."""
        form = self.form
        self.part, self.artifact = None, PAGINATION["Footer"]
        look = Look(fonts.SANS, max(6.0, 0.8 * form.size), "faint")
        right = self.left + form.text_width
        title = plain_text(self.made.book.title)
        foot = self.bleed + (form.height - form.top - form.text_height) * 0.5 - 0.35 * look.size
        number_ = str(leaf.number)
        outside = self.left if turned else right - look.font.width(number_, look.size)
        bold = look._replace(font=fonts.TEXT, ink="text")
        if not form.mirrored:
            outside = self.left + (form.text_width - bold.font.width(number_, look.size)) / 2
        self._add_plain_line(number_, outside, foot, bold)
        if not form.has_running_head:
            shown = shortened_line(leaf.section or title, look.font, look.size, form.text_width * 0.8)
            x = right - look.font.width(shown, look.size) if turned else self.left
            self._add_plain_line(shown, x, foot, look)
            return
        self.artifact = PAGINATION["Header"]
        y = form.height + self.bleed - form.top * 0.62
        half = form.text_width * 0.48
        first, second = (shortened_line(text, look.font, look.size, half) for text in (title, leaf.section))
        if form.mirrored:
            shown = first if turned else second or first
            x = self.left if turned else right - look.font.width(shown, look.size)
            self._add_plain_line(shown, x, y, look)
            return
        self._add_plain_line(first, self.left, y, look)
        self._add_plain_line(second, right - look.font.width(second, look.size), y, look)

    # -- text

    def _add_plain_line(self, text: str, x: float, y: float, look: Look) -> None:
        if text:
            width = look.width(text)
            self._add_line(Line((Segment(0, width, text, look),), width), x, y)

    def _add_line(self, line: Line, x: float, y: float) -> None:
        part = self.part
        for segment, after in zip_longest(line.segments, line.segments[1:]):
            look = segment.look
            if part and look.link and self.structure:
                self.part = part.link_element(look.link)
            joint = line.joint
            if after:
                joint = " " if after.x - segment.x - segment.width > _APART * look.size else ""
            self._add_segment(segment, x + segment.x, y, joint)
            # Checkers of tagged files require links to be part of the text.
            if look.link and not self.pressed and (self.part or not self.structure):
                area = Rect(x + segment.x, y - 0.25 * look.size, max(segment.width, 2), 1.05 * look.size)
                self.links.append((look.link, segment.text, area, self.part))
            self.part = part

    def _add_segment(self, segment: Segment, x: float, y: float, joint: str) -> None:
        """Add a piece of a line. joint: the text between it and the next piece, see Line."""
        look = segment.look
        if isinstance(segment.inline_object, Card):
            shown = self._inline_card(segment.inline_object, x, y, look.size)
            self._add_marked_items([shown], self.part, segment.text + joint)
            return
        if segment.inline_object is not None:
            high = SIGN_HEIGHT * look.size
            place = combined_matrix(scaling(high), translation(x + segment.width / 2, y + 0.47 * high))
            suits = [suit.color for suit in self.pack.suits.values() if suit.symbol == segment.inline_object]
            color = suits[0] if suits and not self.pack.ink_saver else BLACK
            self._add_marked_items(
                [Fill(symbol_shape(segment.inline_object), color, place)], self.part, segment.text + joint
            )
            return
        ink = self.inks.ink(look.ink)
        if self.pressed and look.ink == "accent" and look.size < _SMALL:
            # Small type in several inks is blurred if the plates are misaligned.
            ink = self.inks.text
        self.text.append(
            _ColoredTextRun(ink, self._marked_content_operator(ink), self._text_run(segment, x, y, joint))
        )

    def _marked_content_operator(self, ink: Color) -> str:
        """Return the operator that begins the marked content of a text; "" if the PDF is not tagged.

        A text with the structure element and the colour of the previous text has the same operator.
        """
        if self.structure is None:
            return ""
        if self.part is None:
            return self.artifact
        part, color, begins = self.begun
        if part is not self.part or color is not ink:
            begins = self.structure.begin_content(self.part)
            self.begun = (self.part, ink, begins)
        return begins

    def _inline_card(self, card: Card, x: float, y: float, size: float) -> Instance:
        """Return a card in the line."""
        name = f"chip{self.places[card.id]}-{round(size * 100)}"
        box = Rect(-1, -size, self.inline_cards.width(card, size) + 2, 3 * size)
        plan = partial(self.inline_cards.items, card, 0, 0, size)
        return Instance(name, box, plan, translation(x, y))

    def _text_run(self, segment: Segment, x: float, y: float, joint: str) -> Run:
        """Return the text of a piece of a line as a run.

        In tagged PDF a line ends with the space before the next (ISO 32000-1, 14.8.2.5), or with a soft
        hyphen, which looks the same, so that hyphenated words are whole when read (14.8.2.2.3).
        """
        look, text = segment.look, segment.text
        tagged = self.structure and self.part and joint and not needs_shaping(text)
        if tagged and look.font.with_fallbacks(text).has_character(joint):
            text = text + joint if joint == " " else text[:-1] + joint
        return Run(text, x, y, look.size, look.font, extra_word_space=segment.spread)

    def _lines_by_color(self) -> list[Lines]:
        """Return the text of the page by colour."""
        return [
            Lines(
                tuple(
                    (begins, tuple(piece.run for piece in pieces))
                    for begins, pieces in groupby(of_color, key=itemgetter(1))
                ),
                color,
            )
            for color, of_color in groupby(self.text, key=itemgetter(0))
        ]

    def _links_of_page(self) -> list[Link]:
        """Return all links of the page, to targets in the book ("#key") or on the web."""
        made = []
        for link, text, area, part in self.links:
            contents = self.headings.get(link[1:], text) if link.startswith("#") else link
            number_ = self.structure.add_link(part) if self.structure and part else None
            made.append(Link(area, link, contents, number_))
        return made

    # -- cards

    def _hand_items(self, rect: Rect, layout: HandLayout) -> Iterator[Item]:
        """Yield the cards of a hand, each cut to its shape, with a thin outline."""
        for place in layout.placed_cards:
            edge = piece_outline(self.pack.kind_of(place.card).card, place.trim)
            items = (self._card_instance(place.card, place.trim, edge), Stroke(edge, self.inks.line, _EDGE))
            yield Drawing(items, combined_matrix(place.matrix, translation(rect.x, rect.y)))
            x, y, text = place.label
            if text:
                look = Look(fonts.SANS, self.form.small_size)
                self._add_plain_line(
                    text, rect.x + x - look.font.width(text, look.size) / 2, rect.y + y, look
                )

    def _card_instance(self, card: Card, trim: Rect, outline: Shape) -> Instance:
        """Return a card at a size, clipped to its outline."""
        name = f"card{self.places[card.id]}-{round(trim.width * 100)}"
        kind = self.pack.kind_of(card)
        far = (kind.card.bleed + OVERSCAN) * max(1.0, trim.width / kind.card.width)
        return Instance(name, trim.grown(far), lambda: [card_side(kind, card, trim, outline)])
