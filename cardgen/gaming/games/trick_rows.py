"""What the books of trick games share: figures of tricks, and how cards and sums are written.

A figure has for each trick a row of small cards, the running total under each, and what became of it.

The cards are drawn as simply as those in the line, with rank and symbol as large as they can be, since the
pips of a face could not be told apart at this size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ...art import inks
from ...art.items import Drawing, Fill, Form, Item, Label, Run, Stroke, Text
from ...art.label import index
from ...books.boxes import palette
from ...colour.colors import WHITE
from ...geometry import Rect, chain, scale, shift
from ...pack.model import Card, Pack
from ...text import fonts
from ...text.fitting import wrapped_lines
from ...text.fonts import INDEX, SANS, TEXT, Font
from ...text.icons import colored_shapes
from ...text.outlines import rounded_rectangle
from ...text.styles import InlineCard
from .cards import Card as PlayedCard
from .cards import PackCards, cards
from .standard import verify_full

if TYPE_CHECKING:
    from ...colour.colors import Color

#: Type: its size grows with the width of the text, between these (points), and its lines' distance in sizes.
_SMALLEST, _LARGEST, _LINE = 6.2, 9.4, 1.24
#: The text that is as wide as the smallest and as the largest type wants it, and the widest figure (points).
_NARROW, _WIDE, _WIDEST = 150.0, 300.0, 420.0
#: The height of a card, in widths of the text, and its bounds (points).
_HIGH, _LEAST, _MOST = 0.115, 25.0, 40.0
#: Between cards, in their width; between rows, and from the cards to the text, in sizes of type.
_GAP, _APART, _ASIDE = 0.16, 0.85, 1.3
#: Text stands beside cards where it has so much room, in sizes of type; else below them.
_BESIDE = 8.0
#: On a card: rank and symbol in its height, where their middles are, the rank's greatest width in the card's.
_RANK, _SYMBOL, _RANK_AT, _SYMBOL_AT, _RANK_WIDTH = 0.33, 0.31, 0.69, 0.28, 0.78


class TrickRow(NamedTuple):
    """One trick."""

    cards: tuple[Card, ...]
    #: Under each card.
    totals: tuple[str, ...]
    #: What it comes to, and what happens.
    said: str
    why: str = ""
    #: The places of a card that wins the trick, and of one that loses it; -1 for none.
    wins: int = -1
    loses: int = -1
    #: Over each card: who played it. First letters stand where the words are too wide.
    above: tuple[str, ...] = ()


class _Cell(NamedTuple):
    """A trick in its place, measured from the figure's top."""

    row: TrickRow
    top: float
    height: float
    #: The top of its cards, and the base line of its first line of text.
    cards: float
    text: float


class _Written(NamedTuple):
    text: str
    font: Font
    size: float


