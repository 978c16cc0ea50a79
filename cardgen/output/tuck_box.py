"""A tuck box to print, cut, fold and glue, with the pack's own name and back on it.

It is a straight tuck end. Flat, from left to right: glue flap, glue side, front, other side, back. Both lids
hang on the back, dust flaps on the sides. Panels are measured from crease to crease, that is to the middle of
the board, and each layer of board that lies inside takes its thickness from the room:

- the glue flap lies inside the back, so the glue side is one thickness shorter than the other side;
- the back ends short of the glue side's crease, so that its edge does not cover it;
- a tongue lies inside the front, so a lid is one thickness shorter than a side;
- dust flaps lie between the lids and the cards, and are narrower than the sides;
- the front ends one thickness short of the lids that pass over its edges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from ..art import inks, label
from ..art.face import card_side
from ..art.frame import Frame
from ..art.items import Drawing, Fill, Item, Stroke
from ..art.pdf_writer import About, write_pdf
from ..colour.colors import BLACK, WHITE, Color, from_hex
from ..errors import UsageError
from ..geometry import Rect, chain, shift, turn
from ..layout.calibration import HomePrinter
from ..layout.paper import STRIP
from ..pack.model import Card, Pack
from ..text.fitting import line_size
from ..text.outlines import KAPPA, Point, Segment, Shape, join, open_line, rectangle, reversed_contour
from ..text.own_fonts import with_pack_fonts
from ..units import MM, PAPERS, Size, paper_name, shown_size
from . import slug
from .cut_paths import CutPaths

#: Room for the cards where the least of it is left, in depth and height, and in width. Where no flap or
#: tongue lies, there are up to two thicknesses of board more.
_ROOM, _ROOM_ACROSS = 0.5 * MM, 1 * MM
#: How much thicker a stack may be than its cards are said to be. Makers of board of more than 300 g/m², which
#: cards are printed on, state their thickness to within 5 % (KLUG-CONSERVATION, production tolerances).
CARD_TOLERANCE = 0.05
#: Two creases closer together than this tear.
_LEAST_DEPTH = 4 * MM
_GLUE, _TONGUE, _DUST = 12 * MM, 14 * MM, 12 * MM
#: How far the edges of lids, tongues and dust flaps stay clear of the panels that they pass.
_CLEARANCE = 0.5 * MM
#: Folding cartons have shoulders of 3/16 to 1/4 inch on their dust flaps, and slits 1/16 inch longer than
#: those at both ends of the tongue's crease: the lid's edges catch behind the shoulders.
_SHOULDER, _SLIT_EXTRA = 6 * MM, 1.5 * MM
_THUMB = 9 * MM
#: How far what is printed runs past the cut, and under the glue flap.
_BLEED = 1.5 * MM
#: Marks at the ends of creases: how far from the bleed they begin, and how long they are.
_TICK_GAP, _TICK = 0.5 * MM, 3 * MM
_TICK_REACH = _BLEED + _TICK_GAP + _TICK
_LEAST_TYPE, _LARGEST_TYPE = 5.0, 26.0
_HAIRLINE = 0.5
_MARK = Color(from_hex("#3A3A3A").rgb, (0, 0, 0, 0.85))


class BoxJob(NamedTuple):
    """What to make a box for, on which paper. Lengths in points."""

    paper: Size = (210 * MM, 297 * MM)
    #: Of one card.
    thickness: float = 0.3 * MM
    #: The outer size of sleeves, where the cards are in some.
    sleeves: Size | None = None
    #: The card that is shown on the front; where none is named, the pack's title card or one like it.
    front: Card | None = None
    margin: float = 5 * MM
    #: The thickness of the board that the box is printed on.
    board: float = 0.325 * MM
    #: The thickness of all cards together, as measured.
    measured: float | None = None
    #: The printer at home whose readings correct the page; None for none.
    home_printer: HomePrinter | None = None


class BoxFile(NamedTuple):
    """A finished PDF, and what to tell the user about it."""

    data: bytes
    cards: int
    #: Width, height and depth inside, where they are smallest.
    inside: tuple[float, float, float]
    #: The stack that the box was made for: as measured, or the thickest that its cards may come to.
    stack: float
    #: The paper, the way up that it is used.
    paper: Size
    #: The ruler's length in millimetres, 0 for none.
    ruler: int
    #: Whether it is corrected for the home printer.
    is_corrected: bool = False
    #: Where to cut and crease, as printed.
    paths: CutPaths = CutPaths((0, 0), ())


class Net(NamedTuple):
    """A box laid flat, its lower left corner at the origin. Lengths in points, from crease to crease."""

    outline: Shape
    #: Cuts inside the outline.
    slits: Shape
    creases: Shape
    #: Marks beside the net that show where its creases are.
    ticks: Shape
    glue: Rect
    #: The side that the glue flap hangs on, and the other.
    sides: tuple[Rect, Rect]
    front: Rect
    back: Rect
    lid: Rect
    bottom: Rect
    size: Size
    #: The width, height and depth that are left inside where there is least room.
    inside: tuple[float, float, float]


def net(contents: tuple[float, float, float], board: float) -> Net:
    """Lay the box for contents of this width, height and depth flat. All lengths in points.

    The depth of the contents is that of the stack. Beyond it there is 0.5 mm of room where glue flap and
    tongue lie, and nowhere more than that and two thicknesses of board; a stack too thin for a box has more.
    """
    width = contents[0] + board + _ROOM_ACROSS
    height = contents[1] + 3 * board + _ROOM
    depth = max(contents[2] + 3 * board + _ROOM, _LEAST_DEPTH)
    tongue = min(_TONGUE, height / 3)
    lid_depth = depth - board
    foot = lid_depth + tongue
    head = foot + height
    xs = [0.0]
    for part in (_GLUE, depth - board, width, depth, width - max(board, _CLEARANCE)):
        xs.append(xs[-1] + part)
    _, side, front, other, back, right = xs
    lid_x = (back + board / 2 + _CLEARANCE, back + width - board / 2 - _CLEARANCE)
    slit = min(_SHOULDER + _SLIT_EXTRA, (lid_x[1] - lid_x[0]) / 4)
    edge = _BodyEdge(xs, height, depth, tongue, board, lid_x, slit - _SLIT_EXTRA)
    upper = edge.shape(thumb=min(_THUMB, width / 5)).placed(shift(0, head))
    lower = reversed_contour(edge.shape().placed((1, 0, 0, -1, 0, foot)).segments)
    outline = Shape([*upper.segments, ("l", lower[0][1]), *lower[1:]])
    slits = [
        open_line((x, y), (x + way * slit, y))
        for y in (head + lid_depth, foot - lid_depth)
        for x, way in zip(lid_x, (1, -1), strict=True)
    ]
    return Net(
        outline,
        join(*slits),
        edge.creases(head, foot, lid_depth, slit),
        _crease_ticks(xs, (foot - lid_depth, foot, head, head + lid_depth), edge.highest, head + foot),
        Rect(0, foot, _GLUE, height),
        (Rect(side, foot, depth - board, height), Rect(other, foot, depth, height)),
        Rect(front, foot, width, height),
        Rect(back, foot, right - back, height),
        Rect(lid_x[0], head, lid_x[1] - lid_x[0], lid_depth),
        Rect(lid_x[0], foot - lid_depth, lid_x[1] - lid_x[0], lid_depth),
        (right, head + foot),
        (width - board, height - 3 * board, depth - 3 * board),
    )


def _crease_ticks(xs: Sequence[float], ys: Sequence[float], highest: Sequence[float], top: float) -> Shape:
    """Draw a mark outside the bleed at both ends of each crease.

    xs: the edges of the panels. ys: the level creases. highest: how far the flaps beside each upright crease
    reach. top: the height of the net.
    """
    near, far = _BLEED + _TICK_GAP, _TICK_REACH
    right = xs[-1]
    marks = [
        open_line((x, y), (x + _TICK * way, y)) for y in ys for x, way in ((-near, -1), (right + near, 1))
    ]
    head = ys[2]
    for x, reach in zip(xs[1:5], highest, strict=True):
        low, high = head + reach + near, head + reach + far
        marks += [open_line((x, low), (x, high)), open_line((x, top - low), (x, top - high))]
    return join(*marks)


class _BodyEdge(NamedTuple):
    """The edge of the body at y = 0 and what hangs on it, from the glue flap to the back's far corner."""

    #: Where the panels begin and end.
    xs: Sequence[float]
    height: float
    depth: float
    tongue: float
    board: float
    #: Where the lid begins and ends.
    lid_x: tuple[float, float]
    shoulder: float

    @property
    def dust(self) -> float:
        """Return how far dust flaps reach: they do not meet in the middle, and are no longer than the lid."""
        _, _, front, other, *_ = self.xs
        most = min((other - front) / 2 - _CLEARANCE, self.depth - self.board + self.tongue)
        return min(most, max(self.depth, _DUST))

    @property
    def highest(self) -> tuple[float, float, float, float]:
        """Return how far the flaps beside each of the four upright creases reach."""
        lid = self.depth - self.board + self.tongue
        return self.dust, self.dust, self.dust, max(self.dust, lid)

    def shape(self, thumb: float = 0.0) -> Shape:
        """Draw it. thumb: the radius of the notch in the front."""
        _, side, front, other, back, right = self.xs
        drawn: list[Segment] = [("m", (0, -min(_GLUE / 2, self.height / 6))), ("l", (side, 0))]
        drawn += self._dust_flap(side, front, glue_side=True)
        low = -self.board
        drawn += _line_segments((front, low))
        if thumb:
            middle, k = (front + other) / 2, KAPPA * thumb
            begin, until = middle - thumb, middle + thumb
            drawn += [
                ("l", (begin, low)),
                ("c", (begin, low - k, middle - k, low - thumb, middle, low - thumb)),
                ("c", (middle + k, low - thumb, until, low - k, until, low)),
            ]
        drawn += [
            *_line_segments((other, low)),
            *self._dust_flap(other, back, glue_side=False),
            ("l", (back, 0)),
        ]
        left, far = self.lid_x
        crease = self.depth - self.board
        high = crease + self.tongue
        curve = min(6 * MM, self.tongue / 2, (far - left) / 4)
        bend, k = high - curve, KAPPA * curve
        drawn += [
            *_line_segments((left, 0), (left, bend)),
            ("c", (left, bend + k, left + curve - k, high, left + curve, high)),
            ("l", (far - curve, high)),
            ("c", (far - curve + k, high, far, bend + k, far, bend)),
            *_line_segments((far, 0), (right, 0)),
        ]
        return Shape(drawn)

    def creases(self, head: float, foot: float, lid_depth: float, slit: float) -> Shape:
        """Draw the creases of the whole net: no longer than the board on both of their sides.

        head, foot: where the body ends. lid_depth: from there to the crease of a tongue, between its slits.
        """
        _, side, front, other, back, _ = self.xs
        left, right = self.lid_x
        upright = [open_line((x, foot), (x, head)) for x in (side, back)]
        # The front ends short of the lids that pass over it.
        upright += [open_line((x, foot + self.board), (x, head - self.board)) for x in (front, other)]
        flaps = [
            self._dust_flap(begin, end, glue_side=is_glued)
            for begin, end, is_glued in ((side, front, True), (other, back, False))
        ]
        spans = [(flap[0][1][0], flap[-1][1][0]) for flap in flaps]
        level = [open_line((x, y), (until, y)) for y in (head, foot) for x, until in (*spans, (left, right))]
        level += [
            open_line((left + slit, y), (right - slit, y)) for y in (head + lid_depth, foot - lid_depth)
        ]
        return join(*upright, *level)

    def _dust_flap(self, begin: float, end: float, glue_side: bool) -> list[Segment]:
        """Draw a side's dust flap: straight along its shoulder where the tongue passes it, then slanting.

        The front is at the end of the glue side, and at the beginning of the other.
        """
        tongue_side = 1.5 * self.board + _CLEARANCE
        back_side = self.board / 2 + _CLEARANCE
        base = end - begin - tongue_side - back_side
        slant, shoulder = min(2 * MM, base / 4), min(self.shoulder, self.dust / 2)
        # From the back's end of the flap to the front's.
        profile = [
            (back_side, 0.0),
            (back_side + slant, self.dust),
            (back_side + base - 2 * slant, self.dust),
            (back_side + base - slant, min(shoulder + slant, self.dust)),
            (back_side + base, shoulder),
            (back_side + base, 0.0),
        ]
        if glue_side:
            return _line_segments(*((begin + x, y) for x, y in profile))
        return _line_segments(*((end - x, y) for x, y in reversed(profile)))


