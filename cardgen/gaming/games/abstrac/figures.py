"""Drawings for Abstrac: the row on the table, cards in groups, and lines of play one below the other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple

from ....art.face import clipped_card
from ....art.inks import ink_on_white
from ....art.items import Fill, Fills, Form, Item, Run, Stroke, Text
from ....art.piece_outline import piece_outline
from ....books.boxes import book_palette
from ....colour.colors import BLACK, WHITE, Color
from ....geometry import Rect, combined_matrix, scaling, translation
from ....pack.model import Card, Pack
from ....text import fonts
from ....text.fonts import Font
from ....text.icons import colored_shapes
from ....text.outlines import rectangle, rounded_rectangle

#: The default width of a figure in points.
_USUAL = 385.0
#: The visible share of each overlapped card in a group, in widths of a card.
_FAN = 0.27
#: The height of a field in its widths.
_FIELD = 1.62
#: The line width around cards, and the gap between parts of a figure, in points.
_EDGE, AIR = 0.5, 7.0


@dataclass(frozen=True)
class PackDrawing:
    """The common fields of all figures: the pack, and the maximum width and height (points)."""

    pack: Pack
    measure: float = _USUAL
    room: float = 600.0

    @property
    def type_size(self) -> float:
        """Return the type size of labels, in points."""
        return max(6.2, min(9.0, self.measure / 42))

    def size(self, width: float) -> tuple[float, float]:
        """Return the width and height of a card of this width."""
        return width, width * self.pack.card.height / self.pack.card.width


# --- cards in groups


class CardGroup(NamedTuple):
    """Cards that lie together, the first at the left, with the label below them."""

    cards: tuple[Card, ...]
    label: str = ""


@dataclass(frozen=True)
class CardGroups(PackDrawing):
    """Groups of overlapping cards side by side, in as few lines as the page allows."""

    groups: tuple[CardGroup, ...] = ()

    def fitted_to(self, measure: float, room: float) -> CardGroups:
        """Return the drawing fitted to a page's width and height, in points."""
        return replace(self, measure=measure, room=room)

    @property
    def alt(self) -> str:
        """Return the alternative text: the cards of each group with its label."""
        told = (", ".join(card.label for card in group.cards) for group in self.groups)
        labels = (f" ({group.label})" if group.label else "" for group in self.groups)
        parts = (cards + label for cards, label in zip(told, labels, strict=True))
        return self.pack.wording.semicolon.join(parts) + "."

    @property
    def _gap(self) -> float:
        return 1.6 * self.type_size

    def _group_width(self, group: CardGroup, wide: float) -> float:
        label = fonts.TEXT.width(group.label, self.type_size)
        return max(label, wide * (1 + _FAN * (len(group.cards) - 1)))

    def _line_width(self, groups: Sequence[CardGroup], wide: float) -> float:
        return sum(self._group_width(group, wide) for group in groups) + self._gap * (len(groups) - 1)

    @cached_property
    def _card_width_and_lines(self) -> tuple[float, tuple[tuple[CardGroup, ...], ...]]:
        """Return the width of a card, and the groups of each line."""
        laid = self._fitted_card_width_and_lines(0.115 * self.measure + 18)
        while self._total_height(*laid) > self.room and laid[0] > 1:
            laid = self._fitted_card_width_and_lines(0.94 * laid[0])
        return laid

    def _total_height(self, wide: float, lines: Sequence[Sequence[CardGroup]]) -> float:
        return len(lines) * (self.size(wide)[1] + self._label_height + AIR) - AIR

    def _fitted_card_width_and_lines(self, wide: float) -> tuple[float, tuple[tuple[CardGroup, ...], ...]]:
        """Return the width of a card, and the groups in lines.

        The cards are about `wide` points wide, or narrower if that saves a line.
        """
        least = min(wide, 0.065 * self.measure + 20)
        while wide > least and self._line_width(self.groups, wide) > self.measure:
            wide *= 0.97
        lines: list[list[CardGroup]] = [[]]
        for group in self.groups:
            if lines[-1] and self._line_width([*lines[-1], group], wide) > self.measure:
                lines.append([])
            lines[-1].append(group)
        if len(lines) > 1:
            lines = self._even_lines(len(lines), wide)
        longest = max(self._line_width(line, wide) for line in lines)
        return wide * min(1.0, self.measure / longest), tuple(map(tuple, lines))

    def _even_lines(self, count: int, wide: float) -> list[list[CardGroup]]:
        """Return groups in `count` lines of nearly equal width, in the given order."""
        share = self._line_width(self.groups, wide) / count
        lines: list[list[CardGroup]] = [[]]
        for place, group in enumerate(self.groups):
            full = self._line_width([*lines[-1], group], wide) > self.measure
            middle = self._line_width(self.groups[: place + 1], wide) - self._group_width(group, wide) / 2
            over = middle > share * len(lines)
            if lines[-1] and (full or (over and len(lines) < count)):
                lines.append([])
            lines[-1].append(group)
        return lines

    @property
    def _label_height(self) -> float:
        return 1.45 * self.type_size if any(group.label for group in self.groups) else 0.0

    @property
    def width(self) -> float:
        """Return the width of the longest line in points."""
        wide, lines = self._card_width_and_lines
        return max(self._line_width(line, wide) for line in lines)

    @property
    def height(self) -> float:
        """Return the height of all lines in points."""
        return self._total_height(*self._card_width_and_lines)

    def items(self, rect: Rect) -> Iterator[Item]:
        """Yield the groups of each line, centred."""
        wide, lines = self._card_width_and_lines
        high = self.size(wide)[1]
        top = rect.top
        for line in lines:
            x = rect.x + (rect.width - self._line_width(line, wide)) / 2
            for group in line:
                cell = self._group_width(group, wide)
                yield from self._group_items(group, Rect(x, top - high, cell, high), wide)
                x += cell + self._gap
            top -= high + self._label_height + AIR

    def _group_items(self, group: CardGroup, cell: Rect, wide: float) -> Iterator[Item]:
        """Yield overlapping cards, `wide` points wide, centred in a cell, with their label below."""
        across = wide * (1 + _FAN * (len(group.cards) - 1))
        x = cell.x + (cell.width - across) / 2
        for place, card in enumerate(group.cards):
            trim = Rect(x + place * _FAN * wide, cell.y, wide, cell.height)
            if wide < _FACED:
                yield indexed_card(self.pack, card, trim, _FAN * wide, place < len(group.cards) - 1)
            else:
                yield from card_face(self.pack, card, trim)
        if group.label:
            yield text_at(
                cell.center[0], cell.y - 1.1 * self.type_size, group.label, fonts.TEXT, self.type_size, BLACK
            )


