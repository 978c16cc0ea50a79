"""Drawings for NEVER OVER: the table seen from above, and the parts of a card with numbers beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ....art.face import plan_face
from ....art.frame import Frame
from ....art.index_face import stripe_outlines
from ....art.items import Drawing, Fill, Item, Label, Run, Stroke, Text
from ....books.boxes import book_palette
from ....books.small_cards import framed_card
from ....colour.colors import WHITE
from ....geometry import Rect, combined_matrix, rotation, scaling, translation
from ....pack.model import Card, Pack
from ....text import fonts
from ....text.fitting import largest_line_size
from ....text.outlines import ellipse, open_line, rounded_rectangle
from ....units import MM

#: Maximum width of a card on the table, and width from which players sit above and below, in points.
_WIDEST, _WIDE = 27.0, 280.0
#: In widths of a card: gaps between the two piles of a player, between players, and from card to edge.
_PAIR, _BETWEEN, _EDGE = 0.16, 0.8, 0.32
#: The share of a discard that the next one leaves uncovered, sideways and downwards.
_SIDE, _DOWN = 0.34, 0.27
#: A hand: its card size, width, and height of the arc, relative to a card on the table; its distance below a
#: card's lower edge in heights of the held card; and the angle between cards in degrees.
_HELD, _HAND, _SAG, _GRIP, _TURN = 0.44, 0.7, 0.16, 2.2, 6.5
#: Type size and line height in drawings, in points.
_TYPE, _LINE = 7.6, 11.0
#: The size of a white number, in radii of its disc.
_NUMBER = 1.5
#: Maximum number of discards drawn, and of edges drawn of the stock.
MOST_DISCARDS, _STACK = 5, 4

Part = Literal["small", "large", "stripe"]


class PlayerPlace(NamedTuple):
    """A player with the top cards of the green and the red pile; None for an empty pile."""

    name: str
    green: Card | None
    red: Card | None
    #: Shown in a badge behind the name; None for no badge.
    points: int | None = None
    #: Number of cards held, drawn as a fan of backs; 0 draws no hand.
    hand: int = 0


class _TablePositions(NamedTuple):
    """The positions of everything, with the origin at the drawing's lower left, in points."""

    width: float
    height: float
    table: Rect
    card: tuple[float, float]
    #: For each player the lower left of the green pile, the centre and baseline of the name, and the centre
    #: of the hand's lower edge.
    piles: tuple[tuple[float, float], ...]
    names: tuple[tuple[float, float], ...]
    hands: tuple[tuple[float, float], ...]
    stock: tuple[float, float]
    #: The lower left of the oldest discard, and the offset of the next one.
    discards: tuple[float, float]
    step: tuple[float, float]
    #: The centres and baselines of the names of the two stacks.
    words: tuple[tuple[float, float], tuple[float, float]]


