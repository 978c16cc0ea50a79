"""Drawings of tricks for the books of trick games, and how cards and sums are written there.

Each trick is a row of small cards, with the running total under each card and the result.

The cards show only rank and symbol, as large as possible: pips could not be told apart at this size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ...art.items import Drawing, Fill, Item, Run, Stroke, Text
from ...books.boxes import book_palette
from ...books.small_cards import centred_text, outlined_card
from ...geometry import Rect, combined_matrix, scaling, translation
from ...pack.model import Card, Pack
from ...text import fonts
from ...text.fonts import SANS, TEXT, Font
from ...text.outlines import rounded_rectangle
from ...text.setter import plain_lines
from ...text.styles import InlineCard
from .cards import Card as PlayedCard
from .cards import PackCards, cards_by_names
from .standard import verify_full_pack

#: Minimum and maximum type size (points), which grows with the width of the text, and line height in sizes.
_SMALLEST, _LARGEST, _LINE = 6.2, 9.4, 1.24
#: The widths of text for the smallest and the largest type, and the maximum width of a figure (points).
_NARROW, _WIDE, _WIDEST = 150.0, 300.0, 420.0
#: The height of a card as a share of the width of text, and its bounds (points).
_HIGH, _LEAST, _MOST = 0.115, 25.0, 40.0
#: The gap between cards, in their widths; between rows, and from cards to text, in type sizes.
_GAP, _APART, _ASIDE = 0.16, 0.85, 1.3
#: Minimum room for text beside the cards, in type sizes; otherwise it goes below them.
_BESIDE = 8.0


class TrickRow(NamedTuple):
    """One trick with its cards, totals and result."""

    cards: tuple[Card, ...]
    #: The running total under each card.
    totals: tuple[str, ...]
    #: The result, and its explanation.
    result: str
    explanation: str = ""
    #: The positions of the card that wins the trick and of the one that loses it; -1 for none.
    wins: int = -1
    loses: int = -1
    #: The player over each card; initials are drawn if the names are too wide.
    above: tuple[str, ...] = ()


class _PlacedRow(NamedTuple):
    """A trick with its position, measured down from the figure's top."""

    row: TrickRow
    top: float
    height: float
    #: The top of its cards, and the baseline of its first line of text.
    cards: float
    text: float


class _TextLine(NamedTuple):
    text: str
    font: Font
    size: float