@dataclass(frozen=True)
class TrickRows:
    """Tricks one below the other (a blocks.Drawing)."""

    pack: Pack
    rows: tuple[TrickRow, ...]
    width: float = _WIDE
    room: float = float("inf")

    def shaped(self, measure: float, height: float) -> TrickRows:
        """Return the same for so wide a text and so high a page."""
        return replace(self, width=min(measure, _WIDEST), room=height)

    @property
    def alt(self) -> str:
        """Tell the cards of each trick, each with the total below it, and what is said of it."""
        told = []
        for row in self.rows:
            cards_ = (f"{card.label}: {total}" for card, total in zip(row.cards, row.totals, strict=True))
            told.append(f"{', '.join(cards_)}. {row.said}. {row.why}".rstrip())
        return " ".join(told)

    @property
    def height(self) -> float:
        """Return all rows with what stands between them."""
        return self._cells[-1].top + self._cells[-1].height

    @property
    def size(self) -> float:
        """Return the size of type."""
        share = (self.width - _NARROW) / (_WIDE - _NARROW)
        return _SMALLEST + min(1.0, max(0.0, share)) * (_LARGEST - _SMALLEST)

    # -- places

    @cached_property
    def _card_size(self) -> tuple[float, float]:
        """Return the size of a card, as large as the page allows."""
        high = min(_MOST, max(_LEAST, _HIGH * self.width))
        while high > 16 and self._tall(high) > self.room:
            high -= 1
        return self._sized(high)

    def _sized(self, high: float) -> tuple[float, float]:
        """Return the size of a card so high, narrower if a row would be too long."""
        wide = high * self.pack.card.width / self.pack.card.height
        most = max(len(row.cards) for row in self.rows)
        k = min(1.0, self.width / (wide * (most + (most - 1) * _GAP)))
        return k * wide, k * high

    @cached_property
    def _cells(self) -> tuple[_Cell, ...]:
        return tuple(self._placed(self._card_size))

    def _tall(self, high: float) -> float:
        *_, last = self._placed(self._sized(high))
        return last.top + last.height

    def _placed(self, size: tuple[float, float]) -> Iterator[_Cell]:
        line, top = _LINE * self.size, 0.0
        aside = self._aside(size)
        for row in self.rows:
            over = line if any(row.above) else 0.0
            block = over + size[1] + line
            lines = len(self._lines(row, size))
            if aside:
                height = max(block, lines * line)
                text = top + over / 2 + (height - over / 2 - lines * line) / 2
            else:
                text = top + block + 0.3 * line
                height = block + (lines + 0.3) * line
            yield _Cell(row, top, height, top + over, text)
            top += height + _APART * self.size

    def _row_width(self, row: TrickRow, size: tuple[float, float]) -> float:
        return size[0] * (len(row.cards) + (len(row.cards) - 1) * _GAP)

    def _aside(self, size: tuple[float, float]) -> float:
        """Return where text begins beside the cards of all rows; 0 where it stands below them."""
        start = max(self._row_width(row, size) for row in self.rows) + _ASIDE * self.size
        return start if self.width - start >= _BESIDE * self.size else 0.0

    def _lines(self, row: TrickRow, size: tuple[float, float]) -> list[_Written]:
        """Return what is said of a trick, in lines that fit."""
        room = self.width - self._aside(size)
        small = max(fonts.LEAST_TYPE, 0.94 * self.size)
        said = [_Written(text, TEXT, self.size) for text in wrapped_lines(row.said, TEXT, self.size, room)]
        return said + [_Written(text, SANS, small) for text in wrapped_lines(row.why, SANS, small, room)]

    # -- drawing

    def items(self, rect: Rect) -> Iterator[Item]:
        """Yield all rows in a rectangle of the same shape."""
        top = rect.y + rect.height
        rows = (item for cell in self._cells for item in (*self._trick(cell), *self._text(cell)))
        yield Drawing(tuple(rows), chain(scale(rect.width / self.width), shift(rect.x, top)))

    def _trick(self, cell: _Cell) -> Iterator[Item]:
        wide, high = self._card_size
        above = self._above(cell.row)
        faint = palette(self.pack).faint
        for place, card in enumerate(cell.row.cards):
            trim = Rect(place * wide * (1 + _GAP), -cell.cards - high, wide, high)
            middle = trim.x + wide / 2
            if above:
                y = trim.top + 0.36 * self.size
                yield _centred(above[place], middle, y, SANS, 0.92 * self.size, faint)
            yield outlined_card(self.pack, card, trim)
            y = trim.y - self.size
            yield from self._total(cell.row, place, middle, y)

    def _total(self, row: TrickRow, place: int, x: float, y: float) -> Iterator[Item]:
        """Yield a running total: on a filled ground where its card wins, in a ring where it loses."""
        inks_, text = palette(self.pack), row.totals[place]
        wide = max(TEXT.width(text, self.size) + 0.7 * self.size, 1.25 * self.size)
        ground = rounded_rectangle(
            Rect(x - wide / 2, y - 0.2 * self.size, wide, 1.04 * self.size), 0.52 * self.size
        )
        if place == row.wins:
            yield Fill(ground, inks_.accent)
        elif place == row.loses:
            yield Stroke(ground, inks_.accent, 0.8)
        yield _centred(text, x, y, TEXT, self.size, inks_.paper if place == row.wins else inks_.text)

    def _above(self, row: TrickRow) -> tuple[str, ...]:
        """Return who played, in first letters where words are too wide for their cards."""
        size, room = max(fonts.LEAST_TYPE, 0.92 * self.size), self._card_size[0] * (1 + _GAP)
        if all(SANS.width(text, size) <= room - 1 for text in row.above):
            return row.above
        return tuple(text[:1] for text in row.above)

    def _text(self, cell: _Cell) -> Iterator[Item]:
        x = self._aside(self._card_size)
        y = -cell.text - 0.86 * self.size
        for text, font, size in self._lines(cell.row, self._card_size):
            yield Text(Run(text, x, y, size, font), palette(self.pack).text)
            y -= _LINE * self.size


