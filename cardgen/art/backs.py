"""Card backs: small motifs from the pack's own signs on a deep ground, in a frame that forgives drift.

A back must not tell which way round a card lies, so all that is drawn here looks the same when turned by 180
degrees. A pattern draws about the origin. It gives the motifs of one half only, and `PatternField.add_motifs`
adds a copy of each that is turned by 180 degrees. A motif at the very middle is its own copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import cos, log, pi, sin
from typing import NamedTuple

from ..colour.colors import WHITE, Color, contrast_ratio
from ..geometry import Matrix, Rect, combined_matrix, half_turn_matrix, rotation, scaling, translation
from ..pack.model import Pack
from ..pack.pieces import CardFormat
from ..pack.special_inks import special_inks_of
from ..pack.values import Back, SizedSymbol
from ..text.icons import symbol_layers
from ..text.outlines import (
    Point,
    Shape,
    ellipse,
    joined_shapes,
    open_line,
    path_shape,
    polygon,
    rectangle,
    rounded_rectangle,
    star_shape,
)
from ..units import MM
from . import inks as card_inks
from . import signs
from .cover import picture_over_card
from .frame import OVERSCAN, Frame
from .items import LEAST_LINE, Drawing, Fill, Fills, Item, Stroke
from .piece_outline import piece_outline
from .special_inks import plate_items, process_items

_HALF_TURN = half_turn_matrix(0, 0)

_SWAPPED: Matrix = (0, 1, 1, 0, 0, 0)

#: Motifs are rounded to a grid of so many units: short integers, and finer than print.
_GRAIN = 200

#: The usual width of a cell in design millimetres: four per card.
_CELL = 12.4

#: The smallest design millimetre (points) at which motifs are drawn: on smaller pictures of a back, such as a
#: stock on a table in a leaflet, their strokes would be thinner than half a point.
_LEAST_MM = 0.43

#: Width of the frame's outer line, in design millimetres.
_FRAME = 0.7

#: A lens as where two rings overlap, 100 from tip to tip, shortened so that four tips do not merge.
_PETAL = path_shape("M-48 0 C-26 23 26 23 48 0 C26 -23 -26 -23 -48 0 Z")

#: A motif that looks the same when turned by 180°.
_LOZENGE = polygon([(0.32, 0), (0, 0.42), (-0.32, 0), (0, -0.42)])


#: A motif of a pattern: outlines about the origin, filled in order; None for the ink of the pattern.
Motif = tuple[tuple[Shape, Color | None], ...]


class BackInks(NamedTuple):
    """The colours of a back: a ground with bleed, the pattern's ink, and a second ink used sparingly."""

    ground: Color
    ink: Color
    accent: Color


class _MotifPlace(NamedTuple):
    """A place for a motif: its row (0 is the middle one) and its centre in points.

    Motifs stay upright, because a × rotated by 45 degrees would be a +, and a − rotated by 90 degrees a
    stroke.
    """

    row: int
    x: float
    y: float