@dataclass(frozen=True)
class TrickRows:
    """Tricks drawn one below the other; a drawing for books, as `blocks.Drawing` describes it."""

    pack: Pack
    rows: tuple[TrickRow, ...]
    width: float = _WIDE
    room: float = float("inf")

    def fitted_to(self, measure: float, height: float) -> TrickRows:
        """Return the drawing fitted to a width of text and a height of page, in points."""
        return replace(self, width=min(measure, _WIDEST), room=height)

    @property
    def alt(self) -> str:
        """Return the alternative text: the cards of each trick with their totals, and the result."""
        told = []
        for row in self.rows:
            colon = self.pack.wording.colon
            cards_ = (
                f"{card.label}{colon}{total}" for card, total in zip(row.cards, row.totals, strict=True)
            )
            told.append(f"{', '.join(cards_)}. {row.result}. {row.explanation}".rstrip())
        return " ".join(told)

    @property
    def height(self) -> float:
        """Return the height of all rows and gaps, in points."""
        return self._fitted_rows[-1].top + self._fitted_rows[-1].height

    @property
    def type_size(self) -> float:
        """Return the type size in points."""
        share = (self.width - _NARROW) / (_WIDE - _NARROW)
        return _SMALLEST + min(1.0, max(0.0, share)) * (_LARGEST - _SMALLEST)

    # Positions

    @cached_property
    def _card_size(self) -> tuple[float, float]:
        """Return the width and height of a card, as large as the page allows."""
        high = min(_MOST, max(_LEAST, _HIGH * self.width))
        while high > 16 and self._height_with_cards(high) > self.room:
            high -= 1
        return self._card_size_for_height(high)

    def _card_size_for_height(self, high: float) -> tuple[float, float]:
        """Return the width and height of a card of this height, narrower if a row would be too wide."""
        wide = high * self.pack.card.width / self.pack.card.height
        most = max(len(row.cards) for row in self.rows)
        k = min(1.0, self.width / (wide * (most + (most - 1) * _GAP)))
        return k * wide, k * high

    @cached_property
    def _fitted_rows(self) -> tuple[_PlacedRow, ...]:
        return tuple(self._place_rows(self._card_size))

    def _height_with_cards(self, high: float) -> float:
        *_, last = self._place_rows(self._card_size_for_height(high))
        return last.top + last.height

    def _place_rows(self, size: tuple[float, float]) -> Iterator[_PlacedRow]:
        """Yield each trick with its position, from the top. size: width and height of a card in points."""
        line, top = _LINE * self.type_size, 0.0
        aside = self._text_left(size)
        for row in self.rows:
            over = line if any(row.above) else 0.0
            block = over + size[1] + line
            lines = len(self._text_lines(row, size))
            if aside:
                height = max(block, lines * line)
                text = top + over / 2 + (height - over / 2 - lines * line) / 2
            else:
                text = top + block + 0.3 * line
                height = block + (lines + 0.3) * line
            yield _PlacedRow(row, top, height, top + over, text)
            top += height + _APART * self.type_size

    def _row_width(self, row: TrickRow, size: tuple[float, float]) -> float:
        return size[0] * (len(row.cards) + (len(row.cards) - 1) * _GAP)

    def _text_left(self, size: tuple[float, float]) -> float:
        """Return where text begins beside the cards, in points; 0 if it goes below them for lack of room."""
        start = max(self._row_width(row, size) for row in self.rows) + _ASIDE * self.type_size
        return start if self.width - start >= _BESIDE * self.type_size else 0.0

    def _text_lines(self, row: TrickRow, size: tuple[float, float]) -> list[_TextLine]:
        """Return the result and explanation of a trick, broken into lines that fit."""
        room = self.width - self._text_left(size)
        small = max(fonts.LEAST_TYPE, 0.94 * self.type_size)
        result = [
            _TextLine(text, TEXT, self.type_size)
            for text in plain_lines(row.result, TEXT, self.type_size, room)
        ]
        return result + [
            _TextLine(text, SANS, small) for text in plain_lines(row.explanation, SANS, small, room)
        ]

    # Drawing

    def items(self, rect: Rect) -> Iterator[Item]:
        """Yield the items of all rows in a rectangle of the same proportions."""
        top = rect.y + rect.height
        rows = (
            item for cell in self._fitted_rows for item in (*self._trick_items(cell), *self._text_items(cell))
        )
        yield Drawing(
            tuple(rows), combined_matrix(scaling(rect.width / self.width), translation(rect.x, top))
        )

    def _trick_items(self, cell: _PlacedRow) -> Iterator[Item]:
        """Yield the cards of a trick, each with its player above it and the running total below."""
        wide, high = self._card_size
        above = self._player_labels(cell.row)
        faint = book_palette(self.pack).faint
        for place, card in enumerate(cell.row.cards):
            trim = Rect(place * wide * (1 + _GAP), -cell.cards - high, wide, high)
            middle = trim.x + wide / 2
            if above:
                y = trim.top + 0.36 * self.type_size
                yield centred_text(above[place], middle, y, SANS, 0.92 * self.type_size, faint)
            yield outlined_card(self.pack, card, trim)
            y = trim.y - self.type_size
            yield from self._total_items(cell.row, place, middle, y)

    def _total_items(self, row: TrickRow, place: int, x: float, y: float) -> Iterator[Item]:
        """Yield a running total: on a filled disc if its card wins, in a ring if it loses."""
        inks_, text = book_palette(self.pack), row.totals[place]
        wide = max(TEXT.width(text, self.type_size) + 0.7 * self.type_size, 1.25 * self.type_size)
        ground = rounded_rectangle(
            Rect(x - wide / 2, y - 0.2 * self.type_size, wide, 1.04 * self.type_size), 0.52 * self.type_size
        )
        if place == row.wins:
            yield Fill(ground, inks_.accent)
        elif place == row.loses:
            yield Stroke(ground, inks_.accent, 0.8)
        yield centred_text(text, x, y, TEXT, self.type_size, inks_.paper if place == row.wins else inks_.text)

    def _player_labels(self, row: TrickRow) -> tuple[str, ...]:
        """Return the players over the cards, as initials if the names are too wide."""
        size, room = max(fonts.LEAST_TYPE, 0.92 * self.type_size), self._card_size[0] * (1 + _GAP)
        if all(SANS.width(text, size) <= room - 1 for text in row.above):
            return row.above
        return tuple(text[:1] for text in row.above)

    def _text_items(self, cell: _PlacedRow) -> Iterator[Item]:
        x = self._text_left(self._card_size)
        y = -cell.text - 0.86 * self.type_size
        for text, font, size in self._text_lines(cell.row, self._card_size):
            yield Text(Run(text, x, y, size, font), book_palette(self.pack).text)
            y -= _LINE * self.type_size


#: The names of ranks in a sentence.
_RANK_NAMES = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
MINUS = "\u2212"


def rank_name(rank: str) -> str:
    """Return the name of a rank in a sentence."""
    return _RANK_NAMES.get(rank, rank)


def signed_number(value: int) -> str:
    """Return a number with a true minus sign.

    >>> signed_number(-4), signed_number(7)
    ('\u22124', '7')
    """
    return str(value).replace("-", MINUS)


def sum_text(changes: Iterable[int]) -> str:
    """Return a sum as text, without its result.

    >>> sum_text([6, 5, 0, -8])
    '6 + 5 + 0 \u2212 8'
    """
    first, *others = changes
    return signed_number(first) + "".join(f" {'+' if each >= 0 else MINUS} {abs(each)}" for each in others)


def pack_cards_and_name_finder(pack: Pack, game: str) -> tuple[PackCards, Callable[[str], list[Card]]]:
    """Return a pack's cards for a book, and the function `own_cards` of templates.

    That function returns the pack's cards for names like "As 10h". Raises UsageError if the pack does not
    suit the game.
    """
    verify_full_pack(pack, game)
    own = PackCards(pack)
    return own, lambda names: list(own.cards_for(cards_by_names(names)))


def inline_cards(
    pack_cards: PackCards, row: Iterable[PlayedCard], separator: str = "\u00a0"
) -> list[InlineCard | str]:
    """Return a pack's cards for a line of text, given standard cards.

    separator: the text between two cards; by default a space at which the line does not break.
    """
    return [part for each in pack_cards.cards_for(row) for part in (separator, InlineCard(each))][1:]