class TableTop(NamedTuple):
    """Players round a table, clockwise, with their piles, and stock and discards in the middle."""

    pack: Pack
    places: tuple[PlayerPlace, ...]
    #: The oldest first.
    discards: tuple[Card, ...] = ()
    stock: bool = True
    #: The words in the outlines of empty green and red piles.
    words: tuple[str, str] = ("", "")
    #: The words beside stock and discards.
    stacks: tuple[str, str] = ("stock", "discards")
    measure: float = 385.0

    def fitted_to(self, measure: float, height: float) -> TableTop:
        """Return the drawing fitted to a width in points: the players sit where there is room."""
        return self._replace(measure=measure)

    @property
    def width(self) -> float:
        """Return the width in points."""
        return self._positions.width

    @property
    def height(self) -> float:
        """Return the height in points."""
        return self._positions.height

    @property
    def _positions(self) -> _TablePositions:
        ratio = self.pack.card.height / self.pack.card.width
        lay = _wide_positions if self.measure >= _WIDE else _narrow_positions
        held = any(place.hand for place in self.places)
        wide = fonts.TEXT.width(self.stacks[0], _TYPE), fonts.TEXT.width(self.stacks[1], _TYPE)
        return lay(len(self.places), min(len(self.discards), MOST_DISCARDS), self.measure, ratio, held, wide)

    def items(self, rect: Rect) -> Iterator[Item]:
        """Yield the items of the drawing in a rectangle of the same proportions."""
        spots = self._positions
        place = combined_matrix(scaling(rect.width / spots.width), translation(rect.x, rect.y))
        yield Drawing(tuple(self._items(spots)), place)

    def _items(self, spots: _TablePositions) -> Iterator[Item]:
        inks = book_palette(self.pack)
        shape = rounded_rectangle(spots.table, 0.45 * spots.card[1])
        if inks.ground:
            yield Fill(shape, inks.ground)
        yield Stroke(shape, inks.accent, 1.1)
        for place, (x, y), name, hand in zip(self.places, spots.piles, spots.names, spots.hands, strict=True):
            yield from self._pile_items(Rect(x, y, *spots.card), place.green, self.words[0])
            yield from self._pile_items(
                Rect(x + (1 + _PAIR) * spots.card[0], y, *spots.card), place.red, self.words[1]
            )
            yield from self._name_items(place, *name)
            yield from self._hand_items(place.hand, *hand, spots.card)
        yield from self._stack_items(spots)

    def _name_items(self, place: PlayerPlace, cx: float, base: float) -> Iterator[Item]:
        """Yield a name with the points in a badge behind it, centred at cx."""
        if place.points is None:
            yield _centred_line(place.name, cx, base, self.pack)
            return
        inks, said = book_palette(self.pack), str(place.points)
        name, high = fonts.TEXT.width(place.name, _TYPE), 1.32 * _TYPE
        wide = max(high, fonts.INDEX.width(said, _TYPE) + 0.7 * _TYPE)
        left = cx - (name + 0.45 * _TYPE + wide) / 2
        badge = Rect(left + name + 0.45 * _TYPE, base + 0.35 * _TYPE - high / 2, wide, high)
        yield _centred_line(place.name, left + name / 2, base, self.pack)
        yield Fill(rounded_rectangle(badge, high / 2), inks.accent)
        x = badge.center[0] - fonts.INDEX.width(said, _TYPE) / 2
        yield Text(Run(said, x, base, _TYPE, fonts.INDEX), inks.paper)

    def _hand_items(self, held: int, cx: float, base: float, card: tuple[float, float]) -> Iterator[Item]:
        """Yield a hand as its player holds it: a fan of backs."""
        width, height = _HELD * card[0], _HELD * card[1]
        shape = rounded_rectangle(Rect(-width / 2, _GRIP * height, width, height), self._corner_radius(width))
        for number in range(held):
            degrees = -_TURN * (number - (held - 1) / 2)
            fan = combined_matrix(rotation(degrees), translation(cx, base + _SAG * card[1] - _GRIP * height))
            yield Drawing((Stroke(shape, WHITE, 0.5, self.pack.back.color),), fan)

    def _stack_items(self, spots: _TablePositions) -> Iterator[Item]:
        """Yield stock and discards; a dotted outline for an empty stack."""
        width, height = spots.card
        stock, first = Rect(*spots.stock, width, height), Rect(*spots.discards, width, height)
        for under in range(_STACK if self.stock else 0, 0, -1):
            edge = stock.moved(0.35 * under, -0.5 * under)
            radius = self._corner_radius(width)
            yield Stroke(rounded_rectangle(edge, radius), book_palette(self.pack).line, 0.5, WHITE)
        if self.stock:
            yield from framed_card(self.pack, None, stock)
        else:
            yield from self._pile_items(stock, None, "")
        for number, card in enumerate(self.discards[-MOST_DISCARDS:]):
            yield from self._pile_items(first.moved(number * spots.step[0], number * spots.step[1]), card, "")
        if not self.discards:
            yield from self._pile_items(first, None, "")
        for word, (cx, base) in zip(self.stacks, spots.words, strict=True):
            yield _centred_line(word, cx, base, self.pack)

    def _pile_items(self, rect: Rect, card: Card | None, word: str) -> Iterator[Item]:
        """Yield the top card of a pile, or a dotted outline with a word in it."""
        if card is not None:
            yield from framed_card(self.pack, card, rect)
            return
        inks = book_palette(self.pack)
        yield Stroke(
            rounded_rectangle(rect, self._corner_radius(rect.width)),
            inks.accent,
            0.9,
            round_ends=True,
            dash=(0.01, 2.4),
        )
        size = largest_line_size(word, fonts.TEXT, 0.86 * rect.width, _TYPE) if word else 0.0
        if size >= fonts.LEAST_TYPE:
            yield _centred_line(word, rect.center[0], rect.center[1] - 0.35 * size, self.pack, size)

    def _corner_radius(self, width: float) -> float:
        return self.pack.card.corner * width / self.pack.card.width


