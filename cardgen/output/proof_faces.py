"""The block of a face in a proof: enlarged, with outlines over it, and its inks and notes beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..art.items import Fill, Item, Stroke
from ..art.piece_outline import piece_outline
from ..colour.colors import WHITE, Color, color_from_cmyk, color_from_hex
from ..geometry import Rect
from ..pack.model import CardFormat, Pack
from ..pack.words import Wording
from ..prepress.printers.model import Printer
from ..text.fonts import INDEX, TEXT
from ..text.outlines import Point, Shape, contours, ellipse, open_line, points_of_contour, rectangle
from ..units import length_text, size_text
from .proof_report import PLATE_NAMES, ink_limit, points_text, side_remarks
from .proof_sides import PictureUsed, ProofSide
from .proof_type import (
    BODY,
    DOUBT,
    GREY,
    INK,
    RULE,
    SMALL,
    leading_of_size,
    left_line,
    right_line,
    rule_line,
    shortened_proof_line,
    stacked_lines,
    text_in_font,
    wrapped_lines,
)

#: The width of the labels to the right of the bleed, in points.
LABELS = 84.0
_CUT, _SAFE, _BLEED = color_from_hex("#111111"), color_from_hex("#111111"), color_from_hex("#1B6FB5")
#: A slightly wider white line under each, so that it is visible on any ground.
_CASING = 1.0
_THIN, _CUT_WIDTH = 0.45, 0.6
_DASH = (4.0, 3.0)
#: From the edge of the bleed to the bend of a leader, and to the label.
_BEND, _WORDS = 5.0, 14.0


class _LabelledOutline(NamedTuple):
    """An outline, the start of its leader, and its label."""

    shape: Shape
    start: tuple[float, float]
    words: tuple[str, ...]
    color: Color
    width: float
    dash: tuple[float, float] | None = None


def outlines_over_card(card: CardFormat, trim: Rect, scale: float, wording: Wording) -> Iterator[Item]:
    """Yield the outlines of bleed, cut and safe zone over a card, and their labels at its right.

    trim: that of the card on the page. scale: how much the card is enlarged.
    """
    edges = list(_labelled_outlines(card, trim, scale, wording))
    right = trim.right + card.bleed * scale
    for edge in edges:
        if edge.dash is not None or edge.color != _BLEED:
            yield Stroke(edge.shape, WHITE, edge.width + _CASING)
        yield Stroke(edge.shape, edge.color, edge.width, dash=edge.dash)
    below = trim.top + card.bleed * scale + 1
    for edge in edges:
        items, below = _leader_and_label(edge, right, below)
        yield from items


def _labelled_outlines(
    card: CardFormat, trim: Rect, scale: float, wording: Wording
) -> Iterator[_LabelledOutline]:
    """Yield the outlines of bleed, cut and safe zone, in this order."""
    sentence, local = wording.sentence, wording.with_local_decimal_sign
    if card.bleed > 0:
        said = sentence("bleed {bleed}", bleed=local(length_text(card.bleed)))
        yield _LabelledOutline(*_offset_outline(card, trim, card.bleed * scale, 0.2), (said,), _BLEED, _THIN)
    cut, start = _offset_outline(card, trim, 0.0, 0.1)
    words = [sentence("cut {size}", size=local(size_text(*card.size)))]
    if card.shape == "rectangle":
        corner = card.corner * scale
        cut, start = piece_outline(card, trim), (trim.right - corner, trim.top)
        words.append(sentence("corners {corner}", corner=local(length_text(card.corner))))
    yield _LabelledOutline(cut, start, tuple(words), _CUT, _CUT_WIDTH)
    if card.safe > 0:
        said = sentence("safe {safe}", safe=local(length_text(card.safe)))
        yield _LabelledOutline(
            *_offset_outline(card, trim, -card.safe * scale, 0.0), (said,), _SAFE, _THIN, _DASH
        )


def _offset_outline(
    card: CardFormat, trim: Rect, distance: float, height_share: float
) -> tuple[Shape, Point]:
    """Return an outline of the card, moved outwards, and the start of its leader on the right.

    distance: how far it is moved, in points; negative for inwards. height_share: how far the leader is above
    the middle, as a part of the height. On a rectangle, corners are square and the leader starts at one of
    them.
    """
    if card.shape == "rectangle":
        rect = trim.grown(distance)
        return rectangle(rect), (rect.right, rect.top)
    moved, y = piece_outline(card, trim, distance), trim.center[1] + height_share * trim.height
    # Moved inwards, an outline may have several parts, of which none need lie at this height.
    parts = [points_of_contour(part) for part in contours(moved)]
    crossed = [
        ax + (bx - ax) * (y - ay) / (by_ - ay)
        for points in parts
        for (ax, ay), (bx, by_) in zip(points, [*points[1:], points[0]], strict=True)
        if (ay <= y) != (by_ <= y)
    ]
    return moved, (max(crossed), y) if crossed else max(point for points in parts for point in points)


def _leader_and_label(edge: _LabelledOutline, right: float, below: float) -> tuple[list[Item], float]:
    """Return the items of a leader with its label, and the y below which the next label may begin.

    right: the x of the card's right edge. below: the y below which this label may begin.
    """
    x, y = edge.start
    middle = min(y, below - leading_of_size(SMALL) / 2)
    points = [(x, y), (right + _BEND, y), (right + _WORDS - 2, middle)]
    items: list[Item] = []
    if x < right:
        items.append(Stroke(open_line(*points[:2]), WHITE, _THIN + _CASING))
    items.append(Stroke(open_line(*points), edge.color, _THIN))
    top = middle + leading_of_size(SMALL) / 2
    for words in edge.words:
        color = edge.color if edge.color == _BLEED else INK
        items += left_line(right + _WORDS, top, words, SMALL, color)
        top -= leading_of_size(SMALL)
    return items, top


#: The width of the notes beside a face, their height if they are below it, and the gap (points).
_NOTES, _NOTES_BELOW, _AIR = 184.0, 232.0, 10.0
#: Minimum height of notes beside a face, and the maximum scale of a card.
LEAST_HEIGHT, _LARGEST = 215.0, 2.5
#: Sizes of a card's label, of which the largest that fits is used.
_LABELS = (22.0, 17.0, 13.0)
#: The right edges of the columns of the table of colours, from its left: C, M, Y, K, total.
_COLUMNS = (44.0, 66.0, 88.0, 110.0, 141.0)
_SWATCH = 9.0
#: The width of the dot before the name of an ink, and the gap between two inks.
_DOT, _APART = 10.0, 8.0
#: Maximum number of lines of remarks on a face.
_MOST_LINES = 8
_PLATES = {
    "cyan": color_from_cmyk((1, 0, 0, 0)),
    "magenta": color_from_cmyk((0, 1, 0, 0)),
    "yellow": color_from_cmyk((0, 0, 1, 0)),
    "black": color_from_cmyk((0, 0, 0, 1)),
}
_SPOT = color_from_hex("#E0007A")


class FaceRoom(NamedTuple):
    """How large cards are drawn in a cell, and where their notes are."""

    cell: tuple[float, float]
    scale: float
    #: The upper left corner of the notes, from the cell's upper left corner.
    notes: tuple[float, float]


def face_room(pack: Pack, width: float, height: float, notes_below: bool = False) -> FaceRoom:
    """Return the room for a card in a cell of this size (points): the scale at which it fits, and the place
    of its notes.

    notes_below: whether the notes are below the card instead of beside it.
    """
    card = pack.card
    wide, high = card.width + 2 * card.bleed, card.height + 2 * card.bleed
    free = (
        (width - LABELS, height - _NOTES_BELOW - 2)
        if notes_below
        else (width - LABELS - _NOTES - _AIR, height - 2)
    )
    scale = min(free[0] / wide, free[1] / high, _LARGEST)
    notes = (0.0, scale * high + _AIR) if notes_below else (scale * wide + LABELS + _AIR, 0.0)
    return FaceRoom((width, height), scale, notes)


def face_block(
    pack: Pack,
    printer: Printer | None,
    side: ProofSide,
    room: FaceRoom,
    corner: tuple[float, float],
    wording: Wording,
) -> list[Item]:
    """Return the items around the picture of a face: outlines, labels and notes.

    corner: the upper left one of its block, in points.
    """
    x, top = corner
    blank = pack.card.seen_from_back if side.is_back else pack.card
    over = outlines_over_card(blank, trim_in_block(pack, room, corner), room.scale, wording)
    notes = _Notes(x + room.notes[0], top - room.notes[1], top - room.cell[1], wording)
    notes.add(side, pack, printer)
    return [*over, *notes.items]


def trim_in_block(pack: Pack, room: FaceRoom, corner: tuple[float, float]) -> Rect:
    """Return the trim of a card in its block. corner: the upper left one of the block, in points."""
    bleed = pack.card.bleed * room.scale
    width, height = (side * room.scale for side in pack.card.size)
    return Rect(corner[0] + bleed, corner[1] - bleed - height, width, height)


#: A function that adds a part of the notes, and its height.
_Part = tuple[Callable[[], None], float]


class _Notes:
    """The notes on a face, written from the top down. The least important notes come last, and notes without
    room are left out.
    """

    def __init__(self, x: float, top: float, end: float, wording: Wording) -> None:
        self.items: list[Item] = []
        self.x, self.top, self.end = x, top, end
        self.wording, self.sentence = wording, wording.sentence

    def add(self, side: ProofSide, pack: Pack, printer: Printer | None) -> None:
        """Add all notes on a side."""
        self._add_title(side)
        found = list(side_remarks(side, pack, printer))
        if found:
            told = [(self.wording.translate(text), self.wording.translate(hint)) for text, hint in found]
            said = " ".join(f"{text[0].upper()}{text[1:]}{self.wording.colon}{hint}." for text, hint in told)
            self._add_parts_with_room(
                [self._paragraph_part(self.sentence("Look here"), said, DOUBT, _MOST_LINES)]
            )
        tail = list(self._lower_parts(side, printer, not found))
        self._add_color_table(
            [color for color in side.used.colors if not color.spot],
            sum(high for _, high in tail),
            ink_limit(printer),
        )
        self._add_parts_with_room(tail)

    def _add_parts_with_room(self, parts: Sequence[_Part]) -> None:
        """Add parts, each if there is room for its height."""
        for add, high in parts:
            if self.top - high >= self.end - 1:
                add()

    def _add_title(self, side: ProofSide) -> None:
        """Add the name of the side, its quantity and its id."""
        x, label = self.x, text_in_font(side.label)
        size = next((size for size in _LABELS if INDEX.width(label, size) <= _NOTES), _LABELS[-1])
        high = _LABELS[0]
        self.items += left_line(
            x,
            self.top + 4 - (high - size),
            shortened_proof_line(label, _NOTES, size, INDEX),
            size,
            INK,
            INDEX,
        )
        self.top -= leading_of_size(high) - 2
        often = self.sentence("{n} in the pack", n=side.quantity) + f" · {side.id}"
        often = self.sentence("on every card") if side.key == "back" else often
        self.items += left_line(x, self.top, shortened_proof_line(often, _NOTES, BODY), BODY, GREY)
        self.top -= leading_of_size(BODY) + 4
        self.items.append(rule_line(x, self.top, _NOTES))
        self.top -= 7

    def _add_color_table(self, colors: Sequence[Color], below: float, limit: float | None) -> None:
        """Add a table of colours with as many rows as there is room for. Too much ink is highlighted.

        below: the height in points to leave free for other parts. limit: the most total ink, in parts of 1.
        """
        if not colors:
            return
        self._add_heading(self.sentence("Colours, per cent of ink"))
        for name, right in zip(("C", "M", "Y", "K", self.sentence("total")), _COLUMNS, strict=True):
            self.items += right_line(self.x + right, self.top, name, SMALL, GREY)
        self.items += right_line(self.x + _NOTES, self.top, self.sentence("screen"), SMALL, GREY)
        self.top -= leading_of_size(SMALL) + 1
        high = _SWATCH + 4
        rows = max(1, int((self.top - self.end - below - 6) / high))
        shown = colors if len(colors) <= rows else colors[: rows - 1]
        for color in shown:
            self._add_color_row(color, limit)
            self.top -= high
        if len(shown) < len(colors):
            self.items += left_line(
                self.x,
                self.top,
                self.wording.phrase("more", n=len(colors) - len(shown)),
                SMALL,
                GREY,
            )
            self.top -= high
        self.top -= 5

    def _add_color_row(self, color: Color, limit: float | None) -> None:
        """Add a row of the table: a swatch, per cent of each ink and in total, and the colour on a screen."""
        x, top = self.x, self.top
        swatch = Rect(x, top - _SWATCH - 1, 16, _SWATCH)
        self.items.append(Fill(rectangle(swatch), color))
        self.items.append(Stroke(rectangle(swatch), RULE, 0.4))
        for part, right in zip((*color.cmyk, sum(color.cmyk)), _COLUMNS, strict=True):
            over = limit is not None and part > limit + 0.005
            self.items += right_line(x + right, top, f"{100 * part:.0f}", BODY, DOUBT if over else INK)
        # On one baseline with the larger figures.
        self.items += right_line(x + _NOTES, top - (BODY - SMALL), color.hex, SMALL, GREY)

    def _add_heading(self, text: str) -> None:
        """Add a small heading."""
        self.items += left_line(self.x, self.top, text, SMALL, GREY)
        self.top -= leading_of_size(SMALL) + 2

    def _lower_parts(self, side: ProofSide, printer: Printer | None, has_no_remarks: bool) -> Iterator[_Part]:
        """Yield the parts below the colours: inks, type and lines, safe zone, notes, pictures.

        has_no_remarks: whether there are no remarks on this side.
        """
        inks = {
            name: self.wording.translate(PLATE_NAMES.get(name, name)) for name in (*side.plates, *side.spots)
        }
        if inks and (printer is None or printer.form == "pdf"):
            rows = list(_ink_rows(inks))
            yield lambda: self._add_inks(rows), leading_of_size(SMALL) + len(rows) * leading_of_size(BODY) + 8
        yield self._paragraph_part(self.sentence("Type and lines"), self._type_and_lines(side), INK)
        if has_no_remarks:
            inside = self.sentence("all that matters is inside")
            if side.pictures:
                inside = self.sentence("texts and symbols are inside; look yourself at what pictures show")
            yield self._paragraph_part(self.sentence("Safe zone"), inside, INK)
        if side.notes:
            yield self._paragraph_part(self.sentence("Notes"), " ".join(side.notes.split()), INK, max_lines=6)
        for picture in side.pictures:
            yield self._paragraph_part(self.sentence("Picture"), self._picture_sentence(picture), INK)

    def _add_inks(self, rows: Sequence[Mapping[str, str]]) -> None:
        """Add the list of inks."""
        self._add_heading(self.sentence("Inks"))
        for row in rows:
            x = self.x
            for ink, name in row.items():
                self.items.append(
                    Fill(ellipse(x + 3.4, self.top - 0.62 * BODY, 3.2), _PLATES.get(ink, _SPOT))
                )
                self.items += left_line(x + _DOT, self.top, name, BODY, INK)
                x += _DOT + TEXT.width(name, BODY) + _APART
            self.top -= leading_of_size(BODY)
        self.top -= 6

    def _type_and_lines(self, side: ProofSide) -> str:
        """Return a phrase with the smallest type and the thinnest line of a side."""
        used, made = side.used, [self.sentence("no type"), self.sentence("no lines")]
        if used.least_type is not None:
            made[0] = self.sentence(
                "smallest type {size}",
                size=self.wording.with_local_decimal_sign(points_text(used.least_type)),
            )
        if used.least_line is not None:
            made[1] = self.sentence(
                "thinnest line {size}",
                size=self.wording.with_local_decimal_sign(points_text(used.least_line)),
            )
        return ", ".join(made)

    def _picture_sentence(self, picture: PictureUsed) -> str:
        """Return a sentence about a picture: its name, pixels, resolution and total ink."""
        wide, high = picture.pixels
        size = self.sentence(
            "{picture}: {wide} × {high} pixels, {ppi} an inch",
            picture=picture.name,
            wide=wide,
            high=high,
            ppi=f"{picture.ppi:.0f}",
        )
        ink = f"{100 * picture.total_ink:.0f}"
        return self.sentence("{size}; at most {ink} % ink", size=size, ink=ink) if picture.plates else size

    def _paragraph_part(self, title: str, text: str, color: Color, max_lines: int = 3) -> _Part:
        """Return a part with a heading and at most `max_lines` lines of a text: a function that adds the
        part, and its height in points.
        """
        lines = wrapped_lines(text, _NOTES, BODY)[:max_lines]

        def add() -> None:
            self._add_heading(title)
            self.items += stacked_lines(self.x, self.top, lines, BODY, color)
            self.top -= len(lines) * leading_of_size(BODY) + 6

        return add, leading_of_size(SMALL) + 2 + len(lines) * leading_of_size(BODY) + 6


def _ink_rows(inks: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield as few rows of inks as possible. Each row has the names of its inks as shown, by ink."""
    row: dict[str, str] = {}
    used = 0.0
    for ink, said in inks.items():
        name = shortened_proof_line(said, _NOTES - _DOT, BODY)
        wide = _DOT + TEXT.width(name, BODY) + _APART
        if row and used + wide > _NOTES + _APART:
            yield row
            row, used = {}, 0.0
        row[ink] = name
        used += wide
    yield row