# --- lines of play side by side


class SharedRow(NamedTuple):
    """A row shared by two players; `first` says for each card whether the first player has it."""

    title: str
    cards: tuple[Card, ...]
    first: tuple[bool, ...]


@dataclass(frozen=True)
class SharedRows(PackDrawing):
    """Ways to share a row, one below the other: each card is a small field, the first player's shaded."""

    shares: tuple[SharedRow, ...] = ()

    def fitted_to(self, measure: float, room: float) -> SharedRows:
        """Return the drawing fitted to a page's width and height, in points."""
        return replace(self, measure=measure, room=room)

    @property
    def alt(self) -> str:
        """Return the alternative text: each title with the first player's cards in the order of the row."""
        mine = (
            ", ".join(card.label for card, first in zip(share.cards, share.first, strict=True) if first)
            for share in self.shares
        )
        return " ".join(f"{share.title} ({cards})." for share, cards in zip(self.shares, mine, strict=True))

    @property
    def _card_count(self) -> int:
        return max(len(share.cards) for share in self.shares)

    @property
    def _fields_per_line(self) -> int:
        """Return the number of fields in a line."""
        lines = 1
        while self.measure / math.ceil(self._card_count / lines) < 9:
            lines += 1
        return math.ceil(self._card_count / lines)

    @property
    def _field_size(self) -> tuple[float, float]:
        lines = math.ceil(self._card_count / self._fields_per_line)
        free = (self.room + AIR) / len(self.shares) - AIR - 1.45 * self.type_size
        wide = min(15.5, self.measure / self._fields_per_line, (free / lines - 2) / _FIELD)
        return wide, _FIELD * wide

    @property
    def _row_height(self) -> float:
        """Return the height of one shared row, in points."""
        lines = math.ceil(self._card_count / self._fields_per_line)
        return 1.45 * self.type_size + lines * (self._field_size[1] + 2)

    @property
    def width(self) -> float:
        """Return the width of the fields in points."""
        return self._fields_per_line * self._field_size[0]

    @property
    def height(self) -> float:
        """Return the height of all rows in points."""
        return len(self.shares) * (self._row_height + AIR) - AIR

    def items(self, rect: Rect) -> Iterator[Item]:
        """Yield each row with its title above it."""
        (wide, high), inks, top = self._field_size, book_palette(self.pack), rect.top
        shade = inks.accent.mixed(inks.paper, 0.78) if inks.ground else inks.line
        for share in self.shares:
            yield text_at(
                rect.x, top - 0.95 * self.type_size, share.title, fonts.TEXT, self.type_size, BLACK, "left"
            )
            below = top - 1.45 * self.type_size
            for place, (card, first) in enumerate(zip(share.cards, share.first, strict=True)):
                line, column = divmod(place, self._fields_per_line)
                field = Rect(
                    rect.right - (column + 1) * wide, below - (line + 1) * high - 2 * line, wide, high
                )
                if first:
                    yield Fill(rectangle(field), shade)
                yield Stroke(rectangle(field), inks.faint, _EDGE)
                yield from self._field_items(card, field)
            top -= self._row_height + AIR

    def _field_items(self, card: Card, rect: Rect) -> Iterator[Item]:
        """Yield a rank over a symbol; a star for the joker."""
        x, _ = rect.center
        if card.suit is None or card.rank is None:
            yield text_at(x, rect.y + 0.4 * rect.height, "*", fonts.TEXT, 0.5 * rect.height, BLACK)
            return
        suit = self.pack.suits[card.suit]
        color = BLACK if self.pack.ink_saver else suit.color
        size = fonts.INDEX.size_for_figure_height(0.32 * rect.height)
        yield text_at(x, rect.y + 0.56 * rect.height, card.rank, fonts.INDEX, size, color)
        if suit.sized_symbol:
            place = combined_matrix(scaling(0.32 * rect.height), translation(x, rect.y + 0.28 * rect.height))
            for shape, ink in colored_shapes(suit.sized_symbol, color):
                yield Fill(shape, ink, place)
        else:
            low = rect.y + 0.15 * rect.height
            yield text_at(x, low, card.suit[:1], fonts.TEXT, 0.34 * rect.height, color)