class StockAndDiscards(NamedTuple):
    """Stock and discards alone, as they lie in the middle of a table."""

    pack: Pack
    #: The oldest first.
    discards: tuple[Card, ...]
    measure: float = 130.0

    def fitted_to(self, measure: float, height: float) -> StockAndDiscards:
        """Return the drawing fitted to a width in points."""
        return self._replace(measure=min(measure, 130.0))

    @property
    def _card_width(self) -> float:
        """Return the width of a card in points."""
        return min(_WIDEST, self.measure / self._cards_across)

    @property
    def _cards_across(self) -> float:
        """Return the width of all cards side by side, in card widths; only visible parts of cards count."""
        return 2 + 3 * _PAIR + _SIDE * max(0, len(self.discards) - 1)

    @property
    def width(self) -> float:
        """Return the width in points."""
        return self._cards_across * self._card_width

    @property
    def height(self) -> float:
        """Return the height in points."""
        return self._card_width * self.pack.card.height / self.pack.card.width

    def items(self, rect: Rect) -> Iterator[Item]:
        """Yield the items of the drawing in a rectangle of the same proportions."""
        card = rect.width / self._cards_across
        yield from framed_card(self.pack, None, Rect(rect.x, rect.y, card, rect.height))
        for number, each in enumerate(self.discards):
            x = rect.x + (1 + 3 * _PAIR + _SIDE * number) * card
            yield from framed_card(self.pack, each, Rect(x, rect.y, card, rect.height))


def _centred_line(text: str, cx: float, base: float, pack: Pack, size: float = _TYPE) -> Text:
    font = fonts.TEXT
    return Text(Run(text, cx - font.width(text, size) / 2, base, size, font), book_palette(pack).text)


