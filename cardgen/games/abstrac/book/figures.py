"""Drawings for Abstrac: cards laid in groups, and lines of play one below the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from ....art.face import draw_face
from ....art.frame import OVERSCAN
from ....colour.colors import BLACK, Color
from ....geometry import Rect, chain, scale, shift
from ....pack.model import Card, Pack
from ....rulebook.boxes import palette
from ....text import fonts
from ....text.fonts import Font
from ....text.outlines import rectangle, rounded
from ....text.symbols import SYMBOLS

if TYPE_CHECKING:
    from ....art.brush import Brush

#: The width of a figure before it knows its page, in points.
_USUAL = 385.0
#: How much of each card in a group is seen, in its widths.
_FAN = 0.27
#: How high a field is, in its width.
_FIELD = 1.62
#: The line around cards, and the air between parts of a figure, in points.
_EDGE, AIR = 0.5, 7.0


@dataclass(frozen=True)
class Sheet:
    """What all figures share: the pack, and how wide and high they may be (points)."""

    pack: Pack
    measure: float = _USUAL
    room: float = 600.0

    @property
    def type(self) -> float:
        """The size of labels, in points."""
        return max(6.2, min(9.0, self.measure / 42))

    def size(self, width: float) -> tuple[float, float]:
        """A card so wide."""
        return width, width * self.pack.card.height / self.pack.card.width


# --- cards in groups


class Group(NamedTuple):
    """Cards that lie together, the first at the left, and what is said below them."""

    cards: tuple[Card, ...]
    label: str = ""


@dataclass(frozen=True)
class Groups(Sheet):
    """Groups of overlapping cards side by side, in as few lines as the page allows."""

    groups: tuple[Group, ...] = ()

    def shaped(self, measure: float, room: float) -> Groups:
        """The same for a page so wide."""
        return replace(self, measure=measure, room=room)

    @property
    def _gap(self) -> float:
        return 1.6 * self.type

    def _cell(self, group: Group, wide: float) -> float:
        label = fonts.TEXT.width(group.label, self.type)
        return max(label, wide * (1 + _FAN * (len(group.cards) - 1)))

    def _line(self, groups: Sequence[Group], wide: float) -> float:
        return sum(self._cell(group, wide) for group in groups) + self._gap * (len(groups) - 1)

    @cached_property
    def _laid(self) -> tuple[float, tuple[tuple[Group, ...], ...]]:
        """How wide a card is, and the groups of each line."""
        laid = self._fitted(0.115 * self.measure + 18)
        while self._high(*laid) > self.room and laid[0] > 1:
            laid = self._fitted(0.94 * laid[0])
        return laid

    def _high(self, wide: float, lines: Sequence[Sequence[Group]]) -> float:
        return len(lines) * (self.size(wide)[1] + self._label + AIR) - AIR

    def _fitted(self, wide: float) -> tuple[float, tuple[tuple[Group, ...], ...]]:
        """The groups with cards of about this width; narrower ones where that saves a line."""
        least = min(wide, 0.065 * self.measure + 20)
        while wide > least and self._line(self.groups, wide) > self.measure:
            wide *= 0.97
        lines: list[list[Group]] = [[]]
        for group in self.groups:
            if lines[-1] and self._line([*lines[-1], group], wide) > self.measure:
                lines.append([])
            lines[-1].append(group)
        if len(lines) > 1:
            lines = self._even(len(lines), wide)
        longest = max(self._line(line, wide) for line in lines)
        return wide * min(1.0, self.measure / longest), tuple(map(tuple, lines))

    def _even(self, count: int, wide: float) -> list[list[Group]]:
        """So many lines, as equal as they can be in the given order."""
        share = self._line(self.groups, wide) / count
        lines: list[list[Group]] = [[]]
        for place, group in enumerate(self.groups):
            full = self._line([*lines[-1], group], wide) > self.measure
            middle = self._line(self.groups[: place + 1], wide) - self._cell(group, wide) / 2
            over = middle > share * len(lines)
            if lines[-1] and (full or (over and len(lines) < count)):
                lines.append([])
            lines[-1].append(group)
        return lines

    @property
    def _label(self) -> float:
        return 1.45 * self.type if any(group.label for group in self.groups) else 0.0

    @property
    def width(self) -> float:
        """As wide as the longest line."""
        wide, lines = self._laid
        return max(self._line(line, wide) for line in lines)

    @property
    def height(self) -> float:
        """All lines."""
        return self._high(*self._laid)

    def draw(self, brush: Brush, rect: Rect) -> None:
        """Draw the groups of each line, in its middle."""
        wide, lines = self._laid
        high = self.size(wide)[1]
        top = rect.top
        for line in lines:
            x = rect.x + (rect.width - self._line(line, wide)) / 2
            for group in line:
                cell = self._cell(group, wide)
                self._draw_group(brush, group, Rect(x, top - high, cell, high), wide)
                x += cell + self._gap
            top -= high + self._label + AIR

    def _draw_group(self, brush: Brush, group: Group, cell: Rect, wide: float) -> None:
        across = wide * (1 + _FAN * (len(group.cards) - 1))
        x = cell.x + (cell.width - across) / 2
        for place, card in enumerate(group.cards):
            face(brush, self.pack, card, Rect(x + place * _FAN * wide, cell.y, wide, cell.height))
        if group.label:
            write(brush, cell.center[0], cell.y - 1.1 * self.type, group.label, fonts.TEXT, self.type, BLACK)


# --- lines of play side by side


class Share(NamedTuple):
    """A row shared by two players: for each card, the exposed one first, whether the first player has it."""

    title: str
    cards: tuple[Card, ...]
    first: tuple[bool, ...]


@dataclass(frozen=True)
class Shares(Sheet):
    """Ways to share a row, one below the other: each card a small field, the first player's shaded."""

    shares: tuple[Share, ...] = ()

    def shaped(self, measure: float, room: float) -> Shares:
        """The same for a page so wide."""
        return replace(self, measure=measure, room=room)

    @property
    def _count(self) -> int:
        return max(len(share.cards) for share in self.shares)

    @property
    def _across(self) -> int:
        """How many fields stand in a line."""
        lines = 1
        while self.measure / math.ceil(self._count / lines) < 9:
            lines += 1
        return math.ceil(self._count / lines)

    @property
    def _field(self) -> tuple[float, float]:
        lines = math.ceil(self._count / self._across)
        free = (self.room + AIR) / len(self.shares) - AIR - 1.45 * self.type
        wide = min(15.5, self.measure / self._across, (free / lines - 2) / _FIELD)
        return wide, _FIELD * wide

    @property
    def _one(self) -> float:
        """The height of one share."""
        lines = math.ceil(self._count / self._across)
        return 1.45 * self.type + lines * (self._field[1] + 2)

    @property
    def width(self) -> float:
        """As wide as its fields."""
        return self._across * self._field[0]

    @property
    def height(self) -> float:
        """All shares."""
        return len(self.shares) * (self._one + AIR) - AIR

    def draw(self, brush: Brush, rect: Rect) -> None:
        """Draw each with its title above it."""
        top = rect.top
        for share in self.shares:
            write(brush, rect.x, top - 0.95 * self.type, share.title, fonts.TEXT, self.type, BLACK, "left")
            self._draw_share(brush, share, rect.right, top - 1.45 * self.type)
            top -= self._one + AIR

    def _draw_share(self, brush: Brush, share: Share, right: float, top: float) -> None:
        wide, high = self._field
        inks = palette(self.pack)
        for place, (card, first) in enumerate(zip(share.cards, share.first, strict=True)):
            line, column = divmod(place, self._across)
            rect = Rect(right - (column + 1) * wide, top - (line + 1) * high - 2 * line, wide, high)
            if first:
                brush.fill(rectangle(rect), inks.accent.mixed(inks.paper, 0.78) if inks.ground else inks.line)
            brush.stroke(rectangle(rect), inks.faint, _EDGE)
            self._small(brush, card, rect)

    def _small(self, brush: Brush, card: Card, rect: Rect) -> None:
        """Rank over symbol."""
        x, _ = rect.center
        if card.suit is None or card.rank is None:
            write(brush, x, rect.y + 0.4 * rect.height, "*", fonts.TEXT, 0.5 * rect.height, BLACK)
            return
        suit = self.pack.suits[card.suit]
        color = BLACK if self.pack.ink_saver else suit.color
        size = fonts.INDEX.size_for(0.32 * rect.height)
        write(brush, x, rect.y + 0.56 * rect.height, card.rank, fonts.INDEX, size, color)
        if suit.symbol:
            place = chain(scale(0.32 * rect.height), shift(x, rect.y + 0.28 * rect.height))
            brush.fill(SYMBOLS[suit.symbol], color, place)
        else:
            low = rect.y + 0.15 * rect.height
            write(brush, x, low, card.suit[:1], fonts.TEXT, 0.34 * rect.height, color)


