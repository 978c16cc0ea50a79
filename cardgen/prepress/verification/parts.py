"""The parts of a piece that is larger than the paper, as a file of sheets declares them. In points."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...geometry import Matrix, Rect
from ...units import MM, length_text
from ..pdf.readback import DeclaredJob, SheetPage

#: Tolerance of a card's or a part's place: a twentieth of a millimetre, in points.
EXACT = 0.05 * MM
#: The border along joints that is not compared, in points: lines to cut and to glue along lie there.
_JOINT = 0.5 * MM


class Part(NamedTuple):
    """One part of a piece, from the lower left corner of the side that it is seen on."""

    #: Its row from the top as a letter, and its column on the front.
    label: str
    #: What shows when all parts are glued together, and with the strips under its neighbours.
    core: Rect
    shown: Rect
    #: What in these is not compared, as lines may lie there.
    joints: tuple[Rect, ...]
    #: Where the origin of the piece lies on the front of its sheet.
    corner: tuple[float, float]

    def part_seen_from_behind(self, width: float) -> Part:
        """Return the part as it lies on the back of a piece of this width: mirrored left to right."""

        def mirrored(rect: Rect) -> Rect:
            return rect._replace(x=width - rect.right)

        joints = tuple(map(mirrored, self.joints))
        return self._replace(core=mirrored(self.core), shown=mirrored(self.shown), joints=joints)


def declared_parts(job: DeclaredJob) -> list[Part]:
    """Return the parts of a piece, row by row from the upper left; none for a piece on one sheet."""
    tiles = job.tiles
    if tiles is None:
        return []
    (width, height), found = job.trim, []
    xs = [width * number / tiles.columns for number in range(tiles.columns + 1)]
    ys = [height - height * number / tiles.rows for number in range(tiles.rows + 1)]
    for row in range(tiles.rows):
        for column in range(tiles.columns):
            left, right, top, low = xs[column], xs[column + 1], ys[row], ys[row + 1]
            core = Rect(left, low, right - left, top - low)
            beside = tiles.overlap if column < tiles.columns - 1 else 0.0
            below = tiles.overlap if row < tiles.rows - 1 else 0.0
            shown = Rect(left, low - below, core.width + beside, core.height + below)
            joints = [Rect(x - _JOINT, shown.y, 2 * _JOINT, shown.height) for x in (left, right)]
            joints += [Rect(shown.x, y - _JOINT, shown.width, 2 * _JOINT) for y in (top, low)]
            corner = tiles.corner[0] - left, tiles.corner[1] - top
            found.append(Part(f"{_row_letters(row)}{column + 1}", core, shown, tuple(joints), corner))
    return found


def _row_letters(row: int) -> str:
    """Return the letters of a row, counted from 0: A to Z, then AA."""
    return (chr(64 + row // 26) if row >= 26 else "") + chr(65 + row % 26)


def part_faults(fronts: Sequence[SheetPage], job: DeclaredJob, parts: Sequence[Part]) -> Iterator[str]:
    """Yield a fault for each part that is not on a page of its own, in order and in its place.

    Sheets without such a fault have all parts of each piece once, and the parts join without a gap.
    """
    if len(fronts) % len(parts):
        yield f"{len(fronts)} sheets are no whole number of pieces in {len(parts)} parts"
    for sheet, page in enumerate(fronts):
        part, cards = parts[sheet % len(parts)], page.cards_on_side("Front")
        if len(cards) != 1:
            yield f"page {page.number}: there are {len(cards)} pieces instead of the part {part.label} of one"
            continue
        [card] = cards
        first = fronts[sheet - sheet % len(parts)].cards_on_side("Front")
        if first and first[0].card != card.card:
            yield f"page {page.number}: a part of {card.card} lies among those of {first[0].card}"
        if not _lies_at(card.place, part):
            other = next((each for each in parts if _lies_at(card.place, each)), None)
            x, y = card.place[4] - part.corner[0], card.place[5] - part.corner[1]
            is_other = (
                f"is {other.label} instead of {part.label}"
                if other is not None
                else f"{part.label} lies {length_text(math.hypot(x, y))} beside its place"
            )
            yield f"page {page.number}: the part {is_other}"
        printed = part.shown.moved(card.place[4], card.place[5])
        if not Rect(0, 0, *page.size).grown(-job.margin + EXACT).contains(printed):
            yield f"page {page.number}: the part {part.label} reaches into the margin"


def _lies_at(place: Matrix, part: Part) -> bool:
    """Tell whether a card is where a part should be on its sheet."""
    return all(abs(a - b) <= EXACT for a, b in zip(place[4:], part.corner, strict=True))