def _wide_positions(
    players: int, discards: int, measure: float, ratio: float, held: bool, words_wide: tuple[float, float]
) -> _TablePositions:
    """Return positions with half of the players above and half below the table.

    discards: how many are drawn. measure: the width for the drawing in points. ratio: the height of a card
    divided by its width. held: whether hands are drawn. words_wide: the widths of the words at the stock and
    at the discards, in points.
    """
    rows = (players + 1) // 2, players // 2
    pair = 2 + _PAIR
    units = rows[0] * pair + (rows[0] - 1) * _BETWEEN + 2 * _EDGE + 0.6
    spread = 2 + _PAIR * 3 + _SIDE * max(0, discards - 1)
    units = max(units, spread + 6.0)
    c = min(_WIDEST, measure / units)
    width, high = units * c, ratio * c
    gap = 0.42 * c
    hand = _HAND * high if held else 0.0
    table = Rect(0, _LINE, width, 3 * high + 2 * gap + 2 * hand + 2 * _EDGE * c)
    y_top, y_low = table.top - _EDGE * c - hand - high, table.y + _EDGE * c + hand
    top = [(x, y_top) for x in _spaced_lefts(rows[0], pair * c, width)]
    low = [(x, y_low) for x in _spaced_lefts(rows[1], pair * c, width)][::-1]
    half = pair * c / 2
    names = [(x + half, table.top + 0.38 * _LINE) for x, _ in top]
    names += [(x + half, table.y - 0.72 * _LINE) for x, _ in low]
    hands = [(x + half, table.top - _EDGE * c - 0.9 * hand) for x, _ in top]
    hands += [(x + half, table.y + _EDGE * c) for x, _ in low]
    y = y_low + high + gap
    left = (width - spread * c) / 2
    right = left + (1 + 3 * _PAIR) * c
    base = y + high / 2 - 0.35 * _TYPE
    words = (
        (left - 0.35 * c - words_wide[0] / 2, base),
        (left + spread * c + 0.35 * c + words_wide[1] / 2, base),
    )
    return _TablePositions(
        *(width, table.top + _LINE, table, (c, high)),
        piles=(*top, *low),
        names=tuple(names),
        hands=tuple(hands),
        stock=(left, y),
        discards=(right, y),
        step=(_SIDE * c, 0.0),
        words=words,
    )


def _spaced_lefts(count: int, wide: float, width: float) -> list[float]:
    """Return the left edges of `count` items in a row with equal gaps between and beside them."""
    air = (width - count * wide) / max(count + 1, 1)
    return [air + place * (wide + air) for place in range(count)]


def _narrow_positions(
    players: int, discards: int, measure: float, ratio: float, held: bool, words_wide: tuple[float, float]
) -> _TablePositions:
    """Return positions with half of the players at the left and half at the right of the table.

    For the arguments see `_wide_positions`.
    """
    sides = players // 2, (players + 1) // 2
    pair = 2 + _PAIR
    units = 2 * pair + 2 * _EDGE + 2 * 0.55 + 1
    c = min(_WIDEST, measure / units)
    width, high = units * c, ratio * c
    hand = _HAND * high if held else 0.0
    stride = high + hand + 1.5 * _LINE
    middle = 2 * high + _DOWN * high * max(0, discards - 1) + 3.0 * _LINE
    inner = max(sides[1] * stride, middle)
    table = Rect(0, 0, width, inner + 2 * _EDGE * c + 0.2 * _LINE)
    left_x, right_x = _EDGE * c, width - (_EDGE + pair) * c
    left = [(left_x, y + hand) for y in _row_bottoms(sides[0], stride, table)][::-1]
    right = [(right_x, y + hand) for y in _row_bottoms(sides[1], stride, table)]
    piles = (*left, *right)
    names = tuple((x + pair * c / 2, y + high + 0.3 * _LINE) for x, y in piles)
    hands = tuple((x + pair * c / 2, y - 0.98 * hand) for x, y in piles)
    x = (width - c) / 2
    stock = (x, table.top - (table.height - middle) / 2 - high)
    first = (x, stock[1] - 1.7 * _LINE - high)
    step = (0.0, -_DOWN * high)
    last = first[1] + step[1] * max(0, discards - 1)
    words = ((width / 2, stock[1] - 0.95 * _LINE), (width / 2, last - 0.9 * _LINE))
    return _TablePositions(
        width, table.height, table, (c, high), piles, names, hands, stock, first, step, words
    )


def _row_bottoms(count: int, stride: float, table: Rect) -> list[float]:
    """Return the bottoms of `count` rows, the highest first, vertically centred in the table."""
    start = table.y + (table.height - count * stride) / 2
    return [start + place * stride for place in reversed(range(count))]


