"""Which pages cannot look the same, seen from what is drawn on them: no picture is made.

Only what is certain counts. Two pages differ where type of one font, in one place, says different things or
is in different inks, or where what covers the whole card last is of different inks. What is written later
could still hide the difference, but not by accident.
"""

from __future__ import annotations

from typing import NamedTuple

from ..geometry import Rect
from ..pdf.display_list import DisplayList
from ..pdf.painted_objects import Mark

#: Inks that differ by less look alike.
_SEEN = 0.15
#: Type whose middle is no farther off (points) is in the same place.
_NEAR = 4.0


class Said(NamedTuple):
    """A piece of type: where its middle is (points), in which font, what it says, in which inks."""

    x: float
    y: float
    font: tuple[int, int]
    words: bytes
    inks: tuple[float, ...]


class Features(NamedTuple):
    """What tells a page from others."""

    #: The inks of what covers the whole card last, if anything does, and the type upon it.
    ground: tuple[float, ...] | None
    said: tuple[Said, ...]


def features(drawn: DisplayList, cut: Rect) -> Features:
    """What tells a page with this trim from others; what lies outside the trim is no part of the card."""
    ground: tuple[float, ...] | None = None
    said: list[Said] = []
    for mark in drawn.marks:
        inks = mark.paint.parts
        if not mark.state.opaque or inks is None:
            continue
        if mark.solid and _covers(mark, cut):
            ground, said = inks, []
        elif mark.said is not None and mark.said[0][0]:
            x, y = (mark.box[0] + mark.box[2]) / 2, (mark.box[1] + mark.box[3]) / 2
            if cut.x < x < cut.right and cut.y < y < cut.top:
                said.append(Said(x, y, *mark.said, inks))
    return Features(ground, tuple(said))


def all_unlike(pages: list[Features]) -> bool:
    """Whether no two of these pages can look the same."""
    return all(_unlike(one, other) for place, one in enumerate(pages) for other in pages[:place])


def _covers(mark: Mark, cut: Rect) -> bool:
    x0, y0, x1, y1 = mark.box
    return x0 <= cut.x + 1 and y0 <= cut.y + 1 and x1 >= cut.right - 1 and y1 >= cut.top - 1


def _unlike(one: Features, other: Features) -> bool:
    if _differ(one.ground, other.ground):
        return True
    pairs = ((a, b) for a in one.said for b in other.said if a.font == b.font)
    return any(
        (a.words != b.words or _differ(a.inks, b.inks))
        for a, b in pairs
        if abs(a.x - b.x) < _NEAR and abs(a.y - b.y) < _NEAR
    )


def _differ(one: tuple[float, ...] | None, other: tuple[float, ...] | None) -> bool:
    if one is None or other is None or len(one) != len(other):
        return False
    return any(abs(a - b) > _SEEN for a, b in zip(one, other, strict=True))
