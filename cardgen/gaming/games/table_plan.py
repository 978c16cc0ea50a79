"""A table seen from above, set up for a game: players with their hands, and the cards in the middle.

The games for standard packs share it. All words come from the templates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ...art.items import Drawing, Fill, Item, Run, Stroke, Text
from ...books.boxes import book_palette
from ...books.small_cards import outlined_card
from ...geometry import Rect, combined_matrix, scaling, translation
from ...pack.model import Card, Pack
from ...text import fonts
from ...text.fonts import SANS, TEXT, Font
from ...text.outlines import rounded_rectangle

if TYPE_CHECKING:
    from ...colour.colors import Color

#: Maximum width of a card (points), and of the drawing, in widths of a card.
_WIDEST, _ACROSS = 30.0, 10.4
#: The places of players by their number, clockwise from the reader.
_SIDES = {
    2: ("south", "north"),
    3: ("south", "northwest", "northeast"),
    4: ("south", "west", "north", "east"),
    5: ("south", "west", "northwest", "northeast", "east"),
}
#: In widths of a card: the maximum width of a hand, its step, the gap in the middle, the gap to the edge.
_HAND, _STEP, _BETWEEN, _EDGE = 2.1, 0.26, 0.55, 0.4
#: Gap between places for cards, in widths of a card.
_APART = 0.14


class Seat(NamedTuple):
    """A player at the table with the number of cards held; 0 shows an empty place."""

    name: str
    hand: int


class MiddleSpot(NamedTuple):
    """A labelled stock (face down), card (face up) or row of empty places in the middle of the table."""

    name: str
    card: Card | None = None
    #: Number of places side by side for cards to come; 0 for a stock or a card.
    free: int = 0


class MiddleDrawing(Protocol):
    """A drawing in the middle of the table, which can be fitted to a width and a height."""

    @property
    def height(self) -> float:
        """Return the height in points."""
        ...

    @property
    def width(self) -> float:
        """Return the width in points."""
        ...

    def fitted_to(self, measure: float, height: float) -> Any:
        """Return the drawing fitted to a width and a height in points."""
        ...

    def items(self, rect: Rect) -> Iterable[Item]:
        """Return the items of the drawing in a rectangle of the same proportions."""
        ...


@dataclass(frozen=True)
class TablePlan:
    """A table with two to five seats, clockwise from the reader's, and cards or a drawing in the middle."""

    pack: Pack
    seats: tuple[Seat, ...]
    spots: tuple[MiddleSpot, ...] = ()
    middle: MiddleDrawing | None = None
    measure: float = 300.0
    room: float = 400.0

    def fitted_to(self, measure: float, height: float) -> TablePlan:
        """Return the drawing fitted to a width of text and a height of page, in points."""
        return replace(self, measure=measure, room=height)

    @property
    def type_size(self) -> float:
        """Return the type size in points."""
        return max(6.4, min(8.4, self.measure / 29))

    @property
    def _line_height(self) -> float:
        return 1.3 * self.type_size

    @cached_property
    def _card_size(self) -> tuple[float, float]:
        """Return the width and height of a card: as large as the width allows, smaller on a low page."""
        ratio = self.pack.card.height / self.pack.card.width
        wide = min(_WIDEST, self.measure / _ACROSS)
        rows = 2 if self.middle else 3
        return min(wide, self.room / (rows * ratio + 5)), min(wide, self.room / (rows * ratio + 5)) * ratio

    @property
    def _edge_width(self) -> float:
        return _EDGE * self._card_size[0]

    @cached_property
    def _fitted_middle(self) -> MiddleDrawing | None:
        """Return the drawing in the middle, fitted to the table."""
        if self.middle is None:
            return None
        free = self.room - 2 * self._seat_height - 4 * self._edge_width
        made: MiddleDrawing = self.middle.fitted_to(self.width - 2 * self._edge_width, max(free, 60.0))
        return made

    @property
    def _seat_height(self) -> float:
        """Return the height of a hand with its name, or of an empty place."""
        return (
            self._card_size[1] + self._line_height
            if any(seat.hand for seat in self.seats)
            else 2.4 * self._line_height
        )

    @property
    def _middle_height(self) -> float:
        return self._fitted_middle.height if self._fitted_middle else self._card_size[1] + self._line_height

    @property
    def width(self) -> float:
        """Return the width in points."""
        return self.measure if self.middle else min(self.measure, _ACROSS * self._card_size[0])

    @property
    def height(self) -> float:
        """Return the height in points."""
        return 2 * self._seat_height + self._middle_height + 4 * self._edge_width

    def items(self, rect: Rect) -> Iterator[Item]:
        """Yield the items of the drawing in a rectangle of the same proportions."""
        yield Drawing(
            tuple(self._items()),
            combined_matrix(scaling(rect.width / self.width), translation(rect.x, rect.y)),
        )

    def _items(self) -> Iterator[Item]:
        yield from self._table_outline()
        for seat, side in zip(self.seats, _SIDES[len(self.seats)], strict=True):
            yield from self._seat_items(seat, *self._seat_position(side))
        middle = self._seat_height + 2 * self._edge_width
        if self._fitted_middle:
            x = (self.width - self._fitted_middle.width) / 2
            yield from self._fitted_middle.items(
                Rect(x, middle, self._fitted_middle.width, self._fitted_middle.height)
            )
        else:
            yield from self._spot_items(middle + self._line_height)

    def _table_outline(self) -> Iterator[Item]:
        inks = book_palette(self.pack)
        shape = rounded_rectangle(Rect(0.5, 0.5, self.width - 1, self.height - 1), 0.5 * self._card_size[0])
        if inks.ground:
            yield Fill(shape, inks.ground)
        yield Stroke(shape, inks.line, 0.5)

    def _seat_position(self, side: str) -> tuple[float, float]:
        """Return the horizontal centre of a seat and its lower edge."""
        half = self._edge_width + _HAND * self._card_size[0] / 2
        x = {"west": half, "east": self.width - half, "northwest": 0.27 * self.width}.get(
            side, self.width / 2
        )
        if side == "northeast":
            x = 0.73 * self.width
        if side == "south":
            return x, self._edge_width
        if side in ("west", "east"):
            return x, self._seat_height + 2 * self._edge_width + (self._middle_height - self._seat_height) / 2
        return x, self._seat_height + self._middle_height + 3 * self._edge_width

    def _seat_items(self, seat: Seat, x: float, y: float) -> Iterator[Item]:
        """Yield a hand face down with the name below, or an empty place with the name in it."""
        wide, high = self._card_size
        if not seat.hand:
            across = min(0.62 * self.width, TEXT.width(seat.name, self.type_size) + 6 * self.type_size)
            place = Rect(x - across / 2, y, across, 2.4 * self._line_height)
            yield from self._empty_place(place)
            yield from self._centred_text(seat.name, x, place.center[1] - 0.33 * self.type_size)
            return
        step = min(_STEP, (_HAND - 1) / max(1, seat.hand - 1)) * wide
        left = x - (wide + step * (seat.hand - 1)) / 2
        for at in range(seat.hand):
            yield from self._card_back(Rect(left + at * step, y + self._line_height, wide, high))
        yield from self._centred_text(seat.name, x, y + 0.36 * self.type_size)

    def _spot_items(self, y: float) -> Iterator[Item]:
        """Yield the cards and places in the middle with their names below. y: their lower edge, in points."""
        wide, high = self._card_size
        cards = [wide * (1 + max(0, spot.free - 1) * (1 + _APART)) for spot in self.spots]
        across = [
            max(own, TEXT.width(spot.name, self.type_size))
            for own, spot in zip(cards, self.spots, strict=True)
        ]
        left = (self.width - sum(across) - _BETWEEN * wide * (len(across) - 1)) / 2
        for spot, own, room in zip(self.spots, cards, across, strict=True):
            place = Rect(left + (room - own) / 2, y, wide, high)
            for at in range(spot.free):
                yield from self._empty_place(place.moved(at * wide * (1 + _APART), 0))
            if spot.card is not None:
                yield outlined_card(self.pack, spot.card, place)
            elif not spot.free:
                for under in (3, 2, 1, 0):
                    yield from self._card_back(place.moved(0.5 * under, -0.5 * under))
            yield from self._centred_text(
                spot.name, left + room / 2, y - self._line_height + 0.36 * self.type_size
            )
            left += room + _BETWEEN * wide

    def _card_back(self, place: Rect) -> Iterator[Item]:
        """Yield a card face down: the back's colour with a frame."""
        inks = book_palette(self.pack)
        radius = self.pack.card.corner * place.width / self.pack.card.width
        ground: Color = inks.accent if inks.ground else inks.line
        yield Stroke(rounded_rectangle(place, radius), inks.paper, 0.5, ground)
        inner = place.grown(-0.09 * place.width)
        yield Stroke(rounded_rectangle(inner, 0.6 * radius), inks.paper, 0.4)

    def _empty_place(self, place: Rect) -> Iterator[Item]:
        """Yield the outline of an empty place for cards."""
        yield Stroke(
            rounded_rectangle(place, 4), book_palette(self.pack).faint, 0.7, round_ends=True, dash=(2.4, 2.4)
        )

    def _centred_text(self, text: str, x: float, y: float, font: Font = SANS) -> Iterator[Item]:
        size = max(fonts.LEAST_TYPE, self.type_size)
        yield Text(Run(text, x - font.width(text, size) / 2, y, size, font), book_palette(self.pack).text)


def table_plan(
    pack: Pack,
    seats: Sequence[Sequence[Any]],
    spots: Sequence[MiddleSpot] = (),
    middle: MiddleDrawing | None = None,
) -> TablePlan:
    """Return a plan for a template. seats: the name and the number of cards of each, the reader first."""
    return TablePlan(pack, tuple(Seat(str(name), int(hand)) for name, hand in seats), tuple(spots), middle)