class Anatomy(NamedTuple):
    """A card of each colour, with numbers beside its indices and its stripe."""

    pack: Pack
    cards: tuple[Card, ...]
    parts: tuple[Part, ...]
    measure: float = 385.0
    room: float = 400.0

    def fitted_to(self, measure: float, height: float) -> Anatomy:
        """Return the drawing fitted to a width and a height in points."""
        return self._replace(measure=measure, room=height)

    @property
    def _card_size(self) -> tuple[float, float]:
        """Return the width and height of a card in points.

        The width is at most 100 points and 62 % of a real card's, or less if the drawing has no room.
        """
        ratio = self.pack.card.height / self.pack.card.width
        wide = min(100.0, 0.27 * self.measure, 0.9 * self.room / ratio, 0.62 * self.pack.card.width)
        return wide, wide * ratio

    @property
    def width(self) -> float:
        """Return the width in points."""
        return 2 * self._card_size[0] + 2 * self._number_distance + self._gap

    @property
    def height(self) -> float:
        """Return the height in points."""
        return self._card_size[1] + 1

    @property
    def _number_distance(self) -> float:
        """Return the distance of the numbers from the card."""
        return max(14.0, 0.22 * self._card_size[0])

    @property
    def _gap(self) -> float:
        return max(10.0, 0.2 * self._card_size[0])

    def items(self, rect: Rect) -> Iterator[Item]:
        """Yield the items of the drawing in a rectangle of the same proportions."""
        yield Drawing(
            tuple(self._items()),
            combined_matrix(scaling(rect.width / self.width), translation(rect.x, rect.y)),
        )

    def _items(self) -> Iterator[Item]:
        wide, high = self._card_size
        for place, card in enumerate(self.cards[:2]):
            trim = Rect(self._number_distance + place * (wide + self._gap), 0.5, wide, high)
            yield from framed_card(self.pack, card, trim)
            yield from self._number_items(card, trim, right=place == 1)

    def _number_items(self, card: Card, trim: Rect, right: bool) -> Iterator[Item]:
        """Yield the numbers beside one card, each with a line to its part."""
        inks = book_palette(self.pack)
        radius = max(fonts.LEAST_REVERSED_TYPE / _NUMBER, min(5.4, 0.32 * self._number_distance))
        out = (
            trim.right + self._number_distance - radius if right else trim.x - self._number_distance + radius
        )
        for number, part in enumerate(self.parts, 1):
            spot = point_on_part(self.pack, card, part, trim, right)
            if spot is None:
                continue
            x, y = spot
            yield Stroke(open_line((out, y), (x, y)), WHITE, 2.2)
            yield Stroke(open_line((out, y), (x, y)), inks.text, 0.7)
            yield Fill(ellipse(x, y, 1.5), WHITE)
            yield Fill(ellipse(x, y, 1.1), inks.text)
            yield Fill(ellipse(out, y, radius), inks.accent)
            size = _NUMBER * radius
            wide = fonts.INDEX.width(str(number), size)
            yield Text(Run(str(number), out - wide / 2, y - 0.33 * size, size, fonts.INDEX), inks.paper)


def point_on_part(pack: Pack, card: Card, part: Part, trim: Rect, right: bool) -> tuple[float, float] | None:
    """Return a point on a part of a card, at its left or right; None if the card does not have the part."""
    if card.kind != "index":
        return None
    if part == "stripe":
        return _point_on_stripe(pack, card, trim, right)
    boxes = [
        item.bounds for item in plan_face(pack, card, trim) if isinstance(item, Label) and item.role == part
    ]
    if not boxes:
        return None
    box = max(boxes, key=lambda each: each.center[0] if right else -each.center[0])
    beside = 1.2 * MM * trim.width / pack.card.width
    return (box.right + beside if right else box.x - beside), box.center[1]


def _point_on_stripe(pack: Pack, card: Card, trim: Rect, right: bool) -> tuple[float, float] | None:
    """Return the point on the middle of the stripe, an eighth of the card's width from its edge."""
    if not stripe_outlines(Frame(pack, trim), card):
        return None
    along = 0.86 if right else 0.14
    up = along if pack.stripe.start == "bottom-left" else 1 - along
    return trim.x + along * trim.width, trim.y + up * trim.height
