"""A tuck box to print, cut, fold and glue, with the pack's own name and back on it.

It is of the kind called straight tuck end. Flat, from left to right: the glue flap, a side, the front, a
side, the back. Both lids hang on the back, and dust flaps on the sides.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from .. import __version__
from ..art import inks, label
from ..art.backs import draw_pack_back
from ..art.brush import Brush
from ..art.face import draw_face
from ..art.frame import Frame
from ..art.items import paint
from ..colour.colors import WHITE, Color, from_hex
from ..errors import UsageError
from ..geometry import Rect, chain, shift, turn
from ..layout.imposition import STRIP
from ..pack.model import Card, Pack
from ..text import fonts
from ..text.fitting import line_size
from ..text.outlines import KAPPA, Point, Segment, Shape, join, line, rectangle, reversed_contour
from ..text.own_fonts import with_pack_fonts
from ..units import MM, PAPERS, Size, paper_name, shown_size
from . import slug

#: Room for the cards in width and height, and in depth: the part by which a stack springs up, and some air.
#: So do those who fold boxes at home; with less, cards catch at the lid.
_ROOM, _SPRING, _AIR = 2 * MM, 1.04, 0.5 * MM
#: No box is made shallower: two folds so close together tear.
_LEAST_DEPTH = 5 * MM
_GLUE, _TONGUE, _DUST = 12 * MM, 14 * MM, 12 * MM
#: How much narrower than the opening what goes into it is on each side.
_CLEARANCE = 0.5 * MM
_THUMB = 9 * MM
#: How far the ground runs past the cut, and under the glue flap.
_BLEED = 1.5 * MM
_LEAST_TYPE, _LARGEST_TYPE = 5.0, 26.0
_HAIRLINE = 0.35
_CUT = Color(from_hex("#3A3A3A").rgb, (0, 0, 0, 0.85))


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


class BoxFile(NamedTuple):
    """A finished PDF, and what to tell the user about it."""

    data: bytes
    cards: int
    #: Width, height and depth inside.
    inside: tuple[float, float, float]
    #: The paper, the way up that it is used.
    paper: Size
    #: The ruler's length in millimetres, 0 for none.
    ruler: int


class Net(NamedTuple):
    """A box laid flat, its lower left corner at the origin. Lengths in points."""

    outline: Shape
    folds: tuple[Shape, ...]
    glue: Rect
    sides: tuple[Rect, Rect]
    front: Rect
    back: Rect
    lid: Rect
    bottom: Rect
    size: Size


def net(width: float, height: float, depth: float) -> Net:
    """Lay a box of this size inside flat."""
    tongue = min(_TONGUE, height / 3)
    foot = depth + tongue
    head = foot + height
    xs = [0.0]
    for part in (_GLUE, depth, width, depth, width):
        xs.append(xs[-1] + part)
    _, side, front, other, back, right = xs
    upper = _edge(xs, height, tongue, thumb=min(_THUMB, width / 5)).placed(shift(0, head))
    lower = reversed_contour(_edge(xs, height, tongue).placed((1, 0, 0, -1, 0, foot)).segments)
    outline = Shape([*upper.segments, ("l", lower[0][1]), *lower[1:]])
    folds = [line((x, foot), (x, head)) for x in (side, front, other, back)]
    for at, up in ((head, 1), (foot, -1)):
        folds += [line((x, at), (x + depth, at)) for x in (side, other)]
        lids = (at, at + up * depth)
        folds += [line((back + _CLEARANCE, y), (right - _CLEARANCE, y)) for y in lids]
    return Net(
        outline,
        tuple(folds),
        Rect(0, foot, _GLUE, height),
        (Rect(side, foot, depth, height), Rect(other, foot, depth, height)),
        Rect(front, foot, width, height),
        Rect(back, foot, width, height),
        Rect(back, head, width, depth),
        Rect(back, foot - depth, width, depth),
        (right, height + 2 * foot),
    )


def _edge(xs: Sequence[float], height: float, tongue: float, thumb: float = 0.0) -> Shape:
    """Draw the edge of the body at y = 0, with what hangs on it, from the glue flap to the back's far corner.

    xs: where the panels begin and end. thumb: the radius of the notch in the front.
    """
    _, side, front, other, back, right = xs
    depth, width = front - side, other - front
    dust = min(width / 2 - _CLEARANCE, max(depth, _DUST), depth + tongue)
    slant = min(2 * MM, depth / 4)
    drawn: list[Segment] = [("m", (0, -min(_GLUE / 2, height / 6))), ("l", (side, 0))]
    drawn += _lines((side + slant, dust), (front - slant, dust), (front, 0))
    if thumb:
        middle, k = front + width / 2, KAPPA * thumb
        begin, until = middle - thumb, middle + thumb
        drawn += [
            ("l", (begin, 0)),
            ("c", (begin, -k, middle - k, -thumb, middle, -thumb)),
            ("c", (middle + k, -thumb, until, -k, until, 0)),
        ]
    drawn += _lines((other, 0), (other + slant, dust), (back - slant, dust), (back, 0))
    left, far, high, curve = (
        back + _CLEARANCE,
        right - _CLEARANCE,
        depth + tongue,
        min(6 * MM, tongue / 2, width / 4),
    )
    bend, k = high - curve, KAPPA * curve
    drawn += [
        *_lines((left, 0), (left, depth), (left, bend)),
        ("c", (left, bend + k, left + curve - k, high, left + curve, high)),
        ("l", (far - curve, high)),
        ("c", (far - curve + k, high, far, bend + k, far, bend)),
        *_lines((far, depth), (far, 0), (right, 0)),
    ]
    return Shape(drawn)


def _lines(*points: Point) -> list[Segment]:
    return [("l", point) for point in points]


@with_pack_fonts
def write_box(pack: Pack, job: BoxJob) -> BoxFile:
    """Write the box of a pack as a PDF of one page. Raises UsageError where it does not fit the paper."""
    from reportlab.pdfgen.canvas import Canvas

    cards = sum(card.quantity for card in pack.cards)
    card_width, card_height = job.sleeves or pack.card.size
    depth = max(cards * job.thickness * _SPRING + _AIR, _LEAST_DEPTH)
    inside = (card_width + _ROOM, card_height + _ROOM, depth)
    flat = net(*inside)
    paper = _paper(flat.size, job, cards)
    fonts.register()
    buffer = io.BytesIO()
    canvas = Canvas(
        buffer,
        pagesize=paper,
        pageCompression=1,
        invariant=1,
        pdfVersion=(1, 7),
        initialFontName=fonts.TEXT.name,
        lang=pack.language,
    )
    canvas.setTitle(f"{pack.name}: a box to print, cut and fold")
    canvas.setAuthor(pack.author or "")
    canvas.setSubject(pack.edition or "")
    canvas.setCreator(f"cardgen {__version__}")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", "Simplex")
    brush = Brush(canvas)
    with brush.at(shift((paper[0] - flat.size[0]) / 2, (paper[1] - flat.size[1]) / 2)):
        _draw(brush, pack, flat, job.front)
        ruler = _draw_words(brush, pack, flat)
    canvas.showPage()
    return BoxFile(canvas.getpdfdata(), cards, inside, paper, ruler)


def _paper(flat: Size, job: BoxJob, cards: int) -> Size:
    """Turn the paper so that a box fits on it. Raises UsageError."""

    def fitting(paper: Size) -> Size | None:
        turned = (paper, paper[::-1])
        edges = 2 * job.margin
        return next(
            (each for each in turned if flat[0] + edges <= each[0] and flat[1] + edges <= each[1]), None
        )

    if paper := fitting(job.paper):
        return paper
    name = paper_name(job.paper) or shown_size(*job.paper)
    papers = sorted(PAPERS.items(), key=lambda each: each[1][0] * each[1][1])
    larger = [key for key, (w, h) in papers if fitting((w * MM, h * MM))]
    width, height = (ceil((side + 2 * job.margin) / MM) for side in flat)
    hint = " or ".join(larger) or f'"{width} x {height} mm", or make two boxes'
    size = shown_size(*(ceil(side / MM) * MM for side in flat))
    raise UsageError(
        f"laid flat, a box for {cards:,} of these cards is {size}, too large for {name}: take larger paper, "
        f"such as {hint}"
    )


def _draw(brush: Brush, pack: Pack, flat: Net, shown: Card | None) -> None:
    """Draw what is printed on a box, and where it is cut and folded."""
    ink = pack.back.color
    ground, color = (WHITE, ink) if pack.ink_saver else (ink, inks.on(ink))
    brush.fill(flat.outline, ground)
    brush.stroke(flat.outline, ground, 2 * _BLEED)
    glue = flat.glue
    # Glue holds on bare paper; a strip of the ground shows no white where the box closes.
    bare = Rect(glue.x - 2 * _BLEED, glue.y - _BLEED, glue.width + _BLEED, glue.height + 2 * _BLEED)
    brush.fill(rectangle(bare), WHITE)
    font = Frame(pack, flat.front).font("title")
    # The checks have warned of characters that the font lacks.
    name, edition, author = (
        "".join(filter(font.shows, " ".join((each or "").split())))
        for each in (pack.name, pack.edition, pack.author)
    )
    titled = replace(pack, name=name, edition=edition, author=author)
    titles = (card for card in pack.cards if card.kind == "title")
    face = shown or next(titles, Card("box", name, "title", 1, ()))
    with brush.clipped(rectangle(flat.front)):
        draw_face(brush, titled, face, flat.front)
    with brush.clipped(rectangle(flat.back)):
        draw_pack_back(brush, pack, flat.back)
    imprint = " · ".join(filter(None, (name, edition, author)))
    # Who looks at a lid from the front has the back's edge above: on paper, the lid stands on its head.
    panels = [(flat.lid, name, 180), (flat.bottom, imprint, 0), *((side, name, -90) for side in flat.sides)]
    for panel, text, degrees in panels:
        along, across = (panel.height, panel.width) if degrees == -90 else (panel.width, panel.height)
        size = line_size(text, font, 0.8 * along, min(_LARGEST_TYPE, 0.5 * across))
        if size >= _LEAST_TYPE:
            made = label.line(text, size, color, ground, font, "large")
            bx, by = made.box.center
            place = chain(shift(-bx, -by), turn(degrees), shift(*panel.center))
            paint(brush, [made._replace(place=place)])
    brush.stroke(join(*flat.folds), color, 0.5, dash=(4, 3))
    brush.stroke(flat.outline, WHITE, 3 * _HAIRLINE)
    brush.stroke(flat.outline, _CUT, _HAIRLINE)


def _draw_words(brush: Brush, pack: Pack, flat: Net) -> int:
    """Say above the front what this is; draw a ruler there. Returns its length in millimetres."""
    room = flat.front.width - 4 * MM
    x, y = flat.front.x + 2 * MM, flat.front.top + 4 * MM
    free = flat.size[1] - y
    ruler = slug.ruler_length(room) if free >= 2 * STRIP else 0
    parts = [pack.name, pack.edition or "", "", "", pack.wording.say("actual-size")]
    parts = [slug.printable(part) for part in parts]
    with brush.at(shift(x, y + (STRIP if ruler else 0))):
        slug.draw_caption(brush, parts, room)
    if ruler:
        with brush.at(shift(x, y)):
            slug.draw_ruler(brush, ruler, room, pack.wording)
    return ruler