# --- what they are drawn with


def face(brush: Brush, pack: Pack, card: Card, trim: Rect) -> None:
    """A card's face with its corners cut off and a thin line around it; each size of each is drawn once."""
    at = shift(trim.x, trim.y)
    outline = rounded(Rect(0, 0, trim.width, trim.height), pack.card.corner * trim.width / pack.card.width)
    name = f"face{[each.id for each in pack.cards].index(card.id)}-{round(trim.width * 100)}"
    if not brush.canvas.hasForm(name):
        _make_form(brush, pack, card, trim._replace(x=0, y=0), name)
    with brush.at(at):
        brush.canvas.doForm(name)
        brush.stroke(outline, palette(pack).line, _EDGE)


def _make_form(brush: Brush, pack: Pack, card: Card, trim: Rect, name: str) -> None:
    ratio = trim.width / pack.card.width
    box = trim.grown((pack.card.bleed + OVERSCAN) * max(1.0, ratio))
    brush.canvas.beginForm(name, box.x, box.y, box.right, box.top)
    with brush.clipped(rounded(trim, pack.card.corner * ratio)):
        draw_face(brush, pack, card, trim)
    brush.canvas.endForm()


def write(
    brush: Brush,
    x: float,
    y: float,
    text: str,
    font: Font,
    size: float,
    color: Color,
    side: Literal["left", "middle", "right"] = "middle",
) -> None:
    """A line of text that begins at x, has its middle there, or ends there."""
    size = max(size, fonts.LEAST_TYPE)
    wide = font.width(text, size)
    start = {"left": x, "middle": x - wide / 2, "right": x - wide}[side]
    brush.text(start, y, text, fonts.ready(font), size, color)