class PatternField(NamedTuple):
    """The field of a pattern: a rectangle about the origin, its inks and motifs, and its items so far.

    `mm` is a design millimetre in points: the true one on a card of 62 x 88 mm, smaller on smaller cards.
    """

    items: list[Item]
    width: float
    height: float
    mm: float
    inks: BackInks
    motifs: Sequence[Motif]

    def columns_and_rows(self, *, same_parity: bool = False) -> tuple[int, int]:
        """Return the numbers of columns and rows whose cells are closest to squares of the usual size.

        same_parity: whether both numbers must be odd, or both even.
        """
        target = max(_CELL * self.mm, min(6 * MM, self.width / 3, self.height / 3))
        counts = [
            (columns, rows)
            for columns in _whole_numbers_near(self.width / target)
            for rows in _whole_numbers_near(self.height / target)
            if not (same_parity and (columns + rows) % 2)
        ]
        return min(
            counts, key=lambda count: _cell_misfit(self.width / count[0], self.height / count[1], target)
        )

    def add_motifs(self, cells: Iterable[_MotifPlace], size: float, color: Color) -> None:
        """Add motifs, `size` points high, in cells of the upper half, and a copy of each that is turned by
        180°.
        """
        places: list[list[Matrix]] = [[] for _ in self.motifs]
        for cell in _cells_for_all_motifs(list(cells), len(places), self.motifs[0] == _filler_motif()):
            place = combined_matrix(scaling(size / _GRAIN), translation(cell.x, cell.y))
            row = places[cell.row % len(places)]
            row.append(place)
            if (cell.x, cell.y) != (0, 0):
                row.append(combined_matrix(place, _HALF_TURN))
        for motif, row in zip(self.motifs, places, strict=True):
            for shape, own in motif if row else ():
                self.items.append(Fills(shape, own or color, tuple(row)))

    def add_fill(self, shape: Shape, color: Color) -> None:
        """Add a filled shape."""
        self.items.append(Fill(shape, color))

    def add_lines(self, shape: Shape, color: Color, width: float) -> None:
        """Add lines with a width in design millimetres, but at least as thick as can be printed."""
        self.items.append(Stroke(shape, color, max(width * self.mm, LEAST_LINE)))

    def add_dots(self, points: Iterable[Point], color: Color) -> None:
        """Add small round dots. They are drawn as lines of almost no length with round ends, which takes few
        bytes.
        """
        dots = joined_shapes(*(open_line((x - 0.01, y), (x + 0.01, y)) for x, y in points))
        self.items.append(Stroke(dots, color, 1.3 * self.mm, round_ends=True))


def plan_pattern(
    pattern: str,
    trim: Rect,
    bleed: float,
    inks: BackInks,
    motifs: Sequence[Motif],
    safe: float = 0.0,
    card: CardFormat | None = None,
) -> list[Item]:
    """Return the items of a back with one of PATTERNS: its ground, which extends `bleed` points past the
    trim, a frame and the pattern.

    motifs: 1 high about the origin. safe: the distance in points from the trim to the frame, which follows
    the outline of a card that is not a rectangle. Raises KeyError for an unknown pattern.
    """
    fill_field = PATTERNS[pattern]
    ground: list[Item] = [Fill(rectangle(trim.grown(bleed)), inks.ground)]
    if fill_field is _draw_nothing:
        return ground
    mm = min(trim.width / 62, trim.height / 88)
    line = max(_FRAME * mm, LEAST_LINE)
    usual = max(3.9 * mm, min(3.6 * MM, 0.08 * min(trim.width, trim.height)))
    border = max(usual, min(safe + line / 2, 0.25 * min(trim.width, trim.height)))
    centred = Rect(-trim.width / 2, -trim.height / 2, trim.width, trim.height)
    # Between its two lines shows as much of the ground as a line is thick at least.
    inside = border + max(1.4 * mm, 2 * LEAST_LINE)
    outer, inner = centred.grown(-border), centred.grown(-inside)
    if card is None or card.shape == "rectangle":
        frames = rounded_rectangle(outer, 2.4 * mm), rounded_rectangle(inner, 1.2 * mm)
    else:
        frames = piece_outline(card, centred, -border), piece_outline(card, centred, -inside)
    field = PatternField([], inner.width, inner.height, mm, inks, _motifs_by_row(motifs))
    framed = field._replace(items=[])
    # Narrow pieces have no room for a frame.
    if mm >= _LEAST_MM and frames[1].segments:
        fill_field(field)
        framed.items.append(Drawing(tuple(field.items), clip=frames[1]))
    for frame, ink, width in ((frames[0], inks.ink, _FRAME), (frames[1], inks.accent, 0.25)):
        if frame.segments:
            framed.add_lines(frame, ink, width)
    return [*ground, Drawing(tuple(framed.items), translation(*trim.center))] if framed.items else ground


def _motifs_by_row(motifs: Sequence[Motif]) -> list[Motif]:
    """Return the motifs for the rows from the middle one on. The first motif must look the same when turned
    by 180°: if none does, a diamond precedes them.
    """
    coarse = [_rounded_motif(motif) for motif in motifs]
    for at, motif in enumerate(coarse):
        if all(_is_point_symmetric(shape) for shape, _ in motif):
            return coarse[at:] + coarse[:at]
    return [_filler_motif(), *coarse]


