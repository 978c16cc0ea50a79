"""A table seen from above, as a game is set up: players with their hands, and what lies in the middle.

The games for standard packs share it. All words come from their templates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ...art.items import Drawing, Fill, Item, Run, Stroke, Text
from ...books.boxes import palette
from ...geometry import Rect, chain, scale, shift
from ...pack.model import Card, Pack
from ...text import fonts
from ...text.fonts import SANS, TEXT, Font
from ...text.outlines import rounded_rectangle
from .trick_rows import outlined_card

if TYPE_CHECKING:
    from ...colour.colors import Color

#: The widest card (points), and the widest drawing, in cards.
_WIDEST, _ACROSS = 30.0, 10.4
#: Where players sit, clockwise from the reader, by their number.
_SIDES = {
    2: ("south", "north"),
    3: ("south", "northwest", "northeast"),
    4: ("south", "west", "north", "east"),
    5: ("south", "west", "northwest", "northeast", "east"),
}
#: In widths of a card: a hand's greatest width, its step, between cards in the middle, and to the edge.
_HAND, _STEP, _BETWEEN, _EDGE = 2.1, 0.26, 0.55, 0.4
#: Between places for cards, in widths of a card.
_APART = 0.14


class Seat(NamedTuple):
    """A player's side of the table: who sits there, and how many cards are held; 0 for a place laid free."""

    name: str
    hand: int


class Spot(NamedTuple):
    """What lies in the middle, and what it is called: a stock face down, or a card face up, or places."""

    name: str
    card: Card | None = None
    #: So many places side by side where cards will be played; 0 for a stock or a card.
    free: int = 0


class Wide(Protocol):
    """A drawing that fits a width and a height, and lies across the middle of the table."""

    @property
    def height(self) -> float:
        """Return its height in points."""
        ...

    @property
    def width(self) -> float:
        """Return its width in points."""
        ...

    def shaped(self, measure: float, height: float) -> Any:
        """Return the same for so wide and so high a room, in points."""
        ...

    def items(self, rect: Rect) -> Iterable[Item]:
        """Return its items in a rectangle of the same shape."""
        ...


