"""Sheets as pictures with transparent gaps, and their outlines, for machines that print a picture and cut it.

Design Space crops transparent edges and ignores the stated resolution. So a picture is as large as its pieces
together, and its user sets that width.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..art.piece_outline import piece_outline
from ..errors import UsageError
from ..geometry import Matrix, Rect, enclosing_rect, translation
from ..geometry import combined_matrix as chain_places
from ..layout.imposition import SheetSide, TiledImposition, impose
from ..layout.print_then_cut import CRICUT_DPI, too_large_message
from ..pack.model import Card, Pack
from ..pack.numbered_copies import with_each_copy
from ..pack.selection import cards_by_kind, cards_to_print
from ..text.own_fonts import with_pack_fonts
from ..units import Size
from .cut_paths import CutPaths
from .encoding import encode_image
from .images import ImageJob, PictureCanvas, side_pictures
from .sheets import Job, Tick

#: Turns what is as wide as it should be high anticlockwise by a quarter.
_QUARTER: Matrix = (0, 1, -1, 0, 0, 0)


class CutSheet(NamedTuple):
    """The picture of one sheet, and its outlines."""

    #: The kind of its pieces; "" for cards.
    piece: str
    #: Its number among all sheets, from 1.
    number: int
    pieces: int
    png: bytes
    #: The outlines; their page is as large as the picture.
    cuts: CutPaths

    @property
    def size(self) -> Size:
        """Return the width and height of the picture in points."""
        return self.cuts.size


@with_pack_fonts
def write_cut_sheets(pack: Pack, job: Job, tick: Tick | None = None) -> Iterator[CutSheet]:
    """Yield the sheets of a pack as pictures with their outlines.

    The job's paper is the largest picture that is allowed; it is no wider than high. Raises UsageError,
    before the first sheet, for pieces that do not fit on it.
    """
    pack = with_each_copy(pack, job.copies)
    cards = (
        cards_to_print(pack, job.only, job.copies, job.missing) if job.chosen is None else list(job.chosen)
    )
    planned: list[tuple[Pack, list[Card], SheetSide]] = []
    for kind, chosen in cards_by_kind(pack, cards):
        blank = kind.card
        if too_large := too_large_message(blank.size, job.layout.paper, kind.piece or "card"):
            raise UsageError(too_large)
        order = [card for card, times in chosen for _ in range(times)]
        made = impose(len(order), blank.size, blank.bleed, job.layout, shape=blank.shape, marks=False)
        assert not isinstance(made, TiledImposition)  # noqa: S101 - a whole piece fits
        planned += [(kind, order, side) for side in made.front_sides()]
    return _cut_sheets(planned, tick)


def _cut_sheets(
    planned: Sequence[tuple[Pack, list[Card], SheetSide]], tick: Tick | None
) -> Iterator[CutSheet]:
    """Yield the planned sheets in order, each drawn when it is taken."""
    for number, (kind, order, side) in enumerate(planned, 1):
        cards = [order[slot.card] for slot in side.slots]
        yield _cut_sheet(kind, cards, [slot.trim for slot in side.slots], number)
        if tick is not None:
            tick(number, len(planned))


def _cut_sheet(kind: Pack, cards: Sequence[Card], trims: Sequence[Rect], number: int) -> CutSheet:
    """Return a sheet with each card at its place, turned upright if it is wider than high.

    trims: the places, in points. number: that of the sheet, from 1.
    """
    from PIL import Image

    area = enclosing_rect(trims)
    dots = CRICUT_DPI / 72
    canvas = PictureCanvas.for_trim(kind.card.size, 0, CRICUT_DPI)
    wide, high = round(area.width * dots), round(area.height * dots)
    sheet = Image.new("RGBA", (wide, high), (255, 255, 255, 0))
    distinct = list({card.id: card for card in cards}.values())
    shots = side_pictures(kind, distinct, ImageJob(canvas, rounded=True))
    shown: dict[str, Any] = {card.id: shot for card, shot in zip(distinct, shots, strict=True)}
    for card, trim in zip(cards, trims, strict=True):
        # Hexagons stand in the corners of others' rectangles, which are transparent there.
        sheet.alpha_composite(
            shown[card.id], (round((trim.x - area.x) * dots), round((area.top - trim.top) * dots))
        )
    place, size = translation(-area.x, -area.y), (area.width, area.height)
    if area.width > area.height:
        sheet = sheet.transpose(Image.Transpose.ROTATE_90)
        place, size = chain_places(place, _QUARTER, translation(area.height, 0)), size[::-1]
    cuts = [piece_outline(kind.card, trim).transformed(place) for trim in trims]
    return CutSheet(
        kind.piece, number, len(cards), encode_image(sheet, "png", CRICUT_DPI), CutPaths(size, cuts)
    )