@lru_cache(maxsize=1)
def _filler_motif() -> Motif:
    """Return the diamond for the middle row, for packs in which no motif looks the same when turned
    by 180°.
    """
    return _rounded_motif(((_LOZENGE, None),))


def _is_point_symmetric(shape: Shape) -> bool:
    """Tell whether a shape looks the same when turned by 180°."""
    points = set(shape.points)
    return points == {(-x, -y) for x, y in points}


def _rounded_motif(motif: Motif) -> Motif:
    """Return a unit motif scaled to _GRAIN and rounded, smaller if it is much wider than high."""
    by = _GRAIN * min(1, 0.55 / max(abs(x) for shape, _ in motif for x, _ in shape.points))

    def redrawn(shape: Shape) -> Shape:
        return Shape(
            (operator, [round(value * by) for value in values]) for operator, values in shape.segments
        )

    return tuple((redrawn(shape), own) for shape, own in motif)


def _cell_misfit(width: float, height: float, target: float) -> float:
    """Return how much a cell differs from a square with sides of length `target`; 0 for no difference. A
    difference in shape counts more than one in area.
    """
    return 4 * abs(log(width / height)) + abs(log(width * height / target**2))


def _whole_numbers_near(count: float) -> range:
    """Return the whole numbers around a count, none below 2."""
    return range(max(2, round(count) - 1), max(2, round(count)) + 2)


def _centred_positions(count: int, step: float) -> list[float]:
    """Return this many equidistant positions, centred on 0."""
    return [(i - (count - 1) / 2) * step for i in range(count)]


def _is_in_upper_half(x: float, y: float) -> bool:
    """Tell whether a place lies in the upper half or the right half of the middle row."""
    return (y, x) >= (0, 0)


def _with_half_turn(shape: Shape) -> Shape:
    """Return a shape joined with a copy of it turned by 180°."""
    return joined_shapes(shape, shape.transformed(_HALF_TURN))


def _cells_for_all_motifs(cells: list[_MotifPlace], motif_count: int, has_filler: bool) -> list[_MotifPlace]:
    """Return cells with row numbers by which every motif appears.

    If there are too few rows for this, the cells are numbered one after another. has_filler: whether the
    first motif is there for the middle only.
    """
    if len({cell.row % motif_count for cell in cells}) >= min(motif_count, len(cells)):
        return cells
    middle = [cell._replace(row=0) for cell in cells if (cell.x, cell.y) == (0, 0)]
    others = [cell for cell in cells if (cell.x, cell.y) != (0, 0)]
    first = int(has_filler)
    return middle + [
        cell._replace(row=first + (place + 1 - first) % (motif_count - first))
        for place, cell in enumerate(others)
    ]