@dataclass(frozen=True)
class TablePlan:
    """A table with two to five seats, clockwise from the reader's, and cards or a drawing in its middle."""

    pack: Pack
    seats: tuple[Seat, ...]
    spots: tuple[Spot, ...] = ()
    middle: Wide | None = None
    measure: float = 300.0
    room: float = 400.0

    def shaped(self, measure: float, height: float) -> TablePlan:
        """Return the same for so wide a text and so high a page, in points."""
        return replace(self, measure=measure, room=height)

    @property
    def type(self) -> float:
        """Return the size of type, in points."""
        return max(6.4, min(8.4, self.measure / 29))

    @property
    def _line(self) -> float:
        return 1.3 * self.type

    @cached_property
    def _card(self) -> tuple[float, float]:
        """Return the size of a card: as large as the width allows, smaller on a page that is not high."""
        ratio = self.pack.card.height / self.pack.card.width
        wide = min(_WIDEST, self.measure / _ACROSS)
        rows = 2 if self.middle else 3
        return min(wide, self.room / (rows * ratio + 5)), min(wide, self.room / (rows * ratio + 5)) * ratio

    @property
    def _edge(self) -> float:
        return _EDGE * self._card[0]

    @cached_property
    def _laid(self) -> Wide | None:
        """Return the drawing in the middle, as wide as the table."""
        if self.middle is None:
            return None
        free = self.room - 2 * self._seat_height - 4 * self._edge
        made: Wide = self.middle.shaped(self.width - 2 * self._edge, max(free, 60.0))
        return made

    @property
    def _seat_height(self) -> float:
        """Return the height of a hand with its name, or of a place that is free."""
        return self._card[1] + self._line if any(seat.hand for seat in self.seats) else 2.4 * self._line

    @property
    def _middle_height(self) -> float:
        return self._laid.height if self._laid else self._card[1] + self._line

    @property
    def width(self) -> float:
        """Return the width in points."""
        return self.measure if self.middle else min(self.measure, _ACROSS * self._card[0])

    @property
    def height(self) -> float:
        """Return the height in points."""
        return 2 * self._seat_height + self._middle_height + 4 * self._edge

    def items(self, rect: Rect) -> Iterator[Item]:
        """Yield its items in a rectangle of the same shape."""
        yield Drawing(tuple(self._items()), chain(scale(rect.width / self.width), shift(rect.x, rect.y)))

    def _items(self) -> Iterator[Item]:
        yield from self._ground()
        for seat, side in zip(self.seats, _SIDES[len(self.seats)], strict=True):
            yield from self._seat(seat, *self._place(side))
        middle = self._seat_height + 2 * self._edge
        if self._laid:
            x = (self.width - self._laid.width) / 2
            yield from self._laid.items(Rect(x, middle, self._laid.width, self._laid.height))
        else:
            yield from self._spots(middle + self._line)

    def _ground(self) -> Iterator[Item]:
        inks = palette(self.pack)
        shape = rounded_rectangle(Rect(0.5, 0.5, self.width - 1, self.height - 1), 0.5 * self._card[0])
        if inks.ground:
            yield Fill(shape, inks.ground)
        yield Stroke(shape, inks.line, 0.5)

    def _place(self, side: str) -> tuple[float, float]:
        """Return the middle of a seat and its lower end."""
        half = self._edge + _HAND * self._card[0] / 2
        x = {"west": half, "east": self.width - half, "northwest": 0.27 * self.width}.get(
            side, self.width / 2
        )
        if side == "northeast":
            x = 0.73 * self.width
        if side == "south":
            return x, self._edge
        if side in ("west", "east"):
            return x, self._seat_height + 2 * self._edge + (self._middle_height - self._seat_height) / 2
        return x, self._seat_height + self._middle_height + 3 * self._edge

    def _seat(self, seat: Seat, x: float, y: float) -> Iterator[Item]:
        """Yield a hand face down with its name below, or an outline for cards to come with the name in it."""
        wide, high = self._card
        if not seat.hand:
            across = min(0.62 * self.width, TEXT.width(seat.name, self.type) + 6 * self.type)
            place = Rect(x - across / 2, y, across, 2.4 * self._line)
            yield from self._free(place)
            yield from self._write(seat.name, x, place.center[1] - 0.33 * self.type)
            return
        step = min(_STEP, (_HAND - 1) / max(1, seat.hand - 1)) * wide
        left = x - (wide + step * (seat.hand - 1)) / 2
        for at in range(seat.hand):
            yield from self._back(Rect(left + at * step, y + self._line, wide, high))
        yield from self._write(seat.name, x, y + 0.36 * self.type)

    def _spots(self, y: float) -> Iterator[Item]:
        wide, high = self._card
        cards = [wide * (1 + max(0, spot.free - 1) * (1 + _APART)) for spot in self.spots]
        across = [
            max(own, TEXT.width(spot.name, self.type)) for own, spot in zip(cards, self.spots, strict=True)
        ]
        left = (self.width - sum(across) - _BETWEEN * wide * (len(across) - 1)) / 2
        for spot, own, room in zip(self.spots, cards, across, strict=True):
            place = Rect(left + (room - own) / 2, y, wide, high)
            for at in range(spot.free):
                yield from self._free(place.moved(at * wide * (1 + _APART), 0))
            if spot.card is not None:
                yield outlined_card(self.pack, spot.card, place)
            elif not spot.free:
                for under in (3, 2, 1, 0):
                    yield from self._back(place.moved(0.5 * under, -0.5 * under))
            yield from self._write(spot.name, left + room / 2, y - self._line + 0.36 * self.type)
            left += room + _BETWEEN * wide

    def _back(self, place: Rect) -> Iterator[Item]:
        """Yield a card face down: the back's colour, and a frame within."""
        inks = palette(self.pack)
        radius = self.pack.card.corner * place.width / self.pack.card.width
        ground: Color = inks.accent if inks.ground else inks.line
        yield Stroke(rounded_rectangle(place, radius), inks.paper, 0.5, ground)
        inner = place.grown(-0.09 * place.width)
        yield Stroke(rounded_rectangle(inner, 0.6 * radius), inks.paper, 0.4)

    def _free(self, place: Rect) -> Iterator[Item]:
        """Yield the outline of a place where cards will lie."""
        yield Stroke(
            rounded_rectangle(place, 4), palette(self.pack).faint, 0.7, round_ends=True, dash=(2.4, 2.4)
        )

    def _write(self, text: str, x: float, y: float, font: Font = SANS) -> Iterator[Item]:
        size = max(fonts.LEAST_TYPE, self.type)
        yield Text(Run(text, x - font.width(text, size) / 2, y, size, font), palette(self.pack).text)


def plan_of(
    pack: Pack, seats: Sequence[Sequence[Any]], spots: Sequence[Spot] = (), middle: Wide | None = None
) -> TablePlan:
    """Make a plan of what a template writes: for each seat its name and how many cards its player holds."""
    return TablePlan(pack, tuple(Seat(str(name), int(hand)) for name, hand in seats), tuple(spots), middle)