def _line_segments(*points: Point) -> list[Segment]:
    return [("l", point) for point in points]


@with_pack_fonts
def write_box(pack: Pack, job: BoxJob) -> BoxFile:
    """Write the box of a pack as a PDF of one page. Raises UsageError where it does not fit the paper."""
    cards = sum(card.quantity for card in pack.cards)
    card_size = job.sleeves or pack.card.size
    stack = job.measured or cards * job.thickness * (1 + CARD_TOLERANCE)
    contents = (*card_size, stack)
    flat = net(contents, job.board)
    paper = _turned_paper(flat.size, job, f"{cards:,} of these {pack.unit}s")
    room = flat.front.width - 4 * MM
    ruler = slug.ruler_length(room) if flat.size[1] - flat.front.top - 4 * MM >= 2 * STRIP else 0
    printer = job.home_printer
    known = printer.one_sided_calibration(paper) if printer else None
    corrected_for = printer.name if printer and known else ""
    items = (
        *_box_items(pack, flat, job.front),
        *_instruction_items(pack, flat, room, ruler, corrected_for),
    )
    middle = shift((paper[0] - flat.size[0]) / 2, (paper[1] - flat.size[1]) / 2)
    place = chain(middle, known.correction(back=False)) if known else middle
    about = About(
        f"{pack.name}: a box to print, cut and fold",
        pack.author or "",
        pack.edition or "",
        pack.language,
        (("PrintScaling", "None"), ("Duplex", "Simplex")),
    )
    data = write_pdf([Drawing(items, place)], paper, about=about)
    cuts, creases = (
        [part.placed(middle) for part in (flat.outline, flat.slits)],
        [flat.creases.placed(middle)],
    )
    paths = CutPaths(paper, cuts, creases)
    return BoxFile(data, cards, flat.inside, stack, paper, ruler, bool(known), paths)