# --- drawing cards


def card_face(pack: Pack, card: Card, trim: Rect) -> tuple[Form, Stroke]:
    """Return a card's face cut to its shape, and a thin line around it."""
    edge = piece_outline(pack.card, trim)
    return clipped_card(pack, card, trim), Stroke(edge, book_palette(pack).line, _EDGE)


def indexed_card(pack: Pack, card: Card, trim: Rect, strip: float, is_covered: bool) -> Form:
    """Return a card with its rank and suit in a strip at the left, the part that is visible in a row.

    strip: the width of the strip in points. is_covered: whether the next card covers the rest; otherwise the
    card shows its suit in the middle too.
    """
    place = [each.id for each in pack.cards].index(card.id)
    name = f"indexed{place}-{round(100 * strip / trim.width)}{'-covered' if is_covered else ''}"
    full = Rect(0, 0, trim.width, trim.height)
    return Form(name, full, trim, lambda rect: list(_indexed_card_items(pack, card, rect, strip, is_covered)))


def _indexed_card_items(pack: Pack, card: Card, trim: Rect, strip: float, is_covered: bool) -> Iterator[Item]:
    """Yield the items of a card as `indexed_card` shows it; a star replaces the joker."""
    edge = rounded_rectangle(trim.grown(-_EDGE / 2), pack.card.corner * trim.width / pack.card.width)
    yield Stroke(edge, book_palette(pack).line, _EDGE, WHITE)
    x, size = trim.x + 0.52 * strip, 0.86 * strip
    if card.suit is None or card.rank is None:
        yield text_at(x, trim.top - 1.5 * size, "*", fonts.TEXT, 1.6 * size, BLACK)
        if not is_covered:
            high = 0.7 * trim.height
            yield text_at(
                trim.center[0] + 0.4 * strip, trim.center[1] - 0.5 * high, "*", fonts.TEXT, high, BLACK
            )
        return
    suit = pack.suits[card.suit]
    color = ink_on_white(suit.color, pack)
    yield text_at(
        x, trim.top - 1.1 * size, card.rank, fonts.INDEX, min(size, _rank_type_size(card.rank, strip)), color
    )
    if suit.sized_symbol:
        places = [combined_matrix(scaling(0.9 * size), translation(x, trim.top - 1.85 * size))]
        if not is_covered:
            places.append(
                combined_matrix(
                    scaling(0.42 * trim.width), translation(trim.center[0] + 0.4 * strip, trim.center[1])
                )
            )
        for shape, ink in colored_shapes(suit.sized_symbol, color):
            yield Fills(shape, ink, tuple(places))
    else:
        yield text_at(x, trim.top - 2.1 * size, card.suit[:1], fonts.TEXT, size, color)


