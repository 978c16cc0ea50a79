"""The row of Abstrac as it lies on the table, and who takes what of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ....colour.colors import BLACK
from ....geometry import Rect
from ....pack.model import Card
from ....text import fonts
from .figures import AIR, Sheet, face, write

if TYPE_CHECKING:
    from ....art.brush import Brush

#: The widest a card gets, and the narrowest before a row goes on below, in points.
_WIDEST, _NARROWEST = 66.0, 40.0
#: How much of a card is seen, in its widths, and how far the cards of a turn are pushed out, in its heights.
_STEP, _PUSH = 0.24, 0.13


class Strip(NamedTuple):
    """Neighbours in a line of the row that one turn takes, the exposed end's first; turn 0 is no turn."""

    turn: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Row(Sheet):
    """A row as it lies on the table, its exposed card at the right; broken where the page is narrow.

    turns: how many cards each turn takes; every other turn's cards are pushed up, the others down. Without
    turns the row lies untouched. note: what stands at the exposed card.
    """

    cards: tuple[Card, ...] = ()
    turns: tuple[int, ...] = ()
    note: str = ""

    def shaped(self, measure: float, room: float) -> Row:
        """The same for a page so wide."""
        return replace(self, measure=measure, room=room)

    @cached_property
    def lines(self) -> tuple[tuple[Strip, ...], ...]:
        """The strips of each line, lines of about one length."""
        strips = tuple(self._strips())
        ways = [_divided(strips, wanted) for wanted in range(1, 7)]
        good = (lines for lines in ways if self._fitting(lines) >= _NARROWEST)
        return next(good, None) or max(ways, key=self._fitting)

    def _strips(self) -> Iterator[Strip]:
        at = 0
        for turn, number in enumerate(self.turns, 1):
            yield Strip(turn, self.cards[at : at + number])
            at += number
        for card in self.cards[at:]:
            yield Strip(0, (card,))

    def _fitting(self, lines: Sequence[Sequence[Strip]]) -> float:
        """How wide a card may be so that these lines are neither too long nor, together, too high."""
        longest = max(sum(len(strip.cards) for strip in line) for line in lines)
        across = self.measure / (1 + _STEP * (longest - 1))
        free = (self.room - self._foot + AIR) / len(lines) - AIR - self._numbers
        ratio = self.pack.card.height / self.pack.card.width * (1 + (2 * _PUSH if self.turns else 0))
        return max(1.0, min(across, free / ratio))

    @cached_property
    def card_size(self) -> tuple[float, float]:
        """How large a card is."""
        return self.size(min(_WIDEST, self._fitting(self.lines)))

    @property
    def _line_height(self) -> float:
        pushed = 2 * _PUSH * self.card_size[1] if self.turns else 0.0
        return self.card_size[1] + pushed + self._numbers

    @property
    def _numbers(self) -> float:
        return 2.6 * self.type if self.turns else 0.0

    @property
    def _foot(self) -> float:
        return 1.5 * self.type if self.note else 0.0

    @property
    def width(self) -> float:
        """As wide as the longest line."""
        longest = max(sum(len(strip.cards) for strip in line) for line in self.lines)
        return self.card_size[0] * (1 + _STEP * (longest - 1))

    @property
    def height(self) -> float:
        """All lines and the note."""
        return len(self.lines) * (self._line_height + AIR) - AIR + self._foot

    def draw(self, brush: Brush, rect: Rect) -> None:
        """Draw the lines from the top, each from its left, so that every card lies on the one before."""
        top = rect.top
        for place, line in enumerate(self.lines):
            self._draw_line(brush, line, rect.right, top - self._line_height)
            top -= self._line_height + (self._foot if not place else 0) + AIR
            if not place and self.note:
                size = 0.95 * self.type
                y = top + AIR + 0.45 * self.type
                write(brush, rect.right, y, self.note, fonts.SANS_ITALIC, size, BLACK, "right")

    def _draw_line(self, brush: Brush, line: Sequence[Strip], right: float, bottom: float) -> None:
        wide, high = self.card_size
        step = _STEP * wide
        middle = bottom + (self._line_height - high) / 2
        count = sum(len(strip.cards) for strip in line)
        x = right - wide - (count - 1) * step
        for strip in reversed(line):
            y = middle + (_PUSH * high * (1 if strip.turn % 2 else -1) if strip.turn else 0)
            start = x
            for card in reversed(strip.cards):
                face(brush, self.pack, card, Rect(x, y, wide, high))
                x += step
            end = x if strip is not line[0] else x - step + wide
            if strip.turn:
                self._number(brush, strip.turn, (start + end) / 2, y)

    def _number(self, brush: Brush, turn: int, x: float, y: float) -> None:
        high = self.card_size[1]
        base = y + high + 0.4 * self.type if turn % 2 else y - 1.05 * self.type
        write(brush, x, base, str(turn), fonts.TEXT, 0.95 * self.type, BLACK)


def _divided(strips: Sequence[Strip], wanted: int) -> tuple[tuple[Strip, ...], ...]:
    """So many lines of whole strips, each ended where it comes nearest to its share of the cards."""
    total = sum(len(strip.cards) for strip in strips)
    lines: list[list[Strip]] = [[]]
    seen = 0
    for strip in strips:
        middle = seen + len(strip.cards) / 2
        if len(lines) < wanted and lines[-1] and middle > total * len(lines) / wanted:
            lines.append([])
        lines[-1].append(strip)
        seen += len(strip.cards)
    return tuple(map(tuple, lines))
