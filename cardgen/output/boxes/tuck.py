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

from collections.abc import Sequence
from typing import NamedTuple

from ...geometry import Rect, translation
from ...text.outlines import KAPPA, Segment, Shape, joined_shapes, open_line, reversed_contour
from ...units import MM, Size
from . import parts

_TONGUE, _DUST = 14 * MM, 12 * MM
#: Folding cartons have shoulders of 3/16 to 1/4 inch on their dust flaps, and slits 1/16 inch longer than
#: those at both ends of the tongue's crease: the lid's edges catch behind the shoulders.
_SHOULDER, _SLIT_EXTRA = 6 * MM, 1.5 * MM


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

    def as_part(self, bleed: float = parts.BLEED) -> parts.Part:
        """Return the box as a part, with the art of its sides. bleed: how far the art extends past the cut,
        in points.
        """
        front, back, lid, glue = self.front, self.back, self.lid, self.glue
        # A panel that borders on the cut runs past it in its own colours; at a crease it ends.
        past_front = [Rect(front.x, y, front.width, bleed) for y in (front.y - bleed, front.top)]
        past_back = [
            Rect(left, back.y - bleed, until - left, back.height + 2 * bleed)
            for left, until in ((back.x, lid.x), (lid.right, back.right + bleed))
        ]
        panels = [
            parts.Panel("front", front, "face", around=tuple(past_front)),
            parts.Panel("back", back, "back", around=tuple(past_back)),
            # Who looks at a lid from the front has the back's edge above: on paper, it stands on its head.
            parts.Panel("lid", lid, "name", 180),
            parts.Panel("bottom", self.bottom, "imprint"),
            *(parts.Panel("spine", side, "name", -90) for side in self.sides),
        ]
        room = front.width - 4 * MM
        words = Rect(front.x + 2 * MM, front.top + 4 * MM, room, self.size[1] - front.top - 4 * MM)
        # Glue holds on bare paper; a strip of the ground shows no white where the box closes.
        bare = Rect(
            glue.x - 2 * bleed, glue.y - bleed, glue.width + 2 * bleed - parts.BLEED, glue.height + 2 * bleed
        )
        return parts.Part(
            "",
            self.outline,
            self.creases,
            self.ticks,
            self.size,
            (bare,),
            tuple(panels),
            self.inside,
            self.slits,
            words,
        )


def tuck_box_net(contents: tuple[float, float, float], board: float) -> Net:
    """Return a tuck box laid flat, for contents of this size. All lengths in points.

    contents: the width and height of the cards, and the depth of the stack. There is 0.5 mm of room beyond
    them where glue flap and tongue lie, and elsewhere at most that and two thicknesses of board. The box of a
    very thin stack is deeper.
    """
    width = contents[0] + board + parts.ROOM_ACROSS
    height = contents[1] + 3 * board + parts.ROOM
    depth = max(contents[2] + 3 * board + parts.ROOM, parts.LEAST_DEPTH)
    tongue = min(_TONGUE, height / 3)
    lid_depth = depth - board
    foot = lid_depth + tongue
    head = foot + height
    xs = [0.0]
    for part in (parts.GLUE, depth - board, width, depth, width - max(board, parts.CLEARANCE)):
        xs.append(xs[-1] + part)
    _, side, front, other, back, right = xs
    lid_x = (back + board / 2 + parts.CLEARANCE, back + width - board / 2 - parts.CLEARANCE)
    slit = min(_SHOULDER + _SLIT_EXTRA, (lid_x[1] - lid_x[0]) / 4)
    edge = _BodyEdge(xs, height, depth, tongue, board, lid_x, slit - _SLIT_EXTRA)
    upper = edge.outline(thumb=min(parts.THUMB, width / 5)).transformed(translation(0, head))
    lower = reversed_contour(edge.outline().transformed((1, 0, 0, -1, 0, foot)).segments)
    outline = Shape([*upper.segments, ("l", lower[0][1]), *lower[1:]])
    slits = [
        open_line((x, y), (x + way * slit, y))
        for y in (head + lid_depth, foot - lid_depth)
        for x, way in zip(lid_x, (1, -1), strict=True)
    ]
    return Net(
        outline,
        joined_shapes(*slits),
        edge.creases(head, foot, lid_depth, slit),
        _crease_ticks(xs, (foot - lid_depth, foot, head, head + lid_depth), edge.flap_lengths, head + foot),
        Rect(0, foot, parts.GLUE, height),
        (Rect(side, foot, depth - board, height), Rect(other, foot, depth, height)),
        Rect(front, foot, width, height),
        Rect(back, foot, right - back, height),
        Rect(lid_x[0], head, lid_x[1] - lid_x[0], lid_depth),
        Rect(lid_x[0], foot - lid_depth, lid_x[1] - lid_x[0], lid_depth),
        (right, head + foot),
        (width - board, height - 3 * board, depth - 3 * board),
    )