def _square_cells(columns: int, rows: int, dx: float, dy: float) -> list[_MotifPlace]:
    """Return the cells in the upper half of a grid. Motifs change with the row or, if the number of rows is
    even, with the diagonal.
    """
    return [
        _MotifPlace(j - rows // 2 if rows % 2 else i + j, x, y)
        for j, y in enumerate(_centred_positions(rows, dy))
        for i, x in enumerate(_centred_positions(columns, dx))
        if _is_in_upper_half(x, y)
    ]


def _draw_lattice(field: PatternField) -> None:
    """Draw a trellis of fine lines, with a sign in every diamond."""
    columns, rows = field.columns_and_rows()
    dx, dy = field.width / columns / 2, field.height / rows / 2
    field.add_lines(_trellis_lines(columns, rows, dx, dy), field.inks.ink, 0.32)
    grid = [(i, j) for j in range(1 - rows, rows) for i in range(1 - columns, columns)]
    odd = (columns + rows) % 2
    field.add_dots([(i * dx, j * dy) for i, j in grid if (i + j) % 2 != odd], field.inks.accent)
    cells = [
        _MotifPlace(j, i * dx, j * dy) for i, j in grid if (i + j) % 2 == odd and _is_in_upper_half(i, j)
    ]
    field.add_motifs(cells, 0.76 * min(dx, dy), field.inks.ink)


def _trellis_lines(columns: int, rows: int, dx: float, dy: float) -> Shape:
    """Return diagonals across cells 2 dx wide and 2 dy high, from edge to edge."""
    lines = []
    for start in range(1 - 2 * rows, 2 * columns, 2):
        x, y = max(0, start) - columns, max(0, -start) - rows
        run = min(columns - x, rows - y)
        for side in (dx, -dx):
            lines.append(open_line((x * side, y * dy), ((x + run) * side, (y + run) * dy)))
    return joined_shapes(*lines)


def _draw_interlaced_rings(field: PatternField) -> None:
    """Draw interlaced rings, which form petals, with a sign in each ring."""
    columns, rows = field.columns_and_rows(same_parity=True)
    dx, dy = field.width / (columns + 0.46), field.height / (rows + 0.46)
    size = scaling(dx / 100, dy / 100)
    lying = [
        combined_matrix(size, translation(x, y))
        for y in _centred_positions(rows + 1, dy)
        for x in _centred_positions(columns, dx)
    ]
    standing = [
        combined_matrix(rotation(90), size, translation(x, y))
        for y in _centred_positions(rows, dy)
        for x in _centred_positions(columns + 1, dx)
    ]
    field.items.append(Fills(_PETAL, field.inks.ink, tuple(lying + standing)))
    field.add_motifs(_square_cells(columns, rows, dx, dy), 0.42 * min(dx, dy), field.inks.accent)


def _draw_weave(field: PatternField) -> None:
    """Draw straps woven over and under each other, with a sign in every opening."""
    columns, rows = field.columns_and_rows(same_parity=True)
    dx, dy = field.width / (columns - 0.24), field.height / (rows - 0.24)
    half = 0.12 * min(dx, dy)
    for sides, ink, width in (((half, -half), field.inks.ink, 0.5), ((0,), field.inks.accent, 0.25)):
        lying = _strap_lines(
            _centred_positions(columns + 1, dx), _centred_positions(rows - 1, dy), half, sides, 1
        )
        standing = _strap_lines(
            _centred_positions(rows + 1, dy), _centred_positions(columns - 1, dx), half, sides, 0
        ).transformed(_SWAPPED)
        field.add_lines(joined_shapes(lying, standing), ink, width)
    field.add_motifs(_square_cells(columns, rows, dx, dy), 0.42 * min(dx, dy), field.inks.ink)


def _strap_lines(
    along: list[float], across: list[float], half: float, sides: Sequence[float], first: int
) -> Shape:
    """Return the visible parts of horizontal straps. Each part passes over one crossing and ends at its
    neighbours, where it lies below.

    along: the x of the straps that are crossed; the outermost ones are just outside the field. across: the y
    of the horizontal straps. half: half the width of a strap. sides: the distances from the middle of a strap
    at which lines are drawn. first: the index of the first crossing at which the lowest strap is on top.
    """
    reach = along[1] - along[0] - 1.8 * half
    edge = along[-1] - half
    pieces = []
    for j, y in enumerate(across):
        for i in range((j + first) % 2, len(along), 2):
            left = along[i] - reach if i > 1 else -edge
            right = along[i] + reach if i < len(along) - 2 else edge
            pieces += [open_line((left, y + side), (right, y + side)) for side in sides]
    return joined_shapes(*pieces)


def _draw_sunburst(field: PatternField) -> None:
    """Draw rays from a medallion with a wreath of signs."""
    inks, mm = field.inks, field.mm
    width, height = field.width - 1.8 * mm, field.height - 1.8 * mm
    radius = 0.31 * min(width, height)
    field.add_fill(_ray_lines(width, height, 3.7 * mm), inks.ink)
    field.add_fill(ellipse(0, 0, radius), inks.ground)
    field.add_lines(ellipse(0, 0, radius - 0.8 * mm), inks.ink, 0.6)
    field.add_lines(ellipse(0, 0, radius - 1.7 * mm), inks.accent, 0.25)
    field.add_fill(star_shape(0, 0, 0.3 * radius, 0.13 * radius, 8), inks.accent)
    cells = _ring_of_cells(len(field.motifs), 0.61 * radius)
    # Many motifs are smaller, so that they do not touch.
    field.add_motifs(cells, min(0.28, 0.88 * 0.61 * pi / len(cells)) * radius, inks.ink)


def _ray_lines(width: float, height: float, step: float) -> Shape:
    """Return rays from the origin to the edge of a rectangle. At the edge they are about `step` points apart,
    and none points to a corner.
    """
    slots = 8 * max(2, round((width + height) / step / 4 - 0.5)) + 4

    def edge(slot: float) -> Point:
        x, y = sin(2 * pi * slot / slots), cos(2 * pi * slot / slots)
        reach = 2 * max(abs(x), abs(y))
        return x / reach * width, y / reach * height

    rays = [polygon([(0, 0), edge(slot - 0.4), edge(slot + 0.4)]) for slot in range(0, slots // 2, 2)]
    return _with_half_turn(joined_shapes(*rays))


def _ring_of_cells(motif_count: int, radius: float) -> list[_MotifPlace]:
    """Return the cells in the upper half of a ring: about four, in which all motifs appear equally often."""
    count = motif_count * max(1, round(4 / motif_count))
    angles = [pi * ((i + 0.5) / count - 0.5) for i in range(count)]
    return [_MotifPlace(i, -radius * sin(a), radius * cos(a)) for i, a in enumerate(angles)]


def _draw_chevrons(field: PatternField) -> None:
    """Draw zigzag bands from the middle outwards, with rows of signs between them."""
    columns, _ = field.columns_and_rows()
    dx, mm, inks = field.width / columns, field.mm, field.inks
    rise, room = 0.42 * dx, field.height / 2 - 1.6 * mm
    bands = max(1, round((room - rise) / (0.9 * dx)))
    step = (room - rise) / bands
    feet = [band * step for band in range(bands + 1)]
    field.add_lines(_with_half_turn(_zigzag_lines(columns, dx, rise, feet)), inks.ink, 0.8)
    field.add_lines(
        _with_half_turn(_zigzag_lines(columns, dx, rise, [y - 1.4 * mm for y in feet[1:]])), inks.accent, 0.28
    )
    cells = [_MotifPlace(0, x, 0) for x in _centred_positions(columns, dx) if x >= 0]
    tops = [(band, foot + rise - 0.5 * step - 0.09 * dx) for band, foot in enumerate(feet[1:], 1)]
    cells += [_MotifPlace(band, x, y) for band, y in tops for x in _centred_positions(columns, dx)]
    field.add_motifs(cells, 0.34 * dx, inks.ink)
    valleys = [foot - 0.5 * step - 0.5 * mm for foot in feet[1:]]
    field.add_dots(
        [(x, y * up) for y in valleys for x in _centred_positions(columns - 1, dx) for up in (1, -1)],
        inks.accent,
    )


def _zigzag_lines(columns: int, dx: float, rise: float, feet: Iterable[float]) -> Shape:
    """Return zigzag lines that rise and fall once in every column, one from each foot."""
    places = list(enumerate(_centred_positions(2 * columns + 1, dx / 2)))
    return joined_shapes(*(open_line(*((x, foot + rise * (i % 2)) for i, x in places)) for foot in feet))


def _draw_nothing(field: PatternField) -> None:
    """Draw no pattern: the back has one colour."""


def _draw_blank_paper(field: PatternField) -> None:
    """Draw nothing: the back is not printed."""


#: The drawn patterns by the name a pack gives; the first line of each docstring describes it to people.
PATTERNS: dict[str, Callable[[PatternField], None]] = {
    "lattice": _draw_lattice,
    "rings": _draw_interlaced_rings,
    "weave": _draw_weave,
    "sunburst": _draw_sunburst,
    "chevrons": _draw_chevrons,
    "plain": _draw_nothing,
    "none": _draw_blank_paper,
}


def plan_back(pack: Pack, name: str, trim: Rect) -> list[Item]:
    """Return the items of one of the pack's backs, by its short name, with this trim."""
    frame, back = Frame(pack, trim), pack.all_backs.get(name, pack.back)
    if name in pack.backs_in_boxes and not back.image:
        from .layout_face import plan_layout

        return plan_layout(frame, pack.backs_in_boxes[name])
    special, use = special_inks_of(back), pack.special_ink_use
    items = _plan_drawn_back(pack, back, frame)
    # The pattern lies on its ground; a picture or one colour is all that a back shows.
    ground, shown = (items[:1], items[1:]) if len(items) > 1 else ([], items)
    process = ground if use.way != "alone" else []
    return [*process, *process_items(shown, special, use), *plate_items(shown, special, use)]


def _plan_drawn_back(pack: Pack, back: Back, frame: Frame) -> list[Item]:
    """Return the items of a back without a layout: its ground first, then its pattern; or its picture."""
    if back.image:
        return [picture_over_card(frame, back.image, back.bleed)]
    inks = back_inks(pack, back)
    if back.pattern in ("plain", "none"):
        return [Fill(rectangle(frame.overscan), inks.ground)]
    bleed, safe = (
        pack.card.bleed * frame.scale_from_pack_card + OVERSCAN,
        pack.card.safe * frame.scale_from_pack_card,
    )
    return plan_pattern(
        back.pattern, frame.trim, bleed, inks, pack_motifs(pack, inks.ground), safe, pack.card.seen_from_back
    )


def is_blank(back: Back) -> bool:
    """Tell whether nothing is printed on a back."""
    return back.pattern == "none" and not back.image and not back.layout


def back_inks(pack: Pack, back: Back) -> BackInks:
    """Return the colours of a back.

    Under the ink saver, a plain back has a pale ground, and every other back has paler lines on white.
    """
    if back.pattern == "none":
        return BackInks(ground=WHITE, ink=WHITE, accent=WHITE)
    if not pack.ink_saver:
        return BackInks(ground=back.color, ink=back.ink, accent=back.accent)
    if back.pattern == "plain":
        pale = back.color.mixed(WHITE, 0.75)
        return BackInks(ground=pale, ink=back.color, accent=back.color)
    return BackInks(ground=WHITE, ink=back.color.mixed(WHITE, 0.35), accent=back.color.mixed(WHITE, 0.55))


def pack_motifs(pack: Pack, ground: Color) -> list[Motif]:
    """Return the pack's own signs and symbols; a diamond if it has none."""
    found = [
        _motif_of_symbol(pack, suit.sized_symbol, ground) for suit in pack.suits.values() if suit.sized_symbol
    ]
    found += [
        ((signs.sign_motif(signs.SIGNS[suit.sign]), None),)
        for suit in pack.suits.values()
        if suit.sign and suit.sign in signs.SIGNS
    ]
    return found or [_motif_of_symbol(pack, SizedSymbol("diamond"), ground)]


def _motif_of_symbol(pack: Pack, symbol: SizedSymbol, ground: Color) -> Motif:
    """Return a symbol as a motif for a back.

    It keeps its own colours if at least one of them is visible on the ground. Otherwise it is in the ink of
    the pattern, and the ground shows through its white parts.
    """
    drawn = symbol_layers(symbol)
    colors = [layer.color for layer in drawn if layer.color not in (None, WHITE)]
    if any(contrast_ratio(own, ground) >= card_inks.LARGE_CONTRAST for own in colors if own):
        return tuple(
            (
                layer.shape,
                layer.color and ground.mixed(card_inks.tinted(layer.color, pack, 0.35), layer.opacity),
            )
            for layer in drawn
        )
    # A tint of the one ink could not be distinguished from it.
    full = [layer for layer in drawn if layer.opacity >= 0.5] or drawn
    return tuple((layer.shape, ground if layer.color == WHITE else None) for layer in full)