def _turned_paper(flat: Size, job: BoxJob, contents: str) -> Size:
    """Turn the paper so that a box fits on it. Raises UsageError, which says what the box is for."""

    def fitting(paper: Size) -> Size | None:
        turned = (paper, paper[::-1])
        edges = 2 * (job.margin + _TICK_REACH)
        return next(
            (each for each in turned if flat[0] + edges <= each[0] and flat[1] + edges <= each[1]), None
        )

    if paper := fitting(job.paper):
        return paper
    name = paper_name(job.paper) or shown_size(*job.paper)
    papers = sorted(PAPERS.items(), key=lambda each: each[1][0] * each[1][1])
    larger = [key for key, (w, h) in papers if fitting((w * MM, h * MM))]
    width, height = (ceil((side + 2 * (job.margin + _TICK_REACH)) / MM) for side in flat)
    hint = " or ".join(larger) or f'"{width} x {height} mm", or make two boxes'
    size = shown_size(*(ceil(side / MM) * MM for side in flat))
    raise UsageError(
        f"laid flat, a box for {contents} is {size}, too large for {name}: take larger paper, such as {hint}"
    )


def _box_items(pack: Pack, flat: Net, shown: Card | None) -> Iterator[Item]:
    """Yield what is printed on a box, and where it is cut and folded."""
    ink = pack.back.color
    ground, color = (WHITE, ink) if pack.ink_saver else (ink, inks.text_color_on(ink))
    yield Fill(flat.outline, ground)
    yield Stroke(flat.outline, ground, 2 * _BLEED)
    glue = flat.glue
    # Glue holds on bare paper; a strip of the ground shows no white where the box closes.
    bare = Rect(glue.x - 2 * _BLEED, glue.y - _BLEED, glue.width + _BLEED, glue.height + 2 * _BLEED)
    yield Fill(rectangle(bare), WHITE)
    font = Frame(pack, flat.front).font("title")
    # The checks have warned of characters that the font lacks.
    name, edition, author = (
        "".join(filter(font.shows, " ".join((each or "").split())))
        for each in (pack.name, pack.edition, pack.author)
    )
    titled = replace(pack, name=name, edition=edition, author=author)
    titles = (card for card in pack.cards if card.kind == "title")
    face = shown or next(titles, Card("box", name, "title", 1, ()))
    # A panel that borders on the cut runs past it in its own colours; at a crease it ends.
    front, back, lid = flat.front, flat.back, flat.lid
    panel = rectangle(Rect(front.x, front.y - _BLEED, front.width, front.height + 2 * _BLEED))
    yield card_side(titled, face, front, panel)
    upright = (back.y - _BLEED, back.height + 2 * _BLEED)
    beside_lids = [
        Rect(left, upright[0], until - left, upright[1])
        for left, until in ((back.x, lid.x), (lid.right, back.right + _BLEED))
    ]
    yield card_side(pack, "back", back, join(*map(rectangle, (back, *beside_lids))))
    imprint = " · ".join(filter(None, (name, edition, author)))
    # Who looks at a lid from the front has the back's edge above: on paper, the lid stands on its head.
    panels = [(flat.lid, name, 180), (flat.bottom, imprint, 0), *((each, name, -90) for each in flat.sides)]
    for side, text, degrees in panels:
        along, across = (side.height, side.width) if degrees == -90 else (side.width, side.height)
        size = line_size(text, font, 0.8 * along, min(_LARGEST_TYPE, 0.5 * across))
        if size >= _LEAST_TYPE:
            made = label.line(text, size, color, ground, font, "large")
            bx, by = made.box.center
            place = chain(shift(-bx, -by), turn(degrees), shift(*side.center))
            yield made._replace(place=place)
    yield Stroke(flat.slits, color, _HAIRLINE)
    yield Stroke(flat.ticks, _MARK, _HAIRLINE)
    # The cut line lies outside the cut, black and white in turn: it shows on any colour, and none of it stays
    # on the box. The outline runs clockwise and the rectangle the other way, so the box is clipped away.
    around = Rect(0, 0, *flat.size).grown(_BLEED)
    lines = (
        Stroke(flat.outline, BLACK, 2 * _HAIRLINE),
        Stroke(flat.outline, WHITE, 2 * _HAIRLINE, dash=(4, 4)),
    )
    yield Drawing(lines, clip=join(rectangle(around), flat.outline))


def _instruction_items(pack: Pack, flat: Net, room: float, ruler: int, printer: str) -> Iterator[Item]:
    """Say above the front what this is; a ruler so many millimetres long stands there where it has room.

    printer: the home printer that it is corrected for; "" for none.
    """
    corrected = pack.wording.say("corrected", printer=printer) if printer else ""
    x, y = flat.front.x + 2 * MM, flat.front.top + 4 * MM
    parts = [pack.name, pack.edition or "", "", "", pack.wording.say("actual-size"), "", corrected]
    parts = [slug.printable(part) for part in parts]
    yield Drawing((slug.caption_line(parts, room),), shift(x, y + (STRIP if ruler else 0)))
    if ruler:
        yield Drawing(tuple(slug.ruler(ruler, room, pack.wording)), shift(x, y))