def _rank_type_size(rank: str, strip: float) -> float:
    """Return the type size at which a rank fits a strip."""
    return 0.94 * strip / fonts.INDEX.width(rank, 1.0)


def text_at(
    x: float,
    y: float,
    text: str,
    font: Font,
    size: float,
    color: Color,
    side: Literal["left", "middle", "right"] = "middle",
) -> Text:
    """Return a line of text that begins at x, is centred there, or ends there."""
    size = max(size, fonts.LEAST_TYPE)
    wide = font.width(text, size)
    start = {"left": x, "middle": x - wide / 2, "right": x - wide}[side]
    return Text(Run(text, start, y, size, font), color)


#: The maximum width of a card, the width below which its own index would be unreadable and rank and symbol
#: stand at the left edge instead, and the minimum before a row continues on the next line, in points.
_WIDEST, _FACED, _NARROWEST = 66.0, 52.0, 29.0
#: The visible share of a card in its widths, and how far a turn's cards are pushed out, in its heights.
_STEP, _PUSH = 0.24, 0.13


class TurnStrip(NamedTuple):
    """Cards of one turn in a line of the row, the exposed end's first; turn 0 is no turn."""

    turn: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class RowFigure(PackDrawing):
    """A row as it lies on the table, its exposed card at the right; broken into lines on a narrow page.

    turns: the number of cards of each turn; the cards of alternate turns are pushed up and down. Without
    turns the row lies straight. note: the text at the exposed card.
    """

    cards: tuple[Card, ...] = ()
    turns: tuple[int, ...] = ()
    note: str = ""
    #: Maximum width of a card, in points.
    widest: float = _WIDEST

    def fitted_to(self, measure: float, room: float) -> RowFigure:
        """Return the drawing fitted to a page's width and height, in points."""
        return replace(self, measure=measure, room=room)

    @property
    def alt(self) -> str:
        """Return the alternative text: the cards from the exposed one on, after the number of each turn."""
        if not self.turns:
            return ", ".join(card.label for card in self.cards) + "."
        ends = [sum(self.turns[:turn]) for turn in range(len(self.turns) + 1)]
        told = (", ".join(card.label for card in self.cards[a:b]) for a, b in pairwise(ends))
        words = self.pack.wording
        turns = (f"{turn}{words.colon}{cards}" for turn, cards in enumerate(told, 1))
        return words.semicolon.join(turns) + "."

    @cached_property
    def lines(self) -> tuple[tuple[TurnStrip, ...], ...]:
        """Return the strips of each line, in lines of about equal length."""
        strips, at = list[TurnStrip](), 0
        for turn, number in enumerate(self.turns, 1):
            strips.append(TurnStrip(turn, self.cards[at : at + number]))
            at += number
        strips += [TurnStrip(0, (card,)) for card in self.cards[at:]]
        ways = [_strips_by_line(strips, wanted) for wanted in range(1, 7)]
        good = (lines for lines in ways if self._fitting_card_width(lines) >= _NARROWEST)
        return next(good, None) or max(ways, key=self._fitting_card_width)

    def _fitting_card_width(self, lines: Sequence[Sequence[TurnStrip]]) -> float:
        """Return the card width at which these lines fit the page, side by side and one below the other."""
        longest = max(sum(len(strip.cards) for strip in line) for line in lines)
        across = self.measure / (1 + _STEP * (longest - 1))
        free = (self.room - self._note_height + AIR) / len(lines) - AIR - self._numbers_height
        ratio = self.pack.card.height / self.pack.card.width * (1 + (2 * _PUSH if self.turns else 0))
        return max(1.0, min(across, free / ratio))

    @cached_property
    def card_size(self) -> tuple[float, float]:
        """Return the width and height of a card, in points."""
        return self.size(min(self.widest, self._fitting_card_width(self.lines)))

    @property
    def _line_height(self) -> float:
        pushed = 2 * _PUSH * self.card_size[1] if self.turns else 0.0
        return self.card_size[1] + pushed + self._numbers_height

    @property
    def _numbers_height(self) -> float:
        return 2.6 * self.type_size if self.turns else 0.0

    @property
    def _note_height(self) -> float:
        return 1.5 * self.type_size if self.note else 0.0

    @property
    def width(self) -> float:
        """Return the width of the longest line in points."""
        longest = max(sum(len(strip.cards) for strip in line) for line in self.lines)
        return self.card_size[0] * (1 + _STEP * (longest - 1))

    @property
    def height(self) -> float:
        """Return the height of all lines and the note, in points."""
        return len(self.lines) * (self._line_height + AIR) - AIR + self._note_height

    def items(self, rect: Rect) -> Iterator[Item]:
        """Yield the lines from the top, each from its left, so that every card lies on the one before."""
        top = rect.top
        for place, line in enumerate(self.lines):
            yield from self._line_items(line, rect.right, top - self._line_height)
            top -= self._line_height + (self._note_height if not place else 0) + AIR
            if not place and self.note:
                size = 0.95 * self.type_size
                y = top + AIR + 0.45 * self.type_size
                yield text_at(rect.right, y, self.note, fonts.SANS_ITALIC, size, BLACK, "right")

    def _line_items(self, line: Sequence[TurnStrip], right: float, bottom: float) -> Iterator[Item]:
        """Yield a line of the row, which ends at `right`, with the number of each turn beside its cards."""
        wide, high = self.card_size
        step = _STEP * wide
        middle = bottom + (self._line_height - high) / 2
        count = sum(len(strip.cards) for strip in line)
        x = right - wide - (count - 1) * step
        for strip in reversed(line):
            y = middle + (_PUSH * high * (1 if strip.turn % 2 else -1) if strip.turn else 0)
            start = x
            for card in reversed(strip.cards):
                trim = Rect(x, y, wide, high)
                if wide < _FACED:
                    covered = strip is not line[0] or card is not strip.cards[0]
                    yield indexed_card(self.pack, card, trim, step, covered)
                else:
                    yield from card_face(self.pack, card, trim)
                x += step
            end = x if strip is not line[0] else x - step + wide
            if strip.turn:
                base = y + high + 0.4 * self.type_size if strip.turn % 2 else y - 1.05 * self.type_size
                middle_x, size = (start + end) / 2, 0.95 * self.type_size
                yield text_at(middle_x, base, str(strip.turn), fonts.TEXT, size, BLACK)


def _strips_by_line(strips: Sequence[TurnStrip], line_count: int) -> tuple[tuple[TurnStrip, ...], ...]:
    """Return the strips in `line_count` lines with about equally many cards."""
    total = sum(len(strip.cards) for strip in strips)
    lines: list[list[TurnStrip]] = [[]]
    seen = 0
    for strip in strips:
        middle = seen + len(strip.cards) / 2
        if len(lines) < line_count and lines[-1] and middle > total * len(lines) / line_count:
            lines.append([])
        lines[-1].append(strip)
        seen += len(strip.cards)
    return tuple(map(tuple, lines))
