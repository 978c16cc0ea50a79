"""Moves as pictures: the cards on the table before and after, and between them the card that is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ..art.items import Drawing, Fill, Item, Run, Stroke, Text
from ..geometry import Rect, combined_matrix, scaling, translation
from ..pack.model import Card, Pack
from ..text import fonts
from ..text.fonts import SANS
from ..text.outlines import Shape, open_line, polygon, rounded_rectangle
from ..text.setter import plain_lines
from .boxes import book_palette
from .small_cards import small_card

#: The width of a card as a share of the drawing's, and its bounds (points).
_SHARE, _LEAST, _MOST = 0.092, 15.0, 30.0
#: In widths of a card: the gap between cards, the gap beside the card that is played, the room for the arrow.
_GAP, _ASIDE, _ARROW = 0.12, 0.34, 0.95
#: The share of its height by which a card that is played stands above the others.
_RAISED = 0.16
#: Minimum and maximum type size (points), the widths of drawings that have them, and line height in sizes.
_SMALLEST, _LARGEST, _NARROW, _WIDE, _LINE = 6.4, 8.6, 150.0, 300.0, 1.22
#: Minimum room for text beside the cards, in type sizes; otherwise it is below them.
_BESIDE = 8.5
#: Space between moves, and between cards and text, in type sizes.
_APART, _TO_TEXT = 0.9, 1.0
#: Maximum width of a drawing (points).
_WIDEST = 400.0


class CardMove(NamedTuple):
    """A move: the cards before it, those played, those after it, and a sentence. None stands for an
    empty place.
    """

    before: tuple[Card | None, ...]
    played: tuple[Card, ...]
    #: None for a move that the rules forbid.
    after: tuple[Card | None, ...] | None
    sentence: str = ""


class _PlacedMove(NamedTuple):
    """A move with its position, measured down from the top of the drawing."""

    move: CardMove
    #: The upper edge of the cards on the table, and of the text.
    cards: float
    text: float


@dataclass(frozen=True)
class CardMoves:
    """Moves one below the other (a blocks.Drawing), each with a sentence."""

    pack: Pack
    moves: tuple[CardMove, ...]
    #: What is said of a move that is right, and of one that is wrong.
    wording: tuple[str, str]
    width: float = _WIDE
    max_height: float = float("inf")

    def fitted_to(self, measure: float, height: float) -> CardMoves:
        """Return the drawing fitted to a width and a height in points."""
        return replace(self, width=min(measure, _WIDEST), max_height=height)

    @property
    def alt(self) -> str:
        """Return the alternative text: the cards of each move and its sentence."""
        right, wrong = self.wording

        def names(cards: tuple[Card | None, ...]) -> str:
            return ", ".join(card.label if card else "–" for card in cards)

        told = (
            f"{wrong if move.after is None else right} {names(move.before)} + {names(move.played)}"
            f"{'' if move.after is None else f' → {names(move.after)}'}. {move.sentence}".rstrip()
            for move in self.moves
        )
        return " ".join(told)

    @property
    def type_size(self) -> float:
        """Return the type size in points."""
        share = (self.width - _NARROW) / (_WIDE - _NARROW)
        return max(fonts.LEAST_TYPE, _SMALLEST + min(1.0, max(0.0, share)) * (_LARGEST - _SMALLEST))

    @property
    def height(self) -> float:
        """Return the height in points."""
        return self._moves_and_height[1]

    # Positions

    @cached_property
    def _card_size(self) -> tuple[float, float]:
        """Return the width and height of a card in points: as large as the width allows, smaller on a low
        page.
        """
        wide = min(_MOST, max(_LEAST, _SHARE * self.width))
        wide = min(wide, self.width / max(self._move_width(move) for move in self.moves))
        while wide > _LEAST and self._moves_and_height_at(wide)[1] > self.max_height:
            wide -= 0.5
        return wide, wide * self._height_to_width

    @property
    def _height_to_width(self) -> float:
        """Return the height of a card divided by its width."""
        return self.pack.card.height / self.pack.card.width

    @cached_property
    def _moves_and_height(self) -> tuple[tuple[_PlacedMove, ...], float]:
        """Return the moves in their places, and their total height in points."""
        return self._moves_and_height_at(self._card_size[0])

    def _moves_and_height_at(self, card_width: float) -> tuple[tuple[_PlacedMove, ...], float]:
        """Return the placed moves and their total height in points. card_width: in points, too."""
        high, line = card_width * self._height_to_width, _LINE * self.type_size
        beside, top, placed = self._text_offset(card_width), 0.0, list[_PlacedMove]()
        for move in self.moves:
            lines, block = len(self._wrapped_sentence(move, card_width)), high * (1 + _RAISED)
            if beside:
                tall = max(block, lines * line)
                cards = top + (tall - block) / 2 + high * _RAISED
                text = top + (tall - block) / 2 + (block + high * _RAISED - lines * line) / 2
                placed.append(_PlacedMove(move, cards, max(top, text)))
            else:
                tall = block + (lines + 0.4) * line
                placed.append(_PlacedMove(move, top + high * _RAISED, top + block + 0.4 * line))
            top += tall + _APART * self.type_size
        return tuple(placed), top - _APART * self.type_size

    @staticmethod
    def _row_width(count: int) -> float:
        """Return the width of cards side by side, in widths of a card."""
        return count + (count - 1) * _GAP if count else 0.0

    def _part_offsets(self, move: CardMove) -> tuple[float, float, float]:
        """Return where three parts of a move begin: the played cards, the arrow, and the cards after the
        move.

        Each is a distance from the left end of the move, in widths of a card.
        """
        played = self._row_width(len(move.before)) + _ASIDE
        arrow = played + self._row_width(len(move.played)) + _ASIDE / 2
        return played, arrow, arrow + _ARROW + _ASIDE / 2

    def _move_width(self, move: CardMove) -> float:
        """Return the width of a whole move, in widths of a card."""
        return self._part_offsets(move)[2] + self._row_width(
            len(move.before if move.after is None else move.after)
        )

    def _text_offset(self, card_width: float) -> float:
        """Return the x at which the sentences beside the cards begin, in points; 0 if they go below the
        cards.
        """
        start = card_width * max(self._move_width(move) for move in self.moves) + _TO_TEXT * self.type_size
        return start if self.width - start >= _BESIDE * self.type_size else 0.0

    def _wrapped_sentence(self, move: CardMove, card_width: float) -> list[str]:
        return plain_lines(move.sentence, SANS, self.type_size, self.width - self._text_offset(card_width))

    # Drawing

    def items(self, rect: Rect) -> Iterator[Item]:
        """Yield the items of all moves in a rectangle of the same proportions."""
        made = tuple(item for placed in self._moves_and_height[0] for item in self._move_items(placed))
        yield Drawing(
            made, combined_matrix(scaling(rect.width / self.width), translation(rect.x, rect.y + rect.height))
        )

    def _move_items(self, placed: _PlacedMove) -> Iterator[Item]:
        wide, high = self._card_size
        move, inks, low = placed.move, book_palette(self.pack), -placed.cards - high
        played, arrow, after = (wide * part for part in self._part_offsets(move))
        yield from self._row_items(move.before, 0.0, low)
        yield from self._row_items(move.played, played, low + _RAISED * high)
        middle, y = arrow + wide * _ARROW / 2, low + high / 2
        if move.after is None:
            for shape in _cross_strokes(middle, y, 0.26 * wide):
                yield Stroke(shape, inks.bad, 0.11 * wide)
        else:
            shaft, head = _arrow_shaft_and_head(arrow, y, wide * _ARROW)
            yield Stroke(shaft, inks.good, 0.09 * wide)
            yield Fill(head, inks.good)
            yield from self._row_items(move.after, after, low)
        x, y = self._text_offset(wide), -placed.text - 0.86 * self.type_size
        for line in self._wrapped_sentence(move, wide):
            yield Text(Run(line, x, y, self.type_size, SANS), inks.text)
            y -= _LINE * self.type_size

    def _row_items(self, cards: tuple[Card | None, ...], x: float, y: float) -> Iterator[Item]:
        wide, high = self._card_size
        for place, card in enumerate(cards):
            trim = Rect(x + place * wide * (1 + _GAP), y, wide, high)
            if card is not None:
                yield from small_card(self.pack, card, trim)
                continue
            radius = self.pack.card.corner * wide / self.pack.card.width
            dotted = rounded_rectangle(trim.grown(-0.4), radius)
            yield Stroke(dotted, book_palette(self.pack).faint, 0.7, round_ends=True, dash=(0.01, 2.0))


def _cross_strokes(x: float, y: float, half: float) -> tuple[Shape, Shape]:
    """Return the two strokes of a cross about a point."""
    return (
        open_line((x - half, y - half), (x + half, y + half)),
        open_line((x - half, y + half), (x + half, y - half)),
    )


def _arrow_shaft_and_head(x: float, y: float, length: float) -> tuple[Shape, Shape]:
    """Return the shaft and the head of an arrow to the right."""
    head = 0.36 * length
    tip = x + length
    shaft = open_line((x, y), (tip - 0.8 * head, y))
    return shaft, polygon(((tip - head, y + 0.62 * head), (tip, y), (tip - head, y - 0.62 * head)))