def _crease_ticks(xs: Sequence[float], ys: Sequence[float], highest: Sequence[float], top: float) -> Shape:
    """Return short lines outside the bleed, at both ends of each crease.

    xs: the edges of the panels. ys: the horizontal creases. highest: how far the flaps beside each upright
    crease reach. top: the height of the net.
    """
    marks = [parts.crease_tick((x, y), (way, 0)) for y in ys for x, way in ((0.0, -1), (xs[-1], 1))]
    for x, reach in zip(xs[1:5], highest, strict=True):
        edge = ys[2] + reach
        marks += [parts.crease_tick((x, edge), (0, 1)), parts.crease_tick((x, top - edge), (0, -1))]
    return joined_shapes(*marks)


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
    def dust_flap_length(self) -> float:
        """Return the length of the dust flaps: they do not meet in the middle, and are no longer than the
        lid.
        """
        _, _, front, other, *_ = self.xs
        most = min((other - front) / 2 - parts.CLEARANCE, self.depth - self.board + self.tongue)
        return min(most, max(self.depth, _DUST))

    @property
    def flap_lengths(self) -> tuple[float, float, float, float]:
        """Return for each of the four upright creases the length of the longer flap beside it."""
        lid = self.depth - self.board + self.tongue
        return (
            self.dust_flap_length,
            self.dust_flap_length,
            self.dust_flap_length,
            max(self.dust_flap_length, lid),
        )

    def outline(self, thumb: float = 0.0) -> Shape:
        """Return the outline of the edge, with its flaps and its lid. thumb: the radius of the notch in the
        front.
        """
        _, side, front, other, back, right = self.xs
        drawn: list[Segment] = [("m", (0, -min(parts.GLUE / 2, self.height / 6))), ("l", (side, 0))]
        drawn += self._dust_flap(side, front, glue_side=True)
        low = -self.board
        drawn += parts.line_segments((front, low))
        if thumb:
            middle, k = (front + other) / 2, KAPPA * thumb
            begin, until = middle - thumb, middle + thumb
            drawn += [
                ("l", (begin, low)),
                ("c", (begin, low - k, middle - k, low - thumb, middle, low - thumb)),
                ("c", (middle + k, low - thumb, until, low - k, until, low)),
            ]
        drawn += [
            *parts.line_segments((other, low)),
            *self._dust_flap(other, back, glue_side=False),
            ("l", (back, 0)),
        ]
        left, far = self.lid_x
        crease = self.depth - self.board
        high = crease + self.tongue
        curve = min(6 * MM, self.tongue / 2, (far - left) / 4)
        bend, k = high - curve, KAPPA * curve
        drawn += [
            *parts.line_segments((left, 0), (left, bend)),
            ("c", (left, bend + k, left + curve - k, high, left + curve, high)),
            ("l", (far - curve, high)),
            ("c", (far - curve + k, high, far, bend + k, far, bend)),
            *parts.line_segments((far, 0), (right, 0)),
        ]
        return Shape(drawn)

    def creases(self, head: float, foot: float, lid_depth: float, slit: float) -> Shape:
        """Return the creases of the whole net, each only where there is board on both sides.

        head, foot: the y of the body's ends. lid_depth: the distance from there to the crease of a tongue.
        slit: the length of the slits at both ends of that crease.
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
        return joined_shapes(*upright, *level)

    def _dust_flap(self, begin: float, end: float, glue_side: bool) -> list[Segment]:
        """Return the outline of a side's dust flap: straight where the tongue slides past it, then slanting.

        begin, end: the x of the side's edges. glue_side: True for the glue side, where the front is at the
        end; False for the other side, where the front is at the beginning.
        """
        tongue_side = 1.5 * self.board + parts.CLEARANCE
        back_side = self.board / 2 + parts.CLEARANCE
        base = end - begin - tongue_side - back_side
        slant, shoulder = min(2 * MM, base / 4), min(self.shoulder, self.dust_flap_length / 2)
        # From the back's end of the flap to the front's.
        profile = [
            (back_side, 0.0),
            (back_side + slant, self.dust_flap_length),
            (back_side + base - 2 * slant, self.dust_flap_length),
            (back_side + base - slant, min(shoulder + slant, self.dust_flap_length)),
            (back_side + base, shoulder),
            (back_side + base, 0.0),
        ]
        if glue_side:
            return parts.line_segments(*((begin + x, y) for x, y in profile))
        return parts.line_segments(*((end - x, y) for x, y in reversed(profile)))