def outlined_card(pack: Pack, card: Card, trim: Rect) -> Form:
    """Return a card in outline, with its rank over its suit's symbol, or with its index alone."""
    name = f"outlined{[each.id for each in pack.cards].index(card.id)}"
    full = Rect(0, 0, trim.width, trim.height)
    return Form(name, full, trim, lambda rect: list(_outlined(pack, card, rect)))


def _outlined(pack: Pack, card: Card, trim: Rect) -> Iterator[Item]:
    edge, line = palette(pack).line, 0.5
    inside = trim.grown(-line / 2)
    yield Stroke(
        rounded_rectangle(inside, pack.card.corner * trim.width / pack.card.width), edge, line, WHITE
    )
    suit = pack.suits[card.suit or ""]
    rank, color = card.rank or "", inks.on_paper(suit.color, pack)
    x, _ = trim.center
    if not suit.symbol:
        yield _in_middle(index(suit.sign, rank, _RANK * trim.height, color, WHITE, "small"), trim)
        return
    size = INDEX.size_for(_RANK * trim.height)
    size *= min(1.0, _RANK_WIDTH * trim.width / INDEX.width(rank, size))
    y = trim.y + _RANK_AT * trim.height - INDEX.ink("0", size).height / 2
    yield _centred(rank, x, y, INDEX, size, color)
    place = chain(scale(_SYMBOL * trim.height), shift(x, trim.y + _SYMBOL_AT * trim.height))
    for shape, ink in colored_shapes(suit.symbol, color):
        yield Fill(shape, ink, place)


def _in_middle(label: Label, trim: Rect) -> Label:
    x, y = trim.center
    box = label.box
    return label._replace(place=shift(x - box.x - box.width / 2, y - box.y - box.height / 2))


def _centred(text: str, x: float, y: float, font: Font, size: float, color: Color) -> Text:
    size = max(fonts.LEAST_TYPE, size)
    return Text(Run(text, x - font.width(text, size) / 2, y, size, font), color)


#: What ranks are called in a sentence.
_SPOKEN = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
MINUS = "\u2212"


def spoken(rank: str) -> str:
    """Return what a rank is called in a sentence."""
    return _SPOKEN.get(rank, rank)


def signed(value: int) -> str:
    """Write a number with a proper minus sign.

    >>> signed(-4), signed(7)
    ('\u22124', '7')
    """
    return str(value).replace("-", MINUS)


def written_sum(changes: Iterable[int]) -> str:
    """Write a sum down without its result.

    >>> written_sum([6, 5, 0, -8])
    '6 + 5 + 0 \u2212 8'
    """
    first, *others = changes
    return signed(first) + "".join(f" {'+' if each >= 0 else MINUS} {abs(each)}" for each in others)


def book_cards(pack: Pack, game: str) -> tuple[PackCards, Callable[[str], list[Card]]]:
    """Return a pack's cards for a book, and `own_cards` for its templates, which takes names like "As 10h".

    Raises UsageError for a pack that is none for the game.
    """
    verify_full(pack, game)
    own = PackCards(pack)
    return own, lambda names: list(own.of(cards(names)))


def in_line(own: PackCards, row: Iterable[PlayedCard], between: str = "\u00a0") -> list[InlineCard | str]:
    """Return a pack's cards for a row of a game's, small in a line of text that ends between none of them."""
    return [part for each in own.of(row) for part in (between, InlineCard(each))][1:]
